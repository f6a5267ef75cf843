/* Product of matrices: y = u1^±1 * u2^±1 …, "/" takes the inverse of a square matrix. A vector is a
 * column; scalars scale. Also serves one input with "/": its inverse */
#include "blocks/math/product.h"
#include "blocks/math/linear_algebra.h"

typedef struct size2 {
    int rows, columns;
} size2;

static bool is_scalar(size2 s) {
    return s.rows == 1 && s.columns == 1;
}

static size2 size_of(const bd_port *port) {
    return (size2){port->shape.dims[0], port->shape.rank == 1 ? 1 : port->shape.dims[1]};
}

/* size of a product, or rows = 0 if there is none */
static size2 product_size(size2 a, size2 b) {
    if (is_scalar(a))
        return b;
    if (is_scalar(b))
        return a;
    return a.columns == b.rows ? (size2){a.rows, b.columns} : (size2){0, 0};
}

bd_status bd_product_matrix_propagate(bd_block *block) {
    const bd_product *p = block->data;
    size2 total = {1, 1};
    bool vector = false;
    for (int i = 0; i < p->count; i++) {
        const bd_port *u = &block->inputs[i];
        if (!bd_port_has_dims(u))
            return BD_OK;
        if (u->shape.rank > 2)
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d must be a vector or a matrix",
                                 i + 1);
        size2 size = size_of(u);
        if (p->operators[i] == '/' && size.rows != size.columns)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d is %dx%d but only square matrices have an inverse",
                                 i + 1, size.rows, size.columns);
        size2 next = product_size(total, size);
        if (next.rows == 0)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d is %dx%d but the product before it is %dx%d", i + 1,
                                 size.rows, size.columns, total.rows, total.columns);
        total = next;
        /* matrix times vector is a vector without orientation, as is a product with scalars */
        vector = u->shape.rank == 1;
    }
    if (vector && total.columns == 1)
        return bd_port_set_width(block->outputs, total.rows);
    return bd_port_set_dims(block->outputs, 2, (int[]){total.rows, total.columns});
}

static void load(const bd_port *port, double complex *matrix) {
    for (int i = 0; i < port->width; i++)
        matrix[i] = bd_port_read(port, i);
}

static void multiply(double complex *a, size2 as, const double complex *b, size2 bs,
                     double complex *scratch) {
    size2 result = product_size(as, bs);
    int count = result.rows * result.columns;
    if (is_scalar(as) || is_scalar(bs)) {
        double complex factor = is_scalar(as) ? a[0] : b[0];
        const double complex *matrix = is_scalar(as) ? b : a;
        for (int i = 0; i < count; i++)
            scratch[i] = factor * matrix[i];
    } else {
        bd_matrix_multiply(a, b, as.rows, as.columns, bs.columns, scratch);
    }
    for (int i = 0; i < count; i++)
        a[i] = scratch[i];
}

bd_status bd_product_matrix_outputs(bd_block *block) {
    const bd_product *p = block->data;
    double complex *left = block->work, *right = left + p->largest, *scratch = right + p->largest;
    size2 total = {1, 1};
    left[0] = 1.0;
    for (int i = 0; i < p->count; i++) {
        size2 size = size_of(&block->inputs[i]);
        load(&block->inputs[i], right);
        const double complex *factor = right;
        if (p->operators[i] == '/') {
            if (!bd_matrix_invert(right, size.rows, scratch))
                bd_block_warn(block, "input %d is a singular matrix, its inverse is infinite",
                              i + 1);
            for (int k = 0; k < size.rows * size.rows; k++)
                right[k] = scratch[k];
        }
        multiply(left, total, factor, size, scratch);
        total = product_size(total, size);
    }
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i, left[i], &p->cast);
    return BD_OK;
}

bd_status bd_product_matrix_size(bd_block *block) {
    bd_product *p = block->data;
    int largest = block->outputs->width, rows = 1;
    for (int i = 0; i < p->count; i++) {
        size2 size = size_of(&block->inputs[i]);
        rows = rows == 1 ? size.rows : rows;
        largest = block->inputs[i].width > largest ? block->inputs[i].width : largest;
        largest = rows * size.columns > largest ? rows * size.columns : largest;
    }
    p->largest = largest;
    bd_block_set_work(block, 3 * (size_t)largest * sizeof(double complex));
    return BD_OK;
}
