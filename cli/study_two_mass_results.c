/* results.csv of the study */
#include "study_two_mass.h"

#include <stdio.h>

bool study_write_results(const study *s) {
    char path[4096];
    snprintf(path, sizeof path, "%s/results.csv", s->folder);
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "multirate study: '%s' cannot be written\n", path);
        return false;
    }
    fprintf(
        file,
        "fr,scheme,order_to_slave,order_to_master,predictor,smoothing,coupling,zeta,position_error,"
        "energy_error,fast_amplitude,slave_steps,master_evaluations,wall_s,indicator\n");
    for (int i = 0; i < s->count; i++) {
        const study_case *c = &s->cases[i];
        fprintf(file, "%.17g,%s,%d,%d,%s,%s,%s,%.17g,%.17g,%.17g,%.17g,%.0f,%.0f,%.6f,%.9g\n",
                c->fr, c->fastest_first ? "ff" : "sf", c->order_to_slave, c->order_to_master,
                c->predictor, c->smoothing ? "on" : "off", c->coupling, c->zeta, c->position_error,
                c->energy_error, c->fast_amplitude, c->slave_steps, c->master_evaluations,
                c->wall_s, c->indicator);
    }
    const bool good = !ferror(file);
    if (fclose(file) != 0 || !good) {
        fprintf(stderr, "multirate study: '%s' could not be written to its end\n", path);
        return false;
    }
    return true;
}
