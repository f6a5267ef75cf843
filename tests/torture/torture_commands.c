/* torture_commands LINES FOLDER SECONDS [PART]: the commands of the program in one process, each
 * request for memory failing in its turn (once per place, over all lines).
 *
 * LINES is a file of command lines (shell words, $S: the sources, $B: the build tree); a line
 * "FILES : WORDS" stands for one line per file, which is @ in WORDS; a ~ in front: its print may
 * say less without memory. FOLDER is made, and emptied before each try; SECONDS: for the
 * requests of each line at most, 0: all of them; PART: only lines that hold it.
 *
 * After each failure: no crash, nothing kept that nobody frees, no file that the command does not
 * make otherwise; if the command says that all is good, its files and its print are the same bits.
 * At the end of each line it runs once more as it is: the same bits as before. What differs from
 * run to run (times) is known by a comparison of two good ones. */
#define _GNU_SOURCE
#include "command.h"
#include "streams.h"
#include "try.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

enum { FILES = 64, NAME = 200, WORDS = 64, TEXT = 4000 };

typedef struct made {
    char name[NAME];
    uint64_t sum;
    bool varies;
} made;

typedef struct outcome {
    int code;
    size_t count;
    made files[FILES]; /* the first is the print */
    char sentence[TEXT];
} outcome;

typedef struct call {
    int argc;
    char **argv;
    int code;
} call;

static const char *folder;
static char out_path[4096], error_path[4096];
static long tried, faults;
static bool may_say_less;
static outcome now_made, good;

_Noreturn void __real_exit(int code);
_Noreturn void __wrap_exit(int code);

/* a command that ends the program there, as it may for lack of memory, ends its try only */
_Noreturn void __wrap_exit(int code) {
    torture_leave();
    __real_exit(code);
}

static uint64_t sum_of(const char *path) {
    uint64_t sum = 0xcbf29ce484222325u;
    FILE *file = fopen(path, "rb");
    for (int c; file && (c = getc(file)) != EOF;)
        sum = (sum ^ (uint64_t)c) * 0x100000001b3u;
    if (file)
        fclose(file);
    return sum;
}

/* of the words, without times: "3 s", "seconds": 3 */
static uint64_t sum_of_print(void) {
    uint64_t sum = 0xcbf29ce484222325u;
    FILE *file = fopen(out_path, "rb");
    char word[1000], before[1000] = "";
    bool named = false;
    while (file && fscanf(file, "%999s", word) == 1) {
        const bool is_time = named || strcmp(word, "s") == 0 || strcmp(word, "s,") == 0;
        for (const char *p = is_time ? "" : before; *p; p++)
            sum = (sum ^ (uint64_t)(unsigned char)*p) * 0x100000001b3u;
        named = strstr(before, "seconds") != NULL;
        snprintf(before, sizeof before, "%s", word);
    }
    if (file)
        fclose(file);
    return sum;
}

static int note_file(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about;
    (void)where;
    if (kind != FTW_F || now_made.count >= FILES)
        return 0;
    made *m = &now_made.files[now_made.count++];
    snprintf(m->name, sizeof m->name, "%s", path + strlen(folder));
    m->sum = sum_of(path);
    return 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const made *)a)->name, ((const made *)b)->name);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about;
    (void)kind;
    return where->level > 0 ? remove(path) : 0;
}

static void redirect(int fd, const char *path) {
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || dup2(file, fd) < 0)
        exit(2);
    close(file);
}

static void run_call(void *user) {
    call *c = user;
    c->code = EXIT_FAILED;
    c->code = commands_run(c->argc, c->argv);
    fflush(stdout);
}

static void read_sentence(void) {
    FILE *file = fopen(error_path, "rb");
    const size_t size = file ? fread(now_made.sentence, 1, TEXT - 1, file) : 0;
    now_made.sentence[size] = '\0';
    if (file)
        fclose(file);
}

static torture_end run_once(call *c, long request) {
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    redirect(STDOUT_FILENO, out_path);
    redirect(STDERR_FILENO, error_path);
    const torture_end end = torture_try(run_call, c, request);
    fflush(stdout);
    now_made.code = c->code;
    now_made.count = 1;
    now_made.files[0].name[0] = '\0';
    now_made.files[0].sum = sum_of_print();
    nftw(folder, note_file, 16, FTW_PHYS);
    qsort(now_made.files + 1, now_made.count - 1, sizeof *now_made.files, by_name);
    read_sentence();
    return end;
}

/* the way to the request that failed, if somebody wants to know (TORTURE_REPORT) */
static void tell_report(void) {
    const char *path = getenv("TORTURE_REPORT");
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[1000];
    while (file && fgets(line, sizeof line, file))
        fprintf(torture_told, " %.*s", (int)strcspn(line, "\n"), line);
    if (file)
        fclose(file);
}

static void tell(const char *what, long request) {
    fprintf(torture_told, "%s, request %ld: %s:", torture_name, request, what);
    tell_report();
    fputc('\n', torture_told);
    fflush(torture_told);
    faults++;
}

static const made *find(const outcome *o, const char *name) {
    for (size_t i = 0; i < o->count; i++)
        if (strcmp(o->files[i].name, name) == 0)
            return &o->files[i];
    return NULL;
}

/* what the two good runs do not have in common is marked */
static void mark_differences(void) {
    for (size_t i = 0; i < good.count; i++) {
        const made *other = find(&now_made, good.files[i].name);
        /* pages tell when they were made */
        good.files[i].varies =
            !other || other->sum != good.files[i].sum || strstr(good.files[i].name, ".html");
    }
}

