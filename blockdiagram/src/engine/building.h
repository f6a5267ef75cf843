/* what the files that compile a model do for one another; comes with engine.h */
#ifndef BD_ENGINE_BUILDING_H
#define BD_ENGINE_BUILDING_H

#include "engine/engine.h"

/* ---- errors ---- */
bd_status bd_home_fail(bd_home *home, bd_status status, const char *format, ...) BD_PRINTF(3, 4);
#ifdef __clang_analyzer__
#define bd_home_fail(home, status, ...) ((bd_home_fail)(home, status, __VA_ARGS__), (status))
#endif
#define bd_home_no_memory(home)                                                                    \
    bd_home_fail(home, BD_OUT_OF_MEMORY, "%s: out of memory", (home)->name)
/* the same for a model while it is compiled, and for a run */
#define bd_model_fail(model, status, ...) bd_home_fail(&(model)->home, status, __VA_ARGS__)
#define bd_model_no_memory(model)         bd_home_no_memory(&(model)->home)
#define bd_run_fail(run, status, ...)     bd_home_fail(&(run)->home, status, __VA_ARGS__)
#define bd_run_no_memory(run)             bd_home_no_memory(&(run)->home)
/* so many of a size, zeroed, as long as the model lives */
#define bd_model_array(model, count, size)                                                         \
    bd_arena_array(&(model)->home.arena, (size_t)(count), size)
/* the end of a public call: a failure is copied to the caller, who may not want it (NULL) */
bd_status bd_home_tell(const bd_home *home, bd_status status, bd_error *error);

/* ---- building (build.c) ---- */
bd_block *bd_block_create(bd_model *model, const bd_block_type *type, const bd_node *node,
                          const char *path, bd_context *context);
bd_status bd_block_setup(bd_block *block);
bd_net *bd_net_create(bd_model *model, const char *label);
bd_net *bd_net_of(bd_port *output); /* made at first use */
/* puts them on the list of work, once */
void bd_block_queue(bd_block *block);
void bd_net_queue(bd_model *model, bd_net *net);
bd_status bd_net_add_reader(bd_model *model, bd_net *net, bd_port *input);
void bd_net_drop_reader(bd_net *net, const bd_port *input);
bd_context *bd_context_create(bd_model *model, bd_context *parent, bd_context_kind kind,
                              const bd_node *node);
void bd_block_forget_values(bd_block *block);
/* remembers what a block was told, while it is compiled; fails for want of memory */
bd_status bd_block_note_offer(bd_block *block, const bd_offer *offer);

/* the item of a node; NULL if it is not simulated (commented out) */
bd_item *bd_item_of(const bd_model *model, const bd_node *node);
/* room for so many more, then one of them */
bd_status bd_items_reserve(bd_model *model, size_t count);
bd_item *bd_items_add(bd_model *model, const bd_node *node);
/* label of the signal at an output */
const char *bd_item_signal_name(const bd_item *item, int output);
/* the block of this kind directly inside a system, or NULL */
const bd_node *bd_find_port_block(const bd_system *system, bd_kind kind);
/* of an Inport or Outport, from 1 */
int bd_node_port_number(const bd_node *node);
/* scopes of the model, and of one mask in the scope around it; both fill them */
bd_status bd_make_model_scope(bd_scopes *scopes);
/* an expression of the block at this path: gcb is that path */
bd_status bd_evaluate_at(const char *text, const bd_workspace *around, const char *path,
                         bd_value **value, bd_error *error);
bd_status bd_make_mask_scope(bd_scopes *scopes, const bd_node *node, const bd_workspace *around,
                             bd_workspace **scope);
void bd_scopes_free(bd_scopes *scopes);
/* lets code of masks and callbacks reach the model; a model that they may change becomes an own one
 */
bd_status bd_give_access(bd_model *model, bd_model_access **access);
bd_status bd_own_diagram(bd_model *model);
/* of Simulink.Signal objects that data store blocks name (signal_stores.c) */
bd_status bd_declare_signal_stores(bd_model *model);
/* a node of that copy, which may be changed */
static inline bd_node *bd_own_node(const bd_model *model, const bd_node *node) {
    return model->own_diagram ? (bd_node *)(uintptr_t)node : NULL;
}
/* the same for a run: what would change the model is noted (wants_other_model) */
bd_model_access bd_run_access(bd_run *run);

