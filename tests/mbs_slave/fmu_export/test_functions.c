/* the FMI functions over a slave with closed forms: what a tool of either version may ask, and what
 * is refused, with which sentence */
#define _POSIX_C_SOURCE 200809L
#include "tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* each test runs for FMI 2.0 and 3.0 */
#define EACH_VERSION(t) for (tool t = {.version = 2}; t.version <= 3; t.version++)

/* --- motion --- */

/* F = 2 + 3 t + 2 t^2 on 4 kg from rest: v = (2 t + 3/2 t^2 + 2/3 t^3) / 4, x its integral */
static double force(double t) {
    return 2.0 + 3.0 * t + 2.0 * t * t;
}

static void check_motion(const tool *t, double time) {
    const double tt = time * time;
    MR_ASSERT_CLOSE(tool_value(t, SLED_VELOCITY),
                    (2.0 * time + 1.5 * tt + 2.0 / 3.0 * tt * time) / 4.0, 1e-12);
    MR_ASSERT_CLOSE(tool_value(t, SLED_POSITION), (tt + 0.5 * tt * time + tt * tt / 6.0) / 4.0,
                    1e-12);
    MR_ASSERT_CLOSE(tool_value(t, SLED_ACCELERATION), force(time) / 4.0, 1e-12);
}

static void test_inputs_go_on_with_the_rates_that_are_told(void) {
    tool t = {.version = 2};
    const unsigned reference[2] = {SLED_FORCE, SLED_FORCE};
    const int orders[2] = {1, 2};
    tool_open(&t, "mass=4 step=0.07");
    CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, force(0.0)), OK);
    tool_begin(&t, 0.0);
    for (int i = 0; i < 10; i++) {
        const double time = 0.1 * i, rates[2] = {3.0 + 4.0 * time, 4.0};
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, force(time)), OK);
        CU_ASSERT_EQUAL(fmi2SetRealInputDerivatives(t.instance, reference, 2, orders, rates),
                        FMI2_OK);
        CU_ASSERT_EQUAL(tool_step(&t, time, 0.1), OK);
        check_motion(&t, time + 0.1);
    }
    /* a value that is set anew is held */
    CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 8.0), OK);
    CU_ASSERT_EQUAL(tool_step(&t, 1.0, 0.1), OK);
    MR_ASSERT_CLOSE(tool_value(&t, SLED_ACCELERATION), 2.0, 1e-12);
    MR_ASSERT_CLOSE(tool_value(&t, SLED_FORCE), 8.0, 0.0);
    tool_close(&t);
}

static void test_inputs_in_the_middle_of_a_step_are_asked_for(void) {
    tool t = {.version = 3, .force = force, .intermediate = true};
    tool_open(&t, "mass=4 step=0.07");
    CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, force(0.0)), OK);
    tool_begin(&t, 0.0);
    for (int i = 0; i < 10; i++)
        CU_ASSERT_EQUAL(tool_step(&t, 0.1 * i, 0.1), OK);
    check_motion(&t, 1.0);
    /* who is asked and says nothing holds them */
    const double before = tool_value(&t, SLED_VELOCITY);
    t.force = NULL;
    CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 12.0), OK);
    CU_ASSERT_EQUAL(tool_step(&t, 1.0, 0.5), OK);
    MR_ASSERT_CLOSE(tool_value(&t, SLED_VELOCITY), before + 0.5 * 12.0 / 4.0, 1e-12);
    tool_close(&t);
}

static void test_the_start_has_the_inputs_that_were_set_and_its_own_time(void) {
    EACH_VERSION(t) {
        tool_open(&t, "mass=2");
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 3.0), OK);
        CU_ASSERT_EQUAL(tool_enter(&t, 5.0), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 1.5);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 4.0), OK); /* a loop at the start: once more */
        CU_ASSERT_EQUAL(tool_set(&t, SLED_GEAR, 7.0), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 2.0);
        double rate = 0.0;
        CU_ASSERT_EQUAL(tool_rate(&t, SLED_VELOCITY, 1, &rate), OK);
        CU_ASSERT_EQUAL(rate, 2.0);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 6.0), OK);
        CU_ASSERT_EQUAL(tool_rate(&t, SLED_VELOCITY, 1, &rate), OK);
        CU_ASSERT_EQUAL(rate, 3.0);
        CU_ASSERT_EQUAL(tool_exit(&t), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_GEAR_OUT), 7.0);
        CU_ASSERT_EQUAL(tool_step(&t, 5.0, 2.0), OK);
        MR_ASSERT_CLOSE(tool_value(&t, SLED_POSITION), 6.0, 1e-12); /* a t^2 / 2 */
        tool_close(&t);
    }
}

static void test_a_step_is_one_from_where_the_slave_is_and_forward(void) {
    static const double wrong[][2] = {{0.5, 0.1},      {0.0, 0.0}, {0.0, -0.1}, {NAN, 0.1},
                                      {0.0, INFINITY}, {0.0, NAN}, {1.0, 1.0}};
    for (size_t i = 0; i < COUNT(wrong); i++)
        EACH_VERSION(t) {
            tool_open(&t, "");
            tool_begin(&t, 0.0);
            CU_ASSERT_EQUAL(tool_step(&t, wrong[i][0], wrong[i][1]), ERROR);
            MR_ASSERT_CONTAINS(tool_said, "but the slave is at 0 s");
            CU_ASSERT_STRING_EQUAL(tool_category, "logStatusError");
            CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.1), ERROR); /* after a failure there are none */
            MR_ASSERT_CONTAINS(tool_said, "after a failure");
            tool_close(&t);
        }
    EACH_VERSION(t) {
        tool_open(&t, "");
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.1), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "before the end of the initialisation");
        tool_close(&t);
    }
}

static void test_steps_of_a_slave_that_makes_only_its_own(void) {
    EACH_VERSION(t) {
        sled_type.step_to = NULL;
        tool_open(&t, "mass=4 step=0.05");
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 8.0), OK);
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.2), OK); /* four of them */
        MR_ASSERT_CLOSE(tool_value(&t, SLED_VELOCITY), 0.4, 1e-12);
        CU_ASSERT_EQUAL(tool_step(&t, 0.2, 0.07), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "makes steps of 0.05 s only and cannot end one at t = 0.27");
        tool_close(&t);
    }
    EACH_VERSION(t) { /* it would never be there */
        sled_type.step_to = NULL;
        tool_open(&t, "step=0.05");
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 1e308), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "hardly advances at t = 500 s");
        tool_close(&t);
    }
    EACH_VERSION(t) { /* nor does it tell their size */
        sled_type.step_to = NULL;
        sled_type.next_step = NULL;
        tool_open(&t, "step=0.05");
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.05), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "cannot end one");
        tool_close(&t);
    }
}

static void test_a_slave_that_does_not_advance_has_failed(void) {
    EACH_VERSION(t) {
        tool_open(&t, "");
        tool_begin(&t, 0.0);
        sled_fault.stands_still = true;
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.1), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "the slave 'sled' failed at t = 0 s");
        tool_close(&t);
    }
}

