/* small helpers around temporary files */
#define _POSIX_C_SOURCE 200809L
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mr_test.h"

const char *scratch_folder(void) {
    static char folder[512];
    snprintf(folder, sizeof folder, "%s/tests/scratch-XXXXXX", MR_BINARY_DIR);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    return folder;
}

const char *scratch_file(const char *folder, const char *name, const void *bytes, size_t size) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL_FATAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
    return path;
}

const char *scratch_text(const char *folder, const char *name, const char *text) {
    return scratch_file(folder, name, text, strlen(text));
}

bd_diagram *read_text(const char *text, bd_error *error) {
    bd_diagram *diagram = NULL;
    bd_error_clear(error);
    bd_status status =
        bd_diagram_read_memory(text, strlen(text), "test.mdl", NULL, &diagram, NULL, error);
    CU_ASSERT_EQUAL((status == BD_OK), (diagram != NULL));
    return diagram;
}

const char *model_around(const char *system) {
    static char text[65536];
    snprintf(text, sizeof text, "Model {\n  Name \"m\"\n  System {\n%s\n  }\n}\n", system);
    return text;
}
