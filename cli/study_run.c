/* one run of a study: a simulation of the model file, its measures, what is kept of its signals */
#define _GNU_SOURCE
#include "study.h"

#include "measures.h"
#include "model.h"
#include "progress.h"

#include "blockdiagram/expression.h"
#include "common/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a quick run is repeated until enough was measured, and its least time counts: the others say what
 * else the machine did */
#define ENOUGH_S 1.0

typedef struct meter {
    double *done;
    int before; /* repeats */
} meter;

static bool show(void *user, double time, double stop_time) {
    const meter *m = user;
    *m->done = m->before + time / stop_time;
    return true;
}

/* a text of the run, "" if it has none */
static bool read_text(study *s, const description_node *section, const char *key,
                      const bd_workspace *scope, char *text, size_t size, bd_error *error) {
    const description_node *node = description_key(&s->file, section, key);
    char *found = NULL;
    *text = '\0';
    if (!node)
        return true;
    bd_value *value = description_value(&s->file, node, scope, error);
    const bool good = value && bd_value_text(value, key, &found, error) == BD_OK;
    if (good)
        snprintf(text, size, "%s", found);
    free(found);
    bd_value_free(value);
    return good;
}

static bool read_options(study *s, const description_node *section, const bd_workspace *scope,
                         char solver[64], bd_options *options, bd_error *error) {
    const description_node *stop = description_key(&s->file, section, "stop_time");
    if (!read_text(s, section, "solver", scope, solver, 64, error))
        return false;
    if (*solver)
        options->solver = solver;
    bd_value *value = stop ? description_value(&s->file, stop, scope, error) : NULL;
    const bool good = !stop || (value && bd_value_scalar(value, "stop_time", &options->stop_time,
                                                         error) == BD_OK);
    bd_value_free(value);
    return good;
}

/* the model of the run before serves as well, if only variables differ */
static bool is_same(const study *s, const char *path, const char *solver, double stop_time) {
    return s->model.compiled && strcmp(s->model_path, path) == 0 &&
           strcmp(s->model_solver, solver) == 0 &&
           (s->model_stop_time == stop_time || (isnan(s->model_stop_time) && isnan(stop_time)));
}

static bool compile(study *s, const char *path, const char *solver, bd_options *options,
                    const bd_workspace *base, bd_error *error) {
    model *m = &s->model;
    model_close(m);
    free(s->model_path);
    s->model_path = strdup(path);
    snprintf(s->model_solver, sizeof s->model_solver, "%s", solver);
    s->model_stop_time = options->stop_time;
    return s->model_path && model_read(m, path, NULL, NULL, NULL, error) == BD_OK &&
           bd_model_compile(m->diagram, base, options, &m->compiled, error) == BD_OK;
}

static bool open_run(study *s, const bd_workspace *settings, bd_run_options *how,
                     bd_workspace **base, bd_run **run, bd_error *error) {
    description *f = &s->file;
    const description_node *section = study_key(s, "run");
    bd_options options = bd_options_default();
    char name[1024], path[sizeof f->folder + sizeof name], solver[64];
    if (!read_text(s, section, "model", settings, name, sizeof name, error) ||
        !read_options(s, section, settings, solver, &options, error) ||
        bd_workspace_create("base workspace", NULL, base, error) != BD_OK ||
        !description_set_all(f, description_key(f, section, "set"), settings, *base, error))
        return false;
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    how->base = *base;
    return (is_same(s, path, solver, options.stop_time) ||
            compile(s, path, solver, &options, *base, error)) &&
           bd_run_create(s->model.compiled, how, run, error) == BD_OK;
}

static bool copy_variables(const bd_workspace *from, bd_workspace *to, bd_error *error) {
    for (size_t i = 0; i < bd_workspace_count(from); i++)
        if (bd_workspace_set(to, bd_workspace_name_at(from, i),
                             bd_value_share(bd_workspace_value_at(from, i)), error) != BD_OK)
            return false;
    return true;
}

static bool measure_map(study *s, const description_node *map, int count,
                        const bd_workspace *results, double *numbers, bd_error *error) {
    for (int i = 0; i < count; i++)
        if (measure(results, description_name(&s->file, map, i),
                    description_text(description_at(&s->file, map, i)), &numbers[i],
                    error) != BD_OK)
            return false;
    return true;
}

