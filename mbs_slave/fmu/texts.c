/* texts and bytes as signals between FMUs of one process (texts=on)
 *
 * What travels is a number: the place of the text in a ring that all FMUs of the process share,
 * with the process in it, so that a number of another process is known as such. An output that does
 * not change keeps its number; one whose place was taken by newer texts gets a new one when it is
 * told again. Zero is no text: the input keeps what it has. */
#define _POSIX_C_SOURCE 200809L
#include "fmu.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLACES   4096
#define SEQUENCE 2147483648.0 /* 31 bits of a number are the text's, the 22 above the process's */

typedef struct place {
    double number;
    char *bytes;
    size_t size, room;
} place;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static place ring[PLACES];
static double newest;

/* with the plug-in */
__attribute__((destructor)) static void free_ring(void) {
    for (int i = 0; i < PLACES; i++)
        free(ring[i].bytes);
}

static double process(void) {
    return SEQUENCE * (double)(getpid() & 0x3fffff);
}

static place *find(double number) {
    const double sequence = number - process();
    if (!(sequence >= 1.0 && sequence < SEQUENCE))
        return NULL;
    place *p = &ring[(long)sequence % PLACES];
    return p->number == number ? p : NULL;
}

/* the number of these bytes; before: the one that the variable had; 0: no memory */
static double number_of(double before, const char *bytes, size_t size) {
    place *p = find(before);
    if (p && p->size == size && memcmp(p->bytes, bytes, size) == 0)
        return before;
    newest = newest + 1.0 < SEQUENCE ? newest + 1.0 : 1.0;
    p = &ring[(long)newest % PLACES];
    if (size >= p->room) {
        char *grown = realloc(p->bytes, size + 1);
        if (!grown)
            return 0.0;
        p->bytes = grown;
        p->room = size + 1;
    }
    memcpy(p->bytes, bytes, size);
    p->bytes[size] = '\0';
    p->size = size;
    p->number = process() + newest;
    return p->number;
}

mr_status fmu_texts_get(fmu_instance *fmu, const fmu_group *g, double *scalars) {
    double *before = g->buffer;
    for (int i = 0; i < g->value_count; i++) {
        const char *bytes = NULL;
        size_t size = 0;
        MR_TRY(fmu->backend->get_bytes(fmu, g->kind, g->references[i], &bytes, &size));
        pthread_mutex_lock(&lock);
        before[i] = number_of(before[i], bytes ? bytes : "", bytes ? size : 0);
        pthread_mutex_unlock(&lock);
        if (before[i] == 0.0)
            return fmu_complain(fmu, MR_ERR_MEMORY, "not enough memory for a text");
        scalars[g->scalars[i]] = before[i];
    }
    return MR_OK;
}

/* a copy, so that the FMU may do with the lock free what it likes */
static mr_status copy_of(fmu_instance *fmu, double number, char **bytes, size_t *size) {
    pthread_mutex_lock(&lock);
    const place *p = find(number);
    *size = p ? p->size : 0;
    *bytes = p ? malloc(p->size + 1) : NULL;
    if (*bytes)
        memcpy(*bytes, p->bytes, p->size + 1);
    pthread_mutex_unlock(&lock);
    if (*bytes)
        return MR_OK;
    return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                        p ? "not enough memory for a text"
                          : "a text for FMU '%.80s' comes from a slave in another process, or is "
                            "long gone: texts pass between FMUs of one process only",
                        fmu->description->model_name);
}

mr_status fmu_texts_set(fmu_instance *fmu, const fmu_group *g, const double *scalars) {
    for (int i = 0; i < g->value_count; i++) {
        const double number = scalars[g->scalars[i]];
        char *bytes;
        size_t size;
        if (number == 0.0)
            continue;
        MR_TRY(copy_of(fmu, number, &bytes, &size));
        const mr_status status =
            fmu->backend->put_bytes(fmu, g->kind, g->references[i], bytes, size);
        free(bytes);
        MR_TRY(status);
    }
    return MR_OK;
}
