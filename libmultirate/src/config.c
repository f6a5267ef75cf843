/* defaults and checks of the configuration */
#include "config_check.h"

#include "coupling.h"
#include "multirate/pace.h"
#include "scheme.h"

#include <math.h>

void mr_config_default(mr_config *config) {
    *config = (mr_config){
        .scheme = &mr_slowest_first,
        .coupling = &mr_coupling_signals,
        .to_slave = {.type = &mr_predictor_polynomial, .order = 3},
        .to_master = {.type = &mr_predictor_polynomial, .order = 3},
        .directions = 6,
        .hidden_states = 10,
        .most_steps = MR_MOST_STEPS,
        .shorten = 4,
        .leak = 1.0,
        .core = -1,
    };
}

static mr_status check_prediction(const mr_prediction *prediction, const char *where,
                                  mr_message *message) {
    const mr_predictor_type *type = prediction->type;
    if (!type) {
        mr_message_set(message, "the prediction %s has no predictor", where);
        return MR_ERR_CONFIG;
    }
    if (prediction->order < type->least_order || prediction->order > type->most_order) {
        if (type->least_order == type->most_order)
            mr_message_set(message, "the order %s is %d, but predictor '%s' knows order %d only",
                           where, prediction->order, type->name, type->least_order);
        else
            mr_message_set(message, "the order %s is %d, but predictor '%s' takes %d to %d", where,
                           prediction->order, type->name, type->least_order, type->most_order);
        return MR_ERR_CONFIG;
    }
    if (prediction->window < 0 || prediction->window > MR_MAX_WINDOW) {
        mr_message_set(message, "the window %s is %d samples, but it must be between 0 and %d",
                       where, prediction->window, MR_MAX_WINDOW);
        return MR_ERR_CONFIG;
    }
    if (prediction->window > 0 && prediction->window < prediction->order + 2 &&
        type == &mr_predictor_least_squares) {
        mr_message_set(
            message, "the window %s is %d samples, but least squares of order %d needs at least %d",
            where, prediction->window, prediction->order, prediction->order + 2);
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

/* a predictor that is set somewhere and cannot do with unequal steps, or NULL */
static const mr_predictor_type *needs_equal_steps(const mr_config *config) {
    if (config->to_slave.type->equal_steps)
        return config->to_slave.type;
    if (config->to_master.type->equal_steps)
        return config->to_master.type;
    for (int i = 0; i < config->override_count; i++)
        if (config->overrides[i].has_prediction &&
            config->overrides[i].prediction.type->equal_steps)
            return config->overrides[i].prediction.type;
    return NULL;
}

/* signals with settings of their own */
static mr_status check_overrides(const mr_config *config, mr_message *message) {
    for (int i = 0; i < config->override_count; i++) {
        const mr_override *override = &config->overrides[i];
        char where[MR_NAME_SIZE + 16];
        snprintf(where, sizeof where, "of signal '%s'", override->signal);
        mr_prediction prediction = override->prediction;
        if (prediction.order == MR_DIRECTION_ORDER && prediction.type)
            prediction.order = prediction.type->least_order;
        if (override->has_prediction)
            MR_TRY(check_prediction(&prediction, where, message));
        if (override->has_start && !isfinite(override->start)) {
            mr_message_set(message, "the start value %s is not a finite number", where);
            return MR_ERR_CONFIG;
        }
    }
    return MR_OK;
}

/* settings that do not go together */
static mr_status check_scheme(const mr_config *config, mr_message *message) {
    const mr_predictor_type *equal = needs_equal_steps(config);
    if (equal && config->graded_start) {
        mr_message_set(message,
                       "graded_start makes unequal steps, and predictor '%s' knows equal ones only",
                       equal->name);
        return MR_ERR_CONFIG;
    }
    if (!config->scheme || !config->coupling) {
        mr_message_set(message, "the configuration has no %s",
                       config->scheme ? "coupling" : "scheme");
        return MR_ERR_CONFIG;
    }
    const mr_coupling_rules *coupling = config->coupling->rules;
    const bool follows = config->scheme->rules->follows || coupling->follows;
    if (config->smoothing && !follows) {
        mr_message_set(message,
                       "smoothing needs scheme=fastest_first: the mean over a slave step is "
                       "known only after the master has passed it");
        return MR_ERR_CONFIG;
    }
    if (coupling->check)
        MR_TRY(coupling->check(config, message));
    if (config->energy_correction > 0.0 && config->indicator == MR_INDICATOR_OFF) {
        mr_message_set(message, "energy_correction needs the indicator, which is off");
        return MR_ERR_CONFIG;
    }
    if (config->latency > 0.0 && follows) {
        mr_message_set(message, "latency needs scheme=slowest_first: only a slave that goes ahead "
                                "of the master can begin its step still earlier");
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

mr_status mr_config_check(const mr_config *config, mr_message *message) {
    if (config->override_count < 0 || config->override_count > MR_MAX_OVERRIDES) {
        mr_message_set(message, "%d signals have settings of their own, but it must be 0 to %d",
                       config->override_count, MR_MAX_OVERRIDES);
        return MR_ERR_CONFIG;
    }
    MR_TRY(check_prediction(&config->to_slave, "to the slave", message));
    MR_TRY(check_prediction(&config->to_master, "to the master", message));
    MR_TRY(check_overrides(config, message));
    MR_TRY(check_scheme(config, message));
    return mr_config_check_ranges(config, message);
}
