/* the interface: what stands between a master and one slave
 *
 *     mr_interface_open → mr_interface_start → mr_interface_exchange … → mr_interface_close
 *
 * The master calls mr_interface_exchange at every evaluation of its diagram; the slave is advanced
 * as the scheme demands and asks for its inputs while it steps. Method: F. González, M. Á. Naya, A.
 * Luaces, M. González, Multibody System Dynamics 25 (2011), eval_slave and eval_master.
 *
 * An instance is not shared between threads; different instances know nothing of each other (those
 * with parallel share threads for their slaves' steps). After a failure an instance can only be
 * closed, restored, or started anew.
 */
#ifndef MULTIRATE_INTERFACE_H
#define MULTIRATE_INTERFACE_H

#include "multirate/config.h"
#include "multirate/slave.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mr_interface mr_interface;
typedef struct mr_snapshot mr_snapshot;

typedef enum mr_evaluation {
    MR_MAJOR, /* a point of the master's solution: its outputs are stored */
    MR_MINOR  /* a trial point inside a master step: nothing is remembered */
} mr_evaluation;

/* checks ABI number, size and required entries of a table from anywhere */
mr_status mr_slave_type_check(const mr_slave_type *type, mr_message *message);

/* opens the slave with its own configuration text. On failure *interface is NULL and message (not
 * NULL) tells why; later failures: mr_interface_error. */
mr_status mr_interface_open(const mr_config *config, const mr_slave_type *slave,
                            const char *slave_configuration, mr_interface **interface,
                            mr_message *message);

void mr_interface_close(mr_interface *interface);

/* begins (or begins anew) at t0. y1: the master's outputs there, or NULL if they are not known yet:
 * then the inputs' start values are taken, and without break_loop a first major exchange at t0
 * initialises the slave again with the outputs that it brings. */
mr_status mr_interface_start(mr_interface *interface, double t0, const double *y1);

/* eval_slave: the master is at t1 with outputs y1 and wants its inputs u1.
 * y1 may be NULL with break_loop (it comes later by mr_interface_commit) and in a minor evaluation.
 */
mr_status mr_interface_exchange(mr_interface *interface, double t1, const double *y1,
                                mr_evaluation kind, double *u1);

/* with break_loop: tells the master's outputs of the major evaluation at t1, after
 * mr_interface_exchange gave u1 */
mr_status mr_interface_commit(mr_interface *interface, double t1, const double *y1);

/* the whole state, the slave's included (needs its save and restore). *snapshot is made if NULL. */
mr_status mr_interface_save(mr_interface *interface, mr_snapshot **snapshot);
mr_status mr_interface_restore(mr_interface *interface, const mr_snapshot *snapshot);
void mr_snapshot_free(mr_snapshot *snapshot);

/* numbers of scalars: y1 has inputs, u1 has outputs */
int mr_interface_inputs(const mr_interface *interface);
int mr_interface_outputs(const mr_interface *interface);
void mr_interface_describe(const mr_interface *interface, mr_slave_description *description);
const mr_config *mr_interface_config(const mr_interface *interface);

/* true if u1 at a time depends on y1 at the same time, so that a block needs direct feedthrough */
bool mr_interface_feedthrough(const mr_interface *interface);

double mr_interface_slave_time(const mr_interface *interface);

/* step of the slave: the coming one where it tells or is told it, else the last; 0: not known yet
 */
double mr_interface_slave_step(const mr_interface *interface);

/* interface matrices of the slave as it stands (slave.h), for the inputs and outputs of the
 * interface; needs a start. MR_ERR_UNSUPPORTED: the slave does not tell them */
mr_status mr_interface_matrices(mr_interface *interface, double *Au, double *Ap, double *Av);

/* the slave as the interface sees it (its selected inputs and outputs), for who wants to make steps
 * with it by hand: to look at it, not to couple it. The interface can only be closed, restored or
 * started anew afterwards. */
void mr_interface_slave(const mr_interface *interface, const mr_slave_type **type, void **slave);

