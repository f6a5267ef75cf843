/* what each command does; expected values are those of Simulink's documentation */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/edit.h"
#include "compare.h"
#include "mr_test.h"
#include "scratch.h"
#include "talk.h"

static void test_a_loop_from_nothing_reads_back_as_it_was_built(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'loop'");
    must(m, "add_block", "'simulink/Sources/Step', 'loop/r', 'Time', '0'");
    must(m, "add_block", "'simulink/Math Operations/Sum', 'loop/e', 'Inputs', '|+-'");
    must(m, "add_block", "'simulink/Math Operations/Gain', 'loop/K', 'Gain', '2*k'");
    must(m, "add_block", "'simulink/Continuous/Integrator', 'loop/x'");
    must(m, "add_block", "'simulink/Sinks/Out1', 'loop/y'");
    must(m, "add_line", "'loop', 'r/1', 'e/1'");
    must(m, "add_line", "'loop', {'e/1', 'K/1', 'x/1', 'x/1'}, {'K/1', 'x/1', 'y/1', 'e/2'}");
    must(m, "set_param", "'loop', 'StopTime', '3', 'Solver', 'ode4', 'FixedStep', '0.1'");
    const bd_diagram *d = bd_models_find(m, "loop");
    CU_ASSERT_EQUAL(d->root->block_count, 5);
    CU_ASSERT_EQUAL(d->root->line_count, 4); /* two lines of x are one with a branch */
    const char *names[] = {"loop.slx", "loop.mdl"};
    for (size_t i = 0; i < 2; i++) {
        char path[512], arguments[600], what[512];
        snprintf(path, sizeof path, "%s/%s", scratch_folder(), names[i]);
        snprintf(arguments, sizeof arguments, "'loop', '%s'", path);
        CU_ASSERT_STRING_EQUAL(told(m, "save_system", arguments), path);
        bd_diagram *again = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, NULL), BD_OK);
        const bool equal = diagrams_equal(d, again, what, sizeof what);
        if (!equal)
            printf("%s\n", what);
        CU_ASSERT_TRUE(equal);
        CU_ASSERT_STRING_EQUAL(bd_diagram_setting(again, "SolverName"), "ode4");
        bd_diagram_free(again);
    }
    bd_models_free(m);
}

static void test_the_palette_has_documented_values(void) {
    static const struct {
        const char *source, *parameter, *value;
    } expected[] = {
        {"simulink/Math Operations/Sum", "Inputs", "|++"},
        {"simulink/Math Operations/Sum", "IconShape", "round"},
        {"built-in/Sum", "Inputs", "++"},
        {"built-in/Sum", "IconShape", "rectangular"},
        {"simulink/Math Operations/Subtract", "Inputs", "+-"},
        {"simulink/Math Operations/Divide", "Inputs", "*/"},
        {"simulink/Signal Routing/Mux", "Inputs", "2"},
        {"simulink/Signal Routing/Demux", "Outputs", "2"},
        {"simulink/Sources/Pulse Generator", "PulseType", "Time based"},
        {"simulink/Sources/Sine Wave", "BlockType", "Sin"},
        {"simulink/Sources/Ramp", "BlockType", "SubSystem"},
        {"simulink/Sources/Ramp", "MaskType", "Ramp"},
        {"simulink/Sources/Ramp", "ReferenceBlock", "simulink/Sources/Ramp"},
        {"simulink/Sources/Ramp", "LinkStatus", "resolved"},
        {"simulink/Sources/Ramp", "slope", "1"},
        {"simulink/Continuous/Transfer Fcn", "Denominator", "[1 1]"},
        {"simulink/Commonly Used Blocks/Gain", "Gain", "1"},
        {"simulink/Logic and Bit Operations/Relational Operator", "Operator", "<="},
        {"simulink/Sinks/To Workspace", "VariableName", "simout"},
        {"simulink/Discrete/Discrete-Time\nIntegrator", "SampleTime", "-1"},
        {"built-in/subsystem", "BlockType", "SubSystem"},
    };
    bd_models *m = bd_models_create();
    must(m, "new_system", "'p'");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments, "strrep('%s', '#', char(10)), 'p/b%zu'",
                 expected[i].source, i);
        for (char *c = arguments; *c; c++)
            *c = *c == '\n' ? '#' : *c;
        must(m, "add_block", arguments);
        snprintf(arguments, sizeof arguments, "'p/b%zu', '%s'", i, expected[i].parameter);
        const char *value = told(m, "get_param", arguments);
        if (strcmp(value, expected[i].value) != 0)
            printf("%s: %s is '%s'\n", expected[i].source, expected[i].parameter, value);
        CU_ASSERT_STRING_EQUAL(value, expected[i].value);
    }
    bd_models_free(m);
}

