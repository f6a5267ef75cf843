/* the IFToMM benchmarks A01 to A05 and the double pendulum against reference values and independent
 * computations, second order in h on all of them, and energy held
 *
 * References: A01 and the double pendulum from high-order integrations in minimal coordinates, A03
 * from the Test Set for IVP Solvers, A02 from the exact equation of the parallelogram branch, A04
 * and A05 from oracle_bricard.c and oracle_governor.c. */
#include "chain.h"
#include "mr_test.h"
#include "oracles.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>

/* the error must fall by four, nearly, when h is halved */
static void check_second_order(const char *what, double coarse, double fine) {
    double order = log2(coarse / fine);
    if (!(order > 1.8 && order < 2.4))
        printf("\n%s: errors %g and %g, order %.2f", what, coarse, fine, order);
    CU_ASSERT(order > 1.8 && order < 2.4);
}

static double energy_of(run *r) {
    mbs_energy e = mbs_simulation_energy(r->simulation);
    return e.kinetic + e.potential + e.dissipated - e.supplied;
}

static double pendulum_error(double h, double *angle, double *rate) {
    run r;
    run_open(&r, "a01_pendulum");
    double before = energy_of(&r);
    run_to(&r, 10.0, h);
    double x = run_output(&r, "x"), y = run_output(&r, "y");
    *angle = atan2(x, -y);
    *rate = -(run_output(&r, "vx") * y - run_output(&r, "vy") * x);
    MR_ASSERT_CLOSE(energy_of(&r), before, 60.0 * h * h * 9.81);
    run_close(&r);
    return fabs(*angle - 0.278680674);
}

static void test_a01_pendulum(void) {
    double angle, rate;
    double coarse = pendulum_error(1e-3, &angle, &rate);
    double fine = pendulum_error(5e-4, &angle, &rate);
    check_second_order("A01", coarse, fine);
    pendulum_error(1e-4, &angle, &rate);
    MR_ASSERT_CLOSE(angle, 0.278680674, 1e-5);
    MR_ASSERT_CLOSE(rate, -4.343160693, 1e-5);
}

/* error measure of the benchmark over both coordinates of B0, every 10 ms */
static double chain_error(double h, double *last) {
    mr_message message = {{0}};
    mbs_integration integration = mbs_integration_default();
    mbs_model *model;
    mbs_simulation *s;
    CU_ASSERT_EQUAL_FATAL(chain_build(40, &integration, &model, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &s, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(s, 0.0, NULL), MR_OK);
    double theta = 0.0, omega = 1.0, sum = 0.0, p[3] = {0.0};
    int rows = MR_SANITIZED ? 300 : 2000, each = (int)lround(0.01 / h);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < each; k++)
            CU_ASSERT_EQUAL_FATAL(mbs_simulation_step(s, NULL, h), MR_OK);
        chain_reference(40, 0.01, &theta, &omega);
        CU_ASSERT_EQUAL(mbs_simulation_motion(s, "post0.B0", p, NULL, NULL), MR_OK);
        sum += pow((p[0] - sin(theta)) / fmax(fabs(sin(theta)), 1e-3), 2.0);
        sum += pow((p[1] - cos(theta)) / fmax(fabs(cos(theta)), 1e-3), 2.0);
        /* theta(2) and x(20) of the published table */
        if (i == 199)
            MR_ASSERT_CLOSE(theta, 6.317658, 1e-6);
    }
    if (rows == 2000)
        MR_ASSERT_CLOSE(sin(theta), 0.410901, 1e-6);
    CU_ASSERT(mbs_simulation_violation(s) < 1e-9);
    *last = p[0] - sin(theta);
    mbs_simulation_free(s);
    mbs_model_free(model);
    return sqrt(sum / (2.0 * rows));
}

static void test_a02_four_bars_through_singular_positions(void) {
    double last_coarse, last_fine;
    double coarse = chain_error(1e-3, &last_coarse);
    double fine = chain_error(5e-4, &last_fine);
    check_second_order("A02", coarse, fine);
    CU_ASSERT(coarse < 1e-2);
    CU_ASSERT(fine < 1e-3); /* the benchmark's high precision */
    MR_ASSERT_CLOSE(last_fine, 0.0, 1e-4);
}

static void test_a02_file_is_the_same_mechanism(void) {
    run r;
    run_open(&r, "a02_four_bars");
    mbs_size size = mbs_model_size(r.model);
    CU_ASSERT_EQUAL(size.variables, 82);
    CU_ASSERT_EQUAL(size.constraints, 81);
    CU_ASSERT_EQUAL(size.freedom, 1);
    run_to(&r, 2.0, 1e-3);
    MR_ASSERT_CLOSE(run_output(&r, "x"), sin(6.317658), 1e-4);
    run_close(&r);
}

static const char *const SQUEEZER_NAMES[7] = {"beta",  "theta", "gamma",  "phi",
                                              "delta", "omega", "epsilon"};

