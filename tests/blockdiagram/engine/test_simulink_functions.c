/* Simulink functions: arguments, shared states, scopes of names, order, what is refused */
#include "mini.h"

#include "blockdiagram/signal.h"

#include <stdio.h>
#include <string.h>

/* y = acc(u): the sum of all that callers gave */
#define SUM_OF_ALL                                                                                 \
    "TriggerPort t TriggerType=function-call IsSimulinkFunction=on FunctionName=acc "              \
    "FunctionPrototype='y = acc(u)'\n"                                                             \
    "ArgIn u Port=1\nArgOut y Port=1\n"                                                            \
    "Sum S Inputs=++\nUnitDelay D SampleTime=-1\n"                                                 \
    "u -> S\nD -> S:2\nS -> D\nS -> y\n"

static const char *const discrete = "set StopTime 3\nset Solver FixedStepDiscrete\nset FixedStep "
                                    "1\n";

static mini *run_text(const char *text, bool works) {
    static char all[8000];
    snprintf(all, sizeof all, "%s%s", discrete, text);
    return works ? mini_run(all, NULL) : mini_create(all, NULL);
}

/* in every step A adds 1, then B adds 10, to one sum: 1, 11; 12, 22; … */
static void test_callers_share_the_states(void) {
    mini *m = run_text("SubSystem F {\n" SUM_OF_ALL "}\n"
                       "Constant one Value=1 SampleTime=1\nConstant ten Value=10 SampleTime=1\n"
                       "FunctionCaller A FunctionPrototype='y = acc(u)'\n"
                       "FunctionCaller B FunctionPrototype='z = acc(w)'\n"
                       "Outport a Port=1\nOutport b Port=2\n"
                       "one -> A\nten -> B\nA -> a\nB -> b\n",
                       true);
    for (size_t k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(mini_value(m, "a", k), 11.0 * (double)k + 1.0);
        CU_ASSERT_EQUAL(mini_value(m, "b", k), 11.0 * (double)k + 11.0);
    }
    mini_free(m);
}

/* a caller that reads the other's result runs after it, whatever the order in the file */
static void test_results_decide_the_order(void) {
    mini *m = run_text("FunctionCaller B FunctionPrototype='z = acc(w)'\n"
                       "FunctionCaller A FunctionPrototype='y = acc(u)'\n"
                       "Constant one Value=1 SampleTime=1\nSubSystem F {\n" SUM_OF_ALL "}\n"
                       "Outport a Port=1\nOutport b Port=2\n"
                       "one -> A\nA -> B\nA -> a\nB -> b\n",
                       true);
    /* s: A gives s + 1, B adds that: 2 s + 2 */
    double s = 0.0;
    for (size_t k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(mini_value(m, "a", k), s + 1.0);
        CU_ASSERT_EQUAL(mini_value(m, "b", k), 2.0 * s + 2.0);
        s = 2.0 * s + 2.0;
    }
    mini_free(m);
}

#define TWICE(name, factor)                                                                        \
    "TriggerPort t TriggerType=function-call IsSimulinkFunction=on FunctionName=" name "\n"        \
    "ArgIn u Port=1 PortDimensions=-1 OutDataTypeStr='Inherit: auto'\n"                            \
    "ArgOut y Port=1 PortDimensions=-1 OutDataTypeStr='Inherit: auto'\nGain k Gain=" factor        \
    "\nu -> k\nk -> y\n"

/* the nearest f counts; another one by the name of its subsystem; a global one from anywhere */
static void test_names_are_looked_for_around_the_caller(void) {
    mini *m = run_text(
        "SubSystem outer {\n" TWICE(
            "f", "2") "}\n"
                      "SubSystem S {\n"
                      "SubSystem inner {\n" TWICE(
                          "f",
                          "3") "}\n"
                               "SubSystem g {\n" TWICE(
                                   "g FunctionVisibility=global",
                                   "5") "}\n"
                                        "FunctionCaller c FunctionPrototype='y = f(u)'\n"
                                        "Inport i Port=1\nOutport o Port=1\ni -> c\nc -> o\n}\n"
                                        "Constant one Value='[1 2]' SampleTime=1\n"
                                        "FunctionCaller A FunctionPrototype='y = f(u)'\n"
                                        "FunctionCaller B FunctionPrototype='y = S.f(u)'\n"
                                        "FunctionCaller C FunctionPrototype='y = g(u)'\n"
                                        "Outport a Port=1\nOutport b Port=2\nOutport c "
                                        "Port=3\nOutport s Port=4\n"
                                        "one -> A\none -> B\none -> C\none -> S\nA -> a\nB -> b\nC "
                                        "-> c\nS -> s\n",
        true);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(mini_last_of(m, "a", i), 2.0 * (i + 1));
        CU_ASSERT_EQUAL(mini_last_of(m, "b", i), 3.0 * (i + 1));
        CU_ASSERT_EQUAL(mini_last_of(m, "c", i), 5.0 * (i + 1));
        CU_ASSERT_EQUAL(mini_last_of(m, "s", i), 3.0 * (i + 1));
    }
    mini_free(m);
}

