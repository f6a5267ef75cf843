/* the contract of a block type: a constant table of functions, and the instance they work on.
 *
 * Life of an instance (NULL entries are skipped):
 *
 *   compile   setup        reads parameters; declares ports, feedthrough, states, sample time
 *             propagate    derives shapes of ports from shapes of other ports, in any direction,
 *             offer        … or decides on one candidate at a time (S-functions)
 *             defaults     chooses what nothing else determines
 *             offer_rate   the same for sample times of ports, for blocks that have them by port
 *             size         everything about the ports and rates is known: sizes of states, work,
 *                          modes, zero crossings that depend on it; last chance for feedthrough
 *   run       start        memory exists: all pointers of the instance are valid from here on
 *             initialise   sets states, modes, work; must not read inputs. Again at every reset
 *             enable       the subsystem around the block begins to run …
 *             disable      … or stops
 *             next_hit     only for the variable sample time: time of the next hit
 *             state_outputs   before outputs of any block: state ports, which are read by blocks
 *                          that in turn feed this one's reset and initial condition
 *             outputs      major and minor steps: inputs with feedthrough and states → outputs
 *             update       major steps, after the outputs of all blocks: next discrete states
 *             derivatives  continuous states → block->dx, all of them, every time
 *             zero_crossings  block->zero_crossings; a change of sign is located by the engine
 *             project      after an accepted step: may pull block->x back to its manifold
 *             terminate    once after each run for which start was called (see always_terminate)
 *   free      destroy      releases what setup or size took outside of bd_block_alloc
 *
 * Rules: in minor steps nothing may be remembered (no writes to states, work or modes that outlive
 * the call); modes change in major steps only. Nothing is allocated between start and terminate.
 * Functions return BD_OK or fail in one line: return bd_block_fail(block, BD_BAD_PARAMETER, "…"),
 * which adds the block's path and, in a run, the time. */
#ifndef BLOCKDIAGRAM_BLOCK_H
#define BLOCKDIAGRAM_BLOCK_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/error.h"
#include "blockdiagram/run.h"
#include "blockdiagram/signal.h"
#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_block bd_block;

/* what a neighbour can offer to a port */
typedef enum bd_attribute { BD_DIMENSIONS, BD_DATA_TYPE, BD_COMPLEXITY } bd_attribute;

/* the present moment, the same for all blocks of a run */
typedef struct bd_clock {
    double time;
    bool major; /* else trial points of the solver or of the search for an event */
    bool fixed_step;
    double step; /* the fixed step, or the last one of a variable-step solver */
    double start_time;
    double stop_time;          /* may be INFINITY */
    double last_major_time;    /* of the major step before the present one; start_time at first */
    unsigned long major_steps; /* so far; 0 during the first */
} bd_clock;

typedef struct bd_port {
    bd_shape shape;
    int width;  /* elements; valid from size on */
    void *data; /* inputs are read only; valid from start on. Never NULL then: an unconnected input
                   reads zeros. Function-call ports have no data */
    bool feedthrough; /* input is read in outputs or next_hit */
    bool connected;
    bool is_input;
    bool is_state;   /* output: is block->x itself (same width), nothing needs copying */
    bool from_state; /* output: written by state_outputs, before anything else runs. State ports
                        are the last outputs of a block and have this set */
    int index;       /* from 0 */
    bd_sample_time sample_time; /* as declared (port based) or found */
    int rate;                   /* number of its rate in block->rates (port based) */
    bd_block *block;
    struct bd_net *net;     /* the engine's: its wire, … */
    struct bd_port *source; /* … and for an input the output it reads, at this byte */
    size_t source_offset;
    int *sizes; /* from start on, of a signal of variable size: its present dims. While outputs
                   runs, shape and width are the present ones, too */
    const char *name; /* signal label of an output, "" if none; input: that of its source */
} bd_port;

/* one sample time of a block; *hit is nonzero while it is due in the present major step */
typedef struct bd_rate {
    bd_sample_time sample_time;
    const unsigned char *hit;
    int task; /* number in the simulation's list of rates; 0 for continuous */
} bd_rate;

