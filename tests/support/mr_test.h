/* a CUnit program in three lines: list the tests, call the runner, return its answer */
#ifndef MR_TEST_H
#define MR_TEST_H

#include <CUnit/CUnit.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mr_test {
    const char *name;
    void (*run)(void);
} mr_test;

#define MR_TEST(function)                                                                          \
    { #function, function }

/* runs all tests of one suite; an argument on the command line picks the tests whose name contains
 * it; prints one line "suite: N passed, N failed" and returns 0 only if none failed */
int mr_test_main(const char *suite, const mr_test *tests, size_t count, int argc, char **argv);

/* assertion for numbers that prints both of them when it fails */
#define MR_ASSERT_CLOSE(actual, expected, tolerance)                                               \
    mr_test_close(__FILE__, __LINE__, #actual, (actual), (expected), (tolerance))
int mr_test_close(const char *file, int line, const char *what, double actual, double expected,
                  double tolerance);

/* same, with a tolerance relative to the expected value */
#define MR_ASSERT_RELATIVE(actual, expected, tolerance)                                            \
    mr_test_relative(__FILE__, __LINE__, #actual, (actual), (expected), (tolerance))
int mr_test_relative(const char *file, int line, const char *what, double actual, double expected,
                     double tolerance);

/* assertion that a text contains another; prints the text when it does not */
#define MR_ASSERT_CONTAINS(text, part) mr_test_contains(__FILE__, __LINE__, (text), (part))
int mr_test_contains(const char *file, int line, const char *text, const char *part);

/* from now on the numbers of this program have a decimal comma, as a host may have it; 0: there is
 * no such locale and none can be made here. And back to points */
int mr_test_decimal_comma(void);
void mr_test_decimal_point(void);

/* small reproducible random numbers (splitmix64), the same on every machine */
typedef struct mr_random {
    uint64_t state;
} mr_random;
uint64_t mr_random_next(mr_random *random);
double mr_random_uniform(mr_random *random, double low, double high);
int mr_random_below(mr_random *random, int bound);

#endif
