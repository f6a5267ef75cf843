/* classes whose objects mean something here */
#ifndef VALUE_OBJECT_CLASSES_H
#define VALUE_OBJECT_CLASSES_H

#include "blockdiagram/value.h"

/* what an object of the class is here, of a structure with its properties; takes over the caller's
 * reference to properties, also when it fails */
bd_status bd_object_of_class(const char *class, bd_value *properties, bd_value **value,
                             bd_error *error);

#endif
