/* the life of an FMU or of any slave: whatever it does must come out the same a second time, and it
 * keeps what its table promises */
#include "findings.h"

#include "common/sentence.h"
#include "multirate/multirate.h"
#include "multirate/plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 20

typedef struct life {
    const char *where;
    findings *all;
    const mr_slave_type *type;
    void *instance;
    mr_message message;
    int width, input_width;
    double *first, *now, *end;
    double start;
    bool promises; /* look at next_step and step_to as well */
} life;

__attribute__((format(printf, 3, 4))) static bool tell(life *l, fmu_severity severity,
                                                       const char *format, ...) {
    CM_SENTENCE(sentence, 500, format);
    findings_add(l->all, severity, l->where, sentence);
    return false;
}

/* all inputs are zero; an FMU is opened without any */
static mr_status no_inputs(void *context, double t, double *u) {
    (void)t;
    memset(u, 0, (size_t)((const life *)context)->input_width * sizeof *u);
    return MR_OK;
}

static bool failed(life *l, const char *what, mr_status status) {
    return tell(l, FMU_VIOLATION, "%s failed: %.400s", what,
                l->message.text[0] ? l->message.text : mr_status_text(status));
}

static bool take(life *l, double *y) {
    const mr_status status = l->type->outputs(l->instance, y);
    if (status != MR_OK)
        return failed(l, "reading the outputs", status);
    for (int i = 0; i < l->width; i++)
        if (!isfinite(y[i]))
            return tell(l, FMU_DOUBT, "output %d is not finite", i + 1);
    return true;
}

static bool begin(life *l, const char *what) {
    const mr_inputs inputs = {.at = no_inputs, .context = l};
    const mr_status status = l->type->initialise(l->instance, l->start, &inputs);
    return status == MR_OK || failed(l, what, status);
}

/* *ended: it has finished its simulation by itself */
static bool step(life *l, int count, bool *ended) {
    const mr_inputs inputs = {.at = no_inputs, .context = l};
    double t = l->start;
    for (int n = 0; n < count && !*ended; n++) {
        const double before = t;
        const mr_status status = l->type->step(l->instance, &inputs, &t);
        *ended = status == MR_ERR_STOPPED;
        if (status != MR_OK && !*ended)
            return failed(l, "a step", status);
        if (n > 0 && !*ended && !(t > before))
            return tell(l, FMU_VIOLATION, "the time does not go on at t = %.9g s", before);
    }
    return true;
}

static bool same(const life *l, const double *a, const double *b) {
    for (int i = 0; i < l->width; i++)
        if (fabs(a[i] - b[i]) > 1e-12 * fmax(fabs(a[i]), fabs(b[i])))
            return false;
    return true;
}

static bool live(life *l) {
    bool ended = false;
    void *state = NULL;
    if (!begin(l, "the start") || !take(l, l->first) || !step(l, STEPS / 2, &ended))
        return false;
    if (l->type->save && !ended) {
        const mr_status status = l->type->save(l->instance, &state);
        if (status != MR_OK && state)
            l->type->free_state(state);
        if (status != MR_OK)
            return failed(l, "saving the state", status);
    }
    bool good = step(l, STEPS / 2, &ended) && take(l, l->end);
    if (good && state) {
        bool again = false;
        const mr_status status = l->type->restore(l->instance, state);
        if (status != MR_OK)
            good = failed(l, "restoring the state", status);
        else if (step(l, STEPS / 2, &again) && take(l, l->now) && !same(l, l->now, l->end))
            tell(l, FMU_VIOLATION, "after a saved state was restored other outputs come out");
    }
    if (state)
        l->type->free_state(state);
    ended = false;
    if (!good || !begin(l, "a second start") || !take(l, l->now))
        return false;
    if (!same(l, l->now, l->first))
        return tell(l, FMU_VIOLATION, "a second start gives other outputs than the first");
    if (!step(l, STEPS, &ended) || !take(l, l->now))
        return false;
    return same(l, l->now, l->end) ||
           tell(l, FMU_DOUBT, "a second run gives other outputs than the first");
}

/* next_step and step_to: a master relies on both to the bit of its grid */
static bool keeps_promises(life *l) {
    const mr_inputs inputs = {.at = no_inputs, .context = l};
    if (!l->type->next_step && !l->type->step_to)
        tell(l, FMU_DOUBT,
             "it has neither next_step nor step_to: it can go slowest first only, with its own "
             "steps");
    if (!begin(l, "a start"))
        return false;
    double t = l->start, h = 0.0;
    mr_status status = MR_OK;
    if (l->type->next_step && (status = l->type->next_step(l->instance, &h)) != MR_OK)
        return failed(l, "next_step", status);
    if ((status = l->type->step(l->instance, &inputs, &t)) != MR_OK)
        return status == MR_ERR_STOPPED || failed(l, "a step", status);
    if (l->type->next_step && !(fabs(t - l->start - h) <= 1e-9 * fabs(h)))
        return tell(l, FMU_VIOLATION, "next_step tells %.9g s, but the step was of %.9g s", h,
                    t - l->start);
    if (!l->type->step_to)
        return true;
    const double begun = t, limit = t + 0.3 * (t - l->start);
    if ((status = l->type->step_to(l->instance, &inputs, limit, &t)) != MR_OK)
        return status == MR_ERR_STOPPED || failed(l, "step_to", status);
    if (!(t > begun && t <= limit + 1e-9 * (limit - begun)))
        return tell(l, FMU_VIOLATION, "step_to from t = %.9g s to %.9g s went to %.9g s", begun,
                    limit, t);
    return true;
}

static void open_and_live(life *l, const char *configuration) {
    mr_slave_description d;
    const mr_status status = l->type->open(configuration, &l->message, &l->instance);
    if (status != MR_OK) {
        failed(l, "opening it", status);
        return;
    }
    l->type->describe(l->instance, &d);
    if (d.type)
        l->type = d.type;
    l->width = mr_variables_width(d.outputs, d.output_count);
    l->input_width = mr_variables_width(d.inputs, d.input_count);
    l->first = calloc(3 * (size_t)l->width + 1, sizeof *l->first);
    if (l->first) {
        l->now = l->first + l->width;
        l->end = l->now + l->width;
        if (live(l) && l->promises)
            (void)keeps_promises(l);
    }
    free(l->first);
    l->type->close(l->instance);
}

/* in a process of its own: what goes wrong there is a sentence here */
static void load_and_live(life *l, const char *path, const char *settings) {
    char configuration[9000];
    const char *prefix = "";
    mr_plugin *plugin = NULL;
    const mr_status status =
        mr_plugin_load_as(path, true, "isolate=yes timeout=60", &plugin, &prefix, &l->message);
    if (status != MR_OK) {
        failed(l, "opening it", status);
        return;
    }
    snprintf(configuration, sizeof configuration, "%s %s", prefix, settings);
    l->type = mr_plugin_type(plugin);
    open_and_live(l, configuration);
    mr_plugin_unload(plugin);
}

void validate_life(const char *path, bool exchange, bool scheduled, double start, findings *all) {
    life l = {.where = exchange    ? "life, Model Exchange"
                       : scheduled ? "life, Scheduled Execution"
                                   : "life, Co-Simulation",
              .all = all,
              .start = start};
    load_and_live(&l, path,
                  exchange    ? "inputs='' interface=me"
                  : scheduled ? "inputs=''"
                              : "inputs='' interface=cs");
}

void validate_slave(const char *path, const char *settings, bool run, findings *all) {
    life l = {.where = "slave", .all = all, .promises = true};
    if (run)
        load_and_live(&l, path, settings);
}
