/* what get_param tells of blocks, ports, lines and models, and what set_param takes; names and
 * values are those of Simulink's documentation */
#include <stdio.h>
#include <string.h>

#include "mr_test.h"
#include "talk.h"

typedef struct answer {
    const char *arguments, *expected;
} answer;

static void assert_told(bd_models *m, const answer *answers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *text = told(m, "get_param", answers[i].arguments);
        if (strcmp(text, answers[i].expected) != 0)
            printf("get_param(%s) is '%s'\n", answers[i].arguments, text);
        CU_ASSERT_STRING_EQUAL(text, answers[i].expected);
    }
}

#define ASSERT_TOLD(models, answers)                                                               \
    assert_told(models, answers, sizeof(answers) / sizeof *(answers))

/* c feeds every port of the subsystem, whose output feeds g */
static bd_models *all_ports(void) {
    bd_models *m = bd_models_create();
    must(m, "new_system", "'s'");
    must(m, "add_block", "'built-in/Constant', 's/c'");
    must(m, "add_block", "'built-in/Gain', 's/g'");
    must(m, "add_block", "'built-in/SubSystem', 's/sub'");
    must(m, "add_block", "'built-in/Inport', 's/sub/in'");
    must(m, "add_block", "'built-in/Outport', 's/sub/out'");
    must(m, "add_block", "'built-in/EnablePort', 's/sub/enable'");
    must(m, "add_block", "'built-in/TriggerPort', 's/sub/trigger'");
    must(m, "add_line",
         "'s', {'c/1', 'c/1', 'c/1', 'sub/1'}, {'sub/1', 'sub/Enable', 'sub/Trigger', 'g/1'}");
    return m;
}

static void test_a_port_tells_its_kind_number_block_and_line(void) {
    static const struct {
        const char *field, *type;
    } expected[] = {
        {"Inport", "inport"}, {"Outport", "outport"}, {"Enable", "enable"}, {"Trigger", "trigger"}};
    bd_models *m = all_ports();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const double port = handle_in(m, "s/sub", "PortHandles", expected[i].field, 0);
        const double line = handle_in(m, "s/sub", "LineHandles", expected[i].field, 0);
        CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'PortType'", port)), expected[i].type);
        CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Parent'", port)), "s/sub");
        CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Type'", port)), "port");
        CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'PortNumber'", port)), 1);
        CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'Handle'", port)), port);
        CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'Line'", port)), line);
    }
    /* one line of c with three branches; nothing is connected to the output of g */
    CU_ASSERT_EQUAL(handle_in(m, "s/sub", "LineHandles", "Inport", 0),
                    handle_in(m, "s/sub", "LineHandles", "Trigger", 0));
    CU_ASSERT_EQUAL(handle_in(m, "s/g", "LineHandles", "Outport", 0), -1);
    const double open = handle_in(m, "s/g", "PortHandles", "Outport", 0);
    CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'Line'", open)), -1);
    refused(m, "get_param", with("#, 'Colour'", open),
            "a port of s/g does not have a parameter named 'Colour'");
    bd_models_free(m);
}

