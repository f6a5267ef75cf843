/* windows, passes, convergence
 *
 * Waveform relaxation (Lelarasmee, Ruehli, Sangiovanni-Vincentelli, IEEE Trans. CAD 1 (1982)): in
 * the second pass over a window the two sides no longer extrapolate each other, but interpolate
 * what the pass before has shown. The diagram goes back by its saved state, the slave by its own.
 */
#include "iterated_run.h"

#include "coupling_report.h"
#include "signals/names.h"

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

static void find_blocks(const bd_run *run, watch *w) {
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)) && w->count < MOST_WATCHED; i++)
        if (sg_is_multirate_block(run, i))
            w->blocks[w->count++] = i;
}

/* the largest change since the last look, relative to the largest value ever */
static double look(const bd_run *run, watch *w) {
    double change = 0.0;
    for (int b = 0; b < w->count; b++) {
        size_t width = MOST_WATCHED;
        memcpy(w->before[b], w->values[b], sizeof w->before[b]);
        const char *path = bd_model_block(bd_run_model(run), w->blocks[b])->path;
        if (!bd_run_signal(run, path, 1, w->values[b], &width))
            width = 0;
        for (size_t k = 0; k < width && k < MOST_WATCHED; k++) {
            w->largest = fmax(w->largest, fabs(w->values[b][k]));
            change = fmax(change, fabs(w->values[b][k] - w->before[b][k]));
        }
    }
    return w->largest > 0.0 ? change / w->largest : 0.0;
}

static bd_status run_to(bd_run *run, double end, bd_error *error) {
    while (!bd_run_is_done(run) && bd_run_time(run) < end)
        BD_TRY(bd_run_step(run, error));
    return BD_OK;
}

static bd_status pass_window(bd_run *run, iteration *i, watch *w, double end, void *bytes,
                             size_t size, bd_error *error) {
    const double begin = bd_run_time(run);
    bd_status status = bd_run_save(run, bytes, size, error);
    if (status == BD_OK)
        status = run_to(run, end, error);
    look(run, w);
    i->passes++;
    bool fits = i->most == 1;
    for (int pass = 2; pass <= i->most && status == BD_OK && !fits; pass++) {
        status = bd_run_restore(run, bytes, size, error);
        bd_run_forget_records(run, begin);
        if (status == BD_OK)
            status = run_to(run, end, error);
        i->passes++;
        fits = look(run, w) <= i->tolerance;
    }
    i->windows++;
    i->unconverged += !fits;
    return status;
}

bd_status iterated_run(bd_run *run, iteration *i, bd_error *error) {
    watch *w = calloc(1, sizeof *w);
    bd_status status = bd_run_start(run, error);
    /* the first step starts the slaves */
    if (status == BD_OK)
        status = bd_run_step(run, error);
    const size_t size = bd_run_state_size(run);
    void *bytes = malloc(size);
    if (!w || !bytes)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the saved state");
    const double t0 = bd_run_start_time(run);
    if (status == BD_OK)
        find_blocks(run, w);
    for (long k = 1; status == BD_OK && !bd_run_is_done(run); k++) {
        const double end = t0 + (double)k * i->window;
        /* a rounding before the end of the window is the end */
        if (bd_run_time(run) < end - 1e-9 * i->window)
            status = pass_window(run, i, w, end - 1e-9 * i->window, bytes, size, error);
    }
    bd_error unused;
    const bd_status finished = bd_run_finish(run, status == BD_OK ? error : &unused);
    free(bytes);
    free(w);
    return status == BD_OK ? finished : status;
}
