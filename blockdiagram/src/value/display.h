/* what code prints */
#ifndef BD_VALUE_DISPLAY_H
#define BD_VALUE_DISPLAY_H

#include "value/library.h"

/* a variable, as a statement without semicolon shows it */
void bd_display(const bd_printer *printer, const char *name, const bd_value *x);
/* disp, display, fprintf, printf */
bool bd_is_print_function(const char *name);
void bd_print_call(bd_calc *calc, const char *name, const bd_value *const *args, size_t count);

#endif
