/* what an FMU can do beyond its outputs: rates of change, interface matrices, inputs that move
 * during a step */
#include "fmu.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static mr_status no_memory(fmu_instance *fmu) {
    return mr_no_memory(fmu->message);
}

static const fmu_variable *chosen(const fmu_instance *fmu, const fmu_signals *signals, int i) {
    return &fmu->description->variables[signals->indices[i]];
}

/* groups of the chosen signals for which `wanted` says so */
static mr_status group_of(fmu_instance *fmu, const fmu_signals *signals,
                          bool (*wanted)(const fmu_instance *fmu, const fmu_variable *variable),
                          fmu_group **groups, int *count) {
    bool *marks = calloc((size_t)signals->count + 1, sizeof *marks);
    if (!marks)
        return no_memory(fmu);
    for (int i = 0; i < signals->count; i++)
        marks[i] = wanted(fmu, chosen(fmu, signals, i));
    mr_status status = fmu_signals_group(signals, fmu->description, marks, groups, count);
    free(marks);
    return status == MR_OK ? MR_OK : no_memory(fmu);
}

/* --- inputs that move --- */

static bool flows(const fmu_instance *fmu, const fmu_variable *v) {
    (void)fmu;
    return v->variability == FMU_CONTINUOUS && v->causality == FMU_INPUT;
}

static bool may_be_set_between(const fmu_instance *fmu, const fmu_variable *v) {
    (void)fmu;
    return v->intermediate && v->causality == FMU_INPUT && v->variability == FMU_CONTINUOUS;
}

static mr_status prepare_inputs(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    const size_t width = (size_t)fmu->inputs.width;
    fmu->u = calloc(4 * width + 1, sizeof *fmu->u);
    fmu->orders =
        calloc((size_t)fmu->inputs.count + (size_t)fmu->outputs.count + 1, sizeof *fmu->orders);
    if (!fmu->u || !fmu->orders)
        return no_memory(fmu);
    fmu->u_end = fmu->u + width;
    fmu->rate = fmu->u_end + width;
    fmu->curve = fmu->rate + width;
    MR_TRY(group_of(fmu, &fmu->inputs, flows, &fmu->flowing, &fmu->flowing_count));
    MR_TRY(group_of(fmu, &fmu->inputs, may_be_set_between, &fmu->intermediate,
                    &fmu->intermediate_count));
    if (fmu->settings.hold != FMU_HOLD_AUTO)
        return MR_OK;
    if (d->version == 2 && d->interpolates_inputs && fmu->f2.SetRealInputDerivatives &&
        fmu->flowing_count > 0)
        fmu->feeding = d->annotation.present ? FMU_FEED_EXACT : FMU_FEED_RATE;
    else if (d->version == 1 && d->interpolates_inputs && fmu->f1.SetRealInputDerivatives &&
             fmu->flowing_count > 0)
        fmu->feeding = FMU_FEED_RATE;
    else if (d->version == 3 && d->intermediate_update && fmu->intermediate_count > 0)
        fmu->feeding = FMU_FEED_INTERMEDIATE;
    return MR_OK;
}

/* does any output follow an input at once? Where the FMU does not say, it may. Our own exports have
 * the outputs of the end of the step from the step itself. */
static bool finds_feedthrough(const fmu_instance *fmu) {
    if (fmu->description->annotation.present)
        return false;
    for (int i = 0; fmu->inputs.count > 0 && i < fmu->outputs.count; i++)
        if (chosen(fmu, &fmu->outputs, i)->dependence != FMU_INDEPENDENT_OF_INPUTS)
            return true;
    return false;
}

/* --- rates --- */

static bool may_be_asked(const fmu_instance *fmu, const fmu_variable *v) {
    return fmu->description->output_derivatives > 0 && v->causality == FMU_OUTPUT &&
           v->kind == FMU_FLOAT64 && v->variability == FMU_CONTINUOUS;
}

