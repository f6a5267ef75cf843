/* which file beside a model would set variables that it lacks */
#ifndef BD_VALUE_PROPOSE_H
#define BD_VALUE_PROPOSE_H

#include <stddef.h>

/* the script (no function) or MAT file in the folder of `file` that sets the most of these names;
 * its name without the folder. Returns how many it sets, 0 if there is none */
size_t bd_propose_file(const char *file, const char *const *names, size_t count, char *found,
                       size_t capacity);

#endif
