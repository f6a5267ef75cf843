/* what a host may do with the block: run again after a failure, save and restore, end without a
 * start; and its choices: feedthrough, words by number */
#include "mr_test.h"

#include "blockdiagram/sfunction.h"
#include "blockdiagram/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TWO_SLAVES MR_SOURCE_DIR "/tests/sfun/two_slaves.mdl"
#define TWO_MASS   MR_SOURCE_DIR "/models/two_mass/"

typedef struct opened {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_run *run;
    bd_error error;
} opened;

static bd_status read_model(opened *o, const char *path, const char *setting) {
    static const char *const folders[] = {MR_SOURCE_DIR "/sfun"};
    const bd_search_path search = {folders, 1};
    *o = (opened){0};
    bd_sfunction_set_provider(bd_mx_own_provider());
    (void)bd_sfunction_add_folder(MR_BINARY_DIR "/lib/sfunctions", &o->error);
    bd_error_clear(&o->error);
    bd_status status = bd_workspace_create("base workspace", NULL, &o->base, &o->error);
    if (status == BD_OK && setting)
        status = bd_workspace_assign(o->base, setting, &o->error);
    if (status == BD_OK)
        status = bd_diagram_read(path, &search, &o->diagram, NULL, &o->error);
    return status;
}

static bd_status compile(opened *o) {
    const bd_options options = bd_options_default();
    return bd_run_compile(o->diagram, o->base, &options, NULL, &o->run, &o->error);
}

static bd_status open_model(opened *o, const char *path, const char *setting) {
    const bd_status status = read_model(o, path, setting);
    return status == BD_OK ? compile(o) : status;
}

static void close_model(opened *o) {
    bd_run_free(o->run);
    bd_diagram_free(o->diagram);
    bd_workspace_free(o->base);
}

static double last(const bd_run *run, const char *name) {
    for (int i = 0; i < bd_run_record_count(run); i++) {
        const bd_record *record = bd_run_record(run, i);
        if (strcmp(record->name, name) == 0 && record->row_count > 0)
            return bd_run_record_row(run, i, record->row_count - 1)[0];
    }
    return NAN;
}

static double run_to_end(const char *path, const char *setting, const char *signal) {
    opened o;
    double value = NAN;
    if (open_model(&o, path, setting) == BD_OK &&
        bd_run_set_stop_time(o.run, 5.0, &o.error) == BD_OK &&
        bd_run_complete(o.run, &o.error) == BD_OK)
        value = last(o.run, signal);
    CU_ASSERT_STRING_EQUAL(o.error.text, "");
    close_model(&o);
    return value;
}

static void test_a_run_after_a_failure_begins_anew(void) {
    opened o;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, TWO_SLAVES, "fail_at=0.5"), BD_OK);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_NOT_EQUAL(bd_run_complete(o.run, &o.error), BD_OK);
        MR_ASSERT_CONTAINS(o.error.text, "two_slaves/First");
        MR_ASSERT_CONTAINS(o.error.text, "the accumulator is full");
        MR_ASSERT_CONTAINS(o.error.text, "t = 0.52");
        CU_ASSERT_EQUAL(bd_run_time_count(o.run), 52);
    }
    /* up to 0.4 s nothing fails: y' = 2 t, but for the first slave step, which has no past */
    CU_ASSERT_EQUAL(bd_run_set_stop_time(o.run, 0.4, &o.error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(o.run, &o.error), BD_OK);
    MR_ASSERT_CLOSE(last(o.run, "y"), 0.16, 0.03 * 0.03);
    close_model(&o);
}

/* a slave that ends its simulation ends the run there, without an error, every time */
static void test_a_slave_that_comes_to_its_end_ends_the_run(void) {
    opened o;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, TWO_SLAVES, "end_at=0.5"), BD_OK);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(bd_run_complete(o.run, &o.error), BD_OK);
        const size_t rows = bd_run_time_count(o.run);
        CU_ASSERT_EQUAL_FATAL(rows, 53);
        MR_ASSERT_CLOSE(bd_run_time_at(o.run, rows - 1), 0.52, 1e-12);
    }
    close_model(&o);
}

static void test_saved_and_restored_gives_the_same_bits(void) {
    opened o;
    double first = 0.0, x2 = 0.0;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, TWO_SLAVES, NULL), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_start(o.run, &o.error), BD_OK);
    for (int i = 0; i < 37; i++)
        CU_ASSERT_EQUAL_FATAL(bd_run_step(o.run, &o.error), BD_OK);
    const size_t size = bd_run_state_size(o.run);
    void *bytes = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL_FATAL(bd_run_save(o.run, bytes, size, &o.error), BD_OK);
    for (int again = 0; again < 3; again++) {
        if (again)
            CU_ASSERT_EQUAL_FATAL(bd_run_restore(o.run, bytes, size, &o.error), BD_OK);
        while (!bd_run_is_done(o.run))
            CU_ASSERT_EQUAL_FATAL(bd_run_step(o.run, &o.error), BD_OK);
        if (!again) {
            first = last(o.run, "y");
            x2 = last(o.run, "x2");
        }
        CU_ASSERT_EQUAL(last(o.run, "y"), first);
        CU_ASSERT_EQUAL(last(o.run, "x2"), x2);
    }
    MR_ASSERT_CLOSE(first, 1.0, 0.03 * 0.03);
    CU_ASSERT_EQUAL(bd_run_finish(o.run, &o.error), BD_OK);
    /* the point belonged to that run: another one refuses it with a sentence */
    CU_ASSERT_EQUAL_FATAL(bd_run_start(o.run, &o.error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_run_restore(o.run, bytes, size, &o.error), BD_OK);
    MR_ASSERT_CONTAINS(o.error.text, "was not saved by this block in this run");
    free(bytes);
    close_model(&o);
}

