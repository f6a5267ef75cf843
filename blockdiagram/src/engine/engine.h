/* the inside of a compiled model and of its runs, shared by the files of this room only.
 *
 * bd_model  what the passes make of a diagram. Constant once compiled, so that runs in several
 *           threads read it at the same time
 * bd_run    everything that changes: signals, states, clocks, records, and an instance of each
 *           block that computes, in execution order
 *
 * blocks    routing ones (Mux, Demux …) vanish once shapes are known
 * nets      wires: one output port and all inputs that read it, or the named parts of a virtual bus
 * contexts  systems that decide when their blocks run: the root and conditionally executed
 *           subsystems. Each of the latter is also a block ("unit") in the context around it
 * tasks     the sample times in use */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdatomic.h>

#include "blockdiagram/block.h"
#include "base/arena.h"
#include "engine/worklist.h"

typedef struct bd_net bd_net;
typedef struct bd_context bd_context;
typedef struct bd_item bd_item;

/* vectors of states are padded with zeros to whole groups, so that loops over them need no rest */
#define BD_STATE_GROUP 4

typedef struct bd_net_part {
    const char *name;
    bd_net *net;
} bd_net_part;

struct bd_net {
    const char *label; /* signal name, "" if none */
    bd_port *driver;   /* NULL: a virtual bus */
    bd_port **readers;
    int reader_count;
    int reader_capacity;
    bd_net_part *parts; /* of a virtual bus; a Mux has parts and a driver */
    int part_count;
    int index;
    bool queued;
    bool logged;
};

/* what a block, or a model while it is compiled, works with */
typedef struct bd_home {
    bd_arena arena;
    bd_error error; /* of the present call; its caller gets a copy */
    bd_log *log;
    const char *name; /* of the model, for messages */
} bd_home;

/* a parameter's value, kept as long as the block; both are asked for by name */
typedef struct bd_kept_value {
    struct bd_kept_value *next;
    const char *name;
    bd_value *value;
    double *numbers;
    size_t number_count;
} bd_kept_value;

/* a piece of a signal, found by following wires through routing blocks */
typedef struct bd_segment {
    bd_port *source; /* output of a block that computes */
    size_t offset;   /* bytes */
    size_t size;
    size_t target; /* where it goes in the reader's memory */
} bd_segment;

/* what a neighbour, or nobody, has told a block that decides by itself; repeated in each run */
typedef enum bd_offer_kind { BD_OFFER_SHAPE, BD_OFFER_DEFAULTS, BD_OFFER_RATE } bd_offer_kind;

typedef struct bd_offer {
    struct bd_offer *next;
    bd_offer_kind kind;
    bool is_input;
    int port;
    bd_attribute what;
    bd_shape shape;
    bd_sample_time sample_time;
} bd_offer;

