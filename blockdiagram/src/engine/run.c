/* the life of a run: memory and instances, start, steps, finish */
#include "engine/instance.h"
#include "blockdiagram/language.h"
#include "engine/run.h"
#include "engine/variable_size.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bd_status create(bd_run *run, bool *fits) {
    BD_TRY(bd_make_instances(run, fits));
    if (!*fits)
        return BD_OK;
    const bd_model *model = run->model;
    run->tolerance_follows =
        bd_arena_array(&run->home.arena, (size_t)model->layout.state_count, sizeof(bool));
    if (!run->tolerance_follows)
        return bd_run_no_memory(run);
    BD_TRY(model->solver->create(run, &run->solver_memory));
    const bd_settings *s = &run->settings;
    if (!s->fixed_step && s->locate_crossings && model->layout.crossing_count > 0)
        BD_TRY(bd_crossings_create(run));
    BD_TRY(bd_records_add_signals(run));
    return bd_records_add_states(run);
}

static bd_run *allocate(const bd_model *model, const bd_run_options *options) {
    bd_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->model = model;
    if (options)
        run->options = *options;
    run->settings = model->settings;
    run->home.log = run->options.log;
    run->home.name = model->home.name;
    atomic_init(&run->stop_wanted, false);
    run->time_limit = INFINITY;
    run->pending = NAN;
    return run;
}

/* the diagram with other parameters of blocks */
static bd_status draw_anew(const bd_model *model, const bd_run_options *options,
                           bd_diagram **diagram, bd_error *error) {
    *diagram = bd_diagram_copy(model->written);
    if (!*diagram)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", model->home.name);
    for (int i = 0; i < options->setting_count; i++) {
        const bd_run_setting *s = &options->settings[i];
        bd_node *node = bd_diagram_find(*diagram, s->block);
        if (!node)
            return bd_error_set(error, BD_UNKNOWN_NAME, "there is no block '%s'", s->block);
        const bd_status status = bd_node_set(node, s->parameter, s->value);
        if (status != BD_OK)
            return bd_error_set(error, status, "%s: %s cannot be set", s->block, s->parameter);
    }
    return BD_OK;
}

/* values that the compiled model cannot take make a model of their own */
static bd_status compile_anew(const bd_model *model, const bd_run_options *options, bd_model **own,
                              bd_error *error) {
    bd_options compiling = model->options;
    bd_diagram *diagram = NULL;
    compiling.log = options->log;
    bd_status status =
        options->setting_count > 0 ? draw_anew(model, options, &diagram, error) : BD_OK;
    if (status == BD_OK)
        status = bd_model_compile_with(model->find_type, diagram ? diagram : model->written,
                                       options->base, &compiling, own, error);
    if (status == BD_OK)
        (*own)->drawn = diagram;
    else
        bd_diagram_free(diagram);
    return status;
}

/* *run is NULL and BD_OK is returned if the model does not fit the values of the options */
static bd_status try_to_create(const bd_model *model, bd_model *own, const bd_run_options *options,
                               bd_run **result, bd_error *error) {
    bool fits = false;
    bd_run *run = allocate(model, options);
    *result = NULL;
    if (!run) {
        bd_model_free(own);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", model->home.name);
    }
    run->own_model = own;
    bd_status status = create(run, &fits);
    bd_home_tell(&run->home, status, error);
    if (status == BD_OK && fits)
        *result = run;
    else
        bd_run_free(run);
    return status;
}

bd_status bd_run_create_owning(bd_model *model, const bd_run_options *options, bd_run **run,
                               bd_error *error) {
    return try_to_create(model, model, options, run, error);
}

bd_status bd_run_create(const bd_model *model, const bd_run_options *options, bd_run **run,
                        bd_error *error) {
    BD_TRY(try_to_create(model, NULL, options, run, error));
    if (*run)
        return BD_OK;
    bd_model *own;
    BD_TRY(compile_anew(model, options, &own, error));
    return bd_run_create_owning(own, options, run, error);
}

const bd_model *bd_run_model(const bd_run *run) {
    return run->model;
}

const bd_workspace *bd_run_workspace(const bd_run *run) {
    return bd_run_scopes(run)->base;
}

static bd_status start_blocks(bd_run *run) {
    for (int i = 0; i < run->model->all_count; i++) {
        bd_block *block = &run->blocks[i];
        block->run_outputs = block->type->outputs;
        block->run_update = block->type->update;
        block->run_derivatives = block->type->derivatives;
        block->run_zero_crossings = block->type->zero_crossings;
        block->engine->started = true;
        bd_forget_sizes(block);
        if (block->type->start)
            BD_TRY(block->type->start(block));
        bd_follow_sizes(block);
        run->any_started = true;
    }
    return BD_OK;
}

static bd_status compute_constants(bd_run *run) {
    bd_status status = BD_OK;
    run->clock.major = true;
    for (int i = 0; i < run->model->ordered_count && status == BD_OK; i++) {
        bd_block *block = &run->blocks[i];
        if (block->engine->constant && block->run_outputs)
            status = block->run_outputs(block);
    }
    return status;
}

