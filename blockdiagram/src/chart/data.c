/* data: scope, type, size, initial value, place in the chart's memory */
#include "chart/data.h"

#include "common/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "blocks/routing/data_store.h"
#include "chart/functions.h"

#define MOST_ELEMENTS 1000000

int chart_add_data(chart *c, const char *name, int owner, chart_scope scope) {
    size_t capacity = (size_t)c->data_capacity;
    if (!bd_arena_grow(c->arena, (void **)&c->data, (size_t)c->data_count, &capacity,
                       sizeof *c->data))
        return -1;
    c->data_capacity = (int)capacity;
    c->data[c->data_count] = (chart_data){.name = name,
                                          .owner = owner,
                                          .scope = scope,
                                          .type = BD_DOUBLE,
                                          .width = 1,
                                          .rows = 1,
                                          .columns = 1,
                                          .port = -1,
                                          .state = -1,
                                          .copies = 1,
                                          .part_of = -1,
                                          .change_event = -1};
    return c->data_count++;
}

static const char *type_text(const bd_stored *stored) {
    static const struct {
        const char *stored, *name;
    } primitives[] = {
        {"SF_DOUBLE_TYPE", "double"}, {"SF_SINGLE_TYPE", "single"}, {"SF_INT8_TYPE", "int8"},
        {"SF_INT16_TYPE", "int16"},   {"SF_INT32_TYPE", "int32"},   {"SF_UINT8_TYPE", "uint8"},
        {"SF_UINT16_TYPE", "uint16"}, {"SF_UINT32_TYPE", "uint32"}, {"SF_BOOLEAN_TYPE", "boolean"}};
    const char *text = bd_stored_text(stored, "dataType");
    if (text)
        return text;
    text = bd_stored_text(stored, "props.type.primitive");
    text = text ? text : bd_stored_text(stored, "dataType");
    for (size_t i = 0; text && i < sizeof primitives / sizeof *primitives; i++)
        if (is(text, primitives[i].stored))
            return primitives[i].name;
    return "double";
}

static bd_status read_type(chart *c, chart_data *d) {
    const char *text = type_text(d->stored);
    int type = BD_INHERITED;
    if (is(text, "string") || strncmp(text, "stringtype", 10) == 0)
        return chart_fail(c, d->stored, "texts are not supported as data");
    if (strncmp(text, "Bus:", 4) == 0) {
        const char *name = text + 4 + strspn(text + 4, " ");
        d->bus = bd_block_find_bus(c->block, name);
        if (!d->bus && d->scope != DATA_INPUT)
            return chart_fail(c, d->stored, "there is no bus object '%.60s' in the workspace",
                              name);
        d->typed = d->bus != NULL;
        return BD_OK;
    }
    if (strncmp(text, "Inherit", 7) != 0) {
        BD_TRY(bd_block_type_of(c->block, d->name, text, &type));
        if (type == BD_INHERITED) /* an object that says no more than that it is a bus */
            d->bus = bd_block_find_bus(c->block, text);
    }
    d->typed = type != BD_INHERITED || d->bus;
    if (type != BD_INHERITED)
        d->type = type;
    if (d->typed)
        return BD_OK;
    const bool own = strstr(text, "definition") != NULL;
    d->by_definition = own || d->scope == DATA_LOCAL || d->scope == DATA_TEMPORARY;
    d->by_neighbours = !own && d->scope == DATA_OUTPUT;
    return BD_OK;
}

