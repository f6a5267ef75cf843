/* what lies around an S-function: where its file is looked for and what may be opened, the commands
 * and systems of the model that it reaches, the types that its owner knows */
#include "host_case.h"

#include "blockdiagram/expression.h"
#include "sfunction/isolate.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- its file ---- */

#define TREE MR_BINARY_DIR "/conformance/tree"

/* in the order in which they are looked at */
static const char *const places[] = {TREE "/path 1",  TREE "/path 2", TREE "/added 2",
                                     TREE "/added 1", TREE "/model",  TREE "/here"};
enum { PLACES = 6, MODEL = 4, HERE = 5 };

static void put(const char *place, const char *name) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", place, name);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fclose(file);
}

static void take_away(const char *place, const char *name) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", place, name);
    CU_ASSERT_EQUAL(unlink(path), 0);
}

static char came_from[1000];

static void plant(void) {
    bd_error error = {0};
    (void)mkdir(TREE, 0777);
    for (int i = 0; i < PLACES; i++)
        (void)mkdir(places[i], 0777);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(came_from, sizeof came_from));
    CU_ASSERT_EQUAL_FATAL(chdir(places[HERE]), 0);
    CU_ASSERT_EQUAL(setenv("BD_SFUNCTION_PATH", TREE "/path 1:" TREE "/path 2", 1), 0);
    for (int round = 0; round < 2; round++) { /* what is added twice is there once */
        CU_ASSERT_EQUAL(bd_sfunction_add_folder(TREE "/added 2", &error), BD_OK);
        CU_ASSERT_EQUAL(bd_sfunction_add_folder(TREE "/added 1", &error), BD_OK);
    }
}

static void leave(void) {
    CU_ASSERT_EQUAL(chdir(came_from), 0);
    CU_ASSERT_EQUAL(unsetenv("BD_SFUNCTION_PATH"), 0);
}

static void test_files_are_found_in_the_documented_order(void) {
    plant();
    for (int first = 0; first < PLACES; first++)
        put(places[first], "found.so");
    for (int first = 0; first < PLACES; first++) {
        char path[1000] = "", expected[1000];
        bool beside = first < MODEL;
        bd_error error = {0};
        snprintf(expected, sizeof expected, "%s/found.so", first == HERE ? "." : places[first]);
        CU_ASSERT_EQUAL(
            bd_sfunction_find("found", places[MODEL], path, sizeof path, &beside, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(path, expected);
        CU_ASSERT_EQUAL(beside, first >= MODEL);
        /* the path may just have room */
        CU_ASSERT_EQUAL(
            bd_sfunction_find("found", places[MODEL], path, strlen(expected) + 1, &beside, &error),
            BD_OK);
        CU_ASSERT_STRING_EQUAL(path, expected);
        take_away(places[first], "found.so");
    }
    char path[1000];
    bool beside = false;
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_sfunction_find("found", places[MODEL], path, sizeof path, &beside, &error),
                    BD_CANNOT_READ);
    CU_ASSERT_STRING_EQUAL(error.text,
                           "S-function 'found' was not found as found.so along BD_SFUNCTION_PATH, "
                           "in the folder of the model or in the present folder");
    leave();
}

/* empty folders of the list are none, wherever they stand */
static void test_lists_of_folders(void) {
    static const struct {
        const char *list;
        bool first, second;
    } cases[] = {
        {TREE "/path 1", true, false},
        {TREE "/path 1:", true, false},
        {":" TREE "/path 1", true, false},
        {"::" TREE "/path 1::", true, false},
        {"/nowhere:" TREE "/path 1", true, false},
        {"/nowhere:" TREE "/path 2:" TREE "/path 1", true, true},
        {"", false, false},
        {":", false, false},
        {NULL, false, false},
    };
    plant();
    put(places[0], "one.so");
    put(places[1], "two.so");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[1000];
        bool beside = true;
        bd_error error = {0};
        CU_ASSERT_EQUAL(cases[i].list ? setenv("BD_SFUNCTION_PATH", cases[i].list, 1)
                                      : unsetenv("BD_SFUNCTION_PATH"),
                        0);
        CU_ASSERT_EQUAL(bd_sfunction_find("one", NULL, path, sizeof path, &beside, &error) == BD_OK,
                        cases[i].first);
        if (cases[i].first)
            CU_ASSERT_STRING_EQUAL(path, TREE "/path 1/one.so");
        CU_ASSERT_EQUAL(beside, !cases[i].first);
        CU_ASSERT_EQUAL(bd_sfunction_find("two", "", path, sizeof path, &beside, &error) == BD_OK,
                        cases[i].second);
    }
    /* too little room is not found: half a name could be another file's */
    char path[sizeof TREE "/path 1/one.so" - 1];
    bool beside = false;
    bd_error error = {0};
    put(places[0], "one.s");
    CU_ASSERT_EQUAL(setenv("BD_SFUNCTION_PATH", TREE "/path 1", 1), 0);
    CU_ASSERT_EQUAL(bd_sfunction_find("one", NULL, path, sizeof path, &beside, &error),
                    BD_CANNOT_READ);
    take_away(places[0], "one.s");
    take_away(places[0], "one.so");
    take_away(places[1], "two.so");
    leave();
}

