/* other values of variables for a run of a compiled model.
 *
 * The workspaces of the model are made again with the new values, code of the model and of masks
 * included, and compared with those in force. Who has read a variable that differs was noted while
 * compiling: a block that reads parameters again (retune) is set up again for the run, and must
 * then be what was compiled. Anything else (settings, variants, routing, a block that reads its
 * parameters once) needs the model compiled anew: never a run with an old value */
#include "engine/tune.h"
#include "engine/instance.h"
#include "engine/run.h"

#include <string.h>
#include <strings.h>

/* ---- workspaces ---- */

static bd_status make_masks(bd_scopes *scopes, const bd_model *model) {
    for (int i = 0; i < model->item_count; i++) {
        const bd_item *item = model->items[i];
        bd_workspace *made;
        if (!item->mask_scope)
            continue;
        const size_t around = bd_workspace_number(bd_workspace_parent(item->mask_scope));
        BD_TRY(bd_make_mask_scope(scopes, item->node, scopes->list[around], &made));
    }
    return BD_OK;
}

static bd_status make_scopes(bd_run *run, const bd_workspace *base, bd_scopes *scopes) {
    bd_model_access *access = bd_arena_alloc(&run->home.arena, sizeof *access);
    if (!access)
        return bd_run_no_memory(run);
    *access = bd_run_access(run);
    *scopes = (bd_scopes){
        .home = &run->home, .diagram = run->model->diagram, .given = base, .access = access};
    run->wants_other_model = false;
    BD_TRY(bd_make_model_scope(scopes));
    return make_masks(scopes, run->model);
}

/* ---- what has changed ---- */