struct bd_block_engine {
    bd_home *home; /* of the model while it is compiled, then of the run */
    const bd_model *model;
    bd_model *compiling;      /* the same while it is compiled, NULL in a run */
    bd_run *run;              /* NULL while it is compiled */
    const bd_block *compiled; /* in a run: what it is an instance of */
    int place;                /* in execution order, -1 if it does not run */
    bd_context *context;      /* whose list it is in */
    bd_context *unit_of;      /* the context that this block runs, or NULL */
    int order;                /* position in the file, for stable sorting */
    bool routing;
    bool gone; /* stood for a For Each subsystem, or served what did */
    bool queued;
    bool fixed_point_told; /* the warning about its data type is out */
    bool set_up;
    bool started;
    bool calls_function; /* of the model */
    /* what an argument of a function declares: read while the model is compiled, for runs too */
    bool has_told_shape;
    bd_shape told_shape;
    bool constant; /* computed once, at the start */
    bool in_minor; /* runs in minor steps too */
    bool rate_known;
    bool changed;               /* in a run: a value that it reads is not the compiled one … */
    bool touched;               /* … or not the one before */
    bool trial;                 /* only to see what it would declare */
    bool has_own_data;          /* in a run: its data is to be destroyed with it … */
    bool adopted;               /* … and is what was compiled */
    int port_begin, rate_begin; /* of its ports and rates among those of a run */
    bd_offer *offers, *last_offer;
    bd_block *declared; /* of a type with offers: as it was after setup */
    bd_kept_value *kept;
    bd_block_function inner_outputs; /* of a block with ports of variable size */
    struct bd_own_text *own_texts;   /* in a run: parameters that the diagram has otherwise */
    bd_block *writes_to;             /* the block whose parameter this one writes in the run */
    bool written;                    /* one does so with this block */
    struct bd_callees **calls;       /* per output, per element: what a function-call runs */
    int loop;                        /* number of its algebraic loop, or 0 */
    size_t x_begin, discrete_begin, mode_begin, crossing_begin, work_begin;
    int mark;          /* of graph walks */
    bd_port **readers; /* inputs that read this block, in the order of their blocks */
    int reader_count;
    bd_segment *segments; /* of a gathering block */
    int segment_count;
    bd_sample_time system_time; /* of the atomic subsystem around, or inherited */
};

/* a parameter of a block in one run */
typedef struct bd_own_text {
    struct bd_own_text *next;
    const char *name, *text;
} bd_own_text;

/* contexts that one function-call runs, in the order of the splits on the way */
typedef struct bd_callees {
    bd_context **contexts;
    int *elements; /* of the trigger that the call comes through */
    long *order;
    int count;
} bd_callees;

typedef enum bd_context_kind {
    BD_CONTEXT_ROOT,
    BD_CONTEXT_ENABLED,
    BD_CONTEXT_TRIGGERED,
    BD_CONTEXT_ENABLED_TRIGGERED,
    BD_CONTEXT_FUNCTION_CALL,
    BD_CONTEXT_ACTION,
    BD_CONTEXT_RESET,
    BD_CONTEXT_FOR,
    BD_CONTEXT_WHILE
} bd_context_kind;

/* operations one after the other; the count is also found by the loop over items */
typedef struct bd_list {
    bd_kernel *items;
    int count;
} bd_list;

/* a derivative that is just the block's input */
typedef struct bd_copy {
    double *to;
    const double *from;
} bd_copy;

typedef struct bd_calls {
    bd_block **blocks;
    int count;
} bd_calls;

/* when a function of the model itself runs */
typedef enum bd_event { BD_NO_EVENT, BD_AT_START, BD_AT_END, BD_OTHER_EVENT } bd_event;

struct bd_context {
    bd_context_kind kind;
    bd_event event; /* of a function-call subsystem that nobody calls */
    bd_context *parent;
    int depth;
    int index;           /* in the list of all */
    bd_block *iterator;  /* that repeats it, or NULL */
    const bd_node *node; /* NULL for the root */
    bd_block *unit;      /* NULL for the root */
    bd_block **blocks;   /* in execution order once sorted */
    int block_count;
    int block_capacity;
    bd_block *
        *schedule; /* what runs one after the other: blocks, and loops instead of their members */
    int schedule_count;
    bd_block **callers; /* of a function-call subsystem */
    int caller_count;
    bool triggered; /* blocks inside run exactly when it is called */
    bool busy;      /* in a run: a function of the model that is being called */

    bd_list state_outputs;
    bd_list major_outputs; /* everything that is not constant */
    bd_list minor_outputs; /* what changes between major steps */
    bd_calls updates;
    bd_calls derivatives;
    bd_copy *copies;
    int copy_count;
    bd_calls crossings;

    bd_sample_time sample_time; /* forced by the subsystem, else inherited */
    struct bd_conditions *conditions;
    unsigned long stamp; /* of its last execution */
};

/* one sample time shared by all blocks that have it. Task 0 is continuous, 1 is fixed in minor step
 */
