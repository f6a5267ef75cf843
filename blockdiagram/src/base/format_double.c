/* doubles as text with 17 significant digits (which every double survives), independent of the
 * locale. Whole numbers, which fill many logs, and numbers of ordinary size take quick ways to the
 * text that printf would write */
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "base/format_double.h"

static size_t put_word(const char *word, char *text) {
    const size_t length = strlen(word);

    memcpy(text, word, length + 1);
    return length;
}

/* a whole number below a million; 0 if it is none */
static size_t put_whole(double number, char *text) {
    char reversed[8];
    size_t count = 0, used = 0;

    if (!(fabs(number) < 1e6) || number != floor(number))
        return 0;
    uint32_t whole = (uint32_t)fabs(number);
    do {
        reversed[count++] = (char)('0' + whole % 10);
        whole /= 10;
    } while (whole > 0);
    if (signbit(number))
        text[used++] = '-';
    while (count > 0)
        text[used++] = reversed[--count];
    text[used] = '\0';
    return used;
}

void bd_plain_point(char *text) {
    const char *point = localeconv()->decimal_point;
    char *found = strcmp(point, ".") != 0 ? strstr(text, point) : NULL;
    if (!found)
        return;
    const char *behind = found + strlen(point);
    *found = '.';
    memmove(found + 1, behind, strlen(behind) + 1);
}

/* the digits that do not end in zeros: how many */
static int put_digits(uint64_t digits, char *text) {
    const uint32_t parts[] = {(uint32_t)(digits / 100000000u), (uint32_t)(digits % 100000000u)};
    int at = BD_DIGITS, count = 0;

    for (int k = 1; k >= 0; k--) {
        uint32_t part = parts[k];
        for (int left = k == 1 ? 8 : 9; left > 0; left--, part /= 10) {
            text[--at] = (char)('0' + part % 10);
            if (count == 0 && text[at] != '0')
                count = at + 1;
        }
    }
    return count;
}

static char *put_zeros(char *to, int count) {
    for (int i = 0; i < count; i++)
        *to++ = '0';
    return to;
}

static char *put_bytes(char *to, const char *bytes, int count) {
    memcpy(to, bytes, (size_t)count);
    return to + count;
}

/* digits and a point as %.17g places them: 1.5, 0.0015, 1.5e-07; 0 if the quick way does not reach
 */
static size_t put_fraction(double number, char *text) {
    uint64_t digits;
    int exponent;
    char found[BD_DIGITS], *to = text;

    if (!bd_digits(fabs(number), &digits, &exponent))
        return 0;
    const int count = put_digits(digits, found);
    const int is_short = exponent >= -4; /* and below 17 */
    const int before = !is_short ? 1 : exponent >= 0 ? exponent + 1 : 0;
    if (number < 0.0)
        *to++ = '-';
    if (before == 0) {
        to = put_zeros(put_bytes(to, "0.", 2), -1 - exponent);
        to = put_bytes(to, found, count);
    } else if (count <= before) {
        to = put_zeros(put_bytes(to, found, count), before - count);
    } else {
        to = put_bytes(to, found, before);
        *to++ = '.';
        to = put_bytes(to, found + before, count - before);
    }
    if (!is_short) {
        *to++ = 'e';
        *to++ = '-';
        *to++ = (char)('0' + -exponent / 10);
        *to++ = (char)('0' + -exponent % 10);
    }
    *to = '\0';
    return (size_t)(to - text);
}

size_t bd_format_double(double number, char *text) {
    if (!isfinite(number))
        return put_word(isnan(number) ? "NaN" : number > 0.0 ? "Inf" : "-Inf", text);
    size_t quick = put_whole(number, text);
    if (quick == 0)
        quick = put_fraction(number, text);
    if (quick > 0)
        return quick;
    (void)snprintf(text, BD_DOUBLE_TEXT, "%.17g", number);
    bd_plain_point(text);
    return strlen(text);
}
