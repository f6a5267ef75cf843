/* the nearest name: distances by hand, and hints only where they help */
#include "mr_test.h"
#include "multirate/nearest.h"

static void test_distances(void) {
    static const struct {
        const char *a, *b;
        int distance;
    } cases[] = {{"", "", 0},
                 {"order", "order", 0},
                 {"odrer", "order", 1},
                 {"ordr", "order", 1},
                 {"orderr", "order", 1},
                 {"ordet", "order", 1},
                 {"Order", "order", 1},
                 {"slave", "salve", 1},
                 {"", "abc", 3},
                 {"kitten", "sitting", 3},
                 {"ca", "abc", 3}}; /* the last: 2 without the rule that
                                     * a pair is swapped once */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CU_ASSERT_EQUAL(mr_name_distance(cases[i].a, cases[i].b), cases[i].distance);
        CU_ASSERT_EQUAL(mr_name_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void test_hints(void) {
    static const char *const names[] = {"fr", "zeta", "order_to_slave", "order_to_master",
                                        "k",  NULL};
    char hint[MR_HINT_SIZE];
    CU_ASSERT_STRING_EQUAL(mr_nearest_of("zta", names, hint, sizeof hint),
                           " (did you mean 'zeta'?)");
    CU_ASSERT_STRING_EQUAL(mr_nearest_of("oder_to_salve", names, hint, sizeof hint),
                           " (did you mean 'order_to_slave'?)");
    CU_ASSERT_STRING_EQUAL(mr_nearest_of("fx", names, hint, sizeof hint), " (did you mean 'fr'?)");
    CU_ASSERT_STRING_EQUAL(mr_nearest_of("m", names, hint, sizeof hint), ""); /* not 'k' */
    CU_ASSERT_STRING_EQUAL(mr_nearest_of("wings", names, hint, sizeof hint), "");
}

static void test_long_names_are_no_candidates(void) {
    char a[4096], b[4096], hint[MR_HINT_SIZE];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    a[sizeof a - 1] = b[sizeof b - 2] = '\0';
    const char *const names[] = {b, NULL};
    CU_ASSERT_STRING_EQUAL(mr_nearest_of(a, names, hint, sizeof hint), "");
    CU_ASSERT_STRING_EQUAL(mr_nearest_of("a", names, hint, sizeof hint), "");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_distances), MR_TEST(test_hints),
                             MR_TEST(test_long_names_are_no_candidates)};
    return mr_test_main("nearest", tests, sizeof tests / sizeof *tests, argc, argv);
}
