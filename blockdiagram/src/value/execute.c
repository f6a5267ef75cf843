/* statements: a tree walked with bounded steps. Temporaries of a statement are dropped after it, so
 * a loop needs no more memory than its body */
#include <string.h>

#include "value/display.h"
#include "value/execute.h"
#include "value/index.h"
#include "value/library.h"
#include "value/most_work.h"

static bool is_true(bd_calc *calc, const bd_syntax *condition, bool *truth) {
    const bd_value *value = bd_calc_evaluate(calc, condition);
    const bool good = value && bd_calc_truth(calc, value, truth);

    if (good)
        bd_calc_drop(calc);
    return good;
}

static bd_flow run_if(bd_calc *calc, const bd_syntax *node) {
    bool truth;

    while (node && node->kind == BD_SYNTAX_IF) {
        if (!is_true(calc, node->left, &truth))
            return BD_FLOW_FAILED;
        if (truth)
            return bd_run_statement(calc, node->middle);
        node = node->right;
    }
    return node ? bd_run_statement(calc, node) : BD_FLOW_NEXT;
}

/* every statement and every turn of a loop counts, also one with an empty body */
static bool count_step(bd_calc *calc, const bd_syntax *node) {
    if (bd_calc_is_stopped(calc)) {
        calc->at = node->at;
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "the run was interrupted here");
        return false;
    }
    if (++calc->statements > bd_most_statements()) {
        calc->at = node->at;
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED,
                     "more than %llu statements were run; is this loop endless? (BD_STATEMENTS in "
                     "the environment sets another limit)",
                     (unsigned long long)bd_most_statements());
        return false;
    }
    if (!bd_calc_charge(calc, 10.0)) {
        calc->at = node->at;
        return false;
    }
    return true;
}

static bd_flow repeat(bd_calc *calc, const bd_syntax *node) {
    bool truth;

    for (;;) {
        if (!count_step(calc, node) || !is_true(calc, node->left, &truth))
            return BD_FLOW_FAILED;
        const bd_flow how = truth ? bd_run_statement(calc, node->right) : BD_FLOW_BREAK;
        if (how != BD_FLOW_NEXT && how != BD_FLOW_CONTINUE)
            return how == BD_FLOW_BREAK ? BD_FLOW_NEXT : how;
    }
}

/* a statement that is skipped inside may be the one that would end the loop: there a failure is one
 * of the loop */
static bd_flow run_while(bd_calc *calc, const bd_syntax *node) {
    bd_log *log = calc->log;

    calc->log = NULL;
    const bd_flow how = repeat(calc, node);
    calc->log = log;
    return how;
}

/* column k of what is looped over */
static const bd_value *column(bd_calc *calc, const bd_value *values, size_t k) {
    const bd_value *subscripts[2] = {bd_calc_text(calc, ":", 1),
                                     bd_calc_scalar(calc, (double)k + 1.0)};

    return !subscripts[0] || !subscripts[1] ? NULL : bd_index_read(calc, values, subscripts, 2);
}

static bd_flow run_for(bd_calc *calc, const bd_syntax *node) {
    const bd_value *found = bd_calc_evaluate(calc, node->middle);
    bd_value *values = bd_value_share(found); /* lives longer than the statements inside */
    bd_flow how = values ? BD_FLOW_NEXT : BD_FLOW_FAILED;

    bd_calc_drop(calc);
    if (!values)
        return BD_FLOW_FAILED;
    const size_t count = values->dims[0] == 0 ? 0 : bd_folded_size(values, 1, 2);
    for (size_t k = 0; k < count && how == BD_FLOW_NEXT; k++) {
        const bd_value *now = count_step(calc, node) ? column(calc, values, k) : NULL;
        how = now && bd_calc_store(calc, node->left, now, false) ? BD_FLOW_NEXT : BD_FLOW_FAILED;
        if (how == BD_FLOW_NEXT) {
            bd_calc_drop(calc);
            how = bd_run_statement(calc, node->right);
            how = how == BD_FLOW_CONTINUE ? BD_FLOW_NEXT : how;
        }
    }
    bd_value_free(values);
    return how == BD_FLOW_BREAK ? BD_FLOW_NEXT : how;
}

