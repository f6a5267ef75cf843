/* the life of a simulation: compile, start, step, finish */
#include "engine/for_each.h"
#include "engine/run.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_UNROLLED 20 /* For Each subsystems inside of each other */

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

static bd_status choose_solver(bd_simulation *simulation) {
    bd_settings *s = &simulation->settings;
    bool discrete = strstr(s->solver, "Discrete") != NULL;
    if (simulation->state_count == 0) {
        s->solver = s->fixed_step ? "FixedStepDiscrete" : "VariableStepDiscrete";
    } else if (discrete) {
        for (int i = 0; i < simulation->ordered_count; i++)
            if (simulation->ordered[i]->state_count > 0)
                return bd_block_fail(simulation->ordered[i], BD_BAD_PARAMETER,
                                     "has continuous states, but the solver %s has none",
                                     s->solver);
    }
    simulation->solver = bd_solver_find(s->solver);
    bd_status status = simulation->solver->create(simulation, &simulation->solver_memory);
    if (status == BD_OK && !s->fixed_step && s->locate_crossings && simulation->crossing_count > 0)
        status = bd_crossings_create(simulation);
    return status;
}

static bd_status look_for_specials(bd_simulation *simulation) {
    simulation->tolerance_follows =
        bd_arena_array(&simulation->arena, (size_t)simulation->state_count, sizeof(bool));
    if (!simulation->tolerance_follows)
        return bd_simulation_no_memory(simulation);
    for (int i = 0; i < simulation->ordered_count; i++) {
        const bd_block *block = simulation->ordered[i];
        simulation->has_projections |= block->type->project != NULL;
        for (int k = 0; k < block->output_count; k++)
            simulation->has_state_ports |= block->outputs[k].from_state;
    }
    return BD_OK;
}

static int port_number(const bd_block *block) {
    const char *text = bd_block_text(block, "Port");
    return text ? atoi(text) : 1;
}

static bd_status find_inports(bd_simulation *simulation) {
    int count = 0;
    for (int i = 0; i < simulation->block_count; i++)
        count += simulation->blocks[i]->type == &bd_type_root_inport;
    simulation->inports =
        bd_arena_array(&simulation->arena, (size_t)count, sizeof *simulation->inports);
    if (!simulation->inports)
        return bd_simulation_no_memory(simulation);
    for (int i = 0; i < simulation->block_count; i++) {
        bd_block *block = simulation->blocks[i];
        if (block->type != &bd_type_root_inport)
            continue;
        int k = simulation->inport_count++;
        while (k > 0 && port_number(simulation->inports[k - 1]) > port_number(block)) {
            simulation->inports[k] = simulation->inports[k - 1];
            k--;
        }
        simulation->inports[k] = block;
    }
    return BD_OK;
}

typedef bd_status pass(bd_simulation *);

/* what is drawn: blocks and wires. Sizes of For Each subsystems follow from those of signals */
static pass *const drawing[] = {bd_flatten, bd_connect, NULL};
/* what runs, of a drawing without For Each subsystems */
static pass *const meaning[] = {bd_propagate_shapes,
                                bd_check_unread,
                                bd_route,
                                bd_propagate_rates,
                                bd_choose_steps,
                                bd_size_blocks,
                                bd_sort,
                                bd_lay_out_memory,
                                choose_solver,
                                find_inports,
                                bd_describe_blocks,
                                bd_records_add_signals,
                                look_for_specials,
                                NULL};

static bd_status run_passes(bd_simulation *simulation, pass *const *next) {
    bd_status status = BD_OK;
    while (*next && status == BD_OK)
        status = (*next++)(simulation);
    return status;
}

static bd_simulation *allocate(bd_type_finder *find, const bd_diagram *diagram,
                               const bd_workspace *base, const bd_options *options) {
    bd_simulation *simulation = calloc(1, sizeof *simulation);
    if (!simulation)
        return NULL;
    simulation->diagram = diagram;
    simulation->base = base;
    simulation->find_type = find;
    simulation->options = options ? *options : bd_options_default();
    simulation->log = simulation->options.log;
    atomic_init(&simulation->stop_wanted, false);
    simulation->time_limit = INFINITY;
    simulation->pending = NAN;
    return simulation;
}

/* For Each subsystems wait for the sizes of their inputs, which a mistake elsewhere may leave open:
 * it is told when all are unrolled */