/* FMI 2.0: 'discard', and the questions that tell why; FMI 3.0: 'terminate simulation' */
static void test_a_slave_may_end_its_simulation(void) {
    EACH_VERSION(t) {
        tool_open(&t, "mass=2");
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 4.0), OK);
        tool_begin(&t, 0.0);
        sled_fault.ends_at = 0.25;
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.2), OK);
        void *state = NULL;
        int ended = -1;
        double last = -1.0;
        CU_ASSERT_EQUAL(tool_save(&t, &state), OK);
        CU_ASSERT_EQUAL(tool_step(&t, 0.2, 0.2), DISCARD);
        MR_ASSERT_CLOSE(tool_value(&t, SLED_VELOCITY), 0.5, 1e-12); /* its last outputs */
        CU_ASSERT_EQUAL(tool_step(&t, 0.25, 0.2), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "after a failure or the end");
        if (t.version == 2) {
            CU_ASSERT_EQUAL(fmi2GetBooleanStatus(t.instance, FMI2_TERMINATED, &ended), FMI2_OK);
            CU_ASSERT_EQUAL(ended, 1);
            CU_ASSERT_EQUAL(fmi2GetRealStatus(t.instance, FMI2_LAST_SUCCESSFUL_TIME, &last),
                            FMI2_OK);
            MR_ASSERT_CLOSE(last, 0.25, 1e-12);
        }
        CU_ASSERT_EQUAL(tool_go_back(&t, state), OK); /* before the end there are steps again */
        CU_ASSERT_EQUAL(tool_step(&t, 0.2, 0.04), OK);
        if (t.version == 2) {
            CU_ASSERT_EQUAL(fmi2GetBooleanStatus(t.instance, FMI2_TERMINATED, &ended), FMI2_OK);
            CU_ASSERT_EQUAL(ended, 0);
            CU_ASSERT_EQUAL(fmi2GetBooleanStatus(t.instance, FMI2_PENDING_STATUS, &ended),
                            FMI2_DISCARD);
            CU_ASSERT_EQUAL(fmi2GetRealStatus(t.instance, FMI2_TERMINATED, &last), FMI2_DISCARD);
            CU_ASSERT_EQUAL(fmi2CancelStep(t.instance), FMI2_ERROR);
        }
        CU_ASSERT_EQUAL(tool_forget(&t, &state), OK);
        CU_ASSERT_PTR_NULL(state);
        tool_close(&t);
    }
}

/* --- failures --- */

static void test_a_failure_has_the_sentence_of_the_slave_or_one_of_ours(void) {
    static const struct {
        const char *where, *saying, *sentence;
        int answer; /* of the first function that meets it */
    } cases[] = {
        {"initialise", "the ice is broken", "the ice is broken", ERROR},
        {"initialise", NULL, "the slave 'sled' failed at t = 0 s", ERROR},
        {"step", "the ice is broken", "the ice is broken", ERROR},
        {"step", NULL, "the slave 'sled' failed at t = 0 s", ERROR},
        {"outputs", "nobody looks", "nobody looks", ERROR},
        {"rates", "nobody looks", "nobody looks", ERROR},
        {"interface_matrices", "no such thing", "no such thing", ERROR},
        {"save", "no room", "no room", ERROR},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EACH_VERSION(t) {
            double value = 0.0;
            void *state = NULL;
            tool_open(&t, "");
            sled_fault = (sled_faults){cases[i].where, MR_ERR_SLAVE_STEP, cases[i].saying, 0.0, 0};
            CU_ASSERT_EQUAL(tool_enter(&t, 0.0), OK);
            int answer = tool_exit(&t);
            if (answer == OK)
                answer = tool_step(&t, 0.0, 0.1);
            if (answer == OK)
                answer = tool_get(&t, SLED_POSITION, &value);
            if (answer == OK)
                answer = tool_rate(&t, SLED_POSITION, 1, &value);
            if (answer == OK)
                answer = tool_derivative(&t, SLED_ACCELERATION, SLED_FORCE, 1.0, &value);
            if (answer == OK)
                answer = tool_save(&t, &state);
            CU_ASSERT_EQUAL(answer, cases[i].answer);
            MR_ASSERT_CONTAINS(tool_said, cases[i].sentence);
            CU_ASSERT_PTR_NULL(state);
            tool_close(&t);
        }
}

static void test_what_the_slave_lacks_is_refused(void) {
    EACH_VERSION(t) {
        double value = 0.0;
        void *state = NULL;
        size_t size = 0;
        sled_type.rates = NULL;
        sled_type.interface_matrices = NULL;
        sled_type.save = NULL;
        tool_open(&t, "");
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(tool_rate(&t, SLED_POSITION, 1, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "the slave 'sled' tells no rates of its outputs");
        CU_ASSERT_EQUAL(tool_derivative(&t, SLED_ACCELERATION, SLED_FORCE, 1.0, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "tells no derivatives");
        CU_ASSERT_EQUAL(tool_save(&t, &state), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "does not save its state");
        CU_ASSERT_EQUAL(tool_go_back(&t, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "does not save its state");
        CU_ASSERT_EQUAL(tool_go_back(&t, NULL), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "got no state");
        CU_ASSERT_EQUAL(tool_bytes(&t, &value, &size), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "no states that can be written as bytes");
        CU_ASSERT_EQUAL(tool_read(&t, "", 0, &state), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "no states that can be written as bytes");
        CU_ASSERT_EQUAL(tool_forget(&t, &state), OK); /* none */
        tool_close(&t);
    }
}

static void test_before_the_start_there_is_nothing_to_ask(void) {
    for (int exchange = 0; exchange < 2; exchange++)
        EACH_VERSION(t) {
            double values[2] = {-7.0, -7.0};
            t.exchange = exchange;
            tool_open(&t, "");
            CU_ASSERT_EQUAL(tool_get(&t, SLED_POSITION, values), DISCARD);
            MR_ASSERT_CONTAINS(tool_said, "the model has not been initialised");
            CU_ASSERT_STRING_EQUAL(tool_category, "logStatusDiscard");
            CU_ASSERT_EQUAL(tool_rate(&t, SLED_POSITION, 1, values), ERROR);
            CU_ASSERT_NOT_EQUAL(tool_derivative(&t, SLED_ACCELERATION, SLED_FORCE, 1.0, values),
                                OK);
            MR_ASSERT_CONTAINS(tool_said, "the model has not been initialised");
            CU_ASSERT_NOT_EQUAL(tool_get_states(&t, values, 2), OK);
            CU_ASSERT_NOT_EQUAL(tool_rates_of_states(&t, values, 2), OK);
            CU_ASSERT_NOT_EQUAL(tool_get(&t, tool_parameter(&t), values), OK);     /* x */
            CU_ASSERT_NOT_EQUAL(tool_get(&t, tool_parameter(&t) + 2, values), OK); /* x' */
            if (!exchange)
                CU_ASSERT_EQUAL(values[1], -7.0);
            tool_close(&t);
        }
}

/* --- parameters --- */

static void test_parameters_are_options_of_the_slave_until_the_start(void) {
    EACH_VERSION(t) {
        const unsigned mass = tool_parameter(&t);
        tool_open(&t, "#!mass=2\n#!damping=0.5\nstep=0.01");
        CU_ASSERT_EQUAL(tool_value(&t, mass), 2.0);
        CU_ASSERT_EQUAL(tool_value(&t, mass + 1), 0.5);
        CU_ASSERT_EQUAL(tool_set(&t, mass, 8.0), OK);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 4.0), OK);
        CU_ASSERT_EQUAL(tool_enter(&t, 0.0), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 0.5);
        CU_ASSERT_EQUAL(tool_set(&t, mass, 16.0), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 0.25);
        CU_ASSERT_EQUAL(tool_exit(&t), OK);
        CU_ASSERT_EQUAL(sled_count, 1);
        CU_ASSERT_EQUAL(tool_set(&t, mass, 2.0), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "parameter 'mass' can be set before the start only");
        CU_ASSERT_EQUAL(tool_value(&t, mass), 16.0);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 0.25);
        /* begun anew all is as it was at first */
        CU_ASSERT_EQUAL(tool_reset(&t), OK);
        CU_ASSERT_EQUAL(tool_value(&t, mass), 2.0);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_FORCE), 0.0);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 4.0), OK);
        tool_begin(&t, 1.0);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 2.0);
        CU_ASSERT_EQUAL(tool_step(&t, 1.0, 0.01), OK);
        tool_close(&t);
    }
}

