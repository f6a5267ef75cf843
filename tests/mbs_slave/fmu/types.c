/* a test FMU that hands every kind of input through, for FMI 2.0 and 3.0: reference r in, 100 + r
 * out. 20 is the length of the array 21 (out: 121, doubled), 30 a text (out: 130, its length), 31 a
 * row of bytes (out: 131, their sum). */
#include "fmi2.h"
#include "fmi3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT                            __attribute__((visibility("default")))
#define DECLARE2(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(DECLARE2)
FMI2_OPTIONAL(DECLARE2)
#define DECLARE3(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(DECLARE3)
FMI3_OPTIONAL(DECLARE3)

#define MOST 64

typedef struct types {
    double Float64;
    float Float32;
    int8_t Int8;
    uint8_t UInt8;
    int16_t Int16;
    uint16_t UInt16;
    int32_t Int32;
    uint32_t UInt32;
    int64_t Int64, enumeration;
    uint64_t UInt64, length;
    bool Boolean;
    double array[MOST];
    int32_t text_length, byte_sum;
    int steps;
    char title[32];     /* tells how many steps there were */
    uint8_t picture[2]; /* so do its bytes */
    bool configuring, initialised;
} types;

static types *make(void) {
    types *self = calloc(1, sizeof *self);
    if (self)
        self->length = 3;
    return self;
}

/* --- FMI 2.0 --- */

void *fmi2Instantiate(const char *instance, fmi2_type type, const char *guid, const char *resources,
                      const fmi2_callbacks *callbacks, int visible, int logging) {
    (void)instance;
    (void)type;
    (void)resources;
    (void)callbacks;
    (void)visible;
    (void)logging;
    return strcmp(guid, "types") == 0 ? make() : NULL;
}

void fmi2FreeInstance(void *component) {
    free(component);
}

fmi2_status fmi2SetupExperiment(void *component, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop) {
    (void)component;
    (void)has_tolerance;
    (void)tolerance;
    (void)start;
    (void)has_stop;
    (void)stop;
    return FMI2_OK;
}

fmi2_status fmi2EnterInitializationMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2ExitInitializationMode(void *component) {
    (void)component;
    return FMI2_OK;
}

fmi2_status fmi2DoStep(void *component, double t, double h, int no_return) {
    (void)t;
    (void)h;
    (void)no_return;
    ((types *)component)->steps++;
    return FMI2_OK;
}

fmi2_status fmi2GetReal(void *component, const unsigned references[], size_t count,
                        double values[]) {
    for (size_t i = 0; i < count; i++)
        if (references[i] == 101)
            values[i] = ((types *)component)->Float64;
        else
            return FMI2_ERROR;
    return FMI2_OK;
}

fmi2_status fmi2SetReal(void *component, const unsigned references[], size_t count,
                        const double values[]) {
    for (size_t i = 0; i < count; i++)
        if (references[i] == 1)
            ((types *)component)->Float64 = values[i];
        else
            return FMI2_ERROR;
    return FMI2_OK;
}

/* where the whole number is, NULL: nowhere */
static fmi2_status integer(types *self, unsigned reference, int *value, bool set) {
    if (reference % 100 == 7) {
        if (set)
            self->Int32 = *value;
        *value = self->Int32;
    } else if (reference % 100 == 12) {
        if (set)
            self->enumeration = *value;
        *value = (int)self->enumeration;
    } else if (reference == 130) {
        *value = self->text_length;
    } else {
        return FMI2_ERROR;
    }
    return FMI2_OK;
}

fmi2_status fmi2GetInteger(void *component, const unsigned references[], size_t count,
                           int values[]) {
    fmi2_status status = FMI2_OK;
    for (size_t i = 0; i < count && status == FMI2_OK; i++)
        status = integer(component, references[i], &values[i], false);
    return status;
}

fmi2_status fmi2SetInteger(void *component, const unsigned references[], size_t count,
                           const int values[]) {
    fmi2_status status = FMI2_OK;
    for (size_t i = 0; i < count && status == FMI2_OK; i++) {
        int value = values[i];
        status = integer(component, references[i], &value, true);
    }
    return status;
}

fmi2_status fmi2GetBoolean(void *component, const unsigned references[], size_t count,
                           int values[]) {
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == 111 && ((types *)component)->Boolean;
    return FMI2_OK;
}

