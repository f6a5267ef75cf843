/* solvers of Model Exchange: tolerances that are kept, a stiff rectifier, a relay that chatters */
#include "drive.h"
#include "rectifier.h"

#include <math.h>
#include <string.h>

#define RECTIFIER FMUS "/rectifier.fmu"

static void must(fmu_run *run, mr_status status) {
    if (status != MR_OK)
        printf("\n    %s", run->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

/* the same circuit by backward Euler: linear in each step, whatever conducts at its end. Returns
 * the capacitor's voltage */
static double integrate_circuit(double end, long steps) {
    rectifier r = {0};
    const double h = end / (double)steps;
    for (long k = 1; k <= steps; k++) {
        const double i0 = r.x[0], v0 = r.x[1];
        r.t = h * (double)k;
        for (int round = 0; round < 50; round++) {
            double g[4];
            rectifier_conductances(&r, g);
            /* node voltages are a i + b v: see rectifier.c */
            const double a = 1.0 / (g[0] + g[1]) + 1.0 / (g[2] + g[3]);
            const double b = g[0] / (g[0] + g[1]) - g[2] / (g[2] + g[3]);
            const double series = g[0] * g[1] / (g[0] + g[1]) + g[2] * g[3] / (g[2] + g[3]);
            /* i' = (s - 0.1 i - a i - b v) / L, v' = (b i - series v - v / R) / C */
            const double p = 1.0 + h * (0.1 + a) / RECTIFIER_L, q = h * b / RECTIFIER_L;
            const double s = -h * b / RECTIFIER_C;
            const double w = 1.0 + h * (series + 1.0 / RECTIFIER_LOAD) / RECTIFIER_C;
            const double f = i0 + h * rectifier_source(r.t) / RECTIFIER_L, det = p * w - q * s;
            r.x[0] = (f * w - q * v0) / det;
            r.x[1] = (p * v0 - s * f) / det;
            if (!rectifier_switch(&r))
                break;
        }
    }
    return r.x[1];
}

/* order one in the step: twice the finer result less the coarser one */
static double reference(double end) {
    return 2.0 * integrate_circuit(end, 400000) - integrate_circuit(end, 200000);
}

static void test_a_stiff_rectifier(void) {
    static const char *const settings[] = {"", "solver=bdf", "tolerance=1e-4",
                                           "solver=bdf step=1e-5",
                                           "solver=bdf jacobian=directional"};
    const double voltage = reference(0.05);
    CU_ASSERT(voltage > 200.0 && voltage < 325.0);
    for (int i = 0; i < 5; i++) {
        fmu_run run = {0};
        must(&run, fmu_run_open(&run, RECTIFIER, settings[i]));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.05));
        MR_ASSERT_CLOSE(run.y[1], voltage, 1e-3 * voltage);
        fmu_run_close(&run);
    }
}

/* a tolerance that no step can keep */
static void test_what_cannot_be_solved_is_told(void) {
    static const char *const solvers[] = {"rk45", "bdf", "auto", "adams"};
    for (int i = 0; i < 4; i++) {
        fmu_run run = {0};
        char text[100];
        snprintf(text, sizeof text, "solver=%s tolerance=1e-300", solvers[i]);
        must(&run, fmu_run_open(&run, RECTIFIER, text));
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(fmu_run_to(&run, 0.05), MR_ERR_SLAVE_STEP);
        MR_ASSERT_CONTAINS(run.message.text,
                           "FMU 'Rectifier' cannot be solved to its tolerance 1e-300 at t = ");
        fmu_run_close(&run);
    }
}

/* short steps go over the events of a relay that would switch for ever */
static void test_a_relay_that_chatters(void) {
    static const char *const settings[] = {"start.relay=1", "start.relay=1 solver=rk45",
                                           "start.relay=1 solver=bdf"};
    for (int i = 0; i < 3; i += i == 0 ? 2 : 1) { /* the circuit beside it is too stiff for rk45 */
        fmu_run run = {0};
        must(&run, fmu_run_open(&run, RECTIFIER, settings[i]));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.02));
        MR_ASSERT_CLOSE(run.y[2], 0.0, 2e-6); /* a thousandth of a communication step of 1 ms */
        MR_ASSERT_CLOSE(run.y[3], 0.01, 2e-6);
        MR_ASSERT_CLOSE(run.y[1], reference(0.02), 0.3);
        fmu_run_close(&run);
    }
}