/* of every variable the one that is its derivative, -1: none; under the first of its names */
static int *list_derivatives(const fmu_description *d) {
    int *list = malloc(((size_t)d->variable_count + 1) * sizeof *list);
    for (int i = 0; list && i < d->variable_count; i++)
        list[i] = -1;
    for (int i = d->variable_count - 1; list && i >= 0; i--) {
        const fmu_variable *v = &d->variables[i];
        if (v->has_derivative && v->kind == FMU_FLOAT64 && v->primitive >= 0 &&
            (v->variability == FMU_CONTINUOUS || v->variability == FMU_DISCRETE))
            list[fmu_description_first(d, v->primitive)] = i;
    }
    return list;
}

/* the variable that is the rate of the output, -1: none */
static int told_rate(const fmu_instance *fmu, const int *derivatives, int output) {
    const fmu_description *d = fmu->description;
    const int rate = derivatives[fmu_description_first(d, fmu->outputs.indices[output])];
    int size = 0;
    mr_message ignored;
    return rate >= 0 &&
                   fmu_variable_size(d, &fmu->settings, &d->variables[rate], &size, &ignored) ==
                       MR_OK &&
                   size == fmu->outputs.variables[output].size
               ? rate
               : -1;
}

/* Rates that are variables themselves (signals like the outputs, with their rates in place), and
 * those to ask for: only where there is no variable, as many FMUs declare that they can be asked
 * and refuse. False: some continuous output has no rate at all. */
static bool find_rates(const fmu_instance *fmu, const int *derivatives, fmu_signals *rates,
                       bool *told, bool *asked) {
    for (int i = 0; i < fmu->outputs.count; i++) {
        const fmu_variable *v = chosen(fmu, &fmu->outputs, i);
        rates->indices[i] = fmu->outputs.indices[i];
        if (v->variability != FMU_CONTINUOUS)
            continue;
        const int rate = told_rate(fmu, derivatives, i);
        asked[i] = may_be_asked(fmu, v) && (rate < 0 || fmu->description->annotation.present);
        told[i] = !asked[i] && rate >= 0;
        if (told[i])
            rates->indices[i] = rate;
        if (!asked[i] && !told[i])
            return false;
    }
    return true;
}

static mr_status prepare_rates(fmu_instance *fmu) {
    const size_t count = (size_t)fmu->outputs.count;
    fmu_signals rates = fmu->outputs;
    rates.indices = calloc(count + 1, sizeof *rates.indices);
    bool *told = calloc(2 * count + 1, sizeof *told), *asked = told ? told + count : NULL;
    int *derivatives = list_derivatives(fmu->description);
    mr_status status = rates.indices && told && derivatives ? MR_OK : no_memory(fmu);
    if (status == MR_OK && find_rates(fmu, derivatives, &rates, told, asked)) {
        status = fmu_signals_group(&rates, fmu->description, told, &fmu->told, &fmu->told_count);
        if (status == MR_OK)
            status = fmu_signals_group(&fmu->outputs, fmu->description, asked, &fmu->asked,
                                       &fmu->asked_count);
        if (status != MR_OK)
            status = no_memory(fmu);
    }
    CM_FREE(rates.indices, told, derivatives);
    return status;
}

bool fmu_tells_rates(const fmu_instance *fmu) {
    return fmu->told_count + fmu->asked_count > 0;
}

mr_status fmu_rates(fmu_instance *fmu, double *rates) {
    memset(rates, 0, (size_t)fmu->outputs.width * sizeof *rates); /* of what is held */
    MR_TRY(fmu_get_outputs(fmu, fmu->told, fmu->told_count, rates));
    for (int i = 0; i < fmu->asked_count; i++) {
        const fmu_group *g = &fmu->asked[i];
        MR_TRY(fmu->backend->output_rates(fmu, g, g->buffer));
        fmu_group_unpack(g, rates);
    }
    return MR_OK;
}

/* --- interface matrices --- */

