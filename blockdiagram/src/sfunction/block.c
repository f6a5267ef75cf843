/* the block type "S-Function" while the diagram runs: the engine's contract on one side, a
 * SimStruct on the other */
#include "sfunction/block.h"

#include "blockdiagram/expression.h"
#include "sfunction/families.h"
#include "value/value_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SimStruct *simstruct_of(const bd_block *block) {
    return &bd_sfunction_host_of(block)->f->simstruct;
}

/* everything follows from offers; nothing to derive in between */
static bd_status propagate(bd_block *block) {
    (void)block;
    return BD_OK;
}

/* the present moment as the S-function sees it */
static void look_at_clock(bd_block *block) {
    SimStruct *S = simstruct_of(block);
    const bd_clock *clock = block->clock;
    S->time_.now_ = clock->time;
    S->time_.major_ = clock->major;
    S->time_.mode_update_ = clock->major;
    S->time_.final_ = clock->stop_time;
    S->time_.last_ = clock->last_major_time;
    S->time_.step_ = clock->step;
    S->states_.continuous_ = block->x;
    S->states_.derivative_ = block->dx;
    for (int_T i = 0; i < S->rates_.count_; i++) {
        bool continuous = S->rates_.period_[i] == 0.0 && S->rates_.offset_[i] == 0.0;
        S->rates_.hit_[i] = clock->major ? *block->rates[i].hit != 0 : continuous;
        if (S->rates_.hit_[i])
            S->rates_.time_[i] = clock->time;
    }
}

/* wishes the S-function left behind, and its error */
static bd_status finish(bd_block *block, bd_status status, const bd_error *error) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    SimStruct *S = &f->simstruct;
    bd_isolated_notes *notes = bd_isolated_here();
    const bool stop = S->time_.stop_requested_, reset = S->states_.needs_reset_;
    S->time_.stop_requested_ = 0;
    S->states_.needs_reset_ = 0;
    if (notes) {
        notes->stop = stop;
        notes->reset = reset;
    } else {
        if (stop)
            bd_block_request_stop(block);
        if (reset)
            bd_block_reset_solver(block);
    }
    if (!status)
        return BD_OK;
    return f->nested ? f->nested : bd_sfunction_told(block, error);
}

static bd_status run(bd_block *block, bd_ss_method method, const char *name) {
    bd_error error = {0};
    look_at_clock(block);
    bd_status status = bd_sfunction_run(bd_sfunction_host_of(block)->f, method, name, &error);
    return finish(block, status, &error);
}

static bd_status run_task(bd_block *block, bd_ss_task_method method, const char *name) {
    bd_error error;
    error.status = BD_OK;
    look_at_clock(block);
    bd_status status = bd_sfunction_run_task(bd_sfunction_host_of(block)->f, method, name, &error);
    return finish(block, status, &error);
}

/* a method, here or in the process of the S-function, whose wishes and warnings are then ours */
static bd_status call(bd_block *block, bd_isolated_method method, const char *name) {
    const bd_sfunction_block *h = bd_sfunction_host_of(block);
    if (!h->isolated)
        return method(block);
    bd_status status = bd_isolated_call(h->isolated, block, method, name);
    const bd_isolated_notes *notes = bd_isolated_notes_of(h->isolated);
    for (const char *line = notes->warnings; *line;) {
        const int length = (int)strcspn(line, "\n");
        bd_block_warn(block, "%.*s", length, line);
        line += length + (line[length] == '\n');
    }
    if (notes->stop)
        bd_block_request_stop(block);
    if (notes->reset)
        bd_block_reset_solver(block);
    return status;
}

static bd_status run_outputs(bd_block *block) {
    bd_status status = run_task(block, simstruct_of(block)->methods_.outputs_, "mdlOutputs");
    if (!status && block->clock->major)
        bd_sfunction_check_outputs(bd_sfunction_host_of(block)->f);
    return status;
}

static bd_status outputs(bd_block *block) {
    bd_status status = BD_OK;
    if (simstruct_of(block)->methods_.next_hit_)
        status = bd_block_tell_next_hit(block);
    return status ? status : call(block, run_outputs, "mdlOutputs");
}

/* a method of the engine's contract that is one of the S-function, if it has it, and nothing else
 */
