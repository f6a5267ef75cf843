/* __mr_simulate__: runs a model inside Octave, and edits models in memory
 *
 *   [time, records, info] = __mr_simulate__ (file, variables, parameters, options, folders)
 *   [given, warnings, value] = __mr_simulate__ (command, folders, arguments…)
 *
 * With the option `loaded` the first argument names a model in memory. The second form is in
 * commands.c.
 *
 * Validates, calls, wraps. variables and parameters are structs of workspace variables (what the
 * library cannot keep is skipped among the former and refused among the latter), options a struct
 * of settings, folders a cell of texts. info.status tells how it went: "refused" (a mistake of the
 * model), "failed" while running (time and records hold what there is so far), "interrupted",
 * "done". The library's memory is freed on every way out: no Octave error may be raised while it is
 * held. */
#include "ask_octave.h"
#include "commands.h"
#include "octave_calls.h"
#include "results.h"

#include "blockdiagram/diagram.h"
#include "blockdiagram/language.h"
#include "blockdiagram/workspace.h"
#include "mx/convert.h"
#include "mx/provider_octave.h"
#include "common/clock.h"
#include "common/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    /* inputs, not modified */
    const mxArray *const *arguments;
    /* owned */
    char *file, *solver;
    char **folders;
    size_t folder_count;
    bd_workspace *base;
    bd_diagram *diagram;    /* read from a file; NULL for a model in memory, which is not ours */
    const bd_diagram *used; /* either of them */
    bd_run *run;
    bd_log log, skipped;
    sg_names names; /* of what is recorded, learnt in the first step */
    bd_linear_model
        linear; /* between Inports and Outports, if the option `linearise` asks for it */
    /* outputs */
    mxArray *time, *records, *info;
    run_outcome outcome;
    bd_error error;
} job;

enum { FILE_NAME, VARIABLES, PARAMETERS, OPTIONS, FOLDERS, ARGUMENT_COUNT };

static void free_job(job *j) {
    bd_run_free(j->run);
    bd_diagram_free(j->diagram);
    bd_workspace_free(j->base);
    bd_log_free(&j->log);
    bd_log_free(&j->skipped);
    for (size_t i = 0; i < j->folder_count; i++)
        free(j->folders[i]);
    CM_FREE(j->folders, j->file, j->solver);
    bd_linear_model_free(&j->linear);
    sg_names_free(&j->names);
}

/* a copy of a text that is there; what is no text is left out */
static bd_status take_text(job *j, const mxArray *array, char **text) {
    *text = commands_text(array);
    if (*text || !array || !mxIsChar(array))
        return BD_OK;
    return bd_error_set(&j->error, BD_OUT_OF_MEMORY, "out of memory");
}

static bd_status read_folders(job *j) {
    const mxArray *cell = j->arguments[FOLDERS];
    const size_t count = mxGetNumberOfElements(cell);
    j->folders = calloc(count + 1, sizeof *j->folders);
    for (size_t i = 0; j->folders && i < count; i++) {
        const mxArray *folder = mxGetCell(cell, (mwIndex)i);
        if (!folder || !mxIsChar(folder))
            return bd_error_set(&j->error, BD_BAD_ARGUMENT, "a folder must be a text");
        BD_TRY(take_text(j, folder, &j->folders[i]));
        j->folder_count++;
    }
    return j->folders ? BD_OK : bd_error_set(&j->error, BD_OUT_OF_MEMORY, "out of memory");
}

/* a struct's fields as variables; with a log, those that cannot be kept are noted and left out,
 * unless it is for want of memory: the model would run with another variable of that name */
static bd_status take_variables(job *j, const mxArray *set, bd_log *skipped) {
    bd_status status = BD_OK;
    for (int i = 0; status == BD_OK && i < mxGetNumberOfFields(set); i++) {
        const char *name = mxGetFieldNameByNumber(set, i);
        bd_value *value = NULL;
        status = mx_convert_to_value(mxGetFieldByNumber(set, 0, i), &value, &j->error);
        if (status == BD_OK)
            status = bd_workspace_set(j->base, name, value, &j->error);
        if (status != BD_OK && status != BD_OUT_OF_MEMORY && skipped) {
            bd_log_add(skipped, "%s: %s", name, j->error.text);
            status = BD_OK;
        } else if (status != BD_OK) {
            bd_error_prefix(&j->error, "parameter %s: ", name);
        }
    }
    return status;
}

