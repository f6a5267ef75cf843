/* find_system: constraints and regular expressions as documented */
#include <stdio.h>
#include <string.h>

#include "mr_test.h"
#include "talk.h"

typedef struct found {
    const char *arguments, *paths;
} found;

static void assert_found(bd_models *m, const found *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *text = told(m, "find_system", list[i].arguments);
        if (strcmp(text, list[i].paths) != 0)
            printf("find_system(%s) is '%s'\n", list[i].arguments, text);
        CU_ASSERT_STRING_EQUAL(text, list[i].paths);
    }
}

#define ASSERT_FOUND(models, list) assert_found(models, list, sizeof(list) / sizeof *(list))

static bd_models *a_tree(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'built-in/Constant', 's/c', 'Value', '[1 2]'");
    must(m, "add_block", "'built-in/SubSystem', 's/sub'");
    must(m, "add_block", "'built-in/Gain', 's/sub/g1', 'Gain', 'k+1'");
    must(m, "add_block", "'built-in/SubSystem', 's/sub/deep'");
    must(m, "add_block", "'built-in/Gain', 's/sub/deep/G2', 'Gain', 'k+2'");
    return m;
}

static void test_depth_first_result_and_several_places(void) {
    static const found expected[] = {
        {"'s', 'SearchDepth', 0", "s"},
        {"'s', 'SearchDepth', 1", "s|s/c|s/sub"},
        {"'s', 'SearchDepth', 2, 'Type', 'block'", "s/c|s/sub|s/sub/g1|s/sub/deep"},
        {"'s', 'BlockType', 'Gain'", "s/sub/g1|s/sub/deep/G2"},
        {"'s', 'FirstResultOnly', 'on', 'BlockType', 'Gain'", "s/sub/g1"},
        {"'s', 'FirstResultOnly', false, 'BlockType', 'Gain'", "s/sub/g1|s/sub/deep/G2"},
        {"{'s/c', 's/sub/deep'}", "s/c|s/sub/deep|s/sub/deep/G2"},
        {"'BlockType', 'Gain', 'Name', 'G2'", "s/sub/deep/G2"},
        {"'s', 'LoadFullyIfNeeded', 'on', 'Name', 'c'", "s/c"},
        /* an object that has no such parameter is no match, and no error */
        {"'s', 'Gain', 'k+2'", "s/sub/deep/G2"},
        {"'s', 'Position', [1 2 3 4]", ""},
    };
    bd_models *m = a_tree();
    ASSERT_FOUND(m, expected);
    must(m, "set_param", "'s/c', 'Position', [1 2 30 40]");
    static const found placed[] = {{"'s', 'Position', [1 2 30 40]", "s/c"},
                                   {"'s', 'Position', 'x'", ""}};
    ASSERT_FOUND(m, placed);
    bd_models_free(m);
}

static void test_commented_blocks_are_left_out_where_that_is_asked_for(void) {
    static const found expected[] = {
        {"'s', 'BlockType', 'Gain'", "s/sub/g1|s/sub/deep/G2"},
        {"'s', 'IncludeCommented', 'on', 'BlockType', 'Gain'", "s/sub/g1|s/sub/deep/G2"},
        {"'s', 'IncludeCommented', 'off', 'BlockType', 'Gain'", "s/sub/g1"},
        {"'s', 'IncludeCommented', 'off', 'BlockType', 'Constant'", ""},
    };
    bd_models *m = a_tree();
    must(m, "set_param", "'s/sub/deep', 'Commented', 'on'");
    must(m, "set_param", "'s/c', 'Commented', 'through'");
    ASSERT_FOUND(m, expected);
    bd_models_free(m);
}

/* documented: "graphical" is the default and looks under masks without variables and code,
 * "functional" under those without a dialog */
static void test_masks_hide_what_is_below_unless_asked(void) {
    static const struct {
        const char *look;
        bool plain, with_code, with_parameters;
    } expected[] = {{"none", false, false, false},     {"off", false, false, false},
                    {"graphical", true, false, false}, {"functional", true, true, false},
                    {"all", true, true, true},         {"on", true, true, true},
                    {"Functional", true, true, false}};
    bd_models *m = a_tree();
    must(m, "mask_create", "'s/sub'");
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 1)
            must(m, "set_param", "'s/sub', 'MaskInitialization', 'x = 1;'");
        if (kind == 2)
            must(m, "mask_add", "'s/sub', 'Name', 'p'");
        for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
            const bool seen = kind == 0   ? expected[i].plain
                              : kind == 1 ? expected[i].with_code
                                          : expected[i].with_parameters;
            char arguments[100];
            snprintf(arguments, sizeof arguments, "'s', 'LookUnderMasks', '%s', 'Name', 'g1'",
                     expected[i].look);
            CU_ASSERT_STRING_EQUAL(told(m, "find_system", arguments), seen ? "s/sub/g1" : "");
        }
    }
    bd_models_free(m);
}

