/* the variables of a MAT file one by one, as libmatio has them; of a file of level 7.3 (HDF5),
 * which is read apart (blockdiagram/src/value/read_apart.h), as it would have them */
#ifndef PAGES_RESULTS_VARIABLES_H
#define PAGES_RESULTS_VARIABLES_H

#include "blockdiagram/workspace.h"

#include <matio.h>

typedef struct pg_variables {
    mat_t *file;
    bd_workspace *workspace;
    size_t at;
} pg_variables;

bd_status pg_variables_open(const char *path, pg_variables *v, bd_error *error);
void pg_variables_close(pg_variables *v);
/* NULL: there is none. To be freed by Mat_VarFree */
matvar_t *pg_variables_find(pg_variables *v, const char *name);
/* the next, from the first on after pg_variables_begin */
matvar_t *pg_variables_next(pg_variables *v);
void pg_variables_begin(pg_variables *v);

#endif
