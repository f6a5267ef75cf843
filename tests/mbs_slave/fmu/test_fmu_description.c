/* descriptions of FMUs, read: what each attribute becomes, and what is refused with which sentence.
 * Values are those that stand in the text, by the standards 1.0, 2.0.4 and 3.0. */
#include "parts.h"

#include <stdio.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* --- variables --- */

static void test_the_kind_and_how_it_changes(void) {
    static const struct {
        int version;
        const char *variable;
        fmu_kind kind;
        fmu_causality causality;
        fmu_variability variability;
    } cases[] = {
#define OLD(attributes, inside)                                                                    \
    "<ScalarVariable name='x' valueReference='7' " attributes ">" inside "</ScalarVariable>"
#define NEW(kind, attributes) "<" kind " name='x' valueReference='7' " attributes "/>"
        {2, OLD("", "<Real/>"), FMU_FLOAT64, FMU_LOCAL, FMU_CONTINUOUS},
        {2, OLD("", "<Integer/>"), FMU_INT32, FMU_LOCAL, FMU_DISCRETE},
        {2, OLD("causality='output'", "<Boolean/>"), FMU_BOOLEAN, FMU_OUTPUT, FMU_DISCRETE},
        {2, OLD("variability='continuous'", "<Enumeration/>"), FMU_ENUMERATION, FMU_LOCAL,
         FMU_DISCRETE},
        {2, OLD("causality='parameter'", "<Real/>"), FMU_FLOAT64, FMU_PARAMETER, FMU_FIXED},
        {2, OLD("causality='calculatedParameter'", "<Real/>"), FMU_FLOAT64,
         FMU_CALCULATED_PARAMETER, FMU_FIXED},
        {2, OLD("causality='parameter' variability='tunable'", "<Real/>"), FMU_FLOAT64,
         FMU_PARAMETER, FMU_TUNABLE},
        {2, OLD("variability='constant'", "<String/><Real/>"), FMU_STRING, FMU_LOCAL, FMU_CONSTANT},
        {2, OLD("variability='whatever'", "<Annotations/><Real/>"), FMU_FLOAT64, FMU_LOCAL,
         FMU_CONTINUOUS},
        {3, NEW("Float32", "causality='input'"), FMU_FLOAT32, FMU_INPUT, FMU_CONTINUOUS},
        {3, NEW("UInt8", "variability='continuous'"), FMU_UINT8, FMU_LOCAL, FMU_DISCRETE},
        {3, NEW("UInt64", "causality='structuralParameter'"), FMU_UINT64, FMU_STRUCTURAL_PARAMETER,
         FMU_FIXED},
        {3, NEW("Int16", "causality='independent'"), FMU_INT16, FMU_INDEPENDENT, FMU_DISCRETE},
        {3, NEW("Decimal128", "") NEW("Binary", ""), FMU_BINARY, FMU_LOCAL, FMU_DISCRETE},
        {1, OLD("", "<Real/>"), FMU_FLOAT64, FMU_LOCAL, FMU_CONTINUOUS},
        {1, OLD("variability='parameter'", "<Real/>"), FMU_FLOAT64, FMU_PARAMETER, FMU_FIXED},
        {1, OLD("causality='input' variability='parameter'", "<Real/>"), FMU_FLOAT64, FMU_INPUT,
         FMU_FIXED},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_description *d =
            read_good(&(parts){.version = cases[i].version, .variables = cases[i].variable});
        CU_ASSERT_EQUAL(d->variable_count, 1); /* one of a later version is left out */
        const fmu_variable *v = named(d, "x");
        CU_ASSERT_EQUAL(v->reference, 7);
        CU_ASSERT_EQUAL(v->kind, cases[i].kind);
        CU_ASSERT_EQUAL(v->causality, cases[i].causality);
        CU_ASSERT_EQUAL(v->variability, cases[i].variability);
        CU_ASSERT_EQUAL(v->primitive, -1);
        fmu_description_free(d);
    }
}

