/* what a run keeps: numbers of every type and their names, the order of records, decimation and
 * limits, also for a host that goes back, and how much there may be */
#define _POSIX_C_SOURCE 200809L
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DISCRETE "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 20\n"

static void expect_row(const mini *m, const char *name, size_t row, const double *numbers,
                       int count) {
    const int record = mini_record(m, name);
    CU_ASSERT_EQUAL_FATAL(bd_run_record(m->run, record)->width, count);
    CU_ASSERT_FATAL(row < bd_run_record(m->run, record)->row_count);
    for (int i = 0; i < count; i++)
        CU_ASSERT_EQUAL(bd_run_record_row(m->run, record, row)[i], numbers[i]);
}

/* ---- numbers ---- */

static void test_numbers_of_every_type_are_doubles(void) {
    static const struct {
        const char *value;
        int width;
        double numbers[8];
        bd_class type;
        int complexity;
    } cases[] = {
        {"3.5", 1, {3.5}, BD_DOUBLE, 0},
        {"single([0.25 -7])", 2, {0.25, -7}, BD_SINGLE, 0},
        {"int8([-128 127 5])", 3, {-128, 127, 5}, BD_INT8, 0},
        {"uint8(255)", 1, {255}, BD_UINT8, 0},
        {"int16([-32768 3])", 2, {-32768, 3}, BD_INT16, 0},
        {"uint16(65535)", 1, {65535}, BD_UINT16, 0},
        {"int32([-2147483648 9])", 2, {-2147483648.0, 9}, BD_INT32, 0},
        {"uint32([4294967295 1])", 2, {4294967295.0, 1}, BD_UINT32, 0},
        {"[true false true]", 3, {1, 0, 1}, BD_LOGICAL, 0},
        {"[1+2i, 3-4i]", 4, {1, 2, 3, -4}, BD_DOUBLE, 1},
        {"single(5+6i)", 2, {5, 6}, BD_SINGLE, 1},
        {"[1 2 3; 4 5 6]", 6, {1, 4, 2, 5, 3, 6}, BD_DOUBLE, 0},
        {"int16([1 2; 3 4])", 4, {1, 3, 2, 4}, BD_INT16, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, DISCRETE "Constant c Value='%s'\nOutport y\nc -> y\n",
                 cases[i].value);
        mini *m = mini_run(text, NULL);
        const bd_record *r = bd_run_record(m->run, mini_record(m, "y"));
        CU_ASSERT_EQUAL(r->shape.type, (int)cases[i].type);
        CU_ASSERT_EQUAL(r->shape.complexity, cases[i].complexity);
        CU_ASSERT_EQUAL(r->row_count, 21);
        CU_ASSERT_PTR_NULL(r->element_names);
        expect_row(m, "y", 0, cases[i].numbers, cases[i].width);
        expect_row(m, "y", 20, cases[i].numbers, cases[i].width);
        mini_free(m);
    }
}

/* {n, in: {v(3), z complex}, m(2x2)}: a structure behind a delay, whose elements lie where a C
 * compiler would put them */
#define STRUCTURE                                                                                  \
    "DigitalClock t SampleTime=1\nDataTypeConversion n OutDataTypeStr=int8\nt -> n\n"              \
    "Gain v Gain='[1;10;100]'\nt -> v\nGain z Gain='2-3i'\nt -> z\n"                               \
    "Gain f Gain='[1 2;3 4]'\nt -> f\nDataTypeConversion g OutDataTypeStr=int16\nf -> g\n"         \
    "label n n\nlabel v v\nlabel z z\nlabel g m\n"                                                 \
    "BusCreator in Inputs=2\nv -> in:1\nz -> in:2\nlabel in in\n"                                  \
    "BusCreator all Inputs=3\nn -> all:1\nin -> all:2\ng -> all:3\n"                               \
    "UnitDelay d SampleTime=1\nall -> d\nOutport y\nd -> y\n"

