/* the same little model in every layout that releases have used reads as the same diagram */
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "mr_test.h"
#include "scratch.h"

#define LAYOUTS MR_SOURCE_DIR "/tests/data/models/layouts/"

static bd_diagram *read_layout(const char *name) {
    char path[512];
    bd_error error = {0};
    bd_log log = {0};
    bd_diagram *diagram = NULL;
    snprintf(path, sizeof path, "%s%s", LAYOUTS, name);
    bd_status status = bd_diagram_read(path, NULL, &diagram, &log, &error);
    if (status != BD_OK)
        printf("%s\n", error.text);
    CU_ASSERT_EQUAL_FATAL(status, BD_OK);
    CU_ASSERT_EQUAL(log.count, 0);
    bd_log_free(&log);
    return diagram;
}

static void test_all_layouts_give_the_same_diagram(void) {
    static const char *const names[] = {"little_7.0.mdl",   "little_10.4.mdl",  "little_R2012.slx",
                                        "little_R2015.slx", "little_R2018.slx", "little_R2020.slx",
                                        "little_R2024.slx"};
    bd_diagram *reference = read_layout("little_8.5.mdl");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char what[512];
        bd_diagram *diagram = read_layout(names[i]);
        bool equal = diagrams_equal(reference, diagram, what, sizeof what);
        if (!equal)
            printf("%s: %s\n", names[i], what);
        CU_ASSERT_TRUE(equal);
        bd_diagram_free(diagram);
    }
    bd_diagram_free(reference);
}

static void test_name_and_release(void) {
    static const struct {
        const char *file, *name, *version;
    } expected[] = {{"little_7.0.mdl", "little", "7.0"},
                    {"little_10.4.mdl", "little_10.4", "R2021b"},
                    {"little_R2012.slx", "little", "8.0"},
                    {"little_R2020.slx", "little_R2020", "10.1"},
                    {"little_R2024.slx", "little_R2024", "24.1"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        bd_diagram *diagram = read_layout(expected[i].file);
        CU_ASSERT_STRING_EQUAL(diagram->name, expected[i].name);
        CU_ASSERT_STRING_EQUAL(diagram->version, expected[i].version);
        CU_ASSERT_EQUAL(diagram->kind, BD_MODEL);
        bd_diagram_free(diagram);
    }
}

static void test_settings_come_from_the_active_set(void) {
    bd_diagram *d = read_layout("little_R2020.slx");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "StopTime"), "5*T");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "SolverName"), "ode4");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "RelTol"), "1e-4");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "AbsTol"), "auto");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "SaveFormat"), "StructureWithTime");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "AlgebraicLoopMsg"), "error");
    CU_ASSERT_PTR_NULL(bd_diagram_setting(d, "NoSuchSetting"));
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "PreLoadFcn"), "k = 3;\nx0 = 1;");
    bd_diagram_free(d);
}

static void test_parameters_fall_back_to_file_then_table(void) {
    bd_diagram *d = read_layout("little_7.0.mdl");
    const bd_node *limit = bd_diagram_find(d, "limit");
    CU_ASSERT_PTR_NOT_NULL_FATAL(limit);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(limit, "UpperLimit"), "[1, 2]");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(limit, "LowerLimit"), "-0.5");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(limit, "ZeroCross"), "on");
    CU_ASSERT_PTR_NULL(bd_node_parameter(limit, "Gain"));
    /* the unit delay's initial condition has had two names */
    const bd_node *delay = bd_diagram_find(d, "little/gate/d");
    CU_ASSERT_PTR_NOT_NULL_FATAL(delay);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(delay, "InitialCondition"), "2");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(delay, "X0"), "2");
    bd_diagram_free(d);
}

