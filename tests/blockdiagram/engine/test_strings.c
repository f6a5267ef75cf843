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

/* flags, width and precision as those of printf in C: what is compared is what C11 7.21.6.1 says of
 * the number 12 and -12.5 */
static void test_formats_have_flags(void) {
    static const char *const cases[][3] = {
        {"%-5d|", "12", "12   |"},    {"%+d", "12", "+12"},
        {"%05d", "12", "00012"},      {"% d", "12", " 12"},
        {"%#x", "12", "0xc"},         {"%5d", "12", "   12"},
        {"%.3f", "-12.5", "-12.500"}, {"%+8.2e", "-12.5", "-1.25e+01"},
        {"%g%%", "-12.5", "-12.5%"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "Constant n Value=%s\nComposeString c Format='\"%s\"' Ports=[1,1]\n"
                 "StringConstant w String='\"%s\"'\nStringCompare p\nDataTypeConversion d "
                 "OutDataTypeStr=double\nn -> c\nc -> p\nw -> p:2\np -> d\nd -> y\n",
                 cases[i][1], cases[i][0], cases[i][2]);
        CU_ASSERT_EQUAL(last_of(text), 1.0);
        if (last_of(text) != 1.0)
            printf("%s of %s\n", cases[i][0], cases[i][1]);
    }
}

static void test_numbers_in_strings(void) {
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"12\"'\nStringConstant b String='\".5e1\"'\n"
                            "StringConcatenate c\nStringToDouble d\na -> c\nb -> c:2\nc -> d\n"
                            "d -> y\n"),
                    125.0);
    /* String to Double is Scan String with "%lf": what is behind the number does not matter */
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"12 m\"'\nStringToDouble d\na -> d\n"
                            "d -> y\n"),
                    12.0);
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

/* "Pi is 3.14" by "%s is %f." is the string Pi and the single 3.14, as documented */
static void test_strings_are_scanned_by_a_format(void) {
    mini *m = mini_run(STEPS "StringConstant a String='\"Pi is 3.14\"'\n"
                             "ScanString s Format='\"%s is %f.\"' Ports=[1,2]\nStringLength l\n"
                             "Outport yl Port=1\nOutport yv Port=2\n"
                             "a -> s\ns -> l\nl -> yl\ns:2 -> yv\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "yl"), 2.0);
    CU_ASSERT_EQUAL(mini_last(m, "yv"), (double)3.14f);
    mini_free(m);
    /* widths and bases: ff is 255, 1234 by %2d%d is 12 and 34 */
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"x=ff,1234\"'\n"
                            "ScanString s Format='\"x=%x,%2d%d\"' Ports=[1,3]\nTerminator e1\n"
                            "DataTypeConversion d OutDataTypeStr=double\n"
                            "Gain g Gain=100\nDataTypeConversion d2 OutDataTypeStr=double\n"
                            "DataTypeConversion d3 OutDataTypeStr=double\nSum p Inputs=+++\n"
                            "a -> s\ns -> d\ns:2 -> d2\ns:3 -> d3\nd -> p\nd2 -> g\ng -> p:2\n"
                            "d3 -> p:3\np -> y\nd -> e1\n"),
                    255.0 + 1200.0 + 34.0);
    /* what does not match is 0, the earlier ones stay, and it is told */
    m = mini_run(STEPS "StringConstant a String='\"7 apples\"'\n"
                       "ScanString s Format='\"%d %d\"' Ports=[1,2]\n"
                       "Outport y1 Port=1\nOutport y2 Port=2\na -> s\ns -> y1\ns:2 -> y2\n",
                 NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y1"), 7.0);
    CU_ASSERT_EQUAL(mini_last(m, "y2"), 0.0);
    CU_ASSERT(mini_log_has(m, "does not match the format: output 2"));
    mini_free(m);
}

#define HELLO "StringConstant a String='\"hello 123 Hello\"'\n"

static double of_two(const char *block, const char *pattern) {
    char text[400];
    snprintf(text, sizeof text,
             HELLO "StringConstant b String='\"%s\"'\n%s\na -> f\nb -> f:2\nf -> y\n", pattern,
             block);
    return last_of(text);
}

