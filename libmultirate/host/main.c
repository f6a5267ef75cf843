/* multirate-slave-host: the program that a slave runs in when it is isolated
 *
 * The library starts it (libmultirate/src/isolation); it finds its shared memory and its lifeline
 * at fixed descriptors, on Windows by handles that the command line tells. It ends when the master
 * says so, and when the lifeline closes because the master is no more, even if the slave hangs (on
 * Windows the system sees to that). */
#if !defined(_WIN32)
#define _GNU_SOURCE
#endif
#include "descendants.h"
#include "isolation/channel.h"
#include "isolation/confine.h"
#include "isolation/isolated.h"
#include "isolation/process.h"
#include "isolation/serve.h"

#include <stdio.h>

static int complain(void) {
    fprintf(stderr, "multirate-slave-host is started by the multirate library for slaves that "
                    "run isolated, not by hand\n");
    return MR_HOST_WRONG_USE;
}

static int serve(mr_channel *channel) {
    const bool good = mr_serve(channel);
    mr_channel_close(channel);
    return good ? 0 : MR_HOST_BROKEN;
}

#if defined(_WIN32)

#include <stdint.h>
#include <stdlib.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static void *handle(const char *text) {
    return (void *)(uintptr_t)strtoul(text, NULL, 10);
}

int main(int count, char **arguments) {
    mr_channel channel;
    DWORD flags;
    if (count != 4 || !GetHandleInformation((HANDLE)handle(arguments[1]), &flags))
        return complain();
    /* a slave that crashes is told to the master, not to the user by a dialog */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    const mr_channel_handle shared = {handle(arguments[1]),
                                      {handle(arguments[2]), handle(arguments[3])}};
    if (!mr_channel_join(&channel, shared))
        return MR_HOST_WRONG_VERSION;
    return serve(&channel);
}

#else

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
/* the search for leaks needs a process that looks into this one, which the sandbox refuses */
static int confined;
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
    return confined;
}
#endif

static void *watch_lifeline(void *context) {
    (void)context;
    mr_process_outlive_master();
    host_end_descendants();
    /* with all that the slave has started: the group is ours alone (process.c) */
    if (getpgrp() == getpid())
        (void)kill(0, SIGKILL);
    _exit(MR_HOST_ORPHAN);
}

int main(int argc, char **argv) {
    mr_channel channel;
    mr_message why = {""};
    pthread_t watcher;
    if (fcntl(MR_PROCESS_MEMORY, F_GETFD) < 0 || fcntl(MR_PROCESS_LIFELINE, F_GETFD) < 0)
        return complain();
    if (!mr_channel_join(&channel, MR_PROCESS_MEMORY))
        return MR_HOST_WRONG_VERSION;
    close(MR_PROCESS_MEMORY);
    host_adopt_descendants();
    /* before there is a second thread: a sandbox is each thread's own */
    if (argc > 1 && !mr_confine_enter(argv[1], &why)) {
        fprintf(stderr, "multirate-slave-host: %s\n", why.text);
        return MR_HOST_NOT_CONFINED;
    }
#if defined(__SANITIZE_ADDRESS__)
    confined = argc > 1;
#endif
    /* what the slave starts must not keep the lifeline */
    (void)fcntl(MR_PROCESS_LIFELINE, F_SETFD, FD_CLOEXEC);
    if (pthread_create(&watcher, NULL, watch_lifeline, NULL) != 0)
        return MR_HOST_WRONG_USE;
    pthread_detach(watcher);
    const int code = serve(&channel);
    host_end_descendants();
    if (argc > 1) /* a library whose thread gets no memory may wait for it for ever */
        _exit(code);
    return code;
}

#endif
