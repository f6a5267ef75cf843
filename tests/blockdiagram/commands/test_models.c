/* models come, are saved and go; blocks and lines that cannot be named are refused and change
 * nothing */
#include <stdio.h>
#include <string.h>

#include "mr_test.h"
#include "scratch.h"
#include "talk.h"

static char folder[400];

/* a path inside of the scratch folder, in quotes */
static const char *file(const char *name) {
    static char path[2][500];
    static size_t turn;
    turn = 1 - turn;
    snprintf(path[turn], sizeof path[turn], "'%s/%s'", folder, name);
    return path[turn];
}

static const char *two(const char *first, const char *second) {
    static char arguments[1100];
    snprintf(arguments, sizeof arguments, "%s, %s", first, second);
    return arguments;
}

static bd_models *with_folder(void) {
    snprintf(folder, sizeof folder, "%s", scratch_folder());
    bd_models *m = bd_models_create();
    const char *folders[] = {"/no/such/folder", folder};
    CU_ASSERT_TRUE(bd_models_set_folders(m, folders, 2));
    return m;
}

static void test_a_model_is_found_by_name_ending_or_path(void) {
    bd_models *m = with_folder();
    must(m, "new_system", "'first'");
    must(m, "add_block", "'built-in/Gain', 'first/g'");
    must(m, "save_system", two("'first'", file("first.mdl")));
    const double handle = number(m, "get_param", "'first', 'Handle'");
    CU_ASSERT_EQUAL(number(m, "load_system", "'first'"), handle); /* it is there already */
    CU_ASSERT_EQUAL(number(m, "load_system", file("first.mdl")), handle);
    char ways[3][500];
    snprintf(ways[0], sizeof ways[0], "'first'");
    snprintf(ways[1], sizeof ways[1], "'first.mdl'");
    snprintf(ways[2], sizeof ways[2], "%s", file("first.mdl"));
    for (size_t i = 0; i < 3; i++) {
        must(m, "close_system", "'first'");
        CU_ASSERT_EQUAL(number(m, "bdIsLoaded", "'first'"), 0);
        must(m, i == 0 ? "open_system" : "load_system", ways[i]);
        CU_ASSERT_EQUAL(number(m, "bdIsLoaded", "'first'"), 1);
        CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'first', 'Type', 'block'"), "first/g");
        CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'first', 'Dirty'"), "off");
    }
    /* another file whose model has the same name */
    must(m, "set_param", "'first', 'Name', 'renamed'");
    must(m, "load_system", "'first'");
    refused(m, "set_param", "'renamed', 'Name', 'first'", "'first' is already loaded");
    bd_models_free(m);
}

static void test_the_palette_is_always_there(void) {
    static const char *const names[] = {"'simulink'", "'simulink3'", "'built-in'"};
    bd_models *m = with_folder();
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(number(m, "load_system", names[i]), 0);
        must(m, "open_system", names[i]);
    }
    must(m, "open_system", "");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "");
    bd_models_free(m);
}

static void test_open_system_makes_a_system_the_present_one(void) {
    bd_models *m = with_folder();
    must(m, "new_system", "'a'");
    must(m, "add_block", "'built-in/SubSystem', 'a/sub'");
    must(m, "add_block", "'built-in/Gain', 'a/sub/g'");
    must(m, "new_system", "'b'");
    must(m, "open_system", "'a/sub'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "a/sub");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "");
    must(m, "open_system", "'a'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "a");
    must(m, "open_system", "'a/sub/g'"); /* its dialog */
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "a/sub");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "a/sub/g");
    must(m, "open_system", with("#", number(m, "get_param", "'b', 'Handle'")));
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "b");
    refused(m, "open_system", "0", "0 is no system that can be opened");
    refused(m, "open_system", "'a/none'", "invalid Simulink object name");
    refused(m, "open_system", "'none'", "no system named 'none' to open");
    refused(m, "open_system", "{}", "is named by a path or by its handle");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "b");
    must(m, "close_system", "'a/sub'"); /* its window only */
    CU_ASSERT_EQUAL(number(m, "bdIsLoaded", "'a'"), 1);
    /* the last one loaded becomes the present one */
    must(m, "bdclose", "");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "a");
    must(m, "bdclose", "'a'");
    must(m, "bdclose", "");
    CU_ASSERT_STRING_EQUAL(told(m, "bdroot", ""), "");
    refused(m, "save_system", "", "no model is loaded");
    bd_models_free(m);
}

