/* states of an exported slave as bytes: another instance goes on from them to the same bits, and
 * bytes of anything else are refused. The FMU is used as a tool does it: unpacked, opened, called.
 */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"

#include "fmu/fmi2.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#define FMUS MR_BINARY_DIR "/tests/mbs_slave/fmu_export/fmus/"
#define MOST 16

#define FUNCTIONS(X)                                                                               \
    X(Instantiate, void *,                                                                         \
      (const char *, int, const char *, const char *, const void *, int, int))                     \
    X(FreeInstance, void, (void *))                                                                \
    X(SetupExperiment, int, (void *, int, double, double, int, double))                            \
    X(EnterInitializationMode, int, (void *))                                                      \
    X(ExitInitializationMode, int, (void *))                                                       \
    X(DoStep, int, (void *, double, double, int))                                                  \
    X(GetReal, int, (void *, const unsigned *, size_t, double *))                                  \
    X(GetFMUstate, int, (void *, void **))                                                         \
    X(SetFMUstate, int, (void *, void *))                                                          \
    X(FreeFMUstate, int, (void *, void **))                                                        \
    X(SerializedFMUstateSize, int, (void *, void *, size_t *))                                     \
    X(SerializeFMUstate, int, (void *, void *, char *, size_t))                                    \
    X(DeSerializeFMUstate, int, (void *, const char *, size_t, void **))                           \
    X(SetTime, int, (void *, double))                                                              \
    X(SetReal, int, (void *, const unsigned *, size_t, const double *))                            \
    X(GetContinuousStates, int, (void *, double *, size_t))                                        \
    X(SetContinuousStates, int, (void *, const double *, size_t))                                  \
    X(GetDerivatives, int, (void *, double *, size_t))                                             \
    X(GetDirectionalDerivative, int,                                                               \
      (void *, const unsigned *, size_t, const unsigned *, size_t, const double *, double *))

typedef struct tool {
    char folder[64], resources[128], token[128];
    void *library;
#define MEMBER(name, answer, arguments) answer(*name) arguments;
    FUNCTIONS(MEMBER)
    unsigned output;
    double step;
    size_t states; /* of Model Exchange; 0: Co-Simulation */
} tool;

static void make_folders(char *path) {
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            (void)mkdir(path, 0700);
            *p = '/';
        }
}

static void unpack(const char *fmu, const char *folder) {
    zip_t *zip = zip_open(fmu, ZIP_RDONLY, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(zip);
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip, 0); i++) {
        char path[512], bytes[65536];
        snprintf(path, sizeof path, "%s/%s", folder, zip_get_name(zip, (zip_uint64_t)i, 0));
        make_folders(path);
        FILE *file = fopen(path, "wb");
        zip_file_t *part = zip_fopen_index(zip, (zip_uint64_t)i, 0);
        zip_int64_t count = 0;
        CU_ASSERT_FATAL(file && part);
        while ((count = zip_fread(part, bytes, sizeof bytes)) > 0)
            fwrite(bytes, 1, (size_t)count, file);
        zip_fclose(part);
        fclose(file);
    }
    zip_discard(zip);
}

/* the text of an attribute, or "" */
static void attribute(const char *description, const char *name, char *value, size_t size) {
    char key[64];
    snprintf(key, sizeof key, "%s=\"", name);
    const char *at = strstr(description, key);
    value[0] = '\0';
    if (at) {
        at += strlen(key);
        snprintf(value, size, "%.*s", (int)strcspn(at, "\""), at);
    }
}

static void take(tool *t, const char *name, unsigned output, double step, size_t states) {
    static char description[100000];
    char path[512], identifier[128], answer[16];
    *t = (tool){
        .folder = "/tmp/multirate-states-XXXXXX", .output = output, .step = step, .states = states};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(t->folder));
    snprintf(path, sizeof path, FMUS "%s2.fmu", name);
    unpack(path, t->folder);
    snprintf(path, sizeof path, "%s/modelDescription.xml", t->folder);
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    description[fread(description, 1, sizeof description - 1, file)] = '\0';
    fclose(file);
    attribute(description, "guid", t->token, sizeof t->token);
    attribute(description, "modelIdentifier", identifier, sizeof identifier);
    attribute(description, "canSerializeFMUstate", answer, sizeof answer);
    CU_ASSERT_STRING_EQUAL(answer, "true");
    snprintf(t->resources, sizeof t->resources, "file://%s/resources", t->folder);
    snprintf(path, sizeof path, "%s/binaries/linux64/%s.so", t->folder, identifier);
    t->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(t->library);
