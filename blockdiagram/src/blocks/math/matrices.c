/* blocks of Simulink's Matrix Operations that are no products: Create Diagonal Matrix, Extract
 * Diagonal, Matrix Square, Permute Matrix, Submatrix, IsSymmetric, IsHermitian, IsTriangular,
 * Expand Scalar. A vector without orientation counts as a column */
#include "blocks/elements.h"
#include "blocks/families.h"

static int rows_of(const bd_port *port) {
    return port->shape.dims[0];
}

static int columns_of(const bd_port *port) {
    return port->shape.rank > 1 ? port->shape.dims[1] : 1;
}

/* false while the dimensions of the input are unknown */
static bd_status look_at_matrix(bd_block *block, bool *known) {
    const bd_port *u = block->inputs;
    *known = bd_port_has_dims(u);
    if (*known && u->shape.rank > 2)
        return bd_block_fail(block, BD_BAD_SIGNAL, "the input is no matrix");
    return BD_OK;
}

static bd_status propagate_kind(bd_block *block) {
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_propagate_complexity(block->inputs, block->outputs);
}

static bd_status set_up_plain(bd_block *block) {
    return bd_setup_ports(block, 0, 1, 1);
}

/* ---- diagonals ---- */

static bd_status propagate_created(bd_block *block) {
    bool known;
    BD_TRY(propagate_kind(block));
    BD_TRY(look_at_matrix(block, &known));
    if (!known)
        return BD_OK;
    const int n = bd_shape_width(&block->inputs->shape);
    if (n != rows_of(block->inputs) && n != columns_of(block->inputs))
        return bd_block_fail(block, BD_BAD_SIGNAL, "the input must be a vector");
    return n == 1 ? bd_port_set_width(block->outputs, 1)
                  : bd_port_set_dims(block->outputs, 2, (int[]){n, n});
}

static bd_status outputs_created(bd_block *block) {
    bd_port *y = block->outputs;
    const int n = block->inputs->width;
    for (int i = 0; i < y->width; i++)
        bd_port_put(y, i, 0.0);
    for (int i = 0; i < n; i++)
        bd_copy_element(block->inputs, i, y, i * (n + 1));
    return BD_OK;
}

static bd_status propagate_extracted(bd_block *block) {
    bool known;
    BD_TRY(propagate_kind(block));
    BD_TRY(look_at_matrix(block, &known));
    const int m = known ? rows_of(block->inputs) : 0, n = known ? columns_of(block->inputs) : 0;
    return known ? bd_port_set_width(block->outputs, m < n ? m : n) : BD_OK;
}

static bd_status outputs_extracted(bd_block *block) {
    const int m = rows_of(block->inputs);
    for (int i = 0; i < block->outputs->width; i++)
        bd_copy_element(block->inputs, i * (m + 1), block->outputs, i);
    return BD_OK;
}

/* ---- Matrix Square: A' * A ---- */

static bd_status propagate_square(bd_block *block) {
    bool known;
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_propagate_complexity(block->inputs, block->outputs));
    BD_TRY(look_at_matrix(block, &known));
    const int n = known ? columns_of(block->inputs) : 0;
    return !known   ? BD_OK
           : n == 1 ? bd_port_set_width(block->outputs, 1)
                    : bd_port_set_dims(block->outputs, 2, (int[]){n, n});
}

static bd_status outputs_square(bd_block *block) {
    const bd_port *u = block->inputs;
    const int m = rows_of(u), n = columns_of(u);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            double complex sum = 0.0;
            for (int j = 0; j < m; j++)
                sum += conj(bd_port_read(u, i * m + j)) * bd_port_read(u, k * m + j);
            bd_port_write(block->outputs, k * n + i, sum, &bd_cast_nearest);
        }
    return BD_OK;
}

/* ---- Permute Matrix: rows or columns in the order of the second input ---- */

/* in the work of the block: the warning is out */
typedef struct permutation {
    bool rows;
    int error; /* 0 nothing, 1 a warning, 2 the end of the run, if an index is out of range */
} permutation;

static bd_status set_up_permutation(bd_block *block) {
    static const char *const modes[] = {"Columns", "Rows", NULL};
    static const char *const errors[] = {"Clip Index", "Clip and Warn", "Generate Error",
                                         "Clip index", "Clip and warn", "Generate error",
                                         NULL};
    int mode = 0, error = 0;
    BD_TRY(bd_setup_ports(block, sizeof(permutation), 2, 1));
    BD_TRY(bd_block_choice(block, "mode|Mode|Permute", modes, &mode));
    BD_TRY(bd_block_choice(block, "errmode|ErrMode", errors, &error));
    permutation *p = block->data;
    p->rows = mode == 1;
    p->error = error % 3;
    bd_block_set_work(block, sizeof(bool));
    return BD_OK;
}