/* the chosen output that holds a scalar, and which of its elements that is */
static int output_of(const fmu_instance *fmu, int scalar, int *element) {
    int i = 0;
    while (scalar >= fmu->outputs.variables[i].size)
        scalar -= fmu->outputs.variables[i++].size;
    *element = scalar;
    return i;
}

/* chains of states among the outputs: a is told to be the derivative of the state v, and v that of
 * the state p or of nothing that is an output */
static void find_chains(fmu_instance *fmu) {
    const mr_variable *y = fmu->outputs.variables;
    int at = 0;
    for (int a = 0; a < fmu->outputs.count; at += y[a].size, a++) {
        const int v = y[a].rate_of;
        if (v < 0 || !chosen(fmu, &fmu->outputs, a)->state_derivative)
            continue;
        const int p = y[v].rate_of;
        const bool moves = p >= 0 && chosen(fmu, &fmu->outputs, v)->state_derivative;
        /* a position behind an acceleration only: a second chain begins at the velocity */
        bool inner = false;
        for (int b = 0; b < fmu->outputs.count; b++)
            inner = inner || (y[b].rate_of == a && chosen(fmu, &fmu->outputs, b)->state_derivative);
        if (inner)
            continue;
        for (int s = 0; s < y[a].size; s++) {
            const mr_coordinate c = {
                .position = moves ? mr_variables_width(y, p) + s : MR_NONE,
                .velocity = mr_variables_width(y, v) + s,
                .acceleration = at + s,
            };
            fmu->coordinates[fmu->coordinate_count++] = c;
        }
    }
}

/* what the exporter has told, if the outputs are those that it knew */
static bool take_annotated(fmu_instance *fmu) {
    const fmu_annotation *a = &fmu->description->annotation;
    if (!a->present || fmu->settings.outputs.given || fmu->settings.inputs.given)
        return false;
    for (int i = 0; i < a->power_count; i++)
        if (a->powers[i][0] >= 0 && a->powers[i][0] < fmu->inputs.count && a->powers[i][1] >= 0 &&
            a->powers[i][1] < fmu->outputs.count)
            fmu->inputs.variables[a->powers[i][0]].power_with = a->powers[i][1];
    const int width = fmu->outputs.width;
    for (int i = 0; i < a->coordinate_count; i++) {
        const int *c = a->coordinates[i];
        if (c[0] >= width || c[1] < 0 || c[1] >= width || c[2] < 0 || c[2] >= width ||
            fmu->coordinate_count >= width)
            return false;
        fmu->coordinates[fmu->coordinate_count++] = (mr_coordinate){c[0], c[1], c[2]};
    }
    return true;
}

static mr_status prepare_matrices(fmu_instance *fmu) {
    const size_t width = (size_t)fmu->outputs.width;
    fmu->coordinates = calloc(width + 1, sizeof *fmu->coordinates);
    if (!fmu->coordinates)
        return no_memory(fmu);
    if (!take_annotated(fmu)) {
        fmu->coordinate_count = 0;
        find_chains(fmu);
    }
    if (!fmu->description->directional_derivatives || fmu->inputs.width == 0)
        fmu->coordinate_count = 0;
    if (fmu->coordinate_count == 0)
        return MR_OK;
    int most = 1;
    for (int i = 0; i < fmu->outputs.count; i++)
        most = fmu->outputs.variables[i].size > most ? fmu->outputs.variables[i].size : most;
    for (int i = 0; i < fmu->inputs.count; i++)
        most = fmu->inputs.variables[i].size > most ? fmu->inputs.variables[i].size : most;
    int *place = calloc((size_t)fmu->outputs.count + 1, sizeof *place);
    fmu->unknowns = calloc((size_t)fmu->outputs.count + 1, sizeof *fmu->unknowns);
    fmu->acceleration_at = calloc((size_t)fmu->coordinate_count, sizeof *fmu->acceleration_at);
    fmu->seed = calloc((size_t)most, sizeof *fmu->seed);
    fmu->sensitivity = calloc(width + 1, sizeof *fmu->sensitivity);
    const bool good =
        place && fmu->unknowns && fmu->acceleration_at && fmu->seed && fmu->sensitivity;
    for (int c = 0; good && c < fmu->coordinate_count; c++) {
        int element;
        const int i = output_of(fmu, fmu->coordinates[c].acceleration, &element);
        if (place[i] == 0) { /* place: one more than where its values begin */
            fmu->unknowns[fmu->unknown_count++] = chosen(fmu, &fmu->outputs, i)->reference;
            place[i] = fmu->sensitivity_count + 1;
            fmu->sensitivity_count += fmu->outputs.variables[i].size;
        }
        fmu->acceleration_at[c] = place[i] - 1 + element;
    }
    free(place);
    return good ? MR_OK : no_memory(fmu);
}

