/* regexp, regexpi, regexprep */
#include <ctype.h>
#include <string.h>

#include "value/functions.h"
#include "value/regular.h"

typedef struct options {
    bool any_case, once, line_anchors, dot_excludes_newline;
    int order[BD_MAX_OUTPUTS]; /* which results come first */
    size_t count;
} options;

enum { START, END, EXTENTS, MATCH, TOKENS, NAMES, SPLIT, RESULTS };

static bool read_options(bd_calc *calc, const bd_call *call, size_t from, options *o) {
    static const char *const results[] = {"start",  "end",   "tokenextents", "match",
                                          "tokens", "names", "split"};

    *o = (options){.any_case = call->code == 1};
    for (size_t k = from; k < call->count; k++) {
        char word[40];
        const char *text = bd_calc_string(calc, call->args[k], "an option");
        if (!text)
            return false;
        size_t n = 0;
        for (; text[n] != '\0' && n + 1 < sizeof word; n++)
            word[n] = (char)tolower((unsigned char)text[n]);
        word[n] = '\0';
        bool known = true;
        if (strcmp(word, "once") == 0)
            o->once = true;
        else if (strcmp(word, "ignorecase") == 0)
            o->any_case = true;
        else if (strcmp(word, "lineanchors") == 0)
            o->line_anchors = true;
        else if (strcmp(word, "dotexceptnewline") == 0)
            o->dot_excludes_newline = true;
        else if (strcmp(word, "matchcase") != 0 && strcmp(word, "stringanchors") != 0 &&
                 strcmp(word, "dotall") != 0 && strcmp(word, "literalspacing") != 0 &&
                 strcmp(word, "noemptymatch") != 0 && strcmp(word, "warnings") != 0)
            known = false;
        for (int r = 0; r < RESULTS && !known; r++) {
            if (strcmp(word, results[r]) == 0 && o->count < BD_MAX_OUTPUTS) {
                o->order[o->count++] = r;
                known = true;
            }
        }
        if (!known) {
            return bd_calc_refuse(calc, "'%s' does not know the option '%s'", call->name, text) !=
                   NULL;
        }
    }
    return true;
}

/* all matches of a text */
typedef struct matches {
    bd_regular_match *items;
    size_t count;
} matches;

static bool find_all(bd_calc *calc, const bd_regular *pattern, const char *text, size_t length,
                     bool once, matches *found) {
    size_t capacity = 0;

    *found = (matches){0};
    for (size_t at = 0; at <= length;) {
        bd_regular_match match;
        if (!bd_regular_find(calc, pattern, text, length, at, &match))
            break;
        const bool empty = match.end[0] == match.begin[0];
        if (!empty) {
            if (found->count == capacity) {
                capacity = capacity > 0 ? 2 * capacity : 8;
                bd_regular_match *grown = bd_calc_alloc(calc, capacity, sizeof *grown);
                if (!grown)
                    return false;
                if (found->count > 0)
                    memcpy(grown, found->items, found->count * sizeof *grown);
                found->items = grown;
            }
            found->items[found->count++] = match;
            if (once)
                break;
        }
        at = (size_t)match.end[0] + (empty ? 1 : 0);
    }
    return calc->status == BD_OK;
}

/* texts without characters have no rows where a match did not take part, one where it is empty */
static bd_value *part(bd_calc *calc, const char *text, long begin, long end) {
    if (begin < 0 || end <= begin)
        return bd_calc_new(calc, BD_CHAR, 2, (const size_t[]){begin < 0 ? 0 : 1, 0}, false);
    return bd_calc_text(calc, text + begin, (size_t)(end - begin));
}

/* the groups of a match that took part, or the whole where the pattern has none */
static const bd_value *tokens_of(bd_calc *calc, const bd_regular *pattern, const char *text,
                                 const bd_regular_match *match, bool extents) {
    const int groups = bd_regular_groups(pattern);
    int numbers[BD_REGULAR_GROUPS + 1];
    size_t count = 0;

    for (int g = 1; g <= groups; g++)
        if (match->begin[g] >= 0)
            numbers[count++] = g;
    if (groups == 0 && !extents)
        numbers[count++] = 0;
    bd_value *made = bd_calc_matrix(calc, extents ? BD_DOUBLE : BD_CELL, extents ? count : 1,
                                    extents ? 2 : count);
    for (size_t k = 0; made && k < count; k++) {
        const long begin = match->begin[numbers[k]], end = match->end[numbers[k]];
        if (extents) {
            ((double *)made->re)[k] = (double)begin + 1.0;
            ((double *)made->re)[k + count] = (double)end;
        } else {
            const bd_value *one = part(calc, text, begin, end);
            if (!one || !bd_calc_set_child(calc, made, k, one))
                return NULL;
        }
    }
    return made;
}

