/* what multirate/slave.h promises, asked of one slave */
#include "derivatives.h"
#include "multirate/interface.h"
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 40

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
        CU_ASSERT(trial_all_finite(y, a.outputs));
        for (int i = 0; i < STEPS; i++) {
            const double before = a.t;
            trial_step(&a);
            CU_ASSERT(isfinite(a.t) && a.t > before);
            trial_outputs(&a, y);
            CU_ASSERT(trial_all_finite(y, a.outputs));
        }
        CU_ASSERT_EQUAL(a.asked_outside, 0);
        CU_ASSERT(a.inputs == 0 || a.asked > 0);
        trial_close(&a);
    }
}

static void test_next_step_is_the_step_that_comes(void) {
    if (!under_test.type->next_step) {
        trial_skip("next_step");
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
        trial_skip("step_to");
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
        trial_skip("save");
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
    if (mr_plugin_load(argv[1], &plugin, &prefix, &message) != MR_OK) {
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
