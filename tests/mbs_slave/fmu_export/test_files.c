/* what goes into the file of an exported slave: the description, read back by the reader of FMUs,
 * and the archive; and what cannot go into one */
#define _XOPEN_SOURCE 700
#include "mr_test.h"

#include "fmu/validate.h"
#include "fmu_export.h"
#include "multirate/plugin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))
#if defined(__aarch64__)
#define HERE "aarch64-linux"
#else
#define HERE "x86_64-linux"
#endif
#define PLUGINS MR_BINARY_DIR "/lib/multirate/"

static mr_status step_to(void *instance, const mr_inputs *inputs, double limit, double *t) {
    (void)instance;
    (void)inputs;
    *t = limit;
    return MR_OK;
}

static mr_status next_step(const void *instance, double *h) {
    (void)instance;
    *h = 1.0;
    return MR_OK;
}

static mr_status save(const void *instance, void **state) {
    (void)instance;
    (void)state;
    return MR_OK;
}

static size_t state_size(const void *instance) {
    (void)instance;
    return 8;
}

/* a shaft that tells its speed only, a body in the plane, and the temperature of a brake */
static const mr_variable inputs[] = {
    {"torque", "N.m", 1, MR_NONE, 0, MR_CONTINUOUS},
    {"force", "kN", 2, MR_NONE, 3, MR_CONTINUOUS},
    {"gear", "", 1, MR_NONE, MR_NONE, MR_DISCRETE},
};
static const mr_variable outputs[] = {
    {"speed", "rad/s", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"rise of \"speed\" <&>\001", "rad/s2", 1, 0, MR_NONE, MR_CONTINUOUS},
    {"place", "m", 2, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"velocity", "m/s", 2, 2, MR_NONE, MR_CONTINUOUS},
    {"acceleration", "m/s2", 2, 3, MR_NONE, MR_CONTINUOUS},
    {"brake", "degC", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"luck", "four-leaf clovers", 1, MR_NONE, MR_NONE, MR_DISCRETE},
};
static const mr_coordinate coordinates[] = {{MR_NONE, 0, 1}, {2, 4, 6}, {3, 5, 7}};

static const mr_slave_type able = {MR_SLAVE_VERSION,   .name = "able",
                                   .step_to = step_to, .next_step = next_step,
                                   .save = save,       .state_size = state_size};
static const mr_slave_type unable = {MR_SLAVE_VERSION, .name = "unable"};

static const fmu_export_parameter parameters[] = {{"mass", 0.1}, {"a<b", -2.5e-300}};

static fmu_export make(int version, bool exchange) {
    fmu_export e = {.version = version,
                    .name = "the \"model\"",
                    .title = "one & only",
                    .tool = "Multirate <test>",
                    .type = &able,
                    .exchange = exchange,
                    .states = exchange ? 3 : 0,
                    .step = 0.01,
                    .stop = 4.0,
                    .configuration = "a=1",
                    .parameters = parameters,
                    .parameter_count = COUNT(parameters),
                    .token = "{token}"};
    e.description = (mr_slave_description){.title = "t",
                                           .input_count = COUNT(inputs),
                                           .inputs = inputs,
                                           .output_count = COUNT(outputs),
                                           .outputs = outputs,
                                           .coordinate_count = COUNT(coordinates),
                                           .coordinates = coordinates};
    fmu_export_identify(&e);
    return e;
}

static void complain(void *context, fmu_severity severity, const char *where,
                     const char *sentence) {
    (void)context;
    (void)severity;
    printf("\n    %s: %s", where, sentence);
    CU_FAIL("the description breaks a rule");
}

