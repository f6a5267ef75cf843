/* both languages of actions, types, functions, and what is refused */
#include <stdio.h>

#include "case.h"
#include "mr_test.h"

#define Y           "d y output\n"
#define M           "chart actionLanguage 2\n"
#define DO(actions) "s A - or 0 A~en,du:" actions "\nt - A - 1"

static void test_operators_of_c(void) {
    CHECK(Y DO("y=3;y+=4;y*=2;y-=1;y++;"), NULL, 14, 14);
    CHECK(Y DO("y=7%%4+(1!=2)+(1<>2)+!0;"), NULL, 6);
    CHECK(Y DO("y=2^3;"), NULL, 8);
    CHECK("chart enableBitOps 1\n" Y DO("y=(6&3)+(6|1)+(6^3);"), NULL, 2 + 7 + 5);
    CHECK(Y DO("y=1<<4;y=y+(9>>1);"), NULL, 20);
    CHECK(Y DO("y:=5;"), NULL, 5);
}

static void test_integers_of_c(void) {
    CHECK("d y output type int32\nd k local type int32 value 7\n" DO("y=k/2;"), NULL, 3);
    CHECK("d y output type int8\n" DO("y=200;"), NULL, 127);
    CHECK("chart saturateOnIntegerOverflow 0\nd y output type uint8\n" DO("y=y+100;"), NULL, 100,
          200, 44);
    CHECK("d y output type int32\n" DO("y=2.7;"), NULL, 2);
    REFUSED(Y DO("y=1/2;"), "state 'A', entry action, line 1: the quotient of two whole numbers");
}

static void test_integers_of_matlab(void) {
    CHECK(M "d y output type int32\nd k local type int32 value 7\n" DO("y=k/2;"), NULL, 4);
    CHECK(M "d y output type int8\n" DO("y=int8(100)+int8(100);"), NULL, 127);
    CHECK(M "d y output type uint8\n" DO("y=y+0.6;"), NULL, 1, 2);
    REFUSED(M Y DO("y=int8(1)+int16(1);"), "integers of different types");
}

static void test_fixed_point(void) {
    /* fixdt(0,8,5): steps of 1/32 up to 255/32 */
    CHECK("d y output type fixdt(0,8,5)\n" DO("y=y+3.1;"), NULL, 3.09375, 6.1875, 7.96875);
}

static void test_arrays(void) {
    CHECK("d y output\nd a local size 3\n" DO("a[0]=4;a[2]=5;y=a[0]*10+a[2];"), NULL, 45);
    CHECK(M "d y output\nd a local size 3\n" DO("a(1)=4;a(end)=5;y=a(1)*10+a(3);"), NULL, 45);
    CHECK(M "d y output\nd a local size [2,2]\n" DO("a=[1 2;3 4];y=a(2,1)*10+a(1,2);"), NULL, 32);
    CHECK(M "d y output\nd a local size 3\n" DO("a=[1 2 3]*2-1;y=sum(a);"), NULL, 9);
    CHECK(M "d y output\nd a local size 2 value [1,2]\n" DO("a=[a(2) a(1)];y=a(1)*10+a(2);"), NULL,
          21, 12);
    REFUSED(M "d y output\nd a local size 3\n" DO("y=a(4);"), "index 4 of 'a' is outside");
}

static void test_control_flow_of_matlab(void) {
    CHECK(M Y DO("if y==0~y=5;~elseif y==5~y=6;~else~y=7;~end"), NULL, 5, 6, 7, 7);
    CHECK(M Y DO("y=0;for k=1:4~if k==3~continue~end~y=y*10+k;~end"), NULL, 124);
    CHECK(M Y DO("y=0;while true~y=y+1;if y>=3,break;end~end"), NULL, 3);
    CHECK(M Y DO("switch y~case 0~y=2;~case {2,3}~y=9;~otherwise~y=1;~end"), NULL, 2, 9, 1);
    REFUSED(M Y DO("while true~y=1;end"), "a loop does not end");
}

/* a truth counts 1 in sums and products: a number in MATLAB's language, an int in C */
static void test_truths_are_numbers(void) {
    CHECK(M Y DO("y=10*(2==2);"), NULL, 10);
    CHECK(M "d y output type double\nd u input\n" DO("y=10*(u==0)+(u<1)+(u>1);"), NULL, 11);
    CHECK(M "d y output type int8\n" DO("y=int8(5)*(2==2)+int8(1);"), NULL, 6);
    CHECK(M "d y output type double\nd b local type boolean value 1\n" DO("y=b+b+b/4;"), NULL,
          2.25);
    CHECK(M "d y output type double\n" DO("y=5*true-abs(true);"), NULL, 4);
    CHECK(M "d y output type double\nd s local type single value 2.5\n" DO("y=s*(2==2);"), NULL,
          2.5);
    CHECK(M Y "d b local type boolean value 1 size [1,3]\n" DO("y=sum(b)+10*mean(b);"), NULL, 13);
    CHECK(M Y "d k local type int8 value 100 size [1,3]\n" DO("y=double(sum(k));"), NULL, 127);
    CHECK(M Y "d k local type int8 value 2 size [2,3]\n" DO("y=length(k)+10*numel(k);"), NULL, 63);
    CHECK(Y DO("y=10*(2==2);"), NULL, 10);
    CHECK(Y DO("y=10*(2==2)/4;"), NULL, 2);
    CHECK("d y output type int32\nd b local type boolean value 1\n" DO("y=(b+b)*3;"), NULL, 6);
}