static void test_a_subsystem_of_the_palette_passes_its_input_on(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'simulink/Ports & Subsystems/Subsystem', 's/sub'");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s/sub'"), "s/sub|s/sub/In1|s/sub/Out1");
    const bd_node *sub = bd_diagram_find(bd_models_find(m, "s"), "sub");
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_INPUT], 1);
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_OUTPUT], 1);
    CU_ASSERT_EQUAL(sub->system->line_count, 1);
    must(m, "add_block", "'simulink/Ports & Subsystems/Function-Call Subsystem', 's/f'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/f/function', 'TriggerType'"), "function-call");
    CU_ASSERT_EQUAL(bd_diagram_find(bd_models_find(m, "s"), "f")->ports[BD_PORT_TRIGGER], 1);
    must(m, "add_block", "'built-in/SubSystem', 's/empty'");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s/empty'"), "s/empty");
    bd_models_free(m);
}

/* from → to as "a/1>b/2", sorted by the file */
static void line_texts(const bd_system *system, char *text, size_t size) {
    text[0] = '\0';
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++) {
            const bd_end *a = &system->lines[i].source, *b = &system->lines[i].destinations[k];
            const size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%s/%d>%s/%d", used ? " " : "", a->block->name,
                     a->index + 1, b->block->name, b->index + 1);
        }
}

#define ASSERT_LINES(system, expected)                                                             \
    do {                                                                                           \
        char lines[400];                                                                           \
        line_texts(system, lines, sizeof lines);                                                   \
        CU_ASSERT_STRING_EQUAL(lines, expected);                                                   \
    } while (0)

static bd_models *three_inputs(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'built-in/SubSystem', 's/sub'");
    for (int i = 1; i <= 3; i++) {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "'built-in/Inport', 's/sub/i%d'", i);
        must(m, "add_block", arguments);
        snprintf(arguments, sizeof arguments, "'built-in/Constant', 's/c%d'", i);
        must(m, "add_block", arguments);
        snprintf(arguments, sizeof arguments, "'s', 'c%d/1', 'sub/%d'", i, i);
        must(m, "add_line", arguments);
    }
    return m;
}

static void test_lines_stay_with_the_port_block_they_belong_to(void) {
    bd_models *m = three_inputs();
    const bd_system *root = bd_models_find(m, "s")->root;
    ASSERT_LINES(root, "c1/1>sub/1 c2/1>sub/2 c3/1>sub/3");
    must(m, "set_param", "'s/sub/i3', 'Port', '1'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub/i1', 'Port'"), "2");
    ASSERT_LINES(root, "c1/1>sub/2 c2/1>sub/3 c3/1>sub/1");
    must(m, "delete_block", "'s/sub/i1'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub/i2', 'Port'"), "2");
    ASSERT_LINES(root, "c2/1>sub/2 c3/1>sub/1");
    CU_ASSERT_EQUAL(bd_diagram_find(bd_models_find(m, "s"), "sub")->ports[BD_PORT_INPUT], 2);
    must(m, "add_block", "'built-in/Inport', 's/sub/new', 'Port', '1'");
    ASSERT_LINES(root, "c2/1>sub/3 c3/1>sub/2");
    refused(m, "set_param", "'s/sub/new', 'Port', '5'", "from 1 to 3");
    bd_models_free(m);
}

static void test_ports_follow_parameters(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'built-in/Sum', 's/sum', 'Inputs', '+++'");
    must(m, "add_block", "'built-in/Constant', 's/c'");
    must(m, "add_line", "'s', 'c/1', 'sum/1'");
    must(m, "add_line", "'s', 'c/1', 'sum/3'");
    refused(m, "add_line", "'s', 'c/1', 'sum/4'", "has no input port 4 (it has 3)");
    refused(m, "add_line", "'s', 'c/1', 'sum/3'", "already has a line (from 'c', port 1)");
    must(m, "set_param", "'s/sum', 'Inputs', '+-'");
    ASSERT_LINES(bd_models_find(m, "s")->root, "c/1>sum/1");
    bd_models_free(m);
}

