/* journals of sweeps and studies. Lines have check sums, which bytes alone never hit: an input
 * whose first byte is even is taken as rows that get theirs */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fingerprint.h"
#include "journal.h"
#include "quiet_complain.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RUNS = 20, NUMBERS = 3 };
#define MARK 0x1234567890abcdefU

static void put_line(FILE *out, const char *line, size_t length) {
    uint64_t sum = FINGERPRINT_BEGIN;
    fingerprint_bytes(&sum, line, length);
    fwrite(line, 1, length, out);
    fprintf(out, ",%016" PRIx64 "\n", sum);
}

static char *seal(const uint8_t *data, size_t size, size_t *sealed) {
    char *text = NULL, head[64];
    FILE *out = open_memstream(&text, sealed);
    if (!out)
        abort();
    snprintf(head, sizeof head, "# multirate sweep 1 %016" PRIx64, (uint64_t)MARK);
    put_line(out, head, strlen(head));
    for (size_t begin = 0; begin < size;) {
        const uint8_t *end = memchr(data + begin, '\n', size - begin);
        const size_t length = end ? (size_t)(end - data) - begin : size - begin;
        put_line(out, (const char *)data + begin, length);
        begin += length + 1;
    }
    fclose(out);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const files[] = {"results.csv", NULL};
    size_t sealed = 0;
    char *text = size > 0 && data[0] % 2 == 0 ? seal(data + 1, size - 1, &sealed) : NULL;
    scratch_file("journal.csv", text ? text : (const char *)data, text ? sealed : size);
    journal j;
    if (!journal_make(&j, "sweep", scratch_folder, RUNS))
        abort();
    complaint_made[0] = '\0';
    const bool open = journal_open(&j, files, MARK, true, false);
    if (!open && !complaint_made[0])
        abort();
    for (int i = 0; i < RUNS; i++) {
        double numbers[NUMBERS];
        bool failed;
        char error[64];
        (void)journal_numbers(&j, i, numbers, NUMBERS, &failed, error, sizeof error);
        for (int k = 0; j.rows[i] && k < 6; k++)
            (void)journal_cell(j.rows[i], k, error, sizeof error);
    }
    /* what was read is there again after it was read once more */
    const int known = journal_known(&j);
    journal_close(&j);
    if (open && journal_make(&j, "sweep", scratch_folder, RUNS)) {
        if (!journal_open(&j, files, MARK, true, false) || journal_known(&j) != known)
            abort();
        journal_close(&j);
    }
    free(text);
    return 0;
}
