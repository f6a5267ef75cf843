/* statements: a tree walked with bounded steps. Temporaries of a statement are dropped after it, so
 * a loop needs no more memory than its body */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/functions.h"
#include "value/index.h"
#include "value/workspace_private.h"

typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAILED } flow;

static flow run(bd_calc *calc, const bd_syntax *node);

static bool is_empty_brackets(const bd_syntax *node) {
    return node->kind == BD_SYNTAX_MATRIX && node->count == 0;
}

static flow run_assignment(bd_calc *calc, const bd_syntax *node) {
    bd_values values = {0};

    if (node->count == 1) {
        const bd_value *right = bd_calc_evaluate(calc, node->left);
        return right != NULL &&
                       bd_calc_store(calc, node->items[0], right, is_empty_brackets(node->left))
                   ? FLOW_NEXT
                   : FLOW_FAILED;
    }
    if (!bd_evaluate_list(calc, node->left, node->count, &values)) {
        return FLOW_FAILED;
    }
    if (values.count < node->count) {
        calc->at = node->at;
        bd_calc_refuse(calc, "there are %zu values for %zu variables", values.count, node->count);
        return FLOW_FAILED;
    }
    /* the values may be variables that the first assignments replace */
    for (size_t k = 0; k < values.count; k++) {
        bd_calc_keep(calc, bd_value_share(values.items[k]));
    }
    for (size_t k = 0; k < node->count; k++) {
        if (!bd_calc_store(calc, node->items[k], values.items[k], false)) {
            return FLOW_FAILED;
        }
    }
    return FLOW_NEXT;
}

/* load('file') and run('file') */
static flow run_file_function(bd_calc *calc, const bd_syntax *call) {
    const bd_value *value = bd_calc_evaluate(calc, call->items[0]);
    const char *name = value == NULL ? NULL : bd_calc_string(calc, value, "the name of a file");
    bool exists = true;

    if (name == NULL) {
        return FLOW_FAILED;
    }
    const bool good = strcmp(call->left->text, "load") == 0
                          ? bd_load(calc, calc->target, name, strlen(name))
                          : bd_call_script(calc, name, strlen(name), &exists);
    if (!exists) {
        bd_calc_fail(calc, BD_CANNOT_READ, "there is no script '%s' that could be run here", name);
    }
    return good ? FLOW_NEXT : FLOW_FAILED;
}

/* eval('statements') and evalin('base', 'statements') */
static flow run_text(bd_calc *calc, const bd_syntax *call) {
    const bd_value *first = bd_calc_evaluate(calc, call->items[0]);
    const bd_value *last = call->count > 1 ? bd_calc_evaluate(calc, call->items[1]) : first;
    const char *where = first == NULL ? NULL : bd_calc_string(calc, first, "the workspace");
    const char *text = last == NULL ? NULL : bd_calc_string(calc, last, "the statements");
    bd_workspace *target = calc->target;
    bd_error error = {0};

    if (where == NULL || text == NULL) {
        return FLOW_FAILED;
    }
    if (call->count > 1 && strcmp(where, "base") == 0) {
        const bd_workspace *top = target;
        while (bd_workspace_parent(top) != NULL) {
            top = bd_workspace_parent(top);
        }
        target = (bd_workspace *)(uintptr_t)top;
    }
    if (bd_script_run_text(target, text, calc->name, calc->directory, calc->scripts + 1, calc->log,
                           &error) != BD_OK) {
        bd_calc_fail(calc, error.status, "%s", error.text);
        return FLOW_FAILED;
    }
    return FLOW_NEXT;
}

/* a call whose result nobody takes */
static flow run_expression(bd_calc *calc, const bd_syntax *node) {
    const bd_syntax *call = node->left;
    const bd_syntax *name = call->kind == BD_SYNTAX_CALL ? call->left : call;
    bd_values values = {0};

    if (name->kind == BD_SYNTAX_NAME && bd_workspace_find(calc->scope, name->text) == NULL) {
        if (bd_is_idle_function(name->text)) {
            return FLOW_NEXT;
        }
        if ((strcmp(name->text, "load") == 0 || strcmp(name->text, "run") == 0) &&
            call->count == 1) {
            return run_file_function(calc, call);
        }
        if ((strcmp(name->text, "eval") == 0 && call->count == 1) ||
            (strcmp(name->text, "evalin") == 0 && call->count == 2)) {
            return run_text(calc, call);
        }
        bool is_script = false;
        if (call->kind == BD_SYNTAX_NAME) {
            const bool good = bd_call_script(calc, name->text, name->length, &is_script);
            if (is_script) {
                return good ? FLOW_NEXT : FLOW_FAILED;
            }
        }
        if (bd_function_find(name->text) == NULL) {
            calc->at = node->at;
            bd_calc_fail(calc, BD_UNSUPPORTED,
                         "'%s' is neither a variable nor a function that can be run here",
                         name->text);
            return FLOW_FAILED;
        }
    }
    return bd_evaluate_list(calc, call, 1, &values) ? FLOW_NEXT : FLOW_FAILED;
}

