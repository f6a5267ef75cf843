/* Integrator: x' = u with reset, limits, wrapping, external initial condition, saturation and state
 * port.
 *
 * Limits: the mode of an element says that it sits at a limit; there its derivative may only point
 * inwards. Modes change at major steps; x reaching a limit and u turning inwards are zero
 * crossings. Reset: the signal at this major step is compared with that of the step before */
#include "blocks/arithmetic.h"
#include "blocks/continuous/tolerance.h"
#include "blocks/families.h"
#include "blocks/reset.h"

#include <math.h>
#include <string.h>

typedef struct integrator {
    bd_reset_kind reset;
    int reset_input;   /* -1 if none */
    int initial_input; /* -1: internal */
    bool limited, wrapped, crossings, ignore_limit;
    int saturation_output, state_output; /* -1 if none */
    bd_reals initial, upper, lower;
} integrator;

/* work: what the next major step must know */
typedef struct memory {
    double last_reset;
    int initialised; /* external initial condition was taken */
    int holding;     /* a level reset holds the output */
} memory;

static bd_status read_values(bd_block *block) {
    integrator *p = block->data;
    if (p->initial_input < 0)
        BD_TRY(bd_reals_read(block, "InitialCondition", &p->initial));
    if (!p->limited && !p->wrapped)
        return BD_OK;
    BD_TRY(bd_reals_read(block, p->wrapped ? "WrappedStateUpperValue" : "UpperSaturationLimit",
                         &p->upper));
    BD_TRY(bd_reals_read(block, p->wrapped ? "WrappedStateLowerValue" : "LowerSaturationLimit",
                         &p->lower));
    for (size_t i = 0; i < p->upper.count || i < p->lower.count; i++)
        if (!(bd_reals_cyclic(&p->lower, i) < bd_reals_cyclic(&p->upper, i)))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "the lower limit must be below the upper one");
    return BD_OK;
}

static bd_status read_options(bd_block *block, integrator *p, bool *saturation, bool *state) {
    static const char *const sources[] = {"internal", "external", NULL};
    int source = 0;
    BD_TRY(bd_reset_read(block, &p->reset));
    BD_TRY(bd_block_choice(block, "InitialConditionSource", sources, &source));
    BD_TRY(bd_block_flag(block, "LimitOutput", &p->limited));
    BD_TRY(bd_block_flag(block, "WrapState", &p->wrapped));
    BD_TRY(bd_block_flag(block, "ZeroCross", &p->crossings));
    BD_TRY(bd_block_flag(block, "ShowSaturationPort", saturation));
    BD_TRY(bd_block_flag(block, "ShowStatePort", state));
    p->reset_input = p->reset == BD_RESET_NONE ? -1 : 1;
    p->initial_input = source == 0 ? -1 : p->reset == BD_RESET_NONE ? 1 : 2;
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(integrator)));
    integrator *p = block->data;
    bool saturation = false, state = false;
    BD_TRY(read_options(block, p, &saturation, &state));
    BD_TRY(read_values(block));
    int outputs = 1;
    p->saturation_output = saturation ? outputs++ : -1;
    p->state_output = state ? outputs++ : -1;

    BD_TRY(bd_block_set_inputs(block, 1 + (p->reset_input > 0) + (p->initial_input > 0)));
    BD_TRY(bd_block_set_outputs(block, outputs));
    if (p->reset_input > 0)
        bd_block_set_feedthrough(block, p->reset_input);
    if (p->initial_input > 0)
        bd_block_set_feedthrough(block, p->initial_input);
    if (p->state_output > 0)
        block->outputs[p->state_output].from_state = true;
    block->outputs[0].is_state = !p->limited;
    bd_block_set_work(block, sizeof(memory));
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status propagate(bd_block *block) {
    integrator *p = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_require_doubles_but(block, p->reset_input));
    /* a scalar initial condition port expands */
    bd_port *x0 = p->initial_input > 0 ? &block->inputs[p->initial_input] : NULL;
    bool many = p->initial_input < 0 && p->initial.count > 1;
    if (!many && !bd_port_has_dims(u) && bd_port_has_dims(y))
        BD_TRY(bd_port_set_dims(u, y->shape.rank, y->shape.dims));
    if (x0 && bd_port_has_dims(x0) && !bd_shape_is_scalar(&x0->shape))
        BD_TRY(bd_port_set_dims(u, x0->shape.rank, x0->shape.dims));
    /* a scalar input serves all states */
    bool expand = many && (!bd_port_has_dims(u) || bd_shape_is_scalar(&u->shape));
    for (int i = 0; i < block->output_count; i++)
        if (expand)
            BD_TRY(bd_port_set_parameter_dims(&y[i], "InitialCondition"));
        else if (bd_port_has_dims(u))
            BD_TRY(bd_port_set_dims(&y[i], u->shape.rank, u->shape.dims));
    if (p->reset_input > 0)
        BD_TRY(bd_port_set_width(&block->inputs[p->reset_input], 1));
    return BD_OK;
}

