/* reads tables of rows; two words of its own make the notation of mini.h shorter */
#include "rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *behind(const char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    line += length;
    while (*line == ' ')
        line++;
    return line;
}

static void append(char *text, size_t capacity, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, capacity - used, "%s", more);
}

/* "seq u 1 2 3": these values at 0, 1, 2 … seconds, the last one for ever */
static void add_sequence(row *r, const char *words) {
    char name[64], line[1200];
    int used = 0, count = 0;
    if (sscanf(words, "%63s %n", name, &used) != 1)
        return;
    for (const char *c = words + used; *c; c++)
        count += *c != ' ' && (c[1] == ' ' || c[1] == '\0');
    snprintf(line, sizeof line,
             "FromWorkspace %s VariableName='[(0:%d)`,[%s]`]' SampleTime=1 Interpolate=off "
             "OutputAfterFinalValue='Holding final value'\n",
             name, count - 1, words + used);
    if (!strstr(r->text, "set SolverName"))
        append(r->text, sizeof r->text, "set SolverName FixedStepDiscrete\nset FixedStep 1\n");
    if (!strstr(r->text, "set StopTime")) {
        char stop[64];
        snprintf(stop, sizeof stop, "set StopTime %d\n", count - 1);
        append(r->text, sizeof r->text, stop);
    }
    append(r->text, sizeof r->text, line);
}

/* "out y a:2": an Outport y at output 2 of a */
static void add_outport(row *r, const char *words) {
    char name[64], from[64], line[200];
    if (sscanf(words, "%63s %63s", name, from) != 2)
        return;
    snprintf(line, sizeof line, "Outport %s\n%s -> %s\n", name, from, name);
    append(r->text, sizeof r->text, line);
}

static void trim(char *text) {
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
}

/* "expect [times|type] y[(t)] [at …] [~tolerance] = …" */
static bool add_expectation(row *r, const char *words, int line) {
    if (r->expectation_count >= (int)(sizeof r->expectations / sizeof *r->expectations))
        return false;
    expectation *e = &r->expectations[r->expectation_count++];
    memset(e, 0, sizeof *e);
    e->line = line;
    e->tolerance = 1e-12;
    const char *equals = strchr(words, '=');
    if (!equals || (size_t)(equals - words) >= 600)
        return false;
    char left[600];
    snprintf(left, sizeof left, "%.*s", (int)(equals - words), words);
    snprintf(e->values, sizeof e->values, "%s", equals + 1);
    char *tolerance = strchr(left, '~');
    if (tolerance) {
        e->tolerance = atof(tolerance + 1);
        *tolerance = '\0';
    }
    trim(left);
    const char *rest = behind(left, "times"), *type = behind(left, "type");
    e->kind = rest ? EXPECT_TIMES : type ? EXPECT_TYPE : EXPECT_VALUES;
    rest = rest ? rest : type ? type : left;
    const char *at = strstr(rest, " at ");
    const char *end = at ? at : rest + strlen(rest);
    if (at) {
        e->kind = EXPECT_AT;
        snprintf(e->times, sizeof e->times, "%s", at + 4);
    } else if (end - rest > 3 && strcmp(end - 3, "(t)") == 0) {
        e->kind = EXPECT_FORMULA;
        end -= 3;
    }
    snprintf(e->signal, sizeof e->signal, "%.*s", (int)(end - rest), rest);
    return e->signal[0] != '\0';
}

static bool add_text_expectation(row *r, expectation_kind kind, const char *text, int line) {
    if (!add_expectation(r, "text =", line))
        return false;
    expectation *e = &r->expectations[r->expectation_count - 1];
    e->kind = kind;
    snprintf(e->values, sizeof e->values, "%s", text);
    return true;
}

static row *add_row(row_table *table, const char *table_name, const char *title, int line) {
    row *rows = realloc(table->rows, (table->count + 1) * sizeof *rows);
    if (!rows)
        return NULL;
    table->rows = rows;
    row *r = &rows[table->count++];
    memset(r, 0, sizeof *r);
    snprintf(r->name, sizeof r->name, "%s: %s", table_name, title);
    r->line = line;
    return r;
}

/* parts of diagrams that rows share: "define NAME" … "end", then "use NAME" */
typedef struct definition {
    char name[32];
    char text[1024];
} definition;

typedef struct definitions {
    definition items[8];
    int count;
    bool open;
} definitions;

static bool add_definition_line(definitions *d, const char *line) {
    if (strcmp(line, "end") == 0) {
        d->open = false;
        return true;
    }
    definition *last = &d->items[d->count - 1];
    append(last->text, sizeof last->text, line);
    append(last->text, sizeof last->text, "\n");
    return strlen(last->text) + 1 < sizeof last->text;
}

static bool open_definition(definitions *d, const char *name) {
    if (d->count >= (int)(sizeof d->items / sizeof *d->items))
        return false;
    definition *next = &d->items[d->count++];
    snprintf(next->name, sizeof next->name, "%s", name);
    next->text[0] = '\0';
    d->open = true;
    return true;
}

static bool use_definition(const definitions *d, row *r, const char *name) {
    for (int i = 0; i < d->count; i++)
        if (strcmp(d->items[i].name, name) == 0) {
            append(r->text, sizeof r->text, d->items[i].text);
            return true;
        }
    return false;
}

static bool add_line(row *r, const definitions *d, const char *line, int number) {
    const char *rest;
    if ((rest = behind(line, "source")))
        append(r->source, sizeof r->source, rest);
    else if ((rest = behind(line, "version")))
        snprintf(r->version, sizeof r->version, "%s", rest);
    else if ((rest = behind(line, "expect")))
        return add_expectation(r, rest, number);
    else if ((rest = behind(line, "refuse")))
        return add_text_expectation(r, EXPECT_REFUSED, rest, number);
    else if ((rest = behind(line, "log")))
        return add_text_expectation(r, EXPECT_LOG, rest, number);
    else if ((rest = behind(line, "use")))
        return use_definition(d, r, rest);
    else if ((rest = behind(line, "seq")))
        add_sequence(r, rest);
    else if ((rest = behind(line, "out")))
        add_outport(r, rest);
    else {
        append(r->text, sizeof r->text, line);
        append(r->text, sizeof r->text, "\n");
    }
    return strlen(r->text) + 1 < sizeof r->text;
}

bool rows_read(row_table *table, const char *path, const char *table_name) {
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    char line[2048];
    bool good = true;
    row *r = NULL;
    definitions parts = {.count = 0};
    for (int number = 1; good && fgets(line, sizeof line, file); number++) {
        const char *text = line;
        trim(line);
        while (*text == ' ')
            text++;
        const char *title = behind(text, "=="), *part = behind(text, "define");
        if (*text == '\0' || *text == '#')
            continue;
        if (parts.open)
            good = add_definition_line(&parts, text);
        else if (part)
            good = open_definition(&parts, part);
        else if (title)
            good = (r = add_row(table, table_name, title, number)) != NULL;
        else
            good = r && add_line(r, &parts, text, number);
        if (!good)
            printf("%s:%d: not understood: %s\n", path, number, text);
    }
    fclose(file);
    return good;
}

void rows_free(row_table *table) {
    free(table->rows);
    *table = (row_table){0};
}

const row *rows_find(const row_table *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].name, name) == 0)
            return &table->rows[i];
    return NULL;
}
