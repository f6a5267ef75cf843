/* the pattern of the matrix, made once: which variables meet, in which order they are eliminated,
 * and where every local entry of every constraint and element goes */
#include "plan.h"
#include "common/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*visitor)(mbs_stencil *stencil, void *context);

static void visit_constraints(mbs_constraint *c, int count, visitor visit, void *context) {
    for (int i = 0; i < count; i++)
        visit(&c[i].function.stencil, context);
}

static void visit_stencils(mbs_model *m, visitor visit, void *context) {
    visit_constraints(m->constraints, m->constraint_count, visit, context);
    visit_constraints(m->start_positions, m->start_position_count, visit, context);
    visit_constraints(m->start_velocities, m->start_velocity_count, visit, context);
    for (int i = 0; i < m->element_count; i++)
        visit(&m->elements[i].stencil, context);
}

static void find_active(mbs_stencil *s, void *context) {
    mbs_model *m = context;
    int *active = mbs_arena_new(&m->arena, (size_t)s->count, sizeof *active);
    int *to = mbs_arena_new(&m->arena, (size_t)s->count, sizeof *to);
    s->active_count = 0;
    for (int i = 0; active && to && i < s->count; i++)
        if (m->variable[s->entry[i]] < m->variable_count) {
            to[s->active_count] = s->entry[i];
            active[s->active_count++] = i;
        }
    s->active = active;
    s->to = to;
}

typedef struct keys {
    const mbs_model *model;
    uint64_t *key; /* column << 32 | row */
    size_t count;
    int upper, failed;
} keys;

static void add_key(keys *k, int row, int column) {
    if (row >= k->model->variable_count || column >= k->model->variable_count ||
        (k->upper && row > column) || k->failed)
        return;
    uint64_t *bigger = cm_one_more(k->key, (size_t)k->count, sizeof *bigger);
    if (!bigger) {
        k->failed = 1;
        return;
    }
    k->key = bigger;
    k->key[k->count++] = (uint64_t)(uint32_t)column << 32 | (uint32_t)row;
}