static void test_links_are_entered_only_if_they_are_followed(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'lib', 'Library'");
    must(m, "add_block", "'built-in/SubSystem', 'lib/amp'");
    must(m, "add_block", "'built-in/Gain', 'lib/amp/K'");
    must(m, "new_system", "'user'");
    must(m, "add_block", "'lib/amp', 'user/a'");
    static const found expected[] = {
        {"'user', 'Name', 'K'", ""},
        {"'user', 'FollowLinks', 'on', 'Name', 'K'", "user/a/K"},
        {"'user', 'FollowLinks', 'off', 'Name', 'K'", ""},
        {"'lib', 'Name', 'K'", "lib/amp/K"},
    };
    ASSERT_FOUND(m, expected);
    bd_models_free(m);
}

static void test_find_all_gives_blocks_ports_and_lines_as_handles(void) {
    bd_models *m = a_tree();
    must(m, "add_block", "'built-in/Gain', 's/g'");
    const double line = number(m, "add_line", "'s', 'c/1', 'g/1'");
    CU_ASSERT_EQUAL(number(m, "find_system", "'s', 'FindAll', 'on', 'Type', 'line'"), line);
    CU_ASSERT_EQUAL(number(m, "find_system", "'s', 'FindAll', 'on', 'Name', 'g'"),
                    number(m, "get_param", "'s/g', 'Handle'"));
    const char *outputs = "'s', 'FindAll', 'on', 'SearchDepth', 1, 'PortType', 'outport'";
    CU_ASSERT_EQUAL(must(m, "find_system", outputs)->count, 2);
    CU_ASSERT_EQUAL(number(m, "find_system", outputs),
                    handle_in(m, "s/c", "PortHandles", "Outport", 0));
    /* two ports of each gain, one of the constant */
    CU_ASSERT_EQUAL(must(m, "find_system", "'s', 'FindAll', 'on', 'Type', 'port'")->count, 7);
    /* a place by its handle is answered by handles */
    const double model = number(m, "get_param", "'s', 'Handle'");
    CU_ASSERT_EQUAL(number(m, "find_system", with("#, 'Name', 'c'", model)),
                    number(m, "get_param", "'s/c', 'Handle'"));
    CU_ASSERT_EQUAL(must(m, "find_system", with("#, 'Name', 'none'", model))->count, 0);
    CU_ASSERT_EQUAL(must(m, "find_system", with("#", line))->count, 1);
    bd_models_free(m);
}

static void test_dialog_parameters_match_any_value_of_a_block(void) {
    static const found expected[] = {
        {"'s', 'BlockDialogParams', 'k+1'", "s/sub/g1"},
        {"'s', 'RegExp', 'on', 'BlockDialogParams', '^k\\+'", "s/sub/g1|s/sub/deep/G2"},
        {"'s', 'BlockDialogParams', '[1 2]'", "s/c"},
        {"'s', 'BlockDialogParams', 'nothing'", ""},
    };
    bd_models *m = a_tree();
    ASSERT_FOUND(m, expected);
    refused(m, "find_system", "'s', 'RegExp', 'on', 'BlockDialogParams', 'k++'",
            "'k++' is no regular expression that is known here");
    bd_models_free(m);
}

