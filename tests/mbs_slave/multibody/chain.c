/* the N-four-bar mechanism and its exact motion */
#include "chain.h"

#include <math.h>
#include <stdio.h>

static mr_status add_rod(mbs_builder *b, const char *name, const char *from, const char *to) {
    mbs_body_data rod = {.name = name, .kind = MBS_ROD, .mass = 1.0, .points = {from, to}};
    return mbs_add_body(b, &rod);
}

static mr_status add_pin(mbs_builder *b, const char *name, const char *first, const char *second,
                         const char *point) {
    mbs_joint_data pin = {
        .name = name, .kind = MBS_REVOLUTE, .bodies = {first, second}, .point = point};
    return mbs_add_joint(b, &pin);
}

static mr_status add_post(mbs_builder *b, int i) {
    char foot[16], head[16], post[16], pin[16];
    snprintf(foot, sizeof foot, "A%d", i);
    snprintf(head, sizeof head, "B%d", i);
    snprintf(post, sizeof post, "post%d", i);
    snprintf(pin, sizeof pin, "foot%d", i);
    mr_status status = mbs_add_point(b, foot, (double[3]){i, 0.0, 0.0});
    if (status == MR_OK)
        status = mbs_add_point(b, head, (double[3]){i, 1.0, 0.0});
    if (status == MR_OK)
        status = add_rod(b, post, foot, head);
    return status == MR_OK ? add_pin(b, pin, "ground", post, foot) : status;
}

static mr_status add_beam(mbs_builder *b, int i) {
    char from[16], to[16], beam[16], post[16], next[16], pin[16];
    snprintf(from, sizeof from, "B%d", i);
    snprintf(to, sizeof to, "B%d", i + 1);
    snprintf(beam, sizeof beam, "beam%d", i);
    snprintf(post, sizeof post, "post%d", i);
    snprintf(next, sizeof next, "post%d", i + 1);
    mr_status status = add_rod(b, beam, from, to);
    snprintf(pin, sizeof pin, "left%d", i);
    if (status == MR_OK)
        status = add_pin(b, pin, post, beam, from);
    snprintf(pin, sizeof pin, "right%d", i);
    return status == MR_OK ? add_pin(b, pin, next, beam, to) : status;
}

mr_status chain_build(int loops, const mbs_integration *integration, mbs_model **model,
                      mr_message *message) {
    *model = NULL;
    mbs_builder *b = mbs_builder_new(message);
    if (!b)
        return MR_ERR_MEMORY;
    mr_status status = mbs_set_title(b, "N-four-bar");
    if (status == MR_OK)
        status = mbs_set_gravity(b, (double[3]){0.0, -9.81, 0.0});
    if (status == MR_OK)
        status = mbs_set_planar(b, 1);
    if (status == MR_OK)
        status = mbs_set_integration(b, integration);
    for (int i = 0; i <= loops && status == MR_OK; i++)
        status = add_post(b, i);
    for (int i = 0; i < loops && status == MR_OK; i++)
        status = add_beam(b, i);
    if (status == MR_OK)
        status = mbs_add_start(b, MBS_VELOCITY, "post0.B0.x", 1.0);
    if (status == MR_OK)
        status = mbs_build(b, model);
    mbs_builder_free(b);
    return status;
}

void chain_reference(int loops, double duration, double *theta, double *omega) {
    double n = loops, k = 9.81 * ((n + 1.0) / 2.0 + n) / ((n + 1.0) / 3.0 + n);
    long steps = lround(ceil(duration / 1e-4));
    double h = steps > 0 ? duration / (double)steps : 0.0;
    for (long i = 0; i < steps; i++) {
        double a1 = k * sin(*theta), w1 = *omega;
        double w2 = *omega + 0.5 * h * a1, a2 = k * sin(*theta + 0.5 * h * w1);
        double w3 = *omega + 0.5 * h * a2, a3 = k * sin(*theta + 0.5 * h * w2);
        double w4 = *omega + h * a3, a4 = k * sin(*theta + h * w3);
        *theta += h / 6.0 * (w1 + 2.0 * w2 + 2.0 * w3 + w4);
        *omega += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
}
