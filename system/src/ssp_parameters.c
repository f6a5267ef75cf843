/* parameters of SSP: sets of values (.ssv), mappings of names (.ssm), inside or beside */
#define _POSIX_C_SOURCE 200809L
#include "ssp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a tree of its own, or a part of that of the description */
typedef struct part {
    const sy_xml *root;
    sy_xml *owned;
} part;

static mr_status open_part(sy_ssp *ssp, const sy_xml *binding, const char *inside, const char *name,
                           part *p) {
    *p = (part){0};
    const char *source = sy_xml_attribute(binding, "source");
    const sy_xml *values = sy_xml_child(binding, inside, NULL);
    if (values)
        p->root = sy_xml_child(values, name, NULL);
    else if (source && *source) {
        char *path = sy_ssp_path(ssp, source);
        if (!path)
            return sy_ssp_refuse(ssp, binding, "'%.150s' lies outside of the package", source);
        const mr_status status = sy_xml_read_file(path, &p->owned, ssp->message);
        free(path);
        MR_TRY(status);
        p->root = strcmp(p->owned->name, name) == 0 ? p->owned : NULL;
    }
    if (p->root)
        return MR_OK;
    sy_xml_free(p->owned);
    p->owned = NULL;
    return sy_ssp_refuse(ssp, binding, "there is no %s", name);
}

/* a value for what a system takes itself: it goes on to where that is connected */
static bool is_connector(const sy_ssp *ssp, const char *full) {
    for (int i = 0; i < ssp->connector_count; i++)
        if (strcmp(ssp->connectors[i], full) == 0)
            return true;
    return false;
}

static mr_status set_value(sy_ssp *ssp, const sy_xml *where, const char *prefix, bool component,
                           const char *name, const char *value, const char *unit) {
    char *full = NULL;
    const char *rest = name;
    int m = -1;
    if (component) {
        for (int k = 0; k < ssp->system->member_count; k++)
            if (strcmp(ssp->system->members[k].name, prefix) == 0)
                m = k;
    } else {
        const size_t room = strlen(prefix) + strlen(name) + 2;
        full = malloc(room);
        if (!full)
            return mr_no_memory(ssp->message);
        snprintf(full, room, "%s%s%s", prefix, *prefix ? "." : "", name);
        m = sy_find_member(ssp->system, full, &rest);
    }
    mr_status status = MR_OK;
    if (m < 0 && full && is_connector(ssp, full)) {
        if (!sy_add_value(&ssp->given, &ssp->given_count, full, value, unit))
            status = mr_no_memory(ssp->message);
    } else if (m < 0)
        status = sy_ssp_refuse(
            ssp, where, "the parameter '%.120s' belongs to no component and no connector", name);
    else if (!sy_add_value(&ssp->system->members[m].values, &ssp->system->members[m].value_count,
                           rest, value, unit))
        status = mr_no_memory(ssp->message);
    free(full);
    return status;
}

/* the value element of a parameter: <Real value unit/>, … */
static mr_status value_of(sy_ssp *ssp, const sy_xml *parameter, const char **value,
                          const char **unit) {
    static const char *const kinds[] = {
        "Real",  "Integer", "Boolean", "String", "Enumeration", "Float64", "Float32", "Int8",
        "UInt8", "Int16",   "UInt16",  "Int32",  "UInt32",      "Int64",   "UInt64",  "Binary"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const sy_xml *e = sy_xml_child(parameter, kinds[i], NULL);
        if (!e)
            continue;
        *value = sy_xml_attribute(e, "value");
        *unit = sy_xml_attribute(e, "unit");
        if (*unit && !**unit)
            *unit = NULL;
        if (*value)
            return MR_OK;
    }
    return sy_ssp_refuse(ssp, parameter, "a parameter has no value");
}

bool sy_ssp_suppresses_units(const sy_xml *element) {
    const char *suppress = sy_xml_attribute(element, "suppressUnitConversion");
    return suppress && (strcmp(suppress, "true") == 0 || strcmp(suppress, "1") == 0);
}

bool sy_ssp_maps_values(const sy_xml *element) {
    return sy_xml_child(element, "BooleanMappingTransformation", NULL) ||
           sy_xml_child(element, "IntegerMappingTransformation", NULL) ||
           sy_xml_child(element, "EnumerationMappingTransformation", NULL);
}