/* each pattern against the name of one block */
static void test_regular_expressions(void) {
    static const struct {
        const char *pattern, *text;
        bool matches;
    } expected[] = {
        {"b", "abc", true},        {"^b", "abc", false},      {"c$", "abc", true},
        {"b$", "abc", false},      {"^abc$", "abc", true},    {"a.c", "abc", true},
        {"a.c", "ac", false},      {"ab*c", "ac", true},      {"ab*c", "abbbc", true},
        {"ab+c", "ac", false},     {"ab+c", "abbc", true},    {"ab?c", "ac", true},
        {"ab?c", "abbc", false},   {"a.*d", "abcd", true},    {"a.*bd", "abcbd", true},
        {"[bx]", "abc", true},     {"[xyz]", "abc", false},   {"^[^a]", "abc", false},
        {"^[^b]", "abc", true},    {"[a-c]9", "b9", true},    {"[a-c]9", "d9", false},
        {"[a-]9", "-9", true},     {"[]x]", "a]b", true},     {"[^]a]", "a]", false},
        {"^[ab]+$", "abba", true}, {"\\d", "a1", true},       {"\\d", "ab", false},
        {"\\w+$", "a_1", true},    {"^\\w$", "-", false},     {"a\\sb", "a b", true},
        {"a\\sb", "a_b", false},   {"a\\.b", "a.b", true},    {"a\\.b", "axb", false},
        {"x|c", "abc", true},      {"x|y", "abc", false},     {"x|^a", "abc", true},
        {"a\\|b", "a|b", true},    {"a\\|b", "a", false},     {"a$b", "a$b", true},
        {"a^b", "a^b", true},      {"$", "abc", true},        {"ABC", "abc", false},
        {"\\\\", "a\\b", true},    {"[0-9]+x", "a12x", true}, {"[0-9]+x", "ax", false},
    };
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'built-in/Gain', 's/name'");
    char arguments[200], path[100] = "s/name";
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        snprintf(arguments, sizeof arguments, "'%s', 'Name', '%s'", path, expected[i].text);
        must(m, "set_param", arguments);
        snprintf(path, sizeof path, "s/%s", expected[i].text);
        snprintf(arguments, sizeof arguments,
                 "'s', 'SearchDepth', 1, 'RegExp', 'on', 'Type', '^block$', 'Name', '%s'",
                 expected[i].pattern);
        const char *text = told(m, "find_system", arguments);
        if ((*text != '\0') != expected[i].matches)
            printf("'%s' in '%s'\n", expected[i].pattern, expected[i].text);
        CU_ASSERT_EQUAL(*text != '\0', expected[i].matches);
    }
    static const char *const bad[] = {"a**", "(a)", "a{2}", "[abc", "*a", "+", "?", "a|*", "[a|b]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(arguments, sizeof arguments, "'s', 'RegExp', 'on', 'Name', '%s'", bad[i]);
        refused(m, "find_system", arguments, "is no regular expression that is known here");
    }
    must(m, "set_param", "'s/ax', 'Name', 'aBc'");
    static const found folded[] = {
        {"'s', 'RegExp', 'on', 'CaseSensitive', 'off', 'Name', '^AB[C-D]$'", "s/aBc"},
        {"'s', 'RegExp', 'on', 'Name', '^AB[C-D]$'", ""},
        {"'s', 'RegExp', 'on', 'CaseSensitive', 'on', 'Name', '^aB'", "s/aBc"},
    };
    ASSERT_FOUND(m, folded);
    bd_models_free(m);
}

static void test_wrong_constraints_are_refused(void) {
    static const struct {
        const char *arguments, *part;
    } wrong[] = {
        {"'s', 'FindAll', 'yes'", "FindAll of find_system must be 'on' or 'off'"},
        {"'s', 'FindAll', 3", "must be a text"},
        {"'s', 'CaseSensitive', 'maybe'", "must be 'on' or 'off'"},
        {"'s', 'LookUnderMasks', 'some'", "'none', 'functional', 'graphical' or 'all'"},
        {"'s', 'LookUnderMasks', 3", "LookUnderMasks must be a text"},
        {"'s', 'SearchDepth', -1", "SearchDepth"},
        {"'s', 'SearchDepth', 'all'", "SearchDepth"},
        {"'s', 'Variants', 7", "Variants must be a text"},
        {"'s', 'MatchFilter', 7", "does not know MatchFilter here"},
        {"'s', 7, 7", "the name of a parameter must be a text"},
        {"'s', 'Name', 'c', 7, 7", "the name of a parameter must be a text"},
        {"'nowhere', 'Name', 'c'", "'nowhere' (is its model loaded?)"},
        {"{'s', 7.5}", "invalid Simulink object handle: 7.5"},
    };
    bd_models *m = a_tree();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(m, "find_system", wrong[i].arguments, wrong[i].part);
    bd_models_free(m);
    talk_end();
}

static const mr_test tests[] = {
    MR_TEST(test_depth_first_result_and_several_places),
    MR_TEST(test_commented_blocks_are_left_out_where_that_is_asked_for),
    MR_TEST(test_masks_hide_what_is_below_unless_asked),
    MR_TEST(test_links_are_entered_only_if_they_are_followed),
    MR_TEST(test_find_all_gives_blocks_ports_and_lines_as_handles),
    MR_TEST(test_dialog_parameters_match_any_value_of_a_block),
    MR_TEST(test_regular_expressions),
    MR_TEST(test_wrong_constraints_are_refused),
};

int main(int argc, char **argv) {
    return mr_test_main("search", tests, sizeof tests / sizeof *tests, argc, argv);
}
