/* integration methods as linear steps
 *
 * Runge-Kutta tableaux: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I; they
 * are those of the host's fixed-step solvers. */
#include "analysis/method.h"

#include "analysis/matrix.h"

#include <stdlib.h>
#include <string.h>

static const an_method exact = {
    .name = "exact",
    .summary = "exact solution (matrix exponential)",
    .nodes = 6,
    .c = {0.0, 0.2, 0.4, 0.6, 0.8, 1.0},
};
static const an_method ode1 = {
    .name = "ode1",
    .summary = "explicit Euler",
    .stages = 1,
    .b = {1.0},
    .nodes = 1,
};
static const an_method ode2 = {
    .name = "ode2",
    .summary = "Heun",
    .stages = 2,
    .a = {{0}, {1.0}},
    .b = {0.5, 0.5},
    .nodes = 2,
    .c = {0.0, 1.0},
};
static const an_method ode3 = {
    .name = "ode3",
    .summary = "Bogacki-Shampine",
    .stages = 3,
    .a = {{0}, {0.5}, {0.0, 0.75}},
    .b = {2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0},
    .nodes = 3,
    .c = {0.0, 0.5, 0.75},
};
static const an_method ode4 = {
    .name = "ode4",
    .summary = "classical Runge-Kutta",
    .stages = 4,
    .a = {{0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
    .b = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
    .nodes = 4,
    .c = {0.0, 0.5, 0.5, 1.0},
};
static const an_method ode5 = {
    .name = "ode5",
    .summary = "Dormand-Prince",
    .stages = 6,
    .a = {{0},
          {1.0 / 5.0},
          {3.0 / 40.0, 9.0 / 40.0},
          {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
          {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
          {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0}},
    .b = {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
    .nodes = 6,
    .c = {0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0},
};
static const an_method trapezoidal = {
    .name = "trapezoidal",
    .summary = "trapezoidal rule (Newmark 1/4, 1/2), derivative renewed at the beginning of a step",
    .nodes = 2,
    .c = {0.0, 1.0},
};
static const an_method trapezoidal_kept = {
    .name = "trapezoidal_kept",
    .summary = "trapezoidal rule, derivative kept from the last step",
    .keeps = true,
    .nodes = 2,
    .c = {0.0, 1.0},
};
static const an_method implicit_euler = {
    .name = "implicit_euler",
    .summary = "implicit Euler",
    .nodes = 1,
    .c = {1.0},
};

const an_method *const an_methods[] = {&exact,          &ode1, &ode2,        &ode3,
                                       &ode4,           &ode5, &trapezoidal, &trapezoidal_kept,
                                       &implicit_euler, NULL};

const an_method *an_method_find(const char *name) {
    for (const an_method *const *method = an_methods; *method; method++)
        if (strcmp((*method)->name, name) == 0)
            return *method;
    return NULL;
}

/* coefficients of the polynomials that are 1 at one node and 0 at the others, in powers of s;
 * row j: polynomial of node j */
static mr_status lagrange_coefficients(const double *nodes, int count, double *rows) {
    double powers[AN_MOST_NODES * AN_MOST_NODES];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            powers[i * count + k] = k == 0 ? 1.0 : powers[i * count + k - 1] * nodes[i];
    /* V coefficients = samples: the columns of V^-1 are the polynomials */
    for (int i = 0; i < count * count; i++)
        rows[i] = i / count == i % count;
    return an_solve(powers, count, rows, count);
}

/* Phi and W from one exponential of [A h, B h, 0 …; 0, 0, I …], a chain that carries the
 * derivatives of a polynomial input (Van Loan 1978) */
static mr_status make_exact(const an_step *step) {
    const an_system *s = step->system;
    const int n = s->states, m = s->inputs, count = step->method->nodes, all = n + m * count;
    const size_t size = (size_t)all * (size_t)all;
    double inverse[AN_MOST_NODES * AN_MOST_NODES];
    double *chain = calloc(2 * size + 1, sizeof *chain);
    if (!chain)
        return MR_ERR_MEMORY;
    double *e = chain + size;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            chain[i * all + j] = s->A[i * n + j] * step->h;
        for (int j = 0; j < m; j++)
            chain[i * all + n + j] = s->B[i * m + j] * step->h;
    }
    for (int k = 0; k + 1 < count; k++)
        for (int j = 0; j < m; j++)
            chain[(n + k * m + j) * all + n + (k + 1) * m + j] = 1.0;
    mr_status status = an_exponential(chain, all, e);
    if (status == MR_OK)
        status = lagrange_coefficients(step->method->c, count, inverse);
    for (int i = 0; status == MR_OK && i < n; i++) {
        memcpy(step->Phi + i * n, e + i * all, (size_t)n * sizeof *e);
        for (int node = 0; node < count; node++)
            for (int j = 0; j < m; j++) {
                double sum = 0.0, factorial = 1.0;
                for (int k = 0; k < count; k++) {
                    factorial *= k > 0 ? k : 1.0;
                    sum += e[i * all + n + k * m + j] * factorial * inverse[k * count + node];
                }
                step->W[(node * n + i) * m + j] = sum;
            }
    }
    free(chain);
    return status;
}

/* each stage as a linear function of x and of the inputs at all nodes */
static mr_status make_explicit(const an_step *step) {
    const an_method *method = step->method;
    const an_system *s = step->system;
    const int n = s->states, m = s->inputs, stages = method->stages, width = n + stages * m;
    const size_t size = (size_t)n * (size_t)width;
    double *k = calloc(((size_t)stages + 1) * size + 1, sizeof *k);
    if (!k)
        return MR_ERR_MEMORY;
    double *x = k + (size_t)stages * size;
    for (int i = 0; i <= stages; i++) { /* the last round is the result */
        const double *weights = i < stages ? method->a[i] : method->b;
        memset(x, 0, size * sizeof *x);
        for (int r = 0; r < n; r++)
            x[r * width + r] = 1.0;
        for (int j = 0; j < (i < stages ? i : stages); j++)
            for (size_t e = 0; e < size; e++)
                x[e] += step->h * weights[j] * k[(size_t)j * size + e];
        if (i == stages)
            break;
        an_multiply(s->A, x, n, n, width, false, k + (size_t)i * size);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < m; c++)
                k[(size_t)i * size + (size_t)(r * width + n + i * m + c)] += s->B[r * m + c];
    }
    for (int r = 0; r < n; r++) {
        memcpy(step->Phi + r * n, x + r * width, (size_t)n * sizeof *x);
        for (int node = 0; node < stages; node++)
            for (int c = 0; c < m; c++)
                step->W[(node * n + r) * m + c] = x[r * width + n + node * m + c];
    }
    free(k);
    return MR_OK;
}

/* (I - theta h A) x+ = x + (1 - theta) h (derivative at the beginning) + theta h B u+ */
static mr_status make_implicit(const an_step *step, double theta) {
    const an_system *s = step->system;
    const int n = s->states, m = s->inputs, first = step->method->nodes - 1;
    const int width = n + (first + 1) * m + n;
    double *left = calloc((size_t)n * (size_t)(n + width) + 1, sizeof *left);
    if (!left)
        return MR_ERR_MEMORY;
    double *right = left + n * n;
    const double begin = (1.0 - theta) * step->h, end = theta * step->h;
    const bool keeps = step->method->keeps;
    for (int i = 0; i < n; i++) {
        double *row = right + i * width;
        for (int j = 0; j < n; j++) {
            left[i * n + j] = (i == j) - end * s->A[i * n + j];
            row[j] = (i == j) + (keeps ? 0.0 : begin * s->A[i * n + j]);
        }
        for (int j = 0; j < m; j++) {
            row[n + j] = first && !keeps ? begin * s->B[i * m + j] : 0.0;
            row[n + first * m + j] = (first ? 0.0 : row[n + j]) + end * s->B[i * m + j];
        }
        row[n + (first + 1) * m + i] = begin;
    }
    const mr_status status = an_solve(left, n, right, width);
    for (int i = 0; status == MR_OK && i < n; i++) {
        const double *row = right + i * width;
        memcpy(step->Phi + i * n, row, (size_t)n * sizeof *row);
        for (int node = 0; node <= first; node++)
            memcpy(step->W + (node * n + i) * m, row + n + node * m, (size_t)m * sizeof *row);
        if (step->Kept)
            memcpy(step->Kept + i * n, row + n + (first + 1) * m, (size_t)n * sizeof *row);
    }
    free(left);
    return status;
}

mr_status an_step_make(an_step *step, const an_method *method, const an_system *system, double h,
                       mr_message *message) {
    const size_t n = (size_t)system->states, m = (size_t)system->inputs;
    *step = (an_step){.method = method, .system = system, .h = h};
    step->Phi = calloc(2 * n * n + (size_t)method->nodes * n * m + 1, sizeof *step->Phi);
    if (!step->Phi)
        return mr_no_memory(message);
    step->W = step->Phi + n * n;
    if (method->keeps)
        step->Kept = step->W + (size_t)method->nodes * n * m;
    mr_status status;
    if (method == &exact)
        status = make_exact(step);
    else if (method->stages > 0)
        status = make_explicit(step);
    else
        status = make_implicit(step, method == &implicit_euler ? 1.0 : 0.5);
    if (status == MR_OK)
        return MR_OK;
    an_step_free(step);
    if (status == MR_ERR_MEMORY)
        return mr_no_memory(message);
    mr_message_set(message, "method %s cannot make a step of %g s of a subsystem", method->name, h);
    return MR_ERR_ARGUMENT;
}

void an_step_free(an_step *step) {
    free(step->Phi);
    *step = (an_step){0};
}

void an_derivative(const an_system *s, const double *x, const double *u, int columns, double *to) {
    an_multiply(s->A, x, s->states, s->states, columns, false, to);
    an_multiply(s->B, u, s->states, s->inputs, columns, true, to);
}

void an_step_apply(const an_step *step, const double *inputs, int columns, double *x, double *kept,
                   double *scratch) {
    const int n = step->system->states, m = step->system->inputs, nodes = step->method->nodes;
    an_multiply(step->Phi, x, n, n, columns, false, scratch);
    for (int node = 0; node < nodes; node++)
        an_multiply(step->W + node * n * m, inputs + (size_t)(node * m) * (size_t)columns, n, m,
                    columns, true, scratch);
    if (step->Kept)
        an_multiply(step->Kept, kept, n, n, columns, true, scratch);
    memcpy(x, scratch, (size_t)n * (size_t)columns * sizeof *x);
    if (step->Kept)
        an_derivative(step->system, x, inputs + (size_t)((nodes - 1) * m) * (size_t)columns,
                      columns, kept);
}
