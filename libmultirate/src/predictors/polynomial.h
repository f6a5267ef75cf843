/* Lagrange weights, used by more than one predictor */
#ifndef MR_PREDICTORS_POLYNOMIAL_H
#define MR_PREDICTORS_POLYNOMIAL_H

#include "multirate/predictor.h"

void mr_lagrange_weights(const double *t, int count, double at, double *weights);

#endif
