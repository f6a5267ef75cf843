/* places of blocks and ports, as Simulink counts them: pixels, y down */
#include "blockdiagram/sheet.h"

#include "blockdiagram/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bd_side facing_of(const bd_node *node) {
    static const char *const names[] = {"right", "down", "left", "up"};
    const char *orientation = bd_parameters_find(&node->parameters, "Orientation");
    const char *rotation = bd_parameters_find(&node->parameters, "BlockRotation");
    const char *mirror = bd_parameters_find(&node->parameters, "BlockMirror");
    for (int i = 0; orientation && i < 4; i++)
        if (strcmp(orientation, names[i]) == 0)
            return (bd_side)i;
    const int turn = rotation ? ((atoi(rotation) / 90) % 4 + 4) % 4 : 0;
    const bool mirrored = mirror && strcmp(mirror, "on") == 0;
    /* rotation counts clockwise on the sheet, the mirror swaps inputs and outputs */
    return (bd_side)((turn + (mirrored ? 2 : 0)) % 4);
}

bool bd_written_place(const bd_node *node, bd_place *place) {
    /* a link lies where it says, not where its block lies in the library */
    const bd_parameters *own = node->link ? &node->link->written : &node->parameters;
    const char *text = bd_parameters_find(own, "Position");
    double p[4];
    if (!text || sscanf(text, " [%lf%*[, ]%lf%*[, ]%lf%*[, ]%lf", &p[0], &p[1], &p[2], &p[3]) != 4)
        return false;
    for (int i = 0; i < 4; i++)
        if (!(fabs(p[i]) < 1e6))
            return false;
    *place = (bd_place){fmin(p[0], p[2]), fmin(p[1], p[3]), fmax(p[0], p[2]), fmax(p[1], p[3]),
                        facing_of(node)};
    return true;
}

/* what is not written goes where the columns of signals put it, below what is */
bool bd_sheet_make(bd_sheet *sheet, const bd_system *system) {
    const size_t n = system->block_count;
    bd_position *own = calloc(n + 1, sizeof *own);
    *sheet = (bd_sheet){.system = system, .places = calloc(n + 1, sizeof *sheet->places)};
    bool *written = calloc(n + 1, sizeof *written), missing = false;
    bool good = own && sheet->places && written;
    double lowest = 0.0;
    for (size_t i = 0; good && i < n; i++) {
        written[i] = bd_written_place(system->blocks[i], &sheet->places[i]);
        missing = missing || !written[i];
        if (written[i])
            lowest = fmax(lowest, sheet->places[i].bottom + 20.0);
    }
    good = good && (!missing || bd_system_place(system, own));
    for (size_t i = 0; good && missing && i < n; i++)
        if (!written[i])
            sheet->places[i] = (bd_place){own[i].left, own[i].top + lowest, own[i].right,
                                          own[i].bottom + lowest, BD_RIGHT};
    free(own);
    free(written);
    if (!good)
        bd_sheet_free(sheet);
    return good;
}

void bd_sheet_free(bd_sheet *sheet) {
    free(sheet->places);
    free(sheet->pieces);
    *sheet = (bd_sheet){0};
}

bool bd_is_round(const bd_node *node) {
    const char *shape = bd_node_parameter(node, "IconShape");
    return strcmp(node->type, "Sum") == 0 && shape && strcmp(shape, "round") == 0;
}

/* inputs of a round sum lie around its left half; '|' keeps a place free */
static bd_point round_port(const bd_node *node, const bd_place *p, int index) {
    const char *signs = bd_node_parameter(node, "Inputs");
    const double x = 0.5 * (p->left + p->right), y = 0.5 * (p->top + p->bottom);
    const double radius = 0.5 * (p->bottom - p->top);
    int slot = index, slots = node->ports[BD_PORT_INPUT];
    if (signs && strpbrk(signs, "+-")) {
        int seen = -1;
        slots = 0;
        for (const char *c = signs; *c; c++) {
            if (!strchr("+-|", *c))
                continue;
            if (*c != '|' && ++seen == index)
                slot = slots;
            slots++;
        }
    }
    const double angle = slots > 1 ? 3.14159265358979 * slot / (slots - 1) : 1.5707963267949;
    return (bd_point){x - radius * sin(angle), y - radius * cos(angle)};
}

/* a point of the block that faces right, on the block as it lies */
static bd_point turned(const bd_place *p, double along, double across) {
    const double w = p->right - p->left, h = p->bottom - p->top;
    switch (p->facing) {
    case BD_LEFT:
        return (bd_point){p->right - along * w, p->top + across * h};
    case BD_DOWN:
        return (bd_point){p->left + across * w, p->top + along * h};
    case BD_UP:
        return (bd_point){p->left + across * w, p->bottom - along * h};
    default:
        return (bd_point){p->left + along * w, p->top + across * h};
    }
}

static bd_point exact_port(const bd_sheet *sheet, const bd_end *end, bd_side *side) {
    const bd_node *node = end->block;
    const bd_place *p = &sheet->places[node->index];
    const int count = node->ports[end->kind] > end->index ? node->ports[end->kind] : end->index + 1;
    const double across = (2.0 * end->index + 1.0) / (2.0 * count);
    const bd_side back = (bd_side)((p->facing + 2) % 4);
    switch (end->kind) {
    case BD_PORT_OUTPUT:
    case BD_PORT_RIGHT_CONNECTION:
        *side = p->facing;
        return turned(p, 1.0, across);
    case BD_PORT_INPUT:
    case BD_PORT_LEFT_CONNECTION:
        *side = back;
        if (bd_is_round(node) && p->facing == BD_RIGHT) {
            const bd_point at = round_port(node, p, end->index);
            const double middle = 0.5 * (p->top + p->bottom);
            *side = at.y < middle - 3.0 ? BD_UP : at.y > middle + 3.0 ? BD_DOWN : BD_LEFT;
            return at;
        }
        return turned(p, 0.0, across);
    case BD_PORT_STATE:
        *side = p->facing % 2 == 0 ? BD_DOWN : BD_RIGHT;
        return p->facing % 2 == 0 ? (bd_point){0.5 * (p->left + p->right), p->bottom}
                                  : (bd_point){p->right, 0.5 * (p->top + p->bottom)};
    default: { /* enable, trigger, action, reset: side by side on the edge that is above */
        int before = 0, all = 0;
        for (int k = BD_PORT_ENABLE; k < BD_PORT_KINDS; k++) {
            if (k == BD_PORT_STATE || k == BD_PORT_LEFT_CONNECTION || k == BD_PORT_RIGHT_CONNECTION)
                continue;
            all += node->ports[k];
            before += k < (int)end->kind ? node->ports[k] : 0;
        }
        const double place = (2.0 * before + 1.0) / (2.0 * (all > before ? all : before + 1));
        *side = p->facing % 2 == 0 ? BD_UP : BD_LEFT;
        return p->facing % 2 == 0 ? (bd_point){p->left + place * (p->right - p->left), p->top}
                                  : (bd_point){p->left, p->top + place * (p->bottom - p->top)};
    }
    }
}

/* ports are on whole pixels, so that what is written and read again is the same */
bd_point bd_port_place(const bd_sheet *sheet, const bd_end *end, bd_side *side) {
    const bd_point at = exact_port(sheet, end, side);
    return (bd_point){floor(at.x + 0.5), floor(at.y + 0.5)};
}
