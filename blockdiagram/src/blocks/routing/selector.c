/* Selector: elements of a vector, matrix or larger array by index. Each dimension is chosen whole,
 * by an index vector, or by a starting index and a size; indices are parameters or inputs */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blockdiagram/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum choice_kind { ALL, VECTOR, VECTOR_PORT, START, START_PORT } choice_kind;

typedef struct axis {
    choice_kind choice;
    int input;     /* of a port option */
    double *given; /* index vector or starting index, of a dialog option */
    int count;     /* numbers in it */
    int size;      /* elements chosen, of starting indices; later of all */
    int extent;    /* of the input */
    int *index;    /* what is chosen now, from 0 */
} axis;

typedef struct selector {
    int rank;
    int base;
    axis axes[BD_MAX_RANK];
    bool row; /* a list of elements of a row is a row */
} selector;

/* item number i of a list "a,b,c" of options, into text */
static bool list_item(const char *list, int i, char *text, size_t capacity) {
    for (; i > 0 && list; i--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    if (!list)
        return false;
    list += strspn(list, " ");
    size_t length = strcspn(list, ",");
    while (length > 0 && list[length - 1] == ' ')
        length--;
    if (length >= capacity)
        return false;
    memcpy(text, list, length);
    text[length] = '\0';
    return true;
}

static bd_status read_choices(bd_block *block, selector *s, int *ports) {
    static const char *const names[] = {"Select all", "Index vector (dialog)",
                                        "Index vector (port)", "Starting index (dialog)",
                                        "Starting index (port)"};
    const char *list = bd_block_text(block, "IndexOptions");
    for (int d = 0; d < s->rank; d++) {
        char text[64] = "Index vector (dialog)";
        if (list && !list_item(list, d, text, sizeof text))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "IndexOptions '%.100s' is not for %d "
                                 "dimensions",
                                 list, s->rank);
        int choice = -1;
        for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
            if (strcasecmp(names[i], text) == 0)
                choice = i;
        if (choice < 0)
            return bd_block_fail(block, BD_UNSUPPORTED, "IndexOptions: '%s' is not supported",
                                 text);
        s->axes[d].choice = (choice_kind)choice;
        if (choice == VECTOR_PORT || choice == START_PORT)
            s->axes[d].input = (*ports)++;
    }
    return BD_OK;
}

/* files before version 7: a vector or a matrix, whose elements, rows and columns come from the
 * dialog or a port; -1 in the dialog means all */
static bool is_old(const bd_block *block) {
    return bd_block_written(block, "InputType") && !bd_block_written(block, "IndexOptions");
}

static const char *old_axis(const bd_block *block, const selector *s, int d, bool source) {
    const char *name = s->rank == 1 ? (source ? "ElementSrc" : "Elements")
                       : d == 0     ? (source ? "RowSrc" : "Rows")
                                    : (source ? "ColumnSrc" : "Columns");
    const char *text = bd_block_written(block, name);
    return text ? text : source ? "Internal" : "1";
}

static void read_old_choices(bd_block *block, selector *s, int *ports) {
    const char *input = bd_block_written(block, "InputType");
    const char *start = bd_block_written(block, "IndexIsStartValue");
    s->rank = strcasecmp(input, "Matrix") == 0 ? 2 : 1;
    for (int d = 0; d < s->rank; d++) {
        axis *a = &s->axes[d];
        bool first = start && strcmp(start, "on") == 0;
        if (strcasecmp(old_axis(block, s, d, true), "External") == 0) {
            a->choice = first ? START_PORT : VECTOR_PORT;
            a->input = (*ports)++;
        } else {
            a->choice = strcmp(old_axis(block, s, d, false), "-1") == 0 ? ALL : VECTOR;
        }
    }
}

static bd_status take_indices(bd_block *block, selector *s, bd_value **values, size_t count) {
    for (int d = 0; d < s->rank; d++) {
        axis *a = &s->axes[d];
        if (a->choice != VECTOR && a->choice != START)
            continue;
        const bd_value *v = (size_t)d < count ? values[d] : NULL;
        if (!v || !bd_value_is_number_like(v) || bd_value_is_empty(v) || v->im)
            return bd_block_fail(block, BD_BAD_PARAMETER, "Indices has none for dimension %d",
                                 d + 1);
        if ((a->choice == START && v->count != 1) || (a->given && a->count != (int)v->count))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "Indices has a wrong number of elements for dimension %d", d + 1);
        a->count = (int)v->count;
        a->given = bd_block_alloc(block, v->count * sizeof *a->given);
        if (!a->given)
            return bd_block_no_memory(block);
        for (size_t i = 0; i < v->count; i++)
            a->given[i] = bd_value_real_at(v, i);
    }
    return BD_OK;
}

