/* a YAML text as a tree with line numbers; anchors are refused, so that it is as large as its text
 */
#ifndef BD_FILE_YAML_DOCUMENT_H
#define BD_FILE_YAML_DOCUMENT_H

#include <yaml.h>

#include "blockdiagram/error.h"

typedef yaml_node_t bd_yaml;

typedef struct bd_yaml_document {
    yaml_document_t document;
    const char *file;
    bd_error *error;
} bd_yaml_document;

/* *root is the outermost mapping. Free it with bd_yaml_close if this was good */
bd_status bd_yaml_open(bd_yaml_document *d, const char *bytes, size_t size, const char *file,
                       bd_yaml **root, bd_error *error);
void bd_yaml_close(bd_yaml_document *d);

/* "FILE:LINE: sentence" */
bd_status bd_yaml_refuse(bd_yaml_document *d, const bd_yaml *at, const char *format, ...)
    BD_PRINTF(3, 4);
#ifdef __clang_analyzer__
#define bd_yaml_refuse(d, at, ...) ((bd_yaml_refuse)(d, at, __VA_ARGS__), BD_BAD_FILE)
#endif

/* text of a scalar, else NULL */
const char *bd_yaml_text(const bd_yaml *node);
/* a scalar that was written in quotes or as a block is a text, whatever it looks like */
int bd_yaml_is_map(const bd_yaml *node);
int bd_yaml_is_list(const bd_yaml *node);

/* entries of a mapping or list; key is NULL for a list */
size_t bd_yaml_count(const bd_yaml *node);
bd_yaml *bd_yaml_at(bd_yaml_document *d, const bd_yaml *node, size_t i, const char **key);
/* value of a key, or NULL */
bd_yaml *bd_yaml_get(bd_yaml_document *d, const bd_yaml *map, const char *key);

#endif
