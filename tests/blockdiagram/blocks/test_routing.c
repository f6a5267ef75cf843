/* switches, Merge, Selector, data stores, and the wires of the engine that go with them */
#include "bd_test.h"

#include <stdio.h>

static void test_switch_criteria(void) {
    CHECK_BLOCK("Switch", NO_TEXTS, TEXTS("[1 2 3]", "[-1 0 1]", "9"), TEXTS("[9 2 3]"));
    CHECK_BLOCK("Switch", TEXTS("Criteria", "u2 > Threshold"), TEXTS("[1 2 3]", "[-1 0 1]", "9"),
                TEXTS("[9 9 3]"));
    CHECK_BLOCK("Switch", TEXTS("Criteria", "u2 ~= 0"), TEXTS("[1 2 3]", "[-1 0 1]", "9"),
                TEXTS("[1 9 3]"));
    CHECK_BLOCK("Switch", TEXTS("Threshold", "[1 2]"), TEXTS("[1 2]", "1.5", "[8 9]"),
                TEXTS("[1 9]"));
    CHECK_BLOCK("Switch", TEXTS("Threshold", "5"), TEXTS("[1 2; 3 4]", "6", "0"),
                TEXTS("[1 2; 3 4]"));
    CHECK_BLOCK("Switch", NO_TEXTS, TEXTS("int8(1)", "true", "int8(2)"), TEXTS("int8(1)"));
    CHECK_BLOCK("Switch", TEXTS("Threshold", "1"), TEXTS("1+2i", "2", "3"), TEXTS("1+2i"));
    /* documented: a Boolean control decides by itself; other thresholds than 1 (>=) and 0 (>) are
     * not used */
    CHECK_BLOCK("Switch", TEXTS("Threshold", "0"), TEXTS("[1 2]", "[false true]", "9"),
                TEXTS("[9 2]"));
    CHECK_BLOCK("Switch", TEXTS("Threshold", "2"), TEXTS("[1 2]", "[false true]", "9"),
                TEXTS("[9 2]"));
    CHECK_BLOCK("Switch", TEXTS("Criteria", "u2 > Threshold", "Threshold", "-1"),
                TEXTS("[1 2]", "[false true]", "9"), TEXTS("[9 2]"));
    /* the threshold becomes a number of the control's type: 3.4 is 3 */
    CHECK_BLOCK("Switch", TEXTS("Threshold", "3.4"), TEXTS("1", "int8(3)", "9"), TEXTS("1"));
    CHECK_FAILURE("Switch", TEXTS("Criteria", "u2 < Threshold"), TEXTS("1", "1", "1"), "Criteria");
    CHECK_FAILURE("Switch", NO_TEXTS, TEXTS("[1 2]", "1", "[1 2 3]"), "dimensions differ");
}

/* the integral of a switch between 1 and -1 at t = 1/3 over one second */
static void test_switch_is_a_zero_crossing(void) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, 1.0);
    bd_test_add(m, "Clock", "t");
    bd_test_add(m, "Constant", "one");
    bd_test_add(m, "Constant", "minus", "Value", "-1");
    bd_test_add(m, "Switch", "s", "Threshold", "1/3");
    bd_test_add(m, "Integrator", "i");
    bd_test_wire(m, "one", "s/1");
    bd_test_wire(m, "t", "s/2");
    bd_test_wire(m, "minus", "s/3");
    bd_test_wire(m, "s", "i");
    bd_test_tap(m, "i", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 2.0 / 3.0 - 1.0 / 3.0, 1e-10);
    bd_test_model_free(m);
}

static void test_manual_switch(void) {
    CHECK_BLOCK("ManualSwitch", NO_TEXTS, TEXTS("1", "2"), TEXTS("1"));
    CHECK_BLOCK("ManualSwitch", TEXTS("CurrentSetting", "0"), TEXTS("[1 1]", "2"), TEXTS("[2 2]"));
    CHECK_BLOCK("Manual Switch", TEXTS("sw", "0"), TEXTS("1", "2"), TEXTS("2"));
    CHECK_BLOCK("Environment Controller", NO_TEXTS, TEXTS("1", "2"), TEXTS("1"));
}

