/* texts with code inside, as pages of a web server have it: <%= EXPRESSION %> is replaced by its
 * value (a number by %g), <% STATEMENTS %> are run: what stands between <% for … %> and <% end %>
 * is written again and again, what stands after <% if … %> only then. The language is that of
 * parameters and measures */
#ifndef CLI_TEMPLATE_H
#define CLI_TEMPLATE_H

#include "blockdiagram/workspace.h"

#include <stdbool.h>

/* NULL, and a sentence with name and line, on a mistake. Free the result. Assignments of the
 * statements are forgotten */
char *template_fill(const char *text, const char *name, const bd_workspace *scope, bd_error *error);

/* the whole of a file; NULL, and a sentence, if it cannot be read. Free the result */
char *template_read(const char *path, bd_error *error);

#endif
