#include "analysis/feedthrough.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* weights of the polynomial through the last order + 1 samples, one step ahead */
static void extrapolation(int order, double *w) {
    double binomial = 1.0;
    for (int i = 0; i <= order; i++) {
        binomial *= (order + 1.0 - i) / (i + 1.0);
        w[i] = (i % 2 ? -1.0 : 1.0) * binomial;
    }
}

/* the largest root for an eigenvalue of DL and an order of extrapolation */
static mr_status loop_root(int order, double real, double imaginary, double *root) {
    enum { MOST = 2 * AN_LOOP_ORDERS };
    double M[MOST * MOST] = {0.0}, w[AN_LOOP_ORDERS];
    const int k = order + 1, n = 2 * k;
    extrapolation(order, w);
    for (int i = 0; i < k; i++) { /* the complex companion matrix, in real numbers */
        M[i] = real * w[i];
        M[k + i] = -imaginary * w[i];
        M[k * n + i] = imaginary * w[i];
        M[k * n + k + i] = real * w[i];
    }
    for (int i = 1; i < k; i++)
        M[i * n + i - 1] = M[(k + i) * n + k + i - 1] = 1.0;
    return an_spectral_radius(M, n, root);
}

static mr_status reach(int order, double real, double imaginary, double *low) {
    double high = 2.0, root;
    *low = 0.0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (*low + high);
        MR_TRY(loop_root(order, middle * real, middle * imaginary, &root));
        *(root < 1.0 ? low : &high) = middle;
    }
    return MR_OK;
}

mr_status an_loop_stable(int order, an_loop_region *region) {
    MR_TRY(reach(order, -1.0, 0.0, &region->low));
    MR_TRY(reach(order, 1.0, 0.0, &region->high));
    region->low = -region->low;
    return reach(order, 0.0, 1.0, &region->imaginary);
}

mr_status an_loop_worst(const double *DL, int n, int order, double *real, double *imaginary,
                        double *root) {
    double *re = calloc(2 * (size_t)n + 1, sizeof *re), *im = re ? re + n : NULL;
    mr_status status = re ? MR_OK : MR_ERR_MEMORY;
    *real = *imaginary = *root = 0.0;
    if (status == MR_OK && n > 0)
        status = an_eigenvalues(DL, n, re, im, NULL);
    for (int i = 0; status == MR_OK && i < n; i++) {
        double found;
        status = loop_root(order, re[i], im[i], &found);
        if (status == MR_OK && found > *root) {
            *root = found;
            *real = re[i];
            *imaginary = im[i];
        }
    }
    free(re);
    return status;
}

/* outputs of one side are the inputs of the other */
mr_status an_pair_loop(const an_pair *pair, double **DL, int *count, mr_message *message) {
    const an_system *a = &pair->master, *b = &pair->slave;
    const int n = a->inputs + b->inputs;
    *DL = NULL;
    *count = n;
    if (pair->exchange || a->outputs != b->inputs || b->outputs != a->inputs) {
        mr_message_set(message, "a loop through outputs needs sides whose outputs are the other's "
                                "inputs");
        return MR_ERR_ARGUMENT;
    }
    *DL = calloc((size_t)(n * n) + 1, sizeof **DL);
    if (!*DL)
        return mr_no_memory(message);
    for (int i = 0; i < a->inputs; i++)
        for (int j = 0; j < b->inputs; j++)
            (*DL)[i * n + a->inputs + j] = b->D[i * b->inputs + j];
    for (int i = 0; i < b->inputs; i++)
        for (int j = 0; j < a->inputs; j++)
            (*DL)[(a->inputs + i) * n + j] = a->D[i * a->inputs + j];
    return MR_OK;
}

/* x at the end of a step from x (Phi) and from the coefficients of the inputs' polynomial in t/H */
static mr_status respond(const an_system *s, int order, double H, double *Phi, double *G) {
    const int n = s->states, m = s->inputs, all = n + m * (order + 1);
    double *F = calloc(2 * (size_t)(all * all) + 1, sizeof *F), *E = F ? F + all * all : NULL;
    if (!F)
        return MR_ERR_MEMORY;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            F[i * all + j] = s->A[i * n + j] * H;
        for (int j = 0; j < m; j++)
            F[i * all + n + j] = s->B[i * m + j] * H;
    }
    for (int k = 0; k < order; k++) /* derivatives by t/H: the coefficients times k! */
        for (int j = 0; j < m; j++)
            F[(n + k * m + j) * all + n + (k + 1) * m + j] = 1.0;
    const mr_status status = an_exponential(F, all, E);
    double factorial = 1.0;
    for (int i = 0; status == MR_OK && i < n; i++)
        for (int j = 0; j < n; j++)
            Phi[i * n + j] = E[i * all + j];
    for (int k = 0; status == MR_OK && k <= order; k++) {
        factorial *= k > 0 ? k : 1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                G[i * m * (order + 1) + k * m + j] = factorial * E[i * all + n + k * m + j];
    }
    free(F);
    return status;
}

/* coefficients in t/H of the polynomial through samples at 0, -1, …: P (order+1 squared) */
static mr_status polynomial(int order, double *P) {
    const int k = order + 1;
    double V[AN_LOOP_ORDERS * AN_LOOP_ORDERS];
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            V[i * k + j] = pow(-i, j);
            P[i * k + j] = i == j;
        }
    return an_solve(V, k, P, k);
}

