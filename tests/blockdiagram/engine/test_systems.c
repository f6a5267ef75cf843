/* what becomes of systems and of blocks that cannot run: nesting, blocks that are commented out or
 * through, reasons of refusals, masks and code of the model that cannot be done */
#include "mini.h"

#include "blockdiagram/edit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONCE "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"

static void refused(const char *text, const char *sentence) {
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NULL(m->run);
    if (strcmp(m->error.text, sentence) != 0)
        printf("%s\n", m->error.text);
    CU_ASSERT_STRING_EQUAL(m->error.text, sentence);
    mini_free(m);
}

/* ---- blocks that nobody can run ---- */

/* every one is named, with its reason where there is a known one; those of one reason together, of
 * many the first three */
static void test_blocks_that_cannot_be_simulated(void) {
    refused(ONCE "Frobnicator a\n", "1 block cannot be simulated: m/a (Frobnicator)");
    refused(ONCE "StringFold a\n",
            "1 block cannot be simulated: m/a: this block of strings is not supported");
    refused(ONCE "EntityQueue a\n",
            "1 block cannot be simulated: m/a: discrete-event systems are not supported");
    refused(ONCE "Playback a\n", "1 block cannot be simulated: m/a: recordings of the Simulation "
                                 "Data Inspector cannot be read");
    refused(
        ONCE "CCaller a\nCFunction b\n",
        "2 blocks cannot be simulated: m/a: custom C code outside of S-functions (CCaller) is "
        "not supported; m/b: custom C code outside of S-functions (CFunction) is not supported");
    refused(ONCE "Queue a\nSubSystem s {\nSend b\nReceive c\n}\nMessageMerge d\nPMComponent e\n",
            "5 blocks cannot be simulated: m/a, m/s/b, m/s/c and 1 more: messages are not "
            "supported; m/e: physical networks cannot be simulated");
    refused(ONCE "MATLABDiscreteEventSystem a\nWhatsit b\nWhatsit c\n",
            "3 blocks cannot be simulated: m/a: a discrete-event System object needs MATLAB; m/b, "
            "m/c (Whatsit)");
    /* what is missing besides is told as well */
    refused(ONCE "Frobnicator a\nGain g Gain=nowhere\nSubSystem s {\nGain g Gain=nowhere*2\nGain h "
                 "Gain=else_where\n}\n",
            "1 block cannot be simulated: m/a (Frobnicator); there is no variable or function "
            "'nowhere' (m/g: Gain, m/s/g: Gain), 'else_where' (m/s/h: Gain)");
}

/* ---- commented out and through ---- */

/* out: as if it were not there, and its readers read zeros. Through: as a wire from each input to
 * the output of the same number */
static void test_commented_blocks(void) {
    mini *m =
        mini_run(ONCE "Constant c Value=7\nGain g Gain=3 Commented=on\nOutport y\nc -> g\n"
                      "g -> y\nGain h Gain=3 Commented=through\nOutport z\nc -> h\nh -> z\n"
                      "SubSystem s Commented=through {\nInport a\nInport b Port=2\nOutport p\n"
                      "Outport q Port=2\nGain x\nGain y\na -> x\nb -> y\nx -> q\ny -> p\n}\n"
                      "Constant d Value=9\nc -> s:1\nd -> s:2\nOutport v\nOutport w\n"
                      "s:1 -> v\ns:2 -> w\nFrobnicator f Commented=on\n",
                 NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 0.0);
    CU_ASSERT_EQUAL(mini_last(m, "z"), 7.0);
    CU_ASSERT_EQUAL(mini_last(m, "v"), 7.0);
    CU_ASSERT_EQUAL(mini_last(m, "w"), 9.0);
    mini_free(m);
}

/* ---- nesting ---- */

/* a Gain of 2 below so many subsystems */
static mini *nested(int depth) {
    mini *m = calloc(1, sizeof *m);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    m->diagram = mini_build(ONCE "Constant c Value=21\nOutport y\n");
    bd_system *system = m->diagram->root;
    for (int i = 0; i < depth; i++) {
        bd_node *node = bd_system_add(system, "SubSystem", "s", NULL);
        bd_system *inside = bd_node_open(node);
        bd_system_add(inside, "Inport", "in", NULL);
        bd_system_add(inside, "Outport", "out", NULL);
        const char *from = i ? "in" : "c", *to = i ? "out" : "y";
        bd_error error = {0};
        const bd_end ends[2][2] = {
            {{bd_system_find(system, from), BD_PORT_OUTPUT, 0}, {node, BD_PORT_INPUT, 0}},
            {{node, BD_PORT_OUTPUT, 0}, {bd_system_find(system, to), BD_PORT_INPUT, 0}}};
        for (int k = 0; k < 2; k++)
            CU_ASSERT_EQUAL_FATAL(bd_system_connect_ends(system, ends[k][0], ends[k][1], &error),
                                  BD_OK);
        system = inside;
    }
    bd_node *gain = bd_system_add(system, "Gain", "g", "Gain", "2", NULL);
    bd_error error = {0};
    const bd_end in = {bd_system_find(system, "in"), BD_PORT_OUTPUT, 0},
                 out = {bd_system_find(system, "out"), BD_PORT_INPUT, 0};
    bd_system_connect_ends(system, in, (bd_end){gain, BD_PORT_INPUT, 0}, &error);
    bd_system_connect_ends(system, (bd_end){gain, BD_PORT_OUTPUT, 0}, out, &error);
    if (bd_run_compile(m->diagram, NULL, NULL, NULL, &m->run, &m->error) == BD_OK)
        bd_run_complete(m->run, &m->error);
    return m;
}

