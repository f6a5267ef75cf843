/* the diagram around a block, against derivatives by hand */
#include "mini.h"

#include <math.h>
#include <string.h>

/* x'' = -9 sin x - 0.5 x' + 3 u, the block gets 2 x + u² and gives u */
static const char pendulum[] = "set SolverName ode4\n"
                               "set FixedStep 0.01\n"
                               "set StopTime 1\n"
                               "Integrator v InitialCondition=0.2\n"
                               "Integrator x InitialCondition=0.7\n"
                               "Trigonometry sin\n"
                               "Gain stiffness Gain=9\n"
                               "Gain friction Gain=0.5\n"
                               "Gain push Gain=3\n"
                               "Sum force Inputs=--+\n"
                               "Gain twice Gain=2\n"
                               "Math square Operator=square\n"
                               "Sum seen Inputs=++\n"
                               "SubSystem s {\n"
                               "Inport in\n"
                               "TransferFcn block Numerator=[1] Denominator=[1,1]\n"
                               "Outport out\n"
                               "in -> block\n"
                               "block -> out\n"
                               "}\n"
                               "Outport y\n"
                               "x -> sin\n"
                               "sin -> stiffness\n"
                               "stiffness -> force:1\n"
                               "v -> friction\n"
                               "friction -> force:2\n"
                               "s -> push\n"
                               "push -> force:3\n"
                               "force -> v\n"
                               "v -> x\n"
                               "x -> twice\n"
                               "twice -> seen:1\n"
                               "s -> square\n"
                               "square -> seen:2\n"
                               "seen -> s\n"
                               "x -> y\n";

static void test_matrices_are_the_derivatives_at_the_present_state(void) {
    mini *m = mini_create(pendulum, NULL);
    CU_ASSERT_FATAL(m->run != NULL);
    bd_linear_model l;
    bd_error error = {0};
    CU_ASSERT_FATAL(bd_run_start(m->run, &error) == BD_OK);
    for (int i = 0; i < 30; i++)
        CU_ASSERT_FATAL(bd_run_step(m->run, &error) == BD_OK);
    CU_ASSERT_FATAL(bd_run_linearise(m->run, "m/s/block", &l, &error) == BD_OK);
    CU_ASSERT_FATAL(l.states == 3 && l.inputs == 1 && l.outputs == 1);
    /* states by what they do: the block's own, the position (changes the view), the velocity */
    int x = -1, v = -1, own = -1;
    for (int i = 0; i < 3; i++)
        if (fabs(l.C[i]) > 1.0)
            x = i;
        else if (fabs(l.B[i]) > 1.0)
            v = i;
        else
            own = i;
    CU_ASSERT_FATAL(x >= 0 && v >= 0 && own >= 0);
    MR_ASSERT_CLOSE(l.C[x], 2.0, 1e-9);
    MR_ASSERT_CLOSE(l.D[0], 2.0 * l.u[0], 1e-8);
    MR_ASSERT_CLOSE(l.B[v], 3.0, 1e-9);
    MR_ASSERT_CLOSE(l.B[x], 0.0, 1e-12);
    MR_ASSERT_CLOSE(l.A[v * 3 + v], -0.5, 1e-8);
    MR_ASSERT_CLOSE(l.A[v * 3 + x], -9.0 * cos(l.x[x]), 1e-8);
    MR_ASSERT_CLOSE(l.A[x * 3 + v], 1.0, 1e-9);
    MR_ASSERT_CLOSE(l.dx[v], -9.0 * sin(l.x[x]) - 0.5 * l.x[v] + 3.0 * l.u[0], 1e-12);
    MR_ASSERT_CLOSE(l.y[0], 2.0 * l.x[x] + l.u[0] * l.u[0], 1e-12);
    bd_linear_model_free(&l);
    mini_free(m);
}

static void test_a_run_goes_on_as_if_nobody_had_looked(void) {
    double last[2];
    for (int look = 0; look < 2; look++) {
        mini *m = mini_create(pendulum, NULL);
        bd_error error = {0};
        CU_ASSERT_FATAL(bd_run_start(m->run, &error) == BD_OK);
        for (int i = 0; !bd_run_is_done(m->run); i++) {
            bd_linear_model l;
            if (look && i == 20) {
                CU_ASSERT(bd_run_linearise(m->run, "m/s/block", &l, &error) == BD_OK);
                bd_linear_model_free(&l);
            }
            CU_ASSERT_FATAL(bd_run_step(m->run, &error) == BD_OK);
        }
        last[look] = mini_last(m, "y");
        mini_free(m);
    }
    CU_ASSERT(last[0] == last[1]);
}

static void test_mistakes_are_told(void) {
    mini *m = mini_create(pendulum, NULL);
    bd_linear_model l;
    bd_error error = {0};
    CU_ASSERT(bd_run_linearise(m->run, "m/push", &l, &error) != BD_OK);
    MR_ASSERT_CONTAINS(error.text, "not been started");
    CU_ASSERT(bd_run_start(m->run, &error) == BD_OK);
    CU_ASSERT(bd_run_linearise(m->run, "m/nobody", &l, &error) != BD_OK);
    MR_ASSERT_CONTAINS(error.text, "no block 'm/nobody'");
    CU_ASSERT(l.A == NULL);
    mini_free(m);
}

static void test_expressions_see_what_the_block_sees(void) {
    mini *m = mini_create(pendulum, NULL);
    bd_value *value = NULL;
    bd_error error = {0};
    CU_ASSERT(bd_run_evaluate(m->run, "m/push", "2 * pi", &value, &error) == BD_OK);
    MR_ASSERT_CLOSE(value ? bd_value_real_at(value, 0) : 0.0, 6.283185307179586, 1e-15);
    bd_value_free(value);
    CU_ASSERT(bd_run_evaluate(m->run, "m/push", "nothing", &value, &error) != BD_OK);
    CU_ASSERT(bd_run_evaluate(m->run, "m/nobody", "1", &value, &error) != BD_OK);
    mini_free(m);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_matrices_are_the_derivatives_at_the_present_state),
        MR_TEST(test_a_run_goes_on_as_if_nobody_had_looked),
        MR_TEST(test_mistakes_are_told),
        MR_TEST(test_expressions_see_what_the_block_sees),
    };
    return mr_test_main("blockdiagram_linearise", tests, sizeof tests / sizeof *tests, argc, argv);
}
