/* From Spreadsheet and Signal Editor: several recorded signals out of one file, each at its own
 * output. A spreadsheet is a table in text or a sheet of a workbook whose first column is time. A
 * scenario of a Signal Editor is a structure with a field for each signal ([t u], or a structure of
 * samples), or one structure with time and signals */
#include "blocks/sources/recorded.h"
#include "blocks/elements.h"
#include "blocks/families.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bd_status make_signals(bd_block *block, size_t count) {
    bd_recorded_list *list = bd_block_alloc(block, sizeof *list);
    if (!list || count == 0 || count > 10000)
        return list ? bd_block_fail(block, BD_BAD_FILE, "the file holds no signals")
                    : bd_block_no_memory(block);
    list->count = (int)count;
    list->signals = bd_block_alloc(block, count * sizeof *list->signals);
    block->data = list;
    return list->signals ? BD_OK : bd_block_no_memory(block);
}

/* ---- From Spreadsheet ---- */

static bd_status read_columns(bd_block *block, const bd_value *data) {
    BD_TRY(make_signals(block, data->dims[1] > 1 ? data->dims[1] - 1 : 0));
    bd_recorded_list *list = block->data;
    bd_shape shape = bd_shape_vector(BD_DOUBLE, 1);
    size_t rows = data->dims[0];
    for (int k = 0; k < list->count; k++) {
        bd_samples *s = &list->signals[k].samples;
        BD_TRY(bd_samples_make(block, rows, &shape, s));
        for (size_t i = 0; i < rows; i++) {
            s->times[i] = bd_value_real_at(data, i);
            s->values[i] = bd_value_real_at(data, i + (size_t)(k + 1) * rows);
        }
        BD_TRY(bd_samples_check(block, s));
    }
    return BD_OK;
}

static bd_status load_sheet(bd_block *block, bd_workspace **file, bd_error *error) {
    const char *sheet = bd_block_text(block, "SheetName");
    BD_TRY(bd_workspace_create("table", NULL, file, error));
    if (sheet && *sheet)
        BD_TRY(bd_workspace_set_text(*file, "sheet", sheet, error));
    return bd_recorded_load(block, bd_workspace_load_table, *file, error);
}

static bd_status setup_spreadsheet(bd_block *block) {
    bd_recorded manners = {0};
    BD_TRY(bd_recorded_read_manners(block, &manners));
    const char *name = bd_block_text(block, "FileName"), *dot = name ? strrchr(name, '.') : NULL;
    if (dot && (strcasecmp(dot, ".xls") == 0 || strcasecmp(dot, ".ods") == 0))
        return bd_block_fail(
            block, BD_UNSUPPORTED,
            "the spreadsheet '%.200s' cannot be read: save the sheet as CSV or .xlsx", name);
    bd_error error = {0};
    bd_workspace *file = NULL;
    const char *range = bd_block_text(block, "Range");
    if (range && *range)
        return bd_block_fail(block, BD_UNSUPPORTED, "Range '%.60s': only whole sheets are read",
                             range);
    bd_status status = load_sheet(block, &file, &error);
    if (status != BD_OK)
        status = bd_block_fail(block, status, "%s", error.text);
    else
        status = read_columns(block, bd_workspace_find(file, "data"));
    bd_workspace_free(file);
    const bd_recorded_list *list = block->data;
    for (int k = 0; status == BD_OK && k < list->count; k++) {
        bd_recorded *r = &list->signals[k];
        r->before = manners.before;
        r->after = manners.after;
        r->interpolate = manners.interpolate;
        r->tell_jumps = !r->interpolate;
    }
    return status == BD_OK ? bd_recorded_list_finish_setup(block) : status;
}

/* ---- Signal Editor ---- */

static bd_status read_fields(bd_block *block, const bd_value *scenario) {
    const bd_value *signals = bd_value_field(scenario, "signals");
    bool one = signals || bd_value_field(scenario, "Data") || scenario->type != BD_STRUCT;
    size_t count = signals && signals->type == BD_STRUCT ? signals->count
                   : one                                 ? 1
                                                         : scenario->field_count;
    BD_TRY(make_signals(block, count));
    const bd_recorded_list *list = block->data;
    for (size_t k = 0; k < count; k++) {
        bd_recorded *r = &list->signals[k];
        const bd_value *value = one ? scenario : bd_value_field(scenario, scenario->field_names[k]);
        if (signals)
            BD_TRY(bd_samples_from_signal(block, scenario, k, &r->samples, &r->untimed));
        else if (value)
            BD_TRY(bd_samples_from_value(block, value, &r->samples, &r->untimed));
        else
            return bd_block_fail(block, BD_BAD_FILE, "signal %zu of the scenario is empty", k + 1);
    }
    return BD_OK;
}

static bd_status find_scenario(bd_block *block, const bd_workspace *file) {
    const char *name = bd_block_text(block, "ActiveScenario");
    const bd_value *scenario =
        name && *name ? bd_workspace_find(file, name) : bd_workspace_value_at(file, 0);
    if (!scenario)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "the scenario '%.100s' is not among what can be read of the file: "
                             "a Dataset can, and structures with Time and Data for each signal",
                             name ? name : "");
    return read_fields(block, scenario);
}

static bd_status setup_editor(bd_block *block) {
    static const char *const rules[] = {"Extrapolation", "Setting to zero", "Holding final value",
                                        "Cyclic repetition", NULL};
    bd_error error = {0};
    bd_workspace *file = NULL;
    bool interpolate = false;
    int rule = 1;
    if (bd_block_text(block, "Interpolate"))
        BD_TRY(bd_block_flag(block, "Interpolate", &interpolate));
    if (bd_block_text(block, "OutputAfterFinalValue"))
        BD_TRY(bd_block_choice(block, "OutputAfterFinalValue", rules, &rule));
    bd_status status = bd_workspace_create("MAT file", NULL, &file, &error);
    if (status == BD_OK)
        status = bd_recorded_load(block, bd_workspace_load_mat, file, &error);
    if (status != BD_OK)
        status = bd_block_fail(block, status,
                               "%s (of its scenarios structures with Time and Data for each signal "
                               "can be read, objects cannot)",
                               error.text);
    else
        status = find_scenario(block, file);
    bd_workspace_free(file);
    const bd_recorded_list *list = block->data;
    for (int k = 0; status == BD_OK && k < list->count; k++) {
        bd_recorded *r = &list->signals[k];
        r->interpolate = interpolate;
        r->before = interpolate ? BD_OUTSIDE_EXTRAPOLATE : BD_OUTSIDE_ZERO;
        r->after =
            rule == BD_OUTSIDE_EXTRAPOLATE && !interpolate ? BD_OUTSIDE_HOLD : (bd_outside)rule;
        r->tell_jumps = !interpolate;
    }
    return status == BD_OK ? bd_recorded_list_finish_setup(block) : status;
}

#define SEVERAL(text, setup_function)                                                              \
    {                                                                                              \
        .name = text, .setup = setup_function, .propagate = bd_recorded_list_propagate,            \
        .start = bd_recorded_list_start, .initialise = bd_recorded_list_initialise,                \
        .outputs = bd_recorded_list_outputs, .update = bd_recorded_list_update,                    \
    }

static const bd_block_type types[] = {
    SEVERAL("FromSpreadsheet", setup_spreadsheet),
    SEVERAL("Signal Editor", setup_editor),
};

const bd_block_type *const bd_blocks_several[] = {&types[0], &types[1], NULL};
