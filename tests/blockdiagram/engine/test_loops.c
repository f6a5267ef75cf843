/* algebraic loops: solved, named, refused */
#include "mini.h"

#include <math.h>

static void test_linear_loop_is_solved_and_named(void) {
    /* y = 6 - 2 y: y = 2 */
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 2\n"
                       "DigitalClock t SampleTime=1\n"
                       "Bias u Bias=6\n"
                       "Sum e Inputs=+-\n"
                       "Gain g Gain=2\n"
                       "Outport y\n"
                       "t -> u\n"
                       "u -> e:1\n"
                       "g -> e:2\n"
                       "e -> g\n"
                       "e -> y\n",
                       NULL);
    for (size_t i = 0; i < 3; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), (6.0 + (double)i) / 3.0, 1e-14);
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).algebraic_loops, 1);
    CU_ASSERT(mini_log_has(m, "m/e"));
    CU_ASSERT(mini_log_has(m, "m/g"));
    mini_free(m);
}

/* y = cos(y): the Dottie number */
static void test_nonlinear_loop_is_solved(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\n"
                       "set FixedStep 1\n"
                       "set StopTime 1\n"
                       "Trigonometry c Operator=cos SampleTime=1\n"
                       "Gain one Gain=1\n"
                       "Outport y\n"
                       "c -> one\n"
                       "one -> c\n"
                       "one -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 0.73908513321516064, 1e-14);
    mini_free(m);
}

/* two coupled unknowns inside an ODE: x' = y1, y1 = -x - 0.5 y2, y2 = 0.25 y1, so y1 = -x/1.125 */
static void test_loop_inside_an_ode(void) {
    mini *m = mini_run("set SolverName ode4\n"
                       "set FixedStep 0.01\n"
                       "set StopTime 1\n"
                       "Integrator x InitialCondition=1\n"
                       "Sum y1 Inputs=--\n"
                       "Gain half Gain=0.5\n"
                       "Gain quarter Gain=0.25\n"
                       "Outport y\n"
                       "x -> y1:1\n"
                       "half -> y1:2\n"
                       "y1 -> quarter\n"
                       "quarter -> half\n"
                       "y1 -> x\n"
                       "x -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), exp(-1.0 / 1.125), 1e-10);
    mini_free(m);
}

static const char *const bad_loop = "set SolverName FixedStepDiscrete\n"
                                    "set FixedStep 1\n"
                                    "set StopTime 1\n"
                                    "Constant c\n"
                                    "Sum e Inputs=++ SampleTime=1\n"
                                    "Gain g Gain=1\n"
                                    "Outport y\n"
                                    "c -> e:1\n"
                                    "g -> e:2\n"
                                    "e -> g\n"
                                    "e -> y\n";

/* y = y + 1 has no solution */
static void test_loop_without_solution_fails(void) {
    mini *m = mini_create(bad_loop, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(m->error.text, "m/");
    mini_free(m);
}

static void test_loop_is_refused_if_the_model_says_so(void) {
    char text[1024];
    snprintf(text, sizeof text, "set AlgebraicLoopMsg error\n%s", bad_loop);
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NULL(m->run);
    CU_ASSERT_EQUAL(m->error.status, BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(m->error.text, "m/e");
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_linear_loop_is_solved_and_named),
        MR_TEST(test_nonlinear_loop_is_solved),
        MR_TEST(test_loop_inside_an_ode),
        MR_TEST(test_loop_without_solution_fails),
        MR_TEST(test_loop_is_refused_if_the_model_says_so),
    };
    return mr_test_main("blockdiagram_loops", tests, sizeof tests / sizeof tests[0], argc, argv);
}