static bool keep(const study_run *run, const bd_workspace *results, study_signals *kept,
                 bd_error *error) {
    kept->width = run->keep.count;
    for (int i = 0; i < kept->width; i++) {
        bd_value *value = NULL;
        double *numbers = NULL;
        size_t count = 0;
        if (bd_expression_evaluate(run->keep.items[i], results, &value, error) != BD_OK)
            return false;
        const bool good =
            bd_value_doubles(value, run->keep.items[i], &numbers, &count, error) == BD_OK;
        bd_value_free(value);
        if (!good)
            return false;
        if (i == 0) {
            kept->count = count;
            kept->columns = malloc((count + 1) * (size_t)kept->width * sizeof *numbers);
        }
        if (count == kept->count && kept->columns && numbers)
            memcpy(kept->columns + (size_t)i * count, numbers, count * sizeof *numbers);
        free(numbers);
        if (count != kept->count || !kept->columns) {
            bd_error_set(error, BD_BAD_EXPRESSION, "'%s' cannot be kept: it has %zu rows, not %zu",
                         run->keep.items[i], count, kept->count);
            return false;
        }
    }
    return true;
}

/* what a run is asked for */
typedef struct wanted {
    study *s;
    const study_run *run;
    bool timed;
    double *measures, *times;
    study_signals *kept;
    meter gauge;
} wanted;

static bool run_repeatedly(wanted *w, bd_run *run, const bd_workspace *scope, bd_error *error) {
    const int repeats = w->timed ? STUDY_REPEATS : 1;
    const char *derive = description_text(study_key(w->s, "derive"));
    bool good = true;
    double sum = 0.0;
    for (int i = 0; good && i < repeats && sum < ENOUGH_S; i++) {
        bd_workspace *results = NULL;
        double times[STUDY_NUMBERS] = {0.0};
        const double begin = processor_seconds(), wall = cm_seconds();
        w->gauge.before = i;
        good = bd_run_complete(run, error) == BD_OK;
        const measured_times took = {cm_seconds() - wall, processor_seconds() - begin};
        sum += took.processor_seconds;
        const bool last = i + 1 == repeats || sum >= ENOUGH_S;
        good = good && measures_open(run, scope, took, &results, error) == BD_OK;
        if (good && w->timed)
            good = measure_map(w->s, w->s->times, w->s->time_count, results, times, error);
        if (good && w->timed && (i == 0 || times[0] < w->times[0]))
            memcpy(w->times, times, (size_t)w->s->time_count * sizeof *times);
        if (good && last && derive)
            good = bd_workspace_run(results, derive, "derive", w->s->file.folder, error) == BD_OK;
        if (good && last)
            good = measure_map(w->s, w->s->measures, w->s->measure_count, results, w->measures,
                               error) &&
                   keep(w->run, results, w->kept, error);
        bd_workspace_free(results);
    }
    return good;
}

bool study_simulate(study *s, int run, bool timed, double *measures, double *times,
                    study_signals *kept, double *done, char text[STUDY_ERROR]) {
    const study_run *r = &s->runs[run];
    wanted w = {s, r, timed && s->time_count > 0, measures, times, kept, {.done = done}};
    bd_error error = {0};
    bd_workspace *scope = NULL, *base = NULL;
    bd_run *simulation = NULL;
    bd_run_options how = {.progress = show, .progress_user = &w.gauge};
    *kept = (study_signals){0};
    for (int i = 0; i < STUDY_NUMBERS; i++)
        measures[i] = times[i] = NAN;
    bool good = open_run(s, r->first->settings, &how, &base, &simulation, &error);
    if (good)
        good =
            bd_workspace_create("study", bd_run_workspace(simulation), &scope, &error) == BD_OK &&
            copy_variables(s->options, scope, &error) &&
            copy_variables(r->first->settings, scope, &error) &&
            run_repeatedly(&w, simulation, scope, &error);
    snprintf(text, STUDY_ERROR, "%.*s", STUDY_ERROR - 1, good ? "" : error.text);
    for (int i = 0; !good && i < STUDY_NUMBERS; i++)
        measures[i] = times[i] = NAN;
    bd_workspace_free(scope);
    bd_run_free(simulation);
    bd_workspace_free(base);
    return good;
}
