/* shared by the files of this room */
#ifndef BD_COMMANDS_COMMANDS_H
#define BD_COMMANDS_COMMANDS_H

#include "base/arena.h"
#include "blockdiagram/commands.h"
#include "blockdiagram/edit.h"

typedef struct bd_loaded {
    bd_diagram *diagram;
    unsigned long serial; /* a closed model's number is never used again */
    bool dirty;
} bd_loaded;

typedef enum bd_target_kind {
    BD_TARGET_NONE, /* the root of all models: 0 */
    BD_TARGET_MODEL,
    BD_TARGET_BLOCK,
    BD_TARGET_PORT,
    BD_TARGET_LINE /* by its source; its own number is that of no port */
} bd_target_kind;

/* what a path or a number names */
typedef struct bd_target {
    bd_target_kind kind;
    bd_diagram *diagram;
    bd_node *node;
    bd_port_kind port;
    int index;
} bd_target;

typedef struct bd_handle {
    bd_target target;
    unsigned long serial;
} bd_handle;

struct bd_models {
    bd_loaded *loaded;
    size_t count;
    unsigned long next_serial;
    bd_handle *handles;
    size_t handle_count;
    char **folders;
    size_t folder_count;
    char *current_system, *current_block; /* paths, or NULL */
    bd_log log;
    const char *identifier;
};

/* one command on its way */
typedef struct bd_order {
    bd_models *models;
    const bd_value *const *args;
    size_t count;
    bd_value **results;
    size_t wanted;
    bd_arena *arena; /* for texts until the command ends */
    bd_error *error;
} bd_order;

typedef bd_status (*bd_command_run)(bd_order *call);

typedef struct bd_command_entry {
    const char *name;
    size_t least, most; /* arguments */
    bd_command_run run;
} bd_command_entry;

#define BD_MANY ((size_t)-1)

/* each file has its table, ended by a NULL name */
extern const bd_command_entry bd_commands_models[];
extern const bd_command_entry bd_commands_blocks[];
extern const bd_command_entry bd_commands_lines[];
extern const bd_command_entry bd_commands_parameters[];
extern const bd_command_entry bd_commands_find[];
extern const bd_command_entry bd_commands_masks[];
extern const bd_command_entry bd_commands_contents[];
extern const bd_command_entry bd_commands_variables[];

/* ---- call.c: arguments and results ---- */
bd_status bd_order_memory(bd_order *call);
/* a refusal with its identifier */
bd_status bd_order_fail(bd_order *call, const char *identifier, bd_status status,
                        const char *format, ...) BD_PRINTF(4, 5);
#ifdef __clang_analyzer__
#define bd_order_memory(call) ((bd_order_memory)(call), BD_OUT_OF_MEMORY)
#define bd_order_fail(call, identifier, status, ...)                                               \
    ((bd_order_fail)(call, identifier, status, __VA_ARGS__), (status))
#endif
/* the sentence is there; only the identifier is set */
bd_status bd_order_identify(bd_order *call, const char *identifier, bd_status status);
bool bd_order_is_text(const bd_order *call, size_t i);
bd_status bd_order_text(bd_order *call, size_t i, const char *what, const char **text);
bd_status bd_order_value_text(bd_order *call, const bd_value *value, const char *what,
                              const char **text);
/* takes over the value; the result is dropped if nobody wants it */
bd_status bd_order_give(bd_order *call, size_t i, bd_value *value);
bd_status bd_order_give_text(bd_order *call, const char *text);
/* the first result, if it could be made; else it is freed */
bd_status bd_order_give_if(bd_order *call, bd_status made, bd_value *value);
bd_status bd_order_give_number(bd_order *call, double number);
/* name, value, … from argument `first` on, as settings; options in `skip` (ended by NULL) are left
 * out */
bd_status bd_order_settings(bd_order *call, size_t first, const char *const *skip,
                            bd_setting **settings, size_t *count);
bd_status bd_order_setting_text(bd_order *call, const char *name, const bd_value *value,
                                const char **text);
/* an option such as "MakeNameUnique" among them, or NULL */
const bd_value *bd_order_option(const bd_order *call, size_t first, const char *name);

/* ---- targets.c ---- */
bd_status bd_target_find(bd_order *call, const bd_value *value, bd_target *target);
bd_status bd_target_path(bd_order *call, const char *path, bd_target *target);
/* the system that a model or a subsystem is; refused for others */
bd_status bd_target_system(bd_order *call, const bd_value *value, bd_system **system);
/* "model/sub/block" → the system and the name, unescaped */
bd_status bd_target_split(bd_order *call, const char *path, bd_system **system, const char **name);
bd_status bd_target_handle(bd_order *call, const bd_target *target, double *handle);
const char *bd_target_name(const bd_target *target); /* path of a model or block */
void bd_target_changed(bd_order *call, const bd_diagram *diagram);
/* several: a cell of paths or an array of numbers; count 1 for one */
size_t bd_targets_count(const bd_value *value);
bd_status bd_targets_at(bd_order *call, const bd_value *value, size_t i, bd_target *target);

/* ---- models.c ---- */
bd_loaded *bd_models_entry(const bd_models *models, const bd_diagram *diagram);
/* loads the library if a file of that name is found; *diagram is NULL if not */
bd_status bd_models_load_library(bd_order *call, const char *name, bd_diagram **diagram);
bd_status bd_models_make_current(bd_order *call, const char *system, const char *block);
/* something was renamed: the paths of the present system and block, if they lead there */
bd_status bd_models_follow(bd_order *call, const char *before, const char *after);

/* ---- answers ---- */
bd_status bd_answer_block(bd_order *call, const bd_target *target, const char *name,
                          bd_value **value);
bd_status bd_answer_model(bd_order *call, const bd_target *target, const char *name,
                          bd_value **value);
bd_status bd_answer_port(bd_order *call, const bd_target *target, const char *name,
                         bd_value **value);
bd_status bd_answer_line(bd_order *call, const bd_target *target, const char *name,
                         bd_value **value);
bd_status bd_answer(bd_order *call, const bd_target *target, const char *name, bd_value **value);
/* PortHandles, LineHandles, PortConnectivity; *value stays NULL for other names */
bd_status bd_answer_ports(bd_order *call, const bd_node *node, const char *name, bd_value **value);
bd_status bd_text_value(bd_order *call, const char *text, bd_value **value);
bd_status bd_field(bd_order *call, bd_value *structure, const char *name, bd_status status,
                   bd_value *child);

/* ---- pattern.c ---- */
/* does a regular expression (letters . * + ? [ ] ^ $ \ |) occur in the text? False and *good =
 * false if it is none */
bool bd_pattern_match(const char *pattern, const char *text, bool any_case, bool *good);

#endif
