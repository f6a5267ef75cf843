/* writing the test FMUs */
#define _POSIX_C_SOURCE 200809L
#include "fmu_maker.h"
#include "oscillator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

int fmu_make(const char *path, const fmu_part *parts, size_t count) {
    int code;
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
    for (size_t i = 0; zip && i < count; i++) {
        zip_source_t *source = parts[i].text
                                   ? zip_source_buffer(zip, parts[i].text, strlen(parts[i].text), 0)
                                   : zip_source_file(zip, parts[i].from, 0, -1);
        if (!source || zip_file_add(zip, parts[i].name, source, ZIP_FL_ENC_UTF_8) < 0)
            return 0;
    }
    return zip && zip_close(zip) == 0;
}

static char text[16384];

static const char *const variables2 =
    "<ScalarVariable name='F' valueReference='0' causality='input'>"
    "<Real declaredType='Force' start='0'/></ScalarVariable>\n"
    "<ScalarVariable name='x' valueReference='1' causality='output' initial='calculated'>"
    "<Real unit='m'/></ScalarVariable>\n"
    "<ScalarVariable name='v' valueReference='2' causality='output' initial='calculated'>"
    "<Real unit='m/s' derivative='2'/></ScalarVariable>\n"
    "<ScalarVariable name='a' valueReference='3' causality='output' initial='calculated'>"
    "<Real unit='m/s2' derivative='3'/></ScalarVariable>\n"
    "<ScalarVariable name='m' valueReference='4' causality='parameter' variability='tunable'>"
    "<Real start='2'/></ScalarVariable>\n"
    "<ScalarVariable name='k' valueReference='5' causality='parameter' variability='fixed'>"
    "<Real start='50'/></ScalarVariable>\n"
    "<ScalarVariable name='c' valueReference='6' causality='parameter' variability='fixed'>"
    "<Real start='0.4'/></ScalarVariable>\n"
    "<ScalarVariable name='body.x[1,1]' valueReference='7' causality='parameter' "
    "variability='fixed'><Real start='1'/></ScalarVariable>\n"
    "<ScalarVariable name='failure' valueReference='8' causality='parameter' variability='fixed'>"
    "<Integer start='0'/></ScalarVariable>\n"
    "<ScalarVariable name='failure_time' valueReference='9' causality='parameter' "
    "variability='fixed'><Real start='0'/></ScalarVariable>\n"
    "<ScalarVariable name='count' valueReference='10' variability='discrete'>"
    "<Integer/></ScalarVariable>\n"
    "<ScalarVariable name='resource' valueReference='11' variability='discrete'>"
    "<Integer/></ScalarVariable>\n"
    "<ScalarVariable name='weight' valueReference='12' variability='constant'>"
    "<Real start='9.81'/></ScalarVariable>\n"
    "<ScalarVariable name='position' valueReference='1'><Real unit='m'/></ScalarVariable>\n";

static const char *const variables3 =
    "<Float64 name='time' valueReference='999' causality='independent'/>\n"
    "<Float64 name='F' valueReference='0' causality='input' start='0' declaredType='Force' "
    "intermediateUpdate='true'/>\n"
    "<Float64 name='x' valueReference='1' causality='output' unit='m' initial='calculated'>"
    "<Alias name='position'/></Float64>\n"
    "<Float64 name='v' valueReference='2' causality='output' unit='m/s' derivative='1' "
    "initial='calculated'/>\n"
    "<Float64 name='a' valueReference='3' causality='output' unit='m/s2' derivative='2' "
    "initial='calculated'/>\n"
    "<Float64 name='m' valueReference='4' causality='parameter' variability='tunable' start='2'/>\n"
    "<Float64 name='k' valueReference='5' causality='parameter' variability='fixed' start='50'/>\n"
    "<Float64 name='c' valueReference='6' causality='parameter' variability='fixed' start='0.4'/>\n"
    "<Float64 name='body.x[1,1]' valueReference='7' causality='parameter' variability='fixed' "
    "start='1'/>\n"
    "<Int32 name='failure' valueReference='8' causality='parameter' variability='fixed' "
    "start='0'/>\n"
    "<Float64 name='failure_time' valueReference='9' causality='parameter' variability='fixed' "
    "start='0'/>\n"
    "<Int32 name='count' valueReference='10'/>\n"
    "<Int32 name='resource' valueReference='11'/>\n"
    "<Float64 name='weight' valueReference='12' variability='constant' start='9.81'/>\n";