static void test_multiport_switch_orders(void) {
    CHECK_BLOCK("MultiPortSwitch", NO_TEXTS, TEXTS("2", "10", "20", "30"), TEXTS("20"));
    /* several numbers choose element by element */
    CHECK_BLOCK("MultiPortSwitch", NO_TEXTS, TEXTS("[1 3 2]", "10", "[20 21 22]", "30"),
                TEXTS("[10 30 22]"));
    CHECK_BLOCK("MultiPortSwitch", NO_TEXTS, TEXTS("[1 3 2]", "10", "20", "30"),
                TEXTS("[10 30 20]"));
    CHECK_BLOCK("MultiPortSwitch", NO_TEXTS, TEXTS("[1; 3]", "10", "20", "30"), TEXTS("[10; 30]"));
    CHECK_BLOCK("MultiPortSwitch", TEXTS("Inputs", "1"), TEXTS("[3 1]", "[5 6 7]"), TEXTS("[7 5]"));
    CHECK_BLOCK("MultiPortSwitch", NO_TEXTS, TEXTS("2.9", "10", "[20 21]", "30"), TEXTS("[20 21]"));
    CHECK_BLOCK("MultiPortSwitch", TEXTS("DataPortOrder", "Zero-based contiguous"),
                TEXTS("2", "10", "20", "30"), TEXTS("30"));
    const char *const p[] = {"DataPortOrder", "Specify indices", "DataPortIndices",
                             "{-1, [5 6], 8}", NULL};
    CHECK_BLOCK("MultiPortSwitch", p, TEXTS("6", "10", "20", "30"), TEXTS("20"));
    CHECK_BLOCK("MultiPortSwitch", p, TEXTS("-1", "10", "20", "30"), TEXTS("10"));
    CHECK_FAILURE("MultiPortSwitch", p, TEXTS("7", "10", "20", "30"), "no data port");
    CHECK_BLOCK("MultiPortSwitch",
                TEXTS("Inputs", "2", "DataPortForDefault", "Additional data port"),
                TEXTS("9", "10", "20", "30"), TEXTS("30"));
    CHECK_BLOCK("MultiPortSwitch", TEXTS("DiagnosticForDefault", "None"),
                TEXTS("0", "10", "20", "30"), TEXTS("30"));
    CHECK_FAILURE("MultiPortSwitch", NO_TEXTS, TEXTS("NaN", "10", "20", "30"), "no data port");
}

static void test_multiport_switch_of_one_input_indexes_it(void) {
    CHECK_BLOCK("MultiPortSwitch", TEXTS("Inputs", "1"), TEXTS("2", "[10 20 30]"), TEXTS("20"));
    CHECK_BLOCK("MultiPortSwitch", TEXTS("Inputs", "1", "zeroidx", "on"), TEXTS("2", "[10 20 30]"),
                TEXTS("30"));
    CHECK_FAILURE("MultiPortSwitch", TEXTS("Inputs", "1"), TEXTS("4", "[10 20 30]"),
                  "no data port");
}

static void test_selector_of_vectors(void) {
    const char *const u[] = {"[10 20 30 40]", NULL};
    CHECK_BLOCK("Selector", TEXTS("Indices", "[4 1 1]"), u, TEXTS("[40 10 10]"));
    CHECK_BLOCK("Selector", TEXTS("Indices", "[3 0]", "IndexMode", "Zero-based"), u,
                TEXTS("[40 10]"));
    CHECK_BLOCK("Selector", TEXTS("IndexOptions", "Select all", "Indices", "1"), u,
                TEXTS("[10 20 30 40]"));
    CHECK_BLOCK(
        "Selector",
        TEXTS("IndexOptions", "Starting index (dialog)", "Indices", "2", "OutputSizes", "3"), u,
        TEXTS("[20 30 40]"));
    CHECK_BLOCK("Selector", TEXTS("IndexOptions", "Index vector (port)", "Indices", "1"),
                TEXTS("[10 20 30 40]", "[2 4]"), TEXTS("[20 40]"));
    CHECK_BLOCK("Selector",
                TEXTS("IndexOptions", "Starting index (port)", "Indices", "1", "OutputSizes", "2"),
                TEXTS("int8([10 20 30 40])", "3"), TEXTS("int8([30 40])"));
    CHECK_BLOCK("Selector", TEXTS("Indices", "2"), TEXTS("[1 2+3i]"), TEXTS("2+3i"));
}

