/* a library to be loaded before all others (LD_PRELOAD): memory that runs out, a clock that jumps,
 * and the moment at which main begins
 *
 *   TORTURE_PROGRAM=NAME  only in processes of this name
 *   TORTURE_MEMORY=N      the N-th request for memory fails, counted from main on;
 *                         N+: and all that follow
 *   TORTURE_REPORT=FILE   is made when a request fails
 *   TORTURE_PLACES=FILE   one number per request: where in the program it is made (8 bytes each)
 *   TORTURE_CLOCK=S       the clock of the day jumps by S seconds to and fro, every third time that
 *                         it is asked
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include "begin.h"

#define PLACES ((size_t)1 << 22)
#define DEPTH  14

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

static main_function *real_main;
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_memalign)(size_t, size_t);
static atomic_bool counting;
static atomic_long count;
static long at;
static bool ever;
static double jump;
static const char *report_path, *places_path;
static uint64_t *places;
static _Thread_local bool inside;

/* dlsym may ask for memory itself */
static _Alignas(64) char early[1 << 16];
static atomic_size_t early_used;

static void *early_piece(size_t size) {
    const size_t begin = atomic_fetch_add(&early_used, (size + 63) / 64 * 64);
    return begin + size <= sizeof early ? early + begin : NULL;
}

static bool is_early(const void *memory) {
    return (const char *)memory >= early && (const char *)memory < early + sizeof early;
}

static void resolve(void) {
    static atomic_bool begun;
    if (atomic_exchange(&begun, true))
        return;
    void *found[] = {dlsym(RTLD_NEXT, "__libc_malloc"), dlsym(RTLD_NEXT, "__libc_calloc"),
                     dlsym(RTLD_NEXT, "__libc_realloc"), dlsym(RTLD_NEXT, "__libc_memalign")};
    memcpy(&real_calloc, &found[1], sizeof found[1]);
    memcpy(&real_realloc, &found[2], sizeof found[2]);
    memcpy(&real_memalign, &found[3], sizeof found[3]);
    memcpy(&real_malloc, &found[0], sizeof found[0]);
}

typedef struct place {
    int depth;
    uint64_t sum;
} place;

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *user) {
    place *p = user;
    p->sum = (p->sum ^ (uint64_t)_Unwind_GetIP(context)) * 0x100000001b3u;
    p->sum ^= p->sum >> 29;
    return ++p->depth < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void remember(long n) {
    place p = {0, 0xcbf29ce484222325u};
    _Unwind_Backtrace(add_frame, &p);
    if ((size_t)n <= PLACES)
        places[n - 1] = p.sum;
}

/* the request that fails */
static bool fails(void) {
    if (!atomic_load_explicit(&counting, memory_order_relaxed) || inside)
        return false;
    const long n = atomic_fetch_add(&count, 1) + 1;
    if (places) {
        inside = true;
        remember(n);
        inside = false;
    }
    if (at == 0 || n < at || (n > at && !ever))
        return false;
    if (n == at && report_path) {
        const int file = open(report_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file >= 0)
            close(file);
    }
    errno = ENOMEM;
    return true;
}

static void keep_places(void) {
    if (!places)
        return;
    const int file = open(places_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const size_t size = (size_t)atomic_load(&count) * sizeof *places;
    if (file >= 0 && write(file, places, size) == (ssize_t)size)
        close(file);
}

static void read_wishes(const char *program) {
    const char *slash = strrchr(program, '/'), *only = getenv("TORTURE_PROGRAM");
    const char *memory = getenv("TORTURE_MEMORY"), *clock = getenv("TORTURE_CLOCK");
    if (only && strcmp(only, slash ? slash + 1 : program) != 0)
        return;
    if (clock)
        jump = strtod(clock, NULL);
    if (memory) {
        char *end;
        at = strtol(memory, &end, 10);
        ever = *end == '+';
    }
    report_path = getenv("TORTURE_REPORT");
    places_path = getenv("TORTURE_PLACES");
    if (places_path) {
        places = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        places = places == MAP_FAILED ? NULL : places;
        place p = {0, 0};
        _Unwind_Backtrace(add_frame, &p); /* what it needs, it needs the first time */
        atexit(keep_places);
    }
    atomic_store(&counting, memory || places);
}

static int begin_main(int argc, char **argv, char **environment) {
    read_wishes(argv[0]);
    syscall(SYS_sched_get_priority_max, TORTURE_BEGIN);
    return real_main(argc, argv, environment);
}

#pragma GCC visibility push(default)

int __libc_start_main(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                      void *);
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end_loader)(void), void *stack) {
    start_function *start;
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&start, &found, sizeof found);
    real_main = main;
    return start(begin_main, argc, argv, init, fini, end_loader, stack);
}

#ifndef TORTURE_NO_MEMORY
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *memalign(size_t, size_t);

void *__libc_malloc(size_t size) {
    resolve();
    if (!real_malloc)
        return early_piece(size);
    return fails() ? NULL : real_malloc(size);
}

void *__libc_calloc(size_t number, size_t size) {
    resolve();
    if (!real_malloc)
        return early_piece(number * size);
    return fails() ? NULL : real_calloc(number, size);
}

void *__libc_realloc(void *memory, size_t size) {
    resolve();
    if (fails())
        return NULL;
    if (!real_malloc)
        return early_piece(size);
    if (!is_early(memory))
        return real_realloc(memory, size);
    void *fresh = real_malloc(size);
    const size_t behind = (size_t)(early + sizeof early - (char *)memory);
    if (fresh)
        memcpy(fresh, memory, size < behind ? size : behind);
    return fresh;
}

void *__libc_memalign(size_t alignment, size_t size) {
    resolve();
    if (!real_malloc)
        return early_piece(size);
    return fails() ? NULL : real_memalign(alignment, size);
}

void *malloc(size_t size) {
    return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
    return __libc_calloc(number, size);
}
void *realloc(void *memory, size_t size) {
    return __libc_realloc(memory, size);
}
void *memalign(size_t alignment, size_t size) {
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
    return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *made = __libc_memalign(alignment, size);
    if (made)
        *memory = made;
    return made ? 0 : ENOMEM;
}
void free(void *memory) {
    static void (*real_free)(void *);
    if (!real_free) {
        void *found = dlsym(RTLD_NEXT, "__libc_free");
        memcpy(&real_free, &found, sizeof found);
    }
    if (!is_early(memory))
        real_free(memory);
}
#endif

static double jumped(void) {
    static atomic_long asked;
    return atomic_fetch_add(&asked, 1) % 3 == 2 ? jump : 0.0;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    const int code = (int)syscall(SYS_clock_gettime, clock, t);
    if (jump != 0.0 && code == 0 && clock == CLOCK_REALTIME)
        t->tv_sec += (time_t)jumped();
    return code;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    (void)zone;
    struct timespec fine;
    clock_gettime(CLOCK_REALTIME, &fine);
    *t = (struct timeval){fine.tv_sec, fine.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *t) {
    struct timespec fine;
    clock_gettime(CLOCK_REALTIME, &fine);
    if (t)
        *t = fine.tv_sec;
    return fine.tv_sec;
}

#pragma GCC visibility pop
