/* making, checking and closing a pair of subsystems */
#include "analysis/pair.h"

#include "common/memory.h"
#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t length(const an_system *s) {
    return (size_t)(s->states + s->outputs) * (size_t)(s->states + s->inputs);
}

bool an_system_make(an_system *s, int states, int inputs, int outputs) {
    *s = (an_system){.states = states, .inputs = inputs, .outputs = outputs};
    s->A = calloc(length(s) + 1, sizeof *s->A);
    if (!s->A)
        return false;
    s->B = s->A + states * states;
    s->C = s->B + states * inputs;
    s->D = s->C + outputs * states;
    return true;
}

void an_system_free(an_system *s) {
    free(s->A);
    *s = (an_system){0};
}

bool an_system_copy(an_system *to, const an_system *from) {
    if (!an_system_make(to, from->states, from->inputs, from->outputs))
        return false;
    memcpy(to->A, from->A, length(from) * sizeof *from->A);
    return true;
}

bool an_pair_complete(an_pair *p, int coordinates) {
    const size_t n = (size_t)coordinates, m = (size_t)p->slave.inputs;
    const size_t states = (size_t)p->master.states + (size_t)p->slave.states;
    p->coordinate_count = coordinates;
    p->coordinates = calloc(n + 1, sizeof *p->coordinates);
    p->Au = calloc(n * m + 2 * n * n + 1, sizeof *p->Au);
    p->start = calloc(states + 1, sizeof *p->start);
    if (!p->coordinates || !p->Au || !p->start)
        return false;
    p->Ap = p->Au + n * m;
    p->Av = p->Ap + n * n;
    return true;
}

void an_pair_free(an_pair *p) {
    an_system_free(&p->master);
    an_system_free(&p->slave);
    CM_FREE(p->exchange, p->coordinates, p->Au, p->start);
    *p = (an_pair){0};
}

mr_status an_pair_check(const an_pair *p, mr_message *message) {
    const an_system *const systems[] = {&p->master, &p->slave};
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < length(systems[s]); i++)
            if (!isfinite(systems[s]->A[i])) {
                mr_message_set(message, "a matrix of the %s has a number that is not finite",
                               s ? "slave" : "master");
                return MR_ERR_NOT_FINITE;
            }
    if (!p->exchange &&
        (p->master.outputs != p->slave.inputs || p->slave.outputs != p->master.inputs)) {
        mr_message_set(message,
                       "the master has %d inputs and %d outputs, the slave %d inputs and %d "
                       "outputs: the inputs of one must be the outputs of the other",
                       p->master.inputs, p->master.outputs, p->slave.inputs, p->slave.outputs);
        return MR_ERR_ARGUMENT;
    }
    return MR_OK;
}

/* u = P (C x + D u), P swaps the sides: (I - P D) u = P C x */
static mr_status close_loop(const an_pair *p, double *exchange) {
    const an_system *a = &p->master, *b = &p->slave;
    const int m = a->inputs + b->inputs, n = a->states + b->states;
    double *loop = calloc((size_t)m * (size_t)m + 1, sizeof *loop);
    if (!loop)
        return MR_ERR_MEMORY;
    memset(exchange, 0, (size_t)m * (size_t)n * sizeof *exchange);
    for (int i = 0; i < m; i++) {
        /* input i of the master is output i of the slave, and so on */
        const bool to_master = i < a->inputs;
        const an_system *from = to_master ? b : a;
        const int row = to_master ? i : i - a->inputs;
        const int state0 = to_master ? a->states : 0, input0 = to_master ? a->inputs : 0;
        loop[i * m + i] = 1.0;
        for (int k = 0; k < from->states; k++)
            exchange[i * n + state0 + k] = from->C[row * from->states + k];
        for (int k = 0; k < from->inputs; k++)
            loop[i * m + input0 + k] -= from->D[row * from->inputs + k];
    }
    const mr_status status = an_solve(loop, m, exchange, n);
    free(loop);
    return status;
}

mr_status an_pair_exchange(const an_pair *p, double *exchange, mr_message *message) {
    const int m = p->master.inputs + p->slave.inputs, n = p->master.states + p->slave.states;
    if (p->exchange) {
        memcpy(exchange, p->exchange, (size_t)m * (size_t)n * sizeof *exchange);
        return MR_OK;
    }
    MR_TRY(an_pair_check(p, message));
    return an_blame(close_loop(p, exchange), MR_ERR_ARGUMENT, message,
                    "the outputs of master and slave depend on each other in a loop that has no "
                    "solution");
}

mr_status an_pair_whole(const an_pair *p, double *A, mr_message *message) {
    const an_system *a = &p->master, *b = &p->slave;
    const int m = a->inputs + b->inputs, n = a->states + b->states;
    double *exchange = calloc((size_t)m * (size_t)n + 1, sizeof *exchange);
    if (!exchange)
        return MR_ERR_MEMORY;
    const mr_status status = an_pair_exchange(p, exchange, message);
    memset(A, 0, (size_t)n * (size_t)n * sizeof *A);
    for (int i = 0; i < n; i++) {
        const bool in_master = i < a->states;
        const an_system *s = in_master ? a : b;
        const int row = in_master ? i : i - a->states;
        const int state0 = in_master ? 0 : a->states, input0 = in_master ? 0 : a->inputs;
        for (int k = 0; k < s->states; k++)
            A[i * n + state0 + k] += s->A[row * s->states + k];
        for (int k = 0; k < s->inputs; k++)
            for (int j = 0; j < n; j++)
                A[i * n + j] += s->B[row * s->inputs + k] * exchange[(input0 + k) * n + j];
    }
    free(exchange);
    return status;
}
