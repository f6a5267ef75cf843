/* removing a temporary folder with all that is in it (POSIX only; its reader defines
 * _XOPEN_SOURCE 700). Slaves that unpack files need it as well as who cleans up behind them */
#ifndef MR_REMOVE_FOLDER_H
#define MR_REMOVE_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

static inline int mr_remove_one(const char *path, const struct stat *info, int kind,
                                struct FTW *where) {
    (void)info;
    (void)kind;
    (void)where;
    (void)remove(path);
    return 0;
}

/* links are removed, not followed */
static inline void mr_remove_folder(const char *folder) {
    /* memory or descriptors that are short for a moment are no reason to leave it */
    for (int tries = 0; tries < 3 && access(folder, F_OK) == 0; tries++)
        (void)nftw(folder, mr_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
