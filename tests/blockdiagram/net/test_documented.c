/* every row of the tables in rows/ is one test: a small model, what it must give, and who says so.
 * A row that names no version runs three times: as .mdl text, as .slx and as the text that the
 * product itself writes */
#define _POSIX_C_SOURCE 200809L
#include "emit.h"
#include "mini.h"
#include "rows.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static row_table table;

typedef struct model_file {
    void *bytes;
    size_t size;
} model_file;

static bd_diagram *read_file(model_file file, bd_log *log, bd_error *error) {
    bd_diagram *diagram = NULL;
    bd_diagram_read_memory(file.bytes, file.size, "m", NULL, &diagram, log, error);
    free(file.bytes);
    return diagram;
}

static void check_row(const row *r, bd_diagram *diagram, bd_log *log, bd_error *error,
                      const char *way) {
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, NULL), BD_OK);
    bd_options options = bd_options_default();
    options.log = log;
    if (diagram && bd_run_compile(diagram, base, &options, NULL, &run, error) == BD_OK)
        bd_run_complete(run, error);
    for (int i = 0; i < r->expectation_count; i++)
        expectation_check(&r->expectations[i], r, way, run, base, log, error);
    bd_run_free(run);
    bd_workspace_free(base);
}

/* reads the file and runs it; then, if told, once more through the product's writer */
static void check_file(const row *r, model_file file, const char *way, bool again) {
    bd_log log = {0};
    bd_error error = {0};
    bd_diagram *diagram = read_file(file, &log, &error);
    check_row(r, diagram, &log, &error, way);
    bd_log_free(&log);
    if (diagram && again) {
        char *text = NULL;
        size_t size = 0;
        bd_error_clear(&error);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_write_memory(diagram, &text, &size, &error), BD_OK);
        check_file(r, (model_file){text, size}, "written", false);
    }
    bd_diagram_free(diagram);
}

static void check_current_row(void) {
    const row *r = rows_find(&table, CU_get_current_test()->pName);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r);
    bd_diagram *diagram = mini_build(r->text);
    model_file file = {NULL, 0};
    bool old = r->version[0] && strcmp(r->version, "slx") != 0;
    if (strcmp(r->version, "slx") != 0) {
        file.bytes = emit_text(diagram, old ? r->version : "8.5", &file.size);
        check_file(r, file, ".mdl", !old);
    }
    if (!old) {
        file.bytes = emit_package(diagram, &file.size);
        check_file(r, file, ".slx", false);
    }
    bd_diagram_free(diagram);
}

static int is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".rows") == 0;
}

static bool read_tables(const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_table, alphasort);
    bool good = count > 0;
    for (int i = 0; i < count; i++) {
        char path[1024], name[256];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        snprintf(name, sizeof name, "%.*s", (int)strlen(entries[i]->d_name) - 5,
                 entries[i]->d_name);
        good = rows_read(&table, path, name) && good;
        free(entries[i]);
    }
    free(entries);
    return good;
}

/* a row that expects nothing, has no source, or has another's name, tests nothing */
static bool rows_are_complete(void) {
    bool good = true;
    for (size_t i = 0; i < table.count; i++) {
        const row *r = &table.rows[i];
        bool complete = r->expectation_count > 0 && r->source[0] && rows_find(&table, r->name) == r;
        if (!complete)
            printf("%s (line %d): needs a name of its own, a source and an expectation\n", r->name,
                   r->line);
        good = good && complete;
    }
    return good;
}

int main(int argc, char **argv) {
    if (!read_tables(NET_ROWS) || !rows_are_complete())
        return 1;
    mr_test *tests = calloc(table.count, sizeof *tests);
    if (!tests)
        return 1;
    for (size_t i = 0; i < table.count; i++)
        tests[i] = (mr_test){table.rows[i].name, check_current_row};
    int answer = mr_test_main("net_documented", tests, table.count, argc, argv);
    free(tests);
    rows_free(&table);
    return answer;
}
