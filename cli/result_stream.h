/* the table of a run on its way: rows go to the file while the run goes on, so that a kill keeps
 * them */
#ifndef CLI_RESULT_STREAM_H
#define CLI_RESULT_STREAM_H

#include "model.h"

typedef struct result_stream result_stream;

/* NULL: the table is written when the run is over, for lack of memory */
result_stream *result_stream_begin(const model *m, const char *path, bd_output_format format);

/* once a second or so: the rows that are new. What goes wrong is left to the end */
void result_stream_take(result_stream *stream);

/* the rest, and the table has its name. A stream that failed on its way, or that is NULL, is
 * written anew as a whole, and what then goes wrong is told. Frees it */
bd_status result_stream_end(result_stream *stream, const model *m, const char *path,
                            bd_output_format format, bd_error *error);

/* nothing of it stays */
void result_stream_drop(result_stream *stream);

#endif
