/* the data types that a parameter of a block can ask for: names, fixed-point words, objects of the
 * workspace. Expected values follow from the type: slope * stored integer + bias, within the range
 * of the word */
#include "mini.h"

#include "blockdiagram/signal.h"

#include <stdio.h>

/* what becomes of 300.7 in a conversion to this type */
static mini *converted(const char *parameters, const char *code) {
    char text[600];
    snprintf(text, sizeof text,
             "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"
             "Constant c Value=300.7\nDataTypeConversion g %s\nOutport y\nc -> g\ng -> y\n",
             parameters);
    return mini_try(text, code ? code : "");
}

static int type_of(const mini *m) {
    return m->run ? bd_run_record(m->run, mini_record(m, "y"))->shape.type : -99;
}

/* the conversion rounds down and saturates */
#define LIMITS " RndMeth=Floor SaturateOnIntegerOverflow=on"

static void assert_type(const char *parameters, const char *code, int type, double value) {
    char all[300];
    snprintf(all, sizeof all, "%s" LIMITS, parameters);
    mini *m = converted(all, code);
    if (m->error.text[0] || (type >= 0 && type_of(m) != type) || mini_last(m, "y") != value)
        printf("\n    %s: type %d, %g: %s", parameters, type_of(m),
               m->error.text[0] ? 0.0 : mini_last(m, "y"), m->error.text);
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    if (!m->error.text[0]) {
        CU_ASSERT(type < 0 || type_of(m) == type);
        CU_ASSERT_EQUAL(mini_last(m, "y"), value);
    }
    mini_free(m);
}

static void test_names_of_types(void) {
    static const struct {
        const char *name;
        int type;
        double value;
    } cases[] = {
        {"double", BD_DOUBLE, 300.7},
        {"Double", BD_DOUBLE, 300.7},
        {"boolean", BD_LOGICAL, 1},
        {"Boolean", BD_LOGICAL, 1},
        {"logical", BD_LOGICAL, 1},
        {"int8", BD_INT8, 127},
        {"uint8", BD_UINT8, 255},
        {"int16", BD_INT16, 300},
        {"uint32", BD_UINT32, 300},
        {"int64", BD_INT64, 300},
        {"float(double)", BD_DOUBLE, 300.7},
        {"sint(8)", BD_INT8, 127},
        {"uint(8)", BD_UINT8, 255},
        {"sint(16)", BD_INT16, 300},
        {"uint(16)", BD_UINT16, 300},
        {"sint(32)", BD_INT32, 300},
        {"uint(32)", BD_UINT32, 300},
        {"sfix(8)", BD_INT8, 127},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        snprintf(text, sizeof text, "OutDataTypeStr='%s'", cases[i].name);
        assert_type(text, NULL, cases[i].type, cases[i].value);
    }
    const double single = 300.7F;
    assert_type("OutDataTypeStr=single", NULL, BD_SINGLE, single);
    assert_type("OutDataTypeStr=Single", NULL, BD_SINGLE, single);
    assert_type("OutDataTypeStr=float(single)", NULL, BD_SINGLE, single);
}

/* the notation of fixed-point names: E an exponent of two, S a slope, F its factor, B a bias; n is
 * a minus, p a point */
static void test_names_of_fixed_point_types(void) {
    static const struct {
        const char *name;
        int type; /* -1: none of the plain ones */
        double value;
    } cases[] = {
        {"sfix16", BD_INT16, 300},       {"ufix32", BD_UINT32, 300},
        {"sfix16_En4", -1, 300.6875},    {"ufix16_En1", -1, 300.5},
        {"sfix16_E3", -1, 296},          {"ufix8_E1", -1, 300},
        {"sfix8_E1", -1, 254},           {"sfix16_E0", BD_INT16, 300},
        {"ufix8_S2p5", -1, 300},         {"ufix16_S10_B5", -1, 295},
        {"ufix16_S10_Bn5", -1, 295},     {"ufix16_S8_B4", -1, 300},
        {"ufix16_F1p25_E2", -1, 300},    {"ufix8_F1p5_En1", -1, 191.25},
        {"sfix16_S1_B0", BD_INT16, 300}, {"ufix16_B100", -1, 300},
        {"ufix7_B100", -1, 227},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        snprintf(text, sizeof text, "OutDataTypeStr=%s", cases[i].name);
        assert_type(text, NULL, cases[i].type, cases[i].value);
    }
}

