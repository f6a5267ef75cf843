/* the core by itself: every slave steps in its caller's thread */
#include "services.h"

const mr_services mr_services_here = {NULL, NULL};
