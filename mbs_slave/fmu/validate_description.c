/* rules of the standards on descriptions (FMI 2.0.4, 2.2.7; FMI 3.0, 2.4.7) */
#include "fmu/validate.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHERE "description"

void fmu_judge_tell(const fmu_judge *judge, fmu_severity severity, const char *where,
                    const char *format, ...) {
    char sentence[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    judge->tell(judge->context, severity, where, sentence);
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const fmu_variable *const *)a)->name, (*(const fmu_variable *const *)b)->name);
}

static void check_names(const fmu_description *d, const fmu_judge *judge) {
    const fmu_variable **sorted = calloc((size_t)d->variable_count + 1, sizeof *sorted);
    if (!sorted)
        return;
    for (int i = 0; i < d->variable_count; i++)
        sorted[i] = &d->variables[i];
    qsort(sorted, (size_t)d->variable_count, sizeof *sorted, by_name);
    for (int i = 1; i < d->variable_count; i++)
        if (strcmp(sorted[i]->name, sorted[i - 1]->name) == 0)
            fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "two variables have the name '%.100s'",
                           sorted[i]->name);
    free(sorted);
}

/* FMI 3.0: a reference belongs to one variable; aliases are told as such */
static void check_references(const fmu_description *d, const fmu_judge *judge) {
    const fmu_variable *owner = NULL;
    for (int i = 0; d->version == 3 && i < d->indexed; i++) {
        const fmu_variable *v = &d->variables[d->by_reference[i]];
        if (v->is_alias)
            continue;
        if (owner && owner->reference == v->reference)
            fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                           "the variables '%.80s' and '%.80s' have the same value reference %u",
                           owner->name, v->name, v->reference);
        owner = v;
    }
}

static bool is_parameter(const fmu_variable *v) {
    return v->causality == FMU_PARAMETER || v->causality == FMU_CALCULATED_PARAMETER ||
           v->causality == FMU_STRUCTURAL_PARAMETER;
}

static void check_variability(const fmu_variable *v, const fmu_judge *judge) {
    const bool flows = v->variability == FMU_CONTINUOUS || v->variability == FMU_DISCRETE;
    const bool real = v->kind == FMU_FLOAT64 || v->kind == FMU_FLOAT32;
    if (is_parameter(v) && v->variability != FMU_FIXED && v->variability != FMU_TUNABLE)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "parameter '%.100s' must have variability fixed or tunable", v->name);
    if ((v->causality == FMU_INPUT || v->causality == FMU_INDEPENDENT) && !flows &&
        v->kind != FMU_CLOCK)
        fmu_judge_tell(
            judge, FMU_VIOLATION, WHERE,
            "'%.100s' is an input or the time, and so cannot be constant, fixed or tunable",
            v->name);
    if (v->told_continuous && !real)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "'%.100s' is no real number, and so cannot be continuous", v->name);
    if (v->state_derivative && !v->has_derivative)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "'%.100s' is listed as derivative of a state, but does not tell of which",
                       v->name);
}

static void check_start(const fmu_description *d, const fmu_variable *v, const fmu_judge *judge) {
    const bool calculated = v->initial == FMU_CALCULATED || v->causality == FMU_INDEPENDENT;
    const bool needs = v->causality == FMU_INPUT || v->causality == FMU_PARAMETER ||
                       v->causality == FMU_STRUCTURAL_PARAMETER || v->variability == FMU_CONSTANT ||
                       v->initial == FMU_EXACT || v->initial == FMU_APPROX;
    if (v->is_alias || v->kind == FMU_CLOCK)
        return;
    if (needs && !v->start && !v->is_clocked)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "'%.100s' needs a start value", v->name);
    if (calculated && v->start)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "'%.100s' is calculated, and so must not have a start value", v->name);
    if (v->causality == FMU_INPUT && v->initial != FMU_INITIAL_DEFAULT && d->version == 2)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "input '%.100s' must not tell `initial`",
                       v->name);
}

static void check_words(const fmu_description *d, const fmu_variable *v, const fmu_judge *judge) {
    if (v->type && !fmu_description_type(d, v->type))
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "'%.100s' has the declared type '%.80s', which is not defined", v->name,
                       v->type);
    if (v->kind == FMU_ENUMERATION && !v->type)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "the enumeration '%.100s' has no declared type",
                       v->name);
    const char *unit = fmu_variable_unit(d, v);
    if (*unit && !fmu_description_unit(d, unit))
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "'%.100s' has the unit '%.40s', which is not defined", v->name, unit);
}

static void check_structure(const fmu_description *d, const fmu_judge *judge) {
    for (int i = 0; i < d->variable_count; i++) {
        const fmu_variable *v = &d->variables[i];
        if (v->causality == FMU_OUTPUT && !v->is_alias && !v->listed && v->kind != FMU_CLOCK)
            fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                           "output '%.100s' is missing in the model structure", v->name);
        if (v->listed && v->causality != FMU_OUTPUT)
            fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                           "'%.100s' is listed among the outputs and is none", v->name);
    }
    int times = 0;
    for (int i = 0; i < d->variable_count; i++)
        times += d->variables[i].causality == FMU_INDEPENDENT;
    if (times > 1 || (d->version == 3 && times == 0))
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "there are %d variables for the time, not one",
                       times);
}

static void check_head(const fmu_description *d, const fmu_judge *judge) {
    const char *id = d->identifier;
    bool good = id && (isalpha((unsigned char)*id) || *id == '_');
    for (const char *p = id; good && *p; p++)
        good = isalnum((unsigned char)*p) || *p == '_';
    if (id && !good)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "the model identifier '%.80s' is no name of a C function", id);
    if (!*d->token)
        fmu_judge_tell(judge, FMU_DOUBT, WHERE, "the %s is empty",
                       d->version == 2 ? "guid" : "instantiationToken");
    if (!*d->model_name)
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "the modelName is empty");
    if (d->has_start && d->has_stop && !(d->stop_time > d->start_time))
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE,
                       "the default experiment stops at %g s, not after its start at %g s",
                       d->stop_time, d->start_time);
    if (d->has_tolerance && !(d->tolerance > 0.0))
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "the tolerance of the default experiment is %g",
                       d->tolerance);
}

void fmu_validate_description(const fmu_description *d, const fmu_judge *judge) {
    check_head(d, judge);
    check_names(d, judge);
    if (d->version == 1) /* its other rules are few, and not these */
        return;
    check_references(d, judge);
    for (int i = 0; i < d->variable_count; i++) {
        check_variability(&d->variables[i], judge);
        check_start(d, &d->variables[i], judge);
        check_words(d, &d->variables[i], judge);
    }
    check_structure(d, judge);
}
