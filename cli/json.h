/* texts inside JSON */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdio.h>

/* "text" with quotes and escapes */
static inline void json_text(FILE *out, const char *text) {
    fputc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p < 0x20)
            fprintf(out, "\\u%04x", *p);
        else
            fputc(*p, out);
    }
    fputc('"', out);
}

#endif
