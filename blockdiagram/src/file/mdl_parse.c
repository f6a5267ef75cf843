/* .mdl text: one item per line. "Name {" opens a section, "}" closes it, "key value" is a key whose
 * value is bare to the end of the line or quoted with escapes and continued on following lines that
 * are only quoted text; "#" begins a comment line */
#include <string.h>

#include "file/internal.h"
#include "file/tree.h"

typedef struct parser {
    const char *next; /* start of the next line */
    const char *end;
    int line;
    const char *file;
    bd_arena *arena;
    bd_error *error;
} parser;

typedef struct slice {
    const char *start;
    size_t size;
} slice;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static slice trim(const char *start, const char *end) {
    while (start < end && is_blank(*start))
        start++;
    while (start < end && is_blank(end[-1]))
        end--;
    return (slice){start, (size_t)(end - start)};
}

static slice peek_line(const parser *p) {
    const char *end = memchr(p->next, '\n', (size_t)(p->end - p->next));
    return trim(p->next, end ? end : p->end);
}

static void take_line(parser *p) {
    const char *end = memchr(p->next, '\n', (size_t)(p->end - p->next));
    p->next = end ? end + 1 : p->end;
    p->line++;
}

static bool is_key_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '-' || c == ':';
}

static bd_status fail(const parser *p, int line, const char *what) {
    return bd_error_set(p->error, BD_BAD_FILE, "%s:%d: %s", p->file, line, what);
}

static bd_status no_memory(const parser *p) {
    return bd_error_set(p->error, BD_LIMIT_EXCEEDED, "%s:%d: the file needs too much memory",
                        p->file, p->line);
}

/* length of the quoted text at the start of the slice, both quotes included; 0 if it is not closed
 * or something follows it */
static size_t quoted_length(slice s) {
    for (size_t i = 1; i < s.size; i++) {
        if (s.start[i] == '\\')
            i++;
        else if (s.start[i] == '"')
            return i + 1 == s.size ? s.size : 0;
    }
    return 0;
}

/* some files have line ends inside of quotes: the text goes on to the quote that ends a line. Takes
 * the lines up to there; the slice as it is if there is none before a bound */
static slice join_raw_lines(parser *p, slice first) {
    const char *saved = p->next;
    int saved_line = p->line;
    for (int lines = 0; lines < 1000 && p->next < p->end; lines++) {
        slice s = peek_line(p);
        take_line(p);
        if (s.size > 0 && s.start[s.size - 1] == '"') {
            slice whole = {first.start, (size_t)(s.start + s.size - first.start)};
            if (quoted_length(whole) > 0)
                return whole;
            break;
        }
    }
    p->next = saved;
    p->line = saved_line;
    return first;
}

static size_t unescape(slice s, char *out) {
    size_t length = 0;
    for (size_t i = 1; i + 1 < s.size; i++) {
        char c = s.start[i];
        if (c == '\\' && i + 2 < s.size) {
            c = s.start[++i];
            if (c == 'n')
                c = '\n';
            else if (c == 't')
                c = '\t';
        }
        out[length++] = c;
    }
    return length;
}

/* the quoted value that begins in `first` (whose line is already taken) with all continuations */
static bd_status quoted_value(parser *p, slice first, const char **value) {
    int line = p->line - 1;
    if (quoted_length(first) == 0)
        first = join_raw_lines(p, first);
    if (quoted_length(first) == 0)
        return fail(p, line, "a quoted value does not end with a quote");
    const char *saved = p->next;
    int saved_line = p->line;
    size_t total = first.size;
    for (slice s = peek_line(p); p->next < p->end && s.size > 0 && s.start[0] == '"';
         s = peek_line(p)) {
        if (quoted_length(s) == 0)
            return fail(p, p->line, "a quoted value does not end with a quote");
        total += s.size;
        take_line(p);
    }
    const char *stop = p->next;
    char *text = bd_arena_alloc(p->arena, total + 1);
    if (!text)
        return no_memory(p);
    size_t length = unescape(first, text);
    p->next = saved;
    p->line = saved_line;
    while (p->next < stop) {
        length += unescape(peek_line(p), text + length);
        take_line(p);
    }
    *value = text;
    return BD_OK;
}

