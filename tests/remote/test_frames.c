/* frames of the other side: the same out as in, and nothing believed; not even that there is memory
 */
#include "address.h"
#include "frame.h"
#include "mr_test.h"

#include <stdlib.h>
#include <string.h>

/* the linker sends realloc here (--wrap): the next one fails on demand */
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
static bool no_memory;

void *__wrap_realloc(void *memory, size_t size) {
    return no_memory ? NULL : __real_realloc(memory, size);
}

static void put_numbers(mr_wire *frame, int32_t count, int32_t width, int reals) {
    mr_wire_clear(frame);
    mr_wire_put_number(frame, count);
    mr_wire_put_number(frame, width);
    for (int i = 0; i < reals; i++)
        mr_wire_put_real(frame, 0.5 * i);
}

static void test_messages_travel_inside_frames(void) {
    mr_wire frame = {0}, message = {0}, out = {0};
    for (int length = 0; length < 600; length += 150) {
        mr_wire_clear(&message);
        for (int i = 0; i < length; i++)
            mr_wire_put_number(&message, 3 * i + 1);
        frame_begin(&frame, FRAME_TELL);
        frame_put_message(&frame, &message);
        mr_wire_put_number(&frame, 77);
        CU_ASSERT_EQUAL(message_kind(&frame), FRAME_TELL);
        CU_ASSERT_EQUAL(mr_wire_take_number(&frame), FRAME_TELL);
        CU_ASSERT(frame_take_message(&frame, &out));
        CU_ASSERT_EQUAL(out.size, message.size);
        CU_ASSERT_EQUAL(length > 0 ? memcmp(out.data, message.data, out.size) : 0, 0);
        CU_ASSERT_EQUAL(out.at, 0);
        CU_ASSERT_EQUAL(mr_wire_take_number(&frame), 77);
        CU_ASSERT(mr_wire_done(&frame));
    }
    /* its kind is read without being taken, of an empty one, too */
    mr_wire_clear(&message);
    CU_ASSERT_EQUAL(message_kind(&message), 0);
    mr_wire_put_number(&message, 9);
    message.at = 4;
    message.bad = true;
    CU_ASSERT_EQUAL(message_kind(&message), 9);
    CU_ASSERT_EQUAL(message.at, 4);
    mr_wire_free(&frame);
    mr_wire_free(&message);
    mr_wire_free(&out);
}

static void test_messages_longer_than_their_frame_are_refused(void) {
    mr_wire frame = {0}, out = {0};
    static const int32_t told[] = {-1, -2147483647 - 1, 9, 2147483647};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        mr_wire_clear(&frame);
        mr_wire_put_number(&frame, told[i]);
        mr_wire_put_real(&frame, 1.0); /* eight bytes are there */
        CU_ASSERT(!frame_take_message(&frame, &out));
        CU_ASSERT_EQUAL(out.size, 0);
    }
    mr_wire_clear(&frame);
    mr_wire_put_number(&frame, 8);
    mr_wire_put_real(&frame, 1.0);
    CU_ASSERT(frame_take_message(&frame, &out));
    CU_ASSERT_EQUAL(mr_wire_take_real(&out), 1.0);
    mr_wire_clear(&frame);
    CU_ASSERT(!frame_take_message(&frame, &out)); /* not even a length */
    mr_wire_free(&frame);
    mr_wire_free(&out);
}

static void test_known_inputs_travel(void) {
    known_inputs sent = {.count = 3, .t = {0.5, 0.75, 1.0}, .width = 2}, got = {0};
    double u[6] = {1, 2, 3, 4, 5, 6};
    mr_wire frame = {0};
    sent.u = u;
    for (int width = 2; width >= 0; width--) {
        sent.width = (size_t)width;
        mr_wire_clear(&frame);
        frame_put_known(&frame, &sent);
        CU_ASSERT(frame_take_known(&frame, &got));
        CU_ASSERT_EQUAL(got.count, 3);
        CU_ASSERT_EQUAL(got.width, (size_t)width);
        CU_ASSERT_EQUAL(memcmp(got.t, sent.t, 3 * sizeof *got.t), 0);
        CU_ASSERT_EQUAL(memcmp(got.u, u, (size_t)(3 * width) * sizeof *u), 0);
    }
    /* every cut is refused, and one byte too much */
    sent.width = 2;
    mr_wire_clear(&frame);
    frame_put_known(&frame, &sent);
    const size_t whole = frame.size;
    for (size_t size = 0; size < whole; size++) {
        frame.at = 0;
        frame.bad = false;
        frame.size = size;
        got.count = 1;
        CU_ASSERT(!frame_take_known(&frame, &got));
        CU_ASSERT_EQUAL(got.count, 0);
    }
    frame.at = 0;
    frame.bad = false;
    frame.size = whole;
    mr_wire_put_text(&frame, "");
    CU_ASSERT(!frame_take_known(&frame, &got));
    CU_ASSERT_EQUAL(got.count, 0);
    free(got.u);
    mr_wire_free(&frame);
}

