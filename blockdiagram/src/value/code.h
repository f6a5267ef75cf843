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

/* what is not there yet: zeros, ones, or 1, 2, 3 … */
typedef enum bd_trial { BD_TRIAL_ZEROS, BD_TRIAL_RISING, BD_TRIAL_ONES, BD_TRIAL_COUNT } bd_trial;

/* one execution on values */
typedef struct bd_execution {
    const bd_code *code;
    bd_instance *instance;
    const bd_binding *binding; /* NULL: a trial, and the host is not there */
    bd_trial trial;            /* what the variables are then */
    bd_host host;
    bd_frame frame;
} bd_execution;
/* what is evaluated from here on belongs to the execution */
void bd_execution_begin(bd_execution *run, bd_calc *calc);
/* runs it all and leaves the results in list, which the calculation keeps */
bool bd_execution_perform(const bd_execution *run, bd_calc *calc, bd_values *list);

#endif