static bd_status propagate_permutation(bd_block *block) {
    const permutation *p = block->data;
    bool known;
    BD_TRY(propagate_kind(block));
    BD_TRY(look_at_matrix(block, &known));
    BD_TRY(bd_port_set_complexity(&block->inputs[1], 0));
    if (!known || !bd_port_has_dims(&block->inputs[1]))
        return BD_OK;
    const int count = bd_shape_width(&block->inputs[1].shape);
    const int m = p->rows ? count : rows_of(block->inputs);
    const int n = p->rows ? columns_of(block->inputs) : count;
    return m * n == 1 ? bd_port_set_width(block->outputs, 1)
                      : bd_port_set_dims(block->outputs, 2, (int[]){m, n});
}

/* the index that an element of the second input says, from 0 */
static bd_status read_index(bd_block *block, int element, int limit, int *index) {
    const permutation *p = block->data;
    const double told = bd_port_real(&block->inputs[1], element), whole = floor(told);
    *index = whole >= 1.0 ? whole <= limit ? (int)whole - 1 : limit - 1 : 0;
    if (whole >= 1.0 && whole <= limit)
        return BD_OK;
    if (p->error == 2)
        return bd_block_fail(block, BD_BLOCK_FAILED, "the index %g is not within 1 and %d", told,
                             limit);
    bool *is_told = block->work;
    if (p->error == 1 && !*is_told)
        bd_block_warn(block, "the index %g is not within 1 and %d; the nearest is taken", told,
                      limit);
    *is_told = true;
    return BD_OK;
}

static bd_status outputs_permutation(bd_block *block) {
    const permutation *p = block->data;
    const bd_port *u = block->inputs;
    bd_port *y = block->outputs;
    const int m = rows_of(u), n = columns_of(u), count = block->inputs[1].width;
    for (int k = 0; k < count; k++) {
        int from;
        BD_TRY(read_index(block, k, p->rows ? m : n, &from));
        for (int i = 0; i < (p->rows ? n : m); i++)
            bd_copy_element(u, p->rows ? i * m + from : from * m + i, y,
                            p->rows ? i * count + k : k * m + i);
    }
    return BD_OK;
}

/* ---- Submatrix ---- */

typedef enum place { FIRST, INDEX, BEFORE_LAST, LAST } place;

typedef struct end {
    place place;
    int number; /* an index, or an offset from the last one */
} end;

typedef struct range {
    bool all;
    end first, last; /* of one row both are the same */
} range;

typedef struct submatrix {
    range rows, columns;
} submatrix;

static bd_status read_end(bd_block *block, const char *mode, const char *index, end *e) {
    static const char *const places[] = {
        "First", "Index", "Offset from last", "Last", "Middle", "Offset from middle", NULL};
    int chosen = 0;
    BD_TRY(bd_block_choice(block, mode, places, &chosen));
    if (chosen > LAST)
        return bd_block_fail(block, BD_UNSUPPORTED, "%s '%s' is not supported; give an index", mode,
                             places[chosen]);
    e->place = (place)chosen;
    long number = 1;
    if (e->place == INDEX || e->place == BEFORE_LAST)
        BD_TRY(bd_block_whole(block, index, e->place == INDEX, 1000000, &number));
    e->number = (int)number;
    return BD_OK;
}

static bd_status read_range(bd_block *block, const char *const names[5], const char *const *spans,
                            range *r) {
    int span = 0;
    BD_TRY(bd_block_choice(block, names[0], spans, &span));
    r->all = span == 0;
    r->first = (end){FIRST, 1};
    r->last = (end){LAST, 1};
    if (span > 0)
        BD_TRY(read_end(block, names[1], names[2], &r->first));
    r->last = span == 1 ? r->first : r->last;
    return span == 2 ? read_end(block, names[3], names[4], &r->last) : BD_OK;
}

