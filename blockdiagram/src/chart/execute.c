/* execution: entering, leaving, testing paths, taking them, events; after the documented rules */
#include <math.h>
#include <string.h>

#include "chart/functions.h"
#include "chart/run.h"
#include "chart/model_function.h"
#include "chart/simulink_function.h"

#define MOST_DEPTH    100   /* broadcasts and calls within each other */
#define MOST_SEGMENTS 10000 /* of one path */
#define MOST_ENTERED  1000  /* states within each other, which are being entered */

/* the way of a path under test, from its last segment back */
typedef struct segment {
    const chart_transition *transition;
    const struct segment *before;
    int length;
} segment;

typedef enum outcome {
    PATH_FAILED,
    PATH_ENDED, /* at a junction without a way out: nothing changes */
    PATH_TAKEN,
    PATH_DROPPED /* a broadcast has made it void */
} outcome;

static void execute_state(chart_run *r, int s);
static void enter_state(chart_run *r, int s, int target, bool history);
static outcome test_list(chart_run *r, const chart_list *list, int origin, int guard,
                         const segment *before);

static bool broken(const chart_run *r) {
    return r->status != BD_OK;
}

/* ---- states ---- */

static bool matches(chart_run *r, const chart_triggers *triggers) {
    if (triggers->count == 0)
        return true;
    for (int i = 0; i < triggers->count; i++) {
        const chart_trigger *t = &triggers->items[i];
        if ((t->event == -1 || t->event == r->event || (t->event == WAKE_UP && r->event < 0)) &&
            (!t->condition || chart_evaluate(r, t->condition, 0) != 0.0))
            return true;
    }
    return false;
}

/* sections of these kinds, in the order of the label; false if the state is left meanwhile */
static bool act(chart_run *r, int s, int kinds) {
    if (!(r->c->states[s].kinds & kinds))
        return true;
    for (const chart_section *section = r->c->states[s].sections; section;
         section = section->next) {
        const bool on = (kinds & SECTION_DURING) && (section->kinds & SECTION_ON);
        if (!(section->kinds & kinds) && !on)
            continue;
        if (!(section->kinds & kinds) && !matches(r, &section->triggers))
            continue;
        chart_perform(r, section->actions);
        r->jump = JUMP_NONE;
        if (broken(r) || !r->active[s])
            return false;
    }
    return true;
}

static void implicit(chart_run *r, int event) {
    if (event >= 0)
        chart_send(r, event, -1);
}

static bool leave_children(chart_run *r, int s);

/* false: an event of an exit action has led elsewhere, and the path that leaves is void */
static bool leave_state(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    if (broken(r))
        return false;
    if (!r->active[s])
        return true;
    if (!leave_children(r, s) || !r->active[s])
        return false;
    if (!r->c->moore && !act(r, s, SECTION_EXIT))
        return false;
    r->active[s] = 0;
    if (state->parent >= 0) {
        r->last[state->parent] = s;
        if (r->child[state->parent] == s)
            r->child[state->parent] = -1;
    }
    chart_forget(r, s);
    chart_tell(r, s, CHART_LEFT);
    implicit(r, state->exit_event);
    return !broken(r);
}

static bool leave_children(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    if (!state->parallel)
        return r->child[s] < 0 || leave_state(r, r->child[s]);
    for (int i = state->children.count - 1; i >= 0; i--)
        if (!leave_state(r, state->children.items[i]))
            return false;
    return true;
}

static void enter_children_of(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    if (state->parallel) {
        for (int i = 0; i < state->children.count && !broken(r) && r->active[s]; i++)
            if (!r->active[state->children.items[i]])
                enter_state(r, state->children.items[i], -1, false);
        return;
    }
    if (state->has_history && r->last[s] >= 0) {
        enter_state(r, r->last[s], -1, false);
    } else if (state->defaults.count > 0) {
        const outcome result = test_list(r, &state->defaults, -1, s, NULL);
        if (result == PATH_FAILED && state->children.count > 0 && !broken(r))
            chart_run_fail(r, state->stored, "no default transition of '%s' leads to a state",
                           state->name);
    } else if (state->children.count == 1) {
        enter_state(r, state->children.items[0], -1, false);
    } else if (state->children.count > 1 && !r->c->may_lack_default) {
        chart_run_fail(r, state->stored, "'%s' has states, but no default transition", state->name);
    }
}

static void enter_children(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    if (++r->entering > MOST_ENTERED)
        chart_run_fail(r, state->stored, "the default transitions of '%s' lead to itself again",
                       state->name);
    else
        enter_children_of(r, s);
    r->entering--;
}

