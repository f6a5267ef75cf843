/* from lists to points: all combinations, lists side by side, or a Latin hypercube */
#include "complain.h"
#include "sweep.h"
#include "fingerprint.h"

#include "common/memory.h"
#include "blockdiagram/expression.h"
#include "common/random.h"
#include "multirate/nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_MOST 10000000

static char *copy_text(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) {
        complain(NULL, "not enough memory");
        exit(1);
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool refuse(const sweep_variation *v, const char *what) {
    return complain("sweep", "--vary %s: %s", v->name, what);
}

static void add_value(sweep_variation *v, const char *value, const char *shown) {
    if ((v->count & (v->count - 1)) == 0) { /* room is a power of two */
        const size_t size = (v->count ? 2 * (size_t)v->count : 1) * sizeof *v->values;
        v->values = realloc(v->values, size);
        v->shown = realloc(v->shown, size);
    }
    if (!v->values || !v->shown) {
        complain(NULL, "not enough memory");
        exit(1);
    }
    v->values[v->count] = copy_text(value, strlen(value));
    v->shown[v->count++] = copy_text(shown, strlen(shown));
}

/* as few digits as give the same number again */
static void add_number(sweep_variation *v, double number) {
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    add_value(v, text, text);
}

/* a text as expression: quotes doubled */
static void add_text(sweep_variation *v, const char *text, size_t length) {
    char *plain = copy_text(text, length), *quoted = malloc(2 * length + 3), *p = quoted;
    if (!quoted) {
        complain(NULL, "not enough memory");
        exit(1);
    }
    *p++ = '\'';
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            *p++ = '\'';
        *p++ = text[i];
    }
    *p++ = '\'';
    *p = '\0';
    add_value(v, v->block ? plain : quoted, plain);
    free(quoted);
    free(plain);
}

static bool is_word(const char *text) {
    static const char *const constants[] = {"true", "false", "pi",  "inf",
                                            "Inf",  "nan",   "NaN", "eps"};
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        return false;
    for (const char *p = text; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(text, constants[i]) == 0)
            return false;
    return true;
}

/* what an expression gave: a number or a text is one value, a vector or a cell is many */
static bool add_evaluated(sweep_variation *v, const char *text, const bd_value *value) {
    if (bd_value_is_text(value)) {
        if (v->block)
            add_value(v, text, text);
        else
            add_text(v, value->re, value->count);
    } else if (value->type == BD_CELL) {
        for (size_t i = 0; i < value->count; i++) {
            const bd_value *child = bd_value_cell_at(value, i);
            if (!child || (!bd_value_is_text(child) && !bd_value_is_scalar(child)))
                return refuse(v, "a cell must hold texts or numbers");
            if (!add_evaluated(v, text, child))
                return false;
        }
    } else if (bd_value_is_number_like(value) && !value->im && value->count > 0) {
        for (size_t i = 0; i < value->count; i++)
            add_number(v, bd_value_real_at(value, i));
    } else {
        return refuse(v, "a value must be a real number, a text, or a vector or cell of them");
    }
    return true;
}

static bool add_item(sweep *s, sweep_variation *v, const char *text) {
    double from, to;
    int steps, used = 0;
    if (is_word(text)) {
        add_text(v, text, strlen(text));
        return true;
    }
    if (sscanf(text, "%lf:%lf:%d%n", &from, &to, &steps, &used) == 3 && !text[used]) {
        if (!(from > 0.0) || !(to > from) || steps < 2 || steps > POINTS_MOST)
            return refuse(v, "FROM:TO:COUNT means so many numbers evenly on a logarithmic scale "
                             "and needs 0 < FROM < TO; in brackets, as [0:2:10], it is an "
                             "expression, and linspace(FROM, TO, COUNT) is another");
        for (int i = 0; i < steps; i++)
            add_number(v, from * pow(to / from, (double)i / (double)(steps - 1)));
        return true;
    }
    bd_error error;
    bd_value *value = NULL;
    if (bd_expression_evaluate(text, s->model.base, &value, &error) != BD_OK)
        return refuse(v, error.text);
    const bool good = add_evaluated(v, text, value);
    bd_value_free(value);
    return good;
}

