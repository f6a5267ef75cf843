/* texts inside JSON (RFC 8259) */
#include "json.h"

#include <stdbool.h>

/* length of the UTF-8 sequence at p (RFC 3629: no surrogates, no longer forms, at most 10FFFF);
 * 0 if it is none */
static int sequence_length(const unsigned char *p) {
    const int length = *p < 0x80                  ? 1
                       : *p >= 0xc2 && *p <= 0xdf ? 2
                       : *p >= 0xe0 && *p <= 0xef ? 3
                       : *p >= 0xf0 && *p <= 0xf4 ? 4
                                                  : 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    const bool wrong = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
                       (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f);
    return wrong ? 0 : length;
}

static void write_characters(FILE *out, const char *text) {
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        const int length = sequence_length(p);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p < 0x20)
            fprintf(out, "\\u%04x", *p);
        else
            fwrite(p, 1, (size_t)length, out);
        p += length ? length : 1;
    }
}

void json_text(FILE *out, const char *text) {
    fputc('"', out);
    write_characters(out, text);
    fputc('"', out);
}

void json_path(FILE *out, const char *folder, const char *name) {
    fputc('"', out);
    write_characters(out, folder);
    fputc('/', out);
    write_characters(out, name);
    fputc('"', out);
}
