/* objects as plain values: a timeseries becomes a structure with Time and Data, samples as rows or
 * along the last dimension; a Dataset a structure with one field for each of its elements, in their
 * order; a parameter object its value. All others are structures with their properties */
#include "value/object_classes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 6 /* from a Dataset to its list of elements */

static double number_of(const bd_value *structure, const char *name, double otherwise) {
    const bd_value *value = bd_value_field(structure, name);
    return value && bd_value_is_number_like(value) && value->count == 1 ? bd_value_real_at(value, 0)
                                                                        : otherwise;
}

/* ---- timeseries ---- */

/* times as kept, or evenly spaced ones from a begin and an increment */
static bd_status make_times(const bd_value *info, bd_value **times, bd_error *error) {
    const bd_value *kept = bd_value_field(info, "Time_");
    double length = number_of(info, "Length", 0.0), step = number_of(info, "Increment_", 1.0);
    double begin = number_of(info, "Start_", 0.0);
    if (kept && bd_value_is_number_like(kept) && kept->count > 0) {
        *times = bd_value_share(kept);
        return BD_OK;
    }
    if (!(length >= 0 && 8.0 * length <= BD_MAX_VALUE_BYTES))
        return bd_error_set(error, BD_BAD_FILE, "a timeseries has no times");
    bd_status status = bd_value_create_matrix(BD_DOUBLE, (size_t)length, 1, times, error);
    for (size_t k = 0; status == BD_OK && k < (*times)->count; k++)
        ((double *)(*times)->re)[k] = begin + (double)k * step;
    return status;
}

/* [w n] with time last becomes [n w], and so do [1 1 n] and [w 1 n]: vectors are rows */
static bd_status make_rows(const bd_value *data, size_t samples, bool time_first, bd_value **rows,
                           bd_error *error) {
    bool plain = data->rank == 2 && !time_first && data->dims[1] == samples;
    bool column = data->rank == 3 && data->dims[1] == 1 && data->dims[2] == samples;
    size_t width = data->dims[0], bytes = bd_class_bytes(data->type);
    if (!bd_value_is_number_like(data) || samples == 0 || (!plain && !column)) {
        *rows = bd_value_share(data);
        return BD_OK;
    }
    size_t dims[2] = {samples, width};
    bd_status status = bd_value_create(data->type, 2, dims, data->im != NULL, rows, error);
    for (size_t i = 0; status == BD_OK && i < samples; i++)
        for (size_t k = 0; k < width; k++) {
            memcpy((char *)(*rows)->re + (i + k * samples) * bytes,
                   (const char *)data->re + (k + i * width) * bytes, bytes);
            if (data->im)
                memcpy((char *)(*rows)->im + (i + k * samples) * bytes,
                       (const char *)data->im + (k + i * width) * bytes, bytes);
        }
    return status;
}

static bd_status join_timeseries(const bd_value *times, const bd_value *rows, const bd_value *name,
                                 bd_value **value, bd_error *error) {
    BD_TRY(bd_value_create_struct(value, error));
    BD_TRY(bd_value_field_set(*value, 0, "Time", bd_value_share(times), error));
    BD_TRY(bd_value_field_set(*value, 0, "Data", bd_value_share(rows), error));
    if (name && bd_value_is_text(name))
        BD_TRY(bd_value_field_set(*value, 0, "Name", bd_value_share(name), error));
    return BD_OK;
}

static bd_status make_timeseries(const bd_value *properties, bd_value **value, bd_error *error) {
    /* of newer ones they lie in an object for storage */
    const bd_value *data = bd_value_field(properties, "Data_");
    const bd_value *storage = bd_value_field(properties, "Storage_");
    bool time_first = number_of(properties, "IsTimeFirst_", 1.0) != 0;
    if ((!data || bd_value_is_empty(data)) && storage && storage->type == BD_STRUCT &&
        storage->count == 1 && bd_value_field(storage, "Data")) {
        data = bd_value_field(storage, "Data");
        time_first = number_of(storage, "IsTimeStorageFirst", 0.0) != 0;
    }
    const bd_value *name = bd_value_field(properties, "Name");
    bd_value *times = NULL, *rows = NULL;
    bd_status status = make_times(bd_value_field(properties, "TimeInfo"), &times, error);
    if (status == BD_OK && !data)
        status = bd_value_create_matrix(BD_DOUBLE, 0, 0, &rows, error);
    else if (status == BD_OK)
        status = make_rows(data, times->count, time_first, &rows, error);
    if (status == BD_OK)
        status = join_timeseries(times, rows, name, value, error);
    bd_value_free(times);
    bd_value_free(rows);
    return status;
}

/* ---- Dataset ---- */

static const bd_value *find_elements(const bd_value *value, int depth) {
    if (!value || depth > DEEPEST || value->type != BD_STRUCT)
        return NULL;
    const bd_value *own = bd_value_field(value, "Elements");
    if (own && own->type == BD_CELL)
        return own;
    for (size_t k = 0; k < value->count * value->field_count; k++) {
        const bd_value *found = find_elements(value->children[k], depth + 1);
        if (found)
            return found;
    }
    return NULL;
}

/* the element's name if it can name a field that is not there yet, else its number */
static void name_element(const bd_value *made, const bd_value *element, size_t number,
                         char name[BD_MAX_NAME + 1]) {
    const bd_value *own = bd_value_field(element, "Name");
    size_t length = own && bd_value_is_text(own) ? own->count : 0;
    bool good = length > 0 && length <= BD_MAX_NAME;
    for (size_t k = 0; good && k < length; k++) {
        char c = ((const char *)own->re)[k];
        good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               (k > 0 && ((c >= '0' && c <= '9') || c == '_'));
    }
    snprintf(name, BD_MAX_NAME + 1, "signal%zu", number);
    if (good) {
        char text[BD_MAX_NAME + 1] = "";
        memcpy(text, own->re, length);
        if (bd_value_field_index(made, text) < 0)
            memcpy(name, text, sizeof text);
    }
}

static bd_status make_dataset(const bd_value *properties, bd_value **value, bd_error *error) {
    const bd_value *elements = find_elements(properties, 0);
    bd_status status = bd_value_create_struct(value, error);
    for (size_t k = 0; status == BD_OK && elements && k < elements->count; k++) {
        const bd_value *element = elements->children[k];
        const bd_value *values = bd_value_field(element, "Values");
        char name[BD_MAX_NAME + 1];
        name_element(*value, element, k + 1, name);
        status =
            bd_value_field_set(*value, 0, name, bd_value_share(values ? values : element), error);
    }
    return status;
}

bd_status bd_object_of_class(const char *class, bd_value *properties, bd_value **value,
                             bd_error *error) {
    const bd_value *own = bd_value_field(properties, "Value");
    bd_status status = BD_OK;
    *value = NULL;
    if (strcmp(class, "timeseries") == 0)
        status = make_timeseries(properties, value, error);
    else if (strcmp(class, "Simulink.SimulationData.Dataset") == 0)
        status = make_dataset(properties, value, error);
    else if (own && strstr(class, ".Parameter"))
        status = bd_value_of_parameter(own, bd_value_field(properties, "DataType"), value, error);
    else {
        *value = properties;
        return BD_OK;
    }
    bd_value_free(properties);
    if (status != BD_OK) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}
