/* rules about .mdl text as a whole: sections, keys, configuration sets */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *bytes = file ? calloc(4 << 20, 1) : NULL;
    if (file) {
        bytes[fread(bytes, 1, (4 << 20) - 1, file)] = '\0';
        fclose(file);
    }
    return bytes;
}

static bool has_keys(const page *p, const char *const *keys) {
    for (; *keys; keys++)
        if (!page_value(p, *keys)) {
            printf("  no %s in %s\n", *keys, p->name);
            return false;
        }
    return true;
}

static size_t longest_line(const char *text) {
    size_t longest = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        longest = length > longest ? length : longest;
        text += length + (text[length] == '\n');
    }
    return longest;
}

static bool is_utf8(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        int more = *c < 0x80 ? 0 : *c >= 0xF0 ? 3 : *c >= 0xE0 ? 2 : *c >= 0xC0 ? 1 : -1;
        for (; more > 0; more--)
            if ((*++c & 0xC0) != 0x80)
                return false;
        if (more < 0)
            return false;
    }
    return true;
}

static const char *section_name(const page *p) {
    if (strcmp(p->name, "Array") == 0)
        return page_text(p, "PropName");
    if (strcmp(p->name, "Object") == 0 || strcmp(p->name, "Simulink.ConfigSet") == 0)
        return page_text(p, "$PropName");
    return p->name;
}

static const char *const order[] = {"GraphicalInterface",
                                    "BdWindowsInfo",
                                    "DataLoggingOverride",
                                    "ConfigurationSets",
                                    "ActiveConfigurationSet",
                                    "DataTransfer",
                                    "BlockDefaults",
                                    "AnnotationDefaults",
                                    "LineDefaults",
                                    "MaskDefaults",
                                    "MaskParameterDefaults",
                                    "BlockParameterDefaults",
                                    "System"};

#define SECTIONS ((int)(sizeof order / sizeof *order))

static void rules_of_sections(verdict *v, const page *model, bool newer) {
    int seen[SECTIONS] = {0}, last = -1;
    bool sorted = true;
    const bool library = strcmp(model->name, "Library") == 0;
    for (const page *t = model->first; t; t = t->next)
        for (int i = 0; t->section && i < SECTIONS; i++)
            if (strcmp(section_name(t), order[i]) == 0) {
                seen[i]++;
                sorted = sorted && i >= last;
                last = i;
            }
    rule(v, "T6 sets, defaults and system once each",
         seen[3] == 1 && seen[6] == 1 && seen[7] == 1 && seen[8] == 1 && seen[11] == 1 &&
             seen[12] == 1);
    rule(v, "T7 order of sections", sorted);
    rule(v, "T8 GraphicalInterface in models only", seen[0] == (library ? 0 : 1));
    rule(v, "T9 8.0+: mask defaults and windows", (seen[1] && seen[9] && seen[10]) == newer);
    rule(v, "T10 one stub of the active set, none in a library", seen[4] == (library ? 0 : 1));
    rule(v, "T15 LibraryType",
         !library || strcmp(page_text(model, "LibraryType"), "BlockLibrary") == 0);
}

static void rules_of_configuration(verdict *v, const page *model, const char *paired) {
    static const char *const classes[] = {"Simulink.SolverCC",       "Simulink.DataIOCC",
                                          "Simulink.OptimizationCC", "Simulink.DebuggingCC",
                                          "Simulink.HardwareCC",     "Simulink.ModelReferenceCC",
                                          "Simulink.SFSimCC",        "Simulink.RTWCC"};
    static const char *const solver_keys[] = {"StartTime",
                                              "StopTime",
                                              "AbsTol",
                                              "FixedStep",
                                              "InitialStep",
                                              "MaxOrder",
                                              "ExtrapolationOrder",
                                              "NumberNewtonIterations",
                                              "MaxStep",
                                              "MinStep",
                                              "RelTol",
                                              "SolverName",
                                              "ZeroCrossControl",
                                              "AlgebraicLoopSolver",
                                              "SolverResetMethod",
                                              "PositivePriorityOrder",
                                              "AutoInsertRateTranBlk",
                                              "SampleTimeConstraint",
                                              NULL};
    const page *set = page_section(page_property(model, "ConfigurationSets"), "Simulink.ConfigSet");
    const page *components = page_property(set, "Components");
    const page *solver = page_section(components, "Simulink.SolverCC");
    const page *stub = page_section(model, "Simulink.ConfigSet");
    const page *at = components ? components->first : NULL;
    bool complete = true, versions = set != NULL;
    size_t count = 0;
    for (; at; at = at->next)
        if (at->section) {
            complete = complete && count < 8 && strcmp(at->name, classes[count]) == 0;
            count++;
        }
    for (const page *p = set; p; p = page_after(p, set))
        if (!p->section && strcmp(p->name, "Version") == 0)
            versions = versions && strcmp(page_text(p->parent, "Version"), paired) == 0;
    rule(v, "T10 the stub names the stored set",
         !stub || strcmp(page_text(stub, "$ObjectID"), page_text(set, "$ObjectID")) == 0);
    rule(v, "T11 eight components in order, their number told",
         complete && count == 8 && strcmp(page_text(components, "Dimension"), "8") == 0);
    rule(v, "T12 versions of the set go with that of the file", versions);
    rule(v, "T13 keys of the solver; Solver is SolverName",
         solver && has_keys(solver, solver_keys) &&
             strcmp(page_text(solver, "Solver"), page_text(solver, "SolverName")) == 0);
}