static bd_status evaluate(chart *c, const chart_data *d, const char *text, double **numbers,
                          size_t *count, int *type, size_t *rows) {
    bd_error error = {0};
    bd_value *value = NULL;
    if (bd_expression_evaluate(text, c->block->scope, &value, &error) != BD_OK)
        return chart_fail(c, d->stored, "%s", error.text);
    if (value->type == BD_STRUCT && value->count == 1) {
        /* fields that a bus does not have are nobody's */
        bd_value **place = &c->data[d - c->data].value;
        bd_value_free(*place);
        *place = value;
        return *count = 0, BD_OK;
    }
    const bool plain = value->re && !value->im && value->type <= BD_UINT64;
    if (!plain || value->count > MOST_ELEMENTS) {
        bd_value_free(value);
        return chart_fail(c, d->stored, "'%.80s' is no real numbers", text);
    }
    *numbers = bd_arena_array(c->arena, value->count + 1, sizeof **numbers);
    *count = value->count;
    *type = (int)value->type;
    *rows = value->dims[0];
    for (size_t i = 0; *numbers && i < value->count; i++)
        (*numbers)[i] = bd_element_read(value->re, (int)value->type, i);
    bd_value_free(value);
    return *numbers ? BD_OK : bd_block_no_memory(c->block);
}

static bd_status read_size(chart *c, chart_data *d) {
    const char *text = bd_stored_text(d->stored, "props.array.size");
    double *numbers = NULL;
    size_t count = 0, rows = 0;
    int type;
    if (!text || !*text)
        return d->sized = d->scope != DATA_INPUT || !text, BD_OK;
    BD_TRY(evaluate(c, d, text, &numbers, &count, &type, &rows));
    if (count == 0)
        return d->sized = true, BD_OK;
    if (count > 2 || numbers[0] == 0.0)
        return chart_fail(c, d->stored, "its size '%.60s' is not supported", text);
    d->sized = numbers[0] > 0.0;
    if (!d->sized) {
        d->by_definition = d->by_definition || d->scope != DATA_INPUT;
        return BD_OK;
    }
    d->rows = (int)bd_whole(numbers[0], 1, MOST_ELEMENTS);
    d->columns = count > 1 ? (int)bd_whole(numbers[1], 1, MOST_ELEMENTS) : 1;
    if ((double)d->rows * d->columns > MOST_ELEMENTS)
        return chart_fail(c, d->stored, "it is too large");
    d->width = d->rows * d->columns;
    return BD_OK;
}

static bd_status read_initial(chart *c, chart_data *d) {
    const char *text = bd_stored_text(d->stored, "props.initialValue");
    const bool from_scope =
        d->scope == DATA_PARAMETER || bd_stored_whole(d->stored, "initFromWorkspace", 0) == 1;
    double *numbers = NULL;
    size_t count = 0, rows = 1;
    int type;
    if (from_scope)
        text = d->name;
    if (!text || !*text || d->scope == DATA_STORE)
        return BD_OK;
    BD_TRY(evaluate(c, d, text, &numbers, &count, &type, &rows));
    if (count == 0 || d->bus)
        return BD_OK;
    if (!d->typed && (d->scope == DATA_PARAMETER || d->scope == DATA_CONSTANT))
        d->type = type;
    if (!d->sized && count > 1) {
        d->width = (int)count;
        d->rows = (int)rows;
        d->columns = (int)(count / rows);
        d->sized = true;
    }
    if (count != 1 && count != (size_t)d->width)
        return chart_fail(c, d->stored, "its value has %zu elements, not %d", count, d->width);
    d->initial = bd_arena_array(c->arena, (size_t)d->width, sizeof *d->initial);
    if (!d->initial)
        return bd_block_no_memory(c->block);
    for (int i = 0; i < d->width; i++)
        d->initial[i] =
            chart_convert(numbers[count == 1 ? 0 : i], d->type, c->saturate, c->c_language);
    return BD_OK;
}

static char *trimmed(bd_arena *arena, const char *name) {
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == ' ')
        length--;
    return bd_arena_copy_bytes(arena, name, length);
}