/* a structure for each match */
static const bd_value *names_of(bd_calc *calc, const bd_regular *pattern, const char *text,
                                const matches *found) {
    const size_t none[2] = {1, found->count > 0 ? found->count : 1};
    bd_value *made =
        found->count > 1 ? bd_calc_new(calc, BD_STRUCT, 2, none, false) : bd_calc_struct(calc);

    for (int g = 1; made && g <= bd_regular_groups(pattern); g++) {
        const char *name = bd_regular_name(pattern, g);
        if (*name == '\0')
            continue;
        if (found->count == 0 &&
            !bd_calc_set_field(calc, made, 0, name, bd_calc_matrix(calc, BD_CELL, 0, 0)))
            return NULL;
        for (size_t k = 0; k < found->count; k++) {
            const bd_value *one =
                part(calc, text, found->items[k].begin[g], found->items[k].end[g]);
            if (!one || !bd_calc_set_field(calc, made, k, name, one))
                return NULL;
        }
    }
    return made;
}

static const bd_value *split_of(bd_calc *calc, const char *text, size_t length,
                                const matches *found) {
    bd_value *made = bd_calc_matrix(calc, BD_CELL, 1, found->count + 1);
    long from = 0;

    for (size_t k = 0; made && k <= found->count; k++) {
        const long to = k < found->count ? found->items[k].begin[0] : (long)length;
        const bd_value *one =
            to > from
                ? bd_calc_text(calc, text + from, (size_t)(to - from))
                : bd_calc_new(calc, BD_CHAR, 2, (const size_t[]){length == 0 ? 0 : 1, 0}, false);
        if (!one || !bd_calc_set_child(calc, made, k, one))
            return NULL;
        from = k < found->count ? found->items[k].end[0] : from;
    }
    return made;
}

/* one result of one match, or of all of them */
static const bd_value *result(bd_calc *calc, const bd_regular *pattern, const char *text,
                              size_t length, const matches *found, int which, bool once) {
    if (which == NAMES)
        return names_of(calc, pattern, text, found);
    if (which == SPLIT)
        return split_of(calc, text, length, found);
    if (once && found->count == 0) {
        return which == MATCH    ? bd_calc_new(calc, BD_CHAR, 2, (const size_t[]){0, 0}, false)
               : which == TOKENS ? bd_calc_matrix(calc, BD_CELL, 0, 0)
                                 : bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    }
    const bool numbers = which == START || which == END;
    bd_value *made =
        once ? NULL : bd_calc_matrix(calc, numbers ? BD_DOUBLE : BD_CELL, 1, found->count);
    for (size_t k = 0; k < found->count; k++) {
        const bd_regular_match *match = &found->items[k];
        const bd_value *one = which == START ? bd_calc_scalar(calc, (double)match->begin[0] + 1.0)
                              : which == END ? bd_calc_scalar(calc, (double)match->end[0])
                              : which == MATCH
                                  ? part(calc, text, match->begin[0], match->end[0])
                                  : tokens_of(calc, pattern, text, match, which == EXTENTS);
        if (once || !one)
            return one;
        if (!made)
            return NULL;
        if (numbers)
            ((double *)made->re)[k] = bd_value_real_at(one, 0);
        else if (!bd_calc_set_child(calc, made, k, one))
            return NULL;
    }
    return made;
}

static const char *text_of(bd_calc *calc, const bd_value *value, size_t *length) {
    const char *text = bd_calc_string(calc, value, "the text");

    *length = text ? value->count : 0;
    return text;
}

/* a function of a text for each text of a cell */
static const bd_value *run_each(bd_calc *calc, const bd_call *call,
                                const bd_value *(*run)(bd_calc *, bd_call *)) {
    bd_value *made = bd_calc_like(calc, BD_CELL, call->args[0], false);
    const bd_value *args[BD_MAX_OUTPUTS + 4];
    if (call->count > sizeof args / sizeof *args)
        return bd_calc_refuse(calc, "'%s' has too many options", call->name);
    memcpy(args, call->args, call->count * sizeof *args);
    for (size_t k = 0; made && k < made->count; k++) {
        args[0] = bd_calc_child(calc, call->args[0], k);
        bd_call one = {.name = call->name,
                       .code = call->code,
                       .args = args,
                       .count = call->count,
                       .wanted = 1};
        const bd_value *value = args[0] ? run(calc, &one) : NULL;
        if (!value || !bd_calc_set_child(calc, made, k, value))
            return NULL;
    }
    return made;
}

