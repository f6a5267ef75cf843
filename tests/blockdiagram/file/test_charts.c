/* stored charts: the same tree from .mdl text and from packages, and back */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/stored_chart.h"
#include "mr_test.h"
#include "archive.h"
#include "scratch.h"

/* a chart whose siblings are chained in another order than they are written; a second chart is
 * found by the number of its S-Function only */
static const char text[] =
    "Model {\nName \"m\"\nVersion 7.6\nSystem {\nName \"m\"\n"
    "Block {\nBlockType SubSystem\nName \"a\\nb\"\nSFBlockType \"Chart\"\n"
    "System {\nName \"a\"\nBlock {\nBlockType \"S-Function\"\nName \" SFunction \"\n"
    "FunctionName \"sf_sfun\"\nTag \"Stateflow S-Function m 1\"\nPorts [1, 1]\n}\n}\n}\n"
    "Block {\nBlockType SubSystem\nName \"f\"\nMaskType \"Stateflow\"\n"
    "System {\nName \"f\"\nBlock {\nBlockType \"S-Function\"\nName \" SFunction \"\n"
    "FunctionName \"sf_sfun\"\nTag \"Stateflow S-Function m 7\"\nPorts [1, 1]\n}\n}\n}\n"
    "}\n}\n"
    "Stateflow {\n"
    "machine {\nid 1\nname \"m\"\nfirstTarget 99\n}\n"
    "chart {\nid 2\nname \"a b\"\ntreeNode [0 4 0 0]\nmachine 1\nfirstData 8\nchartFileNumber 1\n"
    "decomposition CLUSTER_CHART\n}\n"
    "state {\nid 3\nlabelString \"B\\nen: x = \\\"q\\\";\"\ntreeNode [2 0 4 0]\nssIdNumber 13\n"
    "type OR_STATE\n}\n"
    "state {\nid 4\nlabelString \"A\"\ntreeNode [2 5 0 3]\nssIdNumber 14\ntype OR_STATE\n}\n"
    "state {\nid 5\nlabelString \"A1\"\ntreeNode [4 0 0 0]\nssIdNumber 15\ntype OR_STATE\n}\n"
    "data {\nid 7\nssIdNumber 17\nname \"v\"\nlinkNode [2 8 0]\nscope OUTPUT_DATA\n"
    "props {\narray {\nsize \"2\"\n}\ninitialValue \"3\"\n}\n}\n"
    "data {\nid 8\nssIdNumber 18\nname \"u\"\nlinkNode [2 0 7]\nscope INPUT_DATA\n}\n"
    "transition {\nid 9\nlabelString \"[u>1]\"\nlinkNode [2 0 0]\nssIdNumber 19\nsrc {\nid 4\n}\n"
    "dst {\nid 3\nintersection [1 0 0]\n}\nexecutionOrder 1\n}\n"
    "instance {\nid 10\nname \"a\\nb\"\nmachine 1\nchart 2\n}\n"
    "chart {\nid 20\nname \"f\"\ntype EML_CHART\nmachine 1\nchartFileNumber 7\ntreeNode [0 21 0 "
    "0]\n}\n"
    "state {\nid 21\nlabelString \"eML_blk_kernel()\"\ntreeNode [20 0 0 0]\nssIdNumber 1\n"
    "eml {\nisEML 1\nscript \"function y = f(u)\\ny = u;\"\n}\n"
    "truthTable {\npredicateArray \"100 C2x1{T\\\"a \\\"\\\"b\\\"\\\"\\\",T\\\"c\\\"}\"\n}\n}\n"
    "instance {\nid 22\nname \"gone\"\nmachine 1\nchart 20\n}\n"
    "}\n";

