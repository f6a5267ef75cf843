/* Direct Lookup Table (n-D): an element, a column or a 2-D matrix of the table by index, from
 * 0 */
#include "blocks/families.h"
#include "blocks/tables/table.h"

#include <string.h>

typedef enum object_kind { ELEMENT, COLUMN, MATRIX } object_kind;
typedef enum diagnostic_kind { NOTHING, WARNING, ERROR } diagnostic_kind;

typedef struct direct {
    int rank;
    object_kind object; /* also the number of dimensions it has */
    diagnostic_kind diagnostic;
    bool table_input;
    const double *table;
    int type; /* of the table */
    int dims[BD_MAX_RANK];
} direct;

static bd_status read_table(bd_block *block) {
    direct *p = block->data;
    if (p->table_input)
        return BD_OK;
    int dims[BD_MAX_RANK] = {0};
    const bd_value *value;
    BD_TRY(bd_table_read(block, "Table|mxTable", p->rank, &p->table, dims));
    BD_TRY(bd_block_value(block, "Table|mxTable", &value));
    if (p->dims[0] && memcmp(p->dims, dims, sizeof dims) != 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Table may not change its size");
    p->type = value->type == BD_CHAR ? BD_DOUBLE : (int)value->type;
    memcpy(p->dims, dims, sizeof dims);
    return BD_OK;
}

/* a number; the masked block of older files has a menu that ends with "More…" */
static bd_status read_rank(bd_block *block, long *rank) {
    const char *menu = bd_block_written(block, "maskTabDims");
    const char *name = !menu                                        ? "NumberOfTableDimensions"
                       : strspn(menu, "0123456789") == strlen(menu) ? "maskTabDims"
                                                                    : "explicitNumDims";
    return bd_block_whole(block, name, 1, BD_MAX_RANK, rank);
}

static bd_status setup(bd_block *block) {
    static const char *const objects[] = {"Element", "Column", "2-D Matrix", "Vector", NULL};
    static const char *const diagnostics[] = {"None", "Warning", "Error", NULL};
    long rank;
    int object = ELEMENT, diagnostic = WARNING;
    BD_TRY(bd_block_make_data(block, sizeof(direct)));
    direct *p = block->data;
    BD_TRY(read_rank(block, &rank));
    BD_TRY(bd_block_choice(block, "InputsSelectThisObjectFromTable|outDims", objects, &object));
    BD_TRY(bd_block_choice(block, "DiagnosticForOutOfRangeInput|ActionForOutOfRangeInput|clipFlag",
                           diagnostics, &diagnostic));
    BD_TRY(bd_option(block, "TableIsInput|tabIsInput", &p->table_input));
    p->rank = (int)rank;
    p->object = object == 3 ? COLUMN : (object_kind)object;
    p->diagnostic = (diagnostic_kind)diagnostic;
    if ((int)p->object > p->rank)
        return bd_block_fail(block, BD_BAD_PARAMETER, "a table with %ld dimensions has no %s", rank,
                             objects[object]);
    BD_TRY(bd_setup_ports(block, 0, p->rank - (int)p->object + p->table_input, 1));
    BD_TRY(read_table(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    direct *p = block->data;
    int indices = p->rank - (int)p->object;
    BD_TRY(bd_require_real(block));
    if (p->table_input) {
        bd_port *table = &block->inputs[indices];
        BD_TRY(bd_propagate_type(table, block->outputs));
        if (!bd_port_has_dims(table))
            return BD_OK;
        if (table->shape.rank > p->rank)
            return bd_block_fail(block, BD_BAD_SIGNAL, "the table has %d dimensions and not %d",
                                 table->shape.rank, p->rank);
        for (int d = 0; d < p->rank; d++)
            p->dims[d] = d < table->shape.rank ? table->shape.dims[d] : 1;
    } else {
        int type;
        BD_TRY(bd_block_data_type(block, "TableDataTypeStr|OutDataTypeStr", &type));
        BD_TRY(bd_port_set_type(block->outputs, type == BD_INHERITED ? p->type : type));
    }
    if (p->object == ELEMENT)
        return bd_propagate_dims(block, 0, indices - 1);
    for (int i = 0; i < indices; i++)
        BD_TRY(bd_port_set_width(&block->inputs[i], 1));
    return bd_port_set_dims(block->outputs, (int)p->object, p->dims);
}

static bd_status index_at(bd_block *block, const direct *p, int input, int i, int *index) {
    int count = p->dims[input + (int)p->object];
    double wanted = trunc(bd_port_real(&block->inputs[input], i));
    *index = wanted >= 0.0 && wanted < count ? (int)wanted : wanted >= count ? count - 1 : 0;
    if (*index == wanted || p->diagnostic == NOTHING)
        return BD_OK;
    if (p->diagnostic == ERROR)
        return bd_block_fail(block, BD_BLOCK_FAILED, "index %d is %g but must be within 0 … %d",
                             input + 1, wanted, count - 1);
    bd_block_warn(block, "index %d was outside of the table and clipped", input + 1);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const direct *p = block->data;
    int indices = p->rank - (int)p->object, part = 1;
    for (int d = 0; d < (int)p->object; d++)
        part *= p->dims[d];
    int times = p->object == ELEMENT ? block->outputs->width : 1;
    for (int i = 0; i < times; i++) {
        int offset = 0;
        for (int k = indices - 1; k >= 0; k--) {
            int index;
            BD_TRY(index_at(block, p, k, i, &index));
            offset = offset * p->dims[k + (int)p->object] + index;
        }
        for (int e = 0; e < part; e++) {
            if (p->table_input)
                bd_copy_element(&block->inputs[indices], offset * part + e, block->outputs, i + e);
            else
                bd_port_put(block->outputs, i + e, p->table[offset * part + e]);
        }
    }
    return BD_OK;
}

BD_BLOCK_TYPE(direct_lookup, "LookupNDDirect", .setup = setup, .propagate = propagate,
              .outputs = outputs, .retune = read_table);

const bd_block_type *const bd_blocks_direct_lookup[] = {&direct_lookup, NULL};