static void test_selector_of_matrices(void) {
    const char *const u[] = {"[1 2 3; 4 5 6; 7 8 9]", NULL};
    CHECK_BLOCK("Selector",
                TEXTS("NumberOfDimensions", "2", "IndexOptions",
                      "Index vector (dialog),Index vector (dialog)", "Indices", "[3 1],2"),
                u, TEXTS("[8; 2]"));
    CHECK_BLOCK("Selector",
                TEXTS("NumberOfDimensions", "2", "IndexOptions", "Select all,Index vector (dialog)",
                      "Indices", "[],[3 2]"),
                u, TEXTS("[3 2; 6 5; 9 8]"));
    /* files leave out what a dimension does not need */
    CHECK_BLOCK("Selector",
                TEXTS("NumberOfDimensions", "2", "IndexOptions", "Select all,Index vector (dialog)",
                      "Indices", ",[3 2]"),
                u, TEXTS("[3 2; 6 5; 9 8]"));
    CHECK_BLOCK("Selector",
                TEXTS("NumberOfDimensions", "2", "IndexOptions", "Index vector (dialog),Select all",
                      "Indices", "[3, 2], "),
                u, TEXTS("[7 8 9; 4 5 6]"));
    CHECK_BLOCK("Selector",
                TEXTS("NumberOfDimensions", "2", "IndexOptions",
                      "Starting index (port),Index vector (port)", "Indices", "1,1", "OutputSizes",
                      "2,1"),
                TEXTS("[1 2 3; 4 5 6; 7 8 9]", "2", "[1 3]"), TEXTS("[4 6; 7 9]"));
}

static void test_selector_refuses_what_is_not_there(void) {
    CHECK_FAILURE("Selector", TEXTS("Indices", "5"), TEXTS("[1 2 3]"), "index 5");
    CHECK_FAILURE("Selector", TEXTS("Indices", "0"), TEXTS("[1 2 3]"), "index 0");
    CHECK_FAILURE("Selector", TEXTS("Indices", "1.5"), TEXTS("[1 2 3]"), "index 1.5");
    CHECK_FAILURE("Selector", TEXTS("IndexOptions", "Index vector (port)", "Indices", "1"),
                  TEXTS("[1 2 3]", "4"), "index 4");
    CHECK_FAILURE("Selector", TEXTS("IndexOptions", "By magic"), TEXTS("[1 2 3]"), "By magic");
    CHECK_FAILURE(
        "Selector",
        TEXTS("IndexOptions", "Starting index (dialog)", "Indices", "3", "OutputSizes", "2"),
        TEXTS("[1 2 3]"), "index 4");
}

/* a Merge shows its initial output until one of its inputs runs; before that nothing else is there
 * to show */
static void test_merge_begins_with_its_initial_output(void) {
    CHECK_FAILURE("Merge", TEXTS("Inputs", "1", "InitialOutput", "[1 2 3]"), TEXTS("[4 5]"),
                  "InitialOutput");
#define UNEQUAL "Inputs", "1", "AllowUnequalInputPortWidths", "on"
    CHECK_FAILURE("Merge", TEXTS(UNEQUAL, "InputPortOffsets", "[0 1]"), TEXTS("[4 5]"),
                  "an entry for each input");
    CHECK_FAILURE("Merge", TEXTS(UNEQUAL, "InputPortOffsets", "-1"), TEXTS("[4 5]"),
                  "integers from 0 on");
    CHECK_FAILURE("Merge", TEXTS(UNEQUAL, "InputPortOffsets", "0.5"), TEXTS("[4 5]"),
                  "integers from 0 on");
#undef UNEQUAL
    CHECK_BLOCK("Merge", TEXTS("Inputs", "1", "InitialOutput", "[1 2]"), TEXTS("[4 5]"),
                TEXTS("[4 5]"));
}

