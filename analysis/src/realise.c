/* responses to pulses as a linear system */
#include "analysis/realise.h"

#include "multirate/pieces.h"

#include "analysis/matrix.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool an_responses_make(an_responses *r, int outputs, int channels, int driven, int length) {
    const size_t samples = (size_t)outputs * (size_t)channels * (size_t)length;
    *r = (an_responses){
        .outputs = outputs, .channels = channels, .driven = driven, .length = length};
    r->y = calloc(samples + (size_t)outputs + 1, sizeof *r->y);
    if (r->y)
        r->floor = r->y + samples;
    return r->y != NULL;
}

void an_responses_free(an_responses *r) {
    free(r->y);
    *r = (an_responses){0};
}

static bool make(an_realisation *m, int states, int outputs, int channels) {
    const size_t n = (size_t)states, q = (size_t)outputs, c = (size_t)channels;
    *m = (an_realisation){.states = states, .outputs = outputs, .channels = channels};
    m->Phi = calloc(n * n + n * c + q * n + q * c + 1, sizeof *m->Phi);
    if (!m->Phi)
        return false;
    double *at = MR_PIECES(m->Phi + n * n, n * c, &m->Gamma);
    at = MR_PIECES(at, q * n, &m->C);
    MR_PIECES(at, q * c, &m->D);
    return true;
}

void an_realisation_free(an_realisation *m) {
    free(m->Phi);
    *m = (an_realisation){0};
}

/* the Hankel matrix of y(2), y(3), … of the driven channels, with each output and channel brought
 * to its own size, and its singular vectors. The weight of an output is its size, or what makes its
 * floor no larger than the noise: outputs that are hardly known have little say */
typedef struct hankel {
    int rows, columns, least; /* blocks; least: the smaller number of scalars */
    double *output_size, *output_weight, *channel_size;
    double *H, *U, *V, *sigma; /* U: scalars × least, V: least × scalars */
    double *memory;
} hankel;

static double response(const an_responses *r, int k, int output, int channel) {
    return r->y[((size_t)(k - 1) * (size_t)r->outputs + (size_t)output) * (size_t)r->channels +
                (size_t)channel];
}

/* an output or channel that shows nothing has size 1 */
static void find_sizes(hankel *h, const an_responses *r, double noise) {
    for (int i = 0; i < r->outputs; i++) {
        double most = 0.0;
        for (int k = 2; k <= r->length; k++)
            for (int j = 0; j < r->channels; j++)
                most = fmax(most, fabs(response(r, k, i, j)));
        h->output_size[i] = most > 0.0 ? most : 1.0;
        h->output_weight[i] = fmax(h->output_size[i], r->floor[i] / noise);
    }
    for (int j = 0; j < r->channels; j++) {
        double most = 0.0;
        for (int k = 2; k <= r->length; k++)
            for (int i = 0; i < r->outputs; i++)
                most = fmax(most, fabs(response(r, k, i, j)) / h->output_size[i]);
        h->channel_size[j] = most > 0.0 ? most : 1.0;
    }
}

static mr_status decompose(hankel *h, const an_responses *r, double noise) {
    h->rows = r->length / 2;
    h->columns = r->length - h->rows; /* rows + columns = length: y(2) … y(length) */
    const int a = h->rows * r->outputs, b = h->columns * r->driven;
    h->least = a < b ? a : b;
    const size_t m = (size_t)a, n = (size_t)b, least = (size_t)h->least;
    h->memory = calloc(m * n + m * least + least * n + 2 * least + 2 * (size_t)r->outputs +
                           (size_t)r->channels + 1,
                       sizeof *h->memory);
    if (!h->memory)
        return MR_ERR_MEMORY;
    h->H = h->memory;
    h->U = h->H + m * n;
    h->V = h->U + m * least;
    h->sigma = h->V + least * n;
    h->output_size = h->sigma + 2 * least;
    h->output_weight = h->output_size + r->outputs;
    h->channel_size = h->output_weight + r->outputs;
    find_sizes(h, r, noise);
    for (int p = 0; p < h->rows; p++)
        for (int i = 0; i < r->outputs; i++)
            for (int s = 0; s < h->columns; s++)
                for (int j = 0; j < r->driven; j++) {
                    const double y = response(r, 2 + p + s, i, j);
                    h->H[((size_t)p * (size_t)r->outputs + (size_t)i) * n +
                         (size_t)(s * r->driven + j)] =
                        y / (h->output_weight[i] * h->channel_size[j]);
                    if (!isfinite(y))
                        return MR_ERR_NOT_FINITE;
                }
    return an_lapack_status(
        LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'S', a, b, h->H, b, h->sigma, h->U, h->least, h->V, b));
}

/* The states are those whose observability is even: each is as large as what it does to the
 * outputs. Phi from the shift of the observability matrix: O (all but the last block) Phi = O (all
 * but the first), least squares */
