/* blocks of Simulink's own libraries, which are files nobody here has */
#ifndef BD_FILE_BUILTIN_LIBRARY_H
#define BD_FILE_BUILTIN_LIBRARY_H

#include <stdbool.h>

/* true if the link path ("simulink/Sources/Ramp") leads into one of these libraries */
bool bd_is_builtin_library(const char *source);

/* block type that serves the link: the palette's name for masked blocks ("Ramp", "Slider Gain"),
 * the plain type for plain ones (built-in/Gain); NULL if the path names no block */
const char *bd_builtin_type(const char *source, const char *source_type);

/* product that a library by this name belongs to, so that an engineer knows why it is not found;
 * NULL if the name says nothing */
const char *bd_library_product(const char *library);

#endif
