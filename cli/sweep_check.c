/* before the first run of a sweep: names that the model does not have would make runs that are all
 * alike, or measures that all fail */
#include "columns.h"
#include "complain.h"
#include "measures.h"
#include "sweep.h"

#include "blockdiagram/expression.h"
#include "multirate/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIALS 8 /* points that are looked at: a variable may be read for some values of others */

/* one point, compiled and not run */
typedef struct trial {
    sweep_values values;
    bd_model *model;
    bd_run *run;
} trial;

static bool trial_make(const sweep *s, int point, trial *t) {
    bd_error error;
    *t = (trial){0};
    const bd_options options = sweep_options(s);
    return sweep_make_values(s, point, &t->values, &error) == BD_OK &&
           sweep_draw(s, &t->values, &error) == BD_OK &&
           bd_model_compile(s->model.diagram, t->values.base, &options, &t->model, &error) ==
               BD_OK &&
           bd_run_create(t->model, NULL, &t->run, &error) == BD_OK;
}

static void trial_end(trial *t) {
    bd_run_free(t->run);
    bd_model_free(t->model);
    sweep_free_values(&t->values);
}

/* is the variation read at this point? The sentence, if not */
static bool is_read(const sweep *s, const trial *t, int variation, bd_error *error) {
    const sweep_variation *v = &s->variations[variation];
    char shown[200], hint[MR_HINT_SIZE];
    snprintf(shown, sizeof shown, "--vary %.150s", v->name);
    if (!v->block)
        return model_check_variable(t->run, t->values.base, shown, v->name, error) == BD_OK;
    const bd_node *node = v->doubtful ? bd_diagram_find(s->model.diagram, v->block) : NULL;
    if (!node || bd_node_was_asked(node, v->parameter))
        return true;
    bd_error_set(error, BD_UNKNOWN_NAME, "%s: the block has no parameter '%s'%s", shown,
                 v->parameter, bd_node_parameter_hint(node, v->parameter, hint, sizeof hint));
    return false;
}

/* every signal, the time and the run itself, as names without meaning */
static bd_status name_results(const bd_run *run, bd_workspace *results, bd_error *error) {
    columns c;
    bd_status status = columns_open(&c, run, NULL, error);
    for (int i = 0; status == BD_OK && i < c.count; i++) {
        char name[BD_MAX_NAME + 1];
        measures_signal_name(c.signals[i].name, name, sizeof name);
        status = bd_workspace_set_scalar(results, name, 0.0, error);
    }
    columns_close(&c);
    if (status == BD_OK)
        status = bd_workspace_set_scalar(results, "time", 0.0, error);
    return status == BD_OK ? bd_workspace_set_scalar(results, "run", 0.0, error) : status;
}

static bool check_measures(const sweep *s, const trial *t) {
    bd_error error;
    bd_workspace *results = NULL;
    if (bd_run_start(t->run, &error) != BD_OK)
        return true; /* the rows will tell */
    char name[BD_MAX_NAME + 1], hint[MR_HINT_SIZE];
    bool good = bd_workspace_create("results of the run", bd_run_workspace(t->run), &results,
                                    &error) == BD_OK &&
                name_results(t->run, results, &error) == BD_OK;
    for (int i = 0; good && i < s->measure_count; i++)
        if (bd_expression_find_unknown(s->measures[i].expression, results, name, sizeof name))
            good =
                complain("sweep", "--measure %s: there is no signal, variable or function '%s'%s",
                         s->measures[i].expression, name,
                         bd_workspace_hint(results, name, hint, sizeof hint));
    bd_workspace_free(results);
    (void)bd_run_finish(t->run, &error);
    return good;
}

/* read at any of a few points spread over the sweep? */
static bool check_variation(const sweep *s, const trial *first, int variation) {
    bd_error error;
    bool good = is_read(s, first, variation, &error);
    for (int i = 1; !good && i < TRIALS && i < s->count; i++) {
        const int point =
            (int)((double)i * (s->count - 1) / (TRIALS < s->count ? TRIALS - 1 : s->count - 1));
        trial t;
        bd_error ignored;
        good = !trial_make(s, point, &t) || is_read(s, &t, variation, &ignored);
        trial_end(&t);
    }
    if (!good && s->allow_unknown)
        tell_warning("%s", error.text);
    return good || s->allow_unknown ||
           complain("sweep", "%s; --allow-unknown lets it pass", error.text);
}

/* a first point that cannot be compiled tells why in its row */
bool sweep_check(sweep *s) {
    trial first;
    bool good = true;
    if (trial_make(s, 0, &first)) {
        bd_error error;
        s->model.run = first.run;
        bd_workspace *base = s->model.base;
        s->model.base = first.values.base;
        good = model_check_settings(&s->model, &s->settings, s->allow_unknown, &error) == BD_OK ||
               complain("sweep", "%s", error.text);
        s->model.run = NULL;
        s->model.base = base;
        for (int v = 0; good && v < s->variation_count; v++)
            good = check_variation(s, &first, v);
        good = good && check_measures(s, &first);
    }
    /* for the workers, who are copies of this process; the diagram is again what was compiled */
    bd_error ignored;
    if (first.model && sweep_draw(s, &first.values, &ignored) == BD_OK) {
        s->model.compiled = first.model;
        first.model = NULL;
    }
    trial_end(&first);
    return good;
}
