/* objects in MAT files: a file with timeseries, a Dataset, a parameter object and an array of
 * objects is written byte by byte, as the layout is told in value/objects.c */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blockdiagram/diagram.h"
#include "blockdiagram/expression.h"
#include "mr_test.h"

#define PATH MR_BINARY_DIR "/tests/objects.mat"

enum {
    CELL = 1,
    STRUCT = 2,
    CHAR = 4,
    DOUBLE = 6,
    UINT8 = 9,
    UINT32 = 13,
    INT64 = 14,
    OPAQUE = 17
};

typedef struct bytes {
    unsigned char data[20000];
    size_t size;
} bytes;

static void put(bytes *b, const void *data, size_t size) {
    CU_ASSERT_FATAL(b->size + size + 16 < sizeof b->data);
    if (size)
        memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_word(bytes *b, uint32_t word) {
    put(b, &word, sizeof word);
}

static void pad(bytes *b) {
    while (b->size % 8)
        put(b, "", 1);
}

static void put_element(bytes *b, uint32_t type, const void *data, size_t size) {
    put_word(b, type);
    put_word(b, (uint32_t)size);
    put(b, data, size);
    pad(b);
}

/* an array begins; where its length belongs */
static size_t begin(bytes *b, uint32_t class, const char *name, uint32_t rows, uint32_t columns,
                    uint32_t pages) {
    const uint32_t flags[2] = {class, 0}, dims[3] = {rows, columns, pages};
    put_word(b, 14);
    put_word(b, 0);
    const size_t at = b->size;
    put_element(b, 6, flags, sizeof flags);
    if (class != OPAQUE)
        put_element(b, 5, dims, pages ? 12 : 8);
    put_element(b, 1, name, strlen(name));
    return at;
}

static void end(bytes *b, size_t at) {
    const uint32_t size = (uint32_t)(b->size - at);
    memcpy(b->data + at - 4, &size, 4);
}

static void put_numbers(bytes *b, const double *numbers, uint32_t rows, uint32_t columns,
                        uint32_t pages) {
    const size_t at = begin(b, DOUBLE, "", rows, columns, pages);
    put_element(b, 9, numbers, 8 * (size_t)rows * columns * (pages ? pages : 1));
    end(b, at);
}

static void put_text(bytes *b, const char *text) {
    const size_t at = begin(b, CHAR, "", 1, (uint32_t)strlen(text), 0);
    put_element(b, 16, text, strlen(text));
    end(b, at);
}

static void put_reference(bytes *b, const uint32_t *objects, uint32_t count, uint32_t class) {
    const size_t at = begin(b, UINT32, "", 5 + count, 1, 0);
    uint32_t words[20] = {0xdd000000u, 2, 1, count};
    for (uint32_t k = 0; k < count; k++)
        words[4 + k] = objects[k];
    words[4 + count] = class;
    put_element(b, 6, words, 4 * (5 + (size_t)count));
    end(b, at);
}

static void put_object(bytes *b, const char *name, const char *class, const uint32_t *objects,
                       uint32_t count, uint32_t number) {
    const size_t at = begin(b, OPAQUE, name, 0, 0, 0);
    put_element(b, 1, "MCOS", 4);
    put_element(b, 1, class, strlen(class));
    put_reference(b, objects, count, number);
    end(b, at);
}

/* a structure with one field; its value follows */
static size_t begin_field(bytes *b, const char *name, const char *field) {
    const size_t at = begin(b, STRUCT, name, 1, 1, 0);
    char text[32] = "";
    const uint32_t room = 32;
    snprintf(text, sizeof text, "%s", field);
    put_element(b, 5, &room, 4);
    put_element(b, 1, text, sizeof text);
    return at;
}

enum { TIMESERIES = 1, INFO, DATASET, PARAMETER };
static const char *const names[] = {"Data_",
                                    "TimeInfo",
                                    "Name",
                                    "Time_",
                                    "Length",
                                    "Start_",
                                    "Increment_",
                                    "any",
                                    "Value",
                                    "timeseries",
                                    "timemetadata",
                                    "tsdata",
                                    "Simulink.SimulationData",
                                    "Dataset",
                                    "Simulink",
                                    "Parameter",
                                    "IsTimeFirst_"};
static uint32_t name_number(const char *name) {
    for (uint32_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], name) == 0)
            return k + 1;
    return 0;
}

