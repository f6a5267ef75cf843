/* memory of a syntax tree: handed out in pieces, freed all at once */
#include <stdlib.h>
#include <string.h>

#include "value/syntax.h"

enum { CHUNK_BYTES = 16384, TREE_BYTES_LIMIT = 400000000 };

typedef struct bd_chunk {
    struct bd_chunk *next;
    size_t used, capacity, total; /* total of all chunks so far */
    max_align_t memory[];
} bd_chunk;

void *bd_tree_alloc(bd_tree *tree, bd_calc *calc, size_t bytes) {
    const size_t rounded =
        (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    bd_chunk *chunk = tree->chunks;

    if (chunk == NULL || chunk->capacity - chunk->used < rounded) {
        const size_t capacity = rounded > CHUNK_BYTES ? rounded : CHUNK_BYTES;
        const size_t total = capacity + (chunk != NULL ? chunk->total : 0);
        bd_chunk *fresh = total < TREE_BYTES_LIMIT ? malloc(sizeof *fresh + capacity) : NULL;
        if (fresh == NULL) {
            return bd_calc_fail(calc, BD_OUT_OF_MEMORY, "the text is too long");
        }
        *fresh = (bd_chunk){.next = chunk, .capacity = capacity, .total = total};
        tree->chunks = fresh;
        chunk = fresh;
    }
    void *memory = (char *)chunk->memory + chunk->used;
    chunk->used += rounded;
    memset(memory, 0, rounded);
    return memory;
}

void bd_tree_free(bd_tree *tree) {
    while (tree->chunks != NULL) {
        bd_chunk *next = tree->chunks->next;
        free(tree->chunks);
        tree->chunks = next;
    }
}
