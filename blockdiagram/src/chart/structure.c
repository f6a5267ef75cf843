/* from stored objects to states, junctions, transitions, events and data */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/data.h"
#include "chart/model_function.h"
#include "chart/simulink_function.h"

#define MOST_STATES 20000

void chart_name(const chart *c, const bd_stored *at, char *name, size_t size) {
    const char *label = at ? bd_stored_text(at, "labelString") : NULL;
    label = label ? label : at ? bd_stored_text(at, "name") : NULL;
    *name = '\0';
    if (!at || at == c->stored)
        return;
    const size_t length = !label                       ? 0
                          : is(at->kind, "transition") ? strlen(label)
                                                       : strcspn(label, "\n/");
    if (label)
        snprintf(name, size, "%s '%.*s', ", at->kind, (int)(length < 80 ? length : 80), label);
    else
        snprintf(name, size, "%s, ", at->kind);
    for (char *n = name; *n; n++)
        if (*n == '\n')
            *n = ' ';
}

bd_status chart_fail(const chart *c, const bd_stored *at, const char *format, ...) {
    char what[700], name[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    chart_name(c, at, name, sizeof name);
    return bd_block_fail(c->block, BD_UNSUPPORTED, "%s%s", name, what);
}

#define GROW(list, count, capacity)                                                                \
    do {                                                                                           \
        size_t grown = (size_t)c->capacity;                                                        \
        if (!bd_arena_grow(c->arena, (void **)&c->list, (size_t)c->count, &grown,                  \
                           sizeof *c->list))                                                       \
            return bd_block_no_memory(c->block);                                                   \
        c->capacity = (int)grown;                                                                  \
    } while (0)

static bool is_commented(const bd_stored *s) {
    return bd_stored_whole(s, "comment.xplicit", 0) == 1 ||
           bd_stored_whole(s, "comment.explicit", 0) == 1 ||
           bd_stored_whole(s, "comment.implicit", 0) == 1;
}

/* ---- lookup ---- */

int chart_find_data(const chart *c, int from, const char *name) {
    for (int s = from; s >= 0; s = c->states[s].parent)
        for (int i = 0; i < c->data_count; i++)
            if (c->data[i].owner == s && is(c->data[i].name, name))
                return i;
    return -1;
}

int chart_find_event(const chart *c, int from, const char *name) {
    for (int s = from; s >= 0; s = c->states[s].parent)
        for (int i = 0; i < c->event_count; i++)
            if (c->events[i].owner == s && c->events[i].scope != EVENT_IMPLICIT &&
                is(c->events[i].name, name))
                return i;
    int found = -1;
    for (int i = 0; i < c->event_count; i++)
        if (c->events[i].scope != EVENT_IMPLICIT && is(c->events[i].name, name))
            found = found < 0 ? i : -2;
    return found >= 0 ? found : -1;
}

int chart_count_event(chart *c, int event) {
    if (c->events[event].count_slot < 0)
        c->events[event].count_slot = c->counter_slots++;
    return c->events[event].count_slot;
}

/* does the path "A.B" end at this state? */
static bool path_ends_at(const chart *c, int s, const char *path, size_t length) {
    while (s > 0) {
        const char *name = c->states[s].name;
        const size_t own = strlen(name);
        if (own > length || strncmp(path + length - own, name, own) != 0)
            return false;
        length -= own;
        if (length == 0)
            return true;
        if (path[--length] != '.')
            return false;
        s = c->states[s].parent;
    }
    return false;
}

/* nearest first: below the states around the place, from the inside out. -1: none, or several */
static int find_below(const chart *c, int from, const char *path, bool function) {
    for (int around = from; around >= 0; around = c->states[around].parent) {
        int found = -1;
        for (int s = 1; s < c->state_count; s++) {
            if ((c->states[s].kind == STATE_FUNCTION) != function ||
                !path_ends_at(c, s, path, strlen(path)))
                continue;
            if (function && c->states[s].parent == around && is(c->states[s].name, path))
                return s; /* its own one, whatever is further below */
            int up = s;
            while (up > 0 && up != around)
                up = c->states[up].parent;
            if (up == around)
                found = found < 0 ? s : -2;
        }
        if (found >= 0)
            return found;
        if (found == -2)
            return -1;
    }
    return -1;
}

int chart_find_state(const chart *c, int from, const char *path) {
    return find_below(c, from, path, false);
}

int chart_find_function(const chart *c, int from, const char *path) {
    return find_below(c, from, path, true);
}

/* ---- reading ---- */

bd_status chart_add_state(chart *c, const bd_stored *stored, int parent, int *number) {
    if (c->state_count >= MOST_STATES)
        return chart_fail(c, stored, "a chart has more than %d states", MOST_STATES);
    GROW(states, state_count, state_capacity);
    *number = c->state_count++;
    chart_state *s = &c->states[*number];
    *s = (chart_state){.stored = stored,
                       .parent = parent,
                       .depth = parent >= 0 ? c->states[parent].depth + 1 : 0,
                       .entry_event = -1,
                       .exit_event = -1,
                       .name = "",
                       .order = (int)bd_stored_whole(stored, "executionOrder", 0)};
    return BD_OK;
}

/* "[a, b] = f(x, y)" → f */
static char *function_name(bd_arena *arena, const char *label) {
    const char *equals = strchr(label, '=');
    const char *begin = equals ? equals + 1 : label;
    begin += strspn(begin, " \t\n\r");
    return bd_arena_copy_bytes(arena, begin, strcspn(begin, " \t\n\r(;"));
}

static bd_status read_objects(chart *c, const bd_stored *list, int parent, bool component);

static bool tells_mapping(const char *name) {
    static const char *const words[] = {"mapping", "Mapping", "mapped", "Mapped"};
    bool tells = false;
    for (size_t k = 0; k < sizeof words / sizeof *words && !tells; k++)
        tells = strstr(name, words[k]) != NULL;
    return tells;
}

/* no file shows where other names are stored: whatever speaks of a mapping counts. NULL: nothing */
static const char *mapping_among(const bd_parameters *properties) {
    for (size_t i = 0; i < properties->count; i++)
        if (tells_mapping(properties->items[i].name))
            return properties->items[i].name;
    return NULL;
}

static const char *mapping_below(const bd_stored *object) {
    for (const bd_stored *t = object->first; t; t = t->next) {
        const char *found = tells_mapping(t->kind) ? t->kind : mapping_among(&t->properties);
        if (found)
            return found;
    }
    return NULL;
}

/* a state that is a chart of its own, kept in a block of the chart's system */
static bd_status read_component(chart *c, const bd_stored *stored, int state) {
    const char *name = bd_stored_text(stored, "simulink.blockName");
    const bd_node *block = name && c->node->system ? bd_system_find(c->node->system, name) : NULL;
    if (!block || !block->chart)
        return chart_fail(c, stored, "its atomic subchart '%s' is not in the file",
                          name ? name : "");
    if (c->states[state].depth > 20)
        return chart_fail(c, stored, "subcharts are nested too deep");
    /* its data have the names of those outside, unless the file maps them */
    const char *mapping = mapping_among(&stored->properties);
    mapping = mapping ? mapping : mapping_below(stored);
    mapping = mapping ? mapping : mapping_among(&block->parameters);
    mapping = mapping ? mapping : mapping_among(&block->chart->properties);
    mapping = mapping ? mapping : mapping_below(block->chart);
    if (mapping)
        return chart_fail(c, stored,
                          "data of its atomic subchart have other names outside (%.80s), which is "
                          "not supported",
                          mapping);
    c->states[state].parallel = bd_stored_is(block->chart, "decomposition", "SET_CHART");
    const bd_node *outer = c->node;
    c->node = block;
    bd_status status = read_objects(c, block->chart, state, true);
    c->node = outer;
    return status;
}

static bd_status read_state(chart *c, const bd_stored *stored, int parent) {
    const char *label = bd_stored_text(stored, "labelString");
    label = label ? label : "";
    if (bd_stored_is(stored, "type", "GROUP_STATE"))
        return bd_stored_whole(stored, "isNoteBox", 0) == 1
                   ? BD_OK
                   : read_objects(c, stored, parent, false);
    int number = 0;
    BD_TRY(chart_add_state(c, stored, parent, &number));
    const bool function = bd_stored_is(stored, "type", "FUNC_STATE");
    chart_state *s = &c->states[number];
    s->kind = function                                    ? STATE_FUNCTION
              : bd_stored_is(stored, "type", "AND_STATE") ? STATE_AND
                                                          : STATE_OR;
    s->parallel = bd_stored_is(stored, "decomposition", "SET_STATE");
    if (function) {
        s->name = function_name(c->arena, label);
    } else {
        state_label parts;
        if (!chart_split_state_label(c->arena, label, c->c_language, &parts))
            return bd_block_no_memory(c->block);
        s->name = parts.name;
    }
    if (!c->states[number].name)
        return bd_block_no_memory(c->block);
    if (bd_stored_whole(stored, "simulink.isSimulinkFcn", 0) == 1) {
        const char *block = bd_stored_text(stored, "simulink.blockName");
        c->states[number].simulink = block ? bd_system_find(c->node->system, block) : NULL;
        if (!c->states[number].simulink)
            return chart_fail(c, stored, "its Simulink function '%.60s' is not in the file",
                              block ? block : "");
    }
    if (bd_stored_whole(stored, "simulink.isActionSubsystem", 0) == 1)
        return chart_fail(c, stored, "a state made of blocks is not supported");
    if (bd_stored_whole(stored, "simulink.isComponent", 0) == 1)
        return read_component(c, stored, number);
    return read_objects(c, stored, number, false);
}

static bd_status read_event(chart *c, const bd_stored *stored, int owner, bool component) {
    GROW(events, event_count, event_capacity);
    chart_event *e = &c->events[c->event_count];
    *e = (chart_event){.owner = owner, .state = -1, .data = -1, .count_slot = -1};
    e->name = bd_stored_text(stored, "name");
    if (!e->name)
        return chart_fail(c, stored, "an event has no name");
    const bool call = bd_stored_is(stored, "trigger", "FUNCTION_CALL_EVENT");
    if (bd_stored_is(stored, "scope", "INPUT_EVENT")) {
        e->scope = EVENT_INPUT;
        e->port = c->input_event_count++;
        e->edge = call                                                    ? 2
                  : bd_stored_is(stored, "trigger", "RISING_EDGE_EVENT")  ? 1
                  : bd_stored_is(stored, "trigger", "FALLING_EDGE_EVENT") ? -1
                                                                          : 0;
    } else if (bd_stored_is(stored, "scope", "OUTPUT_EVENT")) {
        e->scope = EVENT_OUTPUT;
        e->port = c->output_event_count++;
        e->is_edge = !call;
        if (e->port > 0 && c->edges_out != e->is_edge)
            return chart_fail(c, stored,
                              "output events that are function-calls and edges of signals at the "
                              "same time are not supported");
        c->edges_out = e->is_edge;
    }
    if (component && e->scope != EVENT_LOCAL)
        return chart_fail(c, stored,
                          "events of the border of an atomic subchart are not "
                          "supported");
    c->event_count++;
    return BD_OK;
}

static bd_status read_transition(chart *c, const bd_stored *stored, int parent) {
    if (bd_stored_is(stored, "type", "SUB") || !stored->destination)
        return BD_OK;
    GROW(transitions, transition_count, transition_capacity);
    c->transitions[c->transition_count++] =
        (chart_transition){.stored = stored,
                           .parent = parent,
                           .source = -1,
                           .junction = -1,
                           .target = -1,
                           .target_junction = -1,
                           .order = (int)bd_stored_whole(stored, "executionOrder", 0),
                           .label = bd_stored_text(stored, "labelString")};
    return BD_OK;
}

static bd_status read_junction(chart *c, const bd_stored *stored, int parent) {
    GROW(junctions, junction_count, junction_capacity);
    const bool history = bd_stored_is(stored, "type", "HISTORY_JUNCTION");
    c->junctions[c->junction_count++] =
        (chart_junction){.stored = stored, .parent = parent, .history = history};
    if (history)
        c->states[parent].has_history = true;
    return BD_OK;
}

/* what has a name for others first: subcharts look for the data around them */
static bd_status read_objects(chart *c, const bd_stored *list, int parent, bool component) {
    for (const bd_stored *t = list->first; t; t = t->next) {
        if (is_commented(t))
            continue;
        if (is(t->kind, "event"))
            BD_TRY(read_event(c, t, parent, component));
        else if (is(t->kind, "data"))
            BD_TRY(chart_read_data(c, t, parent, component));
    }
    for (const bd_stored *t = list->first; t; t = t->next) {
        if (is_commented(t))
            continue;
        if (is(t->kind, "state"))
            BD_TRY(read_state(c, t, parent));
        else if (is(t->kind, "transition"))
            BD_TRY(read_transition(c, t, parent));
        else if (is(t->kind, "junction"))
            BD_TRY(read_junction(c, t, parent));
    }
    return BD_OK;
}

/* ---- connecting ---- */

static int state_of(const chart *c, const bd_stored *stored) {
    for (int i = 1; i < c->state_count; i++)
        if (c->states[i].stored == stored)
            return i;
    return -1;
}

static int junction_of(const chart *c, const bd_stored *stored) {
    for (int i = 0; i < c->junction_count; i++)
        if (c->junctions[i].stored == stored)
            return i;
    return -1;
}

static bd_status append(chart *c, chart_list *list, int item) {
    /* capacities follow from the count: powers of two */
    if ((list->count & (list->count - 1)) == 0) {
        const size_t room = list->count ? (size_t)list->count * 2 : 1;
        int *grown = bd_arena_array(c->arena, room, sizeof *grown);
        if (!grown)
            return bd_block_no_memory(c->block);
        if (list->count)
            memcpy(grown, list->items, (size_t)list->count * sizeof *grown);
        list->items = grown;
    }
    list->items[list->count++] = item;
    return BD_OK;
}

static bd_status connect(chart *c, int number) {
    chart_transition *t = &c->transitions[number];
    const bd_stored *from = t->stored->source;
    if (from && (is_commented(from) || is_commented(t->stored->destination)))
        return BD_OK;
    t->target = state_of(c, t->stored->destination);
    if (t->target < 0) {
        t->target_junction = junction_of(c, t->stored->destination);
        if (t->target_junction < 0)
            return BD_OK;
        const chart_junction *j = &c->junctions[t->target_junction];
        if (j->history) {
            t->history = true;
            t->target = j->parent;
        }
    }
    if (!from)
        return append(c, &c->states[t->parent].defaults, number);
    t->source = state_of(c, from);
    if (t->source >= 0)
        return append(
            c, t->source == t->parent ? &c->states[t->source].inner : &c->states[t->source].outer,
            number);
    t->junction = junction_of(c, from);
    return t->junction >= 0 ? append(c, &c->junctions[t->junction].outgoing, number) : BD_OK;
}

/* insertion: lists are short, and equal orders stay as they are */
static bd_status sort_transitions(chart *c, chart_list *list) {
    int unordered = 0;
    for (int i = 0; i < list->count; i++)
        unordered += c->transitions[list->items[i]].order <= 0;
    if (unordered > 0 && list->count > 1)
        return chart_fail(c, c->transitions[list->items[0]].stored,
                          "transitions from here have no stored order");
    for (int i = 1; i < list->count; i++)
        for (int k = i; k > 0 && (unsigned)c->transitions[list->items[k]].order <
                                     (unsigned)c->transitions[list->items[k - 1]].order;
             k--) {
            const int other = list->items[k];
            list->items[k] = list->items[k - 1];
            list->items[k - 1] = other;
        }
    return BD_OK;
}

/* from top to bottom, then from left to right, where no order is stored */
static bool comes_before(const chart_state *a, const chart_state *b) {
    if (a->order != b->order && a->order > 0 && b->order > 0)
        return a->order < b->order;
    double xa = 0.0, ya = 0.0, xb = 0.0, yb = 0.0;
    const char *pa = bd_stored_text(a->stored, "position"),
               *pb = bd_stored_text(b->stored, "position");
    if (!pa || !pb || sscanf(pa, "[%lf %lf", &xa, &ya) != 2 ||
        sscanf(pb, "[%lf %lf", &xb, &yb) != 2)
        return false;
    return ya != yb ? ya < yb : xa < xb;
}

static void sort_children(const chart *c, chart_list *list) {
    for (int i = 1; i < list->count; i++)
        for (int k = i;
             k > 0 && comes_before(&c->states[list->items[k]], &c->states[list->items[k - 1]]);
             k--) {
            const int other = list->items[k];
            list->items[k] = list->items[k - 1];
            list->items[k - 1] = other;
        }
}

static bd_status connect_all(chart *c) {
    for (int i = 1; i < c->state_count; i++)
        if (c->states[i].kind != STATE_FUNCTION)
            BD_TRY(append(c, &c->states[c->states[i].parent].children, i));
    for (int i = 0; i < c->state_count; i++) {
        if (c->states[i].children.count > 0 &&
            c->states[c->states[i].children.items[0]].kind == STATE_AND)
            c->states[i].parallel = true;
        if (c->states[i].parallel)
            sort_children(c, &c->states[i].children);
    }
    for (int i = 0; i < c->transition_count; i++)
        BD_TRY(connect(c, i));
    for (int i = 0; i < c->state_count; i++) {
        BD_TRY(sort_transitions(c, &c->states[i].defaults));
        BD_TRY(sort_transitions(c, &c->states[i].inner));
        BD_TRY(sort_transitions(c, &c->states[i].outer));
    }
    for (int i = 0; i < c->junction_count; i++)
        BD_TRY(sort_transitions(c, &c->junctions[i].outgoing));
    for (int i = 0; i < c->data_count; i++) {
        chart_state *f = &c->states[c->data[i].owner];
        const char *scope = c->data[i].stored ? bd_stored_text(c->data[i].stored, "scope") : NULL;
        if (f->kind == STATE_FUNCTION && scope && is(scope, "FUNCTION_INPUT_DATA"))
            BD_TRY(append(c, &f->inputs, i));
        else if (f->kind == STATE_FUNCTION && scope && is(scope, "FUNCTION_OUTPUT_DATA"))
            BD_TRY(append(c, &f->outputs, i));
    }
    return BD_OK;
}

static bd_status name_states(chart *c) {
    c->state_names = bd_arena_array(c->arena, (size_t)c->state_count, sizeof *c->state_names);
    c->shown_at = bd_arena_array(c->arena, (size_t)c->state_count, sizeof *c->shown_at);
    if (!c->state_names || !c->shown_at)
        return bd_block_no_memory(c->block);
    c->shown_at[0] = -1;
    c->states[0].path = "";
    for (int i = 1; i < c->state_count; i++) {
        chart_state *s = &c->states[i];
        const char *around = c->states[s->parent].path;
        s->path = *around ? bd_arena_text(c->arena, "%s.%s", around, s->name) : s->name;
        if (!s->path)
            return bd_block_no_memory(c->block);
        c->shown_at[i] = s->kind == STATE_FUNCTION ? -1 : c->shown_count;
        if (s->kind != STATE_FUNCTION)
            c->state_names[c->shown_count++] = s->path;
    }
    return BD_OK;
}

/* states of which none is entered first: an error, unless the model's diagnostics only warn of it;
 * all of them stay inactive then, until a transition from outside leads to one */
static void tell_lack_of_defaults(chart *c) {
    const bd_diagram *diagram = c->node->parent->diagram;
    const char *message = bd_diagram_setting(diagram, "SFNoUnconditionalDefaultTransitionDiag");
    c->may_lack_default = message && (is(message, "warning") || is(message, "none"));
    for (int i = 0; i < c->state_count && c->may_lack_default && is(message, "warning"); i++) {
        const chart_state *s = &c->states[i];
        if (s->kind != STATE_FUNCTION && !s->parallel && s->children.count > 1 &&
            s->defaults.count == 0)
            bd_block_warn(c->block, "'%s' has states, but no default transition: none is entered",
                          s->name);
    }
}

bd_status chart_read(chart *c) {
    const bd_stored *s = c->stored;
    int root;
    c->tick_slot = -1;
    c->c_language = bd_stored_whole(s, "actionLanguage", 0) != 2;
    c->bit_operations = bd_stored_whole(s, "enableBitOps", 0) == 1;
    c->saturate = bd_stored_whole(s, "saturateOnIntegerOverflow", 0) == 1;
    c->continuous = bd_stored_is(s, "updateMethod", "CONTINUOUS");
    c->at_initialization = bd_stored_whole(s, "executeAtInitialization", 0) == 1;
    const char *machine = bd_stored_text(s, "stateMachineType");
    c->moore = machine && strstr(machine, "MOORE");
    c->super_step = bd_stored_whole(s, "enableNonTerminalStates", 0) == 1;
    c->super_step_limit = (int)bd_stored_whole(s, "nonTerminalMaxCounts", 1000);
    BD_TRY(chart_add_state(c, s, -1, &root));
    c->states[0].parallel = bd_stored_is(s, "decomposition", "SET_CHART");
    const char *name = bd_stored_text(s, "name");
    c->states[0].name = name ? name : "";
    BD_TRY(read_objects(c, s, 0, false));
    BD_TRY(chart_add_model_functions(c));
    BD_TRY(name_states(c));
    c->stored_data_count = c->data_count;
    c->stored_event_count = c->event_count;
    BD_TRY(connect_all(c));
    tell_lack_of_defaults(c);
    return chart_wire_functions(c);
}
