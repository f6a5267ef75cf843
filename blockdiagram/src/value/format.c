/* sprintf: the format is used again and again until all elements of all arguments are printed; it
 * stops at the first conversion without data. A number that does not fit its conversion is printed
 * with %e, as MATLAB documents ("%d" of 1.5), and texts given to a number conversion as numbers */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/functions.h"
#include "value/number.h"

enum { OUTPUT_LIMIT = 10000000, FIELD_LIMIT = 1000 };

typedef struct printer {
    bd_calc *calc;
    bd_growing text;
    const bd_value *const *args;
    size_t count;
    size_t argument, element; /* the next datum */
    bool has_data;            /* not all arguments are empty */
    bool consumed;            /* a conversion has taken data in this pass */
} printer;

static bool put(printer *out, const char *text, size_t length) {
    if (length == 0) /* nothing yet, perhaps nowhere to put it */
        return true;
    if (out->text.used + length > OUTPUT_LIMIT) {
        bd_calc_fail(out->calc, BD_LIMIT_EXCEEDED, "a text is too long");
        return false;
    }
    return bd_growing_add(&out->text, text, length);
}

static bool put_blanks(printer *out, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (!put(out, " ", 1))
            return false;
    return true;
}

static void skip_empties(printer *out) {
    while (out->argument < out->count && out->element >= out->args[out->argument]->count) {
        out->argument++;
        out->element = 0;
    }
}

static bool is_exhausted(printer *out) {
    skip_empties(out);
    return out->argument >= out->count;
}

static double take_number(printer *out) {
    const double number = bd_value_real_at(out->args[out->argument], out->element++);

    out->consumed = true;
    return number;
}

/* %s takes a whole text at once */
static bool put_text(printer *out, int width, int precision, bool left) {
    const bd_value *value = out->args[out->argument];
    const char *text = (const char *)value->re + out->element;
    size_t length = value->count - out->element;

    length = precision >= 0 && (size_t)precision < length ? (size_t)precision : length;
    out->element = value->count;
    out->consumed = true;
    const size_t fill = width > 0 && (size_t)width > length ? (size_t)width - length : 0;
    return (left || put_blanks(out, fill)) && put(out, text, length) &&
           (!left || put_blanks(out, fill));
}

/* flags, width and precision of a conversion, without its letter */
typedef struct conversion {
    char flags[8];
    int width, precision; /* -1: not given */
    char letter;
} conversion;

static bool put_formatted(printer *out, const conversion *how, const char *letters, double number,
                          bool is_whole) {
    char format[64];
    char text[FIELD_LIMIT + 400];
    char width[16] = "";
    char precision[16] = "";

    if (how->width >= 0)
        snprintf(width, sizeof width, "%d", how->width);
    if (how->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", how->precision);
    snprintf(format, sizeof format, "%%%s%s%s%s", how->flags, width, precision, letters);
    int length;
    if (is_whole) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        length = strchr("di", letters[strlen(letters) - 1])
                     ? snprintf(text, sizeof text, format, (long long)number)
                     : snprintf(text, sizeof text, format, (unsigned long long)number);
#pragma GCC diagnostic pop
    } else {
        length = bd_number_print(text, sizeof text, format, number);
    }
    if (length < 0 || (size_t)length >= sizeof text) {
        bd_calc_refuse(out->calc, "a number is too long to print");
        return false;
    }
    return put(out, text, (size_t)length);
}

static bool put_special(printer *out, const conversion *how, double number) {
    const conversion plain = {.width = how->width, .precision = -1};
    char text[64];
    const char *word = isnan(number) ? "NaN" : number > 0.0 ? "Inf" : "-Inf";

    snprintf(text, sizeof text, strchr(how->flags, '-') ? "%-*s" : "%*s",
             plain.width > 0 && plain.width < 60 ? plain.width : 0, word);
    return put(out, text, strlen(text));
}

static bool put_number(printer *out, const conversion *how, double number) {
    const bool is_whole = number == floor(number) && fabs(number) < 9.2e18;
    char letters[4] = {how->letter, '\0'};

    if (!isfinite(number))
        return put_special(out, how, number);
    switch (how->letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        if (is_whole && (number >= 0.0 || how->letter == 'd' || how->letter == 'i')) {
            char wide[4] = {'l', 'l', how->letter, '\0'};
            return put_formatted(out, how, wide, number, true);
        }
        if (is_whole && how->letter == 'u')
            return put_formatted(out, how, "lld", number, true);
        return put_formatted(out, how, how->precision >= 0 ? "f" : "e", number, false);
    case 'c':
    case 's':
        if (is_whole && number >= 0.0 && number < 256.0) {
            const char c = (char)(unsigned char)number;
            const bool left = strchr(how->flags, '-') != NULL;
            const size_t fill = how->width > 1 ? (size_t)how->width - 1 : 0;
            return (left || put_blanks(out, fill)) && put(out, &c, 1) &&
                   (!left || put_blanks(out, fill));
        }
        return put_formatted(out, how, how->letter == 's' && how->precision < 0 ? "g" : "f", number,
                             false);
    default:
        return put_formatted(out, how, letters, number, false);
    }
}

