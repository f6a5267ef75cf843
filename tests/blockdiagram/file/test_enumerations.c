/* enumerations: class files beside a model and along its search path name numbers */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "blockdiagram/run.h"
#include "mr_test.h"
#include "scratch.h"

/* what a model records first; false if it fails */
static bool first_value(const char *text, const bd_search_path *search, double *number,
                        bd_error *error) {
    bd_diagram *diagram = NULL;
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    const char *path = scratch_text(scratch_folder(), "m.mdl", text);
    bd_error_clear(error);
    CU_ASSERT_EQUAL(bd_diagram_read(path, search, &diagram, NULL, error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_create("base", NULL, &base, error), BD_OK);
    bool good = bd_run_compile(diagram, base, NULL, NULL, &run, error) == BD_OK &&
                bd_run_complete(run, error) == BD_OK;
    if (good)
        *number = bd_run_record_row(run, 0, 0)[0];
    bd_run_free(run);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
    return good;
}

/* the value of a constant of the palette's kind for enumerations; false if the model fails */
static bool constant(const char *value, const bd_search_path *search, double *number,
                     bd_error *error) {
    char text[900];
    snprintf(
        text, sizeof text,
        "Model {\n Name \"m\"\n StopTime \"0\"\n System {\n  Block {\n"
        "   BlockType Reference\n   Name \"c\"\n   Ports [0, 1]\n"
        "   SourceBlock \"simulink/Sources/Enumerated\\nConstant\"\n"
        "   SourceType \"Enumerated Constant\"\n   OutDataTypeStr \"Enum: Gear\"\n"
        "   Value \"%s\"\n  }\n  Block {\n   BlockType Outport\n   Name \"y\"\n  }\n"
        "  Line {\n   SrcBlock \"c\"\n   SrcPort 1\n   DstBlock \"y\"\n   DstPort 1\n  }\n }\n}\n",
        value);
    return first_value(text, search, number, error);
}

/* String to Enum gives the number of the name that the string is */
static bool of_string(const char *name, double *number, bd_error *error) {
    char text[900];
    snprintf(
        text, sizeof text,
        "Model {\n Name \"m\"\n StopTime \"0\"\n System {\n"
        "  Block {\n   BlockType StringConstant\n   Name \"s\"\n   String \"'%s'\"\n  }\n"
        "  Block {\n   BlockType StringToEnum\n   Name \"c\"\n"
        "   OutDataTypeStr \"Enum: Gear\"\n  }\n"
        "  Block {\n   BlockType Outport\n   Name \"y\"\n  }\n"
        "  Line {\n   SrcBlock \"s\"\n   SrcPort 1\n   DstBlock \"c\"\n   DstPort 1\n  }\n"
        "  Line {\n   SrcBlock \"c\"\n   SrcPort 1\n   DstBlock \"y\"\n   DstPort 1\n  }\n }\n}\n",
        name);
    return first_value(text, NULL, number, error);
}

static void test_strings_are_names(void) {
    double y = -9;
    bd_error error = {0};
    scratch_text(scratch_folder(), "Gear.m",
                 "classdef Gear < Simulink.IntEnumType\n  enumeration\n    Neutral (0)\n"
                 "    Reverse (-1)\n  end\nend\n");
    CU_ASSERT_TRUE_FATAL(of_string("Reverse", &y, &error));
    CU_ASSERT_EQUAL(y, -1.0);
    CU_ASSERT_FALSE(of_string("Fifth", &y, &error));
    MR_ASSERT_CONTAINS(error.text, "the enumeration has no name 'Fifth'");
}

static void test_names_are_numbers(void) {
    double y = -1;
    bd_error error = {0};
    scratch_text(
        scratch_folder(), "Gear.m",
        "% gears\nclassdef (Enumeration) Gear < Simulink.IntEnumType\n  % more\n"
        "  enumeration\n    Neutral (0) % rest\n    First(1), Second ( 2 )\n"
        "    Reverse (-int32(1))\n    After\n  end\n  methods\n    Other (77)\n  end\nend\n");
    CU_ASSERT_TRUE_FATAL(constant("Gear.Neutral", NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 0.0);
    CU_ASSERT_TRUE_FATAL(constant("Gear.Second", NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 2.0);
    CU_ASSERT_TRUE_FATAL(constant("Gear.Reverse", NULL, &y, &error));
    CU_ASSERT_EQUAL(y, -1.0);
    CU_ASSERT_TRUE_FATAL(constant("Gear.After", NULL, &y, &error)); /* one more than before */
    CU_ASSERT_EQUAL(y, 0.0);
    CU_ASSERT_FALSE(constant("Gear.Other", NULL, &y, &error));
    MR_ASSERT_CONTAINS(error.text, "Other");
    /* masks ask whether there is one */
    CU_ASSERT_TRUE_FATAL(constant("Simulink.data.isSupportedEnumClass('Gear') + 4 * "
                                  "Simulink.data.isSupportedEnumClass('double')",
                                  NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 1.0);
}

/* names of one letter, of 63 letters, and longer ones, which no enumeration has */
static void test_short_and_long_names(void) {
    double y = -1;
    bd_error error = {0};
    char text[400], name[80] = "";
    for (int i = 0; i < 63; i++)
        name[i] = 'L';
    snprintf(text, sizeof text,
             "classdef G < Simulink.IntEnumType\n  enumeration\n    N (5), M\n    %s (9)\n"
             "    %sL (11)\n  end\nend\n",
             name, name);
    scratch_text(scratch_folder(), "G.m", text);
    CU_ASSERT_TRUE_FATAL(constant("G.N", NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 5.0);
    CU_ASSERT_TRUE_FATAL(constant("G.M", NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 6.0);
    snprintf(text, sizeof text, "G.%s", name);
    CU_ASSERT_TRUE_FATAL(constant(text, NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 9.0);
    snprintf(text, sizeof text, "G.%sL", name);
    CU_ASSERT_FALSE(constant(text, NULL, &y, &error));
    snprintf(text, sizeof text, "%s%s%s.N", name, name, name);
    CU_ASSERT_FALSE(constant(text, NULL, &y, &error));
    /* a class with a long name, beside another one */
    char file[80], both[200];
    snprintf(file, sizeof file, "%s.m", name);
    snprintf(text, sizeof text, "classdef %s < Simulink.IntEnumType\n  enumeration\n    N (7)\n",
             name);
    scratch_text(scratch_folder(), file, text);
    snprintf(both, sizeof both, "10*%s.N + G.N", name);
    CU_ASSERT_TRUE_FATAL(constant(both, NULL, &y, &error));
    CU_ASSERT_EQUAL(y, 75.0);
}

static void test_other_folders_and_other_files(void) {
    double y = -1;
    bd_error error = {0};
    char folder[600];
    const char *const folders[] = {folder};
    const bd_search_path search = {folders, 1};
    snprintf(folder, sizeof folder, "%s/elsewhere", scratch_folder());
    CU_ASSERT_EQUAL_FATAL(mkdir(folder, 0700), 0);
    scratch_text(folder, "Way.m", "classdef Way < uint8\n enumeration\n  Left (3)\n end\nend\n");
    CU_ASSERT_TRUE_FATAL(constant("Way.Left", &search, &y, &error));
    CU_ASSERT_EQUAL(y, 3.0);
    CU_ASSERT_FALSE(constant("Way.Left", NULL, &y, &error));
    scratch_text(folder, "Script.m", "Left = 3;\nenumeration\nRight (4)\n");
    CU_ASSERT_FALSE(constant("Script.Right", &search, &y, &error));
    scratch_text(folder, "Empty.m", "");
    CU_ASSERT_FALSE(constant("Empty.Left", &search, &y, &error));
    CU_ASSERT_FALSE(constant("None.Left", &search, &y, &error));
    MR_ASSERT_CONTAINS(error.text, "None");
    /* a word without a point behind it is no class, whatever file there is */
    scratch_text(folder, "Plain.m",
                 "classdef Plain < uint8\n enumeration\n  Left (3)\n end\nend\n");
    CU_ASSERT_FALSE(constant("Plain+Way.Left", &search, &y, &error));
    MR_ASSERT_CONTAINS(error.text, "there is no variable or function 'Plain'");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_strings_are_names),
        MR_TEST(test_names_are_numbers),
        MR_TEST(test_short_and_long_names),
        MR_TEST(test_other_folders_and_other_files),
    };
    return mr_test_main("file_enumerations", tests, sizeof tests / sizeof *tests, argc, argv);
}
