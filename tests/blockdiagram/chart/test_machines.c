/* Moore, Mealy, execution at initialisation, super step, tables; each is saved and restored in its
 * middle. Expected sequences follow from the rules by hand */
#include "case.h"
#include "mr_test.h"

#define Y     "d y output\n"
#define M     "chart actionLanguage 2\n"
#define MOORE "chart stateMachineType MOORE_MACHINE\n"

static void test_moore_outputs_follow_the_state_at_the_begin_of_a_step(void) {
    /* the input moves it on, the output tells the state one step later */
    const double u[] = {1, 1, 0, 1, 1, 0};
    CHECK(MOORE "d u input\n" Y "s A - or 0 A/y=1;\ns B - or 0 B/y=2;\ns C - or 0 C/y=3;\n"
                "t - A - 1\nt A B - 1 [u>0]\nt B C - 1 [u>0]\nt C A - 1 [u>0]",
          u, 1, 1, 2, 2, 3, 1);
}

static void test_moore_parallel_states_act_before_any_transition(void) {
    /* B sees A's output of the step before it moves */
    CHECK(MOORE "chart decomposition SET_CHART\n" Y "d a local\n"
                "s A - and 1 A\ns A1 A or 0 A1/a=1;\ns A2 A or 0 A2/a=2;\nt - A1 A 1\nt A1 A2 A 1\n"
                "s B - and 2 B\ns B1 B or 0 B1/y=a*10+1;\ns B2 B or 0 B2/y=a*10+2;\nt - B1 B 1\n"
                "t B1 B2 B 1 [in(A.A2)]",
          NULL, 11, 11, 22);
}

static void test_mealy_outputs_belong_to_transitions(void) {
    const double u[] = {0, 1, 1, 0, 1, 0};
    /* a 1 behind a 0 is a rising edge */
    CHECK("chart stateMachineType MEALY_MACHINE\nd u input\n" Y
          "s L - or 0 L\ns H - or 0 H\nt - L - 1 {y=0;}\n"
          "t L H - 1 [u>0]{y=1;}\nt L L - 2 {y=0;}\nt H L - 1 [u<=0]{y=0;}\nt H H - 2 {y=0;}",
          u, 0, 1, 0, 0, 1, 0);
}

static void test_execution_at_initialisation_enters_before_the_first_step(void) {
    /* entered with 1, so that the first step is a during already */
    CHECK("chart executeAtInitialization 1\n" Y "s A - or 0 A~en:y=y*10+1;~du:y=y*10+2;\nt - A - 1",
          NULL, 12, 122, 1222);
    /* waiting for an event it is entered all the same, and time counts from the start */
    const double e[] = {0, 0, 1, 0};
    CHECK("chart executeAtInitialization 1\n" Y "e E rising\n"
          "s A - or 0 A~en:y=7;\ns B - or 0 B~en:y=8;\nt - A - 1\nt A B - 1 after(2,sec)",
          e, 7, 7, 8, 8);
    REFUSED("chart executeAtInitialization 1\n" Y "e F output\ns A - or 0 A~en:F;\nt - A - 1",
            "event 'F' is sent before the run begins");
}

static void test_super_step_ends_at_its_limit(void) {
    /* at most one more than the limit */
    CHECK("chart enableNonTerminalStates 1\nchart nonTerminalMaxCounts 2\n" Y
          "s A - or 0 A~en:y=y+1;\nt - A - 1\nt A A - 1",
          NULL, 3, 6, 9);
}

