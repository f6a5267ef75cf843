/* a block diagram exactly as written in its file: systems of blocks, lines between their ports, all
 * parameters as text; nothing is evaluated here. The same structures can be built in memory.
 *
 * Everything belongs to the diagram and lives until bd_diagram_free; read the fields freely, change
 * them only through the functions below. Texts are UTF-8. */
#ifndef BLOCKDIAGRAM_DIAGRAM_H
#define BLOCKDIAGRAM_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_diagram bd_diagram;
typedef struct bd_system bd_system;
typedef struct bd_node bd_node;

/* parameters in the order of the file; names are unique */
typedef struct bd_parameter {
    const char *name;
    const char *value;
    bool asked; /* somebody has looked for it */
} bd_parameter;

typedef struct bd_parameters {
    bd_parameter *items;
    size_t count;
    size_t capacity;
} bd_parameters;

/* binary data that a parameter refers to (Signal Builder, model workspace) become its text: this
 * prefix and the bytes of a MAT file in the coding of .mdl files, four printable characters for
 * three bytes; bd_value_read_stored makes a value of it */
#define BD_STORED_VALUE "stored array:"
/* around the name of the array behind the prefix, where the data have several */
#define BD_STORED_NAME '~'
/* as that name: all arrays, as the fields of a structure */
#define BD_STORED_ALL "*"

/* in the order of the file's port vector [in out enable trigger state lconn rconn ifaction reset]
 */
typedef enum bd_port_kind {
    BD_PORT_INPUT,
    BD_PORT_OUTPUT,
    BD_PORT_ENABLE,
    BD_PORT_TRIGGER,
    BD_PORT_STATE,
    BD_PORT_LEFT_CONNECTION,
    BD_PORT_RIGHT_CONNECTION,
    BD_PORT_IF_ACTION,
    BD_PORT_RESET,
    BD_PORT_KINDS
} bd_port_kind;

/* one end of a line; index counts from 0 */
typedef struct bd_end {
    bd_node *block;
    bd_port_kind kind;
    int index;
} bd_end;

/* one signal: a source and all its destinations, branches flattened. Always has a source; loose
 * ends are dropped, so a line without destinations only carries a name. Physical connections
 * (left/right ports) keep the end that was written first as source */
typedef struct bd_line {
    const char *name; /* signal label, "" if none */
    bd_end source;
    bd_end *destinations;
    size_t destination_count;
    size_t destination_capacity;
    bool logged;
    int number; /* line in the file, 0 if built in memory */
    /* only for drawing: corners on the way to each destination, in their order, each with a '|'
     * behind: "[10, 0; 0, 40]||" are two steps from the source on, and none for the second
     * destination. NULL: nobody has said, or lines were joined */
    const char *corners;
} bd_line;

typedef enum bd_mask_style {
    BD_MASK_EDIT,
    BD_MASK_CHECKBOX,
    BD_MASK_POPUP,
    BD_MASK_OTHER
} bd_mask_style;

/* a mask variable becomes a name in the block's own workspace */
typedef struct bd_mask_variable {
    const char *name;
    const char *value;      /* as written */
    const char *expression; /* to be evaluated in the scope around the block (popup: its 1-based
                               number, checkbox: 0 or 1); NULL: the variable is the text of value */
    const char *prompt;
    bd_mask_style style;
    const char *style_name; /* as written: "edit", "popup", "slider" … */
    bool evaluate;
    const char **options; /* of a popup */
    size_t option_count;
} bd_mask_variable;

typedef struct bd_mask {
    const char *type;           /* MaskType, "" if none */
    const char *initialization; /* code, "" if none */
    bd_mask_variable *variables;
    size_t count;
    size_t capacity;
} bd_mask;

/* settings of one output port: signal label, logging, as written */
typedef struct bd_port_settings {
    int number; /* from 1 */
    bd_parameters parameters;
} bd_port_settings;

