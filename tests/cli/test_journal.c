/* journals survive kills at any byte, and never mix what does not belong together; fingerprints */
#define _GNU_SOURCE
#include "mr_test.h"

#include "fingerprint.h"
#include "journal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test_journal_XXXXXX";
static char file[64];
static const char *const none[] = {NULL};

static void begin(journal *j, int count) {
    *j = (journal){0};
    CU_ASSERT_TRUE_FATAL(journal_make(j, "test", folder, count));
}

static void test_numbers_come_back_to_the_bit(void) {
    const double numbers[] = {0.1, -0.0, 1e-310, INFINITY, NAN};
    double again[6];
    char error[64];
    bool failed;
    journal j;
    begin(&j, 3);
    CU_ASSERT_TRUE_FATAL(journal_open(&j, none, 7, false, true));
    CU_ASSERT_TRUE(journal_add_numbers(&j, 1, numbers, 5, ""));
    CU_ASSERT_TRUE(journal_add_numbers(&j, 0, numbers, 5, "it said \"no\", twice\nand left"));
    journal_close(&j);

    begin(&j, 3);
    CU_ASSERT_TRUE_FATAL(journal_open(&j, none, 7, true, false));
    CU_ASSERT_EQUAL(journal_known(&j), 2);
    CU_ASSERT_TRUE(journal_numbers(&j, 1, again, 5, &failed, error, sizeof error));
    CU_ASSERT_FALSE(failed);
    for (int i = 0; i < 4; i++) { /* the sign of zero, too */
        CU_ASSERT_EQUAL(again[i], numbers[i]);
        CU_ASSERT_EQUAL(signbit(again[i]), signbit(numbers[i]));
    }
    CU_ASSERT_TRUE(isnan(again[4]));
    CU_ASSERT_TRUE(journal_numbers(&j, 0, again, 5, &failed, error, sizeof error));
    CU_ASSERT_TRUE(failed);
    CU_ASSERT_STRING_EQUAL(error, "it said \"no\", twice and left");
    CU_ASSERT_FALSE(journal_numbers(&j, 2, again, 5, &failed, error, sizeof error));
    CU_ASSERT_FALSE(journal_numbers(&j, 1, again, 6, &failed, error, sizeof error));
    journal_close(&j);
}

/* a kill at any byte: what is whole is there, what is torn is not */
static void test_torn_at_every_byte(void) {
    const double number = 1.0 / 3.0;
    struct stat whole;
    journal j;
    begin(&j, 2);
    CU_ASSERT_TRUE_FATAL(journal_open(&j, none, 7, false, true));
    CU_ASSERT_TRUE(journal_add_numbers(&j, 0, &number, 1, ""));
    journal_close(&j);
    stat(file, &whole);
    const off_t first = whole.st_size;
    begin(&j, 2);
    CU_ASSERT_TRUE_FATAL(journal_open(&j, none, 7, true, false));
    CU_ASSERT_TRUE(journal_add_numbers(&j, 1, &number, 1, ""));
    journal_close(&j);
    stat(file, &whole);
    for (off_t size = whole.st_size - 2; size >= first; size--) {
        CU_ASSERT_EQUAL_FATAL(truncate(file, size), 0);
        begin(&j, 2);
        CU_ASSERT_TRUE_FATAL(journal_open(&j, none, 7, true, false));
        CU_ASSERT_EQUAL(journal_known(&j), 1);
        journal_close(&j);
    }
}

static void test_others_are_not_replaced(void) {
    const double number = 1.0;
    journal j;
    begin(&j, 2);
    CU_ASSERT_TRUE_FATAL(journal_open(&j, none, 7, false, true));
    CU_ASSERT_TRUE(journal_add_numbers(&j, 0, &number, 1, ""));
    journal_close(&j);
    begin(&j, 2); /* other settings */
    CU_ASSERT_FALSE(journal_open(&j, none, 8, true, false));
    CU_ASSERT_TRUE(j.refused);
    journal_close(&j);
    begin(&j, 2); /* unfinished, and no word about it */
    CU_ASSERT_FALSE(journal_open(&j, none, 7, false, false));
    CU_ASSERT_TRUE(j.refused);
    journal_close(&j);
    j = (journal){0}; /* another command, even on purpose */
    CU_ASSERT_TRUE_FATAL(journal_make(&j, "other", folder, 2));
    CU_ASSERT_FALSE(journal_open(&j, none, 7, false, true));
    journal_close(&j);
}

static void test_cells(void) {
    char *text = NULL, cell[32];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("1,", out);
    journal_put_cell(out, "a,b");
    fputc(',', out);
    journal_put_cell(out, "say \"x\"");
    fclose(out);
    CU_ASSERT_STRING_EQUAL(text, "1,\"a,b\",\"say \"\"x\"\"\"");
    CU_ASSERT_TRUE(journal_cell(text, 1, cell, sizeof cell));
    CU_ASSERT_STRING_EQUAL(cell, "a,b");
    CU_ASSERT_TRUE(journal_cell(text, 2, cell, sizeof cell));
    CU_ASSERT_STRING_EQUAL(cell, "say \"x\"");
    CU_ASSERT_FALSE(journal_cell(text, 3, cell, sizeof cell));
    free(text);
}

/* test vectors of FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv */
static void test_fingerprints_are_fnv(void) {
    uint64_t sum = FINGERPRINT_BEGIN;
    fingerprint_bytes(&sum, "", 0);
    CU_ASSERT_EQUAL(sum, 0xcbf29ce484222325U);
    fingerprint_bytes(&sum, "a", 1);
    CU_ASSERT_EQUAL(sum, 0xaf63dc4c8601ec8cU);
    sum = FINGERPRINT_BEGIN;
    fingerprint_bytes(&sum, "foobar", 6);
    CU_ASSERT_EQUAL(sum, 0x85944171f73967e8U);
    uint64_t one = FINGERPRINT_BEGIN, two = FINGERPRINT_BEGIN; /* texts keep their ends */
    fingerprint_text(&one, "ab");
    fingerprint_text(&one, "c");
    fingerprint_text(&two, "a");
    fingerprint_text(&two, "bc");
    CU_ASSERT_NOT_EQUAL(one, two);
    one = two = FINGERPRINT_BEGIN;
    fingerprint_text(&one, NULL);
    fingerprint_text(&two, "");
    CU_ASSERT_EQUAL(one, two);
}

static const mr_test tests[] = {
    MR_TEST(test_numbers_come_back_to_the_bit), MR_TEST(test_torn_at_every_byte),
    MR_TEST(test_others_are_not_replaced),      MR_TEST(test_cells),
    MR_TEST(test_fingerprints_are_fnv),
};

int main(int argc, char **argv) {
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/journal.csv", folder);
    const int code = mr_test_main("cli journal", tests, sizeof tests / sizeof *tests, argc, argv);
    unlink(file);
    rmdir(folder);
    return code;
}
