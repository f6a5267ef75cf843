/* torture_calls KIND [option...] -- PROGRAM [argument...]: runs a program and lets one of its calls
 * of the system fail, or kills it there. The kernel asks here before each call (seccomp, a filter
 * with a listener), whichever library it is made by and in every process that the program starts.
 *
 * What the loader does before main is not counted if fail_memory.c is loaded, which tells that
 * moment.
 *
 *   --at N       the N-th call of the kind fails, counted from 1 over all processes; 0: none
 *   --ever       and all that follow
 *   --half       half of it is done instead (writes)
 *   --kill       the whole program is killed there instead
 *   --only WHO   counts calls of the first process (main), of those that it starts (others), or of
 *                processes of this name
 *   --trace FILE what the calls do to files
 *   --seconds S  so long may it take; default 60
 *   --report FILE one line of JSON: calls, what failed, how the program ended, who was left behind
 */
#define _GNU_SOURCE
#include "begin.h"
#include "calls.h"

#include <errno.h>
#include <linux/filter.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct torture {
    const call_kind *kind;
    long at;
    bool ever, half, kill_it, only_main, only_others;
    const char *only_name; /* NULL: any */
    const char *trace_path, *report_path;
    double seconds;
    char **command;
    FILE *trace;
    pid_t program;
    int listener;
    bool begun; /* main */
    long calls; /* counted so far */
    bool hit, ended, hung;
    char what[4200];  /* the call that failed first */
    int status, left; /* of the program; processes that outlived it */
} torture;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int refuse(const char *what) {
    fprintf(stderr, "torture_calls: %s: %s\n", what, strerror(errno));
    return 125;
}

/* the kernel asks for the calls of the kind, and lets all others pass */
static int listen_to(const call_kind *kind) {
    struct sock_filter code[64] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned short used = 1;
    static const call_rule begin = {SYS_sched_get_priority_max, 0, OBJECT_ANY};
    const call_rule *rule = &begin;
    for (; rule->number >= 0 && used < 60; rule = rule == &begin ? kind->rules : rule + 1) {
        code[used++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)rule->number, 0, 1);
        code[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    code[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = {used, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &filter);
}

/* the program, from the fork on; the listener's number is told through the pipe before any call
 * that is listened to, and the parent takes a copy of it */
static _Noreturn void become(const torture *t, int tell, int wait) {
    char go;
    close(tell);
    (void)!read(wait, &go, 1); /* until the parent stands ready */
    close(wait);
    execvp(t->command[0], t->command);
    _exit(127);
}

static bool start(torture *t) {
    int there[2], back[2], number = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, there) != 0 || pipe(back) != 0)
        return false;
    t->program = fork();
    if (t->program == 0) {
        close(there[0]);
        close(back[1]);
        /* read, write and close may be among the calls: the parent answers them from the moment
         * that it knows the listener, whose number is the next one that is free */
        number = (int)syscall(SYS_fcntl, 0, 1030 /* F_DUPFD_CLOEXEC */, 0);
        close(number);
        if (send(there[1], &number, sizeof number, 0) != sizeof number ||
            listen_to(t->kind) != number)
            _exit(125);
        become(t, there[1], back[0]);
    }
    close(there[1]);
    close(back[0]);
    if (t->program < 0 || recv(there[0], &number, sizeof number, 0) != sizeof number)
        return false;
    const int handle = (int)syscall(SYS_pidfd_open, t->program, 0);
    char path[64], link[128];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)t->program, number);
    for (int tries = 0; tries < 2000; tries++) { /* until the filter stands */
        const ssize_t length = readlink(path, link, sizeof link - 1);
        link[length > 0 ? length : 0] = '\0';
        if (strstr(link, "seccomp"))
            break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    t->listener = (int)syscall(SYS_pidfd_getfd, handle, number, 0);
    close(handle);
    close(there[0]);
    close(back[1]); /* it goes on */
    return t->listener >= 0;
}

static pid_t process_of(pid_t thread) {
    char path[64], line[128];
    int process = (int)thread;
    snprintf(path, sizeof path, "/proc/%d/status", (int)thread);
    FILE *status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Tgid: %d", &process) == 1)
            break;
    if (status)
        fclose(status);
    return (pid_t)process;
}

