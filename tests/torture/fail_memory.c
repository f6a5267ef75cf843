/* a library to be loaded before all others (LD_PRELOAD): memory that runs out, a clock that jumps,
 * and the moment at which main begins
 *
 *   TORTURE_PROGRAM=NAME  only in processes of this name
 *   TORTURE_MEMORY=N      the N-th request for memory fails, counted from main on;
 *                         N+: and all that follow
 *   TORTURE_REPORT=FILE   is made when a request fails, and tells the way to it
 *   TORTURE_PLACES=FILE   one number per request: where in the program it is made (8 bytes each;
 * the lower four tell of the nearest functions alone) TORTURE_LIBRARY=PARTS only requests that come
 * from libraries with one of these, parted by colons, in their paths; a dot: from the program
 * itself TORTURE_NOW=wait      all this begins when the program says so, by setting this variable
 * itself: N or N+ as above, 0 to count only, nothing for the end; TORTURE_HIT then tells whether a
 * request failed TORTURE_CLOCK=S       the clock of the day jumps by S seconds to and fro, every
 * third time that it is asked
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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
#define NEAR   8         /* of these the nearest */
#define KNOWN  (1 << 16) /* pages of code of which one knows to whom they belong */

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

static main_function *real_main;
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_memalign)(size_t, size_t);
static atomic_bool counting, hit;
static atomic_long count;
static long at;
static bool ever;
static double jump;
static const char *report_path, *places_path, *library;
static bool waits;
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
    uint64_t sum, near;
} place;

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *user) {
    place *p = user;
    p->sum = (p->sum ^ (uint64_t)_Unwind_GetIP(context)) * 0x100000001b3u;
    p->sum ^= p->sum >> 29;
    if (p->depth < NEAR)
        p->near = p->sum;
    return ++p->depth < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void remember(long n) {
    place p = {0, 0xcbf29ce484222325u, 0};
    _Unwind_Backtrace(add_frame, &p);
    if ((size_t)n <= PLACES)
        places[n - 1] = p.sum << 32 | (uint32_t)p.near;
}

/* number of a page and, in the lowest bit, whether it is one of the library: to ask is slow */
static _Atomic uintptr_t known[KNOWN];

typedef struct owner {
    uintptr_t address;
    bool is_library;
} owner;

/* the program itself has no name */
static bool is_named(const char *name) {
    for (const char *part = library; *part;) {
        const size_t size = strcspn(part, ":");
        if (size == 1 && *part == '.' ? *name == '\0'
                                      : memmem(name, strlen(name), part, size) != NULL)
            return true;
        part += size + (part[size] == ':');
    }
    return false;
}

static int look_at_object(struct dl_phdr_info *object, size_t size, void *user) {
    owner *o = user;
    (void)size;
    for (int k = 0; k < object->dlpi_phnum; k++) {
        const uintptr_t begin = object->dlpi_addr + object->dlpi_phdr[k].p_vaddr;
        if (object->dlpi_phdr[k].p_type == PT_LOAD && o->address >= begin &&
            o->address - begin < object->dlpi_phdr[k].p_memsz) {
            o->is_library = is_named(object->dlpi_name);
            return 1;
        }
    }
    return 0;
}

static bool is_of_library(uintptr_t address) {
    const uintptr_t page = address >> 12;
    _Atomic uintptr_t *slot = &known[page % KNOWN];
    const uintptr_t word = atomic_load_explicit(slot, memory_order_relaxed);
    if (word >> 1 == page)
        return word & 1;
    owner o = {address, false};
    dl_iterate_phdr(look_at_object, &o);
    atomic_store_explicit(slot, page << 1 | o.is_library, memory_order_relaxed);
    return o.is_library;
}

static _Unwind_Reason_Code tell_frame(struct _Unwind_Context *context, void *user) {
    const int file = *(int *)user;
    Dl_info of;
    void *address;
    const uintptr_t ip = (uintptr_t)_Unwind_GetIP(context);
    memcpy(&address, &ip, sizeof ip);
    if (dladdr(address, &of))
        dprintf(file, "%s+%#lx\n", of.dli_fname, (unsigned long)(ip - (uintptr_t)of.dli_fbase));
    return _URC_NO_REASON;
}

static void report(void) {
    int file = open(report_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    inside = true;
    _Unwind_Backtrace(tell_frame, &file);
    inside = false;
    if (file >= 0)
        close(file);
}

/* the request that fails */
static bool fails(void *caller) {
    if (!atomic_load_explicit(&counting, memory_order_relaxed) || inside ||
        (library && !is_of_library((uintptr_t)caller)))
        return false;
    const long n = atomic_fetch_add(&count, 1) + 1;
    if (places && (at == 0 || !waits)) { /* who says when has counted before */
        inside = true;
        remember(n);
        inside = false;
    }
    if (at == 0 || n < at || (n > at && !ever))
        return false;
    if (n == at)
        atomic_store(&hit, true);
    if (n == at && report_path)
        report();
    errno = ENOMEM;
    return true;
}

static void keep_places(void) {
    if (!places || (at != 0 && waits))
        return;
    const int file = open(places_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const size_t size = (size_t)atomic_load(&count) * sizeof *places;
    if (file >= 0 && write(file, places, size) == (ssize_t)size)
        close(file);
}

/* after all that the program does at its end; counters (gcov) are written then, and crash without
 * memory */
static void give_again(void) {
    atomic_store(&counting, false);
}

static void read_number(const char *text) {
    char *end;
    at = strtol(text, &end, 10);
    ever = *end == '+';
}

static void read_wishes(const char *program) {
    const char *slash = strrchr(program, '/'), *only = getenv("TORTURE_PROGRAM");
    const char *memory = getenv("TORTURE_MEMORY"), *clock = getenv("TORTURE_CLOCK");
    if (only && strcmp(only, slash ? slash + 1 : program) != 0)
        return;
    if (clock)
        jump = strtod(clock, NULL);
    if (memory)
        read_number(memory);
    waits = getenv("TORTURE_NOW") != NULL;
    library = getenv("TORTURE_LIBRARY");
    report_path = getenv("TORTURE_REPORT");
    places_path = getenv("TORTURE_PLACES");
    if (places_path) {
        places = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        places = places == MAP_FAILED ? NULL : places;
        place p = {0, 0, 0};
        _Unwind_Backtrace(add_frame, &p); /* what it needs, it needs the first time */
        atexit(keep_places);
    }
    atexit(give_again);
    atomic_store(&counting, (memory || places) && !waits);
}

static void tell_begin(void) {
    syscall(SYS_sched_get_priority_max, TORTURE_BEGIN);
}

/* the program says when; what it is told must not be counted either */
static void arm(const char *text) {
    atomic_store(&counting, false);
    if (text[0] == '\0') {
        keep_places();
        return;
    }
    read_number(text);
    memset(known, 0, sizeof known);
    atomic_store(&count, 0);
    atomic_store(&hit, false);
    atomic_store(&counting, true);
    tell_begin();
}

static int begin_main(int argc, char **argv, char **environment) {
    read_wishes(argv[0]);
    if (!waits)
        tell_begin();
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

/* what a library does at its end is its own matter, and its counters' */
int dlclose(void *library_handle) {
    static int (*real)(void *);
    const bool was = inside;
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "dlclose");
        memcpy(&real, &found, sizeof found);
    }
    inside = true;
    const int code = real(library_handle);
    inside = was;
    return code;
}

/* what Octave's setenv calls */
int putenv(char *text) {
    static int (*real)(char *);
    static const char name[] = "TORTURE_NOW=";
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "putenv");
        memcpy(&real, &found, sizeof found);
    }
    if (!waits || strncmp(text, name, sizeof name - 1) != 0)
        return real(text);
    arm(text + sizeof name - 1);
    return setenv("TORTURE_HIT", atomic_load(&hit) ? "1" : "0", 1);
}

