/* the slave's side: answers the questions of a master over a channel */
#ifndef MR_SERVE_H
#define MR_SERVE_H

#include "isolation/channel.h"

/* until the master says close, or what comes makes no sense; true in the first case */
bool mr_serve(mr_channel *channel);

#endif
