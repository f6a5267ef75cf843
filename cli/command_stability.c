/* multirate stability: is a coupling stable, up to which step, and where */
#define _POSIX_C_SOURCE 200809L
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "json.h"
#include "stability.h"

#include "analysis/feedthrough.h"

#include "multirate/nearest.h"
#include "multirate/predictor.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct stability_arguments {
    text_list settings, rest;
    const char *joint, *coupling, *scheme, *predictor, *options, *master, *slave, *x, *y, *out;
    double order, order_to_slave, order_to_master, step, wH, slave_step, ratio, substeps_master,
        substeps_slave, tolerance, doubtful_code;
    bool limit, list, json, allow_unknown, root, loop, drift, local_orders;
} stability_arguments;

static const argument option_table[] = {
    {"SYSTEM", ARGUMENT_WORD, 0, NULL,
     "oscillators (default), free, two_mass, quarter_car, linear: two masses, each on its own "
     "spring and damper, and a spring and a damper between them; `multirate stability --list` "
     "tells their parameters"},
    {"FILE.m", ARGUMENT_WORD, 0, NULL,
     "assigns A1 B1 C1 D1 (master) and A2 B2 C2 D2 (slave): x' = A x + B u, y = C x + D u; the "
     "inputs of one are the outputs of the other. For coupling=model also Au, Ap, Av and "
     "coordinates"},
    {"MODEL", ARGUMENT_WORD, 0, NULL,
     "a model file (.mdl, .slx) with a multirate block: the diagram around the block and the "
     "slave, linearised at the start; the block's own settings hold where no others are given "
     "here"},
    {"FILE.yaml", ARGUMENT_WORD, 0, NULL,
     "a system of slaves (.yaml, .ssp, .ssd), as `multirate couple` runs it: the members that are "
     "in loops, each tried by pulses at the start; --options takes the settings of couple, --set "
     "MEMBER.NAME=VALUE, --x step or MEMBER.NAME"},
    {"The coupling", ARGUMENT_HEADING, 0, NULL, NULL},
    {"--set", ARGUMENT_LIST, offsetof(stability_arguments, settings), "NAME=VALUE",
     "a parameter of the system, or a variable of the model; may be repeated"},
    {"--allow-unknown", ARGUMENT_FLAG, offsetof(stability_arguments, allow_unknown), NULL,
     "a variable that the model does not use may be set all the same"},
    {"--coupling", ARGUMENT_TEXT, offsetof(stability_arguments, coupling), "FORM",
     "force-force, force-displacement (default), displacement-displacement"},
    {"--joint", ARGUMENT_TEXT, offsetof(stability_arguments, joint), "METHOD",
     "two masses, each on its own spring and damper, held together by a joint (x2, explicit, "
     "spring_d …) instead of a coupling by signals; --order, --step, --set, --x, --y and --limit "
     "go with it"},
    {"--scheme", ARGUMENT_TEXT, offsetof(stability_arguments, scheme), "NAME",
     "parallel (default): both sides extrapolate (Jacobi); implicit: with the inputs at the end "
     "solved for; sf, ff: slowest, fastest first, as the multirate block does"},
    {"--order", ARGUMENT_WHOLE, offsetof(stability_arguments, order), "P",
     "order of prediction both ways; default 1"},
    {"--order-to-slave", ARGUMENT_WHOLE, offsetof(stability_arguments, order_to_slave), "P",
     "order for the master's signals, instead of --order"},
    {"--order-to-master", ARGUMENT_WHOLE, offsetof(stability_arguments, order_to_master), "P",
     "order for the slave's signals, instead of --order"},
    {"--predictor", ARGUMENT_TEXT, offsetof(stability_arguments, predictor), "NAME",
     "polynomial (default) or any other of the block"},
    {"--options", ARGUMENT_TEXT, offsetof(stability_arguments, options), "TEXT",
     "further options of the interface: 'coupling=model', 'smoothing=on' …"},
    {"--master", ARGUMENT_TEXT, offsetof(stability_arguments, master), "METHOD",
     "exact (default), ode1 … ode5; parallel: also trapezoidal, implicit_euler"},
    {"--slave", ARGUMENT_TEXT, offsetof(stability_arguments, slave), "METHOD",
     "exact (default), trapezoidal, trapezoidal_kept, implicit_euler, ode1 … ode5"},
    {"--step", ARGUMENT_NUMBER, offsetof(stability_arguments, step), "H",
     "exchange step, or step of the master, s; default 0.1"},
    {"--wH", ARGUMENT_NUMBER, offsetof(stability_arguments, wH), "X",
     "the same as an angle: step times the frequency of side 1"},
    {"--slave-step", ARGUMENT_NUMBER, offsetof(stability_arguments, slave_step), "H",
     "sf, ff: step of the slave, s"},
    {"--ratio", ARGUMENT_NUMBER, offsetof(stability_arguments, ratio), "R",
     "the same in steps of the master; default 1, two_mass: FR"},
    {"--substeps-master", ARGUMENT_WHOLE, offsetof(stability_arguments, substeps_master), "N",
     "parallel: steps of the master per exchange"},
    {"--substeps-slave", ARGUMENT_WHOLE, offsetof(stability_arguments, substeps_slave), "N",
     "parallel: steps of the slave per exchange"},
    {"--tolerance", ARGUMENT_NUMBER, offsetof(stability_arguments, tolerance), "X",
     "a radius up to 1 + X per step counts as stable; default 1e-6"},
    {"What to tell", ARGUMENT_HEADING, 0, NULL, NULL},
    {"--limit", ARGUMENT_FLAG, offsetof(stability_arguments, limit), NULL,
     "the largest stable step (the slave's keeps its ratio)"},
    {"--root", ARGUMENT_FLAG, offsetof(stability_arguments, root), NULL,
     "of a joint: the largest root besides those of the motion as the step goes to zero"},
    {"--loop", ARGUMENT_FLAG, offsetof(stability_arguments, loop), NULL,
     "outputs that depend on inputs at once, iterated instead of solved: gains around the loop, "
     "what orders 0 to 4 make of them, raw and corrected (FILE.m, MODEL)"},
    {"--drift", ARGUMENT_FLAG, offsetof(stability_arguments, drift), NULL,
     "damping and frequency of each motion, of the whole and as the coupling makes them in the "
     "long run; with --out a Poincaré section over 20000 steps"},
    {"--local-orders", ARGUMENT_FLAG, offsetof(stability_arguments, local_orders), NULL,
     "powers of the step in the error of one step, for the extrapolations with two samples, on a "
     "nonlinear pair of its own"},
    {"--x", ARGUMENT_NAME, offsetof(stability_arguments, x), "NAME=LIST",
     "a chart: wH, step, ratio, a parameter of the system or a variable of the model over "
     "0.1,0.2,1 or 0.01:10:60 (log scale)"},
    {"--y", ARGUMENT_NAME, offsetof(stability_arguments, y), "NAME=LIST", "its second axis"},
    {"--out", ARGUMENT_NAME, offsetof(stability_arguments, out), "DIR",
     "where chart.csv, chart.svg and chart.png (or sections.*) go"},
    {"--list", ARGUMENT_FLAG, offsetof(stability_arguments, list), NULL,
     "systems, parameters, predictors, methods"},
    OPTION_DOUBTFUL_CODE(stability_arguments, doubtful_code),
    {"--json", ARGUMENT_FLAG, offsetof(stability_arguments, json), NULL, "for programs"},
    OPTIONS_END};

