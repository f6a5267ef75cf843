/* quarter car, split into chassis and wheel, each a slave behind an interface of its own
 *
 * Andersson's quarter car (thesis, Lund 2016): values of the fixed-step coupling computed
 * independently for displacements both ways, and those of other masters for force against velocity.
 * Jacobi: both slaves extrapolate (a minor exchange at the end of the step), then both are told
 * (major). Staggered: the second slave steps when it has been told what the first has reached. */
#include "linear_slave.h"
#include "mr_test.h"
#include "multirate/interface.h"

#include <math.h>
#include <string.h>

static const double mc = 400.0, mw = 40.0, kc = 15000.0, kw = 150000.0, dc = 1000.0, road = 0.1;

static linear_system whole;          /* xc, vc, xw, vw */
static linear_system chassis, wheel; /* each gets position and velocity of the other */
static double exact_until;           /* time up to which slaves follow the exact solution */

static void exact_chassis(double t, double *x) {
    double s[LINEAR_MOST];
    linear_solution(&whole, t + exact_until, s);
    memcpy(x, s, 2 * sizeof *x);
}

static void exact_wheel(double t, double *x) {
    double s[LINEAR_MOST];
    linear_solution(&whole, t + exact_until, s);
    memcpy(x, s + 2, 2 * sizeof *x);
}

static void make_systems(void) {
    const double A[4][4] = {{0, 1, 0, 0},
                            {-kc / mc, -dc / mc, kc / mc, dc / mc},
                            {0, 0, 0, 1},
                            {kc / mw, dc / mw, -(kc + kw) / mw, -dc / mw}};
    whole = (linear_system){.states = 4, .c = {[3] = kw * road / mw}};
    chassis = (linear_system){
        .states = 2, .inputs = 2, .outputs = 2, .C = {{1, 0}, {0, 1}}, .exact = exact_chassis};
    wheel = chassis;
    wheel.exact = exact_wheel;
    wheel.c[1] = whole.c[3];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            whole.A[i][j] = A[i][j];
            double(*part)[2] = i < 2 ? chassis.B : wheel.B;
            if ((i < 2) == (j < 2))
                (i < 2 ? chassis.A : wheel.A)[i % 2][j % 2] = A[i][j];
            else
                part[i % 2][j % 2] = A[i][j];
        }
}

static mr_interface *open_linear(const linear_system *system, int order, double H, bool graded) {
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    mr_config_default(&config);
    config.to_slave.order = order;
    config.slave_step = H;
    config.graded_start = graded;
    linear_next(system);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &linear_type, "", &interface, &message),
                          MR_OK);
    return interface;
}

typedef enum coupling { JACOBI, FIRST_FIRST, SECOND_FIRST } coupling;

/* one exchange step of two interfaces to time t */
static void couple(coupling how, mr_interface *a, mr_interface *b, double t, double *ya,
                   double *yb) {
    mr_status status = MR_OK;
    double na[2], nb[2];
    if (how != SECOND_FIRST)
        status = mr_interface_exchange(a, t, NULL, MR_MINOR, na);
    if (how != FIRST_FIRST && status == MR_OK)
        status = mr_interface_exchange(b, t, NULL, MR_MINOR, nb);
    if (how == FIRST_FIRST && status == MR_OK)
        status = mr_interface_exchange(b, t, na, MR_MAJOR, nb);
    if (how == SECOND_FIRST && status == MR_OK)
        status = mr_interface_exchange(a, t, nb, MR_MAJOR, na);
    if (status == MR_OK)
        status = mr_interface_exchange(a, t, nb, MR_MAJOR, ya);
    if (status == MR_OK)
        status = mr_interface_exchange(b, t, na, MR_MAJOR, yb);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

typedef enum beginning { EXACT_HISTORY, RAMPED, GRADED } beginning;

/* largest error of the four states at t = 1 */
static double displacement_error(coupling how, beginning begin, int order, double H) {
    /* with an exact history the first `order` steps are exact; slaves have t = 0 after them */
    const int before = begin == EXACT_HISTORY ? order : 0;
    exact_until = before * H;
    mr_interface *a = open_linear(&chassis, order, H, begin == GRADED);
    mr_interface *b = open_linear(&wheel, order, H, begin == GRADED);
    double ya[2] = {0}, yb[2] = {0}, exact[LINEAR_MOST];
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(a, -exact_until, yb), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(b, -exact_until, ya), MR_OK);
    const int steps = (int)lround(1.0 / H);
    for (int grade = 0; begin == GRADED && grade < 8; grade++)
        couple(how, a, b, ldexp(H, grade - 8), ya, yb);
    for (int n = 1 - before; n <= steps - before; n++)
        couple(how, a, b, n * H, ya, yb);
    mr_statistics statistics;
    mr_interface_statistics(a, &statistics);
    CU_ASSERT_EQUAL(statistics.counts.jumps, 0); /* a smooth start is none */
    mr_interface_close(a);
    mr_interface_close(b);
    linear_solution(&whole, 1.0, exact);
    double worst = 0.0;
    for (int i = 0; i < 2; i++)
        worst = fmax(worst, fmax(fabs(ya[i] - exact[i]), fabs(yb[i] - exact[i + 2])));
    return worst;
}

