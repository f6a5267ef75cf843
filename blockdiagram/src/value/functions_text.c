/* texts: comparing, joining, cutting, replacing; cells of texts element by element */
#include <ctype.h>
#include <string.h>

#include "value/box.h"
#include "value/functions.h"
#include "value/operators.h"

enum { SAME_CASE = 0, ANY_CASE = 1, FIRST_N = 2 };

static bool same_text(const bd_value *a, const bd_value *b, int code, size_t n) {
    if (!a || !b || a->type != BD_CHAR || b->type != BD_CHAR)
        return false;
    size_t length = a->count;
    if (code & FIRST_N) {
        /* texts that are shorter must be equal as they are */
        const size_t longer = a->count > b->count ? a->count : b->count;
        length = longer < n ? longer : n;
        if (a->count < length || b->count < length)
            return false;
    } else if (a->count != b->count ||
               (a->count > 0 && memcmp(a->dims, b->dims, sizeof a->dims) != 0)) {
        return false;
    }
    for (size_t k = 0; k < length; k++) {
        const unsigned char x = ((const unsigned char *)a->re)[k];
        const unsigned char y = ((const unsigned char *)b->re)[k];
        if (code & ANY_CASE ? tolower(x) != tolower(y) : x != y)
            return false;
    }
    return true;
}

static const bd_value *run_strcmp(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    size_t n = 0;

    if (call->code & FIRST_N && !bd_calc_size(calc, call->args[2], "the length", &n))
        return NULL;
    if (a->type != BD_CELL && b->type != BD_CELL)
        return bd_calc_logical(calc, same_text(a, b, call->code, n));
    const bd_value *shape = a->type == BD_CELL && (b->type != BD_CELL || a->count != 1) ? a : b;
    if (a->type == BD_CELL && b->type == BD_CELL && a->count != 1 && b->count != 1 &&
        memcmp(a->dims, b->dims, sizeof a->dims) != 0)
        return bd_calc_refuse(calc, "the cells must have the same size");
    /* each pair, and the letters that may be looked at */
    if (!bd_calc_charge(calc, 20.0 * (double)shape->count + (double)bd_box(shape)->bytes / 32.0))
        return NULL;
    bd_value *made = bd_calc_like(calc, BD_LOGICAL, shape, false);
    for (size_t k = 0; made && k < made->count; k++) {
        const bd_value *x = a->type == BD_CELL ? a->children[a->count == 1 ? 0 : k] : a;
        const bd_value *y = b->type == BD_CELL ? b->children[b->count == 1 ? 0 : k] : b;
        ((uint8_t *)made->re)[k] = same_text(x, y, call->code, n);
    }
    return made;
}

/* a function of one text, also for all texts of a cell */
static const bd_value *for_each(bd_calc *calc, const bd_value *x, const char *name,
                                const bd_value *(*apply)(bd_calc *, const bd_value *)) {
    if (x->type != BD_CELL) {
        return x->type == BD_CHAR ? apply(calc, x)
                                  : bd_calc_refuse(calc, "'%s' needs a text", name);
    }
    bd_value *made = bd_calc_like(calc, BD_CELL, x, false);
    for (size_t k = 0; made && k < x->count; k++) {
        const bd_value *child = bd_calc_child(calc, x, k);
        const bd_value *result = !child || child->type != BD_CHAR ? NULL : apply(calc, child);
        if (!result || !bd_calc_set_child(calc, made, k, result))
            return bd_calc_refuse(calc, "'%s' needs texts", name);
    }
    return made;
}

static const bd_value *to_upper(bd_calc *calc, const bd_value *x) {
    bd_value *made = bd_calc_copy(calc, x);

    for (size_t k = 0; made && k < x->count; k++)
        ((char *)made->re)[k] = (char)toupper(((const unsigned char *)x->re)[k]);
    return made;
}

