/* the multirate block for Scilab/Xcos: a computational function of type 4 over libmultirate
 *
 * Only points of the solution may enter the history, and Xcos has no major steps: between two
 * events a solver runs on its own, and blocks see nothing but trial points. But a solver that
 * watches zero crossings evaluates them at the end of every step it has accepted. So the block has
 * one surface, which never crosses zero, for the sake of these calls:
 *     flag 9 while the solver runs: the end of an accepted step, or, if another block's surface has
 *         changed its sign by then, points of the search for the root, which lie before it. The
 *         sample waits until the solver goes on from there; if it stops at a root it is forgotten.
 *     any call between runs of the solver: a point of the solution.
 * Everything else is a trial point: answered, never remembered. */
#include "multirate_xcos.h"
#include "block/diagnostics.h"
#include "block/slave.h"

#include <stdlib.h>
#include <string.h>

/* everything of one block in one run; kept in its work pointer */
typedef struct block_run {
    mr_block_slave slave;
    int inputs, outputs;
    int started;
    double distance; /* samples closer than this to the last one are left out */
    double last;     /* time of the last sample that the library has */
    int waiting;     /* a sample at the end of an accepted step */
    double t;
    double *y1;
    double *u1; /* answers that nobody wants */
} block_run;

static const double *input(const scicos_block *block, const block_run *run) {
    return run->inputs > 0 ? block->inptr[0] : run->y1;
}

static double *output(const scicos_block *block, const block_run *run) {
    return run->outputs > 0 ? block->outptr[0] : run->u1;
}

typedef void teller(const char *format, ...);

static void tell(const scicos_block *block, teller *to, const char *kind, const char *text) {
    const int named = block->label && block->label[0];
    to("%sMultirate block%s%.80s%s: %s.%s", kind, named ? " '" : "", named ? block->label : "",
       named ? "'" : "", text, *kind ? "\n" : "");
}

static void fail(const scicos_block *block, const char *text) {
    tell(block, Coserror, "", text);
}

/* what a user should not have to look for */
static void warn_of_doubts(const scicos_block *block, const block_run *run) {
    mr_statistics statistics;
    char sentence[MR_VERDICT_SIZE];
    if (!run->started)
        return;
    mr_interface_statistics(run->slave.interface, &statistics);
    if (mr_interface_warning(run->slave.interface, true, sentence, (int)sizeof sentence) > 0)
        tell(block, scicos_print, "WARNING: ", sentence);
    if (!mr_statistics_doubtful(&statistics))
        return;
    mr_statistics_verdict(&statistics, sentence, (int)sizeof sentence);
    tell(block, scicos_print, "WARNING: ", sentence);
}

static int check(const scicos_block *block, const block_run *run, mr_status status) {
    if (status != MR_OK)
        fail(block, mr_interface_error(run->slave.interface));
    return status == MR_OK;
}

static int breaks_loop(const block_run *run) {
    return mr_interface_config(run->slave.interface)->break_loop;
}

/* text number `index`, as the interface function has put it there; NULL if it is something else */
static const char *text_of(const scicos_block *block, int index) {
    if (index >= block->nopar || block->opartyp[index] != SCICOS_INT8)
        return NULL;
    const int size = block->oparsz[index] * block->oparsz[block->nopar + index];
    const char *text = block->oparptr[index];
    return size > 0 && text[size - 1] == '\0' ? text : NULL;
}

/* the slave may have changed since the interface function made the ports for it */
static int ports_fit(const scicos_block *block, const block_run *run) {
    const int in = run->inputs > 0, out = run->outputs > 0;
    return block->nin == in && (block->nout == out || block->nout == out + 1) &&
           (!in || block->insz[0] == run->inputs) && (!out || block->outsz[0] == run->outputs) &&
           (block->nout == out || block->outsz[out] == MR_DIAGNOSTICS);
}

static void end(scicos_block *block) {
    block_run *run = *block->work;
    if (!run)
        return;
    mr_block_slave_close(&run->slave);
    free(run->y1);
    free(run->u1);
    free(run);
    *block->work = NULL;
}

static mr_status open_slave(block_run *run, const char *name, const char *configuration,
                            const char *options, mr_message *message) {
    MR_TRY(mr_block_slave_open_text(name, configuration, options, &run->slave, message));
    run->inputs = mr_interface_inputs(run->slave.interface);
    run->outputs = mr_interface_outputs(run->slave.interface);
    return MR_OK;
}

