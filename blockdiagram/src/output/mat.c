/* MAT files hold whole arrays, so rows are spooled as plain doubles to PATH.<process>.rows and
 * packed when the run ends: signal by signal, so that memory holds one signal at a time. After a
 * crash the spool is still there: rows of 1 + width doubles in the order of this machine */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <matio.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blockdiagram/new_file.h"
#include "output/writer.h"

enum { BLOCK_ROWS = 256 };

typedef struct mat_signal {
    char *label;
    char variable[64];
    size_t rows, columns;
} mat_signal;

typedef struct mat_writer {
    FILE *file; /* of libmatio's making; closed, it has its name */
    bd_new_file *handle;
    char *path;
    char *spool_path;
    FILE *spool;
    size_t width;
    size_t row_count;
    double *row; /* time and values */
    mat_signal *signals;
    size_t signal_count;
} mat_writer;

static void mat_free(mat_writer *mat) {
    if (mat->spool != NULL) {
        fclose(mat->spool);
        remove(mat->spool_path);
    }
    if (mat->file != NULL) {
        bd_new_file_spoil(mat->handle);
        fclose(mat->file);
    }
    for (size_t k = 0; mat->signals != NULL && k < mat->signal_count; k++) {
        free(mat->signals[k].label);
    }
    free(mat->signals);
    free(mat->row);
    free(mat->spool_path);
    free(mat->path);
    free(mat);
}

static char *copy_text(const char *text, const char *suffix) {
    const size_t length = strlen(text);
    char *copy = malloc(length + strlen(suffix) + 1);

    if (copy != NULL) {
        memcpy(copy, text, length);
        strcpy(copy + length, suffix);
    }
    return copy;
}

/* every signal gets a variable; tout and signals are ours */
static bool name_signals(mat_writer *mat, const bd_output_signal *signals) {
    char(*taken)[64] = calloc(mat->signal_count + 2, sizeof *taken);

    if (taken == NULL) {
        return false;
    }
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
        good = one->label != NULL;
    }
    free(taken);
    return good;
}

static bd_status mat_open(const char *path, const bd_output_signal *signals, size_t signal_count,
                          size_t width, void **writer, bd_error *error) {
    mat_writer *mat = calloc(1, sizeof *mat);

    if (mat == NULL) {
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    }
    mat->width = width;
    mat->signal_count = signal_count;
    char suffix[32];
    snprintf(suffix, sizeof suffix, ".%ld.rows", (long)getpid());
    mat->path = copy_text(path, "");
    mat->spool_path = copy_text(path, suffix);
    mat->row = malloc((width + 1) * sizeof *mat->row);
    mat->signals = calloc(signal_count > 0 ? signal_count : 1, sizeof *mat->signals);
    if (mat->path == NULL || mat->spool_path == NULL || mat->row == NULL || mat->signals == NULL ||
        !name_signals(mat, signals)) {
        mat_free(mat);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    }
    mat->file = bd_new_file_open(path, &mat->handle);
    mat->spool = mat->file == NULL ? NULL : fopen(mat->spool_path, "w+b");
    if (mat->spool == NULL) {
        const bd_status status =
            bd_error_set(error, BD_CANNOT_WRITE, "'%s' cannot be written: %s",
                         mat->file == NULL ? path : mat->spool_path, strerror(errno));
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

    mat->row[0] = time;
    if (mat->width > 0) {
        memcpy(mat->row + 1, values, mat->width * sizeof *values);
    }
    if (fwrite(mat->row, sizeof *mat->row, mat->width + 1, mat->spool) != mat->width + 1) {
        return refuse_write(mat, error);
    }
    mat->row_count++;
    return BD_OK;
}

static bd_status mat_flush(void *writer, bd_error *error) {
    mat_writer *mat = writer;

    return fflush(mat->spool) == 0 ? BD_OK : refuse_write(mat, error);
}

/* columns first … first + count - 1 of the spool, each as a run of row_count doubles */
static bool read_columns(const mat_writer *mat, size_t first, size_t count, double *columns) {
    const size_t stride = mat->width + 1;
    double *block = malloc(BLOCK_ROWS * stride * sizeof *block);
    bool good = block != NULL && fseek(mat->spool, 0, SEEK_SET) == 0;

    for (size_t row = 0; row < mat->row_count && good;) {
        const size_t left = mat->row_count - row;
        const size_t rows = left < BLOCK_ROWS ? left : BLOCK_ROWS;
        good = fread(block, stride * sizeof *block, rows, mat->spool) == rows;
        for (size_t r = 0; r < rows && good; r++) {
            for (size_t c = 0; c < count; c++) {
                columns[row + r + c * mat->row_count] = block[r * stride + first + c];
            }
        }
        row += rows;
    }
    free(block);
    return good;
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

    if (numbers != NULL && there_is_room(mat->row_count * count) &&
        read_columns(mat, first, count, numbers)) {
        if (columns == 1 || rows == 1) {
            size_t dims[2] = {mat->row_count, count};
            variable = Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, numbers, 0);
        } else {
            double *turned = malloc((mat->row_count * count + 1) * sizeof *turned);
            for (size_t k = 0; turned != NULL && k < mat->row_count * count; k++) {
                turned[k] = numbers[k / count + k % count * mat->row_count];
            }
            size_t dims[3] = {rows, columns, mat->row_count};
            variable = turned == NULL
                           ? NULL
                           : Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 3, dims, turned, 0);
            free(turned);
        }
    }
    free(numbers);
    return variable;
}