/* target: a state inside to which the path leads, or -1 */
static void enter_inside(chart_run *r, int s, int target, bool history) {
    const chart *c = r->c;
    if (target < 0 || target == s) {
        (void)history;
        enter_children(r, s);
        return;
    }
    const chart_state *state = &c->states[s];
    int next = target;
    while (next > 0 && c->states[next].parent != s)
        next = c->states[next].parent;
    if (next <= 0) {
        chart_run_fail(r, state->stored, "a path within '%s' leads to '%s', which is not inside",
                       state->name, c->states[target].name);
        return;
    }
    if (!state->parallel) {
        enter_state(r, next, target, history);
        return;
    }
    for (int i = 0; i < state->children.count && !broken(r) && r->active[s]; i++) {
        const int child = state->children.items[i];
        if (!r->active[child])
            enter_state(r, child, child == next ? target : -1, child == next && history);
    }
}

static void enter_state(chart_run *r, int s, int target, bool history) {
    const chart_state *state = &r->c->states[s];
    if (broken(r))
        return;
    const int parent = state->parent;
    const int other = parent >= 0 && !r->c->states[parent].parallel ? r->child[parent] : -1;
    if (r->active[s] || other >= 0) {
        chart_run_fail(r, state->stored,
                       "it is entered while '%s' is active: an event that is sent in an action "
                       "leads back to where it was sent from",
                       r->c->states[other >= 0 ? other : s].name);
        return;
    }
    r->active[s] = 1;
    r->entry_time[s] = r->time;
    chart_forget(r, s);
    if (state->parent >= 0 && !r->c->states[state->parent].parallel)
        r->child[state->parent] = s;
    chart_tell(r, s, CHART_ENTERED);
    implicit(r, state->entry_event);
    if (broken(r) || !r->active[s])
        return;
    if (!r->c->moore && !act(r, s, SECTION_ENTRY))
        return;
    enter_inside(r, s, target, history);
}

/* ---- paths ---- */

static bool valid(chart_run *r, const chart_transition *t) {
    return matches(r, &t->triggers) && (!t->condition || chart_evaluate(r, t->condition, 0) != 0.0);
}

static void transition_actions(chart_run *r, const segment *last) {
    if (last->before)
        transition_actions(r, last->before);
    if (!broken(r)) {
        chart_perform(r, last->transition->action);
        r->jump = JUMP_NONE;
    }
}

/* the outermost of the states in which the segments lie */
static int parent_of_path(const chart *c, const segment *last) {
    int parent = last->transition->parent;
    for (const segment *s = last->before; s; s = s->before)
        if (c->states[s->transition->parent].depth < c->states[parent].depth)
            parent = s->transition->parent;
    return parent;
}

static bool has_active_child(const chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    for (int i = 0; i < state->children.count; i++)
        if (r->active[state->children.items[i]])
            return true;
    return false;
}

static outcome take(chart_run *r, const segment *last, int origin) {
    const chart *c = r->c;
    const chart_transition *t = last->transition;
    const int parent = parent_of_path(c, last);
    const chart_state *around = &c->states[parent];
    r->taken = true;
    if (origin >= 0) {
        /* what is left: the child around the origin; all of them for a path that begins at the
         * state itself */
        int leaving = origin;
        while (leaving > 0 && leaving != parent && c->states[leaving].parent != parent)
            leaving = c->states[leaving].parent;
        if (leaving <= 0 && leaving != parent) {
            chart_run_fail(r, t->stored, "a path from '%s' lies in '%s', which is not around it",
                           c->states[origin].name, around->name);
            return PATH_DROPPED;
        }
        if (!(leaving == parent ? leave_children(r, parent) : leave_state(r, leaving)))
            return PATH_DROPPED;
        if (parent != 0 && !r->active[parent])
            return PATH_DROPPED;
        if (!around->parallel && has_active_child(r, parent))
            return PATH_DROPPED;
    }
    transition_actions(r, last);
    if (broken(r) || (parent != 0 && !r->active[parent]) ||
        (!around->parallel && has_active_child(r, parent)))
        return PATH_DROPPED;
    if (t->target == parent && t->history && r->last[parent] >= 0)
        enter_state(r, r->last[parent], -1, false);
    else
        enter_inside(r, parent, t->target, t->history);
    return PATH_TAKEN;
}

