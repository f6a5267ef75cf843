/* a file that a library reads which a hostile file may break (HDF5 writes beyond its memory, or
 * goes round for ever): a copy of this process reads it, which can do nothing else, and tells the
 * values as bytes */
#ifndef VALUE_READ_APART_H
#define VALUE_READ_APART_H

#include "value/read_mat.h"

typedef bd_status bd_file_reader(const char *path, bd_mat_taker *take, void *taker,
                                 bd_error *error);

/* as reader(path, take, taker, error), with the values taken here */
bd_status bd_read_apart(bd_file_reader *reader, const char *path, bd_mat_taker *take, void *taker,
                        bd_error *error);

/* from now on this process can read files, make memory and write to what is open, and no more;
 * where the system has no such filter it goes on without it */
void bd_only_read(void);

#endif
