/* parameters and start values from the configuration, in whatever kind the variable has */
#include "fmu.h"
#include "common/memory.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static mr_status refuse(fmu_instance *fmu, const fmu_assignment *start, const char *why) {
    mr_message_set(fmu->message, "start.%.100s=%.60s: %s", start->name, start->value, why);
    return MR_ERR_CONFIG;
}

/* may the variable be given a value at all */
static mr_status check_start(fmu_instance *fmu, const fmu_assignment *start) {
    const int index = fmu_description_find(fmu->description, start->name);
    if (index < 0) {
        char words[140];
        fmu_description_suggest(fmu->description, start->name, words, sizeof words);
        mr_message_set(fmu->message, "start.%.100s: the FMU '%.100s' has no such variable%s",
                       start->name, fmu->description->model_name, words);
        return MR_ERR_CONFIG;
    }
    const fmu_variable *v = &fmu->description->variables[index];
    if (v->variability == FMU_CONSTANT)
        return refuse(fmu, start, "the variable is a constant");
    if (v->causality == FMU_CALCULATED_PARAMETER || v->causality == FMU_INDEPENDENT ||
        v->initial == FMU_CALCULATED)
        return refuse(fmu, start, "the FMU calculates this variable itself");
    if (v->kind == FMU_CLOCK)
        return refuse(fmu, start, "the variable is a clock");
    return MR_OK;
}

mr_status fmu_check_starts(fmu_instance *fmu) {
    for (int i = 0; i < fmu->settings.start_count; i++)
        MR_TRY(check_start(fmu, &fmu->settings.starts[i]));
    return MR_OK;
}

static bool find_item(const fmu_instance *fmu, const fmu_variable *v, const char *name,
                      double *value) {
    const fmu_type *type =
        v->kind == FMU_ENUMERATION ? fmu_description_type(fmu->description, v->type) : NULL;
    for (int i = 0; type && i < type->item_count; i++)
        if (strcmp(type->items[i].name, name) == 0) {
            *value = (double)type->items[i].value;
            return true;
        }
    return false;
}

/* the next number, word or item name off *text; false: it is none */
static bool read_value(const fmu_instance *fmu, const fmu_variable *v, const char **text,
                       double *value) {
    char item[200];
    size_t length = 0;
    const char *p = *text;
    while (isspace((unsigned char)*p) || *p == ',' || *p == ';')
        p++;
    while (p[length] && !isspace((unsigned char)p[length]) && p[length] != ',' && p[length] != ';')
        length++;
    if (length == 0 || length >= sizeof item)
        return false;
    memcpy(item, p, length);
    item[length] = '\0';
    *text = p + length;
    if (v->kind == FMU_BOOLEAN && (strcmp(item, "true") == 0 || strcmp(item, "false") == 0)) {
        *value = item[0] == 't';
        return true;
    }
    if (find_item(fmu, v, item, value))
        return true;
    char *end;
    *value = strtod(item, &end);
    return *end == '\0' && end != item && isfinite(*value) &&
           (v->kind == FMU_FLOAT64 || v->kind == FMU_FLOAT32 || *value == floor(*value));
}

/* one number fills an array, as many numbers as it has elements set it */
static mr_status read_values(fmu_instance *fmu, const fmu_variable *v, const fmu_assignment *start,
                             double *values, int size) {
    const char *text = start->value;
    int count = 0;
    if (size == 1 && find_item(fmu, v, text, &values[0]))
        return MR_OK;
    for (; count < size && read_value(fmu, v, &text, &values[count]); count++)
        ;
    while (isspace((unsigned char)*text) || *text == ',' || *text == ';')
        text++;
    if (*text || (count != size && count != 1))
        return refuse(fmu, start,
                      size == 1 ? "that is no value of this variable's type"
                                : "give one value, or as many as the array has elements");
    for (; count < size; count++)
        values[count] = values[0];
    return MR_OK;
}

static mr_status set_number(fmu_instance *fmu, const fmu_variable *v, const fmu_assignment *start) {
    int size = 0;
    mr_status status = fmu_variable_size(fmu->description, &fmu->settings, v, &size, fmu->message);
    if (status != MR_OK || size == 0)
        return status;
    uint32_t reference = v->reference;
    double *values = calloc((size_t)size, sizeof *values);
    int *scalars = calloc((size_t)size, sizeof *scalars);
    void *buffer = calloc((size_t)size, fmu_kind_size(v->kind));
    if (!values || !scalars || !buffer) {
        mr_message_set(fmu->message, "not enough memory");
        status = MR_ERR_MEMORY;
    } else {
        for (int i = 0; i < size; i++)
            scalars[i] = i;
        const fmu_group group = {.kind = v->kind,
                                 .reference_count = 1,
                                 .references = &reference,
                                 .value_count = size,
                                 .scalars = scalars,
                                 .first = -1,
                                 .buffer = buffer};
        status = read_values(fmu, v, start, values, size);
        if (status == MR_OK) {
            fmu_group_pack(&group, values);
            status = fmu->backend->set(fmu, &group, buffer);
        }
    }
    CM_FREE(values, scalars, buffer);
    return status;
}

mr_status fmu_set_starts(fmu_instance *fmu, bool structural) {
    for (int i = 0; i < fmu->settings.start_count; i++) {
        const fmu_assignment *start = &fmu->settings.starts[i];
        const int index = fmu_description_find(fmu->description, start->name);
        const fmu_variable *v = &fmu->description->variables[index];
        if ((v->causality == FMU_STRUCTURAL_PARAMETER) != structural)
            continue;
        if (v->kind == FMU_STRING || v->kind == FMU_BINARY)
            MR_TRY(fmu->backend->set_text(fmu, v, start->value));
        else
            MR_TRY(set_number(fmu, v, start));
    }
    return MR_OK;
}
