/* MAT files hold whole arrays, so rows are spooled to PATH.<process>.rows.mat and packed when the
 * run ends: signal by signal, so that memory holds one signal at a time */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <matio.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "blockdiagram/new_file.h"
#include "output/spool.h"
#include "output/writer.h"

typedef struct mat_signal {
    char *label;
    char variable[64];
    size_t rows, columns;
    char **elements, **units; /* of each element; NULL: none is known */
} mat_signal;

typedef struct mat_writer {
    char *path;
    bd_spool *spool;
    size_t row_count;
    mat_signal *signals;
    size_t signal_count;
} mat_writer;

static void free_texts(char **texts, size_t count) {
    CM_FREE_LIST(texts, count);
}

static void mat_free(mat_writer *mat) {
    bd_spool_close(mat->spool);
    for (size_t k = 0; mat->signals && k < mat->signal_count; k++) {
        mat_signal *one = &mat->signals[k];
        free(one->label);
        free_texts(one->elements, one->rows * one->columns);
        free_texts(one->units, one->rows * one->columns);
    }
    CM_FREE(mat->signals, mat->path, mat);
}

static char *copy_text(const char *text, const char *suffix) {
    const size_t length = strlen(text);
    char *copy = malloc(length + strlen(suffix) + 1);

    if (copy) {
        memcpy(copy, text, length);
        strcpy(copy + length, suffix);
    }
    return copy;
}

/* false: there is no memory. All empty is none */
static bool copy_texts(const char *const *from, size_t count, char ***texts) {
    bool any = false;

    for (size_t k = 0; from && k < count; k++)
        any = any || (from[k] && *from[k] != '\0');
    *texts = any ? calloc(count, sizeof **texts) : NULL;
    bool good = !any || *texts;
    for (size_t k = 0; any && good && k < count; k++) {
        (*texts)[k] = copy_text(!from[k] ? "" : from[k], "");
        good = (*texts)[k] != NULL;
    }
    return good;
}

/* every signal gets a variable; tout and signals are ours */
static bool name_signals(mat_writer *mat, const bd_output_signal *signals) {
    char(*taken)[64] = calloc(mat->signal_count + 2, sizeof *taken);

    if (!taken)
        return false;
    strcpy(taken[0], "tout");
    strcpy(taken[1], "signals");
    bool good = true;
    for (size_t k = 0; k < mat->signal_count && good; k++) {
        mat_signal *one = &mat->signals[k];
        bd_variable_name(signals[k].name, taken, k + 2, one->variable);
        strcpy(taken[k + 2], one->variable);
        one->rows = signals[k].rows;
        one->columns = signals[k].columns;
        one->label = copy_text(signals[k].name, "");
        good = one->label &&
               copy_texts(signals[k].elements, one->rows * one->columns, &one->elements) &&
               copy_texts(signals[k].units, one->rows * one->columns, &one->units);
    }
    free(taken);
    return good;
}

/* the rows as they come, beside the file; NULL, and errno */
static bd_spool *open_spool(const char *path, const bd_output_signal *signals, size_t signal_count,
                            size_t width) {
    char suffix[40];
    char **names = calloc(width + 1, sizeof *names);
    bool good = names != NULL;
    size_t column = 0;

    snprintf(suffix, sizeof suffix, ".%ld.rows.mat", (long)getpid());
    char *place = copy_text(path, suffix);
    for (size_t s = 0; s < signal_count && good; s++) {
        for (size_t k = 0; k < signals[s].rows * signals[s].columns && good; k++) {
            const size_t room = (size_t)bd_output_column_name(&signals[s], k, NULL, 0) + 1;
            names[column] = malloc(room);
            good = names[column] != NULL;
            if (good)
                bd_output_column_name(&signals[s], k, names[column++], room);
        }
    }
    errno = ENOMEM;
    bd_spool *spool = good && place ? bd_spool_open(place, names, width) : NULL;
    const int why = errno;
    free(place);
    free_texts(names, width);
    errno = why;
    return spool;
}