static void test_mask_variables(void) {
    bd_diagram *d = read_layout("little_7.0.mdl");
    const bd_node *plant = bd_diagram_find(d, "plant");
    CU_ASSERT_PTR_NOT_NULL_FATAL(plant);
    CU_ASSERT_PTR_NOT_NULL_FATAL(plant->mask);
    const bd_mask *mask = plant->mask;
    CU_ASSERT_STRING_EQUAL(mask->type, "Plant");
    CU_ASSERT_STRING_EQUAL(mask->initialization, "b = 2*a;\nc = b + 1;");
    CU_ASSERT_EQUAL_FATAL(mask->count, 4);
    CU_ASSERT_STRING_EQUAL(mask->variables[0].expression, "2+k");
    CU_ASSERT_STRING_EQUAL(mask->variables[1].value, "fast");
    CU_ASSERT_STRING_EQUAL(mask->variables[1].expression, "2");
    CU_ASSERT_EQUAL(mask->variables[1].option_count, 3);
    CU_ASSERT_STRING_EQUAL(mask->variables[2].expression, "1");
    CU_ASSERT_PTR_NULL(mask->variables[3].expression);
    CU_ASSERT_STRING_EQUAL(mask->variables[3].value, "p|q");
    bd_diagram_free(d);
}

static const bd_line *line_of(const bd_diagram *d, const char *block, bd_port_kind kind) {
    for (size_t i = 0; i < d->root->line_count; i++)
        if (strcmp(d->root->lines[i].source.block->name, block) == 0 &&
            d->root->lines[i].source.kind == kind)
            return &d->root->lines[i];
    return NULL;
}

static void test_lines_branches_and_port_kinds(void) {
    bd_diagram *d = read_layout("little_R2012.slx");
    const bd_line *x = line_of(d, "x", BD_PORT_OUTPUT);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x);
    CU_ASSERT_STRING_EQUAL(x->name, "x");
    CU_ASSERT_EQUAL_FATAL(x->destination_count, 4);
    CU_ASSERT_STRING_EQUAL(x->destinations[0].block->name, "plant");
    CU_ASSERT_STRING_EQUAL(x->destinations[1].block->name, "sum");
    CU_ASSERT_EQUAL(x->destinations[1].index, 1);
    CU_ASSERT_STRING_EQUAL(x->destinations[3].block->name, "gate");
    const bd_line *step = line_of(d, "step", BD_PORT_OUTPUT);
    CU_ASSERT_PTR_NOT_NULL_FATAL(step);
    CU_ASSERT_EQUAL(step->destinations[1].kind, BD_PORT_TRIGGER);
    CU_ASSERT_STRING_EQUAL(bd_node_signal_name(step->source.block, 0), "r");
    CU_ASSERT_EQUAL(line_of(d, "from", BD_PORT_OUTPUT)->destinations[0].kind, BD_PORT_ENABLE);
    CU_ASSERT_EQUAL(line_of(d, "if", BD_PORT_OUTPUT)->destinations[0].kind, BD_PORT_IF_ACTION);
    CU_ASSERT_PTR_NOT_NULL(line_of(d, "x", BD_PORT_STATE));
    bd_diagram_free(d);
}

static void test_ports_paths_and_comments(void) {
    bd_diagram *d = read_layout("little_R2024.slx");
    const bd_node *gate = bd_diagram_find(d, "gate");
    CU_ASSERT_PTR_NOT_NULL_FATAL(gate);
    CU_ASSERT_EQUAL(gate->ports[BD_PORT_INPUT], 2);
    CU_ASSERT_EQUAL(gate->ports[BD_PORT_ENABLE], 1);
    CU_ASSERT_EQUAL(gate->ports[BD_PORT_TRIGGER], 1);
    CU_ASSERT_EQUAL(bd_diagram_find(d, "x")->ports[BD_PORT_STATE], 1);
    CU_ASSERT_EQUAL(bd_diagram_find(d, "then")->ports[BD_PORT_IF_ACTION], 1);
    CU_ASSERT_EQUAL(bd_diagram_find(d, "limit")->commented, BD_COMMENTED_THROUGH);
    CU_ASSERT_EQUAL(bd_diagram_find(d, "loose")->commented, BD_COMMENTED_ON);
    const bd_node *gain = bd_diagram_find(d, "k 1");
    CU_ASSERT_PTR_NOT_NULL_FATAL(gain);
    CU_ASSERT_STRING_EQUAL(gain->name, "k\n1");
    CU_ASSERT_STRING_EQUAL(gain->path, "little_R2024/k 1");
    const bd_node *out = bd_diagram_find(d, "little_R2024/out//1");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_STRING_EQUAL(out->path, "little_R2024/out//1");
    CU_ASSERT_PTR_NULL(bd_diagram_find(d, "gate/nothing"));
    bd_diagram_free(d);
}