static void test_saving_names_the_model_as_its_file(void) {
    bd_models *m = with_folder();
    must(m, "new_system", "'model'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'model', 'FileName'"), "");
    const char *plain = told(m, "save_system", two("'model'", file("other")));
    CU_ASSERT_STRING_EQUAL(plain + strlen(plain) - 10, "/other.slx");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "other");
    CU_ASSERT_EQUAL(number(m, "bdIsLoaded", "'model'"), 0);
    /* once more where it is now, of the present model */
    must(m, "set_param", "'other', 'StopTime', '3'");
    must(m, "save_system", "");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'other', 'Dirty'"), "off");
    must(m, "save_system", "'other', [], 'ExportToVersion', 'R2013b_SLX'");
    must(m, "close_system", "'other'");
    must(m, "load_system", "'other'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'other', 'StopTime'"), "3");
    /* a copy leaves name and file as they are */
    must(m, "write_copy", two("'other'", file("copy.mdl")));
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "other");
    must(m, "load_system", "'copy'");
    refused(m, "save_system", two("'other'", file("copy.slx")),
            "'other' cannot be saved as 'copy': a model of that name is loaded");
    refused(m, "save_system", two("'other'", file("2nd.slx")),
            "'2nd' cannot be the name of a model");
    refused(m, "save_system", two("'other'", file("text.yaml")),
            "a model is saved as .slx or .mdl");
    refused(m, "save_system", "'other', '/no/such/folder/x.slx'", "/no/such/folder");
    refused(m, "save_system", "'other', 7", "the name of the file must be a text");
    refused(m, "save_system", "'other', [], 'ExportToVersion', 7", "must be a text");
    refused(m, "save_system", "'other', [], 'ExportToVersion', 'R1812'", "R1812");
    refused(m, "write_copy", "'other', 7", "the name of the file must be a text");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'other', 'Name'"), "other");
    bd_models_free(m);
}

static void test_closing_saves_where_that_is_asked_for(void) {
    bd_models *m = with_folder();
    must(m, "new_system", "'kept'");
    must(m, "save_system", two("'kept'", file("kept.slx")));
    for (int i = 0; i < 4; i++) {
        char arguments[100];
        static const char *const second[] = {", 1", ", true", ", []", ", 0"};
        snprintf(arguments, sizeof arguments, "'kept', 'StopTime', '%d'", 20 + i);
        must(m, "set_param", arguments);
        snprintf(arguments, sizeof arguments, "'kept'%s", second[i]);
        must(m, "close_system", arguments);
        must(m, "load_system", "'kept'");
        snprintf(arguments, sizeof arguments, "%d", i < 3 ? 20 + i : 22);
        CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'kept', 'StopTime'"), arguments);
    }
    must(m, "close_system", two("'kept'", file("moved.slx")));
    must(m, "load_system", "'moved'");
    must(m, "set_param", "'moved', 'StopTime', '9'");
    /* what is neither yes nor no does not throw the changes away */
    refused(m, "close_system", "'moved', {1}", "whether to save must be a real number");
    refused(m, "close_system", "'moved', struct()", "whether to save must be a real number");
    refused(m, "close_system", "'moved', [0 0]", "whether to save must be a real number");
    refused(m, "close_system", "0", "0 is no model");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'moved', 'StopTime'"), "9");
    bd_models_free(m);
}