static void add_stencil_keys(mbs_stencil *s, void *context) {
    keys *k = context;
    for (int a = 0; a < s->active_count; a++)
        for (int b = 0; b < s->active_count; b++)
            add_key(k, k->model->variable[s->entry[s->active[a]]],
                    k->model->variable[s->entry[s->active[b]]]);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* sorted, without repetition */
static int collect(mbs_model *m, int upper, keys *k) {
    *k = (keys){.model = m, .upper = upper};
    visit_stencils(m, add_stencil_keys, k);
    for (int i = 0; i < m->mass_count; i++)
        add_key(k, m->variable[m->mass[i].row], m->variable[m->mass[i].column]);
    for (int i = 0; i < m->variable_count; i++)
        add_key(k, i, i);
    if (k->failed)
        return 0;
    if (k->count > 0)
        qsort(k->key, k->count, sizeof *k->key, compare_keys);
    size_t unique = 0;
    for (size_t i = 0; i < k->count; i++)
        if (i == 0 || k->key[i] != k->key[i - 1])
            k->key[unique++] = k->key[i];
    k->count = unique;
    return 1;
}

static int compress(const keys *k, int n, int *column, int *row) {
    memset(column, 0, ((size_t)n + 1) * sizeof *column);
    for (size_t i = 0; i < k->count; i++) {
        column[(k->key[i] >> 32) + 1]++;
        row[i] = (int)(k->key[i] & 0xffffffffu);
    }
    for (int j = 0; j < n; j++)
        column[j + 1] += column[j];
    return column[n];
}

/* place of (row, column) in the matrix; the dump behind its end where it is not stored */
static int place(const mbs_model *m, int row, int column) {
    if (row >= m->variable_count || column >= m->variable_count || (m->symmetric && row > column))
        return m->nonzeros;
    int low = m->column[column], high = m->column[column + 1] - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (m->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void map_stencil(mbs_stencil *s, void *context) {
    mbs_model *m = context;
    int n = s->active_count;
    int *map = mbs_arena_new(&m->arena, (size_t)n * (size_t)n, sizeof *map);
    for (int a = 0; map && a < n; a++)
        for (int b = 0; b < n; b++)
            map[a * n + b] =
                place(m, m->variable[s->entry[s->active[a]]], m->variable[s->entry[s->active[b]]]);
    s->map = map;
}

static void map_hessian(mbs_model *m, mbs_function *f) {
    if (f->kind != MBS_QUADRATIC || f->pair_count == 0)
        return;
    int *to = mbs_arena_new(&m->arena, 6 * (size_t)f->pair_count, sizeof *to);
    f->hessian = to;
    for (int i = 0; to && i < f->pair_count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int k = m->variable[f->node[f->pair[i].k] + axis];
            int l = m->variable[f->node[f->pair[i].l] + axis];
            *to++ = place(m, k, l);
            *to++ = place(m, l, k);
        }
}

static void number_variables(mbs_plan *plan, int *variable) {
    mbs_model *m = plan->model;
    const mbs_node *nodes = plan->nodes.items;
    int n = 0;
    for (int i = 0; i < m->entry_count; i++)
        if (!(nodes[i / 3].fixed & (1 << (i % 3))))
            variable[i] = n++;
    m->variable_count = n;
    for (int i = 0; i < m->entry_count; i++)
        if (nodes[i / 3].fixed & (1 << (i % 3)))
            variable[i] = n;
    m->variable = variable;
}

/* numbers the variables in the order of elimination */
static mr_status reorder(mbs_model *m, int *variable, int *entry) {
    size_t n = (size_t)m->variable_count;
    keys k;
    mr_status status = MR_ERR_MEMORY;
    int collected = collect(m, 0, &k);
    int *column = malloc((n + 1) * sizeof *column), *row = malloc((k.count + 1) * sizeof *row);
    int *order = malloc(n * sizeof *order), *inverse = malloc(n * sizeof *inverse);
    if (collected && column && row && order && inverse) {
        compress(&k, m->variable_count, column, row);
        status = mbs_linear_order(m->variable_count, column, row, order);
    }
    if (status == MR_OK) {
        for (int i = 0; i < m->variable_count; i++)
            inverse[order[i]] = i;
        for (int i = 0; i < m->entry_count; i++)
            if (variable[i] < m->variable_count) {
                variable[i] = inverse[variable[i]];
                entry[variable[i]] = i;
            }
    }
    CM_FREE(column, row, order, inverse, k.key);
    return status;
}

mr_status mbs_make_pattern(mbs_plan *plan) {
    mbs_model *m = plan->model;
    int *variable = mbs_arena_new(&m->arena, (size_t)m->entry_count, sizeof *variable);
    if (!variable)
        return MR_ERR_MEMORY;
    number_variables(plan, variable);
    if (m->variable_count == 0)
        return mbs_complain(plan->builder, (mbs_origin){NULL, 0}, MR_ERR_CONFIG,
                            "nothing in the mechanism \"%s\" can move", m->title);
    int *entry = mbs_arena_new(&m->arena, (size_t)m->variable_count, sizeof *entry);
    if (!entry)
        return MR_ERR_MEMORY;
    m->entry = entry;
    visit_stencils(m, find_active, m);
    if (m->arena.failed)
        return MR_ERR_MEMORY;
    MR_TRY(reorder(m, variable, entry));
    keys k;
    if (!collect(m, m->symmetric, &k)) {
        free(k.key);
        return MR_ERR_MEMORY;
    }
    int *column = mbs_arena_new(&m->arena, (size_t)m->variable_count + 1, sizeof *column);
    int *row = mbs_arena_new(&m->arena, k.count + 1, sizeof *row);
    if (column && row)
        m->nonzeros = compress(&k, m->variable_count, column, row);
    free(k.key);
    m->column = column;
    m->row = row;
    if (!column || !row)
        return MR_ERR_MEMORY;
    visit_stencils(m, map_stencil, m);
    for (int i = 0; i < m->rotor_count; i++) {
        m->rotors[i].row = m->rotor_row_count;
        m->rotor_row_count += m->elements[m->rotors[i].element].stencil.active_count;
    }
    for (int i = 0; i < m->constraint_count; i++) {
        map_hessian(m, &m->constraints[i].function);
        m->constraints[i].jacobian = m->jacobian_count;
        m->jacobian_count += m->constraints[i].function.stencil.active_count;
    }
    return m->arena.failed ? MR_ERR_MEMORY : MR_OK;
}
