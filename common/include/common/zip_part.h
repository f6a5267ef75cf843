/* reading a part of a zip archive (libzip) to its end: only there its checksum is compared */
#ifndef COMMON_ZIP_PART_H
#define COMMON_ZIP_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <zip.h>

/* all of the part, which has `size` bytes, and a zero behind them, for which there is room; false
 * if it is damaged */
static inline bool cm_zip_read_whole(zip_file_t *part, char *bytes, size_t size) {
    zip_int64_t got = -1;
    size_t total = 0;
    while (total <= size && (got = zip_fread(part, bytes + total, size + 1 - total)) > 0)
        total += (size_t)got;
    bytes[size] = '\0';
    return got == 0 && total == size;
}

#endif
