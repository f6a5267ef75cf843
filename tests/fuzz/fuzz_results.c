/* results that are looked at: tables in text, rows that a killed run has left, files of motion */
#include <stdint.h>
#include <stdlib.h>

#include "pages/pages.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bd_error error = {0};
    /* the first byte of rows is their kind, a matrix of letters */
    const char *path = scratch_file(size > 0 && data[0] == 51 ? "r.mat" : "r.csv", data, size);
    pg_results results = {0};
    if (pg_results_read(path, &results, &error) == BD_OK)
        (void)pg_results_find(&results, "x");
    else if (!error.text[0])
        abort();
    pg_results_free(&results);
    pg_motion *motion = NULL;
    bd_error_clear(&error);
    if (pg_motion_read(path, &motion, &error) == BD_OK) {
        FILE *out = fopen("/dev/null", "w");
        if (out) {
            (void)pg_draw_motion(out, motion, 0.0, &error);
            fclose(out);
        }
    } else if (!error.text[0]) {
        abort();
    }
    pg_motion_free(motion);
    return 0;
}
