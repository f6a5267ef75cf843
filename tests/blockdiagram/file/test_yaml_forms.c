/* models as text, where one kind of thing stands in place of another, and lines to control ports: a
 * sentence with the line of the file, or the right port */
#include "blockdiagram/sheet.h"
#include "mr_test.h"

#include <stdio.h>
#include <string.h>

static const char *folders[] = {MR_SOURCE_DIR "/sfun"};
static const bd_search_path search = {folders, 1};

static bd_diagram *read_yaml(const char *text, bd_error *error) {
    bd_diagram *d = NULL;
    *error = (bd_error){0};
    bd_diagram_read_memory(text, strlen(text), "m.yaml", &search, &d, NULL, error);
    return d;
}

static bd_diagram *good(const char *text) {
    bd_error error;
    bd_diagram *d = read_yaml(text, &error);
    if (!d)
        printf("\n    %s", error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    return d;
}

static void refused(const char *text, const char *told) {
    bd_error error;
    bd_diagram *d = read_yaml(text, &error);
    if (d)
        printf("\n    was not refused: %s", text);
    CU_ASSERT_PTR_NULL(d);
    MR_ASSERT_CONTAINS(error.text, told);
    bd_diagram_free(d);
}

static void test_kinds_of_the_whole(void) {
    static const char *const cases[][2] = {
        {"stop: [1]\n", "m.yaml:1: stop must be a text or number"},
        {"solver: {a: 1}\n", "m.yaml:1: solver must be a text or number"},
        {"step: [1]\n", "step must be a text or number"},
        {"settings: [1]\n", "m.yaml:1: settings are names and values"},
        {"settings: {RelTol: [1]}\n", "RelTol must be a text or number"},
        {"stop: 1\nvariables: [a]\n", "m.yaml:2: variables are names and values"},
        {"variables:\n  a: [1]\n", "m.yaml:2: a must be an expression"},
        {"stop: 1\non_load: [a = 3]\n", "m.yaml:2: on_load must be a text"},
        {"on_load: {a: 3}\n", "m.yaml:1: on_load must be a text"},
        {"model: [m]\n", "m.yaml:1: this cannot be the name of a model"},
        {"model: 2fast\n", "this cannot be the name of a model"},
        {"blocks: []\n", "m.yaml:1: blocks: each name with what it is"},
        {"lines: {a: b}\n", "m.yaml:1: lines: a list of 'from -> to'"},
        {"inputs: u\n", "m.yaml:1: inputs: a list of names"},
        {"outputs: y\n", "m.yaml:1: outputs: names with what they show"},
        {"description: \"a\\0b\"\n", "m.yaml:1: the text contains binary zeros"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i][0], cases[i][1]);
    bd_diagram *d = good("model: other\non_load: 'b = 2;'\nvariables: {a: 1}\n");
    CU_ASSERT_STRING_EQUAL(d->name, "other");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "PreLoadFcn"), "a = 1;\nb = 2;");
    bd_diagram_free(d);
}

