/* doubles as text with 17 significant digits (which every double survives), independent of the
 * locale. Whole numbers and short decimals, which fill most logs, take a quick way: if number *
 * 10^k is a whole number below 2^53 and divides back to the same bits, its digits are exact */
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "output/writer.h"

static size_t put_word(const char *word, char *text) {
    const size_t length = strlen(word);

    memcpy(text, word, length + 1);
    return length;
}

/* digits of a whole number, at least `least` of them */
static size_t put_whole(uint64_t number, size_t least, char *text) {
    char reversed[24];
    size_t count = 0;

    while (number > 0 || count < least) {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    }
    for (size_t k = 0; k < count; k++) {
        text[k] = reversed[count - 1 - k];
    }
    return count;
}

/* 0 if the number is not a short decimal */
static size_t put_short(double number, char *text) {
    static const double powers[] = {1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    static const uint64_t wholes[] = {1,      10,      100,      1000,      10000,
                                      100000, 1000000, 10000000, 100000000, 1000000000};
    const double size = fabs(number);
    size_t used = 0;

    if (!(size < 1e6) || (size < 1e-4 && size != 0.0)) {
        return 0;
    }
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++) {
        const double scaled = size * powers[k];
        /* a quotient of whole numbers below 2^53 is rounded once, as reading the text would do */
        if (scaled == floor(scaled) && scaled / powers[k] == size) {
            const uint64_t digits = (uint64_t)scaled;
            if (signbit(number)) {
                text[used++] = '-';
            }
            used += put_whole(digits / wholes[k], 1, text + used);
            if (k > 0) {
                text[used++] = '.';
                used += put_whole(digits % wholes[k], k, text + used);
            }
            text[used] = '\0';
            return used;
        }
    }
    return 0;
}

size_t bd_format_double(double number, char *text) {
    if (!isfinite(number)) {
        return put_word(isnan(number) ? "NaN" : number > 0.0 ? "Inf" : "-Inf", text);
    }
    const size_t quick = put_short(number, text);
    if (quick > 0) {
        return quick;
    }
    const int length = snprintf(text, BD_DOUBLE_TEXT, "%.17g", number);
    const char *point = localeconv()->decimal_point;
    if (length > 0 && strcmp(point, ".") != 0) {
        char *found = strstr(text, point);
        if (found != NULL) {
            const size_t extra = strlen(point);
            *found = '.';
            memmove(found + 1, found + extra, strlen(found + extra) + 1);
        }
    }
    return strlen(text);
}
