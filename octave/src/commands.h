/* Simulink's commands inside Octave: the models in memory, and the part of the gateway that edits
 * them */
#ifndef MULTIRATE_OCTAVE_COMMANDS_H
#define MULTIRATE_OCTAVE_COMMANDS_H

#include "blockdiagram/commands.h"
#include "mex.h"

/* the models that are loaded; they live as long as the gateway. NULL when memory ends */
bd_models *commands_models(void);

/* a text argument in memory for free(); NULL if it is none */
char *commands_text(const mxArray *array);

/* result = __mr_simulate__ (command, folders, arguments…); raises an Octave error if it is refused
 */
void commands_run(int wanted, mxArray *results[], int count, const mxArray *arguments[]);

#endif
