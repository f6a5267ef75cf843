/* a case of `stability` from its arguments: a system by name, matrices of a file, a model, a system
 * of slaves, or a joint */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "complain.h"
#include "stability_arguments.h"

#include "multirate/nearest.h"
#include "multirate/predictor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the number of a word in a list; -1 and a sentence if it is none of them */
static int word_number(const char *option, const char *word, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    complain_of_word("stability", option, word, words, count);
    return -1;
}

/* names and what they mean, in turn */
static const char *hint_of_pairs(const char *name, const char *const *pairs, char *hint,
                                 size_t size) {
    mr_nearest nearest = {name, NULL, 0};
    for (; pairs[0]; pairs += 2)
        mr_nearest_try(&nearest, pairs[0]);
    return mr_nearest_hint(&nearest, hint, size);
}

static bool choose_method(const an_method **method, const char *name) {
    mr_nearest nearest = {name, NULL, 0};
    char hint[MR_HINT_SIZE];
    if (name)
        *method = an_method_find(name);
    for (const an_method *const *m = an_methods; name && *m; m++)
        mr_nearest_try(&nearest, (*m)->name);
    return *method ||
           complain("stability", "there is no method '%s'%s; `multirate stability --list` has them",
                    name, mr_nearest_hint(&nearest, hint, sizeof hint));
}

/* the options of the interface, read by the library: those that are given, the rest stays */
static bool choose_prediction(const stability_arguments *a, const char *scheme, mr_config *config) {
    char text[4096];
    mr_message message = {""};
    const mr_predictor_type *type = a->predictor ? mr_predictor_find(a->predictor) : NULL;
    if (a->predictor && !type)
        return complain_of_predictor("stability", a->predictor);
    const double orders[2] = {isnan(a->order_to_slave) ? a->order : a->order_to_slave,
                              isnan(a->order_to_master) ? a->order : a->order_to_master};
    static const char *const names[2] = {"order_to_slave", "order_to_master"};
    int used = snprintf(text, sizeof text, "%s", scheme);
    if (type)
        used += snprintf(text + used, sizeof text - (size_t)used, " predictor=%s", type->name);
    for (int i = 0; i < 2; i++) {
        const bool one = type && type->least_order == type->most_order; /* then it has that order */
        if (one || !isnan(orders[i]))
            used += snprintf(text + used, sizeof text - (size_t)used, " %s=%g", names[i],
                             one ? type->least_order : orders[i]);
    }
    snprintf(text + used, sizeof text - (size_t)used, " %.3000s", a->options);
    return mr_config_parse(config, text, &message) == MR_OK ||
           complain("stability", "%s", message.text);
}

#define MOST_SCHEMES 20 /* as words of --scheme */

static bool choose_scheme(const stability_arguments *a, stability_case *c) {
    const char *schemes[MOST_SCHEMES] = {"parallel", "implicit"};
    const char *wanted = a->scheme;
    int count = 2;
    for (const mr_scheme *const *s = mr_schemes; *s && count < MOST_SCHEMES; s++) {
        schemes[count++] = (*s)->alias ? (*s)->alias : (*s)->name;
        if (wanted && strcmp(wanted, (*s)->name) == 0)
            wanted = schemes[count - 1];
    }
    static const char *const forms[] = {"force-force", "force-displacement",
                                        "displacement-displacement"};
    const int form =
        a->coupling ? word_number("--coupling", a->coupling, forms, 3) : (int)AN_FORCE_DISPLACEMENT;
    const int scheme = wanted ? word_number("--scheme", wanted, schemes, count) : 0;
    if (form < 0 || scheme < 0)
        return false;
    c->form = (an_form)form;
    char option[80] = "";
    if (scheme > 1)
        snprintf(option, sizeof option, "scheme=%s", schemes[scheme]);
    if (a->scheme)
        c->coupling.scheme = scheme == 0 ? AN_PARALLEL : scheme == 1 ? AN_IMPLICIT : AN_STAGGERED;
    return choose_method(&c->coupling.master_method, a->master) &&
           choose_method(&c->coupling.slave_method, a->slave) &&
           choose_prediction(a, option, &c->coupling.config);
}

static bool set_one(stability_case *c, const char *name, double value) {
    mr_message message = {""};
    return stability_set(c, name, value, &message) == MR_OK ||
           complain("stability", "%s", message.text);
}