static mr_status shift(const hankel *h, int outputs, int n, double *Phi) {
    const int equations = (h->rows - 1) * outputs;
    double *before = malloc(((size_t)equations * (size_t)n * 2 + 1) * sizeof *before);
    if (!before)
        return MR_ERR_MEMORY;
    double *after = before + (size_t)equations * (size_t)n;
    for (int e = 0; e < equations; e++)
        for (int k = 0; k < n; k++) {
            before[e * n + k] = h->U[(size_t)e * (size_t)h->least + (size_t)k];
            after[e * n + k] = h->U[(size_t)(e + outputs) * (size_t)h->least + (size_t)k];
        }
    const mr_status status = n == 0 ? MR_OK : an_solve_closest(before, equations, n, after, n, Phi);
    free(before);
    return status;
}

/* Gamma = Phi^-1 (its first column block, which stands for y(2)) */
static mr_status find_driven(const hankel *h, const an_responses *r, an_realisation *m) {
    const int n = m->states, c = m->channels, d = r->driven;
    double *right = malloc((2 * (size_t)n * (size_t)d + 1) * sizeof *right);
    if (!right)
        return MR_ERR_MEMORY;
    double *gamma = right + (size_t)n * (size_t)d;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < d; j++)
            right[k * d + j] = h->sigma[k] *
                               h->V[(size_t)k * (size_t)(h->columns * d) + (size_t)j] *
                               h->channel_size[j];
    const mr_status status = n == 0 ? MR_OK : an_solve_closest(m->Phi, n, n, right, d, gamma);
    for (int k = 0; k < n && status == MR_OK; k++)
        memcpy(m->Gamma + (size_t)k * (size_t)c, gamma + (size_t)k * (size_t)d,
               (size_t)d * sizeof *gamma);
    free(right);
    return status;
}

/* Gamma of the other channels: C Phi^(k-1) Gamma comes closest to y(k), k = 2 … length */
static mr_status find_rest(const hankel *h, const an_responses *r, an_realisation *m) {
    const int n = m->states, q = m->outputs, rest = m->channels - r->driven;
    const int equations = (r->length - 1) * q;
    if (n == 0 || rest == 0)
        return MR_OK;
    double *O = calloc((size_t)equations * (size_t)(n + rest) + (size_t)(n * rest) + 1, sizeof *O);
    if (!O)
        return MR_ERR_MEMORY;
    double *right = O + (size_t)equations * (size_t)n,
           *gamma = right + (size_t)equations * (size_t)rest;
    for (int k = 2; k <= r->length; k++) {
        double *row = O + (size_t)((k - 2) * q) * (size_t)n;
        if (k == 2)
            an_multiply(m->C, m->Phi, q, n, n, false, row);
        else
            an_multiply(row - (size_t)q * (size_t)n, m->Phi, q, n, n, false, row);
        for (int i = 0; i < q; i++)
            for (int j = 0; j < rest; j++)
                right[((k - 2) * q + i) * rest + j] =
                    response(r, k, i, r->driven + j) / h->output_weight[i];
    }
    for (int e = 0; e < equations; e++)
        for (int k = 0; k < n; k++)
            O[e * n + k] /= h->output_weight[e % q];
    const mr_status status = an_solve_closest(O, equations, n, right, rest, gamma);
    for (int k = 0; k < n && status == MR_OK; k++)
        memcpy(m->Gamma + (size_t)(k * m->channels + r->driven), gamma + (size_t)(k * rest),
               (size_t)rest * sizeof *gamma);
    free(O);
    return status;
}

/* C, Gamma, and D: what is left of y(1) */
static mr_status find_gamma(const hankel *h, const an_responses *r, an_realisation *m) {
    const int n = m->states, c = m->channels;
    for (int i = 0; i < m->outputs; i++)
        for (int k = 0; k < n; k++)
            m->C[i * n + k] = h->U[(size_t)i * (size_t)h->least + (size_t)k] * h->output_weight[i];
    MR_TRY(find_driven(h, r, m));
    MR_TRY(find_rest(h, r, m));
    an_multiply(m->C, m->Gamma, m->outputs, n, c, false, m->D);
    for (int i = 0; i < m->outputs; i++)
        for (int j = 0; j < c; j++)
            m->D[i * c + j] = response(r, 1, i, j) - m->D[i * c + j];
    return MR_OK;
}

/* An output that answers at once and then no more (the acceleration of a free mass) shows rounding
 * from the second sample on. What is so small against its first one is no motion that the system
 * would have to explain */
#define HARDLY_THERE 1e-6

static double size_of(const hankel *h, const an_responses *r, int output, int channel) {
    return fmax(h->output_size[output] * h->channel_size[channel],
                HARDLY_THERE * fabs(response(r, 1, output, channel)));
}

/* how well the responses come out again, the worst pair of output and channel; *beyond: the same of
 * driven ones by the weights of the outputs */
