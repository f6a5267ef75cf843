/* editing a diagram: what a block lets itself be told, and that a refused edit leaves it as it was
 */
#include "blockdiagram/edit.h"
#include "mr_test.h"

#include <stdio.h>
#include <string.h>

typedef struct bench {
    bd_diagram *diagram;
    bd_node *gain, *sum, *in, *second, *sub;
} bench;

static bd_node *put(bd_system *system, const char *source, const char *name) {
    bd_node *node = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_edit_add(system, source, name, NULL, 0, &node, &error), BD_OK);
    return node;
}

static bench begin(void) {
    bench b = {bd_diagram_create("m"), NULL, NULL, NULL, NULL, NULL};
    CU_ASSERT_PTR_NOT_NULL_FATAL(b.diagram);
    bd_system *root = b.diagram->root;
    bd_error error = {0};
    b.gain = put(root, "built-in/Gain", "g");
    b.sum = put(root, "built-in/Sum", "s");
    b.in = put(root, "built-in/Inport", "in");
    b.second = put(root, "built-in/Inport", "second");
    b.sub = put(root, "built-in/SubSystem", "sub");
    const bd_end from = {b.gain, BD_PORT_OUTPUT, 0}, to = {b.sum, BD_PORT_INPUT, 0};
    CU_ASSERT_EQUAL(bd_edit_connect(root, from, to, &error), BD_OK);
    return b;
}

static bd_status set(bd_node *node, const char *name, const char *value, bd_error *error) {
    const bd_setting setting = {name, value};
    return bd_edit_set(node, &setting, 1, error);
}

