/* lines between ports, by their ends */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "file/edit.h"

#undef bd_edit_no_memory /* the analyzer has another one */

bd_status bd_edit_no_memory(bd_error *error) {
    return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for an edit");
}

static bool same(bd_end a, bd_end b) {
    return a.block == b.block && a.kind == b.kind && a.index == b.index;
}

void bd_line_remove(bd_system *system, size_t line) {
    memmove(&system->lines[line], &system->lines[line + 1],
            (system->line_count - line - 1) * sizeof *system->lines);
    system->line_count--;
}

bool bd_line_drop(bd_system *system, size_t line, size_t k) {
    bd_line *l = &system->lines[line];
    memmove(&l->destinations[k], &l->destinations[k + 1],
            (l->destination_count - k - 1) * sizeof *l->destinations);
    l->destination_count--;
    l->corners = NULL;
    if (l->destination_count > 0)
        return false;
    bd_line_remove(system, line);
    return true;
}

void bd_lines_without(bd_system *system, const bd_node *node) {
    for (size_t i = 0; i < system->line_count; i++) {
        if (system->lines[i].source.block == node) {
            bd_line_remove(system, i--);
            continue;
        }
        for (size_t k = 0; k < system->lines[i].destination_count; k++)
            if (system->lines[i].destinations[k].block == node && bd_line_drop(system, i, k--)) {
                i--;
                break;
            }
    }
}

static bd_line *find_from(bd_system *system, bd_end source) {
    for (size_t i = 0; i < system->line_count; i++)
        if (same(system->lines[i].source, source))
            return &system->lines[i];
    return NULL;
}

static bd_line *find_to(bd_system *system, bd_end destination, size_t *at) {
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++)
            if (same(system->lines[i].destinations[k], destination)) {
                *at = k;
                return &system->lines[i];
            }
    return NULL;
}

const bd_line *bd_edit_line_from(bd_end source) {
    return find_from(source.block->parent, source);
}

const bd_line *bd_edit_line_to(bd_end destination) {
    size_t at;
    return find_to(destination.block->parent, destination, &at);
}

static bool is_physical(bd_port_kind kind) {
    return kind == BD_PORT_LEFT_CONNECTION || kind == BD_PORT_RIGHT_CONNECTION;
}

static const char *kind_name(bd_port_kind kind) {
    static const char *const names[BD_PORT_KINDS] = {
        "input",           "output",           "enable", "trigger", "state",
        "left connection", "right connection", "action", "reset"};
    return names[kind];
}

/* how many ports an S-function has is known when it runs; until then it has those that are used */
static bool may_grow(bd_end end) {
    return end.block->kind == BD_KIND_S_FUNCTION && !end.block->link &&
           (end.kind == BD_PORT_INPUT || end.kind == BD_PORT_OUTPUT) && end.index < BD_PORTS;
}

static bd_status check_end(const bd_system *system, bd_end end, bool source, bd_error *error) {
    if (!end.block || end.block->parent != system)
        return bd_error_set(error, BD_BAD_ARGUMENT, "an end of the line is no block of system '%s'",
                            system->owner ? system->owner->path : system->diagram->name);
    const bool gives = end.kind == BD_PORT_OUTPUT || end.kind == BD_PORT_STATE;
    if (!is_physical(end.kind) && gives != source)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: a line cannot %s at an %s port",
                            end.block->path, source ? "begin" : "end", kind_name(end.kind));
    if (end.index < 0 || (end.index >= end.block->ports[end.kind] && !may_grow(end)))
        return bd_error_set(error, BD_UNKNOWN_NAME, "%s has no %s port %d (it has %d)",
                            end.block->path, kind_name(end.kind), end.index + 1,
                            end.block->ports[end.kind]);
    return BD_OK;
}

static void grow(bd_end end) {
    if (end.index >= end.block->ports[end.kind]) {
        end.block->ports[end.kind] = end.index + 1;
        end.block->ports_written = true;
    }
}

