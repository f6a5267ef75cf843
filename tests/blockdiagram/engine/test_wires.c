/* wires and contexts that need more than a line: function-calls, actions, buses, hostile chains */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DISCRETE "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 4\n"

static void test_function_call_runs_outputs_and_updates_at_once(void) {
    mini *m = mini_run(DISCRETE "FunctionCallGenerator g sample_time=2 numberOfIterations=1\n"
                                "SubSystem s {\n"
                                "TriggerPort t TriggerType=function-call\n"
                                "Constant one\n"
                                "Sum sum Inputs=++\n"
                                "UnitDelay delay SampleTime=-1\n"
                                "Outport out\n"
                                "one -> sum:1\n"
                                "delay -> sum:2\n"
                                "sum -> delay\n"
                                "sum -> out\n"
                                "}\n"
                                "Gain after Gain=10\n"
                                "Outport y\n"
                                "g -> s:trigger\n"
                                "s -> after\n"
                                "after -> y\n",
                       NULL);
    static const double expected[] = {10, 10, 20, 20, 30};
    for (size_t i = 0; i < 5; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), expected[i], 0.0);
    mini_free(m);
}

#define COUNTER                                                                                    \
    "SubSystem s {\n"                                                                              \
    "TriggerPort t TriggerType=function-call\n"                                                    \
    "Constant one\nSum sum Inputs=++\nUnitDelay delay SampleTime=-1\nOutport out\n"                \
    "one -> sum:1\ndelay -> sum:2\nsum -> delay\nsum -> out\n}\n"                                  \
    "Outport y\ns -> y\n"

/* one calls every second, the other every other one; a label on their wire records nothing */
static void test_several_callers_of_one_subsystem(void) {
    bd_options o = bd_options_default();
    o.log_labelled = true;
    mini *m = mini_run(DISCRETE "FunctionCallGenerator g sample_time=1 numberOfIterations=1\n"
                                "FunctionCallGenerator h sample_time=2 numberOfIterations=1\n"
                                "Mux mux Inputs=2\n"
                                "label mux calls\n" COUNTER "g -> mux:1\n"
                                "h -> mux:2\n"
                                "mux -> s:trigger\n",
                       &o);
    static const double expected[] = {2, 3, 5, 6, 8};
    for (size_t i = 0; i < 5; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), expected[i], 0.0);
    mini_free(m);
}

/* a call leaves the subsystem of its caller, while that is enabled */
static void test_function_calls_leave_conditional_subsystems(void) {
    mini *m = mini_run(DISCRETE "DigitalClock t SampleTime=1\n"
                                "Bias b Bias=-1\n"
                                "SubSystem e {\n"
                                "EnablePort on\n"
                                "FunctionCallGenerator g sample_time=1 numberOfIterations=1\n"
                                "Outport out\n"
                                "g -> out\n"
                                "}\n" COUNTER "t -> b\n"
                                "b -> e:enable\n"
                                "e -> s:trigger\n",
                       NULL);
    static const double expected[] = {0, 0, 1, 2, 3};
    for (size_t i = 0; i < 5; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), expected[i], 0.0);
    mini_free(m);
}

static void test_if_action_subsystems_and_merge(void) {
    mini *m = mini_run(DISCRETE "DigitalClock t SampleTime=1\n"
                                "If if IfExpression='u1 > 2' ShowElse=on\n"
                                "SubSystem a {\n"
                                "ActionPort p\n"
                                "Inport in\n"
                                "Gain g Gain=100\n"
                                "Outport out\n"
                                "in -> g\n"
                                "g -> out\n"
                                "}\n"
                                "SubSystem b {\n"
                                "ActionPort p\n"
                                "Inport in\n"
                                "Gain g Gain=-1\n"
                                "Outport out\n"
                                "in -> g\n"
                                "g -> out\n"
                                "}\n"
                                "Merge merge Inputs=2\n"
                                "Outport y\n"
                                "t -> if\n"
                                "t -> a\n"
                                "t -> b\n"
                                "if:1 -> a:action\n"
                                "if:2 -> b:action\n"
                                "a -> merge:1\n"
                                "b -> merge:2\n"
                                "merge -> y\n",
                       NULL);
    static const double expected[] = {0, -1, -2, 300, 400};
    for (size_t i = 0; i < 5; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), expected[i], 0.0);
    mini_free(m);
}

