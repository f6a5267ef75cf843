/* what multirate/slave.h promises, asked of one slave */
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 40

static void skip(const char *what) {
    printf("(no %s) ", what);
    CU_PASS("optional");
}

static bool all_finite(const double *values, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* --- what it is --- */

static void test_table_is_whole(void) {
    const mr_slave_type *type = under_test.type;
    mr_message message;
    CU_ASSERT_EQUAL(mr_slave_type_check(type, &message), MR_OK);
    CU_ASSERT(type->summary && strlen(type->summary) > 10);
    CU_ASSERT(type->options && strlen(type->options) > 3);
}

static void check_list(const mr_variable *variables, int count, int outputs, bool input) {
    for (int v = 0; v < count; v++) {
        const mr_variable *variable = &variables[v];
        CU_ASSERT_FATAL(variable->name && variable->unit);
        CU_ASSERT(strlen(variable->name) > 0 && strlen(variable->name) < 64);
        CU_ASSERT(strcspn(variable->name, " \t\n,;=#'\"") == strlen(variable->name));
        CU_ASSERT(variable->size >= 1);
        CU_ASSERT(variable->rate_of >= MR_NONE && variable->rate_of < count);
        CU_ASSERT(variable->rate_of != v);
        if (variable->rate_of >= 0)
            CU_ASSERT_EQUAL(variables[variable->rate_of].size, variable->size);
        CU_ASSERT(variable->power_with >= MR_NONE && variable->power_with < outputs);
        CU_ASSERT(input || variable->power_with == MR_NONE);
        CU_ASSERT(variable->variability == MR_CONTINUOUS || variable->variability == MR_DISCRETE);
        for (int w = 0; w < v; w++)
            CU_ASSERT(strcmp(variables[w].name, variable->name) != 0);
    }
}

static void test_description_makes_sense(void) {
    trial a;
    trial_open(&a);
    const mr_slave_description *d = &a.description;
    CU_ASSERT(d->title && d->title[0]);
    check_list(d->inputs, d->input_count, d->output_count, true);
    check_list(d->outputs, d->output_count, d->output_count, false);
    for (int v = 0; v < d->input_count; v++)
        if (d->inputs[v].power_with >= 0)
            CU_ASSERT_EQUAL(d->outputs[d->inputs[v].power_with].size, d->inputs[v].size);
    CU_ASSERT(d->coordinate_count == 0 || d->coordinates);
    for (int c = 0; c < d->coordinate_count; c++) {
        const mr_coordinate *q = &d->coordinates[c];
        CU_ASSERT(q->position >= MR_NONE && q->position < a.outputs);
        CU_ASSERT(q->velocity >= 0 && q->velocity < a.outputs);
        CU_ASSERT(q->acceleration >= MR_NONE && q->acceleration < a.outputs);
    }
    trial_close(&a); /* without ever having been initialised */
}

static void test_bad_configuration_gives_a_sentence(void) {
    char *text = malloc(20000);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    static const char *const additions[] = {"no_such_option=1", "=", "no_such_option='", NULL};
    for (int i = 0; i < 4; i++) {
        if (additions[i])
            snprintf(text, 20000, "%s %s", under_test.configuration, additions[i]);
        else {
            memset(text, 'x', 19999);
            text[19999] = '\0';
        }
        mr_message message = {""};
        void *instance = NULL;
        CU_ASSERT_NOT_EQUAL(under_test.type->open(text, &message, &instance), MR_OK);
        CU_ASSERT_PTR_NULL(instance);
        CU_ASSERT(strlen(message.text) > 5);
    }
    free(text);
}

/* --- how it runs --- */

static void test_steps_go_forward_with_finite_outputs(void) {
    double y[MOST_SIGNALS];
    for (int k = 0; k < 2; k++) {
        const double t0 = k * 2.5;
        trial a;
        trial_begin(&a, t0);
        CU_ASSERT_EQUAL(a.asked_outside, 0); /* at the start it may ask for t0 only */
        trial_outputs(&a, y);
        CU_ASSERT(all_finite(y, a.outputs));
        for (int i = 0; i < STEPS; i++) {
            const double before = a.t;
            trial_step(&a);
            CU_ASSERT(isfinite(a.t) && a.t > before);
            trial_outputs(&a, y);
            CU_ASSERT(all_finite(y, a.outputs));
        }
        CU_ASSERT_EQUAL(a.asked_outside, 0);
        CU_ASSERT(a.inputs == 0 || a.asked > 0);
        trial_close(&a);
    }
}

static void test_next_step_is_the_step_that_comes(void) {
    if (!under_test.type->next_step) {
        skip("next_step");
        return;
    }
    trial a;
    trial_begin(&a, 1.0);
    for (int i = 0; i < STEPS; i++) {
        const double h = trial_step_size(&a), before = a.t;
        CU_ASSERT(h > 0.0 && isfinite(h));
        trial_step(&a);
        MR_ASSERT_CLOSE(a.t - before, h, 1e-9 * h + 1e-14 * a.t);
    }
    trial_close(&a);
}

static void test_step_to_ends_where_it_is_told_or_before(void) {
    if (!under_test.type->step_to) {
        skip("step_to");
        return;
    }
    trial a;
    trial_begin(&a, 0.5);
    const double h = trial_step_size(&a);
    /* shorter than its own: exactly there */
    for (int i = 1; i <= 20; i++) {
        const double limit = 0.5 + 0.3 * h * i;
        trial_reach(&a, limit);
        CU_ASSERT_EQUAL(a.t, limit);
    }
    /* longer than its own: not beyond, and on the way */
    for (int i = 0; i < 20; i++) {
        const double before = a.t, limit = before + 2.7 * h;
        trial_step_to(&a, limit);
        CU_ASSERT(a.t > before && a.t <= limit);
    }
    CU_ASSERT_EQUAL(a.asked_outside, 0);
    trial_close(&a);
}

static void test_failing_inputs_end_the_step_as_they_are(void) {
    trial a;
    trial_begin(&a, 0.0);
    if (a.inputs > 0) {
        double t = 0.0;
        trial_step(&a);
        a.answer = MR_ERR_STOPPED;
        a.asked = 0;
        a.from = a.t;
        a.limit = INFINITY;
        t = a.t;
        const mr_status status = under_test.type->step(a.instance, &a.window, &t);
        CU_ASSERT(a.asked == 0 || status == MR_ERR_STOPPED);
        if (under_test.type->step_to) {
            a.asked = 0;
            const mr_status limited =
                under_test.type->step_to(a.instance, &a.window, a.t + 1e-3, &t);
            CU_ASSERT(a.asked == 0 || limited == MR_ERR_STOPPED);
        }
        /* and a start anew heals it */
        a.answer = MR_OK;
        trial_initialise(&a, 0.0);
        trial_step(&a);
    }
    trial_close(&a);
}

/* --- the same bits --- */

/* outputs of STEPS steps, and the times */
static void record(trial *a, double (*rows)[MOST_SIGNALS + 1]) {
    for (int i = 0; i < STEPS; i++) {
        trial_step(a);
        trial_outputs(a, rows[i]);
        rows[i][MOST_SIGNALS] = a->t;
    }
}

static int differences(const trial *a, double (*x)[MOST_SIGNALS + 1],
                       double (*y)[MOST_SIGNALS + 1]) {
    int count = 0;
    for (int i = 0; i < STEPS; i++) {
        count += x[i][MOST_SIGNALS] != y[i][MOST_SIGNALS];
        for (int k = 0; k < a->outputs; k++)
            count += memcmp(&x[i][k], &y[i][k], sizeof(double)) != 0;
    }
    return count;
}

static double first[STEPS][MOST_SIGNALS + 1], second[STEPS][MOST_SIGNALS + 1];

static void test_initialised_again_it_gives_the_same_bits(void) {
    trial a;
    trial_begin(&a, 0.0);
    record(&a, first);
    for (int round = 0; round < 2; round++) {
        trial_initialise(&a, 0.0);
        record(&a, second);
        CU_ASSERT_EQUAL(differences(&a, first, second), 0);
    }
    trial_close(&a);
    /* and so does a new instance */
    trial_begin(&a, 0.0);
    record(&a, second);
    CU_ASSERT_EQUAL(differences(&a, first, second), 0);
    trial_close(&a);
}

static void test_two_instances_are_independent(void) {
    trial a, b;
    trial_begin(&a, 0.0);
    record(&a, first);
    trial_initialise(&a, 0.0);
    trial_begin(&b, 7.0);
    b.amplitude = 0.3;
    b.omega = 11.0;
    for (int i = 0; i < STEPS; i++) {
        trial_step(&b);
        trial_step(&a);
        trial_step(&b);
        trial_outputs(&a, second[i]);
        second[i][MOST_SIGNALS] = a.t;
    }
    CU_ASSERT_EQUAL(differences(&a, first, second), 0);
    trial_close(&b);
    trial_step(&a);
    trial_close(&a);
}

static void test_saved_states_come_back_to_the_bit(void) {
    const mr_slave_type *type = under_test.type;
    if (!type->save) {
        skip("save");
        return;
    }
    trial a;
    void *state = NULL, *early = NULL;
    trial_begin(&a, 0.0);
    CU_ASSERT_EQUAL_FATAL(type->save(a.instance, &early), MR_OK);
    for (int i = 0; i < 7; i++)
        trial_step(&a);
    CU_ASSERT_EQUAL_FATAL(type->save(a.instance, &state), MR_OK);
    trial_step(&a);
    const void *memory = state;
    CU_ASSERT_EQUAL_FATAL(type->save(a.instance, &state), MR_OK); /* overwrites */
    CU_ASSERT_PTR_EQUAL(state, memory);
    const double t = a.t;
    record(&a, first);
    for (int round = 0; round < 2; round++) {
        CU_ASSERT_EQUAL_FATAL(type->restore(a.instance, state), MR_OK);
        a.t = t;
        record(&a, second);
        CU_ASSERT_EQUAL(differences(&a, first, second), 0);
    }
    /* back to the start, with the outputs of the start */
    double y[MOST_SIGNALS], y0[MOST_SIGNALS];
    CU_ASSERT_EQUAL_FATAL(type->restore(a.instance, early), MR_OK);
    trial_outputs(&a, y);
    trial_initialise(&a, 0.0);
    trial_outputs(&a, y0);
    CU_ASSERT_EQUAL(memcmp(y, y0, (size_t)a.outputs * sizeof *y), 0);
    type->free_state(state);
    type->free_state(early);
    trial_close(&a);
}

/* --- derivatives --- */

/* worst relative miss of the rates, and of the outputs declared to be rates, against central
 * differences with step h around t, inputs at rest */
static double rate_miss(double t, double h, bool declared) {
    trial a;
    double before[MOST_SIGNALS], after[MOST_SIGNALS], y[MOST_SIGNALS], rates[MOST_SIGNALS];
    trial_begin(&a, 0.0);
    a.amplitude = 0.0;
    trial_initialise(&a, 0.0);
    trial_reach(&a, t - h);
    trial_outputs(&a, before);
    trial_reach(&a, t);
    trial_outputs(&a, y);
    if (!declared)
        CU_ASSERT_EQUAL(under_test.type->rates(a.instance, rates), MR_OK);
    trial_reach(&a, t + h);
    trial_outputs(&a, after);
    double worst = 0.0;
    const mr_slave_description *d = &a.description;
    for (int v = 0, at = 0; v < d->output_count; at += d->outputs[v].size, v++) {
        int target = 0;
        for (int w = 0; w < d->outputs[v].rate_of; w++)
            target += d->outputs[w].size;
        for (int s = 0; s < d->outputs[v].size; s++) {
            const int of = declared ? target + s : at + s;
            if (declared && d->outputs[v].rate_of < 0)
                continue;
            if (d->outputs[declared ? d->outputs[v].rate_of : v].variability == MR_DISCRETE)
                continue;
            const double told = declared ? y[at + s] : rates[at + s];
            const double seen = (after[of] - before[of]) / (2.0 * h);
            const double scale = 1e-9 + fabs(told) + fabs(seen) + fabs(y[of]);
            worst = fmax(worst, fabs(told - seen) / scale);
        }
    }
    trial_close(&a);
    return worst;
}

static void check_rates(bool declared) {
    if (!under_test.type->step_to) {
        skip("step_to");
        return;
    }
    trial a;
    trial_begin(&a, 0.0);
    const double h = trial_step_size(&a);
    trial_close(&a);
    /* second order in the step: a quarter at half the step, unless it is tiny already */
    const double coarse = rate_miss(8.0 * h, 0.5 * h, declared);
    const double fine = rate_miss(8.0 * h, 0.125 * h, declared);
    CU_ASSERT(fine < 1e-4 || fine < coarse / 8.0);
    CU_ASSERT(fine < 0.02);
    if (!(fine < 0.02))
        printf("\n    rates are off by %g, %g with a quarter of the step", coarse, fine);
}

static void test_rates_are_those_of_the_outputs(void) {
    if (!under_test.type->rates)
        skip("rates");
    else
        check_rates(false);
}

static void test_declared_rates_are_rates(void) {
    check_rates(true);
}

/* accelerations (and positions, velocities) of the coordinates after: a pulse on one input during
 * `pulse` seconds, rest until `end`, and another extra in the last step of size h */
static void accelerations(const void *state, double t, double h, int input, double pulse,
                          double last, double *p, double *v, double *acceleration, trial *a) {
    double y[MOST_SIGNALS];
    CU_ASSERT_EQUAL_FATAL(under_test.type->restore(a->instance, state), MR_OK);
    a->t = t;
    a->extra_input = input;
    a->extra = pulse;
    for (int i = 1; i <= 4; i++)
        trial_reach(a, t + i * h);
    a->extra = 0.0;
    for (int i = 5; i <= 8; i++)
        trial_reach(a, t + i * h);
    a->extra = last;
    trial_reach(a, t + 9 * h);
    a->extra = 0.0;
    trial_outputs(a, y);
    for (int c = 0; c < a->description.coordinate_count; c++) {
        const mr_coordinate *q = &a->description.coordinates[c];
        p[c] = q->position >= 0 ? y[q->position] : 0.0;
        v[c] = y[q->velocity];
        acceleration[c] = q->acceleration >= 0 ? y[q->acceleration] : NAN;
    }
}

#define MOST_COORDINATES 16

/* does the input (a scalar of all inputs) bring in power with a coordinate of the interface? What
 * acts elsewhere (a brake, a steering wheel) moves more than the coordinates can tell */
static bool works_on_the_interface(const mr_slave_description *d, int scalar) {
    int input = 0, start = 0;
    for (int at = d->inputs[0].size; at <= scalar; at += d->inputs[input].size)
        input++;
    if (d->inputs[input].power_with == MR_NONE)
        return false;
    for (int v = 0; v < d->inputs[input].power_with; v++)
        start += d->outputs[v].size;
    for (int c = 0; c < d->coordinate_count; c++)
        if (d->coordinates[c].velocity >= start &&
            d->coordinates[c].velocity < start + d->inputs[input].size)
            return true;
    return false;
}

static void test_interface_matrices_are_the_derivatives(void) {
    const mr_slave_type *type = under_test.type;
    if (!type->interface_matrices || !type->save || !type->step_to) {
        skip("interface matrices");
        return;
    }
    trial a;
    trial_begin(&a, 0.0);
    a.amplitude = 0.0;
    const double h = trial_step_size(&a) * 1e-3;
    trial_step(&a);
    const int n = a.description.coordinate_count;
    CU_ASSERT_FATAL(n >= 1 && n <= MOST_COORDINATES);
    static double Au[MOST_COORDINATES * MOST_SIGNALS], Ap[MOST_COORDINATES * MOST_COORDINATES],
        Av[MOST_COORDINATES * MOST_COORDINATES];
    CU_ASSERT_EQUAL_FATAL(type->interface_matrices(a.instance, Au, Ap, Av), MR_OK);
    CU_ASSERT(all_finite(Au, n * a.inputs));
    CU_ASSERT(all_finite(Ap, n * n));
    CU_ASSERT(all_finite(Av, n * n));
    void *state = NULL;
    CU_ASSERT_EQUAL_FATAL(type->save(a.instance, &state), MR_OK);
    const double t = a.t;
    double p0[MOST_COORDINATES], v0[MOST_COORDINATES], a0[MOST_COORDINATES];
    double p1[MOST_COORDINATES], v1[MOST_COORDINATES], a1[MOST_COORDINATES];
    accelerations(state, t, h, 0, 0.0, 0.0, p0, v0, a0, &a);
    bool any_works = false;
    for (int u = 0; u < a.inputs; u++)
        any_works |= works_on_the_interface(&a.description, u);
    for (int u = 0; u < a.inputs; u++) {
        if (any_works && !works_on_the_interface(&a.description, u))
            continue;
        /* a tiny step with another input: only the acceleration can follow */
        accelerations(state, t, h, u, 0.0, 1.0, p1, v1, a1, &a);
        for (int c = 0; c < n; c++)
            if (isfinite(a0[c]))
                MR_ASSERT_CLOSE(a1[c] - a0[c], Au[c * a.inputs + u],
                                1e-3 * fabs(Au[c * a.inputs + u]) + 1e-6);
        /* a pulse that is over, strong enough for 0.01 m/s: the acceleration shows where it has
         * moved the coordinates */
        double strongest = 0.0;
        for (int c = 0; c < n; c++)
            strongest = fmax(strongest, fabs(Au[c * a.inputs + u]));
        for (int k = 0; k < 2 && strongest > 0.0; k++) {
            const double pulse = (k ? 0.01 : -0.003) / (strongest * 4.0 * h);
            accelerations(state, t, h, u, pulse, 0.0, p1, v1, a1, &a);
            for (int c = 0; c < n; c++) {
                double expected = 0.0, size = 0.0;
                for (int d = 0; d < n; d++) {
                    expected += Ap[c * n + d] * (p1[d] - p0[d]) + Av[c * n + d] * (v1[d] - v0[d]);
                    size += fabs(Ap[c * n + d] * (p1[d] - p0[d])) +
                            fabs(Av[c * n + d] * (v1[d] - v0[d]));
                }
                if (isfinite(a0[c]))
                    MR_ASSERT_CLOSE(a1[c] - a0[c], expected,
                                    0.02 * size + 1e-9 * (1.0 + fabs(a0[c])));
            }
        }
    }
    type->free_state(state);
    trial_close(&a);
}

static const mr_test tests[] = {
    MR_TEST(test_table_is_whole),
    MR_TEST(test_description_makes_sense),
    MR_TEST(test_bad_configuration_gives_a_sentence),
    MR_TEST(test_steps_go_forward_with_finite_outputs),
    MR_TEST(test_next_step_is_the_step_that_comes),
    MR_TEST(test_step_to_ends_where_it_is_told_or_before),
    MR_TEST(test_failing_inputs_end_the_step_as_they_are),
    MR_TEST(test_initialised_again_it_gives_the_same_bits),
    MR_TEST(test_two_instances_are_independent),
    MR_TEST(test_saved_states_come_back_to_the_bit),
    MR_TEST(test_rates_are_those_of_the_outputs),
    MR_TEST(test_declared_rates_are_rates),
    MR_TEST(test_interface_matrices_are_the_derivatives),
};

int main(int argc, char **argv) {
    mr_message message = {""};
    mr_plugin *plugin;
    const char *prefix;
    if (argc < 3) {
        printf("usage: %s SLAVE CONFIGURATION [INPUTS]\n", argv[0]);
        return 2;
    }
    if (mr_plugin_load(argv[1], &message, &plugin, &prefix) != MR_OK) {
        printf("%s\n", message.text);
        return 1;
    }
    under_test.type = mr_plugin_type(plugin);
    snprintf(under_test.configuration, sizeof under_test.configuration, "%s%s", prefix, argv[2]);
    /* the instance may be able to do less than its type */
    void *instance = NULL;
    if (under_test.type->open(under_test.configuration, &message, &instance) != MR_OK) {
        printf("%s\n", message.text);
        return 1;
    }
    mr_slave_description description = {0};
    under_test.type->describe(instance, &description);
    under_test.type->close(instance);
    if (description.type)
        under_test.type = description.type;
    const char *text = argc > 3 ? argv[3] : "";
    for (int i = 0; i < MOST_SIGNALS && *text; i++) {
        char *end;
        under_test.base[i] = strtod(text, &end);
        text = end > text ? end : "";
    }
    char name[256];
    snprintf(name, sizeof name, "conformance of %.200s", under_test.type->name);
    const int answer = mr_test_main(name, tests, sizeof tests / sizeof *tests, 1, argv);
    mr_plugin_unload(plugin);
    return answer;
}
