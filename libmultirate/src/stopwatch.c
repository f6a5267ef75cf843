/* the system's clock, and when to look at it */
#include "stopwatch.h"

#include <time.h>

double mr_stopwatch_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool mr_stopwatch_due(mr_stopwatch *stopwatch) {
    return --stopwatch->wait <= 0;
}

void mr_stopwatch_add(mr_stopwatch *stopwatch, double seconds) {
    if (seconds < 0.0)
        seconds = 0.0; /* the clock was set back */
    stopwatch->timed++;
    stopwatch->seconds += seconds;
    stopwatch->wait = seconds < 2e-6 ? 64 : 1;
}
