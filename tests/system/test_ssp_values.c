/* values of an SSP on their way to a component: units, mappings, transformations, connectors; what
 * cannot be done with them is told, none is lost */
#define _POSIX_C_SOURCE 200809L
#include "fmu_maker.h"
#include "mr_test.h"
#include "system/system.h"

#include <string.h>
#include <unistd.h>

#define HEAD                                                                                       \
    "<ssd:SystemStructureDescription xmlns:ssd='d' xmlns:ssc='c' xmlns:ssv='v' xmlns:ssm='m' "     \
    "version='1.0' name='s'><ssd:System name='s'>"
#define TAIL "</ssd:System></ssd:SystemStructureDescription>"
#define BINDING                                                                                    \
    "<ssd:ParameterBindings><ssd:ParameterBinding source='values.ssv'><ssd:ParameterMapping "      \
    "source='names.ssm'/></ssd:ParameterBinding></ssd:ParameterBindings>"
#define WHEEL  "<ssd:Component name='wheel' source='resources/wheel.fmu'/>"
#define PARTS  "<ssd:Elements>" WHEEL "</ssd:Elements>"
#define MAPPED HEAD BINDING PARTS TAIL
#define SET(parameters)                                                                            \
    "<ssv:ParameterSet xmlns:ssv='v' version='1.0' name='p'><ssv:Parameters>" parameters           \
    "</ssv:Parameters></ssv:ParameterSet>"
#define STEP SET("<ssv:Parameter name='step'><ssv:Real value='100' unit='mm'/></ssv:Parameter>")
#define MAPPING(entries)                                                                           \
    "<ssm:ParameterMapping xmlns:ssm='m' xmlns:ssc='c' version='1.0'>" entries                     \
    "</ssm:ParameterMapping>"
#define ENTRY(attributes, inside)                                                                  \
    MAPPING("<ssm:MappingEntry " attributes ">" inside "</ssm:MappingEntry>")
#define TO_ROAD "source='step' target='wheel.road'"

static sy_system *read_all(const char *text, const char *values, const char *mapping,
                           const char *nested, mr_message *message) {
    char path[64];
    sy_system *s = NULL;
    const fmu_part parts[] = {{"SystemStructure.ssd", text, NULL},
                              {"values.ssv", values, NULL},
                              {"names.ssm", mapping, NULL},
                              {"nested.ssd", nested, NULL},
                              {"resources/wheel.fmu", NULL, FMUS "/wheel.fmu"}};
    snprintf(path, sizeof path, "/tmp/multirate-values-%ld.ssp", (long)getpid());
    CU_ASSERT_FATAL(fmu_make(path, parts, 5));
    *message = (mr_message){""};
    const mr_status status = sy_read(path, &s, message);
    CU_ASSERT_EQUAL(status == MR_OK, s != NULL);
    unlink(path);
    return s;
}

static void check(const char *text, const char *values, const char *mapping, const char *value,
                  const char *unit) {
    mr_message message;
    sy_system *s = read_all(text, values, mapping, "<a/>", &message);
    if (!s)
        printf("\n    %s", message.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s);
    CU_ASSERT_EQUAL_FATAL(s->members[0].value_count, 1);
    CU_ASSERT_STRING_EQUAL(s->members[0].values[0].name, "road");
    CU_ASSERT_STRING_EQUAL(s->members[0].values[0].value, value);
    const char *told = s->members[0].values[0].unit;
    CU_ASSERT_EQUAL(told != NULL, unit != NULL);
    if (told && unit)
        CU_ASSERT_STRING_EQUAL(told, unit);
    sy_system_free(s);
}

static void refused(const char *text, const char *values, const char *mapping, const char *nested,
                    const char *words) {
    mr_message message;
    sy_system *s = read_all(text, values, mapping, nested, &message);
    CU_ASSERT_PTR_NULL(s);
    MR_ASSERT_CONTAINS(message.text, words);
    sy_system_free(s);
}

