/* sentences that outlive their block; nothing else of all blocks is static but the shapes learnt.
 * Each gets a place of its own, in whatever thread it is told; no variables per thread, because
 * MinGW's need a library that MATLAB does not have. */
#include "block/run.h"

#include <stdio.h>
#if defined(_MSC_VER)
#include <intrin.h>
#endif

#define TEXTS     64
#define TEXT_ROOM (MR_VERDICT_SIZE + 64)
static char texts[TEXTS][TEXT_ROOM];
static long text_count;

const char *mr_block_sentence(const char *what) {
#if defined(_MSC_VER)
    const unsigned long number = (unsigned long)_InterlockedIncrement(&text_count);
#else
    const unsigned long number =
        (unsigned long)__atomic_add_fetch(&text_count, 1, __ATOMIC_RELAXED);
#endif
    char *text = texts[number % TEXTS];
    snprintf(text, TEXT_ROOM, "Multirate block: %s.", what);
    return text;
}
