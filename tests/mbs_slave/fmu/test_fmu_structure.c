/* descriptions of FMUs as a whole: which interface is taken, what the structure says of variables,
 * how they are found, and what others write between them (standards 1.0, 2.0.4 and 3.0) */
#include "parts.h"

#include <stdio.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* of an FMU for both the wanted interface counts, in whichever order, with its own source files */
static void test_one_of_two_interfaces_is_chosen(void) {
    static const char exchange_first[] =
        "<ModelExchange modelIdentifier='me'><SourceFiles><File name='me.c'/></SourceFiles>"
        "</ModelExchange><CoSimulation modelIdentifier='cs' maxOutputDerivativeOrder='1'>"
        "<SourceFiles><File name='cs.c'/><File/><File name='more.c'/></SourceFiles></CoSimulation>";
    static const char exchange_last[] =
        "<CoSimulation modelIdentifier='cs' maxOutputDerivativeOrder='1'>"
        "<SourceFiles><File name='cs.c'/><File name='more.c'/></SourceFiles></CoSimulation>"
        "<ModelExchange modelIdentifier='me'><SourceFiles><File name='me.c'/></SourceFiles>"
        "</ModelExchange>";
    for (int wanted = 0; wanted < 2; wanted++)
        for (int order = 0; order < 2; order++) {
            fmu_description *d =
                read_good(&(parts){.version = 2,
                                   .before = order ? exchange_first : exchange_last,
                                   .exchange = wanted});
            CU_ASSERT_EQUAL(d->model_exchange, (bool)wanted);
            CU_ASSERT_STRING_EQUAL(d->identifier, wanted ? "me" : "cs");
            CU_ASSERT_EQUAL(d->output_derivatives, !wanted);
            CU_ASSERT_EQUAL_FATAL(d->source_count, wanted ? 1 : 2);
            CU_ASSERT_STRING_EQUAL(d->sources[0], wanted ? "me.c" : "cs.c");
            fmu_description_free(d);
        }
}

