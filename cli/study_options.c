/* options out of the description: each becomes a variable, dashes as underscores
 *
 * `is` says which: numbers (1.5,10,40 or 1.5:100:60, a row), number, whole, word and words (of
 * `among`), text, predictor (or interface_model). What is not given and has no `value` is [], NaN
 * or ''. */
#define _GNU_SOURCE
#include "study_options.h"

#include "complain.h"
#include "shared_options.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_MOST 64

/* what every study has */
typedef struct common {
    const char *out, *times;
    double jobs;
    bool resume, restart, brief, json;
} common;

typedef common option_target;

const argument study_options[] = {
    OPTION_NAME(out, "--out", "DIR", "where results.csv, pictures and report.html go"),
    OPTION_FLAG(brief, "--brief", "only what was asked for"),
    OPTION_TEXT(times, "--times", "on|off",
                "off: runs are not made again, one by one, for their times, which are NaN then"),
    OPTION_JOBS(jobs),
    OPTION_RESUME(resume),
    OPTION_RESTART(restart),
    OPTION_FLAG(json, "--json", "a summary for programs"),
    OPTIONS_END};

enum { COMMON = sizeof study_options / sizeof *study_options }; /* with the end */

/* what was given; number: NaN if nothing was */
typedef struct given {
    const char *text;
    double number;
} given;

typedef struct reading {
    common common;
    given values[OPTIONS_MOST];
    study *s;
    description_node *section;
    argument options[OPTIONS_MOST + COMMON]; /* of the description, then the common ones */
    char names[OPTIONS_MOST][64], help[OPTIONS_MOST][512];
    int count; /* of the description */
} reading;

static argument_kind kind_of(const char *is) {
    return strcmp(is, "number") == 0  ? ARGUMENT_NUMBER
           : strcmp(is, "whole") == 0 ? ARGUMENT_WHOLE
                                      : ARGUMENT_TEXT;
}

static bool add_option(reading *r, int index) {
    static const description_rule rules[] = {
        {"is", DESCRIPTION_TEXT},    {"value", DESCRIPTION_TEXT}, {"among", DESCRIPTION_TEXTS},
        {"takes", DESCRIPTION_TEXT}, {"help", DESCRIPTION_TEXT},  {NULL, DESCRIPTION_VALUE}};
    static const char *const kinds[] = {"numbers", "number", "whole",    "word",
                                        "words",   "text",   "predictor"};
    description *f = &r->s->file;
    description_node *node = description_at(f, r->section, index);
    if (!description_check(f, node, rules))
        return false;
    const char *is = description_text_of(f, node, "is");
    int k = 0;
    while (is && k < 7 && strcmp(is, kinds[k]) != 0)
        k++;
    if (!is || k == 7)
        return description_refuse(
            f, node, "an option `is` numbers, number, whole, word, words, text or predictor");
    snprintf(r->names[index], sizeof r->names[index], "--%.60s",
             description_name(f, r->section, index));
    given *v = &r->values[index];
    const char *value = description_text_of(f, node, "value");
    *v = (given){.text = value, .number = value ? strtod(value, NULL) : NAN};
    const argument_kind kind = kind_of(is);
    const char *takes = description_text_of(f, node, "takes"),
               *help = description_text_of(f, node, "help");
    snprintf(r->help[index], sizeof r->help[index], "%s%s%s", help ? help : "",
             value && *value ? "; default " : "", value ? value : "");
    r->options[index] =
        (argument){r->names[index], kind,
                   offsetof(reading, values) + (size_t)index * sizeof *v +
                       (kind == ARGUMENT_TEXT ? offsetof(given, text) : offsetof(given, number)),
                   takes ? takes : "LIST", r->help[index]};
    return true;
}

static bool begin(reading *r, study *s) {
    description *f = &s->file;
    r->s = s;
    r->section = study_key(s, "options");
    r->count = description_count(r->section);
    if (r->count > OPTIONS_MOST)
        return description_refuse(f, r->section, "at most %d options", OPTIONS_MOST);
    for (int i = 0; i < r->count; i++)
        if (!add_option(r, i))
            return false;
    const bool timed = study_key(s, "times");
    int at = r->count;
    for (int k = 0; k < COMMON; k++)
        if (timed || !study_options[k].name || strcmp(study_options[k].name, "--times") != 0)
            r->options[at++] = study_options[k];
    r->common = (common){.times = "on"};
    return true;
}

/* ---- options as variables ---- */

static bd_value *numbers_value(const char *name, const char *text, bd_error *error) {
    bd_value *value = NULL;
    int count = 0;
    double *numbers = text ? number_list("study", name, text, &count) : NULL;
    if (text && !numbers)
        return NULL;
    (void)bd_value_create_doubles(numbers ? 1 : 0, (size_t)count, numbers, &value, error);
    free(numbers);
    return value;
}

static bool is_among(reading *r, const char *name, const description_node *among, const char *word,
                     size_t length) {
    const char *words[32];
    char given_word[64];
    const int count = description_count(among) < 32 ? description_count(among) : 32;
    for (int i = 0; i < count; i++) {
        words[i] = description_text(description_at(&r->s->file, among, i));
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
            return true;
    }
    snprintf(given_word, sizeof given_word, "%.*s", (int)length, word);
    return count == 0 || complain_of_word("study", name, given_word, words, count);
}