static double wave(double t) {
    return 3.0 * sin(50.0 * t);
}

/* a ball under a force that moves fast, in one communication step: v = -g t + 0.06 (1 - cos 50 t),
 * h = 1 - g t^2 / 2 + 0.06 (t - sin(50 t) / 50) */
static double error_of(const char *configuration) {
    fmu_run run = {.force = wave};
    const double t = 0.4;
    must(&run, fmu_run_open(&run, FMUS "/ball2.fmu", configuration));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, t));
    const double height = 1.0 - 4.905 * t * t + 0.06 * (t - sin(50.0 * t) / 50.0);
    const double speed = -9.81 * t + 0.06 * (1.0 - cos(50.0 * t));
    fmu_run_close(&run);
    return fmax(fabs(run.y[0] - height), fabs(run.y[1] - speed));
}

static void test_tolerances_are_kept(void) {
    static const char *const solvers[] = {"rk45", "bdf"};
    char text[200];
    for (int s = 0; s < 2; s++) {
        double last = INFINITY;
        for (int k = 4; k <= 9; k += 2 + (k == 8)) {
            const double tolerance = pow(10.0, -k);
            snprintf(text, sizeof text, "inputs=F outputs='h v' step=0.4 solver=%s tolerance=%g",
                     solvers[s], tolerance);
            const double error = error_of(text);
            CU_ASSERT(error < 50.0 * tolerance);
            CU_ASSERT(error < 0.5 * last);
            last = error;
        }
    }
    /* four fixed steps know nothing of the wave */
    CU_ASSERT(error_of("inputs=F outputs='h v' step=0.4 solver_steps=4") > 1e-3);
    CU_ASSERT(error_of("inputs=F outputs='h v' step=0.4") < 5e-5);
}

static void test_solvers_are_chosen_by_name(void) {
    fmu_run run = {0};
    CU_ASSERT_EQUAL(fmu_run_open(&run, RECTIFIER, "solver=euler"), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(run.message.text, "'auto', 'rk45', 'bdf', 'adams' or 'rk4'");
}

static void test_states_come_back_to_the_bit(void) {
    static const char *const solvers[] = {"", "solver=bdf", "solver=rk45 step=1e-7"};
    for (int i = 0; i < 3; i++) {
        fmu_run run = {0};
        void *state = NULL;
        double first[4];
        must(&run, fmu_run_open(&run, RECTIFIER, solvers[i]));
        must(&run, fmu_run_start(&run, 0.0));
        const double h = i == 2 ? 1e-7 : 1e-3;
        must(&run, fmu_run_to(&run, 5.0 * h));
        must(&run, run.type->save(run.instance, &state));
        must(&run, fmu_run_to(&run, 15.0 * h));
        memcpy(first, run.y, sizeof first);
        must(&run, run.type->restore(run.instance, state));
        run.t = 5.0 * h;
        must(&run, fmu_run_to(&run, 15.0 * h));
        CU_ASSERT_EQUAL(memcmp(first, run.y, sizeof first), 0);
        run.type->free_state(state);
        fmu_run_close(&run);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_tolerances_are_kept),        MR_TEST(test_a_stiff_rectifier),
    MR_TEST(test_a_relay_that_chatters),      MR_TEST(test_what_cannot_be_solved_is_told),
    MR_TEST(test_solvers_are_chosen_by_name), MR_TEST(test_states_come_back_to_the_bit),
};

int main(int argc, char **argv) {
    if (!fmu_runs_begin())
        return 1;
    const int answer = mr_test_main("fmu_solvers", tests, sizeof tests / sizeof *tests, argc, argv);
    fmu_runs_end();
    return answer;
}
