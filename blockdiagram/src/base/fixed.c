/* the table of fixed-point types: grows, never shrinks */
#include "base/fixed.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "blockdiagram/signal.h"

#define MOST_TYPES 4000

typedef struct entry {
    bd_fixed fixed;
    char name[64];
} entry;

static entry table[MOST_TYPES];
static atomic_int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void write_name(entry *e) {
    const bd_fixed *f = &e->fixed;
    int exponent;
    bool power = frexp(f->slope, &exponent) == 0.5 && f->bias == 0.0;
    char sign = f->is_signed ? 's' : 'u';
    if (power && exponent == 1)
        snprintf(e->name, sizeof e->name, "%cfix%d", sign, f->bits);
    else if (power)
        snprintf(e->name, sizeof e->name, "%cfix%d_E%s%d", sign, f->bits, exponent < 1 ? "n" : "",
                 exponent < 1 ? 1 - exponent : exponent - 1);
    else
        snprintf(e->name, sizeof e->name, "%cfix%d_S%g_B%g", sign, f->bits, f->slope, f->bias);
}

static bool is_same(const bd_fixed *a, const bd_fixed *b) {
    return a->is_signed == b->is_signed && a->bits == b->bits && a->slope == b->slope &&
           a->bias == b->bias;
}

int bd_fixed_type(const bd_fixed *fixed) {
    if (fixed->bits < 1 || fixed->bits > BD_FIXED_MOST_BITS || !(fixed->slope > 0.0) ||
        !isfinite(fixed->slope) || !isfinite(fixed->bias))
        return BD_INHERITED;
    pthread_mutex_lock(&lock);
    int known = atomic_load(&count), i = 0;
    while (i < known && !is_same(&table[i].fixed, fixed))
        i++;
    if (i == known && i < MOST_TYPES) {
        table[i].fixed = *fixed;
        write_name(&table[i]);
        atomic_store(&count, known + 1);
    }
    pthread_mutex_unlock(&lock);
    return i < MOST_TYPES ? BD_FIXED + i : BD_INHERITED;
}

const bd_fixed *bd_fixed_of(int type) {
    return type >= BD_FIXED && type - BD_FIXED < atomic_load(&count) ? &table[type - BD_FIXED].fixed
                                                                     : NULL;
}

const char *bd_fixed_name(int type) {
    return bd_fixed_of(type) ? table[type - BD_FIXED].name : "unknown";
}

double bd_fixed_low(const bd_fixed *fixed) {
    return fixed->is_signed ? -ldexp(1.0, fixed->bits - 1) : 0.0;
}

double bd_fixed_high(const bd_fixed *fixed) {
    return ldexp(1.0, fixed->bits - fixed->is_signed) - 1.0;
}

double bd_fixed_stored(const bd_fixed *fixed, double value) {
    return (value - fixed->bias) / fixed->slope;
}

double bd_fixed_value(const bd_fixed *fixed, double stored) {
    return stored * fixed->slope + fixed->bias;
}
