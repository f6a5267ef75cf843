/* a diagram in a few lines of text */
#include "mini.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 16

/* next word of a line; quotes may stand around the part behind "=", a backquote gives a quote */
static bool next_word(const char **line, char *word, size_t capacity) {
    const char *c = *line;
    while (*c == ' ')
        c++;
    size_t used = 0;
    bool quoted = false;
    while (*c && *c != '\n' && (quoted || *c != ' ')) {
        if (*c == '\'')
            quoted = !quoted;
        else if (used + 1 < capacity)
            word[used++] = (char)(*c == '`' ? '\'' : *c);
        c++;
    }
    word[used] = '\0';
    *line = c;
    return used > 0;
}

static bd_end find_end(bd_system *system, char *text, bool source) {
    bd_end end = {NULL, source ? BD_PORT_OUTPUT : BD_PORT_INPUT, 0};
    char *colon = strrchr(text, ':');
    if (colon) {
        *colon++ = '\0';
        if (isdigit((unsigned char)*colon))
            end.index = atoi(colon) - 1;
        else
            end.kind = strcmp(colon, "state") == 0     ? BD_PORT_STATE
                       : strcmp(colon, "enable") == 0  ? BD_PORT_ENABLE
                       : strcmp(colon, "trigger") == 0 ? BD_PORT_TRIGGER
                       : strcmp(colon, "reset") == 0   ? BD_PORT_RESET
                                                       : BD_PORT_IF_ACTION;
    }
    end.block = bd_system_find(system, text);
    if (!end.block)
        printf("mini: there is no block '%s'\n", text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(end.block);
    return end;
}

static void connect(bd_system *system, char *from, char *to) {
    bd_error error = {0};
    bd_end a = find_end(system, from, true), b = find_end(system, to, false);
    if (bd_system_connect_ends(system, a, b, &error) != BD_OK) {
        printf("mini: %s\n", error.text);
        CU_FAIL_FATAL("line cannot be drawn");
    }
}

/* "[2,1]": counts in the order of the file's port vector */
static void set_ports(bd_node *node, const char *list) {
    int kind = 0;
    for (const char *c = list; *c && kind < BD_PORT_KINDS; c++)
        if (isdigit((unsigned char)*c))
            bd_node_set_ports(node, (bd_port_kind)kind++, *c - '0');
}

static bd_system *add_block(bd_system *system, const char *type, const char *line) {
    char name[128], word[512];
    next_word(&line, name, sizeof name);
    bd_node *node = bd_system_add(system, type, name, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    bd_system *inside = NULL;
    while (next_word(&line, word, sizeof word)) {
        if (strcmp(word, "{") == 0) {
            inside = bd_node_open(node);
            break;
        }
        char *value = strchr(word, '=');
        CU_ASSERT_PTR_NOT_NULL_FATAL(value);
        *value++ = '\0';
        if (strcmp(word, "init") == 0)
            CU_ASSERT_EQUAL(bd_node_set_mask_initialization(node, value), BD_OK)
        else if (strcmp(word, "Ports") == 0)
            set_ports(node, value);
        else if (strcmp(word, "Commented") == 0)
            node->commented =
                strcmp(value, "through") == 0 ? BD_COMMENTED_THROUGH : BD_COMMENTED_ON;
        else if (strncmp(word, "mask.", 5) == 0)
            CU_ASSERT_EQUAL(bd_node_add_mask_variable(node, word + 5, value, true), BD_OK)
        else
            CU_ASSERT_EQUAL(bd_node_set(node, word, value), BD_OK);
    }
    return inside;
}

static void build(bd_diagram *diagram, const char *text) {
    bd_system *systems[MAX_DEPTH] = {diagram->root};
    int depth = 0;
    while (*text) {
        const char *end = strchr(text, '\n');
        char line[1024], first[256], second[512], third[256];
        size_t length = end ? (size_t)(end - text) : strlen(text);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (end != NULL);
        const char *rest = line;
        if (!next_word(&rest, first, sizeof first))
            continue;
        if (strcmp(first, "}") == 0) {
            depth--;
            continue;
        }
        const char *after_first = rest;
        next_word(&rest, second, sizeof second);
        if (strcmp(first, "set") == 0) {
            next_word(&rest, third, sizeof third);
            bd_diagram_set(diagram, second, third);
        } else if (strcmp(second, "->") == 0) {
            next_word(&rest, third, sizeof third);
            connect(systems[depth], first, third);
        } else if (strcmp(first, "label") == 0) {
            bd_error error = {0};
            next_word(&rest, third, sizeof third);
            CU_ASSERT_EQUAL(bd_system_name_signal(systems[depth], second, 1, third, &error), BD_OK);
        } else {
            bd_system *inside = add_block(systems[depth], first, after_first);
            if (inside && depth + 1 < MAX_DEPTH)
                systems[++depth] = inside;
        }
    }
}

bd_diagram *mini_build(const char *text) {
    bd_diagram *diagram = bd_diagram_create("m");
    CU_ASSERT_PTR_NOT_NULL_FATAL(diagram);
    build(diagram, text);
    return diagram;
}

mini *mini_create(const char *text, const bd_options *options) {
    mini *m = calloc(1, sizeof *m);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    m->diagram = mini_build(text);
    bd_workspace_create("base", NULL, &m->base, &m->error);
    bd_options o = options ? *options : bd_options_default();
    o.log = &m->log;
    bd_run_compile(m->diagram, m->base, &o, NULL, &m->run, &m->error);
    return m;
}

mini *mini_run(const char *text, const bd_options *options) {
    mini *m = mini_create(text, options);
    if (m->run)
        bd_run_complete(m->run, &m->error);
    if (m->error.status != BD_OK)
        printf("mini: %s\n", m->error.text);
    CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
    return m;
}

mini *mini_try(const char *text, const char *code) {
    mini *m = calloc(1, sizeof *m);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    m->diagram = mini_build(text);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &m->base, &m->error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run(m->base, code, "code", NULL, &m->error), BD_OK);
    bd_options options = bd_options_default();
    options.log = &m->log;
    if (bd_run_compile(m->diagram, m->base, &options, NULL, &m->run, &m->error) == BD_OK)
        bd_run_complete(m->run, &m->error);
    return m;
}

void mini_free(mini *m) {
    bd_run_free(m->run);
    bd_workspace_free(m->base);
    bd_diagram_free(m->diagram);
    bd_log_free(&m->log);
    free(m);
}

int mini_record(const mini *m, const char *name) {
    for (int i = 0; i < bd_run_record_count(m->run); i++)
        if (strcmp(bd_run_record(m->run, i)->name, name) == 0)
            return i;
    printf("mini: there is no record '%s'\n", name);
    CU_FAIL_FATAL("no such record");
    return -1;
}

size_t mini_rows(const mini *m, const char *name) {
    return bd_run_record(m->run, mini_record(m, name))->row_count;
}

double mini_time(const mini *m, const char *name, size_t row) {
    return bd_run_record_time(m->run, mini_record(m, name), row);
}

double mini_value(const mini *m, const char *name, size_t row) {
    CU_ASSERT_FATAL(row < mini_rows(m, name));
    return *bd_run_record_row(m->run, mini_record(m, name), row);
}

double mini_last(const mini *m, const char *name) {
    return mini_last_of(m, name, 0);
}

double mini_last_of(const mini *m, const char *name, int i) {
    int record = mini_record(m, name);
    size_t rows = bd_run_record(m->run, record)->row_count;
    CU_ASSERT_FATAL(rows > 0);
    return bd_run_record_row(m->run, record, rows - 1)[i];
}

bool mini_log_has(const mini *m, const char *text) {
    for (size_t i = 0; i < m->log.count; i++)
        if (strstr(m->log.lines[i], text))
            return true;
    return false;
}
