/* values as the host makes and reads them: classes, sizes, sharing, conversions, bounds */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/signal.h"
#include "blockdiagram/value.h"
#include "mr_test.h"

static bd_error error;

static void test_classes_are_in_the_order_of_s_function_types(void) {
    static const char *const names[] = {"double", "single", "int8",   "uint8",  "int16",
                                        "uint16", "int32",  "uint32", "logical"};
    bd_class type;

    for (int k = 0; k < 9; k++) {
        CU_ASSERT_STRING_EQUAL(bd_class_name((bd_class)k), names[k]);
        CU_ASSERT_TRUE(bd_class_find(names[k], &type));
        CU_ASSERT_EQUAL((int)type, k);
    }
    CU_ASSERT_TRUE(bd_class_find("boolean", &type));
    CU_ASSERT_EQUAL(type, BD_LOGICAL);
    CU_ASSERT_FALSE(bd_class_find("float", &type));
    CU_ASSERT_EQUAL(bd_class_bytes(BD_INT16), 2);
}

static void test_dimensions(void) {
    bd_value *value;
    char text[32];

    CU_ASSERT_EQUAL(
        bd_value_create(BD_SINGLE, 4, (const size_t[]){2, 3, 1, 1}, false, &value, &error), BD_OK);
    CU_ASSERT_EQUAL(value->rank, 2); /* trailing ones are dropped */
    CU_ASSERT_EQUAL(value->count, 6);
    CU_ASSERT_EQUAL(value->dims[2], 1);
    CU_ASSERT_STRING_EQUAL(bd_value_size_text(value, text, sizeof text), "2x3");
    bd_value_free(value);
    CU_ASSERT_EQUAL(bd_value_create(BD_DOUBLE, 1, (const size_t[]){5}, true, &value, &error),
                    BD_OK);
    CU_ASSERT_EQUAL(value->dims[0], 5);
    CU_ASSERT_EQUAL(value->dims[1], 1);
    CU_ASSERT_PTR_NOT_NULL(value->im);
    bd_value_free(value);
    CU_ASSERT_EQUAL(bd_value_create_matrix(BD_DOUBLE, 0, 3, &value, &error), BD_OK);
    CU_ASSERT_TRUE(bd_value_is_empty(value));
    CU_ASSERT_PTR_NOT_NULL(value->re);
    bd_value_free(value);
}

static void test_bounds(void) {
    bd_value *value;
    size_t dims[20];

    CU_ASSERT_EQUAL(bd_value_create_matrix(BD_DOUBLE, 100000, 100000, &value, &error),
                    BD_LIMIT_EXCEEDED);
    CU_ASSERT_PTR_NULL(value);
    CU_ASSERT_EQUAL(bd_value_create_matrix(BD_INT8, SIZE_MAX, SIZE_MAX, &value, &error),
                    BD_LIMIT_EXCEEDED);
    CU_ASSERT_EQUAL(bd_value_create_matrix(BD_INT8, SIZE_MAX, 0, &value, &error),
                    BD_LIMIT_EXCEEDED);
    for (int k = 0; k < 20; k++)
        dims[k] = 2;
    CU_ASSERT_EQUAL(bd_value_create(BD_INT8, 20, dims, false, &value, &error), BD_LIMIT_EXCEEDED);

    /* cells in cells end at the bound, and freeing them does not overflow the stack */
    bd_value *inner;
    CU_ASSERT_EQUAL(bd_value_create_scalar(1.0, &inner, &error), BD_OK);
    bd_status status = BD_OK;
    int depth = 0;
    while (status == BD_OK && depth < 1000) {
        bd_value *cell;
        CU_ASSERT_EQUAL_FATAL(bd_value_create_matrix(BD_CELL, 1, 1, &cell, &error), BD_OK);
        status = bd_value_cell_set(cell, 0, inner, &error);
        inner = cell;
        depth++;
    }
    CU_ASSERT_EQUAL(status, BD_LIMIT_EXCEEDED);
    CU_ASSERT_EQUAL(depth, BD_MAX_NESTING + 1);
    bd_value_free(inner);
}

