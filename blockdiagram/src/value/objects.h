/* objects in binary data: what a file keeps of timeseries, datasets and other objects of classes */
#ifndef VALUE_OBJECTS_H
#define VALUE_OBJECTS_H

#include "blockdiagram/value.h"

/* what all objects of one file are made of */
typedef struct bd_objects bd_objects;

/* from the list of cells that stands behind the variables; takes over the caller's reference to it,
 * also when it fails */
bd_status bd_objects_open(bd_value *cells, bd_objects **objects, bd_error *error);
void bd_objects_close(bd_objects *objects);

/* is it the number of an object in place of a value? */
bool bd_is_object_reference(const bd_value *value);
/* what is there instead of a reference: a structure with the properties (an array of objects: an
 * array of structures). A timeseries has Time and Data, a Dataset a field for each of its signals,
 * a parameter object is its value. Other values stay, with what is inside them made in the same
 * way. The caller's reference to from is taken over, also when it fails */
bd_status bd_objects_resolve(bd_objects *objects, bd_value *from, int depth, bd_value **value,
                             bd_error *error);

#endif
