/* PID controllers, running. States per element: integrator, filter (all integrators first), unless
 * it has neither. Without derivative filter a discrete controller keeps the last input of the
 * difference instead; a continuous one keeps the inputs of the last two major steps as discrete
 * states and takes the difference quotient, as the Derivative block does */
#include "blocks/continuous/pid.h"
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

/* work: seen from one major step to the next */
typedef struct memory {
    double last_reset;
    int begun; /* 1: initial conditions taken, 2: a step was done */
    int known; /* samples of a derivative without filter in continuous time: none, one or two */
    double last_time, older_time;
} memory;

/* one element, all that outputs, update and derivatives need */
typedef struct moment {
    double unlimited, limited;
    double i_input; /* of the integrator, anti-windup included */
    double d_input; /* of the filter's integrator, which is the derivative part itself */
} moment;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(bd_pid)));
    bd_pid *p = block->data;
    BD_TRY(bd_pid_read_options(block, p));
    BD_TRY(bd_pid_read_values(block));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    /* without P and D the output is the state alone */
    if (!p->has_p && !p->has_d && !(p->discrete && p->integrator != BD_PID_FORWARD))
        for (int i = 0; i < (p->two_degrees ? 2 : 1); i++)
            block->inputs[i].feedthrough = false;
    if (p->tracking_input > 0) /* read by the integrator only */
        block->inputs[p->tracking_input].feedthrough =
            p->discrete && p->integrator != BD_PID_FORWARD;
    bd_block_set_work(block, sizeof(memory));
    return p->discrete ? bd_read_discrete_rate(block, NULL)
                       : bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status propagate(bd_block *block) {
    const bd_pid *p = block->data;
    BD_TRY(bd_require_doubles_but(block, p->reset_input));
    return bd_propagate_dims(block, 0, p->two_degrees ? 1 : 0);
}

static bool takes_quotient(const bd_pid *p) {
    return p->has_d && !p->filtered && !p->discrete;
}

static bd_status size(bd_block *block) {
    bd_pid *p = block->data;
    int n = block->outputs->width, states_needed = p->has_i || p->has_d ? 2 * n : 0;
    BD_TRY(bd_require_fitting(block, 0));
    if (p->discrete) {
        bd_block_set_discrete_states(block, states_needed);
        bd_block_set_sums(block, states_needed);
    } else {
        bd_block_set_states(block, states_needed);
    }
    if (takes_quotient(p))
        bd_block_set_discrete_states(block, 2 * n);
    if (p->crossings && !p->discrete)
        bd_block_set_zero_crossings(block,
                                    (p->limited ? 2 * n : 0) + (p->limits_integral ? 2 * n : 0));
    if (p->limits_integral && !p->discrete)
        bd_block_set_modes(block, n);
    p->period = p->discrete ? bd_period_in_force(block) : 0.0;
    return bd_pid_check_sizes(block, p, n);
}

static double *states(const bd_block *block) {
    return ((const bd_pid *)block->data)->discrete ? block->discrete : block->x;
}

static bd_status start(bd_block *block) {
    const bd_pid *p = block->data;
    if (!p->discrete)
        return BD_OK;
    block->run_derivatives = NULL;
    if (!(p->period > 0.0))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "a discrete controller needs a discrete sample time");
    return BD_OK;
}

static void begin_again(bd_block *block, bool inputs_known) {
    const bd_pid *p = block->data;
    int n = block->outputs->width;
    for (int i = 0; (p->has_i || p->has_d) && i < n; i++) {
        double i0 = p->i0_input < 0 ? bd_real(&p->i0, i) : 0.0;
        double d0 = p->d0_input < 0 ? bd_real(&p->d0, i) : 0.0;
        if (inputs_known && p->i0_input > 0)
            i0 = bd_port_real(&block->inputs[p->i0_input], i);
        if (inputs_known && p->d0_input > 0)
            d0 = bd_port_real(&block->inputs[p->d0_input], i);
        states(block)[i] = i0;
        states(block)[n + i] = d0;
    }
}