static void test_counts_of_strangers_are_not_believed(void) {
    static const int32_t wrong[][2] = {{-1, 1},
                                       {FRAME_TIMES + 1, 0},
                                       {1, -1},
                                       {1, 1000001},
                                       {1, 2147483647},
                                       {FRAME_TIMES, 1000000},
                                       {2147483647, 2147483647},
                                       {1, 24},
                                       {5, 4}};
    mr_wire frame = {0};
    known_inputs got = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put_numbers(&frame, wrong[i][0], wrong[i][1], 24);
        got.count = 3;
        CU_ASSERT(!frame_take_known(&frame, &got));
        CU_ASSERT_EQUAL(got.count, 0);
        CU_ASSERT_PTR_NULL(got.u); /* and no memory was made for it */
    }
    put_numbers(&frame, 1, 23, 24); /* one time and its inputs: just all of it */
    CU_ASSERT(frame_take_known(&frame, &got));
    CU_ASSERT_EQUAL(got.u[22], 11.5);
    put_numbers(&frame, 0, 1000000, 0); /* nothing is nothing, however wide */
    CU_ASSERT(frame_take_known(&frame, &got));
    CU_ASSERT_EQUAL(got.count, 0);
    put_numbers(&frame, FRAME_TIMES, 0, FRAME_TIMES);
    CU_ASSERT(frame_take_known(&frame, &got));
    CU_ASSERT_EQUAL(got.count, FRAME_TIMES);
    free(got.u);
    mr_wire_free(&frame);
}

static void test_without_memory_a_frame_is_refused(void) {
    mr_wire frame = {0}, out = {0};
    known_inputs got = {0};
    put_numbers(&frame, 1, 3, 4);
    no_memory = true;
    CU_ASSERT(!frame_take_known(&frame, &got));
    no_memory = false;
    CU_ASSERT_EQUAL(got.count, 0);
    CU_ASSERT_PTR_NULL(got.u);
    put_numbers(&frame, 4, 7, 0);
    no_memory = true;
    CU_ASSERT(!frame_take_message(&frame, &out));
    no_memory = false;
    CU_ASSERT(out.bad);
    CU_ASSERT(
        !frame_take_message(&frame, &out)); /* its length was taken: what follows is another */
    put_numbers(&frame, 4, 7, 0);
    CU_ASSERT(frame_take_message(&frame, &out)); /* later there is memory */
    CU_ASSERT_EQUAL(mr_wire_take_number(&out), 7);
    mr_wire_free(&frame);
    mr_wire_free(&out);
}

/* a name that only looks like this machine is not spoken to without keys */
static void test_which_addresses_are_this_machine(void) {
    static const struct {
        const char *address;
        bool tcp, loopback;
    } cases[] = {
        {"tcp://127.0.0.1:5555", true, true},
        {"tcp://127.1.2.3:*", true, true},
        {"tcp://localhost:0", true, true},
        {"tcp://[::1]:65535", true, true},
        {"tcp://127.to:5555", true, false},
        {"tcp://127.0.0.1.coal.to:5555", true, false},
        {"tcp://127.0.0.1:1;10.0.0.1:5555", true, false},
        {"tcp://localhost.to:5555", true, false},
        {"tcp://localhos:5555", true, false},
        {"tcp://[::1]a:5555", true, false},
        {"tcp://[::2]:5555", true, false},
        {"tcp://10.0.0.1:5555", true, false},
        {"tcp://*:5555", true, false},
        {"tcp://127.0.0.1:65536", false, false},
        {"tcp://127.0.0.1:000080", false, false},
        {"tcp://127.0.0.1:", false, false},
        {"tcp://127.0.0.1:80a", false, false},
        {"tcp://127.0.0.1", false, false},
        {"tcp:", false, false},
        {"udp://127.0.0.1:80", false, false},
        {"", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CU_ASSERT_EQUAL(address_is_tcp(cases[i].address), cases[i].tcp);
        CU_ASSERT_EQUAL(address_is_loopback(cases[i].address), cases[i].loopback);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_which_addresses_are_this_machine),
        MR_TEST(test_messages_travel_inside_frames),
        MR_TEST(test_messages_longer_than_their_frame_are_refused),
        MR_TEST(test_known_inputs_travel),
        MR_TEST(test_counts_of_strangers_are_not_believed),
        MR_TEST(test_without_memory_a_frame_is_refused),
    };
    return mr_test_main("remote frames", tests, sizeof tests / sizeof *tests, argc, argv);
}
