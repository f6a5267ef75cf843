/* arrays in the binary form of MAT files */
#ifndef VALUE_READ_MAT_H
#define VALUE_READ_MAT_H

#include "blockdiagram/value.h"

/* gets an array by name ("" if it has none) and owns it; *more = false ends the reading */
typedef bd_status bd_mat_taker(void *taker, const char *name, bd_value *value, bool *more,
                               bd_error *error);

/* all arrays, with or without the text in front that whole files have; objects are made of what
 * stands behind them. Classes without a counterpart are left out */
bd_status bd_mat_read_arrays(const void *bytes, size_t size, bd_mat_taker *take, void *taker,
                             bd_error *error);

#endif