static bool check(const stability_arguments *a) {
    const char *wrong = NULL;
    if (a->rest.count > 1)
        wrong = "give one system or one file";
    else if ((a->x || a->y) && !a->out)
        wrong = "--out DIR says where the chart goes";
    else if (a->y && !a->x)
        wrong = "--y needs --x";
    else if (a->out && !a->x && !a->drift)
        wrong = "--out is for charts: --x NAME=LIST says over what";
    else if (!isnan(a->slave_step) && !isnan(a->ratio))
        wrong = "--slave-step and --ratio both tell the slave's step; give one of them";
    else if (!isnan(a->step) && !isnan(a->wH))
        wrong = "--step and --wH both tell the step; give one of them";
    else if (a->y && a->limit)
        wrong = "limits have one axis: --limit goes with --x, not with --y";
    else if (a->tolerance < 0.0)
        wrong = "--tolerance must not be negative";
    else if (a->drift && (a->joint || a->x || a->limit || a->root || a->loop))
        wrong = "--drift goes with a coupling by signals and its step only";
    else if (a->local_orders && (a->rest.count || a->joint || a->x || a->limit || a->loop ||
                                 a->drift || a->settings.count))
        wrong = "--local-orders has a system of its own";
    else if (a->loop && (a->joint || a->x || a->limit || a->root))
        wrong = "--loop goes with a system and --step only";
    else if (a->root && !a->joint)
        wrong = "--root is for joints: --joint METHOD";
    else if (a->joint &&
             (a->rest.count || a->coupling || a->scheme || a->predictor || a->master || a->slave ||
              *a->options || !isnan(a->wH) || !isnan(a->slave_step) || !isnan(a->ratio) ||
              !isnan(a->order_to_slave) || !isnan(a->order_to_master)))
        wrong = "a joint has --order, --step and --set; systems, schemes, predictors and methods "
                "are for couplings by signals";
    else if (a->substeps_master < 1.0 || a->substeps_slave < 1.0)
        wrong = "there is at least one step per exchange";
    if (wrong)
        complain("stability", "%s", wrong);
    return !wrong;
}

