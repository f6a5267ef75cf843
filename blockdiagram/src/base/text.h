/* text that grows */
#ifndef BD_BASE_TEXT_H
#define BD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"

typedef struct bd_text {
    char *bytes; /* ends with a zero once something is in it; free it */
    size_t size;
    size_t capacity;
    int depth;
    bool failed;         /* memory has ended */
    const char *bad_key; /* a name the format cannot hold, or NULL */
} bd_text;

void bd_text_put(bd_text *text, const char *bytes, size_t size);
void bd_text_add(bd_text *text, const char *string);
void bd_text_indent(bd_text *text);

#endif
