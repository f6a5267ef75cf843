/* models as text: what each form builds, what mistakes are told, and that nothing broken gets in */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/sheet.h"
#include "compare.h"
#include "mr_test.h"
#include "scratch.h"

static bd_diagram *read_yaml(const char *text, bd_error *error) {
    bd_diagram *d = NULL;
    *error = (bd_error){0};
    bd_diagram_read_memory(text, strlen(text), "a folder/my model.yaml", NULL, &d, NULL, error);
    return d;
}

static bd_diagram *good(const char *text) {
    bd_error error;
    bd_diagram *d = read_yaml(text, &error);
    if (!d)
        printf("%s\n", error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    return d;
}

static void refused(const char *text, const char *part) {
    bd_error error;
    bd_diagram *d = read_yaml(text, &error);
    CU_ASSERT_PTR_NULL(d);
    MR_ASSERT_CONTAINS(error.text, part);
    MR_ASSERT_CONTAINS(error.text, "my model.yaml:");
    bd_diagram_free(d);
}

/* "a/1>b/2" for each line */
static const char *lines_of(const bd_system *system) {
    static char text[1000];
    text[0] = '\0';
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++) {
            const bd_end *a = &system->lines[i].source, *b = &system->lines[i].destinations[k];
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s/%d>%s/%d", used ? " " : "",
                     a->block->name, a->index + 1, b->block->name, b->index + 1);
        }
    return text;
}

static const char *value(const bd_diagram *d, const char *path, const char *name) {
    const bd_node *node = bd_diagram_find(d, path);
    const char *text = node ? bd_node_parameter(node, name) : NULL;
    return text ? text : "(none)";
}

static void test_settings_and_variables(void) {
    bd_diagram *d = good("stop: 3*T\nsolver: ode4\nstep: T/10\nvariables: {T: 2, w: '[1 2]'}\n"
                         "on_load: more\ncode: z = T;\nsettings: {RelTol: 1e-6}\nblocks: {}\n");
    CU_ASSERT_STRING_EQUAL(d->name, "my_model");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "StopTime"), "3*T");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "SolverName"), "ode4");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "FixedStep"), "T/10");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "RelTol"), "1e-6");
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "PreLoadFcn"),
                           "T = 2;\nw = [1 2];\nmore");
    CU_ASSERT_STRING_EQUAL(bd_parameters_find(&d->parameters, "InitFcn"), "z = T;");
    bd_diagram_free(d);
    d = good("solver: ode45\nstep: 0.1\n");
    CU_ASSERT_STRING_EQUAL(bd_diagram_setting(d, "MaxStep"), "0.1");
    bd_diagram_free(d);
}

static void test_blocks_in_words(void) {
    bd_diagram *d = good("blocks:\n  K: Gain 2*k\n  s: sine wave\n  e: Sum |+-\n  1/m: Gain 1/m\n"
                         "  p: {block: Pulse Generator, Period: 4, label: pulse}\n"
                         "  x: Integrator\n  y: Outport\n"
                         "lines:\n  - s -> K -> e -> 1/m -> x -> y, e/2\n");
    CU_ASSERT_STRING_EQUAL(value(d, "K", "Gain"), "2*k");
    CU_ASSERT_STRING_EQUAL(bd_diagram_find(d, "s")->type, "Sin");
    CU_ASSERT_STRING_EQUAL(value(d, "e", "Inputs"), "|+-");
    CU_ASSERT_STRING_EQUAL(value(d, "p", "Period"), "4");
    CU_ASSERT_STRING_EQUAL(value(d, "p", "PulseType"), "Time based");
    CU_ASSERT_STRING_EQUAL(lines_of(d->root),
                           "s/1>K/1 K/1>e/1 e/1>1/m/1 1/m/1>x/1 x/1>y/1 x/1>e/2");
    bd_diagram_free(d);
}

static void test_expressions_take_blocks_and_signals_by_name(void) {
    bd_diagram *d = good("blocks:\n  x: Constant 1\n  u: {block: Step, label: push}\n"
                         "  F: = k*(x - push)^2 + sin(x)*1e3\n  c: = 2*k\n");
    CU_ASSERT_STRING_EQUAL(value(d, "F", "Expr"), "k*(u(1) - u(2))^2 + sin(u(1))*1e3");
    CU_ASSERT_STRING_EQUAL(value(d, "F inputs", "Inputs"), "[1 1]");
    CU_ASSERT_STRING_EQUAL(bd_diagram_find(d, "c")->type, "Constant");
    CU_ASSERT_STRING_EQUAL(value(d, "c", "Value"), "2*k");
    CU_ASSERT_STRING_EQUAL(lines_of(d->root), "x/1>F inputs/1 u/1>F inputs/2 F inputs/1>F/1");
    bd_diagram_free(d);
    refused("blocks: {F: = F + 1}\n", "stands in its own expression");
}

