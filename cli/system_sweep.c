/* the grid of a sweep, run by run */
#define _POSIX_C_SOURCE 200809L
#include "system_sweep.h"

#include "command.h"
#include "complain.h"
#include "result_file.h"

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
    for (int i = 0; i < s->axis_count; i++) {
        write_name(s->out, s->axes[i].name);
        fputc(',', s->out);
    }
    fprintf(s->out, "time");
    for (int c = 0; c < sy_column_count(run); c++) {
        fputc(',', s->out);
        write_name(s->out, sy_columns(run)[c].name);
    }
    fputc('\n', s->out);
    s->columns = sy_column_count(run);
}

static void write_row(const sweep *s, const sy_run *run, double *values) {
    for (int i = 0; i < s->axis_count; i++)
        fprintf(s->out, "%.17g,", s->axes[i].values[s->axes[i].at]);
    fprintf(s->out, "%.17g", run ? sy_time(run) : NAN);
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

int system_sweep(system_job *job, const text_list *sweeps,
                 bool (*set)(sy_system *system, const char *text)) {
    sweep s = {.job = job, .columns = -1, .out = stdout};
    int code = EXIT_USAGE;
    long failed = 0;
    if (!isnan(job->stop))
        job->system->stop = job->stop;
    const bool to_file = job->out && strcmp(job->out, "-") != 0;
    if (read_axes(&s, sweeps)) {
        code = EXIT_GOOD;
        if (to_file && !(s.out = fopen(job->out, "w"))) {
            complain(job->command, "'%s' cannot be written", job->out);
            code = EXIT_FAILED;
        }
        for (long i = 0; i < s.runs && code == EXIT_GOOD; i++) {
            if (!set_values(&s, set))
                code = EXIT_USAGE;
            else if (!run_one(&s))
                failed++;
            if (s.columns < 0) /* it did not even begin */
                code = code == EXIT_GOOD ? EXIT_FAILED : code;
            next_point(&s);
        }
        if (to_file && s.out && fclose(s.out) != 0 && code == EXIT_GOOD) {
            complain(job->command, "'%s' cannot be written", job->out);
            code = EXIT_FAILED;
        }
        if (failed > 0 && code == EXIT_GOOD)
            code = EXIT_FAILED;
        if (!job->quiet && to_file && code != EXIT_USAGE)
            printf("%ld runs, %ld failed\nresults: %s\n", s.runs, failed, job->out);
    }
    for (int i = 0; i < s.axis_count; i++)
        free(s.axes[i].values);
    return code;
}
