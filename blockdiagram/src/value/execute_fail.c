/* statements that fail: caught by `try`, or told and left out */
#include <stdio.h>
#include <string.h>

#include "value/execute.h"
#include "value/library.h"
#include "value/workspace_private.h"

/* the name behind `catch`, and what lasterr tells */
static bool keep_exception(bd_calc *calc, const bd_syntax *node) {
    const char *message = calc->message + calc->plain;
    bd_syntax target = {.kind = BD_SYNTAX_NAME, .at = node->at, .text = node->text};
    bd_value *made = node->text ? bd_calc_struct(calc) : NULL;
    const bd_value *text = bd_calc_text(calc, message, strlen(message));
    const bd_value *identifier = bd_calc_text(calc, calc->identifier, strlen(calc->identifier));
    const bd_value *stack = bd_calc_matrix(calc, BD_STRUCT, 0, 1);

    if (!node->text)
        return true;
    return made && text && identifier && stack &&
           bd_calc_set_field(calc, made, 0, "message", text) &&
           bd_calc_set_field(calc, made, 0, "identifier", identifier) &&
           bd_calc_set_field(calc, made, 0, "stack", stack) &&
           bd_calc_store(calc, &target, made, false);
}

bool bd_may_be_ours(const bd_calc *calc) {
    return calc->is_ours || (calc->status != BD_BAD_VALUE && calc->status != BD_UNKNOWN_NAME);
}

void bd_tell_caught(bd_calc *calc, bd_log *log) {
    char place[400] = "";
    const bd_library *library =
        calc->frame ? calc->frame->library : bd_workspace_library(calc->scope);

    if (!bd_may_be_ours(calc))
        return;
    if (!calc->is_placed && !calc->is_elsewhere) {
        snprintf(place, sizeof place, "%.300s:%zu: ", calc->name ? calc->name : "script",
                 bd_calc_line(calc));
    }
    const char *format = "%s%.500s; this is caught by the code itself, which goes on without it";
    if (log)
        bd_log_add(log, format, place, calc->message);
    else
        bd_library_warn(library, format, place, calc->message);
}

/* errors of the language are caught; bounds that were exceeded are not */
bd_flow bd_run_try(bd_calc *calc, const bd_syntax *node) {
    const bd_indexed *indexed = calc->indexed;
    bd_log *log = calc->log;

    calc->log = NULL; /* what fails in here is what the other branch is for */
    const bd_flow how = bd_run_statement(calc, node->left);
    calc->log = log;

    if (how != BD_FLOW_FAILED || calc->status == BD_LIMIT_EXCEEDED ||
        calc->status == BD_OUT_OF_MEMORY)
        return how;
    bd_tell_caught(calc, log);
    calc->status = BD_OK;
    calc->indexed = indexed;
    const bool kept = keep_exception(calc, node);
    bd_calc_forget(calc);
    bd_calc_drop(calc);
    return !kept         ? BD_FLOW_FAILED
           : node->right ? bd_run_statement(calc, node->right)
                         : BD_FLOW_NEXT;
}

/* the variable that a target belongs to has no value then, unless it came from outside; of a struct
 * only the field */
static void forget(bd_calc *calc, const bd_syntax *target, const char *why) {
    if (target->kind == BD_SYNTAX_FIELD && target->text && target->left &&
        target->left->kind == BD_SYNTAX_NAME &&
        bd_workspace_forget_field(calc->target, target->left->text, target->text))
        return;
    while (target->kind != BD_SYNTAX_NAME && target->left)
        target = target->left;
    if (target->kind == BD_SYNTAX_NAME)
        bd_workspace_forget(calc->target, target->text, why);
}

/* whatever a statement would have assigned */
static void forget_assigned(bd_calc *calc, const bd_syntax *node, const char *why) {
    if (!node)
        return;
    if (node->kind == BD_SYNTAX_ASSIGN || node->kind == BD_SYNTAX_BROKEN) {
        for (size_t k = 0; k < node->count; k++)
            forget(calc, node->items[k], why);
    } else if (node->kind >= BD_SYNTAX_BLOCK && node->kind != BD_SYNTAX_EVALUATE) {
        forget_assigned(calc, node->kind == BD_SYNTAX_TRY ? node->left : NULL, why);
        forget_assigned(calc, node->kind == BD_SYNTAX_IF ? node->middle : NULL, why);
        forget_assigned(calc, node->right, why);
        for (size_t k = 0; k < node->count; k++)
            forget_assigned(calc, node->items[k], why);
    }
}

/* a statement that failed is told and left out */
bool bd_skip_failed(bd_calc *calc, const bd_syntax *node) {
    char why[800];

    /* what fails only because of an earlier one has the same reason */
    if (calc->is_elsewhere) {
        snprintf(why, sizeof why, "%s", calc->message);
    } else {
        snprintf(why, sizeof why, "%s:%zu: %s", calc->name ? calc->name : "script",
                 bd_calc_line(calc), calc->message);
    }
    if (!bd_calc_forgive(calc))
        return false;
    forget_assigned(calc, node, why);
    return true;
}
