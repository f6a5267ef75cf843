/* folders: made, looked at, filled */
#define _POSIX_C_SOURCE 200809L
#include "complain.h"
#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_one(const char *command, const char *path) {
    struct stat found;
    if (mkdir(path, 0777) == 0)
        return true;
    const int why = errno;
    return (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) ||
           complain(command, "the folder '%s' cannot be made: %s", path, strerror(why));
}

bool make_folder(const char *command, const char *path) {
    char part[4096];
    for (const char *p = path; *p; p++)
        if (*p == '/' && p > path) {
            snprintf(part, sizeof part, "%.*s", (int)(p - path), path);
            if (!make_one(command, part))
                return false;
        }
    return make_one(command, path);
}

bool folder_is_free_for(const char *command, const char *folder, const char *name) {
    char path[4096];
    struct stat found;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &found) != 0 || (S_ISREG(found.st_mode) && found.st_size == 0) ||
           complain(command,
                    "'%s' is there already, and nothing tells that `multirate %s` has written it; "
                    "move it away or give another folder",
                    path, command);
}

void folder_drop_link(const char *path) {
    struct stat found;
    if (lstat(path, &found) == 0 && S_ISLNK(found.st_mode))
        (void)unlink(path);
}

FILE *folder_file(const char *command, const char *folder, const char *name, bd_new_file **handle) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    folder_drop_link(path);
    FILE *file = bd_new_file_open(path, handle);
    if (!file)
        complain(command, "'%s' cannot be written: %s", path, strerror(errno));
    return file;
}

bool folder_file_close(FILE *file, const char *command, const char *folder, const char *name) {
    return fclose(file) == 0 ||
           complain(command, "'%s/%s' cannot be written: %s", folder, name, strerror(errno));
}
