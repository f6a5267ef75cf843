/* the two-mass models through the real path (model file → S-function → library → slave), against
 * the oracle master of the library's tests */
#include "mr_test.h"
#include "two_mass_oracle.h"

#include "blockdiagram/sfunction.h"
#include "blockdiagram/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct opened {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_run *run;
    bd_error error;
} opened;

/* model of models/two_mass with NAME=VALUE settings, ended by NULL */
static bd_status open_model(opened *o, const char *model, const char *const *settings,
                            const char *solver) {
    char path[1024];
    static const char *const folders[] = {MR_SOURCE_DIR "/sfun"};
    const bd_search_path search = {folders, 1};
    bd_options options = bd_options_default();
    *o = (opened){0};
    options.solver = solver;
    if (solver)
        options.max_step = 0.01; /* the step of the fixed grid */
    bd_sfunction_set_provider(bd_mx_own_provider());
    (void)bd_sfunction_add_folder(MR_BINARY_DIR "/lib/sfunctions", &o->error);
    bd_error_clear(&o->error);
    snprintf(path, sizeof path, "%s%s.mdl",
             model[0] == '/' ? "" : MR_SOURCE_DIR "/models/two_mass/", model);
    bd_status status = bd_workspace_create("base workspace", NULL, &o->base, &o->error);
    for (int i = 0; status == BD_OK && settings && settings[i]; i++)
        status = bd_workspace_assign(o->base, settings[i], &o->error);
    if (status == BD_OK)
        status = bd_diagram_read(path, &search, &o->diagram, NULL, &o->error);
    if (status == BD_OK)
        status = bd_run_compile(o->diagram, o->base, &options, NULL, &o->run, &o->error);
    return status;
}

static void close_model(opened *o) {
    bd_run_free(o->run);
    bd_diagram_free(o->diagram);
    bd_workspace_free(o->base);
}

static int find_record(const bd_run *run, const char *name) {
    for (int i = 0; i < bd_run_record_count(run); i++)
        if (strcmp(bd_run_record(run, i)->name, name) == 0)
            return i;
    return -1;
}

static double last_value(const bd_run *run, const char *name, int element) {
    const int record = find_record(run, name);
    if (record < 0 || bd_run_record(run, record)->row_count == 0)
        return NAN;
    return bd_run_record_row(run, record, bd_run_record(run, record)->row_count - 1)[element];
}

/* position error of x1 over all major steps of a finished run */
static double position_error(const bd_run *run, double fr) {
    two_mass_ratios ratios = two_mass_default_ratios;
    two_mass system;
    two_mass_measure measure;
    two_mass_errors errors;
    static const char *const names[] = {"x1", "v1", "x2", "v2"};
    int records[4];
    ratios.fr = fr;
    two_mass_make(&ratios, &system);
    for (int i = 0; i < 4; i++)
        records[i] = find_record(run, names[i]);
    const size_t count = bd_run_time_count(run);
    two_mass_measure_begin(&measure, &system, fr, bd_run_time_at(run, count - 1));
    for (size_t k = 1; k < count; k++) {
        double state[4];
        for (int i = 0; i < 4; i++)
            state[i] = bd_run_record_row(run, records[i], k)[0];
        two_mass_measure_add(&measure, bd_run_time_at(run, k), state);
    }
    two_mass_measure_end(&measure, &errors);
    return errors.position_error;
}

/* 20 s instead of 100: the numbers are compared, not the problem studied */
static void agrees_with_oracle(const char *model, bool force, bool memory) {
    static const double ratios[] = {1.5, 10, 40.5, 90};
    for (size_t r = 0; r < 4; r++)
        for (int ff = 0; ff < 2; ff++)
            for (int order = 0; order < 5; order++) {
                char fr[32], scheme[48], to_slave[32], to_master[32], options[64];
                snprintf(fr, sizeof fr, "fr=%.17g", ratios[r]);
                snprintf(scheme, sizeof scheme, "scheme='%s'",
                         ff ? "fastest_first" : "slowest_first");
                snprintf(to_slave, sizeof to_slave, "order_to_slave=%d", order);
                snprintf(to_master, sizeof to_master, "order_to_master=%d", order);
                const char *const settings[] = {fr, scheme, to_slave, to_master, "t_end=20", NULL};
                opened o;
                two_mass_run run;
                CU_ASSERT_EQUAL_FATAL(open_model(&o, model, settings, NULL), BD_OK);
                CU_ASSERT_EQUAL_FATAL(bd_run_complete(o.run, &o.error), BD_OK);
                snprintf(options, sizeof options, "scheme=%s order=%d", ff ? "ff" : "sf", order);
                two_mass_run_default(&run, ratios[r], options);
                run.steps = 2000;
                run.force = force;
                run.memory = memory;
                CU_ASSERT_EQUAL_FATAL(two_mass_simulate(&run), MR_OK);
                const double scale = fmax(1.0, fabs(run.x1_end));
                MR_ASSERT_CLOSE(last_value(o.run, "x1", 0), run.x1_end, 1e-10 * scale);
                MR_ASSERT_CLOSE(last_value(o.run, "x2", 0), run.x2_end, 1e-10 * scale);
                close_model(&o);
            }
}

static void test_displacement_model_agrees_with_the_oracle(void) {
    agrees_with_oracle("two_mass", false, false);
}

static void test_force_model_agrees_with_the_oracle(void) {
    agrees_with_oracle("two_mass_force", true, false);
}

