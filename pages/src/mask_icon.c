/* drawing commands of masks that need no MATLAB: texts. What else a mask draws is left out */
#include "icon.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* one call: its name and at most four arguments, texts without their quotes */
typedef struct call {
    char name[24];
    char arguments[4][200];
    bool is_text[4];
    int count;
} call;

static const char *skip(const char *at) {
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* 'it''s' or "text"; \n is a new line. Behind the text, or NULL */
static const char *read_text(const char *at, char *text, size_t size) {
    const char quote = *at++;
    size_t n = 0;
    for (; *at; at++) {
        char c = *at;
        if (c == quote && at[1] != quote) {
            text[n] = '\0';
            return at + 1;
        }
        if (c == quote)
            at++;
        if (c == '\\' && at[1] == 'n') {
            c = '\n';
            at++;
        }
        if (n + 1 < size)
            text[n++] = c;
    }
    return NULL;
}

/* name(…) with literal arguments; NULL if it is something else */
static const char *read_call(const char *at, call *c) {
    size_t n = 0;
    *c = (call){.count = 0};
    while (isalnum((unsigned char)*at) || *at == '_') {
        if (n + 1 < sizeof c->name)
            c->name[n++] = *at;
        at++;
    }
    at = skip(at);
    if (n == 0 || *at != '(')
        return NULL;
    at = skip(at + 1);
    while (*at && *at != ')') {
        if (c->count == 4)
            return NULL;
        char *argument = c->arguments[c->count];
        if (*at == '\'' || *at == '"') {
            c->is_text[c->count] = true;
            at = read_text(at, argument, sizeof c->arguments[0]);
            if (!at)
                return NULL;
        } else {
            const size_t length = strcspn(at, ",)'\"(");
            if (length == 0 || length >= sizeof c->arguments[0])
                return NULL;
            memcpy(argument, at, length);
            argument[length] = '\0';
            at += length;
        }
        c->count++;
        at = skip(at);
        if (*at == ',')
            at = skip(at + 1);
        else if (*at != ')')
            return NULL;
    }
    return *at == ')' ? at + 1 : NULL;
}

static void port_label(FILE *out, const bd_node *node, const bd_place *box, const call *c) {
    const bool input = strncmp(c->arguments[0], "in", 2) == 0;
    const int number = atoi(c->arguments[1]),
              count = node->ports[input ? BD_PORT_INPUT : BD_PORT_OUTPUT];
    if (number < 1 || number > count)
        return;
    const double y = box->top + (box->bottom - box->top) * (2.0 * number - 1.0) / (2.0 * count);
    fprintf(out, "<text class=\"port\" x=\"%g\" y=\"%g\" font-size=\"9\" text-anchor=\"%s\">",
            input ? box->left + 4.0 : box->right - 4.0, y + 3.0, input ? "start" : "end");
    pg_xml(out, c->arguments[2]);
    fputs("</text>", out);
}

static bool draw_call(FILE *out, const bd_node *node, const bd_place *box, const call *c) {
    const bool plain = strcmp(c->name, "disp") == 0 || strcmp(c->name, "fprintf") == 0;
    if (plain && c->count >= 1 && c->is_text[0])
        pg_icon_text(out, box, c->arguments[0], NULL);
    else if (strcmp(c->name, "text") == 0 && c->count >= 3 && c->is_text[2])
        pg_icon_text(out, box, c->arguments[2], NULL);
    else if (strcmp(c->name, "port_label") == 0 && c->count >= 3 && c->is_text[2])
        port_label(out, node, box, c);
    else
        return false;
    return true;
}

bool pg_icon_mask(FILE *out, const bd_node *node, const bd_place *box) {
    const char *at = bd_parameters_find(&node->parameters, "MaskDisplay");
    bool drawn = false;
    while (at && *at) {
        call c;
        at += strspn(at, " \t\r\n;,");
        const char *behind = read_call(at, &c);
        if (behind)
            drawn = draw_call(out, node, box, &c) || drawn;
        /* the next statement */
        at = behind ? behind : at + strcspn(at, "\n;");
    }
    return drawn;
}
