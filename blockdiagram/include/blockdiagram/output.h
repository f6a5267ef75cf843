/* writes logged signals to disk while the simulation runs: a table whose first column is the time.
 * Rows are streamed, so a long run needs no memory. The file gets its name when it is closed
 * (new_file.h); when the program is killed, PATH.<process>.part (of a MAT file: .rows) has the
 * rows.
 *
 *   CSV  one header line, then one line per row; 17 significant digits, so every double comes back
 *        bit by bit; independent of the locale; names are quoted where RFC 4180 asks for it
 *   MAT  version 5 (libmatio), compressed where zlib is there: tout, one variable per signal (a
 * row per time; a matrix signal is rows by columns by times), and a struct array `signals` with
 *        label, variable and dimensions of each. Rows are spooled as plain doubles while running
 * and packed when it is closed */
#ifndef BLOCKDIAGRAM_OUTPUT_H
#define BLOCKDIAGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* one logged signal: columns "x" if it has one element, else "x(1)" … "x(n)", or for a matrix
 * "x(1,1)", "x(2,1)" … in column-major order */
typedef struct bd_output_signal {
    const char *name; /* any text; NULL or "" becomes "signal1", "signal2" … */
    size_t rows;      /* number of elements of a vector, or rows of a matrix */
    size_t columns;   /* 1 for a vector */
} bd_output_signal;

typedef enum bd_output_format { BD_OUTPUT_CSV, BD_OUTPUT_MAT } bd_output_format;

typedef struct bd_output bd_output;

/* the format that a file name asks for: MAT for .mat, CSV for .csv and for names without an ending;
 * false for any other, so that nobody finds a table under the name of a picture */
bool bd_output_format_of(const char *path, bd_output_format *format);

/* is this file, which is there, one that this writes? Nobody else's is replaced without a word */
bool bd_output_is_own(const char *path, bd_output_format format);

/* opens the file and writes the header; an existing file is replaced when it is closed. "-" is
 * standard output (CSV only). The signals are copied */
bd_status bd_output_open(const char *path, bd_output_format format, const bd_output_signal *signals,
                         size_t signal_count, bd_output **output, bd_error *error);

/* number of values per row, without the time */
size_t bd_output_width(const bd_output *output);

/* appends a row; values holds bd_output_width numbers, signal after signal */
bd_status bd_output_row(bd_output *output, double time, const double *values, bd_error *error);

/* hands everything so far to the operating system */
bd_status bd_output_flush(bd_output *output, bd_error *error);

/* completes and closes the file and frees the writer, also when it fails; NULL is allowed */
bd_status bd_output_close(bd_output *output, bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
