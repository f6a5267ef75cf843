/* descriptions of slaves as messages */
#include "isolation/protocol.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SCALARS 100000000

static bool add_widths(const mr_variable *variables, int count, size_t *width) {
    *width = 0;
    if (count < 0 || (count > 0 && !variables))
        return false;
    for (int i = 0; i < count; i++) {
        if (variables[i].size < 1 || variables[i].size > MOST_SCALARS)
            return false;
        *width += (size_t)variables[i].size;
        if (*width > MOST_SCALARS)
            return false;
    }
    return true;
}

bool mr_widths_of(const mr_slave_description *d, mr_widths *widths) {
    mr_widths told = {0};
    const bool good = add_widths(d->inputs, d->input_count, &told.inputs) &&
                      add_widths(d->outputs, d->output_count, &told.outputs) &&
                      d->coordinate_count >= 0 && d->coordinate_count < 10000;
    told.coordinates = good ? (size_t)d->coordinate_count : 0;
    *widths = good ? told : (mr_widths){0};
    return good;
}

static void put_variables(mr_wire *wire, const mr_variable *variables, int count) {
    mr_wire_put_number(wire, count);
    mr_wire_put_number(wire, variables != NULL);
    for (int i = 0; variables && i < count; i++) {
        const mr_variable *v = &variables[i];
        mr_wire_put_text(wire, v->name);
        mr_wire_put_text(wire, v->unit);
        mr_wire_put_number(wire, v->size);
        mr_wire_put_number(wire, v->rate_of);
        mr_wire_put_number(wire, v->power_with);
        mr_wire_put_number(wire, v->variability == MR_DISCRETE);
    }
}

void mr_wire_put_description(mr_wire *wire, const mr_slave_description *d) {
    mr_wire_put_text(wire, d->title);
    put_variables(wire, d->inputs, d->input_count);
    put_variables(wire, d->outputs, d->output_count);
    mr_wire_put_number(wire, d->coordinate_count);
    mr_wire_put_number(wire, d->coordinates != NULL);
    for (int i = 0; d->coordinates && i < d->coordinate_count; i++) {
        mr_wire_put_number(wire, d->coordinates[i].position);
        mr_wire_put_number(wire, d->coordinates[i].velocity);
        mr_wire_put_number(wire, d->coordinates[i].acceleration);
    }
}

/* where the parts of a description go: first counted without memory, then filled */
typedef struct store {
    unsigned char *memory; /* NULL while counting */
    size_t used;
} store;

static void *reserve(store *s, size_t size) {
    const size_t at = s->used;
    s->used += (size + 15) / 16 * 16;
    return s->memory ? s->memory + at : NULL;
}

static const char *take_text(mr_wire *wire, store *s) {
    size_t length;
    const char *bytes = mr_wire_take_text(wire, &length);
    if (!bytes)
        return NULL;
    char *text = reserve(s, length + 1);
    if (text) {
        memcpy(text, bytes, length);
        text[length] = '\0';
    }
    return text;
}

/* a list cannot have more entries than the message has bytes; a count without a list is told as it
 * is, for the interface to complain about */
static int take_count(mr_wire *wire, bool *listed) {
    const int count = mr_wire_take_number(wire);
    *listed = mr_wire_take_number(wire) != 0 && !wire->bad && count > 0;
    if (*listed && (size_t)count > wire->size - wire->at) {
        wire->bad = true;
        *listed = false;
    }
    return count;
}

static const mr_variable *take_variables(mr_wire *wire, store *s, int *count) {
    bool listed;
    *count = take_count(wire, &listed);
    mr_variable *list = listed ? reserve(s, (size_t)*count * sizeof *list) : NULL;
    for (int i = 0; listed && i < *count && !wire->bad; i++) {
        mr_variable v;
        v.name = take_text(wire, s);
        v.unit = take_text(wire, s);
        v.size = mr_wire_take_number(wire);
        v.rate_of = mr_wire_take_number(wire);
        v.power_with = mr_wire_take_number(wire);
        v.variability = mr_wire_take_number(wire) ? MR_DISCRETE : MR_CONTINUOUS;
        if (list)
            list[i] = v;
    }
    return list;
}

static void take_all(mr_wire *wire, store *s, mr_slave_description *d) {
    bool listed;
    d->title = take_text(wire, s);
    d->inputs = take_variables(wire, s, &d->input_count);
    d->outputs = take_variables(wire, s, &d->output_count);
    d->coordinate_count = take_count(wire, &listed);
    mr_coordinate *list = listed ? reserve(s, (size_t)d->coordinate_count * sizeof *list) : NULL;
    for (int i = 0; listed && i < d->coordinate_count && !wire->bad; i++) {
        mr_coordinate c;
        c.position = mr_wire_take_number(wire);
        c.velocity = mr_wire_take_number(wire);
        c.acceleration = mr_wire_take_number(wire);
        if (list)
            list[i] = c;
    }
    d->coordinates = list;
    d->type = NULL; /* a table does not travel */
}

mr_slave_description *mr_wire_take_description(mr_wire *wire) {
    const size_t begin = wire->at;
    store s = {NULL, 0};
    mr_slave_description counted;
    reserve(&s, sizeof counted);
    take_all(wire, &s, &counted);
    if (wire->bad)
        return NULL;
    s = (store){.memory = malloc(s.used)};
    mr_slave_description *description = reserve(&s, sizeof *description);
    if (!description)
        return NULL;
    wire->at = begin;
    take_all(wire, &s, description);
    return description;
}
