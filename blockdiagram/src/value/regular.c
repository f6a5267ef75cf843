/* regular expressions by backtracking: sequences of items with counts, alternatives, groups,
 * classes, anchors, back references and looks ahead and behind. The syntax is Perl's, as far as
 * scripts use it; how long a search may take is bounded by the calculation's work */
#include "value/regular.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

typedef enum item_kind {
    ITEM_CHARACTER,
    ITEM_ANY,
    ITEM_CLASS,
    ITEM_GROUP, /* also (?: …): number 0 */
    ITEM_BEGIN,
    ITEM_END,
    ITEM_WORD_EDGE,
    ITEM_NO_WORD_EDGE,
    ITEM_WORD_BEGIN,
    ITEM_WORD_END,
    ITEM_BACK,  /* reference to a group */
    ITEM_AHEAD, /* (?= …), (?! …) */
    ITEM_BEHIND
} item_kind;

typedef struct branch branch;
typedef struct item {
    item_kind kind;
    unsigned char character;
    bool negated, lazy;
    int number, least, most;
    unsigned char set[32];
    branch *inside; /* alternatives of a group */
    struct item *next;
} item;
struct branch {
    item *first;
    branch *other;
};

struct bd_regular {
    branch *top;
    int groups;
    char names[BD_REGULAR_GROUPS + 1][BD_REGULAR_NAME];
    bool any_case, line_anchors, dot_excludes_newline;
};

typedef struct reader {
    bd_calc *calc;
    bd_regular *made;
    const char *at, *end;
    int depth;
} reader;

static branch *read_branches(reader *r);

static void add_to_set(unsigned char *set, int c) {
    set[(c & 255) / 8] |= (unsigned char)(1 << ((c & 255) % 8));
}

static bool in_set(const unsigned char *set, int c) {
    return (set[(c & 255) / 8] >> ((c & 255) % 8) & 1) != 0;
}

static bool is_word(int c) {
    return isalnum(c) || c == '_';
}

/* \d \w \s and their opposites; false: it is none of them */
static bool add_kind(unsigned char *set, int letter) {
    const int lower = tolower(letter);

    if (lower != 'd' && lower != 'w' && lower != 's')
        return false;
    for (int c = 0; c < 256; c++) {
        const bool is = lower == 'd'   ? c < 128 && isdigit(c)
                        : lower == 'w' ? c < 128 && is_word(c)
                                       : c < 128 && isspace(c);
        if (is == (letter == lower))
            add_to_set(set, c);
    }
    return true;
}

static int escaped(int c) {
    return c == 'n'   ? '\n'
           : c == 't' ? '\t'
           : c == 'r' ? '\r'
           : c == 'f' ? '\f'
           : c == 'v' ? '\v'
                      : c;
}

static bool read_set(reader *r, item *made) {
    made->kind = ITEM_CLASS;
    made->negated = r->at < r->end && *r->at == '^';
    r->at += made->negated;
    for (bool first = true; r->at < r->end && (*r->at != ']' || first); first = false) {
        int low = (unsigned char)*r->at++;
        if (low == '[' && r->at < r->end && *r->at == ':') {
            const char *close = memchr(r->at, ']', (size_t)(r->end - r->at));
            static const struct {
                const char *name;
                int (*is)(int);
            } known[] = {{":alpha:", isalpha}, {":digit:", isdigit},  {":alnum:", isalnum},
                         {":space:", isspace}, {":upper:", isupper},  {":lower:", islower},
                         {":punct:", ispunct}, {":xdigit:", isxdigit}};
            for (size_t k = 0; close && k < sizeof known / sizeof *known; k++) {
                for (int c = 0;
                     strncmp(known[k].name, r->at, strlen(known[k].name)) == 0 && c < 128; c++)
                    if (known[k].is(c))
                        add_to_set(made->set, c);
            }
            r->at = close ? close + 1 : r->end;
            continue;
        }
        if (low == '\\' && r->at < r->end) {
            low = (unsigned char)*r->at++;
            if (add_kind(made->set, low))
                continue;
            low = escaped(low);
        }
        int high = low;
        if (r->end - r->at >= 2 && r->at[0] == '-' && r->at[1] != ']') {
            high = (unsigned char)r->at[1];
            r->at += 2;
            if (high == '\\' && r->at < r->end)
                high = escaped((unsigned char)*r->at++);
        }
        for (int c = low; c <= high; c++)
            add_to_set(made->set, c);
    }
    if (r->at >= r->end)
        return bd_calc_refuse(r->calc, "a '[' in the pattern is not closed") != NULL;
    r->at++;
    return true;
}

