/* FNV-1a of 64 bits (Fowler, Noll, Vo 1991) */
#include "fingerprint.h"
#include "common/plain_file.h"

#include <stdio.h>
#include <string.h>

void fingerprint_bytes(uint64_t *sum, const void *bytes, size_t size) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ p[i]) * 0x100000001b3U;
}

void fingerprint_text(uint64_t *sum, const char *text) {
    fingerprint_bytes(sum, text ? text : "", text ? strlen(text) + 1 : 1);
}

void fingerprint_file(uint64_t *sum, const char *path) {
    char block[4096];
    size_t size;
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    while (file && (size = fread(block, 1, sizeof block, file)) > 0)
        fingerprint_bytes(sum, block, size);
    if (file)
        fclose(file);
}