static void test_bytes_follow_the_saved_encoding(void) {
    bd_error error = {0};
    bd_diagram *d = read_text("Model {\n Name \"m\"\n SavedCharacterEncoding \"windows-1252\"\n"
                              " Description \"\x80 \xFC\"\n System {\n }\n}\n",
                              &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "Description"),
                           "\xE2\x82\xAC \xC3\xBC");
    bd_diagram_free(d);
    /* 0x83 0x5C is one character here, and its second byte is no escape */
    d = read_text("Model {\n Name \"m\"\n SavedCharacterEncoding \"Shift_JIS\"\n"
                  " Description \"\x83\x5C\"\n System {\n }\n}\n",
                  &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "Description"), "\xE3\x82\xBD");
    bd_diagram_free(d);
    /* a name of the ICU library, as Chinese releases have written it */
    d = read_text("Model {\n Name \"m\"\n SavedCharacterEncoding \"ibm-1386_P100-2002\"\n"
                  " Description \"\xD4\xF6\xD2\xE6\"\n System {\n }\n}\n",
                  &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "Description"),
                           "\xE5\xA2\x9E\xE7\x9B\x8A");
    bd_diagram_free(d);
    d = read_text("Model {\n Name \"m\"\n Description \"\xC3\xBC\"\n System {\n }\n}\n", &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "Description"), "\xC3\xBC");
    bd_diagram_free(d);
}

/* one block of the oldest files became three */
/* as tools other than Simulink leave them behind */
static void test_text_with_line_ends_in_quotes_and_values_without_key(void) {
    static const char text[] = "Model {\n Name \"m\"\n System {\n  Block {\n   BlockType Gain\n"
                               "   Name \"two\nlines\"\n   Position [1, 2, 3, 4]\n   \"\"\n"
                               "   Gain \"5\"\n   \n  }\n }\n}\n";
    bd_diagram *d = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_diagram_read_memory(text, sizeof text - 1, "m.mdl", NULL, &d, NULL, &error),
                    BD_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->path, "m/two lines");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(d->root->blocks[0], "Gain"), "5");
    bd_diagram_free(d);
}

static void test_elementary_math_has_the_type_of_its_function(void) {
    bd_error error = {0};
    bd_diagram *d = read_text(
        "Model {\n Name \"m\"\n System {\n"
        " Block {\n BlockType ElementaryMath\n Name \"a\"\n Operator cos\n }\n"
        " Block {\n BlockType ElementaryMath\n Name \"b\"\n Operator \"floor\"\n }\n"
        " Block {\n BlockType ElementaryMath\n Name \"c\"\n Operator \"hypot\"\n }\n }\n}\n",
        &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->type, "Trigonometry");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[1]->type, "Rounding");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[2]->type, "Math");
    CU_ASSERT_EQUAL(d->root->blocks[2]->ports[BD_PORT_INPUT], 2);
    bd_diagram_free(d);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_all_layouts_give_the_same_diagram),
        MR_TEST(test_name_and_release),
        MR_TEST(test_settings_come_from_the_active_set),
        MR_TEST(test_parameters_fall_back_to_file_then_table),
        MR_TEST(test_mask_variables),
        MR_TEST(test_lines_branches_and_port_kinds),
        MR_TEST(test_ports_paths_and_comments),
        MR_TEST(test_bytes_follow_the_saved_encoding),
        MR_TEST(test_text_with_line_ends_in_quotes_and_values_without_key),
        MR_TEST(test_elementary_math_has_the_type_of_its_function),
    };
    return mr_test_main("file_layouts", tests, sizeof tests / sizeof *tests, argc, argv);
}
