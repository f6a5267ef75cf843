/* questions to a YAML document, with lines in the answers that fail */
#include "document.h"

#include "mbs/expression.h"
#include "nearest.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { MAX_MERGES = 8 };

mr_status mbs_at(mbs_reader *r, const mbs_yaml *node, const char *format, ...) {
    char text[MR_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mr_message_set(r->message, "%.200s:%d: %.300s", r->name,
                   node ? (int)node->start_mark.line + 1 : 1, text);
    return MR_ERR_CONFIG;
}

static mbs_yaml *node_at(mbs_reader *r, int index) {
    return yaml_document_get_node(&r->document, index);
}

static const char *scalar(const mbs_yaml *node) {
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

/* of a mapping itself, not of what it takes over */
static mbs_yaml *own_key(mbs_reader *r, const mbs_yaml *map, const char *key) {
    if (!map || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         p++) {
        const char *name = scalar(node_at(r, p->key));
        if (name && strcmp(name, key) == 0)
            return node_at(r, p->value);
    }
    return NULL;
}

/* "<<: *other" takes over the keys of another mapping; chains of that end somewhere */
mbs_yaml *mbs_key(mbs_reader *r, const mbs_yaml *map, const char *key) {
    for (int depth = 0; map && depth < MAX_MERGES; depth++) {
        mbs_yaml *found = own_key(r, map, key);
        if (found)
            return found;
        map = own_key(r, map, "<<");
    }
    return NULL;
}

static mr_status unknown_key(mbs_reader *r, const mbs_yaml *key, const char *name, const char *what,
                             const char *const *known) {
    mbs_guess guess = {.wanted = name};
    for (int i = 0; known[i]; i++)
        mbs_consider(&guess, known[i]);
    return mbs_at(r, key, "unknown key \"%.60s\" in %s%s", name, what, mbs_did_you_mean(&guess));
}

mr_status mbs_once(mbs_reader *r, const mbs_yaml *map, const char *what) {
    yaml_node_pair_t *first = map->data.mapping.pairs.start;
    for (yaml_node_pair_t *p = first; p < map->data.mapping.pairs.top; p++) {
        const mbs_yaml *key = node_at(r, p->key);
        for (yaml_node_pair_t *q = first; q < p; q++) {
            const char *name = scalar(key), *other = scalar(node_at(r, q->key));
            if (name && other && strcmp(name, other) == 0)
                return mbs_at(r, key, "\"%.60s\" stands twice in %s", name, what);
        }
    }
    return MR_OK;
}

static mr_status check_keys(mbs_reader *r, const mbs_yaml *map, const char *what,
                            const char *const *known) {
    if (!map || map->type != YAML_MAPPING_NODE)
        return mbs_at(r, map, "%s must be a mapping of keys and values", what);
    yaml_node_pair_t *first = map->data.mapping.pairs.start;
    for (yaml_node_pair_t *p = first; p < map->data.mapping.pairs.top; p++) {
        const mbs_yaml *key = node_at(r, p->key);
        const char *name = scalar(key);
        if (!name)
            return mbs_at(r, key, "a key of %s must be a word", what);
        for (yaml_node_pair_t *q = first; q < p; q++)
            if (strcmp(name, scalar(node_at(r, q->key))) == 0)
                return mbs_at(r, key, "the key \"%.60s\" stands twice in %s", name, what);
        int i = 0;
        while (known[i] && strcmp(known[i], name) != 0)
            i++;
        if (!known[i] && strcmp(name, "<<") != 0)
            return unknown_key(r, key, name, what, known);
    }
    return MR_OK;
}

mr_status mbs_keys(mbs_reader *r, const mbs_yaml *map, const char *what, const char *const *known) {
    MR_TRY(check_keys(r, map, what, known));
    for (int depth = 0;; depth++) {
        map = own_key(r, map, "<<");
        if (!map)
            return MR_OK;
        if (depth == MAX_MERGES)
            return mbs_at(r, map, "%s takes over from too many others", what);
        MR_TRY(check_keys(r, map, what, known));
    }
    return MR_OK;
}

int mbs_item_count(const mbs_yaml *s) {
    return s && s->type == YAML_SEQUENCE_NODE
               ? (int)(s->data.sequence.items.top - s->data.sequence.items.start)
               : -1;
}

mbs_yaml *mbs_item(mbs_reader *r, const mbs_yaml *s, int number) {
    return node_at(r, s->data.sequence.items.start[number]);
}

static int look_up(const void *context, const char *name, size_t length, double *value) {
    const mbs_reader *r = context;
    if (r->repeat_name && strlen(r->repeat_name) == length &&
        strncmp(name, r->repeat_name, length) == 0) {
        *value = r->repeat_value;
        return -1;
    }
    for (int i = 0; i < r->parameter_count; i++)
        if (strlen(r->parameters[i].name) == length &&
            strncmp(name, r->parameters[i].name, length) == 0) {
            *value = r->parameters[i].value;
            return -1;
        }
    return -2;
}

static mr_status evaluate(mbs_reader *r, const mbs_yaml *node, const char *text, double *value) {
    mbs_expression *expression;
    mr_message message = {{0}};
    mr_status status = mbs_expression_compile(text, look_up, r, &expression, &message);
    if (status != MR_OK)
        return mbs_at(r, node, "%s", message.text);
    *value = mbs_expression_value(expression, NULL);
    mbs_expression_free(expression);
    return isfinite(*value) ? MR_OK : mbs_at(r, node, "\"%.100s\" is not a finite number", text);
}

mr_status mbs_raw(mbs_reader *r, const mbs_yaml *node, const char **text) {
    const char *value = scalar(node);
    if (!value || strlen(value) != node->data.scalar.length)
        return mbs_at(r, node, "expected a word or an expression");
    *text = value;
    return MR_OK;
}

/* "B<i+1>" becomes "B3" */
mr_status mbs_text(mbs_reader *r, const mbs_yaml *node, const char **text) {
    MR_TRY(mbs_raw(r, node, text));
    if (!strchr(*text, '<'))
        return MR_OK;
    char out[256];
    size_t n = 0;
    for (const char *c = *text; *c;) {
        if (*c != '<') {
            if (n + 1 >= sizeof out)
                return mbs_at(r, node, "the name \"%.60s...\" is too long", *text);
            out[n++] = *c++;
            continue;
        }
        const char *end = strchr(c, '>');
        char inner[64];
        if (!end || (size_t)(end - c) > sizeof inner - 1)
            return mbs_at(r, node, "\"<\" without \">\" in the name \"%.60s\"", *text);
        memcpy(inner, c + 1, (size_t)(end - c - 1));
        inner[end - c - 1] = '\0';
        double value = 0.0;
        MR_TRY(evaluate(r, node, inner, &value));
        if (value != floor(value) || fabs(value) > 1e9)
            return mbs_at(r, node, "\"<%s>\" in a name is not a whole number", inner);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.0f", value);
        if (n >= sizeof out)
            return mbs_at(r, node, "the name \"%.60s...\" is too long", *text);
        c = end + 1;
    }
    out[n] = '\0';
    *text = mbs_arena_text(&r->arena, out);
    return *text ? MR_OK : MR_ERR_MEMORY;
}

mr_status mbs_number(mbs_reader *r, const mbs_yaml *node, double *value) {
    const char *text = NULL;
    MR_TRY(mbs_raw(r, node, &text));
    return evaluate(r, node, text, value);
}

static mr_status read_flag(mbs_reader *r, const mbs_yaml *node, int *value) {
    const char *text = scalar(node);
    if (text && (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0))
        *value = 1;
    else if (text && (strcmp(text, "no") == 0 || strcmp(text, "false") == 0))
        *value = 0;
    else
        return mbs_at(r, node, "expected yes or no");
    return MR_OK;
}

mr_status mbs_numbers(mbs_reader *r, const mbs_yaml *node, int least, int most, double *values,
                      int *count) {
    *count = mbs_item_count(node);
    if (*count < least || *count > most)
        return least == most ? mbs_at(r, node, "expected a list of %d numbers", least)
                             : mbs_at(r, node, "expected a list of %d to %d numbers", least, most);
    for (int i = 0; i < *count; i++)
        MR_TRY(mbs_number(r, mbs_item(r, node, i), &values[i]));
    return MR_OK;
}

mr_status mbs_place(mbs_reader *r, const mbs_yaml *node, double x[3]) {
    int count;
    if (!r->planar && mbs_item_count(node) == 2)
        return mbs_at(r, node, "expected [x, y, z]: only planar models may leave out z");
    return mbs_numbers(r, node, r->planar ? 2 : 3, 3, x, &count);
}

mr_status mbs_optional_text(mbs_reader *r, const mbs_yaml *map, const char *key,
                            const char **text) {
    const mbs_yaml *node = mbs_key(r, map, key);
    return node ? mbs_text(r, node, text) : MR_OK;
}

mr_status mbs_optional_raw(mbs_reader *r, const mbs_yaml *map, const char *key, const char **text) {
    const mbs_yaml *node = mbs_key(r, map, key);
    return node ? mbs_raw(r, node, text) : MR_OK;
}

mr_status mbs_optional_number(mbs_reader *r, const mbs_yaml *map, const char *key, double *value) {
    const mbs_yaml *node = mbs_key(r, map, key);
    return node ? mbs_number(r, node, value) : MR_OK;
}

mr_status mbs_optional_flag(mbs_reader *r, const mbs_yaml *map, const char *key, int *value) {
    const mbs_yaml *node = mbs_key(r, map, key);
    return node ? read_flag(r, node, value) : MR_OK;
}

mr_status mbs_optional_vector(mbs_reader *r, const mbs_yaml *map, const char *key,
                              double value[3]) {
    const mbs_yaml *node = mbs_key(r, map, key);
    int count;
    return node ? mbs_numbers(r, node, 3, 3, value, &count) : MR_OK;
}

mr_status mbs_repeat_range(mbs_reader *r, const mbs_yaml *repeat, const char **name, double *from,
                           double *to) {
    if (mbs_item_count(repeat) != 3)
        return mbs_at(r, repeat, "expected repeat: [name, from, to]");
    MR_TRY(mbs_raw(r, mbs_item(r, repeat, 0), name));
    MR_TRY(mbs_number(r, mbs_item(r, repeat, 1), from));
    MR_TRY(mbs_number(r, mbs_item(r, repeat, 2), to));
    if (*from != floor(*from) || *to != floor(*to) || *to - *from >= MBS_REPEAT_MAX)
        MR_TRY(mbs_at(r, repeat, "repeat needs whole numbers, and fewer than %d of them",
                      MBS_REPEAT_MAX));
    return MR_OK;
}

static mr_status repeat_item(mbs_reader *r, mbs_yaml *item, mbs_item_reader read) {
    mr_status status = mbs_builder_origin(r->builder, r->name, (int)item->start_mark.line + 1);
    const mbs_yaml *repeat = mbs_key(r, item, "repeat");
    if (status != MR_OK || !repeat)
        return status == MR_OK ? read(r, item) : status;
    double from = 0.0, to = 0.0;
    const char *name = NULL;
    status = mbs_repeat_range(r, repeat, &name, &from, &to);
    for (double i = from; i <= to && status == MR_OK; i += 1.0) {
        if (++r->repeats > MBS_REPEAT_MAX)
            return mbs_at(r, repeat, "more than %d repeated items", MBS_REPEAT_MAX);
        r->repeat_name = name;
        r->repeat_value = i;
        status = read(r, item);
    }
    r->repeat_name = NULL;
    return status;
}

mr_status mbs_each(mbs_reader *r, mbs_yaml *sequence, const char *what, mbs_item_reader read) {
    int count = mbs_item_count(sequence);
    if (count < 0)
        return mbs_at(r, sequence, "%s must be a list", what);
    for (int i = 0; i < count; i++)
        MR_TRY(repeat_item(r, mbs_item(r, sequence, i), read));
    return MR_OK;
}

mr_status mbs_define(mbs_reader *r, const mbs_yaml *node, const char *name, double value) {
    r->parameters = mbs_arena_grow(&r->arena, r->parameters, r->parameter_count, &r->parameter_room,
                                   sizeof *r->parameters);
    if (!r->parameters)
        return MR_ERR_MEMORY;
    r->parameters[r->parameter_count++] = (mbs_named){name, value};
    MR_TRY(mbs_builder_origin(r->builder, r->name, (int)node->start_mark.line + 1));
    return mbs_add_parameter(r->builder, name, value);
}