static bool starts(const reader *r, const char *text) {
    return (size_t)(r->end - r->at) >= strlen(text) && strncmp(r->at, text, strlen(text)) == 0;
}

static bool read_group(reader *r, item *made) {
    made->kind = ITEM_GROUP;
    if (starts(r, "?:")) {
        r->at += 2;
    } else if (starts(r, "?=") || starts(r, "?!")) {
        made->kind = ITEM_AHEAD;
        made->negated = r->at[1] == '!';
        r->at += 2;
    } else if (starts(r, "?<=") || starts(r, "?<!")) {
        made->kind = ITEM_BEHIND;
        made->negated = r->at[2] == '!';
        r->at += 3;
    } else {
        if (r->made->groups >= BD_REGULAR_GROUPS)
            return bd_calc_refuse(r->calc, "the pattern has too many groups") != NULL;
        made->number = ++r->made->groups;
        if (starts(r, "?<") || starts(r, "?P<")) {
            r->at = strchr(r->at, '<') + 1;
            const size_t length = strcspn(r->at, ">");
            if (length >= BD_REGULAR_NAME || r->at + length >= r->end)
                return bd_calc_refuse(r->calc, "the name of a group is not closed") != NULL;
            memcpy(r->made->names[made->number], r->at, length);
            r->at += length + 1;
        } else if (starts(r, "?")) {
            return bd_calc_refuse(r->calc, "'(%.2s' in a pattern is not known", r->at) != NULL;
        }
    }
    made->inside = read_branches(r);
    if (!made->inside)
        return false;
    if (r->at >= r->end || *r->at != ')')
        return bd_calc_refuse(r->calc, "a '(' in the pattern is not closed") != NULL;
    r->at++;
    return true;
}

static bool read_escape(reader *r, item *made) {
    if (r->at >= r->end)
        return bd_calc_refuse(r->calc, "the pattern ends with '\\'") != NULL;
    const int c = (unsigned char)*r->at++;
    if (c == 'b' || c == 'B') {
        made->kind = c == 'b' ? ITEM_WORD_EDGE : ITEM_NO_WORD_EDGE;
    } else if (c == '<' || c == '>') {
        made->kind = c == '<' ? ITEM_WORD_BEGIN : ITEM_WORD_END;
    } else if (c >= '1' && c <= '9') {
        made->kind = ITEM_BACK;
        made->number = c - '0';
    } else if (add_kind(made->set, c)) {
        made->kind = ITEM_CLASS;
    } else {
        made->character = (unsigned char)escaped(c);
    }
    return true;
}

static bool read_number(reader *r, int *number) {
    const char *begin = r->at;

    for (*number = 0; r->at < r->end && isdigit((unsigned char)*r->at); r->at++)
        *number = *number < 100000 ? *number * 10 + (*r->at - '0') : *number;
    return r->at > begin;
}

/* ? * + {m,n}, and a ? behind for as few as possible */
static void read_count(reader *r, item *made) {
    made->least = made->most = 1;
    if (r->at >= r->end)
        return;
    const char *begin = r->at;
    if (*r->at == '*' || *r->at == '+' || *r->at == '?') {
        made->least = *r->at == '+';
        made->most = *r->at == '?' ? 1 : INT_MAX;
        r->at++;
    } else if (*r->at == '{') {
        r->at++;
        bool good = read_number(r, &made->least);
        made->most = made->least;
        if (good && r->at < r->end && *r->at == ',') {
            r->at++;
            made->most = read_number(r, &made->most) ? made->most : INT_MAX;
        }
        good = good && r->at < r->end && *r->at == '}';
        if (!good) { /* it is a brace */
            made->least = made->most = 1;
            r->at = begin;
            return;
        }
        r->at++;
    } else {
        return;
    }
    if (r->at < r->end && *r->at == '?') {
        made->lazy = true;
        r->at++;
    } else if (r->at < r->end && *r->at == '+') {
        r->at++;
    }
}

static item *read_item(reader *r) {
    item *made = bd_calc_alloc(r->calc, 1, sizeof *made);

    if (!made)
        return NULL;
    const int c = (unsigned char)*r->at++;
    bool good = true;
    switch (c) {
    case '.':
        made->kind = ITEM_ANY;
        break;
    case '^':
        made->kind = ITEM_BEGIN;
        break;
    case '$':
        made->kind = ITEM_END;
        break;
    case '[':
        good = read_set(r, made);
        break;
    case '(':
        good = read_group(r, made);
        break;
    case '\\':
        good = read_escape(r, made);
        break;
    default:
        made->character = (unsigned char)c;
        break;
    }
    if (good)
        read_count(r, made);
    return good ? made : NULL;
}

