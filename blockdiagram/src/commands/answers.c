/* what get_param tells of a block and of a model */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/words.h"
#include "blockdiagram/place.h"
#include "commands/commands.h"
#include "blockdiagram/solvers.h"

static bool is(const char *a, const char *b) {
    return strcasecmp(a, b) == 0;
}

bd_status bd_field(bd_order *call, bd_value *structure, const char *name, bd_status status,
                   bd_value *child) {
    return status == BD_OK ? bd_value_field_set(structure, 0, name, child, call->error) : status;
}

static bd_status give_list(bd_order *call, size_t count, bd_value **value) {
    return bd_value_create_matrix(BD_CELL, count, count > 0, value, call->error);
}

static bd_status put_text(bd_order *call, bd_value *cell, size_t i, const char *text) {
    bd_value *one = NULL;
    BD_TRY(bd_text_value(call, text, &one));
    return bd_value_cell_set(cell, i, one, call->error);
}

static bd_status block_names(bd_order *call, const bd_system *system, bd_value **value) {
    BD_TRY(give_list(call, system->block_count, value));
    for (size_t i = 0; i < system->block_count; i++)
        BD_TRY(put_text(call, *value, i, system->blocks[i]->name));
    return BD_OK;
}

static const char *parent_path(const bd_node *node) {
    return node->parent->owner ? node->parent->owner->path : node->parent->diagram->name;
}

/* where it lies, or will lie when it is drawn */
static bd_status position(bd_order *call, const bd_node *node, bd_value **value) {
    const bd_parameters *own = node->link ? &node->link->written : &node->parameters;
    const char *text = bd_parameters_find(own, "Position");
    double p[4];
    if (!text ||
        sscanf(text, " [%lf%*[, ]%lf%*[, ]%lf%*[, ]%lf", &p[0], &p[1], &p[2], &p[3]) != 4) {
        bd_position *all = calloc(node->parent->block_count + 1, sizeof *all);
        if (!all || !bd_system_place(node->parent, all)) {
            free(all);
            return bd_order_memory(call);
        }
        const bd_position at = all[node->index];
        free(all);
        p[0] = at.left;
        p[1] = at.top;
        p[2] = at.right;
        p[3] = at.bottom;
    }
    return bd_value_create_doubles(1, 4, p, value, call->error);
}

static bd_status ports(bd_order *call, const bd_node *node, bd_value **value) {
    double counts[BD_PORT_KINDS];
    for (int i = 0; i < BD_PORT_KINDS; i++)
        counts[i] = node->ports[i];
    return bd_value_create_doubles(1, BD_PORT_KINDS, counts, value, call->error);
}

typedef enum mask_part { NAMES, VALUES, PROMPTS, STYLES } mask_part;

static bd_status mask_list(bd_order *call, const bd_node *node, mask_part part, bd_value **value) {
    const size_t count = node->mask ? node->mask->count : 0;
    BD_TRY(give_list(call, count, value));
    for (size_t i = 0; i < count; i++) {
        const bd_mask_variable *v = &node->mask->variables[i];
        const char *texts[] = {v->name, v->value, v->prompt, v->style_name};
        BD_TRY(put_text(call, *value, i, texts[part]));
    }
    return BD_OK;
}

/* a struct with a field for each parameter of the block, as scripts that look through them expect
 */
static bd_status parameter_struct(bd_order *call, const bd_node *node, bd_value **value) {
    const char **names = NULL;
    size_t count = 0;
    bd_status status = bd_edit_parameter_names(node, &names, &count, call->error);
    if (status == BD_OK)
        status = bd_value_create_struct(value, call->error);
    for (size_t i = 0; status == BD_OK && i < count; i++) {
        bd_value *about = NULL, *prompt = NULL;
        status = bd_value_create_struct(&about, call->error);
        if (status == BD_OK)
            status = bd_text_value(call, names[i], &prompt);
        status = bd_field(call, about, "Prompt", status, prompt);
        if (status != BD_OK)
            bd_value_free(about);
        status = bd_field(call, *value, names[i], status, about);
    }
    free(names);
    return status;
}

static const char *type_of(const bd_node *node) {
    /* blocks of the palette that are masks have the palette's name as type here */
    if (node->link && node->link->kind == BD_LINK_BUILT_IN && *node->link->source_type != '\0')
        return "SubSystem";
    return node->type;
}

