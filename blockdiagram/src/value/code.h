/* what code and instances are made of */
#ifndef BD_VALUE_CODE_H
#define BD_VALUE_CODE_H

#include "value/library.h"

struct bd_code {
    bd_arena arena;
    char *text;
    bd_scope scope; /* names and their texts are its own */
    bool *used;     /* which names the text mentions */
    const bd_syntax *script, *expression;
    const char *function; /* one of the three */
    int wanted, output_count;
    bd_shape *outputs;
    const char *doubt;      /* why some of them are not known */
    struct bd_typed *typed; /* NULL: it runs on values, because … */
    char untyped[200];
};

struct bd_instance {
    const bd_code *code;
    bd_persistent *persistent;
    bd_workspace *variables, *globals;
    double *frame; /* of typed code */
};

bool bd_syntax_mentions(const bd_syntax *node, const char *name);

#endif
