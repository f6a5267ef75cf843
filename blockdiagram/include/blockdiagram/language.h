/* the language of functions and actions: text → code that runs many times on bound memory.
 *
 *   library   functions: of the text of a block, of a chart, of .m files in folders
 *   code      statements, an expression or a call of a function, compiled for named variables of
 *             known shapes; constant, and shared by all runs
 *   instance  what one run remembers (persistent variables, temporaries)
 *
 * A host binds each variable to memory laid out as a signal (signal.h) at each execution. Names
 * that are neither variables nor functions are asked of the host: in(S), after(3, sec), send(E),
 * graphical functions, a lone EVENT, state.EVENT. The language knows nothing of blocks and charts.
 *
 * Nothing here reads files, except functions from the folders that a library was given. */
#ifndef BLOCKDIAGRAM_LANGUAGE_H
#define BLOCKDIAGRAM_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"
#include "blockdiagram/signal.h"
#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- functions ---- */

typedef struct bd_library bd_library;

/* parent: a library that is asked for names not found here, or NULL; not owned */
bd_status bd_library_create(const bd_library *parent, bd_library **library, bd_error *error);
void bd_library_free(bd_library *library);
/* all functions of a text; name appears in messages ("model/block", "f.m"). The name of the first
 * one comes back in `first` (BD_MAX_NAME + 1 bytes) unless that is NULL */
bd_status bd_library_add_text(bd_library *library, const char *text, const char *name, char *first,
                              bd_error *error);
/* a folder whose NAME.m files are functions; they are read when they are first called */
bd_status bd_library_add_folder(bd_library *library, const char *folder, bd_error *error);
/* names that nobody knows are looked for as NAME.m in the folders around this one, and the log
 * tells where one was found; the log must stay until it is taken away (NULL). What is found later
 * waits for bd_library_tell */
void bd_library_look_around(bd_library *library, const char *folder, bd_log *log);
void bd_library_tell(bd_library *library, bd_log *log);
/* a file that is no function, such as a data dictionary, in the same folders; NULL: none, or two */
const char *bd_library_file_around(bd_library *library, const char *name);

/* an interpreter in whose program this runs. It is asked for functions that nobody here knows,
 * while compiling and in a run: it decides what code of a model may reach */
typedef struct bd_foreign {
    void *user;
    bool (*knows)(void *user, const char *name);
    /* up to *count results, which are the caller's; *count comes back as their number */
    bd_status (*call)(void *user, const char *name, const bd_value *const *arguments,
                      size_t argument_count, bd_value **results, size_t *count, bd_error *error);
} bd_foreign;
/* for the whole program; NULL: nobody (the default). Not while a run is under way */
void bd_language_set_foreign(const bd_foreign *foreign);

/* asked before each statement of code that runs outside of a simulation (parameter files,
 * callbacks, masks); true ends the code with a sentence. NULL: nobody is asked */
void bd_language_set_interrupt(bool (*asked)(void));

/* what the signature of a function says; names live as long as the library. false: there is none */
typedef struct bd_signature {
    const char *const *inputs, *const *outputs;
    int input_count, output_count;
    bool any_inputs, any_outputs; /* the last one is varargin, varargout */
} bd_signature;
bool bd_library_signature(const bd_library *library, const char *function, bd_signature *signature);

/* the values of persistent variables between calls */
typedef struct bd_persistent bd_persistent;
bd_status bd_persistent_create(bd_persistent **persistent, bd_error *error);
void bd_persistent_free(bd_persistent *persistent);
/* a variable beside those of functions, which is saved with them; NULL if it was never set */
const bd_value *bd_persistent_value(bd_persistent *persistent, const char *name);
bd_status bd_persistent_set(bd_persistent *persistent, const char *name, bd_value *value,
                            bd_error *error);
/* global variables that are kept and saved with them; NULL without memory */
bd_workspace *bd_persistent_globals(bd_persistent *persistent);
/* bytes of all values, for a saved state */
size_t bd_persistent_size(const bd_persistent *persistent);
void bd_persistent_save(const bd_persistent *persistent, void *bytes);
bd_status bd_persistent_restore(bd_persistent *persistent, const void *bytes, size_t size,
                                bd_error *error);