static void test_the_first_of_two_values_counts(void) {
    fmu_description *d = read_good(&(parts){
        .version = 2,
        .variables = "<ScalarVariable name='x' valueReference='0' initial='approx'>"
                     "<Real start='1' unit='m' declaredType='T'/>"
                     "<Real start='2' unit='s' declaredType='U'/></ScalarVariable>"
                     "<Other name='y'/><ScalarVariable name='untold' valueReference='1'/>"});
    const fmu_variable *v = named(d, "x");
    CU_ASSERT_STRING_EQUAL(v->start, "1");
    CU_ASSERT_STRING_EQUAL(v->unit, "m");
    CU_ASSERT_STRING_EQUAL(v->type, "T");
    CU_ASSERT_EQUAL(v->initial, FMU_APPROX);
    CU_ASSERT_EQUAL(d->variable_count, 2);
    fmu_description_free(d);
}

static void test_starts_of_texts_are_elements(void) {
    fmu_description *d =
        read_good(&(parts){.version = 3,
                           .variables = "<String name='s' valueReference='0'><Start value='one'/>"
                                        "<Start value='two'/></String>"
                                        "<Binary name='b' valueReference='1'><Start/></Binary>"});
    CU_ASSERT_STRING_EQUAL(named(d, "s")->start, "one");
    CU_ASSERT_PTR_NULL(named(d, "b")->start);
    fmu_description_free(d);
}

static void test_arrays_and_their_other_names(void) {
    fmu_description *d = read_good(&(parts){
        .version = 3,
        .before = "<CoSimulation modelIdentifier='m'/><TypeDefinitions><Float64Type name='T' "
                  "unit='N'/></TypeDefinitions>",
        .variables =
            "<UInt64 name='n' valueReference='9' causality='structuralParameter' start='2'/>"
            "<Float64 name='A' valueReference='1' unit='m' declaredType='T' start='1 2'>"
            "<Dimension start='3'/><Dimension valueReference='9'/>"
            "<Alias name='B'/><Alias/><Alias name=''/></Float64>"
            "<Float64 name='c' valueReference='2' clocks='9 9'><Alias name='also c'/></Float64>"});
    CU_ASSERT_EQUAL(d->variable_count, 5);
    for (int i = 0; i < 2; i++) {
        const fmu_variable *v = named(d, i == 0 ? "A" : "B");
        CU_ASSERT_EQUAL(v->is_alias, i == 1);
        CU_ASSERT_EQUAL(v->reference, 1);
        CU_ASSERT_STRING_EQUAL(v->unit, "m");
        CU_ASSERT_STRING_EQUAL(v->type, "T");
        CU_ASSERT_STRING_EQUAL(v->start, "1 2");
        CU_ASSERT_EQUAL_FATAL(v->dimension_count, 2);
        CU_ASSERT_FALSE(v->dimensions[0].by_reference);
        CU_ASSERT_EQUAL(v->dimensions[0].value, 3);
        CU_ASSERT_TRUE(v->dimensions[1].by_reference);
        CU_ASSERT_EQUAL(v->dimensions[1].value, 9);
    }
    CU_ASSERT_EQUAL(named(d, "also c")->clock_count, 2);
    CU_ASSERT_EQUAL(named(d, "also c")->clocks[1], 9);
    fmu_description_free(d);
}

