/* bytes of a text file to UTF-8 */
#ifndef BD_FILE_ENCODING_H
#define BD_FILE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* text of .mdl bytes that were saved in the encoding the file names (SavedCharacterEncoding), in
 * UTF-8 and the arena; plain ASCII is returned as it is. What cannot be converted becomes U+FFFD.
 * NULL when memory ends */
const char *bd_mdl_to_utf8(bd_arena *arena, const char *bytes, size_t size, size_t *text_size);

#endif
