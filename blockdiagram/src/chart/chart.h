/* a compiled chart: constant, shared by all runs. What changes is one piece of memory (run.h).
 *
 * State 0 is the chart itself. Numbers of states, transitions, events and data are indices. */
#ifndef BD_CHART_CHART_H
#define BD_CHART_CHART_H

#include "base/arena.h"
#include "blockdiagram/block.h"
#include "blockdiagram/stored_chart.h"

#include <string.h>

static inline bool is(const char *word, const char *other) {
    return strcmp(word, other) == 0;
}

/* ---- actions: trees of nodes ---- */

typedef enum chart_op {
    OP_NUMBER,
    OP_DATA,    /* element `index` of the chart's memory */
    OP_ELEMENT, /* of an array: left is its place, from 0 */
    OP_WHOLE,   /* array, where the element in turn is meant */
    OP_LIST,    /* [a b …]: the element in turn of the arguments */
    OP_NEGATE,
    OP_NOT,
    OP_BIT_NOT,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_POWER,
    OP_REMAINDER, /* %% */
    OP_SHIFT_LEFT,
    OP_SHIFT_RIGHT,
    OP_BIT_AND,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_AND,
    OP_OR,
    OP_FUNCTION, /* of the table of functions */
    OP_REDUCE,   /* sum, min … over all elements of an array */
    OP_CAST,
    OP_CALL,  /* a function of the chart; value: its first output */
    OP_TIME,  /* t */
    OP_IN,    /* in(S) */
    OP_AFTER, /* after(left, count) and its siblings; count: an event, or -1: time */
    OP_BEFORE,
    OP_AT,
    OP_EVERY,
    OP_COUNT_OF, /* temporalCount(E), elapsed(sec) */
    OP_DURATION, /* duration(left), memory in slot */
    OP_COUNT_TRUE,
    OP_CHANGED, /* hasChanged …: memory in slot, left: the value from or to */
    /* statements */
    OP_ASSIGN, /* left = right */
    OP_ASSIGN_OUTPUTS,
    OP_SEND,
    OP_IF,
    OP_WHILE,
    OP_FOR,
    OP_BREAK,
    OP_CONTINUE,
    OP_RETURN,
    OP_EVALUATE,
    OP_CODE /* code of the language: statements, or a condition */
} chart_op;

typedef struct chart_node chart_node;
typedef double chart_function(double a, double b);
struct chart_node {
    chart_op op;
    int type; /* bd_class or fixed-point type of the value */
    double number;
    int index; /* of data, state, event, function of the chart */
    int slot;  /* of memory; kind of a change or of a unit */
    int depth; /* of the tree of operators below */
    int width; /* 1, or the elements of an array expression */
    int rows;  /* of an array, 0: all */
    bool literal, saturate, wrap;
    bool cut; /* C: numbers become integers without their fraction */
    chart_function *function;
    struct chart_code *code;
    chart_node *left, *right, *third;
    chart_node **arguments;
    int count;
    chart_node *next; /* statement */
};

/* ---- parts of a chart ---- */

typedef enum chart_scope {
    DATA_INPUT,
    DATA_OUTPUT,
    DATA_LOCAL,
    DATA_PARAMETER,
    DATA_CONSTANT,
    DATA_TEMPORARY,
    DATA_STORE,
    DATA_DERIVATIVE /* x_dot */
} chart_scope;

typedef struct chart_data {
    const char *name;
    const bd_stored *stored;
    int owner; /* state */
    chart_scope scope;
    int type, width, rows, columns;
    bool typed, sized;  /* declared, or found in what is assigned */
    bool by_definition; /* type and size follow from what is assigned … */
    bool by_neighbours; /* … or from the signal that it is connected to */
    int first;          /* element in the chart's memory */
    int port;           /* of the S-Function */
    bool argument;      /* the port is an output to a Simulink function … */
    bool result;        /* … or an input from it */
    int state;          /* continuous, its first state; -1 else */
    int first_index;
    double *initial;
    /* a bus or structure: its fields are data of their own, "s.f", and follow each other in memory
     */
    const bd_bus *bus;
    int copies; /* elements of an array of buses */
    int parts, part_count;
    int part_of;          /* of a field: the whole, -1 else */
    size_t offset;        /* of a field, in bytes */
    bd_value *value;      /* of a parameter that is a structure */
    const bd_node *store; /* the Data Store Memory behind it */
    int change_event;     /* that happens when another value is assigned; -1: none */
} chart_data;