static void test_units_and_transformations(void) {
    check(MAPPED, STEP, ENTRY(TO_ROAD, ""), "100", "mm");
    check(MAPPED, STEP, ENTRY(TO_ROAD " suppressUnitConversion='false'", ""), "100", "mm");
    check(MAPPED, STEP, ENTRY(TO_ROAD " suppressUnitConversion='true'", ""), "100", NULL);
    check(MAPPED, STEP, ENTRY(TO_ROAD " suppressUnitConversion='1'", ""), "100", NULL);
    check(MAPPED, STEP, ENTRY(TO_ROAD, "<ssc:LinearTransformation factor='2' offset='-50'/>"),
          "150", "mm");
    check(MAPPED, STEP, ENTRY(TO_ROAD, "<ssc:LinearTransformation offset='1'/>"), "101", "mm");
}

static void test_what_cannot_be_done(void) {
    static const char *const maps[] = {
        "<ssc:BooleanMappingTransformation><ssc:MapEntry source='true' target='false'/>"
        "</ssc:BooleanMappingTransformation>",
        "<ssc:IntegerMappingTransformation/>", "<ssc:EnumerationMappingTransformation/>"};
    for (int i = 0; i < 3; i++) {
        char mapping[600];
        snprintf(mapping, sizeof mapping, ENTRY(TO_ROAD, "%s"), maps[i]);
        refused(MAPPED, STEP, mapping, "<a/>", "the mapping maps single values");
    }
    refused(MAPPED, STEP, ENTRY(TO_ROAD, "<ssc:LinearTransformation factor='x'/>"), "<a/>",
            "no transformation of a number");
    refused(MAPPED, STEP, ENTRY("source='step'", ""), "<a/>", "lacks source or target");
    refused(MAPPED, STEP, ENTRY("target='wheel.road'", ""), "<a/>", "lacks source or target");
    refused(MAPPED, STEP, ENTRY("source='step' target='nobody.road'", ""), "<a/>",
            "'nobody.road' belongs to no component and no connector");
    refused(MAPPED, SET("<ssv:Parameter name='step'/>"), ENTRY(TO_ROAD, ""), "<a/>",
            "a parameter has no value");
    refused(MAPPED, SET("<ssv:Parameter name='step'><ssv:Real unit='mm'/></ssv:Parameter>"),
            ENTRY(TO_ROAD, ""), "<a/>", "a parameter has no value");
    refused(HEAD BINDING PARTS "<ssd:Connectors><ssd:Connector name='in' kind='input'/>"
                               "</ssd:Connectors><ssd:Connections><ssd:Connection "
                               "startConnector='in' endElement='wheel' endConnector='road'>"
                               "<ssc:LinearTransformation factor='2'/></ssd:Connection>"
                               "</ssd:Connections>" TAIL,
            STEP, MAPPING(""), "<a/>", "the input 'in' of the system is transformed on its way");
    refused(HEAD BINDING PARTS "<ssd:Connectors><ssd:Connector name='in' kind='input'/>"
                               "</ssd:Connectors><ssd:Connections><ssd:Connection "
                               "startConnector='in' endElement='wheel' endConnector='road'>"
                               "<ssc:LinearTransformation factor='2'/></ssd:Connection>"
                               "</ssd:Connections>" TAIL,
            SET("<ssv:Parameter name='step'><ssv:String value='far'/></ssv:Parameter>"),
            ENTRY("source='step' target='in'", ""), "<a/>",
            "the value of 'in' is transformed, and no number");
}

static void test_nested_files(void) {
#define NESTED                                                                                     \
    HEAD "<ssd:Elements><ssd:Component name='axle' type='application/x-ssp-definition' "           \
         "source='nested.ssd'/></ssd:Elements>" TAIL
    refused(NESTED, STEP, MAPPING(""), "<ssd:Other xmlns:ssd='d'/>",
            "this is no description of a system structure");
    refused(NESTED, STEP, MAPPING(""),
            "<ssd:SystemStructureDescription xmlns:ssd='d' version='1.0' name='n'/>",
            "this is no description of a system structure");
    refused(NESTED, STEP, MAPPING(""),
            HEAD PARTS "</ssd:System><ssd:Annotations><ssc:Annotation type='multirate'><Multirate>"
                       "<Joint name='j'/></Multirate></ssc:Annotation></ssd:Annotations>"
                       "</ssd:SystemStructureDescription>",
            "joints within a nested system are not known here");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_units_and_transformations),
                                    MR_TEST(test_what_cannot_be_done), MR_TEST(test_nested_files)};
    return mr_test_main("values of SSP", tests, sizeof tests / sizeof *tests, argc, argv);
}
