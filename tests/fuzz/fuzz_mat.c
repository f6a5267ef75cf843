/* the look at a MAT file before it is read, and tables in text: any bytes get an answer */
#define _GNU_SOURCE
#include "value/check_mat.h"

#include "blockdiagram/workspace.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[64];
    bd_error error = {0};
    bd_workspace *scope = NULL;
    const int memory = memfd_create("input", 0);
    FILE *file =
        memory >= 0 && write(memory, data, size) == (ssize_t)size ? fdopen(memory, "rb") : NULL;
    if (file == NULL) {
        abort();
    }
    (void)bd_mat_holds_what_it_says(file);
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    if (bd_workspace_create("table", NULL, &scope, &error) == BD_OK) {
        (void)bd_workspace_load_table(scope, path, &error);
    }
    bd_workspace_free(scope);
    fclose(file);
    return 0;
}
