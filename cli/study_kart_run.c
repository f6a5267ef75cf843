/* running the cases of the kart study: one simulation of the model file each */
#define _GNU_SOURCE
#include "model.h"
#include "study_kart.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a quick run is repeated, and its least time counts: on a busy machine the others say little. The
 * time is the processor's, which is the clock's where there is a core to spare */
#define REPEATS     3
#define QUICK_S     2.0
#define TIME_SLAVE  13 /* elements of the diagnostics, see docs/block.md */
#define TIME_COUPLE 14

static const char *const signals[KART_SIGNALS] = {
    NULL, "pitch", "throttle", "engine_speed", "gear", "drive_torque", "speed", "x", "z"};

void kart_case_name(const kart_case *c, char *text, size_t size) {
    const char *scheme = c->fastest_first ? "FF" : "SF";
    if (strcmp(c->predictor, "interface_model") == 0)
        snprintf(text, size, "interface model%s%s", *c->solver ? ", " : "", c->solver);
    else
        snprintf(text, size, "%s O%d/O%d%s%s%s%s%s", scheme, c->order_to_slave, c->order_to_master,
                 strcmp(c->predictor, "polynomial") == 0 ? "" : ", ",
                 strcmp(c->predictor, "polynomial") == 0 ? "" : c->predictor,
                 c->smoothing ? ", smoothed" : "", *c->solver ? ", " : "", c->solver);
}

static bd_status set_variables(bd_workspace *w, const kart_case *c, bd_error *error) {
    const bool modelled = strcmp(c->predictor, "interface_model") == 0;
    /* beside the interface model: what the slave tells about signals that are no part of it */
    const char *to_master = modelled ? "hermite" : c->predictor;
    const char *to_slave =
        modelled || strcmp(c->predictor, "hermite") == 0 ? "polynomial" : c->predictor;
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"h1", KART_H1},
                   {"fr", c->fr},
                   {"order_to_slave", c->order_to_slave},
                   {"order_to_master", modelled ? 3 : c->order_to_master},
                   {"smoothing", c->smoothing}};
    const struct {
        const char *name, *value;
    } texts[] = {{"scheme", c->fastest_first ? "fastest_first" : "slowest_first"},
                 {"predictor_to_slave", to_slave},
                 {"predictor_to_master", to_master},
                 {"coupling", modelled ? "model" : "signals"},
                 {"options", "timing=on"}};
    bd_status status = BD_OK;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == BD_OK; i++)
        status = bd_workspace_set_scalar(w, numbers[i].name, numbers[i].value, error);
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status == BD_OK; i++)
        status = bd_workspace_set_text(w, texts[i].name, texts[i].value, error);
    return status;
}

static int find_record(const bd_simulation *simulation, const char *name) {
    for (int i = 0; i < bd_simulation_record_count(simulation); i++)
        if (strcmp(bd_simulation_record(simulation, i)->name, name) == 0)
            return i;
    return -1;
}

static bd_status collect(const bd_simulation *simulation, kart_motion *m, bd_error *error) {
    const size_t count = bd_simulation_time_count(simulation);
    int records[KART_SIGNALS] = {0};
    for (int i = 1; i < m->width; i++) {
        records[i] = find_record(simulation, signals[i]);
        if (records[i] < 0)
            return bd_error_set(error, BD_BAD_DIAGRAM, "the model has no outport '%s'", signals[i]);
    }
    m->rows = malloc((count + 1) * (size_t)m->width * sizeof *m->rows);
    if (!m->rows)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    m->count = count;
    for (size_t k = 0; k < count; k++) {
        double *row = m->rows + k * (size_t)m->width;
        row[KART_TIME] = bd_simulation_time_at(simulation, k);
        for (int i = 1; i < m->width; i++)
            row[i] = bd_simulation_record_row(simulation, records[i], k)[0];
    }
    return BD_OK;
}

/* time and steps of the slave, from the last row of the block's diagnostics */
static void read_diagnostics(const bd_simulation *simulation, double wall_s, kart_case *c) {
    const int index = find_record(simulation, "diagnostics");
    const bd_record *record = index >= 0 ? bd_simulation_record(simulation, index) : NULL;
    if (!record || record->row_count == 0 || record->width <= TIME_COUPLE)
        return;
    const double *row = bd_simulation_record_row(simulation, index, record->row_count - 1);
    c->slave_steps = row[1];
    /* these are the clock's: their shares are what counts */
    c->slave_s = row[TIME_SLAVE] / wall_s * c->elapsed_s;
    c->coupling_s = row[TIME_COUPLE] / wall_s * c->elapsed_s;
}

typedef struct meter {
    progress bar;
    double before, share; /* of the whole study: done before this run, and in it */
} meter;

static bool show(void *user, double time, double stop_time) {
    meter *m = user;
    progress_show(&m->bar, m->before + m->share * time / stop_time);
    return true;
}

