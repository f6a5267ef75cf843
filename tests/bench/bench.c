/* clock, output and instruction counts */
#define _GNU_SOURCE
#include "bench.h"
#include "common/clock.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void bench_print(const char *name, double value, const char *unit) {
    printf("%-44s %12.6g %s\n", name, value, unit);
    fflush(stdout);
}

double bench_least(void (*run)(void *context), void *context, int repeats) {
    double least = 1e300;
    for (int i = 0; i < repeats; i++) {
        const double begin = cm_seconds();
        run(context);
        const double seconds = cm_seconds() - begin;
        if (seconds < least)
            least = seconds;
    }
    return least;
}

double bench_instructions(const char *benchmark) {
    char self[PATH_MAX], command[2 * PATH_MAX], line[512];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return -1.0;
    self[length] = '\0';
    snprintf(command, sizeof command,
             "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' --counted %s 2>&1 "
             "1>/dev/null",
             self, benchmark);
    FILE *pipe = popen(command, "r");
    double count = -1.0;
    while (pipe && fgets(line, sizeof line, pipe)) {
        const char *collected = strstr(line, "Collected :");
        if (collected)
            count = strtod(collected + strlen("Collected :"), NULL);
    }
    if (pipe)
        pclose(pipe);
    return count;
}
