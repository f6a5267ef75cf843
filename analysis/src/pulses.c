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
        if (input >= 0 && done == 1)
            how->push(how->context, input, 0.0);
        mr_message why = {""}; /* what grows beyond all bounds ends so */
        mr_status advanced = MR_OK;
        for (int k = 0; k < p->stride && advanced == MR_OK; k++) {
            if (input >= 0 && done == 0 && k < 2)
                how->push(how->context, input, k == 0 ? size : 0.0);
            advanced = how->advance(how->context, PULSES_PRELUDE + done * p->stride + k, &why);
        }
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

/* the map, and its growth as far as it is known */
static mr_status find_growth(const pulses *p, double noise, double tolerance, an_stability *found,
                             double *misfit, bool *clear, mr_message *message) {
    an_growth whole = {0}, half = {0};
    const double per_sample = p->period * p->stride;
    mr_status status = an_find_growth(&whole, &p->whole, noise);
    if (status == MR_OK)
        status = an_find_growth(&half, &p->half, noise);
    *misfit = INFINITY;
    MR_TRY(an_blame(status, MR_ERR_ARGUMENT, message,
                    "the eigenvalues of the coupled run cannot be found"));
    *misfit = whole.misfit;
    *clear = an_growth_is_clear(&whole, p->length, tolerance * p->steps * p->stride);
    found->dimension = whole.states;
    found->radius = pow(whole.radius, 1.0 / p->stride);
    found->period = p->period;
    found->growth = log(whole.radius) / per_sample;
    /* what whole and half pulses, and parts of the record, say differently; and what is left
     * unexplained may be growth of this motion, too */
    const double differs = fmax(fabs(log(half.radius / whole.radius)), whole.doubt);
    found->blur = fmax(AN_DOUBTED * differs, whole.misfit / whole.share / p->length) / per_sample;
    found->stable = found->growth * p->period <= tolerance * p->steps + found->blur * p->period;
    return MR_OK;
}

/* pulses of one size, with one distance of samples */
static mr_status try_once(pulses *p, double part, double tolerance, double *level,
                          an_stability *found, double *misfit, double *noise, bool *clear,
                          mr_message *message) {
    memset(p->whole.floor, 0, (size_t)p->outputs * sizeof *level);
    MR_TRY(strike(p, part, level, message));
    *misfit = INFINITY;
    if (p->length < LEAST) {
        mr_message_set(message, "the coupling grows beyond all bounds within %d periods",
                       (p->length + 1) * p->stride);
        return MR_ERR_NOT_FINITE;
    }
    *noise = compare(p);
    return *noise <= MOST_NOISE
               ? find_growth(p, fmax(*noise, NOISE), tolerance, found, misfit, clear, message)
               : MR_OK;
}

static mr_status try_stride(pulses *p, int stride, double tolerance, an_stability *found,
                            double *misfit, double *noise, bool *clear, mr_message *message) {
    static const double parts[] = {0.5, 1e-3};
    double *level = calloc((size_t)p->outputs + 1, sizeof *level);
    if (!level)
        return MR_ERR_MEMORY;
    p->length = PULSES_LENGTH;
    p->stride = stride;
    mr_status status = run(p, -1, 0.0, p->base, level, message);
    p->how.find_levels(p->how.context, level, p->level);
    *misfit = *noise = INFINITY;
    for (int k = 0; k < (p->bent ? 2 : 1) && status == MR_OK && !(*misfit <= MISFIT); k++)
        status = try_once(p, parts[k], tolerance, level, found, misfit, noise, clear, message);
    free(level);
    return status;
}

/* longer records as long as growth is not clear; those that are not linear any more, or less clear,
 * tell nothing new */
static mr_status look_longer(pulses *p, double tolerance, an_stability *found, double *misfit,
                             mr_message *message) {
    bool clear = false;
    for (int stride = PULSES_LONGER; stride <= PULSES_LONGEST && !clear; stride *= PULSES_LONGER) {
        an_stability more = {0};
        double left, noise;
        mr_message why = {""};
        const mr_status status =
            try_stride(p, stride, tolerance, &more, &left, &noise, &clear, &why);
        if (status == MR_ERR_MEMORY)
            return mr_no_memory(message);
        if (status != MR_OK || !(left <= MISFIT))
            break;
        if (more.blur < found->blur || clear) {
            *found = more;
            *misfit = left;
        }
    }
    return MR_OK;
}

mr_status pulses_judge(pulses *p, double tolerance, an_stability *found, double *misfit,
                       mr_message *message) {
    double noise;
    bool clear = false;
    MR_TRY(try_stride(p, 1, tolerance, found, misfit, &noise, &clear, message));
    if (*misfit <= MISFIT)
        return clear ? MR_OK : look_longer(p, tolerance, found, misfit, message);
    mr_message_set(message,
                   "the coupled run does not answer to pulses like a linear system (%.2g %% are "
                   "left unexplained), so that nothing is known of its stability; a run tells",
                   100.0 * fmin(isfinite(*misfit) ? *misfit : noise, 9.99));
    return MR_ERR_UNSUPPORTED;
}