/* what would be lost without a word if it were taken for a value */
static bool is_section_name(const char *name) {
    static const char *const names[] = {"Model", "Library", "System", "Block", "Line", "Branch"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bd_status parse_item(parser *p, slice s, bd_tree **open, int *depth) {
    int line = p->line - 1;
    if (s.size == 1 && s.start[0] == '}') {
        if (*depth == 0)
            return fail(p, line, "'}' closes a section that was never opened");
        (*depth)--;
        return BD_OK;
    }
    /* a value whose key was taken away by a tool */
    if (s.start[0] == '"' && quoted_length(s) > 0)
        return BD_OK;
    size_t length = 0;
    while (length < s.size && is_key_character(s.start[length]))
        length++;
    if (length == 0 || (length < s.size && !is_blank(s.start[length])))
        return fail(p, line, "this is neither 'name value', 'name {' nor '}'");
    const char *name = bd_arena_copy_bytes(p->arena, s.start, length);
    bd_tree *item = name ? bd_tree_add(p->arena, open[*depth], name, line) : NULL;
    if (!item)
        return no_memory(p);
    slice value = trim(s.start + length, s.start + s.size);
    if (value.size == 1 && value.start[0] == '{') {
        if (*depth + 1 >= BD_NESTING)
            return bd_error_set(p->error, BD_LIMIT_EXCEEDED,
                                "%s:%d: sections are nested more than %d deep", p->file, line,
                                BD_NESTING);
        item->section = true;
        open[++*depth] = item;
        return BD_OK;
    }
    if (value.size > 1 && value.start[0] == '{' && is_section_name(name))
        return fail(p, line, "a section begins with '{' at the end of its line, one item per line");
    if (value.size > 0 && value.start[0] == '"')
        return quoted_value(p, value, &item->text);
    item->text = bd_arena_copy_bytes(p->arena, value.start, value.size);
    return item->text ? BD_OK : no_memory(p);
}

static bool opens_charts(slice s) {
    static const char word[] = "Stateflow";
    const size_t length = sizeof word - 1;
    return s.size > length && memcmp(s.start, word, length) == 0 &&
           trim(s.start + length, s.start + s.size).size == 1 && s.start[s.size - 1] == '{';
}

bd_status bd_mdl_parse(const char *text, size_t size, const char *file, bd_arena *arena,
                       bd_tree **tree, bd_error *error) {
    parser p = {text, text + size, 1, file, arena, error};
    bd_tree *open[BD_NESTING];
    int depth = 0;
    bd_tree *root = bd_arena_alloc(arena, sizeof *root);
    if (!root)
        return no_memory(&p);
    *root = (bd_tree){.name = "", .text = "", .file = file, .section = true};
    open[0] = root;
    bool model_complete = false;
    while (p.next < p.end) {
        slice s = peek_line(&p);
        take_line(&p);
        if (s.size == 0 || s.start[0] == '#')
            continue;
        /* charts and binary data follow the diagram; the latter are read on their own */
        if (model_complete && depth == 0 && !opens_charts(s))
            continue;
        bd_status status = parse_item(&p, s, open, &depth);
        if (status != BD_OK)
            return status;
        if (depth > 0 || !root->last || !root->last->section)
            continue;
        if (strcmp(root->last->name, "Stateflow") == 0)
            break;
        model_complete =
            strcmp(root->last->name, "Model") == 0 || strcmp(root->last->name, "Library") == 0;
    }
    if (depth > 0)
        return bd_error_set(error, BD_BAD_FILE,
                            "%s:%d: the file ends inside section '%s' that begins in line %d", file,
                            p.line, open[depth]->name, open[depth]->line);
    *tree = root;
    return BD_OK;
}
