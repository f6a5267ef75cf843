/* writes logged signals to disk while the simulation runs: a table whose first column is the time.
 * Rows are streamed, so a long run needs no memory. The file gets its name when it is closed
 * (new_file.h). When the program is killed, the rows up to the last flush are in
 * PATH.<process>.part, of a MAT file in PATH.<process>.rows.mat, which is a MAT file, too.
 *
 *   CSV  one header line, then one line per row; 17 significant digits, so every double comes back
 *        bit by bit; independent of the locale; names are quoted where RFC 4180 asks for it
 *   MAT  version 5 (libmatio), compressed where zlib is there: tout, one variable per signal (a
 * row per time; a matrix signal is rows by columns by times), and a struct array `signals` with
 *        label, variable, dimensions, names of elements and units of each. Rows are spooled while
 *        running and packed when it is closed */
#ifndef BLOCKDIAGRAM_OUTPUT_H
#define BLOCKDIAGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* one logged signal: columns "x" if it has one element, else "x(1)" … "x(n)", or for a matrix
 * "x(1,1)", "x(2,1)" … in column-major order; elements with names are "x.NAME" */
typedef struct bd_output_signal {
    const char *name;            /* any text; NULL or "" becomes "signal1", "signal2" … */
    size_t rows;                 /* number of elements of a vector, or rows of a matrix */
    size_t columns;              /* 1 for a vector */
    const char *const *elements; /* their names, NULL or "" where they have none */
    const char *const *units;    /* of each element, NULL or "" where nobody knows */
} bd_output_signal;

/* CSV_UNITS: a header with units, "x [m]" */
typedef enum bd_output_format {
    BD_OUTPUT_CSV,
    BD_OUTPUT_CSV_UNITS,
    BD_OUTPUT_MAT
} bd_output_format;

typedef struct bd_output bd_output;

/* "x", "x(2)", "x(2,1)" or "x.speed": the column of element k; returns the length that it needs, as
 * snprintf does */
int bd_output_column_name(const bd_output_signal *signal, size_t k, char *text, size_t capacity);

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
