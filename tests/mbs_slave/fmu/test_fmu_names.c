/* names of variables in the settings inputs= and outputs=, as the standard allows them (structured
 * names, FMI 2.0.4, section 2.2.9) */
#include "record.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* lists of names: what separates does not inside brackets and quotes */
static void test_names_in_lists(void) {
    static const char *const names[] = {"A[1, 2]", "der(v, 1)", "'a b '", "p.'c;d'.q", "it's", "e"};
    static const struct {
        const char *list;
        int count, names[6];
    } cases[] = {
        {"A[1, 2] der(v, 1)", 2, {0, 1}}, {"der(v, 1),A[1, 2]", 2, {1, 0}},
        {"'a b ';e", 2, {2, 5}},          {" e , 'a b ' ", 2, {5, 2}},
        {"p.'c;d'.q\te", 2, {3, 5}},      {"it's e A[1, 2]", 3, {4, 5, 0}},
    };
    char text[4000] = "<fmiModelDescription fmiVersion='2.0' modelName='Scribe' guid='token'>"
                      "<CoSimulation modelIdentifier='scribe'/><ModelVariables>";
    for (size_t i = 0; i < COUNT(names); i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "<ScalarVariable name=\"%s\" valueReference='%zu' causality='output'><Real/>"
                 "</ScalarVariable>",
                 names[i], 40 + i);
    strcat(text, "</ModelVariables><ModelStructure/></fmiModelDescription>");
    for (size_t i = 0; i < COUNT(cases); i++) {
        char configuration[200];
        fmu_run run = {0};
        snprintf(configuration, sizeof configuration, "outputs=\"%s\"", cases[i].list);
        record_must(&run, fmu_run_open(&run, record_fmu(text), configuration));
        CU_ASSERT_EQUAL_FATAL(run.description.output_count, cases[i].count);
        for (int k = 0; k < cases[i].count; k++)
            CU_ASSERT_STRING_EQUAL(run.description.outputs[k].name, names[cases[i].names[k]]);
        fmu_run_close(&run);
    }
}

static void test_names_that_cannot_be(void) {
    static const char text[] =
        "<fmiModelDescription fmiVersion='2.0' modelName='Scribe' guid='token'>"
        "<CoSimulation modelIdentifier='scribe'/><ModelVariables>"
        "<ScalarVariable name='car.Mass' valueReference='40' causality='output'><Real/>"
        "</ScalarVariable>"
        "<ScalarVariable name='p' valueReference='41' causality='parameter' variability='fixed'>"
        "<Real start='1'/></ScalarVariable>"
        "<ScalarVariable name='s' valueReference='42' causality='output'><String/>"
        "</ScalarVariable></ModelVariables><ModelStructure/></fmiModelDescription>";
    static const char *const cases[][2] = {
        {"outputs=mass", "has no variable 'mass'; is 'car.Mass' meant?"},
        {"outputs=speed", "has no variable 'speed'"},
        {"outputs='car.Mass p car.Mass'", "variable 'car.Mass' is chosen twice"},
        {"inputs=p", "cannot be an input of the slave: it is neither an input nor a tunable"},
        {"inputs=car.Mass", "it is neither an input nor a tunable parameter"},
        {"outputs=s", "cannot be an output of the slave: it is no number"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_run run = {0};
        CU_ASSERT_EQUAL(fmu_run_open(&run, record_fmu(text), cases[i][0]), MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(run.message.text, cases[i][1]);
        fmu_run_close(&run);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_names_in_lists),
        MR_TEST(test_names_that_cannot_be),
    };
    if (!fmu_runs_begin())
        return 1;
    record_begin();
    const int answer = mr_test_main("fmu_names", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
