/* text that grows, in the words of .mdl: sections, keys, quoted values */
#ifndef BD_FILE_TEXT_H
#define BD_FILE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"

typedef struct bd_text {
    char *bytes;
    size_t size;
    size_t capacity;
    int depth;
    bool failed;         /* memory has ended */
    const char *bad_key; /* a name the format cannot hold, or NULL */
} bd_text;

void bd_text_open(bd_text *text, const char *section);
void bd_text_close(bd_text *text);

/* key with a value as it is, or in quotes with escapes */
void bd_text_bare(bd_text *text, const char *key, const char *format, ...) BD_PRINTF(3, 4);
void bd_text_quoted(bd_text *text, const char *key, const char *value);

/* key of a block, system or model in the form releases write it */
void bd_text_key(bd_text *text, const char *key, const char *value);

#endif