static branch *read_branches(reader *r) {
    branch *made = bd_calc_alloc(r->calc, 1, sizeof *made);

    if (!made || ++r->depth > 50)
        return !made ? NULL : bd_calc_refuse(r->calc, "the pattern is nested too deeply");
    item **last = &made->first;
    while (r->at < r->end && *r->at != '|' && *r->at != ')') {
        *last = read_item(r);
        if (!*last)
            return NULL;
        last = &(*last)->next;
    }
    if (r->at < r->end && *r->at == '|') {
        r->at++;
        made->other = read_branches(r);
        if (!made->other)
            return NULL;
    }
    r->depth--;
    return made;
}

bd_regular *bd_regular_compile(bd_calc *calc, const char *pattern, size_t length, bool any_case,
                               bool line_anchors, bool dot_excludes_newline) {
    bd_regular *made = bd_calc_alloc(calc, 1, sizeof *made);
    reader r = {calc, made, pattern, pattern + length, 0};

    if (!made)
        return NULL;
    made->any_case = any_case;
    made->line_anchors = line_anchors;
    made->dot_excludes_newline = dot_excludes_newline;
    made->top = read_branches(&r);
    if (made->top && r.at < r.end)
        return bd_calc_refuse(calc, "the pattern has a ')' too many");
    return made->top ? made : NULL;
}

int bd_regular_groups(const bd_regular *pattern) {
    return pattern->groups;
}

const char *bd_regular_name(const bd_regular *pattern, int k) {
    return pattern->names[k];
}

/* ---- matching ---- */

typedef struct search {
    bd_calc *calc;
    const bd_regular *pattern;
    const char *text;
    long length;
    bd_regular_match *match;
    int depth;
    bool failed;
} search;

/* what must follow: the rest of a sequence, then what is behind the group around it */
typedef struct rest {
    const item *next;
    const item *group; /* whose turn ends here, or NULL */
    int turns;
    long began;
    const struct rest *outer;
} rest;

static bool match_rest(search *s, const rest *what, long at, long *end);

static int fold(const search *s, int c) {
    return s->pattern->any_case ? tolower(c) : c;
}

static bool word_at(const search *s, long at) {
    return at >= 0 && at < s->length && is_word((unsigned char)s->text[at]);
}

/* one character, or an assertion without length; -1: no */
static long match_one(const search *s, const item *what, long at) {
    const int c = at < s->length ? (unsigned char)s->text[at] : -1;
    const bool before = word_at(s, at - 1), here = word_at(s, at);

    switch (what->kind) {
    case ITEM_CHARACTER:
        return c >= 0 && fold(s, c) == fold(s, what->character) ? 1 : -1;
    case ITEM_ANY:
        return c >= 0 && !(c == '\n' && s->pattern->dot_excludes_newline) ? 1 : -1;
    case ITEM_CLASS: {
        const bool in = c >= 0 && (in_set(what->set, c) ||
                                   (s->pattern->any_case && (in_set(what->set, tolower(c)) ||
                                                             in_set(what->set, toupper(c)))));
        return c >= 0 && in != what->negated ? 1 : -1;
    }
    case ITEM_BEGIN:
        return at == 0 || (s->pattern->line_anchors && s->text[at - 1] == '\n') ? 0 : -1;
    case ITEM_END:
        return at == s->length || (at == s->length - 1 && c == '\n') ||
                       (s->pattern->line_anchors && c == '\n')
                   ? 0
                   : -1;
    case ITEM_WORD_EDGE:
        return before != here ? 0 : -1;
    case ITEM_NO_WORD_EDGE:
        return before == here ? 0 : -1;
    case ITEM_WORD_BEGIN:
        return !before && here ? 0 : -1;
    case ITEM_WORD_END:
        return before && !here ? 0 : -1;
    case ITEM_BACK: {
        const long begin = s->match->begin[what->number];
        const long length = begin >= 0 ? s->match->end[what->number] - begin : -1;
        if (length < 0 || length > s->length - at)
            return -1;
        for (long k = 0; k < length; k++)
            if (fold(s, (unsigned char)s->text[begin + k]) !=
                fold(s, (unsigned char)s->text[at + k]))
                return -1;
        return length;
    }
    default:
        return -1;
    }
}

