/* finding what is served, and how far it may reach */
#define _GNU_SOURCE
#include "offer.h"

#include "isolation/isolation.h"

#include "multirate/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool sandbox_is_there(const server_settings *set, mr_message *message) {
    mr_message why = {""};
    if (set->unconfined || mr_confine_possible(&why))
        return true;
    mr_message_set(message, "%.400s; --sandbox off serves without it", why.text);
    return false;
}

/* how far the slaves may reach; file: that the served slave is, may be "" */
static bool confine(const server_settings *set, const char *plugin, const char *file, char *text,
                    mr_message *message) {
    mr_confine c = {.sandbox = !set->unconfined, .memory = set->memory, .time = set->cpu_time};
    bool fits = mr_confine_add_file(&c, plugin) && (!*file || mr_confine_add_file(&c, file));
    for (int i = 0; fits && i < set->file_count; i++)
        fits = mr_confine_add_file(&c, set->files[i]);
    if (!fits)
        mr_message_set(message, "the names of the slave's files are too long for the sandbox");
    mr_confine_text(&c, text);
    return fits;
}

/* finds the slave and tries whether it can be loaded, in a process as those that will serve it:
 * nothing of it runs in this one. *prefix: what stands before its configuration */
static bool find_slave(const server_settings *set, mr_plugin **plugin, const char **prefix,
                       mr_message *message) {
    char text[4096];
    mr_option option;
    mr_status status = MR_OK;
    int length = snprintf(text, sizeof text, "isolate=%s", set->unconfined ? "yes" : "sandbox");
    for (int i = 0; i < set->file_count && length < (int)sizeof text; i++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " files='%s'", set->files[i]);
    if (length >= (int)sizeof text) {
        mr_message_set(message, "the names of the slave's files are too long for the sandbox");
        return false;
    }
    if (mr_plugin_load_as(set->slave, false, text, plugin, prefix, message) != MR_OK)
        return false;
    while (strncmp(*prefix, "isolate.", 8) == 0 &&
           mr_option_next(prefix, &option, &status, message))
        *prefix += strspn(*prefix, " ");
    return status == MR_OK;
}

bool offer_make(offer *o, const server_settings *set, mr_message *message) {
    static const let_list nothing;
    const char *prefix = "", *own = set->configuration ? set->configuration : "";
    *o = (offer){.plugin = NULL};
    if (strncmp(set->slave, "tcp://", 6) == 0) {
        mr_message_set(message, "a slave of another server is not served on: serve it there");
        return false;
    }
    if (!sandbox_is_there(set, message) || !find_slave(set, &o->plugin, &prefix, message) ||
        !confine(set, mr_plugin_path(o->plugin), mr_plugin_file(o->plugin), o->confinement,
                 message) ||
        mr_isolation_find_host(mr_plugin_path(o->plugin), o->confinement, &o->host, message) !=
            MR_OK)
        return false;
    if (asprintf(&o->before, "%s%s%s", prefix, own, *own ? " " : "") < 0) {
        o->before = NULL;
        mr_message_set(message, "not enough memory");
        return false;
    }
    o->served = (served){.plugin = mr_plugin_path(o->plugin),
                         .prefix = o->before,
                         .let = set->let ? set->let : &nothing,
                         .host = o->host,
                         .confinement = o->confinement,
                         .timeout = set->timeout};
    return true;
}

void offer_free(offer *o) {
    free(o->before);
    free(o->host);
    mr_plugin_unload(o->plugin);
}
