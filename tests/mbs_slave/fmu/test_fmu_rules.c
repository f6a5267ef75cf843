/* rules of the standards on descriptions: a description that keeps them all, changed in one place,
 * is told with the sentence of that rule and no other */
#include "fmu/validate.h"
#include "mr_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char second[] =
    "<fmiModelDescription fmiVersion='2.0' modelName='Car' guid='{1}'>"
    "<CoSimulation modelIdentifier='car'/>"
    "<UnitDefinitions><Unit name='m'/></UnitDefinitions>"
    "<TypeDefinitions><SimpleType name='Gear'><Enumeration><Item name='one' value='1'/>"
    "</Enumeration></SimpleType></TypeDefinitions>"
    "<DefaultExperiment startTime='1' stopTime='2' tolerance='1e-6'/>"
    "<ModelVariables>"
    "<ScalarVariable name='t' valueReference='0' causality='independent'><Real/></ScalarVariable>"
    "<ScalarVariable name='u' valueReference='1' causality='input'><Real start='0' unit='m'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='p' valueReference='2' causality='parameter' variability='fixed'>"
    "<Real start='1'/></ScalarVariable>"
    "<ScalarVariable name='x' valueReference='3' causality='output' initial='exact'>"
    "<Real start='1'/></ScalarVariable>"
    "<ScalarVariable name='dx' valueReference='4' causality='local'><Real derivative='4'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='n' valueReference='5' causality='input' variability='discrete'>"
    "<Enumeration declaredType='Gear' start='1'/></ScalarVariable>"
    "</ModelVariables>"
    "<ModelStructure><Outputs><Unknown index='4'/></Outputs>"
    "<Derivatives><Unknown index='5'/></Derivatives></ModelStructure></fmiModelDescription>";

static const char third[] =
    "<fmiModelDescription fmiVersion='3.0' modelName='Car' instantiationToken='{1}'>"
    "<CoSimulation modelIdentifier='car'/>"
    "<ModelVariables>"
    "<Float64 name='t' valueReference='0' causality='independent'/>"
    "<Float64 name='u' valueReference='1' causality='input' start='0'><Alias name='w'/></Float64>"
    "<Float64 name='x' valueReference='3' causality='output' initial='exact' start='1'/>"
    "<Int32 name='n' valueReference='5' causality='parameter' variability='fixed' start='1'/>"
    "</ModelVariables>"
    "<ModelStructure><Output valueReference='3'/></ModelStructure></fmiModelDescription>";

/* sentences, with bars behind them */
static void note(void *context, fmu_severity severity, const char *where, const char *sentence) {
    char *all = context;
    const size_t used = strlen(all);
    CU_ASSERT_STRING_EQUAL(where, "description");
    snprintf(all + used, 2000 - used, "%s%s|", severity == FMU_DOUBT ? "doubt: " : "", sentence);
}

