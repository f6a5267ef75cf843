/* units: names with SI prefixes, products, quotients and powers. Factors: SI brochure (BIPM, 2019)
 * and NIST Special Publication 811 */
#include "blocks/attributes/unit.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct named_unit {
    const char *name;
    double factor;
    int powers[7]; /* m kg s A K mol cd */
    bool prefixed; /* takes SI prefixes */
    double offset;
} named_unit;

static const named_unit units[] = {
    {"m", 1.0, {1}, true, 0},
    {"meter", 1.0, {1}, false, 0},
    {"g", 1e-3, {0, 1}, true, 0},
    {"s", 1.0, {0, 0, 1}, true, 0},
    {"sec", 1.0, {0, 0, 1}, false, 0},
    {"second", 1.0, {0, 0, 1}, false, 0},
    {"min", 60.0, {0, 0, 1}, false, 0},
    {"minute", 60.0, {0, 0, 1}, false, 0},
    {"h", 3600.0, {0, 0, 1}, false, 0},
    {"hr", 3600.0, {0, 0, 1}, false, 0},
    {"hour", 3600.0, {0, 0, 1}, false, 0},
    {"day", 86400.0, {0, 0, 1}, false, 0},
    {"A", 1.0, {0, 0, 0, 1}, true, 0},
    {"K", 1.0, {0, 0, 0, 0, 1}, true, 0},
    {"mol", 1.0, {0, 0, 0, 0, 0, 1}, true, 0},
    {"cd", 1.0, {0, 0, 0, 0, 0, 0, 1}, true, 0},
    {"degC", 1.0, {0, 0, 0, 0, 1}, false, 273.15},
    {"degF", 5.0 / 9.0, {0, 0, 0, 0, 1}, false, 459.67 * 5.0 / 9.0},
    {"degR", 5.0 / 9.0, {0, 0, 0, 0, 1}, false, 0},
    {"rad", 1.0, {0}, true, 0},
    {"radian", 1.0, {0}, false, 0},
    {"deg", PI / 180.0, {0}, false, 0},
    {"degree", PI / 180.0, {0}, false, 0},
    {"rev", 2.0 * PI, {0}, false, 0},
    {"rpm", 2.0 * PI / 60.0, {0, 0, -1}, false, 0},
    {"Hz", 1.0, {0, 0, -1}, true, 0},
    {"N", 1.0, {1, 1, -2}, true, 0},
    {"Pa", 1.0, {-1, 1, -2}, true, 0},
    {"bar", 1e5, {-1, 1, -2}, true, 0},
    {"atm", 101325.0, {-1, 1, -2}, false, 0},
    {"psi", 6894.757293168361, {-1, 1, -2}, false, 0},
    {"J", 1.0, {2, 1, -2}, true, 0},
    {"cal", 4.1868, {2, 1, -2}, true, 0},
    {"W", 1.0, {2, 1, -3}, true, 0},
    {"hp", 745.6998715822702, {2, 1, -3}, false, 0},
    {"Wh", 3600.0, {2, 1, -2}, true, 0},
    {"V", 1.0, {2, 1, -3, -1}, true, 0},
    {"Ohm", 1.0, {2, 1, -3, -2}, true, 0},
    {"ohm", 1.0, {2, 1, -3, -2}, true, 0},
    {"F", 1.0, {-2, -1, 4, 2}, true, 0},
    {"H", 1.0, {2, 1, -2, -2}, true, 0},
    {"C", 1.0, {0, 0, 1, 1}, true, 0},
    {"Ah", 3600.0, {0, 0, 1, 1}, true, 0},
    {"T", 1.0, {0, 1, -2, -1}, true, 0},
    {"Wb", 1.0, {2, 1, -2, -1}, true, 0},
    {"l", 1e-3, {3}, true, 0},
    {"L", 1e-3, {3}, true, 0},
    {"t", 1e3, {0, 1}, false, 0},
    {"in", 0.0254, {1}, false, 0},
    {"inch", 0.0254, {1}, false, 0},
    {"ft", 0.3048, {1}, false, 0},
    {"yd", 0.9144, {1}, false, 0},
    {"mi", 1609.344, {1}, false, 0},
    {"mile", 1609.344, {1}, false, 0},
    {"nmi", 1852.0, {1}, false, 0},
    {"lbm", 0.45359237, {0, 1}, false, 0},
    {"lb", 0.45359237, {0, 1}, false, 0},
    {"lbf", 4.4482216152605, {1, 1, -2}, false, 0},
    {"slug", 14.59390293720636, {0, 1}, false, 0},
    {"gal", 3.785411784e-3, {3}, false, 0},
    {"kph", 1.0 / 3.6, {1, 0, -1}, false, 0},
    {"mph", 0.44704, {1, 0, -1}, false, 0},
    {"kn", 1852.0 / 3600.0, {1, 0, -1}, false, 0},
    {"kt", 1852.0 / 3600.0, {1, 0, -1}, false, 0},
    {"knot", 1852.0 / 3600.0, {1, 0, -1}, false, 0},
    {"gn", 9.80665, {1, 0, -2}, false, 0},
    {"%", 0.01, {0}, false, 0},
    {"1", 1.0, {0}, false, 0},
};

