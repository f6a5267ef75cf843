/* small helpers around temporary files */
#define _XOPEN_SOURCE 700
#include "scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mr_test.h"

static char folder[512];

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status;
    (void)type;
    (void)where;
    return remove(path);
}

static void remove_folder(void) {
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_folder(void) {
    if (folder[0] == '\0') {
        snprintf(folder, sizeof folder, "%s/tests/scratch-XXXXXX", MR_BINARY_DIR);
        CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
        atexit(remove_folder);
    }
    return folder;
}

const char *scratch_file(const char *where, const char *name, const void *bytes, size_t size) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", where, name);
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL_FATAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
    return path;
}

const char *scratch_text(const char *where, const char *name, const char *text) {
    return scratch_file(where, name, text, strlen(text));
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
