/* pulses into a run, and the map that explains what becomes of them */
#include "pulses.h"

#include "analysis/matrix.h"
#include "analysis/struck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST      6   /* periods; fewer tell nothing */
#define TOO_LARGE  1e6 /* times what there is without pulses: it has grown enough to be seen */
#define NOISE      3e-8
#define MOST_NOISE 1e-3 /* pulses that answer less alike are too large, or nothing is linear */
#define MISFIT     0.02
#define EARLY      8    /* periods by which a run is known that grows */
#define AT_REST    1e-9 /* of the largest signal: growth of rounding is none */

mr_status pulses_open(pulses *p) {
    const size_t record = PULSES_LENGTH * (size_t)p->outputs;
    p->base = calloc(5 * record + (size_t)p->inputs + (size_t)p->outputs + 1, sizeof *p->base);
    if (!p->base ||
        !an_responses_make(&p->whole, p->outputs, p->inputs, p->inputs, PULSES_LENGTH) ||
        !an_responses_make(&p->half, p->outputs, p->inputs, p->inputs, PULSES_LENGTH))
        return MR_ERR_MEMORY;
    for (int k = 0; k < 4; k++)
        p->run[k] = p->base + (size_t)(k + 1) * record;
    p->level = p->base + 5 * record;
    p->early = p->level + p->inputs;
    return MR_OK;
}

void pulses_free(pulses *p) {
    an_responses_free(&p->whole);
    an_responses_free(&p->half);
    free(p->base);
    p->base = NULL;
}

/* --- runs --- */

static bool is_large(const pulses *p, const double *row, const double *level, double size) {
    bool large = false;
    for (int i = 0; i < p->outputs; i++)
        large = large || !(fabs(row[i]) <= TOO_LARGE * fmax(level[i], size));
    return large;
}

/* the largest values of the outputs; of a run that grows, those at its begin. False: it has grown
 * enough to be seen, and pulses would be lost in what comes */
static bool note_level(pulses *p, const double *row, int done, double *level) {
    double largest = 0.0;
    bool grown = false;
    for (int i = 0; i < p->outputs; i++) {
        level[i] = fmax(level[i], fabs(row[i]));
        if (done < EARLY)
            p->early[i] = level[i];
        largest = fmax(largest, p->early[i]);
    }
    for (int i = 0; i < p->outputs; i++)
        grown = grown ||
                (p->early[i] > AT_REST * largest && !(fabs(row[i]) <= TOO_LARGE * p->early[i]));
    if (grown)
        memcpy(level, p->early, (size_t)p->outputs * sizeof *level);
    return !grown;
}

/* one run, with a pulse of this size into an input (-1: none); rows of outputs at the ends of the
 * periods from there on. It is over where it fails or leaves all bounds */
static mr_status run(pulses *p, int input, double size, double *rows, double *level,
                     mr_message *message) {
    const pulses_run *how = &p->how;
    int done = 0;
    MR_TRY(how->begin(how->context, message));
    for (int k = 0; k < PULSES_PRELUDE; k++)
        MR_TRY(how->advance(how->context, k, message));
    for (; done < p->length; done++) {
        double *row = rows + (size_t)done * (size_t)p->outputs;
        if (input >= 0 && done < 2)
            how->push(how->context, input, done == 0 ? size : 0.0);
        mr_message why = {""}; /* what grows beyond all bounds ends so */
        const mr_status advanced = how->advance(how->context, PULSES_PRELUDE + done, &why);
        if (advanced == MR_ERR_MEMORY)
            return advanced;
        if (advanced != MR_OK)
            break;
        how->listen(how->context, row);
        if (input < 0 ? !note_level(p, row, done, level) : is_large(p, row, level, fabs(size)))
            break;
    }
    if (input >= 0)
        how->push(how->context, input, 0.0);
    p->length = done;
    return MR_OK;
}

/* half the difference of a pulse up and down, for a pulse of one */
static void note(const pulses *p, an_responses *r, int channel, const double *up,
                 const double *down, double size) {
    for (int k = 0; k < p->length; k++)
        for (int i = 0; i < p->outputs; i++) {
            const size_t at = (size_t)k * (size_t)p->outputs + (size_t)i;
            r->y[at * (size_t)r->channels + (size_t)channel] = (up[at] - down[at]) / (2.0 * size);
        }
}

/* how far the record is off the one without pulses, by the levels of the outputs */
static double largest_part(const pulses *p, const double *rows, const double *level) {
    double most = 0.0;
    for (int k = 0; k < p->length * p->outputs; k++) {
        const double there = level[k % p->outputs];
        if (there > 0.0)
            most = fmax(most, fabs(rows[k] - p->base[k]) / there);
    }
    return most;
}

