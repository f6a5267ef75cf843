/* the indicator: does the coupling make or lose energy, and how well are signals foreseen?
 *
 * Power residual (Sadjina, Kyllingstad, Skjong, Pedersen, Engineering with Computers 33 (2017)):
 * what leaves the master through a power bond, computed with what the master saw of the slave,
 * should be what enters the slave, computed with what the slave saw of the master. The difference
 * is made or lost by the coupling. Both are summed as work along the path that each side saw, so
 * that jumps of a prediction count too, and compared at times that both have reached.
 *
 * Scale: the mean kinetic energy of the interface from the start on, v^2 / (2 Au), at its largest.
 * Au is told by the slave in its interface matrices, or learnt from how its motion answers to what
 * it gets; where neither shows it, the scale is the energy exchanged so far.
 *
 * The judgement at a time rests on what happened up to then, and it stays. So it is the same for a
 * short and for a long run, and the time that it names is the first at which it could be known.
 *
 * Prediction error of a signal: root of (sum of misses^2 / sum of changes^2) over its samples: 0 is
 * foresight, 1 no better than holding the last value. */
#ifndef MR_INDICATOR_H
#define MR_INDICATOR_H

#include "coupling.h"
#include "direction.h"
#include "multirate/interface.h"

/* a scalar input and the output scalar that it makes power with */
typedef struct mr_bond {
    int input, flow;
    int position;   /* output scalar whose rate the flow is; MR_NONE */
    int coordinate; /* of the interface matrices; MR_NONE */
} mr_bond;

/* fewer slave steps than these are no sample: motion that begins at rest has no energy yet */
#define MR_STEPS_TO_JUDGE 25

/* part of the energy that passes from one side to the other that may get lost on its way. A steady
 * flow adds up without end, and so does the small part of it that a good coupling loses */
#define MR_LOST_ON_THE_WAY 0.01

/* motion with less energy than this part of effort times position is standing still: what is
 * counted there is rounding */
#define MR_STILLNESS 1e-6

/* an interface model is cut off (indicator_breaker.c) if it has made more than so many times the
 * energy that counts, for so many slave steps, or so many times as much at once. First steps that
 * show what moves at all */
#define MR_MADE_AT_MOST 5.0
#define MR_STEPS_TO_CUT 3
#define MR_MADE_AT_ONCE 10.0
#define MR_STEPS_TO_SEE 10

/* energies at the two newest times of one side */
typedef struct mr_work {
    int points;
    double t[2], energy[2]; /* older, newer */
} mr_work;

/* plain numbers, copied as they are by save and restore */
typedef struct mr_indicator_sums {
    mr_work master, slave;
    double exchanged;        /* sum of |work| of the master's steps */
    double exchanged_before; /* without the newest, should it be replaced */
    double created, most;    /* now, largest so far */
    double compared;         /* time of the last comparison */
    double power;            /* residual between the last two comparisons */
    double begun;            /* time of the start */
    double kinetic_sum;      /* integral of the interface's kinetic energy */
    double kinetic;          /* its mean from the start on, the largest so far */
    double carried;          /* energy of the interface model's deviation */
    double jumped;           /* work of the jumps of a motion that the slave takes over */
    bool unsettled;          /* the slave's newest energy waits for the master's */
    int newer;               /* which of the master's two points */
    double asked_at;         /* the slave's last request for inputs in this step */
    int64_t steps;           /* of the slave since the start */
    double passed;           /* went through the bonds to stay there, the largest so far */
    double potential;        /* effort times position of one bond, the largest so far */
    double worst;            /* energy error: created relative to its scale, the largest so far */
    double doubtful;         /* when results became doubtful; infinite: they are not */
    bool broken;             /* an energy is no finite number any more */
    /* squares of positions, then of velocities: carried where it is not known what the slave would
     * do, and in all */
    double deviated[2], moved[2];
    bool by_velocity;      /* the slave's answers to efforts or velocities have changed */
    double late, turned;   /* rad: see sum_late() */
    double turning;        /* see coupling.h, as it was last */
    mr_work raw;           /* the slave's work alone, without what a model carries */
    double least, largest; /* of the master's work in the first slave steps */
    double quickest;       /* kinetic energy of the slave's interface in them, the largest */
    double proven;         /* energy that both sides show to have passed, the largest so far */
    double whole;          /* slave steps, those counting in part that are shorter than its own */
    double above;          /* of these, since when more was made than there may be; 0: not */
    double cut;            /* when the interface model was cut off; infinite: it is not */
} mr_indicator_sums;

