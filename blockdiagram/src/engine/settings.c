/* solver, times, steps and tolerances: the caller's wish, else the model's configuration */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "blockdiagram/expression.h"

static bool is_auto(const char *text) {
    return !text || !*text || strcasecmp(text, "auto") == 0;
}

/* given by the caller, by the model, or NAN */
static bd_status number(bd_simulation *simulation, double wish, const char *name, double *value) {
    *value = wish;
    if (!isnan(wish))
        return BD_OK;
    const char *text = bd_diagram_setting(simulation->diagram, name);
    if (is_auto(text))
        return BD_OK;
    bd_status status =
        bd_expression_scalar(text, simulation->model_workspace, value, &simulation->error);
    if (status != BD_OK)
        bd_error_prefix(&simulation->error, "%s: %s: ", simulation->diagram->name, name);
    return status;
}

static bool is_setting(const bd_simulation *simulation, const char *name, const char *value) {
    const char *text = bd_diagram_setting(simulation->diagram, name);
    return text && strcasecmp(text, value) == 0;
}

static const char *const fixed_solvers[] = {
    "ode1", "ode2", "ode3", "ode4", "ode5", "ode8", "ode14x", "ode1be", "FixedStepDiscrete", NULL};
static const char *const variable_solvers[] = {
    "ode45", "ode23", "ode113", "ode15s", "ode23s", "ode23t", "ode23tb", "VariableStepDiscrete",
    NULL};

static const char *find_in(const char *const *list, const char *name) {
    for (; *list; list++)
        if (strcasecmp(*list, name) == 0)
            return *list;
    return NULL;
}

/* solvers that are not here and the one that does their work */
static const char *stand_in(bd_simulation *simulation, const char *name, bool fixed_type) {
    static const struct {
        const char *name, *stand_in;
    } list[] = {{"odeN", "ode45"}, {"daessc", "ode15s"}};
    if (strcasecmp(name, "discrete") == 0)
        return fixed_type ? "FixedStepDiscrete" : "VariableStepDiscrete";
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcasecmp(name, list[i].name) == 0) {
            bd_log_add(simulation->log, "%s: the solver %s is not here, %s takes its place",
                       simulation->diagram->name, list[i].name, list[i].stand_in);
            return list[i].stand_in;
        }
    return name;
}

static bd_status choose_solver(bd_simulation *simulation) {
    bd_settings *s = &simulation->settings;
    const char *wish = simulation->options.solver;
    const char *name = wish ? wish : bd_diagram_setting(simulation->diagram, "SolverName");
    if (!name || !*name)
        name = bd_diagram_setting(simulation->diagram, "Solver");
    bool fixed_type = is_setting(simulation, "SolverType", "Fixed-step");
    if (!name || !*name || strcasecmp(name, "auto") == 0)
        name = fixed_type ? "FixedStepAuto" : "VariableStepAuto";
    name = stand_in(simulation, name, fixed_type);
    if (strcasecmp(name, "FixedStepAuto") == 0 || strcasecmp(name, "VariableStepAuto") == 0) {
        s->fixed_step = strcasecmp(name, "FixedStepAuto") == 0;
        s->solver = s->fixed_step ? "ode3" : "ode45";
        return BD_OK;
    }
    const char *fixed = find_in(fixed_solvers, name), *variable = find_in(variable_solvers, name);
    if (!fixed && !variable)
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: there is no solver '%.60s'; there are ode1, ode2, ode3, "
                                  "ode4, ode5, ode8, ode14x, ode1be, FixedStepDiscrete, ode45, "
                                  "ode23, ode113, ode15s, ode23s, ode23t, ode23tb, "
                                  "VariableStepDiscrete",
                                  simulation->diagram->name, name);
    s->fixed_step = fixed != NULL;
    s->solver = fixed ? fixed : variable;
    return BD_OK;
}

static bd_status check_times(bd_simulation *simulation) {
    bd_settings *s = &simulation->settings;
    const char *model = simulation->diagram->name;
    s->start_time = isnan(s->start_time) ? 0.0 : s->start_time;
    s->stop_time = isnan(s->stop_time) ? 10.0 : s->stop_time;
    if (isinf(s->start_time) || s->stop_time < s->start_time)
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: the run from t = %g to %g is not possible", model,
                                  s->start_time, s->stop_time);
    if (isinf(s->stop_time) && isnan(simulation->options.stop_time))
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: the model has no stop time (StopTime is inf): give one, or "
                                  "inf to run until something stops it",
                                  model);
    /* files also say -1 for automatic steps */
    s->step = s->step == -1.0 ? NAN : s->step;
    s->max_step = s->max_step == -1.0 ? NAN : s->max_step;
    if (s->fixed_step && !isnan(s->step) && !(s->step > 0.0 && isfinite(s->step)))
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: the fixed step must be positive, not %g", model, s->step);
    const bd_options *wish = &simulation->options;
    if (s->fixed_step && !(isnan(wish->relative_tolerance) && isnan(wish->absolute_tolerance)))
        bd_log_add(simulation->log, "%s: the tolerance has no effect: %s has a fixed step", model,
                   s->solver);
    if (isnan(s->relative_tolerance))
        s->relative_tolerance = 1e-3;
    if (!(s->relative_tolerance > 0.0 && s->relative_tolerance < 1.0))
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: the relative tolerance must lie between 0 and 1, not %g",
                                  model, s->relative_tolerance);
    s->automatic_tolerance = isnan(s->absolute_tolerance);
    if (s->automatic_tolerance)
        s->absolute_tolerance = fmin(1e-6, 1e-3 * s->relative_tolerance);
    if (!(s->absolute_tolerance > 0.0))
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: the absolute tolerance must be positive, not %g", model,
                                  s->absolute_tolerance);
    if (!isnan(s->max_step) && !(s->max_step > 0.0))
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: the maximum step must be positive, not %g", model,
                                  s->max_step);
    return BD_OK;
}

