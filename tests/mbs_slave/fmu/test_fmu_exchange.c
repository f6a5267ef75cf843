/* FMUs for Model Exchange, solved by the slave: closed forms, events, discrete inputs, states */
#include "drive.h"

#include <math.h>
#include <string.h>

static const char *const balls[] = {FMUS "/ball2.fmu", FMUS "/ball3.fmu"};

static void must(fmu_run *run, mr_status status) {
    if (status != MR_OK)
        printf("\n    %s", run->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

static double wave(double t) {
    return 3.0 * sin(5.0 * t);
}

static void test_inputs_move_within_a_step(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        must(&run, fmu_run_open(&run, balls[i], "inputs=F outputs='h v a' step=0.02"));
        MR_ASSERT_CONTAINS(run.description.title, "Model Exchange");
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(run.y[0], 1.0);
        must(&run, fmu_run_to(&run, 0.3));
        /* v = -g t + 3/5 (1 - cos 5t), h = 1 - g t^2/2 + 3/5 (t - sin(5t)/5); fourth order */
        const double t = 0.3;
        MR_ASSERT_CLOSE(run.y[0], 1.0 - 4.905 * t * t + 0.6 * (t - sin(5.0 * t) / 5.0), 1e-9);
        MR_ASSERT_CLOSE(run.y[1], -9.81 * t + 0.6 * (1.0 - cos(5.0 * t)), 1e-9);
        MR_ASSERT_CLOSE(run.y[2], wave(t) - 9.81, 1e-12);
        fmu_run_close(&run);
    }
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

/* the height at 0.3 s by the classical rule with so many steps in a step of 0.1 s */
static double height_by(int ball, const char *solver) {
    char text[200];
    fmu_run run = {.force = wave};
    snprintf(text, sizeof text, "inputs=F outputs='h v a' step=0.1 %s", solver);
    must(&run, fmu_run_open(&run, balls[ball], text));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 0.3));
    const double h = run.y[0];
    fmu_run_close(&run);
    return h;
}

/* order 4: half the step, a sixteenth of the error. A number of steps chooses the rule; without one
 * there are four */
static void test_steps_of_the_classical_rule(void) {
    const double t = 0.3, exact = 1.0 - 4.905 * t * t + 0.6 * (t - sin(5.0 * t) / 5.0);
    for (int i = 0; i < 2; i++) {
        const double one = height_by(i, "solver_steps=1") - exact;
        const double two = height_by(i, "solver_steps=2") - exact;
        CU_ASSERT(fabs(one) > 1e-6);
        MR_ASSERT_CLOSE(one / two, 16.0, 2.0);
        CU_ASSERT_EQUAL(height_by(i, "solver=rk4"), height_by(i, "solver=rk4 solver_steps=4"));
        CU_ASSERT_EQUAL(height_by(i, "solver=rk4 solver_steps=1"), one + exact);
    }
}

/* flights of a ball: the rule is exact for them, so what is left is how well bounces are located */
static void test_bounces_are_located(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {0};
        must(&run,
             fmu_run_open(&run, balls[i], "inputs='' outputs='h v count' step=0.1 start.e=0.8"));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 2.0));
        const double g = 9.81;
        double t = sqrt(2.0 / g), v = 0.8 * g * t;
        while (t + 2.0 * v / g < 2.0) {
            t += 2.0 * v / g;
            v *= 0.8;
        }
        MR_ASSERT_CLOSE(run.y[0], v * (2.0 - t) - 0.5 * g * (2.0 - t) * (2.0 - t), 1e-8);
        MR_ASSERT_CLOSE(run.y[1], v - g * (2.0 - t), 1e-8);
        CU_ASSERT_EQUAL(run.y[2], 4.0); /* time events at 0.5, 1, 1.5, 2 */
        fmu_run_close(&run);
    }
}

static void test_discrete_inputs_are_set_at_events(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.values = {0.0, 3.0}};
        must(&run, fmu_run_open(&run, balls[i], "outputs='gear_seen h'"));
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(run.y[0], 3.0);
        must(&run, fmu_run_to(&run, 0.1));
        run.values[1] = 5.0;
        must(&run, fmu_run_to(&run, 0.2));
        CU_ASSERT_EQUAL(run.y[0], 5.0);
        MR_ASSERT_CLOSE(run.y[1], 1.0 - 4.905 * 0.04, 1e-9);
        fmu_run_close(&run);
    }
}

static double gear_of(double t) {
    return floor(10.0 * t + 1e-9);
}

/* what outputs follow at once is there at the end of the step, not one step later */
static void test_discrete_inputs_of_the_end_of_a_step(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = gear_of};
        must(&run, fmu_run_open(&run, balls[i], "inputs=gear outputs=gear_seen step=0.1"));
        must(&run, fmu_run_start(&run, 0.0));
        for (int k = 1; k <= 5; k++) {
            must(&run, fmu_run_to(&run, 0.1 * k));
            CU_ASSERT_EQUAL(run.y[0], k);
        }
        fmu_run_close(&run);
    }
}

static double ramp(double t) {
    return 6.0 * t;
}

/* h'' = 6 t - g: h = 1 + t^3 - g t^2 / 2, as long as it does not bounce */
static void test_forces_of_32_bits_move_too(void) {
    fmu_run run = {.force = ramp};
    must(&run, fmu_run_open(&run, balls[1], "inputs=push outputs='h v'"));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 0.4));
    MR_ASSERT_CLOSE(run.y[0], 1.0 + 0.064 - 4.905 * 0.16, 1e-7);
    fmu_run_close(&run);
}

static void test_states_come_back(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        void *state = NULL;
        must(&run, fmu_run_open(&run, balls[i], "inputs=F outputs='h v count'"));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.4));
        must(&run, run.type->save(run.instance, &state));
        must(&run, fmu_run_to(&run, 1.3));
        double first[3];
        memcpy(first, run.y, sizeof first);
        must(&run, run.type->restore(run.instance, state));
        run.t = 0.4;
        must(&run, fmu_run_to(&run, 1.3));
        CU_ASSERT_EQUAL(memcmp(first, run.y, sizeof first), 0);
        run.type->free_state(state);
        fmu_run_close(&run);
    }
}

static void test_inputs_that_fail_end_the_step(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        must(&run, fmu_run_open(&run, balls[i], "inputs=F"));
        must(&run, fmu_run_start(&run, 0.0));
        run.answer = MR_ERR_HISTORY;
        CU_ASSERT_EQUAL(fmu_run_to(&run, 1.0), MR_ERR_HISTORY);
        run.answer = MR_OK;
        must(&run, fmu_run_start(&run, 0.0)); /* without fmi2Reset: made anew */
        must(&run, fmu_run_to(&run, 0.1));
        fmu_run_close(&run);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_inputs_move_within_a_step),
    MR_TEST(test_steps_of_the_classical_rule),
    MR_TEST(test_bounces_are_located),
    MR_TEST(test_discrete_inputs_are_set_at_events),
    MR_TEST(test_discrete_inputs_of_the_end_of_a_step),
    MR_TEST(test_forces_of_32_bits_move_too),
    MR_TEST(test_states_come_back),
    MR_TEST(test_inputs_that_fail_end_the_step),
};

int main(int argc, char **argv) {
    if (!fmu_runs_begin())
        return 1;
    const int answer =
        mr_test_main("fmu_exchange", tests, sizeof tests / sizeof *tests, argc, argv);
    fmu_runs_end();
    return answer;
}
