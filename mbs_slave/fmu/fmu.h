/* an FMU that is open as a slave, and what differs between versions of the standard */
#ifndef FMU_FMU_H
#define FMU_FMU_H

#include "fmu/archive.h"
#include "fmu/description.h"
#include "clocks.h"
#include "exchange.h"
#include "fmu/fmi1.h"
#include "fmu/fmi2.h"
#include "fmu/fmi3.h"
#include "settings.h"
#include "signals.h"

#include "multirate/slave.h"

#include <stdio.h>

/* where the FMU's own instance is in its life */
typedef enum fmu_phase {
    FMU_ABSENT,       /* not made yet, or freed */
    FMU_INSTANTIATED, /* made, or reset */
    FMU_RUNNING,
    FMU_FAILED, /* may be reset or freed */
    FMU_LOST    /* may not be touched any more */
} fmu_phase;

/* how the inputs reach the FMU during a step */
typedef enum fmu_feeding {
    FMU_FEED_HELD,         /* one value for the step */
    FMU_FEED_RATE,         /* value at the beginning and its rate */
    FMU_FEED_EXACT,        /* also the rate's rate, so that the value at the end is exact */
    FMU_FEED_INTERMEDIATE, /* the FMU asks */
} fmu_feeding;

#define FMU_MOST_BESIDE 32

typedef struct fmu_instance fmu_instance;

/* a saved state */
typedef struct fmu_state {
    fmu_instance *owner; /* NULL: it was closed */
    void *content;
    double t, origin;
    fmu_solver_past past;
    int64_t index;
    struct fmu_state *previous, *next;
} fmu_state;

/* one version of the standard. Every function sets the message and the phase on failure. */
typedef struct fmu_backend {
    const char *name; /* "FMI 2.0" */
    mr_status (*load)(fmu_instance *fmu);
    mr_status (*instantiate)(fmu_instance *fmu);
    mr_status (*reset)(fmu_instance *fmu);
    void (*free)(fmu_instance *fmu);
    /* from instantiated to initialisation mode, and on to running */
    mr_status (*enter_initialisation)(fmu_instance *fmu, double t0);
    mr_status (*exit_initialisation)(fmu_instance *fmu);
    /* values of a group in its own form */
    mr_status (*set)(fmu_instance *fmu, const fmu_group *group, const void *values);
    mr_status (*get)(fmu_instance *fmu, const fmu_group *group, void *values);
    mr_status (*set_text)(fmu_instance *fmu, const fmu_variable *variable, const char *text);
    /* one text, or bytes; what is got lives until the next call */
    mr_status (*get_bytes)(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char **bytes,
                           size_t *size);
    mr_status (*put_bytes)(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char *bytes,
                           size_t size);
    mr_status (*configuration_mode)(fmu_instance *fmu, bool enter);
    mr_status (*set_input_rates)(fmu_instance *fmu, const fmu_group *group, const double *first,
                                 const double *second);
    /* from t to t + h; *reached may be less. MR_ERR_STOPPED: it ended its simulation there, and its
     * last outputs can be read */
    mr_status (*step)(fmu_instance *fmu, double t, double h, double *reached);
    /* first derivatives of a group of outputs */
    mr_status (*output_rates)(fmu_instance *fmu, const fmu_group *group, double *values);
    mr_status (*directional)(fmu_instance *fmu, const uint32_t *unknowns, size_t unknown_count,
                             uint32_t known, size_t known_size, const double *seed,
                             double *sensitivity, size_t sensitivity_count);
    mr_status (*get_state)(fmu_instance *fmu, void **content);
    mr_status (*set_state)(fmu_instance *fmu, void *content);
    void (*free_state)(fmu_instance *fmu, void **content);
} fmu_backend;

extern const fmu_backend fmu_backend_1, fmu_backend_2, fmu_backend_3;

/* the table of a file whose functions have the names of the entries; those of values and steps,
 * which may be in other files, with a prefix */