static const char *mask_type(const bd_node *node) {
    if (node->mask)
        return node->mask->type;
    return node->link && node->link->kind == BD_LINK_BUILT_IN ? node->link->source_type : "";
}

/* attributes that are no parameters of a file; NULL if it is none of them */
static const char *attribute(bd_order *call, const bd_node *node, const char *name) {
    const bool linked =
        node->link && (node->link->kind == BD_LINK_LIBRARY || node->link->kind == BD_LINK_BUILT_IN);
    const char *current = call->models->current_block;
    if (is(name, "Name"))
        return node->name;
    if (is(name, "Parent"))
        return parent_path(node);
    if (is(name, "BlockType"))
        return type_of(node);
    if (is(name, "Type"))
        return "block";
    if (is(name, "SID"))
        return node->sid;
    if (is(name, "MaskType"))
        return mask_type(node);
    if (is(name, "Mask"))
        return node->mask || (linked && *node->link->source_type) ? "on" : "off";
    if (is(name, "MaskInitialization"))
        return node->mask ? node->mask->initialization : "";
    if (is(name, "LinkStatus") || is(name, "StaticLinkStatus"))
        return !linked ? "none" : node->link->resolved ? "resolved" : "unresolved";
    if (is(name, "ReferenceBlock") || is(name, "SourceBlock"))
        return linked ? node->link->source : "";
    if (is(name, "Commented"))
        return node->commented == BD_COMMENTED_ON        ? "on"
               : node->commented == BD_COMMENTED_THROUGH ? "through"
                                                         : "off";
    if (is(name, "Selected"))
        return current && strcmp(current, node->path) == 0 ? "on" : "off";
    return NULL;
}

/* what every block has and few files write */
static const cm_pair general_values[] = {{"ShowName", "on"},
                                         {"Orientation", "right"},
                                         {"BlockRotation", "0"},
                                         {"BlockMirror", "off"},
                                         {"BackgroundColor", "white"},
                                         {"ForegroundColor", "black"},
                                         {"DropShadow", "off"},
                                         {"NamePlacement", "normal"},
                                         {"FontName", "auto"},
                                         {"FontSize", "-1"},
                                         {"FontWeight", "auto"},
                                         {"FontAngle", "auto"},
                                         {"Tag", ""},
                                         {"Description", ""},
                                         {"Priority", ""},
                                         {"AttributesFormatString", ""},
                                         {"UserDataPersistent", "off"},
                                         {"HideAutomaticName", "on"},
                                         {"MaskDisplay", ""},
                                         {"MaskDescription", ""},
                                         {"MaskHelp", ""},
                                         {"AncestorBlock", ""}};

static const char *general(const char *name) {
    const size_t length = strlen(name);
    if (length > 3 && is(name + length - 3, "Fcn"))
        return "";
    return cm_other_any_case(CM_TABLE(general_values), name);
}

static const char *parameter(const bd_node *node, const char *name) {
    for (size_t i = 0; node->mask && i < node->mask->count; i++)
        if (is(node->mask->variables[i].name, name))
            return node->mask->variables[i].value;
    const char *value = bd_node_parameter(node, name);
    const bd_parameters *lists[] = {&node->parameters, node->file_defaults};
    for (size_t l = 0; !value && l < 2; l++)
        for (size_t i = 0; lists[l] && i < lists[l]->count && !value; i++)
            if (is(lists[l]->items[i].name, name))
                value = lists[l]->items[i].value;
    const char **names = NULL;
    size_t count = 0;
    if (!value && bd_edit_parameter_names(node, &names, &count, NULL) == BD_OK)
        for (size_t i = 0; !value && i < count; i++)
            if (is(names[i], name))
                value = bd_node_parameter(node, names[i]);
    free(names);
    return value;
}

static bd_status handle_value(bd_order *call, const bd_target *target, bd_value **value) {
    double handle = 0.0;
    BD_TRY(bd_target_handle(call, target, &handle));
    return bd_value_create_scalar(handle, value, call->error);
}

/* of a parameter that nobody has set; NULL: there is no such parameter */
static const char *usual_value(const bd_node *node, const char *name, bool known, char *text,
                               size_t size) {
    return bd_edit_usual(node, name, text, size) ? text : known ? "" : NULL;
}

