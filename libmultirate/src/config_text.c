/* the configuration as text: "scheme=fastest_first order_to_slave=1 …" */
#define _POSIX_C_SOURCE 200809L
#include "multirate/config.h"

#include "multirate/nearest.h"
#include "multirate/options.h"
#include "plain_numbers.h"

typedef struct reader {
    mr_config *config;
    mr_message *message;
    mr_option option;
} reader;

typedef mr_status (*setter)(reader *r);

static mr_status complain(reader *r, const char *expected) {
    return mr_option_complain(&r->option, expected, r->message);
}

static mr_status read_switch(reader *r, bool *target) {
    return mr_option_switch(&r->option, target, r->message);
}

static mr_status read_integer(reader *r, int *target) {
    return mr_option_integer(&r->option, target, r->message);
}

static mr_status read_number(reader *r, double *target) {
    return mr_option_number(&r->option, target, r->message);
}

/* a small number that is not negative, and nothing else */
static bool read_part(const char *text, int *number) {
    char *end;
    const long value = strtol(text, &end, 10);
    if (end == text || *end || value < 0 || value > 1000000)
        return false;
    *number = (int)value;
    return true;
}

/* "polynomial", "polynomial:2", "least_squares:2:8" (name, order, window) */
static mr_status read_prediction(reader *r, mr_prediction *target) {
    char text[MR_OPTION_VALUE_SIZE];
    snprintf(text, sizeof text, "%s", r->option.value);
    char *order = strchr(text, ':'), *window = NULL;
    if (order) {
        *order++ = '\0';
        window = strchr(order, ':');
        if (window)
            *window++ = '\0';
    }
    const mr_predictor_type *type = mr_predictor_find(text);
    if (!type) {
        char names[256] = "", hint[MR_HINT_SIZE];
        mr_nearest nearest = {text, NULL, 0};
        for (const mr_predictor_type *const *t = mr_predictor_types; *t; t++)
            mr_nearest_try(&nearest, (*t)->name);
        for (const mr_predictor_type *const *t = mr_predictor_types; *t; t++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                     *names ? ", " : "", (*t)->name);
        mr_message_set(r->message, "option %s: there is no predictor '%.100s'%s (there are: %s)",
                       r->option.key, text, mr_nearest_hint(&nearest, hint, sizeof hint), names);
        return MR_ERR_CONFIG;
    }
    target->type = type;
    if (target->order != MR_DIRECTION_ORDER && target->order < type->least_order)
        target->order = type->least_order;
    if (target->order > type->most_order)
        target->order = type->most_order;
    if (order && !read_part(order, &target->order))
        return complain(r, "a predictor with an order, like 'polynomial:2'");
    if (window && !read_part(window, &target->window))
        return complain(r, "a predictor with order and window, like 'least_squares:2:8'");
    return MR_OK;
}

static mr_status set_scheme(reader *r) {
    if (strcmp(r->option.value, "slowest_first") == 0 || strcmp(r->option.value, "sf") == 0)
        r->config->scheme = MR_SLOWEST_FIRST;
    else if (strcmp(r->option.value, "fastest_first") == 0 || strcmp(r->option.value, "ff") == 0)
        r->config->scheme = MR_FASTEST_FIRST;
    else
        return complain(r, "'slowest_first' (sf) or 'fastest_first' (ff)");
    return MR_OK;
}

static mr_status set_coupling(reader *r) {
    if (strcmp(r->option.value, "model") == 0)
        r->config->interface_model = true;
    else if (strcmp(r->option.value, "signals") == 0)
        r->config->interface_model = false;
    else
        return complain(r, "'signals' or 'model'");
    return MR_OK;
}

static mr_status set_matrices(reader *r) {
    if (strcmp(r->option.value, "identified") == 0)
        r->config->identify = true;
    else if (strcmp(r->option.value, "told") == 0)
        r->config->identify = false;
    else
        return complain(r, "'told' or 'identified'");
    return MR_OK;
}

static mr_status set_leak(reader *r) {
    return read_number(r, &r->config->leak);
}

