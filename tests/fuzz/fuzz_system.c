/* systems of slaves: texts (YAML), descriptions of SSP (.ssd) with parts beside them, packages
 * (.ssp), tables of inputs. The first byte tells which; in a package parts are parted by a zero
 * byte. What can be read is opened if it names only slaves that are here, makes some steps, and is
 * closed */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "mutate_text.h"
#include "scratch_file.h"
#include "system/system.h"
#include "table.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

static const char *const words[] = {"0",
                                    "-1",
                                    "1e308",
                                    "1e-308",
                                    "nan",
                                    "[]",
                                    "{}",
                                    "[a.x, b.x]",
                                    "two_mass",
                                    "two_mass isolate=no",
                                    "two_mass fr=10",
                                    "a.x1 -> b.F",
                                    "a.F",
                                    "b.x2",
                                    "*a",
                                    "&a [*a]",
                                    "{from: a.y, to: b.u, factor: 2}",
                                    "{slave: two_mass, step: 1e-3, set: {fr: 3}}",
                                    "joints:",
                                    "table: t.csv",
                                    "method: x1",
                                    "order: 9",
                                    "<Component name='c' source='x.ssd'/>",
                                    "source='..%2f%2e%2e/a.ssv'",
                                    "<System name='s'>",
                                    "</System>",
                                    "<LinearTransformation factor='-1' offset='2'/>",
                                    "iterations=3",
                                    "order=2"};

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    if (seed % 3 == 0 || size < 2)
        return LLVMFuzzerMutate(data, size, room);
    return 1 + mutate_text(data + 1, size - 1, room - 1, seed, words, sizeof words / sizeof *words);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    return setenv("MULTIRATE_SLAVE_PATH", SLAVES, 1);
}

/* the first part is the description; the others are what it may name */
static void pack(const char *path, const uint8_t *data, size_t size) {
    static const char *const names[] = {"SystemStructure.ssd", "a.ssv", "a.ssm", "x.ssd"};
    int code;
    (void)unlink(path);
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
    for (size_t i = 0; zip && i < sizeof names / sizeof *names; i++) {
        const uint8_t *end = memchr(data, 0, size);
        const size_t length = end ? (size_t)(end - data) : size;
        zip_source_t *part = zip_source_buffer(zip, data, length, 0);
        if (!part || zip_file_add(zip, names[i], part, 0) < 0)
            abort();
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    if (!zip || zip_close(zip) != 0)
        abort();
}

static bool is_here(const sy_system *s) {
    for (int m = 0; m < s->member_count; m++) {
        const sy_member *member = &s->members[m];
        if (strcmp(member->slave, "two_mass") != 0 || strstr(member->configuration, "log") ||
            strstr(member->configuration, "isolate"))
            return false;
    }
    return s->member_count <= 20 && s->table_count == 0;
}

static void run(const sy_system *s) {
    mr_message message = {""};
    sy_run *opened = NULL;
    mr_status status = sy_open(s, "", &opened, &message);
    if ((status == MR_OK) != (opened != NULL) || (status != MR_OK && !message.text[0]))
        abort();
    if (status != MR_OK)
        return;
    double *values = calloc((size_t)sy_column_count(opened) + 1, sizeof *values);
    status = values ? sy_start(opened, 0.0, &message) : MR_ERR_MEMORY;
    for (int i = 1; status == MR_OK && i <= 3; i++) {
        status = sy_advance(opened, i * 1e-3, &message);
        sy_values(opened, values);
    }
    char verdict[400];
    sy_verdict(opened, verdict, sizeof verdict);
    for (int i = 0; i < sy_remark_count(opened); i++)
        if (!sy_remark(opened, i)[0])
            abort();
    free(values);
    sy_close(opened);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const endings[] = {"s.yaml", "s.ssd", "s.ssp", "s.csv"};
    char path[160];
    if (size == 0)
        return 0;
    const unsigned kind = data[0] % 4;
    const char *plain = scratch_file("plain", data + 1, size - 1);
    snprintf(path, sizeof path, "%s/%s", scratch_folder, endings[kind]);
    if (kind == 2)
        pack(path, data + 1, size - 1);
    else if (rename(plain, path) != 0)
        abort();
    mr_message message = {""};
    sy_system *system = NULL;
    sy_table *table = NULL;
    const mr_status status =
        kind == 3 ? sy_table_read(path, &table, &message) : sy_read(path, &system, &message);
    if ((status == MR_OK) != (system || table) || (status != MR_OK && !message.text[0]))
        abort();
    if (table)
        for (int c = 0; c < table->columns && c < 10; c++) {
            sy_series series = {.table = table, .column = c, .factor = 1.0};
            for (int i = -1; i < 4; i++)
                (void)sy_series_at(&series, i * 0.5, i % 2, 1e-9);
        }
    if (system && is_here(system))
        run(system);
    sy_table_free(table);
    sy_system_free(system);
    (void)unlink(path);
    return 0;
}
