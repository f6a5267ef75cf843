/* the settings of coupled slaves as text, "steps=own order=3 …": one table of options */
#define _POSIX_C_SOURCE 200809L
#include "config_check.h"
#include "multirate/coupled.h"
#include "multirate/options.h"
#include "plain_numbers.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

static mr_status read_predictor(const mr_option *option, void *member, mr_message *message) {
    mr_config both; /* the words of a prediction are read in one place */
    char text[MR_OPTION_VALUE_SIZE + 32];
    mr_prediction *prediction = member;
    mr_config_default(&both);
    both.to_slave = *prediction;
    snprintf(text, sizeof text, "predictor_to_slave='%s'", option->value);
    MR_TRY(mr_config_parse(&both, text, message));
    *prediction = both.to_slave;
    return MR_OK;
}

static mr_status read_order(const mr_option *option, void *member, mr_message *message) {
    mr_coupled_config *config = member;
    MR_TRY(mr_option_integer(option, &config->order, message));
    config->prediction.order = config->order;
    return MR_OK;
}

/* settings of exchange steps choose exchange steps */
static mr_status read_passes(const mr_option *option, void *member, mr_message *message) {
    mr_coupled_config *config = member;
    config->own_steps = false;
    MR_TRY(mr_option_integer(option, &config->most_iterations, message));
    return config->most_iterations >= 1 && config->most_iterations <= 10000
               ? MR_OK
               : mr_option_complain(option, "a number of passes from 1 to 10000", message);
}

static mr_status read_feedthrough(const mr_option *option, void *member, mr_message *message) {
    static const char *const words[] = {"raw", "estimated", "corrected"};
    mr_coupled_config *config = member;
    for (int i = 0; i < 3; i++)
        if (strcmp(option->value, words[i]) == 0) {
            config->feedthrough = (mr_feedthrough)i;
            if (i > 0) {
                config->own_steps = false;
                config->most_iterations = 1;
            }
            return MR_OK;
        }
    return mr_option_complain(option, "'raw', 'estimated' or 'corrected'", message);
}

static mr_status read_control(const mr_option *option, void *member, mr_message *message) {
    mr_coupled_config *config = member;
    config->forward = strcmp(option->value, "forward") == 0;
    if (config->forward) {
        config->own_steps = true;
        config->controlled = false;
        return MR_OK;
    }
    if (mr_option_switch(option, &config->controlled, message) != MR_OK)
        return mr_option_complain(option, "'on', 'off' or 'forward'", message);
    config->own_steps = config->own_steps && !config->controlled;
    return MR_OK;
}

static const char *const norms[] = {"largest", "mean", NULL};
static const char *const grids[] = {"common", "staggered", NULL};
static const char *const couplings[] = {"signals", "model", NULL};
static const char *const steps[] = {"exchange", "own", NULL};
static const char *const iterations[] = {"jacobi", "gauss_seidel|gs", "interface_jacobian|newton",
                                         NULL};

#define ROW(name, sort, member, text, ...)                                                         \
    {                                                                                              \
        .key = name, .kind = MR_OPTION_##sort, .offset = offsetof(mr_coupled_config, member),      \
        .help = text, __VA_ARGS__                                                                  \
    }
#define ALL(name, reader, text)                                                                    \
    { .key = name, .kind = MR_OPTION_OWN, .read = reader, .help = text }
