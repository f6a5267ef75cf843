/* a file before it is written: sections with keys and further sections, in order. Written as .mdl
 * text (item_text.c) or as XML (item_xml.c) */
#ifndef BD_FILE_ITEM_H
#define BD_FILE_ITEM_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/text.h"

typedef struct bd_file_item {
    const char *name;
    const char *text; /* of a key */
    bool section;
    bool bare; /* .mdl: the value without quotes */
    const char
        *class; /* XML: class of the value in an object, or NULL; .mdl: numbers in brackets */
    struct bd_file_item *first, *last, *next;
} bd_file_item;

/* everything below belongs to the arena, texts are not copied. Without memory nothing is added, and
 * *failed is set */
typedef struct bd_items {
    bd_arena *arena;
    bool failed;
} bd_items;

bd_file_item *bd_item_section(bd_items *items, bd_file_item *parent, const char *name);
bd_file_item *bd_item_quoted(bd_items *items, bd_file_item *parent, const char *name,
                             const char *text);
bd_file_item *bd_item_bare(bd_items *items, bd_file_item *parent, const char *name,
                           const char *format, ...) BD_PRINTF(4, 5);

/* quoted or not, as releases write a key of this name and value */
bd_file_item *bd_item_key(bd_items *items, bd_file_item *parent, const char *name,
                          const char *text);

/* a property of an object: of class "char", "double", "logical" … */
void bd_item_property(bd_items *items, bd_file_item *parent, const char *name, const char *class,
                      const char *text);

/* the key of this name, or NULL */
bd_file_item *bd_item_find(const bd_file_item *section, const char *name);

/* text in which the arena's memory is not needed; its failed flag tells of lost memory */
void bd_item_write_text(const bd_file_item *item, bd_text *text);
void bd_item_write_xml(const bd_file_item *item, bd_text *text);

#endif
