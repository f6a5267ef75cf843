/* what a program does to files, a line of JSON each: enough to do it again, up to any moment */
#define _GNU_SOURCE
#include "calls.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef unsigned long long word;

static void put_text(FILE *out, const char *key, const char *text) {
    fprintf(out, ", \"%s\": \"", key);
    for (const char *p = text; *p; p++)
        fprintf(out, *p == '"' || *p == '\\' || (unsigned char)*p < ' ' ? "\\u%04x" : "%c",
                (unsigned char)*p);
    fputc('"', out);
}

/* an absolute path of a name that the process has given, beside a folder's descriptor */
static void put_name(FILE *out, const char *key, pid_t process, int folder, word address) {
    char name[4096], base[4096] = "", link[64], path[8200];
    call_text(process, address, name, sizeof name);
    if (name[0] != '/' && folder != AT_FDCWD)
        call_path(process, folder, base, sizeof base);
    if (name[0] != '/' && folder == AT_FDCWD) {
        snprintf(link, sizeof link, "/proc/%d/cwd", (int)process);
        const ssize_t length = readlink(link, base, sizeof base - 1);
        base[length > 0 ? length : 0] = '\0';
    }
    snprintf(path, sizeof path, "%s%s%s", base, name[0] == '/' ? "" : "/", name);
    put_text(out, key, path);
}

/* where the next byte goes */
static long position(pid_t process, int descriptor) {
    char path[64], line[128];
    long place = 0, flags = 0;
    snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", (int)process, descriptor);
    FILE *info = fopen(path, "r");
    while (info && fgets(line, sizeof line, info)) {
        (void)sscanf(line, "pos: %ld", &place);
        (void)sscanf(line, "flags: %lo", &flags);
    }
    if (info)
        fclose(info);
    return (flags & O_APPEND) != 0 ? -1 : place; /* -1: at the end */
}

static void put_write(FILE *out, pid_t process, const word *a, long place) {
    unsigned char *bytes = malloc((size_t)a[2] + 1);
    fprintf(out, ", \"at\": %ld, \"bytes\": \"", place);
    if (bytes && call_bytes(process, a[1], bytes, (size_t)a[2]))
        for (size_t i = 0; i < (size_t)a[2]; i++)
            fprintf(out, "%02x", bytes[i]);
    fputc('"', out);
    free(bytes);
}

static void put_descriptor(FILE *out, pid_t process, int descriptor) {
    char path[4096];
    call_path(process, descriptor, path, sizeof path);
    put_text(out, "path", path);
}

static void begin(FILE *out, pid_t process, const char *what) {
    fprintf(out, "{\"process\": %d, \"do\": \"%s\"", (int)process, what);
}

static void put_open(FILE *out, pid_t process, int folder, word name, word flags) {
    begin(out, process, (flags & O_TRUNC) != 0 ? "empty" : "make");
    put_name(out, "path", process, folder, name);
}

static void put_two(FILE *out, pid_t process, int from, word name, int to, word new_name) {
    begin(out, process, "rename");
    put_name(out, "path", process, from, name);
    put_name(out, "to", process, to, new_name);
}

static void put_one(FILE *out, pid_t process, const char *what, int folder, word name) {
    begin(out, process, what);
    put_name(out, "path", process, folder, name);
}

void call_trace(FILE *out, pid_t process, const struct seccomp_notif *call) {
    word a[6];
    for (int i = 0; i < 6; i++)
        a[i] = call->data.args[i];
    switch (call->data.nr) {
    case SYS_openat:
        put_open(out, process, (int)a[0], a[1], a[2]);
        break;
    case SYS_write:
    case SYS_pwrite64:
        begin(out, process, "write");
        put_descriptor(out, process, (int)a[0]);
        put_write(out, process, a,
                  call->data.nr == SYS_write ? position(process, (int)a[0]) : (long)a[3]);
        break;
    case SYS_ftruncate:
        begin(out, process, "cut");
        put_descriptor(out, process, (int)a[0]);
        fprintf(out, ", \"at\": %llu", a[1]);
        break;
    case SYS_fsync:
    case SYS_fdatasync:
        begin(out, process, "sync");
        put_descriptor(out, process, (int)a[0]);
        break;
    case SYS_renameat:
    case SYS_renameat2:
        put_two(out, process, (int)a[0], a[1], (int)a[2], a[3]);
        break;
    case SYS_mkdirat:
        put_one(out, process, "folder", (int)a[0], a[1]);
        break;
    case SYS_unlinkat:
        put_one(out, process, "remove", (int)a[0], a[1]);
        break;
#ifdef SYS_open
    case SYS_open:
        put_open(out, process, AT_FDCWD, a[0], a[1]);
        break;
    case SYS_creat:
        put_open(out, process, AT_FDCWD, a[0], O_TRUNC);
        break;
    case SYS_rename:
        put_two(out, process, AT_FDCWD, a[0], AT_FDCWD, a[1]);
        break;
    case SYS_mkdir:
        put_one(out, process, "folder", AT_FDCWD, a[0]);
        break;
    case SYS_unlink:
    case SYS_rmdir:
        put_one(out, process, "remove", AT_FDCWD, a[0]);
        break;
#endif
    default:
        begin(out, process, "other");
        break;
    }
    fprintf(out, "}\n");
    fflush(out);
}
