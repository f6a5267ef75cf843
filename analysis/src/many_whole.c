/* what many members would do as one, if the exchange were continuous */
#include "analysis/many.h"

#include "analysis/matrix.h"
#include "many_joints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct whole {
    int states, inputs, outputs, reactions;
    int *first_state, *first_input, *first_output; /* of each member */
    double *A, *B, *C, *D, *L;
} whole;

static void stack(const an_many *many, whole *w) {
    const int n = w->states, m = w->inputs, p = w->outputs;
    for (int k = 0, x = 0, u = 0, y = 0; k < many->member_count; k++) {
        const an_system *s = &many->members[k].system;
        w->first_state[k] = x;
        w->first_input[k] = u;
        w->first_output[k] = y;
        for (int i = 0; i < s->states; i++) {
            memcpy(w->A + (x + i) * n + x, s->A + i * s->states, (size_t)s->states * sizeof *s->A);
            memcpy(w->B + (x + i) * m + u, s->B + i * s->inputs, (size_t)s->inputs * sizeof *s->A);
        }
        for (int i = 0; i < s->outputs; i++) {
            memcpy(w->C + (y + i) * n + x, s->C + i * s->states, (size_t)s->states * sizeof *s->A);
            memcpy(w->D + (y + i) * m + u, s->D + i * s->inputs, (size_t)s->inputs * sizeof *s->A);
        }
        x += s->states;
        u += s->inputs;
        y += s->outputs;
    }
    for (int k = 0; k < many->connection_count; k++) {
        const mr_connection *c = &many->connections[k];
        w->L[(w->first_input[c->to_member] + c->to_input) * p + w->first_output[c->from_member] +
             c->from_output] = c->factor != 0.0 ? c->factor : 1.0;
    }
}

/* inputs by states and reactions, u = L (C x + D u) + E lambda, side by side into `exchange` */
static mr_status solve_inputs(const an_many *many, const whole *w, double *exchange, double *loop) {
    const int n = w->states, m = w->inputs, p = w->outputs, width = n + w->reactions;
    an_multiply(w->L, w->D, m, p, m, false, loop);
    for (int i = 0; i < m * m; i++)
        loop[i] = (i % (m + 1) == 0 ? 1.0 : 0.0) - loop[i];
    for (int i = 0; i < m; i++)
        an_multiply(w->L + i * p, w->C, 1, p, n, false, exchange + i * width);
    for (int j = 0, s = 0; j < many->joint_count; j++)
        for (int k = 0; k < many->joints[j].size; k++, s++)
            for (int side = 0; side < 2; side++) {
                const mr_joint_side *at = &many->joints[j].side[side];
                if (at->force)
                    exchange[(w->first_input[at->member] + at->force[k]) * width + n + s] =
                        side ? -1.0 : 1.0;
            }
    return an_solve(loop, m, exchange, width);
}

/* A of the whole, in the place of that of its parts. parts: states × (states + 2 reactions) */
static mr_status close_loops(const an_many *many, whole *w, double *exchange, double *loop,
                             double *parts) {
    const int n = w->states, m = w->inputs, S = w->reactions, width = n + S;
    MR_TRY(solve_inputs(many, w, exchange, loop));
    double *both = parts, *by_force = both + n * width, *K = by_force + n * S;
    an_multiply(w->B, exchange, n, m, width, false, both);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            w->A[i * n + k] += both[i * width + k];
        memcpy(by_force + i * S, both + i * width + n, (size_t)S * sizeof *both);
    }
    if (S == 0)
        return MR_OK;
    MR_TRY(many_joints_close(many, w->A, by_force, w->C, n, w->first_output, K));
    an_multiply(by_force, K, n, S, n, true, w->A);
    return MR_OK;
}

mr_status an_many_whole(const an_many *many, double *growth) {
    whole w = {0};
    for (int k = 0; k < many->member_count; k++) {
        if (many->members[k].map)
            return MR_ERR_UNSUPPORTED;
        w.states += many->members[k].system.states;
        w.inputs += many->members[k].system.inputs;
        w.outputs += many->members[k].system.outputs;
    }
    for (int j = 0; j < many->joint_count; j++)
        w.reactions += many->joints[j].size;
    const size_t n = (size_t)w.states, m = (size_t)w.inputs, p = (size_t)w.outputs,
                 S = (size_t)w.reactions;
    double *memory = calloc(n * n + n * m + p * n + p * m + m * p + m * m + m * (n + S) +
                                n * (n + S) + 2 * n * S + 2 * n + 1,
                            sizeof *memory);
    int *first = calloc(3 * (size_t)many->member_count + 1, sizeof *first);
    mr_status status = memory && first ? MR_OK : MR_ERR_MEMORY;
    *growth = -INFINITY;
    if (status == MR_OK) {
        w.first_state = first;
        w.first_input = first + many->member_count;
        w.first_output = w.first_input + many->member_count;
        w.A = memory;
        w.B = w.A + n * n;
        w.C = w.B + n * m;
        w.D = w.C + p * n;
        w.L = w.D + p * m;
        double *loop = w.L + m * p, *exchange = loop + m * m, *parts = exchange + m * (n + S);
        double *real = parts + n * (n + S) + 2 * n * S;
        stack(many, &w);
        status = close_loops(many, &w, exchange, loop, parts);
        if (status == MR_OK)
            status = an_eigenvalues(w.A, w.states, real, real + n, NULL);
        for (int i = 0; status == MR_OK && i < w.states; i++)
            *growth = fmax(*growth, real[i]);
    }
    free(first);
    free(memory);
    return status;
}
