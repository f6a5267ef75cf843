/* bus objects of the workspace: what an element says of its signal, and where it lies. The second
 * element, a number after it, shows that the first one has the size it should have */
#include "mini.h"

#include "blockdiagram/signal.h"

#include <stdio.h>

#define BUS                                                                                        \
    "e(1) = Simulink.BusElement; e(1).Name = 'x'; e(2) = Simulink.BusElement; e(2).Name = 'n';\n"  \
    "%s\nB = Simulink.Bus; B.Elements = e;"

/* x of a bus signal that is declared by an object, or an error */
static mini *selected(const char *inport, const char *code) {
    char text[600], objects[1200];
    snprintf(objects, sizeof objects, BUS, code);
    snprintf(text, sizeof text,
             "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"
             "Inport u %s\nBusSelector s OutputSignals=x,n\nOutport y\nOutport z Port=2\n"
             "u -> s\ns:1 -> y\ns:2 -> z\n",
             inport);
    return mini_try(text, objects);
}

static void test_elements_have_types_dimensions_and_complexity(void) {
    static const struct {
        const char *code;
        int type, width;
        int complexity;
    } cases[] = {
        {"", BD_DOUBLE, 1, 0},
        {"e(1).DataType = '';", BD_DOUBLE, 1, 0},
        {"e(1).DataType = 'single';", BD_SINGLE, 1, 0},
        {"e(1).DataType = 'boolean';", BD_LOGICAL, 1, 0},
        {"e(1).DataType = 'int64';", BD_INT64, 1, 0},
        {"e(1).DataType = 'Enum: Colour';", BD_INT32, 1, 0},
        {"e(1).DataType = 'fixdt(1,16,0)';", BD_INT16, 1, 0},
        {"e(1).DataType = 'fixdt( 0 , 8 , 0 )';", BD_UINT8, 1, 0},
        {"e(1).Dimensions = 3;", BD_DOUBLE, 3, 0},
        {"e(1).Dimensions = [2 3];", BD_DOUBLE, 6, 0},
        {"e(1).Dimensions = [];", BD_DOUBLE, 1, 0},
        {"e(1).Complexity = 'complex';", BD_DOUBLE, 2, 1},
        {"e(1).Complexity = 'real';", BD_DOUBLE, 1, 0},
        {"e(1).Dimensions = 2; e(1).DataType = 'int8'; e(1).Complexity = 'complex';", BD_INT8, 4,
         1},
    };
    static const char *const inports[] = {"OutDataTypeStr='Bus: B'", "UseBusObject=on BusObject=B",
                                          "OutDataTypeStr='Bus: B' PortDimensions=1"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mini *m = selected(inports[i % 3], cases[i].code);
        if (m->error.text[0])
            printf("\n    %s: %s", cases[i].code, m->error.text);
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        if (!m->error.text[0]) {
            const bd_record *y = bd_run_record(m->run, mini_record(m, "y"));
            CU_ASSERT_EQUAL(y->shape.type, cases[i].type);
            CU_ASSERT_EQUAL(y->width, cases[i].width);
            CU_ASSERT_EQUAL(y->shape.complexity, cases[i].complexity);
            const bd_record *z = bd_run_record(m->run, mini_record(m, "z"));
            CU_ASSERT_EQUAL(z->shape.type, BD_DOUBLE);
            CU_ASSERT_EQUAL(z->width, 1);
        }
        mini_free(m);
    }
}

/* a bus in a bus, by its name with or without the word before it */
static void test_elements_may_be_buses(void) {
    static const char *const names[] = {"Bus: C", "Bus:C", "C"};
    for (int i = 0; i < 3; i++) {
        char code[300], text[400];
        snprintf(code, sizeof code,
                 "f(1) = Simulink.BusElement; f(1).Name = 'a'; f(1).DataType = 'int8';\n"
                 "f(2) = Simulink.BusElement; f(2).Name = 'b'; f(2).DataType = 'int32';\n"
                 "C = Simulink.Bus; C.Elements = f; e(1).DataType = '%s';",
                 names[i]);
        char objects[900];
        snprintf(objects, sizeof objects, BUS, code);
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"
                 "Inport u OutDataTypeStr='Bus: B'\nBusSelector s OutputSignals=x.b,n\nOutport y\n"
                 "Outport z Port=2\nu -> s\ns:1 -> y\ns:2 -> z\n");
        mini *m = mini_try(text, objects);
        CU_ASSERT_STRING_EQUAL(m->error.text, "");
        if (!m->error.text[0]) {
            CU_ASSERT_EQUAL(bd_run_record(m->run, mini_record(m, "y"))->shape.type, BD_INT32);
            CU_ASSERT_EQUAL(bd_run_record(m->run, mini_record(m, "z"))->shape.type, BD_DOUBLE);
        }
        mini_free(m);
    }
}

/* an object with any element of no meaning is none, and the port carries no bus */
static void test_objects_without_sense_are_no_buses(void) {
    static const char *const codes[] = {
        "e(1).DataType = 'nothing';",
        "e(1).DataType = 'Bus: B';", /* itself */
        "e(1).DataType = 'fixdt(1,16,4)';",
        "e(1).DataType = 'fixdt(1,17,0)';",
        "e(1).Dimensions = 0;",
        "e(1).Dimensions = [2 -1];",
        "e(1).Dimensions = NaN;",
        "e(1).Dimensions = [1e4 1e4];",
        "e(1).Dimensions = ones(1,40);",
        "e(1).Name = 5;",
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        mini *m = selected("OutDataTypeStr='Bus: B'", codes[i]);
        CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
        MR_ASSERT_CONTAINS(m->error.text, "m/s");
        mini_free(m);
    }
    static const char *const others[] = {"B = 5;", "B.Elements = 5;", "B.Other = 1;",
                                         "B.Elements = struct('Name', {});"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        mini *m = mini_try("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"
                           "Inport u OutDataTypeStr='Bus: B'\nBusSelector s OutputSignals=x\n"
                           "Outport y\nu -> s\ns -> y\n",
                           others[i]);
        CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_elements_have_types_dimensions_and_complexity),
        MR_TEST(test_elements_may_be_buses),
        MR_TEST(test_objects_without_sense_are_no_buses),
    };
    return mr_test_main("blockdiagram_bus_objects", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
