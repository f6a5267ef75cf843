/* numbers on their way out of and into signals of any data type: what blocks that compute share.
 *
 * Arithmetic is done in double precision and the result converted once, to the type of the output:
 * floating-point types by rounding to nearest, integers as the block's settings say (RndMeth,
 * SaturateOnIntegerOverflow). Output types follow the setting OutDataTypeStr (older files:
 * OutDataTypeMode and OutDataType); "internal rule" means here the smallest type that holds all
 * input types: the largest floating-point one if there is any, else an integer that has room for
 * all of them (int16 for int8 and uint8). Where integers are multiplied it means a type that holds
 * the ideal result (internal_rule.c), as documented */
#ifndef BLOCKS_ARITHMETIC_H
#define BLOCKS_ARITHMETIC_H

#include <complex.h>
#undef I /* the letter belongs to integrals here */

#include "blockdiagram/block.h"

/* the C library hides it from clang */
#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

typedef enum bd_rounding {
    BD_ROUND_CEILING,
    BD_ROUND_CONVERGENT, /* ties to even */
    BD_ROUND_FLOOR,
    BD_ROUND_NEAREST, /* ties up */
    BD_ROUND_ROUND,   /* ties away from zero */
    BD_ROUND_SIMPLEST,
    BD_ROUND_ZERO
} bd_rounding;

/* how a result becomes an integer */
typedef struct bd_cast {
    bd_rounding rounding;
    bool saturate; /* else it wraps around … */
    bool tells;    /* … which is told the first time, unless wrapping is what the block is for */
} bd_cast;

/* nearest and saturated, for blocks without these settings */
extern const bd_cast bd_cast_nearest;

/* RndMeth and SaturateOnIntegerOverflow (older: DoSatur) of the block */
bd_status bd_cast_read(bd_block *block, bd_cast *cast);
/* writes element `index` (a part, if complex) of a signal's memory; tells nothing */
void bd_cast_store(const bd_cast *cast, void *data, int type, size_t index, double value);

/* element of a port; a scalar serves for every element */
double complex bd_port_read(const bd_port *port, int element);
/* real part only, for ports known to be real */
double bd_port_real(const bd_port *port, int element);
/* the imaginary part is dropped if the port is real */
void bd_port_write(bd_port *port, int element, double complex value, const bd_cast *cast);

static inline bool bd_type_is_float(int type) {
    return type == BD_DOUBLE || type == BD_SINGLE;
}
static inline bool bd_type_is_integer(int type) {
    return (type >= BD_INT8 && type <= BD_UINT32) || type == BD_INT64 || type == BD_UINT64;
}
/* bits of an integer type, 0 for others */
int bd_type_bits(int type);
bool bd_type_is_signed(int type);
/* smallest type that holds both */
int bd_promote(int a, int b);
/* a fixed-point type, an integer or a logical one as fixed-point; false for others */
struct bd_fixed;
bool bd_as_fixed(int type, struct bd_fixed *fixed);
/* the type that holds values of both, with `more` bits above; of types whose slope is no power of
 * two, or with a bias, only equal ones have one. BD_DOUBLE if there is none */
int bd_fixed_holding(int a, int b, int more);
/* some of the first `inputs` inputs are fixed-point, the others integers, and the rule is internal:
 * then the type that holds the ideal sum or product; BD_INHERITED if that is not so, BD_DOUBLE if
 * there is no such type */
int bd_fixed_sum(bd_block *block, int inputs);
int bd_fixed_product(bd_block *block, int inputs);
/* the slope of a fixed-point type of `bits` bits that is as fine as the largest number allows */
double bd_best_slope(const double *numbers, size_t count, int bits, bool is_signed);
/* all ports are double and real: the fast functions apply */
bool bd_is_plain(const bd_block *block);

/* fills the kernel by inputs and output if these are one double each; false: they are not */
bool bd_kernel_of_scalars(bd_block *block, bd_kernel *kernel,
                          bd_status (*run)(const bd_kernel *kernel));

/* real doubles, as many as come in */
bd_status bd_propagate_reals(bd_block *block);

/* type of output 0 from OutDataTypeStr and the types of the first `inputs` inputs */
bd_status bd_propagate_out_type(bd_block *block, int inputs);

/* the menu of rules for data types, of all releases: with and without "Inherit: " */
typedef enum bd_type_rule {
    BD_RULE_OTHER, /* a type's name, or a rule of one block only */
    BD_RULE_SAME_AS_INPUT,
    BD_RULE_BACK_PROPAGATION,
    BD_RULE_INTERNAL
} bd_type_rule;
bd_type_rule bd_type_rule_of(const char *text); /* may be NULL */
/* the rule is "internal", and all of the first `inputs` inputs are known to be integers or logical
 */
