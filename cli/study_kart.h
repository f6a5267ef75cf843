/* the kart study: an engine with gearbox in the diagram, the vehicle in the multibody slave, and
 * the ratio FR of their steps
 *
 * Published as section 4 of González et al., Multibody System Dynamics 25 (2011): how much time is
 * saved, and how far the pitch angle is from that of FR = 1. */
#ifndef CLI_STUDY_KART_H
#define CLI_STUDY_KART_H

#include "progress.h"

#include <stdbool.h>
#include <stddef.h>

#define KART_H1 1e-4 /* step of the diagram, s: what the engine needs */

/* signals of the model that are kept, in the order of a row */
enum kart_signal {
    KART_TIME,
    KART_PITCH, /* degrees */
    KART_THROTTLE,
    KART_ENGINE_SPEED,
    KART_GEAR,
    KART_DRIVE_TORQUE,
    KART_SPEED,
    KART_X,
    KART_Z,
    KART_SIGNALS
};

/* rows of the first `width` signals, one for each major step */
typedef struct kart_motion {
    double *rows;
    size_t count;
    int width;
} kart_motion;

/* one run: settings and outcome */
typedef struct kart_case {
    double fr;
    bool fastest_first, smoothing;
    int order_to_slave, order_to_master;
    char predictor[32]; /* interface_model: coupling=model */
    char solver[32];    /* "": the model's own */

    double h2;
    double elapsed_s;           /* of the processor, least of the repeats */
    double slave_s, coupling_s; /* in the multibody code; in library and block */
    double slave_steps;
    double max_deviation, rms_deviation; /* of the pitch from the reference, degrees */
    double converged_deviation;          /* largest one from the converged reference */
    bool failed;
    char error[256];
    kart_motion motion;
} kart_case;

typedef struct kart_study {
    kart_case reference; /* FR = 1, slowest first, order 0: the published one */
    kart_case converged; /* FR = 1, fastest first, order 2; not run in a brief study */
    kart_case *cases;
    int count;
    double stop_time;
    bool brief;
    const char *folder;
} kart_study;

/* runs the references and all cases, one after the other so that their times can be compared */
bool kart_study_run(kart_study *s);
void kart_study_free(kart_study *s);

/* "FF O0/O1, hermite" */
void kart_case_name(const kart_case *c, char *text, size_t size);

bool kart_write_results(const kart_study *s);
bool kart_write_report(const kart_study *s);

/* the kart from the side as NAME.svg of the folder: moving, and as a sequence of pictures */
bool kart_draw_animation(const kart_motion *m, const char *folder, const char *name);
bool kart_draw_sequence(const kart_motion *m, const char *folder, const char *name);

/* pitch at a time, between the major steps too */
double kart_pitch_at(const kart_motion *m, double t);
/* row at or before a time */
const double *kart_row_at(const kart_motion *m, double t);

/* the command: the words after `multirate study` */
int study_kart(int argc, char **argv);

#endif
