/* binaries for further platforms: names of FMI 2.0 and 3.0, and what such a file begins with */
#include "fmu_export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct platform {
    const char *name2, *name3, *ending;
    const char *begin; /* of the file */
    size_t length;
} platform;

static const platform platforms[] = {
    {"win64", "x86_64-windows", "dll", "MZ", 2},
    {"win32", "x86-windows", "dll", "MZ", 2},
    {"linux64", "x86_64-linux", "so", "\177ELF\2", 5},
    {"linux32", "x86-linux", "so", "\177ELF\1", 5},
    {"darwin64", "x86_64-darwin", "dylib", "\317\372\355\376", 4},
    {"aarch64-linux", "aarch64-linux", "so", "\177ELF\2", 5},
    {"aarch64-darwin", "aarch64-darwin", "dylib", "\317\372\355\376", 4},
    {"aarch64-windows", "aarch64-windows", "dll", "MZ", 2},
};

#if defined(__aarch64__)
#define HERE "aarch64-linux"
#else
#define HERE "x86_64-linux"
#endif

static const platform *find(const char *name) {
    for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
        if (strcmp(platforms[i].name2, name) == 0 || strcmp(platforms[i].name3, name) == 0)
            return &platforms[i];
    return NULL;
}

/* names of exported functions stand in a library as texts */
static bool has_text(const char *bytes, size_t size, const char *text) {
    const size_t length = strlen(text) + 1;
    for (size_t i = 0; i + length <= size; i++)
        if (bytes[i] == text[0] && memcmp(bytes + i, text, length) == 0)
            return true;
    return false;
}

static char *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *size = 0;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);
        rewind(file);
        bytes = end > 0 ? malloc((size_t)end) : NULL;
        if (bytes)
            *size = fread(bytes, 1, (size_t)end, file);
    }
    if (file)
        fclose(file);
    return bytes;
}

mr_status fmu_export_check_binary(const fmu_export_binary *binary, mr_message *message) {
    const platform *p = find(binary->platform);
    if (!p || strcmp(p->name3, HERE) == 0) {
        mr_message_set(
            message,
            p ? "'%.40s' is this platform, whose binary is inside already"
              : "there is no platform '%.40s'; there are win64, win32, linux64, linux32, "
                "darwin64, aarch64-linux, aarch64-darwin, aarch64-windows",
            binary->platform);
        return MR_ERR_ARGUMENT;
    }
    size_t size;
    char *bytes = read_all(binary->path, &size);
    const bool readable = bytes != NULL;
    const bool kind = bytes && size >= p->length && memcmp(bytes, p->begin, p->length) == 0;
    const bool good = kind && has_text(bytes, size, "fmi2Instantiate") &&
                      has_text(bytes, size, "fmi3InstantiateCoSimulation");
    free(bytes);
    if (good)
        return MR_OK;
    mr_message_set(message,
                   !readable ? "the file '%.200s' cannot be read"
                   : !kind   ? "'%.200s' is no library for that platform"
                             : "'%.200s' has no FMI functions inside",
                   binary->path);
    return MR_ERR_ARGUMENT;
}

void fmu_export_binary_place(const fmu_export *e, const fmu_export_binary *binary, char *name,
                             size_t size) {
    const platform *p = find(binary->platform);
    snprintf(name, size, "binaries/%s/%s.%s", e->version == 2 ? p->name2 : p->name3, e->identifier,
             p->ending);
}
