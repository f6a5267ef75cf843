/* what passes the border of a chart: events in and out, enabled and triggered surroundings, data
 * stores, types that follow from elsewhere. Each run is saved and restored in its middle */
#include "case.h"
#include "mr_test.h"

#define Y "d y output\n"
#define M "chart actionLanguage 2\n"
/* entered: 1, each further wake-up: 2 */
#define COUNT "s A - or 0 A~en:y=y*10+1;~du:y=y*10+2;\nt - A - 1"

static void test_a_called_subsystem_sees_the_outputs_of_the_moment(void) {
    /* called while y is 3; it doubles: 6 */
    CHECK_PORT(Y "e F output\ns A - or 0 A~en:y=3;F;y=5;\nt - A - 1", NULL, 1, 1, 6, 6);
    /* at every second wake-up */
    CHECK_PORT(Y "e F output\ns A - or 0 A~en,du:y=y+1;~on every(2,tick):F;\nt - A - 1", NULL, 1, 1,
               0, 0, 6, 6, 10, 10);
    /* two of them */
    CHECK_PORT(Y "e F output\ne G output\ns A - or 0 A~en,du:y=y+1;F;y=y+1;G;\nt - A - 1", NULL, 1,
               1, 2, 6, 10);
    CHECK_PORT(Y "e F output\ne G output\ns A - or 0 A~en,du:y=y+1;F;y=y+1;G;\nt - A - 1", NULL, 2,
               1, 4, 8, 12);
}

static void test_an_edge_changes_a_signal(void) {
    /* the subsystem runs at both edges: at steps 1, 2, 4 */
    const double u[] = {0, 1, 1, 0, 1, 0};
    CHECK_PORT("d u input\n" Y "e F edge\ns A - or 0 A~du:y=y+1;if(u>0),F;end\nt - A - 1\n" M, u, 1,
               1, 0, 2, 4, 4, 8, 8);
}

static void test_edges_that_come_together_follow_each_other(void) {
    /* two at step 1: one at once, one a step later */
    CHECK_PORT(Y "e F edge\ns A - or 0 A~du:y=y+1;\ns B - or 0 B~en:y=y+1;F;F;~du:y=y+1;\n"
                 "t - A - 1\nt A B - 1",
               NULL, 1, 1, 0, 2, 4, 4);
    REFUSED(Y "e F edge\ne G output\ns A - or 0 A\nt - A - 1", "function-calls and edges");
}

static void test_several_edges_wake_in_their_order(void) {
    /* both rise at step 1: one wake-up for each, E first */
    const double u[] = {0, 1, 1, 0, 0, 0, 1, 0, 1, 0};
    CHECK_PORT(Y "e E rising\ne F rising\ns A - or 0 A~on E:y=y*10+1;~on F:y=y*10+2;\nt - A - 1", u,
               0, 2, 0, 2, 2, 22, 22);
}

static void test_an_enabled_chart_keeps_or_forgets(void) {
    const double u[] = {1, 1, 0, 1, 1, 0};
    CHECK("wrap enable held\n" Y COUNT, u, 1, 12, 12, 122, 1222, 1222);
    CHECK("wrap enable reset\n" Y COUNT, u, 1, 12, 12, 1, 12, 12);
    /* history is forgotten, too */
    CHECK("wrap enable reset\n" Y
          "s P - or 0 P\ns A P or 0 A~en:y=1;\ns B P or 0 B~en:y=2;\nj h P history\nt - P - 1\n"
          "t - A P 1\nt A B P 1",
          u, 1, 2, 2, 1, 2, 2);
}

static void test_a_triggered_chart_runs_at_edges_only(void) {
    const double u[] = {0, 1, 1, 0, 1, 0, 1};
    CHECK("wrap rising -\n" Y COUNT, u, 0, 1, 1, 1, 12, 12, 122);
}

