/* a slave that reaches for what is not its own when it is opened: do=WHAT path=FILE number=N
 *
 * Loading makes the file HOSTILE_MARK. Opening always fails, with the sentence "done", "refused: …"
 * or, for what a slave may do, "fine".
 */
#define _GNU_SOURCE
#include "multirate/options.h"
#include "multirate/slave.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <asm/sockios.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sched.h>
#include <spawn.h>
#include <linux/fs.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* whoever loads it runs this */
__attribute__((constructor)) static void leave_a_mark(void) {
    const char *path = getenv("HOSTILE_MARK");
    const int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (file >= 0)
        close(file);
}

typedef struct request {
    char path[1000];
    double number;
} request;

static bool read_file(const request *r) {
    char byte;
    const int file = open(r->path, O_RDONLY);
    const bool good = file >= 0 && read(file, &byte, 1) == 1;
    if (file >= 0)
        close(file);
    return good;
}

static bool write_file(const request *r) {
    const int file = open(r->path, O_WRONLY | O_CREAT, 0600);
    const bool good = file >= 0 && write(file, "x", 1) == 1;
    if (file >= 0)
        close(file);
    return good;
}

static bool cut_file(const request *r) {
    return truncate(r->path, 0) == 0;
}

/* opened to read, or for neither reading nor writing, and cut off all the same */
static bool cut_by_opening(const request *r) {
    static const int ways[] = {O_RDONLY | O_TRUNC, 3 | O_TRUNC, 3};
    bool cut = false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        cut = cut || open(r->path, ways[i]) >= 0;
        cut = cut || errno != EPERM; /* by the filter of calls, whatever Landlock can */
#ifdef SYS_open
        cut = cut || syscall(SYS_open, r->path, ways[i]) >= 0 || errno != EPERM;
#endif
    }
    const struct { uint64_t flags, mode, resolve; } how = {O_TRUNC, 0, 0};
    return cut || syscall(437 /* openat2 */, AT_FDCWD, r->path, &how, sizeof how) >= 0 ||
           errno != ENOSYS;
}

static bool open_to_all(const request *r) {
    return chmod(r->path, 0666) == 0;
}

static bool remove_file(const request *r) {
    return unlink(r->path) == 0;
}

/* by another name, in the folder that is its own */
static bool read_link(const request *r) {
    char path[1200];
    snprintf(path, sizeof path, "%s/borrowed", getenv("TMPDIR"));
    if (link(r->path, path) != 0)
        return false;
    request other = {.number = 0};
    snprintf(other.path, sizeof other.path, "%.990s", path);
    return read_file(&other);
}

static bool read_around(const request *r) {
    request other = {.number = 0};
    snprintf(other.path, sizeof other.path, "/proc/self/root%.900s", r->path);
    return read_file(&other);
}

static bool read_environment_of_master(const request *r) {
    request other = {.number = 0};
    (void)r;
    snprintf(other.path, sizeof other.path, "/proc/%d/environ", (int)getppid());
    return read_file(&other);
}

static bool read_own_environment(const request *r) {
    errno = ENOENT;
    return getenv(r->path) != NULL;
}

static bool connect_to(const request *r) {
    const struct sockaddr_in place = {.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)r->number),
                                      .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    const bool good = s >= 0 && connect(s, (const struct sockaddr *)&place, sizeof place) == 0;
    if (s >= 0)
        close(s);
    return good;
}

/* a pair of sockets is no network, but a datagram of either goes to any path */
static bool send_to_path(const request *r) {
    int ends[2];
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    snprintf(place.sun_path, sizeof place.sun_path, "%.100s", r->path);
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
        return false;
    const bool good = sendto(ends[0], "x", 1, 0, (struct sockaddr *)&place, sizeof place) == 1;
    const int why = errno;
    close(ends[0]);
    close(ends[1]);
    errno = why;
    return good;
}

/* who opens a file, and when */
static bool watch_file(const request *r) {
    const int watch = inotify_init1(IN_CLOEXEC);
    const bool good = watch >= 0 && inotify_add_watch(watch, r->path, IN_ALL_EVENTS) >= 0;
    if (watch >= 0)
        close(watch);
    return good;
}

/* to read is enough for these; they are set as they are. Some systems of files have none. */
static bool mark_file(const request *r) {
    int flags = 0;
    const int file = open(r->path, O_RDONLY);
    const bool has = file >= 0 && ioctl(file, FS_IOC_GETFLAGS, &flags) == 0;
    const bool good = has && ioctl(file, FS_IOC_SETFLAGS, &flags) == 0;
    const int why = errno;
    if (file >= 0)
        close(file);
    errno = why;
    return good;
}

static bool run_program(const request *r) {
    pid_t pid;
    char *const arguments[] = {(char *)r->path, NULL}, *const none[] = {NULL};
    const int wrong = posix_spawn(&pid, r->path, NULL, NULL, arguments, none);
    if (wrong == 0)
        waitpid(pid, NULL, 0);
    errno = wrong;
    return wrong == 0;
}

