/* which parameters a block can have, and what a name may have been meant for */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/memory.h"
#include "common/words.h"
#include "file/default_table.h"
#include "file/edit.h"
#include "file/edit_names.h"
#include "file/release.h"

/* of every block, whatever its type */
static const char *const general[] = {
    "AncestorBlock",
    "AttributesFormatString",
    "BackgroundColor",
    "BlockDescription",
    "BlockMirror",
    "BlockRotation",
    "ClipboardFcn",
    "CloseFcn",
    "Commented",
    "ContinueFcn",
    "CopyFcn",
    "DeleteChildFcn",
    "DeleteFcn",
    "Description",
    "DestroyFcn",
    "DropShadow",
    "ErrorFcn",
    "FontAngle",
    "FontName",
    "FontSize",
    "FontWeight",
    "ForegroundColor",
    "HideAutomaticName",
    "InitFcn",
    "LinkStatus",
    "LoadFcn",
    "Mask",
    "MaskDescription",
    "MaskDisplay",
    "MaskHelp",
    "MaskIconFrame",
    "MaskIconOpaque",
    "MaskIconRotate",
    "MaskIconUnits",
    "MaskInitialization",
    "MaskPortRotate",
    "MaskPromptString",
    "MaskRunInitForIconRedraw",
    "MaskSelfModifiable",
    "MaskStyleString",
    "MaskType",
    "MaskValueString",
    "MaskVariables",
    "ModelCloseFcn",
    "MoveFcn",
    "Name",
    "NameChangeFcn",
    "NameLocation",
    "NamePlacement",
    "OpenFcn",
    "Orientation",
    "ParentCloseFcn",
    "PauseFcn",
    "Position",
    "PostSaveFcn",
    "PreCopyFcn",
    "PreDeleteFcn",
    "PreSaveFcn",
    "Priority",
    "Selected",
    "ShowName",
    "StartFcn",
    "StopFcn",
    "Tag",
    "UndoDeleteFcn",
    "UserData",
    "UserDataPersistent",
    "ZOrder",
};

/* of newer releases than the tables of defaults */
static const cm_pair newer[] = {
    {"Inport", "Unit"},
    {"Inport", "OutputFunctionCall"},
    {"Inport", "IsBusElementPort"},
    {"Inport", "Element"},
    {"Inport", "PortName"},
    {"Outport", "Unit"},
    {"Outport", "PortName"},
    {"Outport", "Element"},
    {"Outport", "IsBusElementPort"},
    {"Outport", "OutputWhenUnConnected"},
    {"If", "ElseIfExpressions"},
    {"S-Function", "PortCounts"},
    {"SubSystem", "ReferencedSubsystem"},
    {"SubSystem", "Variant"},
    {"SubSystem", "VariantControl"},
    {"SubSystem", "LabelModeActiveChoice"},
    {"SubSystem", "AllowZeroVariantControls"},
    {"SubSystem", "GeneratePreprocessorConditionals"},
    {"SubSystem", "ContentPreviewEnabled"},
    {"SubSystem", "ScheduleAs"},
    {"SubSystem", "SystemSampleTime"},
    {"Scope", "NumInputPorts"},
    {"Constant", "OutMin"},
    {"Constant", "OutMax"},
    {"Constant", "LockScale"},
};

/* calls visit with every name until it answers true; the name it stopped at, or NULL */
static const char *visit_names(const bd_node *node, bool all,
                               bool (*visit)(void *user, const char *name), void *user) {
    for (size_t i = 0; node->mask && i < node->mask->count; i++)
        if (visit(user, node->mask->variables[i].name))
            return node->mask->variables[i].name;
    const bd_parameters *lists[] = {&node->parameters, node->link ? &node->link->written : NULL,
                                    node->file_defaults};
    for (size_t l = 0; l < 3; l++)
        for (size_t i = 0; lists[l] && i < lists[l]->count; i++)
            if (visit(user, lists[l]->items[i].name))
                return lists[l]->items[i].name;
    for (size_t i = 0; i < bd_default_count; i++)
        if (strcmp(bd_default_table[i].type, node->type) == 0 &&
            visit(user, bd_default_table[i].name))
            return bd_default_table[i].name;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (strcmp(newer[i].word, node->type) == 0 && visit(user, newer[i].other))
            return newer[i].other;
    for (size_t i = 0; all && i < sizeof general / sizeof *general; i++)
        if (visit(user, general[i]))
            return general[i];
    return NULL;
}

