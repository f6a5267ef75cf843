/* which motions of a map the answers need
 *
 * What noise makes of a record are motions, too, and some of them grow. They are told from others
 * by leaving them out: the answers are fitted anew by powers of the other eigenvalues. A motion
 * without which they are explained as well is none. From the largest on motions are left out until
 * one is needed. */
#include "analysis/struck.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>

#define UNSEEN       1e-4 /* of every answer: what has less is no motion */
#define SEEN_TO_GROW 0.1  /* e^this over a record */
#define AS_WELL      3.0 /* times what is left by all of them, or what is not known of the answers */

typedef struct motion {
    double size, angle; /* of the eigenvalue */
    bool pair;          /* and of its conjugate */
} motion;

static int by_size(const void *a, const void *b) {
    const double x = ((const motion *)a)->size, y = ((const motion *)b)->size;
    return (x < y) - (x > y);
}

/* largest first */
static mr_status list_motions(const an_realisation *made, motion *list, int *count) {
    double real[AN_MOST_STATES + 1], imaginary[AN_MOST_STATES + 1];
    *count = 0;
    MR_TRY(made->states > 0 ? an_eigenvalues(made->Phi, made->states, real, imaginary, NULL)
                            : MR_OK);
    for (int i = 0; i < made->states; i++)
        if (imaginary[i] >= 0.0)
            list[(*count)++] = (motion){hypot(real[i], imaginary[i]), atan2(imaginary[i], real[i]),
                                        imaginary[i] > 0.0};
    qsort(list, (size_t)*count, sizeof *list, by_size);
    return MR_OK;
}

/* an output whose answers are hardly known has little say */
static double size_of(const an_responses *r, int output, int channel, double noise) {
    double most = 0.0;
    for (int k = 1; k < r->length; k++)
        most = fmax(most, fabs(r->y[(k * r->outputs + output) * r->channels + channel]));
    return fmax(most, r->floor[output] / noise);
}

/* columns of unit length: the powers of these eigenvalues from the second sample on (the first one
 * has what an output does at once) */
static int write_powers(const motion *list, int count, int rows, double *powers, int width) {
    int columns = 0;
    for (int i = 0; i < count; i++) {
        double sums[2] = {0.0, 0.0};
        const int own = list[i].pair ? 2 : 1;
        for (int k = 0; k < rows; k++) {
            const double size = pow(list[i].size, k), angle = k * list[i].angle;
            powers[k * width + columns] = size * cos(angle);
            sums[0] += size * cos(angle) * size * cos(angle);
            if (own == 2)
                powers[k * width + columns + 1] = size * sin(angle);
            sums[1] += size * sin(angle) * size * sin(angle);
        }
        for (int c = 0; c < own; c++)
            for (int k = 0; k < rows && sums[c] > 0.0; k++)
                powers[k * width + columns + c] /= sqrt(sums[c]);
        columns += own;
    }
    return columns;
}

/* what these motions leave of the answers, root mean square of the worst one */
static mr_status find_rest(const an_responses *r, const double *answers, const motion *list,
                           int count, double *rest) {
    const int rows = r->length - 1, all = r->outputs * r->channels;
    int width = 0;
    for (int i = 0; i < count; i++)
        width += list[i].pair ? 2 : 1;
    double *powers = calloc((size_t)(rows * width + width * all + rows * all) + 1, sizeof *powers);
    if (!powers)
        return MR_ERR_MEMORY;
    double *parts = powers + rows * width, *said = parts + width * all;
    (void)write_powers(list, count, rows, powers, width);
    const mr_status status =
        width > 0 ? an_solve_closest(powers, rows, width, answers, all, parts) : MR_OK;
    *rest = 0.0;
    an_multiply(powers, parts, rows, width, all, false, said);
    for (int e = 0; e < all && status == MR_OK; e++) {
        double sum = 0.0;
        for (int k = 0; k < rows; k++) {
            const double off = said[k * all + e] - answers[k * all + e];
            sum += off * off / rows;
        }
        *rest = fmax(*rest, isfinite(sum) ? sqrt(sum) : INFINITY);
    }
    free(powers);
    return status;
}

/* answers of all outputs to all channels, each by its size, sample by sample */
static double *scale_answers(const an_responses *r, double noise) {
    const int all = r->outputs * r->channels;
    double *answers = calloc((size_t)r->length * (size_t)all + 1, sizeof *answers);
    for (int e = 0; answers && e < all; e++) {
        const double size = size_of(r, e / r->channels, e % r->channels, noise);
        for (int k = 1; k < r->length && size > 0.0; k++)
            answers[(k - 1) * all + e] = r->y[k * all + e] / size;
    }
    return answers;
}

static mr_status find_radius(const an_responses *r, const an_realisation *made, double noise,
                             double *radius, double *share) {
    motion list[AN_MOST_STATES + 1];
    int count = 0;
    double by_all = 0.0, rest = 0.0;
    *radius = 0.0;
    *share = 1.0;
    double *answers = scale_answers(r, noise);
    mr_status status = answers ? list_motions(made, list, &count) : MR_ERR_MEMORY;
    if (status == MR_OK && r->length > 1)
        status = find_rest(r, answers, list, count, &by_all);
    /* several motions with the same eigenvalue are more than its powers */
    const bool told = by_all <= AS_WELL * fmax(made->misfit, noise);
    const double known = fmax(UNSEEN, AS_WELL * fmax(by_all, noise));
    for (int i = 0; i < count && status == MR_OK; i++) {
        *radius = list[i].size;
        if (told && r->length > 1)
            status = find_rest(r, answers, list + i + 1, count - i - 1, &rest);
        *share = told ? fmin(rest, 1.0) : 1.0;
        if (!told || rest > known)
            break;
    }
    free(answers);
    return status;
}

/* what three quarters of the record say, with as many states */
static mr_status find_again(const an_responses *r, double noise, int states, double *radius) {
    an_realisation less = {0};
    an_responses part = *r;
    double unused;
    part.length = 3 * r->length / 4;
    mr_status status = an_realise_with(&less, &part, noise, states);
    if (status == MR_OK)
        status = find_radius(&part, &less, noise, radius, &unused);
    an_realisation_free(&less);
    return status;
}

mr_status an_find_growth(an_growth *g, const an_responses *r, double noise) {
    an_realisation made = {0};
    double again = 0.0;
    *g = (an_growth){.misfit = INFINITY};
    mr_status status = an_realise_fewest(&made, r, noise);
    if (status == MR_OK)
        status = find_radius(r, &made, noise, &g->radius, &g->share);
    if (status == MR_OK) {
        g->states = made.states;
        g->misfit = made.misfit;
        const mr_status seen = find_again(r, noise, made.states, &again);
        status = seen == MR_ERR_MEMORY ? seen : MR_OK;
        if (seen == MR_OK && g->radius > 0.0 && again > 0.0)
            g->doubt = fabs(log(again / g->radius));
    }
    an_realisation_free(&made);
    return status;
}

bool an_growth_is_clear(const an_growth *g, int length, double tolerance) {
    const double growth = log(g->radius), doubt = AN_DOUBTED * g->doubt;
    const bool grows = growth > tolerance && growth * length > SEEN_TO_GROW;
    return growth < -doubt || (grows && growth > AS_WELL * doubt) ||
           (growth <= tolerance && doubt <= tolerance);
}