static void rules_of_objects(verdict *v, const page *model) {
    texts numbers = {0};
    for (const page *p = model->first; p; p = page_after(p, model))
        if (!p->section && strcmp(p->name, "$ObjectID") == 0 && !page_value(p->parent, "$PropName"))
            texts_add(&numbers, p->value);
    for (const page *p = model->first; p; p = page_after(p, model))
        if (p->section && strcmp(p->name, "Object") == 0 && page_value(p, "$PropName"))
            texts_add(&numbers, page_text(p, "$ObjectID"));
    rule(v, "T14 numbers of objects occur once", texts_differ(&numbers));
    texts_free(&numbers);
}

static bool names_fit(const char *path, const page *model) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *name = page_text(model, "Name");
    return strncmp(base, name, strlen(name)) == 0 && strcmp(base + strlen(name), ".mdl") == 0;
}

static bool calls_no_file(const page *model) {
    for (const page *p = model->first; p; p = page_after(p, model)) {
        size_t length = strlen(p->name);
        if (!p->section && length > 3 && strcmp(p->name + length - 3, "Fcn") == 0 &&
            strstr(p->value, "run("))
            return false;
    }
    return true;
}

size_t rules_of_text(const char *path, size_t *all) {
    static const char *const housekeeping[] = {"Created",
                                               "LastModifiedBy",
                                               "LastModifiedDate",
                                               "ModifiedByFormat",
                                               "ModifiedDateFormat",
                                               "ModelVersionFormat",
                                               "SampleTimeColors",
                                               "SimulationMode",
                                               "LinearizationMsg",
                                               "Profile",
                                               NULL};
    verdict v = {.path = path};
    char *text = read_file(path);
    const char *wrong = text ? NULL : "cannot be read";
    page *root = text ? page_of_text(text, &wrong) : NULL;
    page *model = root ? root->first : NULL;
    /* charts follow the model */
    const page *charts = model ? model->next : NULL;
    rule(&v, wrong ? wrong : "T1 one Model or Library",
         model && (!charts || (strcmp(charts->name, "Stateflow") == 0 && !charts->next)) &&
             (strcmp(model->name, "Model") == 0 || strcmp(model->name, "Library") == 0));
    if (model) {
        const char *version = page_text(model, "Version");
        const bool newer = strcmp(version, "8.2") == 0;
        rule(&v, "T2 the name is that of the file", names_fit(path, model));
        rule(&v, "T3 a known version, bytes of the encoding that is told",
             (newer || strcmp(version, "7.6") == 0) && is_utf8(text) &&
                 strcmp(page_value(model, "SavedCharacterEncoding"), "\"UTF-8\"") == 0);
        rule(&v, "T4 no line over 200 characters", longest_line(text) <= 200);
        rule(&v, "T5 housekeeping keys", has_keys(model, housekeeping));
        rules_of_sections(&v, model, newer);
        rules_of_configuration(&v, model, newer ? "1.13.1" : "1.10.0");
        rules_of_objects(&v, model);
        rules_of_systems(&v, model, version);
        rule(&v, "T35 callbacks need no file", calls_no_file(model));
    }
    page_free(root);
    free(text);
    *all += v.all;
    return v.good;
}
