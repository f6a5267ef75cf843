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

static bool open_model(study *s, const bd_workspace *settings, model *m, bd_options *options,
                       bd_run_options *how, char solver[64], bd_error *error) {
    description *f = &s->file;
    const description_node *section = study_key(s, "run");
    char name[1024], path[sizeof f->folder + sizeof name];
    if (!read_text(s, section, "model", settings, name, sizeof name, error) ||
        !read_options(s, section, settings, solver, options, error))
        return false;
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return model_read(m, path, NULL, NULL, NULL, error) == BD_OK &&
           description_set_all(f, description_key(f, section, "set"), settings, m->base, error) &&
           model_compile(m, options, how, error) == BD_OK;
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
    model m = {0};
    char solver[64];
    bd_workspace *scope = NULL;
    bd_options options = bd_options_default();
    bd_run_options how = {.progress = show, .progress_user = &w.gauge};
    *kept = (study_signals){0};
    for (int i = 0; i < STUDY_NUMBERS; i++)
        measures[i] = times[i] = NAN;
    bool good = open_model(s, r->first->settings, &m, &options, &how, solver, &error);
    if (good)
        good = bd_workspace_create("study", bd_run_workspace(m.run), &scope, &error) == BD_OK &&
               copy_variables(s->options, scope, &error) &&
               copy_variables(r->first->settings, scope, &error) &&
               run_repeatedly(&w, m.run, scope, &error);
    snprintf(text, STUDY_ERROR, "%.*s", STUDY_ERROR - 1, good ? "" : error.text);
    for (int i = 0; !good && i < STUDY_NUMBERS; i++)
        measures[i] = times[i] = NAN;
    bd_workspace_free(scope);
    model_close(&m);
    return good;
}