static void test_copies_are_their_own(void) {
    bd_models *m = three_inputs();
    must(m, "new_system", "'t'");
    must(m, "set_param", "'s/c1', 'Value', '[1 2 3]'");
    must(m, "add_block", "'s/c1', 't/first'");
    must(m, "add_block", "'s/sub', 't/sub'");
    must(m, "set_param", "'s/c1', 'Value', '4'");
    must(m, "close_system", "'s', 0");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'t/first', 'Value'"), "[1 2 3]");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'t/sub', 'BlockType', 'Inport'"),
                           "t/sub/i1|t/sub/i2|t/sub/i3");
    refused(m, "add_block", "'t/sub', 't/sub/again'", "cannot be copied into itself");
    CU_ASSERT_STRING_EQUAL(told(m, "bdroot", "'t/sub/i1'"), "t");
    bd_models_free(m);
}

static void test_a_block_of_a_library_becomes_a_link(void) {
    char folder[400], arguments[500], what[300];
    snprintf(folder, sizeof folder, "%s", scratch_folder());
    bd_models *m = bd_models_create();
    const char *folders[] = {folder};
    CU_ASSERT_TRUE(bd_models_set_folders(m, folders, 1));
    must(m, "new_system", "'little_lib', 'Library'");
    must(m, "add_block", "'simulink/Ports & Subsystems/Subsystem', 'little_lib/amplifier'");
    must(m, "mask_create", "'little_lib/amplifier'");
    must(m, "mask_add",
         "'little_lib/amplifier', 'Name', 'k', 'Value', '2', 'Prompt', 'Factor', 'Type', 'edit'");
    must(m, "add_block", "'built-in/Gain', 'little_lib/amplifier/K', 'Gain', 'k'");
    snprintf(arguments, sizeof arguments, "'little_lib', '%s/little_lib.mdl'", folder);
    must(m, "save_system", arguments);
    must(m, "close_system", "'little_lib'");
    must(m, "new_system", "'user'");
    must(m, "add_block", "'little_lib/amplifier', 'user/a', 'k', '7'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'user/a', 'LinkStatus'"), "resolved");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'user/a', 'ReferenceBlock'"),
                           "little_lib/amplifier");
    refused(m, "add_block", "'built-in/Gain', 'user/a/more'",
            "is a link to 'little_lib/amplifier'");
    refused(m, "delete_block", "'user/a/K'", "cannot be edited here");
    snprintf(arguments, sizeof arguments, "'user', '%s/user.slx'", folder);
    must(m, "save_system", arguments);
    snprintf(arguments, sizeof arguments, "%s/user.slx", folder);
    const bd_search_path search = {folders, 1};
    bd_diagram *again = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(arguments, &search, &again, NULL, NULL), BD_OK);
    CU_ASSERT_TRUE(diagrams_equal(bd_models_find(m, "user"), again, what, sizeof what));
    CU_ASSERT_STRING_EQUAL(bd_diagram_find(again, "a")->mask->variables[0].value, "7");
    bd_diagram_free(again);
    must(m, "set_param", "'user/a', 'LinkStatus', 'none'");
    must(m, "delete_block", "'user/a/K'");
    bd_models_free(m);
}