static void put_block(bytes *b, uint32_t count, const uint32_t (*triples)[3]) {
    put_word(b, count);
    put(b, triples, 12 * (size_t)count);
    pad(b);
}

/* names, classes, objects and their properties */
static void put_table(bytes *b) {
    uint32_t offsets[8] = {0};
    const size_t begin_of_table = b->size;
    put_word(b, 4);
    put_word(b, sizeof names / sizeof *names);
    put(b, offsets, sizeof offsets);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        put(b, names[k], strlen(names[k]) + 1);
    pad(b);
    offsets[0] = (uint32_t)(b->size - begin_of_table);
    const uint32_t classes[][4] = {{0},
                                   {0, name_number("timeseries")},
                                   {name_number("tsdata"), name_number("timemetadata")},
                                   {name_number("Simulink.SimulationData"), name_number("Dataset")},
                                   {name_number("Simulink"), name_number("Parameter")}};
    put(b, classes, sizeof classes);
    offsets[1] = (uint32_t)(b->size - begin_of_table);
    put_block(b, 0, NULL);
    put_block(b, 1, (const uint32_t[][3]){{name_number("any"), 1, 6}});
    offsets[2] = (uint32_t)(b->size - begin_of_table);
    const uint32_t objects[][6] = {{0},
                                   {TIMESERIES, 0, 0, 0, 1, 1},
                                   {INFO, 0, 0, 0, 2, 2},
                                   {TIMESERIES, 0, 0, 0, 3, 3},
                                   {INFO, 0, 0, 0, 4, 4},
                                   {DATASET, 0, 0, 1, 0, 5},
                                   {PARAMETER, 0, 0, 0, 5, 6}};
    put(b, objects, sizeof objects);
    offsets[3] = (uint32_t)(b->size - begin_of_table);
    put_block(b, 0, NULL);
    put_block(b, 2,
              (const uint32_t[][3]){{name_number("Data_"), 1, 0}, {name_number("TimeInfo"), 1, 1}});
    put_block(b, 1, (const uint32_t[][3]){{name_number("Time_"), 1, 2}});
    put_block(b, 4,
              (const uint32_t[][3]){{name_number("Data_"), 1, 3},
                                    {name_number("TimeInfo"), 1, 4},
                                    {name_number("Name"), 1, 5},
                                    {name_number("IsTimeFirst_"), 2, 0}});
    put_block(b, 3,
              (const uint32_t[][3]){{name_number("Length"), 1, 7},
                                    {name_number("Start_"), 1, 8},
                                    {name_number("Increment_"), 1, 9}});
    put_block(b, 1, (const uint32_t[][3]){{name_number("Value"), 1, 10}});
    for (int k = 4; k < 8; k++)
        offsets[k] = (uint32_t)(b->size - begin_of_table);
    memcpy(b->data + begin_of_table + 8, offsets, sizeof offsets);
}