/* between the subsystem and the Merge there may be wires: of one input (Goto and From, a bus
 * selector), of several (Mux). What ran last counts, not what was wired last; also while nothing
 * runs */
static void test_merge_behind_wires(void) {
    static const char *const ways[] = {
        "a -> merge:1\nb -> merge:2\n",
        "Goto p GotoTag=A\nFrom q GotoTag=A\na -> p\nq -> merge:1\nb -> merge:2\n",
        "Goto p GotoTag=A\nFrom q GotoTag=A\nb -> p\na -> merge:1\nq -> merge:2\n",
        "Goto p GotoTag=A\nFrom q GotoTag=A\na -> p\nq -> merge:1\n"
        "Goto r GotoTag=B\nFrom w GotoTag=B\nb -> r\nw -> merge:2\n",
        "Mux p Inputs=1\na -> p\np -> merge:1\nb -> merge:2\n",
        "Mux p Inputs=1\nb -> p\na -> merge:1\np -> merge:2\n",
        "Mux p Inputs=1\nMux q Inputs=1\na -> p\nb -> q\np -> merge:1\nq -> merge:2\n",
    };
#define CASE(name, factor)                                                                         \
    "SubSystem " name " {\nActionPort p\nInport in\nGain g Gain=" factor                           \
    "\nOutport out\nin -> g\ng -> out\n}\n"
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        char text[2000];
        snprintf(text, sizeof text,
                 DISCRETE "DigitalClock t SampleTime=1\n"
                          "If if IfExpression='mod(u1,3) == 1' ElseIfExpressions='mod(u1,3) == "
                          "2' ShowElse=off\n" CASE("a", "100")
                              CASE("b", "-1") "Merge merge Inputs=2\nOutport y\nt -> if\nt -> a\n"
                                              "t -> b\nif:1 -> a:action\nif:2 -> b:action\n"
                                              "merge -> y\n%s",
                 ways[k]);
        mini *m = mini_run(text, NULL);
        static const double expected[] = {0, 100, -2, -2, 400};
        for (size_t i = 0; i < 5; i++)
            MR_ASSERT_CLOSE(mini_value(m, "y", i), expected[i], 0.0);
        mini_free(m);
    }
}

