/* variables and declared types of modelDescription.xml */
#include "description_read.h"
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_variable2(fmu_reader *reader, const fmu_element *element);

typedef struct word {
    const char *text;
    int value;
} word;

/* the value of a word; the first entry without text is the answer for everything else */
static int find_word(const word *words, const char *text) {
    while (words->text && (!text || strcmp(words->text, text) != 0))
        words++;
    return words->value;
}

static const word kinds2[] = {{"Real", FMU_FLOAT64},    {"Integer", FMU_INT32},
                              {"Boolean", FMU_BOOLEAN}, {"Enumeration", FMU_ENUMERATION},
                              {"String", FMU_STRING},   {NULL, -1}};

static const word kinds3[] = {{"Float64", FMU_FLOAT64}, {"Float32", FMU_FLOAT32},
                              {"Int8", FMU_INT8},       {"UInt8", FMU_UINT8},
                              {"Int16", FMU_INT16},     {"UInt16", FMU_UINT16},
                              {"Int32", FMU_INT32},     {"UInt32", FMU_UINT32},
                              {"Int64", FMU_INT64},     {"UInt64", FMU_UINT64},
                              {"Boolean", FMU_BOOLEAN}, {"Enumeration", FMU_ENUMERATION},
                              {"String", FMU_STRING},   {"Binary", FMU_BINARY},
                              {"Clock", FMU_CLOCK},     {NULL, -1}};

static const word causalities[] = {{"input", FMU_INPUT},
                                   {"output", FMU_OUTPUT},
                                   {"parameter", FMU_PARAMETER},
                                   {"calculatedParameter", FMU_CALCULATED_PARAMETER},
                                   {"structuralParameter", FMU_STRUCTURAL_PARAMETER},
                                   {"independent", FMU_INDEPENDENT},
                                   {NULL, FMU_LOCAL}};

static const word variabilities[] = {{"continuous", FMU_CONTINUOUS}, {"discrete", FMU_DISCRETE},
                                     {"tunable", FMU_TUNABLE},       {"fixed", FMU_FIXED},
                                     {"constant", FMU_CONSTANT},     {NULL, -1}};

static const word initials[] = {{"exact", FMU_EXACT},
                                {"approx", FMU_APPROX},
                                {"calculated", FMU_CALCULATED},
                                {NULL, FMU_INITIAL_DEFAULT}};

/* only floating point numbers flow; parameters without a word are fixed */
static fmu_variability usual_variability(const fmu_variable *v) {
    if (v->causality == FMU_PARAMETER || v->causality == FMU_CALCULATED_PARAMETER ||
        v->causality == FMU_STRUCTURAL_PARAMETER)
        return FMU_FIXED;
    return v->kind == FMU_FLOAT64 || v->kind == FMU_FLOAT32 ? FMU_CONTINUOUS : FMU_DISCRETE;
}

static void settle_variability(fmu_variable *v, const char *text) {
    const int told = find_word(variabilities, text);
    v->told_continuous = told == FMU_CONTINUOUS;
    v->variability = told >= 0 ? (fmu_variability)told : usual_variability(v);
    if (v->variability == FMU_CONTINUOUS && v->kind != FMU_FLOAT64 && v->kind != FMU_FLOAT32)
        v->variability = FMU_DISCRETE;
}

/* an entry with what both versions tell in the same attributes */
static fmu_variable *add_variable(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    const char *name = fmu_attribute(element, "name");
    uint32_t reference = 0;
    if (!name || !*name) {
        reader->fail(reader, "a variable has no name");
        return NULL;
    }
    if (d->variable_count >= FMU_MOST_VARIABLES) {
        reader->fail(reader, "there are more than %d variables", FMU_MOST_VARIABLES);
        return NULL;
    }
    if (d->indexed > 0) { /* each would have the index made anew */
        reader->fail(reader, "variable '%.100s' stands behind the model structure", name);
        return NULL;
    }
    if (!fmu_read_reference(reader, element, "valueReference", &reference) ||
        !fmu_grow(reader, (void **)&d->variables, d->variable_count, sizeof *d->variables))
        return NULL;
    fmu_variable *v = &d->variables[d->variable_count];
    *v = (fmu_variable){.reference = reference, .primitive = -1, .kind = FMU_FLOAT64};
    v->name = fmu_copy_text(reader, name);
    if (!v->name)
        return NULL;
    d->variable_count++;
    v->causality = (fmu_causality)find_word(causalities, fmu_attribute(element, "causality"));
    v->initial = (fmu_initial)find_word(initials, fmu_attribute(element, "initial"));
    settle_variability(v, fmu_attribute(element, "variability"));
    return v;
}

