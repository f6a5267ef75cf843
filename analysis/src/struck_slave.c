/* pulses into the states of a linear master that is coupled to a slave as it is */
#include "analysis/struck.h"

#include "pulses.h"
#include "staggered_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STATES 24
#define STILL       1e-10 /* a state that moves by less is at rest */

/* the master moves by x' = rates + A x + B (u - u0), y = y0 + C x + D (u - u0) from x = 0 on: that
 * is linear, with a last state that is always 1 */
typedef struct struck_slave {
    const an_struck_slave *about;
    an_pair pair;
    an_coupling coupling;
    staggered_run run;
    int p;       /* steps of the master in a period */
    double step; /* of the slave */
    bool guarded, uneven;
} struck_slave;

static mr_status make_master(struck_slave *s) {
    const an_system *from = &s->about->pair->master;
    const int n = from->states, m = from->inputs, q = from->outputs;
    an_system *to = &s->pair.master;
    if (!an_system_make(to, n + 1, m, q))
        return MR_ERR_MEMORY;
    for (int i = 0; i < n; i++) {
        double *offset = &to->A[i * (n + 1) + n];
        memcpy(to->A + (size_t)(i * (n + 1)), from->A + (size_t)(i * n), (size_t)n * sizeof *to->A);
        *offset = s->about->rates[i];
        for (int j = 0; j < m; j++)
            *offset -= from->B[i * m + j] * s->about->inputs[j];
    }
    memcpy(to->B, from->B, (size_t)(n * m) * sizeof *to->B);
    for (int i = 0; i < q; i++) {
        double *offset = &to->C[i * (n + 1) + n];
        memcpy(to->C + (size_t)(i * (n + 1)), from->C + (size_t)(i * n), (size_t)n * sizeof *to->C);
        *offset = s->about->outputs[i];
        for (int j = 0; j < m; j++)
            *offset -= from->D[i * m + j] * s->about->inputs[j];
    }
    memcpy(to->D, from->D, (size_t)(q * m) * sizeof *to->D);
    /* of the slave sizes alone are asked for */
    s->pair.slave = (an_system){.inputs = q, .outputs = m};
    return MR_OK;
}

/* --- runs --- */

static mr_status begin(void *context, mr_message *message) {
    struck_slave *s = context;
    staggered_run *run = &s->run;
    const int n = s->about->pair->master.states;
    memset(run->x, 0, (size_t)n * sizeof *run->x);
    run->x[n] = 1.0;
    memcpy(run->u, s->about->inputs, (size_t)s->pair.slave.outputs * sizeof *run->u);
    memcpy(run->y, s->about->outputs, (size_t)s->pair.slave.inputs * sizeof *run->y);
    mr_status status = mr_interface_start(run->interface, s->about->start, run->y);
    if (status == MR_OK)
        status = staggered_major(run, s->about->start, false);
    if (status != MR_OK)
        mr_message_set(message, "%s", mr_interface_error(run->interface));
    return status;
}

static mr_status advance(void *context, int period, mr_message *message) {
    struck_slave *s = context;
    staggered_run *run = &s->run;
    mr_status status = MR_OK;
    for (int i = period * s->p; i < (period + 1) * s->p && status == MR_OK; i++) {
        const double t = s->about->start + (i + 1) * run->h1;
        status = staggered_advance(run, s->about->start + i * run->h1, t);
        if (status == MR_OK)
            status = staggered_major(run, t, false);
    }
    if (status != MR_OK)
        mr_message_set(message, "%s", mr_interface_error(run->interface));
    return status;
}

static void push(void *context, int input, double size) {
    ((struck_slave *)context)->run.x[input] += size;
}

/* a safeguard that takes energy, and steps that are not of one size, are no linear map. A step that
 * a period's end cuts in two may count to either */
static void watch(struck_slave *s) {
    mr_statistics now;
    mr_interface_statistics(s->run.interface, &now);
    const double periods = (mr_interface_slave_time(s->run.interface) - s->about->start) / s->step;
    s->guarded = s->guarded || now.model.guarded > 0;
    s->uneven = s->uneven || fabs((double)now.counts.slave_steps - periods) > 1.5;
}

