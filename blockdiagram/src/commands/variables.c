/* a value of the model workspace. Its code came with the file of the model, so the language of
 * models runs it, and no host that could do more than calculate */
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "blockdiagram/workspace.h"
#include "commands/commands.h"

static bd_status evaluate_in(bd_order *call, const bd_diagram *diagram, bd_workspace *workspace,
                             const char *expression) {
    const char *file = diagram->file ? diagram->file : "", *slash = strrchr(file, '/');
    const char *folder =
        slash ? bd_arena_text(call->arena, "%.*s", (int)(slash - file), file) : ".";
    bd_value *value = NULL;
    if (!folder)
        return bd_order_memory(call);
    if (diagram->workspace_code)
        BD_TRY(bd_workspace_run_code(workspace, diagram->workspace_code, "model workspace",
                                     *folder ? folder : "/", &call->models->log, call->error));
    BD_TRY(bd_expression_evaluate(expression, workspace, &value, call->error));
    return bd_order_give(call, 0, value);
}

static bd_status evaluate(bd_order *call, const bd_diagram *diagram, const char *expression) {
    bd_workspace *workspace = NULL;
    BD_TRY(bd_workspace_create("model workspace", NULL, &workspace, call->error));
    const bd_status status = evaluate_in(call, diagram, workspace, expression);
    bd_workspace_free(workspace);
    return status;
}

static bd_status workspace_value(bd_order *call) {
    const char *expression;
    bd_target target;
    BD_TRY(bd_target_find(call, call->args[0], &target));
    BD_TRY(bd_order_text(call, 1, "the expression", &expression));
    return target.kind == BD_TARGET_MODEL
               ? evaluate(call, target.diagram, expression)
               : bd_order_fail(call, "Simulink:Commands:InvSimulinkObjHandle", BD_BAD_ARGUMENT,
                               "only a model has variables of its own");
}

const bd_command_entry bd_commands_variables[] = {
    {"workspace_value", 2, 2, workspace_value},
    {NULL, 0, 0, NULL},
};
