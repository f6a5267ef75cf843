/* fixed-point questions about data types. Signals here have the built-in types only, so a
 * fixed-point type is one of these: an integer without fraction bits */
#ifndef BD_FIXEDPOINT_H
#define BD_FIXEDPOINT_H

#include "simstruc.h"

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
#define ssGetDataTypeFractionSlope(S, id)     ((void)(S), (void)(id), 1.0)
#define ssGetDataTypeFixedExponent(S, id)     ((void)(S), (void)(id), 0)
#define ssGetDataTypeBias(S, id)              ((void)(S), (void)(id), 0.0)
#define ssGetDataTypeIsScalingTrivial(S, id)  ((void)(S), (void)(id), (boolean_T)1)
#define ssGetDataTypeIsScalingPow2(S, id)     ((void)(S), (void)(id), (boolean_T)1)
#define ssRegisterDataTypeInteger(S, sign, bits, override)                                         \
    ((void)(S), (void)(override), bd_ss_integer_type(sign, bits, 0))
#define ssRegisterDataTypeFxpBinaryPoint(S, sign, bits, fraction, override)                        \
    ((void)(S), (void)(override), bd_ss_integer_type(sign, bits, fraction))
#define ssFxpSetU32BitRegionCompliant(S, v) bd_ss_accept(S, v)
#define ssFxpGetU32BitRegionCompliant(S)    ((void)(S), (boolean_T)1)
#define FXP_STORAGE_UNKNOWN                 (-1)

#endif