/* whole numbers of 64 bits, to the last digit */
static bool put_long(printer *out, const conversion *how) {
    const bd_value *value = out->args[out->argument];
    const bool is_signed = value->type == BD_INT64;
    char format[64], text[FIELD_LIMIT + 100], width[16] = "", precision[16] = "";

    if (how->width >= 0)
        snprintf(width, sizeof width, "%d", how->width);
    if (how->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", how->precision);
    snprintf(format, sizeof format, "%%%s%s%sll%c", how->flags, width, precision,
             !strchr("diu", how->letter) ? how->letter
             : is_signed                 ? 'd'
                                         : 'u');
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length =
        is_signed ? snprintf(text, sizeof text, format,
                             (long long)((const int64_t *)value->re)[out->element])
                  : snprintf(text, sizeof text, format,
                             (unsigned long long)((const uint64_t *)value->re)[out->element]);
#pragma GCC diagnostic pop
    out->element++;
    out->consumed = true;
    return length >= 0 && (size_t)length < sizeof text && put(out, text, (size_t)length);
}

/* a width or precision, in the format or (*) the next number; NULL if it is too large */
static const char *read_length(printer *out, const char *c, int *length) {
    double number = 0.0;
    if (*c == '*') {
        number = is_exhausted(out) ? 0.0 : take_number(out);
        c++;
    } else {
        for (; *c >= '0' && *c <= '9'; c++)
            number = fmin(number * 10.0 + (*c - '0'), 1e9);
    }
    if (!(fabs(number) <= FIELD_LIMIT))
        return bd_calc_refuse(out->calc, "a width or precision of more than %d characters",
                              FIELD_LIMIT);
    *length = (int)number;
    return c;
}

/* one conversion after its %; NULL after a mistake, *stop if there is no more data */
static const char *put_conversion(printer *out, const char *c, bool *stop) {
    conversion how = {.width = -1, .precision = -1};
    size_t flags = 0;

    if (*c == '%')
        return put(out, "%", 1) ? c + 1 : NULL;
    while (*c != '\0' && strchr("-+ 0#", *c)) {
        if (flags < sizeof how.flags - 1 && !strchr(how.flags, *c))
            how.flags[flags++] = *c;
        c++;
    }
    if ((*c >= '0' && *c <= '9') || *c == '*') {
        c = read_length(out, c, &how.width);
        if (how.width < 0 && !strchr(how.flags, '-') && flags < sizeof how.flags - 1)
            how.flags[flags++] = '-'; /* a negative width: to the left */
        how.width = abs(how.width);
    }
    if (c && *c == '.')
        c = read_length(out, c + 1, &how.precision);
    if (!c)
        return NULL;
    c += strspn(c, "lh");
    if (*c == '\0' || !strchr("diuxXofFeEgGcs", *c))
        return bd_calc_refuse(out->calc, "the format has an unknown conversion");
    how.letter = *c;
    if (is_exhausted(out)) {
        /* the first pass without any data prints what does not need some, and blanks for the rest
         */
        *stop = out->has_data;
        if (*stop || how.letter != 's' || how.width <= 0)
            return c + 1;
        return put_blanks(out, (size_t)how.width) ? c + 1 : NULL;
    }
    const bd_value *value = out->args[out->argument];
    const bool whole_text = *c == 's' && value->type == BD_CHAR;
    const bool is_long =
        (value->type == BD_INT64 || value->type == BD_UINT64) && strchr("diuxXo", *c);
    const bool good = is_long ? put_long(out, &how)
                      : whole_text
                          ? put_text(out, how.width, how.precision, strchr(how.flags, '-') != NULL)
                          : put_number(out, &how, take_number(out));
    return good ? c + 1 : NULL;
}

/* \x41 or \101: a character by its number; *length is that of the digits with the x, 0 if it is
 * none
 */
static char numbered(const char *c, size_t *length) {
    static const char digits[] = "0123456789abcdef";
    const size_t begin = *c == 'x', base = begin ? 16 : 8, most = begin + (begin ? 2 : 3);
    size_t number = 0, k = begin;
    for (; k < most && c[k] != '\0'; k++) {
        const char *digit = strchr(digits, tolower((unsigned char)c[k]));
        if (!digit || (size_t)(digit - digits) >= base)
            break;
        number = number * base + (size_t)(digit - digits);
    }
    *length = k > begin ? k : 0;
    return (char)number;
}

static const char *put_escape(printer *out, const char *c) {
    static const char letters[] = "ntr\\\"'abfv";
    static const char meanings[] = "\n\t\r\\\"'\a\b\f\v";
    const char *found = *c != '\0' ? strchr(letters, *c) : NULL;

    if (found)
        return put(out, &meanings[found - letters], 1) ? c + 1 : NULL;
    size_t length;
    const char by_number = numbered(c, &length);
    if (length > 0)
        return put(out, &by_number, 1) ? c + length : NULL;
    return put(out, "\\", 1) ? c : NULL;
}

bd_value *bd_text_format(bd_calc *calc, const char *format, const bd_value *const *args,
                         size_t count) {
    printer out = {.calc = calc, .text = {.calc = calc}, .args = args, .count = count};
    bool stop = false;

    for (size_t k = 0; k < count; k++)
        if (!bd_value_is_number_like(args[k]))
            return bd_calc_refuse(calc, "a %s cannot be printed", bd_class_name(args[k]->type));
    for (size_t k = 0; k < count; k++)
        out.has_data = out.has_data || args[k]->count > 0;
    do {
        out.consumed = false;
        for (const char *c = format; *c != '\0' && !stop;) {
            if (!bd_calc_charge(calc, 1.0))
                return NULL;
            if (*c == '%')
                c = put_conversion(&out, c + 1, &stop);
            else if (*c == '\\')
                c = put_escape(&out, c + 1);
            else
                c = put(&out, c, 1) ? c + 1 : NULL;
            if (!c)
                return NULL;
        }
    } while (!stop && out.consumed && !is_exhausted(&out));
    return out.text.used > 0 ? bd_calc_text(calc, out.text.text, out.text.used)
                             : bd_calc_matrix(calc, BD_CHAR, 1, 0);
}
