/* run-time parameters: what a block uses while running, made of its dialog parameters. Data that
 * comes from a dialog parameter is kept here and rewritten in place when the parameter is tuned;
 * data that the S-function computed itself stays the S-function's. */
#include "sfunction/instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

enum { OWN_DATA = 1 };

static void free_record(bd_sfunction *f, int index) {
    ssParamRec *record = f->simstruct.run_time_.records_[index];
    if (!record)
        return;
    if (f->run_time_own[index] & OWN_DATA)
        free(record->data);
    CM_FREE((char *)record->name, record->dimensions, record->dlgParamIndices, record);
    f->simstruct.run_time_.records_[index] = NULL;
    f->run_time_own[index] = 0;
}

void bd_sfunction_free_run_time(bd_sfunction *f) {
    for (int i = 0; i < f->simstruct.run_time_.count_; i++)
        free_record(f, i);
    free(f->simstruct.run_time_.records_);
    free(f->run_time_own);
    f->simstruct.run_time_.records_ = NULL;
    f->run_time_own = NULL;
    f->simstruct.run_time_.count_ = 0;
}

int_T bd_host_set_run_time_count(SimStruct *S, int_T count) {
    bd_sfunction *f = bd_sfunction_of(S);
    bd_sfunction_free_run_time(f);
    if (count < 0 || count > 100000) {
        bd_sfunction_fail(S, "%d is not a possible number of run-time parameters", count);
        return 0;
    }
    if (!bd_sfunction_renew(&S->run_time_.records_, (size_t)count, sizeof(ssParamRec *)) ||
        !bd_sfunction_renew(&f->run_time_own, (size_t)count, sizeof(unsigned))) {
        bd_sfunction_fail(S, "out of memory");
        return 0;
    }
    S->run_time_.count_ = count;
    return 1;
}

/* re, im side by side as in a signal */
static void *interleaved(const bd_value *value) {
    size_t bytes = bd_class_bytes(value->type), parts = value->im ? 2 : 1;
    char *data = calloc(value->count * parts + 1, bytes);
    for (size_t i = 0; data && i < value->count; i++) {
        memcpy(data + i * parts * bytes, (const char *)value->re + i * bytes, bytes);
        if (value->im)
            memcpy(data + (i * parts + 1) * bytes, (const char *)value->im + i * bytes, bytes);
    }
    return data;
}

/* the value of a dialog parameter as data of this type; NULL if it has none (cells, structs), or if
 * elements of the type are no numbers */
static void *data_of(const bd_value *value, DTypeId type) {
    bd_value *converted = NULL;
    bd_class to = type <= SS_BOOLEAN ? (bd_class)type : type == SS_INT64 ? BD_INT64 : BD_UINT64;
    const bool number = (type >= 0 && type <= SS_BOOLEAN) || type == SS_INT64 || type == SS_UINT64;
    if (!number || !bd_value_is_number_like(value) || bd_value_convert(value, to, &converted, NULL))
        return NULL;
    void *data = interleaved(converted);
    bd_value_free(converted);
    return data;
}

static DTypeId type_of(const bd_value *value) {
    if (value->type <= BD_LOGICAL)
        return (DTypeId)value->type;
    return value->type == BD_INT64 ? SS_INT64 : value->type == BD_UINT64 ? SS_UINT64 : SS_DOUBLE;
}

static const bd_value *dialog_value(SimStruct *S, int_T dialog) {
    const bd_sfunction *f = bd_sfunction_of(S);
    if (dialog >= 0 && dialog < f->value_count)
        return f->values[dialog];
    bd_sfunction_fail(S, "parameter %d does not exist", dialog);
    return NULL;
}

static ssParamRec *new_record(SimStruct *S, int_T index, const char_T *name, int_T rank,
                              int_T dialog_count) {
    bd_sfunction *f = bd_sfunction_of(S);
    if (index < 0 || index >= S->run_time_.count_) {
        bd_sfunction_fail(S, "run-time parameter %d does not exist (there are %d)", index,
                          S->run_time_.count_);
        return NULL;
    }
    free_record(f, index);
    ssParamRec *record = calloc(1, sizeof *record);
    if (record) {
        S->run_time_.records_[index] = record;
        record->name = strdup(name ? name : "");
        record->dimensions = calloc((size_t)rank + 1, sizeof *record->dimensions);
        record->dlgParamIndices = calloc((size_t)dialog_count + 1, sizeof(int_T));
        record->nDimensions = rank;
        record->nDlgParamIndices = dialog_count;
    }
    if (!record || !record->name || !record->dimensions || !record->dlgParamIndices) {
        free_record(f, index);
        bd_sfunction_fail(S, "out of memory");
        return NULL;
    }
    return record;
}

int_T bd_host_register_dialog(SimStruct *S, int_T dialog, int_T index, const char_T *name,
                              DTypeId type) {
    const bd_value *value = dialog_value(S, dialog);
    if (!value)
        return 0;
    ssParamRec *record = new_record(S, index, name, value->rank, 1);
    if (!record)
        return 0;
    for (int i = 0; i < value->rank; i++)
        record->dimensions[i] = (int_T)value->dims[i];
    record->dlgParamIndices[0] = dialog;
    record->dataTypeId = type < 0 ? type_of(value) : type;
    record->complexSignal = value->im != NULL;
    record->data = data_of(value, record->dataTypeId);
    bd_sfunction_of(S)->run_time_own[index] = OWN_DATA;
    return 1;
}

