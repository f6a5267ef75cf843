/* lambda within a step, as several joint methods make it */
#ifndef MR_JOINT_SHAPES_H
#define MR_JOINT_SHAPES_H

#include "multirate/joint.h"

/* no sample: one piece through values of the past */
static inline int mr_joint_extrapolated(int order, int piece, int node[MR_JOINT_NODES]) {
    if (piece > 0)
        return 0;
    for (int i = 0; i <= order; i++)
        node[i] = -1 - i;
    return order + 1;
}

/* one piece through the sample at the end and `order` values of the past */
static inline int mr_joint_one_sample(int order, int piece, int node[MR_JOINT_NODES]) {
    if (piece > 0)
        return 0;
    node[0] = 0;
    for (int i = 0; i < order; i++)
        node[1 + i] = -1 - i;
    return order + 1;
}

/* `samples` pieces of equal length: constants, or lines from the value at the begin on */
static inline int mr_joint_pieces_of(int samples, int order, int piece, int node[MR_JOINT_NODES]) {
    if (piece >= samples)
        return 0;
    node[0] = piece;
    node[1] = piece > 0 ? piece - 1 : -1;
    return order == 0 ? 1 : 2;
}

/* two samples, in the middle and at the end: two constants, two lines, or a parabola */
static inline int mr_joint_two_samples(int order, int piece, int node[MR_JOINT_NODES]) {
    if (order < 2)
        return mr_joint_pieces_of(2, order, piece, node);
    node[0] = -1;
    node[1] = 0;
    node[2] = 1;
    return piece == 0 ? 3 : 0;
}

#endif