/* what a store is declared to be it stays, whatever is written */
static void test_a_data_store_keeps_its_declared_type(void) {
    for (int declared = 0; declared < 2; declared++) {
        bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 2.0);
        bd_test_add(m, "DataStoreMemory", "store", "DataStoreName", "N", "InitialValue", "1",
                    "OutDataTypeStr", declared ? "int16" : "Inherit: auto");
        bd_test_add(m, "Constant", "c", "Value", "int8(3)");
        bd_test_add(m, "DataStoreWrite", "write", "DataStoreName", "N");
        bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N");
        bd_test_wire(m, "c", "write");
        bd_test_tap(m, "read", "y");
        const bd_status status = bd_test_try(m);
        CU_ASSERT_EQUAL(status == BD_OK, !declared);
        if (declared)
            MR_ASSERT_CONTAINS(m->error.text, "m/");
        bd_test_model_free(m);
    }
}

/* before, 2.5 was 2 in silence */
static void test_a_data_store_has_whole_sizes(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 2.0);
    bd_test_add(m, "DataStoreMemory", "store", "DataStoreName", "N", "Dimensions", "2.5");
    bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N");
    bd_test_tap(m, "read", "y");
    CU_ASSERT_NOT_EQUAL(bd_test_try(m), BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, "Dimensions must be sizes or -1");
    bd_test_model_free(m);
}

/* a counter: each step writes what it read plus one */
static void test_data_store_counts(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 4.0);
    bd_test_add(m, "DataStoreMemory", "store", "DataStoreName", "N", "InitialValue", "10");
    bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N", "SampleTime", "1");
    bd_test_add(m, "Bias", "plus", "Bias", "1");
    bd_test_add(m, "DataStoreWrite", "write", "DataStoreName", "N", "SampleTime", "1");
    bd_test_wire(m, "read", "plus");
    bd_test_wire(m, "plus", "write");
    bd_test_tap(m, "read", "y");
    bd_test_run(m);
    for (int i = 0; i < 5; i++)
        MR_ASSERT_CLOSE(bd_test_value(m, "y", (size_t)i, 0), 10.0 + i, 0.0);
    bd_test_model_free(m);
}

/* the nearest memory of the name counts, and a missing one is told */
static void test_data_store_scopes(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_test_add(m, "DataStoreMemory", "outer", "DataStoreName", "N", "InitialValue", "[1 2]");
    bd_node *sub = bd_system_add(m->diagram->root, "SubSystem", "sub", NULL);
    bd_system *inside = bd_node_open(sub);
    CU_ASSERT_PTR_NOT_NULL_FATAL(inside);
    bd_system_add(inside, "DataStoreMemory", "inner", "DataStoreName", "N", "InitialValue", "7",
                  NULL);
    bd_system_add(inside, "DataStoreRead", "read", "DataStoreName", "N", NULL);
    bd_system_add(inside, "Outport", "out", NULL);
    bd_test_wire_in(m, inside, "read", "out");
    bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N");
    bd_test_tap(m, "sub", "y1");
    bd_test_tap(m, "read", "y2");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y1", 0), 7.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y2", 1), 2.0, 0.0);
    bd_test_model_free(m);
    CHECK_FAILURE("DataStoreWrite", TEXTS("DataStoreName", "nowhere"), TEXTS("1"),
                  "no Data Store Memory 'nowhere'");
}

