/* MAT files, and tables in text: any bytes get an answer. libmatio itself reads only what holds as
 * much as it says */
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
    if (!file)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    const bool whole = bd_mat_holds_what_it_says(file, path);
    if (bd_workspace_create("table", NULL, &scope, &error) == BD_OK) {
        (void)bd_workspace_load_table(scope, path, &error);
        if (whole)
            (void)bd_workspace_load_mat(scope, path, &error);
    }
    bd_workspace_free(scope);
    fclose(file);
    return 0;
}
