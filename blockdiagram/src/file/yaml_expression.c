/* "= k*(x1 - x2) - c*v": names of blocks and signals become inputs of a Fcn block, all other names
 * are variables. Each input is a scalar, and the Mux in front insists on that */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/yaml_model.h"

#define MOST 60

typedef struct inputs {
    const char *names[MOST];
    int count;
} inputs;

static bool begins_name(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static size_t name_length(const char *text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

/* a name followed by '(' is a function, one behind a digit or point an exponent or field */
static bool is_variable(const char *expression, const char *at, size_t length) {
    const char *next = at + length + strspn(at + length, " \t");
    const char before = at > expression ? at[-1] : ' ';
    return *next != '(' && !isalnum((unsigned char)before) && before != '.' && before != '_';
}

/* the expression with u(i) for inputs, or what the inputs are */
static bd_status scan(bd_yaml_model *m, const bd_system *system, const bd_yaml *at,
                      const char *expression, const char *own, inputs *in, bd_text *out) {
    for (const char *c = expression; *c != '\0';) {
        if (!begins_name(*c)) {
            bd_text_put(out, c++, 1);
            continue;
        }
        const size_t length = name_length(c);
        const char *name = bd_arena_copy_bytes(m->diagram->arena, c, length);
        int port, number = -1;
        if (!name)
            return bd_yaml_memory(m);
        const bool variable = is_variable(expression, c, length);
        const bd_node *source = variable ? bd_yaml_find_source(m, system, name, &port) : NULL;
        if (source && strcmp(name, own) == 0)
            return bd_yaml_refuse(&m->document, at, "'%s' stands in its own expression", own);
        for (int i = 0; source && i < in->count; i++)
            if (strcmp(in->names[i], name) == 0)
                number = i;
        if (source && number < 0) {
            if (in->count == MOST)
                return bd_yaml_refuse(&m->document, at, "more than %d inputs", MOST);
            number = in->count;
            in->names[in->count++] = name;
        }
        char text[32];
        snprintf(text, sizeof text, "u(%d)", number + 1);
        if (source)
            bd_text_add(out, text);
        else
            bd_text_put(out, c, length);
        c += length;
    }
    bd_text_put(out, "", 1);
    return out->failed ? bd_yaml_memory(m) : BD_OK;
}

/* which names are blocks is known when all blocks are there: until then it is only the block */
bd_status bd_yaml_add_expression(bd_yaml_model *m, bd_system *system, const bd_yaml *at,
                                 const char *name, const char *expression) {
    const char *text = expression + strspn(expression, " \t");
    const bd_setting setting = {"Expr", text};
    bd_node *node;
    if (*text == '\0')
        return bd_yaml_refuse(&m->document, at, "block '%s': the expression is empty", name);
    return bd_yaml_add(m, system, at, "built-in/Fcn", name, &setting, 1, &node);
}

static const char *mux_name(bd_yaml_model *m, const bd_system *system, const char *name) {
    const char *text = bd_arena_text(m->diagram->arena, "%s inputs", name);
    while (text && bd_system_find(system, text))
        text = bd_arena_text(m->diagram->arena, "%s_", text);
    return text;
}

static bd_status add_mux(bd_yaml_model *m, bd_system *system, const bd_yaml *at, const char *name,
                         const inputs *in) {
    char widths[4 * MOST] = "[";
    for (int i = 0; i < in->count; i++)
        strcat(widths, i > 0 ? " 1" : "1");
    strcat(widths, "]");
    const bd_setting settings[] = {{"Inputs", widths}, {"DisplayOption", "bar"}};
    const char *mux = mux_name(m, system, name);
    bd_node *node;
    BD_TRY(mux ? bd_yaml_add(m, system, at, "built-in/Mux", mux, settings, 2, &node)
               : bd_yaml_memory(m));
    for (int i = 0; i < in->count; i++)
        BD_TRY(bd_yaml_connect(m, system, at, in->names[i], mux));
    return bd_yaml_connect(m, system, at, mux, name);
}

bd_status bd_yaml_connect_expression(bd_yaml_model *m, bd_system *system, const bd_yaml *at,
                                     const char *name, const char *expression) {
    bd_text text = {0};
    inputs in = {.count = 0};
    expression += strspn(expression, " \t");
    bd_status status = scan(m, system, at, expression, name, &in, &text);
    bd_node *node = bd_system_find(system, name);
    if (status == BD_OK && in.count == 0) { /* nothing comes in: a constant */
        const bd_setting value = {"Value", text.bytes};
        bd_node *constant = NULL;
        status = bd_edit_replace(node, "built-in/Constant", NULL, &constant, m->document.error);
        if (status == BD_OK)
            status = bd_edit_set(constant, &value, 1, m->document.error);
    } else if (status == BD_OK) {
        const bd_setting value = {"Expr", text.bytes};
        status = bd_edit_set(node, &value, 1, m->document.error);
        if (status == BD_OK)
            status = add_mux(m, system, at, name, &in);
    }
    free(text.bytes);
    return status;
}
