/* Prelookup: index and fraction of the input on an axis; Interpolation Using Prelookup: the table
 * entry for several of them. Indices count from 0 */
#include "blocks/families.h"
#include "blocks/tables/table.h"

#include <string.h>

/* ---- Prelookup ---- */

typedef struct prelookup {
    bool clip, use_last, with_fraction, points_input;
    bd_axis axis;
    int index_type;
    int diagnostic; /* of an input beyond the breakpoints: 0 none, 1 a warning, 2 an error */
} prelookup;

static bd_status read_axis(bd_block *block) {
    prelookup *p = block->data;
    return p->points_input ? BD_OK : bd_axis_read(block, "BreakpointsData|bpData", true, &p->axis);
}

static bd_status setup_prelookup(bd_block *block) {
    static const char *const beyonds[] = {"Clip",   "None - Clip",          "Clip to Range",
                                          "Linear", "Linear extrapolation", NULL};
    static const char *const selections[] = {"Index only", "Index and fraction", NULL};
    static const char *const sources[] = {"Dialog", "Input port", NULL};
    static const char *const diagnostics[] = {"None", "Warning", "Error", NULL};
    int beyond = 3, selection = 1, source = 0;
    bool index_only;
    BD_TRY(bd_block_make_data(block, sizeof(prelookup)));
    prelookup *p = block->data;
    BD_TRY(
        bd_block_choice(block, "ExtrapMethod|ProcessOutOfRangeInput|extrapMode", beyonds, &beyond));
    BD_TRY(bd_block_choice(block, "DiagnosticForOutOfRangeInput|ActionForOutOfRangeInput",
                           diagnostics, &p->diagnostic));
    BD_TRY(bd_block_choice(block, "OutputSelection", selections, &selection));
    BD_TRY(bd_option(block, "OutputOnlyTheIndex|outputFlag", &index_only));
    BD_TRY(bd_block_choice(block, "BreakpointsDataSource|BpDataSource", sources, &source));
    BD_TRY(bd_option(block, "UseLastBreakpoint", &p->use_last));
    BD_TRY(bd_block_data_type(block, "IndexDataTypeStr|IndexDataType", &p->index_type));
    if (p->index_type == BD_INHERITED)
        p->index_type = BD_UINT32;
    p->clip = beyond < 3;
    p->with_fraction = selection == 1 && !index_only;
    p->points_input = source == 1;
    BD_TRY(bd_setup_ports(block, 0, p->points_input ? 2 : 1, p->with_fraction ? 2 : 1));
    BD_TRY(read_axis(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate_prelookup(bd_block *block) {
    const prelookup *p = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_type(block->outputs, p->index_type));
    if (p->points_input)
        BD_TRY(bd_port_set_type(&block->inputs[1], BD_DOUBLE));
    if (p->with_fraction) {
        const bd_port *u = block->inputs;
        if (bd_port_has_type(u))
            BD_TRY(bd_port_set_type(&block->outputs[1],
                                    u->shape.type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE));
    }
    return bd_propagate_dims(block, 0, 0);
}

static bd_status check_range(bd_block *block, const bd_axis *axis, double u) {
    const int diagnostic = ((const prelookup *)block->data)->diagnostic;
    const double first = axis->points[0], last = axis->points[axis->count - 1];
    if (diagnostic == 0 || (u >= first && u <= last))
        return BD_OK;
    if (diagnostic == 2)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "input 1 is %g, outside of the breakpoints (%g … %g)", u, first, last);
    bd_block_warn(block, "input 1 was outside of the breakpoints");
    return BD_OK;
}

static bd_status outputs_prelookup(bd_block *block) {
    const prelookup *p = block->data;
    bd_axis axis = p->axis;
    if (p->points_input)
        axis = (bd_axis){.points = bd_input(block, 1), .count = block->inputs[1].width};
    for (int i = 0; i < block->outputs->width; i++) {
        double u = bd_port_real(block->inputs, i);
        BD_TRY(check_range(block, &axis, u));
        bd_table_place place = bd_axis_find(&axis, u);
        if (p->clip) {
            place.fraction = place.fraction < 0.0 ? 0.0 : place.fraction;
            place.fraction = place.fraction > 1.0 ? 1.0 : place.fraction;
        }
        if (p->use_last && p->clip && u >= axis.points[axis.count - 1])
            place = (bd_table_place){axis.count - 1, 0.0};
        bd_port_put(block->outputs, i, place.index);
        if (p->with_fraction)
            bd_port_put(&block->outputs[1], i, place.fraction);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(prelookup_type, "PreLookup", .setup = setup_prelookup,
              .propagate = propagate_prelookup, .outputs = outputs_prelookup, .retune = read_axis);

/* ---- Interpolation: per interpolated dimension an index and a fraction, then indices alone ----
 */

typedef struct interpolation {
    int rank, selected; /* dimensions, and how many of them (the last ones) are only selected */
    bool table_input;
    bd_interpolation method;
    bd_extrapolation beyond;
    const double *table;
    int dims[BD_MAX_RANK];
} interpolation;

static bd_status read_table(bd_block *block) {
    interpolation *p = block->data;
    if (p->table_input)
        return BD_OK;
    int dims[BD_MAX_RANK] = {0};
    BD_TRY(bd_table_read(block, "Table|table", p->rank, &p->table, dims));
    memcpy(p->dims, dims, sizeof dims);
    return BD_OK;
}

static bd_status setup_interpolation(bd_block *block) {
    static const char *const sources[] = {"Dialog", "Input port", "Explicit values", NULL};
    long rank, selected = 0;
    int source = 0;
    bool as_bus;
    BD_TRY(bd_block_make_data(block, sizeof(interpolation)));
    interpolation *p = block->data;
    /* the old block has a list that ends with More… */
    const char *popup = bd_block_written(block, "numDimsPopupSelect");
    BD_TRY(bd_block_whole(block,
                          !popup                    ? "NumberOfTableDimensions"
                          : strpbrk(popup, "12345") ? "numDimsPopupSelect"
                                                    : "explicitNumDims",
                          1, BD_MAX_RANK, &rank));
    if (bd_block_text(block, "NumSelectionDims"))
        BD_TRY(bd_block_whole(block, "NumSelectionDims", 0, rank, &selected));
    BD_TRY(bd_block_choice(block, "TableSource", sources, &source));
    BD_TRY(bd_option(block, "RequireIndexFractionAsBus", &as_bus));
    if (as_bus)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "index and fraction as a bus are not supported");
    BD_TRY(bd_read_methods(block, &p->method, &p->beyond));
    if (p->method == BD_SPLINE)
        return bd_block_fail(block, BD_BAD_PARAMETER, "InterpMethod cannot be a spline here");
    p->rank = (int)rank;
    p->selected = (int)selected;
    p->table_input = source == 1;
    BD_TRY(bd_setup_ports(block, 0, 2 * p->rank - p->selected + p->table_input, 1));
    BD_TRY(read_table(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate_interpolation(bd_block *block) {
    interpolation *p = block->data;
    int last = block->input_count - 1 - p->table_input;
    BD_TRY(bd_require_real(block));
    if (p->table_input) {
        bd_port *table = &block->inputs[last + 1];
        BD_TRY(bd_port_set_type(table, BD_DOUBLE));
        if (bd_port_has_dims(table)) {
            int rank = table->shape.rank;
            if (rank > p->rank)
                return bd_block_fail(block, BD_BAD_SIGNAL, "the table has %d dimensions and not %d",
                                     rank, p->rank);
            for (int d = 0; d < p->rank; d++)
                p->dims[d] = d < rank ? table->shape.dims[d] : 1;
        }
    }
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_port_set_type(block->outputs, type == BD_INHERITED ? BD_DOUBLE : type));
    return bd_propagate_dims(block, 0, last);
}

static int index_at(const bd_port *port, int i, int count) {
    double index = bd_port_real(port, i);
    return !(index > 0.0) ? 0 : index >= count ? count - 1 : (int)index;
}

static bd_status outputs_interpolation(bd_block *block) {
    const interpolation *p = block->data;
    const double *table = p->table_input ? bd_input(block, block->input_count - 1) : p->table;
    double values[BD_MAX_RANK][2];
    bd_weights weights[BD_MAX_RANK];
    for (int i = 0; i < block->outputs->width; i++) {
        const bd_port *in = block->inputs;
        for (int d = 0; d < p->rank; d++) {
            weights[d].values = values[d];
            bd_table_place place = {index_at(in++, i, p->dims[d]), 0.0};
            bool selects = d >= p->rank - p->selected;
            if (!selects)
                place.fraction = bd_port_real(in++, i);
            bd_place_weights(place, p->dims[d], selects ? BD_FLAT : p->method, p->beyond, false,
                             &weights[d]);
        }
        bd_port_put(block->outputs, i, bd_table_sum(table, p->dims, p->rank, weights));
    }
    return BD_OK;
}

BD_BLOCK_TYPE(interpolation_type, "Interpolation_n-D", .setup = setup_interpolation,
              .propagate = propagate_interpolation, .outputs = outputs_interpolation,
              .retune = read_table);

const bd_block_type *const bd_blocks_prelookup[] = {&prelookup_type, &interpolation_type, NULL};