static void test_sharing_and_copying(void) {
    bd_value *value, *copy;
    const double numbers[] = {1, 2, 3};

    CU_ASSERT_EQUAL(bd_value_create_doubles(1, 3, numbers, &value, &error), BD_OK);
    bd_value *other = bd_value_share(value);
    CU_ASSERT_PTR_EQUAL(other, value);
    bd_value_free(value);
    CU_ASSERT_EQUAL(bd_value_real_at(other, 2), 3.0); /* still alive */
    CU_ASSERT_EQUAL(bd_value_copy(other, &copy, &error), BD_OK);
    ((double *)copy->re)[0] = 9.0;
    CU_ASSERT_EQUAL(bd_value_real_at(other, 0), 1.0);
    CU_ASSERT_FALSE(bd_value_equal(copy, other));
    bd_value_free(copy);
    bd_value_free(other);
    CU_ASSERT_PTR_NULL(bd_value_share(NULL));
    bd_value_free(NULL);
}

static double converted(double number, bd_class type) {
    bd_value *value, *other;

    CU_ASSERT_EQUAL_FATAL(bd_value_create_scalar(number, &value, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_value_convert(value, type, &other, &error), BD_OK);
    const double result = bd_value_real_at(other, 0);
    bd_value_free(value);
    bd_value_free(other);
    return result;
}

static void test_conversions_round_and_saturate(void) {
    CU_ASSERT_EQUAL(converted(2.5, BD_INT8), 3.0);
    CU_ASSERT_EQUAL(converted(-2.5, BD_INT8), -3.0);
    CU_ASSERT_EQUAL(converted(0.49999999999999994, BD_INT8), 0.0);
    CU_ASSERT_EQUAL(converted(1e9, BD_INT8), 127.0);
    CU_ASSERT_EQUAL(converted(-1e9, BD_INT16), -32768.0);
    CU_ASSERT_EQUAL(converted(-1.0, BD_UINT32), 0.0);
    CU_ASSERT_EQUAL(converted(NAN, BD_INT32), 0.0);
    CU_ASSERT_EQUAL(converted(INFINITY, BD_UINT16), 65535.0);
    CU_ASSERT_EQUAL(converted(1e30, BD_INT64), 9223372036854775807.0);
    CU_ASSERT_EQUAL(converted(-INFINITY, BD_INT64), -9223372036854775808.0);
    CU_ASSERT_EQUAL(converted(0.1, BD_SINGLE), (double)0.1F);
    CU_ASSERT_EQUAL(converted(-3.0, BD_LOGICAL), 1.0);

    bd_value *nan, *truth;
    CU_ASSERT_EQUAL(bd_value_create_scalar(NAN, &nan, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_convert(nan, BD_LOGICAL, &truth, &error), BD_BAD_VALUE);
    CU_ASSERT_EQUAL(bd_value_convert(nan, BD_CELL, &truth, &error), BD_BAD_VALUE);
    bd_value_free(nan);
}

static void test_readers_say_what_is_wrong(void) {
    bd_value *value;
    double number;
    long whole;
    bool truth;
    char *text;
    double *numbers;
    size_t count;

    CU_ASSERT_EQUAL(bd_value_create_doubles(1, 2, NULL, &value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_scalar(value, "Gain of 'm/K'", &number, &error), BD_BAD_VALUE);
    CU_ASSERT_STRING_EQUAL(error.text,
                           "Gain of 'm/K' must be a real number, not a double of size 1x2");
    CU_ASSERT_EQUAL(bd_value_text(value, "Name", &text, &error), BD_BAD_VALUE);
    CU_ASSERT_EQUAL(bd_value_doubles(value, "v", &numbers, &count, &error), BD_OK);
    CU_ASSERT_EQUAL(count, 2);
    free(numbers);
    bd_value_free(value);

    CU_ASSERT_EQUAL(bd_value_create_scalar(2.5, &value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_whole(value, "Inputs", 1, 10, &whole, &error), BD_BAD_VALUE);
    CU_ASSERT_STRING_EQUAL(error.text, "Inputs must be a whole number from 1 to 10, not 2.5");
    bd_value_free(value);
    CU_ASSERT_EQUAL(bd_value_create_scalar(7.0, &value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_whole(value, "Inputs", 1, 10, &whole, &error), BD_OK);
    CU_ASSERT_EQUAL(whole, 7);
    CU_ASSERT_EQUAL(bd_value_truth(value, "flag", &truth, &error), BD_OK);
    CU_ASSERT_TRUE(truth);
    bd_value_free(value);

    CU_ASSERT_EQUAL(bd_value_create_text("off", &value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_truth(value, "flag", &truth, &error), BD_OK);
    CU_ASSERT_FALSE(truth);
    CU_ASSERT_EQUAL(bd_value_text(value, "flag", &text, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(text, "off");
    free(text);
    bd_value_free(value);
    CU_ASSERT_EQUAL(bd_value_create_text("maybe", &value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_truth(value, "flag", &truth, &error), BD_BAD_VALUE);
    bd_value_free(value);
}

static void test_structs(void) {
    bd_value *value, *one, *same;

    CU_ASSERT_EQUAL(bd_value_create_struct(&value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_create_scalar(1.0, &one, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_field_set(value, 0, "a", bd_value_share(one), &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_field_set(value, 0, "b", bd_value_share(one), &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_copy(value, &same, &error), BD_OK);
    CU_ASSERT_TRUE(bd_value_equal(value, same));
    CU_ASSERT_EQUAL(bd_value_field_set(same, 0, "b", NULL, &error), BD_OK);
    CU_ASSERT_FALSE(bd_value_equal(value, same));
    CU_ASSERT_PTR_EQUAL(bd_value_field(value, "b"), one);
    CU_ASSERT_PTR_NULL(bd_value_field(value, "c"));
    CU_ASSERT_PTR_NULL(bd_value_field(one, "c"));
    CU_ASSERT_EQUAL(bd_value_field_index(value, "b"), 1);
    CU_ASSERT_EQUAL(bd_value_field_set(value, 1, "a", bd_value_share(one), &error),
                    BD_BAD_ARGUMENT);
    bd_value_free(one);
    bd_value_free(same);
    bd_value_free(value);
}

/* so many that they are found by hash; of one element and of several */
static void test_structs_of_many_fields(void) {
    for (size_t elements = 1; elements < 3; elements++) {
        bd_value *value, *copy;
        char name[20];
        CU_ASSERT_EQUAL(bd_value_create_matrix(BD_STRUCT, 1, elements, &value, &error), BD_OK);
        for (int f = 0; f < 1000; f++) {
            bd_value *number;
            snprintf(name, sizeof name, "f%d", 7 * f);
            for (size_t e = 0; e < elements; e++) {
                CU_ASSERT_EQUAL(bd_value_create_scalar(f + 0.5 * (double)e, &number, &error),
                                BD_OK);
                CU_ASSERT_EQUAL(bd_value_field_set(value, e, name, number, &error), BD_OK);
            }
        }
        CU_ASSERT_EQUAL(bd_value_copy(value, &copy, &error), BD_OK);
        for (int f = 0; f < 7000; f++) {
            const int number = f % 7 == 0 ? f / 7 : -1;
            snprintf(name, sizeof name, "f%d", f);
            CU_ASSERT_EQUAL(bd_value_field_index(copy, name), number);
            for (size_t e = 0; number >= 0 && e < elements; e++)
                CU_ASSERT_EQUAL(*(const double *)bd_value_field_at(copy, e, name)->re,
                                number + 0.5 * (double)e);
        }
        bd_value_free(copy);
        bd_value_free(value);
    }
}

static void test_shapes_are_told_and_compared(void) {
    const bd_bus named = {.name = "Wheel", .size = 16}, same = {.name = "Wheel", .size = 16};
    const bd_bus other = {.name = "Axle", .size = 16}, larger = {.name = "Wheel", .size = 24};
    const struct {
        bd_shape shape;
        const char *text;
    } shapes[] = {
        {{.type = BD_DOUBLE, .rank = 1, .dims = {1}}, "double"},
        {{.type = BD_INT8, .rank = 1, .dims = {3}}, "int8 [3]"},
        {{.type = BD_SINGLE, .rank = 2, .dims = {2, 3}}, "single [2x3]"},
        {{.type = BD_DOUBLE, .rank = 3, .dims = {2, 3, 4}, .complexity = 1},
         "double [2x3x4] complex"},
        {{.type = BD_BUS, .rank = 1, .dims = {1}}, "bus"},
        {{.type = BD_BUS, .rank = 1, .dims = {2}, .bus = &named}, "Wheel [2]"},
        {{.type = BD_FUNCTION_CALL, .rank = 1, .dims = {1}}, "function-call"},
        {{.type = BD_INHERITED, .rank = BD_INHERITED}, "any type"},
    };
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        char text[60];
        CU_ASSERT_STRING_EQUAL(bd_shape_text(&shapes[k].shape, text, sizeof text), shapes[k].text);
    }
    char little[8];
    CU_ASSERT_STRING_EQUAL(bd_shape_text(&shapes[3].shape, little, sizeof little), "double ");
    /* a vector is one in any orientation; matrices are equal in both sizes only */
    const bd_shape list = {.rank = 1, .dims = {3}}, row = {.rank = 2, .dims = {1, 3}};
    const bd_shape column = {.rank = 2, .dims = {3, 1}}, matrix = {.rank = 2, .dims = {3, 3}};
    CU_ASSERT_TRUE(bd_shape_same_dims(&list, &row) && bd_shape_same_dims(&list, &column));
    CU_ASSERT_FALSE(bd_shape_same_dims(&row, &column) || bd_shape_same_dims(&list, &matrix));
    CU_ASSERT_TRUE(bd_shape_same_dims(&matrix, &matrix));
    /* buses without elements here are told apart by size and name; an unknown one fits all */
    const bd_shape a = {.type = BD_BUS, .bus = &named}, b = {.type = BD_BUS, .bus = &same};
    const bd_shape c = {.type = BD_BUS, .bus = &other}, d = {.type = BD_BUS, .bus = &larger};
    const bd_shape open = {.type = BD_BUS}, number = {.type = BD_DOUBLE};
    CU_ASSERT_TRUE(bd_shape_same_type(&a, &a) && bd_shape_same_type(&a, &b));
    CU_ASSERT_TRUE(bd_shape_same_type(&a, &open) && bd_shape_same_type(&open, &a));
    CU_ASSERT_FALSE(bd_shape_same_type(&a, &c) || bd_shape_same_type(&a, &d));
    CU_ASSERT_FALSE(bd_shape_same_type(&a, &number));
}

static void test_sample_times_are_told(void) {
    static const struct {
        bd_sample_time time;
        const char *text;
    } times[] = {{{0.0, 0.0}, "continuous"},    {{0.0, 1.0}, "fixed in minor step"},
                 {{INFINITY, 0.0}, "constant"}, {{-1.0, -1.0}, "triggered"},
                 {{-2.0, 0.0}, "variable"},     {{-1.0, 0.0}, "inherited"},
                 {{0.1, 0.0}, "0.1"},           {{0.5, 0.25}, "[0.5, 0.25]"}};
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        char text[60];
        CU_ASSERT_STRING_EQUAL(bd_sample_time_text(times[k].time, text, sizeof text),
                               times[k].text);
    }
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_classes_are_in_the_order_of_s_function_types),
        MR_TEST(test_dimensions),
        MR_TEST(test_bounds),
        MR_TEST(test_sharing_and_copying),
        MR_TEST(test_conversions_round_and_saturate),
        MR_TEST(test_readers_say_what_is_wrong),
        MR_TEST(test_structs),
        MR_TEST(test_structs_of_many_fields),
        MR_TEST(test_shapes_are_told_and_compared),
        MR_TEST(test_sample_times_are_told),
    };

    return mr_test_main("value", tests, sizeof tests / sizeof *tests, argc, argv);
}
