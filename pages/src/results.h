/* what the readers of results share */
#ifndef PAGES_RESULTS_H
#define PAGES_RESULTS_H

#include "pages/pages.h"

bd_status pg_no_memory(const char *path, bd_error *error);
bd_status pg_results_read_mat(const char *path, pg_results *results, bd_error *error);

/* what a run has left that was killed (blockdiagram/src/output/spool.h); false: it is no such file
 */
bool pg_results_read_rows(const char *path, pg_results *results, bd_status *status,
                          bd_error *error);

#endif
