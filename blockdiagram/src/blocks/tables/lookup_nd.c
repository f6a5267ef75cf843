/* Lookup Table (n-D): flat, nearest, linear or cubic spline between breakpoints; clipped or
 * extended beyond them */
#include "blocks/families.h"
#include "blocks/tables/table.h"

#include <stdio.h>
#include <string.h>

typedef enum diagnostic_kind { NOTHING, WARNING, ERROR } diagnostic_kind;

typedef struct lookup_nd {
    int rank;
    bool one_input, use_last;
    bd_interpolation method;
    bd_extrapolation beyond;
    diagnostic_kind diagnostic;
    const double *table;
    int dims[BD_MAX_RANK];
    bd_axis axes[BD_MAX_RANK];
    bd_weights weights[BD_MAX_RANK];
} lookup_nd;

/* first point and spacing instead of a list */
static bd_status read_even_axis(bd_block *block, int d, int count, bd_axis *axis) {
    char name[64];
    double first, spacing;
    snprintf(name, sizeof name, "BreakpointsForDimension%dFirstPoint", d + 1);
    BD_TRY(bd_block_scalar(block, name, &first));
    snprintf(name, sizeof name, "BreakpointsForDimension%dSpacing", d + 1);
    BD_TRY(bd_block_scalar(block, name, &spacing));
    double *points = bd_block_alloc(block, (size_t)count * sizeof *points);
    if (!points)
        return bd_block_no_memory(block);
    for (int i = 0; i < count; i++)
        points[i] = first + i * spacing;
    *axis = (bd_axis){.points = points, .count = count};
    return bd_axis_check(block, name, axis, true);
}

static bd_status read_tables(bd_block *block) {
    lookup_nd *p = block->data;
    int dims[BD_MAX_RANK];
    const char *spacing = bd_block_text(block, "BreakpointsSpecification");
    bool even = spacing && strcmp(spacing, "Even spacing") == 0;
    BD_TRY(bd_table_read(block, "Table", p->rank, &p->table, dims));
    for (int d = 0; d < p->rank; d++) {
        char name[40];
        snprintf(name, sizeof name, "BreakpointsForDimension%d", d + 1);
        BD_TRY(even ? read_even_axis(block, d, dims[d], &p->axes[d])
                    : bd_axis_read(block, name, true, &p->axes[d]));
        if (p->axes[d].count != dims[d])
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "%s has %d entries but Table has %d in dimension %d", name,
                                 p->axes[d].count, dims[d], d + 1);
        if (p->dims[d] && p->dims[d] != dims[d])
            return bd_block_fail(block, BD_BAD_PARAMETER, "Table may not change its size");
        p->dims[d] = dims[d];
        if (p->method == BD_SPLINE)
            BD_TRY(bd_spline_create(block, &p->axes[d]));
    }
    return BD_OK;
}

static bd_status read_options(bd_block *block, lookup_nd *p) {
    static const char *const diagnostics[] = {"None", "Warning", "Error", NULL};
    int diagnostic = NOTHING;
    long rank;
    BD_TRY(bd_block_whole(block, "NumberOfTableDimensions", 1, BD_MAX_RANK, &rank));
    p->rank = (int)rank;
    BD_TRY(bd_read_methods(block, &p->method, &p->beyond));
    BD_TRY(bd_option(block, "UseLastTableValue", &p->use_last));
    BD_TRY(bd_option(block, "UseOneInputPortForAllInputData", &p->one_input));
    BD_TRY(bd_block_choice(block, "DiagnosticForOutOfRangeInput|ActionForOutOfRangeInput",
                           diagnostics, &diagnostic));
    p->diagnostic = (diagnostic_kind)diagnostic;
    const char *source = bd_block_text(block, "DataSpecification");
    if (source && strcmp(source, "Lookup table object") == 0)
        return bd_block_fail(block, BD_UNSUPPORTED, "lookup table objects are not supported");
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(lookup_nd)));
    lookup_nd *p = block->data;
    BD_TRY(read_options(block, p));
    BD_TRY(bd_setup_ports(block, 0, p->one_input ? 1 : p->rank, 1));
    BD_TRY(read_tables(block));
    for (int d = 0; d < p->rank; d++) {
        size_t room = p->method == BD_SPLINE ? (size_t)p->dims[d] : 2;
        p->weights[d].values = bd_block_alloc(block, (room > 2 ? room : 2) * sizeof(double));
        if (!p->weights[d].values)
            return bd_block_no_memory(block);
    }
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const lookup_nd *p = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_set_type_as(block, block->outputs, block->inputs));
    if (!p->one_input)
        return bd_propagate_dims(block, 0, p->rank - 1);
    BD_TRY(bd_port_set_width(block->inputs, p->rank));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status check_range(bd_block *block, const lookup_nd *p, int d, double u) {
    const bd_axis *axis = &p->axes[d];
    if (p->diagnostic == NOTHING || (u >= axis->points[0] && u <= axis->points[axis->count - 1]))
        return BD_OK;
    if (p->diagnostic == ERROR)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "input %d is %g, outside of the table (%g … %g)", d + 1, u,
                             axis->points[0], axis->points[axis->count - 1]);
    bd_block_warn(block, "input %d was outside of the table", d + 1);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    lookup_nd *p = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        for (int d = 0; d < p->rank; d++) {
            double u =
                p->one_input ? bd_port_real(block->inputs, d) : bd_port_real(&block->inputs[d], i);
            BD_TRY(check_range(block, p, d, u));
            if (p->method == BD_SPLINE)
                bd_spline_weights(&p->axes[d], u, p->beyond, &p->weights[d]);
            else
                bd_place_weights(bd_axis_find(&p->axes[d], u), p->dims[d], p->method, p->beyond,
                                 p->use_last, &p->weights[d]);
        }
        bd_port_put(block->outputs, i, bd_table_sum(p->table, p->dims, p->rank, p->weights));
    }
    return BD_OK;
}

/* own data: weights are scratch */
BD_BLOCK_TYPE(type, "Lookup_n-D", .setup = setup, .propagate = propagate, .outputs = outputs,
              .retune = read_tables, .own_data = true);

const bd_block_type *const bd_blocks_lookup_nd[] = {&type, NULL};
