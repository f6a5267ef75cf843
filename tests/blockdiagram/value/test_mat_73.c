/* MAT files of level 7.3 (HDF5) by strangers: cells that refer to themselves, to much, to other
 * files */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "blockdiagram/expression.h"
#include "blockdiagram/workspace.h"

#include <hdf5.h>
#include <matio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static hid_t begin(void) {
    const hid_t how = H5Pcreate(H5P_FILE_CREATE);
    snprintf(path, sizeof path, "/tmp/multirate-mat73-%ld.mat", (long)getpid());
    H5Pset_userblock(how, 512);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, how, H5P_DEFAULT);
    CU_ASSERT_FATAL(file >= 0);
    H5Pclose(how);
    H5Gclose(H5Gcreate2(file, "#refs#", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    return file;
}

static void end(hid_t file) {
    char head[128] = "MATLAB 7.3 MAT-file";
    memset(head + 19, ' ', 97);
    memset(head + 116, 0, 8);
    memcpy(head + 124, "\x00\x02IM", 4);
    H5Fclose(file);
    FILE *out = fopen(path, "r+b");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_EQUAL(fwrite(head, 1, sizeof head, out), sizeof head);
    fclose(out);
}

static void set_class(hid_t object, const char *name) {
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(name));
    const hid_t attribute =
        H5Acreate2(object, "MATLAB_class", type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, name);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static hid_t add_array(hid_t file, const char *name, hid_t type, const char *kind, hsize_t rows,
                       hsize_t columns, hid_t how) {
    const hsize_t dims[2] = {columns, rows};
    const hid_t space = H5Screate_simple(2, dims, NULL);
    const hid_t made = H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    CU_ASSERT_FATAL(made >= 0);
    set_class(made, kind);
    H5Sclose(space);
    return made;
}

/* a cell, every element of which refers to the same */
static void add_cell(hid_t file, const char *name, const char *target, hsize_t count) {
    hobj_ref_t *all = malloc(count * sizeof *all);
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    const hid_t cell = add_array(file, name, H5T_STD_REF_OBJ, "cell", count, 1, H5P_DEFAULT);
    CU_ASSERT(H5Rcreate(&all[0], file, target, H5R_OBJECT, -1) >= 0);
    for (hsize_t i = 1; i < count; i++)
        all[i] = all[0];
    H5Dwrite(cell, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, all);
    H5Dclose(cell);
    free(all);
}

static bd_workspace *load(bd_status *status, bd_error *error) {
    bd_workspace *scope = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("test", NULL, &scope, error), BD_OK);
    *status = bd_workspace_load_mat(scope, path, error);
    unlink(path);
    return scope;
}

static void refused(hid_t file) {
    bd_status status;
    bd_error error = {0};
    end(file);
    bd_workspace_free(load(&status, &error));
    CU_ASSERT_NOT_EQUAL(status, BD_OK);
    MR_ASSERT_CONTAINS(error.text, "cannot be read as a MAT file");
}

static hid_t chunks(hsize_t rows, hsize_t columns) {
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(how, 2, (const hsize_t[]){columns, rows});
    return how;
}

