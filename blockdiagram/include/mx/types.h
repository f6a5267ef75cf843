/* classes, sizes and element types of arrays */
#ifndef BD_MX_TYPES_H
#define BD_MX_TYPES_H

#ifdef BD_SS_STRICT /* no header of C comes along */
typedef __SIZE_TYPE__ bd_mx_size;
typedef __PTRDIFF_TYPE__ bd_mx_difference;
#else
#include <stddef.h>
#include <stdint.h>
typedef size_t bd_mx_size;
typedef ptrdiff_t bd_mx_difference;
#endif
#ifdef __cplusplus
typedef bool bd_mx_bool;
#else
typedef _Bool bd_mx_bool;
#ifndef BD_SS_STRICT
#include <stdbool.h>
#endif
#endif

typedef struct mxArray_tag mxArray;

typedef bd_mx_size mwSize;
typedef bd_mx_size mwIndex;
typedef bd_mx_difference mwSignedIndex;
#define MWSIZE_MAX  ((mwSize)281474976710655ULL)
#define MWINDEX_MAX MWSIZE_MAX

typedef enum {
    mxUNKNOWN_CLASS = 0,
    mxCELL_CLASS,
    mxSTRUCT_CLASS,
    mxLOGICAL_CLASS,
    mxCHAR_CLASS,
    mxVOID_CLASS,
    mxDOUBLE_CLASS,
    mxSINGLE_CLASS,
    mxINT8_CLASS,
    mxUINT8_CLASS,
    mxINT16_CLASS,
    mxUINT16_CLASS,
    mxINT32_CLASS,
    mxUINT32_CLASS,
    mxINT64_CLASS,
    mxUINT64_CLASS,
    mxFUNCTION_CLASS,
    mxOPAQUE_CLASS,
    mxOBJECT_CLASS
} mxClassID;

typedef enum { mxREAL = 0, mxCOMPLEX = 1 } mxComplexity;

typedef unsigned short mxChar;
typedef bd_mx_bool mxLogical;
typedef double mxDouble;
typedef float mxSingle;
typedef signed char mxInt8;
typedef unsigned char mxUint8;
typedef short mxInt16;
typedef unsigned short mxUint16;
typedef int mxInt32;
typedef unsigned int mxUint32;
#ifdef BD_SS_STRICT
typedef long long mxInt64;
typedef unsigned long long mxUint64;
#else
typedef int64_t mxInt64;
typedef uint64_t mxUint64;
#endif

#define mxMAXNAM  64
#define mxMAXNAME 64

#endif
