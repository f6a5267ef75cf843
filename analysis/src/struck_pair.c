/* pulses into the states of a linear master that is coupled to a linear slave by an interface model
 * which finds out by itself what moves behind the slave's interface */
#include "analysis/struck.h"

#include "analysis/matrix.h"
#include "staggered_run.h"

#include <math.h>
#include <string.h>

#define LENGTH    288 /* periods */
#define LEAST     6
#define TOO_LARGE 1e9  /* has grown enough to be seen */
#define NOISE     3e-8 /* of records, relative */
#define MISFIT    1e-4

typedef struct striking {
    staggered_run run;
    int p; /* master steps in a period */
    an_responses seen;
} striking;

/* states of the master and outputs of the slave that it sees */
static void note(striking *s, int period, int channel) {
    const int n = s->run.pair->master.states;
    for (int i = 0; i < s->seen.outputs; i++)
        s->seen.y[(period * s->seen.outputs + i) * s->seen.channels + channel] =
            i < n ? s->run.x[i] : s->run.u[i - n];
}

/* from rest, with this state of the master at 1 */
static mr_status strike(striking *s, int state) {
    staggered_run *run = &s->run;
    const int n = run->pair->master.states;
    memset(run->x, 0, (size_t)n * sizeof *run->x);
    memset(run->y, 0, (size_t)run->pair->master.outputs * sizeof *run->y);
    MR_TRY(mr_interface_start(run->interface, 0.0, run->y));
    run->x[state] = 1.0;
    MR_TRY(staggered_major(run, 0.0, false));
    for (int k = 0; k < s->seen.length; k++) {
        double most = 0.0;
        for (int i = k * s->p; i < (k + 1) * s->p; i++) {
            MR_TRY(staggered_advance(run, i * run->h1, (i + 1) * run->h1));
            MR_TRY(staggered_major(run, (i + 1) * run->h1, false));
        }
        note(s, k, state);
        for (int i = 0; i < n; i++)
            most = fmax(most, fabs(run->x[i]));
        if (!(most < TOO_LARGE))
            s->seen.length = k + 1;
    }
    return MR_OK;
}

static mr_status judge(const striking *s, double period, double tolerance, an_stability *found,
                       mr_message *message) {
    an_realisation made = {0};
    double share = 1.0, radius = NAN;
    mr_status status = an_realise_fewest(&made, &s->seen, NOISE);
    if (status == MR_OK)
        status = an_radius_of(&s->seen, &made, NOISE, &radius, &share);
    const double misfit = made.misfit;
    if (status == MR_OK && !(misfit <= MISFIT))
        status = MR_ERR_UNSUPPORTED;
    *found = (an_stability){.dimension = made.states,
                            .radius = radius,
                            .period = period,
                            .growth = log(radius) / period,
                            .blur = misfit / share / s->seen.length / period};
    an_realisation_free(&made);
    MR_TRY(an_blame(status, MR_ERR_UNSUPPORTED, message,
                    "the coupled run does not answer to pulses like a linear system, so that "
                    "nothing is known of its stability; a run tells"));
    found->stable = radius <= 1.0 + tolerance * s->p + found->blur * period;
    return MR_OK;
}

mr_status an_struck_pair(an_stability *found, const an_pair *pair, const an_coupling *coupling,
                         mr_message *message) {
    const double steps[2] = {coupling->step, coupling->slave_step};
    int whole[2];
    const double period = an_common_period(steps, 2, whole);
    const int n = pair->master.states;
    striking s = {.p = whole[0]};
    if (!(period > 0.0)) {
        mr_message_set(message, "the steps of both sides have no common period of at most %d steps",
                       AN_MOST_STEPS);
        return MR_ERR_UNSUPPORTED;
    }
    /* an approximate ratio is made exact, as on the common grid */
    mr_status status = staggered_open(&s.run, pair, coupling, coupling->step * whole[0] / whole[1],
                                      1, true, message);
    s.run.slave.rests = true;
    if (status == MR_OK && !an_responses_make(&s.seen, n + pair->master.inputs, n, n, LENGTH))
        status = MR_ERR_MEMORY;
    for (int j = 0; j < n && status == MR_OK; j++) {
        status = strike(&s, j);
        if (status != MR_OK)
            mr_message_set(message, "%s", mr_interface_error(s.run.interface));
    }
    mr_statistics statistics = {.model = {.guarded = 0}};
    if (status == MR_OK)
        mr_interface_statistics(s.run.interface, &statistics);
    if (statistics.model.guarded > 0) {
        mr_message_set(message, "what moves behind the interface is not known to the interface "
                                "model, and its safeguard takes energy from the motion: that is "
                                "not linear, a run tells");
        status = MR_ERR_UNSUPPORTED;
    }
    if (status == MR_OK && s.seen.length < LEAST) {
        mr_message_set(message, "the coupling grows beyond all bounds within %d periods",
                       s.seen.length);
        status = MR_ERR_NOT_FINITE;
    }
    if (status == MR_OK)
        status = judge(&s, whole[0] * coupling->step, coupling->tolerance, found, message);
    an_responses_free(&s.seen);
    staggered_close(&s.run);
    return status == MR_ERR_MEMORY ? mr_no_memory(message) : status;
}