fmi2_status fmi2SetBoolean(void *component, const unsigned references[], size_t count,
                           const int values[]) {
    for (size_t i = 0; i < count; i++)
        ((types *)component)->Boolean = values[i] != 0;
    (void)references;
    return FMI2_OK;
}

fmi2_status fmi2SetString(void *component, const unsigned references[], size_t count,
                          const char *const values[]) {
    if (count != 1 || (references[0] != 30 && references[0] != 32))
        return FMI2_ERROR;
    ((types *)component)->text_length = (int32_t)strlen(values[0]);
    return FMI2_OK;
}

fmi2_status fmi2GetString(void *component, const unsigned references[], size_t count,
                          const char *values[]) {
    types *self = component;
    if (count != 1 || references[0] != 131)
        return FMI2_ERROR;
    snprintf(self->title, sizeof self->title, "step %d", self->steps);
    values[0] = self->title;
    return FMI2_OK;
}

/* --- FMI 3.0 --- */

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t intermediate_count,
                                  void *environment, fmi3_logger *logger,
                                  fmi3_intermediate_update *update) {
    (void)name;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)event_mode;
    (void)early_return;
    (void)intermediate;
    (void)intermediate_count;
    (void)environment;
    (void)logger;
    (void)update;
    return strcmp(token, "types") == 0 ? make() : NULL;
}

void fmi3FreeInstance(void *instance) {
    free(instance);
}

fmi3_status fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                        double start, bool has_stop, double stop) {
    (void)has_tolerance;
    (void)tolerance;
    (void)start;
    (void)has_stop;
    (void)stop;
    ((types *)instance)->initialised = true;
    return FMI3_OK;
}

fmi3_status fmi3ExitInitializationMode(void *instance) {
    (void)instance;
    return FMI3_OK;
}

fmi3_status fmi3EnterConfigurationMode(void *instance) {
    types *self = instance;
    if (self->initialised)
        return FMI3_ERROR;
    self->configuring = true;
    return FMI3_OK;
}

fmi3_status fmi3ExitConfigurationMode(void *instance) {
    ((types *)instance)->configuring = false;
    return FMI3_OK;
}

fmi3_status fmi3DoStep(void *instance, double t, double h, bool no_return, bool *event_needed,
                       bool *terminate, bool *early_return, double *last_time) {
    (void)no_return;
    ((types *)instance)->steps++;
    *event_needed = *terminate = *early_return = false;
    *last_time = t + h;
    return FMI3_OK;
}

#define PASS(name, type, reference)                                                                \
    fmi3_status fmi3Get##name(void *instance, const uint32_t references[], size_t count,           \
                              type values[], size_t value_count) {                                 \
        if (count != 1 || value_count != 1 || references[0] != 100 + (reference))                  \
            return FMI3_ERROR;                                                                     \
        values[0] = ((types *)instance)->name;                                                     \
        return FMI3_OK;                                                                            \
    }                                                                                              \
    fmi3_status fmi3Set##name(void *instance, const uint32_t references[], size_t count,           \
                              const type values[], size_t value_count) {                           \
        if (count != 1 || value_count != 1 || references[0] != (reference))                        \
            return FMI3_ERROR;                                                                     \
        ((types *)instance)->name = values[0];                                                     \
        return FMI3_OK;                                                                            \
    }

PASS(Float32, float, 2)
PASS(Int8, int8_t, 3)
PASS(UInt8, uint8_t, 4)
PASS(Int16, int16_t, 5)
PASS(UInt16, uint16_t, 6)
PASS(UInt32, uint32_t, 8)
PASS(Boolean, bool, 11)

/* one scalar, and the array behind it */
fmi3_status fmi3GetFloat64(void *instance, const uint32_t references[], size_t count,
                           double values[], size_t value_count) {
    const types *self = instance;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t size = references[i] == 121 ? self->length : 1;
        if (at + size > value_count)
            return FMI3_ERROR;
        for (size_t k = 0; k < size; k++)
            values[at + k] = references[i] == 121 ? 2.0 * self->array[k] : self->Float64;
        at += size;
    }
    return at == value_count ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3SetFloat64(void *instance, const uint32_t references[], size_t count,
                           const double values[], size_t value_count) {
    types *self = instance;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t size = references[i] == 21 ? self->length : 1;
        if (at + size > value_count)
            return FMI3_ERROR;
        for (size_t k = 0; k < size; k++)
            *(references[i] == 21 ? &self->array[k] : &self->Float64) = values[at + k];
        at += size;
    }
    return at == value_count ? FMI3_OK : FMI3_ERROR;
}

