/* the families of this room */
#ifndef BLOCKS_SOURCES_FAMILIES_H
#define BLOCKS_SOURCES_FAMILIES_H

#define BD_SOURCES_FAMILIES(X) X(constant)

#endif
