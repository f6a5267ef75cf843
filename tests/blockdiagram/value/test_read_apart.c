/* whatever becomes of a reader, or of the library below it: a sentence here, and nothing else */
#define _GNU_SOURCE
#include "mr_test.h"
#include "value/read_apart.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct taken {
    int count;
    char names[64];
    double sum;
} taken;

static bd_status take(void *taker, const char *name, bd_value *value, bool *more, bd_error *error) {
    taken *t = taker;
    (void)more;
    (void)error;
    t->count++;
    snprintf(t->names + strlen(t->names), sizeof t->names - strlen(t->names), "%s ", name);
    for (size_t k = 0; value->type == BD_DOUBLE && k < value->count; k++)
        t->sum += ((const double *)value->re)[k];
    bd_value_free(value);
    return BD_OK;
}

static bd_status give(bd_mat_taker *to, void *taker, const char *name, double number,
                      bd_error *error) {
    bd_value *value = NULL;
    bool more = true;
    BD_TRY(bd_value_create_scalar(number, &value, error));
    return to(taker, name, value, &more, error);
}

static bd_status read_three(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    bd_value *large = NULL;
    bool more = true;
    CU_ASSERT_STRING_EQUAL(path, "a file");
    BD_TRY(give(to, taker, "one", 1.0, error));
    /* more than a pipe holds */
    BD_TRY(bd_value_create_matrix(BD_DOUBLE, 1000, 100, &large, error));
    ((double *)large->re)[99999] = 2.0;
    BD_TRY(to(taker, "large", large, &more, error));
    return give(to, taker, "three", 3.0, error);
}

static void expect(bd_file_reader *reader, bd_status status, int count, const char *sentence) {
    taken t = {0};
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_read_apart(reader, "a file", take, &t, &error), status);
    CU_ASSERT_EQUAL(t.count, count);
    MR_ASSERT_CONTAINS(error.text, sentence);
}

static void test_values_come_as_they_were_read(void) {
    taken t = {0};
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_read_apart(read_three, "a file", take, &t, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(t.names, "one large three ");
    CU_ASSERT_EQUAL(t.sum, 6.0);
}

static bd_status crash(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    (void)path;
    BD_TRY(give(to, taker, "one", 1.0, error));
    __builtin_trap();
}

static bd_status give_up(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    (void)path, (void)to, (void)taker, (void)error;
    abort();
}

static bd_status leave(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    (void)path, (void)to, (void)taker, (void)error;
    _exit(0);
}

static bd_status refuse(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    (void)path, (void)to, (void)taker;
    return bd_error_set(error, BD_LIMIT_EXCEEDED, "too\n\033[31mlarge");
}

/* the crash handler of a program would go on in the copy */
static void handler(int number) {
    (void)number;
    _exit(0);
}

static void test_what_breaks_is_told(void) {
    struct sigaction before, own = {.sa_handler = handler};
    sigaction(SIGILL, &own, &before);
    expect(crash, BD_BAD_FILE, 1, "breaks the library that reads it");
    sigaction(SIGILL, &before, NULL);
    expect(give_up, BD_BAD_FILE, 0, "breaks the library that reads it");
    expect(leave, BD_BAD_FILE, 0, "breaks the library that reads it");
    expect(refuse, BD_LIMIT_EXCEEDED, 0, "too  [31mlarge");
}

/* ---- what comes is not believed: 3 is where the bytes go ---- */

static bd_status write_raw(const void *bytes, size_t size) {
    return write(3, bytes, size) == (ssize_t)size ? BD_OK : BD_CANNOT_READ;
}

static bd_status claim_much(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    const uint64_t lengths[2] = {3, UINT64_C(1) << 62};
    (void)path, (void)to, (void)taker, (void)error;
    return write_raw(lengths, sizeof lengths);
}

static bd_status send_no_value(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    const uint64_t lengths[2] = {1, 64};
    unsigned char bytes[65];
    (void)path, (void)to, (void)taker, (void)error;
    memset(bytes, 0xff, sizeof bytes);
    BD_TRY(write_raw(lengths, sizeof lengths));
    return write_raw(bytes, sizeof bytes);
}

static bd_status end_strangely(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    const uint64_t lengths[2] = {UINT64_MAX, 0};
    char outcome[4 + sizeof error->text];
    (void)path, (void)to, (void)taker;
    memset(outcome, 'x', sizeof outcome);
    BD_TRY(write_raw(lengths, sizeof lengths));
    return write_raw(outcome, sizeof outcome);
}

static void test_what_comes_is_not_believed(void) {
    expect(claim_much, BD_BAD_FILE, 0, "breaks the library that reads it");
    expect(send_no_value, BD_BAD_FILE, 0, "the bytes of a value are damaged");
    expect(end_strangely, BD_BAD_FILE, 0, "xxx");
}

/* ---- what it may do ---- */

static bd_status reach_out(const char *path, bd_mat_taker *to, void *taker, bd_error *error) {
    char made[80];
    double sum = 0.0;
    (void)path;
    snprintf(made, sizeof made, "/tmp/multirate-apart-%ld", (long)getppid());
    sum += open("/proc/self/status", O_RDONLY) >= 0;
    sum += 10.0 * (open(made, O_WRONLY | O_CREAT, 0600) >= 0);
    sum += 100.0 * (open("/dev/null", O_WRONLY) >= 0);
    sum += 1000.0 * (socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    sum += 10000.0 * (fork() >= 0);
    sum += 100000.0 * (unlink("/tmp/none") == 0 || errno != EPERM);
    sum += 1000000.0 * (kill(getppid(), 0) == 0);
    return give(to, taker, "reached", sum, error);
}

static void test_it_only_reads(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)reach_out; /* there is no filter then */
#else
    taken t = {0};
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_read_apart(reach_out, "a file", take, &t, &error), BD_OK);
    CU_ASSERT_EQUAL(t.sum, 1.0);
#endif
}

/* where nothing is open, the pipe gets the numbers of the standard streams */
static void test_without_standard_streams(void) {
    int kept[3];
    for (int d = 0; d < 3; d++)
        kept[d] = fcntl(d, F_DUPFD_CLOEXEC, 20);
    for (int d = 0; d < 3; d++)
        close(d);
    taken t = {0};
    bd_error error = {0};
    const bd_status status = bd_read_apart(read_three, "a file", take, &t, &error);
    for (int d = 0; d < 3; d++) {
        dup2(kept[d], d);
        close(kept[d]);
    }
    CU_ASSERT_EQUAL(status, BD_OK);
    CU_ASSERT_EQUAL(t.sum, 6.0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_values_come_as_they_were_read), MR_TEST(test_what_breaks_is_told),
        MR_TEST(test_what_comes_is_not_believed),    MR_TEST(test_it_only_reads),
        MR_TEST(test_without_standard_streams),
    };
    return mr_test_main("read_apart", tests, sizeof tests / sizeof *tests, argc, argv);
}