typedef struct bd_task {
    bd_sample_time sample_time;
    unsigned char hit;
    long every, phase;  /* fixed step: due when (step - phase) % every == 0 */
    long count;         /* variable step: number of the next hit */
    double next;        /* variable step: time of the next hit */
    bd_block *variable; /* owner of a variable sample time */
    bool asks;          /* it has a hit, and has not yet told the next one */
    bool drives;        /* something continuous reads a block that runs at this rate */
} bd_task;

typedef struct bd_store bd_store;
typedef struct bd_block_engine bd_block_engine;

/* settings of the run, after the model's and the caller's wishes were put together */
typedef struct bd_settings {
    const char *solver;
    bool fixed_step;
    double start_time, stop_time;
    double step;                             /* fixed */
    double max_step, min_step, initial_step; /* initial 0 = automatic */
    bool min_step_is_error;                  /* that no step may be shorter ends the run */
    double relative_tolerance, absolute_tolerance;
    bool automatic_tolerance; /* absolute tolerance follows the largest state */
    int max_order;
    bool locate_crossings;
    long consecutive_crossings;
    double consecutive_tolerance;
    int consecutive_message;   /* 0 none, 1 warning, 2 error */
    double crossing_threshold; /* signals this close to zero are there; 0: to rounding */
    int loop_message;          /* 0 none, 1 warning, 2 error */
    int extrapolation_order, newton_iterations;
    bool single_task;
    int underspecified;   /* type of signals for which nothing follows from anything */
    double *output_times; /* where steps end for the sake of results, in order */
    size_t output_time_count;
    bool only_output_times; /* nothing else is recorded */
} bd_settings;

/* the workspaces of a model: base, model, and one for each mask, in the order of the items */
typedef struct bd_scopes {
    bd_home *home;
    const bd_diagram *diagram;
    const bd_workspace *given; /* variables from outside */
    const bd_model_access *access;
    const void *const *reader; /* who reads variables at present, or NULL */
    bd_workspace **list;       /* owned */
    int count;
    bd_workspace *base, *model;
    struct bd_library *library; /* functions of M code beside the model; owned */
} bd_scopes;

/* where everything of a run lies in its memory */
typedef struct bd_layout {
    size_t size; /* of the piece that is saved and restored as a whole */
    size_t x, discrete, modes;
    int state_count, discrete_count, mode_count, crossing_count;
    int port_count, rate_count;
} bd_layout;

struct bd_model {
    bd_home home;
    const bd_diagram *written; /* as given */
    const bd_diagram *diagram; /* as compiled */
    bd_diagram *own_diagram;   /* a copy that may be changed, or NULL */
    bool asked_by_code;        /* get_param, set_param, find_system: while it was compiled */
    bd_diagram *drawn;         /* with parameters of blocks that a run wanted, or NULL */
    bool unrolled;             /* it has For Each subsystems; the copy has their parts instead */
    bd_type_finder *find_type;
    bd_options options;
    bd_settings settings;
    bd_scopes scopes;
    const void *reader; /* for whom expressions are evaluated at present */

    bd_item **items;     /* one per node of the diagram, outer before inner */
    bd_item *spare_item; /* the next to be given out */
    size_t item_capacity;
    int item_count;
    bd_item **item_table;
    size_t item_table_size;

    bd_block **blocks;
    int block_count;
    int block_capacity;
    bd_net **nets;
    int net_count;
    int net_capacity;
    bd_block **ordered; /* all that compute, in execution order; then the loops */
    int ordered_count;  /* without the loops */
    int all_count;
    bd_context **contexts;        /* the root first, outer before inner */
    bd_model_function *functions; /* of the model, that somebody calls */
    int context_count;
    int context_capacity;
    bd_task *tasks;
    int task_count;
    int task_capacity;
    int loop_count;
    int loop_unknowns;  /* most in one loop */
    bd_block **inports; /* of the root, by number */
    int inport_count;
    bd_layout layout;
    const struct bd_solver_type *solver;
    bool has_state_ports, has_projections;
    bd_block_info *infos;
    bd_block **described; /* the blocks of infos */
    int info_count;
    bool compiled;

