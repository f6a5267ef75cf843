/* the charts of the blocks that are written, each with its instance: a flat list in .mdl text,
 * nested elements in a package. Every block gets a chart of its own, so that copies and renamed
 * blocks keep theirs */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/stored_chart.h"
#include "file/write.h"

typedef struct written {
    bd_writer *w;
    bd_file_item *list; /* Stateflow, or Children of the machine */
    bd_file_item *top;
    long next_id;
} written;

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* values that .mdl text has in quotes, whatever they look like */
static bool is_quoted(const char *name) {
    static const char *const names[] = {
        "name",         "labelString",  "created",       "script",     "size",
        "initialValue", "dataType",     "sampleTime",    "wordLength", "fractionLength",
        "slope",        "bias",         "description",   "codeFlags",  "blockName",
        "minimum",      "maximum",      "firstIndex",    "document",   "actionArray",
        "fimathString", "editorLayout", "predicateArray"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(name, names[i]))
            return true;
    return *name == '\0';
}

static bool is_plain(const char *value) {
    static const char word[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.-+e";
    const size_t length = strlen(value);
    return length > 0 && (strspn(value, word) == length ||
                          (value[0] == '[' && strspn(value, "[]0123456789.-+e ") == length));
}

static void put_table(bd_items *items, bd_file_item *parent, const char *name, const char *table) {
    int rows = 0, columns = 0;
    char text[4096];
    bd_stored_table(table, &rows, &columns);
    bd_file_item *array = bd_item_section(items, parent, "Array");
    bd_item_quoted(items, array, "PropName", name);
    bd_item_quoted(items, array, "Type", "Cell");
    bd_item_bare(items, array, "Dimension", "%d*%d", rows, columns);
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < rows; i++)
            if (bd_stored_entry(table, i, k, text, sizeof text)) {
                const char *copy = bd_arena_copy(items->arena, text);
                items->failed = items->failed || !copy;
                bd_item_quoted(items, array, "Cell", copy ? copy : "");
            }
}

static void put_value(written *o, bd_file_item *section, const char *name, const char *value) {
    int rows, columns;
    const size_t length = strlen(name);
    const bool table = length > 5 && is(name + length - 5, "Array");
    if (o->w->package && table && bd_stored_table(value, &rows, &columns)) {
        put_table(&o->w->items, section, name, value);
        return;
    }
    bd_file_item *item = bd_item_quoted(&o->w->items, section, name, value);
    if (item)
        item->bare = !is_quoted(name) && is_plain(value);
}

/* properties whose names begin alike are those of a section */
static void put_properties(written *o, bd_file_item *section, const bd_stored *object, size_t begin,
                           size_t end, size_t skip) {
    for (size_t i = begin; i < end;) {
        const char *name = object->properties.items[i].name + skip;
        const char *dot = strchr(name, '.');
        size_t next = i + 1;
        if (!dot) {
            if (skip > 0 || !is(name, "name") || !o->w->package || is(object->kind, "chart") ||
                is(object->kind, "event") || is(object->kind, "data"))
                put_value(o, section, name, object->properties.items[i].value);
        } else {
            const size_t length = (size_t)(dot - name) + 1;
            while (next < end &&
                   strncmp(object->properties.items[next].name + skip, name, length) == 0)
                next++;
            const char *own = bd_arena_copy_bytes(o->w->items.arena, name, length - 1);
            o->w->items.failed = o->w->items.failed || !own;
            bd_file_item *inner = bd_item_section(&o->w->items, section, own ? own : "");
            put_properties(o, inner, object, i, next, skip + length);
        }
        i = next;
    }
}

static size_t size_of(const bd_stored *object) {
    size_t count = 1;
    for (const bd_stored *t = object->first; t; t = t->next)
        count += size_of(t);
    return count;
}

/* ids in .mdl follow the order of the tree; the id of an object below one that has this id */
static long id_below(const bd_stored *object, long id, const bd_stored *wanted) {
    if (object == wanted)
        return id;
    id++;
    for (const bd_stored *t = object->first; t; t = t->next) {
        const long found = id_below(t, id, wanted);
        if (found != 0)
            return found;
        id += (long)size_of(t);
    }
    return 0;
}

static long chart_id(const written *o, const bd_stored *chart, long first,
                     const bd_stored *object) {
    (void)o;
    return object ? id_below(chart, first, object) : 0;
}

static bd_file_item *section_of(bd_file_item *item, const char *name) {
    for (bd_file_item *t = item ? item->first : NULL; t; t = t->next)
        if (t->section && is(t->name, name))
            return t;
    return NULL;
}

static void put_end(written *o, bd_file_item *item, const char *name, const bd_stored *end,
                    long id) {
    bd_file_item *section = section_of(item, name);
    if (!section)
        section = bd_item_section(&o->w->items, item, name);
    if (!end)
        return;
    if (o->w->package)
        bd_item_bare(&o->w->items, section, "SSID", "%ld", end->number);
    else
        bd_item_bare(&o->w->items, section, "id", "%ld", id);
}

static long sibling(const bd_stored *object, const bd_stored *chart, long first, bool next) {
    const bd_stored *found = NULL;
    bool passed = false;
    for (const bd_stored *t = object->parent->first; t; t = t->next) {
        if (t == object) {
            passed = true;
            if (!next)
                break;
        } else if (is(t->kind, object->kind) && (!next || passed)) {
            found = t;
            if (next)
                break;
        }
    }
    return found ? id_below(chart, first, found) : 0;
}

static const bd_stored *first_of(const bd_stored *object, const char *kind) {
    return bd_stored_of_kind(object->first, kind);
}