/* one column of the map: states and inputs of both sides, inputs also of the past */
static mr_status step_column(const an_pair *pair, int order, double *const Phi[2],
                             double *const G[2], const double *P, const double *DL,
                             const double *correction, double *s) {
    const an_system *side[2] = {&pair->master, &pair->slave};
    const int k = order + 1, m = side[0]->inputs + side[1]->inputs;
    const int n = side[0]->states + side[1]->states;
    double *u = s + n; /* newest first */
    double *x = calloc((size_t)(n + 4 * m) + 1, sizeof *x);
    if (!x)
        return MR_ERR_MEMORY;
    double *used = x + n, *told = used + m, *fixed = told + m, w[AN_LOOP_ORDERS];
    extrapolation(order, w);
    for (int i = 0, at = 0, first = 0; i < 2; at += side[i]->states, first += side[i]->inputs, i++)
        for (int r = 0; r < side[i]->states; r++) {
            const int ns = side[i]->states, mi = side[i]->inputs;
            for (int c = 0; c < ns; c++)
                x[at + r] += Phi[i][r * ns + c] * s[at + c];
            for (int p = 0; p < k; p++)
                for (int j = 0; j < mi; j++)
                    for (int q = 0; q < k; q++)
                        x[at + r] +=
                            G[i][r * mi * k + p * mi + j] * P[p * k + q] * u[q * m + first + j];
        }
    for (int j = 0; j < m; j++)
        for (int q = 0; q < k; q++)
            used[j] += w[q] * u[q * m + j];
    /* inputs as the outputs at the end tell them */
    for (int i = 0; i < 2; i++) {
        const an_system *other = side[1 - i];
        const int at = i == 0 ? side[0]->states : 0, first = i == 0 ? 0 : side[0]->inputs;
        for (int r = 0; r < side[i]->inputs; r++)
            for (int c = 0; c < other->states; c++)
                told[first + r] += other->C[r * other->states + c] * x[at + c];
    }
    for (int r = 0; r < m; r++)
        for (int c = 0; c < m; c++)
            told[r] += DL[r * m + c] * used[c];
    for (int r = 0; r < m; r++) {
        fixed[r] = used[r];
        for (int c = 0; c < m; c++)
            fixed[r] += correction[r * m + c] * (told[c] - used[c]);
    }
    memmove(u + m, u, (size_t)((k - 1) * m) * sizeof *u);
    memcpy(u, fixed, (size_t)m * sizeof *u);
    memcpy(s, x, (size_t)n * sizeof *s);
    free(x);
    return MR_OK;
}

/* the map column by column, and its radius; all: room for what it is made of */
static mr_status find_radius(const an_pair *pair, int order, double H, bool corrected,
                             const double *DL, int m, double *all, double *radius) {
    const int n1 = pair->master.states, n2 = pair->slave.states, k = order + 1;
    const int N = n1 + n2 + k * m;
    double P[AN_LOOP_ORDERS * AN_LOOP_ORDERS];
    double *Phi[2] = {all, all + n1 * n1}, *G[2] = {Phi[1] + n2 * n2, NULL};
    G[1] = G[0] + n1 * k * pair->master.inputs;
    double *C = G[1] + n2 * k * pair->slave.inputs, *system = C + m * m;
    double *M = system + m * m, *s = M + N * N;
    MR_TRY(respond(&pair->master, order, H, Phi[0], G[0]));
    MR_TRY(respond(&pair->slave, order, H, Phi[1], G[1]));
    MR_TRY(polynomial(order, P));
    for (int r = 0; r < m; r++)
        for (int c = 0; c < m; c++) {
            C[r * m + c] = r == c;
            system[r * m + c] = (r == c) - DL[r * m + c];
        }
    if (corrected)
        MR_TRY(an_solve(system, m, C, m));
    for (int c = 0; c < N; c++) {
        memset(s, 0, (size_t)N * sizeof *s);
        s[c] = 1.0;
        MR_TRY(step_column(pair, order, Phi, G, P, DL, C, s));
        for (int r = 0; r < N; r++)
            M[r * N + c] = s[r];
    }
    return an_spectral_radius(M, N, radius);
}

mr_status an_loop_radius(const an_pair *pair, int order, double H, bool corrected, double *radius,
                         mr_message *message) {
    double *DL;
    int m;
    if (order < 0 || order >= AN_LOOP_ORDERS || !(H > 0.0)) {
        mr_message_set(message, "an order is 0 to %d, and a step positive", AN_LOOP_ORDERS - 1);
        return MR_ERR_ARGUMENT;
    }
    MR_TRY(an_pair_loop(pair, &DL, &m, message));
    const int n1 = pair->master.states, n2 = pair->slave.states, k = order + 1;
    const int N = n1 + n2 + k * m;
    const size_t s1 = (size_t)n1, s2 = (size_t)n2;
    const size_t each = s1 * s1 + s2 * s2 + (s1 + s2) * (size_t)(k * m);
    double *all = calloc(each + 2 * (size_t)(m * m) + (size_t)(N * N + N) + 1, sizeof *all);
    if (!all) {
        free(DL);
        return mr_no_memory(message);
    }
    const mr_status status = find_radius(pair, order, H, corrected, DL, m, all, radius);
    free(all);
    free(DL);
    return an_blame(status, MR_ERR_ARGUMENT, message,
                    "the loop through the outputs has no solution");
}
