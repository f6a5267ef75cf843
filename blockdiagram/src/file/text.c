/* one item per line, two blanks per level */
#include "file/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(bd_text *text, const char *bytes, size_t size) {
    if (text->failed)
        return;
    if (size > SIZE_MAX / 4 - text->size) {
        text->failed = true;
        return;
    }
    if (text->size + size + 1 > text->capacity) {
        size_t capacity = 2 * (text->size + size) + 256;
        char *grown = realloc(text->bytes, capacity);
        if (grown == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

static void put_text(bd_text *text, const char *string) {
    put(text, string, strlen(string));
}

static bool is_key(const char *key) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_.$-:";
    return *key != '\0' && strspn(key, allowed) == strlen(key);
}

static void put_key(bd_text *text, const char *key) {
    for (int i = 0; i < text->depth; i++)
        put(text, "  ", 2);
    if (!is_key(key) && text->bad_key == NULL)
        text->bad_key = key;
    put_text(text, key);
    put(text, "\t", 1);
}

void bd_text_open(bd_text *text, const char *section) {
    for (int i = 0; i < text->depth; i++)
        put(text, "  ", 2);
    put_text(text, section);
    put_text(text, " {\n");
    text->depth++;
}

void bd_text_close(bd_text *text) {
    text->depth--;
    for (int i = 0; i < text->depth; i++)
        put(text, "  ", 2);
    put_text(text, "}\n");
}

void bd_text_bare(bd_text *text, const char *key, const char *format, ...) {
    char value[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    put_key(text, key);
    put_text(text, value);
    put(text, "\n", 1);
}

void bd_text_quoted(bd_text *text, const char *key, const char *value) {
    put_key(text, key);
    put(text, "\"", 1);
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            put(text, "\\", 1);
        if (*c == '\n')
            put(text, "\\n", 2);
        else
            put(text, c, 1);
    }
    put(text, "\"\n", 2);
}

/* a list of numbers in brackets, such as a position */
static bool is_number_list(const char *value) {
    size_t length = strlen(value);
    return length >= 2 && length < 200 && value[0] == '[' && value[length - 1] == ']' &&
           strspn(value + 1, "0123456789.,- ") == length - 2;
}

void bd_text_key(bd_text *text, const char *key, const char *value) {
    static const char *const vectors[] = {"Position", "Location", "Ports", "PaperPosition",
                                          "ScrollBarOffset"};
    static const char *const numbers[] = {"ZOrder", "PortNumber", "Version"};
    bool bare = strcmp(value, "on") == 0 || strcmp(value, "off") == 0;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        bare = bare || (strcmp(key, vectors[i]) == 0 && is_number_list(value));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bare = bare || (strcmp(key, numbers[i]) == 0 && *value != '\0' && strlen(value) < 20 &&
                        strspn(value, "0123456789.-") == strlen(value));
    if (bare)
        bd_text_bare(text, key, "%s", value);
    else
        bd_text_quoted(text, key, value);
}
