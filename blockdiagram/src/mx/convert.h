/* values of the library as arrays and back, through public mx… calls only: the same source serves
 * bd_mx and, compiled against Octave's mex.h, a gateway inside Octave */
#ifndef BD_MX_CONVERT_H
#define BD_MX_CONVERT_H

#include "blockdiagram/error.h"
#include "blockdiagram/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* arrays are void * here, so that this header needs no mex.h */
bd_status mx_convert_from_value(const bd_value *value, void **array, bd_error *error);
bd_status mx_convert_to_value(const void *array, bd_value **value, bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