static void test_when_clocks_tick(void) {
    fmu_description *d = read_good(&(parts){
        .version = 3,
        .variables =
            "<Clock name='a' valueReference='1' intervalVariability='constant' "
            "intervalDecimal='0.5' shiftDecimal='0.25' priority='3'/>"
            "<Clock name='b' valueReference='2' intervalVariability='countdown' resolution='8' "
            "intervalCounter='4' shiftCounter='2' priority='1e12'/>"
            "<Clock name='c' valueReference='3' intervalVariability='someday' resolution='0' "
            "intervalCounter='4'/>"
            "<Clock name='d' valueReference='4'/>"
            "<Float64 name='x' valueReference='5' clocks='1 2 nonsense 3'/>"
            "<Float64 name='w' valueReference='8' clocks='4'/>"
            "<Float64 name='v' valueReference='9' clocks=''/>"
            "<Float64 name='y' valueReference='6' clocks='99999999999'/>"
            "<Float64 name='z' valueReference='7' clocks='4294967295' intermediateUpdate='1'/>"});
    CU_ASSERT_EQUAL(named(d, "a")->interval_kind, FMU_INTERVAL_CONSTANT);
    CU_ASSERT_EQUAL(named(d, "a")->interval, 0.5);
    CU_ASSERT_EQUAL(named(d, "a")->shift, 0.25);
    CU_ASSERT_EQUAL(named(d, "a")->priority, 3);
    CU_ASSERT_EQUAL(named(d, "b")->interval_kind, FMU_INTERVAL_COUNTDOWN);
    CU_ASSERT_EQUAL(named(d, "b")->interval, 0.5); /* 4 / 8 */
    CU_ASSERT_EQUAL(named(d, "b")->shift, 0.25);
    CU_ASSERT_EQUAL(named(d, "b")->priority, 0);
    CU_ASSERT_EQUAL(named(d, "c")->interval_kind, FMU_INTERVAL_TRIGGERED);
    CU_ASSERT_EQUAL(named(d, "c")->interval, 0.0);
    CU_ASSERT_EQUAL(named(d, "d")->interval_kind, FMU_INTERVAL_TRIGGERED);
    CU_ASSERT_EQUAL(named(d, "x")->clock_count, 2);
    CU_ASSERT_EQUAL(named(d, "x")->clocks[1], 2);
    CU_ASSERT_EQUAL_FATAL(named(d, "w")->clock_count, 1);
    CU_ASSERT_EQUAL(named(d, "w")->clocks[0], 4);
    CU_ASSERT_EQUAL(named(d, "v")->clock_count, 0);
    CU_ASSERT_EQUAL(named(d, "y")->clock_count, 0);
    CU_ASSERT_TRUE(named(d, "y")->is_clocked);
    CU_ASSERT_EQUAL_FATAL(named(d, "z")->clock_count, 1); /* the largest reference that there is */
    CU_ASSERT_EQUAL(named(d, "z")->clocks[0], 4294967295u);
    CU_ASSERT(named(d, "z")->intermediate && !named(d, "y")->intermediate);
    fmu_description_free(d);
}

static void test_what_fmi_1_tells_in_its_own_way(void) {
    fmu_description *d = read_good(&(parts){
        .version = 1,
        .head = "numberOfContinuousStates='3' numberOfEventIndicators='2'",
        .before = "<TypeDefinitions><Type name='T'><EnumerationType><Item name='low'/>"
                  "<Item name='high'/></EnumerationType></Type><Type name='U'>"
                  "<RealType unit='N'/></Type></TypeDefinitions>",
        .variables =
            "<ScalarVariable name='a' valueReference='0' alias='negatedAlias'><Real/>"
            "</ScalarVariable>"
            "<ScalarVariable name='b' valueReference='1' alias='alias' causality='output'><Real/>"
            "<DirectDependency/></ScalarVariable>"
            "<ScalarVariable name='c' valueReference='2' causality='output'><Real/>"
            "<DirectDependency><Name>b</Name></DirectDependency></ScalarVariable>",
        .behind = "<Implementation><CoSimulation_Tool><Capabilities canInterpolateInputs='1' "
                  "canHandleVariableCommunicationStepSize='TRUE' maxOutputDerivativeOrder='2' "
                  "canBeInstantiatedOnlyOncePerProcess='0'/>"
                  "</CoSimulation_Tool></Implementation>"});
    CU_ASSERT_EQUAL(d->state_count, 3);
    CU_ASSERT_EQUAL(d->event_indicators, 2);
    CU_ASSERT_TRUE(named(d, "a")->negated);
    CU_ASSERT_FALSE(named(d, "b")->negated);
    CU_ASSERT_EQUAL(named(d, "a")->dependence, FMU_DEPENDENCE_UNKNOWN);
    CU_ASSERT_EQUAL(named(d, "b")->dependence, FMU_INDEPENDENT_OF_INPUTS);
    CU_ASSERT_EQUAL(named(d, "c")->dependence, FMU_DEPENDENT);
    CU_ASSERT_FALSE(d->model_exchange);
    CU_ASSERT(d->needs_tool && d->variable_steps && d->interpolates_inputs && !d->only_once);
    CU_ASSERT_EQUAL(d->output_derivatives, 1);
    const fmu_type *type = fmu_description_type(d, "T");
    CU_ASSERT_PTR_NOT_NULL_FATAL(type);
    CU_ASSERT_EQUAL_FATAL(type->item_count, 2); /* counted from 1 */
    CU_ASSERT_EQUAL(type->items[1].value, 2);
    CU_ASSERT_STRING_EQUAL(type->items[1].name, "high");
    CU_ASSERT_STRING_EQUAL(fmu_description_type(d, "U")->unit, "N");
    fmu_description_free(d);
    /* numbers that cannot be are not taken */
    d = read_good(&(parts){.version = 1,
                           .head = "numberOfContinuousStates='-3' numberOfEventIndicators='1e9'"});
    CU_ASSERT_EQUAL(d->state_count, 0);
    CU_ASSERT_EQUAL(d->event_indicators, 0);
    CU_ASSERT_TRUE(d->model_exchange);
    fmu_description_free(d);
}