bd_status chart_read_data(chart *c, const bd_stored *stored, int owner, bool component) {
    static const cm_number scopes[] = {{"INPUT_DATA", DATA_INPUT},
                                       {"OUTPUT_DATA", DATA_OUTPUT},
                                       {"LOCAL_DATA", DATA_LOCAL},
                                       {"PARAMETER_DATA", DATA_PARAMETER},
                                       {"CONSTANT_DATA", DATA_CONSTANT},
                                       {"TEMPORARY_DATA", DATA_TEMPORARY},
                                       {"DATA_STORE_MEMORY_DATA", DATA_STORE},
                                       {"FUNCTION_INPUT_DATA", DATA_TEMPORARY},
                                       {"FUNCTION_OUTPUT_DATA", DATA_TEMPORARY}};
    const char *word = bd_stored_text(stored, "scope"), *name = bd_stored_text(stored, "name");
    if (!name || !word)
        return chart_fail(c, stored, "data have no name or no scope");
    const int scope = cm_number_of(CM_TABLE(scopes), word, -1);
    if (scope < 0)
        return chart_fail(c, stored, "data of scope %s are not supported", word);
    if (component && scope != DATA_LOCAL && scope != DATA_CONSTANT && scope != DATA_TEMPORARY) {
        /* the subchart uses the data of the same name around it */
        if (chart_find_data(c, c->states[owner].parent, name) >= 0)
            return BD_OK;
        if (scope != DATA_PARAMETER)
            return chart_fail(c, stored,
                              "this data of an atomic subchart has another name "
                              "outside, which is not supported");
    }
    const char *copy = trimmed(c->arena, name);
    const int number = copy ? chart_add_data(c, copy, owner, (chart_scope)scope) : -1;
    if (number < 0)
        return bd_block_no_memory(c->block);
    chart_data *d = &c->data[number];
    d->stored = stored;
    const char *first = bd_stored_text(stored, "props.array.firstIndex");
    d->first_index = first ? atoi(first) : 0;
    if (scope == DATA_INPUT)
        d->port = c->input_count++;
    if (scope == DATA_OUTPUT)
        d->port = 1 + c->output_count++;
    BD_TRY(read_type(c, d));
    BD_TRY(read_size(c, d));
    BD_TRY(read_initial(c, d));
    if (!bd_stored_is(stored, "props.updateMethod", "SF_CONTINUOUS_TIME_DATA") || !c->continuous)
        return BD_OK;
    d->state = c->continuous_count;
    c->continuous_count += d->width;
    const int width = d->width, rows = d->rows, columns = d->columns;
    const char *dot = bd_arena_text(c->arena, "%s_dot", copy);
    const int rate = dot ? chart_add_data(c, dot, owner, DATA_DERIVATIVE) : -1;
    if (rate < 0)
        return bd_block_no_memory(c->block);
    c->data[rate].width = width;
    c->data[rate].rows = rows;
    c->data[rate].columns = columns;
    c->data[rate].state = c->data[number].state;
    return BD_OK;
}

static bd_status declare(bd_port *port, const chart_data *d) {
    const int dims[2] = {d->rows, d->columns};
    if (d->bus) {
        BD_TRY(bd_port_set_complexity(port, 0));
        BD_TRY(bd_port_set_bus(port, d->bus));
        return bd_port_set_width(port, d->copies);
    }
    if (d->typed)
        BD_TRY(bd_port_set_type(port, d->type));
    BD_TRY(bd_port_set_complexity(port, 0));
    if (!d->sized)
        return BD_OK;
    return d->columns > 1 ? bd_port_set_dims(port, 2, dims) : bd_port_set_width(port, d->width);
}

bd_status chart_declare_ports(chart *c) {
    for (int i = 0; i < c->data_count; i++) {
        const chart_data *d = &c->data[i];
        if (d->scope == DATA_OUTPUT && d->part_of < 0)
            BD_TRY(declare(&c->block->outputs[d->port], d));
        else if (d->argument)
            BD_TRY(declare(&c->block->outputs[d->port], d));
        else if (d->scope == DATA_INPUT && d->part_of < 0 && d->typed && !d->bus)
            BD_TRY(bd_port_set_type(&c->block->inputs[d->port], d->type));
    }
    return BD_OK;
}