static void test_while_iterator_stops_at_its_condition(void) {
    /* 1, 2, 4, … until it exceeds 100 */
    mini *m = mini_run(DISCRETE "SubSystem s {\n"
                                "WhileIterator w WhileBlockType=do-while MaxIters=50 "
                                "ResetStates=reset\n"
                                "UnitDelay d InitialCondition=1 SampleTime=-1\n"
                                "Gain two Gain=2\n"
                                "RelationalOperator r Operator=<=\n"
                                "Constant limit Value=100\n"
                                "Outport out\n"
                                "d -> two\n"
                                "two -> d\n"
                                "two -> r:1\n"
                                "limit -> r:2\n"
                                "r -> w\n"
                                "two -> out\n"
                                "}\n"
                                "Outport y\n"
                                "s -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 128.0, 0.0);
    mini_free(m);
}

/* a bus of different types goes through a unit delay as a structure and is picked apart behind it
 */
static void test_bus_passes_blocks_that_take_it(void) {
    mini *m = mini_run(DISCRETE "DigitalClock t SampleTime=1\n"
                                "DataTypeConversion c OutDataTypeStr=int16\n"
                                "Constant v Value=[7,8]\n"
                                "BusCreator inner Inputs=2\n"
                                "BusCreator outer Inputs=2\n"
                                "UnitDelay d SampleTime=1\n"
                                "BusSelector pick OutputSignals=in.number,in.vector,time\n"
                                "DataTypeConversion back OutDataTypeStr=double\n"
                                "label c number\n"
                                "label v vector\n"
                                "label t time\n"
                                "label inner in\n"
                                "Outport y1\n"
                                "Outport y2 Port=2\n"
                                "Outport y3 Port=3\n"
                                "t -> c\n"
                                "c -> inner:1\n"
                                "v -> inner:2\n"
                                "inner -> outer:1\n"
                                "t -> outer:2\n"
                                "outer -> d\n"
                                "d -> pick\n"
                                "pick:1 -> back\n"
                                "back -> y1\n"
                                "pick:2 -> y2\n"
                                "pick:3 -> y3\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y1"), 3.0, 0.0);
    MR_ASSERT_CLOSE(mini_last_of(m, "y2", 1), 8.0, 0.0);
    MR_ASSERT_CLOSE(mini_last(m, "y3"), 3.0, 0.0);
    MR_ASSERT_CLOSE(mini_value(m, "y2", 0), 0.0, 0.0);
    mini_free(m);
}

static void test_labelled_wires_are_recorded(void) {
    bd_options o = bd_options_default();
    o.log_labelled = true;
    mini *m = mini_run(DISCRETE "DigitalClock t SampleTime=1\n"
                                "Constant c Value=5\n"
                                "Mux mux Inputs=2\n"
                                "Gain g Gain=2\n"
                                "Terminator e\n"
                                "label g doubled\n"
                                "label mux both\n"
                                "t -> mux:1\n"
                                "c -> mux:2\n"
                                "mux -> g\n"
                                "g -> e\n",
                       &o);
    MR_ASSERT_CLOSE(mini_last_of(m, "doubled", 0), 8.0, 0.0);
    MR_ASSERT_CLOSE(mini_last_of(m, "both", 0), 4.0, 0.0);
    MR_ASSERT_CLOSE(mini_last_of(m, "both", 1), 5.0, 0.0);
    mini_free(m);
}

static void test_wires_from_outputs_that_are_not_there_are_refused(void) {
    mini *m = mini_create("Constant c\nGain g\nOutport e\nc -> g\ng:2 -> e\n", NULL);
    MR_ASSERT_CONTAINS(m->error.text, "a line begins at output 2 but the block has 1");
    mini_free(m);
    m = mini_create("Constant c\nGain g\nOutport e\nc -> g\ng:3 -> e\n", NULL);
    MR_ASSERT_CONTAINS(m->error.text, "a line begins at output 3 but the block has 1");
    mini_free(m);
}

/* a tag that a Goto Tag Visibility block opens for all below it, beside one of the same name that
 * is seen everywhere, and one that is seen in its own system only */
static void test_tags_are_seen_where_they_say(void) {
#define SYSTEM(name, inside) "SubSystem " name " {\n" inside "}\n"
#define GIVES(value, rule)                                                                         \
    "Constant c Value=" value "\nGoto g GotoTag=A TagVisibility=" rule "\nc -> g\n"
#define TAKES "From f GotoTag=A\nOutport y\nf -> y\n"
    static const char *const all = SYSTEM("F", GIVES("3", "global"))
        SYSTEM("S", "GotoTagVisibility v GotoTag=A\n" SYSTEM("G", GIVES("5", "scoped"))
                        SYSTEM("T", TAKES) "Outport y\nT -> y\n")
            SYSTEM("L", GIVES("7", "local") TAKES)
                SYSTEM("E", TAKES) "Outport a\nOutport b Port=2\nOutport d Port=3\n"
                                   "S -> a\nL -> b\nE -> d\n";
    mini *m = mini_run(all, NULL);
    MR_ASSERT_CLOSE(mini_last(m, "a"), 5.0, 0.0);
    MR_ASSERT_CLOSE(mini_last(m, "b"), 7.0, 0.0);
    MR_ASSERT_CLOSE(mini_last(m, "d"), 3.0, 0.0);
    mini_free(m);
    /* out of its scope, and local elsewhere: nobody gives it */
    m = mini_create(SYSTEM("S", "GotoTagVisibility v GotoTag=A\n" GIVES("5", "scoped"))
                        SYSTEM("L", GIVES("7", "local")) SYSTEM("E", TAKES) "Outport d\nE -> d\n",
                    NULL);
    MR_ASSERT_CONTAINS(m->error.text, "'A'");
    mini_free(m);
#undef SYSTEM
#undef GIVES
#undef TAKES
}

