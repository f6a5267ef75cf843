/* arrays, lists and functions in the actions of charts of MATLAB's language: what MATLAB makes of
 * the same lines (tried with GNU Octave), and what cannot be */
#include <math.h>
#include <stdio.h>

#include "case.h"
#include "mr_test.h"

#define Y           "d y output\n"
#define M           "chart actionLanguage 2\n"
#define A           "d a local size [2,2] value [1,2;3,4]\n"
#define DO(actions) "s A - or 0 A~en,du:" actions "\nt - A - 1"

static void test_a_variable_has_the_shape_of_its_value(void) {
    CHECK(M Y DO("x=[1 2;3 4];y=x(1,2);"), NULL, 2);
    CHECK(M Y DO("x=[1 2 3;4 5 6];y=10*length(x)+x(2,3);"), NULL, 36);
    CHECK(M Y DO("x=zeros(2,3);x(1,2)=7;y=x(1,2)+x(3)+numel(x);"), NULL, 20);
    CHECK(M Y DO("x=-[1 2;3 4]*2;y=x(1,2);"), NULL, -4);
    CHECK(M Y DO("x=abs([1 -2;-3 4]);y=10*length(x)+x(2,1);"), NULL, 23);
    CHECK(M Y DO("x=max(3,[1 5;7 2]);y=10*x(2,1)+x(2,2);"), NULL, 73);
    CHECK(M Y DO("x=int8([1 2;3 4]);y=double(x(1,2));"), NULL, 2);
}

static void test_end_is_the_last_of_its_dimension(void) {
    CHECK(M Y "d b local value 5\n" DO("y=b(1,end);"), NULL, 5);
    CHECK(M Y A DO("y=100*a(end,1)+10*a(1,end)+a(end);"), NULL, 324);
    CHECK(M Y DO("x=[5 6 7];y=x(end-1);"), NULL, 6);
    CHECK(M Y DO("x=[1 2;3 4];x(1,end)=9;y=x(3);"), NULL, 9);
}

/* in both languages: a place beyond a column is not one of the next column */
static void test_indices_stay_within_their_rows(void) {
    REFUSED(M Y A DO("y=a(3,1);"), "indices 3 and 1 of 'a' are outside of its 2 rows");
    REFUSED(M Y A DO("y=a(0,2);"), "indices 0 and 2 of 'a' are outside of its 2 rows");
    REFUSED(M Y A DO("y=a(2,1.5);"), "indices 2 and 1.5 of 'a' are outside of its 2 rows");
    REFUSED(M Y A DO("a(1,3)=1;y=1;"), "index 5 of 'a' is outside of its 4 elements");
    REFUSED(Y A DO("y=a[2][0];"), "indices 2 and 0 of 'a' are outside of its 2 rows");
    CHECK(Y A DO("y=10*a[1][0]+a[0][1];"), NULL, 32);
    REFUSED(Y A DO("y=a[1];"), "'a' is a matrix and needs two indices");
}

/* truths and numbers are numbers, numbers and integers are integers */
static void test_a_list_has_one_type(void) {
    CHECK(M Y DO("x=[true 5];y=x(2);"), NULL, 5);
    CHECK(M Y DO("x=[1.6 int8(3)];y=double(x(1));"), NULL, 2);
    CHECK(M Y DO("x=[int8(1) 300];y=double(x(2));"), NULL, 127);
    CHECK(M Y DO("x=[1 -2];y=x(2)+numel([1 - 2]);"), NULL, -1);
    CHECK(M Y DO("x=[1,2;3,4;];y=x(2,1);"), NULL, 3);
    REFUSED(M Y DO("x=[1,2;3];y=1;"), "rows of a list have 2 and 1 elements");
    REFUSED(M Y DO("x=[1;2,3;4];y=1;"), "rows of a list have 1 and 2 elements");
}

static void test_a_variable_takes_the_type_of_what_it_is_assigned(void) {
    CHECK(M Y DO("x=true;x=5;y=x;"), NULL, 5);
    CHECK(M Y DO("x=int8(1);x=5.7;y=x;"), NULL, 5.7);
    CHECK(M Y DO("x=3;x=[1 2];y=sum(x);"), NULL, 3);
    /* data that say nothing of their size have that of the largest */
    CHECK(M Y "d b local size -1 type Inherit\n" DO("b=1;b=[1 2 3]+b;y=sum(b);"), NULL, 9);
}

static void test_sums_of_matrices_are_those_of_columns(void) {
    CHECK(M Y A DO("y=max(sum(a));"), NULL, 6);
    CHECK(M Y A DO("x=min(a);y=10*x(1)+x(2);"), NULL, 12);
    CHECK(M Y DO("y=max(sum(abs([1 -2;3 4])));"), NULL, 6);
    CHECK(M Y A DO("y=any(all(a>1))+10*sum(sum(a));"), NULL, 101);
    CHECK(M Y DO("x=[1 2 3]+[1;2;3];y=numel(x)+100*x(1,3);"), NULL, 409);
}

static void test_arrays_of_zeros_and_ones(void) {
    CHECK(M Y DO("y=sum(ones(1,5))+numel(zeros(3))+ones;"), NULL, 15);
    CHECK(M Y DO("y=numel(zeros(-1))+numel(ones(-2,-2));"), NULL, 0);
    CHECK(M Y DO("n=2;x=ones(n,3);y=sum(sum(x));"), NULL, 6);
}