static bd_status take_shape(chart *c, int number, const bd_shape *shape) {
    chart_data *d = &c->data[number];
    const char *what = d->scope == DATA_STORE ? "data store" : d->result ? "result" : "input";
    if (shape->complexity == 1)
        return chart_fail(c, d->stored, "the %s is complex, which is not supported", what);
    const int width = bd_shape_width(shape);
    if (d->sized && (d->bus ? d->copies : d->width) != width)
        return chart_fail(c, d->stored, "the %s has %d elements, not %d", what, width, d->width);
    if (shape->type == BD_BUS) {
        d->bus = shape->bus;
        d->copies = width;
        return BD_OK;
    }
    if (d->bus)
        return chart_fail(c, d->stored, "the %s is no bus, but the chart says so", what);
    d->width = width;
    d->rows = shape->rank >= 2 ? shape->dims[0] : width;
    d->columns = shape->rank >= 2 ? width / d->rows : 1;
    if (!d->typed)
        d->type = shape->type;
    return BD_OK;
}

static bd_status place_store(chart *c, int number) {
    chart_data *d = &c->data[number];
    d->store = bd_data_store_find(c->block, d->name);
    bd_block *memory = d->store ? bd_block_peer(c->block, d->store) : NULL;
    if (!memory)
        return chart_fail(c, d->stored, "there is no Data Store Memory '%.100s' here or around",
                          d->name);
    const bd_shape *shape = bd_data_store_shape(memory);
    if (shape->type == BD_INHERITED || shape->rank == BD_INHERITED)
        return BD_OK; /* it will be known */
    return take_shape(c, number, shape);
}

static bd_status place(chart *c, int number) {
    chart_data *d = &c->data[number];
    if (d->scope == DATA_INPUT)
        BD_TRY(take_shape(c, number, &c->block->inputs[d->port].shape));
    if (d->scope == DATA_STORE)
        BD_TRY(place_store(c, number));
    if (d->result && bd_shape_is_known(&c->block->inputs[d->port].shape)) {
        d->sized = d->typed = false;
        BD_TRY(take_shape(c, number, &c->block->inputs[d->port].shape));
    }
    d = &c->data[number];
    if (d->scope == DATA_OUTPUT && d->by_neighbours && !d->typed) {
        const bd_port *port = &c->block->outputs[d->port];
        if (bd_port_has_type(port) && port->shape.type != BD_BUS)
            d->type = port->shape.type;
        else if (bd_port_has_type(port))
            d->bus = port->shape.bus;
    }
    if (d->bus)
        return chart_expand_bus(c, number);
    if (d->value)
        return chart_expand_value(c, number);
    d->first = c->element_count;
    c->element_count += d->width;
    return BD_OK;
}

bd_status chart_place_data(chart *c) {
    c->element_count = 0;
    c->data_count = c->stored_data_count;
    for (int i = 0; i < c->stored_data_count; i++) {
        BD_TRY(place(c, i));
        if (c->element_count > MOST_ELEMENTS)
            return chart_fail(c, c->data[i].stored, "the data of the chart are too large");
    }
    return BD_OK;
}

/* what both can hold */
static int common_type(int a, int b) {
    if (a == b || b == BD_LOGICAL)
        return a;
    if (a == BD_LOGICAL)
        return b;
    if (a == BD_DOUBLE || a == BD_SINGLE)
        return b == BD_DOUBLE ? a : b;
    return a;
}

bool chart_settle_data(chart *c, int data, const chart_node *value) {
    chart_data *d = &c->data[data];
    if (!c->settling || !d->by_definition || d->part_of >= 0 || d->result)
        return false;
    const int type = d->typed ? common_type(d->type, value->type) : value->type;
    const bool wider = !d->sized && value->width > 1;
    const bool infers = (!c->c_language || d->argument) && !(d->by_neighbours && !d->typed);
    if (infers && (!d->typed || type != d->type)) {
        d->type = type;
        d->typed = c->found = true;
    }
    if (wider) {
        d->width = value->width;
        d->rows = value->rows > 0 ? value->rows : value->width;
        d->columns = d->width / d->rows;
        d->sized = c->found = true;
    }
    return wider;
}