static void put_objects(bytes *file) {
    static bytes inner, table;
    const double data[] = {1, 4, 9}, times[] = {0, 0.5, 2}, pairs[] = {1, -1, 2, -2};
    const double two = 2, begin_at = 10, step = 0.25, value = 42, twelve[2] = {0, 12};
    inner = (bytes){0};
    table = (bytes){0};
    put_table(&table);
    put(&inner, "\0\1IM\0\0\0\0", 8);
    size_t system = begin_field(&inner, "", "MCOS"), wrapper = begin(&inner, OPAQUE, "", 0, 0, 0);
    put_element(&inner, 1, "MCOS", 4);
    put_element(&inner, 1, "FileWrapper__", 13);
    size_t cells = begin(&inner, CELL, "", 14, 1, 0),
           at = begin(&inner, UINT8, "", (uint32_t)table.size, 1, 0);
    put_element(&inner, 2, table.data, table.size);
    end(&inner, at);
    put_numbers(&inner, NULL, 0, 0, 0);                    /* the cell that nobody uses */
    put_numbers(&inner, data, 1, 1, 3);                    /* 0 */
    put_reference(&inner, (const uint32_t[]){2}, 1, INFO); /* 1 */
    put_numbers(&inner, times, 3, 1, 0);                   /* 2 */
    put_numbers(&inner, pairs, 2, 2, 0);                   /* 3 */
    put_reference(&inner, (const uint32_t[]){4}, 1, INFO); /* 4 */
    put_text(&inner, "speed");                             /* 5 */
    size_t storage = begin_field(&inner, "", "Elements");  /* 6 */
    size_t elements = begin(&inner, CELL, "", 2, 1, 0);
    put_reference(&inner, (const uint32_t[]){1}, 1, TIMESERIES);
    put_reference(&inner, (const uint32_t[]){3}, 1, TIMESERIES);
    end(&inner, elements);
    end(&inner, storage);
    put_numbers(&inner, &two, 1, 1, 0);      /* 7 */
    put_numbers(&inner, &begin_at, 1, 1, 0); /* 8 */
    put_numbers(&inner, &step, 1, 1, 0);     /* 9 */
    put_numbers(&inner, &value, 1, 1, 0);    /* 10 */
    size_t defaults = begin(&inner, CELL, "", 2, 1, 0);
    put_numbers(&inner, NULL, 0, 0, 0);
    size_t own = begin_field(&inner, "", "Units");
    put_numbers(&inner, twelve, 1, 2, 0);
    end(&inner, own);
    end(&inner, defaults);
    end(&inner, cells);
    end(&inner, wrapper);
    end(&inner, system);
    at = begin(file, UINT8, "", 1, (uint32_t)inner.size, 0);
    put_element(file, 2, inner.data, inner.size);
    end(file, at);
}

static void make_file(bytes *file) {
    *file = (bytes){0};
    const double seven = 7;
    memset(file->data, ' ', 116);
    file->size = 116;
    put_word(file, 1); /* says that there are objects */
    put_word(file, 0);
    put(file, "\0\1IM", 4);
    size_t at = begin(file, DOUBLE, "plain", 1, 1, 0);
    put_element(file, 9, &seven, 8);
    end(file, at);
    const int64_t large = 9007199254740993; /* 2^53 + 1 */
    at = begin(file, INT64, "large", 1, 1, 0);
    put_element(file, 12, &large, 8);
    end(file, at);
    put_object(file, "ts", "timeseries", (const uint32_t[]){1}, 1, TIMESERIES);
    put_object(file, "both", "timeseries", (const uint32_t[]){1, 3}, 2, TIMESERIES);
    put_object(file, "ds", "Dataset", (const uint32_t[]){5}, 1, DATASET);
    put_object(file, "p", "Parameter", (const uint32_t[]){6}, 1, PARAMETER);
    put_objects(file);
}