/* a scalar double operation that needs nothing but two pointers and two constants. A type whose
 * block is one fills it in `kernel`, and the block then runs without its instance being touched */
typedef struct bd_kernel bd_kernel;
struct bd_kernel {
    bd_status (*run)(const bd_kernel *kernel);
    bd_block *block;
    double *y;
    const double *u[3];
    double k[2];
};

/* an operation of a file, as an expression of k */
#define BD_KERNEL(identifier, value)                                                               \
    static bd_status identifier(const bd_kernel *k) {                                              \
        *k->y = (value);                                                                           \
        return BD_OK;                                                                              \
    }

/* two operations that the engine knows by heart, so that it can put chains of them together: use
 * them for `run` where they fit */
bd_status bd_kernel_scale(const bd_kernel *kernel);   /* y = k[0] u[0] */
bd_status bd_kernel_combine(const bd_kernel *kernel); /* y = k[0] u[0] + k[1] u[1] */

typedef bd_status (*bd_block_function)(bd_block *block);

/* what a block makes of inputs of variable size */
typedef enum bd_variable_rule {
    BD_REFUSES_VARIABLE, /* it cannot take them */
    BD_VARIABLE_ALIKE,   /* all of one size, which its outputs have, too */
    BD_VARIABLE_INPUTS,  /* its outputs have a fixed size */
    BD_VARIABLE_OWN      /* its outputs are variable: outputs calls bd_port_resize */
} bd_variable_rule;

typedef struct bd_block_type {
    const char *name; /* BlockType in the file */

    bd_block_function setup;     /* required */
    bd_block_function propagate; /* NULL: see bd_propagate_same */
    /* a neighbour knows an attribute of a port that does not know it yet: the block sets it (and
     * whatever follows), or fails. NULL: the engine sets it and calls propagate */
    bd_status (*offer)(bd_block *block, bd_port *port, bd_attribute what,
                       const bd_shape *candidate);
    /* nothing more follows from anywhere: set one or more of the missing ones. NULL: scalar,
     * double, real */
    bd_status (*defaults)(bd_block *block, bd_attribute what);
    bd_status (*offer_rate)(bd_block *block, bd_port *port, bd_sample_time candidate);
    bd_block_function size;

    bd_block_function start, initialise, enable, disable;
    bd_status (*next_hit)(bd_block *block, double *time);
    bd_block_function state_outputs; /* outputs marked from_state */
    bd_block_function outputs, update, derivatives, zero_crossings, project, terminate;
    void (*destroy)(bd_block *block);

    /* after start: true if the outputs are the scalar operation written to kernel */
    bool (*kernel)(bd_block *block, bd_kernel *kernel);

    /* parameters were changed between two steps or runs: read them again; ports, states and sizes
     * must stay as they are. NULL: the block keeps its values until it is compiled again */
    bd_status (*retune)(bd_block *block);

    /* the derivatives are the first input, element by element, unless something runs in outputs or
     * update as well: the engine then reads them there */
    bool integrates_input;
    /* how well the output is a place to cut an algebraic loop: 0 as any other, 1 it says where to
     * begin, 2 it must be cut */
    int cut_preference;

    /* a run needs data of its own, because it writes to them or they point to other blocks: setup,
     * propagate and size are called again for each run. Else runs share what compiling has made,
     * and must only read it */
    bool own_data;
    /* for such a type, if setting up has effects outside: a run's block takes over what the
     * compiled one has; false if another run has it already. NULL: it never does */
    bool (*adopt)(bd_block *block, const bd_block *compiled);

    /* the engine chooses it for blocks of other types; what a file calls so is not known */
    bool chosen;

    /* an input that is a bus arrives as a structure (BD_BUS); else as the vector of its elements */
    bool accepts_bus;

    /* inputs of variable size, once all shapes are known. NULL: it refuses them. outputs must then
     * go by the ports' present widths and dims. A block that makes such a signal sets
     * shape.variable of its output itself, in propagate */
    bd_variable_rule (*variable)(const bd_block *block);

    /* state beyond x, discrete, modes and work (memory of its own): bytes needed now, write,
     * read. All three or none */
    size_t (*save_size)(const bd_block *block);
    bd_status (*save)(const bd_block *block, void *bytes);
    bd_status (*restore)(bd_block *block, const void *bytes, size_t size);

    /* a symbol of the binary behind the block; NULL: it has none of this name. name NULL: its
     * SimStruct */
    const void *(*symbol)(const bd_block *block, const char *name);

    /* for a type whose code may also be M code: true if there is a compiled one of this name, which
     * comes first. NULL: there is none */
    bool (*is_compiled)(const bd_node *node, const char *name);
} bd_block_type;

