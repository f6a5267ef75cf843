/* whole contents: delete, copy, arrange (what Simulink.BlockDiagram and Simulink.SubSystem do) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/place.h"
#include "commands/commands.h"

static bd_status delete_contents(bd_order *call) {
    bd_system *system = NULL;
    BD_TRY(bd_target_system(call, call->args[0], &system));
    while (system->block_count > 0)
        BD_TRY(bd_edit_delete(system->blocks[system->block_count - 1], call->error));
    bd_target_changed(call, system->diagram);
    return BD_OK;
}

/* all blocks and lines of one system into another one, which must be empty */
static bd_status copy_contents(bd_order *call) {
    bd_system *from = NULL, *to = NULL;
    bd_status status = bd_target_system(call, call->args[0], &from);
    if (status == BD_OK)
        status = bd_target_system(call, call->args[1], &to);
    if (status == BD_OK && to->block_count > 0)
        return bd_order_fail(call, "Simulink:Commands:CopyContentsNotEmpty", BD_BAD_ARGUMENT,
                             "the contents are copied into an empty system only");
    const size_t count = status == BD_OK ? from->block_count : 0;
    for (size_t i = 0; status == BD_OK && i < count; i++) {
        bd_node *made = NULL;
        status = bd_edit_add_copy(to, from->blocks[i], from->blocks[i]->name, NULL, 0, &made,
                                  call->error);
    }
    for (size_t i = 0; status == BD_OK && i < from->line_count; i++) {
        const bd_line *line = &from->lines[i];
        bd_end source = line->source;
        source.block = to->blocks[source.block->index];
        for (size_t k = 0; status == BD_OK && k < line->destination_count; k++) {
            bd_end end = line->destinations[k];
            end.block = to->blocks[end.block->index];
            status = bd_edit_connect(to, source, end, call->error);
        }
        if (status == BD_OK && *line->name != '\0' && source.kind == BD_PORT_OUTPUT)
            status =
                bd_edit_set_port(source.block, source.index + 1, "Name", line->name, call->error);
    }
    while (status != BD_OK && to && from && to->block_count > 0)
        if (bd_edit_delete(to->blocks[to->block_count - 1], NULL) != BD_OK)
            break;
    if (status == BD_OK)
        bd_target_changed(call, to->diagram);
    return status;
}

/* new positions for all blocks of the system */
static bd_status arrange(bd_order *call) {
    bd_system *system = NULL;
    bd_status status = bd_target_system(call, call->args[0], &system);
    if (status != BD_OK)
        return status;
    bd_position *places = calloc(system->block_count + 1, sizeof *places);
    if (!places || !bd_system_place(system, places))
        status = bd_order_memory(call);
    for (size_t i = 0; status == BD_OK && i < system->block_count; i++) {
        char text[96];
        snprintf(text, sizeof text, "[%d, %d, %d, %d]", places[i].left, places[i].top,
                 places[i].right, places[i].bottom);
        const bd_setting position = {"Position", text};
        status = bd_edit_set(system->blocks[i], &position, 1, call->error);
    }
    for (size_t i = 0; status == BD_OK && i < system->line_count; i++)
        system->lines[i].corners = NULL;
    free(places);
    if (status == BD_OK)
        bd_target_changed(call, system->diagram);
    return status;
}

const bd_command_entry bd_commands_contents[] = {
    {"delete_contents", 1, 1, delete_contents},
    {"copy_contents", 2, 2, copy_contents},
    {"arrange_system", 1, 1, arrange},
    {NULL, 0, 0, NULL},
};
