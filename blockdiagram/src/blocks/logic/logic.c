/* Logical Operator over inputs (or over the elements of a single one), and Combinatorial Logic: a
 * truth table whose row number is written in binary on the input */
#include "blocks/families.h"
#include "blocks/elements.h"

#define MAX_INPUTS 10000

typedef enum operation_kind { AND, OR, NAND, NOR, XOR, NXOR, NOT } operation_kind;

static bd_status setup(bd_block *block) {
    static const char *const operations[] = {"AND", "OR",   "NAND", "NOR",
                                             "XOR", "NXOR", "NOT",  NULL};
    int operation = AND;
    long count = 1;
    BD_TRY(bd_block_choice(block, "Operator", operations, &operation));
    if (operation != NOT)
        BD_TRY(bd_block_whole(block, "Inputs", 1, MAX_INPUTS, &count));
    BD_TRY(bd_setup_ports(block, sizeof(operation_kind), (int)count, 1));
    *(operation_kind *)block->data = (operation_kind)operation;
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
    BD_TRY(bd_set_logical_type(block, block->outputs));
    bool reduces = block->input_count == 1 && *(operation_kind *)block->data != NOT;
    return reduces ? bd_port_set_width(block->outputs, 1)
                   : bd_propagate_dims(block, 0, block->input_count - 1);
}

static bool combine(operation_kind operation, int trues, int count) {
    switch (operation) {
    case AND:
        return trues == count;
    case OR:
        return trues > 0;
    case NAND:
        return trues < count;
    case NOR:
    case NOT:
        return trues == 0;
    case XOR:
        return trues % 2 == 1;
    default:
        return trues % 2 == 0;
    }
}

static bd_status outputs(bd_block *block) {
    operation_kind operation = *(operation_kind *)block->data;
    const bd_port *u = block->inputs;
    if (block->input_count == 1 && operation != NOT) {
        int trues = 0;
        for (int i = 0; i < u->width; i++)
            trues += bd_port_real(u, i) != 0.0;
        bd_port_put(block->outputs, 0, combine(operation, trues, u->width));
        return BD_OK;
    }
    for (int i = 0; i < block->outputs->width; i++) {
        int trues = 0;
        for (int k = 0; k < block->input_count; k++)
            trues += bd_port_real(&u[k], i) != 0.0;
        bd_port_put(block->outputs, i, combine(operation, trues, block->input_count));
    }
    return BD_OK;
}

static bd_variable_rule variable(const bd_block *block) {
    const operation_kind operation = *(operation_kind *)block->data;
    return block->input_count == 1 && operation != NOT ? BD_VARIABLE_INPUTS : BD_VARIABLE_ALIKE;
}

BD_BLOCK_TYPE(logic, "Logic", .variable = variable, .setup = setup, .propagate = propagate,
              .outputs = outputs);

typedef struct truth_table {
    const bd_value *value;
    int bits, columns;
} truth_table;

static bd_status read_table(bd_block *block) {
    truth_table *t = block->data;
    BD_TRY(bd_block_value(block, "TruthTable", &t->value));
    const bd_value *v = t->value;
    int bits = 0;
    while (bits < 30 && ((size_t)1 << bits) < v->dims[0])
        bits++;
    bool sized =
        v->rank == 2 && v->dims[0] >= 2 && v->dims[1] >= 1 && v->dims[0] == (size_t)1 << bits;
    if (!bd_value_is_number_like(v) || v->im || !sized)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "TruthTable must be a real matrix with 2, 4, 8 … rows");
    if (t->bits && (t->bits != bits || t->columns != (int)v->dims[1]))
        return bd_block_fail(block, BD_BAD_PARAMETER, "TruthTable may not change its size");
    t->bits = bits;
    t->columns = (int)v->dims[1];
    return BD_OK;
}

BD_VALUES_SETUP(setup_table, truth_table, 1, 1, read_table)

/* a table of zeros and ones gives logical values for logical ones, whatever its own class */
static bool is_truth(const bd_value *value) {
    for (size_t i = 0; i < value->count; i++) {
        double entry = bd_value_real_at(value, i);
        if (entry != 0.0 && entry != 1.0)
            return false;
    }
    return true;
}

static bd_status propagate_table(bd_block *block) {
    const truth_table *t = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_width(block->inputs, t->bits));
    BD_TRY(bd_port_set_width(block->outputs, t->columns));
    if (block->inputs->shape.type == BD_LOGICAL && is_truth(t->value))
        return bd_port_set_type(block->outputs, BD_LOGICAL);
    return bd_port_has_type(block->inputs) ? bd_port_set_type(block->outputs, BD_DOUBLE) : BD_OK;
}

/* the first element is the most significant bit */
static bd_status outputs_table(bd_block *block) {
    const truth_table *t = block->data;
    size_t row = 0, rows = t->value->dims[0];
    for (int i = 0; i < t->bits; i++)
        row = 2 * row + (bd_port_real(block->inputs, i) != 0.0);
    for (int c = 0; c < t->columns; c++)
        bd_port_put(block->outputs, c, bd_value_real_at(t->value, row + (size_t)c * rows));
    return BD_OK;
}

BD_BLOCK_TYPE(combinatorial_logic, "CombinatorialLogic", .setup = setup_table,
              .propagate = propagate_table, .outputs = outputs_table, .retune = read_table);

const bd_block_type *const bd_blocks_logic[] = {&logic, &combinatorial_logic, NULL};