int_T bd_host_register_all(SimStruct *S, const char_T *const *names) {
    int_T count = 0, index = 0;
    for (int_T i = 0; i < S->parameters_.expected_; i++)
        count += S->parameters_.info_[i].tunable_ != SS_PRM_NOT_TUNABLE;
    if (!bd_host_set_run_time_count(S, count))
        return 0;
    for (int_T i = 0; i < S->parameters_.expected_; i++) {
        char numbered[24];
        if (S->parameters_.info_[i].tunable_ == SS_PRM_NOT_TUNABLE)
            continue;
        snprintf(numbered, sizeof numbered, "P%d", i + 1);
        if (!bd_host_register_dialog(S, i, index, names ? names[index] : numbered,
                                     DYNAMICALLY_TYPED))
            return 0;
        index++;
    }
    return 1;
}

int_T bd_host_set_run_time(SimStruct *S, int_T index, const ssParamRec *from) {
    if (!from || from->nDimensions < 0 || from->nDimensions > SS_MAX_NUM_DIMS ||
        from->nDlgParamIndices < 0 || from->nDlgParamIndices > S->parameters_.expected_) {
        bd_sfunction_fail(S, "run-time parameter %d has no sensible description", index);
        return 0;
    }
    /* the argument may be the record that is there already, as ssGetRunTimeParamInfo gave it */
    ssParamRec copy = *from;
    if (index >= 0 && index < S->run_time_.count_ && S->run_time_.records_[index] == from) {
        S->run_time_.records_[index]->data = copy.data;
        return 1;
    }
    ssParamRec *record = new_record(S, index, copy.name, copy.nDimensions, copy.nDlgParamIndices);
    if (!record)
        return 0;
    for (int_T i = 0; copy.dimensions && i < copy.nDimensions; i++)
        record->dimensions[i] = copy.dimensions[i];
    for (int_T i = 0; copy.dlgParamIndices && i < copy.nDlgParamIndices; i++)
        record->dlgParamIndices[i] = copy.dlgParamIndices[i];
    record->dataTypeId = copy.dataTypeId;
    record->complexSignal = copy.complexSignal;
    record->dataAttributes = copy.dataAttributes;
    record->transformed = copy.transformed;
    record->outputAsMatrix = copy.outputAsMatrix;
    record->stringParam = copy.stringParam;
    record->data = copy.data;
    if (!record->data && copy.nDlgParamIndices == 1 &&
        copy.transformed == RTPARAM_NOT_TRANSFORMED) {
        const bd_value *value = dialog_value(S, record->dlgParamIndices[0]);
        if (!value)
            return 0;
        record->data = data_of(value, record->dataTypeId);
        bd_sfunction_of(S)->run_time_own[index] = OWN_DATA;
    }
    return 1;
}

int_T bd_host_update_run_time(SimStruct *S, int_T index, void *data) {
    bd_sfunction *f = bd_sfunction_of(S);
    ssParamRec *record = bd_ss_run_time_at(S, index);
    if (!record)
        return 0;
    if (f->run_time_own[index] & OWN_DATA && data != record->data) {
        free(record->data);
        f->run_time_own[index] = 0;
    }
    record->data = data;
    return 1;
}

static bool set_size(ssParamRec *record, const bd_value *value) {
    if (!bd_sfunction_renew(&record->dimensions, (size_t)value->rank, sizeof(int_T)))
        return false;
    record->nDimensions = value->rank;
    record->complexSignal = value->im != NULL;
    for (int i = 0; i < value->rank; i++)
        record->dimensions[i] = (int_T)value->dims[i];
    return true;
}

int_T bd_host_update_dialog(SimStruct *S, int_T index) {
    bd_sfunction *f = bd_sfunction_of(S);
    ssParamRec *record = bd_ss_run_time_at(S, index);
    if (!record || record->nDlgParamIndices != 1 || !(f->run_time_own[index] & OWN_DATA))
        return record != NULL;
    const bd_value *value = dialog_value(S, record->dlgParamIndices[0]);
    void *data = value ? data_of(value, record->dataTypeId) : NULL;
    if (!data)
        return 0;
    /* the S-function may hold the pointer: same memory, new numbers, as long as they fit */
    size_t old_count = 1;
    for (int_T i = 0; i < record->nDimensions; i++)
        old_count *= (size_t)record->dimensions[i];
    if (record->data && old_count == value->count &&
        (record->complexSignal != 0) == (value->im != NULL)) {
        memcpy(record->data, data,
               value->count *
                   bd_sfunction_type_bytes(f, record->dataTypeId, record->complexSignal));
        free(data);
        return 1;
    }
    if (!set_size(record, value)) {
        free(data);
        return 0;
    }
    free(record->data);
    record->data = data;
    return 1;
}

int_T bd_host_update_all(SimStruct *S) {
    int_T good = 1;
    for (int_T i = 0; i < S->run_time_.count_; i++)
        good = bd_host_update_dialog(S, i) && good;
    return good;
}
