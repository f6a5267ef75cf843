/* walks two diagrams side by side */
#include "compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct difference {
    char *text;
    size_t size;
} difference;

static BD_PRINTF(2, 3) bool differ(difference *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->text, d->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_graphics(const char *name) {
    return strcmp(name, "Position") == 0 || strcmp(name, "ZOrder") == 0 ||
           strcmp(name, "LibraryVersion") == 0;
}

/* every parameter written in a has the same value in force in b; what only one of them has no value
 * for is housekeeping that a release adds, and must be the usual one of the release */
static bool is_usual(const char *name, const char *value) {
    static const struct {
        const char *name, *value;
    } added[] = {{"MinAlgLoopOccurrences", "off"},
                 {"PropExecContextOutsideSubsystem", "off"},
                 {"RTWSystemCode", "Auto"},
                 {"FunctionWithSeparateData", "off"},
                 {"Opaque", "off"},
                 {"RequestExecContextInheritance", "off"},
                 {"MaskHideContents", "off"},
                 {"EnableBusSupport", "off"},
                 {"MaskTunableValueString", NULL},
                 {"MaskCallbackString", NULL},
                 {"MaskEnableString", NULL},
                 {"MaskVisibilityString", NULL},
                 {"MaskToolTipString", NULL},
                 {"MaskIconFrame", "on"},
                 {"MaskIconOpaque", "on"},
                 {"MaskIconRotate", "none"},
                 {"MaskPortRotate", "default"},
                 {"MaskIconUnits", "autoscale"}};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        if (strcmp(added[i].name, name) == 0)
            return !added[i].value || strcmp(added[i].value, value) == 0;
    return false;
}

static bool parameters_within(const bd_node *a, const bd_node *b, difference *d) {
    for (size_t i = 0; i < a->parameters.count; i++) {
        const char *name = a->parameters.items[i].name;
        const char *x = bd_node_parameter(a, name), *y = bd_node_parameter(b, name);
        if (!is_graphics(name) && !same(x, y) && !(!y && is_usual(name, x)))
            return differ(d, "%s: %s is '%s' and '%s'", a->path, name, x, y ? y : "NULL");
    }
    return true;
}

static bool masks_equal(const bd_node *a, const bd_node *b, difference *d) {
    if ((a->mask == NULL) != (b->mask == NULL))
        return differ(d, "%s: only one has a mask", a->path);
    if (!a->mask)
        return true;
    if (!same(a->mask->type, b->mask->type) ||
        !same(a->mask->initialization, b->mask->initialization) || a->mask->count != b->mask->count)
        return differ(d, "%s: masks differ: '%s' '%s' %zu and '%s' '%s' %zu", a->path,
                      a->mask->type, a->mask->initialization, a->mask->count, b->mask->type,
                      b->mask->initialization, b->mask->count);
    for (size_t i = 0; i < a->mask->count; i++) {
        const bd_mask_variable *x = &a->mask->variables[i], *y = &b->mask->variables[i];
        if (!same(x->name, y->name) || !same(x->value, y->value) ||
            !same(x->expression, y->expression) || x->style != y->style ||
            x->evaluate != y->evaluate || !same(x->prompt, y->prompt) ||
            x->option_count != y->option_count)
            return differ(d, "%s: mask variable %s differs: '%s' and '%s'", a->path, x->name,
                          x->value, y->value);
        for (size_t k = 0; k < x->option_count; k++)
            if (!same(x->options[k], y->options[k]))
                return differ(d, "%s: option '%s' and '%s'", a->path, x->options[k], y->options[k]);
    }
    return true;
}

static bool systems_equal(const bd_system *a, const bd_system *b, difference *d);

static bool nodes_equal(const bd_node *a, const bd_node *b, difference *d) {
    if (!same(a->type, b->type) || !same(a->name, b->name))
        return differ(d, "%s '%s' and %s '%s'", a->type, a->name, b->type, b->name);
    if (a->commented != b->commented || (a->obstacle == NULL) != (b->obstacle == NULL) ||
        (a->link == NULL) != (b->link == NULL) || (a->system == NULL) != (b->system == NULL))
        return differ(d, "%s: comment, obstacle, link or inside differ", a->path);
    for (int kind = 0; kind < BD_PORT_KINDS; kind++)
        if (a->ports[kind] != b->ports[kind])
            return differ(d, "%s: ports of kind %d: %d and %d", a->path, kind, a->ports[kind],
                          b->ports[kind]);
    for (int i = 0; i < a->ports[BD_PORT_OUTPUT]; i++)
        if (!same(bd_node_signal_name(a, i), bd_node_signal_name(b, i)))
            return differ(d, "%s: signal %d: '%s' and '%s'", a->path, i, bd_node_signal_name(a, i),
                          bd_node_signal_name(b, i));
    return parameters_within(a, b, d) && parameters_within(b, a, d) && masks_equal(a, b, d) &&
           (!a->system || systems_equal(a->system, b->system, d));
}

static bool ends_equal(const bd_end *a, const bd_end *b) {
    return same(a->block->name, b->block->name) && a->kind == b->kind && a->index == b->index;
}

/* files may have the blocks of a system in another order */
static const bd_node *named(const bd_system *system, const char *name) {
    for (size_t i = 0; i < system->block_count; i++)
        if (same(system->blocks[i]->name, name))
            return system->blocks[i];
    return NULL;
}

/* branches have no order: those that go together for a while are written together */
static bool has_destination(const bd_line *line, const bd_end *end) {
    for (size_t k = 0; k < line->destination_count; k++)
        if (ends_equal(&line->destinations[k], end))
            return true;
    return false;
}

static bool systems_equal(const bd_system *a, const bd_system *b, difference *d) {
    if (a->block_count != b->block_count || a->line_count != b->line_count)
        return differ(d, "%zu blocks, %zu lines and %zu blocks, %zu lines", a->block_count,
                      a->line_count, b->block_count, b->line_count);
    for (size_t i = 0; i < a->block_count; i++) {
        const bd_node *other = named(b, a->blocks[i]->name);
        if (!other)
            return differ(d, "only one has %s", a->blocks[i]->path);
        if (!nodes_equal(a->blocks[i], other, d))
            return false;
    }
    for (size_t i = 0; i < a->line_count; i++) {
        const bd_line *x = &a->lines[i], *y = &b->lines[i];
        if (!same(x->name, y->name) || !ends_equal(&x->source, &y->source) ||
            x->destination_count != y->destination_count || x->logged != y->logged)
            return differ(d, "line %zu '%s' from %s and '%s' from %s differ", i, x->name,
                          x->source.block->path, y->name, y->source.block->path);
        for (size_t k = 0; k < x->destination_count; k++)
            if (!has_destination(y, &x->destinations[k]))
                return differ(d, "line %zu from %s: destination %zu differs", i,
                              x->source.block->path, k);
    }
    return true;
}

/* what is set in a is set in b; where added, b may say what a leaves to the release */
static bool settings_within(const bd_diagram *a, const bd_diagram *b, bool added, difference *d) {
    for (size_t i = 0; i < a->configuration.count; i++) {
        const char *name = a->configuration.items[i].name;
        const char *other = bd_diagram_setting(b, name);
        if (!same(bd_diagram_setting(a, name), other) && !(added && !other))
            return differ(d, "setting %s differs", name);
    }
    return true;
}

bool diagrams_equal(const bd_diagram *a, const bd_diagram *b, char *what, size_t size) {
    difference d = {what, size};
    what[0] = '\0';
    if (a->kind != b->kind || !same(a->workspace_code, b->workspace_code))
        return differ(&d, "kind or workspace code differ");
    return settings_within(a, b, false, &d) && settings_within(b, a, true, &d) &&
           systems_equal(a->root, b->root, &d);
}
