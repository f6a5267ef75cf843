/* units against their definitions */
#include "mr_test.h"
#include "common/units.h"

static void converts(const char *from, const char *to, double factor, double offset) {
    double f = 0.0, o = 0.0;
    CU_ASSERT_EQUAL(cm_units_compare(from, to, &f, &o), CM_UNITS_CONVERT);
    MR_ASSERT_RELATIVE(f, factor, 1e-12);
    MR_ASSERT_CLOSE(o, offset, 1e-9);
}

static void test_conversions(void) {
    converts("km/h", "m/s", 1.0 / 3.6, 0.0);
    converts("rpm", "rad/s", 0.104719755119659775, 0.0);
    converts("rev/min", "rad/s", 0.104719755119659775, 0.0);
    converts("deg", "rad", 0.0174532925199432958, 0.0);
    converts("bar", "Pa", 1e5, 0.0);
    converts("kW.h", "J", 3.6e6, 0.0);
    converts("mm2", "m^2", 1e-6, 0.0);
    converts("degC", "K", 1.0, 273.15);
    converts("K", "degC", 1.0, -273.15);
    converts("degF", "degC", 5.0 / 9.0, -160.0 / 9.0);
    converts("l/min", "m3/s", 1e-3 / 60.0, 0.0);
    converts("N.m/deg", "N*m/rad", 57.2957795130823209, 0.0);
    converts("kN", "N", 1e3, 0.0);
    converts("ms", "s", 1e-3, 0.0);
    converts("%", "-", 0.01, 0.0);
}

static void is(cm_units expected, const char *from, const char *to) {
    double f, o;
    CU_ASSERT_EQUAL(cm_units_compare(from, to, &f, &o), expected);
    CU_ASSERT(expected == CM_UNITS_CONVERT || (f == 1.0 && o == 0.0));
}

static void test_what_is_the_same_and_what_is_not(void) {
    is(CM_UNITS_SAME, "N", "N");
    is(CM_UNITS_SAME, "kg.m/s2", "N");
    is(CM_UNITS_SAME, "kg*m^2/s^2", "N m");
    is(CM_UNITS_SAME, "", "N"); /* nobody said what it is */
    is(CM_UNITS_SAME, "1/s", "Hz");
    is(CM_UNITS_SAME, "m.s-1", "m/s");
    is(CM_UNITS_SAME, "J/(kg.K)", "m2/(s2.K)");
    is(CM_UNITS_DIFFERENT, "N", "m");
    is(CM_UNITS_DIFFERENT, "m/s", "m/s2");
    is(CM_UNITS_UNKNOWN, "furlong", "m");
    is(CM_UNITS_UNKNOWN, "m//s", "m/s");
    is(CM_UNITS_UNKNOWN, "(m", "m");
    is(CM_UNITS_UNKNOWN, "m^", "m");
    is(CM_UNITS_UNKNOWN, "m999999999999", "m");
    /* degrees of a difference have no zero */
    is(CM_UNITS_SAME, "W/(m2.degC)", "W/(m2.K)");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_conversions),
        MR_TEST(test_what_is_the_same_and_what_is_not),
    };
    return mr_test_main("units", tests, sizeof tests / sizeof *tests, argc, argv);
}
