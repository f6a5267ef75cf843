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

#endif
