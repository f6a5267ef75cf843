/* what came out of a study: all cases as columns, results.csv, and lines on the terminal */
#define _GNU_SOURCE
#include "study.h"
#include "study_report.h"

#include "complain.h"
#include "folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILURES_TOLD 5

/* ---- columns ---- */

/* the number of a case by the name of a column; NULL if it is none */
static const double *number_of(study *s, const study_case *c, const char *name) {
    const struct {
        const description_node *map;
        const double *numbers;
    } kinds[] = {{s->measures, c->measures}, {s->times, c->times}, {s->compare, c->compared}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < description_count(kinds[k].map); i++)
            if (strcmp(description_name(&s->file, kinds[k].map, i), name) == 0)
                return &kinds[k].numbers[i];
    return NULL;
}

static bd_status set_numbers(study *s, bd_workspace *w, const char *name, bd_error *error) {
    bd_value *column = NULL;
    bd_status status = bd_value_create_doubles((size_t)s->count, 1, NULL, &column, error);
    for (int i = 0; status == BD_OK && i < s->count; i++)
        ((double *)column->re)[i] = *number_of(s, &s->cases[i], name);
    return status == BD_OK ? bd_workspace_set(w, name, column, error) : status;
}

static bd_status set_texts(study *s, bd_workspace *w, const char *name,
                           const char *(*text)(const study_case *), bd_error *error) {
    bd_value *cell = NULL;
    bd_status status = bd_value_create_matrix(BD_CELL, (size_t)s->count, 1, &cell, error);
    for (int i = 0; status == BD_OK && i < s->count; i++) {
        bd_value *item = NULL;
        status = bd_value_create_text(text(&s->cases[i]), &item, error);
        if (status == BD_OK)
            status = bd_value_cell_set(cell, (size_t)i, item, error);
    }
    return status == BD_OK ? bd_workspace_set(w, name, cell, error) : status;
}

static bd_status set_flags(study *s, bd_workspace *w, const char *name,
                           bool (*flag)(const study_case *), bd_error *error) {
    bd_value *column = NULL;
    bd_status status = bd_value_create_matrix(BD_LOGICAL, (size_t)s->count, 1, &column, error);
    for (int i = 0; status == BD_OK && i < s->count; i++)
        ((unsigned char *)column->re)[i] = flag(&s->cases[i]);
    return status == BD_OK ? bd_workspace_set(w, name, column, error) : status;
}

/* a setting: a vector if all are numbers, else a cell */
static bd_status set_setting(study *s, bd_workspace *w, const char *name, bd_error *error) {
    bool numbers = true;
    bd_value *column = NULL;
    for (int i = 0; i < s->count; i++) {
        const bd_value *value = bd_workspace_find_own(s->cases[i].settings, name);
        numbers = numbers && bd_value_is_scalar(value) && !bd_value_is_text(value) &&
                  bd_value_is_number_like(value);
    }
    bd_status status =
        bd_value_create_matrix(numbers ? BD_DOUBLE : BD_CELL, (size_t)s->count, 1, &column, error);
    for (int i = 0; status == BD_OK && i < s->count; i++) {
        const bd_value *value = bd_workspace_find_own(s->cases[i].settings, name);
        if (numbers)
            ((double *)column->re)[i] = bd_value_real_at(value, 0);
        else
            status = bd_value_cell_set(column, (size_t)i, bd_value_share(value), error);
    }
    return status == BD_OK ? bd_workspace_set(w, name, column, error) : status;
}

/* the template of a key, filled for a case; NULL if there is none */
static char *line_of(study *s, const study_case *c, const char *key) {
    description *f = &s->file;
    const description_node *node = description_key(f, description_root(f), key),
                           *maps[] = {s->measures, s->times, s->compare};
    bd_workspace *w = NULL;
    bd_error error = {0};
    bool good = node && bd_workspace_create("case", c->settings, &w, &error) == BD_OK &&
                bd_workspace_set(w, "reference", bd_value_share(s->references), &error) == BD_OK;
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
        for (int i = 0; good && i < description_count(maps[k]); i++) {
            const char *name = description_name(f, maps[k], i);
            good = bd_workspace_set_scalar(w, name, *number_of(s, c, name), &error) == BD_OK;
        }
    char *label = good && strcmp(key, "label") != 0 ? line_of(s, c, "label") : NULL;
    good = good && (!label || bd_workspace_set_text(w, "label", label, &error) == BD_OK);
    free(label);
    char *line = good ? study_fill(s, node, w, &error) : NULL;
    if (node && !line)
        complain("study", "%s", error.text);
    bd_workspace_free(w);
    return line;
}

static const char *group_of(const study_case *c) {
    return c->group;
}
static const char *error_of(const study_case *c) {
    return c->error;
}
static bd_status set_labels(study *s, bd_workspace *w, bd_error *error) {
    bd_value *cell = NULL;
    bd_status status = bd_value_create_matrix(BD_CELL, (size_t)s->count, 1, &cell, error);
    for (int i = 0; status == BD_OK && i < s->count; i++) {
        bd_value *item = NULL;
        char *label = line_of(s, &s->cases[i], "label");
        status = bd_value_create_text(label ? label : s->cases[i].group, &item, error);
        free(label);
        if (status == BD_OK)
            status = bd_value_cell_set(cell, (size_t)i, item, error);
    }
    return status == BD_OK ? bd_workspace_set(w, "label", cell, error) : status;
}
static bool is_good(const study_case *c) {
    return c->known && !c->failed;
}
static bool is_row(const study_case *c) {
    return c->is_row;
}

