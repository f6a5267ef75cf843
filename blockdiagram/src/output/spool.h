/* rows on the disk while a run goes on, for a format that holds whole columns: a MAT file of
 * version 4, in which a matrix grows by columns. So it can be read at any time, by anything that
 * reads MAT files: `rows` has a column for each row of the results, the time first, and `names`
 * tells the others */
#ifndef BD_OUTPUT_SPOOL_H
#define BD_OUTPUT_SPOOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bd_spool bd_spool;

/* names: `width` of them, without the time. NULL, and errno, if that cannot be */
bd_spool *bd_spool_open(const char *path, char *const *names, size_t width);

/* false, and errno, if they cannot be written */
bool bd_spool_row(bd_spool *spool, double time, const double *values);
bool bd_spool_flush(bd_spool *spool);

size_t bd_spool_rows(const bd_spool *spool);

/* columns first … first + count - 1 (0 is the time), one after the other, a number per row each;
 * after a flush */
bool bd_spool_read(const bd_spool *spool, size_t first, size_t count, double *columns);

/* and removes the file; NULL is allowed */
void bd_spool_close(bd_spool *spool);

#endif
