/* entering, leaving, testing and taking paths. Actions append a digit to the output, so that a
 * sequence of activations is a number; every expected one follows from the rules by hand */
#include <stdio.h>

#include "case.h"
#include "mr_test.h"

#define Y "d y output\n"
/* state with the digits of entry, during and exit */
#define S(name, parent, order, e, d, x)                                                            \
    "s " name " " parent " or " order " " name "~en:y=y*10+" e ";~du:y=y*10+" d ";~ex:y=y*10+" x   \
    ";\n"
#define AND(name, parent, order, e, d, x)                                                          \
    "s " name " " parent " and " order " " name "~en:y=y*10+" e ";~du:y=y*10+" d ";~ex:y=y*10+" x  \
    ";\n"

static void test_the_first_wake_up_only_enters(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3") "t - A - 1", NULL, 1, 12, 122);
}

static void test_a_transition_leaves_and_enters(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3")
              S("B", "-", "0", "4", "5", "6") "t - A - 1\nt A B - 1 [y>10]",
          NULL, 1, 12, 1234, 12345);
}

static void test_order_decides_between_valid_transitions(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3") S("B", "-", "0", "4", "5", "6")
              S("C", "-", "0", "7", "8", "9") "t - A - 1\nt A B - 2\nt A C - 1",
          NULL, 1, 137, 1378);
}

static void test_actions_of_a_transition_have_their_places(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3")
              S("B", "-", "0", "4", "5", "6") "t - A - 1\nt A B - 1 {y=y*10+7;}/y=y*10+8;",
          NULL, 1, 17384, 173845);
}

static void test_a_failed_path_goes_back_and_its_actions_stay(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3") S("B", "-", "0", "4", "5", "6")
              S("C", "-", "0", "7", "8",
                "9") "j j1 -\n"
                     "t - A - 1\nt A j1 - 1 {y=y*10+5;}\nt j1 B - 1 [y<0]\nt A C - 2",
          NULL, 1, 1537, 15378);
}

static void test_a_junction_without_a_way_out_ends_the_test(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3")
              S("C", "-", "0", "7", "8", "9") "j j1 -\n"
                                              "t - A - 1\nt A j1 - 1 {y=y*10+5;}\nt A C - 2",
          NULL, 1, 152, 15252);
}

static void test_junctions_branch_by_order_and_condition(void) {
    const double u[] = {0, 0, 1, 1};
    CHECK("d u input\n" Y S("A", "-", "0", "1", "2", "3") S("B", "-", "0", "4", "5", "6")
              S("C", "-", "0", "7", "8",
                "9") "j j1 -\n"
                     "t - A - 1\nt A j1 - 1\nt j1 B - 1 [u>0]\nt j1 C - 2 [u>1]",
          u, 1, 12, 1234, 12345);
}

static void test_all_segments_run_their_transition_actions(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3")
              S("B", "-", "0", "4", "5",
                "6") "j j1 -\n"
                     "t - A - 1\nt A j1 - 1 /y=y*10+7;\nt j1 B - 1 /y=y*10+8;",
          NULL, 1, 13784);
}

static void test_parallel_states_go_in_order_and_leave_in_reverse(void) {
    CHECK(Y "s P - or 0 P~ex:y=y*10+9;\n" AND("A", "P", "2", "1", "2", "3")
              AND("B", "P", "1", "4", "5", "6") "s Q - or 0 Q\n"
                                                "t - P - 1\nt P Q - 1 [y>100]",
          NULL, 41, 4152, 4152369);
}

static void test_a_parallel_chart_enters_all(void) {
    CHECK("chart decomposition SET_CHART\n" Y AND("A", "-", "2", "1", "2", "3")
              AND("B", "-", "1", "4", "5", "6"),
          NULL, 41, 4152);
}

static void test_the_outer_state_acts_first_and_its_transition_wins(void) {
    CHECK(Y S("P", "-", "0", "1", "2", "3") S("A", "P", "0", "4", "5", "6")
              S("B", "P", "0", "7", "8", "9")
                  S("Q", "-", "0", "0", "1",
                    "1") "t - P - 1\nt - A P 1\nt A B P 1 [y>1000]\nt P Q - 1 [y>1000]",
          NULL, 14, 1425, 1425630);
}