/* where the inside of a block was taken from, and what the block itself says about it */
typedef enum bd_link_kind {
    BD_LINK_LIBRARY,  /* Reference to a block of a library file */
    BD_LINK_BUILT_IN, /* Reference to one of Simulink's own libraries: type is the name there */
    BD_LINK_MODEL,    /* ModelReference, expanded as an atomic subsystem */
    BD_LINK_SUBSYSTEM /* SubSystem kept in a file of its own */
} bd_link_kind;

typedef struct bd_link {
    bd_link_kind kind;
    bool resolved;
    const char *source;      /* library path, model name or subsystem file, as written */
    const char *source_type; /* mask type of a library link, "" if none */
    bd_parameters written;   /* what the block says besides */
} bd_link;

typedef enum bd_commented {
    BD_COMMENTED_OFF,
    BD_COMMENTED_ON,     /* as if deleted */
    BD_COMMENTED_THROUGH /* inputs pass straight to outputs */
} bd_commented;

/* a block as written; a resolved library link has the type and content of the library's block */
/* what a block is to the drawing; most of them just compute. Up to the last wire they pass signals
 * on, hold blocks or are remarks, and compute nothing themselves */
typedef enum bd_kind {
    BD_KIND_INPORT,
    BD_KIND_OUTPORT,
    BD_KIND_GOTO,
    BD_KIND_FROM,
    BD_KIND_TAG_VISIBILITY,
    BD_KIND_BUS_CREATOR,
    BD_KIND_BUS_SELECTOR,
    BD_KIND_BUS_ASSIGNMENT,
    BD_KIND_TERMINATOR,
    BD_KIND_ENABLE_PORT,
    BD_KIND_TRIGGER_PORT,
    BD_KIND_ACTION_PORT,
    BD_KIND_RESET_PORT,
    BD_KIND_FOR_EACH,
    BD_KIND_SUBSYSTEM,
    BD_KIND_MODEL_REFERENCE,
    BD_KIND_VARIANT_SOURCE,
    BD_KIND_VARIANT_SINK,
    BD_KIND_CALL_SPLIT,
    BD_KIND_PASSING, /* its output is its input: conversions that change nothing here */
    BD_KIND_REMARK,  /* texts, tools, and dashboards, which show and set values without lines */
    BD_KIND_LAST_WIRE = BD_KIND_REMARK,
    BD_KIND_MUX,
    BD_KIND_DEMUX,
    BD_KIND_GROUND,
    BD_KIND_FOR_ITERATOR,
    BD_KIND_WHILE_ITERATOR,
    BD_KIND_MERGE,
    BD_KIND_S_FUNCTION,
    BD_KIND_COMPUTING
} bd_kind;

struct bd_node {
    const char *type; /* BlockType; for a block of Simulink's own libraries the name it has there */
    bd_kind kind;     /* follows from the type */
    const char *name; /* may contain newlines */
    const char *path; /* model/system/block; newlines as blanks, a slash in a name doubled */
    const char *sid;  /* "" if the file has none */
    bd_system *parent;
    size_t index;      /* position in parent->blocks */
    bd_system *system; /* inside of a subsystem or of a referenced model, else NULL */
    bd_parameters parameters;
    int ports[BD_PORT_KINDS];
    bool ports_written; /* else the counts are those usual for the type */
    bd_port_settings *port_settings;
    size_t port_settings_count;
    bd_mask *mask; /* NULL if none */
    bd_commented commented;
    bd_link *link;        /* NULL for a block that is written out in place */
    const char *obstacle; /* why this block cannot be run, without its path ("links to library …",
                             "a MATLAB Function cannot be run here"), else NULL */
    const struct bd_stored *chart; /* stored_chart.h: what the block of a chart or MATLAB Function
                                      does, or NULL */
    const bd_parameters *file_defaults; /* of its type in the file it was written in, or NULL */
    int line;                           /* in the file, 0 if built in memory */
};

