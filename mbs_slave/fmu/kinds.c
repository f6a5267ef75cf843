/* numbers as the kinds of values that FMI knows */
#include "signals.h"

#include <math.h>

/* 2^63 and 2^64 do not fit any more */
#define MOST_INT64  9223372036854774784.0
#define MOST_UINT64 18446744073709549568.0

/* kinds of whole numbers that have a type of their own: kind, type, least, most */
#define WHOLE_KINDS(X)                                                                             \
    X(FMU_INT8, int8_t, INT8_MIN, INT8_MAX)                                                        \
    X(FMU_UINT8, uint8_t, 0, UINT8_MAX)                                                            \
    X(FMU_INT16, int16_t, INT16_MIN, INT16_MAX)                                                    \
    X(FMU_UINT16, uint16_t, 0, UINT16_MAX)                                                         \
    X(FMU_INT32, int32_t, INT32_MIN, INT32_MAX)                                                    \
    X(FMU_UINT32, uint32_t, 0, UINT32_MAX)                                                         \
    X(FMU_UINT64, uint64_t, 0, MOST_UINT64)

size_t fmu_kind_size(fmu_kind kind) {
    switch (kind) {
#define SIZE(whole, type, least, most)                                                             \
    case whole:                                                                                    \
        return sizeof(type);
        WHOLE_KINDS(SIZE)
#undef SIZE
    case FMU_FLOAT32:
        return sizeof(float);
    default:
        return 8; /* booleans and enumerations: room for either version's type */
    }
}

static double bounded(double value, double least, double most) {
    const double whole = nearbyint(value);
    return whole >= least ? whole <= most ? whole : most : least;
}

/* the item of an enumeration that is nearest: FMUs refuse numbers that are none */
static double nearest_item(double value, const fmu_type *type) {
    if (!type || type->item_count == 0)
        return value;
    double best = (double)type->items[0].value;
    for (int i = 1; i < type->item_count; i++)
        if (fabs((double)type->items[i].value - value) < fabs(best - value))
            best = (double)type->items[i].value;
    return best;
}

void fmu_group_pack(const fmu_group *g, const double *scalars) {
    void *to = g->buffer;
    for (int i = 0; i < g->value_count; i++) {
        const double x =
            g->types ? nearest_item(scalars[g->scalars[i]], g->types[i]) : scalars[g->scalars[i]];
        switch (g->kind) {
        case FMU_FLOAT64:
            ((double *)to)[i] = x;
            break;
        case FMU_FLOAT32:
            ((float *)to)[i] = (float)x;
            break;
#define PACK(whole, type, least, most)                                                             \
    case whole:                                                                                    \
        ((type *)to)[i] = (type)bounded(x, least, most);                                           \
        break;
            WHOLE_KINDS(PACK)
#undef PACK
        default:
            ((int64_t *)to)[i] = g->kind == FMU_BOOLEAN
                                     ? fabs(x) >= 0.5
                                     : (int64_t)bounded(x, -MOST_INT64, MOST_INT64);
        }
    }
}

void fmu_group_unpack(const fmu_group *g, double *scalars) {
    const void *from = g->buffer;
    for (int i = 0; i < g->value_count; i++) {
        double *x = &scalars[g->scalars[i]];
        switch (g->kind) {
        case FMU_FLOAT64:
            *x = ((const double *)from)[i];
            break;
        case FMU_FLOAT32:
            *x = (double)((const float *)from)[i];
            break;
#define UNPACK(whole, type, least, most)                                                           \
    case whole:                                                                                    \
        *x = (double)((const type *)from)[i];                                                      \
        break;
            WHOLE_KINDS(UNPACK)
#undef UNPACK
        default:
            *x = (double)((const int64_t *)from)[i];
        }
    }
}
