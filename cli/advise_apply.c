/* a copy of a model file with other parameters of one block: its text, line by line */
#define _POSIX_C_SOURCE 200809L
#include "advise.h"
#include "advise_package.h"
#include "complain.h"

#include "blockdiagram/new_file.h"
#include "common/plain_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)256 << 20)

/* the whole file; NULL and a sentence on failure */
static char *read_text(const char *path) {
    const char *why;
    size_t size;
    char *text = cm_read_plain(path, MOST_BYTES, &size, &why);
    if (!text)
        complain("advise", "'%s' cannot be read: %s", path, why);
    return text;
}

/* the parameter whose name begins the line, or -1 */
static int parameter_of(const char *line, const advice_parameter *list) {
    while (*line == ' ' || *line == '\t')
        line++;
    for (int i = 0; i < ADVICE_PARAMETERS; i++) {
        const size_t length = strlen(list[i].name);
        if (strncmp(line, list[i].name, length) == 0 && isspace((unsigned char)line[length]))
            return i;
    }
    return -1;
}

static void write_parameter(FILE *out, const char *indent, int width, const advice_parameter *p) {
    if (strcmp(p->value, "on") == 0 || strcmp(p->value, "off") == 0) {
        fprintf(out, "%.*s%s\t\t%s\n", width, indent, p->name, p->value);
        return;
    }
    fprintf(out, "%.*s%s\t\t\"", width, indent, p->name);
    for (const char *c = p->value; *c; c++)
        fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    fprintf(out, "\"\n");
}

/* braces opened less those closed on a line, texts in quotes left out */
static int depth_change(const char *line, size_t length) {
    int change = 0;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\\' && quoted)
            i++;
        else if (line[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            change += (line[i] == '{') - (line[i] == '}');
    }
    return change;
}

/* copies the text; inside the block that begins at or before line `number` parameters are exchanged
 */
static void write_copy(FILE *out, const char *text, int number, const advice_parameter *list) {
    bool written[ADVICE_PARAMETERS] = {false};
    int line_number = 1, depth = 0;
    bool inside = false, skipping = false;
    for (const char *line = text; *line; line_number++) {
        const size_t length = strcspn(line, "\n");
        const char *begin = line + strspn(line, " \t");
        const int before = depth;
        if (line_number >= number && !inside && before == 0 && strncmp(begin, "Block", 5) == 0)
            inside = true;
        if (inside)
            depth += depth_change(line, length);
        const int parameter = inside && before == 1 ? parameter_of(line, list) : -1;
        /* a long text goes on in quotes on the next lines */
        skipping = (skipping && *begin == '"') || parameter >= 0;
        if (inside && before == 1 && depth == 0) {
            for (int i = 0; i < ADVICE_PARAMETERS; i++)
                if (!written[i])
                    write_parameter(out, line, (int)(begin - line), &list[i]);
            inside = false;
            number = INT32_MAX;
        }
        if (parameter >= 0) {
            write_parameter(out, line, (int)(begin - line), &list[parameter]);
            written[parameter] = true;
        } else if (!skipping) {
            fprintf(out, "%.*s%s", (int)length, line, line[length] ? "\n" : "");
        }
        line += length + (line[length] == '\n');
    }
}

static bool copy_text(const char *path, int line, const advice_parameter *list, const char *copy) {
    char *text = read_text(path);
    FILE *out = text ? bd_new_file_open(copy, NULL) : NULL;
    if (text && !out)
        complain("advise", "'%s' cannot be written: %s", copy, strerror(errno));
    if (out)
        write_copy(out, text, line, list);
    free(text);
    return out && (fclose(out) == 0 ||
                   complain("advise", "'%s' cannot be written: %s", copy, strerror(errno)));
}

static bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), last = strlen(ending);
    return length >= last && strcmp(path + length - last, ending) == 0;
}

bool advice_apply(const char *path, const linear_model *l, const bd_diagram *diagram,
                  const advice_parameter *list, const char *copy) {
    const bd_node *node = l->holder[0] ? bd_diagram_find(diagram, l->holder) : NULL;
    const bool package = ends_with(path, ".slx");
    if (!node || node->line < 1 || (package && !node->sid[0]))
        return complain("advise", "the block's parameters are not written in this file");
    return package ? advice_apply_package(path, node->sid, list, copy)
                   : copy_text(path, node->line, list, copy);
}