#define FMU_BACKEND(identifier, words, prefix)                                                     \
    const fmu_backend identifier = {.name = words,                                                 \
                                    .load = load,                                                  \
                                    .instantiate = instantiate,                                    \
                                    .reset = reset,                                                \
                                    .free = free_instance,                                         \
                                    .enter_initialisation = enter_initialisation,                  \
                                    .exit_initialisation = exit_initialisation,                    \
                                    .set = prefix##set,                                            \
                                    .get = prefix##get,                                            \
                                    .set_text = prefix##set_text,                                  \
                                    .get_bytes = prefix##get_bytes,                                \
                                    .put_bytes = prefix##put_bytes,                                \
                                    .configuration_mode = configuration_mode,                      \
                                    .set_input_rates = set_input_rates,                            \
                                    .step = prefix##step,                                          \
                                    .output_rates = output_rates,                                  \
                                    .directional = directional,                                    \
                                    .get_state = get_state,                                        \
                                    .set_state = set_state,                                        \
                                    .free_state = free_state}

struct fmu_instance {
    mr_message *message;
    fmu_instance *next_speaker; /* of all that are open */
    fmu_settings settings;
    fmu_archive *archive;
    fmu_description *description;
    fmu_signals inputs, outputs;
    void *library;
    void *beside[FMU_MOST_BESIDE]; /* libraries that it needs and brings along */
    int beside_count;
    const fmu_backend *backend;
    fmi1_functions f1;
    double start1; /* FMI 1.0: start, told with the initialisation */
    fmi1_event_info info1;
    bool has_info1; /* what the initialisation has told of events is not used yet */
    fmi2_functions f2;
    fmi3_functions f3;
    fmi2_callbacks callbacks;
    void *component;
    fmu_phase phase;
    char resources[3 * FMU_PATH_SIZE + 32]; /* as the version wants it */
    bool has_resources;
    char title[300];

    /* the slave's own grid is origin + index * h */
    double t, origin, h;
    int64_t index;

    fmu_feeding feeding;
    bool feedthrough; /* outputs depend on inputs at the same instant */
    bool event_mode;
    bool only_own_steps;
    double *u, *u_end, *rate, *curve; /* of all input scalars */
    fmu_group *flowing;               /* continuous inputs: those that have rates */
    int flowing_count;
    int *orders;    /* as many as there are inputs or outputs */
    bool discarded; /* the step was refused, and nothing has changed: a shorter one may do */
    bool rates_set; /* the FMU still has rates of an earlier step */
    bool rates_tried;
    bool was_reset; /* this start began with a reset */

    /* rates of change of the outputs: by asking for them, or variables that are them */
    fmu_group *asked;
    int asked_count;
    fmu_group *told; /* scalars are those of the output whose rate it is */
    int told_count;

    fmu_exchange exchange; /* Model Exchange only */
    fmu_clocks clocks;     /* none: they are not there, or cannot tick */
    double event_t;        /* time of the event that is being handled */

    mr_coordinate *coordinates;
    int coordinate_count;
    /* variables with the accelerations, and where each coordinate's is in their values */
    uint32_t *unknowns;
    int unknown_count, sensitivity_count;
    int *acceleration_at;
    double *seed, *sensitivity;

    /* the step being made, for callbacks */
    const mr_inputs *window;
    mr_status window_status;
    fmu_group *intermediate; /* inputs that may be set in the middle of a step */
    int intermediate_count;

    char log[300]; /* the last complaint of the FMU */
    FILE *log_file;
    fmu_state *states;
};

/* "what: the FMU's own words", and the status */
mr_status fmu_complain(fmu_instance *fmu, mr_status status, const char *format, ...)
    __attribute__((format(__printf__, 3, 4)));

/* what a function of any version answered, as FMI 2 numbers it.
 * The FMU goes on after a warning; after an error it may be reset or freed, after a fatal one it
 * may not be touched again */
mr_status fmu_judge(fmu_instance *fmu, int answer, const char *version, const char *function,
                    mr_status status);
mr_status fmu_check2(fmu_instance *fmu, fmi2_status answer, const char *function, mr_status status);
mr_status fmu_check3(fmu_instance *fmu, fmi3_status answer, const char *function, mr_status status);
mr_status fmu_lacks(fmu_instance *fmu, int version, const char *function);
/* the instance goes; `lost`: its Terminate has answered so */
void fmu_let_go(fmu_instance *fmu, bool lost, void (*free_instance)(void *component));

