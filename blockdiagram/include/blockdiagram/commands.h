/* Simulink's own commands on models in memory: new_system, add_block, add_line, set_param …, by the
 * names, arguments and results that its documentation gives them. Octave, Python and others call
 * them with values and get values back.
 *
 * A command that is refused changes nothing and tells why in one sentence. */
#ifndef BLOCKDIAGRAM_COMMANDS_H
#define BLOCKDIAGRAM_COMMANDS_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* the models that are loaded, with the numbers (handles) under which blocks, ports and lines are
 * known, and the present system and block */
typedef struct bd_models bd_models;

bd_models *bd_models_create(void);
void bd_models_free(bd_models *models);

/* folders in which load_system looks for models and libraries, before the present folder is left;
 * they are copied. False when memory ends */
bool bd_models_set_folders(bd_models *models, const char *const *folders, size_t count);

/* a loaded model or library by its name, or NULL; it lives until it is closed */
bd_diagram *bd_models_find(const bd_models *models, const char *name);

/* runs a command; results has room for `wanted` values (at least 1), which are the caller's, and
 * those that the command does not give are NULL */
bd_status bd_command(bd_models *models, const char *name, const bd_value *const *arguments,
                     size_t count, bd_value **results, size_t wanted, bd_error *error);

/* "Simulink:Commands:…" of the last command that was refused */
const char *bd_models_identifier(const bd_models *models);

/* warnings since this was asked last; free it with bd_log_free */
bd_log bd_models_take_log(bd_models *models);

#ifdef __cplusplus
}
#endif

#endif
