/* the configuration as text, "scheme=fastest_first order_to_slave=1 …": one table of options, from
 * which reading, checking, printing and help follow */
#define _POSIX_C_SOURCE 200809L
#include "config_check.h"

#include "multirate/nearest.h"
#include "multirate/options.h"
#include "plain_numbers.h"

#include <float.h>
#include <stdarg.h>
#include <stddef.h>

/* a small number that is not negative, and nothing else */
static bool read_part(const char *text, int *number) {
    char *end;
    const long value = strtol(text, &end, 10);
    if (end == text || *end || value < 0 || value > 1000000)
        return false;
    *number = (int)value;
    return true;
}

/* --- what there is of predictors, schemes and couplings --- */

typedef struct choice {
    const char *name, *alias, *summary;
} choice;

static choice predictor_at(int i) {
    const mr_predictor_type *type = mr_predictor_types[i];
    return type ? (choice){type->name, NULL, NULL} : (choice){0};
}

static choice scheme_at(int i) {
    const mr_scheme *scheme = mr_schemes[i];
    return scheme ? (choice){scheme->name, scheme->alias, scheme->summary} : (choice){0};
}

static choice coupling_at(int i) {
    const mr_coupling *coupling = mr_couplings[i];
    return coupling ? (choice){coupling->name, coupling->alias, coupling->summary} : (choice){0};
}

/* "hold, polynomial"; "slowest_first (sf): the slave goes ahead of the master; …" */
static const char *list(choice (*at)(int), char *text, size_t size) {
    text[0] = '\0';
    for (int i = 0; at(i).name; i++) {
        const choice c = at(i);
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s%s%s%s%s%s",
                 i == 0      ? ""
                 : c.summary ? "; "
                             : ", ",
                 c.name, c.alias ? " (" : "", c.alias ? c.alias : "", c.alias ? ")" : "",
                 c.summary ? ": " : "", c.summary ? c.summary : "");
    }
    return text;
}

/* "polynomial", "polynomial:2", "least_squares:2:8" (name, order, window) */
static mr_status read_prediction(const mr_option *option, void *member, mr_message *message) {
    mr_prediction *target = member;
    char text[MR_OPTION_VALUE_SIZE];
    snprintf(text, sizeof text, "%s", option->value);
    char *order = strchr(text, ':'), *window = NULL;
    if (order) {
        *order++ = '\0';
        window = strchr(order, ':');
        if (window)
            *window++ = '\0';
    }
    const mr_predictor_type *type = mr_predictor_find(text);
    if (!type) {
        char names[256], hint[MR_HINT_SIZE];
        mr_nearest nearest = {text, NULL, 0};
        for (const mr_predictor_type *const *t = mr_predictor_types; *t; t++)
            mr_nearest_try(&nearest, (*t)->name);
        mr_message_set(message, "option %s: there is no predictor '%.100s'%s (there are: %s)",
                       option->key, text, mr_nearest_hint(&nearest, hint, sizeof hint),
                       list(predictor_at, names, sizeof names));
        return MR_ERR_CONFIG;
    }
    target->type = type;
    if (target->order != MR_DIRECTION_ORDER && target->order < type->least_order)
        target->order = type->least_order;
    if (target->order > type->most_order)
        target->order = type->most_order;
    if (order && !read_part(order, &target->order))
        return mr_option_complain(option, "a predictor with an order, like 'polynomial:2'",
                                  message);
    if (window && !read_part(window, &target->window))
        return mr_option_complain(
            option, "a predictor with order and window, like 'least_squares:2:8'", message);
    return MR_OK;
}

static void print_prediction(const void *member, char *value, size_t size) {
    const mr_prediction *prediction = member;
    if (prediction->order == MR_DIRECTION_ORDER)
        snprintf(value, size, "%s", prediction->type->name);
    else
        snprintf(value, size, "%s:%d:%d", prediction->type->name, prediction->order,
                 prediction->window);
}

/* --- both ways at once: the member is the whole configuration --- */

static mr_status read_predictions(const mr_option *option, void *member, mr_message *message) {
    mr_config *config = member;
    MR_TRY(read_prediction(option, &config->to_slave, message));
    return read_prediction(option, &config->to_master, message);
}

static mr_status read_orders(const mr_option *option, void *member, mr_message *message) {
    mr_config *config = member;
    MR_TRY(mr_option_integer(option, &config->to_slave.order, message));
    config->to_master.order = config->to_slave.order;
    return MR_OK;
}

static mr_status read_windows(const mr_option *option, void *member, mr_message *message) {
    mr_config *config = member;
    MR_TRY(mr_option_integer(option, &config->to_slave.window, message));
    config->to_master.window = config->to_slave.window;
    return MR_OK;
}

