/* every example and every mechanism of reference.h on short runs, with the steps, tangents and
 * solvers that there are: energy is kept and the integrated equations are met within known bounds,
 * and figures are to stay (figures.h) */
#include "figures.h"
#include "mr_test.h"
#include "reference.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* part of a figure's size that other compilers may change */
static const double PART = 1e-7;

/* --- the references --- */

static void figures_of_reference(const reference *r, input_shape shape, double keep) {
    const course c = {shape, 0.02, 0.4, keep};
    const verdict v = reference_run(r, &c, 0.005);
    char name[256];
    (void)snprintf(name, sizeof name, "%s, %s, kept %g", r->name, input_shape_names[shape], keep);
    MR_ASSERT_CLOSE(v.relative, 0.0, strcmp(r->name, "tyre") == 0 ? 0.06 : 0.025);
    mr_figures_row(name);
    mr_figures_check("swept", v.swept, PART * v.swept);
    for (int i = 0; i < r->outputs; i++)
        mr_figures_check("rms", v.rms[i], 1e-5 * v.rms[i] + 1e-9);
}

static void test_references(void) {
    mr_figures_open("tests/mbs_slave/multibody/figures_references.txt");
    for (int i = 0; i < reference_joint_count + reference_element_count; i++) {
        const reference *r = i < reference_joint_count
                                 ? &reference_joints[i]
                                 : &reference_elements[i - reference_joint_count];
        figures_of_reference(r, JUMPS, 0.0);
        figures_of_reference(r, RAMPS, 0.05);
        figures_of_reference(r, VIBRATES, 0.0);
    }
    mr_figures_close();
}

/* --- the examples --- */

enum { MOST_WIDTH = 64, STEPS = 40, MOST_INPUTS = 4, ROOM = 6 };

typedef struct example {
    const char *name;
    double input;  /* size of its inputs */
    double energy; /* bound of what is made of it, as part of all that there is */
    double step;
    const char *integration; /* beside the step */
} example;

/* the text of an example with other settings of its integration; to be freed */
static char *text_of(const example *e) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/mbs_slave/multibody/examples/%s.mbs", MR_SOURCE_DIR,
                   e->name);
    enum { MOST = 20000 };
    char *text = calloc(1, MOST);
    FILE *file = fopen(path, "r");
    CU_ASSERT_FATAL(file && text);
    const size_t length = fread(text, 1, MOST - 400, file);
    (void)fclose(file);
    CU_ASSERT_FATAL(length < MOST - 400);
    char *begin = strstr(text, "\nintegration:");
    if (begin) { /* up to the next line that is not indented */
        char *end = strchr(begin + 1, '\n');
        while (end && end[1] == ' ')
            end = strchr(end + 1, '\n');
        memmove(begin, end ? end : "", end ? strlen(end) + 1 : 1);
    }
    (void)snprintf(text + strlen(text), 400, "\nintegration: {step: %.17g%s%s}\n", e->step,
                   *e->integration ? ", " : "", e->integration);
    return text;
}

/* inputs that are constant over a step and change from one to the next */
static void next_inputs(run *r, const example *e, mr_random *random) {
    for (int i = 0; i < mbs_model_input_count(r->model); i++)
        r->u[i] = e->input * mr_random_uniform(random, -1.0, 1.0);
}

static void add_row(run *r, mr_digest *signals) {
    double y[2 * MOST_WIDTH];
    const int width = mbs_model_output_width(r->model);
    mbs_simulation_outputs(r->simulation, y);
    mbs_simulation_rates(r->simulation, y + width);
    for (int i = 0; i < 2 * width; i++)
        mr_digest_add(&signals[i], isfinite(y[i]) ? y[i] : 0.0);
}

static void figures_of_rows(const mr_digest *signals, int width) {
    char name[32];
    for (int i = 0; i < 2 * width; i++) {
        (void)snprintf(name, sizeof name, i < width ? "y%d" : "rate%d", i % width);
        mr_digest_check(&signals[i], name, PART);
    }
}

static double total(const run *r, double *size) {
    const mbs_energy e = mbs_simulation_energy(r->simulation);
    *size = fmax(*size, e.kinetic + fabs(e.potential) + e.dissipated + fabs(e.supplied));
    return e.kinetic + e.potential + e.dissipated - e.supplied;
}

static void figures_of_energy(const run *r, double size) {
    const mbs_energy e = mbs_simulation_energy(r->simulation);
    mr_figures_check("kinetic", e.kinetic, PART * size);
    mr_figures_check("potential", e.potential, PART * size);
    mr_figures_check("dissipated", e.dissipated, PART * size);
    mr_figures_check("supplied", e.supplied, PART * size);
}

static void figures_of_numbers(const char *name, const double *numbers, int count) {
    mr_digest digest = {0};
    for (int i = 0; i < count; i++)
        mr_digest_add(&digest, numbers[i]);
    if (count > 0)
        mr_digest_check(&digest, name, 10.0 * PART);
}

