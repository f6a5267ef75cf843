/* assignments: values go to variables, to parts of them, or to several at once */
#include "value/execute.h"
#include "value/index.h"
#include "value/workspace_private.h"

static bool is_empty_brackets(const bd_syntax *node) {
    return node->kind == BD_SYNTAX_MATRIX && node->count == 0;
}

/* [c{1:3}] = f(): a target for each element. NULL after a failure, the node itself if there is no
 * such target */
static const bd_syntax *spread_targets(bd_calc *calc, const bd_syntax *node) {
    bd_syntax *made = NULL;
    size_t count = 0;

    for (size_t k = 0; k < node->count; k++) {
        const bd_syntax *target = node->items[k];
        if (target->kind != BD_SYNTAX_BRACE || target->count != 1 ||
            target->items[0]->kind == BD_SYNTAX_NUMBER || target->left->kind != BD_SYNTAX_NAME)
            continue;
        const bd_value *cell = bd_workspace_find(calc->scope, target->left->text);
        const bd_value *none = bd_calc_matrix(calc, BD_CELL, 0, 0);
        bd_values subscripts = {0};
        if (!none || !bd_evaluate_arguments(calc, target, cell ? cell : none, &subscripts))
            return NULL;
        bd_subscript sub;
        if (subscripts.count != 1 ||
            !bd_subscript_read(calc, subscripts.items[0], cell ? cell->count : 0, &sub))
            return NULL;
        if (sub.count == 1)
            continue;
        made = bd_calc_alloc(calc, 1, sizeof *made);
        bd_syntax **items = bd_calc_alloc(calc, node->count + sub.count, sizeof(bd_syntax *));
        if (!made || !items)
            return NULL;
        *made = *node;
        made->items = items;
        for (size_t t = 0; t < node->count; t++) {
            for (size_t e = 0; e < (t == k ? sub.count : 1); e++) {
                bd_syntax *one = t == k ? bd_calc_alloc(calc, 2, sizeof *one) : node->items[t];
                if (!one)
                    return NULL;
                if (t == k) {
                    bd_syntax **number = bd_calc_alloc(calc, 1, sizeof(bd_syntax *));
                    if (!number)
                        return NULL;
                    one[0] = *target;
                    one[1] = (bd_syntax){.kind = BD_SYNTAX_NUMBER,
                                         .number = (double)bd_subscript_at(&sub, e) + 1.0};
                    *number = &one[1];
                    one[0].items = number;
                }
                items[count++] = one;
            }
        }
        made->count = count;
        return made; /* one of them is enough for what people write */
    }
    return node;
}

bd_flow bd_run_assignment(bd_calc *calc, const bd_syntax *node) {
    bd_values values = {0};

    node = node->is_list ? spread_targets(calc, node) : node;
    if (!node)
        return BD_FLOW_FAILED;
    if (node->count == 1) {
        const bd_value *right = bd_calc_evaluate(calc, node->left);
        return right && bd_calc_store(calc, node->items[0], right, is_empty_brackets(node->left))
                   ? BD_FLOW_NEXT
                   : BD_FLOW_FAILED;
    }
    if (!bd_evaluate_list(calc, node->left, node->count, &values))
        return BD_FLOW_FAILED;
    if (values.count < node->count) {
        calc->at = node->at;
        bd_calc_refuse(calc, "there are %zu values for %zu variables", values.count, node->count);
        return BD_FLOW_FAILED;
    }
    /* the values may be variables that the first assignments replace */
    for (size_t k = 0; k < values.count; k++)
        bd_calc_keep(calc, bd_value_share(values.items[k]));
    for (size_t k = 0; k < node->count; k++)
        if (!bd_calc_store(calc, node->items[k], values.items[k], false))
            return BD_FLOW_FAILED;
    return BD_FLOW_NEXT;
}
