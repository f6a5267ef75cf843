/* states that are charts of their own, and what a chart finds outside of it */
#define _POSIX_C_SOURCE 200809L
#include "case.h"
#include "mr_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SFUNCTION(n)                                                                               \
    "Block {\nBlockType Inport\nName \"u\"\n}\n"                                                   \
    "Block {\nBlockType \"S-Function\"\nName \" SFunction \"\nFunctionName \"sf_sfun\"\n"          \
    "Tag \"Stateflow S-Function m " n "\"\nPorts [1, 2]\n}\n"                                      \
    "Block {\nBlockType Terminator\nName \"end\"\n}\nBlock {\nBlockType Outport\nName \"y\"\n}\n"  \
    "Line {\nSrcBlock \"u\"\nSrcPort 1\nDstBlock \" SFunction \"\nDstPort 1\n}\n"                  \
    "Line {\nSrcBlock \" SFunction \"\nSrcPort 1\nDstBlock \"end\"\nDstPort 1\n}\n"                \
    "Line {\nSrcBlock \" SFunction \"\nSrcPort 2\nDstBlock \"y\"\nDstPort 1\n}\n"
#define CHART_BLOCK(name, inside)                                                                  \
    "Block {\nBlockType SubSystem\nName \"" name "\"\nPorts [1, 1]\nSFBlockType \"Chart\"\n"       \
    "System {\nName \"" name "\"\n" inside "}\n}\n"
#define STATE(id, parent, label, more)                                                             \
    "state {\nid " id "\nssIdNumber " id "\nlabelString \"" label "\"\ntreeNode [" parent          \
    " 0 0 0]\ntype OR_STATE\ndecomposition CLUSTER_STATE\n" more "}\n"
#define PATH(id, parent, from, to, label)                                                          \
    "transition {\nid " id "\nssIdNumber " id "\nlinkNode [" parent                                \
    " 0 0]\nexecutionOrder 1\nlabelString \"" label "\"\nsrc {\n" from "}\ndst {\nid " to          \
    "\n}\n}\n"
#define DATA(id, chart, name, scope)                                                               \
    "data {\nid " id "\nssIdNumber " id "\nname \"" name "\"\nscope " scope                        \
    "_DATA\nprops {\n}\ndataType \"double\"\nlinkNode [" chart " 0 0]\n}\n"

/* A is a chart of its own, P → Q; B is a plain state */
#define SUBCHART                                                                                   \
    "chart {\nid 50\nname \"A\"\nmachine 1\ntreeNode [0 0 0 0]\nchartFileNumber 2\n}\n" STATE(     \
        "51", "50", "P\\nen: y=1;", "") STATE("52", "50", "Q\\nen: y=2;\\ndu: y=y+10;", "")        \
        PATH("53", "50", "", "51", "") PATH("54", "50", "id 51\n", "52", "[u>1]")                  \
            DATA("55", "50", "u", "INPUT") DATA("56", "50", "y", "OUTPUT")
#define WITH_SUBCHART(block, more)                                                                 \
    "Model {\nName \"m\"\nVersion 7.6\nSolver \"FixedStepDiscrete\"\nFixedStep \"1\"\n"            \
    "StopTime \"100\"\nSystem {\nName \"m\"\nBlock {\nBlockType Inport\nName \"u\"\n}\n"           \
    "Block {\nBlockType Outport\nName \"y\"\n}\n" CHART_BLOCK(                                     \
        "c", SFUNCTION("1")                                                                        \
                 block) "Line {\nSrcBlock \"u\"\nSrcPort 1\nDstBlock \"c\"\nDstPort 1\n}\n"        \
                        "Line {\nSrcBlock \"c\"\nSrcPort 1\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n"  \
                        "Stateflow {\nmachine {\nid 1\nname \"m\"\n}\n"                            \
                        "chart {\nid 2\nname \"c\"\nmachine 1\ntreeNode [0 0 0 "                   \
                        "0]\nchartFileNumber 1\n}\n" STATE(                                        \
                            "10", "2", "A", "simulink {\nisComponent 1\nblockName \"A\"\n}\n")     \
                            STATE("11", "2", "B\\nen: y=7;", "") PATH("12", "2", "", "10", "")     \
                                PATH("13", "2", "id 10\n", "11", "[u>2]")                          \
                                    PATH("14", "2", "id 11\n", "10", "[u<1]")                      \
                                        DATA("15", "2", "u", "INPUT")                              \
                                            DATA("16", "2", "y", "OUTPUT") more                    \
        "instance {\nid 90\nname \"c\"\nmachine 1\nchart 2\n}\n"

