/* a line for each state that is entered or left */
#include "chart_trace.h"

#include "complain.h"

#include <stdio.h>
#include <string.h>

static bool is_wanted(const chart_trace *trace, const char *path) {
    const char *wanted = trace->wanted, *slash = strrchr(path, '/');
    const char *below = strchr(path, '/');
    return strcmp(wanted, "all") == 0 || strcmp(wanted, path) == 0 ||
           (slash && strcmp(wanted, slash + 1) == 0) || (below && strcmp(wanted, below + 1) == 0);
}

static bool find(const chart_trace *trace, const bd_system *system, int depth) {
    for (size_t i = 0; i < system->block_count && depth < 200; i++) {
        const bd_node *node = system->blocks[i];
        if ((node->chart && is_wanted(trace, node->path)) ||
            (node->system && find(trace, node->system, depth + 1)))
            return true;
    }
    return false;
}

bool chart_trace_find(const chart_trace *trace, const bd_diagram *diagram, bd_error *error) {
    if (find(trace, diagram->root, 0))
        return true;
    bd_error_set(error, BD_UNKNOWN_NAME, "--trace: the model has no chart '%.200s'", trace->wanted);
    return false;
}

/* a text in a table: in quotes if it needs them */
static void put(const char *text) {
    if (!strpbrk(text, ",\"\n")) {
        print_plain("%s", text);
        return;
    }
    putchar('"');
    for (size_t length; *text; text += length + (text[length] != '\0')) {
        length = strcspn(text, "\"\n");
        print_plain("%.*s", (int)length, text);
        fputs(text[length] == '"' ? "\"\"" : text[length] == '\n' ? " " : "", stdout);
    }
    putchar('"');
}

void chart_trace_activated(void *user, const char *path, double time, const char *state,
                           bool entered) {
    chart_trace *trace = user;
    if (!is_wanted(trace, path))
        return;
    if (!trace->begun)
        puts("time,chart,what,state");
    trace->begun = true;
    printf("%.17g,", time);
    put(path);
    fputs(entered ? ",enter," : ",leave,", stdout);
    put(state);
    putchar('\n');
}
