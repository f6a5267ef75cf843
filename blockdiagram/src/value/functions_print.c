/* numbers as text and back: sprintf, num2str, mat2str, str2double, str2num, dec2bin … */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "value/evaluate.h"
#include "value/execute.h"
#include "value/functions.h"
#include "value/number.h"
#include "value/operators.h"

static const bd_value *run_sprintf(bd_calc *calc, bd_call *call) {
    const char *format = bd_calc_string(calc, call->args[0], "the format");

    return !format ? NULL : bd_text_format(calc, format, call->args + 1, call->count - 1);
}

/* rows of text into a char matrix, without the blanks that all of them begin with */
static const bd_value *stack_rows(bd_calc *calc, char *const *rows, size_t count) {
    size_t common = SIZE_MAX;
    size_t longest = 0;

    for (size_t r = 0; r < count; r++) {
        const size_t blanks = strspn(rows[r], " ");
        common = blanks < common ? blanks : common;
        longest = strlen(rows[r]) > longest ? strlen(rows[r]) : longest;
    }
    if (count == 1)
        return bd_calc_text(calc, rows[0] + common, longest - common);
    bd_value *made = bd_calc_matrix(calc, BD_CHAR, count, count > 0 ? longest - common : 0);
    for (size_t r = 0; made && r < count; r++) {
        const size_t length = strlen(rows[r]) - common;
        for (size_t c = 0; c < made->dims[1]; c++)
            ((char *)made->re)[r + c * count] = c < length ? rows[r][common + c] : ' ';
    }
    return made;
}

static bool all_whole(const double *x, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (isfinite(x[k]) && (x[k] != floor(x[k]) || fabs(x[k]) > 1e15))
            return false;
    return true;
}

static const char *number_format(const double *x, size_t count, char *format, size_t capacity) {
    double largest = 0.0;
    bool words = false; /* NaN, Inf */

    for (size_t k = 0; k < count; k++) {
        words = words || !isfinite(x[k]);
        largest = isfinite(x[k]) && fabs(x[k]) > largest ? fabs(x[k]) : largest;
    }
    const int digits = largest > 0.0 ? (int)floor(log10(largest)) : 0;
    if (all_whole(x, count)) {
        const int whole = (digits > 0 ? digits : 0) + 3, width = words && whole < 5 ? 5 : whole;
        snprintf(format, capacity, "%%%d.0f", width);
    } else {
        const int significant = digits + 5 < 5 ? 5 : digits + 5 > 16 ? 16 : digits + 5;
        snprintf(format, capacity, "%%%d.%dg", significant + 7, significant);
    }
    return format;
}

/* the words that C prints in lower case */
static void print_number(char *text, size_t capacity, const char *format, double x) {
    if (isfinite(x)) {
        bd_number_print(text, capacity, format, x);
        return;
    }
    int width = 0;
    sscanf(format, "%%%d", &width);
    snprintf(text, capacity, "%*s", width, isnan(x) ? "NaN" : x > 0.0 ? "Inf" : "-Inf");
}

static const bd_value *print_matrix(bd_calc *calc, const bd_value *x, const double *numbers,
                                    const char *format) {
    enum { FIELD = 64 };
    const size_t rows = x->dims[0];
    const size_t columns = rows > 0 ? x->count / rows : 0;
    char **lines = bd_calc_alloc(calc, rows, sizeof *lines);

    if (columns > 100000 || !lines)
        return bd_calc_refuse(calc, "the matrix is too large to print");
    for (size_t r = 0; r < rows; r++) {
        lines[r] = bd_calc_alloc(calc, columns * FIELD + 1, 1);
        if (!lines[r] || !bd_calc_charge(calc, 100.0 * (double)columns))
            return NULL;
        size_t used = 0;
        for (size_t c = 0; c < columns; c++) {
            print_number(lines[r] + used, FIELD, format, numbers[r + c * rows]);
            used += strlen(lines[r] + used);
        }
    }
    return stack_rows(calc, lines, rows);
}

static const bd_value *complex_text(bd_calc *calc, const bd_value *x) {
    char parts[2][64];
    char format[32];
    char text[160];
    const double numbers[2] = {bd_value_real_at(x, 0), bd_value_imag_at(x, 0)};

    for (int k = 0; k < 2; k++) {
        print_number(parts[k], sizeof parts[k],
                     number_format(&numbers[k], 1, format, sizeof format), numbers[k]);
    }
    const char *re = parts[0] + strspn(parts[0], " ");
    const char *im = parts[1] + strspn(parts[1], " ");
    snprintf(text, sizeof text, "%s%s%si", re, im[0] == '-' ? "" : "+", im);
    return bd_calc_text(calc, text, strlen(text));
}

