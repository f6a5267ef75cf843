/* which kind of description a file is */
#define _POSIX_C_SOURCE 200809L
#include "ssp.h"

#include "common/plain_file.h"

#include "multirate/nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#undef mr_no_memory /* the analyzer has another one */
bool sy_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    return end != text && !*end && isfinite(*number);
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

mr_status sy_read(const char *path, sy_system **read, mr_message *message) {
    const char *slash = strrchr(path, '/');
    sy_system *s = sy_system_new(slash ? slash + 1 : path);
    *read = NULL;
    if (!s)
        return mr_no_memory(message);
    char *dot = strrchr(s->name, '.');
    if (dot && dot != s->name)
        *dot = '\0';
    free(s->path);
    free(s->folder);
    s->path = strdup(path);
    s->folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    mr_status status = s->path && s->folder ? MR_OK : mr_no_memory(message);
    if (status == MR_OK)
        status = ends_with(path, ".ssp")   ? sy_read_ssp(path, s, message)
                 : ends_with(path, ".ssd") ? sy_read_ssd(path, s, message)
                                           : sy_read_yaml(path, s, message);
    if (status != MR_OK) {
        sy_system_free(s);
        return status;
    }
    *read = s;
    return MR_OK;
}

char *sy_read_text(const char *what, const char *path, size_t most, size_t *size,
                   mr_message *message) {
    const char *why;
    char *text = cm_read_plain(path, most, size, &why);
    if (!text)
        mr_message_set(message, "%s'%.300s' cannot be read: %s", what, path, why);
    return text;
}
