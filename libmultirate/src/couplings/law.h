/* the force that a velocity makes, as a slave of one degree of freedom tells it step by step: dry
 * friction, drag, a damper that gives way
 *
 * Each step of the slave tells the force at its velocity, and its slope. Between them it is the
 * rational function through both ends with their slopes (J. A. Gregory, R. Delbourgo, IMA Journal
 * of Numerical Analysis 2 (1982)), which rises or falls as they do and does not swing over a steep
 * slope that ends; a cubic where they rise and fall. The law holds as long as it foresees what the
 * slave tells next better than the tangent does. */
#ifndef MR_LAW_H
#define MR_LAW_H

#include <stdbool.h>

enum { MR_LAW_POINTS = 32 };

/* numbers only: part of the state of the interface model */
typedef struct mr_law {
    double count;
    double at[MR_LAW_POINTS]; /* velocities, rising */
    double force[MR_LAW_POINTS], slope[MR_LAW_POINTS];
    double last[3];         /* velocity, force, slope of the newest */
    double missed, tangent; /* squares of what the law, and the tangent, did not foresee */
    double holds;           /* 1: it serves */
} mr_law;

/* the slave has told a force and its slope at a velocity */
void mr_law_note(mr_law *law, double velocity, double force, double slope);
/* how the force changes between two velocities; by the damping C while no law holds (or is NULL) */
double mr_law_change(const mr_law *law, double C, double from, double to);
/* 1/s: the steepest slope; C while no law holds */
double mr_law_fastest(const mr_law *law, double C);

#endif
