/* data dictionaries beside a model: values, objects, expressions, other dictionaries, damage */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "blockdiagram/run.h"
#include "mr_test.h"
#include "scratch.h"

#define ENTRY(name, value)                                                                         \
    "<Object Class=\"DD.ENTRY\"><P Name=\"Name\" Class=\"char\">" name                             \
    "</P><P Name=\"Value\"" value "</P></Object>"
#define PARAMETER(value)                                                                           \
    "><Element Class=\"Simulink.Parameter\"><P Name=\"Value\"" value "</P></Element>"

static const char first[] = "<?xml version=\"1.0\"?><DataSource>" ENTRY("a",
                                                                        " Class=\"double\">2.5")
    ENTRY("b", PARAMETER(" Class=\"double\" Dimension=\"1*3\">1.0 2.0 3.0")) ENTRY(
        "c", PARAMETER("><Element Class=\"Simulink.data.Expression\"><P Name=\"ExpressionString\">"
                       "<Element Class=\"string\"><P Class=\"cell\"><Element Class=\"char\">"
                       "2*a+d</Element></P></Element></P></Element>"))
        ENTRY("s", " Class=\"struct\"><Element><P Name=\"x\" Class=\"double\">7.0</P></Element>")
            ENTRY("i", " Class=\"int16\">-4") "<Object Class=\"DD.DICTIONARYREFERENCE\"><P "
                                              "Name=\"Subdictionary\" Class=\"char\">second.sldd"
                                              "</P></Object></DataSource>";
static const char second[] = "<?xml version=\"1.0\"?><DataSource>" ENTRY(
    "d", " Class=\"double\">100.0") "<Object Class=\"DD.DICTIONARYREFERENCE\"><P "
                                    "Name=\"Subdictionary\" Class=\"char\">first.sldd</P></Object>"
                                    "</DataSource>";

static void write_dictionary(const char *folder, const char *name, const char *text, size_t size) {
    const archive_part part = {"data/chunk0.xml", text, size};
    size_t bytes;
    void *zip = archive_make(&part, 1, &bytes);
    scratch_file(folder, name, zip, bytes);
    free(zip);
}

/* the constant of a model with this dictionary, element by element; false if it does not compile */
static bool constant(const char *dictionary, const char *value, const char *set, double *numbers,
                     bd_error *error) {
    char text[700];
    bd_diagram *diagram = NULL;
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    snprintf(text, sizeof text,
             "Model {\n Name \"m\"\n StopTime \"0\"\n DataDictionary \"%s\"\n System {\n  Block {\n"
             "   BlockType Constant\n   Name \"c\"\n   Value \"%s\"\n  }\n  Block {\n"
             "   BlockType Outport\n   Name \"y\"\n  }\n  Line {\n   SrcBlock \"c\"\n"
             "   SrcPort 1\n   DstBlock \"y\"\n   DstPort 1\n  }\n }\n}\n",
             dictionary, value);
    const char *path = scratch_text(scratch_folder(), "m.mdl", text);
    bd_error_clear(error);
    CU_ASSERT_EQUAL(bd_diagram_read(path, NULL, &diagram, NULL, error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_create("base", NULL, &base, error), BD_OK);
    if (set)
        CU_ASSERT_EQUAL(bd_workspace_assign(base, set, error), BD_OK);
    bool good = bd_run_compile(diagram, base, NULL, NULL, &run, error) == BD_OK &&
                bd_run_complete(run, error) == BD_OK;
    const bd_record *record = good ? bd_run_record(run, 0) : NULL;
    for (int i = 0; record && i < record->width; i++)
        numbers[i] = bd_run_record_row(run, 0, 0)[i];
    bd_run_free(run);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
    return good;
}

static void test_values_of_a_dictionary_and_of_those_it_refers_to(void) {
    double y[3];
    bd_error error = {0};
    write_dictionary(scratch_folder(), "first.sldd", first, sizeof first - 1);
    write_dictionary(scratch_folder(), "second.sldd", second, sizeof second - 1);
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "a", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 2.5);
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "b", NULL, y, &error));
    CU_ASSERT_EQUAL(y[2], 3.0);
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "c", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 105.0);
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "s.x+d+double(i)", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 103.0);
    /* whoever runs the model has the last word */
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "a", "a=9", y, &error));
    CU_ASSERT_EQUAL(y[0], 9.0);
}

static void test_what_is_no_dictionary_defines_nothing(void) {
    double y[3];
    bd_error error = {0};
    scratch_text(scratch_folder(), "text.sldd", "no archive");
    write_dictionary(scratch_folder(), "cut.sldd", first, 90);
    CU_ASSERT_FALSE(constant("text.sldd", "a", NULL, y, &error));
    MR_ASSERT_CONTAINS(error.text, "no variable or function 'a'");
    CU_ASSERT_FALSE(constant("cut.sldd", "a", NULL, y, &error));
    CU_ASSERT_FALSE(constant("none.sldd", "a", NULL, y, &error));
    CU_ASSERT_TRUE(constant("none.sldd", "5", NULL, y, &error));
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_values_of_a_dictionary_and_of_those_it_refers_to),
        MR_TEST(test_what_is_no_dictionary_defines_nothing),
    };
    return mr_test_main("file_dictionary", tests, sizeof tests / sizeof *tests, argc, argv);
}
