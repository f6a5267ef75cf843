/* the value of an expression, element by element, and statements */
#include <float.h>
#include <math.h>
#include <string.h>

#include "chart/code.h"
#include "chart/functions.h"
#include "chart/run.h"

static double *owner_counters(chart_run *r, int slot, int owner) {
    return &r->counters[slot * r->c->state_count + owner];
}

static int owner_of(chart_run *r, const chart_node *node) {
    const int owner = node->slot >= 0 ? node->slot : r->origin;
    if (owner < 0)
        chart_run_fail(r, NULL, "time is asked for on a path that begins at no state");
    return owner;
}

/* occurrences, or seconds in the unit, since the state is active */
static double passed(chart_run *r, const chart_node *node) {
    const int owner = owner_of(r, node);
    if (owner < 0)
        return 0.0;
    if (node->index == -1)
        return (r->time - r->entry_time[owner]) / node->number;
    const int slot = node->index == -2 ? r->c->tick_slot : r->c->events[node->index].count_slot;
    return *owner_counters(r, slot, owner);
}

/* times are differences of sums: equal up to their rounding */
static double slack(const chart_run *r, const chart_node *node) {
    return node->index == -1 ? 32.0 * DBL_EPSILON * (fabs(r->time) + 1e-9) / node->number : 0.0;
}

static double temporal(chart_run *r, const chart_node *node) {
    const double count = passed(r, node), n = chart_evaluate(r, node->left, 0);
    const double tolerance = slack(r, node);
    switch (node->op) {
    case OP_AFTER:
        return count >= n - tolerance;
    case OP_BEFORE:
        return count < n - tolerance;
    case OP_AT:
        return count == n;
    default:
        break;
    }
    if (node->index == -1) {
        const double before = (r->head[1] - r->entry_time[owner_of(r, node)]) / node->number;
        return n > 0.0 && floor((count + tolerance) / n) > floor((before + tolerance) / n);
    }
    return count > 0.0 && n > 0.0 && fmod(count, n) == 0.0;
}

static double changed(chart_run *r, const chart_node *node) {
    const int width = r->c->data[node->index].width;
    const double *before = &r->slots[node->slot + 1], *now = before + width;
    for (int i = 0; i < width; i++) {
        if (before[i] == now[i] || (isnan(before[i]) && isnan(now[i])))
            continue;
        if (node->number == 0.0)
            return 1.0;
        const double value = chart_evaluate(r, node->left, i);
        if (value == (node->number == 1.0 ? before[i] : now[i]))
            return 1.0;
    }
    return 0.0;
}

static double reduced(chart_run *r, const chart_node *node) {
    const chart_node *a = node->left;
    double result = chart_evaluate(r, a, 0);
    if (node->index == 4 || node->index == 5)
        result = result != 0.0;
    for (int i = 1; i < a->width; i++) {
        const double value = chart_evaluate(r, a, i);
        switch (node->index) {
        case 1:
            result *= value;
            break;
        case 2:
            result = isnan(result) || value < result ? value : result;
            break;
        case 3:
            result = isnan(result) || value > result ? value : result;
            break;
        case 4:
            result = result != 0.0 || value != 0.0;
            break;
        case 5:
            result = result != 0.0 && value != 0.0;
            break;
        default:
            result += value;
        }
    }
    return node->index == 6 ? result / a->width : result;
}

static int place(chart_run *r, const chart_node *node) {
    const chart_data *d = &r->c->data[node->index];
    const double at = chart_evaluate(r, node->left, 0);
    const double row = node->right ? chart_evaluate(r, node->right, 0) : 0.0;
    const int base = r->c->c_language ? d->first_index : 1;
    if (node->right && (!(row >= 0.0 && row < d->rows) || fmod(at - row, d->rows) != 0.0)) {
        chart_run_fail(r, d->stored, "indices %g and %g of '%s' are outside of its %d rows",
                       row + base, (at - row) / d->rows + base, d->name, d->rows);
        return d->first;
    }
    if (!(at >= 0.0 && at < d->width) || at != floor(at)) {
        chart_run_fail(r, d->stored, "index %g of '%s' is outside of its %d elements", at + base,
                       d->name, d->width);
        return d->first;
    }
    return d->first + (int)at;
}

