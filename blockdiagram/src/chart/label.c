/* labels: "name / entry: … during: … on E: …" of states, "events[condition]{action}/action" of
 * transitions */
#include <ctype.h>
#include <string.h>

#include "chart/chart.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* the quote that opens here begins a text, and no transposition */
static bool opens_text(const char *text, const char *at) {
    return at == text || (!is_word(at[-1]) && !strchr(")]}'.", at[-1]));
}

char *chart_strip_comments(bd_arena *arena, const char *text, bool c_language) {
    char *copy = bd_arena_copy(arena, text);
    if (!copy)
        return NULL;
    for (char *c = copy; *c;) {
        if (*c == '"' || (*c == '\'' && opens_text(copy, c))) {
            const char quote = *c++;
            while (*c && *c != quote && *c != '\n')
                c++;
            c += *c == quote;
        } else if (c[0] == '/' && c[1] == '*') {
            while (*c && !(c[0] == '*' && c[1] == '/')) {
                if (*c != '\n')
                    *c = ' ';
                c++;
            }
            if (*c)
                c[0] = c[1] = ' ';
        } else if (c_language && c[0] == '%' && c[1] == '%') {
            c += 2;
        } else if (*c == '%' || (c[0] == '/' && c[1] == '/')) {
            while (*c && *c != '\n')
                *c++ = ' ';
        } else if (strncmp(c, "...", 3) == 0) {
            while (*c && *c != '\n')
                *c++ = ' ';
            if (*c)
                *c++ = ' ';
        } else {
            c++;
        }
    }
    return copy;
}

/* ---- states ---- */

static int kind_of(const char *word, size_t length) {
    static const struct {
        const char *word;
        int kind;
    } words[] = {{"entry", SECTION_ENTRY},
                 {"en", SECTION_ENTRY},
                 {"during", SECTION_DURING},
                 {"du", SECTION_DURING},
                 {"exit", SECTION_EXIT},
                 {"ex", SECTION_EXIT},
                 {"bind", 16}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && strncmp(words[i].word, word, length) == 0)
            return words[i].kind;
    return 0;
}

/* "entry, during:" or "on E1 | after(3, E2):" at this place; *end is behind the colon */
static bool section_head(const char *at, int *kinds, const char **events, size_t *event_length,
                         const char **end) {
    *kinds = 0;
    *events = NULL;
    const char *c = at;
    for (;;) {
        while (is_blank(*c))
            c++;
        const char *word = c;
        while (is_word(*c))
            c++;
        const size_t length = (size_t)(c - word);
        if (length == 2 && strncmp(word, "on", 2) == 0 && is_blank(*c)) {
            while (is_blank(*c))
                c++;
            *events = c;
            int depth = 0;
            while (*c && *c != '\n' && (*c != ':' || depth > 0)) {
                depth += (*c == '(') - (*c == ')');
                c++;
            }
            if (*c != ':')
                return false;
            *event_length = (size_t)(c - *events);
            *kinds |= SECTION_ON;
        } else {
            const int kind = kind_of(word, length);
            if (kind == 0)
                return false;
            *kinds |= kind;
        }
        while (*c == ' ' || *c == '\t')
            c++;
        if (*c == ':' && c[1] != '=') {
            *end = c + 1;
            return true;
        }
        if (*c != ',' && *c != ';')
            return false;
        c++;
    }
}

static char *trimmed(bd_arena *arena, const char *from, const char *to) {
    while (from < to && is_blank(*from))
        from++;
    while (from < to && is_blank(to[-1]))
        to--;
    return bd_arena_copy_bytes(arena, from, (size_t)(to - from));
}

static label_section *add_section(bd_arena *arena, state_label *parts, label_section **last,
                                  int kinds) {
    label_section *made = bd_arena_alloc(arena, sizeof *made);
    if (!made)
        return NULL;
    made->kinds = kinds;
    made->text = "";
    if (*last)
        (*last)->next = made;
    else
        parts->sections = made;
    *last = made;
    return made;
}

