/* what is behind the interface of a slave, from its steps alone: against the eigenvalues of systems
 * that are known */
#include "analysis/matrix.h"
#include "analysis/seen_slave.h"
#include "mr_test.h"
#include "unseen.h"

#include "multirate/plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef mr_status see_function(an_seen_slave *seen, const mr_slave_type *type, void *slave,
                               double t0, const double *u0, double step, const bool *ignored,
                               mr_message *message);

/* opens a slave, looks into it, closes it */
static mr_status look_by(see_function *see, const char *name, const char *configuration, double u0,
                         an_seen_slave *seen) {
    mr_plugin *plugin = NULL;
    const char *prefix = "";
    char whole[512];
    mr_message message = {""};
    void *slave = NULL;
    mr_status status = mr_plugin_load(name, &plugin, &prefix, &message);
    snprintf(whole, sizeof whole, "%s%s", prefix, configuration);
    if (status == MR_OK)
        status = mr_plugin_type(plugin)->open(whole, &message, &slave);
    if (status == MR_OK)
        status = see(seen, mr_plugin_type(plugin), slave, 0.0, &u0, 0.0, NULL, &message);
    if (status != MR_OK)
        printf("%s\n", message.text);
    if (slave)
        mr_plugin_type(plugin)->close(slave);
    mr_plugin_unload(plugin);
    return status;
}

static mr_status look(const char *name, const char *configuration, double u0, an_seen_slave *seen) {
    return look_by(an_see_slave, name, configuration, u0, seen);
}

/* A of the chain with positions first */
static void chain_matrix(const unseen_system *s, double *A) {
    const int n = s->masses, w = 2 * n;
    for (int i = 0; i < w * w; i++)
        A[i] = 0.0;
    for (int i = 0; i < n; i++)
        A[i * w + n + i] = 1.0;
    for (int k = 0; k < s->springs; k++) {
        const unseen_spring *c = &s->spring[k];
        const int ends[2] = {c->a, c->b};
        for (int e = 0; e < 2; e++)
            for (int f = 0; f < 2; f++)
                if (ends[e] >= 0 && ends[f] >= 0) {
                    const double sign = e == f ? -1.0 : 1.0;
                    A[(n + ends[e]) * w + ends[f]] += sign * c->stiffness / s->mass[ends[e]];
                    A[(n + ends[e]) * w + n + ends[f]] += sign * c->damping / s->mass[ends[e]];
                }
    }
}

/* the farthest that an eigenvalue of the slave is from one of those that were seen, relative to it
 */
static double farthest(const double *A, int n, const an_seen_slave *seen) {
    double re[64], im[64], r2[64], i2[64], worst = 0.0;
    CU_ASSERT_EQUAL_FATAL(an_eigenvalues(A, n, re, im, NULL), MR_OK);
    CU_ASSERT_EQUAL_FATAL(an_eigenvalues(seen->system.A, seen->system.states, r2, i2, NULL), MR_OK);
    for (int i = 0; i < n; i++) {
        double nearest = INFINITY;
        for (int k = 0; k < seen->system.states; k++)
            nearest = fmin(nearest, hypot(re[i] - r2[k], im[i] - i2[k]));
        worst = fmax(worst, nearest / hypot(re[i], im[i]));
    }
    return worst;
}

static double of_chain(int index, int *states, an_seen_slave *seen) {
    unseen_system s;
    char path[64], configuration[128];
    double A[4 * UNSEEN_MASSES * UNSEEN_MASSES];
    snprintf(path, sizeof path, "/tmp/test_seen_%ld.mbs", (long)getpid());
    CU_ASSERT_TRUE_FATAL(unseen_system_at(index, &s) && unseen_write(&s, path));
    snprintf(configuration, sizeof configuration, "file=%s", path);
    const mr_status status = look("mbs", configuration, 100.0, seen);
    (void)remove(path);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    *states = 2 * s.masses;
    chain_matrix(&s, A);
    const double off = farthest(A, *states, seen);
    if (getenv("VERBOSE"))
        printf("%s: %d states seen of %d, %s, misfit %.2g, eigenvalues off by %.2g, %d steps\n",
               s.name, seen->system.states, *states, seen->method->name, seen->misfit, off,
               seen->steps);
    return off;
}

/* one mass, chains of three, bushing of 200 Hz at a step of 10 ms, five masses, random chains */
static void test_hidden_masses_are_seen(void) {
    for (int i = 0; i < UNSEEN_NAMED + 12; i++) {
        an_seen_slave seen = {0};
        unseen_system s;
        int states = 0;
        if (!unseen_system_at(i, &s) || s.masses == 0 || s.spring[0].gap > 0.0 ||
            s.spring[0].cubic > 0.0)
            continue;
        const double off = of_chain(i, &states, &seen);
        CU_ASSERT_EQUAL(seen.system.states, states);
        CU_ASSERT(off < 1e-5);
        CU_ASSERT(seen.misfit < 1e-6);
        CU_ASSERT_STRING_EQUAL(seen.method->name, "trapezoidal");
        an_seen_slave_free(&seen);
    }
}