static void test_new_systems_have_free_names(void) {
    bd_models *m = with_folder();
    CU_ASSERT_EQUAL(number(m, "new_system", ""), number(m, "get_param", "'untitled', 'Handle'"));
    must(m, "new_system", "''");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "untitled1");
    must(m, "new_system", "'L', 'library'");
    CU_ASSERT_STRING_EQUAL(told(m, "bdroot", "'L'"), "L");
    refused(m, "new_system", "'L'", "'L' cannot be made: one of that name is loaded");
    refused(m, "new_system", "'x', 'SubSystem'", "'SubSystem' is no kind of new system here");
    refused(m, "new_system", "7", "the name of the model must be a text");
    refused(m, "new_system", "'x', 7", "the kind of model must be a text");
    refused(m, "bdIsLoaded", "7", "the name of the model must be a text");
    refused(m, "load_system", "7", "the name of the model must be a text");
    CU_ASSERT_STRING_EQUAL(told(m, "bdroot", "0"), "");
    CU_ASSERT_EQUAL(number(m, "bdroot", with("#", number(m, "get_param", "'L', 'Handle'"))),
                    number(m, "get_param", "'L', 'Handle'"));
    must(m, "bdclose", "'ALL'");
    CU_ASSERT_EQUAL(number(m, "bdIsLoaded", "'L'"), 0);
    bd_models_free(m);
}

static void test_a_file_that_is_no_model_is_refused(void) {
    bd_models *m = with_folder();
    scratch_text(folder, "broken.mdl", "Model {");
    refused(m, "load_system", "'broken'", "broken.mdl");
    CU_ASSERT_STRING_EQUAL(bd_models_identifier(m), "Simulink:Commands:OpenSystemReadError");
    refused(m, "add_block", "'broken/x', 'broken/y'", "broken.mdl");
    /* a model is called as its file, whatever the file says */
    must(m, "new_system", "'inner'");
    must(m, "write_copy", two("'inner'", file("outer.mdl")));
    must(m, "load_system", "'outer'");
    CU_ASSERT_EQUAL(number(m, "bdIsLoaded", "'outer'"), 1);
    bd_models_free(m);
}

/* what a file has and no table knows is told in any case of letters; a new layout straightens lines
 */
static void test_parameters_and_corners_of_a_file(void) {
    bd_models *m = with_folder();
    scratch_text(
        folder, "bent.mdl",
        "Model {\nName \"bent\"\nSystem {\nName \"bent\"\n"
        "Block {\nBlockType Constant\nName \"c\"\nOwnNote \"seen\"\n}\n"
        "Block {\nBlockType Gain\nName \"g\"\n}\n"
        "Line {\nSrcBlock \"c\"\nSrcPort 1\nPoints [10, 0; 0, 20]\nDstBlock \"g\"\nDstPort 1\n}\n"
        "}\n}\n");
    must(m, "load_system", "'bent'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'bent/c', 'ownNOTE'"), "seen");
    const bd_line *line = &bd_models_find(m, "bent")->root->lines[0];
    CU_ASSERT_PTR_NOT_NULL(line->corners);
    must(m, "arrange_system", "'bent'");
    CU_ASSERT_PTR_NULL(line->corners);
    bd_models_free(m);
}

static bd_models *a_loop(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'built-in/Constant', 's/c'");
    must(m, "add_block", "'built-in/Gain', 's/g1'");
    must(m, "add_block", "'built-in/Gain', 's/g2'");
    must(m, "add_block", "'built-in/SubSystem', 's/sub'");
    must(m, "add_block", "'built-in/Gain', 's/sub/g3'");
    must(m, "add_line", "'s', {'c/1', 'g1/1'}, {'g1/1', 'g2/1'}");
    return m;
}

static void test_replace_block_finds_blocks_below_and_one_alone(void) {
    bd_models *m = a_loop();
    CU_ASSERT_STRING_EQUAL(told(m, "replace_block", "'s', 'built-in/Gain', 'Abs', 'noprompt'"),
                           "s/g1|s/g2|s/sub/g3");
    CU_ASSERT_STRING_EQUAL(told(m, "replace_block", "'s/g1', 'Abs', 'built-in/Gain'"), "s/g1");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/g1', 'BlockType'"), "Gain");
    CU_ASSERT_PTR_NULL(must(m, "replace_block", "'s/g1', 'Abs', 'built-in/Gain'"));
    CU_ASSERT_EQUAL(must(m, "replace_block", "'s', 'Clock', 'built-in/Gain'")->count, 0);
    /* a copy of a block of the model, by its path or handle */
    must(m, "set_param", "'s/g1', 'Gain', '7'");
    CU_ASSERT_STRING_EQUAL(told(m, "replace_block", "'s/sub', 'Abs', 's/g1'"), "s/sub/g3");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub/g3', 'Gain'"), "7");
    const double g1 = number(m, "get_param", "'s/g1', 'Handle'");
    CU_ASSERT_STRING_EQUAL(told(m, "replace_block", with("'s/g2', 'Abs', #", g1)), "s/g2");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/g2', 'Gain'"), "7");
    /* masks are found by their type */
    must(m, "mask_create", "'s/sub'");
    must(m, "set_param", "'s/sub', 'MaskType', 'My kind'");
    CU_ASSERT_STRING_EQUAL(told(m, "replace_block", "'s', 'My kind', 'built-in/Abs'"), "s/sub");
    bd_models_free(m);
}