/* blocks in file order */
struct bd_system {
    bd_diagram *diagram;
    bd_node *owner; /* the block around it, NULL for the root */
    bd_node **blocks;
    size_t block_count;
    size_t block_capacity;
    bd_line *lines;
    size_t line_count;
    size_t line_capacity;
    bd_parameters parameters;
    bd_parameters *annotations; /* texts on the sheet, as written */
    size_t annotation_count;
    size_t annotation_capacity;
};

typedef enum bd_diagram_kind { BD_MODEL, BD_LIBRARY, BD_SUBSYSTEM_FILE } bd_diagram_kind;

/* BlockParameterDefaults of one block type */
typedef struct bd_type_defaults {
    const char *type;
    bd_parameters parameters;
} bd_type_defaults;

struct bd_diagram {
    const char *name;
    const char *file;    /* "" if built in memory */
    const char *version; /* as written: "7.6", "10.4"; "" if none */
    bd_diagram_kind kind;
    bd_parameters parameters;       /* of the model itself: PreLoadFcn, InitFcn … */
    bd_parameters configuration;    /* of the active set: solver, times, tolerances, data import and
                                       export, diagnostics */
    const char *workspace_code;     /* assignments of the model workspace, "" if none */
    const struct bd_stored *charts; /* the machine of stored_chart.h, NULL if there is none */
    bd_system *root;
    bd_type_defaults *defaults;
    size_t defaults_count;
    size_t defaults_capacity;
    const char *const *folders; /* where else its files are looked for, as it was read */
    size_t folder_count;
    struct bd_arena *arena;
};

/* ---- lookup ---- */

/* value written here, or NULL */
const char *bd_parameters_find(const bd_parameters *parameters, const char *name);
/* the same, or one whose name differs in case only */
const char *bd_parameters_find_any_case(const bd_parameters *parameters, const char *name);

/* value in force: block, else the defaults of its file, else the built-in table, else NULL */
const char *bd_node_parameter(const bd_node *node, const char *name);

/* is there such a parameter: in the file, by default, or in its mask? */
bool bd_node_has(const bd_node *node, const char *name);

/* has anybody asked for a parameter that is written in the block? */
bool bd_node_was_asked(const bd_node *node, const char *name);

/* " (did you mean 'Gain'?)": the parameter of the block, the block of the diagram with a name like
 * this; "" if there is none */
const char *bd_node_parameter_hint(const bd_node *node, const char *name, char *text, size_t size);
const char *bd_diagram_block_hint(const bd_diagram *diagram, const char *path, char *text,
                                  size_t size);

/* built-in default of a block type, or NULL */
const char *bd_type_default(const char *type, const char *name);

/* a trigger port that waits for events of the model: initialise, reset, terminate */
bool bd_node_listens_to_events(const bd_node *port);
/* of a Signal Builder, whose code would compute what is stored with it */
bool bd_mask_is_signal_builder(const bd_mask *mask);

/* value in force of the configuration ("StopTime", "SolverName", "AbsTol" …), or NULL */
const char *bd_diagram_setting(const bd_diagram *diagram, const char *name);
/* the same, or a setting or parameter of the model whose name differs in case only; else NULL */
const char *bd_diagram_setting_any_case(const bd_diagram *diagram, const char *name);

/* block of this name in the system; newlines and blanks count as equal; or NULL */
bd_node *bd_system_find(const bd_system *system, const char *name);

/* block by path below the root ("controller/PI", with or without the model's name first), or NULL
 */
bd_node *bd_diagram_find(const bd_diagram *diagram, const char *path);

/* label of output port `index` (from 0) of a block, "" if none */
const char *bd_node_signal_name(const bd_node *node, int index);
/* the same, when only these lines can begin there */
const char *bd_node_signal_name_among(const bd_node *node, int index, const bd_line *lines,
                                      size_t count);

/* ---- building in memory; NULL or BD_OUT_OF_MEMORY when memory ends ---- */

bd_diagram *bd_diagram_create(const char *name);
void bd_diagram_free(bd_diagram *diagram);