static void test_what_refers_to_itself(void) {
    hid_t file = begin();
    const hid_t cell = add_array(file, "/#refs#/a", H5T_STD_REF_OBJ, "cell", 1, 1, H5P_DEFAULT);
    hobj_ref_t itself;
    H5Rcreate(&itself, file, "/#refs#/a", H5R_OBJECT, -1);
    H5Dwrite(cell, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, &itself);
    H5Dclose(cell);
    add_cell(file, "/c", "/#refs#/a", 1);
    refused(file);
    /* a structure that is its own field */
    file = begin();
    const hid_t group = H5Gcreate2(file, "s", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    set_class(group, "struct");
    H5Lcreate_hard(file, "s", group, "f", H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(group);
    refused(file);
}

/* ten cells of ten cells of ten … : 10^12 */
static void test_many_of_many(void) {
    const hid_t file = begin();
    H5Dclose(add_array(file, "/#refs#/a0", H5T_NATIVE_DOUBLE, "double", 1, 1, H5P_DEFAULT));
    char name[20] = "/#refs#/a0", next[20];
    for (int i = 1; i <= 12; i++) {
        snprintf(next, sizeof next, "/#refs#/a%d", i);
        add_cell(file, next, name, 10);
        memcpy(name, next, sizeof name);
    }
    add_cell(file, "/c", name, 10);
    refused(file);
}

/* arrays that nobody wrote take no room in the file, but in memory */
static void test_large_ones_inside(void) {
    hid_t file = begin(), how = chunks(1000, 1000);
    H5Dclose(add_array(file, "/#refs#/a", H5T_NATIVE_DOUBLE, "double", 1000, 10000, how));
    add_cell(file, "/c", "/#refs#/a", 3000);
    refused(file);
    file = begin();
    H5Dclose(add_array(file, "/x", H5T_NATIVE_DOUBLE, "double", 100000, 100000, how));
    refused(file);
    H5Pclose(how);
    /* one number in a piece of 3.2 GB */
    static const hsize_t one[] = {1, 1}, any[] = {H5S_UNLIMITED, H5S_UNLIMITED};
    how = chunks(1000, 400000);
    file = begin();
    const hid_t space = H5Screate_simple(2, one, any);
    const hid_t made =
        H5Dcreate2(file, "/x", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    CU_ASSERT_FATAL(made >= 0);
    set_class(made, "double");
    H5Dclose(made);
    H5Sclose(space);
    refused(file);
    H5Pclose(how);
}

static void test_other_files(void) {
    hid_t file = begin();
    H5Lcreate_external("/etc/hostname", "/x", file, "x", H5P_DEFAULT, H5P_DEFAULT);
    refused(file);
    file = begin();
    H5Lcreate_soft("/#refs#", file, "x", H5P_DEFAULT, H5P_DEFAULT);
    refused(file);
    file = begin();
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(how, "/etc/passwd", 0, 16);
    H5Dclose(add_array(file, "/x", H5T_NATIVE_UINT8, "uint8", 16, 1, how));
    H5Pclose(how);
    refused(file);
}

/* and a file as others write it is read: {[1 2], {3}} and a structure */
static void test_an_honest_file(void) {
    static double one[] = {1, 2}, three = 3, four = 4;
    size_t row[] = {1, 2}, single[] = {1, 1};
    const char *fields[] = {"f"};
    snprintf(path, sizeof path, "/tmp/multirate-mat73-%ld.mat", (long)getpid());
    unlink(path);
    mat_t *mat = Mat_CreateVer(path, NULL, MAT_FT_MAT73);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mat);
    matvar_t *cell = Mat_VarCreate("c", MAT_C_CELL, MAT_T_CELL, 2, row, NULL, 0);
    matvar_t *inner = Mat_VarCreate(NULL, MAT_C_CELL, MAT_T_CELL, 2, single, NULL, 0);
    Mat_VarSetCell(inner, 0, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, single, &three, 0));
    Mat_VarSetCell(cell, 0, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, row, one, 0));
    Mat_VarSetCell(cell, 1, inner);
    matvar_t *structure = Mat_VarCreateStruct("s", 2, single, fields, 1);
    Mat_VarSetStructFieldByName(
        structure, "f", 0, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, single, &four, 0));
    CU_ASSERT_EQUAL(Mat_VarWrite(mat, cell, MAT_COMPRESSION_ZLIB), 0);
    CU_ASSERT_EQUAL(Mat_VarWrite(mat, structure, MAT_COMPRESSION_NONE), 0);
    Mat_VarFree(cell);
    Mat_VarFree(structure);
    Mat_Close(mat);
    bd_status status;
    bd_error error = {0};
    bd_workspace *scope = load(&status, &error);
    CU_ASSERT_EQUAL(status, BD_OK);
    CU_ASSERT_EQUAL(
        bd_workspace_run(scope, "a = c{1}(2); b = c{2}{1}; d = s.f;", "t", NULL, &error), BD_OK);
    static const char *const names[] = {"a", "b", "d"};
    for (int i = 0; i < 3; i++) {
        const bd_value *value = bd_workspace_find(scope, names[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(value);
        CU_ASSERT_EQUAL(bd_value_real_at(value, 0), 2.0 + i);
    }
    bd_workspace_free(scope);
}

/* ---- objects: numbers that stand for them, and one list of all they are made of ---- */

static void set_decode(hid_t object) {
    const int three = 3;
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(object, "MATLAB_object_decode", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT, &three);
    H5Aclose(attribute);
    H5Sclose(space);
}

static void add_numbers(hid_t file, const char *name, hid_t type, const char *kind,
                        const void *data, hsize_t rows, hsize_t columns) {
    const hid_t made = add_array(file, name, type, kind, rows, columns, H5P_DEFAULT);
    H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    H5Dclose(made);
}

/* the table of one timeseries whose times and data lie in objects of their own */
static size_t make_table(unsigned char *table) {
    static const char *const names[] = {"timeseries", "timemetadata", "tsdata", "TimeInfo",
                                        "Time_",      "Storage_",     "Data"};
    const uint32_t words[] = {/* classes */ 0,
                              0,
                              0,
                              0,
                              0,
                              1,
                              0,
                              0,
                              0,
                              2,
                              0,
                              0,
                              0,
                              3,
                              0,
                              0,
                              /* objects */ 0,
                              0,
                              0,
                              0,
                              0,
                              0,
                              1,
                              0,
                              0,
                              0,
                              1,
                              1,
                              2,
                              0,
                              0,
                              0,
                              2,
                              2,
                              3,
                              0,
                              0,
                              0,
                              3,
                              3,
                              /* properties */ 0,
                              0,
                              2,
                              4,
                              1,
                              0,
                              6,
                              1,
                              1,
                              0,
                              1,
                              5,
                              1,
                              2,
                              1,
                              7,
                              1,
                              3,
                              /* nothing more */ 0,
                              0};
    size_t at = 40;
    for (size_t k = 0; k < 7; k++) {
        memcpy(table + at, names[k], strlen(names[k]) + 1);
        at += strlen(names[k]) + 1;
    }
    at = (at + 7) / 8 * 8;
    const uint32_t begin = (uint32_t)at;
    const uint32_t head[10] = {2,           7,           begin,       begin + 64, begin + 64,
                               begin + 160, begin + 232, begin + 240, 0,          0};
    memcpy(table, head, sizeof head);
    memcpy(table + at, words, sizeof words);
    return at + sizeof words;
}

static void add_objects(hid_t file) {
    static const char *const cells[] = {"#refs#/t", "#refs#/e", "#refs#/i", "#refs#/s",
                                        "#refs#/x", "#refs#/y", "#refs#/d"};
    unsigned char table[1000] = {0};
    const size_t size = make_table(table);
    const uint32_t own[6] = {0xdd000000u, 2, 1, 1, 1, 1}, info[6] = {0xdd000000u, 2, 1, 1, 2, 2},
                   storage[6] = {0xdd000000u, 2, 1, 1, 3, 3};
    const double times[3] = {0.0, 0.5, 2.0}, data[6] = {1, 10, 2, 20, 3, 30}, none = 0.0;
    hobj_ref_t all[7];
    add_numbers(file, cells[0], H5T_NATIVE_UINT8, "uint8", table, size, 1);
    add_numbers(file, cells[1], H5T_NATIVE_DOUBLE, "double", &none, 1, 1);
    add_numbers(file, cells[2], H5T_NATIVE_UINT32, "uint32", info, 6, 1);
    add_numbers(file, cells[3], H5T_NATIVE_UINT32, "uint32", storage, 6, 1);
    add_numbers(file, cells[4], H5T_NATIVE_DOUBLE, "double", times, 3, 1);
    add_numbers(file, cells[5], H5T_NATIVE_DOUBLE, "double", data, 2, 3);
    add_numbers(file, cells[6], H5T_NATIVE_DOUBLE, "double", &none, 1, 1);
    for (size_t k = 0; k < 7; k++)
        CU_ASSERT(H5Rcreate(&all[k], file, cells[k], H5R_OBJECT, -1) >= 0);
    H5Gclose(H5Gcreate2(file, "#subsystem#", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    const hid_t list =
        add_array(file, "#subsystem#/MCOS", H5T_STD_REF_OBJ, "FileWrapper__", 7, 1, H5P_DEFAULT);
    H5Dwrite(list, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, all);
    set_decode(list);
    H5Dclose(list);
    const hid_t variable = add_array(file, "x", H5T_NATIVE_UINT32, "timeseries", 6, 1, H5P_DEFAULT);
    H5Dwrite(variable, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, own);
    set_decode(variable);
    H5Dclose(variable);
}

/* beside a number, a struct and a text, which are read with them */
static void test_objects_are_read(void) {
    const hid_t file = begin();
    const double seven = 7.0;
    const uint16_t text[3] = {'a', 'b', 0x263a};
    add_objects(file);
    add_numbers(file, "n", H5T_NATIVE_DOUBLE, "double", &seven, 1, 1);
    add_numbers(file, "w", H5T_NATIVE_UINT16, "char", text, 1, 3);
    const hid_t group = H5Gcreate2(file, "s", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    set_class(group, "struct");
    add_numbers(group, "f", H5T_NATIVE_DOUBLE, "double", &seven, 1, 1);
    H5Gclose(group);
    end(file);
    bd_status status;
    bd_error error = {0};
    bd_workspace *scope = load(&status, &error);
    CU_ASSERT_EQUAL_FATAL(status, BD_OK);
    const bd_value *x = bd_workspace_find(scope, "x"), *s = bd_workspace_find(scope, "s");
    const bd_value *time = x ? bd_value_field(x, "Time") : NULL;
    const bd_value *values = x ? bd_value_field(x, "Data") : NULL;
    CU_ASSERT_FATAL(time && values);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bd_workspace_find(scope, "w"));
    CU_ASSERT_EQUAL(time->count, 3);
    CU_ASSERT_EQUAL(bd_value_real_at(time, 1), 0.5);
    /* two numbers at each of three times are rows */
    CU_ASSERT_FATAL(values->dims[0] == 3 && values->dims[1] == 2);
    CU_ASSERT_EQUAL(bd_value_real_at(values, 1), 2.0);
    CU_ASSERT_EQUAL(bd_value_real_at(values, 5), 30.0);
    CU_ASSERT_EQUAL(bd_value_real_at(bd_value_field(s, "f"), 0), 7.0);
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_find(scope, "n"), 0), 7.0);
    CU_ASSERT_EQUAL(bd_value_real_at(bd_workspace_find(scope, "w"), 2), (double)'?');
    bd_workspace_free(scope);
}

static void set_empty(hid_t object) {
    const unsigned char one = 1;
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(object, "MATLAB_empty", H5T_NATIVE_UINT8, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_UINT8, &one);
    H5Aclose(attribute);
    H5Sclose(space);
}

/* a list of references, as cells and the fields of several structures are */
static hid_t add_references(hid_t file, hid_t where, const char *name, const char *kind,
                            const char *const *targets, hsize_t count) {
    hobj_ref_t all[4];
    for (hsize_t k = 0; k < count; k++)
        CU_ASSERT(H5Rcreate(&all[k], file, targets[k], H5R_OBJECT, -1) >= 0);
    const hsize_t dims[2] = {count, 1};
    const hid_t space = H5Screate_simple(2, dims, NULL);
    const hid_t made =
        H5Dcreate2(where, name, H5T_STD_REF_OBJ, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(made, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, all);
    if (kind)
        set_class(made, kind);
    H5Sclose(space);
    return made;
}

/* numbers of each class, complex ones, nothing, cells and several structures */
static void test_every_class_is_read_beside_objects(void) {
    static const char *const targets[] = {"#refs#/x", "#refs#/e"};
    static const char *const truths[] = {
        "isa(i8, 'int8') && i8 == -5",
        "isa(u8, 'uint8') && u8 == 200",
        "isa(i16, 'int16') && i16 == -500",
        "isa(u16, 'uint16') && u16 == 60000",
        "isa(i32, 'int32') && i32 == -70000",
        "isa(u32, 'uint32') && u32 == 4e9",
        "isa(i64, 'int64') && i64 == -5",
        "isa(u64, 'uint64') && u64 == 5",
        "isa(f, 'single') && f == 0.5",
        "islogical(l) && isequal(l(:), [true; false])",
        "isequal(z, 3 - 4i)",
        "isequal(size(e), [0 3]) && isa(e, 'double')",
        "iscell(c) && numel(c) == 2 && isequal(c{1}(:), [0; 0.5; 2]) && c{2} == 0",
        "isstruct(s) && numel(s) == 2 && s(2).f == 0 && numel(s(1).f) == 3",
        "iscell(n) && isempty(n)",
        "isstruct(t) && isempty(t)",
    };
    const int8_t i8 = -5;
    const uint8_t u8 = 200, truth[2] = {7, 0};
    const int16_t i16 = -500;
    const uint16_t u16 = 60000;
    const int32_t i32 = -70000;
    const uint32_t u32 = 4000000000u;
    const int64_t i64 = -5;
    const uint64_t u64 = 5, sizes[2] = {0, 3};
    const float f = 0.5f;
    const double z[2] = {3.0, -4.0};
    const hid_t file = begin();
    add_objects(file);
    add_numbers(file, "i8", H5T_NATIVE_INT8, "int8", &i8, 1, 1);
    add_numbers(file, "u8", H5T_NATIVE_UINT8, "uint8", &u8, 1, 1);
    add_numbers(file, "i16", H5T_NATIVE_INT16, "int16", &i16, 1, 1);
    add_numbers(file, "u16", H5T_NATIVE_UINT16, "uint16", &u16, 1, 1);
    add_numbers(file, "i32", H5T_NATIVE_INT32, "int32", &i32, 1, 1);
    add_numbers(file, "u32", H5T_NATIVE_UINT32, "uint32", &u32, 1, 1);
    add_numbers(file, "i64", H5T_NATIVE_INT64, "int64", &i64, 1, 1);
    add_numbers(file, "u64", H5T_NATIVE_UINT64, "uint64", &u64, 1, 1);
    add_numbers(file, "f", H5T_NATIVE_FLOAT, "single", &f, 1, 1);
    add_numbers(file, "l", H5T_NATIVE_UINT8, "logical", truth, 1, 2);
    add_numbers(file, "odd", H5T_NATIVE_DOUBLE, "function_handle", z, 1, 2); /* left out */
    const hid_t pair = H5Tcreate(H5T_COMPOUND, sizeof z);
    H5Tinsert(pair, "real", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(pair, "imag", sizeof *z, H5T_NATIVE_DOUBLE);
    add_numbers(file, "z", pair, "double", z, 1, 1);
    H5Tclose(pair);
    static const char *const empties[][2] = {{"e", "double"}, {"n", "cell"}, {"t", "struct"}};
    for (size_t k = 0; k < 3; k++) {
        const hsize_t two = 2;
        const hid_t space = H5Screate_simple(1, &two, NULL);
        const hid_t made = H5Dcreate2(file, empties[k][0], H5T_NATIVE_UINT64, space, H5P_DEFAULT,
                                      H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(made, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sizes);
        set_class(made, empties[k][1]);
        set_empty(made);
        H5Dclose(made);
        H5Sclose(space);
    }
    H5Dclose(add_references(file, file, "c", "cell", targets, 2));
    const hid_t group = H5Gcreate2(file, "s", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    set_class(group, "struct");
    H5Dclose(add_references(file, group, "f", NULL, targets, 2));
    H5Gclose(group);
    end(file);
    bd_status status;
    bd_error error = {0};
    bd_workspace *scope = load(&status, &error);
    CU_ASSERT_EQUAL(status, BD_OK);
    for (size_t k = 0; k < sizeof truths / sizeof *truths; k++) {
        double holds = 0.0;
        if (bd_expression_scalar(truths[k], scope, &holds, &error) != BD_OK || holds != 1.0)
            printf("\n  not true: %s", truths[k]);
        CU_ASSERT_EQUAL(holds, 1.0);
    }
    CU_ASSERT_PTR_NULL(bd_workspace_find(scope, "odd"));
    bd_workspace_free(scope);
}

/* every byte of the table, wrong: a sentence or a value, never harm */
static void test_damaged_objects_do_no_harm(void) {
    unsigned char table[1000] = {0};
    const size_t size = make_table(table);
    for (size_t k = 0; k < size; k++) {
        const hid_t file = begin();
        add_objects(file);
        const hid_t cell = H5Dopen2(file, "#refs#/t", H5P_DEFAULT);
        table[k] ^= 0xffu;
        H5Dwrite(cell, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, table);
        table[k] ^= 0xffu;
        H5Dclose(cell);
        end(file);
        bd_status status;
        bd_error error = {0};
        bd_workspace_free(load(&status, &error));
        CU_ASSERT(status == BD_OK || error.text[0] != '\0');
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_objects_are_read),
        MR_TEST(test_every_class_is_read_beside_objects),
        MR_TEST(test_damaged_objects_do_no_harm),
        MR_TEST(test_what_refers_to_itself),
        MR_TEST(test_many_of_many),
        MR_TEST(test_large_ones_inside),
        MR_TEST(test_other_files),
        MR_TEST(test_an_honest_file),
    };
    return mr_test_main("MAT files of level 7.3", tests, sizeof tests / sizeof *tests, argc, argv);
}