/* zero crossings: per element upper, lower, leaving a limit; then the reset signal */
static bd_status size(bd_block *block) {
    integrator *p = block->data;
    int n = block->outputs->width;
    const bd_reals *values[] = {&p->initial, &p->upper, &p->lower};
    static const char *const names[] = {"InitialCondition", "the upper limit", "the lower limit"};
    for (int i = 0; i < 3; i++)
        if (values[i]->count > 1)
            BD_TRY(bd_reals_fit(block, names[i], values[i], n));
    bd_block_set_states(block, n);
    bool edges = p->reset >= BD_RESET_RISING;
    if (p->limited || p->wrapped)
        bd_block_set_modes(block, n);
    if (p->crossings)
        bd_block_set_zero_crossings(block,
                                    (p->limited || p->wrapped ? 3 * n : 0) + (edges ? 1 : 0));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const integrator *p = block->data;
    memory *m = block->work;
    m->initialised = p->initial_input < 0;
    for (int i = 0; i < block->state_count; i++)
        block->x[i] = m->initialised ? bd_real(&p->initial, i) : 0.0;
    return BD_OK;
}

static double reset_signal(const bd_block *block, const integrator *p) {
    return bd_reset_signal(&block->inputs[p->reset_input]);
}

static void take_initial(bd_block *block, const integrator *p) {
    const bd_port *x0 = p->initial_input > 0 ? &block->inputs[p->initial_input] : NULL;
    for (int i = 0; i < block->state_count; i++)
        block->x[i] =
            x0 ? ((const double *)x0->data)[x0->width == 1 ? 0 : i] : bd_real(&p->initial, i);
}

static void obey_limits(bd_block *block, const integrator *p) {
    for (int i = 0; i < block->state_count; i++) {
        double upper = bd_real(&p->upper, i);
        double lower = bd_real(&p->lower, i);
        double *x = &block->x[i];
        double before = *x;
        if (p->wrapped) {
            double turn = upper - lower;
            if (*x >= upper || *x < lower)
                *x -= turn * floor((*x - lower) / turn);
        } else {
            block->modes[i] = *x >= upper ? 1 : *x <= lower ? -1 : 0;
            *x = *x > upper ? upper : *x < lower ? lower : *x;
        }
        if (*x != before)
            bd_block_reset_solver(block);
    }
}

static bd_status outputs(bd_block *block) {
    const integrator *p = block->data;
    memory *m = block->work;
    if (bd_is_major(block)) {
        bool again = p->reset_input > 0 && m->initialised == 2 &&
                     bd_reset_due(p->reset, m->last_reset, reset_signal(block, p));
        if (!m->initialised || again) {
            take_initial(block, p);
            bd_block_reset_solver(block);
        }
        if (!m->initialised)
            m->initialised = 1;
        m->holding = p->reset >= BD_RESET_LEVEL && reset_signal(block, p) != 0.0;
        if (p->limited || p->wrapped)
            obey_limits(block, p);
    }
    if (!p->limited)
        return BD_OK;
    double *y = bd_output(block, 0);
    double *saturation = p->saturation_output > 0 ? bd_output(block, p->saturation_output) : NULL;
    for (int i = 0; i < block->state_count; i++) {
        y[i] = fmin(fmax(block->x[i], bd_real(&p->lower, i)), bd_real(&p->upper, i));
        if (saturation)
            saturation[i] = block->modes[i];
    }
    return BD_OK;
}

static bd_status state_outputs(bd_block *block) {
    const integrator *p = block->data;
    memcpy(block->outputs[p->state_output].data, block->x,
           (size_t)block->state_count * sizeof *block->x);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const integrator *p = block->data;
    memory *m = block->work;
    if (p->reset_input > 0)
        m->last_reset = reset_signal(block, p);
    m->initialised = 2;
    return BD_OK;
}

static bd_status derivatives(bd_block *block) {
    const integrator *p = block->data;
    const memory *m = block->work;
    for (int i = 0; i < block->state_count; i++) {
        double u = bd_port_real(block->inputs, i);
        int mode = p->limited ? block->modes[i] : 0;
        bool outwards = (mode > 0 && u > 0.0) || (mode < 0 && u < 0.0);
        block->dx[i] = outwards || m->holding ? 0.0 : u;
    }
    return BD_OK;
}

static bd_status derivatives_plain(bd_block *block) {
    memcpy(block->dx, block->inputs->data, (size_t)block->state_count * sizeof *block->dx);
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const integrator *p = block->data;
    double *z = block->zero_crossings;
    if (p->limited || p->wrapped)
        for (int i = 0; i < block->state_count; i++) {
            *z++ = block->x[i] - bd_real(&p->upper, i);
            *z++ = block->x[i] - bd_real(&p->lower, i);
            *z++ = block->modes[i] ? bd_port_real(block->inputs, i) : 0.0;
        }
    const memory *m = block->work;
    if (p->reset >= BD_RESET_RISING)
        *z = bd_reset_crossing(p->reset, m->last_reset, reset_signal(block, p));
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const integrator *p = block->data;
    if (!p->limited && !p->wrapped && p->reset == BD_RESET_NONE) {
        if (block->inputs->width == block->state_count)
            block->run_derivatives = derivatives_plain;
        if (p->initial_input < 0)
            block->run_outputs = block->run_update = NULL;
    }
    return bd_tolerance_read(block);
}

BD_BLOCK_TYPE(type, "Integrator", .integrates_input = true, .setup = setup, .propagate = propagate,
              .size = size, .start = start, .initialise = initialise,
              .state_outputs = state_outputs, .outputs = outputs, .update = update,
              .derivatives = derivatives, .zero_crossings = zero_crossings, .retune = read_values);

const bd_block_type *const bd_blocks_integrator[] = {&type, NULL};
