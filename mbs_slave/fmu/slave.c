/* FMUs behind the slave contract: opening, the grid of steps
 *
 * The FMU's own instance is made by the first start, so that describing an FMU has no effects.
 * What an FMU can do is its own affair: there is one table for each combination. */
#define _XOPEN_SOURCE 700
#include "fmu.h"
#include "isolation/foreign.h"
#include "log.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DESCRIPTION ((size_t)256 << 20)

static const mr_slave_type tables[16];

mr_status fmu_complain(fmu_instance *fmu, mr_status status, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mr_message_set(fmu->message, "%s%s%s", text, fmu->log[0] ? ": " : "", fmu->log);
    return status;
}

mr_status fmu_judge(fmu_instance *fmu, int answer, const char *version, const char *function,
                    mr_status status) {
    static const char *const words[] = {
        [FMI2_DISCARD] = "discard", [FMI2_ERROR] = "error", [FMI2_FATAL] = "fatal error"};
    if (answer == FMI2_OK || answer == FMI2_WARNING)
        return MR_OK;
    if (answer == FMI2_ERROR || answer == FMI2_FATAL)
        fmu->phase = answer == FMI2_FATAL ? FMU_LOST : FMU_FAILED;
    const bool known = answer >= FMI2_DISCARD && answer <= FMI2_FATAL;
    return fmu_complain(fmu, status, "fmi%s%s of FMU '%.80s' answered '%s'", version, function,
                        fmu->description->model_name,
                        known ? words[answer] : "something that it may not answer");
}

mr_status fmu_refuse_pending(fmu_instance *fmu) {
    fmu->phase = FMU_FAILED;
    return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                        "FMU '%.80s' wants to make its steps in the background, which is not "
                        "supported",
                        fmu->description->model_name);
}

void fmu_let_go(fmu_instance *fmu, bool lost, void (*free_instance)(void *component)) {
    if (lost)
        fmu->phase = FMU_LOST;
    if (fmu->component && fmu->phase != FMU_LOST)
        free_instance(fmu->component);
    fmu->component = NULL;
    if (fmu->phase != FMU_LOST)
        fmu->phase = FMU_ABSENT;
}

void fmu_log(fmu_instance *fmu, const char *level, bool bad, const char *category,
             const char *text) {
    if (bad) {
        size_t n = strcspn(text, "\r\n");
        while (n > 0 && (text[n - 1] == '.' || text[n - 1] == ' ')) /* it ends a sentence of ours */
            n--;
        snprintf(fmu->log, sizeof fmu->log, "%.*s", (int)(n < 250 ? n : 250), text);
    }
    if (fmu->log_file)
        fprintf(fmu->log_file, "t = %.9g s: %s: %s: %s\n", fmu->t, level, category ? category : "",
                text);
}

const char *fmu_tool_words(const fmu_instance *fmu) {
    return fmu->description->needs_tool
               ? "; it needs the tool that made it on this machine: needsExecutionTool"
               : "";
}

/* --- opening --- */

static mr_status read_description(fmu_instance *fmu) {
    char *text;
    size_t size;
    mr_status status = fmu_archive_read(fmu->archive, "modelDescription.xml", MOST_DESCRIPTION,
                                        &text, &size, fmu->message);
    if (status == MR_OK && !text) {
        mr_message_set(fmu->message, "'%.300s' is no FMU: it has no modelDescription.xml",
                       fmu->settings.file);
        status = MR_ERR_SLAVE_OPEN;
    }
    if (status == MR_OK)
        status = fmu_description_read(fmu->settings.file, text, size,
                                      fmu->settings.interface == FMU_USE_EXCHANGE,
                                      &fmu->description, fmu->message);
    free(text);
    return status;
}

