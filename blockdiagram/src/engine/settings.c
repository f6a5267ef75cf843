/* solver, times, steps and tolerances: the caller's wish, else the model's configuration */
#include "engine/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "blockdiagram/expression.h"

#define LONGEST_RUN 1e30 /* s; the universe is 4e17 s old */
#define MEANT_RUN   1e9  /* s; a stop time beyond thirty years may mean: until something stops it */
#define MOST_STEPS  9e15 /* years of computing; a double counts no further */

static bool is_auto(const char *text) {
    return !text || !*text || strcasecmp(text, "auto") == 0;
}

/* given by the caller, by the model, or NAN */
static bd_status number(bd_model *model, double wish, const char *name, double *value) {
    *value = wish;
    if (!isnan(wish))
        return BD_OK;
    const char *text = bd_diagram_setting(model->diagram, name);
    if (is_auto(text))
        return BD_OK;
    bd_status status = bd_expression_scalar(text, model->scopes.model, value, &model->home.error);
    if (status != BD_OK)
        bd_error_prefix(&model->home.error, "%s: %s: ", model->diagram->name, name);
    return status;
}

static bool is_setting(const bd_model *model, const char *name, const char *value) {
    const char *text = bd_diagram_setting(model->diagram, name);
    return text && strcasecmp(text, value) == 0;
}

/* by any spelling; NULL if there is none */
static const char *find_solver(const char *name, bool *fixed_step) {
    static const char *const without_states[] = {"FixedStepDiscrete", "VariableStepDiscrete"};
    for (const bd_solver_type *const *s = bd_solvers; *s; s++)
        if (strcasecmp((*s)->name, name) == 0) {
            *fixed_step = (*s)->fixed_step;
            return (*s)->name;
        }
    for (int i = 0; i < 2; i++)
        if (strcasecmp(without_states[i], name) == 0) {
            *fixed_step = i == 0;
            return without_states[i];
        }
    return NULL;
}

static bd_status refuse_solver(bd_model *model, const char *name) {
    char all[300] = "";
    for (const bd_solver_type *const *s = bd_solvers; *s; s++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s, ", (*s)->name);
    return bd_model_fail(model, BD_UNKNOWN_SOLVER,
                         "%s: there is no solver '%.60s'; there are %sFixedStepDiscrete, "
                         "VariableStepDiscrete",
                         model->diagram->name, name, all);
}

/* solvers that are not here and the one that does their work */
static const char *stand_in(bd_model *model, const char *name, bool fixed_type) {
    static const struct {
        const char *name, *stand_in;
    } list[] = {{"odeN", "ode45"}, {"daessc", "ode15s"}};
    if (strcasecmp(name, "discrete") == 0)
        return fixed_type ? "FixedStepDiscrete" : "VariableStepDiscrete";
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcasecmp(name, list[i].name) == 0) {
            bd_log_add(model->home.log, "%s: the solver %s is not here, %s takes its place",
                       model->diagram->name, list[i].name, list[i].stand_in);
            return list[i].stand_in;
        }
    return name;
}

static bd_status choose_solver(bd_model *model) {
    bd_settings *s = &model->settings;
    const char *wish = model->options.solver;
    const char *name = wish ? wish : bd_diagram_setting(model->diagram, "SolverName");
    if (!name || !*name)
        name = bd_diagram_setting(model->diagram, "Solver");
    bool fixed_type = is_setting(model, "SolverType", "Fixed-step");
    if (!name || !*name || strcasecmp(name, "auto") == 0)
        name = fixed_type ? "FixedStepAuto" : "VariableStepAuto";
    name = stand_in(model, name, fixed_type);
    if (strcasecmp(name, "FixedStepAuto") == 0 || strcasecmp(name, "VariableStepAuto") == 0) {
        s->fixed_step = strcasecmp(name, "FixedStepAuto") == 0;
        s->solver = s->fixed_step ? "ode3" : "ode45";
        return BD_OK;
    }
    s->solver = find_solver(name, &s->fixed_step);
    return s->solver ? BD_OK : refuse_solver(model, name);
}

