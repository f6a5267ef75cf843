/* making and reading key files */
#define _GNU_SOURCE
#include "keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

static bool write_file(const char *name, const char *ending, int mode, const char *text,
                       mr_message *message) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", name, ending);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    const size_t size = strlen(text);
    const bool written = file >= 0 && write(file, text, size) == (ssize_t)size;
    if (!written)
        mr_message_set(message, "'%.300s' cannot be written: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return written;
}

bool keys_make(const char *name, mr_message *message) {
    key_pair keys;
    char text[256];
    if (zmq_curve_keypair(keys.public_key, keys.secret_key) != 0) {
        mr_message_set(message, "this ZeroMQ library was built without keys (CURVE)");
        return false;
    }
    snprintf(text, sizeof text, "public=%s\nsecret=%s\n", keys.public_key, keys.secret_key);
    if (!write_file(name, ".key", 0600, text, message))
        return false;
    snprintf(text, sizeof text, "public=%s\n", keys.public_key);
    return write_file(name, ".pub", 0644, text, message);
}

static bool read_key(const char *line, const char *name, char *key) {
    unsigned char bytes[32];
    const size_t length = strlen(name);
    if (strncmp(line, name, length) != 0)
        return false;
    memcpy(key, line + length, KEY_SIZE - 1);
    key[KEY_SIZE - 1] = '\0';
    return strlen(line + length) >= KEY_SIZE - 1 && zmq_z85_decode(bytes, key);
}

/* a secret that others can read is none, and a list of friends that others can write is theirs */
static bool check_rights(const char *path, bool secret, unsigned mode, mr_message *message) {
    if (secret && (mode & 077) != 0)
        mr_message_set(message,
                       "the secret key file '%.150s' is open to others (mode %03o); `chmod 600 "
                       "'%.150s'` cures that, and if others have been on this machine, new keys do",
                       path, mode & 0777u, path);
    else if ((mode & 02) != 0)
        mr_message_set(message,
                       "anybody can write the key file '%.150s' (mode %03o); check it, then `chmod "
                       "644 '%.150s'`",
                       path, mode & 0777u, path);
    else
        return true;
    return false;
}

bool keys_read(const char *path, bool secret, key_pair *keys, mr_message *message) {
    char line[256];
    *keys = (key_pair){{0}, {0}};
    bool has_public = false, has_secret = false;
    /* not waiting: it may be a pipe that nobody writes */
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
    if (!file) {
        mr_message_set(message, "the key file '%.300s' cannot be read: %s", path, strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return false;
    }
    struct stat about;
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
        mr_message_set(message, "'%.300s' is no file of keys", path);
        fclose(file);
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        has_public = has_public || read_key(line, "public=", keys->public_key);
        has_secret = has_secret || read_key(line, "secret=", keys->secret_key);
    }
    fclose(file);
    if (!has_public || (secret && !has_secret)) {
        mr_message_set(message,
                       "'%.300s' is no %s key file (`multirate serve --make-key` makes them)", path,
                       secret ? "secret" : "public");
        return false;
    }
    return check_rights(path, secret, about.st_mode, message);
}