/* [sum, integer] = f(a, n) calls acc, and reads a signal from outside: 7 + a */
static void test_functions_call_functions_and_read_signals(void) {
    mini *m =
        run_text("SubSystem F {\n" SUM_OF_ALL "}\n"
                 "SubSystem H Ports=[1,0] {\n"
                 "TriggerPort t TriggerType=function-call IsSimulinkFunction=on FunctionName=h "
                 "FunctionPrototype='[s, m] = h(a, n)'\n"
                 "ArgIn a Port=1\nArgIn n Port=2 OutDataTypeStr=int8\n"
                 "ArgOut s Port=1\nArgOut m Port=2 OutDataTypeStr=int8\n"
                 "Inport seven Port=1\nSum S Inputs=++\n"
                 "FunctionCaller c FunctionPrototype='y = acc(u)'\n"
                 "a -> S\nseven -> S:2\nS -> c\nc -> s\nn -> m\n}\n"
                 "Constant one Value=1 SampleTime=1\nConstant n Value=int8(-5) SampleTime=1\n"
                 "Constant seven Value=7 SampleTime=1\n"
                 "FunctionCaller A FunctionPrototype='[s, m] = h(a, n)'\n"
                 "Outport s Port=1\nOutport m Port=2\n"
                 "seven -> H\none -> A\nn -> A:2\nA -> s\nA:2 -> m\n",
                 true);
    for (size_t k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(mini_value(m, "s", k), 8.0 * (double)(k + 1));
        CU_ASSERT_EQUAL(mini_value(m, "m", k), -5.0);
    }
    mini_free(m);
}

/* in continuous time it is called at major steps only: once each */
static void test_minor_steps_call_nothing(void) {
    mini *m = mini_run("set StopTime 1\nset Solver ode4\nset FixedStep 0.25\n"
                       "SubSystem F {\n" SUM_OF_ALL "}\nIntegrator x\nConstant one\nClock c\n"
                       "Gain g Gain=0\nSum s Inputs=++\n"
                       "FunctionCaller A FunctionPrototype='y = acc(u)'\nOutport a Port=1\n"
                       "c -> g\ng -> s\none -> s:2\ns -> A\nA -> x\nA -> a\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "a"), 5.0);
    mini_free(m);
}

/* how a prototype is written does not matter; a function without a name has that of its prototype
 */
static void test_ways_to_write_a_prototype(void) {
    static const char *const calls[] = {"y = add(u,v)", "y=add(u, v)", "[y] = add( u v )",
                                        " y = add (a, b)", "y\t=\tadd\t(u,v)"};
    static const char *const names[] = {"FunctionName=add", "FunctionPrototype='z = add(p, q)'",
                                        "FunctionName='' FunctionPrototype='z = add (p, q)'"};
    for (size_t i = 0; i < 15; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "SubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on %s\n"
                 "ArgIn p Port=1\nArgIn q Port=2\nArgOut z\nSum S Inputs=+-\n"
                 "p -> S\nq -> S:2\nS -> z\n}\nConstant a Value=9 SampleTime=1\n"
                 "Constant b Value=2\nFunctionCaller A FunctionPrototype='%s'\nOutport y\n"
                 "a -> A\nb -> A:2\nA -> y\n",
                 names[i % 3], calls[i / 3]);
        mini *m = run_text(text, true);
        CU_ASSERT_EQUAL(mini_last(m, "y"), 7.0);
        mini_free(m);
    }
}

