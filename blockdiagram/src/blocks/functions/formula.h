/* scalar expressions in the inputs of a block (Fcn, If), compiled once to a few instructions and
 * evaluated without allocation.
 *
 * Operators, strongest first: ( ), ^, unary + -, ! ~, * /, + -, > < <= >=, == != ~=, && &, || |.
 * Inputs are u (all one signal) or u1, u2 …; elements u(2) or u[2]. Everything else that has a name
 * and is no function is a constant of the block's scope: k, p.mass, A(1,2) */
#ifndef BLOCKS_FUNCTIONS_FORMULA_H
#define BLOCKS_FUNCTIONS_FORMULA_H

#include "blocks/elements.h"
#include "common/scalar_expression.h"

typedef struct bd_formula bd_formula;

/* how inputs are called */
typedef enum bd_formula_names {
    BD_NAME_U, /* u is input 0 */
    BD_NAME_UN /* u1 is input 0, u2 is input 1 …; u alone is u1 */
} bd_formula_names;

/* compiles the first `length` bytes of text; `what` names the parameter in messages */
bd_status bd_formula_compile(bd_block *block, const char *what, const char *text, size_t length,
                             bd_formula_names names, bd_formula **formula);

/* fails if it uses an input that is not there or more elements than that has; from size on */
bd_status bd_formula_check(bd_block *block, const char *what, const bd_formula *formula);

double bd_formula_evaluate(const bd_formula *formula, const bd_block *block);

/* the functions that it knows */
extern const cm_function bd_formula_functions[];
extern const int bd_formula_function_count;

/* the top-level comma that ends the first item of a list, or the end of the text */
const char *bd_list_item_end(const char *text);

#endif
