#define _XOPEN_SOURCE 700
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOKEN "{token}"

/* the product never calls these itself */
fmi2_status fmi2SerializedFMUstateSize(void *component, void *state, size_t *size);
fmi2_status fmi2SerializeFMUstate(void *component, void *state, char bytes[], size_t size);
fmi2_status fmi2DeSerializeFMUstate(void *component, const char bytes[], size_t size, void **state);
fmi3_status fmi3SerializedFMUStateSize(void *instance, void *state, size_t *size);
fmi3_status fmi3SerializeFMUState(void *instance, void *state, uint8_t bytes[], size_t size);
fmi3_status fmi3DeserializeFMUState(void *instance, const uint8_t bytes[], size_t size,
                                    void **state);

char tool_said[600], tool_category[64];

__attribute__((format(__printf__, 5, 6))) static void keep2(void *environment, const char *instance,
                                                            fmi2_status status,
                                                            const char *category,
                                                            const char *format, ...) {
    va_list arguments;
    (void)environment;
    CU_ASSERT_STRING_EQUAL(instance, "me");
    CU_ASSERT(status == FMI2_DISCARD || status == FMI2_ERROR);
    va_start(arguments, format);
    vsnprintf(tool_said, sizeof tool_said, format, arguments);
    va_end(arguments);
    snprintf(tool_category, sizeof tool_category, "%s", category);
}

static void keep3(void *environment, fmi3_status status, const char *category, const char *text) {
    (void)environment;
    CU_ASSERT(status == FMI3_DISCARD || status == FMI3_ERROR);
    snprintf(tool_said, sizeof tool_said, "%s", text);
    snprintf(tool_category, sizeof tool_category, "%s", category);
}

static void update(void *environment, double time, bool set_requested, bool get_allowed,
                   bool finished, bool can_return, bool *early, double *when) {
    const tool *t = environment;
    static const uint32_t force = SLED_FORCE;
    (void)can_return;
    CU_ASSERT_TRUE(set_requested);
    CU_ASSERT_FALSE(get_allowed || finished || *early);
    CU_ASSERT_EQUAL(*when, time);
    if (!t->force)
        return;
    const double value = t->force(time);
    CU_ASSERT_EQUAL(fmi3SetFloat64(t->instance, &force, 1, &value, 1), FMI3_OK);
}

char *tool_folder(const char *text) {
    char *folder = malloc(64), path[128];
    CU_ASSERT_PTR_NOT_NULL_FATAL(folder);
    strcpy(folder, "/tmp/multirate-tool-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/slave.txt", folder);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    CU_ASSERT_EQUAL(fclose(file), 0);
    return folder;
}

