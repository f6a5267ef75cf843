/* where a number that is read or recorded comes from: the block that computes it, through Mux,
 * Demux, Selector-like wires and subsystems */
#include "mini.h"

#include <string.h>

/* a gives [1 2 3], b gives 10; y gets [b; a], z the second of a, and g reads element 2 of the
 * joined vector through a subsystem */
#define MODEL                                                                                      \
    "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\n"                          \
    "DigitalClock t SampleTime=1\nGain a Gain='[1;2;3]'\nGain b Gain=10\nt -> a\nt -> b\n"         \
    "Mux join Inputs=2\nb -> join\na -> join:2\nOutport y\njoin -> y\n"                            \
    "Demux split Outputs=3\na -> split\nOutport z Port=2\nsplit:2 -> z\nTerminator e\n"            \
    "Terminator f\nsplit:1 -> e\nsplit:3 -> f\n"                                                   \
    "SubSystem s {\nInport in\nDemux d Outputs=4\nGain g Gain=5\nOutport out\nin -> d\nd:3 -> g\n" \
    "g -> out\nTerminator e1\nTerminator e2\nTerminator e4\nd:1 -> e1\nd:2 -> e2\nd:4 -> e4\n}\n"  \
    "join -> s\nOutport w Port=3\ns -> w\n"                                                        \
    "DataTypeConversion i OutDataTypeStr=int16\nb -> i\nOutport n Port=4\ni -> n\n"

static int block_number(const mini *m, const char *path) {
    const bd_model *model = bd_run_model(m->run);
    for (int i = 0; bd_model_block(model, i); i++)
        if (strcmp(bd_model_block(model, i)->path, path) == 0)
            return i;
    return -1;
}

static void test_records_tell_who_computed_them(void) {
    static const struct {
        const char *record;
        int element;
        const char *block; /* NULL: not known */
        int from;
    } cases[] = {
        {"y", 0, "m/b", 0},   {"y", 1, "m/a", 0}, {"y", 2, "m/a", 1}, {"y", 3, "m/a", 2},
        {"y", 4, NULL, 0},    {"y", -1, NULL, 0}, {"z", 0, "m/a", 1}, {"z", 1, NULL, 0},
        {"w", 0, "m/s/g", 0}, {"n", 0, NULL, 0}, /* no real doubles */
    };
    mini *m = mini_run(MODEL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_origin origin = {-1, -1, -1};
        const bool known = bd_run_record_origin(m->run, mini_record(m, cases[i].record),
                                                cases[i].element, &origin);
        CU_ASSERT_EQUAL(known, cases[i].block != NULL);
        if (known && cases[i].block) {
            CU_ASSERT_EQUAL(origin.block, block_number(m, cases[i].block));
            CU_ASSERT_EQUAL(origin.port, 1);
            CU_ASSERT_EQUAL(origin.element, cases[i].from);
        }
    }
    bd_origin origin;
    CU_ASSERT_FALSE(bd_run_record_origin(m->run, -1, 0, &origin));
    CU_ASSERT_FALSE(bd_run_record_origin(m->run, 99, 0, &origin));
    mini_free(m);
}

static void test_inputs_tell_whom_they_read(void) {
    mini *m = mini_run(MODEL, NULL);
    bd_origin origin = {-1, -1, -1};
    const int g = block_number(m, "m/s/g"), b = block_number(m, "m/b"), i = block_number(m, "m/i");
    CU_ASSERT_TRUE_FATAL(bd_run_input_origin(m->run, g, 1, 0, &origin));
    CU_ASSERT_EQUAL(origin.block, block_number(m, "m/a"));
    CU_ASSERT_EQUAL(origin.element, 1);
    CU_ASSERT_TRUE_FATAL(bd_run_input_origin(m->run, b, 1, 0, &origin));
    CU_ASSERT_EQUAL(origin.block, block_number(m, "m/t"));
    CU_ASSERT_TRUE_FATAL(bd_run_input_origin(m->run, i, 1, 0, &origin));
    CU_ASSERT_EQUAL(origin.block, b);
    /* there is no such block, input or element */
    CU_ASSERT_FALSE(bd_run_input_origin(m->run, -1, 1, 0, &origin));
    CU_ASSERT_FALSE(bd_run_input_origin(m->run, 1000, 1, 0, &origin));
    CU_ASSERT_FALSE(bd_run_input_origin(m->run, g, 0, 0, &origin));
    CU_ASSERT_FALSE(bd_run_input_origin(m->run, g, 2, 0, &origin));
    CU_ASSERT_FALSE(bd_run_input_origin(m->run, g, 1, 1, &origin));
    CU_ASSERT_FALSE(bd_run_input_origin(m->run, g, 1, -1, &origin));
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_records_tell_who_computed_them),
        MR_TEST(test_inputs_tell_whom_they_read),
    };
    return mr_test_main("blockdiagram_origins", tests, sizeof tests / sizeof *tests, argc, argv);
}
