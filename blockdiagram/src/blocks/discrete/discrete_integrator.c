/* Discrete-Time Integrator and accumulator: Forward Euler, Backward Euler, Trapezoidal.
 *
 *   forward      y = x                    next x = x + K T u
 *   backward     y = x + K T u            next x = y
 *   trapezoidal  y = x + K T/2 u          next x = y + K T/2 u
 *
 * accumulation: T = 1. Without a period of its own (triggered) T is the time since the last run,
 * which is known only afterwards: then x is the last output and the last input is kept beside it.
 * An initial condition for the output is y at the first hit and after a reset; one for the state is
 * x. Limits hold for y and x */
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/reset.h"

#include <string.h>

typedef enum method { FORWARD, BACKWARD, TRAPEZOIDAL } method;

typedef struct integrator {
    method rule;
    bool accumulate, output_is_initial, limited;
    bd_reset_kind reset;
    int reset_input, initial_input;      /* -1 if none */
    int saturation_output, state_output; /* -1 if none */
    double gain;
    bd_reals initial, upper, lower;
    bd_cast cast;
    double period; /* 0: the time since the last run */
} integrator;

/* begin of work */
typedef struct memory {
    double last_reset, last_time;
    int begun;   /* 1: initial condition taken, 2: a step was done */
    int initial; /* y is the initial condition in this step */
} memory;

static bd_status read_values(bd_block *block) {
    integrator *p = block->data;
    BD_TRY(bd_block_scalar(block, "gainval", &p->gain));
    if (p->initial_input < 0)
        BD_TRY(bd_reals_read(block, "InitialCondition|X0", &p->initial));
    if (!p->limited)
        return BD_OK;
    BD_TRY(bd_reals_read(block, "UpperSaturationLimit", &p->upper));
    BD_TRY(bd_reals_read(block, "LowerSaturationLimit", &p->lower));
    for (size_t i = 0; i < p->upper.count || i < p->lower.count; i++)
        if (!(bd_reals_cyclic(&p->lower, i) <= bd_reals_cyclic(&p->upper, i)))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "the lower limit must not exceed the upper one");
    return BD_OK;
}

static bd_status read_method(bd_block *block, integrator *p) {
    static const char *const methods[] = {"Integration: Forward Euler",
                                          "Integration: Backward Euler",
                                          "Integration: Trapezoidal",
                                          "Accumulation: Forward Euler",
                                          "Accumulation: Backward Euler",
                                          "Accumulation: Trapezoidal",
                                          "ForwardEuler",
                                          "BackwardEuler",
                                          "Trapezoidal",
                                          NULL};
    static const char *const settings[] = {
        "Output",        "State (most efficient)",      "State", "State and output", "Auto",
        "Compatibility", "State only (most efficient)", NULL};
    int choice = 0, setting = 0;
    BD_TRY(bd_block_choice(block, "IntegratorMethod", methods, &choice));
    BD_TRY(
        bd_block_choice(block, "InitialConditionSetting|InitialConditionMode", settings, &setting));
    p->rule = (method)(choice % 3);
    p->accumulate = choice / 3 == 1;
    p->output_is_initial = setting == 0 || setting == 3 || setting == 5;
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    static const char *const sources[] = {"internal", "external", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(integrator)));
    integrator *p = block->data;
    int source = 0, inputs = 1, outputs = 1;
    bool saturation = false, state = false;
    BD_TRY(read_method(block, p));
    BD_TRY(bd_reset_read(block, &p->reset));
    BD_TRY(bd_block_choice(block, "InitialConditionSource", sources, &source));
    BD_TRY(bd_block_flag(block, "LimitOutput", &p->limited));
    BD_TRY(bd_block_flag(block, "ShowSaturationPort", &saturation));
    BD_TRY(bd_block_flag(block, "ShowStatePort", &state));
    BD_TRY(bd_cast_read(block, &p->cast));
    p->reset_input = p->reset == BD_RESET_NONE ? -1 : inputs++;
    p->initial_input = source ? inputs++ : -1;
    p->saturation_output = saturation ? outputs++ : -1;
    p->state_output = state ? outputs++ : -1;
    BD_TRY(read_values(block));
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, outputs));
    bd_block_set_all_feedthrough(block);
    block->inputs->feedthrough = p->rule != FORWARD;
    if (state)
        block->outputs[p->state_output].from_state = true;
    return bd_read_discrete_rate(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const integrator *p = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_propagate_out_type(block, 1));
    if (p->reset_input > 0)
        BD_TRY(bd_port_set_width(&block->inputs[p->reset_input], 1));
    bool expand = p->initial.count > 1 && (!bd_port_has_dims(u) || bd_shape_is_scalar(&u->shape));
    for (int i = 0; i < block->output_count; i++) {
        if (expand)
            BD_TRY(bd_port_set_parameter_dims(&y[i], "InitialCondition|X0"));
        else if (bd_port_has_dims(u))
            BD_TRY(bd_port_set_dims(&y[i], u->shape.rank, u->shape.dims));
        if (i > 0)
            BD_TRY(bd_port_set_type(&y[i], BD_DOUBLE));
    }
    if (!expand && !bd_port_has_dims(u) && bd_port_has_dims(y))
        BD_TRY(bd_port_set_dims(u, y->shape.rank, y->shape.dims));
    return BD_OK;
}

