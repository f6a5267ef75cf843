/* what is written reads back as the same diagram */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "mr_test.h"
#include "scratch.h"

#define LAYOUTS MR_SOURCE_DIR "/tests/data/models/layouts/"

static bd_diagram *round_trip(const bd_diagram *diagram) {
    char *text = NULL;
    size_t size = 0;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write_memory(diagram, &text, &size, &error), BD_OK);
    CU_ASSERT_EQUAL(strlen(text), size);
    bd_diagram *again = read_text(text, &error);
    if (!again)
        printf("%s\n%s", error.text, text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(again);
    free(text);
    return again;
}

static void assert_equal(const bd_diagram *a, const bd_diagram *b) {
    char what[512];
    bool equal = diagrams_equal(a, b, what, sizeof what);
    if (!equal)
        printf("%s\n", what);
    CU_ASSERT_TRUE(equal);
}

static void test_every_layout_survives_a_round_trip(void) {
    static const char *const names[] = {"little_7.0.mdl", "little_8.5.mdl", "little_10.4.mdl",
                                        "little_R2012.slx", "little_R2024.slx"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        bd_error error = {0};
        bd_diagram *d = NULL;
        snprintf(path, sizeof path, "%s%s", LAYOUTS, names[i]);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &d, NULL, &error), BD_OK);
        bd_diagram *again = round_trip(d);
        assert_equal(d, again);
        CU_ASSERT_STRING_EQUAL(d->name, again->name);
        const char *sid = bd_diagram_find(d, "k 1")->sid;
        if (*sid != '\0')
            CU_ASSERT_STRING_EQUAL(bd_diagram_find(again, "k 1")->sid, sid);
        bd_diagram_free(again);
        bd_diagram_free(d);
    }
}

