/* commands as a script gives them */
#ifndef TALK_H
#define TALK_H

#include "blockdiagram/commands.h"

/* the arguments are a list of expressions; the first result is kept until the next call, or NULL */
const bd_value *talk(bd_models *models, const char *command, const char *arguments);
/* the command must be good */
const bd_value *must(bd_models *models, const char *command, const char *arguments);
/* the first result as text; of a cell, its texts apart by '|' */
const char *told(bd_models *models, const char *command, const char *arguments);
double number(bd_models *models, const char *command, const char *arguments);
/* the arguments with the number of a block, port or line for each '#'; lives until the next call */
const char *with(const char *arguments, double handle);
/* the handle that a field of PortHandles or LineHandles has, counted from 0 */
double handle_in(bd_models *models, const char *block, const char *list, const char *field,
                 size_t i);
/* sentence of the last command, "" if it was good */
const char *sentence(void);
/* the command is refused with a sentence that has this part */
void refused(bd_models *models, const char *command, const char *arguments, const char *part);
void talk_end(void);

#endif
