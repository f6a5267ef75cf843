/* parameters of PID controllers */
#include "blocks/continuous/pid.h"

#include <string.h>

/* what some releases do not write, stays at its default */
static bd_status read_optional(bd_block *block, const char *name, const double *fallback,
                               bd_reals *values) {
    if (!bd_block_text(block, name)) {
        *values = (bd_reals){fallback, 1};
        return BD_OK;
    }
    return bd_reals_read(block, name, values);
}

static bd_status check_limits(bd_block *block, const bd_reals *lower, const bd_reals *upper) {
    const bool some = lower->count > 0 && upper->count > 0;
    for (size_t i = 0; some && (i < upper->count || i < lower->count); i++)
        if (!(lower->values[i % lower->count] < upper->values[i % upper->count]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "the lower limit must be below the upper one");
    return BD_OK;
}

bd_status bd_pid_read_values(bd_block *block) {
    static const double zero = 0.0, one = 1.0, hundred = 100.0;
    static const double upper = INFINITY, lower = -INFINITY;
    bd_pid *p = block->data;
    const struct {
        const char *name;
        const double *fallback;
        bd_reals *to;
        bool wanted;
    } rows[] = {
        {"P", &one, &p->P, (p->has_p || p->ideal) && p->p_input < 0},
        {"I", &one, &p->I, p->has_i && p->i_input < 0},
        {"D", &zero, &p->D, p->has_d && p->d_input < 0},
        {"N", &hundred, &p->N, p->has_d && p->filtered && p->n_input < 0},
        {"b", &one, &p->b, p->two_degrees},
        {"c", &one, &p->c, p->two_degrees},
        {"Kb", &one, &p->Kb, p->windup == BD_WINDUP_BACK_CALCULATION},
        {"Kt", &one, &p->Kt, p->tracking},
        {"UpperSaturationLimit", &upper, &p->upper, p->limited && p->upper_input < 0},
        {"LowerSaturationLimit", &lower, &p->lower, p->limited && p->lower_input < 0},
        {"UpperIntegratorSaturationLimit", &upper, &p->i_upper, p->limits_integral},
        {"LowerIntegratorSaturationLimit", &lower, &p->i_lower, p->limits_integral},
        {"InitialConditionForIntegrator", &zero, &p->i0, p->i0_input < 0},
        {"InitialConditionForFilter|DifferentiatorICPrevScaledInput", &zero, &p->d0,
         p->d0_input < 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        BD_TRY(rows[k].wanted ? read_optional(block, rows[k].name, rows[k].fallback, rows[k].to)
                              : BD_OK);
    if (p->limited && p->upper_input < 0)
        BD_TRY(check_limits(block, &p->lower, &p->upper));
    return p->limits_integral ? check_limits(block, &p->i_lower, &p->i_upper) : BD_OK;
}

bd_status bd_pid_check_sizes(bd_block *block, const bd_pid *p, int width) {
    static const char *const names[] = {"P",
                                        "I",
                                        "D",
                                        "N",
                                        "b",
                                        "c",
                                        "Kb",
                                        "Kt",
                                        "upper limit",
                                        "lower limit",
                                        "InitialConditionForIntegrator",
                                        "InitialConditionForFilter",
                                        "upper limit of the integrator",
                                        "lower limit of the integrator"};
    const bd_reals *all[] = {&p->P,  &p->I,  &p->D,       &p->N,      &p->b,
                             &p->c,  &p->Kb, &p->Kt,      &p->upper,  &p->lower,
                             &p->i0, &p->d0, &p->i_upper, &p->i_lower};
    for (int k = 0; k < 14; k++)
        if (all[k]->count)
            BD_TRY(bd_reals_fit(block, names[k], all[k], width));
    return BD_OK;
}

/* gains and limits of the output from ports: u, P, I, D, N, or u, up, lo. In which order they come
 * with others is not documented */
static bd_status read_sources(bd_block *block, bd_pid *p, int *next) {
    static const char *const sources[] = {"internal", "external", NULL};
    const int others = *next - (p->two_degrees ? 2 : 1);
    int gains = 0, limits = 0;
    p->p_input = p->i_input = p->d_input = p->n_input = p->upper_input = p->lower_input = -1;
    BD_TRY(bd_block_choice(block, "ControllerParametersSource", sources, &gains));
    if (p->limited)
        BD_TRY(bd_block_choice(block, "SatLimitsSource", sources, &limits));
    if ((gains || limits) && (others || (gains && limits) || p->two_degrees))
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "gains or limits from ports, together with other ports");
    if (gains) {
        p->p_input = p->has_p || p->ideal ? (*next)++ : -1;
        p->i_input = p->has_i ? (*next)++ : -1;
        p->d_input = p->has_d ? (*next)++ : -1;
        p->n_input = p->has_d && p->filtered ? (*next)++ : -1;
    }
    if (limits) {
        p->upper_input = (*next)++;
        p->lower_input = (*next)++;
    }
    return BD_OK;
}

static bd_status read_integral_limits(bd_block *block, bd_pid *p) {
    BD_TRY(bd_block_flag(block, "LimitIntegrator", &p->limits_integral));
    p->limits_integral = p->limits_integral && p->has_i;
    const bool at_once = p->discrete && p->integrator != BD_PID_FORWARD;
    if (p->limits_integral && at_once && (p->tracking || p->windup == BD_WINDUP_BACK_CALCULATION))
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "LimitIntegrator with back-calculation or tracking and the method of "
                             "this integrator");
    return BD_OK;
}

bd_status bd_pid_read_options(bd_block *block, bd_pid *p) {
    static const char *const controllers[] = {"P", "I", "PI", "PD", "PID", NULL};
    static const char *const domains[] = {"Continuous-time", "Discrete-time", NULL};
    static const char *const forms[] = {"Parallel", "Ideal", NULL};
    static const char *const methods[] = {"Forward Euler", "Backward Euler", "Trapezoidal", NULL};
    static const char *const windups[] = {"none", "back-calculation", "clamping", NULL};
    static const char *const sources[] = {"internal", "external", NULL};
    int controller = 4, domain = 0, form = 0, integrator = 0, filter = 0, windup = 0, source = 0;
    p->two_degrees = strstr(block->type->name, "2DOF") != NULL;
    p->filtered = strcmp(block->type->name, BD_PID_UNFILTERED) != 0;
    BD_TRY(bd_block_choice(block, "Controller", controllers, &controller));
    BD_TRY(bd_block_choice(block, "TimeDomain", domains, &domain));
    BD_TRY(bd_block_choice(block, "Form", forms, &form));
    BD_TRY(bd_block_choice(block, "IntegratorMethod", methods, &integrator));
    BD_TRY(bd_block_choice(block, "FilterMethod", methods, &filter));
    BD_TRY(bd_block_choice(block, "AntiWindupMode", windups, &windup));
    BD_TRY(bd_block_choice(block, "InitialConditionSource", sources, &source));
    BD_TRY(bd_reset_read(block, &p->reset));
    BD_TRY(bd_block_flag(block, "UseFilter", &p->filtered));
    BD_TRY(bd_block_flag(block, "LimitOutput", &p->limited));
    BD_TRY(bd_block_flag(block, "TrackingMode", &p->tracking));
    BD_TRY(bd_block_flag(block, "ZeroCross", &p->crossings));
    p->has_p = controller != 1;
    p->has_i = controller == 1 || controller == 2 || controller == 4;
    p->has_d = controller >= 3;
    p->discrete = domain == 1;
    p->ideal = form == 1;
    p->integrator = (bd_pid_method)integrator;
    p->filter = (bd_pid_method)filter;
    p->windup = p->limited && p->has_i ? (bd_windup)windup : BD_WINDUP_NONE;
    p->tracking = p->tracking && p->has_i;
    int next = p->two_degrees ? 2 : 1;
    p->reset_input = p->reset == BD_RESET_NONE ? -1 : next++;
    p->i0_input = source && p->has_i ? next++ : -1;
    p->d0_input = source && p->has_d && p->filtered ? next++ : -1;
    p->tracking_input = p->tracking ? next++ : -1;
    BD_TRY(read_integral_limits(block, p));
    BD_TRY(read_sources(block, p, &next));
    return bd_block_set_inputs(block, next);
}

bd_pid_signals bd_pid_errors(const bd_block *block, const bd_pid *p, int i) {
    double r = bd_port_real(&block->inputs[0], i), y = 0.0;
    double p_error = r, i_error = r, d_error = r;
    if (p->two_degrees) {
        y = bd_port_real(&block->inputs[1], i);
        p_error = bd_real(&p->b, i) * r - y;
        i_error = r - y;
        d_error = bd_real(&p->c, i) * r - y;
    }
    const double P = p->has_p || p->ideal ? bd_pid_value(block, &p->P, p->p_input, i) : 0.0;
    const double gain = p->ideal ? P : 1.0;
    return (bd_pid_signals){
        p->has_p ? P * p_error : 0.0,
        p->has_i ? gain * bd_pid_value(block, &p->I, p->i_input, i) * i_error : 0.0,
        p->has_d ? gain * bd_pid_value(block, &p->D, p->d_input, i) * d_error : 0.0,
    };
}

double bd_pid_value(const bd_block *block, const bd_reals *values, int input, int i) {
    return input < 0 ? bd_real(values, i) : bd_port_real(&block->inputs[input], i);
}

double bd_pid_limit(const bd_block *block, double value, int i) {
    const bd_pid *p = block->data;
    return !p->limited ? value
                       : fmin(fmax(value, bd_pid_value(block, &p->lower, p->lower_input, i)),
                              bd_pid_value(block, &p->upper, p->upper_input, i));
}

double bd_pid_limit_integral(const bd_pid *p, double value, int i) {
    return p->limits_integral ? fmin(fmax(value, bd_real(&p->i_lower, i)), bd_real(&p->i_upper, i))
                              : value;
}