static void test_handles_name_blocks_ports_and_lines(void) {
    bd_models *m = bd_models_create();
    char arguments[200];
    must(m, "new_system", "'h'");
    const double a = number(m, "add_block", "'built-in/Constant', 'h/a'");
    const double b = number(m, "add_block", "'built-in/Gain', 'h/b'");
    snprintf(arguments, sizeof arguments, "%.17g, 'PortHandles'", a);
    const double out =
        bd_value_real_at(bd_value_field(must(m, "get_param", arguments), "Outport"), 0);
    const double in =
        bd_value_real_at(bd_value_field(must(m, "get_param", "'h/b', 'PortHandles'"), "Inport"), 0);
    snprintf(arguments, sizeof arguments, "'h', %.17g, %.17g, 'autorouting', 'smart'", out, in);
    const double line = number(m, "add_line", arguments);
    snprintf(arguments, sizeof arguments, "%.17g, 'DstBlockHandle'", line);
    CU_ASSERT_EQUAL(number(m, "get_param", arguments), b);
    snprintf(arguments, sizeof arguments, "%.17g, 'Name', 'speed'", line);
    must(m, "set_param", arguments);
    snprintf(arguments, sizeof arguments, "%.17g, 'Name'", out);
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", arguments), "speed");
    const bd_value *c = must(m, "get_param", "'h/b', 'PortConnectivity'");
    CU_ASSERT_EQUAL(bd_value_real_at(bd_value_field_at(c, 0, "SrcBlock"), 0), a);
    snprintf(arguments, sizeof arguments, "%.17g", line);
    must(m, "delete_line", arguments);
    refused(m, "delete_line", arguments, "invalid Simulink object handle");
    must(m, "delete_block", "'h/a'");
    snprintf(arguments, sizeof arguments, "%.17g, 'Value'", a);
    refused(m, "get_param", arguments, "invalid Simulink object handle");
    must(m, "close_system", "'h', 0");
    must(m, "new_system", "'h'");
    must(m, "add_block", "'built-in/Gain', 'h/b'");
    snprintf(arguments, sizeof arguments, "%.17g, 'Gain'", b);
    refused(m, "get_param", arguments, "invalid Simulink object handle");
    bd_models_free(m);
}

static void test_replace_block_keeps_name_place_and_lines(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'r'");
    must(m, "add_block", "'built-in/Constant', 'r/c'");
    must(m, "add_block", "'built-in/Gain', 'r/a', 'Position', [10 20 40 50]");
    must(m, "add_block", "'built-in/Gain', 'r/b', 'Gain', '3'");
    must(m, "add_line", "'r', {'c/1', 'a/1'}, {'a/1', 'b/1'}");
    CU_ASSERT_STRING_EQUAL(
        told(m, "replace_block", "'r', 'Gain', 'built-in/Integrator', 'noprompt'"), "r/a|r/b");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'r/a', 'BlockType'"), "Integrator");
    const bd_value *p = must(m, "get_param", "'r/a', 'Position'");
    CU_ASSERT_EQUAL(bd_value_real_at(p, 3), 50);
    ASSERT_LINES(bd_models_find(m, "r")->root, "c/1>a/1 a/1>b/1");
    CU_ASSERT_EQUAL(bd_models_find(m, "r")->root->blocks[1]->index, 1);
    refused(m, "replace_block", "'r', 'Integrator', 'built-in/Nothing'",
            "no block named 'built-in/Nothing'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'r/a', 'BlockType'"), "Integrator");
    bd_models_free(m);
}

static void test_names_and_paths(void) {
    bd_models *m = three_inputs();
    must(m, "set_param", "'s/sub', 'Name', 'a/b'");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s', 'Name', 'i2'"), "s/a//b/i2");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/a//b/i2', 'Parent'"), "s/a//b");
    must(m, "add_block", "'built-in/Gain', 's/1//m'");
    must(m, "add_line", "'s', 'c1/1', '1//m/1'");
    must(m, "add_block", "'built-in/Gain', 's/c1', 'MakeNameUnique', 'on'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "s/c4");
    must(m, "set_param", "'s', 'Name', 'renamed'");
    CU_ASSERT_STRING_EQUAL(told(m, "getfullname", "'renamed/a//b/i1'"), "renamed/a//b/i1");
    refused(m, "get_param", "'s/c1', 'Value'", "invalid Simulink object name: 's/c1'");
    refused(m, "set_param", "'renamed/c1', 'Name', 'c2'", "already has a block 'c2'");
    refused(m, "new_system", "'2nd'", "cannot be the name of a model");
    /* older scripts name types as the palette does */
    must(m, "add_block", "'built-in/Sine Wave', 'renamed/wave'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'renamed/wave', 'BlockType'"), "Sin");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'renamed', 'WSMCode'"), "");
    must(m, "set_param", "'renamed', 'WSMCode', 'k = 3;', 'Creator', 'me'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'renamed', 'WSMCode'"), "k = 3;");
    /* the language of models runs it: a host's own might start programs */
    CU_ASSERT_EQUAL(number(m, "workspace_value", "'renamed', 'k + 1'"), 4.0);
    must(m, "set_param", "'renamed', 'WSMCode', 'system(''true''); k = 5;'");
    CU_ASSERT_EQUAL(number(m, "workspace_value", "'renamed', 'k'"), 5.0);
    refused(m, "workspace_value", "'renamed', 'n'", "'n'");
    refused(m, "workspace_value", "'renamed', 7", "must be a text");
    must(m, "set_param", "'renamed', 'WSMCode', 'k = 3;'");
    bd_models_free(m);
}