static bool is_true(bd_calc *calc, const bd_syntax *condition, bool *truth) {
    const bd_value *value = bd_calc_evaluate(calc, condition);
    const bool good = value != NULL && bd_calc_truth(calc, value, truth);

    if (good) {
        bd_calc_drop(calc);
    }
    return good;
}

static flow run_if(bd_calc *calc, const bd_syntax *node) {
    bool truth;

    while (node != NULL && node->kind == BD_SYNTAX_IF) {
        if (!is_true(calc, node->left, &truth)) {
            return FLOW_FAILED;
        }
        if (truth) {
            return run(calc, node->middle);
        }
        node = node->right;
    }
    return node != NULL ? run(calc, node) : FLOW_NEXT;
}

/* every statement and every turn of a loop counts, also one with an empty body */
static bool count_step(bd_calc *calc, const bd_syntax *node) {
    if (++calc->statements > BD_CALC_STATEMENTS || !bd_calc_charge(calc, 10.0)) {
        calc->at = node->at;
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED,
                     "more than %d statements were run; is this loop endless?", BD_CALC_STATEMENTS);
        return false;
    }
    return true;
}

static flow repeat(bd_calc *calc, const bd_syntax *node) {
    bool truth;

    for (;;) {
        if (!count_step(calc, node) || !is_true(calc, node->left, &truth)) {
            return FLOW_FAILED;
        }
        const flow how = truth ? run(calc, node->right) : FLOW_BREAK;
        if (how != FLOW_NEXT && how != FLOW_CONTINUE) {
            return how == FLOW_BREAK ? FLOW_NEXT : how;
        }
    }
}

/* a statement that is skipped inside may be the one that would end the loop: there a failure is one
 * of the loop */
static flow run_while(bd_calc *calc, const bd_syntax *node) {
    bd_log *log = calc->log;

    calc->log = NULL;
    const flow how = repeat(calc, node);
    calc->log = log;
    return how;
}

/* column k of what is looped over */
static const bd_value *column(bd_calc *calc, const bd_value *values, size_t k) {
    const bd_value *subscripts[2] = {bd_calc_text(calc, ":", 1),
                                     bd_calc_scalar(calc, (double)k + 1.0)};

    return subscripts[0] == NULL || subscripts[1] == NULL
               ? NULL
               : bd_index_read(calc, values, subscripts, 2);
}

static flow run_for(bd_calc *calc, const bd_syntax *node) {
    const bd_value *found = bd_calc_evaluate(calc, node->middle);
    bd_value *values = bd_value_share(found); /* lives longer than the statements inside */
    flow how = values != NULL ? FLOW_NEXT : FLOW_FAILED;

    bd_calc_drop(calc);
    if (values == NULL) {
        return FLOW_FAILED;
    }
    const size_t count = values->dims[0] == 0 ? 0 : bd_folded_size(values, 1, 2);
    for (size_t k = 0; k < count && how == FLOW_NEXT; k++) {
        const bd_value *now = count_step(calc, node) ? column(calc, values, k) : NULL;
        how = now != NULL && bd_calc_store(calc, node->left, now, false) ? FLOW_NEXT : FLOW_FAILED;
        if (how == FLOW_NEXT) {
            bd_calc_drop(calc);
            how = run(calc, node->right);
            how = how == FLOW_CONTINUE ? FLOW_NEXT : how;
        }
    }
    bd_value_free(values);
    return how == FLOW_BREAK ? FLOW_NEXT : how;
}

