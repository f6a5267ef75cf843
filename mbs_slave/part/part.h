/* small parts of mechanical and hydraulic systems, one kind a file
 *
 * A kind is a constant table: its parameters, what it takes and gives, and its equations
 *     x' = f(t, x, u),   y = g(x, u)
 * which slave.c integrates by the classical Runge-Kutta method with steps so small (`micro`) that
 * the coupling's error is what is left. A kind without motion (a spring, a hydraulic node) has
 * `settle` instead: its state follows from its inputs at the end of a step. A kind with events
 * tells where they are and what happens there; they are found by bisection. */
#ifndef PART_H
#define PART_H

#include "multirate/slave.h"

#include <stdbool.h>

#define PART_VALUES    16
#define PART_VARIABLES 10
#define PART_PORTS     16 /* of a node */
#define PART_STATES    512
#define PART_WIDTH     600 /* scalars in or out */

typedef struct part_value {
    const char *key;
    double usual;
    double least, most;
    const char *const *words; /* a choice: ended by NULL; the value is which */
} part_value;

typedef struct part {
    const struct part_kind *kind;
    double value[PART_VALUES];
    int states, input_width, output_width;
    int input_count, output_count;
    mr_variable inputs[PART_VARIABLES], outputs[PART_VARIABLES];
} part;

typedef struct part_kind {
    const char *name, *summary;
    const part_value *values; /* ended by a NULL key */

    /* inputs, outputs and number of states, by the values; NULL or what is wrong with them */
    const char *(*shape)(part *self);
    void (*start)(const part *self, const double *u, double *x); /* NULL: at zero */
    void (*begin)(const part *self, const double *u, double *x); /* of each step; may be NULL */
    void (*slope)(const part *self, const double *x, const double *u, double *rate);
    /* NULL or what is wrong */
    const char *(*settle)(const part *self, const double *u, double *x);
    /* NULL: the first states */
    void (*outputs)(const part *self, const double *x, const double *u, double *y);
    /* time derivatives of all outputs; NULL: not told */
    void (*rates)(const part *self, const double *x, const double *u, double *ydot);

    /* the event that lies between two states and their inputs, -1: none; and what it does */
    int (*event)(const part *self, const double *before, const double *u_before,
                 const double *after, const double *u_after);
    void (*happen)(const part *self, int event, double *x);
} part_kind;

/* one more variable of size `size`; rate_of: index in the same list, or MR_NONE */
void part_input(part *self, const char *name, const char *unit, int size, int rate_of);
void part_output(part *self, const char *name, const char *unit, int size, int rate_of);
void part_discrete_output(part *self, const char *name);

/* the table of a kind */
#define PART_KIND_OF(kind, told, its_values, its_shape, ...)                                       \
    const part_kind part_##kind = {                                                                \
        .name = #kind, .summary = (told), .values = its_values, .shape = its_shape, __VA_ARGS__}
/* the same where its values and its shape have these names */
#define PART_KIND(kind, told, ...) PART_KIND_OF(kind, told, values, shape, __VA_ARGS__)

extern const part_kind part_spring, part_row, part_crank, part_node, part_line, part_cylinder,
    part_piston, part_actuator, part_woodpecker;

#endif
