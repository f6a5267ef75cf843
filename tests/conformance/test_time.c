/* what S-functions are told about time, solver and sample hits in every method, and what becomes of
 * the wishes they leave behind. Times are sums of powers of two, so all of them are exact */
#include "in_model.h"

#include "simstruc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* parameters: when it wants a reset of the solver, and a stop */
static bd_test_model *model_of_clock(const char *solver, double step, double stop,
                                     const char *parameters) {
    bd_test_model *model = bd_test_model_create(solver, step, stop);
    bd_diagram_set(model->diagram, "StartTime", "0.5");
    bd_diagram_set(model->diagram, "RelTol", "1e-4");
    if (step == 0.0) {
        bd_diagram_set(model->diagram, "MaxStep", "0.25");
        bd_diagram_set(model->diagram, "MinStep", "1e-6");
        bd_diagram_set(model->diagram, "InitialStep", "0.25");
    }
    in_model_add_root(model, "s", "sfun_clock", parameters, 0, 1);
    bd_test_tap(model, "s", "y");
    in_model_forget();
    return model;
}

/* Heun's method: two slopes a step. Of each rate it says whether it has a hit, and when it had its
 * last one: the first has one always, the second not in minor steps, the third at 0.75 s only. In a
 * method that is no part of a step all have */
static void test_every_method_of_a_run_in_fixed_steps(void) {
    bd_test_model *model = model_of_clock("ode2", 0.25, 1.0, "-1, -1");
    bd_test_run(model);
    bd_test_model_free(model);
    CU_ASSERT_STRING_EQUAL(
        in_model_trace,
        "sizes ode2 fixed fixed=0.25 step=0.25 max=0 min=0 from=0.5 to=1 now=0.5 tolerance=0.0001\n"
        "start ode2 fixed fixed=0.25 step=0.25 max=0 min=0 from=0.5 to=1 now=0.5 tolerance=0.0001\n"
        "start t=0.5 last=0.5 step=0.25 major modes 1:0.5 1:0.5 1:0.5\n"
        "conditions t=0.5 last=0.5 step=0.25 major modes 1:0.5 1:0.5 1:0.5\n"
        "outputs t=0.5 last=0.5 step=0.25 major modes 1:0.5 1:0.5 0:0.5\n"
        "update t=0.5 last=0.5 step=0.25 major modes 1:0.5 1:0.5 0:0.5\n"
        "derivatives t=0.5 last=0.5 step=0.25 major modes 1:0.5 1:0.5 0:0.5\n"
        "outputs t=0.75 last=0.5 step=0.25 1:0.75 0:0.5 0:0.5\n"
        "derivatives t=0.75 last=0.5 step=0.25 1:0.75 0:0.5 0:0.5\n"
        "projection t=0.75 last=0.5 step=0.25 1:0.75 0:0.5 0:0.5\n"
        "outputs t=0.75 last=0.5 step=0.25 major modes 1:0.75 1:0.75 1:0.75\n"
        "update t=0.75 last=0.5 step=0.25 major modes 1:0.75 1:0.75 1:0.75\n"
        "derivatives t=0.75 last=0.5 step=0.25 major modes 1:0.75 1:0.75 1:0.75\n"
        "outputs t=1 last=0.5 step=0.25 1:1 0:0.75 0:0.75\n"
        "derivatives t=1 last=0.5 step=0.25 1:1 0:0.75 0:0.75\n"
        "projection t=1 last=0.5 step=0.25 1:1 0:0.75 0:0.75\n"
        "outputs t=1 last=0.75 step=0.25 major modes 1:1 1:1 0:0.75\n"
        "update t=1 last=0.75 step=0.25 major modes 1:1 1:1 0:0.75\n"
        "terminate t=1\n");
}

/* steps of a quarter, since the states are exact from the first on. Which trial points a method has
 * is its own business; the lines below belong to all of them */