/* Scheduled Execution is taken where there is nothing else */
static void test_scheduled_execution(void) {
    static const struct {
        const char *interfaces, *identifier;
        bool scheduled, once;
    } cases[] = {
        {"<ScheduledExecution modelIdentifier='se'/>", "se", true, false},
        {"<ScheduledExecution modelIdentifier='se' canBeInstantiatedOnlyOncePerProcess='1'/>", "se",
         true, true},
        {"<ScheduledExecution modelIdentifier='se' canBeInstantiatedOnlyOncePerProcess='1'/>"
         "<CoSimulation modelIdentifier='cs'/>",
         "cs", false, false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_description *d = read_good(&(parts){.version = 3, .before = cases[i].interfaces});
        CU_ASSERT_STRING_EQUAL(d->identifier, cases[i].identifier);
        CU_ASSERT_EQUAL(d->scheduled, cases[i].scheduled);
        CU_ASSERT_EQUAL(d->only_once, cases[i].once);
        CU_ASSERT_EQUAL(d->variable_steps, cases[i].scheduled);
        CU_ASSERT_TRUE(d->scheduled_execution);
        fmu_description_free(d);
    }
}

/* outputs depend on inputs, on others, on nothing, or nobody says */
static void test_who_depends_on_inputs(void) {
    static const char variables[] =
        "<Float64 name='u' valueReference='10' causality='input'/>"
        "<Float64 name='w' valueReference='12' causality='input'/>"
        "<Float64 name='x' valueReference='11'/>"
        "<Float64 name='a' valueReference='21' causality='output'/>"
        "<Float64 name='b' valueReference='22' causality='output'/>"
        "<Float64 name='c' valueReference='23' causality='output'/>"
        "<Float64 name='d' valueReference='24' causality='output' derivative='11'/>";
    fmu_description *d = read_good(
        &(parts){.version = 3,
                 .variables = variables,
                 .behind = "<ModelStructure><Output valueReference='21' dependencies='11 10'/>"
                           "<Output valueReference='22' dependencies='11 99 99999999999'/>"
                           "<Output valueReference='23'/>"
                           "<ContinuousStateDerivative valueReference='24' dependencies='10'/>"
                           "<EventIndicator valueReference='11'/></ModelStructure>"});
    CU_ASSERT_EQUAL(named(d, "a")->dependence, FMU_DEPENDENT);
    CU_ASSERT_EQUAL(named(d, "b")->dependence, FMU_INDEPENDENT_OF_INPUTS);
    CU_ASSERT_EQUAL(named(d, "c")->dependence, FMU_DEPENDENCE_UNKNOWN);
    CU_ASSERT_EQUAL(named(d, "d")->dependence, FMU_DEPENDENCE_UNKNOWN);
    CU_ASSERT(named(d, "a")->listed && !named(d, "d")->listed && !named(d, "x")->listed);
    CU_ASSERT_TRUE(named(d, "d")->state_derivative);
    CU_ASSERT_EQUAL_FATAL(d->derivative_count, 1);
    CU_ASSERT_STRING_EQUAL(d->variables[d->derivatives[0]].name, "d");
    CU_ASSERT_STRING_EQUAL(d->variables[named(d, "d")->primitive].name, "x");
    fmu_description_free(d);
}

/* FMI 2.0 counts variables from 1, the last one included */
static void test_who_depends_on_inputs_by_number(void) {
    fmu_description *d = read_good(
        &(parts){.version = 2,
                 .variables = "<ScalarVariable name='a' valueReference='21' causality='output'>"
                              "<Real derivative='2'/></ScalarVariable>"
                              "<ScalarVariable name='x' valueReference='11'><Real/>"
                              "</ScalarVariable>"
                              "<ScalarVariable name='u' valueReference='10' causality='input'>"
                              "<Real/></ScalarVariable>"
                              "<ScalarVariable name='b' valueReference='22' causality='output'>"
                              "<Real/></ScalarVariable>",
                 .behind = "<ModelStructure><Outputs><Unknown index='1' dependencies='2'/>"
                           "<Unknown index='4' dependencies='1 2 3'/></Outputs>"
                           "<Derivatives><Unknown index='1'/></Derivatives></ModelStructure>"});
    CU_ASSERT_EQUAL(named(d, "a")->dependence, FMU_INDEPENDENT_OF_INPUTS);
    CU_ASSERT_EQUAL(named(d, "b")->dependence, FMU_DEPENDENT);
    CU_ASSERT(named(d, "a")->listed && named(d, "b")->listed && !named(d, "x")->listed);
    CU_ASSERT(named(d, "a")->state_derivative && !named(d, "b")->state_derivative);
    CU_ASSERT_EQUAL(named(d, "a")->primitive, 1);
    fmu_description_free(d);
}

static void test_annotations_of_our_own(void) {
    fmu_description *d = read_good(&(parts){
        .version = 2,
        .before = "<CoSimulation modelIdentifier='m'/><VendorAnnotations><Tool name='Multirate'>"
                  "<Multirate><Coordinate position='0' velocity='1' acceleration='2'/>"
                  "<Coordinate velocity='4' acceleration='5'/>"
                  "<Coordinate position='-2' velocity='1' acceleration='2'/>"
                  "<Coordinate position='0' velocity='1' acceleration='1e6'/>"
                  "<Power input='3' output='4'/><Power input='1e7' output='0'/><Torque a='1'/>"
                  "</Multirate></Tool></VendorAnnotations>"});
    CU_ASSERT_TRUE(d->annotation.present);
    CU_ASSERT_EQUAL_FATAL(d->annotation.coordinate_count, 2);
    const int expected[2][3] = {{0, 1, 2}, {-1, 4, 5}};
    CU_ASSERT_EQUAL(memcmp(d->annotation.coordinates, expected, sizeof expected), 0);
    CU_ASSERT_EQUAL_FATAL(d->annotation.power_count, 1);
    CU_ASSERT_EQUAL(d->annotation.powers[0][0], 3);
    CU_ASSERT_EQUAL(d->annotation.powers[0][1], 4);
    fmu_description_free(d);
}

/* what tools write for themselves is no variable of the FMU, whatever they call it */
static void test_annotations_of_others(void) {
    static const char *const words[] = {"VendorAnnotations", "Annotations"};
    for (size_t i = 0; i < COUNT(words); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "<CoSimulation modelIdentifier='m'/><%s><Annotations>"
                 "<ModelVariables><Float64 name='theirs' valueReference='1'/></ModelVariables>"
                 "</Annotations>"
                 "<ModelVariables><Float64 name='theirs too' valueReference='2'/></ModelVariables>"
                 "<UnitDefinitions><Unit name='league'/></UnitDefinitions>"
                 "<ModelStructure><Output valueReference='77'/></ModelStructure></%s>",
                 words[i], words[i]);
        fmu_description *d =
            read_good(&(parts){.version = 3,
                               .before = text,
                               .variables = "<Float64 name='ours' valueReference='3'/>"});
        CU_ASSERT_EQUAL(d->variable_count, 1);
        CU_ASSERT_EQUAL(named(d, "ours")->reference, 3);
        CU_ASSERT_EQUAL(d->unit_count, 0);
        CU_ASSERT_FALSE(d->annotation.present);
        fmu_description_free(d);
    }
}

