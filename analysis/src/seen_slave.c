/* pulses into a slave, and what they show */
#include "analysis/seen_slave.h"

#include "analysis/matrix.h"
#include "analysis/realise.h"
#include "seen_rule.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH    64 /* steps of a response, at first */
#define SHORT     32 /* where a short look may do, and states that this shows well */
#define FEW       8
#define LONGER    4 /* times that, if growth is not clear */
#define LONGEST   1024
#define MOST_WORK 1e10 /* multiplications for singular values: a few seconds */
#define CLEAR     1e-6 /* growth over a response that is none */
#define KNOWN     1e-4 /* and what it may be off */
#define DOUBTED   3.0  /* times what parts of the record say differently (chosen, not derived) */
#define AS_LINEAR 1e-5 /* a misfit that is none */

/* the even part of an answer, relative to the odd one, above which a pulse was too large */
#define BENT   1e-3
#define TRIALS 5

/* short steps hardly move anything: a pulse that drowns in rounding and in tolerances is larger */
#define DROWNED     1e-10
#define LARGER      1e3
#define MOST_INPUTS SEEN_MOST_INPUTS

/* the same below which a pull need not be tried any more */
#define STRAIGHT 1e-8

/* of the answers of any slave: iterations end before rounding does */
#define NOISE 3e-8

#define NOT_LINEAR "the slave's answers to pulses cannot be made a linear system"

const double an_step_nodes[AN_STEP_NODES] = {0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0};

/* NODE: the polynomial that is 1 at one node of the step and 0 at the others; WAVE: all inputs,
 * smooth from the start to the end */
typedef enum shape { HELD, PULSE, RAMP, NODE, WAVE } shape;

/* what the slave is given: u0, and in one input over one step (the first) a constant more, or a
 * ramp, which is gone when the second step begins: a rule that keeps the derivative of its last end
 * goes on with it, one that renews it does not */
typedef struct window {
    const double *u0;
    int inputs, channel, node;
    shape form;
    double size, t0, h;  /* h: 0 while it is not known yet */
    const double *sizes; /* of a wave */
    int step, late;      /* steps before a pulse */
    bool trembles;       /* inputs jump, by next to nothing, from step to step */
} window;

typedef struct prober {
    const mr_slave_type *type;
    void *slave;
    double t0, imposed, h;
    int inputs, outputs, steps;
    int length;                       /* steps of a response */
    bool straight;                    /* a push and a pull into this input differ in sign only, */
    bool known_straight[MOST_INPUTS]; /* as a pulse has shown */
    const bool *ignored;              /* outputs; NULL: none */
    window window;
    double *held;                /* outputs of the undisturbed run, start included */
    double *more, *less, *trial; /* of disturbed ones */
    double bent;                 /* the largest even part that no smaller pulse took away */
    double growth, doubt;        /* of the largest motion in a step, and how well it is known */
    mr_message *message;
} prober;

/* in 16 and more steps, from 0 on */
static double wave(int input, double steps) {
    const double w = 0.4 / (1.0 + 0.3 * input);
    return sin(w * steps) * sin(0.5 * w * steps);
}

/* A slave may renew what it kept of its last step where inputs have jumped since, and keep it where
 * they are the same to the bit. Extrapolated inputs jump at almost every step; so that the steps of
 * a map are all of that one kind, the inputs never come back to the same bits */
#define TREMBLING 1e-13