/* what a tool may still ask after a failure; nothing of it may touch a slave that is gone */
static void ask_all(const tool *t) {
    double values[8] = {0.0};
    void *state = NULL;
    size_t size = 0;
    CU_ASSERT_EQUAL(tool_get(t, SLED_POSITION, values), ERROR);
    CU_ASSERT_EQUAL(tool_value(t, SLED_FORCE), 5.0);
    CU_ASSERT_EQUAL(tool_set(t, SLED_FORCE, 5.0), OK);
    CU_ASSERT_EQUAL(tool_rate(t, SLED_POSITION, 1, values), ERROR);
    CU_ASSERT_NOT_EQUAL(tool_derivative(t, SLED_ACCELERATION, SLED_FORCE, 1.0, values), OK);
    CU_ASSERT_EQUAL(tool_step(t, 0.0, 0.1), ERROR);
    CU_ASSERT_NOT_EQUAL(tool_get_states(t, values, 2), OK);
    CU_ASSERT_NOT_EQUAL(tool_rates_of_states(t, values, 2), OK);
    CU_ASSERT_EQUAL(tool_save(t, &state), OK); /* with its failure */
    CU_ASSERT_EQUAL(tool_bytes(t, state, &size), OK);
    CU_ASSERT_EQUAL(tool_go_back(t, state), OK);
    CU_ASSERT_EQUAL(tool_forget(t, &state), OK);
}

static void test_parameters_that_do_not_fit_end_the_run_but_not_the_program(void) {
    static const struct {
        const char *configuration;
        double value;
        const char *sentence;
    } cases[] = {
        {"#!mass=2", -1.0, "a sled of -1 kg does not slide"},
        {"#!sleds=1", 2.0, "with these parameters the model has other variables"},
        {"#!chains=0", 3.0, "with these parameters the model has other variables"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int exchange = 0; exchange < 2; exchange++)
            EACH_VERSION(t) {
                const unsigned parameter = tool_parameter(&t);
                t.exchange = exchange;
                tool_open(&t, cases[i].configuration);
                const double usual = tool_value(&t, parameter);
                CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 5.0), OK);
                CU_ASSERT_EQUAL(tool_set(&t, parameter, cases[i].value), OK);
                CU_ASSERT_EQUAL(tool_enter(&t, 0.0), OK);
                CU_ASSERT_EQUAL(tool_exit(&t), ERROR);
                MR_ASSERT_CONTAINS(tool_said, cases[i].sentence);
                CU_ASSERT_EQUAL(tool_exit(&t), ERROR); /* once more, the same */
                MR_ASSERT_CONTAINS(tool_said, cases[i].sentence);
                ask_all(&t);
                CU_ASSERT_EQUAL(tool_reset(&t), OK);
                CU_ASSERT_EQUAL(tool_value(&t, parameter), usual);
                tool_begin(&t, 0.0);
                CU_ASSERT_EQUAL(tool_value(&t, SLED_POSITION), 0.0);
                tool_close(&t);
            }
}

/* a tool may count with commas: the texts inside of the FMU do not */
static void test_the_locale_of_the_tool_does_not_matter(void) {
    EACH_VERSION(t) {
        if (!mr_test_decimal_comma())
            return;
        tool_open(&t, "#!mass=2.5\nstep=0.05");
        CU_ASSERT_EQUAL(tool_value(&t, tool_parameter(&t)), 2.5);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 5.0), OK);
        CU_ASSERT_EQUAL(tool_set(&t, tool_parameter(&t), 12.5), OK);
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_ACCELERATION), 0.4);
        char text[20];
        snprintf(text, sizeof text, "%.1f", 0.5);
        CU_ASSERT_STRING_EQUAL(text, "0,5"); /* the tool has its own again */
        mr_test_decimal_point();
        tool_close(&t);
    }
}

/* --- opening --- */

static void test_the_resources_are_found_by_uri_or_path(void) {
    static const struct {
        const char *format;
        bool good;
    } cases[] = {
        {"%s", true},
        {"file://%s", true},
        {"file:%s", true},
        {"file://host%s", true},
        {"file://%s/%%2e", true},
        {"file://%s/%%2E/", true},
        {"file://%s/%%2", false},
        {"file://%s/%%zz", false},
        {"%s/nowhere", false},
    };
    char *folder = tool_folder("{token}\nmass=2\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        char uri[200];
        snprintf(uri, sizeof uri, cases[i].format, folder);
        void *instance = fmi2Instantiate(NULL, FMI2_CO_SIMULATION, "{token}", uri, NULL, 0, 0);
        CU_ASSERT_EQUAL(instance != NULL, cases[i].good);
        fmi2FreeInstance(instance);
    }
    CU_ASSERT_PTR_NULL(fmi2Instantiate(NULL, FMI2_CO_SIMULATION, NULL, NULL, NULL, 0, 0));
    CU_ASSERT_PTR_NULL(fmi3InstantiateModelExchange(NULL, NULL, NULL, false, false, NULL, NULL));
    CU_ASSERT_PTR_NULL(
        fmi3InstantiateModelExchange("x", "{other}", folder, false, false, NULL, NULL));
    void *quiet = fmi3InstantiateModelExchange(NULL, "{token}", folder, false, false, NULL, NULL);
    CU_ASSERT_PTR_NOT_NULL(quiet);
    CU_ASSERT_EQUAL(
        fmi3DoStep(quiet, 0.0, 0.1, true, &(bool){0}, &(bool){0}, &(bool){0}, &(double){0.0}),
        FMI3_ERROR); /* a tool without a log */
    CU_ASSERT_EQUAL(fmi3SetDebugLogging(quiet, true, 0, NULL), FMI3_OK);
    fmi3FreeInstance(quiet);
    tool_remove(folder);
    CU_ASSERT_EQUAL(sled_count, 0);
}

/* the file in the resources may be anything */
static void test_a_slave_file_that_cannot_be_used_is_refused(void) {
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"", "slave.txt' cannot be read"},
        {"{token", "the token '{token}' is not that of this FMU, '{token'"},
        {"{token}s\nmass=2", "the token '{token}' is not that of this FMU, '{token}s'"},
        {"\n{token}\n", "the token '{token}' is not that of this FMU, ''"},
        {"{token}\n#!mass", "the parameters in slave.txt cannot be read"},
        {"{token}\nmass=-3", "a sled of -3 kg does not slide"},
        {"{token}\r\n#!mass=-3\r\n", "a sled of -3 kg does not slide"},
        {"{token}\nmass=-3 {resources} {resources}", "a sled of -3 kg does not slide"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EACH_VERSION(t) {
            char *folder = tool_folder(cases[i].text);
            tool_open_in(&t, folder);
            CU_ASSERT_PTR_NULL(t.instance);
            MR_ASSERT_CONTAINS(tool_said, cases[i].sentence);
            CU_ASSERT_EQUAL(sled_count, 0);
            tool_remove(folder);
        }
}

