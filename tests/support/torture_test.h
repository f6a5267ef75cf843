/* a suite under torture: each of its tests again and again, one request for memory failing each
 * time */
#ifndef TORTURE_TEST_H
#define TORTURE_TEST_H

#include "mr_test.h"

#include <stdbool.h>

/* is it asked for (TORTURE_SUITE=SECONDS for each test, 0: without bound)? */
bool torture_is_asked(void);
/* all tests whose names contain `part` (NULL: all); 0 if nothing crashed or stood still in the
 * product */
int torture_tests(const mr_test *tests, size_t count, const char *part);

#endif