static void test_exact_solution(void) {
    static const double published[4] = {0.0652894398, -0.0306021457, 0.0966065051, 0.0042947028};
    double x[LINEAR_MOST];
    make_systems();
    linear_solution(&whole, 1.0, x);
    for (int i = 0; i < 4; i++)
        MR_ASSERT_CLOSE(x[i], published[i], 6e-11);
}

static void test_fixed_steps_with_exact_history(void) {
    static const struct {
        coupling how;
        int order;
        double error[5]; /* for H = 1/125 … 1/2000; 0: not published */
    } table[] = {
        {JACOBI, 0, {9.11e-3, 4.13e-3, 1.96e-3, 9.51e-4, 4.69e-4}},
        {JACOBI, 2, {1.9e-3, 0, 0, 0, 1.57e-7}},
        {JACOBI, 3, {7.8e-4, 0, 0, 0, 2.63e-8}},
        {FIRST_FIRST, 0, {6.98e-3, 3.01e-3, 1.38e-3, 6.61e-4, 3.23e-4}},
        {SECOND_FIRST, 0, {3.07e-3, 2.03e-3, 1.14e-3, 6.00e-4, 3.08e-4}},
    };
    make_systems();
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        for (int level = 0; level < 5; level++)
            if (table[k].error[level] > 0.0)
                MR_ASSERT_RELATIVE(displacement_error(table[k].how, EXACT_HISTORY, table[k].order,
                                                      1.0 / (125 << level)),
                                   table[k].error[level], 0.02);
}

static void test_graded_start_gives_order_k_plus_1(void) {
    make_systems();
    for (coupling how = JACOBI; how <= SECOND_FIRST; how++)
        for (int k = 0; k <= 3; k++) {
            const double coarse = displacement_error(how, GRADED, k, 1.0 / 2000);
            const double fine = displacement_error(how, GRADED, k, 1.0 / 4000);
            const double order = log2(coarse / fine);
            printf("\n    %s k = %d: %.3g at 1/4000, order %.2f ",
                   how == JACOBI        ? "Jacobi       "
                   : how == FIRST_FIRST ? "chassis first"
                                        : "wheel first  ",
                   k, fine, order);
            MR_ASSERT_CLOSE(order, k + 1.0, 0.2);
        }
}

static void test_ramped_start_caps_the_order_at_2(void) {
    make_systems();
    for (int k = 2; k <= 3; k++) {
        const double coarse = displacement_error(JACOBI, RAMPED, k, 1.0 / 1000);
        const double fine = displacement_error(JACOBI, RAMPED, k, 1.0 / 2000);
        MR_ASSERT_CLOSE(log2(coarse / fine), 2.0, 0.1);
        CU_ASSERT(fine > 100.0 * displacement_error(JACOBI, GRADED, k, 1.0 / 2000));
    }
}

/* --- force against velocity, as other masters were measured: 4 s, H = 1 ms --- */

/* the wheel owns the strut: it integrates the chassis' velocity and tells the force */
static linear_system force_chassis(void) {
    linear_system s = {.states = 2, .inputs = 1, .outputs = 2};
    s.A[0][1] = 1.0;
    s.B[1][0] = 1.0 / mc;
    s.C[0][1] = 1.0; /* velocity to the wheel, position to look at */
    s.C[1][0] = 1.0;
    return s;
}

static linear_system force_wheel(void) {
    linear_system s = {.states = 3, .inputs = 1, .outputs = 1};
    s.A[0][1] = 1.0;
    s.A[1][0] = -(kc + kw) / mw;
    s.A[1][1] = -dc / mw;
    s.A[1][2] = kc / mw;
    s.B[1][0] = dc / mw;
    s.c[1] = kw * road / mw;
    s.B[2][0] = 1.0;
    s.C[0][0] = kc;
    s.C[0][1] = dc;
    s.C[0][2] = -kc;
    s.D[0][0] = -dc;
    return s;
}

#define STEPS 4000
static double exact_position[STEPS + 1];