static double arithmetic(chart_run *r, const chart_node *node, int k) {
    const double a = chart_evaluate(r, node->left, k), b = chart_evaluate(r, node->right, k);
    switch (node->op) {
    case OP_DIVIDE:
        if (node->wrap && node->cut && b == 0.0) {
            chart_run_fail(r, NULL, "an integer is divided by zero");
            return 0.0;
        }
        return node->wrap && node->cut ? trunc(a / b) : a / b;
    case OP_POWER:
        return pow(a, b);
    case OP_REMAINDER:
        if (trunc(b) == 0.0) {
            chart_run_fail(r, NULL, "the remainder of a division by zero is asked for");
            return 0.0;
        }
        return fmod(trunc(a), trunc(b));
    case OP_SHIFT_LEFT:
        return a * exp2(b);
    case OP_SHIFT_RIGHT:
        return floor(a * exp2(-b));
    case OP_BIT_AND:
        return (double)(chart_bits(a) & chart_bits(b));
    case OP_BIT_OR:
        return (double)(chart_bits(a) | chart_bits(b));
    case OP_BIT_XOR:
        return (double)(chart_bits(a) ^ chart_bits(b));
    default:
        return a != b;
    }
}

static double raw(chart_run *r, const chart_node *node, int k) {
    switch (node->op) {
    case OP_WHOLE:
        return r->data[r->c->data[node->index].first + k];
    case OP_ELEMENT:
        return r->data[place(r, node)];
    case OP_LIST:
        return chart_evaluate(r, node->arguments[k], 0);
    case OP_NEGATE:
        return -chart_evaluate(r, node->left, k);
    case OP_NOT:
        return chart_evaluate(r, node->left, k) == 0.0;
    case OP_BIT_NOT:
        return (double)~chart_bits(chart_evaluate(r, node->left, k));
    case OP_AND:
        return chart_evaluate(r, node->left, k) != 0.0 && chart_evaluate(r, node->right, k) != 0.0;
    case OP_OR:
        return chart_evaluate(r, node->left, k) != 0.0 || chart_evaluate(r, node->right, k) != 0.0;
    case OP_FUNCTION:
        return node->function(chart_evaluate(r, node->left, k),
                              node->right ? chart_evaluate(r, node->right, k) : 0.0);
    case OP_REDUCE:
        return reduced(r, node);
    case OP_CAST:
        return chart_convert(chart_evaluate(r, node->left, k), node->type, node->saturate,
                             node->cut);
    case OP_CALL: {
        /* the call is made for the first element; others read what it has left */
        if (k == 0) {
            chart_call(r, node);
            return r->result;
        }
        const chart_list *outputs = &r->c->states[node->index].outputs;
        return outputs->count ? r->data[r->c->data[outputs->items[0]].first + k] : 0.0;
    }
    case OP_TIME:
        return r->time;
    case OP_AFTER:
    case OP_BEFORE:
    case OP_AT:
    case OP_EVERY:
        return temporal(r, node);
    case OP_COUNT_OF:
        return passed(r, node);
    case OP_DURATION: {
        const double begin = r->slots[node->slot];
        if (chart_evaluate(r, node->left, 0) == 0.0 || isnan(begin))
            return 0.0;
        return (r->time - begin) / node->number;
    }
    case OP_COUNT_TRUE:
        return r->slots[node->slot];
    case OP_CHANGED:
        return changed(r, node);
    case OP_CODE:
        return chart_run_code(r, node);
    default:
        return arithmetic(r, node, k);
    }
}

