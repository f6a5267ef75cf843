/* the calls of the system that are left in the sandbox, by seccomp: what is refused gets EPERM
 *
 * Refused is what reaches beyond the process: programs, processes, network, memory and signals of
 * others, rights and times of files (which Landlock does not guard), and calls that would go around
 * this filter (io_uring) or that this list does not know. */
#if defined(__linux__)
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

#define LAST_KNOWN 450 /* set_mempolicy_home_node, Linux 5.17; what came later is not there */

static const int refused[] = {
#ifdef SYS_fork
    SYS_fork, SYS_vfork, SYS_inotify_init,
#endif
#ifdef SYS_modify_ldt
    SYS_modify_ldt, SYS_ioperm, SYS_iopl,
#endif
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_mknod,
#endif
    SYS_execve, SYS_execveat,
    /* network, and what others would hear of: a pair of sockets, too, sends to any socket of this
       machine that has a path. Whoever hears of files needs no right to them */
    SYS_inotify_init1, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_mq_open,
    SYS_mq_unlink, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
    SYS_semtimedop, SYS_semctl, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_memfd_create,
    447 /* memfd_secret */, SYS_fanotify_init,
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, 424 /* pidfd_send_signal */, 434 /* pidfd_open */,
    438 /* pidfd_getfd */, 440 /* process_madvise */, 448 /* process_mrelease */, SYS_setpgid,
    SYS_setsid, SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler, SYS_sched_setparam,
    SYS_sched_setattr, SYS_migrate_pages, SYS_move_pages,
    /* around this filter */
    425, 426, 427 /* io_uring_… */, SYS_bpf, SYS_userfaultfd, SYS_perf_event_open, SYS_seccomp,
    /* files: what Landlock does not guard */
    SYS_truncate, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_mknodat,
    SYS_name_to_handle_at, SYS_open_by_handle_at,
    /* the system as a whole */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_swapon,
    SYS_swapoff, SYS_reboot, SYS_sethostname, SYS_setdomainname, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_kexec_load, 443 /* quotactl_fd */, SYS_acct, SYS_quotactl,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_syslog, SYS_vhangup,
    SYS_personality, SYS_add_key, SYS_request_key, SYS_keyctl, 428, 429, 430, 431, 432, 433,
    442 /* open_tree … mount_setattr */};

typedef struct program {
    struct sock_filter code[2 * sizeof refused / sizeof *refused + 140];
    unsigned short length;
} program;

static void put(program *p, uint16_t what, uint32_t value, uint8_t yes, uint8_t no) {
    p->code[p->length++] = (struct sock_filter)BPF_JUMP(what, value, yes, no);
}

static void load(program *p, size_t place) {
    put(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)place, 0, 0);
}

static void answer(program *p, uint32_t action) {
    put(p, BPF_RET | BPF_K, action, 0, 0);
}

#define REFUSE  (SECCOMP_RET_ERRNO | EPERM)
#define MISSING (SECCOMP_RET_ERRNO | ENOSYS)

/* the low half of an argument: numbers of processes and sets of flags fit in it */
static size_t place_of_argument(int index) {
    const size_t low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
    return offsetof(struct seccomp_data, args) + 8 * (size_t)index + low;
}

/* the call is left if its argument is one of the two values */
static void allow_if(program *p, int call, int argument, uint32_t one, uint32_t other) {
    put(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
    load(p, place_of_argument(argument));
    put(p, BPF_JMP | BPF_JEQ | BPF_K, one, 1, 0);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1);
    answer(p, SECCOMP_RET_ALLOW);
    answer(p, REFUSE);
}

/* the call is refused if its argument is the value; `call` is loaded again behind it */
static void refuse_if(program *p, int call, int argument, uint32_t value) {
    put(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(p, place_of_argument(argument));
    put(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(p, REFUSE);
    load(p, offsetof(struct seccomp_data, nr));
}

/* Landlock asks whether a file may be cut off only since Linux 6.2. Before, cutting needs no right
 * to write where a file is opened to read. And it never asks about a file that is opened for
 * neither (3, which some drivers know): that would cut off, or wake, any file or device */
static void refuse_cutting(program *p, int call, int argument) {
    put(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 7);
    load(p, place_of_argument(argument));
    put(p, BPF_ALU | BPF_AND | BPF_K, O_TRUNC | 3, 0, 0);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | O_RDONLY, 2, 0);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, 3, 1, 0);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | 3, 0, 1);
    answer(p, REFUSE);
    load(p, offsetof(struct seccomp_data, nr));
}

/* commands for devices and files are without number, and some need no right to write (marks that
 * make a file read-only for ever, owners of signals, words put into a terminal, snapshots): left
 * are those that ask, and those about its own descriptors */
static void allow_commands(program *p) {
    static const uint32_t left[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
    const uint8_t count = sizeof left / sizeof *left;
    put(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, (uint8_t)(2 * count + 2));
    load(p, place_of_argument(1));
    for (uint8_t i = 0; i < count; i++) {
        put(p, BPF_JMP | BPF_JEQ | BPF_K, left[i], 0, 1);
        answer(p, SECCOMP_RET_ALLOW);
    }
    answer(p, REFUSE);
}

static void write_program(program *p) {
    const uint32_t own = (uint32_t)getpid();
    load(p, offsetof(struct seccomp_data, arch));
    put(p, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    answer(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
    put(p, BPF_JMP | BPF_JGT | BPF_K, LAST_KNOWN, 0, 1);
    answer(p, MISSING);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3: its flags cannot be seen */, 0, 1);
    answer(p, MISSING);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, 437 /* openat2: nor can its */, 0, 1);
    answer(p, MISSING);
#ifdef SYS_open
    refuse_cutting(p, SYS_open, 1);
#endif
    refuse_cutting(p, SYS_openat, 2);
    /* threads, but no processes */
    put(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load(p, place_of_argument(0));
    put(p, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
    answer(p, SECCOMP_RET_ALLOW);
    answer(p, REFUSE);
    /* signals and limits: its own */
    allow_if(p, SYS_kill, 0, own, own);
    allow_if(p, SYS_tgkill, 0, own, own);
    allow_if(p, SYS_prlimit64, 0, 0, own);
    allow_if(p, SYS_sched_setaffinity, 0, 0, own);
    /* who gets a signal when a descriptor is ready could be anybody, and the signal any; and
       whoever opens a file that is leased to another waits for it */
    static const uint32_t owners[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG, F_NOTIFY, F_SETLEASE};
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
        refuse_if(p, SYS_fcntl, 1, owners[i]);
    /* it ends with its master */
    refuse_if(p, SYS_prctl, 0, PR_SET_PDEATHSIG);
    allow_commands(p);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        put(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[i], 0, 1);
        answer(p, REFUSE);
    }
    answer(p, SECCOMP_RET_ALLOW);
}

bool mr_sandbox_filter_calls(void) {
    static program p;
    p.length = 0;
    write_program(&p);
    const struct sock_fprog filter = {.len = p.length, .filter = p.code};
    return ARCHITECTURE != 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

#else
typedef int mr_no_calls_on_this_system;
#endif
