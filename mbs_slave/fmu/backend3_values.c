/* FMI 3.0: values of all kinds to and from an FMU */
#include "backend3.h"

#include <stdlib.h>
#include <string.h>

/* booleans are one byte here, kept as 64 bits on our side; in place */
static void narrow_booleans(const void *from, void *to, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int64_t wide;
        memcpy(&wide, (const char *)from + 8 * i, 8);
        ((bool *)to)[i] = wide != 0;
    }
}

static void widen_booleans(void *values, size_t count) {
    for (size_t i = count; i-- > 0;) {
        unsigned char narrow;
        memcpy(&narrow, (char *)values + i, 1);
        const int64_t wide = narrow != 0;
        memcpy((char *)values + 8 * i, &wide, 8);
    }
}

#define KINDS(X)                                                                                   \
    X(FMU_FLOAT64, Float64)                                                                        \
    X(FMU_FLOAT32, Float32)                                                                        \
    X(FMU_INT8, Int8)                                                                              \
    X(FMU_UINT8, UInt8)                                                                            \
    X(FMU_INT16, Int16)                                                                            \
    X(FMU_UINT16, UInt16)                                                                          \
    X(FMU_INT32, Int32)                                                                            \
    X(FMU_UINT32, UInt32)                                                                          \
    X(FMU_INT64, Int64)                                                                            \
    X(FMU_UINT64, UInt64)                                                                          \
    X(FMU_BOOLEAN, Boolean)                                                                        \
    X(FMU_ENUMERATION, Int64)

mr_status fmu3_set(fmu_instance *fmu, const fmu_group *g, const void *values) {
    const size_t n = (size_t)g->reference_count, count = (size_t)g->value_count;
    if (g->kind == FMU_FLOAT64 && fmu->f3.SetFloat64) { /* what most signals are */
        const fmi3_status answer =
            fmu->f3.SetFloat64(fmu->component, g->references, n, values, count);
        return answer == FMI3_OK ? MR_OK : fmu_check3(fmu, answer, "SetFloat64", MR_ERR_SLAVE_STEP);
    }
    if (g->kind == FMU_BOOLEAN) {
        narrow_booleans(values, g->buffer, count);
        values = g->buffer;
    }
    switch (g->kind) {
#define SET(kind, name)                                                                            \
    case kind:                                                                                     \
        if (!fmu->f3.Set##name)                                                                    \
            return fmu_lacks(fmu, 3, "Set" #name);                                                 \
        return fmu_check3(fmu, fmu->f3.Set##name(fmu->component, g->references, n, values, count), \
                          "Set" #name, MR_ERR_SLAVE_STEP);
        KINDS(SET)
#undef SET
    default:
        return MR_ERR_ARGUMENT;
    }
}

mr_status fmu3_get(fmu_instance *fmu, const fmu_group *g, void *values) {
    const size_t n = (size_t)g->reference_count, count = (size_t)g->value_count;
    if (g->kind == FMU_FLOAT64 && fmu->f3.GetFloat64) {
        const fmi3_status answer =
            fmu->f3.GetFloat64(fmu->component, g->references, n, values, count);
        return answer == FMI3_OK ? MR_OK
                                 : fmu_check3(fmu, answer, "GetFloat64", MR_ERR_SLAVE_OUTPUTS);
    }
    mr_status status = MR_ERR_ARGUMENT;
    switch (g->kind) {
#define GET(kind, name)                                                                            \
    case kind:                                                                                     \
        if (!fmu->f3.Get##name)                                                                    \
            return fmu_lacks(fmu, 3, "Get" #name);                                                 \
        status =                                                                                   \
            fmu_check3(fmu, fmu->f3.Get##name(fmu->component, g->references, n, values, count),    \
                       "Get" #name, MR_ERR_SLAVE_OUTPUTS);                                         \
        break;
        KINDS(GET)
#undef GET
    default:
        break;
    }
    if (status == MR_OK && g->kind == FMU_BOOLEAN)
        widen_booleans(values, count);
    return status;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* binary values are written as in the model description: two hexadecimal digits a byte */
static mr_status set_binary(fmu_instance *fmu, const fmu_variable *v, const char *text) {
    const size_t length = strlen(text) / 2;
    uint8_t *bytes = malloc(length + 1);
    bool good = bytes && strlen(text) % 2 == 0;
    for (size_t i = 0; good && i < length; i++) {
        const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        good = high >= 0 && low >= 0;
        bytes[i] = (uint8_t)(16 * high + low);
    }
    mr_status status = MR_ERR_CONFIG;
    const uint8_t *value = bytes;
    if (!good)
        mr_message_set(fmu->message, "start.%.100s: '%.60s' is not a row of hexadecimal digits",
                       v->name, text);
    else if (!fmu->f3.SetBinary)
        status = fmu_lacks(fmu, 3, "SetBinary");
    else
        status =
            fmu_check3(fmu, fmu->f3.SetBinary(fmu->component, &v->reference, 1, &length, &value, 1),
                       "SetBinary", MR_ERR_SLAVE_INITIALISE);
    free(bytes);
    return status;
}

mr_status fmu3_set_text(fmu_instance *fmu, const fmu_variable *v, const char *text) {
    int size = 0;
    MR_TRY(fmu_variable_size(fmu->description, &fmu->settings, v, &size, fmu->message));
    if (size != 1) {
        mr_message_set(fmu->message, "start.%.100s: arrays of texts cannot be set", v->name);
        return MR_ERR_CONFIG;
    }
    if (v->kind == FMU_BINARY)
        return set_binary(fmu, v, text);
    if (!fmu->f3.SetString)
        return fmu_lacks(fmu, 3, "SetString");
    return fmu_check3(fmu, fmu->f3.SetString(fmu->component, &v->reference, 1, &text, 1),
                      "SetString", MR_ERR_SLAVE_INITIALISE);
}

mr_status fmu3_get_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char **bytes,
                         size_t *size) {
    const uint8_t *raw = NULL;
    *bytes = NULL;
    *size = 0;
    if (kind == FMU_BINARY) {
        if (!fmu->f3.GetBinary)
            return fmu_lacks(fmu, 3, "GetBinary");
        MR_TRY(fmu_check3(fmu, fmu->f3.GetBinary(fmu->component, &reference, 1, size, &raw, 1),
                          "GetBinary", MR_ERR_SLAVE_OUTPUTS));
        *bytes = (const char *)raw;
        return MR_OK;
    }
    if (!fmu->f3.GetString)
        return fmu_lacks(fmu, 3, "GetString");
    MR_TRY(fmu_check3(fmu, fmu->f3.GetString(fmu->component, &reference, 1, bytes, 1), "GetString",
                      MR_ERR_SLAVE_OUTPUTS));
    *size = *bytes ? strlen(*bytes) : 0;
    return MR_OK;
}

mr_status fmu3_put_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char *bytes,
                         size_t size) {
    const uint8_t *raw = (const uint8_t *)bytes;
    if (kind == FMU_BINARY && !fmu->f3.SetBinary)
        return fmu_lacks(fmu, 3, "SetBinary");
    if (kind != FMU_BINARY && !fmu->f3.SetString)
        return fmu_lacks(fmu, 3, "SetString");
    return kind == FMU_BINARY
               ? fmu_check3(fmu, fmu->f3.SetBinary(fmu->component, &reference, 1, &size, &raw, 1),
                            "SetBinary", MR_ERR_SLAVE_STEP)
               : fmu_check3(fmu, fmu->f3.SetString(fmu->component, &reference, 1, &bytes, 1),
                            "SetString", MR_ERR_SLAVE_STEP);
}
