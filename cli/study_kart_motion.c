/* motions of the kart: kept in files, looked at, compared */
#define _GNU_SOURCE
#include "study_kart.h"

#include <dirent.h>
#include <math.h>
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

bool kart_motions_begin(const char *folder) {
    char path[PATH_ROOM];
    place(path, folder);
    (void)mkdir(path, 0777);
    return kart_motion_is_there(folder, -1);
}

bool kart_motion_is_there(const char *folder, int run) {
    char path[PATH_ROOM];
    if (run < 0)
        place(path, folder);
    else
        file_of(path, folder, run);
    return access(path, R_OK) == 0;
}

/* those of a run that was killed while it wrote, too */
void kart_motions_remove(const char *folder) {
    char path[PATH_ROOM];
    place(path, folder);
    DIR *all = opendir(path);
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (strstr(entry->d_name, ".bin"))
            (void)unlinkat(dirfd(all), entry->d_name, 0);
    if (all)
        closedir(all);
    (void)rmdir(path);
}

bool kart_motion_write(const kart_motion *m, const char *folder, int run) {
    char path[PATH_ROOM], scratch[PATH_ROOM + 32];
    const uint64_t size[2] = {m->count, (uint64_t)m->width};
    const size_t numbers = m->count * (size_t)m->width;
    file_of(path, folder, run);
    snprintf(scratch, sizeof scratch, "%s.%d", path, (int)getpid());
    FILE *file = fopen(scratch, "wb");
    if (!file)
        return false;
    bool good = fwrite(size, sizeof size, 1, file) == 1 &&
                fwrite(m->rows, sizeof *m->rows, numbers, file) == numbers;
    good = fclose(file) == 0 && good && rename(scratch, path) == 0;
    if (!good)
        (void)unlink(scratch);
    return good;
}

bool kart_motion_read(kart_motion *m, const char *folder, int run) {
    char path[PATH_ROOM];
    uint64_t size[2] = {0, 0};
    struct stat state;
    *m = (kart_motion){0};
    file_of(path, folder, run);
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    /* a file that says more than it has is none of ours */
    const bool sound =
        fstat(fileno(file), &state) == 0 && fread(size, sizeof size, 1, file) == 1 && size[0] > 0 &&
        size[1] > KART_PITCH && size[1] <= KART_SIGNALS &&
        ((uint64_t)state.st_size - sizeof size) / sizeof *m->rows / size[1] == size[0];
    const size_t numbers = sound ? size[0] * size[1] : 0;
    m->rows = sound ? malloc(numbers * sizeof *m->rows) : NULL;
    if (m->rows && fread(m->rows, sizeof *m->rows, numbers, file) == numbers) {
        m->count = size[0];
        m->width = (int)size[1];
    } else {
        free(m->rows);
        m->rows = NULL;
    }
    fclose(file);
    return m->rows;
}

const double *kart_row_at(const kart_motion *m, double t) {
    size_t low = 0, high = m->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (m->rows[middle * (size_t)m->width] <= t)
            low = middle;
        else
            high = middle;
    }
    return m->rows + low * (size_t)m->width;
}

/* pitch between two major steps of the reference, whose steps are short: a straight line */
double kart_pitch_at(const kart_motion *m, double t) {
    const double *a = kart_row_at(m, t);
    const double *end = m->rows + (m->count - 1) * (size_t)m->width;
    if (a == end)
        return a[KART_PITCH];
    const double *b = a + m->width;
    const double part = (t - a[KART_TIME]) / (b[KART_TIME] - a[KART_TIME]);
    return a[KART_PITCH] + part * (b[KART_PITCH] - a[KART_PITCH]);
}

void kart_compare(const kart_motion *m, const kart_motion *reference, double *most, double *rms) {
    double worst = 0.0, sum = 0.0;
    for (size_t i = 0; i < m->count; i++) {
        const double *row = m->rows + i * (size_t)m->width;
        const double off = row[KART_PITCH] - kart_pitch_at(reference, row[KART_TIME]);
        worst = isnan(off) ? INFINITY : fmax(worst, fabs(off));
        sum += off * off;
    }
    *most = worst;
    *rms = sqrt(sum / (double)m->count);
}
