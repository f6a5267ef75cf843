/* what a test can see of its processes and descriptors from outside, in /proc */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdbool.h>

/* children of this process, dead ones that nobody has collected included */
int children(void);

/* one of them; 0 if there is none */
int any_child(void);

/* a process that runs: not gone, and no zombie */
bool process_runs(int pid);

/* what must not grow; shared memory has no name in any folder (memfd) */
typedef struct inventory {
    int children, descriptors, shared_maps;
} inventory;

inventory take_inventory(void);

#endif
