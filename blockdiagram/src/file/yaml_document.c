/* reading YAML by libyaml, and looking into it */
#include "file/yaml_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/sentence.h"
#include "common/twins.h"
#include "common/yaml_text.h"

#undef bd_yaml_refuse /* the analyzer has another one */

static int line_of(const bd_yaml *node) {
    return node ? (int)node->start_mark.line + 1 : 1;
}

bd_status bd_yaml_refuse(bd_yaml_document *d, const bd_yaml *at, const char *format, ...) {
    CM_SENTENCE(sentence, BD_ERROR_TEXT, format);
    return bd_error_set(d->error, BD_BAD_FILE, "%s:%d: %s", d->file, line_of(at), sentence);
}

const char *bd_yaml_text(const bd_yaml *node) {
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

int bd_yaml_is_map(const bd_yaml *node) {
    return node && node->type == YAML_MAPPING_NODE;
}

int bd_yaml_is_list(const bd_yaml *node) {
    return node && node->type == YAML_SEQUENCE_NODE;
}

size_t bd_yaml_count(const bd_yaml *node) {
    if (bd_yaml_is_map(node))
        return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    if (bd_yaml_is_list(node))
        return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    return 0;
}

bd_yaml *bd_yaml_at(bd_yaml_document *d, const bd_yaml *node, size_t i, const char **key) {
    if (bd_yaml_is_list(node)) {
        if (key)
            *key = NULL;
        return yaml_document_get_node(&d->document, node->data.sequence.items.start[i]);
    }
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    if (key)
        *key = bd_yaml_text(yaml_document_get_node(&d->document, pair->key));
    return yaml_document_get_node(&d->document, pair->value);
}

bd_yaml *bd_yaml_get(bd_yaml_document *d, const bd_yaml *map, const char *key) {
    for (size_t i = 0; bd_yaml_is_map(map) && i < bd_yaml_count(map); i++) {
        const char *name;
        bd_yaml *value = bd_yaml_at(d, map, i, &name);
        if (name && strcmp(name, key) == 0)
            return value;
    }
    return NULL;
}

static bd_status check_once(bd_yaml_document *d, const bd_yaml *map) {
    const size_t count = bd_yaml_count(map);
    const char **keys = calloc(count + 1, sizeof *keys);
    if (!keys)
        return bd_error_set(d->error, BD_OUT_OF_MEMORY, "%s: out of memory", d->file);
    for (size_t i = 0; i < count; i++)
        (void)bd_yaml_at(d, map, i, &keys[i]);
    const size_t twin = cm_first_twin(keys, count);
    const char *key = twin < count ? keys[twin] : NULL;
    free(keys);
    return key ? bd_yaml_refuse(d, bd_yaml_at(d, map, twin, NULL), "'%.100s' stands twice", key)
               : BD_OK;
}

/* every node is met once: an anchor that is used again would be met twice */
static bd_status check(bd_yaml_document *d, const bd_yaml *node, char *met) {
    const size_t number = (size_t)(node - d->document.nodes.start);
    if (met[number])
        return bd_yaml_refuse(d, node, "anchors (&, *) cannot be used here");
    met[number] = 1;
    if (node->type == YAML_SCALAR_NODE &&
        strlen((const char *)node->data.scalar.value) != node->data.scalar.length)
        return bd_yaml_refuse(d, node, "the text contains binary zeros");
    for (size_t i = 0; i < bd_yaml_count(node); i++) {
        const char *key = "";
        const bd_yaml *value = bd_yaml_at(d, node, i, &key);
        if (bd_yaml_is_map(node) && !key)
            return bd_yaml_refuse(d, node, "a key must be a word");
        BD_TRY(check(d, value, met));
    }
    return bd_yaml_is_map(node) ? check_once(d, node) : BD_OK;
}

bd_status bd_yaml_open(bd_yaml_document *d, const char *bytes, size_t size, const char *file,
                       bd_yaml **root, bd_error *error) {
    *d = (bd_yaml_document){.file = file, .error = error};
    cm_yaml_problem problem;
    if (!cm_load_yaml(bytes, size, &d->document, &problem))
        return problem.line > 0
                   ? bd_error_set(error, BD_BAD_FILE, "%s:%d: %s", file, problem.line, problem.what)
                   : bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: %s", file, problem.what);
    bd_status status;
    *root = yaml_document_get_root_node(&d->document);
    const size_t nodes = (size_t)(d->document.nodes.top - d->document.nodes.start);
    char *met = calloc(nodes + 1, 1);
    if (!met)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", file);
    else if (!bd_yaml_is_map(*root))
        status = bd_yaml_refuse(d, *root, "a model is a list of keys: blocks, lines, …");
    else
        status = check(d, *root, met);
    free(met);
    if (status != BD_OK)
        yaml_document_delete(&d->document);
    return status;
}

void bd_yaml_close(bd_yaml_document *d) {
    yaml_document_delete(&d->document);
}
