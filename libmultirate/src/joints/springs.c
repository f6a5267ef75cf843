/* springs between two members, implicit: lambda = c g + d g' at the end of the step
 *
 * The original method has one sample. The D-extension asks for the derivative of the law too, the
 * I-extension for its integral over the step. P. Li 2017, 3.2, 3.4 and 3.6. */
#include "shapes.h"

static void spring_rows(const mr_joint_settings *s, mr_joint_row *rows) {
    rows[0] = (mr_joint_row){.force = 1.0, .gap = -s->stiffness, .rate = -s->damping};
}

MR_JOINT_METHOD(mr_joint_spring, "spring", "o",
                "bushing: lambda = stiffness g + damping g' at each exchange", .samples = 1,
                .most_order = 2, .usual_order = 1, .offered_order = 2, .spring = true,
                .nodes = mr_joint_one_sample, .rows = spring_rows);

static void d_rows(const mr_joint_settings *s, mr_joint_row *rows) {
    spring_rows(s, rows);
    rows[1] = (mr_joint_row){.slope = 1.0, .rate = -s->stiffness, .acceleration = -s->damping};
}

MR_JOINT_METHOD(mr_joint_spring_d, "spring_d", "d",
                "stiff bushing: the law and its derivative; stable with order 1 and 2",
                .samples = 2, .most_order = 2, .usual_order = 1, .offered_order = 2,
                .accelerations = true, .spring = true, .nodes = mr_joint_two_samples,
                .rows = d_rows);

static void i_rows(const mr_joint_settings *s, mr_joint_row *rows) {
    spring_rows(s, rows);
    rows[1] = (mr_joint_row){
        .impulse = 1.0, .integral = -s->stiffness, .gap = -s->damping, .begin = s->damping};
}

MR_JOINT_METHOD(mr_joint_spring_i, "spring_i", "i",
                "bushing: the law and its integral over the step; accurate, not for stiff ones",
                .samples = 2, .most_order = 2, .usual_order = 1, .offered_order = 2, .spring = true,
                .nodes = mr_joint_two_samples, .rows = i_rows);
