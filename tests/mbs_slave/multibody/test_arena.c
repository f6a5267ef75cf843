/* memory that is given back all at once; and drafts of functions, which have room for so many nodes
 * and entries and are refused where they need more */
#include "arena.h"
#include "core.h"
#include "mr_test.h"

#include <stdint.h>
#include <string.h>

static void test_pieces_are_zero_apart_and_aligned(void) {
    mbs_arena arena = {0};
    char *before = NULL;
    size_t length = 0;
    for (size_t size = 1; size < 200000; size = 3 * size + 1) { /* within a chunk and beyond it */
        char *piece = mbs_arena_new(&arena, size, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(piece);
        CU_ASSERT_EQUAL((uintptr_t)piece % (size >= 64 ? 64 : 16), 0); /* as the arena promises */
        for (size_t i = 0; i < size; i++)
            if (piece[i] != 0)
                CU_FAIL("a piece is not zero");
        memset(piece, 1, size);
        CU_ASSERT(!before || piece + size <= before || before + length <= piece);
        before = piece;
        length = size;
    }
    CU_ASSERT_EQUAL(arena.failed, 0);
    mbs_arena_free(&arena);
}

/* a product that does not fit into a size_t is no small piece */
static void test_more_than_there_can_be_is_refused(void) {
    mbs_arena arena = {0};
    CU_ASSERT_PTR_NULL(mbs_arena_new(&arena, SIZE_MAX / 8 + 2, 8));
    CU_ASSERT_EQUAL(arena.failed, 1);
    mbs_arena_free(&arena);
    arena = (mbs_arena){0};
    CU_ASSERT_PTR_NOT_NULL(mbs_arena_new(&arena, 5, 0));
    CU_ASSERT_PTR_NOT_NULL(mbs_arena_new(&arena, 0, 8));
    CU_ASSERT_EQUAL(arena.failed, 0);
    mbs_arena_free(&arena);
}

static void test_arrays_keep_what_they_have_as_they_grow(void) {
    mbs_arena arena = {0};
    int *array = NULL, room = 0;
    for (int i = 0; i < 100; i++) {
        array = mbs_arena_grow(&arena, array, i, &room, sizeof *array);
        CU_ASSERT_PTR_NOT_NULL_FATAL(array);
        CU_ASSERT(room > i);
        array[i] = i * i;
    }
    for (int i = 0; i < 100; i++)
        CU_ASSERT_EQUAL(array[i], i * i);
    CU_ASSERT_STRING_EQUAL(mbs_arena_text(&arena, "a text"), "a text");
    CU_ASSERT_PTR_NULL(mbs_arena_text(&arena, NULL));
    mbs_arena_free(&arena);
}

/* sixteen nodes, as four forms of four have them, and forty-eight entries */
static void test_drafts_that_do_not_fit_are_refused(void) {
    for (int nodes = 16; nodes <= 17; nodes++) {
        mbs_arena arena = {0};
        mbs_draft draft;
        mbs_function f;
        const int is_point[16] = {0};
        mbs_draft_clear(&draft);
        for (int i = 0; i < nodes; i++) {
            const mbs_form form = {1, {3 * i, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}};
            mbs_draft_product(&draft, 0, 1.0, &form, NULL, &form, NULL);
        }
        CU_ASSERT_EQUAL(mbs_draft_finish(&draft, &arena, MBS_QUADRATIC, 0, is_point, &f),
                        nodes == 16);
        mbs_arena_free(&arena);
    }
    for (int entries = MBS_LOCAL_MAX; entries <= MBS_LOCAL_MAX + 1; entries++) {
        mbs_arena arena = {0};
        mbs_draft draft;
        mbs_function f;
        const int is_point[16] = {0};
        double q[MBS_LOCAL_MAX + 1], sum = 0.0;
        mbs_draft_clear(&draft);
        for (int i = 0; i < entries; i++) {
            mbs_draft_linear(&draft, 1.0 + i, i);
            q[i] = 0.5 * i;
            sum += (1.0 + i) * q[i];
        }
        const int fits = mbs_draft_finish(&draft, &arena, MBS_QUADRATIC, 0, is_point, &f);
        CU_ASSERT_EQUAL(fits, entries == MBS_LOCAL_MAX);
        if (fits)
            MR_ASSERT_RELATIVE(mbs_function_value(&f, q), sum, 1e-14);
        mbs_arena_free(&arena);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_pieces_are_zero_apart_and_aligned),
        MR_TEST(test_more_than_there_can_be_is_refused),
        MR_TEST(test_arrays_keep_what_they_have_as_they_grow),
        MR_TEST(test_drafts_that_do_not_fit_are_refused),
    };
    return mr_test_main("mbs_arena", tests, sizeof tests / sizeof *tests, argc, argv);
}
