/* a small matcher of regular expressions: literals . [ ] * + ? ^ $ \ |, without groups; enough for
 * names of blocks, and the same on every system */
#include <ctype.h>
#include <string.h>

#include "commands/commands.h"

typedef struct matcher {
    bool any_case;
    int steps; /* against patterns that never end */
} matcher;

#define STEPS 1000000

static char folded(const matcher *m, char c) {
    return m->any_case ? (char)tolower((unsigned char)c) : c;
}

/* length of one item of the pattern: x . \x [..] */
static size_t item(const char *p) {
    if (*p == '\\' && p[1] != '\0')
        return 2;
    if (*p != '[')
        return 1;
    size_t i = 1;
    i += p[i] == '^';
    i += p[i] == ']';
    while (p[i] != '\0' && p[i] != ']')
        i++;
    return p[i] == ']' ? i + 1 : 0;
}

static bool in_class(const matcher *m, const char *p, size_t length, char c) {
    const bool inverse = p[1] == '^';
    bool found = false;
    for (size_t i = inverse ? 2 : 1; i + 1 < length; i++) {
        if (i + 3 < length && p[i + 1] == '-') {
            found =
                found || (folded(m, p[i]) <= folded(m, c) && folded(m, c) <= folded(m, p[i + 2]));
            i += 2;
        } else
            found = found || folded(m, p[i]) == folded(m, c);
    }
    return found != inverse;
}

static bool escaped(char kind, char c) {
    const unsigned char u = (unsigned char)c;
    switch (kind) {
    case 'd':
        return isdigit(u) != 0;
    case 'w':
        return isalnum(u) != 0 || c == '_';
    case 's':
        return isspace(u) != 0;
    default:
        return kind == c;
    }
}

static bool matches(const matcher *m, const char *p, size_t length, char c) {
    if (c == '\0')
        return false;
    if (*p == '.')
        return true;
    if (*p == '[')
        return in_class(m, p, length, c);
    return *p == '\\' ? escaped(p[1], c) : folded(m, *p) == folded(m, c);
}

static bool match_here(matcher *m, const char *p, const char *end, const char *text) {
    if (--m->steps < 0)
        return false;
    if (p >= end)
        return true;
    if (*p == '$' && p + 1 == end)
        return *text == '\0';
    const size_t length = item(p);
    const char more = p + length < end ? p[length] : '\0';
    if (more != '*' && more != '+' && more != '?')
        return matches(m, p, length, *text) && match_here(m, p + length, end, text + 1);
    const size_t least = more == '+', most = more == '?' ? 1 : (size_t)-1;
    size_t count = 0;
    while (count < most && matches(m, p, length, text[count]))
        count++;
    for (; count + 1 > least; count--) {
        if (match_here(m, p + length + 1, end, text + count))
            return true;
        if (count == 0)
            break;
    }
    return false;
}

static bool is_pattern(const char *p, const char *end) {
    while (p < end) {
        const size_t length = item(p);
        if (length == 0 || p + length > end || strchr("()*+?{}", *p))
            return false;
        p += length;
        p += p < end && strchr("*+?", *p);
    }
    return true;
}

static bool match_one(const char *p, const char *end, const char *text, bool any_case, bool *good) {
    matcher m = {any_case, STEPS};
    const bool anchored = p < end && *p == '^';
    p += anchored;
    *good = *good && is_pattern(p, end);
    if (!*good)
        return false;
    for (;; text++) {
        if (match_here(&m, p, end, text))
            return true;
        if (anchored || *text == '\0')
            return false;
    }
}

bool bd_pattern_match(const char *pattern, const char *text, bool any_case, bool *good) {
    *good = true;
    for (const char *p = pattern;; p++) {
        const char *end = p;
        while (*end != '\0' && *end != '|')
            end += *end == '\\' && end[1] != '\0' ? 2 : 1;
        if (match_one(p, end, text, any_case, good))
            return true;
        if (*end == '\0' || !*good)
            return false;
        p = end;
    }
}
