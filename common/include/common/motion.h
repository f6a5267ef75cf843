/* how a mechanism moves, in a file: what its bodies look like, then rows of their places over time.
 * Slaves write it, pages show it.
 *
 *   multirate motion 1
 *   title TEXT
 *   up z                                    or y
 *   planar                                  if it moves in x-y
 *   ground HEIGHT                           if there is a road
 *   body MASS X Y Z COLOUR NAME             its origin in the design position; COLOUR "-": none
 *   SHAPE COLOUR NUMBERS                    of that body, in the design position
 *   spring BODY X Y Z BODY X Y Z COLOUR     between points of two bodies; -1 is the ground; or:
 * link arrow NAME                              a force signal UNIT NAME                        UNIT
 * "-": none rows
 *
 * and rows of doubles as the machine has them: time; of each body its origin and quaternion (w x y
 * z); of each arrow its foot and its vector; the signals. */
#ifndef COMMON_MOTION_H
#define COMMON_MOTION_H

#include <stdbool.h>
#include <stddef.h>

#define CM_MOTION_TITLE  "multirate motion 1"
#define CM_MOTION_ENDING ".motion" /* of the name of every such file */
#define CM_SHAPE_NUMBERS 15

typedef enum cm_shape_kind {
    CM_BAR,       /* radius, from, to; round ends */
    CM_CYLINDER,  /* radius, from, to */
    CM_SPHERE,    /* radius, centre */
    CM_BOX,       /* lengths, centre, three axes */
    CM_ELLIPSOID, /* half axes, centre */
    CM_WHEEL,     /* radius, width, centre, axis */
    CM_SHAPE_KINDS
} cm_shape_kind;

/* the word of a shape, and how many numbers it has */
const char *cm_shape_word(cm_shape_kind kind);
int cm_shape_count(cm_shape_kind kind);

typedef struct cm_motion cm_motion;

/* a new file, or one in the place of an earlier motion; NULL if it cannot be, or if another file
 * would be lost (cm_motion_why_not tells). up: 'z' or 'y'. Rows are kept every `period` of time */
cm_motion *cm_motion_create(const char *path, const char *title, char up, bool planar,
                            double period);
/* behind cm_motion_create that gave NULL, from errno */
const char *cm_motion_why_not(void);
void cm_motion_ground(cm_motion *motion, double height);
/* colour: "red", "#ff8800" or NULL */
void cm_motion_body(cm_motion *motion, const char *name, double mass, const double origin[3],
                    const char *colour);
void cm_motion_shape(cm_motion *motion, cm_shape_kind kind, const double *numbers,
                     const char *colour);
void cm_motion_link(cm_motion *motion, bool is_spring, int body, const double at[3], int other,
                    const double other_at[3], const char *colour);
void cm_motion_arrow(cm_motion *motion, const char *name);
void cm_motion_signal(cm_motion *motion, const char *name, const char *unit);
/* the header is complete; numbers of a row without the time */
int cm_motion_begin(cm_motion *motion);

/* is a row wanted at this time? */
bool cm_motion_wants(const cm_motion *motion, double time);
/* rows at this time or later, from before a master went back, are dropped. False, and errno, if it
 * cannot be written */
bool cm_motion_row(cm_motion *motion, double time, const double *values);

/* false if not everything was written; NULL is allowed */
bool cm_motion_close(cm_motion *motion);

/* a program that shows a run asks slaves that can for their motions: MULTIRATE_MOTION is the folder
 * for them. The name of a new file there, after the title; false if nobody asks */
#define CM_MOTION_FOLDER "MULTIRATE_MOTION"
bool cm_motion_place(const char *title, char *path, size_t size);

/* between two rows, s: as told to the slave (> 0), else as the program asks that knows how long it
 * runs (MULTIRATE_MOTION_PERIOD), else this */
#define CM_MOTION_PERIOD       "MULTIRATE_MOTION_PERIOD"
#define CM_USUAL_MOTION_PERIOD 0.01
double cm_motion_period(double told);

/* a quaternion (w x y z) of a rotation, given by the images of the axes */
void cm_quaternion(const double x[3], const double y[3], const double z[3], double q[4]);

#endif
