/* pulses into the signals of a coupled run, and the map that explains what becomes of them */
#include "analysis/struck.h"

#include "analysis/matrix.h"
#include "analysis/realise.h"

#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PRELUDE    8   /* periods before a pulse: histories are full, a graded start is over */
#define LENGTH     288 /* and after it */
#define LEAST      6   /* fewer tell nothing */
#define CHANNELS   24  /* inputs that get a pulse */
#define TOO_LARGE  1e6 /* times what there is without pulses: it has grown enough to be seen */
#define GAIN       0.7 /* another state must bring this, or it is noise */
#define NOISE      3e-8
#define MOST_NOISE 1e-3 /* pulses that answer less alike are too large, or nothing is linear */
#define MISFIT     0.02
#define UNSEEN     1e-4 /* a motion that has less than this of every answer is none */

typedef struct port {
    int member, scalar;
} port;

typedef struct striker {
    const an_struck *about;
    port *inputs, *outputs;
    int input_count, output_count;
    double *level;  /* per input: how large its signal is without pulses */
    double *base;   /* record without pulses */
    double *run[4]; /* records: pulses up, down, half up, half down */
    int length;     /* of all runs so far */
    an_responses whole, half;
} striker;

/* --- who is struck, who is heard --- */

static void add(port *list, int *count, int member, int scalar) {
    for (int i = 0; i < *count; i++)
        if (list[i].member == member && list[i].scalar == scalar)
            return;
    list[(*count)++] = (port){member, scalar};
}

static void list_ports(striker *s) {
    for (int k = 0; k < s->about->connection_count; k++) {
        const mr_connection *c = &s->about->connections[k];
        if (!s->about->in[c->from_member] || !s->about->in[c->to_member])
            continue;
        add(s->inputs, &s->input_count, c->to_member, c->to_input);
        add(s->outputs, &s->output_count, c->from_member, c->from_output);
    }
}

/* --- runs --- */

static void listen(const striker *s, double *to) {
    for (int i = 0; i < s->output_count; i++)
        to[i] = mr_coupled_outputs(s->about->coupled, s->outputs[i].member)[s->outputs[i].scalar];
}

/* one run, with a pulse of this size into an input over the first period after the prelude; rows
 * of outputs at the ends of periods from that on. It is over where it fails or leaves all bounds */
static mr_status run(striker *s, const port *input, double size, double *rows, double *level,
                     mr_message *message) {
    const an_struck *about = s->about;
    const int p = s->output_count;
    int done = 0;
    MR_TRY(about->begin(about->context, about->start, message));
    MR_TRY(about->advance(about->context, about->start + PRELUDE * about->period, message));
    for (; done < s->length; done++) {
        const double to = about->start + (PRELUDE + 1 + done) * about->period;
        double *row = rows + (size_t)done * (size_t)p;
        if (input)
            mr_coupled_disturb(about->coupled, input->member, input->scalar,
                               done == 0 ? size : 0.0);
        mr_message why = {""}; /* what grows beyond all bounds ends so */
        const mr_status advanced = about->advance(about->context, to, &why);
        if (advanced == MR_ERR_MEMORY)
            return advanced;
        if (advanced != MR_OK)
            break;
        listen(s, row);
        bool large = false;
        for (int i = 0; i < p; i++) {
            if (!input)
                level[i] = fmax(level[i], fabs(row[i]));
            large = large || !(fabs(row[i]) <= TOO_LARGE * fmax(level[i], fabs(size)));
        }
        if (large && input)
            break;
    }
    if (input)
        mr_coupled_disturb(about->coupled, input->member, input->scalar, 0.0);
    s->length = done;
    return MR_OK;
}

/* the signal of each input by the outputs' levels */
static void find_levels(striker *s, const double *outputs) {
    for (int k = 0; k < s->about->connection_count; k++) {
        const mr_connection *c = &s->about->connections[k];
        double heard = 0.0;
        for (int i = 0; i < s->output_count; i++)
            if (s->outputs[i].member == c->from_member && s->outputs[i].scalar == c->from_output)
                heard = outputs[i] * (c->factor != 0.0 ? fabs(c->factor) : 1.0);
        for (int i = 0; i < s->input_count; i++)
            if (s->inputs[i].member == c->to_member && s->inputs[i].scalar == c->to_input)
                s->level[i] = heard > 0.0 ? heard : 1.0;
    }
}

/* half the difference of a pulse up and down, for a pulse of one */
static void note(const striker *s, an_responses *r, int channel, const double *up,
                 const double *down, double size) {
    for (int k = 0; k < s->length; k++)
        for (int i = 0; i < s->output_count; i++) {
            const size_t at = (size_t)k * (size_t)s->output_count + (size_t)i;
            r->y[at * (size_t)r->channels + (size_t)channel] = (up[at] - down[at]) / (2.0 * size);
        }
}

/* how far the record is off the one without pulses, by the levels of the outputs */
static double largest_part(const striker *s, const double *rows, const double *level) {
    double most = 0.0;
    for (int k = 0; k < s->length * s->output_count; k++) {
        const double there = level[k % s->output_count];
        if (there > 0.0)
            most = fmax(most, fabs(rows[k] - s->base[k]) / there);
    }
    return most;
}