static outcome test_transition(chart_run *r, const chart_transition *t, int origin, int guard,
                               const segment *before) {
    if (!chart_spend(r, t->stored) || !valid(r, t) || broken(r))
        return PATH_FAILED;
    chart_perform(r, t->condition_action);
    r->jump = JUMP_NONE;
    if (broken(r) || (guard > 0 && !r->active[guard] && r->c->states[guard].kind != STATE_FUNCTION))
        return PATH_DROPPED;
    const segment here = {t, before, before ? before->length + 1 : 1};
    if (here.length > MOST_SEGMENTS) {
        chart_run_fail(r, t->stored, "a path has more than %d segments: does its loop end?",
                       MOST_SEGMENTS);
        return PATH_DROPPED;
    }
    if (t->target >= 0)
        return take(r, &here, origin);
    const chart_junction *junction = &r->c->junctions[t->target_junction];
    if (junction->outgoing.count == 0)
        return PATH_ENDED;
    return test_list(r, &junction->outgoing, origin, guard, &here);
}

static outcome test_list(chart_run *r, const chart_list *list, int origin, int guard,
                         const segment *before) {
    const int saved = r->origin;
    r->origin = origin;
    outcome result = PATH_FAILED;
    for (int i = 0; i < list->count && result == PATH_FAILED && !broken(r); i++)
        result = test_transition(r, &r->c->transitions[list->items[i]], origin, guard, before);
    r->origin = saved;
    return broken(r) ? PATH_DROPPED : result;
}

/* ---- a step ---- */

static void execute_children(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    if (state->parallel) {
        for (int i = 0; i < state->children.count && !broken(r) && (s == 0 || r->active[s]); i++)
            if (r->active[state->children.items[i]])
                execute_state(r, state->children.items[i]);
    } else if (r->child[s] >= 0) {
        execute_state(r, r->child[s]);
    }
}

static void execute_state(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    outcome result = state->outer.count ? test_list(r, &state->outer, s, s, NULL) : PATH_FAILED;
    if (broken(r) || result == PATH_TAKEN || result == PATH_DROPPED || !r->active[s])
        return;
    if (!r->c->moore && !r->repeat && !act(r, s, SECTION_DURING))
        return;
    result = state->inner.count ? test_list(r, &state->inner, s, s, NULL) : PATH_FAILED;
    if (broken(r) || result == PATH_TAKEN || result == PATH_DROPPED || !r->active[s])
        return;
    execute_children(r, s);
}

static void during_below(chart_run *r, int s) {
    const chart_state *state = &r->c->states[s];
    if (s > 0 && !act(r, s, SECTION_DURING | (r->c->moore ? SECTION_ENTRY : 0)))
        return;
    for (int i = 0; i < state->children.count && !broken(r); i++)
        if (r->active[state->children.items[i]])
            during_below(r, state->children.items[i]);
}

void chart_during(chart_run *r) {
    during_below(r, 0);
}

static void count_event(chart_run *r, int slot) {
    for (int s = 1; slot >= 0 && s < r->c->state_count; s++)
        if (r->active[s])
            r->counters[slot * r->c->state_count + s] += 1.0;
}

static void run_root(chart_run *r) {
    const chart_state *root = &r->c->states[0];
    if (r->head[0] == 0.0) {
        r->head[0] = 1.0;
        r->active[0] = 1;
        enter_children(r, 0);
        if (r->c->moore)
            chart_during(r);
        return;
    }
    if (root->children.count == 0) {
        test_list(r, &root->defaults, -1, 0, NULL);
        return;
    }
    if (r->c->moore)
        chart_during(r);
    execute_children(r, 0);
}

void chart_wake(chart_run *r, int event) {
    r->event = event;
    chart_look_at_conditions(r);
    count_event(r, r->c->tick_slot);
    if (event >= 0)
        count_event(r, r->c->events[event].count_slot);
    int rounds = r->c->super_step ? r->c->super_step_limit : 0;
    do {
        r->taken = false;
        run_root(r);
        r->repeat = true;
    } while (r->taken && rounds-- > 0 && !broken(r));
    r->repeat = false;
    r->event = -1;
    r->head[1] = r->time;
}