static void print_pairs(const char *title, const char *const *pairs) {
    printf("%s\n", title);
    for (; pairs[0]; pairs += 2)
        printf("  %-22s %s\n", pairs[0], pairs[1]);
}

static void print_list(void) {
    print_pairs("Systems", an_system_names);
    print_pairs("\nParameters", an_parameter_names);
    print_pairs("\nParameters of joints", an_joint_parameters);
    printf("\nJoints\n");
    for (const mr_joint_method *const *m = mr_joint_methods; *m; m++)
        printf("  %-22s %s\n", (*m)->name, (*m)->summary);
    printf("\nMethods\n");
    for (const an_method *const *m = an_methods; *m; m++)
        printf("  %-22s %s\n", (*m)->name, (*m)->summary);
    printf("\nPredictors\n");
    for (const mr_predictor_type *const *p = mr_predictor_types; *p; p++)
        printf("  %-22s %s\n", (*p)->name, (*p)->summary);
}

static void json_pair(json *j, const char *name, const char *summary) {
    json_object(j, NULL);
    json_text(j, "name", name);
    json_text(j, "summary", summary);
    json_end(j);
}

static void json_pairs(json *j, const char *title, const char *const *pairs) {
    json_list(j, title);
    for (; pairs[0]; pairs += 2)
        json_pair(j, pairs[0], pairs[1]);
    json_end(j);
}

static void print_list_json(void) {
    json j = json_answer(stdout);
    json_pairs(&j, "systems", an_system_names);
    json_pairs(&j, "parameters", an_parameter_names);
    json_pairs(&j, "joint_parameters", an_joint_parameters);
    json_list(&j, "joints");
    for (const mr_joint_method *const *m = mr_joint_methods; *m; m++)
        json_pair(&j, (*m)->name, (*m)->summary);
    json_end(&j);
    json_list(&j, "methods");
    for (const an_method *const *m = an_methods; *m; m++)
        json_pair(&j, (*m)->name, (*m)->summary);
    json_end(&j);
    json_list(&j, "predictors");
    for (const mr_predictor_type *const *p = mr_predictor_types; *p; p++)
        json_pair(&j, (*p)->name, (*p)->summary);
    json_end(&j);
    json_end(&j);
}

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

