/* data dictionaries beside a model: values, objects, expressions, other dictionaries, damage; and
 * the model workspace, which is filled by code or by a file */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive.h"
#include "blockdiagram/run.h"
#include "mr_test.h"
#include "scratch.h"

#define ENTRY(name, value)                                                                         \
    "<Object Class=\"DD.ENTRY\"><P Name=\"Name\" Class=\"char\">" name                             \
    "</P><P Name=\"Value\"" value "</P></Object>"
#define PARAMETER(value)                                                                           \
    "><Element Class=\"Simulink.Parameter\"><P Name=\"Value\"" value "</P></Element>"

#define WORDS(inside)                                                                              \
    "><Element Class=\"Simulink.data.Expression\"><P Name=\"ExpressionString\">" inside            \
    "</P></Element>"

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
static const char second[] = "<?xml version=\"1.0\"?><DataSource>" ENTRY("d",
                                                                         " Class=\"double\">100.0")
    ENTRY("f", PARAMETER(" Class=\"double\">0.1</P><P Name=\"DataType\" "
                         "Class=\"char\">single")) "<Object Class=\"DD.DICTIONARYREFERENCE\"><P "
                                                   "Name=\"Subdictionary\" "
                                                   "Class=\"char\">first.sldd</P></Object>"
                                                   "</DataSource>";

#define MEMBER(name, value)                                                                        \
    "<Element><P Name=\"Name\" Class=\"char\">" name "</P><P Name=\"Value\" Class=\"char\">" value \
    "</P></Element>"
#define BUS_ELEMENT(name, type)                                                                    \
    "<Element Class=\"Simulink.BusElement\"><P Name=\"Name\" Class=\"char\">" name                 \
    "</P><P Name=\"DataType_internal\" Class=\"char\">" type                                       \
    "</P><P Name=\"Dimensions\" Class=\"double\">1.0</P></Element>"
static const char types[] = "<?xml version=\"1.0\"?><DataSource>" ENTRY(
    "Gear", "><Element Class=\"Simulink.data.dictionary.EnumTypeDefinition\"><P Name=\"Enumerals\" "
            "Class=\"struct\" Dimension=\"1*2\">" MEMBER("First", "1")
                MEMBER("Second", "12") "</P></Element>")
    ENTRY("pose", "><Element Class=\"Simulink.Bus\"><P Name=\"Elements_internal\" "
                  "Dimension=\"2*1\">" BUS_ELEMENT("lat", "double")
                      BUS_ELEMENT("alt", "single") "</P></Element>") "</DataSource>";

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
    bd_log log = {0};
    bd_options options = bd_options_default();
    options.log = &log;
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
    bool good = bd_run_compile(diagram, base, &options, NULL, &run, error) == BD_OK &&
                bd_run_complete(run, error) == BD_OK;
    const bd_record *record = good ? bd_run_record(run, 0) : NULL;
    for (int i = 0; record && i < record->width; i++)
        numbers[i] = bd_run_record_row(run, 0, 0)[i];
    bd_run_free(run);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
    bd_log_free(&log);
    return good;
}

static void test_values_of_a_dictionary_and_of_those_it_refers_to(void) {
    double y[3];
    bd_error error = {0};
    write_dictionary(scratch_folder(), "first.sldd", first, sizeof first - 1);
    write_dictionary(scratch_folder(), "second.sldd", second, sizeof second - 1);
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "a", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 2.5);
    /* a parameter object of type single is one */
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "f", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], (double)0.1F);
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