static inline const bd_scopes *bd_run_scopes(const bd_run *run) {
    return run->scopes.base ? &run->scopes : &run->model->scopes;
}

/* what stands for a workspace of the compiled model in a run */
static inline const bd_workspace *bd_scope_in_force(const bd_run *run, const bd_workspace *scope) {
    return run->scopes.base && scope ? run->scopes.list[bd_workspace_number(scope)] : scope;
}

/* who reads variables from now on: a block, everybody (the model as a whole), or code that runs
 * again whenever values change */
extern const char bd_reader_everybody, bd_reader_code;
static inline void bd_read_as(const bd_block *block, const void *reader) {
    bd_model *model = block->engine->compiling;
    if (model)
        model->reader = reader;
}

/* variants: which nodes they are, the active choice of one, and the lines to it */
bool bd_is_variant_system(const bd_node *node);
bool bd_is_variant_choice(const bd_node *node);
bd_status bd_choose_variant(bd_model *model, bd_item *item);
bd_status bd_wire_variant(bd_model *model, const bd_item *item, const bd_line **lines,
                          size_t *count);
/* takes out what lies behind variants without active choice; needs the lines of all items. Those
 * before the first are connected already, and can no longer go */
bd_status bd_drop_inactive(bd_model *model, int first);

/* wires: net at the source end of a line, through all virtual blocks */
bd_status bd_resolve_line(bd_model *model, const bd_line *line, bd_net **net);
/* net of an output; wires are followed */
bd_status bd_resolve_output(bd_model *model, bd_item *item, int slot, bd_net **net);
/* data type that an Inport or Outport block declares, and the output whose signal passes it; NULL
 * if it declares none */
bd_status bd_declared_port(bd_model *model, bd_item *item, bd_port **port, int *type);
/* the Goto that a From means, or NULL */
const bd_node *bd_find_goto(const bd_model *model, const bd_node *from);
/* a part of a bus by name "a.b" */
bd_status bd_select_part(bd_model *model, const bd_item *item, bd_net *net, const char *name,
                         bd_net **part);

/* shape and offset of the element "a.b", or NULL */
const bd_shape *bd_bus_find(const bd_bus *bus, const char *name, size_t *offset);

/* types of the blocks the engine makes itself */
extern const bd_block_type bd_type_mux, bd_type_demux, bd_type_field, bd_type_join, bd_type_gather;

/* a join keeps the elements apart, as a bus; it makes that bus once */
typedef struct bd_join {
    bool structured, made;
} bd_join;
extern const bd_block_type bd_type_ground, bd_type_root_inport, bd_type_root_outport;
/* of a port block, from 1 */
int bd_root_port_number(const bd_block *block);
extern const bd_block_type bd_type_held_outport, bd_type_unit, bd_type_loop, bd_type_tap;
/* the output is the number of an iteration, an int32 unless this parameter says otherwise */
bd_status bd_propagate_number(bd_block *block, const char *type_parameter);
extern const bd_block_type bd_type_for_iterator, bd_type_while_iterator, bd_type_trigger_value;

/* ---- compile passes, in the order of model.c ---- */
typedef bd_status bd_pass(bd_model *model);
bd_pass bd_read_settings, bd_read_output_times, bd_flatten, bd_connect, bd_propagate_shapes;
bd_pass bd_check_unread, bd_route, bd_propagate_rates, bd_choose_steps, bd_size_blocks, bd_sort;
bd_pass bd_lay_out_memory, bd_describe_blocks;
/* parts of For Each subsystems, while shapes are propagated */
bd_status bd_flatten_parts(bd_model *model, bd_item *item);
bd_status bd_connect_parts(bd_model *model, bd_item *item, int first_item);
bd_pass bd_finish_connections;
double bd_period_gcd(double a, double b);

#endif
