/* multirate validate FMU…: what breaks the rules of the standard, one sentence each */
#include "command.h"
#include "complain.h"
#include "findings.h"
#include "json.h"
#include "shared_options.h"

#include <stddef.h>
#include <string.h>

typedef struct validate_arguments {
    text_list rest;
    const char *config;
    bool json, no_run;
} validate_arguments;

OPTION_TABLE(validate_arguments) = {
    OPTION_FLAG(no_run, "--no-run", "description and binary only: nothing of the FMU is executed"),
    OPTION_TEXT(config, "--config", "TEXT", "settings of a slave that is no FMU"),
    OPTION_FLAG(json, "--json", "the findings as JSON"), OPTIONS_END};

static void print_text(const char *path, const findings *all) {
    for (int i = 0; i < all->count; i++)
        print_plain("%s: %s: %s: %s\n", path,
                    all->items[i].severity == FMU_VIOLATION ? "error" : "warning",
                    all->items[i].where, all->items[i].sentence);
    if (all->count == 0)
        print_plain("%s: valid\n", path);
}

static void print_json(json *j, const char *path, const findings *all) {
    json_object(j, NULL);
    json_text(j, "file", path);
    json_flag(j, "valid", all->violations == 0);
    json_list(j, "findings");
    for (int i = 0; i < all->count; i++) {
        json_object(j, NULL);
        json_text(j, "severity", all->items[i].severity == FMU_VIOLATION ? "error" : "warning");
        json_text(j, "where", all->items[i].where);
        json_text(j, "sentence", all->items[i].sentence);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static bool is_system(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".ssp") == 0 || strcmp(dot, ".ssd") == 0 ||
                   strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

static bool is_fmu(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".fmu") == 0;
}

static void judge(const char *path, const validate_arguments *a, findings *all) {
    if (is_system(path))
        validate_system(path, !a->no_run, all);
    else if (is_fmu(path))
        validate_fmu(path, !a->no_run, all);
    else
        validate_slave(path, a->config ? a->config : "", !a->no_run, all);
}

static int run(void *arguments) {
    validate_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (a->rest.count == 0)
        complain("validate",
                 "give an FMU, a slave or a system; `multirate validate --help` tells more");
    else
        code = EXIT_GOOD;
    json j = {0};
    if (code == EXIT_GOOD && a->json)
        j = json_answer_list(stdout);
    for (int i = 0; code != EXIT_USAGE && i < a->rest.count; i++) {
        findings all = {0};
        judge(a->rest.items[i], a, &all);
        if (a->json)
            print_json(&j, a->rest.items[i], &all);
        else
            print_text(a->rest.items[i], &all);
        if (all.violations > 0)
            complain_silently("there are violations");
        if (all.violations > 0 || all.no_memory)
            code = EXIT_FAILED;
        findings_free(&all);
    }
    if (code != EXIT_USAGE && a->json)
        json_end(&j);
    return code;
}

COMMAND(command_validate, validate_arguments, "validate",
        "check FMUs, slaves and systems: description, binary, life",
        "FMU|SLAVE|SYSTEM… [--config TEXT] [--no-run] [--json]",
        "Checks FMUs against the rules of the standard: what the description says, whether the "
        "binary has all functions, and, in a process of its own, a start, steps, a second "
        "start and saved states. One sentence for each violation (error) and for what other "
        "tools may stumble over (warning). A system (.ssp, .ssd, .yaml) is read, opened and run "
        "for "
        "a moment. Another slave (a plug-in, a file that one reads) is started, stepped, started "
        "again and "
        "held to what its table promises.",
        .closing = "Exit code: 0 no error, 1 errors, 2 wrong use.", .calls_slaves = true);