/* the value through a mapping's transformation */
static mr_status transformed(sy_ssp *ssp, const sy_xml *entry, const char *value, char *text,
                             size_t size) {
    const sy_xml *linear = sy_xml_child(entry, "LinearTransformation", NULL);
    snprintf(text, size, "%s", value);
    if (sy_ssp_maps_values(entry))
        return sy_ssp_refuse(ssp, entry, "the mapping maps single values, which is not done here");
    if (!linear)
        return MR_OK;
    double number, factor = 1.0, offset = 0.0;
    const char *f = sy_xml_attribute(linear, "factor"), *o = sy_xml_attribute(linear, "offset");
    if (!sy_number(value, &number) || (f && !sy_number(f, &factor)) ||
        (o && !sy_number(o, &offset)))
        return sy_ssp_refuse(ssp, linear, "the transformation is no transformation of a number");
    snprintf(text, size, "%.17g", factor * number + offset);
    return MR_OK;
}

/* with a mapping only what it names is set, and as often as it does */
static mr_status set_mapped(sy_ssp *ssp, const sy_xml *mapping, const char *source,
                            const char *value, const char *unit, const char *prefix,
                            bool component) {
    for (const sy_xml *entry = NULL; (entry = sy_xml_child(mapping, "MappingEntry", entry));) {
        const char *from = sy_xml_attribute(entry, "source");
        const char *to = sy_xml_attribute(entry, "target");
        if (!from || !to)
            return sy_ssp_refuse(ssp, entry, "an entry of the mapping lacks source or target");
        if (strcmp(from, source) != 0)
            continue;
        const size_t room = strlen(value) + 64;
        char *text = malloc(room);
        if (!text)
            return mr_no_memory(ssp->message);
        mr_status status = transformed(ssp, entry, value, text, room);
        if (status == MR_OK)
            status = set_value(ssp, entry, prefix, component, to, text,
                               sy_ssp_suppresses_units(entry) ? NULL : unit);
        free(text);
        MR_TRY(status);
    }
    return MR_OK;
}

static mr_status apply(sy_ssp *ssp, const sy_xml *binding, const part *set, const part *mapping,
                       const char *prefix, bool component) {
    const char *lead = sy_xml_attribute(binding, "prefix");
    const sy_xml *parameters = sy_xml_child(set->root, "Parameters", NULL);
    for (const sy_xml *p = NULL; (p = sy_xml_child(parameters, "Parameter", p));) {
        const char *name = sy_xml_attribute(p, "name"), *value = NULL, *unit = NULL;
        if (!name || !*name)
            return sy_ssp_refuse(ssp, p, "a parameter has no name");
        MR_TRY(value_of(ssp, p, &value, &unit));
        const size_t room = strlen(name) + (lead ? strlen(lead) : 0) + 1;
        char *full = malloc(room);
        if (!full)
            return mr_no_memory(ssp->message);
        snprintf(full, room, "%s%s", lead ? lead : "", name);
        const mr_status status =
            mapping->root ? set_mapped(ssp, mapping->root, full, value, unit, prefix, component)
                          : set_value(ssp, p, prefix, component, full, value, unit);
        free(full);
        MR_TRY(status);
    }
    return MR_OK;
}

mr_status sy_ssp_parameters(sy_ssp *ssp, const sy_xml *element, const char *prefix,
                            bool component) {
    const sy_xml *bindings = sy_xml_child(element, "ParameterBindings", NULL);
    for (const sy_xml *b = NULL; (b = sy_xml_child(bindings, "ParameterBinding", b));) {
        part set, mapping = {0};
        MR_TRY(open_part(ssp, b, "ParameterValues", "ParameterSet", &set));
        const sy_xml *m = sy_xml_child(b, "ParameterMapping", NULL);
        mr_status status = MR_OK;
        if (m && sy_xml_child(m, "ParameterMapping", NULL)) /* inside */
            mapping.root = sy_xml_child(m, "ParameterMapping", NULL);
        else if (m)
            status = open_part(ssp, m, "ParameterMapping", "ParameterMapping", &mapping);
        if (status == MR_OK)
            status = apply(ssp, b, &set, &mapping, prefix, component);
        sy_xml_free(set.owned);
        sy_xml_free(mapping.owned);
        MR_TRY(status);
    }
    return MR_OK;
}
