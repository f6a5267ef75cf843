/* what a compiler is asked when an S-function is built, and what becomes of its words. Compilers
 * here are scripts that say what a test wants */
#include "mr_test.h"

#include "blockdiagram/sfunction.h"
#include "sfunction/second_compile.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUT MR_BINARY_DIR "/conformance/asked; $(not a command)"
#define CC  OUT "/compiler"

/* what an earlier test, or a run of this one that was broken off, has left is not built upon */
static void take_libraries_away(void) {
    static const char *const patterns[] = {OUT "/*.so", OUT "/*/*.so"};
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
        glob_t files;
        if (glob(patterns[k], 0, NULL, &files) != 0)
            continue;
        for (size_t i = 0; i < files.gl_pathc; i++)
            (void)unlink(files.gl_pathv[i]);
        globfree(&files);
    }
}

static bd_build_options options(void) {
    bd_build_options o;
    memset(&o, 0, sizeof o);
    take_libraries_away();
    o.include = OUT "/include";
    o.out_folder = OUT;
    o.compiler = CC;
    (void)mkdir(OUT, 0777);
    return o;
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static char *read_file(const char *name) {
    static char text[20000];
    FILE *file = fopen(name, "r");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[length] = '\0';
    return text;
}

/* a compiler that notes its arguments, line by line, and then does this; $out is what it is to
 * make. Each call adds to the notes */
static void make_compiler(const char *name, const char *body) {
    FILE *file = fopen(name, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file,
            "#!/bin/sh\nlast=\nfor a; do echo \"$a\"; [ \"$last\" = -o ] && out=$a; last=$a; done "
            ">>\"$0.asked\"\n%s\n",
            body);
    fclose(file);
    CU_ASSERT_EQUAL(chmod(name, 0700), 0);
    char asked[1000];
    snprintf(asked, sizeof asked, "%s.asked", name);
    (void)unlink(asked);
}

static int descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* whatever becomes of it, no file is left open and no process behind */
static bd_status build(const char *source, const bd_build_options *o, char *path, size_t capacity,
                       bd_error *error) {
    const char *const sources[] = {source};
    const int open_before = descriptors();
    const bd_status status = bd_sfunction_build(sources, 1, o, path, capacity, error);
    CU_ASSERT_EQUAL(descriptors(), open_before);
    errno = 0;
    CU_ASSERT_EQUAL(waitpid(-1, NULL, WNOHANG), -1);
    CU_ASSERT_EQUAL(errno, ECHILD);
    return status;
}

/* how often the compiler was asked since it was made */
static int attempts(void) {
    int count = 0;
    for (const char *at = read_file(CC ".asked"); (at = strstr(at, "-shared\n")); at++)
        count++;
    return count;
}

/* the first line that tells of an error, but for the linker's last word; else the first line */
static void test_one_line_of_many_is_told(void) {
    static const char *const cases[][2] = {
        {"echo strange words; echo more of them", "strange words"},
        {"echo x; echo more", "x"},
        {"echo note: nothing; echo 'a.c:1: error: bad'; echo 'a.c:2: error: worse'",
         "a.c:1: error: bad"},
        {"echo 'ld: in function f:'; echo 'a.c: undefined reference to g'; "
         "echo 'collect2: error: ld returned 1'",
         "a.c: undefined reference to g"},
        {"echo 'collect2: error: ld returned 1'; echo 'a.c: undefined reference to g'",
         "a.c: undefined reference to g"},
        {"echo 'ld: first'; echo 'collect2: error: ld returned 1'", "ld: first"},
        {"echo 'collect2: error: ld returned 1'", "collect2: error: ld returned 1"},
        {"echo; echo 'after an empty line'", "after an empty line"},
        {"printf 'without an end'", "without an end"},
        {"echo to the other stream >&2", "to the other stream"},
        {"", "the compiler failed without a word"},
        {"kill -9 $$", "the compiler failed without a word"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_build_options o = options();
        bd_error error = {0};
        char path[1000], body[300], expected[1000];
        snprintf(body, sizeof body, "%s\nexit 1", cases[i][0]);
        make_compiler(CC, body);
        write_file(OUT "/a.c", "int x;\n");
        CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_BAD_FILE);
        snprintf(expected, sizeof expected, OUT "/a.so cannot be built: %s", cases[i][1]);
        CU_ASSERT_STRING_EQUAL(error.text, expected);
        CU_ASSERT_EQUAL(attempts(), 1);
    }
}

/* a line of any length is told as far as there is room, and the next one is another */
static void test_a_long_line_is_cut(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    make_compiler(CC, "printf 'error: '; printf 'x%.0s' $(seq 2000); echo; exit 1");
    write_file(OUT "/a.c", "int x;\n");
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_BAD_FILE);
    const char *told = strstr(error.text, "error: ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(told);
    CU_ASSERT_EQUAL(strlen(told), 599);
    CU_ASSERT_EQUAL(strspn(told + 7, "x"), 599 - 7);
}

/* the library is called as its first source or as one says, and lies where one says */
static void test_names_and_places_of_libraries(void) {
    static const struct {
        const char *source, *name, *folder, *path;
    } cases[] = {
        {OUT "/a.c", NULL, OUT, OUT "/a.so"},
        {OUT "/two.dots.c", NULL, OUT, OUT "/two.dots.so"},
        {OUT "/a folder.d/plain", NULL, OUT, OUT "/plain.so"},
        {OUT "/a.c", "given", OUT, OUT "/given.so"},
        {OUT "/a.c", "given.name", OUT, OUT "/given.name.so"},
        {OUT "/a.c", "g", OUT "/elsewhere", OUT "/elsewhere/g.so"},
        {"here.c", NULL, NULL, "./here.so"},
        {"./here.c", NULL, NULL, "./here.so"},
    };
    char before[1000];
    bd_build_options o = options();
    (void)mkdir(OUT "/a folder.d", 0777);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(before, sizeof before));
    CU_ASSERT_EQUAL_FATAL(chdir(OUT), 0);
    make_compiler(CC, "exit 1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_error error = {0};
        char path[1000] = "";
        write_file(cases[i].source, "int x;\n");
        o.name = cases[i].name;
        o.out_folder = cases[i].folder;
        CU_ASSERT_EQUAL(build(cases[i].source, &o, path, sizeof path, &error), BD_BAD_FILE);
        CU_ASSERT_STRING_EQUAL(path, cases[i].path);
        /* with just the room for it, and with one letter less */
        const size_t length = strlen(cases[i].path);
        CU_ASSERT_EQUAL(build(cases[i].source, &o, path, length + 1, &error), BD_BAD_FILE);
        CU_ASSERT_EQUAL(build(cases[i].source, &o, path, length, &error), BD_BAD_ARGUMENT);
        MR_ASSERT_CONTAINS(error.text, "gives no name for an S-function");
    }
    CU_ASSERT_EQUAL(chdir(before), 0);
}