static const char atomic[] =
    WITH_SUBCHART(CHART_BLOCK("A", SFUNCTION("2")),
                  SUBCHART) "instance {\nid 91\nname \"c/A\"\nmachine 1\nchart 50\n}\n}\n";

/* the same, but A is a link to a chart of a library */
static const char linked[] = WITH_SUBCHART(
    "Block {\nBlockType Reference\nName \"A\"\nPorts [1, 1]\nSourceBlock \"parts/A\"\n"
    "SourceType \"Stateflow\"\n}\n",
    "") "}\n";
static const char library[] =
    "Library {\nName \"parts\"\nVersion 7.6\nSystem {\nName \"parts\"\n" CHART_BLOCK(
        "A", SFUNCTION("2")) "}\n}\nStateflow {\nmachine {\nid 1\nname \"parts\"\n}\n" SUBCHART
                             "instance {\nid 91\nname \"A\"\nmachine 1\nchart 50\n}\n}\n";

/* values of the Outport after each step; the run may lie in a folder */
static void check(const char *text, const char *place, const double *inputs, const double *expected,
                  int count) {
    bd_error error = {0};
    bd_diagram *diagram = NULL;
    bd_run *run = NULL;
    const char *slash = strrchr(place, '/');
    char folder[64];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - place) : 0, place);
    const bd_search_path beside = {.folders = (const char *const[]){folder},
                                   .count = slash != NULL};
    bd_status status =
        bd_diagram_read_memory(text, strlen(text), place, &beside, &diagram, NULL, &error);
    if (status == BD_OK)
        status = bd_run_compile(diagram, NULL, NULL, NULL, &run, &error);
    if (status == BD_OK)
        status = bd_run_start(run, &error);
    for (int i = 0; i < count && status == BD_OK; i++) {
        if (bd_model_input_count(bd_run_model(run)) > 0)
            status = bd_run_set_input(run, 0, &inputs[i], 1, &error);
        if (status == BD_OK)
            status = bd_run_step(run, &error);
        for (int k = 0; k < bd_run_record_count(run) && status == BD_OK; k++)
            if (bd_run_record(run, k)->outport_index == 0)
                CU_ASSERT_EQUAL(bd_run_record_row(run, k, bd_run_record(run, k)->row_count - 1)[0],
                                expected[i]);
    }
    CU_ASSERT_EQUAL(status, BD_OK);
    if (status != BD_OK)
        puts(error.text);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

static void test_an_atomic_subchart_is_a_state_with_states(void) {
    const double u[] = {0, 2, 2, 3, 0, 0}, y[] = {1, 2, 12, 7, 1, 1};
    check(atomic, "m.mdl", u, y, 6);
}

/* its u is something else outside, wherever the file says so: not the u outside in silence */
static void test_a_mapped_atomic_subchart_is_refused(void) {
    static const char *const places[][2] = {
        {"isComponent 1\n", "isComponent 1\nmappings \"u v\"\n"},
        {"name \"A\"\nmachine 1\n", "name \"A\"\nmachine 1\ndataMapping \"u v\"\n"},
        {"id 55\n", "id 55\nmappedTo \"v\"\n"},
        {"Name \"A\"\nPorts [1, 1]\n", "Name \"A\"\nPorts [1, 1]\nInputMapping \"v\"\n"},
    };
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        const char *at = strstr(atomic, places[k][0]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        char text[sizeof atomic + 40];
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - atomic), atomic, places[k][1],
                 at + strlen(places[k][0]));
        bd_error error = {0};
        bd_diagram *diagram = NULL;
        bd_run *run = NULL;
        CU_ASSERT_EQUAL_FATAL(
            bd_diagram_read_memory(text, strlen(text), "m.mdl", NULL, &diagram, NULL, &error),
            BD_OK);
        CU_ASSERT_NOT_EQUAL(bd_run_compile(diagram, NULL, NULL, NULL, &run, &error), BD_OK);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "have other names outside"));
        bd_run_free(run);
        bd_diagram_free(diagram);
    }
}

