/* the solver of an algebraic loop by itself: at which points it asks the loop. The loop is a
 * function of this file, F(z) = g(z) - z, in place of blocks; the expected points are those of
 * Powell's dogleg (1970) with a Jacobian by differences, worked out beside each test */
#include "engine/loop.h"
#include "engine/run.h"
#include "mr_test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4, POINTS = 1000 };

typedef void function(const double *z, double *f);

static struct {
    bd_run run;
    bd_block_engine engine;
    bd_block block;
    bd_clock clock;
    bd_loop loop;
    bd_port ports[2];
    bd_port *cuts[2];
    bd_kernel list[2]; /* the second one is that of minor steps */
    double signals[MOST];
    bd_log log;
    function *f;
    int points, minor;
    double point[POINTS][MOST];
} made;

/* what the blocks of the loop do: from the signals at the cuts to those signals again */
static bd_status once_around(const bd_kernel *k) {
    double f[MOST] = {0};
    if (made.points < POINTS)
        memcpy(made.point[made.points], made.signals, sizeof made.signals);
    made.points++;
    made.minor += k == &made.list[1];
    made.f(made.signals, f);
    for (int i = 0; i < made.loop.unknowns; i++)
        made.signals[i] += f[i];
    return BD_OK;
}

/* a loop cut at one or two signals of these widths; forget() below */
static void make(function *f, int first, int second, const double *begin) {
    memset(&made, 0, sizeof made);
    made.f = f;
    made.run.home.log = &made.log;
    made.run.running = true;
    made.engine = (bd_block_engine){.home = &made.run.home};
    made.clock.major = true;
    made.loop = (bd_loop){.cuts = made.cuts,
                          .cut_count = second ? 2 : 1,
                          .unknowns = first + second,
                          .member_count = 3,
                          .major = {&made.list[0], 1},
                          .minor = {&made.list[1], 1}};
    made.list[0].run = made.list[1].run = once_around;
    made.ports[0] = (bd_port){.data = made.signals, .width = first};
    made.ports[1] = (bd_port){.data = made.signals + first, .width = second};
    made.cuts[0] = &made.ports[0];
    made.cuts[1] = &made.ports[1];
    made.block = (bd_block){.engine = &made.engine,
                            .type = &bd_type_loop,
                            .path = "m/a",
                            .clock = &made.clock,
                            .data = &made.loop};
    memcpy(made.signals, begin, (size_t)(first + second) * sizeof *begin);
    CU_ASSERT_EQUAL_FATAL(bd_type_loop.setup(&made.block), BD_OK);
    made.engine.run = &made.run;
    made.block.work = calloc(1, made.block.work_size); /* to the byte: sanitizers look */
    CU_ASSERT_PTR_NOT_NULL_FATAL(made.block.work);
}

static void forget(void) {
    free(made.block.work);
    bd_log_free(&made.log);
    bd_arena_empty(&made.run.home.arena);
}

static bd_status solve(void) {
    made.points = made.minor = 0;
    return bd_type_loop.outputs(&made.block);
}

static void expect_point(int number, const double *z, double tolerance) {
    CU_ASSERT_FATAL(number < made.points);
    for (int i = 0; i < made.loop.unknowns; i++)
        MR_ASSERT_CLOSE(made.point[number][i], z[i], tolerance);
}

/* how far one goes for a difference quotient at z */
static double apart(double z) {
    return sqrt(DBL_EPSILON) * fmax(fabs(z), 1.0);
}

/* ---- linear loops: differences are exact here, for all numbers are sums of few powers of two ----
 */

static double right_side;

/* unknown i: F = b - 2 z_i - (sum of the others)/2 has the solution b/(2 + (n - 1)/2) each */
static void linear(const double *z, double *f) {
    for (int i = 0; i < made.loop.unknowns; i++) {
        f[i] = right_side - 2.0 * z[i];
        for (int j = 0; j < made.loop.unknowns; j++)
            f[i] -= j == i ? 0.0 : 0.5 * z[j];
    }
}

/* the begin, a step along each unknown, the solution; with the Jacobian of before the begin and the
 * solution; and where nothing has changed, the begin alone */
static void test_a_linear_loop_takes_one_newton_step(void) {
    for (int n = 1; n <= MOST; n++) {
        const double begin[MOST] = {0.5, -0.25, 0.0, 0.75};
        double z[MOST];
        make(linear, (n + 1) / 2, n / 2, begin);
        right_side = 4.0 + (n - 1);
        CU_ASSERT_EQUAL_FATAL(solve(), BD_OK);
        CU_ASSERT_EQUAL_FATAL(made.points, n + 2);
        expect_point(0, begin, 0.0);
        for (int j = 0; j < n; j++) {
            memcpy(z, begin, sizeof z);
            z[j] += apart(z[j]);
            expect_point(1 + j, z, 0.0);
        }
        for (int i = 0; i < n; i++)
            z[i] = 2.0;
        expect_point(n + 1, z, 4e-16);
        for (int i = 0; i < n; i++)
            MR_ASSERT_CLOSE(made.signals[i], 2.0, 4e-16);
        CU_ASSERT_EQUAL_FATAL(solve(), BD_OK);
        CU_ASSERT_EQUAL(made.points, 1);
        right_side *= -2.0;
        CU_ASSERT_EQUAL_FATAL(solve(), BD_OK);
        CU_ASSERT_EQUAL(made.points, 2);
        expect_point(0, z, 4e-16);
        for (int i = 0; i < n; i++)
            z[i] = -4.0;
        expect_point(1, z, 2e-15);
        CU_ASSERT_EQUAL(made.run.statistics.loop_iterations, (unsigned long)n + 5);
        CU_ASSERT_EQUAL(made.minor, 0);
        forget();
    }
}

