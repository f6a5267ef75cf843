/* signals that are taken apart and joined: elements in any order, pieces, buses by name, and what a
 * Merge makes of them */
#include "mini.h"

#include <stdio.h>
#include <string.h>

#define DISCRETE "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 4\n"
#define ONCE     "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"

/* every order of four elements, taken apart and joined again, of types of 8, 2 and 16 bytes; as
 * they are, swapped, several in a row or none */
static void test_elements_are_joined_in_every_order(void) {
    static const char *const kinds[] = {"", "int16", "complex"};
    for (int k = 0; k < 3; k++)
        for (int code = 0; code < 256; code++) {
            const int from[] = {code % 4, code / 4 % 4, code / 16 % 4, code / 64};
            char text[700], value[60];
            snprintf(value, sizeof value,
                     k == 1   ? "int16([5 6 7 8])"
                     : k == 2 ? "[5 6 7 8]*(1+2i)"
                              : "[5 6 7 8]");
            snprintf(text, sizeof text,
                     ONCE "Constant c Value='%s'\nDemux d Outputs=4\nMux m Inputs=4\n"
                          "Outport y\nc -> d\nm -> y\n"
                          "d:%d -> m:1\nd:%d -> m:2\nd:%d -> m:3\nd:%d -> m:4\n",
                     value, from[0] + 1, from[1] + 1, from[2] + 1, from[3] + 1);
            mini *m = mini_run(text, NULL);
            const int parts = k == 2 ? 2 : 1;
            int wrong = 0;
            for (int i = 0; i < 4; i++)
                for (int p = 0; p < parts; p++)
                    wrong += mini_last_of(m, "y", parts * i + p) != (5.0 + from[i]) * (1 + p);
            if (wrong)
                printf("%s: %s\n", kinds[k], text);
            CU_ASSERT_EQUAL(wrong, 0);
            mini_free(m);
        }
}

/* pieces of different widths: a b is [1 2 3 4 5], cut into 2, 1 and 2, joined backwards and twice
 */