static mr_status set_order(reader *r) {
    mr_status status = read_integer(r, &r->config->to_slave.order);
    r->config->to_master.order = r->config->to_slave.order;
    return status;
}
static mr_status set_order_to_slave(reader *r) {
    return read_integer(r, &r->config->to_slave.order);
}
static mr_status set_order_to_master(reader *r) {
    return read_integer(r, &r->config->to_master.order);
}
static mr_status set_predictor_to_slave(reader *r) {
    return read_prediction(r, &r->config->to_slave);
}
static mr_status set_predictor_to_master(reader *r) {
    return read_prediction(r, &r->config->to_master);
}
static mr_status set_predictor(reader *r) {
    mr_status status = set_predictor_to_slave(r);
    return status == MR_OK ? set_predictor_to_master(r) : status;
}
static mr_status set_window(reader *r) {
    mr_status status = read_integer(r, &r->config->to_slave.window);
    r->config->to_master.window = r->config->to_slave.window;
    return status;
}
static mr_status set_smoothing(reader *r) {
    if (strcmp(r->option.value, "impulse") == 0) {
        r->config->smoothing = true;
        return MR_OK;
    }
    return read_switch(r, &r->config->smoothing);
}
static mr_status set_break_loop(reader *r) {
    return read_switch(r, &r->config->break_loop);
}
static mr_status set_wait_for_major(reader *r) {
    return read_switch(r, &r->config->wait_for_major);
}
static mr_status set_graded_start(reader *r) {
    return read_switch(r, &r->config->graded_start);
}
static mr_status set_slave_step(reader *r) {
    return read_number(r, &r->config->slave_step);
}
static mr_status set_start_input(reader *r) {
    return read_number(r, &r->config->start_input);
}
static mr_status set_indicator(reader *r) {
    bool on = false;
    if (strcmp(r->option.value, "auto") == 0) {
        r->config->indicator = MR_INDICATOR_AUTO;
        return MR_OK;
    }
    if (read_switch(r, &on) != MR_OK)
        return complain(r, "'auto', 'on' or 'off'");
    r->config->indicator = on ? MR_INDICATOR_ON : MR_INDICATOR_OFF;
    return MR_OK;
}
static mr_status set_parallel(reader *r) {
    bool on = false;
    if (strcmp(r->option.value, "own") == 0) {
        r->config->parallel = MR_PARALLEL_OWN;
        return MR_OK;
    }
    if (read_switch(r, &on) != MR_OK)
        return complain(r, "'on', 'own' or 'off'");
    r->config->parallel = on ? MR_PARALLEL_ON : MR_PARALLEL_OFF;
    return MR_OK;
}
static mr_status set_core(reader *r) {
    return read_integer(r, &r->config->core);
}
static mr_status set_latency(reader *r) {
    return read_number(r, &r->config->latency);
}
static mr_status set_energy_correction(reader *r) {
    return read_number(r, &r->config->energy_correction);
}
static mr_status set_iterate(reader *r) {
    return read_switch(r, &r->config->iterate);
}
static mr_status set_history(reader *r) {
    return read_integer(r, &r->config->history);
}

/* "NAME+NAME" */
static mr_status read_names(reader *r, char *target) {
    const char *value = r->option.value;
    const size_t length = strlen(value);
    if (length == 0 || length >= MR_LIST_SIZE || value[0] == '+' || value[length - 1] == '+' ||
        strstr(value, "++"))
        return complain(r, "names of variables with '+' between");
    memcpy(target, value, length + 1);
    return MR_OK;
}
static mr_status set_inputs(reader *r) {
    return read_names(r, r->config->inputs);
}
static mr_status set_outputs(reader *r) {
    return read_names(r, r->config->outputs);
}
static mr_status set_timing(reader *r) {
    return read_switch(r, &r->config->timing);
}

/* key, setter, help. The order of this list is the order in which options take effect: predictors
 * first, so that "order=2 predictor=hermite" and the other way round mean the same. */