/* --- the rest --- */

static void test_abilities_and_the_default_experiment(void) {
    fmu_description *d = read_good(&(parts){
        .version = 3,
        .before = "<CoSimulation modelIdentifier='m' needsExecutionTool='true' "
                  "maxOutputDerivativeOrder='300' fixedInternalStepSize='-1' hasEventMode='1' "
                  "canGetAndSetFMUState='True' providesDirectionalDerivatives='false'/>",
        .behind = "<DefaultExperiment startTime='1 ' stopTime='INF' tolerance='' stepSize='0'/>"});
    CU_ASSERT(d->needs_tool && d->has_event_mode && d->saves_state);
    CU_ASSERT(!d->directional_derivatives && !d->variable_steps);
    CU_ASSERT_EQUAL(d->output_derivatives, 100);
    CU_ASSERT_EQUAL(d->fixed_internal_step, 0.0);
    CU_ASSERT(d->has_start && d->start_time == 1.0 && !d->has_stop && !d->has_tolerance);
    CU_ASSERT_EQUAL(d->step_size, 0.0);
    fmu_description_free(d);
    d = read_good(
        &(parts){.version = 3,
                 .before = "<CoSimulation modelIdentifier='m' maxOutputDerivativeOrder='0.5' "
                           "fixedInternalStepSize='0.125'/>",
                 .behind = "<DefaultExperiment stopTime='2e1' tolerance='1e-3' stepSize='0.5'/>"});
    CU_ASSERT_EQUAL(d->output_derivatives, 0);
    CU_ASSERT_EQUAL(d->fixed_internal_step, 0.125);
    CU_ASSERT(!d->has_start && d->has_stop && d->stop_time == 20.0);
    CU_ASSERT(d->has_tolerance && d->tolerance == 1e-3 && d->step_size == 0.5);
    fmu_description_free(d);
}

static void test_units_and_items(void) {
    fmu_description *d = read_good(&(parts){
        .version = 2,
        .before =
            "<CoSimulation modelIdentifier='m'/><UnitDefinitions><Unit name='km/h'>"
            "<BaseUnit m='1' s='-1' kg='100' A='-100' factor='0.2777' offset='1'/>"
            "<DisplayUnit name='mph'/></Unit><Unit name='apple'/><Unit/><Other/></UnitDefinitions>"
            "<TypeDefinitions><SimpleType name='Speed'><Real unit='km/h'/></SimpleType>"
            "<SimpleType name='Gear'><Enumeration unit='x'><Item name='first' value='-4'/>"
            "<Item name='far' value='1e16'/><Item name='low' value='-9e15'/>"
            "<Item name='high' value='9e15'/><Item value='2'/><Item name='none'/>"
            "<Item name='second' value='5'/></Enumeration></SimpleType><SimpleType/>"
            "</TypeDefinitions>"});
    const fmu_unit *unit = fmu_description_unit(d, "km/h");
    CU_ASSERT_PTR_NOT_NULL_FATAL(unit);
    const int exponents[FMU_BASES] = {0, 1, -1, 0, 0, 0, 0, 0}; /* 100 is no exponent */
    CU_ASSERT_EQUAL(memcmp(unit->exponent, exponents, sizeof exponents), 0);
    CU_ASSERT(unit->has_base && unit->factor == 0.2777 && unit->offset == 1.0);
    CU_ASSERT_FALSE(fmu_description_unit(d, "apple")->has_base);
    CU_ASSERT_EQUAL(fmu_description_unit(d, "apple")->factor, 1.0);
    CU_ASSERT_PTR_NULL(fmu_description_unit(d, "pear"));
    CU_ASSERT_EQUAL(d->unit_count, 2);
    CU_ASSERT_STRING_EQUAL(fmu_description_type(d, "Speed")->unit, "km/h");
    const fmu_type *gear = fmu_description_type(d, "Gear");
    CU_ASSERT_EQUAL_FATAL(gear->item_count, 2);
    CU_ASSERT_EQUAL(gear->items[0].value, -4);
    CU_ASSERT_EQUAL(gear->items[1].value, 5);
    CU_ASSERT_PTR_NULL(fmu_description_type(d, "Boat"));
    fmu_description_free(d);
}

