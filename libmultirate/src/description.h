/* is what a slave tells of itself possible? Asked once for each instance, before anything is sized
 * or indexed by it */
#ifndef MR_DESCRIPTION_H
#define MR_DESCRIPTION_H

#include "multirate/slave.h"

/* a type that stands around another one and is called as it */
#define MR_SLAVE_AROUND(inner, ...)                                                                \
    (mr_slave_type) {                                                                              \
        MR_SLAVE_VERSION, .name = (inner)->name, .summary = (inner)->summary,                      \
                          .options = (inner)->options, __VA_ARGS__                                 \
    }

/* MR_ERR_SLAVE_OPEN if counts, pointers, sizes, links, indices or names make no sense; what is said
 * then completes "slave 'x' " */
mr_status mr_description_check(const mr_slave_description *description, mr_message *message);

#endif
