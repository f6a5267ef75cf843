/* values as Octave prints them in its short format: five significant digits, columns of one width,
 * and the notation with exponent where that would be too wide */
#include "value/display.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "value/functions.h"

enum { DIGITS = 5, WIDEST = 10 };

static void say(const bd_printer *printer, const char *format, ...) {
    char text[256];
    va_list list;

    va_start(list, format);
    const int used = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (used > 0) {
        printer->print(printer->user, text,
                       (size_t)used < sizeof text ? (size_t)used : sizeof text - 1);
    }
}

/* how the numbers of one value are written */
typedef struct layout {
    int width, decimals;
    bool whole, exponent;
} layout;

static int digits_of(double x) {
    return x == 0.0 ? 0 : (int)floor(log10(x)) + 1;
}

static void sides(int digits, int *left, int *right) {
    *left = digits > 0 ? digits : 1;
    *right = digits > 0   ? (DIGITS > digits ? DIGITS - digits : DIGITS)
             : digits < 0 ? DIGITS - digits
                          : DIGITS - 1;
}

static layout layout_of(const bd_value *x) {
    layout made = {.whole = true};
    double high = 0.0, low = INFINITY;
    bool odd = false;

    for (size_t k = 0; k < x->count; k++) {
        const double a = fabs(bd_value_real_at(x, k));
        if (!isfinite(a)) {
            odd = true;
            continue;
        }
        made.whole = made.whole && a == floor(a);
        high = fmax(high, a);
        low = fmin(low, a);
    }
    low = isfinite(low) ? low : 0.0;
    if (made.whole) {
        const int digits = digits_of(high) > 0 ? digits_of(high) : 1;
        made.width = digits + 1;
        made.exponent = made.width >= WIDEST;
    } else {
        int left[2], right[2];
        sides(digits_of(high), &left[0], &right[0]);
        sides(digits_of(low), &left[1], &right[1]);
        made.decimals = right[0] > right[1] ? right[0] : right[1];
        made.width = 2 + (left[0] > left[1] ? left[0] : left[1]) + made.decimals;
        made.exponent = made.width >= WIDEST;
    }
    if (odd && made.width < 4)
        made.width = 4;
    if (made.exponent) {
        made.width = 11;
        made.decimals = DIGITS - 1;
    }
    return made;
}

static void number(char *text, size_t size, double x, const layout *how) {
    if (isnan(x))
        snprintf(text, size, "NaN");
    else if (isinf(x))
        snprintf(text, size, x < 0.0 ? "-Inf" : "Inf");
    else if (x == 0.0)
        snprintf(text, size, "0");
    else if (how->exponent)
        snprintf(text, size, "%.*e", how->decimals, x);
    else
        snprintf(text, size, "%.*f", how->whole ? 0 : how->decimals, x);
}

static void rows(const bd_printer *printer, const bd_value *x) {
    const size_t m = x->dims[0], n = x->count / (m > 0 ? m : 1);
    const bool whole_class = bd_value_is_integer(x) || x->type == BD_LOGICAL;
    layout how = layout_of(x);
    char text[64];

    if (whole_class) { /* as wide as the longest one, and a sign */
        bool negative = false;
        how = (layout){.whole = true};
        for (size_t k = 0; k < x->count; k++) {
            number(text, sizeof text, fabs(bd_value_real_at(x, k)), &how);
            how.width = (int)strlen(text) > how.width ? (int)strlen(text) : how.width;
            negative = negative || bd_value_real_at(x, k) < 0.0;
        }
        how.width += negative;
    }
    for (size_t r = 0; r < m; r++) {
        for (size_t c = 0; c < n; c++) {
            number(text, sizeof text, bd_value_real_at(x, r + c * m), &how);
            say(printer, "  %*s", how.width, text);
        }
        say(printer, "\n");
    }
}

static void text_rows(const bd_printer *printer, const bd_value *x) {
    for (size_t r = 0; r < x->dims[0]; r++) {
        for (size_t c = 0; c < x->count / x->dims[0]; c++) {
            const char one = ((const char *)x->re)[r + c * x->dims[0]];
            printer->print(printer->user, &one, 1);
        }
        say(printer, "\n");
    }
}

static bool is_plain(const bd_value *x) {
    return !x->im && x->rank == 2 && (bd_value_is_number_like(x) || x->type == BD_CHAR);
}

void bd_display(const bd_printer *printer, const char *name, const bd_value *x) {
    char text[64];

    if (!is_plain(x)) {
        say(printer, "%s = (a %s of %zu elements)\n", name, bd_class_name(x->type), x->count);
    } else if (x->count == 0) {
        say(printer, x->type == BD_CHAR && x->dims[0] == 0 ? "%s = \n" : "%s = [](%zux%zu)\n", name,
            x->dims[0], x->dims[1]);
    } else if (x->type == BD_CHAR) {
        say(printer, x->dims[0] == 1 ? "%s = " : "%s =\n\n", name);
        text_rows(printer, x);
        say(printer, x->dims[0] == 1 ? "" : "\n");
    } else if (x->count == 1) {
        const layout how = layout_of(x);
        number(text, sizeof text, bd_value_real_at(x, 0), &how);
        say(printer, "%s = %s\n", name, text);
    } else {
        say(printer, "%s =\n\n", name);
        rows(printer, x);
        say(printer, "\n");
    }
}

static void disp(const bd_printer *printer, const bd_value *x) {
    char text[64];

    if (!is_plain(x)) {
        say(printer, "(a %s of %zu elements)\n", bd_class_name(x->type), x->count);
    } else if (x->count == 0) {
        say(printer, x->type == BD_CHAR ? "\n" : "[](%zux%zu)\n", x->dims[0], x->dims[1]);
    } else if (x->type == BD_CHAR) {
        text_rows(printer, x);
    } else if (x->count == 1) {
        const layout how = layout_of(x);
        number(text, sizeof text, bd_value_real_at(x, 0), &how);
        say(printer, "%s\n", text);
    } else {
        rows(printer, x);
    }
}

bool bd_is_print_function(const char *name) {
    return strcmp(name, "disp") == 0 || strcmp(name, "fprintf") == 0 ||
           strcmp(name, "printf") == 0 || strcmp(name, "display") == 0;
}

void bd_print_call(bd_calc *calc, const char *name, const bd_value *const *args, size_t count) {
    const bd_printer *printer = calc->frame->printer;

    if (count == 0)
        return;
    if (strcmp(name, "disp") == 0) {
        disp(printer, args[0]);
    } else if (strcmp(name, "display") == 0) {
        bd_display(printer, "ans", args[0]);
    } else {
        /* fprintf(1, …) and fprintf(2, …): both are where it goes */
        const bool to = args[0]->type != BD_CHAR && args[0]->count == 1 && count > 1;
        const char *format = bd_calc_string(calc, args[to], "the format");
        const bd_value *text =
            format ? bd_text_format(calc, format, args + to + 1, count - to - 1) : NULL;
        if (text && text->count > 0)
            printer->print(printer->user, text->re, text->count);
    }
}
