/* numbers as text, the same in every locale: C's functions use the locale's decimal point, so it is
 * exchanged on the way in and out */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format_double.h"
#include "value/number.h"

enum { STACK_DIGITS = 64 };

static size_t count_digits(const char *text) {
    size_t n = 0;

    while (isdigit((unsigned char)text[n]))
        n++;
    return n;
}

/* length of the number and the place of its point and exponent letter (0 if there is none) */
static size_t scan(const char *text, size_t *point, size_t *exponent) {
    size_t n = count_digits(text);
    size_t digits = n;

    *point = 0;
    *exponent = 0;
    if (text[n] == '.') {
        const size_t fraction = count_digits(text + n + 1);
        *point = n + 1; /* one more than its place, so that 0 can mean none */
        digits += fraction;
        n += 1 + fraction;
    }
    if (digits == 0)
        return 0;
    if (text[n] != '\0' && strchr("eEdD", text[n])) {
        const size_t sign = text[n + 1] == '+' || text[n + 1] == '-';
        const size_t power = count_digits(text + n + 1 + sign);
        if (power > 0) {
            *exponent = n;
            n += 1 + sign + power;
        }
    }
    return n;
}

size_t bd_number_read(const char *text, double *number) {
    size_t point, exponent;
    const size_t length = scan(text, &point, &exponent);
    const char *decimal = localeconv()->decimal_point;
    const size_t extra = strlen(decimal);
    char small[STACK_DIGITS];

    if (length == 0)
        return 0;
    char *copy = length + extra < sizeof small ? small : malloc(length + extra + 1);
    if (!copy)
        return 0;
    size_t used = 0;
    for (size_t k = 0; k < length; k++) {
        if (point > 0 && k == point - 1) {
            memcpy(copy + used, decimal, extra);
            used += extra;
        } else {
            copy[used++] = exponent > 0 && k == exponent ? 'e' : text[k];
        }
    }
    copy[used] = '\0';
    *number = strtod(copy, NULL);
    if (copy != small)
        free(copy);
    return length;
}

int bd_number_print(char *text, size_t capacity, const char *format, double number) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = snprintf(text, capacity, format, number);
#pragma GCC diagnostic pop
    if (length > 0)
        bd_plain_point(text);
    return length;
}
