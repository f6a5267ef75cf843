/* the interface model by matrices that slaves tell, on many short runs: each has a known bound of
 * its error against one fine integration of master and slave, and figures that are to stay */
#include "mr_test.h"
#include "runs_figures.h"
#include "strangers.h"

#include <math.h>
#include <stdio.h>

#include <string.h>

typedef struct row {
    const char *system; /* of strangers.h */
    double ratio, most; /* most: bound of the relative error of the master's velocity */
    const char *options;
    stranger_lie lie; /* as it tells its matrices */
} row;

#define HONEST                                                                                     \
    { 1.0, 1.0, 1.0, 0, 0.0, false }

/* bounds: a quarter more than was measured, and above the floor of the integrators */
static const row rows[] = {
    {"rotor with an unbalance", 4, 2e-5, "coupling=model", HONEST},
    {"rotor with an unbalance", 13, 2e-5, "coupling=model", HONEST},
    {"shaken beam", 4, 0.0009, "coupling=model", HONEST},
    {"shaken beam", 13, 0.003, "coupling=model", HONEST},
    {"chain with two tones", 4, 0.002, "coupling=model", HONEST},
    {"chain with two tones", 13, 0.002, "coupling=model", HONEST},
    {"chain with a tone that ends", 4, 2e-5, "coupling=model", HONEST},
    {"chain with a tone that ends", 13, 2e-5, "coupling=model", HONEST},
    {"wheel on a road", 4, 0.0008, "coupling=model", HONEST},
    {"wheel on a road", 13, 0.003, "coupling=model", HONEST},
    {"chain with a pulse", 4, 2e-5, "coupling=model", HONEST},
    {"chain with a pulse", 13, 2e-5, "coupling=model", HONEST},
    {"chain with a step", 4, 2e-5, "coupling=model", HONEST},
    {"chain with a step", 13, 2e-5, "coupling=model", HONEST},
    {"rising tone", 4, 0.003, "coupling=model", HONEST},
    {"rising tone", 13, 0.0008, "coupling=model", HONEST},
    {"spring that changes", 4, 0.003, "coupling=model", HONEST},
    {"spring that changes", 13, 0.002, "coupling=model", HONEST},
    {"friction", 4, 0.0008, "coupling=model", HONEST},
    {"friction", 13, 0.0006, "coupling=model", HONEST},
    {"friction behind", 4, 0.008, "coupling=model", HONEST},
    {"friction behind", 13, 0.002, "coupling=model", HONEST},
    {"drag", 4, 2e-5, "coupling=model", HONEST},
    {"drag", 13, 2e-5, "coupling=model", HONEST},
    {"self-excited", 4, 0.0004, "coupling=model", HONEST},
    {"self-excited", 13, 0.0003, "coupling=model", HONEST},
    {"stiffening behind", 4, 0.02, "coupling=model", HONEST},
    {"stiffening behind", 13, 0.02, "coupling=model", HONEST},
    {"rubber", 4, 2e-5, "coupling=model", HONEST},
    {"rubber", 13, 2e-5, "coupling=model", HONEST},
    {"actuator", 4, 7e-05, "coupling=model", HONEST},
    {"actuator", 13, 2e-5, "coupling=model", HONEST},
    {"control by a computer", 4, 0.006, "coupling=model", HONEST},
    {"control by a computer", 13, 0.0007, "coupling=model", HONEST},
    {"dry friction at both", 4, 0.005, "coupling=model", HONEST},
    {"dry friction at both", 13, 0.04, "coupling=model", HONEST},
    {"crane", 4, 0.0003, "coupling=model", HONEST},
    {"crane", 13, 0.003, "coupling=model", HONEST},
    {"hydraulic cylinder", 4, 0.02, "coupling=model", HONEST},
    {"hydraulic cylinder", 13, 0.2, "coupling=model", HONEST},
    {"hysteresis", 4, 0.003, "coupling=model", HONEST},
    {"hysteresis", 13, 0.004, "coupling=model", HONEST},
    {"hysteresis behind", 4, 0.0008, "coupling=model", HONEST},
    {"hysteresis behind", 13, 0.002, "coupling=model", HONEST},
    {"damper that gives way", 4, 0.0005, "coupling=model", HONEST},
    {"damper that gives way", 13, 0.0007, "coupling=model", HONEST},
    {"damper of one sense", 4, 0.003, "coupling=model", HONEST},
    {"damper of one sense", 13, 0.0007, "coupling=model", HONEST},
    {"friction that falls", 4, 0.007, "coupling=model", HONEST},
    {"friction that falls", 13, 0.0002, "coupling=model", HONEST},
    {"drag and a tone", 4, 0.002, "coupling=model", HONEST},
    {"drag and a tone", 13, 0.002, "coupling=model", HONEST},
    {"stiffening spring", 4, 0.0004, "coupling=model", HONEST},
    {"stiffening spring", 13, 0.0006, "coupling=model", HONEST},
    {"softening spring", 4, 3e-05, "coupling=model", HONEST},
    {"softening spring", 13, 2e-5, "coupling=model", HONEST},
    {"weaker stiffening behind", 4, 0.0007, "coupling=model", HONEST},
    {"weaker stiffening behind", 13, 0.0003, "coupling=model", HONEST},
    {"drag behind", 4, 0.02, "coupling=model", HONEST},
    {"drag behind", 13, 0.004, "coupling=model", HONEST},
    {"pendulum on a cart", 4, 0.0002, "coupling=model", HONEST},
    {"pendulum on a cart", 13, 0.003, "coupling=model", HONEST},
    {"uneven flywheel", 4, 8e-05, "coupling=model", HONEST},
    {"uneven flywheel", 13, 3e-05, "coupling=model", HONEST},
    {"chain with two tones", 7, 0.03, "coupling=model hidden_states=0", HONEST},
    {"pendulum on a cart", 7, 0.0005, "coupling=model hidden_states=0", HONEST},
    {"rubber", 7, 0.04, "coupling=model hidden_states=0", HONEST},
    {"drag", 7, 0.006, "coupling=model hidden_states=0", HONEST},
    {"uneven flywheel", 7, 0.0006, "coupling=model hidden_states=0", HONEST},
    {"weaker stiffening behind", 7, 0.02, "coupling=model hidden_states=0", HONEST},
    {"friction behind", 7, 0.03, "coupling=model hidden_states=0", HONEST},
    {"chain with two tones", 7, 0.06, "coupling=model hidden_states=2", HONEST},
    {"pendulum on a cart", 7, 0.0006, "coupling=model hidden_states=2", HONEST},
    {"rubber", 7, 2e-5, "coupling=model hidden_states=2", HONEST},
    {"drag", 7, 2e-5, "coupling=model hidden_states=2", HONEST},
    {"uneven flywheel", 7, 6e-05, "coupling=model hidden_states=2", HONEST},
    {"weaker stiffening behind", 7, 0.0006, "coupling=model hidden_states=2", HONEST},
    {"friction behind", 7, 0.02, "coupling=model hidden_states=2", HONEST},
    {"chain with two tones", 7, 0.03, "coupling=model matrices=identified", HONEST},
    {"pendulum on a cart", 7, 0.0008, "coupling=model matrices=identified", HONEST},
    {"rubber", 7, 0.02, "coupling=model matrices=identified", HONEST},
    {"drag", 7, 0.006, "coupling=model matrices=identified", HONEST},
    {"uneven flywheel", 7, 0.0005, "coupling=model matrices=identified", HONEST},
    {"weaker stiffening behind", 7, 0.03, "coupling=model matrices=identified", HONEST},
    {"friction behind", 7, 0.04, "coupling=model matrices=identified", HONEST},
    {"uneven flywheel", 7, 6e-05, "coupling=model leak=0.9", HONEST},
    {"friction behind", 7, 0.004, "coupling=model leak=0.9", HONEST},
    {"chain with two tones", 7, 0.0009, "coupling=model energy_correction=0.5", HONEST},
    {"pendulum on a cart", 7, 0.0006, "coupling=model energy_correction=0.5", HONEST},
    {"rubber", 7, 2e-5, "coupling=model energy_correction=0.5", HONEST},
    {"drag", 7, 2e-5, "coupling=model energy_correction=0.5", HONEST},
    {"weaker stiffening behind", 7, 0.0004, "coupling=model energy_correction=0.5", HONEST},
    {"uneven flywheel", 7, 6e-05, "coupling=model slave_step=0.0073", HONEST},
    {"friction behind", 7, 0.002, "coupling=model slave_step=0.0073", HONEST},
    {"chain with two tones", 7, 0.002, "coupling=model graded_start=on", HONEST},
    {"pendulum on a cart", 7, 0.0006, "coupling=model graded_start=on", HONEST},
    {"rubber", 7, 2e-5, "coupling=model graded_start=on", HONEST},
    {"drag", 7, 2e-5, "coupling=model graded_start=on", HONEST},
    {"weaker stiffening behind", 7, 0.0003, "coupling=model graded_start=on", HONEST},
    {"uneven flywheel", 7, 6e-05, "coupling=model parallel=on", HONEST},
    {"friction behind", 7, 0.004, "coupling=model parallel=on", HONEST},
    {"chain with two tones", 7, 0.2, "coupling=impulse order=0", HONEST},
    {"pendulum on a cart", 7, 0.2, "coupling=impulse order=0", HONEST},
    {"rubber", 7, 0.2, "coupling=impulse order=0", HONEST},
    {"drag", 7, 0.2, "coupling=impulse order=0", HONEST},
    {"weaker stiffening behind", 7, 0.3, "coupling=impulse order=0", HONEST},
    {"uneven flywheel", 7, 0.02, "coupling=impulse order=2", HONEST},
    {"friction behind", 7, 0.05, "coupling=impulse order=2", HONEST},
    {"chain with two tones", 7, 0.2, "coupling=prestep order=0", HONEST},
    {"pendulum on a cart", 7, 0.2, "coupling=prestep order=0", HONEST},
    {"rubber", 7, 0.2, "coupling=prestep order=0", HONEST},
    {"drag", 7, 0.2, "coupling=prestep order=0", HONEST},
    {"weaker stiffening behind", 7, 0.3, "coupling=prestep order=0", HONEST},
    {"uneven flywheel", 7, 0.03, "coupling=prestep order=1", HONEST},
    {"friction behind", 7, 0.06, "coupling=prestep order=1", HONEST},
    {"chain with two tones", 7, 0.05, "scheme=sf order=2", HONEST},
    {"pendulum on a cart", 7, 0.02, "scheme=sf order=2", HONEST},
    {"rubber", 7, 0.01, "scheme=sf order=2", HONEST},
    {"drag", 7, 0.02, "scheme=sf order=2", HONEST},
    {"weaker stiffening behind", 7, 0.05, "scheme=sf order=2", HONEST},
    {"uneven flywheel", 7, 0.04, "scheme=ff order=1 smoothing=on energy_correction=1", HONEST},
    {"friction behind", 7, 0.05, "scheme=ff order=1 smoothing=on energy_correction=1", HONEST},
    {"rubber", 6, 2e-5, "coupling=model", {1.25, 1, 1, 0, 0, false}},
    {"rubber", 6, 2e-5, "coupling=model", {0.8, 0.8, 0.8, 0, 0, false}},
    {"rubber", 6, 2e-5, "coupling=model", {1.5, 1.5, 1.5, 0, 0, false}},
    {"rubber", 6, 2e-5, "coupling=model", {1, 0.5, 1, 0, 0, false}},
    {"rubber", 6, 2e-5, "coupling=model", {1, 1, 2, 0, 0, false}},
    {"rubber", 6, 2e-5, "coupling=model", {1.1, 1, 1, 9, 0, false}},
    {"rubber", 6, 2e-5, "coupling=model", {1, 1, 1, 0, 0, true}},
    {"chain with two tones", 6, 0.001, "coupling=model", {1.25, 1, 1, 0, 0, false}},
    {"chain with two tones", 6, 0.001, "coupling=model", {0.8, 0.8, 0.8, 0, 0, false}},
    {"chain with two tones", 6, 0.001, "coupling=model", {1.5, 1.5, 1.5, 0, 0, false}},
    {"chain with two tones", 6, 0.001, "coupling=model", {1, 0.5, 1, 0, 0, false}},
    {"chain with two tones", 6, 0.001, "coupling=model", {1, 1, 2, 0, 0, false}},
    {"chain with two tones", 6, 0.001, "coupling=model", {1.1, 1, 1, 9, 0, false}},
    {"chain with two tones", 6, 0.001, "coupling=model", {1, 1, 1, 0, 0, true}},
    {"stiffening spring", 6, 0.0005, "coupling=model", {1.25, 1, 1, 0, 0, false}},
    {"stiffening spring", 6, 0.0004, "coupling=model", {0.8, 0.8, 0.8, 0, 0, false}},
    {"stiffening spring", 6, 0.0004, "coupling=model", {1.5, 1.5, 1.5, 0, 0, false}},
    {"stiffening spring", 6, 0.02, "coupling=model", {1, 0.5, 1, 0, 0, false}},
    {"stiffening spring", 6, 0.002, "coupling=model", {1, 1, 2, 0, 0, false}},
    {"stiffening spring", 6, 0.4, "coupling=model", {1.1, 1, 1, 9, 0, false}},
    {"stiffening spring", 6, 0.02, "coupling=model", {1, 1, 1, 0, 0.02, false}},
    {"stiffening spring", 6, 0.0006, "coupling=model", {1, 1, 1, 0, 0, true}},
    {"stiffening spring", 6, 0.007, "coupling=model", {2.5, 1, 1, 0, 0, false}},
    {"drag", 6, 2e-5, "coupling=model", {1.25, 1, 1, 0, 0, false}},
    {"drag", 6, 2e-5, "coupling=model", {0.8, 0.8, 0.8, 0, 0, false}},
    {"drag", 6, 2e-5, "coupling=model", {1.5, 1.5, 1.5, 0, 0, false}},
    {"drag", 6, 0.003, "coupling=model", {1, 0.5, 1, 0, 0, false}},
    {"drag", 6, 0.003, "coupling=model", {1, 1, 2, 0, 0, false}},
    {"drag", 6, 0.002, "coupling=model", {1, 1, 1, 0, 0.02, false}},
    {"drag", 6, 2e-5, "coupling=model", {1, 1, 1, 0, 0, true}},
    {"drag", 6, 0.02, "coupling=model", {2.5, 1, 1, 0, 0, false}},
    {"uneven flywheel", 6, 7e-05, "coupling=model", {1.25, 1, 1, 0, 0, false}},
    {"uneven flywheel", 6, 7e-05, "coupling=model", {0.8, 0.8, 0.8, 0, 0, false}},
    {"uneven flywheel", 6, 7e-05, "coupling=model", {1.5, 1.5, 1.5, 0, 0, false}},
    {"uneven flywheel", 6, 0.0004, "coupling=model", {1, 0.5, 1, 0, 0, false}},
    {"uneven flywheel", 6, 0.0003, "coupling=model", {1, 1, 2, 0, 0, false}},
    {"uneven flywheel", 6, 0.0004, "coupling=model", {1, 1, 1, 0, 0.02, false}},
    {"uneven flywheel", 6, 7e-05, "coupling=model", {1, 1, 1, 0, 0, true}},
    {"uneven flywheel", 6, 0.03, "coupling=model", {2.5, 1, 1, 0, 0, false}},
};