    /* of the pass that runs */
    bool propagation_changed;
    bd_worklist work;
    bool has_inactive; /* some variant leaves blocks out */
    int waiting;       /* For Each subsystems that are still to be unrolled … */
    bd_block *ready;   /* … and those of them whose inputs have sizes, a list */
    int resolving;     /* wires being followed at present */
};

struct bd_run {
    bd_home home;
    const bd_model *model;
    bd_model *own_model;    /* compiled for this run alone, or NULL */
    bd_scopes scopes;       /* with other values than the model's; else empty */
    bool wants_other_model; /* code that ran with them has changed blocks */
    bd_run_options options;
    bd_settings settings; /* the model's, but for the stop time */

    bd_block *blocks; /* in execution order; then the loops */
    bd_port *ports;   /* of all blocks, inputs before outputs */
    bd_rate *rates_of_blocks;
    bd_context **contexts; /* as in the model */
    bd_task *tasks;

    bd_clock clock;
    bool running; /* between start and finish */
    bool any_started;
    bool solver_reset; /* wanted by a block */
    double breakpoint; /* next known jump */
    atomic_bool stop_wanted;
    bool given_up; /* read and written as a whole */
    bool stop_at_step_end;
    bool done;
    unsigned long stamp; /* counts executions of contexts, the root's once per major step */

    unsigned char *memory; /* one piece, saved and restored as a whole */
    double *x, *dx, *x_tolerance;
    const double **rates; /* where the derivative of each state is: its integrator's input, or dx */
    double *discrete;
    int *modes;
    double *crossings;

    struct bd_persistent *globals; /* global variables of M code; NULL until a block asks */

    void *solver_memory;
    struct bd_crossings *search;
    bool *tolerance_follows; /* absolute tolerance grows with the state */
    double major_time;
    long last_step;    /* fixed step: number of the last one */
    int stalled;       /* steps of length zero in a row */
    int paced;         /* steps since then ... */
    double paced_from; /* ... and where they began */
    double time_limit; /* minor steps see no later time: the jump at a step's end is not theirs */
    bool interrupted;  /* the next step begins anew: reset, discrete hit into a continuous block */
    bd_store **stores;
    int store_count;
    int store_capacity;
    bd_store *times;
    size_t kept_bytes; /* of all of them */
    long last_log;
    bd_statistics statistics;
    bd_step_observer observer;
    void *observer_user;
    long step_number;
    long progress_in, progress_every; /* steps until the host is told, and between */
    double progress_at;
    double next_step; /* variable step: length to try, 0 = automatic */
    double pending;   /* right end of an event whose left end was just reached, or NAN */
};

/* what a node of the diagram became */
struct bd_item {
    const bd_node *node;
    bd_block *block;     /* NULL for a wire */
    bd_context *context; /* around it */
    bd_context *inside;  /* its own, if it is conditionally executed */
    const bd_workspace *scope;
    bd_workspace *mask_scope;              /* its own, if it is masked */
    bd_item *owner;                        /* the subsystem around it, NULL in the root */
    const struct bd_line **inputs;         /* line at each input, NULL if none */
    const bd_line *first_line, *last_line; /* of those that begin here, in the file */
    int input_count;
    const struct bd_line *controls[BD_PORT_KINDS]; /* enable, trigger, action, reset */
    bd_net **nets; /* per output (state ports last), made when first asked for */
    int net_count;
    bool resolving;
    int choice;      /* of a variant: number of the active one, -1 if there is none */
    bd_node *chosen; /* of a variant subsystem: the active one, or NULL */
    bool inactive;   /* a variant without active choice, or behind one */
    int order;       /* in the diagram, once all For Each subsystems are unrolled */
};

#include "engine/building.h"

#endif