static const bd_value *to_lower(bd_calc *calc, const bd_value *x) {
    bd_value *made = bd_calc_copy(calc, x);

    for (size_t k = 0; made && k < x->count; k++)
        ((char *)made->re)[k] = (char)tolower(((const unsigned char *)x->re)[k]);
    return made;
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static const bd_value *trim(bd_calc *calc, const bd_value *x) {
    const char *text = x->re;
    size_t first = 0;
    size_t last = x->count;

    if (!bd_value_is_text(x))
        return bd_calc_refuse(calc, "'strtrim' needs a text");
    while (first < last && is_blank(text[first]))
        first++;
    while (last > first && is_blank(text[last - 1]))
        last--;
    return bd_calc_text(calc, text + first, last - first);
}

enum { UPPER, LOWER, TRIM };

static const bd_value *run_each(bd_calc *calc, bd_call *call) {
    if (call->code == TRIM && call->args[0]->type == BD_CHAR && call->args[0]->dims[0] > 1)
        return bd_call_in_language(calc, call);
    return for_each(calc, call->args[0], call->name,
                    call->code == UPPER   ? to_upper
                    : call->code == LOWER ? to_lower
                                          : trim);
}

/* texts side by side; MATLAB takes blanks off the ends of char arguments, not of cells */
static const bd_value *run_strcat(bd_calc *calc, bd_call *call) {
    const bd_value **parts = bd_calc_alloc(calc, call->count, sizeof *parts);
    const bd_value *shape = NULL;

    if (!parts)
        return NULL;
    for (size_t k = 0; k < call->count; k++) {
        const bd_value *x = call->args[k];
        if (x->type == BD_CELL && (!shape || shape->count == 1))
            shape = x;
        else if (x->type == BD_CHAR && !bd_value_is_text(x))
            return bd_call_in_language(calc, call);
        else if (x->type != BD_CELL && !bd_value_is_text(x))
            return bd_calc_refuse(calc, "'strcat' needs texts");
    }
    for (size_t k = 0; k < call->count && !shape; k++) {
        size_t length = call->args[k]->count;
        while (length > 0 && is_blank(((const char *)call->args[k]->re)[length - 1]))
            length--;
        parts[k] = bd_calc_text(calc, call->args[k]->re, length);
        if (!parts[k])
            return NULL;
    }
    if (!shape)
        return bd_op_concatenate(calc, 1, parts, call->count);
    bd_value *made = bd_calc_like(calc, BD_CELL, shape, false);
    for (size_t e = 0; made && e < made->count; e++) {
        for (size_t k = 0; k < call->count; k++) {
            const bd_value *x = call->args[k];
            if (x->type == BD_CELL && x->count != 1 && x->count != made->count)
                return bd_calc_refuse(calc, "the cells must have the same size");
            parts[k] = x->type == BD_CELL ? bd_calc_child(calc, x, x->count == 1 ? 0 : e) : x;
            if (!parts[k] || (parts[k]->count > 0 && parts[k]->type != BD_CHAR))
                return bd_calc_refuse(calc, "'strcat' needs texts");
        }
        const bd_value *joined = bd_op_concatenate(calc, 1, parts, call->count);
        if (!joined || !bd_calc_set_child(calc, made, e, joined))
            return NULL;
    }
    return made;
}

/* the place of what is sought, or length if it is not there */
static size_t find_text(const char *text, size_t length, size_t from, const char *sought,
                        size_t sought_length) {
    for (size_t k = from; k + sought_length <= length; k++)
        if (memcmp(text + k, sought, sought_length) == 0)
            return k;
    return length;
}

static const bd_value *run_strrep(bd_calc *calc, bd_call *call) {
    const bd_value *text = call->args[0];
    const bd_value *from = call->args[1];
    const bd_value *to = call->args[2];

    if (text->type == BD_CELL)
        return bd_call_in_language(calc, call);
    if (!bd_value_is_text(text) || !bd_value_is_text(from) || !bd_value_is_text(to))
        return bd_calc_refuse(calc, "'strrep' needs three texts");
    if (from->count == 0 || text->count == 0)
        return text;
    if (!bd_calc_charge(calc, (double)text->count * (double)from->count))
        return NULL;
    const char *source = text->re;
    size_t hits = 0;
    for (size_t at = 0;
         (at = find_text(source, text->count, at, from->re, from->count)) < text->count; at++)
        hits++;
    if ((double)hits * (double)to->count > 1e7)
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "the text is too long");
    char *made = bd_calc_alloc(calc, text->count + hits * to->count + 1, 1);
    size_t used = 0, done = 0; /* characters of the source; places that overlap count each */
    for (size_t at = 0; made && done <= text->count; at++) {
        at = find_text(source, text->count, at, from->re, from->count);
        if (at > done) {
            memcpy(made + used, source + done, at - done);
            used += at - done;
        }
        if (at >= text->count)
            break;
        if (to->count > 0)
            memcpy(made + used, to->re, to->count);
        used += to->count;
        done = at + from->count;
    }
    return !made ? NULL : bd_calc_text(calc, made, used);
}

