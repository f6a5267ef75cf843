/* any number of linear members, coupled by the library's own master (multirate/coupled.h), and the
 * linear map that one period of their steps makes
 *
 * Own steps: a period is a whole number of steps of every member. Exchange steps: it is one of
 * them. What decides on the way (step control, filters with a memory, predictors that choose) has
 * no such map and is refused with a sentence. So are joints that set states. */
#ifndef ANALYSIS_MANY_H
#define ANALYSIS_MANY_H

#include "analysis/coupling.h"
#include "analysis/realise.h"

#include "multirate/coupled.h"

typedef struct an_member {
    an_system system; /* A, B, D are not used where its steps are given as a map */
    const an_method *method;
    const an_realisation *map; /* of one step (an_seen_steps); NULL: system and method tell it */
    bool follows;              /* it steps to where its sources are (mr_coupled_follow) */
    double step;               /* s */
    const bool *held;          /* per input: it is discrete and held; NULL: none is */
    const char *name;
} an_member;

typedef struct an_many {
    mr_coupled_config config;
    an_member *members; /* in the order of Gauss-Seidel */
    int member_count;
    const mr_connection *connections; /* between them; offsets do not matter */
    int connection_count;
    double blur;            /* growth by e^(this t): the members are not known better, 1/s */
    const mr_joint *joints; /* exchange steps; offsets do not matter */
    int joint_count;
} an_many;

/* growth of the worst component of the whole, 1/s, as if the exchange were continuous. False: it is
 * not known, because a member is given by its steps, or a loop through D has no solution */
mr_status an_many_whole(const an_many *many, double *growth);

/* tolerance: a radius of 1 + this per step of the slowest member still counts as stable;
 * and so does what the whole does by itself, within a hundredth */
mr_status an_many_stability(an_stability *stability, const an_many *many, double tolerance,
                            mr_message *message);

#endif
