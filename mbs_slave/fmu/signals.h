/* the chosen variables of an FMU as inputs and outputs of a slave, and how their values travel */
#ifndef FMU_SIGNALS_H
#define FMU_SIGNALS_H

#include "fmu/description.h"
#include "settings.h"

#include "multirate/slave.h"

/* values of one kind that travel in one call */
typedef struct fmu_group {
    fmu_kind kind;
    int reference_count;
    uint32_t *references;
    int value_count;
    int *scalars;           /* where each value is in the vector of all scalars */
    int first;              /* of doubles that lie one behind another: the first scalar; else -1 */
    const fmu_type **types; /* of the values, where they are enumerations; else NULL */
    void *buffer;           /* value_count values of the kind */
} fmu_group;

/* inputs, or outputs */
typedef struct fmu_signals {
    int count;
    int *indices; /* in the description */
    mr_variable *variables;
    int width; /* scalars */
    fmu_group *groups;
    int group_count;
} fmu_signals;

/* number of scalars of a variable, with structural parameters as the settings give them */
mr_status fmu_variable_size(const fmu_description *description, const fmu_settings *settings,
                            const fmu_variable *variable, int *size, mr_message *message);

/* the inputs (outputs) that the settings name, or all of that causality */
mr_status fmu_signals_choose(fmu_signals *signals, const fmu_description *description,
                             const fmu_settings *settings, bool inputs, mr_message *message);

/* groups of the variables that `chosen` (may be NULL: all) marks */
mr_status fmu_signals_group(const fmu_signals *signals, const fmu_description *description,
                            const bool *chosen, fmu_group **groups, int *group_count);
void fmu_groups_free(fmu_group *groups, int count);

void fmu_signals_free(fmu_signals *signals);

/* numbers into the kind's own form and back; whole numbers are rounded and kept in range,
 * enumerations take the nearest of their items */
void fmu_group_pack(const fmu_group *group, const double *scalars);
void fmu_group_unpack(const fmu_group *group, double *scalars);

size_t fmu_kind_size(fmu_kind kind);

static inline bool fmu_is_text(fmu_kind kind) {
    return kind == FMU_STRING || kind == FMU_BINARY;
}

#endif
