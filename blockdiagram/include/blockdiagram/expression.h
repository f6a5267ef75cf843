/* parameters of a model are expressions in MATLAB's syntax: numbers, matrices, ranges, operators,
 * indexing, structs, cells, variables of a workspace, and the common functions. Evaluation has no
 * side effects, so it is safe for text from anywhere: nesting, sizes and the number of operations
 * are bounded, and no file is read. */
#ifndef BLOCKDIAGRAM_EXPRESSION_H
#define BLOCKDIAGRAM_EXPRESSION_H

#include "blockdiagram/error.h"
#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* value of one expression; scope may be NULL. A sentence names the expression, the column and the
 * name that is not known. Free the result with bd_value_free; it may be shared with the scope, so
 * it is not to be written to.
 *
 * An empty text gives [] (0-by-0 double), as an empty edit field does. */
bd_status bd_expression_evaluate(const char *text, const bd_workspace *scope, bd_value **result,
                                 bd_error *error);

/* values of a list "a, b(1), 'x'" as in the Parameters of an S-Function block: separated by commas
 * at the outermost level. An empty text is a list of none.
 * Free each value, and the list with free(); bd_expression_free_list does both */
bd_status bd_expression_evaluate_list(const char *text, const bd_workspace *scope,
                                      bd_value ***values, size_t *count, bd_error *error);
void bd_expression_free_list(bd_value **values, size_t count);

/* the two most frequent wishes: a real scalar, and real numbers in memory for free() */
bd_status bd_expression_scalar(const char *text, const bd_workspace *scope, double *number,
                               bd_error *error);
bd_status bd_expression_doubles(const char *text, const bd_workspace *scope, double **numbers,
                                size_t *count, bd_error *error);

/* the name of the first variable in the expression that neither the scope nor the functions know,
 * copied into name; false if there is none (or if the text cannot be parsed) */
bool bd_expression_find_unknown(const char *text, const bd_workspace *scope, char *name,
                                size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