static const bd_value *run_num2str(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;
    char format[32];

    if (x->type == BD_CHAR)
        return x;
    if (call->count > 1 && call->args[1]->type == BD_CHAR) {
        const char *how = bd_calc_string(calc, call->args[1], "the format");
        if (how && x->dims[0] > 1 && x->rank == 2)
            return bd_call_in_language(calc, call); /* row by row */
        const bd_value *text = !how ? NULL : bd_text_format(calc, how, call->args, 1);
        bd_call trim = {.args = &text, .count = 1};
        return !text ? NULL : bd_function_call(calc, bd_function_find("strtrim"), &trim);
    }
    if (!bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    if (im) {
        return x->count == 1 ? complex_text(calc, x)
                             : bd_calc_refuse(calc, "'num2str' prints one complex number");
    }
    if (call->count > 1) {
        size_t digits;
        if (!bd_calc_size(calc, call->args[1], "the number of digits", &digits))
            return NULL;
        digits = digits > 40 ? 40 : digits;
        snprintf(format, sizeof format, "%%%d.%dg", x->count > 1 ? (int)digits + 7 : 1,
                 (int)digits);
    } else {
        number_format(re, x->count, format, sizeof format);
    }
    return print_matrix(calc, x, re, format);
}

static const bd_value *run_int2str(bd_calc *calc, bd_call *call) {
    bd_call rounding = {.args = call->args, .count = 1};
    const bd_value *whole = bd_function_call(calc, bd_function_find("round"), &rounding);
    bd_call print = {.args = &whole, .count = 1};

    return !whole ? NULL : run_num2str(calc, &print);
}

static int print_element(const bd_value *x, size_t k, int digits, char *text, size_t capacity) {
    char format[16];

    if (x->type == BD_LOGICAL)
        return snprintf(text, capacity, "%s", bd_value_real_at(x, k) != 0.0 ? "true" : "false");
    snprintf(format, sizeof format, "%%.%dg", digits);
    char re[64];
    print_number(re, sizeof re, format, bd_value_real_at(x, k));
    const char *trimmed = re + strspn(re, " ");
    if (!x->im)
        return snprintf(text, capacity, "%s", trimmed);
    char im[64];
    print_number(im, sizeof im, format, bd_value_imag_at(x, k));
    const char *other = im + strspn(im, " ");
    return snprintf(text, capacity, "%s%s%si", trimmed, other[0] == '-' ? "" : "+", other);
}

static const bd_value *run_mat2str(bd_calc *calc, bd_call *call) {
    enum { FIELD = 130 };
    const bd_value *x = call->args[0];
    size_t digits = 15;

    if (x->type == BD_CHAR && x->rank == 2)
        return bd_call_in_language(calc, call);
    if (x->rank > 2 || !bd_value_is_number_like(x) || x->count > 500000 || x->type == BD_CHAR)
        return bd_calc_refuse(calc, "'mat2str' prints matrices of numbers");
    if (call->count > 1 && !bd_calc_size(calc, call->args[1], "the number of digits", &digits))
        return NULL;
    if (x->count == 0) {
        char empty[64];
        if (x->dims[0] == 0 && x->dims[1] == 0)
            return bd_calc_text(calc, "[]", 2);
        snprintf(empty, sizeof empty, "zeros(%zu,%zu)", x->dims[0], x->dims[1]);
        return bd_calc_text(calc, empty, strlen(empty));
    }
    char *text = bd_calc_alloc(calc, (x->count + 2) * FIELD, 1);
    size_t used = 0;
    if (!text)
        return NULL;
    if (x->count != 1)
        text[used++] = '[';
    for (size_t r = 0; r < x->dims[0]; r++) {
        for (size_t c = 0; c < x->dims[1]; c++) {
            const int n = print_element(x, r + c * x->dims[0], digits > 40 ? 40 : (int)digits,
                                        text + used, FIELD);
            used += n > 0 ? (size_t)n : 0;
            text[used++] = c + 1 < x->dims[1] ? ' ' : ';';
        }
    }
    text[used - 1] = ']'; /* instead of the last ; */
    return bd_calc_text(calc, text, x->count != 1 ? used : used - 1);
}

/* a signed real number with Inf and NaN; the number of characters used, 0 if it is none */
static size_t read_signed(const char *text, double *number) {
    size_t at = strspn(text, " ");
    const bool minus = text[at] == '-';

    at += text[at] == '-' || text[at] == '+';
    at += strspn(text + at, " ");
    size_t length = 0;
    if (strncmp(text + at, "Inf", 3) == 0 || strncmp(text + at, "inf", 3) == 0) {
        *number = INFINITY;
        length = 3;
    } else if (strncmp(text + at, "NaN", 3) == 0 || strncmp(text + at, "nan", 3) == 0) {
        *number = NAN;
        length = 3;
    } else {
        length = bd_number_read(text + at, number);
    }
    *number = minus ? -*number : *number;
    return length == 0 ? 0 : at + length;
}

static bool is_unit(char c) {
    return c == 'i' || c == 'j';
}

/* a number with or without the imaginary unit, or the unit alone; where it ends, NULL if it is none
 */
static const char *read_term(const char *text, double *number, bool *imaginary) {
    const size_t length = read_signed(text, number);
    const char *rest = text + length;
    if (length == 0) {
        rest += strspn(rest, " ");
        *number = *rest == '-' ? -1.0 : 1.0;
        rest += *rest == '-' || *rest == '+';
    }
    const char *unit = rest + strspn(rest, " ");
    *imaginary = is_unit(*unit);
    if (*imaginary)
        return unit + 1;
    return length > 0 ? rest : NULL;
}

/* a, bi, a + bi or bi + a */
static bool read_double(const char *text, double *re, double *im) {
    double parts[2] = {0.0, 0.0};
    bool imaginary[2] = {false, false};
    const char *rest = read_term(text, &parts[0], &imaginary[0]);

    if (!rest)
        return false;
    rest += strspn(rest, " \t\r\n");
    const bool two = *rest == '+' || *rest == '-';
    if (two) {
        rest = read_term(rest, &parts[1], &imaginary[1]);
        if (!rest || imaginary[0] == imaginary[1])
            return false;
        rest += strspn(rest, " \t\r\n");
    }
    *re = !imaginary[0] ? parts[0] : two ? parts[1] : 0.0;
    *im = imaginary[0] ? parts[0] : parts[1];
    return *rest == '\0';
}

/* commas between thousands do not count */
static const char *without_commas(bd_calc *calc, const char *text) {
    char *copy = !text ? NULL : bd_calc_alloc(calc, strlen(text) + 1, 1);

    for (size_t used = 0; copy && *text != '\0'; text++)
        if (*text != ',')
            copy[used++] = *text;
    return copy;
}

static const bd_value *text_to_double(bd_calc *calc, const bd_value *text) {
    double re = NAN;
    double im = 0.0;

    if (text && bd_value_is_text(text)) {
        const char *copy = without_commas(calc, bd_calc_string(calc, text, "the text"));
        if (!copy)
            return NULL;
        if (!read_double(copy, &re, &im)) {
            re = NAN;
            im = 0.0;
        }
    }
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, 1}, im != 0.0);
    if (made) {
        *(double *)made->re = re;
        if (made->im)
            *(double *)made->im = im;
    }
    return made;
}