#define POSITIVE .least = DBL_MIN, .most = DBL_MAX, .expected = "positive"
static const mr_option_rule rules[] = {
    ROW("predictor", OWN, prediction,
        "NAME[:ORDER[:WINDOW]]: how signals go on between and beyond samples (own steps)",
        .read = read_predictor),
    ALL("order", read_order, "order of the inputs in time: 0 to 4"),
    ALL("feedthrough", read_feedthrough,
        "outputs that depend on inputs at once, where steps are not repeated (chooses exchange "
        "steps, passes=1): raw; estimated: controlled steps know of it; corrected: outputs belong "
        "to one another"),
    ALL("passes", read_passes,
        "most passes over an exchange step, from 1 (none is repeated) on; chooses exchange steps"),
    ALL("control", read_control,
        "on: size of the exchange step by Richardson's comparison, chooses exchange steps; "
        "forward: "
        "common steps controlled by how well samples are foreseen, without repeating any; off"),
    ROW("steps", SWITCH, own_steps,
        "own: members step at their own pace, nothing is repeated; exchange: common steps, "
        "repeated until inputs and outputs fit",
        .words = steps, .expected = "'own' or 'exchange'"),
    ROW("iteration", WORD, iteration,
        "gauss_seidel: each with what those before it have told; jacobi: all with the same; "
        "interface_jacobian: Newton (exchange steps)",
        .words = iterations, .expected = "'jacobi', 'gauss_seidel' or 'interface_jacobian'"),
    ROW("scheme", OWN, scheme,
        "slowest_first (sf), fastest_first (ff): who goes first where steps differ (own steps)",
        .read = mr_config_read_scheme),
    ROW("graded_start", SWITCH, graded_start,
        "on, off: small steps at first and after a jump (own steps)", .words = NULL),
    ROW("parallel", SWITCH, parallel,
        "on, off: members that begin at the same time step in threads (own steps, jacobi)",
        .words = NULL),
    ROW("step", NUMBER, step,
        "exchange step, s; own steps: that of members that have none of their own", POSITIVE),
    ROW("tolerance", NUMBER, tolerance, "misfit of an input, relative, that ends the passes",
        POSITIVE),
    ROW("rel_tol", NUMBER, relative_tolerance, "relative error of outputs in a controlled step",
        .least = 0.0, .most = DBL_MAX, .expected = "zero or positive"),
    ROW("abs_tol", NUMBER, absolute_tolerance, "absolute error of outputs in a controlled step",
        .least = 0.0, .most = DBL_MAX, .expected = "zero or positive"),
    ROW("least_step", NUMBER, least_step, "a controlled step that would be smaller ends the run",
        POSITIVE),
    ROW("most_step", NUMBER, most_step, "largest controlled step, s", POSITIVE),
    ROW("norm", WORD, norm,
        "of the outputs' errors in a controlled exchange step. largest: each output keeps its "
        "tolerance; mean: root of the mean of the errors, as published, laxer",
        .words = norms, .expected = "'largest' or 'mean'"),
    ROW("first_step", NUMBER, first_step,
        "first one of control=forward, s; without it a 4096th of the members' steps", POSITIVE),
    ROW("least_factor", NUMBER, least_factor,
        "a step of control=forward is at least so many times the one before", .least = DBL_MIN,
        .most = 0.99, .expected = "between 0 and 0.99"),
    ROW("most_factor", NUMBER, most_factor,
        "a step of control=forward is at most so many times the one before", .least = 1.01,
        .most = 1e6, .expected = "above 1.01"),
    ROW("grids", SWITCH, staggered,
        "staggered: connected members step half a step apart, each with what the others told in "
        "the middle of its step, held (own steps, one step for all); common",
        .words = grids, .expected = "'common' or 'staggered'"),
    ROW("coupling", SWITCH, model,
        "model: the interfaces of slow members that tell it move on as small models between their "
        "steps (own steps); signals: polynomials",
        .words = couplings, .expected = "'signals' or 'model'"),
    ROW("most_steps", NUMBER, most_steps,
        "a member whose steps are so small that it would need more of them ends the run",
        .least = 1.0, .most = DBL_MAX, .expected = "at least 1"),
    ROW("filter", NUMBER, filter,
        "part of a new sample that counts, the rest is the one before; calms loops and dampers, "
        "worsens springs (own steps)",
        .least = DBL_MIN, .most = 1.0, .expected = "above 0, at most 1"),
};
#define RULES ((int)(sizeof rules / sizeof *rules))

mr_status mr_coupled_parse(mr_coupled_config *config, const char *text, mr_message *message) {
    mr_coupled_config changed = *config;
    MR_TRY(mr_plain_options_read(text, rules, RULES, &changed, message));
    if (changed.iteration == MR_INTERFACE_JACOBIAN)
        changed.own_steps = false;
    if (!changed.own_steps && changed.step == 0.0)
        changed.step = 1e-3;
    if (changed.order < 0 || changed.order > MR_MAX_ORDER) {
        mr_message_set(message, "option order: it must be 0 to %d", MR_MAX_ORDER);
        return MR_ERR_CONFIG;
    }
    if (changed.prediction.order > changed.prediction.type->most_order)
        changed.prediction.order = changed.prediction.type->most_order;
    if (changed.prediction.order < changed.prediction.type->least_order)
        changed.prediction.order = changed.prediction.type->least_order;
    *config = changed;
    return MR_OK;
}

int mr_coupled_options(char *text, int size) {
    int length = 0;
    if (size > 0)
        text[0] = '\0';
    for (int i = 0; i < RULES; i++) {
        const bool fits = length < size;
        length += snprintf(fits ? text + length : NULL, fits ? (size_t)(size - length) : 0,
                           "  %-14s %s\n", rules[i].key, rules[i].help);
    }
    return length;
}
