/* FMUs that call exit
 *
 * The program around us may have functions of its own for that, so that a slave cannot end it
 * without a word. An FMU does not see them, because it looks in itself and in its own libraries
 * first, the C library among them (library.c). So its calls are directed there by hand: in its
 * table of imported functions, as the loader has filled it (System V ABI, dynamic linking). */
#define _GNU_SOURCE
#include "fmu.h"

#if defined(__linux__) && defined(__LP64__)
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit"};

/* the tables of one loaded library */
typedef struct tables {
    uintptr_t base;
    const ElfW(Sym) * symbols;
    const char *texts;
    const ElfW(Rela) * relocations[2];
    size_t sizes[2];
} tables;

static tables read_tables(const struct link_map *map) {
    tables t = {.base = map->l_addr};
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_SYMTAB)
            t.symbols = (const void *)d->d_un.d_ptr;
        else if (d->d_tag == DT_STRTAB)
            t.texts = (const void *)d->d_un.d_ptr;
        else if (d->d_tag == DT_JMPREL)
            t.relocations[0] = (const void *)d->d_un.d_ptr;
        else if (d->d_tag == DT_PLTRELSZ)
            t.sizes[0] = d->d_un.d_val;
        else if (d->d_tag == DT_RELA)
            t.relocations[1] = (const void *)d->d_un.d_ptr;
        else if (d->d_tag == DT_RELASZ)
            t.sizes[1] = d->d_un.d_val;
    }
    return t;
}

/* the place may be read-only since the library was loaded; as it was afterwards only where that is
 * known, so it is left writable */
static void direct(uintptr_t place, void *function) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = place / page * page, last = (place + sizeof function - 1) / page * page;
    if (mprotect((void *)first, last - first + page, PROT_READ | PROT_WRITE) == 0)
        memcpy((void *)place, &function, sizeof function);
}

static bool is_import(uint32_t kind) {
#if defined(__x86_64__)
    return kind == R_X86_64_JUMP_SLOT || kind == R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
    return kind == R_AARCH64_JUMP_SLOT || kind == R_AARCH64_GLOB_DAT;
#else
    (void)kind;
    return false;
#endif
}

void fmu_mind_ends(void *library) {
    struct link_map *map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map)
        return;
    const tables t = read_tables(map);
    for (int list = 0; t.symbols && t.texts && list < 2; list++) {
        const size_t count = t.relocations[list] ? t.sizes[list] / sizeof(ElfW(Rela)) : 0;
        for (size_t i = 0; i < count; i++) {
            const ElfW(Rela) *r = &t.relocations[list][i];
            if (!is_import((uint32_t)ELF64_R_TYPE(r->r_info)))
                continue;
            const ElfW(Sym) *symbol = &t.symbols[ELF64_R_SYM(r->r_info)];
            if (symbol->st_shndx != SHN_UNDEF)
                continue; /* one of its own */
            const char *name = t.texts + symbol->st_name;
            for (size_t n = 0; n < sizeof names / sizeof *names; n++)
                if (strcmp(name, names[n]) == 0) {
                    void *function = dlsym(RTLD_DEFAULT, name);
                    if (function)
                        direct(t.base + r->r_offset, function);
                }
        }
    }
}

#else
void fmu_mind_ends(void *library) {
    (void)library;
}
#endif
