/* one run of the kart study: a simulation of the model file */
#define _GNU_SOURCE
#include "model.h"
#include "progress.h"
#include "study_kart.h"
#include "common/clock.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a quick run is repeated until enough was measured, and its least time counts: the others say what
 * else the machine did. The time is the processor's, which is the clock's where there is a core to
 * spare */
#define ENOUGH_S    1.0
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

/* time in the slave and in the coupling, from the last row of the block's diagnostics */
static void read_diagnostics(const bd_simulation *simulation, double wall_s, kart_times *times) {
    const int index = find_record(simulation, "diagnostics");
    const bd_record *record = index >= 0 ? bd_simulation_record(simulation, index) : NULL;
    if (!record || record->row_count == 0 || record->width <= TIME_COUPLE)
        return;
    const double *row = bd_simulation_record_row(simulation, index, record->row_count - 1);
    /* these are the clock's: their shares are what counts */
    times->slave_s = row[TIME_SLAVE] / wall_s * times->elapsed_s;
    times->coupling_s = row[TIME_COUPLE] / wall_s * times->elapsed_s;
}

typedef struct meter {
    double *done;
    int before; /* repeats */
} meter;

static bool show(void *user, double time, double stop_time) {
    const meter *m = user;
    *m->done = m->before + time / stop_time;
    return true;
}

static bd_status run_repeatedly(bd_simulation *simulation, bool timed, meter *gauge,
                                kart_times *times, bd_error *error) {
    const int repeats = timed ? KART_REPEATS : 1;
    bd_status status = BD_OK;
    double sum = 0.0;
    for (int i = 0; status == BD_OK && i < repeats && sum < ENOUGH_S; i++) {
        const double begin = processor_seconds(), wall = cm_seconds();
        gauge->before = i;
        status = bd_simulation_run(simulation, error);
        const double elapsed = processor_seconds() - begin;
        sum += elapsed;
        if (timed && (i == 0 || elapsed < times->elapsed_s)) {
            times->elapsed_s = elapsed;
            read_diagnostics(simulation, cm_seconds() - wall, times);
        }
    }
    return status;
}

static bd_status simulate(const kart_case *c, double stop_time, bool timed, kart_motion *motion,
                          kart_times *times, meter *gauge, bd_error *error) {
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
    if (status == BD_OK)
        status = run_repeatedly(m.simulation, timed, gauge, times, error);
    if (status == BD_OK)
        status = collect(m.simulation, motion, error);
    model_close(&m);
    return status;
}

bool kart_simulate(const kart_case *c, double stop_time, bool timed, kart_motion *motion,
                   kart_times *times, double *done, char *text, size_t size) {
    bd_error error = {0};
    meter gauge = {.done = done};
    *times = (kart_times){NAN, NAN, NAN};
    motion->rows = NULL;
    const bool good = simulate(c, stop_time, timed, motion, times, &gauge, &error) == BD_OK;
    snprintf(text, size, "%.*s", (int)size - 1, good ? "" : error.text);
    return good;
}
