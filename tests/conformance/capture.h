/* the report of scenarios as one text, for tests */
#ifndef CONFORMANCE_CAPTURE_H
#define CONFORMANCE_CAPTURE_H

#include "scenarios.h"

/* a driver_print that remembers; take gives what was remembered and begins anew */
void capture_line(void *user, const char *line);
const char *capture_take(void);

/* the report of one scenario (NULL: all) with the S-functions of this compiler, valid until the
 * next call */
const char *capture_run(const char *compiler, const char *name);
/* the lines after the scenario's name must be these (built by gcc) */
void capture_assert(const char *name, const char *lines);
/* number `index` of the values that output port `port` had at this time, from the report */
double capture_value(const char *report, const char *time, int port, int index);

#endif
