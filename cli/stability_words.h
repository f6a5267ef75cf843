/* titles and axes of stability charts */
#ifndef CLI_STABILITY_WORDS_H
#define CLI_STABILITY_WORDS_H

#include "stability.h"

/* "exchange step H / s": every axis has a unit, or says that it has none */
void stability_axis_label(const stability_case *c, const char *name, char *label, size_t size);

/* system, coupling, scheme, prediction, methods, and what was set; x, y may be NULL */
void stability_title(const stability_case *c, const stability_axis *x, const stability_axis *y,
                     char *text, size_t size);

#endif