/* a part of a prediction, which is printed as a whole */
static mr_status read_order(const mr_option *option, void *member, mr_message *message) {
    return mr_option_integer(option, member, message);
}

/* number in the list of what the user has chosen; -1: none, and the message lists them */
static int choose(const mr_option *option, choice (*at)(int), mr_message *message) {
    char expected[256] = "";
    for (int i = 0; at(i).name; i++) {
        const choice c = at(i);
        if (strcmp(option->value, c.name) == 0 || (c.alias && strcmp(option->value, c.alias) == 0))
            return i;
        const size_t length = strlen(expected);
        snprintf(expected + length, sizeof expected - length, c.alias ? "%s'%s' (%s)" : "%s'%s'",
                 i == 0           ? ""
                 : at(i + 1).name ? ", "
                                  : " or ",
                 c.name, c.alias);
    }
    (void)mr_option_complain(option, expected, message);
    return -1;
}

mr_status mr_config_read_scheme(const mr_option *option, void *member, mr_message *message) {
    const int i = choose(option, scheme_at, message);
    if (i < 0)
        return MR_ERR_CONFIG;
    *(const mr_scheme **)member = mr_schemes[i];
    return MR_OK;
}

static mr_status read_coupling(const mr_option *option, void *member, mr_message *message) {
    const int i = choose(option, coupling_at, message);
    if (i < 0)
        return MR_ERR_CONFIG;
    *(const mr_coupling **)member = mr_couplings[i];
    return MR_OK;
}

static void print_scheme(const void *member, char *value, size_t size) {
    snprintf(value, size, "%s", (*(const mr_scheme *const *)member)->name);
}

static void print_coupling(const void *member, char *value, size_t size) {
    snprintf(value, size, "%s", (*(const mr_coupling *const *)member)->name);
}

/* "NAME+NAME" */
static mr_status read_names(const mr_option *option, void *member, mr_message *message) {
    const char *value = option->value;
    const size_t length = strlen(value);
    if (length == 0 || length >= MR_LIST_SIZE || value[0] == '+' || value[length - 1] == '+' ||
        strstr(value, "++"))
        return mr_option_complain(option, "names of variables with '+' between", message);
    memcpy(member, value, length + 1);
    return MR_OK;
}

static void print_names(const void *member, char *value, size_t size) {
    snprintf(value, size, "%s", (const char *)member);
}

/* the settings of the signal that the key names, made if there are none yet */
static mr_status find_override(const mr_option *option, mr_config *config, mr_override **found,
                               mr_message *message) {
    const char *signal = strchr(option->key, '.') + 1;
    const size_t length = strlen(signal);
    for (int i = 0; i < config->override_count; i++)
        if (strcmp(config->overrides[i].signal, signal) == 0) {
            *found = &config->overrides[i];
            return MR_OK;
        }
    if (length == 0 || length >= MR_NAME_SIZE) {
        mr_message_set(message, "option %s: the name of a signal has 1 to %d characters",
                       option->key, MR_NAME_SIZE - 1);
        return MR_ERR_CONFIG;
    }
    if (config->override_count == MR_MAX_OVERRIDES) {
        mr_message_set(message, "option %s: at most %d signals can have settings of their own",
                       option->key, MR_MAX_OVERRIDES);
        return MR_ERR_CONFIG;
    }
    *found = &config->overrides[config->override_count++];
    **found = (mr_override){0};
    memcpy((*found)->signal, signal, length + 1);
    return MR_OK;
}

static mr_status read_signal(const mr_option *option, void *member, mr_message *message) {
    mr_override *override;
    MR_TRY(find_override(option, member, &override, message));
    override->has_prediction = true;
    override->prediction = (mr_prediction){.order = MR_DIRECTION_ORDER};
    return read_prediction(option, &override->prediction, message);
}

static mr_status read_start(const mr_option *option, void *member, mr_message *message) {
    mr_override *override;
    MR_TRY(find_override(option, member, &override, message));
    override->has_start = true;
    return mr_option_number(option, &override->start, message);
}

#define OFF "off|no|false|0"
#define ON  "on|yes|true|1"
static const char *const matrices[] = {"told", "identified", NULL};
static const char *const smoothings[] = {OFF, ON "|impulse", NULL};
static const char *const indicators[] = {"auto", OFF, ON, NULL};
static const char *const parallels[] = {OFF, ON, "own", NULL};

/* The order is that in which options take effect: predictors first, so that "order=2
 * predictor=hermite" and the other way round mean the same. */