static const bd_value *run_strfind(bd_calc *calc, bd_call *call) {
    const bd_value *text = call->args[0];
    const bd_value *sought = call->args[1];
    size_t count = 0;

    if (text->type == BD_CELL)
        return bd_call_in_language(calc, call);
    if (!bd_value_is_text(text) || !bd_value_is_text(sought) ||
        !bd_calc_charge(calc, (double)text->count * (double)sought->count))
        return bd_calc_refuse(calc, "'strfind' needs two texts");
    double *places = bd_calc_alloc(calc, text->count, sizeof *places);
    for (size_t at = 0; places && sought->count > 0; at++) {
        at = find_text(text->re, text->count, at, sought->re, sought->count);
        if (at >= text->count)
            break;
        places[count++] = (double)at + 1.0;
    }
    bd_value *made = !places ? NULL : bd_calc_matrix(calc, BD_DOUBLE, count > 0 ? 1 : 0, count);
    if (made && count > 0)
        memcpy(made->re, places, count * sizeof *places);
    return made;
}

/* where the part after the separator at this place begins; separators in a row are one */
static size_t after_separators(const bd_value *text, size_t at, const bd_value *by) {
    do {
        at += by->count;
    } while (at + by->count <= text->count &&
             memcmp((const char *)text->re + at, by->re, by->count) == 0);
    return at;
}

/* "\\n": what separates parts may be written as in a format */
static bool has_escapes(const bd_value *text) {
    return bd_value_is_text(text) && text->count > 0 && memchr(text->re, '\\', text->count);
}

static const bd_value *run_strsplit(bd_calc *calc, bd_call *call) {
    const bd_value *text = call->args[0];
    const bd_value *by = call->count > 1 ? call->args[1] : bd_calc_text(calc, " ", 1);

    if (by && (by->type == BD_CELL || has_escapes(by)))
        return bd_call_in_language(calc, call);
    if (!by || !bd_value_is_text(text) || !bd_value_is_text(by) || by->count == 0 ||
        !bd_calc_charge(calc, (double)text->count * (double)by->count))
        return bd_calc_refuse(calc, "'strsplit' needs a text and what separates its parts");
    size_t count = 1;
    for (size_t at = 0;
         (at = find_text(text->re, text->count, at, by->re, by->count)) < text->count;
         at = after_separators(text, at, by))
        count++;
    bd_value *made = bd_calc_matrix(calc, BD_CELL, 1, count);
    size_t at = 0;
    for (size_t k = 0; made && k < count; k++) {
        const size_t next = find_text(text->re, text->count, at, by->re, by->count);
        const bd_value *part = bd_calc_text(calc, (const char *)text->re + at, next - at);
        if (!part)
            return NULL;
        if (!bd_calc_set_child(calc, made, k, part))
            return NULL;
        at = next < text->count ? after_separators(text, next, by) : next;
    }
    return made;
}

