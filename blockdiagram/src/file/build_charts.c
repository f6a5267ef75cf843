/* stored charts: the flat list of .mdl text (id, treeNode, linkNode) and the nested elements of a
 * package (Children, SSID) become the same tree; then every block that stands for a chart finds its
 * own: by the path in `instance`, else by the number in the Tag of the S-Function inside */
#include "blockdiagram/stored_chart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/build.h"
#include "base/text.h"

#define OBJECTS 200000 /* of one file */

/* an object of the flat list, with its place there */
typedef struct entry {
    long id, parent, previous, next;
    bd_stored *object;
    bool placed, broken;
    int order; /* in the file */
} entry;

typedef struct charts {
    bd_builder *b;
    bd_stored *machine;
    entry *entries; /* in file order */
    size_t count, capacity;
    entry **by_id;
} charts;

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static bd_status put(charts *c, bd_stored *object, const bd_tree *at, const char *name,
                     const char *value) {
    bd_builder *b = c->b;
    name = bd_build_text(b, name);
    value = bd_build_text(b, value);
    if (!name || !value || !bd_parameters_put(b->diagram->arena, &object->properties, name, value))
        return bd_build_no_memory(b, at);
    return BD_OK;
}

/* a table of texts in one text, as .mdl has it; other tables only serve editors */
static bd_status put_table(charts *c, bd_stored *object, const bd_tree *array, const char *name) {
    int rows = 0, columns = 0;
    const char *dimension = bd_tree_text(array, "Dimension");
    if (!dimension || sscanf(dimension, "%d*%d", &rows, &columns) != 2)
        return BD_OK;
    bd_text text = {0};
    char head[64];
    snprintf(head, sizeof head, "100 C%dx%d{", rows, columns);
    bd_text_add(&text, head);
    bool first = true, texts = true;
    for (const bd_tree *t = array->first; t; t = t->next) {
        const char *class = bd_tree_text(t, "Class");
        if (!t->section)
            continue;
        texts = texts && is(t->name, "Cell") && class && is(class, "char");
        bd_text_add(&text, first ? "T\"" : ",T\"");
        first = false;
        for (const char *s = t->text; *s != '\0'; s++)
            bd_text_put(&text, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
        bd_text_add(&text, "\"");
    }
    bd_text_add(&text, "}");
    bd_status status = text.failed ? bd_build_no_memory(c->b, array)
                       : texts     ? put(c, object, array, name, text.bytes)
                                   : BD_OK;
    free(text.bytes);
    return status;
}

static bool is_structure(const char *name) {
    static const char *const names[] = {
        "id",          "SSID",         "treeNode",  "linkNode", "chart",           "machine",
        "ssIdNumber",  "subviewer",    "firstData", "viewObj",  "firstTransition", "firstEvent",
        "firstTarget", "firstJunction"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(name, names[i]))
            return true;
    return false;
}

static bd_status take_properties(charts *c, bd_stored *object, const bd_tree *tree,
                                 const char *prefix, int depth) {
    char name[256];
    for (const bd_tree *t = tree->first; t; t = t->next) {
        if (depth == 0 && (is_structure(t->name) || (t->section && is(t->name, "Children"))))
            continue;
        if (depth == 1 && (is(t->name, "id") || is(t->name, "SSID")) &&
            (is(prefix, "src.") || is(prefix, "dst.")))
            continue;
        const bool array = t->section && is(t->name, "Array");
        const char *own = array ? bd_tree_text(t, "PropName") : t->name;
        if (!own || (array && is(t->name, "Object")))
            continue;
        if (snprintf(name, sizeof name, "%s%s%s", prefix, own, t->section && !array ? "." : "") >=
            (int)sizeof name)
            continue;
        if (array)
            BD_TRY(put_table(c, object, t, name));
        else if (t->section && depth < 8)
            BD_TRY(take_properties(c, object, t, name, depth + 1));
        else if (!t->section)
            BD_TRY(put(c, object, t, name, t->text));
    }
    return BD_OK;
}

static bd_status make_object(charts *c, const bd_tree *tree, bd_stored **object) {
    bd_builder *b = c->b;
    bd_stored *made = bd_arena_alloc(b->diagram->arena, sizeof *made);
    *object = made;
    if (!made)
        return bd_build_no_memory(b, tree);
    if (c->count >= OBJECTS)
        return bd_error_set(b->error, BD_LIMIT_EXCEEDED, "%s:%d: more than %d objects of charts",
                            tree->file, tree->line, OBJECTS);
    if (!bd_arena_grow(b->scratch, (void **)&c->entries, c->count, &c->capacity,
                       sizeof *c->entries))
        return bd_build_no_memory(b, tree);
    made->kind = bd_build_text(b, tree->name);
    made->file = b->diagram->file;
    made->line = tree->line;
    const char *number = bd_tree_text(tree, "ssIdNumber");
    number = number ? number : bd_tree_text(tree, "SSID");
    number = number ? number : bd_tree_text(tree, "id");
    made->number = number ? strtol(number, NULL, 10) : 0;
    const char *id = bd_tree_text(tree, "id");
    c->entries[c->count] =
        (entry){.id = id ? strtol(id, NULL, 10) : 0, .object = made, .order = (int)c->count};
    c->count++;
    bd_status status =
        made->kind ? take_properties(c, made, tree, "", 0) : bd_build_no_memory(b, tree);
    made->file_number = (int)bd_stored_whole(made, "chartFileNumber", -1);
    return status;
}

static void attach(bd_stored *parent, bd_stored *child) {
    child->parent = parent;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
}

/* ---- nested ---- */

/* number that a transition's end names */
static long end_of(const bd_tree *transition, const char *name, const char *key) {
    const bd_tree *end = bd_tree_section(transition, name);
    const char *number = end ? bd_tree_text(end, key) : NULL;
    return number ? strtol(number, NULL, 10) : 0;
}

static const bd_stored *find_number(const bd_stored *object, long number, int depth) {
    for (const bd_stored *t = object->first; t && depth < BD_NESTING; t = t->next) {
        const bool node = is(t->kind, "state") || is(t->kind, "junction") || is(t->kind, "port");
        if (node && t->number == number)
            return t;
        const bd_stored *found = find_number(t, number, depth + 1);
        if (found)
            return found;
    }
    return NULL;
}

static bd_status nested(charts *c, const bd_tree *tree, bd_stored *parent, int depth) {
    if (depth >= BD_NESTING)
        return bd_build_fail(c->b, tree, "objects of charts are nested too deep");
    for (const bd_tree *list = tree->first; list; list = list->next) {
        if (!list->section || !is(list->name, "Children"))
            continue;
        for (const bd_tree *t = list->first; t; t = t->next) {
            bd_stored *object = NULL;
            if (!t->section)
                continue;
            BD_TRY(make_object(c, t, &object));
            attach(parent, object);
            BD_TRY(nested(c, t, object, depth + 1));
        }
    }
    return BD_OK;
}

static void nested_ends(const bd_tree *tree, bd_stored *object, const bd_stored *chart) {
    if (is(object->kind, "chart"))
        chart = object;
    if (is(object->kind, "transition") && chart) {
        object->source = find_number(chart, end_of(tree, "src", "SSID"), 0);
        object->destination = find_number(chart, end_of(tree, "dst", "SSID"), 0);
    }
    bd_stored *child = object->first;
    for (const bd_tree *list = tree->first; list; list = list->next)
        if (list->section && is(list->name, "Children"))
            for (const bd_tree *t = list->first; t && child; t = t->next)
                if (t->section) {
                    nested_ends(t, child, chart);
                    child = child->next;
                }
}

/* ---- flat ---- */

static int compare_ids(const void *a, const void *b) {
    const entry *x = *(entry *const *)a, *y = *(entry *const *)b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id) : x->order - y->order;
}

