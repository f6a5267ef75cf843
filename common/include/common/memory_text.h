/* the end of a text that was written into memory (open_memstream): the C library forgets at fclose
 * that there was no room for a part of it */
#ifndef COMMON_MEMORY_TEXT_H
#define COMMON_MEMORY_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* true if all of it is there; else the text is freed and NULL. A stream that is NULL has none */
static inline bool cm_memory_text_close(FILE *out, char **text) {
    const bool written = out && !ferror(out);
    const bool closed = out && fclose(out) == 0;
    if (written && closed && *text)
        return true;
    free(*text);
    *text = NULL;
    return false;
}

#endif
