/* guarded memory: one reserved range of addresses, of which every piece takes whole pages and one
 * more that stays forbidden. What was freed is forbidden, too, and not used again.
 *
 * A loaded file calls malloc, and the operators new and delete of C++, through a table of addresses
 * (the procedure linkage table of the ELF format); there ours is put instead. The C++ library
 * itself gets ours for freeing only, since it frees what others have allocated. What libraries
 * allocate is not guarded */
#define _GNU_SOURCE
#include "sfunction/guarded_memory.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define RANGE ((size_t)1 << 36)
#define MOST  ((size_t)1 << 32)
#define OWN   "beyond the end of memory that it has allocated"

/* of the piece that begins with this page; no pages: none does */
typedef struct piece {
    const char *what;
    size_t bytes, pages;
} piece;

static struct {
    char *begin;
    piece *pieces; /* by page; only what is in use takes memory */
    size_t page, next;
} range;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reserve(size_t bytes, int protection) {
    void *begin = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return begin == MAP_FAILED ? NULL : begin;
}

static bool begin(void) {
    if (range.begin)
        return true;
    range.page = (size_t)sysconf(_SC_PAGESIZE);
    range.pieces = reserve(RANGE / range.page * sizeof *range.pieces, PROT_READ | PROT_WRITE);
    range.begin = range.pieces ? reserve(RANGE, PROT_NONE) : NULL;
    return range.begin;
}

static bool is_guarded(const void *address) {
    return range.begin && (const char *)address >= range.begin &&
           (const char *)address < range.begin + RANGE;
}

/* it ends where its pages end: whatever the size is a multiple of, the address is one, too */
static void *memory_of(const piece *p) {
    return range.begin + ((size_t)(p - range.pieces) + p->pages) * range.page - p->bytes;
}

static piece *piece_around(const void *address) {
    size_t k = (size_t)((const char *)address - range.begin) / range.page;
    while (k > 0 && !range.pieces[k].pages)
        k--;
    return range.pieces[k].pages ? &range.pieces[k] : NULL;
}

void *bd_guarded_alloc(size_t bytes, const char *what) {
    void *memory = NULL;
    bytes = bytes ? bytes : 1;
    pthread_mutex_lock(&lock);
    if (bytes < MOST && begin()) {
        const size_t pages = (bytes + range.page - 1) / range.page;
        piece *p = &range.pieces[range.next];
        if (range.next + pages + 1 <= RANGE / range.page &&
            mprotect(range.begin + range.next * range.page, pages * range.page,
                     PROT_READ | PROT_WRITE) == 0) {
            *p = (piece){what, bytes, pages};
            range.next += pages + 1; /* and the forbidden one */
            memory = memory_of(p);
        }
    }
    pthread_mutex_unlock(&lock);
    return memory;
}

const char *bd_guarded_what(const void *address) {
    const piece *p = is_guarded(address) ? piece_around(address) : NULL;
    return p ? p->what : NULL;
}

/* ---- what a file calls instead of the C library's ---- */

static void *guarded_malloc(size_t bytes) {
    void *memory = bd_guarded_alloc(bytes, OWN);
    if (memory)
        memset(memory, 0xa5, bytes); /* as undefined as any */
    return memory ? memory : malloc(bytes);
}

static void *guarded_calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *memory = bd_guarded_alloc(count * size, OWN);
    return memory ? memory : calloc(count ? count : 1, size ? size : 1);
}

static void guarded_free(void *memory) {
    if (!is_guarded(memory)) {
        free(memory);
        return;
    }
    static const char freed[] = "memory that it has freed";
    piece *p = piece_around(memory);
    if (!p || memory_of(p) != memory || p->what == freed)
        abort(); /* as the C library does */
    char *first = range.begin + (size_t)(p - range.pieces) * range.page;
    p->what = freed;
    (void)madvise(first, p->pages * range.page, MADV_DONTNEED);
    (void)mprotect(first, p->pages * range.page, PROT_NONE);
}

static void *guarded_realloc(void *memory, size_t bytes) {
    if (!memory)
        return guarded_malloc(bytes);
    if (!is_guarded(memory))
        return realloc(memory, bytes);
    const piece *p = piece_around(memory);
    if (!p || memory_of(p) != memory)
        abort();
    void *moved = guarded_malloc(bytes);
    if (moved)
        memcpy(moved, memory, bytes < p->bytes ? bytes : p->bytes);
    if (moved)
        guarded_free(memory);
    return moved;
}

/* operator new, which never returns NULL */
static void *guarded_new(size_t bytes) {
    void *memory = guarded_malloc(bytes);
    if (!memory)
        abort();
    return memory;
}

static void *guarded_new_nothrow(size_t bytes, const void *tag) {
    (void)tag;
    return guarded_malloc(bytes);
}

/* memory of the C++ library's own new goes back to where it came from */
typedef void deleter(void *memory);
static deleter *others_delete, *others_delete_array;

static void delete_by(deleter *others, void *memory) {
    if (is_guarded(memory) || !others)
        guarded_free(memory);
    else
        others(memory);
}

