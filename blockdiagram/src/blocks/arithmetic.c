/* numbers in signals: conversion, element access, and reading of numeric parameters */
#include "blocks/arithmetic.h"

#include "base/fixed.h"
#include "blockdiagram/expression.h"

#include <stdio.h>
#include <string.h>

const bd_cast bd_cast_nearest = {BD_ROUND_ROUND, true, false};

bd_status bd_cast_read(bd_block *block, bd_cast *cast) {
    static const char *const methods[] = {"Ceiling", "Convergent", "Floor", "Nearest",
                                          "Round",   "Simplest",   "Zero",  NULL};
    int method = BD_ROUND_FLOOR;
    bool saturate = false;
    BD_TRY(bd_block_choice(block, "RndMeth", methods, &method));
    BD_TRY(bd_block_flag(block, "SaturateOnIntegerOverflow|DoSatur", &saturate));
    cast->rounding = (bd_rounding)method;
    cast->saturate = saturate;
    const char *message =
        block->node ? bd_diagram_setting(block->node->parent->diagram, "IntegerOverflowMsg") : NULL;
    cast->tells = !message || strcmp(message, "none") != 0;
    return BD_OK;
}

static double round_by(bd_rounding rounding, double value) {
    switch (rounding) {
    case BD_ROUND_CEILING:
        return ceil(value);
    case BD_ROUND_CONVERGENT:
        return value - remainder(value, 1.0); /* remainder takes ties to even */
    case BD_ROUND_NEAREST: {
        double below = floor(value); /* not floor(value + 0.5), which rounds the sum */
        return value - below >= 0.5 ? below + 1.0 : below;
    }
    case BD_ROUND_ROUND:
        return round(value);
    case BD_ROUND_ZERO:
        return trunc(value);
    default: /* simplest: whatever is cheapest, here the same as floor */
        return floor(value);
    }
}

int bd_type_bits(int type) {
    switch (type) {
    case BD_INT8:
    case BD_UINT8:
        return 8;
    case BD_INT16:
    case BD_UINT16:
        return 16;
    case BD_INT32:
    case BD_UINT32:
        return 32;
    case BD_INT64:
    case BD_UINT64:
        return 64;
    default:
        return 0;
    }
}

bool bd_type_is_signed(int type) {
    return type == BD_INT8 || type == BD_INT16 || type == BD_INT32 || type == BD_INT64 ||
           bd_type_is_float(type);
}

int bd_promote(int a, int b) {
    if (a == b)
        return a;
    if (a == BD_DOUBLE || b == BD_DOUBLE)
        return BD_DOUBLE;
    if (a == BD_SINGLE || b == BD_SINGLE)
        return BD_SINGLE;
    if (a == BD_LOGICAL)
        return b;
    if (b == BD_LOGICAL)
        return a;
    if (bd_fixed_of(a) || bd_fixed_of(b))
        return bd_fixed_holding(a, b, 0);
    if (!bd_type_is_integer(a) || !bd_type_is_integer(b))
        return BD_DOUBLE;
    bool a_signed = bd_type_is_signed(a), b_signed = bd_type_is_signed(b);
    /* beside negative numbers an unsigned type needs one bit more */
    int a_bits = bd_type_bits(a) + (b_signed && !a_signed);
    int b_bits = bd_type_bits(b) + (a_signed && !b_signed);
    int bits = a_bits > b_bits ? a_bits : b_bits;
    bool is_signed = a_signed || b_signed;
    if (bits <= 8)
        return is_signed ? BD_INT8 : BD_UINT8;
    if (bits <= 16)
        return is_signed ? BD_INT16 : BD_UINT16;
    if (bits <= 32)
        return is_signed ? BD_INT32 : BD_UINT32;
    if (bits <= 64)
        return is_signed ? BD_INT64 : BD_UINT64;
    return BD_DOUBLE;
}

/* modulo 2^bits into the range of the type */
static double wrap(double value, int type) {
    int bits = bd_type_bits(type);
    double turn = ldexp(1.0, bits);
    double rest = fmod(value, turn);
    if (!isfinite(rest))
        return value; /* infinities saturate */
    if (rest < 0.0)
        rest += turn;
    if (bd_type_is_signed(type) && rest >= turn / 2.0)
        rest -= turn;
    return rest;
}

static void tell_wrap(bd_block *block, double value, double wrapped);