static void test_a_transition_across_levels_leaves_and_enters_all_of_them(void) {
    CHECK(Y S("P", "-", "0", "1", "2", "3") S("A", "P", "0", "4", "5", "6")
              S("Q", "-", "0", "7", "8", "9") S("B", "Q", "0", "1", "1", "1")
                  S("C", "Q", "0", "2", "2", "2") "t - P - 1\nt - A P 1\nt - C Q 1\nt A B - 1",
          NULL, 14, 1426371);
}

static void test_a_transition_to_a_superstate_takes_its_default(void) {
    CHECK(Y S("P", "-", "0", "1", "2", "3") S("Q", "-", "0", "7", "8", "9")
              S("B", "Q", "0", "1", "1", "1")
                  S("C", "Q", "0", "2", "2", "2") "t - P - 1\nt - C Q 1\nt P Q - 1",
          NULL, 1, 1372, 137282);
}

static void test_a_self_loop_leaves_and_enters(void) {
    CHECK(Y S("P", "-", "0", "1", "2", "3")
              S("A", "P", "0", "4", "5", "6") "t - P - 1\nt - A P 1\nt P P - 1",
          NULL, 14, 146314);
}

static void test_an_inner_transition_changes_children_only(void) {
    CHECK(Y S("P", "-", "0", "1", "2", "3") S("A", "P", "0", "4", "5", "6")
              S("B", "P", "0", "7", "8", "9") "t - P - 1\nt - A P 1\nt P B P 1 [y<1000]",
          NULL, 14, 14267, 1426728);
}

static void test_an_inner_transition_to_a_junction_may_fail(void) {
    CHECK(Y S("P", "-", "0", "1", "2", "3") S("A", "P", "0", "4", "5", "6")
              S("B", "P", "0", "7", "8", "9") "j j1 P\n"
                                              "t - P - 1\nt - A P 1\nt P j1 P 1\nt j1 B P 1 [y<0]",
          NULL, 14, 1425);
}

static void test_history_enters_what_was_active(void) {
    CHECK(Y "s P - or 0 P\n" S("A", "P", "0", "1", "2", "3")
              S("B", "P", "0", "4", "5",
                "6") "j h P history\ns Q - or 0 Q~en:y=y*10+9;\n"
                     "t - P - 1\nt - A P 1\nt A B P 1 [y<10]\nt P Q - 1 [y>10]\nt Q P - 1",
          NULL, 1, 134, 13469, 134694);
}

static void test_without_history_the_default_is_entered(void) {
    CHECK(Y "s P - or 0 P\n" S("A", "P", "0", "1", "2", "3")
              S("B", "P", "0", "4", "5",
                "6") "s Q - or 0 Q~en:y=y*10+9;\n"
                     "t - P - 1\nt - A P 1\nt A B P 1 [y<10]\nt P Q - 1 [y>10]\nt Q P - 1",
          NULL, 1, 134, 13469, 134691);
}

static void test_a_default_path_may_have_junctions(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3") S(
              "B", "-", "0", "4", "5", "6") "j j1 -\n"
                                            "t - j1 - 1 {y=y*10+7;}\nt j1 A - 1 [y<0]\nt j1 B - 2",
          NULL, 74, 745);
}

static void test_a_single_child_needs_no_default(void) {
    CHECK(Y "s P - or 0 P\n" S("A", "P", "0", "1", "2", "3") "t - P - 1", NULL, 1, 12);
    REFUSED(Y "s P - or 0 P\n" S("A", "P", "0", "1", "2", "3")
                S("B", "P", "0", "1", "2", "3") "t - P - 1",
            "state 'P', 'P' has states, but no default transition");
}

static void test_a_default_path_must_lead_to_a_state(void) {
    REFUSED(Y S("A", "-", "0", "1", "2", "3") "t - A - 1 [y>5]", "no default transition");
}

static void test_a_chart_without_states_runs_its_paths_each_time(void) {
    CHECK(Y "j j1 -\nj j2 -\nt - j1 - 1 {y=y*10+1;}\nt j1 j2 - 1 [y>10]{y=y*10+2;}", NULL, 1, 112,
          11212);
}

static void test_paths_may_loop(void) {
    /* sum of 0 … 4 */
    CHECK(Y "d i local\nj a -\nj b -\nj c -\nt - a - 1 {i=0;y=0;}\n"
            "t a b - 1 [i<5]{y=y+i;i++;}\nt b a - 1\nt a c - 2",
          NULL, 10, 10);
    REFUSED(Y "j a -\nj b -\nt - a - 1\nt a b - 1\nt b a - 1", "does its loop end");
}

