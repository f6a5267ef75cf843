/* one sample at the end of the step, one condition: Baumgarte's stabilisation of index 1
 * (accelerations) and 2 (velocities), and the multiplier that is the weighted mean of three. P. Li
 * 2017, 4.1 to 4.3. */
#include "shapes.h"

static void index1_rows(const mr_joint_settings *s, mr_joint_row *rows) {
    rows[0] = (mr_joint_row){.gap = 1.0, .rate = 2.0 * s->mu, .acceleration = s->mu * s->mu};
}

MR_JOINT_METHOD(mr_joint_baumgarte, "baumgarte", "index1",
                "g + 2 mu g' + mu^2 g'' = 0 at each exchange (stabilised index 1)", .samples = 1,
                .most_order = 2, .usual_order = 1, .offered_order = 2, .accelerations = true,
                .usual_mu = 1.0, .nodes = mr_joint_one_sample, .rows = index1_rows);

static void index2_rows(const mr_joint_settings *s, mr_joint_row *rows) {
    rows[0] = (mr_joint_row){.gap = 1.0, .rate = 2.0 * s->mu};
}

/* unstable from the first order on */
MR_JOINT_METHOD(mr_joint_index2, "index2", "baumgarte2",
                "g + 2 mu g' = 0 at each exchange (stabilised index 2), held reactions only",
                .samples = 1, .most_order = 2, .usual_order = 0, .offered_order = 0,
                .usual_mu = 1.0, .nodes = mr_joint_one_sample, .rows = index2_rows);

static void weighted_rows(const mr_joint_settings *s, mr_joint_row *rows) {
    const double sum = 1.0 + s->rate_weight + s->acceleration_weight;
    rows[0] = (mr_joint_row){.gap = 1.0 / sum};
    rows[1] = (mr_joint_row){.rate = s->rate_weight / sum};
    rows[2] = (mr_joint_row){.acceleration = s->acceleration_weight / sum};
}

MR_JOINT_METHOD(mr_joint_weighted, "weighted", "w",
                "the reaction is the weighted mean of those that close gap, velocity gap and "
                "acceleration gap",
                .samples = 1, .most_order = 2, .usual_order = 1, .offered_order = 2,
                .accelerations = true, .weighted = true, .nodes = mr_joint_one_sample,
                .rows = weighted_rows);

static void projection_rows(const mr_joint_settings *settings, mr_joint_row *rows) {
    (void)settings;
    rows[0] = (mr_joint_row){.acceleration = 1.0};
}

/* positions and velocities of both sides become their mean, weighted by masses */
MR_JOINT_METHOD(mr_joint_projection, "projection", "j",
                "acceleration gap is zero; then both sides are set to their mean", .samples = 1,
                .most_order = 2, .usual_order = 1, .offered_order = 2, .accelerations = true,
                .projects = true, .nodes = mr_joint_one_sample, .rows = projection_rows);
