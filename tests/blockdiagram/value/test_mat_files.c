/* MAT files, those written by Octave and broken ones, and tables: what a workspace loads */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "scripts.h"

static void test_mat_files_of_octave(void) {
    static const char *const versions[] = {"-v4", "-v6", "-v7"};
    bd_error error = {0};

    if (system("octave-cli --version > /dev/null 2>&1") != 0) {
        printf("skipped: octave-cli is not installed\n");
        return;
    }
    for (size_t v = 0; v < sizeof versions / sizeof *versions; v++) {
        char command[1024];
        bd_workspace *scope = make(NULL);
        const bool plain = v == 0; /* version 4 has matrices only */
        snprintf(command, sizeof command,
                 "octave-cli --norc --quiet --eval \"a = [1 2;3 4.5]; z = [1+2i 3]; t = 'abc'; %s "
                 "save('%s', '" FOLDER "/bd_data.mat')\" > /dev/null 2>&1",
                 plain ? ""
                       : "n = int16([1 -2]); l = [true false]; c = {1,'x',{2}}; s.a = 1; s.b.c = "
                         "'q'; e = []; f = single(0.5); u = uint64(7); r(2).k = 3; "
                         "g = int64(9007199254740993); m = reshape(1:24, 2, 3, 4);",
                 versions[v]);
        CU_ASSERT_EQUAL_FATAL(system(command), 0);
        CU_ASSERT_EQUAL(bd_workspace_run(scope, "load bd_data", "test", FOLDER, &error), BD_OK);
        CU_ASSERT_EQUAL(number_of(scope, "isequal(a, [1 2;3 4.5])"), 1.0);
        CU_ASSERT_EQUAL(number_of(scope, "isequal(z, [1+2i 3])"), 1.0);
        CU_ASSERT_EQUAL(number_of(scope, "strcmp(t, 'abc')"), 1.0);
        if (!plain) {
            CU_ASSERT_EQUAL(number_of(scope, "isequal(n, [1 -2]) && isa(n, 'int16')"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "isequal(l, [true false]) && islogical(l)"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "isequal(c, {1,'x',{2}})"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "s.a == 1 && strcmp(s.b.c, 'q')"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "isempty(e) && isa(f, 'single') && f == 0.5"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "isa(u, 'uint64') && u == 7"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "isempty(r(1).k) && r(2).k == 3"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "g == int64(9007199254740992) + 1"), 1.0);
            CU_ASSERT_EQUAL(number_of(scope, "isequal(m, reshape(1:24, 2, 3, 4))"), 1.0);
        }
        CU_ASSERT_EQUAL(bd_workspace_run(scope, "q = load('bd_data.mat'); w = q.a(2,2);", "test",
                                         FOLDER, &error),
                        BD_OK);
        CU_ASSERT_EQUAL(number_of(scope, "w"), 4.5);
        bd_workspace_free(scope);
    }
}

static void test_broken_mat_files(void) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);

    CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/not_there.mat", &error), BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, "not_there.mat");
    write_file(FOLDER "/bd_broken.mat", "this is no MAT file, but long enough to look at\n");
    CU_ASSERT_NOT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/bd_broken.mat", &error), BD_OK);
    write_file(FOLDER "/bd_broken.mat", "");
    CU_ASSERT_NOT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/bd_broken.mat", &error), BD_OK);
    bd_workspace_free(scope);
}

/* a value from outside that code replaces before it was read had no effect; one that it reads had
 */
static void test_values_that_are_lost(void) {
    bd_workspace *scope;
    bd_error why;
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, &why), BD_OK);
    CU_ASSERT_EQUAL(
        bd_workspace_run(scope, "a = 1; b = 2; c = [1 2]; d = 4; a = 3;", "given", NULL, &why),
        BD_OK);
    bd_workspace_settle(scope);
    CU_ASSERT_EQUAL(bd_workspace_run(scope, "a = 7; b = b + 1; c(2) = 5; if d > 3, d = 0; end",
                                     "code", NULL, &why),
                    BD_OK);
    CU_ASSERT_TRUE(bd_workspace_is_lost(scope, "a"));
    CU_ASSERT_FALSE(bd_workspace_is_lost(scope, "b"));
    CU_ASSERT_FALSE(bd_workspace_is_lost(scope, "c"));
    CU_ASSERT_FALSE(bd_workspace_is_lost(scope, "d"));
    CU_ASSERT_FALSE(bd_workspace_is_lost(scope, "nothing"));
    bd_workspace_free(scope);
}