static void test_systems_are_nested_two_hundred_deep(void) {
    static const int depths[] = {1, 2, 50, 200};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        mini *m = nested(depths[i]);
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
        CU_ASSERT_EQUAL(mini_last(m, "y"), 42.0);
        mini_free(m);
    }
    mini *m = nested(201);
    CU_ASSERT_EQUAL(m->error.status, BD_LIMIT_EXCEEDED);
    MR_ASSERT_CONTAINS(m->error.text, "/s/s: subsystems are nested too deeply");
    mini_free(m);
}

/* ---- wishes that are told ---- */

static void test_wishes_of_ports_are_told(void) {
    mini *m = mini_run(ONCE "Constant c\nSubSystem s {\nInport in LatchByDelayingOutsideSignal=on\n"
                            "Outport out SourceOfInitialOutputValue='Input signal'\nEnablePort e\n"
                            "in -> out\n}\nc -> s\nc -> s:enable\nOutport y\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(m->log.total, 2);
    CU_ASSERT_TRUE(mini_log_has(m, "m/s/in: the input is not latched: it is read as it is"));
    CU_ASSERT_TRUE(
        mini_log_has(m, "m/s/out: its initial output is to come from the signal inside"));
    mini_free(m);
    /* an InitialOutput that is none */
    m = mini_run(ONCE "Constant c Value=0\nSubSystem s {\nInport in\nOutport out "
                      "InitialOutput='{1}'\nEnablePort e\nin -> out\n}\nc -> s\nc -> s:enable\n"
                      "Outport y\ns -> y\n",
                 NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 0.0);
    CU_ASSERT_TRUE(
        mini_log_has(m, "m/s/out: InitialOutput is no number: the output begins at zero"));
    mini_free(m);
    m = mini_create(ONCE
                    "Constant c Value='[1 2 3]'\nConstant n Value=0\nSubSystem s {\nInport in\n"
                    "Outport out InitialOutput='[4 5]'\nEnablePort e\nin -> out\n}\nc -> s\n"
                    "n -> s:enable\nOutport y\ns -> y\n",
                    NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_BAD_VALUE);
    MR_ASSERT_CONTAINS(m->error.text,
                       "m/s/out: InitialOutput: 2 elements do not fit a signal of 3");
    mini_free(m);
}

/* a statement of the model's code that cannot be done is told with its place, and passed over */
static void test_code_of_the_model_that_cannot_be_done(void) {
    static const char *const names[] = {"PreLoadFcn", "PostLoadFcn", "InitFcn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mini *m = calloc(1, sizeof *m);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m);
        m->diagram = mini_build(ONCE "Constant c Value=a\nOutport y\nc -> y\n");
        const bd_setting code = {names[i], "a = 5; error('no more'); a = 6;"};
        CU_ASSERT_EQUAL(bd_edit_set_model(m->diagram, &code, 1, &m->error), BD_OK);
        bd_options o = bd_options_default();
        o.log = &m->log;
        CU_ASSERT_EQUAL_FATAL(bd_run_compile(m->diagram, NULL, &o, NULL, &m->run, &m->error),
                              BD_OK);
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
        CU_ASSERT_EQUAL(mini_last(m, "y"), 6.0);
        char told[60];
        snprintf(told, sizeof told, "m: %s:1: ", names[i]);
        CU_ASSERT_EQUAL(m->log.total, 1);
        CU_ASSERT_TRUE(mini_log_has(m, told));
        CU_ASSERT_TRUE(mini_log_has(m, "no more"));
        mini_free(m);
    }
    mini *m = mini_run(ONCE "SubSystem s mask.k=4 init='k = 5; error(`no more`); k = 6;' {\n"
                            "Constant c Value=k\nOutport out\nc -> out\n}\nOutport y\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 6.0);
    CU_ASSERT_TRUE(mini_log_has(m, "m/s: mask initialisation:1: "));
    CU_ASSERT_TRUE(mini_log_has(m, "no more"));
    mini_free(m);
}

/* on and off in any case, and 1 and 0: an integral that is held at 0.5, or not */
static void test_words_of_a_flag(void) {
    static const struct {
        const char *word;
        double last;
    } cases[] = {{"on", 0.5}, {"On", 0.5}, {"ON", 0.5}, {"1", 0.5},   {"off", 2.0}, {"Off", 2.0},
                 {"0", 2.0},  {"2", NAN},  {"-1", NAN}, {"yes", NAN}, {"10", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "set SolverName ode4\nset FixedStep 0.25\nset StopTime 2\nConstant c\nIntegrator x "
            "UpperSaturationLimit=0.5 LimitOutput=%s\nc -> x\nOutport y\nx -> y\n",
            cases[i].word);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_EQUAL(m->run == NULL, isnan(cases[i].last));
        if (m->run) {
            CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
            CU_ASSERT_EQUAL(mini_last(m, "y"), cases[i].last);
        } else {
            char told[100];
            snprintf(told, sizeof told, "m/x: LimitOutput must be on or off, not '%s'",
                     cases[i].word);
            CU_ASSERT_STRING_EQUAL(m->error.text, told);
        }
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_blocks_that_cannot_be_simulated),
        MR_TEST(test_commented_blocks),
        MR_TEST(test_systems_are_nested_two_hundred_deep),
        MR_TEST(test_wishes_of_ports_are_told),
        MR_TEST(test_words_of_a_flag),
        MR_TEST(test_code_of_the_model_that_cannot_be_done),
    };
    return mr_test_main("blockdiagram_systems", tests, sizeof tests / sizeof *tests, argc, argv);
}