static bd_status size(bd_block *block) {
    integrator *p = block->data;
    int n = block->outputs->width;
    BD_TRY(bd_require_fitting(block, 0));
    if (p->initial.count)
        BD_TRY(bd_reals_fit(block, "InitialCondition", &p->initial, n));
    if (p->limited) {
        BD_TRY(bd_reals_fit(block, "UpperSaturationLimit", &p->upper, n));
        BD_TRY(bd_reals_fit(block, "LowerSaturationLimit", &p->lower, n));
    }
    bd_block_set_discrete_states(block, 2 * n); /* x, then the last inputs */
    bd_block_set_sums(block, n);
    bd_block_set_work(block, sizeof(memory));
    bd_sample_time time = block->rates->sample_time;
    p->period = p->accumulate ? 1.0 : bd_sample_is_discrete(time) ? time.period : 0.0;
    return BD_OK;
}

static double initial(const bd_block *block, int i) {
    const integrator *p = block->data;
    return p->initial_input > 0 ? bd_port_real(&block->inputs[p->initial_input], i)
                                : bd_real(&p->initial, i);
}

static bd_status initialise(bd_block *block) {
    const integrator *p = block->data;
    memory *m = block->work;
    m->begun = 0;
    int n = block->outputs->width;
    for (int i = 0; i < n; i++) {
        block->discrete[i] = p->initial_input > 0 ? 0.0 : bd_real(&p->initial, i);
        block->discrete[n + i] = 0.0;
    }
    return BD_OK;
}

static double clamp(const integrator *p, double value, int i) {
    return p->limited ? fmin(fmax(value, bd_real(&p->lower, i)), bd_real(&p->upper, i)) : value;
}

/* K T u */
static double increment(const bd_block *block, int i) {
    const integrator *p = block->data;
    return p->gain * p->period * bd_port_real(block->inputs, i);
}

/* from the last run to this one */
static double elapsed_output(const bd_block *block, int i) {
    const integrator *p = block->data;
    const memory *m = block->work;
    int n = block->outputs->width;
    double time = m->begun == 2 ? bd_time(block) - m->last_time : 0.0;
    double before = p->rule == FORWARD ? 1.0 : p->rule == BACKWARD ? 0.0 : 0.5;
    double mean = before * block->discrete[n + i];
    if (p->rule != FORWARD)
        mean += (1.0 - before) * bd_port_real(block->inputs, i);
    return block->discrete[i] + p->gain * time * mean;
}

static double output(const bd_block *block, int i) {
    const integrator *p = block->data;
    const memory *m = block->work;
    double x = block->discrete[i];
    if (!m->initial && p->period == 0.0)
        return clamp(p, elapsed_output(block, i), i);
    if (p->rule == FORWARD || m->initial)
        return clamp(p, x, i);
    double part = p->rule == BACKWARD ? 1.0 : 0.5;
    return clamp(p, x + part * increment(block, i), i);
}

static bd_status outputs(bd_block *block) {
    const integrator *p = block->data;
    memory *m = block->work;
    if (bd_is_major(block)) {
        bool again = bd_reset_again(block, p->reset_input, p->reset, m->last_reset, m->begun);
        bool now = m->begun == 0 || again;
        for (int i = 0; now && i < block->outputs->width; i++)
            block->discrete[i] = initial(block, i);
        m->initial = now && (p->output_is_initial || again);
        m->begun = m->begun ? m->begun : 1;
    }
    for (int i = 0; i < block->outputs->width; i++) {
        double y = output(block, i);
        bd_port_write(block->outputs, i, y, &p->cast);
        if (p->saturation_output > 0)
            bd_output(block, p->saturation_output)[i] = !p->limited                  ? 0.0
                                                        : y >= bd_real(&p->upper, i) ? 1.0
                                                        : y <= bd_real(&p->lower, i) ? -1.0
                                                                                     : 0.0;
    }
    return BD_OK;
}

static bd_status state_outputs(bd_block *block) {
    const integrator *p = block->data;
    memcpy(block->outputs[p->state_output].data, block->discrete,
           (size_t)block->outputs->width * sizeof *block->discrete);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const integrator *p = block->data;
    memory *m = block->work;
    int n = block->outputs->width;
    for (int i = 0; i < n; i++) {
        double y = output(block, i);
        double part = p->rule == FORWARD ? 1.0 : p->rule == BACKWARD ? 0.0 : 0.5;
        double step = p->period == 0.0 ? 0.0 : part * increment(block, i);
        block->discrete[i] = clamp(p, y + step, i);
        block->discrete[n + i] = bd_port_real(block->inputs, i);
    }
    if (p->reset_input > 0)
        m->last_reset = bd_reset_signal(&block->inputs[p->reset_input]);
    m->last_time = bd_time(block);
    m->begun = 2;
    return BD_OK;
}

BD_BLOCK_TYPE(type, "DiscreteIntegrator", .setup = setup, .propagate = propagate,
              .defaults = bd_default_elementwise, .size = size, .initialise = initialise,
              .state_outputs = state_outputs, .outputs = outputs, .update = update,
              .retune = read_values);

const bd_block_type *const bd_blocks_discrete_integrator[] = {&type, NULL};