#define METHOD(name, runner, member, text)                                                         \
    static bd_status run_##name(bd_block *block) {                                                 \
        return runner(block, simstruct_of(block)->methods_.member, text);                          \
    }                                                                                              \
    static bd_status name(bd_block *block) {                                                       \
        return simstruct_of(block)->methods_.member ? call(block, run_##name, text) : BD_OK;       \
    }

METHOD(update, run_task, update_, "mdlUpdate")
METHOD(derivatives, run, derivatives_, "mdlDerivatives")
METHOD(zero_crossings, run, zero_crossings_, "mdlZeroCrossings")
METHOD(project, run, projection_, "mdlProjection")
METHOD(enable, run, enable_, "mdlEnable")
METHOD(disable, run, disable_, "mdlDisable")

static bd_status ask_next_hit(bd_block *block, double *time) {
    bd_error error = {0};
    look_at_clock(block);
    bd_status status = bd_sfunction_next_hit(bd_sfunction_host_of(block)->f, time, &error);
    return finish(block, status, &error);
}

static bd_status run_next_hit(bd_block *block) {
    return ask_next_hit(block, &bd_isolated_here()->next_hit);
}

static bd_status next_hit(bd_block *block, double *time) {
    const bd_sfunction_block *h = bd_sfunction_host_of(block);
    if (!h->isolated)
        return ask_next_hit(block, time);
    bd_status status = call(block, run_next_hit, "mdlGetTimeOfNextVarHit");
    *time = bd_isolated_notes_of(h->isolated)->next_hit;
    return status;
}

static void warn_there(void *user, const char *text) {
    (void)user;
    bd_isolated_notes *notes = bd_isolated_here();
    char *end = notes->warnings + strlen(notes->warnings);
    /* what has no room is cut */
    (void)snprintf(end, (size_t)(notes->warnings + sizeof notes->warnings - end), "%s\n", text);
}

static bd_status run_start(bd_block *block) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    SimStruct *S = &h->f->simstruct;
    bd_error error = {0};
    if (bd_isolated_here())
        h->f->owner.warn = warn_there;
    for (int i = 0; i < block->input_count; i++)
        S->ports_[0].port_[i].signal_ = block->inputs[i].data;
    for (int i = 0; i < block->output_count; i++)
        S->ports_[1].port_[i].signal_ = block->outputs[i].data;
    bd_sfunction_tell_solver(block);
    S->states_.needs_reset_ = 0;
    h->initialised = false;
    bd_sfunction_memory memory = {block->x,        block->dx,    block->x_tolerance,
                                  block->discrete, block->modes, block->zero_crossings,
                                  block->work};
    bd_status status = bd_sfunction_attach(h->f, &memory, &error);
    if (status)
        return bd_sfunction_told(block, &error);
    if (bd_isolated_here() && !bd_sfunction_guard_work(h->f))
        return bd_block_no_memory(block);
    look_at_clock(block);
    return finish(block, bd_sfunction_start(h->f, &error), &error);
}

static bd_status start(bd_block *block) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    const SimStruct *S = &h->f->simstruct;
    bd_isolated_end(h->isolated);
    h->isolated = NULL;
    /* what calls subsystems of the model stays with them */
    if (h->f->module.isolated && (h->f->calls_systems || h->f->called))
        bd_block_warn(block, "it calls subsystems of the model and is not isolated");
    else if (h->f->module.isolated)
        BD_TRY(bd_isolated_begin(block, bd_sfunction_name(h->f), &h->isolated));
    BD_TRY(call(block, run_start, "mdlStart"));
    if (!S->methods_.update_)
        block->run_update = NULL;
    if (!S->methods_.derivatives_)
        block->run_derivatives = NULL;
    if (!S->methods_.zero_crossings_)
        block->run_zero_crossings = NULL;
    return BD_OK;
}

static bd_status run_initialise(bd_block *block) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    bd_error error = {0};
    look_at_clock(block);
    bd_status status = bd_sfunction_initialise(h->f, !h->initialised, &error);
    h->initialised = true;
    return finish(block, status, &error);
}

static bd_status initialise(bd_block *block) {
    return call(block, run_initialise, "mdlInitializeConditions");
}

static bd_status run_terminate(bd_block *block) {
    bd_error error = {0};
    bd_status status = bd_sfunction_terminate(bd_sfunction_host_of(block)->f, &error);
    return status ? bd_sfunction_told(block, &error) : BD_OK;
}

static bd_status terminate(bd_block *block) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    bd_status status = BD_OK;
    if (!h || !h->f)
        return BD_OK;
    if (!h->isolated || bd_isolated_lives(h->isolated))
        status = call(block, run_terminate, "mdlTerminate");
    bd_isolated_end(h->isolated);
    h->isolated = NULL;
    return status;
}

