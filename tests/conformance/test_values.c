/* the own state of an S-function as bytes: it comes back as it was, and what is torn or senseless
 * is damaged */
#include "host_case.h"

#include "blockdiagram/expression.h"
#include "value/value_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bd_value *value_of(const char *text) {
    size_t count = 0;
    bd_value **values = host_case_values(text, &count);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    bd_value *value = bd_value_share(values[0]);
    bd_expression_free_list(values, count);
    return value;
}

static void test_values_come_back_from_bytes(void) {
    static const char *const texts[] = {
        "2.5",
        "[1+2i 3; 4 5-6i]",
        "int8([1 -2 3])",
        "uint64(18446744073709551615)",
        "true",
        "'text'",
        "[]",
        "zeros(0,3)",
        "ones(2,3,4)",
        "{1, 'a', {2+3i, []}}",
        "{}",
        "struct('a', {1, 2, 3}, 'long_name', 'text')",
        "struct()",
        "struct('a', 5)",
        "struct('a', {{}})",
        "struct('a', struct('b', {{1, 'c'}}))",
        "zeros(1,0)",
        "'x'",
        "int8(7)",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bd_value *value = value_of(texts[i]), *back = NULL;
        const size_t size = bd_value_bytes(value);
        unsigned char *bytes = malloc(size);
        bd_error error = {0};
        CU_ASSERT_PTR_EQUAL(bd_value_write_bytes(value, bytes), bytes + size);
        CU_ASSERT_EQUAL(bd_value_read_bytes(bytes, size, &back, &error), BD_OK);
        CU_ASSERT_TRUE(bd_value_equal(value, back));
        CU_ASSERT_EQUAL(value->type, back->type);
        bd_value_free(back);
        /* torn anywhere, it is refused */
        for (size_t length = 0; length < size; length++) {
            unsigned char *part = malloc(length ? length : 1);
            memcpy(part, bytes, length);
            CU_ASSERT_EQUAL(bd_value_read_bytes(part, length, &back, &error), BD_BAD_FILE);
            MR_ASSERT_CONTAINS(error.text, "the bytes of a value are damaged");
            CU_ASSERT_PTR_NULL(back);
            free(part);
        }
        free(bytes);
        bd_value_free(value);
    }
}

/* cells in cells as deep as values may be; one more cell around them is its head once more */
static void test_values_that_are_too_deep_are_damaged(void) {
    static const size_t one[] = {1, 1};
    bd_error error = {0};
    bd_value *value = value_of("3"), *back = NULL;
    for (int depth = 0; depth < BD_MAX_NESTING; depth++) {
        bd_value *cell = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_value_create(BD_CELL, 2, one, false, &cell, &error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_value_cell_set(cell, 0, value, &error), BD_OK);
        value = cell;
    }
    const size_t size = bd_value_bytes(value), head = bd_value_bytes(NULL);
    unsigned char *bytes = malloc(head + size);
    bd_value_write_bytes(value, bytes + head);
    memcpy(bytes, bytes + head, head);
    CU_ASSERT_EQUAL(bd_value_read_bytes(bytes + head, size, &back, &error), BD_OK);
    CU_ASSERT_TRUE(bd_value_equal(value, back));
    bd_value_free(back);
    CU_ASSERT_EQUAL(bd_value_read_bytes(bytes, head + size, &back, &error), BD_BAD_FILE);
    CU_ASSERT_PTR_NULL(back);
    bd_value_free(value);
    free(bytes);
}

/* structures in structures, too */
static void test_structures_that_are_too_deep_are_damaged(void) {
    static const size_t one[] = {1, 1};
    for (int depth = BD_MAX_NESTING - 1; depth <= BD_MAX_NESTING + 1; depth++) {
        bd_error error = {0};
        /* heads and names, one in the other, and none in the last */
        bd_value *shell = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_value_create(BD_STRUCT, 2, one, false, &shell, &error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_value_field_set(shell, 0, "a", NULL, &error), BD_OK);
        const size_t head = bd_value_bytes(NULL), size = bd_value_bytes(shell) - head;
        unsigned char *bytes = malloc(bd_value_bytes(shell) * ((size_t)depth + 2));
        size_t used = 0;
        for (int i = 0; i < depth; i++) {
            (void)bd_value_write_bytes(shell, bytes + used);
            used += size;
        }
        (void)bd_value_write_bytes(NULL, bytes + used);
        bd_value *back = NULL;
        const bool good = depth <= BD_MAX_NESTING;
        CU_ASSERT_EQUAL(bd_value_read_bytes(bytes, used + head, &back, &error),
                        good ? BD_OK : BD_BAD_FILE);
        CU_ASSERT_EQUAL(back != NULL, good);
        bd_value_free(back);
        bd_value_free(shell);
        free(bytes);
    }
}

