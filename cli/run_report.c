/* collects what a run has left behind and hands it to the page */
#define _GNU_SOURCE
#include "run_report.h"
#include "columns.h"
#include "complain.h"
#include "coupling_report.h"
#include "folder.h"

#include "common/memory_text.h"
#include "common/sentence.h"
#include "common/motion.h"
#include "pages/pages.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEAST_PICTURES 500 /* of a mechanism in motion */

static bool is_motion_name(const char *name) {
    const size_t n = strlen(name);
    return n > 7 && strcmp(name + n - 7, ".motion") == 0;
}

/* motions of an earlier run would be shown as if they were of this one; other files stay */
static void clear_motions(const char *folder) {
    DIR *list = opendir(folder);
    for (struct dirent *e; list && (e = readdir(list));) {
        char path[4600];
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (is_motion_name(e->d_name) && stat(path, &about) == 0 &&
            (about.st_size == 0 || pg_is_motion(path)))
            unlink(path);
    }
    if (list)
        closedir(list);
}

bool run_report_begin(run_report *report, const char *folder) {
    report->folder = folder;
    if (!folder)
        return true;
    snprintf(report->motions, sizeof report->motions, "%s/motion", folder);
    const char *command = report->command ? report->command : "run";
    folder_drop_link(report->motions); /* motions elsewhere are not this run's */
    if (!make_folder(command, report->motions))
        return false;
    clear_motions(report->motions);
    char *whole = realpath(report->motions, NULL); /* slaves may be in processes elsewhere */
    if (!whole || setenv(CM_MOTION_FOLDER, whole, 1) != 0) {
        free(whole);
        return complain(command, "'%s' cannot be used", report->motions);
    }
    free(whole);
    return true;
}

void run_report_span(const run_report *report, double span) {
    char period[40];
    snprintf(period, sizeof period, "%.17g", fmin(CM_USUAL_MOTION_PERIOD, span / LEAST_PICTURES));
    if (report->folder && span > 0.0)
        (void)setenv(CM_MOTION_PERIOD, period, 1);
}

static bool name_column(pg_results *r, int column, const bd_output_signal *s, size_t element) {
    char name[400];
    const char *unit = s->units ? s->units[element] : "";
    bd_output_column_name(s, element, name, sizeof name);
    return pg_results_name(r, column, name, unit);
}

static bd_status collect(const model *m, pg_results *r, bd_error *error) {
    columns c;
    bd_status status = columns_open(&c, m->run, &m->names, error);
    const size_t rows = bd_run_time_count(m->run);
    if (status == BD_OK)
        status = pg_results_create(m->diagram->name, rows, (int)c.width, r, error);
    r->rounded = true;
    for (size_t i = 0; status == BD_OK && i < rows; i++) {
        r->times[i] = columns_row(&c, i);
        for (size_t k = 0; k < c.width; k++)
            r->columns[k].values[i] = c.values[k];
    }
    for (int s = 0, k = 0; status == BD_OK && s < c.count; s++) {
        const size_t width = c.signals[s].rows * c.signals[s].columns;
        for (size_t e = 0; e < width && k < r->column_count; e++, k++)
            if (!name_column(r, k, &c.signals[s], e))
                status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the report");
    }
    columns_close(&c);
    return status;
}

__attribute__((format(printf, 3, 4))) static void fact(pg_page *page, const char *name,
                                                       const char *format, ...) {
    CM_SENTENCE(text, 2000, format);
    pg_page_fact(page, name, text, 0);
}

static void tell_run(pg_page *page, const model *m, const run_report_facts *f) {
    const bd_statistics s = bd_run_statistics(m->run);
    const bool good = strcmp(f->outcome, "finished") == 0;
    pg_page_facts(page, "Run");
    pg_page_fact(page, "outcome", f->outcome, good ? 1 : -1);
    if (f->error && !good)
        pg_page_fact(page, "because", f->error, -1);
    fact(page, "time", "%.9g s … %.9g s", bd_run_start_time(m->run), bd_run_time(m->run));
    fact(page, "solver", "%s", bd_model_solver(bd_run_model(m->run)));
    fact(page, "steps", "%lu, %lu rejected", s.major_steps, s.rejected_steps);
    fact(page, "zero crossings", "%lu", s.zero_crossings);
    fact(page, "blocks", "%d; %d algebraic loops", s.blocks, s.algebraic_loops);
    fact(page, "states", "%d continuous, %d discrete", s.continuous_states, s.discrete_states);
    fact(page, "duration", "%.3g s", f->seconds);
}

static void tell_couplings(pg_page *page, const model *m, const run_report_facts *f) {
    const bool diverged = strcmp(f->outcome, "diverged") == 0;
    for (int i = 0; i < bd_model_block_count(bd_run_model(m->run)); i++) {
        mr_statistics s;
        char verdict[MR_VERDICT_SIZE], heading[400], settings[1000];
        if (!coupling_statistics(m->run, i, diverged, &s))
            continue;
        mr_statistics_verdict(&s, verdict, sizeof verdict);
        snprintf(heading, sizeof heading, "Coupling %s",
                 bd_model_block(bd_run_model(m->run), i)->path);
        pg_page_facts(page, heading);
        pg_page_fact(page, "verdict", verdict,
                     diverged || isfinite(s.energy.doubtful_from) ? -1
                     : s.energy.indicated                         ? 1
                                                                  : 0);
        if (coupling_settings(m->run, i, settings, sizeof settings))
            pg_page_fact(page, "settings", settings, 0);
        fact(page, "slave steps", "%lld", (long long)s.counts.slave_steps);
        fact(page, "energy created by the coupling", "%.6g J of %.6g J exchanged",
             s.energy.created_energy, s.energy.exchanged_energy);
        fact(page, "energy error", "%.3g", s.energy.energy_error);
        fact(page, "prediction error of the worst signal",
             "%.3g to the slave, %.3g to the master (0: perfect, 1: no better than holding it)",
             s.energy.prediction_error_to_slave, s.energy.prediction_error_to_master);
        if (s.times.slave_seconds > 0.0)
            fact(page, "time in the slave", "%.3g s", s.times.slave_seconds);
    }
}