/* 2^30 ways, and none of them leads anywhere */
static void test_too_many_paths_are_refused(void) {
    static char text[8000];
    char *at = text + sprintf(text, Y "j a0 -\nj z -\nt - a0 - 1\nt - z - 2\n");
    for (int i = 0; i < 30; i++)
        at += sprintf(at, "j a%d -\nt a%d a%d - 1\nt a%d a%d - 2\n", i + 1, i, i + 1, i, i + 1);
    sprintf(at, "t a30 z - 1 [y>1]");
    REFUSED(text, "a step does not end");
}

static void test_in_tells_whether_a_state_is_active(void) {
    CHECK("chart decomposition SET_CHART\n" Y
          "s P - and 1 P\ns A P or 0 A\ns B P or 0 B\nt - A P 1\nt A B P 1\n"
          "s Q - and 2 Q~du:y=in(P.A)*10+in(B);",
          NULL, 0, 1, 1);
}

static void test_combined_and_unnamed_sections(void) {
    CHECK(Y "s A - or 0 A~en,du:y=y*10+1;\nt - A - 1", NULL, 1, 11);
    CHECK(Y "s A - or 0 A/~y=y*10+1;\nt - A - 1", NULL, 1, 11);
    CHECK(Y "s A - or 0 A/entry: y=y*10+1;~during: y=y*10+2; // y=9;~/* exit: */\nt - A - 1", NULL,
          1, 12);
}

static void test_boxes_only_group(void) {
    CHECK(Y "s X - box 0 X\n" S("A", "X", "0", "1", "2", "3")
              S("B", "-", "0", "4", "5", "6") "t - A - 1\nt A B - 1",
          NULL, 1, 134);
}

static void test_what_is_commented_out_is_not_there(void) {
    CHECK(Y S("A", "-", "0", "1", "2", "3") S("B", "-", "0", "4", "5", "6")
              S("C", "-", "0", "7", "8", "9") "t - A - 1\n#t A B - 1\nt A C - 2",
          NULL, 1, 137, 1378);
}

static void test_super_steps_go_on_while_transitions_are_valid(void) {
    CHECK("chart enableNonTerminalStates 1\nchart nonTerminalMaxCounts 10\n" Y S(
              "A", "-", "0", "1", "2", "3") S("B", "-", "0", "4", "5", "6")
              S("C", "-", "0", "7", "8", "9") "t - A - 1\nt A B - 1\nt B C - 1",
          NULL, 13467, 134678);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_first_wake_up_only_enters),
        MR_TEST(test_a_transition_leaves_and_enters),
        MR_TEST(test_order_decides_between_valid_transitions),
        MR_TEST(test_actions_of_a_transition_have_their_places),
        MR_TEST(test_a_failed_path_goes_back_and_its_actions_stay),
        MR_TEST(test_a_junction_without_a_way_out_ends_the_test),
        MR_TEST(test_junctions_branch_by_order_and_condition),
        MR_TEST(test_all_segments_run_their_transition_actions),
        MR_TEST(test_parallel_states_go_in_order_and_leave_in_reverse),
        MR_TEST(test_a_parallel_chart_enters_all),
        MR_TEST(test_the_outer_state_acts_first_and_its_transition_wins),
        MR_TEST(test_a_transition_across_levels_leaves_and_enters_all_of_them),
        MR_TEST(test_a_transition_to_a_superstate_takes_its_default),
        MR_TEST(test_a_self_loop_leaves_and_enters),
        MR_TEST(test_an_inner_transition_changes_children_only),
        MR_TEST(test_an_inner_transition_to_a_junction_may_fail),
        MR_TEST(test_history_enters_what_was_active),
        MR_TEST(test_without_history_the_default_is_entered),
        MR_TEST(test_a_default_path_may_have_junctions),
        MR_TEST(test_a_single_child_needs_no_default),
        MR_TEST(test_a_default_path_must_lead_to_a_state),
        MR_TEST(test_a_chart_without_states_runs_its_paths_each_time),
        MR_TEST(test_paths_may_loop),
        MR_TEST(test_too_many_paths_are_refused),
        MR_TEST(test_in_tells_whether_a_state_is_active),
        MR_TEST(test_combined_and_unnamed_sections),
        MR_TEST(test_boxes_only_group),
        MR_TEST(test_what_is_commented_out_is_not_there),
        MR_TEST(test_super_steps_go_on_while_transitions_are_valid),
    };
    return mr_test_main("chart_rules", tests, sizeof tests / sizeof *tests, argc, argv);
}
