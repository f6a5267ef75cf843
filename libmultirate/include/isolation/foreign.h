/* files below folders that the user does not trust (MULTIRATE_FOREIGN) or trusts
 * (MULTIRATE_TRUSTED); no linking. Its reader defines _XOPEN_SOURCE 700
 *
 * Whoever loads a slave asks, and so does a slave that loads code of a file itself: the name of the
 * file may stand in its configuration, which nobody reads before it does. In the sandbox the
 * variable is not there. */
#ifndef MR_FOREIGN_H
#define MR_FOREIGN_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MR_FOREIGN_SENTENCE                                                                        \
    "'%.150s' is below a folder of MULTIRATE_FOREIGN and would not be in the sandbox: name it as " \
    "the slave itself"

#if defined(_WIN32)

/* there is no sandbox: whatever the folders are, a slave is refused */
static inline bool mr_file_is_below_one_of(const char *file, const char *variable) {
    const char *list = getenv(variable);
    (void)file;
    return list && *list;
}

#else

static inline bool mr_file_is_below(const char *path, const char *folder) {
    char inner[PATH_MAX], outer[PATH_MAX];
    if (!realpath(path, inner) || !realpath(folder, outer))
        return false;
    const size_t length = strlen(outer);
    return strncmp(inner, outer, length) == 0 &&
           (inner[length] == '/' || inner[length] == '\0' || outer[length - 1] == '/');
}

static inline bool mr_file_is_below_one_of(const char *file, const char *variable) {
    const char *list = getenv(variable);
    char folder[PATH_MAX];
    bool found = false;
    while (list && *list && !found) {
        const char *end = strchr(list, ':');
        const size_t length = end ? (size_t)(end - list) : strlen(list);
        snprintf(folder, sizeof folder, "%.*s", (int)(length < PATH_MAX ? length : 0), list);
        found = folder[0] && mr_file_is_below(file, folder);
        list = end ? end + 1 : NULL;
    }
    return found;
}

#endif

static inline bool mr_file_is_foreign(const char *file) {
    return mr_file_is_below_one_of(file, "MULTIRATE_FOREIGN");
}

#endif