const char *fmu_oscillator_xml(int version, const char *attributes, const char *token) {
    if (version == 2)
        snprintf(text, sizeof text,
                 "<?xml version='1.0' encoding='UTF-8'?>\n"
                 "<fmiModelDescription fmiVersion='2.0' modelName='Oscillator' guid='%s'>\n"
                 "<CoSimulation modelIdentifier='oscillator' %s/>\n"
                 "<TypeDefinitions><SimpleType name='Force'><Real unit='N'/></SimpleType>"
                 "</TypeDefinitions>\n"
                 "<DefaultExperiment startTime='0' stopTime='10' stepSize='0.01'/>\n"
                 "<ModelVariables>\n%s</ModelVariables>\n<ModelStructure>"
                 "<Outputs><Unknown index='2' dependencies=''/><Unknown index='3' dependencies=''/>"
                 "<Unknown index='4' dependencies='1 2 3'/></Outputs>"
                 "<Derivatives><Unknown index='3'/><Unknown index='4'/></Derivatives>"
                 "</ModelStructure>\n</fmiModelDescription>\n",
                 token, attributes, variables2);
    else
        snprintf(text, sizeof text,
                 "<?xml version='1.0' encoding='UTF-8'?>\n"
                 "<fmiModelDescription fmiVersion='3.0' modelName='Oscillator' "
                 "instantiationToken='%s'>\n"
                 "<CoSimulation modelIdentifier='oscillator' %s/>\n"
                 "<TypeDefinitions><Float64Type name='Force' unit='N'/></TypeDefinitions>\n"
                 "<DefaultExperiment startTime='0' stopTime='10' stepSize='0.01'/>\n"
                 "<ModelVariables>\n%s</ModelVariables>\n<ModelStructure>"
                 "<Output valueReference='1' dependencies=''/>"
                 "<Output valueReference='2' dependencies=''/>"
                 "<Output valueReference='3' dependencies='0 1 2'/>"
                 "<ContinuousStateDerivative valueReference='2'/>"
                 "<ContinuousStateDerivative valueReference='3'/>"
                 "</ModelStructure>\n</fmiModelDescription>\n",
                 token, attributes, variables3);
    return text;
}

int fmu_make_oscillator(const char *path, int version, const char *attributes, const char *token) {
    const fmu_part parts[] = {
        {"modelDescription.xml", fmu_oscillator_xml(version, attributes, token), NULL},
        {version == 2 ? "binaries/linux64/oscillator.so" : "binaries/x86_64-linux/oscillator.so",
         NULL, OSCILLATOR_LIBRARY},
        {"resources/number.txt", "7", NULL},
        {"documentation/index.html", "<html/>", NULL},
    };
    return fmu_make(path, parts, sizeof parts / sizeof *parts);
}