static bool find(const char *name, size_t length, double *factor, const named_unit **found) {
    static const struct {
        const char *text;
        double factor;
    } prefixes[] = {{"", 1.0},   {"da", 10.0}, {"k", 1e3},  {"M", 1e6},  {"G", 1e9},
                    {"T", 1e12}, {"h", 1e2},   {"d", 0.1},  {"c", 0.01}, {"m", 1e-3},
                    {"u", 1e-6}, {"n", 1e-9},  {"p", 1e-12}};
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        size_t taken = strlen(prefixes[p].text);
        if (taken >= length || strncmp(name, prefixes[p].text, taken) != 0)
            continue;
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (strlen(units[i].name) == length - taken && (taken == 0 || units[i].prefixed) &&
                strncmp(name + taken, units[i].name, length - taken) == 0) {
                *factor = prefixes[p].factor * units[i].factor;
                *found = &units[i];
                return true;
            }
    }
    return false;
}

/* "^-2" or "2" behind a name; 1 if there is none */
static int read_power(const char **text) {
    const char *c = *text + (**text == '^');
    bool bracket = *c == '(';
    c += bracket;
    int sign = *c == '-' ? -1 : 1, power = 0;
    c += *c == '-' || *c == '+';
    if (!isdigit((unsigned char)*c) || (*text)[0] != '^')
        return 1;
    while (isdigit((unsigned char)*c) && power < 100)
        power = 10 * power + (*c++ - '0');
    c += bracket && *c == ')';
    *text = c;
    return sign * power;
}

bool bd_unit_read(const char *text, bd_unit *unit) {
    *unit = (bd_unit){.factor = 1.0};
    int sign = 1, depth = 0, deep_sign = 1, names = 0;
    const named_unit *one = NULL;
    while (*text) {
        if (*text == ' ' || *text == '*' || *text == '.') {
            text++;
        } else if (*text == '/') {
            sign = -1;
            text++;
        } else if (*text == '(') {
            deep_sign = sign, sign = 1, depth++, text++;
            if (depth > 1)
                return false;
        } else if (*text == ')') {
            deep_sign = 1, depth--, text++, sign = 1;
            if (depth < 0)
                return false;
        } else {
            size_t length = strcspn(text, " */.^()");
            double factor;
            if (!find(text, length, &factor, &one))
                return false;
            text += length;
            int power = sign * deep_sign * read_power(&text);
            unit->factor *= pow(factor, power);
            for (int i = 0; i < 7; i++)
                unit->powers[i] += power * one->powers[i];
            names++;
            sign = 1;
            unit->offset = names == 1 && power == 1 ? one->offset : 0.0;
        }
    }
    return names > 0 && depth == 0;
}

bool bd_unit_same_dimension(const bd_unit *a, const bd_unit *b) {
    return memcmp(a->powers, b->powers, sizeof a->powers) == 0;
}
