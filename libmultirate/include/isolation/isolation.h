/* what other rooms may use of isolation: messages as bytes and what they say, the memory that they
 * travel through, the process at its other end, and how far that may reach
 *
 * For another way to a slave (remote/); masters and plug-ins need none of it. */
#ifndef ISOLATION_ISOLATION_H
#define ISOLATION_ISOLATION_H

#include "isolation/channel.h"
#include "isolation/confine.h"
#include "isolation/process.h"
#include "isolation/protocol.h"
#include "isolation/wire.h"

#endif
