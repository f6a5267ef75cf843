/* completion for zsh, with the help of each option beside it */
#include "command.h"
#include "help_forms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* within single quotes, and brackets and colons for _arguments */
static void put(const char *text) {
    for (; *text && *text != '\n'; text++)
        if (*text == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
}

/* what completes a value, as _arguments has it */
static void put_action(const command *c, const argument *o) {
    char *words;
    const value_kind kind = help_value(c, o, &words);
    if (kind == VALUE_WORDS)
        printf(":(%s)", words);
    else
        printf(kind == VALUE_FILE ? ":_files" : kind == VALUE_FOLDER ? ":_files -/" : ": ");
    free(words);
}

/* words beside the options; files, too, unless only the words can be meant */
static void put_rest(const command *c) {
    char *words;
    const value_kind kind = help_value(c, NULL, &words);
    if (kind == VALUE_WORDS)
        printf("            '*:word:{ compadd -- %s; _files }' ;;\n", words);
    else
        printf("            '*:file:_files' ;;\n");
    free(words);
}

static void put_option(const command *c, const argument *o) {
    printf("            '%s%s[", o->kind == ARGUMENT_LIST ? "*" : "", o->name);
    put(o->help);
    printf("]");
    if (o->kind != ARGUMENT_FLAG) {
        printf(":");
        put(o->value ? o->value : "value");
        put_action(c, o);
    }
    printf("' \\\n");
}

void help_zsh(void) {
    printf("#compdef multirate\n_multirate() {\n    local -a commands=(\n");
    for (const command *const *c = commands; *c; c++) {
        printf("        '%s:", (*c)->name);
        put((*c)->summary);
        printf("'\n");
    }
    printf("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        "
           "return\n"
           "    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
           "    case $command in\n");
    for (const command *const *c = commands; *c; c++) {
        printf("    %s)\n        _arguments \\\n", (*c)->name);
        for (const argument *o = (*c)->options; o->name; o++)
            if (o->kind != ARGUMENT_WORD && o->kind != ARGUMENT_HEADING)
                put_option(*c, o);
        printf("            '--help[what it takes]' \\\n");
        put_rest(*c);
    }
    printf(
        "    esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n    _multirate \"$@\"\n"
        "else\n    compdef _multirate multirate\nfi\n");
}