/* the ending tells the language; one source of C++ is enough. $CC and $CXX, cc and c++ */
static void test_which_compiler_is_asked(void) {
    static const struct {
        const char *sources[2];
        bool cpp;
    } cases[] = {
        {{OUT "/a.c", NULL}, false},        {{OUT "/a.cpp", NULL}, true},
        {{OUT "/a.cc", NULL}, true},        {{OUT "/a.cxx", NULL}, true},
        {{OUT "/a.C", NULL}, true},         {{OUT "/a.c++", NULL}, true},
        {{OUT "/a.cp", NULL}, false},       {{OUT "/cpp", NULL}, false},
        {{OUT "/a.c", OUT "/b.cpp"}, true}, {{OUT "/a.cpp", OUT "/b.c"}, true},
        {{OUT "/a.c", OUT "/b.c"}, false},
    };
    char *path_before = strdup(getenv("PATH"));
    (void)options();
    for (int way = 0; way < 4; way++) {
        /* by the variable; by none; by an empty one; by the caller */
        make_compiler(OUT "/cc", "exit 1");
        make_compiler(OUT "/c++", "exit 1");
        make_compiler(OUT "/mine", "exit 1");
        make_compiler(OUT "/mine++", "exit 1");
        CU_ASSERT_EQUAL(setenv("PATH", OUT ":/usr/bin:/bin", 1), 0);
        if (way == 0) {
            CU_ASSERT_EQUAL(setenv("CC", OUT "/mine", 1) || setenv("CXX", OUT "/mine++", 1), 0);
        } else if (way == 2) {
            CU_ASSERT_EQUAL(setenv("CC", "", 1) || setenv("CXX", "", 1), 0);
        } else {
            CU_ASSERT_EQUAL(unsetenv("CC") || unsetenv("CXX"), 0);
        }
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            static const char *const c_names[] = {OUT "/mine", OUT "/cc", OUT "/cc", OUT "/mine"};
            static const char *const cpp_names[] = {OUT "/mine++", OUT "/c++", OUT "/c++",
                                                    OUT "/mine"};
            const char *asked = cases[i].cpp ? cpp_names[way] : c_names[way];
            bd_build_options o = options();
            bd_error error = {0};
            char path[1000], notes[1000];
            const size_t count = cases[i].sources[1] ? 2 : 1;
            for (size_t k = 0; k < count; k++)
                write_file(cases[i].sources[k], "int x;\n");
            o.compiler = way == 3 ? OUT "/mine" : NULL;
            snprintf(notes, sizeof notes, "%s.asked", asked);
            (void)unlink(notes);
            CU_ASSERT_EQUAL(
                bd_sfunction_build(cases[i].sources, count, &o, path, sizeof path, &error),
                BD_BAD_FILE);
            const char *words = read_file(notes);
            CU_ASSERT_EQUAL(strncmp(words, "-shared\n", 8), 0);
            CU_ASSERT_EQUAL(strstr(words, "\n-Wno-error=implicit-int\n") != NULL, !cases[i].cpp);
        }
    }
    CU_ASSERT_EQUAL(setenv("PATH", path_before, 1), 0);
    CU_ASSERT_EQUAL(unsetenv("CC") || unsetenv("CXX"), 0);
    free(path_before);
}