static mr_status check_usable(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    const char *wrong = NULL;
    if (!d->identifier)
        wrong = "is for none of the interface types";
    else if (fmu->settings.interface == FMU_USE_EXCHANGE && !d->model_exchange)
        wrong = "is not for Model Exchange (interface=me)";
    else if (fmu->settings.interface == FMU_USE_CO_SIMULATION &&
             (d->model_exchange || d->scheduled))
        wrong = "is not for Co-Simulation (interface=cs)";
    else if (!d->model_exchange && fmu->settings.solver != FMU_SOLVER_AUTO)
        wrong = "runs as Co-Simulation with a solver of its own: solver and solver_steps have no "
                "effect (interface=me, if it can, takes ours)";
    if (!wrong)
        return MR_OK;
    mr_message_set(fmu->message, "FMU '%.150s' %s", d->model_name, wrong);
    return MR_ERR_SLAVE_OPEN;
}

static mr_status choose_step(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    const double own = d->fixed_internal_step;
    fmu->h = fmu->settings.step;
    if (fmu->h == 0.0)
        fmu->h = d->step_size > 0.0 ? d->step_size : own;
    if (fmu->h == 0.0 && d->has_stop)
        fmu->h = 1e-3 * (d->stop_time - (d->has_start ? d->start_time : 0.0));
    if (!(fmu->h > 0.0) || !isfinite(fmu->h))
        fmu->h = 1e-3;
    if (own > 0.0) {
        const double ratio = fmu->h / own;
        if (fabs(ratio - nearbyint(ratio)) > 1e-6 * ratio || ratio < 0.5) {
            if (fmu->settings.step > 0.0) {
                mr_message_set(fmu->message,
                               "step=%g: FMU '%.100s' makes steps of %g s inside, and can only be "
                               "stepped by a multiple of it",
                               fmu->h, d->model_name, own);
                return MR_ERR_CONFIG;
            }
            fmu->h = own;
        }
    }
    /* in between its own steps such an FMU would only claim to have come where it was told */
    fmu->only_own_steps = !d->variable_steps || own > 0.0;
    return MR_OK;
}

static void write_title(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    snprintf(fmu->title, sizeof fmu->title, "%.120s, %s%s%s%.100s", d->model_name,
             fmu->backend->name,
             d->model_exchange ? " Model Exchange"
             : d->scheduled    ? " Scheduled Execution"
                               : "",
             d->tool ? ", by " : "", d->tool ? d->tool : "");
}

static void close_slave(void *self);

static mr_status prepare(fmu_instance *fmu) {
    if (mr_file_is_foreign(fmu->settings.file)) {
        mr_message_set(fmu->message, MR_FOREIGN_SENTENCE, fmu->settings.file);
        return MR_ERR_SLAVE_OPEN;
    }
    MR_TRY(fmu_archive_open(fmu->settings.file, &fmu->archive, fmu->message));
    MR_TRY(read_description(fmu));
    MR_TRY(check_usable(fmu));
    static const fmu_backend *const versions[] = {&fmu_backend_1, &fmu_backend_2, &fmu_backend_3};
    fmu->backend = versions[fmu->description->version - 1];
    write_title(fmu);
    MR_TRY(choose_step(fmu));
    MR_TRY(fmu_check_starts(fmu));
    MR_TRY(fmu_signals_choose(&fmu->inputs, fmu->description, &fmu->settings, true, fmu->message));
    MR_TRY(
        fmu_signals_choose(&fmu->outputs, fmu->description, &fmu->settings, false, fmu->message));
    if (fmu->settings.log && !(fmu->log_file = fmu_log_open(fmu->settings.log, fmu->message)))
        MR_TRY(MR_ERR_CONFIG);
    MR_TRY(fmu_library_load(fmu));
    MR_TRY(fmu_clocks_prepare(fmu));
    return fmu_prepare_abilities(fmu);
}

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    *made = NULL;
    fmu_instance *fmu = calloc(1, sizeof *fmu);
    if (!fmu)
        return mr_no_memory(message);
    fmu->message = message;
    fmu_speaker_enter(fmu);
    mr_status status = fmu_settings_read(configuration, &fmu->settings, message);
    if (status == MR_OK)
        status = prepare(fmu);
    if (status != MR_OK) {
        close_slave(fmu);
        return status;
    }
    *made = fmu;
    return MR_OK;
}