/* a type, by its name and what it has of the above */
#define BD_TYPE(identifier, type_name, ...)                                                        \
    const bd_block_type identifier = {.name = (type_name), __VA_ARGS__}

struct bd_block {
    /* what running functions need */
    void *data; /* the block's own parameters, from bd_block_alloc */
    void *work; /* bytes asked for with bd_block_set_work; zeroed before start, part of the saved
                   state */
    bd_port *inputs;
    bd_port *outputs;
    double *x;              /* continuous states */
    double *dx;             /* their derivatives */
    double *discrete;       /* discrete states */
    int *modes;             /* in force; written in major steps */
    double *zero_crossings; /* signals whose sign changes matter */
    const bd_clock *clock;
    bd_rate *rates;
    int rate_count; /* at least 1 from size on */

    int input_count;
    int output_count;
    int state_count;
    int discrete_count;
    int sum_count; /* the first of the discrete states: they must stay finite */
    int mode_count;
    int zero_crossing_count;
    size_t work_size;

    /* the functions in force: those of the type, unless start chose special ones or NULL */
    bd_block_function run_outputs;
    bd_block_function run_update;
    bd_block_function run_derivatives;
    bd_block_function run_zero_crossings;

    const bd_block_type *type;
    const bd_node *node; /* as written; NULL for blocks the engine inserted */
    const char *path;
    const bd_workspace *scope; /* names in the block's parameters */
    double *x_tolerance;       /* absolute tolerance per state, 0 = auto; from start on */

    bool port_based_rates; /* sample times belong to the ports */
    bool has_wrapped;      /* an integer did not fit its type, and this was told */
    bool always_terminate; /* terminate even if no block was started */
    bool refuses_constant; /* may not inherit the constant sample time */
    bool minor_steps;      /* false: outputs may be skipped in minor steps although continuous */

    struct bd_block_engine *engine; /* the engine's own */
};

/* ---- parameters: text in the file, expression in the block's scope ----
 *
 * A name may list older spellings: "InitialCondition|X0" takes the first one the block has, else
 * the first one the defaults have. Values stay valid as long as the block (until retune). */

/* as written, or NULL. A flag or choice that is nowhere keeps the value the caller gave it; a value
 * that is nowhere is an error */
const char *bd_block_text(const bd_block *block, const char *name);
/* the same, but only what the file itself says: the block, or the defaults saved with it. Files
 * older than a parameter do not have it, and may mean something else than the table of defaults */
const char *bd_block_written(const bd_block *block, const char *name);
/* version of the model's file, 7.6 …; 0 if it has none */
double bd_block_file_version(const bd_block *block);
/* "on" or "off" */
bd_status bd_block_flag(bd_block *block, const char *name, bool *flag);
/* number of the text in a list that ends with NULL; comparison ignores case */
bd_status bd_block_choice(bd_block *block, const char *name, const char *const *choices,
                          int *choice);
/* the evaluated expression */
bd_status bd_block_value(bd_block *block, const char *name, const bd_value **value);
bd_status bd_block_scalar(bd_block *block, const char *name, double *number);
/* a scalar that is a whole number within [low, high] */
bd_status bd_block_whole(bd_block *block, const char *name, long low, long high, long *number);
/* real numbers, column-major; *numbers is never NULL */
bd_status bd_block_numbers(bd_block *block, const char *name, const double **numbers,
                           size_t *count);