static bd_status whole(bd_simulation *simulation, const char *name, int fallback, int *value) {
    double x;
    bd_status status = number(simulation, NAN, name, &x);
    *value = isnan(x) || fabs(x) > 1e9 ? fallback : (int)x;
    return status;
}

/* of the adaptive algorithm; automatic is the relative tolerance */
static bd_status read_crossing_threshold(bd_simulation *simulation) {
    bd_settings *s = &simulation->settings;
    if (!is_setting(simulation, "ZeroCrossAlgorithm", "Adaptive"))
        return BD_OK;
    bd_status status = number(simulation, NAN, "ZCThreshold", &s->crossing_threshold);
    if (isnan(s->crossing_threshold))
        s->crossing_threshold = s->relative_tolerance;
    if (status == BD_OK && !(s->crossing_threshold > 0.0))
        return bd_simulation_fail(simulation, BD_BAD_PARAMETER,
                                  "%s: ZCThreshold must be positive, not %g",
                                  simulation->diagram->name, s->crossing_threshold);
    return status;
}

bd_status bd_read_settings(bd_simulation *simulation) {
    bd_settings *s = &simulation->settings;
    const bd_options *wish = &simulation->options;
    bd_status status = choose_solver(simulation);
    struct {
        double wish;
        const char *name;
        double *value;
    } list[] = {
        {wish->start_time, "StartTime", &s->start_time},
        {wish->stop_time, "StopTime", &s->stop_time},
        {wish->fixed_step, "FixedStep", &s->step},
        {wish->max_step, "MaxStep", &s->max_step},
        {wish->min_step, "MinStep", &s->min_step},
        {wish->initial_step, "InitialStep", &s->initial_step},
        {wish->relative_tolerance, "RelTol", &s->relative_tolerance},
        {wish->absolute_tolerance, "AbsTol", &s->absolute_tolerance},
        {NAN, "ConsecutiveZCsStepRelTol", &s->consecutive_tolerance},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0] && status == BD_OK; i++)
        status = number(simulation, list[i].wish, list[i].name, list[i].value);
    int consecutive = 1000;
    if (status == BD_OK)
        status = whole(simulation, "MaxOrder", 5, &s->max_order);
    if (status == BD_OK)
        status = whole(simulation, "MaxConsecutiveZCs", 1000, &consecutive);
    if (status == BD_OK)
        status = whole(simulation, "ExtrapolationOrder", 4, &s->extrapolation_order);
    if (status == BD_OK)
        status = whole(simulation, "NumberNewtonIterations", 1, &s->newton_iterations);
    if (status != BD_OK)
        return status;
    s->consecutive_crossings = consecutive > 0 ? consecutive : 1000;
    if (isnan(s->consecutive_tolerance))
        s->consecutive_tolerance = 10.0 * 128.0 * 2.220446049250313e-16;
    s->extrapolation_order = s->extrapolation_order < 1   ? 1
                             : s->extrapolation_order > 4 ? 4
                                                          : s->extrapolation_order;
    s->newton_iterations = s->newton_iterations < 1    ? 1
                           : s->newton_iterations > 10 ? 10
                                                       : s->newton_iterations;
    s->underspecified =
        is_setting(simulation, "DefaultUnderspecifiedDataType", "single") ? BD_SINGLE : BD_DOUBLE;
    s->locate_crossings = !is_setting(simulation, "ZeroCrossControl", "DisableAll");
    s->consecutive_message = is_setting(simulation, "MaxConsecutiveZCsMsg", "none")      ? 0
                             : is_setting(simulation, "MaxConsecutiveZCsMsg", "warning") ? 1
                                                                                         : 2;
    s->loop_message = is_setting(simulation, "AlgebraicLoopMsg", "error")  ? 2
                      : is_setting(simulation, "AlgebraicLoopMsg", "none") ? 0
                                                                           : 1;
    status = check_times(simulation);
    if (status == BD_OK)
        status = read_crossing_threshold(simulation);
    return status == BD_OK ? bd_read_output_times(simulation) : status;
}
