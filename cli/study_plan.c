/* from a description to cases and runs */
#define _GNU_SOURCE
#include "study.h"

#include "common/memory.h"

#include "complain.h"
#include "fingerprint.h"
#include "template.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES_MOST 1000000

static bool tell(const bd_error *error) {
    return complain("study", "%s", error->text);
}

description_node *study_key(study *s, const char *key) {
    return description_key(&s->file, description_root(&s->file), key);
}

char *study_fill(study *s, const description_node *node, const bd_workspace *scope,
                 bd_error *error) {
    char name[4200];
    snprintf(name, sizeof name, "%s:%d", s->file.path, (int)node->start_mark.line + 1);
    return template_fill(description_text(node), name, scope, error);
}

/* ---- prepare: statements, and what is refused ---- */

static bool refuse(study *s, description_node *step, bd_error *error) {
    const description_node *sentence = description_key(&s->file, step, "refuse");
    bool truth = false;
    if (!description_holds(&s->file, description_key(&s->file, step, "if"), s->options, &truth,
                           error))
        return tell(error);
    if (!truth)
        return true;
    char *text = study_fill(s, sentence, s->options, error);
    if (text)
        complain("study", "%s", text);
    else
        tell(error);
    free(text);
    return false;
}

static bool prepare(study *s, bd_error *error) {
    static const description_rule rules[] = {{"do", DESCRIPTION_TEXT},
                                             {"if", DESCRIPTION_TEXT},
                                             {"refuse", DESCRIPTION_TEXT},
                                             {NULL, DESCRIPTION_VALUE}};
    const description_node *steps = study_key(s, "prepare");
    for (int i = 0; i < description_count(steps); i++) {
        description_node *step = description_at(&s->file, steps, i);
        if (!description_check(&s->file, step, rules))
            return false;
        const char *code = description_text_of(&s->file, step, "do");
        if (code && bd_workspace_run(s->options, code, "prepare", s->file.folder, error) != BD_OK)
            return description_refuse(&s->file, step, "%s", error->text);
        if (!code && !description_text_of(&s->file, step, "refuse"))
            return description_refuse(&s->file, step, "a step is `do`, or `if` and `refuse`");
        if (!code && !refuse(s, step, error))
            return false;
    }
    return true;
}

/* ---- cases ---- */

static study_case *add_case(study *s, const char *group) {
    study_case *cases =
        s->count < CASES_MOST ? cm_one_more(s->cases, (size_t)s->count, sizeof *cases) : NULL;
    if (!cases) {
        complain("study", "there is no memory for more than %d cases", s->count);
        return NULL;
    }
    s->cases = cases;
    s->cases[s->count] = (study_case){.group = group, .against = -1};
    return &s->cases[s->count++];
}

/* item of a list: of a vector, of a cell, or the value itself */
static bd_value *item_of(const bd_value *list, size_t index, bd_error *error) {
    bd_value *item = NULL;
    if (list->type == BD_CELL) {
        const bd_value *child = bd_value_cell_at(list, index);
        return child ? bd_value_share(child) : NULL;
    }
    if (bd_value_is_text(list))
        return bd_value_share(list);
    (void)bd_value_create_scalar(bd_value_real_at(list, index), &item, error);
    return item;
}

static size_t length_of(const bd_value *list) {
    /* a list that could not be had is refused */
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    return list->type != BD_CELL && bd_value_is_text(list) ? 1 : list->count;
}

/* only settings are set, or a slip of the pen would change nothing in silence */
static bool are_settings(study *s, const description_node *map) {
    const description_node *all = study_key(s, "settings");
    for (int i = 0; i < description_count(map); i++)
        if (!description_key(&s->file, all, description_name(&s->file, map, i)))
            return description_refuse(&s->file, description_at(&s->file, map, i),
                                      "'%s' is none of the settings",
                                      description_name(&s->file, map, i));
    return true;
}

typedef struct group {
    const char *name;
    const description_node *each, *let, *only, *keep, *row, *results, *against, *may_fail;
    bd_value **lists; /* of each */
    size_t count;     /* of combinations */
} group;

