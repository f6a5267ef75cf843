/* messages: the same bits out as in, and nothing believed that comes from a stranger */
#include "isolation/protocol.h"
#include "mr_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* the linker sends these here (--wrap): memory that is not there, a text that nobody could keep */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
size_t __real_strlen(const char *text);
size_t __wrap_strlen(const char *text);
static bool no_memory;
static const char endless[] = "";

void *__wrap_malloc(size_t size) {
    return no_memory ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return no_memory ? NULL : __real_realloc(memory, size);
}

size_t __wrap_strlen(const char *text) {
    return text == endless ? (size_t)INT32_MAX + 1 : __real_strlen(text);
}

static void test_values_come_out_as_they_went_in(void) {
    mr_wire wire = {0};
    const double reals[] = {0.0, -0.0, 1.0 / 3.0, -INFINITY, 5e-324, 1.7e308};
    double out[6];
    char text[8];
    mr_wire_put_number(&wire, -2147483647 - 1);
    mr_wire_put_text(&wire, "metre");
    mr_wire_put_text(&wire, NULL);
    mr_wire_put_text(&wire, "");
    mr_wire_put_text(&wire, "much too long");
    mr_wire_put_reals(&wire, reals, 6);
    mr_wire_put_real(&wire, NAN);
    CU_ASSERT_EQUAL(mr_wire_take_number(&wire), -2147483647 - 1);
    mr_wire_copy_text(&wire, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "metre");
    size_t length;
    CU_ASSERT_PTR_NULL(mr_wire_take_text(&wire, &length));
    CU_ASSERT_PTR_NOT_NULL(mr_wire_take_text(&wire, &length));
    CU_ASSERT_EQUAL(length, 0);
    mr_wire_copy_text(&wire, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "much to");
    mr_wire_take_reals(&wire, out, 6);
    CU_ASSERT_EQUAL(memcmp(reals, out, sizeof out), 0);
    CU_ASSERT(!mr_wire_done(&wire));
    CU_ASSERT(isnan(mr_wire_take_real(&wire)));
    CU_ASSERT(mr_wire_done(&wire));
    /* nothing is left: zero from now on, and no way back */
    CU_ASSERT_EQUAL(mr_wire_take_real(&wire), 0.0);
    CU_ASSERT(wire.bad && !mr_wire_done(&wire));
    mr_wire_free(&wire);
}

/* the layout is a promise to programs of other machines */
static void test_bytes_are_little_endian(void) {
    static const unsigned char expected[] = {1, 2,    0,    0, 0, 0, 0, 0,   0,
                                             0, 0xf0, 0x3f, 2, 0, 0, 0, 'o', 'k'};
    mr_wire wire = {0};
    mr_wire_put_number(&wire, 513);
    mr_wire_put_real(&wire, 1.0);
    mr_wire_put_text(&wire, "ok");
    CU_ASSERT_EQUAL_FATAL(wire.size, sizeof expected);
    CU_ASSERT_EQUAL(memcmp(wire.data, expected, sizeof expected), 0);
    mr_wire_free(&wire);
}

static const mr_variable inputs[] = {{"F", "N", 3, MR_NONE, 1, MR_CONTINUOUS},
                                     {"gear", "", 1, MR_NONE, MR_NONE, MR_DISCRETE}};
