/* FMUs that bring their source code: it is compiled as their build description says, and nothing
 * outside of them is named to the compiler */
#define _XOPEN_SOURCE 700
#include "drive.h"
#include "fmu_maker.h"
#include "fmu/fmi3.h"
#include "oscillator.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ROOM      MR_SOURCE_DIR "/tests/mbs_slave/fmu/"
#define HEADER    MR_SOURCE_DIR "/mbs_slave/fmu/include/fmu/fmi3.h"
#define COUNT(of) (sizeof(of) / sizeof *(of))

/* the whole oscillator in one file, which insists on what the build description defines */
static const char whole[] = "#if LEVEL != 3 || !defined PLAIN\n#error no definitions\n#endif\n"
                            "#include \"oscillator.c\"\n#include \"oscillator_fmi3.c\"\n";

static const char good[] =
    "<fmiBuildDescription fmiVersion='3.0'>"
    "<BuildConfiguration modelIdentifier='other'><SourceFileSet><SourceFile name='none.c'/>"
    "</SourceFileSet></BuildConfiguration>"
    "<BuildConfiguration modelIdentifier='oscillator'><SourceFileSet>"
    "<SourceFile name='whole.c'/><SourceFile/>"
    "<PreprocessorDefinition name='LEVEL' value='3'/><PreprocessorDefinition name='PLAIN'/>"
    "<IncludeDirectory name='headers'/></SourceFileSet><Library name='m'/>"
    "</BuildConfiguration></fmiBuildDescription>";

/* build: NULL: there is none */
static const char *make(const char *build) {
    const char *path = fmu_scratch("sources.fmu");
    const fmu_part parts[] = {
        {"modelDescription.xml", fmu_oscillator_xml(3, "", OSCILLATOR_TOKEN), NULL},
        {"sources/whole.c", whole, NULL},
        {"sources/oscillator.c", NULL, ROOM "oscillator.c"},
        {"sources/oscillator_fmi3.c", NULL, ROOM "oscillator_fmi3.c"},
        {"sources/headers/oscillator.h", NULL, ROOM "oscillator.h"},
        {"sources/headers/fmi3.h", NULL, HEADER},
        {"sources/buildDescription.xml", build, NULL},
    };
    CU_ASSERT_FATAL(fmu_make(path, parts, COUNT(parts) - !build));
    return path;
}

static void refuse(const char *build, const char *configuration, const char *sentence) {
    fmu_run run = {0};
    CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, make(build), configuration), MR_OK);
    MR_ASSERT_CONTAINS(run.message.text, sentence);
    fmu_run_close(&run);
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