static void test_numbers_of_a_bus_have_names(void) {
    static const char *const names[] = {"n",       "in.v(1)", "in.v(2)", "in.v(3)", "in.z(1)",
                                        "in.z(2)", "m(1)",    "m(2)",    "m(3)",    "m(4)"};
    mini *m = mini_run(DISCRETE STRUCTURE, NULL);
    const bd_record *r = bd_run_record(m->run, mini_record(m, "y"));
    CU_ASSERT_EQUAL_FATAL(r->width, 10);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r->element_names);
    for (int i = 0; i < 10; i++)
        CU_ASSERT_STRING_EQUAL(r->element_names[i], names[i]);
    static const double zero[10] = {0};
    expect_row(m, "y", 0, zero, 10);
    for (int t = 1; t <= 20; t++) {
        const double u = t - 1.0;
        const double numbers[] = {u, u, 10 * u, 100 * u, 2 * u, -3 * u, u, 3 * u, 2 * u, 4 * u};
        expect_row(m, "y", (size_t)t, numbers, 10);
    }
    mini_free(m);
}

/* ---- which records there are ---- */

static void expect_names(const mini *m, const char *const *names) {
    int count = 0;
    for (; names[count]; count++) {
        const bd_record *r = bd_run_record(m->run, count);
        CU_ASSERT_PTR_NOT_NULL_FATAL(r);
        CU_ASSERT_STRING_EQUAL(r->name, names[count]);
    }
    CU_ASSERT_EQUAL(bd_run_record_count(m->run), count);
    CU_ASSERT_PTR_NULL(bd_run_record(m->run, count));
    CU_ASSERT_PTR_NULL(bd_run_record(m->run, -1));
}

#define MIXED                                                                                      \
    "DigitalClock t SampleTime=1\nToWorkspace w VariableName=first\nOutport c Port=3\n"            \
    "Outport a Port=1\nToWorkspace x VariableName=second\nOutport b Port=2\n"                      \
    "Gain g Gain=2\nt -> g\nt -> w\nt -> c\nt -> a\nt -> x\ng -> b\n"

/* Outports by their numbers, then all else as it is in the file; a second run has the same ones */
static void test_outports_come_first_by_their_numbers(void) {
    static const char *const names[] = {"a", "b", "c", "first", "second", NULL};
    mini *m = mini_run(DISCRETE MIXED, NULL);
    for (int run = 0; run < 2; run++) {
        expect_names(m, names);
        for (int i = 0; i < 5; i++) {
            const bd_record *r = bd_run_record(m->run, i);
            CU_ASSERT_EQUAL(r->kind, i < 3 ? BD_RECORD_OUTPORT : BD_RECORD_WORKSPACE);
            CU_ASSERT_EQUAL(r->outport_index, i < 3 ? i : -1);
            CU_ASSERT_EQUAL(r->row_count, 21);
            CU_ASSERT_EQUAL(r->dropped, 0);
            for (size_t k = 0; k < 21; k++) {
                CU_ASSERT_EQUAL(bd_run_record_time(m->run, i, k), (double)k);
                CU_ASSERT_EQUAL(*bd_run_record_row(m->run, i, k), (i == 1 ? 2.0 : 1.0) * (double)k);
            }
        }
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    }
    mini_free(m);
}

/* many of them: the list grows */
static void test_there_may_be_many_records(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fputs(DISCRETE "DigitalClock t SampleTime=1\n", out);
    for (int i = 1; i <= 70; i++)
        fprintf(out, "Gain g%d Gain=%d\nOutport y%d Port=%d\nt -> g%d\ng%d -> y%d\n", i, i, i,
                71 - i, i, i, i);
    fclose(out);
    mini *m = mini_run(text, NULL);
    CU_ASSERT_EQUAL_FATAL(bd_run_record_count(m->run), 70);
    for (int i = 0; i < 70; i++)
        CU_ASSERT_EQUAL(*bd_run_record_row(m->run, i, 20), 20.0 * (70 - i));
    mini_free(m);
    free(text);
}

static mini *create_logged(const char *text, const bd_options *options) {
    mini *m = calloc(1, sizeof *m);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    m->diagram = mini_build(text);
    for (size_t i = 0; i < m->diagram->root->line_count; i++)
        m->diagram->root->lines[i].logged = true;
    bd_run_compile(m->diagram, NULL, options, NULL, &m->run, &m->error);
    if (!m->run)
        printf("%s\n", m->error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(m->run, &m->error), BD_OK);
    return m;
}

/* a signal that is marked has its label for a name, or its block and output, whether anybody reads
 * it or not; wires that no block computes are records, too; a function-call is none */