static void test_outputs_begin_with_their_value(void) {
    const double u[] = {0, 1, 1, 0, 1};
    CHECK("d y output value 8\ne E rising\ns A - or 0 A~du:y=y+1;\nt - A - 1", u, 8, 8, 8, 8, 9);
}

static void test_time_goes_on_while_a_chart_does_not_run(void) {
    const double u[] = {1, 0, 0, 1, 1, 1};
    CHECK("wrap enable held\n" Y "s A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\n"
          "t A B - 1 after(3,sec)",
          u, 0, 0, 0, 1, 1, 1);
    CHECK("wrap enable held\n" Y "s A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\n"
          "t A B - 1 after(3,tick)",
          u, 0, 0, 0, 0, 0, 1);
}

#define STORE                                                                                      \
    "model Block {~BlockType DataStoreMemory~Name \"memory\"~DataStoreName \"s\"~InitialValue "    \
    "\"5\"~}~Block {~BlockType DataStoreRead~Name \"read\"~DataStoreName \"s\"~SampleTime "        \
    "\"1\"~Priority \"100\"~}~Block {~BlockType Outport~Name \"seen\"~Port \"2\"~}~"               \
    "Line {~SrcBlock \"read\"~SrcPort 1~DstBlock \"seen\"~DstPort 1~}\n"

static void test_data_stores_are_shared(void) {
    CHECK(Y "d s store\n" STORE "s A - or 0 A~en,du:s=s+1;y=s;\nt - A - 1", NULL, 6, 7, 8);
    CHECK(M Y "d s store\n" STORE "s A - or 0 A~en,du:s=s*2;y=s;\nt - A - 1", NULL, 10, 20, 40);
}

static void test_buses_have_fields(void) {
    const double u[] = {1, 2, 3, 10, 20, 30};
    CHECK_PORT("bus\nd u input type Inherit\n" Y "s A - or 0 A~en,du:y=u.a+u.b;\nt - A - 1", u, 0,
               2, 11, 22, 33);
    CHECK_PORT(M "bus\nd u input type Inherit\n" Y
                 "s A - or 0 A~en,du:y=[1 2]*[u.a;u.b];\nt - A - 1",
               u, 0, 2, 21, 42, 63);
    CHECK_PORT("bus\nd u input type Inherit\n" Y "s A - or 0 A~en,du:y=hasChanged(u);\nt - A - 1",
               u, 0, 2, 0, 1, 1);
    REFUSED("bus\nd u input type Inherit\n" Y "s A - or 0 A~en,du:y=u.c;\nt - A - 1",
            "state 'A', entry action, line 1: 'u.c'");
    REFUSED("bus\nd u input type Inherit\n" Y "s A - or 0 A~en,du:u.a=1;\nt - A - 1",
            "'u.a' is an input");
}

/* local and output buses by the name of their object; the model's Bus Selector takes one apart */
#define OBJECT                                                                                     \
    "load e(1)=Simulink.BusElement;e(1).Name='a';e(2)=Simulink.BusElement;e(2).Name='b';"          \
    "e(2).DataType='int8';B=Simulink.Bus;B.Elements=e;\n"

static void test_buses_are_data_of_their_own(void) {
    CHECK(OBJECT Y "d s local type Bus:B\nd r local type Bus:B\n"
                   "s A - or 0 A~en:s.a=1;s.b=100;~du:r=s;r.b=r.b+100;s.a=r.a+1;y=s.a*1000+r.b;\n"
                   "t - A - 1",
          NULL, 0, 2127, 3127);
    CHECK(M OBJECT Y "d s local type Bus:B\n"
                     "s A - or 0 A~en:s.a=1;s.b=int8(100);~du:v=[s.a;2];y=[1 10]*v;s.a=y;\n"
                     "t - A - 1",
          NULL, 0, 21, 41);
    REFUSED(Y "d s local type Bus:C\ns A - or 0 A\nt - A - 1", "there is no bus object 'C'");
}