static void test_a_signal_is_named_and_logged_at_its_output_port(void) {
    bd_models *m = all_ports();
    const double out = handle_in(m, "s/sub", "PortHandles", "Outport", 0);
    const double in = handle_in(m, "s/g", "PortHandles", "Inport", 0);
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'DataLogging'", out)), "off");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'DataLoggingName'", out)), "");
    must(m, "set_param",
         with("#, 'SignalNameFromLabel', 'force', 'datalogging', true, 'DataLoggingName', 'F'",
              out));
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Name'", out)), "force");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'SignalNameFromLabel'", out)), "force");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'DataLogging'", out)), "on");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'TestPoint'", out)), "off");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'DataLoggingName'", out)), "F");
    must(m, "set_param", with("#, 'DataLogging', 'off', 'TestPoint', 'on'", out));
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'DataLogging'", out)), "off");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'TestPoint'", out)), "on");
    /* an input has neither a name nor settings of its own */
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Name'", in)), "");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'DataLogging'", in)), "off");
    refused(m, "set_param", with("#, 'Name', 'x'", in), "signals are named at output ports");
    /* all of them are checked before the first one is set */
    refused(m, "set_param", with("#, 'Name', 'changed', 'Colour', 'red'", out),
            "a signal of s/sub does not have a parameter named 'Colour'");
    refused(m, "set_param", with("#, 'Name', 'changed', 'TestPoint', 'yes'", out),
            "TestPoint of a signal of s/sub cannot be 'yes': it is on or off");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Name'", out)), "force");
    refused(m, "set_param", with("#, 'Name', 5", out), "must be a text");
    bd_models_free(m);
}

static void test_a_line_tells_both_of_its_ends(void) {
    bd_models *m = all_ports();
    const double c = number(m, "get_param", "'s/c', 'Handle'");
    const double sub = number(m, "get_param", "'s/sub', 'Handle'");
    const double line = handle_in(m, "s/c", "LineHandles", "Outport", 0);
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Type'", line)), "line");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Parent'", line)), "s");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Name'", line)), "");
    CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'Handle'", line)), line);
    CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'SrcBlockHandle'", line)), c);
    CU_ASSERT_EQUAL(number(m, "get_param", with("#, 'SrcPortHandle'", line)),
                    handle_in(m, "s/c", "PortHandles", "Outport", 0));
    const bd_value *blocks = must(m, "get_param", with("#, 'DstBlockHandle'", line));
    CU_ASSERT_EQUAL_FATAL(blocks->count, 3);
    CU_ASSERT_EQUAL(bd_value_real_at(blocks, 2), sub);
    const double trigger = handle_in(m, "s/sub", "PortHandles", "Trigger", 0);
    const bd_value *ports = must(m, "get_param", with("#, 'DstPortHandle'", line));
    CU_ASSERT_EQUAL_FATAL(ports->count, 3);
    CU_ASSERT_EQUAL(bd_value_real_at(ports, 2), trigger);
    refused(m, "get_param", with("#, 'Colour'", line),
            "a line of s/c does not have a parameter named 'Colour'");
    /* inside of a subsystem the subsystem is its parent */
    must(m, "add_line", "'s/sub', 'in/1', 'out/1'");
    const double inner = handle_in(m, "s/sub/in", "LineHandles", "Outport", 0);
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", with("#, 'Parent'", inner)), "s/sub");
    bd_models_free(m);
}

/* "Type: source blocks > destination blocks", handles minus that of the subsystem */
static void test_port_connectivity_lists_inputs_before_outputs(void) {
    static const char *const types[] = {"1", "enable", "trigger", "1"};
    bd_models *m = all_ports();
    const double c = number(m, "get_param", "'s/c', 'Handle'");
    const double g = number(m, "get_param", "'s/g', 'Handle'");
    const bd_value *all = must(m, "get_param", "'s/sub', 'PortConnectivity'");
    CU_ASSERT_EQUAL_FATAL(all->count, 4);
    for (size_t i = 0; i < 4; i++) {
        const bd_value *type = bd_value_field_at(all, i, "Type");
        CU_ASSERT_EQUAL(type->count, strlen(types[i]));
        CU_ASSERT_NSTRING_EQUAL((const char *)type->re, types[i], strlen(types[i]));
        const bool input = i < 3;
        const bd_value *source = bd_value_field_at(all, i, "SrcBlock");
        const bd_value *from = bd_value_field_at(all, i, "SrcPort");
        const bd_value *to = bd_value_field_at(all, i, "DstBlock");
        CU_ASSERT_EQUAL(source->count, input ? 1 : 0);
        CU_ASSERT_EQUAL(from->count, input ? 1 : 0);
        CU_ASSERT_EQUAL(to->count, input ? 0 : 1);
        if (input) {
            CU_ASSERT_EQUAL(bd_value_real_at(source, 0), c);
            CU_ASSERT_EQUAL(bd_value_real_at(from, 0), 0); /* counted from 0 */
        } else {
            CU_ASSERT_EQUAL(bd_value_real_at(to, 0), g);
            CU_ASSERT_EQUAL(bd_value_real_at(bd_value_field_at(all, i, "DstPort"), 0), 0);
        }
    }
    must(m, "delete_line", "'s', 'sub/1', 'g/1'");
    const bd_value *alone = must(m, "get_param", "'s/g', 'PortConnectivity'");
    CU_ASSERT_EQUAL(bd_value_real_at(bd_value_field_at(alone, 0, "SrcBlock"), 0), -1);
    CU_ASSERT_EQUAL(bd_value_field_at(alone, 0, "SrcPort")->count, 0);
    CU_ASSERT_EQUAL(bd_value_field_at(alone, 1, "DstBlock")->count, 0);
    bd_models_free(m);
}

