/* reading the description of a study, by libyaml */
#define _POSIX_C_SOURCE 200809L
#include "study_description.h"

#include "complain.h"

#include "common/sentence.h"
#include "blockdiagram/expression.h"
#include "common/yaml_text.h"
#include "common/twins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 50

static int line_of(const description_node *node) {
    return node ? (int)node->start_mark.line + 1 : 1;
}

bool description_refuse(const description *d, const description_node *node, const char *format,
                        ...) {
    CM_SENTENCE(sentence, 1024, format);
    return complain(d->command, "%s:%d: %s", d->path, line_of(node), sentence);
}

static bool check_map(description *d, const description_node *map) {
    const int count = description_count(map);
    const char **names = malloc(((size_t)count + 1) * sizeof *names);
    if (!names)
        return description_refuse(d, map, "not enough memory");
    int words = 0;
    while (words < count && (names[words] = description_name(d, map, words)))
        words++;
    const int twin = (int)cm_first_twin(names, (size_t)words);
    const char *name = twin < words ? names[twin] : NULL;
    free(names);
    if (words < count)
        return description_refuse(d, map, "a key must be a word");
    return !name || description_refuse(d, description_at(d, map, twin), "'%s' stands twice", name);
}

static bool check_once(description *d) {
    for (int n = 1; yaml_document_get_node(&d->document, n); n++) {
        const description_node *map = yaml_document_get_node(&d->document, n);
        if (map->type != YAML_MAPPING_NODE)
            continue;
        if (!check_map(d, map))
            return false;
    }
    return true;
}

void description_close(description *d) {
    if (d->is_open)
        yaml_document_delete(&d->document);
    d->is_open = false;
}