/* states of the master and outputs of the slave that it hears */
static void listen(void *context, double *outputs) {
    struck_slave *s = context;
    const int n = s->about->pair->master.states, m = s->about->pair->master.inputs;
    memcpy(outputs, s->run.x, (size_t)n * sizeof *outputs);
    for (int i = 0; i < m; i++)
        outputs[n + i] = s->about->ignored && s->about->ignored[i] ? 0.0 : s->run.u[i];
    watch(s);
}

/* pulses go into states, which are the first outputs. One that is at rest gets a pulse of 1 */
static void find_levels(void *context, const double *of_outputs, double *of_inputs) {
    const struck_slave *s = context;
    for (int j = 0; j < s->about->pair->master.states; j++)
        of_inputs[j] =
            of_outputs[j] > STILL * fmax(1.0, fabs(s->about->states[j])) ? of_outputs[j] : 1.0;
}

/* --- what comes of it --- */

static mr_status judge(struck_slave *s, int steps, double period, an_stability *found,
                       mr_message *message) {
    const int n = s->about->pair->master.states, m = s->about->pair->master.inputs;
    pulses p = {.how = {begin, advance, push, listen, find_levels, s},
                .inputs = n,
                .outputs = n + m,
                .period = period,
                .steps = steps,
                .bent = true};
    double misfit;
    mr_status status = pulses_open(&p);
    if (status == MR_OK)
        status = pulses_judge(&p, s->coupling.tolerance, found, &misfit, message);
    pulses_free(&p);
    if (status == MR_ERR_MEMORY)
        return status;
    if (s->uneven) {
        mr_message_set(message, "the slave's steps are not of one size, so that its coupling is no "
                                "map that repeats itself; a run tells");
        return MR_ERR_UNSUPPORTED;
    }
    if (status == MR_OK && s->guarded) {
        mr_message_set(message, "the safeguard of the interface model takes energy from the "
                                "motion: that is not linear, a run tells");
        return MR_ERR_UNSUPPORTED;
    }
    return status;
}

static mr_status try_slave(struck_slave *s, double period, an_stability *found,
                           mr_message *message) {
    MR_TRY(make_master(s));
    MR_TRY(staggered_take(&s->run, &s->pair, &s->coupling, s->about->interface, message));
    return judge(s, s->p, period, found, message);
}

void an_struck_config(const an_pair *pair, const an_coupling *coupling, mr_config *config) {
    staggered_config(pair, coupling, config);
    config->indicator = MR_INDICATOR_OFF; /* which would cut growth off */
}

mr_status an_struck_slave_stability(an_stability *found, const an_struck_slave *about,
                                    const an_coupling *coupling, mr_message *message) {
    const double steps[2] = {coupling->step, about->slave_step};
    int whole[2];
    const double period = an_common_period(steps, 2, whole);
    struck_slave s = {.about = about, .p = whole[0], .step = about->slave_step};
    *found = (an_stability){0};
    if (!(period > 0.0)) {
        mr_message_set(message, "the steps of both sides have no common period of at most %d steps",
                       AN_MOST_STEPS);
        return MR_ERR_UNSUPPORTED;
    }
    if (about->pair->master.states > MOST_STATES) {
        mr_message_set(message,
                       "the diagram has %d states; up to %d can be set off one after the other",
                       about->pair->master.states, MOST_STATES);
        return MR_ERR_UNSUPPORTED;
    }
    /* an approximate ratio is made exact: the slave's steps are what they are */
    s.coupling = *coupling;
    s.coupling.step = about->slave_step * whole[1] / whole[0];
    const mr_status status = try_slave(&s, whole[1] * about->slave_step, found, message);
    staggered_close(&s.run);
    an_system_free(&s.pair.master);
    return status == MR_ERR_MEMORY ? mr_no_memory(message) : status;
}