/* in minor steps the list of minor steps is what runs */
static void test_minor_steps_have_their_own_list(void) {
    const double begin[MOST] = {0};
    make(linear, 2, 1, begin);
    right_side = 6.0;
    made.clock.major = false;
    CU_ASSERT_EQUAL(solve(), BD_OK);
    CU_ASSERT_EQUAL(made.points, 5);
    CU_ASSERT_EQUAL(made.minor, 5);
    forget();
}

/* what a signal was before may be no number; the search begins at zero then */
static void test_begins_that_are_no_numbers_are_zero(void) {
    const double begin[MOST] = {NAN, 1.0, INFINITY}, expected[MOST] = {0.0, 1.0, 0.0};
    make(linear, 2, 1, begin);
    right_side = 6.0;
    CU_ASSERT_EQUAL(solve(), BD_OK);
    expect_point(0, expected, 0.0);
    forget();
}

/* ---- one unknown, bent ---- */

static void square(const double *z, double *f) {
    f[0] = 2.0 - z[0] * z[0];
}

/* from 1: Newton to 1.5, where F is 1/4 as large, not a tenth; so a new Jacobian there, 3, which
 * stays, for each step makes F ten times smaller. It ends at 128 eps (|z| + |F(1)|) */
static void test_a_jacobian_is_kept_while_it_is_good(void) {
    const double begin = 1.0;
    make(square, 1, 0, &begin);
    CU_ASSERT_EQUAL(solve(), BD_OK);
    const double first[] = {1.0, 1.0 + apart(1.0), 1.5, 1.5 + apart(1.5)};
    for (int i = 0; i < 4; i++)
        expect_point(i, &first[i], 1e-7);
    int next = 4;
    double z = 1.5;
    while (fabs(z * z - 2.0) > 128.0 * DBL_EPSILON * (fabs(z) + 1.0)) {
        z -= (z * z - 2.0) / 3.0;
        expect_point(next++, &z, 1e-8);
    }
    CU_ASSERT_EQUAL(made.points, next);
    MR_ASSERT_CLOSE(made.signals[0], sqrt(2.0), 1e-13);
    /* called again from there: the Jacobian at 1.5 is still in use */
    made.signals[0] = 1.25;
    CU_ASSERT_EQUAL(solve(), BD_OK);
    const double second = 1.25 + (2.0 - 1.25 * 1.25) / 3.0;
    expect_point(1, &second, 1e-7);
    forget();
}

static double target, slope;

static void straight(const double *z, double *f) {
    f[0] = slope * (target - z[0]);
}

/* no step is longer than 100 times the begin's size, which is at least 1 */
static void test_steps_are_cut_at_the_radius(void) {
    static const double begins[] = {0.0, -0.5, 3.0, -20.0};
    slope = 0x1p-6;
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++) {
        const double begin = begins[k], radius = 100.0 * fmax(fabs(begin), 1.0);
        target = begin + 8.5 * radius;
        make(straight, 1, 0, &begin);
        CU_ASSERT_EQUAL(solve(), BD_OK);
        /* F is not ten times smaller after a step, so each has a Jacobian of its own */
        for (int step = 0; step < 9; step++) {
            const double at = begin + step * radius, beside = at + apart(at);
            if (step == 0)
                expect_point(0, &at, 0.0);
            expect_point(2 * step + 1, &beside, 1e-4 * radius);
            const double end = step < 8 ? at + radius : target;
            expect_point(2 * step + 2, &end, 1e-4 * radius);
        }
        MR_ASSERT_RELATIVE(made.signals[0], target, 1e-12);
        forget();
    }
}

static void arctangent(const double *z, double *f) {
    f[0] = -atan(z[0]);
}

/* from 3 Newton leads to 3 - 10 atan 3 = -9.49, where F is larger: a quarter of that step instead.
 * That makes F ten times smaller */
static void test_a_step_that_leads_up_is_cut_to_a_quarter(void) {
    const double begin = 3.0, length = 10.0 * atan(3.0);
    make(arctangent, 1, 0, &begin);
    CU_ASSERT_EQUAL(solve(), BD_OK);
    const double points[] = {3.0, 3.0 + apart(3.0), 3.0 - length, 3.0 - 0.25 * length};
    for (int i = 0; i < 4; i++)
        expect_point(i, &points[i], 1e-5);
    MR_ASSERT_CLOSE(made.signals[0], 0.0, 1e-13);
    forget();
}

/* ---- two unknowns: between the steepest descent and Newton ---- */

