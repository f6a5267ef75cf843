/* parameters whose value is binary data elsewhere in the file: Signal Builder, model workspace */
#ifndef BD_FILE_BINARY_H
#define BD_FILE_BINARY_H

#include "file/package.h"
#include "file/tree.h"

/* the model workspace of older packages: a MAT file with all variables */
#define BD_WORKSPACE_FILE "modelworkspace.mat"

/* true for the few parameters whose binary data can be of use */
bool bd_is_binary_key(const char *name);

/* .mdl: such a key holds a tag; the data stand in a MatData section after the model. What cannot be
 * found stays as it is */
bool bd_insert_mat_data(bd_tree *model, const char *rest, const char *end, bd_arena *arena);

/* package: such a key holds the name of a part */
bd_status bd_insert_mat_parts(bd_tree *model, bd_package *package, bd_arena *arena,
                              bd_error *error);

#endif