static void test_wires_in_a_circle_are_refused(void) {
    mini *m = mini_create("From f GotoTag=A\nGoto g GotoTag=A\nOutport y\nf -> g\nf -> y\n", NULL);
    CU_ASSERT_EQUAL(m->error.status, BD_BAD_DIAGRAM);
    MR_ASSERT_CONTAINS(m->error.text, "circle");
    mini_free(m);
}

/* a bus that contains the one before twice, thirty times over: a thousand million elements */
static void test_exploding_bus_is_refused(void) {
    char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "Constant b0\nOutport y\nGain g\n");
    for (int i = 1; i <= 30; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "BusCreator b%d Inputs=2\nb%d -> b%d:1\nb%d -> b%d:2\n", i, i - 1,
                                 i, i - 1, i);
    snprintf(text + used, sizeof text - used, "b30 -> g\ng -> y\n");
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NULL(m->run);
    CU_ASSERT(m->error.status != BD_OK);
    mini_free(m);
}

static char *chain(const char *type, int count) {
    char *text = malloc((size_t)count * 64 + 256);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    size_t used = (size_t)sprintf(text, DISCRETE "DigitalClock g0 SampleTime=1\nOutport y\n");
    for (int i = 1; i <= count; i++)
        used += (size_t)sprintf(text + used, "%s g%d\ng%d -> g%d\n", type, i, i - 1, i);
    sprintf(text + used, "g%d -> y\n", count);
    return text;
}

static void test_long_chains(void) {
    char *text = chain("Gain", 3000);
    mini *m = mini_run(text, NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 4.0, 0.0);
    mini_free(m);
    free(text);
    /* every link is a wire: refused rather than followed without end */
    text = chain("SignalConversion", 3000);
    m = mini_create(text, NULL);
    CU_ASSERT_EQUAL(m->error.status, BD_LIMIT_EXCEEDED);
    mini_free(m);
    free(text);
}

static void test_missing_variable_names_block_and_parameter(void) {
    mini *m = mini_create("Gain g Gain=nowhere\nConstant c\nOutport y\nc -> g\ng -> y\n", NULL);
    CU_ASSERT(m->error.status != BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, "m/g");
    MR_ASSERT_CONTAINS(m->error.text, "nowhere");
    mini_free(m);
}

static void test_bad_settings_are_refused(void) {
    static const struct {
        const char *setting, *text;
    } list[] = {{"set SolverName ode99", "ode99"},
                {"set StopTime -1", "not possible"},
                {"set FixedStep 0\nset SolverName ode4", "positive"},
                {"set RelTol 0", "tolerance"},
                {"set StopTime nonsense", "StopTime"},
                {"set SolverName VariableStepDiscrete", "continuous states"}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s\nConstant c\nIntegrator x\nOutport y\nc -> x\nx -> y\n",
                 list[i].setting);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_PTR_NULL(m->run);
        MR_ASSERT_CONTAINS(m->error.text, list[i].text);
        mini_free(m);
    }
}

