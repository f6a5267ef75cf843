/* add_line, delete_line: ends by name ('Gain/1') or by the handles of ports */
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

static bd_status find_end(bd_order *call, bd_system *system, const bd_value *value, size_t i,
                          bool source, bd_end *end) {
    const bd_value *one = value->type == BD_CELL ? bd_value_cell_at(value, i) : value;
    const char *text;
    if (one && bd_value_is_text(one)) {
        bd_status status = bd_order_value_text(call, one, "an end of a line", &text);
        return status == BD_OK ? bd_edit_find_end(system, text, source, end, call->error) : status;
    }
    bd_target target;
    bd_status status = bd_targets_at(call, value, i, &target);
    if (status == BD_OK && target.kind != BD_TARGET_PORT)
        return bd_order_fail(call, "Simulink:Commands:InvalidPortHandle", BD_BAD_ARGUMENT,
                             "an end of a line must be BLOCK/PORT or the handle of a port");
    *end = (bd_end){target.node, target.port, target.index};
    return status;
}

static bd_status connect(bd_order *call, bd_system *system, size_t at, bd_end *from, bd_end *to) {
    BD_TRY(find_end(call, system, call->args[1], at, true, from));
    BD_TRY(find_end(call, system, call->args[2], at, false, to));
    return bd_edit_connect(system, *from, *to, call->error);
}

/* one or several lines at once: all or none of them */
static bd_status add_line(bd_order *call) {
    bd_system *system = NULL;
    bd_status status = bd_target_system(call, call->args[0], &system);
    if (status == BD_OK && call->count < 3)
        return bd_order_fail(call, "Simulink:Commands:AddLinePoints", BD_UNSUPPORTED,
                             "a line is added between ports here, not along points");
    if (status != BD_OK)
        return status;
    for (size_t i = 3; i < call->count; i += 2) {
        const char *option;
        status = bd_order_text(call, i, "an option of add_line", &option);
        if (status != BD_OK)
            return status;
        if (strcasecmp(option, "autorouting") != 0 || i + 1 >= call->count)
            return bd_order_fail(call, "Simulink:Commands:AddLineOption", BD_BAD_ARGUMENT,
                                 "add_line has no option '%.80s': it is 'autorouting', with 'on', "
                                 "'off' or 'smart'",
                                 option);
    }
    const size_t count = bd_targets_count(call->args[1]);
    if (count != bd_targets_count(call->args[2]))
        return bd_order_fail(call, "Simulink:Commands:AddLineCounts", BD_BAD_ARGUMENT,
                             "there are %zu sources and %zu destinations", count,
                             bd_targets_count(call->args[2]));
    bd_value *handles = NULL;
    bd_end *ends = bd_arena_array(call->arena, 2 * count + 1, sizeof *ends);
    status = ends ? bd_value_create_matrix(BD_DOUBLE, count, 1, &handles, call->error)
                  : bd_order_memory(call);
    size_t done = 0;
    for (; status == BD_OK && done < count; done++) {
        bd_end *from = &ends[2 * done], *to = from + 1;
        status = connect(call, system, done, from, to);
        if (status != BD_OK)
            break;
        const bd_target target = {.kind = BD_TARGET_LINE,
                                  .diagram = system->diagram,
                                  .node = from->block,
                                  .port = from->kind,
                                  .index = from->index};
        status = bd_target_handle(call, &target, (double *)handles->re + done);
    }
    if (status == BD_OK) {
        bd_target_changed(call, system->diagram);
        return bd_order_give(call, 0, handles);
    }
    while (done-- > 0)
        (void)bd_edit_disconnect(system, ends[2 * done], ends[2 * done + 1], NULL);
    bd_value_free(handles);
    return bd_order_identify(call, "Simulink:Commands:AddLineFailed", status);
}

static bd_status disconnect(bd_order *call, bd_system *system) {
    bd_end from, to;
    BD_TRY(find_end(call, system, call->args[1], 0, true, &from));
    BD_TRY(find_end(call, system, call->args[2], 0, false, &to));
    BD_TRY(bd_edit_disconnect(system, from, to, call->error));
    bd_target_changed(call, system->diagram);
    return BD_OK;
}

/* all of them are lines before the first one goes */
static bd_status delete_by_handles(bd_order *call) {
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < bd_targets_count(call->args[0]); i++) {
            bd_target target;
            const bd_status status = bd_targets_at(call, call->args[0], i, &target);
            if (pass == 1 && status == BD_UNKNOWN_NAME)
                continue; /* it is given twice */
            BD_TRY(status);
            if (target.kind != BD_TARGET_LINE)
                return bd_order_fail(call, "Simulink:Commands:InvalidLineHandle", BD_BAD_ARGUMENT,
                                     "%s is no line", bd_target_name(&target));
            if (pass == 1) {
                const bd_end source = {target.node, target.port, target.index};
                BD_TRY(bd_edit_delete_line(target.node->parent, source, call->error));
                bd_target_changed(call, target.diagram);
            }
        }
    return BD_OK;
}

static bd_status delete_line(bd_order *call) {
    if (call->count == 1)
        return delete_by_handles(call);
    bd_system *system = NULL;
    bd_status status = bd_target_system(call, call->args[0], &system);
    if (status == BD_OK && call->count == 2)
        return bd_order_fail(call, "Simulink:Commands:DeleteLinePoint", BD_UNSUPPORTED,
                             "a line is deleted by its ports here, not by a point");
    if (status == BD_OK)
        status = disconnect(call, system);
    return bd_order_identify(call, "Simulink:Commands:DeleteLineFailed", status);
}

const bd_command_entry bd_commands_lines[] = {
    {"add_line", 2, BD_MANY, add_line},
    {"delete_line", 1, 3, delete_line},
    {NULL, 0, 0, NULL},
};
