/* fixed-point questions about data types. Signals here have the built-in types only, so a
 * fixed-point type is one of these: an integer without fraction bits */
#ifndef BD_FIXEDPOINT_H
#define BD_FIXEDPOINT_H

#include "simstruc.h"

#include <math.h>
#include <stddef.h>

BD_SS_INLINE int_T bd_ss_word_length(DTypeId id) {
    static const int_T bits[] = {64, 32, 8, 8, 16, 16, 32, 32, 8};
    return id >= 0 && id < SS_NUM_BUILT_IN_DTYPE ? bits[id] : 0;
}

BD_SS_INLINE DTypeId bd_ss_integer_type(int_T is_signed, int_T bits, int_T fraction) {
    if (fraction != 0)
        return INVALID_DTYPE_ID;
    switch (bits) {
    case 8:
        return is_signed ? SS_INT8 : SS_UINT8;
    case 16:
        return is_signed ? SS_INT16 : SS_UINT16;
    case 32:
        return is_signed ? SS_INT32 : SS_UINT32;
    default:
        return INVALID_DTYPE_ID;
    }
}

typedef enum {
    FXP_STORAGE_UNKNOWN = -1,
    FXP_STORAGE_INT8,
    FXP_STORAGE_UINT8,
    FXP_STORAGE_INT16,
    FXP_STORAGE_UINT16,
    FXP_STORAGE_INT32,
    FXP_STORAGE_UINT32,
    FXP_STORAGE_OTHER_SINGLE_WORD,
    FXP_STORAGE_MULTIWORD,
    FXP_STORAGE_DOUBLE,
    FXP_STORAGE_SINGLE,
    FXP_STORAGE_SCALEDDOUBLE
} fxpStorageContainerCategory;

typedef enum { FXP_OVERFLOW_SATURATE = 0, FXP_OVERFLOW_WRAP } fxpModeOverflow;

typedef enum {
    FXP_ROUND_ZERO = 0,
    FXP_ROUND_FLOOR,
    FXP_ROUND_CEIL,
    FXP_ROUND_NEAR,
    FXP_ROUND_NEAR_ML,
    FXP_ROUND_CONVERGENT,
    FXP_ROUND_SIMPLEST
} fxpModeRounding;

typedef struct {
    int OverflowOccurred;
    int SaturationOccurred;
    int DivisionByZeroOccurred;
} fxpOverflowLogs;

BD_SS_INLINE fxpStorageContainerCategory bd_ss_container(DTypeId id) {
    static const fxpStorageContainerCategory of[] = {
        FXP_STORAGE_DOUBLE, FXP_STORAGE_SINGLE, FXP_STORAGE_INT8,
        FXP_STORAGE_UINT8,  FXP_STORAGE_INT16,  FXP_STORAGE_UINT16,
        FXP_STORAGE_INT32,  FXP_STORAGE_UINT32, FXP_STORAGE_UINT8};
    return id >= 0 && id < SS_NUM_BUILT_IN_DTYPE ? of[id] : FXP_STORAGE_UNKNOWN;
}

/* a value of one of the built-in types, all of which a double holds exactly */
BD_SS_INLINE double bd_ss_stored(const void *p, DTypeId id) {
    switch (id) {
#define BD_SS_STORED(type_id, type)                                                                \
    case type_id:                                                                                  \
        return *(const type *)p;
        BD_SS_STORED(SS_DOUBLE, real_T)
        BD_SS_STORED(SS_SINGLE, real32_T)
        BD_SS_STORED(SS_INT8, int8_T)
        BD_SS_STORED(SS_INT16, int16_T)
        BD_SS_STORED(SS_UINT16, uint16_T)
        BD_SS_STORED(SS_INT32, int32_T)
        BD_SS_STORED(SS_UINT32, uint32_T)
#undef BD_SS_STORED
    default:
        return *(const uint8_T *)p;
    }
}