#define OPTION_LIST(X)                                                                             \
    X("predictor", set_predictor,                                                                  \
      "NAME[:ORDER[:WINDOW]], both ways: polynomial, hold, least_squares, hermite, selector, "     \
      "const, lin, const_hermite, lin_hermite, quad_hermite, const22_opt, const23_opt, "           \
      "lin22_opt, lin23_opt")                                                                      \
    X("predictor_to_slave", set_predictor_to_slave, "the same, for the master's signals")          \
    X("predictor_to_master", set_predictor_to_master, "the same, for the slave's signals")         \
    X("order", set_order, "order of prediction, both ways (polynomial: 0 to 4)")                   \
    X("order_to_slave", set_order_to_slave, "order for the master's signals")                      \
    X("order_to_master", set_order_to_master, "order for the slave's signals")                     \
    X("window", set_window, "samples that least squares looks at; 0: twice the coefficients")      \
    X("scheme", set_scheme, "slowest_first (sf) or fastest_first (ff)")                            \
    X("coupling", set_coupling, "signals: predictors; model: a small model of the interface")      \
    X("matrices", set_matrices, "told, identified: where the interface model has them from")       \
    X("leak", set_leak, "factor on the interface model's deviation per slave step, 0 to 1")        \
    X("smoothing", set_smoothing, "on (impulse), off: the slave gets the mean over its step (ff)") \
    X("break_loop", set_break_loop, "on, off: use the input of the previous major step")           \
    X("wait_for_major", set_wait_for_major, "on, off: ff slave follows major evaluations only")    \
    X("graded_start", set_graded_start, "on, off: small slave steps at first and after a jump")    \
    X("slave_step", set_slave_step, "step imposed on the slave, s; 0: its own")                    \
    X("start_input", set_start_input, "inputs of the slave before the master has given any")       \
    X("indicator", set_indicator,                                                                  \
      "auto (where power bonds are declared), on, off: energy balance")                            \
    X("energy_correction", set_energy_correction,                                                  \
      "part of the energy made by the coupling that is taken back per slave step, 0 to 1")         \
    X("iterate", set_iterate, "on, off: a restored run takes the pass before it for the future")   \
    X("history", set_history, "samples kept at the least; 0: by need")                             \
    X("parallel", set_parallel,                                                                    \
      "on, off: slaves step at the same time, placed by what they cost; own: in a thread of its "  \
      "own")                                                                                       \
    X("core", set_core, "parallel: a thread of its own that stays on this core; -1: none such")    \
    X("latency", set_latency, "sf: a slave step is begun this long before it is needed, s")        \
    X("inputs", set_inputs, "NAME+NAME: these inputs of the slave, in this order; others are 0")   \
    X("outputs", set_outputs, "NAME+NAME: these outputs of the slave only, in this order")         \
    X("timing", set_timing, "on, off: diagnostics with seconds in the slave and in the coupling")

#define OPTION_ENTRY(key, set, help) {key, set},
static const struct option {
    const char *key;
    setter set;
} options[] = {OPTION_LIST(OPTION_ENTRY)};
#define OPTIONS ((int)(sizeof options / sizeof *options))

const char *mr_config_options(void) {
#define OPTION_HELP(key, set, help) key "   " help "\n"
    return OPTION_LIST(OPTION_HELP) "signal.NAME   predictor of one signal, as above\n"
                                    "start.NAME   start value of one input\n";
}

static mr_override *find_override(reader *r, const char *signal) {
    mr_config *config = r->config;
    for (int i = 0; i < config->override_count; i++)
        if (strcmp(config->overrides[i].signal, signal) == 0)
            return &config->overrides[i];
    if (strlen(signal) == 0 || strlen(signal) >= MR_NAME_SIZE) {
        mr_message_set(r->message, "option %s: the name of a signal has 1 to %d characters",
                       r->option.key, MR_NAME_SIZE - 1);
        return NULL;
    }
    if (config->override_count == MR_MAX_OVERRIDES) {
        mr_message_set(r->message, "option %s: at most %d signals can have settings of their own",
                       r->option.key, MR_MAX_OVERRIDES);
        return NULL;
    }
    mr_override *override = &config->overrides[config->override_count++];
    *override = (mr_override){0};
    memcpy(override->signal, signal, strlen(signal) + 1);
    return override;
}

static mr_status set_signal(reader *r) {
    const bool start = strncmp(r->option.key, "start.", 6) == 0;
    mr_override *override = find_override(r, strchr(r->option.key, '.') + 1);
    if (!override)
        return MR_ERR_CONFIG;
    if (start) {
        override->has_start = true;
        return read_number(r, &override->start);
    }
    override->has_prediction = true;
    override->prediction = (mr_prediction){.order = MR_DIRECTION_ORDER};
    return read_prediction(r, &override->prediction);
}

static mr_status unknown(reader *r) {
    mr_nearest nearest = {r->option.key, NULL, 0};
    char hint[MR_HINT_SIZE];
    for (int i = 0; i < OPTIONS; i++)
        mr_nearest_try(&nearest, options[i].key);
    mr_message_set(r->message, "unknown option '%s'%s", r->option.key,
                   mr_nearest_hint(&nearest, hint, sizeof hint));
    return MR_ERR_CONFIG;
}

/* one pass over the text for each option, so that the options take effect in the order of the table
 */
static mr_status apply(reader *r, const char *text, int option) {
    mr_status status = MR_OK;
    while (status == MR_OK && mr_option_next(&text, &r->option, &status, r->message)) {
        const bool signal =
            strncmp(r->option.key, "signal.", 7) == 0 || strncmp(r->option.key, "start.", 6) == 0;
        if (option < OPTIONS) {
            if (strcmp(r->option.key, options[option].key) == 0)
                status = options[option].set(r);
        } else if (signal) {
            status = set_signal(r);
        }
    }
    return status;
}

