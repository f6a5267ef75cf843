/* what other people's models bring along: binary data, buses through blocks that remember, types of
 * the workspace, solvers and blocks that are not here */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STORED MR_SOURCE_DIR "/tests/data/models/stored/"

/* reads and runs a file; the record's value at a time (the last row there) */
static double value_at(const mini *m, const char *name, double time, int element) {
    int number = mini_record(m, name);
    CU_ASSERT_FATAL(number >= 0);
    const bd_record *record = bd_run_record(m->run, number);
    for (size_t row = record->row_count; row-- > 0;)
        if (bd_run_record_time(m->run, number, row) <= time + 1e-9)
            return bd_run_record_row(m->run, number, row)[element];
    return NAN;
}

static bd_status run_bytes(mini *m, const char *bytes, size_t size) {
    bd_options options = bd_options_default();
    options.solver = "ode4";
    options.fixed_step = 0.5;
    options.stop_time = 4.0;
    options.log = &m->log;
    bd_status status =
        bd_diagram_read_memory(bytes, size, "drawing", NULL, &m->diagram, &m->log, &m->error);
    if (status == BD_OK)
        status = bd_run_compile(m->diagram, NULL, &options, NULL, &m->run, &m->error);
    return status == BD_OK ? bd_run_complete(m->run, &m->error) : status;
}

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    CU_ASSERT_FATAL(bytes && fread(bytes, 1, *size, file) == *size);
    fclose(file);
    return bytes;
}

/* group 2: a ramp to 1 at t = 1, and 5 that jumps to 7 at t = 2; zero after t = 3 */
static void test_signal_builder_and_model_workspace_in_all_layouts(void) {
    static const char *const files[] = {"drawing.mdl", "drawing.slx", "drawing_package.mdl"};
    for (size_t i = 0; i < 3; i++) {
        char path[512];
        size_t size;
        mini m = {0};
        snprintf(path, sizeof path, STORED "%s", files[i]);
        char *bytes = read_file(path, &size);
        bd_status status = run_bytes(&m, bytes, size);
        if (status != BD_OK)
            printf("%s: %s\n", files[i], m.error.text);
        CU_ASSERT_EQUAL_FATAL(status, BD_OK);
        static const double a[] = {0, 0.5, 1, 1, 1, 1, 1, 0, 0}, b[] = {5, 5, 5, 5, 7, 7, 7, 0, 0};
        static const double c[] = {1, 3, 2, 4};
        for (int k = 0; k < 9; k++) {
            MR_ASSERT_CLOSE(value_at(&m, "a", 0.5 * k, 0), a[k], 1e-12);
            MR_ASSERT_CLOSE(value_at(&m, "b", 0.5 * k, 0), b[k], 1e-12);
        }
        for (int k = 0; k < 4; k++) /* K = [1 2; 3 4], column by column */
            CU_ASSERT_EQUAL(value_at(&m, "c", 1.0, k), c[k]);
        CU_ASSERT_EQUAL(m.log.count, 0);
        bd_run_free(m.run);
        bd_diagram_free(m.diagram);
        bd_log_free(&m.log);
        free(bytes);
    }
}

/* lists of texts and the reset port as text and as package: MODE = 2 chooses [1 2 3], every part is
 * doubled, the count begins anew at t = 2 */
static void test_variants_parts_and_resets_in_both_layouts(void) {
    static const char *const files[] = {"parts.mdl", "parts.slx"};
    for (size_t i = 0; i < 2; i++) {
        char path[512];
        mini m = {0};
        snprintf(path, sizeof path, MR_SOURCE_DIR "/tests/data/models/parts/%s", files[i]);
        bd_status status = bd_diagram_read(path, NULL, &m.diagram, &m.log, &m.error);
        if (status == BD_OK)
            status = bd_run_compile(m.diagram, NULL, NULL, NULL, &m.run, &m.error);
        if (status == BD_OK)
            status = bd_run_complete(m.run, &m.error);
        if (status != BD_OK)
            printf("%s: %s\n", files[i], m.error.text);
        CU_ASSERT_EQUAL_FATAL(status, BD_OK);
        static const double counted[] = {0, 1, 0, 1};
        for (size_t k = 0; k < 4; k++)
            CU_ASSERT_EQUAL(mini_value(&m, "counted", k), counted[k]);
        for (int k = 0; k < 3; k++) {
            CU_ASSERT_EQUAL(mini_last_of(&m, "chosen", k), k + 1.0);
            CU_ASSERT_EQUAL(mini_last_of(&m, "doubled", k), 2.0 * (k + 1));
        }
        CU_ASSERT_EQUAL(m.log.count, 0);
        bd_run_free(m.run);
        bd_diagram_free(m.diagram);
        bd_log_free(&m.log);
    }
}