static entry *find_id(const charts *c, long id) {
    size_t low = 0, high = c->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (c->by_id[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return id != 0 && low < c->count && c->by_id[low]->id == id ? c->by_id[low] : NULL;
}

static void take_links(entry *e, const bd_tree *tree) {
    const char *text = bd_tree_text(tree, "treeNode");
    long numbers[4] = {0};
    const bool state = text != NULL;
    text = state ? text : bd_tree_text(tree, "linkNode");
    for (int i = 0; text && i < 4; i++) {
        text += strspn(text, " [,");
        char *end = NULL;
        numbers[i] = strtol(text, &end, 10);
        text = end != text ? end : NULL;
    }
    e->parent = numbers[0];
    e->previous = state ? numbers[2] : numbers[1];
    e->next = state ? numbers[3] : numbers[2];
}

/* places the chain of siblings that this one is in, if it is complete; else this one alone */
static void place_chain(charts *c, entry *e, bd_stored *parent) {
    entry *first = e;
    size_t steps = 0;
    while (!e->broken && steps++ < c->count) {
        entry *before = find_id(c, first->previous);
        if (!before || before->parent != e->parent || before->placed ||
            !is(before->object->kind, e->object->kind) || before->next != first->id)
            break;
        first = before;
    }
    bool found = false;
    entry *t = first;
    for (steps = 0; !e->broken && t && steps < c->count && !found; steps++) {
        found = t == e;
        t = find_id(c, t->next);
    }
    if (!found) {
        e->placed = true;
        attach(parent, e->object);
        return;
    }
    for (t = first;
         t && !t->placed && t->parent == e->parent && is(t->object->kind, e->object->kind);
         t = find_id(c, t->next)) {
        t->placed = true;
        attach(parent, t->object);
    }
}

static bd_status check_depth(const charts *c, const entry *e) {
    int depth = 0;
    for (const entry *t = e; t; t = find_id(c, t->parent))
        if (++depth > BD_NESTING)
            return bd_error_set(c->b->error, BD_BAD_FILE,
                                "%s:%d: object %ld of a chart is nested too deep, or in itself",
                                e->object->file, e->object->line, e->id);
    return BD_OK;
}

static bd_status flat(charts *c, const bd_tree *list) {
    for (const bd_tree *t = list->first; t; t = t->next) {
        bd_stored *object = NULL;
        if (!t->section)
            continue;
        BD_TRY(make_object(c, t, &object));
        take_links(&c->entries[c->count - 1], t);
        if (is(object->kind, "machine") && !c->machine)
            c->machine = object;
    }
    c->by_id = bd_arena_array(c->b->scratch, c->count + 1, sizeof(entry *));
    if (!c->by_id)
        return bd_build_no_memory(c->b, list);
    for (size_t i = 0; i < c->count; i++)
        c->by_id[i] = &c->entries[i];
    qsort(c->by_id, c->count, sizeof *c->by_id, compare_ids);
    if (!c->machine)
        return BD_OK;
    for (size_t i = 0; i < c->count; i++) {
        entry *e = &c->entries[i];
        if (e->object == c->machine || e->placed)
            continue;
        BD_TRY(check_depth(c, e));
        const entry *parent = find_id(c, e->parent);
        if (parent && parent->object != e->object)
            place_chain(c, e, parent->object);
        else
            attach(c->machine, e->object);
        e->placed = true;
    }
    size_t i = 0;
    for (const bd_tree *t = list->first; t; t = t->next) {
        if (!t->section)
            continue;
        bd_stored *object = c->entries[i++].object;
        if (!is(object->kind, "transition"))
            continue;
        const entry *source = find_id(c, end_of(t, "src", "id"));
        const entry *destination = find_id(c, end_of(t, "dst", "id"));
        object->source = source ? source->object : NULL;
        object->destination = destination ? destination->object : NULL;
    }
    return BD_OK;
}

/* ---- blocks ---- */

static const bd_stored *chart_by_id(const charts *c, long id) {
    for (size_t i = 0; i < c->count; i++)
        if (c->entries[i].id == id && is(c->entries[i].object->kind, "chart"))
            return c->entries[i].object;
    return NULL;
}

static bd_status take_instances(charts *c, const bd_tree *list) {
    for (const bd_tree *t = list->first; t; t = t->next) {
        if (!t->section || !is(t->name, "instance"))
            continue;
        const char *name = bd_tree_text(t, "name"), *id = bd_tree_text(t, "chart");
        const bd_stored *chart = id ? chart_by_id(c, strtol(id, NULL, 10)) : NULL;
        for (size_t i = 0; i < c->count; i++)
            if (c->entries[i].object->line == t->line && is(c->entries[i].object->kind, "instance"))
                c->entries[i].object->chart = chart;
        bd_node *node = name && chart ? bd_system_find_path(c->b->diagram->root, name) : NULL;
        if (node)
            node->chart = chart;
    }
    return BD_OK;
}

static const bd_stored *chart_by_number(const charts *c, const char *tag) {
    const char *blank = tag ? strrchr(tag, ' ') : NULL;
    const int number = blank ? bd_text_integer(blank, -1, 0, 1 << 20) : -1;
    for (size_t i = 0; i < c->count && number >= 0; i++)
        if (is(c->entries[i].object->kind, "chart") && c->entries[i].object->file_number == number)
            return c->entries[i].object;
    return NULL;
}

/* gives blocks without a chart one by its number; tells why there is none */
static bd_status finish_blocks(charts *c, const bd_tree *model, bd_system *system) {
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        const char *kind = !node->link ? bd_node_chart_kind(node) : NULL;
        const bd_node *function = NULL;
        for (size_t k = 0; kind && node->system && k < node->system->block_count; k++)
            if (bd_node_is_chart_function(node->system->blocks[k]))
                function = node->system->blocks[k];
        if (function && !node->chart)
            node->chart = chart_by_number(c, bd_parameters_find(&function->parameters, "Tag"));
        if (kind && (!function || !node->chart)) {
            char clause[200];
            snprintf(clause, sizeof clause, "a %.60s whose %s is not in the file", kind,
                     !function ? "S-Function sf_sfun" : "chart");
            node->obstacle = bd_build_text(c->b, clause);
            if (!node->obstacle)
                return bd_build_no_memory(c->b, model);
        } else if (!kind) {
            node->chart = NULL;
        }
        if (node->system)
            BD_TRY(finish_blocks(c, model, node->system));
    }
    return BD_OK;
}

bd_status bd_build_charts(bd_builder *b, const bd_tree *model) {
    charts c = {.b = b};
    const bd_tree *list = bd_tree_section(model, "Stateflow");
    const bd_tree *machine = list ? bd_tree_section(list, "machine") : NULL;
    if (machine && bd_tree_section(machine, "Children")) {
        for (const bd_tree *t = list->first; t; t = t->next) {
            bd_stored *object = NULL;
            if (!t->section)
                continue;
            BD_TRY(make_object(&c, t, &object));
            if (t == machine)
                c.machine = object;
            else if (c.machine)
                attach(c.machine, object);
            BD_TRY(nested(&c, t, object, 0));
            nested_ends(t, object, NULL);
        }
    } else if (machine) {
        BD_TRY(flat(&c, list));
    }
    b->diagram->charts = c.machine;
    if (list)
        BD_TRY(take_instances(&c, list));
    return finish_blocks(&c, model, b->diagram->root);
}