static void test_pieces_of_different_widths_are_joined(void) {
    mini *m = mini_run(ONCE "Constant a Value='[1 2 3]'\nConstant b Value='[4 5]'\nMux j Inputs=2\n"
                            "a -> j:1\nb -> j:2\nDemux d Outputs='[2 1 2]'\nj -> d\n"
                            "Mux back Inputs=3\nd:3 -> back:1\nd:2 -> back:2\nd:1 -> back:3\n"
                            "Mux twice Inputs=2\nback -> twice:1\nj -> twice:2\n"
                            "Demux e Outputs='[4 6]'\ntwice -> e\nGain g\ne:1 -> g\n"
                            "Gain h\ne:2 -> h\nOutport y\ng -> y\nOutport z\nh -> z\n",
                       NULL);
    static const double y[] = {4, 5, 3, 1}, z[] = {2, 1, 2, 3, 4, 5};
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(mini_last_of(m, "y", i), y[i]);
    for (int i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(mini_last_of(m, "z", i), z[i]);
    mini_free(m);
}

/* what decides by itself decides before a conversion that waits for its readers takes the default
 * type: the sum around the delay is a single, so all that is joined with it is */
static void test_waiting_types_come_from_those_that_decide(void) {
    static const char *const orders[] = {"s -> w:1\nd -> w:2\n", "d -> w:1\ns -> w:2\n"};
    for (int k = 0; k < 2; k++) {
        char text[700];
        snprintf(text, sizeof text,
                 ONCE "Constant g Value=0.1\nDataTypeConversion d OutDataTypeStr='Inherit: Inherit "
                      "via back propagation'\ng -> d\n"
                      "Mux w Inputs=2\nOutport y\nw -> y\nOutport z\n"
                      "d -> z\n"
                      "Constant c Value=0.1 OutDataTypeStr=single\nSum s\nUnitDelay u "
                      "SampleTime=1\nc -> s:1\nu -> s:2\ns -> u\n%s",
                 orders[k]);
        mini *m = mini_run(text, NULL);
        CU_ASSERT_EQUAL(bd_run_record(m->run, mini_record(m, "z"))->shape.type, BD_SINGLE);
        CU_ASSERT_EQUAL(mini_last(m, "z"), (double)0.1f);
        mini_free(m);
    }
}

/* what a Bus Selector is asked for: names, the number of a signal without one, names on the way */
static void test_names_that_a_selector_takes(void) {
#define BUS                                                                                        \
    ONCE "Constant a Value=1\nConstant b Value=2\nConstant c Value=3\nConstant d Value=4\n"        \
         "BusCreator in Inputs=2\na -> in:1\nb -> in:2\nlabel a x\n"                               \
         "BusCreator all Inputs=3\nin -> all:1\nc -> all:2\nd -> all:3\nlabel in inner\n"          \
         "label d last\n"
    static const struct {
        const char *names;
        int count;
        double values[4];
        const char *refused;
    } cases[] = {
        {"inner.x,last", 2, {1, 4}, NULL},
        {" inner.signal2 ,  signal2", 2, {2, 3}, NULL},
        {"signal1.x,signal3,inner.x", 3, {1, 4, 1}, NULL},
        {"inner.y", 1, {0}, "m/p: the bus has no element 'y'; it has: x, signal2"},
        {"signal4", 1, {0}, "no element 'signal4'"},
        {"signal0", 1, {0}, "no element 'signal0'"},
        {"signal2x", 1, {0}, "no element 'signal2x'"},
        {"last", 2, {0}, "m/p: OutputSignals has no name for output 2"},
        {"last,,inner.x", 3, {0}, "m/p: OutputSignals has no name for output 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        size_t used = (size_t)snprintf(text, sizeof text,
                                       BUS "BusSelector p OutputSignals='%s' Ports=[1,%d]\n"
                                           "all -> p\n",
                                       cases[i].names, cases[i].count);
        for (int k = 1; k <= cases[i].count; k++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "Outport y%d Port=%d\np:%d -> y%d\n", k, k, k, k);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_EQUAL(m->run == NULL, cases[i].refused != NULL);
        if (cases[i].refused)
            MR_ASSERT_CONTAINS(m->error.text, cases[i].refused);
        if (m->run && !cases[i].refused) {
            CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
            for (int k = 0; k < cases[i].count; k++)
                CU_ASSERT_EQUAL(*bd_run_record_row(m->run, k, 0), cases[i].values[k]);
        }
        mini_free(m);
    }
    /* as one vector, in the order of the names */
    mini *m = mini_run(BUS "BusSelector p OutputSignals=last,inner.x,signal2 OutputAsBus=on\n"
                           "all -> p\nOutport y\np -> y\n",
                       NULL);
    static const double joined[] = {4, 1, 3};
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(mini_last_of(m, "y", i), joined[i]);
    mini_free(m);
    /* an assignment replaces an element in a copy: the bus that it came from stays as it is */
    m = mini_run(BUS "Constant n Value=70\nConstant o Value=80\nBusAssignment r "
                     "AssignedSignals='last,inner.x' Ports=[3,1]\nall -> r:1\nn -> r:2\no -> r:3\n"
                     "Outport y\nr -> y\nOutport z\nall -> z\n",
                 NULL);
    static const double after[] = {80, 2, 3, 70}, before[] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(mini_last_of(m, "y", i), after[i]);
        CU_ASSERT_EQUAL(mini_last_of(m, "z", i), before[i]);
    }
    mini_free(m);
    m = mini_create(BUS "Constant n\nBusAssignment r AssignedSignals='inner.z' Ports=[2,1]\n"
                        "all -> r:1\nn -> r:2\nOutport y\nr -> y\n",
                    NULL);
    MR_ASSERT_CONTAINS(m->error.text, "m/r: the bus has no element 'z'");
    mini_free(m);
#undef BUS
}

/* a Merge of what two subsystems give, of each two outputs that are joined: what ran last counts as
 * a whole, also while nothing runs */
static void test_merge_of_joined_outputs(void) {
    static const char *const ways[] = {"p -> merge:1\nq -> merge:2\n",
                                       "q -> merge:1\np -> merge:2\n"};
#define PAIR(name, factor)                                                                         \
    "SubSystem " name " {\nActionPort p\nInport in\nGain g Gain=" factor                           \
    "\nOutport out\nin -> g\ng -> out\nGain h Gain=2\nOutport twice Port=2\ng -> h\nh -> "         \
    "twice\n}\n"
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            DISCRETE
            "DigitalClock t SampleTime=1\n"
            "If if IfExpression='mod(u1,3) == 1' ElseIfExpressions='mod(u1,3) == "
            "2' ShowElse=off\n" PAIR("a", "100") PAIR(
                "b", "-1") "Mux p Inputs=2\na:1 -> p:1\na:2 -> p:2\nMux q Inputs=2\nb:1 -> q:1\n"
                           "b:2 -> q:2\nMerge merge Inputs=2\nOutport y\nt -> if\nt -> a\nt -> b\n"
                           "if:1 -> a:action\nif:2 -> b:action\nmerge -> y\n%s",
            ways[k]);
        mini *m = mini_run(text, NULL);
        static const double expected[] = {0, 100, -2, -2, 400};
        for (size_t i = 0; i < 5; i++) {
            const double *row = bd_run_record_row(m->run, mini_record(m, "y"), i);
            CU_ASSERT_EQUAL(row[0], expected[i]);
            CU_ASSERT_EQUAL(row[1], 2.0 * expected[i]);
        }
        mini_free(m);
    }