static void begin(scicos_block *block) {
    mr_message message;
    const char *name = text_of(block, 0), *configuration = text_of(block, 1),
               *options = text_of(block, 2);
    block_run *run = calloc(1, sizeof *run);
    *block->work = run;
    if (!run) {
        fail(block, "not enough memory");
        return;
    }
    if (!name || !configuration || !options) {
        fail(block, "its parameters are not those that its dialog makes");
    } else if (open_slave(run, name, configuration, options, &message) != MR_OK) {
        fail(block, message.text);
    } else if (!ports_fit(block, run)) {
        fail(block, "the slave has other inputs or outputs than the block; open its dialog and "
                    "confirm it");
    } else {
        /* a hair less: points of a grid meet it only up to rounding */
        run->distance = block->nrpar > 0 ? block->rpar[0] * (1.0 - 1e-6) : 0.0;
        run->y1 = calloc((size_t)run->inputs + 1, sizeof *run->y1);
        run->u1 = calloc((size_t)run->outputs + 1, sizeof *run->u1);
        if (run->y1 && run->u1)
            return;
        fail(block, "not enough memory");
    }
    end(block);
}

/* after an event a variable-step solver begins with tiny steps: samples so close together tell more
 * about its tolerance than about the signal, and a polynomial would extrapolate just that */
static int too_close(const block_run *run, double t) {
    return t > run->last && t - run->last < run->distance;
}

/* y1 at t is a point of the solution */
static int store(const scicos_block *block, block_run *run, double t, const double *y1,
                 double *u1) {
    mr_interface *interface = run->slave.interface;
    run->last = t;
    if (!breaks_loop(run))
        return check(block, run, mr_interface_exchange(interface, t, y1, MR_MAJOR, u1));
    return check(block, run, mr_interface_exchange(interface, t, NULL, MR_MAJOR, u1)) &&
           check(block, run, mr_interface_commit(interface, t, y1));
}

static int store_waiting(const scicos_block *block, block_run *run, double *u1) {
    run->waiting = 0;
    return store(block, run, run->t, run->y1, u1);
}

/* between runs of the solver: a sample before this point was passed by the solver, any other one is
 * this point, or was taken back by a root */
static int settle_waiting(const scicos_block *block, block_run *run, double t) {
    if (run->waiting && run->t < t)
        return store_waiting(block, run, run->u1);
    run->waiting = 0;
    return 1;
}

static void write_diagnostics(const scicos_block *block, const block_run *run, double t) {
    const int port = run->outputs > 0;
    if (block->nout > port)
        mr_block_diagnose(run->slave.interface, t, block->outptr[port]);
}

static int answer(const scicos_block *block, block_run *run, double t, double *u1) {
    const double *y1 = breaks_loop(run) ? NULL : input(block, run);
    if (get_phase_simulation() != SCICOS_SOLVING) {
        if (!settle_waiting(block, run, t))
            return 0;
        const mr_evaluation kind = too_close(run, t) ? MR_MINOR : MR_MAJOR;
        if (kind == MR_MAJOR)
            run->last = t;
        return check(block, run, mr_interface_exchange(run->slave.interface, t, y1, kind, u1));
    }
    if (run->waiting && t == run->t)
        return store_waiting(block, run, u1);
    if (run->waiting && t > run->t && !store_waiting(block, run, run->u1))
        return 0;
    return check(block, run, mr_interface_exchange(run->slave.interface, t, y1, MR_MINOR, u1));
}

static void sample(const scicos_block *block, block_run *run, double t) {
    if (get_phase_simulation() != SCICOS_SOLVING) {
        /* without a broken loop the answer has taken y1 already */
        if (settle_waiting(block, run, t) && !too_close(run, t) &&
            (breaks_loop(run) || t != run->last))
            (void)store(block, run, t, input(block, run), run->u1);
        return;
    }
    /* where the solver began, or where it looks for a root */
    if (t <= run->last || (run->waiting && t < run->t))
        return;
    if (run->waiting && !store_waiting(block, run, run->u1))
        return;
    if (too_close(run, t))
        return;
    run->waiting = 1;
    run->t = t;
    memcpy(run->y1, input(block, run), (size_t)run->inputs * sizeof *run->y1);
}

/* before the run, while the master's outputs are being found: the slave shows what it has without
 * them; it begins anew with the first sample */
static void start(const scicos_block *block, block_run *run, double t) {
    if (!run->started) {
        run->started = 1;
        run->last = t;
        if (!check(block, run, mr_interface_start(run->slave.interface, t, NULL)))
            return;
    }
    (void)check(block, run,
                mr_interface_exchange(run->slave.interface, t, NULL, MR_MINOR, output(block, run)));
}

void multirate_block(scicos_block *block, int flag) {
    const double t = get_scicos_time();
    if (flag == SCICOS_INITIALIZATION)
        begin(block);
    else if (flag == SCICOS_ENDING) {
        if (*block->work)
            warn_of_doubts(block, *block->work);
        end(block);
    } else if (flag == SCICOS_ZERO_CROSSING && block->ng > 0)
        block->g[0] = 1.0;
    block_run *run = *block->work;
    if (!run)
        return;
    if (flag == SCICOS_REINITIALIZATION)
        start(block, run, t);
    else if (flag == SCICOS_OUTPUTS && answer(block, run, t, output(block, run)))
        write_diagnostics(block, run, t);
    else if (flag == SCICOS_ZERO_CROSSING)
        sample(block, run, t);
}
