/* units against their definitions */
#include "mr_test.h"
#include "common/units.h"

#include <stdio.h>
#include <string.h>

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

/* by their definitions: SI brochure (9th edition), NIST SP 811; base units where a name is one of
 * them */
static void test_each_symbol_by_its_definition(void) {
    static const struct {
        const char *symbol, *by;
        double factor;
        bool prefixed;
    } symbols[] = {{"g", "kg", 1e-3, true},
                   {"deg", "rad", 0.0174532925199432958, false},
                   {"°", "rad", 0.0174532925199432958, false},
                   {"rev", "rad", 6.28318530717958648, false},
                   {"rpm", "rad/s", 0.104719755119659775, false},
                   {"bar", "kg/m/s2", 1e5, true},
                   {"atm", "kg/m/s2", 101325.0, false},
                   {"psi", "kg/m/s2", 6894.757293168361, false},
                   {"Wh", "kg.m2/s2", 3600.0, true},
                   {"cal", "kg.m2/s2", 4.184, true},
                   {"Ah", "A.s", 3600.0, true},
                   {"min", "s", 60.0, false},
                   {"h", "s", 3600.0, false},
                   {"d", "s", 86400.0, false},
                   {"l", "m3", 1e-3, true},
                   {"L", "m3", 1e-3, true},
                   {"t", "kg", 1e3, true},
                   {"in", "m", 0.0254, false},
                   {"ft", "m", 0.3048, false},
                   {"mi", "m", 1609.344, false},
                   {"lb", "kg", 0.45359237, false},
                   {"lbf", "kg.m/s2", 4.4482216152605, false},
                   {"kph", "m/s", 1.0 / 3.6, false},
                   {"mph", "m/s", 0.44704, false},
                   {"gn", "m/s2", 9.80665, false},
                   {"%", "-", 0.01, false},
                   {"mN", "kg.m/s2", 1e-3, false},
                   {"mPa", "kg/m/s2", 1e-3, false},
                   {"mJ", "kg.m2/s2", 1e-3, false},
                   {"mW", "kg.m2/s3", 1e-3, false},
                   {"mHz", "1/s", 1e-3, false},
                   {"mV", "kg.m2/s3/A", 1e-3, false},
                   {"mC", "A.s", 1e-3, false},
                   {"mF", "A2.s4/kg/m2", 1e-3, false},
                   {"mH", "kg.m2/s2/A2", 1e-3, false},
                   {"mOhm", "kg.m2/s3/A2", 1e-3, false},
                   {"mohm", "kg.m2/s3/A2", 1e-3, false},
                   {"mΩ", "kg.m2/s3/A2", 1e-3, false},
                   {"mS", "A2.s3/kg/m2", 1e-3, false},
                   {"mWb", "kg.m2/s2/A", 1e-3, false},
                   {"mT", "kg/s2/A", 1e-3, false},
                   {"mmol", "mol", 1e-3, false},
                   {"mcd", "cd", 1e-3, false},
                   {"mrad", "rad", 1e-3, false},
                   {"mK", "K", 1e-3, false},
                   {"mA", "A", 1e-3, false}};
    static const struct {
        const char *name;
        double factor;
    } prefixes[] = {{"da", 1e1}, {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18}, {"P", 1e15},
                    {"T", 1e12}, {"G", 1e9},   {"M", 1e6},   {"k", 1e3},  {"h", 1e2},
                    {"d", 1e-1}, {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6}, {"µ", 1e-6},
                    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}};
    char name[20];
    double f, o;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        converts(symbols[i].symbol, symbols[i].by, symbols[i].factor, 0.0);
        if (strlen(symbols[i].by) > 8 || symbols[i].symbol[0] == 'm')
            continue; /* has its prefix */
        snprintf(name, sizeof name, "G%s", symbols[i].symbol);
        if (symbols[i].prefixed)
            converts(name, symbols[i].by, 1e9 * symbols[i].factor, 0.0);
        else
            CU_ASSERT_EQUAL(cm_units_compare(name, symbols[i].by, &f, &o), CM_UNITS_UNKNOWN);
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        snprintf(name, sizeof name, "%sW", prefixes[i].name);
        converts(name, "W", prefixes[i].factor, 0.0);
    }
    CU_ASSERT_EQUAL(cm_units_compare("GdegC", "K", &f, &o), CM_UNITS_UNKNOWN);
    CU_ASSERT_EQUAL(cm_units_compare("GdegF", "K", &f, &o), CM_UNITS_UNKNOWN);
    CU_ASSERT_EQUAL(cm_units_compare("G°C", "K", &f, &o), CM_UNITS_UNKNOWN);
    converts("°C", "K", 1.0, 273.15);
    converts("degC^1", "K", 1.0, 273.15);
    double factor, offset; /* of a square there is no zero to begin at */
    CU_ASSERT_EQUAL(cm_units_compare("degC^2", "K2", &factor, &offset), CM_UNITS_SAME);
}

/* hostile powers end before numbers do */
static void test_powers_up_to_twenty(void) {
    cm_unit unit;
    converts("dm20", "m20", 1e-20, 0.0);
    converts("dm^(-20)", "m^-20", 1e20, 0.0);
    CU_ASSERT_FALSE(cm_unit_read("m21", &unit));
    CU_ASSERT_FALSE(cm_unit_read("m^-21", &unit));
    CU_ASSERT_FALSE(cm_unit_read("m^(2", &unit));
    CU_ASSERT_FALSE(cm_unit_read("m^", &unit));
    CU_ASSERT_FALSE(cm_unit_read("m^x", &unit));
    CU_ASSERT_FALSE(cm_unit_read("m-", &unit));
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
        MR_TEST(test_each_symbol_by_its_definition),
        MR_TEST(test_powers_up_to_twenty),
        MR_TEST(test_what_is_the_same_and_what_is_not),
    };
    return mr_test_main("units", tests, sizeof tests / sizeof *tests, argc, argv);
}