/* column k of a matrix of `columns` columns: derivatives of the accelerations by one scalar */
static mr_status take_column(fmu_instance *fmu, const fmu_variable *known, int size, int element,
                             double *matrix, int columns, int k) {
    fmu->seed[element] = 1.0;
    mr_status status = fmu->backend->directional(fmu, fmu->unknowns, (size_t)fmu->unknown_count,
                                                 known->reference, (size_t)size, fmu->seed,
                                                 fmu->sensitivity, (size_t)fmu->sensitivity_count);
    fmu->seed[element] = 0.0;
    for (int c = 0; status == MR_OK && c < fmu->coordinate_count; c++)
        matrix[c * columns + k] = fmu->sensitivity[fmu->acceleration_at[c]];
    return status;
}

static mr_status take_output_column(fmu_instance *fmu, int scalar, double *matrix, int k) {
    int element;
    const int i = output_of(fmu, scalar, &element);
    return take_column(fmu, chosen(fmu, &fmu->outputs, i), fmu->outputs.variables[i].size, element,
                       matrix, fmu->coordinate_count, k);
}

mr_status fmu_matrices(fmu_instance *fmu, double *Au, double *Ap, double *Av) {
    const int n = fmu->coordinate_count, m = fmu->inputs.width;
    memset(Au, 0, (size_t)(n * m) * sizeof *Au);
    memset(Ap, 0, (size_t)(n * n) * sizeof *Ap);
    memset(Av, 0, (size_t)(n * n) * sizeof *Av);
    for (int i = 0, at = 0; i < fmu->inputs.count; at += fmu->inputs.variables[i].size, i++) {
        const fmu_variable *v = chosen(fmu, &fmu->inputs, i);
        const bool has_columns = flows(fmu, v) && v->kind == FMU_FLOAT64;
        for (int s = 0; has_columns && s < fmu->inputs.variables[i].size; s++)
            MR_TRY(take_column(fmu, v, fmu->inputs.variables[i].size, s, Au, m, at + s));
    }
    for (int c = 0; c < n; c++) {
        if (fmu->coordinates[c].position >= 0)
            MR_TRY(take_output_column(fmu, fmu->coordinates[c].position, Ap, c));
        MR_TRY(take_output_column(fmu, fmu->coordinates[c].velocity, Av, c));
    }
    return MR_OK;
}

mr_status fmu_prepare_abilities(fmu_instance *fmu) {
    MR_TRY(prepare_inputs(fmu));
    fmu->feedthrough = finds_feedthrough(fmu);
    MR_TRY(prepare_rates(fmu));
    return prepare_matrices(fmu);
}

void fmu_free_abilities(fmu_instance *fmu) {
    free(fmu->u);
    free(fmu->orders);
    fmu_groups_free(fmu->flowing, fmu->flowing_count);
    fmu_groups_free(fmu->intermediate, fmu->intermediate_count);
    fmu_groups_free(fmu->asked, fmu->asked_count);
    fmu_groups_free(fmu->told, fmu->told_count);
    CM_FREE(fmu->coordinates, fmu->unknowns, fmu->acceleration_at, fmu->seed, fmu->sensitivity);
}