/* parts of arrays by index from 1, several of them as several ports; what is not written stays */
static void test_parts_of_a_data_store_are_read_and_written_alone(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_test_add(m, "DataStoreMemory", "store", "DataStoreName", "N", "InitialValue",
                "[1 2 3; 4 5 6]");
    bd_test_add(m, "Constant", "c", "Value", "[10; 20]");
    bd_test_add(m, "Constant", "d", "Value", "30");
    bd_test_add(m, "DataStoreWrite", "write", "DataStoreName", "N", "DataStoreElements",
                "N(:,2)#N(2,3)");
    bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N", "DataStoreElements",
                "N(2,1)#N(1:2:5)#N(1,2:3)", "SampleTime", "1");
    bd_test_wire(m, "c", "write/1");
    bd_test_wire(m, "d", "write/2");
    bd_test_tap(m, "read/1", "y1");
    bd_test_tap(m, "read/2", "y2");
    bd_test_tap(m, "read/3", "y3");
    bd_test_run(m);
    /* by then the store is [1 10 3; 4 20 30] */
    static const double second[] = {1.0, 10.0, 3.0}, third[] = {10.0, 3.0};
    MR_ASSERT_CLOSE(bd_test_last(m, "y1", 0), 4.0, 0.0);
    for (int i = 0; i < 3; i++)
        MR_ASSERT_CLOSE(bd_test_last(m, "y2", i), second[i], 0.0);
    for (int i = 0; i < 2; i++)
        MR_ASSERT_CLOSE(bd_test_last(m, "y3", i), third[i], 0.0);
    bd_test_model_free(m);
}

static bd_status try_part(const char *part, char *text, size_t size) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    bd_test_add(m, "DataStoreMemory", "store", "DataStoreName", "N", "InitialValue",
                "[1 2 3; 4 5 6]");
    bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N", "DataStoreElements", part);
    bd_test_tap(m, "read", "y");
    bd_status status = bd_test_try(m);
    snprintf(text, size, "%s", m->error.text);
    bd_test_model_free(m);
    return status;
}

static void test_parts_that_a_data_store_does_not_have_are_told(void) {
    static const struct {
        const char *part, *sentence;
    } list[] = {{"N(3,1)", "does not fit the size"}, {"N(7)", "does not fit the size"},
                {"N(0)", "does not fit the size"},   {"N(1,1,1)", "does not fit the size"},
                {"N(2,1", "is not understood"},      {"N(x)", "is not understood"},
                {"N.a", "has no part 'N.a'"},        {"N(1)(1)", "is not understood"}};
    char text[500];
    CU_ASSERT_EQUAL(try_part("N( 6 )", text, sizeof text), BD_OK);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        CU_ASSERT_NOT_EQUAL(try_part(list[i].part, text, sizeof text), BD_OK);
        MR_ASSERT_CONTAINS(text, "m/read");
        MR_ASSERT_CONTAINS(text, list[i].sentence);
    }
}

/* the structure of a store is that of the bus object of its type; fields of fields, elements of
 * fields */
static void test_fields_of_a_data_store(void) {
    static const char code[] =
        "inner = struct('Elements', struct('Name', {'p', 'q'}, 'DataType', {'double', 'int16'}, "
        "'Dimensions', {1, 3}));\n"
        "outer = struct('Elements', struct('Name', {'n', 'in'}, 'DataType', {'int8', 'Bus: "
        "inner'}, "
        "'Dimensions', {1, 1}));\n";
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run(m->base, code, "code", NULL, &m->error), BD_OK);
    bd_test_add(m, "DataStoreMemory", "store", "DataStoreName", "N", "InitialValue", "0",
                "OutDataTypeStr", "Bus: outer");
    bd_test_add(m, "Constant", "c", "Value", "int16([7 8 9])");
    bd_test_add(m, "Constant", "d", "Value", "2.5");
    bd_test_add(m, "DataStoreWrite", "write", "DataStoreName", "N", "DataStoreElements",
                "N.in.q#N.in.p");
    bd_test_add(m, "DataStoreRead", "read", "DataStoreName", "N", "DataStoreElements",
                "N.in.q(2)#N.in.p#N.n", "SampleTime", "1");
    bd_test_wire(m, "c", "write/1");
    bd_test_wire(m, "d", "write/2");
    bd_test_tap(m, "read/1", "y1");
    bd_test_tap(m, "read/2", "y2");
    bd_test_tap(m, "read/3", "y3");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y1", 0), 8.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y2", 0), 2.5, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y3", 0), 0.0, 0.0);
    bd_test_model_free(m);
}