static const bd_value *run_str2double(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (x->type == BD_CHAR && x->rank == 2 && x->dims[0] > 1)
        return bd_call_in_language(calc, call);
    if (x->type != BD_CELL)
        return text_to_double(calc, x);
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, false);
    for (size_t k = 0; made && k < x->count; k++) {
        const bd_value *one = text_to_double(calc, x->children[k]);
        if (!one || one->im)
            return bd_calc_refuse(calc, "'str2double' of a cell gives real numbers");
        ((double *)made->re)[k] = *(const double *)one->re;
    }
    return made;
}

/* the value of an expression in a text; whether it is a call is told, too */
static const bd_value *evaluate_text(bd_calc *calc, const bd_call *call, size_t which,
                                     bool *is_call) {
    const char *text = bd_calc_string(calc, call->args[which], "the text");
    const char *outer_text = calc->text;
    const size_t outer_at = calc->at;
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};

    *is_call = false;
    if (!text)
        return NULL;
    if (calc->depth >= 10)
        return bd_calc_refuse(calc, "'%s' is nested too deep", call->name);
    calc->depth++;
    calc->text = text;
    const bd_syntax *node = bd_syntax_expression(calc, &tree, text);
    const bd_value *value = !node ? NULL : bd_calc_evaluate(calc, node);
    *is_call = node && node->kind == BD_SYNTAX_CALL;
    bd_arena_empty(&tree);
    calc->text = outer_text;
    calc->at = outer_at;
    calc->depth--;
    return value;
}