#define FIND(name, answer, arguments) *(void **)&t->name = dlsym(t->library, "fmi2" #name);
    FUNCTIONS(FIND)
}

static void *instance(const tool *t) {
    static const void *no_callbacks[5];
    void *c = t->Instantiate("x", t->states ? 0 : 1, t->token, t->resources, no_callbacks, 0, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    return c;
}

static void begin(const tool *t, void *c) {
    CU_ASSERT_EQUAL(t->SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0), FMI2_OK);
    CU_ASSERT_EQUAL(t->EnterInitializationMode(c), FMI2_OK);
    CU_ASSERT_EQUAL(t->ExitInitializationMode(c), FMI2_OK);
}

/* Model Exchange: a step of Euler's rule */
static void advance_states(const tool *t, void *c, double to) {
    double x[MOST * 4], rates[MOST * 4];
    CU_ASSERT_EQUAL(t->GetContinuousStates(c, x, t->states), FMI2_OK);
    CU_ASSERT_EQUAL(t->GetDerivatives(c, rates, t->states), FMI2_OK);
    for (size_t i = 0; i < t->states; i++)
        x[i] += t->step * rates[i];
    CU_ASSERT_EQUAL(t->SetTime(c, to), FMI2_OK);
    CU_ASSERT_EQUAL(t->SetContinuousStates(c, x, t->states), FMI2_OK);
}

static double advance(const tool *t, void *c, int from, int to) {
    double value = 0.0;
    for (int i = from; i < to && t->states; i++)
        advance_states(t, c, (i + 1) * t->step);
    for (int i = from; i < to && !t->states; i++)
        CU_ASSERT_EQUAL(t->DoStep(c, i * t->step, t->step, 1), FMI2_OK);
    CU_ASSERT_EQUAL(t->GetReal(c, &t->output, 1, &value), FMI2_OK);
    return value;
}

static void put_away(tool *t) {
    char command[128];
    dlclose(t->library);
    snprintf(command, sizeof command, "rm -rf '%s'", t->folder);
    CU_ASSERT_EQUAL(system(command), 0);
}

static void goes_on(const char *name, unsigned output, double step, size_t states) {
    tool t;
    take(&t, name, output, step, states);
    void *first = instance(&t), *state = NULL, *read = NULL;
    begin(&t, first);
    advance(&t, first, 0, 40);
    size_t size = 0;
    CU_ASSERT_EQUAL_FATAL(t.GetFMUstate(first, &state), FMI2_OK);
    CU_ASSERT_EQUAL_FATAL(t.SerializedFMUstateSize(first, state, &size), FMI2_OK);
    char *bytes = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_NOT_EQUAL(t.SerializeFMUstate(first, state, bytes, size - 1), FMI2_OK);
    CU_ASSERT_EQUAL(t.SerializeFMUstate(first, state, bytes, size), FMI2_OK);
    const double expected = advance(&t, first, 40, 80);
    t.FreeFMUstate(first, &state);
    t.FreeInstance(first);

    /* a second one that has not begun */
    void *second = instance(&t);
    CU_ASSERT_NOT_EQUAL(t.DeSerializeFMUstate(second, bytes, size - 1, &read), FMI2_OK);
    CU_ASSERT_PTR_NULL(read);
    CU_ASSERT_EQUAL_FATAL(t.DeSerializeFMUstate(second, bytes, size, &read), FMI2_OK);
    begin(&t, second);
    const double from_start = advance(&t, second, 0, 40);
    CU_ASSERT_EQUAL(t.SetFMUstate(second, read), FMI2_OK);
    CU_ASSERT_EQUAL(advance(&t, second, 40, 80), expected);
    CU_ASSERT_NOT_EQUAL(from_start, expected);
    t.FreeFMUstate(second, &read);

    /* what was changed at its head is no state of this model */
    bytes[9] = (char)~bytes[9];
    CU_ASSERT_NOT_EQUAL(t.DeSerializeFMUstate(second, bytes, size, &read), FMI2_OK);
    CU_ASSERT_PTR_NULL(read);
    t.FreeInstance(second);
    free(bytes);
    put_away(&t);
}

