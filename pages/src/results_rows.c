/* rows of a run that was killed: a MAT file of version 4 with `names` and `rows`, a column for each
 * time. A kill may have come after numbers and before their count, so what counts is what is there
 */
#define _POSIX_C_SOURCE 200809L
#include "results.h"

#include "common/plain_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DOUBLES = 0, LETTERS = 51, MOST_COLUMNS = 20000, LONGEST = 10000 };

/* the head of a matrix of this kind and name; false: it is another */
static bool read_head(FILE *file, int32_t kind, const char *name, size_t *rows, size_t *columns) {
    int32_t head[5];
    char text[8];
    const size_t length = strlen(name) + 1;
    if (fread(head, sizeof *head, 5, file) != 5 || head[0] != kind || head[1] < 1 || head[2] < 0 ||
        head[4] != (int32_t)length || fread(text, 1, length, file) != length)
        return false;
    *rows = (size_t)head[1];
    *columns = (size_t)head[2];
    return memcmp(text, name, length) == 0;
}

/* name k, without the spaces at its end */
static bool name_column(pg_results *r, const char *letters, size_t width, size_t longest,
                        size_t k) {
    char *name = malloc(longest + 1);
    size_t n = 0;
    for (size_t i = 0; name && i < longest; i++)
        name[n++] = letters[i * width + k];
    while (n > 0 && name[n - 1] == ' ')
        n--;
    if (name)
        name[n] = '\0';
    const bool good = name && pg_results_name(r, (int)k - 1, name, NULL);
    free(name);
    return good;
}

static bd_status read_numbers(FILE *file, const char *path, pg_results *r, bd_error *error) {
    const size_t width = (size_t)r->column_count + 1;
    double *row = malloc(width * sizeof *row);
    bd_status status = row ? BD_OK : pg_no_memory(path, error);
    for (size_t i = 0; status == BD_OK && i < r->row_count; i++) {
        if (fread(row, sizeof *row, width, file) != width)
            status = bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read", path);
        else if (i > 0 && !(row[0] >= r->times[i - 1]))
            status = bd_error_set(error, BD_BAD_FILE, "%.300s: the time goes back", path);
        if (status != BD_OK)
            break;
        r->times[i] = row[0];
        for (size_t k = 1; k < width; k++)
            r->columns[k - 1].values[i] = row[k];
    }
    free(row);
    return status;
}

/* behind both heads */
static bd_status read_rest(FILE *file, const char *path, const char *letters, size_t width,
                           size_t longest, pg_results *r, bd_error *error) {
    const long begin = ftell(file);
    if (begin < 0 || fseek(file, 0, SEEK_END) != 0)
        return bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read", path);
    const long end = ftell(file);
    const size_t rows = end > begin ? (size_t)(end - begin) / (width * sizeof(double)) : 0;
    BD_TRY(pg_results_create(path, rows, (int)width - 1, r, error));
    for (size_t k = 1; k < width; k++)
        if (!name_column(r, letters, width, longest, k))
            return pg_no_memory(path, error);
    return fseek(file, begin, SEEK_SET) == 0
               ? read_numbers(file, path, r, error)
               : bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read", path);
}

bool pg_results_read_rows(const char *path, pg_results *r, bd_status *status, bd_error *error) {
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    size_t width = 0, longest = 0, rows, columns;
    char *letters = NULL;
    bool own = file && read_head(file, LETTERS, "names", &width, &longest) &&
               width <= MOST_COLUMNS && longest <= LONGEST;
    if (own)
        letters = malloc(width * longest + 1);
    own = own && letters && fread(letters, 1, width * longest, file) == width * longest &&
          read_head(file, DOUBLES, "rows", &rows, &columns) && rows == width;
    if (own)
        *status = read_rest(file, path, letters, width, longest, r, error);
    free(letters);
    if (file)
        fclose(file);
    return own;
}
