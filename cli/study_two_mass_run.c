/* running the cases of the study: one simulation of the model file each, on all cores, and
 * none again that the journal has */
#define _GNU_SOURCE
#include "fingerprint.h"
#include "model.h"
#include "progress.h"
#include "study_two_mass.h"

#include "multirate/predictor.h"
#include "two_mass_measure.h"
#include "common/clock.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *model_name(const study_case *c) {
    return strcmp(c->coupling, "force") == 0    ? "two_mass_force"
           : strcmp(c->coupling, "memory") == 0 ? "two_mass_memory"
                                                : "two_mass";
}

static bd_status set_variables(bd_workspace *w, const study_case *c, bd_error *error) {
    bd_status status = BD_OK;
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"fr", c->fr},
                   {"zeta", c->zeta},
                   {"order_to_slave", c->order_to_slave},
                   {"order_to_master", c->order_to_master},
                   {"smoothing", c->smoothing},
                   {"jitter", c->jitter}};
    /* the interface model is a coupling of its own; the predictors beside it do not matter then */
    const bool modelled = strcmp(c->predictor, "interface_model") == 0;
    const char *predictor = modelled ? "polynomial" : c->predictor;
    /* the diagram sends no rates of its signals: only the slave's can be continued with them */
    const mr_predictor_type *type = mr_predictor_find(predictor);
    const char *to_slave = type && type->uses_rates ? "polynomial" : predictor;
    const struct {
        const char *name, *value;
    } texts[] = {{"scheme", c->fastest_first ? "fastest_first" : "slowest_first"},
                 {"predictor_to_slave", to_slave},
                 {"predictor_to_master", predictor},
                 {"options", modelled ? "coupling=model" : ""},
                 {"acceleration", c->acceleration}};
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

/* x1, v1, x2, v2 at every major step of the run */
static bd_status collect(const bd_simulation *simulation, study_history *history, bd_error *error) {
    static const char *const names[] = {"x1", "v1", "x2", "v2"};
    int records[4];
    const size_t count = bd_simulation_time_count(simulation);
    for (int i = 0; i < 4; i++) {
        records[i] = find_record(simulation, names[i]);
        if (records[i] < 0)
            return bd_error_set(error, BD_BAD_DIAGRAM, "the model has no outport '%s'", names[i]);
    }
    history->rows = calloc(count + 1, sizeof *history->rows);
    if (!history->rows)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    history->count = (int)count;
    for (size_t k = 0; k < count; k++) {
        history->rows[k][0] = bd_simulation_time_at(simulation, k);
        for (int i = 0; i < 4; i++)
            history->rows[k][i + 1] = bd_simulation_record_row(simulation, records[i], k)[0];
    }
    return BD_OK;
}

static void measure(study_case *c, const study_history *history) {
    two_mass_ratios ratios = two_mass_default_ratios;
    two_mass system;
    two_mass_measure sums;
    two_mass_errors errors;
    ratios.fr = c->fr;
    ratios.zeta = c->zeta;
    if (two_mass_make(&ratios, &system) || history->count < 2)
        return;
    two_mass_measure_begin(&sums, &system, c->fr, history->rows[history->count - 1][0]);
    for (int i = 1; i < history->count; i++)
        two_mass_measure_add(&sums, history->rows[i][0], &history->rows[i][1]);
    two_mass_measure_end(&sums, &errors);
    c->position_error = errors.position_error;
    c->energy_error = errors.energy_error;
    c->fast_amplitude = errors.fast_amplitude;
}

static bd_status simulate(study_case *c, study_history *history, bd_error *error) {
    char models[PATH_MAX], file[PATH_MAX + 64];
    models_folder(models, sizeof models);
    snprintf(file, sizeof file, "%s/two_mass/%s.mdl", models, model_name(c));
    model m;
    bd_options options = bd_options_default();
    if (c->solver[0])
        options.solver = c->solver;
    bd_status status = model_read(&m, file, NULL, NULL, NULL, error);
    if (status == BD_OK)
        status = set_variables(m.base, c, error);
    if (status == BD_OK)
        status = model_compile(&m, &options, error);
    if (status == BD_OK) {
        const double begin = cm_seconds();
        status = bd_simulation_run(m.simulation, error);
        c->wall_s = cm_seconds() - begin;
        c->master_evaluations = (double)bd_simulation_statistics(m.simulation).output_evaluations;
        const int diagnostics = find_record(m.simulation, "diagnostics");
        if (diagnostics >= 0 && bd_simulation_record(m.simulation, diagnostics)->row_count > 0) {
            const bd_record *record = bd_simulation_record(m.simulation, diagnostics);
            const double *last =
                bd_simulation_record_row(m.simulation, diagnostics, record->row_count - 1);
            c->slave_steps = last[1];
            c->indicator = record->width > 9 ? last[9] : NAN;
        }
        if (status == BD_OK)
            status = collect(m.simulation, history, error);
        if (status == BD_OK)
            measure(c, history);
    }
    model_close(&m);
    return status;
}

