/* PWM: pulses of height 1 whose width is the input's share of the Period, taken when a period
 * begins; the first begins after InitialDelay. A variable-step solver is told of every edge. Of the
 * Variable Pulse Generator the period is an input, too */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef struct pwm {
    double period, delay;
} pwm;

/* begin of the present period and its width; none yet: -1 */
typedef struct memory {
    double number, width;
} memory;

static bd_status set_rate(bd_block *block) {
    bool fixed = false;
    BD_TRY(bd_block_flag(block, "RunAtFixedTimeIntervals", &fixed));
    return fixed ? bd_read_discrete_rate(block, NULL)
                 : bd_block_set_sample_time(block, BD_FIXED_IN_MINOR);
}

static bd_status check_duty(bd_block *block, double duty) {
    return duty >= 0.0 && duty <= 1.0
               ? BD_OK
               : bd_block_fail(block, BD_BLOCK_FAILED, "the duty cycle is %g, not within 0 and 1",
                               duty);
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(pwm), 1, 1));
    pwm *p = block->data;
    p->period = 1.0;
    BD_TRY(bd_block_scalar(block, "Period", &p->period));
    if (bd_block_text(block, "InitialDelay"))
        BD_TRY(bd_block_scalar(block, "InitialDelay", &p->delay));
    if (!(p->period > 0.0) || !isfinite(p->period) || !(p->delay >= 0.0) || !isfinite(p->delay))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "Period must be positive and InitialDelay must not be negative");
    bd_block_set_work(block, sizeof(memory));
    return set_rate(block);
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_width(block->inputs, 1));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status initialise(bd_block *block) {
    *(memory *)block->work = (memory){-1.0, 0.0};
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const pwm *p = block->data;
    memory *m = block->work;
    double t = bd_time(block), *y = bd_output(block, 0);
    *y = 0.0;
    if (!bd_time_reached(t, p->delay)) {
        bd_block_add_breakpoint(block, p->delay);
        return BD_OK;
    }
    double number = floor((t - p->delay) / p->period);
    if (bd_time_reached(t, p->delay + (number + 1.0) * p->period))
        number += 1.0;
    if (number > m->number) {
        double duty = *bd_input(block, 0);
        BD_TRY(check_duty(block, duty));
        *m = (memory){number, duty * p->period};
    }
    double begin = p->delay + number * p->period, next = p->delay + (number + 1.0) * p->period;
    bool on = m->width > 0.0 && !bd_time_reached(t, begin + m->width);
    *y = on ? 1.0 : 0.0;
    if (on && begin + m->width < next)
        bd_block_add_breakpoint(block, begin + m->width);
    bd_block_add_breakpoint(block, next);
    return BD_OK;
}

/* ---- Variable Pulse Generator: duty cycle and period are inputs, taken when a period begins ----
 */

typedef struct pulses {
    double begin, width, next; /* next < 0: none has begun */
} pulses;

static bd_status set_up_pulses(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(pwm), 2, 1));
    pwm *p = block->data;
    if (bd_block_text(block, "InitialDelay"))
        BD_TRY(bd_block_scalar(block, "InitialDelay", &p->delay));
    if (!(p->delay >= 0.0) || !isfinite(p->delay))
        return bd_block_fail(block, BD_BAD_PARAMETER, "InitialDelay must not be negative");
    bd_block_set_work(block, sizeof(pulses));
    return set_rate(block);
}

static bd_status propagate_pulses(bd_block *block) {
    BD_TRY(propagate(block));
    return bd_port_set_width(&block->inputs[1], 1);
}

static bd_status initialise_pulses(bd_block *block) {
    *(pulses *)block->work = (pulses){0.0, 0.0, -1.0};
    return BD_OK;
}

static bd_status begin_period(bd_block *block, double begin) {
    const double duty = *bd_input(block, 0), period = *bd_input(block, 1);
    if (!(period > 0.0) || !isfinite(period))
        return bd_block_fail(block, BD_BLOCK_FAILED, "the period is %g but must be positive",
                             period);
    BD_TRY(check_duty(block, duty));
    const double passed = floor((bd_time(block) - begin) / period); /* within a fixed step */
    begin += passed > 0.0 ? passed * period : 0.0;
    if (!(begin + period > begin))
        return bd_block_fail(block, BD_BLOCK_FAILED, "the period %g is too short for the time",
                             period);
    *(pulses *)block->work = (pulses){begin, duty * period, begin + period};
    return BD_OK;
}

static bd_status outputs_pulses(bd_block *block) {
    const pwm *p = block->data;
    const pulses *m = block->work;
    const double t = bd_time(block);
    *bd_output(block, 0) = 0.0;
    if (!bd_time_reached(t, p->delay)) {
        bd_block_add_breakpoint(block, p->delay);
        return BD_OK;
    }
    if (m->next < 0.0)
        BD_TRY(begin_period(block, p->delay));
    while (bd_time_reached(t, m->next))
        BD_TRY(begin_period(block, m->next));
    const double end = m->begin + m->width;
    const bool on = m->width > 0.0 && !bd_time_reached(t, end);
    *bd_output(block, 0) = on ? 1.0 : 0.0;
    bd_block_add_breakpoint(block, on && end < m->next ? end : m->next);
    return BD_OK;
}

BD_BLOCK_TYPE(variable, "VariablePulseGenerator", .setup = set_up_pulses,
              .propagate = propagate_pulses, .initialise = initialise_pulses,
              .outputs = outputs_pulses);

BD_BLOCK_TYPE(type, "PWM", .setup = setup, .propagate = propagate, .initialise = initialise,
              .outputs = outputs);

const bd_block_type *const bd_blocks_pwm[] = {&type, &variable, NULL};
