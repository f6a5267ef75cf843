/* events: local, directed, from outside and to outside, implicit; early return */
#include "case.h"
#include "mr_test.h"

#define Y   "d y output\n"
#define SET "chart decomposition SET_CHART\n"

static void test_a_local_event_is_processed_at_once(void) {
    /* A2 sends E before it goes on: B takes its transition meanwhile */
    CHECK(SET Y "e E local\n"
                "s A - and 1 A\ns A1 A or 0 A1\ns A2 A or 0 A2~en:y=y*10+1;E;y=y*10+2;\n"
                "t - A1 A 1\nt A1 A2 A 1\n"
                "s B - and 2 B\ns B1 B or 0 B1~ex:y=y*10+3;\ns B2 B or 0 B2~en:y=y*10+4;\n"
                "t - B1 B 1\nt B1 B2 B 1 E",
          NULL, 0, 1342);
}

static void test_a_directed_event_reaches_one_state_only(void) {
    CHECK(SET Y "e E local\n"
                "s A - and 1 A~du:send(E,C);\n"
                "s B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2~en:y=y*10+4;\n"
                "s C - and 3 C\ns C1 C or 0 C1\ns C2 C or 0 C2~en:y=y*10+5;\n"
                "t - B1 B 1\nt B1 B2 B 1 E\nt - C1 C 1\nt C1 C2 C 1 E",
          NULL, 0, 5, 5);
    CHECK(SET Y "e E local C\n"
                "s A - and 1 A~du:C.E;\n"
                "s C - and 3 C\ns C1 C or 0 C1\ns C2 C or 0 C2~en:y=y*10+5;\n"
                "t - C1 C 1\nt C1 C2 C 1 E",
          NULL, 0, 5, 5);
}

static void test_an_event_matches_only_itself(void) {
#define OTHER "s O - and 1 O\ns O1 O or 0 O1\ns O2 O or 0 O2~en:F;\nt - O1 O 1\nt O1 O2 O 1\n"
#define WAIT  "s P - and 2 P\ns A P or 0 A\ns B P or 0 B~en:y=1;\nt - A P 1\nt A B P 1 "
    CHECK(SET Y "e E local\ne F local\n" OTHER WAIT "E", NULL, 0, 0, 0);
    CHECK(SET Y "e E local\ne F local\n" OTHER WAIT "E|F", NULL, 0, 1);
}

static void test_on_actions_run_at_their_event(void) {
    CHECK(SET Y "e E local\ns A - and 1 A\ns A1 A or 0 A1\ns A2 A or 0 A2~en:E;\nt - A1 A 1\n"
                "t A1 A2 A 1\ns B - and 2 B~on E:y=y*10+7;~du:y=y*10+1;",
          NULL, 0, 711);
}

static void test_early_return_from_during(void) {
    /* the event takes A away from itself: what follows in its action still ends the statement list,
     * but neither inner transitions nor children go on */
    CHECK(Y "e E local\ns A - or 0 A~du:E;~ex:y=y*10+1;\ns A1 A or 0 A1~du:y=y*10+9;\n"
            "s B - or 0 B~en:y=y*10+2;~du:y=y*10+3;\nt - A - 1\nt A B - 1 E",
          NULL, 0, 12, 123);
}

static void test_early_return_from_a_condition_action(void) {
    /* the path to C is dropped: its source is not active any more */
    CHECK(Y "e E local\ns A - or 0 A\ns B - or 0 B~en:y=y*10+2;\ns C - or 0 C~en:y=y*10+3;\n"
            "t - A - 1\nt A B - 1 E\nt A C - 2 {E;}",
          NULL, 0, 2, 2);
}

static void test_early_return_from_an_exit_action(void) {
    /* leaving A sends E, which leads to B: the way out of P is void, and P is not left */
    CHECK(Y "d k local\nd m local\ne E local\ns P - or 0 P~ex:y=y*10+9;\n"
            "s A P or 0 A~ex:y=y*10+1;E;\ns B P or 0 B~en:y=y*10+6;\ns Q - or 0 Q~en:y=y*10+8;\n"
            "t - P - 1\nt - A P 1\nt P Q - 1 [m==0]{m=1;}\nt P B P 1 E[k==0]{k=1;}",
          NULL, 0, 116, 116);
}

static void test_what_leads_back_to_its_own_begin_is_refused(void) {
    /* the event of A's entry enters A once more, with A2; the first path still wants A1 */
    REFUSED(Y "d k local\ne E local\ns A - or 0 A~en:E;\ns A1 A or 0 A1\ns A2 A or 0 A2\n"
              "s Z - or 0 Z\nt - Z - 1\nt Z A1 - 1\nt - A2 A 1\nt A A - 1 E[k<1]{k=k+1;}",
            "state 'A1', it is entered while 'A2' is active");
}