BD_SS_INLINE double bd_ss_rounded(double value, fxpModeRounding rounding) {
    double whole = floor(value), part = value - whole;
    switch (rounding) {
    case FXP_ROUND_CEIL:
        return ceil(value);
    case FXP_ROUND_NEAR:
        return part < 0.5 ? whole : whole + 1.0;
    case FXP_ROUND_NEAR_ML:
        return part < 0.5 || (part == 0.5 && value < 0.0) ? whole : whole + 1.0;
    case FXP_ROUND_CONVERGENT:
        return part < 0.5 || (part == 0.5 && fmod(whole, 2.0) == 0.0) ? whole : whole + 1.0;
    case FXP_ROUND_ZERO:
        return value < 0.0 ? ceil(value) : whole;
    default:
        return whole;
    }
}

BD_SS_INLINE double bd_ss_in_range(double value, int_T bits, int_T is_signed,
                                   fxpModeOverflow overflow, fxpOverflowLogs *logs) {
    double count = ldexp(1.0, bits), low = is_signed ? -0.5 * count : 0.0, high = low + count - 1.0;
    if (value >= low && value <= high)
        return value;
    if (logs) {
        logs->OverflowOccurred = overflow == FXP_OVERFLOW_WRAP;
        logs->SaturationOccurred = overflow != FXP_OVERFLOW_WRAP;
    }
    if (overflow != FXP_OVERFLOW_WRAP)
        return value > high ? high : value < low ? low : 0.0;
    value -= count * floor((value - low) / count);
    return value >= low && value <= high ? value : 0.0;
}

BD_SS_INLINE void bd_ss_store(void *p, DTypeId id, double value, fxpModeRounding rounding,
                              fxpModeOverflow overflow, fxpOverflowLogs *logs) {
    int_T is_signed = id == SS_INT8 || id == SS_INT16 || id == SS_INT32;
    if (id == SS_DOUBLE) {
        *(real_T *)p = value;
        return;
    }
    if (id == SS_SINGLE) {
        *(real32_T *)p = (real32_T)value;
        return;
    }
    if (id == SS_BOOLEAN) {
        *(boolean_T *)p = (boolean_T)(value != 0.0);
        return;
    }
    value = bd_ss_in_range(bd_ss_rounded(value, rounding), bd_ss_word_length(id), is_signed,
                           overflow, logs);
    switch (bd_ss_word_length(id)) {
    case 8:
        *(uint8_T *)p = (uint8_T)(int32_T)value;
        break;
    case 16:
        *(uint16_T *)p = (uint16_T)(int32_T)value;
        break;
    case 32:
        *(uint32_T *)p = (uint32_T)(int64_T)value;
        break;
    default:
        break;
    }
}

#define ssGetDataTypeIsFixedPoint(S, id)                                                           \
    ((void)(S), (boolean_T)((id) >= SS_INT8 && (id) <= SS_UINT32))
#define ssGetDataTypeIsFloatingPoint(S, id)                                                        \
    ((void)(S), (boolean_T)((id) == SS_DOUBLE || (id) == SS_SINGLE))
#define ssGetDataTypeIsDouble(S, id) ((void)(S), (boolean_T)((id) == SS_DOUBLE))
#define ssGetDataTypeIsSingle(S, id) ((void)(S), (boolean_T)((id) == SS_SINGLE))
#define ssGetDataTypeIsFxpFltApiCompat(S, id)                                                      \
    ((void)(S), (boolean_T)((id) >= 0 && (id) < SS_NUM_BUILT_IN_DTYPE))
#define ssGetDataTypeFxpIsSigned(S, id)                                                            \
    ((void)(S), (boolean_T)((id) == SS_INT8 || (id) == SS_INT16 || (id) == SS_INT32))
#define ssGetDataTypeFxpWordLength(S, id)     ((void)(S), bd_ss_word_length(id))
#define ssGetDataTypeFxpContainWordLen(S, id) ((void)(S), bd_ss_word_length(id))
#define ssGetDataTypeFractionLength(S, id)    ((void)(S), (void)(id), 0)
#define ssGetDataTypeTotalSlope(S, id)        ((void)(S), (void)(id), 1.0)
#define ssGetDataTypeFracSlope(S, id)         ((void)(S), (void)(id), 1.0)
#define ssGetDataTypeFractionSlope(S, id)     ((void)(S), (void)(id), 1.0)
#define ssGetDataTypeFixedExponent(S, id)     ((void)(S), (void)(id), 0)
#define ssGetDataTypeBias(S, id)              ((void)(S), (void)(id), 0.0)
#define ssGetDataTypeIsScalingTrivial(S, id)  ((void)(S), (void)(id), (boolean_T)1)
#define ssGetDataTypeIsScalingPow2(S, id)     ((void)(S), (void)(id), (boolean_T)1)
#define ssRegisterDataTypeInteger(S, sign, bits, override)                                         \
    ((void)(S), (void)(override), bd_ss_integer_type(sign, bits, 0))
