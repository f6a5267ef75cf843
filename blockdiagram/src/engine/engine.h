/* the inside of a compiled diagram, shared by the files of this room only.
 *
 * blocks    instances; routing ones (Mux, Demux) vanish once shapes are known
 * nets      wires: one output port and all inputs that read it, or the named parts of a virtual bus
 * contexts  systems that decide when their blocks run: the root and conditionally executed
 *           subsystems. Each of the latter is also a block ("unit") in the context around it */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdatomic.h>

#include "blockdiagram/block.h"
#include "blockdiagram/simulation.h"
#include "engine/pool.h"

typedef struct bd_net bd_net;
typedef struct bd_context bd_context;
typedef struct bd_solver bd_solver;

typedef struct bd_net_part {
    const char *name;
    bd_net *net;
} bd_net_part;

struct bd_net {
    const char *label; /* signal name, "" if none */
    bd_port *driver;   /* NULL: a virtual bus, or nothing drives it */
    bd_port **readers;
    int reader_count;
    int reader_capacity;
    bd_net_part *parts; /* of a virtual bus */
    int part_count;
    bool queued;
    bool logged;
};

/* a parameter's value, kept as long as the block */
typedef struct bd_kept_value {
    struct bd_kept_value *next;
    bd_value *value;
    double *numbers; /* malloc */
} bd_kept_value;

struct bd_block_engine {
    bd_simulation *simulation;
    bd_context *context; /* whose list it is in */
    bd_context *unit_of; /* the context that this block runs, or NULL */
    int order;           /* position in the file, for stable sorting */
    bool routing;
    bool queued;
    bool set_up;
    bool started;
    bool constant;
    bd_kept_value *kept;
    bd_sample_time requested; /* as declared, before inheritance */
    bd_context ***calls;      /* per output, per element: what a function-call runs */
    int loop;                 /* number of its algebraic loop, or 0 */
    size_t x_begin, discrete_begin, mode_begin, crossing_begin, work_begin;
    int mark; /* of graph walks */
};

typedef enum bd_context_kind {
    BD_CONTEXT_ROOT,
    BD_CONTEXT_ENABLED,
    BD_CONTEXT_TRIGGERED,
    BD_CONTEXT_ENABLED_TRIGGERED,
    BD_CONTEXT_FUNCTION_CALL,
    BD_CONTEXT_ACTION,
    BD_CONTEXT_FOR,
    BD_CONTEXT_WHILE
} bd_context_kind;

/* things to run one after the other */
typedef struct bd_list {
    bd_kernel *items;
    int count;
} bd_list;

/* blocks whose derivative is just their input: a table instead of calls */
typedef struct bd_copy {
    double *to;
    const double *from;
} bd_copy;

struct bd_context {
    bd_context_kind kind;
    bd_context *parent;
    const bd_node *node; /* NULL for the root */
    bd_block *unit;      /* NULL for the root */
    bd_block **blocks;   /* in execution order once sorted */
    int block_count;
    int block_capacity;

    bd_list major_outputs; /* everything that is not constant */
    bd_list minor_outputs; /* what changes between major steps */
    bd_block **updates;
    int update_count;
    bd_block **derivatives;
    int derivative_count;
    bd_copy *derivative_copies;
    int derivative_copy_count;
    bd_block **crossings;
    int crossing_count;

    bd_sample_time sample_time; /* forced by the subsystem, else inherited */
    struct bd_conditions *conditions;
};

/* one sample time shared by all blocks that have it */
typedef struct bd_task {
    bd_sample_time sample_time;
    unsigned char hit;
    long every, phase;  /* fixed step: due when (step - phase) % every == 0 */
    long count;         /* variable step: number of hits so far */
    double next;        /* variable step: time of the next hit */
    bd_block *variable; /* owner of a variable sample time */
} bd_task;

#endif
