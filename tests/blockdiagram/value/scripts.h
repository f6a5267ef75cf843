/* what suites of workspaces share: making one, running a script in it */
#ifndef TESTS_VALUE_SCRIPTS_H
#define TESTS_VALUE_SCRIPTS_H

#include <stdio.h>

#include "blockdiagram/expression.h"
#include "mr_test.h"

#define FOLDER MR_BINARY_DIR "/tests"

static inline bd_workspace *make(const bd_workspace *parent) {
    bd_error error = {0};
    bd_workspace *made;

    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base workspace", parent, &made, &error), BD_OK);
    return made;
}

static inline double number_of(const bd_workspace *scope, const char *text) {
    bd_error error = {0};
    double number = -999.0;

    if (bd_expression_scalar(text, scope, &number, &error) != BD_OK)
        printf("  %s\n", error.text);
    return number;
}

static inline void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

#endif