static bd_status take_sizes(bd_block *block, selector *s, bd_value **values, size_t count) {
    for (int d = 0; d < s->rank; d++) {
        axis *a = &s->axes[d];
        if (a->choice != START && a->choice != START_PORT)
            continue;
        const bd_value *v = (size_t)d < count ? values[d] : NULL;
        double size = v && bd_value_is_number_like(v) && v->count == 1 ? bd_value_real_at(v, 0) : 0;
        if (!(size >= 1.0 && size < 1e8) || size != floor(size))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "OutputSizes must be a size from 1 on for dimension %d", d + 1);
        a->size = (int)size;
    }
    return BD_OK;
}

static bd_status read_list(bd_block *block, const char *name,
                           bd_status (*take)(bd_block *, selector *, bd_value **, size_t)) {
    const selector *s = block->data;
    const char *text = bd_block_text(block, name);
    char both[1000];
    if (is_old(block) && take == take_indices) {
        snprintf(both, sizeof both, "%.400s%s%.400s", old_axis(block, s, 0, false),
                 s->rank == 1 ? "" : ", ", s->rank == 1 ? "" : old_axis(block, s, 1, false));
        text = both;
    } else if (is_old(block)) {
        text = bd_block_written(block, "OutputPortSize");
    }
    bd_value **values;
    size_t count;
    BD_TRY(bd_block_evaluate_dimensions(block, name, text ? text : "1", &values, &count));
    bd_status status = take(block, block->data, values, count);
    bd_expression_free_list(values, count);
    return status;
}

static bd_status read_indices(bd_block *block) {
    return read_list(block, "Indices|Elements", take_indices);
}

static bd_status setup(bd_block *block) {
    static const char *const modes[] = {"Zero-based", "One-based", NULL};
    long rank = 1;
    int base = 1, ports = 1;
    BD_TRY(bd_block_make_data(block, sizeof(selector)));
    selector *s = block->data;
    if (bd_block_text(block, "NumberOfDimensions"))
        BD_TRY(bd_block_whole(block, "NumberOfDimensions", 1, BD_MAX_RANK, &rank));
    BD_TRY(bd_block_choice(block, "IndexMode", modes, &base));
    s->rank = (int)rank;
    s->base = base;
    if (is_old(block))
        read_old_choices(block, s, &ports);
    else
        BD_TRY(read_choices(block, s, &ports));
    BD_TRY(bd_setup_ports(block, 0, ports, 1));
    BD_TRY(read_indices(block));
    BD_TRY(read_list(block, "OutputSizes", take_sizes));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    selector *s = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_propagate_type(u, y));
    BD_TRY(bd_propagate_complexity(u, y));
    if (s->rank == 1 && !bd_port_has_dims(u) && bd_block_text(block, "InputPortWidth")) {
        long width;
        BD_TRY(bd_block_whole(block, "InputPortWidth", -1, 50000000, &width));
        if (width > 0)
            BD_TRY(bd_port_set_width(u, (int)width));
    }
    if (!bd_port_has_dims(u))
        return BD_OK;
    bool vector = s->rank == 1;
    if (!vector && u->shape.rank > s->rank)
        return bd_block_fail(block, BD_BAD_SIGNAL, "the input has %d dimensions and not %d",
                             u->shape.rank, s->rank);
    int dims[BD_MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        axis *a = &s->axes[d];
        a->extent = vector ? bd_shape_width(&u->shape) : d < u->shape.rank ? u->shape.dims[d] : 1;
        if (a->choice == VECTOR_PORT) {
            const bd_port *indices = &block->inputs[a->input];
            if (!bd_port_has_dims(indices))
                return BD_OK;
            dims[d] = bd_shape_width(&indices->shape);
        } else {
            dims[d] = a->choice == ALL ? a->extent : a->choice == VECTOR ? a->count : a->size;
        }
        if (a->choice == START_PORT)
            BD_TRY(bd_port_set_width(&block->inputs[a->input], 1));
        if (a->input)
            BD_TRY(bd_port_set_complexity(&block->inputs[a->input], 0));
    }
    /* a row or column chosen by a single list keeps its orientation */
    if (vector && u->shape.rank == 2 && (u->shape.dims[0] == 1 || u->shape.dims[1] == 1)) {
        s->row = u->shape.dims[0] == 1;
        return bd_port_set_dims(y, 2, (int[]){s->row ? 1 : dims[0], s->row ? dims[0] : 1});
    }
    return bd_port_set_dims(y, s->rank, dims);
}