static mr_status give(void *context, double t, double *u) {
    const window *w = context;
    memcpy(u, w->u0, (size_t)w->inputs * sizeof *u);
    for (int j = 0; w->trembles && j < w->inputs; j++)
        u[j] += (w->step % 2 == 0 ? TREMBLING : -TREMBLING) * fmax(1.0, fabs(u[j]));
    if (w->form == PULSE && w->step == w->late)
        u[w->channel] += w->size;
    if (w->form == RAMP && w->step == 0 && w->h > 0.0)
        u[w->channel] += w->size * (t - w->t0) / w->h;
    for (int j = 0; w->form == WAVE && w->h > 0.0 && j < w->inputs; j++)
        u[j] += w->size * w->sizes[j] * wave(j, (t - w->t0) / w->h);
    if (w->form == NODE && w->step == 0 && w->h > 0.0) {
        double weight = 1.0;
        const double at = (t - w->t0) / w->h, own = an_step_nodes[w->node];
        for (int k = 0; k < AN_STEP_NODES; k++)
            if (k != w->node)
                weight *= (at - an_step_nodes[k]) / (own - an_step_nodes[k]);
        u[w->channel] += w->size * weight;
    }
    return MR_OK;
}

static mr_status one_step(prober *p, int k) {
    const mr_inputs inputs = {.at = give,
                              .context = &p->window,
                              .constant = p->window.form == HELD || p->window.form == PULSE};
    double t = 0.0;
    p->window.step = k;
    p->steps++;
    const double end = p->t0 + (k + 1) * p->imposed;
    MR_TRY(p->imposed > 0.0 ? p->type->step_to(p->slave, &inputs, end, &t)
                            : p->type->step(p->slave, &inputs, &t));
    if (p->h == 0.0)
        p->h = t - p->t0;
    if (!(p->h > 0.0) || fabs(t - p->t0 - (k + 1) * p->h) > 1e-6 * p->h) {
        mr_message_set(p->message, "the slave's steps are not of one size");
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

/* those that nobody hears are as if they were at rest */
static mr_status heard_outputs(prober *p, double *y) {
    MR_TRY(p->type->outputs(p->slave, y));
    for (int i = 0; p->ignored && i < p->outputs; i++)
        if (p->ignored[i])
            y[i] = 0.0;
    return MR_OK;
}

/* outputs at the start and after each step */
static mr_status run(prober *p, shape form, int channel, double size, double *y) {
    p->window.form = form;
    p->window.channel = channel;
    p->window.size = size;
    p->window.h = p->h;
    p->window.step = -1;
    const mr_inputs inputs = {.at = give, .context = &p->window, .constant = false};
    MR_TRY(p->type->initialise(p->slave, p->t0, &inputs));
    MR_TRY(heard_outputs(p, y));
    for (int k = 0; k < p->length; k++) {
        MR_TRY(one_step(p, k));
        MR_TRY(heard_outputs(p, y + (k + 1) * p->outputs));
    }
    return MR_OK;
}

/* a push into p->more, a pull into p->less; of a straight slave the pull is known */
static mr_status push_and_pull(prober *p, shape form, int channel, double size) {
    MR_TRY(run(p, form, channel, size, p->more));
    if (!p->straight)
        return run(p, form, channel, -size, p->less);
    for (int e = 0; e < (p->length + 1) * p->outputs; e++)
        p->less[e] = 2.0 * p->held[e] - p->more[e];
    return MR_OK;
}

/* half of the difference between a push and a pull, and how far their mean is from no push at all:
 * both relative to the largest answer of each output; and the rounding in it */
static void compare(const prober *p, double *bent, double *rounding) {
    *bent = *rounding = 0.0;
    for (int i = 0; i < p->outputs; i++) {
        double odd = 0.0, even = 0.0, level = 0.0;
        for (int k = 1; k <= p->length; k++) {
            const double a = p->more[k * p->outputs + i], b = p->less[k * p->outputs + i];
            const double middle = p->held[k * p->outputs + i];
            odd = fmax(odd, fabs(a - b) / 2.0);
            even = fmax(even, fabs(a + b - 2.0 * middle) / 2.0);
            level = fmax(level, fabs(a) + fabs(middle));
        }
        if (!(odd > 1e3 * DBL_EPSILON * level))
            continue; /* it does not move */
        *bent = fmax(*bent, even / odd);
        *rounding = fmax(*rounding, DBL_EPSILON * level / odd);
    }
}

/* An answer of half the size, half a response later, doubled: what it differs by is not known, be
 * it by iterations of the slave that end early, by its being bent, or by its moving on while it is
 * looked at. p->trial: the answer to the whole size at the begin */
static mr_status repeat_later(prober *p, int channel, double size, double *floor) {
    p->window.late = p->length / 2;
    const mr_status status = push_and_pull(p, PULSE, channel, 0.5 * size);
    p->window.late = 0;
    for (int k = p->length / 2 + 1; k <= p->length && status == MR_OK; k++)
        for (int i = 0; i < p->outputs; i++) {
            const int e = k * p->outputs + i;
            const double whole = p->trial[e - p->length / 2 * p->outputs];
            floor[i] = fmax(floor[i], fabs(p->more[e] - p->less[e] - whole));
        }
    return status;
}

/* the answer to a pulse or ramp of *size into p->trial, and its noise. floor: of each output, for
 * pulses */
static mr_status answer(prober *p, shape form, int channel, double *size, double *noise,
                        double *floor) {
    double bent = 0.0, rounding = 0.0;
    bool larger = form != PULSE;
    for (int trial = 1;; trial++) {
        const mr_status status = push_and_pull(p, form, channel, *size);
        if (status == MR_OK) {
            compare(p, &bent, &rounding);
            if (!larger && rounding > DROWNED) {
                *size *= LARGER;
                larger = true;
                continue;
            }
            if (bent <= BENT || form == RAMP || rounding > 1e-7 || trial == TRIALS)
                break;
        } else if (trial == TRIALS || status == MR_ERR_UNSUPPORTED || status == MR_ERR_MEMORY) {
            return status;
        }
        *size /= 30.0;
    }
    if (form == PULSE && bent > BENT && bent > 1e3 * rounding)
        p->bent = fmax(p->bent, bent);
    /* the even part is noise in a straight slave; in a bent one its square is what is left in the
     * odd part */
    *noise = fmax(*noise, fmax(fmax(bent * bent, fmin(bent, 1e-6)), 30.0 * rounding));
    for (int e = 0; e < (p->length + 1) * p->outputs; e++)
        p->trial[e] = (p->more[e] - p->less[e]) / 2.0;
    if (form == PULSE)
        p->straight = bent <= STRAIGHT && rounding <= DROWNED;
    return floor ? repeat_later(p, channel, *size, floor) : MR_OK;
}

/* pulses of all inputs as they are, and as one channel more the undisturbed motion, by its changes
 */
static mr_status collect(prober *p, an_responses *r, double *sizes, double *noise) {
    MR_TRY(run(p, HELD, 0, 0.0, p->held));
    for (int j = 0; j < p->inputs; j++) {
        sizes[j] = fmax(1.0, fabs(p->window.u0[j]));
        p->straight = false;
        MR_TRY(answer(p, PULSE, j, &sizes[j], noise, r->floor));
        p->known_straight[j] = p->straight;
        for (int k = 0; k < r->length; k++)
            for (int i = 0; i < p->outputs; i++)
                r->y[(k * p->outputs + i) * r->channels + j] = p->trial[(k + 1) * p->outputs + i];
    }
    for (int k = 0; k + 1 < r->length && r->channels > p->inputs; k++)
        for (int i = 0; i < p->outputs; i++)
            r->y[(k * p->outputs + i) * r->channels + p->inputs] =
                p->held[(k + 1) * p->outputs + i] - p->held[k * p->outputs + i];
    return MR_OK;
}

/* the largest motion of the map, and what three quarters of the record make of it */
static mr_status find_radii(const an_responses *r, double noise, const an_realisation *made,
                            an_realisation *less, double *radius, double *again) {
    an_responses part = *r;
    part.length = 3 * r->length / 4;
    MR_TRY(an_realise_with(less, &part, noise, made->states));
    MR_TRY(an_spectral_radius(made->Phi, made->states, radius));
    return an_spectral_radius(less->Phi, less->states, again);
}

/* Motions that are slow against the record lie close together, and a little noise moves them far */
static mr_status doubt_growth(prober *p, const an_responses *r, double noise,
                              const an_realisation *made) {
    an_realisation less = {0};
    double radius = 0.0, again = 0.0;
    const mr_status status =
        made->states > 0 ? find_radii(r, noise, made, &less, &radius, &again) : MR_OK;
    const bool known = status == MR_OK && radius > 0.0 && again > 0.0;
    p->growth = known ? log(radius) : 0.0;
    p->doubt = known ? fabs(log(radius / again)) : 0.0;
    an_realisation_free(&less);
    return status == MR_ERR_MEMORY ? status : MR_OK;
}

static mr_status see(prober *p, an_responses *r, double *ramps, double *sizes,
                     an_seen_slave *seen) {
    double noise = NOISE, unused = 0.0, pulses[MOST_INPUTS];
    an_realisation made = {0};
    MR_TRY(collect(p, r, sizes, &noise));
    memcpy(pulses, sizes, (size_t)p->inputs * sizeof *pulses);
    for (int j = 0; j < p->inputs; j++) {
        p->straight = p->known_straight[j];
        MR_TRY(answer(p, RAMP, j, &sizes[j], &unused, NULL));
        for (int e = 0; e < (p->length + 1) * p->outputs; e++)
            ramps[j * (p->length + 1) * p->outputs + e] = p->trial[e] / sizes[j];
    }
    r->length -= 1; /* changes are one fewer than values */
    mr_status status =
        an_blame(an_realise(&made, r, noise), MR_ERR_NOT_FINITE, p->message, NOT_LINEAR);
    if (status == MR_OK)
        status = doubt_growth(p, r, noise, &made);
    for (int j = 0; j < p->inputs; j++) { /* for pulses of 1 */
        for (int k = 0; k < made.states; k++)
            made.Gamma[k * made.channels + j] /= pulses[j];
        for (int i = 0; i < made.outputs; i++)
            made.D[i * made.channels + j] /= pulses[j];
    }
    const seen_ramps answers = {p->inputs, p->outputs, p->length, p->h, p->bent, ramps};
    if (status == MR_OK)
        status = seen_rule_choose(&answers, &made, seen);
    seen->steps = p->steps;
    seen->blur = fmax(seen->misfit / p->length, DOUBTED * p->doubt) / p->h;
    an_realisation_free(&made);
    return status;
}

/* room for the outputs of a run, four times, and more */
static mr_status make_prober(prober *p, const mr_slave_type *type, void *slave, double t0,
                             const double *u0, double step, int length, size_t more,
                             double **memory, mr_message *message) {
    mr_slave_description d;
    type->describe(slave, &d);
    const int m = mr_variables_width(d.inputs, d.input_count);
    const int q = mr_variables_width(d.outputs, d.output_count);
    *p = (prober){.type = type,
                  .slave = slave,
                  .t0 = t0,
                  .imposed = step,
                  .h = step,
                  .inputs = m,
                  .outputs = q,
                  .length = length,
                  .window = {.u0 = u0, .inputs = m, .t0 = t0},
                  .message = message};
    if (m == 0 || m > MOST_INPUTS || q == 0 || q > 256) {
        mr_message_set(message, "a slave with %d inputs and %d outputs is not looked into", m, q);
        return MR_ERR_UNSUPPORTED;
    }
    const size_t run = (size_t)(p->length + 1) * (size_t)q;
    *memory = calloc((4 + (size_t)m * more) * run + (size_t)m + 1, sizeof **memory);
    if (!*memory) {
        mr_message_set(message, "not enough memory to look into the slave");
        return MR_ERR_MEMORY;
    }
    p->held = *memory;
    p->more = p->held + run;
    p->less = p->more + run;
    p->trial = p->less + run;
    return MR_OK;
}

/* does the map also tell what smooth inputs do? Into the misfit */
static mr_status try_wave(prober *p, const double *sizes, an_realisation *map) {
    const int n = map->states, m = p->inputs, q = p->outputs;
    double *work = calloc((size_t)(2 * n + map->channels + 3 * q) + 1, sizeof *work);
    if (!work)
        return MR_ERR_MEMORY;
    double *x = work, *next = x + n, *u = next + n, *y = u + map->channels, *off = y + q,
           *all = off + q;
    p->window.sizes = sizes;
    mr_status status = run(p, WAVE, 0, 1.0, p->more);
    if (status == MR_OK)
        status = run(p, WAVE, 0, -1.0, p->less);
    for (int k = 0; k < p->length && status == MR_OK; k++) {
        for (int c = 0; c < map->channels; c++)
            u[c] = sizes[c % m] * wave(c % m, k + an_step_nodes[c / m]);
        an_multiply(map->Phi, x, n, n, 1, false, next);
        an_multiply(map->Gamma, u, n, map->channels, 1, true, next);
        memcpy(x, next, (size_t)n * sizeof *x);
        an_multiply(map->C, x, q, n, 1, false, y);
        an_multiply(map->D, u, q, map->channels, 1, true, y);
        for (int i = 0; i < q; i++) {
            const double seen = 0.5 * (p->more[(k + 1) * q + i] - p->less[(k + 1) * q + i]);
            off[i] += (y[i] - seen) * (y[i] - seen);
            all[i] += seen * seen;
        }
    }
    for (int i = 0; i < q && status == MR_OK; i++)
        if (all[i] > 0.0)
            map->misfit =
                isfinite(off[i]) ? fmax(map->misfit, sqrt(off[i] / all[i])) : (double)INFINITY;
    free(work);
    return status;
}

mr_status an_see_steps(an_seen_steps *seen, const mr_slave_type *type, void *slave, double t0,
                       const double *u0, double step, const bool *ignored, mr_message *message) {
    prober p;
    double *memory = NULL, noise = NOISE, sizes[MOST_INPUTS] = {0};
    an_responses r = {0};
    *seen = (an_seen_steps){0};
    mr_status status = make_prober(&p, type, slave, t0, u0, step, LENGTH, 0, &memory, message);
    p.ignored = ignored;
    if (status == MR_OK && !an_responses_make(&r, p.outputs, AN_STEP_NODES * p.inputs,
                                              AN_STEP_NODES * p.inputs, p.length))
        status = MR_ERR_MEMORY;
    p.window.trembles = true;
    if (status == MR_OK)
        status = run(&p, HELD, 0, 0.0, p.held);
    for (int c = 0; c < AN_STEP_NODES * p.inputs && status == MR_OK; c++) {
        const int input = c % p.inputs;
        double size = fmax(1.0, fabs(u0[input]));
        p.window.node = c / p.inputs;
        status = answer(&p, NODE, input, &size, &noise, NULL);
        sizes[input] = sizes[input] > 0.0 ? fmin(sizes[input], size) : size;
        for (int k = 0; k < p.length && status == MR_OK; k++)
            for (int i = 0; i < p.outputs; i++)
                r.y[(k * p.outputs + i) * r.channels + c] = p.trial[(k + 1) * p.outputs + i] / size;
    }
    if (status == MR_OK)
        status =
            an_blame(an_realise(&seen->map, &r, noise), MR_ERR_NOT_FINITE, message, NOT_LINEAR);
    if (status == MR_OK)
        status = try_wave(&p, sizes, &seen->map);
    seen->inputs = p.inputs;
    seen->step = p.h;
    an_responses_free(&r);
    free(memory);
    return status == MR_ERR_MEMORY ? mr_no_memory(message) : status;
}

void an_seen_steps_free(an_seen_steps *seen) {
    an_realisation_free(&seen->map);
    *seen = (an_seen_steps){0};
}

typedef struct looked {
    const mr_slave_type *type;
    void *slave;
    double t0, step;
    const double *u0;
    const bool *ignored;
    bool motion, clear;
    int steps;   /* that were made */
    double work; /* of the singular values of the next one's record */
} looked;

static mr_status look_once(looked *l, int length, an_seen_slave *seen, mr_message *message) {
    prober p;
    double *memory;
    an_responses r = {0};
    *seen = (an_seen_slave){0};
    MR_TRY(make_prober(&p, l->type, l->slave, l->t0, l->u0, l->step, length, 1, &memory, message));
    p.ignored = l->ignored;
    if (!an_responses_make(&r, p.outputs, p.inputs + l->motion, p.inputs, length)) {
        free(memory);
        mr_message_set(message, "not enough memory to look into the slave");
        return MR_ERR_MEMORY;
    }
    const size_t run = (size_t)(length + 1) * (size_t)p.outputs;
    double *ramps = p.trial + run, *sizes = ramps + (size_t)p.inputs * run;
    const mr_status status = see(&p, &r, ramps, sizes, seen);
    if (status != MR_OK)
        an_seen_slave_free(seen);
    const double longer = LONGER * length / 2.0, rows = longer * p.outputs,
                 columns = longer * p.inputs;
    l->work = rows * columns * fmin(rows, columns);
    l->clear = p.growth * length < CLEAR && p.doubt * length < KNOWN;
    l->steps += p.steps;
    an_responses_free(&r);
    free(memory);
    return status == MR_ERR_MEMORY ? mr_no_memory(message) : status;
}

/* one more record, with so many steps; it is taken if it shows as linear a slave, and better */
static mr_status look_again(looked *l, int length, an_seen_slave *seen, mr_message *message) {
    an_seen_slave more = {0};
    mr_message why = {""};
    const mr_status status = look_once(l, length, &more, &why);
    if (status == MR_ERR_MEMORY) {
        an_seen_slave_free(seen);
        return mr_no_memory(message);
    }
    const bool better =
        status == MR_OK && more.blur < seen->blur && more.misfit <= fmax(seen->misfit, AS_LINEAR);
    if (better) {
        an_seen_slave_free(seen);
        *seen = more;
    } else if (status == MR_OK) {
        an_seen_slave_free(&more);
    }
    return MR_OK;
}

/* longer records where the first one says that the slave grows by itself, or does not say it well
 */
static mr_status look(looked *l, an_seen_slave *seen, mr_message *message) {
    MR_TRY(look_once(l, LENGTH, seen, message));
    for (int length = LONGER * LENGTH; length <= LONGEST && !l->clear && l->work < MOST_WORK;
         length *= LONGER)
        MR_TRY(look_again(l, length, seen, message));
    seen->steps = l->steps;
    return MR_OK;
}

/* a short record where that shows a few clear motions, else a usual one */
static mr_status look_soon(looked *l, an_seen_slave *seen, mr_message *message) {
    mr_message why = {""};
    const mr_status status = look_once(l, SHORT, seen, &why);
    if (status == MR_ERR_MEMORY)
        return mr_no_memory(message);
    const bool enough = status == MR_OK && l->clear && seen->system.states <= FEW &&
                        seen->misfit <= AS_LINEAR && seen->rest <= AS_LINEAR;
    if (!enough) {
        if (status == MR_OK)
            an_seen_slave_free(seen);
        MR_TRY(look_once(l, LENGTH, seen, message));
    }
    seen->steps = l->steps;
    return MR_OK;
}

mr_status an_see_slave(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                       const double *u0, double step, const bool *ignored, mr_message *message) {
    looked l = {type, slave, t0, step, u0, ignored, .motion = true};
    return look(&l, seen, message);
}

mr_status an_see_slave_soon(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                            const double *u0, double step, const bool *ignored,
                            mr_message *message) {
    looked l = {type, slave, t0, step, u0, ignored, .motion = true};
    return look_soon(&l, seen, message);
}

mr_status an_see_answers(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                         const double *u0, double step, const bool *ignored, mr_message *message) {
    looked l = {type, slave, t0, step, u0, ignored, .motion = false};
    return look(&l, seen, message);
}

void an_seen_slave_free(an_seen_slave *seen) {
    an_system_free(&seen->system);
    free(seen->rates);
    *seen = (an_seen_slave){0};
}
