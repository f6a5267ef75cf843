/* delays of continuous signals.
 *
 * Transport Delay: y(t) = u(t - T). Variable Time Delay: y(t) = u(t - T(t)). Variable Transport
 * Delay: what entered a pipe whose passage takes T comes out when the distance travelled since,
 * the integral of 1/T, is 1; the distance is a continuous state.
 *
 * Inputs are kept at major steps; in between the output is interpolated linearly. With a delay
 * shorter than the step the line through the last two samples is prolonged, unless direct
 * feedthrough is allowed, which makes the present input one more sample */
#include "blocks/arithmetic.h"
#include "blocks/continuous/past.h"
#include "blocks/families.h"

#include <string.h>

typedef enum delay_kind { FIXED_DELAY, TIME_DELAY, TRANSPORT } delay_kind;

typedef struct delay {
    delay_kind kind;
    bool feedthrough;
    bd_reals time; /* of the fixed one */
    bd_reals initial;
    double maximum; /* largest delay */
    long points;    /* samples at first */
    bd_past past;
    double *axis; /* scratch, per element */
} delay;

static bd_status read_values(bd_block *block) {
    delay *d = block->data;
    BD_TRY(bd_reals_read(block, "InitialOutput|InitialInput", &d->initial));
    if (d->kind == FIXED_DELAY)
        BD_TRY(bd_reals_read(block, "DelayTime", &d->time));
    else
        BD_TRY(bd_block_scalar(block, "MaximumDelay", &d->maximum));
    for (size_t i = 0; i < d->time.count; i++) {
        if (!(d->time.values[i] >= 0.0) || isinf(d->time.values[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "DelayTime must be 0 or positive");
        d->maximum = fmax(i ? d->maximum : 0.0, d->time.values[i]);
    }
    if (!(d->maximum >= 0.0))
        return bd_block_fail(block, BD_BAD_PARAMETER, "MaximumDelay must be 0 or positive");
    return BD_OK;
}

static bd_status set_up(bd_block *block, delay_kind kind) {
    BD_TRY(bd_block_make_data(block, sizeof(delay)));
    delay *d = block->data;
    d->kind = kind;
    d->points = 1024;
    BD_TRY(bd_block_flag(
        block, kind == FIXED_DELAY ? "TransDelayFeedthrough" : "TransDelayFeedthrough|ZeroDelay",
        &d->feedthrough));
    BD_TRY(bd_block_flag(block, "FixedBuffer", &d->past.fixed));
    if (bd_block_text(block, "BufferSize|MaximumPoints"))
        BD_TRY(bd_block_whole(block, "BufferSize|MaximumPoints", 2, 100000000, &d->points));
    BD_TRY(read_values(block));
    BD_TRY(bd_block_set_inputs(block, kind == FIXED_DELAY ? 1 : 2));
    BD_TRY(bd_block_set_outputs(block, 1));
    if (d->feedthrough)
        bd_block_set_feedthrough(block, 0);
    if (kind == TIME_DELAY)
        bd_block_set_feedthrough(block, 1);
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status setup_fixed(bd_block *block) {
    return set_up(block, FIXED_DELAY);
}

/* before there was a choice, the block of this name delayed by T(t): its files know no type of
 * delay, and call the initial output InitialInput */
static bool is_older_than_choice(const bd_block *block) {
    double version = bd_block_file_version(block);
    return !bd_block_written(block, "VariableDelayType") &&
           (bd_block_written(block, "InitialInput") || (version > 0.0 && version < 7.0));
}

static bd_status setup_variable(bd_block *block) {
    static const char *const kinds[] = {"Variable time delay", "Variable transport delay", NULL};
    int kind = 1;
    if (is_older_than_choice(block))
        kind = 0;
    else
        BD_TRY(bd_block_choice(block, "VariableDelayType", kinds, &kind));
    return set_up(block, kind == 0 ? TIME_DELAY : TRANSPORT);
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    return bd_propagate_dims(block, 0, block->input_count - 1);
}

/* with fixed steps the number of samples within the delay is known */
static size_t samples_needed(const bd_block *block, const delay *d) {
    double needed = (double)d->points;
    if (block->clock && block->clock->fixed_step && block->clock->step > 0.0 && !d->past.fixed)
        needed = fmin(1e7, fmax(d->maximum / block->clock->step + 4.0, 16.0));
    return (size_t)needed;
}

static bd_status size(bd_block *block) {
    delay *d = block->data;
    int n = block->outputs->width;
    BD_TRY(bd_reals_fit(block, "InitialOutput", &d->initial, n));
    if (d->kind == FIXED_DELAY)
        BD_TRY(bd_reals_fit(block, "DelayTime", &d->time, n));
    if (block->inputs[0].width != n)
        return bd_block_fail(block, BD_BAD_SIGNAL, "a scalar input cannot have %d delays", n);
    bd_block_set_states(block, d->kind == TRANSPORT ? n : 0);
    d->axis = bd_block_alloc(block, (size_t)n * sizeof *d->axis);
    return !d->axis ? bd_block_no_memory(block) : BD_OK;
}

static bd_status start(bd_block *block) {
    delay *d = block->data;
    int n = block->outputs->width;
    if (d->past.capacity == 0)
        BD_TRY(bd_past_make(block, &d->past, samples_needed(block, d), n,
                            d->kind == TRANSPORT ? n : 1));
    if (d->kind != TRANSPORT)
        block->run_derivatives = NULL;
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    delay *d = block->data;
    bd_past_clear(&d->past);
    for (int i = 0; i < block->state_count; i++)
        block->x[i] = 0.0;
    return BD_OK;
}

/* place on the axis, and how far back to look */
static double present_place(const bd_block *block, const delay *d, int i) {
    return d->kind == TRANSPORT ? block->x[i] : bd_time(block);
}

static double look_back(const bd_block *block, const delay *d, int i) {
    if (d->kind == FIXED_DELAY)
        return bd_real(&d->time, i);
    if (d->kind == TRANSPORT)
        return 1.0;
    return fmin(fmax(bd_port_real(&block->inputs[1], i), 0.0), d->maximum);
}

static bd_status outputs(bd_block *block) {
    const delay *d = block->data;
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    for (int i = 0; i < block->outputs->width; i++) {
        double now = present_place(block, d, i), place = now - look_back(block, d, i);
        double begin = d->kind == TRANSPORT ? 0.0 : block->clock->start_time;
        double last = bd_past_last_axis(&d->past, i);
        bool early = place < begin || (place <= begin && now > begin);
        if (early || (d->past.count == 0 && !d->feedthrough))
            y[i] = bd_real(&d->initial, i);
        else if (d->feedthrough && (d->past.count == 0 || place >= now))
            y[i] = u[i];
        else if (d->feedthrough && place > last && now > last)
            y[i] = bd_past_last_value(&d->past, i) +
                   (place - last) / (now - last) * (u[i] - bd_past_last_value(&d->past, i));
        else
            y[i] = bd_past_at(&d->past, i, place);
    }
    return BD_OK;
}

static bd_status update(bd_block *block) {
    delay *d = block->data;
    for (int i = 0; i < d->past.axes; i++)
        d->axis[i] = present_place(block, d, i);
    return bd_past_append(block, &d->past, d->axis, bd_input(block, 0),
                          d->kind == TRANSPORT ? 1.0 : d->maximum);
}

/* a passage that takes no time is bounded, so that the distance stays finite */
static bd_status derivatives(bd_block *block) {
    const delay *d = block->data;
    for (int i = 0; i < block->state_count; i++) {
        double passage = bd_port_real(&block->inputs[1], i);
        if (!(passage > 0.0))
            return bd_block_fail(block, BD_BAD_SIGNAL, "the delay is %g but must be positive",
                                 passage);
        block->dx[i] = 1.0 / fmin(passage, d->maximum);
    }
    return BD_OK;
}

static size_t save_size(const bd_block *block) {
    return bd_past_save_size(&((const delay *)block->data)->past);
}

static bd_status save(const bd_block *block, void *bytes) {
    bd_past_save(&((const delay *)block->data)->past, bytes);
    return BD_OK;
}

static bd_status restore(bd_block *block, const void *bytes, size_t bytes_given) {
    return bd_past_restore(block, &((delay *)block->data)->past, bytes, bytes_given);
}

#define DELAY_TYPE(identifier, type_name, setup_function)                                          \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate,          \
                  .size = size, .start = start, .initialise = initialise, .outputs = outputs,      \
                  .update = update, .derivatives = derivatives, .retune = read_values,             \
                  .own_data = true, .save_size = save_size, .save = save, .restore = restore)

DELAY_TYPE(fixed_type, "TransportDelay", setup_fixed);
DELAY_TYPE(variable_type, "VariableTransportDelay", setup_variable);

const bd_block_type *const bd_blocks_transport_delay[] = {&fixed_type, &variable_type, NULL};
