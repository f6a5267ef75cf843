/* arguments to values, a command, its result back. No Octave error is raised while values are held
 */
#include "commands.h"

#include "mx/convert.h"
#include "octave_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bd_models *models;

static void forget(void) {
    bd_models_free(models);
    models = NULL;
}

bd_models *commands_models(void) {
    if (!models) {
        models = bd_models_create();
        if (!models)
            return NULL;
        mexLock(); /* `clear all` keeps models, as it does in MATLAB */
        mexAtExit(forget);
    }
    return models;
}

typedef struct order {
    char *name;
    bd_value **values;
    size_t count;
    bd_value *result;
    mxArray *array, *warnings;
    bd_log log;
    bd_error error;
} order;

static void free_order(order *o) {
    for (size_t i = 0; i < o->count; i++)
        bd_value_free(o->values[i]);
    free(o->values);
    free(o->name);
    bd_value_free(o->result);
    bd_log_free(&o->log);
}

char *commands_text(const mxArray *array) {
    if (!array || !mxIsChar(array))
        return NULL;
    const size_t size = mxGetNumberOfElements(array) + 1;
    char *text = malloc(size);
    if (text && mxGetString(array, text, (mwSize)size) != 0 && size > 1) {
        free(text);
        return NULL;
    }
    return text;
}

static bool set_folders(const mxArray *cell) {
    const size_t count = mxGetNumberOfElements(cell);
    char **folders = calloc(count + 1, sizeof *folders);
    bool good = folders != NULL;
    for (size_t i = 0; good && i < count; i++) {
        folders[i] = commands_text(mxGetCell(cell, (mwIndex)i));
        good = folders[i] != NULL;
    }
    good = good && bd_models_set_folders(models, (const char *const *)folders, count);
    for (size_t i = 0; folders && i < count; i++)
        free(folders[i]);
    free(folders);
    return good;
}

static bd_status run(order *o, int count, const mxArray *arguments[]) {
    o->name = commands_text(arguments[0]);
    o->values = calloc((size_t)count, sizeof *o->values);
    if (!o->name || !o->values || !commands_models() || !set_folders(arguments[1]))
        return bd_error_set(&o->error, BD_OUT_OF_MEMORY, "out of memory");
    for (int i = 2; i < count; i++) {
        bd_status status = mx_convert_to_value(arguments[i], &o->values[o->count], &o->error);
        if (status != BD_OK)
            return status;
        o->count++;
    }
    bd_status status = bd_command(models, o->name, (const bd_value *const *)o->values, o->count,
                                  &o->result, 1, &o->error);
    o->log = bd_models_take_log(models);
    return status;
}

/* inside the guard: Octave may run out of memory while it makes the arrays */
static void wrap(void *argument) {
    order *o = argument;
    void *array = NULL;
    if (o->result && mx_convert_from_value(o->result, &array, &o->error) == BD_OK)
        o->array = array;
    o->warnings = mxCreateCellMatrix((mwSize)o->log.count, 1);
    for (size_t i = 0; i < o->log.count; i++)
        mxSetCell(o->warnings, (mwIndex)i, mxCreateString(o->log.lines[i]));
}

void commands_run(int wanted, mxArray *results[], int count, const mxArray *arguments[]) {
    order o = {0};
    char identifier[120] = "multirate:memory", message[BD_ERROR_TEXT + 100] = "";
    bool good = run(&o, count, arguments) == BD_OK;
    if (good)
        good = octave_guarded(wrap, &o, message, sizeof message);
    if (o.error.status != BD_OK) {
        good = false;
        snprintf(identifier, sizeof identifier, "%s", models ? bd_models_identifier(models) : "");
        snprintf(message, sizeof message, "%.80s: %s", o.name ? o.name : "", o.error.text);
    }
    free_order(&o);
    if (!good)
        mexErrMsgIdAndTxt(*identifier ? identifier : "multirate:command", "%s", message);
    /* [given, warnings, value]: some commands give nothing */
    results[0] = mxCreateLogicalScalar(o.array != NULL);
    if (wanted > 1)
        results[1] = o.warnings;
    if (wanted > 2)
        results[2] = o.array ? o.array : mxCreateDoubleMatrix(0, 0, mxREAL);
}
