#include "analysis/drift.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* frequency of a factor of one period, the branch next to the one that is known */
static double frequency_of(double real, double imaginary, double period, double known) {
    const double turn = 2.0 * acos(-1.0) / period, f = atan2(imaginary, real) / period;
    return f + turn * round((known - f) / turn);
}

/* of the whole into re and what follows it, of the map into mr and what follows it */
static mr_status find_eigenvalues(const double *A, int n, double *re, const an_map *map, double *mr,
                                  mr_message *message) {
    static const char *const unknown = "the eigenvalues of the coupling cannot be found";
    MR_TRY(an_blame(an_eigenvalues(A, n, re, re + n, NULL), MR_ERR_ARGUMENT, message, unknown));
    return an_blame(an_eigenvalues(map->M, map->dimension, mr, mr + map->dimension, NULL),
                    MR_ERR_ARGUMENT, message, unknown);
}

mr_status an_modes_find(const an_pair *pair, const an_coupling *coupling, an_mode **modes,
                        int *count, mr_message *message) {
    const int n = pair->master.states + pair->slave.states;
    an_map map = {0};
    *modes = calloc((size_t)n + 1, sizeof **modes);
    *count = 0;
    double *A = calloc((size_t)(n * n) + 2 * (size_t)n + 1, sizeof *A);
    mr_status status = *modes && A ? an_pair_whole(pair, A, message) : mr_no_memory(message);
    if (status == MR_OK)
        status = an_map_make(&map, pair, coupling, message);
    double *re = A ? A + n * n : NULL, *im = re ? re + n : NULL, *mr = NULL, *mi = NULL;
    if (status == MR_OK) {
        mr = calloc(2 * (size_t)map.dimension + 1, sizeof *mr);
        mi = mr ? mr + map.dimension : NULL;
        status = mr ? find_eigenvalues(A, n, re, &map, mr, message) : mr_no_memory(message);
    }
    for (int i = 0; status == MR_OK && i < n; i++) {
        if (im[i] < 0.0)
            continue;
        const double P = map.period, size = exp(re[i] * P);
        const double x = size * cos(im[i] * P), y = size * sin(im[i] * P);
        int nearest = 0;
        for (int k = 1; k < map.dimension; k++)
            if (hypot(mr[k] - x, mi[k] - y) < hypot(mr[nearest] - x, mi[nearest] - y))
                nearest = k;
        (*modes)[(*count)++] =
            (an_mode){.damping = -re[i],
                      .frequency = im[i],
                      .coupled_damping = -log(hypot(mr[nearest], mi[nearest])) / P,
                      .coupled_frequency = frequency_of(mr[nearest], mi[nearest], P, im[i]),
                      .distance = hypot(mr[nearest] - x, mi[nearest] - y)};
    }
    an_map_free(&map);
    free(A);
    free(mr);
    if (status != MR_OK) {
        free(*modes);
        *modes = NULL;
    }
    return status;
}

void an_section_free(an_section *s) {
    for (int i = 0; i < 2; i++)
        free(s->t[i]);
    *s = (an_section){0};
}

/* a point where the slave's first state went from below to above zero, on the straight line */
static void look(an_section *s, int which, int slave, double t, double P, const double *before,
                 const double *after) {
    if (!(before[slave] < 0.0 && after[slave] >= 0.0))
        return;
    const double part = before[slave] / (before[slave] - after[slave]);
    const int i = s->count[which]++;
    s->t[which][i] = t + part * P;
    s->x[which][i] = before[0] + part * (after[0] - before[0]);
    s->v[which][i] = before[1] + part * (after[1] - before[1]);
}

mr_status an_section_make(const an_pair *pair, const an_coupling *coupling, int periods,
                          an_section *section, mr_message *message) {
    const int n = pair->master.states + pair->slave.states, slave = pair->master.states;
    an_map map = {0};
    *section = (an_section){0};
    if (slave < 2 || !pair->start) {
        mr_message_set(message, "a section needs a master with position and velocity, and a start");
        return MR_ERR_ARGUMENT;
    }
    MR_TRY(an_map_make(&map, pair, coupling, message));
    const int N = map.dimension;
    double *A = calloc(2 * (size_t)(n * n) + 2 * (size_t)N + 2 * (size_t)n + 1, sizeof *A);
    double *E = A ? A + n * n : NULL, *s = E ? E + n * n : NULL, *next = s ? s + N : NULL;
    double *x = next ? next + N : NULL, *y = x ? x + n : NULL;
    mr_status status = A ? an_pair_whole(pair, A, message) : mr_no_memory(message);
    for (int i = 0; i < 2 && status == MR_OK; i++) {
        section->t[i] = calloc(3 * (size_t)periods + 3, sizeof *section->t[i]);
        if (!section->t[i])
            status = mr_no_memory(message);
        else {
            section->x[i] = section->t[i] + periods + 1;
            section->v[i] = section->x[i] + periods + 1;
        }
    }
    for (int i = 0; status == MR_OK && i < n * n; i++)
        A[i] *= map.period;
    if (status == MR_OK)
        status = an_blame(an_exponential(A, n, E), MR_ERR_ARGUMENT, message,
                          "the whole cannot be solved");
    if (status == MR_OK) {
        memcpy(s, pair->start, (size_t)n * sizeof *s);
        memcpy(x, pair->start, (size_t)n * sizeof *x);
    }
    for (int i = 0; status == MR_OK && i < periods; i++) {
        an_multiply(map.M, s, N, N, 1, false, next);
        an_multiply(E, x, n, n, 1, false, y);
        if (!isfinite(next[0]) || fabs(next[0]) > 1e6)
            break; /* it has run away: what there is tells it */
        look(section, 0, slave, i * map.period, map.period, s, next);
        look(section, 1, slave, i * map.period, map.period, x, y);
        memcpy(s, next, (size_t)N * sizeof *s);
        memcpy(x, y, (size_t)n * sizeof *x);
    }
    an_map_free(&map);
    free(A);
    if (status != MR_OK)
        an_section_free(section);
    return status;
}
