/* names of Microsoft's C library that a source uses undeclared */
#ifndef BD_SFUNCTION_MICROSOFT_NAMES_H
#define BD_SFUNCTION_MICROSOFT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define BD_MICROSOFT_FLAGS 20

/* compiler flags that define the names the compiler has just complained about, at most
 * BD_MICROSOFT_FLAGS; returns how many */
size_t bd_microsoft_flags(FILE *said, const char **flags);

#endif
