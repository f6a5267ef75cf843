/* multirate export-fmu SLAVE: packs a slave as a Functional Mock-up Unit for other tools */
#define _GNU_SOURCE
#include "shared_options.h"
#include "command.h"

#include "complain.h"
#include "file_hint.h"
#include "fmu_export.h"
#include "multirate/multirate.h"
#include "multirate/options.h"

#include "blockdiagram/new_file.h"
#include "common/plain_file.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

typedef struct export_arguments {
    const char *config, *out, *name, *interface;
    double version, stop;
    bool libraries;
    text_list added, binaries, parameters, rest;
} export_arguments;

OPTION_TABLE(export_arguments) = {
    OPTION_TEXT(config, "--config", "TEXT",
                "configuration of the slave, as in the block; files that it names are packed too"),
    OPTION_WHOLE(version, "--fmi", "2|3", "version of the standard (2)"),
    OPTION_TEXT(interface, "--interface", "cs|me",
                "for Co-Simulation (cs), or Model Exchange, where others integrate the slave's "
                "states (me)"),
    OPTION_LIST(parameters, "--parameter", "NAME=VALUE",
                "an option of the slave that is a parameter of the FMU, with its usual value"),
    OPTION_NUMBER(stop, "--stop", "T", "stop time of the default experiment, s"),
    OPTION_NAME(out, "--out", "FILE", "the FMU (NAME.fmu)"),
    OPTION_NAME(name, "--name", "NAME",
                "name of the model (that of the model file, or of the slave)"),
    OPTION_FLAG(
        libraries, "--libraries",
        "packs the shared libraries that the slave needs beside it, for machines without them"),
    OPTION_LIST(binaries, "--binary", "PLATFORM=FILE",
                "the same plug-in built for another platform (win64, darwin64, aarch64-linux, …), "
                "which the FMU then runs on too"),
    OPTION_LIST(added, "--add", "FILE",
                "one more file for the resources, beside the model file (meshes, tables)"),
    OPTIONS_END};

#define TEXT_SIZE      65536
#define MOST_LIBRARIES 64

#define MOST_PARAMETERS 200
#define MOST_BINARIES   8

typedef struct job {
    fmu_export_parameter parameters[MOST_PARAMETERS];
    char names[MOST_PARAMETERS][128];
    fmu_export_binary binaries[MOST_BINARIES];
    char platforms[MOST_BINARIES][40];
    mr_plugin *plugin;
    void *slave;
    mr_message message, slave_message;
    fmu_export export;
    bool replaced, misused; /* an FMU of ours was there; something else was */
    char given[TEXT_SIZE];  /* the configuration for opening it here */
    char packed[TEXT_SIZE]; /* and the one inside the FMU */
    char name[256];
    text_list files;
    bool pack_libraries;
    const char *needed[MOST_LIBRARIES];
    int needed_count;
} job;

static mr_status say(job *j, mr_status status, const char *format, const char *what) {
    char text[400];
    snprintf(text, sizeof text, format, what);
    mr_message_set(&j->message, "%s", text);
    return status;
}

/* a file, and no number that happens to be the name of one */
static bool is_file(const char *value) {
    char *end;
    (void)strtod(value, &end);
    if (!*end)
        return false;
    const char *why;
    FILE *file = cm_open_plain(value, &why);
    const bool readable = file && fgetc(file) != EOF;
    if (file)
        fclose(file);
    return readable;
}

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static mr_status pack_file(job *j, const char *path) {
    for (int i = 0; i < j->files.count; i++)
        if (strcmp(last_name(j->files.items[i]), last_name(path)) == 0)
            return strcmp(j->files.items[i], path) == 0
                       ? MR_OK
                       : say(j, MR_ERR_CONFIG, "two files with the name '%.200s' cannot be packed",
                             last_name(path));
    char *copy = malloc(strlen(path) + 1);
    if (!copy)
        return say(j, MR_ERR_MEMORY, "not enough memory%s", "");
    strcpy(copy, path);
    text_list_add(&j->files, copy); /* which owns it */
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the list frees it */
    return MR_OK;
}

/* what becomes a parameter of the FMU is told to the slave when it is opened there, and only then
 */
static bool is_parameter(const job *j, const char *key) {
    for (int i = 0; i < j->export.parameter_count; i++)
        if (strcmp(j->parameters[i].name, key) == 0)
            return true;
    return false;
}

