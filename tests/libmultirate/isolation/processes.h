/* what a test can see of its processes and descriptors from outside, in /proc and /dev/shm */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdbool.h>

/* children of this process, dead ones that nobody has collected included */
int children(void);

/* one of them; 0 if there is none */
int any_child(void);

/* a process that runs: not gone, and no zombie */
bool process_runs(int pid);

/* what must not grow */
typedef struct inventory {
    int children, descriptors, shared_maps, shared_files;
} inventory;

inventory take_inventory(void);

#endif