static void test_systems_within_systems(void) {
    bd_diagram *d = good(
        "inputs: [a, b]\nblocks:\n  sub:\n    mask: {g: 3}\n    from: [b, a]\n    inputs: [p, q]\n"
        "    outputs: {r: sum}\n    blocks:\n      sum: {block: Add, from: [p, K]}\n"
        "      K: {block: Gain, Gain: g, from: q}\n"
        "outputs: {y: {from: sub, unit: m/s, Description: speed}}\n");
    const bd_node *sub = bd_diagram_find(d, "sub");
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_INPUT], 2);
    CU_ASSERT_STRING_EQUAL(lines_of(d->root), "b/1>sub/1 a/1>sub/2 sub/1>y/1");
    CU_ASSERT_STRING_EQUAL(lines_of(sub->system), "p/1>sum/1 K/1>sum/2 q/1>K/1 sum/1>r/1");
    CU_ASSERT_STRING_EQUAL(sub->mask->variables[0].name, "g");
    CU_ASSERT_STRING_EQUAL(value(d, "y", "Unit"), "m/s");
    CU_ASSERT_STRING_EQUAL(value(d, "y", "Description"), "speed");
    bd_diagram_free(d);
    refused("blocks: {a: Constant 1}\noutputs: {y: {from: a, bogus: 3}}\n", "named 'bogus'");
    refused("inputs: {u: {wrong: 4}}\nblocks: {a: Gain 1}\n", "named 'wrong'");
    refused("blocks: {a: Constant 1}\noutputs: {y: {from: a, unit: [m]}}\n",
            "must be a text or number");
    refused("blocks: {a: {block: Constant, log: perhaps}}\n", "log: true or false");
}

