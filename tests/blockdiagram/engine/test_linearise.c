/* the diagram around a block, against derivatives by hand */
#include "mini.h"

#include <math.h>
#include <stdio.h>
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

/* v' = u1 + 2 u2(2) - x³, x' = v; y1 = v + u1, y2 = [x; u2(1)], about x = 2, v = 1 */
static void test_whole_model_from_inports_to_outports(void) {
    mini *m =
        mini_create("set SolverName ode4\nset FixedStep 0.01\nset StopTime 1\n"
                    "Inport u1 Port=1\nInport u2 Port=2 PortDimensions=2\n"
                    "Demux parts Outputs=2\nGain twice Gain=2\nMath cube Operator=pow\n"
                    "Constant three Value=3\nSum force Inputs=++-\nIntegrator v\nIntegrator x\n"
                    "Sum one Inputs=++\nMux both Inputs=2\n"
                    "Outport y2 Port=2\nOutport y1 Port=1\n"
                    "u1 -> force:1\nu2 -> parts\nparts:2 -> twice\ntwice -> force:2\n"
                    "x -> cube:1\nthree -> cube:2\ncube -> force:3\nforce -> v\nv -> x\n"
                    "v -> one:1\nu1 -> one:2\none -> y1\nx -> both:1\nparts:1 -> both:2\n"
                    "both -> y2\n",
                    NULL);
    CU_ASSERT_FATAL(m->run != NULL);
    bd_linear_model l;
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_run_linearise_whole(m->run, &l, &error), BD_BAD_ARGUMENT);
    CU_ASSERT_FATAL(bd_run_start(m->run, &error) == BD_OK);
    const double none[1] = {0.0};
    CU_ASSERT_EQUAL(bd_run_set_states(m->run, none, 1, &error), BD_BAD_ARGUMENT);
    CU_ASSERT(strstr(error.text, "has 2 continuous states, not 1") != NULL);
    CU_ASSERT_FATAL(bd_run_linearise_whole(m->run, &l, &error) == BD_OK);
    CU_ASSERT_FATAL(l.states == 2 && l.inputs == 3 && l.outputs == 3);
    const int v = fabs(l.B[0]) > 0.5 ? 0 : 1, x = 1 - v;
    bd_linear_model_free(&l);
    double states[2];
    states[v] = 1.0;
    states[x] = 2.0;
    const double u1[1] = {4.0}, u2[2] = {6.0, 7.0};
    CU_ASSERT(bd_run_set_states(m->run, states, 2, &error) == BD_OK);
    CU_ASSERT(bd_run_set_input(m->run, 0, u1, 1, &error) == BD_OK);
    CU_ASSERT(bd_run_set_input(m->run, 1, u2, 2, &error) == BD_OK);
    CU_ASSERT_FATAL(bd_run_linearise_whole(m->run, &l, &error) == BD_OK);
    CU_ASSERT_DOUBLE_EQUAL(l.A[v * 2 + x], -12.0, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(l.A[x * 2 + v], 1.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.B[v * 3], 1.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.B[v * 3 + 2], 2.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.C[v], 1.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.C[2 + x], 1.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.D[0], 1.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.D[2 * 3 + 1], 1.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(l.dx[v], 4.0 + 14.0 - 8.0, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(l.y[0], 5.0, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(l.y[1], 2.0, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(l.y[2], 6.0, 1e-12);
    CU_ASSERT_EQUAL(l.u[1], 6.0);
    bd_linear_model_free(&l);
    mini_free(m);
}

/* whatever the order of the file: y = u1 + 10 u2 + 100 u3 */
static void test_inports_are_taken_by_their_numbers(void) {
    static const int orders[][3] = {{1, 2, 3}, {3, 2, 1}, {2, 3, 1}, {3, 1, 2}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"
                 "Inport u%d Port=%d\nInport u%d Port=%d\nInport u%d Port=%d\n"
                 "Gain ten Gain=10\nGain hundred Gain=100\nSum s Inputs=+++\nOutport y\n"
                 "u1 -> s:1\nu2 -> ten\nu3 -> hundred\nten -> s:2\nhundred -> s:3\ns -> y\n",
                 orders[i][0], orders[i][0], orders[i][1], orders[i][1], orders[i][2],
                 orders[i][2]);
        mini *m = mini_create(text, NULL);
        bd_linear_model l;
        bd_error error = {0};
        CU_ASSERT_FATAL(bd_run_start(m->run, &error) == BD_OK);
        for (int k = 0; k < 3; k++) {
            const double u = 1.0 + k;
            CU_ASSERT_EQUAL(bd_run_set_input(m->run, k, &u, 1, &error), BD_OK);
        }
        CU_ASSERT_FATAL(bd_run_linearise_whole(m->run, &l, &error) == BD_OK);
        CU_ASSERT_EQUAL(l.inputs, 3);
        /* differences of y = 321 by steps near sqrt(eps) round to 321 sqrt(eps) = 5e-6 */
        CU_ASSERT_DOUBLE_EQUAL(l.D[0], 1.0, 1e-5);
        CU_ASSERT_DOUBLE_EQUAL(l.D[1], 10.0, 1e-5);
        CU_ASSERT_DOUBLE_EQUAL(l.D[2], 100.0, 1e-5);
        CU_ASSERT_DOUBLE_EQUAL(l.y[0], 321.0, 1e-9);
        bd_linear_model_free(&l);
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_inports_are_taken_by_their_numbers),
        MR_TEST(test_whole_model_from_inports_to_outports),
        MR_TEST(test_matrices_are_the_derivatives_at_the_present_state),
        MR_TEST(test_a_run_goes_on_as_if_nobody_had_looked),
        MR_TEST(test_mistakes_are_told),
        MR_TEST(test_expressions_see_what_the_block_sees),
    };
    return mr_test_main("blockdiagram_linearise", tests, sizeof tests / sizeof *tests, argc, argv);
}