static void figures_of_outputs(const char *name, run *r) {
    double y[2 * MOST_WIDTH];
    const int width = mbs_model_output_width(r->model);
    mbs_simulation_outputs(r->simulation, y);
    mbs_simulation_rates(r->simulation, y + width);
    for (int i = 0; i < 2 * width; i++)
        y[i] = isfinite(y[i]) ? y[i] : 0.0;
    figures_of_numbers(name, y, width);
    figures_of_numbers(name, y + width, width);
}

/* the state moved along what the inputs do, and a step from there */
static void figures_of_push(run *r, const example *e) {
    double shift[MOST_INPUTS], kick[MOST_INPUTS];
    for (int i = 0; i < MOST_INPUTS; i++) {
        shift[i] = 1e-3 * e->step * e->input * (1.0 + i);
        kick[i] = e->step * e->input * (1.0 - 0.3 * i);
    }
    if (mbs_simulation_push(r->simulation, shift, kick) != MR_OK)
        return;
    CU_ASSERT(mbs_simulation_violation(r->simulation) < 1e-8);
    figures_of_outputs("pushed", r);
    CU_ASSERT_EQUAL(mbs_simulation_step(r->simulation, &r->inputs, e->step), MR_OK);
    figures_of_outputs("behind", r);
}

/* what couplings ask for, at the time reached; and three steps that are aimed */
static void figures_of_interface(run *r, const example *e, mr_random *random) {
    const int m = mbs_model_input_count(r->model);
    double Au[256], Ap[256], Av[256];
    double input[ROOM * MOST_INPUTS], output[16 * ROOM],
        curvature[16 * ROOM * ROOM] = {0}, stiffness[ROOM * ROOM], damping[ROOM * ROOM],
                              velocity[ROOM], acceleration[ROOM], drift[ROOM], eta[ROOM] = {0},
                              rate[ROOM] = {0};
    const bool efforts[MOST_INPUTS] = {true, true, true, true};
    if (mbs_simulation_interface(r->simulation, Au, Ap, Av) != MR_OK)
        return;
    mr_directions told = {.room = ROOM,
                          .input = input,
                          .output = output,
                          .curvature = curvature,
                          .stiffness = stiffness,
                          .damping = damping,
                          .velocity = velocity,
                          .acceleration = acceleration,
                          .drift = drift};
    const int n = mbs_model_coordinate_count(r->model);
    figures_of_numbers("Au", Au, n * m);
    figures_of_numbers("Ap", Ap, n * n);
    figures_of_numbers("Av", Av, n * n);
    for (int k = 0; k < 3; k++) {
        memset(curvature, 0, sizeof curvature);
        if (mbs_simulation_directions(r->simulation, e->step, efforts, &told) != MR_OK ||
            told.count == 0)
            return;
        double squares = 0.0;
        for (int i = 0; i < told.count; i++)
            squares += velocity[i] * velocity[i];
        /* of orthonormal directions: no more than the whole */
        CU_ASSERT(0.5 * squares <=
                  mbs_simulation_energy(r->simulation).kinetic * (1.0 + 1e-9) + 1e-12);
        mr_figures_check("directions", told.count, 0.0);
        for (int i = 0; i < told.count; i++) {
            figures_of_numbers("input", input + i * m, m);
            figures_of_numbers("stiffness", stiffness + i * ROOM, told.count);
            figures_of_numbers("damping", damping + i * ROOM, told.count);
            figures_of_numbers("curvature", curvature + i * ROOM, told.count);
        }
        figures_of_numbers("output", output, told.count);
        figures_of_numbers("velocity", velocity, told.count);
        figures_of_numbers("acceleration", acceleration, told.count);
        figures_of_numbers("drift", drift, told.count);
        for (int i = 0; i < told.count; i++) {
            eta[i] = e->step * velocity[i] * 1.01;
            rate[i] = velocity[i] + 0.6 * e->step * acceleration[i];
        }
        next_inputs(r, e, random);
        CU_ASSERT_EQUAL(mbs_simulation_aim(r->simulation, e->step, r->u, eta, rate), MR_OK);
        if (k == 1) { /* who asks between */
            figures_of_outputs("aimed", r);
            CU_ASSERT_EQUAL(mbs_simulation_interface(r->simulation, Au, Ap, Av), MR_OK);
            figures_of_numbers("Au", Au, n * m);
        }
        CU_ASSERT_EQUAL(mbs_simulation_step(r->simulation, &r->inputs, e->step), MR_OK);
        CU_ASSERT(mbs_simulation_violation(r->simulation) < 1e-8);
        figures_of_outputs("reached", r);
    }
}