static bool can_be_caught(const bd_calc *calc) {
    return calc->status != BD_LIMIT_EXCEEDED && calc->status != BD_OUT_OF_MEMORY;
}

/* [] if the text cannot be evaluated */
static const bd_value *run_str2num(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    bool is_call;

    if (x->type == BD_CHAR && x->rank == 2 && x->dims[0] > 1)
        return bd_call_in_language(calc, call);
    const bd_value *value = evaluate_text(calc, call, 0, &is_call);
    if (value || !can_be_caught(calc))
        return value;
    if (is_call) /* of a function that is not known here, perhaps */
        bd_tell_caught(calc, calc->log);
    bd_calc_forget(calc);
    return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
}

/* eval(expression) and eval(expression, what to take if it fails) */
static const bd_value *run_eval(bd_calc *calc, bd_call *call) {
    bool is_call;
    const bd_value *value = evaluate_text(calc, call, 0, &is_call);

    if (value || call->count < 2 || !can_be_caught(calc))
        return value;
    bd_tell_caught(calc, calc->log);
    bd_calc_forget(calc);
    return evaluate_text(calc, call, 1, &is_call);
}

static const bd_value *run_to_base(bd_calc *calc, bd_call *call) {
    const unsigned base = call->code == 16 ? 16 : 2;
    double number;
    size_t least = 1;
    char text[128];
    size_t at = sizeof text;

    if (call->args[0]->count != 1)
        return bd_call_in_language(calc, call);
    if (!bd_calc_number(calc, call->args[0], "the number", &number) ||
        (call->count > 1 && !bd_calc_size(calc, call->args[1], "the length", &least)))
        return NULL;
    if (!(number >= 0.0 && number <= 9007199254740992.0) || number != floor(number) || least > 64)
        return bd_calc_refuse(calc, "'%s' needs a whole number from 0 to 2^53", call->name);
    uint64_t rest = (uint64_t)number;
    for (size_t k = 0; rest > 0 || k < least; k++) {
        /* cppcheck-suppress zerodivcond ; the base is 2 or 16, and what is left may be 0 */
        text[--at] = "0123456789ABCDEF"[rest % base];
        rest /= base;
    }
    return bd_calc_text(calc, text + at, sizeof text - at);
}

static const bd_value *run_from_base(bd_calc *calc, bd_call *call) {
    if (call->args[0]->type == BD_CELL)
        return bd_call_in_language(calc, call);
    const char *text = bd_calc_string(calc, call->args[0], "the digits");
    double number = 0.0;

    if (text && *text == '\0')
        return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    for (; text && *text != '\0'; text++) {
        const char *digits = "0123456789ABCDEF";
        if (*text == ' ')
            continue;
        const char *found = strchr(digits, toupper((unsigned char)*text));
        if (!found || found - digits >= call->code)
            return bd_calc_refuse(calc, "'%c' is no digit here", *text);
        number = number * (double)call->code + (double)(found - digits);
    }
    return !text ? NULL : bd_calc_scalar(calc, number);
}

const bd_function bd_functions_print[] = {BD_VARIADIC(sprintf, 1),
                                          BD_FUNCTION(num2str, 1, 2),
                                          BD_FUNCTION(int2str, 1, 1),
                                          BD_FUNCTION(mat2str, 1, 2),
                                          BD_FUNCTION(str2double, 1, 1),
                                          BD_FUNCTION(str2num, 1, 1),
                                          BD_FUNCTION(eval, 1, 2),
                                          BD_VARIANT("dec2bin", 1, 2, run_to_base, 2),
                                          BD_VARIANT("dec2hex", 1, 2, run_to_base, 16),
                                          BD_VARIANT("bin2dec", 1, 1, run_from_base, 2),
                                          BD_VARIANT("hex2dec", 1, 1, run_from_base, 16),
                                          BD_FUNCTIONS_END};
