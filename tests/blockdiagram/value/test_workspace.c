/* workspaces: lookup through parents, what is set, bounds */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>

#include "scripts.h"

static void test_names_are_looked_up_through_the_parents(void) {
    bd_error error = {0};
    bd_workspace *base = make(NULL);
    bd_workspace *model = make(base);
    bd_workspace *mask = make(model);

    bd_workspace_set_scalar(base, "k", 1.0, &error);
    bd_workspace_set_scalar(base, "only_base", 5.0, &error);
    bd_workspace_set_scalar(model, "k", 2.0, &error);
    CU_ASSERT_EQUAL(number_of(mask, "k"), 2.0);
    CU_ASSERT_EQUAL(number_of(mask, "only_base"), 5.0);
    CU_ASSERT_PTR_NULL(bd_workspace_find_own(mask, "k"));

    /* assignments stay in the mask, also those of a part */
    CU_ASSERT_EQUAL(bd_workspace_run(mask, "k = 3; only_base(2) = 6;", "mask", NULL, &error),
                    BD_OK);
    CU_ASSERT_EQUAL(number_of(mask, "k"), 3.0);
    CU_ASSERT_EQUAL(number_of(model, "k"), 2.0);
    CU_ASSERT_EQUAL(number_of(mask, "only_base(1)"), 5.0);
    CU_ASSERT_EQUAL(number_of(base, "numel(only_base)"), 1.0);
    CU_ASSERT_STRING_EQUAL(bd_workspace_name(mask), "base workspace");
    CU_ASSERT_PTR_EQUAL(bd_workspace_parent(mask), model);
    bd_workspace_free(mask);
    bd_workspace_free(model);
    bd_workspace_free(base);
}

static void test_variables_that_nobody_asks_for_are_known(void) {
    bd_error error = {0};
    bd_workspace *base = make(NULL);
    bd_workspace *mask = make(base);

    CU_ASSERT_EQUAL(bd_workspace_run(base, "a = 1; b = 2; c = 3; d = 4;", "test", NULL, &error),
                    BD_OK);
    CU_ASSERT_FALSE(bd_workspace_is_used(base, "a"));
    CU_ASSERT_EQUAL(number_of(mask, "a + exist('b')"), 2.0);
    CU_ASSERT_EQUAL(bd_workspace_assign(base, "c=5", &error), BD_OK);
    CU_ASSERT_TRUE(bd_workspace_is_used(base, "a"));
    CU_ASSERT_TRUE(bd_workspace_is_used(base, "b"));
    CU_ASSERT_TRUE(bd_workspace_is_used(base, "c"));
    CU_ASSERT_FALSE(bd_workspace_is_used(base, "d"));
    CU_ASSERT_FALSE(bd_workspace_is_used(mask, "a"));
    CU_ASSERT_FALSE(bd_workspace_is_used(base, "nothing"));
    bd_workspace_free(mask);
    bd_workspace_free(base);
}

static void test_many_variables_keep_their_order(void) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    char name[32];

    for (int k = 0; k < 1000; k++) {
        snprintf(name, sizeof name, "v%d", (k * 37) % 1000);
        CU_ASSERT_EQUAL(bd_workspace_set_scalar(scope, name, k, &error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_workspace_count(scope), 1000);
    CU_ASSERT_STRING_EQUAL(bd_workspace_name_at(scope, 1), "v37");
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_value_at(scope, 1), 0), 1.0);
    bd_workspace_clear(scope, "v37");
    CU_ASSERT_EQUAL(bd_workspace_count(scope), 999);
    CU_ASSERT_PTR_NULL(bd_workspace_find(scope, "v37"));
    CU_ASSERT_EQUAL(number_of(scope, "v74"), 2.0);
    bd_workspace_clear(scope, NULL);
    CU_ASSERT_EQUAL(bd_workspace_count(scope), 0);
    CU_ASSERT_PTR_NULL(bd_workspace_find(scope, "v74"));
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(scope, "1x", 1.0, &error), BD_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(scope, "", 1.0, &error), BD_BAD_ARGUMENT);
    bd_workspace_free(scope);
}

static void test_set_option(void) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);

    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "k=2*3", &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "s.gain = k + 1", &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "v(3)=1", &error), BD_OK);
    CU_ASSERT_EQUAL(number_of(scope, "s.gain + numel(v)"), 10.0);
    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "k", &error), BD_BAD_EXPRESSION);
    MR_ASSERT_CONTAINS(error.text, "this must read NAME=VALUE");
    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "k=", &error), BD_BAD_EXPRESSION);
    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "=5", &error), BD_BAD_EXPRESSION);
    CU_ASSERT_EQUAL(bd_workspace_assign(scope, "k=nope", &error), BD_UNKNOWN_NAME);
    MR_ASSERT_CONTAINS(error.text, "'nope'");
    CU_ASSERT_EQUAL(number_of(scope, "k"), 6.0);
    bd_workspace_free(scope);
}

/* each of them is allowed; 2 GB is what all may take */
static void test_all_variables_together_are_bounded(void) {
    static const char *const many[] = {
        "for i = 1:40, eval(sprintf('x%d = zeros(1000, 10000);', i)); end",
        "c = {}; for i = 1:40, eval(sprintf('s%d.a = {zeros(1000, 10000)};', i)); end"};
    for (int twice = 0; twice < 2; twice++)
        for (size_t k = 0; k < 2; k++) {
            bd_error error = {0};
            bd_workspace *scope = make(NULL);
            CU_ASSERT_EQUAL(bd_workspace_run(scope, many[k], "script.m", NULL, &error),
                            BD_LIMIT_EXCEEDED);
            MR_ASSERT_CONTAINS(error.text, "all values together are larger than the 2000 MB");
            bd_workspace_clear(scope, NULL); /* what is freed can be had again */
            CU_ASSERT_EQUAL(bd_workspace_run(scope,
                                             "for i = 1:20, clear x; x = zeros(1000, 10000); end; "
                                             "y = ones(100, 100);",
                                             "script.m", NULL, &error),
                            BD_OK);
            bd_workspace_free(scope);
        }
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_names_are_looked_up_through_the_parents),
        MR_TEST(test_variables_that_nobody_asks_for_are_known),
        MR_TEST(test_many_variables_keep_their_order),
        MR_TEST(test_set_option),
        MR_TEST(test_all_variables_together_are_bounded),
    };

    return mr_test_main("workspace", tests, sizeof tests / sizeof *tests, argc, argv);
}
