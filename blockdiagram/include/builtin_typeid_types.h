/* ids of the data types a signal can have without being registered */
#ifndef BD_BUILTIN_TYPEID_TYPES_H
#define BD_BUILTIN_TYPEID_TYPES_H

typedef enum {
    SS_DOUBLE = 0,
    SS_SINGLE = 1,
    SS_INT8 = 2,
    SS_UINT8 = 3,
    SS_INT16 = 4,
    SS_UINT16 = 5,
    SS_INT32 = 6,
    SS_UINT32 = 7,
    SS_BOOLEAN = 8
} BuiltInDTypeId;

#define SS_NUM_BUILT_IN_DTYPE ((int)SS_BOOLEAN + 1)

typedef int DTypeId;

/* ids that exist in every model beside the nine; user types follow them */
typedef enum {
    SS_INTEGER = 9,
    SS_POINTER = 10,
    SS_INTERNAL_DTYPE2 = 11,
    SS_TIMER_UINT32_PAIR = 12,
    SS_CONNECTION_TYPE = 13,
    SS_INT64 = 14,
    SS_UINT64 = 15
} PreDefinedDTypeId;

#define SS_FCN_CALL SS_INTEGER
#define SS_ACTION   SS_INTEGER

#endif
