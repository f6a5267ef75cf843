/* starting and ending the process of a slave */
#if defined(__linux__)
#define _GNU_SOURCE
#include "isolation/process.h"

#include "isolation/confine.h"
#include "leftovers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define FREE_DESCRIPTOR 10 /* above those that the process gets */

/* the memory and the lifeline at their numbers, no input, what it prints among the errors, and none
 * of the descriptors that the program around us may have open */
static int plan_files(posix_spawn_file_actions_t *files, int memory, int lifeline) {
    int wrong = posix_spawn_file_actions_adddup2(files, memory, MR_PROCESS_MEMORY);
    if (!wrong)
        wrong = posix_spawn_file_actions_adddup2(files, lifeline, MR_PROCESS_LIFELINE);
    if (!wrong)
        wrong = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
    if (!wrong)
        wrong = posix_spawn_file_actions_adddup2(files, 2, 1);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    if (!wrong)
        wrong = posix_spawn_file_actions_addclosefrom_np(files, MR_PROCESS_LIFELINE + 1);
#endif
    return wrong;
}

/* signals as a new program expects them, whatever the program around us has done to its own; but
 * a request to stop that it ignores is none to the slave either */
static int plan_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGTERM);
    sigdelset(&all, SIGHUP);
    sigdelset(&all, SIGUSR1);
    sigdelset(&all, SIGUSR2);
    int wrong = posix_spawnattr_setsigmask(attributes, &none);
    if (!wrong)
        wrong = posix_spawnattr_setsigdefault(attributes, &all);
    if (!wrong)
        wrong = posix_spawnattr_setpgroup(attributes, 0);
    if (!wrong)
        wrong = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    return wrong;
}

/* the environment of a process in the sandbox: what libraries need, and no secrets of the user */
static char **reduce_environment(void) {
    size_t count = 0, kept = 0;
    while (environ && environ[count])
        count++;
    char **reduced = calloc(count + 1, sizeof *reduced);
    for (size_t i = 0; reduced && i < count; i++)
        if (mr_confine_keeps(environ[i]))
            reduced[kept++] = environ[i];
    return reduced;
}

static int spawn(mr_process *process, const char *program, const char *confinement, int memory,
                 int lifeline) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    char *const arguments[] = {(char *)program, *confinement ? (char *)confinement : NULL, NULL};
    char **environment = process->confined ? reduce_environment() : NULL;
    pid_t pid = 0;
    int wrong = process->confined && !environment ? ENOMEM : posix_spawn_file_actions_init(&files);
    if (wrong) {
        free(environment);
        return wrong;
    }
    wrong = posix_spawnattr_init(&attributes);
    if (!wrong) {
        wrong = plan_files(&files, memory, lifeline);
        if (!wrong)
            wrong = plan_signals(&attributes);
        if (!wrong)
            wrong = posix_spawn(&pid, program, &files, &attributes, arguments,
                                environment ? environment : environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    process->pid = (int)pid;
    return wrong;
}

bool mr_process_start(mr_process *process, const char *program, const char *confinement,
                      mr_channel_handle descriptor, mr_message *message) {
    int ends[2] = {-1, -1};
    *process =
        (mr_process){.pidfd = -1, .lifeline = -1, .confined = mr_confine_is_sandbox(confinement)};
    int wrong = pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
    /* out of the way of the numbers that they will have in the new process */
    const int memory = fcntl(descriptor, F_DUPFD_CLOEXEC, FREE_DESCRIPTOR);
    const int lifeline = wrong ? -1 : fcntl(ends[0], F_DUPFD_CLOEXEC, FREE_DESCRIPTOR);
    if (!wrong && (memory < 0 || lifeline < 0))
        wrong = errno;
    if (!wrong)
        wrong = spawn(process, program, confinement, memory, lifeline);
    if (memory >= 0)
        close(memory);
    if (lifeline >= 0)
        close(lifeline);
    if (ends[0] >= 0)
        close(ends[0]);
    if (wrong) {
        if (ends[1] >= 0)
            close(ends[1]);
        mr_message_set(message, "a process for the slave cannot be started with '%.200s': %s",
                       program, strerror(wrong));
        return false;
    }
    process->lifeline = ends[1];
    process->running = true;
#ifdef SYS_pidfd_open
    process->pidfd = (int)syscall(SYS_pidfd_open, process->pid, 0);
#endif
    return true;
}

static void note_end(mr_process *process) {
    process->running = false;
    if (process->pidfd >= 0)
        close(process->pidfd);
    if (process->lifeline >= 0)
        close(process->lifeline);
    process->pidfd = process->lifeline = -1;
}

/* what the slave has started goes with it. The process has ended, but its number is not free yet,
 * so that its group cannot be anybody else's */
static void end_group(const mr_process *process, int options) {
    siginfo_t info = {0};
    int wrong;
    do
        wrong = waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOWAIT | options);
    while (wrong != 0 && errno == EINTR);
    if (wrong == 0 && info.si_pid != 0)
        (void)kill(-(pid_t)process->pid, SIGKILL);
}

