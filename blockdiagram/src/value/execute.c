/* statements: a tree walked with bounded steps. Temporaries of a statement are dropped after it, so
 * a loop needs no more memory than its body */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/functions.h"
#include "value/index.h"
#include "value/library.h"
#include "value/workspace_private.h"

typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAILED } flow;

static flow run(bd_calc *calc, const bd_syntax *node);

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
            target->items[0]->kind == BD_SYNTAX_NUMBER || target->left->kind != BD_SYNTAX_NAME) {
            continue;
        }
        const bd_value *cell = bd_workspace_find(calc->scope, target->left->text);
        const bd_value *none = bd_calc_matrix(calc, BD_CELL, 0, 0);
        bd_values subscripts = {0};
        if (none == NULL ||
            !bd_evaluate_arguments(calc, target, cell != NULL ? cell : none, &subscripts)) {
            return NULL;
        }
        bd_subscript sub;
        if (subscripts.count != 1 ||
            !bd_subscript_read(calc, subscripts.items[0], cell != NULL ? cell->count : 0, &sub)) {
            return NULL;
        }
        if (sub.count == 1) {
            continue;
        }
        made = bd_calc_alloc(calc, 1, sizeof *made);
        bd_syntax **items = bd_calc_alloc(calc, node->count + sub.count, sizeof(bd_syntax *));
        if (made == NULL || items == NULL) {
            return NULL;
        }
        *made = *node;
        made->items = items;
        for (size_t t = 0; t < node->count; t++) {
            for (size_t e = 0; e < (t == k ? sub.count : 1); e++) {
                bd_syntax *one = t == k ? bd_calc_alloc(calc, 2, sizeof *one) : node->items[t];
                if (one == NULL) {
                    return NULL;
                }
                if (t == k) {
                    bd_syntax **number = bd_calc_alloc(calc, 1, sizeof(bd_syntax *));
                    if (number == NULL) {
                        return NULL;
                    }
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

static flow run_assignment(bd_calc *calc, const bd_syntax *node) {
    bd_values values = {0};

    node = node->is_list ? spread_targets(calc, node) : node;
    if (node == NULL) {
        return FLOW_FAILED;
    }
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

    bd_user_function user;

    if (name->kind == BD_SYNTAX_NAME && bd_workspace_find(calc->scope, name->text) == NULL &&
        !bd_user_function_find(calc, name->text, &user) && calc->status == BD_OK) {
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
        if (bd_function_find(name->text) == NULL &&
            (calc->frame == NULL || calc->frame->host == NULL)) {
            calc->at = node->at;
            bd_calc_fail(calc, BD_UNSUPPORTED,
                         "'%s' is neither a variable nor a function that can be run here",
                         name->text);
            return FLOW_FAILED;
        }
    }
    return bd_evaluate_list(calc, call, 0, &values) ? FLOW_NEXT : FLOW_FAILED;
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
    if (calc->frame != NULL && calc->frame->stop != NULL &&
        __atomic_load_n(calc->frame->stop, __ATOMIC_RELAXED)) {
        calc->at = node->at;
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "the run was interrupted here");
        return false;
    }
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

/* the name behind `catch`, and what lasterr tells */
static bool keep_exception(bd_calc *calc, const bd_syntax *node) {
    const char *message = calc->message + calc->plain;
    bd_syntax target = {.kind = BD_SYNTAX_NAME, .at = node->at, .text = node->text};
    bd_value *made = node->text != NULL ? bd_calc_struct(calc) : NULL;
    const bd_value *text = bd_calc_text(calc, message, strlen(message));
    const bd_value *identifier = bd_calc_text(calc, calc->identifier, strlen(calc->identifier));
    const bd_value *stack = bd_calc_matrix(calc, BD_STRUCT, 0, 1);

    if (node->text == NULL) {
        return true;
    }
    return made != NULL && text != NULL && identifier != NULL && stack != NULL &&
           bd_calc_set_field(calc, made, 0, "message", text) &&
           bd_calc_set_field(calc, made, 0, "identifier", identifier) &&
           bd_calc_set_field(calc, made, 0, "stack", stack) &&
           bd_calc_store(calc, &target, made, false);
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
    const bool kept = keep_exception(calc, node);
    bd_calc_forget(calc);
    bd_calc_drop(calc);
    return !kept ? FLOW_FAILED : node->right != NULL ? run(calc, node->right) : FLOW_NEXT;
}

/* names that mean variables of another workspace from here on */
static flow run_linked(bd_calc *calc, const bd_syntax *node, bd_workspace *elsewhere) {
    bd_error error = {0};

    for (size_t k = 0; elsewhere != NULL && k < node->count; k++) {
        if (node->items[k]->kind == BD_SYNTAX_NAME &&
            bd_workspace_link(calc->target, node->items[k]->text, elsewhere, &error) != BD_OK) {
            bd_calc_fail(calc, error.status, "%s", error.text);
            return FLOW_FAILED;
        }
    }
    return elsewhere != NULL ? FLOW_NEXT : FLOW_FAILED;
}

static flow run_persistent(bd_calc *calc, const bd_syntax *node) {
    const bd_frame *frame = calc->frame;

    if (frame == NULL || frame->function == NULL) {
        bd_calc_fail(calc, BD_UNSUPPORTED, "'persistent' stands outside of a function");
        return FLOW_FAILED;
    }
    return run_linked(calc, node, bd_persistent_of(calc, frame->source, frame->function->text));
}

static flow run_global(bd_calc *calc, const bd_syntax *node) {
    if (calc->frame != NULL && calc->frame->function != NULL) {
        if (calc->frame->globals == NULL) {
            bd_calc_fail(calc, BD_UNSUPPORTED, "global variables have no place here");
            return FLOW_FAILED;
        }
        return run_linked(calc, node, calc->frame->globals);
    }
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
    case BD_SYNTAX_PERSISTENT:
        return run_persistent(calc, node);
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
