/* parameters that change results and that nothing here reads: a value that would matter is refused,
 * or told where the result is still the exact one of an approximation that the model asks for */
#include "engine/engine.h"

#include <string.h>
#include <strings.h>

typedef enum consequence {
    REFUSED,
    TOLD,
    REFUSED_IF_WIDE /* frames and channels of a single element are the same */
} consequence;

typedef struct unread {
    const char *type; /* NULL: of any type */
    const char *name;
    const char *harmless[4]; /* beginnings of values, without regard to case */
    consequence consequence;
    const char *meaning; /* of any other value */
} unread;

static const unread table[] = {
    {NULL,
     "InputProcessing",
     {"Elements", "Inherited"},
     REFUSED_IF_WIDE,
     "columns are not taken as channels, rows not as samples of a frame"},
    {"DiscreteFir",
     "FilterStructure|FirFiltStruct|SlFirFiltStruct",
     {"Direct"},
     REFUSED,
     "coefficients are taken as those of the direct form"},
    {"Shift Arithmetic", "nBinPtShiftRight", {"0"}, REFUSED, "the binary point is not moved"},
    {"ArithShift", "BinPtShiftNumber", {"0"}, REFUSED, "the binary point is not moved"},
    {"PID Controller",
     "UseExternalDerivativeSource",
     {"off"},
     REFUSED,
     "the derivative's input is not a port"},
    {"Demux", "BusSelectionMode", {"off"}, REFUSED, "elements of a bus are not split here"},
    {"ForIterator",
     "ExternalIncrement",
     {"off"},
     REFUSED,
     "the next value is not read from a port"},
    {"Trigonometry",
     "ApproximationMethod",
     {"None"},
     TOLD,
     "the function is computed exactly, not by this approximation"},
    {"Math",
     "AlgorithmMethod",
     {"Exact"},
     TOLD,
     "the function is computed exactly, not by iteration"},
    {"Sqrt", "AlgorithmType", {"Exact"}, TOLD, "the root is computed exactly, not by iteration"},
    {"Sum",
     "AccumDataTypeStr|AccumDataTypeMode",
     {"Inherit", "double", "Same as"},
     TOLD,
     "sums are formed in double and converted once"},
};

static bool is_harmless(const unread *row, const char *value) {
    for (size_t i = 0; i < 4 && row->harmless[i]; i++)
        if (strncasecmp(value, row->harmless[i], strlen(row->harmless[i])) == 0)
            return true;
    return *value == '\0';
}

static bool is_wide(const bd_block *block) {
    return block->input_count > 0 && block->inputs->shape.rank > 0 &&
           bd_shape_width(&block->inputs->shape) > 1;
}

static bd_status check_block(bd_block *block) {
    for (size_t i = 0; block->node && i < sizeof table / sizeof *table; i++) {
        const unread *row = &table[i];
        if (row->type && strcmp(row->type, block->node->type) != 0)
            continue;
        const char *value = bd_block_written(block, row->name);
        int name = (int)strcspn(row->name, "|");
        if (!value || is_harmless(row, value) ||
            (row->consequence == REFUSED_IF_WIDE && !is_wide(block)))
            continue;
        if (row->consequence != TOLD)
            return bd_block_fail(block, BD_UNSUPPORTED, "%.*s is '%.100s', but %s", name, row->name,
                                 value, row->meaning);
        bd_block_warn(block, "%.*s is '%.100s', but %s", name, row->name, value, row->meaning);
    }
    return BD_OK;
}

/* ---- settings of systems ---- */

static void check_override(bd_model *model, const char *path, const bd_parameters *parameters) {
    static const char *const harmless[] = {"UseLocalSettings", "Off", "ForceOff", "OffByDefault"};
    const char *value = bd_parameters_find(parameters, "DataTypeOverride");
    for (size_t i = 0; value && i < sizeof harmless / sizeof *harmless; i++)
        if (strcasecmp(value, harmless[i]) == 0)
            value = NULL;
    if (value)
        bd_log_add(model->home.log,
                   "%s: DataTypeOverride '%.60s' is not applied: data types are as "
                   "the blocks say",
                   path, value);
}

static void check_systems(bd_model *model, const bd_system *system) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (!node->system || node->commented)
            continue;
        check_override(model, node->path, &node->parameters);
        check_systems(model, node->system);
    }
}

static bool is_setting(const bd_model *model, const char *name, const char *value) {
    const char *text = bd_diagram_setting(model->diagram, name);
    return text && strcasecmp(text, value) == 0;
}

bd_status bd_check_unread(bd_model *model) {
    bd_status status = BD_OK;
    const bd_diagram *diagram = model->diagram;
    for (int i = 0; i < model->block_count && status == BD_OK; i++)
        status = check_block(model->blocks[i]);
    check_override(model, diagram->name, &diagram->parameters);
    check_systems(model, diagram->root);
    bool tasks = is_setting(model, "EnableMultiTasking", "on") ||
                 is_setting(model, "SolverMode", "MultiTasking");
    if (tasks && is_setting(model, "AutoInsertRateTranBlk", "on"))
        bd_log_add(model->home.log,
                   "%s: AutoInsertRateTranBlk is on: no Rate Transition is inserted, signals from "
                   "slow to fast rates are not delayed",
                   diagram->name);
    return status;
}