static void set_tolerances(bd_run *run) {
    const bd_settings *s = &run->settings;
    for (int i = 0; i < run->model->layout.state_count; i++) {
        run->tolerance_follows[i] = !(run->x_tolerance[i] > 0.0);
        if (run->tolerance_follows[i])
            run->x_tolerance[i] = s->absolute_tolerance;
    }
}

static void set_clock(bd_run *run) {
    const bd_settings *s = &run->settings;
    run->clock = (bd_clock){
        .time = s->start_time,
        .major = true,
        .fixed_step = s->fixed_step,
        .step = s->fixed_step ? s->step : 0.0,
        .start_time = s->start_time,
        .stop_time = s->stop_time,
        .last_major_time = s->start_time,
    };
    run->major_time = s->start_time;
    run->step_number = 0;
    run->progress_in = run->progress_every = 1;
    run->progress_at = 0.0;
    run->next_step = 0.0;
    run->pending = NAN;
    run->time_limit = INFINITY;
    run->breakpoint = INFINITY;
    run->interrupted = true;
    run->solver_reset = false;
    run->stop_at_step_end = false;
    run->done = false;
    run->stamp = 1; /* that of constants */
    for (int i = 0; i < run->model->context_count; i++)
        run->contexts[i]->stamp = 0;
    atomic_store(&run->stop_wanted, false);
    run->given_up = false;
    double steps = floor((s->stop_time - s->start_time) / s->step * (1.0 + 1e-12) + 1e-9);
    run->last_step = s->fixed_step && steps < 1e18 ? (long)steps : LONG_MAX;
}

static bd_status start_inside(bd_run *run) {
    BD_TRY(start_blocks(run));
    BD_TRY(bd_make_all_lists(run));
    BD_TRY(bd_context_initialise(run->contexts[0]));
    BD_TRY(bd_load_initial_state(run));
    BD_TRY(bd_records_begin(run));
    BD_TRY(compute_constants(run));
    return bd_run_event(run, BD_AT_START);
}

static bd_status start(bd_run *run) {
    set_clock(run);
    memset(run->memory, 0, run->model->layout.size);
    memset(run->x_tolerance, 0, (size_t)run->model->layout.state_count * sizeof(double));
    bd_statistics *s = &run->statistics;
    *s = (bd_statistics){.continuous_states = s->continuous_states,
                         .discrete_states = s->discrete_states,
                         .blocks = s->blocks,
                         .algebraic_loops = s->algebraic_loops};
    if (run->search)
        bd_crossings_reset(run->search);
    bd_persistent_free(run->globals);
    run->globals = NULL;
    run->stalled = run->paced = 0;
    run->paced_from = run->settings.start_time;
    run->running = true;
    const bd_status status = start_inside(run);
    set_tolerances(run);
    bd_begin_hits(run);
    if (run->model->solver->reset)
        run->model->solver->reset(run, run->solver_memory);
    return status;
}

bd_status bd_run_start(bd_run *run, bd_error *error) {
    if (run->running)
        bd_run_finish(run, NULL);
    return bd_home_tell(&run->home, start(run), error);
}

/* functions of M code that the run was the first to ask for */
static void tell_functions(bd_run *run) {
    if (run->model->scopes.library)
        bd_library_tell(run->model->scopes.library, run->home.log);
}

bd_status bd_run_step(bd_run *run, bd_error *error) {
    if (!run->running)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: the run has not been started",
                            run->model->diagram->name);
    if (run->done)
        return BD_OK;
    bd_status status = run->settings.fixed_step ? bd_step_fixed(run) : bd_step_variable(run);
    if (status != BD_OK)
        run->done = true;
    tell_functions(run);
    return bd_home_tell(&run->home, status, error);
}

bool bd_run_is_done(const bd_run *run) {
    return run->done;
}

bd_status bd_run_finish(bd_run *run, bd_error *error) {
    bd_status first = BD_OK;
    if (!run->running)
        return BD_OK;
    if (run->any_started)
        first = bd_home_tell(&run->home, bd_run_event(run, BD_AT_END), error);
    for (int i = 0; i < run->model->all_count; i++) {
        bd_block *block = &run->blocks[i];
        bool wanted = run->any_started || block->always_terminate;
        if (!block->type->terminate || !wanted)
            continue;
        /* the first thing that went wrong is the one to tell */
        bd_status status = block->type->terminate(block);
        if (first == BD_OK)
            first = bd_home_tell(&run->home, status, error);
    }
    tell_functions(run);
    if (run->any_started)
        bd_records_tell_not_finite(run);
    run->running = run->any_started = false;
    run->done = true;
    return first;
}

bd_status bd_run_complete(bd_run *run, bd_error *error) {
    bd_status status = bd_run_start(run, error);
    while (status == BD_OK && !run->done)
        status = bd_run_step(run, error);
    bd_status end = bd_run_finish(run, status == BD_OK ? error : NULL);
    return status == BD_OK ? end : status;
}

void bd_run_free(bd_run *run) {
    if (!run)
        return;
    bd_run_finish(run, NULL);
    bd_free_instances(run);
    if (run->solver_memory && run->model->solver->destroy)
        run->model->solver->destroy(run->solver_memory);
    bd_records_free(run);
    bd_persistent_free(run->globals);
    bd_scopes_free(&run->scopes);
    bd_arena_empty(&run->home.arena);
    bd_model_free(run->own_model);
    free(run);
}