/* who asks for a name without a value gets its sentence */
static void test_names_without_a_value(void) {
    bd_workspace *scope, *inner;
    bd_error why;
    double number;
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("mask", NULL, &scope, &why), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("inside", scope, &inner, &why), BD_OK);
    bd_workspace_set_missing(scope, "slave", "mask parameter slave: no quotes");
    CU_ASSERT_EQUAL(bd_expression_scalar("2 * slave", inner, &number, &why), BD_UNKNOWN_NAME);
    CU_ASSERT_STRING_EQUAL(why.text, "mask parameter slave: no quotes");
    /* one of the same name further out is not meant */
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(scope, "order", 3.0, &why), BD_OK);
    bd_workspace_set_missing(inner, "order", "mask parameter order: no such variable");
    CU_ASSERT_EQUAL(bd_expression_scalar("order", inner, &number, &why), BD_UNKNOWN_NAME);
    CU_ASSERT_STRING_EQUAL(why.text, "mask parameter order: no such variable");
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(inner, "order", 2.0, &why), BD_OK);
    CU_ASSERT_EQUAL(bd_expression_scalar("order", inner, &number, &why), BD_OK);
    CU_ASSERT_EQUAL(number, 2.0);

    CU_ASSERT_EQUAL(bd_workspace_set_scalar(scope, "stiffness", 1.0, &why), BD_OK);
    CU_ASSERT_EQUAL(bd_expression_scalar("2 * stifness", inner, &number, &why), BD_UNKNOWN_NAME);
    MR_ASSERT_CONTAINS(why.text, "'stifness' (did you mean 'stiffness'?)");
    bd_workspace_free(inner);
    bd_workspace_free(scope);
}

/* ---- files that claim more than they hold ---- */

static void put_words(FILE *file, const uint32_t *words, size_t count) {
    CU_ASSERT_EQUAL(fwrite(words, 4, count, file), count);
}

static void put_head(FILE *file) {
    char head[128] = "MATLAB 5.0 MAT-file";
    memset(head + 19, ' ', 97);
    memset(head + 116, 0, 8);
    memcpy(head + 124, "\x00\x01IM", 4);
    CU_ASSERT_EQUAL(fwrite(head, 1, sizeof head, file), sizeof head);
}

/* a MAT file of level 5 with one array of this class and these dimensions, and nothing in it */
static void write_claim(const char *path, uint32_t kind, uint32_t rows, uint32_t columns,
                        bool packed) {
    /* flags, dimensions, name "a", one number; for a structure the names of one field */
    const uint32_t array[] = {6,
                              8,
                              kind,
                              0,
                              5,
                              8,
                              rows,
                              columns,
                              1 | 1 << 16,
                              'a',
                              kind == 2 ? 5 | 4 << 16 : 9,
                              kind == 2 ? 8 : 8,
                              kind == 2 ? 1 : 0,
                              kind == 2 ? 8 : 0,
                              'f',
                              0};
    const uint32_t tag[] = {14, sizeof array};
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    put_head(file);
    if (packed) {
        uint32_t plain[2 + sizeof array / 4];
        unsigned char small[1000];
        uLongf size = sizeof small;
        memcpy(plain, tag, sizeof tag);
        memcpy(plain + 2, array, sizeof array);
        CU_ASSERT_EQUAL(compress(small, &size, (const Bytef *)plain, sizeof plain), Z_OK);
        const uint32_t outer[] = {15, (uint32_t)size};
        put_words(file, outer, 2);
        CU_ASSERT_EQUAL(fwrite(small, 1, size, file), size);
    } else {
        put_words(file, tag, 2);
        put_words(file, array, sizeof array / 4);
    }
    fclose(file);
}