/* pulses whose answers are this part of the motion without them */
static mr_status strike(pulses *p, double part, double *level, mr_message *message) {
    static const double sizes[4] = {1.0, -1.0, 0.5, -0.5};
    for (int j = 0; j < p->inputs; j++) {
        double size = part * p->level[j];
        MR_TRY(run(p, j, size, p->run[0], level, message));
        const double answer = largest_part(p, p->run[0], level);
        if (answer > 0.0)
            size *= fmin(fmax(part / answer, 1e-6), 1e6);
        for (int k = 0; k < 4; k++)
            MR_TRY(run(p, j, sizes[k] * size, p->run[k], level, message));
        note(p, &p->whole, j, p->run[0], p->run[1], size);
        note(p, &p->half, j, p->run[2], p->run[3], 0.5 * size);
    }
    p->whole.length = p->half.length = p->length;
    return MR_OK;
}

/* --- the map --- */

/* how far whole and half pulses differ, relative to each output's largest answer */
static double compare(pulses *p) {
    const int q = p->outputs, m = p->inputs;
    double worst = 0.0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < q; i++) {
            double most = 0.0, off = 0.0;
            for (int k = 0; k < p->length; k++) {
                const int at = (k * q + i) * m + j;
                most = fmax(most, fabs(p->whole.y[at]));
                off = fmax(off, fabs(p->whole.y[at] - p->half.y[at]));
            }
            if (most > 0.0)
                worst = fmax(worst, off / most);
            p->whole.floor[i] = fmax(p->whole.floor[i], off);
            p->half.floor[i] = p->whole.floor[i];
        }
    return worst;
}

/* the map of the responses, and its largest eigenvalue */
static mr_status find_radius(const an_responses *r, double noise, an_realisation *made,
                             double *radius, double *share) {
    MR_TRY(an_realise_fewest(made, r, noise));
    return an_radius_of(r, made, noise, radius, share);
}

/* the map, and its growth as far as it is known */
static mr_status find_growth(const pulses *p, double noise, double tolerance, an_stability *found,
                             double *misfit, mr_message *message) {
    an_realisation whole = {0}, half = {0};
    double radius = NAN, again = NAN, share = 1.0, unused;
    mr_status status = find_radius(&p->whole, noise, &whole, &radius, &share);
    if (status == MR_OK)
        status = find_radius(&p->half, noise, &half, &again, &unused);
    *misfit = status == MR_OK ? whole.misfit : INFINITY;
    found->dimension = whole.states;
    an_realisation_free(&whole);
    an_realisation_free(&half);
    MR_TRY(an_blame(status, MR_ERR_ARGUMENT, message,
                    "the eigenvalues of the coupled run cannot be found"));
    found->radius = radius;
    found->period = p->period;
    found->growth = log(radius) / p->period;
    /* three times what whole and half pulses say differently (chosen, not derived); and what is
     * left unexplained may be growth of this motion, too */
    found->blur = fmax(3.0 * fabs(log(again / radius)), *misfit / share / p->length) / p->period;
    found->stable = radius <= 1.0 + tolerance * p->steps + found->blur * p->period;
    return MR_OK;
}

mr_status pulses_judge(pulses *p, double tolerance, an_stability *found, double *misfit,
                       mr_message *message) {
    static const double parts[] = {0.5, 1e-3};
    double *level = calloc((size_t)p->outputs + 1, sizeof *level);
    if (!level)
        return MR_ERR_MEMORY;
    p->length = PULSES_LENGTH;
    mr_status status = run(p, -1, 0.0, p->base, level, message);
    p->how.find_levels(p->how.context, level, p->level);
    double noise = INFINITY;
    *misfit = INFINITY;
    for (int k = 0; k < (p->bent ? 2 : 1) && status == MR_OK && !(*misfit <= MISFIT); k++) {
        memset(p->whole.floor, 0, (size_t)p->outputs * sizeof *level);
        status = strike(p, parts[k], level, message);
        if (status == MR_OK && p->length < LEAST) {
            mr_message_set(message, "the coupling grows beyond all bounds within %d periods",
                           p->length + 1);
            status = MR_ERR_NOT_FINITE;
        }
        noise = status == MR_OK ? compare(p) : INFINITY;
        if (noise <= MOST_NOISE)
            status = find_growth(p, fmax(noise, NOISE), tolerance, found, misfit, message);
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