/* a bus with three buses B and a number: code of the language says them, `=` copies them whole */
#define ARRAY                                                                                      \
    "load e(1)=Simulink.BusElement;e(1).Name='a';e(2)=Simulink.BusElement;e(2).Name='b';"          \
    "e(2).DataType='int8';B=Simulink.Bus;B.Elements=e;"                                            \
    "f(1)=Simulink.BusElement;f(1).Name='n';f(2)=Simulink.BusElement;f(2).Name='v';"               \
    "f(2).DataType='Bus: B';f(2).Dimensions=3;D=Simulink.Bus;D.Elements=f;\n"

static void test_arrays_of_buses_in_buses(void) {
    CHECK(M ARRAY Y "d s local type Bus:D\nd r local type Bus:D\n"
                    "s A - or 0 A~en:s.n=2;s.v(1).a=1;s.v(3).a=30;s.v(3).b=int8(100);"
                    "~du:s.v(s.n).a=s.v(s.n).a+5;s.v(3).b=s.v(3).b+int8(20);r=s;"
                    "y=r.v(1).a+10*r.v(2).a+100*r.v(3).a+1e4*double(r.v(3).b);\n"
                    "t - A - 1",
          NULL, 0, 1203051, 1273101);
    REFUSED(ARRAY Y "d s local type Bus:D\ns A - or 0 A~en:s.v[1].a=1;\nt - A - 1", "'s.v'");
}

static void test_parameters_may_be_structures(void) {
    CHECK("load P=struct('g',3,'n',struct('k',[4 5]));\n" Y "d P parameter\n"
          "s A - or 0 A~en,du:y=P.g*10+P.n.k[1];\nt - A - 1",
          NULL, 35);
    CHECK(M "load P=struct('g',3,'n',struct('k',[4 5]),'s','text');\n" Y "d P parameter\n"
            "s A - or 0 A~en,du:y=P.g*10+P.n.k*[1;0]+numel(P.s);\nt - A - 1",
          NULL, 38);
}

/* r = f(x) adds up all x; the sum is a block's, and is saved with the run */
#define SUM                                                                                        \
    "s f - blocks 0 r = f(x)\nd x argument of f type Inherit\nd r result of f type Inherit\n"

static void test_simulink_functions_are_called_at_once(void) {
    const double u[] = {1, 2, 3, 4};
    CHECK("d u input\n" Y SUM "s A - or 0 A~en,du:y=f(u)*10+f(u);\nt - A - 1", u, 12, 46, 102, 180);
    CHECK(M "d u input\n" Y SUM "s A - or 0 A~en,du:w=[1 1]*[f(u);0];y=w;\nt - A - 1", u, 1, 3, 6,
          10);
    CHECK(Y SUM "s A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\nt A B - 1 [f(1)>2]", NULL, 0, 0, 0,
          1);
    REFUSED("chart executeAtInitialization 1\n" Y SUM "s A - or 0 A~en:y=f(1);\nt - A - 1",
            "the function is called before the run begins");
}

/* y = acc(u), n = acc's calls; a block of the model: the sum of all that callers gave */
#define LINE(from, to, port)                                                                       \
    "Line {~SrcBlock \"" from "\"~SrcPort 1~DstBlock \"" to "\"~DstPort " port "~}~"
#define ACC                                                                                        \
    "model Block {~BlockType SubSystem~Name \"F\"~Ports []~System {~Name \"F\"~"                   \
    "Block {~BlockType TriggerPort~Name \"t\"~TriggerType \"function-call\"~IsSimulinkFunction "   \
    "\"on\"~FunctionName \"acc\"~FunctionPrototype \"[y, w] = acc(u, v)\"~}~"                      \
    "Block {~BlockType ArgIn~Name \"u\"~Port \"1\"~}~"                                             \
    "Block {~BlockType ArgIn~Name \"v\"~Port \"2\"~OutDataTypeStr \"int8\"~PortDimensions "        \
    "\"2\"~}~"                                                                                     \
    "Block {~BlockType ArgOut~Name \"y\"~Port \"1\"~}~"                                            \
    "Block {~BlockType ArgOut~Name \"w\"~Port \"2\"~OutDataTypeStr \"int8\"~PortDimensions "       \
    "\"2\"~}~"                                                                                     \
    "Block {~BlockType Sum~Name \"s\"~Ports [2, 1]~}~"                                             \
    "Block {~BlockType UnitDelay~Name \"d\"~SampleTime \"-1\"~}~" LINE("u", "s", "1")              \
        LINE("d", "s", "2") LINE("s", "d", "1") LINE("s", "y", "1") LINE("v", "w", "1") "}~}~\n"

