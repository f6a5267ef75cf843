/* a value as bytes, for the saved state of a simulation, or for another process; read back by the
 * same program only, which believes no size in them */
#ifndef BD_VALUE_BYTES_H
#define BD_VALUE_BYTES_H

#include "blockdiagram/value.h"

/* bytes needed; NULL values are allowed and stay NULL */
size_t bd_value_bytes(const bd_value *value);
/* writes them; returns the end */
unsigned char *bd_value_write_bytes(const bd_value *value, unsigned char *bytes);
bd_status bd_value_read_bytes(const unsigned char *bytes, size_t size, bd_value **value,
                              bd_error *error);

#endif