/* "{resources}" stands for the folder, each time; one with a quote could end a quoted text */
static void test_the_configuration_names_the_folder_of_the_resources(void) {
    EACH_VERSION(t) {
        char *folder = tool_folder("{token}\nmass=2 at='{resources}' and='{resources}/x'\n");
        char expected[200], quoted[100], file[120];
        tool_open_in(&t, folder);
        CU_ASSERT_PTR_NOT_NULL(t.instance);
        snprintf(expected, sizeof expected, "mass=2 at='%s' and='%s/x'", folder, folder);
        MR_ASSERT_CONTAINS(sled_text, expected);
        tool_close(&t);

        snprintf(quoted, sizeof quoted, "%s/it's", folder);
        CU_ASSERT_EQUAL_FATAL(mkdir(quoted, 0700), 0);
        snprintf(expected, sizeof expected, "%s/slave.txt", folder);
        snprintf(file, sizeof file, "%s/slave.txt", quoted);
        CU_ASSERT_EQUAL(link(expected, file), 0);
        tool_open_in(&t, quoted);
        CU_ASSERT_PTR_NULL(t.instance);
        MR_ASSERT_CONTAINS(tool_said, "has a quote in its name");
        CU_ASSERT_EQUAL(unlink(file) + rmdir(quoted), 0);
        tool_remove(folder);
    }
}

/* --- variables --- */

static void test_variables_that_do_not_exist_are_refused(void) {
    EACH_VERSION(t) {
        double value = 0.0;
        tool_open(&t, "#!mass=2");
        tool_begin(&t, 0.0);
        const unsigned beyond = tool_parameter(&t) + 1;
        CU_ASSERT_EQUAL(tool_get(&t, beyond, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "there is no such variable");
        const unsigned unset[] = {SLED_POSITION, SLED_GEAR_OUT, beyond, 4000000000u};
        for (size_t i = 0; i < COUNT(unset); i++) {
            CU_ASSERT_EQUAL(tool_set(&t, unset[i], 1.0), ERROR);
            MR_ASSERT_CONTAINS(tool_said, "only inputs and parameters can be set");
        }
        const unsigned without_rate[] = {SLED_FORCE, SLED_GEAR, tool_parameter(&t), beyond};
        for (size_t i = 0; i < COUNT(without_rate); i++) {
            CU_ASSERT_EQUAL(tool_rate(&t, without_rate[i], 1, &value), ERROR);
            MR_ASSERT_CONTAINS(tool_said, "outputs have derivatives of first order");
        }
        CU_ASSERT_EQUAL(tool_rate(&t, SLED_POSITION, 2, &value), ERROR);
        CU_ASSERT_EQUAL(tool_rate(&t, SLED_POSITION, 0, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "outputs have derivatives of first order");
        CU_ASSERT_EQUAL(tool_derivative(&t, SLED_FORCE, SLED_FORCE, 1.0, &value), ERROR);
        CU_ASSERT_EQUAL(tool_derivative(&t, beyond, SLED_FORCE, 1.0, &value), ERROR);
        CU_ASSERT_EQUAL(tool_derivative(&t, SLED_POSITION, tool_parameter(&t), 1.0, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "there is no such derivative");
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.1), OK); /* a wrong question is no failure */
        tool_close(&t);
    }
    tool t = {.version = 2};
    const unsigned references[] = {SLED_FORCE, SLED_FORCE, SLED_POSITION};
    const int orders[] = {0, 3, 1};
    const double rate = 1.0;
    tool_open(&t, "");
    for (size_t i = 0; i < COUNT(references); i++) {
        CU_ASSERT_EQUAL(
            fmi2SetRealInputDerivatives(t.instance, &references[i], 1, &orders[i], &rate),
            FMI2_ERROR);
        MR_ASSERT_CONTAINS(tool_said, "inputs have derivatives of first and second order");
    }
    tool_close(&t);
}

/* FMI 3.0 has whole arrays: 2 sleds */
static void test_arrays_are_set_and_got_as_wholes(void) {
    tool t = {.version = 3};
    static const uint32_t inputs[] = {SLED_FORCE, SLED_GEAR},
                          outputs[] = {SLED_VELOCITY, SLED_GEAR_OUT, SLED_ACCELERATION};
    static const double u[] = {2.0, 6.0, 3.0};
    static const int32_t orders[] = {1, 1};
    double y[5] = {0.0}, rates[4];
    tool_open(&t, "sleds=2 mass=2");
    CU_ASSERT_EQUAL(fmi3SetFloat64(t.instance, inputs, 2, u, 3), FMI3_OK);
    tool_begin(&t, 0.0);
    CU_ASSERT_EQUAL(tool_step(&(tool){.version = 2, .instance = t.instance}, 0.0, 1.0), OK);
    CU_ASSERT_EQUAL(fmi3GetFloat64(t.instance, outputs, 3, y, 5), FMI3_OK);
    const double expected[] = {1.0, 3.0, 3.0, 1.0, 3.0};
    for (int i = 0; i < 5; i++)
        MR_ASSERT_CLOSE(y[i], expected[i], 1e-12);
    CU_ASSERT_EQUAL(fmi3GetOutputDerivatives(t.instance, outputs, 2, orders, rates, 3), FMI3_OK);
    MR_ASSERT_CLOSE(rates[0], 1.0, 1e-12);
    MR_ASSERT_CLOSE(rates[1], 3.0, 1e-12);
    CU_ASSERT_EQUAL(rates[2], 0.0);
    /* less room than they have */
    CU_ASSERT_EQUAL(fmi3GetFloat64(t.instance, outputs, 3, y, 4), FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "not of that size");
    CU_ASSERT_EQUAL(fmi3SetFloat64(t.instance, inputs, 2, u, 2), FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "whole ones");
    CU_ASSERT_EQUAL(fmi3GetOutputDerivatives(t.instance, outputs, 1, orders, rates, 1), FMI3_ERROR);
    tool_close(&t);
}

/* --- directional derivatives: a = (F - k x - d v) / m --- */

static void test_directional_derivatives_are_those_of_the_motion(void) {
    static const struct {
        unsigned unknown, known;
        double value;
    } cases[] = {
        {SLED_ACCELERATION, SLED_FORCE, 1.0 / 4.0},
        {SLED_ACCELERATION, SLED_GEAR, 0.0},
        {SLED_ACCELERATION, SLED_POSITION, -12.0 / 4.0},
        {SLED_ACCELERATION, SLED_VELOCITY, -2.0 / 4.0},
        {SLED_ACCELERATION, SLED_ACCELERATION, 0.0},
        {SLED_POSITION, SLED_POSITION, 1.0},
        {SLED_VELOCITY, SLED_VELOCITY, 1.0},
        {SLED_VELOCITY, SLED_POSITION, 0.0},
        {SLED_POSITION, SLED_FORCE, 0.0},
        {SLED_GEAR_OUT, SLED_GEAR_OUT, 0.0},
    };
    EACH_VERSION(t) {
        tool_open(&t, "mass=4 stiffness=12 damping=2");
        tool_begin(&t, 0.0);
        for (size_t i = 0; i < COUNT(cases); i++) {
            double value = -1.0;
            CU_ASSERT_EQUAL(tool_derivative(&t, cases[i].unknown, cases[i].known, 3.0, &value), OK);
            CU_ASSERT_EQUAL(value, 3.0 * cases[i].value);
        }
        tool_close(&t);
    }
}

static void test_directional_derivatives_add_up_over_arrays(void) {
    tool t = {.version = 3};
    static const uint32_t unknowns[] = {SLED_VELOCITY, SLED_ACCELERATION},
                          knowns[] = {SLED_FORCE, SLED_VELOCITY, SLED_POSITION};
    static const double seed[] = {8.0, 0.0, 2.0, 1.0, 0.0, 1.0};
    double told[4] = {-1.0, -1.0, -1.0, -1.0};
    tool_open(&t, "sleds=2 mass=4 stiffness=12 damping=2");
    tool_begin(&t, 0.0);
    CU_ASSERT_EQUAL(
        fmi3GetDirectionalDerivative(t.instance, unknowns, 2, knowns, 3, seed, 6, told, 4),
        FMI3_OK);
    const double expected[] = {2.0, 1.0, 8.0 / 4.0 - 2.0 * 2.0 / 4.0, -2.0 / 4.0 - 12.0 / 4.0};
    for (int i = 0; i < 4; i++)
        MR_ASSERT_CLOSE(told[i], expected[i], 1e-12);
    CU_ASSERT_EQUAL(
        fmi3GetDirectionalDerivative(t.instance, unknowns, 2, knowns, 3, seed, 5, told, 4),
        FMI3_ERROR);
    CU_ASSERT_EQUAL(
        fmi3GetDirectionalDerivative(t.instance, unknowns, 2, knowns, 3, seed, 6, told, 3),
        FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "there is no such derivative");
    tool_close(&t);
}

/* --- states --- */

static double run(const tool *t, int from, int to) {
    for (int i = from; i < to; i++)
        CU_ASSERT_EQUAL(tool_step(t, 0.1 * i, 0.1), OK);
    return tool_value(t, SLED_POSITION);
}

static void test_a_state_brings_back_inputs_and_parameters_too(void) {
    EACH_VERSION(t) {
        void *early = NULL, *state = NULL;
        tool_open(&t, "#!mass=2\nstiffness=3 step=0.01");
        CU_ASSERT_EQUAL(tool_set(&t, tool_parameter(&t), 5.0), OK);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 4.0), OK);
        CU_ASSERT_EQUAL(tool_save(&t, &early), OK); /* before the start */
        tool_begin(&t, 0.0);
        run(&t, 0, 3);
        CU_ASSERT_EQUAL(tool_save(&t, &state), OK);
        const double expected = run(&t, 3, 6);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, -9.0), OK);
        run(&t, 6, 9);
        CU_ASSERT_EQUAL(tool_go_back(&t, state), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_FORCE), 4.0);
        CU_ASSERT_EQUAL(run(&t, 3, 6), expected);

        /* an instance that has its usual parameters again, and has not begun */
        CU_ASSERT_EQUAL(tool_reset(&t), OK);
        CU_ASSERT_EQUAL(tool_go_back(&t, state), OK);
        CU_ASSERT_EQUAL(tool_value(&t, tool_parameter(&t)), 5.0);
        CU_ASSERT_EQUAL(run(&t, 3, 6), expected);

        /* back to before the start: the parameters may be set */
        CU_ASSERT_EQUAL(tool_go_back(&t, early), OK);
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.1), ERROR);
        CU_ASSERT_EQUAL(tool_set(&t, tool_parameter(&t), 5.0), OK);
        CU_ASSERT_EQUAL(tool_save(&t, &state), OK); /* into the one that is there */
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(run(&t, 0, 6), expected);
        CU_ASSERT_EQUAL(tool_forget(&t, &early), OK);
        CU_ASSERT_EQUAL(tool_forget(&t, &state), OK);
        tool_close(&t);
    }
}