static void test_compilation_that_fails_later_ends_the_block(void) {
    opened o; /* the host calls mdlTerminate without mdlStart */
    CU_ASSERT_NOT_EQUAL(open_model(&o, TWO_SLAVES, "width=3"), BD_OK);
    MR_ASSERT_CONTAINS(o.error.text, "two_slaves/First");
    MR_ASSERT_CONTAINS(o.error.text, "[3]");
    close_model(&o);
}

static void refuse(const char *setting, const char *sentence) {
    opened o;
    CU_ASSERT_NOT_EQUAL(open_model(&o, TWO_SLAVES, setting), BD_OK);
    MR_ASSERT_CONTAINS(o.error.text, sentence);
    close_model(&o);
}

static void test_slave_that_cannot_be_had(void) {
    refuse("slave=''", "no slave is named");
    refuse("slave='no_such_slave'", "there is no slave plug-in 'no_such_slave'");
    refuse("slave=7", "'slave' must be a text");
    refuse("slave=repmat('x',1,5000)", "'slave' is too long");
    refuse("width=99", "the accumulator cannot be made");
    refuse("order=NaN", "order");
    refuse("order=1i", "'order to the slave' must be one number");
}

static void test_words_by_number(void) {
    const double text = run_to_end(TWO_MASS "two_mass.mdl", "scheme='fastest_first'", "x1");
    CU_ASSERT_EQUAL(run_to_end(TWO_MASS "two_mass.mdl", "scheme=2", "x1"), text);
    static const char *const wrong[] = {"scheme=99", "scheme=1.5", "scheme=NaN", "scheme=-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        opened o;
        CU_ASSERT_NOT_EQUAL(open_model(&o, TWO_MASS "two_mass.mdl", wrong[i]), BD_OK);
        MR_ASSERT_CONTAINS(o.error.text, "parameter 'scheme' is not one of its list");
        close_model(&o);
    }
}

static void test_feedthrough_is_what_the_setting_needs(void) {
    for (int broken = 0; broken < 2; broken++) {
        opened o;
        CU_ASSERT_EQUAL_FATAL(read_model(&o, TWO_MASS "two_mass_force.mdl", NULL), BD_OK);
        bd_node *block = bd_diagram_find(o.diagram, "Multirate");
        CU_ASSERT_PTR_NOT_NULL_FATAL(block);
        CU_ASSERT_EQUAL(bd_node_set(block, "break_loop", broken ? "on" : "off"), BD_OK);
        CU_ASSERT_EQUAL_FATAL(compile(&o), BD_OK);
        CU_ASSERT_EQUAL(bd_run_statistics(o.run).algebraic_loops, broken ? 0 : 1);
        close_model(&o);
    }
}

static int diagnostics_width(const char *setting, double times[4]) {
    opened o;
    int width = 0;
    CU_ASSERT_EQUAL_FATAL(open_model(&o, TWO_MASS "two_mass.mdl", setting), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(o.run, &o.error), BD_OK);
    for (int i = 0; i < bd_run_record_count(o.run); i++) {
        const bd_record *record = bd_run_record(o.run, i);
        if (strcmp(record->name, "diagnostics") != 0)
            continue;
        width = record->width;
        const double *row = bd_run_record_row(o.run, i, record->row_count - 1);
        for (int k = 0; k < 4; k++)
            times[k] = row[width - 4 + k];
    }
    close_model(&o);
    return width;
}

static void test_times_are_told_when_asked_for(void) {
    double times[4] = {0.0};
    const int plain = diagnostics_width("t_end=20", times);
    CU_ASSERT_EQUAL(diagnostics_width("options='timing=on'", times), plain + 4);
    /* a thousand slave steps, forty thousand evaluations */
    CU_ASSERT(times[0] > 0.0);
    CU_ASSERT(times[1] > 0.0);
    CU_ASSERT_EQUAL(times[2], 0.0); /* costs and places are those of parallel slaves */
    CU_ASSERT_EQUAL(times[3], 0.0);
    (void)diagnostics_width("options='timing=on parallel=own'", times);
    CU_ASSERT(times[2] > 0.0);
    CU_ASSERT_EQUAL(times[3], -1.0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_run_after_a_failure_begins_anew),
        MR_TEST(test_a_slave_that_comes_to_its_end_ends_the_run),
        MR_TEST(test_saved_and_restored_gives_the_same_bits),
        MR_TEST(test_compilation_that_fails_later_ends_the_block),
        MR_TEST(test_slave_that_cannot_be_had),
        MR_TEST(test_words_by_number),
        MR_TEST(test_feedthrough_is_what_the_setting_needs),
        MR_TEST(test_times_are_told_when_asked_for),
    };
    return mr_test_main("block", tests, sizeof tests / sizeof *tests, argc, argv);
}