/* words of a first attempt are answered with flags at the end of a second one, whose words alone
 * count; C++ has one attempt */
static void test_a_second_attempt(void) {
    static const char body[] =
        "case \" $* \" in\n"
        "*' -Dmax'*) echo second; exit 1;;\n"
        "esac\n"
        "echo \"a.c:1: warning: implicit declaration of function 'max'\"; exit 1";
    for (int cpp = 0; cpp < 2; cpp++) {
        bd_build_options o = options();
        bd_error error = {0};
        char path[1000];
        const char *source = cpp ? OUT "/a.cpp" : OUT "/a.c";
        static const char *const flags[] = {"-DFIRST", "-DLAST"};
        o.flags = flags;
        o.flag_count = 2;
        o.log = OUT "/log";
        make_compiler(CC, body);
        write_file(source, "int x;\n");
        CU_ASSERT_EQUAL(build(source, &o, path, sizeof path, &error), BD_BAD_FILE);
        const char *first = "a.c:1: warning: implicit declaration of function 'max'";
        MR_ASSERT_CONTAINS(error.text, cpp ? first : "cannot be built: second");
        CU_ASSERT_EQUAL(strncmp(read_file(OUT "/log"), cpp ? first : "second\n", 7), 0);
        const char *words = read_file(CC ".asked");
        CU_ASSERT_EQUAL(attempts(), cpp ? 1 : 2);
        words = read_file(CC ".asked");
        const char *end = words + strlen(words) - strlen("-DLAST\n-lm\n");
        if (cpp) {
            CU_ASSERT_STRING_EQUAL(end, "-DLAST\n-lm\n");
        } else {
            MR_ASSERT_CONTAINS(words, "-DLAST\n-lm\n-Dmax(a,b)=((a)>(b)?(a):(b))\n");
        }
    }
}