static long peak_kilobytes(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

static void test_mat_files_that_claim_more_than_they_hold(void) {
    static const uint32_t kinds[] = {1, 2, 4, 6, 7, 9, 12, 15, 6 | 0x800, 0, 18, 255};
    const char *path = FOLDER "/bd_claim.mat";
    const long before = peak_kilobytes();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int packed = 0; packed < 2; packed++) {
            bd_error error = {0};
            bd_workspace *scope = make(NULL);
            write_claim(path, kinds[k], 30000, 30000, packed);
            CU_ASSERT_NOT_EQUAL(bd_workspace_load_mat(scope, path, &error), BD_OK);
            MR_ASSERT_CONTAINS(error.text, "claims to have more elements");
            bd_workspace_free(scope);
        }
    /* one that holds what it says is read on */
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    write_claim(path, 6, 1, 1, true);
    CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, path, &error), BD_OK);
    CU_ASSERT_PTR_NOT_NULL(bd_workspace_find(scope, "a"));
    bd_workspace_free(scope);
    /* level 4: kind, rows, columns, imaginary part, length of the name */
    const uint32_t level4[] = {0, 30000, 30000, 0, 2, 'a'};
    FILE *file = fopen(path, "wb");
    put_words(file, level4, 6);
    fclose(file);
    scope = make(NULL);
    CU_ASSERT_NOT_EQUAL(bd_workspace_load_mat(scope, path, &error), BD_OK);
    bd_workspace_free(scope);
    /* one that looks like level 5, but is of no version: libmatio takes it for one of level 4 */
    const uint32_t both[34] = {0, 0x30000, 0x2a02, 0, 2, [31] = 0x4d490000};
    file = fopen(path, "wb");
    put_words(file, both, 34);
    fclose(file);
    scope = make(NULL);
    CU_ASSERT_NOT_EQUAL(bd_workspace_load_mat(scope, path, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "claims to have more elements");
    bd_workspace_free(scope);
    CU_ASSERT_TRUE(peak_kilobytes() - before < 100000); /* 7.2 GB was claimed each time */
    unlink(path);
}

/* code units of UTF-16: "a", and a dash (U+2013) that one byte cannot hold */
/* ---- files of both orders of bytes (MAT-File Format, "MAT-File Level 5") ---- */

enum { I8 = 1, U8, I16, U16, I32, U32, SINGLE, DOUBLE = 9, I64 = 12, U64, MATRIX };

static void put_bytes(FILE *file, uint64_t word, size_t bytes, bool big) {
    for (size_t k = 0; k < bytes; k++)
        fputc((int)(word >> 8 * (big ? bytes - 1 - k : k) & 0xff), file);
}

static void put_numbers(FILE *file, unsigned type, size_t bytes, const double *numbers,
                        size_t count, bool big) {
    put_bytes(file, type, 4, big);
    put_bytes(file, bytes * count, 4, big);
    for (size_t k = 0; k < count; k++) {
        uint64_t word = type < SINGLE || type > DOUBLE ? (uint64_t)(int64_t)numbers[k] : 0;
        if (type == SINGLE) {
            const float single = (float)numbers[k];
            uint32_t half;
            memcpy(&half, &single, sizeof half);
            word = half;
        }
        if (type == DOUBLE)
            memcpy(&word, &numbers[k], sizeof word);
        put_bytes(file, word, bytes, big);
    }
    for (size_t k = bytes * count; k % 8 != 0; k++)
        fputc(0, file);
}

/* one variable v of size 1x3: class, flags, the type of the numbers in the file */
static void write_level_5(const char *path, unsigned class_and_flags, unsigned type, size_t bytes,
                          const double *numbers, size_t parts, bool big) {
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "%-124s", "MATLAB 5.0 MAT-file");
    put_bytes(file, 0x0100, 2, big);
    put_bytes(file, 'M' << 8 | 'I', 2, big);
    const size_t data = 8 + (3 * bytes + 7) / 8 * 8;
    put_bytes(file, MATRIX, 4, big);
    put_bytes(file, 16 + 16 + 16 + parts * data, 4, big);
    put_numbers(file, U32, 4, (const double[]){class_and_flags, 0}, 2, big);
    put_numbers(file, I32, 4, (const double[]){1, 3}, 2, big);
    put_numbers(file, I8, 1, (const double[]){'v'}, 1, big);
    for (size_t p = 0; p < parts; p++)
        put_numbers(file, type, bytes, numbers + 3 * p, 3, big);
    fclose(file);
}