/* a data type parameter such as OutDataTypeStr: the type, or BD_INHERITED for every "Inherit: …"
 * (ask bd_block_text for which) */
bd_status bd_block_data_type(bd_block *block, const char *name, int *type);
/* the same of a text that is no parameter; name is for messages */
bd_status bd_block_type_of(bd_block *block, const char *name, const char *text, int *type);
/* the type of the output, in the words of any release: OutDataTypeStr, or a mode with OutDataType
 * and OutScaling; BD_INHERITED for every rule. bd_block_out_rule is the text that decides, or NULL
 */
bd_status bd_block_out_type(bd_block *block, int *type);
const char *bd_block_out_rule(const bd_block *block);
/* shape of a value as a signal; as_vector (VectorParams1D) makes 1-by-n and n-by-1 vectors */
bd_shape bd_value_shape(const bd_value *value, bool as_vector);
/* writes a value into signal memory of this shape, converting types; a scalar fills all of it */
bd_status bd_value_to_signal(const bd_value *value, const bd_shape *shape, void *data,
                             bd_error *error);

/* a number from outside as an integer: cut towards zero and into [low, high], low for NaN. C leaves
 * the conversion of what does not fit undefined */
static inline long bd_whole(double number, long low, long high) {
    return !(number > (double)low) ? low : number >= (double)high ? high : (long)number;
}

/* ---- declaring, in setup (sizes also in size) ---- */

/* zeroed memory that lives as long as the block; NULL when memory ends (then return
 * bd_block_no_memory(block)) */
void *bd_block_alloc(bd_block *block, size_t bytes);
/* memory for the block's parameters, of zeros, in block->data */
bd_status bd_block_make_data(bd_block *block, size_t size);
bd_status bd_block_no_memory(bd_block *block);

/* all shapes unknown, no feedthrough; call once. The engine checks the count against the file */
bd_status bd_block_set_inputs(bd_block *block, int count);
bd_status bd_block_set_outputs(bd_block *block, int count);
/* marks inputs that outputs reads: one, or all */
void bd_block_set_feedthrough(bd_block *block, int input);
void bd_block_set_all_feedthrough(bd_block *block);

void bd_block_set_states(bd_block *block, int count);
void bd_block_set_discrete_states(bd_block *block, int count);
/* the first `count` of them sum up over time (integrators, filters with feedback): not a number or
 * infinite there ends the run as diverged */
void bd_block_set_sums(bd_block *block, int count);
void bd_block_set_modes(bd_block *block, int count);
void bd_block_set_zero_crossings(bd_block *block, int count);
void bd_block_set_work(bd_block *block, size_t bytes);

/* one sample time (inherited if never called); the second form adds further ones */
bd_status bd_block_set_sample_time(bd_block *block, bd_sample_time sample_time);
bd_status bd_block_add_sample_time(bd_block *block, bd_sample_time sample_time);
/* from a parameter "T" or "[T offset]" (name NULL: "SampleTime"); nothing written: inherited */
bd_status bd_block_read_sample_time(bd_block *block, const char *name);

/* ---- propagation: each sets an attribute that is not known, checks one that is, and fails with a
 * sentence that names the port and both sides. The engine calls again while something changes ----
 */

bd_status bd_port_set_dims(bd_port *port, int rank, const int *dims);
bd_status bd_port_set_width(bd_port *port, int width); /* a vector; 1 = scalar */
bd_status bd_port_set_type(bd_port *port, int type);
bd_status bd_port_set_complexity(bd_port *port, int complexity);
bd_status bd_port_set_bus(bd_port *port, const bd_bus *bus);
/* the type of the bus object of this name that the block can see, or NULL; lives as long as the
 * block */
const bd_bus *bd_block_find_bus(bd_block *block, const char *name);
bd_status bd_port_set_shape(bd_port *port, const bd_shape *shape); /* what is known of shape */
static inline bool bd_port_has_dims(const bd_port *port) {
    return port->shape.rank != BD_INHERITED;
}
static inline bool bd_port_has_type(const bd_port *port) {
    return port->shape.type != BD_INHERITED;
}
static inline bool bd_port_has_complexity(const bd_port *port) {
    return port->shape.complexity != BD_INHERITED;
}

