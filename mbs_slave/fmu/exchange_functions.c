/* Model Exchange in the words of FMI 2.0 and 3.0 */
#include "exchange.h"
#include "fmu.h"

#include <math.h>

#define CALL2(fmu, name, ...)                                                                      \
    ((fmu)->f2.name ? fmu_check2(fmu, (fmu)->f2.name((fmu)->component, __VA_ARGS__), #name,        \
                                 MR_ERR_SLAVE_STEP)                                                \
                    : fmu_lacks(fmu, 2, #name))
#define CALL3(fmu, name, ...)                                                                      \
    ((fmu)->f3.name ? fmu_check3(fmu, (fmu)->f3.name((fmu)->component, __VA_ARGS__), #name,        \
                                 MR_ERR_SLAVE_STEP)                                                \
                    : fmu_lacks(fmu, 3, #name))

/* --- FMI 2.0 --- */

static mr_status count2(fmu_instance *fmu, int *states, int *indicators) {
    const fmu_description *d = fmu->description;
    *states = 0;
    for (int i = 0; i < d->variable_count; i++)
        *states += d->variables[i].state_derivative;
    *indicators = d->event_indicators;
    return MR_OK;
}

static mr_status set_time2(fmu_instance *fmu, double t) {
    return CALL2(fmu, SetTime, t);
}

static mr_status set_states2(fmu_instance *fmu, const double *x, int count) {
    return CALL2(fmu, SetContinuousStates, x, (size_t)count);
}

static mr_status get_states2(fmu_instance *fmu, double *x, int count) {
    return CALL2(fmu, GetContinuousStates, x, (size_t)count);
}

static mr_status get_rates2(fmu_instance *fmu, double *rates, int count) {
    return CALL2(fmu, GetDerivatives, rates, (size_t)count);
}

static mr_status get_indicators2(fmu_instance *fmu, double *indicators, int count) {
    return CALL2(fmu, GetEventIndicators, indicators, (size_t)count);
}

static mr_status get_nominals2(fmu_instance *fmu, double *nominals, int count) {
    for (int i = 0; i < count; i++)
        nominals[i] = 1.0;
    return fmu->f2.GetNominalsOfContinuousStates
               ? CALL2(fmu, GetNominalsOfContinuousStates, nominals, (size_t)count)
               : MR_OK;
}

static mr_status completed2(fmu_instance *fmu, bool *event, bool *terminate) {
    int enter = 0, ends = 0;
    const mr_status status =
        CALL2(fmu, CompletedIntegratorStep, !fmu_may_go_back(fmu), &enter, &ends);
    *event = enter;
    *terminate = ends;
    return status;
}

static mr_status enter_events2(fmu_instance *fmu) {
    return fmu->f2.EnterEventMode ? fmu_check2(fmu, fmu->f2.EnterEventMode(fmu->component),
                                               "EnterEventMode", MR_ERR_SLAVE_STEP)
                                  : fmu_lacks(fmu, 2, "EnterEventMode");
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

static mr_status leave_events2(fmu_instance *fmu) {
    return fmu->f2.EnterContinuousTimeMode
               ? fmu_check2(fmu, fmu->f2.EnterContinuousTimeMode(fmu->component),
                            "EnterContinuousTimeMode", MR_ERR_SLAVE_STEP)
               : fmu_lacks(fmu, 2, "EnterContinuousTimeMode");
}

const fmu_exchange_functions fmu_exchange_2 = {
    count2,        set_time2,  set_states2,   get_states2, get_rates2,   get_indicators2,
    get_nominals2, completed2, enter_events2, update2,     leave_events2};

/* --- FMI 3.0 --- */

static mr_status count3(fmu_instance *fmu, int *states, int *indicators) {
    size_t n = 0, m = 0;
    mr_status status = CALL3(fmu, GetNumberOfContinuousStates, &n);
    if (status == MR_OK)
        status = CALL3(fmu, GetNumberOfEventIndicators, &m);
    if (status == MR_OK && (n > FMU_MOST_SCALARS || m > FMU_MOST_SCALARS))
        status = fmu_complain(fmu, MR_ERR_SLAVE_INITIALISE, "FMU '%.80s' says it has %zu states",
                              fmu->description->model_name, n);
    *states = (int)n;
    *indicators = (int)m;
    return status;
}

static mr_status set_time3(fmu_instance *fmu, double t) {
    return CALL3(fmu, SetTime, t);
}

static mr_status set_states3(fmu_instance *fmu, const double *x, int count) {
    return CALL3(fmu, SetContinuousStates, x, (size_t)count);
}

static mr_status get_states3(fmu_instance *fmu, double *x, int count) {
    return CALL3(fmu, GetContinuousStates, x, (size_t)count);
}

static mr_status get_rates3(fmu_instance *fmu, double *rates, int count) {
    return CALL3(fmu, GetContinuousStateDerivatives, rates, (size_t)count);
}

static mr_status get_indicators3(fmu_instance *fmu, double *indicators, int count) {
    return CALL3(fmu, GetEventIndicators, indicators, (size_t)count);
}

static mr_status get_nominals3(fmu_instance *fmu, double *nominals, int count) {
    for (int i = 0; i < count; i++)
        nominals[i] = 1.0;
    return fmu->f3.GetNominalsOfContinuousStates
               ? CALL3(fmu, GetNominalsOfContinuousStates, nominals, (size_t)count)
               : MR_OK;
}

static mr_status completed3(fmu_instance *fmu, bool *event, bool *terminate) {
    return CALL3(fmu, CompletedIntegratorStep, !fmu_may_go_back(fmu), event, terminate);
}

static mr_status enter_events3(fmu_instance *fmu) {
    return fmu->f3.EnterEventMode ? fmu_check3(fmu, fmu->f3.EnterEventMode(fmu->component),
                                               "EnterEventMode", MR_ERR_SLAVE_STEP)
                                  : fmu_lacks(fmu, 3, "EnterEventMode");
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

static mr_status leave_events3(fmu_instance *fmu) {
    return fmu->f3.EnterContinuousTimeMode
               ? fmu_check3(fmu, fmu->f3.EnterContinuousTimeMode(fmu->component),
                            "EnterContinuousTimeMode", MR_ERR_SLAVE_STEP)
               : fmu_lacks(fmu, 3, "EnterContinuousTimeMode");
}

const fmu_exchange_functions fmu_exchange_3 = {
    count3,        set_time3,  set_states3,   get_states3, get_rates3,   get_indicators3,
    get_nominals3, completed3, enter_events3, update3,     leave_events3};
