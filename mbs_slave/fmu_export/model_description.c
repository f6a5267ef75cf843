/* modelDescription.xml of a slave, for FMI 2.0 (every scalar is a variable) and 3.0 (arrays) */
#include "fmu_export.h"

#include "common/units.h"
#include "common/xml_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* text that grows */
typedef struct text {
    char *bytes;
    size_t size, capacity;
    bool failed;
} text;

static void add_bytes(text *t, const char *bytes, size_t size) {
    if (t->size + size + 1 > t->capacity && !t->failed) {
        const size_t capacity = 2 * (t->size + size) + 1024;
        char *grown = realloc(t->bytes, capacity);
        t->failed = !grown;
        if (grown) {
            t->bytes = grown;
            t->capacity = capacity;
        }
    }
    if (t->failed)
        return;
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
}

__attribute__((format(__printf__, 2, 3))) static void add(text *t, const char *format, ...) {
    char line[600];
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add_bytes(t, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}

/* name="value" with the characters that XML does not take as they are */
static void add_attribute(text *t, const char *name, const char *value) {
    add(t, " %s=\"", name);
    for (; *value; value++) {
        const char *entity = cm_xml_entity(*value);
        if (entity)
            add(t, "%s", entity);
        else if ((unsigned char)*value >= 0x20)
            add_bytes(t, value, 1);
    }
    add(t, "\"");
}

static const char *truth(bool value) {
    return value ? "true" : "false";
}

/* what the model can do for Co-Simulation */
static void add_co_simulation(text *t, const fmu_export *e) {
    const mr_slave_type *type = e->type;
    const bool two = e->version == 2;
    add(t, "  <CoSimulation");
    add_attribute(t, "modelIdentifier", e->identifier);
    add(t, "\n    canHandleVariableCommunicationStepSize=\"%s\"", truth(type->step_to != NULL));
    add(t, "\n    maxOutputDerivativeOrder=\"%d\"", type->rates != NULL);
    add(t, "\n    %s=\"%s\"", two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState",
        truth(type->save != NULL));
    add(t, "\n    %s=\"%s\"", two ? "canSerializeFMUstate" : "canSerializeFMUState",
        truth(type->save && type->state_size));
    add(t, "\n    %s=\"%s\"",
        two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives",
        truth(e->description.coordinate_count > 0));
    if (e->description.input_count > 0)
        add(t, "\n    %s=\"true\"", two ? "canInterpolateInputs" : "providesIntermediateUpdate");
    if (two)
        add(t, "\n    canNotUseMemoryManagementFunctions=\"true\"");
    add(t, "/>\n");
}

static void add_model_exchange(text *t, const fmu_export *e) {
    add(t, "  <ModelExchange");
    add_attribute(t, "modelIdentifier", e->identifier);
    if (e->version == 3) {
        add(t, "\n    needsCompletedIntegratorStep=\"false\""
               "\n    canGetAndSetFMUState=\"true\""
               "\n    canSerializeFMUState=\"true\""
               "\n    providesDirectionalDerivatives=\"true\"/>\n");
        return;
    }
    add(t, "\n    completedIntegratorStepNotNeeded=\"true\""
           "\n    canGetAndSetFMUstate=\"true\""
           "\n    canSerializeFMUstate=\"true\""
           "\n    providesDirectionalDerivative=\"true\""
           "\n    canNotUseMemoryManagementFunctions=\"true\"/>\n");
}

static void add_head(text *t, const fmu_export *e) {
    const bool two = e->version == 2;
    add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%s\"",
        two ? "2.0" : "3.0");
    add_attribute(t, "modelName", e->name);
    add_attribute(t, two ? "guid" : "instantiationToken", e->token);
    if (e->title && *e->title)
        add_attribute(t, "description", e->title);
    add_attribute(t, "generationTool", e->tool);
    add(t, " variableNamingConvention=\"flat\">\n");
    if (e->exchange)
        add_model_exchange(t, e);
    else
        add_co_simulation(t, e);
}

