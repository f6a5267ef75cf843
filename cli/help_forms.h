/* help in forms for others: manual pages, zsh */
#ifndef CLI_HELP_FORMS_H
#define CLI_HELP_FORMS_H

#include "command.h"

void help_man_program(void);
void help_man_command(const command *c);
void help_zsh(void);

#endif
