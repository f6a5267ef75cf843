/* settings of the model itself */
#include <string.h>
#include <strings.h>

#include "file/copy.h"
#include "file/edit.h"
#include "file/release.h"
#include "multirate/nearest.h"
#include "blockdiagram/solvers.h"

static const char *const components[] = {"Simulink.SolverCC", "Simulink.DataIOCC",
                                         "Simulink.DebuggingCC"};
static const char *const releases[] = {"R2013b", "R2010b"};

/* settings that the tables of the releases do not have */
static const char *const newer[] = {"Solver",
                                    "SolverName",
                                    "SolverType",
                                    "ReturnWorkspaceOutputs",
                                    "ReturnWorkspaceOutputsName",
                                    "DatasetSignalFormat",
                                    "SaveOperatingPoint",
                                    "LoggingToFile",
                                    "LoggingFileName",
                                    "LoggingIntervals",
                                    "ODENIntegrationMethod",
                                    "EnableMultiTasking"};

static const char *const own[] = {"PreLoadFcn",     "PostLoadFcn",   "InitFcn",
                                  "StartFcn",       "PauseFcn",      "ContinueFcn",
                                  "StopFcn",        "PreSaveFcn",    "PostSaveFcn",
                                  "CloseFcn",       "Description",   "ParameterArgumentNames",
                                  "Lock",           "Tag",           "SortedOrder",
                                  "WSMCode",        "Creator",       "Created",
                                  "LastModifiedBy", "FastRestart",   "EnableAccessToBaseWorkspace",
                                  "DataDictionary", "SimulationMode"};

static const char *const fixed_solvers[] = {"FixedStepDiscrete", "FixedStepAuto",
                                            BD_FIXED_SOLVERS(BD_SOLVER_NAME) NULL};
static const char *const variable_solvers[] = {"VariableStepDiscrete", "VariableStepAuto",
                                               BD_VARIABLE_SOLVERS(BD_SOLVER_NAME) "odeN", "daessc",
                                               NULL};

static const char *in_list(const char *const *list, size_t count, const char *name) {
    for (size_t i = 0; i < count && list[i]; i++)
        if (strcasecmp(list[i], name) == 0)
            return list[i];
    return NULL;
}

#define IN(list, name) in_list(list, sizeof list / sizeof *list, name)

static bool is_component_key(const char *name) {
    bd_release_key key;
    for (size_t r = 0; r < 2; r++)
        for (size_t c = 0; c < sizeof components / sizeof *components; c++)
            if (bd_release_key_find(bd_release_keys(bd_release_find(releases[r]), components[c]),
                                    name, &key))
                return true;
    return false;
}

static bool is_model_key(const char *name) {
    bd_release_key key;
    for (size_t r = 0; r < 2; r++)
        if (bd_release_key_find(bd_release_keys(bd_release_find(releases[r]), "Model"), name, &key))
            return true;
    return false;
}

static bool is_configuration(const bd_diagram *diagram, const char *name) {
    return IN(newer, name) || is_component_key(name) ||
           bd_parameters_find(&diagram->configuration, name);
}

bool bd_edit_is_model_setting(const bd_diagram *diagram, const char *name) {
    return is_configuration(diagram, name) || is_model_key(name) || IN(own, name) ||
           bd_parameters_find(&diagram->parameters, name) || bd_diagram_setting(diagram, name);
}

static bd_status unknown(const bd_diagram *diagram, const char *name, bd_error *error) {
    static const char *const usual[] = {"StartTime",
                                        "StopTime",
                                        "Solver",
                                        "SolverType",
                                        "FixedStep",
                                        "MaxStep",
                                        "MinStep",
                                        "InitialStep",
                                        "RelTol",
                                        "AbsTol",
                                        "SaveTime",
                                        "SaveOutput",
                                        "SaveState",
                                        "SaveFormat",
                                        "TimeSaveName",
                                        "OutputSaveName",
                                        "SignalLogging",
                                        "SignalLoggingName",
                                        "Decimation",
                                        "LimitDataPoints",
                                        "ReturnWorkspaceOutputs",
                                        "InitFcn",
                                        "PreLoadFcn",
                                        "PostLoadFcn",
                                        "LoadExternalInput",
                                        "ExternalInput",
                                        "AlgebraicLoopMsg",
                                        NULL};
    char hint[MR_HINT_SIZE];
    return bd_error_set(error, BD_UNKNOWN_NAME,
                        "model '%s' does not have a parameter named '%.100s'%s", diagram->name,
                        name, mr_nearest_of(name, usual, hint, sizeof hint));
}

