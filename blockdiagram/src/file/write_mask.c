/* a mask: strings with one entry per variable up to 7.9, an object since */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "file/internal.h"
#include "file/write.h"

/* what a mask says besides its variables: key of a block and usual value. The property of the object
 * is called as the key, without "Mask" */
static const cm_pair details[] = {
    {"MaskDescription", ""},
    {"MaskHelp", ""},
    {"MaskDisplay", ""},
    {"MaskSelfModifiable", "off"},
    {"MaskIconFrame", "on"},
    {"MaskIconOpaque", "on"},
    {"MaskIconRotate", "none"},
    {"MaskPortRotate", "default"},
    {"MaskIconUnits", "autoscale"},
    {"MaskRunInitForIconRedraw", "off"},
};

static const char *property_of(size_t detail) {
    return details[detail].word + strlen("Mask");
}

/* what a variable says besides name, prompt and value */
static const struct {
    const char *key, *property, *usual;
    char separator;
} flags[] = {
    {"MaskTunableValueString", "Tunable", "on", ','},
    {"MaskCallbackString", "Callback", "", '|'},
    {"MaskEnableString", "Enabled", "on", ','},
    {"MaskVisibilityString", "Visible", "on", ','},
    {"MaskToolTipString", "ToolTip", "on", ','},
    {"MaskTabNameString", "TabName", "", ','},
};

#define DETAILS (sizeof details / sizeof *details)
#define FLAGS   (sizeof flags / sizeof *flags)

bool bd_is_mask_detail(const char *name) {
    for (size_t i = 0; i < DETAILS; i++)
        if (strcmp(details[i].word, name) == 0)
            return true;
    for (size_t i = 0; i < FLAGS; i++)
        if (strcmp(flags[i].key, name) == 0)
            return true;
    return false;
}

const char *bd_mask_detail_key(const char *property) {
    for (size_t i = 0; i < DETAILS; i++)
        if (strcmp(property_of(i), property) == 0)
            return details[i].word;
    return NULL;
}

size_t bd_mask_flag_count(void) {
    return FLAGS;
}

const char *bd_mask_flag(size_t i, const char **property, const char **usual, char *separator) {
    *property = flags[i].property;
    *usual = flags[i].usual;
    *separator = flags[i].separator;
    return flags[i].key;
}

static void add_escaped(bd_text *text, const char *value, char separator) {
    for (; *value != '\0'; value++) {
        if (*value == separator && separator == '|')
            bd_text_add(text, "\\");
        bd_text_put(text, value, 1);
    }
}

/* a text of the arena, from one that grows */
static const char *finished(bd_writer *w, bd_text *text) {
    const char *copy =
        text->size > 0 ? bd_arena_copy_bytes(w->items.arena, text->bytes, text->size) : "";
    if (text->failed || !copy) {
        w->items.failed = true;
        copy = "";
    }
    free(text->bytes);
    return copy;
}

static void style(bd_text *text, const bd_mask_variable *variable) {
    bd_text_add(text, *variable->style_name != '\0' ? variable->style_name : "edit");
    if (variable->style != BD_MASK_POPUP)
        return;
    bd_text_add(text, "(");
    for (size_t i = 0; i < variable->option_count; i++) {
        bd_text_add(text, i > 0 ? "|" : "");
        add_escaped(text, variable->options[i], '|');
    }
    bd_text_add(text, ")");
}

typedef enum string { PROMPT, STYLE, VARIABLES, VALUE } string;

static const char *joined(bd_writer *w, const bd_mask *mask, string which) {
    static const char *const separators[] = {"|", ",", "", "|"};
    bd_text text = {0};
    for (size_t i = 0; i < mask->count; i++) {
        const bd_mask_variable *variable = &mask->variables[i];
        bd_text_add(&text, i > 0 ? separators[which] : "");
        if (which == PROMPT)
            add_escaped(&text, variable->prompt, '|');
        else if (which == STYLE)
            style(&text, variable);
        else if (which == VALUE)
            add_escaped(&text, variable->value, '|');
        else {
            char place[32];
            snprintf(place, sizeof place, "=%c%zu;", variable->evaluate ? '@' : '&', i + 1);
            bd_text_add(&text, variable->name);
            bd_text_add(&text, place);
        }
    }
    return finished(w, &text);
}

/* entry i of a string of entries; length 0 beyond the last */
static const char *entry(const char *list, char separator, size_t i, size_t *length) {
    for (;; i--) {
        size_t n = 0;
        while (list[n] != '\0' && list[n] != separator)
            n += list[n] == '\\' && separator == '|' && list[n + 1] == '|' ? 2 : 1;
        *length = n;
        if (i == 0)
            return list;
        if (list[n] == '\0') {
            *length = 0;
            return "";
        }
        list += n + 1;
    }
}

static const char *repeated(bd_writer *w, const char *usual, char separator, size_t count) {
    bd_text text = {0};
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            bd_text_put(&text, &separator, 1);
        bd_text_add(&text, usual);
    }
    return finished(w, &text);
}

static size_t entries(const char *list, char separator) {
    size_t count = 1;
    for (; *list != '\0'; list++) {
        if (separator == '|' && list[0] == '\\' && list[1] == '|')
            list++;
        else
            count += *list == separator;
    }
    return count;
}

/* the string of the block if it has an entry for each variable */
static const char *flag_string(const bd_node *node, size_t i) {
    const char *own = bd_parameters_find(&node->parameters, flags[i].key);
    return own && entries(own, flags[i].separator) == node->mask->count ? own : NULL;
}