static void test_a_state_that_cannot_be_restored_ends_the_run(void) {
    EACH_VERSION(t) {
        void *state = NULL;
        tool_open(&t, "");
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(tool_save(&t, &state), OK);
        sled_fault.where = "save";
        CU_ASSERT_EQUAL(tool_save(&t, &state), ERROR); /* the old one stays */
        CU_ASSERT_PTR_NOT_NULL(state);
        sled_fault.where = "restore";
        CU_ASSERT_EQUAL(tool_go_back(&t, state), ERROR);
        CU_ASSERT_EQUAL(tool_step(&t, 0.0, 0.1), ERROR);
        CU_ASSERT_EQUAL(tool_forget(&t, &state), OK);
        tool_close(&t);
    }
}

static void test_bytes_of_no_state_of_this_model_are_refused(void) {
    for (int exchange = 0; exchange < 2; exchange++)
        EACH_VERSION(t) {
            void *state = NULL, *read = NULL;
            size_t size = 0;
            t.exchange = exchange;
            tool_open(&t, "#!mass=2");
            tool_begin(&t, 0.0);
            CU_ASSERT_EQUAL(tool_save(&t, &state), OK);
            CU_ASSERT_EQUAL(tool_bytes(&t, state, &size), OK);
            unsigned char *bytes = malloc(size);
            CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
            CU_ASSERT_EQUAL(tool_write(&t, state, bytes, size - 1), ERROR);
            MR_ASSERT_CONTAINS(tool_said, "the state needs");
            CU_ASSERT_EQUAL(tool_write(&t, NULL, bytes, size), ERROR);
            CU_ASSERT_EQUAL(tool_write(&t, state, bytes, size), OK);
            for (size_t length = 0; length < size; length += 7) { /* cut off */
                CU_ASSERT_EQUAL(tool_read(&t, bytes, length, &read), ERROR);
                CU_ASSERT_PTR_NULL(read);
            }
            /* the head: mark, configuration, sizes of both parts; and the phase: behind three
             * times */
            static const size_t places[] = {0, 7, 8, 15, 16, 23, 24, 31, 56, 59};
            for (size_t i = 0; i < COUNT(places); i++) {
                bytes[places[i]] ^= 0x80;
                CU_ASSERT_EQUAL(tool_read(&t, bytes, size, &read), ERROR);
                MR_ASSERT_CONTAINS(tool_said, "the bytes are of ");
                bytes[places[i]] ^= 0x80;
            }
            /* a run that never began */
            bytes[64] = 0;
            CU_ASSERT_EQUAL(tool_read(&t, bytes, size, &read), ERROR);
            bytes[64] = 1;
            CU_ASSERT_EQUAL(tool_read(&t, bytes, size, &read), OK);
            CU_ASSERT_EQUAL(tool_go_back(&t, read), OK);
            CU_ASSERT_EQUAL(tool_forget(&t, &read), OK);
            CU_ASSERT_EQUAL(tool_forget(&t, &state), OK);
            free(bytes);
            tool_close(&t);
        }
}

/* --- Model Exchange --- */

