/* what a chart cannot be is refused with a sentence that names the part of it, and what is unusual
 * but right is taken */
#include "case.h"
#include "mr_test.h"

#define Y           "d y output\n"
#define M           "chart actionLanguage 2\n"
#define F           "s f - func 0 r = f(x)\nd x argument of f\nd r result of f\nj a f\nt - a f 1 {r=2*x;}\n"
#define DO(actions) "s A - or 0 A~en,du:" actions "\nt - A - 1"
#define ON(label)   "s A - or 0 A\ns B - or 0 B~en:y=1;\nt - A - 1\nt A B - 1 " label

typedef struct sentence {
    const char *lines, *words;
} sentence;

static void refuse_all(const sentence *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        case_refused(list[i].lines, (int)i, list[i].lines, list[i].words);
}
#define REFUSE_ALL(list) refuse_all(list, sizeof(list) / sizeof *(list))

static void test_statements_that_cannot_be(void) {
    static const sentence list[] = {
        {Y DO("3=y;"), "does not begin a statement"},
        {Y DO("y=1+;"), "';' is not expected here"},
        {Y DO("y=1+"), "an expression ends too early"},
        {Y DO("y=(1;"), "')' is missing"},
        {Y DO("y=1 2;"), "state 'A', entry action, line 1"},
        {Y DO("y=;"), "state 'A', entry action, line 1"},
        {Y DO("y;"), "'y' is no statement"},
        {Y DO("f(1)=y;"), "state 'A', entry action, line 1"},
        {Y DO("y='text';"), "texts are not supported in charts"},
        {Y DO("y=[1 2];"), "'y' has 1 elements and is assigned 2"},
        {Y DO("y=[];"), "empty arrays are not supported"},
        {Y DO("y=[1 2;"), "']' is missing"},
        {Y "d k constant size 2 value [1,2]\n" DO("k[0]=1;y=k[1];"),
         "'k' is a constant and cannot be assigned"},
        {"load k=3;\n" Y "d k parameter\n" DO("k=1;y=k;"),
         "'k' is a parameter and cannot be assigned"},
        {Y "d a local size 2\nd b local size 3\n" DO("y=sum(a+b);"), "arrays of 2 and 3 elements"},
        {Y "d a local size 2\nd b local size 3\n" DO("a=b;y=1;"), "'a' has 2 elements and is"},
        {Y "d a local size 2\n" DO("y=1/a;"), "division by an array"},
        {Y "d a local size 2\n" DO("y=a^2;"), "powers of matrices"},
        {Y "d a local size 2\n" DO("y=a[a];"), "an index of 'a' must be a scalar"},
        {Y "d a local size 2\nd b local size 3\n" DO("y=sum(max(a,b));"),
         "arguments of max have 2 and 3 elements"},
        {M Y DO("if y>"), "state 'A', entry action, line 1"},
        {M Y DO("switch y~case 1~y=2;"), "'end' is missing at the end"},
        {M Y DO("while y<1~y=2;"), "'end' is missing at the end"},
        {M Y DO("else"), "the beginning of the block that ends is missing here"},
    };
    REFUSE_ALL(list);
}

static void test_calls_that_cannot_be(void) {
    static const sentence list[] = {
        {Y F DO("y=f(1,2);"), "function f has 1 inputs, and is called with 2"},
        {Y F DO("y=f();"), "function f has 1 inputs, and is called with 0"},
        {Y F DO("y=f([1 2]);"), "input 'x' of function f has 1 elements, not 2"},
        {Y F DO("y=f(1;"), "state 'A', entry action, line 1"},
        {M Y F DO("[y,z]=f(1);"), "function f has 1 outputs, not 2"},
        {Y DO("y=atan2(1);"), "function 'atan2' with 1 arguments is not known"},
        {Y DO("y=in(Nobody);"), "in(Nobody): there is no such state"},
        {Y DO("y=after(1,Nobody);"), "'Nobody' is no event and no unit of time"},
        {Y DO("y=hasChanged(nobody);"), "hasChanged: 'nobody' is no data of the chart"},
        {Y DO("send(Nobody);"), "'Nobody' is no event"},
        {Y "e E rising\n" DO("send(E);"), "input event 'E' cannot be sent"},
        {Y "e E local\n" DO("send(E,Nobody);"), "event 'E' goes to 'Nobody', which is no state"},
        {Y ON("at(2,sec)"), "at(…) counts events, not time"},
        {Y ON("after(2,Nobody)"), "'Nobody' is no event and no unit of time"},
        {Y ON("duration(y>1,Nobody)>2"), "transition"},
        {Y ON("chg(Nobody)"), "'Nobody' is no data"},
        {Y ON("en(Nobody)"), "'Nobody' is no state"},
        {Y "e E local\n" ON("E E"), "is not expected after an event"},
        {Y "d a local size 2\n" ON("[a]"), "a condition must be a scalar"},
        {Y ON("[y>1 2]"), "transition"},
    };
    REFUSE_ALL(list);
}

