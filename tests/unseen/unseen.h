/* systems that no coupling was tuned on: a fast master on a slave that is a multibody model
 *
 * The master is a mass of 1 kg between a spring to the ground and a stiff one to the interface of
 * the slave, whose motion the slave tells. The slave is a tree of masses on a line, or a pendulum.
 * The same equations, written here a second time and integrated in one piece with fine steps, are
 * the reference. */
#ifndef UNSEEN_H
#define UNSEEN_H

#include "multirate/interface.h"
#include "trees.h"

#define UNSEEN_MASSES  8
#define UNSEEN_SPRINGS 10

/* between masses a and b (-1: the ground) */
typedef struct unseen_spring {
    int a, b;
    double stiffness, damping;
    double gap;   /* half of the backlash */
    double cubic; /* times the third power */
} unseen_spring;

typedef struct unseen_system {
    char name[32];
    int masses; /* 0: a pendulum of 10 kg and 1 m, or a tree of rods */
    unseen_tree tree;
    int springs;
    double mass[UNSEEN_MASSES];
    unseen_spring spring[UNSEEN_SPRINGS];
    double start[UNSEEN_MASSES]; /* positions; of the pendulum its angle */
    double rate[UNSEEN_MASSES];  /* velocities */
    double master_start;
    double base;     /* Hz of the spring between master and ground; the stiff one has FR times it */
    double step;     /* of the slave */
    double duration; /* s */
    double finest;   /* rad/s that the reference must resolve */
} unseen_system;

/* the named systems first, then random ones; 0 if there are no more */
int unseen_system_at(int index, unseen_system *system);
enum { UNSEEN_NAMED = 9 };
/* more named ones: quarter cars with a soft and a stiff tyre, a chain with two gaps */
enum { UNSEEN_MORE = 5000, UNSEEN_MORE_COUNT = 3 };

/* a mechanism of pins and rods, drawn by its number from 0 on */
void unseen_mechanism(int number, unseen_system *system);

/* the slave as a model file of the multibody code; 0 if it cannot be written */
int unseen_write(const unseen_system *system, const char *path);

/* master and slave together: x, v of the master, then positions, then velocities */
void unseen_reference_start(const unseen_system *system, double *state);
void unseen_reference_step(const unseen_system *system, double fr, double h, double *state);
int unseen_coordinates(const unseen_system *system); /* of the slave */
/* position and velocity of the slave's interface in a state of the reference */
void unseen_interface_motion(const unseen_system *system, const double *state, double *motion);

typedef struct unseen_outcome {
    double velocity, position; /* relative root mean squares of the master's motion */
    double largest;            /* the master's energy, relative to its start */
    double grown;              /* its largest energy, relative to that of the reference */
    mr_statistics statistics;
    /* position, velocity, acceleration that the master was told: sums with weights of changing
     * sign, and root mean squares */
    double heard[3], size[3];
    int guarded;                /* slave steps in which the safeguard acted */
    bool doubtful, warned;      /* told to be doubtful; or only fair, or not known well */
    char said[MR_VERDICT_SIZE]; /* why it ended, or what the run says of itself */
} unseen_outcome;

/* the master on the slave in the model file `path`, with options of the coupling and of the slave
 */
unseen_outcome unseen_measure(const unseen_system *system, double fr, const char *options,
                              const char *path, const char *slave_options);

/* the slave by itself, each step with the mean of the reference's force: errors of the interface's
 * motion at the ends of its steps */
unseen_outcome unseen_alone(const unseen_system *system, double fr, const char *path);

/* from now on the slave of unseen_measure tells its directions wrongly: with its answer to efforts
 * alone, or its masses, so many times what they are; 1, 1: rightly */
void unseen_lie(double effort, double inertia);

#endif
