/* the interface matrices of a slave that does not tell them, from steps of an instance of its own
 * under random inputs */
#ifndef ANALYSIS_IDENTIFY_H
#define ANALYSIS_IDENTIFY_H

#include "multirate/multirate.h"

#include <stdbool.h>

/* coordinates among the outputs by their links position → rate → rate; how many, at most `room` */
int an_find_coordinates(const mr_slave_description *description, mr_coordinate *coordinates,
                        int room);

/* drives the started interface (fastest first, order 0) around the inputs u0 from t0 on and fits
 * a = Au u + Ap p + Av v + constant to what it does. MR_ERR_UNSUPPORTED: it does not follow such a
 * law */
mr_status an_identify(mr_interface *interface, double t0, const double *u0,
                      const mr_coordinate *coordinates, int count, double *Au, double *Ap,
                      double *Av);

#endif
