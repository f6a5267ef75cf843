/* If and Switch Case: exactly one of their outputs is 1, and the action subsystem at it runs.
 *
 * The choice falls at major steps and stays until the next one; a change of it is a zero crossing
 * of signals that jump, so an event is located to the end of its bracket */
#include "blocks/families.h"
#include "blocks/functions/formula.h"

#include <string.h>

#define MAX_BRANCHES 10000

typedef struct case_label {
    double number;
    int branch;
} case_label;

typedef struct choice {
    int branch_count; /* outputs, the one for all other cases included */
    bool has_other;   /* the last one is that */
    bd_formula **conditions;
    int condition_count;
    case_label *labels;
    size_t label_count;
} choice;

static bd_status setup_choice(bd_block *block, choice c, int inputs) {
    BD_TRY(bd_setup_ports(block, sizeof c, inputs, c.branch_count));
    *(choice *)block->data = c;
    return bd_block_read_sample_time(block, NULL);
}

/* ---- If: conditions "u1 > 0" and "u2 == 3, u1 < -1", in this order ---- */

static bd_status compile_conditions(bd_block *block, choice *c) {
    const char *first = bd_block_text(block, "IfExpression");
    const char *others = bd_block_text(block, "ElseIfExpressions");
    others = others ? others + strspn(others, " \t\n") : "";
    int count = 1;
    for (const char *at = others; *at; count++) {
        at = bd_list_item_end(at);
        at += *at == ',';
    }
    if (count > MAX_BRANCHES)
        return bd_block_fail(block, BD_BAD_PARAMETER, "ElseIfExpressions has too many conditions");
    c->conditions = bd_block_alloc(block, (size_t)count * sizeof *c->conditions);
    if (!c->conditions)
        return bd_block_no_memory(block);
    first = first ? first : "u1 > 0";
    BD_TRY(bd_formula_compile(block, "IfExpression", first, strlen(first), BD_NAME_UN,
                              &c->conditions[c->condition_count++]));
    for (const char *at = others; *at;) {
        const char *end = bd_list_item_end(at);
        BD_TRY(bd_formula_compile(block, "ElseIfExpressions", at, (size_t)(end - at), BD_NAME_UN,
                                  &c->conditions[c->condition_count++]));
        at = end + (*end == ',');
    }
    return BD_OK;
}

static bd_status setup_if(bd_block *block) {
    choice c = {.has_other = true};
    long inputs = 1;
    if (bd_block_text(block, "NumInputs"))
        BD_TRY(bd_block_whole(block, "NumInputs", 1, 10000, &inputs));
    BD_TRY(bd_block_flag(block, "ShowElse", &c.has_other));
    BD_TRY(compile_conditions(block, &c));
    c.branch_count = c.condition_count + c.has_other;
    return setup_choice(block, c, (int)inputs);
}

static int choose_if(const bd_block *block, const choice *c) {
    for (int i = 0; i < c->condition_count; i++)
        if (bd_formula_evaluate(c->conditions[i], block) != 0.0)
            return i;
    return c->has_other ? c->branch_count - 1 : -1;
}

/* ---- Switch Case: {1, [2 3], 7} ---- */

static bd_status read_labels(bd_block *block, choice *c) {
    const bd_value *list;
    BD_TRY(bd_block_value(block, "CaseConditions", &list));
    size_t branches = list->type == BD_CELL ? list->count : 1, total = 0;
    if (branches > MAX_BRANCHES)
        return bd_block_fail(block, BD_BAD_PARAMETER, "CaseConditions has too many cases");
    for (size_t i = 0; i < branches; i++) {
        const bd_value *item = list->type == BD_CELL ? bd_value_cell_at(list, i) : list;
        if (!item || !bd_value_is_number_like(item) || bd_value_is_empty(item))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "CaseConditions must be numbers for each case");
        total += item->count;
    }
    c->labels = bd_block_alloc(block, total * sizeof *c->labels);
    if (!c->labels)
        return bd_block_no_memory(block);
    for (size_t i = 0; i < branches; i++) {
        const bd_value *item = list->type == BD_CELL ? bd_value_cell_at(list, i) : list;
        for (size_t k = 0; k < item->count; k++)
            c->labels[c->label_count++] = (case_label){bd_value_real_at(item, k), (int)i};
    }
    c->branch_count = (int)branches + c->has_other;
    return BD_OK;
}

static bd_status setup_case(bd_block *block) {
    choice c = {.has_other = true};
    BD_TRY(bd_block_flag(block, "ShowDefaultCase", &c.has_other));
    BD_TRY(read_labels(block, &c));
    return setup_choice(block, c, 1);
}

/* the input is cut to an integer */
static int choose_case(const bd_block *block, const choice *c) {
    double number = trunc(bd_port_real(block->inputs, 0));
    for (size_t i = 0; i < c->label_count; i++)
        if (c->labels[i].number == number)
            return c->labels[i].branch;
    return c->has_other ? c->branch_count - 1 : -1;
}

/* ---- both ---- */

static bd_status propagate(bd_block *block) {
    const choice *c = block->data;
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
    if (!c->conditions)
        BD_TRY(bd_port_set_width(block->inputs, 1));
    for (int i = 0; i < block->output_count; i++) {
        BD_TRY(bd_port_set_type(&block->outputs[i], BD_LOGICAL));
        BD_TRY(bd_port_set_complexity(&block->outputs[i], 0));
        BD_TRY(bd_port_set_width(&block->outputs[i], 1));
    }
    return BD_OK;
}

static bd_status size(bd_block *block) {
    const choice *c = block->data;
    for (int i = 0; i < c->condition_count; i++)
        BD_TRY(bd_formula_check(block, i ? "ElseIfExpressions" : "IfExpression", c->conditions[i]));
    return bd_size_branches(block, 1, c->branch_count);
}

static int choose(const bd_block *block) {
    const choice *c = block->data;
    return c->conditions ? choose_if(block, c) : choose_case(block, c);
}

static bd_status outputs(bd_block *block) {
    if (!bd_is_major(block))
        return BD_OK;
    block->modes[0] = choose(block);
    for (int i = 0; i < block->output_count; i++)
        bd_port_put(&block->outputs[i], 0, i == block->modes[0]);
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    int now = choose(block);
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = i == now ? 1.0 : -1.0;
    return BD_OK;
}

BD_BLOCK_TYPE(if_type, "If", .setup = setup_if, .propagate = propagate, .size = size,
              .outputs = outputs, .zero_crossings = zero_crossings);

BD_BLOCK_TYPE(switch_case, "SwitchCase", .setup = setup_case, .propagate = propagate, .size = size,
              .outputs = outputs, .zero_crossings = zero_crossings);

const bd_block_type *const bd_blocks_choice[] = {&if_type, &switch_case, NULL};
