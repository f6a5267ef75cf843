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
        {"P", &one, &p->P, p->has_p || p->ideal},
        {"I", &one, &p->I, p->has_i},
        {"D", &zero, &p->D, p->has_d},
        {"N", &hundred, &p->N, p->has_d && p->filtered},
        {"b", &one, &p->b, p->two_degrees},
        {"c", &one, &p->c, p->two_degrees},
        {"Kb", &one, &p->Kb, p->windup == BD_WINDUP_BACK_CALCULATION},
        {"Kt", &one, &p->Kt, p->tracking},
        {"UpperSaturationLimit", &upper, &p->upper, p->limited},
        {"LowerSaturationLimit", &lower, &p->lower, p->limited},
        {"InitialConditionForIntegrator", &zero, &p->i0, p->i0_input < 0},
        {"InitialConditionForFilter|DifferentiatorICPrevScaledInput", &zero, &p->d0,
         p->d0_input < 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        BD_TRY(rows[k].wanted ? read_optional(block, rows[k].name, rows[k].fallback, rows[k].to)
                              : BD_OK);
    for (size_t i = 0; p->limited && (i < p->upper.count || i < p->lower.count); i++)
        if (!(p->lower.values[i % p->lower.count] < p->upper.values[i % p->upper.count]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "the lower limit must be below the upper one");
    return BD_OK;
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
                                        "InitialConditionForFilter"};
    const bd_reals *all[] = {&p->P,  &p->I,  &p->D,     &p->N,     &p->b,  &p->c,
                             &p->Kb, &p->Kt, &p->upper, &p->lower, &p->i0, &p->d0};
    for (int k = 0; k < 12; k++)
        if (all[k]->count)
            BD_TRY(bd_reals_fit(block, names[k], all[k], width));
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
    double gain = p->ideal ? bd_real(&p->P, i) : 1.0;
    return (bd_pid_signals){
        p->has_p ? (p->ideal ? gain : bd_real(&p->P, i)) * p_error : 0.0,
        p->has_i ? gain * bd_real(&p->I, i) * i_error : 0.0,
        p->has_d ? gain * bd_real(&p->D, i) * d_error : 0.0,
    };
}

double bd_pid_limit(const bd_pid *p, double value, int i) {
    return p->limited ? fmin(fmax(value, bd_real(&p->lower, i)), bd_real(&p->upper, i)) : value;
}
