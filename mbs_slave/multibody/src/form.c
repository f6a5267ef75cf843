/* drafts: a quadratic function is collected term by term from material points and vectors, then
 * packed into the arena of the model */
#include "core.h"

#include <math.h>
#include <string.h>

void mbs_draft_clear(mbs_draft *draft) {
    memset(draft, 0, sizeof *draft);
}

static int local_node(mbs_draft *draft, int node) {
    for (int i = 0; i < draft->node_count; i++)
        if (draft->node[i] == node)
            return i;
    if (draft->node_count == 16) {
        draft->failed = 1;
        return 0;
    }
    draft->node[draft->node_count] = node;
    return draft->node_count++;
}

static void add_product(mbs_draft *draft, int which, double factor, const mbs_form *a,
                        const mbs_form *b) {
    if (!a || !b)
        return;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            int k = local_node(draft, a->node[i]), l = local_node(draft, b->node[j]);
            draft->s[which][k < l ? k : l][k < l ? l : k] += factor * a->weight[i] * b->weight[j];
        }
}

void mbs_draft_product(mbs_draft *draft, int which, double factor, const mbs_form *a,
                       const mbs_form *b, const mbs_form *c, const mbs_form *d) {
    add_product(draft, which, factor, a, c);
    add_product(draft, which, -factor, a, d);
    add_product(draft, which, -factor, b, c);
    add_product(draft, which, factor, b, d);
}

void mbs_draft_linear(mbs_draft *draft, double coefficient, int entry) {
    for (int i = 0; i < draft->linear_count; i++)
        if (draft->linear_entry[i] == entry) {
            draft->coefficient[i] += coefficient;
            return;
        }
    if (draft->linear_count == MBS_LOCAL_MAX) {
        draft->failed = 1;
        return;
    }
    draft->linear_entry[draft->linear_count] = entry;
    draft->coefficient[draft->linear_count++] = coefficient;
}

void mbs_draft_form(mbs_draft *draft, double coefficient, const mbs_form *form, int axis) {
    for (int i = 0; i < form->count; i++)
        mbs_draft_linear(draft, coefficient * form->weight[i], form->node[i] + axis);
}

static const mbs_pair *pack_pairs(const mbs_draft *draft, int which, mbs_arena *arena, int *count) {
    mbs_pair pairs[16 * 17 / 2];
    int n = 0;
    for (int k = 0; k < draft->node_count; k++)
        for (int l = k; l < draft->node_count; l++)
            if (fabs(draft->s[which][k][l]) > 1e-300)
                pairs[n++] = (mbs_pair){k, l, draft->s[which][k][l]};
    *count = n;
    return mbs_arena_copy(arena, pairs, (size_t)n, sizeof *pairs);
}

/* moving all points together leaves the pairs as they are */
static int is_invariant(const mbs_draft *draft, int which, const int *is_point) {
    for (int k = 0; k < draft->node_count; k++) {
        double sum = 0.0, size = 0.0;
        for (int l = 0; l < draft->node_count; l++) {
            double s = draft->s[which][k < l ? k : l][k < l ? l : k] * (k == l ? 2.0 : 1.0);
            sum += is_point[l] ? s : 0.0;
            size += fabs(s);
        }
        if (fabs(sum) > 1e-12 * size)
            return 0;
    }
    return 1;
}

static int set_reference(const mbs_draft *draft, mbs_arena *arena, const int *is_point,
                         mbs_function *f) {
    double *relative = mbs_arena_new(arena, (size_t)draft->node_count, sizeof *relative);
    if (!relative)
        return 0;
    f->reference = -1;
    f->relative = relative;
    for (int k = draft->node_count - 1; k >= 0; k--)
        if (is_point[k]) {
            relative[k] = 1.0;
            f->reference = k;
        }
    if (!is_invariant(draft, 0, is_point) || !is_invariant(draft, 1, is_point)) {
        f->reference = -1;
        memset(relative, 0, (size_t)draft->node_count * sizeof *relative);
    }
    return 1;
}

int mbs_draft_finish(const mbs_draft *draft, mbs_arena *arena, mbs_function_kind kind, int theta,
                     const int *is_point, mbs_function *f) {
    int count = 3 * draft->node_count + draft->linear_count + (kind == MBS_TURN);
    if (draft->failed || count > MBS_LOCAL_MAX || count == 0)
        return 0;
    *f = (mbs_function){.kind = kind,
                        .node_count = draft->node_count,
                        .linear_count = draft->linear_count,
                        .constant = draft->constant};
    f->node = mbs_arena_copy(arena, draft->node, (size_t)draft->node_count, sizeof *draft->node);
    f->pair = pack_pairs(draft, 0, arena, &f->pair_count);
    f->second = pack_pairs(draft, 1, arena, &f->second_count);
    f->coefficient =
        mbs_arena_copy(arena, draft->coefficient, (size_t)draft->linear_count, sizeof(double));
    int *entry = mbs_arena_new(arena, (size_t)count, sizeof *entry);
    if (arena->failed || !entry || !set_reference(draft, arena, is_point, f))
        return 0;
    int n = 0;
    for (int i = 0; i < draft->node_count; i++)
        for (int axis = 0; axis < 3; axis++)
            entry[n++] = draft->node[i] + axis;
    for (int i = 0; i < draft->linear_count; i++)
        entry[n++] = draft->linear_entry[i];
    if (kind == MBS_TURN)
        entry[n++] = theta;
    f->stencil.count = n;
    f->stencil.entry = entry;
    const mbs_pair *p = f->pair;
    f->is_distance = kind == MBS_QUADRATIC && draft->node_count == 2 && draft->linear_count == 0 &&
                     f->pair_count == 3 && fabs(p[1].s + 2.0 * p[0].s) <= 1e-14 * fabs(p[0].s) &&
                     fabs(p[2].s - p[0].s) <= 1e-14 * fabs(p[0].s);
    return 1;
}
