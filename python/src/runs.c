/* a model is compiled once and run as often as wanted, with other values of its variables */
#include "bridge.h"

#include "blockdiagram/commands.h"
#include "blockdiagram/run.h"
#include "signals/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mp_model {
    bd_diagram *own; /* read from a file; NULL: a model in memory */
    const bd_diagram *diagram;
    bd_workspace *base;
    bd_model *model;
    bd_log log;
};

struct mp_run {
    const mp_model *model;
    bd_workspace *base;
    bd_run *run;
    sg_names names; /* of what is recorded, learnt in the first step */
    bd_log log;
};

static void tell(char *message, const char *text) {
    snprintf(message, MP_TEXT, "%s", *text ? text : "out of memory");
}

static bd_status put_variables(bd_workspace *base, const char *const *names,
                               const mp_value *const *values, size_t count, bd_error *error) {
    for (size_t i = 0; i < count; i++)
        BD_TRY(bd_workspace_set(base, names[i], bd_value_share(values[i]), error));
    return BD_OK;
}

mp_model *mp_compile(mp_models *models, const char *name, int loaded, const char *const *folders,
                     size_t folder_count, const char *const *names, const mp_value *const *values,
                     size_t count, const mp_settings *settings, char *message) {
    mp_model *m = calloc(1, sizeof *m);
    const bd_search_path search = {folders, folder_count};
    bd_error error = {0};
    if (!m) {
        tell(message, "");
        return NULL;
    }
    bd_options o = bd_options_default();
    o.solver = settings->solver;
    o.start_time = settings->start_time;
    o.stop_time = settings->stop_time;
    o.fixed_step = o.max_step = settings->step;
    o.relative_tolerance = settings->relative_tolerance;
    o.absolute_tolerance = settings->absolute_tolerance;
    o.log_labelled = settings->all_signals != 0;
    if (settings->log_period > 0.0)
        o.log_period = settings->log_period;
    o.log = &m->log;
    bd_status status = bd_workspace_create("base workspace", NULL, &m->base, &error);
    if (status == BD_OK)
        status = put_variables(m->base, names, values, count, &error);
    if (status == BD_OK && loaded) {
        m->diagram = bd_models_find(models, name);
        if (!m->diagram)
            status = bd_error_set(&error, BD_UNKNOWN_NAME, "no model '%s' is loaded", name);
    } else if (status == BD_OK) {
        status = bd_diagram_read(name, &search, &m->own, &m->log, &error);
        m->diagram = m->own;
    }
    if (status == BD_OK)
        status = bd_model_compile(m->diagram, m->base, &o, &m->model, &error);
    if (status == BD_OK)
        return m;
    tell(message, error.text);
    mp_model_free(m);
    return NULL;
}

void mp_model_free(mp_model *model) {
    if (!model)
        return;
    bd_model_free(model->model);
    bd_diagram_free(model->own);
    bd_workspace_free(model->base);
    bd_log_free(&model->log);
    free(model);
}

int mp_model_uses(const mp_model *model, const char *variable, char *message) {
    message[0] = '\0';
    if (bd_model_overrides(model->model, variable))
        return 2;
    if (bd_model_uses(model->model, variable))
        return 0;
    bd_model_variable_hint(model->model, variable, message, MP_TEXT);
    return 1;
}

mp_run *mp_start(const mp_model *model, const char *const *names, const mp_value *const *values,
                 size_t count, char *message) {
    mp_run *r = calloc(1, sizeof *r);
    bd_error error = {0};
    bd_status status = r ? BD_OK : BD_OUT_OF_MEMORY;
    bd_run_options options = {.log = r ? &r->log : NULL};
    if (status == BD_OK && count > 0) {
        status = bd_workspace_create("base workspace", NULL, &r->base, &error);
        for (size_t i = 0; status == BD_OK && i < bd_workspace_count(model->base); i++)
            status =
                bd_workspace_set(r->base, bd_workspace_name_at(model->base, i),
                                 bd_value_share(bd_workspace_value_at(model->base, i)), &error);
        if (status == BD_OK)
            status = put_variables(r->base, names, values, count, &error);
        options.base = r->base;
    }
    if (status == BD_OK) {
        r->model = model;
        status = bd_run_create(model->model, &options, &r->run, &error);
    }
    if (status == BD_OK)
        return r;
    tell(message, error.text);
    mp_run_free(r);
    return NULL;
}

