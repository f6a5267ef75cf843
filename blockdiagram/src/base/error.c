/* statuses, sentences and the list of warnings */
#include "blockdiagram/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/sentence.h"

#undef bd_error_set /* the analyzer has another one */
#undef bd_error_prefix

bd_status bd_error_set_v(bd_error *error, bd_status status, const char *format, va_list arguments) {
    if (error) {
        error->status = status;
        vsnprintf(error->text, sizeof error->text, format, arguments);
    }
    return status;
}

bd_status bd_error_set(bd_error *error, bd_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bd_error_set_v(error, status, format, arguments);
    va_end(arguments);
    return status;
}

bd_status bd_error_prefix(bd_error *error, const char *format, ...) {
    if (!error)
        return BD_BLOCK_FAILED;
    char rest[BD_ERROR_TEXT];
    memcpy(rest, error->text, sizeof rest);
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (written >= 0 && (size_t)written < sizeof error->text)
        snprintf(error->text + written, sizeof error->text - (size_t)written, "%s", rest);
    return error->status;
}

void bd_error_clear(bd_error *error) {
    if (!error)
        return;
    error->status = BD_OK;
    error->text[0] = '\0';
}

void bd_log_add(bd_log *log, const char *format, ...) {
    if (!log)
        return;
    CM_SENTENCE(line, BD_ERROR_TEXT, format);

    log->total++;
    for (size_t i = 0; i < log->count; i++)
        if (strcmp(log->lines[i], line) == 0)
            return;
    if (log->count >= BD_LOG_LIMIT)
        return;
    char **lines = cm_one_more(log->lines, (size_t)log->count, sizeof *lines);
    if (!lines)
        return;
    log->lines = lines;
    size_t size = strlen(line) + 1;
    char *copy = malloc(size);
    if (!copy)
        return;
    memcpy(copy, line, size);
    log->lines[log->count++] = copy;
}

void bd_log_free(bd_log *log) {
    if (!log)
        return;
    CM_FREE_LIST(log->lines, log->count);
    *log = (bd_log){0};
}
