#include "failing.h"

#include "fmu.h"

#include <string.h>

failing_plan failing;
failing_report failed;

mr_status __real_fmu_judge(fmu_instance *fmu, int answer, const char *version, const char *function,
                           mr_status status);
mr_status __wrap_fmu_judge(fmu_instance *fmu, int answer, const char *version, const char *function,
                           mr_status status);

mr_status __wrap_fmu_judge(fmu_instance *fmu, int answer, const char *version, const char *function,
                           mr_status status) {
    if (failed.calls < FAILING_MOST)
        snprintf(failed.functions[failed.calls], sizeof *failed.functions, "fmi%s%s", version,
                 function);
    failed.calls++;
    if (strncmp(function, "Reset", 5) == 0 && answer == FMI2_OK)
        failed.reset_works = true;
    return __real_fmu_judge(fmu, failed.calls == failing.call ? failing.answer : answer, version,
                            function, status);
}

const char *failing_complaint(const char *text, bool bad) {
    static fmu_instance fmu;
    fmu_log(&fmu, bad ? "error" : "ok", bad, "category", text);
    return fmu.log;
}

/* --- the life of instances --- */

mr_status __real_fmu_only_once_enter(fmu_instance *fmu);
mr_status __wrap_fmu_only_once_enter(fmu_instance *fmu);

/* each instance is made behind this question */
mr_status __wrap_fmu_only_once_enter(fmu_instance *fmu) {
    failed.made++;
    return __real_fmu_only_once_enter(fmu);
}

static int terminate(void *component) {
    (void)component;
    failed.terminated++;
    return failing.terminate;
}

static void (*real_free)(void *component);

static void count_free(void *component) {
    failed.freed++;
    real_free(component);
}

/* --- events: what the FMU tells, and what it is made to tell --- */

static fmi1_status (*real_update1)(void *component, char intermediate, fmi1_event_info *info);
static fmi2_status (*real_update2)(void *component, fmi2_event_info *info);
static fmi3_status (*real_update3)(void *instance, bool *again, bool *terminate, bool *nominals,
                                   bool *states, bool *has_next, double *next);

static fmi1_status update1(void *component, char intermediate, fmi1_event_info *info) {
    const fmi1_status answer = real_update1(component, intermediate, info);
    info->terminate = info->terminate || failing.events == EVENTS_END_THE_RUN;
    if (failing.events == EVENTS_WITHOUT_END)
        info->converged = 0;
    return answer;
}

static fmi2_status update2(void *component, fmi2_event_info *info) {
    const fmi2_status answer = real_update2(component, info);
    info->terminate = info->terminate || failing.events == EVENTS_END_THE_RUN;
    info->nominals_changed = failing.events == EVENTS_CHANGE_NOMINALS;
    info->again = info->again || failing.events == EVENTS_WITHOUT_END;
    return answer;
}

static fmi3_status update3(void *instance, bool *again, bool *end, bool *nominals, bool *states,
                           bool *has_next, double *next) {
    const fmi3_status answer = real_update3(instance, again, end, nominals, states, has_next, next);
    *end = *end || failing.events == EVENTS_END_THE_RUN;
    *nominals = failing.events == EVENTS_CHANGE_NOMINALS;
    *again = *again || failing.events == EVENTS_WITHOUT_END;
    return answer;
}

#define PUT(place, real, own)                                                                      \
    (memcpy(&(real), place, sizeof(void *)),                                                       \
     memcpy(place, &(void (*)(void)){(void (*)(void))(own)}, sizeof(void *)))

static bool is_of(const char *name, const char *begin, bool exchange) {
    const size_t length = strlen(begin);
    return strncmp(name, begin, length) == 0 &&
           (strcmp(name + length, "Instance") == 0 || !name[length] ||
            strncmp(name + length, exchange ? "Model" : "Slave", 5) == 0);
}

static void put_between(const fmu_instance *fmu, const char *name, void *place) {
    const bool exchange = fmu->description->model_exchange;
    if (is_of(name, "Terminate", exchange)) {
        failed.can_terminate = true;
        memcpy(place, &(int (*)(void *)){terminate}, sizeof(void *));
    }
    if (strcmp(name, "EventUpdate") == 0)
        PUT(place, real_update1, update1);
    if (strcmp(name, "NewDiscreteStates") == 0)
        PUT(place, real_update2, update2);
    if (strcmp(name, "UpdateDiscreteStates") == 0)
        PUT(place, real_update3, update3);
    if (is_of(name, "Free", exchange)) {
        memcpy(&real_free, place, sizeof real_free);
        memcpy(place, &(void (*)(void *)){count_free}, sizeof(void *));
    }
}

/* --- functions --- */

const char *__real_fmu_library_fill(const fmu_instance *fmu, const char *prefix,
                                    const fmu_symbol *symbols, size_t count, void *table);
const char *__wrap_fmu_library_fill(const fmu_instance *fmu, const char *prefix,
                                    const fmu_symbol *symbols, size_t count, void *table);

const char *__wrap_fmu_library_fill(const fmu_instance *fmu, const char *prefix,
                                    const fmu_symbol *symbols, size_t count, void *table) {
    static void *const nothing;
    const char *missing = __real_fmu_library_fill(fmu, prefix, symbols, count, table);
    for (size_t i = 0; i < count; i++) {
        char *place = (char *)table + symbols[i].offset;
        if (memcmp(place, &nothing, sizeof nothing) == 0)
            continue;
        if (failed.found < (int)(sizeof failed.names / sizeof *failed.names))
            snprintf(failed.names[failed.found], sizeof *failed.names, "fmi%s", symbols[i].name);
        put_between(fmu, symbols[i].name, place);
        if (++failed.found != failing.missing)
            continue;
        memcpy(place, &nothing, sizeof nothing);
        snprintf(failed.missing, sizeof failed.missing, "fmi%s", symbols[i].name);
        if (symbols[i].need == FMU_NEEDED ||
            (symbols[i].need == FMU_NEEDED_FOR_EXCHANGE && fmu->description->model_exchange))
            missing = missing ? missing : symbols[i].name;
    }
    return missing;
}
