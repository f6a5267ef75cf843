/* completion for bash: commands, their options, the values of those, files */
#include "command.h"
#include "help_forms.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_option(const argument *a) {
    return a->kind != ARGUMENT_WORD && a->kind != ARGUMENT_HEADING;
}

/* words that may stand behind options; where there is nothing to offer, nothing is offered */
static void print_values(const command *c) {
    for (const argument *o = c->options; o->name; o++) {
        char *words;
        if (!is_option(o) || o->kind == ARGUMENT_FLAG)
            continue;
        const value_kind kind = help_value(c, o, &words);
        if (kind == VALUE_WORDS)
            printf("    %s,%s) list='%s' ;;\n", c->name, o->name, words);
        else if (kind == VALUE_FOLDER)
            printf("    %s,%s) compopt -o dirnames +o default; return ;;\n", c->name, o->name);
        else if (kind == VALUE_FREE)
            printf("    %s,%s) compopt +o default; return ;;\n", c->name, o->name);
        else
            printf("    %s,%s) return ;;\n", c->name, o->name);
        free(words);
    }
}

static void print_options(const command *c) {
    char *words;
    const value_kind kind = help_value(c, NULL, &words);
    printf("    %s,-*) list='", c->name);
    for (const argument *o = c->options; o->name; o++)
        if (is_option(o))
            printf("%s ", o->name);
    printf("--help' ;;\n");
    if (kind == VALUE_WORDS)
        printf("    %s,*) list='%s' ;;\n", c->name, words);
    free(words);
}

/* what stands before the word decides first: an option that wants a value; bash takes '=' for a
 * word of its own */
void help_bash(void) {
    printf("_multirate() {\n    local word=${COMP_WORDS[COMP_CWORD]} list= "
           "before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
           "    COMPREPLY=()\n"
           "    if [[ $word == '=' ]]; then\n        word=\n"
           "    elif [[ $before == '=' && $COMP_CWORD -gt 2 ]]; then\n"
           "        before=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n"
           "    if [[ $COMP_CWORD -eq 1 ]]; then\n        list='");
    for (const command *const *c = commands; *c; c++)
        printf("%s%s", c == commands ? "" : " ", (*c)->name);
    printf("'\n    else\n    case $command,$before in\n");
    for (const command *const *c = commands; *c; c++)
        print_values(*c);
    printf("    *)\n    case $command,$word in\n");
    for (const command *const *c = commands; *c; c++)
        print_options(*c);
    printf("    esac ;;\n    esac\n    fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$list\" -- \"$word\")\n}\n"
           "complete -o default -F _multirate multirate\n");
}
