/* the calls of the system that a reader of files needs, by seccomp; all others are refused */
#define _GNU_SOURCE
#include "value/read_apart.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) &&                         \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* their reports need more */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static const int left[] = {
#ifdef SYS_stat
    SYS_stat,         SYS_lstat,         SYS_access,         SYS_readlink,
#endif
    SYS_read,         SYS_readv,         SYS_pread64,        SYS_write,        SYS_close,
    SYS_fstat,        SYS_newfstatat,    SYS_statx,          SYS_lseek,        SYS_faccessat,
    SYS_readlinkat,   SYS_getcwd,        SYS_flock,          SYS_brk,          SYS_mmap,
    SYS_munmap,       SYS_mremap,        SYS_mprotect,       SYS_madvise,      SYS_futex,
    SYS_rt_sigaction, SYS_getpid,        SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_gettid,
    SYS_sysinfo,      SYS_clock_gettime, SYS_getrandom,      SYS_sched_yield,  SYS_exit_group,
    SYS_exit};

#define COUNT        (sizeof left / sizeof *left)
#define ALLOW        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
/* the low half of an argument, on processors whose low half comes first */
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
/* opened to read, and nothing made or cut off */
#define FLAGS_OF(call, argument)                                                                   \
    IF_EQUAL(call, 0, 5), LOAD(args[argument]),                                                    \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC),                        \
        IF_EQUAL(O_RDONLY, 0, 1), ALLOW, REFUSE

static const struct sock_filter asked[] = {
    LOAD(arch), IF_EQUAL(ARCHITECTURE, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    /* how is it open? (fdopen) */
    IF_EQUAL(SYS_fcntl, 0, 4), LOAD(args[1]), IF_EQUAL(F_GETFL, 0, 1), ALLOW, REFUSE,
#ifdef SYS_open
    FLAGS_OF(SYS_open, 1),
#endif
    FLAGS_OF(SYS_openat, 2)};

#define ASKED (sizeof asked / sizeof *asked)

void bd_only_read(void) {
    struct sock_filter code[ASKED + 2 * COUNT + 1];
    unsigned short length = ASKED;
    memcpy(code, asked, sizeof asked);
    for (size_t i = 0; i < COUNT; i++) {
        code[length++] = (struct sock_filter)IF_EQUAL((unsigned)left[i], 0, 1);
        code[length++] = (struct sock_filter)ALLOW;
    }
    code[length++] = (struct sock_filter)REFUSE;
    const struct sock_fprog filter = {.len = length, .filter = code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

#else
void bd_only_read(void) {}
#endif