static bd_diagram *build_loop(void) {
    bd_diagram *d = bd_diagram_create("loop");
    bd_error error = {0};
    bd_system *root = d->root;
    bd_diagram_set(d, "SolverName", "ode3");
    bd_diagram_set(d, "SaveFormat", "Array");
    bd_diagram_set(d, "AlgebraicLoopMsg", "none");
    bd_system_add(root, "Step", "r", "After", "say \"2\" \\ 3", NULL);
    bd_system_add(root, "Sum", "e", "Inputs", "+-", NULL);
    bd_node *sub = bd_system_add(root, "SubSystem", "two\nlines", NULL);
    bd_system_add(sub->system, "Inport", "in", NULL);
    bd_system_add(sub->system, "Gain", "k", "Gain", "p", NULL);
    bd_system_add(sub->system, "Outport", "out", NULL);
    bd_node_add_mask_variable(sub, "p", "3", true);
    bd_node_set_mask_initialization(sub, "q = p;");
    bd_system_add(root, "Integrator", "x", NULL);
    CU_ASSERT_EQUAL(bd_system_connect(sub->system, "in", 1, "k", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_connect(sub->system, "k", 1, "out", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_connect(root, "r", 1, "e", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_connect(root, "e", 1, "two lines", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_connect(root, "two\nlines", 1, "x", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_connect(root, "x", 1, "e", 2, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_name_signal(root, "x", 1, "state", &error), BD_OK);
    d->workspace_code = "m = 1;\nn = 2;";
    return d;
}

static void test_a_diagram_built_in_memory_reads_back(void) {
    bd_diagram *d = build_loop();
    bd_diagram *again = round_trip(d);
    assert_equal(d, again);
    CU_ASSERT_STRING_EQUAL(again->workspace_code, "m = 1;\nn = 2;");
    bd_diagram_free(again);
    bd_diagram_free(d);
}

static int left_of(const bd_diagram *d, const char *path) {
    const bd_node *node = bd_diagram_find(d, path);
    const char *position = node ? bd_parameters_find(&node->parameters, "Position") : NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(position);
    return atoi(position + 1);
}

static void test_layout_follows_the_signals(void) {
    bd_diagram *d = build_loop();
    bd_diagram *again = round_trip(d);
    CU_ASSERT_TRUE(left_of(again, "r") < left_of(again, "e"));
    CU_ASSERT_TRUE(left_of(again, "e") < left_of(again, "two lines"));
    CU_ASSERT_TRUE(left_of(again, "two lines") < left_of(again, "x"));
    bd_diagram_free(again);
    bd_diagram_free(d);
}

static void test_physical_ports_and_all_mask_styles(void) {
    bd_error error = {0};
    bd_diagram *d = read_text(
        model_around("Block {\nBlockType PMIOPort\nName \"p\"\nPorts [0, 0, 0, 0, 0, 0, 1]\n}\n"
                     "Block {\nBlockType SubSystem\nName \"s\"\nPorts [0, 0, 0, 0, 0, 1, 1]\n"
                     "MaskVariables \"a=@1;b=@2;\"\nMaskValueString \"one|7\"\n"
                     "MaskStyleString \"popup(one|two),slider\"\n}\n"
                     "Line {\nLineType \"Connection\"\nSrcBlock \"p\"\nSrcPort RConn1\n"
                     "DstBlock \"s\"\nDstPort LConn1\n}\n"),
        &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_EQUAL(d->root->lines[0].destinations[0].kind, BD_PORT_LEFT_CONNECTION);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[1]->mask->variables[1].style_name, "slider");
    bd_diagram *again = round_trip(d);
    assert_equal(d, again);
    CU_ASSERT_STRING_EQUAL(again->root->blocks[1]->mask->variables[1].style_name, "slider");
    bd_diagram_free(again);
    bd_diagram_free(d);
}

/* both ways of writing a list of texts */
static void test_lists_of_texts_become_cells(void) {
    bd_error error = {0};
    bd_diagram *d = read_text(
        model_around("Block {\nBlockType VariantSource\nName \"v\"\nPorts [3, 1]\nArray {\n"
                     "Type \"Cell\"\nDimension 3\nCell \"A == 1\"\nCell \"S == 'x'\"\n"
                     "Cell \"(default)\"\nPropName \"VariantControls\"\n}\n}\n"
                     "Block {\nBlockType VariantSink\nName \"w\"\n"
                     "VariantControls \"{'A==1','B'}\"\n}\n"),
        &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(d->root->blocks[0], "VariantControls"),
                           "{'A == 1','S == \'\'x\'\'','(default)'}");
    CU_ASSERT_EQUAL(d->root->blocks[1]->ports[BD_PORT_OUTPUT], 2);
    bd_diagram *again = round_trip(d);
    assert_equal(d, again);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

static void test_promoted_parameters_reach_their_blocks(void) {
    bd_error error = {0};
    bd_diagram *d =
        read_text(model_around("Block {\nBlockType SubSystem\nName \"s\"\nObject {\n"
                               "$PropName \"MaskObject\"\n$ClassName \"Simulink.Mask\"\nArray {\n"
                               "Type \"Simulink.MaskParameter\"\nDimension 2\n"
                               "Object {\nType \"promote\"\nName \"K\"\nValue \"3*p\"\n"
                               "Array {\nType \"Cell\"\nCell \"g/Gain\"\nCell \"in/h/Gain\"\n"
                               "PropName \"TypeOptions\"\n}\n}\n"
                               "Object {\nType \"promote\"\nName \"S\"\nValue \"on\"\n"
                               "TypeOptions \"g/SaturateOnIntegerOverflow\"\n}\n"
                               "PropName \"Parameters\"\n}\n}\nSystem {\n"
                               "Block {\nBlockType Gain\nName \"g\"\nGain \"1\"\n}\n"
                               "Block {\nBlockType SubSystem\nName \"in\"\nSystem {\n"
                               "Block {\nBlockType Gain\nName \"h\"\n}\n}\n}\n}\n}\n"),
                  &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(bd_diagram_find(d, "s/g"), "Gain"), "K");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(bd_diagram_find(d, "s/in/h"), "Gain"), "K");
    CU_ASSERT_STRING_EQUAL(
        bd_node_parameter(bd_diagram_find(d, "s/g"), "SaturateOnIntegerOverflow"), "on");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->mask->variables[0].expression, "3*p");
    bd_diagram *again = round_trip(d);
    assert_equal(d, again);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

static void test_what_would_be_lost_is_refused(void) {
    bd_error error = {0};
    char *text = NULL;
    size_t size = 0;
    bd_diagram *d = read_text(
        model_around("Block {\nBlockType SubSystem\nName \"f\"\nSFBlockType \"MATLAB Function\"\n"
                     "System {\nName \"f\"\n}\n}\n"),
        &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->obstacle,
                           "a MATLAB Function whose S-Function sf_sfun is not in the file");
    CU_ASSERT_EQUAL(bd_diagram_write_memory(d, &text, &size, &error), BD_UNSUPPORTED);
    MR_ASSERT_CONTAINS(error.text, "m/f");
    CU_ASSERT_PTR_NULL(text);
    bd_diagram_free(d);

    d = bd_diagram_create("m");
    bd_system_add(d->root, "Gain", "g", "not a key", "1", NULL);
    CU_ASSERT_EQUAL(bd_diagram_write_memory(d, &text, &size, &error), BD_CANNOT_WRITE);
    MR_ASSERT_CONTAINS(error.text, "not a key");
    CU_ASSERT_EQUAL(bd_diagram_write(d, "/nonexistent/x.mdl", &error), BD_CANNOT_WRITE);
    bd_diagram_free(d);
}

/* as a package, too, and as the other release */
static void test_packages_and_releases_read_back(void) {
    static const struct {
        const char *ending, *release;
    } forms[] = {{".slx", NULL}, {".slx", "R2013b"}, {".mdl", "R2010b"}, {".mdl", "R2013b"}};
    bd_diagram *d = build_loop();
    bd_error error = {0};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        bd_diagram *again = NULL;
        char path[600];
        snprintf(path, sizeof path, "%s/loop%s", scratch_folder(), forms[i].ending);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_write_as(d, path, forms[i].release, &error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, &error), BD_OK);
        assert_equal(d, again);
        bd_diagram_free(again);
        remove(path);
    }
    CU_ASSERT_EQUAL(bd_diagram_write_as(d, "x.slx", "R2010b", &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "has no .slx files");
    CU_ASSERT_EQUAL(bd_diagram_write_as(d, "x.mdl", "R1999a", &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "R1999a");
    bd_diagram_free(d);
}

static size_t occurrences(const char *text, const char *word) {
    size_t count = 0;
    for (const char *c = strstr(text, word); c; c = strstr(c + 1, word))
        count++;
    return count;
}

/* a source with seven destinations: each branching point has at most three branches, so there are
 * points within points; numbers that two systems have both are given once */
static void test_branches_are_nested_and_numbers_are_unique(void) {
    char *text = NULL;
    size_t size = 0;
    bd_error error = {0};
    bd_diagram *d = bd_diagram_create("fan");
    bd_system_add(d->root, "Constant", "c", NULL);
    for (int i = 0; i < 7; i++) {
        char name[8];
        snprintf(name, sizeof name, "t%d", i);
        bd_node *sub = bd_system_add(d->root, "SubSystem", name, NULL);
        sub->sid = "1";
        bd_system_add(sub->system, "Inport", "in", NULL)->sid = "1";
        CU_ASSERT_EQUAL(bd_system_connect(d->root, "c", 1, name, 1, &error), BD_OK);
    }
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write_memory(d, &text, &size, &error), BD_OK);
    /* seven ends on a tree of points with two or three branches: at least 7 + 3, at most 7 + 5 */
    CU_ASSERT(occurrences(text, "Branch {") >= 10 && occurrences(text, "Branch {") <= 12);
    CU_ASSERT_EQUAL(occurrences(text, "DstBlock"), 7);
    CU_ASSERT_EQUAL(occurrences(text, "SID\t\"1\""), 1);
    CU_ASSERT_EQUAL(occurrences(text, "SID\t\"15\""), 1);
    MR_ASSERT_CONTAINS(text, "SIDHighWatermark\t\"15\"");
    bd_diagram *again = read_text(text, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(again);
    assert_equal(d, again);
    free(text);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

/* help, icon, callbacks and flags of a mask survive both forms, annotations too */
static void test_masks_keep_their_looks(void) {
    bd_error error = {0};
    bd_diagram *d =
        read_text(model_around("Block {\nBlockType SubSystem\nName \"s\"\nMaskType \"T\"\n"
                               "MaskHelp \"help <b>me</b> & more\"\nMaskDisplay \"disp('x|y')\"\n"
                               "MaskVariables \"a=@1;b=&2;\"\nMaskValueString \"1|q\\\\|r\"\n"
                               "MaskStyleString \"edit,edit\"\nMaskEnableString \"on,off\"\n"
                               "MaskCallbackString \"f(gcb);|\"\nMaskIconUnits \"normalized\"\n}\n"
                               "Annotation {\nName \"a note\"\nPosition [10, 20]\n}\n"),
                  &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    static const char *const forms[] = {"m.slx", "m.mdl"};
    for (size_t i = 0; i < 2; i++) {
        bd_diagram *again = NULL;
        char path[600];
        snprintf(path, sizeof path, "%s/%s", scratch_folder(), forms[i]);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_write_as(d, path, "R2013b", &error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, &error), BD_OK);
        assert_equal(d, again);
        const bd_parameters *p = &again->root->blocks[0]->parameters;
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(p, "MaskHelp"), "help <b>me</b> & more");
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(p, "MaskDisplay"), "disp('x|y')");
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(p, "MaskEnableString"), "on,off");
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(p, "MaskCallbackString"), "f(gcb);|");
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(p, "MaskIconUnits"), "normalized");
        CU_ASSERT_STRING_EQUAL(again->root->blocks[0]->mask->variables[1].value, "q|r");
        CU_ASSERT_EQUAL_FATAL(again->root->annotation_count, 1);
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(&again->root->annotations[0], "Name"), "a note");
        bd_diagram_free(again);
        remove(path);
    }
    bd_diagram_free(d);
}

/* long texts are cut into lines at any character but within an escape, and come back whole */
static void test_long_texts_come_back(void) {
    char value[2000] = "";
    for (size_t i = 0; i + 4 < sizeof value; i += strlen(value + i))
        strcpy(value + i, i % 3 == 0 ? "\"" : i % 5 == 0 ? "\n" : i % 7 == 0 ? "\\" : "\303\274");
    bd_diagram *d = bd_diagram_create("long");
    bd_system_add(d->root, "Gain", "g", "Gain", value, NULL);
    bd_diagram *again = round_trip(d);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(again->root->blocks[0], "Gain"), value);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

/* a block without a name keeps its line; where no block lacks one, an end without a name is loose
 */
static void test_a_block_without_a_name_keeps_its_lines(void) {
    bd_error error = {0};
    const char *line = "Line {\nSrcBlock \"c\"\nSrcPort 1\nDstBlock \"\"\nDstPort 1\n}\n"
                       "Block {\nBlockType Constant\nName \"c\"\n}\n";
    char text[400];
    bd_diagram *d = read_text(model_around(line), &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_EQUAL(d->root->lines[0].destination_count, 0);
    bd_diagram_free(d);
    snprintf(text, sizeof text, "%sBlock {\nBlockType Terminator\nName \"\"\n}\n", line);
    d = read_text(model_around(text), &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_EQUAL_FATAL(d->root->lines[0].destination_count, 1);
    CU_ASSERT_PTR_EQUAL(d->root->lines[0].destinations[0].block, d->root->blocks[1]);
    bd_diagram *again = round_trip(d);
    assert_equal(d, again);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

static void test_file_round_trip(void) {
    bd_diagram *d = build_loop(), *again = NULL;
    bd_error error = {0};
    char path[600];
    snprintf(path, sizeof path, "%s/loop.mdl", scratch_folder());
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write(d, path, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, &error), BD_OK);
    assert_equal(d, again);
    CU_ASSERT_STRING_EQUAL(again->file, path);
    bd_diagram_free(again);
    bd_diagram_free(d);
    remove(path);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_layout_survives_a_round_trip),
        MR_TEST(test_a_diagram_built_in_memory_reads_back),
        MR_TEST(test_layout_follows_the_signals),
        MR_TEST(test_physical_ports_and_all_mask_styles),
        MR_TEST(test_lists_of_texts_become_cells),
        MR_TEST(test_promoted_parameters_reach_their_blocks),
        MR_TEST(test_what_would_be_lost_is_refused),
        MR_TEST(test_packages_and_releases_read_back),
        MR_TEST(test_branches_are_nested_and_numbers_are_unique),
        MR_TEST(test_masks_keep_their_looks),
        MR_TEST(test_long_texts_come_back),
        MR_TEST(test_a_block_without_a_name_keeps_its_lines),
        MR_TEST(test_file_round_trip),
    };
    return mr_test_main("file_write", tests, sizeof tests / sizeof *tests, argc, argv);
}