static bd_status mat_open(const char *path, const bd_output_signal *signals, size_t signal_count,
                          size_t width, void **writer, bd_error *error) {
    mat_writer *mat = calloc(1, sizeof *mat);

    if (!mat)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    mat->signal_count = signal_count;
    mat->path = copy_text(path, "");
    mat->signals = calloc(signal_count > 0 ? signal_count : 1, sizeof *mat->signals);
    if (!mat->path || !mat->signals || !name_signals(mat, signals)) {
        mat_free(mat);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    }
    errno = bd_new_file_try(path);
    mat->spool = errno == 0 ? open_spool(path, signals, signal_count, width) : NULL;
    if (!mat->spool) {
        const bd_status status = bd_error_set(error, BD_CANNOT_WRITE, "'%s' cannot be written: %s",
                                              path, strerror(errno));
        mat_free(mat);
        return status;
    }
    *writer = mat;
    return BD_OK;
}

static bd_status refuse_write(const mat_writer *mat, bd_error *error) {
    return bd_error_set(error, BD_CANNOT_WRITE, "'%s' cannot be written: %s", mat->path,
                        strerror(errno));
}

static bd_status mat_row(void *writer, double time, const double *values, bd_error *error) {
    mat_writer *mat = writer;

    return bd_spool_row(mat->spool, time, values) ? BD_OK : refuse_write(mat, error);
}

static bd_status mat_flush(void *writer, bd_error *error) {
    mat_writer *mat = writer;

    return bd_spool_flush(mat->spool) ? BD_OK : refuse_write(mat, error);
}

/* libmatio crashes where memory runs out within it: is there enough for a variable of this size,
 * its copy and its compressed form? */
static bool there_is_room(size_t numbers) {
    void *room = malloc(3 * numbers * sizeof(double) + ((size_t)1 << 20));

    free(room);
    return room != NULL;
}

/* times along the rows; a matrix signal is elements by elements by times */
static matvar_t *make_variable(const mat_writer *mat, const char *name, size_t first, size_t rows,
                               size_t columns) {
    const size_t count = rows * columns;
    double *numbers = malloc((mat->row_count * count + 1) * sizeof *numbers);
    matvar_t *variable = NULL;

    if (numbers && there_is_room(mat->row_count * count) &&
        bd_spool_read(mat->spool, first, count, numbers)) {
        if (columns == 1 || rows == 1) {
            size_t dims[2] = {mat->row_count, count};
            variable = Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, numbers, 0);
        } else {
            double *turned = malloc((mat->row_count * count + 1) * sizeof *turned);
            for (size_t k = 0; turned && k < mat->row_count * count; k++)
                turned[k] = numbers[k / count + k % count * mat->row_count];
            size_t dims[3] = {rows, columns, mat->row_count};
            variable = !turned
                           ? NULL
                           : Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 3, dims, turned, 0);
            free(turned);
        }
    }
    free(numbers);
    return variable;
}

static bool write_variable(mat_t *file, matvar_t *variable) {
    const bool good = variable && (Mat_VarWrite(file, variable, MAT_COMPRESSION_ZLIB) == 0 ||
                                   Mat_VarWrite(file, variable, MAT_COMPRESSION_NONE) == 0);

    Mat_VarFree(variable);
    return good;
}

static matvar_t *make_text(const char *text) {
    size_t dims[2] = {*text == '\0' ? 0 : 1, strlen(text)};

    return Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, dims, (void *)(uintptr_t)text, 0);
}

/* {} if there are none */
static matvar_t *make_texts(char *const *texts, size_t count) {
    size_t dims[2] = {!texts ? 0 : 1, !texts ? 0 : count};
    matvar_t **cells = calloc(count + 1, sizeof *cells);

    for (size_t k = 0; cells && texts && k < count; k++)
        cells[k] = make_text(texts[k]);
    matvar_t *made = !cells ? NULL : Mat_VarCreate(NULL, MAT_C_CELL, MAT_T_CELL, 2, dims, cells, 0);
    free(cells);
    return made;
}

