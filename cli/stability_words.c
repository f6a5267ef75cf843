/* what a chart is about: its title and its axes in words, with units */
#include "stability_words.h"

#include "common/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void stability_axis_label(const stability_case *c, const char *name, char *label, size_t size) {
    static const cm_pair words[] = {
        {"wH", "exchange step times frequency, w H / 1"},
        {"step", "exchange step H / s"},
        {"ratio", "step of the slave, in steps of the master / 1"},
        {"slave_step", "step of the slave / s"},
        {"m1", "mass m1 / kg"},
        {"m2", "mass m2 / kg"},
        {"c1", "spring c1 to the ground / (N/m)"},
        {"c2", "spring c2 to the ground / (N/m)"},
        {"c12", "coupling spring c12 / (N/m)"},
        {"d1", "damper d1 to the ground / (N s/m)"},
        {"d2", "damper d2 to the ground / (N s/m)"},
        {"d12", "coupling damper d12 / (N s/m)"},
        {"mass_ratio", "mass ratio m2/m1 / 1"},
        {"stiffness_ratio", "ratio of the springs to the ground, c2/c1 / 1"},
        {"coupling_ratio", "coupling spring to ground spring, c12/c1 / 1"},
        {"damping_ratio", "coupling damper to ground damper, d12/d1 / 1"},
        {"lr", "real part of the eigenvalue / (1/s)"},
        {"li", "imaginary part of the eigenvalue / (1/s)"},
        {"fr", "frequency ratio FR / 1"},
        {"zeta", "damping ratio zeta / 1"},
        {"ar1", "amplitude ratio AR1 / 1"},
        {"ar12", "amplitude ratio AR12 / 1"},
        {"ar2", "amplitude ratio AR2 / 1"},
        {"mu_steps", "time constant mu, in steps / 1"},
        {"cc", "spring of the joint / (N/m)"},
        {"dc", "damper of the joint / (N s/m)"},
        {"Lr", "real part Lr of the eigenvalue times step / 1"},
        {"Li", "imaginary part Li of the eigenvalue times step / 1"},
        {"alpha", "ratio alpha of side 2 to side 1 / 1"},
        {"rate_weight", "weight of the velocity gap / 1"},
        {"acceleration_weight", "weight of the acceleration gap / 1"}};
    const char *known = stability_is_variable(c, name) ? NULL : cm_other(CM_TABLE(words), name);
    const bool master =
        strcmp(name, "step") == 0 && !c->joined && c->coupling.scheme == AN_STAGGERED;
    if (known)
        snprintf(label, size, "%s", master ? "step of the master / s" : known);
    else
        snprintf(label, size, "%s [unit not given]", name); /* a variable of the model */
}

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format,
                                                      ...) {
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* the name of a file without its folder: titles tell nothing of a machine */
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_predictions(const mr_config *f, char *text, size_t size) {
    if (f->coupling == &mr_coupling_model) {
        add(text, size, ", interface model");
        return;
    }
    add(text, size, ", %s O%d", f->to_slave.type->name, f->to_slave.order);
    if (f->to_slave.type != f->to_master.type || f->to_slave.order != f->to_master.order)
        add(text, size, " to the slave, %s O%d to the master", f->to_master.type->name,
            f->to_master.order);
    if (f->smoothing)
        add(text, size, ", smoothing");
}

/* along an axis of that name; what a variable of a model does is not known */
static bool sets_ratio(const stability_case *c, const char *name) {
    return strcmp(name, "ratio") == 0 ||
           (c->from_file && *name && strcmp(name, "step") != 0 && strcmp(name, "wH") != 0);
}

/* what is the same everywhere in the chart; what varies is at the axes */
void stability_title(const stability_case *c, const stability_axis *x, const stability_axis *y,
                     char *text, size_t size) {
    static const char *const forms[] = {"force-force", "force-displacement",
                                        "displacement-displacement"};
    const an_coupling *k = &c->coupling;
    const char *axes[2] = {x ? x->name : "", y ? y->name : ""};
    *text = '\0';
    if (c->joined) {
        add(text, size, "Two masses held by a joint, method %s, order %d", c->joint.method->name,
            c->joint.order);
    } else {
        char scheme[MR_NAME_SIZE];
        snprintf(scheme, sizeof scheme, "%s",
                 k->scheme == AN_PARALLEL   ? "parallel"
                 : k->scheme == AN_IMPLICIT ? "implicit"
                                            : k->config.scheme->name);
        for (char *p = scheme; *p; p++)
            *p = *p == '_' ? ' ' : *p;
        add(text, size, "%s: %s%s%s", base_name(c->source), c->from_file ? "" : forms[c->form],
            c->from_file ? "" : ", ", scheme);
        add_predictions(&k->config, text, size);
        add(text, size, ", master %s, slave %s", k->master_method->name, k->slave_method->name);
        if (k->scheme == AN_STAGGERED && !sets_ratio(c, axes[0]) && !sets_ratio(c, axes[1]))
            add(text, size, c->follows_fr ? ", slave step = FR master steps" : ", ratio %g",
                c->ratio);
        if (k->master_substeps > 1 || k->slave_substeps > 1)
            add(text, size, ", %d and %d steps an exchange", k->master_substeps, k->slave_substeps);
    }
    if (*c->set)
        add(text, size, "; %s", c->set);
}
