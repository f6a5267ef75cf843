/* what a block says: about itself in setup and size, about mistakes, and to the run */
#include "engine/engine.h"
#include "blockdiagram/language.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/sentence.h"

#undef bd_block_fail /* the analyzer has another one */
#undef bd_block_no_memory
#undef bd_home_fail

#define MAX_PORTS  10000
#define MAX_STATES 100000000

bd_status bd_home_fail(bd_home *home, bd_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bd_error_set_v(&home->error, status, format, arguments);
    va_end(arguments);
    return status;
}

bd_status bd_home_tell(const bd_home *home, bd_status status, bd_error *error) {
    if (status != BD_OK && error)
        *error = home->error;
    return status;
}

void *bd_block_alloc(bd_block *block, size_t bytes) {
    return bd_arena_alloc(&block->engine->home->arena, bytes);
}

bd_status bd_block_make_data(bd_block *block, size_t size) {
    block->data = bd_block_alloc(block, size);
    return block->data ? BD_OK : bd_block_no_memory(block);
}

bd_status bd_block_no_memory(bd_block *block) {
    return bd_block_fail(block, BD_OUT_OF_MEMORY, "out of memory");
}

bd_status bd_block_fail(bd_block *block, bd_status status, const char *format, ...) {
    const bd_run *run = block->engine->run;
    bd_error *error = &block->engine->home->error;
    CM_SENTENCE(text, BD_ERROR_TEXT, format);
    if (run && run->running)
        return bd_error_set(error, status, "%s: %.900s (t = %.15g)", block->path, text,
                            run->clock.time);
    return bd_error_set(error, status, "%s: %.900s", block->path, text);
}

void bd_block_warn(bd_block *block, const char *format, ...) {
    CM_SENTENCE(text, BD_ERROR_TEXT, format);
    bd_log_add(block->engine->home->log, "%s: %.900s", block->path, text);
}

/* in a run they are there, unless there would be another number of them */
static bd_port *own_ports(const bd_block *block, int count, bool is_input) {
    const bd_block_engine *engine = block->engine;
    const bd_block *compiled = engine->compiled;
    if (count != (is_input ? compiled->input_count : compiled->output_count))
        return NULL;
    return &engine->run->ports[engine->port_begin + (is_input ? 0 : compiled->input_count)];
}

static bd_status make_ports(bd_block *block, int count, bool is_input) {
    if (count < 0 || count > MAX_PORTS)
        return bd_block_fail(block, BD_BAD_PARAMETER, "a block cannot have %d ports", count);
    const bd_item *item = block->node ? bd_item_of(block->engine->model, block->node) : NULL;
    bool own = block->engine->run && !block->engine->trial;
    bd_port *ports = own ? own_ports(block, count, is_input)
                         : bd_block_alloc(block, (size_t)count * sizeof *ports);
    if (!ports)
        return own ? bd_block_fail(block, BD_BAD_PARAMETER, "its ports are not those compiled")
                   : bd_block_no_memory(block);
    for (int i = 0; i < count; i++) {
        ports[i] = (bd_port){0};
        ports[i].shape = bd_shape_unknown();
        ports[i].is_input = is_input;
        ports[i].index = i;
        ports[i].sample_time = BD_SAMPLE_INHERITED;
        ports[i].block = block;
        ports[i].name = "";
        if (!is_input && item)
            ports[i].name = bd_item_signal_name(item, i);
    }
    if (is_input) {
        block->inputs = ports;
        block->input_count = count;
    } else {
        block->outputs = ports;
        block->output_count = count;
    }
    return BD_OK;
}

bd_status bd_block_set_inputs(bd_block *block, int count) {
    return make_ports(block, count, true);
}

bd_status bd_block_set_outputs(bd_block *block, int count) {
    return make_ports(block, count, false);
}

void bd_block_set_feedthrough(bd_block *block, int input) {
    if (input >= 0 && input < block->input_count)
        block->inputs[input].feedthrough = true;
}

void bd_block_set_all_feedthrough(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        block->inputs[i].feedthrough = true;
}

static int bounded(int count) {
    return count < 0 ? 0 : count > MAX_STATES ? MAX_STATES : count;
}

void bd_block_set_states(bd_block *block, int count) {
    block->state_count = bounded(count);
}

void bd_block_set_discrete_states(bd_block *block, int count) {
    block->discrete_count = bounded(count);
}

void bd_block_set_sums(bd_block *block, int count) {
    block->sum_count = bounded(count);
}

void bd_block_set_modes(bd_block *block, int count) {
    block->mode_count = bounded(count);
}

