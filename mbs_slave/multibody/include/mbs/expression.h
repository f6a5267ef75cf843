/* arithmetic expressions over named constants and variables, compiled once, evaluated without
 * allocation, with exact first and second derivatives
 *
 * Numbers, + - * / ^ (right-associative), unary minus, parentheses, comparisons < > <= >= (1 or 0),
 * the constant pi, and the functions sin cos tan asin acos atan sinh cosh tanh exp log log10 sqrt
 * abs sign atan2 min max hypot mod step(x) (0 below 0, else 1), if(condition, then, else).
 */
#ifndef MBS_EXPRESSION_H
#define MBS_EXPRESSION_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mbs_expression mbs_expression;

/* a value with its first and second derivative along one direction */
typedef struct mbs_jet {
    double v, d, dd;
} mbs_jet;

/* what a name means: the number of a variable (>= 0), or a constant in *value (-1), or unknown (-2)
 */
typedef int (*mbs_lookup)(const void *context, const char *name, size_t length, double *value);

mr_status mbs_expression_compile(const char *text, mbs_lookup lookup, const void *context,
                                 mbs_expression **expression, mr_message *message);
void mbs_expression_free(mbs_expression *expression);

double mbs_expression_value(const mbs_expression *expression, const double *variables);
mbs_jet mbs_expression_jet(const mbs_expression *expression, const mbs_jet *variables);

int mbs_expression_uses(const mbs_expression *expression, int variable);

#ifdef __cplusplus
}
#endif
#endif
