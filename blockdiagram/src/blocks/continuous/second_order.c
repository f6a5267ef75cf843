/* Second-Order Integrator: x'' = u, with limits on x and dx, external initial conditions and
 * resets. Inputs: u, then reset, x0, dx0 as far as they are asked for.
 *
 * At a limit of x the speed may only point inwards: an outward one becomes 0, or starts again from
 * its initial condition if the block says so (a bounce). A limit of dx stops the acceleration that
 * points outwards. Modes (x, dx per element) change at major steps; what is at a limit and moves
 * inwards is free. Bounces that follow each other within the resolution of time are a rest */
#include "blocks/arithmetic.h"
#include "blocks/continuous/tolerance.h"
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/reset.h"

#include <float.h>

typedef struct limits {
    bool limited;
    bd_reals upper, lower;
} limits;

typedef struct second_order {
    limits x, v;
    bd_reals x0, v0;
    int reset_input, x0_input, v0_input; /* -1 if none */
    bd_reset_kind reset;
    bool bounce, crossings;
    int x_output, v_output; /* -1 if none */
} second_order;

/* work */
typedef struct memory {
    double last_reset;
    int begun;             /* 1: initial conditions taken, 2: a step was done */
    double last_contact[]; /* times, per element */
} memory;

static bd_status read_limits(bd_block *block, limits *l, const char *upper, const char *lower) {
    if (!l->limited)
        return BD_OK;
    BD_TRY(bd_reals_read(block, upper, &l->upper));
    BD_TRY(bd_reals_read(block, lower, &l->lower));
    for (size_t i = 0; i < l->upper.count || i < l->lower.count; i++)
        if (!(bd_reals_cyclic(&l->lower, i) < bd_reals_cyclic(&l->upper, i)))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be below %s", lower, upper);
    return BD_OK;
}

static bd_status read_values(bd_block *block) {
    second_order *p = block->data;
    if (p->x0_input < 0)
        BD_TRY(bd_reals_read(block, "ICX", &p->x0));
    if (p->v0_input < 0)
        BD_TRY(bd_reals_read(block, "ICDXDT", &p->v0));
    BD_TRY(read_limits(block, &p->x, "UpperLimitX", "LowerLimitX"));
    return read_limits(block, &p->v, "UpperLimitDXDT", "LowerLimitDXDT");
}

static bd_status read_options(bd_block *block, second_order *p) {
    static const char *const sources[] = {"internal", "external", NULL};
    static const char *const shown[] = {"both", "x", "dxdt", NULL};
    int x_source = 0, v_source = 0, show = 0, next = 1;
    BD_TRY(bd_block_choice(block, "ICSourceX", sources, &x_source));
    BD_TRY(bd_block_choice(block, "ICSourceDXDT", sources, &v_source));
    BD_TRY(bd_block_choice(block, "ShowOutput", shown, &show));
    BD_TRY(bd_reset_read(block, &p->reset));
    BD_TRY(bd_block_flag(block, "LimitX", &p->x.limited));
    BD_TRY(bd_block_flag(block, "LimitDXDT", &p->v.limited));
    BD_TRY(bd_block_flag(block, "ReinitDXDTwhenXreachesSaturation", &p->bounce));
    BD_TRY(bd_block_flag(block, "ZeroCross", &p->crossings));
    p->reset_input = p->reset == BD_RESET_NONE ? -1 : next++;
    p->x0_input = x_source ? next++ : -1;
    p->v0_input = v_source ? next++ : -1;
    p->x_output = show == 2 ? -1 : 0;
    p->v_output = show == 1 ? -1 : show == 2 ? 0 : 1;
    return bd_block_set_inputs(block, next);
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(second_order)));
    second_order *p = block->data;
    BD_TRY(read_options(block, p));
    BD_TRY(read_values(block));
    BD_TRY(bd_block_set_outputs(block, (p->x_output >= 0) + (p->v_output >= 0)));
    for (int i = 1; i < block->input_count; i++)
        bd_block_set_feedthrough(block, i);
    /* the speed before a bounce decides on the one after it: that is no algebraic loop */
    if (p->v_output >= 0 && p->bounce && p->v0_input > 0)
        block->outputs[p->v_output].from_state = true;
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status propagate(bd_block *block) {
    const second_order *p = block->data;
    bd_port *u = block->inputs;
    BD_TRY(bd_require_doubles_but(block, p->reset_input));
    if (!bd_port_has_dims(u) && bd_port_has_dims(block->outputs))
        BD_TRY(bd_port_set_dims(u, block->outputs->shape.rank, block->outputs->shape.dims));
    for (int i = 0; i < block->output_count && bd_port_has_dims(u); i++)
        BD_TRY(bd_port_set_dims(&block->outputs[i], u->shape.rank, u->shape.dims));
    return BD_OK;
}

