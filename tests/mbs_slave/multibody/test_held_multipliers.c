/* a double pendulum whose links are two simulations, joined by multipliers that are held over
 * halves of the exchange step and chosen so that the joint is closed, in position and velocity, at
 * its end (Li, extended multiplier approach of order 0). The forces jump between steps, so the
 * error of the links' own step shows only if their accelerations are renewed: then it is of second
 * order */
#include "mr_test.h"
#include "runs.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWNS = 4 }; /* two components of two constants */

#define LINK(points, joint)                                                                        \
    "planar: yes\ngravity: [0, -9.81, 0]\ninputs: [{name: fx}, {name: fy}]\n"                      \
    "points: {" points "}\nbodies: [{name: rod, mass: 1, rod: [A, B]}]\n" joint "elements:\n"      \
    "  - {name: X, type: force, at: rod.J, direction: [1, 0, 0], value: fx}\n"                     \
    "  - {name: Y, type: force, at: rod.J, direction: [0, 1, 0], value: fy}\n"                     \
    "outputs: [{name: px, position: rod.J.x}, {name: py, position: rod.J.y}, {name: vx, "          \
    "velocity: "                                                                                   \
    "rod.J.x}, {name: vy, velocity: rod.J.y}, {name: bx, position: rod.B.x}, {name: by, "          \
    "position: "                                                                                   \
    "rod.B.y}]\n"
static const char UPPER[] =
    LINK("A: [0, 0], B: [0.5, 0], J: [0.5, 0]",
         "joints: [{name: o, type: revolute, bodies: [ground, rod], at: A}]\n");
static const char LOWER[] = LINK("A: [0.5, 0], B: [1, 0], J: [0.5, 0]", "");

typedef struct pair {
    run link[2];
    void *saved[2];
} pair;

/* both links over one exchange step of H with constants a in its first half and b in its second;
 * how far the joint is open then */
static void exchange(pair *p, const double x[UNKNOWNS], double H, double h, double gap[UNKNOWNS]) {
    double y[2][6];
    for (int i = 0; i < 2; i++) {
        run *r = &p->link[i];
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_restore(r->simulation, p->saved[i]), MR_OK);
        r->inputs.constant = true;
        double from = mbs_simulation_time(r->simulation);
        for (int half = 0; half < 2; half++) {
            for (int k = 0; k < 2; k++)
                r->u[k] = (i == 0 ? 1.0 : -1.0) * x[2 * half + k];
            run_to(r, from + 0.5 * H * (half + 1), h);
        }
        mbs_simulation_outputs(r->simulation, y[i]);
    }
    for (int k = 0; k < UNKNOWNS; k++)
        gap[k] = y[1][k] - y[0][k];
}

static void close_joint(pair *p, double x[UNKNOWNS], double H, double h) {
    for (int i = 0; i < 2; i++)
        mbs_simulation_save(p->link[i].simulation, p->saved[i]);
    for (int round = 0; round < 2; round++) {
        double J[UNKNOWNS * UNKNOWNS], gap[UNKNOWNS], moved[UNKNOWNS];
        int pivots[UNKNOWNS];
        exchange(p, x, H, h, gap);
        for (int c = 0; c < UNKNOWNS; c++) {
            double kept = x[c], d = 1e-3 * (1.0 + fabs(kept));
            x[c] = kept + d;
            exchange(p, x, H, h, moved);
            x[c] = kept;
            for (int k = 0; k < UNKNOWNS; k++)
                J[k * UNKNOWNS + c] = (moved[k] - gap[k]) / d;
        }
        CU_ASSERT_EQUAL_FATAL(
            LAPACKE_dgesv(LAPACK_ROW_MAJOR, UNKNOWNS, 1, J, UNKNOWNS, pivots, gap, 1), 0);
        for (int k = 0; k < UNKNOWNS; k++)
            x[k] -= gap[k];
    }
    double gap[UNKNOWNS];
    exchange(p, x, H, h, gap);
    CU_ASSERT(hypot(gap[0], gap[1]) < 1e-8);
}

/* angle of the lower link after 0.5 s */
static double coupled_angle(double h) {
    const double H = 2e-3;
    const char *const texts[2] = {UPPER, LOWER};
    pair p;
    double x[UNKNOWNS] = {0}, y[6];
    for (int i = 0; i < 2; i++) {
        run_open_text(&p.link[i], texts[i]);
        p.saved[i] = malloc(mbs_simulation_state_size(p.link[i].simulation));
        CU_ASSERT_PTR_NOT_NULL_FATAL(p.saved[i]);
    }
    for (int n = 0; n < 250; n++)
        close_joint(&p, x, H, h);
    mbs_simulation_outputs(p.link[1].simulation, y);
    for (int i = 0; i < 2; i++) {
        free(p.saved[i]);
        run_close(&p.link[i]);
    }
    return atan2(y[5] - y[1], y[4] - y[0]);
}

/* two thin rods of 1 kg and 0.5 m; x = angles from the horizontal, rates */
static void rates(const double x[4], double dx[4]) {
    const double L = 0.5, g = 9.81;
    double c = 0.5 * L * L * cos(x[0] - x[1]), s = 0.5 * L * L * sin(x[0] - x[1]);
    double A = L * L * 4.0 / 3.0, B = L * L / 3.0;
    double f = -s * x[3] * x[3] - 1.5 * g * L * cos(x[0]),
           e = s * x[2] * x[2] - 0.5 * g * L * cos(x[1]);
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (f * B - c * e) / (A * B - c * c);
    dx[3] = (A * e - c * f) / (A * B - c * c);
}

static double exact_angle(void) {
    double x[4] = {0}, h = 1e-4;
    for (int n = 0; n < 5000; n++) {
        double k[4][4], at[4];
        const double where[4] = {0.0, 0.5, 0.5, 1.0};
        for (int s = 0; s < 4; s++) {
            for (int i = 0; i < 4; i++)
                at[i] = x[i] + (s > 0 ? where[s] * h * k[s - 1][i] : 0.0);
            rates(at, k[s]);
        }
        for (int i = 0; i < 4; i++)
            x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
    return x[1];
}

static void test_links_under_held_multipliers_are_of_second_order(void) {
    double exact = exact_angle(), error[3];
    for (int k = 0; k < 3; k++)
        error[k] = fabs(coupled_angle(1e-3 / (1 << k)) - exact);
    if (getenv("SHOW_ERRORS"))
        printf("\nerrors of the angle with 1, 0.5, 0.25 ms: %.2e %.2e %.2e", error[0], error[1],
               error[2]);
    CU_ASSERT(error[0] < 5e-5);
    CU_ASSERT(error[0] / error[1] > 3.3);
    CU_ASSERT(error[1] / error[2] > 3.3);
}

static const mr_test tests[] = {MR_TEST(test_links_under_held_multipliers_are_of_second_order)};

int main(int argc, char **argv) {
    return mr_test_main("multibody links", tests, sizeof tests / sizeof *tests, argc, argv);
}
