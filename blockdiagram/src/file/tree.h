/* what both file formats become before anything is understood: named sections that hold keys with
 * text and further sections, in file order. .mdl text maps directly; in XML an attribute or a
 * <P Name="k">v</P> is a key, any other element a section (that may have text) */
#ifndef BD_FILE_TREE_H
#define BD_FILE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"
#include "base/arena.h"

typedef struct bd_tree {
    const char *name;
    const char *text; /* "" if none */
    const char *file; /* file, or file and part, for messages */
    int line;
    bool section;
    struct bd_tree *first;
    struct bd_tree *last;
    struct bd_tree *next;
} bd_tree;

/* new last child, or NULL when memory ends */
bd_tree *bd_tree_add(bd_arena *arena, bd_tree *parent, const char *name, int line);

/* makes it the last child; the list it was in goes on without it only if it was the last there */
void bd_tree_move(bd_tree *parent, bd_tree *child);

/* first child of this name, or NULL; a leading $ of a key does not count */
const bd_tree *bd_tree_child(const bd_tree *tree, const char *name);
const bd_tree *bd_tree_section(const bd_tree *tree, const char *name);

/* text of the first child of this name, or NULL */
const char *bd_tree_text(const bd_tree *tree, const char *name);

/* class of an object: ClassName, or the section's name where that is the class */
const char *bd_tree_class(const bd_tree *tree);

/* first child section that is the property `name` of its parent (PropName), or NULL */
const bd_tree *bd_tree_property(const bd_tree *tree, const char *name);

/* first section of this name or class at any depth, the tree itself included, or NULL */
const bd_tree *bd_tree_search(const bd_tree *tree, const char *name);

/* one parser per format; both keep all texts in the arena. The result is a nameless section */
bd_status bd_mdl_parse(const char *text, size_t size, const char *file, bd_arena *arena,
                       bd_tree **tree, bd_error *error);
bd_status bd_xml_parse(const char *text, size_t size, const char *file, int first_line,
                       bd_arena *arena, bd_tree **tree, bd_error *error);

#endif
