/* overlapping: the first side is a copy of the second one, and follows it
 *
 * Two slaves share a part of the system: each has, beside its own, a copy of the other's mass and
 * of what is between them. So what couples them, however stiff, is solved within each slave, and
 * only the rest of the other side is left to be told: a force on the copy that gives it the
 * acceleration of its original,
 *     lambda = lambda_old + Au^-1 (a_original - a_copy)
 * extrapolated over the step. At each exchange the copy is put where its original is. Nothing is
 * repeated. Order of the error: 3 with a held force, 4 with a line. */
#include "shapes.h"

static void rows(const mr_joint_settings *settings, mr_joint_row *row) {
    (void)settings;
    row[0] = (mr_joint_row){.acceleration = 1.0};
}

MR_JOINT_METHOD(mr_joint_overlap, "overlap", "copy",
                "the first side is a copy of the second one: set to it at each exchange, and moved "
                "as it by a force in between",
                .samples = 0, .most_order = 1, .usual_order = 1, .offered_order = 1,
                .accelerations = true, .projects = true, .copies = true,
                .nodes = mr_joint_extrapolated, .rows = rows);