static void destroy(bd_block *block) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    if (!h)
        return;
    bool taken = h->taken && atomic_flag_test_and_set(h->taken);
    free(h->taken);
    h->taken = NULL;
    bd_isolated_end(h->isolated);
    h->isolated = NULL;
    if (taken)
        return;
    bd_sfunction_free(h->f);
    free(h->saved);
    h->f = NULL;
    h->saved = NULL;
}

/* the first run goes on with what was compiled, so that an S-function whose only instance is in
 * use is initialised once. Its terminate frees what it holds, so nobody else may have it */
static bool adopt(bd_block *block, const bd_block *compiled) {
    bd_sfunction_block *from = bd_sfunction_host_of(compiled);
    bd_sfunction_block *h = bd_block_alloc(block, sizeof *h);
    if (!h || !from->taken || atomic_flag_test_and_set(from->taken))
        return false;
    h->f = from->f;
    h->f->owner.user = block;
    block->data = h;
    return true;
}

static bd_status retune(bd_block *block) {
    if (bd_sfunction_host_of(block)->isolated)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "parameters of an isolated S-function cannot change while it runs");
    bd_error error = {0};
    bd_value **values = NULL;
    size_t count = 0;
    bd_status status = bd_sfunction_block_values(block, &values, &count);
    if (status)
        return status;
    look_at_clock(block);
    status = bd_sfunction_retune(bd_sfunction_host_of(block)->f, values, count, &error);
    bd_expression_free_list(values, count);
    return status ? bd_sfunction_told(block, &error) : BD_OK;
}

/* ---- own state: asked for once, when the size is, and kept until it is written ---- */

static bd_status collect_state(bd_sfunction_block *h, bd_error *error) {
    bd_value *value = NULL;
    if (h->isolated &&
        h->f->simstruct.settings_[BD_SS_SIM_STATE_COMPLIANCE] == USE_CUSTOM_SIM_STATE)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "S-function '%s' runs isolated, and its own state cannot be saved then",
                            bd_sfunction_name(h->f));
    bd_status status = bd_sfunction_get_state(h->f, &value, error);
    if (status)
        return status;
    free(h->saved);
    h->saved_size = bd_value_bytes(value);
    h->saved = malloc(h->saved_size);
    if (h->saved)
        bd_value_write_bytes(value, h->saved);
    else
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    bd_value_free(value);
    return status;
}

static size_t save_size(const bd_block *block) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    bd_error error = {0};
    return collect_state(h, &error) ? 1 : h->saved_size;
}

static bd_status save(const bd_block *block, void *bytes) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    bd_error error = {0};
    if (collect_state(h, &error))
        return bd_sfunction_told((bd_block *)block, &error);
    memcpy(bytes, h->saved, h->saved_size);
    return BD_OK;
}

static bd_status restore(bd_block *block, const void *bytes, size_t bytes_size) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    bd_error error = {0};
    bd_value *value = NULL;
    bd_status status = bd_value_read_bytes(bytes, bytes_size, &value, &error);
    if (!status)
        status = bd_sfunction_set_state(h->f, value, &error);
    bd_value_free(value);
    return status ? bd_sfunction_told(block, &error) : BD_OK;
}

static const void *symbol(const bd_block *block, const char *name) {
    const bd_sfunction *f = bd_sfunction_host_of(block)->f;
    return name ? bd_module_symbol(&f->module, name) : (const void *)&f->simstruct;
}

static BD_TYPE(s_function, "S-Function", .setup = bd_sfunction_block_setup, .propagate = propagate,
               .offer = bd_sfunction_block_offer, .defaults = bd_sfunction_block_defaults,
               .offer_rate = bd_sfunction_block_offer_rate, .size = bd_sfunction_block_size,
               .start = start, .initialise = initialise, .enable = enable, .disable = disable,
               .next_hit = next_hit, .outputs = outputs, .update = update,
               .derivatives = derivatives, .zero_crossings = zero_crossings, .project = project,
               .terminate = terminate, .destroy = destroy, .own_data = true, .adopt = adopt,
               .retune = retune, .save_size = save_size, .save = save, .restore = restore,
               .symbol = symbol, .is_compiled = bd_sfunction_is_compiled);

const bd_block_type *const bd_blocks_s_function[] = {&s_function, NULL};