static void test_kinds_of_blocks(void) {
    static const char *const cases[][2] = {
        {"blocks:\n  s: {mask: 3, blocks: {a: Gain}}\n", "m.yaml:2: mask: names and values"},
        {"blocks:\n  s: {mask: {k: [1]}, blocks: {a: Gain}}\n", "k must be a text or number"},
        {"blocks:\n  a: {block: Step, label: [[f]]}\n", "m.yaml:2: a label must be a text"},
        {"blocks: {b: Step, a: {block: Gain, from: [[b]]}}\n", "from: names of blocks or signals"},
        {"blocks:\n  b: Step\n  a: {block: Gain, from: b/2}\n",
         "m.yaml:3: 'b/2' has no output port 2 (it has 1)"},
        {"blocks: {b: Step, a: {block: Gain, from: b/x}}\n", "has no block or signal 'b/x'"},
        {"blocks: {b: Step, a: {block: Gain, from: b/0}}\n", "has no block or signal 'b/0'"},
        {"blocks:\n  a: =\n", "m.yaml:2: block 'a': the expression is empty"},
        {"blocks:\n  a: Gian 1/m\n", "m.yaml:2: there is no block 'Gian 1/m' (did you mean"},
        {"blocks:\n  a: {block: Gain, log: [on]}\n", "m.yaml:2: log: true or false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i][0], cases[i][1]);
    static const char *const logs[][2] = {{"on", "on"},   {"true", "on"},   {"yes", "on"},
                                          {"off", "off"}, {"false", "off"}, {"no", "off"}};
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        char text[100];
        snprintf(text, sizeof text, "blocks: {a: {block: Step, log: %s}}\n", logs[i][0]);
        bd_diagram *d = good(text);
        const bd_node *a = bd_diagram_find(d, "a");
        CU_ASSERT_EQUAL_FATAL(a->port_settings_count, 1);
        CU_ASSERT_STRING_EQUAL(bd_parameters_find(&a->port_settings[0].parameters, "DataLogging"),
                               logs[i][1]);
        bd_diagram_free(d);
    }
}

/* lines without a port's number: free inputs first, then Enable and Trigger; or by their name */
static void test_lines_to_control_ports(void) {
#define SUB                                                                                        \
    "blocks:\n  s:\n    inputs: [u]\n    outputs: {y: u}\n    blocks: {e: Enable, t: Trigger}\n"   \
    "  a: Step\n  b: Step\n  c: Step\n"
    static const char *const forms[] = {SUB "lines: [a -> s, b -> s, c -> s]\n",
                                        SUB "lines: [c -> s/Trigger, b -> s/Enable, a -> s/1]\n"};
    static const char *const from[] = {"a", "b", "c"};
    static const bd_port_kind kinds[] = {BD_PORT_INPUT, BD_PORT_ENABLE, BD_PORT_TRIGGER};
    for (size_t i = 0; i < 2; i++) {
        bd_diagram *d = good(forms[i]);
        CU_ASSERT_EQUAL_FATAL(d->root->line_count, 3);
        for (size_t k = 0; k < 3; k++) {
            const bd_line *line = &d->root->lines[k];
            for (size_t n = 0; n < 3; n++)
                if (strcmp(line->source.block->name, from[n]) == 0)
                    CU_ASSERT_EQUAL(line->destinations[0].kind, kinds[n]);
        }
        bd_diagram_free(d);
    }
    refused(SUB "lines: [a -> s, b -> s, c -> s, a -> s]\n", "has no input port 2");
    refused(SUB "lines: [a -> s/Reset]\n", "m.yaml:9: m/s has no reset port 1 (it has 0)");
}

static const char *mask_value(const bd_node *node, const char *name) {
    for (size_t k = 0; k < node->mask->count; k++)
        if (strcmp(node->mask->variables[k].name, name) == 0)
            return node->mask->variables[k].value;
    return "(none)";
}

static void test_switches_of_the_multirate_block(void) {
    bd_diagram *d = good("blocks:\n  m: multirate kart | coupling=force smoothing=on break_loop=on "
                         "predictor=hold order_to_master=0\n  p: multirate 'kart\n");
    const bd_node *m = bd_diagram_find(d, "m"), *p = bd_diagram_find(d, "p");
    static const char *const expected[][3] = {{"smoothing", "on", "off"},
                                              {"break_loop", "on", "off"},
                                              {"order_to_master", "0", NULL},
                                              {"predictor_to_slave", "'hold'", NULL},
                                              {"predictor_to_master", "'hold'", NULL},
                                              {"slave", "'kart'", "'''kart'"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        CU_ASSERT_STRING_EQUAL(mask_value(m, expected[i][0]), expected[i][1]);
        if (expected[i][2])
            CU_ASSERT_STRING_EQUAL(mask_value(p, expected[i][0]), expected[i][2]);
    }
    bd_diagram_free(d);
    refused("blocks:\n  a: multirate\n", "m.yaml:2: write: multirate SLAVE [its settings]");
    refused("blocks:\n  a: {block: multirate}\n", "write: multirate SLAVE [its settings]");
    refused("blocks:\n  a: multirate | order=2\n", "write: multirate SLAVE [its settings]");
    char text[1200] = "blocks:\n  a: multirate kart ";
    memset(text + strlen(text), 'x', 950);
    refused(strcat(text, "\n"), "m.yaml:2: this is too long for one line");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_kinds_of_the_whole), MR_TEST(test_kinds_of_blocks),
                                    MR_TEST(test_lines_to_control_ports),
                                    MR_TEST(test_switches_of_the_multirate_block)};
    return mr_test_main("yaml forms", tests, sizeof tests / sizeof *tests, argc, argv);
}