static void test_continuous_states_cannot_be_triggered(void) {
    mini *m = mini_create("Sin s SampleTime=0\n"
                          "SubSystem sub {\n"
                          "TriggerPort t TriggerType=rising\n"
                          "Constant c\n"
                          "Integrator x\n"
                          "Outport out\n"
                          "c -> x\n"
                          "x -> out\n"
                          "}\n"
                          "Outport y\n"
                          "s -> sub:trigger\n"
                          "sub -> y\n",
                          NULL);
    CU_ASSERT_EQUAL(m->error.status, BD_BAD_SIGNAL);
    MR_ASSERT_CONTAINS(m->error.text, "m/sub/x");
    mini_free(m);
}

/* a Bus Selector may give a smaller bus, whose elements have the last names of their paths */
static void test_a_selector_can_give_a_bus(void) {
    static const char format[] =
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\nConstant a "
        "Value=1\nConstant b Value=2\n"
        "Constant d Value=4\nBusCreator inner Inputs=2\nBusCreator outer "
        "Inputs=\"'in','z'\" "
        "Ports=[2,1]\na -> inner:1\nb -> inner:2\ninner -> outer:1\nd -> outer:2\n"
        "BusSelector some OutputSignals='%s' OutputAsBus=on Ports=[1,1]\nouter -> some\n"
        "BusSelector sel OutputSignals='signal1,signal2' Ports=[1,2]\nsome -> sel\nOutport "
        "p\nOutport q\nsel:1 "
        "-> p\nsel:2 -> q\n";
    char text[1200];
    snprintf(text, sizeof text, format, "signal2,signal1.signal1");
    mini *m = mini_run(text, NULL);
    CU_ASSERT_EQUAL(mini_last(m, "p"), 1.0);
    CU_ASSERT_EQUAL(mini_last(m, "q"), 4.0);
    mini_free(m);
    snprintf(text, sizeof text, format, "signal2,signal1.nothing");
    m = mini_create(text, NULL);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, "m/some");
    MR_ASSERT_CONTAINS(m->error.text, "nothing");
    mini_free(m);
}

/* Bus Element ports: several Outports share a port and make a bus of it, several Inports take
 * elements out of one */
static void test_ports_of_bus_elements(void) {
    mini *m = mini_run(
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 1\nConstant c Value=3\n"
        "SubSystem make {\nInport u\nGain two Gain=2\nGain five Gain=5\nOutport y1 Port=1 "
        "Element=a\n"
        "Outport y2 Port=1 Element=b\nOutport y3 Port=2\nu -> y1\nu -> two\ntwo -> y2\nu -> "
        "five\nfive -> y3\n}\n"
        "SubSystem use {\nInport a Port=1 Element=a\nInport b Port=1 Element=b\nInport d Port=2\n"
        "Sum s Inputs=+-+\na -> s:1\nb -> s:2\nd -> s:3\nOutport y\ns -> y\n}\n"
        "BusSelector sel OutputSignals='b,a' Ports=[1,2]\n"
        "c -> make\nmake:1 -> use:1\nmake:2 -> use:2\nmake:1 -> sel\n"
        "Outport y\nuse -> y\nOutport p\nOutport q\nsel:1 -> p\nsel:2 -> q\n",
        NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 3.0 - 6.0 + 15.0);
    CU_ASSERT_EQUAL(mini_last(m, "p"), 6.0);
    CU_ASSERT_EQUAL(mini_last(m, "q"), 3.0);
    mini_free(m);
}

/* nothing of it computes: there is nothing to sort, and nothing to refuse */
static void test_a_diagram_of_wires_only_runs(void) {
    mini *m = mini_run(DISCRETE "Terminator t\n", NULL);
    CU_ASSERT_EQUAL(bd_run_time(m->run), 4.0);
    mini_free(m);
}

