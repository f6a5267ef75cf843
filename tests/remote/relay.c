/* passing bytes between two sockets */
#define _GNU_SOURCE
#include "relay.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int port_of(const char *address) {
    return atoi(strrchr(address, ':') + 1);
}

static struct sockaddr_in here(int port) {
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int connect_to(int port) {
    const struct sockaddr_in address = here(port);
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(s, (const struct sockaddr *)&address, sizeof address) != 0)
        perror("relay");
    return s;
}

void relay_say(const char *server, const void *bytes, size_t size) {
    const int s = connect_to(port_of(server));
    if (size > 0)
        (void)send(s, bytes, size, MSG_NOSIGNAL);
    close(s);
}

/* parts of a message (ZMTP 3.0) without a last one */
static void flood(const relay *r, int client) {
    static unsigned char parts[30000];
    ssize_t sent = 0, all = 0;
    for (size_t i = 0; i < sizeof parts; i += 3)
        memcpy(parts + i, "\1\1z", 3);
    while (sent >= 0 && all < 200000000 && !r->ended) {
        sent = send(client, parts, sizeof parts, MSG_NOSIGNAL);
        all += sent;
    }
}

/* false: an end has hung up */
static bool pass(const relay *r, int from, int to) {
    unsigned char bytes[65536];
    const int piece = r->piece;
    const ssize_t size = recv(from, bytes, piece > 0 ? (size_t)piece : sizeof bytes, 0);
    if (size <= 0)
        return false;
    if (r->fault == RELAY_SILENT)
        return true;
    if (r->fault == RELAY_GARBLES)
        for (ssize_t i = 0; i < size; i++)
            bytes[i] ^= 0x55;
    if (r->pause_us > 0)
        usleep((useconds_t)r->pause_us);
    return send(to, bytes, (size_t)size, MSG_NOSIGNAL) == size;
}

static void serve_client(relay *r, int client) {
    const int server = connect_to(r->port);
    bool goes_on = true;
    while (goes_on && !r->ended && r->fault != RELAY_CUT) {
        struct pollfd ends[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
        poll(ends, 2, 20);
        if (r->fault == RELAY_FLOODS) {
            flood(r, client);
            break;
        }
        if (ends[0].revents)
            goes_on = pass(r, client, server);
        if (goes_on && ends[1].revents)
            goes_on = pass(r, server, client);
    }
    close(server);
    close(client);
}

static void *live(void *context) {
    relay *r = context;
    while (!r->ended) {
        struct pollfd door = {.fd = r->listener, .events = POLLIN};
        if (poll(&door, 1, 20) <= 0)
            continue;
        const int client = accept4(r->listener, NULL, NULL, SOCK_CLOEXEC);
        if (client >= 0)
            serve_client(r, client);
    }
    close(r->listener);
    return NULL;
}

void relay_start(relay *r, const char *server) {
    struct sockaddr_in address = here(0);
    socklen_t size = sizeof address;
    *r = (relay){.port = port_of(server),
                 .listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (bind(r->listener, (struct sockaddr *)&address, size) != 0 || listen(r->listener, 8) != 0 ||
        getsockname(r->listener, (struct sockaddr *)&address, &size) != 0)
        perror("relay");
    snprintf(r->address, sizeof r->address, "tcp://127.0.0.1:%d", ntohs(address.sin_port));
    pthread_create(&r->thread, NULL, live, r);
}

void relay_stop(relay *r) {
    r->ended = 1;
    pthread_join(r->thread, NULL);
}
