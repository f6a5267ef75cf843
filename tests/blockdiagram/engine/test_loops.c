/* algebraic loops: solved, named, refused */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* a loop z = z + F(z) of up to three unknowns, given by the texts of F */
static mini *loop_of(const char *const *residuals, int count) {
    char text[4000] = "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n";
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "Mux z Inputs=%d\nOutport y\nz -> y\n", count);
    for (int i = 1; i <= count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "Fcn f%d Expr='u(%d)+%s' SampleTime=1\nf%d -> z:%d\nz -> f%d\n", i,
                                 i, residuals[i - 1], i, i, i);
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    (void)bd_run_complete(m->run, &m->error);
    return m;
}

static void assert_solved(const char *const *residuals, int count, const double *solution) {
    mini *m = loop_of(residuals, count);
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    for (int i = 0; i < count; i++)
        MR_ASSERT_CLOSE(mini_last_of(m, "y", i), solution[i], 1e-7 * fmax(fabs(solution[i]), 1.0));
    mini_free(m);
}

/* stairs whose treads lean the other way: with d measured from the solution and k the number of the
 * tread, F = 10 k - 0.9 (d - k). Every derivative points away from the solution, and every begin
 * that is tried lies on another tread, so only a search without derivatives gets there */
#define STAIRS(d) "10.9*floor(" d "+0.5)-0.9*(" d ")"

static void test_loops_whose_derivatives_mislead_are_solved(void) {
    static const char *const near[] = {STAIRS("u(1)-3.7+0.3*(u(2)+8.4)"),
                                       STAIRS("u(2)+8.4-0.2*(u(1)-3.7)")};
    assert_solved(near, 2, (const double[]){3.7, -8.4});
    static const char *const far[] = {STAIRS("u(1)-40.3-0.4*(u(2)-77.2)"),
                                      STAIRS("u(2)-77.2+0.1*(u(1)-40.3)")};
    assert_solved(far, 2, (const double[]){40.3, 77.2});
    static const char *const three[] = {STAIRS("u(1)-2.6+0.3*(u(2)+5.3)"),
                                        STAIRS("u(2)+5.3-0.2*(u(3)-7.7)"),
                                        STAIRS("u(3)-7.7+0.1*(u(1)-2.6)")};
    assert_solved(three, 3, (const double[]){2.6, -5.3, 7.7});
    /* not a number on the way: left of -1 */
    static const char *const torn[] = {STAIRS("u(1)-3.7+0.3*(u(2)-8.4)") "+0*sqrt(u(1)+1)",
                                       STAIRS("u(2)-8.4-0.2*(u(1)-3.7)")};
    assert_solved(torn, 2, (const double[]){3.7, 8.4});
}

/* a linear loop of n unknowns: the residual, n differences for the Jacobian, one step, and perhaps
 * a second one against rounding. The Jacobian is kept for the second major step */
static void test_linear_loops_take_one_newton_step(void) {
    static const char *const residuals[] = {"4-2*u(1)-0.5*u(2)-u(3)", "1+u(1)-3*u(2)+u(3)",
                                            "2-u(1)+0.25*u(2)-4*u(3)"};
    for (int n = 2; n <= 3; n++) {
        char first[3][60];
        const char *texts[3];
        for (int i = 0; i < n; i++) { /* without u(3) if there are two */
            snprintf(first[i], sizeof first[i], "%s", residuals[i]);
            first[i][n == 2 ? strlen(first[i]) - 5 : strlen(first[i])] = '\0';
            texts[i] = first[i];
        }
        mini *m = loop_of(texts, n);
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        const unsigned long taken = bd_run_statistics(m->run).loop_iterations;
        CU_ASSERT(taken <= 2UL * (unsigned long)n + 6);
        if (n == 2) { /* 2 x + y / 2 = 4, 3 y - x = 1 */
            MR_ASSERT_CLOSE(mini_last_of(m, "y", 0), 23.0 / 13.0, 1e-12);
            MR_ASSERT_CLOSE(mini_last_of(m, "y", 1), 12.0 / 13.0, 1e-12);
        }
        mini_free(m);
    }
}

