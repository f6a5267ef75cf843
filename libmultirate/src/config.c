/* defaults and checks of the configuration */
#include "multirate/config.h"

#include <math.h>

void mr_config_default(mr_config *config) {
    *config = (mr_config){
        .scheme = MR_SLOWEST_FIRST,
        .to_slave = {.type = &mr_predictor_polynomial, .order = 3},
        .to_master = {.type = &mr_predictor_polynomial, .order = 3},
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
    mr_status status = MR_OK;
    for (int i = 0; status == MR_OK && i < config->override_count; i++) {
        const mr_override *override = &config->overrides[i];
        char where[MR_NAME_SIZE + 16];
        snprintf(where, sizeof where, "of signal '%s'", override->signal);
        mr_prediction prediction = override->prediction;
        if (prediction.order == MR_DIRECTION_ORDER && prediction.type)
            prediction.order = prediction.type->least_order;
        if (override->has_prediction)
            status = check_prediction(&prediction, where, message);
        if (status == MR_OK && override->has_start && !isfinite(override->start)) {
            mr_message_set(message, "the start value %s is not a finite number", where);
            status = MR_ERR_CONFIG;
        }
    }
    return status;
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
    if (config->scheme != MR_SLOWEST_FIRST && config->scheme != MR_FASTEST_FIRST) {
        mr_message_set(message, "the scheme is neither slowest-first nor fastest-first");
        return MR_ERR_CONFIG;
    }
    if (config->smoothing && config->scheme != MR_FASTEST_FIRST && !config->interface_model) {
        mr_message_set(message,
                       "smoothing needs scheme=fastest_first: the mean over a slave step is "
                       "known only after the master has passed it");
        return MR_ERR_CONFIG;
    }
    if (config->iterate && config->interface_model) {
        mr_message_set(message, "iterate=on needs coupling=signals: the interface model does not "
                                "extrapolate");
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

static mr_status check_numbers(const mr_config *config, mr_message *message) {
    if (!(config->leak >= 0.0 && config->leak <= 1.0)) {
        mr_message_set(message, "leak is %g, but it must be between 0 and 1", config->leak);
        return MR_ERR_CONFIG;
    }
    if (!(config->energy_correction >= 0.0 && config->energy_correction <= 1.0) ||
        (config->energy_correction > 0.0 && config->indicator == MR_INDICATOR_OFF)) {
        mr_message_set(message,
                       "energy_correction is %g, but it must be between 0 and 1, and it needs the "
                       "indicator",
                       config->energy_correction);
        return MR_ERR_CONFIG;
    }
    if (!(config->slave_step >= 0.0) || !isfinite(config->slave_step)) {
        mr_message_set(message,
                       "slave_step is %g s, but a step must be positive (0: the slave's own)",
                       config->slave_step);
        return MR_ERR_CONFIG;
    }
    if (!(config->latency >= 0.0) || !isfinite(config->latency)) {
        mr_message_set(message, "latency is %g s, but it must be a time from 0 s on",
                       config->latency);
        return MR_ERR_CONFIG;
    }
    if (config->latency > 0.0 && (config->scheme != MR_SLOWEST_FIRST || config->interface_model)) {
        mr_message_set(message, "latency needs scheme=slowest_first: only a slave that goes ahead "
                                "of the master can begin its step still earlier");
        return MR_ERR_CONFIG;
    }
    if (config->core < -1 || config->core > 1023) {
        mr_message_set(message, "core is %d, but it must be between 0 and 1023, or -1 for any",
                       config->core);
        return MR_ERR_CONFIG;
    }
    if (!isfinite(config->start_input)) {
        mr_message_set(message, "start_input is not a finite number");
        return MR_ERR_CONFIG;
    }
    if (config->history < 0 || config->history > (1 << 20)) {
        mr_message_set(message, "history is %d samples, but it must be between 0 and %d",
                       config->history, 1 << 20);
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
    mr_status status = check_prediction(&config->to_slave, "to the slave", message);
    if (status == MR_OK)
        status = check_prediction(&config->to_master, "to the master", message);
    if (status == MR_OK)
        status = check_overrides(config, message);
    if (status == MR_OK)
        status = check_scheme(config, message);
    return status == MR_OK ? check_numbers(config, message) : status;
}