static bd_status unroll(bd_simulation *simulation, bd_diagram *into) {
    (void)bd_propagate_shapes(simulation);
    bd_error_clear(&simulation->error);
    return into ? bd_unroll_for_each(simulation, into) : bd_simulation_no_memory(simulation);
}

/* one attempt: compiles the diagram, or finds For Each subsystems and unrolls them into the copy,
 * which is made at the first time and then belongs to the simulation */
static bd_status compile(bd_simulation *simulation, const bd_diagram *diagram,
                         bd_diagram **unrolled) {
    bd_status status = run_passes(simulation, drawing);
    if (status != BD_OK || simulation->placeholder_count == 0) {
        status = status == BD_OK ? run_passes(simulation, meaning) : status;
        simulation->compiled = status == BD_OK;
        return status;
    }
    if (!*unrolled)
        *unrolled = bd_diagram_copy(diagram);
    return unroll(simulation, *unrolled);
}

bd_status bd_simulation_create_with(bd_type_finder *find, const bd_diagram *diagram,
                                    const bd_workspace *base, const bd_options *options,
                                    bd_simulation **result, bd_error *error) {
    bd_diagram *unrolled = NULL;
    bd_status status = BD_OK;
    *result = NULL;
    for (int depth = 0; depth <= MAX_UNROLLED && status == BD_OK; depth++) {
        bd_simulation *simulation = allocate(find, unrolled ? unrolled : diagram, base, options);
        if (!simulation) {
            status = bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", diagram->name);
            break;
        }
        status = compile(simulation, diagram, &unrolled);
        if (simulation->compiled) {
            simulation->unrolled = unrolled;
            *result = simulation;
            return BD_OK;
        }
        bd_simulation_tell(simulation, status, error);
        bd_simulation_free(simulation);
    }
    bd_diagram_free(unrolled);
    if (status != BD_OK)
        return status;
    return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: For Each subsystems are nested too deeply",
                        diagram->name);
}

/* ---- a run ---- */

static bd_status start_blocks(bd_simulation *simulation) {
    bd_status status = BD_OK;
    for (int i = 0; i < simulation->all_count && status == BD_OK; i++) {
        bd_block *block = simulation->ordered[i];
        block->run_outputs = block->type->outputs;
        block->run_update = block->type->update;
        block->run_derivatives = block->type->derivatives;
        block->run_zero_crossings = block->type->zero_crossings;
        block->engine->started = true;
        if (block->type->start)
            status = block->type->start(block);
        if (status == BD_OK)
            simulation->any_started = true;
    }
    return status;
}

static bd_status compute_constants(bd_simulation *simulation) {
    bd_status status = BD_OK;
    simulation->clock.major = true;
    for (int i = 0; i < simulation->ordered_count && status == BD_OK; i++) {
        bd_block *block = simulation->ordered[i];
        if (block->engine->constant && block->run_outputs)
            status = block->run_outputs(block);
    }
    return status;
}

static void set_tolerances(bd_simulation *simulation) {
    const bd_settings *s = &simulation->settings;
    for (int i = 0; i < simulation->state_count; i++) {
        simulation->tolerance_follows[i] = !(simulation->x_tolerance[i] > 0.0);
        if (simulation->tolerance_follows[i])
            simulation->x_tolerance[i] = s->absolute_tolerance;
    }
}

static void set_clock(bd_simulation *simulation) {
    const bd_settings *s = &simulation->settings;
    simulation->clock = (bd_clock){
        .time = s->start_time,
        .major = true,
        .fixed_step = s->fixed_step,
        .step = s->fixed_step ? s->step : 0.0,
        .start_time = s->start_time,
        .stop_time = s->stop_time,
        .last_major_time = s->start_time,
    };
    simulation->major_time = s->start_time;
    simulation->step_number = 0;
    simulation->progress_in = simulation->progress_every = 1;
    simulation->progress_at = 0.0;
    simulation->next_step = 0.0;
    simulation->pending = NAN;
    simulation->time_limit = INFINITY;
    simulation->breakpoint = INFINITY;
    simulation->interrupted = true;
    simulation->solver_reset = false;
    simulation->stop_at_step_end = false;
    simulation->done = false;
    simulation->stamp = 1; /* that of constants */
    for (int i = 0; i < simulation->context_count; i++)
        simulation->contexts[i]->stamp = 0;
    atomic_store(&simulation->stop_wanted, false);
    double steps = floor((s->stop_time - s->start_time) / s->step * (1.0 + 1e-12) + 1e-9);
    simulation->last_step = s->fixed_step && steps < 1e18 ? (long)steps : LONG_MAX;
}