/* "; it needs its tool" where it says so, else "" */
const char *fmu_tool_words(const fmu_instance *fmu);

/* texts.c: texts and bytes of a group, as numbers */
mr_status fmu_texts_get(fmu_instance *fmu, const fmu_group *group, double *scalars);
mr_status fmu_texts_set(fmu_instance *fmu, const fmu_group *group, const double *scalars);

/* speakers.c: the open FMU that a callback is for, by the environment that it was given; NULL: it
 * cannot be told */
void fmu_speaker_enter(fmu_instance *fmu);
void fmu_speaker_leave(fmu_instance *fmu);
fmu_instance *fmu_speaker(const void *environment);

/* a line of the FMU's log; bad: it explains a failure */
void fmu_log(fmu_instance *fmu, const char *level, bool bad, const char *category,
             const char *text);

/* library.c: picks the platform, unpacks, loads */
mr_status fmu_library_load(fmu_instance *fmu);
void fmu_library_unload(fmu_instance *fmu);

/* a function of the library, with its place in a table of them. A file says before its rows what
 * the table is: `typedef … fmu_table;` */
typedef struct fmu_symbol {
    const char *name;
    size_t offset;
    enum { FMU_MAY_LACK, FMU_NEEDED, FMU_NEEDED_FOR_EXCHANGE } need;
} fmu_symbol;
#define FMU_SYMBOL(name, need)                {#name, offsetof(fmu_table, name), need},
#define FMU_OPTIONAL(name, answer, arguments) FMU_SYMBOL(name, FMU_MAY_LACK)
#define FMU_REQUIRED(name, answer, arguments) FMU_SYMBOL(name, FMU_NEEDED)
#define FMU_EXCHANGE(name, answer, arguments) FMU_SYMBOL(name, FMU_NEEDED_FOR_EXCHANGE)
/* fills the table; the first function that is needed and missing comes back, or NULL */
const char *fmu_library_fill(const fmu_instance *fmu, const char *prefix, const fmu_symbol *symbols,
                             size_t count, void *table);

/* a step that goes on in the background: not here */
mr_status fmu_refuse_pending(fmu_instance *fmu);

/* compile.c: its source code as a library */
mr_status fmu_compile(fmu_instance *fmu, char *library, size_t size);

/* ends.c: an FMU that ends the program ends what the program around us makes of that */
void fmu_mind_ends(void *library);

/* once.c: takes and gives back the one place of an FMU that may live only once */
mr_status fmu_only_once_enter(fmu_instance *fmu);
void fmu_only_once_leave(const fmu_instance *fmu);

/* start.c: parameters and start values of the settings */
mr_status fmu_set_starts(fmu_instance *fmu, bool structural);
mr_status fmu_check_starts(fmu_instance *fmu);

/* transfer.c: scalars to and from the FMU */
mr_status fmu_set_inputs(fmu_instance *fmu, const fmu_group *groups, int count,
                         const double *scalars);
mr_status fmu_get_outputs(fmu_instance *fmu, const fmu_group *groups, int count, double *scalars);
mr_status fmu_feed_step(fmu_instance *fmu, const mr_inputs *inputs, double end);

/* states.c: entries of the slave's table, and the end of all states with their instance */
bool fmu_may_go_back(const fmu_instance *fmu); /* a state that could be restored is out */
mr_status fmu_save(const void *self, void **saved);
mr_status fmu_restore(void *self, const void *saved);
void fmu_free_state(void *saved);
void fmu_drop_states(fmu_instance *fmu);

/* abilities.c: what this FMU can tell beyond its outputs */
mr_status fmu_prepare_abilities(fmu_instance *fmu);
void fmu_free_abilities(fmu_instance *fmu);
bool fmu_tells_rates(const fmu_instance *fmu);
mr_status fmu_rates(fmu_instance *fmu, double *rates);
mr_status fmu_matrices(fmu_instance *fmu, double *Au, double *Ap, double *Av);

#endif