typedef struct search {
    const char *text;
    size_t length;
    const bd_regular *pattern;
    options o;
    matches found;
} search;

/* text, pattern, and options from the argument `first` on */
static bool search_text(bd_calc *calc, bd_call *call, size_t first, search *s) {
    size_t length;
    s->text = text_of(calc, call->args[0], &s->length);
    const char *wanted = s->text ? text_of(calc, call->args[1], &length) : NULL;
    if (!wanted || !read_options(calc, call, first, &s->o))
        return false;
    s->pattern = bd_regular_compile(calc, wanted, length, s->o.any_case, s->o.line_anchors,
                                    s->o.dot_excludes_newline);
    return s->pattern && find_all(calc, s->pattern, s->text, s->length, s->o.once, &s->found);
}

static const bd_value *run_regexp(bd_calc *calc, bd_call *call) {
    search s;

    if (call->args[0]->type == BD_CELL)
        return run_each(calc, call, run_regexp);
    if (!search_text(calc, call, 2, &s))
        return NULL;
    /* those asked for by name, then the others */
    int order[RESULTS];
    size_t count = 0;
    for (size_t k = 0; k < s.o.count && count < RESULTS; k++)
        order[count++] = s.o.order[k];
    for (int r = 0; r < RESULTS; r++) {
        bool there = false;
        for (size_t k = 0; k < s.o.count; k++)
            there = there || s.o.order[k] == r;
        if (!there && count < RESULTS)
            order[count++] = r;
    }
    const bd_value *first = NULL;
    for (size_t k = 0; k < call->wanted && k < RESULTS; k++) {
        const bd_value *one =
            result(calc, s.pattern, s.text, s.length, &s.found, order[k], s.o.once);
        if (!one)
            return NULL;
        first = k == 0 ? one : first;
        if (k > 0)
            call->more[k - 1] = one;
    }
    return first;
}

/* $1 is a group, \ takes the meaning from the next character */
static bool append_replacement(bd_growing *out, const char *with, size_t length, const char *text,
                               const bd_regular_match *match) {
    for (size_t k = 0; k < length; k++) {
        if (with[k] == '$' && k + 1 < length && isdigit((unsigned char)with[k + 1])) {
            const int group = with[++k] - '0';
            if (match->begin[group] >= 0 &&
                !bd_growing_add(out, text + match->begin[group],
                                (size_t)(match->end[group] - match->begin[group])))
                return false;
        } else {
            char c = with[k];
            if (c == '\\' && k + 1 < length) {
                c = with[++k];
                c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
            }
            if (!bd_growing_add(out, &c, 1))
                return false;
        }
    }
    return true;
}

static const bd_value *run_regexprep(bd_calc *calc, bd_call *call) {
    size_t with_length;
    search s;

    if (call->args[0]->type == BD_CELL)
        return run_each(calc, call, run_regexprep);
    const char *with =
        search_text(calc, call, 3, &s) ? text_of(calc, call->args[2], &with_length) : NULL;
    if (!with)
        return NULL;
    if (s.found.count == 0)
        return call->args[0];
    bd_growing out = {.calc = calc};
    long from = 0;
    for (size_t k = 0; k < s.found.count; k++) {
        const bd_regular_match *match = &s.found.items[k];
        if (!bd_growing_add(&out, s.text + from, (size_t)(match->begin[0] - from)) ||
            !append_replacement(&out, with, with_length, s.text, match))
            return NULL;
        from = match->end[0];
    }
    return bd_growing_add(&out, s.text + from, s.length - (size_t)from)
               ? bd_calc_text(calc, out.text ? out.text : "", out.used)
               : NULL;
}

const bd_function bd_functions_regular[] = {BD_RESULTS(regexp, 2, 12, 7),
                                            {"regexpi", 2, 12, 7, run_regexp, 1},
                                            BD_FUNCTION(regexprep, 3, 8),
                                            BD_FUNCTIONS_END};
