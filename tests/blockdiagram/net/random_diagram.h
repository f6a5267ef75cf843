/* random small diagrams of usual blocks that make sense: no algebraic loop, every input connected,
 * every signal nobody reads recorded. A plan can be built in several ways that mean the same */
#ifndef RANDOM_DIAGRAM_H
#define RANDOM_DIAGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "blockdiagram/diagram.h"

#define PLAN_BLOCKS 64
#define PLAN_INPUTS 3

typedef struct plan_block {
    char name[16];
    const char *type;
    char parameters[4][2][64]; /* name and value */
    int parameter_count;
    int sources[PLAN_INPUTS]; /* blocks */
    int input_count;
    int control; /* block at the enable or trigger port, -1: none */
} plan_block;

typedef struct plan {
    plan_block blocks[PLAN_BLOCKS];
    int count;
    const char *solver;
} plan;

typedef struct plan_form {
    uint64_t shuffle;    /* not 0: blocks and lines in another order, by this seed */
    bool gains_multiply; /* a Gain is a Product with a Constant, which is never fused */
    int first, last;     /* these blocks are in a subsystem; none if last < first */
    bool atomic;
} plan_form;

void plan_make(plan *p, uint64_t seed);
/* is there an interval of blocks that an atomic subsystem may hold without making a loop? */
bool plan_find_interval(const plan *p, uint64_t seed, bool atomic, int *first, int *last);
bd_diagram *plan_build(const plan *p, const plan_form *form);

#endif
