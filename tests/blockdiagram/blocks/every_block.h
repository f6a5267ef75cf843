/* a list of blocks of all types, each with inputs and parameters with which it runs */
#ifndef EVERY_BLOCK_H
#define EVERY_BLOCK_H

#include <stddef.h>

enum { EVERY_MOST_WORDS = 28 };

/* inputs are expressions for constants, apart by '|'; parameters are name, value, … */
typedef struct every_case {
    const char *type, *inputs, *parameters[EVERY_MOST_WORDS];
} every_case;

extern const every_case every_cases[];
extern const size_t every_case_count;

#endif
