/* blocks whose inside is in another file: library links, model references, subsystem files */
#ifndef BD_FILE_LINK_H
#define BD_FILE_LINK_H

#include "file/internal.h"

/* fills in every link of the diagram. Files are searched in the folder of the file that holds the
 * link (of the diagram itself only if own_folder), then along the path. What is not found becomes
 * the block's obstacle and a sentence in the log; a cyclic link or a broken file is an error */
bd_status bd_resolve_links(bd_diagram *diagram, const bd_search_path *search, bool own_folder,
                           bd_log *log, bd_error *error);

#endif
