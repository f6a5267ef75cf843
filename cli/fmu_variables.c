/* multirate slave X.fmu --variables: everything that an FMU has, to choose from by name */
#include "fmu_variables.h"
#include "complain.h"

#include "fmu/archive.h"
#include "fmu/description.h"
#include "json.h"

#include <stdlib.h>

static const char *kind_of(const fmu_variable *v) {
    static const char *const names[] = {"Float64", "Float32",     "Int8",   "UInt8",  "Int16",
                                        "UInt16",  "Int32",       "UInt32", "Int64",  "UInt64",
                                        "Boolean", "Enumeration", "String", "Binary", "Clock"};
    return names[v->kind];
}

static const char *causality_of(const fmu_variable *v) {
    static const char *const names[] = {"local",      "input",      "output",     "parameter",
                                        "calculated", "structural", "independent"};
    return names[v->causality];
}

static const char *variability_of(const fmu_variable *v) {
    static const char *const names[] = {"continuous", "discrete", "tunable", "fixed", "constant"};
    return names[v->variability];
}

static void print_text(const fmu_description *d) {
    print_plain("%-32s %-12s %-11s %-12s %-8s start\n", "name", "causality", "variability", "type",
                "unit");
    for (int i = 0; i < d->variable_count; i++) {
        const fmu_variable *v = &d->variables[i];
        const char *unit = fmu_variable_unit(d, v);
        print_plain("%-32s %-12s %-11s %-12s %-8s %s%s\n", v->name, causality_of(v),
                    variability_of(v), kind_of(v), *unit ? unit : "-", v->start ? v->start : "",
                    v->dimension_count > 0 ? " (array)" : "");
    }
}

static void print_json(const fmu_description *d) {
    json j = json_answer_list(stdout);
    for (int i = 0; i < d->variable_count; i++) {
        const fmu_variable *v = &d->variables[i];
        json_object(&j, NULL);
        json_text(&j, "name", v->name);
        json_text(&j, "causality", causality_of(v));
        json_text(&j, "variability", variability_of(v));
        json_text(&j, "type", kind_of(v));
        json_text(&j, "unit", fmu_variable_unit(d, v));
        if (v->start)
            json_text(&j, "start", v->start);
        json_end(&j);
    }
    json_end(&j);
}

mr_status fmu_variables_print(const char *path, bool as_json, mr_message *message) {
    fmu_archive *archive;
    fmu_description *description = NULL;
    char *text = NULL;
    size_t size = 0;
    mr_status status = fmu_archive_open(path, &archive, message);
    if (status != MR_OK)
        return status;
    status =
        fmu_archive_read(archive, "modelDescription.xml", (size_t)256 << 20, &text, &size, message);
    if (status == MR_OK && !text) {
        mr_message_set(message, "'%.300s' is no FMU: it has no modelDescription.xml", path);
        status = MR_ERR_SLAVE_OPEN;
    }
    if (status == MR_OK)
        status = fmu_description_read(path, text, size, false, &description, message);
    if (status == MR_OK && as_json)
        print_json(description);
    else if (status == MR_OK)
        print_text(description);
    fmu_description_free(description);
    free(text);
    fmu_archive_close(archive);
    return status;
}
