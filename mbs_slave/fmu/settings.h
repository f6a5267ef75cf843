/* the configuration text of an FMU slave */
#ifndef FMU_SETTINGS_H
#define FMU_SETTINGS_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>

/* which inputs a step is made with, where the FMU does not ask for them itself */
typedef enum fmu_hold {
    FMU_HOLD_AUTO, /* interpolated if the FMU can, else those of the middle */
    FMU_HOLD_BEGIN,
    FMU_HOLD_MIDDLE,
    FMU_HOLD_END
} fmu_hold;

typedef enum fmu_use { FMU_USE_ANY, FMU_USE_CO_SIMULATION, FMU_USE_EXCHANGE } fmu_use;

/* Model Exchange: who solves */
typedef enum fmu_solver_kind {
    FMU_SOLVER_AUTO,     /* rk45, and bdf from where the FMU is found to be stiff */
    FMU_SOLVER_RK45,     /* explicit, steps of controlled size */
    FMU_SOLVER_BDF,      /* CVODE */
    FMU_SOLVER_ADAMS,    /* CVODE, for what is not stiff and dear */
    FMU_SOLVER_RK4,      /* explicit, solver_steps steps of equal size */
    FMU_SOLVER_NOT_NAMED /* while settings are read */
} fmu_solver_kind;

#define FMU_SOLVER_TOLERANCE 1e-6

typedef struct fmu_assignment {
    char *name;
    char *value;
} fmu_assignment;

typedef struct fmu_names {
    char **items;
    int count;
    bool given; /* an empty list is a choice too */
} fmu_names;

typedef struct fmu_settings {
    char *file;
    char *log;
    char *headers; /* folder with the standard's headers, for source code; NULL: none */
    bool compile;
    fmu_names inputs, outputs;
    fmu_names log_categories; /* none: all that the FMU logs by itself */
    fmu_assignment *starts;
    int start_count;
    double step; /* 0: the FMU's own */
    fmu_hold hold;
    fmu_use interface;
    bool has_stop, has_tolerance, events, idle_input;
    bool texts;       /* texts and bytes may be signals, for other FMUs of the process */
    bool directional; /* Jacobian of the solver by directional derivatives */
    double stop, tolerance;
    fmu_solver_kind solver;
    int solver_steps; /* Model Exchange: steps of the solver in one communication step */
} fmu_settings;

extern const char fmu_settings_help[];

/* on failure too, free what was read with fmu_settings_free */
mr_status fmu_settings_read(const char *text, fmu_settings *settings, mr_message *message);
void fmu_settings_free(fmu_settings *settings);

#endif