/* where disp, fprintf and statements without semicolon go */
typedef struct bd_printer {
    void (*print)(void *user, const char *text, size_t length);
    void *user;
    bool echo; /* statements without semicolon show what they assign */
} bd_printer;

/* what a call from outside finds around it; all may be NULL */
typedef struct bd_surroundings {
    const bd_library *library; /* functions that may be called; NULL: those of the scope */
    const bd_workspace *scope; /* what gcb, get_param and evalin look at */
    bd_workspace *globals;     /* where `global` variables live; NULL: none may be used */
    bd_persistent *persistent; /* NULL: each call begins anew */
    const bool *stop;          /* set by another thread or a signal: ends an endless loop */
    const bd_printer *printer; /* NULL: nothing is printed */
} bd_surroundings;

/* calls a function with values; results[k] belong to the caller, NULL where there is none */
bd_status bd_library_call(const bd_surroundings *around, const char *function,
                          const bd_value *const *args, size_t count, bd_value **results,
                          size_t wanted, bd_error *error);

/* properties of a class and their values as texts, NULL for [] */
typedef struct bd_property {
    char *name, *value;
} bd_property;
typedef struct bd_properties {
    bd_property *items;
    size_t count;
} bd_properties;
void bd_properties_free(bd_properties *properties);
/* the class of a file NAME.m in a folder of `where`: its methods become functions of the library.
 * `base` must be among the classes that it is derived from. Free the properties also after a
 * failure */
bd_status bd_library_add_class(bd_library *library, const bd_library *where, const char *name,
                               const char *base, bd_properties *properties, bd_error *error);

/* code that runs in this workspace and below may call functions of the library, which must live as
 * long */
void bd_workspace_set_library(bd_workspace *workspace, const bd_library *library);
/* that of the workspace or its parents, or NULL */
const bd_library *bd_workspace_library(const bd_workspace *workspace);

/* the function changes its first argument in place, as functions of handle objects do: *object is
 * replaced. function: a name, or a function handle */
bd_status bd_library_call_method(const bd_surroundings *around, const bd_value *function,
                                 bd_value **object, bd_error *error);
/* the same by name, with further arguments and with results, which belong to the caller; NULL where
 * there is none. object.method(…) means another function of the library */
bd_status bd_library_call_object(const bd_surroundings *around, const char *method,
                                 bd_value **object, const bd_value *const *args, size_t count,
                                 bd_value **results, size_t wanted, bd_error *error);

/* bd_expression_evaluate that remembers persistent variables of the functions it calls */
bd_status bd_library_evaluate(const bd_surroundings *around, const char *text, bd_value **result,
                              bd_error *error);

/* a value of what memory of this shape holds; rank 1 becomes a column, a bus a structure */
bd_status bd_value_read_memory(const bd_shape *shape, const void *data, bd_value **value,
                               bd_error *error);
/* the number of elements must be the shape's; numbers are converted by the rules of the language */
bd_status bd_value_write_memory(const bd_value *value, const bd_shape *shape, void *data,
                                bd_error *error);

/* ---- code ---- */

/* The C dialect is refused here so far: charts compile its actions themselves */
typedef enum bd_dialect {
    BD_DIALECT_MATLAB,
    BD_DIALECT_C /* a[i][j] from 0, ++ -- += != ! %% << >> := (int8)x */
} bd_dialect;

/* a variable of the host */
typedef struct bd_name {
    const char *name;
    bd_shape shape;        /* of the memory; rank 1 is a column. Buses are structures */
    const bd_value *value; /* a constant, which needs no memory; else NULL */
    int first_index;       /* of arrays in the C dialect, mostly 0 */
} bd_name;

/* the size that a function certainly gives its result k, whatever its arguments: that of the first
 * value it assigns to it, if that does not depend on them. names: arguments that are constants */
bool bd_library_certain_size(const bd_library *library, const char *function, int k,
                             const bd_name *names, size_t count, bd_shape *shape);

/* something that the host does: a call that it answers */
enum { BD_HOST_ARGUMENTS = 16 };
typedef struct bd_host_call {
    int number; /* the host's own, handed back at each call */
    int input_count, output_count;
    int written[BD_HOST_ARGUMENTS];     /* which of the written arguments is input k; the others are
                                           words that are not evaluated */
    bd_shape inputs[BD_HOST_ARGUMENTS]; /* what it wants: values are converted to that */
    bd_shape outputs[BD_HOST_ARGUMENTS];
} bd_host_call;

