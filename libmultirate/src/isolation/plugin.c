/* finding, loading and checking slave plug-ins */
#define _XOPEN_SOURCE 700
#include "multirate/plugin.h"

#include "dynamic_library.h"
#include "isolated.h"
#include "isolation/foreign.h"
#include "multirate/file.h"
#include "multirate/interface.h"
#include "multirate/options.h"
#include "plain_numbers.h"

#include <float.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE     4096
#define KEY_FILE_SIZE 512

/* for what a server sends, unless the user says otherwise; only Linux limits processes */
#if defined(__linux__)
#define BRIDGE_MB 2048.0
#else
#define BRIDGE_MB 0.0
#endif

struct mr_plugin {
    void *library;
    mr_isolated_family *isolated; /* stands for the plug-in, which is in another process */
    const mr_slave_type *type;
    char path[PATH_SIZE];
    char file[PATH_SIZE]; /* that the plug-in reads, or "" */
    char prefix[2 * PATH_SIZE + MR_CONFINE_SIZE + 256];
};

/* "NAME isolate=yes timeout=5": how the slave shall run */
typedef struct run_options {
    bool isolate;
    bool told;    /* isolate= was written */
    bool foreign; /* the user does not trust it */
    mr_confine confine;
    mr_isolation isolation;
    char key[KEY_FILE_SIZE], server_key[KEY_FILE_SIZE]; /* files, for a slave in the network */
} run_options;

