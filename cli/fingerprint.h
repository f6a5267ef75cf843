/* a sum over everything that decides the results of many runs: equal sums, equal runs */
#ifndef CLI_FINGERPRINT_H
#define CLI_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#define FINGERPRINT_BEGIN 0xcbf29ce484222325U

void fingerprint_bytes(uint64_t *sum, const void *bytes, size_t size);
void fingerprint_text(uint64_t *sum, const char *text); /* NULL is as good as "" */
void fingerprint_file(uint64_t *sum, const char *path); /* what is in it */

#endif