/* names of signals inside, where the lines outside have none */
static void test_signals_keep_their_names_out_of_conditional_subsystems(void) {
    mini *m = mini_run(DISCRETE "Constant on\n"
                                "SubSystem s {\n"
                                "EnablePort e\n"
                                "SubSystem t {\n"
                                "TriggerPort e TriggerType=function-call\n"
                                "Constant c Value=3\nOutport out\nc -> out\nlabel c deep\n"
                                "}\n"
                                "FunctionCallGenerator g sample_time=1 numberOfIterations=1\n"
                                "Constant d Value=4\nlabel d near\n"
                                "Outport o1\nOutport o2 Port=2\n"
                                "g -> t:trigger\nt -> o1\nd -> o2\n"
                                "}\n"
                                "BusCreator bus Inputs=2\n"
                                "BusSelector pick OutputSignals=deep,near\n"
                                "Outport y1\nOutport y2 Port=2\n"
                                "on -> s:enable\ns:1 -> bus:1\ns:2 -> bus:2\nbus -> pick\n"
                                "pick:1 -> y1\npick:2 -> y2\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y1"), 3.0);
    CU_ASSERT_EQUAL(mini_last(m, "y2"), 4.0);
    mini_free(m);
}

/* a Simulink.Signal object is a data store of the whole model, unless a block declares one */
static void test_signal_objects_are_data_stores(void) {
    static const char signal[] = "s = Simulink.Signal; s.InitialValue = '[3 4]'; s.Dimensions = 2;"
                                 "s.DataType = 'int8';";
    static const char inside[] =
        "DataStoreRead r DataStoreName=s\nDataTypeConversion d OutDataTypeStr=double\n"
        "SubSystem q {\nDataStoreRead r DataStoreName=s\nBias a Bias=1\n"
        "DataStoreWrite w DataStoreName=s\nr -> a\na -> w\n}\n"
        "Outport y\nr -> d\nd -> y\n";
    char text[900];
    snprintf(text, sizeof text, DISCRETE "%s", inside);
    mini *m = mini_try(text, signal);
    CU_ASSERT_EQUAL(m->error.status, BD_OK);
    CU_ASSERT_EQUAL(mini_value(m, "y", 0), 3.0);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 7.0);
    CU_ASSERT_EQUAL(mini_last_of(m, "y", 1), 8.0);
    mini_free(m);
    snprintf(text, sizeof text,
             DISCRETE "DataStoreMemory s DataStoreName=s InitialValue=[30,40]\n%s", inside);
    m = mini_try(text, signal);
    CU_ASSERT_EQUAL(mini_value(m, "y", 0), 30.0);
    mini_free(m);
    snprintf(text, sizeof text, DISCRETE "%s", inside);
    m = mini_try(text, "s = 3;");
    CU_ASSERT_PTR_NOT_NULL(strstr(m->error.text, "there is no Data Store Memory 's'"));
    mini_free(m);
}

/* A Ground, an Inport, an input without a line and a conversion that nobody asks are of the default
 * type. So is what is computed with them: a sum of an int8 and a double is a double, and 3.5 is not
 * rounded */