static void write_strings(bd_writer *w, bd_file_item *block, const bd_node *node) {
    const bd_mask *mask = node->mask;
    bd_items *items = &w->items;
    const bd_parameters *own = &node->parameters;
    bd_item_quoted(items, block, "MaskType", mask->type);
    for (size_t i = 0; i < 2; i++) {
        const char *text = bd_parameters_find(own, details[i].word);
        if (text && *text != '\0')
            bd_item_quoted(items, block, details[i].word, text);
    }
    if (mask->count > 0) {
        bd_item_quoted(items, block, "MaskPromptString", joined(w, mask, PROMPT));
        bd_item_quoted(items, block, "MaskStyleString", joined(w, mask, STYLE));
        bd_item_quoted(items, block, "MaskVariables", joined(w, mask, VARIABLES));
        for (size_t i = 0; i < FLAGS; i++) {
            const char *text = flag_string(node, i);
            if (!text && *flags[i].usual == '\0' && flags[i].separator == ',')
                continue; /* no tabs */
            if (!text)
                text = repeated(w, flags[i].usual, flags[i].separator, mask->count);
            bd_item_quoted(items, block, flags[i].key, text);
        }
    }
    if (*mask->initialization != '\0')
        bd_item_quoted(items, block, "MaskInitialization", mask->initialization);
    for (size_t i = 2; i < DETAILS; i++) {
        const char *text = bd_parameters_find(own, details[i].word);
        const bool always = strncmp(property_of(i), "Icon", 4) == 0 ||
                            strcmp(property_of(i), "PortRotate") == 0;
        if (text || always)
            bd_item_key(items, block, details[i].word, text ? text : details[i].other);
    }
    if (mask->count > 0)
        bd_item_quoted(items, block, "MaskValueString", joined(w, mask, VALUE));
}

static void write_options(bd_writer *w, bd_file_item *parent, const bd_mask_variable *variable) {
    bd_items *items = &w->items;
    if (variable->option_count == 1) {
        bd_item_property(items, parent, "TypeOptions", "char", variable->options[0]);
        return;
    }
    bd_file_item *array = bd_item_section(items, parent, "Array");
    bd_item_quoted(items, array, "Type", "Cell");
    bd_item_bare(items, array, "Dimension", "%zu", variable->option_count);
    for (size_t i = 0; i < variable->option_count; i++)
        bd_item_quoted(items, array, "Cell", variable->options[i]);
    bd_item_quoted(items, array, "PropName", "TypeOptions");
}

static void write_variable(bd_writer *w, bd_file_item *parent, const bd_node *node, size_t number) {
    const bd_mask_variable *variable = &node->mask->variables[number];
    bd_items *items = &w->items;
    const bool alone = node->mask->count == 1;
    bd_file_item *object = bd_item_section(items, parent, "Object");
    if (alone)
        bd_item_quoted(items, object, "$PropName", "Parameters");
    bd_item_bare(items, object, "$ObjectID", "%d", w->next_object++);
    if (alone)
        bd_item_quoted(items, object, "$ClassName", "Simulink.MaskParameter");
    bd_item_property(items, object, "Type", "char",
                     *variable->style_name != '\0' ? variable->style_name : "edit");
    if (variable->option_count > 0)
        write_options(w, object, variable);
    bd_item_property(items, object, "Name", "char", variable->name);
    bd_item_property(items, object, "Prompt", "char", variable->prompt);
    bd_item_property(items, object, "Value", "char", variable->value);
    if (!variable->evaluate)
        bd_item_property(items, object, "Evaluate", "char", "off");
    for (size_t i = 0; i < FLAGS; i++) {
        const char *list = flag_string(node, i);
        size_t length = 0;
        const char *own = list ? entry(list, flags[i].separator, number, &length) : "";
        if (!list || (strlen(flags[i].usual) == length && memcmp(own, flags[i].usual, length) == 0))
            continue;
        const char *text = bd_arena_copy_bytes(items->arena, own, length);
        if (!text)
            items->failed = true;
        else
            bd_item_property(items, object, flags[i].property, "char", text);
    }
}

static void write_object(bd_writer *w, bd_file_item *block, const bd_node *node) {
    const bd_mask *mask = node->mask;
    bd_items *items = &w->items;
    bd_file_item *object = bd_write_object(w, block, "MaskObject", "Simulink.Mask");
    if (*mask->type != '\0')
        bd_item_property(items, object, "Type", "char", mask->type);
    for (size_t i = 0; i < DETAILS; i++) {
        const char *text = bd_parameters_find(&node->parameters, details[i].word);
        if (text && strcmp(text, details[i].other) != 0)
            bd_item_property(items, object, property_of(i), "char", text);
    }
    if (*mask->initialization != '\0')
        bd_item_property(items, object, "Initialization", "char", mask->initialization);
    bd_file_item *list = object;
    if (mask->count > 1) {
        list = bd_item_section(items, object, "Array");
        bd_item_quoted(items, list, "Type", "Simulink.MaskParameter");
        bd_item_bare(items, list, "Dimension", "%zu", mask->count);
    }
    for (size_t i = 0; i < mask->count; i++)
        write_variable(w, list, node, i);
    if (mask->count > 1)
        bd_item_quoted(items, list, "PropName", "Parameters");
}

void bd_write_mask(bd_writer *w, bd_file_item *block, const bd_node *node) {
    if (w->release->objects)
        write_object(w, block, node);
    else
        write_strings(w, block, node);
}