static const char *types_xml(int version) {
    char *to = text;
    char *const end = text + sizeof text;
    if (version == 2) {
        snprintf(
            text, sizeof text,
            "<fmiModelDescription fmiVersion='2.0' modelName='Types' guid='types'>"
            "<CoSimulation modelIdentifier='types' "
            "canHandleVariableCommunicationStepSize='true'/>"
            "<TypeDefinitions><SimpleType name='Gear'><Enumeration>"
            "<Item name='neutral' value='1'/><Item name='first' value='2'/></Enumeration>"
            "</SimpleType></TypeDefinitions><ModelVariables>"
            "<ScalarVariable name='i' valueReference='7' causality='input'><Integer start='0'/>"
            "</ScalarVariable>"
            "<ScalarVariable name='r' valueReference='1' causality='input'><Real start='0'/>"
            "</ScalarVariable>"
            "<ScalarVariable name='b' valueReference='11' causality='input'>"
            "<Boolean start='false'/></ScalarVariable>"
            "<ScalarVariable name='e' valueReference='12' causality='input'>"
            "<Enumeration declaredType='Gear' start='1'/></ScalarVariable>"
            "<ScalarVariable name='s' valueReference='30' causality='parameter'>"
            "<String start=''/></ScalarVariable>"
            "<ScalarVariable name='i_out' valueReference='107' causality='output'><Integer/>"
            "</ScalarVariable>"
            "<ScalarVariable name='r_out' valueReference='101' causality='output'><Real/>"
            "</ScalarVariable>"
            "<ScalarVariable name='b_out' valueReference='111' causality='output'><Boolean/>"
            "</ScalarVariable>"
            "<ScalarVariable name='e_out' valueReference='112' causality='output'>"
            "<Enumeration declaredType='Gear'/></ScalarVariable>"
            "<ScalarVariable name='s_length' valueReference='130' causality='output'>"
            "<Integer/></ScalarVariable>"
            "<ScalarVariable name='title' valueReference='131' causality='output'>"
            "<String/></ScalarVariable>"
            "<ScalarVariable name='s_in' valueReference='32' causality='input' "
            "variability='discrete'><String start=''/></ScalarVariable>"
            "</ModelVariables><ModelStructure/></fmiModelDescription>");
        return text;
    }
    static const char *const kinds[] = {"Float64", "Float32", "Int8",  "UInt8",  "Int16",  "UInt16",
                                        "Int32",   "UInt32",  "Int64", "UInt64", "Boolean"};
#define ADD(...) to += snprintf(to, (size_t)(end - to), __VA_ARGS__)
    ADD("<fmiModelDescription fmiVersion='3.0' modelName='Types' instantiationToken='types'>"
        "<CoSimulation modelIdentifier='types' canHandleVariableCommunicationStepSize='true'/>"
        "<TypeDefinitions><EnumerationType name='Gear'><Item name='neutral' value='1'/>"
        "<Item name='first' value='2'/></EnumerationType></TypeDefinitions><ModelVariables>");
    for (int i = 0; i < 11; i++)
        ADD("<%s name='%s_in' valueReference='%d' causality='input' start='%s'/>"
            "<%s name='%s_out' valueReference='%d' causality='output'/>",
            kinds[i], kinds[i], i + 1, i == 10 ? "false" : "0", kinds[i], kinds[i], i + 101);
    ADD("<Enumeration name='gear_in' declaredType='Gear' valueReference='12' causality='input' "
        "start='1'/>"
        "<Enumeration name='gear_out' declaredType='Gear' valueReference='112' "
        "causality='output'/>"
        "<UInt64 name='n' valueReference='20' causality='structuralParameter' "
        "variability='fixed' start='3'/>"
        "<Float64 name='array_in' valueReference='21' causality='input' start='0 0 0'>"
        "<Dimension valueReference='20'/></Float64>"
        "<Float64 name='array_out' valueReference='121' causality='output'>"
        "<Dimension valueReference='20'/><Dimension start='1'/></Float64>"
        "<String name='text' valueReference='30' causality='parameter'><Start value=''/></String>"
        "<Binary name='bytes' valueReference='31' causality='parameter'><Start value='00'/>"
        "</Binary>"
        "<Int32 name='text_length' valueReference='130' causality='output'/>"
        "<Int32 name='byte_sum' valueReference='131' causality='output'/>"
        "<Binary name='picture' valueReference='140' causality='output'/>"
        "<String name='title' valueReference='143' causality='output'/>"
        "<String name='text_in' valueReference='32' causality='input'><Start value=''/></String>"
        "<Binary name='bytes_in' valueReference='33' causality='input'><Start value='00'/>"
        "</Binary>"
        "<Clock name='tick' valueReference='141' causality='input' intervalVariability='constant' "
        "intervalDecimal='1'/>"
        "<Float64 name='sampled' valueReference='142' causality='output' variability='discrete' "
        "clocks='141'/>"
        "</ModelVariables><ModelStructure/></fmiModelDescription>");
#undef ADD
    return text;
}