static void test_every_method_of_a_run_in_variable_steps(void) {
    static const char *const solvers[] = {"ode23", "ode45"};
    for (size_t k = 0; k < 2; k++) {
        bd_test_model *model = model_of_clock(solvers[k], 0.0, 1.0, "-1, -1");
        char expected[200];
        static const char *const lines[] = {
            "\nstart t=0.5 last=0.5 step=0 major modes 1:0.5 1:0.5 1:0.5\n",
            "\nconditions t=0.5 last=0.5 step=0 major modes 1:0.5 1:0.5 1:0.5\n",
            "\noutputs t=0.5 last=0.5 step=0 major modes 1:0.5 1:0.5 0:0.5\n",
            "\nupdate t=0.5 last=0.5 step=0 major modes 1:0.5 1:0.5 0:0.5\n",
            "\noutputs t=0.75 last=0.5 step=0 1:0.75 0:0.5 0:0.5\n",
            "\nderivatives t=0.75 last=0.5 step=0 1:0.75 0:0.5 0:0.5\n",
            "\ncrossings t=0.75 last=0.5 step=0 1:0.75 0:0.5 0:0.5\n",
            "\nprojection t=0.75 last=0.5 step=0 1:0.75 0:0.5 0:0.5\n",
            "\noutputs t=0.75 last=0.5 step=0.25 major modes 1:0.75 1:0.75 1:0.75\n",
            "\nupdate t=0.75 last=0.5 step=0.25 major modes 1:0.75 1:0.75 1:0.75\n",
            "\nprojection t=1 last=0.5 step=0.25 1:1 0:0.75 0:0.75\n",
            "\noutputs t=1 last=0.75 step=0.25 major modes 1:1 1:1 0:0.75\n",
            "\nupdate t=1 last=0.75 step=0.25 major modes 1:1 1:1 0:0.75\nterminate t=1\n",
        };
        bd_test_run(model);
        bd_test_model_free(model);
        snprintf(expected, sizeof expected,
                 "sizes %s variable fixed=0 step=0 max=0.25 min=1e-06 from=0.5 to=1 now=0.5 "
                 "tolerance=0.0001\n",
                 solvers[k]);
        MR_ASSERT_CONTAINS(in_model_trace, expected);
        memcpy(expected, "start", strlen("start")); /* the same is known there */
        MR_ASSERT_CONTAINS(in_model_trace, expected);
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            MR_ASSERT_CONTAINS(in_model_trace, lines[i]);
    }
}

/* also by a method that never looks at the end of its step */
static void test_states_are_projected_at_the_end_of_a_step(void) {
    bd_test_model *model = model_of_clock("ode1", 0.25, 0.75, "-1, -1");
    bd_test_run(model);
    bd_test_model_free(model);
    MR_ASSERT_CONTAINS(in_model_trace, "\nprojection t=0.75 last=0.5 step=0.25 1:0.75 0:0.5 0:0.5\n"
                                       "outputs t=0.75 last=0.5 step=0.25 major");
}

/* parameters that change between two steps are processed at the time that is reached */
static void test_parameters_are_processed_at_the_present_time(void) {
    bd_test_model *model = model_of_clock("ode2", 0.25, 1.0, "k, -1");
    bd_workspace_set_scalar(model->base, "k", -1.0, NULL);
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
    bd_workspace_set_scalar(model->base, "k", -2.0, NULL);
    in_model_forget();
    CU_ASSERT_EQUAL(bd_run_retune(model->run, model->base, &model->error), BD_OK);
    CU_ASSERT_STRING_EQUAL(
        in_model_trace,
        "process parameters t=0.75 last=0.5 step=0.25 major modes 1:0.75 1:0.75 0:0.5\n");
    CU_ASSERT_EQUAL(bd_run_finish(model->run, &model->error), BD_OK);
    bd_test_model_free(model);
}