static double squeezer_error(double h) {
    static const double start[7] = {-0.0617138900142764, 0.0,
                                    0.455279819163070,   0.222668390165886,
                                    0.487364979543843,   -0.222668390165886,
                                    1.23054744454982};
    static const double end[7] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                  -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                  1.048080741042263};
    run r;
    run_open(&r, "a03_squeezer");
    run_to(&r, 0.03, h);
    double worst = 0.0;
    for (int i = 0; i < 7; i++)
        worst = fmax(worst, fabs(run_output(&r, SQUEEZER_NAMES[i]) + start[i] - end[i]));
    run_close(&r);
    return worst;
}

static void test_a03_squeezer(void) {
    const double h = MR_SANITIZED ? 6e-6 : 1.5e-6;
    double coarse = squeezer_error(2.0 * h), fine = squeezer_error(h);
    check_second_order("A03", coarse, fine);
    CU_ASSERT(fine < (MR_SANITIZED ? 1.6e-4 : 1e-5));
}

/* seconds simulated of A04 and A05: the benchmark's 10, less where every step is watched */
static const double SPAN = MR_SANITIZED ? 2.0 : 10.0;

static double bricard_error(double h, const double reference[3]) {
    run r;
    run_open(&r, "a04_bricard");
    double before = energy_of(&r), error = 0.0;
    run_to(&r, SPAN, h);
    const char *const names[3] = {"x", "y", "z"};
    for (int k = 0; k < 3; k++)
        error += pow(run_output(&r, names[k]) - reference[k], 2.0);
    MR_ASSERT_CLOSE(energy_of(&r), before, 10.0 * h * h);
    run_close(&r);
    return sqrt(error);
}

static void test_a04_bricard(void) {
    double reference[3];
    bricard_reference(SPAN, reference);
    double coarse = bricard_error(4e-3, reference), fine = bricard_error(2e-3, reference);
    check_second_order("A04", coarse, fine);
    CU_ASSERT(fine < 1e-5);
    run r;
    run_open(&r, "a04_bricard");
    mbs_size size = mbs_model_size(r.model);
    CU_ASSERT(size.redundant > 0);
    CU_ASSERT_EQUAL(size.freedom, 1);
    run_close(&r);
}

static double governor_error(double h, const double reference[6]) {
    run r;
    const double alpha = 3.14159265358979323846 / 6.0;
    run_open(&r, "a05_governor");
    double before = energy_of(&r), kinetic = mbs_simulation_energy(r.simulation).kinetic;
    run_to(&r, SPAN, h);
    double error = fabs(run_output(&r, "turn") - reference[0]);
    error = fmax(error, fabs(alpha - run_output(&r, "swing") - reference[1]));
    error = fmax(error, fabs(2.0 * 0.5 * cos(alpha) - run_output(&r, "lift") - reference[2]));
    /* what the dampers took is part of the balance */
    MR_ASSERT_CLOSE(energy_of(&r), before, 1e-3 * kinetic);
    run_close(&r);
    return error;
}

static void test_a05_governor(void) {
    double reference[6];
    governor_reference(SPAN, reference);
    double coarse = governor_error(5e-4, reference), fine = governor_error(2.5e-4, reference);
    check_second_order("A05", coarse, fine);
    CU_ASSERT(fine < 1e-5);
}

static void pendulum2_errors(double h, double *half, double *one) {
    run r;
    const double quarter = 3.14159265358979323846 / 4.0;
    run_open(&r, "double_pendulum");
    const double expected[2][4] = {{-0.096864260, -1.277102546, -3.44267553, 0.53279628},
                                   {-1.914941873, -0.894258577, -0.99762365, -4.26920711}};
    double error[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        run_to(&r, 0.5 * (k + 1), h);
        double phi1 = quarter + run_output(&r, "phi1"), omega1 = run_output(&r, "omega1");
        double phi2 = phi1 - 2.0 * quarter + run_output(&r, "bend"),
               omega2 = omega1 + run_output(&r, "bend_rate");
        const double got[4] = {phi1, phi2, omega1, omega2};
        for (int i = 0; i < 4; i++)
            error[k] = fmax(error[k], fabs(got[i] - expected[k][i]));
    }
    *half = error[0];
    *one = error[1];
    run_close(&r);
}

static void test_double_pendulum(void) {
    double half, one, half_fine, one_fine;
    pendulum2_errors(1e-3, &half, &one);
    pendulum2_errors(5e-4, &half_fine, &one_fine);
    check_second_order("double pendulum, 0.5 s", half, half_fine);
    check_second_order("double pendulum, 1 s", one, one_fine);
    pendulum2_errors(1e-4, &half, &one);
    CU_ASSERT(half < 1e-6);
    CU_ASSERT(one < 1e-6);
}

static const mr_test tests[] = {
    MR_TEST(test_a01_pendulum),
    MR_TEST(test_a02_four_bars_through_singular_positions),
    MR_TEST(test_a02_file_is_the_same_mechanism),
    MR_TEST(test_a03_squeezer),
    MR_TEST(test_a04_bricard),
    MR_TEST(test_a05_governor),
    MR_TEST(test_double_pendulum),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody benchmarks", tests, sizeof tests / sizeof *tests, argc, argv);
}
