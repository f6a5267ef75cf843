/* the list of clients */
#include "clients.h"
#include "multirate/interface.h"
#include "isolation/isolation.h"

#include <stdio.h>
#include <string.h>
#include <zmq.h>

client *clients_find(clients *list, const unsigned char *name, size_t size) {
    for (int i = 0; i < list->count; i++)
        if (!list->all[i].gone && list->all[i].name_size == size &&
            memcmp(list->all[i].name, name, size) == 0)
            return &list->all[i];
    return NULL;
}

const char *clients_refuse(const clients *list, const char *key) {
    int same = 0, here = 0;
    for (int i = 0; i < list->count; i++) {
        here += !list->all[i].gone;
        same += !list->all[i].gone && key[0] && strcmp(list->all[i].audit.key, key) == 0;
    }
    if (here >= list->most || list->count >= 2 * list->most)
        return "the server has as many clients as it may have";
    if (same >= list->most_per_key)
        return "the server has as many clients with this key as it may have";
    return NULL;
}

static void tell_count(const clients *list, const char *what) {
    char text[200];
    snprintf(text, sizeof text, "%s; %d client%s now", what, list->count,
             list->count == 1 ? "" : "s");
    if (list->tell)
        list->tell(text);
}

bool clients_take_in(clients *list, client *fresh, const served *what) {
    char end[64];
    fresh->audit.number = ++list->born;
    fresh->audit.came = time(NULL);
    fresh->audit.end = "closed";
    fresh->came = fresh->heard = mr_seconds();
    snprintf(end, sizeof end, "inproc://session-%ld", list->born);
    fresh->socket = zmq_socket(what->context, ZMQ_PAIR);
    if (fresh->socket && zmq_bind(fresh->socket, end) == 0)
        fresh->session = session_start(what, end);
    if (!fresh->session) {
        if (fresh->socket)
            zmq_close(fresh->socket);
        return false;
    }
    list->all[list->count++] = *fresh;
    tell_count(list, "a client has come");
    return true;
}

void clients_dismiss(client *c, const char *how) {
    if (c->gone)
        return;
    c->gone = true;
    c->audit.end = how;
    session_cancel(c->session);
    (void)session_give(c->session, c->socket, "", 0);
}

static void write_audit(const clients *list, client *c) {
    char line[400];
    c->audit.seconds = mr_seconds() - c->came;
    if (!c->gone && !session_closed(c->session))
        c->audit.end = "failed";
    audit_compose(&c->audit, line, sizeof line);
    if (list->audit_file && !audit_append(list->audit_file, line) && list->tell)
        list->tell("the audit file cannot be written");
    if (list->tell)
        list->tell(line);
}

void clients_bury(clients *list, client *c) {
    session_join(c->session);
    write_audit(list, c);
    session_free(c->session);
    zmq_close(c->socket);
    const char *why = c->gone ? "a client is gone" : "a client has left";
    *c = list->all[--list->count];
    tell_count(list, why);
}
