/* a candidate as parameters of the block, and a model file with them */
#define _POSIX_C_SOURCE 200809L
#include "advise.h"
#include "complain.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *advice_written_options(const linear_model *l, const bd_diagram *diagram) {
    const bd_node *node = l->holder[0] ? bd_diagram_find(diagram, l->holder) : NULL;
    for (size_t i = 0; node && node->mask && i < node->mask->count; i++)
        if (strcmp(node->mask->variables[i].name, "further_options") == 0)
            return node->mask->variables[i].value;
    return "''";
}

/* what the further options need besides: settings that have no parameter of their own, and those
 * that the options would otherwise take back */
static void further_options(const linear_model *l, const char *written, const an_candidate *c,
                            char *text, size_t size) {
    char extra[512] = "";
    size_t used = 0;
#define ADD(...) used += (size_t)snprintf(extra + used, sizeof extra - used, __VA_ARGS__)
    const mr_config *config = &c->config;
    if (strstr(l->options, "order") || strstr(l->options, "predictor") ||
        strstr(l->options, "scheme"))
        ADD(" %s", c->text);
    if (config->interface_model)
        ADD(" coupling=model");
    else if (strstr(l->options, "coupling="))
        ADD(" coupling=signals");
    if (strstr(l->options, "smoothing="))
        ADD(" smoothing=%s", config->smoothing ? "on" : "off");
    if (c->slave_step != l->coupling.slave_step)
        ADD(" slave_step=%.9g", c->slave_step);
#undef ADD
    if (!extra[0])
        snprintf(text, size, "%s", written);
    else if (strcmp(written, "''") == 0 || written[0] == '\0')
        snprintf(text, size, "'%s'", extra + 1);
    else
        snprintf(text, size, "[%s, '%s']", written, extra);
}

void advice_parameters(const linear_model *l, const char *written, const an_candidate *c,
                       advice_parameter *list) {
    static const char *const names[ADVICE_PARAMETERS] = {
        "scheme",          "predictor_to_slave", "order_to_slave", "predictor_to_master",
        "order_to_master", "smoothing",          "further_options"};
    const mr_config *config = &c->config;
    for (int i = 0; i < ADVICE_PARAMETERS; i++)
        list[i].name = names[i];
    const size_t room = sizeof list[0].value;
    snprintf(list[0].value, room, "'%s'",
             config->scheme == MR_FASTEST_FIRST ? "fastest_first" : "slowest_first");
    snprintf(list[1].value, room, "'%s'", config->to_slave.type->name);
    snprintf(list[2].value, room, "%d", config->to_slave.order);
    snprintf(list[3].value, room, "'%s'", config->to_master.type->name);
    snprintf(list[4].value, room, "%d", config->to_master.order);
    snprintf(list[5].value, room, "%s", config->smoothing ? "on" : "off");
    further_options(l, written, c, list[6].value, room);
}

/* the whole file; NULL and a sentence on failure */
static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, room = 0;
    while (file && !feof(file) && !ferror(file)) {
        if (size + 4096 > room) {
            char *more = realloc(text, room = 2 * room + 65536);
            if (!more)
                break;
            text = more;
        }
        size += fread(text + size, 1, 4095, file);
        text[size] = '\0';
    }
    if (!file || ferror(file) || !text) {
        complain("advise", "'%s' cannot be read: %s", path, strerror(errno));
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
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

bool advice_apply(const char *path, const linear_model *l, const bd_diagram *diagram,
                  const advice_parameter *list, const char *copy) {
    const bd_node *node = l->holder[0] ? bd_diagram_find(diagram, l->holder) : NULL;
    const size_t length = strlen(path);
    const char *wrong = NULL;
    if (length < 4 || strcmp(path + length - 4, ".mdl") != 0)
        wrong = "--apply changes .mdl files only";
    else if (!node || node->line < 1)
        wrong = "the block's parameters are not written in this file";
    if (wrong)
        return complain("advise", "%s", wrong);
    char *text = read_text(path);
    FILE *out = text ? fopen(copy, "w") : NULL;
    if (text && !out)
        complain("advise", "'%s' cannot be written: %s", copy, strerror(errno));
    if (out)
        write_copy(out, text, node->line, list);
    free(text);
    return out &&
           (fclose(out) == 0 ||
            complain("advise", "'%s' could not be written to its end: %s", copy, strerror(errno)));
}