static void test_a_block_tells_attributes_parameters_and_what_all_blocks_have(void) {
    static const answer answers[] = {
        {"'s/g', 'Name'", "g"},
        {"'s/g', 'parent'", "s"},
        {"'s/sub/in', 'Parent'", "s/sub"},
        {"'s/g', 'Type'", "block"},
        {"'s/g', 'BLOCKTYPE'", "Gain"},
        {"'s/g', 'Mask'", "off"},
        {"'s/g', 'MaskType'", ""},
        {"'s/g', 'MaskInitialization'", ""},
        {"'s/g', 'MaskNames'", ""},
        {"'s/g', 'LinkStatus'", "none"},
        {"'s/g', 'ReferenceBlock'", ""},
        {"'s/g', 'Commented'", "off"},
        {"'s/g', 'gain'", "1"},
        {"'s/g', 'Multiplication'", "Element-wise(K.*u)"},
        {"'s/g', 'multiplication'", "Element-wise(K.*u)"},
        {"'s/g', 'ShowName'", "on"},
        {"'s/g', 'orientation'", "right"},
        {"'s/g', 'Tag'", ""},
        {"'s/g', 'CopyFcn'", ""},
        {"'s/sub/trigger', 'Selected'", "on"},
        {"'s/g', 'Selected'", "off"},
        {"'s/sub', 'Blocks'", "in|out|enable|trigger"},
        {"'s', 'Blocks'", "c|g|sub"},
        {"{'s/c', 's/g'}, 'BlockType'", "Constant|Gain"},
        {"{}, 'BlockType'", ""},
    };
    bd_models *m = all_ports();
    ASSERT_TOLD(m, answers);
    must(m, "set_param", "'s/g', 'Commented', 'through', 'Gain', '2', 'Tag', 'mine'");
    must(m, "set_param", "'s/c', 'Commented', 'on'");
    static const answer then[] = {{"'s/g', 'Commented'", "through"},
                                  {"'s/c', 'Commented'", "on"},
                                  {"'s/g', 'GAIN'", "2"},
                                  {"'s/g', 'tag'", "mine"}};
    ASSERT_TOLD(m, then);
    /* Inport, Outport, Enable, Trigger, State, LConn, RConn, Ifaction, Reset */
    static const double ports[] = {1, 1, 1, 1, 0, 0, 0, 0, 0};
    const bd_value *counts = must(m, "get_param", "'s/sub', 'Ports'");
    CU_ASSERT_EQUAL_FATAL(counts->count, sizeof ports / sizeof *ports);
    for (size_t i = 0; i < counts->count; i++)
        CU_ASSERT_EQUAL(bd_value_real_at(counts, i), ports[i]);
    const bd_value *dialog = must(m, "get_param", "'s/g', 'DialogParameters'");
    CU_ASSERT_PTR_NOT_NULL_FATAL(bd_value_field(dialog, "Gain"));
    CU_ASSERT_PTR_NOT_NULL(bd_value_field(bd_value_field(dialog, "Gain"), "Prompt"));
    refused(m, "get_param", "'s/g', 'Gian'",
            "s/g (Gain) does not have a parameter named 'Gian' (did you mean 'Gain'?)");
    refused(m, "get_param", "'s/g', 'Blocks'", "does not have a parameter named 'Blocks'");
    refused(m, "get_param", "'s/g', 7", "the name of a parameter must be a text");
    refused(m, "get_param", "{'s/c', 's/none'}, 'BlockType'", "'s/none'");
    refused(m, "get_param", "{'s/c', 7.5}, 'BlockType'", "invalid Simulink object handle: 7.5");
    refused(m, "get_param", "struct(), 'BlockType'", "is named by a path or by its handle");
    bd_models_free(m);
}

