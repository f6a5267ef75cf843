/* a list of texts that a file keeps as an array (Type "Cell") becomes a parameter: a cell in text
 */
#include <string.h>

#include "file/build.h"

static size_t quoted_length(const char *text) {
    size_t length = 3; /* quotes and a comma */
    for (; *text != '\0'; text++)
        length += *text == '\'' ? 2 : 1;
    return length;
}

static char *quote(char *out, const char *text) {
    *out++ = '\'';
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            *out++ = '\'';
        *out++ = *text;
    }
    *out++ = '\'';
    return out;
}

static bool is_entry(const bd_tree *tree) {
    return strcmp(tree->name, "Cell") == 0;
}

bd_status bd_build_cell(bd_builder *b, const bd_tree *array, bd_parameters *parameters) {
    const char *name = bd_tree_text(array, "PropName");
    const char *type = bd_tree_text(array, "Type");
    if (strcmp(array->name, "Array") != 0 || !name || !type || strcmp(type, "Cell") != 0)
        return BD_OK;
    size_t length = 3;
    for (const bd_tree *t = array->first; t; t = t->next)
        length += is_entry(t) ? quoted_length(t->text) : 0;
    char *text = bd_arena_alloc(b->scratch, length), *out = text;
    if (!text)
        return bd_build_no_memory(b, array);
    *out++ = '{';
    for (const bd_tree *t = array->first; t; t = t->next) {
        if (!is_entry(t))
            continue;
        if (out > text + 1)
            *out++ = ',';
        out = quote(out, t->text);
    }
    *out++ = '}';
    *out = '\0';
    const bd_tree leaf = {.name = name, .text = text, .file = array->file, .line = array->line};
    return bd_build_parameter(b, &leaf, parameters);
}
