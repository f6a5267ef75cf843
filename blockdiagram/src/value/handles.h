/* function handles, made and called */
#ifndef BD_VALUE_HANDLES_H
#define BD_VALUE_HANDLES_H

#include "value/evaluate.h"
#include "value/functions.h"

bool bd_is_handle(const bd_value *value);
/* of a HANDLE node; variables it uses are captured from the calculation's scope */
const bd_value *bd_handle_make(bd_calc *calc, const bd_syntax *node);
/* str2func */
const bd_value *bd_handle_of_text(bd_calc *calc, const char *text);
/* func2str */
const char *bd_handle_text(bd_calc *calc, const bd_value *handle);
/* up to `wanted` results; instead of a handle also the name of a function */
bool bd_handle_call_list(bd_calc *calc, const bd_value *handle, const bd_value *const *args,
                         size_t count, size_t wanted, bd_values *list);

#endif
