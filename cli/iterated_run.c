/* windows, passes, convergence
 *
 * Waveform relaxation (Lelarasmee, Ruehli, Sangiovanni-Vincentelli, IEEE Trans. CAD 1 (1982)): in
 * the second pass over a window the two sides no longer extrapolate each other, but interpolate
 * what the pass before has shown. The diagram goes back by its saved state, the slave by its own.
 */
#include "iterated_run.h"

#include "coupling_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WATCHED 64

/* outputs of the multirate blocks */
typedef struct watch {
    int blocks[MOST_WATCHED];
    int count;
    double values[MOST_WATCHED][MOST_WATCHED], before[MOST_WATCHED][MOST_WATCHED];
    size_t widths[MOST_WATCHED];
    double largest;
} watch;

static void find_blocks(const bd_simulation *simulation, watch *w) {
    for (int i = 0; i < bd_simulation_block_count(simulation) && w->count < MOST_WATCHED; i++)
        if (is_multirate_block(simulation, i))
            w->blocks[w->count++] = i;
}

/* the largest change since the last look, relative to the largest value ever */
static double look(const bd_simulation *simulation, watch *w) {
    double change = 0.0;
    for (int b = 0; b < w->count; b++) {
        size_t width = MOST_WATCHED;
        memcpy(w->before[b], w->values[b], sizeof w->before[b]);
        const char *path = bd_simulation_block(simulation, w->blocks[b])->path;
        if (!bd_simulation_signal(simulation, path, 1, w->values[b], &width))
            width = 0;
        for (size_t k = 0; k < width && k < MOST_WATCHED; k++) {
            w->largest = fmax(w->largest, fabs(w->values[b][k]));
            change = fmax(change, fabs(w->values[b][k] - w->before[b][k]));
        }
    }
    return w->largest > 0.0 ? change / w->largest : 0.0;
}

static bd_status run_to(bd_simulation *simulation, double end, bd_error *error) {
    bd_status status = BD_OK;
    while (status == BD_OK && !bd_simulation_is_done(simulation) &&
           bd_simulation_time(simulation) < end)
        status = bd_simulation_step(simulation, error);
    return status;
}

static bd_status pass_window(bd_simulation *simulation, iteration *i, watch *w, double end,
                             void *bytes, size_t size, bd_error *error) {
    const double begin = bd_simulation_time(simulation);
    bd_status status = bd_simulation_save(simulation, bytes, size, error);
    if (status == BD_OK)
        status = run_to(simulation, end, error);
    look(simulation, w);
    i->passes++;
    bool fits = i->most == 1;
    for (int pass = 2; pass <= i->most && status == BD_OK && !fits; pass++) {
        status = bd_simulation_restore(simulation, bytes, size, error);
        bd_simulation_forget_records(simulation, begin);
        if (status == BD_OK)
            status = run_to(simulation, end, error);
        i->passes++;
        fits = look(simulation, w) <= i->tolerance;
    }
    i->windows++;
    i->unconverged += !fits;
    return status;
}

bd_status iterated_run(bd_simulation *simulation, iteration *i, bd_error *error) {
    watch *w = calloc(1, sizeof *w);
    bd_status status = bd_simulation_start(simulation, error);
    /* the first step starts the slaves */
    if (status == BD_OK)
        status = bd_simulation_step(simulation, error);
    const size_t size = bd_simulation_state_size(simulation);
    void *bytes = malloc(size);
    if (!w || !bytes)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the saved state");
    const double t0 = bd_simulation_start_time(simulation);
    if (status == BD_OK)
        find_blocks(simulation, w);
    for (long k = 1; status == BD_OK && !bd_simulation_is_done(simulation); k++) {
        const double end = t0 + (double)k * i->window;
        /* a rounding before the end of the window is the end */
        if (bd_simulation_time(simulation) < end - 1e-9 * i->window)
            status = pass_window(simulation, i, w, end - 1e-9 * i->window, bytes, size, error);
    }
    bd_error unused;
    const bd_status finished = bd_simulation_finish(simulation, status == BD_OK ? error : &unused);
    free(bytes);
    free(w);
    return status == BD_OK ? finished : status;
}