static bool fill_case(study *s, const group *g, size_t combination, bd_workspace *w,
                      bd_error *error) {
    const description_node *all = study_key(s, "settings");
    if (!description_set_all(&s->file, all, s->options, w, error))
        return false;
    for (int i = description_count(g->each) - 1; i >= 0; i--) { /* the last one runs fastest */
        /* as many lists as there are entries */
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
        const size_t length = length_of(g->lists[i]);
        bd_value *item = item_of(g->lists[i], combination % length, error);
        combination /= length;
        if (!item ||
            bd_workspace_set(w, description_name(&s->file, g->each, i), item, error) != BD_OK)
            return false;
    }
    return description_set_all(&s->file, g->let, w, w, error);
}

/* the same settings but for some: what the last case is compared with */
static bool make_against(study *s, const group *g, size_t combination, bd_error *error) {
    bd_workspace *w = NULL;
    const int of = s->count - 1;
    if (bd_workspace_create("case", s->options, &w, error) != BD_OK ||
        !fill_case(s, g, combination, w, error) ||
        !description_set_all(&s->file, g->against, w, w, error)) {
        bd_workspace_free(w);
        return tell(error);
    }
    study_case *c = add_case(s, g->name);
    if (!c) {
        bd_workspace_free(w);
        return false;
    }
    c->settings = w;
    c->keep = g->keep;
    c->is_against = true;
    s->cases[of].against = s->count - 1;
    return true;
}

static bool make_case(study *s, const group *g, size_t combination, bd_error *error) {
    bd_workspace *w = NULL;
    bool wanted = false, row = false, written = false, may_fail = false;
    bool good = bd_workspace_create("case", s->options, &w, error) == BD_OK &&
                fill_case(s, g, combination, w, error) &&
                description_holds(&s->file, g->only, w, &wanted, error) &&
                (!g->row || description_holds(&s->file, g->row, w, &row, error)) &&
                (!g->may_fail || description_holds(&s->file, g->may_fail, w, &may_fail, error)) &&
                description_holds(&s->file, g->results, w, &written, error);
    if (!good)
        tell(error);
    study_case *c = good && wanted ? add_case(s, g->name) : NULL;
    if (c) {
        c->settings = w;
        c->keep = g->keep;
        c->is_row = row;
        c->may_fail = may_fail;
        c->is_written = row && written;
        s->rows += row;
    } else {
        bd_workspace_free(w);
    }
    if (c && g->against)
        return make_against(s, g, combination, error);
    return good && (c || !wanted);
}

static bool make_combinations(study *s, group *g, bd_error *error) {
    const int lists = description_count(g->each);
    g->count = 1;
    g->lists = calloc((size_t)lists + 1, sizeof *g->lists);
    bool good =
        g->lists || bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a study") == BD_OK;
    for (int i = 0; good && i < lists; i++) {
        const description_node *node = description_at(&s->file, g->each, i);
        g->lists[i] = description_value(&s->file, node, s->options, error);
        good = g->lists[i] || tell(error);
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): good means that it is there */
        if (good && (!bd_value_is_number_like(g->lists[i]) && g->lists[i]->type != BD_CELL))
            good = description_refuse(&s->file, node, "a list is numbers or texts");
        if (good)
            g->count *= length_of(g->lists[i]);
        good = good && (g->count <= CASES_MOST ||
                        description_refuse(&s->file, node, "more than %d cases", CASES_MOST));
    }
    for (size_t i = 0; good && i < g->count; i++)
        good = make_case(s, g, i, error);
    for (int i = 0; g->lists && i < lists; i++)
        bd_value_free(g->lists[i]);
    free(g->lists);
    return good && g->lists;
}