static void test_marked_signals_are_recorded(void) {
    static const char text[] =
        DISCRETE "DigitalClock t SampleTime=1\nGain g Gain='[3;4]'\nlabel g three\nt -> g\n"
                 "Mux m Inputs=2\nt -> m:1\ng -> m:2\nTerminator e\nm -> e\n"
                 "FunctionCallGenerator c sample_time=1 numberOfIterations=1\nSubSystem s {\n"
                 "TriggerPort p TriggerType=function-call\n}\nc -> s:trigger\n";
    mini *m = create_logged(text, NULL);
    CU_ASSERT_EQUAL(bd_run_record_count(m->run), 3);
    expect_row(m, "t:1", 7, (const double[]){7}, 1);
    expect_row(m, "three", 7, (const double[]){21, 28}, 2);
    expect_row(m, "signal", 7, (const double[]){7, 21, 28}, 3);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(bd_run_record(m->run, i)->kind, BD_RECORD_SIGNAL);
    CU_ASSERT_STRING_EQUAL(bd_run_record(m->run, mini_record(m, "t:1"))->path, "m/t");
    mini_free(m);
    bd_options o = bd_options_default();
    o.no_logging = true;
    m = create_logged(text, &o);
    CU_ASSERT_EQUAL(bd_run_record_count(m->run), 0);
    CU_ASSERT_EQUAL(bd_run_time_count(m->run), 0);
    mini_free(m);
}

/* what a block says of one of its outputs: number and DataLogging */
static void test_marked_outputs_are_recorded(void) {
    static bd_parameter on = {"DataLogging", "on", false}, off = {"DataLogging", "off", false},
                        name = {"Name", "z", false};
    static const struct {
        int number;
        bd_parameter *parameter;
        bool recorded;
    } cases[] = {{1, &on, true},  {2, &on, true},   {3, &on, false},
                 {0, &on, false}, {2, &off, false}, {2, &name, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mini *m = calloc(1, sizeof *m);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m);
        m->diagram = mini_build(DISCRETE "Constant c Value=3+4i\nComplexToRealImag p\nc -> p\n"
                                         "Outport y\nOutport z Port=2\np:1 -> y\np:2 -> z\n");
        bd_node *node = bd_system_find(m->diagram->root, "p");
        bd_port_settings settings = {.number = cases[i].number,
                                     .parameters = {.items = cases[i].parameter, .count = 1}};
        node->port_settings = &settings;
        node->port_settings_count = 1;
        CU_ASSERT_EQUAL_FATAL(bd_run_compile(m->diagram, NULL, NULL, NULL, &m->run, &m->error),
                              BD_OK);
        CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
        CU_ASSERT_EQUAL(bd_run_record_count(m->run), cases[i].recorded ? 3 : 2);
        if (cases[i].recorded)
            expect_row(m, cases[i].number == 1 ? "p:1" : "p:2", 5,
                       (const double[]){cases[i].number + 2.0}, 1);
        node->port_settings_count = 0;
        node->port_settings = NULL;
        mini_free(m);
    }
}

static void test_discrete_states_are_not_among_the_states(void) {
    static const char format[] = "set SolverName ode4\nset FixedStep 1\nset StopTime 2\nConstant "
                                 "c\nIntegrator x\n%sc -> x\nOutport y\nx -> y\n";
    bd_options o = bd_options_default();
    o.log_states = true;
    for (int k = 0; k < 2; k++) {
        char text[300];
        snprintf(text, sizeof text, format,
                 k ? "DiscreteStateSpace d A=0.5 B=1 C=1 D=0 SampleTime=1\nTerminator e\nc -> d\nd "
                     "-> e\n"
                   : "");
        mini *m = mini_run(text, &o);
        CU_ASSERT_EQUAL(mini_log_has(m, "m: discrete states are not among the states saved"),
                        k == 1);
        const int state = mini_record(m, "CSTATE");
        CU_ASSERT_STRING_EQUAL(bd_run_record(m->run, state)->path, "m/x");
        CU_ASSERT_EQUAL(bd_run_record(m->run, state)->kind, BD_RECORD_STATE);
        expect_row(m, "CSTATE", 2, (const double[]){2}, 1);
        mini_free(m);
    }
}

/* ---- decimation, limits, and a host that goes back ---- */

#define SPARSE                                                                                     \
    "DigitalClock t SampleTime=1\nDigitalClock s SampleTime='[2 1]'\n"                             \
    "ToWorkspace all VariableName=all MaxDataPoints=inf\n"                                         \
    "ToWorkspace third VariableName=third Decimation=3 MaxDataPoints=inf\n"                        \
    "ToWorkspace last VariableName=last MaxDataPoints=4\n"                                         \
    "ToWorkspace both VariableName=both Decimation=2 MaxDataPoints=3\n"                            \
    "ToWorkspace odd VariableName=odd SampleTime=-1 Decimation=2 MaxDataPoints=inf\n"              \
    "Outport y\nt -> all\nt -> third\nt -> last\nt -> both\ns -> odd\nt -> y\n"

