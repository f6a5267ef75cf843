/* make_fmus FOLDER: the FMUs on which the slave conformance runs, with their abilities varied */
#include "fmu_maker.h"
#include "oscillator.h"

#include <stdio.h>

#define ALL2                                                                                       \
    "canHandleVariableCommunicationStepSize='true' canGetAndSetFMUstate='true' "                   \
    "canInterpolateInputs='true' maxOutputDerivativeOrder='1' "                                    \
    "providesDirectionalDerivative='true'"
#define ALL3                                                                                       \
    "canHandleVariableCommunicationStepSize='true' canGetAndSetFMUState='true' "                   \
    "providesIntermediateUpdate='true' maxOutputDerivativeOrder='1' "                              \
    "providesDirectionalDerivatives='true'"

static const struct {
    const char *name;
    int version;
    const char *attributes;
} list[] = {
    {"full2", 2, ALL2},
    {"full3", 3, ALL3},
    {"plain2", 2, ""},
    {"plain3", 3, ""},
    {"held2", 2, "canHandleVariableCommunicationStepSize='true' canGetAndSetFMUstate='true'"},
    {"events3", 3,
     "canHandleVariableCommunicationStepSize='true' canGetAndSetFMUState='true' "
     "hasEventMode='true' mightReturnEarlyFromDoStep='true'"},
    {"once2", 2,
     "canHandleVariableCommunicationStepSize='true' canBeInstantiatedOnlyOncePerProcess='true' "
     "canNotUseMemoryManagementFunctions='true'"},
    {"fixed3", 3, "canHandleVariableCommunicationStepSize='true' fixedInternalStepSize='0.005'"},
};

int main(int argc, char **argv) {
    char path[4096];
    int good = argc == 2;
    for (size_t i = 0; good && i < sizeof list / sizeof *list; i++) {
        snprintf(path, sizeof path, "%s/%s.fmu", argv[1], list[i].name);
        good = fmu_make_oscillator(path, list[i].version, list[i].attributes, OSCILLATOR_TOKEN);
    }
    for (int version = 2; good && version <= 3; version++) {
        snprintf(path, sizeof path, "%s/types%d.fmu", argv[1], version);
        good = fmu_make_types(path, version);
        snprintf(path, sizeof path, "%s/ball%d.fmu", argv[1], version);
        good = good && fmu_make_ball(path, version);
    }
    snprintf(path, sizeof path, "%s/foreign.fmu", argc == 2 ? argv[1] : "");
    good = good && fmu_make_foreign(path, "foreign");
    snprintf(path, sizeof path, "%s/rectifier.fmu", argc == 2 ? argv[1] : "");
    good = good && fmu_make_rectifier(path);
    for (int exchange = 0; exchange < 2; exchange++) {
        snprintf(path, sizeof path, "%s/first_%s.fmu", argc == 2 ? argv[1] : "",
                 exchange ? "me" : "cs");
        good = good && fmu_make_first(path, exchange);
    }
    for (int damaged = 0; damaged < 2; damaged++) {
        snprintf(path, sizeof path, "%s/source%s.fmu", argc == 2 ? argv[1] : "",
                 damaged ? "_damaged" : "");
        good = good && fmu_make_source(path, damaged);
    }
    for (int wheel = 0; wheel < 2; wheel++) {
        snprintf(path, sizeof path, "%s/%s.fmu", argc == 2 ? argv[1] : "",
                 wheel ? "wheel" : "chassis");
        good = good && fmu_make_quarter_car(path, wheel);
    }
    static const char *const clocks[][2] = {
        {"cs", "CoSimulation"}, {"me", "ModelExchange"}, {"se", "ScheduledExecution"}};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/clocks_%s.fmu", argc == 2 ? argv[1] : "", clocks[i][0]);
        good = good && fmu_make_clocks(path, clocks[i][1]);
    }
    if (!good)
        fprintf(stderr, "the test FMUs could not be made\n");
    return !good;
}
