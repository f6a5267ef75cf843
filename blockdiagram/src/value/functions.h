/* the functions of the language: one table per family, one entry per name */
#ifndef BD_VALUE_FUNCTIONS_H
#define BD_VALUE_FUNCTIONS_H

#include "value/calc.h"

enum { BD_MAX_OUTPUTS = 8, BD_ANY = 1000 };

typedef struct bd_call {
    const char *name;
    int code; /* tells names apart that share one function */
    const bd_value *const *args;
    size_t count;
    size_t wanted;                        /* number of results asked for, at least 1 */
    const bd_value *more[BD_MAX_OUTPUTS]; /* results after the first: more[0] is the second */
} bd_call;

typedef struct bd_function {
    const char *name;
    int least, most; /* number of arguments */
    int outputs;     /* most results */
    const bd_value *(*run)(bd_calc *calc, bd_call *call);
    int code;
} bd_function;

/* rows of a table: a function with a name of its own and one result; the same with any number of
 * arguments; with several results; and a name that shares its function with others */
#define BD_FUNCTION(name, least, most)                                                             \
    { #name, least, most, 1, run_##name, 0 }
#define BD_VARIADIC(name, least)                                                                   \
    { #name, least, BD_ANY, 1, run_##name, 0 }
#define BD_RESULTS(name, least, most, results)                                                     \
    { #name, least, most, results, run_##name, 0 }
#define BD_VARIANT(name, least, most, run, code)                                                   \
    { name, least, most, 1, run, code }
#define BD_FUNCTIONS_END                                                                           \
    { NULL, 0, 0, 0, NULL, 0 }

extern const bd_function bd_functions_build[];
extern const bd_function bd_functions_random[];
extern const bd_function bd_functions_math[];
extern const bd_function bd_functions_pairs[];
extern const bd_function bd_functions_reduce[];
extern const bd_function bd_functions_statistics[];
extern const bd_function bd_functions_shape[];
extern const bd_function bd_functions_arrange[];
extern const bd_function bd_functions_search[];
extern const bd_function bd_functions_sets[];
extern const bd_function bd_functions_linear[];
extern const bd_function bd_functions_polynomial[];
extern const bd_function bd_functions_interpolate[];
extern const bd_function bd_functions_systems[];
extern const bd_function bd_functions_class[];
extern const bd_function bd_functions_bits[];
extern const bd_function bd_functions_text[];
extern const bd_function bd_functions_print[];
extern const bd_function bd_functions_struct[];
extern const bd_function bd_functions_model[];
extern const bd_function bd_functions_sheet[];
extern const bd_function bd_functions_workspaces[];
extern const bd_function bd_functions_handles[];
extern const bd_function bd_functions_blocks[];
extern const bd_function bd_functions_calls[];
extern const bd_function bd_functions_factor[];
extern const bd_function bd_functions_regular[];
extern const bd_function bd_functions_schur[];

/* NULL if there is no function of this name */
const bd_function *bd_function_find(const char *name);

/* calls it and checks the numbers of arguments and results first */
const bd_value *bd_function_call(bd_calc *calc, const bd_function *function, bd_call *call);

/* the rarer forms of a function are written in the language, as NAME_ */
const bd_value *bd_call_in_language(bd_calc *calc, bd_call *call);
/* a function whose failures are those of the code that calls it, or that it calls */
bool bd_fails_for_users(const char *name);

/* helpers of several families */

/* dimension argument k if it is there (from 1), else the first one that is not 1; from 0 here */
bool bd_call_dimension(bd_calc *calc, const bd_call *call, size_t k, int *dimension);
/* sizes as in zeros(n), zeros(m, n, …), zeros([m n …]) from argument k on */
bool bd_call_sizes(bd_calc *calc, const bd_call *call, size_t k, size_t end, int *rank,
                   size_t *dims);
/* true if argument k is there and is this text */
bool bd_call_is_text(const bd_call *call, size_t k, const char *text);

/* walks vectors along a dimension: element i of vector v is start(v) + i * stride */
typedef struct bd_fibres {
    size_t length, count, stride;
} bd_fibres;
bd_fibres bd_fibres_of(const bd_value *value, int dimension);
size_t bd_fibre_start(const bd_fibres *fibres, size_t v);

/* used by more than one family */
bd_value *bd_text_format(bd_calc *calc, const char *format, const bd_value *const *args,
                         size_t count); /* sprintf */

#endif