static void describe(const void *self, mr_slave_description *description) {
    static const mr_variable idle = {"idle", "", 1, MR_NONE, MR_NONE, MR_DISCRETE};
    const fmu_instance *fmu = self;
    const bool limited = !fmu->only_own_steps, rates = fmu_tells_rates(fmu);
    const bool matrices = fmu->coordinate_count > 0,
               saves = fmu->description->saves_state && fmu->clocks.count == 0;
    *description = (mr_slave_description){
        .title = fmu->title,
        .input_count = fmu->inputs.count,
        .inputs = fmu->inputs.variables,
        .output_count = fmu->outputs.count,
        .outputs = fmu->outputs.variables,
        .coordinate_count = fmu->coordinate_count,
        .coordinates = fmu->coordinates,
        .type = &tables[limited + 2 * rates + 4 * matrices + 8 * saves],
    };
    if (fmu->settings.idle_input && fmu->inputs.count == 0) {
        description->input_count = 1;
        description->inputs = &idle;
    }
}

/* --- running --- */

static void free_component(fmu_instance *fmu) {
    if (!fmu->component)
        return;
    fmu_drop_states(fmu);
    fmu->backend->free(fmu);
    fmu_only_once_leave(fmu);
}

/* a fresh instance, by reset where that works */
static mr_status begin_anew(fmu_instance *fmu) {
    if (fmu->phase == FMU_LOST)
        return fmu_complain(fmu, MR_ERR_SLAVE_INITIALISE,
                            "FMU '%.80s' had a fatal error before and cannot be started again",
                            fmu->description->model_name);
    fmu->was_reset = false;
    if (fmu->phase == FMU_RUNNING || fmu->phase == FMU_FAILED) {
        fmu->was_reset = fmu->backend->reset(fmu) == MR_OK;
        if (!fmu->was_reset)
            free_component(fmu);
    }
    fmu->log[0] = '\0';
    if (fmu->phase == FMU_LOST)
        return MR_ERR_SLAVE_INITIALISE;
    if (fmu->phase == FMU_INSTANTIATED)
        return MR_OK;
    mr_status status = fmu_only_once_enter(fmu);
    if (status != MR_OK)
        return status;
    status = fmu->backend->instantiate(fmu);
    if (status != MR_OK)
        fmu_only_once_leave(fmu);
    return status;
}

/* some FMUs declare that they interpolate inputs, and refuse their rates: false then */
static bool takes_rates(fmu_instance *fmu) {
    if (fmu->feeding != FMU_FEED_RATE || fmu->rates_tried)
        return true;
    fmu->rates_tried = true;
    memset(fmu->rate, 0, (size_t)fmu->inputs.width * sizeof *fmu->rate);
    for (int i = 0; i < fmu->flowing_count; i++)
        if (fmu->backend->set_input_rates(fmu, &fmu->flowing[i], fmu->rate, NULL) != MR_OK)
            return false;
    return true;
}

static mr_status initialise_component(fmu_instance *fmu, double t0) {
    MR_TRY(begin_anew(fmu));
    MR_TRY(fmu->backend->configuration_mode(fmu, true));
    MR_TRY(fmu_set_starts(fmu, true));
    MR_TRY(fmu->backend->configuration_mode(fmu, false));
    MR_TRY(fmu_set_starts(fmu, false));
    MR_TRY(fmu->backend->enter_initialisation(fmu, t0));
    MR_TRY(fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u));
    return fmu->backend->exit_initialisation(fmu);
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    fmu_instance *fmu = self;
    fmu->t = fmu->origin = t0;
    fmu->index = 0;
    fmu->rates_set = false;
    if (fmu->inputs.width > 0)
        MR_TRY(mr_inputs_at(inputs, t0, fmu->u));
    const mr_status status = initialise_component(fmu, t0);
    if (status == MR_OK && !takes_rates(fmu)) {
        if (fmu->phase == FMU_LOST) /* it has told how */
            return MR_ERR_SLAVE_INITIALISE;
        if (fmu->phase == FMU_RUNNING)
            fmu->phase = FMU_FAILED;
        fmu->feeding = FMU_FEED_HELD;
        return initialise(self, t0, inputs);
    }
    /* whatever it is in now, it is not at its start */
    if (status != MR_OK && fmu->phase == FMU_INSTANTIATED)
        fmu->phase = FMU_FAILED;
    if (status == MR_OK || !fmu->was_reset || fmu->phase == FMU_LOST)
        return status;
    free_component(fmu); /* not every reset is one */
    return initialise(self, t0, inputs);
}