/* marks the readers of a variable; false if one is not a block that can read it again */
static bool mark_readers(bd_run *run, const bd_workspace *compiled, size_t index) {
    const void *const *readers;
    size_t count;
    if (!bd_workspace_readers(compiled, index, &readers, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (readers[i] == &bd_reader_code)
            continue;
        if (readers[i] == &bd_reader_everybody)
            return false;
        const bd_block *block = readers[i];
        if (block->engine->place < 0 || !block->type->retune)
            return false;
        run->blocks[block->engine->place].engine->touched = true;
    }
    return true;
}

static const char *compare(bd_run *run, const bd_scopes *now, const bd_scopes *next) {
    const bd_scopes *compiled = &run->model->scopes;
    for (int s = 0; s < compiled->count; s++) {
        const size_t count = bd_workspace_count(now->list[s]);
        if (count != bd_workspace_count(next->list[s]))
            return bd_workspace_name(now->list[s]);
        for (size_t i = 0; i < count; i++) {
            const char *name = bd_workspace_name_at(now->list[s], i);
            if (strcmp(name, bd_workspace_name_at(next->list[s], i)) != 0)
                return name;
            if (!bd_value_identical(bd_workspace_value_at(now->list[s], i),
                                    bd_workspace_value_at(next->list[s], i)) &&
                !mark_readers(run, compiled->list[s], i))
                return name;
        }
    }
    return NULL;
}

static void put_in_force(bd_run *run, const bd_scopes *scopes) {
    run->scopes = *scopes;
    for (int i = 0; i < run->model->all_count; i++)
        run->blocks[i].scope = bd_scope_in_force(run, run->blocks[i].engine->compiled->scope);
}

bd_status bd_tune(bd_run *run, const bd_workspace *base, bd_scopes *before, const char **variable) {
    bd_scopes next = {0};
    for (int i = 0; i < run->model->all_count; i++)
        run->blocks[i].engine->touched = false;
    bd_status status = make_scopes(run, base, &next);
    *variable = NULL;
    if (status == BD_OK && run->wants_other_model)
        *variable = "set_param";
    else if (status == BD_OK)
        *variable = compare(run, bd_run_scopes(run), &next);
    if (status != BD_OK || *variable) {
        bd_scopes_free(&next);
        return status;
    }
    *before = run->scopes;
    put_in_force(run, &next);
    for (int i = 0; i < run->model->all_count; i++)
        run->blocks[i].engine->changed |= run->blocks[i].engine->touched;
    return BD_OK;
}

/* ---- parameters of blocks ---- */

/* "InitialCondition|X0" */
bool bd_is_one_of(const char *name, const char *names) {
    const size_t length = strlen(name);
    for (; *names; names += names[0] == '|') {
        const size_t one = strcspn(names, "|");
        if (one == length && strncmp(names, name, one) == 0)
            return true;
        names += one;
    }
    return false;
}

/* a value that the block alone has asked for, by evaluating it. A choice among words may have led
 * anything else while compiling */
bool bd_is_tunable(const bd_block *compiled, const char *parameter) {
    const bd_kept_value *kept = compiled->engine->kept;
    while (kept && !bd_is_one_of(parameter, kept->name))
        kept = kept->next;
    return kept && compiled->type->retune && !compiled->node->mask && !compiled->node->system;
}

/* the block whose node that is, if it is one that runs */
static bd_block *block_of(const bd_run *run, const bd_node *node) {
    for (int i = 0; node && i < run->model->all_count; i++)
        if (run->blocks[i].node == node)
            return &run->blocks[i];
    return NULL;
}

bool bd_take_settings(bd_run *run) {
    const bd_run_options *options = &run->options;
    bd_arena *arena = &run->home.arena;
    /* there are copies of the block, or code of the model has looked at parameters, or set them */
    if (options->setting_count > 0 && (run->model->unrolled || run->model->asked_by_code))
        return false;
    for (int i = 0; i < options->setting_count; i++) {
        const bd_run_setting *s = &options->settings[i];
        bd_block *block = block_of(run, bd_diagram_find(run->model->diagram, s->block));
        bd_own_text *own = bd_arena_alloc(arena, sizeof *own);
        if (!block || !own || !bd_is_tunable(block->engine->compiled, s->parameter))
            return false;
        *own = (bd_own_text){block->engine->own_texts, bd_arena_copy(arena, s->parameter),
                             bd_arena_copy(arena, s->value)};
        if (!own->name || !own->text)
            return false;
        block->engine->own_texts = own;
        block->engine->changed = true;
    }
    return true;
}

bool bd_block_has_settings(const bd_block *block) {
    const bd_run *run = block->engine->run;
    return run && run->options.setting_count > 0;
}

const char *bd_block_setting(const bd_block *block, const char *path, const char *parameter) {
    const bd_run *run = block->engine->run;
    if (!bd_block_has_settings(block))
        return NULL;
    const bd_block *asked = block_of(run, bd_diagram_find(run->model->diagram, path));
    const bd_own_text *own = asked ? asked->engine->own_texts : NULL;
    while (own && strcasecmp(own->name, parameter) != 0)
        own = own->next;
    return own ? own->text : NULL;
}

/* ---- between steps or runs ---- */

static bd_status needs_compiling(bd_run *run, const char *variable) {
    return bd_run_fail(
        run, BD_BAD_PARAMETER,
        "%s: a new value of '%s' needs the model compiled anew, which only a new run "
        "can have",
        run->home.name, variable);
}

static bd_status retune_block(bd_block *block) {
    return block->engine->has_own_data ? block->type->retune(block) : bd_set_up_again(block);
}

static bd_status check_block(bd_block *block) {
    if (block->engine->has_own_data || bd_is_compiled_alike(block))
        return BD_OK;
    return bd_block_fail(block, BD_BAD_PARAMETER,
                         "its new values need the model compiled anew, which only a new run can "
                         "have");
}

/* all blocks that are touched, up to the first that fails */
static bd_status for_touched(bd_run *run, bd_status (*function)(bd_block *block)) {
    for (int i = 0; i < run->model->ordered_count; i++)
        if (run->blocks[i].engine->touched)
            BD_TRY(function(&run->blocks[i]));
    return BD_OK;
}

/* as it was, so that the same values are not taken for those in force the next time */
static void go_back(bd_run *run, const bd_scopes *before, bool applied) {
    bd_error error = run->home.error;
    bd_scopes_free(&run->scopes);
    put_in_force(run, before);
    if (applied)
        (void)for_touched(run, retune_block);
    run->home.error = error;
}

static bd_status apply(bd_run *run) {
    for (int i = 0; run->running && i < run->model->ordered_count; i++) {
        bd_block *block = &run->blocks[i];
        if (block->engine->constant && block->run_outputs)
            BD_TRY(block->run_outputs(block));
    }
    /* scalar operations carry their constants with them */
    return run->running ? bd_make_all_lists(run) : BD_OK;
}

static bd_status retune(bd_run *run, const bd_workspace *base) {
    const char *variable;
    bd_scopes before;
    BD_TRY(bd_tune(run, base, &before, &variable));
    if (variable)
        return needs_compiling(run, variable);
    bd_status status = for_touched(run, check_block);
    const bool applied = status == BD_OK;
    if (applied)
        status = for_touched(run, retune_block);
    if (status != BD_OK) {
        go_back(run, &before, applied);
        return status;
    }
    bd_scopes_free(&before);
    return apply(run);
}

bd_status bd_run_retune(bd_run *run, const bd_workspace *base, bd_error *error) {
    return bd_home_tell(&run->home, retune(run, base), error);
}