/* the configuration again, with files where they will be inside the FMU */
static mr_status rewrite(job *j) {
    const char *text = j->given;
    mr_option option;
    mr_status status = MR_OK;
    size_t at = 0;
    while (status == MR_OK && mr_option_next(&text, &option, &status, &j->message)) {
        if (is_parameter(j, option.key))
            continue;
        const bool file = is_file(option.value);
        const char *value = file ? last_name(option.value) : option.value;
        if (file)
            status = pack_file(j, option.value);
        const char quote = strchr(value, '\'') ? '"' : '\'';
        const int n = snprintf(j->packed + at, TEXT_SIZE - at, "%s%s=%c%s%s%c", at ? " " : "",
                               option.key, quote, file ? "{resources}/" : "", value, quote);
        at += n > 0 ? (size_t)n : 0;
        if (at >= TEXT_SIZE)
            status = say(j, MR_ERR_CONFIG, "the configuration is too long%s", "");
    }
    return status;
}

static mr_status at_rest(void *context, double t, double *u) {
    (void)t;
    memset(u, 0, (size_t) * (const int *)context * sizeof *u);
    return MR_OK;
}

/* opens the slave to see what it is, and starts it to see its step */
static mr_status look_at_slave(job *j) {
    fmu_export *e = &j->export;
    e->type = mr_plugin_type(j->plugin);
    mr_status status = e->type->open(j->given, &j->slave_message, &j->slave);
    if (status != MR_OK)
        return say(j, status, "%s", j->slave_message.text);
    mr_slave_description *d = &e->description;
    e->type->describe(j->slave, d);
    if (d->type)
        e->type = d->type;
    for (int c = 0; c < d->coordinate_count; c++)
        if (d->coordinates[c].acceleration < 0) {
            d->coordinate_count = 0; /* derivatives of what nobody sees are of no use */
            break;
        }
    if (!e->type->interface_matrices)
        d->coordinate_count = 0;
    int inputs = mr_variables_width(d->inputs, d->input_count);
    const mr_inputs window = {.at = at_rest, .context = &inputs};
    double step = 0.0;
    if (e->type->next_step && e->type->initialise(j->slave, 0.0, &window) == MR_OK &&
        e->type->next_step(j->slave, &step) == MR_OK && step > 0.0)
        e->step = step;
    e->title = d->title;
    if (!e->exchange)
        return MR_OK;
    e->library = mr_plugin_path(j->plugin);
    return fmu_export_count_states(e, j->slave, &j->slave_message, &j->message);
}

/* it is a parameter, then, that the slave does not take */
static bool opens_without_parameters(const job *j, const char *prefix, const char *config) {
    const mr_slave_type *type = mr_plugin_type(j->plugin);
    char *given = NULL;
    void *slave = NULL;
    mr_message message = {""};
    if (asprintf(&given, "%s%s", prefix, config) < 0)
        return false;
    const bool opens = type->open(given, &message, &slave) == MR_OK;
    if (opens)
        type->close(slave);
    free(given);
    return opens;
}

static mr_status prepare(job *j, const char *slave, const char *config, const char *name) {
    const char *prefix = "";
    MR_TRY(mr_plugin_load(slave, &j->plugin, &prefix, &j->message));
    int length = snprintf(j->given, sizeof j->given, "%s%s", prefix, config);
    for (int i = 0; i < j->export.parameter_count && length < (int)sizeof j->given; i++)
        length += snprintf(j->given + length, sizeof j->given - (size_t)length, " %s=%.17g",
                           j->parameters[i].name, j->parameters[i].value);
    if (length >= (int)sizeof j->given)
        return say(j, MR_ERR_CONFIG, "the configuration is too long%s", "");
    snprintf(j->name, sizeof j->name, "%.200s", name ? name : last_name(slave));
    char *dot = name ? NULL : strrchr(j->name, '.');
    if (dot && dot > j->name)
        *dot = '\0';
    const mr_status status = look_at_slave(j);
    if (status != MR_OK && j->export.parameter_count > 0)
        j->misused = opens_without_parameters(j, prefix, config);
    MR_TRY(status);
    return rewrite(j);
}

