/* actions that need the whole language, changes as events, functions that call themselves */
#include "case.h"
#include "mr_test.h"

#define Y           "d y output\n"
#define M           "chart actionLanguage 2\n"
#define DO(actions) "s A - or 0 A~en,du:" actions "\nt - A - 1"

static void test_products_and_parts_of_arrays(void) {
    CHECK(M Y "d a local size [2,2] value [1,2;3,4]\nd v local size [2,1] value [5;6]\n" DO(
              "w=a*v;y=w(1)*100+w(2);"),
          NULL, 1739);
    CHECK(M Y "d a local size 4 value [1,2,3,4]\n" DO("y=sum(a(2:3));a(2:end)=a(1:3);"), NULL, 5, 3,
          2);
    CHECK(M Y "d a local size [2,2] value [1,2;3,4]\n" DO("b=a';y=b(1,2)*10+b(2,1);"), NULL, 32);
    CHECK(M "d y output size 2\n" DO("y=[y(2);1]+[2;3];"), NULL, 2, 6);
}

static void test_texts_and_functions_of_the_language(void) {
    CHECK(M Y DO("if strcmp('a','a'),y=y+numel('four');end"), NULL, 4, 8);
    CHECK(M Y DO("s=struct('p',3,'q',4);y=hypot(s.p,s.q);"), NULL, 5);
    CHECK(M Y "s A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\nt A B - 1 [any([0 1 0]==1)]", NULL, 0,
          1);
}

static void test_code_reaches_what_the_chart_has(void) {
    /* the list makes it code of the language; time, states and events are the chart's */
    CHECK(M "chart decomposition SET_CHART\n" Y "e E local\n"
            "s A - and 1 A~du:x=[1 2]*[3;4];if after(2,tick),send(E,B);end;y=y+x*in(B.B2);\n"
            "s B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2\nt - B1 B 1\nt B1 B2 B 1 E",
          NULL, 0, 0, 11, 22);
    /* a graphical function of the chart */
    CHECK(M Y "s f - func 0 r = f(x)\nd x argument of f\nd r result of f\nj a f\n"
              "t - a f 1 {r=2*x;}\n" DO("w=[1 2]*[3;4];y=f(w)+1;"),
          NULL, 23);
}

static void test_functions_have_functions_and_memory(void) {
    CHECK(M Y "s f - func 0 r = f(x)@@function r = f(x)~r = g(x) + 1;~end~function r = g(x)~"
              "r = 2 * x;~end\nd x argument of f\nd r result of f\n" DO("y=f(3);"),
          NULL, 7);
    /* persistent variables belong to the saved state */
    CHECK(M Y "s f - func 0 r = f(x)@@function r = f(x)~persistent n~if isempty(n), n = 0; end~"
              "n = n + x;~r = n;\nd x argument of f\nd r result of f\n" DO("y=f(3);"),
          NULL, 3, 6, 9, 12, 15);
}

static void test_inputs_stay_inputs_in_code(void) {
    REFUSED(M "d u input\n" Y DO("u=[1 2]*[3;4];y=u;"), "'u' is an input and cannot be assigned");
}

static void test_a_change_is_an_event(void) {
    CHECK("chart decomposition SET_CHART\n" Y "d k local\n"
          "s A - and 1 A~du:k=t>1;\ns B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2~en:y=y+1;\n"
          "t - B1 B 1\nt B1 B2 B 1 chg(k)",
          NULL, 0, 0, 1, 1);
    /* the same value again is none */
    CHECK("chart decomposition SET_CHART\n" Y "d k local\n"
          "s A - and 1 A~du:k=0;\ns B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2~en:y=y+1;\n"
          "t - B1 B 1\nt B1 B2 B 1 change(k)",
          NULL, 0, 0, 0);
    REFUSED("d u input\n" Y "s A - or 0 A\ns B - or 0 B\nt - A - 1\nt A B - 1 chg(u)",
            "use hasChanged(u)");
}

static void test_functions_may_call_themselves(void) {
    /* n! as a graphical function; the factor stands behind the call */
    CHECK(Y "s f - func 0 r = f(n)\nd n argument of f\nd r result of f\nj a f\nj b f\nj c f\n"
            "t - a f 1\nt a b f 1 [n<=1]{r=1;}\nt a c f 2 {r=f(n-1)*n;}\n" DO("y=f(5);"),
          NULL, 120);
    REFUSED(Y "s f - func 0 r = f(n)\nd n argument of f\nd r result of f\nj a f\n"
              "t - a f 1 {r=f(n);}\n" DO("y=f(5);"),
            "functions call each other more than 100 deep");
}

static void test_wake_ups_are_no_local_events(void) {
    /* B counts wake-ups; A's event does not test its transition once more */
    CHECK("chart decomposition SET_CHART\n" Y "e E local\n"
          "s A - and 1 A~on tick:E;\ns B - and 2 B\ns B1 B or 0 B1\n"
          "s B2 B or 0 B2~en:y=y*10+1;\ns B3 B or 0 B3~en:y=y*10+2;\n"
          "t - B1 B 1\nt B1 B2 B 1 tick\nt B2 B3 B 1 tick",
          NULL, 0, 1, 12);
}

/* of two functions of one name the nearest is meant, the other has a path */
static void test_functions_belong_to_their_states(void) {
#define TWO_FUNCTIONS                                                                              \
    "chart actionLanguage 2\nd y output\nd v local size [1,2]\nt - A - 1\ns B - or 0 B\n"          \
    "s fb B func 0 r=f(x)\nd x argument of fb\nd r result of fb\nj jb fb\nt - jb fb 1 {r=x+5;}\n"  \
    "s fa A func 0 r=f(x)\nd x argument of fa\nd r result of fa\nj ja fa\nt - ja fa 1 {r=x+1;}\n"
    CHECK(TWO_FUNCTIONS "s A - or 0 A~en,du: y=f(1)*100+B.f(1);", NULL, 206, 206);
    CHECK(TWO_FUNCTIONS "s A - or 0 A~en,du: v=[f(1) B.f(1)]; y=v*[100;1];", NULL, 206, 206);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_products_and_parts_of_arrays),
        MR_TEST(test_texts_and_functions_of_the_language),
        MR_TEST(test_code_reaches_what_the_chart_has),
        MR_TEST(test_functions_have_functions_and_memory),
        MR_TEST(test_inputs_stay_inputs_in_code),
        MR_TEST(test_a_change_is_an_event),
        MR_TEST(test_functions_may_call_themselves),
        MR_TEST(test_wake_ups_are_no_local_events),
        MR_TEST(test_functions_belong_to_their_states),
    };
    return mr_test_main("chart_language", tests, sizeof tests / sizeof *tests, argc, argv);
}
