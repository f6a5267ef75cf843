/* MAT files as `multirate run` writes them: tout, and variables with a row for each time; what is
 * known of them is in the struct array `signals`. Or what a run has left that was killed: `rows`,
 * with a column for each time, and `names` */
#include "common/memory.h"
#include "results.h"
#include "results_variables.h"
#include "text.h"

#include <matio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static matvar_t *field(const matvar_t *signals, size_t index, const char *name) {
    return Mat_VarGetStructFieldByName((matvar_t *)signals, name, index);
}

static bool text_of(const matvar_t *v, char *text, size_t size) {
    if (!v || v->class_type != MAT_C_CHAR || !v->data || v->rank != 2)
        return false;
    const size_t count = v->dims[0] * v->dims[1], each = v->nbytes / (count ? count : 1);
    size_t n = 0;
    for (size_t i = 0; i < count && n + 1 < size; i++)
        text[n++] = ((const char *)v->data)[i * (each ? each : 1)];
    text[n] = '\0';
    return true;
}

/* text k of a cell; false: there is none */
static bool text_in(const matvar_t *cell, size_t k, char *text, size_t size) {
    if (!cell || cell->class_type != MAT_C_CELL || !cell->data || cell->rank != 2 ||
        k >= cell->dims[0] * cell->dims[1])
        return false;
    return text_of(((matvar_t *const *)cell->data)[k], text, size) && *text;
}

/* "x" or "x(2)"; of a matrix "x(2,1)"; "x.speed" where elements have names */
static void element_name(const char *label, const matvar_t *elements, size_t width, size_t rows,
                         size_t k, char *name, size_t size) {
    char own[300];
    if (width > 1 && text_in(elements, k, own, sizeof own))
        snprintf(name, size, "%s.%s", label, own);
    else if (width == 1)
        snprintf(name, size, "%s", label);
    else if (rows == 0)
        snprintf(name, size, "%s(%zu)", label, k + 1);
    else
        snprintf(name, size, "%s(%zu,%zu)", label, k % rows + 1, k / rows + 1);
}

typedef struct gather {
    pg_results *r;
    int column;
    bool failed;
} gather;

/* unit NULL: it may be in the name */
static void add_column(gather *g, const char *name, const char *unit) {
    pg_column *columns = cm_one_more(g->r->columns, (size_t)g->column, sizeof *columns);
    if (!columns) {
        g->failed = true;
        return;
    }
    g->r->columns = columns;
    g->r->columns[g->column] = (pg_column){0};
    g->r->column_count = g->column + 1;
    g->r->columns[g->column].values = calloc(g->r->row_count + 1, sizeof(double));
    g->failed = !g->r->columns[g->column].values || !pg_results_name(g->r, g->column, name, unit) ||
                g->failed;
    g->column++;
}

/* times by elements, or rows by columns by times */
static void add_variable(gather *g, const matvar_t *v, const char *label, const matvar_t *elements,
                         const matvar_t *units) {
    const size_t n = g->r->row_count;
    const bool matrix = v->rank == 3;
    if (v->class_type != MAT_C_DOUBLE || v->isComplex || !v->data || v->dims[matrix ? 2 : 0] != n ||
        (v->rank != 2 && v->rank != 3))
        return;
    const size_t width = matrix ? v->dims[0] * v->dims[1] : v->dims[1];
    const double *data = v->data;
    for (size_t k = 0; k < width && !g->failed; k++) {
        char name[700], unit[100];
        element_name(label, elements, width, matrix ? v->dims[0] : 0, k, name, sizeof name);
        add_column(g, name, text_in(units, k, unit, sizeof unit) ? unit : NULL);
        for (size_t i = 0; !g->failed && i < n; i++)
            g->r->columns[g->column - 1].values[i] = matrix ? data[i * width + k] : data[k * n + i];
    }
}

/* the place of a variable in the list of signals, or their number */
static size_t place_of(const matvar_t *signals, const char *variable) {
    char name[300];
    const size_t count = signals && signals->class_type == MAT_C_STRUCT && signals->rank == 2
                             ? signals->dims[0] * signals->dims[1]
                             : 0;
    for (size_t i = 0; i < count; i++)
        if (text_of(field(signals, i, "variable"), name, sizeof name) &&
            strcmp(name, variable) == 0)
            return i;
    return SIZE_MAX;
}

static void add_signal(gather *g, const matvar_t *v, const matvar_t *signals) {
    const size_t place = place_of(signals, v->name);
    char label[300];
    snprintf(label, sizeof label, "%s", v->name);
    if (place != SIZE_MAX)
        (void)text_of(field(signals, place, "label"), label, sizeof label);
    add_variable(g, v, label, place == SIZE_MAX ? NULL : field(signals, place, "elements"),
                 place == SIZE_MAX ? NULL : field(signals, place, "units"));
}

bd_status pg_results_read_mat(const char *path, pg_results *r, bd_error *error) {
    bd_status status = BD_OK;
    if (pg_results_read_rows(path, r, &status, error))
        return status;
    pg_variables file;
    status = pg_variables_open(path, &file, error);
    if (status != BD_OK) {
        pg_variables_close(&file);
        return status;
    }
    matvar_t *time = pg_variables_find(&file, "tout"),
             *signals = pg_variables_find(&file, "signals"), *v;
    gather g = {.r = r};
    if (time && time->class_type == MAT_C_DOUBLE && time->rank == 2 && time->data) {
        const size_t n = time->dims[0] * time->dims[1];
        r->row_count = n;
        r->times = calloc(n + 1, sizeof *r->times);
        g.failed = !r->times;
        if (r->times)
            memcpy(r->times, time->data, n * sizeof *r->times);
        pg_variables_begin(&file);
        while (!g.failed && (v = pg_variables_next(&file))) {
            if (v->name && strcmp(v->name, "tout") != 0 && strcmp(v->name, "signals") != 0)
                add_signal(&g, v, signals);
            Mat_VarFree(v);
        }
    } else {
        status = bd_error_set(error, BD_BAD_FILE, "%.300s: there is no vector tout in it", path);
    }
    for (size_t i = 1; r->times && i < r->row_count && status == BD_OK; i++)
        if (!(r->times[i] >= r->times[i - 1]))
            status = bd_error_set(error, BD_BAD_FILE, "%.300s: the time goes back", path);
    if (status == BD_OK && g.failed)
        status = pg_no_memory(path, error);
    Mat_VarFree(time);
    Mat_VarFree(signals);
    pg_variables_close(&file);
    return status;
}
