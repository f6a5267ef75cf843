/* the kart as a vehicle on a straight road: loads, load transfer and pitch, top speed, braking
 * distance, energy, standstill; each against a hand calculation from the data sheet */
#include "kart_run.h"
#include "mr_test.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const char *const WHEELS[4] = {"fz_fl", "fz_fr", "fz_rl", "fz_rr"};

/* loads of the two axles when a force `push` pulls back at the height of the centre of mass, which
 * lies `back` behind its place */
static void axle_loads(double push, double back, double *front, double *rear) {
    double weight = KART_MASS * KART_G;
    *front = (weight * (KART_REAR - back) - push * KART_HEIGHT) / KART_BASE;
    *rear = weight - *front;
}

static void check_statics(const char *settings) {
    kart_run r;
    double front, rear, rest[3] = {0};
    kart_open(&r, settings, kart_steady, rest, 3);
    axle_loads(0.0, 0.0, &front, &rear);
    for (int i = 0; i < 4; i++)
        MR_ASSERT_RELATIVE(kart_output(&r, WHEELS[i]), 0.5 * (i < 2 ? front : rear), 1e-6);
    MR_ASSERT_CLOSE(kart_output(&r, "z"), KART_HEIGHT, 1e-8);
    MR_ASSERT_CLOSE(kart_output(&r, "pitch"), 0.0, 1e-8);
    MR_ASSERT_CLOSE(kart_output(&r, "roll"), 0.0, 1e-10);
    MR_ASSERT_CLOSE(kart_output(&r, "travel_fl"), 0.0, 1e-8);
    if (kart_output(&r, "speed") == 0.0)
        MR_ASSERT_CLOSE(kart_output(&r, "az"), 0.0, 1e-6);
    kart_close(&r);
}

static void test_static_wheel_loads(void) {
    check_statics("");
    check_statics("kf=17700 kr=60000 v0=10");
}

/* with a constant torque the kart accelerates; springs and tyres answer to the load transfer
 * (m a h + sum J w')/wheelbase */
static void test_load_transfer_and_pitch_under_power(void) {
    kart_run r;
    const double torque = 25.0, numbers[3] = {torque, 0.0, 0.0};
    kart_open(&r, "v0=5", kart_steady, numbers, 3);
    kart_to(&r, 2.0, 5e-3);
    double v = kart_output(&r, "speed"), front, rear, static_front, static_rear;
    axle_loads(0.0, 0.0, &static_front, &static_rear);
    /* the loads follow from the acceleration and the pitch, which follow from the loads */
    double a = 1.0, spins = 0.0, pitch = 0.0, transfer = 0.0, sink = 0.0;
    for (int i = 0; i < 20; i++) {
        /* pitching moves the centre of mass back over the wheels; rolling resistance is a load that
         * acts a little ahead of them */
        double back = pitch * (KART_HEIGHT - 0.1325) + KART_ROLLING * KART_RADIUS;
        axle_loads(KART_MASS * a + KART_DRAG * v * v + spins / KART_HEIGHT, back, &front, &rear);
        double rf = KART_RADIUS - 0.5 * front / KART_TYRE_F;
        double rr = KART_RADIUS - 0.5 * rear / KART_TYRE_R;
        double moved = KART_MASS + 2.0 * KART_WHEEL / (rf * rf) + KART_AXLE / (rr * rr);
        double rolling = KART_ROLLING * KART_RADIUS * (front / rf + rear / rr);
        a = (torque / rr - rolling - KART_DRAG * v * v) / moved;
        spins = 2.0 * KART_WHEEL * a / rf + KART_AXLE * a / rr;
        transfer = static_front - front;
        /* the rear springs work along the leaning chassis, where the tyres push it forward */
        double lift = 0.5 * transfer / KART_SPRING_F;
        sink = 0.5 * (transfer - pitch * (torque / rr - KART_AXLE * a / (rr * rr))) / KART_SPRING_R;
        double tyres = 0.5 * transfer * (1.0 / KART_TYRE_F + 1.0 / KART_TYRE_R);
        pitch = atan((lift + sink + tyres) / KART_BASE);
    }
    MR_ASSERT_RELATIVE(kart_output(&r, "ax"), a, 0.01);
    MR_ASSERT_RELATIVE(static_front - kart_output(&r, "fz_fl") - kart_output(&r, "fz_fr"), transfer,
                       0.01);
    MR_ASSERT_RELATIVE(kart_output(&r, "fz_rl") + kart_output(&r, "fz_rr"), rear, 0.01);
    /* nose up is negative */
    MR_ASSERT_RELATIVE(kart_output(&r, "pitch"), -pitch, 0.01);
    MR_ASSERT_RELATIVE(kart_output(&r, "travel_fl"), -0.5 * transfer / KART_SPRING_F, 0.01);
    MR_ASSERT_RELATIVE(kart_output(&r, "travel_rr"), sink, 0.01);
    kart_close(&r);
}