/* what, where, when of the last failure; "" if there was none */
const char *mr_interface_error(const mr_interface *interface);

/* what was exchanged, and how far signals were extrapolated for it */
typedef struct mr_exchange_counts {
    int64_t major_exchanges;
    int64_t minor_exchanges;
    int64_t slave_steps;
    int64_t input_requests;         /* calls of eval_master by the slave */
    int64_t extrapolated_to_master; /* exchanges answered by extrapolation */
    int64_t extrapolated_to_slave;  /* input requests answered by extrapolation */
    double longest_to_master;       /* farthest extrapolation, s */
    double longest_to_slave;
    double mean_to_master; /* mean distance of the extrapolated ones, s */
    double mean_to_slave;
    int64_t repeats;         /* major evaluations at a time that was stored already */
    int64_t returns;         /* major evaluations at an earlier time */
    int64_t jumps;           /* jumps detected (selector, graded start) */
    int64_t history_growths; /* allocations after the start */
    int64_t samples_to_slave, samples_to_master; /* kept at most, for each direction */
} mr_exchange_counts;

/* the indicator: what the coupling does to the energy that passes the declared power bonds, and how
 * well samples were foreseen */
typedef struct mr_energy_indicator {
    bool indicated;           /* there are power bonds */
    double power_residual;    /* made (+) or lost by the coupling at present, W */
    double created_energy;    /* made (+) or lost (-) so far, J */
    double created_most;      /* the largest of it so far, J */
    double exchanged_energy;  /* sum of all that passed either way, J */
    double energy_scale;      /* mean kinetic energy of the interface, if its mass is told or can be
                               * learnt; otherwise the energy exchanged, J */
    double energy_error;      /* created_most / energy_scale, the largest that it ever was;
                               * infinite: the run has diverged */
    double energy_error_rate; /* the same for a hundred slave steps: compares settings over the same
                               * time */
    double doubtful_from;     /* s; infinite: they are not (mr_statistics_doubtful). Once told it
                               * stays */
    /* of the worst signal: 0 foresight, 1 no better than holding the last sample */
    double prediction_error_to_slave, prediction_error_to_master;
} mr_energy_indicator;

/* who made the slave's steps, and how long they took */
typedef struct mr_step_times {
    int64_t steps_ahead;     /* slave steps begun before they were needed (parallel, latency) */
    int64_t steps_withdrawn; /* of them: made again, because the master went another way */
    int64_t steps_by_master; /* of steps_ahead: made by the master's thread while it would wait */
    int worker;           /* thread of the slave, with parallel: 1, 2, …; 0: the master's, -1: one
                           * of its own */
    int workers;          /* threads that there are for the slaves of all interfaces */
    double step_seconds;  /* wall time of a slave step, with parallel: mean of the last ones */
    double slave_seconds; /* wall time spent in the slave (quick steps: from a sample of them) */
} mr_step_times;

/* what the interface model did (coupling=model) */
typedef struct mr_model_report {
    bool used;          /* there is one */
    int directions;     /* of the slave that it moves along; 0: its matrices only */
    bool matrices_only; /* the slave tells directions, but not of this model */
    /* by its matrices: steps on trial that were made before the run to find what moves behind the
     * interface, whether they did, and how many modes there are */
    int tried;
    bool found;
    int hidden;
    bool owned; /* the motion is the master's own: what the slave does beside it is set right */
    /* the safeguard: steps in which it took energy back that the coupling had made, and how much,
     * J; factors on its answer to efforts and on its stiffness that the slave showed and that were
     * used instead of what it told (1, 1: it does what it tells) */
    int64_t guarded;
    double taken;
    double efforts, stiffness;
    /* part of the interface's motion that is carried beside the slave's own although it is not
     * known what the slave would do there (it is not linear, and steps on trial do not explain it)
     */
    double beside;
    int64_t shortened; /* steps of the slave that were made shorter than its own for that reason */
    bool unknown; /* it is not known what the slave does: errors of its reaction are not seen */
    /* how far the phase of efforts that swing would be off, rad, if the inertia of the interface
     * were known one slave step late: what such a run rests on */
    double late;
    double phase; /* about how far it is off, rad: from the above and from what was not foreseen */
    /* along directions: steps of the slave in which a contact closed or opened, which is known at
     * their end only, and about how far that has led the signals astray, relative to them */
    int64_t contacts;
    double struck;
    /* the model was cut off, and when, because it had made more energy than may be: since then
     * neither side moves the other */
    bool cut;
    double cut_at;
} mr_model_report;

