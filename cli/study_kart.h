/* the kart study: an engine with gearbox in the diagram, the vehicle in the multibody slave, and
 * the ratio FR of their steps
 *
 * Published as section 4 of González et al., Multibody System Dynamics 25 (2011): how much time is
 * saved, and how far the pitch angle is from that of FR = 1.
 *
 * Every run is made for its motion, on all cores or over many ranks, and then for its time, one
 * after the other with nothing beside it. Motions go through files of the folder: a comparison
 * needs two of them, in whichever order and on whichever machine they were made, and what was made
 * before a kill is there after it. */
#ifndef CLI_STUDY_KART_H
#define CLI_STUDY_KART_H

#include "farm.h"
#include "journal.h"

#include <stdbool.h>
#include <stddef.h>

#define KART_H1      1e-4 /* step of the diagram, s: what the engine needs */
#define KART_REPEATS 3    /* of a quick run whose time is measured */

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

/* what a run costs, s of the processor; NaN if that was not measured */
typedef struct kart_times {
    double elapsed_s;           /* least of the repeats */
    double slave_s, coupling_s; /* in the multibody code; in library and block */
} kart_times;

/* settings and outcome */
typedef struct kart_case {
    double fr;
    bool fastest_first, smoothing;
    int order_to_slave, order_to_master;
    char predictor[32]; /* interface_model: coupling=model */
    char solver[32];    /* "": the model's own */
    int run;            /* of the study; cases of the same settings share one */

    bool known; /* the run was made */
    kart_times times;
    double max_deviation, rms_deviation; /* of the pitch from the reference, degrees */
    double converged_deviation;          /* largest one from the converged reference */
    bool failed;
    char error[256];
} kart_case;

typedef struct kart_study {
    kart_case reference; /* FR = 1, slowest first, order 0: the published one */
    kart_case converged; /* FR = 1, fastest first, order 2; not run in a brief study */
    kart_case *cases;
    int count;
    const kart_case **runs; /* the first case of each, those that take long first */
    int run_count;

    double stop_time;
    bool brief;
    bool times;           /* measured */
    int jobs;             /* runs at a time for their motion; 0: all cores */
    bool resume, restart; /* go on with what the folder has, or forget it */
    const char *folder;

    bool alone;       /* one run at a time anyway: times are measured with the motions */
    bool was_done;    /* by an earlier call: nothing was left to do */
    journal journal;  /* motions of the runs, then their times */
    double *progress; /* of each of them, in repeats, shared with the workers */
    kart_motion reference_motion, converged_motion;
} kart_study;

/* ---- one run ---- */

/* for its motion, or also for its times; *done: repeats so far, with
 * their fraction. False: error says why */
bool kart_simulate(const kart_case *c, double stop_time, bool timed, kart_motion *motion,
                   kart_times *times, double *done, char *error, size_t size);

/* "FF O0/O1, hermite" */
void kart_case_name(const kart_case *c, char *text, size_t size);

/* ---- motions ---- */

/* through a file of the folder: whole, or not there */
bool kart_motion_write(const kart_motion *m, const char *folder, int run);
bool kart_motion_read(kart_motion *m, const char *folder, int run);
bool kart_motions_begin(const char *folder);            /* a place for them */
bool kart_motion_is_there(const char *folder, int run); /* run < 0: the place */
void kart_motions_remove(const char *folder);

/* pitch at a time, between the major steps too */
double kart_pitch_at(const kart_motion *m, double t);
/* row at or before a time */
const double *kart_row_at(const kart_motion *m, double t);
/* largest and root mean square deviation of the pitch */
void kart_compare(const kart_motion *m, const kart_motion *reference, double *most, double *rms);

/* ---- all runs ---- */

/* makes the runs, measures and compares them. FARM_INTERRUPTED: some of them */
farm_end kart_study_run(kart_study *s);
void kart_study_free(kart_study *s);

bool kart_write_results(const kart_study *s);
bool kart_write_report(const kart_study *s);

/* the kart from the side as NAME.svg of the folder: moving, and as a sequence of pictures */
bool kart_draw_animation(const kart_motion *m, const char *folder, const char *name);
bool kart_draw_sequence(const kart_motion *m, const char *folder, const char *name);

/* the command: the words after `multirate study` */
int study_kart(int argc, char **argv);

#endif
