/* building S-functions from source: plain C, C++, several files, flags, and what goes wrong */
#include "mr_test.h"

#include "blockdiagram/sfunction.h"
#include "driver.h"
#include "sfunction/second_compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOURCES MR_SOURCE_DIR "/tests/conformance/sfun/"
#define OUT     MR_BINARY_DIR "/conformance/built here; $(not a command)"

static bd_build_options options(void) {
    bd_build_options o;
    memset(&o, 0, sizeof o);
    o.include = MR_SOURCE_DIR "/blockdiagram/include";
    o.out_folder = OUT;
    mkdir(OUT, 0777);
    return o;
}

static void ignore(void *user, const char *line) {
    (void)user;
    (void)line;
}

static void assert_runs(const char *file, const char *parameters) {
    bd_error error = {0};
    driver_setup setup = {.file = file, .parameters = parameters, .stop = 1.0, .step = 0.5};
    driver_run(&setup, ignore, NULL, &error);
    CU_ASSERT_EQUAL(error.status, BD_OK);
    if (error.status)
        puts(error.text);
}

static void test_c_and_cpp_sources_are_built_without_a_shell(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    const char *c[] = {SOURCES "sfun_rates.c"}, *cpp[] = {SOURCES "sfun_throw.cpp"};
    CU_ASSERT_EQUAL(bd_sfunction_build(c, 1, &o, path, sizeof path, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(path, OUT "/sfun_rates.so");
    assert_runs(path, NULL);
    CU_ASSERT_EQUAL(bd_sfunction_build(cpp, 1, &o, path, sizeof path, &error), BD_OK);
    assert_runs(path, "3, 0");
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static const char main_part[] =
    "#define S_FUNCTION_NAME two_files\n#define S_FUNCTION_LEVEL 2\n#include \"simstruc.h\"\n"
    "double twice(double x);\n"
    "static void mdlInitializeSizes(SimStruct *S) { ssSetNumSFcnParams(S, 0);\n"
    "  ssSetNumOutputPorts(S, 1); ssSetOutputPortWidth(S, 0, 1); ssSetNumSampleTimes(S, 1); }\n"
    "static void mdlInitializeSampleTimes(SimStruct *S) { ssSetSampleTime(S, 0, 0.5); }\n"
    "static void mdlOutputs(SimStruct *S, int_T tid) {\n"
    "  ssGetOutputPortRealSignal(S, 0)[0] = twice(NUMBER);\n"
    "  if (ssGetOutputPortRealSignal(S, 0)[0] != 42.0) ssSetErrorStatus(S, \"not 42\"); }\n"
    "static void mdlTerminate(SimStruct *S) { (void)S; }\n#include \"simulink.c\"\n";

static void test_several_files_flags_and_a_name(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    static const char *const flags[] = {"-DNUMBER=21.0", "-O0"};
    const char *sources[] = {OUT "/main part.c", OUT "/other.c"};
    write_file(sources[0], main_part);
    write_file(sources[1], "double twice(double x);\ndouble twice(double x) { return 2.0 * x; }\n");
    o.name = "two_files";
    o.flags = flags;
    o.flag_count = 2;
    CU_ASSERT_EQUAL(bd_sfunction_build(sources, 2, &o, path, sizeof path, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(path, OUT "/two_files.so");
    assert_runs(path, NULL);
}

/* a compiler that writes its words down; newer ones than ours refuse old C without the last four */
static void test_words_for_the_compiler(void) {
    static const char *const c_words[] = {"-shared",
                                          "-fPIC",
                                          "-O2",
                                          "-DMATLAB_MEX_FILE",
                                          "-Wl,-Bsymbolic",
                                          "-Wno-error=implicit-function-declaration",
                                          "-Wno-error=incompatible-pointer-types",
                                          "-Wno-error=int-conversion",
                                          "-Wno-error=implicit-int"};
    static const char *const flags[] = {"-DA=1", "-O0"};
    for (int cpp = 0; cpp < 2; cpp++) {
        bd_build_options o = options();
        bd_error error = {0};
        char path[1000], wanted[4000] = "", line[1000];
        const char *source = cpp ? OUT "/a part.cpp" : OUT "/a part.c";
        write_file(source, "int x;\n");
        write_file(OUT "/compiler",
                   "#!/bin/sh\nfor a; do echo \"$a\"; done >\"$0.said\"\necho no; exit 1\n");
        CU_ASSERT_EQUAL(chmod(OUT "/compiler", 0700), 0);
        o.compiler = OUT "/compiler";
        o.flags = flags;
        o.flag_count = 2;
        CU_ASSERT_NOT_EQUAL(bd_sfunction_build(&source, 1, &o, path, sizeof path, &error), BD_OK);
        for (size_t i = 0; i < (cpp ? 5 : sizeof c_words / sizeof *c_words); i++)
            strcat(strcat(wanted, c_words[i]), "\n");
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted),
                 "-I\n%s\n%s\n-o\n%s\n-DA=1\n-O0\n-lm\n", o.include, source, path);
        FILE *said = fopen(OUT "/compiler.said", "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(said);
        char all[4000] = "";
        while (fgets(line, sizeof line, said) && strlen(all) + strlen(line) < sizeof all)
            strcat(all, line);
        fclose(said);
        CU_ASSERT_STRING_EQUAL(all, wanted);
    }
}

/* a function of the S-function that has the name of one in a library of the program */
static void test_own_functions_come_before_those_of_the_program(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    static const char *const flags[] = {"-DNUMBER=21.0", "-Dtwice=zlibCompileFlags"};
    const char *sources[] = {OUT "/main part.c", OUT "/own.c"};
    write_file(sources[0], main_part);
    write_file(sources[1], "double twice(double x);\ndouble twice(double x) { return 2.0 * x; }\n");
    o.name = "own_first";
    o.flags = flags;
    o.flag_count = 2;
    CU_ASSERT_EQUAL(bd_sfunction_build(sources, 2, &o, path, sizeof path, &error), BD_OK);
    assert_runs(path, NULL);
}

/* what stands behind -o is replaced only if it is a library */
static void test_other_files_are_not_overwritten(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    static const struct {
        const char *text;
        bool replaced;
    } cases[] = {{"", true},
                 {"abc", false},
                 {"\177EL", false},
                 {"ELF\177ELF", false},
                 {"\177ELF and so on", true}};
    const char *source[] = {SOURCES "sfun_rates.c"};
    o.name = "taken";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_file(OUT "/taken.so", cases[i].text);
        const bd_status status = bd_sfunction_build(source, 1, &o, path, sizeof path, &error);
        CU_ASSERT_EQUAL(status, cases[i].replaced ? BD_OK : BD_CANNOT_WRITE);
        if (!cases[i].replaced)
            MR_ASSERT_CONTAINS(error.text, "taken.so' is there already and is no library");
    }
}

/* one source of C++ among others is enough for its library: throwing needs it */
static void test_sources_of_both_languages(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    static const char *const flags[] = {"-DNUMBER=21.0", "-fpermissive", "-w"};
    const char *sources[] = {OUT "/main part.c", OUT "/other.cpp"};
    char text[4000];
    snprintf(text, sizeof text,
             "#ifdef __cplusplus\nextern \"C\" double twice(double x);\n#endif\n%s", main_part);
    write_file(sources[0], text);
    write_file(sources[1], "extern \"C\" double twice(double x);\n"
                           "extern \"C\" double twice(double x) {\n"
                           "  try { throw 2.0; } catch (double two) { return two * x; }\n}\n");
    o.name = "two_files";
    o.flags = flags;
    o.flag_count = 3;
    bd_sfunction_build(sources, 2, &o, path, sizeof path, &error);
    CU_ASSERT_STRING_EQUAL(error.text, "");
    assert_runs(path, NULL);
}

/* used as a matter of course where the author's compiler has them, and untouched where he has his
 * own: min is that of the library, max is the author's (and twice as large) */
static void test_names_of_the_library_on_windows(void) {
    static const char before[] =
        "static double max(double a, double b) { return 2 * (a > b ? a : b); }\n"
        "#define NUMBER max(min(10.5, 90.0), _isnan(0.5) || stricmp(\"A\", \"a\"))\n"
        "double twice(double x) { char t[4]; strcpy_s(t, 4, \"abcdef\");\n"
        "  return strlen(t) == 3 ? 2.0 * x : 0.0; }\n";
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000], text[4000];
    const char *source[] = {OUT "/windows.c"};
    snprintf(text, sizeof text, "#include \"simstruc.h\"\n#include <strings.h>\n%s%s", before,
             main_part);
    write_file(source[0], text);
    o.name = "two_files";
    CU_ASSERT_EQUAL(bd_sfunction_build(source, 1, &o, path, sizeof path, &error), BD_OK);
    assert_runs(path, NULL);
}

static void test_calls_without_a_semicolon(void) {
    static const char before[] =
        "#define NUMBER 21.0\n"
        "double twice(double x) { return 2.0 * x; }\n"
        "static void check(SimStruct *S) {\n"
        "  if (ssGetT(S) < 0.0) ssSetErrorStatus(S, \"before\") else ssGetT(S);\n"
        "  if (ssGetT(S) < 0.0) ssSetErrorStatus(S, \"before\");\n}\n";
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000], text[4000];
    const char *source[] = {OUT "/no_semicolon.c"};
    snprintf(text, sizeof text, "#include \"simstruc.h\"\n%s%s", before, main_part);
    write_file(source[0], text);
    o.name = "two_files";
    CU_ASSERT_EQUAL(bd_sfunction_build(source, 1, &o, path, sizeof path, &error), BD_OK);
    assert_runs(path, NULL);
}

/* twice returns double: taken for int it would give another number */
static void test_functions_nobody_declares_or_defines_are_named(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000], text[4000];
    static const char *const flags[] = {"-DNUMBER=21.0",
                                        "-Wno-error=implicit-function-declaration"};
    const char *sources[] = {OUT "/main part.c", OUT "/other.c"};
    o.name = "two_files";
    o.flags = flags;
    o.flag_count = 1;
    snprintf(text, sizeof text, "%s", main_part);
    char *declaration = strstr(text, "double twice(double x);");
    memset(declaration, ' ', strlen("double twice(double x);"));
    write_file(sources[0], text);
    write_file(sources[1], "double twice(double x);\ndouble twice(double x) { return 2.0 * x; }\n");
    CU_ASSERT_EQUAL(bd_sfunction_build(sources, 2, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "'twice' is called without a declaration");
    CU_ASSERT_NOT_EQUAL(access(OUT "/two_files.so", F_OK), 0);
    o.flag_count = 2;
    CU_ASSERT_EQUAL(bd_sfunction_build(sources, 2, &o, path, sizeof path, &error), BD_OK);
    o.flag_count = 1;
    write_file(sources[0], main_part);
    CU_ASSERT_EQUAL(bd_sfunction_build(sources, 1, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "'twice' is defined nowhere");
    CU_ASSERT_NOT_EQUAL(access(OUT "/two_files.so", F_OK), 0);
    /* of the C library's functions the compiler knows the types */
    snprintf(text, sizeof text, "%s",
             "double twice(double x) { double y[1]; memcpy(y, &x, sizeof x); return 2.0 * *y; }\n");
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", main_part);
    write_file(sources[0], text);
    CU_ASSERT_EQUAL(bd_sfunction_build(sources, 1, &o, path, sizeof path, &error), BD_OK);
    assert_runs(path, NULL);
}

static void test_failures_carry_the_first_error_of_the_compiler(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    const char *bad[] = {OUT "/bad.c"}, *none[] = {OUT "/none.c"}, *level_3[] = {OUT "/new.c"};
    write_file(bad[0], "#define S_FUNCTION_NAME bad\n#define S_FUNCTION_LEVEL 2\n"
                       "#include \"simstruc.h\"\nthis is no C\n");
    CU_ASSERT_EQUAL(bd_sfunction_build(bad, 1, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "bad.c:4");
    CU_ASSERT_EQUAL(bd_sfunction_build(none, 1, &o, path, sizeof path, &error), BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, "none.c");
    write_file(level_3[0], "#define S_FUNCTION_NAME new\n#define S_FUNCTION_LEVEL 3\n"
                           "#include \"simstruc.h\"\n");
    CU_ASSERT_EQUAL(bd_sfunction_build(level_3, 1, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "S-functions of Level 2");
    o.compiler = "no-such-compiler";
    CU_ASSERT_EQUAL(bd_sfunction_build(bad, 1, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "cannot start 'no-such-compiler'");
    o.compiler = "false";
    CU_ASSERT_EQUAL(bd_sfunction_build(bad, 1, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "the compiler failed without a word");
    write_file(OUT "/words", "#!/bin/sh\necho strange words\necho more of them\nexit 1\n");
    chmod(OUT "/words", 0755);
    o.compiler = OUT "/words";
    CU_ASSERT_EQUAL(bd_sfunction_build(bad, 1, &o, path, sizeof path, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "cannot be built: strange words");
    CU_ASSERT_EQUAL(bd_sfunction_build(bad, 0, &o, path, sizeof path, &error), BD_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(bd_sfunction_build(bad, 1, &o, path, 8, &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "gives no name");
}

static void test_a_build_without_the_mex_flag_loads_too(void) {
    bd_build_options o = options();
    bd_error error = {0};
    char path[1000];
    static const char *const flags[] = {"-UMATLAB_MEX_FILE", "-ansi"};
    const char *source[] = {MR_SOURCE_DIR "/tests/conformance/styles/style_average.c"};
    o.flags = flags;
    o.flag_count = 2;
    bd_sfunction_build(source, 1, &o, path, sizeof path, &error);
    CU_ASSERT_STRING_EQUAL(error.text, "");
    assert_runs(path, "2");
}

static void test_headers_compile_under_strict_flags_in_any_order(void) {
    static const char *const texts[] = {
        "#include \"mex.h\"\n#include \"matrix.h\"\n#include \"simstruc.h\"\nint x;\n",
        "#include \"tmwtypes.h\"\n#include \"simstruc_types.h\"\nreal_T x; CSignal_T c;\n",
        "#include \"rtwtypes.h\"\nboolean_T x; int8_T i;\n",
        "#include \"matrix.h\"\nmxArray *x;\n",
    };
    static const char *const flags[] = {"-Wall",        "-Wextra", "-Wshadow",
                                        "-Wconversion", "-Werror", "-Wno-unused-function"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int cpp = 0; cpp < 2; cpp++) {
            bd_build_options o = options();
            bd_error error = {0};
            char path[1000];
            const char *source[] = {cpp ? OUT "/header.cpp" : OUT "/header.c"};
            o.flags = flags;
            o.flag_count = 6;
            write_file(source[0], texts[i]);
            bd_sfunction_build(source, 1, &o, path, sizeof path, &error);
            CU_ASSERT_EQUAL(error.status, BD_OK);
            if (error.status)
                puts(error.text);
        }
}

/* the library has the name of the first source, which may be one letter but not none */
static void test_names_of_libraries(void) {
    static const char *const sources[] = {OUT "/.c", OUT "/.cpp"};
    bd_build_options o = options();
    char path[1000];
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        bd_error error = {0};
        write_file(sources[i], "int q;\n");
        CU_ASSERT_EQUAL(bd_sfunction_build(sources + i, 1, &o, path, sizeof path, &error),
                        BD_BAD_ARGUMENT);
        MR_ASSERT_CONTAINS(error.text, "gives no name for an S-function");
    }
    bd_error error = {0};
    const char *one[] = {OUT "/q.c"};
    write_file(one[0], "int q;\n");
    (void)bd_sfunction_build(one, 1, &o, path, sizeof path, &error);
    CU_ASSERT_PTR_NULL(strstr(error.text, "gives no name"));
}

/* of what a compiler says: the first function that is called without a declaration and that the
 * compiler does not know either */
static void test_the_function_nobody_knows(void) {
#define KNOWN                                                                                      \
    "a.c:3:5: warning: implicit declaration of function 'memcpy' [-Wimplicit]\n"                   \
    "a.c:3:5: warning: incompatible implicit declaration of built-in function 'memcpy'\n"
#define UNKNOWN "a.c:4:5: warning: implicit declaration of function 'mem' [-Wimplicit]\n"
    static const char *const cases[][2] = {
        {"", NULL},
        {KNOWN, NULL},
        {UNKNOWN, "mem"},
        {KNOWN UNKNOWN, "mem"}, /* the search goes on behind the known one */
        {UNKNOWN KNOWN, "mem"},
        {"a.c:9:1: error: call to undeclared function 'later'; ISO C99\n" UNKNOWN, "later"},
        {"a.c:9:1: error: call to undeclared library function 'strlen' with type\n" UNKNOWN, "mem"},
        {"a.c:9:1: warning: implicit declaration of function 'n123456789012345'\n" UNKNOWN, "mem"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[16] = "";
        FILE *said = tmpfile();
        CU_ASSERT_PTR_NOT_NULL_FATAL(said);
        fputs(cases[i][0], said);
        CU_ASSERT_EQUAL(bd_undeclared_function(said, name, sizeof name), cases[i][1] != NULL);
        if (cases[i][1])
            CU_ASSERT_STRING_EQUAL(name, cases[i][1]);
        fclose(said);
    }
}

/* names of other compilers' libraries become flags, each once */
static void test_flags_against_what_was_said(void) {
    static const char text[] =
        "a.c:1: warning: implicit declaration of function \342\200\230max\342\200\231\n"
        "a.c:2: warning: implicit declaration of function 'max'\n"
        "a.c:2: warning: implicit declaration of function 'maximum'\n"
        "a.c:3: error: expected ';' before 'else'\n"
        "a.c:4: error: expected ';' after expression\n"
        "a.c:5: error: expected ')' before 'x'\n"
        "a.c:6: error: call to undeclared function '_isnan'\n";
    static const char *const expected[] = {"-Dmax(a,b)=((a)>(b)?(a):(b))", "-DBD_SS_STATEMENTS",
                                           "-D_isnan(x)=(isnan(x)!=0)"};
    const char *flags[BD_SECOND_COMPILE_FLAGS];
    FILE *said = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(said);
    fputs(text, said);
    CU_ASSERT_EQUAL_FATAL(bd_second_compile_flags(said, flags), 3);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_STRING_EQUAL(flags[i], expected[i]);
    fclose(said);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_c_and_cpp_sources_are_built_without_a_shell),
        MR_TEST(test_several_files_flags_and_a_name),
        MR_TEST(test_words_for_the_compiler),
        MR_TEST(test_own_functions_come_before_those_of_the_program),
        MR_TEST(test_other_files_are_not_overwritten),
        MR_TEST(test_sources_of_both_languages),
        MR_TEST(test_names_of_the_library_on_windows),
        MR_TEST(test_calls_without_a_semicolon),
        MR_TEST(test_functions_nobody_declares_or_defines_are_named),
        MR_TEST(test_names_of_libraries),
        MR_TEST(test_the_function_nobody_knows),
        MR_TEST(test_flags_against_what_was_said),
        MR_TEST(test_failures_carry_the_first_error_of_the_compiler),
        MR_TEST(test_a_build_without_the_mex_flag_loads_too),
        MR_TEST(test_headers_compile_under_strict_flags_in_any_order),
    };
    bd_sfunction_set_provider(bd_mx_own_provider());
    return mr_test_main("conformance_build", tests, sizeof tests / sizeof *tests, argc, argv);
}
