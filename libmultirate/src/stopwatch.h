/* how long the slave takes, without slowing down a quick one: steps below two microseconds are
 * timed one in 64, longer ones always */
#ifndef MR_STOPWATCH_H
#define MR_STOPWATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mr_stopwatch {
    int64_t timed;
    double seconds;
    int wait;
} mr_stopwatch;

static inline bool mr_stopwatch_due(mr_stopwatch *stopwatch) {
    return --stopwatch->wait <= 0;
}
void mr_stopwatch_add(mr_stopwatch *stopwatch, double seconds);

#endif
