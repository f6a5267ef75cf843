/* the one configuration set a diagram keeps, with all components and keys of the release */
#include <stdio.h>
#include <string.h>

#include "file/write.h"

/* solver and data keys by name, for those that the release does not know; everything else that was
 * read is a diagnostic */
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

typedef enum component { SOLVER, DATA, DIAGNOSTICS, OTHER } component;

static component component_of(const char *name) {
    if (is_in(name, solver_keys, sizeof solver_keys / sizeof *solver_keys))
        return SOLVER;
    return is_in(name, data_keys, sizeof data_keys / sizeof *data_keys) ? DATA : DIAGNOSTICS;
}

/* does any of the three components that are kept have a key of this name in the release? */
static bool is_known(const bd_writer *w, const char *name) {
    static const char *const kept[] = {"Simulink.SolverCC", "Simulink.DataIOCC",
                                       "Simulink.DebuggingCC"};
    bd_release_key key;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (bd_release_key_find(bd_release_keys(w->release, kept[i]), name, &key))
            return true;
    return false;
}

/* what is in force in the diagram, or NULL; Solver and SolverName say the same */
static const char *setting(const bd_diagram *diagram, const char *name) {
    if (strcmp(name, "Solver") == 0)
        name = "SolverName";
    const char *value = bd_parameters_find(&diagram->configuration, name);
    if (!value && strcmp(name, "SolverName") == 0)
        value = bd_parameters_find(&diagram->configuration, "Solver");
    return value ? value : bd_diagram_setting(diagram, name);
}

static void write_key(bd_writer *w, bd_file_item *section, const bd_release_key *key, bool kept) {
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)key->name_length, key->name);
    const char *value = kept ? setting(w->diagram, name) : NULL;
    bd_parameter one = {.name = name, .value = value};
    const bd_parameters own = {.items = &one, .count = value ? 1 : 0};
    bd_write_release_key(w, section, key, &own);
}

static bd_file_item *write_component(bd_writer *w, bd_file_item *parent, component which,
                                     const char *class_name) {
    bd_items *items = &w->items;
    bd_file_item *section = bd_item_section(items, parent, class_name);
    if (strcmp(class_name, "Simulink.RTWCC") == 0)
        bd_item_quoted(items, section, "$BackupClass", class_name);
    bd_item_bare(items, section, "$ObjectID", "%d", w->next_object++);
    bd_item_quoted(items, section, "Version", w->release->configuration);
    bd_release_key key;
    for (const char *keys = bd_release_keys(w->release, class_name); bd_release_next(&keys, &key);)
        write_key(w, section, &key, which != OTHER);
    const bd_parameters *all = &w->diagram->configuration;
    for (size_t i = 0; which != OTHER && i < all->count; i++)
        if (component_of(all->items[i].name) == which && !is_known(w, all->items[i].name))
            bd_item_quoted(items, section, all->items[i].name, all->items[i].value);
    return section;
}

static bd_file_item *open_array(bd_writer *w, bd_file_item *parent, int dimension) {
    bd_file_item *array = bd_item_section(&w->items, parent, "Array");
    bd_item_quoted(&w->items, array, "Type", "Handle");
    bd_item_bare(&w->items, array, "Dimension", "%d", dimension);
    return array;
}

static void write_components(bd_writer *w, bd_file_item *set) {
    bd_items *items = &w->items;
    bd_file_item *components = open_array(w, set, 8);
    write_component(w, components, SOLVER, "Simulink.SolverCC");
    write_component(w, components, DATA, "Simulink.DataIOCC");
    write_component(w, components, OTHER, "Simulink.OptimizationCC");
    write_component(w, components, DIAGNOSTICS, "Simulink.DebuggingCC");
    write_component(w, components, OTHER, "Simulink.HardwareCC");
    write_component(w, components, OTHER, "Simulink.ModelReferenceCC");
    write_component(w, components, OTHER, "Simulink.SFSimCC");
    bd_file_item *code = write_component(w, components, OTHER, "Simulink.RTWCC");
    bd_file_item *inner = open_array(w, code, 2);
    write_component(w, inner, OTHER, "Simulink.CodeAppCC");
    write_component(w, inner, OTHER, "Simulink.GRTTargetCC");
    bd_item_quoted(items, inner, "PropName", "Components");
    bd_item_quoted(items, components, "PropName", "Components");
}

/* the active set of a model is told by a stub; a library has none */
static void write_active(bd_writer *w, bd_file_item *parent, int set) {
    bd_items *items = &w->items;
    bd_file_item *stub = bd_item_section(items, parent, "Simulink.ConfigSet");
    if (w->package)
        bd_item_quoted(items, stub, "$Reference", "true");
    bd_item_quoted(items, stub, "$PropName", "ActiveConfigurationSet");
    bd_item_bare(items, stub, "$ObjectID", "%d", set);
}

void bd_write_configuration(bd_writer *w, bd_file_item *parent) {
    bd_items *items = &w->items;
    const int number = w->next_object++;
    if (w->package)
        parent = bd_item_section(items, parent, "ConfigurationSet");
    bd_file_item *sets = open_array(w, parent, 1);
    bd_file_item *set = bd_item_section(items, sets, "Simulink.ConfigSet");
    bd_item_bare(items, set, "$ObjectID", "%d", number);
    bd_item_quoted(items, set, "Version", w->release->configuration);
    write_components(w, set);
    bd_item_quoted(items, set, "Name", "Configuration");
    bd_write_section(w, set, bd_release_keys(w->release, "Simulink.ConfigSet"), NULL);
    bd_item_quoted(items, sets, "PropName", "ConfigurationSets");
    if (w->diagram->kind == BD_MODEL)
        write_active(w, parent, number);
}
