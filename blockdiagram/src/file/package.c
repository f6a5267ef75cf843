/* parts of a zip are inflated only when asked for, with bounds on size and ratio that a model file
 * never comes near; parts of a text package are slices of the text */
#define _POSIX_C_SOURCE 200809L
#include "file/package.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zip.h>

#include "common/zip_part.h"
#include "file/internal.h"

#define PACKAGE_BEGIN "__MWOPC_PACKAGE_BEGIN__"
#define PART_BEGIN    "__MWOPC_PART_BEGIN__"
#define PACKAGE_END   "__MWOPC_PACKAGE_END__"
#define RATIO_FREE    ((zip_uint64_t)4 << 20) /* below this size any ratio is harmless */
#define RATIO         300
#define TOTAL         ((zip_uint64_t)512 << 20)

typedef struct text_part {
    const char *name;
    const char *bytes;
    size_t size;
    int first_line;
    bool coded; /* base 64 */
} text_part;

struct bd_package {
    const char *file;
    bd_arena *arena;
    zip_t *zip;
    zip_uint64_t inflated;
    text_part *parts;
    size_t count;
    size_t capacity;
};

bool bd_is_zip(const char *bytes, size_t size) {
    return size >= 4 && bytes[0] == 'P' && bytes[1] == 'K' && (bytes[2] == 3 || bytes[2] == 5);
}

/* start of the next line that begins with the marker, or NULL */
static const char *find_marker(const char *from, const char *end, const char *marker, int *line) {
    size_t length = strlen(marker);
    for (const char *at = from; at < end;) {
        if ((size_t)(end - at) >= length && memcmp(at, marker, length) == 0)
            return at;
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            return NULL;
        at = newline + 1;
        (*line)++;
    }
    return NULL;
}

bool bd_is_text_package(const char *bytes, size_t size) {
    int line = 1;
    return find_marker(bytes, bytes + size, PACKAGE_BEGIN, &line) != NULL;
}

static bd_status add_text_part(bd_package *package, const char *header, const char *header_end,
                               text_part part, bd_error *error) {
    header += strlen(PART_BEGIN);
    while (header < header_end && (*header == ' ' || *header == '/'))
        header++;
    size_t length = 0;
    while (header + length < header_end && (unsigned char)header[length] > ' ')
        length++;
    /* a second word says how the body is coded: only binary parts are */
    for (const char *c = header + length; c < header_end; c++)
        part.coded = part.coded || (unsigned char)*c > ' ';
    part.name = bd_arena_copy_bytes(package->arena, header, length);
    if (!part.name || !bd_arena_grow(package->arena, (void **)&package->parts, package->count,
                                     &package->capacity, sizeof part))
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory",
                            package->file);
    package->parts[package->count++] = part;
    return BD_OK;
}

static bd_status open_text(bd_package *package, const char *bytes, size_t size, bd_error *error) {
    const char *end = bytes + size;
    int line = 1;
    const char *at = find_marker(bytes, end, PACKAGE_BEGIN, &line);
    int last_line = line;
    const char *stop = at ? find_marker(at, end, PACKAGE_END, &last_line) : NULL;
    if (!stop)
        return bd_error_set(error, BD_BAD_FILE, "%s:%d: the package ends without %s", package->file,
                            last_line, PACKAGE_END);
    at = find_marker(at, stop, PART_BEGIN, &line);
    while (at) {
        const char *body = memchr(at, '\n', (size_t)(stop - at));
        if (!body)
            break;
        body++;
        int next_line = line + 1;
        const char *next = find_marker(body, stop, PART_BEGIN, &next_line);
        text_part part = {NULL, body, (size_t)((next ? next : stop) - body), line + 1, false};
        BD_TRY(add_text_part(package, at, body, part, error));
        at = next;
        line = next_line;
    }
    return BD_OK;
}

static bd_status open_zip(bd_package *package, const char *bytes, size_t size, bd_error *error) {
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(bytes, size, 0, &why);
    if (source) {
        package->zip = zip_open_from_source(source, ZIP_RDONLY, &why);
        if (!package->zip)
            zip_source_free(source);
    }
    bd_status status = BD_OK;
    if (!package->zip)
        status = bd_error_set(error, BD_BAD_FILE, "%s: the archive cannot be opened: %s",
                              package->file, zip_error_strerror(&why));
    zip_error_fini(&why);
    return status;
}

