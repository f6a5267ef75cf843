/* tables of options as text for an engineer */
#include "arguments.h"

#include <string.h>

#define WIDTH          100
#define LARGEST_MARGIN 30

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

/* 'NAME VALUE' of an option */
static int option_width(const argument *o) {
    return width_of(o->name, strlen(o->name)) +
           (o->value ? 1 + width_of(o->value, strlen(o->value)) : 0);
}

/* where the texts begin: behind the longest option, but for those that are too long for a column
 * and have their texts on the next line */
static int text_margin(const argument *options) {
    int margin = 0;
    for (const argument *o = options; o->name; o++) {
        const int width = o->kind == ARGUMENT_HEADING ? 0 : 4 + option_width(o);
        if (width <= LARGEST_MARGIN && width > margin)
            margin = width;
    }
    return margin > 0 ? margin : LARGEST_MARGIN;
}

void arguments_help(const argument *options, FILE *out) {
    const int margin = text_margin(options);
    for (const argument *o = options; o->name; o++) {
        if (o->kind == ARGUMENT_HEADING) {
            fprintf(out, "%s%s\n", o == options ? "" : "\n", o->name);
            continue;
        }
        fprintf(out, "  %s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        int column = 2 + option_width(o);
        if (column + 2 > margin) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%*s", margin - column, "");
        put_words(o->help, strlen(o->help), margin, margin, out);
    }
}
