/* defaults of systems, blocks, lines and masks, and of every block type in use */
#include <string.h>

#include "file/default_table.h"
#include "file/internal.h"
#include "file/write.h"

static const bd_parameters *own_defaults(const bd_diagram *diagram, const char *type) {
    for (size_t i = 0; i < diagram->defaults_count; i++)
        if (strcmp(diagram->defaults[i].type, type) == 0)
            return &diagram->defaults[i].parameters;
    return NULL;
}

/* defaults of the file stay in force; the release adds what they do not tell */
static void write_type_defaults(bd_writer *w, bd_file_item *list, const char *type) {
    bd_items *items = &w->items;
    const bd_parameters *own = own_defaults(w->diagram, type);
    const char *const keys = bd_release_block_keys(w->release, type);
    bd_file_item *block = bd_item_section(items, list, "Block");
    bd_file_item *head = bd_item_quoted(items, block, "BlockType", type);
    if (head)
        head->bare = strpbrk(type, " \t\n\r\"") == NULL;
    bd_write_section(w, block, keys, own);
    bd_release_key key;
    for (size_t i = 0; own && i < own->count; i++) {
        const char *name = own->items[i].name, *other = bd_parameter_other_name(type, name);
        bd_file_item *renamed = other ? bd_item_find(block, other) : NULL;
        if (bd_release_key_find(keys, name, &key))
            continue;
        if (renamed)
            renamed->text = own->items[i].value;
        else
            bd_item_key(items, block, name, own->items[i].value);
    }
    for (size_t i = 0; !own && *keys == '\0' && i < bd_default_count; i++)
        if (strcmp(bd_default_table[i].type, type) == 0)
            bd_item_key(items, block, bd_default_table[i].name, bd_default_table[i].value);
}

void bd_write_defaults(bd_writer *w, bd_file_item *model) {
    bd_items *items = &w->items;
    static const char *const sections[] = {"BlockDefaults", "AnnotationDefaults", "LineDefaults",
                                           "MaskDefaults", "MaskParameterDefaults"};
    if (w->package) {
        bd_file_item *system = bd_item_section(items, model, "SystemDefaults");
        const char *keys = bd_release_keys(w->release, "System");
        for (bd_release_key key; bd_release_next(&keys, &key);)
            if (strncmp(key.name, "Open ", 5) != 0 && strncmp(key.name, "ZoomFactor ", 11) != 0 &&
                strncmp(key.name, "ReportName ", 11) != 0)
                bd_write_release_key(w, system, &key, NULL);
    }
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const char *keys = bd_release_keys(w->release, sections[i]);
        if (*keys != '\0')
            bd_write_section(w, bd_item_section(items, model, sections[i]), keys, NULL);
    }
    bd_file_item *list = bd_item_section(items, model, "BlockParameterDefaults");
    for (size_t i = 0; i < w->type_count; i++)
        write_type_defaults(w, list, w->types[i]);
}
