/* coefficients as Simulink shows them in the icon of a transfer function */
#define _POSIX_C_SOURCE 200809L
#include "icon.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define TERMS 12

static const char *superscript(int power) {
    static const char *const digits[] = {"⁰", "",  "²", "³", "⁴",  "⁵",
                                         "⁶", "⁷", "⁸", "⁹", "¹⁰", "¹¹"};
    return digits[power];
}

/* cuts "[1 2,a]" into words; how many, or -1 if one of them is an expression */
static int cut(char *text, char **words) {
    int count = 0;
    char *rest = NULL;
    for (char *w = strtok_r(text, "[], \t\n", &rest); w; w = strtok_r(NULL, "[], \t\n", &rest)) {
        const char *c = w + (*w == '-' || *w == '+');
        if (count == TERMS || !*c)
            return -1;
        for (; *c; c++)
            if (!isalnum((unsigned char)*c) && !strchr("._", *c) &&
                !(strchr("+-", *c) && strchr("eE", c[-1]) && isdigit((unsigned char)w[0])))
                return -1;
        words[count++] = w;
    }
    return count;
}

static void add(char *to, size_t size, const char *text) {
    strncat(to, text, size - strlen(to) - 1);
}

bool pg_polynomial(const char *text, char variable, char *polynomial, size_t size) {
    char copy[256], *words[TERMS];
    const size_t length = strlen(text);
    polynomial[0] = '\0';
    if (length == 0 || length >= sizeof copy)
        return false;
    if (isalpha((unsigned char)text[0])) {
        snprintf(polynomial, size, "%s(%c)", text, variable);
        return length < 12;
    }
    strcpy(copy, text);
    const int count = cut(copy, words);
    if (count < 1 || strchr(text, ';'))
        return false;
    for (int i = 0; i < count; i++) {
        const int power = count - 1 - i;
        const bool minus = words[i][0] == '-';
        const char *number = words[i] + (minus || words[i][0] == '+');
        char *end;
        const double value = strtod(number, &end);
        const bool is_number = end != number && !*end;
        if (is_number && value == 0.0 && !(count == 1))
            continue;
        if (minus || polynomial[0])
            add(polynomial, size, minus ? "−" : "+");
        if (!(is_number && value == 1.0 && power > 0))
            add(polynomial, size, number);
        if (power > 0) {
            const char name[2] = {variable, '\0'};
            add(polynomial, size, name);
            add(polynomial, size, superscript(power));
        }
    }
    if (!polynomial[0])
        add(polynomial, size, "0");
    return true;
}
