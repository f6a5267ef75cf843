/* files by Landlock (Documentation/userspace-api/landlock.rst of Linux), and no capabilities
 *
 * The numbers are those of the kernel's interface; the headers of the system may be older. */
#if defined(__linux__)
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule       445
#define SYS_landlock_restrict_self  446
#endif

#define ASK_VERSION (1u << 0)
#define RULE_BELOW  1

#define EXECUTE      (UINT64_C(1) << 0)
#define WRITE_FILE   (UINT64_C(1) << 1)
#define READ_FILE    (UINT64_C(1) << 2)
#define READ_FOLDER  (UINT64_C(1) << 3)
#define TRUNCATE     (UINT64_C(1) << 14)
#define REFER        (UINT64_C(1) << 13)
#define IOCTL_DEV    (UINT64_C(1) << 15)
#define FIRST_RIGHTS ((UINT64_C(1) << 13) - 1) /* version 1 */
#define OF_A_FILE    (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)

typedef struct ruleset_attributes {
    uint64_t files, network, scoped;
} ruleset_attributes;

typedef struct __attribute__((packed)) path_rule {
    uint64_t allowed;
    int32_t parent;
} path_rule;

static int landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, ASK_VERSION);
}

const char *mr_sandbox_lacks(void) {
    const uint32_t action = SECCOMP_RET_ERRNO;
#if !defined(__x86_64__) && !defined(__aarch64__)
    return "a processor that the sandbox was written for (x86-64 or AArch64)";
#endif
    if (landlock_version() < 1)
        return "Landlock (Linux 5.13 or newer, with landlock in its list of security modules)";
    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0)
        return "seccomp filters";
    return NULL;
}

/* rights that this version knows */
static ruleset_attributes all_rights(int version) {
    ruleset_attributes all = {.files = FIRST_RIGHTS};
    if (version >= 2)
        all.files |= REFER;
    if (version >= 3)
        all.files |= TRUNCATE;
    if (version >= 4)
        all.network = 3; /* bind and connect */
    if (version >= 5)
        all.files |= IOCTL_DEV;
    if (version >= 6)
        all.scoped = 3; /* abstract sockets and signals beyond the sandbox */
    return all;
}

/* a file that is not there needs no right */
static bool allow(int ruleset, const char *path, uint64_t rights) {
    struct stat about;
    path_rule rule = {.allowed = rights, .parent = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0)
        return true;
    if (fstat(rule.parent, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.allowed &= OF_A_FILE;
    const bool good = syscall(SYS_landlock_add_rule, ruleset, RULE_BELOW, &rule, 0) == 0;
    close(rule.parent);
    return good;
}

/* of a process what libraries ask about themselves: below /proc/self lie the connections and the
 * mounts of the whole machine, too */
static bool allow_all(int ruleset, const mr_sandbox *sandbox, uint64_t known) {
    static const char *const system[] = {"/lib",
                                         "/lib32",
                                         "/lib64",
                                         "/usr/lib",
                                         "/usr/lib32",
                                         "/usr/lib64",
                                         "/usr/local/lib",
                                         "/etc/ld.so.cache",
                                         "/etc/localtime",
                                         "/usr/share/zoneinfo",
                                         "/usr/share/locale",
                                         "/dev/urandom",
                                         "/dev/random",
                                         "/dev/zero",
                                         "/proc/self/auxv",
                                         "/proc/self/cgroup",
                                         "/proc/self/cmdline",
                                         "/proc/self/comm",
                                         "/proc/self/environ",
                                         "/proc/self/fd",
                                         "/proc/self/limits",
                                         "/proc/self/maps",
                                         "/proc/self/numa_maps",
                                         "/proc/self/smaps",
                                         "/proc/self/stat",
                                         "/proc/self/statm",
                                         "/proc/self/status",
                                         "/proc/cpuinfo",
                                         "/proc/meminfo",
                                         "/sys/devices/system/cpu"};
    const uint64_t reading = READ_FILE | READ_FOLDER;
    bool good = allow(ruleset, "/dev/null", READ_FILE | WRITE_FILE) &&
                allow(ruleset, sandbox->folder, known & ~EXECUTE & ~IOCTL_DEV);
    for (size_t i = 0; good && i < sizeof system / sizeof *system; i++)
        good = allow(ruleset, system[i], reading);
    for (int i = 0; good && i < sandbox->count; i++)
        good = sandbox->files[i] && allow(ruleset, sandbox->files[i], reading);
    return good;
}

static bool restrict_files(const mr_sandbox *sandbox) {
    const int version = landlock_version();
    const ruleset_attributes all = all_rights(version);
    const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    if (version < 1)
        return false;
    const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
    if (ruleset < 0)
        return false;
    const bool good = allow_all(ruleset, sandbox, all.files) &&
                      syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return good;
}

/* root without its powers: limits hold, and other users' files are theirs */
static bool drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    return syscall(SYS_capset, &header, none) == 0;
}

bool mr_sandbox_enter(const mr_sandbox *sandbox) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && restrict_files(sandbox) &&
           drop_capabilities() && mr_sandbox_filter_calls();
}

#else
typedef int mr_no_sandbox_on_this_system;
#endif
