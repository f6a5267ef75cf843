/* the elements of modelDescription.xml: capabilities, default experiment, structure */
#define _POSIX_C_SOURCE 200809L
#include "description_read.h"

#include "common/memory.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *fmu_attribute(const fmu_element *element, const char *name) {
    for (size_t i = 0; element->attributes[i]; i += 2)
        if (strcmp(element->attributes[i], name) == 0)
            return element->attributes[i + 1];
    return NULL;
}

char *fmu_copy_text(fmu_reader *reader, const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    else
        reader->fail(reader, "not enough memory");
    return copy;
}

bool fmu_grow(fmu_reader *reader, void **list, int count, size_t size) {
    void *grown = cm_one_more(*list, (size_t)count, size);
    if (grown)
        *list = grown;
    else
        reader->fail(reader, "not enough memory");
    return grown;
}

bool fmu_read_switch(fmu_reader *reader, const fmu_element *element, const char *name,
                     bool otherwise) {
    const char *text = fmu_attribute(element, name);
    if (!text)
        return otherwise;
    if (strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0)
        return true;
    if (strcasecmp(text, "false") != 0 && strcmp(text, "0") != 0)
        reader->fail(reader, "attribute %s is '%.40s', neither true nor false", name, text);
    return false;
}

bool fmu_read_number(fmu_reader *reader, const fmu_element *element, const char *name,
                     double *number) {
    const char *text = fmu_attribute(element, name);
    if (!text)
        return false;
    char *end;
    const double value = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    if (end == text || *end || !isfinite(value)) {
        reader->fail(reader, "attribute %s is '%.40s', not a number", name, text);
        return false;
    }
    *number = value;
    return true;
}

