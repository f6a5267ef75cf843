/* what is too large, nested too deep, or of a kind that charts do not have: one sentence each, and
 * what lies just within the limit runs */
#include "case.h"
#include "mr_test.h"

#include <stdio.h>
#include <string.h>

#define Y           "d y output\n"
#define M           "chart actionLanguage 2\n"
#define F           "s f - func 0 r = f(x)\nd x argument of f\nd r result of f\nj a f\nt - a f 1 {r=2*x;}\n"
#define DO(actions) "s A - or 0 A~en,du:" actions "\nt - A - 1"

typedef struct sentence {
    const char *lines, *words;
} sentence;

static void refuse_all(const sentence *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        case_refused(list[i].lines, (int)i, list[i].lines, list[i].words);
}
#define REFUSE_ALL(list) refuse_all(list, sizeof(list) / sizeof *(list))

/* begin, so many times a part, end */
static const char *repeated(const char *begin, const char *part, int times, const char *end) {
    static char text[40000];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", begin);
    for (int k = 0; k < times; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", part);
    CU_ASSERT_FATAL(used + strlen(end) < sizeof text);
    snprintf(text + used, sizeof text - used, "%s", end);
    return text;
}

static void test_depths(void) {
    REFUSED(repeated(Y "s A - or 0 A~en,du:y=", "(", 400, "1;\nt - A - 1"), "nested too deep");
    CHECK(repeated(Y "s A - or 0 A~en,du:y=", "(", 50,
                   "1))))))))))))))))))))))))))))))))))))))))))))"
                   "))))));\nt - A - 1"),
          NULL, 1);
    CHECK(repeated(Y "s A - or 0 A~en,du:y=1", "+1", 100, ";\nt - A - 1"), NULL, 101);
    REFUSED(repeated(Y "s A - or 0 A~en,du:y=", "n", 300, ";\nt - A - 1"), "state 'A', entry");
}

/* C: what MATLAB's language has */
static void test_kinds_of_values(void) {
    static const sentence list[] = {
        {Y "d a local size 20000\nd b local size 20000\n" DO("a=b;y=1;"), "too large"},
        {Y "d a local size [2,2]\n" DO("y=a[1][1][1];"), "'[' is not expected here"},
        {Y "d a local size 2\n" DO("y=sum([a,a]);"), "lists of arrays are not supported"},
        {Y DO("3++;"), "'3' does not begin a statement"},
        {Y DO("y++ +;"), "state 'A', entry action, line 1"},
        {Y DO("y=in();"), "a name is missing"},
        {Y DO("y=in(A.);"), "a name is missing"},
        {Y DO("y=elapsed();"), "a name is missing"},
        {Y DO("y=temporalCount();"), "a name is missing"},
        {Y "load w=[1 2];\n" DO("y=w;"), "'w' is no scalar and no data of the chart"},
        {Y "load w='x';\n" DO("y=w;"), "'w' is no scalar and no data of the chart"},
        {Y "d a odd\n" DO("y=1;"), "data 'a', data have no name or no scope"},
        {Y "d a local size 2\n" DO("y=hasChanged(a[0]);"), "of one element of an array"},
        {Y "d a local type int8\n" DO("y=a/0;"), "an integer is divided by zero"},
        {Y DO("y=5%%0;"), "remainder of a division by zero"},
        {Y DO("y=$;"), "'$' is not expected here"},
        {Y "d a local size 2\nd b local size 3\n" DO("a=a*b;y=1;"),
         "products of arrays are not supported in charts"},
    };
    REFUSE_ALL(list);
    CHECK(Y "d a local type int8 value 7\n" DO("y=a/2;"), NULL, 3);
    CHECK(Y "d a local type int8 value 7\n" DO("a/=2;y=a;"), NULL, 3, 1);
    CHECK(Y "d a local type int8 value 100\n" DO("a*=1.5;a++;y=a;"), NULL, 127);
    CHECK(Y "d a local size 2 value 3\n" DO("a*=2;a+=a;y=sum(a);"), NULL, 24, 96);
}

/* "a += b" is "a = a + b", also in what it refuses */
static void test_updates(void) {
    static const sentence list[] = {
        {Y "d a local type int8\n" DO("a/=0;y=1;"), "an integer is divided by zero"},
        {Y "d b local size 3\n" DO("y+=b;"), "'y' has 1 elements and is assigned 3"},
        {Y "d a local size 2\nd b local size 3\n" DO("a+=b;y=1;"), "arrays of 2 and 3 elements"},
        {Y "d a local size 2\n" DO("a*=a;y=1;"), "products of arrays are not supported"},
        {Y "d a local size 2\n" DO("a/=a;y=1;"), "products of arrays are not supported"},
        {Y "d k constant value 2\n" DO("k+=1;y=k;"), "'k' is no statement"},
        {Y "d k constant value 2\n" DO("k++;y=k;"), "'k' is no statement"},
    };
    REFUSE_ALL(list);
}

/* MATLAB's language: told as by a MATLAB Function block */
static void test_kinds_of_values_in_m(void) {
    static const sentence list[] = {
        {M Y "d a local size 2\n" DO("y=[a;a];"), "variable 'y': a double 4x1 does not fit double"},
        {M Y DO("[y,1]=max(1,2);"), "a variable is missing here"},
        {M Y "d z local\n" DO("[y,z]=max(1,2);"), "'max' of two has one result"},
        {M Y DO("y=[int8(1) 2];"), "variable 'y': a int8 1x2 does not fit double"},
        {M Y DO("y=zeros(2,3,4);"), "a double 2x3x4 does not fit double"},
        {M Y "s f - func 0 [p,q] = f(x)\nd x argument of f\nd p result of f\nd q result of f\n"
             "j a f\nt - a f 1 {p=x;q=f(x-1);}\n" DO("[y,y]=f(2);"),
         "functions call each other more than 100 deep, the last is f"},
    };
    REFUSE_ALL(list);
    CHECK(M Y "d a local size 3 value [3,4,5]\n" DO("y=sum(a(1:2));"), NULL, 7);
    CHECK(M Y "d a local size 3 value [3,4,5]\n" DO("y=sum(a(:));"), NULL, 12);
    CHECK(M Y "d a local size [2,2] value [1,2;3,4]\n" DO("y=a(2,1,1);"), NULL, 3);
    CHECK(M Y "d a local type int8 value 5\n" DO("y=sum([a 2]);"), NULL, 7);
    CHECK(M Y DO("y=sum(ones(-1));"), NULL, 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_depths), MR_TEST(test_kinds_of_values),
                                    MR_TEST(test_updates), MR_TEST(test_kinds_of_values_in_m)};
    return mr_test_main("chart_limits", tests, sizeof tests / sizeof *tests, argc, argv);
}
