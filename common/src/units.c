/* reading units: products of symbols with prefixes and exponents
 *
 * "N.m", "N*m", "N m", "kg.m2/s2", "kg*m^2/s^2", "1/min", "rad/s", "km/h", "(m/s)2". A name of a
 * whole unit goes before prefix and name: "min" is a minute, "cd" a candela. Radian and steradian
 * count as plain numbers where they meet none (Hz against rad/s stays a difference: 2 pi). */
#include "common/units.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct symbol {
    const char *name;
    double factor, offset;
    int exponent[CM_BASES];
    bool prefixed; /* may have a prefix */
} symbol;

#define PI 3.14159265358979323846
/*                kg  m  s  A  K mol cd rad */
static const symbol symbols[] = {
    {"m", 1, 0, {0, 1}, true},
    {"g", 1e-3, 0, {1}, true},
    {"s", 1, 0, {0, 0, 1}, true},
    {"A", 1, 0, {0, 0, 0, 1}, true},
    {"K", 1, 0, {0, 0, 0, 0, 1}, true},
    {"mol", 1, 0, {0, 0, 0, 0, 0, 1}, true},
    {"cd", 1, 0, {0, 0, 0, 0, 0, 0, 1}, true},
    {"rad", 1, 0, {0, 0, 0, 0, 0, 0, 0, 1}, true},
    {"deg", PI / 180, 0, {0, 0, 0, 0, 0, 0, 0, 1}, false},
    {"°", PI / 180, 0, {0, 0, 0, 0, 0, 0, 0, 1}, false},
    {"rev", 2 * PI, 0, {0, 0, 0, 0, 0, 0, 0, 1}, false},
    {"rpm", 2 * PI / 60, 0, {0, 0, -1, 0, 0, 0, 0, 1}, false},
    {"N", 1, 0, {1, 1, -2}, true},
    {"Pa", 1, 0, {1, -1, -2}, true},
    {"bar", 1e5, 0, {1, -1, -2}, true},
    {"atm", 101325, 0, {1, -1, -2}, false},
    {"psi", 6894.757293168361, 0, {1, -1, -2}, false},
    {"J", 1, 0, {1, 2, -2}, true},
    {"Wh", 3600, 0, {1, 2, -2}, true},
    {"cal", 4.184, 0, {1, 2, -2}, true},
    {"W", 1, 0, {1, 2, -3}, true},
    {"Hz", 1, 0, {0, 0, -1}, true},
    {"V", 1, 0, {1, 2, -3, -1}, true},
    {"C", 1, 0, {0, 0, 1, 1}, true},
    {"Ah", 3600, 0, {0, 0, 1, 1}, true},
    {"F", 1, 0, {-1, -2, 4, 2}, true},
    {"H", 1, 0, {1, 2, -2, -2}, true},
    {"Ohm", 1, 0, {1, 2, -3, -2}, true},
    {"ohm", 1, 0, {1, 2, -3, -2}, true},
    {"Ω", 1, 0, {1, 2, -3, -2}, true},
    {"S", 1, 0, {-1, -2, 3, 2}, true},
    {"Wb", 1, 0, {1, 2, -2, -1}, true},
    {"T", 1, 0, {1, 0, -2, -1}, true},
    {"min", 60, 0, {0, 0, 1}, false},
    {"h", 3600, 0, {0, 0, 1}, false},
    {"d", 86400, 0, {0, 0, 1}, false},
    {"l", 1e-3, 0, {0, 3}, true},
    {"L", 1e-3, 0, {0, 3}, true},
    {"t", 1e3, 0, {1}, true},
    {"in", 0.0254, 0, {0, 1}, false},
    {"ft", 0.3048, 0, {0, 1}, false},
    {"mi", 1609.344, 0, {0, 1}, false},
    {"lb", 0.45359237, 0, {1}, false},
    {"lbf", 4.4482216152605, 0, {1, 1, -2}, false},
    {"degC", 1, 273.15, {0, 0, 0, 0, 1}, false},
    {"°C", 1, 273.15, {0, 0, 0, 0, 1}, false},
    {"degF", 5.0 / 9.0, 459.67 * 5.0 / 9.0, {0, 0, 0, 0, 1}, false},
    {"kph", 1 / 3.6, 0, {0, 1, -1}, false},
    {"mph", 0.44704, 0, {0, 1, -1}, false},
    {"gn", 9.80665, 0, {0, 1, -2}, false},
    {"%", 0.01, 0, {0}, false},
    {"-", 1, 0, {0}, false},
};

