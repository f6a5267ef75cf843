/* numbers as text, the same in every locale */
#ifndef BD_VALUE_NUMBER_H
#define BD_VALUE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* reads digits[.digits][e[+-]digits] at text (d and D stand for e, too); returns the number of
 * characters used, 0 if it is no number */
size_t bd_number_read(const char *text, double *number);

/* snprintf of one double with a format such as "%.17g", always with a decimal point */
int bd_number_print(char *text, size_t capacity, const char *format, double number);

#endif
