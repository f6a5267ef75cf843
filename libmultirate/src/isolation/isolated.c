/* which slaves run isolated, and where their host program is */
#define _GNU_SOURCE
#include "isolated.h"

#include <stdlib.h>
#include <string.h>

bool mr_isolated_prefix(const char *plugin, const mr_isolation *settings, char *prefix,
                        size_t size) {
    const char quote = strchr(plugin, '\'') ? '"' : '\'';
    if (strchr(plugin, quote))
        return false;
    const int length =
        snprintf(prefix, size, "isolate.plugin=%c%s%c isolate.timeout=%.17g isolate.spin=%.17g ",
                 quote, plugin, quote, settings->timeout, settings->spin);
    return length > 0 && (size_t)length < size;
}

#if defined(__linux__)
#include "../dynamic_library.h"
#include "isolated_slave.h"

#include <unistd.h>

#define PATH_SIZE 4096
#define HOST      "multirate-slave-host"

static bool is_program(const char *path) {
    return access(path, X_OK) == 0;
}

static bool find_beside(const char *folder, char *path) {
    static const char *const places[] = {"", "/..", "/../libexec/multirate",
                                         "/../../libexec/multirate", "/../../../libexec/multirate"};
    for (size_t i = 0; folder[0] && i < sizeof places / sizeof *places; i++) {
        const int length = snprintf(path, PATH_SIZE, "%s%s/" HOST, folder, places[i]);
        if (length > 0 && length < PATH_SIZE && is_program(path))
            return true;
    }
    return false;
}

mr_status mr_isolation_find_host(const char *plugin, char **path, mr_message *message) {
    char folder[PATH_SIZE];
    const char *given = getenv("MULTIRATE_SLAVE_HOST");
    *path = malloc(PATH_SIZE);
    if (!*path)
        return MR_ERR_MEMORY;
    if (given && given[0]) {
        snprintf(*path, PATH_SIZE, "%s", given);
        if (is_program(*path))
            return MR_OK;
        mr_message_set(message, "MULTIRATE_SLAVE_HOST is '%.300s', which is no program", given);
    } else {
        mr_library_own_folder(folder, sizeof folder);
        if (find_beside(folder, *path))
            return MR_OK;
        snprintf(folder, sizeof folder, "%s", plugin);
        char *slash = strrchr(folder, '/');
        if (slash) {
            *slash = '\0';
            if (find_beside(folder, *path))
                return MR_OK;
        }
        mr_message_set(message, "isolate=yes needs the program " HOST
                                ", which is neither beside the library nor beside the plug-in; "
                                "MULTIRATE_SLAVE_HOST may tell where it is");
    }
    free(*path);
    *path = NULL;
    return MR_ERR_PLUGIN;
}

static const char *append_text(mr_wire *in, mr_wire *store) {
    size_t length;
    const char *bytes = mr_wire_take_text(in, &length);
    unsigned char *place = bytes ? mr_wire_extend(store, length + 1) : NULL;
    if (place) {
        memcpy(place, bytes, length);
        place[length] = '\0';
    }
    return bytes;
}

/* the table, with its texts behind it in the same memory */
static mr_slave_type *build_type(mr_wire *in) {
    mr_wire texts = {0};
    const char *told[3];
    size_t at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = texts.size;
        told[i] = append_text(in, &texts);
    }
    const int abilities = mr_wire_take_number(in);
    mr_slave_type *type = NULL;
    if (!texts.bad && mr_wire_done(in) && told[0])
        type = malloc(sizeof *type + texts.size);
    if (type) {
        char *memory = (char *)(type + 1);
        if (texts.size > 0)
            memcpy(memory, texts.data, texts.size);
        mr_isolated_slave_table(abilities, type);
        type->name = memory;
        type->summary = told[1] ? memory + at[1] : NULL;
        type->options = told[2] ? memory + at[2] : NULL;
    }
    mr_wire_free(&texts);
    return type;
}

mr_status mr_isolated_type_make(const char *plugin, const mr_isolation *settings,
                                mr_message *message, mr_slave_type **type) {
    *type = NULL;
    char *host;
    mr_status status = mr_isolation_find_host(plugin, &host, message);
    if (status != MR_OK)
        return status;
    mr_link *link = calloc(1, sizeof *link);
    status = MR_ERR_MEMORY;
    if (link) {
        mr_message detail = {""};
        link->settings = *settings;
        link->program = host;
        status = mr_link_start(link, plugin, &detail);
        if (status == MR_OK) {
            *type = build_type(&link->in);
            if (!*type)
                status = mr_link_refuse(link, &detail);
        }
        if (status != MR_OK && !link->open)
            mr_message_set(message, "the slave plug-in '%.150s' cannot be loaded: %.300s", plugin,
                           detail.text);
        else if (status != MR_OK)
            mr_message_set(message, "%s", detail.text);
        if (status == MR_ERR_STATE)
            status = MR_ERR_PLUGIN;
        mr_link_free(link);
    } else {
        mr_message_set(message, "not enough memory for a plug-in");
    }
    free(host);
    return status;
}

#else

mr_status mr_isolated_type_make(const char *plugin, const mr_isolation *settings,
                                mr_message *message, mr_slave_type **type) {
    (void)settings;
    *type = NULL;
    mr_message_set(message, "slave '%.200s': isolate=yes works on Linux only", plugin);
    return MR_ERR_UNSUPPORTED;
}

#endif