bd_status bd_package_open(const char *bytes, size_t size, const char *file, bd_arena *arena,
                          bd_package **package, bd_error *error) {
    *package = calloc(1, sizeof **package);
    if (!*package)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", file);
    (*package)->file = file;
    (*package)->arena = arena;
    bd_status status = bd_is_zip(bytes, size) ? open_zip(*package, bytes, size, error)
                                              : open_text(*package, bytes, size, error);
    if (status != BD_OK) {
        bd_package_close(*package);
        *package = NULL;
    }
    return status;
}

void bd_package_close(bd_package *package) {
    if (!package)
        return;
    if (package->zip)
        zip_discard(package->zip);
    free(package);
}

static bd_status check_bomb(bd_package *package, const char *name, const zip_stat_t *stat,
                            bd_error *error) {
    const zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    if ((stat->valid & needed) != needed)
        return bd_error_set(error, BD_BAD_FILE, "%s: part '%s' has no size", package->file, name);
    if (stat->size > BD_FILE_BYTES || package->inflated + stat->size > TOTAL)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: part '%s' is too large", package->file,
                            name);
    if (stat->size > RATIO_FREE && stat->size / RATIO > stat->comp_size)
        return bd_error_set(error, BD_LIMIT_EXCEEDED,
                            "%s: part '%s' is compressed more than %d times, which no model is",
                            package->file, name, RATIO);
    package->inflated += stat->size;
    return BD_OK;
}

static bd_status read_zip(bd_package *package, const char *name, bd_part *part, bd_error *error) {
    zip_int64_t index = zip_name_locate(package->zip, name, ZIP_FL_NOCASE);
    if (index < 0)
        return BD_OK;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(package->zip, (zip_uint64_t)index, 0, &stat) != 0)
        return bd_error_set(error, BD_BAD_FILE, "%s: part '%s' cannot be found", package->file,
                            name);
    bd_status status = check_bomb(package, name, &stat, error);
    if (status != BD_OK)
        return status;
    size_t size = (size_t)stat.size;
    char *bytes = bd_arena_alloc(package->arena, size + 1);
    if (!bytes)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: part '%s' needs too much memory",
                            package->file, name);
    zip_file_t *file = zip_fopen_index(package->zip, (zip_uint64_t)index, 0);
    if (!file)
        return bd_error_set(error, BD_BAD_FILE, "%s: part '%s' cannot be opened: %s", package->file,
                            name, zip_strerror(package->zip));
    bool good = cm_zip_read_whole(file, bytes, size);
    if (!good)
        status = bd_error_set(error, BD_BAD_FILE, "%s: part '%s' is damaged", package->file, name);
    zip_fclose(file);
    part->bytes = good ? bytes : NULL;
    part->size = size;
    return status;
}

/* 0 to 63, or -1 for what is no digit of base 64 (line breaks, padding) */
static int digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bd_status decode(bd_package *package, bd_part *part, bd_error *error) {
    char *bytes = bd_arena_alloc(package->arena, part->size / 4 * 3 + 3);
    size_t size = 0;
    unsigned word = 0, count = 0;
    if (!bytes)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory",
                            package->file);
    for (size_t i = 0; i < part->size; i++) {
        int d = digit(part->bytes[i]);
        if (d < 0)
            continue;
        word = (word << 6 | (unsigned)d) & 0xffffffu;
        count++;
        if (count % 4 != 1)
            bytes[size++] = (char)(word >> (6 - 2 * ((count + 3) % 4)));
    }
    part->bytes = bytes;
    part->size = size;
    return BD_OK;
}

bd_status bd_package_read(bd_package *package, const char *name, bd_part *part, bd_error *error) {
    *part = (bd_part){.first_line = 1};
    bd_status status = BD_OK;
    if (package->zip)
        status = read_zip(package, name, part, error);
    for (size_t i = 0; i < package->count && !part->bytes; i++) {
        if (strcasecmp(package->parts[i].name, name) == 0) {
            part->bytes = package->parts[i].bytes;
            part->size = package->parts[i].size;
            part->first_line = package->parts[i].first_line;
            if (package->parts[i].coded)
                status = decode(package, part, error);
        }
    }
    if (status != BD_OK || !part->bytes)
        return status;
    /* lines of a text package count in the file itself */
    part->label = package->file;
    if (package->zip) {
        size_t room = strlen(package->file) + strlen(name) + 2;
        char *label = bd_arena_alloc(package->arena, room);
        if (!label)
            return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory",
                                package->file);
        snprintf(label, room, "%s:%s", package->file, name);
        part->label = label;
    }
    return BD_OK;
}