bool description_open(description *d, const char *command, const char *path) {
    *d = (description){.command = command};
    snprintf(d->path, sizeof d->path, "%s", path);
    const char *slash = strrchr(path, '/');
    snprintf(d->folder, sizeof d->folder, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
    const char *why;
    size_t size;
    char *text = cm_read_yaml(path, &size, &why);
    if (!text)
        return complain(d->command, "'%s' cannot be read: %s", path, why);
    cm_yaml_problem problem;
    d->is_open = cm_load_yaml(text, size, &d->document, &problem);
    free(text);
    if (!d->is_open)
        return complain(d->command, "%s:%d: %s", path, problem.line, problem.what);
    const description_node *root = description_root(d);
    const bool good = root && root->type == YAML_MAPPING_NODE
                          ? check_once(d)
                          : complain(d->command, "'%s' has no keys", path);
    if (!good)
        description_close(d);
    return good;
}

description_node *description_root(description *d) {
    return yaml_document_get_root_node(&d->document);
}

int description_count(const description_node *node) {
    if (node && node->type == YAML_MAPPING_NODE)
        return (int)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    if (node && node->type == YAML_SEQUENCE_NODE)
        return (int)(node->data.sequence.items.top - node->data.sequence.items.start);
    return 0;
}

const char *description_name(description *d, const description_node *map, int index) {
    return description_text(
        yaml_document_get_node(&d->document, map->data.mapping.pairs.start[index].key));
}

description_node *description_at(description *d, const description_node *node, int index) {
    return yaml_document_get_node(&d->document, node->type == YAML_MAPPING_NODE
                                                    ? node->data.mapping.pairs.start[index].value
                                                    : node->data.sequence.items.start[index]);
}

description_node *description_key(description *d, const description_node *map, const char *key) {
    for (int i = 0; map && map->type == YAML_MAPPING_NODE && i < description_count(map); i++)
        if (strcmp(description_name(d, map, i), key) == 0)
            return description_at(d, map, i);
    return NULL;
}

static bool are_scalars(description *d, const description_node *node) {
    for (int i = 0; i < description_count(node); i++)
        if (!description_text(description_at(d, node, i)))
            return false;
    return true;
}

static bool is_of_kind(description *d, const description_node *node, description_kind kind) {
    switch (kind) {
    case DESCRIPTION_TEXT:
        return node->type == YAML_SCALAR_NODE;
    case DESCRIPTION_TEXTS:
        return node->type == YAML_SEQUENCE_NODE && are_scalars(d, node);
    case DESCRIPTION_MAP:
        return node->type == YAML_MAPPING_NODE;
    case DESCRIPTION_PAIRS:
        return node->type == YAML_MAPPING_NODE && are_scalars(d, node);
    case DESCRIPTION_LIST:
        return node->type == YAML_SEQUENCE_NODE;
    case DESCRIPTION_VALUE:
        break;
    }
    return node->type != YAML_MAPPING_NODE;
}

bool description_check(description *d, const description_node *map, const description_rule *rules) {
    static const char *const kinds[] = {
        "a value", "a text", "a list of texts", "names with values", "names, each with one value",
        "a list"};
    if (map->type != YAML_MAPPING_NODE)
        return description_refuse(d, map, "here must be keys with values");
    for (int i = 0; i < description_count(map); i++) {
        const char *name = description_name(d, map, i);
        const description_node *node = description_at(d, map, i);
        const description_rule *rule = rules;
        while (rule->key && strcmp(rule->key, name) != 0)
            rule++;
        if (!rule->key)
            return description_refuse(d, node, "there is no key '%s' here", name);
        if (!is_of_kind(d, node, rule->kind))
            return description_refuse(d, node, "'%s' must be %s", name, kinds[rule->kind]);
    }
    return true;
}

const char *description_text(const description_node *node) {
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

const char *description_text_of(description *d, const description_node *map, const char *key) {
    return description_text(description_key(d, map, key));
}

static bool is_quoted(const description_node *node) {
    return node->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE;
}

/* the sentence of a mistake, with its line before it */
static bd_value *fail(const description *d, const description_node *node, bd_error *error) {
    char text[sizeof error->text];
    const char *name = strrchr(d->path, '/');
    snprintf(text, sizeof text, "%s", error->text);
    bd_error_set(error, BD_BAD_EXPRESSION, "%s:%d: %s", name ? name + 1 : d->path, line_of(node),
                 text);
    return NULL;
}

static bd_value *make_cell(description *d, const description_node *node, const bd_workspace *scope,
                           bd_error *error) {
    bd_value *cell = NULL;
    const int count = description_count(node);
    if (d->depth > DEPTH_MOST) { /* a list that holds itself by an alias */
        bd_error_set(error, BD_LIMIT_EXCEEDED, "lists within lists without an end");
        return fail(d, node, error);
    }
    if (bd_value_create_matrix(BD_CELL, 1, (size_t)count, &cell, error) != BD_OK)
        return NULL;
    for (int i = 0; i < count; i++) {
        bd_value *item = description_value(d, description_at(d, node, i), scope, error);
        if (!item || bd_value_cell_set(cell, (size_t)i, item, error) != BD_OK) {
            bd_value_free(cell);
            return NULL;
        }
    }
    return cell;
}

bd_value *description_value(description *d, const description_node *node, const bd_workspace *scope,
                            bd_error *error) {
    bd_value *value = NULL;
    const char *text = description_text(node);
    if (node->type == YAML_SEQUENCE_NODE) {
        d->depth++;
        value = make_cell(d, node, scope, error);
        d->depth--;
        return value;
    }
    if (!text) {
        bd_error_set(error, BD_BAD_EXPRESSION, "here must be a value");
        return fail(d, node, error);
    }
    const bd_status status = is_quoted(node) ? bd_value_create_text(text, &value, error)
                                             : bd_expression_evaluate(text, scope, &value, error);
    return status == BD_OK ? value : fail(d, node, error);
}

bool description_set_all(description *d, const description_node *map, const bd_workspace *scope,
                         bd_workspace *into, bd_error *error) {
    for (int i = 0; i < description_count(map); i++) {
        const char *name = description_name(d, map, i);
        description_node *node = description_at(d, map, i);
        bd_value *value = NULL;
        if (!description_text(node) || *description_text(node) || is_quoted(node))
            value = description_value(d, node, scope, error);
        else if (bd_expression_evaluate(name, scope, &value, error) != BD_OK)
            (void)fail(d, node, error);
        if (!value || bd_workspace_set(into, name, value, error) != BD_OK)
            return false;
    }
    return true;
}

bool description_holds(description *d, const description_node *node, const bd_workspace *scope,
                       bool *truth, bd_error *error) {
    *truth = true;
    if (!node)
        return true;
    bd_value *value = description_value(d, node, scope, error);
    const bool good = value && (bd_value_truth(value, "a condition", truth, error) == BD_OK ||
                                fail(d, node, error));
    bd_value_free(value);
    return good;
}
