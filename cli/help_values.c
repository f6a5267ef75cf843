/* what may stand behind an option, or beside the options: for completion in a shell. A list "a|b"
 * in the help is one; longer ones are those of the tables that the program itself reads */
#define _GNU_SOURCE
#include "help_forms.h"
#include "shared_options.h"
#include "stability_arguments.h"
#include "study.h"

#include "multirate/predictor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(FILE *out, const char *word) {
    fprintf(out, "%s%s", ftell(out) > 0 ? " " : "", word);
}

static void put_solvers(FILE *out) {
    put(out, FIXED_STEP_SOLVERS VARIABLE_STEP_SOLVERS);
}

static void put_predictors(FILE *out) {
    for (const mr_predictor_type *const *p = mr_predictor_types; *p; p++)
        put(out, (*p)->name);
}

static void put_joints(FILE *out) {
    for (const mr_joint_method *const *m = mr_joint_methods; *m; m++)
        put(out, (*m)->name);
}

static void put_methods(FILE *out) {
    for (const an_method *const *m = an_methods; *m; m++)
        put(out, (*m)->name);
}

static void put_systems(FILE *out) {
    for (const char *const *pair = an_system_names; pair[0]; pair += 2)
        put(out, pair[0]);
}

static void put_commands(FILE *out) {
    for (const command *const *c = commands; *c; c++)
        put(out, (*c)->name);
}

static void put_studies(FILE *out) {
    char names[1000] = "";
    study_names(names, sizeof names);
    put(out, names);
}

/* option NULL: words beside the options; command NULL: any that has this option */
static const struct {
    const char *command, *option;
    void (*put)(FILE *out);
} lists[] = {
    {"fmu", "--solver", NULL}, /* has a list of its own in the help */
    {NULL, "--solver", put_solvers},
    {"stability", "--predictor", put_predictors},
    {"stability", "--joint", put_joints},
    {"stability", "--master", put_methods},
    {"stability", "--slave", put_methods},
    {"stability", NULL, put_systems},
    {"study", NULL, put_studies},
    {"help", NULL, put_commands},
};

static char *text_of(void (*write)(FILE *out)) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    write(out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static char *listed(const command *c, const char *option) {
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if ((!lists[i].command || strcmp(lists[i].command, c->name) == 0) &&
            (option ? lists[i].option && strcmp(lists[i].option, option) == 0 : !lists[i].option))
            return lists[i].put ? text_of(lists[i].put) : NULL;
    return NULL;
}

/* "on|off" as "on off" */
static char *alternatives(const char *value) {
    char *text = strchr(value, '|') ? strdup(value) : NULL;
    for (char *p = text; p && *p; p++)
        if (*p == '|')
            *p = ' ';
    return text;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

value_kind help_value(const command *c, const argument *o, char **words) {
    const char *value = o && o->value ? o->value : "";
    *words = listed(c, o ? o->name : NULL);
    if (!*words)
        *words = alternatives(value);
    if (*words)
        return VALUE_WORDS;
    if (!o || begins(value, "FILE") || begins(value, "PAGE") || begins(value, "PATH") ||
        begins(value, "OTHER"))
        return VALUE_FILE;
    return begins(value, "DIR") || begins(value, "FOLDER") ? VALUE_FOLDER : VALUE_FREE;
}