static bd_status set_up_submatrix(bd_block *block) {
    static const char *const rows[] = {"RowSpan", "RowStartMode", "RowStartIndex", "RowEndMode",
                                       "RowEndIndex"};
    static const char *const columns[] = {"ColSpan", "ColStartMode", "ColStartIndex", "ColEndMode",
                                          "ColEndIndex"};
    static const char *const row_spans[] = {"All rows", "One row", "Range of rows", NULL};
    static const char *const column_spans[] = {"All columns", "One column", "Range of columns",
                                               NULL};
    BD_TRY(bd_setup_ports(block, sizeof(submatrix), 1, 1));
    submatrix *s = block->data;
    BD_TRY(read_range(block, rows, row_spans, &s->rows));
    return read_range(block, columns, column_spans, &s->columns);
}

/* from 0 */
static int position(const end *e, int size) {
    return e->place == FIRST   ? 0
           : e->place == LAST  ? size - 1
           : e->place == INDEX ? e->number - 1
                               : size - 1 - e->number;
}

static bd_status find_range(bd_block *block, const range *r, int size, int *first, int *count) {
    const int last = position(&r->last, size);
    *first = position(&r->first, size);
    *count = last - *first + 1;
    if (*first < 0 || last >= size || *count < 1)
        return bd_block_fail(block, BD_BAD_SIGNAL, "%d to %d is no range within 1 to %d",
                             *first + 1, last + 1, size);
    return BD_OK;
}

static bd_status propagate_submatrix(bd_block *block) {
    const submatrix *s = block->data;
    bool known;
    int first, m, n;
    BD_TRY(propagate_kind(block));
    BD_TRY(look_at_matrix(block, &known));
    if (!known)
        return BD_OK;
    BD_TRY(find_range(block, &s->rows, rows_of(block->inputs), &first, &m));
    BD_TRY(find_range(block, &s->columns, columns_of(block->inputs), &first, &n));
    return block->inputs->shape.rank == 1 || m * n == 1
               ? bd_port_set_width(block->outputs, m * n)
               : bd_port_set_dims(block->outputs, 2, (int[]){m, n});
}

static bd_status outputs_submatrix(bd_block *block) {
    const submatrix *s = block->data;
    const bd_port *u = block->inputs;
    const int rows = rows_of(u);
    int row, column, m, n;
    BD_TRY(find_range(block, &s->rows, rows, &row, &m));
    BD_TRY(find_range(block, &s->columns, columns_of(u), &column, &n));
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m; i++)
            bd_copy_element(u, (column + k) * rows + row + i, block->outputs, k * m + i);
    return BD_OK;
}

/* ---- questions about a matrix ---- */

static bd_status set_up_question(bd_block *block, const char *const *modes) {
    int mode = 0;
    BD_TRY(bd_setup_ports(block, sizeof(int), 1, 1));
    BD_TRY(bd_block_choice(block, "Mode", modes, &mode));
    *(int *)block->data = mode;
    return BD_OK;
}

static bd_status set_up_symmetric(bd_block *block) {
    static const char *const modes[] = {"Symmetric", "Skew-Symmetric", NULL};
    return set_up_question(block, modes);
}

static bd_status set_up_hermitian(bd_block *block) {
    static const char *const modes[] = {"Hermitian", "Skew-Hermitian", NULL};
    return set_up_question(block, modes);
}

static bd_status set_up_triangular(bd_block *block) {
    static const char *const modes[] = {"Upper", "Lower", NULL};
    return set_up_question(block, modes);
}

static bd_status propagate_question(bd_block *block) {
    bool known;
    BD_TRY(look_at_matrix(block, &known));
    BD_TRY(bd_port_set_width(block->outputs, 1));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_type(block->outputs, BD_LOGICAL);
}

static bool is_mirrored(const bd_port *u, bool conjugate, bool skew) {
    const int n = rows_of(u);
    bool good = n == columns_of(u);
    for (int k = 0; good && k < n; k++)
        for (int i = 0; good && i <= k; i++) {
            const double complex a = bd_port_read(u, k * n + i), b = bd_port_read(u, i * n + k);
            const double complex mirrored = conjugate ? conj(b) : b;
            good = a == (skew ? -mirrored : mirrored);
        }
    return good;
}

static bd_status outputs_symmetric(bd_block *block) {
    bd_port_put(block->outputs, 0, is_mirrored(block->inputs, false, *(const int *)block->data));
    return BD_OK;
}

static bd_status outputs_hermitian(bd_block *block) {
    bd_port_put(block->outputs, 0, is_mirrored(block->inputs, true, *(const int *)block->data));
    return BD_OK;
}