static void test_types_that_nothing_says_are_the_default_one(void) {
    static const char *const others[] = {
        "Ground x\nx -> s:2\n", "Inport x\nx -> s:2\n", "", "Ground g\nGain x\ng -> x\nx -> s:2\n",
        "Constant g Value=0\nDataTypeConversion x OutDataTypeStr='Inherit: Inherit via back "
        "propagation'\ng -> x\nx -> s:2\n"};
    static const char *const types[] = {"Sum s Inputs=++\n", "Product s Inputs=2\n",
                                        "MinMax s Function=max Inputs=2\n"};
    static const double expected[] = {3.5, 0.5, 3.5};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (size_t k = 0; k < 3; k++) {
            char text[900];
            snprintf(text, sizeof text,
                     DISCRETE "Constant c Value=3 OutDataTypeStr=int8\n%s%s"
                              "Constant half Value=0.5\nSum t Inputs=++\nOutport y\n"
                              "c -> s:1\ns -> t:1\nhalf -> t:2\nt -> y\n",
                     types[k], others[i]);
            mini *m = mini_run(text, NULL);
            CU_ASSERT_EQUAL(mini_last(m, "y"), expected[k]);
            mini_free(m);
        }
    /* what only comes around a loop is of the type of the rest */
    mini *m = mini_run(DISCRETE "Constant c Value=100 OutDataTypeStr=int8\nSum s Inputs=++\n"
                                "UnitDelay d SampleTime=1\nOutport y\n"
                                "c -> s:1\nd -> s:2\ns -> d\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_value(m, "y", 1), -56.0);
    mini_free(m);
}

#define ONCE "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"

/* how many elements each output of a Demux gets; documented: the first get one more where they do
 * not divide evenly, and -1 shares what the others leave */
static void test_demux_shares_the_elements(void) {
    static const struct {
        const char *outputs;
        int ports, widths[4];
    } cases[] = {
        {"3", 3, {3, 2, 2}},         {"7", 0, {0}},
        {"[3 -1]", 2, {3, 4}},       {"[-1 3]", 2, {4, 3}},
        {"[-1 -1 2]", 3, {3, 2, 2}}, {"[1 2 4]", 3, {1, 2, 4}},
        {"4", 4, {2, 2, 2, 1}},      {"[1 6]", 2, {1, 6}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        size_t used = (size_t)snprintf(text, sizeof text,
                                       ONCE "Constant c Value='1:7'\nDemux d Outputs='%s'\n"
                                            "c -> d\n",
                                       cases[i].outputs);
        for (int k = 1; k <= cases[i].ports; k++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "Outport y%d Port=%d\nd:%d -> y%d\n", k, k, k, k);
        mini *m = mini_run(text, NULL);
        double next = 1.0;
        for (int k = 1; k <= cases[i].ports; k++) {
            char name[8];
            snprintf(name, sizeof name, "y%d", k);
            CU_ASSERT_EQUAL(bd_run_record(m->run, mini_record(m, name))->width,
                            cases[i].widths[k - 1]);
            for (int e = 0; e < cases[i].widths[k - 1]; e++)
                CU_ASSERT_EQUAL(mini_last_of(m, name, e), next++);
        }
        mini_free(m);
    }
}

/* an input whose width nobody else knows is what the other side needs */
static void test_widths_follow_from_the_other_side(void) {
    static const struct {
        const char *blocks;
        int width; /* of u */
    } cases[] = {
        {"Mux x Inputs='[3 2]'\nConstant c Value='[1 2]'\nu -> x\nc -> x:2\nTerminator e\n"
         "x -> e\n",
         3},
        {"Demux x Outputs='[3 2]'\nTerminator e\nTerminator f\nu -> x\nx -> e\nx:2 -> f\n", 5},
        {"Demux x Outputs=2\nTerminator e\nTerminator f\nu -> x\nx -> e\nx:2 -> f\n", 2},
        {"Demux x Outputs='[-1 3]'\nTerminator e\nTerminator f\nu -> x\nx -> e\nx:2 -> f\n", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, ONCE "Inport u PortDimensions=-1\n%sOutport y\nu -> y\n",
                 cases[i].blocks);
        mini *m = mini_run(text, NULL);
        CU_ASSERT_EQUAL(bd_run_record(m->run, mini_record(m, "y"))->width, cases[i].width);
        mini_free(m);
    }
}

static void test_widths_that_do_not_fit_are_named(void) {
    static const char *const cases[][2] = {
        {"Mux x Inputs='[2 1]'",
         "m/x: input 1 needs any type [2] but output 1 of m/c is double [3]"},
        {"Mux x Inputs='[3 2]'",
         "m/x: input 2 needs any type [2] but output 1 of m/c is double [3]"},
        {"Mux x Inputs=0", "m/x: Inputs must be a number of ports or widths"},
        {"Mux x Inputs=10001", "m/x: Inputs must be a number of ports or widths"},
        {"Mux x Inputs='[]'", "m/x: Inputs must be a number of ports or widths"},
        {"Mux x Inputs='[2 -2]'", "m/x: Inputs has no width -2"},
        {"Mux x Inputs='[2 NaN]'", "m/x: Inputs has no width nan"},
        {"Mux x Inputs='[2 1e8]'", "m/x: Inputs has no width 1e+08"},
        {"Mux x Inputs='[1.5 2]'", "m/x: Inputs has no width 1.5"},
        {"Mux x Inputs=2.5", "m/x: Inputs has no width 2.5"},
        {"Demux x Outputs=4", "m/x: 3 elements cannot be split into 4 outputs"},
        {"Demux x Outputs='[1 1]'",
         "m/x: input 1 needs any type [2] but output 1 of m/c is double [3]"},
        {"Demux x Outputs='[3 -1]'", "m/x: 3 elements cannot be split into 2 outputs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 ONCE "Constant c Value='[1 2 3]'\n%s\nOutport y\nc -> x\nx -> y\n%s", cases[i][0],
                 *cases[i][0] == 'M' ? "c -> x:2\n" : "");
        mini *m = mini_create(text, NULL);
        if (m->error.status == BD_OK)
            printf("\n    %s", cases[i][0]);
        MR_ASSERT_CONTAINS(m->error.text, cases[i][1]);
        mini_free(m);
    }
}

/* a string is a bus without elements: wires that were joined would be looked for in it */
static void test_a_bus_is_no_string(void) {
    static const char *const types[] = {"StringLength", "StringToDouble", "ScanString"};
    for (int i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "Constant a\nConstant b Value=int8(2)\nBusCreator j Inputs=2\n"
                 "%s s\nOutport y\na -> j\nb -> j:2\nj -> s\ns -> y\n",
                 types[i]);
        mini *m = mini_create(text, NULL);
        CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
        MR_ASSERT_CONTAINS(m->error.text, "output 1 carries another bus");
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_demux_shares_the_elements),
        MR_TEST(test_widths_follow_from_the_other_side),
        MR_TEST(test_widths_that_do_not_fit_are_named),
        MR_TEST(test_a_diagram_of_wires_only_runs),
        MR_TEST(test_signals_keep_their_names_out_of_conditional_subsystems),
        MR_TEST(test_types_that_nothing_says_are_the_default_one),
        MR_TEST(test_signal_objects_are_data_stores),
        MR_TEST(test_ports_of_bus_elements),
        MR_TEST(test_a_selector_can_give_a_bus),
        MR_TEST(test_function_call_runs_outputs_and_updates_at_once),
        MR_TEST(test_several_callers_of_one_subsystem),
        MR_TEST(test_function_calls_leave_conditional_subsystems),
        MR_TEST(test_if_action_subsystems_and_merge),
        MR_TEST(test_merge_behind_wires),
        MR_TEST(test_while_iterator_stops_at_its_condition),
        MR_TEST(test_bus_passes_blocks_that_take_it),
        MR_TEST(test_labelled_wires_are_recorded),
        MR_TEST(test_wires_from_outputs_that_are_not_there_are_refused),
        MR_TEST(test_tags_are_seen_where_they_say),
        MR_TEST(test_wires_in_a_circle_are_refused),
        MR_TEST(test_exploding_bus_is_refused),
        MR_TEST(test_long_chains),
        MR_TEST(test_missing_variable_names_block_and_parameter),
        MR_TEST(test_bad_settings_are_refused),
        MR_TEST(test_continuous_states_cannot_be_triggered),
        MR_TEST(test_a_bus_is_no_string),
    };
    return mr_test_main("blockdiagram_wires", tests, sizeof tests / sizeof tests[0], argc, argv);
}