static bd_status start(bd_simulation *simulation) {
    set_clock(simulation);
    memset(simulation->memory, 0, simulation->memory_size);
    memset(simulation->x_tolerance, 0, (size_t)simulation->state_count * sizeof(double));
    bd_statistics *s = &simulation->statistics;
    *s = (bd_statistics){.continuous_states = s->continuous_states,
                         .discrete_states = s->discrete_states,
                         .blocks = s->blocks,
                         .algebraic_loops = s->algebraic_loops};
    if (simulation->search)
        bd_crossings_reset(simulation->search);
    simulation->stalled = 0;
    simulation->running = true;
    bd_status status = start_blocks(simulation);
    if (status == BD_OK)
        status = bd_make_all_lists(simulation);
    if (status == BD_OK)
        status = bd_context_initialise(simulation->contexts[0]);
    if (status == BD_OK)
        status = bd_load_initial_state(simulation);
    if (status == BD_OK)
        status = bd_records_begin(simulation);
    if (status == BD_OK)
        status = compute_constants(simulation);
    set_tolerances(simulation);
    bd_begin_hits(simulation);
    if (simulation->solver->reset)
        simulation->solver->reset(simulation, simulation->solver_memory);
    return status;
}

bd_status bd_simulation_start(bd_simulation *simulation, bd_error *error) {
    if (simulation->running)
        bd_simulation_finish(simulation, NULL);
    return bd_simulation_tell(simulation, start(simulation), error);
}

bd_status bd_simulation_step(bd_simulation *simulation, bd_error *error) {
    if (!simulation->running)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: the simulation has not been started",
                            simulation->diagram->name);
    if (simulation->done)
        return BD_OK;
    bd_status status =
        simulation->settings.fixed_step ? bd_step_fixed(simulation) : bd_step_variable(simulation);
    if (status != BD_OK)
        simulation->done = true;
    return bd_simulation_tell(simulation, status, error);
}

bool bd_simulation_is_done(const bd_simulation *simulation) {
    return simulation->done;
}

bd_status bd_simulation_finish(bd_simulation *simulation, bd_error *error) {
    bd_status first = BD_OK;
    if (!simulation->running)
        return BD_OK;
    for (int i = 0; i < simulation->all_count; i++) {
        bd_block *block = simulation->ordered[i];
        bool wanted = simulation->any_started || block->always_terminate;
        if (!block->type->terminate || !wanted)
            continue;
        /* the first thing that went wrong is the one to tell */
        bd_status status = block->type->terminate(block);
        if (first == BD_OK)
            first = bd_simulation_tell(simulation, status, error);
    }
    if (simulation->any_started)
        bd_records_tell_not_finite(simulation);
    simulation->running = simulation->any_started = false;
    simulation->done = true;
    return first;
}

bd_status bd_simulation_run(bd_simulation *simulation, bd_error *error) {
    bd_status status = bd_simulation_start(simulation, error);
    while (status == BD_OK && !simulation->done)
        status = bd_simulation_step(simulation, error);
    bd_status end = bd_simulation_finish(simulation, status == BD_OK ? error : NULL);
    return status == BD_OK ? end : status;
}

void bd_simulation_free(bd_simulation *simulation) {
    if (!simulation)
        return;
    bd_simulation_finish(simulation, NULL);
    for (int i = 0; i < simulation->block_count; i++) {
        bd_block *block = simulation->blocks[i];
        /* a block that insists on terminate gets it even when nothing ever started */
        if (!simulation->compiled && block->always_terminate && block->engine->set_up &&
            block->type->terminate)
            block->type->terminate(block);
        if (block->type->destroy)
            block->type->destroy(block);
        bd_block_forget_values(block);
    }
    if (simulation->solver && simulation->solver->destroy && simulation->solver_memory)
        simulation->solver->destroy(simulation->solver_memory);
    bd_records_free(simulation);
    for (int i = simulation->workspace_count - 1; i >= 0; i--)
        bd_workspace_free(simulation->workspaces[i]);
    free(simulation->workspaces);
    bd_arena_empty(&simulation->arena);
    bd_diagram_free(simulation->own_diagram);
    bd_diagram_free(simulation->unrolled);
    free(simulation);
}