/* `from`, which must stand there, becomes `to` */
static void check(const char *base, const char *from, const char *to, const char *expected) {
    char text[4000], told[2000] = "";
    const char *at = strstr(base, from);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
    fmu_description *description = NULL;
    mr_message message = {""};
    const mr_status status =
        fmu_description_read("x", text, strlen(text), false, &description, &message);
    if (status != MR_OK)
        printf("\n%s -> %s: %s", from, to, message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    const fmu_judge judge = {note, told};
    fmu_validate_description(description, &judge);
    if (strcmp(told, expected) != 0)
        printf("\n%s -> %s:\n  %s\n  %s", from, to, told, expected);
    CU_ASSERT_STRING_EQUAL(told, expected);
    fmu_description_free(description);
}

static void test_what_keeps_all_rules_is_told_nothing(void) {
    check(second, "Car", "Car", "");
    check(third, "Car", "Car", "");
}

static void test_the_head(void) {
    check(second, "modelIdentifier='car'", "modelIdentifier='1car'",
          "the model identifier '1car' is no name of a C function|");
    check(second, "modelIdentifier='car'", "modelIdentifier='a-b'",
          "the model identifier 'a-b' is no name of a C function|");
    check(second, "modelIdentifier='car'", "modelIdentifier='_a9'", "");
    check(second, "{1}", "", "doubt: the guid is empty|");
    check(third, "{1}", "", "doubt: the instantiationToken is empty|");
    check(second, "Car", "", "the modelName is empty|");
    check(second, "stopTime='2'", "stopTime='1'",
          "the default experiment stops at 1 s, not after its start at 1 s|");
    check(second, "tolerance='1e-6'", "tolerance='0'",
          "the tolerance of the default experiment is 0|");
}

static void test_names_and_references(void) {
    check(second, "name='p'", "name='u'", "two variables have the name 'u'|");
    check(third, "name='x'", "name='w'", "two variables have the name 'w'|");
    check(second, "valueReference='3'", "valueReference='1'", ""); /* allowed there */
    check(third, "name='n' valueReference='5'", "name='n' valueReference='3'",
          "the variables 'x' and 'n' have the same value reference 3|");
    /* an alias of the first is in between */
    check(third, "name='n' valueReference='5'", "name='n' valueReference='1'",
          "the variables 'u' and 'n' have the same value reference 1|");
}

static void test_variability(void) {
    check(second, "variability='fixed'", "variability='tunable'", "");
    check(second, "variability='fixed'", "variability='discrete'",
          "parameter 'p' must have variability fixed or tunable|");
    check(second, "causality='input'><Real", "causality='input' variability='fixed'><Real",
          "'u' is an input or the time, and so cannot be constant, fixed or tunable|");
    check(second, "causality='input' variability='discrete'",
          "causality='input' variability='continuous'",
          "'n' is no real number, and so cannot be continuous|");
    check(second, "<Real derivative='4'/>", "<Real/>",
          "'dx' is listed as derivative of a state, but does not tell of which|");
}

static void test_start_values(void) {
    check(second, "<Real start='0' unit='m'/>", "<Real unit='m'/>", "'u' needs a start value|");
    check(second, "variability='fixed'><Real start='1'/>", "variability='fixed'><Real/>",
          "'p' needs a start value|");
    check(second, "initial='exact'><Real start='1'/>", "initial='exact'><Real/>",
          "'x' needs a start value|");
    check(second, "initial='exact'><Real start='1'/>", "initial='approx'><Real/>",
          "'x' needs a start value|");
    check(second, "initial='exact'><Real start='1'/>", "><Real/>", "");
    check(second, "initial='exact'", "initial='calculated'",
          "'x' is calculated, and so must not have a start value|");
    check(second, "causality='independent'><Real/>", "causality='independent'><Real start='0'/>",
          "'t' is calculated, and so must not have a start value|");
    check(second, "causality='input'><Real", "causality='input' initial='exact'><Real",
          "input 'u' must not tell `initial`|");
    check(third, "causality='input' start='0'", "causality='input' initial='exact' start='0'", "");
    check(third, "variability='fixed' start='1'", "variability='fixed'",
          "'n' needs a start value|");
}

static void test_types_and_units(void) {
    check(second, "declaredType='Gear'", "declaredType='Speed'",
          "'n' has the declared type 'Speed', which is not defined|");
    check(second, "<Enumeration declaredType='Gear' start='1'/>", "<Enumeration start='1'/>",
          "the enumeration 'n' has no declared type|");
    check(second, "unit='m'", "unit='km'", "'u' has the unit 'km', which is not defined|");
}

static void test_the_structure(void) {
    check(second, "<Outputs><Unknown index='4'/></Outputs>", "",
          "output 'x' is missing in the model structure|");
    check(third, "<Output valueReference='3'/>", "",
          "output 'x' is missing in the model structure|");
    check(second, "<Unknown index='4'/>", "<Unknown index='4'/><Unknown index='2'/>",
          "'u' is listed among the outputs and is none|");
    check(second, "<ScalarVariable name='u' valueReference='1' causality='input'><Real start='0'",
          "<ScalarVariable name='u' valueReference='1' causality='independent'><Real",
          "there are 2 variables for the time, not one|");
    check(second, "causality='independent'", "causality='local'", "");
    check(third, "causality='independent'", "causality='local'",
          "there are 0 variables for the time, not one|");
}

/* FMI 1.0 tells by an element that an FMU needs its tool */
static void test_tools_of_the_first_version(void) {
    static const char *const kinds[] = {"StandAlone", "Tool"};
    for (int i = 0; i < 2; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "<fmiModelDescription fmiVersion='1.0' modelName='a' modelIdentifier='a' "
                 "guid='1' numberOfContinuousStates='0' numberOfEventIndicators='0'>"
                 "<ModelVariables><ScalarVariable name='y' valueReference='1' causality='output'>"
                 "<Real/></ScalarVariable></ModelVariables><Implementation><CoSimulation_%s>"
                 "<Capabilities/></CoSimulation_%s></Implementation></fmiModelDescription>",
                 kinds[i], kinds[i]);
        fmu_description *description = NULL;
        mr_message message = {""};
        CU_ASSERT_EQUAL_FATAL(
            fmu_description_read("x", text, strlen(text), false, &description, &message), MR_OK);
        CU_ASSERT_EQUAL(description->needs_tool, i == 1);
        CU_ASSERT_FALSE(description->model_exchange);
        fmu_description_free(description);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_tools_of_the_first_version),
    MR_TEST(test_what_keeps_all_rules_is_told_nothing),
    MR_TEST(test_the_head),
    MR_TEST(test_names_and_references),
    MR_TEST(test_variability),
    MR_TEST(test_start_values),
    MR_TEST(test_types_and_units),
    MR_TEST(test_the_structure),
};

int main(int argc, char **argv) {
    return mr_test_main("fmu_rules", tests, sizeof tests / sizeof *tests, argc, argv);
}
