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

/* a function that was called without a declaration and that the compiler does not know either: it
 * took it to return int, whatever it returns. false if there is none */
bool bd_undeclared_function(FILE *said, char *name, size_t capacity);

#endif
