/* regular expressions by backtracking: sequences of items with counts, alternatives, groups,
 * classes, anchors, back references and looks ahead and behind. The syntax is Perl's, as far as
 * scripts use it; how long a search may take is bounded by the calculation's work */
#include "value/regular_tree.h"

#include <string.h>

/* work of one try to match: a thousand million of them take some ten seconds */
#define TRY 200.0

/* of each character that it passes, where these are many */
#define CHARACTER       20.0
#define FREE_CHARACTERS 100

static bool in_set(const unsigned char *set, int c) {
    return (set[(c & 255) / 8] >> ((c & 255) % 8) & 1) != 0;
}

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

/* a try that passes many characters is work by their number */
static bool charge_characters(search *s, long count) {
    if (count > FREE_CHARACTERS && !bd_calc_charge(s->calc, CHARACTER * (double)count))
        s->failed = true;
    return !s->failed;
}

static bool word_at(const search *s, long at) {
    return at >= 0 && at < s->length && is_word((unsigned char)s->text[at]);
}

/* one character, or an assertion without length; -1: no */
static long match_one(search *s, const item *what, long at) {
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
        if (length < 0 || length > s->length - at || !charge_characters(s, length))
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
    if (!charge_characters(s, count))
        return false;
    for (; count >= what->least && !s->failed; count--) {
        if (match_rest(s, behind, ends[0], end))
            return true;
        ends[0] -= width;
    }
    return false;
}

static bool match_rest(search *s, const rest *what, long at, long *end) {
    if (s->failed || s->depth > 2000 || !bd_calc_charge(s->calc, TRY)) {
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