/* equal numbers or equal texts; a cell lists alternatives */
static bool matches(const bd_value *subject, const bd_value *label) {
    if (label->type == BD_CELL) {
        for (size_t k = 0; k < label->count; k++)
            if (label->children[k] && matches(subject, label->children[k]))
                return true;
        return false;
    }
    if (subject->type == BD_CHAR || label->type == BD_CHAR) {
        return subject->type == label->type && subject->count == label->count &&
               (subject->count == 0 || memcmp(subject->re, label->re, subject->count) == 0);
    }
    return bd_value_is_number_like(subject) && bd_value_is_number_like(label) &&
           subject->count == 1 && label->count == 1 &&
           bd_value_real_at(subject, 0) == bd_value_real_at(label, 0) &&
           bd_value_imag_at(subject, 0) == bd_value_imag_at(label, 0);
}

static bd_flow run_switch(bd_calc *calc, const bd_syntax *node) {
    bd_value *subject = bd_value_share(bd_calc_evaluate(calc, node->left));
    bd_flow how = subject ? BD_FLOW_NEXT : BD_FLOW_FAILED;

    for (size_t k = 0; k < node->count && how == BD_FLOW_NEXT; k++) {
        const bd_syntax *one = node->items[k];
        const bd_value *label = one->left ? bd_calc_evaluate(calc, one->left) : subject;
        if (!label) {
            how = BD_FLOW_FAILED;
        } else if (!one->left || matches(subject, label)) {
            bd_calc_drop(calc);
            how = bd_run_statement(calc, one->right);
            break;
        }
    }
    bd_value_free(subject);
    return how;
}

static void show_assigned(bd_calc *calc, const bd_syntax *node) {
    const bd_printer *printer = calc->frame ? calc->frame->printer : NULL;

    for (size_t k = 0; printer && printer->echo && k < node->count; k++) {
        const bd_syntax *target = node->items[k];
        while (target->kind != BD_SYNTAX_NAME && target->left)
            target = target->left;
        const bd_value *value =
            target->kind == BD_SYNTAX_NAME ? bd_workspace_find(calc->scope, target->text) : NULL;
        if (value)
            bd_display(printer, target->text, value);
    }
}

static bd_flow run_assignment(bd_calc *calc, const bd_syntax *node) {
    const bd_flow how = bd_run_assignment(calc, node);
    if (how == BD_FLOW_NEXT && node->shown)
        show_assigned(calc, node);
    return how;
}

static bd_flow run_broken(bd_calc *calc, const bd_syntax *node) {
    bd_calc_fail(calc, BD_BAD_EXPRESSION, "%s", node->text);
    return BD_FLOW_FAILED;
}

/* one statement of each kind; the others are told apart below */
static bd_flow (*const runs[])(bd_calc *calc,
                               const bd_syntax *node) = {[BD_SYNTAX_EVALUATE] = bd_run_expression,
                                                         [BD_SYNTAX_ASSIGN] = run_assignment,
                                                         [BD_SYNTAX_IF] = run_if,
                                                         [BD_SYNTAX_FOR] = run_for,
                                                         [BD_SYNTAX_WHILE] = run_while,
                                                         [BD_SYNTAX_SWITCH] = run_switch,
                                                         [BD_SYNTAX_TRY] = bd_run_try,
                                                         [BD_SYNTAX_GLOBAL] = bd_run_global,
                                                         [BD_SYNTAX_PERSISTENT] = bd_run_persistent,
                                                         [BD_SYNTAX_BROKEN] = run_broken};

bd_flow bd_run_statement(bd_calc *calc, const bd_syntax *node) {
    bd_flow how = BD_FLOW_NEXT;

    if (node->kind == BD_SYNTAX_BLOCK) {
        for (size_t k = 0; k < node->count && how == BD_FLOW_NEXT; k++) {
            const bd_indexed *indexed = calc->indexed;
            how = bd_run_statement(calc, node->items[k]);
            if (how == BD_FLOW_FAILED && bd_skip_failed(calc, node->items[k])) {
                calc->indexed = indexed;
                how = BD_FLOW_NEXT;
            }
            if (how != BD_FLOW_FAILED)
                bd_calc_drop(calc);
        }
        return how;
    }
    calc->at = node->at;
    if (!count_step(calc, node))
        return BD_FLOW_FAILED;
    if ((size_t)node->kind < sizeof runs / sizeof *runs && runs[node->kind])
        return runs[node->kind](calc, node);
    switch (node->kind) {
    case BD_SYNTAX_BREAK:
        return BD_FLOW_BREAK;
    case BD_SYNTAX_CONTINUE:
        return BD_FLOW_CONTINUE;
    case BD_SYNTAX_RETURN:
        return BD_FLOW_RETURN;
    default:
        return bd_execute_command(calc, node) ? BD_FLOW_NEXT : BD_FLOW_FAILED;
    }
}

bool bd_execute(bd_calc *calc, const bd_syntax *script) {
    return bd_run_statement(calc, script) != BD_FLOW_FAILED;
}
