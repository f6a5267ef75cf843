/* comma separated values: whole lines are collected in one buffer and handed over together, so that
 * what a kill leaves does not end in half a row */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/new_file.h"
#include "base/format_double.h"
#include "output/writer.h"
#include "common/memory.h"

enum { BUFFER_BYTES = 1 << 16 };

typedef struct csv_writer {
    FILE *file;
    bd_new_file *handle;
    bool is_standard_output;
    bool units; /* in the header */
    char *path;
    size_t width;
    char *buffer;
    size_t used, capacity;
} csv_writer;

static bd_status refuse_write(const char *path, bd_error *error) {
    return bd_error_set(error, BD_CANNOT_WRITE, "%s%s%s cannot be written: %s", !path ? "" : "'",
                        !path ? "standard output" : path, !path ? "" : "'", strerror(errno));
}

static bd_status hand_over(csv_writer *csv, bd_error *error) {
    const bool good = fwrite(csv->buffer, 1, csv->used, csv->file) == csv->used;

    csv->used = 0;
    return good && fflush(csv->file) == 0
               ? BD_OK
               : refuse_write(csv->is_standard_output ? NULL : csv->path, error);
}

/* a name that holds a comma, a quote or a line end stands in quotes (RFC 4180) */
static bd_status put_name(csv_writer *csv, const char *name, bd_error *error) {
    const bool quoted = strpbrk(name, ",\"\r\n") != NULL;

    if (quoted)
        csv->buffer[csv->used++] = '"';
    for (; *name != '\0'; name++) {
        if (csv->used + 4 > csv->capacity) {
            const bd_status status = hand_over(csv, error);
            if (status != BD_OK)
                return status;
        }
        csv->buffer[csv->used++] = *name;
        if (*name == '"')
            csv->buffer[csv->used++] = '"';
    }
    if (quoted)
        csv->buffer[csv->used++] = '"';
    return BD_OK;
}

/* "x.speed", or "x.speed [m/s]" */
static char *column_of(const csv_writer *csv, const bd_output_signal *signal, size_t k) {
    const char *unit = csv->units ? bd_element_unit(signal, k) : "";
    const size_t length = (size_t)bd_output_column_name(signal, k, NULL, 0);
    const size_t room = length + strlen(unit) + 4;
    char *name = malloc(room);

    if (name) {
        bd_output_column_name(signal, k, name, room);
        if (*unit != '\0')
            snprintf(name + length, room - length, " [%s]", unit);
    }
    return name;
}

static bd_status put_header(csv_writer *csv, const bd_output_signal *signals, size_t count,
                            bd_error *error) {
    bd_status status = put_name(csv, "time", error);

    for (size_t s = 0; s < count && status == BD_OK; s++) {
        const size_t elements = signals[s].rows * signals[s].columns;
        for (size_t k = 0; k < elements && status == BD_OK; k++) {
            char *name = column_of(csv, &signals[s], k);
            if (!name)
                return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", csv->path);
            if (csv->used + 4 > csv->capacity)
                status = hand_over(csv, error);
            csv->buffer[csv->used++] = ',';
            status = status == BD_OK ? put_name(csv, name, error) : status;
            free(name);
        }
    }
    csv->buffer[csv->used++] = '\n';
    return status == BD_OK ? hand_over(csv, error) : status;
}

static void csv_free(csv_writer *csv) {
    if (csv->file && !csv->is_standard_output) {
        bd_new_file_spoil(csv->handle);
        fclose(csv->file);
    }
    CM_FREE(csv->buffer, csv->path, csv);
}

static bd_status open_with(const char *path, bool units, const bd_output_signal *signals,
                           size_t signal_count, size_t width, void **writer, bd_error *error) {
    csv_writer *csv = calloc(1, sizeof *csv);

    if (!csv)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    csv->units = units;
    /* one row always fits */
    csv->width = width;
    csv->capacity = BUFFER_BYTES + (width + 1) * BD_DOUBLE_TEXT;
    csv->buffer = malloc(csv->capacity + 8);
    csv->path = malloc(strlen(path) + 1);
    if (!csv->buffer || !csv->path) {
        csv_free(csv);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    }
    strcpy(csv->path, path);
    csv->is_standard_output = strcmp(path, "-") == 0;
    csv->file = csv->is_standard_output ? stdout : bd_new_file_open(path, &csv->handle);
    if (!csv->file) {
        const bd_status status = refuse_write(path, error);
        csv_free(csv);
        return status;
    }
    if (csv->handle)
        bd_new_file_keep(csv->handle);
    const bd_status status = put_header(csv, signals, signal_count, error);
    if (status != BD_OK) {
        csv_free(csv);
        return status;
    }
    *writer = csv;
    return BD_OK;
}

static bd_status csv_open(const char *path, const bd_output_signal *signals, size_t signal_count,
                          size_t width, void **writer, bd_error *error) {
    return open_with(path, false, signals, signal_count, width, writer, error);
}

static bd_status csv_open_units(const char *path, const bd_output_signal *signals,
                                size_t signal_count, size_t width, void **writer, bd_error *error) {
    return open_with(path, true, signals, signal_count, width, writer, error);
}

static bd_status csv_row(void *writer, double time, const double *values, bd_error *error) {
    csv_writer *csv = writer;

    if (csv->capacity - csv->used < (csv->width + 1) * BD_DOUBLE_TEXT) {
        const bd_status status = hand_over(csv, error);
        if (status != BD_OK)
            return status;
    }
    char *to = csv->buffer + csv->used;
    to += bd_format_double(time, to);
    for (size_t k = 0; k < csv->width; k++) {
        *to++ = ',';
        to += bd_format_double(values[k], to);
    }
    *to++ = '\n';
    csv->used = (size_t)(to - csv->buffer);
    return BD_OK;
}

static bd_status csv_flush(void *writer, bd_error *error) {
    return hand_over(writer, error);
}

static bd_status csv_close(void *writer, bd_error *error) {
    csv_writer *csv = writer;
    bd_status status = hand_over(csv, error);

    if (!csv->is_standard_output) {
        if (fclose(csv->file) != 0 && status == BD_OK)
            status = refuse_write(csv->path, error);
        csv->file = NULL;
    }
    csv_free(csv);
    return status;
}

const bd_writer_type bd_writer_csv = {csv_open, csv_row, csv_flush, csv_close};
const bd_writer_type bd_writer_csv_units = {csv_open_units, csv_row, csv_flush, csv_close};