static const stranger *called(const char *name) {
    for (int i = 0; i < stranger_count(); i++)
        if (strcmp(strangers[i].name, name) == 0)
            return &strangers[i];
    CU_FAIL_FATAL("no such system");
    return NULL;
}

static void name_of(const row *r, char *name, size_t size) {
    const stranger_lie *l = &r->lie;
    const int n = snprintf(name, size, "%s, ratio %g, %s", r->system, r->ratio, r->options);
    if (l->effort != 1.0 || l->stiffness != 1.0 || l->damping != 1.0 || l->jumps ||
        l->random > 0.0 || l->keeps)
        (void)snprintf(name + n, size - (size_t)n, ", told %g %g %g %ld %g %d", l->effort,
                       l->stiffness, l->damping, l->jumps, l->random, l->keeps);
}

/* slaves and references find derivatives by differences: a part of the error that rounding may
 * change */
static const double PART = 1e-5, FLOOR = 1e-9;

static void run(const row *r) {
    char name[256];
    const stranger_outcome o = stranger_run(called(r->system), r->ratio, 0.3, r->options, &r->lie);
    name_of(r, name, sizeof name);
    CU_ASSERT_EQUAL(o.status, MR_OK);

    MR_ASSERT_CLOSE(o.velocity, 0.0, r->most);
    mr_figures_row(name);
    mr_figures_check("velocity", o.velocity, PART * o.velocity + FLOOR);
    mr_figures_check("amplitude", o.amplitude, PART * o.velocity + FLOOR);
    mr_figures_check("grown", o.grown, PART * o.velocity + FLOOR);
    figures_of_heard(o.heard, o.size);
    figures_of_counts(&o.statistics.counts);
    figures_of_energy(&o.statistics.energy);
    figures_of_model(&o.statistics.model);
}

static void test_matrices(void) {
    mr_figures_open("tests/libmultirate/figures/matrices.txt");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run(&rows[i]);
    mr_figures_close();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_matrices)};
    return mr_test_main("figures_matrices", tests, sizeof tests / sizeof *tests, argc, argv);
}