static const char *const sparse_names[] = {"y", "all", "third", "last", "both", "odd"};

/* what is kept once `steps` steps of 1 s have been made: the times of record k */
static size_t expected_times(size_t k, int steps, double *times, size_t *dropped) {
    static const int every[] = {1, 1, 3, 1, 2, 4}, phase[] = {0, 0, 0, 0, 0, 1},
                     most[] = {1000, 1000, 1000, 4, 3, 1000};
    size_t count = 0, from;
    double all[100];
    for (int t = phase[k]; t < steps; t += every[k])
        all[count++] = t;
    from = count > (size_t)most[k] ? count - (size_t)most[k] : 0;
    for (size_t i = from; i < count; i++)
        times[i - from] = all[i];
    *dropped = from;
    return count - from;
}

static void expect_sparse(const mini *m, int steps) {
    for (size_t k = 0; k < sizeof sparse_names / sizeof *sparse_names; k++) {
        double times[100];
        size_t dropped = 0;
        const int record = mini_record(m, sparse_names[k]);
        const size_t count = expected_times(k, steps, times, &dropped);
        CU_ASSERT_EQUAL_FATAL(bd_run_record(m->run, record)->row_count, count);
        CU_ASSERT_EQUAL(bd_run_record(m->run, record)->dropped, dropped);
        for (size_t i = 0; i < count; i++) {
            CU_ASSERT_EQUAL(bd_run_record_time(m->run, record, i), times[i]);
            CU_ASSERT_EQUAL(*bd_run_record_row(m->run, record, i), times[i]);
        }
    }
    CU_ASSERT_EQUAL(bd_run_time_count(m->run), (size_t)steps);
    for (int i = 0; i < steps; i++)
        CU_ASSERT_EQUAL(bd_run_time_at(m->run, (size_t)i), (double)i);
}

static void go(mini *m, int steps) {
    for (int i = 0; i < steps; i++)
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
}

static void test_decimation_and_limits(void) {
    mini *m = mini_create(DISCRETE SPARSE, NULL);
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    for (int steps = 1; steps <= 21; steps++) {
        go(m, 1);
        expect_sparse(m, steps);
    }
    mini_free(m);
}

/* from every step on by three, back, and to the end: as if nobody had gone back. Until then rows
 * that a limit has overwritten are missing, and those that are left are of the past */
static void test_going_back_leaves_no_trace(void) {
    for (int from = 1; from <= 17; from++) {
        mini *m = mini_create(DISCRETE SPARSE, NULL);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
        go(m, from);
        const size_t size = bd_run_state_size(m->run);
        void *state = malloc(size);
        CU_ASSERT_EQUAL_FATAL(bd_run_save(m->run, state, size, &m->error), BD_OK);
        for (int again = 0; again < 2; again++) {
            go(m, 3);
            CU_ASSERT_EQUAL_FATAL(bd_run_restore(m->run, state, size, &m->error), BD_OK);
            bd_run_forget_records(m->run, (double)from);
            for (int i = 0; i < bd_run_record_count(m->run); i++)
                for (size_t k = 0; k < bd_run_record(m->run, i)->row_count; k++) {
                    const double t = bd_run_record_time(m->run, i, k);
                    CU_ASSERT(t < from);
                    CU_ASSERT_EQUAL(*bd_run_record_row(m->run, i, k), t);
                    CU_ASSERT(k == 0 || t > bd_run_record_time(m->run, i, k - 1));
                }
            CU_ASSERT_EQUAL(mini_rows(m, "all"), (size_t)from);
            /* of 4 rows of the last 3 + from steps those before */
            CU_ASSERT_EQUAL(mini_rows(m, "last"), 1);
        }
        go(m, 21 - from);
        CU_ASSERT_TRUE(bd_run_is_done(m->run));
        expect_sparse(m, 21);
        free(state);
        mini_free(m);
    }
}

