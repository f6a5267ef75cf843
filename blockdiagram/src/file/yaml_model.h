/* a model as text for those who write by hand; the format is told in docs/making-models.md */
#ifndef BD_FILE_YAML_MODEL_H
#define BD_FILE_YAML_MODEL_H

#include "file/edit.h"
#include "file/yaml_document.h"

/* is it the name of such a file? */
bool bd_is_yaml_name(const char *path);

/* links are not resolved yet. *diagram is NULL on failure */
bd_status bd_yaml_read_model(const char *bytes, size_t size, const char *path, bd_diagram **diagram,
                             bd_error *error);

/* when links are resolved: parameters that their blocks do not have, ports that are not there */
bd_status bd_yaml_check_links(const bd_diagram *diagram, bd_error *error);

/* ---- shared by the yaml_*.c files ---- */

typedef struct bd_yaml_model {
    bd_yaml_document document;
    bd_diagram *diagram;
    size_t blocks; /* so far */
} bd_yaml_model;

/* blocks, inputs, outputs and lines of a system */
bd_status bd_yaml_read_system(bd_yaml_model *m, const bd_yaml *map, bd_system *system);
/* one block: "Gain 3", "= a + b", "multirate kart …" or a mapping */
bd_status bd_yaml_read_block(bd_yaml_model *m, bd_system *system, const char *name,
                             const bd_yaml *value);
bd_status bd_yaml_add(bd_yaml_model *m, bd_system *system, const bd_yaml *at, const char *source,
                      const char *name, const bd_setting *settings, size_t count, bd_node **node);
/* "block", "block/2" or the label of a signal, and the first free input if no port is told */
bd_status bd_yaml_connect(bd_yaml_model *m, bd_system *system, const bd_yaml *at, const char *from,
                          const char *to);
/* "= k*(x - y)": a block for it, and then its inputs */
bd_status bd_yaml_add_expression(bd_yaml_model *m, bd_system *system, const bd_yaml *at,
                                 const char *name, const char *expression);
bd_status bd_yaml_connect_expression(bd_yaml_model *m, bd_system *system, const bd_yaml *at,
                                     const char *name, const char *expression);
/* the block or labelled signal that a name means, or NULL */
bd_node *bd_yaml_find_source(const bd_yaml_model *m, const bd_system *system, const char *text,
                             int *port);
bd_status bd_yaml_memory(bd_yaml_model *m);
#ifdef __clang_analyzer__
#define bd_yaml_memory(m) ((bd_yaml_memory)(m), BD_OUT_OF_MEMORY)
#endif

#endif
