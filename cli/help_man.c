/* manual pages, from the tables that the program reads its options by */
#include "command.h"
#include "help_forms.h"

#include <stdio.h>
#include <string.h>

/* what groff would take for its own: a backslash, a dot or quote at the beginning, a minus that is
 * one */
static void put(const char *text) {
    if (*text == '.' || *text == '\'')
        printf("\\&");
    for (; *text; text++)
        if (*text == '\\')
            printf("\\e");
        else if (*text == '-')
            printf("\\-");
        else if (*text == '\n')
            printf("\n.br\n");
        else
            putchar(*text);
}

static void head(const char *name, const char *summary) {
    printf(".TH %s 1 \"\" \"Multirate %s\" \"User Commands\"\n.SH NAME\n%s \\- ", name, MR_VERSION,
           name);
    put(summary);
    printf("\n.SH SYNOPSIS\n");
}

static void put_options(const command *c) {
    printf(".SH OPTIONS\n");
    for (const argument *o = c->options; o->name; o++) {
        if (o->kind == ARGUMENT_HEADING) {
            printf(".SS ");
            put(o->name);
            printf("\n");
            continue;
        }
        printf(".TP\n.B ");
        put(o->name);
        if (o->value) {
            printf(" \\fI");
            put(o->value);
            printf("\\fR");
        }
        printf("\n");
        put(o->help);
        printf("\n");
    }
}

void help_man_command(const command *c) {
    char name[64];
    snprintf(name, sizeof name, "multirate-%s", c->name);
    head(name, c->summary);
    for (const char *p = c->usage; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        printf(".B multirate %s\n", c->name);
        put(line);
        printf("\n.br\n");
    }
    printf(".SH DESCRIPTION\n");
    put(c->about);
    printf("\n");
    put_options(c);
    if (c->closing) {
        printf(".SH NOTES\n");
        put(c->closing);
        printf("\n");
    }
    printf(".SH SEE ALSO\n.BR multirate (1)\n");
}

void help_man_program(void) {
    head("multirate", "co-simulation in which each side has its own step size");
    printf(".B multirate\n.I COMMAND\n[options]\n.br\n.B multirate \\-\\-version\n.SH COMMANDS\n");
    for (const command *const *c = commands; *c; c++) {
        printf(".TP\n.BR multirate\\-%s (1)\n", (*c)->name);
        put((*c)->summary);
        printf("\n");
    }
    printf(
        ".SH ENVIRONMENT\n.TP\n.B MULTIRATE_SLAVE_PATH\nfolders in which slaves are looked for, "
        "before those "
        "of the installation\n.TP\n.B MULTIRATE_FOREIGN\nfolders whose slaves run in the sandbox\n"
        ".SH EXIT STATUS\n0: good. 1: the run failed. 2: wrong use. "
        "Another one where an option asks for it.\n");
}
