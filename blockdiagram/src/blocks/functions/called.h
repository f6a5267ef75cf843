/* Simulink functions of the model that a block's M code calls by name */
#ifndef BLOCKS_FUNCTIONS_CALLED_H
#define BLOCKS_FUNCTIONS_CALLED_H

#include "blockdiagram/block.h"
#include "blockdiagram/language.h"

typedef struct bd_called bd_called;

/* in setup: those whose names stand before a bracket in the text and are no functions of the
 * library itself; NULL: none */
bd_status bd_called_find(bd_block *block, const char *text, const bd_library *library,
                         bd_called **called);
/* find and call of the language (bd_scope, bd_binding); user: a bd_called */
bool bd_called_answer(void *user, const char *name, const char *const *texts, int count,
                      bd_host_call *call);
bd_status bd_called_run(void *user, int number, const void *const *inputs, void *const *outputs,
                        bd_error *error);

#endif
