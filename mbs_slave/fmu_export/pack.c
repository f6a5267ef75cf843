/* the archive of an exported slave: description, binary, resources */
#define _POSIX_C_SOURCE 200809L
#include "fmu_export.h"
#include "common/plain_file.h"

#include "multirate/continuous.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

void fmu_export_identify(fmu_export *e) {
    size_t n = 0;
    const char *c = e->name;
    if (!isalpha((unsigned char)*c))
        e->identifier[n++] = 'm';
    for (; *c && n + 1 < sizeof e->identifier; c++)
        e->identifier[n++] = isalnum((unsigned char)*c) ? *c : '_';
    e->identifier[n] = '\0';
}

mr_status fmu_export_check(const fmu_export *e, mr_message *message) {
    if (!e->type->step_to && !e->type->next_step) {
        mr_message_set(message,
                       "slave '%s' neither tells the size of its steps nor ends one at a given "
                       "time, and so cannot be an FMU",
                       e->type->name);
        return MR_ERR_UNSUPPORTED;
    }
    void *library = dlopen(e->library, RTLD_NOW | RTLD_LOCAL);
    const bool good = library && dlsym(library, "fmi2Instantiate") &&
                      dlsym(library, "fmi3InstantiateCoSimulation");
    if (library)
        dlclose(library);
    if (good)
        return MR_OK;
    mr_message_set(
        message,
        "the plug-in '%.200s' has no FMI functions inside: link it with -Wl,--whole-archive "
        "-lmultirate_fmi -Wl,--no-whole-archive",
        e->library);
    return MR_ERR_UNSUPPORTED;
}

mr_status fmu_export_count_states(fmu_export *e, const void *slave, const mr_message *slave_message,
                                  mr_message *message) {
    void *library = dlopen(e->library, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, MR_SLAVE_CONTINUOUS_SYMBOL) : NULL;
    mr_slave_continuous_function table;
    memcpy(&table, &symbol, sizeof table);
    mr_status status = table ? table()->count(slave, &e->states) : MR_ERR_UNSUPPORTED;
    if (!table)
        mr_message_set(message,
                       "slave '%s' integrates itself and tells no states, so that there is nothing "
                       "for Model Exchange: export it without --interface me",
                       e->type->name);
    else if (status != MR_OK)
        *message = *slave_message;
    if (library)
        dlclose(library); /* the plug-in keeps it */
    return status;
}

/* --- the token: the same content has the same one --- */

typedef struct digest {
    uint64_t a, b;
} digest;

/* two 64-bit FNV-1a sums with different starts */
static void digest_add(digest *d, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = ((const unsigned char *)bytes)[i];
        d->a = (d->a ^ byte) * 0x100000001b3u;
        d->b = (d->b ^ (byte + 0x9eu)) * 0x100000001b3u;
    }
}