/* as our own reader sees it, by all rules */
static fmu_description *read_back(const fmu_export *e) {
    fmu_description *d = NULL;
    mr_message message = {""};
    char *xml = fmu_export_describe(e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(xml);
    const mr_status status =
        fmu_description_read("x.fmu", xml, strlen(xml), e->exchange, &d, &message);
    if (status != MR_OK)
        printf("\n    %s\n%s", message.text, xml);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    fmu_validate_description(d, &(fmu_judge){complain, NULL});
    free(xml);
    return d;
}

static const fmu_variable *find(const fmu_description *d, const char *name) {
    const int index = fmu_description_find(d, name);
    CU_ASSERT_FATAL(index >= 0);
    return &d->variables[index];
}

static const fmu_unit *unit(const fmu_description *d, const char *name) {
    for (int i = 0; i < d->unit_count; i++)
        if (strcmp(d->units[i].name, name) == 0)
            return &d->units[i];
    CU_FAIL_FATAL("there is no such unit");
    return NULL;
}

/* --- the description --- */

static void test_what_is_written_is_read_back(void) {
    for (int version = 2; version <= 3; version++)
        for (int exchange = 0; exchange < 2; exchange++) {
            const fmu_export e = make(version, exchange);
            fmu_description *d = read_back(&e);
            CU_ASSERT_EQUAL(d->version, version);
            CU_ASSERT_EQUAL(d->model_exchange, (bool)exchange);
            CU_ASSERT_STRING_EQUAL(d->model_name, e.name);
            CU_ASSERT_STRING_EQUAL(d->tool, e.tool);
            CU_ASSERT_STRING_EQUAL(d->token, "{token}");
            CU_ASSERT_STRING_EQUAL(d->identifier, "the__model_");
            CU_ASSERT(d->has_stop && d->stop_time == 4.0 && d->step_size == 0.01);
            CU_ASSERT_TRUE(d->saves_state);
            CU_ASSERT_TRUE(d->directional_derivatives);
            CU_ASSERT_EQUAL(find(d, "gear")->variability, FMU_DISCRETE);
            CU_ASSERT_EQUAL(find(d, "luck")->variability, FMU_DISCRETE);
            CU_ASSERT_EQUAL(find(d, "torque")->causality, FMU_INPUT);
            /* a letter that XML forbids is left out, others come back */
            CU_ASSERT_EQUAL(find(d, "rise of \"speed\" <&>")->causality, FMU_OUTPUT);
            const fmu_variable *p = find(d, "a<b");
            CU_ASSERT_EQUAL(p->causality, FMU_PARAMETER);
            CU_ASSERT_EQUAL(strtod(p->start, NULL), -2.5e-300);
            CU_ASSERT_EQUAL(strtod(find(d, "mass")->start, NULL), 0.1);
            CU_ASSERT_EQUAL(d->derivative_count, exchange ? 3 : version == 2 ? 5 : 3);
            fmu_description_free(d);
        }
}

/* numbers of references are those that the functions take: scalars in FMI 2.0, variables in 3.0 */
static void test_references_are_the_numbers_that_the_functions_take(void) {
    static const struct {
        int version;
        const char *name;
        uint32_t reference;
    } cases[] = {
        {2, "torque", 0},
        {2, "force[1]", 1},
        {2, "force[2]", 2},
        {2, "gear", 3},
        {2, "speed", 4},
        {2, "place[1]", 6},
        {2, "acceleration[2]", 11},
        {2, "luck", 13},
        {2, "mass", 14},
        {2, "a<b", 15},
        {2, "state[1]", 16},
        {2, "der(state[3])", 21},
        {3, "torque", 0},
        {3, "force", 1},
        {3, "gear", 2},
        {3, "speed", 3},
        {3, "acceleration", 7},
        {3, "luck", 9},
        {3, "time", 10},
        {3, "mass", 11},
        {3, "state[1]", 13},
        {3, "der(state[1])", 16},
    };
    for (int version = 2; version <= 3; version++) {
        const fmu_export e = make(version, true);
        fmu_description *d = read_back(&e);
        for (size_t i = 0; i < COUNT(cases); i++)
            if (cases[i].version == version)
                CU_ASSERT_EQUAL(find(d, cases[i].name)->reference, cases[i].reference);
        const fmu_variable *rate = find(d, "der(state[2])");
        CU_ASSERT_STRING_EQUAL(d->variables[rate->primitive].name, "state[2]");
        if (version == 3) {
            CU_ASSERT_EQUAL(find(d, "force")->dimension_count, 1);
            CU_ASSERT_EQUAL(find(d, "force")->dimensions[0].value, 2);
            CU_ASSERT_STRING_EQUAL(find(d, "force")->start, "0 0");
        }
        fmu_description_free(d);
    }
}

/* factor and offset of SI: 1 kN = 1000 kg m/s2; 0 degC = 273.15 K */
static void test_units_are_told_in_base_units_where_they_are_known(void) {
    const fmu_export e = make(2, false);
    fmu_description *d = read_back(&e);
    CU_ASSERT_EQUAL(unit(d, "kN")->factor, 1000.0);
    CU_ASSERT_EQUAL(unit(d, "degC")->offset, 273.15);
    CU_ASSERT_EQUAL(unit(d, "degC")->exponent[4], 1);
    const int newton_metre[FMU_BASES] = {1, 2, -2, 0, 0, 0, 0, 0};
    CU_ASSERT_EQUAL(memcmp(unit(d, "N.m")->exponent, newton_metre, sizeof newton_metre), 0);
    CU_ASSERT_FALSE(unit(d, "four-leaf clovers")->has_base);
    CU_ASSERT_STRING_EQUAL(find(d, "luck")->unit, "four-leaf clovers");
    CU_ASSERT_EQUAL(d->unit_count, 9); /* each once */
    fmu_description_free(d);
}

/* who depends on whom: accelerations on inputs and states of all coordinates, states on themselves,
 * all else on nothing */
static void test_dependencies_are_those_of_the_coordinates(void) {
    fmu_export e = make(3, false);
    char *xml = fmu_export_describe(&e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(xml);
    MR_ASSERT_CONTAINS(xml, "<Output valueReference=\"3\" dependencies=\"3\"/>");
    MR_ASSERT_CONTAINS(xml, "<Output valueReference=\"4\" dependencies=\"0 1 2 3 5 6\"/>");
    MR_ASSERT_CONTAINS(xml, "<Output valueReference=\"8\" dependencies=\"\"/>");
    free(xml);
    e.version = 2;
    xml = fmu_export_describe(&e);
    MR_ASSERT_CONTAINS(xml, "<Unknown index=\"5\" dependencies=\"5\"/>");
    MR_ASSERT_CONTAINS(xml, "<Unknown index=\"12\" dependencies=\"1 2 3 4 5 7 8 9 10\"/>");
    MR_ASSERT_CONTAINS(xml, "<Unknown index=\"13\" dependencies=\"\"/>");
    free(xml);
    /* an acceleration without a velocity, and no inputs: the position is all there is */
    static const mr_coordinate odd[] = {{2, MR_NONE, 6}};
    e.description.coordinates = odd;
    e.description.coordinate_count = 1;
    e.description.input_count = 0;
    e.version = 3;
    xml = fmu_export_describe(&e);
    MR_ASSERT_CONTAINS(xml, "<Output valueReference=\"4\" dependencies=\"2\"/>");
    free(xml);
}

/* coordinates and power come back with the annotation */
static void test_what_the_standard_has_no_words_for_is_annotated(void) {
    for (int version = 2; version <= 3; version++) {
        const fmu_export e = make(version, false);
        fmu_description *d = read_back(&e);
        CU_ASSERT_TRUE(d->annotation.present);
        CU_ASSERT_EQUAL_FATAL(d->annotation.coordinate_count, 3);
        CU_ASSERT_EQUAL(memcmp(d->annotation.coordinates, coordinates, sizeof coordinates), 0);
        CU_ASSERT_EQUAL_FATAL(d->annotation.power_count, version == 2 ? 3 : 2);
        const int two[3][2] = {{0, 0}, {1, 4}, {2, 5}}, three[2][2] = {{0, 0}, {1, 3}};
        CU_ASSERT_EQUAL(memcmp(d->annotation.powers, version == 2 ? two[0] : three[0],
                               version == 2 ? sizeof two : sizeof three),
                        0);
        fmu_description_free(d);
    }
}

static void test_a_slave_that_can_little_says_so(void) {
    for (int version = 2; version <= 3; version++) {
        fmu_export e = make(version, false);
        mr_slave_type only_saves = unable;
        e.type = &only_saves;
        e.title = version == 2 ? NULL : "";
        e.step = 0.0;
        e.stop = NAN;
        e.description.coordinate_count = 0;
        e.description.input_count = 0;
        e.description.output_count = 0;
        e.parameter_count = 0;
        fmu_description *d = read_back(&e);
        CU_ASSERT_FALSE(d->variable_steps || d->saves_state || d->directional_derivatives);
        CU_ASSERT_FALSE(d->interpolates_inputs || d->intermediate_update || d->has_stop);
        CU_ASSERT_EQUAL(d->output_derivatives, 0);
        CU_ASSERT_EQUAL(d->unit_count, 0);
        CU_ASSERT_EQUAL(d->variable_count, version == 3); /* time */
        fmu_description_free(d);
        only_saves.save = save; /* and cannot write states as bytes */
        e.step = 0.5;
        char *xml = fmu_export_describe(&e);
        MR_ASSERT_CONTAINS(xml, version == 2 ? "canSerializeFMUstate=\"false\""
                                             : "canSerializeFMUState=\"false\"");
        MR_ASSERT_CONTAINS(xml, "<DefaultExperiment startTime=\"0\" stepSize=\"0.5\"/>");
        free(xml);
        e.exchange = true;
        e.states = 1;
        d = read_back(&e);
        CU_ASSERT_EQUAL(d->derivative_count, 1);
        fmu_description_free(d);
    }
}

static void test_the_identifier_is_one_of_c(void) {
    fmu_export e = {.name = "2nd try: Füße"};
    fmu_export_identify(&e);
    CU_ASSERT_STRING_EQUAL(e.identifier, "m2nd_try__F____e");
    char name[300];
    memset(name, 'x', sizeof name);
    name[299] = '\0';
    e.name = name;
    fmu_export_identify(&e);
    CU_ASSERT_EQUAL(strlen(e.identifier), sizeof e.identifier - 1);
}

/* --- what can be an FMU --- */

static void test_what_cannot_be_an_fmu_is_told(void) {
    static const struct {
        const mr_slave_type *type;
        const char *library, *sentence;
    } cases[] = {
        {&able, PLUGINS "two_mass.so", NULL},
        {&unable, PLUGINS "two_mass.so", "slave 'unable' neither tells the size of its steps nor"},
        {&able, PLUGINS "fmu.so", "has no FMI functions inside: link it with"},
        {&able, "/nowhere/two_mass.so", "has no FMI functions inside"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        mr_message message = {""};
        fmu_export e = make(2, false);
        e.type = cases[i].type;
        e.library = cases[i].library;
        CU_ASSERT_EQUAL(fmu_export_check(&e, &message),
                        cases[i].sentence ? MR_ERR_UNSUPPORTED : MR_OK);
        MR_ASSERT_CONTAINS(message.text, cases[i].sentence ? cases[i].sentence : "");
    }
}

/* a mechanism whose state jumps has no equations that others could integrate */
static void test_only_what_tells_states_is_for_model_exchange(void) {
    mr_message own = {"of the slave"}, message = {""};
    fmu_export e = make(2, true);
    e.library = PLUGINS "part.so";
    CU_ASSERT_EQUAL(fmu_export_count_states(&e, NULL, &own, &message), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "slave 'able' integrates itself and tells no states");
    e.library = "/nowhere/part.so";
    CU_ASSERT_EQUAL(fmu_export_count_states(&e, NULL, &own, &message), MR_ERR_UNSUPPORTED);
    e.library = PLUGINS "two_mass.so";
    e.states = 0;
    CU_ASSERT_EQUAL(fmu_export_count_states(&e, NULL, &own, &message), MR_OK);
    CU_ASSERT_EQUAL(e.states, 2);
    CU_ASSERT_EQUAL(fmu_export_needs(&(fmu_export){.library = "/nowhere/part.so"}, NULL, 0), 0);
}

static char folder[] = "/tmp/multirate-files-XXXXXX";

static const char *in_folder(const char *name) {
    static char path[2][200];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static const char *put(const char *name, const void *bytes, size_t size) {
    const char *path = in_folder(name);
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
    return path;
}

#define FUNCTIONS "..fmi2Instantiate\0fmi3InstantiateCoSimulation\0"

static void test_a_binary_for_another_platform_is_looked_at(void) {
    static const struct {
        const char *platform, *bytes;
        size_t size;
        const char *sentence, *place2, *place3;
    } cases[] = {
#define GOOD(platform, begin, place2, place3)                                                      \
    {platform, begin FUNCTIONS, sizeof begin FUNCTIONS, NULL, place2, place3}
        GOOD("win64", "MZ", "binaries/win64/the__model_.dll",
             "binaries/x86_64-windows/the__model_.dll"),
        GOOD("x86-windows", "MZ", "binaries/win32/the__model_.dll",
             "binaries/x86-windows/the__model_.dll"),
        GOOD("linux32", "\177ELF\001", "binaries/linux32/the__model_.so",
             "binaries/x86-linux/the__model_.so"),
        GOOD("darwin64", "\317\372\355\376", "binaries/darwin64/the__model_.dylib",
             "binaries/x86_64-darwin/the__model_.dylib"),
        GOOD("aarch64-darwin", "\317\372\355\376", "binaries/aarch64-darwin/the__model_.dylib",
             "binaries/aarch64-darwin/the__model_.dylib"),
#define BAD(platform, bytes, sentence) {platform, bytes, sizeof bytes - 1, sentence, NULL, NULL}
        BAD("linux32", "\177ELF\002" FUNCTIONS, "is no library for that platform"),
        BAD("win64", "M", "is no library for that platform"),
        BAD("win64", "", "cannot be read"),
        BAD("win64", "MZ fmi3InstantiateCoSimulation\0", "has no FMI functions inside"),
        BAD("win64", "MZ fmi2Instantiate\0fmi3InstantiateCoSimulatio\0", "has no FMI functions"),
        BAD("win64", "MZ fmi3InstantiateCoSimulation\0fmi2Instantiate", "has no FMI functions"),
        BAD("amiga", "MZ", "there is no platform 'amiga'; there are win64"),
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        mr_message message = {""};
        const fmu_export_binary binary = {cases[i].platform,
                                          put("binary", cases[i].bytes, cases[i].size)};
        CU_ASSERT_EQUAL(fmu_export_check_binary(&binary, &message),
                        cases[i].sentence ? MR_ERR_ARGUMENT : MR_OK);
        MR_ASSERT_CONTAINS(message.text, cases[i].sentence ? cases[i].sentence : "");
        for (int version = 2; version <= 3 && !cases[i].sentence; version++) {
            const fmu_export e = make(version, false);
            char name[200];
            fmu_export_binary_place(&e, &binary, name, sizeof name);
            CU_ASSERT_STRING_EQUAL(name, version == 2 ? cases[i].place2 : cases[i].place3);
        }
    }
    mr_message message = {""};
    const fmu_export_binary here = {HERE, "x"}, nowhere = {"win64", "/nowhere/x.dll"};
    CU_ASSERT_EQUAL(fmu_export_check_binary(&here, &message), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(message.text, "is this platform, whose binary is inside already");
    CU_ASSERT_EQUAL(fmu_export_check_binary(&nowhere, &message), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(message.text, "the file '/nowhere/x.dll' cannot be read");
    CU_ASSERT_EQUAL(unlink(in_folder("binary")), 0);
}

/* --- the archive --- */

static void check_inside(zip_t *zip, const char *name, const char *expected) {
    char text[600];
    zip_file_t *file = zip_fopen(zip, name, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const zip_int64_t size = zip_fread(file, text, sizeof text - 1);
    text[size > 0 ? size : 0] = '\0';
    MR_ASSERT_CONTAINS(text, expected);
    zip_fclose(file);
}

static void test_all_files_go_into_the_archive(void) {
    for (int version = 2; version <= 3; version++) {
        char paths[4][200], expected[200];
        static const char *const names[] = {"plugin.so", "beside.so", "data.txt", "other.dll"};
        for (size_t i = 0; i < COUNT(names); i++)
            strcpy(paths[i], put(names[i], names[i], strlen(names[i])));
        const char *const libraries[] = {paths[1]}, *const files[] = {paths[2]};
        const fmu_export_binary binaries[] = {{"win64", paths[3]}};
        mr_message message = {""};
        fmu_export e = make(version, false), again = make(version, false);
        e.library = paths[0];
        e.libraries = libraries;
        e.files = files;
        e.binaries = binaries;
        e.library_count = e.file_count = e.binary_count = 1;
        const char *path = in_folder("made.fmu");
        CU_ASSERT_EQUAL_FATAL(fmu_export_write(&e, path, &message), MR_OK);
        zip_t *zip = zip_open(path, ZIP_RDONLY, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(zip);
        check_inside(zip,
                     version == 2 ? "binaries/linux64/the__model_.so"
                                  : "binaries/" HERE "/the__model_.so",
                     "plugin.so");
        check_inside(zip,
                     version == 2 ? "binaries/linux64/beside.so" : "binaries/" HERE "/beside.so",
                     "beside.so");
        check_inside(zip,
                     version == 2 ? "binaries/win64/the__model_.dll"
                                  : "binaries/x86_64-windows/the__model_.dll",
                     "other.dll");
        check_inside(zip, "resources/data.txt", "data.txt");
        snprintf(expected, sizeof expected,
                 "%s\n#!mass=0.10000000000000001\n#!a<b=-2.5e-300\na=1\n", e.token);
        check_inside(zip, "resources/slave.txt", expected);
        check_inside(zip, "modelDescription.xml", e.token);
        zip_discard(zip);

        /* the token is that of the content: another file, another token */
        again.library = e.library;
        again.files = files;
        again.file_count = 1;
        CU_ASSERT_EQUAL(fmu_export_write(&again, path, &message), MR_OK);
        CU_ASSERT_STRING_NOT_EQUAL(again.token, e.token);
        char first[64];
        strcpy(first, again.token);
        CU_ASSERT_EQUAL(fmu_export_write(&again, path, &message), MR_OK);
        CU_ASSERT_STRING_EQUAL(again.token, first);
        put("data.txt", "other", 5);
        CU_ASSERT_EQUAL(fmu_export_write(&again, path, &message), MR_OK);
        CU_ASSERT_STRING_NOT_EQUAL(again.token, first);

        /* what cannot be read or written is told */
        CU_ASSERT_EQUAL(fmu_export_write(&e, "/nowhere/made.fmu", &message), MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(message.text, "the FMU '/nowhere/made.fmu' cannot be written");
        const char *const twice[] = {paths[2], paths[2]};
        e.files = twice;
        e.file_count = 2;
        CU_ASSERT_EQUAL(fmu_export_write(&e, path, &message), MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(message.text, "cannot be written: File already exists");
        const char *const missing[] = {"/nowhere/data.txt", paths[2]};
        e.files = missing;
        CU_ASSERT_EQUAL(fmu_export_write(&e, path, &message), MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(message.text, "the file '/nowhere/data.txt' cannot be read");
        e.library = folder;
        CU_ASSERT_EQUAL(fmu_export_write(&e, path, &message), MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(message.text, "cannot be read");
        for (size_t i = 0; i < COUNT(names); i++)
            CU_ASSERT_EQUAL(unlink(paths[i]), 0);
        CU_ASSERT_EQUAL(unlink(in_folder("made.fmu")), 0);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_what_is_written_is_read_back),
        MR_TEST(test_references_are_the_numbers_that_the_functions_take),
        MR_TEST(test_units_are_told_in_base_units_where_they_are_known),
        MR_TEST(test_dependencies_are_those_of_the_coordinates),
        MR_TEST(test_what_the_standard_has_no_words_for_is_annotated),
        MR_TEST(test_a_slave_that_can_little_says_so),
        MR_TEST(test_the_identifier_is_one_of_c),
        MR_TEST(test_what_cannot_be_an_fmu_is_told),
        MR_TEST(test_only_what_tells_states_is_for_model_exchange),
        MR_TEST(test_a_binary_for_another_platform_is_looked_at),
        MR_TEST(test_all_files_go_into_the_archive),
    };
    if (!mkdtemp(folder))
        return 1;
    const int answer = mr_test_main("fmu_export_files", tests, COUNT(tests), argc, argv);
    rmdir(folder);
    return answer;
}
