/* the inside of coupled slaves */
#ifndef MR_COUPLED_PRIVATE_H
#define MR_COUPLED_PRIVATE_H

#include "direction.h"
#include "coupled_turns.h"
#include "errand.h"
#include "multirate/coupled.h"
#include "multirate/pace.h"
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
    char name[64];

    /* own steps: the time reached, and the step that is being made */
    double t, from, limit;
    double asked_latest;
    double tolerance; /* of times in that step */
    mr_pace pace;
    bool has_signals, has_free; /* inputs that are known functions, or constants */
    mr_status status;           /* of that step */
    double step;                /* imposed; 0: its own */
    double origin;              /* the imposed grid is origin + index * step */
    int64_t index;
    bool follows;               /* steps to where its sources are */
    bool shifted;               /* staggered grids: half a step behind the others */
    struct mr_interface *model; /* its interface moves on by it; NULL: there is none */
    bool no_model;              /* nor shall there be */
    int grade;                  /* of a graded start; MR_GRADES: none */
    double grade_origin, grade_span;
    double planned;                /* end of the coming step; INFINITY: not known */
    bool limited;                  /* it is told to the member */
    int first_link, link_count;    /* those that end here */
    int *outgoing, outgoing_count; /* links that begin here */
    bool has_rates;                /* some link wants rates of its outputs */
    double *seen;      /* with power bonds: inputs at the begin and at the end of the step */
    bool asked;        /* for inputs, in this step */
    double *row;       /* outputs, perhaps rates */
    mr_direction told; /* outputs as they are reported */
    mr_errand *errand;
    double seconds;
} mr_member;

/* own steps: all connections from one member to another */
typedef struct mr_link {
    int from, to;
    int count, columns;
    int *output, *rate; /* scalars of `from`, and where their rates are in its row */
    int *input;         /* scalars of `to` */
    double *factor, *offset;
    double *sample, *value;
    double *largest;        /* of each signal so far */
    int64_t *seen, *missed; /* samples that changed, and those that a line would have missed */
    mr_direction direction;
} mr_link;

/* inputs at the last exchanges, oldest first */
typedef struct mr_exchanges {
    int count;
    double t[MR_POINTS];
    double *u[MR_POINTS];
} mr_exchanges;

/* one side of a power bond: what it tells, what it gets, and its work at the last two times */
typedef struct mr_bond_side {
    int member, output, input;
    double last; /* output at the begin of the step */
    double t[2], work[2];
} mr_bond_side;

/* a stretch of a bond's history */
typedef struct mr_bond_window {
    int64_t steps;
    double low, high; /* of the work that has passed so far */
    double created;   /* in this stretch */
} mr_bond_window;

#define MR_BOND_WINDOWS 16 /* all of one length; two become one where there is no room for more */

typedef struct mr_coupled_bond {
    mr_bond_side side[2]; /* flow, effort */
    mr_bond_window windows[MR_BOND_WINDOWS];
    int window_count;
    int64_t window_steps; /* of a whole one */
    double created, exchanged;
    double worst, worst_of; /* error, and what had been exchanged then */
    double scale;           /* of the second side's work, to be compared with the first one's */
    int64_t steps;
} mr_coupled_bond;

/* a third object between members: it owns some of their inputs, and follows their outputs. A joint
 * owns its reaction (coupled_joints.c). An entry that is NULL is nothing to do */
typedef struct mr_element_rules {
    const char *kind;

    /* members have been initialised; values of its inputs go into coupled->u_next, and
     * mr_coupled_fit initialises again with them */
    mr_status (*start)(mr_coupled *coupled, void *own, double t0);

    /* before the step from coupled->from to coupled->to; outputs at its begin are in coupled->y */
    mr_status (*begin)(mr_coupled *coupled, void *own);

    /* an input that it owns, at t of the part of the step that is being made */
    double (*value)(const mr_coupled *coupled, const void *own, int scalar, double t);

    /* its inputs are constant over that part */
    bool (*constant)(const mr_coupled *coupled, const void *own);

    /* the step is accepted, outputs at its end are in coupled->y: values there into coupled->u_next
     */
    mr_status (*end)(mr_coupled *coupled, void *own);

    /* all that changes in a run, into a slot and back */
    void (*keep)(void *own, int slot);
    void (*back)(void *own, int slot);

    void (*close)(void *own);
} mr_element_rules;

typedef struct mr_element {
    const mr_element_rules *rules;
    void *own;
} mr_element;

#define MR_MOST_ELEMENTS 64
#define MR_PARTS         6 /* of a step: members end one of their own at each */

typedef struct mr_joints mr_joints;

struct mr_coupled {
    mr_coupled_config config;
    int member_count, inputs, outputs;
    mr_member *members;
    int *source; /* per input: output that it comes from, or MR_NONE */
    double *factor, *offset;
    bool *held;         /* per input: discrete, it holds its value during a step */
    mr_signal *signals; /* per input: known function of time, or NULL */
    void **signal_contexts;
    mr_element elements[MR_MOST_ELEMENTS]; /* exchange steps */
    int element_count;
    int *owner, *owner_scalar; /* per input: element that it belongs to, or MR_NONE */
    mr_joints *joints;         /* NULL: there are none */
    int parts;                 /* of a step; lambda may break between them */
    double part_end[MR_PARTS]; /* of the step's length */
    int part;                  /* that is being made */
    mr_link *links;            /* own steps; sorted by `to` */
    int link_count;
    mr_coupled_bond *bonds;
    int bond_count;
    double goal, size; /* forward: end of the common step, and its size */
    double miss;       /* of the samples in it, over the tolerance */
    double now;        /* own steps: time of the outputs */
    double ends_at;    /* a member ended its simulation then; INFINITY: none */
    int *batch;        /* members that step now */
    mr_turns turns;
    bool in_threads; /* the present batch */
    bool any_waits;  /* a member is in a process of its own */
    bool followers;  /* some members follow others */
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
    double *through; /* D: outputs x inputs; NULL: not measured */
    double *numbers; /* all of the above */
    mr_coupled_statistics statistics;
    mr_message message;
};