static bool collect(mr_process *process, int options) {
    int status = 0;
    pid_t answer;
    end_group(process, options);
    do
        answer = waitpid((pid_t)process->pid, &status, options);
    while (answer < 0 && errno == EINTR);
    if (answer == 0)
        return false;
    /* no such child: the program around us ignores or collects the ends of its children */
    process->unknown = answer < 0;
    process->end_status = status;
    note_end(process);
    /* one that ended by itself, and well, has cleaned up */
    if (process->confined || answer < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        mr_remove_leftovers(process->pid);
    return true;
}

bool mr_process_running(mr_process *process) {
    return process->running && !collect(process, WNOHANG);
}

static void kill_process(const mr_process *process) {
#ifdef SYS_pidfd_send_signal
    /* by the descriptor: a number could be another process by now, should somebody else have
     * collected ours */
    if (process->pidfd >= 0) {
        (void)syscall(SYS_pidfd_send_signal, process->pidfd, SIGKILL, NULL, 0);
        return;
    }
#endif
    (void)kill((pid_t)process->pid, SIGKILL);
}

void mr_process_end(mr_process *process, double grace) {
    if (process->running && process->pidfd >= 0 && grace > 0.0) {
        struct pollfd watched = {.fd = process->pidfd, .events = POLLIN};
        (void)poll(&watched, 1, grace < 1e6 ? (int)(grace * 1e3) + 1 : -1);
    }
    const struct timespec moment = {.tv_nsec = 1000000};
    for (double waited = 0.0; mr_process_running(process) && process->pidfd < 0 && waited < grace;
         waited += 1e-3)
        nanosleep(&moment, NULL);
    if (!process->running)
        return;
    kill_process(process);
    (void)collect(process, 0);
}

static const char *signal_name(int number) {
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGSEGV, "SIGSEGV (invalid memory access)"},
        {SIGABRT, "SIGABRT (it gave up by abort)"},
        {SIGBUS, "SIGBUS (invalid memory access)"},
        {SIGFPE, "SIGFPE (invalid arithmetic)"},
        {SIGILL, "SIGILL (invalid instruction)"},
        {SIGKILL, "SIGKILL (killed by somebody, or out of memory)"},
        {SIGTERM, "SIGTERM (terminated by somebody)"},
        {SIGINT, "SIGINT (interrupted)"},
        {SIGHUP, "SIGHUP (hang up)"},
        {SIGTRAP, "SIGTRAP (trap)"},
        {SIGPIPE, "SIGPIPE (broken pipe)"},
        {SIGSYS, "SIGSYS (forbidden system call)"},
        {SIGXCPU, "SIGXCPU (limit of processor time)"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number)
            return names[i].name;
    return NULL;
}

void mr_process_outlive_master(void) {
    char byte;
    ssize_t answer;
    do
        answer = read(MR_PROCESS_LIFELINE, &byte, 1);
    while (answer > 0 || (answer < 0 && errno == EINTR));
}

bool mr_process_has_code(const mr_process *process, int code) {
    return !process->unknown && WIFEXITED(process->end_status) &&
           WEXITSTATUS(process->end_status) == code;
}

void mr_process_explain(const mr_process *process, char *text, size_t size) {
    const int status = process->end_status;
    if (process->unknown)
        snprintf(text, size, "ended, nobody knows why");
    else if (WIFSIGNALED(status) && signal_name(WTERMSIG(status)))
        snprintf(text, size, "was ended by signal %s", signal_name(WTERMSIG(status)));
    else if (WIFSIGNALED(status))
        snprintf(text, size, "was ended by signal %d", WTERMSIG(status));
    else
        snprintf(text, size, "ended with exit code %d", WEXITSTATUS(status));
}

#else
typedef int mr_no_process_of_posix;
#endif
