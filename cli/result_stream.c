/* rows of a run that goes on, beside PATH until it is complete (output.h) */
#include "result_stream.h"
#include "columns.h"

#include "common/clock.h"

#include <stdlib.h>

#define EVERY 1.0 /* s */

struct result_stream {
    const model *m;
    const char *path;
    bd_output_format format;
    columns set;
    bd_output *output; /* opened with the first rows: a run that fails before has none */
    size_t rows;
    double taken;
    bool failed;
};

result_stream *result_stream_begin(const model *m, const char *path, bd_output_format format) {
    result_stream *stream = calloc(1, sizeof *stream);
    if (stream) {
        stream->m = m;
        stream->path = path;
        stream->format = format;
        stream->taken = cm_seconds();
    }
    return stream;
}

static bd_status open_output(result_stream *stream, bd_error *error) {
    BD_TRY(columns_open(&stream->set, stream->m->run, &stream->m->names, error));
    return bd_output_open(stream->path, stream->format, stream->set.signals,
                          (size_t)stream->set.count, &stream->output, error);
}

static bd_status write_rows(result_stream *stream, size_t end, bd_error *error) {
    for (; stream->rows < end; stream->rows++) {
        const double t = columns_row(&stream->set, stream->rows);
        BD_TRY(bd_output_row(stream->output, t, stream->set.values, error));
    }
    return BD_OK;
}

void result_stream_take(result_stream *stream) {
    if (!stream || stream->failed || cm_seconds() - stream->taken < EVERY)
        return;
    bd_error error;
    bd_status status = BD_OK;
    const size_t rows = bd_run_time_count(stream->m->run);
    if (rows > 1 && !stream->output)
        status = open_output(stream, &error);
    /* the last row may still get values of its time */
    if (rows > 1 && status == BD_OK)
        status = write_rows(stream, rows - 1, &error);
    if (rows > 1 && status == BD_OK)
        status = bd_output_flush(stream->output, &error);
    stream->failed = status != BD_OK;
    stream->taken = cm_seconds();
}

static void release(result_stream *stream) {
    columns_close(&stream->set);
    free(stream);
}

bd_status result_stream_end(result_stream *stream, const model *m, const char *path,
                            bd_output_format format, bd_error *error) {
    bd_status status = BD_OK;
    /* results do not depend on how long the run took: with rows gone meanwhile they are written
     * anew
     */
    if (!stream || stream->failed || !stream->output || !columns_are_whole(&stream->set)) {
        result_stream_drop(stream);
        return model_write(m, path, format, error);
    }
    status = write_rows(stream, bd_run_time_count(m->run), error);
    bd_error close_error;
    const bd_status closed = bd_output_close(stream->output, &close_error);
    if (status == BD_OK && closed != BD_OK) {
        *error = close_error;
        status = closed;
    }
    release(stream);
    return status;
}

void result_stream_drop(result_stream *stream) {
    if (!stream)
        return;
    bd_error error; /* a file that could not be written does not get its name */
    (void)bd_output_close(stream->output, &error);
    release(stream);
}