/* one exchange step from coupled->from to coupled->to, iterated; states are saved in the slot
 * before; coupled_step.c */
mr_status mr_coupled_make_step(mr_coupled *coupled, int slot, bool *converged);

/* states and exchanges at present into a slot, and back */
mr_status mr_coupled_save(mr_coupled *coupled, int slot);

/* the sentence of a member that failed */
/* its steps would never end */
mr_status mr_coupled_crawls(mr_coupled *coupled, const mr_member *member, double t);

mr_status mr_coupled_fail(mr_coupled *coupled, const mr_member *member, mr_status status,
                          const char *what);

mr_status mr_coupled_refuse_output(mr_coupled *coupled, mr_member *member, int output,
                                   double value);

/* outputs of a member at its present time into coupled->y */
mr_status mr_coupled_take_outputs(mr_coupled *coupled, mr_member *member);

void mr_coupled_remember(mr_coupled *coupled, double t, const double *u);

/* the input as the outputs make it */
static inline double mr_coupled_source(const mr_coupled *c, int input) {
    return c->factor[input] * c->y[c->source[input]] + c->offset[input];
}

/* the inputs of one member that are known functions of time */
static inline void mr_coupled_signals(const mr_coupled *c, const mr_member *member, double t,
                                      bool end, double tolerance, double *u) {
    for (int i = 0; i < member->inputs; i++) {
        const int k = member->first_input + i;
        if (c->signals[k])
            u[i] = c->signals[k](c->signal_contexts[k], t, end, tolerance);
    }
}

/* coupled_start.c: initialises the members until inputs and outputs fit */
mr_status mr_coupled_fit(mr_coupled *coupled, double t0);

/* coupled_links.c: histories of the signals between members */
mr_status mr_coupled_open_links(mr_coupled *coupled, const mr_connection *connections, int count,
                                mr_message *message);
void mr_coupled_close_links(mr_coupled *coupled);

/* coupled_elements.c: third objects between members */
mr_status mr_coupled_add_element(mr_coupled *coupled, const mr_element_rules *rules, void *own);
/* an input becomes the element's */
mr_status mr_coupled_own_input(mr_coupled *coupled, const void *own, int member, int input,
                               int scalar, const char *name);
mr_status mr_elements_start(mr_coupled *coupled, double t0);
mr_status mr_elements_begin(mr_coupled *coupled);
mr_status mr_elements_end(mr_coupled *coupled);
void mr_elements_keep(mr_coupled *coupled, int slot);
void mr_elements_back(mr_coupled *coupled, int slot);
void mr_elements_close(mr_coupled *coupled);

/* times of the part of the step that is being made */
static inline double mr_part_from(const mr_coupled *c) {
    return c->part == 0 ? c->from : c->from + c->part_end[c->part - 1] * (c->to - c->from);
}
static inline double mr_part_to(const mr_coupled *c) {
    return c->part >= c->parts - 1 ? c->to : c->from + c->part_end[c->part] * (c->to - c->from);
}

/* coupled_step.c: for elements that repeat steps themselves */
void mr_coupled_predict(mr_coupled *coupled);
mr_status mr_coupled_pass(mr_coupled *coupled, int slot, bool again);
mr_status mr_coupled_redo_member(mr_coupled *coupled, mr_member *member, int slot);
double mr_coupled_hand_over(mr_coupled *coupled); /* inputs from outputs; the largest misfit */

/* coupled_joints.c, coupled_joint_step.c */
mr_status mr_joints_make_step(mr_coupled *coupled, int slot, bool *converged);
void mr_joints_follow(mr_coupled *coupled, const mr_member *member, double from, double to);
void mr_joints_begin_member(mr_coupled *coupled, const mr_member *member);

/* coupled_feedthrough.c: outputs that depend on inputs at once */
mr_status mr_coupled_measure_feedthrough(mr_coupled *coupled);
/* after a step that is not repeated: u_next and y as they belong to one another */
mr_status mr_coupled_correct_outputs(mr_coupled *coupled);
/* Richardson's estimate in place of y_H - y_2H, n outputs with the loop DL; false: there is none */
bool mr_feedthrough_estimate(int n, const double *DL, int order, double *difference);
bool mr_coupled_estimate_outputs(mr_coupled *coupled, double *difference);

/* coupled_bonds.c: energy through power bonds */
void mr_coupled_start_bonds(mr_coupled *coupled, double t0);
void mr_coupled_work(mr_coupled *coupled, const mr_member *member);

/* coupled_own.c: every member with steps of its own */
mr_status mr_coupled_start_own(mr_coupled *coupled, double t0);
mr_status mr_coupled_advance_own(mr_coupled *coupled, double t_end);

/* coupled_samples.c: outputs and rates of a member at its time, as a row; the row to those who read
 * it; small steps first, after a start or a jump */
mr_status mr_member_take_row(mr_coupled *coupled, mr_member *member);
mr_status mr_member_store_row(mr_coupled *coupled, mr_member *member);
void mr_member_begin_grades(mr_member *member);

/* coupled_model.c: coupling=model, before the start */
mr_status mr_coupled_choose_models(mr_coupled *coupled);

/* coupled_grids.c: who follows whom, and whose grid is shifted by half a step */
mr_status mr_coupled_arrange(mr_coupled *coupled);

#endif
