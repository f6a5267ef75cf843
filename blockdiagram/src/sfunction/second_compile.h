/* what a source needs that was written for another compiler, read from what the compiler said */
#ifndef BD_SFUNCTION_SECOND_COMPILE_H
#define BD_SFUNCTION_SECOND_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define BD_SECOND_COMPILE_FLAGS 21

/* compiler flags against what the compiler has just complained about, at most
 * BD_SECOND_COMPILE_FLAGS; returns how many */
size_t bd_second_compile_flags(FILE *said, const char **flags);

#endif