/* one unknown: F only has to change its sign, and to go to zero there */
static void test_a_change_of_sign_is_found_wherever_it_is(void) {
    static const struct {
        const char *residual;
        double solution;
    } cases[] = {
        /* infinitely steep at the solution: the steps of Newton double the distance */
        {"sgn(u(1)-5)*abs(u(1)-5)^(1/3)", 5.0},
        {"sgn(u(1)+5)*abs(u(1)+5)^(1/3)", -5.0},
        {"-sgn(u(1)-7e6)*abs(u(1)-7e6)^(1/3)", 7e6},
        /* flat but near the solution */
        {"atan(1e6*(u(1)-3))", 3.0},
        {"atan(1e6*(u(1)+0.001))", -0.001},
        /* not a number on one side */
        {"log(u(1)+0.5)-1", 2.2182818284590451},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_solved(&cases[i].residual, 1, &cases[i].solution);
}

/* F is zero from 100 on, and 1 before: any of those points solves it */
static void test_a_loop_that_is_solved_by_a_whole_range(void) {
    static const char *const right[] = {"(u(1)<100)"}, *const left[] = {"(u(1)>-100)"};
    mini *m = loop_of(right, 1);
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    CU_ASSERT(mini_last(m, "y") >= 100.0);
    mini_free(m);
    m = loop_of(left, 1);
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    CU_ASSERT(mini_last(m, "y") <= -100.0);
    mini_free(m);
}

/* a jump over zero is no solution, nor is a residual that only gets small, nor one that is nowhere
 * a number */
static void test_loops_without_solution_are_refused(void) {
    static const struct {
        const char *residuals[2], *text;
        int count;
    } cases[] = {
        {{"sgn(u(1)-5)+0.5*(u(1)==5)"}, "(residual ", 1},
        {{"1+u(1)^2"}, "(residual ", 1},
        {{"exp(-abs(u(1)))+1"}, "(residual ", 1},
        {{"0*sqrt(-1-u(1)^2)+u(1)"}, "its signals are not finite", 1},
        {{"1+u(1)^2+u(2)^2", "u(1)-u(2)"}, "(residual ", 2},
        {{"0*sqrt(-1-u(1)^2)+u(2)", "u(1)"}, "its signals are not finite", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mini *m = loop_of(cases[i].residuals, cases[i].count);
        CU_ASSERT_EQUAL(m->error.status, BD_ALGEBRAIC_LOOP);
        MR_ASSERT_CONTAINS(m->error.text, "has no solution that can be found");
        MR_ASSERT_CONTAINS(m->error.text, cases[i].text);
        mini_free(m);
    }
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

/* a loop is cut where its signal is narrowest, so it has as many unknowns as the solver needs
 * evaluations besides two: the begin, one along each unknown, the solution. The steps behind need
 * one, for nothing changes. All numbers are sums of few powers of two, so none is rounded */
static void test_loops_are_cut_where_they_are_narrow(void) {
    static const struct {
        const char *text;
        int loops, unknowns;
        double y[3]; /* s, the sum */
    } cases[] = {
        {"Constant u Value=3\nGain g Gain=0.5\ns -> g\ng -> s:2\n", 1, 1, {2}},
        {"Constant u Value='[3 6 12]'\nGain g Gain=0.5\ns -> g\ng -> s:2\n", 1, 3, {2, 4, 8}},
        /* through the sum of all: s = u - [1 2 4]/8 t, t = sum of s = 15 - 7/8 t = 8 */
        {"Constant u Value='[2 4 9]'\nSum t Inputs=+\nGain g Gain='[0.125 0.25 0.5]'\ns -> t\n"
         "t -> g\ng -> s:2\n",
         1,
         1,
         {1, 2, 5}},
        /* drawn the other way round */
        {"Gain g Gain='[0.125 0.25 0.5]'\nSum t Inputs=+\nConstant u Value='[2 4 9]'\nt -> g\n"
         "g -> s:2\ns -> t\n",
         1,
         1,
         {1, 2, 5}},
        /* taken apart: three loops of their own */
        {"Constant u Value='[3 6 12]'\nDemux d Outputs=3\nMux m Inputs=3\nGain a Gain=0.5\n"
         "Gain b Gain=0.5\nGain c Gain=0.5\ns -> d\nd:1 -> a\nd:2 -> b\nd:3 -> c\na -> m:1\n"
         "b -> m:2\nc -> m:3\nm -> s:2\n",
         1,
         3,
         {2, 4, 8}},
        {"Constant u Value=3\nGain g Gain=0.5\ns -> g\ng -> s:2\nConstant v Value=6\nSum q "
         "Inputs=+-\nGain h Gain=0.5\nv -> q\nq -> h\nh -> q:2\nTerminator e\nq -> e\n",
         2,
         2,
         {2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1200];
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 4\n"
                 "set AlgebraicLoopMsg none\nSum s Inputs=+-\nOutport y\ns -> y\n%su -> s:1\n",
                 cases[i].text);
        mini *m = mini_run(text, NULL);
        const int record = mini_record(m, "y");
        for (int k = 0; k < bd_run_record(m->run, record)->width; k++)
            MR_ASSERT_CLOSE(bd_run_record_row(m->run, record, 4)[k], cases[i].y[k], 1e-15);
        const bd_statistics s = bd_run_statistics(m->run);
        CU_ASSERT_EQUAL(s.algebraic_loops, cases[i].loops);
        CU_ASSERT_EQUAL(s.loop_iterations, (unsigned long)(cases[i].unknowns + 2 * cases[i].loops) +
                                               4 * (unsigned long)cases[i].loops);
        mini_free(m);
    }
}

/* z = z²/4 + 3/4 has the solutions 1 and 3: an Initial Condition block is where the loop is cut,
 * and says where the search begins, wherever it is drawn */
static void test_an_initial_condition_chooses_the_solution(void) {
    static const double begins[][2] = {{0, 1}, {1.5, 1}, {2.5, 3}, {40, 3}};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        for (int turn = 0; turn < 2; turn++) {
            char text[700], first[100];
            snprintf(first, sizeof first, "InitialCondition z Value=%g\n", begins[i][0]);
            snprintf(
                text, sizeof text,
                "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 2\n"
                "set AlgebraicLoopMsg none\n%sFcn f Expr='u^2/4'\nBias b Bias=0.75\n%sOutport y\n"
                "z -> f\nf -> b\nb -> z\nb -> y\n",
                turn ? first : "", turn ? "" : first);
            mini *m = mini_run(text, NULL);
            MR_ASSERT_CLOSE(mini_last(m, "y"), begins[i][1], 1e-12);
            mini_free(m);
        }
}

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
        MR_TEST(test_loops_whose_derivatives_mislead_are_solved),
        MR_TEST(test_linear_loops_take_one_newton_step),
        MR_TEST(test_a_change_of_sign_is_found_wherever_it_is),
        MR_TEST(test_a_loop_that_is_solved_by_a_whole_range),
        MR_TEST(test_loops_without_solution_are_refused),
        MR_TEST(test_loops_are_cut_where_they_are_narrow),
        MR_TEST(test_an_initial_condition_chooses_the_solution),
        MR_TEST(test_loop_without_solution_fails),
        MR_TEST(test_loop_is_refused_if_the_model_says_so),
    };
    return mr_test_main("blockdiagram_loops", tests, sizeof tests / sizeof tests[0], argc, argv);
}
