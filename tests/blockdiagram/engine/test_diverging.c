/* what is not finite: states end the run as diverged, with block and time, and results without it;
 * signals may be anything. docs/models.md, "What is not finite" */
#include "mini.h"

#include <math.h>

static void expect_diverged(mini *m, const char *sentence, double least, double most) {
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_NOT_FINITE);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    MR_ASSERT_CONTAINS(m->error.text, ": the run has diverged (t = ");
    const size_t rows = mini_rows(m, "y");
    CU_ASSERT_FATAL(rows > 0);
    for (size_t i = 0; i < rows; i++)
        CU_ASSERT(isfinite(mini_value(m, "y", i)));
    const double end = mini_time(m, "y", rows - 1);
    CU_ASSERT(end >= least && end <= most);
}

static const char *const solvers[] = {"ode4",   "ode1",  "ode2",  "ode3",   "ode5",  "ode8",
                                      "ode14x", "ode45", "ode23", "ode113", "ode15s"};

/* x' = 10 x from 1 passes the largest double, 1.8e308, at t = ln(1.8e308) / 10 = 70.98 s; its
 * derivative and what a solver adds up pass it a little earlier */
/* x' = 10 x */
#define GROWTH                                                                                     \
    "Integrator x InitialCondition=1\n"                                                            \
    "Gain k Gain=10\n"                                                                             \
    "Outport y\n"                                                                                  \
    "x -> k\n"                                                                                     \
    "k -> x\n"                                                                                     \
    "x -> y\n"

static void test_growth_to_infinity_ends_the_run(void) {
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        bd_options o = bd_options_default();
        o.solver = solvers[i];
        o.fixed_step = 1e-3;
        mini *m = mini_create("set StopTime 100\n" GROWTH, &o);
        expect_diverged(m, "m/x: the ", 69.0, 72.0);
        mini_free(m);
    }
}

/* a finite number is none too many: the same to t = 30 s, ln x = 300 */
static void test_large_numbers_are_numbers(void) {
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        bd_options o = bd_options_default();
        o.solver = solvers[i];
        o.fixed_step = 1e-3;
        o.relative_tolerance = 1e-6;
        mini *m = mini_run("set StopTime 30\n" GROWTH, &o);
        /* ode1 makes 30000 ln 1.01 of it */
        const double exact = strcmp(solvers[i], "ode1") == 0 ? 30000.0 * log(1.01) : 300.0;
        CU_ASSERT_DOUBLE_EQUAL(log(mini_last(m, "y")), exact, 0.02);
        mini_free(m);
    }
}

/* the last step of a run counts like any other */
static void test_the_last_step_is_looked_at(void) {
    bd_options o = bd_options_default();
    o.solver = "ode4";
    o.fixed_step = 0.5;
    mini *m = mini_create("set StopTime 1\n"
                          "Clock t\n"
                          "Fcn f Expr=1/(u<0.6)\n"
                          "Integrator x\n"
                          "Outport y\n"
                          "t -> f\n"
                          "f -> x\n"
                          "x -> y\n",
                          &o);
    expect_diverged(m, "m/x: the value of state 1 is ", 0.5, 0.5);
    MR_ASSERT_CONTAINS(m->error.text, "(t = 1)");
    mini_free(m);
}

static void test_discrete_sums_end_the_run(void) {
    static const struct {
        const char *block, *expression;
    } cases[] = {
        {"DiscreteIntegrator x SampleTime=1", "1/(u<3)"}, /* infinite at 3 s */
        {"DiscreteIntegrator x SampleTime=1", "(u>=3)*(sqrt(-(u>=3)))"},
        {"DiscreteIntegrator x SampleTime=1", "1e308*(u>=3)"},
        {"DiscreteFilter x Numerator=1 Denominator='[1 -0.5]' SampleTime=1", "1/(u<3)"},
        {"DiscreteTransferFcn x Numerator=1 Denominator='[1 -0.5]' SampleTime=1", "1/(u<3)"},
        {"DiscreteStateSpace x A=0.5 B=1 C=1 D=0 SampleTime=1", "1/(u<3)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "set StopTime 9\nset Solver FixedStepDiscrete\nset FixedStep 1\n"
                 "DigitalClock t SampleTime=1\nFcn f Expr='%s'\n%s\nConstant c\nOutport y\n"
                 "Terminator end\nt -> f\nf -> x\nx -> end\nc -> y\n",
                 cases[i].expression, cases[i].block);
        mini *m = mini_create(text, NULL);
        expect_diverged(m, "m/x: the value of state 1 is ", 2.0, 4.0);
        mini_free(m);
    }
}

/* limits, delays, look-ups and comparisons with infinity go on */
static void test_signals_may_be_infinite(void) {
    static const char *const chains[] = {
        "Saturate s UpperLimit=3 LowerLimit=-inf\nUnitDelay d SampleTime=1\n"
        "u -> d\nd -> s\ns -> x\n",
        "MinMax s Function=min Inputs=1\nSaturate d UpperLimit=3 LowerLimit=0\n"
        "u -> s\ns -> d\nd -> x\n",
        "RelationalOperator s Operator=>\nConstant c Value=7\nDataTypeConversion d "
        "OutDataTypeStr=double\nu -> s\nc -> s:2\ns -> d\nd -> x\n",
        "DiscreteIntegrator d SampleTime=1 LimitOutput=on UpperSaturationLimit=3 "
        "LowerSaturationLimit=0\nTerminator s\nu -> d\nu -> s\nd -> x\n",
        "Lookup d InputValues='[0 1]' OutputValues='[0 3]' LookUpMeth='Interpolation-Use End "
        "Values'\n"
        "Terminator s\nu -> d\nu -> s\nd -> x\n",
    };
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "set StopTime 9\nset Solver ode4\nset FixedStep 1\nConstant u Value=inf\n"
                 "Integrator x UpperSaturationLimit=inf LowerSaturationLimit=-inf\n"
                 "Outport y\nx -> y\n%s",
                 chains[i]);
        mini *m = mini_run(text, NULL);
        CU_ASSERT(mini_last(m, "y") > 5.0 && isfinite(mini_last(m, "y")));
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_growth_to_infinity_ends_the_run), MR_TEST(test_large_numbers_are_numbers),
        MR_TEST(test_the_last_step_is_looked_at),      MR_TEST(test_discrete_sums_end_the_run),
        MR_TEST(test_signals_may_be_infinite),
    };
    return mr_test_main("diverging", tests, sizeof tests / sizeof *tests, argc, argv);
}
