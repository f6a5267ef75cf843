/* the older Lookup Table and Lookup Table (2-D), and Lookup Table Dynamic, whose table comes
 * through inputs. Equal breakpoints make a step: there the 1-D block takes the entry that is met
 * first on the way from zero, and at zero itself the middle one of three or the mean of two */
#include "blocks/families.h"
#include "blocks/tables/table.h"

typedef enum method_kind { EXTEND, END_VALUES, NEAREST, BELOW, ABOVE } method_kind;

typedef struct lookup {
    method_kind method;
    int rank;
    const double *table;
    int dims[BD_MAX_RANK];
    bd_axis axes[2];
} lookup;

static bd_status read_method(bd_block *block, lookup *p) {
    static const char *const methods[] = {"Interpolation-Extrapolation",
                                          "Interpolation-Use End Values",
                                          "Use Input Nearest",
                                          "Use Input Below",
                                          "Use Input Above",
                                          NULL};
    int method = p->rank == 0 ? END_VALUES : EXTEND;
    BD_TRY(bd_block_choice(block, "LookUpMeth", methods, &method));
    p->method = (method_kind)method;
    return BD_OK;
}

static bd_status read_tables(bd_block *block) {
    lookup *p = block->data;
    int dims[BD_MAX_RANK] = {0};
    static const char *const names[2][2] = {{"InputValues|BreakpointsForDimension1", NULL},
                                            {"RowIndex", "ColumnIndex"}};
    BD_TRY(bd_table_read(block, "Table|OutputValues", p->rank, &p->table, dims));
    for (int d = 0; d < p->rank; d++) {
        const char *name = names[p->rank - 1][d];
        BD_TRY(bd_axis_read(block, name, p->rank == 2, &p->axes[d]));
        if (p->axes[d].count != dims[d])
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "%s has %d entries but Table has %d there",
                                 p->rank == 1 ? "InputValues" : name, p->axes[d].count, dims[d]);
        p->dims[d] = dims[d];
    }
    return BD_OK;
}

static bd_status setup_rank(bd_block *block, int rank, int inputs) {
    BD_TRY(bd_setup_ports(block, sizeof(lookup), inputs, 1));
    lookup *p = block->data;
    p->rank = rank;
    BD_TRY(read_method(block, p));
    if (rank > 0)
        BD_TRY(read_tables(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status setup_1d(bd_block *block) {
    return setup_rank(block, 1, 1);
}

static bd_status setup_2d(bd_block *block) {
    return setup_rank(block, 2, 2);
}

static bd_status setup_dynamic(bd_block *block) {
    return setup_rank(block, 0, 3);
}

static bd_status propagate(bd_block *block) {
    const lookup *p = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_set_type_as(block, block->outputs, block->inputs));
    return bd_propagate_dims(block, 0, p->rank - 1);
}

/* which entries of an axis, with which weights; values has room for two */
static void weigh(const lookup *p, const bd_axis *axis, double u, bd_weights *w) {
    bd_table_place place = bd_axis_find(axis, u);
    int last = axis->count - 1;
    *w = (bd_weights){.first = place.index, .count = 1, .values = w->values};
    w->values[0] = 1.0;
    switch (p->method) {
    case EXTEND:
    case END_VALUES:
        bd_place_weights(place, axis->count, BD_LINEAR,
                         p->method == EXTEND ? BD_EXTEND_LINEAR : BD_CLIP, false, w);
        return;
    case NEAREST:
        bd_place_weights(place, axis->count, BD_NEAREST, BD_CLIP, false, w);
        return;
    case BELOW:
        if (last > 0 && u >= axis->points[last])
            w->first = last;
        return;
    case ABOVE:
        if (last > 0 && u > axis->points[place.index])
            w->first = place.index + 1;
        return;
    }
}

/* u meets a step: equal breakpoints first … last */
static double step_value(const double *table, double u, int first, int last) {
    if (u < 0.0)
        return table[last];
    if (u > 0.0)
        return table[first];
    return (last - first) % 2 == 0 ? table[(first + last) / 2] : 0.5 * (table[first] + table[last]);
}

static double look_up(const lookup *p, const bd_axis *axis, const double *table, double u) {
    const double *x = axis->points;
    bd_table_place place = bd_axis_find(axis, u);
    int first = place.index, last = place.index;
    /* within a piece, as nearly always: a line, whatever is beyond the ends */
    const bool lines = p->method == EXTEND || p->method == END_VALUES;
    if (lines && place.fraction > 0.0 && place.fraction < 1.0)
        return table[first] + place.fraction * (table[first + 1] - table[first]);
    if (last + 1 < axis->count && u == x[last + 1])
        first = ++last;
    while (first > 0 && x[first - 1] == u)
        first--;
    while (last + 1 < axis->count && x[last + 1] == u)
        last++;
    if (last > first && x[first] == u)
        return step_value(table, u, first, last);
    double values[2];
    bd_weights w = {.values = values};
    weigh(p, axis, u, &w);
    return bd_table_sum(table, &axis->count, 1, &w);
}

static bd_status outputs_1d(bd_block *block) {
    const lookup *p = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_put(block->outputs, i,
                    look_up(p, &p->axes[0], p->table, bd_port_real(block->inputs, i)));
    return BD_OK;
}

static bd_status outputs_2d(bd_block *block) {
    const lookup *p = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double values[2][2];
        bd_weights w[2] = {{.values = values[0]}, {.values = values[1]}};
        for (int d = 0; d < 2; d++)
            weigh(p, &p->axes[d], bd_port_real(&block->inputs[d], i), &w[d]);
        bd_port_put(block->outputs, i, bd_table_sum(p->table, p->dims, 2, w));
    }
    return BD_OK;
}

/* ---- Lookup Table Dynamic: inputs are x, breakpoints, entries ---- */

static bd_status propagate_dynamic(bd_block *block) {
    bd_port *in = block->inputs;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_set_type_as(block, block->outputs, &in[2]));
    for (int i = 1; i < 3; i++)
        BD_TRY(bd_port_set_type(&in[i], BD_DOUBLE));
    if (bd_port_has_dims(&in[1]) && bd_port_has_dims(&in[2]) &&
        bd_shape_width(&in[1].shape) != bd_shape_width(&in[2].shape))
        return bd_block_fail(block, BD_BAD_SIGNAL, "%d breakpoints for %d entries",
                             bd_shape_width(&in[1].shape), bd_shape_width(&in[2].shape));
    return bd_propagate_dims(block, 0, 0);
}

static bd_status outputs_dynamic(bd_block *block) {
    const lookup *p = block->data;
    bd_axis axis = {.points = bd_input(block, 1), .count = block->inputs[1].width};
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_put(block->outputs, i,
                    look_up(p, &axis, bd_input(block, 2), bd_port_real(block->inputs, i)));
    return BD_OK;
}

BD_BLOCK_TYPE(lookup_1d, "Lookup", .setup = setup_1d, .propagate = propagate, .outputs = outputs_1d,
              .retune = read_tables);

BD_BLOCK_TYPE(lookup_2d, "Lookup2D", .setup = setup_2d, .propagate = propagate,
              .outputs = outputs_2d, .retune = read_tables);

BD_BLOCK_TYPE(lookup_dynamic, "Lookup Table Dynamic", .setup = setup_dynamic,
              .propagate = propagate_dynamic, .outputs = outputs_dynamic);

const bd_block_type *const bd_blocks_lookup[] = {&lookup_1d, &lookup_2d, &lookup_dynamic, NULL};
