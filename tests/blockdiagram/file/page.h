/* a model file as lines of sections and keys, read by a parser of its own: what is checked here
 * shall not depend on the reader that is tested elsewhere */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct page {
    char *name;
    char *value; /* of a key; .mdl: with its quotes, continued lines joined */
    char *text;  /* the same without its quotes, once it was asked for */
    bool section;
    struct page *first, *last, *next, *parent;
} page;

/* .mdl text; NULL, and what is wrong, if braces do not balance or a line cannot be read */
page *page_of_text(const char *text, const char **wrong);

/* XML: attributes and <P Name="k">v</P> are keys, other elements sections */
page *page_of_xml(const char *text, size_t size, const char **wrong);

void page_free(page *p);

page *page_section(const page *p, const char *name);    /* first section of this name, or NULL */
const char *page_value(const page *p, const char *key); /* first value of this key, or NULL */
const char *page_text(const page *p, const char *key);  /* without quotes; "" if there is none */
size_t page_count(const page *p, const char *section);

/* the section that is this property of its parent (PropName), or NULL */
page *page_property(const page *p, const char *property);

/* the following page of a walk over everything below root; NULL at the end */
page *page_after(const page *p, const page *root);

#endif