/* pulses whose answers are this part of the motion without them */
static mr_status strike(striker *s, double part, double *level, mr_message *message) {
    static const double sizes[4] = {1.0, -1.0, 0.5, -0.5};
    for (int j = 0; j < s->input_count; j++) {
        double size = part * s->level[j];
        MR_TRY(run(s, &s->inputs[j], size, s->run[0], level, message));
        const double answer = largest_part(s, s->run[0], level);
        if (answer > 0.0)
            size *= fmin(fmax(part / answer, 1e-6), 1e6);
        for (int k = 0; k < 4; k++)
            MR_TRY(run(s, &s->inputs[j], sizes[k] * size, s->run[k], level, message));
        note(s, &s->whole, j, s->run[0], s->run[1], size);
        note(s, &s->half, j, s->run[2], s->run[3], 0.5 * size);
    }
    s->whole.length = s->half.length = s->length;
    return MR_OK;
}

/* --- the map --- */

/* how far whole and half pulses differ, relative to each output's largest answer */
static double compare(const striker *s) {
    const int p = s->output_count, m = s->input_count;
    double worst = 0.0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < p; i++) {
            double most = 0.0, off = 0.0;
            for (int k = 0; k < s->length; k++) {
                const int at = (k * p + i) * m + j;
                most = fmax(most, fabs(s->whole.y[at]));
                off = fmax(off, fabs(s->whole.y[at] - s->half.y[at]));
            }
            if (most > 0.0)
                worst = fmax(worst, off / most);
            s->whole.floor[i] = fmax(s->whole.floor[i], off);
            s->half.floor[i] = s->whole.floor[i];
        }
    return worst;
}

/* from sample `from` on */
static double largest_answer(const an_responses *r, int output, int channel, int from) {
    double most = 0.0;
    for (int k = from; k < r->length; k++)
        most = fmax(most, fabs(r->y[(k * r->outputs + output) * r->channels + channel]));
    return most;
}

typedef struct motions {
    int n, outputs, channels;
    double *real, *imaginary, *V, *copy, *C, *B; /* C, B: in the coordinates of the motions */
    bool apart;                                  /* their eigenvectors are */
} motions;

static mr_status take_apart(const an_realisation *made, motions *m) {
    const int n = made->states, p = made->outputs, c = made->channels;
    *m = (motions){.n = n, .outputs = p, .channels = c};
    m->real = calloc((size_t)(2 * n + 2 * n * n + p * n + n * c) + 1, sizeof *m->real);
    if (!m->real)
        return MR_ERR_MEMORY;
    m->imaginary = m->real + n;
    m->V = m->imaginary + n;
    m->copy = m->V + n * n;
    m->C = m->copy + n * n;
    m->B = m->C + p * n;
    MR_TRY(n > 0 ? an_eigenvalues(made->Phi, n, m->real, m->imaginary, m->V) : MR_OK);
    memcpy(m->copy, m->V, (size_t)(n * n) * sizeof *m->V);
    memcpy(m->B, made->Gamma, (size_t)(n * c) * sizeof *m->B);
    an_multiply(made->C, m->V, p, n, n, false, m->C);
    const mr_status status = n > 0 ? an_solve(m->copy, n, m->B, c) : MR_OK;
    m->apart = status == MR_OK;
    return status == MR_ERR_MEMORY ? status : MR_OK;
}

/* of the answer of an output to a channel, that motions i … i + count - 1 have at first */
static double part_of(const motions *m, int i, int count, int output, int channel) {
    double c = 0.0, b = 0.0;
    for (int k = i; k < i + count; k++) {
        c = hypot(c, m->C[output * m->n + k]);
        b = hypot(b, m->B[k * m->channels + channel]);
    }
    return c * b;
}

/* the largest part that a motion has of any answer; 0: it is none. What noise makes of a record
 * grows where nothing has grown in the end, or has next to no part */
static double share_of(const an_responses *r, const motions *m, int i, int count) {
    const double size = hypot(m->real[i], m->imaginary[i]);
    const double growth = fmax(1.0, pow(size, r->length - 1));
    double share = 0.0;
    for (int o = 0; o < m->outputs; o++)
        for (int j = 0; j < m->channels; j++) {
            const double all = largest_answer(r, o, j, 0);
            const double end = part_of(m, i, count, o, j) * growth;
            if (growth > 2.0 && end > 3.0 * largest_answer(r, o, j, 3 * r->length / 4))
                return 0.0;
            if (all > 0.0)
                share = fmax(share, end / all);
        }
    return share > UNSEEN ? fmin(share, 1.0) : 0.0;
}

mr_status an_radius_of(const an_responses *r, const an_realisation *made, double *radius,
                       double *share) {
    motions m;
    *radius = 0.0;
    *share = 1.0;
    const mr_status status = take_apart(made, &m);
    for (int i = 0, count; status == MR_OK && i < m.n; i += count) {
        const double size = hypot(m.real[i], m.imaginary[i]);
        count = m.imaginary[i] != 0.0 ? 2 : 1;
        const double part = m.apart ? share_of(r, &m, i, count) : 1.0;
        if (part > 0.0 && size > *radius) {
            *radius = size;
            *share = part;
        }
    }
    free(m.real);
    return status;
}