/* an FMU that was made here may be replaced if asked for, any other file may not */
static mr_status check_place(job *j, const char *path) {
    char text[2048] = "";
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    const bool empty = !file || fgetc(file) == EOF;
    if (file)
        fclose(file);
    if (empty)
        return MR_OK;
    zip_t *zip = zip_open(path, ZIP_RDONLY, NULL);
    zip_file_t *part = zip ? zip_fopen(zip, "modelDescription.xml", 0) : NULL;
    if (part) {
        (void)zip_fread(part, text, sizeof text - 1);
        zip_fclose(part);
    }
    if (zip)
        zip_discard(zip);
    j->replaced = strstr(text, "generationTool=\"Multirate ") != NULL;
    j->misused = !j->replaced;
    return j->replaced
               ? MR_OK
               : say(j, MR_ERR_ARGUMENT,
                     "'%.200s' is there already and was not made by multirate; move it away or "
                     "give "
                     "--out another name",
                     path);
}

static mr_status refuse_write(job *j, const char *path) {
    mr_message_set(&j->message, "the FMU '%.200s' cannot be written: %s", path, strerror(errno));
    return MR_ERR_ARGUMENT;
}

/* it gets its name when it is complete */
static mr_status write_fmu(job *j, const char *path) {
    bd_new_file *handle = NULL;
    FILE *file = bd_new_file_open(path, &handle);
    if (!file)
        return refuse_write(j, path);
    const mr_status status = fmu_export_write(&j->export, bd_new_file_place(handle), &j->message);
    if (status != MR_OK)
        bd_new_file_spoil(handle);
    if (fclose(file) == 0 || status != MR_OK)
        return status;
    return refuse_write(j, path);
}

static mr_status export_slave(job *j, const char *slave, const char *config, const char *name,
                              const char **out) {
    static char default_out[300];
    MR_TRY(prepare(j, slave, config, name));
    fmu_export *e = &j->export;
    e->name = j->name;
    e->tool = "Multirate " MR_VERSION;
    e->library = mr_plugin_path(j->plugin);
    e->configuration = j->packed;
    e->files = j->files.items;
    e->file_count = j->files.count;
    fmu_export_identify(e);
    j->needed_count = fmu_export_needs(e, j->needed, MOST_LIBRARIES);
    if (j->pack_libraries) {
        e->libraries = j->needed;
        e->library_count = j->needed_count;
    }
    if (!*out) {
        snprintf(default_out, sizeof default_out, "%.200s.fmu", j->name);
        *out = default_out;
    }
    MR_TRY(check_place(j, *out));
    MR_TRY(fmu_export_check(e, &j->message));
    return write_fmu(j, *out);
}

static void report(const job *j, const char *out) {
    const fmu_export *e = &j->export;
    const mr_slave_description *d = &e->description;
    print_plain("%s: FMI %d.0 %s, ", out, e->version,
                e->exchange ? "Model Exchange" : "Co-Simulation");
    if (e->exchange)
        print_plain("%d states, ", e->states);
    print_plain("%d inputs, %d outputs", mr_variables_width(d->inputs, d->input_count),
                mr_variables_width(d->outputs, d->output_count));
    if (e->step > 0.0)
        print_plain(", step %g s", e->step);
    print_plain(", %d %s beside the configuration%s\n", e->file_count,
                e->file_count == 1 ? "file" : "files",
                j->replaced ? "; replaces the one that was there" : "");
    if (j->needed_count > 0) {
        print_plain("%s:",
                    j->pack_libraries ? "libraries inside" : "needs on the machine that uses it");
        for (int i = 0; i < j->needed_count; i++)
            print_plain(" %s", last_name(j->needed[i]));
        print_plain("\n");
    }
}

static bool check(const export_arguments *a) {
    if (!arguments_are_one("export-fmu", &a->rest, "slave"))
        return false;
    if (a->version != 2.0 && a->version != 3.0)
        return complain("export-fmu", "--fmi is 2 or 3");
    if (strcmp(a->interface, "cs") != 0 && strcmp(a->interface, "me") != 0)
        return complain("export-fmu", "--interface is cs or me, not '%s'", a->interface);
    if (a->name && strchr(a->name, '/'))
        return complain("export-fmu", "'%s' is no name of a model: it has a slash", a->name);
    for (int i = 0; i < a->added.count; i++)
        if (argument_is_input("export-fmu", a->out, a->added.items[i], "a file to be packed"))
            return false;
    if (argument_is_input("export-fmu", a->out, a->rest.items[0], "the slave's model file"))
        return false;
    const char *ending = a->out ? strrchr(a->out, '.') : NULL;
    return !a->out || (ending && strcmp(ending, ".fmu") == 0) ||
           complain("export-fmu", "--out %s: the name of an FMU ends with .fmu", a->out);
}