static mr_status check_keys(reader *r, const char *text) {
    mr_status status = MR_OK;
    while (status == MR_OK && mr_option_next(&text, &r->option, &status, r->message)) {
        bool known =
            strncmp(r->option.key, "signal.", 7) == 0 || strncmp(r->option.key, "start.", 6) == 0;
        for (int i = 0; i < OPTIONS && !known; i++)
            known = strcmp(r->option.key, options[i].key) == 0;
        if (!known)
            status = unknown(r);
    }
    return status;
}

static mr_status parse(mr_config *config, const char *text, mr_message *message) {
    mr_config changed = *config;
    reader r = {.config = &changed, .message = message};
    mr_status status = check_keys(&r, text);
    for (int option = 0; status == MR_OK && option <= OPTIONS; option++)
        status = apply(&r, text, option);
    if (status == MR_OK)
        status = mr_config_check(&changed, message);
    if (status == MR_OK)
        *config = changed;
    return status;
}

mr_status mr_config_parse(mr_config *config, const char *text, mr_message *message) {
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    const mr_status result = parse(config, text, message);
    mr_plain_numbers_end(numbers);
    return result;
}

/* the sign that a value stands between, so that it is read back as one; "" if it needs none */
static const char *quote_of(const char *value) {
    return !strpbrk(value, " \t\r\n,;#'\"") ? "" : strchr(value, '\'') ? "\"" : "'";
}

static int print(const mr_config *config, char *text, int size) {
    char line[MR_LIST_SIZE + 32];
    int length = 0;
    if (size > 0)
        text[0] = '\0';
#define ADD(...)                                                                                   \
    do {                                                                                           \
        int n = snprintf(line, sizeof line, __VA_ARGS__);                                          \
        if (length < size)                                                                         \
            snprintf(text + length, (size_t)(size - length), "%s", line);                          \
        length += n;                                                                               \
    } while (0)
    ADD("scheme=%s", config->scheme == MR_FASTEST_FIRST ? "fastest_first" : "slowest_first");
    if (config->interface_model)
        ADD(" coupling=model matrices=%s leak=%.17g", config->identify ? "identified" : "told",
            config->leak);
    ADD(" predictor_to_slave=%s:%d:%d", config->to_slave.type->name, config->to_slave.order,
        config->to_slave.window);
    ADD(" predictor_to_master=%s:%d:%d", config->to_master.type->name, config->to_master.order,
        config->to_master.window);
    ADD(" smoothing=%s break_loop=%s", config->smoothing ? "on" : "off",
        config->break_loop ? "on" : "off");
    ADD(" wait_for_major=%s graded_start=%s", config->wait_for_major ? "on" : "off",
        config->graded_start ? "on" : "off");
    ADD(" slave_step=%.17g start_input=%.17g history=%d", config->slave_step, config->start_input,
        config->history);
    ADD(" indicator=%s", config->indicator == MR_INDICATOR_ON    ? "on"
                         : config->indicator == MR_INDICATOR_OFF ? "off"
                                                                 : "auto");
    if (config->energy_correction > 0.0)
        ADD(" energy_correction=%.17g", config->energy_correction);
    if (config->iterate)
        ADD(" iterate=on");
    if (config->parallel)
        ADD(" parallel=%s core=%d", config->parallel == MR_PARALLEL_OWN ? "own" : "on",
            config->core);
    if (config->latency > 0.0)
        ADD(" latency=%.17g", config->latency);
    if (config->inputs[0])
        ADD(" inputs=%s%s%s", quote_of(config->inputs), config->inputs, quote_of(config->inputs));
    if (config->outputs[0])
        ADD(" outputs=%s%s%s", quote_of(config->outputs), config->outputs,
            quote_of(config->outputs));
    if (config->timing)
        ADD(" timing=on");
    for (int i = 0; i < config->override_count; i++) {
        const mr_override *o = &config->overrides[i];
        if (o->has_prediction && o->prediction.order == MR_DIRECTION_ORDER)
            ADD(" signal.%s=%s", o->signal, o->prediction.type->name);
        else if (o->has_prediction)
            ADD(" signal.%s=%s:%d:%d", o->signal, o->prediction.type->name, o->prediction.order,
                o->prediction.window);
        if (o->has_start)
            ADD(" start.%s=%.17g", o->signal, o->start);
    }
#undef ADD
    return length;
}

int mr_config_print(const mr_config *config, char *text, int size) {
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    const int result = print(config, text, size);
    mr_plain_numbers_end(numbers);
    return result;
}
