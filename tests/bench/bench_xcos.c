/* runs xcos_two_mass.sce in Scilab without windows and reads the figures it prints */
#define _GNU_SOURCE
#include "bench_xcos.h"

#include <stdio.h>
#include <string.h>

bool xcos_two_mass(xcos_times *times) {
    char line[512], reason[512] = "scilab-cli is not installed";
    *times = (xcos_times){0};
    FILE *pipe = popen("! command -v scilab-cli >/dev/null || "
                       "scilab-cli -nb -quit -f '" BENCH_XCOS_SCRIPT "' 2>&1 </dev/null",
                       "r");
    while (pipe && fgets(line, sizeof line, pipe)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (sscanf(line, "two_mass_xcos %lf", &times->simulation) != 1 &&
            sscanf(line, "two_mass_xcos_with_evaluation %lf", &times->with_evaluation) != 1 &&
            *line)
            (void)snprintf(reason, sizeof reason, "%s", line);
    }
    if (pipe)
        pclose(pipe);
    bool measured = times->simulation > 0.0 && times->with_evaluation > 0.0;
    if (!measured)
        fprintf(stderr, "# no comparison with Xcos: %s\n", reason);
    return measured;
}
