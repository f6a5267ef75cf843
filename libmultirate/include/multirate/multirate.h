/* everything that a master needs: #include <multirate/multirate.h> */
#ifndef MULTIRATE_MULTIRATE_H
#define MULTIRATE_MULTIRATE_H

#include "multirate/config.h"
#include "multirate/coupled.h"
#include "multirate/interface.h"
#include "multirate/plugin.h"
#include "multirate/predictor.h"
#include "multirate/slave.h"
#include "multirate/status.h"

/* of the library; plug-ins are told apart by MR_SLAVE_ABI */
#define MR_VERSION_MAJOR 0
#define MR_VERSION_MINOR 1
#define MR_VERSION_PATCH 0
#define MR_VERSION       "0.1.0"

#endif
