/* the shared libraries behind a plug-in, as the system has loaded them: those that its dynamic
 * sections name, and theirs, without what every system with the same C library has */
#define _GNU_SOURCE
#include "fmu_export.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

/* parts of the C library and of the compiler, which must come from the machine itself */
static bool is_everywhere(const char *name) {
    static const char *const names[] = {"libc.so",       "libm.so",     "libdl.so",
                                        "libpthread.so", "librt.so",    "ld-linux",
                                        "libasan.so",    "libubsan.so", "linux-vdso"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* the loaded library with this name, NULL: none */
static struct link_map *find_loaded(struct link_map *any, const char *name) {
    while (any->l_prev)
        any = any->l_prev;
    for (; any; any = any->l_next)
        if (any->l_name && strcmp(last_name(any->l_name), name) == 0)
            return any;
    return NULL;
}

static int add_needed(struct link_map *map, const char **paths, int count, int most) {
    const char *strings = NULL;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_STRTAB)
            strings = (const char *)d->d_un.d_ptr;
    for (const ElfW(Dyn) *d = map->l_ld; strings && d->d_tag != DT_NULL; d++) {
        if (d->d_tag != DT_NEEDED)
            continue;
        const char *name = strings + d->d_un.d_val;
        struct link_map *needed = is_everywhere(name) ? NULL : find_loaded(map, name);
        bool known = !needed || count == most;
        for (int i = 0; i < count && !known; i++)
            known = strcmp(paths[i], needed->l_name) == 0;
        if (known)
            continue;
        paths[count++] = needed->l_name;
        count = add_needed(needed, paths, count, most);
    }
    return count;
}

int fmu_export_needs(const fmu_export *e, const char **paths, int most) {
    void *library = dlopen(e->library, RTLD_NOW | RTLD_LOCAL);
    struct link_map *map = NULL;
    int count = 0;
    if (library && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map)
        count = add_needed(map, paths, 0, most);
    if (library)
        dlclose(library);
    return count;
}