static void test_another_instance_goes_on_from_bytes(void) {
    goes_on("two_mass", 1, 0.05, 0);
    goes_on("pendulum", 2, 0.002, 0);
}

static void test_so_does_one_for_model_exchange(void) {
    goes_on("oscillator_me", 1, 0.05, 2);
    goes_on("double_pendulum_me", 2, 1e-4, 26);
}

/* rates and outputs there, all but what time does */
static void evaluate(const tool *t, void *c, const double *x, double u, double *answer,
                     size_t outputs) {
    static const unsigned input = 0;
    unsigned references[MOST];
    for (size_t i = 0; i < outputs; i++)
        references[i] = 1 + (unsigned)i;
    CU_ASSERT_EQUAL(t->SetReal(c, &input, 1, &u), FMI2_OK);
    CU_ASSERT_EQUAL(t->SetContinuousStates(c, x, t->states), FMI2_OK);
    CU_ASSERT_EQUAL(t->GetDerivatives(c, answer, t->states), FMI2_OK);
    CU_ASSERT_EQUAL(t->GetReal(c, references, outputs, answer + t->states), FMI2_OK);
}

/* one direction of the input and all states: against differences that the tool makes itself, which
 * know no more than ten digits of it */
static void check_directions(const char *name, size_t states, size_t outputs, double tolerance) {
    tool t;
    take(&t, name, 1, 1e-4, states);
    void *c = instance(&t);
    begin(&t, c);
    advance(&t, c, 0, 100);
    double x[64], seed[65], there[64], back[80], forth[80], told[80];
    unsigned knowns[65], unknowns[80];
    const unsigned first = 1 + (unsigned)outputs;
    const double e = 1e-6;
    CU_ASSERT_EQUAL(t.GetContinuousStates(c, x, states), FMI2_OK);
    for (size_t i = 0; i <= states; i++) {
        knowns[i] = i == 0 ? 0 : first + (unsigned)i - 1;
        seed[i] = (double)(i % 5) - 1.5;
    }
    for (size_t i = 0; i < states + outputs; i++)
        unknowns[i] = i < states ? first + (unsigned)(states + i) : 1 + (unsigned)(i - states);
    CU_ASSERT_EQUAL(
        t.GetDirectionalDerivative(c, unknowns, states + outputs, knowns, states + 1, seed, told),
        FMI2_OK);
    for (int side = 0; side < 2; side++) {
        const double d = side ? e : -e;
        for (size_t i = 0; i < states; i++)
            there[i] = x[i] + d * seed[i + 1];
        evaluate(&t, c, there, d * seed[0], side ? forth : back, outputs);
    }
    double largest = 0.0, off = 0.0;
    for (size_t i = 0; i < states + outputs; i++) {
        const double expected = (forth[i] - back[i]) / (2.0 * e);
        largest = fmax(largest, fabs(expected));
        off = fmax(off, fabs(told[i] - expected));
    }
    CU_ASSERT(largest > 0.1); /* there is something to compare */
    CU_ASSERT(off <= tolerance * largest);
    /* rates of states are none that could be seeded, states none that follow */
    CU_ASSERT_NOT_EQUAL(t.GetDirectionalDerivative(c, unknowns, 1, unknowns, 1, seed, told),
                        FMI2_OK);
    CU_ASSERT_NOT_EQUAL(t.GetDirectionalDerivative(c, knowns, 1, knowns, 1, seed, told), FMI2_OK);
    t.FreeInstance(c);
    put_away(&t);
}

static void test_directional_derivatives_of_model_exchange(void) {
    check_directions("oscillator_me", 2, 3, 1e-9);
    check_directions("double_pendulum_me", 26, 6, 1e-8);
}

static const mr_test tests[] = {
    MR_TEST(test_another_instance_goes_on_from_bytes),
    MR_TEST(test_so_does_one_for_model_exchange),
    MR_TEST(test_directional_derivatives_of_model_exchange),
};

int main(int argc, char **argv) {
    return mr_test_main("fmu_export_states", tests, sizeof tests / sizeof *tests, argc, argv);
}