static void test_positions_are_numbers_also_of_blocks_that_were_never_placed(void) {
    bd_models *m = all_ports();
    must(m, "set_param", "'s/g', 'Position', [10 20 40 50]");
    const bd_value *p = must(m, "get_param", "'s/g', 'Position'");
    CU_ASSERT_EQUAL_FATAL(p->count, 4);
    CU_ASSERT_EQUAL(bd_value_real_at(p, 2), 40);
    p = must(m, "get_param", "'s/c', 'Position'");
    CU_ASSERT_EQUAL_FATAL(p->count, 4);
    CU_ASSERT(bd_value_real_at(p, 2) > bd_value_real_at(p, 0));
    CU_ASSERT(bd_value_real_at(p, 3) > bd_value_real_at(p, 1));
    bd_models_free(m);
}

static void test_a_model_tells_attributes_and_settings(void) {
    static const answer answers[] = {
        {"'s', 'Name'", "s"},
        {"'s', 'Type'", "block_diagram"},
        {"'s', 'Parent'", ""},
        {"'s', 'BlockDiagramType'", "model"},
        {"'l', 'BlockDiagramType'", "library"},
        {"'s', 'FileName'", ""},
        {"'s', 'SimulationStatus'", "stopped"},
        {"'s', 'CurrentBlock'", ""},
        {"'s', 'SolverType'", "Variable-step"},
        {"'s', 'stoptime'", "10.0"},
        {"'s', 'StartTime'", "0.0"},
        {"0, 'CurrentSystem'", "l"},
    };
    bd_models *m = all_ports();
    must(m, "new_system", "'l', 'Library'");
    ASSERT_TOLD(m, answers);
    must(m, "set_param", "'s', 'Solver', 'ode3', 'FixedStep', '0.1', 'RelTol', '1e-5'");
    static const answer then[] = {{"'s', 'SolverType'", "Fixed-step"},
                                  {"'s', 'solver'", "ode3"},
                                  {"'s', 'fixedstep'", "0.1"},
                                  {"'s', 'reltol'", "1e-5"}};
    ASSERT_TOLD(m, then);
    const double handle = number(m, "get_param", "'s', 'Handle'");
    CU_ASSERT_STRING_EQUAL(told(m, "getfullname", with("#", handle)), "s");
    refused(m, "get_param", "'s', 'Gain'", "model 's' does not have a parameter named 'Gain'");
    refused(m, "get_param", "0, 'Gain'", "all models together have no parameter 'Gain'");
    bd_models_free(m);
}

