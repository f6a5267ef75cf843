/* what a run tells of its interface model, word by word: nothing where it did as told, and each
 * thing that an engineer must know */
#include "mr_test.h"
#include "multirate/interface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* a model that did as it was told; no power bonds, so that there is nothing else to tell */
static mr_statistics silent(void) {
    return (mr_statistics){.energy = {.doubtful_from = INFINITY},
                           .counts = {.slave_steps = 100},
                           .model = {.used = true, .efforts = 1.0, .stiffness = 1.0}};
}

static void says(const mr_statistics *s, const char *expected) {
    char text[MR_VERDICT_SIZE];
    const int length = mr_statistics_verdict(s, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, expected);
    if (strcmp(text, expected) != 0)
        printf("\n    \"%s\"\n    \"%s\"", text, expected);
    CU_ASSERT_EQUAL(length, (int)strlen(expected));
}

static void test_nothing_to_tell(void) {
    mr_statistics s = silent();
    says(&s, "");
    s.model.beside = MR_DOUBTFUL_BESIDE;
    s.model.late = MR_LATE_PHASE;
    says(&s, "");
    s.model.used = false; /* then factors mean nothing */
    s.model.efforts = s.model.stiffness = 0.0;
    says(&s, "");
}

#define FACTORS(efforts, stiffness)                                                                \
    "the slave answers efforts " efforts " times and moves " stiffness                             \
    " times as stiffly as it tells, and was taken at its deeds"

static void test_factors(void) {
    mr_statistics s = silent();
    s.model.efforts = 0.8;
    says(&s, FACTORS("0.8", "1"));
    s.model.stiffness = 1.25;
    says(&s, FACTORS("0.8", "1.25"));
    s.model.efforts = 1.0;
    says(&s, FACTORS("1", "1.25"));
}

static void test_each_thing(void) {
    mr_statistics s = silent();
    s.model.matrices_only = true;
    says(&s, "the interface model has no directions of this slave's model, only its matrices");
    s = silent();
    s.model.guarded = 3;
    s.model.taken = 0.25;
    says(&s, "the safeguard of the interface model took 0.25 J back in 3 slave steps");
    s = silent();
    s.model.beside = 0.41;
    says(&s, "the slave is not linear, and 41 % of its motion are carried beside its own steps");
    s.model.unknown = true; /* the worse of both is told */
    says(&s, "the slave is not linear, and 41 % of its motion are carried beside its own steps");
    s.model.beside = 7.0;
    says(&s, "the slave is not linear, and 100 % of its motion are carried beside its own steps");
    s = silent();
    s.model.unknown = true;
    says(&s, "neither modes nor a path explain what the slave does: errors may be larger than is "
             "told, compare with a run of half its step");
    s = silent();
    s.model.shortened = 1;
    says(&s, "what it does is not known well, so that 1 of its steps were shorter than its own");
    s = silent();
    s.model.late = MR_LATE_PHASE * 1.1;
    says(&s, "the slave's inertia changes while the efforts swing: known one step late it would "
             "shift them by 33 rad, so that their phase may be off by more than is told, compare "
             "with a run of half its step");
    s = silent();
    s.model.guarded = 3;
    s.model.taken = 0.25;
    s.model.efforts = 0.8;
    says(&s, "the safeguard of the interface model took 0.25 J back in 3 slave steps; " FACTORS(
                 "0.8", "1"));
}

/* of one that is unknown, where most of its steps were shortened, less is much */
static void test_beside_where_steps_were_shortened(void) {
    for (int most = 0; most < 2; most++)
        for (int unknown = 0; unknown < 2; unknown++) {
            mr_statistics s = silent();
            char text[MR_VERDICT_SIZE];
            s.model.beside = 0.09;
            s.model.unknown = unknown;
            s.model.shortened = most ? 51 : 50;
            (void)mr_statistics_verdict(&s, text, sizeof text);
            CU_ASSERT_EQUAL(strstr(text, "9 % of its motion are carried") != NULL, most && unknown);
        }
}

/* a text that is cut ends within its room, and says how long it would be */
static void test_room_for_words(void) {
    mr_statistics s = silent();
    char whole[MR_VERDICT_SIZE], text[MR_VERDICT_SIZE];
    s.model.unknown = true;
    const int length = mr_statistics_verdict(&s, whole, sizeof whole);
    for (int size = 1; size < 60; size++) {
        memset(text, '#', sizeof text);
        CU_ASSERT_EQUAL(mr_statistics_verdict(&s, text, size), length);
        CU_ASSERT_EQUAL(text[size - 1], '\0');
        CU_ASSERT_EQUAL(strncmp(text, whole, (size_t)size - 1), 0);
        CU_ASSERT_EQUAL(text[size], '#');
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_nothing_to_tell), MR_TEST(test_factors),
        MR_TEST(test_each_thing),      MR_TEST(test_beside_where_steps_were_shortened),
        MR_TEST(test_room_for_words),
    };
    return mr_test_main("verdict_words", tests, sizeof tests / sizeof *tests, argc, argv);
}
