/* FMUs that are broken or mean harm: one clear sentence, and nothing left behind */
#include "drive.h"
#include "fmu_maker.h"
#include "oscillator.h"

#include <stdlib.h>
#include <string.h>

#define BINARY    "binaries/linux64/oscillator.so"
#define LIBRARY   MR_BINARY_DIR "/tests/mbs_slave/fmu/binaries/oscillator.so"
#define COUNT(of) (sizeof(of) / sizeof *(of))

/* opening fails with the sentence, and the temporary folder is as empty as before */
static void refuse(const char *path, const char *configuration, const char *sentence) {
    fmu_run run = {0};
    CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, path, configuration), MR_OK);
    CU_ASSERT_PTR_NULL(run.instance);
    MR_ASSERT_CONTAINS(run.message.text, sentence);
    fmu_run_close(&run);
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

static void refuse_parts(const fmu_part *parts, size_t count, const char *sentence) {
    const char *path = fmu_scratch("hostile.fmu");
    CU_ASSERT_FATAL(fmu_make(path, parts, count));
    refuse(path, "", sentence);
}

/* a description alone, with a binary that would load */
static void refuse_xml(const char *xml, const char *sentence) {
    const fmu_part parts[] = {{"modelDescription.xml", xml, NULL}, {BINARY, NULL, LIBRARY}};
    refuse_parts(parts, 2, sentence);
}

static const char *good_xml(void) {
    return fmu_oscillator_xml(2, "", OSCILLATOR_TOKEN);
}

/* --- archives --- */

static void write_bytes(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fwrite(bytes, 1, size, file);
    fclose(file);
}

static void test_what_is_no_archive(void) {
    const char *path = fmu_scratch("no.fmu");
    refuse("/nowhere/at/all.fmu", "", "there is no file '/nowhere/at/all.fmu'");
    refuse(MR_SOURCE_DIR, "", "there is no file");
    write_bytes(path, "", 0);
    refuse(path, "", "cannot be read as a zip archive");
    write_bytes(path, "PK\3\4 and nothing more", 20);
    refuse(path, "", "cannot be read as a zip archive");
}

static void test_damaged_archives(void) {
    const char *path = fmu_scratch("damaged.fmu");
    CU_ASSERT_FATAL(fmu_make_oscillator(path, 2, "", OSCILLATOR_TOKEN));
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    static char bytes[4 << 20], changed[4 << 20];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    CU_ASSERT_FATAL(size > 1000 && size < sizeof bytes);
    /* cut anywhere: refused; a byte changed anywhere: refused, or without effect on what is used */
    mr_random random = {11};
    for (int i = 0; i < (MR_SANITIZED ? 10 : 40); i++) {
        write_bytes(path, bytes, (size_t)mr_random_below(&random, (int)size));
        refuse(path, "", "");
        memcpy(changed, bytes, size);
        changed[mr_random_below(&random, (int)size)] ^= (char)(1 + mr_random_below(&random, 255));
        write_bytes(path, changed, size);
        fmu_run run = {0};
        if (fmu_run_open(&run, path, "") == MR_OK) {
            CU_ASSERT_EQUAL(run.description.output_count, 3);
        } else {
            CU_ASSERT(strlen(run.message.text) > 10);
        }
        fmu_run_close(&run);
        CU_ASSERT_EQUAL(fmu_left_behind(), 0);
    }
}

static void test_names_that_lead_out_of_the_folder(void) {
    static const char *const names[] = {"../escaped.txt", "resources/../../escaped.txt",
                                        "/escaped.txt",   "resources\\..\\..\\escaped.txt",
                                        "C:/escaped.txt", "resources/.."};
    for (size_t i = 0; i < COUNT(names); i++) {
        const fmu_part parts[] = {{"modelDescription.xml", good_xml(), NULL},
                                  {BINARY, NULL, LIBRARY},
                                  {names[i], "out", NULL}};
        refuse_parts(parts, 3, "would be unpacked outside its folder");
        FILE *escaped = fopen(fmu_scratch("escaped.txt"), "r");
        CU_ASSERT_PTR_NULL(escaped);
        if (escaped)
            fclose(escaped);
    }
    /* a file where a folder should be */
    const fmu_part parts[] = {{"modelDescription.xml", good_xml(), NULL},
                              {BINARY, NULL, LIBRARY},
                              {"resources", "a file", NULL},
                              {"resources/inside.txt", "text", NULL}};
    refuse_parts(parts, 4, "inside.txt");
}