/* complex numbers of one byte, and of none */
static void test_small_complex_values_come_back(void) {
    for (size_t count = 0; count < 3; count++) {
        const size_t dims[] = {1, count};
        bd_value *value = NULL, *back = NULL;
        bd_error error = {0};
        CU_ASSERT_EQUAL_FATAL(bd_value_create(BD_INT8, 2, dims, true, &value, &error), BD_OK);
        for (size_t i = 0; i < count; i++) {
            ((signed char *)value->re)[i] = (signed char)(3 + i);
            ((signed char *)value->im)[i] = (signed char)(-7 - (int)i);
        }
        const size_t size = bd_value_bytes(value);
        CU_ASSERT_EQUAL(size, bd_value_bytes(NULL) + 2 * count);
        unsigned char *bytes = malloc(size);
        CU_ASSERT_PTR_EQUAL(bd_value_write_bytes(value, bytes), bytes + size);
        CU_ASSERT_EQUAL(bd_value_read_bytes(bytes, size, &back, &error), BD_OK);
        CU_ASSERT_TRUE(bd_value_equal(value, back));
        bd_value_free(back);
        bd_value_free(value);
        free(bytes);
    }
}

/* as many fields as the author likes */
static void test_structures_of_many_fields_come_back(void) {
    static const size_t one[] = {1, 1};
    bd_value *value = NULL, *back = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_value_create(BD_STRUCT, 2, one, false, &value, &error), BD_OK);
    for (int i = 0; i < 100; i++) {
        char name[16];
        bd_value *number = value_of("7");
        snprintf(name, sizeof name, "field_%d", i);
        CU_ASSERT_EQUAL(bd_value_field_set(value, 0, name, number, &error), BD_OK);
    }
    const size_t size = bd_value_bytes(value);
    unsigned char *bytes = malloc(size);
    bd_value_write_bytes(value, bytes);
    CU_ASSERT_EQUAL(bd_value_read_bytes(bytes, size, &back, &error), BD_OK);
    CU_ASSERT_TRUE(bd_value_equal(value, back));
    bd_value_free(back);
    bd_value_free(value);
    free(bytes);
}

/* no value at all has bytes, too */
static void test_no_value_comes_back_as_none(void) {
    unsigned char bytes[400];
    bd_value *back = NULL;
    CU_ASSERT_TRUE_FATAL(bd_value_bytes(NULL) <= sizeof bytes);
    CU_ASSERT_PTR_EQUAL(bd_value_write_bytes(NULL, bytes), bytes + bd_value_bytes(NULL));
    CU_ASSERT_EQUAL(bd_value_read_bytes(bytes, bd_value_bytes(NULL), &back, NULL), BD_OK);
    CU_ASSERT_PTR_NULL(back);
}

/* present, type, rank, complexity, fields and dimensions, 8 bytes each: what each may not be */
static void test_heads_without_sense_are_damaged(void) {
    static const struct {
        size_t place;
        uint64_t number;
    } cases[] = {{1, BD_CLASS_COUNT}, {1, UINT64_MAX}, {2, BD_MAX_RANK + 1},
                 {2, UINT64_MAX},     {4, 1},          {4, 65},
                 {5, UINT64_MAX},     {5, 1000000}};
    bd_value *value = value_of("[1 2 3]");
    const size_t size = bd_value_bytes(value);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char *bytes = malloc(size);
        bd_value *back = NULL;
        bd_error error = {0};
        bd_value_write_bytes(value, bytes);
        memcpy(bytes + 8 * cases[i].place, &cases[i].number, 8);
        const bd_status status = bd_value_read_bytes(bytes, size, &back, &error);
        if (cases[i].place < 5) {
            CU_ASSERT_EQUAL(status, BD_BAD_FILE);
            MR_ASSERT_CONTAINS(error.text, "the bytes of a value are damaged");
        } else { /* more than memory has, or than the bytes have */
            CU_ASSERT_NOT_EQUAL(status, BD_OK);
            CU_ASSERT_TRUE(error.text[0] != '\0');
        }
        CU_ASSERT_PTR_NULL(back);
        free(bytes);
    }
    bd_value_free(value);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_values_come_back_from_bytes),
        MR_TEST(test_values_that_are_too_deep_are_damaged),
        MR_TEST(test_structures_that_are_too_deep_are_damaged),
        MR_TEST(test_small_complex_values_come_back),
        MR_TEST(test_structures_of_many_fields_come_back),
        MR_TEST(test_no_value_comes_back_as_none),
        MR_TEST(test_heads_without_sense_are_damaged),
    };
    host_case_begin();
    return mr_test_main("conformance_values", tests, sizeof tests / sizeof *tests, argc, argv);
}