/* one that fails without words has none of the first attempt's */
static void test_a_silent_second_attempt(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    make_compiler(CC, "case \" $* \" in\n*' -Dmax'*) exit 1;;\nesac\n"
                      "echo \"a.c:1: warning: implicit declaration of function 'max'\"; exit 1");
    write_file(OUT "/a.c", "int x;\n");
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_BAD_FILE);
    CU_ASSERT_EQUAL(attempts(), 2);
    MR_ASSERT_CONTAINS(error.text, "a.so cannot be built: the compiler failed without a word");
}

/* line by line: the flag that answers it, or none */
static void test_one_line_has_one_answer(void) {
    static const char *const cases[][2] = {
        {"a.c:1: warning: implicit declaration of function 'max' [-W]", "-Dmax(a,b)="},
        {"a.c:1: warning: implicit declaration of function max", "-Dmax(a,b)="},
        {"a.c:1: error: call to undeclared function '__min'; ISO C99", "-D__min(a,b)="},
        {"a.c:1: error: call to undeclared library function '_strdup' with", "-D_strdup=strdup"},
        {"a.c:1: warning: implicit declaration of function 'fopen_s'", "-Dfopen_s("},
        {"a.c:1: warning: implicit declaration of function 'maxi'", NULL},
        {"a.c:1: warning: implicit declaration of function 'ma'", NULL},
        {"a.c:1: warning: implicit declaration of function '_max'", NULL},
        {"a.c:1: warning: implicit declaration of function 'max2'", NULL},
        {"a.c:1: warning: implicit declaration of function 'max_'", NULL},
        {"a.c:1: warning: implicit declaration of function ''", NULL},
        {"a.c:1: warning: implicit declaration of something 'max'", NULL},
        {"a.c:1: error: expected ';' before 'else'", "-DBD_SS_STATEMENTS"},
        {"a.c:1: error: expected ';' after expression", "-DBD_SS_STATEMENTS"},
        {"a.c:1: error: expected ',' or ';' before 'x'", "-DBD_SS_STATEMENTS"},
        {"a.c:1: error: expected ')' before 'x'", NULL},
        {"a.c:1: error: expected ';' at the end of input", NULL},
        {"a.c:1: warning: expected ';' before 'else'", NULL},
        {"a.c:1: error: expected expression before 'x'", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *flags[BD_SECOND_COMPILE_FLAGS] = {NULL};
        FILE *said = tmpfile();
        CU_ASSERT_PTR_NOT_NULL_FATAL(said);
        for (int again = 0; again < 2; again++)
            fprintf(said, "%s\n", cases[i][0]);
        CU_ASSERT_EQUAL(bd_second_compile_flags(said, flags), cases[i][1] != NULL);
        if (cases[i][1])
            MR_ASSERT_CONTAINS(flags[0] ? flags[0] : "none", cases[i][1]);
        fclose(said);
    }
}

/* all of them at once, and the semicolon: as many as there can be */
static void test_every_name_has_a_flag(void) {
    static const char *const names[] = {
        "max",      "min",       "__max",    "__min",     "_isnan",   "_finite",   "stricmp",
        "_stricmp", "strcmpi",   "strnicmp", "_strnicmp", "_strdup",  "_snprintf", "sprintf_s",
        "sscanf_s", "fprintf_s", "strcpy_s", "strcat_s",  "memcpy_s", "fopen_s"};
    enum { NAMES = sizeof names / sizeof *names };
    const char *flags[BD_SECOND_COMPILE_FLAGS] = {NULL};
    FILE *said = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(said);
    CU_ASSERT_EQUAL_FATAL(NAMES + 1, BD_SECOND_COMPILE_FLAGS);
    for (int i = 0; i < NAMES; i++)
        fprintf(said, "a.c: warning: implicit declaration of function '%s'\n", names[i]);
    fprintf(said, "a.c: error: expected ';' before 'else'\n");
    CU_ASSERT_EQUAL_FATAL(bd_second_compile_flags(said, flags), NAMES + 1);
    for (int i = 0; i < NAMES; i++) {
        const size_t length = strlen(names[i]);
        CU_ASSERT_EQUAL(strncmp(flags[i] + 2, names[i], length), 0);
        CU_ASSERT_TRUE(flags[i][2 + length] == '(' || flags[i][2 + length] == '=');
    }
    CU_ASSERT_STRING_EQUAL(flags[NAMES], "-DBD_SS_STATEMENTS");
    fclose(said);
}

/* names that the compiler knows itself, by its own words for them */
static void test_names_the_compiler_knows(void) {
    static const struct {
        const char *text, *name; /* NULL: none is unknown */
        size_t capacity;
    } cases[] = {
        {"implicit declaration of function 'puts'\nbuilt-in function 'puts'\n", NULL, 20},
        {"implicit declaration of function 'puts'\nbuilt-in function 'putsx'\n", "puts", 20},
        {"implicit declaration of function 'puts'\nbuilt-in function 'puts2'\n", "puts", 20},
        {"built-in function 'puts'\nimplicit declaration of function 'puts'\n", NULL, 20},
        {"call to undeclared library function 'puts' with type\n", NULL, 20},
        {"implicit declaration of function 'puts'\n", "puts", 20},
        {"implicit declaration of function 'puts'\n", "puts", 5},
        {"implicit declaration of function 'puts'\n", NULL, 4},
        {"implicit declaration of function ''\n", NULL, 20},
        {"implicit declaration of function 'a_1'\nimplicit declaration of function 'b'\n", "a_1",
         20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[20] = "";
        FILE *said = tmpfile();
        CU_ASSERT_PTR_NOT_NULL_FATAL(said);
        fputs(cases[i].text, said);
        CU_ASSERT_EQUAL(bd_undeclared_function(said, name, cases[i].capacity),
                        cases[i].name != NULL);
        if (cases[i].name)
            CU_ASSERT_STRING_EQUAL(name, cases[i].name);
        fclose(said);
    }
}

/* what was made is loaded once; what cannot be loaded is taken away */
static void test_what_cannot_be_loaded_is_taken_away(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    write_file(OUT "/a.c", "int x;\n");
    make_compiler(CC, "echo no library >\"$out\"");
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, OUT "/a.so cannot be loaded: " OUT "/a.so: ");
    CU_ASSERT_NOT_EQUAL(access(OUT "/a.so", F_OK), 0);
    make_compiler(CC, "exit 0"); /* says that it worked, and made nothing */
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "a.so cannot be loaded: ");
    /* names longer than there is room for in what is told */
    char name[251], folder[300];
    memset(name, 'n', 250);
    name[250] = '\0';
    snprintf(folder, sizeof folder, "%s/%.200s", OUT, name);
    (void)mkdir(folder, 0777);
    o.name = name;
    o.out_folder = folder;
    make_compiler(CC, "echo no library >\"$out\"");
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_BAD_FILE);
    const char *told = strstr(error.text, "nnn.so cannot be loaded: " OUT "/nnn");
    CU_ASSERT_PTR_NOT_NULL_FATAL(told);
    CU_ASSERT_EQUAL(strlen(told + strlen("nnn.so cannot be loaded: ")), 399);
    o.out_folder = OUT;
    /* a good one stays, with its words in the log */
    o.name = NULL;
    o.log = OUT "/log";
    make_compiler(CC, "echo fine; cp '" MR_BINARY_DIR "/conformance/gcc/no_sfunction.so' \"$out\"");
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_OK);
    CU_ASSERT_EQUAL(access(OUT "/a.so", F_OK), 0);
    CU_ASSERT_STRING_EQUAL(read_file(OUT "/log"), "fine\n");
    o.log = OUT "/no folder/log";
    CU_ASSERT_EQUAL(build(OUT "/a.c", &o, path, sizeof path, &error), BD_CANNOT_WRITE);
    CU_ASSERT_STRING_EQUAL(error.text,
                           "cannot keep what the compiler says: No such file or directory");
    CU_ASSERT_EQUAL(unlink(OUT "/a.so"), 0);
}