/* in the tables of the releases, whose texts are not terminated */
static bool find_in_releases(const bd_node *node, const char *name, bd_release_key *key) {
    static const char *const releases[] = {"R2013b", "R2010b"};
    static const char *const of_model[] = {"Simulink.SolverCC", "Simulink.DataIOCC",
                                           "Simulink.DebuggingCC", "Model"};
    char section[128];
    if (node && snprintf(section, sizeof section, "Block %s", node->type) >= 128)
        return false;
    for (size_t i = 0; i < sizeof releases / sizeof *releases; i++) {
        const bd_release *release = bd_release_find(releases[i]);
        if (node && bd_release_key_find(bd_release_keys(release, section), name, key))
            return true;
        for (size_t k = 0; !node && k < sizeof of_model / sizeof *of_model; k++)
            if (bd_release_key_find(bd_release_keys(release, of_model[k]), name, key))
                return true;
    }
    return false;
}

static bool is_release_key(const bd_node *node, const char *name) {
    bd_release_key key;
    return find_in_releases(node, name, &key);
}

bool bd_edit_usual(const bd_node *node, const char *name, char *value, size_t size) {
    bd_release_key key;
    if (!find_in_releases(node, name, &key) || key.value_length >= size)
        return false;
    memcpy(value, key.value, key.value_length);
    value[key.value_length] = '\0';
    return true;
}

static bool is_exact(void *user, const char *name) {
    return strcmp(user, name) == 0;
}

static bool is_any_case(void *user, const char *name) {
    return strcasecmp(user, name) == 0;
}

/* nothing is known about the parameters of some types: any name may be one */
static bool is_unknown_type(const bd_node *node) {
    static const char *const without[] = {"Terminator", "Ground", "UnaryMinus", "Squeeze",
                                          "BusToVector"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strcmp(node->type, without[i]) == 0)
            return false;
    for (size_t i = 0; i < bd_default_count; i++)
        if (strcmp(bd_default_table[i].type, node->type) == 0)
            return false;
    return node->mask == NULL;
}

const char *bd_edit_own_name(const bd_node *node, const char *name) {
    union {
        const char *in;
        void *out;
    } user = {name};
    const char *found = visit_names(node, true, is_exact, user.out);
    const char *other = bd_parameter_other_name(node->type, name);
    if (!found && other && bd_node_parameter(node, other))
        found = other;
    if (!found && is_release_key(node, name))
        found = name;
    if (!found)
        found = visit_names(node, true, is_any_case, user.out);
    return !found && is_unknown_type(node) ? name : found;
}

bool bd_edit_is_parameter(const bd_node *node, const char *name) {
    return bd_edit_own_name(node, name) != NULL;
}

typedef struct collection {
    const char **names;
    size_t count;
    bool failed;
} collection;

static bool collect(void *user, const char *name) {
    collection *c = user;
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->names[i], name) == 0)
            return false;
    const char **names = cm_one_more(c->names, (size_t)c->count, sizeof *names);
    if (!names) {
        c->failed = true;
        return true;
    }
    c->names = names;
    c->names[c->count++] = name;
    return false;
}

bd_status bd_edit_parameter_names(const bd_node *node, const char ***names, size_t *count,
                                  bd_error *error) {
    collection c = {0};
    visit_names(node, false, collect, &c);
    if (c.failed) {
        free(c.names);
        return bd_edit_no_memory(error);
    }
    *names = c.names;
    *count = c.count;
    return BD_OK;
}
