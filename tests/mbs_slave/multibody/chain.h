/* the N-four-bar mechanism (benchmark A02) built through the C API: N loops of parallel rods of 1 m
 * and 1 kg, upright, moving with 1 m/s at the first joint */
#ifndef CHAIN_H
#define CHAIN_H

#include "mbs/simulation.h"

mr_status chain_build(int loops, const mbs_integration *integration, mbs_model **model,
                      mr_message *message);

/* exact motion on the parallelogram branch, carried on over a time by RK4 with steps of 1e-4 s at
 * most:
 * [(N+1)/3 + N] theta'' = g [(N+1)/2 + N] sin theta; it starts from 0 with rate 1 */
void chain_reference(int loops, double duration, double *theta, double *omega);

#endif