#define ssRegisterDataTypeFxpBinaryPoint(S, sign, bits, fraction, override)                        \
    ((void)(S), (void)(override), bd_ss_integer_type(sign, bits, fraction))
#define ssRegisterDataTypeFxpSlopeBias(S, sign, bits, slope, bias, override)                       \
    ((void)(S), (void)(override),                                                                  \
     (slope) == 1.0 && (bias) == 0.0 ? bd_ss_integer_type(sign, bits, 0) : INVALID_DTYPE_ID)
#define ssRegisterDataTypeFxpFSlopeFixExpBias(S, sign, bits, slope, exponent, bias, override)      \
    ((void)(S), (void)(override),                                                                  \
     (slope) == 1.0 && (bias) == 0.0 ? bd_ss_integer_type(sign, bits, exponent)                    \
                                     : INVALID_DTYPE_ID)
#define ssRegisterDataTypeFxpScaledDouble(S, sign, bits, slope, exponent, bias, override)          \
    ((void)(S), (void)(sign), (void)(bits), (void)(slope), (void)(exponent), (void)(bias),         \
     (void)(override), INVALID_DTYPE_ID)
#define ssRegisterDataTypeHalfPrecision(S, override) ((void)(S), (void)(override), INVALID_DTYPE_ID)
#define ssGetDataTypeIsScaledDouble(S, id)           ((void)(S), (void)(id), (boolean_T)0)
#define ssGetDataTypeIsHalfPrecision(S, id)          ((void)(S), (void)(id), (boolean_T)0)
#define ssGetDataTypeIsDoubleSingleorHalf(S, id)     ssGetDataTypeIsFloatingPoint(S, id)
#define ssGetDataTypeStorageContainerSize(S, id)     ((size_t)ssGetDataTypeSize(S, id))
#define ssGetDataTypeStorageContainCat(S, id)        ((void)(S), bd_ss_container(id))
#define ssGetDataTypeNumberOfChunks(S, id)           ((void)(S), (void)(id), 1)
#define ssFxpSetU32BitRegionCompliant(S, v)          bd_ss_accept(S, v)
#define ssFxpGetU32BitRegionCompliant(S)             ((void)(S), (boolean_T)1)
#define ssFxpGetU32BitRegion(S, p, id, region)                                                     \
    ((void)(S), (region) == 0 ? (uint32_T)(int64_T)bd_ss_stored(p, id) : 0u)
#define ssFxpSetU32BitRegion(S, p, id, value, region)                                              \
    ((void)(S), (region) == 0 ? bd_ss_store(p, id, (double)(int32_T)(value), FXP_ROUND_ZERO,       \
                                            FXP_OVERFLOW_WRAP, NULL)                               \
                              : (void)0)
#define ssFxpConvert(S, to, to_size, to_id, from, from_size, from_id, rounding, overflow, logs)    \
    ((void)(S), (void)(to_size), (void)(from_size),                                                \
     bd_ss_store(to, to_id, bd_ss_stored(from, from_id), rounding, overflow, logs))
#define ssFxpConvertFromRealWorldValue(S, to, to_size, to_id, value, rounding, overflow, logs)     \
    ((void)(S), (void)(to_size), bd_ss_store(to, to_id, value, rounding, overflow, logs))
#define ssFxpConvertToRealWorldValue(S, from, from_size, from_id)                                  \
    ((void)(S), (void)(from_size), bd_ss_stored(from, from_id))
#define ssLogFixptInstrumentation(S, low, high, overflows, saturations, divisions, name)           \
    bd_ss_accept(S, low, high, overflows, saturations, divisions, name)

#endif
