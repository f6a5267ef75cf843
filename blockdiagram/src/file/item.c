/* sections and keys in memory */
#include "file/item.h"

#include <stdio.h>
#include <string.h>

#include "common/sentence.h"

static bd_file_item *add(bd_items *items, bd_file_item *parent, const char *name) {
    bd_file_item *item = parent ? bd_arena_alloc(items->arena, sizeof *item) : NULL;
    if (!item) {
        items->failed = true;
        return NULL;
    }
    item->name = name;
    item->text = "";
    if (parent->last)
        parent->last->next = item;
    else
        parent->first = item;
    parent->last = item;
    return item;
}

bd_file_item *bd_item_section(bd_items *items, bd_file_item *parent, const char *name) {
    bd_file_item *item = add(items, parent, name);
    if (item)
        item->section = true;
    return item;
}

bd_file_item *bd_item_quoted(bd_items *items, bd_file_item *parent, const char *name,
                             const char *text) {
    bd_file_item *item = add(items, parent, name);
    if (item)
        item->text = text;
    return item;
}

bd_file_item *bd_item_bare(bd_items *items, bd_file_item *parent, const char *name,
                           const char *format, ...) {
    CM_SENTENCE(value, 256, format);
    const char *copy = bd_arena_copy(items->arena, value);
    bd_file_item *item = add(items, parent, name);
    if (!item || !copy) {
        items->failed = true;
        return item;
    }
    item->text = copy;
    item->bare = true;
    return item;
}

/* a list of numbers in brackets, such as a position */
static bool is_number_list(const char *value) {
    size_t length = strlen(value);
    return length >= 2 && length < 200 && value[0] == '[' && value[length - 1] == ']' &&
           strspn(value + 1, "0123456789.,;- ") == length - 2;
}

bd_file_item *bd_item_key(bd_items *items, bd_file_item *parent, const char *name,
                          const char *text) {
    static const char *const vectors[] = {"Position",          "Location",        "Ports",
                                          "PaperPosition",     "ScrollBarOffset", "Points",
                                          "TiledPaperMargins", "Labels"};
    static const char *const numbers[] = {"ZOrder", "PortNumber", "Version", "BlockRotation",
                                          "FontSize"};
    bool bare = strcmp(text, "on") == 0 || strcmp(text, "off") == 0;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        bare = bare || (strcmp(name, vectors[i]) == 0 && is_number_list(text));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bare = bare || (strcmp(name, numbers[i]) == 0 && *text != '\0' && strlen(text) < 20 &&
                        strspn(text, "0123456789.-") == strlen(text));
    bd_file_item *item = bd_item_quoted(items, parent, name, text);
    if (item)
        item->bare = bare;
    return item;
}

void bd_item_property(bd_items *items, bd_file_item *parent, const char *name, const char *class,
                      const char *text) {
    bd_file_item *item = bd_item_quoted(items, parent, name, text);
    if (item)
        item->class = class;
}

bd_file_item *bd_item_find(const bd_file_item *section, const char *name) {
    for (bd_file_item *t = section ? section->first : NULL; t; t = t->next)
        if (!t->section && strcmp(t->name, name) == 0)
            return t;
    return NULL;
}