static void test_data_that_cannot_be(void) {
    static const sentence list[] = {
        {Y "d s local type string\n" DO("y=1;"), "data 's', texts are not supported as data"},
        {Y "d s local type nobody\n" DO("y=1;"), "s: the data type 'nobody' is not supported"},
        {Y "d a local size 0\n" DO("y=1;"), "data 'a', its size '0' is not supported"},
        {Y "d a local size [2,2,2]\n" DO("y=1;"), "its size '[2,2,2]' is not supported"},
        {Y "d a local size [9999,9999]\n" DO("y=1;"), "data 'a', it is too large"},
        {Y "d a local size nobody\n" DO("y=1;"), "data 'a'"},
        {Y "d a local size 3 value [1,2]\n" DO("y=1;"), "its value has 2 elements, not 3"},
        {Y "d a local value 1+2i\n" DO("y=1;"), "is no real numbers"},
        {Y "d a local value nobody\n" DO("y=1;"), "data 'a'"},
        {"d u input size 2\n" Y DO("y=u[0];"), "the input has 1 elements, not 2"},
    };
    REFUSE_ALL(list);
}

/* C's numbers, signs and line ends; MATLAB's */
static void test_what_is_unusual_is_taken(void) {
    CHECK(Y DO("y=0x1F+1.5F+.5;"), NULL, 33);
    CHECK(Y DO("++y;"), NULL, 1, 2);
    CHECK(Y DO("--y;y--;"), NULL, -2, -4);
    CHECK(Y DO("y=+3-+2;"), NULL, 1);
    CHECK(Y DO("y=2^-1;"), NULL, 0.5);
    CHECK(Y DO("y=-2^2;"), NULL, -4);
    CHECK(Y DO("y=1+...~2;"), NULL, 3);
    CHECK(Y DO("y=(1~+2);"), NULL, 3);
    CHECK(Y DO("y=1;;,y=y+1;"), NULL, 2);
    CHECK(Y DO("y=1; /* a word */ y=y+1; // and more"), NULL, 2);
    CHECK(M Y DO("y=1; % y=7"), NULL, 1);
    CHECK(M Y DO("disp((y));fprintf('%d',y);y=4;"), NULL, 4);
    CHECK(M Y DO("y=2.*3+4./2+3.^2;"), NULL, 17);
    CHECK(Y "d a local size 3 value 2\n" DO("y=a[0]+a[2];"), NULL, 4);
    CHECK(Y "d k constant type int8 value 7\n" DO("y=k;"), NULL, 7);
    CHECK(Y "d k local type int8\n" DO("k=1.0/0.0;y=k;"), NULL, 127);
    CHECK(Y "d k local type int8\n" DO("k=-1.0/0.0;y=k;"), NULL, -128);
    CHECK(Y "d k local type boolean\n" DO("k=5;y=k;"), NULL, 1);
    CHECK(Y F DO("y=f(4);f(1);"), NULL, 8);
    CHECK(Y "e E local\nchart decomposition SET_CHART\ns A - and 1 A~du:send(B.E);\n"
            "s B - and 2 B\ns B1 B or 0 B1\ns B2 B or 0 B2~en:y=5;\nt - B1 B 1\nt B1 B2 B 1 E",
          NULL, 0, 5);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_statements_that_cannot_be),
        MR_TEST(test_calls_that_cannot_be),
        MR_TEST(test_data_that_cannot_be),
        MR_TEST(test_what_is_unusual_is_taken),
    };
    return mr_test_main("chart_sentences", tests, sizeof tests / sizeof *tests, argc, argv);
}
