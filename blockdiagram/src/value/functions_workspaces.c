/* evalin and assignin. A model that runs is constant, and so is its base workspace: what code of
 * its blocks assigns there belongs to the run. It is kept beside the global variables, as the
 * fields of a struct */
#include <string.h>

#include "value/evaluate.h"
#include "value/execute.h"
#include "value/functions.h"
#include "value/library.h"
#include "value/workspace_private.h"

static const char ASSIGNED[] = "base_workspace_of_this_run";

static const bd_workspace *top_of(const bd_workspace *workspace) {
    while (workspace && bd_workspace_parent(workspace))
        workspace = bd_workspace_parent(workspace);
    return workspace;
}

static const bd_workspace *base_of(const bd_calc *calc) {
    const bd_frame *frame = calc->frame;

    return top_of(frame && frame->function && frame->outside ? frame->outside : calc->scope);
}

/* where a run keeps what its blocks assign in the base workspace; NULL: no block runs */
static bd_workspace *kept_of(const bd_calc *calc) {
    const bd_frame *frame = calc->frame;
    bd_workspace *globals = frame && frame->function ? frame->globals : NULL;

    return globals && top_of(globals) != base_of(calc) ? globals : NULL;
}

/* the base workspace as the run sees it: to be freed */
static bd_workspace *base_of_run(bd_calc *calc, bd_workspace *kept) {
    const bd_value *assigned = bd_workspace_find_own(kept, ASSIGNED);
    const bd_workspace *base = base_of(calc);
    bd_workspace *made = NULL;
    bd_error error = {0};
    bd_status status = bd_workspace_create("base workspace", base, &made, &error);

    for (size_t k = 0; status == BD_OK && assigned && k < assigned->field_count; k++) {
        status = bd_workspace_set(made, assigned->field_names[k],
                                  bd_value_share(bd_calc_child(calc, assigned, k)), &error);
    }
    if (status == BD_OK)
        return made;
    bd_workspace_free(made);
    return bd_calc_fail(calc, status, "%s", error.text);
}

/* all variables of `from` are those that the run has assigned */
static bool keep_base(bd_calc *calc, bd_workspace *kept, const bd_workspace *from) {
    bd_value *made = bd_calc_struct(calc);
    bd_error error = {0};
    bool good = made != NULL;

    for (size_t k = 0; good && k < bd_workspace_count(from); k++) {
        const bd_value *value = bd_workspace_value_at(from, k);
        good = !value || bd_calc_set_field(calc, made, 0, bd_workspace_name_at(from, k), value);
    }
    /* what is replaced may be an operand of the expression around */
    bd_calc_keep(calc, bd_value_share(bd_workspace_find_own(kept, ASSIGNED)));
    return good && (bd_workspace_set(kept, ASSIGNED, bd_value_share(made), &error) == BD_OK ||
                    bd_calc_fail(calc, error.status, "%s", error.text));
}

static bool run_in(bd_calc *calc, bd_workspace *target, const char *text) {
    bd_error error = {0};

    return bd_script_run_text(target, text, calc->name, calc->directory, calc->scripts + 1,
                              calc->log, &error) == BD_OK ||
           bd_calc_fail(calc, error.status, "%s", error.text);
}

static bd_workspace *writable(const bd_workspace *workspace) {
    return (bd_workspace *)(uintptr_t)workspace;
}

bool bd_run_text_in(bd_calc *calc, const char *where, const char *text) {
    const bd_frame *frame = calc->frame;
    const bool in_function = frame && frame->function;
    bd_workspace *kept = kept_of(calc);

    if (strcmp(where, "caller") == 0) {
        if (in_function && frame->caller && kept)
            return bd_calc_fail(calc, BD_UNSUPPORTED,
                                "statements cannot be run in the caller's workspace here");
        return run_in(calc, in_function && frame->caller ? writable(frame->caller) : calc->target,
                      text);
    }
    if (strcmp(where, "base") != 0)
        return bd_calc_refuse(calc, "the workspace must be 'base' or 'caller'") != NULL;
    if (!kept)
        return run_in(calc, writable(in_function ? base_of(calc) : top_of(calc->target)), text);
    bd_workspace *base = base_of_run(calc, kept);
    const bool good = base && run_in(calc, base, text) && keep_base(calc, kept, base);
    bd_workspace_free(base);
    return good;
}

/* an expression in another workspace */
static const bd_value *evaluate_in(bd_calc *calc, const bd_workspace *workspace, const char *text) {
    const bd_workspace *scope = calc->scope;
    const size_t at = calc->at;

    calc->scope = workspace;
    const bd_value *value = bd_evaluate_text(calc, text);
    calc->scope = scope;
    calc->at = at;
    return value;
}

static const bd_value *run_evalin(bd_calc *calc, bd_call *call) {
    const bd_frame *frame = calc->frame;
    const char *text = bd_calc_string(calc, call->args[1], "the expression");
    bd_workspace *kept = kept_of(calc);

    if (!text)
        return NULL;
    if (bd_call_is_text(call, 0, "caller")) {
        return evaluate_in(
            calc, frame && frame->function && frame->caller ? frame->caller : calc->scope, text);
    }
    if (!bd_call_is_text(call, 0, "base"))
        return bd_calc_refuse(calc, "the workspace must be 'base' or 'caller'");
    if (!kept)
        return evaluate_in(calc, base_of(calc), text);
    bd_workspace *base = base_of_run(calc, kept);
    const bd_value *value = !base ? NULL : evaluate_in(calc, base, text);
    value = !value ? NULL : bd_calc_keep(calc, bd_value_share(value));
    bd_workspace_free(base);
    return value;
}

/* only in scripts and functions: an expression changes nothing */
static const bd_value *run_assignin(bd_calc *calc, bd_call *call) {
    const bd_frame *frame = calc->frame;
    const char *name = bd_calc_string(calc, call->args[1], "the name");
    const bool caller = bd_call_is_text(call, 0, "caller");
    bd_workspace *kept = caller ? NULL : kept_of(calc);
    const bd_workspace *into = !caller                                     ? base_of(calc)
                               : frame && frame->function && frame->caller ? frame->caller
                                                                           : calc->scope;
    bd_error error = {0};

    if (!name)
        return NULL;
    if (!caller && !bd_call_is_text(call, 0, "base"))
        return bd_calc_refuse(calc, "the workspace must be 'base' or 'caller'");
    if (!calc->target || !into)
        return bd_calc_refuse(calc, "an expression cannot assign variables");
    bd_workspace *target = kept ? base_of_run(calc, kept) : writable(into);
    if (!target)
        return NULL;
    /* what is replaced may be an operand of the expression around */
    bd_calc_keep(calc, bd_value_share(bd_workspace_find_own(target, name)));
    bool good = bd_workspace_set(target, name, bd_value_share(call->args[2]), &error) == BD_OK ||
                bd_calc_fail(calc, error.status, "%s", error.text);
    if (kept) {
        good = good && keep_base(calc, kept, target);
        bd_workspace_free(target);
    }
    return good ? bd_calc_matrix(calc, BD_DOUBLE, 0, 0) : NULL;
}

const bd_function bd_functions_workspaces[] = {BD_FUNCTION(evalin, 2, 2),
                                               BD_FUNCTION(assignin, 3, 3), BD_FUNCTIONS_END};
