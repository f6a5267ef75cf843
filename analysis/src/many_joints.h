/* joints between linear members: what can be analysed, and what of them is part of the state */
#ifndef ANALYSIS_MANY_JOINTS_H
#define ANALYSIS_MANY_JOINTS_H

#include "analysis/many.h"

mr_status many_joints_check(const an_many *many, mr_message *message);

/* numbers of the state: reactions that later steps may go on from */
int many_joints_size(const an_many *many);

/* exchanges after which nothing of the start is left in them, and in `samples` of each output */
int many_joints_prelude(const an_many *many, int samples);

mr_status many_joints_add(const an_many *many, mr_coupled *coupled, mr_message *message);

/* reactions as if there were no steps, lambda = K x, where x' = A x + B lambda and y = C x for
 * positions and velocities; first: of the outputs of each member. MR_ERR_NOT_FINITE: there is no
 * solution */
mr_status many_joints_close(const an_many *many, const double *A, const double *B, const double *C,
                            int states, const int *first, double *K);

#endif
