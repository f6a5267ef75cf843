/* For Each subsystems: every part has its own states; inputs, outputs and mask parameters are cut
 * along a dimension */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 3\n"

static void expect(const char *text, const double *values, int count) {
    mini *m = mini_run(text, NULL);
    const bd_record *record = bd_run_record(m->run, mini_record(m, "y"));
    CU_ASSERT_EQUAL_FATAL(record->width, count);
    for (int i = 0; i < count; i++)
        MR_ASSERT_CLOSE(mini_last_of(m, "y", i), values[i], 1e-12);
    mini_free(m);
}

static void refused(const char *text, const char *sentence) {
    mini *m = mini_create(text, NULL);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

/* y(i) = 2 u(i) + w */
static void test_elements_of_a_vector(void) {
    expect(RUN "Constant u Value='[1 2 3 4]'\nConstant w Value=10\nOutport y\nSubSystem f {\n"
               "ForEach c InputPartition={`on`,`off`} InputPartitionDimension={`1`,`1`} "
               "InputPartitionWidth={`1`,`1`} OutputConcatenationDimension={`1`}\n"
               "Inport a\nInport b\nOutport out\nGain k Gain=2\nSum s Inputs=++\n"
               "a -> k\nk -> s:1\nb -> s:2\ns -> out\n}\nu -> f:1\nw -> f:2\nf -> y\n",
           (const double[]){12, 14, 16, 18}, 4);
}

/* x' = -u(i) x, x(0) = i by a mask parameter: exp(-u(i) t) i */
static void test_continuous_states_and_mask_parameters(void) {
    mini *m = mini_run("set SolverName ode45\nset RelTol 1e-10\nset AbsTol 1e-12\nset StopTime 1\n"
                       "Constant u Value='[1;0.5;2]'\nOutport y\nSubSystem f mask.X='[1 2 3]' {\n"
                       "ForEach c InputPartition={`on`} SubsysMaskParameterPartition={`on`} "
                       "SubsysMaskParameterPartitionDimension={`2`} "
                       "SubsysMaskParameterPartitionWidth={`1`}\n"
                       "Inport a\nOutport out\nIntegrator x InitialCondition=X\nProduct p\n"
                       "Gain minus Gain=-1\na -> p:1\nx -> p:2\np -> minus\nminus -> x\n"
                       "x -> out\n}\nu -> f\nf -> y\n",
                       NULL);
    static const double rate[] = {1.0, 0.5, 2.0};
    CU_ASSERT_EQUAL(bd_run_statistics(m->run).continuous_states, 3);
    for (int i = 0; i < 3; i++)
        MR_ASSERT_CLOSE(mini_last_of(m, "y", i), (i + 1) * exp(-rate[i]), 1e-8);
    mini_free(m);
}

/* rows of a parameter: y(i) = X(i,1) u + X(i,2) */
static void test_rows_of_a_mask_parameter(void) {
    expect(RUN
           "Constant u Value=3\nOutport y\nSubSystem f mask.X='[1 10; 2 20; 4 40]' {\n"
           "ForEach c InputPartition={`off`} SubsysMaskParameterPartition={`on`} "
           "SubsysMaskParameterPartitionDimension={`1`} SubsysMaskParameterPartitionWidth={`1`} "
           "OutputConcatenationDimension={`1`}\n"
           "Inport a\nOutport out\nGain k Gain='X(1)'\nBias b Bias='X(2)'\na -> k\nk -> b\nb -> "
           "out\n}\n"
           "u -> f\nf -> y\n",
           (const double[]){13, 26, 52}, 3);
}

/* columns of a 2-by-3 matrix; the sums of each are put side by side, or one below the other */
static void test_parts_of_a_matrix(void) {
    static const char format[] =
        RUN "Constant u Value='[1 2 3; 10 20 30]'\nOutport y\nSubSystem f {\n"
            "ForEach c InputPartition={`on`} InputPartitionDimension={`2`} "
            "InputPartitionWidth={`1`} OutputConcatenationDimension={`%d`}\n"
            "Inport a\nOutport out\nGain k Gain=10\na -> k\nk -> out\n}\nu -> f\nf -> y\n";
    char text[1000];
    snprintf(text, sizeof text, format, 2);
    expect(text, (const double[]){10, 100, 20, 200, 30, 300}, 6);
    mini *m = mini_run(text, NULL);
    const bd_record *record = bd_run_record(m->run, mini_record(m, "y"));
    CU_ASSERT_EQUAL(record->shape.dims[0], 2);
    CU_ASSERT_EQUAL(record->shape.dims[1], 3);
    mini_free(m);
    snprintf(text, sizeof text, format, 1);
    expect(text, (const double[]){10, 100, 20, 200, 30, 300}, 6);
    /* rows */
    expect(RUN "Constant u Value='[1 2 3; 10 20 30]'\nOutport y\nSubSystem f {\n"
               "ForEach c InputPartition={`on`} InputPartitionDimension={`1`} "
               "InputPartitionWidth={`1`} OutputConcatenationDimension={`1`}\n"
               "Inport a\nOutport out\nSum s Inputs=+\na -> s\ns -> out\n}\nu -> f\nf -> y\n",
           (const double[]){6, 60}, 2);
}

/* widths and overlapping parts */
static void test_width_and_offset(void) {
    static const char format[] =
        RUN "Constant u Value='[1 2 3 4 5 6]'\nOutport y\nSubSystem f {\n"
            "ForEach c InputPartition={`on`} InputPartitionWidth={`2`} %s\n"
            "Inport a\nOutport out\nSum s Inputs=+\na -> s\ns -> out\n}\nu -> f\nf -> y\n";
    char text[1000];
    snprintf(text, sizeof text, format, "");
    expect(text, (const double[]){3, 7, 11}, 3);
    snprintf(text, sizeof text, format, "InputPartitionOffset={`1`}");
    expect(text, (const double[]){3, 5, 7, 9, 11}, 5);
    /* elements between the parts belong to none */
    expect(RUN "Constant u Value='1:8'\nOutport y\nSubSystem f {\n"
               "ForEach c InputPartition={`on`} InputPartitionWidth={`2`} "
               "InputPartitionOffset={`3`}\n"
               "Inport a\nOutport out\nSum s Inputs=+\na -> s\ns -> out\n}\nu -> f\nf -> y\n",
           (const double[]){3, 9, 15}, 3);
    refused(RUN "Constant u Value='1:7'\nOutport y\nSubSystem f {\n"
                "ForEach c InputPartition={`on`} InputPartitionWidth={`2`} "
                "InputPartitionOffset={`3`}\n"
                "Inport a\nOutport out\nSum s Inputs=+\na -> s\ns -> out\n}\nu -> f\nf -> y\n",
            "m/f/c: input 1 has 7 elements along dimension 1, which cannot be cut into parts of 2");
}

/* counters with different steps, fed back through a delay outside: sizes around a loop */
static void test_discrete_states_in_a_loop(void) {
    expect(RUN "Constant u Value='[1 2]'\nOutport y\nUnitDelay z InitialCondition='[100 200]' "
               "SampleTime=1\nSubSystem f {\nForEach c InputPartition={`on`,`on`}\n"
               "Inport a\nInport b\nOutport out\nUnitDelay x SampleTime=1\nSum s Inputs=++\n"
               "a -> s:1\nx -> s:2\ns -> x\nSum q Inputs=++\ns -> q:1\nb -> q:2\nq -> out\n}\n"
               "u -> f:1\nz -> f:2\nf -> z\nf -> y\n",
           /* counter 1 2 3 4 (doubled for the second) and all of the past */
           (const double[]){110, 220}, 2);
}

static void test_number_of_the_iteration(void) {
    static const char format[] =
        RUN "Constant u Value='[5 5 5]'\nOutport y\nSubSystem f {\n"
            "ForEach c InputPartition={`on`} ShowIterationIndex=on %s\n"
            "Inport a\nOutport out\nDataTypeConversion d OutDataTypeStr=double\nSum s Inputs=++\n"
            "c -> d\nd -> s:1\na -> s:2\ns -> out\n}\nu -> f\nf -> y\n";
    char text[1000];
    snprintf(text, sizeof text, format, "");
    expect(text, (const double[]){5, 6, 7}, 3);
    snprintf(text, sizeof text, format, "IndexMode=One-based");
    expect(text, (const double[]){6, 7, 8}, 3);
    /* nothing is cut: as many as are said */
    expect(RUN "Constant u Value=2\nOutport y\nSubSystem f {\n"
               "ForEach c InputPartition={`off`} SpecifiedNumIters=3\n"
               "Inport a\nOutport out\nGain k\na -> k\nk -> out\n}\nu -> f\nf -> y\n",
           (const double[]){2, 2, 2}, 3);
}

/* rows, and in each row its elements */
static void test_nested(void) {
    expect(RUN "Constant u Value='[1 2; 3 4]'\nOutport y\nSubSystem f {\n"
               "ForEach c InputPartition={`on`} OutputConcatenationDimension={`1`}\n"
               "Inport a\nOutport out\nSubSystem g {\nForEach d InputPartition={`on`} "
               "InputPartitionDimension={`2`} OutputConcatenationDimension={`2`}\n"
               "Inport b\nOutport out\nGain k Gain=3\nb -> k\nk -> out\n}\n"
               "a -> g\ng -> out\n}\nu -> f\nf -> y\n",
           (const double[]){3, 9, 6, 12}, 4);
}

/* how many parts the second has follows from the parts of the first: y = 5 (2 u) */
static void test_one_after_the_other(void) {
    expect(RUN "Constant u Value='[1 2 3]'\nOutport y\nSubSystem g {\nForEach c "
               "InputPartition={`on`}\nInport a\nOutport out\nGain k Gain=5\na -> k\nk -> out\n}\n"
               "SubSystem f {\nForEach c InputPartition={`on`}\n"
               "Inport a\nOutport out\nGain k Gain=2\na -> k\nk -> out\n}\n"
               "u -> f\nf -> g\ng -> y\n",
           (const double[]){10, 20, 30}, 3);
}

/* its own output, which nothing else gives a size, is a scalar: x = u + x before */
static void test_reads_itself(void) {
    expect(RUN
           "Constant u Value=2\nOutport y\nSubSystem f {\n"
           "ForEach c InputPartition={`off`,`on`}\nInport a\nInport b\nOutport out\n"
           "Sum s Inputs=++\nUnitDelay x SampleTime=1\na -> s:1\nb -> s:2\ns -> x\nx -> out\n}\n"
           "u -> f:1\nf -> f:2\nf -> y\n",
           (const double[]){6}, 1);
}

/* a run with another number of parts than the model was compiled with */
static void test_number_is_a_variable(void) {
    bd_diagram *diagram =
        mini_build(RUN "Constant u Value=2\nOutport y\nSubSystem f {\n"
                       "ForEach c InputPartition={`off`} SpecifiedNumIters=N\n"
                       "Inport a\nOutport out\nGain k\na -> k\nk -> out\n}\nu -> f\nf -> y\n");
    bd_workspace *base = NULL;
    bd_model *model = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(base, "N", 2.0, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_model_compile(diagram, base, NULL, &model, &error), BD_OK);
    CU_ASSERT(bd_model_uses(model, "N"));
    for (int n = 2; n <= 4; n++) {
        bd_run *run = NULL;
        bd_workspace_set_scalar(base, "N", n, &error);
        bd_run_options options = {.base = base};
        CU_ASSERT_EQUAL_FATAL(bd_run_create(model, &options, &run, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_run_complete(run, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_run_record(run, 0)->width, n);
        bd_run_free(run);
    }
    bd_model_free(model);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
}

/* blocks and states are in the order of the drawing, whenever their sizes were known */
static void test_order_of_states(void) {
    static const char *const paths[] = {"m/a", "m/f/Iteration 1/x", "m/f/Iteration 2/x", "m/z"};
    mini *m = mini_run("set SolverName ode4\nset FixedStep 0.1\nset StopTime 1\n"
                       "Integrator a\nSubSystem f {\nForEach c InputPartition={`on`}\n"
                       "Inport i\nOutport out\nIntegrator x\ni -> x\nx -> out\n}\n"
                       "Integrator z\nConstant u Value='[1 2]'\nOutport y\n"
                       "u -> f\nu -> a\nf -> z\nz -> y\n",
                       NULL);
    const bd_model *model = bd_run_model(m->run);
    int next = 0;
    for (int i = 0; i < bd_model_block_count(model); i++) {
        const bd_block_info *info = bd_model_block(model, i);
        if (info->continuous_states > 0 && next < 4)
            CU_ASSERT_STRING_EQUAL(info->path, paths[next++]);
    }
    CU_ASSERT_EQUAL(next, 4);
    mini_free(m);
}

/* conditional subsystems and buses inside of the parts, and others around: each part counts while
 * its element is positive; before it in the drawing something counts every step, behind it every
 * other one */
#define COUNT_WHILE(name, inside)                                                                  \
    "SubSystem " name " {\n" inside "Constant one\nSum s\nUnitDelay d SampleTime=-1\n"             \
    "Outport out\none -> s\nd -> s:2\ns -> d\ns -> out\n}\n"
static void test_conditional_subsystems_in_the_parts(void) {
    mini *m = mini_run(
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 5\n"
        "Constant on\n" COUNT_WHILE(
            "before",
            "EnablePort e\n") "on -> before:enable\n"
                              "DigitalClock t SampleTime=1\nBias u Bias='[-3 -1 1]'\nt -> u\n"
                              "SubSystem f {\nForEach c InputPartition={`on`}\nInport "
                              "a\n" COUNT_WHILE(
                                  "k",
                                  "EnablePort e\n") "a -> k:enable\nBusCreator b Inputs=2\nk -> "
                                                    "b:1\n"
                                                    "a -> b:2\nlabel k count\nlabel a "
                                                    "input\nBusSelector p "
                                                    "OutputSignals=input,count\n"
                                                    "b -> p\nGain h Gain=100\np:2 -> h\nSum q\np:1 "
                                                    "-> q\nh -> q:2\nOutport out\nq -> out\n}\n"
                                                    "u -> f\nDiscretePulseGenerator w "
                                                    "PulseType='Sample based' Period=2 "
                                                    "PulseWidth=1 "
                                                    "SampleTime=1\n" COUNT_WHILE(
                                                        "behind",
                                                        "EnablePort e\n") "w -> behind:enable\n"
                                                                          "Outport y\nOutport v "
                                                                          "Port=2\nOutport z "
                                                                          "Port=3\nf -> y\nbefore "
                                                                          "-> v\nbehind -> z\n",
        NULL);
    static const double counts[6][3] = {{0, 0, 1}, {0, 0, 2}, {0, 1, 3},
                                        {0, 2, 4}, {1, 3, 5}, {2, 4, 6}};
    for (size_t k = 0; k < 6; k++) {
        const double *row = bd_run_record_row(m->run, mini_record(m, "y"), k), t = (double)k;
        CU_ASSERT_EQUAL(row[0], 100.0 * counts[k][0] + t - 3.0);
        CU_ASSERT_EQUAL(row[1], 100.0 * counts[k][1] + t - 1.0);
        CU_ASSERT_EQUAL(row[2], 100.0 * counts[k][2] + t + 1.0);
        CU_ASSERT_EQUAL(mini_value(m, "v", k), t + 1.0);
        CU_ASSERT_EQUAL(mini_value(m, "z", k), floor(0.5 * t) + 1.0);
    }
    static const char *const units[] = {"m/before", "m/f/Iteration 1/k", "m/f/Iteration 2/k",
                                        "m/f/Iteration 3/k", "m/behind"};
    const bd_model *model = bd_run_model(m->run);
    int next = 0;
    for (int i = 0; i < bd_model_block_count(model); i++)
        if (strcmp(bd_model_block(model, i)->type, "SubSystem") == 0 && next < 5)
            CU_ASSERT_STRING_EQUAL(bd_model_block(model, i)->path, units[next++]);
    CU_ASSERT_EQUAL(next, 5);
    mini_free(m);
}

static void test_mistakes_are_told(void) {
    refused(RUN "Constant u Value='[1 2 3 4 5]'\nOutport y\nSubSystem f {\n"
                "ForEach c InputPartition={`on`} InputPartitionWidth={`2`}\n"
                "Inport a\nOutport out\na -> out\n}\nu -> f\nf -> y\n",
            "m/f/c: input 1 has 5 elements along dimension 1, which cannot be cut into parts of 2");
    refused(RUN "Constant u Value='[1 2 3]'\nConstant w Value='[1 2]'\nOutport y\nSubSystem f {\n"
                "ForEach c InputPartition={`on`,`on`}\nInport a\nInport b\nOutport out\n"
                "Sum s\na -> s:1\nb -> s:2\ns -> out\n}\nu -> f:1\nw -> f:2\nf -> y\n",
            "m/f/c: inputs and parameters are cut into 3 and 2 parts");
    refused(RUN "Constant u Value='[1 2 3]'\nOutport y\nSubSystem f {\n"
                "ForEach c InputPartition={`on`}\nInport a\nOutport out\nGain k Gain=nowhere\n"
                "a -> k\nk -> out\n}\nu -> f\nf -> y\n",
            "m/f/Iteration 1/k");
    /* numbers that are none */
    static const char *const numbers[] = {"NaN", "Inf", "-Inf", "1e300", "0", "-3"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        static const char *const names[] = {"InputPartitionWidth", "InputPartitionDimension"};
        char text[600];
        for (size_t k = 0; k < 2; k++) {
            snprintf(text, sizeof text,
                     RUN "Constant u Value='[1 2 3]'\nOutport y\nSubSystem f {\n"
                         "ForEach c InputPartition={`on`} %s={`%s`}\n"
                         "Inport a\nOutport out\na -> out\n}\nu -> f\nf -> y\n",
                     names[k], numbers[i]);
            refused(text, "must be a number from 1 on");
        }
        snprintf(text, sizeof text,
                 RUN "Constant u Value=1\nOutport y\nSubSystem f {\n"
                     "ForEach c InputPartition={`off`} SpecifiedNumIters=%s\n"
                     "Inport a\nOutport out\na -> out\n}\nu -> f\nf -> y\n",
                 numbers[i]);
        refused(text, "SpecifiedNumIters must be a whole number from 1 on, or -1");
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_elements_of_a_vector),
        MR_TEST(test_continuous_states_and_mask_parameters),
        MR_TEST(test_rows_of_a_mask_parameter),
        MR_TEST(test_parts_of_a_matrix),
        MR_TEST(test_width_and_offset),
        MR_TEST(test_discrete_states_in_a_loop),
        MR_TEST(test_number_of_the_iteration),
        MR_TEST(test_nested),
        MR_TEST(test_one_after_the_other),
        MR_TEST(test_reads_itself),
        MR_TEST(test_number_is_a_variable),
        MR_TEST(test_order_of_states),
        MR_TEST(test_conditional_subsystems_in_the_parts),
        MR_TEST(test_mistakes_are_told),
    };
    return mr_test_main("blockdiagram_for_each", tests, sizeof tests / sizeof *tests, argc, argv);
}
