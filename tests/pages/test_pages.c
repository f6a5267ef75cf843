/* pictures and what is read for them: escaping, tables, motions, changes, ways of lines */
#define _GNU_SOURCE
#include "mr_test.h"
#include "common/motion.h"
#include "mbs/motion.h"
#include "pages/pages.h"

#include <expat.h>
#include <math.h>
#include <matio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/multirate-test-pages-XXXXXX";

static const char *in_folder(const char *name) {
    static char path[4][400];
    static int next;
    static bool made; /* the name that it gets may have an X of its own */
    if (!made && !mkdtemp(folder))
        abort();
    made = true;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_FATAL(file != NULL);
    fputs(text, file);
    fclose(file);
}

static char *draw(const bd_diagram *d, const bd_diagram *other, size_t *size) {
    char *text = NULL;
    bd_error error;
    FILE *out = open_memstream(&text, size);
    CU_ASSERT_EQUAL(pg_draw_system(out, d, NULL, other, &error), BD_OK);
    fclose(out);
    return text;
}

/* ---- well-formed, whatever the names are ---- */

static bool is_well_formed(const char *text, size_t size) {
    XML_Parser parser = XML_ParserCreate(NULL);
    const bool good = XML_Parse(parser, text, (int)size, 1) == XML_STATUS_OK;
    XML_ParserFree(parser);
    return good;
}

static void test_names_of_any_kind_leave_the_picture_well_formed(void) {
    bd_diagram *d = bd_diagram_create("hostile");
    const char *names[] = {"</script><b>", "a\"b'c&d", "line\nbreak", "\xff\xfe broken",
                           "\x01 bell"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CU_ASSERT_FATAL(bd_system_add(d->root, "Gain", names[i], "Gain", names[i], NULL) != NULL);
    size_t size;
    char *text = draw(d, NULL, &size);
    CU_ASSERT(is_well_formed(text, size));
    CU_ASSERT_PTR_NULL(strstr(text, "<b>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "&lt;/script&gt;&lt;b&gt;"));
    free(text);
    bd_diagram_free(d);
}

static void test_models_of_the_house_are_drawn_well_formed(void) {
    static const char *const models[] = {"two_mass/two_mass",       "kart_engine/kart_engine",
                                         "engine/engine",           "bouncing_ball/bouncing_ball",
                                         "van_der_pol/van_der_pol", "two_karts/two_karts"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char path[400];
        bd_diagram *d = NULL;
        bd_error error;
        snprintf(path, sizeof path, "%s/models/%s.mdl", MR_SOURCE_DIR, models[i]);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &d, NULL, &error), BD_OK);
        size_t size;
        char *text = draw(d, NULL, &size), *again = draw(d, NULL, &size);
        CU_ASSERT(is_well_formed(text, size));
        CU_ASSERT_STRING_EQUAL(text, again);
        for (size_t b = 0; b < d->root->block_count; b++) {
            char *found = strstr(text, d->root->blocks[b]->path);
            CU_ASSERT_PTR_NOT_NULL(found);
        }
        free(text);
        free(again);
        bd_diagram_free(d);
    }
}

/* ---- what Simulink shows ---- */

static void test_icons_tell_the_parameters(void) {
    bd_diagram *d = bd_diagram_create("icons");
    bd_system_add(d->root, "Gain", "gain", "Gain", "2.5", NULL);
    bd_system_add(d->root, "TransferFcn", "filter", "Numerator", "[1]", "Denominator", "[2 0 1]",
                  NULL);
    bd_system_add(d->root, "Sum", "sum", "Inputs", "+-", NULL);
    size_t size;
    char *text = draw(d, NULL, &size);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">2.5</text>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">2s²+1</text>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">−</text>"));
    free(text);
    bd_diagram_free(d);
}