/* the items between commas outside brackets and quotes */
static bool add_items(sweep *s, sweep_variation *v, const char *list) {
    int depth = 0;
    char quote = 0;
    const char *begin = list;
    for (const char *p = list;; p++) {
        if (quote)
            quote = *p == quote ? 0 : quote;
        else if (*p == '\'' || *p == '"')
            quote = *p;
        else if (*p == '(' || *p == '[' || *p == '{')
            depth++;
        else if (*p == ')' || *p == ']' || *p == '}')
            depth--;
        if (*p && (*p != ',' || depth != 0 || quote))
            continue;
        while (begin < p && isspace((unsigned char)*begin))
            begin++;
        const char *end = p;
        while (end > begin && isspace((unsigned char)end[-1]))
            end--;
        char *item = copy_text(begin, (size_t)(end - begin));
        const bool good = *item ? add_item(s, v, item) : refuse(v, "a value is missing");
        free(item);
        if (!good)
            return false;
        if (!*p)
            return true;
        begin = p + 1;
    }
}

/* FROM:TO or FROM:TO:log */
static bool read_range(sweep_variation *v, const char *list) {
    int used = 0;
    if (sscanf(list, "%lf:%lf%n", &v->from, &v->to, &used) != 2)
        return false;
    v->is_logarithmic = strcmp(list + used, ":log") == 0;
    v->is_range = v->is_logarithmic || !list[used];
    return v->is_range;
}

bool sweep_add_variation(sweep *s, const char *text) {
    const char *equals = strchr(text, '=');
    sweep_variation *list =
        cm_one_more(s->variations, (size_t)s->variation_count, sizeof *s->variations);
    if (!list)
        return false;
    s->variations = list;
    sweep_variation *v = &list[s->variation_count++];
    *v = (sweep_variation){.name = copy_text(text, equals ? (size_t)(equals - text) : 0)};
    if (!equals || equals == text || !equals[1])
        return complain("sweep", "--vary needs NAME=LIST, not '%s'", text);
    const char *colon = strrchr(v->name, ':');
    if (colon) {
        v->block = copy_text(v->name, (size_t)(colon - v->name));
        v->parameter = copy_text(colon + 1, strlen(colon + 1));
        const bd_node *node = bd_diagram_find(s->model.diagram, v->block);
        if (!node) {
            char hint[MR_HINT_SIZE];
            return complain("sweep", "--vary %s: the model has no block of this path%s", v->name,
                            bd_diagram_block_hint(s->model.diagram, v->block, hint, sizeof hint));
        }
        if (!*v->parameter)
            return refuse(v, "give BLOCK:PARAMETER=LIST");
        v->doubtful = !bd_node_has(node, v->parameter);
    }
    for (int i = 0; i < s->variation_count - 1; i++)
        if (strcmp(s->variations[i].name, v->name) == 0)
            return refuse(v, "is varied already");
    if (s->design == SWEEP_LATIN && read_range(v, equals + 1)) {
        if (!(v->from < v->to) || !isfinite(v->to - v->from) ||
            (v->is_logarithmic && !(v->from > 0.0)))
            return refuse(v, "FROM:TO needs FROM < TO, and FROM:TO:log also 0 < FROM");
        return true;
    }
    return add_items(s, v, equals + 1);
}

bool sweep_add_measure(sweep *s, const char *text) {
    if (s->measure_count == SWEEP_MEASURES)
        return complain("sweep", "at most %d measures", SWEEP_MEASURES);
    sweep_measure *m = &s->measures[s->measure_count++];
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    const bool labelled = length > 0 && text[length] == '=' && text[length + 1] != '=';
    m->label = copy_text(text, labelled ? length : strlen(text));
    m->expression = labelled ? text + length + 1 : text;
    if (!*m->expression)
        return complain("sweep", "--measure needs an expression");
    for (int i = 0; i < s->measure_count - 1; i++)
        if (strcmp(s->measures[i].label, m->label) == 0)
            return complain("sweep", "two measures have the name '%s'", m->label);
    for (int i = 0; i < s->variation_count; i++)
        if (strcmp(s->variations[i].name, m->label) == 0)
            return complain("sweep", "--measure %s: this column is what is varied already", text);
    return true;
}