/* ready-made rules for inputs of variable size */
bd_variable_rule bd_variable_alike(const bd_block *block);
bd_variable_rule bd_variable_inputs(const bd_block *block);
bd_variable_rule bd_variable_own(const bd_block *block);
/* in outputs: the present size of an output of variable size. Fails beyond the largest */
bd_status bd_port_resize(bd_port *output, const int *dims);

/* ready-made rules, for propagate */

/* all inputs and outputs are alike, scalars expand: dimensions of outputs = those of the first
 * input that is no scalar; types and complexities equal. What `propagate = NULL` means */
bd_status bd_propagate_same(bd_block *block);
/* dimensions only, of inputs first_input … last and all outputs */
bd_status bd_propagate_dims(bd_block *block, int first_input, int last_input);
/* output's type and complexity from an input's, and back */
bd_status bd_propagate_type(bd_port *a, bd_port *b);
bd_status bd_propagate_complexity(bd_port *a, bd_port *b);
/* the usual restrictions */
bd_status bd_require_double(bd_block *block); /* all ports double */
bd_status bd_require_real(bd_block *block);

/* ---- running ---- */

static inline double bd_time(const bd_block *block) {
    return block->clock->time;
}
static inline bool bd_is_major(const bd_block *block) {
    return block->clock->major;
}
/* is the block's sample time number i due in this major step; continuous ones always are */
static inline bool bd_is_hit(const bd_block *block, int i) {
    return *block->rates[i].hit != 0;
}
static inline const double *bd_input(const bd_block *block, int i) {
    return (const double *)block->inputs[i].data;
}
static inline double *bd_output(const bd_block *block, int i) {
    return (double *)block->outputs[i].data;
}

/* what the model says about its solver, from setup on; numbers that are automatic are 0 until the
 * run starts */
typedef struct bd_solver_info {
    const char *name; /* "ode45" … */
    bool fixed_step;
    double step, max_step, min_step;
    double start_time, stop_time;
    double relative_tolerance;
} bd_solver_info;
bd_solver_info bd_block_solver(const bd_block *block);

/* fails the run: stores "path: sentence (t = …)" and returns status */
bd_status bd_block_fail(bd_block *block, bd_status status, const char *format, ...) BD_PRINTF(3, 4);
#ifdef __clang_analyzer__
#define bd_block_fail(block, status, ...) ((bd_block_fail)(block, status, __VA_ARGS__), (status))
#define bd_block_no_memory(block)         ((bd_block_no_memory)(block), BD_OUT_OF_MEMORY)
#endif
/* a sentence for the log, with the path in front; equal ones are kept once */
void bd_block_warn(bd_block *block, const char *format, ...) BD_PRINTF(2, 3);
/* asks the block's own next_hit, if it has a hit now and was not asked yet: call it in outputs,
 * before anything else, if the hit may depend on inputs. The engine asks at the end of the step
 * else */
bd_status bd_block_tell_next_hit(bd_block *block);
/* stops the run at the end of the present step */
void bd_block_request_stop(bd_block *block);
/* a run is under way, and not its compilation */
bool bd_block_is_running(const bd_block *block);
/* global variables of M code, which all blocks of a run share; NULL outside of a run. A block that
 * uses them saves and restores them */
struct bd_persistent *bd_block_globals(bd_block *block);
/* the text that this run has given a parameter of a block, in place of the model's; NULL: none */
const char *bd_block_setting(const bd_block *block, const char *path, const char *parameter);
bool bd_block_has_settings(const bd_block *block); /* the run has some */
/* what code of the block prints */
void bd_block_print(bd_block *block, const char *text, size_t length);
/* states or derivatives jumped: the solver must not use its past beyond this step */
void bd_block_reset_solver(bd_block *block);
/* an output jumps at this known time (a step, a pulse, a table of samples): say so in outputs of
 * every major step before it. A variable-step solver then ends a step there exactly, sees the value
 * before the jump up to it, and starts anew */
