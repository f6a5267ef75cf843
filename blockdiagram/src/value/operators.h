/* what the operators of the language do with values */
#ifndef BD_VALUE_OPERATORS_H
#define BD_VALUE_OPERATORS_H

#include "value/calc.h"
#include "value/syntax.h"

bd_value *bd_op_unary(bd_calc *calc, int code, const bd_value *a);
bd_value *bd_op_binary(bd_calc *calc, int code, const bd_value *a, const bd_value *b);

/* element by element with implicit expansion of dimensions of size one */
bd_value *bd_op_arithmetic(bd_calc *calc, int code, const bd_value *a, const bd_value *b);
bd_value *bd_op_compare(bd_calc *calc, int code, const bd_value *a, const bd_value *b);

/* matrices */
bd_value *bd_op_transpose(bd_calc *calc, const bd_value *a, bool conjugate);
bd_value *bd_op_product(bd_calc *calc, const bd_value *a, const bd_value *b);
bd_value *bd_op_matrix_power(bd_calc *calc, const bd_value *a, const bd_value *b);
/* x of a * x = b; least squares if a is not square */
bd_value *bd_op_solve(bd_calc *calc, const bd_value *a, const bd_value *b);
bd_value *bd_op_solve_right(bd_calc *calc, const bd_value *b, const bd_value *a); /* b / a */

bd_value *bd_op_range(bd_calc *calc, const bd_value *first, const bd_value *step,
                      const bd_value *last);

/* [a, b] is along dimension 1, [a; b] along dimension 0 */
bd_value *bd_op_concatenate(bd_calc *calc, int dimension, const bd_value *const *parts,
                            size_t count);

/* the class of a result of arithmetic; false if the two cannot be combined */
bool bd_op_result_class(bd_calc *calc, const char *op, const bd_value *a, const bd_value *b,
                        bd_class *type);

/* how two shapes expand into one: walks all elements of the result */
typedef struct bd_expansion {
    int rank;
    size_t dims[BD_MAX_RANK];
    size_t step_a[BD_MAX_RANK], step_b[BD_MAX_RANK];
    size_t index[BD_MAX_RANK];
    size_t a, b; /* current elements */
} bd_expansion;
bool bd_expansion_begin(bd_calc *calc, const char *op, const bd_value *a, const bd_value *b,
                        bd_expansion *walk);
void bd_expansion_next(bd_expansion *walk);

/* two reals that expand into each other: class of the result, and their elements */
bool bd_op_begin_pair(bd_calc *calc, const char *op, const bd_value *a, const bd_value *b,
                      bd_class *type, bd_expansion *walk, const double **x, const double **y);

/* doubles (with or without imaginary part) rounded into the class of a result */
bd_value *bd_op_settle(bd_calc *calc, bd_value *value, bd_class type);

#endif
