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
