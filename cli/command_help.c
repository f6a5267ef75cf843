/* multirate help: what the tables of options tell, for an engineer, a shell and a page */
#include "command.h"
#include "complain.h"
#include "help_forms.h"
#include "shared_options.h"

#include "multirate/nearest.h"

#include <stdio.h>
#include <string.h>

typedef struct help_arguments {
    bool bash, zsh, markdown, man;
    text_list rest;
} help_arguments;

OPTION_TABLE(help_arguments) = {
    OPTION_FLAG(bash, "--bash", "completion for bash: source <(multirate help --bash)"),
    OPTION_FLAG(zsh, "--zsh",
                "completion for zsh: source <(multirate help --zsh), behind compinit"),
    OPTION_FLAG(man, "--man", "the manual page of the program, or of COMMAND, for groff"),
    OPTION_FLAG(markdown, "--markdown", "all commands as a page"), OPTIONS_END};

/* characters that a table of Markdown takes for its own */
static void put_cell(const char *text) {
    for (; *text; text++)
        printf(strchr("|<*_", *text) ? "\\%c" : "%c", *text);
}

static void print_page(const command *c) {
    printf("\n## %s\n\n%s\n\n", c->name, c->summary);
    for (const char *p = c->usage; *p; p += strcspn(p, "\n"), p += *p == '\n')
        printf("    multirate %s %.*s\n", c->name, (int)strcspn(p, "\n"), p);
    printf("\n%s\n\n| option | |\n|---|---|\n", c->about);
    for (const argument *o = c->options; o->name; o++) {
        if (o->kind == ARGUMENT_HEADING) {
            printf("| **%s** | |\n", o->name);
            continue;
        }
        printf("| `%s%s", o->name, o->value ? " " : "");
        for (const char *p = o->value ? o->value : ""; *p; p++)
            printf(*p == '|' ? "\\|" : "%c", *p);
        printf("` | ");
        put_cell(o->help);
        printf(" |\n");
    }
    if (c->closing)
        printf("\n%s\n", c->closing);
}

static void print_markdown(void) {
    printf("# The program, command by command\n\nWritten by `multirate help --markdown`, from the "
           "tables that the program reads its options by.\n");
    for (const command *const *c = commands; *c; c++)
        print_page(*c);
}

static int run(void *arguments) {
    help_arguments *a = arguments;
    int code = EXIT_USAGE;
    const command *c = a->rest.count == 1 ? command_find(a->rest.items[0]) : NULL;
    if (a->rest.count > 0 && !c) {
        char hint[MR_HINT_SIZE];
        complain("help", "there is no command '%s'%s; `multirate --help` lists them",
                 a->rest.items[0], command_hint(a->rest.items[0], hint, sizeof hint));
    } else {
        code = EXIT_GOOD;
        if (a->bash)
            help_bash();
        if (a->markdown)
            print_markdown();
        if (a->zsh)
            help_zsh();
        if (a->man && !c)
            help_man_program();
        if (a->man && c)
            help_man_command(c);
        if (c && !a->man)
            command_help(c, 0, NULL, stdout);
    }
    return code;
}

COMMAND(command_help_pages, help_arguments, "help",
        "help as text, as completion for a shell, as a page",
        "COMMAND [--man]\n--bash | --zsh | --markdown | --man",
        "Prints the help of a command, or what all of them take in a form for others.",
        .closing = NULL);
