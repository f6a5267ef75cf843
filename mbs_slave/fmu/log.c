/* logs begin with a line of ours, so that a configuration that names another file harms none */
#define _POSIX_C_SOURCE 200809L
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "# Multirate: what an FMU says\n";

/* empty, a log, or a device such as /dev/stderr */
static bool is_ours(int file) {
    char line[sizeof first_line] = "";
    struct stat about;
    if (fstat(file, &about) != 0)
        return false;
    if (S_ISCHR(about.st_mode) || (S_ISREG(about.st_mode) && about.st_size == 0))
        return true;
    return S_ISREG(about.st_mode) &&
           pread(file, line, sizeof line - 1, 0) == (ssize_t)sizeof line - 1 &&
           strcmp(line, first_line) == 0;
}

FILE *fmu_log_open(const char *path, mr_message *message) {
    /* a device may be open for writing alone; of a pipe nobody waits for the other end */
    int file = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file < 0 && errno == EACCES)
        file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    const int why = errno;
    const bool ours = file >= 0 && is_ours(file);
    FILE *log = ours && (ftruncate(file, 0) == 0 || errno == EINVAL) ? fdopen(file, "w") : NULL;
    if (log) {
        fputs(first_line, log);
        return log;
    }
    if (file >= 0 && !ours)
        mr_message_set(message,
                       "the log '%.300s' is there already and is no log of an FMU; move it away or "
                       "give another name",
                       path);
    else
        mr_message_set(message, "the log '%.300s' cannot be written: %s", path,
                       strerror(file < 0 ? why : errno));
    if (file >= 0)
        close(file);
    return NULL;
}
