/* variants: the active choice by label and by condition, blocks behind what is not active */
#include "mini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 2\n"

/* u = 5 through one of three choices: 2u, -u, u + the second input 7 (ports in another order) */
#define SYSTEM                                                                                     \
    "Constant u Value=5\nConstant w Value=7\nOutport y\n"                                          \
    "SubSystem v Variant=on %s {\nInport u\nInport w\nOutport y\n"                                 \
    "SubSystem double VariantControl='%s' {\nInport u\nOutport y\nGain g Gain=2\nu -> g\ng -> "    \
    "y\n}\n"                                                                                       \
    "SubSystem minus VariantControl='%s' {\nInport u\nOutport y\nGain g Gain=-1\nu -> g\ng -> "    \
    "y\n}\n"                                                                                       \
    "SubSystem sum VariantControl='%s' {\nInport w\nInport u\nOutport y\nGain g Gain=10\n"         \
    "Sum s Inputs=++\nu -> g\ng -> s:1\nw -> s:2\ns -> y\n}\n"                                     \
    "}\nu -> v:1\nw -> v:2\nv -> y\n"

static double run(const char *text, const char *code) {
    mini *m = mini_try(text, code);
    if (m->error.status != BD_OK)
        printf("%s\n", m->error.text);
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    double y = mini_last(m, "y");
    mini_free(m);
    return y;
}