/* what an argument declares the callers get, and the other way round */
static void test_arguments_of_every_kind(void) {
    static const struct {
        const char *argument, *value;
        int type, width, complexity;
    } cases[] = {
        {"PortDimensions=-1 OutDataTypeStr='Inherit: auto'", "[1 2 3]", BD_DOUBLE, 3, 0},
        {"PortDimensions=-1 OutDataTypeStr='Inherit: auto'", "int8([1 2])", BD_INT8, 2, 0},
        {"PortDimensions=3", "[1 2 3]", BD_DOUBLE, 3, 0},
        {"PortDimensions=[2,2]", "[1 2;3 4]", BD_DOUBLE, 4, 0},
        {"PortDimensions=1 SignalType=real", "5", BD_DOUBLE, 1, 0},
        {"PortDimensions=1 SignalType=complex", "1+2i", BD_DOUBLE, 2, 1},
        {"PortDimensions=1 OutDataTypeStr=int16", "int16(7)", BD_INT16, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "SubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on "
                 "FunctionName=same\nArgIn u %s\nArgOut y %s\nu -> y\n}\n"
                 "Constant c Value='%s' SampleTime=1 "
                 "OutDataTypeStr='Inherit: Inherit from Constant value' VectorParams1D=on\n"
                 "FunctionCaller A FunctionPrototype='y = same(u)'\nOutport y\nc -> A\nA -> y\n",
                 cases[i].argument, cases[i].argument, cases[i].value);
        mini *m = run_text(text, true);
        const bd_record *y = bd_run_record(m->run, mini_record(m, "y"));
        CU_ASSERT_EQUAL(y->shape.type, cases[i].type);
        CU_ASSERT_EQUAL(y->width, cases[i].width);
        CU_ASSERT_EQUAL(y->shape.complexity, cases[i].complexity);
        mini_free(m);
    }
}

/* a bus object may be the type of an argument */
static void test_a_bus_as_an_argument(void) {
    char text[1500];
    snprintf(text, sizeof text,
             "%sSubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on "
             "FunctionName=pick\nArgIn u OutDataTypeStr='Bus: B'\nArgOut y\n"
             "BusSelector s OutputSignals=b\nu -> s\ns -> y\n}\n"
             "Constant one Value=3 SampleTime=1\nConstant two Value=4\n"
             "BusCreator c Inputs=2 OutDataTypeStr='Bus: B' NonVirtualBus=on\n"
             "FunctionCaller A FunctionPrototype='y = pick(u)'\nOutport y\n"
             "one -> c\ntwo -> c:2\nc -> A\nA -> y\n",
             discrete);
    mini *m = mini_try(text, "e(1) = Simulink.BusElement; e(1).Name = 'a';\n"
                             "e(2) = Simulink.BusElement; e(2).Name = 'b';\n"
                             "B = Simulink.Bus; B.Elements = e;");
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    CU_ASSERT_EQUAL(mini_last(m, "y"), 4.0);
    mini_free(m);
}

/* … and of a result */
static void test_a_bus_as_a_result(void) {
    char text[1500];
    snprintf(
        text, sizeof text,
        "%sSubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on "
        "FunctionName=keep\nArgIn u OutDataTypeStr='Bus: B'\nArgOut y OutDataTypeStr='Bus: B'\n"
        "u -> y\n}\n"
        "Constant one Value=3 SampleTime=1\nConstant two Value=4\n"
        "BusCreator c Inputs=2 OutDataTypeStr='Bus: B' NonVirtualBus=on\n"
        "FunctionCaller A FunctionPrototype='y = keep(u)'\nOutport y\nOutport z\n"
        "BusSelector s OutputSignals=b,a\n"
        "one -> c\ntwo -> c:2\nc -> A\nA -> s\ns:1 -> y\ns:2 -> z\n",
        discrete);
    mini *m = mini_try(text, "e(1) = Simulink.BusElement; e(1).Name = 'a';\n"
                             "e(2) = Simulink.BusElement; e(2).Name = 'b';\n"
                             "B = Simulink.Bus; B.Elements = e;");
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    CU_ASSERT_EQUAL(mini_last(m, "y"), 4.0);
    CU_ASSERT_EQUAL(mini_last(m, "z"), 3.0);
    mini_free(m);
}