/* stored integers are rounded and limited like any other */
static void store_fixed(const bd_cast *cast, bd_block *block, double *to, const bd_fixed *fixed,
                        double value) {
    double low = bd_fixed_low(fixed), high = bd_fixed_high(fixed);
    double stored = isnan(value) ? 0.0 : round_by(cast->rounding, bd_fixed_stored(fixed, value));
    if (!cast->saturate && (stored < low || stored > high) && isfinite(stored)) {
        double turn = ldexp(1.0, fixed->bits), rest = fmod(stored - low, turn);
        rest = low + (rest < 0.0 ? rest + turn : rest);
        tell_wrap(cast->tells ? block : NULL, bd_fixed_value(fixed, stored),
                  bd_fixed_value(fixed, rest));
        stored = rest;
    }
    *to = bd_fixed_value(fixed, fmin(fmax(stored, low), high));
}

static void tell_wrap(bd_block *block, double value, double wrapped) {
    if (!block || block->has_wrapped || wrapped == value || isnan(value))
        return;
    block->has_wrapped = true;
    bd_block_warn(block,
                  "%.17g does not fit the type of the output and wraps around to %.17g "
                  "(first at t = %.9g s)",
                  value, wrapped, block->clock ? block->clock->time : 0.0);
}

static void store(const bd_cast *cast, bd_block *block, void *data, int type, size_t index,
                  double value) {
    if (type == BD_DOUBLE) {
        ((double *)data)[index] = value;
        return;
    }
    const bd_fixed *fixed = bd_fixed_of(type);
    if (fixed) {
        store_fixed(cast, block, (double *)data + index, fixed, value);
        return;
    }
    if (bd_type_is_integer(type)) {
        value = round_by(cast->rounding, value);
        if (!cast->saturate) {
            double wrapped = wrap(value, type);
            tell_wrap(cast->tells ? block : NULL, value, wrapped);
            value = wrapped;
        }
    }
    bd_element_write(data, type, index, value);
}

void bd_cast_store(const bd_cast *cast, void *data, int type, size_t index, double value) {
    store(cast, NULL, data, type, index, value);
}

double bd_port_real(const bd_port *port, int element) {
    size_t index = port->width == 1 ? 0 : (size_t)element;
    if (port->shape.complexity == 1)
        index *= 2;
    return bd_element_read(port->data, port->shape.type, index);
}

double complex bd_port_read(const bd_port *port, int element) {
    size_t index = port->width == 1 ? 0 : (size_t)element;
    if (port->shape.complexity != 1)
        return bd_element_read(port->data, port->shape.type, index);
    return CMPLX(bd_element_read(port->data, port->shape.type, 2 * index),
                 bd_element_read(port->data, port->shape.type, 2 * index + 1));
}

void bd_port_write(bd_port *port, int element, double complex value, const bd_cast *cast) {
    size_t index = (size_t)element;
    if (port->shape.complexity != 1) {
        store(cast, port->block, port->data, port->shape.type, index, creal(value));
        return;
    }
    store(cast, port->block, port->data, port->shape.type, 2 * index, creal(value));
    store(cast, port->block, port->data, port->shape.type, 2 * index + 1, cimag(value));
}

bool bd_is_plain(const bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        if (block->inputs[i].shape.type != BD_DOUBLE || block->inputs[i].shape.complexity == 1)
            return false;
    for (int i = 0; i < block->output_count; i++)
        if (block->outputs[i].shape.type != BD_DOUBLE || block->outputs[i].shape.complexity == 1)
            return false;
    return true;
}

bd_status bd_coefficients_read(bd_block *block, const char *name, bd_coefficients *c) {
    BD_TRY(bd_block_value(block, name, &c->value));
    if (!bd_value_is_number_like(c->value) || bd_value_is_empty(c->value))
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be numbers", name);
    c->count = c->value->count;
    c->is_complex = c->value->im != NULL;
    size_t parts = c->is_complex ? 2 : 1;
    c->parts = bd_block_alloc(block, c->count * parts * sizeof *c->parts);
    if (!c->parts)
        return bd_block_no_memory(block);
    for (size_t i = 0; i < c->count; i++) {
        c->parts[parts * i] = bd_value_real_at(c->value, i);
        if (c->is_complex)
            c->parts[parts * i + 1] = bd_value_imag_at(c->value, i);
    }
    return BD_OK;
}

double complex bd_coefficient(const bd_coefficients *c, size_t index) {
    if (c->count == 1)
        index = 0;
    return c->is_complex ? CMPLX(c->parts[2 * index], c->parts[2 * index + 1]) : c->parts[index];
}

