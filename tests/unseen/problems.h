/* slaves with several efforts, closed loops of constraints, forces that change with time: multibody
 * models behind the interface of a fast master, against one fine integration of master and slave
 * together */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "multirate/multirate.h"
#include "multirate/plugin.h"

enum { PROBLEM_MOST = 2, PROBLEM_STATES = 8 };

/* fast masses of 1 kg, each between a spring of 1 Hz to the ground and one of fr Hz to an interface
 * of the slave, which has as many */
typedef struct problem {
    int interfaces;
    double fr, h, kick; /* step of the slave; a force on the interfaces from 1 s on, N */
    /* the slave for the reference: positions of the interfaces, and accelerations of its n
     * coordinates q under the forces */
    int n;
    double start[4];
    void (*positions)(const double *q, double *p);
    void (*accelerations)(const double *q, const double *v, const double *force, double *a);
    const char *model;
} problem;

/* two masses on a line with a force on each; kick: N more on both from 1 s on */
problem problem_two_efforts(double fr, double h, double kick);
/* it falls through its dead point, where the slider cannot move */
problem problem_slider_crank(double fr, double h);
/* pushed by a force of 60 rad/s that the slave knows of by itself */
problem problem_rotor(void);

/* relative root mean square of all fast velocities over 2 s; uneven: part by which the master's
 * steps vary; statistics may be NULL */
double problem_error(const problem *s, const char *options, double uneven,
                     mr_statistics *statistics);

/* the run by hand: the model is written to path */
typedef struct problem_master {
    const problem *s;
    mr_interface *interface;
    bool break_loop;
    double x[PROBLEM_MOST], v[PROBLEM_MOST], p[PROBLEM_MOST], force[PROBLEM_MOST];
    double whole[PROBLEM_STATES];
} problem_master;

void problem_begin(const problem *s, const char *options, problem_master *m, mr_plugin **plugin,
                   const char *path);
void problem_end(problem_master *m, mr_plugin *plugin, const char *path);
/* the slave's motion at t for masses at x; a major evaluation tells the forces */
void problem_evaluate(problem_master *m, double t, const double *x, bool major);
void problem_step(problem_master *m, double t, double h);

#endif