/* a diagram of its own that may be changed; texts stay with the original, which must live longer */
bd_diagram *bd_diagram_copy(const bd_diagram *diagram);

/* a block of this type; parameters as name, value, …, NULL. Port counts are those usual for the
 * type and parameters (Sum "+-": 2 inputs), and subsystems follow their port blocks */
bd_node *bd_system_add(bd_system *system, const char *type, const char *name, ...);
/* the same for one who knows that the name is free, and adds many */
bd_node *bd_system_add_new(bd_system *system, const char *type, const char *name, ...);

/* gives a block an inside (and makes it a SubSystem in the ordinary case); returns the one it has
 */
bd_system *bd_node_open(bd_node *node);

/* takes the inside out of a block, which gets an empty one instead; NULL when memory ends */
bd_system *bd_node_take_inside(bd_node *node);

/* a new SubSystem with a copy of that system inside; its name must be free */
bd_node *bd_system_add_copy(bd_system *system, const char *name, const bd_system *inside);

/* sets a mask variable of that name if there is one, else a parameter */
bd_status bd_node_set(bd_node *node, const char *name, const char *value);
bd_status bd_node_set_ports(bd_node *node, bd_port_kind kind, int count);
bd_status bd_node_add_mask_variable(bd_node *node, const char *name, const char *value,
                                    bool evaluate);
bd_status bd_node_set_mask_initialization(bd_node *node, const char *code);
bd_status bd_diagram_set(bd_diagram *diagram, const char *setting, const char *value);

/* connects output port (from 1) of one block with an input port (from 1) of another; a second call
 * with the same source branches the line */
bd_status bd_system_connect(bd_system *system, const char *source, int output,
                            const char *destination, int input, bd_error *error);

/* the same for any kind of port; ends count from 0 */
bd_status bd_system_connect_ends(bd_system *system, bd_end source, bd_end destination,
                                 bd_error *error);

/* one line from a port that has none to ports that have none, which is not looked up */
bd_status bd_system_draw(bd_system *system, bd_end source, const bd_end *destinations, int count,
                         bd_error *error);

/* names the signal of an output port (from 1) */
bd_status bd_system_name_signal(bd_system *system, const char *source, int output, const char *name,
                                bd_error *error);

/* ---- files ---- */

/* folders for libraries, referenced models and subsystem files; the folder of the file itself is
 * always searched first */
typedef struct bd_search_path {
    const char *const *folders;
    size_t count;
} bd_search_path;

/* reads .mdl (text or text package) or .slx, told apart by content, or a .yaml text by its name;
 * resolves links along the path. Things that do not stop a simulation go to log (may be NULL).
 * *diagram is NULL on failure */
bd_status bd_diagram_read(const char *path, const bd_search_path *search, bd_diagram **diagram,
                          bd_log *log, bd_error *error);

/* the same from memory; name stands for the file in messages, search may be NULL: no other file is
 * opened then */
bd_status bd_diagram_read_memory(const void *bytes, size_t size, const char *name,
                                 const bd_search_path *search, bd_diagram **diagram, bd_log *log,
                                 bd_error *error);

/* writes a file that reads back equal, in the form of a release: "R2010b" (.mdl) or "R2013b" (.mdl,
 * .slx); NULL: one that the diagram's own version fits. A path that ends with .slx gets a package,
 * any other .mdl text. Blocks without a Position are laid out, lines go along their corners or
 * around blocks, SIDs that occur twice are numbered anew. Links are written as links, charts with
 * their blocks. Settings for code generation are not kept */
bd_status bd_diagram_write_as(const bd_diagram *diagram, const char *path, const char *release,
                              bd_error *error);
bd_status bd_diagram_write(const bd_diagram *diagram, const char *path, bd_error *error);

/* .mdl text into memory; free it with free() */
bd_status bd_diagram_write_memory(const bd_diagram *diagram, char **text, size_t *size,
                                  bd_error *error);

#ifdef __cplusplus
}
#endif

#endif
