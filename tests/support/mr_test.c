/* the runner and the assertions that all suites share */
#include "mr_test.h"
#include "torture_test.h"
#include "common/random.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int mr_test_main(const char *suite, const mr_test *tests, size_t count, int argc, char **argv) {
    if (torture_is_asked())
        return torture_tests(tests, count, argc > 1 ? argv[1] : NULL);
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 1;
    CU_pSuite cu_suite = CU_add_suite(suite, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        if (argc > 1 && !strstr(tests[i].name, argv[1]))
            continue;
        CU_add_test(cu_suite, tests[i].name, tests[i].run);
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned run = CU_get_number_of_tests_run();
    unsigned failed = CU_get_number_of_tests_failed();
    CU_cleanup_registry();
    printf("\n%s: %u passed, %u failed\n", suite, run - failed, failed);
    return failed == 0 && run > 0 ? 0 : 1;
}

static int verdict(int good, const char *file, int line, const char *text) {
    CU_assertImplementation(good ? CU_TRUE : CU_FALSE, (unsigned)line, text, file, "", CU_FALSE);
    return good;
}

int mr_test_close(const char *file, int line, const char *what, double actual, double expected,
                  double tolerance) {
    char text[512];
    /* written so that a NaN fails */
    int good = fabs(actual - expected) <= tolerance;
    snprintf(text, sizeof text, "%s is %.17g, expected %.17g within %g", what, actual, expected,
             tolerance);
    return verdict(good, file, line, text);
}

int mr_test_relative(const char *file, int line, const char *what, double actual, double expected,
                     double tolerance) {
    return mr_test_close(file, line, what, actual, expected, tolerance * fabs(expected));
}

int mr_test_contains(const char *file, int line, const char *text, const char *part) {
    char message[1024];
    int good = text && strstr(text, part);
    snprintf(message, sizeof message, "\"%s\" contains \"%s\"", text ? text : "(null)", part);
    return verdict(good, file, line, message);
}

uint64_t mr_random_next(mr_random *random) {
    return cm_random_bits(&random->state);
}

double mr_random_uniform(mr_random *random, double low, double high) {
    double unit = (double)(mr_random_next(random) >> 11) * 0x1.0p-53;
    return low + (high - low) * unit;
}

int mr_random_below(mr_random *random, int bound) {
    return (int)(mr_random_next(random) % (uint64_t)bound);
}
