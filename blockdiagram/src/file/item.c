/* sections and keys in memory */
#include "file/item.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bd_item *add(bd_items *items, bd_item *parent, const char *name) {
    bd_item *item = parent != NULL ? bd_arena_alloc(items->arena, sizeof *item) : NULL;
    if (item == NULL) {
        items->failed = true;
        return NULL;
    }
    item->name = name;
    item->text = "";
    if (parent->last != NULL)
        parent->last->next = item;
    else
        parent->first = item;
    parent->last = item;
    return item;
}

bd_item *bd_item_section(bd_items *items, bd_item *parent, const char *name) {
    bd_item *item = add(items, parent, name);
    if (item != NULL)
        item->section = true;
    return item;
}

bd_item *bd_item_quoted(bd_items *items, bd_item *parent, const char *name, const char *text) {
    bd_item *item = add(items, parent, name);
    if (item != NULL)
        item->text = text;
    return item;
}

bd_item *bd_item_bare(bd_items *items, bd_item *parent, const char *name, const char *format, ...) {
    char value[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    const char *copy = bd_arena_copy(items->arena, value);
    bd_item *item = add(items, parent, name);
    if (item == NULL || copy == NULL) {
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

bd_item *bd_item_key(bd_items *items, bd_item *parent, const char *name, const char *text) {
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
    bd_item *item = bd_item_quoted(items, parent, name, text);
    if (item != NULL)
        item->bare = bare;
    return item;
}

void bd_item_property(bd_items *items, bd_item *parent, const char *name, const char *class,
                      const char *text) {
    bd_item *item = bd_item_quoted(items, parent, name, text);
    if (item != NULL)
        item->class = class;
}

bd_item *bd_item_find(const bd_item *section, const char *name) {
    for (bd_item *t = section != NULL ? section->first : NULL; t != NULL; t = t->next)
        if (!t->section && strcmp(t->name, name) == 0)
            return t;
    return NULL;
}