static void read_value_attributes(fmu_reader *reader, const fmu_element *element, fmu_variable *v) {
    const char *start = fmu_attribute(element, "start"), *unit = fmu_attribute(element, "unit");
    const char *type = fmu_attribute(element, "declaredType");
    if (start && !v->start)
        v->start = fmu_copy_text(reader, start);
    if (unit && !v->unit)
        v->unit = fmu_copy_text(reader, unit);
    if (type && !v->type)
        v->type = fmu_copy_text(reader, type);
    if (fmu_attribute(element, "derivative"))
        v->has_derivative = fmu_read_reference(reader, element, "derivative", &v->derivative);
}

/* FMI 1.0 tells parameters by their variability, and outputs' inputs by their names */
static void settle_variable1(fmu_variable *v, const fmu_element *element) {
    const char *variability = fmu_attribute(element, "variability");
    const char *alias = fmu_attribute(element, "alias");
    if (variability && strcmp(variability, "parameter") == 0) {
        v->variability = FMU_FIXED;
        if (v->causality == FMU_LOCAL)
            v->causality = FMU_PARAMETER;
    }
    v->negated = alias && strcmp(alias, "negatedAlias") == 0;
}

static bool read_variable1(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    fmu_variable *v = d->variable_count > 0 ? &d->variables[d->variable_count - 1] : NULL;
    if (strcmp(element->parent, "ScalarVariable") == 0 && v &&
        strcmp(element->name, "DirectDependency") == 0)
        v->dependence = FMU_INDEPENDENT_OF_INPUTS; /* of all but those that follow */
    if (strcmp(element->parent, "DirectDependency") == 0 && v)
        v->dependence = FMU_DEPENDENT;
    const int before = d->variable_count;
    const bool mine = read_variable2(reader, element);
    if (d->variable_count > before)
        settle_variable1(&d->variables[before], element);
    return mine;
}

static bool read_variable2(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    if (strcmp(element->parent, "ModelVariables") == 0) {
        if (strcmp(element->name, "ScalarVariable") != 0)
            return false;
        fmu_variable *v = add_variable(reader, element);
        if (v) /* the type comes with the next element; until then nothing can be said of it */
            v->kind = FMU_BINARY;
        return true;
    }
    if (strcmp(element->parent, "ScalarVariable") != 0 ||
        strcmp(element->grandparent, "ModelVariables") != 0 || d->variable_count == 0)
        return false;
    const int kind = find_word(kinds2, element->name);
    fmu_variable *v = &d->variables[d->variable_count - 1];
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the list has variables */
    if (kind < 0 || v->kind != FMU_BINARY)
        return true;
    v->kind = (fmu_kind)kind;
    if (v->variability == FMU_CONTINUOUS && v->kind != FMU_FLOAT64)
        v->variability = FMU_DISCRETE;
    read_value_attributes(reader, element, v);
    return true;
}

static void add_dimension(fmu_reader *reader, const fmu_element *element, fmu_variable *v) {
    if (v->dimension_count >= FMU_MOST_DIMENSIONS) {
        reader->fail(reader, "variable '%.80s' has more than %d dimensions", v->name,
                     FMU_MOST_DIMENSIONS);
        return;
    }
    fmu_dimension dimension = {0};
    const char *start = fmu_attribute(element, "start");
    if (start) {
        char *end;
        dimension.value = strtoull(start, &end, 10);
        if (end == start || *end || *start == '-' || dimension.value > FMU_MOST_SCALARS) {
            reader->fail(reader, "variable '%.80s' cannot have '%.30s' elements", v->name, start);
            return;
        }
    } else {
        uint32_t reference;
        if (!fmu_read_reference(reader, element, "valueReference", &reference))
            return;
        dimension = (fmu_dimension){.by_reference = true, .value = reference};
    }
    fmu_dimension *grown = cm_one_more(v->dimensions, (size_t)v->dimension_count, sizeof *grown);
    if (!grown) {
        reader->fail(reader, "not enough memory");
        return;
    }
    v->dimensions = grown;
    v->dimensions[v->dimension_count++] = dimension;
}