bool study_history_run(study_case *c, study_history *history) {
    bd_error error = {0};
    *history = (study_history){0};
    c->failed = simulate(c, history, &error) != BD_OK;
    snprintf(c->error, sizeof c->error, "%.*s", (int)sizeof c->error - 1, error.text);
    if (c->failed)
        c->position_error = c->energy_error = c->fast_amplitude = NAN;
    return !c->failed;
}

static void run_case(void *user, int index, void *answer) {
    const study *s = user;
    study_case *c = answer;
    study_history history;
    *c = s->cases[index];
    study_history_run(c, &history);
    free(history.rows);
}

static void lose_case(void *user, int index, const char *how, void *answer) {
    const study *s = user;
    study_case *c = answer;
    *c = s->cases[index];
    c->failed = true;
    c->position_error = c->energy_error = c->fast_amplitude = NAN;
    snprintf(c->error, sizeof c->error, "%s", how);
}

/* the outcome as the journal has it */
enum { OUTCOMES = 7 };
static void list_outcome(study_case *c, double *list[OUTCOMES]) {
    double *const numbers[OUTCOMES] = {
        &c->position_error,     &c->energy_error, &c->fast_amplitude, &c->slave_steps,
        &c->master_evaluations, &c->wall_s,       &c->indicator};
    memcpy(list, numbers, sizeof numbers);
}

static bool take_case(void *user, int index, const void *answer) {
    study *s = user;
    study_case *c = &s->cases[index];
    double *list[OUTCOMES], numbers[OUTCOMES];
    memcpy(c, answer, sizeof *c);
    list_outcome(c, list);
    for (int i = 0; i < OUTCOMES; i++)
        numbers[i] = *list[i];
    return journal_add_numbers(&s->journal, index, numbers, OUTCOMES, c->error);
}

/* what the journal has is not run again */
static void restore(study *s, bool *done) {
    for (int k = 0; k < s->journal.count; k++) {
        study_case *c = &s->cases[k];
        double *list[OUTCOMES], numbers[OUTCOMES];
        list_outcome(c, list);
        done[k] = journal_numbers(&s->journal, k, numbers, OUTCOMES, &c->failed, c->error,
                                  sizeof c->error);
        for (int i = 0; done[k] && i < OUTCOMES; i++)
            *list[i] = numbers[i];
    }
}

static uint64_t fingerprint(const study *s) {
    static const char *const files[] = {"two_mass", "two_mass_force", "two_mass_memory"};
    char models[PATH_MAX], text[PATH_MAX + 64];
    uint64_t sum = FINGERPRINT_BEGIN;
    models_folder(models, sizeof models);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(text, sizeof text, "%s/two_mass/%s.mdl", models, files[i]);
        fingerprint_file(&sum, text);
    }
    for (int i = 0; i < s->journal.count; i++) {
        const study_case *c = &s->cases[i];
        snprintf(text, sizeof text, "%.17g %.17g %d %d %d %d %s %s %s %s %.17g", c->fr, c->zeta,
                 c->fastest_first, c->smoothing, c->order_to_slave, c->order_to_master,
                 c->predictor, c->coupling, c->acceleration, c->solver, c->jitter);
        fingerprint_text(&sum, text);
    }
    return sum;
}

/* what the study writes beside its journal */
static const char *const files[] = {"results.csv",
                                    "report.html",
                                    "pictures.gp",
                                    "gnuplot.log",
                                    "history_fr30_sf_o3.csv",
                                    "history_fr90_sf_o0.csv",
                                    "history_fr90_ff_o3.csv",
                                    "history_fr90_smooth_o3.csv",
                                    "amplitude.svg",
                                    "amplitude.png",
                                    "figure04.svg",
                                    "figure04.png",
                                    "figure07.svg",
                                    "figure07.png",
                                    "figure08.svg",
                                    "figure08.png",
                                    "figure09.svg",
                                    "figure09.png",
                                    NULL};

farm_end study_run(study *s) {
    const int count = s->count + s->extra;
    bool *done = calloc((size_t)count + 1, sizeof *done);
    farm_end end = FARM_FAILED;
    const bool leads = farm_rank() == 0;
    if (done && journal_make(&s->journal, "study", s->folder, count) &&
        (!leads || journal_open(&s->journal, files, fingerprint(s), s->resume, s->restart))) {
        restore(s, done);
        const farm_task task = {.what = "two-mass study",
                                .count = count,
                                .done = done,
                                .ranks = true,
                                .jobs = s->jobs,
                                .answer_size = sizeof *s->cases,
                                .user = s,
                                .run = run_case,
                                .lost = lose_case,
                                .take = take_case};
        end = farm_run(&task);
    }
    free(done);
    return end;
}

void study_free(study *s) {
    journal_close(&s->journal);
    free(s->cases);
}
