/* parameter scripts of any kind, run in a mask workspace under a base workspace, once strictly and
 * once as code of a model; every variable that is left must be whole */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/workspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* every variable has a value that can be copied */
static void check(const bd_workspace *workspace) {
    bd_error error = {0};

    for (size_t k = 0; k < bd_workspace_count(workspace); k++) {
        const bd_value *value = bd_workspace_value_at(workspace, k);
        bd_value *copy;
        if (!value || bd_value_copy(value, &copy, &error) != BD_OK)
            abort();
        bd_value_free(copy);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    bd_workspace *base = NULL;
    bd_workspace *mask = NULL;
    bd_error error = {0};

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (bd_workspace_create("base", NULL, &base, &error) != BD_OK ||
        bd_workspace_create("mask", base, &mask, &error) != BD_OK ||
        bd_workspace_run(base, "a = [1 2 3]; s.x = {1,'b'};", "setup", NULL, &error) != BD_OK)
        abort();
    if (bd_workspace_run(mask, text, "fuzz.m", NULL, &error) != BD_OK && error.text[0] == '\0')
        abort();
    check(mask);
    check(base);
    /* as code of a model: goes on after what fails */
    bd_log log = {0};
    (void)bd_workspace_run_code(mask, text, "fuzz.m", NULL, &log, &error);
    bd_log_free(&log);
    check(mask);
    bd_workspace_free(mask);
    bd_workspace_free(base);
    free(text);
    return 0;
}
