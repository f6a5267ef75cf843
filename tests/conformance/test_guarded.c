/* memory of isolated S-functions: every piece ends before a page that must not be touched, and what
 * a loaded file asks for, in whatever way, is such a piece */
#include "mr_test.h"

#include "sfun/guarded_calls.h"
#include "sfunction/guarded_memory.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OWN   "beyond the end of memory that it has allocated"
#define FREED "memory that it has freed"

static size_t page;
static const guarded_calls *calls; /* of a file that was taken over */

static void take_over(void) {
    if (calls)
        return;
    void *file = dlopen(MR_BINARY_DIR "/conformance/gcc/guarded_calls.so", RTLD_NOW | RTLD_LOCAL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_TRUE_FATAL(bd_guarded_take_over(file));
    void *symbol = dlsym(file, "guarded_calls_of_this_file");
    const guarded_calls *(*ask)(void);
    memcpy(&ask, &symbol, sizeof ask);
    calls = ask();
}

/* the kernel reads it for us, and says so if nobody may */
static bool is_readable(const void *address) {
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    const bool readable = write(ends[1], address, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return readable;
}

static bool has_only(const void *memory, int byte, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (((const unsigned char *)memory)[i] != byte)
            return false;
    return true;
}

/* all of it may be written, and nothing behind it or on the page before */
static void check_piece(char *memory, size_t bytes, int byte, const char *what) {
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    CU_ASSERT_EQUAL((uintptr_t)(memory + bytes) % page, 0);
    CU_ASSERT_TRUE(has_only(memory, byte, bytes));
    memset(memory, 1, bytes);
    CU_ASSERT_FALSE(is_readable(memory + bytes));
    CU_ASSERT_FALSE(is_readable(memory + bytes - (bytes + page - 1) / page * page - 1));
    const char *told[] = {bd_guarded_what(memory), bd_guarded_what(memory + bytes - 1),
                          bd_guarded_what(memory + bytes),
                          bd_guarded_what(memory + bytes + page - 1)};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        CU_ASSERT_STRING_EQUAL(told[i] ? told[i] : "", what);
}

/* the first piece of the program: what lies before and far behind is nobody's */
static void test_addresses_of_no_piece(void) {
    static const char elsewhere[] = "somewhere else";
    CU_ASSERT_PTR_NULL(bd_guarded_what(elsewhere)); /* nothing is reserved yet */
    CU_ASSERT_PTR_NULL(bd_guarded_what(NULL));
    char *first = bd_guarded_alloc(page, "the first");
    check_piece(first, page, 0, "the first");
    CU_ASSERT_PTR_NULL(bd_guarded_what(first - 1));
    CU_ASSERT_PTR_NULL(bd_guarded_what(first + ((size_t)1 << 36))); /* 64 GB are reserved */
    CU_ASSERT_PTR_NULL(bd_guarded_what(elsewhere));
    CU_ASSERT_PTR_NULL(bd_guarded_what(NULL));
}

static void test_a_piece_ends_before_a_forbidden_page(void) {
    const size_t sizes[] = {
        1,   2,        3,    7,        8,        15,       16,    17,           24,
        100, page - 1, page, page + 1, 2 * page, 3 * page, 12345, 64 * page + 8};
    char *last = NULL;
    size_t last_bytes = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *memory = bd_guarded_alloc(sizes[i], "beyond the end of a test");
        check_piece(memory, sizes[i], 0, "beyond the end of a test");
        /* one forbidden page lies between two pieces */
        const size_t pages = (sizes[i] + page - 1) / page;
        if (last)
            CU_ASSERT_PTR_EQUAL(memory + sizes[i] - pages * page, last + last_bytes + page);
        last = memory;
        last_bytes = sizes[i];
    }
    check_piece(bd_guarded_alloc(0, "nothing"), 1, 0, "nothing");
    CU_ASSERT_PTR_NULL(bd_guarded_alloc(SIZE_MAX, "too much"));
    CU_ASSERT_PTR_NULL(bd_guarded_alloc((size_t)1 << 40, "too much"));
    check_piece(bd_guarded_alloc(8, "as before"), 8, 0, "as before");
}

/* what lies behind a large piece is a piece as any other */
static void test_pieces_may_be_large(void) {
    const size_t large = (size_t)1 << 29;
    char *first = bd_guarded_alloc(large, "a large one");
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_TRUE(is_readable(first) && is_readable(first + large - 1));
    CU_ASSERT_FALSE(is_readable(first + large));
    CU_ASSERT_STRING_EQUAL(bd_guarded_what(first), "a large one");
    CU_ASSERT_STRING_EQUAL(bd_guarded_what(first + large), "a large one");
    for (int i = 0; i < 3; i++)
        check_piece(bd_guarded_alloc(24, "behind"), 24, 0, "behind");
}

/* threads of an S-function ask at the same time, and each gets its own */
enum { THREADS = 4, PIECES = 400 };

static void *take_pieces(void *list) {
    for (int i = 0; i < PIECES; i++)
        ((char **)list)[i] = calls->take[0](8);
    return NULL;
}

static int by_address(const void *a, const void *b) {
    const char *const *p = a, *const *q = b;
    return (*p > *q) - (*p < *q);
}

static void test_threads_get_memory_of_their_own(void) {
    static char *list[THREADS][PIECES];
    pthread_t threads[THREADS];
    take_over();
    for (int k = 0; k < THREADS; k++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[k], NULL, take_pieces, list[k]), 0);
    for (int k = 0; k < THREADS; k++)
        CU_ASSERT_EQUAL(pthread_join(threads[k], NULL), 0);
    char **all = &list[0][0];
    qsort(all, (size_t)THREADS * PIECES, sizeof *all, by_address);
    for (int i = 1; i < THREADS * PIECES; i++)
        CU_ASSERT_TRUE((size_t)(all[i] - all[i - 1]) >= 2 * page);
    for (int i = 0; i < THREADS * PIECES; i++)
        calls->give[0](all[i], 8);
}

