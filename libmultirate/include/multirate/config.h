/* the configuration of an interface: a plain struct, or the same as text */
#ifndef MULTIRATE_CONFIG_H
#define MULTIRATE_CONFIG_H

#include "multirate/message.h"
#include "multirate/predictor.h"
#include "multirate/status.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* schemes and couplings are constant tables, like predictors; their rules are the library's own */
typedef struct mr_scheme {
    const char *name, *alias; /* alias: NULL if there is none */
    const char *summary;
    const struct mr_scheme_rules *rules;
} mr_scheme;

extern const mr_scheme
    mr_slowest_first; /* the slave goes ahead of the master, which interpolates */
extern const mr_scheme mr_fastest_first; /* the slave follows the master, and interpolates itself */
extern const mr_scheme *const mr_schemes[]; /* all, ended by NULL */

typedef struct mr_coupling {
    const char *name, *alias;
    const char *summary;
    const struct mr_coupling_rules *rules;
} mr_coupling;

extern const mr_coupling mr_coupling_signals; /* each signal has its predictor */
extern const mr_coupling mr_coupling_model;   /* the slave's interface is predicted by a small model
                                               * of   it; the slave follows the master (as in
                                               * fastest-first), and is smoothed */
/* prior art, to compare with: slowest-first, and what an extrapolated input got wrong is made good
 * in the next step, by its impulse or by a model of the slave's interface */
extern const mr_coupling mr_coupling_impulse, mr_coupling_prestep;
extern const mr_coupling *const mr_couplings[]; /* all, ended by NULL */

/* whether the energy balance of declared power bonds and the prediction errors are followed */
typedef enum mr_indicator_mode {
    MR_INDICATOR_AUTO, /* where the slave declares power bonds */
    MR_INDICATOR_OFF,
    MR_INDICATOR_ON
} mr_indicator_mode;

/* how the slave gets a thread */
typedef enum mr_parallel {
    MR_PARALLEL_OFF, /* not at all: it steps in the master's */
    MR_PARALLEL_ON,  /* as many threads as there are cores, for all slaves of the process, and each
                      * slave in that which suits what its steps were measured to cost; a slave in a
                      * process of its own has one to itself */
    MR_PARALLEL_OWN  /* one to itself, where the system puts it: for slaves that mostly wait */
} mr_parallel;

#define MR_NAME_SIZE     64
#define MR_MAX_OVERRIDES 64
#define MR_LIST_SIZE     1024

/* as the order of one signal's predictor: that of its direction, as far as the predictor goes */
#define MR_DIRECTION_ORDER (-1)

/* what is different for one signal (an input or output variable of the slave, by its name) */
typedef struct mr_override {
    char signal[MR_NAME_SIZE];
    bool has_prediction;
    mr_prediction prediction;
    bool has_start;
    double start; /* of an input: value before the master has given one */
} mr_override;

typedef struct mr_config {
    const mr_scheme *scheme;
    const mr_coupling *coupling;
    mr_prediction to_slave;  /* how eval_master continues the master's signals */
    mr_prediction to_master; /* how eval_slave continues the slave's signals */
    bool
        identify; /* the matrices of the interface model from past steps, even if the slave tells */
    int directions;    /* most directions of the slave that the interface model uses; 0: none */
    int hidden_states; /* most of them behind each interface coordinate that are looked for by steps
                          on trial, where the slave tells no directions; 0: none */
    int shorten;       /* steps of a slave whose reaction to motion is not known are at least so many
                          times shorter than its own; 1: they stay */
    double leak;       /* factor on the deviation of that model per slave step, 0 to 1 */
    bool smoothing;    /* the slave gets the mean over its step (fastest-first only) */
    bool break_loop;   /* an exchange uses the input of the previous major step */
    bool
        wait_for_major; /* fastest-first: the slave follows major evaluations only, so that trial
                         * points of a variable-step master that are rejected later never move it */
    bool graded_start; /* first slave step in pieces H/256, H/256, H/128, …; again after a jump */
    double slave_step; /* step imposed on the slave; 0: its own */
    double most_steps; /* of the slave in one stretch, at its pace of late; more are refused */
    double start_input; /* inputs before the master has given any */
    int history;        /* samples kept at the least; 0: by need */
    mr_indicator_mode indicator;
    double energy_correction; /* part of the energy that the coupling has made that is taken back,
                               * as a small dissipative effort, in each slave step; 0 (none) to 1 */
    bool iterate; /* after a return to a saved state, what was seen beyond it is taken for the
                   * future   instead of predictions: the same window again and again converges to a
                   * solution   without extrapolation */
    mr_parallel parallel; /* the slave steps while the master, and the slaves of other interfaces,
                           * go on; results stay the same to the bit */
    int core;       /* a thread of its own for the slave, which stays on this one; -1: none such */
    double latency; /* slowest-first: a slave step is begun this long before the master comes to
                     * it, from the samples up to then, s */
    /* variables of the slave by name, "torque+brake", in the order that the master wants them; "":
     * all, in the slave's order */
    char inputs[MR_LIST_SIZE], outputs[MR_LIST_SIZE];
    /* the slave is held to the master's side: "method=x2 force=fx+fy position=x+y response=0.5";
     * "": it is not (docs/joints.md) */
    char joint[MR_LIST_SIZE];
    bool timing; /* a block tells how long slave and coupling took, beside its diagnostics */
    int override_count;
    mr_override overrides[MR_MAX_OVERRIDES];
} mr_config;

/* slowest-first, third order polynomials both ways, everything else off */
void mr_config_default(mr_config *config);

/* changes config by "key=value key=value …" (blanks, commas or line ends between, # to the line's
 * end is a comment); mr_config_options lists the keys. On a mistake nothing is changed and the
 * message names it. */
mr_status mr_config_parse(mr_config *config, const char *text, mr_message *message);

/* the text that would give this configuration; returns the length needed, like snprintf */
int mr_config_print(const mr_config *config, char *text, int size);

/* help on the keys, one line each; returns the length needed, like snprintf */
int mr_config_options(char *text, int size);

/* what can be said without knowing the slave; the interface checks the rest */
mr_status mr_config_check(const mr_config *config, mr_message *message);

#ifdef __cplusplus
}
#endif
#endif
