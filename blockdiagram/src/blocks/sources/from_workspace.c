/* From Workspace and From File: a recorded signal, interpolated or held, with a rule for times
 * before its first and after its last sample */
#include "blocks/sources/recorded.h"
#include "blocks/elements.h"
#include "blocks/families.h"

static bd_status read_workspace(bd_block *block) {
    bd_recorded *r = block->data;
    const bd_value *value;
    const char *drawn = bd_block_text(block, "SigBuilderData");
    if (drawn)
        return bd_samples_from_drawing(block, drawn, &r->samples);
    BD_TRY(bd_block_value(block, "VariableName", &value));
    return bd_samples_from_value(block, value, &r->samples, &r->untimed);
}

static bd_status setup_workspace(bd_block *block) {
    static const char *const rules[] = {"Extrapolation", "Setting to zero", "Holding final value",
                                        "Cyclic repetition", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(bd_recorded)));
    bd_recorded *r = block->data;
    int rule = 0;
    bool crossings = false;
    r->interpolate = true;
    BD_TRY(bd_block_flag(block, "Interpolate", &r->interpolate));
    BD_TRY(bd_block_choice(block, "OutputAfterFinalValue", rules, &rule));
    BD_TRY(bd_block_flag(block, "ZeroCross", &crossings));
    BD_TRY(read_workspace(block));
    r->after =
        rule == BD_OUTSIDE_EXTRAPOLATE && !r->interpolate ? BD_OUTSIDE_HOLD : (bd_outside)rule;
    r->before = r->interpolate ? BD_OUTSIDE_EXTRAPOLATE : BD_OUTSIDE_ZERO;
    r->tell_jumps = crossings || !r->interpolate;
    if (r->after == BD_OUTSIDE_REPEAT && !r->untimed && r->samples.times[0] != 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "cyclic repetition needs samples that begin at time 0");
    return bd_recorded_finish_setup(block);
}

static bd_status read_file(bd_block *block, bd_recorded *r) {
    bd_error error = {0};
    bd_workspace *file = NULL;
    bd_status status = bd_workspace_create("MAT file", NULL, &file, &error);
    if (status == BD_OK)
        status = bd_recorded_load(block, bd_workspace_load_mat, file, &error);
    const bd_value *value = status == BD_OK ? bd_workspace_value_at(file, 0) : NULL;
    if (status != BD_OK)
        status = bd_block_fail(block, status, "%s", error.text);
    else if (!value)
        status = bd_block_fail(block, BD_BAD_FILE, "the file holds no variable");
    else if (value->type == BD_STRUCT)
        status = bd_samples_from_value(block, value, &r->samples, &r->untimed);
    else
        status = bd_samples_from_rows(block, value, &r->samples);
    bd_workspace_free(file);
    return status;
}

static bd_status setup_file(bd_block *block) {
    bd_recorded *r = bd_block_alloc(block, sizeof *r);
    bool crossings = false;
    if (!r)
        return bd_block_no_memory(block);
    block->data = r;
    BD_TRY(bd_recorded_read_manners(block, r));
    BD_TRY(bd_block_flag(block, "ZeroCross", &crossings));
    BD_TRY(read_file(block, r));
    r->tell_jumps = crossings || !r->interpolate;
    return bd_recorded_finish_setup(block);
}

BD_RECORDED_TYPE(workspace_type, "FromWorkspace", setup_workspace);
BD_RECORDED_TYPE(file_type, "FromFile", setup_file);

const bd_block_type *const bd_blocks_from_workspace[] = {&workspace_type, &file_type, NULL};
