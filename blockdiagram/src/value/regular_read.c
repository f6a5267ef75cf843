/* reading regular expressions, see regular.c */
#include "value/regular_tree.h"

#include <limits.h>
#include <string.h>

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