/* rows at multiples of 2.5 s, or at the first step behind one; going back does not lose any */
static void test_a_period_of_records(void) {
    bd_options o = bd_options_default();
    o.log_period = 2.5;
    static const double times[] = {0, 3, 5, 8, 10, 13, 15, 18, 20};
    for (int back = 0; back < 2; back++) {
        mini *m = mini_create(DISCRETE MIXED, &o);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
        const size_t size = bd_run_state_size(m->run);
        void *state = malloc(size);
        go(m, 6);
        CU_ASSERT_EQUAL(bd_run_save(m->run, state, size, &m->error), BD_OK);
        if (back) {
            go(m, 9);
            CU_ASSERT_EQUAL(bd_run_restore(m->run, state, size, &m->error), BD_OK);
            bd_run_forget_records(m->run, 6.0);
        }
        go(m, 15);
        CU_ASSERT_EQUAL_FATAL(mini_rows(m, "a"), 9);
        CU_ASSERT_EQUAL_FATAL(bd_run_time_count(m->run), 9);
        for (size_t i = 0; i < 9; i++) {
            CU_ASSERT_EQUAL(mini_time(m, "b", i), times[i]);
            CU_ASSERT_EQUAL(mini_value(m, "b", i), 2.0 * times[i]);
            CU_ASSERT_EQUAL(bd_run_time_at(m->run, i), times[i]);
        }
        /* what asks for rows by itself has them all */
        CU_ASSERT_EQUAL(mini_rows(m, "first"), 21);
        free(state);
        mini_free(m);
    }
}

/* ---- how much ---- */

/* a record grows by pieces of about 65 kB: 8192/(width + 1) + 1 rows of a time and the numbers, and
 * 8192 times. BD_RESULT_MEMORY bounds the sum, in MB; what was before is kept */
static void test_results_have_a_largest_size(void) {
    setenv("BD_RESULT_MEMORY", "1", 1);
    mini *m = mini_create("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1e6\n"
                          "DigitalClock t SampleTime=1\nOutport y\nt -> y\nGain g Gain='[1;2;3]'\n"
                          "t -> g\nOutport z\ng -> z\n",
                          NULL);
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_LIMIT_EXCEEDED);
    static const int rows[] = {8192 / 2 + 1, 8192 / 4 + 1, 8192}, numbers[] = {2, 4, 1};
    double bytes = 0.0;
    int t = 0;
    for (; bytes <= 1e6; t++)
        for (int k = 0; k < 3; k++)
            bytes += t % rows[k] == 0 ? 8.0 * rows[k] * numbers[k] : 0.0;
    char expected[200];
    snprintf(expected, sizeof expected,
             "m: at t = %d s the results are larger than the 1 MB that are allowed "
             "(BD_RESULT_MEMORY in the environment sets another limit)",
             t - 1);
    CU_ASSERT_STRING_EQUAL(m->error.text, expected);
    CU_ASSERT_EQUAL(bd_run_time_count(m->run), (size_t)t - 1);
    expect_row(m, "z", (size_t)t - 2, (const double[]){t - 2.0, 2 * (t - 2.0), 3 * (t - 2.0)}, 3);
    mini_free(m);
    unsetenv("BD_RESULT_MEMORY");
}

/* 20001 rows lie in many pieces */
static void test_many_rows_are_all_there(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 20000\n"
                       "DigitalClock t SampleTime=1\nGain g Gain='[1;-2]'\nt -> g\nOutport y\n"
                       "g -> y\n",
                       NULL);
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 20001);
    CU_ASSERT_EQUAL_FATAL(bd_run_time_count(m->run), 20001);
    int wrong = 0;
    for (size_t i = 0; i < 20001; i++) {
        const double *row = bd_run_record_row(m->run, 0, i);
        wrong += mini_time(m, "y", i) != (double)i || bd_run_time_at(m->run, i) != (double)i ||
                 row[0] != (double)i || row[1] != -2.0 * (double)i;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_numbers_of_every_type_are_doubles),
        MR_TEST(test_numbers_of_a_bus_have_names),
        MR_TEST(test_outports_come_first_by_their_numbers),
        MR_TEST(test_there_may_be_many_records),
        MR_TEST(test_marked_signals_are_recorded),
        MR_TEST(test_marked_outputs_are_recorded),
        MR_TEST(test_discrete_states_are_not_among_the_states),
        MR_TEST(test_decimation_and_limits),
        MR_TEST(test_going_back_leaves_no_trace),
        MR_TEST(test_a_period_of_records),
        MR_TEST(test_results_have_a_largest_size),
        MR_TEST(test_many_rows_are_all_there),
    };
    return mr_test_main("blockdiagram_records", tests, sizeof tests / sizeof *tests, argc, argv);
}