/* what charts mostly do is done here; everything else in raw */
double chart_evaluate(chart_run *r, const chart_node *node, int element) {
    double value;
    switch (node->op) {
    case OP_DATA:
        return r->data[node->index];
    case OP_NUMBER:
        return node->number;
    case OP_ADD:
        value = chart_evaluate(r, node->left, element) + chart_evaluate(r, node->right, element);
        break;
    case OP_SUBTRACT:
        value = chart_evaluate(r, node->left, element) - chart_evaluate(r, node->right, element);
        break;
    case OP_MULTIPLY:
        value = chart_evaluate(r, node->left, element) * chart_evaluate(r, node->right, element);
        break;
    case OP_LESS:
        return chart_evaluate(r, node->left, element) < chart_evaluate(r, node->right, element);
    case OP_LESS_EQUAL:
        return chart_evaluate(r, node->left, element) <= chart_evaluate(r, node->right, element);
    case OP_GREATER:
        return chart_evaluate(r, node->left, element) > chart_evaluate(r, node->right, element);
    case OP_GREATER_EQUAL:
        return chart_evaluate(r, node->left, element) >= chart_evaluate(r, node->right, element);
    case OP_EQUAL:
        return chart_evaluate(r, node->left, element) == chart_evaluate(r, node->right, element);
    case OP_IN:
        return r->active[node->index];
    default:
        value = raw(r, node, node->width > 1 ? element : 0);
    }
    return node->wrap ? chart_convert(value, node->type, node->saturate, node->cut) : value;
}

/* ---- statements ---- */

static void store(chart_run *r, const chart_data *d, int at, double value, bool cut) {
    const double kept = chart_convert(value, d->type, r->c->saturate, cut);
    if ((d->type == BD_INT64 || d->type == BD_UINT64) && fabs(kept) > 9007199254740992.0)
        chart_run_fail(r, d->stored, "'%s' is too large a whole number to be exact here", d->name);
    r->data[at] = kept;
}

static void assign_array(chart_run *r, const chart_node *s, const chart_data *d) {
    double values[1024];
    for (int i = 0; i < d->width; i++)
        values[i] = chart_evaluate(r, s->right, i);
    for (int i = 0; i < d->width; i++)
        store(r, d, d->first + i, values[i], s->cut);
}

/* another value of data whose changes are an event */
static void assign_watched(chart_run *r, const chart_node *s, const chart_data *d) {
    double before[1024];
    const int width = d->width < 1024 ? d->width : 1024;
    memcpy(before, &r->data[d->first], (size_t)width * sizeof *before);
    if (s->left->op == OP_WHOLE) {
        assign_array(r, s, d);
    } else {
        const double value = chart_evaluate(r, s->right, 0);
        const int at = s->left->op == OP_ELEMENT ? place(r, s->left) : d->first;
        if (r->status == BD_OK)
            store(r, d, at, value, s->cut);
    }
    if (r->status == BD_OK && !r->outputs_only &&
        memcmp(before, &r->data[d->first], (size_t)width * sizeof *before) != 0)
        chart_send(r, d->change_event, -1);
}

static void assign(chart_run *r, const chart_node *s) {
    const chart_node *target = s->left;
    const chart_data *d = &r->c->data[target->op == OP_DATA ? target->slot : target->index];
    if (d->change_event >= 0) {
        assign_watched(r, s, d);
        return;
    }
    if (target->op == OP_DATA) {
        const double value = chart_evaluate(r, s->right, 0);
        if (target->type == BD_DOUBLE)
            r->data[target->index] = value;
        else
            store(r, d, target->index, value, s->cut);
        return;
    }
    if (target->op == OP_ELEMENT) {
        const double value = chart_evaluate(r, s->right, 0);
        const int at = place(r, target);
        if (r->status == BD_OK)
            store(r, d, at, value, s->cut);
        return;
    }
    assign_array(r, s, d);
}

static bool goes_on(chart_run *r) {
    if (r->jump == JUMP_CONTINUE)
        r->jump = JUMP_NONE;
    if (++r->steps > BD_CHART_STEPS)
        chart_run_fail(r, NULL, "a loop does not end");
    return r->status == BD_OK && r->jump == JUMP_NONE;
}

