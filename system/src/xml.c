/* the tree is built by expat; what is hostile (a document type, nesting, size) is refused */
#define _POSIX_C_SOURCE 200809L
#include "xml.h"

#include "common/memory.h"
#include "common/xml_guard.h"
#include "read.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH    100
#define MOST_ELEMENTS 2000000
#define MOST_BYTES    ((size_t)256 << 20)

typedef struct builder {
    XML_Parser expat;
    sy_xml *root, *at;
    int depth, count;
    const char *wrong;
} builder;

static void stop(builder *b, const char *wrong) {
    if (!b->wrong)
        b->wrong = wrong;
    XML_StopParser(b->expat, XML_FALSE);
}

static const char *plain(const char *name) {
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static bool fill(sy_xml *e, const char *name, const char **attributes) {
    size_t count = 0;
    while (attributes[count])
        count++;
    e->name = strdup(plain(name));
    e->attributes = calloc(count + 1, sizeof *e->attributes);
    for (size_t i = 0; e->attributes && i < count; i++)
        if (!(e->attributes[i] = strdup(i % 2 ? attributes[i] : plain(attributes[i]))))
            return false;
    return e->name && e->attributes;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    builder *b = data;
    sy_xml *e = ++b->depth > MOST_DEPTH || ++b->count > MOST_ELEMENTS ? NULL : calloc(1, sizeof *e);
    if (!e) {
        stop(b, "there is too much of it");
        return;
    }
    e->line = (int)XML_GetCurrentLineNumber(b->expat);
    e->parent = b->at;
    if (!b->at)
        b->root = e;
    else if (b->at->last)
        b->at->last = b->at->last->next = e;
    else
        b->at->first = b->at->last = e;
    b->at = e;
    if (!fill(e, name, attributes))
        stop(b, "not enough memory");
}

static void XMLCALL on_end(void *data, const XML_Char *name) {
    builder *b = data;
    (void)name;
    b->depth--;
    if (b->at)
        b->at = b->at->parent;
}

static void refuse_doctype(void *data) {
    stop(data, "a document type declaration is not allowed here");
}

CM_XML_ON_DOCTYPE(on_doctype, refuse_doctype)

/* file is for messages */
static mr_status read_text(const char *file, const char *text, size_t size, sy_xml **root,
                           mr_message *message) {
    builder b = {.expat = XML_ParserCreate(NULL)};
    *root = NULL;
    if (!b.expat)
        return mr_no_memory(message);
    XML_SetUserData(b.expat, &b);
    XML_SetElementHandler(b.expat, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(b.expat, on_doctype);
    const bool good = size < MOST_BYTES && XML_Parse(b.expat, text, (int)size, 1) == XML_STATUS_OK;
    if (!good)
        mr_message_set(message, "%.200s:%d: %.200s", file, (int)XML_GetCurrentLineNumber(b.expat),
                       b.wrong ? b.wrong : XML_ErrorString(XML_GetErrorCode(b.expat)));
    XML_ParserFree(b.expat);
    if (!good) {
        sy_xml_free(b.root);
        return MR_ERR_CONFIG;
    }
    *root = b.root;
    return MR_OK;
}

mr_status sy_xml_read_file(const char *path, sy_xml **root, mr_message *message) {
    size_t size;
    *root = NULL;
    char *text = sy_read_text("", path, MOST_BYTES, &size, message);
    if (!text)
        return MR_ERR_CONFIG;
    const mr_status status = read_text(path, text, size, root, message);
    free(text);
    return status;
}

void sy_xml_free(sy_xml *e) {
    while (e) {
        /* children first, then the next; the tree may be wide, but it is not deep */
        sy_xml *next = e->next;
        sy_xml_free(e->first);
        for (char **a = e->attributes; a && *a; a++)
            free(*a);
        CM_FREE(e->attributes, e->name, e);
        e = next;
    }
}

const char *sy_xml_attribute(const sy_xml *e, const char *name) {
    for (char **a = e->attributes; *a; a += 2)
        if (strcmp(a[0], name) == 0)
            return a[1];
    return NULL;
}

sy_xml *sy_xml_child(const sy_xml *e, const char *name, const sy_xml *after) {
    sy_xml *child = !e ? NULL : after ? after->next : e->first;
    while (child && strcmp(child->name, name) != 0)
        child = child->next;
    return child;
}