void tool_remove(char *folder) {
    char path[128];
    snprintf(path, sizeof path, "%s/slave.txt", folder);
    CU_ASSERT_EQUAL(unlink(path), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
    free(folder);
}

void tool_open_in(tool *t, const char *folder) {
    static const uint32_t intermediate = SLED_FORCE;
    static const fmi2_callbacks callbacks = {.logger = keep2};
    tool_said[0] = tool_category[0] = '\0';
    if (t->version == 2)
        t->instance = fmi2Instantiate("me", t->exchange ? FMI2_MODEL_EXCHANGE : FMI2_CO_SIMULATION,
                                      TOKEN, folder, &callbacks, 0, 1);
    else if (t->exchange)
        t->instance = fmi3InstantiateModelExchange("me", TOKEN, folder, false, true, t, keep3);
    else
        t->instance =
            fmi3InstantiateCoSimulation("me", TOKEN, folder, false, true, false, false,
                                        &intermediate, t->intermediate ? 1 : 0, t, keep3, update);
}

void tool_open(tool *t, const char *configuration) {
    char text[1000];
    snprintf(text, sizeof text, TOKEN "\n%s\n", configuration);
    char *folder = tool_folder(text);
    tool_open_in(t, folder);
    tool_remove(folder);
}

void tool_close(tool *t) {
    if (t->version == 2)
        fmi2FreeInstance(t->instance);
    else
        fmi3FreeInstance(t->instance);
    CU_ASSERT_EQUAL(sled_count, 0);
    sled_restore();
}

int tool_enter(tool *t, double t0) {
    if (t->version == 3)
        return (int)fmi3EnterInitializationMode(t->instance, false, 0.0, t0, false, 0.0);
    CU_ASSERT_EQUAL(fmi2SetupExperiment(t->instance, 0, 0.0, t0, 0, 0.0), FMI2_OK);
    return (int)fmi2EnterInitializationMode(t->instance);
}

#define BOTH(name2, name3, ...)                                                                    \
    (t->version == 2 ? (int)fmi2##name2(t->instance, __VA_ARGS__)                                  \
                     : (int)fmi3##name3(t->instance, __VA_ARGS__))

int tool_exit(tool *t) {
    return t->version == 2 ? (int)fmi2ExitInitializationMode(t->instance)
                           : (int)fmi3ExitInitializationMode(t->instance);
}

void tool_begin(tool *t, double t0) {
    CU_ASSERT_PTR_NOT_NULL_FATAL(t->instance);
    CU_ASSERT_EQUAL(tool_enter(t, t0), OK);
    CU_ASSERT_EQUAL(tool_exit(t), OK);
}

int tool_get(const tool *t, unsigned reference, double *value) {
    return t->version == 2 ? (int)fmi2GetReal(t->instance, &reference, 1, value)
                           : (int)fmi3GetFloat64(t->instance, &reference, 1, value, 1);
}

int tool_set(const tool *t, unsigned reference, double value) {
    return t->version == 2 ? (int)fmi2SetReal(t->instance, &reference, 1, &value)
                           : (int)fmi3SetFloat64(t->instance, &reference, 1, &value, 1);
}

int tool_step(const tool *t, double from, double h) {
    if (t->version == 2)
        return (int)fmi2DoStep(t->instance, from, h, 1);
    bool event = true, terminate = true, early = true;
    double last = -1.0, now;
    const fmi3_status answer =
        fmi3DoStep(t->instance, from, h, true, &event, &terminate, &early, &last);
    CU_ASSERT_FALSE(event || early);
    if (answer == FMI3_OK) {
        CU_ASSERT_EQUAL(tool_get(t, tool_parameter(t) - 1, &now), OK); /* the variable 'time' */
        CU_ASSERT_EQUAL(last, now);
    }
    return answer == FMI3_OK && terminate ? DISCARD : (int)answer; /* as FMI 2.0 tells it */
}

int tool_rate(const tool *t, unsigned reference, int order, double *value) {
    return t->version == 2
               ? (int)fmi2GetRealOutputDerivatives(t->instance, &reference, 1, &order, value)
               : (int)fmi3GetOutputDerivatives(t->instance, &reference, 1, &order, value, 1);
}

int tool_derivative(const tool *t, unsigned unknown, unsigned known, double seed, double *value) {
    return t->version == 2 ? (int)fmi2GetDirectionalDerivative(t->instance, &unknown, 1, &known, 1,
                                                               &seed, value)
                           : (int)fmi3GetDirectionalDerivative(t->instance, &unknown, 1, &known, 1,
                                                               &seed, 1, value, 1);
}

int tool_reset(const tool *t) {
    return t->version == 2 ? (int)fmi2Reset(t->instance) : (int)fmi3Reset(t->instance);
}

int tool_save(const tool *t, void **state) {
    return BOTH(GetFMUstate, GetFMUState, state);
}

int tool_go_back(const tool *t, void *state) {
    return BOTH(SetFMUstate, SetFMUState, state);
}

int tool_forget(const tool *t, void **state) {
    return BOTH(FreeFMUstate, FreeFMUState, state);
}

int tool_bytes(const tool *t, void *state, size_t *size) {
    return BOTH(SerializedFMUstateSize, SerializedFMUStateSize, state, size);
}

int tool_write(const tool *t, void *state, void *bytes, size_t size) {
    return BOTH(SerializeFMUstate, SerializeFMUState, state, bytes, size);
}

int tool_read(const tool *t, const void *bytes, size_t size, void **state) {
    return BOTH(DeSerializeFMUstate, DeserializeFMUState, bytes, size, state);
}

int tool_set_time(const tool *t, double time) {
    return BOTH(SetTime, SetTime, time);
}

int tool_set_states(const tool *t, const double *x, size_t count) {
    return BOTH(SetContinuousStates, SetContinuousStates, x, count);
}

int tool_get_states(const tool *t, double *x, size_t count) {
    return BOTH(GetContinuousStates, GetContinuousStates, x, count);
}

int tool_rates_of_states(const tool *t, double *xdot, size_t count) {
    return BOTH(GetDerivatives, GetContinuousStateDerivatives, xdot, count);
}

double tool_value(const tool *t, unsigned reference) {
    double value = -1.0;
    CU_ASSERT_EQUAL(tool_get(t, reference, &value), OK);
    return value;
}

unsigned tool_parameter(const tool *t) {
    return SLED_GEAR_OUT + (t->version == 2 ? 1 : 2);
}
