/* modelDescription.xml: what can be read can be asked for its variables, chosen and grouped */
#include "fmu/description.h"
#include "signals.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mr_message message = {""};
    fmu_description *description;
    if (fmu_description_read("fuzz.fmu", (const char *)data, size, false, &description, &message) !=
        MR_OK) {
        if (description || !message.text[0])
            abort();
        return 0;
    }
    const fmu_settings settings = {0};
    for (int i = 0; i < description->variable_count; i++) {
        const fmu_variable *v = &description->variables[i];
        const int found = fmu_description_find_reference(description, v->reference);
        if (found < 0 || found > i || !fmu_variable_unit(description, v))
            abort();
    }
    for (int inputs = 0; inputs < 2; inputs++) {
        fmu_signals signals;
        if (fmu_signals_choose(&signals, description, &settings, inputs, &message) == MR_OK) {
            double *values = calloc((size_t)signals.width + 1, sizeof *values);
            for (int g = 0; values && g < signals.group_count; g++) {
                fmu_group_pack(&signals.groups[g], values);
                fmu_group_unpack(&signals.groups[g], values);
            }
            free(values);
        }
        fmu_signals_free(&signals);
    }
    fmu_description_free(description);
    return 0;
}
