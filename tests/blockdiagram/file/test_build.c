/* diagrams built in memory: ports by type and parameters, connections, lookup */
#include <stdio.h>
#include <string.h>

#include "blockdiagram/diagram.h"
#include "mr_test.h"

static const int *ports_of(bd_diagram *d, const char *type, const char *key, const char *value) {
    static int counter;
    static char name[8];
    snprintf(name, sizeof name, "b%d", counter++);
    const bd_node *node = bd_system_add(d->root, type, name, key, value, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    return node->ports;
}

static void test_usual_ports(void) {
    static const struct {
        const char *type, *key, *value;
        int in, out;
    } cases[] = {
        {"Constant", NULL, NULL, 0, 1},
        {"Terminator", NULL, NULL, 1, 0},
        {"Switch", NULL, NULL, 3, 1},
        {"Gain", NULL, NULL, 1, 1},
        {"Sum", "Inputs", "|+-+", 3, 1},
        {"Sum", "Inputs", "4", 4, 1},
        {"Sum", NULL, NULL, 2, 1},
        {"Product", "Inputs", "*/", 2, 1},
        {"Mux", "Inputs", "[1 2 3]", 3, 1},
        {"Demux", "Outputs", "[1, -1]", 1, 2},
        {"Demux", NULL, NULL, 1, 4},
        {"BusCreator", "Inputs", "'a','b'", 2, 1},
        {"BusSelector", "OutputSignals", "a,b.c", 1, 2},
        {"Logic", "Operator", "NOT", 1, 1},
        {"MultiPortSwitch", "Inputs", "2", 3, 1},
        {"Integrator", "ExternalReset", "rising", 2, 1},
        {"Integrator", "InitialConditionSource", "external", 2, 1},
        {"Math", "Operator", "mod", 2, 1},
        {"Trigonometry", "Operator", "sincos", 1, 2},
        {"If", "ElseIfExpressions", "u1 < 0, u1 == max(1,2)", 1, 4},
        {"SwitchCase", "CaseConditions", "{1,[2,3]}", 1, 3},
        {"Lookup_n-D", "NumberOfTableDimensions", "3", 3, 1},
        {"Scope", "NumInputPorts", "2", 2, 0},
        {"Selector", "IndexOptions", "Index vector (port)", 2, 1},
        {"Saturation Dynamic", NULL, NULL, 3, 1},
        {"Mux", "Inputs", "1e99", 4, 1},
    };
    bd_diagram *d = bd_diagram_create("m");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int *ports = ports_of(d, cases[i].type, cases[i].key, cases[i].value);
        if (ports[BD_PORT_INPUT] != cases[i].in || ports[BD_PORT_OUTPUT] != cases[i].out)
            printf("%s %s\n", cases[i].type, cases[i].value ? cases[i].value : "");
        CU_ASSERT_EQUAL(ports[BD_PORT_INPUT], cases[i].in);
        CU_ASSERT_EQUAL(ports[BD_PORT_OUTPUT], cases[i].out);
    }
    bd_diagram_free(d);
}

static void test_ports_change_with_parameters_and_port_blocks(void) {
    bd_diagram *d = bd_diagram_create("m");
    bd_node *sum = bd_system_add(d->root, "Sum", "s", NULL);
    CU_ASSERT_EQUAL(bd_node_set(sum, "Inputs", "+++"), BD_OK);
    CU_ASSERT_EQUAL(sum->ports[BD_PORT_INPUT], 3);
    CU_ASSERT_EQUAL(bd_node_set_ports(sum, BD_PORT_INPUT, -1), BD_BAD_ARGUMENT);
    bd_node *sub = bd_system_add(d->root, "SubSystem", "sub", NULL);
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_INPUT], 0);
    bd_system *inside = bd_node_open(sub);
    bd_system_add(inside, "Inport", "a", NULL);
    const bd_node *second = bd_system_add(inside, "Inport", "b", NULL);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(second, "Port"), "2");
    bd_system_add(inside, "Outport", "c", NULL);
    bd_system_add(inside, "TriggerPort", "t", NULL);
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_INPUT], 2);
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_OUTPUT], 1);
    CU_ASSERT_EQUAL(sub->ports[BD_PORT_TRIGGER], 1);
    CU_ASSERT_STRING_EQUAL(second->path, "m/sub/b");
    bd_diagram_free(d);
}

