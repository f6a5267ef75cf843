/* whatever a file holds, reading it ends with a diagram or one clear sentence */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "mr_test.h"
#include "scratch.h"

#define LAYOUTS MR_SOURCE_DIR "/tests/data/models/layouts/"

static const char *const layouts[] = {"little_7.0.mdl",   "little_8.5.mdl",   "little_10.4.mdl",
                                      "little_R2012.slx", "little_R2020.slx", "little_R2024.slx"};

static char *load(const char *name, size_t *size) {
    char path[512];
    snprintf(path, sizeof path, "%s%s", LAYOUTS, name);
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char *bytes = malloc(65536);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    *size = fread(bytes, 1, 65536, file);
    fclose(file);
    return bytes;
}

/* reads a copy that ends exactly where the bytes end, so that one step too far is seen */
static bd_status try_bytes(const void *bytes, size_t size, bd_error *error) {
    bd_diagram *diagram = NULL;
    void *copy = malloc(size > 0 ? size : 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    if (size > 0)
        memcpy(copy, bytes, size);
    bd_error_clear(error);
    bd_status status = bd_diagram_read_memory(copy, size, "x", NULL, &diagram, NULL, error);
    CU_ASSERT_EQUAL((status == BD_OK), (diagram != NULL));
    CU_ASSERT_EQUAL(status, error->status);
    CU_ASSERT_EQUAL((status == BD_OK), (error->text[0] == '\0'));
    bd_diagram_free(diagram);
    free(copy);
    return status;
}

static void test_every_truncation_is_an_error(void) {
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        size_t size = 0;
        bd_error error = {0};
        char *bytes = load(layouts[i], &size);
        CU_ASSERT_EQUAL(try_bytes(bytes, size, &error), BD_OK);
        /* behind the model may be sections that are not read */
        size_t needed = size;
        if (memcmp(bytes, "# made", 6) == 0)
            needed = (size_t)(strstr(bytes, "MatData") - bytes) - 2;
        else if (memcmp(bytes, "PK", 2) != 0)
            needed = size - 2;
        for (size_t cut = 0; cut < needed; cut += 23)
            CU_ASSERT_NOT_EQUAL(try_bytes(bytes, cut, &error), BD_OK);
        free(bytes);
    }
}

static void test_damaged_bytes_never_crash(void) {
    mr_random random = {42};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        size_t size = 0;
        bd_error error = {0};
        char *bytes = load(layouts[i], &size);
        for (int round = 0; round < 300; round++) {
            char saved[4];
            size_t at[4];
            for (int k = 0; k < 4; k++) {
                at[k] = (size_t)mr_random_below(&random, (int)size);
                saved[k] = bytes[at[k]];
                bytes[at[k]] = (char)mr_random_below(&random, 256);
            }
            try_bytes(bytes, size, &error);
            for (int k = 3; k >= 0; k--)
                bytes[at[k]] = saved[k];
        }
        free(bytes);
    }
}

static void expect(const char *text, bd_status status, const char *sentence) {
    bd_error error = {0};
    bd_status got = try_bytes(text, strlen(text), &error);
    if (got != status)
        printf("%s\n", error.text);
    CU_ASSERT_EQUAL(got, status);
    MR_ASSERT_CONTAINS(error.text, sentence);
}

static void test_text_errors_name_the_line(void) {
    expect("", BD_BAD_FILE, "x: this is neither");
    expect("Stateflow {\n}\n", BD_BAD_FILE, "x: this is neither");
    expect("Model {\n", BD_BAD_FILE, "x:2: the file ends inside section 'Model'");
    expect("Model {\n}\n", BD_BAD_FILE, "x:1: the Model has no System");
    expect("Model {\nName \"../../m\"\nSystem {\n}\n}\n", BD_BAD_FILE,
           "x:1: '../../m' is no name of a model");
    expect("Model {\n Name \"a\n System {\n }\n}\n", BD_BAD_FILE, "x:2: a quoted value");
    expect("Model {\n Name \"a\"\n \"b\n System {\n }\n}\n", BD_BAD_FILE, "x:3: a quoted value");
    expect("Model {\n ??\n}\n", BD_BAD_FILE, "x:2: this is neither 'name value'");
    expect("Model {\n System {\n Block { BlockType Gain }\n}\n}\n", BD_BAD_FILE,
           "x:3: a section begins with '{' at the end of its line");
    expect(model_around("Block {\n}\n"), BD_BAD_FILE, "x:4: a block has no Name");
    expect(model_around("Block {\nBlockType Gain\nName \"g\"\nPorts [1e99]\n}\n"), BD_BAD_FILE,
           "x:7: '[1e99]' is no list of port counts");
    expect(model_around("Block {\nBlockType Gain\nName \"g\"\nPorts [1, -1]\n}\n"), BD_BAD_FILE,
           "x:7:");
    expect(model_around("Block {\nBlockType Gain\nName \"g\"\nMaskVariables \"a=1\"\n}\n"),
           BD_BAD_FILE, "x:4: mask variable 'a'");
}