fmi3_status fmi3GetInt32(void *instance, const uint32_t references[], size_t count,
                         int32_t values[], size_t value_count) {
    const types *self = instance;
    for (size_t i = 0; i < count && i < value_count; i++)
        values[i] = references[i] == 107   ? self->Int32
                    : references[i] == 130 ? self->text_length
                                           : self->byte_sum;
    return FMI3_OK;
}

fmi3_status fmi3SetInt32(void *instance, const uint32_t references[], size_t count,
                         const int32_t values[], size_t value_count) {
    if (count != 1 || value_count != 1 || references[0] != 7)
        return FMI3_ERROR;
    ((types *)instance)->Int32 = values[0];
    return FMI3_OK;
}

fmi3_status fmi3GetInt64(void *instance, const uint32_t references[], size_t count,
                         int64_t values[], size_t value_count) {
    const types *self = instance;
    for (size_t i = 0; i < count && i < value_count; i++)
        values[i] = references[i] == 109 ? self->Int64 : self->enumeration;
    return FMI3_OK;
}

fmi3_status fmi3SetInt64(void *instance, const uint32_t references[], size_t count,
                         const int64_t values[], size_t value_count) {
    types *self = instance;
    for (size_t i = 0; i < count && i < value_count; i++)
        *(references[i] == 9 ? &self->Int64 : &self->enumeration) = values[i];
    return FMI3_OK;
}

fmi3_status fmi3GetUInt64(void *instance, const uint32_t references[], size_t count,
                          uint64_t values[], size_t value_count) {
    if (count != 1 || value_count != 1 || references[0] != 110)
        return FMI3_ERROR;
    values[0] = ((types *)instance)->UInt64;
    return FMI3_OK;
}

fmi3_status fmi3SetUInt64(void *instance, const uint32_t references[], size_t count,
                          const uint64_t values[], size_t value_count) {
    types *self = instance;
    if (count != 1 || value_count != 1)
        return FMI3_ERROR;
    if (references[0] == 10) {
        self->UInt64 = values[0];
        return FMI3_OK;
    }
    if (references[0] != 20 || !self->configuring || values[0] > MOST)
        return FMI3_ERROR;
    self->length = values[0];
    return FMI3_OK;
}

fmi3_status fmi3SetString(void *instance, const uint32_t references[], size_t count,
                          const char *const values[], size_t value_count) {
    if (count != 1 || value_count != 1 || (references[0] != 30 && references[0] != 32))
        return FMI3_ERROR;
    ((types *)instance)->text_length = (int32_t)strlen(values[0]);
    return FMI3_OK;
}

fmi3_status fmi3SetBinary(void *instance, const uint32_t references[], size_t count,
                          const size_t sizes[], const uint8_t *const values[], size_t value_count) {
    if (count != 1 || value_count != 1 || (references[0] != 31 && references[0] != 33))
        return FMI3_ERROR;
    types *self = instance;
    self->byte_sum = 0;
    for (size_t i = 0; i < sizes[0]; i++)
        self->byte_sum += values[0][i];
    return FMI3_OK;
}

fmi3_status fmi3GetString(void *instance, const uint32_t references[], size_t count,
                          const char *values[], size_t value_count) {
    types *self = instance;
    if (count != 1 || value_count != 1 || references[0] != 143)
        return FMI3_ERROR;
    snprintf(self->title, sizeof self->title, "step %d", self->steps);
    values[0] = self->title;
    return FMI3_OK;
}

fmi3_status fmi3GetBinary(void *instance, const uint32_t references[], size_t count, size_t sizes[],
                          const uint8_t *values[], size_t value_count) {
    types *self = instance;
    if (count != 1 || value_count != 1 || references[0] != 140)
        return FMI3_ERROR;
    self->picture[0] = 0; /* bytes, and no text */
    self->picture[1] = (uint8_t)self->steps;
    sizes[0] = sizeof self->picture;
    values[0] = self->picture;
    return FMI3_OK;
}
