/* signals of runs in files of the folder */
#define _GNU_SOURCE
#include "study.h"

#include "fingerprint.h"
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_ROOM 4096

static void place(char *path, const char *folder) {
    snprintf(path, PATH_ROOM, "%s/motions", folder);
}
static void file_of(char *path, const char *folder, int run) {
    snprintf(path, PATH_ROOM, "%s/motions/%d.bin", folder, run + 1);
}

bool study_kept_has_folder(const char *folder) {
    char path[PATH_ROOM];
    place(path, folder);
    return access(path, R_OK) == 0;
}

bool study_kept_begin(const char *folder) {
    char path[PATH_ROOM];
    place(path, folder);
    (void)mkdir(path, 0777);
    return study_kept_has_folder(folder);
}

/* before the numbers: how many, and their check sum, which a loss of power does not fake */
typedef struct head {
    uint64_t count, width, sum;
} head;

static uint64_t sum_of(const double *numbers, size_t count) {
    uint64_t sum = FINGERPRINT_BEGIN;
    fingerprint_bytes(&sum, numbers, count * sizeof *numbers);
    return sum;
}

/* those of a run that was killed while it wrote, too */
void study_kept_remove(const char *folder) {
    char path[PATH_ROOM];
    place(path, folder);
    folder_drop_link(path); /* what lies elsewhere is not ours to remove */
    DIR *all = opendir(path);
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (strstr(entry->d_name, ".bin"))
            (void)unlinkat(dirfd(all), entry->d_name, 0);
    if (all)
        closedir(all);
    (void)rmdir(path);
}

bool study_kept_write(const study_signals *k, const char *folder, int run) {
    char path[PATH_ROOM], scratch[PATH_ROOM + 32];
    const size_t numbers = k->count * (size_t)k->width;
    const head size = {k->count, (uint64_t)k->width, sum_of(k->columns, numbers)};
    file_of(path, folder, run);
    snprintf(scratch, sizeof scratch, "%s.%d", path, (int)getpid());
    (void)unlink(scratch); /* whose link it may be */
    FILE *file = fopen(scratch, "wbx");
    if (!file)
        return false;
    bool good = fwrite(&size, sizeof size, 1, file) == 1 &&
                fwrite(k->columns, sizeof *k->columns, numbers, file) == numbers;
    good = fclose(file) == 0 && good && rename(scratch, path) == 0;
    const int why = errno;
    if (!good)
        (void)unlink(scratch);
    errno = why;
    return good;
}

static bool read_kept(study_signals *k, const char *folder, int run, int width) {
    char path[PATH_ROOM];
    head size = {0, 0, 0};
    struct stat state;
    *k = (study_signals){.width = width};
    file_of(path, folder, run);
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    /* a file that says more than it has is none of ours */
    const bool sound =
        fstat(fileno(file), &state) == 0 && fread(&size, sizeof size, 1, file) == 1 &&
        size.count > 0 && size.width == (uint64_t)width &&
        ((uint64_t)state.st_size - sizeof size) / sizeof *k->columns / size.width == size.count;
    const size_t numbers = sound ? size.count * size.width : 0;
    k->columns = sound ? malloc(numbers * sizeof *k->columns) : NULL;
    if (k->columns && fread(k->columns, sizeof *k->columns, numbers, file) == numbers &&
        sum_of(k->columns, numbers) == size.sum) {
        k->count = size.count;
    } else {
        free(k->columns);
        k->columns = NULL;
    }
    fclose(file);
    return k->columns;
}

bool study_kept_is_there(const char *folder, int run, int width) {
    study_signals k;
    const bool there = read_kept(&k, folder, run, width);
    free(k.columns);
    return there;
}

bool study_kept_set(const study *s, int run, bd_workspace *w, bd_error *error) {
    const text_list *names = &s->runs[run].keep;
    study_signals k;
    if (names->count == 0)
        return true;
    if (!read_kept(&k, s->folder, run, names->count)) {
        bd_error_set(error, BD_CANNOT_READ,
                     "its motion is not in %.100s/motions, a folder that all ranks must see",
                     s->folder);
        return false;
    }
    bd_status status = BD_OK;
    for (int i = 0; status == BD_OK && i < k.width; i++) {
        bd_value *column = NULL;
        status =
            bd_value_create_doubles(k.count, 1, k.columns + (size_t)i * k.count, &column, error);
        if (status == BD_OK)
            status = bd_workspace_set(w, names->items[i], column, error);
    }
    free(k.columns);
    return status == BD_OK;
}
