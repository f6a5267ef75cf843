/* the binary of an FMU, without loading it: its place, its name, and the functions that it exports
 */
#include "fmu/validate.h"

#include "elf_symbols.h"
#include "fmu/fmi1.h"
#include "fmu/fmi2.h"
#include "fmu/fmi3.h"
#include "platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHERE "binary"
#define MOST  ((size_t)1 << 30)

#define NAME2(name, answer, arguments) "fmi2" #name,
#define NAME3(name, answer, arguments) "fmi3" #name,
/* every FMU exports all functions of its interface types, whether it can do more or not */
/* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): the list ends with one */
static const char *const both2[] = {FMI2_REQUIRED(NAME2) "fmi2GetVersion",
                                    "fmi2GetTypesPlatform",
                                    "fmi2SetDebugLogging",
                                    "fmi2Terminate",
                                    "fmi2Reset",
                                    "fmi2GetReal",
                                    "fmi2GetInteger",
                                    "fmi2GetBoolean",
                                    "fmi2GetString",
                                    "fmi2SetReal",
                                    "fmi2SetInteger",
                                    "fmi2SetBoolean",
                                    "fmi2SetString",
                                    "fmi2GetFMUstate",
                                    "fmi2SetFMUstate",
                                    "fmi2FreeFMUstate",
                                    "fmi2SerializedFMUstateSize",
                                    "fmi2SerializeFMUstate",
                                    "fmi2DeSerializeFMUstate",
                                    "fmi2GetDirectionalDerivative",
                                    NULL};
static const char *const cs2[] = {"fmi2SetRealInputDerivatives",
                                  "fmi2GetRealOutputDerivatives",
                                  "fmi2DoStep",
                                  "fmi2CancelStep",
                                  "fmi2GetStatus",
                                  "fmi2GetRealStatus",
                                  "fmi2GetIntegerStatus",
                                  "fmi2GetBooleanStatus",
                                  "fmi2GetStringStatus",
                                  NULL};
static const char *const me2[] = {FMI2_EXCHANGE(NAME2) "fmi2GetNominalsOfContinuousStates", NULL};
/* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): the list ends with one */
static const char *const both3[] = {FMI3_REQUIRED(NAME3) "fmi3GetVersion",
                                    "fmi3SetDebugLogging",
                                    "fmi3InstantiateModelExchange",
                                    "fmi3InstantiateCoSimulation",
                                    "fmi3InstantiateScheduledExecution",
                                    "fmi3Terminate",
                                    "fmi3Reset",
                                    "fmi3GetFloat32",
                                    "fmi3GetFloat64",
                                    "fmi3GetInt32",
                                    "fmi3GetBoolean",
                                    "fmi3GetString",
                                    "fmi3GetBinary",
                                    "fmi3GetClock",
                                    "fmi3SetFloat64",
                                    "fmi3SetInt32",
                                    "fmi3SetBoolean",
                                    "fmi3SetString",
                                    "fmi3GetFMUState",
                                    "fmi3SetFMUState",
                                    "fmi3FreeFMUState",
                                    "fmi3SerializedFMUStateSize",
                                    "fmi3SerializeFMUState",
                                    "fmi3DeserializeFMUState",
                                    "fmi3GetDirectionalDerivative",
                                    "fmi3GetAdjointDerivative",
                                    "fmi3EnterConfigurationMode",
                                    "fmi3ExitConfigurationMode",
                                    "fmi3EnterEventMode",
                                    "fmi3UpdateDiscreteStates",
                                    "fmi3DoStep",
                                    "fmi3EnterStepMode",
                                    "fmi3GetOutputDerivatives",
                                    "fmi3EnterContinuousTimeMode",
                                    "fmi3CompletedIntegratorStep",
                                    "fmi3SetTime",
                                    "fmi3SetContinuousStates",
                                    "fmi3GetContinuousStates",
                                    "fmi3GetContinuousStateDerivatives",
                                    "fmi3GetEventIndicators",
                                    "fmi3GetNominalsOfContinuousStates",
                                    "fmi3GetNumberOfContinuousStates",
                                    "fmi3GetNumberOfEventIndicators",
                                    "fmi3ActivateModelPartition",
                                    NULL};

static void check_functions(const elf_symbols *symbols, const char *const *names,
                            const fmu_judge *judge) {
    for (; *names; names++)
        if (!elf_symbols_has(symbols, *names))
            fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "the function %s is not exported", *names);
}

/* names begin with the model identifier */
static void check_functions1(const elf_symbols *symbols, const fmu_description *d,
                             const fmu_judge *judge) {
#define NAME1(name, answer, arguments) #name,
    static const char *const both[] = {FMI1_BOTH(NAME1) "GetVersion", "SetDebugLogging",
                                       "GetString", NULL};
    static const char *const cs[] = {FMI1_CO_SIMULATION(NAME1) "GetTypesPlatform", NULL};
    static const char *const me[] = {FMI1_EXCHANGE(NAME1) "GetModelTypesPlatform",
                                     "GetStateValueReferences", NULL};
    const char *const *const lists[] = {both, d->model_exchange ? me : cs};
    for (int i = 0; i < 2; i++)
        for (const char *const *name = lists[i]; *name; name++) {
            char full[300];
            snprintf(full, sizeof full, "%.200s_fmi%s", d->identifier, *name);
            if (!elf_symbols_has(symbols, full))
                fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "the function %s is not exported",
                               full);
        }
}

mr_status fmu_validate_binary(const fmu_description *d, fmu_archive *archive,
                              const fmu_judge *judge, mr_message *message) {
    char path[500];
    char *text = NULL;
    size_t size = 0;
    bool found = false;
    for (int i = 0; i < FMU_PLATFORMS && !found; i++) {
        snprintf(path, sizeof path, "binaries/%s/%.200s.so", fmu_platform(d->version, i),
                 d->identifier ? d->identifier : "");
        found = fmu_archive_holds(archive, path);
    }
    for (int i = 0; i < FMU_PLATFORMS && !found; i++) {
        char folder[300], name[200];
        snprintf(folder, sizeof folder, "binaries/%s/", fmu_platform(d->version, i));
        if (fmu_archive_count(archive, folder, ".so", name, sizeof name) < 1)
            continue;
        fmu_judge_tell(
            judge, FMU_VIOLATION, WHERE,
            "the library in %s is called '%.80s.so', not by the model identifier '%.80s'", folder,
            name, d->identifier ? d->identifier : "");
        snprintf(path, sizeof path, "%s%.190s.so", folder, name);
        found = true;
    }
    if (!found) {
        fmu_judge_tell(judge, FMU_DOUBT, WHERE,
                       "there is none for this machine (binaries/%s/%.80s.so)%s",
                       fmu_platform(d->version, 0), d->identifier ? d->identifier : "",
                       fmu_archive_holds(archive, "sources/") ? "; there is source code" : "");
        return MR_OK;
    }
    MR_TRY(fmu_archive_read(archive, path, MOST, &text, &size, message));
    elf_symbols symbols;
    if (!text || !elf_symbols_read(&symbols, text, size))
        fmu_judge_tell(judge, FMU_VIOLATION, WHERE, "'%.200s' is no library of this system", path);
    else if (d->version == 1)
        check_functions1(&symbols, d, judge);
    else if (d->version == 3)
        check_functions(&symbols, both3, judge);
    else {
        check_functions(&symbols, both2, judge);
        check_functions(&symbols, d->model_exchange ? me2 : cs2, judge);
    }
    free(text);
    return MR_OK;
}
