/* libzip writes into a growing buffer source */
#include "archive.h"

#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "mr_test.h"

void *archive_make(const archive_part *parts, size_t count, size_t *size) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *buffer = zip_source_buffer_create(NULL, 0, 0, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(buffer);
    zip_source_keep(buffer);
    zip_t *zip = zip_open_from_source(buffer, ZIP_TRUNCATE, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(zip);
    for (size_t i = 0; i < count; i++) {
        zip_source_t *part = zip_source_buffer(zip, parts[i].bytes, parts[i].size, 0);
        CU_ASSERT_TRUE_FATAL(zip_file_add(zip, parts[i].name, part, 0) >= 0);
    }
    CU_ASSERT_EQUAL_FATAL(zip_close(zip), 0);
    zip_stat_t stat;
    CU_ASSERT_EQUAL_FATAL(zip_source_stat(buffer, &stat), 0);
    CU_ASSERT_EQUAL_FATAL(zip_source_open(buffer), 0);
    *size = (size_t)stat.size;
    void *bytes = malloc(*size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL_FATAL(zip_source_read(buffer, bytes, stat.size), (zip_int64_t)stat.size);
    zip_source_close(buffer);
    zip_source_free(buffer);
    zip_error_fini(&error);
    return bytes;
}

void archive_spoil(void *zip, size_t size) {
    unsigned char *bytes = zip;
    for (size_t i = 0; i + 20 < size; i++)
        if (memcmp(bytes + i, "PK\1\2", 4) == 0) /* in the list at the end of the archive */
            bytes[i + 16] ^= 1;
}
