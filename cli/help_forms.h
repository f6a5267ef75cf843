/* help in forms for others: manual pages, completion for shells */
#ifndef CLI_HELP_FORMS_H
#define CLI_HELP_FORMS_H

#include "command.h"

void help_man_program(void);
void help_man_command(const command *c);
void help_bash(void);
void help_zsh(void);

typedef enum value_kind { VALUE_FREE, VALUE_WORDS, VALUE_FILE, VALUE_FOLDER } value_kind;
/* how the value of an option is completed, or (NULL) a word beside the options. VALUE_WORDS: by one
 * of `words`, with blanks between them, which the caller frees (else NULL) */
value_kind help_value(const command *c, const argument *o, char **words);

#endif
