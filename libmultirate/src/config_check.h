/* what others need of the configuration's text */
#ifndef MR_CONFIG_CHECK_H
#define MR_CONFIG_CHECK_H

#include "multirate/config.h"
#include "multirate/options.h"

/* every number within the range that the table of options gives it */
mr_status mr_config_check_ranges(const mr_config *config, mr_message *message);

/* the scheme of that name into member, a const mr_scheme *; the sentence lists those that there are
 */
mr_status mr_config_read_scheme(const mr_option *option, void *member, mr_message *message);

#endif