/* each variation takes one number out of each of N equal parts of (0, 1), in random order */
static bool sample(sweep *s) {
    const int n = s->samples;
    uint64_t state = s->seed;
    int *order = malloc((size_t)n * sizeof *order);
    s->unit = malloc((size_t)n * (size_t)s->variation_count * sizeof *s->unit);
    for (int v = 0; order && s->unit && v < s->variation_count; v++) {
        for (int i = 0; i < n; i++)
            order[i] = i;
        for (int i = n - 1; i > 0; i--) {
            const int k = (int)(cm_random_bits(&state) % (uint64_t)(i + 1)), kept = order[i];
            order[i] = order[k];
            order[k] = kept;
        }
        for (int i = 0; i < n; i++) {
            const double within = ((double)(cm_random_bits(&state) >> 11) + 0.5) * 0x1p-53;
            s->unit[i * s->variation_count + v] = (order[i] + within) / n;
        }
    }
    free(order);
    return order && s->unit;
}

bool sweep_plan(sweep *s) {
    double count = 1.0;
    if (s->variation_count == 0)
        return complain("sweep", "nothing is varied; give --vary NAME=LIST");
    if (s->design == SWEEP_GRID)
        for (int i = 0; i < s->variation_count; i++)
            count *= s->variations[i].count;
    else if (s->design == SWEEP_LATIN)
        count = s->samples;
    else
        count = s->variations[0].count;
    for (int i = 1; s->design == SWEEP_ZIP && i < s->variation_count; i++)
        if (s->variations[i].count != s->variations[0].count)
            return complain("sweep", "--zip needs lists of one length; %s has %d values, %s has %d",
                            s->variations[0].name, s->variations[0].count, s->variations[i].name,
                            s->variations[i].count);
    if (!(count >= 1.0) || count > POINTS_MOST)
        return complain("sweep", "%g runs; there may be 1 to %d", count, POINTS_MOST);
    s->count = (int)count;
    return journal_make(&s->journal, "sweep", s->folder, s->count) &&
           (s->design != SWEEP_LATIN || sample(s));
}

const char *sweep_value(const sweep *s, int point, int variation, bool shown, char buffer[32]) {
    const sweep_variation *v = &s->variations[variation];
    int item = point;
    if (s->design == SWEEP_LATIN) {
        const double u = s->unit[point * s->variation_count + variation];
        if (v->is_range) {
            snprintf(buffer, 32, "%.17g",
                     v->is_logarithmic ? v->from * pow(v->to / v->from, u)
                                       : v->from + u * (v->to - v->from));
            return buffer;
        }
        item = (int)(u * v->count);
    } else if (s->design == SWEEP_GRID) { /* the last one runs fastest */
        for (int i = s->variation_count - 1; i > variation; i--)
            item /= s->variations[i].count;
        item %= v->count;
    }
    return shown ? v->shown[item] : v->values[item];
}

uint64_t sweep_fingerprint(const sweep *s) {
    uint64_t sum = FINGERPRINT_BEGIN;
    char buffer[32];
    fingerprint_file(&sum, s->file);
    for (int i = 0; i < s->parameter_files.count; i++)
        fingerprint_file(&sum, s->parameter_files.items[i]);
    for (int i = 0; i < s->settings.count; i++)
        fingerprint_text(&sum, s->settings.items[i]);
    fingerprint_text(&sum, s->solver);
    fingerprint_bytes(&sum, &s->stop_time, sizeof s->stop_time);
    fingerprint_bytes(&sum, &s->step, sizeof s->step);
    for (int i = 0; i < s->measure_count; i++) {
        fingerprint_text(&sum, s->measures[i].label);
        fingerprint_text(&sum, s->measures[i].expression);
    }
    for (int v = 0; v < s->variation_count; v++) {
        fingerprint_text(&sum, s->variations[v].name);
        for (int i = 0; i < s->count; i++)
            fingerprint_text(&sum, sweep_value(s, i, v, false, buffer));
    }
    return sum;
}

void sweep_free(sweep *s) {
    for (int i = 0; i < s->variation_count; i++) {
        sweep_variation *v = &s->variations[i];
        for (int k = 0; k < v->count; k++) {
            free(v->values[k]);
            free(v->shown[k]);
        }
        CM_FREE(v->values, v->shown, v->name, v->block, v->parameter);
    }
    free(s->variations);
    for (int i = 0; i < s->measure_count; i++)
        free(s->measures[i].label);
    journal_close(&s->journal);
    free(s->unit);
    model_close(&s->model);
    text_list_free(&s->parameter_files);
    text_list_free(&s->settings);
    text_list_free(&s->folders);
}
