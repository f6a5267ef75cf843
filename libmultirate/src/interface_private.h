/* the inside of an interface, shared by the files that make it up */
#ifndef MR_INTERFACE_PRIVATE_H
#define MR_INTERFACE_PRIVATE_H

#include "ahead.h"
#include "coupling.h"
#include "direction.h"
#include "indicator.h"
#include "loop.h"
#include "multirate/interface.h"
#include "scheme.h"
#include "stopwatch.h"
#include "time_compare.h"

#include <string.h>

/* a graded start has steps that end at H/256, 2H/256, 4H/256, … H */
#define MR_GRADES 9

typedef enum mr_phase { MR_PHASE_OPENED, MR_PHASE_RUNNING, MR_PHASE_FAILED } mr_phase;

/* where the slave is and how it goes on; plain numbers, copied as they are by save and restore */
typedef struct mr_progress {
    mr_phase phase;
    double t0;
    double slave_time;
    bool inputs_assumed; /* started before the master had told its outputs */
    double major_time;   /* of the last major exchange: minor ones may go back to it */
    double slave_step;   /* the last one, or the coming one where the slave tells it */
    /* the imposed grid: grid_origin + i * slave_step of the configuration */
    double grid_origin;
    int64_t grid_index;
    /* graded start: next grade (MR_GRADES: none), where it began, and the step it grows to */
    int grade;
    double grade_origin, grade_span;
    double ends_at; /* the slave ended its simulation then; infinite: not yet */
    /* break_loop: the sample that waits for its turn */
    bool has_pending;
    double pending_time;
    int64_t master_steps; /* forward, between major exchanges */
    double longest_master_step;
    bool grades_begun;   /* and no exchange of the master since */
    bool graded_in_vain; /* the master passed over all grades in one step */
    bool diverged;       /* at diverged_at something crossed the interface that has no meaning */
    double diverged_at;
    mr_statistics statistics;
    double sum_to_master, sum_to_slave; /* extrapolation distances */
} mr_progress;

/* what the slave asked for while it made one step */
typedef struct mr_asked {
    int64_t requests, extrapolated;
    double sum, longest; /* extrapolation distances */
} mr_asked;

struct mr_interface {
    mr_config config;
    const mr_slave_type *type;
    void *slave;
    bool elsewhere;     /* the slave computes in another process */
    bool grades_wanted; /* graded_start was asked for, not brought along by another setting */
    mr_slave_description description;
    int inputs, outputs;
    mr_message message;        /* the whole sentence */
    mr_message *slave_message; /* what the slave said: `words`, or where it was opened */
    mr_message words;

    mr_direction to_slave, to_master;
    double kept_from; /* iterate=on: samples are kept from the last saved state on */
    const mr_scheme_rules *scheme;
    const mr_coupling_rules *coupling;
    const mr_loop *loop;
    mr_coupling_state coupling_state;
    mr_indicator indicator;
    mr_progress progress;
    mr_stopwatch stopwatch;

    /* the step being made */
    double step_from, step_limit; /* limit: infinite if unknown */
    double asked_latest;
    mr_status input_status;
    bool use_mean;
    const mr_direction *source; /* the samples that its inputs come from */
    mr_asked asked;
    mr_ahead ahead;

    double *start_inputs; /* inputs */
    double *pending;      /* inputs */
    double *mean;         /* inputs */
    double *row;          /* outputs, then perhaps their rates */
};

/* synchronise.c */
/* an interface to a slave that is open already and says its words there; it is the interface's from
 * then on. On failure it stays its owner's */
mr_status mr_interface_adopt(const mr_config *config, const mr_slave_type *type, void *instance,
                             mr_message *words, mr_interface **opened, mr_message *message);

mr_status mr_initialise_slave(mr_interface *interface);
mr_status mr_advance_slave(mr_interface *interface, double t1);
void mr_begin_grades(mr_interface *interface, double t);
/* one step in its parts: where it will end, what is settled before, the slave itself (the only part
 * that another thread may run), and what is checked and stored afterwards */
mr_status mr_plan_step(mr_interface *interface, mr_plan *plan);
void mr_begin_step(mr_interface *interface, const mr_plan *plan);
mr_status mr_call_slave(mr_interface *interface, const mr_plan *plan, double *t);
mr_status mr_end_step(mr_interface *interface, const mr_plan *plan, double t1, mr_status status,
                      double t);

/* the slave's own sentence, or the general one; synchronise.c */
const char *mr_slave_words(const mr_interface *interface, mr_status status);
/* gives the status back; where it is none of success, the matrices could not be had */
mr_status mr_explain_matrices(mr_interface *interface, mr_status status);

/* samples came at unequal steps where a predictor needs equal ones; interface.c */
mr_status mr_refuse_steps(mr_interface *interface, const mr_direction *direction, const char *who);

/* stores the master's sample; interface.c */
mr_status mr_store_master(mr_interface *interface, double t1, const double *y1);

/* a slave may announce a step as long as it likes ("nothing happens for a year"): the master's
 * times stay apart all the same */
static inline double mr_interface_tolerance(const mr_interface *interface, double t) {
    const mr_progress *p = &interface->progress;
    const double master = p->master_steps > 0 ? p->longest_master_step : fabs(t - p->t0);
    const double most = 1000.0 * master;
    return mr_time_tolerance(t, p->slave_step < most ? p->slave_step : most); /* fmin is a call */
}

/* samples from this time on are kept */
static inline double mr_needed_from(const mr_interface *interface, double t) {
    return interface->config.iterate ? fmin(t, interface->kept_from) : t;
}

static inline mr_status mr_fail(mr_interface *interface, mr_status status) {
    interface->progress.phase = MR_PHASE_FAILED;
    return status;
}

/* is none of the values not a number, infinite or beyond any meaning? By the bits, whose order is
 * that of the absolute values, without a chain of additions */
static inline bool mr_all_meaningful(const double *values, int count) {
    const double limit = MR_MEANINGLESS;
    uint64_t found = 0, most;
    memcpy(&most, &limit, sizeof most);
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        found |= (uint64_t)((bits & INT64_MAX) >= most);
    }
    return !found;
}

/* index of the first that is, or count */
static inline int mr_first_meaningless(const double *values, int count) {
    int i = 0;
    while (i < count && fabs(values[i]) < MR_MEANINGLESS)
        i++;
    return i;
}

/* inputs that stay as they are, for a step on trial */
typedef struct mr_fixed_inputs {
    const double *u;
    int count;
} mr_fixed_inputs;

static inline mr_status mr_fixed_inputs_at(void *fixed, double t, double *u) {
    const mr_fixed_inputs *f = fixed;
    (void)t;
    memcpy(u, f->u, (size_t)f->count * sizeof *u);
    return MR_OK;
}

/* the sentence has been set: adds what it means, and when */
mr_status mr_diverge(mr_interface *interface, double t);

/* name of the scalar `index` in a list of variables, for messages */
void mr_scalar_name(const mr_variable *variables, int count, int index, char *name, int size);

#endif