static void test_find_system_searches_as_documented(void) {
    bd_models *m = three_inputs();
    CU_ASSERT_STRING_EQUAL(
        told(m, "find_system", "'s', 'Variants', 'AllVariants', 'RegExp', 'on', 'Name', '^c1$'"),
        "s/c1");
    refused(m, "find_system", "'s', 'Variants', 'ActiveVariants', 'Name', 'c1'",
            "'AllVariants' here");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s', 'SearchDepth', 1, 'BlockType', 'Inport'"),
                           "");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s', 'RegExp', 'on', 'Name', '^c[12]$'"),
                           "s/c1|s/c2");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s', 'CaseSensitive', 'off', 'Name', 'SUB'"),
                           "s/sub");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'Type', 'block_diagram'"), "s");
    CU_ASSERT_EQUAL(must(m, "find_system", "'s', 'FindAll', 'on', 'Type', 'line'")->count, 3);
    must(m, "mask_create", "'s/sub'");
    must(m, "mask_add", "'s/sub', 'Name', 'p', 'Value', '1'");
    CU_ASSERT_STRING_EQUAL(told(m, "find_system", "'s', 'BlockType', 'Inport'"), "");
    CU_ASSERT_STRING_EQUAL(
        told(m, "find_system", "'s', 'LookUnderMasks', 'all', 'BlockType', 'Inport'"),
        "s/sub/i1|s/sub/i2|s/sub/i3");
    refused(m, "find_system", "'s', 'RegExp', 'on', 'Name', 'a**'", "no regular expression");
    bd_models_free(m);
}

static void test_masks_by_script(void) {
    bd_models *m = three_inputs();
    must(m, "mask_create", "'s/sub'");
    must(m, "mask_add",
         "'s/sub', 'Type', 'popup', 'TypeOptions', {'slow', 'fast'}, 'Name', 'mode'");
    must(m, "mask_add", "'s/sub', 'Type', 'checkbox', 'Name', 'active', 'Value', 'on'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskNames'"), "mode|active");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'mode'"), "slow");
    must(m, "set_param", "'s/sub', 'mode', 'fast', 'MaskInitialization', 'x = mode;'");
    CU_ASSERT_STRING_EQUAL(
        bd_diagram_find(bd_models_find(m, "s"), "sub")->mask->variables[0].expression, "2");
    refused(m, "set_param", "'s/sub', 'mode', 'faster'", "it is one of 'slow', 'fast'");
    refused(m, "set_param", "'s/sub', 'active', '1'", "on or off");
    refused(m, "mask_create", "'s/sub'", "already has a mask");
    must(m, "set_param", "'s/sub', 'MaskValues', {'slow', 'off'}");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskValues'"), "slow|off");
    must(m, "mask_remove", "'s/sub', 'mode'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'MaskNames'"), "active");
    must(m, "set_param", "'s/sub', 'Mask', 'off'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub', 'Mask'"), "off");
    bd_models_free(m);
}