static const mxArray *option(const job *j, const char *name) {
    return mxGetField(j->arguments[OPTIONS], 0, name);
}

static double option_number(const job *j, const char *name) {
    const mxArray *value = option(j, name);
    return value && !mxIsEmpty(value) ? mxGetScalar(value) : NAN;
}

static bool on_progress(void *user, double time, double stop_time) {
    (void)user;
    (void)time;
    (void)stop_time;
    return !octave_interrupted();
}

static bd_options read_options(job *j) {
    bd_options o = bd_options_default();
    o.solver = j->solver;
    o.start_time = option_number(j, "start_time");
    o.stop_time = option_number(j, "stop_time");
    o.fixed_step = option_number(j, "step");
    o.max_step = o.fixed_step;
    o.relative_tolerance = option_number(j, "rel_tol");
    o.absolute_tolerance = option_number(j, "abs_tol");
    o.log_labelled = option_number(j, "all_signals") == 1.0;
    o.log_states = option_number(j, "log_states") == 1.0;
    const double period = option_number(j, "log_period");
    if (period > 0.0)
        o.log_period = period;
    o.log = &j->log;
    return o;
}

/* a parameter that nothing reads is a misspelt one; allow_unknown makes it a warning */
static bd_status check_parameters(job *j) {
    const mxArray *set = j->arguments[PARAMETERS];
    const bool allow = option_number(j, "allow_unknown") == 1.0;
    for (int i = 0; i < mxGetNumberOfFields(set); i++) {
        const char *name = mxGetFieldNameByNumber(set, i);
        char hint[160], sentence[400];
        if (bd_model_overrides(bd_run_model(j->run), name))
            snprintf(sentence, sizeof sentence,
                     "parameter %s: code of the model (InitFcn) sets '%s' anew, so that this has "
                     "no effect",
                     name, name);
        else if (!bd_model_uses(bd_run_model(j->run), name))
            snprintf(sentence, sizeof sentence,
                     "parameter %s: the model does not use a variable '%s'%s", name, name,
                     bd_model_variable_hint(bd_run_model(j->run), name, hint, sizeof hint));
        else
            continue;
        if (!allow)
            return bd_error_set(&j->error, BD_UNKNOWN_NAME,
                                "%s; \"allow_unknown\", true lets it pass", sentence);
        bd_log_add(&j->log, "%s", sentence);
    }
    return BD_OK;
}

/* one that is loaded, or a file */
static bd_status find_model(job *j, const bd_diagram **diagram) {
    const bd_search_path search = {(const char *const *)j->folders, j->folder_count};
    const char *name = j->file ? j->file : "";
    if (option_number(j, "loaded") == 1.0) {
        const bd_models *models = commands_models();
        *diagram = models ? bd_models_find(models, name) : NULL;
        return *diagram ? BD_OK
                        : bd_error_set(&j->error, BD_UNKNOWN_NAME, "no model '%s' is loaded", name);
    }
    bd_status status = bd_diagram_read(name, &search, &j->diagram, &j->log, &j->error);
    *diagram = j->diagram;
    return status;
}

static bd_status prepare(job *j) {
    BD_TRY(bd_workspace_create("base workspace", NULL, &j->base, &j->error));
    BD_TRY(read_folders(j));
    BD_TRY(take_variables(j, j->arguments[VARIABLES], &j->skipped));
    BD_TRY(take_variables(j, j->arguments[PARAMETERS], NULL));
    BD_TRY(take_text(j, j->arguments[FILE_NAME], &j->file));
    BD_TRY(take_text(j, option(j, "solver"), &j->solver));
    BD_TRY(find_model(j, &j->used));
    const bd_options options = read_options(j);
    const bd_run_options how = {.progress = on_progress, .log = &j->log};
    BD_TRY(bd_run_compile(j->used, j->base, &options, &how, &j->run, &j->error));
    return check_parameters(j);
}

/* inputs one after the other, as the option has them */
static bd_status take_inputs(job *j, const mxArray *values) {
    const bd_model *model = bd_run_model(j->run);
    const size_t count = mxGetNumberOfElements(values);
    size_t used = 0;
    bd_status status = BD_OK;
    for (int i = 0; i < bd_model_input_count(model) && status == BD_OK; i++) {
        const size_t width = (size_t)bd_shape_numbers(bd_model_input_shape(model, i));
        if (used + width <= count)
            status = bd_run_set_input(j->run, i, mxGetPr(values) + used, width, &j->error);
        used += width;
    }
    if (status == BD_OK && used != count)
        status = bd_error_set(&j->error, BD_BAD_ARGUMENT, "the model has %zu inputs, not %zu", used,
                              count);
    return status;
}

