/* the elementary types S-functions are written in, as publicly documented */
#ifndef BD_TMWTYPES_H
#define BD_TMWTYPES_H
/* generated type headers look for this name before they define the same types again */
#define __TMWTYPES__

#ifdef BD_SS_STRICT /* no header of C comes along, and long long is not always int64_t */
typedef signed char int8_T;
typedef unsigned char uint8_T;
typedef short int16_T;
typedef unsigned short uint16_T;
typedef int int32_T;
typedef unsigned int uint32_T;
typedef long long int64_T;
typedef unsigned long long uint64_T;
typedef __PTRDIFF_TYPE__ ptrdiff_T;
#else
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

/* other MEX headers define some of these as macros for the very same types: leave those alone */
#ifndef int8_T
typedef int8_t int8_T;
#endif
#ifndef uint8_T
typedef uint8_t uint8_T;
#endif
#ifndef int16_T
typedef int16_t int16_T;
#endif
#ifndef uint16_T
typedef uint16_t uint16_T;
#endif
#ifndef int32_T
typedef int32_t int32_T;
#endif
#ifndef uint32_T
typedef uint32_t uint32_T;
#endif
#ifndef int64_T
typedef int64_t int64_T;
#endif
#ifndef uint64_T
typedef uint64_t uint64_T;
#endif
typedef ptrdiff_t ptrdiff_T;
typedef int64_t action_T;
#endif

typedef double real_T;
typedef double real64_T;
typedef float real32_T;
typedef double time_T;

typedef unsigned char boolean_T;
typedef int int_T;
typedef unsigned int uint_T;
typedef unsigned long ulong_T;
typedef long long longlong_T;
typedef unsigned long long ulonglong_T;
typedef char char_T;
typedef unsigned char uchar_T;
typedef char_T byte_T;
typedef void *pointer_T;

#define CREAL_T
typedef struct {
    real32_T re, im;
} creal32_T;
typedef struct {
    real64_T re, im;
} creal64_T;
typedef struct {
    real_T re, im;
} creal_T;
#define CINT8_T
typedef struct {
    int8_T re, im;
} cint8_T;
#define CUINT8_T
typedef struct {
    uint8_T re, im;
} cuint8_T;
#define CINT16_T
typedef struct {
    int16_T re, im;
} cint16_T;
#define CUINT16_T
typedef struct {
    uint16_T re, im;
} cuint16_T;
#define CINT32_T
typedef struct {
    int32_T re, im;
} cint32_T;
#define CUINT32_T
typedef struct {
    uint32_T re, im;
} cuint32_T;
#define CINT64_T
typedef struct {
    int64_T re, im;
} cint64_T;
#define CUINT64_T
typedef struct {
    uint64_T re, im;
} cuint64_T;

#define MAX_int8_T   ((int8_T)(127))
#define MIN_int8_T   ((int8_T)(-128))
#define MAX_uint8_T  ((uint8_T)(255))
#define MIN_uint8_T  ((uint8_T)(0))
#define MAX_int16_T  ((int16_T)(32767))
#define MIN_int16_T  ((int16_T)(-32768))
#define MAX_uint16_T ((uint16_T)(65535))
#define MIN_uint16_T ((uint16_T)(0))
#define MAX_int32_T  ((int32_T)(2147483647))
#define MIN_int32_T  ((int32_T)(-2147483647 - 1))
#define MAX_uint32_T ((uint32_T)(0xFFFFFFFFU))
#define MIN_uint32_T ((uint32_T)(0))
#define MAX_int64_T  ((int64_T)(9223372036854775807LL))
#define MIN_int64_T  ((int64_T)(-9223372036854775807LL - 1LL))
#define MAX_uint64_T ((uint64_T)(18446744073709551615ULL))
#define MIN_uint64_T ((uint64_T)(0))

#ifdef BD_SS_STRICT
#define UNUSED_ARG(arg)                                                                            \
    { (void)(arg); }
#else
#ifndef TRUE
#define TRUE (1)
#endif
#ifndef FALSE
#define FALSE (0)
#endif

#ifndef UNUSED_PARAMETER
#define UNUSED_PARAMETER(x) ((void)(x))
#endif
#ifndef UNUSED_ARG
#define UNUSED_ARG(arg) ((void)(arg))
#endif
#endif

#endif