typedef enum event_scope { EVENT_LOCAL, EVENT_INPUT, EVENT_OUTPUT, EVENT_IMPLICIT } event_scope;

typedef struct chart_event {
    const char *name;
    int owner;
    event_scope scope;
    int edge;  /* input: 1 rising, -1 falling, 0 either, 2 function-call */
    int port;  /* element of the trigger, or of the function-call output */
    int state; /* implicit: entry or exit of it … */
    bool on_exit;
    bool is_edge;   /* output: changes a signal instead of calling */
    int data;       /* … or change of it, -1 */
    int count_slot; /* its counters of occurrences, one for each state; -1: nobody counts */
} chart_event;

enum { WAKE_UP = -2 };

/* one alternative of "E1 | after(3, E2)": an event, a condition, or both */
typedef struct chart_trigger {
    int event; /* -1: any, WAKE_UP */
    chart_node *condition;
} chart_trigger;

typedef struct chart_triggers {
    chart_trigger *items;
    int count;
} chart_triggers;

typedef struct chart_transition {
    const bd_stored *stored;
    const char *label;
    int source;   /* state, -1 none */
    int junction; /* source, -1 none */
    int parent;   /* state */
    int order;
    int target; /* state, -1 */
    int target_junction;
    bool history; /* target_junction is one: target is the state around it */
    chart_triggers triggers;
    chart_node *condition;
    chart_node *condition_action, *action;
} chart_transition;

typedef struct chart_list {
    int *items;
    int count;
} chart_list;

enum { SECTION_ENTRY = 1, SECTION_DURING = 2, SECTION_EXIT = 4, SECTION_ON = 8 };

typedef struct chart_section {
    int kinds;
    chart_triggers triggers; /* of "on" */
    chart_node *actions;
    const char *text;
    struct chart_section *next;
} chart_section;

typedef enum state_kind { STATE_CHART, STATE_OR, STATE_AND, STATE_FUNCTION, STATE_BOX } state_kind;

typedef struct chart_state {
    const char *name;
    const bd_stored *stored;
    state_kind kind;
    const char *path; /* "On.Fast" */
    int parent;       /* -1 for the chart */
    int depth;
    int order;
    bool parallel; /* its children are */
    bool has_history;
    chart_list children; /* states, parallel ones in their order */
    chart_list defaults, inner, outer;
    chart_section *sections;
    int kinds;                   /* of all sections; "on" counts as during, too */
    int entry_event, exit_event; /* implicit, -1 none */
    /* functions */
    chart_list inputs, outputs;     /* data */
    chart_node *body;               /* of MATLAB functions and truth tables */
    const bd_node *simulink;        /* a subsystem that is called … */
    int call;                       /* … by this function-call */
    const bd_model_function *model; /* a function of the model around the chart */
    bool has_body;
} chart_state;

typedef struct chart_junction {
    const bd_stored *stored;
    int parent;
    bool history;
    chart_list outgoing;
} chart_junction;

/* what must be looked at in every step: durations, changes */
typedef struct chart_watch {
    chart_node *condition; /* duration, count; NULL: change of data */
    bool counts;           /* wake-ups, else time */
    int owner;             /* state whose activation it counts from */
    int data;
    int slot;
} chart_watch;

struct chart_code; /* code.c */