/* size of the step to `end`: h with t + h = end to the bit, as some FMUs compare the next time that
 * they are told with their own sum. Those that can only make equal steps get equal ones. */
static double step_size(const fmu_instance *fmu, double end) {
    const double t = fmu->t;
    double h = end - t;
    if (!fmu->description->variable_steps && !fmu->description->annotation.present)
        return fabs(h - fmu->h) <= 1e-9 * fmu->h ? fmu->h : h;
    if (t + h < end)
        h = nextafter(h, INFINITY);
    else if (t + h > end)
        h = nextafter(h, 0.0);
    return h;
}

#define MOST_HALVINGS 10

/* the usual size, where that of this step is a rounding away from it: there are FMUs that compare
 * sizes to the bit */
static bool is_usual(const fmu_instance *fmu, double size) {
    return size != fmu->h && fabs(size - fmu->h) <= 1e-9 * fmu->h;
}

/* the step itself, with its inputs. One that the FMU refuses is tried with its usual size, then
 * with half of that, and again: whoever asked goes on from where that ends */
static mr_status call_step(fmu_instance *fmu, const mr_inputs *inputs, double end,
                           double *reached) {
    const bool exchange = fmu->description->model_exchange || fmu->description->scheduled;
    const double size = end - fmu->t;
    mr_message first = {""}; /* what it said of the whole step */
    mr_status status = MR_OK;
    for (int halvings = 0; halvings <= MOST_HALVINGS; halvings++) {
        const double to = halvings == 0 ? end : fmu->t + ldexp(size, -halvings);
        if (!exchange)
            MR_TRY(fmu_feed_step(fmu, inputs, to));
        *reached = to;
        fmu->discarded = false;
        fmu->window = inputs;
        fmu->window_status = MR_OK;
        const double told = step_size(fmu, to);
        status = fmu->backend->step(fmu, fmu->t, told, reached);
        if (status != MR_OK && fmu->discarded && is_usual(fmu, told) && fmu->phase == FMU_RUNNING &&
            fmu->window_status == MR_OK) {
            const mr_message words = *fmu->message;
            *reached = to;
            fmu->discarded = false;
            status = fmu->backend->step(fmu, fmu->t, fmu->h, reached);
            if (status != MR_OK)
                *fmu->message = words;
        }
        fmu->window = NULL;
        if (status == MR_OK || !fmu->discarded || fmu->only_own_steps ||
            fmu->phase != FMU_RUNNING || fmu->window_status != MR_OK)
            break;
        if (halvings == 0)
            first = *fmu->message;
        else if (halvings == MOST_HALVINGS)
            *fmu->message = first;
    }
    return status;
}

/* to `end`, or less far if the FMU says so */
static mr_status advance(fmu_instance *fmu, const mr_inputs *inputs, double end) {
    if (fmu->phase != FMU_RUNNING)
        return fmu_complain(fmu, MR_ERR_STATE, "FMU '%.80s' does not run",
                            fmu->description->model_name);
    const bool exchange = fmu->description->model_exchange || fmu->description->scheduled;
    double reached = end;
    mr_status status = call_step(fmu, inputs, end, &reached);
    if (exchange && status != MR_OK && fmu->phase == FMU_RUNNING)
        fmu->phase = FMU_FAILED; /* it is somewhere in the middle of the step */
    if (fmu->window_status != MR_OK)
        return fmu->window_status;
    if (status == MR_ERR_STOPPED)
        fmu->t = reached; /* its last outputs are those of this instant */
    if (status != MR_OK)
        return status;
    fmu->t = fabs(reached - end) <= 1e-9 * fmu->h ? end : reached;
    if (!fmu->feedthrough || exchange || inputs->constant || fmu->inputs.width == 0)
        return MR_OK;
    status = mr_inputs_at(inputs, fmu->t, fmu->u_end);
    if (status == MR_OK && fmu->clocks.count > 0) /* the others wait for an event */
        return fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u_end);
    return status == MR_OK
               ? fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u_end)
               : status;
}

