/* a table in text: rows of numbers, separated by commas, semicolons or tabs, below a row of names
 * if there is one. An empty place is NaN */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/plain_file.h"
#include "blockdiagram/workspace.h"
#include "value/load_sheet.h"
#include "common/memory.h"

#define MAX_BYTES   ((size_t)256 << 20)
#define MAX_COLUMNS 10000

enum { LEAST_NUMBERS = 1 << 17 }; /* 1 MB of them */

typedef struct table {
    char **names;
    size_t columns, rows, capacity;
    size_t most;     /* numbers that a file of this size can hold */
    double *numbers; /* row by row */
} table;

static char *read_text(const char *path, size_t *size, bd_error *error) {
    const char *why;
    char *text = cm_read_plain(path, MAX_BYTES, size, &why);

    if (!text || memchr(text, '\0', *size)) {
        free(text);
        bd_error_set(error, BD_CANNOT_READ, "'%s' cannot be read as a table in text%s%s", path,
                     *why ? ": " : "", why);
        return NULL;
    }
    return text;
}

/* one line cut into fields, in place; their number */
static size_t split(char *line, char **fields) {
    const char *separators = strchr(line, ';') ? ";" : strchr(line, '\t') ? "\t" : ",";
    size_t count = 0;

    for (char *c = line; c && count <= MAX_COLUMNS;) {
        char *end = strpbrk(c, separators);
        if (end)
            *end++ = '\0';
        while (isspace((unsigned char)*c) || *c == '"')
            c++;
        for (size_t n = strlen(c); n > 0 && (isspace((unsigned char)c[n - 1]) || c[n - 1] == '"');)
            c[--n] = '\0';
        fields[count++] = c;
        c = end;
    }
    return count;
}

static bool to_number(const char *text, double *number) {
    char *end;

    *number = NAN;
    if (*text == '\0')
        return true;
    *number = strtod(text, &end);
    return *end == '\0';
}

/* rows may be shorter than the row of names; but many that are much shorter would take memory out
 * of all proportion to the file */
static bd_status add_row(table *t, char **fields, size_t count, size_t line, bd_error *error) {
    if (t->rows + 1 > t->most / t->columns) {
        return bd_error_set(error, BD_LIMIT_EXCEEDED,
                            "line %zu: the table would have more than %zu numbers, which this file "
                            "does not hold: its rows are shorter than the first, or too many",
                            line, t->most);
    }
    if (t->rows == t->capacity) {
        const size_t capacity = t->capacity > 0 ? 2 * t->capacity : 1 + 4096 / t->columns;
        double *grown = realloc(t->numbers, capacity * t->columns * sizeof *grown);
        if (!grown)
            return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a table");
        t->numbers = grown;
        t->capacity = capacity;
    }
    for (size_t k = 0; k < t->columns; k++) {
        double *number = &t->numbers[t->rows * t->columns + k];
        if (!to_number(k < count ? fields[k] : "", number)) {
            return bd_error_set(error, BD_BAD_FILE, "line %zu: '%.60s' is no number", line,
                                fields[k]);
        }
    }
    t->rows++;
    return BD_OK;
}

static bd_status parse(char *text, table *t, bd_error *error) {
    char **fields = malloc((MAX_COLUMNS + 1) * sizeof *fields);
    bd_status status = fields ? BD_OK : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    size_t line = 0;

    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    while (*text != '\0' && status == BD_OK) {
        char *end = text + strcspn(text, "\r\n"), *next = end + (*end != '\0');
        next += *end == '\r' && *next == '\n';
        *end = '\0';
        line++;
        double number;
        const size_t count = text[strspn(text, " \t")] != '\0' ? split(text, fields) : 0;
        if (count > MAX_COLUMNS) {
            status = bd_error_set(error, BD_LIMIT_EXCEEDED, "line %zu has more than %d columns",
                                  line, MAX_COLUMNS);
        } else if (count > 0 && t->columns == 0) {
            t->columns = count;
            t->names = calloc(count, sizeof *t->names);
            const bool named = !to_number(fields[0], &number) || *fields[0] == '\0';
            for (size_t k = 0; t->names && named && k < count; k++)
                t->names[k] = fields[k];
            if (!named)
                status = add_row(t, fields, count, line, error);
        } else if (count > 0) {
            status = add_row(t, fields, count, line, error);
        }
        text = next;
    }
    free(fields);
    return status;
}

static bd_status publish(bd_workspace *workspace, const table *t, bd_error *error) {
    bd_value *data = NULL, *names = NULL;
    BD_TRY(bd_value_create_matrix(BD_DOUBLE, t->rows, t->columns, &data, error));
    for (size_t i = 0; i < t->rows * t->columns; i++)
        ((double *)data->re)[i / t->columns + i % t->columns * t->rows] = t->numbers[i];
    BD_TRY(bd_workspace_set(workspace, "data", data, error));
    bd_status status = bd_value_create_matrix(BD_CELL, 1, t->columns, &names, error);
    for (size_t k = 0; status == BD_OK && k < t->columns; k++) {
        bd_value *name = NULL;
        const char *text = t->names && t->names[k] ? t->names[k] : "";
        status = bd_value_create_text(text, &name, error);
        if (status == BD_OK)
            status = bd_value_cell_set(names, k, name, error);
    }
    if (status != BD_OK) {
        bd_value_free(names);
        return status;
    }
    return names ? bd_workspace_set(workspace, "names", names, error) : status;
}

bd_status bd_workspace_load_table(bd_workspace *workspace, const char *path, bd_error *error) {
    table t = {0};
    size_t size = 0;
    char *text = NULL, *sheet = NULL;

    if (bd_is_workbook(path)) {
        const bd_value *wanted = bd_workspace_find_own(workspace, "sheet");
        bd_status read =
            !wanted ? BD_OK : bd_value_text(wanted, "the name of the sheet", &sheet, error);
        if (read == BD_OK)
            read = bd_sheet_read(path, sheet, &text, &size, error);
        free(sheet);
        if (read != BD_OK)
            return read;
    } else {
        text = read_text(path, &size, error);
    }
    if (!text)
        return BD_CANNOT_READ;
    /* a number takes a byte at least: itself or the comma behind an empty place. Small files may
     * have short rows */
    t.most = size > LEAST_NUMBERS ? size : LEAST_NUMBERS;
    if (t.most > BD_MAX_VALUE_BYTES / sizeof(double))
        t.most = BD_MAX_VALUE_BYTES / sizeof(double);
    bd_status status = parse(text, &t, error);
    if (status == BD_OK)
        status = t.rows > 0 ? publish(workspace, &t, error)
                            : bd_error_set(error, BD_BAD_FILE, "there are no numbers");
    CM_FREE(t.names, t.numbers, text);
    return status == BD_OK ? BD_OK : bd_error_prefix(error, "%s: ", path);
}
