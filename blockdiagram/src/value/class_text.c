/* the text of a class becomes properties and functions: what stands around the functions is
 * blanked, so that lines keep their numbers. For classes without inheritance of their own, as
 * System objects are */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "value/library.h"

#include "common/memory.h"

typedef struct scanner {
    char *text;      /* blanked in place */
    size_t line;     /* where it begins */
    size_t next;     /* where the next one begins */
    char code[2000]; /* the line without texts, remarks and what stands in brackets */
    int brackets;
} scanner;

/* what counts for blocks: words outside of brackets, texts and remarks */
static void reduce_line(scanner *s) {
    size_t used = 0;
    char before = ' ';

    for (size_t k = s->line; k < s->next; k++) {
        const char c = s->text[k];
        const bool quote =
            c == '"' || (c == '\'' && !isalnum((unsigned char)before) && !strchr(")]}'._", before));
        if (c == '%' || (c == '.' && strncmp(s->text + k, "...", 3) == 0))
            break;
        if (quote) {
            for (k++; k < s->next && s->text[k] != c; k++) {
            }
            before = c;
            continue;
        }
        s->brackets += strchr("([{", c) != NULL && c != '\0';
        if (s->brackets == 0 && used + 1 < sizeof s->code)
            s->code[used++] = c;
        s->brackets -= strchr(")]}", c) != NULL && c != '\0';
        s->brackets = s->brackets < 0 ? 0 : s->brackets;
        before = c;
    }
    s->code[used] = '\0';
}

static bool next_line(scanner *s) {
    s->line = s->next;
    if (s->text[s->line] == '\0')
        return false;
    s->next = s->line + strcspn(s->text + s->line, "\n");
    s->next += s->text[s->next] == '\n';
    reduce_line(s);
    return true;
}

static void blank_line(scanner *s) {
    for (size_t k = s->line; k < s->next; k++)
        s->text[k] = s->text[k] == '\n' ? '\n' : ' ';
}

static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

static bool first_word_is(const scanner *s, const char *word) {
    const char *from = s->code + strspn(s->code, " \t\r");

    return is_word(from, strspn(from, "abcdefghijklmnopqrstuvwxyz"), word);
}

/* blocks that open in this line minus those that end */
static int balance(const scanner *s) {
    static const char *const opening[] = {"if",  "for",      "while",  "switch",
                                          "try", "function", "parfor", "arguments"};
    int sum = 0;

    for (const char *c = s->code; *c != '\0';) {
        const size_t length = strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                        "0123456789");
        const bool field = c > s->code && c[-1] == '.';
        for (size_t k = 0; k < sizeof opening / sizeof *opening && !field; k++)
            sum += is_word(c, length, opening[k]);
        sum -= !field && is_word(c, length, "end");
        c += length > 0 ? length : 1;
    }
    return sum;
}

static char *copy_range(const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && (isspace((unsigned char)to[-1]) || to[-1] == ';'))
        to--;
    const size_t length = (size_t)(to - from);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, from, length);
        copy[length] = '\0';
    }
    return copy;
}

/* Name = value; Name (1,1) double = value; Name */
static bool add_property(bd_properties *list, const char *from, const char *to) {
    from += strspn(from, " \t");
    const size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                       "0123456789");
    const char *equals = memchr(from, '=', (size_t)(to - from));
    if (length == 0 || from + length > to)
        return true;
    bd_property *grown = cm_one_more(list->items, list->count, sizeof *grown);
    if (!grown)
        return false;
    list->items = grown;
    bd_property *made = &grown[list->count++];
    made->name = copy_range(from, from + length);
    made->value = equals ? copy_range(equals + 1, to) : NULL;
    return made->name && (!equals || made->value);
}

void bd_properties_free(bd_properties *list) {
    for (size_t k = 0; k < list->count; k++) {
        free(list->items[k].name);
        free(list->items[k].value);
    }
    free(list->items);
    *list = (bd_properties){0};
}

/* where a remark begins, outside of texts */
static size_t code_end(const scanner *s) {
    bool in_text = false;

    for (size_t k = s->line; k < s->next; k++) {
        in_text = in_text != (s->text[k] == '\'');
        if (!in_text && s->text[k] == '%')
            return k;
    }
    return s->next;
}

/* does the statement go on in the next line? */
static bool goes_on(const scanner *s) {
    for (size_t k = s->line; k + 2 < code_end(s); k++)
        if (strncmp(s->text + k, "...", 3) == 0)
            return true;
    return s->brackets > 0;
}

static bool read_properties(scanner *s, bd_properties *list) {
    while (next_line(s) && !first_word_is(s, "end")) {
        const size_t begin = s->line;
        while (goes_on(s) && next_line(s)) {
        }
        if (!add_property(list, s->text + begin, s->text + code_end(s)))
            return false;
        s->line = begin;
        blank_line(s);
    }
    blank_line(s);
    return true;
}

static void read_methods(scanner *s) {
    int depth = 1;

    while (depth > 0 && next_line(s))
        depth += balance(s);
    blank_line(s); /* the end of the methods */
}

bool bd_class_split(char *text, bd_properties *list) {
    scanner s = {.text = text};

    while (next_line(&s)) {
        const bool properties = first_word_is(&s, "properties");
        const bool methods = first_word_is(&s, "methods");
        const bool others = first_word_is(&s, "events") || first_word_is(&s, "enumeration");
        blank_line(&s);
        if (properties && !read_properties(&s, list))
            return false;
        if (others) {
            while (next_line(&s) && !first_word_is(&s, "end"))
                blank_line(&s);
            blank_line(&s);
        }
        if (methods)
            read_methods(&s);
    }
    return true;
}