/* goes on from where it is, on a new grid unless this was a step of the old one */
static void note_step(fmu_instance *fmu, double end) {
    if (fmu->t == end) {
        fmu->index++;
    } else {
        fmu->origin = fmu->t;
        fmu->index = 0;
    }
}

static double grid_end(const fmu_instance *fmu) {
    return fmu->origin + (double)(fmu->index + 1) * fmu->h;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    fmu_instance *fmu = self;
    const double end = grid_end(fmu);
    mr_status status = advance(fmu, inputs, end);
    if (status == MR_OK)
        note_step(fmu, end);
    *t = fmu->t;
    return status;
}

static mr_status step_to(void *self, const mr_inputs *inputs, double t_limit, double *t) {
    fmu_instance *fmu = self;
    const double end = grid_end(fmu), size = end - fmu->t;
    if (t_limit > end + 1e-9 * size)
        return step(self, inputs, t);
    mr_status status = advance(fmu, inputs, t_limit);
    /* a limit a rounding away from the own grid is a step of the own grid */
    if (status == MR_OK)
        note_step(fmu, t_limit > end - 1e-9 * size ? t_limit : NAN);
    *t = fmu->t;
    return status;
}

static mr_status next_step(const void *self, double *h) {
    const fmu_instance *fmu = self;
    *h = grid_end(fmu) - fmu->t;
    return MR_OK;
}

static mr_status outputs(void *self, double *y) {
    fmu_instance *fmu = self;
    MR_TRY(fmu_get_outputs(fmu, fmu->outputs.groups, fmu->outputs.group_count, y));
    fmu_clocks_tell(fmu, y);
    return MR_OK;
}

static mr_status rates(void *self, double *ydot) {
    return fmu_rates(self, ydot);
}

static mr_status interface_matrices(void *self, double *Au, double *Ap, double *Av) {
    return fmu_matrices(self, Au, Ap, Av);
}

static void close_slave(void *self) {
    fmu_instance *fmu = self;
    if (!fmu)
        return;
    free_component(fmu);
    /* after a fatal error nothing is known of its threads and memory: it stays */
    if (fmu->phase != FMU_LOST)
        fmu_library_unload(fmu);
    fmu_free_abilities(fmu);
    fmu_exchange_free(fmu);
    fmu_clocks_free(fmu);
    fmu_signals_free(&fmu->inputs);
    fmu_signals_free(&fmu->outputs);
    fmu_description_free(fmu->description);
    fmu_archive_close(fmu->archive);
    fmu_speaker_leave(fmu);
    if (fmu->log_file)
        fclose(fmu->log_file);
    fmu_settings_free(&fmu->settings);
    free(fmu);
}

#define TABLE(limited, tells_rates, matrices, saves)                                               \
    {                                                                                              \
        .abi = MR_SLAVE_ABI, .size = sizeof(mr_slave_type), .name = "fmu",                         \
        .summary = "a Functional Mock-up Unit (FMI 1.0, 2.0 or 3.0)",                              \
        .options = fmu_settings_help, .open = open_slave, .describe = describe,                    \
        .initialise = initialise, .step = step, .outputs = outputs, .close = close_slave,          \
        .next_step = next_step, .step_to = (limited) ? step_to : NULL,                             \
        .rates = (tells_rates) ? rates : NULL,                                                     \
        .interface_matrices = (matrices) ? interface_matrices : NULL,                              \
        .save = (saves) ? fmu_save : NULL, .restore = (saves) ? fmu_restore : NULL,                \
        .free_state = (saves) ? fmu_free_state : NULL,                                             \
    }
#define FOUR(matrices, saves)                                                                      \
    TABLE(0, 0, matrices, saves), TABLE(1, 0, matrices, saves), TABLE(0, 1, matrices, saves),      \
        TABLE(1, 1, matrices, saves)

static const mr_slave_type tables[16] = {FOUR(0, 0), FOUR(1, 0), FOUR(0, 1), FOUR(1, 1)};

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &tables[15];
}