static const mr_variable outputs[] = {{"x", "m", 3, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                      {"v", "m/s", 3, 0, MR_NONE, MR_CONTINUOUS}};
static const mr_coordinate coordinates[] = {{0, 3, MR_NONE}, {MR_NONE, 4, 5}};
static const mr_slave_description description = {"title", 2, inputs,      2,
                                                 outputs, 2, coordinates, NULL};

static void test_descriptions_travel(void) {
    mr_wire wire = {0};
    mr_wire_put_description(&wire, &description);
    mr_slave_description *d = mr_wire_take_description(&wire);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT(mr_wire_done(&wire));
    CU_ASSERT_STRING_EQUAL(d->title, "title");
    CU_ASSERT_EQUAL_FATAL(d->input_count, 2);
    CU_ASSERT_EQUAL_FATAL(d->output_count, 2);
    CU_ASSERT_EQUAL_FATAL(d->coordinate_count, 2);
    CU_ASSERT_STRING_EQUAL(d->inputs[0].name, "F");
    CU_ASSERT_STRING_EQUAL(d->inputs[0].unit, "N");
    CU_ASSERT_EQUAL(d->inputs[0].power_with, 1);
    CU_ASSERT_EQUAL(d->inputs[1].variability, MR_DISCRETE);
    CU_ASSERT_EQUAL(d->outputs[1].rate_of, 0);
    CU_ASSERT_EQUAL(d->outputs[1].size, 3);
    CU_ASSERT_EQUAL(memcmp(d->coordinates, coordinates, sizeof coordinates), 0);
    mr_widths widths;
    CU_ASSERT(mr_widths_of(d, &widths));
    CU_ASSERT_EQUAL(widths.inputs, 4);
    CU_ASSERT_EQUAL(widths.outputs, 6);
    CU_ASSERT_EQUAL(widths.coordinates, 2);
    free(d);
    mr_wire_free(&wire);
}

/* flaws that the interface complains about must arrive as they are */
static void test_flawed_descriptions_keep_their_flaws(void) {
    const mr_variable nameless = {NULL, NULL, -3, 9, 9, MR_CONTINUOUS};
    const mr_slave_description flawed = {NULL, 3, NULL, 1, &nameless, -7, NULL, NULL};
    mr_wire wire = {0};
    mr_wire_put_description(&wire, &flawed);
    mr_slave_description *d = mr_wire_take_description(&wire);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_EQUAL(d->input_count, 3);
    CU_ASSERT_PTR_NULL(d->inputs);
    CU_ASSERT_PTR_NULL(d->outputs[0].name);
    CU_ASSERT_EQUAL(d->outputs[0].size, -3);
    CU_ASSERT_EQUAL(d->coordinate_count, -7);
    mr_widths widths;
    CU_ASSERT(!mr_widths_of(d, &widths));
    free(d);
    mr_wire_free(&wire);
}

static void test_cut_and_spoilt_descriptions_are_refused_or_whole(void) {
    mr_wire whole = {0};
    mr_wire_put_description(&whole, &description);
    for (size_t size = 0; size < whole.size; size++) {
        mr_wire cut = {.data = whole.data, .size = size, .capacity = whole.capacity};
        CU_ASSERT_PTR_NULL(mr_wire_take_description(&cut));
    }
    mr_random random = {1};
    unsigned char *bytes = malloc(whole.size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    for (int round = 0; round < 20000; round++) {
        memcpy(bytes, whole.data, whole.size);
        for (int i = 0; i <= round % 4; i++)
            bytes[mr_random_below(&random, (int)whole.size)] =
                (unsigned char)mr_random_next(&random);
        mr_wire spoilt = {.data = bytes, .size = whole.size, .capacity = whole.size};
        mr_slave_description *d = mr_wire_take_description(&spoilt);
        mr_widths widths;
        if (d && mr_widths_of(d, &widths)) {
            size_t letters = 0; /* every text ends inside its memory: sanitizers watch */
            for (int i = 0; i < d->output_count; i++)
                letters += d->outputs[i].name ? strlen(d->outputs[i].name) : 0;
            CU_ASSERT(letters <= whole.size);
        }
        free(d);
    }
    free(bytes);
    mr_wire_free(&whole);
}

/* one number out of bounds, or on its bound, of a description that is good otherwise */
static void test_bounds_of_widths(void) {
    static const struct {
        int size, count, coordinates;
        bool listed, good;
    } cases[] = {
        {2, 1, 3, true, true},   {0, 1, 0, true, false},          {-1, 1, 0, true, false},
        {1, 1, 0, true, true},   {100000000, 1, 0, true, true},   {100000001, 1, 0, true, false},
        {1, -1, 0, true, false}, {1, 1, 0, false, false},         {1, 0, 0, false, true},
        {1, 1, -1, true, false}, {2000000000, 2, 0, true, false}, {50000000, 2, 0, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int side = 0; side < 2; side++) {
            const mr_variable list[] = {{"a", "", cases[i].size, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                        {"b", "", cases[i].size, MR_NONE, MR_NONE, MR_CONTINUOUS}};
            mr_slave_description d = {.coordinate_count = cases[i].coordinates};
            *(side ? &d.outputs : &d.inputs) = cases[i].listed ? list : NULL;
            *(side ? &d.output_count : &d.input_count) = cases[i].count;
            mr_widths widths;
            CU_ASSERT_EQUAL(mr_widths_of(&d, &widths), cases[i].good);
            const size_t width = cases[i].good ? (size_t)cases[i].count * (size_t)cases[i].size : 0;
            CU_ASSERT_EQUAL(widths.inputs, side ? 0 : width);
            CU_ASSERT_EQUAL(widths.outputs, side ? width : 0);
            CU_ASSERT_EQUAL(widths.coordinates, cases[i].good ? (size_t)cases[i].coordinates : 0);
        }
}

static void test_what_is_too_wide_or_too_long_is_refused(void) {
    /* each is allowed, both together are not */
    const mr_variable wide[] = {{"a", "", 60000000, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                {"b", "", 60000000, MR_NONE, MR_NONE, MR_CONTINUOUS}};
    mr_slave_description d = {.title = "wide", .input_count = 1, .inputs = wide, .outputs = wide};
    mr_widths widths;
    CU_ASSERT(mr_widths_of(&d, &widths));
    CU_ASSERT_EQUAL(widths.inputs, 60000000);
    d.input_count = 2;
    CU_ASSERT(!mr_widths_of(&d, &widths));
    CU_ASSERT_EQUAL(widths.inputs, 0);
    d.input_count = 0;
    for (int count = 9999; count <= 10000; count++) {
        d.coordinate_count = count;
        CU_ASSERT_EQUAL(mr_widths_of(&d, &widths), count < 10000);
    }
    /* a text of 2 GiB has no length on the wire */
    mr_wire wire = {0};
    mr_wire_put_text(&wire, endless);
    CU_ASSERT(wire.bad);
    CU_ASSERT_EQUAL(wire.size, 0);
    mr_wire_free(&wire);
}

static void test_without_memory_nothing_is_half(void) {
    mr_wire wire = {0};
    no_memory = true;
    mr_wire_put_number(&wire, 5);
    no_memory = false;
    CU_ASSERT(wire.bad && wire.size == 0);
    mr_wire_put_number(&wire, 6); /* what follows would be taken for what is missing */
    CU_ASSERT(wire.bad && wire.size == 0);
    mr_wire_clear(&wire);
    mr_wire_put_description(&wire, &description);
    no_memory = true;
    CU_ASSERT_PTR_NULL(mr_wire_take_description(&wire));
    no_memory = false;
    mr_wire_free(&wire);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_values_come_out_as_they_went_in),
        MR_TEST(test_bytes_are_little_endian),
        MR_TEST(test_descriptions_travel),
        MR_TEST(test_flawed_descriptions_keep_their_flaws),
        MR_TEST(test_cut_and_spoilt_descriptions_are_refused_or_whole),
        MR_TEST(test_bounds_of_widths),
        MR_TEST(test_what_is_too_wide_or_too_long_is_refused),
        MR_TEST(test_without_memory_nothing_is_half),
    };
    return mr_test_main("wire", tests, sizeof tests / sizeof *tests, argc, argv);
}