static void test_connections_are_checked(void) {
    bd_diagram *d = bd_diagram_create("m");
    bd_error error = {0};
    bd_system_add(d->root, "Constant", "c", NULL);
    bd_system_add(d->root, "Gain", "g", NULL);
    bd_system_add(d->root, "Terminator", "t", NULL);
    CU_ASSERT_EQUAL(bd_system_connect(d->root, "c", 1, "g", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_system_connect(d->root, "c", 1, "t", 1, &error), BD_OK);
    CU_ASSERT_EQUAL(d->root->line_count, 1);
    CU_ASSERT_EQUAL(d->root->lines[0].destination_count, 2);
    CU_ASSERT_EQUAL(bd_system_connect(d->root, "g", 1, "t", 1, &error), BD_BAD_DIAGRAM);
    MR_ASSERT_CONTAINS(error.text, "m/t: port 1 has two lines");
    CU_ASSERT_EQUAL(bd_system_connect(d->root, "nobody", 1, "t", 1, &error), BD_UNKNOWN_NAME);
    MR_ASSERT_CONTAINS(error.text, "system 'm' has no block 'nobody'");
    CU_ASSERT_EQUAL(bd_system_connect(d->root, "g", 0, "t", 1, &error), BD_BAD_ARGUMENT);
    CU_ASSERT_PTR_NULL(bd_system_add(d->root, "Gain", "g", NULL));
    bd_diagram_free(d);
}

static void test_mask_values_are_set_by_name(void) {
    bd_diagram *d = bd_diagram_create("m");
    bd_node *sub = bd_system_add(d->root, "SubSystem", "s", NULL);
    CU_ASSERT_EQUAL(bd_node_add_mask_variable(sub, "a", "1", true), BD_OK);
    CU_ASSERT_EQUAL(bd_node_add_mask_variable(sub, "b", "text", false), BD_OK);
    CU_ASSERT_EQUAL(bd_node_set(sub, "a", "2*k"), BD_OK);
    CU_ASSERT_STRING_EQUAL(sub->mask->variables[0].expression, "2*k");
    CU_ASSERT_PTR_NULL(sub->mask->variables[1].expression);
    CU_ASSERT_PTR_NULL(bd_parameters_find(&sub->parameters, "a"));
    bd_diagram_free(d);
}

static void test_table_of_defaults(void) {
    CU_ASSERT_STRING_EQUAL(bd_type_default("Gain", "Gain"), "1");
    CU_ASSERT_STRING_EQUAL(bd_type_default("Saturate", "LowerLimit"), "-0.5");
    CU_ASSERT_STRING_EQUAL(bd_type_default("Constant", "SampleTime"), "inf");
    CU_ASSERT_STRING_EQUAL(bd_type_default("TransportDelay", "DelayTime"), "1");
    CU_ASSERT_STRING_EQUAL(bd_type_default("ZeroPole", "Poles"), "[0 -1]");
    CU_ASSERT_STRING_EQUAL(bd_type_default("Abs", "ZeroCross"), "on");
    CU_ASSERT_STRING_EQUAL(bd_type_default("ZeroOrderHold", "SampleTime"), "1");
    CU_ASSERT_PTR_NULL(bd_type_default("Gain", "Nothing"));
    CU_ASSERT_PTR_NULL(bd_type_default("Nothing", "Gain"));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_usual_ports),
        MR_TEST(test_ports_change_with_parameters_and_port_blocks),
        MR_TEST(test_connections_are_checked),
        MR_TEST(test_mask_values_are_set_by_name),
        MR_TEST(test_table_of_defaults),
    };
    return mr_test_main("file_build", tests, sizeof tests / sizeof *tests, argc, argv);
}