static void test_truth_table_takes_the_first_column_that_fits(void) {
    /* x > 0 and x < 5: 1; x > 0: 2; else 3 */
#define TABLE "big & x > 0 & T & T & - | small & x < 5 & T & F & - |  & Actions & 1 & 2 & 3"
#define FRAME(kind)                                                                                \
    "d u input\n" Y kind " f - r = f(x)@@" TABLE                                                   \
    "@@one & r = 1; | two & r = 2; | three & r = 3;\nd x argument of f\nd r result of f\n"         \
    "s A - or 0 A~en,du:y=f(u);\nt - A - 1"
    const double u[] = {3, 7, -1, 5, 4, 0};
    CHECK(FRAME("ttc"), u, 1, 2, 3, 2, 1, 3);
    CHECK(M FRAME("tt"), u, 1, 2, 3, 2, 1, 3);
    CHECK(FRAME("tt"), u, 1, 2, 3, 2, 1, 3);
}

static void test_truth_table_writes_data_of_the_chart(void) {
    const double u[] = {3, 7, -1, 5};
    CHECK(M "d u input\n" Y "tt f - f@@ & u > 0 & T & - | & u > 4 & F & - | & Actions & 1,2 & 2"
            "@@ & y = y + 1; | & y = y * 2;\ns A - or 0 A~en,du:f();\nt - A - 1",
          u, 2, 4, 8, 16);
}

static void test_truth_table_actions_may_have_names(void) {
    const double u[] = {3, -1};
    CHECK("d u input\n" Y "ttc f - f@@ & C1: u > 0 & T & - | & Actions & UP & DOWN"
          "@@ & UP: y = 1; | & DOWN: y = 2;\ns A - or 0 A~en,du:f();\nt - A - 1",
          u, 1, 2);
    REFUSED("d u input\n" Y "ttc f - f@@ & u > 0 & T & - | & Actions & 1 & 7"
            "@@ & y = 1; | & y = 2;\ns A - or 0 A~en,du:f();\nt - A - 1",
            "state 'f', it has no action '7'");
    REFUSED("d u input\n" Y "ttc f - f@@ & u > & T & - | & Actions & 1 & 1"
            "@@ & y = 1; | & y = 2;\ns A - or 0 A~en,du:f();\nt - A - 1",
            "truth table, line 1: an expression ends too early");
}

/* a block that is a truth table: a chart whose only path calls it */
static void test_truth_table_as_a_block(void) {
    const double u[] = {3, 7, -1};
    CHECK(M "kind Truth Table\nchart type TRUTHTABLE_CHART\nd u input\n" Y
            "tt tt_blk_kernel - tt_blk_kernel()@@ & u > 0 & T & T & - | & u > 4 & F & T & - |"
            " & Actions & 1 & 2 & 3@@ & y = 1; | & y = 2; | & y = 3;\n"
            "j e -\nt - e - 1 {tt_blk_kernel();}",
          u, 1, 2, 3);
}

static void test_state_transition_table_runs_what_it_generated(void) {
    const double u[] = {0, 1, 0, 1};
    CHECK(M "kind State Transition Table\nchart type STATE_EVENT_TABLE_CHART\nd u input\n" Y
            "s A - or 0 A~en:y=1;\ns B - or 0 B~en:y=2;\nj j1 -\nt - A - 1\nt A j1 - 1 [u>0]\n"
            "t j1 B - 1\nt B A - 1 [u==0]",
          u, 1, 2, 1, 2);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_moore_outputs_follow_the_state_at_the_begin_of_a_step),
        MR_TEST(test_moore_parallel_states_act_before_any_transition),
        MR_TEST(test_mealy_outputs_belong_to_transitions),
        MR_TEST(test_execution_at_initialisation_enters_before_the_first_step),
        MR_TEST(test_super_step_ends_at_its_limit),
        MR_TEST(test_truth_table_takes_the_first_column_that_fits),
        MR_TEST(test_truth_table_writes_data_of_the_chart),
        MR_TEST(test_truth_table_actions_may_have_names),
        MR_TEST(test_truth_table_as_a_block),
        MR_TEST(test_state_transition_table_runs_what_it_generated),
    };
    return mr_test_main("chart_machines", tests, sizeof tests / sizeof *tests, argc, argv);
}
