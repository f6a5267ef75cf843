/* removing a temporary folder with all that is in it (POSIX only; its reader defines
 * _XOPEN_SOURCE 700). Slaves that unpack files need it as well as who cleans up behind them
 *
 * Who filled it may have wanted it to stay: folders in folders have no path when there are enough
 * of them, and no stack is deep enough. So nothing is walked down: what is in a folder comes up to
 * the top, until the top holds nothing. Links are removed, not followed. */
#ifndef MR_REMOVE_FOLDER_H
#define MR_REMOVE_FOLDER_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MR_MOST_PASSES 1000000 /* somebody may still fill it */

static inline bool mr_is_folder_in(int folder, const char *name) {
    struct stat info;
    return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
}

static inline DIR *mr_open_folder_in(int folder, const char *name) {
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int opened = openat(folder, name, flags);
    if (opened < 0 && mr_is_folder_in(folder, name) && fchmodat(folder, name, 0700, 0) == 0)
        opened = openat(folder, name, flags);
    DIR *all = opened >= 0 ? fdopendir(opened) : NULL;
    if (opened >= 0 && !all)
        close(opened);
    return all;
}

/* the next name that is not "." or ".."; NULL at the end */
static inline const char *mr_next_name(DIR *all) {
    for (struct dirent *entry; (entry = readdir(all));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return entry->d_name;
    return NULL;
}

/* the folder `name` of the top is removed, what folders it has come up under a number */
static inline bool mr_remove_below(int top, const char *name, unsigned *number) {
    char above[40];
    DIR *all = mr_open_folder_in(top, name);
    if (!all)
        return false;
    for (const char *inside; (inside = mr_next_name(all));) {
        if (!mr_is_folder_in(dirfd(all), inside)) {
            (void)unlinkat(dirfd(all), inside, 0);
            continue;
        }
        /* a number may be taken; and who moves a folder must be allowed to write into it */
        bool moved = unlinkat(dirfd(all), inside, AT_REMOVEDIR) == 0;
        for (int tries = 0; tries < 100 && !moved; tries++) {
            snprintf(above, sizeof above, "above-%u", (*number)++);
            moved = renameat(dirfd(all), inside, top, above) == 0 ||
                    (errno == EACCES && fchmodat(dirfd(all), inside, 0700, 0) == 0 &&
                     renameat(dirfd(all), inside, top, above) == 0);
        }
    }
    closedir(all);
    return unlinkat(top, name, AT_REMOVEDIR) == 0;
}

static inline void mr_remove_folder(const char *folder) {
    unsigned number = 0;
    /* memory or descriptors that are short for a moment are no reason to leave it */
    for (int tries = 0, passes = 0;
         tries < 3 && passes < MR_MOST_PASSES && rmdir(folder) != 0 && access(folder, F_OK) == 0;
         passes++) {
        DIR *all = mr_open_folder_in(AT_FDCWD, folder);
        bool better = false;
        for (const char *name; all && (name = mr_next_name(all));) {
            if (mr_is_folder_in(dirfd(all), name))
                better = mr_remove_below(dirfd(all), name, &number) || better;
            else
                better = unlinkat(dirfd(all), name, 0) == 0 || better;
        }
        if (all)
            closedir(all);
        tries += !better;
    }
}

#endif