bd_status bd_edit_connect(bd_system *system, bd_end source, bd_end destination, bd_error *error) {
    BD_TRY(bd_edit_check_place(system, error));
    BD_TRY(check_end(system, source, true, error));
    BD_TRY(check_end(system, destination, false, error));
    size_t at;
    const bd_line *there = find_to(system, destination, &at);
    if (there && !is_physical(destination.kind))
        return bd_error_set(
            error, BD_BAD_DIAGRAM, "%s: %s port %d already has a line (from '%s', port %d)",
            destination.block->path, kind_name(destination.kind), destination.index + 1,
            there->source.block->name, there->source.index + 1);
    const size_t count = system->line_count;
    bd_line *line = find_from(system, source);
    if (!line)
        line = bd_system_append_line(system, source);
    if (!line || !bd_line_append(system->diagram->arena, line, destination)) {
        system->line_count = count;
        return bd_edit_no_memory(error);
    }
    line->corners = NULL;
    grow(source);
    grow(destination);
    return BD_OK;
}

bd_status bd_edit_disconnect(bd_system *system, bd_end source, bd_end destination,
                             bd_error *error) {
    BD_TRY(bd_edit_check_place(system, error));
    size_t at;
    const bd_line *line = find_to(system, destination, &at);
    if (!line || !same(line->source, source))
        return bd_error_set(
            error, BD_UNKNOWN_NAME, "there is no line from '%s', port %d, to '%s', port %d",
            source.block->path, source.index + 1, destination.block->path, destination.index + 1);
    bd_line_drop(system, (size_t)(line - system->lines), at);
    return BD_OK;
}

bd_status bd_edit_delete_line(bd_system *system, bd_end source, bd_error *error) {
    BD_TRY(bd_edit_check_place(system, error));
    const bd_line *line = find_from(system, source);
    if (!line)
        return bd_error_set(error, BD_UNKNOWN_NAME, "there is no line from '%s', port %d",
                            source.block->path, source.index + 1);
    bd_line_remove(system, (size_t)(line - system->lines));
    return BD_OK;
}

static bool port_of_word(const char *word, bd_port_kind *kind, int *index) {
    static const struct {
        const char *word;
        bd_port_kind kind;
    } words[] = {{"Enable", BD_PORT_ENABLE},         {"Trigger", BD_PORT_TRIGGER},
                 {"State", BD_PORT_STATE},           {"Ifaction", BD_PORT_IF_ACTION},
                 {"Reset", BD_PORT_RESET},           {"LConn", BD_PORT_LEFT_CONNECTION},
                 {"RConn", BD_PORT_RIGHT_CONNECTION}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i].word);
        if (strncasecmp(word, words[i].word, length) != 0)
            continue;
        *kind = words[i].kind;
        *index = word[length] != '\0' ? bd_text_integer(word + length, 0, 1, BD_PORTS) - 1 : 0;
        return true;
    }
    return false;
}

bd_status bd_edit_find_end(const bd_system *system, const char *text, bool source, bd_end *end,
                           bd_error *error) {
    const char *slash = strrchr(text, '/');
    const char *where = system->owner ? system->owner->path : system->diagram->name;
    if (!slash || slash == text || slash[-1] == '/' || slash[1] == '\0')
        return bd_error_set(error, BD_BAD_ARGUMENT,
                            "'%.200s' is no end of a line: write BLOCK/PORT, as 'Gain/1'", text);
    *end = (bd_end){NULL, source ? BD_PORT_OUTPUT : BD_PORT_INPUT, 0};
    char *last = NULL;
    const long number = strtol(slash + 1, &last, 10);
    if (*last == '\0' && number >= 1 && number <= BD_PORTS)
        end->index = (int)number - 1;
    else if (!port_of_word(slash + 1, &end->kind, &end->index) || end->index < 0)
        return bd_error_set(error, BD_BAD_ARGUMENT, "'%.200s': '%.80s' is no port", text,
                            slash + 1);
    char *name = malloc(strlen(text) + 1);
    if (!name)
        return bd_edit_no_memory(error);
    size_t length = 0;
    for (const char *c = text; c < slash; c++) {
        name[length++] = *c;
        c += c[0] == '/' && c[1] == '/';
    }
    name[length] = '\0';
    end->block = bd_system_find(system, name);
    bd_status status = BD_OK;
    if (!end->block)
        status =
            bd_error_set(error, BD_UNKNOWN_NAME, "system '%s' has no block '%.200s'", where, name);
    free(name);
    return status;
}