static bd_status initialise(bd_block *block) {
    memory *m = block->work;
    m->begun = m->known = 0;
    begin_again(block, false);
    return BD_OK;
}

/* how much of its input an integration method lets through at once, in units of the period */
static double direct_part(const bd_pid *p, bd_pid_method method) {
    if (!p->discrete || method == BD_PID_FORWARD)
        return 0.0;
    return method == BD_PID_BACKWARD ? p->period : 0.5 * p->period;
}

static double quotient(const bd_block *block, double error, int i) {
    const memory *m = block->work;
    int n = block->outputs->width;
    double t = bd_time(block);
    bool newest = t > m->last_time;
    double dt = m->known < (newest ? 1 : 2) ? 0.0 : t - (newest ? m->last_time : m->older_time);
    return dt > 0.0 ? (error - block->discrete[newest ? i : n + i]) / dt : 0.0;
}

static void remember_inputs(bd_block *block) {
    const bd_pid *p = block->data;
    memory *m = block->work;
    int n = block->outputs->width;
    m->older_time = m->last_time;
    m->last_time = bd_time(block);
    m->known = m->known < 2 ? m->known + 1 : 2;
    for (int i = 0; i < n; i++) {
        block->discrete[n + i] = block->discrete[i];
        block->discrete[i] = bd_pid_errors(block, p, i).d;
    }
}

static double derivative_part(const bd_block *block, double error, double state, int i) {
    const bd_pid *p = block->data;
    if (!p->has_d)
        return 0.0;
    if (takes_quotient(p))
        return quotient(block, error, i);
    if (!p->filtered)
        return (error - state) / p->period;
    double N = bd_pid_value(block, &p->N, p->n_input, i);
    return N * (error - state) / (1.0 + N * direct_part(p, p->filter));
}

static moment evaluate(const bd_block *block, int i) {
    const bd_pid *p = block->data;
    int n = block->outputs->width;
    double xi = p->has_i ? states(block)[i] : 0.0, xd = p->has_d ? states(block)[n + i] : 0.0;
    bd_pid_signals e = bd_pid_errors(block, p, i);
    moment m;
    m.d_input = derivative_part(block, e.d, xd, i);
    double direct = direct_part(p, p->integrator);
    double base = e.p + m.d_input + (p->has_i ? xi : 0.0);
    m.i_input = e.i;
    if (p->tracking) {
        /* y = base + direct * (e.i + Kt (tracked - y)), solved for y */
        double Kt = bd_real(&p->Kt, i);
        double tracked = bd_port_real(&block->inputs[p->tracking_input], i);
        double y = (base + direct * (e.i + Kt * tracked)) / (1.0 + direct * Kt);
        m.i_input += Kt * (tracked - bd_pid_limit(block, y, i));
    }
    m.unlimited = !p->discrete || !p->limits_integral
                      ? base + direct * m.i_input
                      : e.p + m.d_input + bd_pid_limit_integral(p, xi + direct * m.i_input, i);
    m.limited = bd_pid_limit(block, m.unlimited, i);
    double excess = m.unlimited - m.limited;
    if (p->windup == BD_WINDUP_BACK_CALCULATION && excess != 0.0) {
        double Kb = bd_real(&p->Kb, i); /* the same, for the unlimited output */
        excess /= 1.0 + direct * Kb;
        m.i_input -= Kb * excess;
    } else if (p->windup == BD_WINDUP_CLAMPING && excess * m.i_input > 0.0) {
        m.i_input = 0.0;
        m.unlimited = base;
        m.limited = bd_pid_limit(block, base, i);
    }
    return m;
}

/* both what goes out and what is kept are limited */
static double next_integral(const bd_block *block, double input, int i) {
    const bd_pid *p = block->data;
    const double direct = direct_part(p, p->integrator), x = block->discrete[i];
    if (!p->limits_integral)
        return x + p->period * input;
    const double now = bd_pid_limit_integral(p, x + direct * input, i);
    return bd_pid_limit_integral(p, now + (p->period - direct) * input, i);
}

