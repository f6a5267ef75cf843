/* whom the language asks for functions that it does not know (blockdiagram/language.h) */
#ifndef BD_VALUE_FOREIGN_H
#define BD_VALUE_FOREIGN_H

#include "blockdiagram/language.h"
#include "value/evaluate.h"

bool bd_foreign_knows(const char *name);
/* results go to the list; false: the calculation has failed */
bool bd_foreign_call(bd_calc *calc, const char *name, const bd_values *arguments, size_t wanted,
                     bd_values *list);

#endif
