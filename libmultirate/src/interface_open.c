/* opening an interface: the slave, its variables, a predictor for each of them; and closing it */
#define _POSIX_C_SOURCE 200809L
#include "description.h"
#include "interface_private.h"
#include "joints/joined.h"
#include "selection.h"
#include "services.h"

#include <stdlib.h>
#include <string.h>

#include "multirate/nearest.h"
#include "plain_numbers.h"

void mr_scalar_name(const mr_variable *variables, int count, int index, char *name, int size) {
    for (int v = 0; v < count; v++) {
        if (index < variables[v].size) {
            if (variables[v].size == 1)
                snprintf(name, (size_t)size, "%s", variables[v].name);
            else
                snprintf(name, (size_t)size, "%s(%d)", variables[v].name, index + 1);
            return;
        }
        index -= variables[v].size;
    }
    snprintf(name, (size_t)size, "?");
}

/* column of the rate of each scalar: its own rate column, or the variable that is declared to be it
 */
static void find_rates(const mr_variable *variables, int count, int width, bool has_rates,
                       int *columns) {
    for (int s = 0; s < width; s++)
        columns[s] = has_rates ? width + s : MR_NONE;
    int at = 0;
    for (int v = 0; v < count; at += variables[v].size, v++) {
        if (variables[v].rate_of < 0)
            continue;
        int target = 0;
        for (int w = 0; w < variables[v].rate_of; w++)
            target += variables[w].size;
        for (int s = 0; s < variables[v].size; s++)
            columns[target + s] = at + s;
    }
}

static mr_prediction override_prediction(const mr_override *override, int direction_order) {
    mr_prediction prediction = override->prediction;
    if (prediction.order == MR_DIRECTION_ORDER)
        prediction.order = direction_order;
    if (prediction.order < prediction.type->least_order)
        prediction.order = prediction.type->least_order;
    if (prediction.order > prediction.type->most_order)
        prediction.order = prediction.type->most_order;
    return prediction;
}

/* the predictor of every scalar: the direction's own, hold for discrete variables, then overrides
 */
static mr_status choose_predictions(mr_interface *interface, bool to_slave,
                                    mr_prediction *predictions, bool *used, mr_message *message) {
    const mr_slave_description *d = &interface->description;
    const mr_config *config = &interface->config;
    const mr_variable *variables = to_slave ? d->inputs : d->outputs;
    const int count = to_slave ? d->input_count : d->output_count;
    for (int v = 0, at = 0; v < count; at += variables[v].size, v++) {
        mr_prediction prediction = to_slave ? config->to_slave : config->to_master;
        if (variables[v].variability == MR_DISCRETE)
            prediction = (mr_prediction){.type = &mr_predictor_hold};
        for (int i = 0; i < config->override_count; i++) {
            const mr_override *override = &config->overrides[i];
            if (strcmp(override->signal, variables[v].name) != 0)
                continue;
            const bool used_before = used[i]; /* an input may have the name of an output */
            used[i] = true;
            if (override->has_prediction)
                prediction = override_prediction(override, to_slave ? config->to_slave.order
                                                                    : config->to_master.order);
            if (override->has_start && !to_slave && !used_before) {
                mr_message_set(message,
                               "start.%s: '%s' is an output of slave '%s', and only inputs have "
                               "start values",
                               override->signal, override->signal, interface->type->name);
                return MR_ERR_CONFIG;
            }
            for (int s = 0; to_slave && override->has_start && s < variables[v].size; s++)
                interface->start_inputs[at + s] = override->start;
        }
        for (int s = 0; s < variables[v].size; s++)
            predictions[at + s] = prediction;
    }
    return MR_OK;
}

