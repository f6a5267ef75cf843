/* multirate study NAME: a study as its description tells, from its model files */
#define _GNU_SOURCE
#include "command.h"
#include "complain.h"
#include "folder.h"
#include "json.h"
#include "model.h"
#include "study_options.h"

#include "multirate/nearest.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* a file of this name, or study.yaml in a folder of this name */
static bool is_file(const char *name, char *path, size_t size) {
    struct stat found;
    snprintf(path, size, "%s", name);
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        snprintf(path, size, "%s/study.yaml", name);
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* the names of the studies among the models, and the file of the one that is asked for */
static bool look_up(const char *wanted, char *path, size_t size, char *names, size_t room) {
    char models[PATH_MAX], file[PATH_MAX + 300];
    struct dirent **entries = NULL;
    bool found = false;
    models_folder(models, sizeof models);
    const int count = scandir(models, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        description d;
        snprintf(file, sizeof file, "%s/%s/study.yaml", models, entries[i]->d_name);
        if (!found && access(file, R_OK) == 0 && description_open(&d, "study", file)) {
            const char *name = description_text_of(&d, description_root(&d), "name");
            name = name ? name : entries[i]->d_name;
            found =
                wanted && (strcmp(name, wanted) == 0 || strcmp(entries[i]->d_name, wanted) == 0);
            if (found)
                snprintf(path, size, "%s", file);
            snprintf(names + strlen(names), room - strlen(names), "%s%s", *names ? ", " : "", name);
            description_close(&d);
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}

void study_names(char *names, size_t size) {
    char path[PATH_MAX];
    *names = '\0';
    (void)look_up(NULL, path, sizeof path, names, size);
    char *to = names;
    for (const char *from = names; *from; from++)
        if (*from != ',')
            *to++ = *from;
    *to = '\0';
}

/* the word that names the study: the first that is neither an option nor the value of one */
static const char *find_name(int argc, char **argv) {
    static const char *const flags = "--json --brief --resume --restart --help -h";
    for (int i = 0; i < argc; i++)
        if (argv[i][0] != '-' && (i == 0 || argv[i - 1][0] != '-' || strchr(argv[i - 1], '=') ||
                                  strstr(flags, argv[i - 1])))
            return argv[i];
    return NULL;
}

static bool refuse_name(const char *name, const char *names) {
    char known[1024], hint[MR_HINT_SIZE], *rest = NULL;
    mr_nearest nearest = {name, NULL, 0};
    snprintf(known, sizeof known, "%s", names);
    for (const char *word = strtok_r(known, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest))
        mr_nearest_try(&nearest, word);
    return complain("study",
                    "there is no study '%s'%s; there are %s, or name the file that describes one",
                    name, mr_nearest_hint(&nearest, hint, sizeof hint), names);
}

static bool open_study(study *s, int argc, char **argv) {
    static const description_rule rules[] = {
        {"name", DESCRIPTION_TEXT},      {"summary", DESCRIPTION_TEXT},
        {"files", DESCRIPTION_TEXTS},    {"options", DESCRIPTION_MAP},
        {"prepare", DESCRIPTION_LIST},   {"settings", DESCRIPTION_MAP},
        {"references", DESCRIPTION_MAP}, {"cases", DESCRIPTION_LIST},
        {"run", DESCRIPTION_MAP},        {"derive", DESCRIPTION_TEXT},
        {"measures", DESCRIPTION_PAIRS}, {"times", DESCRIPTION_PAIRS},
        {"weight", DESCRIPTION_TEXT},    {"difference", DESCRIPTION_TEXT},
        {"compare", DESCRIPTION_PAIRS},  {"conclude", DESCRIPTION_TEXT},
        {"results", DESCRIPTION_MAP},    {"label", DESCRIPTION_TEXT},
        {"say", DESCRIPTION_TEXT},       {"data", DESCRIPTION_MAP},
        {"pictures", DESCRIPTION_TEXT},  {"drawings", DESCRIPTION_PAIRS},
        {"report", DESCRIPTION_TEXT},    {NULL, DESCRIPTION_VALUE}};
    static const description_rule run_rules[] = {{"model", DESCRIPTION_TEXT},
                                                 {"solver", DESCRIPTION_TEXT},
                                                 {"stop_time", DESCRIPTION_TEXT},
                                                 {"set", DESCRIPTION_MAP},
                                                 {NULL, DESCRIPTION_VALUE}};
    char path[PATH_MAX], names[1024] = "";
    const char *name = find_name(argc, argv);
    if (!name || (!look_up(name, path, sizeof path, names, sizeof names) &&
                  !is_file(name, path, sizeof path))) {
        if (!name)
            (void)look_up(NULL, path, sizeof path, names, sizeof names);
        return name ? refuse_name(name, names)
                    : complain("study", "name the study: %s, or the file that describes it", names);
    }
    if (!description_open(&s->file, "study", path) ||
        !description_check(&s->file, description_root(&s->file), rules))
        return false;
    const description_node *root = description_root(&s->file), *section = study_key(s, "run");
    return section && description_key(&s->file, section, "model")
               ? description_check(&s->file, section, run_rules)
               : description_refuse(&s->file, root, "a study needs `run` with a `model`");
}

static int summarise(study *s) {
    const int failed = study_tell(s, s->json || s->was_done);
    bool good = true; /* those beside what was asked for, too */
    for (int i = 0; i < s->count; i++)
        good = good && (!s->cases[i].failed || s->cases[i].may_fail);
    const bool report = study_key(s, "report");
    if (!s->json) {
        print_plain("%d runs%s; %s/results.csv", s->rows,
                    s->was_done ? ", all of them done before" : "", s->folder);
        if (report)
            print_plain(", %s/report.html", s->folder);
        putchar('\n');
    } else {
        json j = json_answer(stdout);
        json_whole(&j, "runs", s->rows);
        json_whole(&j, "failed", failed);
        json_path(&j, "results", s->folder, "results.csv");
        if (report)
            json_path(&j, "report", s->folder, "report.html");
        json_end(&j);
    }
    return good ? EXIT_GOOD : EXIT_FAILED;
}

static int carry_out(study *s) {
    model_prepare();
    if (!farm_ready() || (farm_rank() == 0 && !make_folder("study", s->folder)))
        return EXIT_FAILED;
    const farm_end end = study_work(s);
    if (end == FARM_SERVED)
        return EXIT_GOOD;
    if (s->was_done && end == FARM_DONE)
        return summarise(s);
    if (end == FARM_FAILED || !study_write_results(s))
        return s->journal.refused ? EXIT_USAGE : EXIT_FAILED;
    if (end == FARM_INTERRUPTED) {
        (void)study_tell(s, true);
        complain("study", "stopped after %d of %d runs; the same command with --resume goes on",
                 journal_known(&s->journal), s->journal.count);
        return EXIT_FAILED;
    }
    if (s->reference_count > 0 && s->cases[0].failed)
        complain("study", "the reference failed: %s", s->cases[0].error);
    if ((s->reference_count > 0 && s->cases[0].failed) || !study_write_report(s))
        return EXIT_FAILED;
    study_kept_remove(s->folder);
    return summarise(s);
}

static int run(int argc, char **argv) {
    study s = {0};
    int code = EXIT_USAGE;
    if (open_study(&s, argc, argv) && study_options_read(&s, argc, argv) && study_plan(&s))
        code = carry_out(&s);
    study_free(&s);
    return code;
}

/* which studies there are */
static void more_help(int argc, char **argv, FILE *out) {
    char path[PATH_MAX], names[1024] = "";
    (void)argc;
    (void)argv;
    (void)look_up(NULL, path, sizeof path, names, sizeof names);
    fprintf(out, "Studies here: %s. `multirate study NAME --help` tells their options.\n", names);
}

/* of the study that is named, if one is */
static bool own_help(int argc, char **argv, FILE *out) {
    study s = {0};
    const bool named = find_name(argc, argv);
    if (named && open_study(&s, argc, argv))
        study_options_help(&s, out);
    study_free(&s);
    return named;
}

const command command_study = {
    .name = "study",
    .summary = "run a study: results, pictures, report",
    .usage = "NAME|FILE --out DIR [options]",
    .about = "Runs a study as its description tells: many runs of a model, measures, comparisons, "
             "pictures, a report. FILE is a description of your own, study.yaml beside your model; "
             "models/README.md tells what it may have.",
    .options = study_options,
    .run_words = run,
    .own_help = own_help,
    .more_help = more_help,
    .heeds_signals = true};