/* what is known of every signal: the numbers themselves are in the variables, once */
static matvar_t *make_list(const mat_writer *mat) {
    static const char *const fields[] = {"label", "variable", "dimensions", "elements", "units"};
    size_t dims[2] = {1, mat->signal_count}, texts = 0;
    matvar_t *list = NULL;
    bool missing = false;

    for (size_t k = 0; k < mat->signal_count; k++) {
        const mat_signal *one = &mat->signals[k];
        const size_t lists = (one->elements ? 1u : 0u) + (one->units ? 1u : 0u);
        texts += 6 + one->rows * one->columns * lists;
    }
    if (there_is_room(64 * texts))
        list = Mat_VarCreateStruct("signals", 2, dims, (const char **)(uintptr_t)fields, 5);
    for (size_t k = 0; k < mat->signal_count && list; k++) {
        const mat_signal *one = &mat->signals[k];
        double size[2] = {(double)one->rows, (double)one->columns};
        size_t size_dims[2] = {1, 2};
        const size_t count = one->rows * one->columns;
        matvar_t *values[] = {
            make_text(one->label), make_text(one->variable),
            Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size_dims, size, 0),
            make_texts(one->elements, count), make_texts(one->units, count)};
        for (size_t f = 0; f < sizeof values / sizeof *values; f++) {
            missing = missing || !values[f]; /* the library does not ask */
            if (values[f])
                Mat_VarSetStructFieldByName(list, fields[f], k, values[f]);
        }
    }
    if (missing) {
        Mat_VarFree(list);
        return NULL;
    }
    return list;
}

static bool pack(const mat_writer *mat, const char *place) {
    mat_t *file = Mat_CreateVer(place, BD_MAT_HEADER, MAT_FT_MAT5);
    size_t first = 1;

    if (!file)
        return false;
    bool good = write_variable(file, make_variable(mat, "tout", 0, 1, 1));
    for (size_t k = 0; k < mat->signal_count && good; k++) {
        const mat_signal *one = &mat->signals[k];
        good =
            write_variable(file, make_variable(mat, one->variable, first, one->rows, one->columns));
        first += one->rows * one->columns;
    }
    if (good && mat->signal_count > 0)
        good = write_variable(file, make_list(mat));
    return Mat_Close(file) == 0 && good;
}

/* libmatio does not tell every write that failed: is all of it there? */
static bool is_whole(const mat_writer *mat, const char *place) {
    mat_t *file = Mat_Open(place, MAT_ACC_RDONLY);
    const size_t count = 1 + mat->signal_count + (mat->signal_count > 0);
    bool good = file != NULL;

    for (size_t k = 0; k < count && good; k++) {
        matvar_t *variable = Mat_VarReadNext(file);
        size_t bytes = !variable ? 0 : sizeof(double);
        for (int d = 0; variable && d < variable->rank; d++)
            bytes *= variable->dims[d];
        good = variable && (bytes == 0 || variable->data) &&
               (k > mat->signal_count || (variable->rank > 1 && variable->nbytes == bytes));
        Mat_VarFree(variable);
    }
    if (file)
        Mat_Close(file);
    return good;
}

/* nor why: what would happen to one more write? */
static const char *why_not(const char *place) {
    char bytes[4096] = "";
    const int file = open(place, O_WRONLY | O_APPEND | O_CLOEXEC);
    int why = file < 0 ? errno : 0;

    for (int k = 0; k < 16 && why == 0; k++) {
        const ssize_t part = write(file, bytes, sizeof bytes);
        why = part < 0 ? errno : part < (ssize_t)sizeof bytes ? ENOSPC : 0;
    }
    if (file >= 0)
        close(file);
    return why == 0 ? "libmatio does not tell why" : strerror(why);
}

static bd_status mat_close(void *writer, bd_error *error) {
    mat_writer *mat = writer;
    bd_status status = mat_flush(mat, error);
    bd_new_file *handle;
    FILE *file = NULL;

    mat->row_count = bd_spool_rows(mat->spool);
    if (status == BD_OK && !(file = bd_new_file_open(mat->path, &handle)))
        status = refuse_write(mat, error);
    if (file) {
        const char *place = bd_new_file_place(handle);
        if (!pack(mat, place) || !is_whole(mat, place)) {
            status = bd_error_set(error, BD_CANNOT_WRITE, "'%s' cannot be written: %s", mat->path,
                                  why_not(place));
            bd_new_file_spoil(handle);
        }
        if (fclose(file) != 0 && status == BD_OK)
            status = refuse_write(mat, error);
    }
    mat_free(mat);
    return status;
}

const bd_writer_type bd_writer_mat = {mat_open, mat_row, mat_flush, mat_close};