static void test_loops_over_ranges_and_lists(void) {
    CHECK(M Y DO("y=0;for k=1:2:5~y=y*10+k;end"), NULL, 135);
    CHECK(M Y DO("y=0;for k=3:-1:1~y=y*10+k;end"), NULL, 321);
    CHECK(M Y DO("y=0;for (k=1:3)~y=y*10+k;end"), NULL, 123);
    CHECK(M Y DO("y=0;for k=(1:3)~y=y*10+k;end"), NULL, 123);
    CHECK(M Y DO("y=0;for k=[4 5]~y=y*10+k;end"), NULL, 45);
    CHECK(M Y DO("y=sum(1:3)+10*numel(5:-1:1)+100*numel(1:0)+1000*sum([1:2 4]);"), NULL, 7056);
    REFUSED(Y DO("y=sum(1:3);"), "ranges are not supported in charts");
    REFUSED(M Y DO("for 1:3~y=1;end"), "for needs a variable");
    REFUSED(M Y A DO("for a=1:3~y=1;end"), "'a' must be a scalar");
    REFUSED(M Y DO("for k=1:3~y=1;"), "'end' is missing at the end");
}

static void test_bits_are_those_of_whole_numbers(void) {
    CHECK(M Y DO("y=bitand(6,3)+10*bitor(6,1)+100*bitxor(6,3)+1000*bitshift(3,2);"), NULL, 12572);
    CHECK(M Y "d k local type uint8 value 6\n" DO("y=double(bitand(k,3))+100*bitshift(4,-1);"),
          NULL, 202);
    CHECK(Y "d k local type uint8 value 6\n" DO("y=bitand(k,3)+10*bitor(k,3)+100*bitxor(k,3);"),
          NULL, 572);
    REFUSED(M Y DO("y=bitand(1.5,1);"), "bits are those of whole numbers");
    REFUSED(M Y DO("y=bitand(1e300,1);"), "bits are those of whole numbers");
    /* C has no sentence for it; the number nearest to it has bits */
    CHECK("chart enableBitOps 1\n" Y "d k local type double value 1e300\n" DO("y=(k&7)+(k^k);"),
          NULL, 7);
}

/* numbers as the C library has them, or as MATLAB's documentation says; both languages know them */
static void test_functions_of_one_and_two_numbers(void) {
    static const char *const languages[] = {"", M};
    const volatile double x = 0.3; /* as the library has it, not the compiler */
    const struct {
        const char *call;
        double value;
    } calls[] = {
        {"acos(0.3)", acos(x)},
        {"acosh(1.3)", acosh(1.0 + x)},
        {"asin(0.3)", asin(x)},
        {"asinh(0.3)", asinh(x)},
        {"atan(0.3)", atan(x)},
        {"atanh(0.3)", atanh(x)},
        {"ceil(1.3)", ceil(1.3)},
        {"cos(0.3)", cos(x)},
        {"cosh(0.3)", cosh(x)},
        {"exp(0.3)", exp(x)},
        {"fabs(-0.3)", fabs(-0.3)},
        {"floor(-1.3)", floor(-1.3)},
        {"log(0.3)", log(x)},
        {"log10(0.3)", log10(x)},
        {"log2(0.3)", log2(x)},
        {"round(-2.5)", round(-2.5)},
        {"sin(0.3)", sin(x)},
        {"sinh(0.3)", sinh(x)},
        {"sqrt(0.3)", sqrt(x)},
        {"tan(0.3)", tan(x)},
        {"tanh(0.3)", tanh(x)},
        {"fix(-2.7)", -2},
        {"sign(-3)+10*sign(0)+100*sign(7)", 99},
        {"cosd(90)+10*cosd(180)", -10},
        {"sind(180)+10*sind(-90)", -10},
        {"deg2rad(90)", 1.5707963267948966},
        {"rad2deg(pi)", 180},
        {"isfinite(inf)+2*isinf(-inf)+4*isnan(nan)", 6},
        {"not(0)+2*xor(1,0)+4*and(1,0)+8*or(0,1)", 11},
        {"power(2,3)+pow(3,2)", 17},
        {"ldexp(3,2)", 12},
        {"max(nan,2)+min(3,nan)", 5},
        {"labs(-4)", 4},
        {"fmod(-7,3)", -1},
        {"hypot(3,4)", 5},
        {"atan2(1,1)*4", 3.141592653589793},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int k = 0; k < 2; k++) {
            char lines[300];
            snprintf(lines, sizeof lines, "%s" Y DO("y=%s;"), languages[k], calls[i].call);
            case_check(calls[i].call, k, lines, NULL, &calls[i].value, 1);
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_variable_has_the_shape_of_its_value),
        MR_TEST(test_end_is_the_last_of_its_dimension),
        MR_TEST(test_indices_stay_within_their_rows),
        MR_TEST(test_a_list_has_one_type),
        MR_TEST(test_a_variable_takes_the_type_of_what_it_is_assigned),
        MR_TEST(test_sums_of_matrices_are_those_of_columns),
        MR_TEST(test_arrays_of_zeros_and_ones),
        MR_TEST(test_loops_over_ranges_and_lists),
        MR_TEST(test_bits_are_those_of_whole_numbers),
        MR_TEST(test_functions_of_one_and_two_numbers),
    };
    return mr_test_main("chart_arrays", tests, sizeof tests / sizeof *tests, argc, argv);
}