void bd_block_set_zero_crossings(bd_block *block, int count) {
    block->zero_crossing_count = bounded(count);
}

void bd_block_set_work(bd_block *block, size_t bytes) {
    block->work_size = bytes;
}

/* pairs that mean something */
static bool is_sample_time(bd_sample_time s) {
    if (isnan(s.period) || isnan(s.offset))
        return false;
    if (s.period == 0.0)
        return s.offset == 0.0 || s.offset == 1.0;
    if (s.period == -1.0)
        return s.offset == 0.0 || s.offset == 1.0 || s.offset == -1.0;
    if (s.period == -2.0)
        return s.offset >= 0.0;
    return s.period > 0.0 && (isinf(s.period) || fabs(s.offset) < s.period);
}

bd_status bd_block_set_sample_time(bd_block *block, bd_sample_time sample_time) {
    block->rate_count = 0;
    return bd_block_add_sample_time(block, sample_time);
}

bd_status bd_block_add_sample_time(bd_block *block, bd_sample_time sample_time) {
    if (!is_sample_time(sample_time))
        return bd_block_fail(block, BD_BAD_PARAMETER, "[%g, %g] is not a sample time",
                             sample_time.period, sample_time.offset);
    if (isinf(sample_time.period))
        sample_time.offset = 0.0;
    bd_rate *rates = bd_block_alloc(block, (size_t)(block->rate_count + 1) * sizeof *rates);
    if (!rates)
        return bd_block_no_memory(block);
    if (block->rate_count)
        memcpy(rates, block->rates, (size_t)block->rate_count * sizeof *rates);
    rates[block->rate_count].sample_time = sample_time;
    block->rates = rates;
    block->rate_count++;
    return BD_OK;
}

bd_status bd_block_read_sample_time(bd_block *block, const char *name) {
    if (!name)
        name = "SampleTime";
    const char *text = bd_block_text(block, name);
    if (!text || !*text)
        return bd_block_set_sample_time(block, BD_SAMPLE_INHERITED);
    const double *pair;
    size_t count;
    BD_TRY(bd_block_numbers(block, name, &pair, &count));
    if (count < 1 || count > 2)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be T or [T offset]", name);
    bd_sample_time sample_time = {pair[0], count == 2 ? pair[1] : 0.0};
    /* a negative offset means the same hits counted from the other side */
    if (bd_sample_is_discrete(sample_time) && sample_time.offset < 0.0)
        sample_time.offset = sample_time.period + sample_time.offset;
    return bd_block_set_sample_time(block, sample_time);
}

void bd_block_request_stop(bd_block *block) {
    block->engine->run->stop_at_step_end = true;
}

bool bd_block_is_running(const bd_block *block) {
    return block->engine->run && block->clock;
}

bd_persistent *bd_block_globals(bd_block *block) {
    bd_run *run = block->engine->run;
    bd_error error = {0};
    if (run && !run->globals && bd_persistent_create(&run->globals, &error) != BD_OK)
        return NULL;
    return run ? run->globals : NULL;
}

void bd_block_print(bd_block *block, const char *text, size_t length) {
    const bd_run_options *options = block->engine->run ? &block->engine->run->options : NULL;
    if (options && options->print)
        options->print(options->print_user, text, length);
}

void bd_block_tell_activation(bd_block *block, const char *state, bool entered) {
    const bd_run_options *options = &block->engine->run->options;
    if (options->activated)
        options->activated(options->activated_user, block->path, bd_time(block), state, entered);
}

void bd_block_reset_solver(bd_block *block) {
    block->engine->run->solver_reset = true;
}

void bd_block_add_breakpoint(bd_block *block, double time) {
    bd_run *run = block->engine->run;
    if (time > run->clock.time && time < run->breakpoint)
        run->breakpoint = time;
}

/* automatic settings are NAN until they are chosen */
static double chosen(double setting) {
    return isnan(setting) ? 0.0 : setting;
}

bd_solver_info bd_block_solver(const bd_block *block) {
    const bd_block_engine *engine = block->engine;
    const bd_settings *s = engine->run ? &engine->run->settings : &engine->model->settings;
    return (bd_solver_info){
        .name = s->solver ? s->solver : "",
        .fixed_step = s->fixed_step,
        .step = s->fixed_step ? chosen(s->step) : 0.0,
        .max_step = chosen(s->max_step),
        .min_step = chosen(s->min_step),
        .start_time = chosen(s->start_time),
        .stop_time = chosen(s->stop_time),
        .relative_tolerance = chosen(s->relative_tolerance),
    };
}
