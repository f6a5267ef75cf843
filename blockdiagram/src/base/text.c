/* doubles its room when it is full */
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void bd_text_put(bd_text *text, const char *bytes, size_t size) {
    if (text->failed)
        return;
    if (size > SIZE_MAX / 4 - text->size) {
        text->failed = true;
        return;
    }
    if (text->size + size + 1 > text->capacity) {
        size_t capacity = 2 * (text->size + size) + 256;
        char *grown = realloc(text->bytes, capacity);
        if (!grown) {
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

void bd_text_add(bd_text *text, const char *string) {
    bd_text_put(text, string, strlen(string));
}

void bd_text_indent(bd_text *text) {
    for (int i = 0; i < text->depth; i++)
        bd_text_put(text, "  ", 2);
}
