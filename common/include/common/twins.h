/* names that stand twice in a list, in a time that a list of a million names can wait for */
#ifndef COMMON_TWINS_H
#define COMMON_TWINS_H

#include <stddef.h>

/* the first name that has stood before, by its place in the list; the count where there is none.
 * Without memory each is compared with each */
size_t cm_first_twin(const char *const *names, size_t count);

#endif