static bd_diagram *read_bytes(const char *bytes, size_t size) {
    bd_error error = {0};
    bd_diagram *diagram = NULL;
    CU_ASSERT_EQUAL(bd_diagram_read_memory(bytes, size, "m.mdl", NULL, &diagram, NULL, &error),
                    BD_OK);
    if (!diagram)
        puts(error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(diagram);
    return diagram;
}

static void check(const bd_diagram *d) {
    const bd_node *block = d->root->blocks[0], *function = d->root->blocks[1];
    CU_ASSERT_PTR_NOT_NULL_FATAL(block->chart);
    CU_ASSERT_PTR_NOT_NULL_FATAL(function->chart);
    CU_ASSERT_STRING_EQUAL(bd_node_chart_kind(block), "Chart");
    CU_ASSERT_STRING_EQUAL(bd_node_chart_kind(function), "MATLAB Function");
    CU_ASSERT_PTR_NULL(block->obstacle);
    CU_ASSERT(bd_node_is_chart_function(block->system->blocks[0]));

    const bd_stored *chart = block->chart, *a = bd_stored_of_kind(chart->first, "state");
    CU_ASSERT(bd_stored_is(chart, "decomposition", "CLUSTER_CHART"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(a);
    CU_ASSERT_STRING_EQUAL(bd_stored_text(a, "labelString"), "A");
    CU_ASSERT_EQUAL(a->number, 14);
    CU_ASSERT_PTR_NOT_NULL_FATAL(a->first);
    CU_ASSERT_STRING_EQUAL(bd_stored_text(a->first, "labelString"), "A1");
    CU_ASSERT_PTR_EQUAL(a->first->parent, a);
    const bd_stored *b = bd_stored_of_kind(a->next, "state");
    CU_ASSERT_PTR_NOT_NULL_FATAL(b);
    CU_ASSERT_STRING_EQUAL(bd_stored_text(b, "labelString"), "B\nen: x = \"q\";");
    const bd_stored *u = bd_stored_of_kind(chart->first, "data");
    const bd_stored *v = u ? bd_stored_of_kind(u->next, "data") : NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    CU_ASSERT_STRING_EQUAL(bd_stored_text(u, "name"), "u");
    CU_ASSERT_STRING_EQUAL(bd_stored_text(v, "name"), "v");
    CU_ASSERT_EQUAL(bd_stored_whole(v, "props.array.size", 0), 2);
    CU_ASSERT_EQUAL(bd_stored_whole(v, "props.initialValue", 0), 3);
    const bd_stored *t = bd_stored_of_kind(chart->first, "transition");
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_PTR_EQUAL(t->source, a);
    CU_ASSERT_PTR_EQUAL(t->destination, b);
    CU_ASSERT(bd_stored_is(t, "dst.intersection", "[1 0 0]"));

    const bd_stored *kernel = function->chart->first;
    CU_ASSERT_PTR_NOT_NULL_FATAL(kernel);
    CU_ASSERT(bd_stored_is(kernel, "eml.script", "function y = f(u)\ny = u;"));
    char entry[20];
    const char *table = bd_stored_text(kernel, "truthTable.predicateArray");
    CU_ASSERT(bd_stored_entry(table, 0, 0, entry, sizeof entry));
    CU_ASSERT_STRING_EQUAL(entry, "a \"b\"");
    CU_ASSERT(bd_stored_entry(table, 1, 0, entry, sizeof entry));
    CU_ASSERT_STRING_EQUAL(entry, "c");
    CU_ASSERT_FALSE(bd_stored_entry(table, 2, 0, entry, sizeof entry));
    CU_ASSERT_FALSE(bd_stored_entry(table, 0, 0, entry, 5));
}

static void test_a_flat_list_becomes_a_tree(void) {
    bd_diagram *d = read_bytes(text, strlen(text));
    check(d);
    bd_diagram_free(d);
}

/* in both formats, with the blocks renamed in between */
static void test_charts_are_written_with_their_blocks(void) {
    static const char *const names[] = {"charts.mdl", "charts.slx"};
    bd_error error = {0};
    bd_diagram *d = read_bytes(text, strlen(text));
    for (size_t i = 0; i < 2; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", scratch_folder(), names[i]);
        CU_ASSERT_EQUAL_FATAL(bd_diagram_write_as(d, path, "R2013b", &error), BD_OK);
        bd_diagram *again = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, &error), BD_OK);
        check(again);
        bd_diagram_free(d);
        d = again;
    }
    bd_diagram_free(d);
}

/* the same charts in a package: beside the model up to R2014a, as a part of their own afterwards */
static void test_charts_stand_beside_the_model_or_in_a_part(void) {
#define CHARTS                                                                                     \
    "<Stateflow><machine id=\"1\"><Children><chart id=\"2\"><P Name=\"name\">C</P></chart>"        \
    "</Children></machine></Stateflow>"
#define MODEL(charts)                                                                              \
    "<ModelInformation Version=\"0.9\"><Model><System></System></Model>" charts                    \
    "</ModelInformation>"
    static const char inside[] = MODEL(CHARTS), alone[] = MODEL(""), charts[] = CHARTS;
    const archive_part early[] = {{"simulink/blockdiagram.xml", inside, sizeof inside - 1}};
    const archive_part late[] = {{"simulink/blockdiagram.xml", alone, sizeof alone - 1},
                                 {"simulink/stateflow.xml", charts, sizeof charts - 1}};
    for (int i = 0; i < 2; i++) {
        size_t size;
        void *bytes = archive_make(i ? late : early, i ? 2 : 1, &size);
        bd_error error = {0};
        bd_diagram *d = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read_memory(bytes, size, "m.slx", NULL, &d, NULL, &error),
                              BD_OK);
        CU_ASSERT_PTR_NOT_NULL_FATAL(d->charts);
        CU_ASSERT_PTR_NOT_NULL_FATAL(d->charts->first);
        CU_ASSERT(bd_stored_is(d->charts->first, "name", "C"));
        bd_diagram_free(d);
        free(bytes);
    }
}