#define TWO                                                                                        \
    "Block {\nBlockType Gain\nName \"g\"\nSID \"1\"\n}\n"                                          \
    "Block {\nBlockType Gain\nName \"h\"\nSID \"2\"\n}\n"
#define LINE(a, p, b, q)                                                                           \
    "Line {\nSrcBlock \"" a "\"\nSrcPort " p "\nDstBlock \"" b "\"\nDstPort " q "\n}\n"

static void test_wrong_wiring_names_the_line(void) {
    expect(model_around(TWO "Block {\nBlockType Gain\nName \"g\"\n}\n"), BD_BAD_FILE,
           "x:14: a second block has the path 'm/g'");
    /* lines of a text name blocks by their names: a SID that occurs twice does no harm */
    expect(model_around(TWO "Block {\nBlockType Gain\nName \"i\"\nSID \"1\"\n}\n"), BD_OK, "");
    expect(model_around(TWO LINE("g", "1", "nobody", "1")), BD_BAD_FILE,
           "x:17: a line ends at block 'nobody'");
    expect(model_around(TWO LINE("g", "0", "h", "1")), BD_BAD_FILE, "x:16: '0' is no port");
    expect(model_around(TWO LINE("g", "1", "h", "99999999999999999999")), BD_BAD_FILE, "x:18:");
    expect(model_around(TWO LINE("g", "1", "h", "side")), BD_BAD_FILE, "'side' is no port");
    expect(model_around(TWO LINE("g", "1", "h", "1") LINE("h", "1", "h", "1")), BD_BAD_FILE,
           "a second line ends at port 1 of block 'm/h'");
}

static char *repeat(const char *piece, int count, const char *end) {
    char *text = malloc(strlen(piece) * (size_t)count + strlen(end) + 64);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    char *at = text + sprintf(text, "Model {\n");
    for (int i = 0; i < count; i++)
        at += sprintf(at, "%s", piece);
    sprintf(at, "%s", end);
    return text;
}

static void test_deep_nesting_is_bounded(void) {
    char *text = repeat("Array {\n", 100000, "");
    expect(text, BD_LIMIT_EXCEEDED, "nested more than");
    free(text);
    bd_error error = {0};
    size_t count = 50000;
    char *xml = malloc(count * 3 + 100);
    CU_ASSERT_PTR_NOT_NULL_FATAL(xml);
    for (size_t i = 0; i < count; i++)
        memcpy(xml + 3 * i, "<a>", 3);
    archive_part part = {"simulink/blockdiagram.xml", xml, 3 * count};
    size_t size = 0;
    void *zip = archive_make(&part, 1, &size);
    CU_ASSERT_EQUAL(try_bytes(zip, size, &error), BD_LIMIT_EXCEEDED);
    MR_ASSERT_CONTAINS(error.text, "x:simulink/blockdiagram.xml:1: elements are nested too deep");
    free(zip);
    free(xml);
}

static void test_binary_zeros_are_refused(void) {
    static const char text[] = "Model {\n Name \"a\0b\"\n System {\n }\n}\n";
    bd_error error = {0};
    CU_ASSERT_EQUAL(try_bytes(text, sizeof text - 1, &error), BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "binary zeros");
}

static void expect_zip(const archive_part *parts, size_t count, bd_status status,
                       const char *sentence) {
    size_t size = 0;
    bd_error error = {0};
    void *zip = archive_make(parts, count, &size);
    bd_status got = try_bytes(zip, size, &error);
    if (got != status)
        printf("%s\n", error.text);
    CU_ASSERT_EQUAL(got, status);
    MR_ASSERT_CONTAINS(error.text, sentence);
    free(zip);
}

static void expect_xml(const char *xml, bd_status status, const char *sentence) {
    archive_part part = {"simulink/blockdiagram.xml", xml, strlen(xml)};
    expect_zip(&part, 1, status, sentence);
}

#define MODEL(system) "<ModelInformation><Model>" system "</Model></ModelInformation>"

static void test_entity_expansion_is_refused(void) {
    expect_xml("<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">"
               "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n" MODEL("<System>&b;</System>"),
               BD_BAD_FILE, "x:simulink/blockdiagram.xml:2: a document type declaration");
    expect_xml(MODEL("<System>&unknown;</System>"), BD_BAD_FILE, "undefined entity");
}