/* what a unit is in base units, where that is known */
static void add_base(text *t, const char *name) {
    static const char *const bases[CM_BASES] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    cm_unit unit;
    if (!cm_unit_read(name, &unit)) {
        add(t, "/>\n");
        return;
    }
    add(t, ">\n      <BaseUnit");
    for (int i = 0; i < CM_BASES; i++)
        if (unit.exponent[i] != 0)
            add(t, " %s=\"%d\"", bases[i], unit.exponent[i]);
    if (unit.factor != 1.0)
        add(t, " factor=\"%.17g\"", unit.factor);
    if (unit.offset != 0.0)
        add(t, " offset=\"%.17g\"", unit.offset);
    add(t, "/>\n    </Unit>\n");
}

/* every unit once */
static void add_units(text *t, const mr_slave_description *d) {
    const int count = d->input_count + d->output_count;
    bool any = false;
    for (int i = 0; i < count; i++) {
        const char *unit =
            i < d->input_count ? d->inputs[i].unit : d->outputs[i - d->input_count].unit;
        bool seen = !*unit;
        for (int k = 0; k < i && !seen; k++)
            seen = strcmp(unit, k < d->input_count ? d->inputs[k].unit
                                                   : d->outputs[k - d->input_count].unit) == 0;
        if (seen)
            continue;
        add(t, "%s    <Unit", any ? "" : "  <UnitDefinitions>\n");
        add_attribute(t, "name", unit);
        add_base(t, unit);
        any = true;
    }
    if (any)
        add(t, "  </UnitDefinitions>\n");
}

/* coordinates and power bonds, which the standard has no words for: by number of output scalars,
 * and of variables */
static void add_annotation(text *t, const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    add(t, "      <Multirate>\n");
    for (int c = 0; c < d->coordinate_count; c++)
        add(t, "        <Coordinate position=\"%d\" velocity=\"%d\" acceleration=\"%d\"/>\n",
            d->coordinates[c].position, d->coordinates[c].velocity, d->coordinates[c].acceleration);
    for (int i = 0, at = 0; i < d->input_count; at += d->inputs[i].size, i++) {
        const int with = d->inputs[i].power_with;
        if (with < 0)
            continue;
        const int of = mr_variables_width(d->outputs, with);
        const int count = e->version == 2 ? d->inputs[i].size : 1;
        for (int s = 0; s < count; s++)
            add(t, "        <Power input=\"%d\" output=\"%d\"/>\n", e->version == 2 ? at + s : i,
                e->version == 2 ? of + s : with);
    }
    add(t, "      </Multirate>\n");
}

/* first index or reference of a variable of the list, 1 more in FMI 2.0 where indices begin with 1
 */
static int number_of(const fmu_export *e, bool input, int variable) {
    const mr_slave_description *d = &e->description;
    if (e->version == 2)
        return input ? mr_variables_width(d->inputs, variable)
                     : mr_variables_width(d->inputs, d->input_count) +
                           mr_variables_width(d->outputs, variable);
    return input ? variable : d->input_count + variable;
}

