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
/* sentence of the last command, "" if it was good */
const char *sentence(void);
/* the command is refused with a sentence that has this part */
void refused(bd_models *models, const char *command, const char *arguments, const char *part);
void talk_end(void);

#endif