static void steep_and_flat(const double *z, double *f) {
    f[0] = 3.0 - z[0];
    f[1] = 3.0 - z[1] / 128.0;
}

/* from the begin Newton goes by (3, 384), farther than the radius of 100. Steepest descent goes
 * by J'F |J'F|^2/|J J'F|^2; the point on the line from there to Newton's that is 100 away */
static void test_the_dogleg_turns_at_the_steepest_descent(void) {
    const double begin[2] = {0.0, 0.0};
    make(steep_and_flat, 1, 1, begin);
    CU_ASSERT_EQUAL(solve(), BD_OK);
    const double g[2] = {3.0, 3.0 / 128.0}, image[2] = {3.0, 3.0 / 16384.0};
    const double length = (g[0] * g[0] + g[1] * g[1]) / (image[0] * image[0] + image[1] * image[1]);
    const double turn[2] = {length * g[0], length * g[1]}, newton[2] = {3.0, 384.0};
    double low = 0.0, high = 1.0, point[2];
    for (int i = 0; i < 60; i++) {
        const double t = 0.5 * (low + high);
        for (int k = 0; k < 2; k++)
            point[k] = turn[k] + t * (newton[k] - turn[k]);
        *(hypot(point[0], point[1]) > 100.0 ? &high : &low) = t;
    }
    expect_point(3, point, 1e-5);
    MR_ASSERT_CLOSE(made.signals[0], 3.0, 1e-12);
    MR_ASSERT_CLOSE(made.signals[1], 384.0, 1e-9);
    forget();
}

static void parallel(const double *z, double *f) {
    f[0] = f[1] = slope * (target - z[0] - z[1]);
}

/* a Jacobian without inverse leaves the steepest descent: by (d, d) to z0 + z1 = target, and cut at
 * the radius where that is farther */
static void test_without_a_newton_step_there_is_the_steepest_descent(void) {
    const double begin[2] = {0.0, 0.0};
    slope = 1.0;
    target = 4.0;
    make(parallel, 2, 0, begin);
    CU_ASSERT_EQUAL(solve(), BD_OK);
    CU_ASSERT_EQUAL(made.points, 4);
    expect_point(3, (const double[]){2.0, 2.0}, 1e-7);
    forget();
    slope = 0x1p-9;
    target = 512.0;
    make(parallel, 2, 0, begin);
    CU_ASSERT_EQUAL(solve(), BD_OK);
    expect_point(3, (const double[]){sqrt(5000.0), sqrt(5000.0)}, 1e-4);
    MR_ASSERT_CLOSE(made.signals[0] + made.signals[1], target, 1e-6);
    forget();
}

/* ---- loops without a solution ---- */

static void above_zero(const double *z, double *f) {
    f[0] = 1.5 + z[0] * z[0];
}

static void nowhere(const double *z, double *f) {
    (void)z;
    f[0] = NAN;
}

static void test_loops_without_a_solution_say_so(void) {
    const double begin = 0.25;
    make(above_zero, 1, 0, &begin);
    CU_ASSERT_EQUAL(solve(), BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(made.run.home.error.text,
                       "m/a: the algebraic loop through this block and 2 more has no solution that "
                       "can be found (residual 1.5");
    forget();
    make(nowhere, 1, 0, &begin);
    CU_ASSERT_EQUAL(solve(), BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(made.run.home.error.text,
                       "through this block and 2 more has no solution that can be found: its "
                       "signals are not finite");
    forget();
}

/* between the major steps of a variable-step solver it may try another step: the signals are no
 * numbers then, and the log says so. A fixed step has no other try */
static void test_at_trial_points_the_signals_are_no_numbers(void) {
    const double begin[2] = {0.25, 0.5};
    make(above_zero, 1, 0, begin);
    made.clock.major = false;
    CU_ASSERT_EQUAL(solve(), BD_OK);
    CU_ASSERT(isnan(made.signals[0]));
    CU_ASSERT_EQUAL_FATAL(made.log.count, 1);
    MR_ASSERT_CONTAINS(made.log.lines[0], "m/a: the algebraic loop through this block and 2 more "
                                          "has no solution at some points that the solver tries");
    made.clock.fixed_step = true;
    CU_ASSERT_EQUAL(solve(), BD_ALGEBRAIC_LOOP);
    forget();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_linear_loop_takes_one_newton_step),
        MR_TEST(test_minor_steps_have_their_own_list),
        MR_TEST(test_begins_that_are_no_numbers_are_zero),
        MR_TEST(test_a_jacobian_is_kept_while_it_is_good),
        MR_TEST(test_steps_are_cut_at_the_radius),
        MR_TEST(test_a_step_that_leads_up_is_cut_to_a_quarter),
        MR_TEST(test_the_dogleg_turns_at_the_steepest_descent),
        MR_TEST(test_without_a_newton_step_there_is_the_steepest_descent),
        MR_TEST(test_loops_without_a_solution_say_so),
        MR_TEST(test_at_trial_points_the_signals_are_no_numbers),
    };
    return mr_test_main("blockdiagram_loop_solve", tests, sizeof tests / sizeof *tests, argc, argv);
}
