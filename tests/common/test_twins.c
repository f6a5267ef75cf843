/* names that stand twice */
#include "mr_test.h"
#include "common/twins.h"

#include <stdio.h>
#include <stdlib.h>

/* one name after the other, as the definition says */
static size_t first_twin(const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[k], names[i]) == 0)
                return i;
    return count;
}

static void test_few_and_many(void) {
    static const char *const names[] = {"a", "b", "", "c", "b", "a", ""};
    CU_ASSERT_EQUAL(cm_first_twin(names, 0), 0);
    CU_ASSERT_EQUAL(cm_first_twin(names, 1), 1);
    CU_ASSERT_EQUAL(cm_first_twin(names, 4), 4);
    CU_ASSERT_EQUAL(cm_first_twin(names, 5), 4);
    CU_ASSERT_EQUAL(cm_first_twin(names, 7), 4);
    static const char *const same[] = {"a", "a"};
    CU_ASSERT_EQUAL(cm_first_twin(same, 2), 1);
}

static void test_random_lists(void) {
    mr_random random = {5};
    static char texts[200][8];
    const char *names[200];
    for (int i = 0; i < 2000; i++) {
        const size_t count = (size_t)mr_random_below(&random, 200);
        const int most = 1 + mr_random_below(&random, 20000);
        for (size_t k = 0; k < count; k++) {
            snprintf(texts[k], sizeof texts[k], "%d", mr_random_below(&random, most));
            names[k] = texts[k];
        }
        CU_ASSERT_EQUAL(cm_first_twin(names, count), first_twin(names, count));
    }
}

/* each with each would be 8e10 comparisons */
static void test_very_many(void) {
    enum { MANY = 400000 };
    char(*texts)[8] = malloc(MANY * sizeof *texts);
    const char **names = malloc(MANY * sizeof *names);
    CU_ASSERT_FATAL(texts && names);
    for (int k = 0; k < MANY; k++) {
        snprintf(texts[k], sizeof *texts, "%d", k);
        names[k] = texts[k];
    }
    CU_ASSERT_EQUAL(cm_first_twin(names, MANY), MANY);
    names[MANY - 1] = "7";
    CU_ASSERT_EQUAL(cm_first_twin(names, MANY), MANY - 1);
    free(names);
    free(texts);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_few_and_many),
        MR_TEST(test_random_lists),
        MR_TEST(test_very_many),
    };
    return mr_test_main("common, twins", tests, sizeof tests / sizeof *tests, argc, argv);
}