static mr_status judge(const hankel *h, const an_responses *r, an_realisation *m, double *beyond) {
    const int n = m->states, c = m->channels, q = m->outputs;
    double *x = calloc((size_t)(2 * n * c + 2 * q * c) + 1, sizeof *x);
    if (!x)
        return MR_ERR_MEMORY;
    double *next = x + n * c, *y = next + n * c, *off = y + q * c;
    memcpy(x, m->Gamma, (size_t)(n * c) * sizeof *x);
    for (int k = 1; k <= r->length; k++) {
        an_multiply(m->C, x, q, n, c, false, y);
        for (int i = 0; i < q && k > 1; i++)
            for (int j = 0; j < c; j++) {
                const double d = (y[i * c + j] - response(r, k, i, j)) /
                                 (h->output_size[i] * h->channel_size[j]);
                off[i * c + j] += d * d / r->length;
            }
        an_multiply(m->Phi, x, n, n, c, false, next);
        memcpy(x, next, (size_t)(n * c) * sizeof *x);
    }
    m->misfit = m->rest = *beyond = 0.0;
    for (int i = 0; i < q; i++)
        for (int j = 0; j < c; j++) {
            const double one = isfinite(off[i * c + j]) ? sqrt(off[i * c + j]) : INFINITY;
            if (j >= r->driven) { /* of a motion that is hardly there little is known */
                const double there = h->output_size[i] * h->channel_size[j];
                m->rest = fmax(m->rest, one * there / fmax(there, 1e3 * r->floor[i]));
            } else {
                const double there = h->output_size[i] * h->channel_size[j];
                m->misfit = fmax(m->misfit, one * there / size_of(h, r, i, j));
                *beyond = fmax(*beyond, one * h->output_size[i] / h->output_weight[i]);
            }
        }
    free(x);
    return MR_OK;
}

static mr_status try_states(const hankel *h, const an_responses *r, int n, an_realisation *m,
                            double *beyond) {
    if (!make(m, n, r->outputs, r->channels))
        return MR_ERR_MEMORY;
    MR_TRY(shift(h, r->outputs, n, m->Phi));
    MR_TRY(find_gamma(h, r, m));
    return judge(h, r, m, beyond);
}

/* how many states may show anything: as many as there are columns would */
static int most_states(const hankel *h, const an_responses *r, double noise) {
    const int few = 3 * h->least / 4;
    const int limit = (h->rows - 1) * r->outputs < few ? (h->rows - 1) * r->outputs : few;
    int most = 0;
    while (most < limit && most < AN_MOST_STATES && h->sigma[most] > 0.01 * noise * h->sigma[0])
        most++;
    return most;
}

/* the fewest states that show the responses as well as can be, or as well as they are known; and
 * what smaller numbers leave unexplained */
static mr_status find_best(const hankel *h, const an_responses *r, double noise, double gain,
                           an_realisation *made, double *left) {
    double best = INFINITY;
    mr_status status = MR_OK;
    const int most = most_states(h, r, noise);
    for (int n = 0; status == MR_OK && n <= most && best > noise; n++) {
        an_realisation one = {0};
        status = try_states(h, r, n, &one, &left[n]);
        if (status == MR_OK && left[n] < gain * best) {
            an_realisation_free(made);
            *made = one;
            best = left[n];
        } else {
            an_realisation_free(&one);
        }
    }
    return status;
}

static mr_status realise(an_realisation *made, const an_responses *r, double noise, double gain,
                         double as_well) {
    hankel h = {0};
    an_realisation best = {0};
    double left[AN_MOST_STATES + 1] = {0.0};
    int fewest = 0;
    *made = (an_realisation){0};
    mr_status status = decompose(&h, r, noise);
    if (status == MR_OK)
        status = find_best(&h, r, noise, gain, &best, left);
    while (fewest < best.states && left[fewest] > as_well * fmax(left[best.states], noise))
        fewest++;
    if (status == MR_OK && fewest == best.states) {
        *made = best;
    } else {
        an_realisation_free(&best);
        if (status == MR_OK)
            status = try_states(&h, r, fewest, made, &left[fewest]);
        if (status != MR_OK)
            an_realisation_free(made);
    }
    free(h.memory);
    return status;
}

mr_status an_realise(an_realisation *made, const an_responses *r, double noise) {
    return realise(made, r, noise, 0.1, 0.0);
}

mr_status an_realise_fewest(an_realisation *made, const an_responses *r, double noise) {
    return realise(made, r, noise, 0.7, 3.0);
}

static mr_status realise_with(hankel *h, const an_responses *r, double noise, int states,
                              an_realisation *made) {
    double left;
    MR_TRY(decompose(h, r, noise));
    return states > most_states(h, r, 0.0) ? MR_ERR_NOT_FINITE
                                           : try_states(h, r, states, made, &left);
}

mr_status an_realise_with(an_realisation *made, const an_responses *r, double noise, int states) {
    hankel h = {0};
    *made = (an_realisation){0};
    const mr_status status = realise_with(&h, r, noise, states, made);
    free(h.memory);
    if (status != MR_OK)
        an_realisation_free(made);
    return status;
}