static void test_values_are_checked(void) {
    static const struct {
        const char *name, *value, *refusal; /* NULL: taken */
    } cases[] = {
        {"Gain", "5", NULL},
        {"gain", "6", NULL},
        {"Gian", "5", "m/g (Gain) does not have a parameter named 'Gian'"},
        {"ShowName", "on", NULL},
        {"ShowName", "off", NULL},
        {"ShowName", "yes", "m/g: ShowName cannot be 'yes', but on or off"},
        {"BlockMirror", "1", "m/g: BlockMirror cannot be '1', but on or off"},
        {"SaturateOnIntegerOverflow", "maybe", "cannot be 'maybe', but on or off"},
        {"Commented", "on", NULL},
        {"Commented", "through", NULL},
        {"Commented", "off", NULL},
        {"Commented", "away", "m/g: Commented cannot be 'away', but on, off or through"},
        {"Orientation", "left", NULL},
        {"Orientation", "up", NULL},
        {"Orientation", "down", NULL},
        {"Orientation", "right", NULL},
        {"Orientation", "over", "m/g: Orientation cannot be 'over', but left, right, up or down"},
        {"Position", "[10 20 40 50]", NULL},
        {"Position", " [10, 20, 40, 50 ] ", NULL},
        {"Position", "[-32767 -32767 32767 32767]", NULL},
        {"Position", "[10 20 40]", "m/g: Position cannot be"},
        {"Position", "[10 20 40 50", "m/g: Position cannot be"},
        {"Position", "[10 20 40 50)", "m/g: Position cannot be"},
        {"Position", "[10 20 40 50] 60", "m/g: Position cannot be"},
        {"Position", "[10 20 10 50]", "right > left and bottom > top"},
        {"Position", "[10 20 40 20]", "right > left and bottom > top"},
        {"Position", "[-32768 20 40 50]", "in pixels up to 32767"},
        {"Position", "[10 -32768 40 50]", "in pixels up to 32767"},
        {"Position", "[10 20 32768 50]", "in pixels up to 32767"},
        {"Position", "[10 20 40 32768]", "in pixels up to 32767"},
        {"Position", "[10 20 nan 50]", "in pixels up to 32767"},
        {"BlockType", "Sum", "m/g: BlockType cannot be set"},
        {"Path", "m/x", "m/g: Path cannot be set"},
        {"SID", "7", "m/g: SID cannot be set"},
        {"Name", "other", NULL},
        {"Name", "s", "m already has a block 's'"},
        {"Name", "g", NULL}, /* its own */
        {"Name", "", "'' cannot be the name of a block"},
        {"Name", "/a", "'/a' cannot be the name of a block"},
        {"Name", "a/", "'a/' cannot be the name of a block"},
        {"LinkStatus", "none", NULL},
        {"LinkStatus", "inactive", NULL},
        {"LinkStatus", "restore", "m/g: LinkStatus cannot be 'restore', but none or inactive"},
        {"Mask", "on", NULL},
        {"Mask", "off", NULL},
        {"Mask", "yes", "m/g: Mask cannot be 'yes', but on or off"},
        {"MaskType", "mine", NULL},
        {"MaskInitialization", "a = 1;", NULL},
        {"MaskVariables", "a=@1;", "use Simulink.Mask.create and addParameter"},
        {"MaskValueString", "1", "use Simulink.Mask.create and addParameter"},
        {"MaskStyleString", "edit", "use Simulink.Mask.create and addParameter"},
        {"MaskPromptString", "p", "use Simulink.Mask.create and addParameter"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = begin();
        bd_error error = {0};
        const bd_status status = set(b.gain, cases[i].name, cases[i].value, &error);
        if ((status == BD_OK) != !cases[i].refusal)
            printf("\n    %s = %s: %s", cases[i].name, cases[i].value, error.text);
        CU_ASSERT_EQUAL(status == BD_OK, !cases[i].refusal);
        MR_ASSERT_CONTAINS(error.text, cases[i].refusal ? cases[i].refusal : "");
        bd_diagram_free(b.diagram);
    }
}

static void test_what_was_set_is_there(void) {
    bench b = begin();
    bd_error error = {0};
    CU_ASSERT_EQUAL(set(b.gain, "gain", "6", &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(b.gain, "Gain"), "6");
    CU_ASSERT_EQUAL(set(b.gain, "Commented", "through", &error), BD_OK);
    CU_ASSERT_EQUAL(b.gain->commented, BD_COMMENTED_THROUGH);
    CU_ASSERT_EQUAL(set(b.gain, "Commented", "on", &error), BD_OK);
    CU_ASSERT_EQUAL(b.gain->commented, BD_COMMENTED_ON);
    CU_ASSERT_EQUAL(set(b.gain, "Commented", "off", &error), BD_OK);
    CU_ASSERT_EQUAL(b.gain->commented, BD_COMMENTED_OFF);
    CU_ASSERT_EQUAL(set(b.gain, "MaskType", "mine", &error), BD_OK);
    CU_ASSERT_EQUAL(set(b.gain, "MaskInitialization", "a = 1;", &error), BD_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b.gain->mask);
    CU_ASSERT_STRING_EQUAL(b.gain->mask->type, "mine");
    CU_ASSERT_STRING_EQUAL(b.gain->mask->initialization, "a = 1;");
    CU_ASSERT_EQUAL(set(b.gain, "Mask", "off", &error), BD_OK);
    CU_ASSERT_PTR_NULL(b.gain->mask);
    CU_ASSERT_EQUAL(set(b.gain, "Name", "other", &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(b.gain->path, "m/other");
    bd_diagram_free(b.diagram);
}

/* of several settings all or none count */
static void test_one_bad_setting_spoils_all(void) {
    static const bd_setting bad[] = {{"Name", "new"}, {"Gain", "7"},         {"Commented", "on"},
                                     {"Mask", "on"},  {"Orientation", "up"}, {"ShowName", "no"}};
    bench b = begin();
    bd_error error = {0};
    CU_ASSERT_NOT_EQUAL(bd_edit_set(b.gain, bad, 6, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(b.gain->name, "g");
    CU_ASSERT_PTR_NULL(b.gain->mask);
    CU_ASSERT_EQUAL(b.gain->commented, BD_COMMENTED_OFF);
    const char *gain = bd_node_parameter(b.gain, "Gain");
    CU_ASSERT(!gain || strcmp(gain, "1") == 0);
    CU_ASSERT_EQUAL(bd_edit_set(b.gain, bad, 5, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(b.gain->name, "new");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(b.gain, "Gain"), "7");
    bd_diagram_free(b.diagram);
}

static void test_ports_follow_and_lines_of_lost_ports_go(void) {
    bench b = begin();
    bd_error error = {0};
    const bd_end from = {b.in, BD_PORT_OUTPUT, 0}, to = {b.sum, BD_PORT_INPUT, 1};
    CU_ASSERT_EQUAL(bd_edit_connect(b.diagram->root, from, to, &error), BD_OK);
    CU_ASSERT_EQUAL(set(b.sum, "Inputs", "+-+", &error), BD_OK);
    CU_ASSERT_EQUAL(b.sum->ports[BD_PORT_INPUT], 3);
    CU_ASSERT_PTR_NOT_NULL(bd_edit_line_to(to));
    CU_ASSERT_EQUAL(set(b.sum, "Inputs", "+", &error), BD_OK);
    CU_ASSERT_EQUAL(b.sum->ports[BD_PORT_INPUT], 1);
    CU_ASSERT_PTR_NULL(bd_edit_line_to(to));
    CU_ASSERT_PTR_NULL(bd_edit_line_from(from));
    bd_diagram_free(b.diagram);
}

static void test_numbers_of_port_blocks_change_places(void) {
    bench b = begin();
    bd_error error = {0};
    static const char *const wrong[] = {"0", "3", "-1", "1.5", "1 2", "x", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_NOT_EQUAL(set(b.in, "Port", wrong[i], &error), BD_OK);
        MR_ASSERT_CONTAINS(error.text, "but a whole number from 1 to 2");
    }
    CU_ASSERT_EQUAL(set(b.in, "Port", "2", &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(b.in, "Port"), "2");
    const char *other = bd_node_parameter(b.second, "Port");
    CU_ASSERT(!other || strcmp(other, "1") == 0);
    bd_diagram_free(b.diagram);
}

static void test_settings_of_output_ports(void) {
    bench b = begin();
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_edit_set_port(b.gain, 0, "Name", "x", &error), BD_BAD_ARGUMENT);
    CU_ASSERT_EQUAL(bd_edit_set_port(b.gain, 2, "Name", "x", &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "m/g has no output port 2");
    CU_ASSERT_EQUAL(bd_edit_set_port(b.gain, 1, "Name", "x", &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_set_port(b.gain, 1, "DataLogging", "on", &error), BD_OK);
    CU_ASSERT_EQUAL(b.gain->port_settings_count, 1); /* of one port */
    const bd_line *line = bd_edit_line_from((bd_end){b.gain, BD_PORT_OUTPUT, 0});
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    CU_ASSERT_STRING_EQUAL(line->name, "x");
    CU_ASSERT_TRUE(line->logged);
    CU_ASSERT_EQUAL(bd_edit_set_port(b.gain, 1, "DataLogging", "off", &error), BD_OK);
    CU_ASSERT_FALSE(line->logged);
    /* one without a line, and a second port */
    bd_node *split = put(b.diagram->root, "built-in/Demux", "split");
    CU_ASSERT_EQUAL(bd_edit_set_port(split, 2, "Name", "second", &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_set_port(split, 1, "Name", "first", &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(split->port_settings_count, 2);
    CU_ASSERT_EQUAL(split->port_settings[0].number, 2);
    CU_ASSERT_EQUAL(split->port_settings[1].number, 1);
    bd_diagram_free(b.diagram);
}

/* values of a mask are checked by its style */
static void test_values_of_masks(void) {
    static const char *const options[] = {"slow", "fast"};
    static const bd_mask_entry entries[] = {
        {"E", "1", NULL, "edit", NULL, 0, true},
        {"C", "on", NULL, "checkbox", NULL, 0, false},
        {"P", "slow", NULL, "popup", options, 2, false},
        {"Q", "any", NULL, "popup", NULL, 0, false},
    };
    static const char *const cases[][3] = {
        {"E", "2*x", NULL},
        {"C", "off", NULL},
        {"C", "1", "m/sub: C cannot be '1', but on or off"},
        {"P", "fast", NULL},
        {"P", "medium", "m/sub: P cannot be 'medium'; it is one of 'slow', 'fast'"},
        {"Q", "all", NULL}, /* its list is not known */
    };
    bench b = begin();
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_edit_make_mask(b.sub, &error), BD_OK);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        CU_ASSERT_EQUAL(bd_edit_add_mask_entry(b.sub, &entries[i], &error), BD_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_error_clear(&error);
        const bd_status status = set(b.sub, cases[i][0], cases[i][1], &error);
        CU_ASSERT_EQUAL(status == BD_OK, !cases[i][2]);
        MR_ASSERT_CONTAINS(error.text, cases[i][2] ? cases[i][2] : "");
    }
    bd_diagram_free(b.diagram);
}

static void test_masks_are_made_and_undone(void) {
    static const char *const options[] = {"first", "second"};
    static const bd_mask_entry check = {"C", "", NULL, "checkbox", NULL, 0, false};
    static const bd_mask_entry list = {"P", NULL, NULL, "popup", options, 2, false};
    static const bd_mask_entry plain = {"E", "1", NULL, NULL, NULL, 0, true};
    bench b = begin();
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_edit_delete_mask(b.sub, &error), BD_BAD_DIAGRAM);
    MR_ASSERT_CONTAINS(error.text, "m/sub has no mask");
    CU_ASSERT_EQUAL(bd_edit_add_mask_entry(b.sub, &plain, &error), BD_BAD_DIAGRAM);
    CU_ASSERT_EQUAL(bd_edit_remove_mask_entry(b.sub, NULL, &error), BD_BAD_DIAGRAM);
    CU_ASSERT_EQUAL(bd_edit_make_mask(b.sub, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_edit_make_mask(b.sub, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_add_mask_entry(b.sub, &check, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_add_mask_entry(b.sub, &list, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_add_mask_entry(b.sub, &plain, &error), BD_OK);
    /* what is not given is off, or the first of the list */
    CU_ASSERT_STRING_EQUAL(b.sub->mask->variables[0].value, "off");
    CU_ASSERT_STRING_EQUAL(b.sub->mask->variables[1].value, "first");
    CU_ASSERT_EQUAL(bd_edit_add_mask_entry(b.sub, &plain, &error), BD_BAD_DIAGRAM);
    MR_ASSERT_CONTAINS(error.text, "m/sub already has a mask parameter 'E'");
    static const char *const names[] = {NULL, "", "1x", "a b"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bd_mask_entry entry = plain;
        entry.name = names[i];
        CU_ASSERT_NOT_EQUAL(bd_edit_add_mask_entry(b.sub, &entry, &error), BD_OK);
    }
    CU_ASSERT_EQUAL(bd_edit_remove_mask_entry(b.sub, "X", &error), BD_UNKNOWN_NAME);
    MR_ASSERT_CONTAINS(error.text, "m/sub has no mask parameter 'X'");
    CU_ASSERT_EQUAL(bd_edit_remove_mask_entry(b.sub, "P", &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(b.sub->mask->count, 2);
    CU_ASSERT_STRING_EQUAL(b.sub->mask->variables[0].name, "C");
    CU_ASSERT_STRING_EQUAL(b.sub->mask->variables[1].name, "E");
    CU_ASSERT_EQUAL(bd_edit_remove_mask_entry(b.sub, NULL, &error), BD_OK);
    CU_ASSERT_EQUAL(b.sub->mask->count, 0);
    CU_ASSERT_EQUAL(bd_edit_delete_mask(b.sub, &error), BD_OK);
    CU_ASSERT_PTR_NULL(b.sub->mask);
    bd_diagram_free(b.diagram);
}

/* ends by name: "Gain/1", and words for the ports that have no number */
static void test_ends_of_lines_by_name(void) {
    static const struct {
        const char *text;
        bd_port_kind kind;
        int index;
        const char *refusal;
    } cases[] = {
        {"g/1", BD_PORT_OUTPUT, 0, NULL},
        {"g/7", BD_PORT_OUTPUT, 6, NULL}, /* whether it exists is asked later */
        {"sub/Enable", BD_PORT_ENABLE, 0, NULL},
        {"sub/trigger", BD_PORT_TRIGGER, 0, NULL},
        {"sub/Ifaction", BD_PORT_IF_ACTION, 0, NULL},
        {"sub/Reset", BD_PORT_RESET, 0, NULL},
        {"sub/State", BD_PORT_STATE, 0, NULL},
        {"sub/LConn1", BD_PORT_LEFT_CONNECTION, 0, NULL},
        {"sub/RConn2", BD_PORT_RIGHT_CONNECTION, 1, NULL},
        {"a//b/1", BD_PORT_OUTPUT, 0, NULL},
        {"g", BD_PORT_OUTPUT, 0, "'g' is no end of a line: write BLOCK/PORT, as 'Gain/1'"},
        {"g/", BD_PORT_OUTPUT, 0, "is no end of a line"},
        {"/1", BD_PORT_OUTPUT, 0, "is no end of a line"},
        {"g//1", BD_PORT_OUTPUT, 0, "is no end of a line"},
        {"g/0", BD_PORT_OUTPUT, 0, "'g/0': '0' is no port"},
        {"g/x", BD_PORT_OUTPUT, 0, "'g/x': 'x' is no port"},
        {"g/1x", BD_PORT_OUTPUT, 0, "'g/1x': '1x' is no port"},
        {"sub/LConnx", BD_PORT_OUTPUT, 0, "'LConnx' is no port"},
        {"none/1", BD_PORT_OUTPUT, 0, "system 'm' has no block 'none'"},
    };
    bench b = begin();
    put(b.diagram->root, "built-in/Gain", "a/b");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_end end = {0};
        bd_error error = {0};
        const bd_status status =
            bd_edit_find_end(b.diagram->root, cases[i].text, true, &end, &error);
        CU_ASSERT_EQUAL(status == BD_OK, !cases[i].refusal);
        MR_ASSERT_CONTAINS(error.text, cases[i].refusal ? cases[i].refusal : "");
        if (!cases[i].refusal) {
            CU_ASSERT_EQUAL(end.kind, cases[i].kind);
            CU_ASSERT_EQUAL(end.index, cases[i].index);
        }
    }
    bd_diagram_free(b.diagram);
}

static void test_lines_that_cannot_be(void) {
    bench b = begin();
    bd_system *root = b.diagram->root;
    bd_error error = {0};
    const bd_end from = {b.gain, BD_PORT_OUTPUT, 0}, to = {b.sum, BD_PORT_INPUT, 0},
                 free_end = {b.sum, BD_PORT_INPUT, 1}, beyond = {b.sum, BD_PORT_INPUT, 2},
                 below = {b.sum, BD_PORT_INPUT, -1}, nobody = {NULL, BD_PORT_INPUT, 0};
    CU_ASSERT_EQUAL(bd_edit_connect(root, to, free_end, &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "m/s: a line cannot begin at an input port");
    CU_ASSERT_EQUAL(bd_edit_connect(root, from, from, &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "m/g: a line cannot end at an output port");
    CU_ASSERT_EQUAL(bd_edit_connect(root, from, nobody, &error), BD_BAD_ARGUMENT);
    MR_ASSERT_CONTAINS(error.text, "an end of the line is no block of system 'm'");
    CU_ASSERT_NOT_EQUAL(bd_edit_connect(root, from, beyond, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_edit_connect(root, from, below, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_edit_connect(root, from, to, &error), BD_OK); /* taken */
    CU_ASSERT_EQUAL(bd_edit_connect(root, from, free_end, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_line_from(from)->destination_count, 2);
    CU_ASSERT_EQUAL(bd_edit_disconnect(root, from, free_end, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_edit_disconnect(root, from, free_end, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_delete_line(root, from, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_edit_delete_line(root, from, &error), BD_UNKNOWN_NAME);
    MR_ASSERT_CONTAINS(error.text, "there is no line from 'm/g', port 1");
    /* an S-function has the ports that are used */
    bd_node *f = put(root, "built-in/S-Function", "f");
    const bd_end third = {f, BD_PORT_INPUT, 2};
    CU_ASSERT_EQUAL(bd_edit_connect(root, from, third, &error), BD_OK);
    CU_ASSERT_EQUAL(f->ports[BD_PORT_INPUT], 3);
    bd_diagram_free(b.diagram);
}

/* a port block that goes takes its port along, and lines behind it move up */
static void test_ports_of_a_subsystem_follow_its_port_blocks(void) {
    bench b = begin();
    bd_system *root = b.diagram->root, *inside = bd_node_open(b.sub);
    bd_error error = {0};
    for (size_t i = inside->block_count; i > 0; i--)
        CU_ASSERT_EQUAL(bd_edit_delete(inside->blocks[i - 1], &error), BD_OK);
    bd_node *out[3];
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++)
        out[i] = put(inside, "built-in/Outport", names[i]);
    CU_ASSERT_EQUAL_FATAL(b.sub->ports[BD_PORT_OUTPUT], 3);
    bd_node *sinks[3];
    for (int i = 0; i < 3; i++) {
        char name[8];
        snprintf(name, sizeof name, "t%d", i);
        sinks[i] = put(root, "built-in/Terminator", name);
        CU_ASSERT_EQUAL(bd_edit_connect(root, (bd_end){b.sub, BD_PORT_OUTPUT, i},
                                        (bd_end){sinks[i], BD_PORT_INPUT, 0}, &error),
                        BD_OK);
    }
    CU_ASSERT_EQUAL(bd_edit_delete(out[1], &error), BD_OK);
    CU_ASSERT_EQUAL(b.sub->ports[BD_PORT_OUTPUT], 2);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(out[2], "Port"), "2");
    CU_ASSERT_PTR_NULL(bd_edit_line_to((bd_end){sinks[1], BD_PORT_INPUT, 0}));
    const bd_line *moved = bd_edit_line_to((bd_end){sinks[2], BD_PORT_INPUT, 0});
    CU_ASSERT_PTR_NOT_NULL_FATAL(moved);
    CU_ASSERT_EQUAL(moved->source.index, 1);
    CU_ASSERT_EQUAL(set(out[2], "Port", "1", &error), BD_OK); /* they change places */
    moved = bd_edit_line_to((bd_end){sinks[2], BD_PORT_INPUT, 0});
    CU_ASSERT_EQUAL(moved->source.index, 0);
    bd_diagram_free(b.diagram);
}

static void test_settings_of_the_model(void) {
    static const struct {
        const char *name, *value, *refusal;
    } cases[] = {
        {"StopTime", "5", NULL},
        {"stoptime", "6", NULL},
        {"Solver", "ode4", NULL},
        {"SolverName", "ODE23", NULL},
        {"Solver", "ode46", "ode"},
        {"SolverType", "Fixed-step", NULL},
        {"SolverType", "variable-step", NULL},
        {"SolverType", "both", "but Fixed-step or Variable-step"},
        {"SaveOutput", "on", NULL},
        {"SaveOutput", "maybe", "but on or off"},
        {"NoSuchSetting", "1", "NoSuchSetting"},
        {"InitFcn", "a = 1;", NULL},
        {"Name", "other", NULL},
        {"Name", "1x", "1x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = begin();
        bd_error error = {0};
        const bd_setting settings[] = {{"WSMCode", "k = 2;"}, {cases[i].name, cases[i].value}};
        const bd_status status = bd_edit_set_model(b.diagram, settings, 2, &error);
        if ((status == BD_OK) != !cases[i].refusal)
            printf("\n    %s = %s: %s", cases[i].name, cases[i].value, error.text);
        CU_ASSERT_EQUAL(status == BD_OK, !cases[i].refusal);
        MR_ASSERT_CONTAINS(error.text, cases[i].refusal ? cases[i].refusal : "");
        /* all or none */
        const char *code = b.diagram->workspace_code ? b.diagram->workspace_code : "";
        CU_ASSERT_STRING_EQUAL(code, cases[i].refusal ? "" : "k = 2;");
        bd_diagram_free(b.diagram);
    }
    bench b = begin();
    bd_error error = {0};
    static const char *const steps[][4] = {
        /* setting, value, solver then */
        {"Solver", "ode4", "ode4"},
        {"SolverType", "Fixed-step", "ode4"},
        {"SolverType", "Variable-step", "VariableStepAuto"},
        {"SolverType", "Fixed-step", "FixedStepAuto"},
        {"SolverName", "ode23", "ode23"},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const bd_setting setting = {steps[i][0], steps[i][1]};
        CU_ASSERT_EQUAL(bd_edit_set_model(b.diagram, &setting, 1, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(bd_diagram_setting(b.diagram, "SolverName"), steps[i][2]);
    }
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(b.diagram, "SolverType"), "Variable-step");
    bd_diagram_free(b.diagram);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_values_are_checked),
        MR_TEST(test_what_was_set_is_there),
        MR_TEST(test_one_bad_setting_spoils_all),
        MR_TEST(test_ports_follow_and_lines_of_lost_ports_go),
        MR_TEST(test_numbers_of_port_blocks_change_places),
        MR_TEST(test_settings_of_output_ports),
        MR_TEST(test_values_of_masks),
        MR_TEST(test_masks_are_made_and_undone),
        MR_TEST(test_ends_of_lines_by_name),
        MR_TEST(test_lines_that_cannot_be),
        MR_TEST(test_ports_of_a_subsystem_follow_its_port_blocks),
        MR_TEST(test_settings_of_the_model),
    };
    return mr_test_main("file_edit", tests, sizeof tests / sizeof *tests, argc, argv);
}