static void test_memory_model_agrees_with_the_oracle(void) {
    agrees_with_oracle("two_mass_memory", true, true);
}

static void test_monolithic_model_is_exact(void) {
    /* ode4 with 100 steps per fast cycle: an error in the order of 1e-6 (published: almost exact)
     */
    opened o;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, "two_mass_monolithic", NULL, NULL), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(o.run, &o.error), BD_OK);
    MR_ASSERT_CLOSE(position_error(o.run, 10), 0.0, 1e-5);
    close_model(&o);
}

static void test_variable_step_master_with_irregular_slave(void) {
    /* ode45 keeps its steps near those of the fixed grid; rejected steps and trial points leave no
     * trace, so the error stays close to that of the fixed grid */
    for (int ff = 0; ff < 2; ff++) {
        const char *const fixed[] = {"fr=20", "order_to_slave=2", "order_to_master=2",
                                     ff ? "scheme='fastest_first'" : "scheme='slowest_first'",
                                     NULL};
        const char *const irregular[] = {"fr=20",
                                         "order_to_slave=2",
                                         "order_to_master=2",
                                         "jitter=0.3",
                                         ff ? "scheme='fastest_first'" : "scheme='slowest_first'",
                                         NULL};
        opened a, b;
        CU_ASSERT_EQUAL_FATAL(open_model(&a, "two_mass", fixed, NULL), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_run_complete(a.run, &a.error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(open_model(&b, "two_mass", irregular, "ode45"), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_run_complete(b.run, &b.error), BD_OK);
        const double on_grid = position_error(a.run, 20), off_grid = position_error(b.run, 20);
        printf("(%s: fixed %.4f, ode45 %.4f in %zu steps) ", ff ? "ff" : "sf", on_grid, off_grid,
               bd_run_time_count(b.run));
        MR_ASSERT_CLOSE(off_grid, 0.0, 3.0 * on_grid);
        close_model(&a);
        close_model(&b);
    }
}

static void test_second_run_gives_the_same_bits(void) {
    opened o;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, "two_mass", (const char *const[]){"t_end=5", NULL}, NULL),
                          BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(o.run, &o.error), BD_OK);
    const double first = last_value(o.run, "x1", 0);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(o.run, &o.error), BD_OK);
    CU_ASSERT_EQUAL(last_value(o.run, "x1", 0), first);
    close_model(&o);
}

static void test_two_blocks_with_two_slaves(void) {
    /* three blocks in one model: two alike, one with another ratio; no one disturbs another */
    opened o;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, MR_SOURCE_DIR "/tests/data/models/two_blocks",
                                     (const char *const[]){"t_end=5", NULL}, NULL),
                          BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(o.run, &o.error), BD_OK);
    CU_ASSERT_EQUAL(last_value(o.run, "first", 0), last_value(o.run, "again", 0));
    CU_ASSERT_NOT_EQUAL(last_value(o.run, "first", 0), last_value(o.run, "other", 0));
    close_model(&o);
}

static void refuse(const char *setting, const char *sentence) {
    opened o;
    CU_ASSERT_NOT_EQUAL(open_model(&o, "two_mass", (const char *const[]){setting, NULL}, NULL),
                        BD_OK);
    MR_ASSERT_CONTAINS(o.error.text, sentence);
    MR_ASSERT_CONTAINS(o.error.text, "two_mass/Multirate/sfun_multirate");
    close_model(&o);
}

static void test_mistakes_in_the_block_are_sentences(void) {
    refuse("order_to_slave=9",
           "the order to the slave is 9, but predictor 'polynomial' takes 0 to 4");
    refuse("order_to_master=[1 2]", "parameter 'order to the master' must be one number");
    refuse("scheme='sideways'", "'sideways' is not 'slowest_first' (sf) or 'fastest_first' (ff)");
    refuse("predictor_to_slave='oracle'", "there is no predictor 'oracle'");
    refuse("options='signal.x9=hold'", "slave 'two_mass' has no signal 'x9'");
    refuse("zeta=-1", "zeta must not be negative");
}

static void test_failure_in_the_run_keeps_the_results(void) {
    opened o;
    CU_ASSERT_EQUAL_FATAL(
        open_model(&o, "two_mass", (const char *const[]){"h1=1", "t_end=1000", NULL}, NULL), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_run_complete(o.run, &o.error), BD_OK);
    /* by the state of the model or by the input of the block, whichever comes first in this
     * build's rounding */
    MR_ASSERT_CONTAINS(o.error.text, "the run has diverged");
    MR_ASSERT_CONTAINS(o.error.text, "(t = ");
    CU_ASSERT(bd_run_time_count(o.run) > 50);
    close_model(&o);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_displacement_model_agrees_with_the_oracle),
        MR_TEST(test_force_model_agrees_with_the_oracle),
        MR_TEST(test_memory_model_agrees_with_the_oracle),
        MR_TEST(test_monolithic_model_is_exact),
        MR_TEST(test_variable_step_master_with_irregular_slave),
        MR_TEST(test_second_run_gives_the_same_bits),
        MR_TEST(test_two_blocks_with_two_slaves),
        MR_TEST(test_mistakes_in_the_block_are_sentences),
        MR_TEST(test_failure_in_the_run_keeps_the_results),
    };
    return mr_test_main("two_mass_models", tests, sizeof tests / sizeof *tests, argc, argv);
}