#define ROW(key, kind, member, help, ...)                                                          \
    { key, MR_OPTION_##kind, offsetof(mr_config, member), help, __VA_ARGS__ }
#define OWN(key, member, reader, help) ROW(key, OWN, member, help, .read = reader)
#define ALL(key, reader, help)                                                                     \
    { key, MR_OPTION_OWN, 0, help, .read = reader }
#define SWITCH(key, member, help) ROW(key, SWITCH, member, help, .words = NULL)
#define WORD(key, kind, member, list, expected, help)                                              \
    ROW(key, kind, member, help, expected, .words = list)
#define NUMBER(key, kind, member, low, high, expected, help)                                       \
    ROW(key, kind, member, help, expected, .least = low, .most = high)
static const mr_option_rule rules[] = {
    ALL("predictor", read_predictions, "NAME[:ORDER[:WINDOW]], both ways: "),
    ROW("predictor_to_slave", OWN, to_slave, "the same, for the master's signals",
        .read = read_prediction, .print = print_prediction),
    ROW("predictor_to_master", OWN, to_master, "the same, for the slave's signals",
        .read = read_prediction, .print = print_prediction),
    ALL("order", read_orders, "order of prediction, both ways (polynomial: 0 to 4)"),
    OWN("order_to_slave", to_slave.order, read_order, "order for the master's signals"),
    OWN("order_to_master", to_master.order, read_order, "order for the slave's signals"),
    ALL("window", read_windows, "samples that least squares looks at; 0: twice the coefficients"),
    ROW("scheme", OWN, scheme, "", .read = mr_config_read_scheme, .print = print_scheme),
    ROW("coupling", OWN, coupling, "", .read = read_coupling, .print = print_coupling),
    WORD("matrices", SWITCH, identify, matrices, "'told' or 'identified'",
         "told, identified: where the interface model has them from"),
    NUMBER("hidden_states", INTEGER, hidden_states, 0, 10, "a number between 0 and 10",
           "most states behind the interface that steps on trial may find, where the slave tells "
           "no directions; 0: no such steps"),
    NUMBER("shorten", INTEGER, shorten, 1, 64, "a number between 1 and 64",
           "steps of a slave that the interface model cannot explain are so many times shorter; 1: "
           "they stay"),
    NUMBER("directions", INTEGER, directions, 0, 12, "a number between 0 and 12",
           "most directions of the slave that the interface model uses; 0: its matrices only"),
    NUMBER("leak", NUMBER, leak, 0.0, 1.0, "a number between 0 and 1",
           "factor on the interface model's deviation per slave step, 0 to 1"),
    WORD("smoothing", SWITCH, smoothing, smoothings, "'on' or 'off'",
         "on (impulse), off: the slave gets the mean over its step (ff)"),
    SWITCH("break_loop", break_loop, "on, off: use the input of the previous major step"),
    SWITCH("wait_for_major", wait_for_major, "on, off: ff slave follows major evaluations only"),
    SWITCH("graded_start", graded_start, "on, off: small slave steps at first and after a jump"),
    NUMBER("slave_step", NUMBER, slave_step, 0.0, DBL_MAX,
           "a positive step in s, or 0 for the slave's own",
           "step imposed on the slave, s; 0: its own"),
    NUMBER("most_steps", NUMBER, most_steps, 1.0, DBL_MAX, "a number from 1 on",
           "a slave whose steps are so small that it would need more of them to reach the master "
           "ends the run"),
    NUMBER("start_input", NUMBER, start_input, -DBL_MAX, DBL_MAX, "a finite number",
           "inputs of the slave before the master has given any"),
    WORD("indicator", WORD, indicator, indicators, "'auto', 'on' or 'off'",
         "auto (where power bonds are declared), on, off: energy balance"),
    NUMBER("energy_correction", NUMBER, energy_correction, 0.0, 1.0, "a number between 0 and 1",
           "part of the energy made by the coupling that is taken back per slave step, 0 to 1"),
    SWITCH("iterate", iterate, "on, off: a restored run takes the pass before it for the future"),
    NUMBER("history", INTEGER, history, 0.0, 1048576.0, "a number of samples between 0 and 1048576",
           "samples kept at the least; 0: by need"),
    WORD("parallel", WORD, parallel, parallels, "'on', 'own' or 'off'",
         "on, off: slaves step at the same time, placed by what they cost; own: in a thread of "
         "its own"),
    NUMBER("core", INTEGER, core, -1.0, 1023.0, "a core between 0 and 1023, or -1 for any",
           "parallel: a thread of its own that stays on this core; -1: none such"),
    NUMBER("latency", NUMBER, latency, 0.0, DBL_MAX, "a time from 0 s on",
           "sf: a slave step is begun this long before it is needed, s"),
    ROW("inputs", OWN, inputs, "NAME+NAME: these inputs of the slave, in this order; others are 0",
        .read = read_names, .print = print_names),
    ROW("outputs", OWN, outputs, "NAME+NAME: these outputs of the slave only, in this order",
        .read = read_names, .print = print_names),
    ROW("joint", OWN, joint,
        "'method=x2 force=F position=X response=1/M': a joint holds the slave to the master's side",
        .read = read_names, .print = print_names),
    SWITCH("timing", timing, "on, off: diagnostics with seconds in the slave and in the coupling"),
    ALL("signal.NAME", read_signal, "predictor of one signal, as above"),
    ALL("start.NAME", read_start, "start value of one input"),
};
#define RULES ((int)(sizeof rules / sizeof *rules))

mr_status mr_config_check_ranges(const mr_config *config, mr_message *message) {
    for (int i = 0; i < RULES; i++) {
        const void *member = (const char *)config + rules[i].offset;
        double value = rules[i].least;
        if (rules[i].kind == MR_OPTION_NUMBER)
            value = *(const double *)member;
        if (rules[i].kind == MR_OPTION_INTEGER)
            value = *(const int *)member;
        if (mr_option_in_range(&rules[i], value))
            continue;
        mr_message_set(message, "%s is %g, but it must be %s", rules[i].key, value,
                       rules[i].expected);
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

mr_status mr_config_parse(mr_config *config, const char *text, mr_message *message) {
    mr_config changed = *config;
    MR_TRY(mr_plain_options_read(text, rules, RULES, &changed, message));
    MR_TRY(mr_config_check(&changed, message));
    *config = changed;
    return MR_OK;
}

/* --- writing --- */

typedef struct writer {
    char *text;
    int size, length; /* of the room, and needed so far */
} writer;

#if defined(__GNUC__)
__attribute__((format(__printf__, 2, 3)))
#endif
static void
add(writer *w, const char *format, ...) {
    const bool fits = w->length < w->size;
    va_list arguments;
    va_start(arguments, format);
    w->length += vsnprintf(fits ? w->text + w->length : NULL,
                           fits ? (size_t)(w->size - w->length) : 0, format, arguments);
    va_end(arguments);
}

/* quotes in the middle are letters; a text that needs quotes around it has one kind inside at most
 */
static void add_option(writer *w, const char *key, const char *name, const char *value) {
    const bool plain =
        value[strcspn(value, " \t\r\n,;")] == '\0' && value[0] != '\'' && value[0] != '"';
    const char *quote = plain ? "" : strchr(value, '\'') ? "\"" : "'";
    if (value[0])
        add(w, "%s%s%s=%s%s%s", w->length ? " " : "", key, name, quote, value, quote);
}

/* "" if it is part of another option */
static void print_value(const mr_option_rule *rule, const mr_config *config, char *value,
                        size_t size) {
    const void *member = (const char *)config + rule->offset;
    value[0] = '\0';
    if (rule->print)
        rule->print(member, value, size);
    else if (rule->kind == MR_OPTION_NUMBER)
        snprintf(value, size, "%.17g", *(const double *)member);
    else if (rule->kind == MR_OPTION_INTEGER)
        snprintf(value, size, "%d", *(const int *)member);
    else if (rule->words) {
        const char *word = rule->words[rule->kind == MR_OPTION_SWITCH ? *(const bool *)member
                                                                      : *(const int *)member];
        snprintf(value, size, "%.*s", (int)strcspn(word, "|"), word);
    } else if (rule->kind == MR_OPTION_SWITCH)
        snprintf(value, size, "%s", *(const bool *)member ? "on" : "off");
}

int mr_config_print(const mr_config *config, char *text, int size) {
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    writer w = {text, size, 0};
    char value[MR_LIST_SIZE];
    if (size > 0)
        text[0] = '\0';
    for (int i = 0; i < RULES; i++) {
        print_value(&rules[i], config, value, sizeof value);
        add_option(&w, rules[i].key, "", value);
    }
    for (int i = 0; i < config->override_count; i++) {
        const mr_override *override = &config->overrides[i];
        if (override->has_prediction) {
            print_prediction(&override->prediction, value, sizeof value);
            add_option(&w, "signal.", override->signal, value);
        }
        snprintf(value, sizeof value, "%.17g", override->start);
        if (override->has_start)
            add_option(&w, "start.", override->signal, value);
    }
    mr_plain_numbers_end(numbers);
    return w.length;
}

int mr_config_options(char *text, int size) {
    static const struct {
        const char *key;
        choice (*at)(int);
    } lists[] = {{"predictor", predictor_at}, {"scheme", scheme_at}, {"coupling", coupling_at}};
    writer w = {text, size, 0};
    char names[256];
    for (int i = 0; i < RULES; i++) {
        add(&w, "%-20s %s", rules[i].key, rules[i].help);
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
            if (strcmp(rules[i].key, lists[k].key) == 0)
                add(&w, "%s", list(lists[k].at, names, sizeof names));
        add(&w, "\n");
    }
    return w.length;
}