static void test_wrong_calls_are_told(void) {
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"FunctionCaller A FunctionPrototype='y = nobody(u)'\nOutport a\nConstant c\nc -> A\n"
         "A -> a\n",
         "there is no Simulink function 'nobody'"},
        {"SubSystem F {\n" SUM_OF_ALL "}\nFunctionCaller A FunctionPrototype='y = acc(u, v)'\n"
         "Outport a\nConstant c\nc -> A\nc -> A:2\nA -> a\n",
         "calls 'acc' with 2 arguments and 1 results; it has 1 and 1"},
        {"SubSystem F {\n" SUM_OF_ALL "}\nFunctionCaller A FunctionPrototype='acc(u)'\n"
         "Constant c\nc -> A\n",
         "calls 'acc' with 1 arguments and 0 results; it has 1 and 1"},
        {"SubSystem F {\n" SUM_OF_ALL "}\nFunctionCaller A FunctionPrototype='[y, z] = acc()'\n"
         "Outport a\nOutport b Port=2\nA -> a\nA:2 -> b\n",
         "calls 'acc' with 0 arguments and 2 results; it has 1 and 1"},
        {"ArgIn u\nOutport y\nu -> y\n", "stands outside of a Simulink function"},
        {"SubSystem F {\n" SUM_OF_ALL "}\nFunctionCaller A FunctionPrototype='y = acc(u)'\n"
         "Outport a\nConstant c Value='[1 2 3]' SampleTime=1\nc -> A\nA -> a\n",
         "double"},
        {"SubSystem F {\n" SUM_OF_ALL "}\nFunctionCaller A FunctionPrototype=''\n",
         "FunctionPrototype '' is not like [y1, y2] = f(u1, u2)"},
        {"FunctionCaller A FunctionPrototype='y = (u)'\n", "is not like [y1, y2] = f(u1, u2)"},
        {"FunctionCaller A FunctionPrototype='y = f(u'\n", "is not like [y1, y2] = f(u1, u2)"},
        {"FunctionCaller A\n", "m/A"},
        {"SubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on "
         "FunctionName=f\nArgIn u Port=3\nArgOut y\nu -> y\n}\n"
         "FunctionCaller A FunctionPrototype='y = f(u)'\nOutport a\nConstant c\nc -> A\nA -> a\n",
         "m/F/u: its number 3 is not one of 1 to 1, each once"},
        {"SubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on "
         "FunctionName=f\nArgIn u Port=1\nArgIn v Port=1\nArgOut y\nu -> y\nTerminator e\n"
         "v -> e\n}\nFunctionCaller A FunctionPrototype='y = f(u,v)'\nOutport a\nConstant c\n"
         "c -> A\nc -> A:2\nA -> a\n",
         "its number 1 is not one of 1 to 2, each once"},
        {"SubSystem F {\nTriggerPort t TriggerType=function-call IsSimulinkFunction=on "
         "FunctionName=f\nArgIn u PortDimensions='[3 0]'\nArgOut y\nu -> y\n}\n"
         "FunctionCaller A FunctionPrototype='y = f(u)'\nOutport a\nConstant c\nc -> A\nA -> a\n",
         "m/F/u: output 1 cannot have a dimension of 0"},
        {"SubSystem F {\n" SUM_OF_ALL "}\nFunctionCaller A FunctionPrototype='y = G.acc(u)'\n"
         "Outport a\nConstant c\nc -> A\nA -> a\n",
         "there is no Simulink function 'G.acc'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mini *m = run_text(cases[i].text, false);
        MR_ASSERT_CONTAINS(m->error.text, cases[i].sentence);
        mini_free(m);
    }
}

static void test_a_function_that_calls_itself(void) {
    mini *m = run_text("SubSystem F {\n"
                       "TriggerPort t TriggerType=function-call IsSimulinkFunction=on "
                       "FunctionName=f\nArgIn u\nArgOut y\n"
                       "FunctionCaller again FunctionPrototype='y = f(u)'\nu -> again\n"
                       "again -> y\n}\n"
                       "Constant one SampleTime=1\nOutport a\n"
                       "FunctionCaller A FunctionPrototype='y = f(u)'\none -> A\nA -> a\n",
                       false);
    if (m->error.status == BD_OK)
        bd_run_complete(m->run, &m->error);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, "call");
    mini_free(m);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_callers_share_the_states),
        MR_TEST(test_results_decide_the_order),
        MR_TEST(test_names_are_looked_for_around_the_caller),
        MR_TEST(test_functions_call_functions_and_read_signals),
        MR_TEST(test_minor_steps_call_nothing),
        MR_TEST(test_ways_to_write_a_prototype),
        MR_TEST(test_arguments_of_every_kind),
        MR_TEST(test_a_bus_as_an_argument),
        MR_TEST(test_a_bus_as_a_result),
        MR_TEST(test_wrong_calls_are_told),
        MR_TEST(test_a_function_that_calls_itself),
    };
    return mr_test_main("simulink_functions", tests, sizeof tests / sizeof *tests, argc, argv);
}
