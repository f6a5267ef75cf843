/* building and searching parse trees */
#include "file/tree.h"

#include <string.h>

bd_tree *bd_tree_add(bd_arena *arena, bd_tree *parent, const char *name, int line) {
    bd_tree *tree = bd_arena_alloc(arena, sizeof *tree);
    if (!tree)
        return NULL;
    tree->name = name;
    tree->text = "";
    tree->file = parent->file;
    tree->line = line;
    bd_tree_move(parent, tree);
    return tree;
}

void bd_tree_move(bd_tree *parent, bd_tree *child) {
    child->next = NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
}

static bool is_named(const bd_tree *tree, const char *name) {
    const char *own = tree->name[0] == '$' ? tree->name + 1 : tree->name;
    return strcmp(own, name) == 0;
}

const bd_tree *bd_tree_child(const bd_tree *tree, const char *name) {
    for (const bd_tree *t = tree->first; t; t = t->next)
        if (is_named(t, name))
            return t;
    return NULL;
}

const bd_tree *bd_tree_section(const bd_tree *tree, const char *name) {
    for (const bd_tree *t = tree->first; t; t = t->next)
        if (t->section && is_named(t, name))
            return t;
    return NULL;
}

const char *bd_tree_text(const bd_tree *tree, const char *name) {
    const bd_tree *child = bd_tree_child(tree, name);
    return child ? child->text : NULL;
}

const char *bd_tree_class(const bd_tree *tree) {
    const char *name = bd_tree_text(tree, "ClassName");
    return name ? name : tree->name;
}

const bd_tree *bd_tree_property(const bd_tree *tree, const char *name) {
    for (const bd_tree *t = tree->first; t; t = t->next) {
        const char *property = t->section ? bd_tree_text(t, "PropName") : NULL;
        if (property && strcmp(property, name) == 0)
            return t;
    }
    return NULL;
}

const bd_tree *bd_tree_search(const bd_tree *tree, const char *name) {
    if (tree->section && (is_named(tree, name) || strcmp(bd_tree_class(tree), name) == 0))
        return tree;
    for (const bd_tree *t = tree->first; t; t = t->next) {
        const bd_tree *found = t->section ? bd_tree_search(t, name) : NULL;
        if (found)
            return found;
    }
    return NULL;
}
