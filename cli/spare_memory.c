/* malloc of the C library, until it cannot be trusted any more
 *
 * The C library lets a program replace malloc for all of its libraries ("Replacing malloc" in its
 * manual). These functions pass everything on, and stop doing so for good when they are told to. */
#define _GNU_SOURCE
#include "spare_memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#include <malloc.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);
extern void *__libc_memalign(size_t alignment, size_t size);

#define CHUNK ((size_t)64 << 20)

/* before each piece: its size */
typedef struct head {
    size_t size;
    max_align_t align;
} head;

/* a piece of memory that pieces are cut off from; full ones are forgotten, not freed */
typedef struct chunk {
    atomic_size_t used;
    size_t size;
    uintptr_t next; /* the chunk before: so that spare pieces are known from others */
} chunk;

static atomic_int in_use;
static _Atomic(chunk *) newest;

void spare_memory_use(void) {
    atomic_store(&in_use, 1);
}

static chunk *add_chunk(size_t least, chunk *before) {
    const size_t size = least + sizeof(chunk) + 4096 > CHUNK ? least + sizeof(chunk) + 4096 : CHUNK;
    chunk *c = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (c == MAP_FAILED)
        return NULL;
    c->size = size;
    c->next = (uintptr_t)before;
    atomic_store(&c->used, sizeof *c);
    if (!atomic_compare_exchange_strong(&newest, &before, c)) {
        munmap(c, size); /* another thread was faster */
        c = atomic_load(&newest);
    }
    return c;
}

static void *spare(size_t alignment, size_t size) {
    if (alignment < sizeof(max_align_t))
        alignment = sizeof(max_align_t);
    if (size > SIZE_MAX / 4 || alignment > SIZE_MAX / 4) {
        errno = ENOMEM;
        return NULL;
    }
    const size_t whole = sizeof(head) + alignment + (size + 63) / 64 * 64;
    for (chunk *c = atomic_load(&newest);; c = add_chunk(whole, c)) {
        if (!c && !atomic_load(&newest) && !(c = add_chunk(whole, NULL)))
            break;
        if (!c)
            break;
        const size_t at = atomic_fetch_add(&c->used, whole);
        if (at + whole > c->size)
            continue;
        uintptr_t place = (uintptr_t)c + at + sizeof(head);
        place = (place + alignment - 1) / alignment * alignment;
        ((head *)place)[-1].size = size;
        return (void *)place;
    }
    errno = ENOMEM;
    return NULL;
}

static int is_spare(const void *memory) {
    for (const chunk *c = atomic_load(&newest); c; c = (const chunk *)c->next)
        if ((uintptr_t)memory > (uintptr_t)c && (uintptr_t)memory < (uintptr_t)c + c->size)
            return 1;
    return 0;
}

/* for all libraries, not for this program alone */
#pragma GCC visibility push(default)

void *malloc(size_t size) {
    return atomic_load_explicit(&in_use, memory_order_relaxed) ? spare(0, size)
                                                               : __libc_malloc(size);
}

void free(void *memory) {
    if (!atomic_load_explicit(&in_use, memory_order_relaxed))
        __libc_free(memory);
}

void *calloc(size_t count, size_t size) {
    if (!atomic_load_explicit(&in_use, memory_order_relaxed))
        return __libc_calloc(count, size);
    /* fresh memory of the system is zero */
    return size > 0 && count > SIZE_MAX / size ? NULL : spare(0, count * size);
}

void *realloc(void *memory, size_t size) {
    if (!atomic_load_explicit(&in_use, memory_order_relaxed))
        return __libc_realloc(memory, size);
    void *fresh = spare(0, size);
    if (fresh && memory) {
        /* the size of an old piece stands before it, too: no lock is needed to read it */
        const size_t old =
            is_spare(memory) ? ((head *)memory)[-1].size : malloc_usable_size(memory);
        memcpy(fresh, memory, old < size ? old : size);
    }
    return fresh;
}

void *memalign(size_t alignment, size_t size) {
    return atomic_load_explicit(&in_use, memory_order_relaxed) ? spare(alignment, size)
                                                               : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (made)
        *memory = made;
    return made ? 0 : ENOMEM;
}

#pragma GCC visibility pop

#else
void spare_memory_use(void) {}
#endif
