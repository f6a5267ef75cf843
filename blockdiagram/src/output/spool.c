/* MAT files, version 4: five numbers, a name and the elements of each matrix (MathWorks, "MAT-File
 * Format", chapter 2). The number of columns is written after the columns themselves, so that a
 * kill leaves a file that is right */
#define _POSIX_C_SOURCE 200809L
#include "output/spool.h"
#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { BLOCK_ROWS = 256, BUFFER_DOUBLES = 1 << 13, DOUBLES = 0, LETTERS = 51 };

struct bd_spool {
    char *path;
    int file;
    size_t stride; /* doubles per row, with the time */
    size_t rows;   /* all of them */
    size_t kept;   /* those that are in the file */
    off_t header, data;
    double *buffer; /* the rest */
    size_t capacity;
};

/* all of the bytes at this place, written if there is a `from`, else read; errno if not */
static bool move_all(int file, const char *from, char *to, size_t size, off_t at) {
    for (size_t done = 0; done < size;) {
        const off_t place = at + (off_t)done;
        const ssize_t part = from ? pwrite(file, from + done, size - done, place)
                                  : pread(file, to + done, size - done, place);
        if (part == 0)
            errno = from ? ENOSPC : EIO;
        if (part == 0 || (part < 0 && errno != EINTR))
            return false;
        done += part > 0 ? (size_t)part : 0;
    }
    return true;
}

static bool write_at(int file, const void *bytes, size_t size, off_t at) {
    return move_all(file, bytes, NULL, size, at);
}

static bool read_at(int file, void *bytes, size_t size, off_t at) {
    return move_all(file, NULL, bytes, size, at);
}

/* rows and columns are at most what a number of this format can tell */
static int32_t told(size_t count) {
    return count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

/* where what follows goes; 0 if it cannot be written */
static off_t put_header(const bd_spool *spool, int kind, size_t rows, size_t columns,
                        const char *name, off_t at) {
    const int one = 1;
    const bool little = *(const char *)&one == 1;
    const int32_t numbers[5] = {(little ? 0 : 1000) + kind, told(rows), told(columns), 0,
                                (int32_t)strlen(name) + 1};
    const size_t length = strlen(name) + 1;

    return write_at(spool->file, numbers, sizeof numbers, at) &&
                   write_at(spool->file, name, length, at + (off_t)sizeof numbers)
               ? at + (off_t)sizeof numbers + (off_t)length
               : 0;
}

/* a matrix of letters, a row for each name, filled up with spaces */
static off_t put_names(const bd_spool *spool, char *const *names, size_t width) {
    size_t longest = strlen("time");
    const size_t count = width + 1;

    for (size_t k = 0; k < width; k++) {
        const size_t length = strlen(names[k]);
        longest = length > longest ? length : longest;
    }
    unsigned char *letters = longest > SIZE_MAX / count ? NULL : malloc(count * longest);
    if (!letters) {
        errno = ENOMEM;
        return 0;
    }
    memset(letters, ' ', count * longest);
    for (size_t k = 0; k < count; k++) {
        const char *name = k == 0 ? "time" : names[k - 1];
        for (size_t i = 0; name[i] != '\0'; i++)
            letters[i * count + k] = (unsigned char)name[i];
    }
    off_t end = put_header(spool, LETTERS, count, longest, "names", 0);
    if (end > 0) {
        end = write_at(spool->file, letters, count * longest, end) ? end + (off_t)(count * longest)
                                                                   : 0;
    }
    free(letters);
    return end;
}

bd_spool *bd_spool_open(const char *path, char *const *names, size_t width) {
    bd_spool *spool = calloc(1, sizeof *spool);

    if (!spool)
        return NULL;
    spool->stride = width + 1;
    spool->capacity = spool->stride > BUFFER_DOUBLES ? spool->stride : BUFFER_DOUBLES;
    spool->buffer = malloc(spool->capacity * sizeof *spool->buffer);
    spool->path = strdup(path);
    if (spool->buffer && spool->path)
        (void)unlink(path); /* in a folder of many users it may be anybody's link */
    spool->file = !spool->buffer || !spool->path
                      ? -1
                      : open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (spool->file >= 0) {
        spool->header = put_names(spool, names, width);
        spool->data = spool->header > 0
                          ? put_header(spool, DOUBLES, spool->stride, 0, "rows", spool->header)
                          : 0;
    }
    if (spool->data == 0) {
        const int why = errno;
        bd_spool_close(spool);
        errno = why;
        return NULL;
    }
    return spool;
}

bool bd_spool_flush(bd_spool *spool) {
    const size_t row = spool->stride * sizeof(double);
    const int32_t columns = told(spool->rows);

    if (spool->rows == spool->kept)
        return true;
    if (!write_at(spool->file, spool->buffer, (spool->rows - spool->kept) * row,
                  spool->data + (off_t)(spool->kept * row)) ||
        !write_at(spool->file, &columns, sizeof columns, spool->header + 2 * (off_t)sizeof columns))
        return false;
    spool->kept = spool->rows;
    return true;
}

bool bd_spool_row(bd_spool *spool, double time, const double *values) {
    size_t used = (spool->rows - spool->kept) * spool->stride;

    if (spool->capacity - used < spool->stride) {
        if (!bd_spool_flush(spool))
            return false;
        used = 0;
    }
    spool->buffer[used] = time;
    if (spool->stride > 1)
        memcpy(spool->buffer + used + 1, values, (spool->stride - 1) * sizeof *values);
    spool->rows++;
    return true;
}

size_t bd_spool_rows(const bd_spool *spool) {
    return spool->rows;
}

bool bd_spool_read(const bd_spool *spool, size_t first, size_t count, double *columns) {
    const size_t stride = spool->stride;
    double *block = malloc(BLOCK_ROWS * stride * sizeof *block);
    bool good = block != NULL;

    for (size_t row = 0; row < spool->rows && good;) {
        const size_t left = spool->rows - row;
        const size_t rows = left < BLOCK_ROWS ? left : BLOCK_ROWS;
        good = read_at(spool->file, block, rows * stride * sizeof *block,
                       spool->data + (off_t)(row * stride * sizeof *block));
        for (size_t r = 0; r < rows && good; r++)
            for (size_t c = 0; c < count; c++)
                columns[row + r + c * spool->rows] = block[r * stride + first + c];
        row += rows;
    }
    free(block);
    return good;
}

void bd_spool_close(bd_spool *spool) {
    if (!spool)
        return;
    if (spool->file >= 0) {
        close(spool->file);
        unlink(spool->path);
    }
    CM_FREE(spool->buffer, spool->path, spool);
}
