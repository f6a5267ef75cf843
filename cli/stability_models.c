/* systems whose members have interface models: the coupled run itself is tried by pulses */
#define _POSIX_C_SOURCE 200809L
#include "stability_models.h"

#include "system_run.h"

#include "analysis/struck.h"
#include "common/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool stability_has_models(const sy_system *s, const char *coupling) {
    mr_coupled_config config;
    mr_message ignored = {""};
    mr_coupled_default_own_steps(&config);
    bool model = mr_coupled_parse(&config, s->coupling ? s->coupling : "", &ignored) == MR_OK &&
                 mr_coupled_parse(&config, coupling, &ignored) == MR_OK && config.model;
    for (int m = 0; m < s->member_count; m++)
        model = model || (s->members[m].model && strcmp(s->members[m].model, "no") != 0);
    return model;
}

bool stability_without_models(sy_system *s) {
    bool good = true;
    for (int m = 0; m < s->member_count; m++) {
        free(s->members[m].model);
        s->members[m].model = strdup("no");
        good = good && s->members[m].model;
    }
    return good;
}

/* --- other steps --- */

static bool has_step_value(const sy_member *m) {
    for (int i = 0; i < m->value_count; i++)
        if (strcmp(m->values[i].name, "step") == 0)
            return true;
    return false;
}

/* imposed steps, those among a slave's settings, and else imposed ones that are `own` now */
static bool scale_step(sy_member *m, double own, double factor) {
    bool told = m->step > 0.0;
    m->step *= factor;
    for (int i = 0; i < m->value_count; i++) {
        char text[40], *end;
        if (strcmp(m->values[i].name, "step") != 0)
            continue;
        const double step = strtod(m->values[i].value, &end);
        if (*end != '\0')
            return false;
        snprintf(text, sizeof text, "%.17g", step * factor);
        free(m->values[i].value);
        m->values[i].value = strdup(text);
        told = true;
        if (!m->values[i].value)
            return false;
    }
    const char *mechanism = strstr(m->slave, ".mbs"); /* which integrates with any step */
    if (mechanism && (mechanism[4] == '\0' || mechanism[4] == ' ') && !has_step_value(m)) {
        char text[40];
        snprintf(text, sizeof text, "%.17g", own * factor);
        return sy_add_value(&m->values, &m->value_count, "step", text, NULL);
    }
    if (!told)
        m->step = own * factor;
    return true;
}

static mr_status check_steps(const sy_run *run, const double *steps, double factor,
                             mr_message *message) {
    for (int m = 0; m < sy_member_count(run); m++) {
        const double now = mr_coupled_member_step(sy_coupled(run), m);
        if (sy_follows(run, m) || fabs(now / (factor * steps[m]) - 1.0) < 1e-6)
            continue;
        mr_message_set(message,
                       "member '%.60s' makes steps of %g s where %g s are asked for: nothing is "
                       "known of other steps than those of this system",
                       sy_member_name(run, m), now, factor * steps[m]);
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

/* members of the description stand in another order than those that are coupled */
static double *own_steps(const sy_run *run, const sy_system *s, double *coupled) {
    double *described = calloc((size_t)s->member_count + 1, sizeof *described);
    for (int place = 0; described && place < sy_member_count(run); place++) {
        coupled[place] = mr_coupled_member_step(sy_coupled(run), place);
        for (int m = 0; m < s->member_count; m++)
            if (strcmp(s->members[m].name, sy_member_name(run, place)) == 0)
                described[m] = coupled[place];
    }
    return described;
}

static mr_status open_anew(const stability_models *about, sy_system *s, const double *coupled,
                           double factor, sy_run **run, mr_message *message) {
    MR_TRY(sy_open(s, about->coupling, run, message));
    return check_steps(*run, coupled, factor, message);
}

/* the same system, and its run, with steps that are so much longer */
static mr_status open_scaled(const stability_models *about, double factor, sy_system **s,
                             sy_run **run, mr_message *message) {
    MR_TRY(sy_read(about->path, s, message));
    for (int i = 0; i < about->settings->count; i++)
        if (!system_set_value("stability", *s, about->settings->items[i]))
            return MR_ERR_ARGUMENT;
    (*s)->stop = 1e12; /* it is tried for as long as that takes */
    MR_TRY(sy_open(*s, about->coupling, run, message));
    if (factor == 1.0)
        return MR_OK;
    double *coupled = calloc((size_t)sy_member_count(*run) + 1, sizeof *coupled);
    double *described = coupled ? own_steps(*run, *s, coupled) : NULL;
    mr_status status = described ? MR_OK : mr_no_memory(message);
    for (int m = 0; status == MR_OK && m < (*s)->member_count; m++)
        if (!scale_step(&(*s)->members[m], described[m], factor))
            status = mr_no_memory(message);
    sy_close(*run);
    *run = NULL;
    if (status == MR_OK)
        status = open_anew(about, *s, coupled, factor, run, message);
    CM_FREE(coupled, described);
    return status;
}

/* --- the run --- */

static mr_status begin(void *context, double start, mr_message *message) {
    return sy_start(context, start, message);
}

static mr_status advance(void *context, double t, mr_message *message) {
    return sy_advance(context, t, message);
}

static mr_status find_period(const sy_run *run, const bool *in, an_struck *struck,
                             mr_message *message) {
    const int members = sy_member_count(run);
    double *steps = calloc((size_t)members + 1, sizeof *steps);
    int *whole = calloc((size_t)members + 1, sizeof *whole), count = 0;
    if (!steps || !whole) {
        CM_FREE(steps, whole);
        return mr_no_memory(message);
    }
    for (int m = 0; m < members; m++)
        if (in[m] && !sy_follows(run, m))
            steps[count++] = mr_coupled_member_step(sy_coupled(run), m);
    bool known = count > 0;
    for (int i = 0; i < count; i++)
        known = known && steps[i] > 0.0 && isfinite(steps[i]);
    struck->period = known ? an_common_period(steps, count, whole) : 0.0;
    struck->steps = AN_MOST_STEPS;
    for (int i = 0; i < count; i++)
        struck->steps = whole[i] < struck->steps ? whole[i] : struck->steps;
    CM_FREE(steps, whole);
    if (struck->period > 0.0)
        return MR_OK;
    mr_message_set(message, "the members' steps have no common period of at most %d steps of each",
                   AN_MOST_STEPS);
    return MR_ERR_UNSUPPORTED;
}

mr_status stability_models_point(const stability_models *about, double factor, double tolerance,
                                 an_stability *found, mr_message *message) {
    sy_system *s = NULL;
    sy_run *run = NULL;
    bool *in = NULL;
    double misfit;
    mr_status status = open_scaled(about, factor, &s, &run, message);
    if (status == MR_OK && !(in = calloc(2 * (size_t)sy_member_count(run) + 1, sizeof *in)))
        status = mr_no_memory(message);
    if (status == MR_OK) {
        an_struck struck = {.coupled = sy_coupled(run),
                            .in = in,
                            .bent = about->bent,
                            .start = sy_run_times(run).start,
                            .begin = begin,
                            .advance = advance,
                            .context = run};
        struck.connections = sy_connections(run, &struck.connection_count);
        (void)stability_find_loops(run, in, in + sy_member_count(run));
        status = find_period(run, in, &struck, message);
        if (status == MR_OK)
            status = an_struck_stability(found, &struck, tolerance, &misfit, message);
    }
    free(in);
    sy_close(run);
    sy_system_free(s);
    return status;
}

void stability_models_free(stability_models *m) {
    free(m->path);
    free(m->coupling);
    *m = (stability_models){0};
}
