/* typed code: scalars and arrays of known class and size, as instructions on a frame of doubles.
 *
 * Every number is a double in the frame, whatever its class; results of arithmetic are settled into
 * their class (rounded, saturated). Constants lie in the frame, too. Functions are put in place of
 * their calls. What has no fixed class and size is left to the interpreter: the compiler says why
 */
#ifndef BD_VALUE_TYPED_H
#define BD_VALUE_TYPED_H

#include "value/code.h"

typedef enum bd_typed_op {
    BD_T_MOVE, /* n elements */
    BD_T_ADD,  /* d = a + b … scalars */
    BD_T_SUB,
    BD_T_MUL,
    BD_T_DIV,
    BD_T_POW,
    BD_T_EQ,
    BD_T_NE,
    BD_T_LT,
    BD_T_LE,
    BD_T_GT,
    BD_T_GE,
    BD_T_AND,
    BD_T_OR,
    BD_T_PAIR,   /* d = f(a, b), f is n */
    BD_T_LARGER, /* max and abs of scalars are frequent */
    BD_T_SMALLER,
    BD_T_ABS,
    BD_T_MUL_ADD, /* d = a * b + frame[n], rounded twice as the two instructions would */
    BD_T_MUL_SUB, /* d = a * b - frame[n] */
    BD_T_SUB_MUL, /* d = frame[n] - a * b */
    BD_T_NEG,
    BD_T_NOT,
    BD_T_CALL,    /* d = f(a), f is n */
    BD_T_EACH,    /* the operation `sub` on n elements; sa, sb: 0 for a scalar, 1 for an array. The
                     function is b for CALL, sb / 2 for PAIR */
    BD_T_SETTLE,  /* n elements into class sub */
    BD_T_PRODUCT, /* matrices: sizes in table n */
    BD_T_TRANSPOSE,
    BD_T_SUM, /* of n elements */
    BD_T_PROD,
    BD_T_MAX,
    BD_T_MIN,
    BD_T_ANY,
    BD_T_ALL,
    BD_T_INDEX, /* d = a - 1, which must be within 0 … n - 1 */
    BD_T_LOAD,  /* d = frame[a + frame[b] + n] */
    BD_T_STORE, /* frame[d + frame[b] + n] = a */
    BD_T_RANGE, /* d = number of elements of table n: first, step, last */
    BD_T_JUMP,
    BD_T_JUMP_UNLESS, /* a is 0; NaN is an error */
    BD_T_JUMP_IF,
    BD_T_UNLESS_EQ, /* jump unless a == b …, in the order of the comparisons */
    BD_T_UNLESS_NE,
    BD_T_UNLESS_LT,
    BD_T_UNLESS_LE,
    BD_T_UNLESS_GT,
    BD_T_UNLESS_GE,
    BD_T_LOOP,  /* jump to n unless frame[d] < frame[a]; counts turns */
    BD_T_HOST,  /* call n of the host */
    BD_T_BOXED, /* function or operator n on values: linear algebra and the like */
    BD_T_FAIL,  /* with the text of the instruction */
    BD_T_END
} bd_typed_op;

typedef struct bd_typed_instruction {
    uint8_t op, sub, sa, sb;
    int32_t d, a, b, n;
} bd_typed_instruction;

/* where an instruction comes from */
typedef struct bd_typed_place {
    const char *name, *text, *function; /* of the source; function NULL outside of one */
    size_t at;
    const char *what; /* name of a variable, sentence of an error */
} bd_typed_place;

/* elements of the frame that are memory of the host */
typedef struct bd_typed_port {
    int slot, count, type;
    size_t index, offset; /* which name, and where in its memory */
    bool written;
} bd_typed_port;

typedef struct bd_typed_host {
    bd_host_call call;
    int inputs[BD_HOST_ARGUMENTS], outputs[BD_HOST_ARGUMENTS]; /* slots */
} bd_typed_host;

/* an array of the frame */
typedef struct bd_typed_array {
    int slot, rows, columns, type;
    const char *word; /* a text, or NULL */
} bd_typed_array;

/* a function, or an operator of matrices, that works on values */
enum { BD_BOXED_ARGUMENTS = 8 };
typedef struct bd_typed_boxed {
    const struct bd_function *function; /* NULL: an operator */
    int operator, count;
    bd_typed_array args[BD_BOXED_ARGUMENTS], result;
} bd_typed_boxed;

typedef struct bd_typed {
    bd_typed_instruction *code;
    bd_typed_place *places;
    size_t count, capacity;
    double *image; /* of a fresh frame */
    int slots, slot_capacity;
    bd_typed_port *ports;
    size_t port_count;
    size_t plain_count;  /* ports at the front that are one double each */
    bool writes;         /* some port is written */
    bd_typed_port *kept; /* persistent variables: slot, count */
    size_t kept_count;
    int (*tables)[3];
    size_t table_count, table_capacity;
    bd_typed_host *hosts;
    size_t host_count;
    bd_typed_boxed *boxed;
    size_t boxed_count, boxed_capacity;
    char **texts; /* messages that are put together */
    size_t text_count, text_capacity;
    int *outputs; /* slots of the results */
    bool *output_known;
} bd_typed;

/* the functions of one and two numbers that it knows */
typedef struct bd_typed_function {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
    bool keeps_class; /* of integers */
    bool gives_logical;
    bool (*is_complex)(double); /* there the result is not real */
} bd_typed_function;
extern const bd_typed_function bd_typed_functions[];
int bd_typed_function_find(const char *name);

/* NULL: it has no typed form, and why tells the reason */
bd_typed *bd_typed_compile(const bd_code *code, char *why, size_t capacity);
void bd_typed_free(bd_typed *typed);

bd_status bd_typed_run(const bd_code *code, const bd_typed *typed, double *frame,
                       const bd_binding *binding, bd_error *error);

double bd_settle(double number, int type);

#endif
