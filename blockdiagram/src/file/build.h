/* from the parse tree to the diagram; shared by the build_*.c files */
#ifndef BD_FILE_BUILD_H
#define BD_FILE_BUILD_H

#include "file/internal.h"
#include "file/tree.h"

typedef struct bd_builder {
    bd_diagram *diagram;
    bd_arena *scratch; /* lives as long as the tree */
    bd_log *log;
    bd_error *error;
    int depth;
} bd_builder;

/* the whole diagram from its Model, Library or Subsystem section; links stay unresolved. All texts
 * are copied, the tree may go afterwards */
bd_status bd_build_diagram(const bd_tree *tree, const char *file, bd_diagram **diagram, bd_log *log,
                           bd_error *error);

bd_status bd_build_configuration(bd_builder *b, const bd_tree *model);
bd_status bd_build_system(bd_builder *b, const bd_tree *tree, bd_system *system);
bd_status bd_build_mask(bd_builder *b, const bd_tree *block, bd_node *node);
bd_status bd_build_charts(bd_builder *b, const bd_tree *model); /* and their blocks know them */
bd_status bd_build_lines(bd_builder *b, const bd_tree *tree, bd_system *system);

/* where the variables of a mask are written */
typedef struct bd_mask_trees {
    const bd_tree **items;
    size_t count;
    size_t capacity;
} bd_mask_trees;

bd_status bd_build_mask_details(bd_builder *b, const bd_tree *mask, const bd_mask_trees *variables,
                                bd_node *node);

/* true for a key of a block that bd_build_mask has digested */
bool bd_is_mask_key(const char *name);

/* copies an array of texts into the parameters, as a cell; other sections are passed over */
bd_status bd_build_cell(bd_builder *b, const bd_tree *array, bd_parameters *parameters);

/* copies a key into the parameters */
bd_status bd_build_parameter(bd_builder *b, const bd_tree *leaf, bd_parameters *parameters);

/* text copied into the diagram, or NULL */
const char *bd_build_text(bd_builder *b, const char *text);

bd_status bd_build_fail(bd_builder *b, const bd_tree *at, const char *format, ...) BD_PRINTF(3, 4);
bd_status bd_build_no_memory(bd_builder *b, const bd_tree *at);
#ifdef __clang_analyzer__
#define bd_build_fail(b, at, ...) ((bd_build_fail)(b, at, __VA_ARGS__), BD_BAD_FILE)
#define bd_build_no_memory(b, at) ((bd_build_no_memory)(b, at), BD_LIMIT_EXCEEDED)
#endif

#endif