int fmu_make_types(const char *path, int version) {
    const fmu_part parts[] = {
        {"modelDescription.xml", types_xml(version), NULL},
        {version == 2 ? "binaries/linux64/types.so" : "binaries/x86_64-linux-gnu/types.so", NULL,
         TYPES_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}

int fmu_make_renamed(const char *path) {
    const fmu_part parts[] = {
        {"modelDescription.xml", fmu_oscillator_xml(2, "", OSCILLATOR_TOKEN), NULL},
        {"binaries/linux64/another name.so", NULL, OSCILLATOR_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}

static const char *const ball2 =
    "<fmiModelDescription fmiVersion='2.0' modelName='Ball' guid='ball' "
    "numberOfEventIndicators='1'>"
    "<ModelExchange modelIdentifier='ball' canGetAndSetFMUstate='true'/>"
    "<DefaultExperiment stepSize='0.01'/><ModelVariables>"
    "<ScalarVariable name='F' valueReference='0' causality='input'><Real start='0'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='h' valueReference='1' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='v' valueReference='2' causality='output'><Real derivative='2'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='a' valueReference='3'><Real derivative='3'/></ScalarVariable>"
    "<ScalarVariable name='e' valueReference='4' causality='parameter'><Real start='0.7'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='count' valueReference='5' causality='output'><Integer/>"
    "</ScalarVariable>"
    "<ScalarVariable name='gear' valueReference='6' causality='input'><Integer start='0'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='gear_seen' valueReference='7' causality='output'><Integer/>"
    "</ScalarVariable>"
    "</ModelVariables><ModelStructure><Derivatives><Unknown index='3'/><Unknown index='4'/>"
    "</Derivatives></ModelStructure></fmiModelDescription>";

static const char *const ball3 =
    "<fmiModelDescription fmiVersion='3.0' modelName='Ball' instantiationToken='ball'>"
    "<ModelExchange modelIdentifier='ball' canGetAndSetFMUState='true'/>"
    "<DefaultExperiment stepSize='0.01'/><ModelVariables>"
    "<Float64 name='F' valueReference='0' causality='input' start='0'/>"
    "<Float64 name='h' valueReference='1' causality='output'/>"
    "<Float64 name='v' valueReference='2' causality='output' derivative='1'/>"
    "<Float64 name='a' valueReference='3' derivative='2'/>"
    "<Float64 name='e' valueReference='4' causality='parameter' start='0.7'/>"
    "<Int32 name='count' valueReference='5' causality='output'/>"
    "<Int32 name='gear' valueReference='6' causality='input' start='0'/>"
    "<Int32 name='gear_seen' valueReference='7' causality='output'/>"
    "<Float32 name='push' valueReference='8' causality='input' start='0'/>"
    "</ModelVariables><ModelStructure><ContinuousStateDerivative valueReference='2'/>"
    "<ContinuousStateDerivative valueReference='3'/><EventIndicator valueReference='1'/>"
    "</ModelStructure></fmiModelDescription>";

int fmu_make_ball(const char *path, int version) {
    const fmu_part parts[] = {
        {"modelDescription.xml", version == 2 ? ball2 : ball3, NULL},
        {version == 2 ? "binaries/linux64/ball.so" : "binaries/x86_64-linux/ball.so", NULL,
         BALL_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}

static const char *const circuit =
    "<fmiModelDescription fmiVersion='2.0' modelName='Rectifier' guid='rectifier' "
    "numberOfEventIndicators='5'>"
    "<ModelExchange modelIdentifier='rectifier' canGetAndSetFMUstate='true' "
    "providesDirectionalDerivative='true'/>"
    "<DefaultExperiment stepSize='0.001'/><ModelVariables>"
    "<ScalarVariable name='i' valueReference='0' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='v' valueReference='1' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='x' valueReference='2' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='w' valueReference='3' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='der(i)' valueReference='4'><Real derivative='1'/></ScalarVariable>"
    "<ScalarVariable name='der(v)' valueReference='5'><Real derivative='2'/></ScalarVariable>"
    "<ScalarVariable name='der(x)' valueReference='6'><Real derivative='3'/></ScalarVariable>"
    "<ScalarVariable name='der(w)' valueReference='7'><Real derivative='4'/></ScalarVariable>"
    "<ScalarVariable name='relay' valueReference='8' causality='parameter' variability='fixed'>"
    "<Real start='0'/></ScalarVariable>"
    "</ModelVariables><ModelStructure><Derivatives><Unknown index='5'/><Unknown index='6'/>"
    "<Unknown index='7'/><Unknown index='8'/></Derivatives></ModelStructure>"
    "</fmiModelDescription>";

int fmu_make_rectifier(const char *path) {
    const fmu_part parts[] = {
        {"modelDescription.xml", circuit, NULL},
        {"binaries/linux64/rectifier.so", NULL, RECTIFIER_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}

#define FIRST(implementation)                                                                      \
    "<fmiModelDescription fmiVersion='1.0' modelName='First' modelIdentifier='first' "             \
    "guid='first' numberOfContinuousStates='1' numberOfEventIndicators='1'>"                       \
    "<DefaultExperiment startTime='0' stopTime='5'/><ModelVariables>"                              \
    "<ScalarVariable name='u' valueReference='0' causality='input'><Real start='0'/>"              \
    "</ScalarVariable>"                                                                            \
    "<ScalarVariable name='switch' valueReference='0' causality='input' variability='discrete'>"   \
    "<Boolean start='false'/></ScalarVariable>"                                                    \
    "<ScalarVariable name='x' valueReference='1' causality='output'><Real/><DirectDependency/>"    \
    "</ScalarVariable>"                                                                            \
    "<ScalarVariable name='minus_x' valueReference='1' alias='negatedAlias' "                      \
    "causality='output'><Real/></ScalarVariable>"                                                  \
    "<ScalarVariable name='ticks' valueReference='0' causality='output' variability='discrete'>"   \
    "<Integer/><DirectDependency/></ScalarVariable>"                                               \
    "<ScalarVariable name='on' valueReference='1' causality='output' variability='discrete'>"      \
    "<Boolean/><DirectDependency><Name>switch</Name></DirectDependency></ScalarVariable>"          \
    "<ScalarVariable name='passed' valueReference='2' causality='output' "                         \
    "variability='discrete'><Boolean/><DirectDependency/></ScalarVariable>"                        \
    "<ScalarVariable name='g' valueReference='2' variability='parameter'><Real start='1'/>"        \
    "</ScalarVariable></ModelVariables>" implementation "</fmiModelDescription>"

int fmu_make_first(const char *path, int exchange) {
    const fmu_part parts[] = {
        {"modelDescription.xml",
         exchange ? FIRST("")
                  : FIRST("<Implementation><CoSimulation_StandAlone><Capabilities "
                          "canHandleVariableCommunicationStepSize='true'/>"
                          "</CoSimulation_StandAlone></Implementation>"),
         NULL},
        {"binaries/linux64/first.so", NULL, FIRST_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}

static const char *const car[] = {
    "<fmiModelDescription fmiVersion='2.0' modelName='Chassis' guid='chassis'>"
    "<CoSimulation modelIdentifier='quarter_car' canHandleVariableCommunicationStepSize='true' "
    "canInterpolateInputs='true' canGetAndSetFMUstate='true'/>"
    "<DefaultExperiment stopTime='4' stepSize='0.001'/><ModelVariables>"
    "<ScalarVariable name='F' valueReference='0' causality='input'><Real unit='N' start='0'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='v' valueReference='1' causality='output'><Real unit='m/s'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='x' valueReference='2' causality='output'><Real unit='m'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='m' valueReference='3' causality='parameter' variability='fixed'>"
    "<Real unit='kg' start='400'/></ScalarVariable></ModelVariables><ModelStructure><Outputs>"
    "<Unknown index='2' dependencies=''/><Unknown index='3' dependencies=''/></Outputs>"
    "</ModelStructure></fmiModelDescription>",
    "<fmiModelDescription fmiVersion='2.0' modelName='Wheel' guid='wheel'>"
    "<CoSimulation modelIdentifier='quarter_car' canHandleVariableCommunicationStepSize='true' "
    "canInterpolateInputs='true' canGetAndSetFMUstate='true'/>"
    "<DefaultExperiment stopTime='4' stepSize='0.001'/><ModelVariables>"
    "<ScalarVariable name='v' valueReference='0' causality='input'><Real unit='m/s' start='0'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='F' valueReference='1' causality='output'><Real unit='N'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='xw' valueReference='2' causality='output'><Real unit='m'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='road' valueReference='3' causality='parameter' variability='fixed'>"
    "<Real unit='m' start='0.1'/></ScalarVariable></ModelVariables><ModelStructure><Outputs>"
    "<Unknown index='2' dependencies='1'/><Unknown index='3' dependencies=''/></Outputs>"
    "</ModelStructure></fmiModelDescription>"};

/* the chassis without a binary; damaged: its source code is none */
int fmu_make_source(const char *path, int damaged) {
    static const char end[] = "canGetAndSetFMUstate='true'/>";
    const char *at = strstr(car[0], end);
    snprintf(text, sizeof text,
             "%.*scanGetAndSetFMUstate='true'><SourceFiles><File name='quarter_car.c'/>"
             "</SourceFiles></CoSimulation>%s",
             (int)(at - car[0]), car[0], at + strlen(end));
    const fmu_part parts[] = {
        {"modelDescription.xml", text, NULL},
        {"sources/quarter_car.c", damaged ? "int nothing(" : NULL, SOURCES "/quarter_car.c"},
        {"sources/fmi2.h", NULL, HEADERS "/fmi2.h"},
    };
    return fmu_make(path, parts, 3);
}

int fmu_make_quarter_car(const char *path, int wheel) {
    const fmu_part parts[] = {
        {"modelDescription.xml", car[wheel], NULL},
        {"binaries/linux64/quarter_car.so", NULL, QUARTER_CAR_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}

static const char *const foreign =
    "<fmiModelDescription fmiVersion='2.0' modelName='Foreign' guid='foreign'>"
    "<CoSimulation modelIdentifier='foreign' canHandleVariableCommunicationStepSize='True' "
    "canInterpolateInputs='true' maxOutputDerivativeOrder='1' needsExecutionTool='true'/>"
    "<TypeDefinitions><SimpleType name='Gear'><Enumeration><Item name='first gear' value='1'/>"
    "<Item name='second gear' value='2'/></Enumeration></SimpleType></TypeDefinitions>"
    "<DefaultExperiment startTime='' stopTime='INF' stepSize='0.1'/>"
    "<VendorAnnotations><Tool name='other'><GearType><Item name='x' value='a word'/></GearType>"
    "<ModelVariables><ScalarVariable/></ModelVariables></Tool></VendorAnnotations>"
    "<ModelVariables>"
    "<ScalarVariable name='u' valueReference='0' causality='input'><Real start='0'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='gear' valueReference='1' causality='input' variability='discrete'>"
    "<Enumeration declaredType='Gear' start='1'/></ScalarVariable>"
    "<ScalarVariable name='steps' valueReference='1' causality='output' variability='discrete'>"
    "<Integer/></ScalarVariable>"
    "<ScalarVariable name='y' valueReference='1' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='der(y)' valueReference='2' causality='output'><Real derivative='4'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='whose' valueReference='3'><Real/></ScalarVariable>"
    "<ScalarVariable name=\"body.'a b'.x[1, 2]\" valueReference='1'><Real/></ScalarVariable>"
    "<ScalarVariable name='end' valueReference='4' causality='parameter'><Real start='1e9'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='fault' valueReference='5' causality='parameter'><Real start='0'/>"
    "</ScalarVariable>"
    "<ScalarVariable name='gear_now' valueReference='2' causality='output' "
    "variability='discrete'><Enumeration declaredType='Gear'/></ScalarVariable>"
    "</ModelVariables><ModelStructure/></fmiModelDescription>";

int fmu_make_foreign(const char *path, const char *token) {
    char *xml = strdup(foreign);
    char *guid = xml ? strstr(xml, "guid='foreign'") : NULL;
    if (!guid)
        return 0;
    memcpy(guid + strlen("guid='"), token, strlen("foreign"));
    const fmu_part parts[] = {
        {"modelDescription.xml", xml, NULL},
        {"binaries\\linux64\\foreign.so", NULL, FOREIGN_LIBRARY},
        {"resources/twice: a.txt", "1", NULL},
        {"resources\\twice: a.txt", "2", NULL},
    };
    const int good = fmu_make(path, parts, sizeof parts / sizeof *parts);
    free(xml);
    return good;
}

int fmu_make_clocks(const char *path, const char *interface) {
    static char clocks[4000];
    snprintf(
        clocks, sizeof clocks,
        "<fmiModelDescription fmiVersion='3.0' modelName='clocks' instantiationToken='clocks'>"
        "<%s modelIdentifier='clocks'%s/><DefaultExperiment stopTime='1' stepSize='0.1'/>"
        "<ModelVariables>"
        "<Float64 name='u' valueReference='1' causality='input' start='0'/>"
        "<Int32 name='w' valueReference='2' causality='input' start='0' clocks='23'/>"
        "<Float64 name='x' valueReference='3' causality='output' initial='exact' start='0'/>"
        "<Float64 name='dx' valueReference='4' derivative='3'/>"
        "<Float64 name='y' valueReference='5' causality='output' variability='discrete' "
        "clocks='20'><Alias name='y_again'/></Float64>"
        "<Int32 name='n' valueReference='6' causality='output' clocks='20'/>"
        "<Float64 name='z' valueReference='7' causality='output' variability='discrete' "
        "clocks='22'/>"
        "<Int32 name='sum' valueReference='8' causality='output'/>"
        "<Clock name='sample' valueReference='20' causality='input' "
        "intervalVariability='constant' intervalDecimal='0.1' shiftDecimal='0.05' priority='1'/>"
        "<Clock name='alarm' valueReference='21' causality='output' "
        "intervalVariability='triggered' clocks='20'/>"
        "<Clock name='later' valueReference='22' causality='input' "
        "intervalVariability='countdown' priority='2'/>"
        "<Clock name='hit' valueReference='23' causality='input' intervalVariability='triggered' "
        "priority='0'/>"
        "</ModelVariables><ModelStructure><Output valueReference='3'/><Output valueReference='5'/>"
        "<Output valueReference='6'/><Output valueReference='7'/><Output valueReference='8'/>"
        "<Output valueReference='21'/>%s</ModelStructure></fmiModelDescription>",
        interface,
        strcmp(interface, "CoSimulation") == 0
            ? " hasEventMode='true' canHandleVariableCommunicationStepSize='true'"
            : "",
        strcmp(interface, "ScheduledExecution") == 0
            ? ""
            : "<ContinuousStateDerivative valueReference='4'/>");
    const fmu_part parts[] = {
        {"modelDescription.xml", clocks, NULL},
        {"binaries/x86_64-linux-gnu/clocks.so", NULL, CLOCKS_LIBRARY},
    };
    return fmu_make(path, parts, 2);
}