/* the map of the responses, and its largest eigenvalue */
static mr_status find_radius(const an_responses *r, double noise, an_realisation *made,
                             double *radius, double *share) {
    MR_TRY(an_realise_by(made, r, noise, GAIN));
    return an_radius_of(r, made, radius, share);
}

static mr_status judge(striker *s, double noise, double tolerance, an_stability *found,
                       double *misfit, mr_message *message) {
    const double period = s->about->period;
    an_realisation whole = {0}, half = {0};
    double radius = NAN, again = NAN, share = 1.0, unused;
    mr_status status = find_radius(&s->whole, noise, &whole, &radius, &share);
    if (status == MR_OK)
        status = find_radius(&s->half, noise, &half, &again, &unused);
    *misfit = status == MR_OK ? whole.misfit : INFINITY;
    found->dimension = whole.states;
    an_realisation_free(&whole);
    an_realisation_free(&half);
    MR_TRY(an_blame(status, MR_ERR_ARGUMENT, message,
                    "the eigenvalues of the coupled run cannot be found"));
    found->radius = radius;
    found->period = period;
    found->growth = log(radius) / period;
    /* three times what whole and half pulses say differently (chosen, not derived); and what is
     * left unexplained may be growth of this motion, too */
    found->blur = fmax(3.0 * fabs(log(again / radius)), *misfit / share / s->length) / period;
    found->stable = radius <= 1.0 + tolerance * s->about->steps + found->blur * period;
    return MR_OK;
}

static mr_status measure(striker *s, double tolerance, an_stability *found, double *misfit,
                         mr_message *message) {
    static const double parts[] = {0.5, 1e-3};
    double *level = calloc((size_t)s->output_count + 1, sizeof *level);
    if (!level)
        return MR_ERR_MEMORY;
    s->length = LENGTH;
    mr_status status = run(s, NULL, 0.0, s->base, level, message);
    find_levels(s, level);
    double noise = INFINITY;
    *misfit = INFINITY;
    for (int k = 0; k < (s->about->bent ? 2 : 1) && status == MR_OK && !(*misfit <= MISFIT); k++) {
        memset(s->whole.floor, 0, (size_t)s->output_count * sizeof *level);
        status = strike(s, parts[k], level, message);
        if (status == MR_OK && s->length < LEAST) {
            mr_message_set(message, "the coupling grows beyond all bounds within %d periods",
                           s->length + 1);
            status = MR_ERR_NOT_FINITE;
        }
        noise = status == MR_OK ? compare(s) : INFINITY;
        if (noise <= MOST_NOISE)
            status = judge(s, fmax(noise, NOISE), tolerance, found, misfit, message);
    }
    free(level);
    if (status != MR_OK || *misfit <= MISFIT)
        return status;
    mr_message_set(message,
                   "the coupled run does not answer to pulses like a linear system (%.2g %% are "
                   "left unexplained), so that nothing is known of its stability; a run tells",
                   100.0 * fmin(isfinite(*misfit) ? *misfit : noise, 9.99));
    return MR_ERR_UNSUPPORTED;
}

mr_status an_struck_stability(an_stability *stability, const an_struck *struck, double tolerance,
                              double *misfit, mr_message *message) {
    striker s = {.about = struck};
    const size_t connections = (size_t)struck->connection_count;
    *stability = (an_stability){0};
    s.inputs = calloc(2 * connections + 1, sizeof *s.inputs);
    s.level = calloc(connections + 1, sizeof *s.level);
    mr_status status = s.inputs && s.level ? MR_OK : MR_ERR_MEMORY;
    if (status == MR_OK) {
        s.outputs = s.inputs + connections;
        list_ports(&s);
        const size_t record = (size_t)LENGTH * (size_t)s.output_count;
        s.base = calloc(5 * record + 1, sizeof *s.base);
        for (int k = 0; k < 4 && s.base; k++)
            s.run[k] = s.base + (size_t)(k + 1) * record;
        if (s.input_count < 1 || s.input_count > CHANNELS) {
            mr_message_set(message, "%d connected inputs are %s; up to %d are not", s.input_count,
                           s.input_count ? "too many to be tried" : "none to try", CHANNELS);
            status = MR_ERR_UNSUPPORTED;
        } else if (!s.base ||
                   !an_responses_make(&s.whole, s.output_count, s.input_count, s.input_count,
                                      LENGTH) ||
                   !an_responses_make(&s.half, s.output_count, s.input_count, s.input_count,
                                      LENGTH))
            status = MR_ERR_MEMORY;
    }
    if (status == MR_OK)
        status = measure(&s, tolerance, stability, misfit, message);
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory to try the coupled run");
    an_responses_free(&s.whole);
    an_responses_free(&s.half);
    CM_FREE(s.base, s.inputs, s.level);
    return status;
}
