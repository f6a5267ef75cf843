/* one try: armed, watched, and left again */
#define _GNU_SOURCE
#include "try.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 100 /* s */, SLOTS = 1 << 20, FRAMES = 40, DESCRIPTORS = 256 };

const char *torture_name = "";
FILE *torture_told;

static sigjmp_buf back;
static volatile sig_atomic_t trying;
static pthread_t thread;
static pid_t process;
static long at;
static double begin, last_look; /* time of the processor: of the try, at the last alarm */

bool torture_is_ready(void) {
    return getenv("TORTURE_NOW") && getenv("TORTURE_PLACES");
}

bool torture_is_child(void) {
    return getpid() != process;
}

void torture_leave(void) {
    if (trying && !torture_is_child() && pthread_equal(pthread_self(), thread))
        siglongjmp(back, TORTURE_LEFT);
}

/* the way to it: offsets in the program, and in libraries, with their names */
static void tell_way(int number) {
    void *frames[FRAMES];
    Dl_info own, of;
    const int count = backtrace(frames, FRAMES);
    FILE *out = torture_told ? torture_told : stdout;
    if (!dladdr((void *)(uintptr_t)torture_try, &own))
        return;
    fprintf(out, "%s, request %ld: %s:", torture_name, at, strsignal(number));
    for (int i = 0; i < count; i++)
        if (!dladdr(frames[i], &of))
            fprintf(out, " ?");
        else if (of.dli_fbase == own.dli_fbase)
            fprintf(out, " %#lx", (unsigned long)((char *)frames[i] - (char *)own.dli_fbase));
        else
            fprintf(out, " %s+%#lx", of.dli_fname ? of.dli_fname : "?",
                    (unsigned long)((char *)frames[i] - (char *)of.dli_fbase));
    fputc('\n', out);
    fflush(out);
}

static double cpu_time(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* beside much else that runs on a machine a try may take long: it stands still if it computes
 * nothing, or computes for as long as it may */
static bool goes_on(void) {
    const double used = cpu_time(), since = used - last_look;
    last_look = used;
    return trying && since > 0.01 * PATIENCE && used - begin < PATIENCE;
}

static void on_crash(int number) {
    if (number == SIGALRM && !torture_is_child() && goes_on()) {
        alarm(PATIENCE);
        return;
    }
    if (torture_is_child() || !trying || !pthread_equal(pthread_self(), thread)) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    trying = 0;
    tell_way(number);
    siglongjmp(back, TORTURE_CRASHED);
}

/* anew for each try: what is tried may have its own handlers */
static void watch_crashes(void) {
    static char stack[1 << 16];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    const struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
    void *frames[2];
    (void)backtrace(frames, 2); /* loads what it needs */
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

static void arm(const char *when) {
    static char text[40];
    snprintf(text, sizeof text, "TORTURE_NOW=%s", when);
    putenv(text);
}

static void note_open(bool *is_open) {
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        const int copy = dup(fd);
        is_open[fd] = copy >= 0;
        if (copy >= 0)
            close(copy);
    }
}

/* files that a try which was left had open */
static void close_others(const bool *was_open) {
    for (int fd = 3; fd < DESCRIPTORS; fd++)
        if (!was_open[fd])
            close(fd);
}

torture_end torture_try(void (*run)(void *user), void *user, long request) {
    char when[24];
    static bool was_open[DESCRIPTORS];
    snprintf(when, sizeof when, "%ld", request);
    at = request;
    process = getpid();
    thread = pthread_self();
    note_open(was_open);
    watch_crashes();
    const int end = sigsetjmp(back, 1);
    if (end == 0) {
        trying = 1;
        begin = last_look = cpu_time();
        alarm(PATIENCE);
        arm(when);
        run(user);
    }
    trying = 0;
    arm("");
    alarm(0);
    if (end != 0)
        close_others(was_open);
    return (torture_end)end;
}

/* was it never met before? seen: SLOTS numbers */
static bool is_new(uint64_t *seen, uint64_t place) {
    place = place ? place : 1;
    size_t k = place % SLOTS;
    while (seen[k] && seen[k] != place)
        k = (k + 1) % SLOTS;
    const bool fresh = seen[k] == 0;
    seen[k] = place;
    return fresh;
}

/* the order that soon has been everywhere: the digits of a counter in base 2, backwards */
static void spread(const long *from, size_t count, long *to) {
    size_t size = 1;
    while (size < count)
        size *= 2;
    for (size_t counter = 0; counter < size; counter++) {
        size_t reversed = 0, rest = counter;
        for (size_t bit = size / 2; bit > 0; bit /= 2, rest /= 2)
            reversed += (rest & 1) * bit;
        if (reversed < count)
            *to++ = from[reversed];
    }
}

/* first those that are new by their nearest functions already: they show most in little time */
long *torture_new_requests(size_t *count) {
    static uint64_t seen[SLOTS], seen_near[SLOTS];
    FILE *file = fopen(getenv("TORTURE_PLACES"), "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    const size_t all = (size_t)ftell(file) / sizeof(uint64_t);
    long *order = calloc(all + 1, sizeof *order), *new_near = calloc(all + 1, sizeof *order),
         *others = calloc(all + 1, sizeof *order);
    size_t near_count = 0, other_count = 0;
    rewind(file);
    uint64_t place;
    for (long n = 1; order && new_near && others && fread(&place, sizeof place, 1, file) == 1; n++)
        if (is_new(seen, place)) {
            if (is_new(seen_near, (uint32_t)place))
                new_near[near_count++] = n;
            else
                others[other_count++] = n;
        }
    fclose(file);
    *count = near_count + other_count;
    if (*count > 0) {
        spread(new_near, near_count, order);
        spread(others, other_count, order + near_count);
    }
    free(new_near);
    free(others);
    return order;
}