static bd_status set_index(bd_block *block, const selector *s, int d, int i, double number) {
    const axis *a = &s->axes[d];
    double from_zero = number - s->base;
    if (!(from_zero >= 0.0 && from_zero < a->extent) || from_zero != floor(from_zero))
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "index %g is not within %d … %d of dimension %d", number, s->base,
                             a->extent - 1 + s->base, d + 1);
    a->index[i] = (int)from_zero;
    return BD_OK;
}

static bd_status find_indices(bd_block *block, int d) {
    const selector *s = block->data;
    const axis *a = &s->axes[d];
    const bd_port *port = a->input ? &block->inputs[a->input] : NULL;
    bool start = a->choice == START || a->choice == START_PORT;
    for (int i = 0; i < a->size; i++) {
        int k = start ? 0 : i;
        double number = a->choice == ALL ? i + s->base
                        : port           ? floor(bd_port_real(port, k))
                                         : a->given[k];
        BD_TRY(set_index(block, s, d, i, start ? number + i : number));
    }
    return BD_OK;
}

static bd_status size(bd_block *block) {
    selector *s = block->data;
    for (int d = 0; d < s->rank; d++) {
        axis *a = &s->axes[d];
        if (a->choice == ALL)
            a->size = a->extent;
        else if (a->choice == VECTOR)
            a->size = a->count;
        else if (a->choice == VECTOR_PORT)
            a->size = block->inputs[a->input].width;
        a->index = bd_block_alloc(block, (size_t)a->size * sizeof *a->index);
        if (!a->index)
            return bd_block_no_memory(block);
    }
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const selector *s = block->data;
    for (int d = 0; d < s->rank && !block->outputs->sizes; d++)
        if (!s->axes[d].input)
            BD_TRY(find_indices(block, d));
    return BD_OK;
}

/* what is chosen of signals that have another size now */
static bd_status resize(bd_block *block) {
    selector *s = block->data;
    const bd_port *u = block->inputs;
    int dims[BD_MAX_RANK] = {0};
    for (int d = 0; d < s->rank; d++) {
        axis *a = &s->axes[d];
        a->extent = s->rank == 1 ? u->width : d < u->shape.rank ? u->shape.dims[d] : 1;
        a->size = a->choice == ALL           ? a->extent
                  : a->choice == VECTOR_PORT ? block->inputs[a->input].width
                                             : a->size;
        dims[d] = a->size;
        BD_TRY(find_indices(block, d));
    }
    if (s->rank == 1 && block->outputs->shape.rank == 2) { /* a row or a column */
        const bool row = s->row;
        dims[1] = row ? dims[0] : 1;
        dims[0] = row ? 1 : dims[0];
    }
    return bd_port_resize(block->outputs, dims);
}

static bd_status outputs(bd_block *block) {
    const selector *s = block->data;
    if (block->outputs->sizes)
        BD_TRY(resize(block));
    for (int d = 0; d < s->rank && !block->outputs->sizes; d++)
        if (s->axes[d].input)
            BD_TRY(find_indices(block, d));
    int at[BD_MAX_RANK] = {0};
    for (int i = 0; i < block->outputs->width; i++) {
        int from = 0;
        for (int d = s->rank - 1; d >= 0; d--)
            from = from * s->axes[d].extent + s->axes[d].index[at[d]];
        bd_copy_element(block->inputs, from, block->outputs, i);
        for (int d = 0; d < s->rank && ++at[d] == s->axes[d].size; d++)
            at[d] = 0;
    }
    return BD_OK;
}

static bd_status retune(bd_block *block) {
    BD_TRY(read_indices(block));
    return start(block);
}

/* own data: indices from ports */
BD_BLOCK_TYPE(type, "Selector", .setup = setup, .propagate = propagate, .size = size,
              .start = start, .outputs = outputs, .retune = retune, .own_data = true,
              .variable = bd_variable_own);

const bd_block_type *const bd_blocks_selector[] = {&type, NULL};