bool chart_split_state_label(bd_arena *arena, const char *label, bool c_language,
                             state_label *parts) {
    *parts = (state_label){0};
    const char *text = chart_strip_comments(arena, label, c_language);
    if (!text)
        return false;
    const char *c = text;
    while (is_blank(*c))
        c++;
    const char *name = c;
    while (*c && *c != '\n' && *c != '/')
        c++;
    parts->name = trimmed(arena, name, c);
    if (!parts->name)
        return false;
    if (*c == '/')
        c++;
    label_section *last = NULL, *section = NULL;
    const char *begin = c;
    bool fresh = true; /* a section can only begin at a statement's begin */
    for (;; c++) {
        int kinds;
        const char *events, *end = NULL;
        size_t event_length = 0;
        while (fresh && is_blank(*c))
            c++;
        const bool head = fresh && *c && section_head(c, &kinds, &events, &event_length, &end);
        if (head || *c == '\0') {
            char *body = trimmed(arena, begin, c);
            if (!body)
                return false;
            if (!section && *body)
                section = add_section(arena, parts, &last, SECTION_ENTRY | SECTION_DURING);
            if (section)
                section->text = body;
            if (!head)
                return true;
            section = add_section(arena, parts, &last, kinds);
            if (!section)
                return false;
            if (events) {
                section->events = trimmed(arena, events, events + event_length);
                if (!section->events)
                    return false;
            }
            begin = end;
            c = end - 1;
            fresh = true;
            continue;
        }
        fresh = *c == '\n' || *c == ';' || *c == ',';
    }
}

/* ---- transitions ---- */

/* the bracket that closes the one here, or NULL */
static const char *closing(const char *c, char open, char close) {
    int depth = 0;
    for (const char *begin = c; *c; c++) {
        if (*c == '\'' && opens_text(begin, c)) {
            const char *end = strchr(c + 1, '\'');
            if (end && !memchr(c, '\n', (size_t)(end - c)))
                c = end;
        } else if (*c == open) {
            depth++;
        } else if (*c == close && --depth == 0) {
            return c;
        }
    }
    return NULL;
}

static char *joined(bd_arena *arena, const char *before, char *more) {
    return before && more ? bd_arena_text(arena, "%s\n%s", before, more) : more;
}

bool chart_split_transition_label(bd_arena *arena, const char *label, bool c_language,
                                  transition_label *parts) {
    *parts = (transition_label){0};
    const char *c = chart_strip_comments(arena, label ? label : "", c_language);
    if (!c)
        return false;
    if (strcmp(c, "?") == 0)
        return true;
    const char *begin = c;
    int depth = 0;
    while (*c && (depth > 0 || (*c != '[' && *c != '{' && *c != '/'))) {
        depth += (*c == '(') - (*c == ')');
        c++;
    }
    parts->events = trimmed(arena, begin, c);
    if (!parts->events)
        return false;
    if (!*parts->events)
        parts->events = NULL;
    while (*c) {
        const char *end = NULL;
        if (is_blank(*c) || *c == ';') {
            c++;
        } else if (*c == '[' && !parts->condition && (end = closing(c, '[', ']'))) {
            parts->condition = trimmed(arena, c + 1, end);
            c = end + 1;
        } else if (*c == '{' && (end = closing(c, '{', '}'))) {
            parts->condition_action =
                joined(arena, parts->condition_action, trimmed(arena, c + 1, end));
            c = end + 1;
        } else if (*c == '/') {
            const char *last = c + 1;
            while (is_blank(*last))
                last++;
            const char *braced = *last == '{' ? closing(last, '{', '}') : NULL;
            if (braced) {
                parts->action = trimmed(arena, last + 1, braced);
                c = braced + 1;
            } else {
                parts->action = trimmed(arena, last, last + strlen(last));
                c = last + strlen(last);
            }
        } else {
            return false;
        }
    }
    return true;
}
