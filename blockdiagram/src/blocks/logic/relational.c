/* comparisons: Relational Operator, Compare To Constant, Compare To Zero. Their result changes at a
 * zero crossing of the difference, so between major steps it stays what it was */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef enum operation_kind {
    EQUAL,
    UNEQUAL,
    LESS,
    AT_MOST,
    AT_LEAST,
    GREATER,
    IS_INF,
    IS_NAN,
    IS_FINITE
} operation_kind;

static const char *const operations[] = {
    "==", "~=", "<", "<=", ">=", ">", "isInf", "isNaN", "isFinite", NULL};

typedef struct relational {
    operation_kind operation;
    bool with_constant;
    bd_reals constant;
} relational;

static bd_status read_operation(bd_block *block, const char *name, relational *r) {
    const char *text = bd_block_text(block, name);
    int operation = AT_LEAST;
    if (text && strcmp(text, "!=") == 0)
        operation = UNEQUAL;
    else
        BD_TRY(bd_block_choice(block, name, operations, &operation));
    r->operation = (operation_kind)operation;
    return BD_OK;
}

static bd_status setup_operator(bd_block *block) {
    relational r = {0};
    BD_TRY(read_operation(block, "Operator", &r));
    BD_TRY(bd_setup_ports(block, sizeof r, r.operation >= IS_INF ? 1 : 2, 1));
    *(relational *)block->data = r;
    return bd_block_read_sample_time(block, NULL);
}

static bd_status read_constant(bd_block *block) {
    relational *r = block->data;
    if (strcmp(block->type->name, "Compare To Zero") != 0)
        return bd_reals_read(block, "const", &r->constant);
    static const double zero = 0.0;
    r->constant = (bd_reals){&zero, 1};
    return BD_OK;
}

static bd_status setup_compare(bd_block *block) {
    relational r = {.with_constant = true};
    BD_TRY(read_operation(block, "relop", &r));
    if (r.operation >= IS_INF)
        return bd_block_fail(block, BD_BAD_PARAMETER, "relop must compare");
    BD_TRY(bd_setup_ports(block, sizeof r, 1, 1));
    *(relational *)block->data = r;
    return read_constant(block);
}

static bd_status propagate(bd_block *block) {
    const relational *r = block->data;
    BD_TRY(bd_set_logical_type(block, block->outputs));
    bool ordered = r->operation >= LESS && r->operation <= GREATER;
    for (int i = 0; i < block->input_count && (ordered || r->with_constant); i++)
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
    return bd_propagate_dims_with(block, 0, block->input_count - 1,
                                  r->with_constant ? r->constant.count : 1);
}

static bd_status size(bd_block *block) {
    const relational *r = block->data;
    int n = block->outputs->width;
    if (r->with_constant)
        BD_TRY(bd_reals_fit(block, "const", &r->constant, n));
    bool ordered = r->operation < IS_INF && (block->inputs->shape.complexity == 0);
    return bd_size_branches(block, n, ordered ? n : 0);
}

static inline bool compare(operation_kind operation, double a, double b) {
    switch (operation) {
    case EQUAL:
        return a == b;
    case UNEQUAL:
        return a != b;
    case LESS:
        return a < b;
    case AT_MOST:
        return a <= b;
    case AT_LEAST:
        return a >= b;
    case GREATER:
        return a > b;
    case IS_INF:
        return isinf(a);
    case IS_NAN:
        return isnan(a);
    default:
        return isfinite(a);
    }
}

static bool compare_complex(operation_kind operation, const bd_port *a, const bd_port *b, int i) {
    double complex u = bd_port_read(a, i);
    double re = creal(u), im = cimag(u);
    switch (operation) {
    case EQUAL:
        return u == bd_port_read(b, i);
    case UNEQUAL:
        return u != bd_port_read(b, i);
    case IS_INF:
        return isinf(re) || isinf(im);
    case IS_NAN:
        return isnan(re) || isnan(im);
    default:
        return isfinite(re) && isfinite(im);
    }
}

static inline double right_side(const bd_block *block, const relational *r, int i) {
    /* documented: the constant is first converted to the type of the input */
    if (r->with_constant)
        return bd_parameter_as(block->inputs->shape.type, bd_real(&r->constant, i));
    return block->input_count > 1 ? bd_port_real(&block->inputs[1], i) : 0.0;
}

static bd_status outputs(bd_block *block) {
    const relational *r = block->data;
    const bd_port *a = block->inputs;
    bool frozen = bd_is_frozen(block);
    bool with_parts = a->shape.complexity == 1 ||
                      (block->input_count > 1 && block->inputs[1].shape.complexity == 1);
    for (int i = 0; i < block->outputs->width; i++) {
        double left = bd_port_real(a, i), right = right_side(block, r, i);
        int truth = with_parts ? compare_complex(r->operation, a, &block->inputs[1], i)
                               : compare(r->operation, left, right);
        bd_port_put(block->outputs, i, bd_branch(block, i, frozen, truth, left == right));
    }
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const relational *r = block->data;
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = bd_port_real(block->inputs, i) - right_side(block, r, i);
    return BD_OK;
}

static bd_variable_rule variable(const bd_block *block) {
    const relational *r = block->data;
    return r->with_constant && r->constant.count != 1 ? BD_REFUSES_VARIABLE : BD_VARIABLE_ALIKE;
}

BD_BLOCK_TYPE(relational_operator, "RelationalOperator", .variable = variable,
              .setup = setup_operator, .propagate = propagate, .size = size, .outputs = outputs,
              .zero_crossings = zero_crossings);

BD_BLOCK_TYPE(compare_to_constant, "Compare To Constant", .variable = variable,
              .setup = setup_compare, .propagate = propagate, .size = size, .outputs = outputs,
              .zero_crossings = zero_crossings, .retune = read_constant);

BD_BLOCK_TYPE(compare_to_zero, "Compare To Zero", .variable = variable, .setup = setup_compare,
              .propagate = propagate, .size = size, .outputs = outputs,
              .zero_crossings = zero_crossings);

const bd_block_type *const bd_blocks_relational[] = {&relational_operator, &compare_to_constant,
                                                     &compare_to_zero, NULL};
