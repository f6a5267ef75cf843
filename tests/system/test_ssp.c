/* systems as SSP: nested systems, parameter sets, mappings, transformations; written and read again
 */
#define _POSIX_C_SOURCE 200809L
#include "fmu_maker.h"
#include "mr_test.h"
#include "system/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD                                                                                       \
    "<ssd:SystemStructureDescription xmlns:ssd='http://ssp-standard.org/SSP1/"                     \
    "SystemStructureDescription' xmlns:ssc='http://ssp-standard.org/SSP1/SystemStructureCommon' "  \
    "xmlns:ssv='http://ssp-standard.org/SSP1/SystemStructureParameterValues' "                     \
    "xmlns:ssm='http://ssp-standard.org/SSP1/SystemStructureParameterMapping' version='1.0' "      \
    "name='quarter car'>"
#define FMU "type='application/x-fmu-sharedlibrary'"

/* the wheel in a system of its own; the force goes through two ports, turned round and back */
static const char description[] =
    HEAD "<ssd:System name='car'>"
         "<ssd:ParameterBindings><ssd:ParameterBinding source='resources/heavy.ssv'>"
         "<ssd:ParameterMapping source='resources/names.ssm'/></ssd:ParameterBinding>"
         "</ssd:ParameterBindings>"
         "<ssd:Elements>"
         "<ssd:Component name='chassis' " FMU " source='resources/the%20chassis.fmu'>"
         "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>"
         "<ssv:ParameterSet version='1.0' name='p'><ssv:Parameters>"
         "<ssv:Parameter name='m'><ssv:Real value='1'/></ssv:Parameter>"
         "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>"
         "</ssd:ParameterBindings></ssd:Component>"
         "<ssd:System name='axle'><ssd:Connectors><ssd:Connector name='speed' kind='input'/>"
         "<ssd:Connector name='force' kind='output'/></ssd:Connectors>"
         "<ssd:Elements><ssd:Component name='wheel' " FMU " implementation='CoSimulation' "
         "source='resources/wheel.fmu'/></ssd:Elements>"
         "<ssd:Connections>"
         "<ssd:Connection startConnector='speed' endElement='wheel' endConnector='v'/>"
         "<ssd:Connection startElement='wheel' startConnector='F' endConnector='force'>"
         "<ssc:LinearTransformation factor='-2' offset='3'/></ssd:Connection>"
         "</ssd:Connections></ssd:System></ssd:Elements>"
         "<ssd:Connections>"
         "<ssd:Connection startElement='chassis' startConnector='v' endElement='axle' "
         "endConnector='speed'/>"
         "<ssd:Connection startElement='axle' startConnector='force' endElement='chassis' "
         "endConnector='F'><ssc:LinearTransformation factor='-0.5' offset='1.5'/></ssd:Connection>"
         "</ssd:Connections></ssd:System>"
         "<ssd:DefaultExperiment startTime='0' stopTime='1'/></ssd:SystemStructureDescription>";

/* 0.4 t by another name, and half of it again by the mapping: 400 kg of each */
static const char values[] =
    "<ssv:ParameterSet xmlns:ssv='http://ssp-standard.org/SSP1/SystemStructureParameterValues' "
    "version='1.0' name='heavy'><ssv:Parameters><ssv:Parameter name='mass'>"
    "<ssv:Real value='0.2' unit='t'/></ssv:Parameter>"
    "<ssv:Parameter name='unused'><ssv:Real value='7'/></ssv:Parameter>"
    "<ssv:Parameter name='step'><ssv:Real value='100' unit='mm'/></ssv:Parameter>"
    "</ssv:Parameters></ssv:ParameterSet>";
static const char mapping[] =
    "<ssm:ParameterMapping xmlns:ssm='http://ssp-standard.org/SSP1/"
    "SystemStructureParameterMapping' xmlns:ssc='http://ssp-standard.org/SSP1/"
    "SystemStructureCommon' version='1.0'>"
    "<ssm:MappingEntry source='mass' target='chassis.m'><ssc:LinearTransformation factor='2'/>"
    "</ssm:MappingEntry><ssm:MappingEntry source='step' target='axle.wheel.road'/>"
    "</ssm:ParameterMapping>";

