/* escaping: the one door through which texts of others come into a page */
#define _POSIX_C_SOURCE 200809L
#include "text.h"
#include "common/xml_text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* length of the character at text if it is UTF-8 that XML allows, else 0 */
static size_t character(const char *text, size_t left) {
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80)
        return c[0] >= 0x20 || c[0] == '\t' || c[0] == '\n' ? c[0] != 0x7f : 0;
    const size_t n = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    uint32_t code = n == 4 ? c[0] & 7u : n == 3 ? c[0] & 15u : c[0] & 31u;
    for (size_t i = 1; i < n; i++)
        code = code << 6 | (c[i] & 63u);
    const bool wrong = (n == 3 && code < 0x800) || (n == 4 && code < 0x10000) || code > 0x10ffff ||
                       (code >= 0xd800 && code < 0xe000) || code == 0xfffe || code == 0xffff ||
                       (code >= 0x80 && code < 0xa0);
    return wrong ? 0 : n;
}

#define REPLACEMENT "\xef\xbf\xbd"
#define LONGEST     ((size_t)4) /* bytes of a character */

void pg_xml_part(FILE *out, const char *text, size_t size) {
    for (size_t i = 0; i < size && text[i];) {
        const size_t n =
            character(text + i, strnlen(text + i, size - i < LONGEST ? size - i : LONGEST));
        const char *entity = text[i] == '\'' ? "&#39;" : cm_xml_entity(text[i]);
        if (entity)
            fputs(entity, out);
        else if (n > 0)
            fwrite(text + i, 1, n, out);
        else
            fputs(REPLACEMENT, out);
        i += n > 0 ? n : 1;
    }
}

void pg_xml(FILE *out, const char *text) {
    pg_xml_part(out, text, strlen(text));
}

void pg_json(FILE *out, const char *text) {
    fputc('"', out);
    for (size_t i = 0; text[i];) {
        const unsigned char c = (unsigned char)text[i];
        const size_t n = character(text + i, strnlen(text + i, LONGEST));
        /* lines end at U+2028 in scripts of old browsers */
        if (c < 0x20 || strchr("\"\\<>&'", c))
            fprintf(out, "\\u%04x", c);
        else if (n == 0)
            fputs(REPLACEMENT, out);
        else
            fwrite(text + i, 1, n, out);
        i += n > 0 ? n : 1;
    }
    fputc('"', out);
}

void pg_json_number(FILE *out, double number) {
    if (isfinite(number))
        fprintf(out, "%.17g", number);
    else
        fputs("null", out);
}

void pg_base64(FILE *out, const void *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *b = bytes;
    char group[4];
    for (size_t i = 0; i < size; i += 3) {
        const unsigned x = (unsigned)b[i] << 16 | (i + 1 < size ? (unsigned)b[i + 1] << 8 : 0u) |
                           (i + 2 < size ? (unsigned)b[i + 2] : 0u);
        group[0] = digits[x >> 18];
        group[1] = digits[x >> 12 & 63];
        group[2] = i + 1 < size ? digits[x >> 6 & 63] : '=';
        group[3] = i + 2 < size ? digits[x & 63] : '=';
        fwrite(group, 1, 4, out);
    }
}

int pg_length(const char *text) {
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

char *pg_copy(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}
