/* times at which a model asks for results (OutputOption, OutputTimes): a variable-step solver ends
 * steps there. And what is asked for about results but not done is told */
#include "engine/run.h"

#include "blockdiagram/expression.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool is_setting(const bd_model *model, const char *name, const char *value) {
    const char *text = bd_diagram_setting(model->diagram, name);
    return text && strcmp(text, value) == 0;
}

static double plain_number(const bd_model *model, const char *name) {
    const char *text = bd_diagram_setting(model->diagram, name);
    double number = 1.0;
    bd_error error = {0};
    if (text && *text && bd_expression_scalar(text, model->scopes.model, &number, &error) != BD_OK)
        number = 1.0;
    return number;
}

static void tell_what_is_not_done(bd_model *model) {
    const char *name = model->diagram->name;
    double refine = plain_number(model, "Refine");
    double decimation = plain_number(model, "Decimation");
    if (!model->settings.fixed_step && refine > 1.0)
        bd_log_add(model->home.log,
                   "%s: results are those of the solver's steps, Refine %g adds none between them",
                   name, refine);
    if (decimation > 1.0)
        bd_log_add(model->home.log,
                   "%s: results of all steps are kept, Decimation %g is not applied", name,
                   decimation);
    bool wanted = is_setting(model, "SaveState", "on") || is_setting(model, "SaveFinalState", "on");
    if (wanted && !model->options.log_states)
        bd_log_add(model->home.log, "%s: states are not among the results", name);
}

bd_status bd_read_output_times(bd_model *model) {
    bd_settings *s = &model->settings;
    const char *text = bd_diagram_setting(model->diagram, "OutputTimes");
    tell_what_is_not_done(model);
    s->only_output_times = is_setting(model, "OutputOption", "SpecifiedOutputTimes");
    bool wanted =
        s->only_output_times || is_setting(model, "OutputOption", "AdditionalOutputTimes");
    if (s->fixed_step || !wanted || !text || !*text) {
        s->only_output_times = false;
        return BD_OK;
    }
    double *numbers = NULL;
    size_t count = 0;
    bd_status status =
        bd_expression_doubles(text, model->scopes.model, &numbers, &count, &model->home.error);
    if (status != BD_OK) {
        bd_error_prefix(&model->home.error, "%s: OutputTimes: ", model->diagram->name);
        return status;
    }
    s->output_times = bd_model_array(model, count, sizeof *s->output_times);
    if (!s->output_times)
        status = bd_model_no_memory(model);
    for (size_t i = 0; i < count && status == BD_OK; i++)
        if (isfinite(numbers[i]))
            s->output_times[s->output_time_count++] = numbers[i];
    if (s->output_time_count)
        qsort(s->output_times, s->output_time_count, sizeof *s->output_times, compare);
    free(numbers);
    return status;
}

static double tolerance(double time) {
    return 64.0 * DBL_EPSILON * fabs(time);
}

/* the first of them that is after the time, by bisection */
static size_t next_index(const bd_settings *s, double time) {
    size_t low = 0, high = s->output_time_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->output_times[middle] > time + tolerance(time))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double bd_next_output_time(const bd_run *run, double time) {
    const bd_settings *s = &run->settings;
    size_t next = s->output_time_count ? next_index(s, time) : 0;
    return next < s->output_time_count ? s->output_times[next] : INFINITY;
}

bool bd_is_output_time(const bd_run *run, double time) {
    const bd_settings *s = &run->settings;
    if (!s->only_output_times || time == s->start_time ||
        time >= s->stop_time - tolerance(s->stop_time))
        return true;
    size_t next = next_index(s, time);
    return next > 0 && fabs(s->output_times[next - 1] - time) <= tolerance(time);
}