static void test_events_without_end_are_refused(void) {
    REFUSED(Y "e E local\ns A - or 0 A~du:E;\nt - A - 1", "events are sent within each other");
}

static void test_input_events_wake_up_by_their_edge(void) {
    /* the first output while nothing has happened is 0; rising at the third step */
    const double u[] = {0, 0, 1, 1, 0, 1};
    CHECK(Y "e E rising\ns A - or 0 A~en:y=y*10+1;~du:y=y*10+2;\nt - A - 1", u, 0, 0, 1, 1, 1, 12);
    CHECK(Y "e E falling\ns A - or 0 A~en:y=y*10+1;~du:y=y*10+2;\nt - A - 1", u, 0, 0, 0, 0, 1, 1);
    CHECK(Y "e E either\ns A - or 0 A~en:y=y*10+1;~du:y=y*10+2;\nt - A - 1", u, 0, 0, 1, 1, 12,
          122);
}

static void test_an_input_event_is_the_event_in_process(void) {
    const double u[] = {0, 1, 0, 1};
    CHECK(Y "e E either\ns A - or 0 A\ns B - or 0 B~en:y=7;\nt - A - 1\nt A B - 1 E", u, 0, 0, 7,
          7);
}

static void test_function_calls_wake_up(void) {
    CHECK(Y "e E call\ns A - or 0 A~en:y=y*10+1;~du:y=y*10+2;\nt - A - 1", NULL, 1, 12, 122);
}

static void test_several_function_calls_are_events_of_their_own(void) {
    /* E calls every second, F every other one; the first call enters */
    CHECK(Y "e E call\ne F call\ns A - or 0 A~on E:y=y*10+1;~on F:y=y*10+2;\nt - A - 1", NULL, 2,
          21, 2112, 21121);
    CHECK(Y "e E call\ne F call\ne G call\ns A - or 0 A\ns B - or 0 B~en:y=10*y+3;\n"
            "s C - or 0 C~en:y=10*y+2;\nt - A - 1\nt A C - 1 F\nt C B - 1 G",
          NULL, 23, 23, 23, 23);
    REFUSED(Y "e E call\ne F rising\ns A - or 0 A\nt - A - 1",
            "function-calls and edges of signals at the same time");
}

static void test_an_output_event_calls_at_once(void) {
    /* the subsystem doubles the first output; the second output of the model shows it */
    CHECK(Y "e F output\ns A - or 0 A~en:y=3;F;y=5;\nt - A - 1", NULL, 5, 5);
}

static void test_a_called_chart_calls_others(void) {
    /* the call leaves the subsystem that the chart was called in; F doubles y = 3, then y = 7 */
    CHECK_PORT(Y "e E call\ne F output\ns A - or 0 A~en:y=3;F;y=5;~du:y=7;F;\nt - A - 1", NULL, 1,
               1, 6, 14);
}

static void test_implicit_events_of_entry_and_exit(void) {
    CHECK(SET Y "s A - and 1 A\ns A1 A or 0 A1\ns A2 A or 0 A2\nt - A1 A 1\nt A1 A2 A 1\n"
                "s B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2~en:y=y*10+1;\nt - B1 B 1\n"
                "t B1 B2 B 1 en(A.A2)",
          NULL, 0, 1);
    CHECK(SET Y "s A - and 1 A\ns A1 A or 0 A1\ns A2 A or 0 A2\nt - A1 A 1\nt A1 A2 A 1\n"
                "s B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2~en:y=y*10+1;\nt - B1 B 1\n"
                "t B1 B2 B 1 ex(A.A1)",
          NULL, 0, 1);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_local_event_is_processed_at_once),
        MR_TEST(test_a_directed_event_reaches_one_state_only),
        MR_TEST(test_an_event_matches_only_itself),
        MR_TEST(test_on_actions_run_at_their_event),
        MR_TEST(test_early_return_from_during),
        MR_TEST(test_early_return_from_a_condition_action),
        MR_TEST(test_early_return_from_an_exit_action),
        MR_TEST(test_what_leads_back_to_its_own_begin_is_refused),
        MR_TEST(test_events_without_end_are_refused),
        MR_TEST(test_input_events_wake_up_by_their_edge),
        MR_TEST(test_an_input_event_is_the_event_in_process),
        MR_TEST(test_function_calls_wake_up),
        MR_TEST(test_several_function_calls_are_events_of_their_own),
        MR_TEST(test_an_output_event_calls_at_once),
        MR_TEST(test_a_called_chart_calls_others),
        MR_TEST(test_implicit_events_of_entry_and_exit),
    };
    return mr_test_main("chart_events", tests, sizeof tests / sizeof *tests, argc, argv);
}
