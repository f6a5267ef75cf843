/* the object that methods of a block in M code share */
#ifndef BD_BLOCKS_M_OBJECT_H
#define BD_BLOCKS_M_OBJECT_H

#include "blockdiagram/language.h"

#define BD_OBJECT "object" /* its name among the persistent variables */

const bd_value *bd_object_of(bd_persistent *persistent);
/* the object as the caller's own, to be changed and put back */
bd_value *bd_object_take(bd_persistent *persistent, bd_error *error);
double bd_object_number(const bd_value *structure, size_t element, const char *field, double usual);
bd_status bd_object_set_number(bd_value *object, const char *field, double number, bd_error *error);
/* object.list(index).field = value; the list grows. The value is taken over */
bd_status bd_object_set_part(bd_value *object, const char *list, size_t index, const char *field,
                             bd_value *value, bd_error *error);

#endif