static const bd_value *run_strjoin(bd_calc *calc, bd_call *call) {
    const bd_value *cell = call->args[0];
    const bd_value *by = call->count > 1 ? call->args[1] : bd_calc_text(calc, " ", 1);

    if (by && has_escapes(by))
        return bd_call_in_language(calc, call);
    if (!by || cell->type != BD_CELL || !bd_value_is_text(by))
        return bd_calc_refuse(calc, "'strjoin' needs a cell of texts");
    const bd_value **parts = bd_calc_alloc(calc, 2 * cell->count, sizeof *parts);
    for (size_t k = 0; parts && k < cell->count; k++) {
        parts[2 * k] = bd_calc_child(calc, cell, k);
        parts[2 * k + 1] = by;
        if (!parts[2 * k] || !bd_value_is_text(parts[2 * k]))
            return bd_calc_refuse(calc, "'strjoin' needs a cell of texts");
    }
    return !parts             ? NULL
           : cell->count == 0 ? bd_calc_text(calc, "", 0)
                              : bd_op_concatenate(calc, 1, parts, 2 * cell->count - 1);
}

static const bd_value *run_blanks(bd_calc *calc, bd_call *call) {
    size_t count;

    if (!bd_calc_size(calc, call->args[0], "the number of blanks", &count))
        return NULL;
    bd_value *made = bd_calc_matrix(calc, BD_CHAR, 1, count);
    if (made && count > 0)
        memset(made->re, ' ', count);
    return made;
}

enum { ISSPACE, ISDIGIT, ISLETTER, ISUPPER, ISLOWER };

static const bd_value *run_kind(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    bd_value *made = bd_calc_like(calc, BD_LOGICAL, x, false);

    for (size_t k = 0; made && x->type == BD_CHAR && k < x->count; k++) {
        const unsigned char c = ((const unsigned char *)x->re)[k];
        const int is = call->code == ISSPACE    ? isspace(c)
                       : call->code == ISDIGIT  ? isdigit(c)
                       : call->code == ISLETTER ? isalpha(c)
                       : call->code == ISUPPER  ? isupper(c)
                                                : islower(c);
        ((uint8_t *)made->re)[k] = is != 0;
    }
    return made;
}

const bd_function bd_functions_text[] = {
    BD_VARIANT("strcmp", 2, 2, run_strcmp, SAME_CASE),
    BD_VARIANT("strcmpi", 2, 2, run_strcmp, ANY_CASE),
    BD_VARIANT("strncmp", 3, 3, run_strcmp, FIRST_N),
    BD_VARIANT("strncmpi", 3, 3, run_strcmp, FIRST_N | ANY_CASE),
    BD_VARIANT("upper", 1, 1, run_each, UPPER),
    BD_VARIANT("toupper", 1, 1, run_each, UPPER),
    BD_VARIANT("lower", 1, 1, run_each, LOWER),
    BD_VARIANT("tolower", 1, 1, run_each, LOWER),
    BD_VARIANT("strtrim", 1, 1, run_each, TRIM),
    BD_VARIADIC(strcat, 1),
    BD_FUNCTION(strrep, 3, 3),
    BD_FUNCTION(strfind, 2, 2),
    BD_FUNCTION(strsplit, 1, 2),
    BD_FUNCTION(strjoin, 1, 2),
    BD_FUNCTION(blanks, 1, 1),
    BD_VARIANT("isspace", 1, 1, run_kind, ISSPACE),
    BD_VARIANT("isdigit", 1, 1, run_kind, ISDIGIT),
    BD_VARIANT("isletter", 1, 1, run_kind, ISLETTER),
    BD_VARIANT("isalpha", 1, 1, run_kind, ISLETTER),
    BD_VARIANT("isupper", 1, 1, run_kind, ISUPPER),
    BD_VARIANT("islower", 1, 1, run_kind, ISLOWER),
    BD_FUNCTIONS_END};