static void test_a_linked_atomic_subchart_is_found_in_its_library(void) {
    const double u[] = {0, 2, 2, 3, 0, 0}, y[] = {1, 2, 12, 7, 1, 1};
    char folder[] = "/tmp/chart_filesXXXXXX", file[64], model[64];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/parts.mdl", folder);
    snprintf(model, sizeof model, "%s/m.mdl", folder);
    FILE *made = fopen(file, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(made);
    fputs(library, made);
    fclose(made);
    check(linked, model, u, y, 6);
    unlink(file);
    rmdir(folder);
}

/* a file of the same name, beside the model, is not asked */
static void test_functions_of_the_chart_come_before_files(void) {
    char folder[] = "/tmp/chart_filesXXXXXX", file[64], model[64];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/pick.m", folder);
    snprintf(model, sizeof model, "%s/m.mdl", folder);
    FILE *made = fopen(file, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(made);
    fputs("function r = pick(x)\nr = 99;\n", made);
    fclose(made);
    const double y[] = {34, 34};
#define PICK "j j1 pick\nt - j1 pick 1 {r=x+2;}\n"
    char *text = case_model("chart actionLanguage 2\nd y output\ns pick - func 0 r=pick(x)\n"
                            "d x argument of pick\nd r result of pick\n" PICK
                            "s A - or 0 A~en,du: v=[pick(1) 31]; y=sum(v);\nd v local size [1,2]\n"
                            "t - A - 1",
                            "FixedStepDiscrete");
    check(text, model, NULL, y, 2);
    free(text);
    /* and without one of its own the file is */
    const double other[] = {130, 130};
    text = case_model("chart actionLanguage 2\nd y output\n"
                      "s A - or 0 A~en,du: v=[pick(1) 31]; y=sum(v);\nd v local size [1,2]\n"
                      "t - A - 1",
                      "FixedStepDiscrete");
    check(text, model, NULL, other, 2);
    free(text);
    unlink(file);
    rmdir(folder);
}

/* the model's diagnostics say whether a state without a first child is an error */
static void test_states_without_a_default_stay_inactive_if_the_model_only_warns(void) {
#define TWO "d u input\nd y output\ns A - or 0 A~en: y=1;\ns B - or 0 B~en: y=2;\nt A B - 1 [u>0]"
    const double u[] = {0, 1, 1}, y[] = {0, 0, 0};
    REFUSED(TWO, "'c' has states, but no default transition");
    REFUSED("diagnostic error\n" TWO, "'c' has states, but no default transition");
    CHECK("diagnostic warning\n" TWO, u, 0, 0, 0);
    CHECK("diagnostic none\n" TWO, u, 0, 0, 0);
    char *text = case_model("diagnostic warning\n" TWO, "FixedStepDiscrete");
    check(text, "m.mdl", u, y, 3);
    free(text);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_an_atomic_subchart_is_a_state_with_states),
        MR_TEST(test_a_linked_atomic_subchart_is_found_in_its_library),
        MR_TEST(test_a_mapped_atomic_subchart_is_refused),
        MR_TEST(test_functions_of_the_chart_come_before_files),
        MR_TEST(test_states_without_a_default_stay_inactive_if_the_model_only_warns),
    };
    return mr_test_main("chart_subcharts", tests, sizeof tests / sizeof *tests, argc, argv);
}
