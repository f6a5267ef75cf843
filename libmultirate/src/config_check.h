/* what of the configuration's text its checks need */
#ifndef MR_CONFIG_CHECK_H
#define MR_CONFIG_CHECK_H

#include "multirate/config.h"

/* every number within the range that the table of options gives it */
mr_status mr_config_check_ranges(const mr_config *config, mr_message *message);

#endif
