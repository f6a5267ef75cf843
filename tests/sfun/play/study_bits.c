/* the two-mass study in small: every scheme, predictor and order, with 17 digits. Systems that
 * compute the same print the same. */
#include "two_mass_oracle.h"

#include <stdio.h>

static int failures;

static void run(double fr, double zeta, const char *options, bool force, bool memory) {
    two_mass_run r;
    two_mass_run_default(&r, fr, options);
    r.ratios.zeta = zeta;
    r.force = force || memory;
    r.memory = memory;
    r.steps = 400;
    const mr_status status = two_mass_simulate(&r);
    failures += status != MR_OK;
    /* without the errors against the exact solution: its cosines are the C library's */
    printf("%g,%g,%s,%d,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%ld,%ld,%s\n", fr, zeta, options, force,
           memory, r.x1_end, r.x2_end, r.statistics.energy.created_energy,
           r.statistics.energy.exchanged_energy, r.statistics.energy.prediction_error_to_slave,
           (long)r.statistics.counts.slave_steps, (long)r.statistics.counts.input_requests,
           r.error);
}

int main(void) {
    static const char *const schemes[] = {"slowest_first", "fastest_first"};
    static const char *const more[] = {"", "smoothing=on", "coupling=model", "graded_start=on"};
    static const double ratios[] = {1.5, 10.0, 100.0}, dampings[] = {0.0, 0.2};
    char options[256];
    for (int f = 0; f < 3; f++)
        for (int z = 0; z < 2; z++)
            for (int s = 0; s < 2; s++) {
                for (int order = 0; order <= 4; order++) {
                    snprintf(options, sizeof options,
                             "scheme=%s order_to_slave=%d order_to_master=%d", schemes[s], order,
                             order);
                    run(ratios[f], dampings[z], options, false, false);
                }
                for (int p = 0; mr_predictor_types[p]; p++) {
                    snprintf(options, sizeof options,
                             "scheme=%s order_to_slave=1 predictor_to_master=%s order_to_master=%d",
                             schemes[s], mr_predictor_types[p]->name, z == 0 ? 1 : 2);
                    run(ratios[f], dampings[z], options, false, false);
                }
                for (int m = 0; m < 4; m++) {
                    snprintf(options, sizeof options, "scheme=%s %s", schemes[s], more[m]);
                    if (m == 0 || s == 1)
                        run(ratios[f], dampings[z], options, false, false);
                }
                snprintf(options, sizeof options, "scheme=%s break_loop=on", schemes[s]);
                run(ratios[f], dampings[z], options, true, false);
                snprintf(options, sizeof options, "scheme=%s", schemes[s]);
                run(ratios[f], dampings[z], options, false, true);
            }
    fprintf(stderr, "%d runs failed\n", failures);
    return 0;
}