static bool make_group(study *s, description_node *node, bd_error *error) {
    static const description_rule rules[] = {
        {"group", DESCRIPTION_TEXT},    {"if", DESCRIPTION_TEXT},      {"each", DESCRIPTION_MAP},
        {"let", DESCRIPTION_MAP},       {"only", DESCRIPTION_TEXT},    {"keep", DESCRIPTION_TEXTS},
        {"row", DESCRIPTION_TEXT},      {"results", DESCRIPTION_TEXT}, {"against", DESCRIPTION_MAP},
        {"may_fail", DESCRIPTION_TEXT}, {NULL, DESCRIPTION_VALUE}};
    description *f = &s->file;
    bool wanted = true;
    if (!description_check(f, node, rules))
        return false;
    if (!description_holds(f, description_key(f, node, "if"), s->options, &wanted, error))
        return tell(error);
    group g = {.name = description_text_of(f, node, "group"),
               .each = description_key(f, node, "each"),
               .let = description_key(f, node, "let"),
               .only = description_key(f, node, "only"),
               .keep = description_key(f, node, "keep"),
               .row = description_key(f, node, "row"),
               .results = description_key(f, node, "results"),
               .against = description_key(f, node, "against"),
               .may_fail = description_key(f, node, "may_fail")};
    if (!g.name)
        return description_refuse(f, node, "a group needs a name: `group`");
    return are_settings(s, g.let) && are_settings(s, g.against) &&
           (!wanted || make_combinations(s, &g, error));
}

static bool make_cases(study *s, bd_error *error) {
    description *f = &s->file;
    const description_node *references = study_key(s, "references"),
                           *groups = study_key(s, "cases");
    for (int i = 0; i < description_count(references); i++) {
        static const description_rule rules[] = {{"let", DESCRIPTION_MAP},
                                                 {"if", DESCRIPTION_TEXT},
                                                 {"keep", DESCRIPTION_TEXTS},
                                                 {NULL, DESCRIPTION_VALUE}};
        description_node *node = description_at(f, references, i);
        bool wanted = true;
        group g = {.name = description_name(f, references, i),
                   .let = description_key(f, node, "let"),
                   .keep = description_key(f, node, "keep"),
                   .count = 1};
        if (!description_check(f, node, rules) || !are_settings(s, g.let))
            return false;
        if (!description_holds(f, description_key(f, node, "if"), s->options, &wanted, error))
            return tell(error);
        if (wanted && !make_case(s, &g, 0, error))
            return false;
    }
    s->reference_count = s->count;
    for (int i = 0; i < description_count(groups); i++)
        if (!make_group(s, description_at(f, groups, i), error))
            return false;
    return s->count > 0 || complain("study", "%s describes no cases", f->path);
}

/* ---- runs ---- */

/* a value as text that tells it from all others */
static void sum_value(uint64_t *sum, const bd_value *value) {
    char text[32];
    if (value->type == BD_CHAR)
        fingerprint_bytes(sum, value->re, value->count);
    for (size_t i = 0; value->type != BD_CHAR && bd_value_is_number_like(value) && i < value->count;
         i++) {
        snprintf(text, sizeof text, "%.17g", bd_value_real_at(value, i));
        fingerprint_text(sum, text);
    }
    fingerprint_text(sum, "");
}

static uint64_t sum_of(study *s, const study_case *c) {
    const description_node *all = study_key(s, "settings");
    uint64_t sum = FINGERPRINT_BEGIN;
    for (int i = 0; i < description_count(all); i++)
        sum_value(&sum, bd_workspace_find_own(c->settings, description_name(&s->file, all, i)));
    return sum;
}

static bool same_settings(study *s, const study_case *a, const study_case *b) {
    if (a == b || a->sum != b->sum)
        return a == b;
    const description_node *all = study_key(s, "settings");
    for (int i = 0; i < description_count(all); i++) {
        const char *name = description_name(&s->file, all, i);
        if (!bd_value_equal(bd_workspace_find_own(a->settings, name),
                            bd_workspace_find_own(b->settings, name)))
            return false;
    }
    return true;
}

static void keep_names(study *s, study_run *run, const description_node *keep) {
    for (int i = 0; i < description_count(keep); i++) {
        const char *name = description_text(description_at(&s->file, keep, i));
        int k = 0;
        while (k < run->keep.count && strcmp(run->keep.items[k], name) != 0)
            k++;
        if (k == run->keep.count)
            text_list_add(&run->keep, name);
    }
}

/* settings that are new are a run, in its place among the others: the longest first, so that no
 * worker begins a long one when the others are done */
