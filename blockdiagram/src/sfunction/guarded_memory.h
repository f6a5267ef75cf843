/* memory of an S-function that nobody writes beyond unnoticed: what ends at the end of a page,
 * before one that must not be touched */
#ifndef BD_SFUNCTION_GUARDED_MEMORY_H
#define BD_SFUNCTION_GUARDED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* zeroed; NULL when there is no more. bd_guarded_what tells the text, which must live on */
void *bd_guarded_alloc(size_t bytes, const char *what);
/* where an address lies that must not be touched, "beyond the end of …"; NULL: not here */
const char *bd_guarded_what(const void *address);

/* malloc, calloc, realloc and free that a loaded file calls are guarded ones from now on */
bool bd_guarded_take_over(void *handle);

#endif
