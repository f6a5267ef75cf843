/* doubles as text with 17 significant digits (which every double survives), independent of the
 * locale. Whole numbers, which fill many logs, take a quick way to the same digits */
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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

size_t bd_format_double(double number, char *text) {
    if (!isfinite(number))
        return put_word(isnan(number) ? "NaN" : number > 0.0 ? "Inf" : "-Inf", text);
    const size_t quick = put_whole(number, text);
    if (quick > 0)
        return quick;
    (void)snprintf(text, BD_DOUBLE_TEXT, "%.17g", number);
    bd_plain_point(text);
    return strlen(text);
}