static void add_variable(text *t, const fmu_export *e, bool input, int index) {
    const mr_slave_description *d = &e->description;
    const mr_variable *v = input ? &d->inputs[index] : &d->outputs[index];
    const int number = number_of(e, input, index);
    const char *variability = v->variability == MR_DISCRETE ? "discrete" : "continuous";
    /* in Model Exchange derivatives are those of states */
    const int rate_of = v->rate_of >= 0 && !e->exchange ? number_of(e, input, v->rate_of) : -1;
    const bool two = e->version == 2;
    for (int s = 0; s < (two ? v->size : 1); s++) {
        char name[300];
        if (two && v->size > 1)
            snprintf(name, sizeof name, "%.250s[%d]", v->name, s + 1);
        else
            snprintf(name, sizeof name, "%.250s", v->name);
        add(t, two ? "    <ScalarVariable" : "    <Float64");
        add_attribute(t, "name", name);
        add(t, " valueReference=\"%d\" causality=\"%s\" variability=\"%s\"", number + s,
            input ? "input" : "output", variability);
        if (!input)
            add(t, " initial=\"calculated\"");
        if (two)
            add(t, ">\n      <Real");
        if (*v->unit)
            add_attribute(t, "unit", v->unit);
        if (rate_of >= 0)
            add(t, " derivative=\"%d\"", two ? rate_of + s + 1 : rate_of);
        if (input) {
            add(t, " start=\"0");
            for (int k = 1; !two && k < v->size; k++)
                add(t, " 0");
            add(t, "\"");
        }
        if (two) {
            add(t, "/>\n    </ScalarVariable>\n");
            continue;
        }
        if (input && v->variability == MR_CONTINUOUS && !e->exchange)
            add(t, " intermediateUpdate=\"true\"");
        if (v->size > 1)
            add(t, ">\n      <Dimension start=\"%d\"/>\n    </Float64>\n", v->size);
        else
            add(t, "/>\n");
    }
}

/* number of the first state: they stand behind all others */
static int first_state(const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    if (e->version == 3)
        return d->input_count + d->output_count + 1 + e->parameter_count;
    return mr_variables_width(d->inputs, d->input_count) +
           mr_variables_width(d->outputs, d->output_count) + e->parameter_count;
}

/* states and their derivatives */
static void add_states(text *t, const fmu_export *e, int first) {
    for (int i = 0; i < 2 * e->states; i++) {
        const bool rate = i >= e->states;
        const bool two = e->version == 2;
        const int state = i - (rate ? e->states : 0);
        add(t, "    <%s name=\"%sstate[%d]%s\"", two ? "ScalarVariable" : "Float64",
            rate ? "der(" : "", state + 1, rate ? ")" : "");
        add(t,
            " valueReference=\"%d\" causality=\"local\" variability=\"continuous\" "
            "initial=\"calculated\"%s",
            first + i, two ? ">\n      <Real" : "");
        if (rate)
            add(t, " derivative=\"%d\"", first + state + two);
        add(t, two ? "/>\n    </ScalarVariable>\n" : "/>\n");
    }
}

static void add_variables(text *t, const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    add(t, "  <ModelVariables>\n");
    for (int i = 0; i < d->input_count; i++)
        add_variable(t, e, true, i);
    for (int i = 0; i < d->output_count; i++)
        add_variable(t, e, false, i);
    if (e->version == 3)
        add(t,
            "    <Float64 name=\"time\" valueReference=\"%d\" causality=\"independent\" "
            "variability=\"continuous\"/>\n",
            d->input_count + d->output_count);
    for (int i = 0; i < e->parameter_count; i++) {
        const fmu_export_parameter *p = &e->parameters[i];
        const bool two = e->version == 2;
        const int number = two ? mr_variables_width(d->inputs, d->input_count) +
                                     mr_variables_width(d->outputs, d->output_count) + i
                               : d->input_count + d->output_count + 1 + i;
        add(t, two ? "    <ScalarVariable" : "    <Float64");
        add_attribute(t, "name", p->name);
        add(t, " valueReference=\"%d\" causality=\"parameter\" variability=\"fixed\"", number);
        add(t,
            two ? ">\n      <Real start=\"%.17g\"/>\n    </ScalarVariable>\n"
                : " start=\"%.17g\"/>\n",
            p->value);
    }
    add_states(t, e, first_state(e));
    add(t, "  </ModelVariables>\n");
}

/* --- structure --- */

/* is the output scalar an acceleration (velocity with a position) of an interface coordinate? */
static bool is_acceleration(const mr_slave_description *d, int scalar) {
    for (int c = 0; c < d->coordinate_count; c++)
        if (d->coordinates[c].acceleration == scalar)
            return true;
    return false;
}

static bool is_moved_velocity(const mr_slave_description *d, int scalar) {
    for (int c = 0; c < d->coordinate_count; c++)
        if (d->coordinates[c].velocity == scalar && d->coordinates[c].position >= 0)
            return true;
    return false;
}