static void test_functions_of_the_model_are_called(void) {
    const double u[] = {1, 2, 3, 4};
    /* 1 + 1, 2 + 2 …, as the chart's own: 10 (s + u) + (s + 2 u) */
    CHECK(ACC "d u input\n" Y "d v local size 2 type int8\nd w local size 2 type int8\n"
              "s A - or 0 A~en,du:v[0]=3;v[1]=-4;y=acc(u,v)*10+acc(u,v);\nt - A - 1",
          u, 12, 46, 102, 180);
    /* both results, in either language; the second one passes through */
    CHECK(ACC "d u input\n" Y "d v local size 2 type int8\nd w local size 2 type int8\n"
              "s A - or 0 A~en,du:v[0]=3;v[1]=-4;[y,w]=acc(u,v);y=y*100+w[0]*10+w[1];\nt - A - 1",
          u, 126, 326, 626, 1026);
    CHECK(M ACC "d u input\n" Y
                "s A - or 0 A~en,du:[s,w]=acc(u,int8([3 -4]));y=s*100+double(w(1))*10+double(w(2));"
                "\nt - A - 1",
          u, 126, 326, 626, 1026);
    /* by the name of its subsystem's surroundings there is none */
    REFUSED(ACC Y "s A - or 0 A~en:y=G.acc(1,2);\nt - A - 1", "G.acc");
}

static void test_types_follow_from_what_is_assigned(void) {
    /* k becomes an int8, and saturates */
    CHECK(M "d y output type Inherit:definition\n"
            "d k local type Inherit:definition\n"
            "s A - or 0 A~en:k=int8(100);y=k;~du:k=k+20;y=k;\nt - A - 1",
          NULL, 100, 120, 127, 127);
    /* a truth becomes one */
    CHECK(M "d y output type Inherit:definition\ns A - or 0 A~en,du:y=(3>2);\nt - A - 1", NULL, 1);
    /* sizes, too */
    CHECK(M Y "d a local size -1 type Inherit:definition\n"
              "s A - or 0 A~en,du:a=[1 2 3];y=sum(a);\nt - A - 1",
          NULL, 6);
    /* nothing says it: a double */
    CHECK("d y output type Inherit:Simulink\ns A - or 0 A~en,du:y=0.5;\nt - A - 1", NULL, 0.5);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_called_subsystem_sees_the_outputs_of_the_moment),
        MR_TEST(test_an_edge_changes_a_signal),
        MR_TEST(test_edges_that_come_together_follow_each_other),
        MR_TEST(test_several_edges_wake_in_their_order),
        MR_TEST(test_an_enabled_chart_keeps_or_forgets),
        MR_TEST(test_a_triggered_chart_runs_at_edges_only),
        MR_TEST(test_outputs_begin_with_their_value),
        MR_TEST(test_time_goes_on_while_a_chart_does_not_run),
        MR_TEST(test_data_stores_are_shared),
        MR_TEST(test_buses_have_fields),
        MR_TEST(test_buses_are_data_of_their_own),
        MR_TEST(test_arrays_of_buses_in_buses),
        MR_TEST(test_parameters_may_be_structures),
        MR_TEST(test_simulink_functions_are_called_at_once),
        MR_TEST(test_functions_of_the_model_are_called),
        MR_TEST(test_types_follow_from_what_is_assigned),
    };
    return mr_test_main("chart_borders", tests, sizeof tests / sizeof *tests, argc, argv);
}
