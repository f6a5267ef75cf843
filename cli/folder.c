/* making folders */
#define _POSIX_C_SOURCE 200809L
#include "complain.h"
#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool make_folder(const char *command, const char *path) {
    char part[4096];
    struct stat found;
    for (const char *p = path; *p; p++)
        if (*p == '/' && p > path) {
            snprintf(part, sizeof part, "%.*s", (int)(p - path), path);
            (void)mkdir(part, 0777);
        }
    if (mkdir(path, 0777) == 0)
        return true;
    const int why = errno;
    if (why == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return true;
    return complain(command, "the folder '%s' cannot be made: %s", path, strerror(why));
}