bd_status bd_reals_read(bd_block *block, const char *name, bd_reals *reals) {
    BD_TRY(bd_block_numbers(block, name, &reals->values, &reals->count));
    if (reals->count == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s is empty", name);
    return BD_OK;
}

bd_status bd_reals_fit(bd_block *block, const char *name, const bd_reals *reals, int width) {
    if (reals->count == 1 || reals->count == (size_t)width)
        return BD_OK;
    return bd_block_fail(block, BD_BAD_PARAMETER, "%s has %zu elements but the signal has %d", name,
                         reals->count, width);
}

bd_status bd_put_value(bd_block *block, const char *name, const bd_value *value,
                       const bd_shape *shape, void *data) {
    bd_error error;
    bd_status status = bd_value_to_signal(value, shape, data, &error);
    if (status == BD_OK)
        return BD_OK;
    return name ? bd_block_fail(block, status, "%s: %s", name, error.text)
                : bd_block_fail(block, status, "%s", error.text);
}

bd_status bd_require_doubles_but(bd_block *block, int input) {
    BD_TRY(bd_require_real(block));
    for (int i = 0; i < block->input_count; i++)
        if (i != input)
            BD_TRY(bd_port_set_type(&block->inputs[i], BD_DOUBLE));
    for (int i = 0; i < block->output_count; i++)
        BD_TRY(bd_port_set_type(&block->outputs[i], BD_DOUBLE));
    return input > 0 ? bd_port_set_width(&block->inputs[input], 1) : BD_OK;
}

void bd_begin_discrete(bd_block *block, const bd_reals *initial) {
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] = bd_real(initial, i);
}

bd_status bd_block_evaluate_list(bd_block *block, const char *name, const char *text,
                                 bd_value ***values, size_t *count) {
    bd_error error = {0};
    *values = NULL;
    *count = 0;
    bd_status status = bd_expression_evaluate_list(text, block->scope, values, count, &error);
    return status ? bd_block_fail(block, status, "%s: %s", name, error.text) : BD_OK;
}

/* "[],[1 2 3]" of ",[1 2 3]"; the text as it is if that is too long */
static const char *fill_items(const char *text, char *filled, size_t capacity) {
    size_t used = 0;
    int depth = 0;
    bool empty = true;
    for (const char *c = text; used + 4 < capacity; c++) {
        depth += *c == '[' || *c == '(' || *c == '{';
        depth -= *c == ']' || *c == ')' || *c == '}';
        const bool ends = *c == '\0' || (*c == ',' && depth == 0);
        if (ends && empty)
            used += (size_t)snprintf(filled + used, capacity - used, "[]");
        filled[used++] = *c;
        if (*c == '\0')
            return filled;
        empty = ends || (empty && *c == ' ');
    }
    return text;
}

bd_status bd_block_evaluate_dimensions(bd_block *block, const char *name, const char *text,
                                       bd_value ***values, size_t *count) {
    char filled[1000];
    return bd_block_evaluate_list(block, name, fill_items(text, filled, sizeof filled), values,
                                  count);
}

bd_status bd_work_begin(bd_block *block, const char *name, const bd_value *value,
                        const bd_shape *shape) {
    if (shape->type != BD_BUS)
        return bd_put_value(block, name, value, shape, block->work);
    memset(block->work, 0, block->work_size);
    return BD_OK;
}

bool bd_kernel_of_scalars(bd_block *block, bd_kernel *kernel,
                          bd_status (*run)(const bd_kernel *kernel)) {
    if (!run || !bd_is_plain(block) || block->outputs->width != 1)
        return false;
    kernel->run = run;
    for (int i = 0; i < block->input_count && i < 3; i++)
        kernel->u[i] = bd_input(block, i);
    kernel->y = bd_output(block, 0);
    return true;
}

bd_status bd_propagate_reals(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    return bd_propagate_dims(block, 0, 0);
}

bd_status bd_make_ports(bd_block *block, int inputs, int outputs) {
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, outputs));
    BD_TRY(bd_block_read_sample_time(block, NULL));
    bd_block_set_all_feedthrough(block);
    return BD_OK;
}

bd_status bd_read_discrete_rate(bd_block *block, const char *name) {
    BD_TRY(bd_block_read_sample_time(block, name));
    bd_sample_time time = block->rates->sample_time;
    if (time.period == 0.0)
        return bd_block_set_sample_time(block, BD_FIXED_IN_MINOR);
    if (bd_sample_is_inherited(time))
        return bd_block_set_sample_time(block, (bd_sample_time){-1.0, 1.0});
    return BD_OK;
}

bd_status bd_port_set_parameter_dims(bd_port *port, const char *name) {
    const bd_value *value;
    BD_TRY(bd_block_value(port->block, name, &value));
    bd_shape shape = bd_value_shape(value, true);
    return bd_port_set_dims(port, shape.rank, shape.dims);
}