static void test_demux_by_number_or_widths(void) {
    CHECK_BLOCK("Demux", TEXTS("Outputs", "3"), TEXTS("[4 5 6]"), TEXTS("4", "5", "6"));
    CHECK_BLOCK("Demux", TEXTS("Outputs", "[2 1]"), TEXTS("[4 5 6]"), TEXTS("[4 5]", "6"));
    CHECK_BLOCK("Demux", TEXTS("Outputs", "[-1 1]"), TEXTS("[4 5 6]"), TEXTS("[4 5]", "6"));
    static const char *const wrong[] = {"0", "-1", "10001", "[]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_FAILURE("Demux", TEXTS("Outputs", wrong[i]), TEXTS("[4 5 6]"),
                      "Outputs must be a number of ports or widths");
    CHECK_FAILURE("Demux", TEXTS("Outputs", "[2 -2]"), TEXTS("[4 5 6]"), "Outputs has no width -2");
}

static void test_goto_and_bus_wires(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    bd_test_add(m, "Constant", "a", "Value", "[1 2]");
    bd_test_add(m, "Constant", "b", "Value", "int8(3)");
    bd_test_add(m, "BusCreator", "bus", "Inputs", "2");
    bd_test_add(m, "Goto", "to", "GotoTag", "T");
    bd_test_add(m, "From", "from", "GotoTag", "T");
    bd_test_add(m, "BusSelector", "pick", "OutputSignals", "second,first");
    bd_test_wire(m, "a", "bus/1");
    bd_test_wire(m, "b", "bus/2");
    bd_system_name_signal(m->diagram->root, "a", 1, "first", &m->error);
    bd_system_name_signal(m->diagram->root, "b", 1, "second", &m->error);
    bd_test_wire(m, "bus", "to");
    bd_test_wire(m, "from", "pick");
    bd_test_tap(m, "pick/1", "y1");
    bd_test_tap(m, "pick/2", "y2");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y1", 0), 3.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y2", 1), 2.0, 0.0);
    bd_test_model_free(m);
}

/* a switch passes a bus as a whole, and its parts can be selected behind it */
static void test_switch_passes_buses(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    for (int i = 1; i <= 2; i++) {
        bd_system *root = m->diagram->root;
        const char *x = i == 1 ? "x1" : "x2", *n = i == 1 ? "n1" : "n2";
        const char *bus = i == 1 ? "bus1" : "bus2";
        bd_test_add(m, "Constant", x, "Value", i == 1 ? "[1 2]" : "[3 4]");
        bd_test_add(m, "Constant", n, "Value", i == 1 ? "int8(5)" : "int8(6)");
        bd_test_add(m, "BusCreator", bus, "Inputs", "2");
        bd_test_wire(m, x, i == 1 ? "bus1/1" : "bus2/1");
        bd_test_wire(m, n, i == 1 ? "bus1/2" : "bus2/2");
        bd_system_name_signal(root, x, 1, "x", &m->error);
        bd_system_name_signal(root, n, 1, "n", &m->error);
    }
    bd_test_add(m, "Constant", "c", "Value", "-1");
    bd_test_add(m, "Switch", "s");
    bd_test_add(m, "BusSelector", "pick", "OutputSignals", "n,x");
    bd_test_wire(m, "bus1", "s/1");
    bd_test_wire(m, "c", "s/2");
    bd_test_wire(m, "bus2", "s/3");
    bd_test_wire(m, "s", "pick");
    bd_test_tap(m, "pick/1", "y1");
    bd_test_tap(m, "pick/2", "y2");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y1", 0), 6.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y2", 1), 4.0, 0.0);
    bd_test_model_free(m);
}

