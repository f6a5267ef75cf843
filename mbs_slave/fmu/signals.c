/* which variables of an FMU are the slave's inputs and outputs */
#include "signals.h"
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* value of the structural parameter behind a dimension: from the settings, or its start value */
static mr_status structural_value(const fmu_description *d, const fmu_settings *settings,
                                  uint32_t reference, double *value, mr_message *message) {
    const int index = fmu_description_find_reference(d, reference);
    const char *text = index >= 0 ? d->variables[index].start : NULL;
    for (int i = 0; index >= 0 && i < settings->start_count; i++)
        if (strcmp(settings->starts[i].name, d->variables[index].name) == 0)
            text = settings->starts[i].value;
    char *end = NULL;
    *value = text ? strtod(text, &end) : NAN;
    if (!text || end == text || *end || !(*value >= 0.0) || *value != floor(*value)) {
        mr_message_set(message,
                       "the structural parameter '%.100s' is '%.40s', no number of elements",
                       index >= 0 ? d->variables[index].name : "?", text ? text : "");
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

mr_status fmu_variable_size(const fmu_description *d, const fmu_settings *settings,
                            const fmu_variable *variable, int *size, mr_message *message) {
    double product = 1.0;
    for (int i = 0; i < variable->dimension_count; i++) {
        double extent = (double)variable->dimensions[i].value;
        if (variable->dimensions[i].by_reference)
            MR_TRY(structural_value(d, settings, (uint32_t)variable->dimensions[i].value, &extent,
                                    message));
        product *= extent;
    }
    if (product > FMU_MOST_SCALARS) {
        mr_message_set(message, "variable '%.100s' has %g elements", variable->name, product);
        return MR_ERR_CONFIG;
    }
    *size = (int)product;
    return MR_OK;
}

/* the count of a clock's ticks is a number; given are those of triggered ones only */
static bool is_number(const fmu_description *d, const fmu_variable *v, bool inputs, bool texts) {
    const bool ticks = fmu_description_ticks(d);
    if (v->kind == FMU_CLOCK)
        return ticks && v->causality != FMU_LOCAL &&
               !(inputs && v->interval_kind != FMU_INTERVAL_TRIGGERED);
    if (texts && fmu_is_text(v->kind))
        return !v->is_clocked && v->dimension_count == 0;
    return v->kind < FMU_STRING && (!v->is_clocked || ticks) && !v->negated;
}

static bool is_usual(const fmu_description *d, const fmu_variable *v, bool inputs) {
    return v->causality == (inputs ? FMU_INPUT : FMU_OUTPUT) && is_number(d, v, inputs, false) &&
           !v->is_alias;
}

/* may it be chosen by name */
static mr_status check_choice(const fmu_description *d, const char *name, int index, bool inputs,
                              bool texts, mr_message *message) {
    const char *wrong = NULL;
    if (index < 0) {
        char words[140];
        fmu_description_suggest(d, name, words, sizeof words);
        mr_message_set(message, "the FMU '%.100s' has no variable '%.100s'%s", d->model_name, name,
                       words);
        return MR_ERR_CONFIG;
    }
    const fmu_variable *v = &d->variables[index];
    if (!is_number(d, v, inputs, texts))
        wrong = v->kind == FMU_CLOCK && fmu_description_ticks(d) ? "ticks by itself"
                : v->is_clocked || v->kind == FMU_CLOCK
                    ? "belongs to a clock, which needs the event mode (hasEventMode)"
                : v->negated ? "is the negative of another one, which has to be taken instead"
                : texts && fmu_is_text(v->kind) ? "is an array of texts, or belongs to a clock"
                                                : "is no number";
    else if (inputs && v->causality != FMU_INPUT &&
             !(v->causality == FMU_PARAMETER && v->variability == FMU_TUNABLE))
        wrong = "is neither an input nor a tunable parameter";
    if (wrong) {
        mr_message_set(message,
                       "variable '%.100s' of FMU '%.100s' cannot be %s of the slave: it %s", name,
                       d->model_name, inputs ? "an input" : "an output", wrong);
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

static mr_status choose_named(fmu_signals *signals, const fmu_description *d,
                              const fmu_names *names, bool inputs, bool texts, bool *chosen,
                              mr_message *message) {
    for (int i = 0; i < names->count; i++) {
        const int index = fmu_description_find(d, names->items[i]);
        MR_TRY(check_choice(d, names->items[i], index, inputs, texts, message));
        if (chosen[index]) {
            mr_message_set(message, "variable '%.100s' is chosen twice", names->items[i]);
            return MR_ERR_CONFIG;
        }
        chosen[index] = true;
        signals->indices[signals->count++] = index;
    }
    return MR_OK;
}

static mr_status list_indices(fmu_signals *signals, const fmu_description *d,
                              const fmu_names *names, bool inputs, bool texts,
                              mr_message *message) {
    const int most = names->given ? names->count : d->variable_count;
    signals->indices = calloc((size_t)most + 1, sizeof *signals->indices);
    if (!signals->indices)
        return mr_no_memory(message);
    if (!names->given) {
        for (int i = 0; i < d->variable_count; i++)
            if (is_usual(d, &d->variables[i], inputs))
                signals->indices[signals->count++] = i;
        return MR_OK;
    }
    bool *chosen = calloc((size_t)d->variable_count + 1, sizeof *chosen);
    const mr_status status = chosen
                                 ? choose_named(signals, d, names, inputs, texts, chosen, message)
                                 : mr_no_memory(message);
    free(chosen);
    return status;
}

/* index of a chosen variable, MR_NONE if it is not chosen */
static int chosen_index(const fmu_signals *signals, const fmu_description *d, int variable) {
    for (int i = 0; variable >= 0 && i < signals->count; i++)
        if (signals->indices[i] == variable ||
            (d->variables[signals->indices[i]].reference == d->variables[variable].reference &&
             d->variables[signals->indices[i]].kind == d->variables[variable].kind))
            return i;
    return MR_NONE;
}

static mr_status describe_variables(fmu_signals *signals, const fmu_description *d,
                                    const fmu_settings *settings, mr_message *message) {
    signals->variables = calloc((size_t)signals->count + 1, sizeof *signals->variables);
    if (!signals->variables)
        return mr_no_memory(message);
    int kept = 0;
    for (int i = 0; i < signals->count; i++) {
        const fmu_variable *v = &d->variables[signals->indices[i]];
        int size = 0;
        MR_TRY(fmu_variable_size(d, settings, v, &size, message));
        if (size == 0) /* an array without elements is no signal */
            continue;
        if (signals->width + size > FMU_MOST_SCALARS) {
            mr_message_set(message, "FMU '%.100s' has more than %d signals", d->model_name,
                           FMU_MOST_SCALARS);
            return MR_ERR_CONFIG;
        }
        signals->indices[kept] = signals->indices[i];
        signals->variables[kept++] = (mr_variable){
            .name = v->name,
            .unit = v->kind == FMU_STRING   ? MR_TEXT_UNIT
                    : v->kind == FMU_BINARY ? MR_BYTES_UNIT
                                            : fmu_variable_unit(d, v),
            .size = size,
            .rate_of = MR_NONE,
            .power_with = MR_NONE,
            .variability =
                v->variability == FMU_CONTINUOUS && !v->is_clocked && v->kind < FMU_STRING
                    ? MR_CONTINUOUS
                    : MR_DISCRETE,
        };
        signals->width += size;
    }
    signals->count = kept;
    for (int i = 0; i < kept; i++) {
        const fmu_variable *v = &d->variables[signals->indices[i]];
        const int of = v->has_derivative ? chosen_index(signals, d, v->primitive) : MR_NONE;
        if (of != MR_NONE && of != i && signals->variables[of].size == signals->variables[i].size)
            signals->variables[i].rate_of = of;
    }
    return MR_OK;
}

static mr_status choose(fmu_signals *signals, const fmu_description *d,
                        const fmu_settings *settings, bool inputs, mr_message *message) {
    MR_TRY(list_indices(signals, d, inputs ? &settings->inputs : &settings->outputs, inputs,
                        settings->texts, message));
    MR_TRY(describe_variables(signals, d, settings, message));
    return fmu_signals_group(signals, d, NULL, &signals->groups, &signals->group_count);
}

mr_status fmu_signals_choose(fmu_signals *signals, const fmu_description *d,
                             const fmu_settings *settings, bool inputs, mr_message *message) {
    *signals = (fmu_signals){0};
    const mr_status status = choose(signals, d, settings, inputs, message);
    return status == MR_ERR_MEMORY ? mr_no_memory(message) : status;
}

static mr_status fill_group(fmu_group *g, const fmu_signals *signals, const fmu_description *d,
                            const bool *chosen) {
    g->references = calloc((size_t)signals->count + 1, sizeof *g->references);
    g->scalars = calloc((size_t)signals->width + 1, sizeof *g->scalars);
    g->types =
        g->kind == FMU_ENUMERATION ? calloc((size_t)signals->width + 1, sizeof *g->types) : NULL;
    if (!g->references || !g->scalars || (g->kind == FMU_ENUMERATION && !g->types))
        return MR_ERR_MEMORY;
    int at = 0;
    bool dense = g->kind == FMU_FLOAT64;
    for (int i = 0; i < signals->count; at += signals->variables[i].size, i++) {
        const fmu_variable *v = &d->variables[signals->indices[i]];
        if (v->kind != g->kind || v->is_clocked || (chosen && !chosen[i]))
            continue;
        g->references[g->reference_count++] = v->reference;
        for (int s = 0; s < signals->variables[i].size; s++) {
            dense = dense && (g->value_count == 0 || g->scalars[g->value_count - 1] == at + s - 1);
            if (g->types)
                g->types[g->value_count] = fmu_description_type(d, v->type);
            g->scalars[g->value_count++] = at + s;
        }
    }
    g->first = dense && g->value_count > 0 ? g->scalars[0] : -1;
    g->buffer = calloc((size_t)g->value_count + 1, fmu_kind_size(g->kind));
    return g->buffer ? MR_OK : MR_ERR_MEMORY;
}

mr_status fmu_signals_group(const fmu_signals *signals, const fmu_description *d,
                            const bool *chosen, fmu_group **groups, int *group_count) {
    *group_count = 0;
    *groups = calloc(FMU_CLOCK, sizeof **groups);
    if (!*groups)
        return MR_ERR_MEMORY;
    for (int kind = 0; kind < FMU_CLOCK; kind++) {
        bool any = false;
        for (int i = 0; i < signals->count && !any; i++)
            any = d->variables[signals->indices[i]].kind == (fmu_kind)kind &&
                  !d->variables[signals->indices[i]].is_clocked && (!chosen || chosen[i]);
        if (!any)
            continue;
        fmu_group *g = &(*groups)[(*group_count)++];
        g->kind = (fmu_kind)kind;
        MR_TRY(fill_group(g, signals, d, chosen));
    }
    return MR_OK;
}

void fmu_groups_free(fmu_group *groups, int count) {
    for (int i = 0; i < count; i++)
        CM_FREE(groups[i].references, groups[i].scalars, groups[i].types, groups[i].buffer);
    free(groups);
}

void fmu_signals_free(fmu_signals *signals) {
    fmu_groups_free(signals->groups, signals->group_count);
    free(signals->indices);
    free(signals->variables);
    *signals = (fmu_signals){0};
}
