/* names of parameters as the tables spell them */
#ifndef BD_FILE_EDIT_NAMES_H
#define BD_FILE_EDIT_NAMES_H

#include "blockdiagram/diagram.h"

/* the parameter of the block by this name, upper and lower case aside; NULL if it has none */
const char *bd_edit_own_name(const bd_node *node, const char *name);

#endif
