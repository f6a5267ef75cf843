/* results.csv of the study */
#include "study_report.h"
#include "study_two_mass.h"

#include <stdio.h>

bool study_write_results(const study *s) {
    FILE *file = report_open(s->folder, "results.csv");
    if (!file)
        return false;
    fprintf(
        file,
        "fr,scheme,order_to_slave,order_to_master,predictor,smoothing,coupling,zeta,position_error,"
        "energy_error,fast_amplitude,slave_steps,master_evaluations,wall_s,indicator\n");
    for (int i = 0; i < s->count; i++) {
        const study_case *c = &s->cases[i];
        if (!s->journal.rows[i])
            continue; /* the study was stopped before */
        fprintf(file, "%.17g,%s,%d,%d,%s,%s,%s,%.17g,%.17g,%.17g,%.17g,%.0f,%.0f,%.6f,%.9g\n",
                c->fr, c->fastest_first ? "ff" : "sf", c->order_to_slave, c->order_to_master,
                c->predictor, c->smoothing ? "on" : "off", c->coupling, c->zeta, c->position_error,
                c->energy_error, c->fast_amplitude, c->slave_steps, c->master_evaluations,
                c->wall_s, c->indicator);
    }
    return report_close(file, s->folder, "results.csv");
}