/* Four masses whose slowest motion takes 370 steps and more: 64 steps do not show it, and what they
 * show had grown by e^(5.7 t). A longer record is asked for by itself */
static void test_slow_motions_are_seen(void) {
    static const double steps[] = {0.004, 0.001};
    unseen_system s = {.name = "row",
                       .masses = 4,
                       .springs = 4,
                       .mass = {10.0, 20.0, 50.0, 100.0},
                       .spring = {{.a = 0, .b = 1, .stiffness = 9869.6},
                                  {.a = 1, .b = 2, .stiffness = 8000.0},
                                  {.a = 2, .b = 3, .stiffness = 5000.0},
                                  {.a = 3, .b = -1, .stiffness = 3947.8}}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        an_seen_slave seen = {0};
        char path[64], configuration[128];
        double A[4 * UNSEEN_MASSES * UNSEEN_MASSES];
        snprintf(path, sizeof path, "/tmp/test_seen_%ld.mbs", (long)getpid());
        snprintf(configuration, sizeof configuration, "file=%s", path);
        s.step = steps[i];
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        CU_ASSERT_EQUAL_FATAL(look("mbs", configuration, 100.0, &seen), MR_OK);
        (void)remove(path);
        chain_matrix(&s, A);
        const double off = farthest(A, 8, &seen);
        if (getenv("VERBOSE"))
            printf("row of four every %g s: %d states, off by %.2g, blur %.2g 1/s, %d steps\n",
                   steps[i], seen.system.states, off, seen.blur, seen.steps);
        CU_ASSERT_EQUAL(seen.system.states, 8);
        CU_ASSERT(off < 1e-4);
        an_seen_slave_free(&seen);
    }
}

/* A straight slave of a few clear motions shows them in 32 steps: held, a push and a pull, a push
 * half as large and later, a ramp. Where that is not enough 64 steps are made */
static void test_a_short_look_may_do(void) {
    int quick = 0, others = 0;
    for (int i = 0; i < UNSEEN_NAMED + 12; i++) {
        an_seen_slave seen = {0};
        unseen_system s;
        char path[64], configuration[128];
        double A[4 * UNSEEN_MASSES * UNSEEN_MASSES];
        if (!unseen_system_at(i, &s) || s.masses == 0 || s.spring[0].gap > 0.0 ||
            s.spring[0].cubic > 0.0)
            continue;
        snprintf(path, sizeof path, "/tmp/test_seen_%ld.mbs", (long)getpid());
        snprintf(configuration, sizeof configuration, "file=%s", path);
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        CU_ASSERT_EQUAL_FATAL(look_by(an_see_slave_soon, "mbs", configuration, 100.0, &seen),
                              MR_OK);
        (void)remove(path);
        chain_matrix(&s, A);
        const double off = farthest(A, 2 * s.masses, &seen);
        if (getenv("VERBOSE"))
            printf("%s: %d states, off by %.2g, %d steps\n", s.name, seen.system.states, off,
                   seen.steps);
        CU_ASSERT(off < 1e-6);
        CU_ASSERT(seen.steps <= 224 + 448);
        quick += seen.steps <= 224;
        others += seen.steps > 224;
        an_seen_slave_free(&seen);
    }
    CU_ASSERT(quick > others);
}

