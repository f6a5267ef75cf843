/* MAT files of level 7.3 that have objects */
#ifndef VALUE_LOAD_MAT_73_H
#define VALUE_LOAD_MAT_73_H

#include "value/read_mat.h"

bool bd_mat_73_has_objects(const char *path);
/* all variables of such a file, whose sizes were checked (check_mat.h), with objects as objects.h
 * says */
bd_status bd_mat_73_read(const char *path, bd_mat_taker *take, void *taker, bd_error *error);

#endif