static bool become_program(const request *r) {
    char *const arguments[] = {(char *)r->path, NULL}, *const none[] = {NULL};
    execve(r->path, arguments, none);
    return false;
}

/* bounded here, too: it runs where nothing else bounds it */
static bool fork_often(const request *r) {
    int made = 0;
    for (int i = 0; i < (int)r->number && made < 100; i++) {
        const pid_t pid = fork();
        if (pid == 0)
            _exit(0);
        made += pid > 0;
    }
    const int why = errno;
    while (made > 0 && wait(NULL) > 0)
        continue;
    errno = why;
    return made > 0;
}

static bool signal_master(const request *r) {
    (void)r;
    return kill(getppid(), 0) == 0;
}

static bool signal_all(const request *r) {
    (void)r;
    return kill(-1, 0) == 0;
}

/* a descriptor that sends a signal to the master when it is ready: SIGKILL, if one likes */
static bool signal_by_descriptor(const request *r) {
    int ends[2];
    const struct f_owner_ex master = {F_OWNER_PID, getppid()};
    int pid = getppid();
    (void)r;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 && pipe(ends) != 0)
        return false;
    bool done = fcntl(ends[0], F_SETOWN, pid) == 0;
    done = fcntl(ends[0], F_SETOWN_EX, &master) == 0 || done;
    done = ioctl(ends[0], FIOSETOWN, &pid) == 0 || done;
    done = ioctl(ends[0], SIOCSPGRP, &pid) == 0 || done;
    done = fcntl(ends[0], F_SETSIG, SIGURG) == 0 || done;
    close(ends[0]);
    close(ends[1]);
    return done;
}

/* semaphores and queues of others need no name of their own, and a processor can be given away */
static bool meddle(const request *r) {
    cpu_set_t one;
    struct sembuf nothing = {0, 0, IPC_NOWAIT};
    struct timespec soon = {0, 1};
    (void)r;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    const bool placed = sched_getaffinity(getppid(), sizeof one, &one) == 0 &&
                        sched_setaffinity(getppid(), sizeof one, &one) == 0;
    const bool semaphore = semtimedop(0, &nothing, 1, &soon) == 0 || errno != EPERM;
    const bool queue = syscall(SYS_mq_unlink, "multirate-no-such-queue") == 0 || errno != EPERM;
    return placed || semaphore || queue;
}