static bool put(bd_diagram *diagram, bd_parameters *into, const char *name, const char *value) {
    const char *own_name = bd_arena_copy(diagram->arena, name);
    const char *own_value = bd_arena_copy(diagram->arena, value);
    return own_name && own_value && bd_parameters_put(diagram->arena, into, own_name, own_value);
}

static bd_status refuse(const bd_diagram *diagram, const char *name, const char *value,
                        const char *hint, bd_error *error) {
    return bd_error_set(error, BD_BAD_PARAMETER, "model '%s': %s cannot be '%.100s'%s",
                        diagram->name, name, value, hint);
}

static bd_status set_solver(bd_diagram *diagram, const char *value, bd_error *error) {
    const char *solver = IN(fixed_solvers, value);
    const char *type = solver ? "Fixed-step" : "Variable-step";
    if (!solver)
        solver = IN(variable_solvers, value);
    char hint[MR_HINT_SIZE];
    if (!solver) {
        mr_nearest_of(value, fixed_solvers, hint, sizeof hint);
        if (*hint == '\0')
            mr_nearest_of(value, variable_solvers, hint, sizeof hint);
        return refuse(diagram, "Solver", value, hint, error);
    }
    return put(diagram, &diagram->configuration, "SolverName", solver) &&
                   put(diagram, &diagram->configuration, "Solver", solver) &&
                   put(diagram, &diagram->configuration, "SolverType", type)
               ? BD_OK
               : bd_edit_no_memory(error);
}

/* another kind of solver than the present one is the automatic one of its kind */
static bd_status set_solver_type(bd_diagram *diagram, const char *value, bd_error *error) {
    const bool fixed = strcasecmp(value, "Fixed-step") == 0;
    if (!fixed && strcasecmp(value, "Variable-step") != 0)
        return refuse(diagram, "SolverType", value, ", but Fixed-step or Variable-step", error);
    const char *present = bd_diagram_setting(diagram, "SolverName");
    if ((IN(fixed_solvers, present) != NULL) == fixed)
        return BD_OK;
    return set_solver(diagram, fixed ? "FixedStepAuto" : "VariableStepAuto", error);
}

/* the name as the tables spell it: settings are asked for in any case */
static const char *spelled(const char *name) {
    static const char *const names[] = {"StopTime",   "StartTime",  "FixedStep", "MaxStep",
                                        "MinStep",    "RelTol",     "AbsTol",    "InitialStep",
                                        "SaveFormat", "SaveOutput", "SaveTime"};
    const char *known = IN(names, name);
    if (!known)
        known = IN(newer, name);
    return known ? known : name;
}

static bd_status set_one(bd_diagram *diagram, const bd_setting *setting, const char **rename,
                         bd_error *error) {
    const char *name = spelled(setting->name), *value = setting->value;
    if (strcmp(name, "Name") == 0) {
        *rename = value;
        return BD_OK;
    }
    if (strcmp(name, "Solver") == 0 || strcmp(name, "SolverName") == 0)
        return set_solver(diagram, value, error);
    if (strcmp(name, "SolverType") == 0)
        return set_solver_type(diagram, value, error);
    if (strcmp(name, "WSMCode") == 0) {
        const char *code = bd_arena_copy(diagram->arena, value);
        if (!code)
            return bd_edit_no_memory(error);
        diagram->workspace_code = code;
        return BD_OK;
    }
    if (!bd_edit_is_model_setting(diagram, name))
        return unknown(diagram, name, error);
    const char *present = bd_diagram_setting(diagram, name);
    const bool on_off = present && (strcmp(present, "on") == 0 || strcmp(present, "off") == 0);
    if (on_off && strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return refuse(diagram, name, value, ", but on or off", error);
    return put(diagram,
               is_configuration(diagram, name) ? &diagram->configuration : &diagram->parameters,
               name, value)
               ? BD_OK
               : bd_edit_no_memory(error);
}

bd_status bd_edit_set_model(bd_diagram *diagram, const bd_setting *settings, size_t count,
                            bd_error *error) {
    const bd_parameters parameters = diagram->parameters, configuration = diagram->configuration;
    const char *rename = NULL, *code = diagram->workspace_code;
    bd_status status = BD_OK;
    if (!bd_copy_parameters(diagram->arena, &parameters, &diagram->parameters) ||
        !bd_copy_parameters(diagram->arena, &configuration, &diagram->configuration))
        status = bd_edit_no_memory(error);
    for (size_t i = 0; status == BD_OK && i < count; i++)
        status = set_one(diagram, &settings[i], &rename, error);
    if (status == BD_OK && rename)
        status = bd_edit_rename_model(diagram, rename, error);
    if (status != BD_OK) {
        diagram->parameters = parameters;
        diagram->configuration = configuration;
        diagram->workspace_code = code;
    }
    return status;
}