static bool look(search *s, const item *what, long at) {
    const bd_regular_match before = *s->match;
    bool found = false;

    for (long from = what->kind == ITEM_AHEAD ? at : 0; from <= at && !found && !s->failed;
         from++) {
        for (const branch *b = what->inside; b && !found; b = b->other) {
            const rest here = {.next = b->first};
            long end = -1;
            found = match_rest(s, &here, from, &end) && (what->kind == ITEM_AHEAD || end == at);
        }
    }
    if (!found || what->negated)
        *s->match = before;
    return found != what->negated;
}

/* another turn of a group, or what is behind it */
static bool match_group(search *s, const item *what, int turns, long began, const rest *behind,
                        long at, long *end) {
    const bool more = turns < what->most && (at > began || turns < what->least || turns == 0);
    const bool may_end = turns >= what->least;
    const bd_regular_match before = *s->match;

    for (int way = 0; way < 2; way++) {
        const bool again = (way == 0) != what->lazy;
        if (again && more) {
            for (const branch *b = what->inside; b; b = b->other) {
                const rest inside = {b->first, what, turns + 1, at, behind};
                if (match_rest(s, &inside, at, end))
                    return true;
                *s->match = before;
            }
        } else if (!again && may_end && match_rest(s, behind, at, end)) {
            return true;
        }
    }
    return false;
}

/* a character, class or reference with its count */
static bool match_counted(search *s, const item *what, const rest *behind, long at, long *end) {
    long count = 0, ends[2] = {at, at};

    if (what->lazy) {
        for (;; count++) {
            if (count >= what->least && match_rest(s, behind, ends[0], end))
                return true;
            const long step = count < what->most && !s->failed ? match_one(s, what, ends[0]) : -1;
            if (step < 0 || (step == 0 && count >= what->least))
                return false;
            ends[0] += step;
        }
    }
    long width = 1;
    for (; count < what->most; count++) {
        const long step = match_one(s, what, ends[0]);
        if (step < 0 || (step == 0 && count >= what->least))
            break;
        width = step;
        ends[0] += step;
    }
    for (; count >= what->least && !s->failed; count--) {
        if (match_rest(s, behind, ends[0], end))
            return true;
        ends[0] -= width;
    }
    return false;
}

static bool match_rest(search *s, const rest *what, long at, long *end) {
    if (s->failed || s->depth > 2000 || !bd_calc_charge(s->calc, 20.0)) {
        if (!s->failed && s->calc->status == BD_OK)
            bd_calc_fail(s->calc, BD_LIMIT_EXCEEDED, "the search for the pattern goes too deep");
        s->failed = true;
        return false;
    }
    if (!what) {
        *end = at;
        return true;
    }
    s->depth++;
    bool found;
    const item *next = what->next;
    if (!next) {
        if (what->group) {
            const int number = what->group->number;
            const long begin = s->match->begin[number], stop = s->match->end[number];
            if (number > 0) {
                s->match->begin[number] = what->began;
                s->match->end[number] = at;
            }
            found = match_group(s, what->group, what->turns, what->began, what->outer, at, end);
            if (!found && number > 0) {
                s->match->begin[number] = begin;
                s->match->end[number] = stop;
            }
        } else {
            found = match_rest(s, what->outer, at, end);
        }
    } else {
        const rest behind = {next->next, what->group, what->turns, what->began, what->outer};
        if (next->kind == ITEM_GROUP)
            found = match_group(s, next, 0, -1, &behind, at, end);
        else if (next->kind == ITEM_AHEAD || next->kind == ITEM_BEHIND)
            found = look(s, next, at) && match_rest(s, &behind, at, end);
        else
            found = match_counted(s, next, &behind, at, end);
    }
    s->depth--;
    return found;
}

bool bd_regular_find(bd_calc *calc, const bd_regular *pattern, const char *text, size_t length,
                     size_t from, bd_regular_match *match) {
    search s = {calc, pattern, text, (long)length, match, 0, false};

    for (long at = (long)from; at <= (long)length && !s.failed; at++) {
        for (const branch *b = pattern->top; b; b = b->other) {
            const rest all = {.next = b->first};
            for (int k = 0; k <= BD_REGULAR_GROUPS; k++)
                match->begin[k] = match->end[k] = -1;
            if (match_rest(&s, &all, at, &match->end[0])) {
                match->begin[0] = at;
                return true;
            }
        }
    }
    return false;
}