static void test_the_multirate_block_in_one_line(void) {
    const char *folders[] = {MR_SOURCE_DIR "/sfun"};
    const bd_search_path search = {folders, 1};
    const char *text =
        "blocks:\n  car: multirate kart v0=8 isolate=yes step=0.01 | scheme=fastest_first order=2 "
        "predictor_to_master=hold graded_start=on diagnostics\n  s: {block: Step, label: [f]}\n"
        "lines: [f -> car]\noutputs: {u: car, d: car/2}\n";
    bd_error error = {0};
    bd_diagram *d = NULL;
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read_memory(text, strlen(text), "m.yaml", &search, &d, NULL, &error), BD_OK);
    const bd_node *car = bd_diagram_find(d, "car");
    CU_ASSERT_STRING_EQUAL(car->link->source, "multirate_lib/Multirate with diagnostics");
    static const char *const expected[][2] = {{"slave", "'kart isolate=yes'"},
                                              {"slave_configuration", "'v0=8 step=0.01'"},
                                              {"scheme", "'fastest_first'"},
                                              {"scheme_choice", "fastest_first"},
                                              {"order_to_slave", "2"},
                                              {"order_to_master", "2"},
                                              {"predictor_to_master", "'hold'"},
                                              {"predictor_to_slave", "'polynomial'"},
                                              {"further_options", "'graded_start=on'"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (size_t k = 0; k < car->mask->count; k++)
            if (strcmp(car->mask->variables[k].name, expected[i][0]) == 0)
                CU_ASSERT_STRING_EQUAL(car->mask->variables[k].value, expected[i][1]);
    CU_ASSERT_EQUAL(car->ports[BD_PORT_OUTPUT], 2);
    bd_diagram_free(d);
    static const char *const wrong[][2] = {
        {"blocks: {a: {block: multirate_lib/Multirate, salve: x}}\n", "did you mean 'slave'"},
        {"blocks: {a: multirate kart}\noutputs: {d: a/2}\n", "has no output port 2 (it has 1)"},
        {"blocks: {a: {block: multirate_lib/Nothing}}\n", "does not have"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_NOT_EQUAL(bd_diagram_read_memory(wrong[i][0], strlen(wrong[i][0]), "m.yaml",
                                                   &search, &d, NULL, &error),
                            BD_OK);
        MR_ASSERT_CONTAINS(error.text, wrong[i][1]);
        MR_ASSERT_CONTAINS(error.text, "m.yaml:");
    }
}

static void test_mistakes_are_told_with_their_line(void) {
    refused("blocks:\n  a: Gian 3\n", "my model.yaml:2: there is no block 'Gian 3' (did you mean");
    refused("blocks:\n  a: Gain 3\nline: []\n",
            ":3: 'line' is no key of a model (did you mean 'lines'?)");
    refused("blocks:\n  a: {block: Gain, Gian: 3}\n", "did you mean 'Gain'");
    refused("blocks:\n  a: Gain\nlines:\n  - a -> b\n", ":4: my_model has no block or signal 'b'");
    refused("blocks:\n  a: Gain\n  b: Step\nlines: [b -> a, b -> a/1]\n", "already has a line");
    refused("blocks:\n  b: Step\n  a: Gain\nlines: [b -> a, b -> a]\n", "has no input port 2");
    refused("blocks: {a: Gain, a: Gain}\n", "'a' stands twice");
    refused("blocks: {a: &x Gain, b: *x}\n", "anchors");
    refused("blocks: {a: [1, 2]}\n", "must be a text or {…}");
    refused("blocks: {a: {Gain: 2}}\n", "'block' tells what it is");
    refused("lines: [a b]\n", "a line is 'from -> to'");
    refused("solver: ode46\n", "Solver cannot be 'ode46'");
    refused("variables: {2x: 3}\n", "cannot be a variable");
    refused("- a\n", "a model is a list of keys");
    refused("blocks: {a: Terminator 3}\n", "no value that stands behind its name");
    refused("blocks: {\n", "my model.yaml:2:");
    refused("blocks: {a: {block: Gain, blocks: {}}}\n", "cannot have blocks inside");
}

/* a piece of a line does not go through the block, nor along its edge so that it looks like it */
static bool stays_clear(const bd_place *q, bd_point a, bd_point b) {
    const double low_x = a.x < b.x ? a.x : b.x, high_x = a.x + b.x - low_x;
    const double low_y = a.y < b.y ? a.y : b.y, high_y = a.y + b.y - low_y;
    const double x = low_y == high_y ? -1.0 : 3.0, y = low_y == high_y ? 3.0 : -1.0;
    if (low_x == high_x && low_y == high_y)
        return true;
    return high_x <= q->left - x || low_x >= q->right + x || high_y <= q->top - y ||
           low_y >= q->bottom + y;
}

static void check_ways(bd_sheet *sheet) {
    const bd_system *system = sheet->system;
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++) {
            bd_point p[BD_WAY];
            const int count = bd_way(sheet, &system->lines[i], k, p);
            for (int s = 1; s < count; s++)
                for (size_t b = 0; b < system->block_count; b++)
                    CU_ASSERT(stays_clear(&sheet->places[b], p[s - 1], p[s]));
        }
}

/* what is written for Simulink shows no block on another one and no line through a block, and reads
 * back as the same model */
static void test_a_text_becomes_a_readable_picture(void) {
    bd_diagram *d =
        good("blocks:\n  r: Step\n  e: Sum |+-\n  K: Gain 3\n  T: Gain 0.1\n  x: Integrator\n"
             "  v: Integrator\n  F: = K - T\n  s: {block: Scope, from: x}\n"
             "lines:\n  - r -> e -> K\n  - F -> v -> x -> e/2\n  - v -> T\n"
             "outputs: {y: x, w: v, f: F}\n");
    char path[500], what[300];
    snprintf(path, sizeof path, "%s/picture.slx", scratch_folder());
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write(d, path, NULL), BD_OK);
    bd_diagram *again = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, NULL), BD_OK);
    const bool equal = diagrams_equal(d, again, what, sizeof what);
    if (!equal)
        printf("%s\n", what);
    CU_ASSERT_TRUE(equal);
    bd_sheet sheet;
    CU_ASSERT_TRUE_FATAL(bd_sheet_make(&sheet, again->root));
    const size_t n = again->root->block_count;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            const bd_place *a = &sheet.places[i], *b = &sheet.places[k];
            CU_ASSERT(a->left >= b->right || b->left >= a->right || a->top >= b->bottom ||
                      b->top >= a->bottom);
        }
    check_ways(&sheet);
    bd_sheet_free(&sheet);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

/* the line back to the block on the left was once drawn over its upper edge, and lines had corners
 * of a pixel in front of ports that are as high as their sources */