void chart_send(chart_run *r, int event, int state) {
    const chart_event *e = &r->c->events[event];
    if (broken(r) || !chart_spend(r, NULL))
        return;
    if (++r->depth > MOST_DEPTH) {
        chart_run_fail(r, NULL,
                       "events are sent within each other more than %d deep, the last is "
                       "'%s'",
                       MOST_DEPTH, e->name);
        return;
    }
    const int saved_event = r->event, saved_origin = r->origin;
    count_event(r, e->count_slot);
    if (e->scope == EVENT_OUTPUT && e->is_edge) {
        r->pending[e->port] += 1.0;
    } else if (e->scope == EVENT_OUTPUT && r->starting) {
        chart_run_fail(r, NULL, "event '%s' is sent before the run begins", e->name);
    } else if (e->scope == EVENT_OUTPUT) {
        bool called = false;
        chart_write_outputs(r);
        r->status = bd_block_call(r->block, 0, e->port, &called);
        if (!broken(r))
            chart_read_inputs(r);
    } else if (state < 0) {
        r->event = event;
        execute_children(r, 0);
    } else if (r->active[state]) {
        r->event = event;
        execute_state(r, state);
    }
    r->event = saved_event;
    r->origin = saved_origin;
    r->depth--;
}

/* data of a function: its arguments and variables. A function that calls itself keeps those of the
 * outer call here meanwhile */
enum { MOST_KEPT = 256 };

static bool keep(chart_run *r, int function, double *kept, bool back) {
    int used = 0;
    for (int i = 0; i < r->c->data_count; i++) {
        const chart_data *d = &r->c->data[i];
        if (d->owner != function || d->part_of >= 0)
            continue;
        if (used + d->width > MOST_KEPT)
            return false;
        if (back)
            memcpy(&r->data[d->first], kept + used, (size_t)d->width * sizeof *kept);
        else
            memcpy(kept + used, &r->data[d->first], (size_t)d->width * sizeof *kept);
        used += d->width;
    }
    return true;
}

static void call_once(chart_run *r, const chart_state *f, const chart_node *call,
                      const double *values) {
    int used = 0;
    for (int i = 0; i < call->count; i++) {
        const chart_data *d = &r->c->data[f->inputs.items[i]];
        for (int k = 0; k < d->width && used < 64; k++)
            r->data[d->first + k] =
                chart_convert(values[used++], d->type, r->c->saturate, r->c->c_language);
    }
    for (int i = 0; i < f->outputs.count; i++) {
        const chart_data *d = &r->c->data[f->outputs.items[i]];
        for (int k = 0; k < d->width; k++)
            r->data[d->first + k] = d->initial ? d->initial[k] : 0.0;
    }
    const int origin = r->origin;
    if (f->model) {
        chart_call_model(r, f);
    } else if (f->simulink) {
        chart_call_simulink(r, f);
    } else if (f->has_body) {
        chart_perform(r, f->body);
        r->jump = JUMP_NONE;
    } else {
        test_list(r, &f->defaults, -1, 0, NULL);
    }
    r->origin = origin;
}

/* the result of a function that calls itself is not among what is kept */
static void call_again(chart_run *r, const chart_state *f, const chart_node *call,
                       const double *values) {
    double kept[MOST_KEPT], results[MOST_KEPT];
    int used = 0;
    if (!keep(r, call->index, kept, false)) {
        chart_run_fail(r, f->stored, "function %s calls itself with more than %d elements", f->name,
                       MOST_KEPT);
        return;
    }
    call_once(r, f, call, values);
    for (int i = 0; i < f->outputs.count; i++) {
        const chart_data *d = &r->c->data[f->outputs.items[i]];
        memcpy(results + used, &r->data[d->first], (size_t)d->width * sizeof *results);
        used += d->width;
    }
    keep(r, call->index, kept, true);
    r->result = used > 0 ? results[0] : 0.0;
    if (used > 1)
        chart_run_fail(r, f->stored, "function %s calls itself and has more than one result",
                       f->name);
}

void chart_call(chart_run *r, const chart_node *call) {
    const chart_state *f = &r->c->states[call->index];
    if (broken(r) || !chart_spend(r, f->stored))
        return;
    double values[64] = {0};
    int used = 0;
    for (int i = 0; i < call->count; i++)
        for (int k = 0; k < r->c->data[f->inputs.items[i]].width && used < 64; k++)
            values[used++] = chart_evaluate(r, call->arguments[i], k);
    if (++r->depth > MOST_DEPTH) {
        chart_run_fail(r, f->stored, "functions call each other more than %d deep, the last is %s",
                       MOST_DEPTH, f->name);
        return;
    }
    const bool again = r->active[call->index] != 0;
    r->active[call->index]++;
    if (again) {
        call_again(r, f, call, values);
    } else {
        call_once(r, f, call, values);
        r->result = f->outputs.count ? r->data[r->c->data[f->outputs.items[0]].first] : 0.0;
    }
    r->active[call->index]--;
    r->depth--;
}
