/* strings as signals: made, joined, compared, measured, changed into numbers and back; what cannot
 * take them says so */
#include "mini.h"

#define STEPS "set StopTime 2\nset Solver FixedStepDiscrete\nset FixedStep 1\n"

static double last_of(const char *blocks) {
    char text[2000];
    snprintf(text, sizeof text, STEPS "Outport y\n%s", blocks);
    mini *m = mini_run(text, NULL);
    const double value = mini_last(m, "y");
    mini_free(m);
    return value;
}

/* "Pi is  t.00 (t)" has 15 characters, and is the constant at t = 1 only */
static void test_composed_strings_are_those_of_printf(void) {
    mini *m = mini_run(STEPS "StringConstant a String='\"Pi\"'\nDigitalClock t SampleTime=1\n"
                             "ComposeString c Format='\"%s is %5.2f (%d)\"' Ports=[3,1]\n"
                             "StringLength l\nStringCompare p\n"
                             "StringConstant w String='\"Pi is  1.00 (1)\"'\n"
                             "Outport yl Port=1\nOutport yp Port=2\n"
                             "a -> c\nt -> c:2\nt -> c:3\nc -> l\nc -> p\nw -> p:2\nl -> yl\n"
                             "p -> yp\n",
                       NULL);
    for (size_t k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL(mini_value(m, "yl", k), 15.0);
        CU_ASSERT_EQUAL(mini_value(m, "yp", k), k == 1);
    }
    mini_free(m);
}

static void test_numbers_in_strings(void) {
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"12\"'\nStringConstant b String='\".5e1\"'\n"
                            "StringConcatenate c\nStringToDouble d\na -> c\nb -> c:2\nc -> d\n"
                            "d -> y\n"),
                    125.0);
    CU_ASSERT(isnan(last_of("StringConstant a String='\"12 m\"'\nStringToDouble d\na -> d\n"
                            "d -> y\n")));
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"0.1\"'\nStringToSingle d\na -> d\n"
                            "d -> y\n"),
                    (double)0.1f);
    CU_ASSERT_EQUAL(last_of("Constant a Value=int8(-17) SampleTime=1\nToString s\n"
                            "StringToDouble d\na -> s\ns -> d\nd -> y\n"),
                    -17.0);
    CU_ASSERT_EQUAL(last_of("Constant a Value=true SampleTime=1\nToString s\nStringLength d\n"
                            "a -> s\ns -> d\nd -> y\n"),
                    4.0);
}

static void test_comparison_with_and_without_case(void) {
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"Low\"'\nStringConstant b String='\"lOW\"'\n"
                            "StringCompare c\na -> c\nb -> c:2\nc -> y\n"),
                    0.0);
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"Low\"'\nStringConstant b String='\"lOW\"'\n"
                            "StringCompare c CaseSensitive=off\na -> c\nb -> c:2\nc -> y\n"),
                    1.0);
}

/* routing and delays pass strings: "low" from t = 1 on, "high" before, one step late */
static void test_strings_are_passed_on(void) {
    mini *m = mini_run(STEPS "StringConstant a String='\"low\"'\nStringConstant b "
                             "String='\"high\"'\nDigitalClock t SampleTime=1\n"
                             "Switch w Criteria='u2 >= Threshold' Threshold=1\n"
                             "UnitDelay d SampleTime=1\nStringLength l\nOutport y\n"
                             "a -> w\nt -> w:2\nb -> w:3\nw -> d\nd -> l\nl -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_value(m, "y", 0), 0.0);
    CU_ASSERT_EQUAL(mini_value(m, "y", 1), 4.0);
    CU_ASSERT_EQUAL(mini_value(m, "y", 2), 3.0);
    mini_free(m);
}

static void refuses(const char *blocks, const char *sentence) {
    char text[2000];
    snprintf(text, sizeof text, STEPS "Outport y\n%s", blocks);
    mini *m = mini_create(text, NULL);
    if (m->error.status == BD_OK)
        bd_run_complete(m->run, &m->error);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

static void test_what_is_no_string_or_takes_none(void) {
    refuses("StringConstant a\nGain g\na -> g\ng -> y\n", "g: input 1 must be numbers");
    refuses("StringConstant a\nRelationalOperator g\na -> g\na -> g:2\ng -> y\n",
            "g: input 1 is a string, which this block cannot take");
    refuses("StringConstant a\nInterpolation_n-D g NumberOfTableDimensions=1\na -> g\na -> g:2\n"
            "g -> y\n",
            "g: ");
    refuses("Constant a SampleTime=1\nStringLength g\na -> g\ng -> y\n",
            "input 1 needs string but output 1 of m/a is double");
    refuses("StringConstant a String='\"four\"' OutDataTypeStr=stringtype(3)\nStringLength g\n"
            "a -> g\ng -> y\n",
            "a string of 4 characters does not fit its type, which has 3");
    refuses("Constant a Value=0.5 SampleTime=1\nToString g\nStringLength l\na -> g\ng -> l\n"
            "l -> y\n",
            "how 0.5 is written is not known here");
    refuses("StringConstant a String=5\nStringLength g\na -> g\ng -> y\n",
            "a: String is no string");
    mini *m = mini_run(STEPS "StringConstant a\nOutport y\na -> y\n", NULL);
    CU_ASSERT(mini_log_has(m, "y: a string has no numbers and is not among the results"));
    mini_free(m);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_composed_strings_are_those_of_printf), MR_TEST(test_numbers_in_strings),
        MR_TEST(test_comparison_with_and_without_case),     MR_TEST(test_strings_are_passed_on),
        MR_TEST(test_what_is_no_string_or_takes_none),
    };
    return mr_test_main("strings", tests, sizeof tests / sizeof *tests, argc, argv);
}
