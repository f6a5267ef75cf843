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