static void test_numbers_of_every_form_in_both_orders_of_bytes(void) {
    static const struct {
        unsigned class_and_flags, type;
        size_t bytes, parts;
        double numbers[6];
        const char *truth;
    } cases[] = {
        {6, DOUBLE, 8, 1, {-2.5, 3, 1e300}, "isequal(v, [-2.5 3 1e300])"},
        {6, SINGLE, 4, 1, {-2.5, 3, 8}, "isequal(v, [-2.5 3 8]) && isa(v, 'double')"},
        {6, I8, 1, 1, {-2, 3, 100}, "isequal(v, [-2 3 100]) && isa(v, 'double')"},
        {6, U8, 1, 1, {2, 3, 200}, "isequal(v, [2 3 200])"},
        {6, I16, 2, 1, {-2, 3, 1000}, "isequal(v, [-2 3 1000])"},
        {6, U16, 2, 1, {2, 3, 60000}, "isequal(v, [2 3 60000])"},
        {6, I32, 4, 1, {-2, 3, 1e9}, "isequal(v, [-2 3 1e9])"},
        {6, U32, 4, 1, {2, 3, 4e9}, "isequal(v, [2 3 4e9])"},
        {6, I64, 8, 1, {-2, 3, 1e15}, "isequal(v, [-2 3 1e15])"},
        {6, U64, 8, 1, {2, 3, 1e15}, "isequal(v, [2 3 1e15])"},
        {7, SINGLE, 4, 1, {-2.5, 3, 8}, "isequal(v, [-2.5 3 8]) && isa(v, 'single')"},
        {8, I8, 1, 1, {-2, 3, 100}, "isequal(v, [-2 3 100]) && isa(v, 'int8')"},
        {9, U8, 1, 1, {2, 3, 200}, "isequal(v, [2 3 200]) && isa(v, 'uint8')"},
        {10, I16, 2, 1, {-2, 3, 1000}, "isequal(v, [-2 3 1000]) && isa(v, 'int16')"},
        {11, U16, 2, 1, {2, 3, 60000}, "isequal(v, [2 3 60000]) && isa(v, 'uint16')"},
        {12, I32, 4, 1, {-2, 3, 1e9}, "isequal(v, [-2 3 1e9]) && isa(v, 'int32')"},
        {13, U32, 4, 1, {2, 3, 4e9}, "isequal(v, [2 3 4e9]) && isa(v, 'uint32')"},
        {14, I64, 8, 1, {-2, 3, 1e15}, "isequal(v, [-2 3 1e15]) && isa(v, 'int64')"},
        {15, U64, 8, 1, {2, 3, 1e15}, "isequal(v, [2 3 1e15]) && isa(v, 'uint64')"},
        {4, U16, 2, 1, {'a', 'b', 'c'}, "strcmp(v, 'abc')"},
        {9 | 0x200, U8, 1, 1, {1, 0, 1}, "isequal(v, [true false true]) && islogical(v)"},
        {6 | 0x800, DOUBLE, 8, 2, {1, 2, 3, 4, 5, 6}, "isequal(v, [1+4i 2+5i 3+6i])"},
        {14 | 0x800, I64, 8, 2, {1, 2, 3, 4, 5, 6}, "isequal(imag(v), [4 5 6])"},
    };
    for (size_t k = 0; k < 2 * (sizeof cases / sizeof *cases); k++) {
        const size_t c = k / 2;
        bd_error error = {0};
        bd_workspace *scope = make(NULL);
        write_level_5(FOLDER "/bd_orders.mat", cases[c].class_and_flags, cases[c].type,
                      cases[c].bytes, cases[c].numbers, cases[c].parts, k % 2);
        CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/bd_orders.mat", &error), BD_OK);
        const double truth = number_of(scope, cases[c].truth);
        if (truth != 1.0)
            printf("\n  %s (%s): %s", cases[c].truth, k % 2 ? "big" : "little", error.text);
        CU_ASSERT_EQUAL(truth, 1.0);
        bd_workspace_free(scope);
    }
}

/* level 4: a header of five whole numbers whose first one tells the form of the data */
static void test_level_4_files(void) {
    static const struct {
        unsigned form;
        size_t bytes;
        const char *truth;
    } cases[] = {
        {0, 8, "isequal(v, [65 66 67])"},  {10, 4, "isequal(v, [65 66 67])"},
        {20, 4, "isequal(v, [65 66 67])"}, {30, 2, "isequal(v, [65 66 67])"},
        {40, 2, "isequal(v, [65 66 67])"}, {50, 1, "isequal(v, [65 66 67])"},
        {1, 8, "strcmp(v, 'ABC')"},        {51, 1, "strcmp(v, 'ABC')"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        bd_error error = {0};
        bd_workspace *scope = make(NULL);
        FILE *file = fopen(FOLDER "/bd_level_4.mat", "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        const uint32_t head[] = {cases[k].form, 1, 3, 0, 2};
        put_words(file, head, 5);
        fwrite("v", 1, 2, file);
        for (int n = 65; n < 68; n++) {
            const double number = n;
            const float single = (float)n;
            uint64_t word = (uint64_t)n;
            if (cases[k].bytes == 8)
                memcpy(&word, &number, 8);
            if (cases[k].form == 10)
                memcpy(&word, &single, 4);
            put_bytes(file, word, cases[k].bytes, false);
        }
        fclose(file);
        CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/bd_level_4.mat", &error), BD_OK);
        const double truth = number_of(scope, cases[k].truth);
        if (truth != 1.0)
            printf("\n  form %u: %s", cases[k].form, error.text);
        CU_ASSERT_EQUAL(truth, 1.0);
        bd_workspace_free(scope);
    }
}

static void test_letters_that_do_not_fit(void) {
    const char *path = FOLDER "/bd_letters.mat";
    const uint32_t array[] = {
        14, 48, 6, 8, 4, 0, 5, 8, 1, 2, 1 | 1 << 16, 't', 17 | 4 << 16, 'a' | 0x2013u << 16};
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    put_head(file);
    put_words(file, array, sizeof array / 4);
    fclose(file);
    CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, path, &error), BD_OK);
    CU_ASSERT_EQUAL(number_of(scope, "strcmp(t, 'a?')"), 1.0);
    bd_workspace_free(scope);
    unlink(path);
}