/* the rule that a slave integrates by is found, whatever our other suites take it for */
static void test_rules_are_told_apart(void) {
    static const struct {
        const char *slave, *configuration, *rule;
    } cases[] = {{"two_mass", "fr=20 coupling=force acceleration=kept", "trapezoidal_kept"},
                 {"two_mass", "fr=20 coupling=force acceleration=renewed", "trapezoidal"},
                 {"two_mass", "fr=5 zeta=0.2 coupling=force acceleration=renewed", "trapezoidal"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        an_seen_slave seen = {0};
        CU_ASSERT_EQUAL_FATAL(look(cases[i].slave, cases[i].configuration, 1.0, &seen), MR_OK);
        CU_ASSERT_STRING_EQUAL(seen.method->name, cases[i].rule);
        CU_ASSERT_EQUAL(seen.system.states, 2);
        CU_ASSERT(seen.misfit < 1e-9);
        an_seen_slave_free(&seen);
    }
}

/* boom and load of crane.mbs under the force that holds them, by Lagrange's equations: angles of
 * boom and rope; and that force */
static double crane_matrix(double *A) {
    const double L = 4.0, m = 300.0, M = 500.0, l = 2.0, g = 9.81, drag = 50.0;
    const double c = cos(0.5), s = sin(0.5), len = sqrt(2.53 + 2.4 * s - 0.72 * c);
    const double arm = (2.4 * c + 0.72 * s) / (2.0 * len);
    const double bend = (-2.4 * s + 0.72 * c) / (2.0 * len) - arm * arm / len;
    const double F = g * L * c * (m / 2.0 + M) / arm;
    const double K[2] = {-(m / 2.0 + M) * g * L * s - F * bend, M * g * l};
    const double D[2][2] = {{drag * L * L, -drag * L * l * s}, {-drag * L * l * s, drag * l * l}};
    const double I[2][2] = {{m * L * L / 3.0 + M * L * L, -M * L * l * s},
                            {-M * L * l * s, M * l * l}};
    const double determinant = I[0][0] * I[1][1] - I[0][1] * I[1][0];
    const double inverse[2][2] = {{I[1][1] / determinant, -I[0][1] / determinant},
                                  {-I[1][0] / determinant, I[0][0] / determinant}};
    for (int i = 0; i < 16; i++)
        A[i] = 0.0;
    for (int i = 0; i < 2; i++) {
        A[4 * i + 2 + i] = 1.0;
        for (int j = 0; j < 2; j++) {
            A[4 * (2 + i) + j] = -inverse[i][j] * K[j];
            for (int k = 0; k < 2; k++)
                A[4 * (2 + i) + 2 + j] -= inverse[i][k] * D[k][j];
        }
    }
    return F;
}

/* A crane that hangs still: its undisturbed motion is nothing but the ends of iterations, and what
 * its bent answers are not known by is no motion either. Either had been taken for twenty more
 * states, some of them unstable */
static void test_a_slave_at_rest_has_no_states_of_noise(void) {
    static const double steps[] = {0.001, 0.0041476994, 0.005, 0.012, 0.0172, 0.0245, 0.05};
    double A[16];
    const double F = crane_matrix(A);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        an_seen_slave seen = {0};
        char configuration[64];
        snprintf(configuration, sizeof configuration, "step=%.17g load=500", steps[i]);
        CU_ASSERT_EQUAL_FATAL(look("crane.mbs", configuration, F, &seen), MR_OK);
        const double off = farthest(A, 4, &seen);
        if (getenv("VERBOSE"))
            printf("crane every %g s: %d states, misfit %.2g, blur %.2g 1/s, eigenvalues off by "
                   "%.2g\n",
                   steps[i], seen.system.states, seen.misfit, seen.blur, off);
        CU_ASSERT_EQUAL(seen.system.states, 4);
        CU_ASSERT(off < (steps[i] < 0.004 ? 0.2 : 1e-3)); /* 64 ms of a motion of 2.8 s */
        CU_ASSERT(seen.misfit < 1e-3);
        CU_ASSERT(seen.blur < (steps[i] < 0.004 ? 1e-2 : 1e-3));
        CU_ASSERT_STRING_EQUAL(seen.method->name, "trapezoidal");
        an_seen_slave_free(&seen);
    }
}

/* where there is no linear system it is said: a large misfit, never a good one */
static void test_backlash_is_no_linear_system(void) {
    unseen_system s;
    char path[64], configuration[128];
    an_seen_slave seen = {0};
    snprintf(path, sizeof path, "/tmp/test_seen_%ld.mbs", (long)getpid());
    CU_ASSERT_TRUE_FATAL(unseen_system_at(8, &s) && s.spring[0].gap > 0.0);
    s.start[0] = 0.5 + s.spring[0].gap; /* at the end of its play */
    CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
    snprintf(configuration, sizeof configuration, "file=%s", path);
    CU_ASSERT_EQUAL_FATAL(look("mbs", configuration, 0.0, &seen), MR_OK);
    (void)remove(path);
    CU_ASSERT(seen.misfit > 0.02);
    an_seen_slave_free(&seen);
}

static void test_steps_of_many_sizes_are_refused(void) {
    an_seen_slave seen = {0};
    CU_ASSERT_EQUAL(look("two_mass", "fr=20 coupling=force jitter=0.3", 1.0, &seen),
                    MR_ERR_UNSUPPORTED);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_hidden_masses_are_seen),
        MR_TEST(test_slow_motions_are_seen),
        MR_TEST(test_a_short_look_may_do),
        MR_TEST(test_rules_are_told_apart),
        MR_TEST(test_a_slave_at_rest_has_no_states_of_noise),
        MR_TEST(test_backlash_is_no_linear_system),
        MR_TEST(test_steps_of_many_sizes_are_refused),
    };
    return mr_test_main("analysis_seen_slave", tests, sizeof tests / sizeof *tests, argc, argv);
}