/* positions count from 1; -1 is nowhere; occurrences do not overlap */
static void test_strings_are_looked_into(void) {
    CU_ASSERT_EQUAL(of_two("StringFind f", "123"), 7.0);
    CU_ASSERT_EQUAL(of_two("StringFind f", "456"), -1.0);
    CU_ASSERT_EQUAL(of_two("StringFind f", ""), 1.0);
    CU_ASSERT_EQUAL(of_two("StringCount f", "l"), 4.0);
    CU_ASSERT_EQUAL(of_two("StringCount f", "hello"), 1.0);
    CU_ASSERT_EQUAL(of_two("StringCount f CaseSensitive=off", "hello"), 2.0);
    CU_ASSERT_EQUAL(of_two("StringContains f", "123 H"), 1.0);
    CU_ASSERT_EQUAL(of_two("StringContains f Function='Starts with'", "Hello"), 0.0);
    CU_ASSERT_EQUAL(of_two("StringContains f Function='Starts with' CaseSensitive=off", "Hello"),
                    1.0);
    CU_ASSERT_EQUAL(of_two("StringContains f Function='Ends with'", "Hello"), 1.0);
    CU_ASSERT_EQUAL(of_two("StringContains f Function='Ends with'", "hello 123 Hello!"), 0.0);
}

/* 5 characters from 7 on are "123 H"; beyond the end there are fewer */
static void test_parts_and_codes_of_strings(void) {
    static const char *const part =
        HELLO "Constant i Value=uint8(%d) SampleTime=1\nConstant n Value=uint8(%d) SampleTime=1\n"
              "Substring f\nStringToASCII c OutputVectorSize=6\nASCIIToString s\n"
              "StringConstant w String='\"%s\"'\nStringCompare q\n"
              "a -> f\ni -> f:2\nn -> f:3\nf -> c\nc -> s\ns -> q\nw -> q:2\nq -> y\n";
    char text[700];
    snprintf(text, sizeof text, part, 7, 5, "123 H");
    CU_ASSERT_EQUAL(last_of(text), 1.0);
    snprintf(text, sizeof text, part, 14, 5, "lo");
    CU_ASSERT_EQUAL(last_of(text), 1.0);
    /* "Hello" is [72 101 108 108 111 0]: 500 */
    CU_ASSERT_EQUAL(
        last_of("StringConstant a String='\"Hello\"'\n"
                "StringToASCII c OutputVectorSize=6\nDataTypeConversion d "
                "OutDataTypeStr=double\nSum p Inputs=+\na -> c\nc -> d\nd -> p\np -> y\n"),
        500.0);
}

static void test_comparison_with_and_without_case(void) {
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"Low\"'\nStringConstant b String='\"lOW\"'\n"
                            "StringCompare c\na -> c\nb -> c:2\nc -> y\n"),
                    0.0);
    CU_ASSERT_EQUAL(last_of("StringConstant a String='\"Low\"'\nStringConstant b String='\"lOW\"'\n"
                            "StringCompare c CaseSensitive=off\na -> c\nb -> c:2\nc -> y\n"),
                    1.0);
#define FIRST(n)                                                                                   \
    "StringConstant a String='\"lower\"'\nStringConstant b String='\"lowly\"'\n"                   \
    "StringCompare c CompareOption='First N characters' NumberOfCharacters=" n "\n"                \
    "a -> c\nb -> c:2\nc -> y\n"
    CU_ASSERT_EQUAL(last_of(FIRST("3")), 1.0);
    CU_ASSERT_EQUAL(last_of(FIRST("4")), 0.0);
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
    refuses(HELLO
            "Constant i Value=16 SampleTime=1\nSubstring f\nStringLength l\na -> f\ni -> f:2\n"
            "i -> f:3\nf -> l\nl -> y\n",
            "16 characters from number 16 on are not in a string of 15");
    refuses(HELLO "StringToASCII c OutputVectorSize=6\nDataTypeConversion d\na -> c\nc -> d\n"
                  "d -> y\n",
            "a string of 15 characters does not fit OutputVectorSize, 6");
    refuses(HELLO "StringToEnum c OutDataTypeStr='Enum: Nowhere'\na -> c\nc -> y\n",
            "there is no enumeration 'Nowhere'");
    refuses("StringConstant a String=5\nStringLength g\na -> g\ng -> y\n",
            "a: String is no string");
    mini *m = mini_run(STEPS "StringConstant a\nOutport y\na -> y\n", NULL);
    CU_ASSERT(mini_log_has(m, "y: a string has no numbers and is not among the results"));
    mini_free(m);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_composed_strings_are_those_of_printf),
        MR_TEST(test_formats_have_flags),
        MR_TEST(test_numbers_in_strings),
        MR_TEST(test_strings_are_scanned_by_a_format),
        MR_TEST(test_strings_are_looked_into),
        MR_TEST(test_parts_and_codes_of_strings),
        MR_TEST(test_comparison_with_and_without_case),
        MR_TEST(test_strings_are_passed_on),
        MR_TEST(test_what_is_no_string_or_takes_none),
    };
    return mr_test_main("strings", tests, sizeof tests / sizeof *tests, argc, argv);
}