/* states: all x, then all dx */
static bd_status size(bd_block *block) {
    const second_order *p = block->data;
    int n = block->inputs->width;
    static const char *const names[] = {"ICX",         "ICDXDT",         "UpperLimitX",
                                        "LowerLimitX", "UpperLimitDXDT", "LowerLimitDXDT"};
    const bd_reals *values[] = {&p->x0, &p->v0, &p->x.upper, &p->x.lower, &p->v.upper, &p->v.lower};
    for (int i = 0; i < 6; i++)
        BD_TRY(values[i]->count ? bd_reals_fit(block, names[i], values[i], n) : BD_OK);
    BD_TRY(bd_require_fitting(block, 0));
    bd_block_set_states(block, 2 * n);
    bd_block_set_modes(block, 2 * n);
    bd_block_set_work(block, sizeof(memory) + (size_t)n * sizeof(double));
    if (p->crossings)
        bd_block_set_zero_crossings(block,
                                    (p->x.limited + p->v.limited) * 2 * n + (p->reset_input > 0));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const second_order *p = block->data;
    memory *m = block->work;
    int n = block->state_count / 2;
    m->begun = 0;
    for (int i = 0; i < n; i++) {
        block->x[i] = p->x0_input < 0 ? bd_real(&p->x0, i) : 0.0;
        block->x[n + i] = p->v0_input < 0 ? bd_real(&p->v0, i) : 0.0;
        block->modes[i] = block->modes[n + i] = 0;
        m->last_contact[i] = -INFINITY;
    }
    return BD_OK;
}

static double initial_x(const bd_block *block, int i) {
    const second_order *p = block->data;
    return p->x0_input < 0 ? bd_real(&p->x0, i) : bd_port_real(&block->inputs[p->x0_input], i);
}

static double initial_v(const bd_block *block, int i) {
    const second_order *p = block->data;
    return p->v0_input < 0 ? bd_real(&p->v0, i) : bd_port_real(&block->inputs[p->v0_input], i);
}

static int side(const limits *l, double value, int i) {
    if (!l->limited)
        return 0;
    return value >= bd_real(&l->upper, i) ? 1 : value <= bd_real(&l->lower, i) ? -1 : 0;
}

static double clamp(const limits *l, double value, int i) {
    if (!l->limited)
        return value;
    return fmin(fmax(value, bd_real(&l->lower, i)), bd_real(&l->upper, i));
}

/* the limit is met again as soon as it was left: the flight is below the resolution of time, or of
 * the solver's tolerance */
static bool cannot_leave(const bd_block *block, int i) {
    const memory *m = block->work;
    double now = bd_time(block);
    return now - m->last_contact[i] <= 128.0 * DBL_EPSILON * fabs(now);
}

static void obey_limits(bd_block *block, int i, bool just_begun) {
    const second_order *p = block->data;
    memory *m = block->work;
    int n = block->state_count / 2;
    double *x = &block->x[i], *v = &block->x[n + i], x_before = *x, v_before = *v;
    int before = block->modes[i], at = side(&p->x, *x, i);
    *x = clamp(&p->x, *x, i);
    bool outwards = at * *v > 0.0, bounces = p->bounce && !just_begun && before != at;
    if (bounces && (outwards || *x != x_before)) {
        if (cannot_leave(block, i))
            *v = 0.0;
        else if (outwards)
            *v = initial_v(block, i);
        m->last_contact[i] = bd_time(block);
    } else if (outwards) {
        *v = 0.0;
    }
    block->modes[i] = at * *v < 0.0 ? 0 : at;
    block->modes[n + i] = side(&p->v, *v, i);
    *v = clamp(&p->v, *v, i);
    if (*x != x_before || *v != v_before)
        bd_block_reset_solver(block);
}