/* BusAssignment replaces one element; a Signal Conversion, a scoped tag and remarks are only wires
 */
static void test_bus_assignment_and_silent_blocks(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    bd_test_add(m, "Constant", "a", "Value", "1");
    bd_test_add(m, "Constant", "b", "Value", "2");
    bd_test_add(m, "Constant", "c", "Value", "30");
    bd_test_add(m, "BusCreator", "bus", "Inputs", "2");
    bd_test_add(m, "BusAssignment", "assign", "AssignedSignals", "second");
    bd_test_add(m, "SignalConversion", "copy");
    bd_test_add(m, "BusSelector", "pick", "OutputSignals", "first,second");
    bd_test_add(m, "GotoTagVisibility", "scope", "GotoTag", "T");
    bd_test_add(m, "DocBlock", "remark");
    bd_test_add(m, "Terminator", "end");
    bd_test_wire(m, "a", "bus/1");
    bd_test_wire(m, "b", "bus/2");
    bd_system_name_signal(m->diagram->root, "a", 1, "first", &m->error);
    bd_system_name_signal(m->diagram->root, "b", 1, "second", &m->error);
    bd_test_wire(m, "bus", "assign/1");
    bd_test_wire(m, "c", "assign/2");
    bd_test_wire(m, "assign", "copy");
    bd_test_wire(m, "copy", "pick");
    bd_test_wire(m, "b", "end");
    bd_test_tap(m, "pick/1", "y1");
    bd_test_tap(m, "pick/2", "y2");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y1", 0), 1.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "y2", 0), 30.0, 0.0);
    bd_test_model_free(m);
}

/* limits of a running saturation follow their variable */
static void test_parameters_follow_their_variables(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 3.0);
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(m->base, "top", 2.0, &m->error), BD_OK);
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
    bd_test_add(m, "Bias", "u", "Bias", "10");
    bd_test_add(m, "Saturate", "s", "UpperLimit", "top", "LowerLimit", "0");
    bd_test_add(m, "Fcn", "f", "Expr", "u*top");
    bd_test_wire(m, "t", "u");
    bd_test_wire(m, "u", "s");
    bd_test_wire(m, "s", "f");
    bd_test_tap(m, "f", "y");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(m), BD_OK);
    CU_ASSERT_EQUAL(bd_run_start(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_set_scalar(m->base, "top", 3.0, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, m->base, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 0, 0), 4.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_value(m, "y", 1, 0), 9.0, 0.0);
    bd_test_model_free(m);
}

static const mr_test tests[] = {
    MR_TEST(test_merge_begins_with_its_initial_output),
    MR_TEST(test_a_data_store_keeps_its_declared_type),
    MR_TEST(test_a_data_store_has_whole_sizes),
    MR_TEST(test_switch_criteria),
    MR_TEST(test_switch_is_a_zero_crossing),
    MR_TEST(test_manual_switch),
    MR_TEST(test_multiport_switch_orders),
    MR_TEST(test_multiport_switch_of_one_input_indexes_it),
    MR_TEST(test_selector_of_vectors),
    MR_TEST(test_selector_of_matrices),
    MR_TEST(test_selector_refuses_what_is_not_there),
    MR_TEST(test_data_store_counts),
    MR_TEST(test_data_store_scopes),
    MR_TEST(test_parts_of_a_data_store_are_read_and_written_alone),
    MR_TEST(test_parts_that_a_data_store_does_not_have_are_told),
    MR_TEST(test_fields_of_a_data_store),
    MR_TEST(test_demux_by_number_or_widths),
    MR_TEST(test_goto_and_bus_wires),
    MR_TEST(test_switch_passes_buses),
    MR_TEST(test_bus_assignment_and_silent_blocks),
    MR_TEST(test_parameters_follow_their_variables),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_routing", tests, sizeof tests / sizeof *tests, argc, argv);
}
