/* line by line, and element by element */
#include "page.h"

#include <ctype.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text, size_t length) {
    char *c = calloc(length + 1, 1);
    memcpy(c, text, length);
    return c;
}

static page *add(page *parent, const char *name, size_t length) {
    page *p = calloc(1, sizeof *p);
    p->name = copy(name, length);
    p->parent = parent;
    if (parent->last)
        parent->last->next = p;
    else
        parent->first = p;
    parent->last = p;
    return p;
}

void page_free(page *p) {
    while (p) {
        page *next = p->next;
        page_free(p->first);
        free(p->name);
        free(p->value);
        free(p->text);
        free(p);
        p = next;
    }
}

static void join(page *key, const char *more, size_t length) {
    size_t before = strlen(key->value);
    key->value = realloc(key->value, before + length + 1);
    /* the closing quote goes, and the opening one of the next line */
    memcpy(key->value + before - 1, more + 1, length - 1);
    key->value[before + length - 2] = '\0';
}

static const char *take_line(page **at, const char *line, size_t length) {
    page *last = (*at)->last;
    if (length == 1 && *line == '}') {
        *at = (*at)->parent;
        return *at ? NULL : "a brace is closed that was not opened";
    }
    if (*line == '"') {
        if (!last || last->section || last->value[0] != '"' || line[length - 1] != '"')
            return "a line in quotes continues nothing";
        join(last, line, length);
        return NULL;
    }
    size_t word = 0;
    while (word < length && (isalnum((unsigned char)line[word]) || strchr("_.$-:", line[word])))
        word++;
    size_t value = word;
    while (value < length && isspace((unsigned char)line[value]))
        value++;
    if (word == 0 || value == length)
        return "a line is neither a key with a value nor a section";
    page *p = add(*at, line, word);
    if (length - value == 1 && line[value] == '{') {
        p->section = true;
        *at = p;
    } else
        p->value = copy(line + value, length - value);
    return NULL;
}

page *page_of_text(const char *text, const char **wrong) {
    page *root = calloc(1, sizeof *root), *at = root;
    root->section = true;
    *wrong = NULL;
    while (*text && !*wrong) {
        size_t length = strcspn(text, "\n"), blank = strspn(text, " \t"), end = length;
        while (end > blank && isspace((unsigned char)text[end - 1]))
            end--;
        if (blank < end && text[blank] != '#')
            *wrong = take_line(&at, text + blank, end - blank);
        text += length + (text[length] == '\n');
    }
    if (!*wrong && at != root)
        *wrong = "a brace is not closed";
    if (!*wrong)
        return root;
    page_free(root);
    return NULL;
}

typedef struct reading {
    page *at, *key;
} reading;

static void XMLCALL on_begin(void *context, const char *name, const char **attributes) {
    reading *r = context;
    if (strcmp(name, "P") == 0 && attributes[0] && strcmp(attributes[0], "Name") == 0) {
        r->key = add(r->at, attributes[1], strlen(attributes[1]));
        r->key->value = copy("", 0);
        return;
    }
    page *p = add(r->at, name, strlen(name));
    p->section = true;
    for (; attributes[0]; attributes += 2)
        add(p, attributes[0], strlen(attributes[0]))->value =
            copy(attributes[1], strlen(attributes[1]));
    r->at = p;
}

static void XMLCALL on_text(void *context, const char *text, int length) {
    reading *r = context;
    page *p = r->key ? r->key : r->at;
    if (!p->value)
        p->value = copy("", 0);
    size_t before = strlen(p->value);
    p->value = realloc(p->value, before + (size_t)length + 1);
    memcpy(p->value + before, text, (size_t)length);
    p->value[before + (size_t)length] = '\0';
}

static void XMLCALL on_end(void *context, const char *name) {
    reading *r = context;
    if (r->key && strcmp(name, "P") == 0)
        r->key = NULL;
    else
        r->at = r->at->parent;
}

page *page_of_xml(const char *text, size_t size, const char **wrong) {
    page *root = calloc(1, sizeof *root);
    reading r = {.at = root};
    XML_Parser parser = XML_ParserCreate(NULL);
    root->section = true;
    XML_SetUserData(parser, &r);
    XML_SetElementHandler(parser, on_begin, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    *wrong = XML_Parse(parser, text, (int)size, 1) == XML_STATUS_OK ? NULL : "no well-formed XML";
    XML_ParserFree(parser);
    if (!*wrong)
        return root;
    page_free(root);
    return NULL;
}

page *page_section(const page *p, const char *name) {
    for (page *t = p ? p->first : NULL; t; t = t->next)
        if (t->section && strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

const char *page_value(const page *p, const char *key) {
    for (const page *t = p ? p->first : NULL; t; t = t->next)
        if (!t->section && strcmp(t->name, key) == 0)
            return t->value;
    return NULL;
}

const char *page_text(const page *p, const char *key) {
    page *t = p ? p->first : NULL;
    while (t && (t->section || strcmp(t->name, key) != 0))
        t = t->next;
    size_t length = t ? strlen(t->value) : 0;
    if (length < 2 || t->value[0] != '"')
        return t ? t->value : "";
    if (!t->text)
        t->text = copy(t->value + 1, length - 2);
    return t->text;
}

size_t page_count(const page *p, const char *section) {
    size_t count = 0;
    for (const page *t = p ? p->first : NULL; t; t = t->next)
        count += t->section && strcmp(t->name, section) == 0;
    return count;
}

page *page_property(const page *p, const char *property) {
    for (page *t = p ? p->first : NULL; t; t = t->next)
        if (t->section && (strcmp(page_text(t, "PropName"), property) == 0 ||
                           strcmp(page_text(t, "$PropName"), property) == 0))
            return t;
    return NULL;
}

page *page_after(const page *p, const page *root) {
    if (p->first)
        return p->first;
    while (p != root && !p->next)
        p = p->parent;
    return p == root ? NULL : p->next;
}
