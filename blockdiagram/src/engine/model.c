/* the life of a compiled model: passes one after the other, then constant */
#include "blockdiagram/language.h"
#include "engine/run.h"
#include "engine/variable_size.h"

#include <stdlib.h>
#include <string.h>

bd_options bd_options_default(void) {
    return (bd_options){
        .start_time = NAN,
        .stop_time = NAN,
        .fixed_step = NAN,
        .max_step = NAN,
        .min_step = NAN,
        .initial_step = NAN,
        .relative_tolerance = NAN,
        .absolute_tolerance = NAN,
    };
}

static bd_status choose_solver(bd_model *model) {
    bd_settings *s = &model->settings;
    bool discrete = strstr(s->solver, "Discrete") != NULL;
    if (model->layout.state_count == 0) {
        s->solver = s->fixed_step ? "FixedStepDiscrete" : "VariableStepDiscrete";
    } else if (discrete) {
        for (int i = 0; i < model->ordered_count; i++)
            if (model->ordered[i]->state_count > 0)
                return bd_block_fail(model->ordered[i], BD_BAD_PARAMETER,
                                     "has continuous states, but the solver %s has none",
                                     s->solver);
    }
    model->solver = bd_solver_find(s->solver);
    return BD_OK;
}

static bd_status look_for_specials(bd_model *model) {
    for (int i = 0; i < model->ordered_count; i++) {
        const bd_block *block = model->ordered[i];
        model->has_projections |= block->type->project != NULL;
        for (int k = 0; k < block->output_count; k++)
            model->has_state_ports |= block->outputs[k].from_state;
    }
    return BD_OK;
}

static bd_status find_inports(bd_model *model) {
    int count = 0;
    for (int i = 0; i < model->block_count; i++)
        count += model->blocks[i]->type == &bd_type_root_inport;
    model->inports = bd_model_array(model, count, sizeof *model->inports);
    if (!model->inports)
        return bd_model_no_memory(model);
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        if (block->type != &bd_type_root_inport)
            continue;
        int k = model->inport_count++;
        while (k > 0 && bd_root_port_number(model->inports[k - 1]) > bd_root_port_number(block)) {
            model->inports[k] = model->inports[k - 1];
            k--;
        }
        model->inports[k] = block;
    }
    return BD_OK;
}

static bd_pass *const passes[] = {bd_flatten,
                                  bd_connect,
                                  bd_propagate_shapes,
                                  bd_check_unread,
                                  bd_route,
                                  bd_find_variable_sizes,
                                  bd_propagate_rates,
                                  bd_choose_steps,
                                  bd_size_blocks,
                                  bd_sort,
                                  bd_lay_out_memory,
                                  choose_solver,
                                  find_inports,
                                  bd_describe_blocks,
                                  look_for_specials,
                                  NULL};

static bd_status run_passes(bd_model *model) {
    for (bd_pass *const *next = passes; *next; next++)
        BD_TRY((*next)(model));
    return BD_OK;
}

static bd_model *allocate(bd_type_finder *find, const bd_diagram *diagram, const bd_workspace *base,
                          const bd_options *options) {
    bd_model *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    model->diagram = model->written = diagram;
    model->scopes.given = base;
    model->find_type = find;
    model->options = options ? *options : bd_options_default();
    model->home.log = model->options.log;
    model->home.name = diagram->name;
    const char *solver = model->options.solver;
    if (solver && !(model->options.solver = bd_arena_copy(&model->home.arena, solver))) {
        free(model);
        return NULL;
    }
    return model;
}

/* what the caller has lent is his again */
static void give_back(bd_model *model) {
    model->reader = NULL;
    model->scopes.given = NULL;
    model->options.log = model->home.log = NULL;
    if (model->scopes.library)
        bd_library_look_around(model->scopes.library, NULL, NULL);
}

bd_status bd_model_compile_with(bd_type_finder *find, const bd_diagram *diagram,
                                const bd_workspace *base, const bd_options *options,
                                bd_model **result, bd_error *error) {
    *result = NULL;
    bd_model *model = allocate(find, diagram, base, options);
    if (!model)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", diagram->name);
    const bd_status status = run_passes(model);
    give_back(model);
    if (status != BD_OK) {
        bd_home_tell(&model->home, status, error);
        bd_model_free(model);
        return status;
    }
    model->compiled = true;
    bd_arena_seal(&model->home.arena, true);
    *result = model;
    return BD_OK;
}

void bd_model_free(bd_model *model) {
    if (!model)
        return;
    bd_arena_seal(&model->home.arena, false);
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        /* a block that insists on terminate gets it even when nothing ever started */
        if (!model->compiled && block->always_terminate && block->engine->set_up &&
            block->type->terminate)
            block->type->terminate(block);
        if (block->type->destroy)
            block->type->destroy(block);
        bd_block_forget_values(block);
    }
    bd_scopes_free(&model->scopes);
    bd_arena_empty(&model->home.arena);
    bd_diagram_free(model->own_diagram);
    bd_diagram_free(model->drawn);
    free(model);
}

/* ---- what a caller can ask ---- */

const char *bd_model_solver(const bd_model *model) {
    return model->settings.solver;
}

bool bd_model_has_fixed_step(const bd_model *model) {
    return model->settings.fixed_step;
}

bool bd_model_uses(const bd_model *model, const char *variable) {
    return bd_workspace_is_used(model->scopes.base, variable);
}

bool bd_model_overrides(const bd_model *model, const char *variable) {
    return bd_workspace_is_lost(model->scopes.base, variable);
}

const char *bd_model_variable_hint(const bd_model *model, const char *variable, char *text,
                                   size_t size) {
    return bd_workspace_hint(model->scopes.model, variable, text, size);
}

int bd_model_input_count(const bd_model *model) {
    return model->inport_count;
}

const bd_shape *bd_model_input_shape(const bd_model *model, int input) {
    return input >= 0 && input < model->inport_count ? &model->inports[input]->outputs->shape
                                                     : NULL;
}

int bd_model_block_count(const bd_model *model) {
    return model->info_count;
}

const bd_block_info *bd_model_block(const bd_model *model, int block) {
    return block >= 0 && block < model->info_count ? &model->infos[block] : NULL;
}