static void test_objects_of_the_workspace(void) {
    static const struct {
        const char *name, *code;
        int type;
        double value;
    } cases[] = {
        {"T", "T = 'int16';", BD_INT16, 300},
        {"T", "T = fixdt(1,16,4);", -1, 300.6875},
        {"T", "T = fixdt(0,8);", BD_UINT8, 255},
        {"fixdt(1,32,0)", "", BD_INT32, 300},
        {"fixdt(0,32,0)", "", BD_UINT32, 300},
        {"fixdt(1,16,2^3,0)", "", -1, 296},
        {"fixdt(1,16,10,5)", "", -1, 295},
        {"T", "T = Simulink.AliasType; T.BaseType = 'uint8';", BD_UINT8, 255},
        {"T", "T = Simulink.AliasType; T.BaseType = 'U'; U = 'int8';", BD_INT8, 127},
        {"T", "T = Simulink.NumericType; T.DataTypeMode = 'Single';", BD_SINGLE, 300.7F},
        {"T", "T = Simulink.NumericType; T.DataTypeMode = 'Boolean';", BD_LOGICAL, 1},
        {"T",
         "T = Simulink.NumericType; T.DataTypeMode = 'Fixed-point: binary point scaling';"
         "T.WordLength = 16; T.FractionLength = 4;",
         -1, 300.6875},
        {"T",
         "T = Simulink.NumericType; T.DataTypeMode = 'Fixed-point: slope and bias scaling';"
         "T.WordLength = 16; T.Slope = 10; T.Bias = 5;",
         -1, 295},
        {"T", "T.WordLength = 8; T.Signed = 0;", BD_UINT8, 255},
        {"T", "T.WordLength = 16; T.FractionLength = 1;", -1, 300.5},
        {"T", "T.Slope = 10; T.Bias = 5;", -1, 295},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        snprintf(text, sizeof text, "OutDataTypeStr=%s", cases[i].name);
        assert_type(text, cases[i].code, cases[i].type, cases[i].value);
    }
}

/* before one text had it all: a mode, a type of its own, and its scaling */
static void test_types_of_older_files(void) {
#define DIALOG "OutDataTypeStr='Specify via dialog' OutDataType="
    assert_type(DIALOG "sfix(16) OutScaling=2^-4", NULL, -1, 300.6875);
    assert_type(DIALOG "sfix(16) OutScaling=[8,4]", NULL, -1, 300);
    assert_type(DIALOG "sfix(16) OutScaling=[]", NULL, BD_INT16, 300);
    assert_type(DIALOG "sfix(16) OutScaling=1 ConRadixGroup='Use specified scaling'", NULL,
                BD_INT16, 300);
    /* as many fraction bits as the value allows: no integer */
    assert_type(DIALOG "sfix(16) OutScaling=1 ConRadixGroup='Best precision'", NULL, -1, 300.5);
    assert_type(DIALOG "uint(8) OutScaling=2^-4", NULL, BD_UINT8, 255);
}

static void test_types_that_do_not_exist_are_named(void) {
    static const char *const cases[][2] = {
        {"OutDataTypeStr=int12", ""},
        {"OutDataTypeStr=sfix16_", ""},
        {"OutDataTypeStr=sfix16_E", ""},
        {"OutDataTypeStr=sfix16_Ex", ""},
        {"OutDataTypeStr=sfix16_Q3", ""},
        {"OutDataTypeStr=sfix16_S0", ""},
        {"OutDataTypeStr=sfix16_Sn1", ""},
        {"OutDataTypeStr=sfix16x", ""},
        {"OutDataTypeStr=sfix0", ""},
        {"OutDataTypeStr=sfix129_En3", ""},
        {"OutDataTypeStr=xfix16_En3", ""},
        {"OutDataTypeStr=T", "T = 5;"},
        {"OutDataTypeStr=T", "T.WordLength = 0;"},
        {"OutDataTypeStr=T", "T.WordLength = 129;"},
        {"OutDataTypeStr=T", "T = struct('WordLength', {8, 16});"},
        {"OutDataTypeStr=T", "T = 'T';"}, /* leads to itself */
        {"OutDataTypeStr=T", "T = Simulink.AliasType; T.BaseType = 'nothing';"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mini *m = converted(cases[i][0], cases[i][1]);
        if (m->error.status != BD_UNSUPPORTED)
            printf("\n    %s %s: %s", cases[i][0], cases[i][1], m->error.text);
        CU_ASSERT_EQUAL(m->error.status, BD_UNSUPPORTED);
        MR_ASSERT_CONTAINS(m->error.text, "m/g");
        MR_ASSERT_CONTAINS(m->error.text, "is not supported");
        mini_free(m);
    }
    mini *m = converted("OutDataTypeStr='Specify via dialog'", NULL);
    MR_ASSERT_CONTAINS(m->error.text, "its output type is to be specified, but there is no OutDat");
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_names_of_types),
        MR_TEST(test_names_of_fixed_point_types),
        MR_TEST(test_objects_of_the_workspace),
        MR_TEST(test_types_of_older_files),
        MR_TEST(test_types_that_do_not_exist_are_named),
    };
    return mr_test_main("blockdiagram_data_types", tests, sizeof tests / sizeof *tests, argc, argv);
}