/* for somebody else's solver: states, and their rates there */
static void figures_of_states(run *r, const example *e) {
    enum { MOST_STATES = 64 };
    double x[MOST_STATES], rate[MOST_STATES];
    int count = 0;
    if (mbs_simulation_states(r->simulation, &count) != MR_OK || count > MOST_STATES)
        return;
    mbs_simulation_get_states(r->simulation, x);
    for (int i = 0; i < MOST_INPUTS; i++)
        r->u[i] = 0.5 * e->input;
    const double t = mbs_simulation_time(r->simulation);
    for (int i = 0; i < count; i++)
        x[i] += 1e-3 * sin(1.3 * i);
    CU_ASSERT_EQUAL(mbs_simulation_set_states(r->simulation, t, x, r->u), MR_OK);
    mbs_simulation_derivatives(r->simulation, rate);
    CU_ASSERT(mbs_simulation_violation(r->simulation) < 1e-8);
    figures_of_outputs("placed", r);
    mbs_simulation_get_states(r->simulation, x);
    figures_of_numbers("states", x, count);
    figures_of_numbers("derivatives", rate, count);
}

/* of steps with random inputs */
static void figures_of_text(const char *name, const char *text, const example *e) {
    run r;
    mr_random random = {7};
    mr_digest signals[2 * MOST_WIDTH] = {{0}};
    double size = 0.0, worst = 0.0;
    run_open_text(&r, text);
    const int width = mbs_model_output_width(r.model);
    CU_ASSERT_FATAL(width <= MOST_WIDTH && mbs_model_input_count(r.model) <= MOST_INPUTS);
    r.inputs.constant = true;
    const double start = total(&r, &size);
    for (int i = 0; i < STEPS; i++) {
        next_inputs(&r, e, &random);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_step(r.simulation, &r.inputs, e->step), MR_OK);
        CU_ASSERT(mbs_simulation_violation(r.simulation) < 1e-8);
        worst = fmax(worst, fabs(total(&r, &size) - start));
        add_row(&r, signals);
    }
    MR_ASSERT_CLOSE(worst / size, 0.0, e->energy);
    mr_figures_row(name);
    figures_of_rows(signals, width);
    figures_of_energy(&r, size);
    const mbs_statistics s = mbs_simulation_statistics(r.simulation);
    mr_figures_check("iterations", (double)s.iterations, 0.0);
    mr_figures_check("tangents", (double)s.tangents, 0.0);
    mr_figures_check("halvings", (double)s.halvings, 0.0);
    if (mbs_model_input_count(r.model) > 0)
        figures_of_interface(&r, e, &random);
    if (mbs_model_input_count(r.model) > 0)
        figures_of_push(&r, e);
    figures_of_states(&r, e);
    run_close(&r);
}

/* the reference mechanisms, with their interface if they have one */
static void test_reference_interfaces(void) {
    mr_figures_open("tests/mbs_slave/multibody/figures_interfaces.txt");
    for (int i = 0; i < reference_joint_count + reference_element_count; i++) {
        const reference *r = i < reference_joint_count
                                 ? &reference_joints[i]
                                 : &reference_elements[i - reference_joint_count];
        const example e = {r->name, r->amplitude, 0.05, 5e-3, ""};
        figures_of_text(r->name, r->model, &e);
    }
    mr_figures_close();
}

static void run_example(const example *e) {
    char *text = text_of(e), name[256];
    (void)snprintf(name, sizeof name, "%s, step %g, %s", e->name, e->step, e->integration);
    figures_of_text(name, text, e);
    free(text);
}

static void test_examples(void) {
    static const struct {
        const char *name;
        double input, step, energy; /* energy: bound of what is made of it */
    } all[] = {
        {"a01_pendulum", 0.0, 0.01, 3e-4},    {"a02_four_bars", 0.0, 0.01, 3e-5},
        {"a03_squeezer", 0.0, 1e-4, 1e-6},    {"a04_bricard", 0.0, 0.01, 1e-7},
        {"a05_governor", 0.0, 1e-4, 3e-9},    {"cart", 3.0, 2e-3, 0.35},
        {"chain", 20.0, 0.01, 1e-3},          {"crane", 5000.0, 0.01, 4e-3},
        {"double_pendulum", 5.0, 0.01, 0.01}, {"double_wishbone", 0.02, 2e-3, 0.1},
        {"hanging_mass", 30.0, 0.01, 4e-3},   {"slider_crank", 30.0, 0.01, 0.03},
    };
    static const char *const settings[3] = {"", "keep_tangent: 0.02, solver: klu",
                                            "position_tolerance: 1e-4, penalty: 1e3"};
    mr_figures_open("tests/mbs_slave/multibody/figures_examples.txt");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 3; k++)
            run_example(&(example){all[i].name, all[i].input, all[i].energy,
                                   k == 1 ? 0.5 * all[i].step : all[i].step, settings[k]});
    mr_figures_close();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_references),
        MR_TEST(test_reference_interfaces),
        MR_TEST(test_examples),
    };
    return mr_test_main("mbs_figures", tests, sizeof tests / sizeof *tests, argc, argv);
}