static bd_status simulate(kart_case *c, double stop_time, int width, meter *gauge,
                          bd_error *error) {
    char models[PATH_MAX], file[PATH_MAX + 64];
    models_folder(models, sizeof models);
    snprintf(file, sizeof file, "%s/kart_engine/kart_engine.mdl", models);
    model m;
    bd_options options = bd_options_default();
    if (c->solver[0])
        options.solver = c->solver;
    options.stop_time = stop_time;
    options.progress = show;
    options.progress_user = gauge;
    bd_status status = model_read(&m, file, NULL, NULL, NULL, error);
    if (status == BD_OK)
        status = set_variables(m.base, c, error);
    if (status == BD_OK)
        status = model_compile(&m, &options, error);
    for (int i = 0; status == BD_OK && i < REPEATS; i++) {
        const double begin = processor_seconds(), wall = wall_seconds();
        status = bd_simulation_run(m.simulation, error);
        const double elapsed = processor_seconds() - begin;
        if (i == 0 || elapsed < c->elapsed_s) {
            c->elapsed_s = elapsed;
            read_diagnostics(m.simulation, wall_seconds() - wall, c);
        }
        if (elapsed > QUICK_S)
            break;
    }
    c->motion.width = width;
    if (status == BD_OK)
        status = collect(m.simulation, &c->motion, error);
    model_close(&m);
    return status;
}

const double *kart_row_at(const kart_motion *m, double t) {
    size_t low = 0, high = m->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (m->rows[middle * (size_t)m->width] <= t)
            low = middle;
        else
            high = middle;
    }
    return m->rows + low * (size_t)m->width;
}

/* pitch between two major steps of the reference, whose steps are short: a straight line */
double kart_pitch_at(const kart_motion *m, double t) {
    const double *a = kart_row_at(m, t);
    const double *end = m->rows + (m->count - 1) * (size_t)m->width;
    if (a == end)
        return a[KART_PITCH];
    const double *b = a + m->width;
    const double part = (t - a[KART_TIME]) / (b[KART_TIME] - a[KART_TIME]);
    return a[KART_PITCH] + part * (b[KART_PITCH] - a[KART_PITCH]);
}

static void compare(const kart_case *c, const kart_motion *reference, double *most, double *rms) {
    const kart_motion *m = &c->motion;
    double worst = 0.0, sum = 0.0;
    for (size_t i = 0; i < m->count; i++) {
        const double *row = m->rows + i * (size_t)m->width;
        const double off = row[KART_PITCH] - kart_pitch_at(reference, row[KART_TIME]);
        worst = fmax(worst, fabs(off));
        sum += off * off;
    }
    *most = worst;
    *rms = sqrt(sum / (double)m->count);
}

static void run_case(kart_study *s, kart_case *c, int width, meter *gauge) {
    bd_error error = {0};
    c->failed = simulate(c, s->stop_time, width, gauge, &error) != BD_OK;
    snprintf(c->error, sizeof c->error, "%.*s", (int)sizeof c->error - 1, error.text);
    c->h2 = c->fr * KART_H1;
    c->max_deviation = c->rms_deviation = c->converged_deviation = NAN;
    if (c->failed)
        c->elapsed_s = c->slave_s = c->coupling_s = NAN;
    else if (!s->reference.failed && s->reference.motion.rows)
        compare(c, &s->reference.motion, &c->max_deviation, &c->rms_deviation);
    if (!c->failed && s->converged.motion.rows) {
        double rms;
        compare(c, &s->converged.motion, &c->converged_deviation, &rms);
    }
}

/* expected share of the time, for the bar only: a kart step against a hundredth of a diagram's */
static double weight(const kart_case *c) {
    return 1.0 / c->fr + 0.1;
}

static bool same_settings(const kart_case *a, const kart_case *b) {
    return a->fr == b->fr && a->fastest_first == b->fastest_first && a->smoothing == b->smoothing &&
           a->order_to_slave == b->order_to_slave && a->order_to_master == b->order_to_master &&
           strcmp(a->predictor, b->predictor) == 0 && strcmp(a->solver, b->solver) == 0;
}

/* the case is the reference itself: its outcome is there already */
static void copy_outcome(kart_case *c, const kart_case *from) {
    const kart_motion own = c->motion;
    *c = *from;
    c->motion = own;
}

bool kart_study_run(kart_study *s) {
    meter m = {0};
    double total = weight(&s->reference) + (s->brief ? 0.0 : weight(&s->converged));
    for (int i = 0; i < s->count; i++)
        if (!same_settings(&s->cases[i], &s->reference))
            total += weight(&s->cases[i]);
    progress_begin(&m.bar, "kart study");
    if (!s->brief) {
        m.share = weight(&s->converged) / total;
        run_case(s, &s->converged, KART_PITCH + 1, &m);
        m.before += m.share;
    }
    m.share = weight(&s->reference) / total;
    run_case(s, &s->reference, KART_SIGNALS, &m);
    m.before += m.share;
    s->reference.max_deviation = s->reference.rms_deviation = 0.0;
    for (int i = 0; i < s->count && !s->reference.failed; i++) {
        if (same_settings(&s->cases[i], &s->reference)) {
            copy_outcome(&s->cases[i], &s->reference);
            continue;
        }
        m.share = weight(&s->cases[i]) / total;
        run_case(s, &s->cases[i], KART_PITCH + 1, &m);
        m.before += m.share;
    }
    progress_end(&m.bar);
    if (s->reference.failed)
        fprintf(stderr, "multirate study: the reference run failed: %s\n", s->reference.error);
    return !s->reference.failed;
}

void kart_study_free(kart_study *s) {
    for (int i = 0; i < s->count; i++)
        free(s->cases[i].motion.rows);
    free(s->reference.motion.rows);
    free(s->converged.motion.rows);
    free(s->cases);
}
