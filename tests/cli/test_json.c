/* JSON is JSON, whatever the texts and numbers are (RFC 8259) */
#define _GNU_SOURCE
#include "mr_test.h"

#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void test_members_lists_and_depth(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    json j = json_answer(out);
    json_whole(&j, "runs", 3);
    json_list(&j, "list");
    json_number(&j, NULL, 0.1);
    json_object(&j, NULL);
    json_flag(&j, "good", true);
    json_end(&j);
    json_list(&j, NULL);
    json_end(&j);
    json_end(&j);
    json_text(&j, "none", NULL);
    json_path(&j, "file", "dir", "a.csv");
    json_end(&j);
    fclose(out);
    CU_ASSERT_STRING_EQUAL(text, "{\"runs\": 3, \"list\": [0.10000000000000001, {\"good\": true}, "
                                 "[]], \"none\": null, \"file\": \"dir/a.csv\"}\n");
    CU_ASSERT_TRUE(json_answered());
    free(text);
}

static void test_what_json_does_not_have(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    json j = json_answer_list(out);
    json_number(&j, NULL, NAN);
    json_number(&j, NULL, -INFINITY);
    json_text(&j, NULL, "\"\\\n\t\x01/");
    json_text(&j, NULL, "\xc3\xa9");             /* é */
    json_text(&j, NULL, "\xff\xc3(\xe2\x82");    /* no UTF-8, or torn */
    json_text(&j, NULL, "\xed\xa0\x80\xc0\xaf"); /* half a surrogate pair, a long form of '/' */
    json_end(&j);
    fclose(out);
    MR_ASSERT_CONTAINS(text, "[null, null, \"\\\"\\\\\\u000a\\u0009\\u0001/\", \"\xc3\xa9\", ");
    CU_ASSERT_PTR_NULL(strpbrk(text, "\xff\xed\xc0")); /* nothing of it is passed on */
    free(text);
}

static const mr_test tests[] = {
    MR_TEST(test_members_lists_and_depth),
    MR_TEST(test_what_json_does_not_have),
};

int main(int argc, char **argv) {
    return mr_test_main("cli json", tests, sizeof tests / sizeof *tests, argc, argv);
}