static void put_flat_links(written *o, bd_file_item *item, const bd_stored *object,
                           const bd_stored *chart, long first, long id) {
    bd_items *items = &o->w->items;
    const bd_stored *state = first_of(object, "state");
    const long child = chart_id(o, chart, first, state);
    if (object == chart) {
        static const char *const firsts[][2] = {{"firstData", "data"},
                                                {"firstEvent", "event"},
                                                {"firstTransition", "transition"},
                                                {"firstJunction", "junction"}};
        bd_item_bare(items, item, "machine", "1");
        bd_item_bare(items, item, "treeNode", "[0 %ld 0 0]", child);
        bd_item_bare(items, item, "viewObj", "%ld", id);
        for (size_t i = 0; i < 4; i++) {
            const bd_stored *one = first_of(object, firsts[i][1]);
            if (one)
                bd_item_bare(items, item, firsts[i][0], "%ld", chart_id(o, chart, first, one));
        }
        return;
    }
    const long parent = chart_id(o, chart, first, object->parent);
    const long before = sibling(object, chart, first, false);
    const long after = sibling(object, chart, first, true);
    bd_item_bare(items, item, "ssIdNumber", "%ld", object->number);
    if (is(object->kind, "state"))
        bd_item_bare(items, item, "treeNode", "[%ld %ld %ld %ld]", parent, child, before, after);
    else
        bd_item_bare(items, item, "linkNode", "[%ld %ld %ld]", parent, before, after);
    if (is(object->kind, "data") || is(object->kind, "event"))
        bd_item_bare(items, item, "machine", "1");
    else
        bd_item_bare(items, item, "chart", "%ld", first);
}

static void put_object(written *o, bd_file_item *parent, const bd_stored *object,
                       const bd_stored *chart, long first) {
    bd_items *items = &o->w->items;
    const bool package = o->w->package;
    const long id = o->next_id++;
    bd_file_item *item = bd_item_section(items, package ? parent : o->top, object->kind);
    if (!package || object == chart)
        bd_item_bare(items, item, "id", "%ld", id);
    else
        bd_item_bare(items, item, "SSID", "%ld", object->number);
    put_properties(o, item, object, 0, object->properties.count, 0);
    if (!package)
        put_flat_links(o, item, object, chart, first, id);
    else if (object == chart)
        bd_item_bare(items, item, "viewObj", "%ld", id);
    if (is(object->kind, "transition")) {
        put_end(o, item, "src", object->source, chart_id(o, chart, first, object->source));
        put_end(o, item, "dst", object->destination,
                chart_id(o, chart, first, object->destination));
    }
    bd_file_item *children = item;
    if (package && object->first)
        children = bd_item_section(items, item, "Children");
    for (const bd_stored *t = object->first; t; t = t->next)
        put_object(o, children, t, chart, first);
}

/* path of the block below the model, a slash in a name doubled, line ends kept */
static void add_path(bd_text *text, const bd_node *node) {
    if (node->parent->owner) {
        add_path(text, node->parent->owner);
        bd_text_put(text, "/", 1);
    }
    for (const char *c = node->name; *c != '\0'; c++) {
        bd_text_put(text, c, 1);
        if (*c == '/')
            bd_text_put(text, "/", 1);
    }
}

static void put_charts(written *o, const bd_system *system, bd_file_item *instances) {
    bd_items *items = &o->w->items;
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (node->link)
            continue;
        if (node->chart) {
            const long id = o->next_id;
            put_object(o, o->list, node->chart, node->chart, id);
            bd_text path = {0};
            add_path(&path, node);
            const char *name = path.bytes ? bd_arena_copy(items->arena, path.bytes) : NULL;
            items->failed = items->failed || path.failed || !name;
            free(path.bytes);
            bd_file_item *instance = bd_item_section(items, instances, "instance");
            bd_item_bare(items, instance, "id", "%ld", o->next_id++);
            bd_item_bare(items, instance, "machine", "1");
            bd_item_quoted(items, instance, "name", name ? name : "");
            bd_item_bare(items, instance, "chart", "%ld", id);
        }
        if (node->system)
            put_charts(o, node->system, instances);
    }
}

static bool has_charts(const bd_system *system) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (!node->link && (node->chart || (node->system && has_charts(node->system))))
            return true;
    }
    return false;
}

bd_file_item *bd_write_charts(bd_writer *w) {
    written o = {.w = w, .next_id = 2};
    if (!has_charts(w->diagram->root))
        return NULL;
    bd_items *items = &w->items;
    bd_file_item *top = bd_arena_alloc(items->arena, sizeof *top);
    bd_file_item *later = bd_arena_alloc(items->arena, sizeof *later);
    if (!top || !later) {
        items->failed = true;
        return NULL;
    }
    *top = (bd_file_item){.name = "Stateflow", .text = "", .section = true};
    *later = (bd_file_item){.name = "", .text = "", .section = true};
    o.top = top;
    bd_file_item *machine = bd_item_section(items, top, "machine");
    bd_item_bare(items, machine, "id", "1");
    if (!w->package)
        bd_item_quoted(items, machine, "name", w->name);
    bd_item_bare(items, machine, "isLibrary", "%d", w->diagram->kind == BD_LIBRARY);
    bd_item_bare(items, machine, "sfVersion", "%s", w->release->objects ? "80000006" : "75014000");
    o.list = w->package ? bd_item_section(items, machine, "Children") : top;
    put_charts(&o, w->diagram->root, later);
    if (items->failed)
        return NULL;
    for (bd_file_item *t = later->first, *next; t; t = next) {
        next = t->next;
        t->next = NULL;
        top->last->next = t;
        top->last = t;
    }
    return items->failed ? NULL : top;
}
