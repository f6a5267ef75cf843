/* slaves exported for Model Exchange, and integrated by the FMU slave's solvers: closed forms */
#include "mr_test.h"

#include "multirate/multirate.h"

#include <math.h>
#include <string.h>

#define FMUS MR_BINARY_DIR "/tests/mbs_slave/fmu_export/fmus/"

static mr_status at_rest(void *context, double t, double *u) {
    (void)t;
    u[0] = *(const double *)context;
    return MR_OK;
}

/* outputs at the end of equal steps, from an FMU with these settings and a constant input */
static void run(int version, const char *fmu, const char *settings, double input, double step,
                int steps, double *y, int width) {
    mr_plugin *plugin = NULL;
    mr_message message = {""};
    char text[600];
    const char *prefix = "";
    void *slave = NULL;
    snprintf(text, sizeof text, FMUS "%s_me%d.fmu", fmu, version);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(text, &plugin, &prefix, &message), MR_OK);
    snprintf(text, sizeof text, "%s step=%.17g tolerance=1e-10 %s", prefix, step, settings);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_type(plugin)->open(text, &message, &slave), MR_OK);
    mr_slave_description d;
    mr_plugin_type(plugin)->describe(slave, &d);
    const mr_slave_type *type = d.type;
    CU_ASSERT_EQUAL_FATAL(mr_variables_width(d.outputs, d.output_count), width);
    const mr_inputs inputs = {.at = at_rest, .context = &input};
    CU_ASSERT_EQUAL_FATAL(type->initialise(slave, 0.0, &inputs), MR_OK);
    for (int i = 0; i <= steps; i++) {
        double t = 0.0;
        if (i > 0)
            CU_ASSERT_EQUAL_FATAL(type->step(slave, &inputs, &t), MR_OK);
        CU_ASSERT_EQUAL_FATAL(type->outputs(slave, y + i * width), MR_OK);
    }
    type->close(slave);
    mr_plugin_unload(plugin);
}

#define STEPS 40

static const char *const solvers[] = {"solver=rk45", "solver=bdf", "solver=adams",
                                      "solver=bdf jacobian=directional"};
#define SOLVERS (sizeof solvers / sizeof *solvers)

/* the versions in turn */
#define VERSION(s) ((s) < SOLVERS ? 2 : 3)

static void test_an_oscillator_follows_its_closed_form(void) {
    /* under a constant force: x = F/k + (x0 - F/k) cos(w t), with w^2 = k/m, of which the
     * acceleration at the start and the end tell all: a = (F - k x) / m */
    for (size_t s = 0; s < 2 * SOLVERS; s++) {
        double free_run[(STEPS + 1) * 3], pushed[(STEPS + 1) * 3];
        run(VERSION(s), "oscillator", solvers[s % SOLVERS], 0.0, 0.25, STEPS, free_run, 3);
        run(VERSION(s), "oscillator", solvers[s % SOLVERS], 3.0, 0.25, STEPS, pushed, 3);
        const double x0 = free_run[0], w2 = -free_run[2] / x0, w = sqrt(w2);
        const double mass = 3.0 / (pushed[2] - free_run[2]), middle = 3.0 / (mass * w2);
        double worst = 0.0;
        for (int i = 0; i <= STEPS; i++) {
            const double t = 0.25 * i, c = cos(w * t), v = sin(w * t) * w;
            worst = fmax(worst, fabs(free_run[3 * i] - x0 * c));
            worst = fmax(worst, fabs(free_run[3 * i + 1] + x0 * v));
            worst = fmax(worst, fabs(pushed[3 * i] - middle - (x0 - middle) * c));
            worst = fmax(worst, fabs(pushed[3 * i + 2] + (x0 - middle) * w2 * c));
        }
        CU_ASSERT(worst < 1e-7 * fabs(x0));                              /* 250 steps of 1e-10 */
        CU_ASSERT(fabs(free_run[3 * (STEPS / 4) + 1]) > 0.1 * fabs(x0)); /* it moves */
    }
}

/* the pendulum let go from the horizontal, by its angle below it: 10 us steps of the classical
 * rule */
static void swing(double *angle, double *rate, double span) {
    const double h = 1e-5, g = 9.81;
    for (long i = 0; i < lround(span / h); i++) {
        double k[4][2], a = *angle, v = *rate;
        for (int stage = 0; stage < 4; stage++) {
            k[stage][0] = v;
            k[stage][1] = g * cos(a);
            const double part = stage == 2 ? h : 0.5 * h;
            a = *angle + part * k[stage][0];
            v = *rate + part * k[stage][1];
        }
        *angle += h / 6.0 * (k[0][0] + 2.0 * k[1][0] + 2.0 * k[2][0] + k[3][0]);
        *rate += h / 6.0 * (k[0][1] + 2.0 * k[1][1] + 2.0 * k[2][1] + k[3][1]);
    }
}

static void test_a_mechanism_stays_on_its_constraints(void) {
    /* ten seconds: a rod of 1 m, energy 0; x, y, vx, vy, energy */
    double y[(STEPS + 1) * 5], angle = 0.0, rate = 0.0;
    for (size_t s = 0; s < 2 * SOLVERS; s++) {
        run(VERSION(s), "pendulum", solvers[s % SOLVERS], 0.0, 0.25, STEPS, y, 5);
        angle = rate = 0.0;
        double off = 0.0, length = 0.0, energy = 0.0;
        for (int i = 0; i <= STEPS; i++) {
            const double *row = y + 5 * i;
            if (i > 0)
                swing(&angle, &rate, 0.25);
            off = fmax(off, hypot(row[0] - cos(angle), row[1] + sin(angle)));
            length = fmax(length, fabs(hypot(row[0], row[1]) - 1.0));
            energy = fmax(energy, fabs(row[4]));
        }
        CU_ASSERT(length < 1e-12); /* outputs are those of the nearest position on them */
        CU_ASSERT(off < 1e-6);
        CU_ASSERT(energy < 1e-6 * 9.81);
    }
}

static void test_energy_that_is_summed_up_is_a_state(void) {
    /* a torque works on a double pendulum: kinetic + potential + lost - brought in stays what it
     * was, which its output tells */
    double y[(STEPS + 1) * 6];
    for (int version = 2; version <= 3; version++) {
        run(version, "double_pendulum", "solver=rk45", 1.0, 0.05, STEPS, y, 6);
        for (int i = 0; i <= STEPS; i++)
            CU_ASSERT_DOUBLE_EQUAL(y[6 * i + 5], y[5], 1e-6);
        CU_ASSERT(fabs(y[6 * STEPS] - y[0]) > 0.1); /* it moves */
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_an_oscillator_follows_its_closed_form),
        MR_TEST(test_a_mechanism_stays_on_its_constraints),
        MR_TEST(test_energy_that_is_summed_up_is_a_state),
    };
    return mr_test_main("fmu_export_exchange", tests, sizeof tests / sizeof *tests, argc, argv);
}