bool study_columns(study *s, bd_workspace **w, bd_error *error) {
    description *f = &s->file;
    const description_node *settings = description_key(f, description_root(f), "settings"),
                           *maps[] = {s->measures, s->times, s->compare};
    bd_status status = bd_workspace_create("results of the study", s->options, w, error);
    for (int i = 0; status == BD_OK && i < description_count(settings); i++)
        status = set_setting(s, *w, description_name(f, settings, i), error);
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
        for (int i = 0; status == BD_OK && i < description_count(maps[k]); i++)
            status = set_numbers(s, *w, description_name(f, maps[k], i), error);
    if (status == BD_OK)
        status = set_texts(s, *w, "group", group_of, error);
    if (status == BD_OK)
        status = set_texts(s, *w, "failure", error_of, error);
    if (status == BD_OK)
        status = set_flags(s, *w, "good", is_good, error);
    if (status == BD_OK)
        status = set_flags(s, *w, "row", is_row, error);
    if (status == BD_OK)
        status = set_labels(s, *w, error);
    if (status == BD_OK)
        status = bd_workspace_set(*w, "reference", bd_value_share(s->references), error);
    const char *code = description_text_of(f, description_root(f), "conclude");
    if (status == BD_OK && code)
        status = bd_workspace_run(*w, code, "conclude", f->folder, error);
    return status == BD_OK;
}

/* ---- results.csv ---- */

/* the format of a column, and its expression before it if it has one of its own */
static const char *format_of(study *s, const description_node *column,
                             const description_node **expression) {
    const bool has_both = column->type == YAML_SEQUENCE_NODE && description_count(column) == 2;
    *expression = has_both ? description_at(&s->file, column, 0) : NULL;
    return description_text(has_both ? description_at(&s->file, column, 1) : column);
}

static bool put_cell(study *s, FILE *file, const study_case *c, const char *name,
                     const description_node *column, bd_error *error) {
    const description_node *expression;
    const char *format = format_of(s, column, &expression);
    const double *number = expression ? NULL : number_of(s, c, name);
    const bd_value *setting = bd_workspace_find(c->settings, name);
    bd_value *value = expression ? description_value(&s->file, expression, c->settings, error)
                      : number || !setting ? NULL
                                           : bd_value_share(setting);
    char *text = NULL;
    if (number && isnan(*number)) {
        fputs("nan", file);
    } else if (number || (value && bd_value_is_scalar(value) && value->type != BD_CHAR)) {
        fprintf(file, *format ? format : "%.17g", number ? *number : bd_value_real_at(value, 0));
    } else if (value && bd_value_text(value, name, &text, error) == BD_OK) {
        journal_put_cell(file, text);
        free(text);
    } else {
        return description_refuse(&s->file, column, "'%s' is no setting and no measure", name);
    }
    bd_value_free(value);
    return true;
}

/* "%.17g" and its kin: one number, nothing else */
static bool is_format(const char *text) {
    if (!text || !*text)
        return text;
    const size_t digits = text[0] == '%' && text[1] == '.' ? strspn(text + 2, "0123456789") : 0;
    const char *last = text + (digits > 0 && digits < 3 ? digits + 2 : 1);
    return text[0] == '%' && strchr("gfe", *last) && *last && !last[1];
}

bool study_check_results(study *s) {
    description *f = &s->file;
    const description_node *root = description_root(f),
                           *columns = description_key(f, root, "results"),
                           *settings = description_key(f, root, "settings");
    const study_case none = {0};
    for (int i = 0; i < description_count(columns); i++) {
        const description_node *column = description_at(f, columns, i), *expression;
        const char *name = description_name(f, columns, i);
        if (!is_format(format_of(s, column, &expression)))
            return description_refuse(f, column, "a format is like %%.17g, and empty for a text");
        if (!expression && !number_of(s, &none, name) && !description_key(f, settings, name))
            return description_refuse(f, column, "'%s' is no setting and no number", name);
    }
    return true;
}

bool study_write_results(study *s) {
    description *f = &s->file;
    const description_node *columns = description_key(f, description_root(f), "results");
    const int count = description_count(columns);
    FILE *file = folder_file("study", s->folder, "results.csv", NULL);
    bool good = file;
    bd_error error;
    for (int i = 0; good && i < count; i++)
        fprintf(file, "%s%c", description_name(f, columns, i), i + 1 < count ? ',' : '\n');
    for (int i = 0; good && i < s->count; i++)
        for (int k = 0; s->cases[i].known && s->cases[i].is_written && good && k < count; k++) {
            good = put_cell(s, file, &s->cases[i], description_name(f, columns, k),
                            description_at(f, columns, k), &error);
            fputc(k + 1 < count ? ',' : '\n', file);
        }
    return file && folder_file_close(file, "study", s->folder, "results.csv") && good;
}

/* ---- lines on the terminal ---- */

int study_tell(study *s, bool failed_only) {
    int failed = 0, told = 0, more = 0;
    for (int i = 0; i < s->count; i++) {
        const study_case *c = &s->cases[i];
        const bool says = c->known && !c->failed && c->is_row && !failed_only;
        char *line = c->failed || says ? line_of(s, c, c->failed ? "label" : "say") : NULL;
        if (says && line)
            printf("%s\n", line);
        if (c->failed) {
            failed += c->is_row;
            if (told++ >= FAILURES_TOLD)
                more++;
            else
                fprintf(stderr, "multirate study: %s%s%s%s: %s\n",
                        i < s->reference_count ? "the reference " : "",
                        i < s->reference_count ? c->group : "", i < s->reference_count ? ": " : "",
                        line ? line : c->group, c->error);
        }
        free(line);
    }
    if (more > 0)
        fprintf(stderr, "multirate study: and %d more of %d runs failed\n", more, s->count);
    return failed;
}
