/* words of a command line into a struct, lists of numbers, and the help that the same table gives
 */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"

#include "arguments.h"
#include "command.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct asked {
    bool flag;
    const char *text, *name;
    double number, whole;
    text_list list, settings, rest;
} asked;

static const argument table[] = {
    {"FILE", ARGUMENT_WORD, 0, NULL, "a word that is explained"},
    {"Options", ARGUMENT_HEADING, 0, NULL, NULL},
    {"--flag", ARGUMENT_FLAG, offsetof(asked, flag), NULL, "no value"},
    {"--text", ARGUMENT_TEXT, offsetof(asked, text), "TEXT", "may be empty"},
    {"--name", ARGUMENT_NAME, offsetof(asked, name), "NAME", "may not"},
    {"--number", ARGUMENT_NUMBER, offsetof(asked, number), "X",
     "a help that is longer than what is left of a line of one hundred characters and goes on in "
     "the next one, under its own beginning"},
    {"--whole", ARGUMENT_WHOLE, offsetof(asked, whole), "N", "0, 1, 2 …"},
    {"--list", ARGUMENT_LIST, offsetof(asked, list), "ITEM", "again and again"},
    {"--set", ARGUMENT_LIST, offsetof(asked, settings), "N=V", "each name once"},
    {NULL, ARGUMENT_FLAG, 0, NULL, NULL}};

/* words up to a NULL */
static bool read_words(asked *a, ...) {
    char *words[16];
    int count = 0;
    va_list list;
    va_start(list, a);
    while ((words[count] = va_arg(list, char *)))
        count++;
    va_end(list);
    *a = (asked){.number = NAN};
    return arguments_read("test", count, words, table, a, &a->rest);
}

static void test_every_kind_finds_its_place(void) {
    asked a;
    CU_ASSERT_TRUE(read_words(&a, "one", "--flag", "--text", "", "--name=n=1", "--number", "-1.5e3",
                              "--list", "a", "two", "--whole", "7", "--list=b", NULL));
    CU_ASSERT_TRUE(a.flag);
    CU_ASSERT_STRING_EQUAL(a.text, "");
    CU_ASSERT_STRING_EQUAL(a.name, "n=1");
    CU_ASSERT_EQUAL(a.number, -1500.0);
    CU_ASSERT_EQUAL(a.whole, 7.0);
    CU_ASSERT_EQUAL_FATAL(a.list.count, 2);
    CU_ASSERT_STRING_EQUAL(a.list.items[1], "b");
    CU_ASSERT_EQUAL_FATAL(a.rest.count, 2);
    CU_ASSERT_STRING_EQUAL(a.rest.items[1], "two");
    text_list_free(&a.list);
    text_list_free(&a.rest);
}