/* signals of a timer interrupt every wait, and nothing is lost by it */
static void ring(int number) {
    (void)number;
}

static void set_timer(long microseconds) {
    const struct itimerval every = {{.tv_usec = microseconds}, {.tv_usec = microseconds}};
    CU_ASSERT_EQUAL(setitimer(ITIMER_REAL, &every, NULL), 0);
}

static void test_timers_do_not_disturb(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    const struct sigaction action = {.sa_handler =
                                         ring}; /* what it interrupts is not begun again */
    struct sigaction before;
    CU_ASSERT_EQUAL(sigaction(SIGALRM, &action, &before), 0);
    write_file(OUT "/a.c", "int x;\n");
    make_compiler(CC,
                  "sleep 0.03; cp '" MR_BINARY_DIR "/conformance/gcc/no_sfunction.so' \"$out\"");
    set_timer(300);
    const bd_status good = build(OUT "/a.c", &o, path, sizeof path, &error);
    set_timer(0);
    CU_ASSERT_EQUAL(good, BD_OK);
    CU_ASSERT_STRING_EQUAL(error.text, "");
    make_compiler(CC, "echo no library >\"$out\"");
    take_libraries_away();
    set_timer(300);
    const bd_status bad = build(OUT "/a.c", &o, path, sizeof path, &error);
    set_timer(0);
    CU_ASSERT_EQUAL(bad, BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "a.so cannot be loaded: ");
    CU_ASSERT_EQUAL(sigaction(SIGALRM, &before, NULL), 0);
}

