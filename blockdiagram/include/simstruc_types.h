/* the small types of a signal: complexity, frames, dimensions mode, method arguments */
#ifndef BD_SIMSTRUC_TYPES_H
#define BD_SIMSTRUC_TYPES_H

#include "tmwtypes.h"
#include "builtin_typeid_types.h"

typedef enum { COMPLEX_INHERITED = -1, COMPLEX_NO = 0, COMPLEX_YES = 1 } CSignal_T;
typedef enum { FRAME_INHERITED = -1, FRAME_NO = 0, FRAME_YES = 1 } Frame_T;
typedef enum {
    INVALID_DIMS_MODE = -2,
    INHERIT_DIMS_MODE = -1,
    FIXED_DIMS_MODE = 0,
    VARIABLE_DIMS_MODE = 1
} DimensionsMode_T;

typedef enum {
    SS_SOLVER_MODE_AUTO = 0,
    SS_SOLVER_MODE_SINGLETASKING = 1,
    SS_SOLVER_MODE_MULTITASKING = 2
} SolverMode;
#define SOLVER_MODE_AUTO          SS_SOLVER_MODE_AUTO
#define SOLVER_MODE_SINGLETASKING SS_SOLVER_MODE_SINGLETASKING
#define SOLVER_MODE_MULTITASKING  SS_SOLVER_MODE_MULTITASKING

typedef enum { MINOR_TIME_STEP = 0, MAJOR_TIME_STEP = 1 } SimTimeStep;

typedef enum {
    SIMSTATUS_STOPPED = 0,
    SIMSTATUS_UPDATING,
    SIMSTATUS_INITIALIZING,
    SIMSTATUS_RUNNING,
    SIMSTATUS_PAUSED_IN_DEBUGGER,
    SIMSTATUS_PAUSED,
    SIMSTATUS_TERMINATING,
    SIMSTATUS_EXTERNAL
} SimStatus;
typedef SimStatus ssSimStatus;

/* inputs of a port whose elements need not lie side by side: one pointer per element */
#ifdef BD_SS_STRICT
#define BD_SS_POINTERS(type, name) typedef const type *const *name
#else
#define BD_SS_POINTERS(type, name) typedef type **name
#endif
BD_SS_POINTERS(void, InputPtrsType);
BD_SS_POINTERS(real_T, InputRealPtrsType);
BD_SS_POINTERS(real32_T, InputReal32PtrsType);
BD_SS_POINTERS(real64_T, InputReal64PtrsType);
BD_SS_POINTERS(int8_T, InputInt8PtrsType);
BD_SS_POINTERS(uint8_T, InputUInt8PtrsType);
BD_SS_POINTERS(int16_T, InputInt16PtrsType);
BD_SS_POINTERS(uint16_T, InputUInt16PtrsType);
BD_SS_POINTERS(int32_T, InputInt32PtrsType);
BD_SS_POINTERS(uint32_T, InputUInt32PtrsType);
BD_SS_POINTERS(int64_T, InputInt64PtrsType);
BD_SS_POINTERS(uint64_T, InputUInt64PtrsType);
BD_SS_POINTERS(boolean_T, InputBooleanPtrsType);
BD_SS_POINTERS(creal_T, InputCRealPtrsType);
BD_SS_POINTERS(creal32_T, InputCReal32PtrsType);
BD_SS_POINTERS(creal64_T, InputCReal64PtrsType);
BD_SS_POINTERS(cint8_T, InputCInt8PtrsType);
BD_SS_POINTERS(cuint8_T, InputCUInt8PtrsType);
BD_SS_POINTERS(cint16_T, InputCInt16PtrsType);
BD_SS_POINTERS(cuint16_T, InputCUInt16PtrsType);
BD_SS_POINTERS(cint32_T, InputCInt32PtrsType);
BD_SS_POINTERS(cuint32_T, InputCUInt32PtrsType);

#endif
