/* links are resolved from the outside in: a block gets a copy of what its link leads to, its own
 * mask values over those of the library, and then the links inside that copy are resolved. The
 * chain of targets that are open at a time shows a cycle */
#include "file/link.h"

#include <stdio.h>
#include <string.h>

#include "common/sentence.h"
#include "file/builtin_library.h"
#include "file/copy.h"
#include "file/finish.h"
#include "file/library_files.h"

typedef struct linker {
    bd_diagram *diagram;
    bd_library_files files;
    bd_log *log;
    bd_error *error;
    size_t blocks;
    const void *chain[BD_LINK_NESTING];
    int depth;
} linker;

/* where a link was written: messages and the search begin there */
typedef struct place {
    const char *file;
    const char *folder; /* NULL: no folder of its own */
    const bd_diagram *diagram;
} place;

static bd_status resolve_system(linker *l, bd_system *system, place where);
static bd_status resolve_link(linker *l, bd_node *node, const bd_link *link, place where);

static bd_status no_memory(const linker *l, const bd_node *node) {
    if (l->blocks >= BD_BLOCKS)
        return bd_error_set(l->error, BD_LIMIT_EXCEEDED, "%s: links expand to more than %zu blocks",
                            node->path, BD_BLOCKS);
    return bd_error_set(l->error, BD_LIMIT_EXCEEDED, "%s: links need too much memory", node->path);
}

static place place_of(linker *l, const bd_diagram *diagram) {
    const char *slash = strrchr(diagram->file, '/');
    size_t length = slash ? (size_t)(slash - diagram->file) : 0;
    /* "/x.mdl" lies in "/", which joined with a name gives "//name": the same file */
    const char *folder = slash == diagram->file && slash
                             ? "/"
                             : bd_arena_copy_bytes(l->diagram->arena, diagram->file, length);
    return (place){diagram->file, folder, diagram};
}

/* told only if the block is to be run: a library has many that nobody uses */
static BD_PRINTF(3, 4) bd_status obstruct(linker *l, bd_node *node, const char *format, ...) {
    CM_SENTENCE(what, 600, format);
    node->obstacle = bd_arena_copy(l->diagram->arena, what);
    return node->obstacle ? BD_OK : no_memory(l, node);
}

static bd_status enter(linker *l, const bd_node *node, const void *target, place where) {
    for (int i = 0; i < l->depth; i++)
        if (l->chain[i] == target)
            return bd_error_set(l->error, BD_BAD_FILE,
                                "%s:%d: the link of block '%.400s' leads back to itself",
                                where.file, node->line, node->path);
    if (l->depth >= BD_LINK_NESTING)
        return bd_error_set(l->error, BD_LIMIT_EXCEEDED,
                            "%s:%d: block '%.400s': links are nested more than %d deep", where.file,
                            node->line, node->path, BD_LINK_NESTING);
    l->chain[l->depth++] = target;
    return BD_OK;
}

/* what the link says over what it leads to: mask values, else parameters */
static bd_status overlay(linker *l, bd_node *node, const bd_parameters *written) {
    bd_arena *arena = l->diagram->arena;
    for (size_t i = 0; i < written->count; i++) {
        const bd_parameter *p = &written->items[i];
        bd_mask_variable *variable = bd_mask_find(node->mask, p->name);
        if (variable) {
            variable->value = p->value;
            if (!bd_mask_variable_derive(arena, variable))
                return no_memory(l, node);
        } else if (!bd_parameters_put(arena, &node->parameters, p->name, p->value)) {
            return no_memory(l, node);
        }
    }
    return BD_OK;
}

