/* XML to tree, with expat. A document type declaration is refused: model files have none, and it is
 * the door for entity expansion */
#include <stdlib.h>
#include <string.h>

#include "common/xml_guard.h"
#include "file/binary.h"
#include "file/internal.h"
#include "file/tree.h"

typedef struct parser {
    XML_Parser expat;
    const char *file;
    int first_line;
    bd_arena *arena;
    bd_error *error;
    bd_status status;
    int depth;
    bd_tree *open[BD_NESTING];
    bool has_children[BD_NESTING];
    bool skipped[BD_NESTING];
    char *text;
    size_t text_size;
    size_t text_capacity;
} parser;

static int line_of(const parser *p) {
    size_t line = XML_GetCurrentLineNumber(p->expat);
    return line < (1U << 30) ? p->first_line + (int)line - 1 : p->first_line;
}

static void stop(parser *p, bd_status status, const char *what) {
    if (p->status == BD_OK)
        p->status = bd_error_set(p->error, status, "%s:%d: %s", p->file, line_of(p), what);
    XML_StopParser(p->expat, XML_FALSE);
}

static void no_memory(parser *p) {
    stop(p, BD_LIMIT_EXCEEDED, "the file needs too much memory");
}

static const char *attribute(const XML_Char **attributes, const char *name) {
    for (size_t i = 0; attributes[i]; i += 2)
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    return NULL;
}

static bool add_attributes(parser *p, bd_tree *tree, const XML_Char **attributes) {
    for (size_t i = 0; attributes[i]; i += 2) {
        const char *name = bd_arena_copy(p->arena, attributes[i]);
        bd_tree *leaf = name ? bd_tree_add(p->arena, tree, name, tree->line) : NULL;
        if (!leaf)
            return false;
        leaf->text = bd_arena_copy(p->arena, attributes[i + 1]);
        if (!leaf->text)
            return false;
    }
    return true;
}

static void XMLCALL on_start(void *data, const XML_Char *element, const XML_Char **attributes) {
    parser *p = data;
    if (p->depth + 1 >= BD_NESTING) {
        stop(p, BD_LIMIT_EXCEEDED, "elements are nested too deep");
        return;
    }
    p->has_children[p->depth] = true;
    const char *key = strcmp(element, "P") == 0 ? attribute(attributes, "Name") : NULL;
    /* a parameter that only refers to a binary part has no text to offer, but for a few whose part
     * can be read */
    const char *reference = key ? attribute(attributes, "Ref") : NULL;
    bool skipped = p->skipped[p->depth] || (reference && !bd_is_binary_key(key));
    bd_tree *tree = NULL;
    if (!skipped) {
        const char *name = bd_arena_copy(p->arena, key ? key : element);
        if (name)
            tree = bd_tree_add(p->arena, p->open[p->depth], name, line_of(p));
        if (!tree || (!key && !add_attributes(p, tree, attributes))) {
            no_memory(p);
            return;
        }
        tree->section = key == NULL;
        if (reference) {
            tree->text = bd_arena_copy(p->arena, reference);
            if (!tree->text) {
                no_memory(p);
                return;
            }
        }
    }
    p->depth++;
    p->open[p->depth] = tree;
    p->skipped[p->depth] = skipped;
    p->has_children[p->depth] = reference != NULL; /* keeps the reference as its text */
    p->text_size = 0;
}

static void XMLCALL on_end(void *data, const XML_Char *element) {
    parser *p = data;
    (void)element;
    if (p->status != BD_OK)
        return;
    bd_tree *tree = p->open[p->depth];
    if (tree && !p->has_children[p->depth]) {
        tree->text = bd_arena_copy_bytes(p->arena, p->text, p->text_size);
        if (!tree->text)
            no_memory(p);
    }
    p->depth--;
}

static void XMLCALL on_text(void *data, const XML_Char *text, int size) {
    parser *p = data;
    if (p->depth == 0 || p->skipped[p->depth] || p->has_children[p->depth])
        return;
    size_t needed = p->text_size + (size_t)size;
    if (needed > p->text_capacity) {
        size_t capacity = needed * 2 + 256;
        char *grown = realloc(p->text, capacity);
        if (!grown) {
            no_memory(p);
            return;
        }
        p->text = grown;
        p->text_capacity = capacity;
    }
    memcpy(p->text + p->text_size, text, (size_t)size);
    p->text_size = needed;
}

static void refuse_doctype(void *data) {
    stop(data, BD_BAD_FILE, "a document type declaration is not accepted in a model file");
}

CM_XML_ON_DOCTYPE(on_doctype, refuse_doctype)

static bd_status run_expat(parser *p, const char *text, size_t size) {
    XML_SetUserData(p->expat, p);
    XML_SetElementHandler(p->expat, on_start, on_end);
    XML_SetCharacterDataHandler(p->expat, on_text);
    XML_SetStartDoctypeDeclHandler(p->expat, on_doctype);
    const size_t largest = 1U << 20;
    bool ok = true;
    for (size_t at = 0; ok && (at < size || at == 0); at += largest) {
        size_t piece = size - at < largest ? size - at : largest;
        ok = XML_Parse(p->expat, text + at, (int)piece, at + piece == size) == XML_STATUS_OK;
        if (size == 0)
            break;
    }
    if (p->status == BD_OK && !ok)
        p->status = bd_error_set(p->error, BD_BAD_FILE, "%s:%d: %s", p->file, line_of(p),
                                 XML_ErrorString(XML_GetErrorCode(p->expat)));
    return p->status;
}

/* blanks and a byte order mark before the declaration, which expat does not accept there */
static size_t leading_bytes(const char *text, size_t size, int *line) {
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (; at < size && strchr(" \t\r\n", text[at]) && text[at] != '\0'; at++)
        *line += text[at] == '\n';
    return at;
}

bd_status bd_xml_parse(const char *text, size_t size, const char *file, int first_line,
                       bd_arena *arena, bd_tree **tree, bd_error *error) {
    bd_tree *root = bd_arena_alloc(arena, sizeof *root);
    parser *p = calloc(1, sizeof *p);
    XML_Parser expat = XML_ParserCreate(NULL);
    bd_status status = BD_OUT_OF_MEMORY;
    if (!root || !p || !expat) {
        bd_error_set(error, status, "%s: out of memory", file);
    } else {
        *root = (bd_tree){.name = "", .text = "", .file = file, .section = true};
        *p = (parser){.expat = expat,
                      .file = file,
                      .first_line = first_line,
                      .arena = arena,
                      .error = error,
                      .open = {root}};
        size_t skip = leading_bytes(text, size, &p->first_line);
        status = run_expat(p, text + skip, size - skip);
        *tree = root;
    }
    if (p)
        free(p->text);
    free(p);
    if (expat)
        XML_ParserFree(expat);
    return status;
}