/* cut off and changed data: a sentence, never a crash */
static void test_damaged_binary_data_are_told(void) {
    size_t size;
    char *bytes = read_file(STORED "drawing.mdl", &size);
    char *tag = strstr(bytes, "Tag\tDataTag0"), *data = tag ? strstr(tag, "Data\t") : NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(data);
    data += 6;
    unsigned failures = 0;
    for (size_t k = 0; k < 1200; k += 7) {
        if (data[k] == '"' || data[k] == '\\' || data[k] == '\n' || data[k] == '\t' ||
            data[k] == ' ' || data[k] == '}')
            continue;
        char kept = data[k];
        data[k] = (char)(kept == 'U' ? '5' : 'U');
        mini m = {0};
        failures += run_bytes(&m, bytes, size) != BD_OK;
        bd_run_free(m.run);
        bd_diagram_free(m.diagram);
        bd_log_free(&m.log);
        data[k] = kept;
    }
    CU_ASSERT(failures > 10);
    free(bytes);
}

#define BUS                                                                                        \
    "set SolverName ode4\nset FixedStep 0.1\nset StopTime 1\n"                                     \
    "Constant a Value=1\nConstant b Value='[2 3]'\nConstant c Value=int8(4)\n"                     \
    "BusCreator in Inputs=2\nBusCreator out Inputs=2\n"                                            \
    "BusSelector sel OutputSignals='signal2,signal1.signal2' OutputAsBus=off\n"                    \
    "Outport y1\nOutport y2 Port=2\n"                                                              \
    "a -> in:1\nb -> in:2\nin -> out:1\nc -> out:2\nsel:1 -> y1\nsel:2 -> y2\n"

static void test_buses_pass_blocks_that_remember(void) {
    static const char *const ways[] = {
        "Delay x DelayLength=2\nout -> x\nx -> sel\n",
        "Delay x DelayLength=0\nout -> x\nx -> sel\n",
        "RateTransition x\nout -> x\nx -> sel\n",
        "DataStoreMemory m DataStoreName=A\nDataStoreWrite w DataStoreName=A\n"
        "DataStoreRead r DataStoreName=A\nout -> w\nr -> sel\n",
        "UnitDelay x SampleTime=0.1\nout -> x\nx -> sel\n",
        "FrameConversion x\nout -> x\nx -> sel\n",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", BUS, ways[i]);
        mini *m = mini_run(text, NULL);
        CU_ASSERT_EQUAL(mini_last(m, "y1"), 4.0);
        CU_ASSERT_EQUAL(mini_last_of(m, "y2", 0), 2.0);
        CU_ASSERT_EQUAL(mini_last_of(m, "y2", 1), 3.0);
        mini_free(m);
    }
}

static void test_data_store_takes_the_size_of_its_writer(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 2\n"
                       "DataStoreMemory m DataStoreName=A\nConstant c Value='[1 2 3]'\n"
                       "DataStoreWrite w DataStoreName=A\nDataStoreRead r DataStoreName=A\n"
                       "Outport y\nc -> w\nr -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last_of(m, "y", 2), 3.0);
    mini_free(m);
}

static void refused(const char *text, const char *sentence) {
    mini *m = mini_create(text, NULL);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

static void test_what_cannot_be_run_is_told_with_its_path(void) {
    refused("M-S-Function f\nConstant c\n",
            "f: there is no file 'matlabfile.m' with this MATLAB S-function");
    refused("Constant c Value='[1 2 3]'\nUnitDelay z InitialCondition='[1 2]' SampleTime=1\n"
            "Outport y\nc -> z\nz -> y\n",
            "z: input 1 needs any type [2] but output 1 of m/c is double [3]");
    refused("set StopTime inf\nConstant c\nOutport y\nc -> y\n", "has no stop time");
    refused("set StopTime 3E38\nConstant c\nOutport y\nc -> y\n", "StopTime is 3e+38");
}

/* what would change results and is not read must not pass in silence */
static void test_unread_parameters_are_refused_or_told(void) {
#define FRAME "'Columns as channels (frame based)'"
    refused("Constant c Value='[1 2]'\nUnitDelay z SampleTime=1 InputProcessing=" FRAME
            "\nOutport y\nc -> z\nz -> y\n",
            "z: InputProcessing is 'Columns as channels (frame based)', but columns are not taken");
    refused("Constant c\nDiscreteFir f FilterStructure='Lattice MA' SampleTime=1\nOutport y\n"
            "c -> f\nf -> y\n",
            "f: FilterStructure is 'Lattice MA'");
    mini *m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"
                       "set SolverMode MultiTasking\nset AutoInsertRateTranBlk on\n"
                       "Constant c\nUnitDelay z SampleTime=1 InputProcessing=" FRAME "\n"
                       "Trigonometry t ApproximationMethod=CORDIC\n"
                       "Sum s AccumDataTypeStr=int8\nOutport y\nc -> z\nz -> t\nt -> s:1\n"
                       "c -> s:2\nSubSystem b DataTypeOverride=Double {\nInport u\nOutport v\n"
                       "u -> v\n}\ns -> b\nb -> y\n",
                       NULL);
    CU_ASSERT(mini_log_has(m, "t: ApproximationMethod is 'CORDIC', but"));
    CU_ASSERT(mini_log_has(m, "s: AccumDataTypeStr is 'int8', but"));
    CU_ASSERT(mini_log_has(m, "b: DataTypeOverride 'Double' is not applied"));
    CU_ASSERT(mini_log_has(m, "AutoInsertRateTranBlk is on"));
    mini_free(m);
#undef FRAME
}

