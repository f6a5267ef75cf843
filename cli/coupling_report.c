/* verdicts of the multirate blocks, and with timing=on what their slaves cost */
#include "complain.h"
#include "coupling_report.h"

#include "blockdiagram/sfunction.h"
#include "signals/names.h"

#include <math.h>
#include <string.h>

/* the function of a multirate block, and the SimStruct that it takes; NULL: there is none */
static void *ask_block(const bd_run *run, int index, const char *symbol, void *function,
                       size_t size) {
    const void *address = bd_run_block_symbol(run, index, symbol);
    const void *simstruct = bd_run_block_symbol(run, index, NULL);
    if (!sg_is_multirate_block(run, index) || !address || !simstruct)
        return NULL;
    memcpy(function, &address, size);
    return (void *)(uintptr_t)simstruct;
}

/* all that the block knows, and not only what its diagnostics tell; false: it does not say */
static bool ask_statistics(const bd_run *run, int index, mr_statistics *s) {
    mr_block_statistics_of *statistics_of = NULL;
    void *simstruct =
        ask_block(run, index, MR_BLOCK_STATISTICS_SYMBOL, &statistics_of, sizeof statistics_of);
    return simstruct && statistics_of(simstruct, s, (int)sizeof *s) != 0;
}

/* the last values of the block's diagnostics, as statistics; false if it is no such block, or has
 * no such port */
static bool read_block(const bd_run *run, int index, mr_statistics *s) {
    const char *path = bd_model_block(bd_run_model(run), index)->path;
    double d[MR_DIAGNOSTICS_TIMED] = {0.0};
    size_t count = MR_DIAGNOSTICS_TIMED;
    if (!sg_is_multirate_block(run, index) || !bd_run_signal(run, path, 2, d, &count) ||
        !mr_block_read_diagnostics(d, count, s))
        return false;
    mr_statistics all = {0};
    if (ask_statistics(run, index, &all)) {
        const mr_step_times times = s->times;
        *s = all;
        s->times = times;
    }
    return true;
}

bool coupling_statistics(const bd_run *run, int index, bool diverged, mr_statistics *s) {
    if (!read_block(run, index, s))
        return false;
    if (diverged) {
        s->energy.energy_error = s->energy.energy_error_rate = INFINITY;
        s->energy.doubtful_from = fmin(s->energy.doubtful_from, bd_run_time(run));
    }
    return true;
}

typedef struct settings_call {
    mr_block_settings_of *settings_of;
    void *simstruct;
    char *text;
    size_t size;
    bool good;
} settings_call;

static void call_settings(void *user) {
    settings_call *c = user;
    c->good = c->settings_of(c->simstruct, c->text, (int)c->size) >= 0;
}

/* it takes its parameters as an S-function does: without memory it leaves through the guard */
bool coupling_settings(const bd_run *run, int index, char *text, size_t size) {
    settings_call c = {.text = text, .size = size};
    char message[200];
    c.simstruct =
        ask_block(run, index, MR_BLOCK_SETTINGS_SYMBOL, &c.settings_of, sizeof c.settings_of);
    return c.simstruct &&
           bd_mx_own_provider()->call(NULL, call_settings, &c, message, sizeof message) == 0 &&
           c.good;
}

mr_block_outcome coupling_outcome(const bd_run *run) {
    mr_block_outcome worst = MR_BLOCK_GOOD;
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)); i++) {
        mr_block_outcome_of *outcome_of = NULL;
        void *simstruct =
            ask_block(run, i, MR_BLOCK_OUTCOME_SYMBOL, &outcome_of, sizeof outcome_of);
        if (!simstruct)
            continue;
        const int outcome = outcome_of(simstruct);
        if (outcome > (int)worst)
            worst = (mr_block_outcome)outcome;
    }
    return worst;
}

/* "" without timing=on */
static void print_times(const char *path, const mr_statistics *s, FILE *out) {
    if (s->times.slave_seconds == 0.0)
        return;
    print_plain_to(out, "%s: %.3g s in %lld slave steps", path, s->times.slave_seconds,
                   (long long)s->counts.slave_steps);
    if (s->times.step_seconds > 0.0)
        print_plain_to(out, ", the last ones of %.3g us", 1e6 * s->times.step_seconds);
    if (s->times.step_seconds > 0.0 && s->times.worker > 0)
        print_plain_to(out, " with worker %d", s->times.worker);
    else if (s->times.step_seconds > 0.0)
        fputs(s->times.worker == 0 ? " with the master" : " in a thread of its own", out);
    fputs("\n", out);
}

void coupling_report_lines(const bd_run *run, FILE *out) {
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)); i++) {
        mr_statistics s;
        char verdict[MR_VERDICT_SIZE];
        if (!read_block(run, i, &s))
            continue;
        print_times(bd_model_block(bd_run_model(run), i)->path, &s, out);
        /* doubts are told by the block itself, as a warning */
        if (s.energy.indicated && !mr_statistics_doubtful(&s)) {
            mr_statistics_verdict(&s, verdict, sizeof verdict);
            print_plain_to(out, "%s: %s\n", bd_model_block(bd_run_model(run), i)->path, verdict);
        }
    }
}

void coupling_report_json(const bd_run *run, bool diverged, json *j) {
    json_list(j, "couplings");
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)); i++) {
        mr_statistics s;
        char verdict[MR_VERDICT_SIZE];
        if (!coupling_statistics(run, i, diverged, &s))
            continue;
        mr_statistics_verdict(&s, verdict, sizeof verdict);
        json_object(j, NULL);
        json_text(j, "block", bd_model_block(bd_run_model(run), i)->path);
        json_whole(j, "slave_steps", s.counts.slave_steps);
        json_number(j, "created_energy", s.energy.created_energy);
        json_number(j, "exchanged_energy", s.energy.exchanged_energy);
        json_number(j, "energy_error", s.energy.energy_error);
        json_number(j, "energy_error_rate", s.energy.energy_error_rate);
        json_number(j, "signal_error", mr_statistics_signal_error(&s));
        json_number(j, "prediction_error_to_slave", s.energy.prediction_error_to_slave);
        json_number(j, "prediction_error_to_master", s.energy.prediction_error_to_master);
        json_number(j, "doubtful_from", s.energy.doubtful_from);
        if (s.times.slave_seconds > 0.0) {
            json_number(j, "slave_seconds", s.times.slave_seconds);
            json_number(j, "step_seconds", s.times.step_seconds);
            json_whole(j, "worker", s.times.worker);
        }
        json_text(j, "verdict", verdict);
        json_end(j);
    }
    json_end(j);
}
