/* private temporary folders, named by process, so that those of killed processes can be told */
#define _XOPEN_SOURCE 700
#include "folder.h"

#include "isolation/remove_folder.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "multirate-fmu-"

static const char *temporary(void) {
    const char *place = getenv("TMPDIR");
    return place && *place && strlen(place) < 3000 ? place : "/tmp";
}

/* a folder of ours whose process does not live any more */
static bool is_stale(const char *place, const char *name, char *path, size_t size) {
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    char *end;
    const long process = strtol(name + strlen(PREFIX), &end, 10);
    struct stat info;
    snprintf(path, size, "%s/%s", place, name);
    return *end == '-' && process > 1 && kill((pid_t)process, 0) != 0 && errno == ESRCH &&
           lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == getuid();
}

static void remove_stale(const char *place) {
    DIR *all = opendir(place);
    if (!all)
        return;
    char path[4096];
    for (struct dirent *entry; (entry = readdir(all));)
        if (is_stale(place, entry->d_name, path, sizeof path))
            fmu_folder_remove(path);
    closedir(all);
}

mr_status fmu_folder_make(char *folder, size_t size, mr_message *message) {
    const char *place = temporary();
    remove_stale(place);
    snprintf(folder, size, "%s/" PREFIX "%ld-XXXXXX", place, (long)getpid());
    if (mkdtemp(folder))
        return MR_OK;
    mr_message_set(message, "no temporary folder can be made in '%.200s': %s", place,
                   strerror(errno));
    folder[0] = '\0';
    return MR_ERR_SLAVE_OPEN;
}

bool fmu_folder_make_parents(const char *folder, char *target) {
    for (char *slash = strchr(target + strlen(folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(target, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

void fmu_folder_remove(const char *folder) {
    mr_remove_folder(folder);
}