static void test_the_present_system_and_block_follow_new_names(void) {
    bd_models *m = all_ports();
    must(m, "new_system", "'other'");
    must(m, "set_param", "0, 'CurrentSystem', 's/sub'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "s/sub");
    must(m, "set_param", "'s', 'CurrentBlock', 's/sub/in'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "s/sub/in");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "s");
    must(m, "set_param", "'s/sub', 'Name', 'below'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "s/below/in");
    must(m, "set_param", "'s', 'Name', 'top'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "top/below/in");
    CU_ASSERT_STRING_EQUAL(told(m, "gcs", ""), "top");
    CU_ASSERT_STRING_EQUAL(told(m, "bdroot", ""), "top");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'top', 'CurrentBlock'"), "top/below/in");
    /* a name with a slash is not inside of the block whose name it begins with */
    must(m, "add_block", "'built-in/Gain', 'top/c//d'");
    must(m, "set_param", "'top/c', 'Name', 'e'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "top/c//d");
    must(m, "delete_block", "'top/c//d'");
    CU_ASSERT_STRING_EQUAL(told(m, "gcb", ""), "");
    refused(m, "set_param", "0, 'CurrentSystem', 'nowhere'", "'nowhere' (is its model loaded?)");
    refused(m, "set_param", "0, 'Name', 'x'", "only CurrentSystem can be set for all models");
    refused(m, "set_param", "'top', 'CurrentBlock', 'top/no'", "invalid Simulink object name");
    refused(m, "set_param", "'top', 'Name', 'other'", "a model named 'other' is already loaded");
    bd_models_free(m);
}

static void test_settings_take_texts_switches_and_where_documented_numbers(void) {
    bd_models *m = all_ports();
    must(m, "set_param", "'s/sub/in', 'Port', 1");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/sub/in', 'Port'"), "1");
    must(m, "set_param", "'s/g', 'FontSize', 12, 'ShowName', false");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/g', 'FontSize'"), "12");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s/g', 'ShowName'"), "off");
    must(m, "set_param", "'s', 'Dirty', 'off'");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s', 'Dirty'"), "off");
    must(m, "set_param", "'s', 'Dirty', true");
    CU_ASSERT_STRING_EQUAL(told(m, "get_param", "'s', 'Dirty'"), "on");
    static const struct {
        const char *arguments, *part;
    } wrong[] = {
        {"'s/g', 'Gain'", "set_param needs an object and pairs of name and value"},
        {"'s/g', 5, '2'", "the name of a parameter must be a text"},
        {"'s/g', 'Gain', [1 2 3]", "must be a text ('5', not 5)"},
        {"'s/g', 'ShowName', [true false]", "must be a text"},
        {"'s/g', 'Position', []", "must be a text"},
        {"'s/g', 'Position', zeros(1, 17)", "must be a text"},
        {"'s/g', 'Gain', {'2'}", "must be a text"},
        {"'s/g', 'MaskValues', {'2'}", "MaskValues"},
        {"'s', 'Dirty', 5", "must be a text"},
        {"'s', 'SimulationCommand', 'start'", "use sim"},
        {"'s', 'CurrentBlock', 7", "CurrentBlock must be a text"},
        {"0, 7, 's'", "the name of a parameter must be a text"},
        {"0, 'CurrentSystem', 7", "CurrentSystem must be a text"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(m, "set_param", wrong[i].arguments, wrong[i].part);
    bd_models_free(m);
    talk_end();
}

static const mr_test tests[] = {
    MR_TEST(test_a_port_tells_its_kind_number_block_and_line),
    MR_TEST(test_a_signal_is_named_and_logged_at_its_output_port),
    MR_TEST(test_a_line_tells_both_of_its_ends),
    MR_TEST(test_port_connectivity_lists_inputs_before_outputs),
    MR_TEST(test_a_block_tells_attributes_parameters_and_what_all_blocks_have),
    MR_TEST(test_positions_are_numbers_also_of_blocks_that_were_never_placed),
    MR_TEST(test_a_model_tells_attributes_and_settings),
    MR_TEST(test_the_present_system_and_block_follow_new_names),
    MR_TEST(test_settings_take_texts_switches_and_where_documented_numbers),
};

int main(int argc, char **argv) {
    return mr_test_main("answers", tests, sizeof tests / sizeof *tests, argc, argv);
}
