/* data that are buses or structures: each field is data of its own with the name "s.f"; and data as
 * a signal lies in memory */
#include <stdint.h>
#include <string.h>

#include "base/fixed.h"
#include "chart/data.h"

#define DEEPEST     16
#define MOST_FIELDS 100000

static int add_field(chart *c, int whole, const char *name, int type, int width, int rows) {
    const int owner = c->data[whole].owner, copies = c->data[whole].copies;
    const chart_scope scope = c->data[whole].scope;
    const int number = c->data_count < MOST_FIELDS ? chart_add_data(c, name, owner, scope) : -1;
    if (number < 0)
        return -1;
    chart_data *d = &c->data[number];
    d->stored = c->data[whole].stored;
    d->type = type;
    d->width = width * copies;
    d->rows = rows;
    d->columns = width / rows;
    d->typed = d->sized = true;
    d->copies = copies;
    d->part_of = whole;
    d->first = c->element_count;
    c->element_count += d->width;
    return number;
}

static bd_status add_fields(chart *c, int whole, const bd_bus *bus, const char *prefix,
                            size_t offset, int depth);

/* an element that is a bus, or an array of them: then a field of each, "s.a(2).f", that only code
 * of the language can say */
static bd_status add_buses(chart *c, int whole, const bd_bus_element *e, const char *name,
                           size_t offset, int depth) {
    const bd_bus *bus = e->shape.bus;
    const int width = bd_shape_width(&e->shape);
    for (int k = 0; k < width; k++) {
        const char *one = width == 1 ? name : bd_arena_text(c->arena, "%s(%d)", name, k + 1);
        if (!one)
            return bd_block_no_memory(c->block);
        BD_TRY(add_fields(c, whole, bus, one, offset + (size_t)k * bus->size, depth));
    }
    return BD_OK;
}

static bd_status add_fields(chart *c, int whole, const bd_bus *bus, const char *prefix,
                            size_t offset, int depth) {
    const bd_stored *stored = c->data[whole].stored;
    if (depth > DEEPEST)
        return chart_fail(c, stored, "its buses are nested too deep");
    if (bus->count == 0)
        return chart_fail(c, stored, "its bus '%.60s' has no known elements", bus->name);
    for (int i = 0; i < bus->count; i++) {
        const bd_bus_element *e = &bus->elements[i];
        const char *name = bd_arena_text(c->arena, "%s.%s", prefix, e->name);
        const int width = bd_shape_width(&e->shape);
        if (!name)
            return bd_block_no_memory(c->block);
        if (e->shape.complexity == 1)
            return chart_fail(c, stored, "element '%s' is complex, which is not supported", name);
        if (e->shape.type == BD_BUS) {
            BD_TRY(add_buses(c, whole, e, name, offset + e->offset, depth + 1));
            continue;
        }
        const int field = add_field(c, whole, name, e->shape.type, width,
                                    e->shape.rank >= 2 ? e->shape.dims[0] : width);
        if (field < 0)
            return bd_block_no_memory(c->block);
        c->data[field].offset = offset + e->offset;
    }
    return BD_OK;
}

static void close_fields(chart *c, int data, int first) {
    chart_data *d = &c->data[data];
    d->parts = first;
    d->part_count = c->data_count - first;
    d->width = 0;
    for (int i = first; i < c->data_count; i++)
        d->width += c->data[i].width;
}

bd_status chart_expand_bus(chart *c, int data) {
    const int first = c->data_count;
    c->data[data].first = c->element_count;
    BD_TRY(add_fields(c, data, c->data[data].bus, c->data[data].name, 0, 0));
    close_fields(c, data, first);
    return BD_OK;
}

/* texts and cells have no elements here; code of the language can use them */
static bd_status add_values(chart *c, int whole, const bd_value *value, const char *prefix,
                            int depth) {
    for (size_t i = 0; i < value->field_count && depth < DEEPEST; i++) {
        const bd_value *v = value->children[i];
        const char *name = bd_arena_text(c->arena, "%s.%s", prefix, value->field_names[i]);
        if (!name)
            return bd_block_no_memory(c->block);
        if (v && v->type == BD_STRUCT && v->count == 1)
            BD_TRY(add_values(c, whole, v, name, depth + 1));
        if (!v || v->type > BD_UINT64 || v->im || v->count == 0 || v->count > 100000)
            continue;
        const int field = add_field(c, whole, name, (int)v->type, (int)v->count, (int)v->dims[0]);
        double *numbers = bd_arena_array(c->arena, v->count, sizeof *numbers);
        if (field < 0 || !numbers)
            return bd_block_no_memory(c->block);
        bd_value_write_doubles(v, numbers, NULL);
        c->data[field].initial = numbers;
    }
    return BD_OK;
}

bd_status chart_expand_value(chart *c, int data) {
    const int first = c->data_count;
    c->data[data].first = c->element_count;
    BD_TRY(add_values(c, data, c->data[data].value, c->data[data].name, 0));
    close_fields(c, data, first);
    return BD_OK;
}

bd_shape chart_data_shape(const chart_data *d) {
    if (d->bus) {
        bd_shape shape = bd_shape_vector(BD_BUS, d->copies);
        shape.bus = d->bus;
        return shape;
    }
    return d->columns > 1 ? bd_shape_matrix(d->type, d->rows, d->columns)
                          : bd_shape_vector(d->type, d->width);
}

size_t chart_data_size(const chart_data *d) {
    const bd_shape shape = chart_data_shape(d);
    return bd_shape_size(&shape);
}

/* elements of a datum that lie side by side, in memory and in a signal */
typedef struct stretch {
    int first, width, type;
    size_t offset;
} stretch;

/* the n-th of them, false: there is none. A bus has its parts one behind another */
static bool find_stretch(const chart *c, const chart_data *d, int n, stretch *s) {
    if (!d->bus) {
        *s = (stretch){.first = d->first, .width = d->width, .type = d->type};
        return n == 0;
    }
    if (n >= d->part_count * d->copies)
        return false;
    const chart_data *f = &c->data[d->parts + n / d->copies];
    const int copy = n % d->copies, width = f->width / d->copies;
    *s =
        (stretch){f->first + copy * width, width, f->type, (size_t)copy * d->bus->size + f->offset};
    return true;
}

void chart_data_write(const chart *c, const double *memory, const chart_data *d, void *signal) {
    stretch s;
    for (int n = 0; find_stretch(c, d, n, &s); n++)
        for (int k = 0; k < s.width; k++)
            bd_element_write((char *)signal + s.offset, s.type, (size_t)k, memory[s.first + k]);
}

void chart_data_read(const chart *c, double *memory, const chart_data *d, const void *signal) {
    stretch s;
    for (int n = 0; find_stretch(c, d, n, &s); n++)
        for (int k = 0; k < s.width; k++)
            memory[s.first + k] =
                bd_element_read((const char *)signal + s.offset, s.type, (size_t)k);
}