static void test_broken_packages(void) {
    archive_part nothing = {"readme.txt", "hello", 5};
    expect_zip(&nothing, 1, BD_BAD_FILE, "blockdiagram.xml is missing");
    expect_xml("", BD_BAD_FILE, "no element found");
    expect_xml(MODEL(""), BD_BAD_FILE, "the Model has no System");
    expect_xml(MODEL("<System Ref=\"system_root\"/>"), BD_BAD_FILE,
               "part 'simulink/systems/system_root.xml' is missing");
    expect_xml(MODEL("<System Ref=\"../../etc/passwd\"/>"), BD_BAD_FILE,
               "is no name of a system part");
    expect_xml(MODEL("<System><Block BlockType=\"Gain\" Name=\"g\" SID=\"1\"/>"
                     "<Block BlockType=\"Gain\" Name=\"h\" SID=\"1\"/>"
                     "<Line><P Name=\"Src\">1#out:1</P></Line></System>"),
               BD_BAD_FILE, "ends at SID 1, which two blocks have");
    expect_xml(MODEL("<System><Block BlockType=\"Gain\" Name=\"g\" SID=\"1\"/>"
                     "<Line><P Name=\"Src\">7#out:1</P></Line></System>"),
               BD_BAD_FILE, "ends at SID 7");
    expect_xml(MODEL("<System><Block BlockType=\"Gain\" Name=\"g\" SID=\"1\"/>"
                     "<Line><P Name=\"Src\">1</P></Line></System>"),
               BD_BAD_FILE, "'1' is no end of a line");
}

static void test_a_system_part_that_holds_itself_is_refused(void) {
    static const char root[] = "<System><Block BlockType=\"SubSystem\" Name=\"s\" SID=\"1\">"
                               "<System Ref=\"system_root\"/></Block></System>";
    static const char model[] = MODEL("<System Ref=\"system_root\"/>");
    archive_part parts[] = {{"simulink/blockdiagram.xml", model, sizeof model - 1},
                            {"simulink/systems/system_root.xml", root, sizeof root - 1}};
    expect_zip(parts, 2, BD_BAD_FILE, "system part 'system_root' is used twice");
}

static void test_a_zip_bomb_is_refused(void) {
    size_t size = (size_t)16 << 20;
    char *zeros = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(zeros);
    memset(zeros, ' ', size);
    archive_part part = {"simulink/blockdiagram.xml", zeros, size};
    expect_zip(&part, 1, BD_LIMIT_EXCEEDED, "compressed more than");
    free(zeros);
}

static void test_files_that_cannot_be_read(void) {
    bd_diagram *d = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_diagram_read("/nonexistent/x.mdl", NULL, &d, NULL, &error), BD_CANNOT_READ);
    MR_ASSERT_CONTAINS(error.text, "/nonexistent/x.mdl: No such file");
    CU_ASSERT_EQUAL(bd_diagram_read("/", NULL, &d, NULL, &error), BD_CANNOT_READ);
    CU_ASSERT_PTR_NULL(d);
}

/* many blocks and lines must not take quadratic time: this would be minutes */
static void test_large_systems_are_quick(void) {
    const int count = 20000;
    char *text = malloc((size_t)count * 160 + 100);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    char *at = text + sprintf(text, "Model {\nName \"m\"\nSystem {\n");
    for (int i = 0; i < count; i++)
        at += sprintf(at, "Block {\nBlockType Gain\nName \"g%d\"\nSID \"%d\"\n}\n", i, i);
    for (int i = 1; i < count; i++)
        at += sprintf(at, "Line {\nSrcBlock \"g%d\"\nSrcPort 1\nDstBlock \"g%d\"\nDstPort 1\n}\n",
                      i - 1, i);
    sprintf(at, "}\n}\n");
    bd_error error = {0};
    bd_diagram *d = read_text(text, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_EQUAL(d->root->line_count, (size_t)count - 1);
    bd_diagram_free(d);
    free(text);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_truncation_is_an_error),
        MR_TEST(test_damaged_bytes_never_crash),
        MR_TEST(test_text_errors_name_the_line),
        MR_TEST(test_wrong_wiring_names_the_line),
        MR_TEST(test_deep_nesting_is_bounded),
        MR_TEST(test_binary_zeros_are_refused),
        MR_TEST(test_entity_expansion_is_refused),
        MR_TEST(test_broken_packages),
        MR_TEST(test_a_system_part_that_holds_itself_is_refused),
        MR_TEST(test_a_zip_bomb_is_refused),
        MR_TEST(test_files_that_cannot_be_read),
        MR_TEST(test_large_systems_are_quick),
    };
    return mr_test_main("file_hostile", tests, sizeof tests / sizeof *tests, argc, argv);
}