/* at a trial point anything may come out; where the method fails that is told already */
static void test_nan_is_looked_for_where_outputs_count(void) {
    static const struct {
        const char *parameters;
        bd_status status;
        size_t warnings;
    } cases[] = {{"-1, -1", BD_OK, 0},
                 {"-3, -1", BD_OK, 0},
                 {"-4, -1", BD_OK, 2}, /* the second is told of the result */
                 {"-5, -1", BD_BLOCK_FAILED, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_test_model *model = model_of_clock("ode2", 0.25, 1.0, cases[i].parameters);
        CU_ASSERT_EQUAL(bd_test_try(model), cases[i].status);
        CU_ASSERT_EQUAL(model->log.count, cases[i].warnings);
        if (model->log.count)
            CU_ASSERT_STRING_EQUAL(
                model->log.lines[0],
                "m/s: S-function 'sfun_clock' wrote NaN to output port 1 (t = 0.5)");
        bd_test_model_free(model);
    }
}

/* a stop time that is set anew is known from the next step on; outputs 3 and 4 are begin and end */
static void test_the_end_may_move(void) {
    bd_test_model *model = model_of_clock("ode2", 0.25, 3.0, "-1, -1");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
    for (int step = 0; step < 3; step++) {
        CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
        CU_ASSERT_EQUAL(bd_test_last(model, "y", 3), 0.5);
        CU_ASSERT_EQUAL(bd_test_last(model, "y", 4), 3.0 - 0.5 * step);
        CU_ASSERT_EQUAL(bd_run_set_stop_time(model->run, 2.5 - 0.5 * step, &model->error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_run_finish(model->run, &model->error), BD_OK);
    bd_test_model_free(model);
}

/* it stops where it asked for it, as often as that time comes */
static void test_a_wish_to_stop_is_one(void) {
    bd_test_model *model = model_of_clock("ode2", 0.25, 3.0, "-1, 1");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    bd_run *run = model->run;
    CU_ASSERT_EQUAL(bd_run_start(run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(run, &model->error), BD_OK);
    const size_t size = bd_run_state_size(run);
    void *state = malloc(size);
    CU_ASSERT_EQUAL(bd_run_save(run, state, size, &model->error), BD_OK);
    for (int round = 0; round < 3; round++) {
        while (!bd_run_is_done(run))
            CU_ASSERT_EQUAL_FATAL(bd_run_step(run, &model->error), BD_OK);
        CU_ASSERT_EQUAL(bd_run_time(run), 1.0);
        CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), 1.0);
        CU_ASSERT_EQUAL(bd_run_restore(run, state, size, &model->error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_run_finish(run, &model->error), BD_OK);
    free(state);
    bd_test_run(model); /* and in a run of its own */
    CU_ASSERT_EQUAL(bd_run_time(run), 1.0);
    bd_test_model_free(model);
}

/* a reset that is asked for before the run, or once in it, is none at every step (the S-function
 * looks whether its wish was taken) */
static void test_a_wish_for_a_reset_is_one(void) {
    static const char *const parameters[] = {"-1, -1", "1, -1"};
    long resets[2] = {0};
    for (int k = 0; k < 2; k++) {
        bd_test_model *model = model_of_clock("ode45", 0.0, 2.0, parameters[k]);
        bd_test_run(model);
        resets[k] = (long)bd_run_statistics(model->run).solver_resets;
        bd_test_model_free(model);
    }
    CU_ASSERT_EQUAL(resets[1], resets[0] + 1);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_method_of_a_run_in_fixed_steps),
        MR_TEST(test_every_method_of_a_run_in_variable_steps),
        MR_TEST(test_states_are_projected_at_the_end_of_a_step),
        MR_TEST(test_parameters_are_processed_at_the_present_time),
        MR_TEST(test_nan_is_looked_for_where_outputs_count),
        MR_TEST(test_the_end_may_move),
        MR_TEST(test_a_wish_to_stop_is_one),
        MR_TEST(test_a_wish_for_a_reset_is_one),
    };
    in_model_begin();
    return mr_test_main("conformance_time", tests, sizeof tests / sizeof *tests, argc, argv);
}