/* of a model that refers to m.mdl, which has a dictionary of its own */
static double of_referenced(const char *own, const char *set) {
    char text[700];
    bd_error error = {0};
    bd_diagram *diagram = NULL;
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    snprintf(text, sizeof text,
             "Model {\n Name \"top\"\n StopTime \"0\"\n DataDictionary \"%s\"\n System {\n"
             "  Block {\n   BlockType ModelReference\n   Name \"r\"\n   Ports [0, 1]\n"
             "   ModelName \"m\"\n  }\n  Block {\n   BlockType Outport\n   Name \"y\"\n  }\n"
             "  Line {\n   SrcBlock \"r\"\n   SrcPort 1\n   DstBlock \"y\"\n   DstPort 1\n  }\n"
             " }\n}\n",
             own);
    const char *path = scratch_text(scratch_folder(), "top.mdl", text);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &diagram, NULL, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
    if (set)
        CU_ASSERT_EQUAL(bd_workspace_assign(base, set, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_compile(diagram, base, NULL, NULL, &run, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(run, &error), BD_OK);
    const double y = *bd_run_record_row(run, 0, 0);
    bd_run_free(run);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
    return y;
}

static void test_a_referenced_model_has_its_own_dictionary(void) {
    static const char other[] =
        "<?xml version=\"1.0\"?><DataSource>" ENTRY("a", " Class=\"double\">8.0") "</DataSource>";
    double y[3];
    bd_error error = {0};
    write_dictionary(scratch_folder(), "first.sldd", first, sizeof first - 1);
    write_dictionary(scratch_folder(), "other.sldd", other, sizeof other - 1);
    CU_ASSERT_TRUE_FATAL(constant("first.sldd", "a", NULL, y, &error)); /* writes m.mdl */
    CU_ASSERT_EQUAL(of_referenced("", NULL), 2.5);
    CU_ASSERT_EQUAL(of_referenced("other.sldd", NULL), 2.5);
    CU_ASSERT_EQUAL(of_referenced("other.sldd", "a=9"), 9.0);
}

static void test_enumerations_and_buses_of_a_dictionary(void) {
    double y[3];
    bd_error error = {0};
    write_dictionary(scratch_folder(), "types.sldd", types, sizeof types - 1);
    CU_ASSERT_TRUE_FATAL(constant("types.sldd", "double(Gear.Second)", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 12.0);
    CU_ASSERT_TRUE_FATAL(constant("types.sldd",
                                  "numel(pose.Elements) + 10*strcmp(pose.Elements(2).DataType, "
                                  "'single')",
                                  NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 12.0);
}

/* collections keep it in a folder of its own, and those that it refers to beside it */
static void test_a_dictionary_is_found_around_the_model(void) {
    double y[3];
    bd_error error = {0};
    char folder[4096], path[4200];
    snprintf(folder, sizeof folder, "%s/data", scratch_folder());
    CU_ASSERT_EQUAL_FATAL(mkdir(folder, 0700), 0);
    write_dictionary(folder, "first_around.sldd", first, sizeof first - 1);
    write_dictionary(folder, "second.sldd", second, sizeof second - 1);
    snprintf(path, sizeof path, "%s/second.sldd", scratch_folder());
    unlink(path);
    CU_ASSERT_TRUE(constant("first_around.sldd", "c", NULL, y, &error));
    CU_ASSERT_EQUAL(y[0], 105.0);
    static const char *const made[] = {"first_around.sldd", "second.sldd"};
    for (int k = 0; k < 2; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[k]);
        unlink(path);
    }
    rmdir(folder);
}

/* what an entry may hold, and what has no meaning here and so defines nothing */
static void test_entries_of_every_kind(void) {
    static const struct {
        const char *value, *expression;
        double number;
        bool defined;
    } cases[] = {
        {" Class=\"double\" Dimension=\"2*2\">1 2 3 4", "v(1,2)", 3, true},
        {" Class=\"double\" Dimension=\"3\">1 2 3", "v(3)", 3, true},
        {" Class=\"double\" Dimension=\"2*1*2\">1 2 3 4", "v(1,1,2)", 3, true},
        {" Class=\"double\" Dimension=\"0*0\">", "size(v,1)", 0, true},
        {" Class=\"logical\">1", "double(v)", 1, true},
        {" Class=\"uint64\">7", "double(v)", 7, true},
        {" Class=\"char\">abc", "length(v)", 3, true},
        {" Class=\"char\">", "length(v)", 0, true},
        {PARAMETER(" Class=\"double\">4"), "v", 4, true},
        {"><Element Class=\"mpt.Parameter\"><P Name=\"Value\" Class=\"double\">5</P></Element>",
         "v", 5, true},
        {" Class=\"struct\"><Element><P Name=\"x\" Class=\"double\">1</P></Element>"
         "<Element><P Name=\"x\" Class=\"double\">2</P></Element>",
         "v(2).x", 2, true},
        {" Class=\"struct\"><Element><P Name=\"x_internal\" Class=\"double\">6</P></Element>",
         "v.x", 6, true},
        /* the words of an expression are the first characters inside of it, however deep */
        {PARAMETER(WORDS("<P Class=\"cell\"><P Class=\"double\">9</P><P Class=\"char\">2+1</P>"
                         "<P Class=\"char\">5</P><P Class=\"double\">8</P></P>")),
         "v", 3, true},
        {PARAMETER(WORDS("<P Class=\"cell\"><P Class=\"cell\"><P Class=\"double\">9</P></P></P>"
                         "<P Class=\"char\">7</P>")),
         "v", 7, true},
        {PARAMETER(WORDS("<P Class=\"cell\"><P Class=\"double\">9</P></P>")), "v", 0, false},
        {PARAMETER(WORDS("")), "v", 0, false},
        /* fields without a name, or of no known value, are left out */
        {" Class=\"struct\"><Element><P Class=\"double\">6</P><P Name=\"y\" Class=\"double\">8</P>"
         "<P Name=\"z\" Class=\"double\">1+2i</P></Element>",
         "v.y+10*isfield(v,'z')", 8, true},
        {" Class=\"double\">none", "v", 0, false},
        /* complex numbers, and more or fewer than there are elements */
        {" Class=\"double\">1.0+2.0i", "v", 0, false},
        {" Class=\"double\" Dimension=\"1*2\">1.0+2.0i 3.0", "v", 0, false},
        {" Class=\"double\">1.0 2.0", "v", 0, false},
        {" Class=\"double\">\n 1.5 \n", "v", 1.5, true},
        {" Class=\"double\" Dimension=\"1*2\">1", "v", 0, false},
        {" Class=\"double\" Dimension=\"x\">1", "v", 0, false},
        {" Class=\"double\" Dimension=\"1x2\">1 2", "v", 0, false},
        {" Class=\"double\" Dimension=\"1x\">1", "v", 0, false},
        {" Class=\"double\" Dimension=\"1*1 \">1", "v", 0, false},
        {" Class=\"double\" Dimension=\"1*\">1", "v", 1, true},
        {" Class=\"double\" Dimension=\"1*999999999\">1", "v", 0, false},
        {" Class=\"double\" "
         "Dimension=\"1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*"
         "1*1\">1",
         "v", 0, false},
        {" Class=\"unknown\">1", "v", 0, false},
        {">", "v", 0, false},
        {"><Element Class=\"A\"></Element><Element Class=\"B\"></Element>", "v", 0, false},
        {"><Element Class=\"A\" Name=\"n\"></Element>", "v", 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1200];
        double y[3] = {-1};
        bd_error error = {0};
        const int length = snprintf(
            text, sizeof text,
            "<?xml version=\"1.0\"?><DataSource>" ENTRY("v", "%s") "</DataSource>", cases[i].value);
        write_dictionary(scratch_folder(), "kinds.sldd", text, (size_t)length);
        const bool good = constant("kinds.sldd", cases[i].expression, NULL, y, &error);
        if (good != cases[i].defined || (good && y[0] != cases[i].number))
            printf("\n    %s: %g %s", cases[i].value, y[0], error.text);
        CU_ASSERT_EQUAL(good, cases[i].defined);
        if (cases[i].defined) {
            CU_ASSERT_EQUAL(y[0], cases[i].number);
        } else {
            MR_ASSERT_CONTAINS(error.text, "'v'");
        }
    }
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
    /* nor does one that is not what was packed, or that has entities */
    const archive_part part = {"data/chunk0.xml", first, sizeof first - 1};
    size_t bytes;
    void *zip = archive_make(&part, 1, &bytes);
    archive_spoil(zip, bytes);
    scratch_file(scratch_folder(), "spoilt.sldd", zip, bytes);
    free(zip);
    CU_ASSERT_FALSE(constant("spoilt.sldd", "a", NULL, y, &error));
    static const char entity[] =
        "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e \"42\">]><DataSource>" ENTRY(
            "a", " Class=\"double\">&e;") "</DataSource>";
    write_dictionary(scratch_folder(), "entity.sldd", entity, sizeof entity - 1);
    CU_ASSERT_FALSE(constant("entity.sldd", "a", NULL, y, &error));
}

/* no dictionary, and then two keys of the model: where its workspace comes from */
#define WORKSPACE(source, key, value) "\"\n WSDataSource \"" source "\"\n " key " \"" value

static void test_the_workspace_of_a_model_comes_from_code_or_a_file(void) {
    static const struct {
        const char *keys;
        double value;
    } cases[] = {
        {WORKSPACE("MATLAB Code", "WSMATLABCode", "a = 4;"), 4.0},
        {WORKSPACE("M-Code", "WSMCode", "a = 5;"), 5.0},
        {WORKSPACE("MATLAB File", "WSSourceFileName", "filled.m"), 6.0},
        /* where the author had it */
        {WORKSPACE("MATLAB File", "WSSourceFileName", "D:\\\\work\\\\filled.m"), 6.0},
        /* code that is not asked for any more */
        {WORKSPACE("MDL-File", "WSMATLABCode", "a = 4;"), 1.0},
    };
    double y[3];
    bd_error error = {0};
    scratch_text(scratch_folder(), "filled.m", "a = 2 * 3;\n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        CU_ASSERT_TRUE_FATAL(constant(cases[k].keys, "a", "a=1", y, &error));
        CU_ASSERT_EQUAL(y[0], cases[k].value);
    }
    CU_ASSERT_FALSE(
        constant(WORKSPACE("MATLAB File", "WSSourceFileName", "none.m"), "a", NULL, y, &error));
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_values_of_a_dictionary_and_of_those_it_refers_to),
        MR_TEST(test_a_referenced_model_has_its_own_dictionary),
        MR_TEST(test_enumerations_and_buses_of_a_dictionary),
        MR_TEST(test_a_dictionary_is_found_around_the_model),
        MR_TEST(test_entries_of_every_kind),
        MR_TEST(test_what_is_no_dictionary_defines_nothing),
        MR_TEST(test_the_workspace_of_a_model_comes_from_code_or_a_file),
    };
    return mr_test_main("file_dictionary", tests, sizeof tests / sizeof *tests, argc, argv);
}
