/* cleaning up behind a process that was killed */
#if defined(__linux__)
#define _XOPEN_SOURCE 700
#include "leftovers.h"

#include "isolation/remove_folder.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* multirate-SLAVE-PID-…: of this process, or (pid 0) of one that lives no more and was sandboxed:
 * its master was killed before it could clean up */
static bool is_of(const char *name, int pid) {
    if (strncmp(name, "multirate-", 10) != 0)
        return false;
    const char *number = strchr(name + 10, '-');
    char *end = NULL;
    const long told = number ? strtol(number + 1, &end, 10) : 0;
    if (!end || *end != '-' || told < 2)
        return false;
    return pid > 0 ? told == pid
                   : strncmp(name + 10, "sandbox-", 8) == 0 && kill((pid_t)told, 0) != 0 &&
                         errno == ESRCH;
}

void mr_remove_leftovers(int pid) {
    const char *place = getenv("TMPDIR");
    if (!place || !*place)
        place = "/tmp";
    DIR *all = opendir(place);
    if (!all)
        return;
    for (struct dirent *entry; (entry = readdir(all));) {
        char path[4096];
        struct stat info;
        if (!is_of(entry->d_name, pid) ||
            snprintf(path, sizeof path, "%s/%s", place, entry->d_name) >= (int)sizeof path)
            continue;
        if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == getuid())
            mr_remove_folder(path);
    }
    closedir(all);
}

#else
typedef int mr_no_leftovers_on_this_system;
#endif
