/* units against their definitions (SI brochure, NIST SP 811): each by others, down to the seven
 * base units, with prefixes where they are allowed */
#include "blocks/attributes/unit.h"
#include "mr_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bd_unit unit(const char *text) {
    bd_unit made;
    if (!bd_unit_read(text, &made))
        printf("\n  '%s' is not known", text);
    CU_ASSERT(bd_unit_read(text, &made));
    return made;
}

static void test_base_units(void) {
    static const char *const base[7] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    for (int i = 0; i < 7; i++) {
        const bd_unit made = unit(base[i]);
        MR_ASSERT_CLOSE(made.factor, 1.0, 1e-15);
        MR_ASSERT_CLOSE(made.offset, 0.0, 0.0);
        for (int k = 0; k < 7; k++)
            CU_ASSERT_EQUAL(made.powers[k], k == i);
    }
}

static void test_units_are_what_defines_them(void) {
    static const struct {
        const char *name, *by;
        double factor;
    } list[] = {
        {"meter", "m", 1},         {"sec", "s", 1},
        {"second", "s", 1},        {"min", "s", 60},
        {"minute", "s", 60},       {"h", "min", 60},
        {"hr", "min", 60},         {"hour", "min", 60},
        {"day", "h", 24},          {"rad", "1", 1},
        {"radian", "1", 1},        {"rev", "deg", 360},
        {"rev", "degree", 360},    {"deg", "rad", 0.017453292519943295},
        {"rpm", "rev/min", 1},     {"Hz", "s^-1", 1},
        {"N", "kg*m/s^2", 1},      {"Pa", "N/m^2", 1},
        {"bar", "kPa", 100},       {"atm", "Pa", 101325},
        {"psi", "lbf/in^2", 1},    {"J", "N*m", 1},
        {"cal", "J", 4.1868},      {"W", "J/s", 1},
        {"hp", "ft*lbf/s", 550},   {"Wh", "W*h", 1},
        {"V", "W/A", 1},           {"Ohm", "V/A", 1},
        {"ohm", "V/A", 1},         {"F", "C/V", 1},
        {"H", "V*s/A", 1},         {"C", "A*s", 1},
        {"Ah", "A*h", 1},          {"T", "Wb/m^2", 1},
        {"Wb", "V*s", 1},          {"l", "dm^3", 1},
        {"L", "dm^3", 1},          {"t", "kg", 1000},
        {"in", "cm", 2.54},        {"inch", "cm", 2.54},
        {"ft", "in", 12},          {"yd", "ft", 3},
        {"mi", "ft", 5280},        {"mile", "ft", 5280},
        {"nmi", "m", 1852},        {"lbm", "g", 453.59237},
        {"lb", "g", 453.59237},    {"lbf", "lbm*gn", 1},
        {"slug", "lbf*s^2/ft", 1}, {"gal", "in^3", 231},
        {"kph", "km/h", 1},        {"mph", "mi/h", 1},
        {"kn", "nmi/h", 1},        {"kt", "nmi/h", 1},
        {"knot", "nmi/h", 1},      {"gn", "m/s^2", 9.80665},
        {"%", "1", 0.01},          {"degR", "K", 5.0 / 9.0},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const bd_unit a = unit(list[i].name), b = unit(list[i].by);
        if (!bd_unit_same_dimension(&a, &b))
            printf("\n  %s is not %s", list[i].name, list[i].by);
        CU_ASSERT(bd_unit_same_dimension(&a, &b));
        MR_ASSERT_RELATIVE(a.factor, list[i].factor * b.factor, 1e-13);
        MR_ASSERT_CLOSE(a.offset, 0.0, 0.0);
    }
}

