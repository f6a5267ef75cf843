/* blocks with one input and one output that apply a function to each element */
#ifndef BLOCKS_MATH_UNARY_H
#define BLOCKS_MATH_UNARY_H

#include "blocks/arithmetic.h"

typedef struct bd_unary {
    double (*real)(double u);
    double complex (*complex_valued)(double complex u); /* NULL: complex inputs are refused */
    bd_status (*kernel)(const bd_kernel *kernel);       /* the scalar double case */
    bool to_real;                                       /* a complex input gives a real output */
    bool float_only;                                    /* integers and booleans are refused */
} bd_unary;

/* begin of block->data of every such block */
typedef struct bd_unary_data {
    const bd_unary *function;
    bd_cast cast;
    int out_complexity; /* 1: complex whatever the input is, 0: real part only; else as the input */
} bd_unary_data;

/* ports, sample time, settings; data begins with a bd_unary_data whose function is set */
/* which of the functions (Operator), and the complexity that OutputSignalType asks for */
bd_status bd_unary_read(bd_block *block, bd_unary_data *data, const char *const *operators,
                        int *choice);
bd_status bd_unary_setup(bd_block *block, bd_unary_data *data);
bd_status bd_unary_propagate(bd_block *block);
bd_status bd_unary_start(bd_block *block);
bd_status bd_unary_outputs(bd_block *block);
bool bd_unary_kernel(bd_block *block, bd_kernel *kernel);

/* the functions of a table row for the scalar case */
#define BD_UNARY_KERNEL(name, expression)                                                          \
    static bd_status name(const bd_kernel *k) {                                                    \
        double u = *k->u[0];                                                                       \
        *k->y = (expression);                                                                      \
        return BD_OK;                                                                              \
    }

#endif