static void kill_all(torture *t) {
    char path[64], list[4096];
    if (!t->ended)
        kill(t->program, SIGKILL);
    for (int tries = 0; tries < 50; tries++) {
        snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
        FILE *children = fopen(path, "r");
        const size_t size = children ? fread(list, 1, sizeof list - 1, children) : 0;
        if (children)
            fclose(children);
        list[size] = '\0';
        for (char *p = list, *end; strtol(p, &end, 10) > 0; p = end)
            kill((pid_t)strtol(p, NULL, 10), SIGKILL);
        int status;
        pid_t gone;
        while ((gone = waitpid(-1, &status, WNOHANG)) > 0)
            if (gone == t->program) {
                t->status = status;
                t->ended = true;
            }
        if (gone < 0)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

static void remember(torture *t, const struct seccomp_notif *call) {
    char path[4096] = "";
    const int number = call->data.nr;
    if (number == SYS_openat)
        call_text((pid_t)call->pid, call->data.args[1], path, sizeof path);
    else if (number != SYS_mmap && number != SYS_futex)
        call_path((pid_t)call->pid, (int)call->data.args[0], path, sizeof path);
    snprintf(t->what, sizeof t->what, "%d(%lld) %s", number, (long long)call->data.args[0], path);
}

static bool is_called(pid_t process, const char *name) {
    char path[64], own[64] = "";
    snprintf(path, sizeof path, "/proc/%ld/comm", (long)process);
    FILE *file = fopen(path, "r");
    if (file && !fgets(own, sizeof own, file))
        own[0] = '\0';
    if (file)
        fclose(file);
    own[strcspn(own, "\n")] = '\0';
    return strncmp(own, name, 15) == 0; /* the system keeps no more of it */
}

static void answer(torture *t, const struct seccomp_notif *call, struct seccomp_notif_resp *reply) {
    const call_rule *rule = call_kind_rule(t->kind, call);
    reply->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    if (call->data.nr == SYS_sched_get_priority_max && call->data.args[0] == TORTURE_BEGIN)
        t->begun =
            t->begun || !t->only_name || is_called(process_of((pid_t)call->pid), t->only_name);
    if (!rule)
        return;
    if (!t->begun)
        return;
    const pid_t process = process_of((pid_t)call->pid);
    const bool first = process == t->program;
    if ((t->only_main && !first) || (t->only_others && first) ||
        (t->only_name && !is_called(process, t->only_name)))
        return;
    t->calls++;
    if (t->trace)
        call_trace(t->trace, (pid_t)call->pid, call);
    if (t->at == 0 || t->calls < t->at || (t->calls > t->at && !t->ever))
        return;
    if (!t->hit)
        remember(t, call);
    t->hit = true;
    if (t->kill_it) {
        kill_all(t);
        return;
    }
    const long done = t->half ? call_halve((pid_t)call->pid, call) : -1;
    if (t->half && done < 0)
        return;
    reply->flags = 0;
    reply->val = t->half ? done : 0;
    reply->error = t->half ? 0 : -rule->error;
}

static void take_call(torture *t) {
    struct seccomp_notif call;
    memset(&call, 0, sizeof call);
    if (ioctl(t->listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        return;
    struct seccomp_notif_resp reply = {.id = call.id};
    answer(t, &call, &reply);
    (void)ioctl(t->listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}

/* true when all processes are gone */
static bool bury(torture *t) {
    int status;
    pid_t gone;
    while ((gone = waitpid(-1, &status, WNOHANG)) > 0)
        if (gone == t->program) {
            t->status = status;
            t->ended = true;
        }
    return gone < 0;
}

#define GRACE 5.0 /* s: so long may children live on */

static void watch(torture *t) {
    const double begin = now();
    double end = 0.0;
    while (!bury(t)) {
        struct pollfd one = {t->listener, POLLIN, 0};
        if (poll(&one, 1, 20) > 0 && (one.revents & POLLIN))
            take_call(t);
        if (t->ended && end == 0.0)
            end = now();
        if (now() - begin > t->seconds || (t->ended && now() - end > GRACE)) {
            t->hung = !t->ended;
            t->left = t->ended;
            kill_all(t);
            return;
        }
    }
}

static void report(const torture *t) {
    FILE *out = t->report_path ? fopen(t->report_path, "w") : stderr;
    if (!out)
        return;
    fprintf(out, "{\"calls\": %ld, \"hit\": %s, \"what\": \"", t->calls, t->hit ? "true" : "false");
    for (const char *p = t->what; *p; p++)
        fputc(*p == '"' || *p == '\\' || (unsigned char)*p < ' ' ? '?' : *p, out);
    fprintf(out, "\", \"code\": %d, \"signal\": %d, \"hung\": %s, \"left\": %d}\n",
            WIFEXITED(t->status) ? WEXITSTATUS(t->status) : -1,
            WIFSIGNALED(t->status) ? WTERMSIG(t->status) : 0, t->hung ? "true" : "false", t->left);
    if (out != stderr)
        fclose(out);
}

static bool read_options(torture *t, int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--") == 0) {
            t->command = argv + i + 1;
            return i + 1 < argc;
        }
        if (strcmp(argv[i], "--ever") == 0)
            t->ever = true;
        else if (strcmp(argv[i], "--half") == 0)
            t->half = true;
        else if (strcmp(argv[i], "--kill") == 0)
            t->kill_it = true;
        else if (strcmp(argv[i], "--at") == 0 && i++)
            t->at = strtol(value, NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0 && i++)
            t->seconds = strtod(value, NULL);
        else if (strcmp(argv[i], "--trace") == 0 && i++)
            t->trace_path = value;
        else if (strcmp(argv[i], "--report") == 0 && i++)
            t->report_path = value;
        else if (strcmp(argv[i], "--only") == 0 && i++) {
            t->only_main = strcmp(value, "main") == 0;
            t->only_others = strcmp(value, "others") == 0;
            t->only_name = t->only_main || t->only_others ? NULL : value;
        } else
            return false;
    }
    return false;
}

int main(int argc, char **argv) {
    const char *first = getenv("LD_PRELOAD");
    torture t = {.seconds = 60.0, .listener = -1};
    t.begun = !first || !strstr(first, "fail_memory");
    t.kind = argc > 1 ? call_kind_find(argv[1]) : NULL;
    if (!t.kind || !read_options(&t, argc, argv)) {
        fprintf(stderr,
                "usage: torture_calls KIND [--at N] [--ever] [--half] [--kill] [--only "
                "main|others|NAME] [--trace FILE] [--seconds S] [--report FILE] -- PROGRAM …\n");
        for (const call_kind *kind = call_kinds; kind->name; kind++)
            fprintf(stderr, "  %-10s %s\n", kind->name, kind->about);
        return 2;
    }
    t.trace = t.trace_path ? fopen(t.trace_path, "w") : NULL;
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (!start(&t))
        return refuse("the program cannot be watched");
    watch(&t);
    if (t.trace)
        fclose(t.trace);
    report(&t);
    return WIFEXITED(t.status) ? WEXITSTATUS(t.status) : 128 + WTERMSIG(t.status);
}
