/* waiting awake for a moment: putting a thread to sleep and waking it costs more than a short
 * answer takes, most of all on a virtual machine whose processor must be woken too */
#ifndef REMOTE_AWAKE_H
#define REMOTE_AWAKE_H

#include <stdbool.h>

#define AWAKE_MOMENT 300e-6 /* s */

typedef struct awake {
    double since; /* by mr_seconds() */
} awake;

/* something has happened: the moment begins anew */
void awake_begin(awake *moment);

/* lets other threads have the processor; false: the moment is over, one may sleep now */
bool awake_still(const awake *moment);

#endif
