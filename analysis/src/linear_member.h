/* a linear system behind the contract of slaves, as a member of many
 *
 * While it is scripted it takes states and outputs from a sequence of random numbers instead of its
 * equations, so that the samples behind any later moment are arbitrary. */
#ifndef ANALYSIS_LINEAR_MEMBER_H
#define ANALYSIS_LINEAR_MEMBER_H

#include "analysis/many.h"

#include <stdint.h>

#define LINEAR_MEMBER_SIZES 8 /* of steps */

typedef struct linear_member {
    const an_member *about;
    double h;
    bool scripted;
    uint64_t seed;
    double *record; /* the last outputs with their rates, newest first; NULL: none */
    int kept_samples;
    /* cut where it is told to end, so that its steps are not of one size */
    bool any_step;
    /* at the first step of each such period its states are struck at random; 0: never */
    double struck_period;
    bool at_rest;  /* at its start */
    double filter; /* part of a new output that is kept, the rest is the one before; 1: all of it */

    /* made by open */
    struct {
        an_step step, renewed; /* the second where the inputs are one constant over the step */
        double h;
    } sizes[LINEAR_MEMBER_SIZES]; /* the first is h */
    double *scale;                /* of scripted outputs */
    double *u, *scratch;
    mr_variable *inputs, *outputs;
    char (*names)[16];
    /* what a state is: all that changes */
    struct {
        double t;
        long steps;
        uint64_t random;
    } now;
    double *x, *kept, *y, *rates; /* one block from x on */
    size_t changing;
    mr_message *message;
    void *memory;
} linear_member;

/* the next instances that are opened in this thread are these, one after the other */
void linear_members_next(linear_member *members);

static inline bool linear_member_keeps(const an_member *member) {
    return !member->map && member->method->keeps;
}

extern const mr_slave_type linear_member_type;

#endif