static bool read_parameters(const export_arguments *a, job *j) {
    for (int i = 0; i < a->parameters.count; i++) {
        const char *text = a->parameters.items[i], *equals = strchr(text, '=');
        char *end = NULL;
        const double value = equals ? strtod(equals + 1, &end) : NAN;
        const size_t length = equals ? (size_t)(equals - text) : 0;
        if (i == MOST_PARAMETERS)
            return complain("export-fmu", "there are more than %d parameters", MOST_PARAMETERS);
        if (length == 0 || length >= sizeof j->names[0] || end == equals + 1 || *end ||
            !isfinite(value) || strcspn(text, " \t\r\n,;#'\"") < length)
            return complain("export-fmu", "--parameter %s: expected NAME=NUMBER", text);
        memcpy(j->names[i], text, length);
        j->parameters[i] = (fmu_export_parameter){j->names[i], value};
    }
    j->export.parameters = j->parameters;
    j->export.parameter_count = a->parameters.count;
    return true;
}

static bool read_binaries(const export_arguments *a, job *j) {
    for (int i = 0; i < a->binaries.count; i++) {
        const char *text = a->binaries.items[i], *equals = strchr(text, '=');
        const size_t length = equals ? (size_t)(equals - text) : 0;
        if (i == MOST_BINARIES)
            return complain("export-fmu", "there are more than %d binaries", MOST_BINARIES);
        if (length == 0 || length >= sizeof j->platforms[0] || !equals[1])
            return complain("export-fmu", "--binary %s: expected PLATFORM=FILE", text);
        memcpy(j->platforms[i], text, length);
        j->binaries[i] = (fmu_export_binary){j->platforms[i], equals + 1};
        for (int k = 0; k < i; k++)
            if (strcmp(j->platforms[k], j->platforms[i]) == 0)
                return complain("export-fmu", "there are two binaries for %s", j->platforms[i]);
        if (argument_is_input("export-fmu", a->out, equals + 1, "a binary to be packed"))
            return false;
    }
    j->export.binaries = j->binaries;
    j->export.binary_count = a->binaries.count;
    return true;
}

static int pack(export_arguments *a, job *j) {
    mr_status status = MR_OK;
    char hint[FILE_HINT_SIZE];
    j->export.version = (int)a->version;
    j->export.stop = a->stop;
    j->export.exchange = strcmp(a->interface, "me") == 0;
    if (!read_parameters(a, j) || !read_binaries(a, j))
        return EXIT_USAGE;
    for (int i = 0; status == MR_OK && i < j->export.binary_count; i++)
        status = fmu_export_check_binary(&j->binaries[i], &j->message);
    j->pack_libraries = a->libraries;
    for (int i = 0; status == MR_OK && i < a->added.count; i++)
        status = pack_file(j, a->added.items[i]);
    if (status == MR_OK)
        status = export_slave(j, a->rest.items[0], a->config, a->name, &a->out);
    if (status == MR_OK)
        report(j, a->out);
    else
        complain("export-fmu", "%s%s", j->message.text,
                 j->plugin ? "" : file_hint(a->rest.items[0], FILE_SLAVE, hint, sizeof hint));
    if (j->slave)
        j->export.type->close(j->slave);
    mr_plugin_unload(j->plugin);
    for (int i = 0; i < j->files.count; i++)
        free((void *)j->files.items[i]);
    text_list_free(&j->files);
    return status == MR_OK ? EXIT_GOOD : j->misused ? EXIT_USAGE : EXIT_FAILED;
}

static const export_arguments defaults = {
    .config = "", .interface = "cs", .version = 2.0, .stop = NAN};

static int run(void *arguments) {
    export_arguments *a = arguments;
    job *j = check(a) ? calloc(1, sizeof *j) : NULL;
    const int code = j ? pack(a, j) : EXIT_USAGE;
    free(j);
    return code;
}

COMMAND(
    command_export_fmu, export_arguments, "export-fmu", "pack a slave as an FMU for other tools",
    "SLAVE [--config TEXT] [--fmi 2|3] [--interface cs|me] [--out FILE.fmu] [--name NAME] "
    "[--libraries] "
    "[--add FILE …] [--parameter NAME=VALUE …]",
    "Packs a slave as an FMU (FMI 2.0 or 3.0, Co-Simulation or Model Exchange) that other tools "
    "can load: "
    "its plug-in is the binary, its configuration and its model file are the resources. "
    "SLAVE is a plug-in or a model file, as in the block.",
    .defaults = &defaults, .calls_slaves = true);