static bool is_same(void) {
    bool same = now_made.count == good.count;
    for (size_t i = 0; i < good.count && same; i++) {
        const made *other = find(&now_made, good.files[i].name);
        same = other && (good.files[i].varies || other->sum == good.files[i].sum);
    }
    return same;
}

static void judge(torture_end end, long request) {
    char text[NAME + 60];
    if (end == TORTURE_CRASHED) {
        faults++; /* told */
        return;
    }
    for (size_t i = 0; i < now_made.count; i++)
        /* a study that failed keeps the motions of its runs for --resume */
        if (!find(&good, now_made.files[i].name) &&
            !(now_made.code != EXIT_GOOD && strstr(now_made.files[i].name, "/motions/"))) {
            snprintf(text, sizeof text, "a file is left: %s", now_made.files[i].name);
            tell(text, request);
        }
    if (now_made.code == good.code && good.code == EXIT_GOOD && !is_same())
        tell("it says that all is good, but the results are others", request);
    if (now_made.code != EXIT_GOOD && now_made.sentence[0] && good.code == EXIT_GOOD &&
        !strstr(now_made.sentence, "memory") && getenv("TORTURE_SENTENCES"))
        fprintf(torture_told, "  %s, request %ld says: %s", torture_name, request,
                now_made.sentence);
}

/* bytes that are not given back; needs a malloc without memory of each thread's own (tcache) */
static size_t lost(call *c, long request) {
    const size_t before = mallinfo2().uordblks;
    const torture_end end = run_once(c, request);
    const size_t after = mallinfo2().uordblks;
    judge(end, request);
    tried++;
    return end == TORTURE_DONE && after > before ? after - before : 0;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void torture(call *c, double seconds) {
    size_t count;
    const double begin = now();
    const long tried_before = tried;
    run_once(c, 0); /* what is made once is made */
    run_once(c, 0);
    good = now_made;
    if (good.code == EXIT_USAGE)
        tell("these words are refused, so nothing is tried", 0);
    run_once(c, 0);
    mark_differences();
    good.files[0].varies = good.files[0].varies || may_say_less;
    long *numbers = torture_new_requests(&count);
    const double end = now() + seconds;
    for (size_t k = 0; numbers && k < count && (seconds <= 0.0 || now() < end); k++)
        /* once more, should something have been made that is made once */
        if (lost(c, numbers[k]) > 0) {
            if (lost(c, numbers[k]) > 0)
                tell("memory is not given back", numbers[k]);
        }
    free(numbers);
    run_once(c, 0);
    if (now_made.code != good.code || !is_same())
        tell("afterwards the results are others", 0);
    fprintf(torture_told, "%s: exit code %d, %ld of %zu requests, %.1f s%s%s", torture_name,
            good.code, tried - tried_before, count, now() - begin, good.code ? ", " : "\n",
            good.code ? good.sentence : "");
    fflush(torture_told);
}

/* the words of a line, with the file in place of @ */
static void torture_line(const char *text, const char *file, double seconds) {
    wordexp_t words;
    char *argv[WORDS + 2] = {"multirate"};
    char name[1000];
    /* looked for before the words are: a shell takes it for the home of the user */
    may_say_less = strncmp(text, "~ ", 2) == 0;
    if (wordexp(text + (may_say_less ? 2 : 0), &words, WRDE_NOCMD | WRDE_UNDEF) != 0 ||
        words.we_wordc > WORDS)
        exit(2);
    int argc = 1;
    for (size_t i = 0; i < words.we_wordc; i++)
        argv[argc++] = file && strcmp(words.we_wordv[i], "@") == 0 ? (char *)(uintptr_t)file
                                                                   : words.we_wordv[i];
    const char *base = file ? strrchr(file, '/') : NULL;
    snprintf(name, sizeof name, "%s%s%s", text, base ? " " : "", base ? base + 1 : "");
    torture_name = name;
    torture(&(call){.argc = argc, .argv = argv}, seconds);
    torture_name = "";
    wordfree(&words);
}

static void torture_files(char *line, char *colon, double seconds) {
    wordexp_t files;
    *colon = '\0';
    if (wordexp(line, &files, WRDE_NOCMD | WRDE_UNDEF) != 0)
        exit(2);
    for (size_t i = 0; i < files.we_wordc; i++)
        torture_line(colon + 3, files.we_wordv[i], seconds);
    wordfree(&files);
}

int main(int argc, char **argv) {
    char line[4000];
    if (argc < 4 || !torture_is_ready())
        return 2;
    FILE *lines = fopen(argv[1], "r");
    folder = argv[2];
    const double seconds = strtod(argv[3], NULL);
    mkdir(folder, 0777);
    snprintf(out_path, sizeof out_path, "%s.out", folder);
    snprintf(error_path, sizeof error_path, "%s.error", folder);
    torture_told = fdopen(dup(STDOUT_FILENO), "w");
    if (!lines || !torture_told || chdir(folder) != 0)
        return 2;
    while (fgets(line, sizeof line, lines)) {
        line[strcspn(line, "\n")] = '\0';
        char *colon = strstr(line, " : ");
        if (!line[0] || line[0] == '#' || (argc > 4 && !strstr(line, argv[4])))
            continue;
        if (colon)
            torture_files(line, colon, seconds);
        else
            torture_line(line, NULL, seconds);
    }
    fclose(lines);
    fprintf(torture_told, "%ld requests failed in their turn, %ld faults\n", tried, faults);
    fclose(torture_told);
    return tried == 0 || faults > 0;
}
