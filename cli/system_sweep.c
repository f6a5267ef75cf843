/* the grid of a sweep, run by run */
#define _POSIX_C_SOURCE 200809L
#include "system_sweep.h"

#include "command.h"
#include "complain.h"
#include "interruption.h"
#include "progress.h"
#include "result_file.h"

#include "blockdiagram/new_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SWEEPS 16

typedef struct axis {
    char name[300];
    double *values;
    int count, at;
} axis;

typedef struct sweep {
    system_job *job;
    axis axes[MOST_SWEEPS];
    int axis_count;
    long runs;
    FILE *out;
    int columns; /* of the first run; the others must have as many */
} sweep;

static bool read_axes(sweep *s, const text_list *sweeps) {
    s->runs = 1;
    for (int i = 0; i < sweeps->count; i++) {
        axis *a = &s->axes[s->axis_count];
        const char *list;
        if (i == MOST_SWEEPS)
            return complain(s->job->command, "at most %d values can be swept", MOST_SWEEPS);
        if (!system_split(s->job->command, "--sweep", sweeps->items[i], a->name, sizeof a->name,
                          &list))
            return false;
        a->values = number_list(s->job->command, "--sweep", list, &a->count);
        if (!a->values)
            return false;
        s->axis_count++;
        if (s->runs > 1000000 / a->count)
            return complain(s->job->command, "the sweep has more than a million runs");
        s->runs *= a->count;
    }
    return true;
}

static void write_name(FILE *out, const char *name) {
    const bool plain = name[strcspn(name, ",\"\r\n")] == '\0';
    fputs(plain ? "" : "\"", out);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', out);
        fputc(*name, out);
    }
    fputs(plain ? "" : "\"", out);
}

static void write_header(sweep *s, const sy_run *run) {
    fputs("time", s->out);
    for (int i = 0; i < s->axis_count; i++) {
        fputc(',', s->out);
        write_name(s->out, s->axes[i].name);
    }
    for (int c = 0; c < sy_column_count(run); c++) {
        fputc(',', s->out);
        write_name(s->out, sy_columns(run)[c].name);
    }
    fputc('\n', s->out);
    s->columns = sy_column_count(run);
}

static void write_row(const sweep *s, const sy_run *run, double *values) {
    fprintf(s->out, "%.17g", run ? sy_time(run) : NAN);
    for (int i = 0; i < s->axis_count; i++)
        fprintf(s->out, ",%.17g", s->axes[i].values[s->axes[i].at]);
    if (run)
        sy_values(run, values);
    for (int c = 0; c < s->columns; c++)
        fprintf(s->out, ",%.17g", run ? values[c] : NAN);
    fputc('\n', s->out);
}

/* a run that fails is told, and has its row up to where it came */
static bool run_one(sweep *s) {
    const system_job *job = s->job;
    mr_message message = {""};
    sy_run *run = NULL;
    mr_status status = sy_open(job->system, job->coupling ? job->coupling : "", &run, &message);
    if (status != MR_OK)
        return complain(job->command, "%s", message.text);
    const sy_times times = sy_run_times(run);
    const double start = isnan(job->start) ? times.start : job->start;
    double *values = calloc((size_t)sy_column_count(run) + 1, sizeof *values);
    bool good = values && !isnan(times.stop) && times.stop > start;
    if (!good)
        complain(job->command, values ? "--stop is needed, after the start" : "not enough memory");
    else {
        if (s->columns < 0)
            write_header(s, run);
        status = sy_start(run, start, &message);
        if (status == MR_OK)
            status = sy_advance(run, times.stop, &message);
        good = status == MR_OK || status == MR_ERR_STOPPED;
        write_row(s, good ? run : NULL, values);
        if (!good)
            complain(job->command, "%s", message.text);
    }
    free(values);
    sy_close(run);
    return good;
}

static bool set_values(const sweep *s, bool (*set)(sy_system *system, const char *text)) {
    for (int i = 0; i < s->axis_count; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s=%.17g", s->axes[i].name, s->axes[i].values[s->axes[i].at]);
        if (!set(s->job->system, text))
            return false;
    }
    return true;
}

static void next_point(sweep *s) {
    for (int i = s->axis_count - 1; i >= 0; i--) {
        if (++s->axes[i].at < s->axes[i].count)
            return;
        s->axes[i].at = 0;
    }
}

/* what shows one run has no meaning for a table of many */
static bool options_fit(const system_job *job, bool to_file) {
    const char *name = job->report ? "--report"
                       : job->plot ? "--plot"
                       : job->json ? "--json"
                                   : NULL;
    if (name)
        return complain(job->command, "%s is for one run and cannot go with --sweep", name);
    return !to_file || result_file_format(job->out, false) == BD_OUTPUT_CSV ||
           complain(job->command, "--out %s: the table of a sweep is written as .csv", job->out);
}

/* every point of the grid, until the user has enough; the exit code */
static int run_all(sweep *s, bool (*set)(sy_system *system, const char *text), long *failed) {
    int code = EXIT_GOOD;
    progress bar;
    interruption_begin(NULL);
    progress_begin(&bar, "runs");
    for (long i = 0; i < s->runs && code == EXIT_GOOD; i++) {
        if (!set_values(s, set))
            code = EXIT_USAGE;
        else if (!run_one(s))
            (*failed)++;
        if (s->columns < 0) /* it did not even begin */
            code = code == EXIT_GOOD ? EXIT_FAILED : code;
        progress_show(&bar, (double)(i + 1) / (double)s->runs);
        next_point(s);
        if (interruption_asked()) {
            complain(s->job->command, "stopped after %ld of %ld runs", i + 1, s->runs);
            code = EXIT_FAILED;
        }
    }
    progress_end(&bar);
    interruption_end();
    return code;
}

static int sweep_to(sweep *s, bool to_file, bool (*set)(sy_system *system, const char *text)) {
    const system_job *job = s->job;
    long failed = 0;
    bd_new_file *handle = NULL;
    s->out = to_file ? bd_new_file_open(job->out, &handle) : stdout;
    if (!s->out) {
        complain(job->command, "'%s' cannot be written: %s", job->out, strerror(errno));
        return EXIT_FAILED;
    }
    if (handle)
        bd_new_file_keep(handle);
    int code = run_all(s, set, &failed);
    const bool begun = s->columns >= 0;
    if (to_file && !begun)
        bd_new_file_spoil(handle);
    if (to_file && fclose(s->out) != 0 && begun) {
        complain(job->command, "'%s' cannot be written: %s", job->out, strerror(errno));
        code = EXIT_FAILED;
    }
    if (failed > 0 && code == EXIT_GOOD)
        code = EXIT_FAILED;
    if (!job->quiet && to_file && begun)
        print_plain("%ld runs, %ld failed\nresults: %s\n", s->runs, failed, job->out);
    return code;
}

int system_sweep(system_job *job, const text_list *sweeps,
                 bool (*set)(sy_system *system, const char *text)) {
    sweep s = {.job = job, .columns = -1};
    const bool to_file = job->out && strcmp(job->out, "-") != 0;
    int code = EXIT_USAGE;
    if (!isnan(job->stop))
        job->system->stop = job->stop;
    if (options_fit(job, to_file) && read_axes(&s, sweeps))
        code = sweep_to(&s, to_file, set);
    for (int i = 0; i < s.axis_count; i++)
        free(s.axes[i].values);
    return code;
}
