/* Assignment: y = y0 with some elements replaced, y(indices) = u. Per dimension the indices come
 * from the dialog or from a port: all, a vector, or a start with the length of u */
#include "blocks/arithmetic.h"
#include "blockdiagram/expression.h"
#include "blocks/families.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef enum index_rule {
    ASSIGN_ALL,
    INDEX_DIALOG,
    INDEX_PORT,
    START_DIALOG,
    START_PORT,
    INDEX_RULES
} index_rule;

typedef struct index_option {
    index_rule rule;
    int port; /* input, or -1 */
    double *values;
    size_t count;
} index_option;

typedef struct assignment {
    int rank;
    int base; /* 0 or 1 */
    int data; /* input of the values: 1, or 0 if there is no y0 */
    bool specified;
    bd_reals size; /* of the output, if there is no y0 */
    index_option options[BD_MAX_RANK];
} assignment;

/* item k of a list "a,b,[1 2 3]" whose separators are commas outside of brackets; into text */
static bool list_item(const char *list, int item, char *text, size_t capacity) {
    int depth = 0, number = 0;
    size_t length = 0;
    for (const char *c = list; *c; c++) {
        depth += (strchr("([{", *c) != NULL) - (strchr(")]}", *c) != NULL);
        if (*c == ',' && depth == 0) {
            number++;
            continue;
        }
        if (number == item && length + 1 < capacity)
            text[length++] = *c;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    return number >= item;
}

static bd_status read_rule(bd_block *block, int dimension, index_option *o) {
    static const char *const names[INDEX_RULES] = {"Assign all", "Index vector (dialog)",
                                                   "Index vector (port)", "Starting index (dialog)",
                                                   "Starting index (port)"};
    const char *options = bd_block_text(block, "IndexOptions");
    char text[64];
    if (!options || !list_item(options, dimension, text, sizeof text))
        return bd_block_fail(block, BD_BAD_PARAMETER, "IndexOptions has no entry for dimension %d",
                             dimension + 1);
    const char *start = text + strspn(text, " ");
    for (int i = 0; i < INDEX_RULES; i++)
        if (strcasecmp(start, names[i]) == 0) {
            o->rule = (index_rule)i;
            return BD_OK;
        }
    return bd_block_fail(block, BD_BAD_PARAMETER, "IndexOptions has the unknown entry '%s'", start);
}

static bd_status take_indices(bd_block *block, const assignment *a, int dimension,
                              const bd_value *one, index_option *o) {
    if (!one || !bd_value_is_number_like(one) || bd_value_is_empty(one))
        return bd_block_fail(block, BD_BAD_PARAMETER, "there are no indices for dimension %d",
                             dimension + 1);
    o->count = one->count;
    o->values = bd_block_alloc(block, o->count * sizeof *o->values);
    if (!o->values)
        return bd_block_no_memory(block);
    for (size_t i = 0; i < o->count; i++)
        o->values[i] = bd_value_real_at(one, i) - a->base;
    return BD_OK;
}

/* "[1 2],3", a cell with one for each dimension, or one value for all */
static bd_status read_indices(bd_block *block, const assignment *a, int dimension,
                              index_option *o) {
    const char *text = bd_block_text(block, "IndexParamArray|Indices");
    const size_t d = (size_t)dimension;
    bd_value **values;
    size_t count;
    BD_TRY(bd_block_evaluate_dimensions(block, "Indices", text ? text : "1", &values, &count));
    const bd_value *all = values[0], *one = count == 1 ? all : d < count ? values[d] : NULL;
    if (count == 1 && all->type == BD_CELL)
        one = d < all->count ? bd_value_cell_at(all, d) : NULL;
    const bd_status status = take_indices(block, a, dimension, one, o);
    bd_expression_free_list(values, count);
    return status;
}

static bd_status read_options(bd_block *block, assignment *a, int *inputs) {
    for (int d = 0; d < a->rank; d++) {
        index_option *o = &a->options[d];
        bd_status status = read_rule(block, d, o);
        o->port = -1;
        if (status == BD_OK && (o->rule == INDEX_DIALOG || o->rule == START_DIALOG))
            status = read_indices(block, a, d, o);
        else if (o->rule == INDEX_PORT || o->rule == START_PORT)
            o->port = (*inputs)++;
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    static const char *const modes[] = {"Zero-based", "One-based", NULL};
    static const char *const sources[] = {"Initialize using input port <Y0>",
                                          "Specify size for each dimension in table", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(assignment)));
    assignment *a = block->data;
    long rank = 1;
    int source = 0;
    a->base = 1;
    BD_TRY(bd_block_whole(block, "NumberOfDimensions", 1, BD_MAX_RANK, &rank));
    BD_TRY(bd_block_choice(block, "IndexMode", modes, &a->base));
    BD_TRY(bd_block_choice(block, "OutputInitialize", sources, &source));
    a->rank = (int)rank;
    a->specified = source == 1;
    if (a->specified)
        BD_TRY(bd_reals_read(block, "OutputSizeArray|OutputSizes", &a->size));
    if (a->specified && a->size.count != (size_t)rank)
        return bd_block_fail(block, BD_BAD_PARAMETER, "the output needs %ld sizes", rank);
    a->data = a->specified ? 0 : 1;
    int inputs = a->data + 1;
    BD_TRY(read_options(block, a, &inputs));
    return bd_make_ports(block, inputs, 1);
}

static bd_status propagate(bd_block *block) {
    const assignment *a = block->data;
    bd_port *y = block->outputs, *u = &block->inputs[a->data], *y0 = &block->inputs[0];
    if (a->specified) {
        int dims[BD_MAX_RANK];
        for (int i = 0; i < a->rank; i++)
            dims[i] = (int)fmax(0.0, fmin(1e8, a->size.values[i]));
        BD_TRY(bd_port_set_dims(y, a->rank, dims));
    } else if (bd_port_has_dims(y0)) {
        BD_TRY(bd_port_set_dims(y, y0->shape.rank, y0->shape.dims));
    } else if (bd_port_has_dims(y)) {
        BD_TRY(bd_port_set_dims(y0, y->shape.rank, y->shape.dims));
    }
    BD_TRY(bd_propagate_type(y0, y));
    BD_TRY(bd_propagate_type(u, y));
    return bd_propagate_out_complexity(block, a->data + 1);
}

static int extent(const bd_block *block, const assignment *a, int d) {
    const bd_shape *s = &block->outputs->shape;
    if (a->rank == 1)
        return block->outputs->width;
    return d < s->rank ? s->dims[d] : 1;
}

/* number of elements replaced along a dimension */
static int length_along(const bd_block *block, const assignment *a, int d) {
    const index_option *o = &a->options[d];
    const bd_port *u = &block->inputs[a->data];
    switch (o->rule) {
    case ASSIGN_ALL:
        return extent(block, a, d);
    case INDEX_DIALOG:
        return (int)o->count;
    case INDEX_PORT:
        return block->inputs[o->port].width;
    default:
        return a->rank == 1 ? u->width : d < u->shape.rank ? u->shape.dims[d] : 1;
    }
}

static bd_status size(bd_block *block) {
    const assignment *a = block->data;
    long total = 1;
    for (int d = 0; d < a->rank; d++)
        total *= length_along(block, a, d);
    int given = block->inputs[a->data].width;
    if (given != 1 && given != total)
        return bd_block_fail(block, BD_BAD_SIGNAL, "%d values are given for %ld elements", given,
                             total);
    return BD_OK;
}

static double index_at(const bd_block *block, const assignment *a, int d, int i) {
    const index_option *o = &a->options[d];
    switch (o->rule) {
    case ASSIGN_ALL:
        return i;
    case INDEX_DIALOG:
        return o->values[i];
    case START_DIALOG:
        return o->values[0] + i;
    case INDEX_PORT:
        return bd_port_real(&block->inputs[o->port], i) - a->base;
    default:
        return bd_port_real(&block->inputs[o->port], 0) - a->base + i;
    }
}

static bd_status outputs(bd_block *block) {
    const assignment *a = block->data;
    bd_port *y = block->outputs;
    const bd_port *u = &block->inputs[a->data];
    for (int i = 0; i < y->width && !a->specified; i++)
        bd_port_write(y, i, bd_port_read(&block->inputs[0], i), &bd_cast_nearest);
    int count[BD_MAX_RANK] = {0}, index[BD_MAX_RANK] = {0}, total = 1;
    for (int d = 0; d < a->rank; d++)
        total *= count[d] = length_along(block, a, d);
    for (int n = 0; n < total; n++) {
        int to = 0, stride = 1;
        for (int d = 0; d < a->rank; d++) {
            double at = index_at(block, a, d, index[d]);
            if (!(at >= 0.0 && at < extent(block, a, d)))
                return bd_block_fail(block, BD_BAD_SIGNAL,
                                     "index %g is outside of dimension %d with %d elements",
                                     at + a->base, d + 1, extent(block, a, d));
            to += (int)at * stride;
            stride *= extent(block, a, d);
        }
        bd_port_write(y, to, bd_port_read(u, n), &bd_cast_nearest);
        for (int d = 0; d < a->rank && ++index[d] == count[d]; d++)
            index[d] = 0;
    }
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Assignment", .setup = setup, .propagate = propagate, .size = size,
              .outputs = outputs);

const bd_block_type *const bd_blocks_assignment[] = {&type, NULL};
