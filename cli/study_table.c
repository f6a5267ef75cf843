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

/* what a column has for a case; NULL, and a sentence, on failure */
typedef bd_value *(*cell_maker)(study *s, const study_case *c, const char *name, bd_error *error);

static bd_value *number_cell(study *s, const study_case *c, const char *name, bd_error *error) {
    bd_value *value = NULL;
    (void)bd_value_create_scalar(*number_of(s, c, name), &value, error);
    return value;
}
static bd_value *setting_cell(study *s, const study_case *c, const char *name, bd_error *error) {
    (void)s;
    (void)error;
    return bd_value_share(bd_workspace_find_own(c->settings, name));
}
static bd_value *flag_cell(study *s, const study_case *c, const char *name, bd_error *error) {
    bd_value *value = NULL;
    (void)s;
    (void)bd_value_create_scalar(strcmp(name, "good") == 0 ? c->known && !c->failed : c->is_row,
                                 &value, error);
    return value;
}
static bd_value *text_cell(study *s, const study_case *c, const char *name, bd_error *error) {
    bd_value *value = NULL;
    char *label = strcmp(name, "label") == 0 ? line_of(s, c, "label") : NULL;
    (void)bd_value_create_text(label                          ? label
                               : strcmp(name, "failure") == 0 ? c->error
                                                              : c->group,
                               &value, error);
    free(label);
    return value;
}

/* a vector if all its values are numbers (of flags: logical), else a cell */
static bool set_column(study *s, bd_workspace *w, const char *name, cell_maker make,
                       bd_error *error) {
    bd_value *cell = NULL, *column = NULL;
    bool numbers = true;
    if (bd_value_create_matrix(BD_CELL, (size_t)s->count, 1, &cell, error) != BD_OK)
        return false;
    for (int i = 0; i < s->count; i++) {
        bd_value *value = make(s, &s->cases[i], name, error);
        if (!value || bd_value_cell_set(cell, (size_t)i, value, error) != BD_OK) {
            bd_value_free(cell);
            return false;
        }
        numbers = numbers && value->type != BD_CHAR && bd_value_is_number_like(value) &&
                  bd_value_is_scalar(value);
    }
    if (!numbers)
        return bd_workspace_set(w, name, cell, error) == BD_OK;
    const bd_class type = make == flag_cell ? BD_LOGICAL : BD_DOUBLE;
    bool good = bd_value_create_matrix(type, (size_t)s->count, 1, &column, error) == BD_OK;
    for (int i = 0; good && i < s->count; i++) {
        const double number = bd_value_real_at(bd_value_cell_at(cell, (size_t)i), 0);
        if (type == BD_LOGICAL)
            ((unsigned char *)column->re)[i] = number != 0.0;
        else
            ((double *)column->re)[i] = number;
    }
    bd_value_free(cell);
    return good && bd_workspace_set(w, name, column, error) == BD_OK;
}

static bool set_columns(study *s, bd_workspace *w, const description_node *map, cell_maker make,
                        bd_error *error) {
    for (int i = 0; i < description_count(map); i++)
        if (!set_column(s, w, description_name(&s->file, map, i), make, error))
            return false;
    return true;
}

bool study_columns(study *s, bd_workspace **w, bd_error *error) {
    description *f = &s->file;
    const char *code = description_text(study_key(s, "conclude"));
    return bd_workspace_create("results of the study", s->options, w, error) == BD_OK &&
           set_columns(s, *w, study_key(s, "settings"), setting_cell, error) &&
           set_columns(s, *w, s->measures, number_cell, error) &&
           set_columns(s, *w, s->times, number_cell, error) &&
           set_columns(s, *w, s->compare, number_cell, error) &&
           set_column(s, *w, "group", text_cell, error) &&
           set_column(s, *w, "failure", text_cell, error) &&
           set_column(s, *w, "label", text_cell, error) &&
           set_column(s, *w, "good", flag_cell, error) &&
           set_column(s, *w, "row", flag_cell, error) &&
           bd_workspace_set(*w, "reference", bd_value_share(s->references), error) == BD_OK &&
           (!code || bd_workspace_run(*w, code, "conclude", f->folder, error) == BD_OK);
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
    const description_node *columns = study_key(s, "results"), *settings = study_key(s, "settings");
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
    const description_node *columns = study_key(s, "results");
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
            print_plain("%s\n", line);
        if (c->failed && !c->may_fail) {
            failed += c->is_row;
            if (told++ >= FAILURES_TOLD)
                more++;
            else
                complain("study", "%s%s%s%s: %s", i < s->reference_count ? "the reference " : "",
                         i < s->reference_count ? c->group : "", i < s->reference_count ? ": " : "",
                         line ? line : c->group, c->error);
        }
        free(line);
    }
    if (more > 0)
        fprintf(stderr, "multirate study: and %d more of %d runs failed\n", more, s->count);
    return failed;
}