typedef struct mr_indicator {
    bool active;
    int bond_count, inputs, outputs, coordinates;
    mr_bond *bonds;
    bool tells;     /* the slave tells its interface matrices */
    bool *modelled; /* outputs that the coupling predicts by a model; NULL: none */
    bool breaks;    /* that model carries a motion beside the slave's own */
    mr_indicator_sums sums;
    int doubles; /* length of the block of numbers below */
    double *numbers;
    double *master[2];    /* per bond: effort, then position or flow, at the two points */
    double *slave;        /* per bond: position, flow */
    double *asked, *area; /* per bond: input last asked for, and its integral over the step */
    double *inverse_mass; /* per bond: Au as told */
    double *learnt;       /* per bond: see learn_mass() */
    double *swing;        /* per bond: see sum_late() */
    double *first;        /* per bond: position, Au and Av at the first step */
    double *farther;      /* per bond: see indicator_way.c */
    double *correction;   /* per bond: effort that takes energy back in this step */
    double gain;          /* of that correction */
    double *miss[2], *change[2]; /* sums of squares; 0: to the slave, 1: to the master */
    double *seen;                /* outputs as the master saw them last */
    double *scratch;             /* predictions; Au, Ap, Av */
} mr_indicator;

mr_status mr_indicator_open(mr_indicator *indicator, const mr_slave_type *type,
                            const mr_slave_description *description, mr_indicator_mode mode,
                            const mr_foresight *foresight);
void mr_indicator_close(mr_indicator *indicator);

/* begins anew at t with the slave's outputs there; inputs: as asked for in its initialisation */
void mr_indicator_start(mr_indicator *indicator, double t, const double *row, const double *inputs);

/* the slave begins a step, asks for inputs in it, and has made it with outputs row at its end.
 * mean: the constant that it got, or NULL */
void mr_indicator_begin_step(mr_indicator *indicator, double from, double h);

/* adds the effort that takes back what the coupling has made */
void mr_indicator_correct(const mr_indicator *indicator, double *u);
void mr_indicator_asked(mr_indicator *indicator, double t, const double *u);
void mr_indicator_slave(mr_indicator *indicator, const mr_slave_type *type, void *slave,
                        double from, double to, int64_t steps, const double *mean,
                        const double *row, const mr_foresight *foresight);

/* the master was at t with outputs y1 and saw u1. With break_loop they come one after the other: u1
 * first, with y1 NULL, then y1 with u1 NULL */
void mr_indicator_master(mr_indicator *indicator, double t, const double *y1, const double *u1);

/* energy of one side at t, on the line between its points */
double mr_indicator_energy(const mr_work *work, double t);

/* --- indicator_way.c --- */
/* how far the interface has gone in a step of h to row, as far as it changes the slave's energy */
double mr_indicator_way(mr_indicator *indicator, int bond, double h, const double *row);

/* --- indicator_breaker.c --- */
/* both sides have been compared at t, by a coupling that carries a motion beside the slave's */
void mr_indicator_watch(mr_indicator_sums *sums, double t);
/* the model is cut off: the efforts that make power are none, and the interface stands still for
 * the master */
bool mr_indicator_cut(const mr_indicator *indicator);
void mr_indicator_still(const mr_indicator *indicator, const mr_foresight *foresight,
                        double *outputs);
void mr_indicator_let_go(const mr_indicator *indicator, double *efforts);

/* --- indicator_silent.c --- */
/* the slave has made a step */
void mr_indicator_sum_beside(mr_indicator *indicator, const mr_foresight *foresight, double h);
void mr_indicator_sum_late(mr_indicator *indicator, const mr_foresight *foresight);
/* results are doubtful from t on if all this says so */
void mr_indicator_judge_silent(mr_indicator *indicator, double t, const mr_foresight *foresight);
/* about how far the phase of the efforts is off, rad */
double mr_indicator_phase(const mr_indicator *indicator);
/* the master has given the effort of a bond */
void mr_indicator_count_turn(mr_indicator *indicator, int bond, double effort);
/* part of the motion that is carried beside the slave's own, where it is not known what the slave
 * would do */
double mr_indicator_beside(const mr_indicator *indicator);

/* --- indicator.c --- */
/* a sample later than all others is about to be stored: how well was it foreseen? which: 0 to the
 * slave, 1 to the master */
void mr_indicator_foresee(mr_indicator *indicator, int which, const mr_direction *direction,
                          double t, double tolerance, const double *row);

double mr_indicator_prediction_error(const mr_indicator *indicator, int which, int signal);

void mr_indicator_read(const mr_indicator *indicator, int64_t slave_steps,
                       mr_energy_indicator *energy);

#endif
