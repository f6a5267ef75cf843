/* `global` and `persistent`: names that mean variables of another workspace */
#include "value/execute.h"
#include "value/library.h"
#include "value/workspace_private.h"

/* names that mean variables of another workspace from here on */
static bd_flow run_linked(bd_calc *calc, const bd_syntax *node, bd_workspace *elsewhere) {
    bd_error error = {0};

    for (size_t k = 0; elsewhere && k < node->count; k++) {
        if (node->items[k]->kind == BD_SYNTAX_NAME &&
            bd_workspace_link(calc->target, node->items[k]->text, elsewhere, &error) != BD_OK) {
            bd_calc_fail(calc, error.status, "%s", error.text);
            return BD_FLOW_FAILED;
        }
    }
    return elsewhere ? BD_FLOW_NEXT : BD_FLOW_FAILED;
}

bd_flow bd_run_persistent(bd_calc *calc, const bd_syntax *node) {
    const bd_frame *frame = calc->frame;

    if (!frame || !frame->function) {
        bd_calc_fail(calc, BD_UNSUPPORTED, "'persistent' stands outside of a function");
        return BD_FLOW_FAILED;
    }
    return run_linked(calc, node, bd_persistent_of(calc, frame->source, frame->function->text));
}

/* a global variable that nobody has used yet has the value that a script gave it */
static bool bring_in(bd_calc *calc, const bd_syntax *node) {
    const bd_workspace *base = calc->frame->outside;
    bd_workspace *globals = calc->frame->globals;
    bd_error error = {0};

    while (base && bd_workspace_parent(base))
        base = bd_workspace_parent(base);
    for (size_t k = 0; base && k < node->count; k++) {
        const char *name = node->items[k]->kind == BD_SYNTAX_NAME ? node->items[k]->text : NULL;
        const bd_value *given =
            name && !bd_workspace_find_own(globals, name) ? bd_workspace_find(base, name) : NULL;
        if (given && bd_workspace_set(globals, name, bd_value_share(given), &error) != BD_OK)
            return bd_calc_fail(calc, error.status, "%s", error.text) != NULL;
    }
    return true;
}

bd_flow bd_run_global(bd_calc *calc, const bd_syntax *node) {
    if (calc->frame && calc->frame->function) {
        if (!calc->frame->globals) {
            bd_calc_fail(calc, BD_UNSUPPORTED, "global variables have no place here");
            return BD_FLOW_FAILED;
        }
        return bring_in(calc, node) ? run_linked(calc, node, calc->frame->globals) : BD_FLOW_FAILED;
    }
    for (size_t k = 0; k < node->count; k++) {
        const bd_syntax *name = node->items[k];
        if (name->kind == BD_SYNTAX_NAME && !bd_workspace_find(calc->scope, name->text)) {
            const bd_value *none = bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
            if (!none || !bd_calc_store(calc, name, none, false))
                return BD_FLOW_FAILED;
        }
    }
    return BD_FLOW_NEXT;
}