static bool is_state(const mr_slave_description *d, int scalar) {
    for (int c = 0; c < d->coordinate_count; c++)
        if (d->coordinates[c].velocity == scalar || d->coordinates[c].position == scalar)
            return true;
    return false;
}

static bool any_scalar(const mr_slave_description *d, int first, int size,
                       bool (*is)(const mr_slave_description *d, int scalar)) {
    for (int s = 0; s < size; s++)
        if (is(d, first + s))
            return true;
    return false;
}

static int variable_of(const mr_slave_description *d, int scalar) {
    int i = 0;
    while (scalar >= d->outputs[i].size)
        scalar -= d->outputs[i++].size;
    return i;
}

/* all inputs, and the positions and velocities of the coordinates; in FMI 3.0 each variable once */
static void add_state_dependencies(text *t, const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    const int inputs = mr_variables_width(d->inputs, d->input_count);
    const bool two = e->version == 2;
    bool first = true;
    for (int i = 0; i < (two ? inputs : d->input_count); i++, first = false)
        add(t, "%s%d", first ? "" : " ", two ? i + 1 : i);
    const int count = two ? mr_variables_width(d->outputs, d->output_count) : d->output_count;
    for (int i = 0; i < count; i++) {
        bool state = false;
        for (int c = 0; c < d->coordinate_count; c++) {
            const int p = d->coordinates[c].position, v = d->coordinates[c].velocity;
            state = state || (two ? i == p || i == v
                                  : (p >= 0 && variable_of(d, p) == i) ||
                                        (v >= 0 && variable_of(d, v) == i));
        }
        if (!state)
            continue;
        add(t, "%s%d", first ? "" : " ", two ? inputs + i + 1 : d->input_count + i);
        first = false;
    }
}

/* one entry: the element's name and number, and what it depends on: an acceleration on all states
 * and inputs, a state on itself, all else on nothing that could be set */
static void add_unknown(text *t, const fmu_export *e, const char *element, int number,
                        bool acceleration, bool state) {
    add(t, "%s<%s %s=\"%d\" dependencies=\"", e->version == 2 ? "      " : "    ", element,
        e->version == 2 ? "index" : "valueReference", number);
    if (acceleration)
        add_state_dependencies(t, e);
    else if (state)
        add(t, "%d", number);
    add(t, "\"/>\n");
}

/* runs over the outputs: scalars in FMI 2.0, variables in FMI 3.0 */
static void add_list(text *t, const fmu_export *e, const char *element, bool derivatives) {
    const mr_slave_description *d = &e->description;
    const int inputs = mr_variables_width(d->inputs, d->input_count);
    for (int i = 0, at = 0; i < d->output_count; at += d->outputs[i].size, i++) {
        const int size = d->outputs[i].size, parts = e->version == 2 ? size : 1;
        for (int s = 0; s < parts; s++) {
            const int first = at + s, width = e->version == 2 ? 1 : size;
            const bool acceleration = any_scalar(d, first, width, is_acceleration);
            const bool state = any_scalar(d, first, width, is_state);
            /* a derivative must be declared as such to be listed */
            const bool derivative =
                d->outputs[i].rate_of >= 0 &&
                (acceleration || any_scalar(d, first, width, is_moved_velocity));
            if (!derivatives || derivative)
                add_unknown(t, e, element,
                            e->version == 2 ? inputs + first + 1 : d->input_count + i, acceleration,
                            state);
        }
    }
}

/* at the start everything may depend on everything: no dependencies are told */
static void add_initial(text *t, const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    const int inputs = mr_variables_width(d->inputs, d->input_count);
    const int outputs = mr_variables_width(d->outputs, d->output_count);
    for (int i = 0; i < (e->version == 2 ? outputs : d->output_count); i++)
        if (e->version == 2)
            add(t, "      <Unknown index=\"%d\"/>\n", inputs + i + 1);
        else
            add(t, "    <InitialUnknown valueReference=\"%d\"/>\n", d->input_count + i);
}