/* the block becomes a copy of the library's one */
static bd_status expand(linker *l, bd_node *node, const bd_node *target, place inside) {
    bd_arena *arena = l->diagram->arena;
    bd_node_set_type(node, target->type);
    node->file_defaults = target->file_defaults;
    node->obstacle = target->obstacle;
    node->chart = target->chart;
    node->ports_written = target->ports_written;
    memcpy(node->ports, target->ports, sizeof node->ports);
    if (!bd_copy_parameters(arena, &target->parameters, &node->parameters))
        return no_memory(l, node);
    node->mask = target->mask ? bd_copy_mask(arena, target->mask) : NULL;
    if (target->mask && !node->mask)
        return no_memory(l, node);
    if (!target->system)
        return BD_OK;
    node->system = bd_copy_system(target->system, node, &l->blocks);
    return node->system ? resolve_system(l, node->system, inside) : no_memory(l, node);
}

/* names in a palette are broken into lines, types are not */
static void join_lines(char *type) {
    char *to = type;
    for (const char *from = type; *from != '\0'; from++) {
        bool blank = *from == '\n' || *from == ' ';
        if (!blank)
            *to++ = *from;
        else if (to > type && to[-1] != ' ')
            *to++ = ' ';
    }
    *to = '\0';
}

static bd_status resolve_builtin(linker *l, bd_node *node, const bd_link *link) {
    const char *type = bd_builtin_type(link->source, link->source_type);
    if (!type)
        return obstruct(l, node, "has a link to '%.200s', which names no block", link->source);
    char *copy = bd_arena_copy(l->diagram->arena, type);
    if (!copy)
        return no_memory(l, node);
    join_lines(copy);
    bd_node_set_type(node, copy);
    node->parameters = (bd_parameters){0};
    node->mask = NULL;
    node->link->kind = BD_LINK_BUILT_IN;
    node->link->resolved = true;
    return overlay(l, node, &link->written);
}

static bd_status resolve_library(linker *l, bd_node *node, const bd_link *link, place where) {
    if (*link->source == '\0')
        return obstruct(l, node, "is a library link without a source");
    if (bd_is_builtin_library(link->source))
        return resolve_builtin(l, node, link);
    size_t length = strcspn(link->source, "/");
    const char *name = bd_arena_copy_bytes(l->diagram->arena, link->source, length);
    if (!name)
        return no_memory(l, node);
    /* "$bdroot" is the file in which the link is written */
    const bd_diagram *library = strcmp(name, "$bdroot") == 0 ? where.diagram : NULL;
    bd_status status = BD_OK;
    if (!library)
        status = bd_library_files_get(&l->files, where.folder, name, &library, l->log, l->error);
    if (status != BD_OK)
        return status;
    const char *product = !library ? bd_library_product(name) : NULL;
    if (!library)
        return obstruct(l, node,
                        "links to library '%.200s'%s%s%s, which is not found along the search path",
                        name, product ? " (" : "", product ? product : "", product ? ")" : "");
    const bd_node *target = link->source[length] == '/'
                                ? bd_system_find_path(library->root, link->source + length + 1)
                                : NULL;
    if (!target)
        return obstruct(l, node, "links to '%.300s', which %.100s does not have", link->source,
                        library->file);
    status = enter(l, node, target, where);
    if (status != BD_OK)
        return status;
    node->link->resolved = true;
    place inside = place_of(l, library);
    status = target->link ? resolve_link(l, node, target->link, inside)
                          : expand(l, node, target, inside);
    l->depth--;
    return status == BD_OK ? overlay(l, node, &link->written) : status;
}

/* arguments of a referenced model are its variables; so is what its own workspace code sets, and
 * what its data dictionary has */