static bd_status outputs_triangular(bd_block *block) {
    const bd_port *u = block->inputs;
    const bool lower = *(const int *)block->data;
    const int m = rows_of(u), n = columns_of(u);
    bool good = true;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m; i++)
            good = good && ((lower ? i >= k : i <= k) || bd_port_read(u, k * m + i) == 0.0);
    bd_port_put(block->outputs, 0, good);
    return BD_OK;
}

/* ---- Expand Scalar: a source ---- */

typedef struct expansion {
    const bd_value *value;
    int rank, dims[2];
} expansion;

static bd_status read_value(bd_block *block) {
    expansion *e = block->data;
    BD_TRY(bd_block_value(block, "ElementValue", &e->value));
    if (!bd_value_is_number_like(e->value) || e->value->count != 1)
        return bd_block_fail(block, BD_BAD_PARAMETER, "ElementValue must be one number");
    return BD_OK;
}

static bd_status set_up_expansion(bd_block *block) {
    BD_TRY(bd_setup_values(block, sizeof(expansion), 0, 1, read_value));
    expansion *e = block->data;
    const double *sizes;
    size_t count;
    BD_TRY(bd_block_numbers(block, "OutputDimensions", &sizes, &count));
    e->rank = (int)count;
    for (size_t i = 0; i < count && i < 2; i++) {
        e->dims[i] = (int)bd_whole(sizes[i], 0, 10000);
        if (e->dims[i] < 1 || (double)e->dims[i] != sizes[i])
            e->rank = 0;
    }
    return e->rank == 1 || e->rank == 2
               ? BD_OK
               : bd_block_fail(block, BD_BAD_PARAMETER,
                               "OutputDimensions must be n or [m n], up to 10000");
}

static bd_status propagate_expansion(bd_block *block) {
    const expansion *e = block->data;
    const bd_shape shape = bd_value_shape(e->value, true);
    bd_port *y = block->outputs;
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_port_set_dims(y, e->rank, e->dims));
    BD_TRY(bd_port_set_complexity(y, shape.complexity));
    return bd_port_has_type(y) ? BD_OK
                               : bd_port_set_type(y, type == BD_INHERITED ? shape.type : type);
}

static bd_status outputs_expansion(bd_block *block) {
    const expansion *e = block->data;
    bd_port *y = block->outputs;
    bd_shape one = y->shape;
    one.rank = 1;
    one.dims[0] = 1;
    BD_TRY(bd_put_value(block, NULL, e->value, &one, y->data));
    for (int i = 1; i < y->width; i++)
        bd_copy_element(y, 0, y, i);
    return BD_OK;
}

BD_BLOCK_TYPE(expand_scalar, "Expand Scalar", .setup = set_up_expansion,
              .propagate = propagate_expansion, .outputs = outputs_expansion, .retune = read_value);
BD_BLOCK_TYPE(create_diagonal, "Create Diagonal Matrix", .setup = set_up_plain,
              .propagate = propagate_created, .outputs = outputs_created);
BD_BLOCK_TYPE(extract_diagonal, "Extract Diagonal", .setup = set_up_plain,
              .propagate = propagate_extracted, .outputs = outputs_extracted);
BD_BLOCK_TYPE(matrix_square, "Matrix Square", .setup = set_up_plain, .propagate = propagate_square,
              .outputs = outputs_square);
BD_BLOCK_TYPE(permute_matrix, "Permute Matrix", .setup = set_up_permutation,
              .propagate = propagate_permutation, .outputs = outputs_permutation);
BD_BLOCK_TYPE(submatrix_type, "Submatrix", .setup = set_up_submatrix,
              .propagate = propagate_submatrix, .outputs = outputs_submatrix);
BD_BLOCK_TYPE(is_symmetric, "IsSymmetric", .setup = set_up_symmetric,
              .propagate = propagate_question, .outputs = outputs_symmetric);
BD_BLOCK_TYPE(is_hermitian, "IsHermitian", .setup = set_up_hermitian,
              .propagate = propagate_question, .outputs = outputs_hermitian);
BD_BLOCK_TYPE(is_triangular, "IsTriangular", .setup = set_up_triangular,
              .propagate = propagate_question, .outputs = outputs_triangular);

const bd_block_type *const bd_blocks_matrices[] = {
    &create_diagonal, &extract_diagonal, &matrix_square, &permute_matrix, &submatrix_type,
    &is_symmetric,    &is_hermitian,     &is_triangular, &expand_scalar,  NULL};
