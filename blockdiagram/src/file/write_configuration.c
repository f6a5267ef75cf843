/* the one configuration set a diagram keeps, split into the components releases expect */
#include <string.h>

#include "file/write.h"

/* solver and data keys by name; everything else that was read is a diagnostic */
static const char *const solver_keys[] = {"StartTime",
                                          "StopTime",
                                          "Solver",
                                          "SolverName",
                                          "SolverType",
                                          "SolverMode",
                                          "FixedStep",
                                          "MaxStep",
                                          "MinStep",
                                          "InitialStep",
                                          "AbsTol",
                                          "AutoScaleAbsTol",
                                          "RelTol",
                                          "MaxOrder",
                                          "ExtrapolationOrder",
                                          "NumberNewtonIterations",
                                          "ZeroCrossControl",
                                          "ZeroCrossAlgorithm",
                                          "ZcThreshold",
                                          "ConsecutiveZCsStepRelTol",
                                          "MaxConsecutiveZCs",
                                          "MaxConsecutiveMinStep",
                                          "MaxZcPerStep",
                                          "MaxZcBracketingIterations",
                                          "MinStepSizeMsg",
                                          "ShapePreserveControl",
                                          "SolverResetMethod",
                                          "EnableMultiTasking",
                                          "ConcurrentTasks",
                                          "EnableConcurrentExecution",
                                          "AutoInsertRateTranBlk",
                                          "InsertRTBMode",
                                          "PositivePriorityOrder",
                                          "SampleTimeConstraint",
                                          "SampleTimeProperty",
                                          "SolverJacobianMethodControl",
                                          "ODENIntegrationMethod"};

static const char *const data_keys[] = {"Decimation",
                                        "ExternalInput",
                                        "FinalStateName",
                                        "InitialState",
                                        "LimitDataPoints",
                                        "MaxDataPoints",
                                        "LoadExternalInput",
                                        "LoadInitialState",
                                        "SaveFinalState",
                                        "SaveCompleteFinalSimState",
                                        "SaveFormat",
                                        "SaveOutput",
                                        "SaveState",
                                        "SaveTime",
                                        "SignalLogging",
                                        "SignalLoggingName",
                                        "SignalLoggingSaveFormat",
                                        "DSMLogging",
                                        "DSMLoggingName",
                                        "InspectSignalLogs",
                                        "StateSaveName",
                                        "TimeSaveName",
                                        "OutputSaveName",
                                        "OutputOption",
                                        "OutputTimes",
                                        "ReturnWorkspaceOutputs",
                                        "ReturnWorkspaceOutputsName",
                                        "Refine",
                                        "LoggingToFile",
                                        "LoggingFileName",
                                        "LoggingIntervals",
                                        "StreamToWorkspace",
                                        "StreamVariableName",
                                        "SaveOperatingPoint",
                                        "DatasetSignalFormat",
                                        "VisualizeSimOutput"};

static bool is_in(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

typedef enum component { SOLVER, DATA, DIAGNOSTICS } component;

static component component_of(const char *name) {
    if (is_in(name, solver_keys, sizeof solver_keys / sizeof *solver_keys))
        return SOLVER;
    return is_in(name, data_keys, sizeof data_keys / sizeof *data_keys) ? DATA : DIAGNOSTICS;
}

static void write_component(bd_writer *w, const bd_parameters *all, component wanted,
                            const char *class_name) {
    bd_text_open(&w->text, class_name);
    bd_text_bare(&w->text, "$ObjectID", "%d", w->next_object++);
    bd_text_quoted(&w->text, "Version", "1.15.0");
    for (size_t i = 0; i < all->count; i++)
        if (component_of(all->items[i].name) == wanted)
            bd_text_quoted(&w->text, all->items[i].name, all->items[i].value);
    bd_text_close(&w->text);
}

void bd_write_configuration(bd_writer *w, const bd_diagram *diagram) {
    bd_text *text = &w->text;
    int set = w->next_object++;
    bd_text_open(text, "Array");
    bd_text_quoted(text, "Type", "Handle");
    bd_text_bare(text, "Dimension", "1");
    bd_text_open(text, "Simulink.ConfigSet");
    bd_text_bare(text, "$ObjectID", "%d", set);
    bd_text_quoted(text, "Version", "1.15.0");
    bd_text_open(text, "Array");
    bd_text_quoted(text, "Type", "Handle");
    bd_text_bare(text, "Dimension", "3");
    write_component(w, &diagram->configuration, SOLVER, "Simulink.SolverCC");
    write_component(w, &diagram->configuration, DATA, "Simulink.DataIOCC");
    write_component(w, &diagram->configuration, DIAGNOSTICS, "Simulink.DebuggingCC");
    bd_text_quoted(text, "PropName", "Components");
    bd_text_close(text);
    bd_text_quoted(text, "Name", "Configuration");
    bd_text_close(text);
    bd_text_quoted(text, "PropName", "ConfigurationSets");
    bd_text_close(text);
    bd_text_open(text, "Simulink.ConfigSet");
    bd_text_quoted(text, "$PropName", "ActiveConfigurationSet");
    bd_text_bare(text, "$ObjectID", "%d", set);
    bd_text_close(text);
}