/* an index finds names and references in whatever order they stand; of equal ones the first */
static void test_every_variable_is_found(void) {
    static const char *const names[] = {"c", "b", "a", "bb", "ba", "B", "e", "d"};
    char text[2000] = "";
    for (size_t i = 0; i < COUNT(names); i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "<Float64 name='%s' valueReference='%d'><Alias name='%s'/></Float64>", names[i],
                 100 - (int)(i / 2), i == 2 ? "c" : "other");
    fmu_description *d = read_good(&(parts){.version = 3, .variables = text});
    CU_ASSERT_EQUAL(d->variable_count, 16);
    for (int i = 0; i < (int)COUNT(names); i++) {
        CU_ASSERT_EQUAL(fmu_description_find(d, names[i]), 2 * i);
        CU_ASSERT_EQUAL(fmu_description_find_reference(d, (uint32_t)(100 - i / 2)), i / 2 * 4);
        CU_ASSERT_EQUAL(fmu_description_first(d, 2 * i), i / 2 * 4);
    }
    CU_ASSERT_EQUAL(fmu_description_find(d, "other"), 1);
    CU_ASSERT_EQUAL(fmu_description_find(d, "A"), -1);
    CU_ASSERT_EQUAL(fmu_description_find(d, "f"), -1);
    CU_ASSERT_EQUAL(fmu_description_find_reference(d, 96), -1);
    CU_ASSERT_EQUAL(fmu_description_find_reference(d, 101), -1);
    fmu_description_free(d);
}

static void test_names_that_are_almost_right(void) {
    char words[100];
    fmu_description *d =
        read_good(&(parts){.version = 3,
                           .variables = "<Float64 name='car.body.Mass' valueReference='1'/>"
                                        "<Float64 name='x' valueReference='2'/>"});
    static const char *const cases[][2] = {
        {"car.body.mass", "; is 'car.body.Mass' meant?"}, /* other capitals */
        {"mass", "; is 'car.body.Mass' meant?"},          /* its last part */
        {"ass", ""},
        {"X", "; is 'x' meant?"},
        {"y", ""}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_description_suggest(d, cases[i][0], words, sizeof words);
        CU_ASSERT_STRING_EQUAL(words, cases[i][1]);
    }
    CU_ASSERT_EQUAL(fmu_description_find_reference(d, 2), 1);
    CU_ASSERT_EQUAL(fmu_description_find_reference(d, 3), -1);
    fmu_description_free(d);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_one_of_two_interfaces_is_chosen),
        MR_TEST(test_scheduled_execution),
        MR_TEST(test_who_depends_on_inputs),
        MR_TEST(test_who_depends_on_inputs_by_number),
        MR_TEST(test_annotations_of_our_own),
        MR_TEST(test_annotations_of_others),
        MR_TEST(test_every_variable_is_found),
        MR_TEST(test_names_that_are_almost_right),
    };
    return mr_test_main("fmu_structure", tests, COUNT(tests), argc, argv);
}