static bool write_variable(mat_t *file, matvar_t *variable) {
    const bool good =
        variable != NULL && (Mat_VarWrite(file, variable, MAT_COMPRESSION_ZLIB) == 0 ||
                             Mat_VarWrite(file, variable, MAT_COMPRESSION_NONE) == 0);

    Mat_VarFree(variable);
    return good;
}

/* struct array with label, variable and dimensions of every signal: the numbers themselves are in
 * the variables, once */
static matvar_t *make_list(const mat_writer *mat) {
    static const char *const fields[] = {"label", "variable", "dimensions"};
    size_t dims[2] = {1, mat->signal_count};
    matvar_t *list = NULL;

    if (there_is_room(64 * mat->signal_count)) {
        list = Mat_VarCreateStruct("signals", 2, dims, (const char **)(uintptr_t)fields, 3);
    }
    for (size_t k = 0; k < mat->signal_count && list != NULL; k++) {
        const mat_signal *one = &mat->signals[k];
        double size[2] = {(double)one->rows, (double)one->columns};
        size_t label_dims[2] = {1, strlen(one->label)};
        size_t name_dims[2] = {1, strlen(one->variable)};
        size_t size_dims[2] = {1, 2};
        matvar_t *label = Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, label_dims, one->label, 0);
        matvar_t *name = Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, name_dims,
                                       (void *)(uintptr_t)one->variable, 0);
        matvar_t *sizes = Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size_dims, size, 0);
        Mat_VarSetStructFieldByName(list, "label", k, label);
        Mat_VarSetStructFieldByName(list, "variable", k, name);
        Mat_VarSetStructFieldByName(list, "dimensions", k, sizes);
    }
    return list;
}

static bool pack(const mat_writer *mat, const char *place) {
    mat_t *file = Mat_CreateVer(place, BD_MAT_HEADER, MAT_FT_MAT5);
    size_t first = 1;

    if (file == NULL) {
        return false;
    }
    bool good = write_variable(file, make_variable(mat, "tout", 0, 1, 1));
    for (size_t k = 0; k < mat->signal_count && good; k++) {
        const mat_signal *one = &mat->signals[k];
        good =
            write_variable(file, make_variable(mat, one->variable, first, one->rows, one->columns));
        first += one->rows * one->columns;
    }
    if (good && mat->signal_count > 0) {
        good = write_variable(file, make_list(mat));
    }
    return Mat_Close(file) == 0 && good;
}

/* libmatio does not tell every write that failed: is all of it there? */
static bool is_whole(const mat_writer *mat, const char *place) {
    mat_t *file = Mat_Open(place, MAT_ACC_RDONLY);
    const size_t count = 1 + mat->signal_count + (mat->signal_count > 0);
    bool good = file != NULL;

    for (size_t k = 0; k < count && good; k++) {
        matvar_t *variable = Mat_VarReadNext(file);
        size_t bytes = variable == NULL ? 0 : sizeof(double);
        for (int d = 0; variable != NULL && d < variable->rank; d++) {
            bytes *= variable->dims[d];
        }
        good = variable != NULL && (bytes == 0 || variable->data != NULL) &&
               (k > mat->signal_count || (variable->rank > 1 && variable->nbytes == bytes));
        Mat_VarFree(variable);
    }
    if (file != NULL) {
        Mat_Close(file);
    }
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
    if (file >= 0) {
        close(file);
    }
    return why == 0 ? "libmatio does not tell why" : strerror(why);
}

static bd_status mat_close(void *writer, bd_error *error) {
    mat_writer *mat = writer;
    bd_status status = mat_flush(mat, error);
    const char *place = bd_new_file_place(mat->handle);

    if (status == BD_OK && (!pack(mat, place) || !is_whole(mat, place))) {
        status = bd_error_set(error, BD_CANNOT_WRITE, "'%s' cannot be written: %s", mat->path,
                              why_not(place));
    }
    if (status == BD_OK) {
        FILE *file = mat->file;
        mat->file = NULL;
        if (fclose(file) != 0) {
            status = bd_error_set(error, BD_CANNOT_WRITE, "'%s' cannot be written: %s", mat->path,
                                  strerror(errno));
        }
    }
    mat_free(mat);
    return status;
}

const bd_writer_type bd_writer_mat = {mat_open, mat_row, mat_flush, mat_close};
