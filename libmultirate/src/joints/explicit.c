/* the explicit joint: nothing is repeated
 *
 * At T, from outputs that were made with lambda_old,
 *     lambda = lambda_old + (Au1 + Au2)^-1 (g'' + 2/mu g' + g/mu^2)
 * where Au are the accelerations per force that the sides tell; then extrapolated over the step.
 * For H → 0 stable if mu/H > 1 (held), 1.957 (line), 3.597 (parabola, not offered): own
 * derivation. */
#include "shapes.h"

static void rows(const mr_joint_settings *s, mr_joint_row *row) {
    row[0] = (mr_joint_row){.gap = 1.0 / (s->mu * s->mu), .rate = 2.0 / s->mu, .acceleration = 1.0};
}

MR_JOINT_METHOD(mr_joint_explicit, "explicit", "e",
                "reaction from accelerations at the begin of each step, extrapolated; for members "
                "that cannot step back",
                .samples = 0, .most_order = 2, .usual_order = 1, .offered_order = 1,
                .accelerations = true, .usual_mu = 2.5, .nodes = mr_joint_extrapolated,
                .rows = rows);
