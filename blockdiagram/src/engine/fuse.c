/* puts chains of scalar operations together for minor steps: a gain before a sum becomes a
 * coefficient of the sum, a gain behind a sum a factor of it. The arithmetic stays the same to the
 * last bit (coefficients are +1 or -1 before), only stores and loads in between vanish; signals
 * that nobody reads in minor steps any more are computed at major steps only */
#include "engine/run.h"

#include <stdlib.h>

#define DROPPED (-2) /* mark of an operation that left the list */

bd_status bd_kernel_scale(const bd_kernel *k) {
    *k->y = k->k[0] * *k->u[0];
    return BD_OK;
}

bd_status bd_kernel_combine(const bd_kernel *k) {
    *k->y = k->k[0] * *k->u[0] + k->k[1] * *k->u[1];
    return BD_OK;
}

BD_KERNEL(run_add, *k->u[0] + *k->u[1])
BD_KERNEL(run_subtract, *k->u[0] - *k->u[1])

/* the factor is a constant of the gain that was behind */
BD_KERNEL(run_scaled_combine, *k->u[2] * (k->k[0] * *k->u[0] + k->k[1] * *k->u[1]))

static bool is_known(const bd_kernel *k) {
    return k->run == bd_kernel_scale || k->run == bd_kernel_combine || k->run == run_scaled_combine;
}

/* the operation of this list that computes what input i of a known operation reads */
static bd_kernel *source_of(const bd_list *list, const bd_kernel *k, int input) {
    const bd_port *u = &k->block->inputs[input];
    if (!u->source)
        return NULL;
    int index = u->source->block->engine->mark;
    if (index < 0 || index >= list->count || list->items[index].block != u->source->block)
        return NULL;
    return list->items[index].y == k->u[input] ? &list->items[index] : NULL;
}

static void absorb_gains(bd_list *list) {
    for (int i = 0; i < list->count; i++) {
        bd_kernel *k = &list->items[i];
        for (int u = 0; k->run == bd_kernel_combine && u < 2; u++) {
            const bd_kernel *gain = source_of(list, k, u);
            if (!gain || gain->run != bd_kernel_scale || (k->k[u] != 1.0 && k->k[u] != -1.0))
                continue;
            k->k[u] *= gain->k[0];
            k->u[u] = gain->u[0];
        }
    }
}

static void absorb_sums(bd_list *list, const bd_list *major) {
    int place = 0; /* in the full list, which has the same order */
    for (int i = 0; i < list->count; i++) {
        bd_kernel *k = &list->items[i];
        const bd_kernel *sum = k->run == bd_kernel_scale ? source_of(list, k, 0) : NULL;
        if (!sum || sum->run != bd_kernel_combine)
            continue;
        /* worth it only if the sum itself can go: it has no other reader */
        if (sum->block->outputs->net->reader_count != 1)
            continue;
        while (place < major->count && major->items[place].block != k->block)
            place++;
        if (place == major->count)
            return;
        k->run = run_scaled_combine;
        for (int u = 0; u < 2; u++) {
            k->u[u] = sum->u[u];
            k->k[u] = sum->k[u];
        }
        k->u[2] = &major->items[place].k[0];
    }
}

/* operations by the signal they write */
typedef struct writer {
    const double *signal;
    int index;
} writer;

static int by_signal(const void *a, const void *b) {
    const writer *p = a, *q = b;
    return p->signal < q->signal ? -1 : p->signal > q->signal;
}

static void mark_signal(const writer *writers, int count, const double *signal, bool *live) {
    const writer key = {signal, 0};
    const writer *found = bsearch(&key, writers, (size_t)count, sizeof *writers, by_signal);
    if (found)
        live[found->index] = true;
}

/* marks operations whose result someone reads in a minor step */
static void mark_live(const bd_run *run, const bd_list *list, writer *writers, bool *live) {
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        live[i] = !is_known(&list->items[i]);
        if (!live[i])
            writers[count++] = (writer){list->items[i].y, i};
    }
    qsort(writers, (size_t)count, sizeof *writers, by_signal);
    for (int i = 0; i < list->count; i++) {
        const bd_kernel *k = &list->items[i];
        int inputs = !is_known(k) ? 0 : k->run == bd_kernel_scale ? 1 : 2;
        for (int u = 0; u < inputs; u++)
            mark_signal(writers, count, k->u[u], live);
    }
    for (int b = 0; b < run->model->all_count; b++) {
        const bd_block *block = &run->blocks[b];
        int own = block->engine->mark;
        bool listed = own >= 0 && own < list->count && list->items[own].block == block;
        /* known operations were asked above; those that were dropped read nothing any more */
        if (own == DROPPED || (listed && is_known(&list->items[own])))
            continue;
        bool runs = block->engine->in_minor || block->run_derivatives ||
                    block->run_zero_crossings || block->state_count > 0;
        for (int i = 0; runs && i < block->input_count; i++)
            if (block->inputs[i].source)
                mark_signal(writers, count, block->inputs[i].source->data, live);
    }
}

static bool drop_dead(bd_list *list, const bool *live) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        list->items[i].block->engine->mark = live[i] ? kept : DROPPED;
        if (live[i])
            list->items[kept++] = list->items[i];
    }
    bool changed = kept != list->count;
    list->count = kept;
    return changed;
}

static void specialise(bd_list *list) {
    for (int i = 0; i < list->count; i++) {
        bd_kernel *k = &list->items[i];
        if (k->run == bd_kernel_combine && k->k[0] == 1.0 && (k->k[1] == 1.0 || k->k[1] == -1.0))
            k->run = k->k[1] == 1.0 ? run_add : run_subtract;
    }
}

bd_status bd_fuse(bd_run *run, bd_list *list, const bd_list *major) {
    if (list->count == 0)
        return BD_OK;
    bool *live = malloc((size_t)list->count * sizeof *live);
    writer *writers = malloc((size_t)list->count * sizeof *writers);
    if (!live || !writers) {
        free(live);
        free(writers);
        return bd_run_no_memory(run);
    }
    for (int b = 0; b < run->model->all_count; b++)
        run->blocks[b].engine->mark = -1;
    for (int i = 0; i < list->count; i++)
        list->items[i].block->engine->mark = i;
    absorb_gains(list);
    absorb_sums(list, major);
    do
        mark_live(run, list, writers, live);
    while (drop_dead(list, live));
    specialise(list);
    free(live);
    free(writers);
    return BD_OK;
}
