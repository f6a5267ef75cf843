/* the inside of coupled slaves */
#ifndef MR_COUPLED_PRIVATE_H
#define MR_COUPLED_PRIVATE_H

#include "multirate/coupled.h"
#include "multirate/predictor.h"

#define MR_POINTS (MR_MAX_ORDER + 1)
#define MR_SLOTS  2 /* saved states: begin of the step, and of its second half */

typedef struct mr_member {
    struct mr_coupled *coupled;
    const mr_slave_type *type;
    void *instance;
    mr_slave_description description;
    int first_input, inputs, first_output, outputs; /* among all */
    void *saved[MR_SLOTS];
    mr_message message;
    mr_status input_status;
} mr_member;

/* inputs at the last exchanges, oldest first */
typedef struct mr_exchanges {
    int count;
    double t[MR_POINTS];
    double *u[MR_POINTS];
} mr_exchanges;

struct mr_coupled {
    mr_coupled_config config;
    int member_count, inputs, outputs;
    mr_member *members;
    int *source; /* per input: output that it comes from, or MR_NONE */
    mr_exchanges exchanges;
    mr_exchanges saved[MR_SLOTS];
    /* the step being made: inputs are polynomials through `nodes` points, the last of them its end
     */
    double from, to, step;
    int nodes;
    double node_t[MR_POINTS + 1];
    const double *node_u[MR_POINTS + 1];
    double *u_end, *u_next, *y, *y_compared, *scale, *trial;
    double *jacobian, *matrix; /* inputs x inputs: I - L dy/du, and a copy to solve with */
    bool has_jacobian, started;
    double *numbers; /* all of the above */
    mr_coupled_statistics statistics;
    mr_message message;
};

/* one exchange step from coupled->from to coupled->to, iterated; states are saved in the slot
 * before; coupled_step.c */
mr_status mr_coupled_make_step(mr_coupled *coupled, int slot, bool *converged);

/* states and exchanges at present into a slot, and back */
mr_status mr_coupled_save(mr_coupled *coupled, int slot);
mr_status mr_coupled_restore(mr_coupled *coupled, int slot);

/* the sentence of a member that failed */
mr_status mr_coupled_fail(mr_coupled *coupled, const mr_member *member, mr_status status,
                          const char *what);

/* outputs of a member at its present time into coupled->y */
mr_status mr_coupled_take_outputs(mr_coupled *coupled, mr_member *member);

void mr_coupled_remember(mr_coupled *coupled, double t, const double *u);

#endif
