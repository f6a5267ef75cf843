/* statements that are calls: of functions, files, scripts, texts */
#include <stdio.h>
#include <string.h>

#include "value/foreign.h"
#include "value/display.h"
#include "value/execute.h"
#include "value/functions.h"
#include "value/library.h"
#include "value/workspace_private.h"

/* load('file') and bd_run_statement('file') */
static bd_flow run_file_function(bd_calc *calc, const bd_syntax *call) {
    const bd_value *value = bd_calc_evaluate(calc, call->items[0]);
    const char *name = !value ? NULL : bd_calc_string(calc, value, "the name of a file");
    bool exists = true;

    if (!name)
        return BD_FLOW_FAILED;
    const bool good = strcmp(call->left->text, "load") == 0
                          ? bd_load(calc, calc->target, name, strlen(name))
                          : bd_call_script(calc, name, strlen(name), &exists);
    if (!exists)
        bd_calc_fail(calc, BD_CANNOT_READ, "there is no script '%s' that could be run here", name);
    return good ? BD_FLOW_NEXT : BD_FLOW_FAILED;
}

/* clear('a', 'b'): each name as in the command; clear() is clear */
static bd_flow clear_names(bd_calc *calc, const bd_syntax *call) {
    bool all = call->count == 0;

    for (size_t k = 0; k < call->count; k++) {
        const bd_value *value = bd_calc_evaluate(calc, call->items[k]);
        const char *name = !value ? NULL : bd_calc_string(calc, value, "the name of a variable");
        if (!name)
            return BD_FLOW_FAILED;
        all = all || strcmp(name, "all") == 0 || strcmp(name, "variables") == 0;
        bd_workspace_clear(calc->target, name);
    }
    if (all)
        bd_workspace_clear(calc->target, NULL);
    return BD_FLOW_NEXT;
}

/* eval('statements', 'what to do if they fail') */
static const char *with_catch(bd_calc *calc, const char *text, const char *other) {
    const size_t size = strlen(text) + strlen(other) + 20;
    char *made = bd_calc_alloc(calc, size, 1);
    if (made)
        snprintf(made, size, "try\n%s\ncatch\n%s\nend", text, other);
    return made;
}

/* eval('statements'), eval('statements', 'others') and evalin('base', 'statements') */
static bd_flow run_text(bd_calc *calc, const bd_syntax *call) {
    const bool is_eval = strcmp(call->left->text, "eval") == 0;
    const bd_value *first = bd_calc_evaluate(calc, call->items[0]);
    const bd_value *last = call->count > 1 ? bd_calc_evaluate(calc, call->items[1]) : first;
    const char *where = !first ? NULL : bd_calc_string(calc, first, "the workspace");
    const char *text = !last ? NULL : bd_calc_string(calc, last, "the statements");
    bd_error error = {0};

    if (is_eval && call->count > 1)
        text = where && text ? with_catch(calc, where, text) : NULL;
    if (!where || !text)
        return BD_FLOW_FAILED;
    if (!is_eval)
        return bd_run_text_in(calc, where, text) ? BD_FLOW_NEXT : BD_FLOW_FAILED;
    if (bd_script_run_text(calc->target, text, calc->name, calc->directory, calc->scripts + 1,
                           calc->log, &error) != BD_OK) {
        calc->is_ours = error.status != BD_BAD_VALUE;
        bd_calc_fail(calc, error.status, "%s", error.text);
        return BD_FLOW_FAILED;
    }
    return BD_FLOW_NEXT;
}

/* what cannot be printed is not: printing changes no result. An error that the code raises while it
 * computes what is to be printed is one all the same */
static bd_flow print_arguments(bd_calc *calc, const bd_syntax *call, const char *name) {
    bd_values arguments = {0};
    const bool known =
        call->kind != BD_SYNTAX_CALL || bd_evaluate_arguments(calc, call, NULL, &arguments);

    if (known)
        bd_print_call(calc, name, arguments.items, arguments.count);
    if (calc->status == BD_LIMIT_EXCEEDED || calc->status == BD_OUT_OF_MEMORY ||
        (!known && !bd_may_be_ours(calc)))
        return BD_FLOW_FAILED;
    calc->status = BD_OK;
    bd_calc_forget(calc);
    return BD_FLOW_NEXT;
}

/* a call whose result nobody takes */
bd_flow bd_run_expression(bd_calc *calc, const bd_syntax *node) {
    const bd_syntax *call = node->left;
    const bd_syntax *name = call->kind == BD_SYNTAX_CALL ? call->left : call;
    bd_values values = {0};

    bd_user_function user;

    if (name->kind == BD_SYNTAX_NAME && !bd_workspace_find(calc->scope, name->text) &&
        !bd_user_function_find(calc, name->text, &user) && calc->status == BD_OK) {
        if (bd_is_print_function(name->text) && calc->frame && calc->frame->printer)
            return print_arguments(calc, call, name->text);
        if (strcmp(name->text, "clear") == 0 && call->kind == BD_SYNTAX_CALL)
            return clear_names(calc, call);
        if (bd_is_idle_function(name->text))
            return BD_FLOW_NEXT;
        if ((strcmp(name->text, "load") == 0 || strcmp(name->text, "run") == 0) && call->count == 1)
            return run_file_function(calc, call);
        if ((strcmp(name->text, "eval") == 0 && (call->count == 1 || call->count == 2)) ||
            (strcmp(name->text, "evalin") == 0 && call->count == 2))
            return run_text(calc, call);
        bool is_script = false;
        if (call->kind == BD_SYNTAX_NAME) {
            const bool good = bd_call_script(calc, name->text, name->length, &is_script);
            if (is_script)
                return good ? BD_FLOW_NEXT : BD_FLOW_FAILED;
        }
        if (!bd_function_find(name->text) && !bd_foreign_knows(name->text) &&
            (!calc->frame || !calc->frame->host)) {
            calc->at = node->at;
            bd_calc_fail(calc, BD_UNSUPPORTED,
                         "'%s' is neither a variable nor a function that can be run here",
                         name->text);
            return BD_FLOW_FAILED;
        }
    }
    if (!bd_evaluate_list(calc, call, 0, &values))
        return BD_FLOW_FAILED;
    const bd_printer *printer = calc->frame ? calc->frame->printer : NULL;
    if (node->shown && printer && printer->echo && values.count > 0)
        bd_display(printer, call->kind == BD_SYNTAX_NAME ? call->text : "ans", values.items[0]);
    return BD_FLOW_NEXT;
}