static void test_the_rates_of_the_states_are_those_of_the_motion(void) {
    EACH_VERSION(t) {
        static const double states[] = {0.5, -1.5};
        double x[2] = {9.0, 9.0}, rates[2] = {9.0, 9.0};
        t.exchange = true;
        tool_open(&t, "mass=4 stiffness=12 damping=2");
        const unsigned first = tool_parameter(&t);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 8.0), OK);
        CU_ASSERT_EQUAL(tool_enter(&t, 0.0), OK);
        CU_ASSERT_EQUAL(tool_get_states(&t, x, 2), OK); /* of the start, which is made for it */
        CU_ASSERT(x[0] == 0.0 && x[1] == 0.0);
        CU_ASSERT_EQUAL(tool_value(&t, first), 0.0);
        CU_ASSERT_EQUAL(tool_rates_of_states(&t, rates, 2), OK);
        CU_ASSERT(rates[0] == 0.0 && rates[1] == 2.0);
        CU_ASSERT_EQUAL(tool_exit(&t), OK);
        CU_ASSERT_EQUAL(tool_set_time(&t, 3.0), OK);
        CU_ASSERT_EQUAL(tool_set_states(&t, states, 2), OK);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_POSITION), 0.5);
        CU_ASSERT_EQUAL(tool_value(&t, SLED_VELOCITY), -1.5);
        CU_ASSERT_EQUAL(tool_value(&t, first + 1), -1.5);
        CU_ASSERT_EQUAL(tool_value(&t, first + 2), -1.5);
        CU_ASSERT_EQUAL(tool_value(&t, first + 3), (8.0 - 12.0 * 0.5 + 2.0 * 1.5) / 4.0);
        CU_ASSERT_EQUAL(tool_set(&t, SLED_FORCE, 0.0), OK); /* inputs count at once */
        CU_ASSERT_EQUAL(tool_rates_of_states(&t, rates, 2), OK);
        CU_ASSERT_EQUAL(rates[1], (0.0 - 12.0 * 0.5 + 2.0 * 1.5) / 4.0);
        CU_ASSERT_EQUAL(tool_step(&t, 3.0, 0.1), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "this instance is for Model Exchange");
        double value;
        CU_ASSERT_EQUAL(tool_get(&t, first + 4, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "there is no such variable");
        /* another number of states */
        CU_ASSERT_EQUAL(tool_get_states(&t, x, 1), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "the model has another number of states");
        CU_ASSERT_EQUAL(tool_set_states(&t, x, 3), ERROR);
        CU_ASSERT_EQUAL(tool_rates_of_states(&t, rates, 0), ERROR);
        tool_close(&t);
    }
}