/* the same bits as the binary that came with its twin */
static void test_what_is_compiled_moves_as_the_binary_does(void) {
    fmu_run compiled = {0}, binary = {0};
    compiled.values[0] = binary.values[0] = 2.0;
    const mr_status status = fmu_run_open(&compiled, make(good), "compile=on step=0.01");
    if (status != MR_OK)
        printf("\n    %s", compiled.message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    CU_ASSERT_EQUAL_FATAL(fmu_run_open(&binary, FMUS "/plain3.fmu", "step=0.01"), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_start(&compiled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_start(&binary, 0.0), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_to(&compiled, 1.0), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_to(&binary, 1.0), MR_OK);
    CU_ASSERT_EQUAL(compiled.outputs, binary.outputs);
    for (int i = 0; i < binary.outputs; i++)
        MR_ASSERT_CLOSE(compiled.y[i], binary.y[i], 1e-12); /* other options of the compiler */
    CU_ASSERT_NOT_EQUAL(binary.y[0], 0.0);
    fmu_run_close(&compiled);
    fmu_run_close(&binary);
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

/* code that is meant to be linked with others' has its name before those of its functions */
static void test_functions_may_have_the_name_of_the_model_before_theirs(void) {
    static char build[20000];
    size_t at =
        (size_t)snprintf(build, sizeof build, "%.*s", (int)(strstr(good, "<Inc") - good), good);
#define RENAME(name, answer, arguments)                                                            \
    at += (size_t)snprintf(build + at, sizeof build - at,                                          \
                           "<PreprocessorDefinition name='fmi3" #name                              \
                           "' value='oscillator_fmi3" #name "'/>");
    FMI3_REQUIRED(RENAME)
    FMI3_OPTIONAL(RENAME)
    FMI3_EXCHANGE(RENAME)
    snprintf(build + at, sizeof build - at, "%s", strstr(good, "<Inc"));
    fmu_run run = {.values = {2.0}};
    const mr_status status = fmu_run_open(&run, make(build), "compile=on step=0.01");
    if (status != MR_OK)
        printf("\n    %s", run.message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_to(&run, 0.1), MR_OK);
    fmu_run_close(&run);
}

#define BUILD(inside)                                                                              \
    "<fmiBuildDescription><BuildConfiguration modelIdentifier='oscillator'>" inside                \
    "</BuildConfiguration></fmiBuildDescription>"

static void test_build_descriptions_that_cannot_be_used(void) {
    static const char no_files[] = "does not tell which source files it has";
    char names[600], text[1000];
    refuse(good, "", "compile=on makes one of it");
    refuse(NULL, "compile=on", no_files);
    refuse("no xml", "compile=on", no_files);
    refuse("<!DOCTYPE x>" BUILD("<SourceFile name='whole.c'/>"), "compile=on", no_files);
    refuse("<x/>", "compile=on", no_files);
    refuse("<x><BuildConfiguration/></x>", "compile=on", no_files);
    refuse(BUILD(""), "compile=on", no_files);
    refuse(BUILD("<SourceFile name='/etc/passwd'/>"), "compile=on", no_files);
    refuse(BUILD("<SourceFile name='../whole.c'/>"), "compile=on", no_files);
    refuse(BUILD("<SourceFile name='whole.c'/><IncludeDirectory name='/usr/include'/>"),
           "compile=on", no_files);
    memset(names, 'x', sizeof names);
    names[500] = '\0';
    snprintf(text, sizeof text, BUILD("<SourceFile name='%s'/>"), names);
    refuse(text, "compile=on", no_files);
    refuse(BUILD("<SourceFile name='whole.c'/>"), "compile=on", "cannot be compiled: whole.c");
}

static void write_compiler(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "#!/bin/sh\n%s\n", text);
    CU_ASSERT_EQUAL(fclose(file), 0);
    CU_ASSERT_EQUAL(chmod(path, 0700), 0);
}

/* what the compiler says is told: its first error, or else its first line */
static void test_the_words_of_the_compiler_are_told(void) {
    char compiler[300];
    snprintf(compiler, sizeof compiler, "%s", fmu_scratch("compiler"));
    setenv("CC", "/nowhere/cc", 1);
    refuse(good, "compile=on", "the compiler '/nowhere/cc' cannot be started");
    setenv("CC", compiler, 1);
    write_compiler(compiler, "echo sources/a.c: warning: hm >&2; echo x; echo 'bad error here'; "
                             "echo 'later error'; exit 1");
    refuse(good, "compile=on", "cannot be compiled: bad error here");
    write_compiler(compiler, "echo /x/sources/a.c: warning: hm >&2; echo x; exit 1");
    refuse(good, "compile=on", "cannot be compiled: a.c: warning: hm");
    write_compiler(compiler, "kill -9 $$");
    refuse(good, "compile=on", "cannot be compiled");
    write_compiler(compiler, "case \"$*\" in *-I/some/headers*) echo error: seen; esac; exit 1");
    refuse(good, "compile=on headers=/some/headers", "cannot be compiled: error: seen");
    /* macros and libraries as the description lists them, and libm for all */
    write_compiler(compiler, "for a; do case $a in -[lD]*) all=\"$all$a \";; esac; done; echo "
                             "error: \"<$all>\"; exit 1");
    refuse(good, "compile=on", "cannot be compiled: error: <-DLEVEL=3 -DPLAIN -lm -lm >");
    setenv("CC", "", 1); /* none is named: the usual one */
    test_what_is_compiled_moves_as_the_binary_does();
    unsetenv("CC");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_what_is_compiled_moves_as_the_binary_does),
        MR_TEST(test_functions_may_have_the_name_of_the_model_before_theirs),
        MR_TEST(test_build_descriptions_that_cannot_be_used),
        MR_TEST(test_the_words_of_the_compiler_are_told),
    };
    if (!fmu_runs_begin())
        return 1;
    unsetenv("CC");
    const int answer = mr_test_main("fmu_sources", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