/* another name of the last variable */
static void add_alias(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    const char *name = fmu_attribute(element, "name");
    if (!name || !*name || d->variable_count >= FMU_MOST_VARIABLES ||
        !fmu_grow(reader, (void **)&d->variables, d->variable_count, sizeof *d->variables))
        return;
    const fmu_variable *of = &d->variables[d->variable_count - 1];
    fmu_variable alias = *of;
    alias.is_alias = true;
    alias.unit = of->unit ? fmu_copy_text(reader, of->unit) : NULL;
    alias.type = of->type ? fmu_copy_text(reader, of->type) : NULL;
    alias.start = of->start ? fmu_copy_text(reader, of->start) : NULL;
    alias.name = fmu_copy_text(reader, name);
    alias.dimensions = NULL;
    alias.clocks = NULL;
    if (of->clock_count > 0) {
        alias.clocks = malloc((size_t)of->clock_count * sizeof *of->clocks);
        if (alias.clocks)
            memcpy(alias.clocks, of->clocks, (size_t)of->clock_count * sizeof *of->clocks);
        else
            alias.clock_count = 0;
    }
    alias.dimension_count = 0;
    if (of->dimension_count > 0) {
        const size_t bytes = (size_t)of->dimension_count * sizeof *of->dimensions;
        alias.dimensions = malloc(bytes);
        if (alias.dimensions) {
            memcpy(alias.dimensions, of->dimensions, bytes);
            alias.dimension_count = of->dimension_count;
        }
    }
    if (!alias.name || (of->dimension_count > 0 && !alias.dimensions)) {
        CM_FREE(alias.name, alias.unit, alias.type, alias.start);
        free(alias.clocks);
        free(alias.dimensions);
        reader->fail(reader, "not enough memory");
        return;
    }
    d->variables[d->variable_count++] = alias;
}

/* the clocks that it belongs to; of a clock: when it ticks */
static void read_clocks(fmu_reader *reader, const fmu_element *element, fmu_variable *v) {
    static const word intervals[] = {{"constant", FMU_INTERVAL_CONSTANT},
                                     {"fixed", FMU_INTERVAL_FIXED},
                                     {"tunable", FMU_INTERVAL_TUNABLE},
                                     {"changing", FMU_INTERVAL_CHANGING},
                                     {"countdown", FMU_INTERVAL_COUNTDOWN},
                                     {"triggered", FMU_INTERVAL_TRIGGERED},
                                     {NULL, -1}};
    const char *list = fmu_attribute(element, "clocks");
    const size_t most = list ? strlen(list) / 2 + 1 : 0;
    v->clocks = most > 0 ? calloc(most, sizeof *v->clocks) : NULL;
    for (char *end; v->clocks && (size_t)v->clock_count < most; list = end) {
        const unsigned long reference = strtoul(list, &end, 10);
        if (end == list || reference > UINT32_MAX)
            break;
        v->clocks[v->clock_count++] = (uint32_t)reference;
    }
    if (v->kind != FMU_CLOCK)
        return;
    const char *kind = fmu_attribute(element, "intervalVariability");
    const int found = kind ? find_word(intervals, kind) : -1;
    v->interval_kind = found < 0 ? FMU_INTERVAL_TRIGGERED : (fmu_interval)found;
    double counter = 0.0, resolution = 0.0, priority = 0.0;
    (void)fmu_read_number(reader, element, "intervalDecimal", &v->interval);
    (void)fmu_read_number(reader, element, "shiftDecimal", &v->shift);
    if (fmu_read_number(reader, element, "resolution", &resolution) && resolution > 0.0) {
        if (fmu_read_number(reader, element, "intervalCounter", &counter))
            v->interval = counter / resolution;
        if (fmu_read_number(reader, element, "shiftCounter", &counter))
            v->shift = counter / resolution;
    }
    if (fmu_read_number(reader, element, "priority", &priority) && fabs(priority) < 1e9)
        v->priority = (int)priority;
}

