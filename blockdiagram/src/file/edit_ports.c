/* ports of a subsystem are the port blocks inside: their numbers have no gaps, and lines outside
 * stay with the port block they belong to */
#include <stdio.h>
#include <string.h>

#include "file/edit.h"

static bool is_numbered(const bd_node *node) {
    return strcmp(node->type, "Inport") == 0 || strcmp(node->type, "Outport") == 0;
}

int bd_port_number(const bd_node *node) {
    const char *text = bd_parameters_find(&node->parameters, "Port");
    return is_numbered(node) ? bd_text_integer(text, 1, 1, BD_PORTS) : 0;
}

/* where port `number` goes when one moves from `from` (0: comes new) to `to` (0: goes); 0: gone */
static int moved(int number, int from, int to) {
    if (from > 0 && number == from)
        return to;
    if (from > 0 && number > from)
        number--;
    if (to > 0 && number >= to)
        number++;
    return number;
}

static bd_port_kind kind_of(const bd_node *node) {
    return strcmp(node->type, "Inport") == 0 ? BD_PORT_INPUT : BD_PORT_OUTPUT;
}

/* lines outside that end at the port, or begin there */
static void move_outer(bd_node *owner, bd_port_kind kind, int from, int to) {
    bd_system *system = owner->parent;
    for (size_t i = 0; i < system->line_count; i++) {
        bd_line *line = &system->lines[i];
        if (kind == BD_PORT_OUTPUT && line->source.block == owner &&
            line->source.kind == BD_PORT_OUTPUT) {
            const int now = moved(line->source.index + 1, from, to);
            if (now == 0)
                bd_line_remove(system, i--);
            else
                line->source.index = now - 1;
            continue;
        }
        for (size_t k = 0; kind == BD_PORT_INPUT && k < line->destination_count; k++) {
            bd_end *end = &line->destinations[k];
            if (end->block != owner || end->kind != BD_PORT_INPUT)
                continue;
            const int now = moved(end->index + 1, from, to);
            if (now > 0)
                end->index = now - 1;
            else if (bd_line_drop(system, i, k--)) {
                i--;
                break;
            }
        }
    }
}

/* does another port block share this number (elements of a bus do)? */
static bool is_shared(const bd_node *node) {
    for (size_t i = 0; i < node->parent->block_count; i++) {
        const bd_node *other = node->parent->blocks[i];
        if (other != node && strcmp(other->type, node->type) == 0 &&
            bd_port_number(other) == bd_port_number(node))
            return true;
    }
    return false;
}

int bd_port_highest(const bd_system *system, const char *type, const bd_node *without) {
    int highest = 0;
    for (size_t i = 0; i < system->block_count; i++)
        if (system->blocks[i] != without && strcmp(system->blocks[i]->type, type) == 0) {
            const int number = bd_port_number(system->blocks[i]);
            highest = number > highest ? number : highest;
        }
    return highest;
}

static bool give_number(bd_node *node, int number) {
    const char *text = bd_arena_text(node->parent->diagram->arena, "%d", number);
    return text && bd_parameters_put(node->parent->diagram->arena, &node->parameters, "Port", text);
}

bool bd_port_move(bd_node *node, int from, int to) {
    bd_system *system = node->parent;
    if (from > 0 && to == 0 && is_shared(node))
        return true;
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *other = system->blocks[i];
        if (other == node || strcmp(other->type, node->type) != 0)
            continue;
        const int number = bd_port_number(other), now = moved(number, from, to);
        if (now != number && now > 0 && !give_number(other, now))
            return false;
    }
    if (to > 0 && !give_number(node, to))
        return false;
    if (system->owner)
        move_outer(system->owner, kind_of(node), from, to);
    return true;
}

bool bd_is_port_block(const bd_node *node) {
    return bd_control_port_kind(node->type) >= 0 || is_numbered(node) ||
           strcmp(node->type, "PMIOPort") == 0;
}

/* a subsystem is executed in one way: two port blocks of a kind contradict each other */
const bd_node *bd_port_rival(const bd_system *system, const bd_node *node) {
    for (size_t i = 0; bd_control_port_kind(node->type) >= 0 && i < system->block_count; i++)
        if (system->blocks[i] != node && strcmp(system->blocks[i]->type, node->type) == 0)
            return system->blocks[i];
    return NULL;
}

static bool has_port(const bd_end *end) {
    return end->index < end->block->ports[end->kind];
}

void bd_drop_lost_lines(bd_node *node) {
    bd_system *system = node->parent;
    for (size_t i = 0; i < system->line_count; i++) {
        bd_line *line = &system->lines[i];
        if (line->source.block == node && !has_port(&line->source)) {
            bd_line_remove(system, i--);
            continue;
        }
        for (size_t k = 0; k < line->destination_count; k++)
            if (line->destinations[k].block == node && !has_port(&line->destinations[k]) &&
                bd_line_drop(system, i, k--)) {
                i--;
                break;
            }
    }
}