static void test_words_too_long_for_a_double_are_told(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"
                       "Constant c Value=1.5\nGain g Gain=3 OutDataTypeStr=fixdt(1,64,8)\n"
                       "Outport y\nc -> g\ng -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 4.5);
    CU_ASSERT(mini_log_has(m, "g: OutDataTypeStr: the fixed-point type 'fixdt(1,64,8)'"));
    mini_free(m);
    m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"
                 "Constant c Value=1.5\nDataTypeConversion g OutDataTypeStr=fixdt(0,8)\n"
                 "Outport y\nc -> g\ng -> y\n",
                 NULL);
    CU_ASSERT_EQUAL(m->log.count, 0); /* eight bits without fraction are uint8 */
    mini_free(m);
}

/* drivers that always run, and constants, count as computed too */
static void test_merge_of_what_always_runs(void) {
    mini *m = mini_run("set SolverName ode4\nset FixedStep 0.1\nset StopTime 1\n"
                       "Sin s SampleTime=0\nMerge m Inputs=2\nConstant c Value=7\nOutport y\n"
                       "c -> m:1\ns -> m:2\nm -> y\n",
                       NULL);
    for (size_t i = 0; i < mini_rows(m, "y"); i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), sin(mini_time(m, "y", i)), 1e-12);
    mini_free(m);
    /* a bus from a subsystem that runs until t = 0.5, after that the other one's */
    m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 0.25\nset StopTime 1\n"
                 "Step on Time=0.4 Before=1 After=-1 SampleTime=0\nGain not Gain=-1\n"
                 "Constant a Value=3\nConstant b Value=5\n"
                 "SubSystem p {\nInport u\nEnablePort e\nBusCreator x Inputs=2\nOutport y\n"
                 "u -> x:1\nu -> x:2\nx -> y\n}\n"
                 "SubSystem q {\nInport u\nEnablePort e\nBusCreator x Inputs=2\nOutport y\n"
                 "u -> x:1\nu -> x:2\nx -> y\n}\n"
                 "Merge m Inputs=2\nBusSelector s OutputSignals=signal2 OutputAsBus=off\n"
                 "Outport y\n"
                 "a -> p\nb -> q\non -> p:enable\non -> not\nnot -> q:enable\n"
                 "p -> m:1\nq -> m:2\nm -> s\ns -> y\n",
                 NULL);
    CU_ASSERT_EQUAL(mini_value(m, "y", 0), 3.0);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 5.0);
    mini_free(m);
}

static void test_solvers_that_are_not_here_have_stand_ins(void) {
    mini *m = mini_run("set SolverName odeN\nset StopTime 1\n"
                       "Constant c\nIntegrator i\nOutport y\nc -> i\ni -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 1.0, 1e-9);
    CU_ASSERT(mini_log_has(m, "odeN is not here, ode45 takes its place"));
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_signal_builder_and_model_workspace_in_all_layouts),
        MR_TEST(test_variants_parts_and_resets_in_both_layouts),
        MR_TEST(test_damaged_binary_data_are_told),
        MR_TEST(test_buses_pass_blocks_that_remember),
        MR_TEST(test_data_store_takes_the_size_of_its_writer),
        MR_TEST(test_what_cannot_be_run_is_told_with_its_path),
        MR_TEST(test_unread_parameters_are_refused_or_told),
        MR_TEST(test_words_too_long_for_a_double_are_told),
        MR_TEST(test_merge_of_what_always_runs),
        MR_TEST(test_solvers_that_are_not_here_have_stand_ins),
    };
    return mr_test_main("blockdiagram_foreign", tests, sizeof tests / sizeof *tests, argc, argv);
}