/* malloc, new and new[] take guarded memory, free, delete and delete[] make it forbidden */
static void test_a_file_takes_and_gives_guarded_memory(void) {
    take_over();
    const size_t sizes[] = {1, 8, 24, page, page + 8};
    for (size_t g = 0; g < GIVERS; g++)
        for (size_t t = 0; t < TAKERS + 1; t++) {
            const size_t bytes = sizes[(g + t) % (sizeof sizes / sizeof *sizes)];
            char *memory = t < TAKERS ? calls->take[t](bytes) : calls->kept(bytes);
            check_piece(memory, bytes, 0xa5, OWN);
            calls->give[g](memory, bytes);
            for (size_t at = 0; at < bytes; at += page)
                CU_ASSERT_FALSE(is_readable(memory + at));
            CU_ASSERT_FALSE(is_readable(memory + bytes - 1));
            CU_ASSERT_STRING_EQUAL(bd_guarded_what(memory), FREED);
            CU_ASSERT_STRING_EQUAL(bd_guarded_what(memory + bytes - 1), FREED);
        }
    check_piece(calls->take[0](0), 1, 0, OWN); /* none is one */
    for (size_t g = 0; g < GIVERS; g++)
        calls->give[g](NULL, 0);
}

static void test_calloc_begins_with_zeros(void) {
    take_over();
    static const size_t cases[][3] = {{1, 1, 1}, {3, 8, 24}, {8, 3, 24}, {0, 8, 1}, {8, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *memory = calls->take_zeroed(cases[i][0], cases[i][1]);
        check_piece(memory, cases[i][2], 0, OWN);
        calls->give[0](memory, 0);
    }
    /* products that have no place in a number: 2^66, and 4 beyond 2^64 */
    CU_ASSERT_PTR_NULL(calls->take_zeroed((size_t)1 << 33, (size_t)1 << 33));
    CU_ASSERT_PTR_NULL(calls->take_zeroed(((size_t)1 << 62) + 1, 4));
}

/* realloc keeps what both sizes have, and forbids the old place */
static void test_realloc_moves(void) {
    take_over();
    static const size_t sizes[] = {24, 5000, 5008, 3, 40};
    char *memory = calls->resize(NULL, 10);
    check_piece(memory, 10, 0xa5, OWN);
    size_t bytes = 10;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < bytes; k++)
            memory[k] = (char)(k % 100 + i);
        char *moved = calls->resize(memory, sizes[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(moved);
        const size_t kept = bytes < sizes[i] ? bytes : sizes[i];
        for (size_t k = 0; k < kept; k++)
            CU_ASSERT_EQUAL(moved[k], (char)(k % 100 + i));
        CU_ASSERT_TRUE(has_only(moved + kept, 0xa5, sizes[i] - kept));
        CU_ASSERT_FALSE(is_readable(memory));
        CU_ASSERT_STRING_EQUAL(bd_guarded_what(memory), FREED);
        memory = moved;
        bytes = sizes[i];
    }
    calls->give[0](memory, 0);
}

/* what a library has allocated is resized and freed where it came from */
static void test_memory_of_others(void) {
    take_over();
    char *others = malloc(3);
    CU_ASSERT_PTR_NOT_NULL_FATAL(others);
    memcpy(others, "ab", 3);
    CU_ASSERT_PTR_NULL(bd_guarded_what(others));
    others = calls->resize(others, 1000);
    CU_ASSERT_PTR_NOT_NULL_FATAL(others);
    CU_ASSERT_PTR_NULL(bd_guarded_what(others));
    CU_ASSERT_STRING_EQUAL(others, "ab");
    calls->give[0](others, 1000);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(calls->hand_over(), 0);
        CU_ASSERT_EQUAL(calls->take_over(100), 200);
    }
}