static void test_top_speed(void) {
    kart_run r;
    const double torque = 60.0, numbers[3] = {torque, 0.0, 0.0};
    double v = 30.0, front, rear;
    for (int i = 0; i < 20; i++) {
        axle_loads(KART_DRAG * v * v, KART_ROLLING * KART_RADIUS, &front, &rear);
        double rf = KART_RADIUS - 0.5 * front / KART_TYRE_F;
        double rr = KART_RADIUS - 0.5 * rear / KART_TYRE_R;
        double pull = torque / rr - KART_ROLLING * KART_RADIUS * (front / rf + rear / rr);
        v = sqrt(pull / KART_DRAG);
    }
    kart_open(&r, "v0=32", kart_steady, numbers, 3);
    kart_to(&r, 20.0, 1e-2);
    MR_ASSERT_RELATIVE(kart_output(&r, "speed"), v, 0.01);
    MR_ASSERT_CLOSE(kart_output(&r, "ax"), 0.0, 0.01);
    /* the driven wheels slip a little, the others roll */
    double slip =
        kart_output(&r, "axle_speed") * (KART_RADIUS - kart_output(&r, "fz_rl") / KART_TYRE_R) / v -
        1.0;
    CU_ASSERT(slip > 0.005 && slip < 0.05);
    kart_close(&r);
}

/* torques of the brakes, rolling resistance and air stop the mass and the wheels:
 * s = m'/(2 drag) ln(1 + drag v^2/F) */
static void test_braking_distance(void) {
    kart_run r;
    const double pedal = 0.5, v = 20.0, numbers[3] = {0.0, pedal, 0.0};
    double front, rear, distance = 0.0, a = 0.0;
    for (int i = 0; i < 20; i++) {
        axle_loads(-KART_MASS * a, 0.0, &front, &rear);
        double rf = KART_RADIUS - 0.5 * front / KART_TYRE_F;
        double rr = KART_RADIUS - 0.5 * rear / KART_TYRE_R;
        double moved = KART_MASS + 2.0 * KART_WHEEL / (rf * rf) + KART_AXLE / (rr * rr);
        double force = pedal * KART_BRAKES * (KART_BRAKE_F / rf + (1.0 - KART_BRAKE_F) / rr) +
                       KART_ROLLING * KART_RADIUS * (front / rf + rear / rr);
        distance = 0.5 * moved / KART_DRAG * log(1.0 + KART_DRAG * v * v / force);
        a = force / moved;
    }
    kart_open(&r, "v0=20", kart_steady, numbers, 3);
    kart_to(&r, 8.0, 5e-3);
    MR_ASSERT_RELATIVE(kart_output(&r, "x"), distance, 0.01);
    MR_ASSERT_CLOSE(kart_output(&r, "speed"), 0.0, 1e-5);
    MR_ASSERT_CLOSE(kart_output(&r, "axle_speed"), 0.0, 1e-4);
    kart_close(&r);
}

/* away under power, a bend, and a stop */
static void outing(const double *numbers, double t, double u[3]) {
    (void)numbers;
    u[0] = t < 3.0 ? 100.0 * sin(PI * t / 3.0) : 0.0;
    u[1] = t > 4.0 ? 0.4 * (1.0 - exp(4.0 - t)) : 0.0;
    u[2] = t > 2.0 && t < 4.0 ? 0.03 * sin(PI * (t - 2.0)) : 0.0;
}

