/* parameter scripts of any kind, run in a mask workspace under a base workspace; the base must not
 * change, and every variable that is left must be whole */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/workspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    bd_workspace *base = NULL;
    bd_workspace *mask = NULL;
    bd_error error = {0};

    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    if (bd_workspace_create("base", NULL, &base, &error) != BD_OK ||
        bd_workspace_create("mask", base, &mask, &error) != BD_OK ||
        bd_workspace_run(base, "a = [1 2 3]; s.x = {1,'b'};", "setup", NULL, &error) != BD_OK) {
        abort();
    }
    if (bd_workspace_run(mask, text, "fuzz.m", NULL, &error) != BD_OK && error.text[0] == '\0') {
        abort();
    }
    for (size_t k = 0; k < bd_workspace_count(mask); k++) {
        const bd_value *value = bd_workspace_value_at(mask, k);
        bd_value *copy;
        if (value == NULL || bd_value_copy(value, &copy, &error) != BD_OK) {
            abort();
        }
        bd_value_free(copy);
    }
    if (bd_workspace_count(base) != 2 || bd_workspace_find(base, "a")->count != 3) {
        abort();
    }
    bd_workspace_free(mask);
    bd_workspace_free(base);
    free(text);
    return 0;
}