typedef struct chart {
    bd_arena *arena;
    bd_block *block;
    const bd_stored *stored;
    const bd_node *node; /* of the subsystem around the S-Function */
    bool c_language, bit_operations, saturate, continuous, at_initialization, moore, super_step;
    int super_step_limit;
    bool may_lack_default; /* the model only warns of states of which none is entered first */
    chart_state *states;
    int state_count, state_capacity;
    chart_junction *junctions;
    int junction_count, junction_capacity;
    chart_transition *transitions;
    int transition_count, transition_capacity;
    chart_data *data;
    int data_count, data_capacity;
    chart_event *events;
    int event_count, event_capacity;
    chart_watch *watches;
    int watch_count, watch_capacity;
    chart_node **crossings; /* conditions whose sides cross each other in continuous time */
    int *crossing_owner;
    int crossing_count, crossing_capacity;
    int input_count, output_count, output_event_count, input_event_count;
    struct chart_code *codes; /* a list */
    int code_count;
    int call_count;   /* elements of the function-calls: output events, Simulink functions */
    int trigger_port; /* input with the input events */
    int stored_data_count, stored_event_count; /* without what actions add */
    bool edges_out;                            /* output events are edges of signals */
    bool settling; /* types that follow from assignments are being found … */
    bool found;    /* … and one was, in this round */
    bool settled, compiled;
    int element_count; /* doubles of all data */
    int slot_count;    /* doubles of watches */
    int counter_slots; /* events that are counted */
    int tick_slot;     /* of wake-ups, -1 */
    int continuous_count;
    const char **state_names; /* of those that can be active … */
    int *shown_at;            /* … and where they are shown, -1: functions and the chart */
    int shown_count;
} chart;

/* compile.c, structure.c: in setup, and when types of ports are known */
bd_status chart_read(chart *c);
bd_status chart_compile_actions(chart *c);
bd_status chart_fail(const chart *c, const bd_stored *at, const char *format, ...) BD_PRINTF(3, 4);
/* "state 'A', ", for messages; "" for the chart itself */
void chart_name(const chart *c, const bd_stored *at, char *name, size_t size);
int chart_find_state(const chart *c, int from, const char *path);
int chart_find_function(const chart *c, int from, const char *path); /* "f", "A.f" */
int chart_find_data(const chart *c, int from, const char *name);
int chart_find_event(const chart *c, int from, const char *name);
/* a data type for what had none, of a value that is assigned to it; false: it has one */
bool chart_settle_data(chart *c, int data, const chart_node *value);
/* as chart_compile_actions, as often as types are found in what is assigned */
bd_status chart_settle_types(chart *c);
bd_status chart_add_state(chart *c, const bd_stored *stored, int parent, int *number);
int chart_add_data(chart *c, const char *name, int owner, chart_scope scope);
int chart_count_event(chart *c, int event);

/* label.c */
typedef struct label_section {
    int kinds;
    const char *events; /* of "on", else NULL */
    const char *text;
    int line; /* in the label */
    struct label_section *next;
} label_section;
typedef struct state_label {
    char *name;
    label_section *sections;
} state_label;
typedef struct transition_label {
    char *events, *condition, *condition_action, *action; /* NULL: none */
} transition_label;
bool chart_split_state_label(bd_arena *arena, const char *label, bool c_language,
                             state_label *parts);
bool chart_split_transition_label(bd_arena *arena, const char *label, bool c_language,
                                  transition_label *parts);
/* without comments; lines stay where they are. NULL: no memory */
char *chart_strip_comments(bd_arena *arena, const char *text, bool c_language);

/* parse.c */
typedef struct chart_place {
    int state;        /* names are looked up from here on */
    int owner;        /* state whose time counts; -1: none */
    bool at_run_time; /* owner is the state that a path began at */
    const bd_stored *stored;
    const char *what; /* "entry action" */
} chart_place;
bd_status chart_parse_statements(chart *c, const chart_place *place, const char *text,
                                 chart_node **first);
bd_status chart_parse_condition(chart *c, const chart_place *place, const char *text,
                                chart_node **node);
/* a call of something of the chart; no code of the language is tried */
bd_status chart_parse_expression(chart *c, const chart_place *place, const char *text,
                                 chart_node **node);
bd_status chart_parse_triggers(chart *c, const chart_place *place, const char *text,
                               chart_triggers *triggers);

#endif
