/* numbers have no unit: a model whose times are all multiplied by a power of two, and its rates
 * divided, gives the same bits, at times that are multiplied; and so with what its signals and
 * tolerances are measured in. So nothing in a solver, in the search for crossings or at the end of
 * a run may be in seconds */
#include "mini.h"

#include <math.h>
#include <string.h>

/* an oscillator, driven; a jump of its sign that is located, a sampled part, an enabled one */
static mini *run_scaled(const char *solver, double s, double v) {
    bd_options o = bd_options_default();
    char text[4000];
    o.solver = solver;
    o.fixed_step = strncmp(solver, "ode45", 5) != 0 && strncmp(solver, "ode23", 5) != 0 &&
                           strncmp(solver, "ode15s", 6) != 0
                       ? 0.0625 * s
                       : 0.0;
    snprintf(text, sizeof text,
             "set StopTime %.17g\n"
             "set RelTol 1e-6\nset AbsTol %.17g\n"
             "Sin c Amplitude=%.17g Frequency=%.17g SampleTime=0\n"
             "Sum a Inputs=+--\n"
             "Gain g Gain=%.17g\n"
             "Gain k Gain=2\n"
             "Gain d Gain=0.25\n"
             "Integrator v InitialCondition=%.17g\n"
             "Gain h Gain=%.17g\n"
             "Integrator x InitialCondition=%.17g\n"
             "c -> a:1\nk -> a:2\nd -> a:3\na -> g\ng -> v\nv -> h\nh -> x\nx -> k\nv -> d\n"
             "Signum n\nx -> n\n"
             "Gain m Gain=%.17g\nn -> m\n"
             "Integrator w\nm -> w\n"
             "UnitDelay u SampleTime=%.17g\nx -> u\n"
             "SubSystem e {\n"
             "EnablePort p\nInport i\nIntegrator q\nOutport o\ni -> q\nq -> o\n"
             "}\n"
             "Constant one Value=%.17g\none -> e\nx -> e:enable\n"
             "Outport y1\nOutport y2\nOutport y3\nOutport y4\n"
             "x -> y1\nw -> y2\nu -> y3\ne -> y4\n",
             4.0 * s, 1e-6 * v, v, 1.3 / s, 1.0 / s, 0.5 * v, 1.0 / s, -v, v / s, 0.375 * s, v / s);
    return mini_run(text, &o);
}

static void compare(const char *solver, double s, double v) {
    static const char *const names[] = {"y1", "y2", "y3", "y4"};
    mini *a = run_scaled(solver, 1.0, 1.0), *b = run_scaled(solver, s, v);
    int differ = 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const size_t rows = mini_rows(a, names[k]);
        CU_ASSERT(rows > 8);
        CU_ASSERT_EQUAL_FATAL(mini_rows(b, names[k]), rows);
        for (size_t i = 0; i < rows; i++) {
            differ += mini_time(b, names[k], i) != s * mini_time(a, names[k], i);
            differ += mini_value(b, names[k], i) != v * mini_value(a, names[k], i);
        }
        CU_ASSERT_EQUAL(mini_time(b, names[k], rows - 1), 4.0 * s);
    }
    if (differ)
        printf("%s, times by %g, values by %g: %d numbers differ\n", solver, s, v, differ);
    CU_ASSERT_EQUAL(differ, 0);
    mini_free(a);
    mini_free(b);
}

static void test_numbers_have_no_unit(void) {
    static const char *const solvers[] = {"ode45", "ode23", "ode15s", "ode4", "ode14x"};
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
        compare(solvers[k], ldexp(1.0, -30), 1.0);
        compare(solvers[k], ldexp(1.0, 20), 1.0);
        if (k == 4) /* its differences are those of values of about one */
            continue;
        compare(solvers[k], 1.0, ldexp(1.0, -30));
        compare(solvers[k], 4.0, ldexp(1.0, 20));
    }
}

/* as many times as it has gone on: of tiny ends and of huge ones, in one step or many */
static void test_every_end_is_reached(void) {
    static const char *const solvers[] = {"ode45", "ode23", "ode15s", "ode1", "ode4"};
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        for (int power = -60; power <= 60; power += 12) {
            const double end = ldexp(1.375, power);
            bd_options o = bd_options_default();
            char text[400];
            o.solver = solvers[k];
            o.fixed_step = k > 2 ? end / 11.0 : 0.0;
            snprintf(text, sizeof text,
                     "set StopTime %.17g\nConstant r Value=%.17g\nIntegrator x\nOutport y\nr -> x\n"
                     "x -> y\n",
                     end, 1.0 / end);
            mini *m = mini_run(text, &o);
            CU_ASSERT_EQUAL(mini_time(m, "y", mini_rows(m, "y") - 1), end);
            MR_ASSERT_CLOSE(mini_last(m, "y"), 1.0, 1e-12);
            mini_free(m);
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_numbers_have_no_unit),
        MR_TEST(test_every_end_is_reached),
    };
    return mr_test_main("time_scales", tests, sizeof tests / sizeof *tests, argc, argv);
}
