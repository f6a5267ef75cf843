/* names of variables in a MAT file: letters, digits and underscores, a letter first, each once */
#include "output/writer.h"
#include "mr_test.h"

#include <string.h>

static void test_names_become_names_of_variables(void) {
    static const char *const cases[][2] = {
        {"speed", "speed"},   {"wheel speed", "wheel_speed"},
        {"a.b(2)", "a_b_2_"}, {"1st", "x_1st"},
        {"_own", "x_own"},    {"", "x"},
        {"-3", "x__3"},       {"\xC3\xA9", "x___"}, /* letters of other alphabets are none */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char made[64];
        bd_variable_name(cases[i][0], NULL, 0, made);
        CU_ASSERT_STRING_EQUAL(made, cases[i][1]);
    }
}

static void test_a_name_that_is_taken_gets_a_number(void) {
    char taken[4][64] = {"a", "a_2", "b"}, made[64];
    bd_variable_name("a", taken, 3, made);
    CU_ASSERT_STRING_EQUAL(made, "a_3");
    bd_variable_name("b", taken, 3, made);
    CU_ASSERT_STRING_EQUAL(made, "b_2");
    bd_variable_name("b", taken, 2, made); /* only what is counted is taken */
    CU_ASSERT_STRING_EQUAL(made, "b");
}

/* long ones are cut, so that a number fits behind them */
static void test_long_names_are_cut(void) {
    char name[200], taken[1][64], made[64];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    bd_variable_name(name, NULL, 0, made);
    CU_ASSERT_EQUAL(strlen(made), 50);
    memcpy(taken[0], made, sizeof made);
    bd_variable_name(name, taken, 1, made);
    CU_ASSERT_EQUAL(strlen(made), 52);
    CU_ASSERT_STRING_EQUAL(made + 50, "_2");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_names_become_names_of_variables),
        MR_TEST(test_a_name_that_is_taken_gets_a_number),
        MR_TEST(test_long_names_are_cut),
    };
    return mr_test_main("bd_output_columns", tests, sizeof tests / sizeof *tests, argc, argv);
}