#ifndef TORTURE_NO_MEMORY
#define CALLER __builtin_return_address(0)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *memalign(size_t, size_t);

static void *give(size_t size, void *caller) {
    resolve();
    if (!real_malloc)
        return early_piece(size);
    return fails(caller) ? NULL : real_malloc(size);
}

static void *give_zeros(size_t number, size_t size, void *caller) {
    resolve();
    if (!real_malloc)
        return early_piece(number * size);
    return fails(caller) ? NULL : real_calloc(number, size);
}

static void *give_more(void *memory, size_t size, void *caller) {
    resolve();
    if (fails(caller))
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

static void *give_aligned(size_t alignment, size_t size, void *caller) {
    resolve();
    if (!real_malloc)
        return early_piece(size);
    return fails(caller) ? NULL : real_memalign(alignment, size);
}

void *__libc_malloc(size_t size) {
    return give(size, CALLER);
}
void *__libc_calloc(size_t number, size_t size) {
    return give_zeros(number, size, CALLER);
}
void *__libc_realloc(void *memory, size_t size) {
    return give_more(memory, size, CALLER);
}
void *__libc_memalign(size_t alignment, size_t size) {
    return give_aligned(alignment, size, CALLER);
}
void *malloc(size_t size) {
    return give(size, CALLER);
}
void *calloc(size_t number, size_t size) {
    return give_zeros(number, size, CALLER);
}
void *realloc(void *memory, size_t size) {
    return give_more(memory, size, CALLER);
}
void *memalign(size_t alignment, size_t size) {
    return give_aligned(alignment, size, CALLER);
}
void *aligned_alloc(size_t alignment, size_t size) {
    return give_aligned(alignment, size, CALLER);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *made = give_aligned(alignment, size, CALLER);
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
