/* the public face of signal output: picks the format and gives every signal a name and a size */
#include <stdio.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "output/writer.h"
#include "common/plain_file.h"

struct bd_output {
    const bd_writer_type *type;
    void *writer;
    size_t width;
};

bool bd_output_format_of(const char *path, bd_output_format *format) {
    const char *slash = strrchr(path, '/');
    const char *name = !slash ? path : slash + 1;
    const char *dot = strrchr(name, '.');

    *format = dot && strcasecmp(dot, ".mat") == 0 ? BD_OUTPUT_MAT : BD_OUTPUT_CSV;
    return !dot || dot == name || strcasecmp(dot, ".csv") == 0 || *format == BD_OUTPUT_MAT;
}

bool bd_output_is_own(const char *path, bd_output_format format) {
    const char *const begin = format == BD_OUTPUT_MAT ? BD_MAT_HEADER : "time";
    const size_t length = strlen(begin);
    char bytes[128] = "";
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    const size_t size = !file ? 0 : fread(bytes, 1, sizeof bytes, file);

    if (file)
        fclose(file);
    return size == 0 ||
           (size > length && memcmp(bytes, begin, length) == 0 &&
            (format == BD_OUTPUT_MAT || bytes[length] == ',' || bytes[length] == '\n'));
}

/* signals with names and sizes, in one block of memory */
static bd_output_signal *complete(const bd_output_signal *signals, size_t count, size_t *width) {
    enum { NAME = 32 };
    bd_output_signal *made = calloc(count > 0 ? count : 1, sizeof *made + NAME);

    *width = 0;
    for (size_t k = 0; k < count && made; k++) {
        char *name = (char *)(made + count) + k * NAME;
        snprintf(name, NAME, "signal%zu", k + 1);
        made[k] = signals[k];
        made[k].name = signals[k].name && signals[k].name[0] != '\0' ? signals[k].name : name;
        made[k].columns = signals[k].columns > 0 ? signals[k].columns : 1;
        if (made[k].rows > SIZE_MAX / made[k].columns / sizeof(double) ||
            made[k].rows * made[k].columns > SIZE_MAX / sizeof(double) - *width) {
            free(made);
            return NULL;
        }
        *width += made[k].rows * made[k].columns;
    }
    return made;
}

bd_status bd_output_open(const char *path, bd_output_format format, const bd_output_signal *signals,
                         size_t signal_count, bd_output **output, bd_error *error) {
    *output = NULL;
    if (!path || (!signals && signal_count > 0) || signal_count > SIZE_MAX / (sizeof *signals + 64))
        return bd_error_set(error, BD_BAD_ARGUMENT, "an output file needs a path and signals");
    bd_output *made = calloc(1, sizeof *made);
    bd_output_signal *named = !made ? NULL : complete(signals, signal_count, &made->width);
    if (!named) {
        free(made);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for the output '%s'", path);
    }
    made->type = format == BD_OUTPUT_MAT         ? &bd_writer_mat
                 : format == BD_OUTPUT_CSV_UNITS ? &bd_writer_csv_units
                                                 : &bd_writer_csv;
    const bd_status status =
        made->type->open(path, named, signal_count, made->width, &made->writer, error);
    free(named);
    if (status != BD_OK) {
        free(made);
        return status;
    }
    *output = made;
    return BD_OK;
}

size_t bd_output_width(const bd_output *output) {
    return output->width;
}

bd_status bd_output_row(bd_output *output, double time, const double *values, bd_error *error) {
    return output->type->row(output->writer, time, values, error);
}

bd_status bd_output_flush(bd_output *output, bd_error *error) {
    return output->type->flush(output->writer, error);
}

bd_status bd_output_close(bd_output *output, bd_error *error) {
    if (!output)
        return BD_OK;
    const bd_status status = output->type->close(output->writer, error);
    free(output);
    return status;
}