/* water freezes at 32 and boils at 212 degF; not in a product */
static void test_temperatures_have_a_zero(void) {
    const bd_unit c = unit("degC"), f = unit("degF");
    for (int k = 0; k < 2; k++)
        MR_ASSERT_CLOSE(f.factor * (k ? 212.0 : 32.0) + f.offset, 100.0 * k + c.offset, 1e-10);
    MR_ASSERT_CLOSE(c.offset, 273.15, 0.0);
    MR_ASSERT_CLOSE(c.factor, 1.0, 0.0);
    const bd_unit k = unit("K");
    CU_ASSERT(bd_unit_same_dimension(&c, &k) && bd_unit_same_dimension(&f, &k));
    MR_ASSERT_CLOSE(unit("W/degC").offset, 0.0, 0.0);
    MR_ASSERT_CLOSE(unit("degC^2").offset, 0.0, 0.0);
    MR_ASSERT_CLOSE(unit("degC*m").offset, 0.0, 0.0);
}

static void test_prefixes_where_they_are_allowed(void) {
    static const struct {
        const char *text;
        double factor;
    } prefixes[] = {{"da", 10},  {"k", 1e3},  {"M", 1e6},  {"G", 1e9},  {"T", 1e12}, {"h", 100},
                    {"d", 1e-1}, {"c", 1e-2}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}, {"p", 1e-12}};
    static const char *const with[] = {"m",   "g", "s",  "A",  "K", "mol", "cd",  "rad", "Hz",
                                       "N",   "J", "Pa", "W",  "V", "Ohm", "ohm", "F",   "H",
                                       "bar", "C", "T",  "Wb", "l", "L",   "cal", "Wh",  "Ah"};
    static const char *const without[] = {
        "meter",  "sec", "second", "minute", "hr",   "hour", "day", "degC", "degF", "degR", "deg",
        "degree", "rev", "radian", "rpm",    "atm",  "psi",  "hp",  "inch", "ft",   "yd",   "mile",
        "nmi",    "lbm", "lb",     "lbf",    "slug", "gal",  "kph", "mph",  "kt",   "knot", "gn",
        "%",      "1",   "min",    "h",      "t",    "mi",   "kn",  "in"};
    char text[40];
    bd_unit made;
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        snprintf(text, sizeof text, "%sm", prefixes[p].text);
        MR_ASSERT_RELATIVE(unit(text).factor, prefixes[p].factor, 1e-15);
    }
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        snprintf(text, sizeof text, "M%s", with[i]);
        MR_ASSERT_RELATIVE(unit(text).factor, 1e6 * unit(with[i]).factor, 1e-15);
    }
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        snprintf(text, sizeof text, "M%s", without[i]);
        if (bd_unit_read(text, &made))
            printf("\n  '%s' is a unit", text);
        CU_ASSERT_FALSE(bd_unit_read(text, &made));
    }
}

static void test_products_quotients_and_powers(void) {
    static const char *const same[][2] = {{"m/s/s", "m/s^2"},         {"N m", "N*m"},
                                          {"kg.m^2", "m^2*kg"},       {"W/(m^2*K)", "W/m^2/K"},
                                          {"m^(-2)", "1/m^2"},        {"m^+2", "m*m"},
                                          {"J/(kg*K)*s", "J*s/kg/K"}, {"(m/s)*kg", "kg*m/s"},
                                          {"s^10", "s^5*s^5"},        {"1/(km*h)", "km^-1*h^(-1)"}};
    static const char *const wrong[] = {"", " ", "m/(s", "m)", "((m))", "parsec", "m//x", "km k"};
    bd_unit made;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const bd_unit a = unit(same[i][0]), b = unit(same[i][1]);
        CU_ASSERT(bd_unit_same_dimension(&a, &b));
        MR_ASSERT_RELATIVE(a.factor, b.factor, 1e-14);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CU_ASSERT_FALSE(bd_unit_read(wrong[i], &made));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_base_units),
        MR_TEST(test_units_are_what_defines_them),
        MR_TEST(test_temperatures_have_a_zero),
        MR_TEST(test_prefixes_where_they_are_allowed),
        MR_TEST(test_products_quotients_and_powers),
    };
    return mr_test_main("blocks_units", tests, sizeof tests / sizeof *tests, argc, argv);
}