static void test_what_is_refused(void) {
#define VARIABLE(version_, text) ((parts){.version = version_, .variables = text})
    refuse(VARIABLE(2, "<ScalarVariable valueReference='1'/>"), "a variable has no name");
    refuse(VARIABLE(3, "<Float64 name='' valueReference='1'/>"), "a variable has no name");
    static const char *const references[] = {"", "-1", "4294967296", "1x", "99999999999999999999"};
    for (size_t i = 0; i < COUNT(references); i++) {
        char text[100];
        snprintf(text, sizeof text, "<Float64 name='x' valueReference='%s'/>", references[i]);
        refuse(VARIABLE(3, text), "valueReference");
    }
    refuse(VARIABLE(3, "<Float64 name='x'/>"), "valueReference");
    static const char *const sizes[] = {"", "-3", "2.5", "1000001", "x"};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        char text[120], sentence[80];
        snprintf(text, sizeof text,
                 "<Float64 name='x' valueReference='0'><Dimension start='%s'/></Float64>",
                 sizes[i]);
        snprintf(sentence, sizeof sentence, "variable 'x' cannot have '%s' elements", sizes[i]);
        refuse(VARIABLE(3, text), sentence);
    }
    refuse(VARIABLE(3, "<Float64 name='x' valueReference='0'><Dimension/></Float64>"),
           "valueReference");
    char many[2000] = "<Float64 name='x' valueReference='0'>";
    for (int i = 0; i <= FMU_MOST_DIMENSIONS; i++)
        strcat(many, "<Dimension start='1'/>");
    strcat(many, "</Float64>");
    refuse(VARIABLE(3, many), "variable 'x' has more than 32 dimensions");

    refuse((parts){.version = 2, .before = "<CoSimulation/>"}, "has no modelIdentifier");
    refuse((parts){.version = 2,
                   .before = "<CoSimulation modelIdentifier='m' needsExecutionTool='perhaps'/>"},
           "perhaps");
    refuse((parts){.version = 2, .behind = "<DefaultExperiment stopTime='soon'/>"}, "soon");
    refuse((parts){.version = 2, .behind = "<DefaultExperiment stopTime='1 2'/>"}, "1 2");
    refuse((parts){.version = 2,
                   .behind = "<ModelStructure><Outputs><Unknown index='1'/></Outputs>"
                             "</ModelStructure>"},
           "the model structure lists a variable 1 that is not there");
    refuse((parts){.version = 3,
                   .behind = "<ModelStructure><Output valueReference='5'/></ModelStructure>"},
           "the model structure lists a variable 5 that is not there");
}

static void test_versions_that_cannot_be_used(void) {
    static const char *const versions[][2] = {
        {"0.9", "version '0.9'"},        {"4.0", "version '4.0'"},
        {"3.0-alpha.1", "draft '3.0-a"}, {"3.0-beta.2", "draft '3.0-b"},
        {"3.0-dev", "draft '3.0-dev'"},  {"3.0-wg003.1", "draft '3.0-wg003.1'"}};
    for (size_t i = 0; i < COUNT(versions); i++) {
        char text[200];
        fmu_description *d = NULL;
        mr_message message = {""};
        snprintf(text, sizeof text, "<fmiModelDescription fmiVersion='%s'/>", versions[i][0]);
        CU_ASSERT_NOT_EQUAL(fmu_description_read("x", text, strlen(text), false, &d, &message),
                            MR_OK);
        MR_ASSERT_CONTAINS(message.text, versions[i][1]);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_kind_and_how_it_changes),
        MR_TEST(test_the_first_of_two_values_counts),
        MR_TEST(test_starts_of_texts_are_elements),
        MR_TEST(test_arrays_and_their_other_names),
        MR_TEST(test_when_clocks_tick),
        MR_TEST(test_what_fmi_1_tells_in_its_own_way),
        MR_TEST(test_abilities_and_the_default_experiment),
        MR_TEST(test_units_and_items),
        MR_TEST(test_what_is_refused),
        MR_TEST(test_versions_that_cannot_be_used),
    };
    return mr_test_main("fmu_description", tests, COUNT(tests), argc, argv);
}
