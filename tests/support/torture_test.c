/* A suite under torture: each test runs once as it is, then once for each place in the program (the
 * way to it) that asks for memory; the request fails. An assertion that does not hold then ends the
 * try: what a test expects it cannot have without memory. What must hold: nothing crashes, nothing
 * stands still. tests/torture/check_suites looks whether a crash is the test's own. */
#define _GNU_SOURCE
#include "torture_test.h"

#include "try.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool tortured;
static long tried, ended, crashes;

bool torture_is_asked(void) {
    return getenv("TORTURE_SUITE") && torture_is_ready();
}

/* CUnit's own, if nothing is tortured */
CU_BOOL CU_assertImplementation(CU_BOOL good, unsigned int line, const char *condition,
                                const char *file, const char *function, CU_BOOL fatal) {
    static CU_BOOL (*real)(CU_BOOL, unsigned int, const char *, const char *, const char *,
                           CU_BOOL);
    if (!tortured) {
        void *found = dlsym(RTLD_NEXT, "CU_assertImplementation");
        memcpy(&real, &found, sizeof found);
        return real(good, line, condition, file, function, fatal);
    }
    if (!good && torture_is_child())
        _exit(1); /* a child that a test made */
    if (!good)
        torture_leave();
    return good;
}

static void run_test(void *user) {
    ((const mr_test *)user)->run();
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void torture(const mr_test *test, double seconds) {
    size_t count;
    torture_name = test->name;
    torture_try(run_test, (void *)test, 0);
    long *numbers = torture_new_requests(&count);
    const double end = now() + seconds;
    for (size_t k = 0; numbers && k < count && (seconds <= 0.0 || now() < end); k++) {
        const torture_end how = torture_try(run_test, (void *)test, numbers[k]);
        tried++;
        ended += how == TORTURE_LEFT;
        crashes += how == TORTURE_CRASHED;
    }
    free(numbers);
}

int torture_tests(const mr_test *tests, size_t count, const char *part) {
    const char *asked = getenv("TORTURE_SUITE");
    const double seconds = asked ? strtod(asked, NULL) : 0.0;
    tortured = true;
    for (size_t i = 0; i < count; i++)
        if (!part || strstr(tests[i].name, part))
            torture(&tests[i], seconds);
    printf("%ld requests failed in their turn, %ld tries ended by an assertion, %ld crashes\n",
           tried, ended, crashes);
    return tried == 0 || crashes > 0;
}
