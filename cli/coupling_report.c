/* verdicts of the multirate blocks */
#include "coupling_report.h"

#include "json.h"
#include "multirate/interface.h"

#include <math.h>
#include <string.h>

#define BLOCK       "sfun_multirate"
#define DIAGNOSTICS 13 /* docs/block.md */

bool is_multirate_block(const bd_simulation *simulation, int index) {
    const char *path = bd_simulation_block(simulation, index)->path;
    const size_t length = strlen(path), name = strlen(BLOCK);
    return length >= name && strcmp(path + length - name, BLOCK) == 0;
}

/* the last values of the block's diagnostics, as statistics; false if it is no such block */
static bool read_block(const bd_simulation *simulation, int index, mr_statistics *s) {
    const char *path = bd_simulation_block(simulation, index)->path;
    double d[DIAGNOSTICS];
    size_t count = DIAGNOSTICS;
    if (!is_multirate_block(simulation, index) ||
        !bd_simulation_signal(simulation, path, 2, d, &count) || count != DIAGNOSTICS)
        return false;
    *s = (mr_statistics){.slave_steps = (int64_t)d[1],
                         .indicated = d[7] > 0.0,
                         .power_residual = d[5],
                         .created_energy = d[6],
                         .created_most = fabs(d[6]),
                         .exchanged_energy = d[7],
                         .energy_error = d[8],
                         .energy_error_rate = d[9],
                         .prediction_error_to_slave = d[10],
                         .prediction_error_to_master = d[11],
                         .doubtful_from = d[12] < 0.0 ? INFINITY : d[12]};
    return true;
}

void coupling_report_lines(const bd_simulation *simulation, FILE *out) {
    for (int i = 0; i < bd_simulation_block_count(simulation); i++) {
        mr_statistics s;
        char verdict[256];
        /* doubts are told by the block itself, as a warning */
        if (read_block(simulation, i, &s) && s.indicated && isinf(s.doubtful_from)) {
            mr_statistics_verdict(&s, verdict, sizeof verdict);
            fprintf(out, "%s: %s\n", bd_simulation_block(simulation, i)->path, verdict);
        }
    }
}

void coupling_report_json(const bd_simulation *simulation, FILE *out) {
    int told = 0;
    fputs("\"couplings\": [", out);
    for (int i = 0; i < bd_simulation_block_count(simulation); i++) {
        mr_statistics s;
        char verdict[256];
        if (!read_block(simulation, i, &s))
            continue;
        mr_statistics_verdict(&s, verdict, sizeof verdict);
        fprintf(out, "%s{\"block\": ", told++ ? ", " : "");
        json_text(out, bd_simulation_block(simulation, i)->path);
        fprintf(out,
                ", \"slave_steps\": %lld, \"created_energy\": %.9g, \"exchanged_energy\": %.9g, "
                "\"energy_error\": %.9g, \"energy_error_rate\": %.9g, "
                "\"prediction_error_to_slave\": %.9g, \"prediction_error_to_master\": %.9g, "
                "\"doubtful_from\": ",
                (long long)s.slave_steps, s.created_energy, s.exchanged_energy, s.energy_error,
                s.energy_error_rate, s.prediction_error_to_slave, s.prediction_error_to_master);
        if (isfinite(s.doubtful_from))
            fprintf(out, "%.9g", s.doubtful_from);
        else
            fputs("null", out);
        fputs(", \"verdict\": ", out);
        json_text(out, verdict);
        fputs("}", out);
    }
    fputs("]", out);
}