static void test_functions(void) {
    CHECK(Y DO("y=max(2,min(5,3))+abs(-4)+floor(2.7);"), NULL, 3 + 4 + 2);
    /* rests as M code has them: of 0, and of a multiple that is one but for rounding */
    CHECK(M Y DO("y=isnan(rem(y+5,0))+10*(mod(y+5,0)==5)+100*(mod(y+0.6,0.2)==0);"), NULL, 111);
    CHECK(M Y DO("y=rem(-7,3)*10+mod(-7,3);"), NULL, -8);
    /* graphical: f(x) = 2 x + 1 if x > 0, else 0 */
    CHECK(Y "s f - func 0 r = f(x)\nd x argument of f\nd r result of f\nj a f\nj b f\nj c f\n"
            "t - a f 1\nt a b f 1 [x>0]{r=2*x+1;}\nt a c f 2 {r=0;}\n" DO("y=f(3)*100+f(-3);"),
          NULL, 700);
    CHECK(Y "s f - func 0 r = f(x)@@function r = f(x)~s = 0;~for k = 1:x~  s = s + k;~end~r = s;\n"
            "d x argument of f\nd r result of f\n" DO("y=f(4);"),
          NULL, 10);
    CHECK(M Y "d p local\ns f - func 0 [r,q] = f(x)@@function [r,q] = f(x)~r = x;~q = -x;~end\n"
              "d x argument of f\nd r result of f\nd q result of f\n" DO("[p,y]=f(4);y=y+2*p;"),
          NULL, 4);
    REFUSED(Y DO("y=sinh2(1);"), "function 'sinh2' with 1 arguments is not known");
}

static void test_data_live_where_they_are(void) {
    CHECK(Y "d k local of A value 3\n" DO("k++;y=k;"), NULL, 4, 5);
    CHECK(Y "d k constant value 2*pi\n" DO("y=k>6;"), NULL, 1);
    CHECK("d y output value 8\ns A - or 0 A~du:y=y+1;\nt - A - 1", NULL, 8, 9);
    REFUSED("d u input\n" Y DO("u=1;"), "'u' is an input and cannot be assigned");
    REFUSED(Y DO("y=z;"), "'z' is not known");
    REFUSED(Y "d s store\n" DO("y=1;"), "data 's', there is no Data Store Memory 's'");
}

static void test_mistakes_tell_where_they_are(void) {
    REFUSED(Y DO("y=1;~y=(2;"), "m/c: state 'A', entry action, line 2:");
    REFUSED(Y "s A - or 0 A\ns B - or 0 B\nt - A - 1\nt A B - 1 [y>", "label is not");
    REFUSED(Y "s A - or 0 A\ns B - or 0 B\nt - A - 1\nt A B - 1 NOEVENT", "'NOEVENT' is no event");
    CHECK(Y DO("y=ml.pi>3;"), NULL, 1);
    REFUSED(Y DO("y=ml.x;"), "'x' is not known");
    REFUSED(Y DO("y=ml.f(1);"), "functions of MATLAB cannot be called");
}

/* depth of recursion is bounded, whatever the text */
static void test_endless_expressions_are_refused(void) {
    static char text[16000];
    char *at = text + sprintf(text, Y "s A - or 0 A~en:y=1");
    for (int i = 0; i < 2500 && (size_t)(at - text) < 1400; i++)
        at += sprintf(at, "-(1");
    REFUSED(text, "state 'A', entry action, line 1:");
}

static void test_time_of_the_run(void) {
    CHECK(Y DO("y=t;"), NULL, 0, 1, 2);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_operators_of_c),
        MR_TEST(test_integers_of_c),
        MR_TEST(test_integers_of_matlab),
        MR_TEST(test_fixed_point),
        MR_TEST(test_arrays),
        MR_TEST(test_control_flow_of_matlab),
        MR_TEST(test_truths_are_numbers),
        MR_TEST(test_functions),
        MR_TEST(test_data_live_where_they_are),
        MR_TEST(test_mistakes_tell_where_they_are),
        MR_TEST(test_endless_expressions_are_refused),
        MR_TEST(test_time_of_the_run),
    };
    return mr_test_main("chart_actions", tests, sizeof tests / sizeof *tests, argc, argv);
}