static bool choose_scheme(const stability_arguments *a, stability_case *c) {
    static const char *const schemes[] = {"parallel", "implicit", "sf", "ff"};
    static const char *const options[] = {"", "", "scheme=sf", "scheme=ff"};
    static const char *const forms[] = {"force-force", "force-displacement",
                                        "displacement-displacement"};
    const int form =
        a->coupling ? word_number("--coupling", a->coupling, forms, 3) : (int)AN_FORCE_DISPLACEMENT;
    const int scheme = a->scheme ? word_number("--scheme", a->scheme, schemes, 4) : 0;
    if (form < 0 || scheme < 0)
        return false;
    c->form = (an_form)form;
    if (a->scheme)
        c->coupling.scheme = scheme == 0 ? AN_PARALLEL : scheme == 1 ? AN_IMPLICIT : AN_STAGGERED;
    return choose_method(&c->coupling.master_method, a->master) &&
           choose_method(&c->coupling.slave_method, a->slave) &&
           choose_prediction(a, options[scheme], &c->coupling.config);
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
    if (c->directed && c->coupling.config.coupling == &mr_coupling_model &&
        (c->coupling.config.directions > 0 || c->coupling.config.hidden_states > 0))
        return complain("stability",
                        "the interface model (coupling=model) knows more of the slave of '%s' than "
                        "its interface matrices, which is not analysed as a map; with --options "
                        "'coupling=model directions=0 hidden_states=0' the same by the matrices "
                        "alone is",
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

/* 0 good, else the exit code */
static int make_case(const stability_arguments *a, stability_case *c) {
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
    return make_case(&a, made);
}

static int report_point(const stability_case *c, bool as_json, double doubtful_code) {
    an_stability found;
    mr_message message = {""};
    if (stability_point(c, &found, &message) != MR_OK) {
        complain("stability", "%s", message.text);
        return EXIT_FAILED;
    }
    double whole = 0.0;
    const bool known = c->many && an_many_whole(&c->many->many, &whole);
    if (as_json) {
        json j = json_answer(stdout);
        json_number(&j, "radius", found.radius);
        json_number(&j, "growth", found.growth);
        if (known)
            json_number(&j, "whole_growth", whole);
        json_flag(&j, "stable", found.stable);
        json_number(&j, "period", found.period);
        json_whole(&j, "dimension", found.dimension);
        if (c->is_model) {
            json_flag(&j, "seen", !c->unseen);
            json_number(&j, "blur", c->coupling.blur);
        }
        json_end(&j);
    } else {
        printf("%s: spectral radius %.10f over %g s; the worst component %s by the factor e^(%.4g "
               "t)\n",
               found.stable ? "stable" : "UNSTABLE", found.radius, found.period,
               found.growth > 0.0 ? "grows" : "dies away", found.growth);
        if (fabs(found.growth) < c->coupling.blur)
            printf("(the slave moves on while it is looked at: growth below e^(%.2g t) cannot be "
                   "told from none)\n",
                   c->coupling.blur);
        if (c->unseen)
            printf("(the slave's steps show no linear system: taken by its interface matrices, "
                   "without what moves behind them)\n");
        if (known && whole * found.period > c->coupling.tolerance)
            printf("the system itself grows by e^(%.4g t), whatever the coupling does\n", whole);
    }
    if (!found.stable && doubtful_code > 0.0)
        complain_silently("the coupling is unstable");
    return found.stable ? EXIT_GOOD : (int)doubtful_code;
}

/* loops through outputs, by order */
static int report_loop(const stability_case *c, bool as_json) {
    an_pair pair = {0};
    an_coupling coupling;
    mr_message message = {""};
    double *DL = NULL, radius[2][AN_LOOP_ORDERS], real[AN_LOOP_ORDERS], imaginary[AN_LOOP_ORDERS],
           root[AN_LOOP_ORDERS];
    int n;
    stability_coupling(c, &coupling);
    mr_status status = stability_pair(c, &pair, &message);
    if (status == MR_OK)
        status = an_pair_loop(&pair, &DL, &n, &message);
    for (int k = 0; k < AN_LOOP_ORDERS && status == MR_OK; k++) {
        if (!an_loop_worst(DL, n, k, &real[k], &imaginary[k], &root[k]))
            status = MR_ERR_MEMORY;
        for (int i = 0; i < 2 && status == MR_OK; i++)
            status = an_loop_radius(&pair, k, coupling.step, i == 1, &radius[i][k], &message);
    }
    free(DL);
    if (!c->from_file)
        an_pair_free(&pair);
    if (status != MR_OK) {
        complain("stability", "%s", message.text);
        return EXIT_FAILED;
    }
    json j = {0};
    if (as_json) {
        j = json_answer(stdout);
        json_list(&j, "orders");
    } else
        printf("order  worst gain         growth at H → 0   stable gains       imaginary below   "
               "radius at %g s: raw, corrected\n",
               coupling.step);
    for (int k = 0; k < AN_LOOP_ORDERS; k++) {
        const an_loop_region region = an_loop_stable(k);
        if (as_json) {
            json_object(&j, NULL);
            json_whole(&j, "order", k);
            json_number(&j, "gain_real", real[k]);
            json_number(&j, "gain_imaginary", imaginary[k]);
            json_number(&j, "growth", root[k]);
            json_flag(&j, "stable", root[k] <= 1.0);
            json_number(&j, "low", region.low);
            json_number(&j, "high", region.high);
            json_number(&j, "imaginary", region.imaginary);
            json_number(&j, "radius_raw", radius[0][k]);
            json_number(&j, "radius_corrected", radius[1][k]);
            json_end(&j);
            continue;
        }
        printf("%5d  %8.5g %+8.5gi  %8.6f %-8s %8.5f … %-8.5f %-15.5f %.6f, %.6f\n", k, real[k],
               imaginary[k], root[k], root[k] <= 1.0 ? "" : "UNSTABLE", region.low, region.high,
               region.imaginary, radius[0][k], radius[1][k]);
    }
    if (as_json) {
        json_end(&j);
        json_end(&j);
    }
    return EXIT_GOOD;
}

static int report_root(const stability_case *c, bool as_json) {
    double root;
    mr_message message = {""};
    if (an_joint_root(&c->joint, &root, &message) != MR_OK) {
        complain("stability", "%s", message.text);
        return EXIT_FAILED;
    }
    const bool stable = fabs(root) <= 1.0 + 1e-6;
    if (as_json) {
        json j = json_answer(stdout);
        json_number(&j, "root", root);
        json_flag(&j, "stable", stable);
        json_end(&j);
    } else
        printf("%s: root %.10f at a vanishing step%s\n", stable ? "stable" : "UNSTABLE", root,
               fabs(fabs(root) - 1.0) <= 1e-6 ? "; a wrong first reaction is never forgotten" : "");
    return EXIT_GOOD;
}

static int report_limit(const stability_case *c, bool as_json, double doubtful_code) {
    double limit;
    mr_message message = {""};
    if (stability_limit(c, &limit, &message) != MR_OK) {
        complain("stability", "%s", message.text);
        return EXIT_FAILED;
    }
    const double w = c->from_file || c->joined ? NAN : an_oscillators_frequency(&c->oscillators);
    if (as_json) {
        json j = json_answer(stdout);
        json_number(&j, "limit", limit);
        if (!isnan(w))
            json_number(&j, "wH", limit * w);
        json_end(&j);
    } else if (limit == 0.0)
        printf("UNSTABLE at every step, however small (looked at from %g s on)\n",
               1e-3 * (c->joined ? c->joint.step : c->coupling.step));
    else if (isnan(w))
        printf("stable up to a step of %.6g s\n", limit);
    else
        printf("stable up to a step of %.6g s (wH = %.6g)\n", limit, limit * w);
    if (!(limit > 0.0) && doubtful_code > 0.0)
        complain_silently("the coupling is unstable");
    return limit > 0.0 ? EXIT_GOOD : (int)doubtful_code;
}

static int report_chart(const stability_case *c, const stability_arguments *a) {
    stability_axis x = {0}, y = {0};
    long unstable = 0;
    int code = EXIT_USAGE;
    if (stability_axis_read(&x, "--x", a->x) && (!a->y || stability_axis_read(&y, "--y", a->y)) &&
        (strcmp(x.name, y.name) != 0 || complain("stability", "--x and --y vary the same"))) {
        const long points = (long)x.count * (a->y ? y.count : 1);
        code = stability_chart(c, &x, a->y ? &y : NULL, a->limit, a->out, &unstable);
        if (code == EXIT_GOOD && a->json) {
            json j = json_answer(stdout);
            json_whole(&j, "points", points);
            json_whole(&j, "unstable", unstable);
            json_path(&j, "table", a->out, "chart.csv");
            json_end(&j);
        } else if (code == EXIT_GOOD) {
            printf("%ld points, %ld unstable; %s/chart.csv, %s/chart.svg, %s/chart.png\n", points,
                   unstable, a->out, a->out, a->out);
        }
    }
    free(x.values);
    free(y.values);
    return code;
}

static const stability_arguments defaults = {.options = "",
                                             .order = NAN,
                                             .order_to_slave = NAN,
                                             .order_to_master = NAN,
                                             .step = NAN,
                                             .wH = NAN,
                                             .slave_step = NAN,
                                             .ratio = NAN,
                                             .substeps_master = 1,
                                             .substeps_slave = 1,
                                             .tolerance = 1e-6};

static int run(void *arguments) {
    const stability_arguments *a = arguments;
    stability_case c = {0};
    int code = EXIT_USAGE;
    if (check(a)) {
        code = a->list || a->local_orders ? EXIT_GOOD : make_case(a, &c);
        if (a->list)
            (a->json ? print_list_json : print_list)();
        else if (a->local_orders)
            code = stability_local_orders(a->json);
        else if (code == 0)
            code = a->x       ? report_chart(&c, a)
                   : a->root  ? report_root(&c, a->json)
                   : a->loop  ? report_loop(&c, a->json)
                   : a->drift ? stability_drift(&c, a->out, a->json)
                   : a->limit ? report_limit(&c, a->json, a->doubtful_code)
                              : report_point(&c, a->json, a->doubtful_code);
    }
    if (code != EXIT_GOOD && a->out)
        (void)rmdir(a->out); /* if it has remained empty */
    stability_case_free(&c);
    return code;
}

COMMAND(command_stability, stability_arguments, "stability",
        "is a coupling stable, and up to which step: charts",
        "[SYSTEM | FILE.m | MODEL.mdl | FILE.yaml] [options]",
        "One exchange step of a coupled simulation of two linear subsystems is a linear map "
        "of their states and of the samples still in use. The coupling is stable if its "
        "spectral radius is at most 1.",
        .defaults = &defaults, .closing = "Exit code: 0 done, 1 failed, 2 wrong use.");