/* once: slaves are closed at the end of the run, and cannot be asked then */
static bd_status on_first_step(void *user, const bd_run *run, double time, bd_error *error) {
    mp_run *r = user;
    (void)time;
    bd_run_observe(r->run, NULL, NULL);
    return sg_names_learn(&r->names, r->model->diagram, run, error);
}

int mp_go(mp_run *run, char *message) {
    bd_error error = {0};
    bd_run_observe(run->run, on_first_step, run);
    const bd_status status = bd_run_complete(run->run, &error);
    snprintf(message, MP_TEXT, "%s", error.text);
    return status != BD_OK;
}

void mp_stop(mp_run *run) {
    bd_run_request_stop(run->run);
}

void mp_run_free(mp_run *run) {
    if (!run)
        return;
    sg_names_free(&run->names);
    bd_run_free(run->run);
    bd_workspace_free(run->base);
    bd_log_free(&run->log);
    free(run);
}

char *mp_run_warnings(const mp_run *run) {
    const bd_log *logs[] = {&run->model->log, &run->log};
    size_t size = 1;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < logs[k]->count; i++)
            size += strlen(logs[k]->lines[i]) + 1;
    char *text = calloc(size, 1);
    for (int k = 0; text && k < 2; k++)
        for (size_t i = 0; i < logs[k]->count; i++) {
            strcat(text, *text ? "\n" : "");
            strcat(text, logs[k]->lines[i]);
        }
    return text;
}

const char *mp_solver(const mp_run *run) {
    return bd_model_solver(bd_run_model(run->run));
}

size_t mp_time_count(const mp_run *run) {
    return bd_run_time_count(run->run);
}

void mp_times(const mp_run *run, double *times) {
    for (size_t i = 0; i < bd_run_time_count(run->run); i++)
        times[i] = bd_run_time_at(run->run, i);
}

int mp_record_count(const mp_run *run) {
    return bd_run_record_count(run->run);
}

/* of a signal whose elements share one: as the model, the multirate block or its slave tells it */
static const char *unit_of(const mp_run *run, int record) {
    const sg_record_names *told = record < run->names.count ? &run->names.records[record] : NULL;
    for (int i = 1; told && i < told->width; i++)
        if (strcmp(told->units[i], told->units[0]) != 0)
            return "";
    return told && told->width > 0 ? told->units[0] : "";
}

const char *mp_record_text(const mp_run *run, int record, int what) {
    static const char *const kinds[] = {
        [BD_RECORD_OUTPORT] = "outport", [BD_RECORD_WORKSPACE] = "workspace",
        [BD_RECORD_SCOPE] = "scope",     [BD_RECORD_FILE] = "file",
        [BD_RECORD_SIGNAL] = "signal",   [BD_RECORD_STATE] = "state",
    };
    const bd_record *r = bd_run_record(run->run, record);
    return what == 0   ? r->name
           : what == 1 ? r->path
           : what == 2 ? kinds[r->kind]
                       : unit_of(run, record);
}

size_t mp_record_rows(const mp_run *run, int record) {
    return bd_run_record(run->run, record)->row_count;
}

int mp_record_width(const mp_run *run, int record) {
    return bd_run_record(run->run, record)->width;
}

int mp_record_is_complex(const mp_run *run, int record) {
    const bd_record *r = bd_run_record(run->run, record);
    return r->shape.type != BD_BUS && r->shape.complexity == 1;
}

void mp_record(const mp_run *run, int record, double *times, double *row_by_row) {
    const bd_record *r = bd_run_record(run->run, record);
    for (size_t i = 0; i < r->row_count; i++) {
        times[i] = bd_run_record_time(run->run, record, i);
        memcpy(row_by_row + i * (size_t)r->width, bd_run_record_row(run->run, record, i),
               (size_t)r->width * sizeof *row_by_row);
    }
}
