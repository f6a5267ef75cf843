/* one block: a link as the link it was, anything else with its mask and inside */
#include <stdio.h>
#include <string.h>

#include "file/internal.h"
#include "file/write.h"

static void write_ports(bd_writer *w, const bd_node *node) {
    int last = BD_PORT_KINDS;
    while (last > 0 && node->ports[last - 1] == 0)
        last--;
    char list[128] = "[";
    size_t used = 1;
    for (int kind = 0; kind < last; kind++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", kind > 0 ? ", " : "",
                                 node->ports[kind]);
    snprintf(list + used, sizeof list - used, "]");
    bd_text_bare(&w->text, "Ports", "%s", list);
}

static void write_options(bd_writer *w, const bd_mask_variable *variable) {
    if (variable->option_count == 1) {
        bd_text_quoted(&w->text, "TypeOptions", variable->options[0]);
        return;
    }
    bd_text_open(&w->text, "Array");
    bd_text_quoted(&w->text, "Type", "Cell");
    bd_text_bare(&w->text, "Dimension", "%zu", variable->option_count);
    for (size_t i = 0; i < variable->option_count; i++)
        bd_text_quoted(&w->text, "Cell", variable->options[i]);
    bd_text_quoted(&w->text, "PropName", "TypeOptions");
    bd_text_close(&w->text);
}

static void write_mask_variable(bd_writer *w, const bd_mask_variable *variable, bool alone) {
    bd_text_open(&w->text, "Object");
    if (alone)
        bd_text_quoted(&w->text, "$PropName", "Parameters");
    bd_text_bare(&w->text, "$ObjectID", "%d", w->next_object++);
    if (alone)
        bd_text_quoted(&w->text, "$ClassName", "Simulink.MaskParameter");
    bd_text_quoted(&w->text, "Type", variable->style_name);
    bd_text_quoted(&w->text, "Name", variable->name);
    bd_text_quoted(&w->text, "Prompt", variable->prompt);
    bd_text_quoted(&w->text, "Value", variable->value);
    if (!variable->evaluate)
        bd_text_quoted(&w->text, "Evaluate", "off");
    if (variable->option_count > 0)
        write_options(w, variable);
    bd_text_close(&w->text);
}

static void write_mask(bd_writer *w, const bd_mask *mask) {
    bd_text *text = &w->text;
    bd_text_open(text, "Object");
    bd_text_quoted(text, "$PropName", "MaskObject");
    bd_text_bare(text, "$ObjectID", "%d", w->next_object++);
    bd_text_quoted(text, "$ClassName", "Simulink.Mask");
    bd_text_quoted(text, "Type", mask->type);
    if (*mask->initialization != '\0')
        bd_text_quoted(text, "Initialization", mask->initialization);
    if (mask->count == 1)
        write_mask_variable(w, &mask->variables[0], true);
    if (mask->count > 1) {
        bd_text_open(text, "Array");
        bd_text_quoted(text, "Type", "Simulink.MaskParameter");
        bd_text_bare(text, "Dimension", "%zu", mask->count);
        for (size_t i = 0; i < mask->count; i++)
            write_mask_variable(w, &mask->variables[i], false);
        bd_text_quoted(text, "PropName", "Parameters");
        bd_text_close(text);
    }
    bd_text_close(text);
}

static bool has_settings(const bd_node *node, int number) {
    for (size_t i = 0; i < node->port_settings_count; i++)
        if (node->port_settings[i].number == number)
            return true;
    return false;
}

/* settings as read; a signal that was only named on its line is named at its port too */
static void write_port_settings(bd_writer *w, const bd_node *node) {
    for (size_t i = 0; i < node->port_settings_count; i++) {
        const bd_port_settings *settings = &node->port_settings[i];
        bd_text_open(&w->text, "Port");
        bd_text_bare(&w->text, "PortNumber", "%d", settings->number);
        for (size_t k = 0; k < settings->parameters.count; k++)
            bd_text_key(&w->text, settings->parameters.items[k].name,
                        settings->parameters.items[k].value);
        bd_text_close(&w->text);
    }
    for (size_t i = 0; i < node->parent->line_count; i++) {
        const bd_line *line = &node->parent->lines[i];
        if (line->source.block != node || line->source.kind != BD_PORT_OUTPUT ||
            *line->name == '\0' || has_settings(node, line->source.index + 1))
            continue;
        bd_text_open(&w->text, "Port");
        bd_text_bare(&w->text, "PortNumber", "%d", line->source.index + 1);
        bd_text_quoted(&w->text, "Name", line->name);
        bd_text_close(&w->text);
    }
}

static const char *written_type(const bd_node *node) {
    if (node->link == NULL)
        return node->type;
    switch (node->link->kind) {
    case BD_LINK_MODEL:
        return "ModelReference";
    case BD_LINK_SUBSYSTEM:
        return "SubSystem";
    default:
        return "Reference";
    }
}

bd_status bd_write_block(bd_writer *w, const bd_node *node, const char *position) {
    const bd_link *link = node->link;
    if (link == NULL && bd_node_chart_kind(node) != NULL)
        return bd_error_set(w->error, BD_UNSUPPORTED,
                            "%s: the content of this chart or MATLAB Function would be lost",
                            node->path);
    bd_text *text = &w->text;
    const bd_parameters *parameters = link != NULL ? &link->written : &node->parameters;
    const char *type = written_type(node);
    bd_text_open(text, "Block");
    if (strpbrk(type, " \t\n\r\"") == NULL && strlen(type) < 200)
        bd_text_bare(text, "BlockType", "%s", type);
    else
        bd_text_quoted(text, "BlockType", type);
    bd_text_quoted(text, "Name", node->name);
    if (*node->sid != '\0')
        bd_text_quoted(text, "SID", node->sid);
    write_ports(w, node);
    if (bd_parameters_find(parameters, "Position") == NULL)
        bd_text_bare(text, "Position", "%s", position);
    bool library = strcmp(type, "Reference") == 0 && link != NULL;
    if (library) {
        bd_text_quoted(text, "SourceBlock", link->source);
        bd_text_quoted(text, "SourceType", link->source_type);
    }
    for (size_t i = 0; i < parameters->count; i++)
        bd_text_key(text, parameters->items[i].name, parameters->items[i].value);
    /* the mask of a link is the library's, that of a referenced model its arguments */
    bool own_mask = link == NULL || link->kind == BD_LINK_SUBSYSTEM;
    if (node->mask != NULL && own_mask)
        write_mask(w, node->mask);
    write_port_settings(w, node);
    bd_status status = BD_OK;
    if (node->system != NULL && link == NULL)
        status = bd_write_system(w, node->system, node->name);
    bd_text_close(text);
    return status;
}