typedef struct bd_scope {
    const char *place; /* for messages: "chart 'a/b', state 'S'" */
    const bd_name *names;
    size_t count;
    const bd_library *library;     /* or NULL */
    const bd_workspace *workspace; /* constants by name (parameters, enumerations), or NULL */
    bd_dialect dialect;
    bool bit_operations;      /* C dialect: & | ^ are bitwise */
    bool shows;               /* what statements without semicolon assign is to be printed */
    bool functions_see_names; /* functions of the library may use the variables, as in a chart */
    /* asked while compiling for a name that is no variable and no function of the library; before
     * the built-in functions. texts are the arguments that are words (S, a.b), "" for others. user
     * must live as long as the code. A name with points
     * ("state.EVENT") is asked whole. NULL: there is no host */
    bool (*find)(void *user, const char *name, const char *const *texts, int count,
                 bd_host_call *call);
    void *user;
} bd_scope;

typedef struct bd_code bd_code;

/* statements as in an action or a script; the shape of a variable that is assigned and is none of
 * the scope's is inferred, and it lives for one execution */
bd_status bd_code_compile_statements(const char *text, const bd_scope *scope, bd_code **code,
                                     bd_error *error);
/* one expression; its value has the shape of bd_code_output(code, 0) */
bd_status bd_code_compile_expression(const char *text, const bd_scope *scope, bd_code **code,
                                     bd_error *error);
/* outputs = function(names of the scope in order). wanted: number of outputs */
bd_status bd_code_compile_call(const char *function, const bd_scope *scope, int wanted,
                               bd_code **code, bd_error *error);
void bd_code_free(bd_code *code);
/* shape of a result of an expression or call. Found by running it once with zeros where it cannot
 * be inferred; sizes that change from call to call are refused when it runs */
int bd_code_output_count(const bd_code *code);
const bd_shape *bd_code_output(const bd_code *code, int k);
/* the same; where zeros give nothing, with other numbers. Its size is one of many, then */
bool bd_code_likely_output(bd_code *code, int k, bd_shape *shape);
/* why a shape could not be found, "" if all were */
const char *bd_code_doubt(const bd_code *code);
/* another shape for it, as a port declares: values are converted to that. A variable one is the
 * largest, and an execution tells the present one */
void bd_code_set_output(bd_code *code, int k, const bd_shape *shape);
/* true if it runs without any allocation: scalars and arrays of known size */
bool bd_code_is_typed(const bd_code *code);

typedef struct bd_instance bd_instance;
bd_status bd_instance_create(const bd_code *code, bd_instance **instance, bd_error *error);
void bd_instance_free(bd_instance *instance);
/* persistent variables as before the first execution */
void bd_instance_reset(bd_instance *instance);
size_t bd_instance_save_size(const bd_instance *instance);
void bd_instance_save(const bd_instance *instance, void *bytes);
bd_status bd_instance_restore(bd_instance *instance, const void *bytes, size_t size,
                              bd_error *error);

/* where `global` variables live during an execution */
bd_workspace *bd_instance_globals(bd_instance *instance);

typedef struct bd_binding {
    void *const *memory;       /* of each name of the scope, in its order; NULL for constants */
    void *const *outputs;      /* of an expression or call */
    int (*sizes)[BD_MAX_RANK]; /* for results of variable size: their present dims; or NULL */
    /* what the host's find has promised; may run other code meanwhile, which may change the memory
     */
    bd_status (*call)(void *user, int number, const void *const *inputs, void *const *outputs,
                      bd_error *error);
    void *user;
    const bool *stop; /* set by another thread or a signal: ends an endless loop; or NULL */
    const bd_printer *printer; /* NULL: nothing is printed */
} bd_binding;

/* one execution; errors tell place, line and the user's names */
bd_status bd_code_execute(const bd_code *code, bd_instance *instance, const bd_binding *binding,
                          bd_error *error);
/* an expression as a condition */
bd_status bd_code_condition(const bd_code *code, bd_instance *instance, const bd_binding *binding,
                            bool *truth, bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