static bool look_into_master(const request *r) {
    char byte;
    static int somewhere;
    struct iovec here = {&byte, 1}, there = {&somewhere, 1};
    (void)r;
    return process_vm_readv(getppid(), &here, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}

static bool trace_master(const request *r) {
    (void)r;
    return ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0;
}

static bool go_around(const request *r) {
    char parameters[256] = {0};
    (void)r;
    const long ring = syscall(425 /* io_uring_setup */, 4, parameters);
    return ring >= 0;
}

static bool leave_the_master(const request *r) {
    (void)r;
    return syscall(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, 0, 0, 0, 0) == 0;
}

static bool raise_limits(const request *r) {
    const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    (void)r;
    return setrlimit(RLIMIT_FSIZE, &all) == 0;
}

/* may it have threads without number? */
static bool have_threads(const request *r) {
    struct rlimit threads;
    (void)r;
    errno = EAGAIN;
    return getrlimit(RLIMIT_NPROC, &threads) != 0 || threads.rlim_max > 70000;
}

/* a command for a file that is neither a question nor about its own descriptor */
static bool command_file(const request *r) {
    int ends[2], one = 1;
    (void)r;
    return pipe(ends) == 0 && ioctl(ends[0], FIOASYNC, &one) == 0;
}

/* keeps others from its file: who wants to write it has to wait */
static bool lease_file(const request *r) {
    const int file = open(r->path, O_RDONLY);
    return file >= 0 && fcntl(file, F_SETLEASE, F_RDLCK) == 0;
}

/* code segments of the processor: only the kernel's oldest faults are there */
static bool change_segments(const request *r) {
    (void)r;
#ifdef SYS_modify_ldt
    char table[16];
    return syscall(SYS_modify_ldt, 0, table, sizeof table) >= 0;
#else
    errno = EPERM;
    return false;
#endif
}

/* number: GB; touched, so that it counts */
static bool allocate(const request *r) {
    const size_t part = (size_t)256 << 20;
    for (int i = 0; i < 4 * (int)r->number; i++) {
        char *memory = malloc(part);
        if (!memory)
            return false;
        for (size_t k = 0; k < part; k += 4096)
            memory[k] = 1;
    }
    return true;
}

static bool spin(const request *r) {
    volatile double i = r->number;
    while (i >= 0.0)
        i = i + 1.0;
    return true;
}

/* ---- what it may ---- */

/* how libraries ask for a terminal, and make descriptors fit for waiting */
static bool ask_descriptors(const request *r) {
    int ends[2], one = 1, count = -1;
    (void)r;
    (void)isatty(0);
    return errno != EPERM && pipe(ends) == 0 && ioctl(ends[0], FIONBIO, &one) == 0 &&
           write(ends[1], "ab", 2) == 2 && ioctl(ends[0], FIONREAD, &count) == 0 && count == 2 &&
           ioctl(ends[0], FIOCLEX) == 0;
}

static void *do_nothing(void *context) {
    return context;
}

static bool start_thread(const request *r) {
    pthread_t thread;
    (void)r;
    return pthread_create(&thread, NULL, do_nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static bool use_folder(const request *r) {
    request own = {.number = 0};
    (void)r;
    snprintf(own.path, sizeof own.path, "%.900s/own", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    if (!write_file(&own) || !read_file(&own))
        return false;
    /* left behind, in a folder */
    snprintf(own.path, sizeof own.path, "%.900s/more", getenv("TMPDIR"));
    return mkdir(own.path, 0700) == 0;
}

/* folders that are to stay: deeper than a path is long, without rights, and a link elsewhere */
static bool dig(const request *r) {
    char path[1200];
    snprintf(path, sizeof path, "%.1000s/link", getenv("TMPDIR"));
    if (symlink(r->path, path) != 0 || chdir(getenv("TMPDIR")) != 0 || mkdir("closed", 0700) != 0 ||
        mkdir("closed/within", 0000) != 0 || mkdir("above-0", 0700) != 0 ||
        mkdir("above-0/above-1", 0700) != 0)
        return false;
    for (int i = 0; i < (int)r->number; i++)
        if (mkdir("a_folder_with_a_name_of_some_length", 0700) != 0 ||
            chdir("a_folder_with_a_name_of_some_length") != 0)
            return false;
    return mkdir("deepest", 0700) == 0 && symlink(r->path, "deepest/link") == 0;
}

static const struct {
    const char *name;
    bool (*act)(const request *);
    bool good;
} acts[] = {{"read", read_file, false},
            {"write", write_file, false},
            {"cut", cut_file, false},
            {"cut_by_opening", cut_by_opening, false},
            {"chmod", open_to_all, false},
            {"remove", remove_file, false},
            {"link", read_link, false},
            {"around", read_around, false},
            {"environment", read_environment_of_master, false},
            {"own_environment", read_own_environment, false},
            {"connect", connect_to, false},
            {"send", send_to_path, false},
            {"watch", watch_file, false},
            {"mark", mark_file, false},
            {"run", run_program, false},
            {"become", become_program, false},
            {"fork", fork_often, false},
            {"signal", signal_master, false},
            {"signal_all", signal_all, false},
            {"own", signal_by_descriptor, false},
            {"meddle", meddle, false},
            {"look", look_into_master, false},
            {"trace", trace_master, false},
            {"ring", go_around, false},
            {"leave", leave_the_master, false},
            {"limits", raise_limits, false},
            {"threads", have_threads, false},
            {"command", command_file, false},
            {"lease", lease_file, false},
            {"segments", change_segments, false},
            {"allocate", allocate, false},
            {"spin", spin, false},
            {"thread", start_thread, true},
            {"ask", ask_descriptors, true},
            {"folder", use_folder, true},
            {"dig", dig, true},
            {"own_file", read_file, true}};

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    mr_option option;
    mr_status status = MR_OK;
    request r = {.number = 0};
    size_t which = sizeof acts / sizeof *acts;
    (void)made;
    while (mr_option_next(&configuration, &option, &status, message)) {
        for (size_t i = 0; strcmp(option.key, "do") == 0 && i < sizeof acts / sizeof *acts; i++)
            if (strcmp(acts[i].name, option.value) == 0)
                which = i;
        if (strcmp(option.key, "path") == 0)
            snprintf(r.path, sizeof r.path, "%.990s", option.value);
        if (strcmp(option.key, "number") == 0)
            r.number = atof(option.value);
    }
    if (which == sizeof acts / sizeof *acts) {
        mr_message_set(message, "nothing to do");
        return MR_ERR_SLAVE_OPEN;
    }
    errno = 0;
    const bool done = acts[which].act(&r);
    if (done)
        mr_message_set(message, acts[which].good ? "fine" : "done");
    else
        mr_message_set(message, "refused: %s", strerror(errno));
    return MR_ERR_SLAVE_OPEN;
}

static void describe(const void *self, mr_slave_description *description) {
    (void)self, (void)description;
}

static mr_status initialise(void *self, double t, const mr_inputs *inputs) {
    (void)self, (void)t, (void)inputs;
    return MR_ERR_STATE;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    (void)self, (void)inputs, (void)t;
    return MR_ERR_STATE;
}

static mr_status outputs(void *self, double *y) {
    (void)self, (void)y;
    return MR_ERR_STATE;
}

static void close_slave(void *self) {
    (void)self;
}

static const mr_slave_type type = {.abi = MR_SLAVE_ABI,
                                   .size = sizeof(mr_slave_type),
                                   .name = "hostile",
                                   .open = open_slave,
                                   .describe = describe,
                                   .initialise = initialise,
                                   .step = step,
                                   .outputs = outputs,
                                   .close = close_slave};

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &type;
}
