/* what an FMU can tell beyond its outputs, where the description is not as usual: the first
 * variable is a rate, and the annotation of our own exports says things that cannot be */
#include "record.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* outputs 0 to 2: v, x, a; inputs 0 and 1: u and w */
static void open_scribe(fmu_run *run, const char *attributes, const char *annotation,
                        const char *configuration) {
    char text[4000];
    snprintf(
        text, sizeof text,
        "<fmiModelDescription fmiVersion='2.0' modelName='Scribe' guid='token'>"
        "<CoSimulation modelIdentifier='scribe' %s/>%s<ModelVariables>"
        "<ScalarVariable name='v' valueReference='12' causality='output'><Real derivative='2'/>"
        "</ScalarVariable>"
        "<ScalarVariable name='x' valueReference='11' causality='output'><Real/></ScalarVariable>"
        "<ScalarVariable name='a' valueReference='13' causality='output'><Real derivative='1'/>"
        "</ScalarVariable>"
        "<ScalarVariable name='u' valueReference='1' causality='input'><Real start='0'/>"
        "</ScalarVariable>"
        "<ScalarVariable name='w' valueReference='8' causality='input'><Real start='0'/>"
        "</ScalarVariable></ModelVariables><ModelStructure><Derivatives><Unknown index='1'/>"
        "<Unknown index='3'/></Derivatives></ModelStructure></fmiModelDescription>",
        attributes, annotation);
    record_must(run, fmu_run_open(run, record_fmu(text), configuration));
}

static void test_the_first_variable_may_be_a_rate(void) {
    double rates[2] = {9.0, 9.0};
    fmu_run run = {.values = {3.0}};
    open_scribe(&run, "maxOutputDerivativeOrder='1'", "", "inputs=u outputs='x v'");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->rates);
    record_must(&run, fmu_run_start(&run, 0.0));
    record_skip();
    record_must(&run, run.type->rates(run.instance, rates));
    record_is("GetReal 12 13\n"); /* x' = v = 1, v' = a = u: told, nobody is asked */
    CU_ASSERT(rates[0] == 1.0 && rates[1] == 3.0);
    fmu_run_close(&run);
    record_skip();
}

/* without an annotation that makes sense the chain of derivatives x, v, a counts */
static void test_coordinates_that_are_told(void) {
    static const struct {
        const char *told;
        mr_coordinate expected;
    } cases[] = {
        {"position='2' velocity='1' acceleration='0'", {2, 1, 0}},
        {"velocity='2' acceleration='2'", {MR_NONE, 2, 2}},
        {"position='3' velocity='1' acceleration='0'", {1, 0, 2}},
        {"position='0' velocity='3' acceleration='0'", {1, 0, 2}},
        {"position='0' velocity='1' acceleration='3'", {1, 0, 2}},
        {"position='0' acceleration='0'", {1, 0, 2}},
        {"position='0' velocity='0'", {1, 0, 2}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[400];
        fmu_run run = {0};
        snprintf(text, sizeof text,
                 "<VendorAnnotations><Tool name='Multirate'><Multirate><Coordinate %s/></Multirate>"
                 "</Tool></VendorAnnotations>",
                 cases[i].told);
        open_scribe(&run, "providesDirectionalDerivative='true'", text, "");
        CU_ASSERT_EQUAL_FATAL(run.description.coordinate_count, 1);
        const mr_coordinate c = run.description.coordinates[0];
        CU_ASSERT_EQUAL(c.position, cases[i].expected.position);
        CU_ASSERT_EQUAL(c.velocity, cases[i].expected.velocity);
        CU_ASSERT_EQUAL(c.acceleration, cases[i].expected.acceleration);
        fmu_run_close(&run);
        /* with outputs of one's own choice it means nothing */
        open_scribe(&run, "providesDirectionalDerivative='true'", text, "outputs='x v a'");
        CU_ASSERT_EQUAL_FATAL(run.description.coordinate_count, 1);
        CU_ASSERT_EQUAL(run.description.coordinates[0].position, 0);
        CU_ASSERT_EQUAL(run.description.coordinates[0].acceleration, 2);
        fmu_run_close(&run);
    }
    fmu_run run = {0}; /* nobody tells derivatives: there are none */
    open_scribe(&run, "", "", "");
    CU_ASSERT_EQUAL(run.description.coordinate_count, 0);
    fmu_run_close(&run);
    open_scribe(&run, "providesDirectionalDerivative='true'", "", "inputs=''");
    CU_ASSERT_EQUAL(run.description.coordinate_count, 0);
    fmu_run_close(&run);
}

static void test_powers_that_are_told(void) {
    static const struct {
        int input, output, of_u, of_w;
    } cases[] = {{0, 0, 0, MR_NONE},       {1, 2, MR_NONE, 2},        {0, 3, MR_NONE, MR_NONE},
                 {2, 0, MR_NONE, MR_NONE}, {-1, 0, MR_NONE, MR_NONE}, {0, -1, MR_NONE, MR_NONE}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[400];
        fmu_run run = {0};
        snprintf(text, sizeof text,
                 "<VendorAnnotations><Tool name='Multirate'><Multirate><Power input='%d' "
                 "output='%d'/></Multirate></Tool></VendorAnnotations>",
                 cases[i].input, cases[i].output);
        open_scribe(&run, "", text, "");
        CU_ASSERT_EQUAL(run.description.inputs[0].power_with, cases[i].of_u);
        CU_ASSERT_EQUAL(run.description.inputs[1].power_with, cases[i].of_w);
        fmu_run_close(&run);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_first_variable_may_be_a_rate),
        MR_TEST(test_coordinates_that_are_told),
        MR_TEST(test_powers_that_are_told),
    };
    if (!fmu_runs_begin())
        return 1;
    record_begin();
    const int answer = mr_test_main("fmu_abilities", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
