/* .mdl text: one item per line, two blanks per level; a long text goes on in quotes on the next
 * lines */
#include <string.h>

#include "file/item.h"

#define LINE 120 /* characters, as the key MaxMDLFileLineLength says */

static bool is_key(const char *key) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_.$-:";
    return *key != '\0' && strspn(key, allowed) == strlen(key);
}

/* bytes of the character that begins here; one that is cut short counts as a byte */
static size_t character(const char *c) {
    size_t length = 1;
    while (length < 4 && ((unsigned char)c[length] & 0xC0) == 0x80)
        length++;
    return (unsigned char)*c >= 0xC0 ? length : 1;
}

static void put_quoted(bd_text *text, const char *value, size_t line_start) {
    bd_text_put(text, "\"", 1);
    for (const char *c = value; *c != '\0';) {
        if (text->size - line_start > LINE - 4) {
            bd_text_put(text, "\"\n", 2);
            line_start = text->size;
            bd_text_indent(text);
            bd_text_put(text, "\"", 1);
        }
        if (*c == '"' || *c == '\\')
            bd_text_put(text, "\\", 1);
        size_t length = character(c);
        if (*c == '\n')
            bd_text_put(text, "\\n", 2);
        else
            bd_text_put(text, c, length);
        c += length;
    }
    bd_text_put(text, "\"", 1);
}

static bool is_bare(const char *value) {
    return *value != '\0' && !strpbrk(value, "\"\n\r{}#") && value[0] != ' ' &&
           value[strlen(value) - 1] != ' ';
}

static void put_value(bd_text *text, const bd_file_item *item, size_t line_start) {
    const bool number = item->class && strcmp(item->class, "char") != 0;
    if (number && item->text[0] != '[') {
        bd_text_add(text, "[");
        bd_text_add(text, item->text);
        bd_text_add(text, "]");
    } else if (number || (item->bare && is_bare(item->text))) {
        bd_text_add(text, item->text);
    } else {
        put_quoted(text, item->text, line_start);
    }
}

void bd_item_write_text(const bd_file_item *item, bd_text *text) {
    const size_t line_start = text->size;
    if (!is_key(item->name) && !text->bad_key)
        text->bad_key = item->name;
    bd_text_indent(text);
    bd_text_add(text, item->name);
    if (!item->section) {
        bd_text_put(text, "\t", 1);
        put_value(text, item, line_start);
        bd_text_put(text, "\n", 1);
        return;
    }
    bd_text_add(text, " {\n");
    text->depth++;
    for (const bd_file_item *t = item->first; t; t = t->next)
        bd_item_write_text(t, text);
    text->depth--;
    bd_text_indent(text);
    bd_text_add(text, "}\n");
}
