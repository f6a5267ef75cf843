/* opening plain files only */
#define _POSIX_C_SOURCE 200809L
#include "common/plain_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)

FILE *cm_open_plain(const char *path, const char **why) {
    FILE *file = fopen(path, "rb");
    *why = file ? "" : strerror(errno);
    return file;
}

#else

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* as /proc has them: some never end */
static bool has_no_size(int descriptor, const struct stat *about) {
    char some[64]; /* one alone is refused by files of records */
    return about->st_size == 0 && pread(descriptor, some, sizeof some, 0) > 0;
}

FILE *cm_open_plain(const char *path, const char **why) {
    struct stat about;
    /* not waiting for somebody who writes into it */
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *file = NULL;
    *why = "";
    if (descriptor < 0 || fstat(descriptor, &about) != 0)
        *why = strerror(errno);
    else if (S_ISDIR(about.st_mode))
        *why = strerror(EISDIR);
    else if (!S_ISREG(about.st_mode))
        *why = "it is a pipe or a device, and only plain files are read";
    else if (has_no_size(descriptor, &about))
        *why = "it is made up by the system while it is read, and only plain files are read";
    else if (!(file = fdopen(descriptor, "rb")))
        *why = strerror(errno);
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

#endif

static char *read_all(FILE *file, size_t most, size_t *size, const char **why) {
    size_t room = 1 << 16;
    char *text = malloc(room);
    for (size_t got;
         text && *size <= most && (got = fread(text + *size, 1, room - *size - 1, file)) > 0;) {
        *size += got;
        if (*size + 1 < room)
            continue;
        char *grown = realloc(text, room *= 2);
        if (!grown)
            free(text);
        text = grown;
    }
    if (!text)
        *why = "there is not enough memory for it";
    else if (*size > most)
        *why = "it is too large";
    else if (ferror(file))
        *why = strerror(errno);
    else
        return text;
    free(text);
    return NULL;
}

char *cm_read_plain(const char *path, size_t most, size_t *size, const char **why) {
    FILE *file = cm_open_plain(path, why);
    *size = 0;
    if (!file)
        return NULL;
    char *text = read_all(file, most, size, why);
    fclose(file);
    if (text)
        text[*size] = '\0';
    return text;
}
