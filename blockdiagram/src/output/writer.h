/* the contract of a format: a constant table of functions on an instance of its own */
#ifndef BD_OUTPUT_WRITER_H
#define BD_OUTPUT_WRITER_H

#include <stdio.h>

#include "blockdiagram/output.h"

typedef struct bd_writer_type {
    /* opens path; signals have names and at least one element each */
    bd_status (*open)(const char *path, const bd_output_signal *signals, size_t signal_count,
                      size_t width, void **writer, bd_error *error);
    bd_status (*row)(void *writer, double time, const double *values, bd_error *error);
    bd_status (*flush)(void *writer, bd_error *error);
    bd_status (*close)(void *writer, bd_error *error); /* frees it, also when it fails */
} bd_writer_type;

/* the first line of a MAT file is a text for humans; it begins so by the rules of the format */
#define BD_MAT_HEADER "MATLAB 5.0 MAT-file, written by multirate"

extern const bd_writer_type bd_writer_csv;
extern const bd_writer_type bd_writer_csv_units;
extern const bd_writer_type bd_writer_mat;

/* "" if nobody knows it */
const char *bd_element_unit(const bd_output_signal *signal, size_t k);

/* a name for a MATLAB variable: letters, digits and _, at most 63, none of the `count` given ones
 */
void bd_variable_name(const char *name, char (*taken)[64], size_t count, char *made);

#endif
