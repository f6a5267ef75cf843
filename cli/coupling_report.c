/* verdicts of the multirate blocks, and with timing=on what their slaves cost */
#include "coupling_report.h"

#include "multirate/interface.h"

#include <math.h>
#include <string.h>

#define BLOCK       "sfun_multirate"
#define DIAGNOSTICS 13 /* docs/block.md */
#define TIMED       17 /* with timing=on */

bool is_multirate_block(const bd_simulation *simulation, int index) {
    const char *path = bd_simulation_block(simulation, index)->path;
    const size_t length = strlen(path), name = strlen(BLOCK);
    return length >= name && strcmp(path + length - name, BLOCK) == 0;
}

/* the last values of the block's diagnostics, as statistics; false if it is no such block */
static bool read_block(const bd_simulation *simulation, int index, mr_statistics *s) {
    const char *path = bd_simulation_block(simulation, index)->path;
    double d[TIMED] = {0.0};
    size_t count = TIMED;
    if (!is_multirate_block(simulation, index) ||
        !bd_simulation_signal(simulation, path, 2, d, &count) ||
        (count != DIAGNOSTICS && count != TIMED))
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
                         .doubtful_from = d[12] < 0.0 ? INFINITY : d[12],
                         .slave_seconds = d[13],
                         .step_seconds = d[15],
                         .worker = (int)d[16]};
    return true;
}

/* "" without timing=on */
static void print_times(const char *path, const mr_statistics *s, FILE *out) {
    if (s->slave_seconds == 0.0)
        return;
    fprintf(out, "%s: %.3g s in %lld slave steps", path, s->slave_seconds,
            (long long)s->slave_steps);
    if (s->step_seconds > 0.0)
        fprintf(out, ", the last ones of %.3g us", 1e6 * s->step_seconds);
    if (s->step_seconds > 0.0 && s->worker > 0)
        fprintf(out, " with worker %d", s->worker);
    else if (s->step_seconds > 0.0)
        fputs(s->worker == 0 ? " with the master" : " in a thread of its own", out);
    fputs("\n", out);
}

void coupling_report_lines(const bd_simulation *simulation, FILE *out) {
    for (int i = 0; i < bd_simulation_block_count(simulation); i++) {
        mr_statistics s;
        char verdict[256];
        if (!read_block(simulation, i, &s))
            continue;
        print_times(bd_simulation_block(simulation, i)->path, &s, out);
        /* doubts are told by the block itself, as a warning */
        if (s.indicated && isinf(s.doubtful_from)) {
            mr_statistics_verdict(&s, verdict, sizeof verdict);
            fprintf(out, "%s: %s\n", bd_simulation_block(simulation, i)->path, verdict);
        }
    }
}

void coupling_report_json(const bd_simulation *simulation, json *j) {
    json_list(j, "couplings");
    for (int i = 0; i < bd_simulation_block_count(simulation); i++) {
        mr_statistics s;
        char verdict[256];
        if (!read_block(simulation, i, &s))
            continue;
        mr_statistics_verdict(&s, verdict, sizeof verdict);
        json_object(j, NULL);
        json_text(j, "block", bd_simulation_block(simulation, i)->path);
        json_whole(j, "slave_steps", s.slave_steps);
        json_number(j, "created_energy", s.created_energy);
        json_number(j, "exchanged_energy", s.exchanged_energy);
        json_number(j, "energy_error", s.energy_error);
        json_number(j, "energy_error_rate", s.energy_error_rate);
        json_number(j, "prediction_error_to_slave", s.prediction_error_to_slave);
        json_number(j, "prediction_error_to_master", s.prediction_error_to_master);
        json_number(j, "doubtful_from", s.doubtful_from);
        if (s.slave_seconds > 0.0) {
            json_number(j, "slave_seconds", s.slave_seconds);
            json_number(j, "step_seconds", s.step_seconds);
            json_whole(j, "worker", s.worker);
        }
        json_text(j, "verdict", verdict);
        json_end(j);
    }
    json_end(j);
}
