/* blocks are the same if they have the same name in the same system. How a block lies on the sheet
 * is no difference */
#include "compare.h"

#include <string.h>

/* looks and notes, not behaviour */
static bool is_look(const char *name) {
    static const char *const looks[] = {
        "Position",        "ZOrder",       "Orientation", "BlockRotation",     "BlockMirror",
        "NamePlacement",   "NameLocation", "ShowName",    "HideAutomaticName", "BackgroundColor",
        "ForegroundColor", "FontSize",     "FontName",    "FontWeight",        "FontAngle",
        "DropShadow",      "Description",  "Location",    "IconShape",         "SIDHighWatermark"};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (strcmp(name, looks[i]) == 0)
            return true;
    return false;
}

const bd_system *pg_counterpart(const bd_system *system, const bd_diagram *other) {
    if (!other)
        return NULL;
    if (!system->owner)
        return other->root;
    const bd_system *around = pg_counterpart(system->owner->parent, other);
    const bd_node *node = around ? bd_system_find(around, system->owner->name) : NULL;
    return node ? node->system : NULL;
}

static int tell(FILE *out, const char *name, const char *before, const char *now) {
    if (out)
        fprintf(out, "%s: %.200s → %.200s\n", name, before ? before : "(not set)",
                now ? now : "(not set)");
    return 1;
}

static int compare_parameters(const bd_node *now, const bd_node *before, FILE *out) {
    int differences = 0;
    for (size_t i = 0; i < now->parameters.count; i++) {
        const bd_parameter *p = &now->parameters.items[i];
        const char *old = bd_node_parameter(before, p->name);
        if (!is_look(p->name) && (!old || strcmp(old, p->value) != 0))
            differences += tell(out, p->name, old, p->value);
    }
    for (size_t i = 0; i < before->parameters.count; i++) {
        const bd_parameter *p = &before->parameters.items[i];
        if (is_look(p->name) || bd_parameters_find(&now->parameters, p->name))
            continue;
        const char *present = bd_node_parameter(now, p->name);
        if (!present || strcmp(present, p->value) != 0)
            differences += tell(out, p->name, p->value, present);
    }
    return differences;
}

static const bd_mask_variable *variable_of(const bd_mask *mask, const char *name) {
    for (size_t i = 0; mask && i < mask->count; i++)
        if (strcmp(mask->variables[i].name, name) == 0)
            return &mask->variables[i];
    return NULL;
}

static int compare_masks(const bd_mask *now, const bd_mask *before, FILE *out) {
    int differences = 0;
    for (size_t i = 0; now && i < now->count; i++) {
        const bd_mask_variable *v = &now->variables[i], *old = variable_of(before, v->name);
        if (!old || strcmp(old->value, v->value) != 0)
            differences += tell(out, v->name, old ? old->value : NULL, v->value);
    }
    for (size_t i = 0; before && i < before->count; i++)
        if (!variable_of(now, before->variables[i].name))
            differences += tell(out, before->variables[i].name, before->variables[i].value, NULL);
    if (now && before && strcmp(now->initialization, before->initialization) != 0)
        differences += tell(out, "mask initialisation", "(code)", "(other code)");
    return differences;
}

/* a line that the other one has not */
static bool has_other_lines(const bd_system *system, const bd_system *other) {
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++)
            if (pg_line_changed(&system->lines[i], k, other))
                return true;
    return false;
}

static bool differs_inside(const bd_system *now, const bd_system *before) {
    if (!now || !before)
        return now != before && (now || before);
    if (now->block_count != before->block_count)
        return true;
    for (size_t i = 0; i < now->block_count; i++)
        if (pg_block_change(now->blocks[i], before, NULL) != PG_SAME)
            return true;
    return has_other_lines(now, before) || has_other_lines(before, now);
}

pg_change pg_block_change(const bd_node *node, const bd_system *counterpart, FILE *out) {
    const bd_node *before = counterpart ? bd_system_find(counterpart, node->name) : NULL;
    int differences = 0;
    if (!before)
        return PG_ADDED;
    if (strcmp(node->type, before->type) != 0)
        differences += tell(out, "block type", before->type, node->type);
    if (node->commented != before->commented)
        differences += tell(out, "commented", before->commented ? "on" : "off",
                            node->commented ? "on" : "off");
    differences += compare_parameters(node, before, out);
    differences += compare_masks(node->mask, before->mask, out);
    if (differences > 0)
        return PG_CHANGED;
    return differs_inside(node->system, before->system) ? PG_INSIDE : PG_SAME;
}

bool pg_line_changed(const bd_line *line, size_t k, const bd_system *counterpart) {
    const bd_end *to = &line->destinations[k];
    if (!counterpart)
        return true;
    for (size_t i = 0; i < counterpart->line_count; i++) {
        const bd_line *l = &counterpart->lines[i];
        for (size_t j = 0; j < l->destination_count; j++) {
            const bd_end *e = &l->destinations[j];
            if (e->kind == to->kind && e->index == to->index &&
                strcmp(e->block->name, to->block->name) == 0)
                return l->source.kind != line->source.kind ||
                       l->source.index != line->source.index ||
                       strcmp(l->source.block->name, line->source.block->name) != 0;
        }
    }
    return true;
}

static void count_changes(const bd_system *now, const bd_system *before, pg_changes *c) {
    for (size_t i = 0; i < now->block_count; i++) {
        const bd_node *node = now->blocks[i];
        const pg_change change = pg_block_change(node, before, NULL);
        const bd_node *old = before ? bd_system_find(before, node->name) : NULL;
        c->added += change == PG_ADDED;
        c->changed += change == PG_CHANGED;
        if (node->system && old && old->system)
            count_changes(node->system, old->system, c);
    }
    for (size_t i = 0; before && i < before->block_count; i++)
        c->removed += bd_system_find(now, before->blocks[i]->name) == NULL;
}

pg_changes pg_compare(const bd_diagram *diagram, const bd_diagram *other) {
    pg_changes c = {0, 0, 0};
    count_changes(diagram->root, other->root, &c);
    return c;
}
