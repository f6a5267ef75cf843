/* data stores that no block declares: a Simulink.Signal object of the workspace or a dictionary
 * that has the name of a store is one for the whole model. It becomes a Data Store Memory at the
 * top of a copy of the diagram */
#include "blockdiagram/edit.h"
#include "engine/building.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the name of a store */
typedef struct found {
    char name[200];
} found;

static bool has_type(const bd_node *node, const char *type) {
    return strcmp(node->type, type) == 0;
}

static bool is_declared(const bd_system *system, const char *name) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        const char *own =
            has_type(node, "DataStoreMemory") ? bd_node_parameter(node, "DataStoreName") : NULL;
        if ((own && strcmp(own, name) == 0) || (node->system && is_declared(node->system, name)))
            return true;
    }
    return false;
}

static const bd_value *signal_object(const bd_model *model, const char *name) {
    const bd_value *value = bd_workspace_find(model->scopes.model, name);
    return value && bd_value_field(value, "InitialValue") && bd_value_field(value, "DataType")
               ? value
               : NULL;
}

/* the first one that is used, not declared, and an object */
static bool look_for(const bd_model *model, const bd_system *system, found *f) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        const char *name = has_type(node, "DataStoreRead") || has_type(node, "DataStoreWrite")
                               ? bd_node_parameter(node, "DataStoreName")
                               : NULL;
        if (name && *name && strlen(name) < sizeof f->name &&
            !is_declared(model->diagram->root, name) && signal_object(model, name)) {
            snprintf(f->name, sizeof f->name, "%s", name);
            return true;
        }
        if (node->system && look_for(model, node->system, f))
            return true;
    }
    return false;
}

/* a property as text of a parameter; `usual` if it is empty or says nothing */
static void property(const bd_value *object, const char *name, const char *usual, char *text,
                     size_t size) {
    const bd_value *value = bd_value_field(object, name);
    bd_error error = {0};
    char *words = NULL;
    snprintf(text, size, "%s", usual);
    if (!value || bd_value_is_empty(value))
        return;
    if (value->type == BD_CHAR && bd_value_text(value, name, &words, &error) == BD_OK &&
        strcmp(words, "auto") != 0)
        snprintf(text, size, "%s", words);
    else if (value->type == BD_DOUBLE && value->count <= 4) {
        size_t used = (size_t)snprintf(text, size, "[");
        for (size_t i = 0; i < value->count && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%.17g ",
                                     ((const double *)value->re)[i]);
        if (used < size)
            snprintf(text + used, size - used, "]");
    }
    free(words);
}

static bd_status declare(bd_model *model, const found *f) {
    const bd_value *object = signal_object(model, f->name);
    char initial[500], type[200], dims[200], name[300];
    property(object, "InitialValue", "0", initial, sizeof initial);
    property(object, "DataType", "Inherit: auto", type, sizeof type);
    property(object, "Dimensions", "-1", dims, sizeof dims);
    snprintf(name, sizeof name, "signal object %s", f->name);
    const bd_setting settings[] = {{"DataStoreName", f->name}, {"InitialValue", initial}};
    bd_node *node;
    BD_TRY(bd_own_diagram(model));
    BD_TRY(bd_edit_add(model->own_diagram->root, "built-in/DataStoreMemory", name, settings,
                       sizeof settings / sizeof *settings, &node, &model->home.error));
    BD_TRY(bd_node_set(node, "OutDataTypeStr", type));
    return bd_node_set(node, "Dimensions", dims);
}

bd_status bd_declare_signal_stores(bd_model *model) {
    for (found f; look_for(model, model->diagram->root, &f);)
        BD_TRY(declare(model, &f));
    return BD_OK;
}