/* where the rates come from that the predictors of a direction want; columns: of its history */
static mr_status find_wanted_rates(const mr_interface *interface, bool to_slave,
                                   const mr_prediction *predictions, int *rates, int *columns,
                                   mr_message *message) {
    const mr_slave_description *d = &interface->description;
    const mr_variable *variables = to_slave ? d->inputs : d->outputs;
    const int count = to_slave ? d->input_count : d->output_count;
    const int width = to_slave ? interface->inputs : interface->outputs;
    bool wanted = false;
    for (int s = 0; s < width; s++)
        wanted = wanted || predictions[s].type->uses_rates;
    const bool ask = wanted && !to_slave && interface->type->rates;
    *columns = ask ? 2 * width : width;
    find_rates(variables, count, width, ask, rates);
    for (int s = 0; s < width; s++) {
        if (!predictions[s].type->uses_rates || rates[s] != MR_NONE)
            continue;
        char name[MR_NAME_SIZE];
        mr_scalar_name(variables, count, s, name, (int)sizeof name);
        mr_message_set(message,
                       "predictor '%s' needs the rate of change of '%s', and slave '%s' neither "
                       "tells it nor has a variable that is declared to be it",
                       predictions[s].type->name, name, interface->type->name);
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

/* predictions, rates: room for one of each scalar */
static mr_status fill_direction(mr_interface *interface, bool to_slave, bool *used,
                                mr_prediction *predictions, int *rates, mr_message *message) {
    int columns;
    MR_TRY(choose_predictions(interface, to_slave, predictions, used, message));
    MR_TRY(find_wanted_rates(interface, to_slave, predictions, rates, &columns, message));
    return mr_direction_open(to_slave ? &interface->to_slave : &interface->to_master,
                             to_slave ? interface->inputs : interface->outputs, predictions, rates,
                             columns, interface->config.history, interface->config.graded_start);
}

static mr_status open_direction(mr_interface *interface, bool to_slave, bool *used,
                                mr_message *message) {
    const int width = to_slave ? interface->inputs : interface->outputs;
    mr_prediction *predictions = calloc((size_t)width + 1, sizeof *predictions);
    int *rates = calloc((size_t)width + 1, sizeof *rates);
    const mr_status status = predictions && rates ? fill_direction(interface, to_slave, used,
                                                                   predictions, rates, message)
                                                  : MR_ERR_MEMORY;
    free(predictions);
    free(rates);
    return status;
}

/* settings that need something optional of the slave */
static mr_status check_needs(const mr_interface *interface, mr_message *message) {
    const mr_config *config = &interface->config;
    const mr_slave_type *type = interface->type;
    char scheme[64];
    const char *setting = NULL, *need = "cannot make a step to a given time (step_to)";
    if (config->slave_step > 0.0 && !type->step_to)
        setting = "slave_step";
    else if (config->graded_start && !type->step_to)
        setting = "graded_start";
    else if (config->graded_start && !type->next_step && config->slave_step == 0.0) {
        setting = "graded_start without slave_step";
        need = "does not tell the size of its step (next_step)";
    } else if (interface->scheme->misses && interface->scheme->misses(type)) {
        snprintf(scheme, sizeof scheme, "scheme=%s", config->scheme->name);
        setting = scheme;
        need = interface->scheme->misses(type);
    }
    if (!setting)
        return MR_OK;
    mr_message_set(message, "%s cannot be used with slave '%s', which %s", setting, type->name,
                   need);
    return MR_ERR_UNSUPPORTED;
}

static mr_status open_slave(mr_interface *interface, const char *configuration,
                            mr_message *message) {
    mr_status status = interface->type->open(configuration ? configuration : "",
                                             interface->slave_message, &interface->slave);
    if (status == MR_OK && interface->slave)
        return MR_OK;
    interface->slave = NULL;
    mr_message_set(message, "slave '%s' could not be opened: %.400s", interface->type->name,
                   interface->slave_message->text[0] ? interface->slave_message->text
                   : status == MR_OK                ? "it made no instance"
                                                    : mr_status_text(status));
    return status == MR_ERR_MEMORY ? status : MR_ERR_SLAVE_OPEN;
}

/* asks the instance what it is; it may be able to do less than others of its type */
static mr_status describe_slave(mr_interface *interface, mr_message *message) {
    mr_slave_description *d = &interface->description;
    interface->type->describe(interface->slave, d);
    if (!d->type)
        return MR_OK;
    MR_TRY(mr_slave_type_check(d->type, message));
    interface->type = d->type;
    return MR_OK;
}

/* the tables of functions behind the settings */
static void settle(mr_interface *interface) {
    mr_config *config = &interface->config;
    interface->coupling = config->coupling->rules;
    if (interface->coupling->settle)
        interface->coupling->settle(interface->type, config);
    interface->scheme = config->scheme->rules;
    interface->loop = config->break_loop ? &mr_broken_loop : &mr_closed_loop;
}

static mr_status open_directions(mr_interface *interface, mr_message *message) {
    const mr_slave_description *d = &interface->description;
    bool used[MR_MAX_OVERRIDES] = {false};
    MR_TRY(open_direction(interface, true, used, message));
    MR_TRY(open_direction(interface, false, used, message));
    for (int i = 0; i < interface->config.override_count; i++) {
        if (used[i])
            continue;
        mr_nearest nearest = {interface->config.overrides[i].signal, NULL, 0};
        char hint[MR_HINT_SIZE];
        for (int k = 0; k < d->input_count; k++)
            mr_nearest_try(&nearest, d->inputs[k].name);
        for (int k = 0; k < d->output_count; k++)
            mr_nearest_try(&nearest, d->outputs[k].name);
        mr_message_set(message, "slave '%s' has no signal '%s'%s", interface->type->name,
                       nearest.wanted, mr_nearest_hint(&nearest, hint, sizeof hint));
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

static mr_status open_indicator(mr_interface *interface, mr_message *message) {
    MR_TRY(mr_indicator_open(&interface->indicator, interface->type, &interface->description,
                             interface->config.indicator, &interface->coupling_state.foresight));
    interface->indicator.gain = interface->config.energy_correction;
    if (interface->indicator.gain == 0.0 || interface->indicator.tells)
        return MR_OK;
    mr_message_set(message,
                   "energy_correction needs a slave with power bonds that tells its interface "
                   "matrices; slave '%s' does not",
                   interface->type->name);
    return MR_ERR_UNSUPPORTED;
}

static mr_status allocate(mr_interface *interface) {
    const mr_slave_description *d = &interface->description;
    interface->inputs = mr_variables_width(d->inputs, d->input_count);
    interface->outputs = mr_variables_width(d->outputs, d->output_count);
    const size_t inputs = (size_t)interface->inputs, outputs = (size_t)interface->outputs;
    interface->start_inputs = calloc(3 * inputs + 2 * outputs + 1, sizeof *interface->start_inputs);
    if (!interface->start_inputs)
        return MR_ERR_MEMORY;
    interface->pending = interface->start_inputs + inputs;
    interface->mean = interface->pending + inputs;
    interface->row = interface->mean + inputs;
    for (size_t i = 0; i < inputs; i++)
        interface->start_inputs[i] = interface->config.start_input;
    return MR_OK;
}

/* the slave with a joint before it; both sides must continue the reaction in the same way */
static mr_status join(mr_interface *interface, mr_message *message) {
    mr_config *config = &interface->config;
    int order;
    MR_TRY(mr_joined_open(config->joint, config, &interface->type, &interface->slave,
                          interface->slave_message, &order, message));
    interface->type->describe(interface->slave, &interface->description);
    for (int i = 0; i < config->override_count; i++)
        if (strcmp(config->overrides[i].signal, "reaction") == 0) {
            mr_message_set(message, "joint: the reaction is continued as its method does, and has "
                                    "no predictor of its own");
            return MR_ERR_CONFIG;
        }
    if (config->scheme->rules->follows)
        config->wait_for_major = true; /* a trial of the master's solver moves nothing */
    if (config->override_count == MR_MAX_OVERRIDES) {
        mr_message_set(message, "joint: at most %d other signals can have settings of their own",
                       MR_MAX_OVERRIDES - 1);
        return MR_ERR_CONFIG;
    }
    config->overrides[config->override_count++] =
        (mr_override){.signal = "reaction",
                      .has_prediction = true,
                      .prediction = {.type = &mr_predictor_polynomial, .order = order}};
    return MR_OK;
}

static mr_status prepare(mr_interface *interface, mr_message *message) {
    mr_slave_description *d = &interface->description;
    mr_message detail;
    MR_TRY(describe_slave(interface, message));
    interface->elsewhere = mr_services_here.waits && mr_services_here.waits(interface->type);
    settle(interface);
    const mr_status status = mr_description_check(d, &detail);
    if (status != MR_OK) {
        mr_message_set(message, "slave '%.100s' %.390s", interface->type->name, detail.text);
        return status;
    }
    if (interface->config.joint[0])
        MR_TRY(join(interface, message));
    if (interface->config.inputs[0] || interface->config.outputs[0]) {
        MR_TRY(mr_selection_open(interface->config.inputs, interface->config.outputs,
                                 &interface->type, &interface->slave, message));
        interface->type->describe(interface->slave, d);
    }
    MR_TRY(check_needs(interface, message));
    MR_TRY(allocate(interface));
    MR_TRY(open_directions(interface, message));
    if (interface->coupling->open)
        MR_TRY(interface->coupling->open(interface, message));
    MR_TRY(open_indicator(interface, message));
    interface->source = &interface->to_slave;
    return mr_ahead_open(interface, message);
}

/* a slave that is open already is told by its instance; otherwise it is opened */
typedef struct slave_source {
    const mr_slave_type *type;
    const char *configuration;
    void *instance;
    mr_message *words;
} slave_source;

static mr_status open_interface(const mr_config *config, const slave_source *source,
                                mr_message *message, mr_interface **opened) {
    *opened = NULL;
    mr_message_clear(message);
    MR_TRY(mr_config_check(config, message));
    MR_TRY(mr_slave_type_check(source->type, message));
    mr_interface *interface = calloc(1, sizeof *interface);
    if (!interface) {
        mr_message_set(message, "not enough memory for an interface");
        return MR_ERR_MEMORY;
    }
    interface->config = *config;
    interface->grades_wanted = config->graded_start;
    interface->type = source->type;
    interface->slave = source->instance;
    interface->slave_message = source->instance ? source->words : &interface->words;
    mr_status status =
        source->instance ? MR_OK : open_slave(interface, source->configuration, message);
    if (status == MR_OK)
        status = prepare(interface, message);
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory for the interface to slave '%s'",
                       source->type->name);
    if (status != MR_OK) {
        if (source->instance)
            interface->slave = NULL; /* it stays its owner's */
        mr_interface_close(interface);
        return status;
    }
    *opened = interface;
    return MR_OK;
}

static mr_status open_from(const mr_config *config, const slave_source *source,
                           mr_interface **opened, mr_message *message) {
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    const mr_status result = open_interface(config, source, message, opened);
    mr_plain_numbers_end(numbers);
    return result;
}

mr_status mr_interface_open(const mr_config *config, const mr_slave_type *slave,
                            const char *slave_configuration, mr_interface **opened,
                            mr_message *message) {
    return open_from(config, &(slave_source){.type = slave, .configuration = slave_configuration},
                     opened, message);
}

mr_status mr_interface_adopt(const mr_config *config, const mr_slave_type *type, void *instance,
                             mr_message *words, mr_interface **opened, mr_message *message) {
    return open_from(config, &(slave_source){.type = type, .instance = instance, .words = words},
                     opened, message);
}

void mr_interface_close(mr_interface *interface) {
    if (!interface)
        return;
    mr_ahead_close(interface);
    if (interface->slave)
        interface->type->close(interface->slave);
    mr_direction_close(&interface->to_slave);
    mr_direction_close(&interface->to_master);
    if (interface->coupling && interface->coupling->close)
        interface->coupling->close(&interface->coupling_state);
    mr_indicator_close(&interface->indicator);
    free(interface->start_inputs);
    free(interface);
}