/* one block alone, with up to three parameters, must be drawn with this in it */
static void shows(const char *type, const char *const parameters[6], const char *expected) {
    bd_diagram *d = bd_diagram_create("one");
    bd_node *node = bd_system_add(d->root, type, "it", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    for (int i = 0; i < 6 && parameters[i]; i += 2)
        CU_ASSERT_EQUAL(bd_node_set(node, parameters[i], parameters[i + 1]), BD_OK);
    if (strcmp(type, "SubSystem") == 0)
        CU_ASSERT_EQUAL(bd_node_set_ports(node, BD_PORT_INPUT, 2), BD_OK);
    size_t size;
    char *text = draw(d, NULL, &size);
    CU_ASSERT(is_well_formed(text, size));
    MR_ASSERT_CONTAINS(text, expected);
    free(text);
    bd_diagram_free(d);
}

#define AT "Position", "[0, 0, 60, 40]"

/* the shapes that Simulink documents for its blocks; numbers follow from the place of the block */
static void test_shapes_follow_type_and_orientation(void) {
    static const struct {
        const char *type, *parameters[6], *expected;
    } cases[] = {{"Gain", {AT}, "d=\"M0 0L60 20L0 40Z\""},
                 {"Gain", {AT, "Orientation", "left"}, "d=\"M60 0L0 20L60 40Z\""},
                 {"Gain", {AT, "Orientation", "down"}, "d=\"M0 0L60 0L30 40Z\""},
                 {"Gain", {AT, "Orientation", "up"}, "d=\"M0 40L60 40L30 0Z\""},
                 {"Goto", {AT}, "d=\"M0 0H44L60 20L44 40H0Z\""},
                 {"From", {AT}, "d=\"M16 0H60V40H16L0 20Z\""},
                 {"Goto", {AT, "Orientation", "left"}, "d=\"M16 0H60V40H16L0 20Z\""},
                 {"From", {AT, "Orientation", "left"}, "d=\"M0 0H44L60 20L44 40H0Z\""},
                 {"Mux", {AT}, "<rect class=\"bar\" x=\"0\" y=\"0\" width=\"60\" height=\"40\"/>"},
                 {"Demux", {AT}, "<rect class=\"bar\""},
                 {"BusCreator", {AT}, "<rect class=\"bar\""},
                 {"BusSelector", {AT}, "<rect class=\"bar\""},
                 {"Ground", {AT}, "<rect class=\"air\""},
                 {"Terminator", {AT}, "<rect class=\"air\""},
                 {"Sum",
                  {AT, "IconShape", "round"},
                  "<ellipse class=\"body\" cx=\"30\" cy=\"20\" rx=\"30\" ry=\"20\"/>"},
                 {"Sum", {AT, "Inputs", "+"}, ">Σ</text>"},
                 {"Sum", {AT, "Inputs", "|+-"}, ">−</text>"},
                 {"Product", {AT, "Inputs", "1"}, ">∏</text>"},
                 {"Product", {AT, "Inputs", "2"}, ">×</text>"},
                 {"Product", {AT, "Inputs", "*/"}, ">÷</text>"},
                 {"Constant", {AT, "Value", ""}, ">-C-</text>"},
                 {"Constant", {AT, "Value", "a_very_long_name_of_a_number"}, ">-C-</text>"},
                 {"NoSuchBlock", {AT}, ">NoSuchBlock</text>"},
                 {"ABlockWithAVeryLongNameOfItsType", {AT}, "…</text>"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        shows(cases[i].type, cases[i].parameters, cases[i].expected);
}

/* the fraction of a transfer function; what is no list of plain numbers and names is num(s) */
static void test_polynomials_are_written_out(void) {
    static const char *const cases[][2] = {{"[1 0 1]", ">s²+1</text>"},
                                           {"[-1, 2.5]", ">−s+2.5</text>"},
                                           {"[+2 -a 1e-3]", ">2s²−as+1e-3</text>"},
                                           {"[0 0]", ">0</text>"},
                                           {"0", ">0</text>"},
                                           {"[1 1 1 1]", ">s³+s²+s+1</text>"},
                                           {"num", ">num(s)</text>"},
                                           {"[1 2; 3 4]", ">num(s)</text>"},
                                           {"[a*b 1]", ">num(s)</text>"},
                                           {"[1 -]", ">num(s)</text>"},
                                           {"[1 a-1]", ">num(s)</text>"},
                                           {"[]", ">num(s)</text>"},
                                           {"[1 2 3 4 5 6 7 8 9 10 11 12 13]", ">num(s)</text>"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        shows("TransferFcn",
              (const char *const[6]){"Position", "[0, 0, 300, 60]", "Numerator", cases[i][0]},
              cases[i][1]);
    shows("TransferFcn",
          (const char *const[6]){"Position", "[0, 0, 300, 60]", "Denominator", "[x^2]"},
          ">den(s)</text>");
}

static void test_masks_show_their_texts(void) {
    static const char *const cases[][2] = {
        {"disp('it''s')", ">it&#39;s</text>"},
        {"disp( 'two\\nlines' )", ">two</text>"},
        {"fprintf(\"quoted\");", ">quoted</text>"},
        {"text(0.5, 0.5, 'middle')", ">middle</text>"},
        {"x = 3; disp('behind')", ">behind</text>"},
        {"plot(x, y)\ndisp('after a plot')", ">after a plot</text>"},
        {"port_label('input', 2, 'second')", "text-anchor=\"start\">second</text>"},
        /* nothing of these is understood, and the block is as if it had no mask */
        {"disp('unfinished", "class=\"block"},
        {"disp('a' 'b')", "class=\"block"},
        {"port_label('input', 9, 'none')", "class=\"block"},
        {"text(1, 2, 3, 4, 'many')", "class=\"block"},
        {"disp(name)", "class=\"block"},
        {"disp(,)", "class=\"block"},
        {"disp('a'", "class=\"block"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        shows("SubSystem",
              (const char *const[6]){"Position", "[0, 0, 200, 60]", "MaskDisplay", cases[i][0]},
              cases[i][1]);
}

static void test_colours_and_places_of_names(void) {
    static const struct {
        const char *parameters[6], *expected;
    } cases[] = {{{AT, "BackgroundColor", "cyan"}, "fill=\"#a5e6ee\""},
                 {{AT, "BackgroundColor", "[1.0, 0.0, 0.5]"}, "fill=\"#ff007f\""},
                 {{AT, "BackgroundColor", "[0, 0.5, 1]"}, "fill=\"#007fff\""},
                 {{AT, "BackgroundColor", "[0.5, 1, 0]"}, "fill=\"#7fff00\""},
                 {{AT, "NamePlacement", "alternate"}, "x=\"30\" y=\"-5\">it</text>"},
                 {{AT, "NameLocation", "top"}, "x=\"30\" y=\"-5\">it</text>"},
                 {{AT}, "x=\"30\" y=\"52\">it</text>"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        shows("Clock", cases[i].parameters, cases[i].expected);
    static const char *const none[][4] = {{"BackgroundColor", "[1, 1, 1]", "--fill:"},
                                          {"BackgroundColor", "[2, 0, 0]", "--fill:"},
                                          {"BackgroundColor", "[0.1, 0.2]", "--fill:"},
                                          {"BackgroundColor", "white", "--fill:"},
                                          {"ShowName", "off", "class=\"name"},
                                          /* looks are no settings that a reader asks for */
                                          {"Position", "[0, 0, 60, 40]", "Position = "}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        bd_diagram *d = bd_diagram_create("plain");
        bd_system_add(d->root, "Clock", "it", none[i][0], none[i][1], NULL);
        size_t size;
        char *text = draw(d, NULL, &size);
        CU_ASSERT_PTR_NULL(strstr(text, none[i][2]));
        free(text);
        bd_diagram_free(d);
    }
}

static const char lines[] =
    "Model {\n  Name \"m\"\n  System {\n    Name \"m\"\n"
    "    Block {\n      BlockType Constant\n      Name \"c\"\n      Position [20, 20, 50, 50]\n    "
    "}\n"
    "    Block {\n      BlockType Gain\n      Name \"g\"\n      Position [200, 100, 230, 130]\n    "
    "}\n"
    "    Block {\n      BlockType Terminator\n      Name \"t\"\n      Position [200, 25, 220, "
    "45]\n    }\n"
    "    Line {\n      SrcBlock \"c\"\n      SrcPort 1\n      Points [40, 0]\n"
    "      Branch {\n        DstBlock \"t\"\n        DstPort 1\n      }\n"
    "      Branch {\n        Points [0, 80]\n        DstBlock \"g\"\n        DstPort 1\n      }\n"
    "    }\n  }\n}\n";

static void test_lines_go_through_the_corners_of_the_file(void) {
    bd_diagram *d = NULL;
    bd_error error;
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read_memory(lines, strlen(lines), "m.mdl", NULL, &d, NULL, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(d->root->lines[0].corners, "[40, 0]|[40, 0][0, 80]|");
    size_t size;
    char *text = draw(d, NULL, &size);
    /* from the port at (50, 35) 40 to the right, 80 down, and to the gain's input at (200, 115) */
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "d=\"M50 35L90 35L200 35\""));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "d=\"M50 35L90 35L90 115L200 115\""));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "class=\"dot\" cx=\"90\" cy=\"35\""));
    free(text);
    bd_diagram *copy = bd_diagram_copy(d);
    CU_ASSERT_STRING_EQUAL(copy->root->lines[0].corners, d->root->lines[0].corners);
    bd_diagram_free(copy);
    bd_diagram_free(d);
}

static void test_remarks_are_drawn_as_plain_text(void) {
    static const char model[] =
        "Model {\nName \"m\"\nSystem {\nName \"m\"\n"
        "Annotation {\nName \"old & two\\nlines\"\nPosition [115, 40]\n}\n"
        "Annotation {\nName \"<html><p>rich &amp; short</p><p>second</p></html>\"\n"
        "Position [20, 160, 120, 190]\n}\n}\n}\n";
    static const char *const expected[] = {
        "<text class=\"remark middle\" x=\"115\" y=\"51\">old &amp; two</text>",
        "<text class=\"remark middle\" x=\"115\" y=\"64\">lines</text>",
        "<text class=\"remark\" x=\"20\" y=\"171\">rich &amp; short</text>",
        "<text class=\"remark\" x=\"20\" y=\"184\">second</text>"};
    bd_diagram *d = NULL;
    size_t size;
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read_memory(model, strlen(model), "m.mdl", NULL, &d, NULL, NULL), BD_OK);
    char *text = draw(d, NULL, &size);
    CU_ASSERT_TRUE(is_well_formed(text, size));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        MR_ASSERT_CONTAINS(text, expected[i]);
    free(text);
    bd_diagram_free(d);
}

/* ---- changes ---- */

static bd_diagram *small_model(const char *gain, bool with_clock) {
    bd_diagram *d = bd_diagram_create("m");
    bd_error error;
    bd_system_add(d->root, "Constant", "c", "Value", "1", NULL);
    bd_system_add(d->root, "Gain", "g", "Gain", gain, NULL);
    if (with_clock)
        bd_system_add(d->root, "Clock", "clock", NULL);
    bd_system_connect(d->root, "c", 1, "g", 1, &error);
    return d;
}

static void test_changes_are_counted_and_marked(void) {
    bd_diagram *a = small_model("2", true), *b = small_model("3", false);
    pg_changes c = pg_compare(a, b);
    CU_ASSERT(c.added == 1 && c.changed == 1 && c.removed == 0);
    c = pg_compare(b, a);
    CU_ASSERT(c.added == 0 && c.changed == 1 && c.removed == 1);
    c = pg_compare(a, a);
    CU_ASSERT(c.added == 0 && c.changed == 0 && c.removed == 0);
    size_t size;
    char *text = draw(a, b, &size);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "Gain: 3 → 2"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "class=\"block added"));
    free(text);
    text = draw(b, a, &size);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " removed"));
    free(text);
    bd_diagram_free(a);
    bd_diagram_free(b);
}