static void test_several_lines_are_added_together_or_not_at_all(void) {
    bd_models *m = a_loop();
    const bd_system *root = bd_models_find(m, "s")->root;
    must(m, "add_block", "'built-in/Abs', 's/a'");
    must(m, "add_block", "'built-in/Abs', 's/b'");
    CU_ASSERT_EQUAL(root->line_count, 2);
    refused(m, "add_line", "'s', {'g2/1', 'a/1', 'c/1'}, {'a/1', 'b/1', 'g1/1'}",
            "already has a line");
    CU_ASSERT_EQUAL(root->line_count, 2);
    const bd_value *handles = must(m, "add_line", "'s', {'g2/1', 'a/1'}, {'a/1', 'b/1'}");
    CU_ASSERT_EQUAL(handles->count, 2);
    CU_ASSERT_EQUAL(root->line_count, 4);
    /* by their handles, both or none */
    const double line = handle_in(m, "s/g2", "LineHandles", "Outport", 0);
    refused(m, "delete_line", with("[# 99]", line), "invalid Simulink object handle: 99");
    CU_ASSERT_EQUAL(root->line_count, 4);
    const double other = handle_in(m, "s/a", "LineHandles", "Outport", 0);
    char both[100];
    snprintf(both, sizeof both, "[%.17g, %.17g, %.17g]", line, other, line);
    must(m, "delete_line", both);
    CU_ASSERT_EQUAL(root->line_count, 2);
    must(m, "delete_line", "'s', 'g1/1', 'g2/1'");
    CU_ASSERT_EQUAL(root->line_count, 1);
    bd_models_free(m);
}

static void test_blocks_are_deleted_together_or_not_at_all(void) {
    bd_models *m = a_loop();
    const bd_system *root = bd_models_find(m, "s")->root;
    refused(m, "delete_block", "{'s/g1', 's/none'}", "'s/none'");
    refused(m, "delete_block", "{'s/g1', 's'}", "s is no block");
    CU_ASSERT_EQUAL(root->block_count, 4);
    must(m, "delete_block", "{'s/g1', 's/g2'}");
    CU_ASSERT_EQUAL(root->block_count, 2);
    const double c = number(m, "get_param", "'s/c', 'Handle'");
    must(m, "delete_block", with("#", c));
    CU_ASSERT_EQUAL(root->block_count, 1);
    must(m, "delete_block", "{'s/sub', 's/sub/g3', 's/sub'}"); /* one goes with another */
    CU_ASSERT_EQUAL(root->block_count, 0);
    bd_models_free(m);
}

static void test_names_count_up_where_they_must_be_unique(void) {
    static const struct {
        const char *name, *made;
    } expected[] = {{"g1", "s/g3"}, {"c", "s/c1"}, {"c", "s/c2"}, {"free", "s/free"}};
    bd_models *m = a_loop();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "'built-in/Abs', 's/%s', 'MakeNameUnique', %s",
                 expected[i].name, i == 0 ? "true" : "'on'");
        must(m, "add_block", arguments);
        CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), expected[i].made);
    }
    refused(m, "add_block", "'built-in/Abs', 's/c', 'MakeNameUnique', 'off'",
            "already has a block 'c'");
    refused(m, "add_block", "'built-in/Abs', 's/c', 'MakeNameUnique', 0",
            "already has a block 'c'");
    bd_models_free(m);
}

