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

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_values_are_checked),
        MR_TEST(test_what_was_set_is_there),
        MR_TEST(test_one_bad_setting_spoils_all),
        MR_TEST(test_ports_follow_and_lines_of_lost_ports_go),
        MR_TEST(test_numbers_of_port_blocks_change_places),
        MR_TEST(test_settings_of_output_ports),
        MR_TEST(test_values_of_masks),
    };
    return mr_test_main("file_edit", tests, sizeof tests / sizeof *tests, argc, argv);
}
