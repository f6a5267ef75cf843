/* multirate examples: every example against what is expected of it, on one page */
#define _GNU_SOURCE
#include "command.h"
#include "complain.h"
#include "examples.h"
#include "folder.h"
#include "json.h"
#include "model.h"
#include "shared_options.h"

#include "multirate/nearest.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct examples_arguments {
    const char *out, *from;
    bool list, json;
    text_list rest;
} examples_arguments;

OPTION_TABLE(examples_arguments) = {
    OPTION_WORD("NAME", "only these; all if none is named"),
    OPTION_NAME(out, "--out", "DIR", "where report.html, examples.csv, tables and pictures go"),
    OPTION_NAME(
        from, "--from", "FILE",
        "examples of your own, described as in models/examples.yaml; their files are beside it"),
    OPTION_FLAG(list, "--list", "what there is"),
    OPTION_FLAG(json, "--json", "a summary for programs"),
    OPTIONS_END};

static bool is_chosen(const examples_arguments *a, const char *name) {
    for (int i = 0; i < a->rest.count; i++)
        if (strcmp(a->rest.items[i], name) == 0)
            return true;
    return a->rest.count == 0;
}

/* every name that is given is one */
static bool names_are_known(const examples_arguments *a, description *d) {
    const description_node *root = description_root(d);
    for (int i = 0; i < a->rest.count; i++) {
        mr_nearest nearest = {a->rest.items[i], NULL, 0};
        char hint[MR_HINT_SIZE];
        bool known = false;
        for (int k = 0; k < description_count(root); k++) {
            known = known || strcmp(description_name(d, root, k), a->rest.items[i]) == 0;
            mr_nearest_try(&nearest, description_name(d, root, k));
        }
        if (!known)
            return complain("examples",
                            "there is no example '%s'%s; `multirate examples --list` has them",
                            a->rest.items[i], mr_nearest_hint(&nearest, hint, sizeof hint));
    }
    return true;
}

static void print_list(description *d) {
    const description_node *root = description_root(d);
    for (int i = 0; i < description_count(root); i++) {
        const char *what = description_text_of(d, description_at(d, root, i), "what");
        print_plain("%-18s %s\n", description_name(d, root, i), what ? what : "");
    }
}

static void tell(const example *list, int count, int good, const examples_arguments *a) {
    if (a->json) {
        json j = json_answer(stdout);
        json_list(&j, "examples");
        for (int i = 0; i < count; i++) {
            json_object(&j, NULL);
            json_text(&j, "name", list[i].name);
            json_flag(&j, "good", example_is_good(&list[i]));
            if (list[i].failed)
                json_text(&j, "why", list[i].why);
            else
                json_number(&j, "deviation", list[i].deviation);
            json_number(&j, "within", list[i].within);
            json_end(&j);
        }
        json_end(&j);
        json_path(&j, "report", a->out, "report.html");
        json_end(&j);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (list[i].failed)
            print_plain("%-18s FAILED: %s\n", list[i].name, list[i].why);
        else
            print_plain("%-18s %-11s off by %.2g, expected within %g\n", list[i].name,
                        example_is_good(&list[i]) ? "as expected" : "TOO FAR", list[i].deviation,
                        list[i].within);
    }
    print_plain("%d of %d as expected; %s/report.html\n", good, count, a->out);
}

static int run_all(const examples_arguments *a, description *d, const char *models) {
    static example list[EXAMPLES_MOST];
    const description_node *root = description_root(d);
    int count = 0, good = 0;
    if (!make_folder("examples", a->out))
        return EXIT_FAILED;
    for (int i = 0; i < description_count(root) && count < EXAMPLES_MOST; i++) {
        if (!is_chosen(a, description_name(d, root, i)))
            continue;
        if (!example_run(d, i, models, a->out, &list[count]))
            return EXIT_FAILED;
        good += example_is_good(&list[count]);
        count++;
    }
    if (!examples_write(list, count, a->out))
        return EXIT_FAILED;
    tell(list, count, good, a);
    if (good < count)
        complain_silently("an example is not as expected");
    return good == count ? EXIT_GOOD : EXIT_FAILED;
}

static int run(void *arguments) {
    const examples_arguments *a = arguments;
    char models[PATH_MAX], path[PATH_MAX + 32];
    description d = {0};
    int code = EXIT_USAGE;
    models_folder(models, sizeof models);
    if (a->from) {
        const char *slash = strrchr(a->from, '/');
        snprintf(models, sizeof models, "%.*s", slash ? (int)(slash - a->from) : 1,
                 slash ? a->from : ".");
    }
    snprintf(path, sizeof path, "%s%s", a->from ? a->from : models,
             a->from ? "" : "/examples.yaml");
    if (!a->list && !a->out)
        complain("examples", "--out DIR says where the report goes");
    else if (!description_open(&d, "examples", path))
        code = EXIT_FAILED;
    else if (a->list) {
        print_list(&d);
        code = EXIT_GOOD;
    } else if (names_are_known(a, &d))
        code = run_all(a, &d, models);
    if (d.is_open)
        description_close(&d);
    return code;
}

COMMAND(command_examples, examples_arguments, "examples",
        "run the examples and compare them with what is expected", "[NAME…] --out DIR [options]",
        "Runs every example of models/examples.yaml, compares it with results that were computed "
        "without this tool, and writes one page with a line and a picture for each.",
        .closing = "Exit code: 0 all are as expected, 1 one is not, 2 wrong use.");