static void test_tables_take_memory_in_proportion(void) {
    const char *path = FOLDER "/bd_table.csv";
    const long before = peak_kilobytes();
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    FILE *file = fopen(path, "wb");
    for (int k = 0; k < 10000; k++)
        fprintf(file, "%sn%d", k ? "," : "", k);
    for (int i = 0; i < 100000; i++)
        fprintf(file, "\n%d,1", i);
    fclose(file);
    CU_ASSERT_EQUAL(bd_workspace_load_table(scope, path, &error), BD_LIMIT_EXCEEDED);
    MR_ASSERT_CONTAINS(error.text, "its rows are shorter than the first");
    CU_ASSERT_TRUE(peak_kilobytes() - before < 100000);
    /* short rows as such are no fault */
    write_file(path, "t,a,b\n0,1,2\n1\n2,,5\n");
    CU_ASSERT_EQUAL(bd_workspace_load_table(scope, path, &error), BD_OK);
    const bd_value *data = bd_workspace_find(scope, "data");
    CU_ASSERT_EQUAL(data->dims[0], 3);
    CU_ASSERT_TRUE(isnan(bd_value_real_at(data, 1 + 3)));
    CU_ASSERT_EQUAL(bd_value_real_at(data, 2 + 6), 5.0);
    /* nothing is dropped in silence */
    file = fopen(path, "wb");
    for (int k = 0; k <= 10000; k++)
        fprintf(file, "%s%d", k ? "," : "", k);
    fclose(file);
    CU_ASSERT_EQUAL(bd_workspace_load_table(scope, path, &error), BD_LIMIT_EXCEEDED);
    bd_workspace_free(scope);
    unlink(path);
}

static void test_pipes_and_devices_are_no_files(void) {
    const char *path = FOLDER "/bd_pipe";
    unlink(path);
    CU_ASSERT_EQUAL_FATAL(mkfifo(path, 0600), 0);
    static const char *const places[] = {FOLDER "/bd_pipe", "/dev/zero"};
    for (size_t k = 0; k < 2; k++) {
        bd_error error = {0};
        bd_workspace *scope = make(NULL);
        CU_ASSERT_NOT_EQUAL(bd_workspace_load_mat(scope, places[k], &error), BD_OK);
        MR_ASSERT_CONTAINS(error.text, "pipe or a device");
        CU_ASSERT_NOT_EQUAL(bd_workspace_load_table(scope, places[k], &error), BD_OK);
        MR_ASSERT_CONTAINS(error.text, "pipe or a device");
        CU_ASSERT_NOT_EQUAL(bd_workspace_run_file(scope, places[k], &error), BD_OK);
        MR_ASSERT_CONTAINS(error.text, "pipe or a device");
        bd_workspace_free(scope);
    }
    unlink(path);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_mat_files_of_octave),
        MR_TEST(test_values_that_are_lost),
        MR_TEST(test_names_without_a_value),
        MR_TEST(test_broken_mat_files),
        MR_TEST(test_mat_files_that_claim_more_than_they_hold),
        MR_TEST(test_numbers_of_every_form_in_both_orders_of_bytes),
        MR_TEST(test_level_4_files),
        MR_TEST(test_letters_that_do_not_fit),
        MR_TEST(test_tables_take_memory_in_proportion),
        MR_TEST(test_pipes_and_devices_are_no_files),
    };

    return mr_test_main("mat_files", tests, sizeof tests / sizeof *tests, argc, argv);
}