/* Model Exchange: nothing is told of who depends on whom: each may depend on all */
static void add_exchange_structure(text *t, const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    const int inputs = mr_variables_width(d->inputs, d->input_count), n = e->states;
    const int outputs = mr_variables_width(d->outputs, d->output_count), first = first_state(e);
    if (e->version == 3) {
        for (int i = 0; i < d->output_count; i++)
            add(t, "    <Output valueReference=\"%d\"/>\n", d->input_count + i);
        for (int i = 0; i < n; i++)
            add(t, "    <ContinuousStateDerivative valueReference=\"%d\"/>\n", first + n + i);
        add_initial(t, e);
        for (int i = 0; i < 2 * n; i++)
            add(t, "    <InitialUnknown valueReference=\"%d\"/>\n", first + i);
        return;
    }
    if (outputs > 0)
        add(t, "    <Outputs>\n");
    for (int i = 0; i < outputs; i++)
        add(t, "      <Unknown index=\"%d\"/>\n", inputs + i + 1);
    if (outputs > 0)
        add(t, "    </Outputs>\n");
    add(t, "    <Derivatives>\n");
    for (int i = 0; i < n; i++)
        add(t, "      <Unknown index=\"%d\"/>\n", first + n + i + 1);
    add(t, "    </Derivatives>\n    <InitialUnknowns>\n");
    add_initial(t, e);
    for (int i = 0; i < 2 * n; i++)
        add(t, "      <Unknown index=\"%d\"/>\n", first + i + 1);
    add(t, "    </InitialUnknowns>\n");
}

static void add_structure(text *t, const fmu_export *e) {
    const mr_slave_description *d = &e->description;
    add(t, "  <ModelStructure>\n");
    if (e->exchange)
        add_exchange_structure(t, e);
    else if (e->version == 3) {
        add_list(t, e, "Output", false);
        add_list(t, e, "ContinuousStateDerivative", true);
        add_initial(t, e);
    } else if (d->output_count > 0) {
        add(t, "    <Outputs>\n");
        add_list(t, e, "Unknown", false);
        add(t, "    </Outputs>\n");
        text derivatives = {0};
        add_list(&derivatives, e, "Unknown", true);
        t->failed = t->failed || derivatives.failed;
        if (derivatives.size > 0) {
            add(t, "    <Derivatives>\n");
            add_bytes(t, derivatives.bytes, derivatives.size);
            add(t, "    </Derivatives>\n");
        }
        free(derivatives.bytes);
        add(t, "    <InitialUnknowns>\n");
        add_initial(t, e);
        add(t, "    </InitialUnknowns>\n");
    }
    add(t, "  </ModelStructure>\n");
}

char *fmu_export_describe(const fmu_export *e) {
    text t = {0};
    add_head(&t, e);
    add_units(&t, &e->description);
    if (e->step > 0.0 || isfinite(e->stop)) {
        add(&t, "  <DefaultExperiment startTime=\"0\"");
        if (isfinite(e->stop))
            add(&t, " stopTime=\"%.17g\"", e->stop);
        if (e->step > 0.0)
            add(&t, " stepSize=\"%.17g\"", e->step);
        add(&t, "/>\n");
    }
    if (e->version == 2 && !e->exchange) {
        add(&t, "  <VendorAnnotations>\n    <Tool name=\"Multirate\">\n");
        add_annotation(&t, e);
        add(&t, "    </Tool>\n  </VendorAnnotations>\n");
    }
    add_variables(&t, e);
    add_structure(&t, e);
    if (e->version == 3 && !e->exchange) {
        add(&t, "  <Annotations>\n    <Annotation type=\"Multirate\">\n");
        add_annotation(&t, e);
        add(&t, "    </Annotation>\n  </Annotations>\n");
    }
    add(&t, "</fmiModelDescription>\n");
    if (t.failed) {
        free(t.bytes);
        return NULL;
    }
    return t.bytes;
}