static void begin_again(bd_block *block) {
    int n = block->state_count / 2;
    for (int i = 0; i < n; i++) {
        block->x[i] = initial_x(block, i);
        block->x[n + i] = initial_v(block, i);
    }
    bd_block_reset_solver(block);
}

static void write_outputs(bd_block *block) {
    const second_order *p = block->data;
    int n = block->state_count / 2;
    for (int i = 0; i < n; i++) {
        if (p->x_output >= 0)
            bd_output(block, p->x_output)[i] = clamp(&p->x, block->x[i], i);
        if (p->v_output >= 0)
            bd_output(block, p->v_output)[i] = clamp(&p->v, block->x[n + i], i);
    }
}

static bd_status outputs(bd_block *block) {
    const second_order *p = block->data;
    memory *m = block->work;
    if (bd_is_major(block)) {
        bool first = m->begun == 0;
        bool again = bd_reset_again(block, p->reset_input, p->reset, m->last_reset, m->begun);
        if (first || again)
            begin_again(block);
        m->begun = first ? 1 : m->begun;
        for (int i = 0; i < block->state_count / 2; i++)
            obey_limits(block, i, first || again);
    }
    write_outputs(block);
    return BD_OK;
}

static bd_status state_outputs(bd_block *block) {
    const second_order *p = block->data;
    int n = block->state_count / 2;
    for (int i = 0; i < n; i++)
        bd_output(block, p->v_output)[i] = clamp(&p->v, block->x[n + i], i);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const second_order *p = block->data;
    memory *m = block->work;
    m->begun = 2;
    if (p->reset_input > 0)
        m->last_reset = bd_reset_signal(&block->inputs[p->reset_input]);
    return BD_OK;
}

static bd_status derivatives(bd_block *block) {
    const double *u = bd_input(block, 0);
    int n = block->state_count / 2;
    for (int i = 0; i < n; i++) {
        double v = block->x[n + i];
        int x_side = block->modes[i], v_side = block->modes[n + i];
        bool pressed = x_side * v >= 0.0 && x_side * u[i] > 0.0; /* held against the limit */
        block->dx[i] = x_side * v > 0.0 ? 0.0 : v;
        block->dx[n + i] = pressed || v_side * u[i] > 0.0 ? 0.0 : u[i];
    }
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const second_order *p = block->data;
    int n = block->state_count / 2;
    double *z = block->zero_crossings;
    const limits *both[] = {&p->x, &p->v};
    for (int k = 0; k < 2; k++)
        for (int i = 0; both[k]->limited && i < n; i++) {
            double above = block->x[k * n + i] - bd_real(&both[k]->upper, i);
            double below = block->x[k * n + i] - bd_real(&both[k]->lower, i);
            /* what leaves a limit begins on the inside of it: it may come back within the step */
            bool leaves = block->modes[k * n + i] == 0;
            *z++ = above == 0.0 && leaves ? -DBL_MIN : above;
            *z++ = below == 0.0 && leaves ? DBL_MIN : below;
        }
    const memory *m = block->work;
    if (p->reset_input > 0)
        *z = bd_reset_crossing(p->reset, m->last_reset,
                               bd_reset_signal(&block->inputs[p->reset_input]));
    return BD_OK;
}

BD_BLOCK_TYPE(type, "SecondOrderIntegrator", .setup = setup, .propagate = propagate, .size = size,
              .start = bd_tolerance_read, .initialise = initialise, .state_outputs = state_outputs,
              .outputs = outputs, .update = update, .derivatives = derivatives,
              .zero_crossings = zero_crossings, .retune = read_values);

const bd_block_type *const bd_blocks_second_order[] = {&type, NULL};