static int file_exists(const char *path) {
    FILE *file = mr_file_open(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static int ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static int is_library_name(const char *path) {
    return ends_with(path, ".so") || ends_with(path, ".dll") || ends_with(path, ".dylib");
}

static int has_folder(const char *path) {
    return strchr(path, '/') || strchr(path, '\\');
}

static int try_folder(const char *folder, size_t length, const char *name, const char *suffix,
                      char *path) {
    if (length == 0 || length + strlen(name) + 32 >= PATH_SIZE)
        return 0;
    snprintf(path, PATH_SIZE, "%.*s/%s%s", (int)length, folder, name, suffix);
    return file_exists(path);
}

static int find_along(const char *variable, const char *name, const char *suffix, char *path) {
    char text[PATH_SIZE];
    const char *list = mr_environment(variable, text, sizeof text);
    while (list && *list) {
        const char *end = strchr(list, MR_PATH_SEPARATOR);
        const size_t length = end ? (size_t)(end - list) : strlen(list);
        if (try_folder(list, length, name, suffix, path))
            return 1;
        list = end ? end + 1 : NULL;
    }
    return 0;
}

/* NAME with the suffix along the search path. Folders of models hold files that slaves read, and
 * no code that would run because it lies there */
static int find_named(const char *name, const char *suffix, char *path) {
    if (find_along("MULTIRATE_SLAVE_PATH", name, suffix, path) ||
        (!*suffix && find_along("MULTIRATE_FILE_PATH", name, suffix, path)))
        return 1;
    char own[PATH_SIZE - 64], folder[PATH_SIZE];
    mr_library_own_folder(own, sizeof own);
    static const char *const beside[] = {"",
                                         "/..",
                                         "/multirate",
                                         "/../lib/multirate",
                                         "/../multirate",
                                         "/../lib/x86_64-linux-gnu/multirate",
                                         "/../lib/aarch64-linux-gnu/multirate"};
    for (size_t i = 0; own[0] && i < sizeof beside / sizeof *beside; i++) {
        snprintf(folder, sizeof folder, "%s%s", own, beside[i]);
        if (try_folder(folder, strlen(folder), name, suffix, path))
            return 1;
    }
    return 0;
}

/* the plug-in EXT that reads FILE.EXT */
static mr_status locate_reader(const char *file, mr_plugin *plugin, mr_message *message) {
    const char *extension = strrchr(file, '.') + 1;
    if (!find_named(extension, MR_LIBRARY_SUFFIX, plugin->path)) {
        mr_message_set(message, "no plug-in '%.40s%s' is installed that could read '%.300s'",
                       extension, MR_LIBRARY_SUFFIX, file);
        return MR_ERR_PLUGIN;
    }
    const char quote = strchr(file, '\'') ? '"' : '\'';
    if (quote == '"' && strchr(file, quote)) {
        mr_message_set(message, "the file name %.300s has both kinds of quotes in it", file);
        return MR_ERR_PLUGIN;
    }
    snprintf(plugin->prefix, sizeof plugin->prefix, "file=%c%s%c ", quote, file, quote);
    snprintf(plugin->file, sizeof plugin->file, "%s", file);
    return MR_OK;
}

static mr_status read_isolate(const mr_option *option, void *member, mr_message *message) {
    run_options *run = member;
    run->told = true;
    run->confine.sandbox = strcmp(option->value, "sandbox") == 0;
    if (run->confine.sandbox)
        run->isolate = true;
    else if (mr_option_switch(option, &run->isolate, NULL) != MR_OK)
        return mr_option_complain(option, "'yes', 'no' or 'sandbox'", message);
    return MR_OK;
}

static mr_status read_files(const mr_option *option, void *member, mr_message *message) {
    return mr_confine_add_file(member, option->value)
               ? MR_OK
               : mr_option_complain(option, "a name of a file or folder that fits", message);
}

static mr_status read_key(const mr_option *option, void *member, mr_message *message) {
    if (strlen(option->value) >= KEY_FILE_SIZE || strchr(option->value, '|'))
        return mr_option_complain(option, "a file of keys", message);
    strcpy(member, option->value);
    return MR_OK;
}

#define AT(member)           .offset = offsetof(run_options, member)
#define RANGE(low, high, it) .least = low, .most = high, .expected = it
static const mr_option_rule rules[] = {
    {"isolate", MR_OPTION_OWN, .read = read_isolate},
    {"foreign", MR_OPTION_SWITCH, AT(foreign)},
    {"timeout", MR_OPTION_NUMBER, AT(isolation.timeout),
     RANGE(DBL_MIN, 1e6, "a time from 0 to 1e6 s")},
    {"spin", MR_OPTION_NUMBER, AT(isolation.spin), RANGE(0.0, 1.0, "a time from 0 to 1 s")},
    {"memory", MR_OPTION_NUMBER, AT(confine.memory),
     RANGE(DBL_MIN, 1e9, "a number from 0 to 1e9 (MB, s)")},
    {"cpu_time", MR_OPTION_NUMBER, AT(confine.time),
     RANGE(DBL_MIN, 1e9, "a number from 0 to 1e9 (MB, s)")},
    {"files", MR_OPTION_OWN, AT(confine), .read = read_files},
    {"key", MR_OPTION_OWN, AT(key), .read = read_key},
    {"server_key", MR_OPTION_OWN, AT(server_key), .read = read_key},
};
#define RULES ((int)(sizeof rules / sizeof *rules))

/* a slave of this name is not there: is it options that were misspelt, or in the wrong place? */
static mr_status no_such_slave(const char *slave, const char *what, mr_message *message) {
    const char *blank = strchr(slave, ' ');
    const char *equals = blank ? strchr(blank, '=') : NULL;
    char hint[MR_HINT_SIZE];
    mr_option option;
    if (!equals || strcspn(blank + 1, " ") < (size_t)(equals - blank - 1)) {
        mr_message_set(message, "there is no slave%s", what);
        return MR_ERR_PLUGIN;
    }
    snprintf(option.key, sizeof option.key, "%.*s", (int)(equals - blank - 1), blank + 1);
    mr_nearest nearest = {option.key, NULL, 0};
    for (int i = 0; i < RULES; i++)
        mr_nearest_try(&nearest, rules[i].key);
    mr_message_set(message,
                   "there is no slave '%.200s'; behind a slave's name stand only options of how it "
                   "is run, and '%s' is none%s: its own go into its configuration",
                   slave, option.key, mr_nearest_hint(&nearest, hint, sizeof hint));
    return MR_ERR_CONFIG;
}

/* where the options behind the name begin; its end if there are none */
static const char *find_options(const char *slave) {
    if (file_exists(slave)) /* even if it is called so */
        return slave + strlen(slave);
    for (const char *p = slave; *p; p++)
        for (int i = 0; *p == ' ' && i < RULES; i++) {
            const size_t length = strlen(rules[i].key);
            if (strncmp(p + 1, rules[i].key, length) == 0 && p[1 + length] == '=')
                return p;
        }
    return slave + strlen(slave);
}

/* takes the options off `slave`; name[PATH_SIZE] gets the rest. `more` is read by itself: behind
 * the others it could stand in a comment or a quotation of theirs */
static mr_status split_options(const char *slave, bool is_file, const char *more, char *name,
                               run_options *run, mr_message *message) {
    *run = (run_options){.isolation = {.timeout = MR_ISOLATION_TIMEOUT, .spin = MR_ISOLATION_SPIN}};
    const char *options = is_file ? slave + strlen(slave) : find_options(slave);
    size_t length = (size_t)(options - slave);
    while (!is_file && length > 0 && slave[length - 1] == ' ')
        length--;
    if (length >= PATH_SIZE)
        length = PATH_SIZE - 1; /* refused as too long later */
    memcpy(name, slave, length);
    name[length] = '\0';
    mr_message detail;
    mr_status status = mr_options_read(options, rules, RULES, run, &detail);
    if (status == MR_OK)
        status = mr_options_read(more, rules, RULES, run, &detail);
    if (status != MR_OK)
        mr_message_set(message, "how slave '%.100s' is run: %.380s", name, detail.text);
    return status;
}

static bool is_remote(const char *slave) {
    return strncmp(slave, "tcp://", 6) == 0;
}

/* a slave in the network: for the bridge that stands in for its process */
static mr_status locate_remote(const char *slave, run_options *run, mr_plugin *plugin,
                               mr_message *message) {
    char own[512], other[512];
    const char *key = mr_environment("MULTIRATE_KEY", own, sizeof own);
    const char *server_key = mr_environment("MULTIRATE_SERVER_KEY", other, sizeof other);
    const int length = snprintf(plugin->path, PATH_SIZE, "%s|%s|%s|%.17g", slave,
                                run->key[0] ? run->key
                                : key       ? key
                                            : "",
                                run->server_key[0] ? run->server_key
                                : server_key       ? server_key
                                                   : "",
                                run->isolation.timeout);
    run->isolate = true;
    run->confine.sandbox = false; /* the slave's, at the server; the bridge needs the network */
    if (run->confine.memory == 0.0)
        run->confine.memory = BRIDGE_MB;
    mr_confine_text(&run->confine, run->isolation.confinement);
    if (length > 0 && length < PATH_SIZE && !strchr(slave, '|'))
        return MR_OK;
    mr_message_set(message, "the address of the slave is too long or no address");
    return MR_ERR_PLUGIN;
}

/* fills path and prefix of the plug-in that serves `slave` */
static mr_status locate(const char *slave, mr_plugin *plugin, mr_message *message) {
    if (strlen(slave) + 32 >= PATH_SIZE || strlen(slave) == 0) {
        mr_message_set(message, "the name of the slave is empty or too long");
        return MR_ERR_PLUGIN;
    }
    char what[400];
    if (is_library_name(slave)) {
        if (!file_exists(slave)) {
            snprintf(what, sizeof what, " plug-in '%.300s'", slave);
            return no_such_slave(slave, what, message);
        }
        /* a bare file name would be sought by the system elsewhere */
        snprintf(plugin->path, PATH_SIZE, "%s%s", has_folder(slave) ? "" : "./", slave);
        return MR_OK;
    }
    const char *dot = strrchr(slave, '.');
    if (dot && !has_folder(dot) && dot[1]) {
        /* the file itself, or one that came with the plug-ins */
        char beside[PATH_SIZE];
        if (file_exists(slave))
            return locate_reader(slave, plugin, message);
        if (!has_folder(slave) && find_named(slave, "", beside))
            return locate_reader(beside, plugin, message);
    }
    if (has_folder(slave) || dot) {
        snprintf(what, sizeof what, " '%.300s'", slave);
        return no_such_slave(slave, what, message);
    }
    if (!find_named(slave, MR_LIBRARY_SUFFIX, plugin->path)) {
        snprintf(what, sizeof what,
                 " plug-in '%.200s' along MULTIRATE_SLAVE_PATH or beside the library", slave);
        return no_such_slave(slave, what, message);
    }
    return MR_OK;
}

static mr_status load(mr_plugin *plugin, mr_message *message) {
    char why[256];
    plugin->library = mr_library_open(plugin->path, why, sizeof why);
    if (!plugin->library) {
        mr_message_set(message, "the slave plug-in '%.200s' cannot be loaded: %.200s", plugin->path,
                       why);
        return MR_ERR_PLUGIN;
    }
    mr_slave_plugin_function entry =
        (mr_slave_plugin_function)mr_library_symbol(plugin->library, MR_SLAVE_PLUGIN_SYMBOL);
    if (!entry) {
        mr_message_set(message, "'%.300s' is no slave plug-in: it does not export %s", plugin->path,
                       MR_SLAVE_PLUGIN_SYMBOL);
        return MR_ERR_PLUGIN;
    }
    plugin->type = entry();
    mr_message detail;
    mr_status status = mr_slave_type_check(plugin->type, &detail);
    if (status != MR_OK)
        mr_message_set(message, "plug-in '%.150s': %.300s", plugin->path, detail.text);
    return status;
}

/* the plug-in in a process of its own: a table that asks it, and a prefix that tells the table
 * whom */
static mr_status isolate(mr_plugin *plugin, const mr_isolation *settings, mr_message *message) {
    char *file = malloc(sizeof plugin->prefix); /* "file='…' " comes last */
    if (!file)
        return MR_ERR_MEMORY;
    snprintf(file, sizeof plugin->prefix, "%s", plugin->prefix);
    mr_status status = mr_isolated_family_make(plugin->path, settings, &plugin->isolated, message);
    if (status == MR_OK && (!mr_isolated_prefix(plugin->isolated, plugin->path, settings,
                                                plugin->prefix, sizeof plugin->prefix) ||
                            strlen(plugin->prefix) + strlen(file) >= sizeof plugin->prefix)) {
        mr_message_set(message, "the name of the plug-in '%.300s' cannot be quoted", plugin->path);
        status = MR_ERR_PLUGIN;
    }
    if (status == MR_OK) {
        strcat(plugin->prefix, file);
        plugin->type = mr_isolated_family_type(plugin->isolated);
    }
    free(file);
    return status;
}

/* a host that would not survive a crash (Octave) names the folders whose slaves it trusts; others
 * get a process of their own unless they are told not to. An FMU has code of its own */
static bool is_isolated_by_default(const mr_plugin *plugin, const run_options *run) {
    char text[PATH_SIZE];
    const char *list = mr_environment("MULTIRATE_TRUSTED", text, sizeof text);
    return list && *list && !run->told &&
           !(mr_file_is_below_one_of(plugin->path, "MULTIRATE_TRUSTED") &&
             (!ends_with(plugin->file, ".fmu") ||
              mr_file_is_below_one_of(plugin->file, "MULTIRATE_TRUSTED")));
}

/* a slave that is foreign by its place reads what is in such places, and no more: `files` may be
 * the word of who made it */
static mr_status check_files(const mr_confine *c, mr_message *message) {
    const char *text = c->files;
    mr_status status = MR_OK;
    mr_option option;
    while (status == MR_OK && mr_option_next(&text, &option, &status, message))
        if (!mr_file_is_foreign(option.value)) {
            mr_message_set(message,
                           "files='%.200s': a slave below a folder of MULTIRATE_FOREIGN gets no "
                           "files but those below such folders",
                           option.value);
            status = MR_ERR_CONFIG;
        }
    return status;
}

/* what is foreign goes into the sandbox, whatever else a model says of it */
static mr_status confine(const mr_plugin *plugin, run_options *run, mr_message *message) {
    mr_confine *c = &run->confine;
    const bool by_place = mr_file_is_foreign(plugin->file[0] ? plugin->file : plugin->path);
    if (run->foreign || by_place)
        run->isolate = c->sandbox = true;
    if (by_place)
        MR_TRY(check_files(c, message));
    if (!run->isolate && (c->memory > 0.0 || c->time > 0.0 || c->files[0])) {
        mr_message_set(message, "memory, cpu_time and files need isolate=yes or isolate=sandbox: "
                                "only a process can be confined");
        return MR_ERR_CONFIG;
    }
    if (c->sandbox && c->memory == 0.0)
        c->memory = MR_CONFINE_MB;
    if (c->sandbox && !mr_confine_possible(message))
        return MR_ERR_UNSUPPORTED;
    if (c->sandbox && (!mr_confine_add_file(c, plugin->path) ||
                       (plugin->file[0] && !mr_confine_add_file(c, plugin->file)))) {
        mr_message_set(message, "the names of the slave's files are too long for isolate=sandbox");
        return MR_ERR_CONFIG;
    }
    mr_confine_text(c, run->isolation.confinement);
    return MR_OK;
}

/* options of a process that there is none of, or of a network */
static mr_status check_waiting(const run_options *run, bool by_default, mr_message *message) {
    if (run->key[0] || run->server_key[0]) {
        mr_message_set(message, "key and server_key are for a slave in the network (tcp://…)");
        return MR_ERR_CONFIG;
    }
    if (run->isolate || by_default)
        return MR_OK;
    if (run->isolation.timeout == MR_ISOLATION_TIMEOUT && run->isolation.spin == MR_ISOLATION_SPIN)
        return MR_OK;
    mr_message_set(message, "timeout and spin need isolate=yes or isolate=sandbox: nobody can end "
                            "the wait for a slave in the same process");
    return MR_ERR_CONFIG;
}

static mr_status find_and_load(const char *slave, bool is_file, const char *options,
                               bool prefix_taken, mr_plugin *plugin, mr_message *message) {
    char name[PATH_SIZE];
    run_options run;
    MR_TRY(split_options(slave, is_file, options, name, &run, message));
    const mr_status found = is_remote(name) ? locate_remote(name, &run, plugin, message)
                                            : locate(name, plugin, message);
    if (is_file && found == MR_ERR_CONFIG) { /* what looks like options is none */
        mr_message_set(message, "there is no slave '%.300s'", name);
        return MR_ERR_PLUGIN;
    }
    MR_TRY(found);
    if (plugin->prefix[0] && !prefix_taken) {
        mr_message_set(message,
                       "'%.200s' is read by a plug-in that must be told its name: take the "
                       "configuration prefix and put it before the configuration",
                       name);
        return MR_ERR_ARGUMENT;
    }
    if (!is_remote(name))
        MR_TRY(confine(plugin, &run, message));
    const bool by_default = !run.isolate && is_isolated_by_default(plugin, &run);
    if (!is_remote(name))
        MR_TRY(check_waiting(&run, by_default, message));
    if (!run.isolate && !by_default)
        return load(plugin, message);
    const mr_status status = isolate(plugin, &run.isolation, message);
    /* a system without such processes */
    return by_default && status == MR_ERR_UNSUPPORTED ? load(plugin, message) : status;
}

mr_status mr_plugin_load_as(const char *slave, bool is_file, const char *options,
                            mr_plugin **loaded, const char **configuration_prefix,
                            mr_message *message) {
    *loaded = NULL;
    mr_plugin *plugin = calloc(1, sizeof *plugin);
    if (!plugin) {
        mr_message_set(message, "not enough memory for a plug-in");
        return MR_ERR_MEMORY;
    }
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    const mr_status status =
        find_and_load(slave, is_file, options, configuration_prefix, plugin, message);
    mr_plain_numbers_end(numbers);
    if (status != MR_OK) {
        mr_plugin_unload(plugin);
        return status;
    }
    if (configuration_prefix)
        *configuration_prefix = plugin->prefix;
    *loaded = plugin;
    return MR_OK;
}

mr_status mr_plugin_load(const char *slave, mr_plugin **loaded, const char **configuration_prefix,
                         mr_message *message) {
    return mr_plugin_load_as(slave, false, "", loaded, configuration_prefix, message);
}

const mr_slave_type *mr_plugin_type(const mr_plugin *plugin) {
    return plugin ? plugin->type : NULL;
}

const char *mr_plugin_path(const mr_plugin *plugin) {
    return plugin ? plugin->path : "";
}

const char *mr_plugin_file(const mr_plugin *plugin) {
    return plugin ? plugin->file : "";
}

void mr_plugin_unload(mr_plugin *plugin) {
    if (!plugin)
        return;
    if (plugin->library)
        mr_library_close(plugin->library);
    mr_isolated_family_free(plugin->isolated);
    free(plugin);
}