static void test_directions_of_model_exchange_are_those_of_the_motion(void) {
    EACH_VERSION(t) {
        t.exchange = true;
        tool_open(&t, "#!mass=4\nstiffness=12 damping=2");
        tool_begin(&t, 0.0);
        const unsigned first = tool_parameter(&t) + 1;
        const struct {
            unsigned unknown, known;
            double value;
        } cases[] = {
            {first + 3, SLED_FORCE, 0.25},         {first + 3, first, -3.0},
            {first + 3, first + 1, -0.5},          {first + 2, first + 1, 1.0},
            {SLED_ACCELERATION, SLED_FORCE, 0.25}, {SLED_POSITION, first, 1.0},
            {SLED_GEAR_OUT, SLED_GEAR, 1.0},       {SLED_POSITION, SLED_FORCE, 0.0},
        };
        double value;
        for (size_t i = 0; i < COUNT(cases); i++) {
            CU_ASSERT_EQUAL(tool_derivative(&t, cases[i].unknown, cases[i].known, 2.0, &value), OK);
            MR_ASSERT_CLOSE(value, 2.0 * cases[i].value, 1e-9); /* differences: ten digits */
        }
        CU_ASSERT_EQUAL(tool_derivative(&t, first + 3, SLED_FORCE, 0.0, &value), OK);
        CU_ASSERT_EQUAL(value, 0.0);
        CU_ASSERT_EQUAL(tool_derivative(&t, first + 3, SLED_FORCE, INFINITY, &value), DISCARD);
        MR_ASSERT_CONTAINS(tool_said, "a seed is no finite number");
        CU_ASSERT_EQUAL(tool_derivative(&t, first + 3, first - 1, 1.0, &value), ERROR);
        CU_ASSERT_EQUAL(tool_derivative(&t, first + 3, first + 2, 1.0, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "derivatives are those by inputs and states");
        CU_ASSERT_EQUAL(tool_derivative(&t, first, SLED_FORCE, 1.0, &value), ERROR);
        CU_ASSERT_EQUAL(tool_derivative(&t, SLED_FORCE, SLED_FORCE, 1.0, &value), ERROR);
        CU_ASSERT_EQUAL(tool_derivative(&t, first + 4, SLED_FORCE, 1.0, &value), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "derivatives are those of outputs and of states' rates");
        tool_close(&t);
    }
}

static void test_where_the_slave_cannot_be_a_solver_may_try_elsewhere(void) {
    static const char *const places[] = {"set", "derivatives"};
    for (size_t i = 0; i < COUNT(places); i++)
        EACH_VERSION(t) {
            static const double there[2] = {1.0, 1.0};
            double rates[2], value;
            t.exchange = true;
            tool_open(&t, "");
            const unsigned first = tool_parameter(&t);
            tool_begin(&t, 0.0);
            CU_ASSERT_EQUAL(tool_set_states(&t, there, 2), OK);
            sled_fault = (sled_faults){places[i], MR_ERR_SLAVE_STEP, "the wall is there", 0.0, 0};
            CU_ASSERT_EQUAL(tool_rates_of_states(&t, rates, 2), DISCARD);
            MR_ASSERT_CONTAINS(tool_said, "the wall is there");
            CU_ASSERT_EQUAL(tool_get(&t, first + 2, &value), DISCARD);
            CU_ASSERT_EQUAL(tool_derivative(&t, first + 2, SLED_FORCE, 1.0, &value), DISCARD);
            if (i == 0)
                CU_ASSERT_EQUAL(tool_get(&t, SLED_POSITION, &value), DISCARD);
            sled_fault.where = NULL;
            CU_ASSERT_EQUAL(tool_rates_of_states(&t, rates, 2), OK);
            CU_ASSERT_EQUAL(rates[0], 1.0);
            CU_ASSERT_EQUAL(tool_value(&t, SLED_POSITION), 1.0);
            tool_close(&t);
        }
}

static void test_a_motion_that_is_no_system_of_states_is_refused(void) {
    EACH_VERSION(t) {
        t.exchange = true;
        sled_fault = (sled_faults){"count", MR_ERR_UNSUPPORTED, "it jumps", 0.0, 0};
        tool_open(&t, "");
        CU_ASSERT_PTR_NULL(t.instance);
        MR_ASSERT_CONTAINS(tool_said, "it jumps");
        CU_ASSERT_STRING_EQUAL(tool_category, "logStatusError");
        CU_ASSERT_EQUAL(sled_count, 0);
        sled_fault = (sled_faults){"get", MR_ERR_SLAVE_STEP, NULL, 0.0, 0};
        tool_open(&t, "");
        CU_ASSERT_EQUAL(tool_enter(&t, 2.0), OK);
        CU_ASSERT_EQUAL(tool_exit(&t), ERROR);
        MR_ASSERT_CONTAINS(tool_said, "the slave 'sled' failed at t = 2 s");
        tool_close(&t);
    }
}

static void test_each_kind_of_instance_refuses_the_functions_of_the_other(void) {
    for (int exchange = 0; exchange < 2; exchange++) {
        const int answer = exchange ? OK : ERROR;
        double x[2] = {0.0, 0.0};
        tool t = {.version = 2, .exchange = exchange};
        fmi2_event_info info;
        int event = 1, terminate = 1;
        tool_open(&t, "");
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(fmi2EnterEventMode(t.instance), answer);
        CU_ASSERT_EQUAL(fmi2NewDiscreteStates(t.instance, &info), answer);
        CU_ASSERT_FALSE(info.again || info.terminate || info.has_next_event);
        CU_ASSERT_EQUAL(fmi2EnterContinuousTimeMode(t.instance), answer);
        CU_ASSERT_EQUAL(fmi2CompletedIntegratorStep(t.instance, 1, &event, &terminate), answer);
        CU_ASSERT_FALSE(event || terminate);
        CU_ASSERT_EQUAL(fmi2GetEventIndicators(t.instance, x, 0), answer);
        CU_ASSERT_EQUAL(fmi2SetTime(t.instance, 0.0), answer);
        CU_ASSERT_EQUAL(fmi2GetNominalsOfContinuousStates(t.instance, x, 2), answer);
        CU_ASSERT_EQUAL(x[1], exchange ? 1.0 : 0.0);
        CU_ASSERT_EQUAL(tool_set_states(&t, x, 2), answer);
        CU_ASSERT_EQUAL(tool_rates_of_states(&t, x, 2), answer);
        if (!exchange)
            MR_ASSERT_CONTAINS(tool_said, "this instance is for Co-Simulation");
        CU_ASSERT_EQUAL(fmi2GetEventIndicators(t.instance, x, 1), FMI2_ERROR);
        MR_ASSERT_CONTAINS(tool_said, "there are no event indicators");
        CU_ASSERT_EQUAL(fmi2Terminate(t.instance), FMI2_OK);
        tool_close(&t);

        t = (tool){.version = 3, .exchange = exchange};
        bool flags[5] = {true, true, true, true, true};
        double next = -1.0;
        size_t count = 9;
        tool_open(&t, "");
        tool_begin(&t, 0.0);
        CU_ASSERT_EQUAL(fmi3EnterEventMode(t.instance), answer);
        CU_ASSERT_EQUAL(fmi3UpdateDiscreteStates(t.instance, &flags[0], &flags[1], &flags[2],
                                                 &flags[3], &flags[4], &next),
                        answer);
        CU_ASSERT_FALSE(flags[0] || flags[1] || flags[2] || flags[3] || flags[4]);
        CU_ASSERT_EQUAL(fmi3EnterContinuousTimeMode(t.instance), answer);
        flags[0] = flags[1] = true;
        CU_ASSERT_EQUAL(fmi3CompletedIntegratorStep(t.instance, true, &flags[0], &flags[1]),
                        answer);
        CU_ASSERT_FALSE(flags[0] || flags[1]);
        CU_ASSERT_EQUAL(fmi3GetEventIndicators(t.instance, x, 0), answer);
        CU_ASSERT_EQUAL(fmi3GetNumberOfContinuousStates(t.instance, &count), answer);
        CU_ASSERT_EQUAL(count, exchange ? 2 : 0);
        CU_ASSERT_EQUAL(fmi3GetNumberOfEventIndicators(t.instance, &count), answer);
        CU_ASSERT_EQUAL(count, 0);
        CU_ASSERT_EQUAL(fmi3SetTime(t.instance, 0.0), answer);
        x[1] = 0.0;
        CU_ASSERT_EQUAL(fmi3GetNominalsOfContinuousStates(t.instance, x, 2), answer);
        CU_ASSERT_EQUAL(x[1], exchange ? 1.0 : 0.0);
        CU_ASSERT_EQUAL(tool_set_states(&t, x, 2), answer);
        CU_ASSERT_EQUAL(tool_rates_of_states(&t, x, 2), answer);
        if (!exchange)
            MR_ASSERT_CONTAINS(tool_said, "this instance is for Co-Simulation");
        CU_ASSERT_EQUAL(fmi3GetEventIndicators(t.instance, x, 1), FMI3_ERROR);
        MR_ASSERT_CONTAINS(tool_said, "there are no event indicators");
        CU_ASSERT_EQUAL(fmi3Terminate(t.instance), FMI3_OK);
        tool_close(&t);
    }
}

/* --- what there is nothing of, but has to be there --- */

#define ABSENT2(X) X(GetInteger) X(GetBoolean) X(GetString) X(SetInteger) X(SetBoolean) X(SetString)
#define ABSENT3(X)                                                                                 \
    X(Float32)                                                                                     \
    X(Int8) X(UInt8) X(Int16) X(UInt16) X(Int32) X(UInt32) X(Int64) X(UInt64) X(Boolean) X(String)

fmi2_status fmi2GetStatus(void *component, fmi2_status_kind kind, fmi2_status *value);
fmi2_status fmi2GetIntegerStatus(void *component, fmi2_status_kind kind, int *value);
fmi2_status fmi2GetStringStatus(void *component, fmi2_status_kind kind, const char **value);
const char *fmi2GetTypesPlatform(void);
const char *fmi2GetVersion(void);

static void test_other_kinds_of_variables_there_are_none_fmi2(void) {
    tool t = {.version = 2};
    static const unsigned reference = 0;
    tool_open(&t, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(t.instance);
#define REFUSED(name)                                                                              \
    CU_ASSERT_EQUAL(fmi2##name(t.instance, NULL, 0, NULL), FMI2_OK);                               \
    tool_said[0] = '\0';                                                                           \
    CU_ASSERT_EQUAL(fmi2##name(t.instance, &reference, 1, NULL), FMI2_ERROR);                      \
    MR_ASSERT_CONTAINS(tool_said, "there are real variables only");
    ABSENT2(REFUSED)
#undef REFUSED
    CU_ASSERT_EQUAL(fmi2GetStatus(t.instance, FMI2_DO_STEP_STATUS, NULL), FMI2_DISCARD);
    CU_ASSERT_EQUAL(fmi2GetIntegerStatus(t.instance, FMI2_DO_STEP_STATUS, NULL), FMI2_DISCARD);
    CU_ASSERT_EQUAL(fmi2GetStringStatus(t.instance, FMI2_PENDING_STATUS, NULL), FMI2_DISCARD);
    CU_ASSERT_STRING_EQUAL(fmi2GetTypesPlatform(), "default");
    CU_ASSERT_STRING_EQUAL(fmi2GetVersion(), "2.0");
    CU_ASSERT_EQUAL(fmi2SetDebugLogging(t.instance, 1, 0, NULL), FMI2_OK);
    CU_ASSERT_EQUAL(fmi2FreeFMUstate(t.instance, NULL), FMI2_OK);
    tool_close(&t);
}

const char *fmi3GetVersion(void);
fmi3_status fmi3EvaluateDiscreteStates(void *instance);
fmi3_status fmi3SetIntervalDecimal(void *, const uint32_t[], size_t, const double[]);
fmi3_status fmi3SetIntervalFraction(void *, const uint32_t[], size_t, const uint64_t[],
                                    const uint64_t[]);
fmi3_status fmi3GetShiftFraction(void *, const uint32_t[], size_t, uint64_t[], uint64_t[]);
fmi3_status fmi3SetShiftDecimal(void *, const uint32_t[], size_t, const double[]);
fmi3_status fmi3SetShiftFraction(void *, const uint32_t[], size_t, const uint64_t[],
                                 const uint64_t[]);
fmi3_status fmi3GetIntervalFraction(void *, const uint32_t[], size_t, uint64_t[], uint64_t[],
                                    int[]);
fmi3_status fmi3GetNumberOfVariableDependencies(void *, uint32_t, size_t *);
fmi3_status fmi3GetVariableDependencies(void *, uint32_t, size_t[], uint32_t[], size_t[], int[],
                                        size_t);
fmi3_status fmi3GetAdjointDerivative(void *, const uint32_t[], size_t, const uint32_t[], size_t,
                                     const double[], size_t, double[], size_t);

static void test_other_kinds_of_variables_there_are_none_fmi3(void) {
    tool t = {.version = 3};
    static const uint32_t reference = 0;
    size_t count = 7;
    tool_open(&t, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(t.instance);
    void *i = t.instance;
#define REFUSED(name)                                                                              \
    CU_ASSERT_EQUAL(fmi3Get##name(i, NULL, 0, NULL, 0), FMI3_OK);                                  \
    CU_ASSERT_EQUAL(fmi3Set##name(i, NULL, 0, NULL, 0), FMI3_OK);                                  \
    tool_said[0] = '\0';                                                                           \
    CU_ASSERT_EQUAL(fmi3Get##name(i, &reference, 1, NULL, 1), FMI3_ERROR);                         \
    MR_ASSERT_CONTAINS(tool_said, "there are Float64 variables only");                             \
    CU_ASSERT_EQUAL(fmi3Set##name(i, &reference, 1, NULL, 1), FMI3_ERROR);
    ABSENT3(REFUSED)
#undef REFUSED
    CU_ASSERT_EQUAL(fmi3GetBinary(i, NULL, 0, NULL, NULL, 0), FMI3_OK);
    CU_ASSERT_EQUAL(fmi3SetBinary(i, NULL, 0, NULL, NULL, 0), FMI3_OK);
    CU_ASSERT_EQUAL(fmi3GetBinary(i, &reference, 1, NULL, NULL, 1), FMI3_ERROR);
    CU_ASSERT_EQUAL(fmi3SetBinary(i, &reference, 1, NULL, NULL, 1), FMI3_ERROR);
    /* clocks */
#define REFUSED(name, ...)                                                                         \
    CU_ASSERT_EQUAL(fmi3##name(i, NULL, 0, __VA_ARGS__), FMI3_OK);                                 \
    tool_said[0] = '\0';                                                                           \
    CU_ASSERT_EQUAL(fmi3##name(i, &reference, 1, __VA_ARGS__), FMI3_ERROR);                        \
    MR_ASSERT_CONTAINS(tool_said, "there are no clocks");
    REFUSED(GetClock, NULL)
    REFUSED(SetClock, NULL)
    REFUSED(GetIntervalDecimal, NULL, NULL)
    REFUSED(SetIntervalDecimal, NULL)
    REFUSED(SetIntervalFraction, NULL, NULL)
    REFUSED(GetShiftDecimal, NULL)
    REFUSED(GetShiftFraction, NULL, NULL)
    REFUSED(SetShiftDecimal, NULL)
    REFUSED(SetShiftFraction, NULL, NULL)
    REFUSED(GetIntervalFraction, NULL, NULL, NULL)
#undef REFUSED
    /* modes, partitions, and the rest */
    CU_ASSERT_EQUAL(fmi3EnterStepMode(i), FMI3_ERROR);
    CU_ASSERT_EQUAL(fmi3EnterConfigurationMode(i), FMI3_ERROR);
    CU_ASSERT_EQUAL(fmi3ExitConfigurationMode(i), FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "neither events nor a configuration mode");
    CU_ASSERT_EQUAL(fmi3GetNumberOfVariableDependencies(i, 0, &count), FMI3_ERROR);
    CU_ASSERT_EQUAL(count, 0);
    CU_ASSERT_EQUAL(fmi3GetVariableDependencies(i, 0, NULL, NULL, NULL, NULL, 0), FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "dependencies are those of the model description");
    CU_ASSERT_EQUAL(fmi3GetAdjointDerivative(i, NULL, 0, NULL, 0, NULL, 0, NULL, 0), FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "there are directional derivatives only");
    CU_ASSERT_EQUAL(fmi3ActivateModelPartition(i, 0, 0.0), FMI3_ERROR);
    MR_ASSERT_CONTAINS(tool_said, "this FMU has no partitions");
    CU_ASSERT_PTR_NULL(fmi3InstantiateScheduledExecution("x", "{token}", "/tmp", false, false, NULL,
                                                         NULL, NULL, NULL, NULL));
    CU_ASSERT_EQUAL(fmi3EvaluateDiscreteStates(i), FMI3_ERROR);
    CU_ASSERT_STRING_EQUAL(fmi3GetVersion(), "3.0");
    CU_ASSERT_EQUAL(fmi3FreeFMUState(i, NULL), FMI3_OK);
    tool_close(&t);
}

static const mr_test tests[] = {
    MR_TEST(test_inputs_go_on_with_the_rates_that_are_told),
    MR_TEST(test_inputs_in_the_middle_of_a_step_are_asked_for),
    MR_TEST(test_the_start_has_the_inputs_that_were_set_and_its_own_time),
    MR_TEST(test_a_step_is_one_from_where_the_slave_is_and_forward),
    MR_TEST(test_steps_of_a_slave_that_makes_only_its_own),
    MR_TEST(test_a_slave_that_does_not_advance_has_failed),
    MR_TEST(test_a_slave_may_end_its_simulation),
    MR_TEST(test_a_failure_has_the_sentence_of_the_slave_or_one_of_ours),
    MR_TEST(test_what_the_slave_lacks_is_refused),
    MR_TEST(test_before_the_start_there_is_nothing_to_ask),
    MR_TEST(test_parameters_are_options_of_the_slave_until_the_start),
    MR_TEST(test_parameters_that_do_not_fit_end_the_run_but_not_the_program),
    MR_TEST(test_the_locale_of_the_tool_does_not_matter),
    MR_TEST(test_the_resources_are_found_by_uri_or_path),
    MR_TEST(test_a_slave_file_that_cannot_be_used_is_refused),
    MR_TEST(test_the_configuration_names_the_folder_of_the_resources),
    MR_TEST(test_variables_that_do_not_exist_are_refused),
    MR_TEST(test_arrays_are_set_and_got_as_wholes),
    MR_TEST(test_directional_derivatives_are_those_of_the_motion),
    MR_TEST(test_directional_derivatives_add_up_over_arrays),
    MR_TEST(test_a_state_brings_back_inputs_and_parameters_too),
    MR_TEST(test_a_state_that_cannot_be_restored_ends_the_run),
    MR_TEST(test_bytes_of_no_state_of_this_model_are_refused),
    MR_TEST(test_the_rates_of_the_states_are_those_of_the_motion),
    MR_TEST(test_directions_of_model_exchange_are_those_of_the_motion),
    MR_TEST(test_where_the_slave_cannot_be_a_solver_may_try_elsewhere),
    MR_TEST(test_a_motion_that_is_no_system_of_states_is_refused),
    MR_TEST(test_other_kinds_of_variables_there_are_none_fmi2),
    MR_TEST(test_other_kinds_of_variables_there_are_none_fmi3),
    MR_TEST(test_each_kind_of_instance_refuses_the_functions_of_the_other),
};

int main(int argc, char **argv) {
    sled_restore();
    return mr_test_main("fmu_export_functions", tests, COUNT(tests), argc, argv);
}
