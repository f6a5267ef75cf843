/* extended multipliers: as many samples in a step as conditions
 *
 * X2 fulfils gap and velocity gap at once, X1 acceleration gap too, without a parameter. What X2
 * determines of lambda is its impulse and its moment: the line that has both tells lambda at the
 * end of the step. X1's last sample is lambda there. P. Li 2017, 4.4 and 4.5. */
#include "shapes.h"

static void x2_rows(const mr_joint_settings *settings, mr_joint_row *rows) {
    (void)settings;
    rows[0] = (mr_joint_row){.gap = 1.0};
    rows[1] = (mr_joint_row){.rate = 1.0};
}

MR_JOINT_METHOD(mr_joint_x2, "x2", "extended",
                "gap and velocity gap are zero at each exchange, by two samples of the reaction; "
                "order 4, no parameter; members must save and restore",
                .samples = 2, .most_order = 2, .usual_order = 1, .offered_order = 2,
                .nodes = mr_joint_two_samples, .rows = x2_rows, .swings = true);

static int x1_nodes(int order, int piece, int node[MR_JOINT_NODES]) {
    return mr_joint_pieces_of(3, order, piece, node);
}

static void x1_rows(const mr_joint_settings *settings, mr_joint_row *rows) {
    x2_rows(settings, rows);
    rows[2] = (mr_joint_row){.acceleration = 1.0};
}

MR_JOINT_METHOD(mr_joint_x1, "x1", "extended_1",
                "gap, velocity gap and acceleration gap are zero, by three samples; order 3 or 4",
                .samples = 3, .most_order = 1, .usual_order = 1, .offered_order = 1,
                .accelerations = true, .nodes = x1_nodes, .rows = x1_rows);