/* as the C library does: what was freed twice, or never allocated, ends the program; so does what
 * is read after it was freed */
static char *wrongly;

static void free_twice(void) {
    calls->give[0](wrongly, 8);
    calls->give[0](wrongly, 8);
}

static void free_its_middle(void) {
    calls->give[0](wrongly + 1, 8);
}

static void free_its_page(void) {
    calls->give[0](wrongly + 8 - page, 8);
}

static void free_the_forbidden_page(void) {
    calls->give[0](wrongly + 8, 8);
}

static void resize_its_middle(void) {
    (void)calls->resize(wrongly + 1, 8);
}

static void resize_what_was_freed(void) {
    calls->give[0](wrongly, 8);
    (void)calls->resize(wrongly, 8);
}

static void test_what_is_freed_wrongly_ends_the_program(void) {
    take_over();
    static const struct {
        void (*free_it)(void);
        int signal;
    } ways[] = {{free_twice, SIGABRT},        {free_its_middle, SIGABRT},
                {free_its_page, SIGABRT},     {free_the_forbidden_page, SIGABRT},
                {resize_its_middle, SIGABRT}, {resize_what_was_freed, SIGSEGV}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        wrongly = calls->take[0](8);
        const pid_t child = fork();
        if (child == 0) {
            (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
            (void)signal(ways[i].signal, SIG_DFL);
            ways[i].free_it();
            _exit(0);
        }
        int state = 0;
        CU_ASSERT_EQUAL(waitpid(child, &state, 0), child);
        CU_ASSERT_TRUE(WIFSIGNALED(state));
        CU_ASSERT_EQUAL(WTERMSIG(state), ways[i].signal);
        calls->give[0](wrongly, 8);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_addresses_of_no_piece),
        MR_TEST(test_a_piece_ends_before_a_forbidden_page),
        MR_TEST(test_pieces_may_be_large),
        MR_TEST(test_threads_get_memory_of_their_own),
        MR_TEST(test_a_file_takes_and_gives_guarded_memory),
        MR_TEST(test_calloc_begins_with_zeros),
        MR_TEST(test_realloc_moves),
        MR_TEST(test_memory_of_others),
        MR_TEST(test_what_is_freed_wrongly_ends_the_program),
    };
    page = (size_t)sysconf(_SC_PAGESIZE);
    return mr_test_main("conformance_guarded", tests, sizeof tests / sizeof *tests, argc, argv);
}