static void test_names_that_cannot_be(void) {
    char longest[300], path[1000];
    bool beside;
    bd_error error = {0};
    memset(longest, 'n', sizeof longest);
    longest[256] = '\0';
    CU_ASSERT_EQUAL(bd_sfunction_find(longest, NULL, path, sizeof path, &beside, &error),
                    BD_BAD_PARAMETER);
    CU_ASSERT_STRING_EQUAL(error.text, "the name of the S-function is too long");
    longest[255] = '\0';
    CU_ASSERT_EQUAL(bd_sfunction_find(longest, NULL, path, sizeof path, &beside, &error),
                    BD_CANNOT_READ);
    for (int none = 0; none < 2; none++) {
        CU_ASSERT_EQUAL(
            bd_sfunction_find(none ? NULL : "", NULL, path, sizeof path, &beside, &error),
            BD_BAD_PARAMETER);
        CU_ASSERT_STRING_EQUAL(error.text, "the S-function has no name");
    }
}

/* what lies there instead says what to do; each line goes before those below it, and of each the
 * model's folder before the present one */
static void test_what_is_there_instead(void) {
    static const char *const cases[][2] = {
        {".c", "C source: build it first with multirate mex"},
        {".cpp", "C++ source: build it first with multirate mex"},
        {".mex", "a file built for Octave: build its source first with multirate mex"},
        {".mexa64", "a file built for MATLAB: build its source first with multirate mex"},
        {".mexw64", "a file built for MATLAB: build its source first with multirate mex"},
        {".m", "M code; only C and C++ can be run"},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    static const char *const folders[] = {TREE "/model", "."};
    plant();
    for (int i = 0; i < 2 * CASES; i++) {
        char name[40];
        snprintf(name, sizeof name, "other%s", cases[i / 2][0]);
        put(places[i % 2 ? HERE : MODEL], name);
    }
    for (int i = 0; i < 2 * CASES; i++) {
        char name[40], path[1000], expected[1000];
        bool beside;
        bd_error error = {0};
        snprintf(name, sizeof name, "other%s", cases[i / 2][0]);
        snprintf(expected, sizeof expected, "S-function 'other' is there only as %s (%s/%s)",
                 cases[i / 2][1], folders[i % 2], name);
        CU_ASSERT_EQUAL(
            bd_sfunction_find("other", places[MODEL], path, sizeof path, &beside, &error),
            BD_CANNOT_READ);
        CU_ASSERT_STRING_EQUAL(error.text, expected);
        take_away(places[i % 2 ? HERE : MODEL], name);
    }
    leave();
}

/* another program may want files of another ending, built by another command */
static void test_a_provider_has_an_ending_and_a_builder(void) {
    bd_mx_provider other = *bd_mx_own_provider();
    char path[1000];
    bool beside;
    bd_error error = {0};
    other.ending = ".mex";
    other.builder = "mr_build";
    plant();
    put(places[MODEL], "mine.so");
    bd_sfunction_set_provider(&other);
    CU_ASSERT_PTR_EQUAL(bd_sfunction_provider(), &other);
    CU_ASSERT_EQUAL(bd_sfunction_find("mine", places[MODEL], path, sizeof path, &beside, &error),
                    BD_CANNOT_READ);
    CU_ASSERT_STRING_EQUAL(
        error.text, "S-function 'mine' is there only as a file built for the program "
                    "multirate: build its source first with mr_build (" TREE "/model/mine.so)");
    put(places[MODEL], "mine.mex");
    CU_ASSERT_EQUAL(bd_sfunction_find("mine", places[MODEL], path, sizeof path, &beside, &error),
                    BD_OK);
    CU_ASSERT_STRING_EQUAL(path, TREE "/model/mine.mex");
    /* without any it is the program's */
    bd_sfunction_set_provider(NULL);
    CU_ASSERT_EQUAL(bd_sfunction_find("mine", places[MODEL], path, sizeof path, &beside, &error),
                    BD_OK);
    CU_ASSERT_STRING_EQUAL(path, TREE "/model/mine.so");
    take_away(places[MODEL], "mine.so");
    CU_ASSERT_EQUAL(bd_sfunction_find("mine", places[MODEL], path, sizeof path, &beside, &error),
                    BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, "build its source first with multirate mex (");
    take_away(places[MODEL], "mine.mex");
    bd_sfunction *f = NULL;
    static const bd_sfunction_owner nobody = {0};
    CU_ASSERT_EQUAL(
        bd_sfunction_create(HOST_CASE_FILE("sfun_rates"), "m/s", "m", NULL, 0, &nobody, &f, &error),
        BD_UNSUPPORTED);
    MR_ASSERT_CONTAINS(error.text, "no arrays for S-functions (no provider is set)");
    CU_ASSERT_PTR_NULL(f);
    bd_sfunction_set_provider(bd_mx_own_provider());
    leave();
}

#define STRANGE HOST_CASE_FILE("strange_registration")

/* in a program that isolates, what a file does on being loaded ends a copy of it only */
static void test_files_that_end_the_program_when_they_are_loaded(void) {
    bd_module module;
    bd_error error = {0};
    bd_sfunction_isolate("no symbol of it");
    CU_ASSERT_EQUAL(setenv("STRANGE_LOAD", "1", 1), 0);
    CU_ASSERT_EQUAL(bd_module_open(STRANGE, &module, &error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(error.text, "S-function " STRANGE ", while it is loaded: it crashed (sig");
    CU_ASSERT_PTR_NULL(module.handle);
    CU_ASSERT_EQUAL(unsetenv("STRANGE_LOAD"), 0);
    CU_ASSERT_EQUAL(bd_module_open(STRANGE, &module, &error), BD_OK);
    CU_ASSERT_TRUE(module.isolated);
    bd_module_close(&module);
    bd_sfunction_isolate("strange_kind"); /* who defines it stays in the program */
    CU_ASSERT_EQUAL(bd_module_open(STRANGE, &module, &error), BD_OK);
    CU_ASSERT_FALSE(module.isolated);
    bd_module_close(&module);
    bd_sfunction_isolate(NULL);
    CU_ASSERT_EQUAL(bd_module_open(STRANGE, &module, &error), BD_OK);
    CU_ASSERT_FALSE(module.isolated);
    bd_module_close(&module);
}

/* whose headers a file was built with */
static void test_registrations_that_do_not_fit(void) {
    static const struct {
        int kind;
        bool foreign; /* the provider */
        const char *sentence;
    } cases[] = {
        {0, false, NULL},
        {1, false, "was built with version 6 of simstruc.h, this program has version 5: build it"},
        {2, false, "was built with version 4 of simstruc.h, this program has version 5: build it"},
        {3, false, "was built with version 5 of simstruc.h, this program has version 5: build it"},
        {4, false, "was built for Octave: build its source with multirate mex"},
        {-1, false, "does not tell what it is"},
        {0, true, "was built for the program multirate: build its source with mr_build"},
        {4, true, NULL},
    };
    void *file = dlopen(STRANGE, RTLD_NOW | RTLD_LOCAL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    int *kind = dlsym(file, "strange_kind");
    bd_mx_provider other = *bd_mx_own_provider();
    other.foreign = true;
    other.builder = "mr_build";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_module module;
        bd_error error = {0};
        *kind = cases[i].kind;
        bd_sfunction_set_provider(cases[i].foreign ? &other : bd_mx_own_provider());
        memset(&module, 1, sizeof module);
        const bd_status status = bd_module_open(STRANGE, &module, &error);
        CU_ASSERT_EQUAL(status, cases[i].sentence ? BD_BAD_FILE : BD_OK);
        MR_ASSERT_CONTAINS(error.text, cases[i].sentence ? cases[i].sentence : "");
        if (status == BD_OK) {
            CU_ASSERT_STRING_EQUAL(module.file, STRANGE);
            CU_ASSERT_PTR_NOT_NULL(module.registration);
            CU_ASSERT_PTR_EQUAL(bd_module_symbol(&module, "strange_kind"), kind);
            CU_ASSERT_PTR_NULL(bd_module_symbol(&module, "stranger_kind"));
            bd_module_close(&module);
        }
        CU_ASSERT_PTR_NULL(module.handle);
        CU_ASSERT_PTR_NULL(module.registration);
        CU_ASSERT_PTR_NULL(module.file);
        CU_ASSERT_PTR_NULL(bd_module_symbol(&module, "strange_kind"));
    }
    bd_sfunction_set_provider(bd_mx_own_provider());
    dlclose(file);
}

/* ---- the model outside ---- */

static char heard[300];

static bd_status hear_get(void *user, const char *block, const char *name, bd_value **value,
                          bd_error *error) {
    (void)value;
    (void)error;
    snprintf(heard, sizeof heard, "%s get %s %s", (const char *)user, block, name);
    return BD_BAD_DIAGRAM;
}

static bd_status hear_set(void *user, const char *block, const char *name, const bd_value *value,
                          bd_error *error) {
    (void)error;
    snprintf(heard, sizeof heard, "%s set %s %s %g", (const char *)user, block, name,
             bd_value_real_at(value, 0));
    return BD_BAD_DIAGRAM;
}

static bd_status hear_find(void *user, const char *block, int depth, const char *const *pairs,
                           size_t pair_count, bd_value **cell, bd_error *error) {
    (void)cell;
    (void)error;
    snprintf(heard, sizeof heard, "%s find %s %d %s %zu", (const char *)user, block, depth,
             pairs[0], pair_count);
    return BD_BAD_DIAGRAM;
}

static bd_sfunction *made_in(const bd_workspace *base) {
    bd_sfunction_owner owner = {.base = base};
    bd_sfunction *f = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(
        bd_sfunction_create(HOST_CASE_FILE("sfun_rates"), "m/s", "m", NULL, 0, &owner, &f, &error),
        BD_OK);
    return f;
}

/* what it asks of the model is asked of whoever is outside; to stop is the run's affair, and other
 * commands have no meaning here */
static void test_commands_reach_the_model(void) {
    char user[] = "model";
    const bd_model_access model = {user, hear_get, hear_set, hear_find};
    static const char *const pairs[] = {"BlockType", "Gain"};
    size_t count = 0;
    bd_value **values = host_case_values("5, 'update', 'STOP', 'stop'", &count), *got = NULL;
    for (int outside = 0; outside < 3; outside++) {
        bd_workspace *base = NULL;
        bd_error error = {0};
        CU_ASSERT_EQUAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
        if (outside == 2)
            bd_workspace_set_model(base, &model);
        bd_sfunction *f = made_in(outside ? base : NULL);
        const bd_model_access *access = &f->access;
        CU_ASSERT_PTR_EQUAL(bd_workspace_model(f->commands), outside == 2 ? access : NULL);
        const bd_status expected = outside == 2 ? BD_BAD_DIAGRAM : BD_UNSUPPORTED;
        heard[0] = '\0';
        CU_ASSERT_EQUAL(access->get(access->user, "m/k", "Gain", &got, &error), expected);
        CU_ASSERT_STRING_EQUAL(heard, outside == 2 ? "model get m/k Gain" : "");
        CU_ASSERT_EQUAL(access->set(access->user, "m/k", "Gain", values[0], &error), expected);
        CU_ASSERT_STRING_EQUAL(heard, outside == 2 ? "model set m/k Gain 5" : "");
        CU_ASSERT_EQUAL(access->find(access->user, "m", 3, pairs, 1, &got, &error), expected);
        CU_ASSERT_STRING_EQUAL(heard, outside == 2 ? "model find m 3 BlockType 1" : "");
        if (outside < 2)
            CU_ASSERT_STRING_EQUAL(error.text, "there is no model here");
        heard[0] = '\0';
        const int_T *stop = &f->simstruct.time_.stop_requested_;
        CU_ASSERT_NOT_EQUAL(access->set(f, "m", "SimulationCommand", values[0], &error), BD_OK);
        CU_ASSERT_EQUAL(access->set(f, "m", "SimulationCommand", values[1], &error), BD_OK);
        CU_ASSERT_EQUAL(*stop, 0);
        for (int k = 2; k < 4; k++) {
            f->simstruct.time_.stop_requested_ = 0;
            CU_ASSERT_EQUAL(access->set(f, "m", "simulationcommand", values[k], &error), BD_OK);
            CU_ASSERT_EQUAL(*stop, 1);
        }
        CU_ASSERT_STRING_EQUAL(heard, "");
        bd_sfunction_free(f);
        bd_workspace_free(base);
    }
    bd_expression_free_list(values, count);
}

static int hear_call(void *user, int element) {
    snprintf(heard, sizeof heard, "%s call %d", (const char *)user, element);
    return element != 2;
}

static int hear_enable(void *user, int element) {
    snprintf(heard, sizeof heard, "%s enable %d", (const char *)user, element);
    return element != 2;
}

static int hear_disable(void *user, int element) {
    snprintf(heard, sizeof heard, "%s disable %d", (const char *)user, element);
    return element != 2;
}

/* the answer of the system is the answer of the call */
static void test_systems_answer(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    char user[] = "owner";
    f->owner.user = user;
    f->owner.call_system = hear_call;
    f->owner.enable_system = hear_enable;
    f->owner.disable_system = hear_disable;
    static const int elements[] = {5, 0, 2};
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(host->set_call_output_(S, elements[i]), 1);
    CU_ASSERT_EQUAL(f->call_output_count, 6);
    for (int element = 0; element < 6; element++) {
        const bool declared = element == 0 || element == 2 || element == 5;
        const char *const names[] = {"call", "enable", "disable"};
        for (int k = 0; k < 3; k++) {
            char expected[40] = "";
            heard[0] = '\0';
            const int_T answer = k == 0   ? host->call_system_(S, element, 7)
                                 : k == 1 ? host->enable_system_(S, element)
                                          : host->disable_system_(S, element);
            if (declared)
                snprintf(expected, sizeof expected, "owner %s %d", names[k], element);
            CU_ASSERT_STRING_EQUAL(heard, expected);
            CU_ASSERT_EQUAL(answer, declared && element != 2);
            CU_ASSERT_EQUAL(S->error_ == NULL, declared);
            S->error_ = NULL;
        }
    }
    bd_sfunction_free(f);
}

/* ---- warnings ---- */

static int warnings;

static void hear_warning(void *user, const char *text) {
    CU_ASSERT_PTR_EQUAL(user, heard);
    snprintf(heard, sizeof heard, "%s", text);
    warnings++;
}

static void test_warnings_go_to_the_owner(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    host->warn_(S, "to nobody");
    f->owner.user = heard;
    f->owner.warn = hear_warning;
    warnings = 0;
    host->warn_(S, "to somebody");
    CU_ASSERT_STRING_EQUAL(heard, "to somebody");
    host->warn_(S, NULL);
    CU_ASSERT_STRING_EQUAL(heard, "");
    CU_ASSERT_EQUAL(warnings, 2);
    CU_ASSERT_PTR_NULL(S->error_);
    bd_sfunction_free(f);
}

/* a signal keeps its largest size; it is said once, and by the first port that becomes smaller */
static void test_signals_of_variable_size_are_told_once(void) {
    static const int_T dims[] = {2, 3};
    for (int side = 0; side < 2; side++) {
        bd_sfunction *f = host_case_open();
        SimStruct *S = &f->simstruct;
        const bd_ss_host *host = S->host_;
        for (int s = 0; s < 2; s++)
            CU_ASSERT_EQUAL(host->set_port_dimensions_(S, (bd_ss_side)s, 1, 2, dims, 6), 1);
        CU_ASSERT_EQUAL(host->set_current_dimension_(S, (bd_ss_side)side, 1, 0, 1), 1);
        f->size_warned = false; /* nobody heard it */
        f->owner.user = heard;
        f->owner.warn = hear_warning;
        warnings = 0;
        CU_ASSERT_EQUAL(host->set_current_dimension_(S, (bd_ss_side)side, 1, 1, 3), 1);
        CU_ASSERT_EQUAL(warnings, 0); /* as large as can be */
        for (int again = 0; again < 2; again++) {
            CU_ASSERT_EQUAL(host->set_current_dimension_(S, (bd_ss_side)side, 1, 1, 2), 1);
            CU_ASSERT_EQUAL(warnings, 1);
        }
        char expected[300];
        snprintf(expected, sizeof expected,
                 "S-function 'sfun_runtime' changes the size of %s port 2: the signal keeps its "
                 "largest size, signals of variable size are not supported",
                 side ? "output" : "input");
        CU_ASSERT_STRING_EQUAL(heard, expected);
        CU_ASSERT_EQUAL(S->ports_[side].port_[1].current_dimensions_[0], 1);
        CU_ASSERT_EQUAL(S->ports_[side].port_[1].current_dimensions_[1], 2);
        CU_ASSERT_EQUAL(S->ports_[1 - side].port_[1].current_dimensions_[1], 0);
        bd_sfunction_free(f);
    }
}

/* ---- types ---- */

static const bd_bus *find_bus(void *user, const char *name) {
    warnings++;
    return strcmp(name, "KNOWN") == 0 ? user : NULL;
}

static const bd_bus *make_opaque(void *user, const char *name, int size) {
    bd_bus *bus = (bd_bus *)user + 1;
    warnings++;
    *bus = (bd_bus){.name = name, .size = (size_t)size};
    return bus;
}

/* a name may be that of a bus outside, which is asked for once */
static void test_buses_of_the_owner(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    bd_bus_element element = {.name = "x", .shape = {.type = BD_DOUBLE, .rank = 1, .dims = {1}}};
    bd_bus buses[2] = {{.name = "KNOWN", .elements = &element, .count = 1, .size = 8}};
    bd_shape shape = bd_shape_unknown();
    bd_error error = {0};
    const DTypeId alone = host->register_named_type_(S, "KNOWN"); /* nobody to ask */
    CU_ASSERT_EQUAL(host->bus_element_count_(S, alone), 0);
    f->owner.user = buses;
    f->owner.find_bus = find_bus;
    f->owner.make_opaque = make_opaque;
    warnings = 0;
    for (int again = 0; again < 2; again++) {
        CU_ASSERT_EQUAL(host->register_named_type_(S, "KNOWN"), alone);
        CU_ASSERT_EQUAL(warnings, 1);
        CU_ASSERT_EQUAL(host->bus_element_count_(S, alone), 1);
        CU_ASSERT_EQUAL(host->type_size_(S, alone), 8);
    }
    CU_ASSERT_EQUAL(host->register_named_type_(S, "double"), SS_DOUBLE);
    CU_ASSERT_EQUAL(warnings, 1);
    const DTypeId own = host->register_named_type_(S, "OWN");
    CU_ASSERT_EQUAL(warnings, 2);
    CU_ASSERT_EQUAL(host->bus_element_count_(S, own), 0);
    /* a structure of which only the size is known; before that nothing is */
    CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, own, &shape, &error), BD_UNSUPPORTED);
    MR_ASSERT_CONTAINS(error.text, "the data type 'OWN' of a port is not known");
    CU_ASSERT_EQUAL(warnings, 2);
    CU_ASSERT_EQUAL(host->set_type_size_(S, own, 1), 1);
    for (int again = 0; again < 2; again++) {
        CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, own, &shape, &error), BD_OK);
        CU_ASSERT_EQUAL(warnings, 3);
        CU_ASSERT_EQUAL(shape.type, BD_BUS);
        CU_ASSERT_PTR_EQUAL(shape.bus, buses + 1);
        CU_ASSERT_STRING_EQUAL(shape.bus->name, "OWN");
        CU_ASSERT_EQUAL(shape.bus->size, 1);
    }
    CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, alone, &shape, &error), BD_OK);
    CU_ASSERT_PTR_EQUAL(shape.bus, buses);
    CU_ASSERT_EQUAL(warnings, 3);
    bd_sfunction_free(f);
}