/* of a continuous integrator with limits: which one it rests at, decided at major steps */
static void decide_rest(bd_block *block) {
    const bd_pid *p = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        const double limited = bd_pid_limit_integral(p, block->x[i], i);
        if (limited != block->x[i]) {
            block->x[i] = limited;
            bd_block_reset_solver(block);
        }
        const double input = evaluate(block, i).i_input;
        block->modes[i] = limited >= bd_real(&p->i_upper, i) && input > 0.0   ? 1
                          : limited <= bd_real(&p->i_lower, i) && input < 0.0 ? -1
                                                                              : 0;
    }
}

static bd_status outputs(bd_block *block) {
    const bd_pid *p = block->data;
    memory *m = block->work;
    if (bd_is_major(block)) {
        bool again = bd_reset_again(block, p->reset_input, p->reset, m->last_reset, m->begun);
        if (m->begun == 0 || again) {
            begin_again(block, true);
            if (again && !p->discrete)
                bd_block_reset_solver(block);
        }
        m->begun = m->begun ? m->begun : 1;
        if (p->limits_integral && !p->discrete)
            decide_rest(block);
    }
    for (int i = 0; i < block->outputs->width; i++)
        bd_output(block, 0)[i] = evaluate(block, i).limited;
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const bd_pid *p = block->data;
    memory *m = block->work;
    int n = block->outputs->width;
    m->begun = 2;
    if (p->reset_input > 0)
        m->last_reset = bd_reset_signal(&block->inputs[p->reset_input]);
    if (takes_quotient(p))
        remember_inputs(block);
    for (int i = 0; p->discrete && i < n; i++) {
        moment now = evaluate(block, i);
        if (p->has_i)
            block->discrete[i] = next_integral(block, now.i_input, i);
        if (p->has_d && p->filtered)
            block->discrete[n + i] += p->period * now.d_input;
        else if (p->has_d)
            block->discrete[n + i] = bd_pid_errors(block, p, i).d;
    }
    return BD_OK;
}

static bd_status derivatives(bd_block *block) {
    const bd_pid *p = block->data;
    int n = block->outputs->width;
    for (int i = 0; block->state_count > 0 && i < n; i++) {
        moment now = evaluate(block, i);
        const bool rests = p->limits_integral && block->modes[i] != 0;
        block->dx[i] = p->has_i && !rests ? now.i_input : 0.0;
        block->dx[n + i] = p->filtered ? now.d_input : 0.0;
    }
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const bd_pid *p = block->data;
    int n = block->outputs->width;
    double *z = block->zero_crossings;
    for (int i = 0; p->limited && i < n; i++) {
        double unlimited = evaluate(block, i).unlimited;
        *z++ = unlimited - bd_pid_value(block, &p->upper, p->upper_input, i);
        *z++ = unlimited - bd_pid_value(block, &p->lower, p->lower_input, i);
    }
    for (int i = 0; p->limits_integral && i < n; i++) {
        const bool rests = block->modes[i] != 0;
        const double input = rests ? evaluate(block, i).i_input : 0.0;
        *z++ = rests ? input : block->x[i] - bd_real(&p->i_upper, i);
        *z++ = rests ? input : block->x[i] - bd_real(&p->i_lower, i);
    }
    return BD_OK;
}

#define PID_TYPE(identifier, type_name)                                                            \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .start = start, .initialise = initialise, .outputs = outputs, .update = update,  \
                  .derivatives = derivatives, .zero_crossings = zero_crossings,                    \
                  .retune = bd_pid_read_values)

PID_TYPE(one_degree, "PID Controller");
PID_TYPE(two_degrees, "PID Controller (2DOF)");
PID_TYPE(approximate, "PID Controller (with Approximate Derivative)");
PID_TYPE(unfiltered, BD_PID_UNFILTERED);

const bd_block_type *const bd_blocks_pid[] = {&one_degree, &two_degrees, &approximate, &unfiltered,
                                              NULL};