#define GUARDED_DELETE(name, others)                                                               \
    static void name(void *memory) {                                                               \
        delete_by(others, memory);                                                                 \
    }                                                                                              \
    static void name##_sized(void *memory, size_t bytes) {                                         \
        (void)bytes;                                                                               \
        delete_by(others, memory);                                                                 \
    }                                                                                              \
    static void name##_nothrow(void *memory, const void *tag) {                                    \
        (void)tag;                                                                                 \
        delete_by(others, memory);                                                                 \
    }
GUARDED_DELETE(guarded_delete, others_delete)
GUARDED_DELETE(guarded_delete_array, others_delete_array)

static deleter *find_delete(void *cxx, const char *name) {
    void *found = dlsym(RTLD_DEFAULT, name);
    deleter *others = NULL;
    if (!found && cxx)
        found = dlsym(cxx, name);
    memcpy(&others, &found, sizeof found);
    return others;
}

typedef struct substitute {
    const char *name;
    void (*function)(void);
} substitute;

static const substitute frees[] = {{"free", (void (*)(void))guarded_free},
                                   {"realloc", (void (*)(void))guarded_realloc}};

/* names of operators as the Itanium C++ ABI mangles them: nw new, na new[], dl delete, da delete[],
 * with m (a size), Pvm (and a size) and RKSt9nothrow_t */
static const substitute all[] = {
    {"malloc", (void (*)(void))guarded_malloc},
    {"calloc", (void (*)(void))guarded_calloc},
    {"realloc", (void (*)(void))guarded_realloc},
    {"free", (void (*)(void))guarded_free},
    {"_Znwm", (void (*)(void))guarded_new},
    {"_Znam", (void (*)(void))guarded_new},
    {"_ZnwmRKSt9nothrow_t", (void (*)(void))guarded_new_nothrow},
    {"_ZnamRKSt9nothrow_t", (void (*)(void))guarded_new_nothrow},
    {"_ZdlPv", (void (*)(void))guarded_delete},
    {"_ZdaPv", (void (*)(void))guarded_delete_array},
    {"_ZdlPvm", (void (*)(void))guarded_delete_sized},
    {"_ZdaPvm", (void (*)(void))guarded_delete_array_sized},
    {"_ZdlPvRKSt9nothrow_t", (void (*)(void))guarded_delete_nothrow},
    {"_ZdaPvRKSt9nothrow_t", (void (*)(void))guarded_delete_array_nothrow},
};

typedef struct substitutes {
    const substitute *list;
    size_t count;
} substitutes;

static void *substitute_of(const substitutes *s, const char *name) {
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(name, s->list[i].name) == 0)
            return (void *)(uintptr_t)s->list[i].function;
    return NULL;
}

/* the table of addresses may be read-only once a file is loaded */
static bool put(void **slot, void *function) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *begin = (char *)((uintptr_t)slot / page * page);
    const size_t length = (size_t)((char *)(slot + 1) - begin);
    if (mprotect(begin, length, PROT_READ | PROT_WRITE) != 0)
        return false;
    *slot = function;
    return true;
}

typedef ElfW(Rela) relocation;

static bool put_all(const substitutes *s, const struct link_map *map, const relocation *list,
                    size_t bytes, const ElfW(Sym) * symbols, const char *names) {
    bool done = true;
    for (size_t i = 0; list && i < bytes / sizeof *list; i++) {
        const size_t symbol = (size_t)ELF64_R_SYM(list[i].r_info);
        void *function = symbol ? substitute_of(s, names + symbols[symbol].st_name) : NULL;
        if (function && list[i].r_addend == 0)
            done = put((void **)(map->l_addr + list[i].r_offset), function) && done;
    }
    return done;
}

static bool put_into(void *handle, const substitutes *s) {
    struct link_map *map = NULL;
    const relocation *calls = NULL, *data = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    size_t call_bytes = 0, data_bytes = 0;
    if (sizeof(void *) != 8 || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map)
        return false;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        const uintptr_t at = d->d_un.d_ptr;
        symbols = d->d_tag == DT_SYMTAB ? (const ElfW(Sym) *)at : symbols;
        names = d->d_tag == DT_STRTAB ? (const char *)at : names;
        calls = d->d_tag == DT_JMPREL ? (const relocation *)at : calls;
        data = d->d_tag == DT_RELA ? (const relocation *)at : data;
        call_bytes = d->d_tag == DT_PLTRELSZ ? d->d_un.d_val : call_bytes;
        data_bytes = d->d_tag == DT_RELASZ ? d->d_un.d_val : data_bytes;
    }
    if (!symbols || !names)
        return false;
    const bool both = put_all(s, map, calls, call_bytes, symbols, names);
    return put_all(s, map, data, data_bytes, symbols, names) && both;
}

bool bd_guarded_take_over(void *handle) {
    static const substitutes own = {all, sizeof all / sizeof *all};
    static const substitutes freeing = {frees, sizeof frees / sizeof *frees};
    pthread_mutex_lock(&lock);
    const bool possible = begin();
    pthread_mutex_unlock(&lock);
    void *cxx = dlopen("libstdc++.so.6", RTLD_NOLOAD | RTLD_LAZY);
    others_delete = find_delete(cxx, "_ZdlPv");
    others_delete_array = find_delete(cxx, "_ZdaPv");
    const bool freed = !cxx || put_into(cxx, &freeing);
    if (cxx)
        dlclose(cxx); /* it stays, as long as somebody uses it */
    return possible && freed && put_into(handle, &own);
}