static bool condition(chart_run *r, const chart_node *node) {
    bool all = true;
    for (int i = 0; i < node->width && all; i++)
        all = chart_evaluate(r, node, i) != 0.0;
    return all;
}

static void loop(chart_run *r, const chart_node *s) {
    if (s->op == OP_WHILE) {
        while (r->status == BD_OK && condition(r, s->left)) {
            chart_perform(r, s->right);
            if (!goes_on(r))
                break;
        }
    } else {
        const double from = chart_evaluate(r, s->arguments[0], 0);
        const double step = chart_evaluate(r, s->arguments[1], 0);
        const double to = chart_evaluate(r, s->arguments[2], 0);
        const double count = floor((to - from) / step + 1e-10);
        for (double i = 0.0; i <= count && step != 0.0; i += 1.0) {
            r->data[s->index] = from + i * step;
            chart_perform(r, s->right);
            if (!goes_on(r))
                break;
        }
    }
    if (r->jump == JUMP_BREAK)
        r->jump = JUMP_NONE;
}

void chart_perform(chart_run *r, const chart_node *s) {
    for (; s && r->status == BD_OK && r->jump == JUMP_NONE; s = s->next) {
        switch (s->op) {
        case OP_ASSIGN:
            assign(r, s);
            break;
        case OP_ASSIGN_OUTPUTS:
            chart_evaluate(r, s->right, 0);
            for (int i = 0; i < s->count; i++)
                if (s->arguments[i])
                    chart_perform(r, s->arguments[i]);
            break;
        case OP_CODE:
            chart_run_code(r, s);
            break;
        case OP_SEND:
            if (!r->outputs_only)
                chart_send(r, s->index, s->slot);
            break;
        case OP_IF:
            chart_perform(r, condition(r, s->left) ? s->right : s->third);
            break;
        case OP_WHILE:
        case OP_FOR:
            loop(r, s);
            break;
        case OP_BREAK:
            r->jump = JUMP_BREAK;
            break;
        case OP_CONTINUE:
            r->jump = JUMP_CONTINUE;
            break;
        case OP_RETURN:
            r->jump = JUMP_RETURN;
            break;
        default:
            chart_evaluate(r, s->left, 0);
        }
    }
}

/* ---- what must be looked at in every step ---- */

void chart_look(chart_run *r) {
    for (int w = 0; w < r->c->watch_count; w++) {
        const chart_watch *watch = &r->c->watches[w];
        double *slot = &r->slots[watch->slot];
        if (!watch->condition) {
            const chart_data *d = &r->c->data[watch->data];
            for (int i = 0; i < d->width; i++) {
                const double value = r->data[d->first + i];
                slot[1 + i] = slot[0] != 0.0 ? slot[1 + d->width + i] : value;
                slot[1 + d->width + i] = value;
            }
            slot[0] = 1.0;
        }
    }
}

/* conditions that last: after inputs are read, with the states as they are */
void chart_look_at_conditions(chart_run *r) {
    for (int w = 0; w < r->c->watch_count; w++) {
        const chart_watch *watch = &r->c->watches[w];
        double *slot = &r->slots[watch->slot];
        if (!watch->condition)
            continue;
        const bool holds = r->active[watch->owner] && chart_evaluate(r, watch->condition, 0) != 0.0;
        if (watch->counts)
            *slot = holds ? *slot + 1.0 : 0.0;
        else if (!holds)
            *slot = NAN;
        else if (isnan(*slot))
            *slot = r->time;
    }
}

void chart_forget(chart_run *r, int state) {
    const chart *c = r->c;
    for (int slot = 0; slot < c->counter_slots; slot++)
        *owner_counters(r, slot, state) = 0.0;
    for (int w = 0; w < c->watch_count; w++)
        if (c->watches[w].condition && c->watches[w].owner == state)
            r->slots[c->watches[w].slot] = c->watches[w].counts ? 0.0 : NAN;
}
