/* the tables of isolated slaves, and where their host program is */
#define _GNU_SOURCE
#include "isolated.h"

#include "atomics.h"

#include <stdlib.h>
#include <string.h>

#if defined(MR_CAN_ISOLATE)
#include "dynamic_library.h"
#include "isolated_slave.h"
#include "isolation/confine.h"
#include "multirate/file.h"

#define PATH_SIZE 4096

#if defined(_WIN32)
#define HOST   "multirate-slave-host.exe"
#define BRIDGE "multirate-slave-bridge.exe"

static bool is_program(const char *path) {
    FILE *file = mr_file_open(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}
#else
#include <unistd.h>
#define HOST   "multirate-slave-host"
#define BRIDGE "multirate-slave-bridge"

static bool is_program(const char *path) {
    return access(path, X_OK) == 0;
}
#endif

static bool find_beside(const char *folder, const char *program, char *path) {
    static const char *const places[] = {"", "/..", "/../libexec/multirate",
                                         "/../../libexec/multirate", "/../../../libexec/multirate"};
    for (size_t i = 0; folder[0] && i < sizeof places / sizeof *places; i++) {
        const int length = snprintf(path, PATH_SIZE, "%s%s/%s", folder, places[i], program);
        if (length > 0 && length < PATH_SIZE && is_program(path))
            return true;
    }
    return false;
}

mr_status mr_isolation_find_host(const char *plugin, const char *confinement, char **path,
                                 mr_message *message) {
    char folder[PATH_SIZE];
    /* a slave in the network has a bridge to it in the place of a host */
    const bool remote = strncmp(plugin, "tcp://", 6) == 0;
    const bool alone = remote || mr_confine_is_sandbox(confinement);
    const char *program = remote ? BRIDGE : HOST;
    const char *variable = remote ? "MULTIRATE_SLAVE_BRIDGE" : "MULTIRATE_SLAVE_HOST";
    char text[PATH_SIZE];
    const char *given = mr_environment(variable, text, sizeof text);
    *path = malloc(PATH_SIZE);
    if (!*path)
        return MR_ERR_MEMORY;
    if (given && given[0]) {
        snprintf(*path, PATH_SIZE, "%s", given);
        if (is_program(*path))
            return MR_OK;
        mr_message_set(message, "%s is '%.300s', which is no program", variable, given);
    } else {
        mr_library_own_folder(folder, sizeof folder);
        if (find_beside(folder, program, *path))
            return MR_OK;
        snprintf(folder, sizeof folder, "%s", plugin);
        char *slash = strrchr(folder, '/'), *other = strrchr(folder, '\\');
        slash = other > slash ? other : slash;
        if (slash && !alone) {
            *slash = '\0';
            if (find_beside(folder, program, *path))
                return MR_OK;
        }
        mr_message_set(message, "%s needs the program %s, which is %s; %s may tell where it is",
                       remote  ? "a slave in the network"
                       : alone ? "isolate=sandbox"
                               : "isolate=yes",
                       program,
                       alone ? "not beside the library"
                             : "neither beside the library nor beside the plug-in",
                       variable);
    }
    free(*path);
    *path = NULL;
    return MR_ERR_PLUGIN;
}

struct mr_isolated_family {
    int number;
    mr_isolated_family *next;
    int abilities; /* of the type */
    mr_slave_type tables[MR_CAN_ALL + 1];
    char texts[]; /* name, summary, options */
};

/* the families of the plug-ins that are loaded. Opening gets a text and no pointer: the number in
 * its prefix finds the tables here, or nothing, if somebody has made the number up. */
static mr_isolated_family *families;
static int last_number;
static mr_atomic busy;

static void lock(void) {
    while (mr_atomic_swap(&busy, 1))
        ;
}

static void unlock(void) {
    mr_atomic_store(&busy, 0);
}

static void enter(mr_isolated_family *family) {
    lock();
    family->number = ++last_number;
    family->next = families;
    families = family;
    unlock();
}

void mr_isolated_family_free(mr_isolated_family *family) {
    if (!family)
        return;
    lock();
    mr_isolated_family **place = &families;
    while (*place && *place != family)
        place = &(*place)->next;
    if (*place)
        *place = family->next;
    unlock();
    free(family);
}

const mr_slave_type *mr_isolated_family_type(const mr_isolated_family *family) {
    return &family->tables[family->abilities];
}

const mr_slave_type *mr_isolated_table(int number, int abilities) {
    lock();
    const mr_isolated_family *family = families;
    while (family && family->number != number)
        family = family->next;
    unlock();
    return family ? &family->tables[abilities & MR_CAN_ALL] : NULL;
}

bool mr_isolated_prefix(const mr_isolated_family *family, const char *plugin,
                        const mr_isolation *settings, char *prefix, size_t size) {
    const char quote = strchr(plugin, '\'') ? '"' : '\'';
    if (strchr(plugin, quote))
        return false;
    const int length =
        snprintf(prefix, size,
                 "isolate.plugin=%c%s%c isolate.tables=%d isolate.timeout=%.17g isolate.spin=%.17g "
                 "isolate.confinement=\"%s\" ",
                 quote, plugin, quote, family->number, settings->timeout, settings->spin,
                 settings->confinement);
    return length > 0 && (size_t)length < size;
}

static bool append_text(mr_wire *in, mr_wire *store, bool lines) {
    size_t length;
    const char *bytes = mr_wire_take_text(in, &length);
    unsigned char *place = bytes ? mr_wire_extend(store, length + 1) : NULL;
    if (place) {
        memcpy(place, bytes, length);
        place[length] = '\0';
        for (size_t i = 0; i < length; i++) /* nothing that a terminal would obey */
            if ((place[i] < ' ' && !(lines && place[i] == '\n')) || place[i] == 0x7f)
                place[i] = ' ';
    }
    return bytes != NULL;
}

/* from the answer of the process that has loaded the plug-in */
static mr_isolated_family *build_family(mr_wire *in) {
    mr_wire texts = {0};
    bool told[3];
    size_t at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = texts.size;
        told[i] = append_text(in, &texts, i == 2);
    }
    const int abilities = mr_wire_take_number(in);
    mr_isolated_family *family = NULL;
    if (!texts.bad && mr_wire_done(in) && told[0])
        family = calloc(1, sizeof *family + texts.size);
    if (family) {
        memcpy(family->texts, texts.data, texts.size);
        family->abilities = abilities & MR_CAN_ALL;
        for (int i = 0; i <= MR_CAN_ALL; i++) {
            mr_slave_type *type = &family->tables[i];
            mr_isolated_slave_table(i, type);
            type->name = family->texts;
            type->summary = told[1] ? family->texts + at[1] : NULL;
            type->options = told[2] ? family->texts + at[2] : NULL;
        }
        enter(family);
    }
    mr_wire_free(&texts);
    return family;
}