/* a subsystem with a masked gain between two ports */
static bd_diagram *nested_model(const char *variable, const char *value, const char *code,
                                bool wired) {
    bd_diagram *d = bd_diagram_create("m");
    bd_error error;
    bd_node *node = bd_system_add(d->root, "SubSystem", "sub", NULL);
    bd_system *inside = bd_node_open(node);
    bd_system_add(inside, "Inport", "in", NULL);
    bd_node *gain = bd_system_add(inside, "Gain", "g", NULL);
    bd_system_add(inside, "Outport", "out", NULL);
    bd_system_connect(inside, "in", 1, "g", 1, &error);
    if (wired)
        bd_system_connect(inside, "g", 1, "out", 1, &error);
    CU_ASSERT_EQUAL(bd_node_add_mask_variable(gain, variable, value, true), BD_OK);
    CU_ASSERT_EQUAL(bd_node_set_mask_initialization(gain, code), BD_OK);
    return d;
}

/* whatever changed below is told of the block around it */
static void test_changes_inside_are_marked_outside(void) {
    static const struct {
        const char *variable, *value, *code;
        bool wired;
        int changed; /* blocks whose own settings did */
        const char *told;
    } cases[] = {{"k", "1", "a = 1", true, 0, NULL},
                 {"k", "2", "a = 1", true, 1, "k: 1 → 2"},
                 {"j", "1", "a = 1", true, 1, "k: 1 → (not set)"},
                 {"k", "1", "a = 2", true, 1, "mask initialisation: (code) → (other code)"},
                 {"k", "1", "a = 1", false, 0, ""}}; /* a line is gone */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_diagram *before = nested_model("k", "1", "a = 1", true);
        bd_diagram *now =
            nested_model(cases[i].variable, cases[i].value, cases[i].code, cases[i].wired);
        const pg_changes c = pg_compare(now, before);
        CU_ASSERT(c.added == 0 && c.removed == 0);
        CU_ASSERT_EQUAL(c.changed, cases[i].changed);
        size_t size;
        char *text = draw(now, before, &size);
        CU_ASSERT_EQUAL(strstr(text, "class=\"block inside") != NULL, cases[i].told != NULL);
        free(text);
        if (cases[i].told) {
            FILE *out = open_memstream(&text, &size);
            bd_error error;
            CU_ASSERT_EQUAL(pg_draw_system(out, now, now->root->blocks[0]->system, before, &error),
                            BD_OK);
            fclose(out);
            MR_ASSERT_CONTAINS(text, cases[i].told);
            free(text);
        }
        bd_diagram_free(now);
        bd_diagram_free(before);
    }
    bd_diagram *a = small_model("2", false), *b = small_model("2", false);
    b->root->blocks[0]->commented = true;
    CU_ASSERT_EQUAL(pg_compare(a, b).changed, 1);
    CU_ASSERT_EQUAL(bd_node_set(b->root->blocks[1], "SampleTime", "0.1"), BD_OK);
    CU_ASSERT_EQUAL(pg_compare(a, b).changed, 2);
    bd_diagram_free(a);
    bd_diagram_free(b);
}

