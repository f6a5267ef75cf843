/* the extrapolators with two points and rates of change, from their coefficients: an oracle of its
 * own beside the predictors of the library
 *
 * LC = sum a_k u_k + b_k H u'_k, k = 0, 1 back from the newest. Constant: LC. Linear: begins at u,
 * mean over H is LC. */
#ifndef EXTRAPOLATORS_H
#define EXTRAPOLATORS_H

#include "multirate/predictor.h"

typedef struct extrapolator {
    const char *name;
    bool linear;
    double a0, a1, b0, b1;
} extrapolator;

/* the table of it; one at a time */
const mr_predictor_type *extrapolator_type(const extrapolator *e);

#endif