/* lets a process load the plug-in */
static mr_status ask_plugin(mr_process_link *link, const char *plugin, mr_message *message,
                            mr_isolated_family **family) {
    mr_message detail = {""};
    mr_status status = mr_link_start(link, plugin, &detail);
    if (status == MR_OK) {
        *family = build_family(&link->in);
        if (!*family)
            status = mr_link_refuse(link, &detail);
    }
    if (!detail.text[0])
        mr_message_set(&detail, "%s", mr_status_text(status));
    if (status != MR_OK && !link->open)
        mr_message_set(message, "the slave plug-in '%.150s' cannot be loaded: %.300s", plugin,
                       detail.text);
    else if (status != MR_OK)
        mr_message_set(message, "%s", detail.text);
    return status == MR_ERR_STATE ? MR_ERR_PLUGIN : status;
}

mr_status mr_isolated_family_make(const char *plugin, const mr_isolation *settings,
                                  mr_isolated_family **family, mr_message *message) {
    *family = NULL;
    char *host;
    mr_status status = mr_isolation_find_host(plugin, settings->confinement, &host, message);
    if (status != MR_OK)
        return status;
    mr_process_link *link = calloc(1, sizeof *link);
    if (link) {
        link->settings = *settings;
        link->program = host;
        status = ask_plugin(link, plugin, message, family);
        mr_link_free(link);
    } else {
        mr_message_set(message, "not enough memory for a plug-in");
        status = MR_ERR_MEMORY;
    }
    free(host);
    return status;
}

#else

mr_status mr_isolated_family_make(const char *plugin, const mr_isolation *settings,
                                  mr_isolated_family **family, mr_message *message) {
    (void)settings;
    *family = NULL;
    mr_message_set(message, "slave '%.200s': isolate=yes works on Linux and Windows only", plugin);
    return MR_ERR_UNSUPPORTED;
}

void mr_isolated_family_free(mr_isolated_family *family) {
    (void)family;
}

const mr_slave_type *mr_isolated_family_type(const mr_isolated_family *family) {
    (void)family;
    return NULL;
}

bool mr_isolated_prefix(const mr_isolated_family *family, const char *plugin,
                        const mr_isolation *settings, char *prefix, size_t size) {
    (void)family, (void)plugin, (void)settings, (void)prefix, (void)size;
    return false;
}

#endif
