/* torture_reader CORPUS [MOST]: reads the seeds of a fuzz target (tests/fuzz), each request for
 * memory failing in its turn: one per place in the program (the way to it), over all seeds. The
 * process must live on, and, if only its own requests fail (TORTURE_LIBRARY), give back what it
 * took; libraries of others do not always. Expects fail_memory.c to be loaded before it,
 * waiting (TORTURE_NOW), with TORTURE_PLACES; MOST: so many requests, spread evenly; 0: all.
 *
 * What a target asserts does not hold without memory: its abort() only ends that try. */
#include <dirent.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 100, SLOTS = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
_Noreturn void torture_abort(void);

static jmp_buf back;
static bool tortured, aborted;
static uint64_t seen[SLOTS];
static long tried, leaks;

_Noreturn void torture_abort(void) {
    if (!tortured) {
        signal(SIGABRT, SIG_DFL);
        raise(SIGABRT);
        _exit(1);
    }
    aborted = true;
    longjmp(back, 1);
}

/* mutators of the targets name it; nobody calls it here */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room) {
    (void)data;
    (void)room;
    return size;
}

static void arm(const char *when) {
    static char text[40];
    snprintf(text, sizeof text, "TORTURE_NOW=%s", when);
    putenv(text);
}

/* seen for the first time? */
static bool is_new(uint64_t place) {
    for (size_t k = place % SLOTS;; k = (k + 1) % SLOTS) {
        if (seen[k] == place)
            return false;
        if (seen[k] == 0) {
            seen[k] = place;
            return true;
        }
    }
}

static void try_once(const uint8_t *data, size_t size, const char *when) {
    aborted = false;
    if (setjmp(back) == 0) {
        alarm(SECONDS);
        arm(when);
        (void)LLVMFuzzerTestOneInput(data, size);
    }
    tortured = false;
    arm("");
    alarm(0);
}

/* bytes that are not given back; needs a malloc without memory of each thread's own (tcache) */
static size_t lost(const uint8_t *data, size_t size, const char *when) {
    const size_t before = mallinfo2().uordblks;
    tortured = true;
    try_once(data, size, when);
    const size_t after = mallinfo2().uordblks;
    return !aborted && after > before ? after - before : 0;
}

/* requests at new places: their numbers; for free() */
static long *new_requests(size_t *count) {
    FILE *file = fopen(getenv("TORTURE_PLACES"), "rb");
    *count = 0;
    if (!file || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    const size_t all = (size_t)ftell(file) / 8;
    long *numbers = calloc(all + 1, sizeof *numbers);
    rewind(file);
    uint64_t place;
    for (long n = 1; numbers && fread(&place, sizeof place, 1, file) == 1; n++)
        if (is_new(place ? place : 1))
            numbers[(*count)++] = n;
    fclose(file);
    return numbers;
}

static void torture(const char *name, const uint8_t *data, size_t size, size_t most) {
    (void)LLVMFuzzerTestOneInput(data, size); /* what is made once is made */
    try_once(data, size, "0");
    size_t count;
    long *numbers = new_requests(&count);
    const size_t tries = most > 0 && count > most ? most : count;
    for (size_t k = 0; numbers && k < tries; k++) {
        const long n = numbers[tries > 1 ? k * (count - 1) / (tries - 1) : 0];
        char when[24];
        snprintf(when, sizeof when, "%ld", n);
        fprintf(stderr, "%s, request %ld\r", name, n); /* the last line, should it crash */
        tried++;
        /* once more, should something have been made that is made once */
        if (lost(data, size, when) > 0 && lost(data, size, when) > 0 && getenv("TORTURE_LIBRARY")) {
            leaks++;
            printf("%s, request %ld: memory is not given back\n", name, n);
        }
    }
    free(numbers);
}

static void torture_file(const char *folder, const char *name, size_t most) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    const size_t size = (size_t)ftell(file);
    uint8_t *data = malloc(size + 1);
    rewind(file);
    if (!data || fread(data, 1, size, file) != size)
        exit(2);
    fclose(file);
    torture(name, data, size, most);
    free(data);
}

int main(int argc, char **argv) {
    struct dirent **names = NULL;
    if (argc < 2 || !getenv("TORTURE_NOW") || !getenv("TORTURE_PLACES"))
        return 2;
    const int count = scandir(argv[1], &names, NULL, alphasort);
    const size_t most = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    int files = 0;
    for (int i = 0; i < count; i++)
        files += names[i]->d_name[0] != '.';
    const size_t each = most > 0 ? most / (size_t)(files > 0 ? files : 1) + 1 : 0;
    for (int i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.')
            torture_file(argv[1], names[i]->d_name, each);
        free(names[i]);
    }
    free(names);
    printf("%ld requests failed in their turn, %ld leaks\n", tried, leaks);
    return tried == 0 || leaks > 0;
}