/* one word, or words between commas as a cell */
static bd_value *words_value(reading *r, int index, const description_node *among, bool many,
                             bd_error *error) {
    const char *text = r->values[index].text ? r->values[index].text : "", *name = r->names[index];
    bd_value *cell = NULL, *item = NULL;
    size_t count = 1;
    for (const char *p = text; many && *p; p++)
        count += *p == ',';
    if (bd_value_create_matrix(BD_CELL, 1, count, &cell, error) != BD_OK)
        return NULL;
    for (size_t i = 0; i < count; i++, text++) {
        const size_t length = many ? strcspn(text, ",") : strlen(text);
        if (!is_among(r, name, among, text, length) ||
            bd_value_create_text_n(text, length, &item, error) != BD_OK ||
            bd_value_cell_set(cell, i, item, error) != BD_OK) {
            bd_value_free(cell);
            return NULL;
        }
        text += length;
    }
    if (many)
        return cell;
    bd_value *word = bd_value_share(bd_value_cell_at(cell, 0));
    bd_value_free(cell);
    return word;
}

static bd_value *value_of(reading *r, int index, bd_error *error) {
    description *f = &r->s->file;
    const description_node *node = description_at(f, r->section, index),
                           *among = description_key(f, node, "among");
    const char *is = description_text_of(f, node, "is");
    bd_value *value = NULL;
    if (strcmp(is, "numbers") == 0)
        return numbers_value(r->names[index], r->values[index].text, error);
    const char *text = r->values[index].text;
    if (strcmp(is, "predictor") == 0 && text && !mr_predictor_find(text) &&
        strcmp(text, "interface_model") != 0) {
        complain_of_predictor("study", text);
        return NULL;
    }
    if (kind_of(is) == ARGUMENT_TEXT)
        return words_value(r, index, among, strcmp(is, "words") == 0, error);
    (void)bd_value_create_scalar(r->values[index].number, &value, error);
    return value;
}

/* all predictors of the library by name: least_order, most_order, uses_rates */
static bool set_predictors(bd_workspace *w, bd_error *error) {
    bd_value *all = NULL;
    bool good = bd_value_create_struct(&all, error) == BD_OK;
    for (const mr_predictor_type *const *p = mr_predictor_types; good && *p; p++) {
        const struct {
            const char *name;
            double number;
        } fields[] = {{"least_order", (*p)->least_order},
                      {"most_order", (*p)->most_order},
                      {"uses_rates", (*p)->uses_rates}};
        bd_value *one = NULL;
        good = bd_value_create_struct(&one, error) == BD_OK;
        for (size_t i = 0; good && i < sizeof fields / sizeof *fields; i++) {
            bd_value *number = NULL;
            good = bd_value_create_scalar(fields[i].number, &number, error) == BD_OK &&
                   bd_value_field_set(one, 0, fields[i].name, number, error) == BD_OK;
        }
        good = good && bd_value_field_set(all, 0, (*p)->name, one, error) == BD_OK;
    }
    return good && bd_workspace_set(w, "predictors", all, error) == BD_OK;
}

static bool set_variables(reading *r, bd_error *error) {
    bd_value *all = NULL;
    bd_workspace *w = r->s->options;
    bool good = bd_value_create_struct(&all, error) == BD_OK;
    for (int i = 0; good && i < r->count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s", r->names[i] + 2);
        for (char *p = name; *p; p++)
            *p = *p == '-' ? '_' : *p;
        bd_value *value = value_of(r, i, error);
        good = value && bd_value_field_set(all, 0, name, bd_value_share(value), error) == BD_OK &&
               bd_workspace_set(w, name, value, error) == BD_OK;
    }
    if (!good) {
        bd_value_free(all);
        return false;
    }
    const common *c = &r->common;
    return bd_workspace_set(w, "options", all, error) == BD_OK &&
           bd_workspace_set_scalar(w, "brief", c->brief, error) == BD_OK &&
           bd_workspace_set_scalar(w, "times", strcmp(c->times, "on") == 0, error) == BD_OK &&
           set_predictors(w, error);
}

static bool check(const common *c, const text_list *rest) {
    static const char *const switches[] = {"on", "off"};
    if (rest->count > 1)
        return complain("study", "'%s' after the study's name is one word too many",
                        rest->items[1]);
    if (!c->out)
        return complain("study", "--out DIR says where the results go");
    if (strcmp(c->times, "on") != 0 && strcmp(c->times, "off") != 0)
        return complain_of_word("study", "--times", c->times, switches, 2);
    return !(c->resume && c->restart) ||
           complain("study", "--resume and --restart exclude each other");
}

bool study_options_read(study *s, int argc, char **argv) {
    reading *r = calloc(1, sizeof *r);
    text_list rest = {0};
    bd_error error = {0};
    bool good = r && begin(r, s) && arguments_read("study", argc, argv, r->options, r, &rest) &&
                check(&r->common, &rest);
    if (good) {
        s->folder = r->common.out;
        s->jobs = (int)r->common.jobs;
        s->resume = r->common.resume;
        s->restart = r->common.restart;
        s->json = r->common.json;
        good = bd_workspace_create("study", NULL, &s->options, &error) == BD_OK &&
               set_variables(r, &error);
        if (!good && error.text[0])
            complain("study", "%s", error.text);
    }
    text_list_free(&rest);
    free(r);
    return good;
}

void study_options_help(study *s, FILE *out) {
    description *f = &s->file;
    const char *summary = description_text(study_key(s, "summary")),
               *name = description_text(study_key(s, "name"));
    reading *r = calloc(1, sizeof *r);
    fprintf(out, "usage: multirate study %s --out DIR [options]\n\n", name ? name : f->path);
    print_paragraphs(summary ? summary : "", out);
    fputc('\n', out);
    if (r && begin(r, s))
        arguments_help(r->options, out);
    free(r);
}