static bd_status add_model_arguments(linker *l, bd_node *node, const bd_diagram *model,
                                     const bd_link *link) {
    const char *names = bd_parameters_find(&model->parameters, "ParameterArgumentNames");
    const char *values = bd_parameters_find(&link->written, "ParameterArgumentValues");
    bd_status status = BD_OK;
    while (names && values && *names != '\0' && status == BD_OK) {
        names += strspn(names, ", ");
        size_t length = strcspn(names, ", ");
        size_t value_length = 0;
        for (int depth = 0; values[value_length] != '\0'; value_length++) {
            char c = values[value_length];
            if (c == ',' && depth == 0)
                break;
            depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        }
        char *name = bd_arena_copy_bytes(l->diagram->arena, names, length);
        char *value = bd_arena_copy_bytes(l->diagram->arena, values, value_length);
        if (!name || !value)
            return no_memory(l, node);
        if (length > 0)
            status = bd_node_add_mask_variable(node, name, value, true);
        names += length;
        values += value_length + (values[value_length] == ',');
    }
    const char *dictionary = bd_parameters_find(&model->parameters, "DataDictionary");
    const bool has_dictionary = dictionary && *dictionary;
    if (status == BD_OK && (*model->workspace_code != '\0' || has_dictionary))
        status = bd_node_set_mask_initialization(node, model->workspace_code);
    if (status == BD_OK && has_dictionary &&
        !bd_parameters_put(l->diagram->arena, &node->parameters, "DataDictionary", dictionary))
        return no_memory(l, node);
    return status == BD_OK ? BD_OK : no_memory(l, node);
}

static bd_status copy_file(linker *l, bd_node *node, const bd_link *link, const bd_diagram *other) {
    if (link->kind == BD_LINK_MODEL)
        BD_TRY(add_model_arguments(l, node, other, link));
    node->system = bd_copy_system(other->root, node, &l->blocks);
    if (!node->system)
        return no_memory(l, node);
    return resolve_system(l, node->system, place_of(l, other));
}

static bd_status resolve_file(linker *l, bd_node *node, const bd_link *link, place where) {
    const bd_diagram *other = NULL;
    BD_TRY(bd_library_files_get(&l->files, where.folder, link->source, &other, l->log, l->error));
    const char *what = link->kind == BD_LINK_MODEL ? "model" : "subsystem file";
    if (!other)
        return obstruct(l, node, "refers to %s '%.200s', which is not found along the search path",
                        what, link->source);
    if ((other->kind == BD_MODEL) != (link->kind == BD_LINK_MODEL))
        return obstruct(l, node, "refers to '%.200s', which is no %s", other->file, what);
    BD_TRY(enter(l, node, other, where));
    node->link->resolved = true;
    if (link->kind == BD_LINK_MODEL) {
        bd_node_set_type(node, "SubSystem");
        node->file_defaults = NULL;
        if (!bd_parameters_put(l->diagram->arena, &node->parameters, "TreatAsAtomicUnit", "on"))
            return no_memory(l, node);
    }
    const bd_status status = copy_file(l, node, link, other);
    l->depth--;
    return status;
}

static bd_status resolve_link(linker *l, bd_node *node, const bd_link *link, place where) {
    return link->kind == BD_LINK_MODEL || link->kind == BD_LINK_SUBSYSTEM
               ? resolve_file(l, node, link, where)
               : resolve_library(l, node, link, where);
}

static bd_status resolve_system(linker *l, bd_system *system, place where) {
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        bd_status status = BD_OK;
        if (node->link && !node->obstacle) {
            BD_TRY(resolve_link(l, node, node->link, where));
            if (node->system)
                bd_node_ports_from_inside(node);
            else if (!node->ports_written)
                bd_node_usual_ports(node, node->ports);
        } else if (node->system) {
            status = resolve_system(l, node->system, where);
        }
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}

bd_status bd_resolve_links(bd_diagram *diagram, const bd_search_path *search, bool own_folder,
                           bd_log *log, bd_error *error) {
    linker l = {.diagram = diagram, .files = {.search = search}, .log = log, .error = error};
    place where = {diagram->file, NULL, diagram};
    if (own_folder)
        where = place_of(&l, diagram);
    bd_status status = resolve_system(&l, diagram->root, where);
    if (status == BD_OK && !bd_finish_system(diagram->root))
        status = bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the diagram needs too much memory",
                              diagram->file);
    bd_library_files_close(&l.files, diagram->arena);
    return status;
}