void bd_block_add_breakpoint(bd_block *block, double time);

/* runs the subsystem that hangs on element `element` of a function-call output: its outputs and
 * updates. Allowed in outputs (and update). *called says whether there is one */
bd_status bd_block_call(bd_block *block, int output, int element, bool *called);
/* explicit control over its states: enable (and reset, if it says so) and disable */
bd_status bd_block_call_enable(bd_block *block, int output, int element);
bd_status bd_block_call_disable(bd_block *block, int output, int element);

/* Simulink functions of the model. In setup: the one that a name means where the block stands, or
 * NULL; the block then counts as a caller. In outputs: memory of its arguments, which the caller
 * writes, a run of the function, and its results */
typedef struct bd_model_function bd_model_function;
bd_status bd_block_find_function(bd_block *block, const char *name,
                                 const bd_model_function **function);
void *bd_model_function_argument(const bd_block *block, const bd_model_function *function, int i);
const void *bd_model_function_result(const bd_block *block, const bd_model_function *function,
                                     int i);
bd_status bd_model_function_run(bd_block *block, const bd_model_function *function);
/* in setup, for callers whose arguments are no ports: shapes as the function declares them, at most
 * BD_MAX_ARGUMENTS of either. In outputs, at major steps: a call with memory of these shapes */
enum { BD_MAX_ARGUMENTS = 64 };
bd_status bd_model_function_signature(bd_block *block, const bd_model_function *function,
                                      bd_shape *arguments, int *argument_count, bd_shape *results,
                                      int *result_count);
bd_status bd_model_function_call(bd_block *block, const bd_model_function *function,
                                 const void *const *arguments, void *const *results);

/* when the source of an input was last computed: grows with every execution of the conditionally
 * executed subsystem it comes from (Merge takes the input with the largest) */
unsigned long bd_block_input_stamp(const bd_block *block, int input);

/* the instance that another block of the diagram became, or NULL if it is none (a wire, commented
 * out); from propagate on, when all are set up */
bd_block *bd_block_peer(const bd_block *block, const bd_node *node);

/* a parameter of another block that this one writes in the run. In propagate it is claimed, which
 * fails if the owner does not read it again; in outputs of a major step the text is put in place of
 * the diagram's. The text lives as long as the run; NULL: what the diagram has */
bd_status bd_block_claim_parameter(bd_block *block, const bd_node *owner, const char *parameter);
bd_status bd_block_write_parameter(bd_block *block, const bd_node *owner, const char *parameter,
                                   const char *text);

/* in a run: becomes true when code that does not come to an end shall fail; NULL while compiling */
const bool *bd_block_given_up(const bd_block *block);

/* logging: in start, says that an input is to be recorded at the block's hits */
typedef struct bd_log_request {
    const char *name; /* variable or signal name */
    const char *file; /* of To File, else NULL */
    bd_record_kind kind;
    int input;      /* which input */
    int decimation; /* every nth hit, at least 1 */
    double limit;   /* keep the last so many, INFINITY for all */
} bd_log_request;
bd_status bd_block_log_input(bd_block *block, const bd_log_request *request);
/* in start: numbers of the block that are recorded at its hits when labelled signals are, as
 * signals "name.names[i]" */
bd_status bd_block_log_memory(bd_block *block, const char *name, const char *const *names,
                              const double *memory, int count);
/* tells who listens that a state of a chart was entered or left */
void bd_block_tell_activation(bd_block *block, const char *state, bool entered);

/* ---- the registry: families of block types, one file each (see src/blocks/README.md) ---- */

/* the type of this name, or NULL */
typedef const bd_block_type *bd_type_finder(const char *name);

/* bd_model_compile with the types that the finder knows, in place of the library's */
bd_status bd_model_compile_with(bd_type_finder *find, const bd_diagram *diagram,
                                const bd_workspace *base, const bd_options *options,
                                bd_model **model, bd_error *error);

/* bd_run_create that takes over the model, also when it fails; it must have the values that the
 * options say */
bd_status bd_run_create_owning(bd_model *model, const bd_run_options *options, bd_run **run,
                               bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