static void test_a_chart_that_is_not_there_is_told(void) {
    const char *end = strstr(text, "Stateflow {");
    bd_diagram *d = read_bytes(text, (size_t)(end - text));
    CU_ASSERT_PTR_NULL(d->root->blocks[0]->chart);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->obstacle, "a Chart whose chart is not in the file");
    bd_diagram_free(d);
}

static void test_hostile_structures_end_with_a_sentence(void) {
    static const char *const lists[] = {
        "Stateflow {\nmachine {\nid 1\n}\nstate {\nid 2\ntreeNode [3 0 0 0]\n}\n"
        "state {\nid 3\ntreeNode [2 0 0 0]\n}\n}\n",
        "Stateflow {\nmachine {\nid 1\n}\nstate {\nid 2\ntreeNode [2 0 0 0]\n}\n}\n",
    };
    for (size_t i = 0; i < 2; i++) {
        char bytes[1000];
        bd_error error = {0};
        bd_diagram *d = NULL;
        strcpy(bytes, "Model {\nName \"m\"\nSystem {\nName \"m\"\n}\n}\n");
        strcat(bytes, lists[i]);
        CU_ASSERT_EQUAL(
            bd_diagram_read_memory(bytes, strlen(bytes), "m.mdl", NULL, &d, NULL, &error),
            BD_BAD_FILE);
        MR_ASSERT_CONTAINS(error.text, "in itself");
        bd_diagram_free(d);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_flat_list_becomes_a_tree),
        MR_TEST(test_charts_are_written_with_their_blocks),
        MR_TEST(test_charts_stand_beside_the_model_or_in_a_part),
        MR_TEST(test_a_chart_that_is_not_there_is_told),
        MR_TEST(test_hostile_structures_end_with_a_sentence),
    };
    return mr_test_main("file_charts", tests, sizeof tests / sizeof *tests, argc, argv);
}
