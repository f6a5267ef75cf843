/* one example: run by this program as a user would, then compared row by row */
#define _GNU_SOURCE
#include "examples.h"

#include "complain.h"
#include "folder.h"

#include "common/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROOM 4200

bool example_is_good(const example *e) {
    return !e->failed && e->deviation <= e->within;
}

static bool fail(example *e, const char *what, const char *detail) {
    e->failed = true;
    snprintf(e->why, sizeof e->why, "%.200s%s%.380s", what, *detail ? ": " : "", detail);
    return false;
}

/* the first line of a log: why a run failed */
static void first_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "r");
    *line = '\0';
    if (file && !fgets(line, size, file))
        *line = '\0';
    line[strcspn(line, "\n")] = '\0';
    if (file)
        fclose(file);
}

/* what it says goes to the log; false if it fails */
static bool spawn(char *const *words, const char *log) {
    fflush(NULL);
    folder_drop_link(log);
    const pid_t child = fork();
    int status = -1;
    if (child == 0) {
        const int out = open("/dev/null", O_WRONLY);
        const int err = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (out < 0 || err < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
            _exit(127);
        execv(words[0], words);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const pg_column *column_of(const pg_results *r, const char *name) {
    const int k = pg_results_find(r, name);
    return k < 0 ? NULL : &r->columns[k];
}

/* the value at a time: of the row that is there, else on the line between two */
static double value_at(const pg_results *r, const pg_column *c, double t) {
    const double near = 1e-9 * fmax(1.0, fabs(t));
    size_t i = 0;
    while (i < r->row_count && r->times[i] < t - near)
        i++;
    if (i == r->row_count)
        return NAN;
    if (r->times[i] <= t + near || i == 0)
        return r->times[i] <= t + near ? c->values[i] : NAN;
    const double part = (t - r->times[i - 1]) / (r->times[i] - r->times[i - 1]);
    return (1.0 - part) * c->values[i - 1] + part * c->values[i];
}

/* expected columns get the names that they have in the results */
static bool rename_columns(description *d, const description_node *names, pg_results *expected) {
    for (int i = 0; i < description_count(names); i++) {
        const int k = pg_results_find(expected, description_name(d, names, i));
        const char *name = description_text(description_at(d, names, i));
        if (k < 0 || !name || !pg_results_name(expected, k, name, ""))
            return description_refuse(d, names, "there is no expected column '%s'",
                                      description_name(d, names, i));
    }
    return true;
}

static void compare(const pg_results *is, const pg_results *expected, example *e) {
    e->deviation = 0.0;
    for (int k = 0; k < expected->column_count; k++) {
        const pg_column *right = &expected->columns[k], *c = column_of(is, right->name);
        double largest = 0.0, off = 0.0;
        if (!c) {
            fail(e, "the results have no such column", right->name);
            return;
        }
        for (size_t i = 0; i < expected->row_count; i++) {
            const double miss = fabs(value_at(is, c, expected->times[i]) - right->values[i]);
            largest = fmax(largest, fabs(right->values[i]));
            if (!(miss <= off)) /* NaN too: a row that is not there */
                off = isnan(miss) ? HUGE_VAL : miss;
        }
        const double relative = largest > 0.0 ? off / largest : off;
        if (k == 0 || relative > e->deviation) {
            e->deviation = relative;
            snprintf(e->worst, sizeof e->worst, "%s", right->name);
        }
    }
}

static void draw(description *d, const description_node *show, pg_results *tables,
                 const char *folder, example *e) {
    const char *signals[16];
    int count = 0;
    char path[ROOM];
    bd_error error = {0};
    for (int i = 0; i < description_count(show) && count < 16; i++) {
        char setting[256];
        const char *name = description_name(d, show, i),
                   *unit = description_text(description_at(d, show, i));
        snprintf(setting, sizeof setting, "%.120s=%.120s", name, unit ? unit : "");
        for (int r = 0; r < 2; r++)
            (void)pg_results_set_unit(&tables[r], setting);
        signals[count++] = name;
    }
    pg_plot plot = {.runs = tables, .run_count = 2, .signals = signals, .signal_count = count};
    plot.from = plot.to = NAN;
    plot.width = 520;
    plot.samples = 2; /* rows of what is expected are few */
    char title[ROOM];
    snprintf(title, sizeof title, "%.200s: computed, and what was expected", e->name);
    plot.title = title;
    snprintf(e->picture, sizeof e->picture, "%.100s", e->name);
    for (char *c = e->picture; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    snprintf(path, sizeof path, "%.3900s/%s.svg", folder, e->picture);
    if (pg_plot_write(&plot, path, &error) != BD_OK) {
        e->picture[0] = '\0';
        fail(e, "no picture", error.text);
    }
}

static bool make_system(const char *script, const char *folder, const char *self, const char *log,
                        example *e) {
    char line[400];
    char *const words[] = {(char *)script, (char *)folder, NULL};
    setenv("MULTIRATE", self, 1);
    if (spawn(words, log))
        return true;
    first_line(log, line, sizeof line);
    return fail(e, "it could not be made", line);
}

/* runs the file into a table, with rows at the expected times and enough between them to see */
static bool run_file(const char *self, const char *file, const pg_results *expected,
                     const char *table, const char *log, example *e) {
    char interval[40], line[400];
    const size_t length = strlen(file);
    const bool system = length > 5 && strcmp(file + length - 5, ".yaml") == 0;
    const double every = expected->times[1] - expected->times[0],
                 whole = expected->times[expected->row_count - 1] - expected->times[0];
    snprintf(interval, sizeof interval, "%.17g", every / ceil(400.0 * every / whole));
    char *words[8] = {(char *)self, system ? "couple" : "run", (char *)file, "--out",
                      (char *)table};
    if (system) {
        words[5] = "--interval";
        words[6] = interval;
    }
    const double begin = cm_seconds();
    const bool good = spawn(words, log);
    e->seconds = cm_seconds() - begin;
    first_line(log, line, sizeof line);
    return good || fail(e, "it failed", line);
}

bool example_run(description *d, int index, const char *models, const char *folder, example *e) {
    static const description_rule rules[] = {
        {"what", DESCRIPTION_TEXT},   {"run", DESCRIPTION_TEXT},
        {"make", DESCRIPTION_TEXT},   {"expected", DESCRIPTION_TEXT},
        {"within", DESCRIPTION_TEXT}, {"compare", DESCRIPTION_PAIRS},
        {"show", DESCRIPTION_PAIRS},  {NULL, DESCRIPTION_VALUE}};
    const description_node *node = description_at(d, description_root(d), index);
    char self[ROOM], file[ROOM], made[ROOM], path[ROOM], table[ROOM], log[ROOM];
    pg_results tables[2] = {{0}};
    bd_error error = {0};
    *e = (example){.name = description_name(d, description_root(d), index)};
    if (!description_check(d, node, rules))
        return false;
    const char *run = description_text_of(d, node, "run"),
               *make = description_text_of(d, node, "make"),
               *expected = description_text_of(d, node, "expected"),
               *within = description_text_of(d, node, "within");
    e->what = description_text_of(d, node, "what");
    if (!run || !expected || !within || !e->what || !description_key(d, node, "show"))
        return description_refuse(d, node, "an example needs what, run, expected, within and show");
    e->within = strtod(within, NULL);
    const ssize_t got = readlink("/proc/self/exe", self, sizeof self - 1);
    if (got <= 0)
        return complain("examples", "this program does not find itself");
    self[got] = '\0';
    snprintf(made, sizeof made, "%.2000s/%.200s", folder, e->name);
    for (char *c = made + strlen(folder); *c; c++)
        *c = *c == ' ' ? '_' : *c;
    snprintf(table, sizeof table, "%.4000s.csv", made);
    snprintf(log, sizeof log, "%.4000s.log", made);
    snprintf(file, sizeof file, "%.2100s/%.2000s", make ? made : models, run);
    snprintf(e->command, sizeof e->command, "multirate %s %s%.2000s",
             strstr(run, ".yaml") ? "couple" : "run", make ? "" : "models/", run);
    snprintf(path, sizeof path, "%.2000s/%.2000s", models, expected);
    bool known = true;
    if (pg_results_read(path, &tables[1], &error) != BD_OK || tables[1].row_count < 2)
        fail(e, "no expected results", error.text);
    else if (!(known = rename_columns(d, description_key(d, node, "compare"), &tables[1])))
        ;
    else {
        snprintf(path, sizeof path, "%.2000s/%.2000s", models, make ? make : "");
        if ((!make || make_system(path, made, self, log, e)) &&
            run_file(self, file, &tables[1], table, log, e)) {
            if (pg_results_read(table, &tables[0], &error) != BD_OK)
                fail(e, "its results cannot be read", error.text);
            else
                compare(&tables[0], &tables[1], e);
            for (int i = 0; i < 2; i++) {
                free(tables[i].name);
                tables[i].name = strdup(i == 0 ? "computed" : "expected");
            }
            if (!e->failed && tables[0].name && tables[1].name)
                draw(d, description_key(d, node, "show"), tables, folder, e);
        }
    }
    pg_results_free(&tables[0]);
    pg_results_free(&tables[1]);
    return known;
}