typedef struct mr_statistics {
    mr_exchange_counts counts;
    mr_energy_indicator energy;
    mr_step_times times;
    mr_model_report model;
} mr_statistics;

void mr_interface_statistics(const mr_interface *interface, mr_statistics *statistics);

/* jumps detected since the start: one of the statistics, for every step */
int64_t mr_interface_jumps(const mr_interface *interface);

/* prediction error of every input and output scalar (either may be NULL), as in the statistics;
 * MR_ERR_STATE if the indicator is off */
mr_status mr_interface_prediction_errors(const mr_interface *interface, double *of_inputs,
                                         double *of_outputs);

/* results are doubtful from energy.doubtful_from on */
bool mr_statistics_doubtful(const mr_statistics *statistics);

/* about how far the signals of the interface are off, relative to them: 0.1 is 10 %, infinite a run
 * that has diverged. A rule of experience (docs/coupling.md) on energy and foresight, within
 * five times of the true one in four of five runs; 0 without power bonds */
double mr_statistics_signal_error(const mr_statistics *statistics);

/* what the indicator makes of it, one sentence without a full stop; returns the length needed, like
 * snprintf; "" without power bonds */
int mr_statistics_verdict(const mr_statistics *statistics, char *text, int size);
/* room for all that a verdict or a warning may say */
#define MR_VERDICT_SIZE 1024

/* a setting that does not do what it is for, as the run has shown, or a safeguard that acted; one
 * sentence without a full stop, returns the length needed, like snprintf; "" if there is none.
 * variable_step: the steps are those of a solver that chooses them by itself and knows nothing of
 * the slave */
int mr_interface_warning(const mr_interface *interface, bool variable_step, char *text, int size);

/* an energy_error above this makes results doubtful (unless nearly all of the energy went on its
 * way through the interface, see docs/coupling.md), the second for slaves that do not tell their
 * interface matrices */
#define MR_DOUBTFUL_ENERGY 0.35
#define MR_DOUBTFUL_UNTOLD 0.6
/* prediction error to the master from which on a motion that it owns is doubtful, and what it makes
 * of the signals */
#define MR_DOUBTFUL_MISS 0.1
#define MR_HARM_OF_MISS  2.0
/* the same for the part of such a motion that is carried beside that of a slave whose answer to it
 * is not known (model.beside) */
#define MR_DOUBTFUL_BESIDE 0.4
#define MR_HARM_OF_BESIDE  0.3
/* the same of one that is unknown where most of its steps were shortened (model.shortened), and it
 * could not follow nevertheless */
#define MR_DOUBTFUL_BESIDE_SHORTER 0.08
#define MR_HARM_OF_BESIDE_SHORTER  2.0
/* model.late from which on a run says so, rad: it is right only if the slave's place is known to a
 * thousandth of a step and better */
#define MR_LATE_PHASE 30.0
/* model.phase from which on results are doubtful, rad: as much of the signals is off */
#define MR_DOUBTFUL_PHASE 0.5
/* error of the signals up to which a run that is not doubtful is called good, and not fair */
#define MR_GOOD_SIGNALS 0.05

/* what crosses an interface is smaller than this; anything larger, infinite or not a number ends
 * the run as diverged */
#define MR_MEANINGLESS 1e100

/* a clock that only runs forward, s from some beginning */
double mr_seconds(void);

#ifdef __cplusplus
}
#endif
#endif
