/* tables of options as text for an engineer */
#include "arguments.h"

#include <string.h>

#define WIDTH 100

/* characters, not bytes */
static int width_of(const char *text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

/* words from a column on; later lines begin at the margin */
static void put_words(const char *text, size_t length, int column, int margin, FILE *out) {
    const char *end = text + length;
    bool first = true;
    while (text < end) {
        size_t size = strcspn(text, " ");
        size = size < (size_t)(end - text) ? size : (size_t)(end - text);
        const int width = width_of(text, size);
        if (!first && column + 1 + width > WIDTH) {
            fprintf(out, "\n%*s", margin, "");
            column = margin;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, size, out);
        column += width;
        text += size + (text + size < end);
        first = false;
    }
    fputc('\n', out);
}

void print_paragraphs(const char *text, FILE *out) {
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (*text == ' ')
            fprintf(out, "%.*s\n", (int)length, text);
        else
            put_words(text, length, 0, 0, out);
        text += length + (text[length] == '\n');
    }
}

void arguments_help(const argument *options, FILE *out) {
    int margin = 0;
    for (const argument *o = options; o->name; o++) {
        const int width = o->kind == ARGUMENT_HEADING
                              ? 0
                              : 4 + width_of(o->name, strlen(o->name)) +
                                    (o->value ? 1 + width_of(o->value, strlen(o->value)) : 0);
        margin = width > margin ? width : margin;
    }
    for (const argument *o = options; o->name; o++) {
        if (o->kind == ARGUMENT_HEADING) {
            fprintf(out, "%s%s\n", o == options ? "" : "\n", o->name);
            continue;
        }
        fprintf(out, "  %s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        const int width = 2 + width_of(o->name, strlen(o->name)) +
                          (o->value ? 1 + width_of(o->value, strlen(o->value)) : 0);
        fprintf(out, "%*s", margin - width, "");
        put_words(o->help, strlen(o->help), margin, margin, out);
    }
}
