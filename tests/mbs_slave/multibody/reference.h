/* a mechanism twice: as a model file, and as ordinary differential equations in minimal
 * coordinates, written by hand and integrated by Runge and Kutta's rule of fourth order with tiny
 * steps. The two share nothing but one scalar input */
#ifndef REFERENCE_H
#define REFERENCE_H

enum { REFERENCE_STATES = 16, REFERENCE_OUTPUTS = 12 };

typedef struct reference {
    const char *name; /* what it is about */
    /* the model without its step; "keep" is a parameter of it; outputs in the order of observe */
    const char *model;
    int states;
    double start[REFERENCE_STATES];
    void (*rates)(double t, const double *x, double u, double *dx);
    int outputs;
    void (*observe)(double t, const double *x, double *y);
    double amplitude; /* of the input */
    double radians;   /* that output 0 has to sweep: how far the mechanism turns */
} reference;

extern const reference reference_joints[], reference_elements[];
extern const int reference_joint_count, reference_element_count;

/* inputs that are one constant per interval, at random or of alternating sign; broken lines that
 * jump, broken lines, vibrations */
typedef enum input_shape { JUMPS, FLIPS, SAWS, RAMPS, VIBRATES, INPUT_SHAPES } input_shape;
extern const char *const input_shape_names[INPUT_SHAPES];

/* how a mechanism is tried: the input, the interval that its pieces last, the time of the run, how
 * far the tangent may be kept */
typedef struct course {
    input_shape shape;
    double interval, time, keep_tangent;
} course;

/* what came out, at the ends of all intervals: rms distance of every output from the integrated
 * equations, the largest of them relative to the rms size of the output, and max - min of output 0
 */
typedef struct verdict {
    double rms[REFERENCE_OUTPUTS], relative, swept;
} verdict;

/* runs the mechanism with steps of h, which divide the interval */
verdict reference_run(const reference *r, const course *course, double h);

#endif