static void test_names_that_are_no_names(void) {
    char component[400], deep[1600] = "resources";
    snprintf(component, sizeof component, "resources/%0300d", 0);
    while (strlen(deep) < 1100)
        strcat(deep, "/two hundred letters would do, these are fewer");
    const char *const names[] = {component, deep};
    for (size_t i = 0; i < COUNT(names); i++) {
        const fmu_part parts[] = {{"modelDescription.xml", good_xml(), NULL},
                                  {BINARY, NULL, LIBRARY},
                                  {names[i], "out", NULL}};
        refuse_parts(parts, 3, "would be unpacked outside its folder");
    }
    /* a line feed in a name, which the library that makes archives does not let pass */
    const fmu_part parts[] = {{"modelDescription.xml", good_xml(), NULL},
                              {BINARY, NULL, LIBRARY},
                              {"resources/two_lines", "out", NULL}};
    static char bytes[4 << 20];
    const char *path = fmu_scratch("lines.fmu");
    CU_ASSERT_FATAL(fmu_make(path, parts, 3));
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    int changed = 0;
    for (size_t i = 0; i + 9 < size; i++)
        if (memcmp(bytes + i, "two_lines", 9) == 0) {
            bytes[i + 3] = '\n';
            changed++;
        }
    CU_ASSERT_EQUAL(changed, 2); /* before the file, and in the list of all */
    write_bytes(path, bytes, size);
    refuse(path, "", "would be unpacked outside its folder");
}

/* some archives have "./" before all names, others the separators of another system */
static void test_names_in_the_manner_of_other_packers(void) {
    static const char *const names[][3] = {
        {"./modelDescription.xml", "./binaries/linux64/oscillator.so", "./resources/number.txt"},
        {".\\modelDescription.xml", ".\\binaries\\linux64\\oscillator.so",
         ".\\resources\\number.txt"},
        {"modelDescription.xml", "binaries\\linux64\\oscillator.so", "resources\\number.txt"},
        {"./modelDescription.xml", "./binaries/linux64/of_another_name.so",
         "./resources/number.txt"},
    };
    for (size_t i = 0; i < COUNT(names); i++) {
        const char *path = fmu_scratch("packed.fmu");
        const fmu_part parts[] = {{names[i][0], good_xml(), NULL},
                                  {names[i][1], NULL, LIBRARY},
                                  {"./sources/no.c", "no", NULL},
                                  {names[i][2], "7", NULL}};
        fmu_run run = {.constant = true};
        CU_ASSERT_FATAL(fmu_make(path, parts, COUNT(parts)));
        const mr_status status = fmu_run_open(&run, path, "step=0.01");
        if (status != MR_OK)
            printf("\n    %s: %s", names[i][1], run.message.text);
        CU_ASSERT_EQUAL_FATAL(status, MR_OK);
        CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
        CU_ASSERT_EQUAL(fmu_run_to(&run, 0.02), MR_OK);
        fmu_run_close(&run);
        CU_ASSERT_EQUAL(fmu_left_behind(), 0);
    }
}