static void test_contents_that_cannot_be_copied_leave_an_empty_system(void) {
    bd_models *m = a_loop();
    must(m, "add_block", "'built-in/SubSystem', 's/empty'");
    const bd_system *root = bd_models_find(m, "s")->root;
    refused(m, "copy_contents", "'s', 's/empty'", "cannot be copied into itself");
    CU_ASSERT_EQUAL(root->blocks[4]->system->block_count, 0);
    const double out = handle_in(m, "s/c", "PortHandles", "Outport", 0);
    must(m, "set_param", with("#, 'Name', 'signal'", out));
    must(m, "new_system", "'t'");
    must(m, "copy_contents", "'s', 't'");
    CU_ASSERT_STRING_EQUAL(bd_models_find(m, "t")->root->lines[0].name, "signal");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'t', 'Dirty'"), "on");
    refused(m, "copy_contents", "'s', 't/g1'", "t/g1 is no system: it has no blocks inside");
    refused(m, "copy_contents", "'nowhere', 't'", "'nowhere'");
    refused(m, "delete_contents", "'s/c'", "s/c is no system");
    refused(m, "arrange_system", "'s/c'", "s/c is no system");
    bd_models_free(m);
}

static void test_masks_tell_what_is_wrong(void) {
    static const struct {
        const char *command, *arguments, *part;
    } wrong[] = {
        {"mask_create", "'s'", "s is no block"},
        {"mask_delete", "'s/g1'", "s/g1 has no mask"},
        {"mask_add", "'s/g1', 'Name', 'p'", "s/g1 has no mask"},
        {"mask_remove", "'s/g1'", "s/g1 has no mask"},
        {"mask_exists", "'s/none'", "'s/none'"},
        {"mask_add", "'s/sub', 'Name', 'p', 'Value'", "parameters come in pairs"},
        {"mask_add", "'s/sub', 7, 'p'", "the name of a property must be a text"},
        {"mask_add", "'s/sub', 'Name', 7", "must be a text"},
        {"mask_add", "'s/sub', 'Name', '2p'", "'2p' cannot be a mask parameter"},
        {"mask_add", "'s/sub', 'Value', '2'", "'' cannot be a mask parameter"},
        {"mask_add", "'s/sub', 'Name', 'k'", "already has a mask parameter 'k'"},
        {"mask_add", "'s/sub', 'Name', 'p', 'TypeOptions', 'a'", "must be a cell of texts"},
        {"mask_add", "'s/sub', 'Name', 'p', 'TypeOptions', {'a', 7}", "an option must be a text"},
        {"mask_add", "'s/sub', 'Name', 'p', 'Colour', 'red'", "has no property 'Colour' here"},
        {"mask_add", "'s/sub', 'Name', 'p', 'Tunable', 'off'", "can only be 'on' here"},
        {"mask_remove", "'s/sub', 'none'", "has no mask parameter 'none'"},
        {"mask_remove", "'s/sub', 7", "the name of the parameter must be a text"},
        {"set_param", "'s/sub', 'MaskValues', {'1', '2'}", "MaskValues"},
        {"set_param", "'s/sub', 'MaskValues', '1'", "MaskValues"},
        {"set_param", "'s/sub', 'MaskValues', {7}", "must be a text"},
    };
    bd_models *m = a_loop();
    must(m, "mask_create", "'s/sub'");
    must(m, "mask_remove", "'s/sub'"); /* all of none */
    must(m, "mask_add",
         "'s/sub', 'Name', 'k', 'Evaluate', 'off', 'Tunable', 'on', 'Visible', true, 'Enabled', "
         "'on', 'Prompt', 'How much?'");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(m, wrong[i].command, wrong[i].arguments, wrong[i].part);
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskNames'"), "k");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskPrompts'"), "How much?");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskStyles'"), "edit");
    CU_ASSERT_FALSE(bd_diagram_find(bd_models_find(m, "s"), "sub")->mask->variables[0].evaluate);
    CU_ASSERT_EQUAL(number(m, "mask_exists", "'s/sub'"), 1);
    must(m, "mask_add", "'s/sub', 'Name', 'on_or_off', 'Type', 'checkbox'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskValues'"), "|off");
    must(m, "mask_remove", "'s/sub'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskNames'"), "");
    must(m, "mask_delete", "'s/sub'");
    CU_ASSERT_EQUAL(number(m, "mask_exists", "'s/sub'"), 0);
    bd_models_free(m);
}

