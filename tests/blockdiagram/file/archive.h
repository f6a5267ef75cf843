/* archives made in memory */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stddef.h>

typedef struct archive_part {
    const char *name;
    const char *bytes;
    size_t size;
} archive_part;

/* a deflated zip of the parts; free the bytes with free() */
void *archive_make(const archive_part *parts, size_t count, size_t *size);
/* another checksum for each part: its bytes are not those that were packed */
void archive_spoil(void *zip, size_t size);

#endif
