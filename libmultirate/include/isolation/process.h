/* the process of one slave: started, watched, ended, and never left behind
 *
 * Started by posix_spawn, because a fork without exec is dangerous in a program with threads
 * (Octave, MATLAB). No signal handler is touched, and nobody's processes are waited for but this
 * one. Its own process group keeps the user's Ctrl-C for the master. A pipe that only the master
 * holds open is its lifeline: however the master ends, the slave's process sees the pipe close and
 * ends too (PR_SET_PDEATHSIG would act when the thread ends that started the process). On Windows a
 * job does the same: the system ends all in it when the master's last handle of it is closed. */
#ifndef MR_PROCESS_H
#define MR_PROCESS_H

#include "isolation/channel.h"
#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>

/* descriptors in the started process */
#define MR_PROCESS_MEMORY   3
#define MR_PROCESS_LIFELINE 4

/* exit codes of multirate-slave-host */
enum {
    MR_HOST_WRONG_USE = 120,
    MR_HOST_WRONG_VERSION = 121,
    MR_HOST_BROKEN = 122,
    MR_HOST_ORPHAN = 123,
    MR_HOST_NOT_CONFINED = 124
};

#define MR_ISOLATION_TIMEOUT 30.0
#define MR_ISOLATION_SPIN    50e-6

typedef struct mr_process {
#if defined(_WIN32)
    void *handle, *job;
    unsigned long end_status;
#else
    int pid;
    int pidfd; /* -1 where the system has none */
    int lifeline;
    bool confined;  /* it has a temporary folder that somebody else must remove */
    int end_status; /* as waitpid tells it */
#endif
    bool running;
    bool unknown; /* somebody else has taken its exit status */
} mr_process;

/* the program that a slave of this plug-in runs in (multirate-slave-host); *path is to be freed.
 * Whoever confines a slave does not look beside it: that program would be the stranger's, too */
mr_status mr_isolation_find_host(const char *plugin, const char *confinement, char **path,
                                 mr_message *message);

/* runs `program` with the memory behind `handle`, confined as the text says (confine.h; "": not at
 * all); false and a sentence if it cannot */
bool mr_process_start(mr_process *process, const char *program, const char *confinement,
                      mr_channel_handle handle, mr_message *message);

/* false once it has ended, which also takes its exit status so that no zombie stays */
bool mr_process_running(mr_process *process);

/* gives it `grace` seconds to end by itself, then kills it; afterwards it is gone */
void mr_process_end(mr_process *process, double grace);

#if !defined(_WIN32)
/* in the started process: waits until its lifeline closes, because the master is no more */
void mr_process_outlive_master(void);
#endif

/* it has ended by itself, with this code */
bool mr_process_has_code(const mr_process *process, int code);

/* "was ended by signal SIGSEGV (invalid memory access)", "ended with exit code 3" */
void mr_process_explain(const mr_process *process, char *text, size_t size);

#endif