static mr_status digest_file(digest *d, const char *path, mr_message *message) {
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    char buffer[4096];
    size_t got = 0;
    while (file && (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        digest_add(d, buffer, got);
    const bool good = file && !ferror(file);
    if (file)
        fclose(file);
    if (!good)
        mr_message_set(message, "the file '%.300s' cannot be read", path);
    return good ? MR_OK : MR_ERR_ARGUMENT;
}

static mr_status make_token(fmu_export *e, mr_message *message) {
    e->token[0] = '\0';
    char *xml = fmu_export_describe(e);
    if (!xml)
        return MR_ERR_MEMORY;
    digest d = {0xcbf29ce484222325u, 0x84222325cbf29ce4u};
    digest_add(&d, xml, strlen(xml));
    digest_add(&d, e->configuration, strlen(e->configuration));
    free(xml);
    mr_status status = digest_file(&d, e->library, message);
    for (int i = 0; status == MR_OK && i < e->file_count; i++)
        status = digest_file(&d, e->files[i], message);
    for (int i = 0; status == MR_OK && i < e->binary_count; i++)
        status = digest_file(&d, e->binaries[i].path, message);
    snprintf(e->token, sizeof e->token, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(d.a >> 32),
             (unsigned)(d.a >> 16 & 0xffff), (unsigned)(d.a & 0xffff), (unsigned)(d.b >> 48),
             (unsigned long long)(d.b & 0xffffffffffffu));
    return status;
}

/* --- the archive --- */

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool add_text(zip_t *zip, const char *name, const char *text) {
    zip_source_t *source = zip_source_buffer(zip, text, strlen(text), 0);
    const zip_int64_t index = source ? zip_file_add(zip, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (source && index < 0)
        zip_source_free(source);
    return index >= 0 && zip_file_set_mtime(zip, (zip_uint64_t)index, 315619200, 0) == 0;
}

static bool add_file(zip_t *zip, const char *name, const char *path) {
    zip_source_t *source = zip_source_file(zip, path, 0, -1);
    const zip_int64_t index = source ? zip_file_add(zip, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (source && index < 0)
        zip_source_free(source);
    return index >= 0 && zip_file_set_mtime(zip, (zip_uint64_t)index, 315619200, 0) == 0;
}

#if defined(__aarch64__)
#define PLATFORM_2 "linux64"
#define PLATFORM_3 "aarch64-linux"
#else
#define PLATFORM_2 "linux64"
#define PLATFORM_3 "x86_64-linux"
#endif

static bool add_all(zip_t *zip, const fmu_export *e, const char *xml, const char *slave) {
    char name[600];
    bool good =
        add_text(zip, "modelDescription.xml", xml) && add_text(zip, "resources/slave.txt", slave);
    snprintf(name, sizeof name, "binaries/%s/%s.so", e->version == 2 ? PLATFORM_2 : PLATFORM_3,
             e->identifier);
    good = good && add_file(zip, name, e->library);
    for (int i = 0; good && i < e->library_count; i++) {
        snprintf(name, sizeof name, "binaries/%s/%.200s", e->version == 2 ? PLATFORM_2 : PLATFORM_3,
                 last_name(e->libraries[i]));
        good = add_file(zip, name, e->libraries[i]);
    }
    for (int i = 0; good && i < e->binary_count; i++) {
        fmu_export_binary_place(e, &e->binaries[i], name, sizeof name);
        good = add_file(zip, name, e->binaries[i].path);
    }
    for (int i = 0; good && i < e->file_count; i++) {
        snprintf(name, sizeof name, "resources/%.500s", last_name(e->files[i]));
        good = add_file(zip, name, e->files[i]);
    }
    return good;
}

mr_status fmu_export_write(fmu_export *e, const char *path, mr_message *message) {
    mr_status status = make_token(e, message);
    char *xml = status == MR_OK ? fmu_export_describe(e) : NULL;
    size_t room = strlen(e->configuration) + sizeof e->token + 2;
    for (int i = 0; i < e->parameter_count; i++)
        room += strlen(e->parameters[i].name) + 40;
    char *slave = malloc(room);
    if (status == MR_OK && (!xml || !slave))
        status = MR_ERR_MEMORY;
    if (status == MR_OK) {
        int at = sprintf(slave, "%s\n", e->token);
        for (int i = 0; i < e->parameter_count; i++) /* for the configuration these are comments */
            at +=
                sprintf(slave + at, "#!%s=%.17g\n", e->parameters[i].name, e->parameters[i].value);
        sprintf(slave + at, "%s\n", e->configuration);
        int code = 0;
        zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
        if (!zip || !add_all(zip, e, xml, slave) || zip_close(zip) != 0) {
            zip_error_t opening;
            zip_error_init_with_code(&opening, code);
            mr_message_set(message, "the FMU '%.300s' cannot be written: %.100s", path,
                           zip ? zip_strerror(zip) : zip_error_strerror(&opening));
            zip_error_fini(&opening);
            if (zip)
                zip_discard(zip);
            status = MR_ERR_ARGUMENT;
        }
    }
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory");
    free(xml);
    free(slave);
    return status;
}