bd_status bd_answer_block(bd_order *call, const bd_target *target, const char *name,
                          bd_value **value) {
    const bd_node *node = target->node;
    static const cm_number lists[] = {{"MaskNames", NAMES},
                                      {"MaskValues", VALUES},
                                      {"MaskPrompts", PROMPTS},
                                      {"MaskStyles", STYLES}};
    const int list = cm_number_of_any_case(CM_TABLE(lists), name, -1);
    if (list >= 0)
        return mask_list(call, node, (mask_part)list, value);
    if (is(name, "Position"))
        return position(call, node, value);
    if (is(name, "Ports"))
        return ports(call, node, value);
    if (is(name, "Handle"))
        return handle_value(call, target, value);
    if (is(name, "DialogParameters") || is(name, "ObjectParameters"))
        return parameter_struct(call, node, value);
    if (is(name, "Blocks") && node->system)
        return block_names(call, node->system, value);
    BD_TRY(bd_answer_ports(call, node, name, value));
    if (*value)
        return BD_OK;
    const char *text = attribute(call, node, name);
    if (!text)
        text = parameter(node, name);
    if (!text)
        text = general(name);
    char hint[160], usual[400];
    if (!text)
        text = usual_value(node, name, bd_edit_is_parameter(node, name), usual, sizeof usual);
    if (!text)
        return bd_order_fail(call, "Simulink:Commands:ParamUnknown", BD_UNKNOWN_NAME,
                             "%s (%s) does not have a parameter named '%.100s'%s", node->path,
                             type_of(node), name,
                             bd_node_parameter_hint(node, name, hint, sizeof hint));
    return bd_text_value(call, text, value);
}

static const char *model_attribute(bd_order *call, const bd_diagram *diagram, const char *name) {
    static const cm_pair fixed[] = {{"Type", "block_diagram"},
                                    {"SimulationStatus", "stopped"},
                                    {"Parent", ""},
                                    {"Shown", "off"},
                                    {"Open", "off"},
                                    {"SimulationMode", "normal"},
                                    {"FastRestart", "off"},
                                    {"Lock", "off"}};
    if (is(name, "Name"))
        return diagram->name;
    if (is(name, "FileName"))
        return diagram->file;
    if (is(name, "Dirty"))
        return bd_models_entry(call->models, diagram)->dirty ? "on" : "off";
    if (is(name, "BlockDiagramType"))
        return diagram->kind == BD_LIBRARY ? "library" : "model";
    if (is(name, "CurrentBlock"))
        return call->models->current_block ? call->models->current_block : "";
    if (is(name, "VersionLoaded"))
        return diagram->version;
    return cm_other_any_case(CM_TABLE(fixed), name);
}

static const char *solver_type(const bd_diagram *diagram) {
    static const char *const fixed[] = {BD_FIXED_SOLVERS(BD_SOLVER_NAME) "FixedStepDiscrete",
                                        "FixedStepAuto"};
    const char *solver = bd_diagram_setting(diagram, "SolverName");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (is(fixed[i], solver))
            return "Fixed-step";
    return "Variable-step";
}

bd_status bd_answer_model(bd_order *call, const bd_target *target, const char *name,
                          bd_value **value) {
    const bd_diagram *diagram = target->diagram;
    if (is(name, "Handle"))
        return handle_value(call, target, value);
    if (is(name, "Blocks"))
        return block_names(call, diagram->root, value);
    const char *text = model_attribute(call, diagram, name);
    if (!text && is(name, "SolverType"))
        text = solver_type(diagram);
    if (!text && is(name, "Solver"))
        text = bd_diagram_setting(diagram, "SolverName");
    if (!text)
        text = bd_diagram_setting_any_case(diagram, name);
    static const char *const spelled[] = {"StopTime", "StartTime", "FixedStep", "MaxStep",
                                          "RelTol",   "AbsTol",    "SaveFormat"};
    for (size_t i = 0; !text && i < sizeof spelled / sizeof *spelled; i++)
        if (is(spelled[i], name))
            text = bd_diagram_setting(diagram, spelled[i]);
    char usual[400];
    if (!text)
        text =
            usual_value(NULL, name, bd_edit_is_model_setting(diagram, name), usual, sizeof usual);
    if (!text)
        return bd_order_fail(call, "Simulink:Commands:ParamUnknown", BD_UNKNOWN_NAME,
                             "model '%s' does not have a parameter named '%.100s'", diagram->name,
                             name);
    return bd_text_value(call, text, value);
}
