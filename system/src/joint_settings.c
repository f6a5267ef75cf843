/* settings for joints of a system from outside, "method=explicit order=1": over those of its file
 *
 * Rigid joints, springs and copies are different things: a method goes to the joints that are of
 * its kind, the others stay. Without a method the rest goes to all joints. */
#include "read.h"

#include "multirate/joint.h"
#include "multirate/options.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct settings {
    char *method;
    int order;
    bool project, projects_told;
    double mu, mu_steps;
} settings;

static mr_status read_project(const mr_option *option, void *member, mr_message *message) {
    settings *s = member;
    s->projects_told = true;
    return mr_option_switch(option, &s->project, message);
}

static const mr_option_rule rules[] = {
    {"method", MR_OPTION_TEXT, offsetof(settings, method), "", NULL, 0, 0, NULL, NULL, NULL},
    {"order", MR_OPTION_INTEGER, offsetof(settings, order), "", "an order from 0 to 9", 0, 9, NULL,
     NULL, NULL},
    {"project", MR_OPTION_OWN, 0, "", NULL, 0, 0, NULL, read_project, NULL},
    {"mu", MR_OPTION_NUMBER, offsetof(settings, mu), "", "a positive number", 1e-300, 1e300, NULL,
     NULL, NULL},
    {"mu_steps", MR_OPTION_NUMBER, offsetof(settings, mu_steps), "", "a positive number", 1e-300,
     1e300, NULL, NULL, NULL}};

typedef enum kind { RIGID, SPRING, COPY } kind;

static kind kind_of(const mr_joint_method *method) {
    return method->copies ? COPY : method->spring ? SPRING : RIGID;
}

static mr_status change(sy_joint *j, const settings *given, mr_message *message) {
    if (given->method) { /* time constants and weights are the method's */
        mr_option copy = {"method", ""};
        snprintf(copy.value, sizeof copy.value, "%s", given->method);
        MR_TRY(mr_option_text(&copy, &j->method, message));
        j->order = MR_NONE;
        j->mu = j->mu_steps = j->rate_weight = j->acceleration_weight = 0.0;
    }
    if (given->order != MR_NONE)
        j->order = given->order;
    if (given->projects_told)
        j->project = given->project;
    if (given->mu > 0.0 || given->mu_steps > 0.0) {
        j->mu = given->mu;
        j->mu_steps = given->mu_steps;
    }
    return MR_OK;
}

static mr_status change_all(sy_system *s, const settings *given, mr_message *message) {
    static const char *const kinds[] = {"is a rigid joint's", "is a spring's", "is a copy's"};
    const mr_joint_method *method = NULL;
    int changed = 0;
    if (given->method && !(method = mr_joint_find(given->method, message)))
        return MR_ERR_CONFIG;
    for (int i = 0; i < s->joint_count; i++) {
        const mr_joint_method *own = sy_joint_method(&s->joints[i]);
        if (!own || (method && kind_of(own) != kind_of(method)))
            continue;
        MR_TRY(change(&s->joints[i], given, message));
        changed++;
    }
    if (changed > 0)
        return MR_OK;
    if (s->joint_count == 0 || !method)
        mr_message_set(message, "this system has no joints%s",
                       s->joint_count > 0 ? " whose method is known" : "");
    else
        mr_message_set(message, "method '%s' %s, and this system has none", method->name,
                       kinds[kind_of(method)]);
    return MR_ERR_CONFIG;
}

mr_status sy_set_joints(sy_system *system, const char *text, mr_message *message) {
    settings given = {.order = MR_NONE};
    mr_status status =
        mr_options_read(text, rules, (int)(sizeof rules / sizeof *rules), &given, message);
    if (status == MR_OK)
        status = change_all(system, &given, message);
    free(given.method);
    return status;
}