bool bd_out_is_internal(bd_block *block, int inputs);
/* integer type with at least so many bits; BD_INHERITED beyond 32 */
int bd_integer_of(int bits, bool is_signed);
/* numbers as a fixed-point type of `bits` bits holds them that is as fine as the largest allows */
void bd_round_to_best_precision(double *numbers, size_t count, int bits, bool is_signed);
/* the type of output 0 would have fraction bits: double takes its place, and the log says so */
bd_status bd_out_is_ideal(bd_block *block);
/* complexity of output 0: complex if one of the first `inputs` inputs is, real if none is */
bd_status bd_propagate_out_complexity(bd_block *block, int inputs);
/* both, and dimensions element by element: the whole of most blocks' propagate */
bd_status bd_propagate_elementwise(bd_block *block);
/* ready-made `defaults` for those: known inputs decide for the unknown ones (in a loop) */
bd_status bd_default_elementwise(bd_block *block, bd_attribute what);

/* a parameter of numbers, real or complex: interleaved if complex */
typedef struct bd_coefficients {
    const bd_value *value;
    double *parts; /* count, or 2 * count if complex */
    size_t count;
    bool is_complex;
} bd_coefficients;
/* reads it; empty ones and those that are no numbers are refused */
bd_status bd_coefficients_read(bd_block *block, const char *name, bd_coefficients *c);
double complex bd_coefficient(const bd_coefficients *c, size_t index); /* a scalar expands */

/* a parameter of real numbers with at least one element */
typedef struct bd_reals {
    const double *values;
    size_t count;
} bd_reals;
/* the i-th of numbers that begin again when they end */
static inline double bd_reals_cyclic(const bd_reals *reals, size_t i) {
    return reals->count > 0 ? reals->values[i % reals->count] : 0.0;
}

bd_status bd_reals_read(bd_block *block, const char *name, bd_reals *reals);
static inline double bd_real(const bd_reals *reals, int index) { /* a scalar expands */
    return reals->values[reals->count == 1 ? 0 : index];
}
/* a parameter as a signal of this type holds it, the nearest within its range; floating-point and
 * logical signals are compared with what is written */
static inline double bd_parameter_as(int type, double value) {
    double memory = 0.0;
    if (bd_type_is_float(type) || type == BD_LOGICAL)
        return value;
    bd_element_write(&memory, type, 0, value);
    return bd_element_read(&memory, type, 0);
}
/* fails unless the parameter is a scalar or has `width` elements */
bd_status bd_reals_fit(bd_block *block, const char *name, const bd_reals *reals, int width);

/* real doubles at all ports but this input (an index, or none), which is a scalar */
bd_status bd_require_doubles_but(bd_block *block, int input);
/* initial values of all discrete states, a scalar or as many as there are */
void bd_begin_discrete(bd_block *block, const bd_reals *initial);
/* a list of expressions; free it with bd_expression_free_list. `name`: whose it is, for messages */
bd_status bd_block_evaluate_list(bd_block *block, const char *name, const char *text,
                                 bd_value ***values, size_t *count);
/* the same with an item for each dimension; one that is missing is [] */
bd_status bd_block_evaluate_dimensions(bd_block *block, const char *name, const char *text,
                                       bd_value ***values, size_t *count);

/* writes a value of any class to memory of that shape; the name is the parameter's, or NULL */
bd_status bd_put_value(bd_block *block, const char *name, const bd_value *value,
                       const bd_shape *shape, void *data);
/* work memory, which holds a signal of that shape, begins with it; a bus can only begin as zeros */
bd_status bd_work_begin(bd_block *block, const char *name, const bd_value *value,
                        const bd_shape *shape);

/* ---- the usual setup ---- */

/* ports, feedthrough of all inputs, and the sample time of the block */
bd_status bd_make_ports(bd_block *block, int inputs, int outputs);

/* a port with the dimensions of a parameter: a row or column is a vector */
bd_status bd_port_set_parameter_dims(bd_port *port, const char *name);

/* sample time of a block whose state changes at hits only: what would be continuous, declared or
 * inherited, means every major step */
bd_status bd_read_discrete_rate(bd_block *block, const char *name);

/* t has come to `target`, but for rounding of t0 + i*h */
static inline bool bd_time_reached(double time, double target) {
    double size = fabs(time) > fabs(target) ? fabs(time) : fabs(target);
    return time >= target || target - time <= 1.5e-14 * size;
}

/* ---- rates, from size on ---- */

/* the block's period, else that of a fixed-step solver, else 0 */
static inline double bd_period_in_force(const bd_block *block) {
    bd_sample_time time = block->rates->sample_time;
    return bd_sample_is_discrete(time) ? time.period : bd_block_solver(block).step;
}

#endif
