/* operators of time and change; a step is one second */
#include "case.h"
#include "mr_test.h"

#define Y          "d y output\n"
#define TWO(label) Y "s A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\nt A B - 1 " label

static void test_after_counts_wake_ups(void) {
    CHECK(TWO("after(2,tick)"), NULL, 0, 0, 1);
    CHECK(TWO("[after(3,tick)]"), NULL, 0, 0, 0, 1);
    CHECK(TWO("after(2,tick)[y>0]"), NULL, 0, 0, 0);
}

static void test_after_measures_time(void) {
    CHECK(TWO("after(2,sec)"), NULL, 0, 0, 1);
    CHECK(TWO("after(2500,msec)"), NULL, 0, 0, 0, 1);
    CHECK(TWO("after(1e6,usec)"), NULL, 0, 1);
}

static void test_before_at_and_every(void) {
    CHECK(Y "s A - or 0 A~du:y=before(3,tick);\nt - A - 1", NULL, 0, 1, 1, 0);
    CHECK(TWO("at(2,tick)"), NULL, 0, 0, 1);
    CHECK(Y "s A - or 0 A~on every(2,tick):y=y+1;\nt - A - 1", NULL, 0, 0, 1, 1, 2, 2, 3);
}

static void test_counting_begins_anew_with_the_state(void) {
    CHECK(Y "s A - or 0 A~en:y=y*10+1;\ns B - or 0 B~en:y=y*10+2;\nt - A - 1\n"
            "t A B - 1 after(2,tick)\nt B A - 1 after(1,tick)",
          NULL, 1, 1, 12, 121, 121, 1212);
}

static void test_events_are_counted(void) {
    const double u[] = {0, 1, 0, 1, 0, 1, 0, 1};
    CHECK(Y "e E rising\ns A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\nt A B - 1 after(2,E)", u, 0,
          0, 0, 0, 0, 1, 1, 1);
    CHECK(Y "e E rising\ns A - or 0 A~du:y=temporalCount(E);\nt - A - 1", u, 0, 0, 0, 1, 1, 2, 2,
          3);
    REFUSED(Y "e E rising\ns A - or 0 A\ns B - or 0 B\nt - A - 1\nt A B - 1 after(2,tick)",
            "tick cannot be counted");
}

static void test_elapsed_time_and_counts(void) {
    CHECK(Y "s A - or 0 A~du:y=temporalCount(tick);\nt - A - 1", NULL, 0, 1, 2);
    CHECK("chart actionLanguage 2\n" Y "s A - or 0 A~du:y=elapsed(sec);\nt - A - 1", NULL, 0, 1, 2);
    CHECK("chart actionLanguage 2\n" Y "s A - or 0 A~du:y=et;\nt - A - 1", NULL, 0, 1, 2);
}

static void test_duration_of_a_condition(void) {
    const double u[] = {1, 1, 1, 1, 0, 1, 1, 1};
    CHECK("chart actionLanguage 2\nd u input\n" Y "s A - or 0 A~du:y=duration(u>0);\nt - A - 1", u,
          0, 0, 1, 2, 0, 0, 1, 2);
    CHECK("chart actionLanguage 2\nd u input\n" Y "s A - or 0 A~du:y=count(u>0);\nt - A - 1", u, 0,
          1, 2, 3, 0, 1, 2, 3);
}

static void test_changes_between_steps(void) {
    const double u[] = {1, 1, 2, 2, 3, 1};
    CHECK("d u input\n" Y "s A - or 0 A~en,du:y=hasChanged(u);\nt - A - 1", u, 0, 0, 1, 0, 1, 1);
    CHECK("d u input\n" Y "s A - or 0 A~en,du:y=hasChangedFrom(u,2);\nt - A - 1", u, 0, 0, 0, 0, 1,
          0);
    CHECK("d u input\n" Y "s A - or 0 A~en,du:y=hasChangedTo(u,2);\nt - A - 1", u, 0, 0, 1, 0, 0,
          0);
}

static void test_time_has_no_place_in_default_paths(void) {
    REFUSED(Y "s A - or 0 A\nt - A - 1 after(1,sec)", "no state here whose time counts");
}

static void test_paths_over_junctions_count_from_their_state(void) {
    CHECK(Y "s A - or 0 A\ns B - or 0 B~en:y=1;\nj j1 -\nt - A - 1\nt A j1 - 1\n"
            "t j1 B - 1 [after(2,sec)]",
          NULL, 0, 0, 1);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_after_counts_wake_ups),
        MR_TEST(test_after_measures_time),
        MR_TEST(test_before_at_and_every),
        MR_TEST(test_counting_begins_anew_with_the_state),
        MR_TEST(test_events_are_counted),
        MR_TEST(test_elapsed_time_and_counts),
        MR_TEST(test_duration_of_a_condition),
        MR_TEST(test_changes_between_steps),
        MR_TEST(test_time_has_no_place_in_default_paths),
        MR_TEST(test_paths_over_junctions_count_from_their_state),
    };
    return mr_test_main("chart_time", tests, sizeof tests / sizeof *tests, argc, argv);
}