static void test_arguments_that_make_no_sense_are_refused(void) {
    static const struct {
        const char *command, *arguments, *part;
    } wrong[] = {
        {"gcs", "1", "gcs takes at most 0 arguments"},
        {"gcb", "1, 2", "gcb takes at most 1 argument"},
        {"get_param", "'s'", "get_param needs at least 2 arguments"},
        {"load_system", "", "load_system needs at least 1 argument"},
        {"mask_remove", "", "mask_remove needs at least 1 argument"},
        {"mask_remove", "'s/sub', 'a', 'b'", "mask_remove takes at most 2 arguments"},
        {"delete_line", "", "delete_line needs at least 1 argument"},
        {"add_line", "'s'", "add_line needs at least 2 arguments"},
        {"write_copy", "'s'", "write_copy needs at least 2 arguments"},
        {"copy_contents", "'s'", "copy_contents needs at least 2 arguments"},
        {"add_block", "7, 's/x'", "invalid Simulink object handle: 7"},
        {"add_block", "'s', 's/x'", "s is no block"},
        {"add_block", "'s/none', 's/x'", "'s/none'"},
        {"add_block", "'built-in/Gain', 7", "the path of the new block must be a text"},
        {"add_block", "'built-in/Gain', 's/'", "is no path of a block: write MODEL/NAME"},
        {"add_block", "'built-in/Gain', '/x'", "is no path of a block"},
        {"add_block", "'built-in/Gain', 'none/x'", "'none' (is its model loaded?)"},
        {"add_block", "'built-in/Gain', 's/c/x'", "s/c is no system: it has no blocks inside"},
        {"add_block", "'built-in/Gain', 's/x', 'Gain'", "parameters come in pairs: name, value"},
        {"add_block", "'built-in/Gain', 's/x', 7, '2'", "the name of a parameter must be a text"},
        {"delete_block", "7", "invalid Simulink object handle: 7"},
        {"delete_block", "-1", "invalid Simulink object handle: -1"},
        {"delete_block", "NaN", "invalid Simulink object handle: nan"},
        {"delete_block", "1024.5", "invalid Simulink object handle: 1024.5"},
        {"delete_block", "''", "invalid Simulink object name: ''"},
        {"delete_block", "0", "0 is no block"},
        {"replace_block", "0, 'Gain', 'built-in/Abs'", "0 is no system"},
        {"replace_block", "'none', 'Gain', 'built-in/Abs'", "'none'"},
        {"replace_block", "'s', 7, 'built-in/Abs'", "the old type must be a text"},
        {"replace_block", "'s', 'Gain', 'noprompt'", "needs a system, the old type and the new"},
        {"replace_block", "'s', 'Gain', 'nowhere/Abs'", "no model or library 'nowhere'"},
        {"replace_block", "'s', 'Gain', 7", "invalid Simulink object handle: 7"},
        {"replace_block", "'s/g1', 'Gain', 'built-in/Nothing'", "'built-in/Nothing'"},
        {"add_line", "'s/c', 'c/1', 'g1/1'", "s/c is no system"},
        {"add_line", "'s', [1 2; 3 4]", "between ports here, not along points"},
        {"add_line", "'s', 'g2/1', 'g1/1', 'colour', 'red'", "add_line has no option 'colour'"},
        {"add_line", "'s', 'g2/1', 'g1/1', 'autorouting'", "'on', 'off' or 'smart'"},
        {"add_line", "'s', 'g2/1', 'g1/1', 7, 7", "an option of add_line must be a text"},
        {"add_line", "'s', {'g2/1', 'c/1'}, 'g1/1'", "there are 2 sources and 1 destinations"},
        {"add_line", "'s', 0, 'g1/1'", "must be BLOCK/PORT or the handle of a port"},
        {"add_line", "'s', 'g2/1', 7", "invalid Simulink object handle: 7"},
        {"add_line", "'s', {'g2/1', 7}, {'sub/1', 'g1/1'}", "has no input port 1"},
        {"add_line", "'s', {7}, {'g1/1'}", "invalid Simulink object handle: 7"},
        {"delete_line", "0", "0 is no line"},
        {"delete_line", "7", "invalid Simulink object handle: 7"},
        {"delete_line", "'s', [1 2]", "by its ports here, not by a point"},
        {"delete_line", "'none', 'c/1', 'g1/1'", "'none'"},
        {"delete_line", "'s', 'none/1', 'g1/1'", "has no block 'none'"},
        {"delete_line", "'s', 'c/1', 'none/1'", "has no block 'none'"},
        {"getfullname", "7", "invalid Simulink object handle: 7"},
        {"bdroot", "7", "invalid Simulink object handle: 7"},
        {"bdclose", "7", "invalid Simulink object handle: 7"},
        {"bdclose", "'none'", "'none'"},
        {"set_param", "7, 'Name', 'x'", "invalid Simulink object handle: 7"},
    };
    bd_models *m = a_loop();
    must(m, "save_system", two("'s'", file("s.mdl")));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        refused(m, wrong[i].command, wrong[i].arguments, wrong[i].part);
        CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s', 'Dirty'"), "off");
    }
    /* the handle of a port is no system and no block */
    const double port = handle_in(m, "s/c", "PortHandles", "Outport", 0);
    refused(m, "replace_block", with("#, 'Gain', 'built-in/Abs'", port), "s/c is no system");
    refused(m, "delete_block", with("#", port), "s/c is no block");
    refused(m, "add_block", with("#, 's/x'", port), "s/c is no block");
    refused(m, "save_system", with("#", port), "s/c is no model");
    /* nor is it one of a block with fewer ports */
    must(m, "add_block", "'built-in/Sum', 's/sum', 'Inputs', '+++'");
    const double third = handle_in(m, "s/sum", "PortHandles", "Inport", 2);
    must(m, "set_param", "'s/sum', 'Inputs', '++'");
    refused(m, "get_param", with("#, 'Parent'", third), "invalid Simulink object handle");
    /* nor of a system inside of a block that is gone */
    const double inner = number(m, "get_param", "'s/sub/g3', 'Handle'");
    must(m, "delete_block", "'s/sub'");
    refused(m, "get_param", with("#, 'Gain'", inner), "invalid Simulink object handle");
    bd_models_free(m);
    talk_end();
}

