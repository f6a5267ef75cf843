/* Landlock and seccomp: a process gives up what it does not need, for good */
#ifndef MR_SANDBOX_H
#define MR_SANDBOX_H

#include <stdbool.h>

#define MR_SANDBOX_FILES 64

typedef struct mr_sandbox {
    char *files[MR_SANDBOX_FILES]; /* that it may read, and folders with all that is below */
    int count;
    const char *folder; /* where it may do what it likes */
} mr_sandbox;

/* what this kernel lacks for it: "Landlock (Linux 5.13)"; NULL: nothing */
const char *mr_sandbox_lacks(void);

/* false, and errno, if that fails; the process must not go on then. Only the calling thread is
 * confined, and those that it starts */
bool mr_sandbox_enter(const mr_sandbox *sandbox);

/* its part in seccomp: which calls of the system are left */
bool mr_sandbox_filter_calls(void);

#endif
