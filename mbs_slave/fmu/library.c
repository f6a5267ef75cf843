/* the FMU's binary: which platform, unpacking, loading */
#define _GNU_SOURCE
#include "fmu.h"
#include "platform.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED /* as clang tells it */
#endif
#endif

/* a file name part, nothing that leads elsewhere */
static bool is_identifier(const char *text) {
    if (!*text || strlen(text) > 200)
        return false;
    for (; *text; text++)
        if (*text == '/' || *text == '\\' || (unsigned char)*text < 0x20)
            return false;
    return true;
}

static const char *platform_of(const fmu_instance *fmu, int i) {
    return fmu_platform(fmu->description->version, i);
}

/* the folder with the library. Some tools name it otherwise than the standard wants: where there is
 * only one, it is meant. *others: how many there are otherwise */
static const char *find_platform(fmu_instance *fmu, char *name, size_t size, int *others) {
    char path[400];
    *others = 0;
    snprintf(name, size, "%s", fmu->description->identifier);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "binaries/%s/%s.so", platform_of(fmu, i), name);
        if (fmu_archive_holds(fmu->archive, path))
            return platform_of(fmu, i);
    }
    for (int i = 0; i < 3; i++) {
        char found[300];
        snprintf(path, sizeof path, "binaries/%s/", platform_of(fmu, i));
        const int count = fmu_archive_count(fmu->archive, path, ".so", found, sizeof found);
        if (count == 1 && is_identifier(found)) {
            snprintf(name, size, "%s", found);
            return platform_of(fmu, i);
        }
        *others += count;
    }
    return NULL;
}

static mr_status explain_missing(fmu_instance *fmu, int others) {
    static const struct {
        const char *folder, *words;
    } elsewhere[] = {{"binaries/win64/", "for Windows"},
                     {"binaries/x86_64-windows/", "for Windows"},
                     {"binaries/win32/", "for Windows"},
                     {"binaries/darwin64/", "for macOS"},
                     {"binaries/x86_64-darwin/", "for macOS"},
                     {"binaries/aarch64-darwin/", "for macOS"},
                     {"binaries/linux32/", "for 32-bit Linux"},
                     {"binaries/aarch64-linux/", "for ARM processors"},
                     {"sources/", "as source code"}};
    const char *words = NULL;
    for (size_t i = 0; !words && !others && i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (fmu_archive_holds(fmu->archive, elsewhere[i].folder))
            words = elsewhere[i].words;
    char many[60] = "";
    if (others)
        snprintf(many, sizeof many, "; %d libraries there have other names", others);
    mr_message_set(
        fmu->message, "'%.200s' has no binary for this machine (binaries/%s/%.80s.so)%s%s%s%s",
        fmu->settings.file, platform_of(fmu, 0), fmu->description->identifier, many,
        words ? "; it has one " : "", words ? words : "",
        words ? strcmp(words, "as source code") == 0 ? " only: compile=on makes one of it" : " only"
              : "");
    return MR_ERR_SLAVE_OPEN;
}

/* the loader says "no such file" of a library for another processor; NULL: that is not it */
static const char *other_processor(const char *path) {
    unsigned char head[20] = {0};
    FILE *file = fopen(path, "rb");
    const size_t got = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    if (got < sizeof head || memcmp(head, "\177ELF", 4) != 0)
        return NULL;
#if defined(__x86_64__)
    const int own = EM_X86_64;
#elif defined(__aarch64__)
    const int own = EM_AARCH64;
#else
    const int own = EM_386;
#endif
    const int machine = head[18] + 256 * head[19];
    return machine == own          ? NULL
           : machine == EM_X86_64  ? "64-bit x86"
           : machine == EM_AARCH64 ? "64-bit ARM"
           : machine == EM_ARM     ? "32-bit ARM"
           : machine == EM_386     ? "32-bit x86"
                                   : "another kind of machine";
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
#if defined(RTLD_DEEPBIND) && !defined(SANITIZED)
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

/* the next call that fails takes the system's own copy away */
static void keep_complaint(char *why, size_t size) {
    const char *text = dlerror();
    snprintf(why, size, "%s", text ? text : "unknown reason");
}

void fmu_library_unload(fmu_instance *fmu) {
    if (fmu->library)
        dlclose(fmu->library);
    while (fmu->beside_count > 0)
        dlclose(fmu->beside[--fmu->beside_count]);
    fmu->library = NULL;
}

mr_status fmu_library_load(fmu_instance *fmu) {
    char name[300], path[FMU_PATH_SIZE + 400];
    int others;
    if (!is_identifier(fmu->description->identifier)) {
        mr_message_set(fmu->message, "'%.200s': the model identifier '%.100s' is no file name",
                       fmu->settings.file, fmu->description->identifier);
        return MR_ERR_SLAVE_OPEN;
    }
    const char *platform = find_platform(fmu, name, sizeof name, &others);
    if (!platform && fmu->settings.compile && fmu_archive_holds(fmu->archive, "sources/")) {
        MR_TRY(fmu_compile(fmu, path, sizeof path));
        platform = "";
    } else if (!platform)
        return explain_missing(fmu, others);
    else {
        MR_TRY(fmu_archive_unpack(fmu->archive, platform, fmu->message));
        snprintf(path, sizeof path, "%s/binaries/%s/%s.so", fmu_archive_folder(fmu->archive),
                 platform, name);
    }
    char why[FMU_PATH_SIZE + 600];
    do {
        fmu->library = load(path);
        if (!fmu->library)
            keep_complaint(why, sizeof why);
    } while (!fmu->library && load_beside(fmu, path, why));
    if (!fmu->library) {
        const char *file = strstr(why, "binaries/");
        const char *machine = other_processor(path);
        if (machine) {
            mr_message_set(fmu->message, "the binary of '%.150s' (binaries/%s/%.80s.so) is for %s",
                           fmu->settings.file, platform, name, machine);
            return MR_ERR_SLAVE_OPEN;
        }
        mr_message_set(fmu->message, "the binary of '%.150s' cannot be loaded: %.250s",
                       fmu->settings.file, file ? file : why);
        return MR_ERR_SLAVE_OPEN;
    }
    fmu_mind_ends(fmu->library);
    write_resources(fmu, fmu_archive_folder(fmu->archive));
    return fmu->backend->load(fmu);
}

static void *find_symbol(const fmu_instance *fmu, const char *prefix, const char *name) {
    char symbol[600];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    void *found = dlsym(fmu->library, symbol);
    if (found || !fmu->settings.compile)
        return found;
    /* source code that is meant to be linked with others' */
    snprintf(symbol, sizeof symbol, "%s_%s%s", fmu->description->identifier, prefix, name);
    return dlsym(fmu->library, symbol);
}

const char *fmu_library_fill(const fmu_instance *fmu, const char *prefix, const fmu_symbol *symbols,
                             size_t count, void *table) {
    const char *missing = NULL;
    for (const fmu_symbol *s = symbols; s < symbols + count; s++) {
        void *found = find_symbol(fmu, prefix, s->name);
        memcpy((char *)table + s->offset, &found, sizeof found);
        const bool needed = s->need == FMU_NEEDED || (s->need == FMU_NEEDED_FOR_EXCHANGE &&
                                                      fmu->description->model_exchange);
        if (!found && needed && !missing)
            missing = s->name;
    }
    return missing;
}