static void test_bombs(void) {
    const size_t size = (size_t)66 << 20;
    char *zeros = malloc(size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(zeros);
    memset(zeros, ' ', size);
    zeros[size] = '\0';
    const fmu_part parts[] = {{"modelDescription.xml", good_xml(), NULL},
                              {BINARY, NULL, LIBRARY},
                              {"resources/big.txt", zeros, NULL}};
    refuse_parts(parts, 3, "compressed more than 300 times");
    /* many small ones, each of which any ratio is let */
    zeros[(size_t)30 << 20] = '\0';
    const fmu_part many[] = {{"modelDescription.xml", good_xml(), NULL},
                             {BINARY, NULL, LIBRARY},
                             {"resources/1.txt", zeros, NULL},
                             {"resources/2.txt", zeros, NULL},
                             {"resources/3.txt", zeros, NULL}};
    refuse_parts(many, 5,
                 "'resources/3.txt' inside makes more of the archive than 300 times its size");
    free(zeros);
    refuse_xml("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b "
               "'&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]>"
               "<fmiModelDescription fmiVersion='2.0' modelName='&c;' guid='x'/>",
               "document type declaration is not allowed");
}

static void test_binaries_that_are_not_there(void) {
    const fmu_part none[] = {{"resources/a.txt", "a", NULL}};
    refuse_parts(none, 1, "it has no modelDescription.xml");
    const fmu_part only[] = {{"modelDescription.xml", good_xml(), NULL}};
    refuse_parts(only, 1, "has no binary for this machine (binaries/");
    const fmu_part windows[] = {{"modelDescription.xml", good_xml(), NULL},
                                {"binaries/win64/oscillator.dll", "MZ", NULL}};
    refuse_parts(windows, 2, "it has one for Windows only");
    const fmu_part two[] = {{"modelDescription.xml", good_xml(), NULL},
                            {"binaries/linux64/a.so", NULL, LIBRARY},
                            {"binaries/linux64/b.so", NULL, LIBRARY},
                            {"binaries/win64/oscillator.dll", "MZ", NULL}};
    refuse_parts(two, 4, "; 2 libraries there have other names");
    const fmu_part arm[] = {{"modelDescription.xml", good_xml(), NULL},
                            {BINARY, "\177ELF\2\1\1AAAAAAAAA\3A\267\1 and so on", NULL}};
    refuse_parts(arm, 2, "is for another kind of machine");
    const fmu_part sources[] = {{"modelDescription.xml", good_xml(), NULL},
                                {"sources/all.c", "int main;", NULL}};
    refuse_parts(sources, 2, "it has one as source code only: compile=on makes one of it");
    const fmu_part text[] = {{"modelDescription.xml", good_xml(), NULL},
                             {BINARY, "no library at all", NULL}};
    refuse_parts(text, 2, "cannot be loaded");
    /* nor is this one for another machine, or one of which there is only the first word */
    const fmu_part letter[] = {{"modelDescription.xml", good_xml(), NULL},
                               {BINARY, "no library at all, though with more words", NULL}};
    refuse_parts(letter, 2, "cannot be loaded");
    const fmu_part word[] = {{"modelDescription.xml", good_xml(), NULL}, {BINARY, "\177ELF", NULL}};
    refuse_parts(word, 2, "cannot be loaded");
    /* a library, but no FMU */
    const fmu_part stranger[] = {
        {"modelDescription.xml", good_xml(), NULL},
        {BINARY, NULL, MR_BINARY_DIR "/lib/multirate/fmu.so"},
    };
    refuse_parts(stranger, 2, "lacks fmi2Instantiate");
}

/* --- descriptions --- */

#define HEAD2 "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='g'>"
#define CS    "<CoSimulation modelIdentifier='oscillator'/>"
#define END   "</fmiModelDescription>"

static void test_descriptions(void) {
    static const struct {
        const char *xml, *sentence;
    } cases[] = {
        {"", "modelDescription.xml:1: no element found"},
        {"<fmiModelDescription", "modelDescription.xml:1: "},
        {"<model/>", "begins with <model>, not with <fmiModelDescription>"},
        {"<fmiModelDescription fmiVersion='4.0' modelName='M' guid='g'/>",
         "version '4.0' of the standard; 1.0, 2.0 and 3.0 can be used"},
        {"<fmiModelDescription fmiVersion='1.0' modelName='M' guid='g'/>",
         "there is no modelIdentifier"},
        {"<fmiModelDescription modelName='M' guid='g'/>", "version ''"},
        {"<fmiModelDescription fmiVersion='3.0-beta.4' modelName='M' instantiationToken='g'/>",
         "draft '3.0-beta.4' of the standard"},
        {"<fmiModelDescription fmiVersion='2.0' guid='g'/>", "lacks the attribute modelName"},
        {"<fmiModelDescription fmiVersion='2.0' modelName='M'/>", "lacks the attribute guid"},
        {"<fmiModelDescription fmiVersion='3.0' modelName='M'/>",
         "lacks the attribute instantiationToken"},
        {HEAD2 "<ModelExchange modelIdentifier='oscillator'/>" END, "lacks fmi2EnterEventMode"},
        {"<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='g'>"
         "<ScheduledExecution modelIdentifier='oscillator'/>" END,
         "lacks fmi3InstantiateScheduledExecution"},
        {HEAD2 END, "is for none of the interface types"},
        {HEAD2 "<CoSimulation/>" END, "has no modelIdentifier"},
        {HEAD2 "<CoSimulation modelIdentifier='../../x'/>" END, "is no file name"},
        {HEAD2 "<CoSimulation modelIdentifier='m' canGetAndSetFMUstate='maybe'/>" END,
         "neither true nor false"},
        {HEAD2 CS "<DefaultExperiment stepSize='quick'/>" END, "'quick', not a number"},
        {HEAD2 CS "<ModelVariables><ScalarVariable name='x'/></ModelVariables>" END,
         "attribute valueReference is ''"},
        {HEAD2 CS
         "<ModelVariables><ScalarVariable name='x' valueReference='-1'/></ModelVariables>" END,
         "attribute valueReference is '-1'"},
        {HEAD2 CS "<ModelVariables><ScalarVariable valueReference='1'/></ModelVariables>" END,
         "a variable has no name"},
        {HEAD2 CS "<ModelVariables><ScalarVariable name='x' valueReference='1'>"
                  "<Real derivative='7'/></ScalarVariable></ModelVariables>" END,
         "variable 'x' is the derivative of something that is not there"},
        {HEAD2 CS "<ModelVariables/><ModelStructure><Outputs><Unknown index='3'/></Outputs>"
                  "</ModelStructure>" END,
         "lists a variable 3 that is not there"},
        {"<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='g'>" CS
         "<ModelVariables><Float64 name='x' valueReference='1' causality='output'>"
         "<Dimension start='99999999999'/></Float64></ModelVariables>" END,
         "variable 'x' cannot have '99999999999' elements"},
        {"<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='g'>" CS
         "<ModelVariables><Float64 name='x' valueReference='1' causality='output'>"
         "<Dimension start='1000000'/><Dimension start='1000000'/></Float64></ModelVariables>" END,
         "variable 'x' has 1e+12 elements"},
        {"<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='g'>" CS
         "<ModelVariables><Float64 name='x' valueReference='1' causality='output'>"
         "<Dimension valueReference='5'/></Float64></ModelVariables>" END,
         "no number of elements"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        refuse_xml(cases[i].xml, cases[i].sentence);
}

static void test_deep_and_long_descriptions(void) {
    static char deep[4000];
    char *to = deep + sprintf(deep, HEAD2);
    for (int i = 0; i < 100; i++)
        to += sprintf(to, "<Tool>");
    refuse_xml(deep, "nested too deep");
}

/* --- configurations --- */

static void test_configurations(void) {
    static const struct {
        const char *configuration, *sentence;
    } cases[] = {
        {"outputs='x y'", "has no variable 'y'"},
        {"inputs=G", "has no variable 'G'"},
        {"inputs=f", "has no variable 'f'; is 'F' meant?"},
        {"set='x[1,1]=2'", "has no such variable; is 'body.x[1,1]' meant?"},
        {"inputs=x", "neither an input nor a tunable parameter"},
        {"outputs='x x'", "chosen twice"},
        {"start.y=1", "has no such variable"},
        {"start.weight=1", "the variable is a constant"},
        {"start.x=1", "calculates this variable itself"},
        {"step=0", "'0' is not positive"},
        {"step=nan", "is not a number"},
        {"step=-1", "is not positive"},
        {"hold=never", "'never' is not 'auto'"},
        {"events=perhaps", "'on' or 'off'"},
        {"set=x", "NAME=VALUE"},
        {"log=/nowhere/at/all.log", "cannot be written: No such file"},
        {"log=/etc/passwd", "the log '/etc/passwd' "},
        {"speed=1", "unknown option 'speed'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        refuse(FMUS "/full2.fmu", cases[i].configuration, cases[i].sentence);
    refuse(FMUS "/types3.fmu", "outputs=picture", "is no number");
    refuse(FMUS "/types3.fmu", "outputs=sampled", "belongs to a clock");
    refuse(FMUS "/types3.fmu", "start.n=1e9", "elements");
    refuse(FMUS "/types3.fmu", "start.n=two", "no number of elements");
    mr_message message = {""};
    void *instance = NULL;
    CU_ASSERT_EQUAL(fmu_type->open("", &message, &instance), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "no FMU is given");
}

/* values of the wrong type are seen when the FMU starts */
static void test_start_values_of_the_wrong_type(void) {
    static const char *const cases[][2] = {
        {"start.m=heavy", "no value of this variable's type"},
        {"start.m='1 2'", "no value of this variable's type"},
        {"start.failure=1.5", "no value of this variable's type"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_run run = {0};
        CU_ASSERT_EQUAL_FATAL(fmu_run_open(&run, FMUS "/full2.fmu", cases[i][0]), MR_OK);
        CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(run.message.text, cases[i][1]);
        fmu_run_close(&run);
    }
    static const char *const bytes[] = {"start.bytes=012", "start.bytes=0g", "start.bytes=G0"};
    for (size_t i = 0; i < COUNT(bytes); i++) {
        fmu_run run = {0};
        CU_ASSERT_EQUAL_FATAL(fmu_run_open(&run, FMUS "/types3.fmu", bytes[i]), MR_OK);
        CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(run.message.text, "is not a row of hexadecimal digits");
        fmu_run_close(&run);
    }
    fmu_run run = {0};
    CU_ASSERT_EQUAL_FATAL(fmu_run_open(&run, FMUS "/types3.fmu", "start.array_in='1 2'"), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(run.message.text, "as many as the array has elements");
    fmu_run_close(&run);
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

static const mr_test tests[] = {
    MR_TEST(test_what_is_no_archive),
    MR_TEST(test_damaged_archives),
    MR_TEST(test_names_that_lead_out_of_the_folder),
    MR_TEST(test_names_that_are_no_names),
    MR_TEST(test_names_in_the_manner_of_other_packers),
    MR_TEST(test_bombs),
    MR_TEST(test_binaries_that_are_not_there),
    MR_TEST(test_descriptions),
    MR_TEST(test_deep_and_long_descriptions),
    MR_TEST(test_configurations),
    MR_TEST(test_start_values_of_the_wrong_type),
};

int main(int argc, char **argv) {
    if (!fmu_runs_begin())
        return 1;
    const int answer = mr_test_main("fmu_hostile", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
