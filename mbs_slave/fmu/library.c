/* the FMU's binary: which platform, unpacking, loading */
#define _GNU_SOURCE
#include "fmu.h"

#include <ctype.h>
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
static const char *const platforms[] = {"linux64", "x86_64-linux", "x86_64-linux-gnu"};
#elif defined(__aarch64__)
static const char *const platforms[] = {"aarch64-linux", "linux64", "aarch64-linux-gnu"};
#else
static const char *const platforms[] = {"linux32", "x86-linux", "x86-linux-gnu"};
#endif

/* the folder with the library, of the version's own name first */
static const char *find_platform(fmu_instance *fmu, char *path, size_t size) {
    for (int i = 0; i < 3; i++) {
        const char *platform = platforms[fmu->description->version == 3 && i < 2 ? 1 - i : i];
        snprintf(path, size, "binaries/%s/%s.so", platform, fmu->description->identifier);
        if (fmu_archive_holds(fmu->archive, path))
            return platform;
    }
    return NULL;
}

static mr_status explain_missing(fmu_instance *fmu) {
    static const struct {
        const char *folder, *words;
    } others[] = {
        {"binaries/win64/", "for Windows"},        {"binaries/x86_64-windows/", "for Windows"},
        {"binaries/win32/", "for Windows"},        {"binaries/darwin64/", "for macOS"},
        {"binaries/x86_64-darwin/", "for macOS"},  {"binaries/aarch64-darwin/", "for macOS"},
        {"binaries/linux32/", "for 32-bit Linux"}, {"sources/", "as source code"}};
    const char *words = NULL;
    for (size_t i = 0; !words && i < sizeof others / sizeof *others; i++)
        if (fmu_archive_holds(fmu->archive, others[i].folder))
            words = others[i].words;
    mr_message_set(
        fmu->message, "'%.200s' has no binary for this machine (binaries/%s/%.80s.so)%s%s%s",
        fmu->settings.file, platforms[fmu->description->version == 3], fmu->description->identifier,
        words ? "; it has one " : "", words ? words : "", words ? " only" : "");
    return MR_ERR_SLAVE_OPEN;
}

/* a file name part, nothing that leads elsewhere */
static bool is_identifier(const char *text) {
    if (!*text || strlen(text) > 200)
        return false;
    for (; *text; text++)
        if (*text == '/' || *text == '\\' || (unsigned char)*text < 0x20)
            return false;
    return true;
}

/* resources: a path with a slash behind it for FMI 3.0, a URI for FMI 2.0 */
static void write_resources(fmu_instance *fmu, const char *folder) {
    fmu->has_resources = fmu_archive_holds(fmu->archive, "resources/");
    if (fmu->description->version == 3) {
        snprintf(fmu->resources, sizeof fmu->resources, "%s/resources/", folder);
        return;
    }
    char *to = fmu->resources;
    to += sprintf(to, "file://");
    for (const char *c = folder; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr("/-_.~", *c))
            *to++ = *c;
        else
            to += sprintf(to, "%%%02X", (unsigned)(unsigned char)*c);
    }
    strcpy(to, "/resources");
}

/* What the FMU has itself goes before what this process has of the same name: FMUs bring their own
 * solvers, and other versions of them. (Sanitizers cannot work with that.) A function that is
 * missing altogether may never be called: the second time it is looked for only when it is. */
static void *load(const char *path) {
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
    const int own_first = RTLD_DEEPBIND;
#else
    const int own_first = 0;
#endif
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | own_first);
    return library ? library : dlopen(path, RTLD_LAZY | RTLD_LOCAL | own_first);
}

/* a library that the binary needs and that lies beside it, where the system does not look: the
 * loader's complaint begins with its name */
static bool load_beside(fmu_instance *fmu, const char *path, const char *complaint) {
    char wanted[FMU_PATH_SIZE + 700];
    const size_t length = complaint ? strcspn(complaint, ":") : 0;
    const char *slash = strrchr(path, '/');
    if (length == 0 || length > 255 || memchr(complaint, '/', length) ||
        fmu->beside_count == FMU_MOST_BESIDE)
        return false;
    snprintf(wanted, sizeof wanted, "%.*s/%.*s", (int)(slash - path), path, (int)length, complaint);
    void *library = access(wanted, R_OK) == 0 ? dlopen(wanted, RTLD_LAZY | RTLD_GLOBAL) : NULL;
    if (library)
        fmu->beside[fmu->beside_count++] = library;
    return library != NULL;
}

void fmu_library_unload(fmu_instance *fmu) {
    if (fmu->library)
        dlclose(fmu->library);
    while (fmu->beside_count > 0)
        dlclose(fmu->beside[--fmu->beside_count]);
    fmu->library = NULL;
}

mr_status fmu_library_load(fmu_instance *fmu) {
    char inside[400], path[FMU_PATH_SIZE + 400];
    if (!is_identifier(fmu->description->identifier)) {
        mr_message_set(fmu->message, "'%.200s': the model identifier '%.100s' is no file name",
                       fmu->settings.file, fmu->description->identifier);
        return MR_ERR_SLAVE_OPEN;
    }
    const char *platform = find_platform(fmu, inside, sizeof inside);
    if (!platform)
        return explain_missing(fmu);
    mr_status status = fmu_archive_unpack(fmu->archive, platform, fmu->message);
    if (status != MR_OK)
        return status;
    snprintf(path, sizeof path, "%s/binaries/%s/%s.so", fmu_archive_folder(fmu->archive), platform,
             fmu->description->identifier);
    const char *why = NULL;
    do
        fmu->library = load(path);
    while (!fmu->library && load_beside(fmu, path, why = dlerror()));
    if (!fmu->library) {
        const char *file = why ? strstr(why, "binaries/") : NULL;
        mr_message_set(fmu->message, "the binary of '%.150s' cannot be loaded: %.250s",
                       fmu->settings.file,
                       file  ? file
                       : why ? why
                             : "unknown reason");
        return MR_ERR_SLAVE_OPEN;
    }
    fmu_mind_ends(fmu->library);
    write_resources(fmu, fmu_archive_folder(fmu->archive));
    return fmu->backend->load(fmu);
}

void *fmu_library_find(const fmu_instance *fmu, const char *prefix, const char *name) {
    char symbol[80];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    return dlsym(fmu->library, symbol);
}