/* ---- tables ---- */

/* a MAT file as `run --out` writes it, and as others do: vectors, matrices, other things */
static void put(mat_t *file, const char *name, int rank, const size_t *dims, const void *data,
                enum matio_classes class, enum matio_types type) {
    matvar_t *v = Mat_VarCreate(name, class, type, rank, (size_t *)(uintptr_t)dims,
                                (void *)(uintptr_t)data, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    CU_ASSERT_EQUAL(Mat_VarWrite(file, v, MAT_COMPRESSION_NONE), 0);
    Mat_VarFree(v);
}

static const char *write_mat(const double *times, size_t rows, enum mat_ft level) {
    const char *path = in_folder("made.mat");
    unlink(path);
    mat_t *file = Mat_CreateVer(path, NULL, level);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const size_t column[2] = {rows, 1}, two[2] = {rows, 2}, cube[3] = {1, 2, rows};
    const double x[6] = {1, 2, 3, 4, 5, 6};
    if (times)
        put(file, "tout", 2, column, times, MAT_C_DOUBLE, MAT_T_DOUBLE);
    put(file, "pair", 2, two, x, MAT_C_DOUBLE, MAT_T_DOUBLE);
    put(file, "cube", 3, cube, x, MAT_C_DOUBLE, MAT_T_DOUBLE);
    put(file, "word", 2, (size_t[2]){1, 3}, "abc", MAT_C_CHAR, MAT_T_UINT8);
    put(file, "short", 2, (size_t[2]){1, 1}, x, MAT_C_DOUBLE, MAT_T_DOUBLE);
    Mat_Close(file);
    return path;
}

static void check_variables(enum mat_ft level) {
    static const double times[3] = {0.0, 0.5, 1.0}, back[3] = {0.0, 0.5, 0.4};
    /* times by elements, column after column; rows by columns by times */
    static const struct {
        const char *name;
        double values[3];
    } expected[] = {{"pair(1)", {1, 2, 3}},
                    {"pair(2)", {4, 5, 6}},
                    {"cube(1,1)", {1, 3, 5}},
                    {"cube(1,2)", {2, 4, 6}}};
    pg_results r;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(pg_results_read(write_mat(times, 3, level), &r, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(r.column_count, 4); /* a text and a single number are no signals */
    for (int i = 0; i < 4; i++) {
        /* HDF5 has variables in the order of their names */
        const int at = pg_results_find(&r, expected[i].name);
        CU_ASSERT_FATAL(level == MAT_FT_MAT73 ? at >= 0 : at == i);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(r.columns[at].values[k], expected[i].values[k]);
    }
    pg_results_free(&r);
    CU_ASSERT_NOT_EQUAL(pg_results_read(write_mat(back, 3, level), &r, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "the time goes back");
    pg_results_free(&r);
    CU_ASSERT_NOT_EQUAL(pg_results_read(write_mat(NULL, 3, level), &r, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "there is no vector tout in it");
    pg_results_free(&r);
}

static void test_variables_of_a_mat_file_are_columns(void) {
    pg_results r;
    bd_error error = {0};
    check_variables(MAT_FT_MAT5);
    check_variables(MAT_FT_MAT73);
    const char *path = in_folder("wrong.mat");
    write_file(path, "this is no MAT file");
    CU_ASSERT_NOT_EQUAL(pg_results_read(path, &r, &error), BD_OK);
    MR_ASSERT_CONTAINS(error.text, "cannot be read as a MAT file");
    pg_results_free(&r);
}

static void test_tables_are_read_with_units_and_gaps(void) {
    const char *path = in_folder("good.csv");
    pg_results r;
    bd_error error;
    write_file(path,
               "time,\"speed\n=1 [m/s]\",\"a,b\"\"c\"\r\n0,1,2\r\n0.5,nan,\r\n1,1e-300,-inf\r\n");
    CU_ASSERT_EQUAL_FATAL(pg_results_read(path, &r, &error), BD_OK);
    CU_ASSERT(r.row_count == 3 && r.column_count == 2);
    CU_ASSERT_STRING_EQUAL(r.name, "good");
    CU_ASSERT_STRING_EQUAL(r.columns[0].name, "speed\n=1");
    CU_ASSERT_STRING_EQUAL(r.columns[0].unit, "m/s");
    CU_ASSERT_STRING_EQUAL(r.columns[1].name, "a,b\"c");
    CU_ASSERT(isnan(r.columns[0].values[1]) && isnan(r.columns[1].values[1]));
    CU_ASSERT(r.columns[0].values[2] == 1e-300 && r.columns[1].values[2] == -INFINITY);
    CU_ASSERT(pg_results_set_unit(&r, "a,b\"c=N") && !pg_results_set_unit(&r, "b=N"));
    pg_results_free(&r);
}

static void test_an_element_of_a_signal_is_no_unit(void) {
    const char *path = in_folder("elements.csv");
    pg_results r;
    bd_error error;
    write_file(path, "time,force[1],\"A[2,3]\",x [1],v[m/s]\n0,1,2,3,4\n");
    CU_ASSERT_EQUAL_FATAL(pg_results_read(path, &r, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(r.columns[0].name, "force[1]");
    CU_ASSERT_STRING_EQUAL(r.columns[0].unit, "");
    CU_ASSERT_STRING_EQUAL(r.columns[1].name, "A[2,3]");
    CU_ASSERT_STRING_EQUAL(r.columns[2].name, "x");
    CU_ASSERT_STRING_EQUAL(r.columns[2].unit, "1");
    CU_ASSERT_STRING_EQUAL(r.columns[3].unit, "m/s");
    pg_results_free(&r);
}

static void test_wrong_tables_are_refused_with_their_line(void) {
    static const struct {
        const char *text, *sentence;
    } wrong[] = {{"", "empty"},
                 {"time\n1\n", "header"},
                 {"x,y\n1,2\n", "first column is 'x'"},
                 {"time,\"y\n0,1\n1,2\n", "a quote in its header does not end"},
                 {"time,y\n", "no rows"},
                 {"time,y\n0,1\n1\n", ":3: 1 values, not 2"},
                 {"time,y\n0,1,2\n", ":2: more than 2 values"},
                 {"time,y\n0,one\n", ":2: 'one' is no number"},
                 {"time,y\nnan,1\n", ":2: 'nan' is no number"},
                 {"time,y\n1,1\n0,1\n", ":3: the time goes back"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *path = in_folder("wrong.csv");
        pg_results r;
        bd_error error = {0};
        write_file(path, wrong[i].text);
        CU_ASSERT_NOT_EQUAL(pg_results_read(path, &r, &error), BD_OK);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.text, wrong[i].sentence));
    }
}

/* ---- motions ---- */

/* the name of a motion may stand in a stranger's model */
static void test_no_file_but_a_motion_is_replaced(void) {
    static const char *const kept[] = {"precious\n", "m", "multirate motion",
                                       "\n" CM_MOTION_TITLE "\n"};
    static const char *const replaced[] = {"", CM_MOTION_TITLE "\ntitle an earlier one\nrows\n"};
    char text[100] = "";
    const char *path = in_folder("other.motion");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        write_file(path, kept[i]);
        CU_ASSERT_PTR_NULL(cm_motion_create(path, "ball", 'z', false, 0.1));
        CU_ASSERT_PTR_NOT_NULL(strstr(cm_motion_why_not(), "is no motion"));
        FILE *file = fopen(path, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        CU_ASSERT_STRING_EQUAL(text, kept[i]);
    }
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++) {
        write_file(path, replaced[i]);
        cm_motion *m = cm_motion_create(path, "b", 'z', false, 0.1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m);
        CU_ASSERT_TRUE(cm_motion_close(m));
        FILE *file = fopen(path, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        CU_ASSERT_STRING_EQUAL(text, CM_MOTION_TITLE "\ntitle b\nup z\n");
    }
    static const char *const names[] = {"profile", "x.motion.txt", ".bashrc", "motion"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        path = in_folder(names[i]);
        CU_ASSERT_PTR_NULL(cm_motion_create(path, "$(touch x)", 'z', false, 0.1));
        CU_ASSERT_PTR_NOT_NULL(strstr(cm_motion_why_not(), "does not end in .motion"));
        CU_ASSERT_NOT_EQUAL(access(path, F_OK), 0);
    }
    CU_ASSERT_PTR_NULL(cm_motion_create("/nowhere/at/all.motion", "b", 'z', false, 0.1));
    CU_ASSERT_PTR_NOT_NULL(strstr(cm_motion_why_not(), "No such file"));
}

static void test_a_master_that_goes_back_takes_its_rows_with_it(void) {
    const double origin[3] = {0, 0, 0}, ball[4] = {0.1, 0, 0, 0};
    const char *path = in_folder("back.motion");
    cm_motion *m = cm_motion_create(path, "ball", 'z', false, 0.1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    cm_motion_body(m, "ball of <b>", 1.0, origin, NULL);
    cm_motion_shape(m, CM_SPHERE, ball, "red");
    cm_motion_signal(m, "x", "m");
    CU_ASSERT_EQUAL(cm_motion_begin(m), 8);
    double row[8] = {0, 0, 0, 1, 0, 0, 0, 0};
    for (int i = 0; i <= 10; i++) {
        row[7] = i;
        CU_ASSERT(cm_motion_wants(m, 0.1 * i) && cm_motion_row(m, 0.1 * i, row));
    }
    CU_ASSERT(!cm_motion_wants(m, 1.05));
    row[7] = -1;
    CU_ASSERT(cm_motion_wants(m, 0.45) && cm_motion_row(m, 0.45, row));
    CU_ASSERT(cm_motion_close(m));
    CU_ASSERT(pg_is_motion(path));
    pg_motion *read = NULL;
    bd_error error;
    CU_ASSERT_EQUAL_FATAL(pg_motion_read(path, &read, &error), BD_OK);
    /* the page has rows 0 … 0.4 and 0.45, and nothing of those after it */
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_EQUAL(pg_draw_motion(out, read, 0.5, &error), BD_OK);
    fclose(out);
    CU_ASSERT(is_well_formed(text, size));
    free(text);
    const char *page_path = in_folder("back.html");
    pg_page *page;
    CU_ASSERT_EQUAL_FATAL(pg_page_begin(page_path, "back", "k=3 <4", &page, &error), BD_OK);
    CU_ASSERT_EQUAL(pg_page_motion(page, "ball", read, &error), BD_OK);
    CU_ASSERT_EQUAL(pg_page_end(page, true, &error), BD_OK);
    FILE *file = fopen(page_path, "r");
    char line[4096];
    bool found = false;
    while (fgets(line, sizeof line, file)) {
        const char *times = strstr(line, "class=\"times\" data-motion=\"0\">");
        /* six doubles in base 64 */
        if (times)
            found = strcspn(strchr(times, '>') + 1, "<") == 64;
    }
    fclose(file);
    CU_ASSERT(found);
    pg_motion_free(read);
}

static void test_wrong_motions_are_refused(void) {
    static const char *const wrong[] = {"",
                                        "something else\n",
                                        CM_MOTION_TITLE "\n",
                                        CM_MOTION_TITLE "\nbody x\nrows\n",
                                        CM_MOTION_TITLE "\nsphere - 1 0 0 0\nrows\n",
                                        CM_MOTION_TITLE "\nspring 7 0 0 0 -1 0 0 0 -\nrows\n",
                                        CM_MOTION_TITLE "\nrows\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pg_motion *m = NULL;
        bd_error error = {0};
        const char *path = in_folder("wrong.motion");
        write_file(path, wrong[i]);
        CU_ASSERT_NOT_EQUAL(pg_motion_read(path, &m, &error), BD_OK);
        CU_ASSERT_PTR_NULL(m);
        CU_ASSERT(strlen(error.text) > 0);
    }
}

/* a pendulum about y: its quaternion is the turn by theta, its origin the centre of mass */
static void test_poses_of_the_multibody_slave_are_those_of_the_bodies(void) {
    static const char text[] =
        "gravity: [0, 0, -9.81]\npoints: {O: [0, 0, 0], P: [1, 0, 0]}\nvectors: {y: [0, 1, 0]}\n"
        "bodies:\n  - {name: arm, mass: 1, com: [0.5, 0, 0], inertia: [0.01, 0.1, 0.1], colour: "
        "red,\n"
        "     shapes: [{box: [1, 0.1, 0.1]}]}\n"
        "joints:\n  - {name: hinge, type: revolute, bodies: [ground, arm], at: O, axis: y, angle: "
        "theta}\noutputs:\n  - {name: theta, position: theta, unit: rad}\n"
        "start: {positions: {theta: 0.7}}\nintegration: {step: 1e-3}\n";
    mr_message message = {""};
    mbs_model *model = NULL;
    mbs_simulation *s = NULL;
    mbs_motion *motion = NULL;
    const char *path = in_folder("arm.motion");
    CU_ASSERT_EQUAL_FATAL(mbs_read_text(text, strlen(text), "arm.mbs", NULL, 0, &model, &message),
                          MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &s, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(s, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_motion_open(model, path, 0.01, &motion, &message), MR_OK);
    for (int i = 0; i <= 200; i++) {
        CU_ASSERT_EQUAL(mbs_motion_note(motion, s, &message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_step(s, NULL, 1e-3), MR_OK);
    }
    mbs_motion_close(motion);
    FILE *file = fopen(path, "rb");
    char line[400];
    while (fgets(line, sizeof line, file) && strcmp(line, "rows\n") != 0)
        ;
    /* time, arm, ground, theta */
    double row[1 + 14 + 1];
    int rows = 0;
    while (fread(row, sizeof row, 1, file) == 1) {
        const double theta = row[15];
        MR_ASSERT_CLOSE(row[1], 0.5 * cos(theta), 1e-9);
        MR_ASSERT_CLOSE(row[3], -0.5 * sin(theta), 1e-9);
        MR_ASSERT_CLOSE(row[4], cos(0.5 * theta), 1e-9);
        MR_ASSERT_CLOSE(row[6], sin(0.5 * theta), 1e-9);
        MR_ASSERT_CLOSE(row[5], 0.0, 1e-12);
        MR_ASSERT_CLOSE(row[8 + 3], 1.0, 0.0);
        rows++;
    }
    CU_ASSERT_EQUAL(rows, 21);
    fclose(file);
    mbs_simulation_free(s);
    mbs_model_free(model);
}

static void test_wrong_shapes_are_refused_with_their_line(void) {
    static const struct {
        const char *look, *sentence;
    } wrong[] = {{"colour: pink", "is no colour"},
                 {"shapes: [{box: [1, 0, 1]}]", "must be positive"},
                 {"shapes: [{boxes: [1, 1, 1]}]", "boxes"},
                 {"shapes: [{bar: 0.1, from: [0, 0, 0]}]", "needs \"to\""},
                 {"shapes: [{sphere: 1, box: [1, 1, 1]}]", "is one of"},
                 {"shapes: {sphere: 1}", "must be a list"},
                 {"shapes: [{sphere: 1, from: [0, 0, 0]}]", "has no \"from\""}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[400];
        mr_message message = {""};
        mbs_model *model = NULL;
        snprintf(text, sizeof text,
                 "bodies:\n  - {name: a, mass: 1, com: [0, 0, 0], inertia: [1, 1, 1], %s}\n",
                 wrong[i].look);
        CU_ASSERT_NOT_EQUAL(mbs_read_text(text, strlen(text), "a.mbs", NULL, 0, &model, &message),
                            MR_OK);
        CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "a.mbs:2"));
        CU_ASSERT_PTR_NOT_NULL(strstr(message.text, wrong[i].sentence));
    }
}

static const mr_test tests[] = {
    MR_TEST(test_names_of_any_kind_leave_the_picture_well_formed),
    MR_TEST(test_models_of_the_house_are_drawn_well_formed),
    MR_TEST(test_icons_tell_the_parameters),
    MR_TEST(test_shapes_follow_type_and_orientation),
    MR_TEST(test_polynomials_are_written_out),
    MR_TEST(test_masks_show_their_texts),
    MR_TEST(test_colours_and_places_of_names),
    MR_TEST(test_changes_inside_are_marked_outside),
    MR_TEST(test_variables_of_a_mat_file_are_columns),
    MR_TEST(test_lines_go_through_the_corners_of_the_file),
    MR_TEST(test_remarks_are_drawn_as_plain_text),
    MR_TEST(test_changes_are_counted_and_marked),
    MR_TEST(test_tables_are_read_with_units_and_gaps),
    MR_TEST(test_an_element_of_a_signal_is_no_unit),
    MR_TEST(test_wrong_tables_are_refused_with_their_line),
    MR_TEST(test_no_file_but_a_motion_is_replaced),
    MR_TEST(test_a_master_that_goes_back_takes_its_rows_with_it),
    MR_TEST(test_wrong_motions_are_refused),
    MR_TEST(test_poses_of_the_multibody_slave_are_those_of_the_bodies),
    MR_TEST(test_wrong_shapes_are_refused_with_their_line),
};

int main(int argc, char **argv) {
    const int code =
        mr_test_main("pages: pictures", tests, sizeof tests / sizeof *tests, argc, argv);
    char command[100]; /* what the tests have written */
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (code == 0 && system(command) != 0)
        return 1;
    return code;
}