static void test_lines_keep_their_distance(void) {
    bd_diagram *d = good("blocks:\n"
                         "  car: {inputs: [f], blocks: {a: Gain 2, b: Gain 3}, lines: [f -> a, f "
                         "-> b], outputs: {u: a, v: b}}\n"
                         "  split: {block: Demux, Outputs: 4, from: [car]}\n"
                         "  command: {block: Gain, from: [split/2]}\n"
                         "  lag: Gain 4\n"
                         "  force: Integrator\n"
                         "lines:\n  - command -> lag -> force -> car\n"
                         "outputs: {lift: split/4, travel: split/1, damper: force}\n");
    bd_sheet sheet;
    CU_ASSERT_TRUE_FATAL(bd_sheet_make(&sheet, d->root));
    check_ways(&sheet);
    int straight = 0;
    for (size_t i = 0; i < d->root->line_count; i++) {
        bd_point p[BD_WAY];
        straight += bd_way(&sheet, &d->root->lines[i], 0, p) == 2;
    }
    CU_ASSERT_EQUAL(straight, 4); /* to lift, travel, lag and force */
    bd_sheet_free(&sheet);
    bd_diagram_free(d);
}

/* the corners of a file stay as they are; those of a block that is moved are forgotten */
static void test_corners_are_kept(void) {
    static const char text[] =
        "Model {\nName \"m\"\nSystem {\nName \"m\"\n"
        "Block {\nBlockType Constant\nName \"c\"\nPosition [20, 20, 50, 50]\n}\n"
        "Block {\nBlockType Terminator\nName \"a\"\nPosition [200, 90, 220, 110]\n}\n"
        "Block {\nBlockType Terminator\nName \"b\"\nPosition [200, 190, 220, 210]\n}\n"
        "Line {\nSrcBlock \"c\"\nSrcPort 1\nPoints [33, 0; 0, 44]\nBranch {\nPoints [50, 0; 0, "
        "21]\n"
        "DstBlock \"a\"\nDstPort 1\n}\nBranch {\nPoints [0, 121]\nDstBlock \"b\"\nDstPort "
        "1\n}\n}\n}\n}\n";
    bd_error error = {0};
    bd_diagram *d = read_text(text, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    char *out = NULL;
    size_t size = 0;
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write_memory(d, &out, &size, &error), BD_OK);
    MR_ASSERT_CONTAINS(out, "Points\t[33, 0; 0, 44]");
    MR_ASSERT_CONTAINS(out, "Points\t[50, 0; 0, 21]");
    MR_ASSERT_CONTAINS(out, "Points\t[0, 121]");
    bd_diagram *again = read_text(out, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(again);
    char *out_again = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write_memory(again, &out_again, &size, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(out, out_again);
    free(out);
    free(out_again);
    bd_diagram_free(again);
    bd_diagram_free(d);
}

/* any bytes: a diagram or a sentence */
static void test_broken_texts_do_no_harm(void) {
    static const char text[] =
        "stop: 3\nvariables: {k: 2}\nblocks:\n  r: Step\n  e: Sum |+-\n  K: = k*e\n"
        "  sub: {mask: {g: 1}, inputs: [i], outputs: {o: i}, blocks: {}}\n"
        "  m: multirate kart v0=8 | order=2\n"
        "lines:\n  - r -> e\n  - K -> sub, e/2\noutputs: {y: sub}\n";
    mr_random r = {7};
    for (int i = 0; i < 3000; i++) {
        char copy[sizeof text];
        memcpy(copy, text, sizeof text);
        for (int k = mr_random_below(&r, 4); k >= 0; k--)
            copy[mr_random_below(&r, (int)sizeof text - 1)] =
                "{}[]:,-> \n=|&*'\"/1a\0\xff"[mr_random_below(&r, 21)];
        bd_error error = {0};
        bd_diagram *d = NULL;
        const bd_status status =
            bd_diagram_read_memory(copy, sizeof text - 1, "x.yaml", NULL, &d, NULL, &error);
        CU_ASSERT_EQUAL(status == BD_OK, d != NULL);
        CU_ASSERT_EQUAL(status == BD_OK, error.text[0] == '\0');
        bd_diagram_free(d);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_settings_and_variables),
    MR_TEST(test_blocks_in_words),
    MR_TEST(test_expressions_take_blocks_and_signals_by_name),
    MR_TEST(test_systems_within_systems),
    MR_TEST(test_the_multirate_block_in_one_line),
    MR_TEST(test_mistakes_are_told_with_their_line),
    MR_TEST(test_a_text_becomes_a_readable_picture),
    MR_TEST(test_lines_keep_their_distance),
    MR_TEST(test_corners_are_kept),
    MR_TEST(test_broken_texts_do_no_harm),
};

int main(int argc, char **argv) {
    return mr_test_main("yaml", tests, sizeof tests / sizeof *tests, argc, argv);
}
