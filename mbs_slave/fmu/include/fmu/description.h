/* modelDescription.xml as a struct: what an FMU says of itself, FMI 2.0 and 3.0 alike */
#ifndef FMU_DESCRIPTION_H
#define FMU_DESCRIPTION_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* bounds that no honest FMU comes near */
#define FMU_MOST_VARIABLES  1000000
#define FMU_MOST_DIMENSIONS 32
#define FMU_MOST_SCALARS    1000000

typedef enum fmu_kind {
    FMU_FLOAT64,
    FMU_FLOAT32,
    FMU_INT8,
    FMU_UINT8,
    FMU_INT16,
    FMU_UINT16,
    FMU_INT32,
    FMU_UINT32,
    FMU_INT64,
    FMU_UINT64,
    FMU_BOOLEAN,
    FMU_ENUMERATION,
    FMU_STRING,
    FMU_BINARY,
    FMU_CLOCK
} fmu_kind;

typedef enum fmu_causality {
    FMU_LOCAL,
    FMU_INPUT,
    FMU_OUTPUT,
    FMU_PARAMETER,
    FMU_CALCULATED_PARAMETER,
    FMU_STRUCTURAL_PARAMETER,
    FMU_INDEPENDENT
} fmu_causality;

typedef enum fmu_variability {
    FMU_CONTINUOUS,
    FMU_DISCRETE,
    FMU_TUNABLE,
    FMU_FIXED,
    FMU_CONSTANT
} fmu_variability;

typedef enum fmu_initial { FMU_INITIAL_DEFAULT, FMU_EXACT, FMU_APPROX, FMU_CALCULATED } fmu_initial;

/* does it depend on inputs at the same instant */
typedef enum fmu_dependence {
    FMU_DEPENDENCE_UNKNOWN,
    FMU_INDEPENDENT_OF_INPUTS,
    FMU_DEPENDENT
} fmu_dependence;

/* one extent of an array: a number, or the value of the variable with a reference */
typedef struct fmu_dimension {
    bool by_reference;
    uint64_t value;
} fmu_dimension;

/* when a clock ticks (FMI 3.0) */
typedef enum fmu_interval {
    FMU_INTERVAL_NONE,
    FMU_INTERVAL_CONSTANT,
    FMU_INTERVAL_FIXED,
    FMU_INTERVAL_TUNABLE,
    FMU_INTERVAL_CHANGING,
    FMU_INTERVAL_COUNTDOWN,
    FMU_INTERVAL_TRIGGERED
} fmu_interval;

typedef struct fmu_variable {
    char *name;
    char *unit;  /* NULL: its type's, or none */
    char *type;  /* declared type; may be NULL */
    char *start; /* as in the file; may be NULL */
    uint32_t reference;
    fmu_kind kind;
    fmu_causality causality;
    fmu_variability variability;
    fmu_initial initial;
    fmu_dependence dependence;
    bool is_alias;         /* another name of the variable before it (FMI 3.0) */
    bool is_clocked;       /* has a value only when a clock ticks */
    bool state_derivative; /* listed as derivative of a continuous state */
    bool listed;           /* listed as output */
    bool negated;          /* FMI 1.0: minus the variable with this reference */
    bool told_continuous;  /* it says that it is continuous, whatever its type */
    bool intermediate;     /* may be set or got in the middle of a step */
    bool has_derivative;
    uint32_t derivative; /* its primitive: an index from 1 (FMI 2.0) or a reference (FMI 3.0) */
    int primitive;       /* index of that variable, -1: none */
    int dimension_count;
    fmu_dimension *dimensions;
    uint32_t *clocks; /* those that it belongs to */
    int clock_count;
    fmu_interval interval_kind; /* of a clock; */
    double interval, shift;     /* s; 0: not told */
    int priority;               /* lower ones go first */
} fmu_variable;

typedef struct fmu_item {
    char *name;
    int64_t value;
} fmu_item;

#define FMU_BASES 8 /* kg m s A K mol cd rad */

typedef struct fmu_unit {
    char *name;
    bool has_base;
    double factor, offset; /* base value = factor * value + offset */
    int exponent[FMU_BASES];
} fmu_unit;

typedef struct fmu_type {
    char *name;
    char *unit;
    fmu_item *items; /* of an enumeration */
    int item_count;
} fmu_type;

/* what an exporter that knows about coupling tells beyond the standard; see docs/fmu.md */
typedef struct fmu_annotation {
    bool present;
    int (*coordinates)[3]; /* position, velocity, acceleration: scalars of the outputs, or -1 */
    int coordinate_count;
    int (*powers)[2]; /* input variable, output variable */
    int power_count;
} fmu_annotation;

typedef struct fmu_description {
    int version; /* 1, 2 or 3 */
    char *model_name;
    char *tool;
    char *token;              /* GUID or instantiation token */
    char *identifier;         /* of the library */
    bool model_exchange;      /* and not Co-Simulation: the solver is ours */
    bool scheduled_execution; /* it is for that too; */
    bool scheduled;           /* and for nothing else: clocks activate its partitions */
    char *scheduled_identifier;
    int event_indicators; /* FMI 1.0 and 2.0 */
    int state_count;      /* FMI 1.0 */
    /* capabilities */
    bool needs_tool, only_once, variable_steps, interpolates_inputs, saves_state,
        directional_derivatives, intermediate_update, has_event_mode, no_memory_functions;
    int output_derivatives;
    double fixed_internal_step; /* 0: none told */
    /* default experiment */
    bool has_tolerance, has_start, has_stop;
    double start_time, stop_time, tolerance, step_size; /* step_size 0: none told */
    fmu_variable *variables;
    int variable_count;
    int *derivatives; /* variables that are derivatives of states, in the order of the states */
    int derivative_count;
    int *by_reference; /* indices of variables, sorted by reference; made by _index() */
    int *by_name;      /* and by name */
    int indexed;
    fmu_type *types;
    int type_count;
    char **sources; /* files of source code, FMI 2.0 */
    int source_count;
    fmu_unit *units;
    int unit_count;
    fmu_annotation annotation;
} fmu_description;

/* reads the text; file is for messages. An FMU for both is taken for Co-Simulation, or else for
 * Model Exchange if `exchange` is wanted. On failure nothing has to be freed. */
mr_status fmu_description_read(const char *file, const char *text, size_t size, bool exchange,
                               fmu_description **description, mr_message *message);

void fmu_description_free(fmu_description *description);

/* index of the variable, -1: there is none of that name */
int fmu_description_find(const fmu_description *description, const char *name);

/* "; is 'm' meant?" if a variable has almost that name (other capitals, or the last part of it),
 * else
 * "" */
void fmu_description_suggest(const fmu_description *description, const char *name, char *words,
                             size_t size);

/* can its clocks tick here? By events in Model Exchange and in Co-Simulation with event mode, or by
 * activating partitions */
static inline bool fmu_description_ticks(const fmu_description *d) {
    return d->version == 3 && (d->model_exchange || d->scheduled || d->has_event_mode);
}

/* makes looking up by reference quick, until variables are added */
void fmu_description_index(fmu_description *description);

/* first variable with the reference (aliases come behind), -1: none */
int fmu_description_find_reference(const fmu_description *description, uint32_t reference);

/* first variable with the same value (reference and kind) as the one given */
int fmu_description_first(const fmu_description *description, int variable);

const fmu_type *fmu_description_type(const fmu_description *description, const char *name);

/* NULL: not defined */
const fmu_unit *fmu_description_unit(const fmu_description *description, const char *name);

/* "N", or "" */
const char *fmu_variable_unit(const fmu_description *description, const fmu_variable *variable);

#endif