static void refused(const char *text, const char *code, const char *sentence) {
    mini *m = mini_try(text, code);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

static const char *variant(const char *settings, const char *a, const char *b, const char *c) {
    static char text[3000];
    snprintf(text, sizeof text, RUN SYSTEM, settings, a, b, c);
    return text;
}

static void test_choice_by_label(void) {
    static const struct {
        const char *settings;
        double y;
    } cases[] = {{"VariantControlMode=label LabelModeActiveChoice=A", 10.0},
                 {"VariantControlMode=label LabelModeActiveChoice=B", -5.0},
                 {"LabelModeActiveChoice=C", 57.0},
                 {"OverrideUsingVariant=B", -5.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CU_ASSERT_EQUAL(run(variant(cases[i].settings, "A", "B", "C"), ""), cases[i].y);
    refused(variant("VariantControlMode=label LabelModeActiveChoice=D", "A", "B", "C"), "",
            "m/v: none of its variants has the label");
}

static void test_choice_by_condition(void) {
    const char *text =
        variant("VariantControlMode=expression", "MODE == 1", "MODE == 2 && FINE", "(default)");
    CU_ASSERT_EQUAL(run(text, "MODE = 1; FINE = true;"), 10.0);
    CU_ASSERT_EQUAL(run(text, "MODE = 2; FINE = true;"), -5.0);
    CU_ASSERT_EQUAL(run(text, "MODE = 2; FINE = false;"), 57.0);
    CU_ASSERT_EQUAL(run(text, "MODE = Simulink.VariantControl('Value', 1); FINE = 1;"), 10.0);
    refused(text, "MODE = 2;", "m/v: condition of a variant: cannot evaluate 'MODE == 2 && FINE'");
    /* a control that is a comment takes no part */
    CU_ASSERT_EQUAL(run(variant("", "% MODE == 1", "MODE == 1", "MODE == 3"), "MODE = 1;"), -5.0);
    /* blanks before it, and words for runs and for generated code */
    CU_ASSERT_EQUAL(run(variant("", "  % MODE == 1", "  MODE == 1", ""), "MODE = 1;"), -5.0);
    CU_ASSERT_EQUAL(run(variant("", " (codegen)", " (sim)", "false"), ""), -5.0);
}

static void test_variant_objects_stand_for_their_condition(void) {
    const char *text = variant("", "FIRST", "SECOND", "~FIRST && ~SECOND");
    const char *code = "FIRST = Simulink.Variant('MODE == 1'); SECOND = Simulink.Variant;"
                       "SECOND.Condition = 'MODE == 2';";
    static const double y[] = {10.0, -5.0, 57.0};
    for (int mode = 1; mode <= 3; mode++) {
        char all[300];
        snprintf(all, sizeof all, "%s MODE = %d;", code, mode);
        CU_ASSERT_EQUAL(run(text, all), y[mode - 1]);
    }
    refused(text, "FIRST = Simulink.Variant('FIRST'); SECOND = 0;", "nested too deeply");
}

static void test_none_and_two_active_are_told(void) {
    const char *text = variant("", "A == 1", "A > 0", "A == 3");
    refused(text, "A = 1;", "m/v: two of its variants are active: 'A == 1' and 'A > 0'");
    refused(text, "A = -1;", "m/v: none of its 3 variants is active: 'A == 1', 'A > 0', 'A == 3'");
    text = variant("AllowZeroVariantControls=on", "A == 1", "A > 0", "A == 3");
    /* the Outport behind it does not run */
    mini *m = mini_try(text, "A = -1;");
    CU_ASSERT_EQUAL(m->error.status, BD_OK);
    CU_ASSERT_EQUAL(bd_run_record_count(m->run), 0);
    mini_free(m);
}

/* what is not chosen may use what is not there */
static void test_other_choices_are_not_compiled(void) {
    CU_ASSERT_EQUAL(run(RUN "Constant u Value=5\nOutport y\nSubSystem v Variant=on {\n"
                            "Inport u\nOutport y\n"
                            "SubSystem a VariantControl=MODE==1 {\nInport u\nOutport y\n"
                            "M-S-Function f\nGoto t GotoTag=T\nGain g Gain=nowhere\n"
                            "u -> f\nf -> g\ng -> y\nf -> t\n}\n"
                            "SubSystem b VariantControl=MODE==2 {\nInport u\nOutport y\n"
                            "Goto t GotoTag=T\nFrom f GotoTag=T\nu -> t\nf -> y\n}\n"
                            "}\nu -> v\nv -> y\n",
                        "MODE = 2;"),
                    5.0);
}

/* the control port belongs to the choice: counts steps while the clock is above 0.5 */
static void test_choice_that_is_enabled(void) {
    CU_ASSERT_EQUAL(run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 5\n"
                        "Step e Time=2.5\nOutport y\nSubSystem v Variant=on {\n"
                        "EnablePort Enable\nOutport y\n"
                        "SubSystem a VariantControl=MODE==1 {\nOutport y\nEnablePort Enable\n"
                        "Constant one\nSum s Inputs=++\nUnitDelay z SampleTime=1\n"
                        "one -> s:1\nz -> s:2\ns -> z\ns -> y\n}\n"
                        "}\ne -> v:enable\nv -> y\n",
                        "MODE = 1;"),
                    3.0);
}

/* conditions see the mask around the variant */
static void test_conditions_use_the_mask(void) {
    CU_ASSERT_EQUAL(run(RUN "Constant u Value=5\nOutport y\nSubSystem s mask.MODE=K+1 {\nInport u\n"
                            "Outport y\nConstant other Value=9\n"
                            "VariantSource v VariantControls={`MODE==1`,`MODE==2`}\n"
                            "u -> v:1\nother -> v:2\nv -> y\n}\nu -> s\ns -> y\n",
                        "K = 1;"),
                    9.0);
}

#define SOURCE                                                                                     \
    RUN "Constant a Value=1\nConstant b Value=2\nConstant c Value=3\nOutport y\n"                  \
        "VariantSource v %s\na -> v:1\nb -> v:2\nc -> v:3\nv -> y\n"

static void test_variant_source(void) {
    char text[1000];
    snprintf(text, sizeof text, SOURCE, "VariantControls={`M==1`,`M==2`,`(default)`}");
    CU_ASSERT_EQUAL(run(text, "M = 1;"), 1.0);
    CU_ASSERT_EQUAL(run(text, "M = 2;"), 2.0);
    CU_ASSERT_EQUAL(run(text, "M = 7;"), 3.0);
    snprintf(text, sizeof text, SOURCE,
             "VariantControls={`P`,`Q`,`R`} VariantControlMode=label LabelModeActiveChoice=Q");
    CU_ASSERT_EQUAL(run(text, ""), 2.0);
    snprintf(text, sizeof text, SOURCE, "VariantControls={`M==1`,`M==2`,`M==3`}");
    refused(text, "M = 0;", "m/v: none of its 3 variants is active");
    snprintf(text, sizeof text, SOURCE, "VariantControls={`M==1`,`M==`,`M==3`}");
    refused(text, "M = 0;", "m/v: condition of a variant");
    snprintf(text, sizeof text, SOURCE, "VariantControls=3");
    refused(text, "", "m/v: VariantControls names no choice");
}

/* an assertion that would fail lies behind the part that is not active, through a subsystem, a loop
 * and a Goto */
static void test_blocks_behind_an_inactive_sink_do_not_run(void) {
    const char *text =
        RUN "Constant u Value=0\nOutport y\nVariantSink v VariantControls={`M==1`,`M==2`}\n"
            "u -> v\nBias p Bias=4\nv:1 -> p\n"
            "SubSystem s {\nInport in\nOutport out\nSum sum Inputs=++\nUnitDelay z "
            "SampleTime=1\nin -> sum:1\nz -> sum:2\nsum -> z\nsum -> out\n}\nv:2 -> "
            "s\nGoto g GotoTag=T\ns -> g\nFrom f GotoTag=T\nAssertion check\nf -> check\n"
            "VariantSource w VariantControls={`M==1`,`M==2`}\np -> w:1\ns -> w:2\nw -> y\n";
    CU_ASSERT_EQUAL(run(text, "M = 1;"), 4.0);
    refused(text, "M = 2;", "m/check");
}

/* one block runs into a Merge, the other does not exist */
static void test_sink_whose_other_output_is_an_enabled_subsystem(void) {
    const char *text = RUN
        "Constant u Value=3\nConstant on Value=1\nOutport y\n"
        "VariantSink v VariantControls={`M==1`,`M==2`}\nu -> v\n"
        "SubSystem a {\nInport in\nOutport out\nEnablePort e\nGain k Gain=2\nin -> k\nk -> out\n}\n"
        "SubSystem b {\nInport in\nOutport out\nEnablePort e\nGain k Gain=5\nin -> k\nk -> out\n}\n"
        "on -> a:enable\nv:1 -> a\nv:2 -> b:enable\nu -> b\n"
        "VariantSource w VariantControls={`M==1`,`M==2`}\na -> w:1\nb -> w:2\nw -> y\n";
    CU_ASSERT_EQUAL(run(text, "M = 1;"), 6.0);
    CU_ASSERT_EQUAL(run(text, "M = 2;"), 15.0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_choice_by_label),
        MR_TEST(test_choice_by_condition),
        MR_TEST(test_variant_objects_stand_for_their_condition),
        MR_TEST(test_none_and_two_active_are_told),
        MR_TEST(test_other_choices_are_not_compiled),
        MR_TEST(test_choice_that_is_enabled),
        MR_TEST(test_conditions_use_the_mask),
        MR_TEST(test_variant_source),
        MR_TEST(test_blocks_behind_an_inactive_sink_do_not_run),
        MR_TEST(test_sink_whose_other_output_is_an_enabled_subsystem),
    };
    return mr_test_main("blockdiagram_variants", tests, sizeof tests / sizeof *tests, argc, argv);
}
