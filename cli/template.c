/* a template becomes a script: its texts are the items of a cell, its code stays as it is and on
 * its line, so that sentences about mistakes name the right one */
#define _GNU_SOURCE
#include "template.h"

#include "common/memory.h"
#include "common/memory_text.h"
#include "common/plain_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pieces {
    char **items;
    size_t count;
} pieces;

static void put_lines(FILE *script, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            fputc('\n', script);
}

static bool put_text(FILE *script, pieces *texts, const char *text, size_t length) {
    if (length == 0)
        return true;
    char **grown = cm_one_more(texts->items, texts->count, sizeof *grown);
    if (!grown)
        return false;
    texts->items = grown;
    texts->items[texts->count] = strndup(text, length);
    fprintf(script, "out_{end+1}=text_{%zu};", ++texts->count);
    put_lines(script, text, length);
    return texts->items[texts->count - 1];
}

/* without comments, which would reach into the text behind them: % or # up to the end of the line,
 * unless they stand in quotes (a quote after a name, a bracket or a quote is a transpose) */
static void put_statements(FILE *script, const char *code, size_t length) {
    char quote = 0, before = ' ';
    for (size_t i = 0; i < length; i++) {
        const char c = code[i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' ||
                   (c == '\'' && !isalnum((unsigned char)before) && !strchr("_)]}'.", before))) {
            quote = c;
        } else if (c == '%' || c == '#') {
            while (i < length && code[i] != '\n')
                i++;
            if (i == length)
                break;
        }
        fputc(code[i], script);
        before = code[i];
    }
}

static void put_code(FILE *script, const char *code, size_t length) {
    const bool is_value = length > 0 && *code == '=';
    if (is_value)
        fputs("value_=(", script);
    put_statements(script, code + is_value, length - is_value);
    fputs(is_value ? ");if ischar(value_),out_{end+1}=value_;else "
                     "out_{end+1}=sprintf('%g',value_);end;"
                   : ";",
          script);
}

/* false: a piece of code has no end, or there is no memory */
static bool translate(FILE *script, pieces *texts, const char *text) {
    fputs("out_={};", script);
    while (*text) {
        const char *begin = strstr(text, "<%");
        if (!begin)
            return put_text(script, texts, text, strlen(text));
        const char *end = strstr(begin, "%>");
        if (!end || !put_text(script, texts, text, (size_t)(begin - text)))
            return false;
        put_code(script, begin + 2, (size_t)(end - begin - 2));
        text = end + 2;
        if (begin[2] != '=' && *text == '\n') { /* a line of code leaves no empty line */
            fputc('\n', script);
            text++;
        }
    }
    return true;
}

static bd_status set_texts(bd_workspace *w, const pieces *texts, bd_error *error) {
    bd_value *cell = NULL;
    bd_status status = bd_value_create_matrix(BD_CELL, 1, texts->count, &cell, error);
    for (size_t i = 0; status == BD_OK && i < texts->count; i++) {
        bd_value *text = NULL;
        status = bd_value_create_text(texts->items[i], &text, error);
        if (status == BD_OK)
            status = bd_value_cell_set(cell, i, text, error);
    }
    if (status == BD_OK)
        return bd_workspace_set(w, "text_", cell, error);
    bd_value_free(cell);
    return status;
}

static char *join(const bd_value *cell) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && cell && i < cell->count; i++) {
        const bd_value *item = bd_value_cell_at(cell, i);
        if (item && item->count > 0)
            fwrite(item->re, 1, item->count, out);
    }
    (void)cm_memory_text_close(out, &text);
    return text;
}

static bd_status run_script(const char *script, const pieces *texts, const char *name,
                            const bd_workspace *scope, bd_workspace **w, bd_error *error) {
    BD_TRY(bd_workspace_create(name, scope, w, error));
    BD_TRY(set_texts(*w, texts, error));
    return bd_workspace_run(*w, script, name, NULL, error);
}

char *template_fill(const char *text, const char *name, const bd_workspace *scope,
                    bd_error *error) {
    char *script = NULL, *filled = NULL;
    size_t size = 0;
    pieces texts = {0};
    bd_workspace *w = NULL;
    FILE *out = open_memstream(&script, &size);
    const bool whole = out && translate(out, &texts, text);
    const bool written = cm_memory_text_close(out, &script);
    bd_status status = BD_OK;
    if (!written)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for %s", name);
    else if (!whole)
        status = bd_error_set(error, BD_BAD_EXPRESSION, "%s: a '<%%' has no '%%>'", name);
    if (status == BD_OK)
        status = run_script(script, &texts, name, scope, &w, error);
    if (status == BD_OK && !(filled = join(bd_workspace_find_own(w, "out_"))))
        bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for %s", name);
    CM_FREE_LIST(texts.items, texts.count);
    free(script);
    bd_workspace_free(w);
    return filled;
}

char *template_read(const char *path, bd_error *error) {
    char *text = NULL, block[4096];
    size_t size = 0, got;
    const char *why;
    FILE *file = cm_open_plain(path, &why), *out = file ? open_memstream(&text, &size) : NULL;
    while (out && (got = fread(block, 1, sizeof block, file)) > 0)
        fwrite(block, 1, got, out);
    const bool good = out && !ferror(file);
    if (!good)
        bd_error_set(error, BD_CANNOT_READ, "'%s' cannot be read: %s", path,
                     file ? strerror(errno) : why);
    if (!cm_memory_text_close(out, &text) && good)
        bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for '%s'", path);
    if (file)
        fclose(file);
    if (!good) {
        free(text);
        return NULL;
    }
    return text;
}
