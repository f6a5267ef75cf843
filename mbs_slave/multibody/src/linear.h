/* sparse linear systems of one fixed pattern: analyse once, factor often, solve most often
 *
 * A solver has slots for factors, so that the tangent of a step and plain mass systems can
 * live side by side. Symmetric matrices hold their upper triangle and go to CHOLMOD; if that finds
 * no good pivots, or the matrix is not symmetric, KLU does it.
 */
#ifndef MBS_LINEAR_H
#define MBS_LINEAR_H

#include "multirate/status.h"

#include <stddef.h>

typedef struct mbs_linear mbs_linear;

enum { MBS_SLOTS = 3 };

/* order of elimination that keeps the factor sparse: variable order[k] becomes number k */
mr_status mbs_linear_order(int n, const int *column, const int *row, int *order);

/* n columns, row indices ascending in each; the arrays must outlive the solver */
mr_status mbs_linear_analyse(int n, const int *column, const int *row, int symmetric,
                             mbs_linear **linear);
void mbs_linear_free(mbs_linear *linear);

/* MR_ERR_NOT_FINITE: singular or not a number; MR_ERR_MEMORY */
mr_status mbs_linear_factor(mbs_linear *linear, int slot, const double *values);

/* right-hand side in, solution out */
void mbs_linear_solve(mbs_linear *linear, int slot, double *x);

/* forgets the choice of pivots, so that a run starts as in a new solver */
void mbs_linear_forget(mbs_linear *linear);

/* how often pivots had to be chosen anew */
long mbs_linear_pivotings(const mbs_linear *linear);

/* the choice of pivots is part of the state of a run: it decides the last bits. The block holds
 * the values at which pivots were chosen; load chooses them again where they differ */
size_t mbs_linear_state_size(const mbs_linear *linear);
void mbs_linear_save(const mbs_linear *linear, void *block);
mr_status mbs_linear_load(mbs_linear *linear, const void *block);

#endif
