/* what a simulation tells of its interface directions; for the suites of directions */
#ifndef TOLD_DIRECTIONS_H
#define TOLD_DIRECTIONS_H

#include "mr_test.h"
#include "runs.h"

enum { ROOM = 6 };

typedef struct told {
    double input[ROOM], output[ROOM], curvature[ROOM * ROOM], stiffness[ROOM * ROOM],
        damping[ROOM * ROOM], velocity[ROOM], acceleration[ROOM], drift[ROOM];
    mr_directions d;
} told;

static int ask(run *r, int room, double h, told *t) {
    static const bool effort = true;
    t->d = (mr_directions){.room = room,
                           .input = t->input,
                           .output = t->output,
                           .curvature = t->curvature,
                           .stiffness = t->stiffness,
                           .damping = t->damping,
                           .velocity = t->velocity,
                           .acceleration = t->acceleration,
                           .drift = t->drift};
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_directions(r->simulation, h, &effort, &t->d), MR_OK);
    return t->d.count;
}

#endif
