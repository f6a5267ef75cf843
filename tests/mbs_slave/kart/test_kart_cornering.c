/* the kart in a bend against the independent four-wheel model: steering linkage, yaw rate, wheel
 * loads, roll, and the understeer gradient */
#include "kart_run.h"
#include "mr_test.h"
#include "oracle_cornering.h"

#include <math.h>
#include <stdio.h>

typedef struct bend {
    double yaw_rate, speed, roll, lateral, load[4];
} bend;

static const double PI = 3.14159265358979323846;

/* turns the steering wheel gently */
static void into_the_bend(const double *numbers, double t, double u[3]) {
    kart_steady(numbers, t, u);
    if (t < 1.0)
        u[2] *= 0.5 * (1.0 - cos(PI * t));
}

/* drives a steady bend with the torque that the oracle found, and with strong hands */
static bend drive(const char *settings, double wheel, const cornering *c) {
    static const char *const loads[4] = {"fz_fl", "fz_fr", "fz_rl", "fz_rr"};
    char text[200];
    kart_run r;
    bend b;
    const double numbers[3] = {c->torque, 0.0, wheel};
    (void)snprintf(text, sizeof text, "v0=%.17g ks=1e6 cs=400 %s", c->speed, settings);
    kart_open(&r, text, into_the_bend, numbers, 3);
    kart_to(&r, 5.0, 1e-2);
    double yaw = kart_output(&r, "yaw");
    kart_to(&r, 5.5, 1e-2);
    double turned = kart_output(&r, "yaw") - yaw;
    b.yaw_rate = (turned < -3.0 ? turned + 2.0 * PI : turned) / 0.5;
    b.speed = kart_output(&r, "speed");
    b.roll = kart_output(&r, "roll");
    b.lateral = kart_output(&r, "ay");
    for (int i = 0; i < 4; i++)
        b.load[i] = kart_output(&r, loads[i]);
    kart_close(&r);
    return b;
}

static cornering expect(double front, double rear, int solid, double speed, double wheel) {
    cornering c = {.front = front, .rear = rear, .solid_axle = solid, .speed = speed};
    cornering_steer(wheel, front, c.steer);
    CU_ASSERT_FATAL(cornering_solve(&c));
    return c;
}

static void test_linkage_turns_the_inner_wheel_more(void) {
    double steer[2];
    cornering_steer(1e-4, KART_FRONT, steer);
    MR_ASSERT_RELATIVE(steer[0], 1e-4, 1e-3);
    MR_ASSERT_RELATIVE(steer[1], 1e-4, 1e-3);
    kart_run r;
    const double numbers[3] = {0.0, 1.0, 0.2};
    kart_open(&r, "", kart_steady, numbers, 3);
    kart_to(&r, 2.0, 1e-2);
    double wheel;
    CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "wheel", &wheel, NULL, NULL), MR_OK);
    cornering_steer(wheel, KART_FRONT, steer);
    static const char *const ends[2][2] = {{"uprightFL.TL", "uprightFL.BFLl"},
                                           {"uprightFR.TR", "uprightFR.BFRl"}};
    for (int i = 0; i < 2; i++) {
        double arm[3], pin[3], yaw = kart_output(&r, "yaw");
        CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, ends[i][0], arm, NULL, NULL), MR_OK);
        CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, ends[i][1], pin, NULL, NULL), MR_OK);
        double set = atan2(0.08 * (KART_TRACK_F - 0.1) / KART_BASE, 0.08);
        double seen = atan2(pin[1] - arm[1], pin[0] - arm[0]) - yaw + (i ? set : -set);
        MR_ASSERT_RELATIVE(seen, steer[i], 0.01);
    }
    CU_ASSERT(steer[0] > 1.02 * steer[1]);
    kart_close(&r);
}

static void check_bend(const char *settings, int solid, double wheel, double speed) {
    const double tolerance = 0.01;
    cornering c = expect(KART_FRONT, KART_REAR, solid, speed, wheel);
    bend b = drive(settings, wheel, &c);
    MR_ASSERT_RELATIVE(b.speed, speed, tolerance);
    MR_ASSERT_RELATIVE(b.yaw_rate, c.yaw_rate, tolerance);
    MR_ASSERT_RELATIVE(b.lateral, c.lateral, tolerance);
    MR_ASSERT_RELATIVE(b.roll, c.roll, tolerance);
    for (int i = 0; i < 4; i++)
        MR_ASSERT_RELATIVE(b.load[i], c.load[i], tolerance);
}

static void test_steady_bends(void) {
    check_bend("", 1, 0.02, 8.0);
    check_bend("", 1, 0.035, 10.0);
    check_bend("lock=0", 0, 0.02, 10.0);
}

/* steer needed beyond the geometric one, per lateral acceleration, at constant speed; most of it is
 * the solid axle, which does not want to turn */
static void check_gradient(double speed) {
    const double front = KART_FRONT, rear = KART_REAR;
    const double wheels[2] = {0.01, 0.02};
    double beyond[2], lateral[2], expected_beyond[2], expected_lateral[2];
    for (int i = 0; i < 2; i++) {
        cornering c = expect(front, rear, 1, speed, wheels[i]);
        bend b = drive("", wheels[i], &c);
        double steer = 0.5 * (c.steer[0] + c.steer[1]);
        expected_beyond[i] = steer - (front + rear) * c.yaw_rate / speed;
        expected_lateral[i] = speed * c.yaw_rate;
        beyond[i] = steer - (front + rear) * b.yaw_rate / b.speed;
        lateral[i] = b.speed * b.yaw_rate;
    }
    double gradient = (beyond[1] - beyond[0]) / (lateral[1] - lateral[0]);
    double expected =
        (expected_beyond[1] - expected_beyond[0]) / (expected_lateral[1] - expected_lateral[0]);
    printf("(%.3g rad/(m/s2)) ", gradient);
    MR_ASSERT_RELATIVE(gradient, expected, 0.01);
}

static void test_understeer_gradient(void) {
    check_gradient(8.0);
    check_gradient(14.0);
}

static const mr_test tests[] = {
    MR_TEST(test_linkage_turns_the_inner_wheel_more),
    MR_TEST(test_steady_bends),
    MR_TEST(test_understeer_gradient),
};

int main(int argc, char **argv) {
    return mr_test_main("kart: cornering", tests, sizeof tests / sizeof *tests, argc, argv);
}