static void test_a_result_that_nobody_wants_is_dropped(void) {
    bd_models *m = a_loop();
    bd_value *name = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_value_create_text("s/c", &name, NULL), BD_OK);
    const bd_value *const arguments[] = {name};
    CU_ASSERT_EQUAL(bd_command(m, "getfullname", arguments, 1, NULL, 0, NULL), BD_OK);
    CU_ASSERT_STRING_EQUAL(bd_models_identifier(m), "");
    CU_ASSERT_EQUAL(bd_command(m, "bdclose", arguments, 1, NULL, 0, NULL), BD_BAD_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(bd_models_identifier(m), "Simulink:Commands:InvalidModel");
    bd_value_free(name);
    bd_models_free(m);
}

static const mr_test tests[] = {
    MR_TEST(test_a_model_is_found_by_name_ending_or_path),
    MR_TEST(test_the_palette_is_always_there),
    MR_TEST(test_open_system_makes_a_system_the_present_one),
    MR_TEST(test_saving_names_the_model_as_its_file),
    MR_TEST(test_closing_saves_where_that_is_asked_for),
    MR_TEST(test_new_systems_have_free_names),
    MR_TEST(test_a_file_that_is_no_model_is_refused),
    MR_TEST(test_parameters_and_corners_of_a_file),
    MR_TEST(test_replace_block_finds_blocks_below_and_one_alone),
    MR_TEST(test_several_lines_are_added_together_or_not_at_all),
    MR_TEST(test_blocks_are_deleted_together_or_not_at_all),
    MR_TEST(test_names_count_up_where_they_must_be_unique),
    MR_TEST(test_contents_that_cannot_be_copied_leave_an_empty_system),
    MR_TEST(test_masks_tell_what_is_wrong),
    MR_TEST(test_arguments_that_make_no_sense_are_refused),
    MR_TEST(test_a_result_that_nobody_wants_is_dropped),
};

int main(int argc, char **argv) {
    return mr_test_main("models", tests, sizeof tests / sizeof *tests, argc, argv);
}