/* seen from outside, since a program that has ended tells nothing */
static void test_the_program_goes_on(void) {
    bd_build_options o = options();
    write_file(OUT "/a.c", "int x;\n");
    make_compiler(CC, "cp '" MR_BINARY_DIR "/conformance/gcc/no_sfunction.so' \"$out\"");
    (void)fflush(stdout);
    const pid_t program = fork();
    if (program == 0) {
        bd_error error = {0};
        char path[1000];
        _exit(build(OUT "/a.c", &o, path, sizeof path, &error) == BD_OK ? 7 : 1);
    }
    int state = 0;
    CU_ASSERT_EQUAL(waitpid(program, &state, 0), program);
    if (!WIFEXITED(state) || WEXITSTATUS(state) != 7) {
        puts("the program itself has ended: so would this one");
        exit(1);
    }
    CU_ASSERT_EQUAL(unlink(OUT "/a.so"), 0);
}

/* nobody waits for one who writes into a pipe; every source is looked at before the compiler is */
static void test_sources_that_are_no_files(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    const char *const second[] = {OUT "/a.c", OUT "/pipe.c"};
    (void)unlink(OUT "/pipe.c");
    CU_ASSERT_EQUAL(mkfifo(OUT "/pipe.c", 0600), 0);
    write_file(OUT "/a.c", "int x;\n");
    make_compiler(CC, "exit 1");
    CU_ASSERT_EQUAL(build(OUT "/pipe.c", &o, path, sizeof path, &error), BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, OUT "/pipe.c: ");
    CU_ASSERT_EQUAL(bd_sfunction_build(second, 2, &o, path, sizeof path, &error), BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, OUT "/pipe.c: ");
    CU_ASSERT_EQUAL(build(OUT, &o, path, sizeof path, &error), BD_CANNOT_READ);
    CU_ASSERT_EQUAL(bd_sfunction_build(second, 0, &o, path, sizeof path, &error), BD_BAD_ARGUMENT);
    CU_ASSERT_NOT_EQUAL(access(CC ".asked", F_OK), 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_program_goes_on),
        MR_TEST(test_one_line_of_many_is_told),
        MR_TEST(test_a_long_line_is_cut),
        MR_TEST(test_names_and_places_of_libraries),
        MR_TEST(test_which_compiler_is_asked),
        MR_TEST(test_a_second_attempt),
        MR_TEST(test_a_silent_second_attempt),
        MR_TEST(test_one_line_has_one_answer),
        MR_TEST(test_every_name_has_a_flag),
        MR_TEST(test_names_the_compiler_knows),
        MR_TEST(test_what_cannot_be_loaded_is_taken_away),
        MR_TEST(test_timers_do_not_disturb),
        MR_TEST(test_sources_that_are_no_files),
    };
    return mr_test_main("conformance_compiler", tests, sizeof tests / sizeof *tests, argc, argv);
}