static bd_status check_times(bd_model *model) {
    bd_settings *s = &model->settings;
    const char *name = model->diagram->name;
    s->start_time = isnan(s->start_time) ? 0.0 : s->start_time;
    s->stop_time = isnan(s->stop_time) ? 10.0 : s->stop_time;
    if (isinf(s->start_time) || s->stop_time < s->start_time)
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: the run from t = %g to %g is not possible", name, s->start_time,
                             s->stop_time);
    /* who means forever writes inf, or the largest number that a machine takes */
    if (s->stop_time > LONGEST_RUN && isnan(model->options.stop_time))
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: the model has no stop time (StopTime is %g): give one, or "
                             "inf to run until something stops it",
                             name, s->stop_time);
    /* files also say -1 for automatic steps */
    s->step = s->step == -1.0 ? NAN : s->step;
    s->max_step = s->max_step == -1.0 ? NAN : s->max_step;
    if (s->fixed_step && !isnan(s->step) && !(s->step > 0.0 && isfinite(s->step)))
        return bd_model_fail(model, BD_BAD_PARAMETER, "%s: the fixed step must be positive, not %g",
                             name, s->step);
    const double span = s->stop_time - s->start_time;
    if (s->fixed_step && span <= MEANT_RUN && span / s->step > MOST_STEPS)
        return bd_model_fail(
            model, BD_BAD_PARAMETER,
            "%s: fixed steps of %g s from t = %g to %g s are more than can be made", name, s->step,
            s->start_time, s->stop_time);
    const bd_options *wish = &model->options;
    if (s->fixed_step && !(isnan(wish->relative_tolerance) && isnan(wish->absolute_tolerance)))
        bd_log_add(model->home.log, "%s: the tolerance has no effect: %s has a fixed step", name,
                   s->solver);
    if (isnan(s->relative_tolerance))
        s->relative_tolerance = 1e-3;
    if (!(s->relative_tolerance > 0.0 && s->relative_tolerance <= 1.0))
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: the relative tolerance must be above 0 and at most 1, not %g",
                             name, s->relative_tolerance);
    s->automatic_tolerance = isnan(s->absolute_tolerance);
    if (s->automatic_tolerance)
        s->absolute_tolerance = fmin(1e-6, 1e-3 * s->relative_tolerance);
    if (!(s->absolute_tolerance > 0.0))
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: the absolute tolerance must be positive, not %g", name,
                             s->absolute_tolerance);
    if (!isnan(s->max_step) && !(s->max_step > 0.0))
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: the maximum step must be positive, not %g", name, s->max_step);
    return BD_OK;
}

static bd_status whole(bd_model *model, const char *name, int fallback, int *value) {
    double x;
    bd_status status = number(model, NAN, name, &x);
    *value = isnan(x) || fabs(x) > 1e9 ? fallback : (int)x;
    return status;
}

/* of the adaptive algorithm; automatic is the relative tolerance */
static bd_status read_crossing_threshold(bd_model *model) {
    bd_settings *s = &model->settings;
    if (!is_setting(model, "ZeroCrossAlgorithm", "Adaptive"))
        return BD_OK;
    bd_status status = number(model, NAN, "ZCThreshold", &s->crossing_threshold);
    if (isnan(s->crossing_threshold))
        s->crossing_threshold = s->relative_tolerance;
    if (status == BD_OK && !(s->crossing_threshold > 0.0))
        return bd_model_fail(model, BD_BAD_PARAMETER, "%s: ZCThreshold must be positive, not %g",
                             model->diagram->name, s->crossing_threshold);
    return status;
}

bd_status bd_read_settings(bd_model *model) {
    bd_settings *s = &model->settings;
    const bd_options *wish = &model->options;
    BD_TRY(choose_solver(model));
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
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        BD_TRY(number(model, list[i].wish, list[i].name, list[i].value));
    int consecutive = 1000;
    BD_TRY(whole(model, "MaxOrder", 5, &s->max_order));
    BD_TRY(whole(model, "MaxConsecutiveZCs", 1000, &consecutive));
    BD_TRY(whole(model, "ExtrapolationOrder", 4, &s->extrapolation_order));
    BD_TRY(whole(model, "NumberNewtonIterations", 1, &s->newton_iterations));
    s->consecutive_crossings = consecutive > 0 ? consecutive : 1000;
    if (isnan(s->consecutive_tolerance))
        s->consecutive_tolerance = 10.0 * 128.0 * 2.220446049250313e-16;
    if (s->extrapolation_order < 1 || s->extrapolation_order > 4)
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: ExtrapolationOrder must be from 1 to 4, not %d",
                             model->diagram->name, s->extrapolation_order);
    if (s->newton_iterations < 1 || s->newton_iterations > 10)
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: NumberNewtonIterations must be from 1 to 10, not %d",
                             model->diagram->name, s->newton_iterations);
    s->underspecified =
        is_setting(model, "DefaultUnderspecifiedDataType", "single") ? BD_SINGLE : BD_DOUBLE;
    s->locate_crossings = !is_setting(model, "ZeroCrossControl", "DisableAll");
    s->min_step_is_error = is_setting(model, "MinStepSizeMsg", "error");
    s->consecutive_message = is_setting(model, "MaxConsecutiveZCsMsg", "none")      ? 0
                             : is_setting(model, "MaxConsecutiveZCsMsg", "warning") ? 1
                                                                                    : 2;
    s->loop_message = is_setting(model, "AlgebraicLoopMsg", "error")  ? 2
                      : is_setting(model, "AlgebraicLoopMsg", "none") ? 0
                                                                      : 1;
    BD_TRY(check_times(model));
    BD_TRY(read_crossing_threshold(model));
    return bd_read_output_times(model);
}