static bool read_variable3(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    if (strcmp(element->parent, "ModelVariables") == 0) {
        const int kind = find_word(kinds3, element->name);
        if (kind < 0)
            return true; /* of a later version */
        fmu_variable *v = add_variable(reader, element);
        if (!v)
            return true;
        v->kind = (fmu_kind)kind;
        settle_variability(v, fmu_attribute(element, "variability"));
        v->intermediate = fmu_read_switch(reader, element, "intermediateUpdate", false);
        v->is_clocked = fmu_attribute(element, "clocks") != NULL;
        read_clocks(reader, element, v);
        read_value_attributes(reader, element, v);
        return true;
    }
    if (strcmp(element->grandparent, "ModelVariables") != 0 || d->variable_count == 0 ||
        find_word(kinds3, element->parent) < 0)
        return false;
    fmu_variable *v = &d->variables[d->variable_count - 1];
    if (strcmp(element->name, "Dimension") == 0)
        add_dimension(reader, element, v);
    else if (strcmp(element->name, "Alias") == 0)
        add_alias(reader, element);
    else if (strcmp(element->name, "Start") == 0 && !v->start && fmu_attribute(element, "value"))
        v->start = fmu_copy_text(reader, fmu_attribute(element, "value"));
    return true;
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static void add_type(fmu_reader *reader, const char *name) {
    fmu_description *d = reader->description;
    if (!name || d->type_count >= FMU_MOST_VARIABLES ||
        !fmu_grow(reader, (void **)&d->types, d->type_count, sizeof *d->types))
        return;
    d->types[d->type_count] = (fmu_type){.name = fmu_copy_text(reader, name)};
    if (d->types[d->type_count].name)
        d->type_count++;
}

static void add_item(fmu_reader *reader, const fmu_element *element, fmu_type *type) {
    double value;
    const char *name = fmu_attribute(element, "name");
    if (reader->description->version == 1)
        value = type->item_count + 1; /* counted, not told */
    else if (!fmu_read_number(reader, element, "value", &value))
        return;
    if (!name || !(value > -9e15) || !(value < 9e15))
        return;
    fmu_item *grown = cm_one_more(type->items, (size_t)type->item_count, sizeof *grown);
    if (!grown) {
        reader->fail(reader, "not enough memory");
        return;
    }
    type->items = grown;
    char *copy = fmu_copy_text(reader, name);
    if (copy)
        type->items[type->item_count++] = (fmu_item){copy, (int64_t)value};
}

/* <SimpleType name><Real unit/></SimpleType>, or <Float64Type name unit/> */
static bool read_type(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    if (strcmp(element->parent, "TypeDefinitions") == 0)
        add_type(reader, fmu_attribute(element, "name"));
    const bool inside = strcmp(element->parent, "SimpleType") == 0 ||
                        strcmp(element->parent, "TypeDefinitions") == 0 ||
                        strcmp(element->parent, "Type") == 0;
    fmu_type *type = d->type_count > 0 ? &d->types[d->type_count - 1] : NULL;
    if (inside && type && !type->unit && fmu_attribute(element, "unit"))
        type->unit = fmu_copy_text(reader, fmu_attribute(element, "unit"));
    if (strcmp(element->name, "Item") == 0 && type &&
        (strcmp(element->parent, "Enumeration") == 0 || ends_with(element->parent, "Type")))
        add_item(reader, element, type);
    return inside;
}

bool fmu_read_variable(fmu_reader *reader, const fmu_element *element) {
    static bool (*const versions[])(fmu_reader *, const fmu_element *) = {
        read_variable1, read_variable2, read_variable3};
    return versions[reader->description->version - 1](reader, element) ||
           read_type(reader, element);
}
