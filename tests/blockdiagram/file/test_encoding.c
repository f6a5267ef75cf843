/* texts of model files that were saved in other encodings; expected bytes are UTF-8 as Unicode
 * defines it (table 3-7), and the letters those of the encodings' own tables */
#include "base/arena.h"
#include "file/encoding.h"
#include "mr_test.h"

#include <stdio.h>
#include <string.h>

#define SAVED(name) "Model {\n SavedCharacterEncoding \"" name "\"\n Name \""

static void assert_read(const char *head, const char *bytes, const char *expected) {
    char text[300];
    size_t size = 0;
    bd_arena *arena = bd_arena_create(1000000);
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    snprintf(text, sizeof text, "%s%s", head, bytes);
    const char *read = bd_mdl_to_utf8(arena, text, strlen(text), &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read);
    const size_t begin = strlen(head), length = strlen(expected);
    CU_ASSERT_EQUAL_FATAL(size, begin + length);
    CU_ASSERT_EQUAL(memcmp(read, head, begin), 0);
    if (memcmp(read + begin, expected, length) != 0)
        printf("\n    %s: %.*s", head, (int)length, read + begin);
    CU_ASSERT_EQUAL(memcmp(read + begin, expected, length), 0);
    bd_arena_free(arena);
}

static void test_encodings_that_files_name(void) {
    static const char *const cases[][3] = {
        {SAVED("windows-1252"), "\xE9\x80", "\xC3\xA9\xE2\x82\xAC"}, /* e acute, euro */
        {SAVED("ISO-8859-1"), "\xFC", "\xC3\xBC"},                   /* u diaeresis */
        {SAVED("ISO-8859-15"), "\xA4", "\xE2\x82\xAC"},              /* euro */
        {SAVED("Shift_JIS"), "\x83\x41", "\xE3\x82\xA2"},            /* katakana a */
        {SAVED("UTF-8"), "\xC3\xA9", "\xC3\xA9"},
        {SAVED("US-ASCII"), "\xE9", "\xC3\xA9"},      /* it is none */
        {SAVED("unheard-of"), "\xE9", "\xC3\xA9"},    /* as most files are */
        {SAVED("windows-1252x"), "\xE9", "\xC3\xA9"}, /* no name of an encoding */
        {SAVED("UTF-8"), "\xE9", "\xEF\xBF\xBD"},     /* it is none, but nobody knows what */
        {"Model {\n Name \"", "\xE9", "\xC3\xA9"},
        {"Model {\n Name \"", "\xC3\xA9", "\xC3\xA9"},
        {"Model {\n Name \"", "plain", "plain"},
        {"Model {\n SavedCharacterEncoding\t ISO-8859-15\n Name \"", "\xA4", "\xE2\x82\xAC"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_read(cases[i][0], cases[i][1], cases[i][2]);
}

/* what is UTF-8 stays; anything else is read letter by letter, as Windows-1252 */
static void test_what_is_utf8(void) {
    static const struct {
        const char *bytes;
        bool good;
    } cases[] = {
        {"\xC2\x80", true},
        {"\xDF\xBF", true},
        {"\xC0\x80", false},
        {"\xC1\xBF", false}, /* too long for what they are */
        {"\xE0\xA0\x80", true},
        {"\xE0\x9F\xBF", false},
        {"\xED\x9F\xBF", true},
        {"\xED\xA0\x80", false}, /* half of a pair */
        {"\xEE\x80\x80", true},
        {"\xEF\xBF\xBD", true},
        {"\xF0\x90\x80\x80", true},
        {"\xF0\x8F\xBF\xBF", false},
        {"\xF4\x8F\xBF\xBF", true},
        {"\xF4\x90\x80\x80", false}, /* beyond the last */
        {"\xF5\x80\x80\x80", false},
        {"\xE2\x82", false}, /* cut short */
        {"\xE2\x82 ", false},
        {"\x80", false},
        {"\xC3(", false},
        {"\xF0\x90\x80", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_arena *arena = bd_arena_create(1000000);
        CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
        size_t size = 0;
        const size_t length = strlen(cases[i].bytes);
        const char *read = bd_mdl_to_utf8(arena, cases[i].bytes, length, &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(read);
        CU_ASSERT_EQUAL(size == length && memcmp(read, cases[i].bytes, size) == 0, cases[i].good);
        bd_arena_free(arena);
    }
}

/* what an encoding does not have is U+FFFD, and the rest goes on */
static void test_bytes_that_mean_nothing_are_replaced(void) {
    assert_read(SAVED("windows-1252"),
                "a\x81"
                "b\xE9",
                "a\xEF\xBF\xBD"
                "b\xC3\xA9");
    assert_read(SAVED("Shift_JIS"),
                "a\xFF"
                "b",
                "a\xEF\xBF\xBD"
                "b");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_encodings_that_files_name),
        MR_TEST(test_what_is_utf8),
        MR_TEST(test_bytes_that_mean_nothing_are_replaced),
    };
    return mr_test_main("file_encoding", tests, sizeof tests / sizeof *tests, argc, argv);
}
