/* an enumeration is a file like
 *
 *   classdef Gear < Simulink.IntEnumType
 *     enumeration
 *       Neutral (0)
 *       First   (1)
 *     end
 *   end
 *
 * and its names become fields of a structure: Gear.First is int32(1). Signals of such a type are
 * int32. A class that does more than name numbers stays one that needs MATLAB: only its names are
 * read */
#include "engine/enumerations.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "blockdiagram/signal.h"
#include "common/plain_file.h"

#define MOST_BYTES 1000000
#define MOST_NAMES 500

typedef struct names {
    char (*list)[BD_MAX_NAME + 1];
    size_t count;
} names;

static bool is_letter(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static void add_name(names *n, const char *from, size_t length) {
    if (length == 0 || length > BD_MAX_NAME || n->count >= MOST_NAMES)
        return;
    for (size_t k = 0; k < n->count; k++)
        if (strlen(n->list[k]) == length && memcmp(n->list[k], from, length) == 0)
            return;
    memcpy(n->list[n->count], from, length);
    n->list[n->count++][length] = '\0';
}

/* words before a point and another word; words after Enum: */
static void scan(names *n, const char *text) {
    if (!strchr(text, '.') && !strstr(text, "Enum:"))
        return;
    for (const char *c = text; *c; c++) {
        if (!is_letter(*c) || (c > text && (is_word(c[-1]) || c[-1] == '.')))
            continue;
        size_t length =
            strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (strncmp(c, "Enum:", 5) == 0) {
            const char *name = c + 5 + strspn(c + 5, " ");
            add_name(n, name, strcspn(name, " '\")"));
        } else if (c[length] == '.' && is_letter(c[length + 1]))
            add_name(n, c, length);
        c += length - 1;
    }
}

static void scan_system(names *n, const bd_system *system) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        for (size_t k = 0; k < node->parameters.count; k++)
            if (node->parameters.items[k].value)
                scan(n, node->parameters.items[k].value);
        for (size_t k = 0; node->mask && k < node->mask->count; k++)
            if (node->mask->variables[k].expression)
                scan(n, node->mask->variables[k].expression);
        if (node->system)
            scan_system(n, node->system);
    }
}

/* contents of FOLDER/NAME.m for free(), or NULL */
static char *read_file(const char *folder, size_t length, const char *name) {
    char path[4096];
    const char *why;
    size_t size;
    int written = snprintf(path, sizeof path, "%.*s/%s.m", (int)length, folder, name);
    if (written < 0 || (size_t)written >= sizeof path)
        return NULL;
    char *text = cm_read_plain(path, MOST_BYTES, &size, &why);
    if (text && size == 0) {
        free(text);
        text = NULL;
    }
    return text;
}

/* the next line without remark and blanks around it, cut out of *text; NULL at the end */
static char *next_line(char **text) {
    char *line = *text;
    if (!line || !*line)
        return NULL;
    char *end = line + strcspn(line, "\r\n");
    *text = *end ? end + 1 : end;
    *end = '\0';
    line += strspn(line, " \t");
    line[strcspn(line, "%")] = '\0';
    for (size_t n = strlen(line); n > 0 && strchr(" \t", line[n - 1]); n--)
        line[n - 1] = '\0';
    return line;
}

/* Neutral (0), First (1) */
static bd_status read_members(char *line, double *next, bd_value *made, bd_error *error) {
    for (char *c = line; *c;) {
        char name[BD_MAX_NAME + 1];
        size_t length = 0;
        bd_value *number = NULL;
        c += strspn(c, " \t,;");
        while (is_word(c[length]))
            length++;
        if (length == 0 || length > BD_MAX_NAME)
            return BD_OK;
        memcpy(name, c, length);
        name[length] = '\0';
        c += length;
        c += strspn(c, " \t");
        if (*c == '(') {
            char *close = c + 1;
            for (int depth = 1; *close && (depth += (*close == '(') - (*close == ')')) > 0;)
                close++;
            if (!*close)
                return BD_OK;
            *close = '\0';
            BD_TRY(bd_expression_scalar(c + 1, NULL, next, error));
            c = close + 1;
        }
        BD_TRY(bd_value_create_matrix(BD_INT32, 1, 1, &number, error));
        bd_element_write(number->re, BD_INT32, 0, *next);
        BD_TRY(bd_value_field_set(made, 0, name, number, error));
        *next += 1.0;
    }
    return BD_OK;
}

/* *value stays NULL if the text is no enumeration */
static bd_status read_class(char *text, bd_value **value, bd_error *error) {
    bool class = false, inside = false;
    double next = 0.0;
    bd_status status = BD_OK;
    for (char *line; status == BD_OK && (line = next_line(&text));) {
        if (!class && *line && strncmp(line, "classdef", 8) != 0)
            return BD_OK;
        if (!class)
            class = *line != '\0';
        else if (inside && strcmp(line, "end") == 0)
            return BD_OK;
        else if (inside)
            status = read_members(line, &next, *value, error);
        else if (strncmp(line, "enumeration", 11) == 0 && !is_word(line[11])) {
            inside = true;
            status = bd_value_create_struct(value, error);
        }
    }
    return status;
}

static bd_status load_one(const bd_diagram *diagram, const char *name, bd_workspace *workspace,
                          bd_error *error) {
    const char *slash = strrchr(diagram->file, '/');
    bd_value *value = NULL;
    char *text = slash ? read_file(diagram->file, (size_t)(slash - diagram->file), name)
                       : read_file(".", 1, name);
    for (size_t k = 0; !text && k < diagram->folder_count; k++)
        text = read_file(diagram->folders[k], strlen(diagram->folders[k]), name);
    if (!text)
        return BD_OK;
    bd_status status = read_class(text, &value, error);
    free(text);
    if (status != BD_OK) {
        bd_value_free(value);
        return bd_error_prefix(error, "enumeration %s: ", name);
    }
    return value ? bd_workspace_set(workspace, name, value, error) : BD_OK;
}

bd_status bd_enumerations_load(const bd_diagram *diagram, bd_workspace *workspace,
                               bd_error *error) {
    names n = {calloc(MOST_NAMES, sizeof *n.list), 0};
    bd_status status = BD_OK;
    if (!n.list)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    scan_system(&n, diagram->root);
    for (size_t k = 0; k < n.count && status == BD_OK; k++)
        if (!bd_workspace_find_own(workspace, n.list[k]))
            status = load_one(diagram, n.list[k], workspace, error);
    free(n.list);
    return status;
}