static bd_status load(const bytes *file, bd_workspace **scope, bd_error *error) {
    FILE *out = fopen(PATH, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fwrite(file->data, 1, file->size, out);
    fclose(out);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base workspace", NULL, scope, error), BD_OK);
    return bd_workspace_load_mat(*scope, PATH, error);
}

static void assert_true(const bd_workspace *scope, const char *text) {
    bd_error error = {0};
    double truth = 0;
    if (bd_expression_scalar(text, scope, &truth, &error) != BD_OK)
        printf("  %s: %s\n", text, error.text);
    CU_ASSERT_EQUAL(truth, 1.0);
    if (truth != 1.0)
        printf("  %s\n", text);
}

static void test_objects_of_a_mat_file(void) {
    static bytes file;
    bd_error error = {0};
    bd_workspace *scope = NULL;
    make_file(&file);
    const bd_status status = load(&file, &scope, &error);
    CU_ASSERT_EQUAL(status, BD_OK);
    if (status != BD_OK)
        printf("  %s\n", error.text);
    assert_true(scope, "plain == 7");
    const bd_value *large = bd_workspace_find(scope, "large");
    CU_ASSERT(large && large->type == BD_INT64 &&
              ((const int64_t *)large->re)[0] == 9007199254740993);
    /* [1 1 n] is a scalar signal: rows */
    assert_true(scope, "isequal(ts.Time, [0; 0.5; 2]) && isequal(ts.Data, [1; 4; 9])");
    /* begin and increment; time last */
    assert_true(scope, "isequal(both(2).Time, [10; 10.25])");
    assert_true(scope, "isequal(both(2).Data, [1 -1; 2 -2])");
    assert_true(scope, "isequal(fieldnames(ds), {'signal1'; 'speed'})");
    assert_true(scope,
                "isequal(ds.signal1.Data, [1; 4; 9]) && isequal(ds.speed.Data, both(2).Data)");
    assert_true(scope, "p == 42");
    bd_workspace_free(scope);
    unlink(PATH);
}

/* model files keep arrays as text: three bytes are four characters */
static void append_stored(const bytes *file, char *text) {
    text += strlen(text);
    for (size_t i = 0; i < file->size; i += 3) {
        const unsigned word = (unsigned)file->data[i] << 16 | (unsigned)file->data[i + 1] << 8 |
                              (unsigned)file->data[i + 2];
        for (int k = 3; k >= 0; k--)
            *text++ = (char)(32 + ((word >> 6 * k) & 63u));
    }
    *text = '\0';
}

/* several of them together have names */
static void test_stored_array_by_name(void) {
    static bytes file;
    static char text[2 * sizeof file.data];
    make_file(&file);
    snprintf(text, sizeof text, "%s%cp%c", BD_STORED_VALUE, BD_STORED_NAME, BD_STORED_NAME);
    append_stored(&file, text);
    bd_error error = {0};
    bd_value *value = NULL;
    CU_ASSERT_EQUAL(bd_value_read_stored(text, &value, &error), BD_OK);
    CU_ASSERT(value && value->type == BD_DOUBLE && bd_value_real_at(value, 0) == 42.0);
    bd_value_free(value);
    text[strlen(BD_STORED_VALUE) + 1] = 'q'; /* there is none of this name */
    value = NULL;
    CU_ASSERT_NOT_EQUAL(bd_value_read_stored(text, &value, &error), BD_OK);
    CU_ASSERT_PTR_NULL(value);
}

/* what stands behind the array and is cut off is nobody's (seen in files of 2013) */
static void test_stored_array_with_a_remnant_behind_it(void) {
    static bytes file;
    static char text[2 * sizeof file.data];
    const double number = 42.0;
    put(&file, "\0\1IM\0\0\0\0", 8);
    put_numbers(&file, &number, 1, 1, 0);
    const size_t at = begin(&file, UINT8, "", 1, 4000, 0);
    put_element(&file, 2, text, 4000);
    end(&file, at);
    file.size = at + 120;
    strcpy(text, BD_STORED_VALUE);
    append_stored(&file, text);
    bd_error error = {0};
    bd_value *value = NULL;
    CU_ASSERT_EQUAL(bd_value_read_stored(text, &value, &error), BD_OK);
    CU_ASSERT(value && value->type == BD_DOUBLE && bd_value_real_at(value, 0) == number);
    bd_value_free(value);
}

/* whatever bytes there are, reading ends with values or a sentence */
static void test_damaged_objects_do_no_harm(void) {
    static bytes file, broken;
    mr_random random = {7};
    make_file(&file);
    int refused = 0;
    for (int k = 0; k < 3000; k++) {
        bd_error error = {0};
        bd_workspace *scope = NULL;
        broken = file;
        for (int n = mr_random_below(&random, 3); n >= 0; n--)
            broken.data[128 + mr_random_below(&random, (int)file.size - 128)] =
                (unsigned char)mr_random_below(&random, 256);
        if (k % 5 == 0)
            broken.size = 128 + (size_t)mr_random_below(&random, (int)file.size - 128);
        refused += load(&broken, &scope, &error) != BD_OK;
        bd_workspace_free(scope);
    }
    CU_ASSERT(refused > 100 && refused < 3000);
    unlink(PATH);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_objects_of_a_mat_file),
        MR_TEST(test_stored_array_by_name),
        MR_TEST(test_stored_array_with_a_remnant_behind_it),
        MR_TEST(test_damaged_objects_do_no_harm),
    };
    return mr_test_main("objects", tests, sizeof tests / sizeof *tests, argc, argv);
}