static void test_wrong_words_are_refused(void) {
    asked a;
    CU_ASSERT_FALSE(read_words(&a, "--flags", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--fla", NULL)); /* no abbreviations */
    CU_ASSERT_FALSE(read_words(&a, "--flag=yes", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--name", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--name=", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--number", "1x", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--number", "inf", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--number", "nan", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--whole", "1.5", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--whole", "-1", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--Options", NULL));
    CU_ASSERT_TRUE(isnan(a.number));
}

static void test_what_is_given_twice_is_refused(void) {
    asked a;
    CU_ASSERT_FALSE(read_words(&a, "--number", "1", "--number=1", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--text", "a", "--flag", "--text", "b", NULL));
    CU_ASSERT_FALSE(read_words(&a, "--set", "a=1", "--set", "ab=1", "--set", "a=2", NULL));
    CU_ASSERT_EQUAL(a.settings.count, 2);
    text_list_free(&a.settings);
    /* what means the same, or more of it, may be repeated */
    CU_ASSERT_TRUE(read_words(&a, "--flag", "--list", "a=1", "--flag", "--list", "a=2", NULL));
    CU_ASSERT_EQUAL(a.list.count, 2);
    text_list_free(&a.list);
}

static void test_names_behind_two_dashes(void) {
    asked a;
    CU_ASSERT_TRUE(read_words(&a, "--text", "--", "one", "--", "--flag", "-x", "--", NULL));
    CU_ASSERT_STRING_EQUAL(a.text, "--"); /* the value of an option is whatever follows */
    CU_ASSERT_FALSE(a.flag);
    CU_ASSERT_EQUAL_FATAL(a.rest.count, 4);
    CU_ASSERT_STRING_EQUAL(a.rest.items[1], "--flag");
    CU_ASSERT_STRING_EQUAL(a.rest.items[3], "--");
    text_list_free(&a.rest);
}

static void test_decimal_commas(void) {
    CU_ASSERT_TRUE(text_has_decimal_comma("1,5"));
    CU_ASSERT_TRUE(text_has_decimal_comma("-0,25"));
    CU_ASSERT_TRUE(text_has_decimal_comma(",5"));
    CU_ASSERT_FALSE(text_has_decimal_comma("1.5"));
    CU_ASSERT_FALSE(text_has_decimal_comma("1,"));
    CU_ASSERT_FALSE(text_has_decimal_comma("1,2,3"));
    CU_ASSERT_FALSE(text_has_decimal_comma("a,5"));
    CU_ASSERT_FALSE(text_has_decimal_comma(""));
}

static void test_lists_of_numbers(void) {
    int count;
    double *list = number_list("test", "--fr", "1.5,10,-40", &count);
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    CU_ASSERT_EQUAL(count, 3);
    CU_ASSERT_EQUAL(list[2], -40.0);
    free(list);
    list = number_list("test", "--fr", "1:100:3", &count); /* evenly on a log scale */
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    CU_ASSERT_EQUAL(count, 3);
    MR_ASSERT_CLOSE(list[1], 10.0, 1e-14);
    free(list);
    CU_ASSERT_PTR_NULL(number_list("test", "--fr", "", &count));
    CU_ASSERT_PTR_NULL(number_list("test", "--fr", "1,", &count));
    CU_ASSERT_PTR_NULL(number_list("test", "--fr", "1;2", &count));
    CU_ASSERT_PTR_NULL(number_list("test", "--fr", "0:1:3", &count));
    CU_ASSERT_PTR_NULL(number_list("test", "--fr", "1:2:0", &count));
}

static char *help_of(const argument *options) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    arguments_help(options, out);
    fclose(out);
    return text;
}

static void test_help_stands_in_columns(void) {
    char *text = help_of(table);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "  FILE         a word that is explained\n\nOptions\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "\n  --flag       no value\n  --text TEXT  may be empty\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n               ")); /* the long one goes on */
    free(text);
}

/* a line of help is at most 100 characters; every option has a text, a value unless it is a flag,
 * and a name of its own */
static void test_tables_of_all_commands(void) {
    for (const command *const *c = commands; *c; c++) {
        char *text = help_of((*c)->options);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
            int width = 0;
            for (char *p = line; *p; p++)
                width += ((unsigned char)*p & 0xc0) != 0x80;
            CU_ASSERT(width <= 100);
        }
        free(text);
        CU_ASSERT_PTR_EQUAL(command_find((*c)->name), *c);
        for (const argument *o = (*c)->options; o->name; o++) {
            if (o->kind == ARGUMENT_HEADING)
                continue;
            CU_ASSERT(strlen(o->help) > 4);
            CU_ASSERT((o->kind == ARGUMENT_FLAG || o->kind == ARGUMENT_WORD) == !o->value);
            for (const argument *other = (*c)->options; other < o; other++)
                CU_ASSERT_STRING_NOT_EQUAL(other->name, o->name);
        }
    }
    CU_ASSERT_PTR_NULL(command_find("rum"));
}

static const mr_test tests[] = {
    MR_TEST(test_every_kind_finds_its_place),
    MR_TEST(test_wrong_words_are_refused),
    MR_TEST(test_what_is_given_twice_is_refused),
    MR_TEST(test_names_behind_two_dashes),
    MR_TEST(test_decimal_commas),
    MR_TEST(test_lists_of_numbers),
    MR_TEST(test_help_stands_in_columns),
    MR_TEST(test_tables_of_all_commands),
};

int main(int argc, char **argv) {
    return mr_test_main("cli arguments", tests, sizeof tests / sizeof *tests, argc, argv);
}