bool fmu_read_reference(fmu_reader *reader, const fmu_element *element, const char *name,
                        uint32_t *number) {
    const char *text = fmu_attribute(element, name);
    char *end = NULL;
    errno = 0;
    const unsigned long long value = text ? strtoull(text, &end, 10) : 0;
    if (!text || end == text || *end || *text == '-' || errno || value > UINT32_MAX) {
        reader->fail(reader, "attribute %s is '%.40s', not a whole number from 0 to 4294967295",
                     name, text ? text : "");
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

static void replace_text(fmu_reader *reader, const fmu_element *element, const char *name,
                         char **target) {
    const char *text = fmu_attribute(element, name);
    if (text && !*target)
        *target = fmu_copy_text(reader, text);
}

/* FMI 1.0: it is for Model Exchange unless <Implementation> says otherwise */
static void read_head1(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    double states = 0.0;
    if (fmu_read_number(reader, element, "numberOfContinuousStates", &states) && states >= 0.0 &&
        states < FMU_MOST_SCALARS)
        d->state_count = (int)states;
    replace_text(reader, element, "modelIdentifier", &d->identifier);
    if (!d->identifier)
        reader->fail(reader, "there is no modelIdentifier");
    d->model_exchange = d->variable_steps = true;
}

/* <Implementation><CoSimulation_StandAlone><Capabilities …/> */
static bool read_implementation1(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    if (strcmp(element->name, "CoSimulation_StandAlone") == 0 ||
        strcmp(element->name, "CoSimulation_Tool") == 0) {
        d->model_exchange = d->variable_steps = false;
        d->needs_tool = element->name[13] == 'T';
        return true;
    }
    if (strcmp(element->name, "Capabilities") != 0)
        return strcmp(element->name, "Implementation") == 0;
    d->variable_steps =
        fmu_read_switch(reader, element, "canHandleVariableCommunicationStepSize", false);
    d->interpolates_inputs = fmu_read_switch(reader, element, "canInterpolateInputs", false);
    d->only_once = fmu_read_switch(reader, element, "canBeInstantiatedOnlyOncePerProcess", false);
    double order = 0.0;
    if (fmu_read_number(reader, element, "maxOutputDerivativeOrder", &order))
        d->output_derivatives = order >= 1.0 ? 1 : 0;
    return true;
}

static void read_head(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    const char *version = fmu_attribute(element, "fmiVersion");
    /* before 3.0 was final its functions had other arguments: calling them would be fatal */
    const bool draft = version && (strstr(version, "-alpha") || strstr(version, "-beta") ||
                                   strstr(version, "-dev") || strstr(version, "-wg"));
    if (!version || draft ||
        (strncmp(version, "1.0", 3) != 0 && strncmp(version, "2.", 2) != 0 &&
         strncmp(version, "3.", 2) != 0)) {
        reader->fail(reader,
                     "it is an FMU of %s '%.20s' of the standard; 1.0, 2.0 and 3.0 can be used "
                     "(export it anew from its tool)",
                     draft ? "draft" : "version", version ? version : "");
        return;
    }
    d->version = version[0] - '0';
    double indicators = 0.0;
    if (fmu_read_number(reader, element, "numberOfEventIndicators", &indicators) &&
        indicators >= 0.0 && indicators < FMU_MOST_SCALARS)
        d->event_indicators = (int)indicators;
    replace_text(reader, element, "modelName", &d->model_name);
    replace_text(reader, element, "generationTool", &d->tool);
    replace_text(reader, element, d->version < 3 ? "guid" : "instantiationToken", &d->token);
    if (d->version == 1)
        read_head1(reader, element);
}

/* <CoSimulation> or <ModelExchange> */
static void read_interface_type(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    const bool two = d->version == 2, exchange = strcmp(element->name, "ModelExchange") == 0;
    if (d->identifier && exchange != reader->exchange)
        return;
    d->output_derivatives = 0;
    d->fixed_internal_step = 0.0;
    while (d->source_count > 0)
        free(d->sources[--d->source_count]);
    free(d->identifier);
    d->identifier = NULL;
    d->model_exchange = exchange;
    replace_text(reader, element, "modelIdentifier", &d->identifier);
    if (!d->identifier) {
        reader->fail(reader, "<%s> has no modelIdentifier", element->name);
        return;
    }
    const struct {
        const char *name;
        bool *target;
    } switches[] = {
        {"needsExecutionTool", &d->needs_tool},
        {"canBeInstantiatedOnlyOncePerProcess", &d->only_once},
        {"canHandleVariableCommunicationStepSize", &d->variable_steps},
        {two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", &d->saves_state},
        {two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives",
         &d->directional_derivatives},
        {"canInterpolateInputs", &d->interpolates_inputs},
        {"canNotUseMemoryManagementFunctions", &d->no_memory_functions},
        {"providesIntermediateUpdate", &d->intermediate_update},
        {"hasEventMode", &d->has_event_mode},
    };
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        *switches[i].target = fmu_read_switch(reader, element, switches[i].name, false);
    d->variable_steps = d->variable_steps || exchange;
    double order = 0.0, step = 0.0;
    if (fmu_read_number(reader, element, "maxOutputDerivativeOrder", &order))
        d->output_derivatives = order >= 1.0 ? order < 100.0 ? (int)order : 100 : 0;
    if (fmu_read_number(reader, element, "fixedInternalStepSize", &step) && step > 0.0)
        d->fixed_internal_step = step;
}

/* a number of the default experiment; "INF" and "" tell nothing */
static bool read_wish(fmu_reader *reader, const fmu_element *element, const char *name,
                      double *number) {
    const char *text = fmu_attribute(element, name);
    char *end = NULL;
    const bool told = text && *text && (isfinite(strtod(text, &end)) || *end);
    return told && fmu_read_number(reader, element, name, number);
}

static void read_experiment(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    d->has_start = read_wish(reader, element, "startTime", &d->start_time);
    d->has_stop = read_wish(reader, element, "stopTime", &d->stop_time);
    d->has_tolerance = read_wish(reader, element, "tolerance", &d->tolerance);
    double step = 0.0;
    if (read_wish(reader, element, "stepSize", &step) && step > 0.0)
        d->step_size = step;
}

/* the variable of an entry of the structure: by index from 1 or by reference; NULL: none */
static fmu_variable *structure_variable(fmu_description *d, unsigned long long number) {
    if (d->version == 2)
        return number >= 1 && number <= (unsigned long long)d->variable_count
                   ? &d->variables[number - 1]
                   : NULL;
    const int i = number <= UINT32_MAX ? fmu_description_find_reference(d, (uint32_t)number) : -1;
    return i >= 0 ? &d->variables[i] : NULL;
}

static fmu_dependence read_dependence(fmu_description *d, const char *list) {
    if (!list)
        return FMU_DEPENDENCE_UNKNOWN;
    char *end;
    for (const char *at = list;; at = end) {
        const unsigned long long number = strtoull(at, &end, 10);
        if (end == at)
            return FMU_INDEPENDENT_OF_INPUTS;
        const fmu_variable *v = structure_variable(d, number);
        if (v && v->causality == FMU_INPUT)
            return FMU_DEPENDENT;
    }
}

static void read_structure(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    const bool two = d->version == 2;
    const char *list = two ? element->parent : element->name;
    const bool output = strcmp(list, two ? "Outputs" : "Output") == 0;
    const bool derivative = strcmp(list, two ? "Derivatives" : "ContinuousStateDerivative") == 0;
    uint32_t number;
    fmu_description_index(d);
    if ((!output && !derivative) ||
        !fmu_read_reference(reader, element, two ? "index" : "valueReference", &number))
        return;
    fmu_variable *v = structure_variable(d, number);
    if (!v) {
        reader->fail(reader, "the model structure lists a variable %u that is not there", number);
        return;
    }
    if (derivative) {
        v->state_derivative = true;
        if (d->derivative_count < FMU_MOST_VARIABLES &&
            fmu_grow(reader, (void **)&d->derivatives, d->derivative_count, sizeof *d->derivatives))
            d->derivatives[d->derivative_count++] = (int)(v - d->variables);
    }
    v->listed = v->listed || output;
    if (output)
        v->dependence = read_dependence(d, fmu_attribute(element, "dependencies"));
}

/* <Coordinate position velocity acceleration/> and <Power input output/> of our own exports */
static void read_annotation(fmu_reader *reader, const fmu_element *element) {
    fmu_annotation *a = &reader->description->annotation;
    const bool coordinate = strcmp(element->name, "Coordinate") == 0;
    double numbers[3] = {-1.0, -1.0, -1.0};
    static const char *const of_coordinate[] = {"position", "velocity", "acceleration"};
    static const char *const of_power[] = {"input", "output"};
    const int count = coordinate ? 3 : 2;
    for (int i = 0; i < count; i++)
        (void)fmu_read_number(reader, element, coordinate ? of_coordinate[i] : of_power[i],
                              &numbers[i]);
    for (int i = 0; i < count; i++)
        if (!(numbers[i] >= -1.0 && numbers[i] < FMU_MOST_SCALARS))
            return;
    void *list = coordinate ? (void *)a->coordinates : (void *)a->powers;
    int *length = coordinate ? &a->coordinate_count : &a->power_count;
    const size_t size = (size_t)count * sizeof(int);
    void *grown = realloc(list, (size_t)(*length + 1) * size);
    if (!grown) {
        reader->fail(reader, "not enough memory");
        return;
    }
    if (coordinate)
        a->coordinates = grown;
    else
        a->powers = grown;
    int *at = (int *)grown + (size_t)count * (size_t)*length;
    for (int i = 0; i < count; i++)
        at[i] = (int)numbers[i];
    (*length)++;
}

/* <CoSimulation><SourceFiles><File name/>: of the interface that was chosen */
static void read_source(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    const char *name = fmu_attribute(element, "name");
    if (!name ||
        strcmp(element->grandparent, d->model_exchange ? "ModelExchange" : "CoSimulation") != 0 ||
        d->source_count >= 10000 ||
        !fmu_grow(reader, (void **)&d->sources, d->source_count, sizeof *d->sources))
        return;
    d->sources[d->source_count] = fmu_copy_text(reader, name);
    d->source_count += d->sources[d->source_count] != NULL;
}

void fmu_read_element(fmu_reader *reader, const fmu_element *element) {
    fmu_description *d = reader->description;
    if (!*element->parent) {
        read_head(reader, element);
        return;
    }
    if (!element->annotated &&
        (fmu_read_unit(reader, element) || fmu_read_variable(reader, element)))
        return;
    if (d->version == 1 && !element->annotated && read_implementation1(reader, element))
        return;
    if (strcmp(element->parent, "SourceFiles") == 0) {
        read_source(reader, element);
        return;
    }
    if (strcmp(element->parent, "fmiModelDescription") == 0) {
        if (strcmp(element->name, "CoSimulation") == 0 ||
            strcmp(element->name, "ModelExchange") == 0)
            read_interface_type(reader, element);
        else if (strcmp(element->name, "ScheduledExecution") == 0) {
            d->scheduled_execution = true;
            replace_text(reader, element, "modelIdentifier", &d->scheduled_identifier);
            reader->scheduled_once =
                fmu_read_switch(reader, element, "canBeInstantiatedOnlyOncePerProcess", false);
        } else if (strcmp(element->name, "DefaultExperiment") == 0)
            read_experiment(reader, element);
        return;
    }
    if (!element->annotated && (strcmp(element->parent, "ModelStructure") == 0 ||
                                strcmp(element->grandparent, "ModelStructure") == 0))
        read_structure(reader, element);
    else if (strcmp(element->name, "Multirate") == 0)
        d->annotation.present = true;
    else if (strcmp(element->parent, "Multirate") == 0 &&
             (strcmp(element->name, "Coordinate") == 0 || strcmp(element->name, "Power") == 0))
        read_annotation(reader, element);
}