static const struct {
    const char *name;
    double factor;
} prefixes[] = {{"da", 1e1}, {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18}, {"P", 1e15},
                {"T", 1e12}, {"G", 1e9},   {"M", 1e6},   {"k", 1e3},  {"h", 1e2},
                {"d", 1e-1}, {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6}, {"µ", 1e-6},
                {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}};

static const symbol *find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strlen(symbols[i].name) == length && strncmp(symbols[i].name, name, length) == 0)
            return &symbols[i];
    return NULL;
}

static bool read_symbol(const char *name, size_t length, cm_unit *unit) {
    const symbol *s = find(name, length);
    double factor = 1.0;
    for (size_t i = 0; !s && i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t n = strlen(prefixes[i].name);
        if (n >= length || strncmp(prefixes[i].name, name, n) != 0)
            continue;
        s = find(name + n, length - n);
        if (s && !s->prefixed)
            s = NULL;
        factor = prefixes[i].factor;
    }
    if (!s)
        return false;
    unit->factor = factor * s->factor;
    unit->offset = s->offset;
    memcpy(unit->exponent, s->exponent, sizeof unit->exponent);
    return true;
}

typedef struct reader {
    const char *at;
    int depth;
} reader;

static bool read_product(reader *r, cm_unit *unit);

/* a symbol, a number or something in brackets, with its exponent */
static bool read_factor(reader *r, cm_unit *unit) {
    *unit = (cm_unit){.factor = 1.0};
    if (*r->at == '(') {
        r->at++;
        if (r->depth++ > 20 || !read_product(r, unit) || *r->at != ')')
            return false;
        r->depth--;
        r->at++;
    } else if (isdigit((unsigned char)*r->at)) {
        char *end;
        unit->factor = strtod(r->at, &end);
        r->at = end;
        return unit->factor > 0.0 && isfinite(unit->factor);
    } else {
        const size_t length = strcspn(r->at, ".*/^() \t0123456789+-");
        const size_t dash = length == 0 && *r->at == '-' ? 1 : length;
        if (dash == 0 || !read_symbol(r->at, dash, unit))
            return false;
        r->at += dash;
    }
    const bool power = *r->at == '^';
    if (power)
        r->at++;
    const bool bracket = power && *r->at == '(';
    if (bracket)
        r->at++;
    if (*r->at == '+' || *r->at == '-' || isdigit((unsigned char)*r->at)) {
        char *end;
        const long n = strtol(r->at, &end, 10);
        if (end == r->at || n < -20 || n > 20)
            return false;
        r->at = end;
        unit->factor = pow(unit->factor, (double)n);
        if (n != 1)
            unit->offset = 0.0;
        for (int i = 0; i < CM_BASES; i++)
            unit->exponent[i] *= (int)n;
    } else if (power)
        return false;
    if (bracket && *r->at++ != ')')
        return false;
    return true;
}

static bool read_product(reader *r, cm_unit *unit) {
    bool over = false, first = true;
    *unit = (cm_unit){.factor = 1.0};
    for (;;) {
        while (*r->at == ' ' || *r->at == '\t')
            r->at++;
        cm_unit f;
        if (!read_factor(r, &f))
            return false;
        if (first)
            unit->offset = f.offset;
        else /* a difference of temperatures */
            unit->offset = 0.0;
        unit->factor = over ? unit->factor / f.factor : unit->factor * f.factor;
        for (int i = 0; i < CM_BASES; i++)
            unit->exponent[i] += over ? -f.exponent[i] : f.exponent[i];
        first = false;
        while (*r->at == ' ' || *r->at == '\t')
            r->at++;
        if (!*r->at || *r->at == ')')
            return true;
        over = *r->at == '/';
        if (*r->at == '/' || *r->at == '.' || *r->at == '*')
            r->at++;
    }
}

bool cm_unit_read(const char *text, cm_unit *unit) {
    reader r = {text, 0};
    *unit = (cm_unit){.factor = 1.0};
    if (!*text)
        return true;
    return read_product(&r, unit) && !*r.at;
}

cm_units cm_units_compare(const char *from, const char *to, double *factor, double *offset) {
    cm_unit a, b;
    *factor = 1.0;
    *offset = 0.0;
    if (!*from || !*to || strcmp(from, to) == 0)
        return CM_UNITS_SAME;
    if (!cm_unit_read(from, &a) || !cm_unit_read(to, &b))
        return CM_UNITS_UNKNOWN;
    for (int i = 0; i < CM_BASES - 1; i++)
        if (a.exponent[i] != b.exponent[i])
            return CM_UNITS_DIFFERENT;
    *factor = a.factor / b.factor;
    *offset = (a.offset - b.offset) / b.factor;
    return *factor == 1.0 && *offset == 0.0 ? CM_UNITS_SAME : CM_UNITS_CONVERT;
}
