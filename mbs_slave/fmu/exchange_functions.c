/* Model Exchange in the words of FMI 2.0 and 3.0 */
#include "exchange.h"
#include "fmu.h"

#include <math.h>

#define CALL(version, fmu, name, ...)                                                              \
    ((fmu)->f##version.name                                                                        \
         ? fmu_check##version(fmu, (fmu)->f##version.name((fmu)->component, __VA_ARGS__), #name,   \
                              MR_ERR_SLAVE_STEP)                                                   \
         : fmu_lacks(fmu, version, #name))
#define CALL_ALONE(version, fmu, name)                                                             \
    ((fmu)->f##version.name ? fmu_check##version(fmu, (fmu)->f##version.name((fmu)->component),    \
                                                 #name, MR_ERR_SLAVE_STEP)                         \
                            : fmu_lacks(fmu, version, #name))
#define CALL2(fmu, ...) CALL(2, fmu, __VA_ARGS__)
#define CALL3(fmu, ...) CALL(3, fmu, __VA_ARGS__)

/* what both versions say in the same words, but for the name of the derivatives */
#define SAME_WORDS(version, GetRates)                                                              \
    static mr_status set_time##version(fmu_instance *fmu, double t) {                              \
        return CALL##version(fmu, SetTime, t);                                                     \
    }                                                                                              \
    static mr_status set_states##version(fmu_instance *fmu, const double *x, int count) {          \
        return CALL##version(fmu, SetContinuousStates, x, (size_t)count);                          \
    }                                                                                              \
    static mr_status get_states##version(fmu_instance *fmu, double *x, int count) {                \
        return CALL##version(fmu, GetContinuousStates, x, (size_t)count);                          \
    }                                                                                              \
    static mr_status get_rates##version(fmu_instance *fmu, double *rates, int count) {             \
        return CALL##version(fmu, GetRates, rates, (size_t)count);                                 \
    }                                                                                              \
    static mr_status get_indicators##version(fmu_instance *fmu, double *indicators, int count) {   \
        return CALL##version(fmu, GetEventIndicators, indicators, (size_t)count);                  \
    }                                                                                              \
    static mr_status get_nominals##version(fmu_instance *fmu, double *nominals, int count) {       \
        for (int i = 0; i < count; i++)                                                            \
            nominals[i] = 1.0;                                                                     \
        return fmu->f##version.GetNominalsOfContinuousStates                                       \
                   ? CALL##version(fmu, GetNominalsOfContinuousStates, nominals, (size_t)count)    \
                   : MR_OK;                                                                        \
    }                                                                                              \
    static mr_status enter_events##version(fmu_instance *fmu) {                                    \
        return CALL_ALONE(version, fmu, EnterEventMode);                                           \
    }                                                                                              \
    static mr_status leave_events##version(fmu_instance *fmu) {                                    \
        return CALL_ALONE(version, fmu, EnterContinuousTimeMode);                                  \
    }

/* --- FMI 2.0 --- */

static mr_status count2(fmu_instance *fmu, int *states, int *indicators) {
    const fmu_description *d = fmu->description;
    *states = 0;
    for (int i = 0; i < d->variable_count; i++)
        *states += d->variables[i].state_derivative;
    *indicators = d->event_indicators;
    return MR_OK;
}

SAME_WORDS(2, GetDerivatives)

static mr_status completed2(fmu_instance *fmu, bool *event, bool *terminate) {
    int enter = 0, ends = 0;
    const mr_status status =
        CALL2(fmu, CompletedIntegratorStep, !fmu_may_go_back(fmu), &enter, &ends);
    *event = enter;
    *terminate = ends;
    return status;
}

static mr_status update2(fmu_instance *fmu, bool *again, bool *terminate, bool *nominals,
                         double *next_event) {
    fmi2_event_info info = {0};
    const mr_status status = CALL2(fmu, NewDiscreteStates, &info);
    *again = info.again;
    *terminate = info.terminate;
    *nominals = info.nominals_changed;
    *next_event = info.has_next_event ? info.next_event : INFINITY;
    return status;
}

const fmu_exchange_functions fmu_exchange_2 = {
    count2,        set_time2,  set_states2,   get_states2, get_rates2,   get_indicators2,
    get_nominals2, completed2, enter_events2, update2,     leave_events2};

/* --- FMI 3.0 --- */

static mr_status count3(fmu_instance *fmu, int *states, int *indicators) {
    size_t n = 0, m = 0;
    MR_TRY(CALL3(fmu, GetNumberOfContinuousStates, &n));
    MR_TRY(CALL3(fmu, GetNumberOfEventIndicators, &m));
    if (n > FMU_MOST_SCALARS || m > FMU_MOST_SCALARS)
        return fmu_complain(fmu, MR_ERR_SLAVE_INITIALISE,
                            "FMU '%.80s' says it has %zu states and %zu event indicators",
                            fmu->description->model_name, n, m);
    *states = (int)n;
    *indicators = (int)m;
    return MR_OK;
}

SAME_WORDS(3, GetContinuousStateDerivatives)

static mr_status completed3(fmu_instance *fmu, bool *event, bool *terminate) {
    return CALL3(fmu, CompletedIntegratorStep, !fmu_may_go_back(fmu), event, terminate);
}

static mr_status update3(fmu_instance *fmu, bool *again, bool *terminate, bool *nominals,
                         double *next_event) {
    bool states = false, has_next = false;
    double next = 0.0;
    const mr_status status =
        CALL3(fmu, UpdateDiscreteStates, again, terminate, nominals, &states, &has_next, &next);
    *next_event = has_next ? next : INFINITY;
    return status;
}

const fmu_exchange_functions fmu_exchange_3 = {
    count3,        set_time3,  set_states3,   get_states3, get_rates3,   get_indicators3,
    get_nominals3, completed3, enter_events3, update3,     leave_events3};
