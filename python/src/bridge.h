/* the libraries as Python's ctypes sees them: handles, numbers and texts only. A function that
 * fails returns NULL or a number that is not 0, and puts one sentence into message (of MP_TEXT
 * bytes).
 *
 * Python gives its lock back during every call, so that runs go on in several threads; a model and
 * the models in memory are for one thread at a time. */
#ifndef MULTIRATE_PYTHON_BRIDGE_H
#define MULTIRATE_PYTHON_BRIDGE_H

#include <stddef.h>

#define MP_TEXT 1200

#pragma GCC visibility push(default)

typedef struct bd_value mp_value;
typedef struct bd_models mp_models;
typedef struct mp_model mp_model; /* compiled */
typedef struct mp_run mp_run;
typedef struct mp_slave mp_slave;
typedef struct mp_advice mp_advice;

/* once: where S-functions are */
int mp_prepare(const char *sfunctions, char *message);
void mp_free_text(char *text);

/* ---- values ---- */
mp_value *mp_text(const char *text);
mp_value *mp_numbers(size_t rows, size_t columns, const double *by_column);
mp_value *mp_logical(int truth);
mp_value *mp_cell(size_t count);
int mp_cell_put(mp_value *cell, size_t i, mp_value *child); /* takes the child over */
mp_value *mp_struct(void);
int mp_struct_put(mp_value *structure, const char *name, mp_value *child);
void mp_value_free(mp_value *value);
enum { MP_NUMBERS, MP_TEXTS, MP_CELLS, MP_STRUCTS, MP_LOGICALS };
int mp_type(const mp_value *value);
size_t mp_rows(const mp_value *value);
size_t mp_count(const mp_value *value);
void mp_copy_numbers(const mp_value *value, double *by_column);
char *mp_copy_text(const mp_value *value);
size_t mp_field_count(const mp_value *value);
const char *mp_field_name(const mp_value *value, size_t field);
const mp_value *mp_child(const mp_value *value,
                         size_t i); /* of a struct: element * fields + field */

/* ---- models in memory ---- */
mp_models *mp_open(const char *const *folders, size_t count);
void mp_close(mp_models *models);
int mp_command(mp_models *models, const char *name, const mp_value *const *arguments, size_t count,
               mp_value **result, char *message);
const char *mp_identifier(const mp_models *models);
char *mp_warnings(mp_models *models); /* apart by newlines */
/* a picture (.svg) of a loaded model, or of the subsystem at this path */
int mp_draw(mp_models *models, const char *name, const char *system, const char *path,
            char *message);

/* ---- runs ---- */
typedef struct mp_settings {
    const char *solver; /* NULL: the model's; NAN likewise below */
    double start_time, stop_time, step, relative_tolerance, absolute_tolerance, log_period;
    int all_signals;
} mp_settings;

/* a loaded model by its name, which must stay loaded, or a file */
mp_model *mp_compile(mp_models *models, const char *name, int loaded, const char *const *folders,
                     size_t folder_count, const char *const *names, const mp_value *const *values,
                     size_t count, const mp_settings *settings, char *message);
void mp_model_free(mp_model *model);
/* 0 yes, 1 no, 2 code of the model sets it anew; message: what may have been meant */
int mp_model_uses(const mp_model *model, const char *variable, char *message);
/* a run with other values of variables */
mp_run *mp_start(const mp_model *model, const char *const *names, const mp_value *const *values,
                 size_t count, char *message);
int mp_go(mp_run *run, char *message);
void mp_stop(mp_run *run); /* from another thread */
void mp_run_free(mp_run *run);
char *mp_run_warnings(const mp_run *run);
const char *mp_solver(const mp_run *run);
size_t mp_time_count(const mp_run *run);
void mp_times(const mp_run *run, double *times);
int mp_record_count(const mp_run *run);
const char *mp_record_text(const mp_run *run, int record,
                           int what); /* 0 name 1 path 2 kind 3 unit */
size_t mp_record_rows(const mp_run *run, int record);
int mp_record_width(const mp_run *run, int record);
int mp_record_is_complex(const mp_run *run, int record);
void mp_record(const mp_run *run, int record, double *times, double *row_by_row);

/* ---- a slave behind its interface ---- */
mp_slave *mp_slave_open(const char *slave, const char *configuration, const char *options,
                        char *message);
void mp_slave_close(mp_slave *slave);
int mp_slave_variables(const mp_slave *slave, int outputs);
const char *mp_slave_text(const mp_slave *slave, int outputs, int variable, int unit);
int mp_slave_size(const mp_slave *slave, int outputs, int variable);
const char *mp_slave_title(const mp_slave *slave);
int mp_slave_start(mp_slave *slave, double time, const double *inputs, char *message);
int mp_slave_exchange(mp_slave *slave, double time, const double *inputs, int minor,
                      double *outputs, char *message);
double mp_slave_time(const mp_slave *slave);

/* ---- advice ---- */
mp_advice *mp_advise(const char *path, const char *const *settings, size_t count,
                     const char *const *folders, size_t folder_count, double stop_time, int pilots,
                     char *message);
void mp_advice_free(mp_advice *advice);
int mp_advice_count(const mp_advice *advice);
const char *mp_advice_text(const mp_advice *advice, int i); /* options of the interface */
/* possible, stable, error, slave step, radius, present, tried, pilot, expected, seconds, efficient
 */
double mp_advice_number(const mp_advice *advice, int i, int what);
const char *mp_advice_failure(const mp_advice *advice, int i); /* of its pilot, or "" */
const char *mp_advice_reason(const mp_advice *advice);         /* why the first row is advised */
const char *mp_advice_block(const mp_advice *advice);
/* parameter k of candidate i: "name\nvalue", or NULL */
char *mp_advice_parameter(const mp_advice *advice, int i, int k);

#pragma GCC visibility pop

#endif
