/* the system's steady clock. C11's timespec_get is no choice: Windows' older run-time library,
 * which MinGW links, lacks it */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "common/clock.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double cm_seconds(void) {
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceFrequency(&per_second);
    QueryPerformanceCounter(&ticks);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}
#else
#include <time.h>

double cm_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif
