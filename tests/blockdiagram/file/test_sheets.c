/* sheets of workbooks (.xlsx) as tables */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "blockdiagram/expression.h"
#include "mr_test.h"
#include "scratch.h"

#define PART(name, text)                                                                           \
    { name, text, sizeof(text) - 1 }
#define HEAD "<?xml version=\"1.0\"?>"

static const char book[] =
    HEAD "<workbook xmlns:r=\"r\"><sheets><sheet name=\"First\" sheetId=\"7\" r:id=\"rId2\"/>"
         "<sheet name=\"Other one\" sheetId=\"9\" r:id=\"rId1\"/></sheets></workbook>";
static const char relations[] =
    HEAD "<Relationships><Relationship Id=\"rId1\" Target=\"/xl/worksheets/b.xml\"/>"
         "<Relationship Id=\"rId2\" Target=\"worksheets/a.xml\"/></Relationships>";
static const char texts[] = HEAD "<sst><si><t>time; s</t></si><si><r><t>spe</t></r><r><t>ed</t></r>"
                                 "</si></sst>";
/* a formula, an empty cell in the middle, one that is left out at the end */
static const char first[] =
    HEAD "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\">"
         "<v>1</v></c><c r=\"C1\" t=\"inlineStr\"><is><t>force</t></is></c></row>"
         "<row r=\"2\"><c r=\"A2\"><v>0</v></c><c r=\"B2\"><f>1+1</f><v>2</v></c>"
         "<c r=\"C2\"><v>-1.5E-1</v></c></row><row r=\"3\"><c r=\"A3\"><v>0.5</v></c>"
         "<c r=\"C3\"><v>4</v></c></row><row r=\"4\"><c r=\"A4\"><v>1</v></c><c r=\"B4\"><v>3</v>"
         "</c></row></sheetData></worksheet>";
static const char second[] =
    HEAD "<x:worksheet xmlns:x=\"x\"><x:sheetData><x:row><x:c><x:v>10</x:v></x:c><x:c><x:v>20</x:v>"
         "</x:c></x:row></x:sheetData></x:worksheet>";

static const char *write_any(const char *sheet, size_t size, bool spoilt) {
    const archive_part parts[] = {PART("xl/workbook.xml", book),
                                  PART("xl/_rels/workbook.xml.rels", relations),
                                  PART("xl/sharedStrings.xml", texts),
                                  {"xl/worksheets/a.xml", sheet, size},
                                  PART("xl/worksheets/b.xml", second)};
    size_t bytes;
    static char path[700];
    void *zip = archive_make(parts, sizeof parts / sizeof *parts, &bytes);
    if (spoilt)
        archive_spoil(zip, bytes);
    scratch_file(scratch_folder(), "book.xlsx", zip, bytes);
    free(zip);
    snprintf(path, sizeof path, "%s/book.xlsx", scratch_folder());
    return path;
}

static const char *write_book(const char *sheet, size_t size) {
    return write_any(sheet, size, false);
}

static bd_status load(const char *path, const char *sheet, const char *check, bd_error *error) {
    bd_workspace *scope = NULL;
    double truth = 0.0;
    bd_error_clear(error);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("table", NULL, &scope, error), BD_OK);
    if (sheet)
        CU_ASSERT_EQUAL(bd_workspace_set_text(scope, "sheet", sheet, error), BD_OK);
    bd_status status = bd_workspace_load_table(scope, path, error);
    if (status == BD_OK && check) {
        CU_ASSERT_EQUAL(bd_expression_scalar(check, scope, &truth, error), BD_OK);
        CU_ASSERT_EQUAL(truth, 1.0);
        if (truth != 1.0)
            printf("  %s %s\n", check, error->text);
    }
    bd_workspace_free(scope);
    return status;
}

static void test_sheets_by_name(void) {
    bd_error error = {0};
    const char *path = write_book(first, sizeof first - 1);
    CU_ASSERT_EQUAL(load(path, NULL,
                         "isequal(data(:,1), [0; 0.5; 1]) && isequal(data([1 3],2), [2; 3]) && "
                         "isnan(data(2,2)) && isequal(data(1:2,3), [-0.15; 4]) && isnan(data(3,3))",
                         &error),
                    BD_OK);
    CU_ASSERT_EQUAL(load(path, "First", "isequal(names, {'time  s', 'speed', 'force'})", &error),
                    BD_OK);
    CU_ASSERT_EQUAL(load(path, "Other one", "isequal(data, [10 20])", &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(load(path, "None", NULL, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "has no sheet 'None'");
}

static void test_damaged_sheets(void) {
    bd_error error = {0};
    for (size_t size = 30; size < sizeof first - 1; size += 37) {
        CU_ASSERT_NOT_EQUAL(load(write_book(first, size), NULL, NULL, &error), BD_OK);
        MR_ASSERT_CONTAINS(error.text, "damaged or too large");
    }
    static const char far[] = "<w><row><c r=\"ZZZZZZ1\"><v>1</v></c></row></w>";
    static const char back[] = "<w><row><c r=\"B1\"/><c r=\"A1\"><v>1</v></c></row></w>";
    CU_ASSERT_NOT_EQUAL(load(write_book(far, sizeof far - 1), NULL, NULL, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(load(write_book(back, sizeof back - 1), NULL, NULL, &error), BD_OK);
    static const char entity[] = "<!DOCTYPE w [<!ENTITY e \"42\">]><w><row><c r=\"A1\"><v>&e;</v>"
                                 "</c></row></w>";
    CU_ASSERT_NOT_EQUAL(load(write_book(entity, sizeof entity - 1), NULL, NULL, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "damaged");
    CU_ASSERT_NOT_EQUAL(load(write_any(first, sizeof first - 1, true), NULL, NULL, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "no workbook that can be read");
    static const char other[] = HEAD "<Types/>";
    const archive_part part = PART("[Content_Types].xml", other);
    size_t bytes;
    void *zip = archive_make(&part, 1, &bytes);
    const char *path = scratch_file(scratch_folder(), "other.xlsx", zip, bytes);
    free(zip);
    CU_ASSERT_NOT_EQUAL(load(path, NULL, NULL, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "is no workbook");
}

#define ROW(cells)     "<row>" cells "</row>"
#define NUMBER(number) "<c><v>" number "</v></c>"
#define EMPTY          "<c/>"
#define WORD           "<c t=\"inlineStr\"><is><t>word</t></is></c>"

/* of a script beside the book */
static bd_status run(const char *script, const char *check, bd_error *error) {
    bd_workspace *scope = NULL;
    double truth = 0.0;
    const char *path = scratch_text(scratch_folder(), "p.m", script);
    bd_error_clear(error);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, error), BD_OK);
    const bd_status status = bd_workspace_run_file(scope, path, error);
    if (status == BD_OK && check) {
        CU_ASSERT_EQUAL(bd_expression_scalar(check, scope, &truth, error), BD_OK);
        CU_ASSERT_EQUAL(truth, 1.0);
    }
    bd_workspace_free(scope);
    return status;
}

/* what surrounds the numbers is left out; nothing is taken for a name that may be a number */
static void test_numbers_of_a_sheet_for_scripts(void) {
    bd_error error = {0};
    static const char framed[] = "<w>" ROW(WORD WORD WORD) ROW(EMPTY NUMBER("1") EMPTY)
        ROW(EMPTY NUMBER("3") NUMBER("4")) ROW(EMPTY EMPTY EMPTY) "</w>";
    write_book(framed, sizeof framed - 1);
    CU_ASSERT_EQUAL(run("d = xlsread('book.xlsx');",
                        "isequal(size(d), [2 2]) && isequal(d(:,1), [1; 3]) && isnan(d(1,2)) && "
                        "d(2,2) == 4",
                        &error),
                    BD_OK);
    CU_ASSERT_EQUAL(run("d = xlsread('book.xlsx', 'Other one');", "isequal(d, [10 20])", &error),
                    BD_OK);
    CU_ASSERT_NOT_EQUAL(run("d = xlsread('book.xlsx', 2);", NULL, &error), BD_OK);
    static const char corner[] =
        "<w>" ROW(EMPTY NUMBER("7") NUMBER("8")) ROW(NUMBER("1") NUMBER("2") NUMBER("3")) "</w>";
    write_book(corner, sizeof corner - 1);
    CU_ASSERT_NOT_EQUAL(run("d = xlsread('book.xlsx');", NULL, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "begins without a number and has some");
    static const char text[] = "<w>" ROW(NUMBER("1") NUMBER("2")) ROW(WORD NUMBER("3")) "</w>";
    write_book(text, sizeof text - 1);
    CU_ASSERT_NOT_EQUAL(run("d = xlsread('book.xlsx');", NULL, &error), BD_OK);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_sheets_by_name),
        MR_TEST(test_damaged_sheets),
        MR_TEST(test_numbers_of_a_sheet_for_scripts),
    };
    return mr_test_main("file_sheets", tests, sizeof tests / sizeof *tests, argc, argv);
}