static void add_run(study *s, study_case *c, double weight) {
    int at = 0;
    while (at < s->run_count && !same_settings(s, s->runs[at].first, c))
        at++;
    if (at == s->run_count) {
        for (; at > 0 && s->runs[at - 1].weight < weight; at--)
            s->runs[at] = s->runs[at - 1];
        s->runs[at] = (study_run){.first = c, .weight = weight};
        s->run_count++;
    }
    keep_names(s, &s->runs[at], c->keep);
    /* nobody asks how long a reference takes, apart from the first */
    s->runs[at].is_timed |= c == s->cases || c >= s->cases + s->reference_count;
}

static int run_of_against(const study *s, const study_case *c) {
    return c->against < 0 ? -1 : s->cases[c->against].run;
}

/* two groups may ask for the same run, compared with the same: tables have it once */
static void drop_repeated_rows(study *s) {
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < i && s->cases[i].is_row; k++)
            if (s->cases[k].is_row && s->cases[k].run == s->cases[i].run &&
                run_of_against(s, &s->cases[k]) == run_of_against(s, &s->cases[i])) {
                s->cases[i].is_row = s->cases[i].is_written = false;
                s->rows--;
            }
}

static bool make_runs(study *s, bd_error *error) {
    description_node *weight = study_key(s, "weight");
    s->runs = calloc((size_t)s->count + 1, sizeof *s->runs);
    if (!s->runs)
        return complain("study", "not enough memory");
    for (int i = 0; i < s->count; i++) {
        double cost = 1.0;
        bd_value *value =
            weight ? description_value(&s->file, weight, s->cases[i].settings, error) : NULL;
        const bool good =
            !weight || (value && bd_value_scalar(value, "weight", &cost, error) == BD_OK);
        bd_value_free(value);
        if (!good)
            return tell(error);
        s->cases[i].sum = sum_of(s, &s->cases[i]);
        add_run(s, &s->cases[i], cost);
    }
    for (int i = 0; i < s->count; i++)
        for (int r = 0; r < s->run_count; r++)
            if (same_settings(s, s->runs[r].first, &s->cases[i]))
                s->cases[i].run = r;
    drop_repeated_rows(s);
    return true;
}

static bool count_numbers(study *s, const char *key, const description_node **map, int *count) {
    *map = description_key(&s->file, description_root(&s->file), key);
    *count = description_count(*map);
    return *count <= STUDY_NUMBERS ||
           description_refuse(&s->file, *map, "at most %d numbers", STUDY_NUMBERS);
}

bool study_plan(study *s) {
    bd_error error = {0};
    double times = 0.0;
    const bd_value *asked = bd_workspace_find(s->options, "times");
    const bool good = count_numbers(s, "measures", &s->measures, &s->measure_count) &&
                      count_numbers(s, "compare", &s->compare, &s->compare_count) &&
                      count_numbers(s, "times", &s->times, &s->time_count);
    if (asked && bd_value_scalar(asked, "times", &times, &error) == BD_OK && times == 0.0)
        s->time_count = 0;
    return good && study_check_results(s) && study_check_report(s) && prepare(s, &error) &&
           make_cases(s, &error) && make_runs(s, &error);
}

uint64_t study_fingerprint(study *s) {
    description *f = &s->file;
    const description_node *files = study_key(s, "files");
    char path[8300];
    uint64_t sum = FINGERPRINT_BEGIN;
    fingerprint_file(&sum, f->path);
    for (int i = 0; i < description_count(files); i++) {
        snprintf(path, sizeof path, "%s/%s", f->folder,
                 description_text(description_at(f, files, i)));
        fingerprint_file(&sum, path);
    }
    fingerprint_bytes(&sum, &s->time_count, sizeof s->time_count);
    for (size_t i = 0; i < bd_workspace_count(s->options); i++)
        sum_value(&sum, bd_workspace_value_at(s->options, i));
    for (int r = 0; r < s->run_count; r++)
        fingerprint_bytes(&sum, &s->runs[r].first->sum, sizeof s->runs[r].first->sum);
    return sum;
}

void study_free(study *s) {
    journal_close(&s->journal);
    for (int i = 0; i < s->count; i++)
        bd_workspace_free(s->cases[i].settings);
    for (int i = 0; i < s->run_count; i++)
        text_list_free(&s->runs[i].keep);
    free(s->cases);
    free(s->runs);
    bd_value_free(s->references);
    model_close(&s->model);
    free(s->model_path);
    bd_workspace_free(s->options);
    description_close(&s->file);
}
