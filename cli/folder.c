/* making folders */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool make_folder(const char *command, const char *path) {
    char part[4096];
    for (const char *p = path; *p; p++)
        if (*p == '/' && p > path) {
            snprintf(part, sizeof part, "%.*s", (int)(p - path), path);
            (void)mkdir(part, 0777);
        }
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "multirate %s: the folder '%s' cannot be made: %s\n", command, path,
            strerror(errno));
    return false;
}