static void test_models_come_and_go(void) {
    bd_models *m = bd_models_create();
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "");
    must(m, "new_system", "'a'");
    must(m, "new_system", "");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "untitled");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'a', 'Dirty'"), "off");
    must(m, "add_block", "'built-in/Gain', 'a/g'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'a', 'Dirty'"), "on");
    refused(m, "close_system", "'a'", "close_system('a', 0) closes it without saving");
    must(m, "close_system", "'a', 0");
    refused(m, "get_param", "'a', 'Dirty'", "invalid Simulink object name");
    refused(m, "load_system", "'no_such_model'", "no system named 'no_such_model' to open");
    CU_ASSERT_STRING_EQUAL(bd_models_identifier(m), "Simulink:Commands:OpenSystemUnknownSystem");
    must(m, "load_system", "'simulink'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "0, 'CurrentSystem'"), "untitled");
    must(m, "bdclose", "'all'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "");
    bd_models_free(m);
}

static void test_contents_are_copied_and_deleted(void) {
    bd_models *m = three_inputs();
    must(m, "new_system", "'t'");
    must(m, "copy_contents", "'s', 't'");
    ASSERT_LINES(bd_models_find(m, "t")->root, "c1/1>sub/1 c2/1>sub/2 c3/1>sub/3");
    refused(m, "copy_contents", "'s', 't'", "into an empty system only");
    must(m, "arrange_system", "'t'");
    CU_ASSERT_PTR_NOT_NULL(
        bd_parameters_find(&bd_models_find(m, "t")->root->blocks[0]->parameters, "Position"));
    must(m, "delete_contents", "'t'");
    CU_ASSERT_EQUAL(bd_models_find(m, "t")->root->block_count, 0);
    CU_ASSERT_EQUAL(bd_models_find(m, "t")->root->line_count, 0);
    bd_models_free(m);
}

static void test_mistakes_are_told_with_what_was_meant(void) {
    bd_models *m = three_inputs();
    refused(m, "add_block", "'simulink/Sources/Gain', 's/g'",
            "(did you mean 'simulink/Math Operations/Gain'?)");
    refused(m, "add_block", "'built-in/Gian', 's/g'", "(did you mean 'built-in/Gain'?)");
    refused(m, "add_block", "'nowhere/Gain', 's/g'", "no model or library 'nowhere' is loaded");
    refused(m, "add_block", "'built-in/Gain', 's/c1'", "already has a block 'c1'");
    refused(m, "add_block", "'built-in/Gain', 'g'", "is no path of a block");
    refused(m, "add_block", "'built-in/Gain', 's/g', 'Gian', '2'", "(did you mean 'Gain'?)");
    CU_ASSERT_PTR_NULL(bd_diagram_find(bd_models_find(m, "s"), "g"));
    refused(m, "set_param", "'s/c1', 'Value', 5", "must be a text ('5', not 5)");
    refused(m, "set_param", "'s', 'StopTme', '5'", "(did you mean 'StopTime'?)");
    refused(m, "set_param", "'s', 'Solver', 'ode46'",
            "Solver cannot be 'ode46' (did you mean 'ode4");
    refused(m, "add_line", "'s', 'c1', 'sub/1'", "write BLOCK/PORT");
    refused(m, "add_line", "'s', 'c9/1', 'sub/1'", "has no block 'c9'");
    refused(m, "delete_line", "'s', 'c1/1', 'sub/2'", "no line from 's/c1', port 1");
    refused(m, "add_blck", "'x', 's/y'", "(did you mean 'add_block'?)");
    refused(m, "add_block", "'x'", "needs at least 2 arguments");
    refused(m, "set_param", "'s/c1', 'Position', [10 10 5 20]", "right > left");
    refused(m, "set_param", "'s/c1', 'BlockType', 'Gain'", "BlockType cannot be set");
    bd_models_free(m);
    talk_end();
}

static const mr_test tests[] = {
    MR_TEST(test_a_loop_from_nothing_reads_back_as_it_was_built),
    MR_TEST(test_the_palette_has_documented_values),
    MR_TEST(test_a_subsystem_of_the_palette_passes_its_input_on),
    MR_TEST(test_lines_stay_with_the_port_block_they_belong_to),
    MR_TEST(test_ports_follow_parameters),
    MR_TEST(test_copies_are_their_own),
    MR_TEST(test_a_block_of_a_library_becomes_a_link),
    MR_TEST(test_handles_name_blocks_ports_and_lines),
    MR_TEST(test_replace_block_keeps_name_place_and_lines),
    MR_TEST(test_names_and_paths),
    MR_TEST(test_find_system_searches_as_documented),
    MR_TEST(test_masks_by_script),
    MR_TEST(test_models_come_and_go),
    MR_TEST(test_contents_are_copied_and_deleted),
    MR_TEST(test_mistakes_are_told_with_what_was_meant),
};

int main(int argc, char **argv) {
    return mr_test_main("commands", tests, sizeof tests / sizeof *tests, argc, argv);
}