/* a signal of another S-function's structure: a bus without elements has a size, and so its type,
 * unless the type has one already; a bus with elements is bound once */
static void test_types_of_offered_buses(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    bd_bus_element element = {.name = "x", .shape = {.type = BD_INT8, .rank = 1, .dims = {1}}};
    const bd_bus opaque = {.name = "OPAQUE", .size = 24}, known = {.name = "SIZED", .size = 24},
                 one = {.name = "ONE", .elements = &element, .count = 1, .size = 1};
    bd_shape shape = {.type = BD_BUS, .bus = &opaque, .rank = 1, .dims = {1}};
    for (int again = 0; again < 2; again++) {
        const DTypeId id = bd_sfunction_type_of_shape(f, &shape);
        CU_ASSERT_EQUAL(id, host->type_id_(S, "OPAQUE"));
        CU_ASSERT_EQUAL(host->type_size_(S, id), 24);
        CU_ASSERT_EQUAL(host->bus_element_count_(S, id), 0);
    }
    const DTypeId sized = host->register_type_(S, "SIZED");
    CU_ASSERT_EQUAL(host->set_type_size_(S, sized, 16), 1);
    shape.bus = &known;
    CU_ASSERT_EQUAL(bd_sfunction_type_of_shape(f, &shape), sized);
    CU_ASSERT_EQUAL(host->type_size_(S, sized), 16);
    shape.bus = &one;
    const DTypeId id = bd_sfunction_type_of_shape(f, &shape);
    const bd_ss_bus_element *first = host->bus_element_(S, id, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_EQUAL(first->type_, SS_INT8);
    CU_ASSERT_EQUAL(host->type_size_(S, id), 1);
    CU_ASSERT_EQUAL(bd_sfunction_type_of_shape(f, &shape), id);
    CU_ASSERT_PTR_EQUAL(host->bus_element_(S, id, 0), first);
    /* a plain signal is one, whatever bus a port has had before */
    shape.type = BD_UINT8;
    CU_ASSERT_EQUAL(bd_sfunction_type_of_shape(f, &shape), SS_UINT8);
    shape = (bd_shape){.type = BD_BUS};
    CU_ASSERT_EQUAL(bd_sfunction_type_of_shape(f, &shape), DYNAMICALLY_TYPED);
    bd_sfunction_free(f);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_files_that_end_the_program_when_they_are_loaded),
        MR_TEST(test_files_are_found_in_the_documented_order),
        MR_TEST(test_lists_of_folders),
        MR_TEST(test_names_that_cannot_be),
        MR_TEST(test_what_is_there_instead),
        MR_TEST(test_a_provider_has_an_ending_and_a_builder),
        MR_TEST(test_registrations_that_do_not_fit),
        MR_TEST(test_commands_reach_the_model),
        MR_TEST(test_systems_answer),
        MR_TEST(test_warnings_go_to_the_owner),
        MR_TEST(test_signals_of_variable_size_are_told_once),
        MR_TEST(test_buses_of_the_owner),
        MR_TEST(test_types_of_offered_buses),
    };
    host_case_begin();
    return mr_test_main("conformance_surroundings", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
