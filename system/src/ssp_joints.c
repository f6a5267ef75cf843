/* joints in an SSP: it knows connections only, so that they are an annotation of the description
 *
 *     <Multirate><Joint name="middle" method="x2">
 *       <First member="a"><Force name="fx"/><Position name="x"/> …</First><Second …>
 *       <Stiffness value="1e5"/> …
 *     </Joint></Multirate>
 */
#define _POSIX_C_SOURCE 200809L
#include "ssp.h"

#include "multirate/joint.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* lists of a side, and of the joint */
typedef struct kind {
    const char *element, *attribute;
    size_t offset;
} kind;

static const kind of_side[] = {{"Force", "name", offsetof(sy_joint_side, force)},
                               {"Position", "name", offsetof(sy_joint_side, position)},
                               {"Velocity", "name", offsetof(sy_joint_side, velocity)},
                               {"Acceleration", "name", offsetof(sy_joint_side, acceleration)}};
static const kind of_joint[] = {{"Stiffness", "value", offsetof(sy_joint, stiffness)},
                                {"Damping", "value", offsetof(sy_joint, damping)},
                                {"Offset", "value", offsetof(sy_joint, offset)}};
static const char *const sides[] = {"First", "Second"};

/* numbers of a joint that are positive, or 0 if they are not there */
static const kind numbers[] = {
    {NULL, "mu", offsetof(sy_joint, mu)},
    {NULL, "mu_steps", offsetof(sy_joint, mu_steps)},
    {NULL, "rate_weight", offsetof(sy_joint, rate_weight)},
    {NULL, "acceleration_weight", offsetof(sy_joint, acceleration_weight)}};
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* --- written --- */

static void write_lists(FILE *out, const void *owner, const kind *kinds, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const sy_names *names = (const void *)((const char *)owner + kinds[k].offset);
        for (int i = 0; i < names->count; i++) {
            fprintf(out, "<%s", kinds[k].element);
            sy_xml_write_attribute(out, kinds[k].attribute, names->items[i]);
            fprintf(out, "/>");
        }
    }
}

void sy_ssp_write_joints(FILE *out, const sy_system *s) {
    for (int i = 0; i < s->joint_count; i++) {
        const sy_joint *j = &s->joints[i];
        fprintf(out, "\n    <Joint");
        sy_xml_write_attribute(out, "name", j->name);
        if (j->method)
            sy_xml_write_attribute(out, "method", j->method);
        if (j->order != MR_NONE)
            fprintf(out, " order=\"%d\"", j->order);
        for (size_t k = 0; k < COUNT(numbers); k++) {
            const double value =
                *(const double *)(const void *)((const char *)j + numbers[k].offset);
            if (value > 0.0)
                fprintf(out, " %s=\"%.17g\"", numbers[k].attribute, value);
        }
        if (j->project)
            fprintf(out, " project=\"yes\"");
        fprintf(out, ">");
        for (int side = 0; side < 2; side++) {
            fprintf(out, "\n      <%s", sides[side]);
            sy_xml_write_attribute(out, "member", j->side[side].member);
            fprintf(out, ">");
            write_lists(out, &j->side[side], of_side, COUNT(of_side));
            fprintf(out, "</%s>", sides[side]);
        }
        write_lists(out, j, of_joint, COUNT(of_joint));
        fprintf(out, "</Joint>");
    }
}

/* --- read --- */

static mr_status read_lists(sy_ssp *ssp, const sy_xml *e, void *owner, const kind *kinds,
                            size_t count) {
    for (size_t k = 0; k < count; k++) {
        sy_names *names = (void *)((char *)owner + kinds[k].offset);
        for (const sy_xml *one = NULL; (one = sy_xml_child(e, kinds[k].element, one));) {
            const char *value = sy_xml_attribute(one, kinds[k].attribute);
            if (!value || !*value)
                return sy_ssp_refuse(ssp, one, "%s has no %s", one->name, kinds[k].attribute);
            if (!sy_add_text(&names->items, &names->count, value))
                return mr_no_memory(ssp->message);
        }
    }
    return MR_OK;
}

static mr_status read_side(sy_ssp *ssp, const sy_xml *joint, int which, sy_joint_side *side) {
    const sy_xml *e = sy_xml_child(joint, sides[which], NULL);
    const char *member = e ? sy_xml_attribute(e, "member") : NULL;
    if (!member)
        return sy_ssp_refuse(ssp, joint, "a joint has no member in '%s'", sides[which]);
    free(side->member);
    side->member = strdup(member);
    if (!side->member)
        return mr_no_memory(ssp->message);
    MR_TRY(read_lists(ssp, e, side, of_side, COUNT(of_side)));
    return side->position.count > 0
               ? MR_OK
               : sy_ssp_refuse(ssp, e, "a side of a joint needs forces and positions");
}

static mr_status read_joint(sy_ssp *ssp, const sy_xml *e) {
    const char *name = sy_xml_attribute(e, "name"), *method = sy_xml_attribute(e, "method");
    const char *order = sy_xml_attribute(e, "order"), *project = sy_xml_attribute(e, "project");
    mr_message why = {""};
    double number = 0.0;
    if (!name || !*name)
        return sy_ssp_refuse(ssp, e, "a joint has no name");
    sy_joint *j = sy_add_joint(ssp->system, name);
    if (!j)
        return mr_no_memory(ssp->message);
    j->line = e->line;
    if (method && !mr_joint_find(method, &why))
        return sy_ssp_refuse(ssp, e, "%.200s", why.text);
    if (method && !(j->method = strdup(method)))
        return mr_no_memory(ssp->message);
    if (order &&
        (!sy_number(order, &number) || number < 0.0 || number > 9.0 || number != (int)number))
        return sy_ssp_refuse(ssp, e, "'%.40s' is no order", order);
    if (order)
        j->order = (int)number;
    if (project && strcmp(project, "yes") != 0 && strcmp(project, "no") != 0)
        return sy_ssp_refuse(ssp, e, "project is 'yes' or 'no'");
    j->project = project && strcmp(project, "yes") == 0;
    for (size_t k = 0; k < COUNT(numbers); k++) {
        const char *text = sy_xml_attribute(e, numbers[k].attribute);
        double *into = (void *)((char *)j + numbers[k].offset);
        if (text && (!sy_number(text, into) || !(*into > 0.0)))
            return sy_ssp_refuse(ssp, e, "%s: '%.40s' is no positive number", numbers[k].attribute,
                                 text);
    }
    for (int side = 0; side < 2; side++)
        MR_TRY(read_side(ssp, e, side, &j->side[side]));
    if (sy_joint_lacks_force(j))
        return sy_ssp_refuse(ssp, e, "joint '%.60s': %s", name, sy_joint_lacks_force(j));
    return read_lists(ssp, e, j, of_joint, COUNT(of_joint));
}

mr_status sy_ssp_read_joints(sy_ssp *ssp, const sy_xml *annotation) {
    for (const sy_xml *e = NULL; (e = sy_xml_child(annotation, "Joint", e));)
        MR_TRY(read_joint(ssp, e));
    return MR_OK;
}

bool sy_ssp_has_joints(const sy_xml *root) {
    for (const sy_xml *all = sy_xml_child(root, "Annotations", NULL), *a = NULL;
         all && (a = sy_xml_child(all, "Annotation", a));) {
        const sy_xml *own = sy_xml_child(a, "Multirate", NULL);
        if (own && sy_xml_child(own, "Joint", NULL))
            return true;
    }
    return false;
}