/* equal numbers or equal texts; a cell lists alternatives */
static bool matches(const bd_value *subject, const bd_value *label) {
    if (label->type == BD_CELL) {
        for (size_t k = 0; k < label->count; k++) {
            if (label->children[k] != NULL && matches(subject, label->children[k])) {
                return true;
            }
        }
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

static flow run_switch(bd_calc *calc, const bd_syntax *node) {
    bd_value *subject = bd_value_share(bd_calc_evaluate(calc, node->left));
    flow how = subject != NULL ? FLOW_NEXT : FLOW_FAILED;

    for (size_t k = 0; k < node->count && how == FLOW_NEXT; k++) {
        const bd_syntax *one = node->items[k];
        const bd_value *label = one->left != NULL ? bd_calc_evaluate(calc, one->left) : subject;
        if (label == NULL) {
            how = FLOW_FAILED;
        } else if (one->left == NULL || matches(subject, label)) {
            bd_calc_drop(calc);
            how = run(calc, one->right);
            break;
        }
    }
    bd_value_free(subject);
    return how;
}

/* errors of the language are caught; bounds that were exceeded are not */
static flow run_try(bd_calc *calc, const bd_syntax *node) {
    const bd_indexed *indexed = calc->indexed;
    bd_log *log = calc->log;

    calc->log = NULL; /* what fails in here is what the other branch is for */
    const flow how = run(calc, node->left);
    calc->log = log;

    if (how != FLOW_FAILED || calc->status == BD_LIMIT_EXCEEDED ||
        calc->status == BD_OUT_OF_MEMORY) {
        return how;
    }
    calc->status = BD_OK;
    calc->indexed = indexed;
    bd_calc_drop(calc);
    return node->right != NULL ? run(calc, node->right) : FLOW_NEXT;
}

static flow run_global(bd_calc *calc, const bd_syntax *node) {
    for (size_t k = 0; k < node->count; k++) {
        const bd_syntax *name = node->items[k];
        if (name->kind == BD_SYNTAX_NAME && bd_workspace_find(calc->scope, name->text) == NULL) {
            const bd_value *none = bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
            if (none == NULL || !bd_calc_store(calc, name, none, false)) {
                return FLOW_FAILED;
            }
        }
    }
    return FLOW_NEXT;
}

/* the variable that a target belongs to has no value then, unless it came from outside */
static void forget(bd_calc *calc, const bd_syntax *target, const char *why) {
    while (target->kind != BD_SYNTAX_NAME && target->left != NULL) {
        target = target->left;
    }
    if (target->kind == BD_SYNTAX_NAME) {
        bd_workspace_forget(calc->target, target->text, why);
    }
}

/* whatever a statement would have assigned */
static void forget_assigned(bd_calc *calc, const bd_syntax *node, const char *why) {
    if (node == NULL) {
        return;
    }
    if (node->kind == BD_SYNTAX_ASSIGN || node->kind == BD_SYNTAX_BROKEN) {
        for (size_t k = 0; k < node->count; k++) {
            forget(calc, node->items[k], why);
        }
    } else if (node->kind >= BD_SYNTAX_BLOCK && node->kind != BD_SYNTAX_EVALUATE) {
        forget_assigned(calc, node->kind == BD_SYNTAX_TRY ? node->left : NULL, why);
        forget_assigned(calc, node->kind == BD_SYNTAX_IF ? node->middle : NULL, why);
        forget_assigned(calc, node->right, why);
        for (size_t k = 0; k < node->count; k++) {
            forget_assigned(calc, node->items[k], why);
        }
    }
}

/* a statement that failed is told and left out */
static bool skip(bd_calc *calc, const bd_syntax *node) {
    char why[800];

    /* what fails only because of an earlier one has the same reason */
    if (calc->is_elsewhere) {
        snprintf(why, sizeof why, "%s", calc->message);
    } else {
        snprintf(why, sizeof why, "%s:%zu: %s", calc->name != NULL ? calc->name : "script",
                 bd_calc_line(calc), calc->message);
    }
    if (!bd_calc_forgive(calc)) {
        return false;
    }
    forget_assigned(calc, node, why);
    return true;
}

static flow run(bd_calc *calc, const bd_syntax *node) {
    flow how = FLOW_NEXT;

    if (node->kind == BD_SYNTAX_BLOCK) {
        for (size_t k = 0; k < node->count && how == FLOW_NEXT; k++) {
            const bd_indexed *indexed = calc->indexed;
            how = run(calc, node->items[k]);
            if (how == FLOW_FAILED && skip(calc, node->items[k])) {
                calc->indexed = indexed;
                how = FLOW_NEXT;
            }
            if (how != FLOW_FAILED) {
                bd_calc_drop(calc);
            }
        }
        return how;
    }
    calc->at = node->at;
    if (!count_step(calc, node)) {
        return FLOW_FAILED;
    }
    switch (node->kind) {
    case BD_SYNTAX_EVALUATE:
        return run_expression(calc, node);
    case BD_SYNTAX_ASSIGN:
        return run_assignment(calc, node);
    case BD_SYNTAX_IF:
        return run_if(calc, node);
    case BD_SYNTAX_FOR:
        return run_for(calc, node);
    case BD_SYNTAX_WHILE:
        return run_while(calc, node);
    case BD_SYNTAX_SWITCH:
        return run_switch(calc, node);
    case BD_SYNTAX_TRY:
        return run_try(calc, node);
    case BD_SYNTAX_GLOBAL:
        return run_global(calc, node);
    case BD_SYNTAX_BROKEN:
        bd_calc_fail(calc, BD_BAD_EXPRESSION, "%s", node->text);
        return FLOW_FAILED;
    case BD_SYNTAX_BREAK:
        return FLOW_BREAK;
    case BD_SYNTAX_CONTINUE:
        return FLOW_CONTINUE;
    case BD_SYNTAX_RETURN:
        return FLOW_RETURN;
    default:
        return bd_execute_command(calc, node) ? FLOW_NEXT : FLOW_FAILED;
    }
}

bool bd_execute(bd_calc *calc, const bd_syntax *script) {
    return run(calc, script) != FLOW_FAILED;
}