/* about the states and inputs of the options, or those at the start */
static bd_status linearise(job *j) {
    const mxArray *states = option(j, "states"), *inputs = option(j, "inputs");
    BD_TRY(bd_run_start(j->run, &j->error));
    if (states && !mxIsEmpty(states))
        BD_TRY(
            bd_run_set_states(j->run, mxGetPr(states), mxGetNumberOfElements(states), &j->error));
    if (inputs && !mxIsEmpty(inputs))
        BD_TRY(take_inputs(j, inputs));
    return bd_run_linearise_whole(j->run, &j->linear, &j->error);
}

/* once: slaves are closed at the end of the run, and cannot be asked then */
static bd_status on_first_step(void *user, const bd_run *run, double time, bd_error *error) {
    job *j = user;
    (void)time;
    bd_run_observe(j->run, NULL, NULL);
    return sg_names_learn(&j->names, j->used, run, error);
}

static void run(job *j) {
    j->outcome.warnings = &j->log;
    j->outcome.skipped = &j->skipped;
    j->outcome.message = j->error.text;
    if (prepare(j) != BD_OK) {
        j->outcome.status = "refused";
        return;
    }
    if (option_number(j, "linearise") == 1.0) {
        j->outcome.status = linearise(j) == BD_OK ? "done" : "failed";
        (void)bd_run_finish(j->run, NULL);
        return;
    }
    bd_run_observe(j->run, on_first_step, j);
    const double begin = cm_seconds();
    const bd_status status = bd_run_complete(j->run, &j->error);
    j->outcome.seconds = cm_seconds() - begin;
    j->outcome.status = octave_interrupted() ? "interrupted" : status == BD_OK ? "done" : "failed";
}

/* inside the guard: Octave may run out of memory while it makes the arrays */
static void wrap(void *argument) {
    job *j = argument;
    j->time = results_time(j->run);
    j->records = results_records(j->run, &j->names);
    j->info = results_info(j->run, &j->outcome);
    if (j->linear.A)
        results_add_linear(j->info, &j->linear);
}

static const char *wrong_argument(int count, const mxArray *const *arguments) {
    if (count != ARGUMENT_COUNT)
        return "five arguments are needed; use mr_sim";
    if (!mxIsChar(arguments[FILE_NAME]))
        return "the name of the model must be a text";
    for (int i = VARIABLES; i <= OPTIONS; i++)
        if (!mxIsStruct(arguments[i]) || mxGetNumberOfElements(arguments[i]) != 1)
            return "variables, parameters and options must be scalar structs";
    if (!mxIsCell(arguments[FOLDERS]))
        return "the folders must be a cell of texts";
    return NULL;
}

/* the one symbol that Octave looks for */
__attribute__((visibility("default"))) void mexFunction(int nlhs, mxArray *plhs[], int nrhs,
                                                        const mxArray *prhs[]) {
    if (nrhs >= 2 && mxIsChar(prhs[0]) && mxIsCell(prhs[1])) {
        commands_run(nlhs, plhs, nrhs, prhs);
        return;
    }
    const char *wrong = wrong_argument(nrhs, prhs);
    if (wrong)
        mexErrMsgIdAndTxt("multirate:argument", "%s", wrong);
    job j = {.arguments = prhs};
    char message[BD_ERROR_TEXT] = "";
    octave_interrupt_rearm();
    bd_sfunction_set_provider(bd_mx_octave_provider());
    ask_octave(option_number(&j, "octave_functions") == 1.0);
    bd_language_set_interrupt(octave_interrupted);
    run(&j);
    bd_language_set_interrupt(NULL);
    ask_octave_no_more();
    const bool give_back = octave_interrupted() && option_number(&j, "keep_interrupt") != 1.0;
    const bool good = octave_guarded(wrap, &j, message, sizeof message);
    free_job(&j);
    if (give_back)
        octave_interrupt_raise();
    if (!good)
        mexErrMsgIdAndTxt("multirate:memory", "%s", message);
    mxArray *const results[] = {j.time, j.records, j.info};
    for (int i = 0; i < 3 && i < (nlhs > 0 ? nlhs : 1); i++)
        plhs[i] = results[i];
}