static bool read_setting(stability_case *c, const char *text) {
    char name[64];
    const char *equal = strchr(text, '=');
    char *end = NULL;
    const double value = equal ? strtod(equal + 1, &end) : 0.0;
    if (!equal || equal == text || (size_t)(equal - text) >= sizeof name || end == equal + 1 ||
        *end)
        return complain("stability", "--set takes NAME=VALUE, not '%s'", text);
    snprintf(name, sizeof name, "%.*s", (int)(equal - text), text);
    return set_one(c, name, value);
}

static bool set_given(const stability_arguments *a, stability_case *c) {
    const struct {
        const char *name;
        double value;
    } given[] = {
        {"step", a->step}, {"wH", a->wH}, {"slave_step", a->slave_step}, {"ratio", a->ratio}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (!isnan(given[i].value) && !set_one(c, given[i].name, given[i].value))
            return false;
    return true;
}

/* where the subsystems come from; 0 good, else the exit code */
static int find_systems(const stability_arguments *a, stability_case *c) {
    const size_t length = strlen(c->source);
    const bool matrices = length > 2 && strcmp(c->source + length - 2, ".m") == 0;
    c->is_model = stability_is_model(c->source);
    c->from_file = matrices || c->is_model;
    if (matrices && !stability_read_matrices(c->source, &c->matrices))
        return EXIT_FAILED;
    if (c->from_file && !matrices) {
        const int code = stability_read_model(c->source, &a->settings, a->allow_unknown, c);
        if (code != EXIT_GOOD)
            return code;
    }
    if (!c->from_file && !an_oscillators_named(&c->oscillators, c->source)) {
        char hint[MR_HINT_SIZE];
        complain("stability", "there is no system '%s'%s; `multirate stability --list` has them",
                 c->source, hint_of_pairs(c->source, an_system_names, hint, sizeof hint));
        return EXIT_USAGE;
    }
    c->follows_fr = !c->from_file && c->oscillators.ratios.fr > 0.0;
    if (c->follows_fr)
        c->coupling.step = 0.01;
    return 0;
}

static bool is_axis(const char *axis, const char *name) {
    const size_t length = strlen(name);
    return axis && strncmp(axis, name, length) == 0 && axis[length] == '=';
}

/* an option that this system or scheme has no use for would be answered as if it were not there */
static bool all_are_used(const stability_arguments *a, const stability_case *c) {
    const bool staggered = c->coupling.scheme == AN_STAGGERED;
    const bool slave_steps = !isnan(a->slave_step) || !isnan(a->ratio) || is_axis(a->x, "ratio") ||
                             is_axis(a->y, "ratio") || is_axis(a->x, "slave_step") ||
                             is_axis(a->y, "slave_step");
    if (!staggered && slave_steps)
        return complain("stability", "a step of the slave's own (--slave-step, --ratio) is for "
                                     "--scheme sf and ff; otherwise --substeps-slave divides the "
                                     "exchange step");
    if (staggered && (a->substeps_master > 1.0 || a->substeps_slave > 1.0))
        return complain("stability", "--substeps-master and --substeps-slave are for --scheme "
                                     "parallel and implicit; sf and ff have --ratio");
    if (c->from_file && a->coupling)
        return complain("stability",
                        "--coupling is for systems by name; '%s' says itself what is "
                        "exchanged",
                        c->source);
    if (stability_is_directed(c) && a->drift)
        return complain("stability",
                        "the interface model of '%s' learns from its slave on the way, so that "
                        "there is no map whose motions could be told (--drift); --options "
                        "'coupling=model directions=0 hidden_states=0' is by the matrices alone",
                        c->source);
    return true;
}

/* a system of slaves: only what it has */
static int make_system(const stability_arguments *a, stability_case *c) {
    char coupling[4200] = "";
    mr_message message = {""};
    mr_coupled_config config;
    if (a->coupling || a->scheme || a->predictor || a->master || a->slave || !isnan(a->wH) ||
        !isnan(a->slave_step) || !isnan(a->ratio) || !isnan(a->order_to_slave) ||
        !isnan(a->order_to_master) || a->loop || a->drift || a->substeps_master > 1.0 ||
        a->substeps_slave > 1.0) {
        complain("stability", "a system has --set MEMBER.NAME=VALUE, --options (as `multirate "
                              "couple --settings` lists them), --order, --step, --limit and --x");
        return EXIT_USAGE;
    }
    snprintf(coupling, sizeof coupling, "%.4000s", a->options);
    if (!isnan(a->order))
        snprintf(coupling + strlen(coupling), sizeof coupling - strlen(coupling), " order=%g",
                 a->order);
    mr_coupled_default_own_steps(&config);
    if (mr_coupled_parse(&config, coupling, &message) != MR_OK) {
        complain("stability", "--options: %s", message.text);
        return EXIT_USAGE;
    }
    c->from_file = true;
    const int code = stability_system_read(c->source, &a->settings, coupling, &c->many);
    if (code != EXIT_GOOD)
        return code;
    c->coupling.step = isnan(a->step) ? c->many->step : a->step;
    return argument_is_positive("stability", "--step", a->step) ? 0 : EXIT_USAGE;
}

static int remake(const void *arguments, const char *const *settings, int count,
                  stability_case *made);

static void note_settings(const stability_arguments *a, stability_case *c) {
    for (int i = 0; i < a->settings.count; i++) {
        const size_t used = strlen(c->set);
        snprintf(c->set + used, sizeof c->set - used, "%s%s", i > 0 ? ", " : "",
                 a->settings.items[i]);
    }
}

/* a joint instead of signals */
static int make_joint(const stability_arguments *a, stability_case *c) {
    mr_message message = {""};
    *c = (stability_case){.source = a->joint, .joined = true};
    an_coupling_default(&c->coupling);
    c->coupling.tolerance = a->tolerance;
    note_settings(a, c);
    an_joint_default(&c->joint);
    c->joint.method = mr_joint_find(a->joint, &message);
    if (!c->joint.method) {
        complain("stability", "%s", message.text);
        return EXIT_USAGE;
    }
    c->joint.order = isnan(a->order) ? c->joint.method->usual_order : (int)fmin(a->order, 99.0);
    if (c->joint.order < 0 || c->joint.order > c->joint.method->most_order) {
        complain("stability", "method '%s' has orders 0 to %d", c->joint.method->name,
                 c->joint.method->most_order);
        return EXIT_USAGE;
    }
    if (!isnan(a->step) && !set_one(c, "step", a->step))
        return EXIT_USAGE;
    for (int i = 0; i < a->settings.count; i++)
        if (!read_setting(c, a->settings.items[i]))
            return EXIT_USAGE;
    return 0;
}

int stability_make(const stability_arguments *a, stability_case *c) {
    if (a->joint)
        return make_joint(a, c);
    *c = (stability_case){.source = a->rest.count ? a->rest.items[0] : "oscillators", .ratio = 1.0};
    an_coupling_default(&c->coupling);
    c->coupling.step = 0.1;
    c->coupling.config.to_slave.order = c->coupling.config.to_master.order = 1;
    c->coupling.tolerance = a->tolerance;
    c->remake = remake;
    c->arguments = a;
    note_settings(a, c);
    if (stability_is_system(c->source))
        return make_system(a, c);
    const int code = find_systems(a, c);
    if (code != 0)
        return code;
    c->coupling.master_substeps = (int)fmin(a->substeps_master, 1e6);
    c->coupling.slave_substeps = (int)fmin(a->substeps_slave, 1e6);
    const bool own = !stability_is_model(c->source); /* else they are variables of the model */
    for (int i = 0; own && i < a->settings.count; i++)
        if (!read_setting(c, a->settings.items[i]))
            return EXIT_USAGE;
    return choose_scheme(a, c) && all_are_used(a, c) && set_given(a, c) ? 0 : EXIT_USAGE;
}

/* a text of the command line for each, which outlives the case */
static int remake(const void *arguments, const char *const *settings, int count,
                  stability_case *made) {
    stability_arguments a = *(const stability_arguments *)arguments;
    const text_list given = a.settings;
    const char *items[64];
    if (given.count + count > (int)(sizeof items / sizeof *items)) {
        complain("stability", "too many variables are set for a chart of a model");
        return EXIT_USAGE;
    }
    for (int i = 0; i < given.count + count; i++)
        items[i] = i < given.count ? given.items[i] : settings[i - given.count];
    a.settings = (text_list){.items = items, .count = given.count + count};
    return stability_make(&a, made);
}