static void tell_settings(pg_page *page, const model *m, const run_report_facts *f) {
    static const char *const names[] = {"SolverName", "SolverType", "FixedStep", "MaxStep",
                                        "RelTol",     "AbsTol",     "StartTime", "StopTime"};
    pg_page_facts(page, "Settings");
    pg_page_fact(page, "model", f->file, 0);
    for (int i = 0; i < f->parameter_files->count; i++)
        pg_page_fact(page, "parameters from", f->parameter_files->items[i], 0);
    for (int i = 0; i < f->settings->count; i++)
        pg_page_fact(page, "set", f->settings->items[i], 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = bd_diagram_setting(m->diagram, names[i]);
        char name[64];
        snprintf(name, sizeof name, "%s of the model", names[i]);
        if (value && *value)
            pg_page_fact(page, name, value, 0);
    }
    for (size_t i = 0; i < m->log.count; i++)
        pg_page_fact(page, "warning", m->log.lines[i], -1);
    pg_page_facts(page, "Versions");
    pg_page_fact(page, "multirate", MR_VERSION, 0);
    if (*m->diagram->version)
        pg_page_fact(page, "model file", m->diagram->version, 0);
}

/* what distinguishes this run from others of the model: below the title of the page */
static char *settings_line(const model *m, const run_report_facts *f) {
    const bd_model *compiled = bd_run_model(m->run);
    const bd_statistics s = bd_run_statistics(m->run);
    const double span = bd_run_time(m->run) - bd_run_start_time(m->run);
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s", bd_model_solver(compiled));
    if (bd_model_has_fixed_step(compiled) && s.major_steps > 1)
        fprintf(out, ", steps of %.4g s", span / (double)(s.major_steps - 1));
    for (int i = 0; i < f->settings->count; i++)
        fprintf(out, " · %s", f->settings->items[i]);
    for (int i = 0; i < bd_model_block_count(compiled); i++) {
        char settings[1000];
        if (coupling_settings(m->run, i, settings, sizeof settings))
            fprintf(out, " · %s", settings);
    }
    return cm_memory_text_close(out, &line) ? line : NULL;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bd_status run_report_add_motions(const run_report *report, pg_page *page, bd_error *error) {
    const char *folder = report->motions;
    char *names[64];
    int count = 0;
    DIR *list = opendir(folder);
    for (struct dirent *e; list && count < 64 && (e = readdir(list));)
        if (is_motion_name(e->d_name) && (names[count] = strdup(e->d_name)))
            count++;
    if (list)
        closedir(list);
    if (count > 1)
        qsort(names, (size_t)count, sizeof *names, by_name);
    bd_status status = BD_OK;
    for (int i = 0; i < count; i++) {
        char path[4600];
        pg_motion *motion = NULL;
        bd_error unreadable;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        names[i][strlen(names[i]) - 7] = '\0';
        /* a slave that did not begin has written nothing */
        if (status == BD_OK && pg_motion_read(path, &motion, &unreadable) == BD_OK)
            status = pg_page_motion(page, names[i], motion, error);
        pg_motion_free(motion);
        free(names[i]);
    }
    if (count == 0)
        (void)rmdir(folder); /* nothing has moved */
    return status;
}

static bd_status draw_page(const run_report *report, pg_page *page, const model *m,
                           const pg_results *results, bd_error *error) {
    if (results->row_count > 0 && results->column_count > 0)
        BD_TRY(pg_page_run(page, results, error));
    BD_TRY(run_report_add_motions(report, page, error));
    return pg_page_diagram(page, m->diagram, NULL, error);
}

bool run_report_write(const run_report *report, const model *m, const run_report_facts *f) {
    char path[4300];
    bd_error error = {0}, second;
    pg_page *page;
    pg_results results = {0};
    if (!report->folder)
        return true;
    snprintf(path, sizeof path, "%s/report.html", report->folder);
    folder_drop_link(path);
    bd_status status = collect(m, &results, &error);
    char *settings = settings_line(m, f);
    if (status == BD_OK)
        status = pg_page_begin(path, m->diagram->name, settings, &page, &error);
    free(settings);
    if (status != BD_OK) {
        pg_results_free(&results);
        return complain("run", "%s", error.text);
    }
    status = draw_page(report, page, m, &results, &error);
    pg_results_free(&results);
    tell_run(page, m, f);
    tell_couplings(page, m, f);
    tell_settings(page, m, f);
    const bd_status end = pg_page_end(page, status == BD_OK, status == BD_OK ? &error : &second);
    if (status != BD_OK || end != BD_OK)
        return complain("run", "%s", error.text);
    return true;
}