/* relative L2 error of the position that is the second output of the first system */
static double pair_error(const linear_system *first, const linear_system *second, coupling how,
                         beginning begin, int order) {
    const double H = 1e-3;
    mr_interface *a = open_linear(first, order, H, begin == GRADED);
    mr_interface *b = open_linear(second, order, H, begin == GRADED);
    double ya[2] = {0}, yb[2] = {0}, square = 0.0, deviation = 0.0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < first->states; j++)
            ya[i] += first->C[i][j] * first->x0[j];
    for (int j = 0; j < second->states; j++)
        yb[0] += second->C[0][j] * second->x0[j];
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(a, 0.0, yb), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(b, 0.0, ya), MR_OK);
    for (int grade = 0; begin == GRADED && grade < 8; grade++)
        couple(how, a, b, ldexp(H, grade - 8), ya, yb);
    for (int n = 1; n <= STEPS; n++) {
        couple(how, a, b, n * H, ya, yb);
        deviation += (ya[1] - exact_position[n]) * (ya[1] - exact_position[n]);
        square += exact_position[n] * exact_position[n];
    }
    mr_interface_close(a);
    mr_interface_close(b);
    return sqrt(deviation / square);
}

static void solve_exactly(const linear_system *system) {
    for (int n = 0; n <= STEPS; n++) {
        double exact[LINEAR_MOST];
        linear_solution(system, n * 1e-3, exact);
        exact_position[n] = exact[0];
    }
}

static void test_force_against_velocity_like_other_masters(void) {
    static const struct {
        coupling how;
        beginning begin;
        int order;
        double error, tolerance;
    } table[] = {
        {JACOBI, RAMPED, 0, 3.3e-3, 0.02},      /* MasterSim, libcosim, Ecos, preCICE explicit */
        {FIRST_FIRST, RAMPED, 0, 5.6e-4, 0.02}, /* MasterSim, Gauss-Seidel */
        {JACOBI, RAMPED, 1, 2.4e-5, 0.2},       /* the page rounds, and slaves differ */
        {JACOBI, RAMPED, 2, 1.9e-4, 0.05},      {JACOBI, RAMPED, 3, 1.9e-4, 0.05},
        {JACOBI, GRADED, 2, 4.5e-6, 0.2},       {JACOBI, GRADED, 3, 5.0e-7, 0.05},
        {SECOND_FIRST, GRADED, 3, 6.6e-8, 0.2},
    };
    make_systems();
    solve_exactly(&whole);
    const linear_system car[2] = {force_chassis(), force_wheel()};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        const double error =
            pair_error(&car[0], &car[1], table[k].how, table[k].begin, table[k].order);
        printf("\n    %s, %s, order %d: %.3g (known: %.2g) ",
               table[k].how == JACOBI ? "Jacobi" : "staggered",
               table[k].begin == GRADED ? "graded" : "ramped", table[k].order, error,
               table[k].error);
        MR_ASSERT_RELATIVE(error, table[k].error, table[k].tolerance);
    }
}

/* the oscillator of the benchmark of reduced interface models: m = 1, 1; k1 = 10, kc = 100, k2 =
 * 1000; velocities +-100; the second mass owns the coupling spring, gets the first one's position
 * and tells the force */
static void test_linear_oscillator_without_rollback(void) {
    static const double k1 = 10.0, k = 100.0, k2 = 1000.0;
    linear_system both = {.states = 4, .x0 = {0, 100, 0, -100}};
    both.A[0][1] = both.A[2][3] = 1.0;
    both.A[1][0] = -(k1 + k);
    both.A[1][2] = both.A[3][0] = k;
    both.A[3][2] = -(k2 + k);
    linear_system first = {.states = 2, .inputs = 1, .outputs = 2, .x0 = {0, 100}};
    first.A[0][1] = 1.0;
    first.A[1][0] = -k1;
    first.B[1][0] = 1.0;
    first.C[0][0] = first.C[1][0] = 1.0;
    linear_system second = {.states = 2, .inputs = 1, .outputs = 1, .x0 = {0, -100}};
    second.A[0][1] = 1.0;
    second.A[1][0] = -(k2 + k);
    second.B[1][0] = k;
    second.C[0][0] = k;
    second.D[0][0] = -k;
    solve_exactly(&both);
    for (coupling how = JACOBI; how <= SECOND_FIRST; how++) {
        const double ramped = pair_error(&first, &second, how, RAMPED, 3);
        const double graded = pair_error(&first, &second, how, GRADED, 3);
        printf("\n    %s, order 3: %.3g ramped, %.3g graded ",
               how == JACOBI ? "Jacobi" : "staggered", ramped, graded);
        /* known: 1.7e-7 and 1.5e-7; OMSimulator with input extrapolation on the quarter car: 3.4e-5
         */
        CU_ASSERT(graded <= 2e-7);
        CU_ASSERT(ramped > 100.0 * graded);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_exact_solution),
        MR_TEST(test_fixed_steps_with_exact_history),
        MR_TEST(test_graded_start_gives_order_k_plus_1),
        MR_TEST(test_ramped_start_caps_the_order_at_2),
        MR_TEST(test_force_against_velocity_like_other_masters),
        MR_TEST(test_linear_oscillator_without_rollback),
    };
    return mr_test_main("quarter_car", tests, sizeof tests / sizeof *tests, argc, argv);
}