static void test_energy_balance(void) {
    kart_run r;
    const double h = 5e-3, nothing[1] = {0.0};
    kart_open(&r, "", outing, nothing, 0);
    double start = kart_output(&r, "energy_balance"), work = 0.0, power = 0.0;
    for (int i = 1; i <= 1800; i++) {
        double u[3];
        kart_to(&r, i * h, h);
        outing(NULL, i * h, u);
        double now = u[0] * kart_output(&r, "axle_speed");
        work += 0.5 * h * (power + now);
        power = now;
        if (i == 800) {
            /* kinetic energy by hand: the kart and its wheels */
            double v = kart_output(&r, "speed"), w = kart_output(&r, "axle_speed");
            MR_ASSERT_RELATIVE(kart_output(&r, "kinetic_energy"),
                               0.5 * KART_MASS * v * v + 0.5 * KART_AXLE * w * w +
                                   KART_WHEEL * v * v / (0.1342 * 0.1342),
                               0.01);
        }
    }
    CU_ASSERT(work > 5000.0);
    /* the driver's hands work, too, but hardly */
    MR_ASSERT_RELATIVE(kart_output(&r, "supplied_energy"), work, 0.01);
    MR_ASSERT_CLOSE(kart_output(&r, "energy_balance"), start, 1e-3 * work);
    MR_ASSERT_RELATIVE(kart_output(&r, "dissipated_energy"), work, 0.01);
    MR_ASSERT_CLOSE(kart_output(&r, "speed"), 0.0, 1e-4);
    kart_close(&r);
}

static void check_standstill(double brake, double h, double drift) {
    kart_run r;
    const double numbers[3] = {0.0, brake, 0.0};
    static const char *const still[] = {"x", "y", "pitch", "roll", "yaw", "speed", "axle_angle"};
    kart_open(&r, "", kart_steady, numbers, 3);
    double z = kart_output(&r, "z");
    kart_to(&r, 10.0, h);
    for (size_t i = 0; i < sizeof still / sizeof *still; i++)
        MR_ASSERT_CLOSE(kart_output(&r, still[i]), 0.0, drift);
    MR_ASSERT_CLOSE(kart_output(&r, "z"), z, drift);
    for (int i = 0; i < mbs_model_output_count(r.model); i++)
        (void)kart_output(&r, mbs_model_outputs(r.model)[i].name);
    kart_close(&r);
}

static void test_standstill_stays(void) {
    check_standstill(0.0, 1e-2, 1e-7);
    check_standstill(1.0, 1e-2, 1e-7);
#if !MR_SANITIZED
    check_standstill(0.3, 5e-3, 1e-7);
#endif
}

/* a torque below what the brakes hold moves the kart by what tyres and brakes give, no more */
static void test_brakes_hold_against_the_engine(void) {
    kart_run r;
    const double numbers[3] = {30.0, 1.0, 0.0};
    kart_open(&r, "", kart_steady, numbers, 3);
    kart_to(&r, 2.0, 1e-2);
    double x = kart_output(&r, "x"), angle = kart_output(&r, "axle_angle");
    CU_ASSERT(x > 1e-5 && x < 2e-3);
    CU_ASSERT(angle > 1e-3 && angle < 0.02);
    kart_to(&r, 6.0, 1e-2);
    MR_ASSERT_CLOSE(kart_output(&r, "x"), x, 1e-6);
    MR_ASSERT_CLOSE(kart_output(&r, "axle_angle"), angle, 1e-6);
    kart_close(&r);
}

static const mr_test tests[] = {
    MR_TEST(test_static_wheel_loads),
    MR_TEST(test_load_transfer_and_pitch_under_power),
    MR_TEST(test_top_speed),
    MR_TEST(test_braking_distance),
    MR_TEST(test_energy_balance),
    MR_TEST(test_standstill_stays),
    MR_TEST(test_brakes_hold_against_the_engine),
};

int main(int argc, char **argv) {
    return mr_test_main("kart: vehicle", tests, sizeof tests / sizeof *tests, argc, argv);
}