static char path[64];

static void pack(const char *text, const char *second) {
    const fmu_part parts[] = {{"SystemStructure.ssd", text, NULL},
                              {"resources/heavy.ssv", second, NULL},
                              {"resources/names.ssm", mapping, NULL},
                              {"resources/the chassis.fmu", NULL, FMUS "/chassis.fmu"},
                              {"resources/wheel.fmu", NULL, FMUS "/wheel.fmu"}};
    snprintf(path, sizeof path, "/tmp/multirate-ssp-%ld.ssp", (long)getpid());
    CU_ASSERT_FATAL(fmu_make(path, parts, 5));
}

/* chassis position after 1 s; the closed solution is 0.0652894398 m */
static double end_of(const char *file) {
    sy_system *s = NULL;
    sy_run *run = NULL;
    mr_message message = {""};
    double y[8] = {0}, x = NAN;
    mr_status status = sy_read(file, &s, &message);
    if (status == MR_OK)
        status = sy_open(s, "", &run, &message);
    if (status == MR_OK)
        status = sy_start(run, 0.0, &message);
    if (status == MR_OK)
        status = sy_advance(run, 1.0, &message);
    if (status != MR_OK)
        printf("\n    %s ", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    sy_values(run, y);
    for (int c = 0; c < sy_column_count(run); c++)
        if (strcmp(sy_columns(run)[c].name, "chassis.x") == 0)
            x = y[c];
    CU_ASSERT_STRING_EQUAL(s->name, "quarter car");
    sy_close(run);
    sy_system_free(s);
    return x;
}

static void test_nested_systems_and_parameters(void) {
    pack(description, values);
    MR_ASSERT_CLOSE(end_of(path), 0.0652894398, 1e-6);
    unlink(path);
}

/* each "start" becomes an "end" and the other way round */
static void exchange_ends(const char *text, char *to) {
    static const char start[] = "start", end[] = "end";
    while (*text) {
        const char after_start = strncmp(text, start, 5) == 0 ? text[5] : '\0';
        const char after_end = strncmp(text, end, 3) == 0 ? text[3] : '\0';
        if (after_start == 'E' || after_start == 'C') {
            to += sprintf(to, "%s", end);
            text += 5;
        } else if (after_end == 'E' || after_end == 'C') {
            to += sprintf(to, "%s", start);
            text += 3;
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
}

/* start and end are no direction: the kinds of connectors are. Transformations go with the values
 */
static void test_connections_written_from_their_end(void) {
    static char turned[2 * sizeof description];
    exchange_ends(description, turned);
    CU_ASSERT_PTR_NOT_NULL(strstr(turned, "startElement='axle' startConnector='speed'"));
    pack(description, values);
    const double usual = end_of(path);
    pack(turned, values);
    CU_ASSERT_EQUAL(end_of(path), usual);
    unlink(path);
}

/* values of what systems take themselves go to where that is connected: 0.2 through a factor to 400
 * kg, 100 mm through the axle to the wheel. An empty element is the system itself, as other tools
 * write it */
static void test_values_of_connectors(void) {
    static const char text[] =
        HEAD "<ssd:System name='car'><ssd:Connectors><ssd:Connector name='mass' kind='parameter'/>"
             "<ssd:Connector name='step' kind='parameter'/><ssd:Connector name='unused' "
             "kind='input'/></ssd:Connectors>"
             "<ssd:ParameterBindings><ssd:ParameterBinding source='resources/heavy.ssv'/>"
             "</ssd:ParameterBindings><ssd:Elements>"
             "<ssd:Component name='chassis' " FMU " source='resources/the%20chassis.fmu'/>"
             "<ssd:System name='axle'><ssd:Connectors><ssd:Connector name='road' "
             "kind='parameter'/></ssd:Connectors>"
             "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>"
             "<ssv:ParameterSet version='1.0' name='p'><ssv:Parameters><ssv:Parameter name='road'>"
             "<ssv:Real value='7'/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>"
             "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>"
             "<ssd:Elements><ssd:Component name='wheel' " FMU
             " source='resources/wheel.fmu'/></ssd:Elements><ssd:Connections>"
             "<ssd:Connection startElement='' startConnector='road' endElement='wheel' "
             "endConnector='road'/></ssd:Connections></ssd:System></ssd:Elements>"
             "<ssd:Connections>"
             "<ssd:Connection startElement='' startConnector='mass' endElement='chassis' "
             "endConnector='m'><ssc:LinearTransformation factor='2000'/></ssd:Connection>"
             "<ssd:Connection startConnector='step' endElement='axle' endConnector='road'/>"
             "</ssd:Connections></ssd:System></ssd:SystemStructureDescription>";
    sy_system *s = NULL;
    mr_message message = {""};
    pack(text, values);
    CU_ASSERT_EQUAL_FATAL(sy_read(path, &s, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(s->member_count, 2);
    CU_ASSERT_EQUAL_FATAL(s->members[0].value_count, 1);
    CU_ASSERT_STRING_EQUAL(s->members[0].values[0].name, "m");
    CU_ASSERT_STRING_EQUAL(s->members[0].values[0].value, "400");
    CU_ASSERT_EQUAL_FATAL(s->members[1].value_count, 1);
    CU_ASSERT_STRING_EQUAL(s->members[1].values[0].name, "road");
    CU_ASSERT_STRING_EQUAL(s->members[1].values[0].value, "100");
    CU_ASSERT_STRING_EQUAL(s->members[1].values[0].unit, "mm");
    sy_system_free(s);
    unlink(path);
}

static void refuses(const char *text, const char *second, const char *sentence) {
    sy_system *s = NULL;
    mr_message message = {""};
    pack(text, second);
    CU_ASSERT_NOT_EQUAL(sy_read(path, &s, &message), MR_OK);
    CU_ASSERT_PTR_NULL(s);
    MR_ASSERT_CONTAINS(message.text, sentence);
    unlink(path);
}

#define ONE(element) HEAD "<ssd:System name='s'><ssd:Elements>" element "</ssd:Elements>"
#define TAIL         "</ssd:System></ssd:SystemStructureDescription>"

#define BINDINGS                                                                                   \
    "<ssd:ParameterBindings><ssd:ParameterBinding source='resources/heavy.ssv'>"                   \
    "<ssd:ParameterMapping source='resources/names.ssm'/></ssd:ParameterBinding>"                  \
    "</ssd:ParameterBindings>"
#define CHASSIS "<ssd:Component name='chassis' " FMU " source='resources/the%20chassis.fmu'/>"
#define AXLE                                                                                       \
    "<ssd:Connectors><ssd:Connector name='speed' kind='input'/>"                                   \
    "<ssd:Connector name='force' kind='output'/></ssd:Connectors>"                                 \
    "<ssd:Elements><ssd:Component name='wheel' " FMU " source='%swheel.fmu'/></ssd:Elements>"      \
    "<ssd:Connections>"                                                                            \
    "<ssd:Connection startConnector='speed' endElement='wheel' endConnector='v'/>"                 \
    "<ssd:Connection startElement='wheel' startConnector='F' endConnector='force'/>"               \
    "</ssd:Connections></ssd:System>"

/* the axle in a description (of a folder below) or in a package of its own */
static void test_systems_in_files_of_their_own(void) {
    char inner[80], definition[2000], packed[2000], text[3000];
    snprintf(packed, sizeof packed, HEAD "<ssd:System name='inner'>" AXLE "%s", "resources/",
             "</ssd:SystemStructureDescription>");
    snprintf(definition, sizeof definition, HEAD "<ssd:System name='inner'>" AXLE "%s",
             "../resources/", "</ssd:SystemStructureDescription>");
    snprintf(inner, sizeof inner, "/tmp/multirate-ssp-inner-%ld.ssp", (long)getpid());
    const fmu_part inside[] = {{"SystemStructure.ssd", packed, NULL},
                               {"resources/wheel.fmu", NULL, FMUS "/wheel.fmu"}};
    CU_ASSERT_FATAL(fmu_make(inner, inside, 2));
    static const char *const components[] = {
        "<ssd:Component name='axle' type='application/x-ssp-package' source='resources/axle.ssp'/>",
        "<ssd:Component name='axle' source='resources/axle.ssp'/>",
        "<ssd:Component name='axle' type='application/x-ssp-definition' source='axle.ssd'/>",
        "<ssd:Component name='axle' type='application/x-ssp-definition' source='below/axle.ssd'/>"};
    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text,
                 HEAD "<ssd:System name='car'>" BINDINGS "<ssd:Elements>%s%s</ssd:Elements>"
                      "<ssd:Connections>"
                      "<ssd:Connection startElement='chassis' startConnector='v' endElement='axle' "
                      "endConnector='speed'/>"
                      "<ssd:Connection startElement='axle' startConnector='force' "
                      "endElement='chassis' endConnector='F'/></ssd:Connections></ssd:System>"
                      "</ssd:SystemStructureDescription>",
                 CHASSIS, components[i]);
        const fmu_part parts[] = {{"SystemStructure.ssd", text, NULL},
                                  {"resources/heavy.ssv", values, NULL},
                                  {"resources/names.ssm", mapping, NULL},
                                  {"resources/the chassis.fmu", NULL, FMUS "/chassis.fmu"},
                                  {"resources/wheel.fmu", NULL, FMUS "/wheel.fmu"},
                                  {"resources/axle.ssp", NULL, inner},
                                  {"axle.ssd", packed, NULL},
                                  {"below/axle.ssd", definition, NULL}};
        snprintf(path, sizeof path, "/tmp/multirate-ssp-%ld.ssp", (long)getpid());
        CU_ASSERT_FATAL(fmu_make(path, parts, 8));
        if (i < 3) {
            MR_ASSERT_CLOSE(end_of(path), 0.0652894398, 1e-6);
        } else { /* a way upwards might lead out of the package */
            sy_system *s = NULL;
            mr_message message = {""};
            CU_ASSERT_NOT_EQUAL(sy_read(path, &s, &message), MR_OK);
            MR_ASSERT_CONTAINS(message.text, "lies outside of the package");
        }
        unlink(path);
    }
    unlink(inner);
}

#define DICTIONARY                                                                                 \
    "<ssd:SignalDictionaries><ssd:SignalDictionary name='bus' source='bus.ssb'/>"                  \
    "</ssd:SignalDictionaries>"
#define REFERENCE(name) "<ssd:SignalDictionaryReference name='" name "' dictionary='bus'/>"
#define LINE(a, b, c, d)                                                                           \
    "<ssd:Connection startElement='" a "' startConnector='" b "' endElement='" c                   \
    "' endConnector='" d "'/>"

/* chassis and wheel know nothing of each other, only of the dictionary of the outer system */
static void test_signal_dictionaries(void) {
    static const char text[] =
        HEAD "<ssd:System name='car'>" BINDINGS DICTIONARY "<ssd:Elements>" CHASSIS REFERENCE(
            "here") "<ssd:System name='axle'><ssd:Elements>"
                    "<ssd:Component name='wheel' " FMU " source='resources/wheel.fmu'/>" REFERENCE(
                        "there") "</ssd:Elements><ssd:Connections>" LINE("there", "speed", "wheel",
                                                                         "v")
                        LINE("wheel", "F", "there",
                             "force") "</ssd:Connections></ssd:System></ssd:Elements>"
                                      "<ssd:Connections>" LINE("chassis", "v", "here", "speed")
                                          LINE("here", "force", "chassis",
                                               "F") "</ssd:Connections>" TAIL;
    pack(text, values);
    MR_ASSERT_CLOSE(end_of(path), 0.0652894398, 1e-6);
    unlink(path);
    refuses(HEAD "<ssd:System name='s'><ssd:Elements>" CHASSIS REFERENCE(
                "here") "</ssd:Elements><ssd:Connections>" LINE("here", "force", "chassis",
                                                                "F") "</ssd:Connections>" TAIL,
            values, "there is no signal dictionary 'bus'");
    refuses(HEAD "<ssd:System name='s'>" DICTIONARY
                 "<ssd:Elements>" CHASSIS REFERENCE("here") "</ssd:Elements><ssd:Connections>" LINE(
                     "here", "force", "chassis", "F") "</ssd:Connections>" TAIL,
            values,
            "nothing gives 'force' of the signal dictionary 'bus', which 'chassis.F' takes");
    refuses(HEAD "<ssd:System name='s'>" DICTIONARY "<ssd:Elements>" CHASSIS REFERENCE(
                "here") "</ssd:Elements><ssd:Connections>" LINE("chassis", "v", "here", "a")
                LINE("chassis", "x", "here", "a") "</ssd:Connections>" TAIL,
            values, "'a' of the signal dictionary 'bus' has two sources");
}

static void test_written_and_read_again(void) {
    sy_system *s = NULL;
    sy_run *run = NULL;
    mr_message message = {""};
    char copy[80];
    pack(description, values);
    snprintf(copy, sizeof copy, "%.60s-copy.ssp", path);
    unlink(copy);
    const double first = end_of(path);
    CU_ASSERT_EQUAL_FATAL(sy_read(path, &s, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(sy_open(s, "", &run, &message), MR_OK);
    CU_ASSERT_EQUAL(sy_write_ssp(run, copy, &message), MR_OK);
    CU_ASSERT_NOT_EQUAL(sy_write_ssp(run, copy, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "it is there already");
    sy_close(run);
    sy_system_free(s);
    const double second = end_of(copy);
    CU_ASSERT_EQUAL(memcmp(&first, &second, sizeof first), 0);
    unlink(copy);
    unlink(path);
}

/* a package is by a stranger: nothing but its own files, however the way out is written */
static void test_a_package_takes_nothing_from_outside(void) {
    static const char *const ways[] = {
        "../../etc/a",     "%2e%2e/%2E%2e/etc/a",   "resources/.%2e/..%2fa", "/etc/a",
        "%2fetc/a",        "file:///etc/a",         "file://%2fetc%2fa",     "http://host/a",
        "http%3a//host/a", "resources/%2e./../../a"};
    char text[2048];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        snprintf(text, sizeof text, ONE("<ssd:Component name='a' source='%s.fmu'/>") TAIL, ways[i]);
        refuses(text, values, "lies outside of the package");
        snprintf(text, sizeof text, ONE("<ssd:Component name='a' source='%s.ssd'/>") TAIL, ways[i]);
        refuses(text, values, "lies outside of the package");
        snprintf(text, sizeof text,
                 HEAD "<ssd:System name='s'><ssd:Elements><ssd:Component name='a' "
                      "source='resources/wheel.fmu'><ssd:ParameterBindings><ssd:ParameterBinding "
                      "source='%s.ssv'/></ssd:ParameterBindings></ssd:Component></ssd:Elements>"
                      "</ssd:System></ssd:SystemStructureDescription>",
                 ways[i]);
        refuses(text, values, "lies outside of the package");
    }
}

/* joints are an annotation of our own */
#define JOINTED(joint)                                                                             \
    HEAD "<ssd:System name='s'><ssd:Elements><ssd:Component name='a' "                             \
         "source='resources/wheel.fmu'/>"                                                          \
         "<ssd:Component name='b' source='resources/wheel.fmu'/></ssd:Elements></ssd:System>"      \
         "<ssd:Annotations><ssc:Annotation type='multirate'><Multirate>" joint                     \
         "</Multirate></ssc:Annotation></ssd:Annotations></ssd:SystemStructureDescription>"
#define SIDE(which, member)                                                                        \
    "<" which " member='" member "'><Force name='F'/><Position name='x'/></" which ">"
#define SIDES SIDE("First", "a") SIDE("Second", "b")

static void test_joints_of_an_annotation(void) {
    static const char *const mistakes[][2] = {
        {JOINTED("<Joint/>"), "a joint has no name"},
        {JOINTED("<Joint name=''/>"), "a joint has no name"},
        {JOINTED("<Joint name='j' method='x9'/>"), "there is no joint method 'x9'"},
        {JOINTED("<Joint name='j' order='1.5'/>"), "'1.5' is no order"},
        {JOINTED("<Joint name='j' order='-1'/>"), "'-1' is no order"},
        {JOINTED("<Joint name='j' order='12'/>"), "'12' is no order"},
        {JOINTED("<Joint name='j' order='two'/>"), "'two' is no order"},
        {JOINTED("<Joint name='j' project='maybe'/>"), "project is 'yes' or 'no'"},
        {JOINTED("<Joint name='j' mu='0'/>"), "mu: '0' is no positive number"},
        {JOINTED("<Joint name='j' rate_weight='x'/>"), "rate_weight: 'x' is no positive number"},
        {JOINTED("<Joint name='j'/>"), "a joint has no member in 'First'"},
        {JOINTED("<Joint name='j'><First/></Joint>"), "a joint has no member in 'First'"},
        {JOINTED("<Joint name='j'>" SIDE("First", "a") "</Joint>"),
         "a joint has no member in 'Second'"},
        {JOINTED("<Joint name='j'><First member='a'><Force/></First></Joint>"),
         "Force has no name"},
        {JOINTED("<Joint name='j'><First member='a'><Force name='F'/></First></Joint>"),
         "a side of a joint needs forces and positions"},
        {JOINTED("<Joint name='j'><First member='a'><Position name='x'/></First>" SIDE(
             "Second", "b") "</Joint>"),
         "joint 'j': "},
        {JOINTED("<Joint name='j'>" SIDES "<Stiffness value=''/></Joint>"),
         "Stiffness has no value"}};
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        refuses(mistakes[i][0], values, mistakes[i][1]);

    sy_system *s = NULL;
    mr_message message = {""};
    pack(JOINTED("<Joint name='j' method='spring_d' order='1' project='yes' mu='0.5' mu_steps='3' "
                 "rate_weight='2' acceleration_weight='4'>" SIDES
                 "<Stiffness value='1e5'/><Damping value='7'/></Joint>"),
         values);
    CU_ASSERT_EQUAL_FATAL(sy_read(path, &s, &message), MR_OK);
    unlink(path);
    CU_ASSERT_EQUAL_FATAL(s->joint_count, 1);
    const sy_joint *j = &s->joints[0];
    CU_ASSERT_STRING_EQUAL(j->method, "spring_d");
    CU_ASSERT_EQUAL(j->order, 1);
    CU_ASSERT_TRUE(j->project);
    MR_ASSERT_CLOSE(j->mu, 0.5, 0.0);
    MR_ASSERT_CLOSE(j->mu_steps, 3.0, 0.0);
    MR_ASSERT_CLOSE(j->rate_weight, 2.0, 0.0);
    MR_ASSERT_CLOSE(j->acceleration_weight, 4.0, 0.0);
    CU_ASSERT_STRING_EQUAL(j->side[1].member, "b");
    CU_ASSERT_STRING_EQUAL(j->stiffness.items[0], "1e5");
    CU_ASSERT_STRING_EQUAL(j->damping.items[0], "7");
    sy_system_free(s);
}

/* what only some tools write */
static void test_attributes_of_components_and_systems(void) {
    static const char own[] = HEAD
        "<ssd:System name='s'><ssd:Elements><ssd:Component name='a' source='resources/wheel.fmu' "
        "implementation='ModelExchange'><ssd:Annotations><ssc:Annotation type='multirate'>"
        "<Multirate step='2e-3' config='tolerance=1e-6' follows='yes'/></ssc:Annotation>"
        "</ssd:Annotations></ssd:Component><ssd:Component name='b' "
        "source='resources/wheel.fmu' implementation='any'/></ssd:Elements></ssd:System>"
        "<ssd:DefaultExperiment startTime='1' stopTime='2.5'><ssd:Annotations><ssc:Annotation "
        "type='other'><Algorithm><FixedStepAlgorithm baseStepSize='0.5'/></Algorithm>"
        "</ssc:Annotation></ssd:Annotations></ssd:DefaultExperiment>"
        "<ssd:Annotations><ssc:Annotation type='multirate'><Multirate coupling='order=2'/>"
        "</ssc:Annotation></ssd:Annotations></ssd:SystemStructureDescription>";
    sy_system *s = NULL;
    mr_message message = {""};
    pack(own, values);
    CU_ASSERT_EQUAL_FATAL(sy_read(path, &s, &message), MR_OK);
    unlink(path);
    MR_ASSERT_CLOSE(s->members[0].step, 2e-3, 0.0);
    CU_ASSERT_TRUE(s->members[0].follows);
    CU_ASSERT_FALSE(s->members[1].follows);
    MR_ASSERT_CONTAINS(s->members[0].configuration, "interface=me");
    MR_ASSERT_CONTAINS(s->members[0].configuration, "tolerance=1e-6");
    CU_ASSERT_STRING_EQUAL(s->coupling, "step=0.5 order=2");
    MR_ASSERT_CLOSE(s->start, 1.0, 0.0);
    MR_ASSERT_CLOSE(s->stop, 2.5, 0.0);
    sy_system_free(s);
}

#define WIRED(attributes, inside)                                                                  \
    ONE("<ssd:Component name='a' source='resources/wheel.fmu'/>")                                  \
    "<ssd:Connections><ssd:Connection " attributes ">" inside                                      \
    "</ssd:Connection></ssd:Connections>" TAIL
#define A_TO_A "startElement='a' startConnector='F' endElement='a' endConnector='v'"

static void test_mistakes(void) {
    static const char *const mistakes[][2] = {
        {WIRED("startElement='a' endElement='a' endConnector='v'", ""),
         "a connection lacks its startConnector"},
        {WIRED("startElement='a' startConnector='F' endElement='a'", ""),
         "a connection lacks its endConnector"},
        {WIRED(A_TO_A " endIndices='1'", ""), "single elements of an array"},
        {WIRED(A_TO_A, "<ssc:BooleanMappingTransformation/>"), "the connection maps single values"},
        {WIRED(A_TO_A, "<ssc:IntegerMappingTransformation/>"), "the connection maps single values"},
        {WIRED(A_TO_A, "<ssc:EnumerationMappingTransformation/>"),
         "the connection maps single values"},
        {WIRED(A_TO_A, "<ssc:LinearTransformation factor='x'/>"), "the transformation is none"},
        {WIRED(A_TO_A, "<ssc:LinearTransformation factor='0'/>"), "the transformation is none"},
        {WIRED(A_TO_A, "<ssc:LinearTransformation offset='x'/>"), "the transformation is none"},
        {ONE("<ssd:Component name='a' source='resources/wheel.fmu'/><ssd:Component name='a' "
             "source='resources/wheel.fmu'/>") TAIL,
         "there are two elements 'a'"},
        {ONE("<ssd:Component name='a' source='resources/wheel.fmu'><ssd:Annotations>"
             "<ssc:Annotation type='multirate'><Multirate step='0'/></ssc:Annotation>"
             "</ssd:Annotations></ssd:Component>") TAIL,
         "'0' is no step"},
        {HEAD "<ssd:System name='s'><ssd:Elements><ssd:Component name='a' "
              "source='resources/wheel.fmu'/></ssd:Elements></ssd:System>"
              "<ssd:DefaultExperiment stopTime='late'/></ssd:SystemStructureDescription>",
         "a time of the default experiment is no number"},
        {HEAD "<ssd:System name='s'><ssd:Elements><ssd:Component name='a' "
              "source='resources/wheel.fmu'/></ssd:Elements></ssd:System>"
              "<ssd:DefaultExperiment startTime='early'/></ssd:SystemStructureDescription>",
         "a time of the default experiment is no number"}};
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        refuses(mistakes[i][0], values, mistakes[i][1]);
    refuses("<ssd:Other/>", values, "no description of a system structure");
    refuses("<a><b></a>", values, "mismatched tag");
    refuses("<!DOCTYPE a []><a/>", values, "document type");
    refuses(ONE("<ssd:Component name='a' type='text/plain' source='a'/>") TAIL, values,
            "component 'a' is of type 'text/plain'");
    refuses(ONE("<ssd:Component name='a' source='../../etc/a.fmu'/>") TAIL, values,
            "lies outside of the package");
    refuses(ONE("<ssd:Component source='a.fmu'/>") TAIL, values, "an element has no name");
    refuses(ONE("<ssd:Component name='a'/>") TAIL, values, "names no source");
    refuses(ONE("<ssd:Other name='a'/>") TAIL, values, "are not used here");
    refuses(ONE("<ssd:Component name='a' source='SystemStructure.ssd'/>") TAIL, values,
            "nested too deeply");
    refuses(HEAD "<ssd:System name='s'/></ssd:SystemStructureDescription>", values,
            "the system has no components");
    refuses(
        ONE("<ssd:Component name='a' source='wheel.fmu'/>") "<ssd:Connections><ssd:Connection "
                                                            "startElement='b' startConnector='x' "
                                                            "endElement='a' "
                                                            "endConnector='v'/></"
                                                            "ssd:Connections>" TAIL,
        values, "there is no element 'b' to connect");
    refuses(ONE("<ssd:Component name='a' source='wheel.fmu'/>") "<ssd:Connections><ssd:Connection "
                                                                "startElement='a' "
                                                                "startConnector='x' "
                                                                "startIndices='1' endElement='a' "
                                                                "endConnector='v'/></"
                                                                "ssd:Connections>" TAIL,
            values, "single elements of an array");
    refuses(description, "<ssv:Other xmlns:ssv='x'/>", "there is no ParameterSet");
    refuses(description,
            "<ssv:ParameterSet xmlns:ssv='x'><ssv:Parameters><ssv:Parameter name='mass'>"
            "<ssv:Real value='heavy'/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>",
            "no transformation of a number");
    sy_system *s = NULL;
    mr_message message = {""};
    const fmu_part parts[] = {{"other.txt", "x", NULL}};
    snprintf(path, sizeof path, "/tmp/multirate-ssp-%ld.ssp", (long)getpid());
    CU_ASSERT_FATAL(fmu_make(path, parts, 1));
    CU_ASSERT_NOT_EQUAL(sy_read(path, &s, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "it has no SystemStructure.ssd");
    unlink(path);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_nested_systems_and_parameters),
        MR_TEST(test_connections_written_from_their_end),
        MR_TEST(test_values_of_connectors),
        MR_TEST(test_systems_in_files_of_their_own),
        MR_TEST(test_signal_dictionaries),
        MR_TEST(test_written_and_read_again),
        MR_TEST(test_a_package_takes_nothing_from_outside),
        MR_TEST(test_joints_of_an_annotation),
        MR_TEST(test_attributes_of_components_and_systems),
        MR_TEST(test_mistakes),
    };
    return mr_test_main("systems, SSP", tests, sizeof tests / sizeof *tests, argc, argv);
}