#undef PAIR
}

/* what Mux and Demux may say of their ports: a number, widths, or names */
static void test_ports_of_mux_and_demux(void) {
    static const struct {
        const char *text, *refused;
    } cases[] = {
        {"Mux x Inputs='{`a`,`b`}' Ports=[2,1]\nc -> x:1\nd -> x:2\nx -> y\n", NULL},
        {"Mux x Inputs='[2 3]'\nc -> x:1\nd -> x:2\nx -> y\n", NULL},
        {"Mux x Inputs='[-1 3]'\nc -> x:1\nd -> x:2\nx -> y\n", NULL},
        {"Mux x Inputs='[2 4]'\nc -> x:1\nd -> x:2\nx -> y\n",
         "m/x: input 2 needs any type [4] but output 1 of m/d is double [3]"},
        {"Mux x Inputs=0\n", "m/x: Inputs must be a number of ports or widths"},
        {"Mux x Inputs='[]'\n", "m/x: Inputs must be a number of ports or widths"},
        {"Mux x Inputs=10001\n", "m/x: Inputs must be a number of ports or widths"},
        {"Mux x Inputs='[2 2.5]'\n", "m/x: Inputs has no width 2.5"},
        {"Mux x Inputs='[2 -2]'\n", "m/x: Inputs has no width -2"},
        {"Mux x Inputs='[2 2e7]'\n", "m/x: Inputs has no width 2e+07"},
        {"Demux x Outputs='[2 NaN]'\n", "m/x: Outputs has no width nan"},
        {"Demux x Outputs='[1 2]'\nd -> x\nx:2 -> y\n", NULL},
        {"Demux x Outputs='[2 2]'\nd -> x\n",
         "m/x: input 1 needs any type [4] but output 1 of m/d is double [3]"},
        {"Demux x Outputs=4\nd -> x\n", "m/x: 3 elements cannot be split into 4 outputs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 ONCE "Constant c Value='[1 2]'\nConstant d Value='[3 4 5]'\nOutport y\n%s",
                 cases[i].text);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_EQUAL(m->run == NULL, cases[i].refused != NULL);
        if (strcmp(m->error.text, cases[i].refused ? cases[i].refused : "") != 0)
            printf("case %zu: %s\n", i, m->error.text);
        if (cases[i].refused)
            CU_ASSERT_STRING_EQUAL(m->error.text, cases[i].refused);
        if (m->run) {
            CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
            const int width = bd_run_record(m->run, 0)->width;
            CU_ASSERT_EQUAL(width, strncmp(cases[i].text, "Mux", 3) == 0 ? 5 : 2);
            for (int k = 0; k < width; k++)
                CU_ASSERT_EQUAL(mini_last_of(m, "y", k), (width == 5 ? 1.0 : 4.0) + k);
        }
        mini_free(m);
    }
    /* what is behind says how wide an input of the root is: 3 and 2, or what another joint leaves
     */
    static const char *const behind[] = {
        "Demux x Outputs=2\nu -> x\nMux z Inputs='[3 2]'\nx:1 -> z:1\nx:2 -> z:2\nz -> y\n",
        "Demux x Outputs='[2 3]'\nu -> x\nx:1 -> y\n",
        "Mux z Inputs=2\nu -> z:1\nc -> z:2\nDemux x Outputs='[4 3]'\nz -> x\nx:1 -> y\n"};
    for (int i = 0; i < 3; i++) {
        char text[500];
        snprintf(text, sizeof text, ONCE "Inport u\nConstant c Value='[1 2]'\nOutport y\n%s",
                 behind[i]);
        mini *m = mini_create(text, NULL);
        if (!m->run)
            printf("%d: %s\n", i, m->error.text);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
        CU_ASSERT_EQUAL(bd_shape_width(bd_model_input_shape(bd_run_model(m->run), 0)), 5);
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_elements_are_joined_in_every_order),
        MR_TEST(test_pieces_of_different_widths_are_joined),
        MR_TEST(test_waiting_types_come_from_those_that_decide),
        MR_TEST(test_names_that_a_selector_takes),
        MR_TEST(test_ports_of_mux_and_demux),
        MR_TEST(test_merge_of_joined_outputs),
    };
    return mr_test_main("blockdiagram_joins", tests, sizeof tests / sizeof *tests, argc, argv);
}
