/* every call of tiers 1 to 3, and every method and array call that public S-functions use, appears
 * in a conformance S-function; every call of all tiers exists in our headers */
#include "mr_test.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM    MR_SOURCE_DIR "/tests/conformance/"
#define INCLUDE MR_SOURCE_DIR "/blockdiagram/include/"

/* all files of a pattern, one after the other */
static char *read_all(const char *pattern) {
    glob_t files;
    char *text = calloc(1, 1);
    size_t used = 0;
    if (glob(pattern, GLOB_BRACE, NULL, &files))
        return text;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        if (!file)
            continue;
        fseek(file, 0, SEEK_END);
        size_t size = (size_t)ftell(file);
        rewind(file);
        char *more = realloc(text, used + size + 1);
        if (!more)
            abort();
        text = more;
        used += fread(text + used, 1, size, file);
        text[used] = '\0';
        fclose(file);
    }
    globfree(&files);
    return text;
}

static int is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static int has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !is_word(at[-1])) && !is_word(at[length]))
            return 1;
    return 0;
}

/* counts the names of a tier that are not in the text, and prints them */
static int missing(const char *tier, const char *text) {
    char *list = read_all(ROOM "calls.txt"), *line = strstr(list, tier);
    int count = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    line[strcspn(line, "\n")] = '\0';
    for (char *name = strtok(line + strlen(tier), " "); name; name = strtok(NULL, " "))
        if (!has_word(text, name)) {
            printf("%s does not cover %s\n", tier, name);
            count++;
        }
    free(list);
    return count;
}

static void test_conformance_covers_tiers_1_to_3(void) {
    char *text = read_all(ROOM "{sfun,styles}/*.{c,cpp,h}");
    CU_ASSERT_EQUAL(missing("tier_1: ", text), 0);
    CU_ASSERT_EQUAL(missing("tier_2: ", text), 0);
    CU_ASSERT_EQUAL(missing("tier_3: ", text), 0);
    free(text);
}

static void test_conformance_covers_arrays_and_methods(void) {
    char *text = read_all(ROOM "{sfun,styles}/*.{c,cpp,h}");
    CU_ASSERT_EQUAL(missing("mx: ", text), 0);
    CU_ASSERT_EQUAL(missing("mex: ", text), 0);
    free(text);
}

static void test_headers_have_every_call_and_constant(void) {
    char *text = read_all(INCLUDE "{*.h,*.c,*/*.h,*/*.def}");
    static const char *const tiers[] = {
        "tier_1: ", "tier_2: ", "tier_3: ", "tier_4: ", "mx: ", "mex: ", "const: "};
    for (size_t i = 0; i < sizeof tiers / sizeof *tiers; i++)
        CU_ASSERT_EQUAL(missing(tiers[i], text), 0);
    free(text);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_conformance_covers_tiers_1_to_3),
        MR_TEST(test_conformance_covers_arrays_and_methods),
        MR_TEST(test_headers_have_every_call_and_constant),
    };
    return mr_test_main("conformance_coverage", tests, sizeof tests / sizeof *tests, argc, argv);
}
